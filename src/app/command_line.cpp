// The commands, their options and what --help says of them.
// Long: one declaration after the other, from which the help, the manual page and completion are made.
#include "app/command_line.hpp"

#include "app/manual.hpp"
#include "engines/choose.hpp"
#include "lang/document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iostream>

namespace bouton::app {

namespace {

/// CLI11 takes -3 for an option; as (-3) it reaches the check that explains what is wrong with it.
std::vector<std::string> words_of(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    for (std::string& word : words)
        if (word.size() > 1 && word[0] == '-' && std::isdigit(static_cast<unsigned char>(word[1])))
            word = "(" + word + ")";
    return words;
}

/// CLI11's own ranges let nan through.
std::string wrong_seconds(const std::string& text) {
    double seconds = 0;
    const bool number = CLI::detail::lexical_cast(text, seconds);
    if (number && std::isfinite(seconds) && seconds >= 0 && seconds <= 1e9) return {};
    return "write a number of seconds such as 60 or 0.5, not " + text;
}

}  // namespace

class CommandLine::Words {
  public:
    Words() {
        cli_.require_subcommand(1);
        cli_.set_version_flag("--version", std::string("bouton ") + BOUTON_VERSION);
        cli_.failure_message(
            [](const CLI::App*, const CLI::Error& error) { return "error: " + wrong_words(error) + "\n"; });
        add_value();
        add_moves();
        add_play();
        add_table();
        add_shape();
        add_check();
        add_prove();
        add_recheck();
        add_period();
        add_misere();
        add_josephus();
        add_compare();
        add_study();
        add_discover();
        add_atlas();
        add_games();
        add_identify();
        add_manual();
    }

    /// The exit code, if there is nothing to run.
    std::optional<int> parse(int argc, char** argv, const std::function<void(const std::string&)>& complain) {
        auto arguments = words_of(argc, argv);
        if (!arguments.empty() && !arguments[0].starts_with("-") &&
            cli_.get_subcommands([&](CLI::App* known) { return known->get_name() == arguments[0]; }).empty()) {
            std::vector<std::string> known;
            for (const auto& [command, work] : commands_) known.push_back(command->get_name());
            complain(unknown_command(arguments[0], lang::nearest(arguments[0], known)));
            return 2;
        }
        std::reverse(arguments.begin(), arguments.end());
        try {
            cli_.parse(arguments);
        } catch (const CLI::ParseError& error) {
            if (error.get_exit_code() == 0) return cli_.exit(error);  // --help, --version
            complain(wrong_words(error));
            return 2;
        }
        return std::nullopt;
    }

    int run(const Watch& watch) const {
        for (const auto& [command, work] : commands_)
            if (*command) return work(watch);
        return 2;
    }

    Settings settings;

  private:
    using Work = std::function<int(const Watch&)>;

    static std::string unknown_command(const std::string& word, const std::string& nearest) {
        return fmt::format("there is no command {}{}; bouton --help lists them", word,
                           nearest.empty() ? "" : " (did you mean " + nearest + "?)");
    }

    static std::string wrong_words(const CLI::Error& error) {
        return std::string(error.what()) + " (see bouton --help)";
    }

    /// A command, with the options that all of them have.
    CLI::App* common(CLI::App* command, Work work) {
        commands_.emplace_back(command, std::move(work));
        command->add_flag("--json", settings.json, "print JSON instead of text");
        command
            ->add_option("--memory", settings.memory_mib,
                         "memory limit in MiB (default: three quarters of the machine, or what is free)")
            ->type_name("MIB")
            ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
        command->add_option("--time", settings.seconds, "time limit in seconds (default: none)")
            ->type_name("SECONDS")
            ->check(wrong_seconds);
        command->add_option("--threads", settings.threads, "number of threads (default: all cores)")
            ->type_name("N")
            ->check(CLI::Range(0, 1024));
        return command;
    }

    void game(CLI::App* command, const char* rest) {
        command->add_option("GAME", words_.game, "a game's name, FILE.bouton or FILE.bouton#NAME")->required();
        command->add_option(rest, words_.words,
                            "arguments such as k=3 moves=2,5 f='floor(x/2)', and the position's coordinates");
        command->add_option("--what", words_.what, "grundy (default), outcome or remoteness")
            ->check(CLI::IsMember({"grundy", "outcome", "remoteness"}));
        command
            ->add_option("--engine", words_.engine, fmt::format("auto (default), {}", fmt::join(engine_names(), ", ")))
            ->type_name("NAME");
    }

    void add_value() {
        auto* command = common(cli_.add_subcommand("value", "the value of a position"),
                               [this](const Watch& watch) { return app::value(settings, words_, watch); });
        game(command, "WORDS");
        command->add_flag("--explain", words_.explain, "say also on what ground the value stands");
        command->add_flag("--prove", words_.prove,
                          "prove the claims that the answer rests on, if that was not done before");
        command->footer(
            "Examples:\n  bouton value maximum-nim k=3 29\n  bouton value nim 3 5 7\n  bouton value subtraction "
            "moves=2,5 "
            "100 --what outcome\n"
            "  bouton value podium-nim players=4 3 2 1\n  printf '1 2\\n3 5\\n' | bouton value wythoff -");
    }

    void add_moves() {
        auto* command = common(cli_.add_subcommand("moves", "the legal moves of a position, with their values"),
                               [this](const Watch& watch) { return app::moves(settings, words_, watch); });
        game(command, "WORDS");
        command->footer(
            "Examples:\n  bouton moves josephus-nim 10 3\n  bouton moves kayles 5\n  bouton moves podium-nim players=3 "
            "2 1 "
            "1 --json");
    }

    void add_play() {
        auto* command = common(cli_.add_subcommand("play", "a game against a perfect player"),
                               [this](const Watch& watch) { return app::play(settings, words_, human_, watch); });
        game(command, "WORDS");
        command->add_option("--human", human_, "which players are human: 1 (default), 2, 1,3, all or none")
            ->type_name("LIST");
        command->footer(
            "Examples:\n  bouton play nim\n  bouton play nim 3 4 5\n  bouton play kayles 7 --human 2\n  bouton play "
            "podium-nim players=3 "
            "3 2 "
            "1\n  "
            "bouton play 'nim 3 5 + kayles 6'\n"
            "A move is the new position (2 4 5), or: take 1 from a1. win, where, hint, undo, moves and quit are "
            "understood too.");
    }

    void add_table() {
        auto* command =
            common(cli_.add_subcommand("table", "the values of all positions up to a bound"),
                   [this](const Watch& watch) { return app::table(settings, words_, table_words_, watch); });
        game(command, "WORDS");
        command->add_option("--to", table_words_.to, "the largest coordinates, one for each that runs: A,B,...")
            ->required()
            ->type_name("A[,B...]");
        command->add_option("--from", table_words_.from, "the smallest coordinates that are shown (default: 0)")
            ->type_name("A[,B...]");
        command
            ->add_option("--slice", table_words_.slice,
                         "fix coordinates, by name or number; --to and --from are about the others")
            ->join(',')
            ->type_name("NAME=N[,...]");
        command
            ->add_option(
                "--out", table_words_.out,
                "write to FILE.txt, .csv, .json, .tex (LaTeX), .b.txt (OEIS), .svg, .png, .pdf (pictures) or .npy "
                "(NumPy; may be larger than memory, and the same command goes on after an interruption)")
            ->type_name("FILE");
        command
            ->add_option("--families", table_words_.families,
                         "draw the P-positions, with the families of this claim over them")
            ->type_name("CLAIM");
        command->footer(
            "Examples:\n  bouton table josephus-nim --to 10,6\n  bouton table maximum-nim f='floor(sqrt(x))' --to 30\n "
            " "
            "bouton table wythoff --to 50,50 --out wythoff.csv\n  bouton table "
            "nim-with-pass --slice pass=1 --to 9,9 --out pass.tex\n  bouton table wythoff --to 60,60 --out "
            "wythoff.svg\n  bouton table wythoff --to 20000,20000 --out "
            "wythoff.npy");
    }

    void add_shape() {
        auto* command =
            common(cli_.add_subcommand("shape", "what kind of moves a game has, and the engine that suits them"),
                   [this](const Watch& watch) { return app::shape(settings, words_, watch); });
        game(command, "WORDS");
        command->footer(
            "Examples:\n  bouton shape wythoff\n  bouton shape subtraction moves=2,5\n  bouton shape moore k=2 9 9 9\n"
            "Games with any number of piles need a position, so that there is a number of them.");
    }

    void add_check() {
        auto* command =
            common(cli_.add_subcommand("check", "every claim of the files against the rules, up to a bound"),
                   [this](const Watch& watch) { return app::check(settings, files_, to_, watch); });
        command->add_option("FILE", files_, ".bouton files, or names of papers and games")->required();
        command->add_option("--to", to_, "replaces the general bound of the claims")->type_name("N");
        command->footer(
            "Examples:\n  bouton check papers/*.bouton\n  bouton check wythoff --to 50\n  bouton check mine.bouton "
            "--json\n"
            "Exit code 1 if a claim is not as the file expects.");
    }

    void add_prove() {
        auto* command = common(
            cli_.add_subcommand("prove", "every claim of the files, for all positions"),
            [this](const Watch& watch) { return app::prove(settings, files_, certificates_, formal_, only_, watch); });
        command->add_option("FILE", files_, ".bouton files, or names of papers and games")->required();
        command
            ->add_option("--certificates", certificates_,
                         "write a folder for each proof, to be re-checked by: bouton recheck DIR")
            ->type_name("DIR");
        command
            ->add_option(
                "--formal", formal_,
                "write a Coq development for each proof that has one, and have coqc check it (Debian's package coq)")
            ->type_name("DIR");
        command->add_option("--only", only_, "only claims whose name holds this text")->type_name("TEXT");
        command->footer(
            "Examples:\n  bouton prove papers/*.bouton --certificates proofs\n  bouton prove nim wythoff\n  bouton "
            "prove "
            "dynamic-nim "
            "--only 'theorem 3.1'\n  bouton prove kayles --formal coq\n"
            "formal: proved, and Coq's kernel accepts a proof of it. proved: for all positions, with a certificate. "
            "refuted: with a counterexample. open: what was tried.\n"
            "Exit code 1 if a claim is not as the file expects; open claims count as neither.");
    }

    void add_recheck() {
        auto* command =
            common(cli_.add_subcommand("recheck", "certificates once more, from their own texts"),
                   [this](const Watch& watch) { return app::recheck(settings, files_, !one_solver_, watch); });
        command
            ->add_option(
                "FILE DIR", files_,
                "a folder with certificates, as prove --certificates wrote it; before it, if you like, the file "
                "that they must be about")
            ->required()
            ->expected(1, 2);
        command->add_flag("--one-solver", one_solver_,
                          "do not ask cvc5 for a second opinion on what the trees of cases refute");
        command->footer(
            "Examples:\n  bouton recheck proofs\n  bouton recheck papers/dynamic-nim.bouton proofs\n  bouton recheck "
            "proofs/dynamic-nim --json\nExit code 1 if a certificate "
            "is bad.");
    }

    void add_period() {
        auto* command = common(cli_.add_subcommand("period", "preperiod and period of a one-heap game, with a proof"),
                               [this](const Watch& watch) { return app::period(settings, words_, to_, watch); });
        game(command, "WORDS");
        command->add_option("--to", to_, "how far heaps are searched (default: 1000000; where heaps split 50000)")
            ->type_name("N");
        command->footer(
            "Examples:\n  bouton period subtraction moves=2,5\n  bouton period kayles\n  bouton period bachet k=3 "
            "--json\n"
            "Nim-values and outcomes separately; a period is given only with a proof that it goes on for ever.");
    }

    void add_misere() {
        auto* command =
            common(cli_.add_subcommand("misere", "misere quotient of the heaps up to a bound, with a proof"),
                   [this](const Watch& watch) { return app::misere(settings, words_, misere_words_, watch); });
        command->add_option("GAME", words_.game, "a game's name, FILE.bouton or FILE.bouton#NAME")->required();
        command->add_option("WORDS", words_.words, "arguments such as k=3 moves=2,5 code=0.123");
        command->add_option("--to", misere_words_.to, "the largest heap")->required()->type_name("N");
        command
            ->add_option("--sum", misere_words_.sum,
                         "the outcome of a sum of such heaps: 3,5 or 3,12:1000 (a thousand heaps of 12)")
            ->type_name("HEAPS");
        command->add_flag("--genus", misere_words_.genus, "genus sequences too, and whether the game is tame so far");
        command->footer(
            "Examples:\n  bouton misere kayles --to 9\n  bouton misere octal code=0.123 --to 8 --genus\n  bouton "
            "misere kayles "
            "--to 9 --sum 3,8:1000\nWho makes the last move loses, whatever the file says.");
    }

    void add_josephus() {
        auto* command = common(cli_.add_subcommand("josephus", "the circle of N seats where every K-th is removed"),
                               [this](const Watch& watch) { return app::josephus(settings, josephus_, watch); });
        command->add_option("N", josephus_.n, "number of seats")->required();
        command->add_option("K", josephus_.k, "every K-th seat is removed")->required();
        auto* which = command->add_option_group("which");
        which->add_flag("--survivor", josephus_.survivor, "the seat that is left (default)");
        which->add_option("--rank", josephus_.rank, "as which one this seat is removed")->type_name("SEAT");
        which->add_option("--seat", josephus_.seat, "the seat that is removed I-th")->type_name("I");
        which->add_flag("--order", josephus_.order, "all seats in the order of removal");
        which->require_option(0, 1);
        command->footer(
            "Examples:\n  bouton josephus 41 3\n  bouton josephus 10 3 --order\n  bouton josephus 10^18 7 --survivor");
        command->add_option("--out", josephus_.out, "draw the circle: FILE.svg, .png or .pdf")->type_name("FILE");
    }

    void add_compare() {
        auto* command = common(cli_.add_subcommand("compare", "two games, or a game and a formula, on a box"),
                               [this](const Watch& watch) {
                                   return app::compare(settings, first_, second_, words_.what, table_words_, watch);
                               });
        command->add_option("FIRST", first_, "a game with its arguments, in quotes: 'k-wythoff k=2'")->required();
        command->add_option("SECOND", second_, "another, or a formula in the coordinates: 'xor(x, y)'")->required();
        command->add_option("--what", words_.what, "grundy (default) or outcome")
            ->check(CLI::IsMember({"grundy", "outcome"}));
        command->add_option("--to", table_words_.to, "the largest coordinates: A,B,...")
            ->required()
            ->type_name("A[,B...]");
        command->add_option("--from", table_words_.from, "the smallest coordinates (default: 0)")
            ->type_name("A[,B...]");
        command->add_option("--slice", table_words_.slice, "fix coordinates, as for table")
            ->join(',')
            ->type_name("NAME=N[,...]");
        command->add_option("--out", table_words_.out, "draw where they differ: FILE.svg, .png or .pdf")
            ->type_name("FILE");
        command->footer(
            "Examples:\n  bouton compare 'k-wythoff k=1' wythoff --to 50,50\n  bouton compare wythoff 'xor(x, y)' --to "
            "30,30 "
            "--out difference.svg\n  bouton compare 'bachet k=3' 'x mod 4' --to 1000\n"
            "Exit code 1 if they differ.");
    }

    void add_study() {
        auto* command = common(
            cli_.add_subcommand(
                "study",
                "everything about a game or a file: values, pictures, periods, claims, as a page to send around"),
            [this](const Watch& watch) { return app::study(settings, words_, study_words_, watch); });
        command->add_option("SPEC", words_.game, "a game, a paper's name or FILE.bouton")->required();
        command->add_option("WORDS", words_.words, "arguments such as k=3, for a game");
        command->add_option("--out", study_words_.out, "the folder for page and pictures (default: NAME-study)")
            ->type_name("DIR");
        command->add_flag("--formal", study_words_.formal, "Coq developments of the proofs too, checked by coqc");
        command->add_flag("--thorough", study_words_.thorough, "search for proofs as long as `prove` does (minutes)");
        command->footer(
            "Examples:\n  bouton study wythoff\n  bouton study papers/dynamic-nim.bouton --out report\n  bouton study "
            "maximum-nim k=4\n"
            "What is proved does not depend on the clock, unless --time is given. Exit code 1 if a claim is not as the "
            "file expects.");
    }

    void add_discover() {
        auto* command =
            common(cli_.add_subcommand("discover", "laws of a game, from its rules alone, checked and proved"),
                   [this](const Watch& watch) { return app::discover(settings, words_, discover_words_, watch); });
        command->add_option("GAME", words_.game, "a game's name, FILE.bouton or FILE.bouton#NAME")->required();
        command->add_option("WORDS", words_.words, "arguments such as k=3 moves=2,5 f='floor(x/2)'");
        command->add_option("--what", discover_words_.what, "values (default) or outcomes")
            ->check(CLI::IsMember({"values", "outcomes"}));
        command->add_option("--piles", discover_words_.piles, "the number of piles (default: 3, 2 and 1 in turn)")
            ->type_name("N")
            ->check(CLI::Range(1, 6));
        command
            ->add_option("--out", discover_words_.out,
                         "write rules and laws to FILE.bouton, for check, prove and study")
            ->type_name("FILE");
        command
            ->add_option("--like", discover_words_.like,
                         "only laws of this shape, with a ? for each term to be found: 'grundy(x, y) = ? + xor(?, ?)'")
            ->type_name("SHAPE");
        command
            ->add_option("--formal", discover_words_.formal,
                         "write a Coq development for each law that is proved; with coqc installed it is compiled")
            ->type_name("DIR");
        command->footer(
            "Examples:\n  bouton discover maximum-nim k=2\n  bouton discover josephus-nim --what outcomes\n  bouton "
            "discover nim --piles 2 --out laws.bouton\n"
            "Without --time it takes a minute at most. Exit code 1 if no law was found.");
    }

    void add_atlas() {
        auto* command =
            common(cli_.add_subcommand("atlas", "whole families of games: the periods of all of them, in one file"),
                   [this](const Watch& watch) { return app::atlas(settings, atlas_words_, watch); });
        command
            ->add_option("WORDS", atlas_words_.words,
                         "GAME and arguments such as moves='{a,b,c}' or code='0.{a}{b}'; or query, recheck, picture "
                         "and FILE.sqlite")
            ->required();
        command->add_option("--for", atlas_words_.ranges, "the variables and their ranges: '1 <= a < b < c <= 64'")
            ->type_name("RANGES");
        command->add_option("--out", atlas_words_.out, "FILE.sqlite; query: FILE.csv; picture: FILE.svg, .png or .pdf")
            ->type_name("FILE");
        command->add_option("--size", atlas_words_.size, "elements of a set S of --for 'S subset {1..20}': 3, or 1..3")
            ->type_name("N[..N]");
        command
            ->add_option("--discover", atlas_words_.discover,
                         "before it begins: discover looks at so many members, and its formulas are added to the laws")
            ->type_name("N");
        command
            ->add_option("--law", atlas_words_.laws,
                         "a condition such as 'period = a + b', or a formula 'grundy(x) = x mod (a + 1)'; may be given "
                         "several times, the first that fits counts")
            ->type_name("LAW")
            ->take_all();
        command
            ->add_option("--to", atlas_words_.to,
                         "the last heap that is looked at (default: 1000000; where heaps split 65536)")
            ->type_name("N");
        command->add_flag("--no-symmetry", atlas_words_.no_symmetry,
                          "no equalities are used: sets of multiples of a number, codes that are cousins");
        command->add_flag("--large", atlas_words_.large, "also if it takes hours or gigabytes");
        command->add_option("--on", atlas_words_.on, "cpu (default); there is no gpu engine yet")
            ->check(CLI::IsMember({"cpu", "gpu"}));
        command->add_option("--rows", atlas_words_.rows, "query: at most so many rows (longest, preperiods, equal: 10)")
            ->type_name("N");
        command->add_option("--sample", atlas_words_.sample, "recheck: members at random (default: 1000)")
            ->type_name("N");
        command->add_option("--seed", atlas_words_.seed, "recheck: another choice of them")->type_name("N");
        command
            ->add_option("--slice", atlas_words_.slice,
                         "picture: fix variables until two are left: c=64; several maps: c=16,c=32,c=64")
            ->join(',')
            ->type_name("NAME=N[,...]");
        command->add_option("--show", atlas_words_.show, "picture: what colours say")
            ->check(
                CLI::IsMember({"law", "period", "preperiod", "outcome-period", "outcome-preperiod", "largest-value"}));
        command->footer(
            "Examples:\n  bouton atlas subtraction moves='{a,b,c}' --for '1 <= a < b < c <= 64' --out three.sqlite\n  "
            "bouton atlas "
            "octal code='0.{a}{b}' --for '0 <= a <= 7, 0 <= b <= 7 if a + b > 0' --out octal.sqlite\n  bouton atlas "
            "query "
            "three.sqlite "
            "longest\n  bouton atlas query three.sqlite exceptions --law 'c = a + b or period in {a+b, a+c, b+c}'\n  "
            "bouton atlas "
            "recheck three.sqlite\n  bouton atlas picture three.sqlite --show preperiod --slice c=64 --out "
            "three.svg\nQuestions of query: " +
            atlas_questions() + ". A run that was stopped goes on when the same command is given again.");
    }

    void add_games() {
        auto* command = common(cli_.add_subcommand("games", "what there is, one line each"),
                               [this](const Watch&) { return app::games(settings, search_); });
        command
            ->add_option("--search", search_,
                         "only games that have all these words in their name, family, description or source")
            ->type_name("WORDS");
        command->footer("Examples:\n  bouton games\n  bouton games --search wythoff\n  bouton games --json");
    }

    void add_identify() {
        auto* command =
            common(cli_.add_subcommand("identify", "which games of the library have these values"),
                   [this](const Watch& watch) { return app::identify(settings, files_, words_.what, watch); });
        command
            ->add_option(
                "GAME|SEQUENCE", files_,
                "values such as '0 1 2 3 1 4 3 2', or a game with its arguments; a sequence that grows is also "
                "tried as P-positions")
            ->required();
        command->add_option("--what", words_.what, "grundy (default) or outcome: what the values are")
            ->check(CLI::IsMember({"grundy", "outcome"}));
        command->footer(
            "Examples:\n  bouton identify '0 1 2 3 1 4 3 2 1 4 2 6'\n  bouton identify '0 2 5 7 10 12 15 17 20 22 34 "
            "39'\n"
            "  bouton identify dawsons-chess\n  bouton identify ryuo-nim p=3\n"
            "The games are tried with small arguments, along rows and diagonals, and shifted. At least 8 values are "
            "needed; agreement on "
            "them is no proof.\nWithout --time it takes two minutes at most. Exit code 1 if none was found.");
    }

    void add_manual() {
        auto* command = cli_.add_subcommand("manual", "the manual page, or the completion for a shell");
        commands_.emplace_back(command, [this](const Watch&) {
            using Pair = std::pair<std::string, Manual>;
            for (const auto& [name, kind] : {Pair{"man", Manual::man}, Pair{"bash", Manual::bash},
                                             Pair{"zsh", Manual::zsh}, Pair{"fish", Manual::fish}})
                if (manual_ == name) std::cout << manual(described(), kind);
            return 0;
        });
        command->add_option("KIND", manual_, "man, bash, zsh or fish")
            ->required()
            ->check(CLI::IsMember({"man", "bash", "zsh", "fish"}));
        command->footer(
            "Examples:\n  bouton manual man > bouton.1\n  bouton manual bash > "
            "~/.local/share/bash-completion/completions/bouton");
    }

    /// CLI11 tells of IsMember in the type only: TEXT:{grundy,outcome}
    static std::vector<std::string> choices_of(const CLI::Option& option) {
        const std::string type = option.get_type_name();
        const std::size_t open = type.find(":{");
        if (open == std::string::npos || type.back() != '}') return {};
        return CLI::detail::split(type.substr(open + 2, type.size() - open - 3), ',');
    }

    ProgramText described() const {
        ProgramText program{BOUTON_VERSION, cli_.get_description(), {}};
        for (const CLI::App* command : cli_.get_subcommands(nullptr)) {
            CommandText text{command->get_name(), command->get_description(), {}, command->get_footer()};
            for (const CLI::Option* option : command->get_options()) {
                const std::string type = option->get_type_name();
                const bool has_value = option->get_items_expected_max() > 0;
                text.options.push_back({option->get_name(!option->get_positional(), true),
                                        has_value ? type.substr(0, type.find(':')) : "", option->get_description(),
                                        choices_of(*option), option->get_positional()});
            }
            program.commands.push_back(std::move(text));
        }
        return program;
    }

    CLI::App cli_{"Bouton: from the rules of a Nim-like game to its values and theorems.", "bouton"};
    std::vector<std::pair<CLI::App*, Work>> commands_;
    // What is typed after a command; each uses a few of these.
    GameWords words_;
    JosephusWords josephus_;
    std::vector<std::string> files_, search_;
    MisereWords misere_words_;
    TableWords table_words_;
    std::string to_, manual_, human_ = "1", certificates_, formal_, only_, first_, second_;
    StudyWords study_words_;
    DiscoverWords discover_words_;
    AtlasWords atlas_words_;
    bool one_solver_ = false;
};

CommandLine::CommandLine(const std::string& home) : words_(std::make_unique<Words>()) { words_->settings.home = home; }
CommandLine::~CommandLine() = default;

std::optional<int> CommandLine::parse(int argc, char** argv, const std::function<void(const std::string&)>& complain) {
    return words_->parse(argc, argv, complain);
}

const Settings& CommandLine::settings() const { return words_->settings; }
int CommandLine::run(const Watch& watch) const { return words_->run(watch); }

}  // namespace bouton::app
