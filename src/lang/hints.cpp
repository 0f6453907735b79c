#include "lang/hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace bouton::lang {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// The text around the place where the reader was stuck.
class Around {
  public:
    Around(std::string_view text, std::size_t byte) : text_(text), byte_(std::min(byte, text.size())) {}

    bool at(std::string_view sign) const { return text_.substr(byte_).starts_with(sign); }
    /// Here, or begun one character earlier, as in &&.
    bool near(std::string_view sign) const {
        return at(sign) || (byte_ > 0 && text_.substr(byte_ - 1).starts_with(sign));
    }
    bool at_word(std::string_view word) const { return at(word) && !is_letter(char_at(byte_ + word.size())); }
    char next(std::size_t n = 0) const { return char_at(byte_ + n); }
    char before() const { return byte_ > 0 ? text_[byte_ - 1] : ' '; }

    /// The words before this place in the same declaration or line of a game, the last one first: at most `n`.
    std::string_view word_before(std::size_t n) const {
        std::size_t end = byte_;
        for (;; --n) {
            while (end > 0 && !is_letter(text_[end - 1]) && !is_digit(text_[end - 1])) --end;
            std::size_t begin = end;
            while (begin > 0 && (is_letter(text_[begin - 1]) || is_digit(text_[begin - 1]))) --begin;
            if (n == 0 || begin == end) return text_.substr(begin, end - begin);
            end = begin;
        }
    }

    /// The line up to this place holds the word.
    bool line_has(std::string_view word) const {
        const std::size_t begin = byte_ == 0 ? std::string_view::npos : text_.rfind('\n', byte_ - 1);
        const std::size_t from = begin == std::string_view::npos ? 0 : begin + 1;
        return text_.substr(from, byte_ - from).find(word) != std::string_view::npos;
    }

    /// A name of letters, digits and - around this place, from its beginning; empty: none.
    std::string name_with_hyphen() const {
        const auto part = [](char c) { return is_letter(c) || is_digit(c) || c == '-'; };
        std::size_t begin = byte_, end = byte_;
        while (begin > 0 && part(text_[begin - 1])) --begin;
        while (end < text_.size() && part(text_[end])) ++end;
        return std::string(text_.substr(begin, end - begin));
    }

  private:
    char char_at(std::size_t i) const { return i < text_.size() ? text_[i] : ' '; }
    std::string_view text_;
    std::size_t byte_;
};

std::string with_underscores(std::string name) {
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

/// Signs of other languages.
std::string foreign_sign(const Around& here) {
    if (here.near("==")) return " (equality is written =)";
    if (here.near("%")) return " (the remainder is written a mod b)";
    if (here.near("&&")) return " (write and)";
    if (here.near("||")) return " (write or)";
    if (here.near("<>")) return " (write !=)";
    if (here.near("->") || here.near("=>")) return " (write implies)";
    return "";
}

/// Names: of games lower case words joined by -, of all else letters, digits and _.
std::string about_name(const Around& here, std::string_view expected) {
    const std::string name = here.name_with_hyphen();
    if (here.at("-") && !is_space(here.before()) && expected.starts_with("the coordinates"))
        return fmt::format(" (a word in a game's name begins with a letter: not {})", name);
    if (here.at("-") && !is_space(here.before()) && !is_space(here.next(1)) &&
        (expected == "'='" || expected.starts_with("the arguments") || expected.starts_with("a declaration")))
        return fmt::format(" (only games have names with -; write {})", with_underscores(name));
    if (expected.starts_with("a game's name") && std::isupper(static_cast<unsigned char>(here.next())))
        return " (the name of a game has no capital letters)";
    const bool a_name = expected == "a name" || expected == "the parameter's name" ||
                        expected == "a coordinate's name" || expected.starts_with("a game's name");
    if (a_name && is_digit(here.next())) return " (a name begins with a letter)";
    return "";
}

/// Words that belong elsewhere.
std::string misplaced_word(const Around& here, std::string_view expected) {
    if (here.at_word("for") && expected == "a statement")
        return " (`for` stands before the colon: claim \"c\" for x >= 0: ...)";
    if (here.at_word("if") && expected == "a statement") return " (`if` stands before the colon, after the `for` list)";
    if (here.at_word("in") && expected == "a statement") return " (`in GAME` stands before the colon, before `for`)";
    if ((here.at_word("and") || here.at_word("or")) && here.line_has("for "))
        return " (a `for` list has variables and their ranges, separated by commas; a condition follows after `if`)";
    if (here.at(":") && expected.starts_with("'then'")) return " (a claim's own `if` stands before its colon)";
    if (here.at("(") && expected == "'='" && here.word_before(1) == "let")
        return fmt::format(" (a let takes no arguments; a rule function does: parameter {}(...) = ...)",
                           here.word_before(0));
    return "";
}

}  // namespace

std::string hint_for(std::string_view text, std::size_t byte, std::string_view expected) {
    const Around here(text, byte);
    for (const std::string& hint : {foreign_sign(here), about_name(here, expected), misplaced_word(here, expected)})
        if (!hint.empty()) return hint;
    std::size_t digits = 0;
    while (is_digit(here.next(digits))) ++digits;
    if (digits > 0 && std::isalpha(static_cast<unsigned char>(here.next(digits))))
        return " (a product needs a sign: 2*x)";
    if (here.at("(") && (std::isalnum(static_cast<unsigned char>(here.before())) || here.before() == ')'))
        return " (a product needs a sign: 2*(x + 1))";
    return "";
}

}  // namespace bouton::lang
