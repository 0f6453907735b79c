// What could stand at a place of a text that need not be finished: key words of the language by what the line begins with, functions, and the
// names that the text itself and the library have. The text is looked at word by word, since it can hardly be parsed while it is typed.
#include "state.hpp"

#include "lang/operators.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace bouton::web {

namespace {

struct Word {
    std::string text;
    std::size_t begin = 0;
    std::size_t line = 1;
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'; }

/// Words with their places; comments and quoted texts are left out. A minus counts as part of a word only inside one, as in maximum-nim.
std::vector<Word> words_of(const std::string& text) {
    std::vector<Word> words;
    std::size_t line = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') ++line;
        if (text[i] == '#') {
            while (i + 1 < text.size() && text[i + 1] != '\n') ++i;
        } else if (text[i] == '"') {
            for (++i; i < text.size() && text[i] != '"'; ++i) {
                if (text[i] == '\\') ++i;
                if (i < text.size() && text[i] == '\n') ++line;
            }
        } else if (std::isalpha(static_cast<unsigned char>(text[i])) || text[i] == '_') {
            const std::size_t begin = i;
            while (i + 1 < text.size() && is_word(text[i + 1])) ++i;
            words.push_back({text.substr(begin, i + 1 - begin), begin, line});
        }
    }
    return words;
}

/// The byte at a line and a column of UTF-16 units, both from 1.
std::size_t byte_at(const std::string& text, std::size_t line, std::size_t column) {
    std::size_t i = 0;
    for (std::size_t l = 1; l < line && i < text.size(); ++i)
        if (text[i] == '\n') ++l;
    for (std::size_t units = 1; i < text.size() && text[i] != '\n'; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xc0) == 0x80) continue;
        if (units >= column) break;
        units += byte >= 0xf0 ? 2 : 1;
    }
    return i;
}

struct KeyWord {
    const char* text;
    const char* detail;
    char where;  // t: at the start of a line; g: the same, inside a game; i: inside a line
};
constexpr std::array<KeyWord, 48> kWords{{
    {"game", "game NAME (x, y)", 't'},
    {"paper", "paper \"title\"", 't'},
    {"import", "a game of the library", 't'},
    {"set", "set NAME(s) = { ... }", 't'},
    {"function", "function NAME(x) = ...", 't'},
    {"theorem", "theorem \"name\" for ...: ...", 't'},
    {"lemma", "lemma \"name\": ...", 't'},
    {"claim", "claim \"name\": ...", 't'},
    {"proposition", "proposition \"name\": ...", 't'},
    {"corollary", "corollary \"name\": ...", 't'},
    {"conjecture", "conjecture \"name\": ...", 't'},
    {"example", "example \"name\": ...", 't'},
    {"remark", "remark \"name\": ...", 't'},
    {"about", "about \"the rules in words\"", 'g'},
    {"source", "source \"where it is from\"", 'g'},
    {"parameter", "parameter k = 3", 'g'},
    {"let", "let half = floor(x/2)", 'g'},
    {"move", "move (x - t) for 1 <= t <= x", 'g'},
    {"players", "players 3", 'g'},
    {"misere", "who cannot move wins", 'g'},
    {"measure", "what falls with every move", 'g'},
    {"for", "for 1 <= t <= x", 'i'},
    {"if", "a condition", 'i'},
    {"where", "which tuples are positions", 'i'},
    {"in", "member of", 'i'},
    {"and", "both", 'i'},
    {"or", "one of them, or both", 'i'},
    {"not", "not", 'i'},
    {"implies", "implies", 'i'},
    {"iff", "if and only if", 'i'},
    {"then", "if ... then ... else ...", 'i'},
    {"else", "if ... then ... else ...", 'i'},
    {"mod", "remainder", 'i'},
    {"grundy", "the value of a position", 'i'},
    {"outcome", "P or N", 'i'},
    {"piles", "with 3 piles; in up to k piles", 'i'},
    {"subset", "contained in", 'i'},
    {"forall", "forall x in ...: ...", 'i'},
    {"exists", "exists x in ...: ...", 'i'},
    {"to", "how far it is checked", 'i'},
    {"expect", "expect refuted at x = 1", 'i'},
    {"assuming", "of the rule function", 'i'},
    {"using", "claims that a proof may use", 'i'},
    {"repeats", "grundy repeats 0 1 2", 'i'},
    {"starts", "grundy starts 0 1 2", 'i'},
    {"has", "grundy has period 12", 'i'},
    {"note", "note \"...\"", 'i'},
    {"options", "after one move", 'i'},
}};

/// Candidates, each once, that begin with what is typed.
class Candidates {
  public:
    explicit Candidates(std::string begun) : begun_(std::move(begun)) {}
    void add(const std::string& label, const char* kind, const std::string& detail) {
        if (label == begun_ || !label.starts_with(begun_) || !seen_.insert(label).second) return;
        options_.push_back({{"label", label}, {"kind", kind}, {"detail", detail}});
    }
    Json take() { return std::move(options_); }

  private:
    std::string begun_;
    std::set<std::string> seen_;
    Json options_ = Json::array();
};

/// Names that the text declares: games, parameters, coordinates, definitions.
void add_declared(const std::string& text, const std::vector<Word>& words, std::size_t before, Candidates& candidates) {
    std::string game;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const Word &word = words[i], &next = words[i + 1];
        if (next.begin >= before || next.line != word.line) continue;
        if (word.text == "parameter") candidates.add(next.text, "parameter", "parameter of " + game);
        if (word.text == "let") candidates.add(next.text, "definition", "let");
        if (word.text == "set" || word.text == "function") candidates.add(next.text, "definition", word.text);
        if (word.text != "game") continue;
        game = next.text;
        candidates.add(game, "game", "game of this text");
        const std::size_t open = text.find('(', next.begin), close = text.find(')', next.begin),
                          end = text.find('\n', next.begin);
        if (open > close || close > end) continue;
        for (std::size_t j = i + 2; j < words.size() && words[j].begin < close; ++j)
            candidates.add(words[j].text, "coordinate", "coordinate of " + game);
    }
}

}  // namespace

Json complete(State& state, const Json& ask) {
    (void)state;
    const std::string text = text_in(ask, "text");
    const auto line = static_cast<std::size_t>(std::max<std::int64_t>(1, number_in(ask, "line", 1)));
    const std::int64_t column = std::max<std::int64_t>(1, number_in(ask, "column", 1));
    const std::size_t end = byte_at(text, line, static_cast<std::size_t>(column));
    std::size_t begin = end;
    while (begin > 0 && is_word(text[begin - 1])) --begin;
    while (begin < end && !std::isalpha(static_cast<unsigned char>(text[begin])) && text[begin] != '_') ++begin;
    std::size_t line_begin = begin;
    while (line_begin > 0 && text[line_begin - 1] != '\n') --line_begin;
    const std::string before = text.substr(line_begin, begin - line_begin);
    const bool first = before.find_first_not_of(" \t") == std::string::npos;
    const std::vector<Word> words = words_of(text);
    std::string last;  // the word before, in this line
    for (const Word& word : words)
        if (word.begin >= line_begin && word.begin < begin) last = word.text;
    Candidates candidates(text.substr(begin, end - begin));
    const auto games_of_library = [&] {
        for (std::size_t i = 0; i < library_text_count; ++i) {
            const std::string file = library_texts[i].text;
            for (const Word& word : words_of(file)) {
                if (word.text != "game" || (word.begin > 0 && file[word.begin - 1] != '\n')) continue;
                const std::size_t from = file.find_first_not_of(' ', word.begin + 4);
                std::size_t to = from;
                while (to < file.size() && is_word(file[to])) ++to;
                candidates.add(file.substr(from, to - from), "game", library_texts[i].path);
            }
        }
    };
    if (last == "import" || (last == "in" && before.find('"') != std::string::npos)) {
        if (last == "in") add_declared(text, words, text.size(), candidates);
        games_of_library();
    } else if (first) {
        for (const KeyWord& word : kWords)
            if (word.where == (before.empty() ? 't' : 'g')) candidates.add(word.text, "word", word.detail);
        for (const KeyWord& word : kWords)
            if (word.where != 'i') candidates.add(word.text, "word", word.detail);
    } else {
        add_declared(text, words, begin, candidates);
        for (const std::string& function : function_names()) candidates.add(function, "function", function + "(...)");
        for (const char* function : {"floor", "sum", "count"})
            candidates.add(function, "function", std::string(function) + "(...)");
        for (const KeyWord& word : kWords)
            if (word.where == 'i') candidates.add(word.text, "word", word.detail);
    }
    return {{"from", column - static_cast<std::int64_t>(end - begin)}, {"options", candidates.take()}};
}

}  // namespace bouton::web
