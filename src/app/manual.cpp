#include "app/manual.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace bouton::app {

namespace {

/// A completion offers games where a command takes one, and files everywhere.
bool takes_game(const CommandText& command) {
    return std::any_of(command.options.begin(), command.options.end(),
                       [](const OptionText& option) { return option.is_word && option.names == "GAME"; });
}

/// "-h,--help": the long one.
std::string long_name(const OptionText& option) {
    const std::size_t at = option.names.find("--");
    return at == std::string::npos ? "" : option.names.substr(at);
}

std::vector<std::string> long_names(const CommandText& command) {
    std::vector<std::string> names;
    for (const OptionText& option : command.options)
        if (!option.is_word && !long_name(option).empty()) names.push_back(long_name(option));
    return names;
}

/// With `escape` before every character of `special`.
std::string escaped(const std::string& text, const std::string& special, const std::string& escape = "\\") {
    std::string result;
    for (const char c : text) {
        if (special.find(c) != std::string::npos) result += escape;
        result += c;
    }
    return result;
}

/// Inside of single quotes of a shell.
std::string shell_quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

/// A text for roff: dashes are dashes, a line never begins with a command.
std::string roff(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else if (c == '\'')
            result += "\\(aq";
        else
            result += c;
    }
    return result;
}

std::string usage(const OptionText& option) {
    return option.value.empty() ? option.names : option.names + " " + option.value;
}

/// Has every command this one, but for `manual` itself?
bool is_common(const ProgramText& program, const OptionText& option) {
    const auto has = [&](const CommandText& command) {
        return std::any_of(command.options.begin(), command.options.end(), [&](const OptionText& other) {
            return other.names == option.names && other.about == option.about;
        });
    };
    const auto with = std::count_if(program.commands.begin(), program.commands.end(), has);
    return !option.is_word && with + 1 >= static_cast<std::ptrdiff_t>(program.commands.size());
}

void man_options(std::string& page, const std::vector<OptionText>& options) {
    for (const OptionText& option : options)
        page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(option.is_word ? option.names : usage(option)),
                            roff(option.about.empty() ? option.names : option.about));
}

std::string man(const ProgramText& program) {
    std::string page = fmt::format(".TH BOUTON 1 \"\" \"bouton {}\" \"User Commands\"\n", roff(program.version));
    page += ".SH NAME\nbouton \\- from the rules of a Nim\\-like game to its values and theorems\n";
    page += ".SH SYNOPSIS\n.B bouton\n.I COMMAND\n.RI [ WORDS ]\n.RI [ OPTIONS ]\n";
    page += fmt::format(".SH DESCRIPTION\n{}\nA game is a name that \\fBbouton games\\fR lists, or a file.\n",
                        roff(program.about));
    page += ".SH COMMANDS\n";
    for (const CommandText& command : program.commands) {
        page += fmt::format(".SS bouton {}\n{}.\n", roff(command.name), roff(command.about));
        std::vector<OptionText> own;
        for (const OptionText& option : command.options)
            if (!is_common(program, option)) own.push_back(option);
        man_options(page, own);
        if (!command.examples.empty()) page += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(command.examples));
    }
    page += ".SH OPTIONS\nEvery command has these.\n";
    std::vector<OptionText> common;
    for (const OptionText& option : program.commands.front().options)
        if (is_common(program, option)) common.push_back(option);
    man_options(page, common);
    page +=
        ".SH EXIT STATUS\n.TP\n.B 0\nfine\n.TP\n.B 1\na claim is not as expected, or nothing was found\n"
        ".TP\n.B 2\nbad input\n.TP\n.B 3\nover a limit: \\-\\-memory, \\-\\-time, a full disk\n"
        ".TP\n.B 130\nstopped by the user\n";
    page +=
        ".SH ENVIRONMENT\n.TP\n.B BOUTON_HOME\nwhere games/ and papers/ are, instead of the installed ones\n"
        ".TP\n.B XDG_CACHE_HOME\nwhere it is remembered what was proved (default: ~/.cache)\n";
    return page;
}

std::string bash(const ProgramText& program) {
    std::vector<std::string> names, cases;
    for (const CommandText& command : program.commands) {
        names.push_back(command.name);
        cases.push_back(fmt::format("        {}) options={}; games={} ;;", command.name,
                                    shell_quoted(fmt::format("{}", fmt::join(long_names(command), " "))),
                                    takes_game(command) ? "yes" : ""));
    }
    std::string choices;
    for (const CommandText& command : program.commands)
        for (const OptionText& option : command.options)
            if (!option.choices.empty() && !option.is_word)
                choices +=
                    fmt::format("        {}:{}) COMPREPLY=($(compgen -W {} -- \"$word\")); return ;;\n", command.name,
                                long_name(option), shell_quoted(fmt::format("{}", fmt::join(option.choices, " "))));
    return fmt::format(R"sh(# bash completion for bouton
_bouton() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}} options= games=
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W {} -- "$word"))
        return
    fi
    case $command:$before in
{}    esac
    case $command in
{}
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
        return
    fi
    COMPREPLY=($(compgen -f -- "$word"))
    if [[ -n $games ]] && ((COMP_CWORD == 2)); then
        COMPREPLY+=($(compgen -W "$("${{COMP_WORDS[0]}}" games 2>/dev/null | cut -d' ' -f1)" -- "$word"))
    fi
}}
complete -o filenames -F _bouton bouton
)sh",
                       shell_quoted(fmt::format("{}", fmt::join(names, " "))), choices, fmt::join(cases, "\n"));
}

std::string zsh(const ProgramText& program) {
    std::string commands, cases;
    for (const CommandText& command : program.commands) {
        commands += fmt::format("        {}\n", shell_quoted(escaped(command.name, ":") + ":" + command.about));
        cases += fmt::format("        {})\n            _arguments \\\n", command.name);
        for (const OptionText& option : command.options) {
            const std::string name = long_name(option);
            if (option.is_word || name.empty()) continue;
            std::string line = fmt::format("{}[{}]", name, escaped(option.about, "[]:"));
            if (!option.choices.empty())
                line += fmt::format(":{}:({})", name.substr(2), fmt::join(option.choices, " "));
            else if (!option.value.empty())
                line += fmt::format(":{}:_files", escaped(option.value, ":[]"));
            cases += fmt::format("                {} \\\n", shell_quoted(line));
        }
        if (takes_game(command)) cases += "                '2:game:_bouton_games' \\\n";
        cases += "                '*:file:_files' ;;\n";
    }
    return fmt::format(R"sh(#compdef bouton
# zsh completion for bouton
_bouton_games() {{
    local -a games
    games=(${{(f)"$(bouton games 2>/dev/null | cut -d' ' -f1)"}})
    compadd -a games
    _files
}}
_bouton() {{
    local -a commands
    commands=(
{}    )
    if ((CURRENT == 2)); then
        _describe command commands
        return
    fi
    case ${{words[2]}} in
{}    esac
}}
_bouton "$@"
)sh",
                       commands, cases);
}

std::string fish(const ProgramText& program) {
    std::string text = "# fish completion for bouton\n";
    for (const CommandText& command : program.commands) {
        text += fmt::format("complete -c bouton -n __fish_use_subcommand -a {} -d {}\n", command.name,
                            shell_quoted(command.about));
        const std::string here = fmt::format("'__fish_seen_subcommand_from {}'", command.name);
        for (const OptionText& option : command.options) {
            const std::string name = long_name(option);
            if (option.is_word || name.empty()) continue;
            text +=
                fmt::format("complete -c bouton -n {} -l {} -d {}", here, name.substr(2), shell_quoted(option.about));
            if (!option.choices.empty())
                text += fmt::format(" -x -a {}", shell_quoted(fmt::format("{}", fmt::join(option.choices, " "))));
            else if (!option.value.empty())
                text += " -r";
            text += "\n";
        }
        if (takes_game(command))
            text += fmt::format("complete -c bouton -n {} -a \"(bouton games 2>/dev/null | string split -f1 ' ')\"\n",
                                here);
    }
    return text;
}

}  // namespace

std::string manual(const ProgramText& program, Manual kind) {
    switch (kind) {
        case Manual::man: return man(program);
        case Manual::bash: return bash(program);
        case Manual::zsh: return zsh(program);
        case Manual::fish: return fish(program);
    }
    return "";
}

}  // namespace bouton::app
