// What a person reads who has mistyped a file: the first line of every kind of error of the parser, with its place. A message names what
// was expected and what was found, in words of the language, never of the program.
#include "unit/messages.hpp"
#include "lang/parse.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

TEST(Messages, Parser) {
    expect_messages({
        {"game", "2:1", "expected a game's name: lower case words joined by '-', found the end"},
        {"game Nim (x)", "1:6",
         "expected a game's name: lower case words joined by '-', found 'Nim' (the name of a game has no capital "
         "letters)"},
        {"game nim", "2:1", "expected the coordinates, as in (x, y), found the end"},
        {"game nim (x", "2:1", "expected ')' or an operator, found the end"},
        {"game nim (x,)", "1:13", "expected a coordinate's name, found ')'"},
        {"game nim (x) where", "2:1", "expected an expression, found the end"},
        {"game nim (x)\n  about", "3:1", "expected a text in quotes, as in \"Nim\", found the end"},
        {"game nim (x)\n  about \"open", "2:14", "expected the closing \" on the same line, found the byte 0x0a"},
        {"game nim (x)\n  parameter 3", "2:13",
         "expected the parameter's name, found '3' (a name begins with a letter)"},
        {"game nim (x)\n  parameter k:", "3:1", "expected 'set' or 'sets', found the end"},
        {"game nim (x)\n  parameter f(x = 3", "2:17", "expected ')' or an operator, found '='"},
        {"game nim (x)\n  let = 3", "2:7", "expected a name, found '='"},
        {"game nim (x)\n  let h 3", "2:9", "expected '=', found '3'"},
        {"game nim (x)\n  players", "3:1", "expected a number or an expression, found the end"},
        {"game nim (x)\n  measure", "3:1", "expected an expression, found the end"},
        {"game nim (x)\n  move", "3:1",
         "expected the position after the move, as in (x - t), or what changes, as in x to x - t, found the end"},
        {"game nim (x)\n  move x - 1", "2:10",
         "expected the position after the move, as in (x - t), or what changes, as in x to x - t, found '-'"},
        {"game nim (x)\n  move (x - )", "2:13", "expected a number, a name or '(', found ')'"},
        {"game nim (x)\n  move (x - t", "3:1", "expected ')' or an operator, found the end"},
        {"game nim (x)\n  move (a) +", "3:1", "expected a position, as in (x - t), found the end"},
        {"game nim (x)\n  move (x - t) for", "3:1",
         "expected a variable with its range, as in 1 <= t <= x, found the end"},
        {"game nim (x)\n  move (x - t) for 1 <= t <= x,", "3:1",
         "expected a variable with its range, as in 1 <= t <= x, found the end"},
        {"game nim (x)\n  move (x - t) for t", "3:1",
         "expected a variable with its range, as in 1 <= t <= x, found the end"},
        {"game nim (x)\n  move (x - t) for 1 <=", "3:1", "expected a number or an expression, found the end"},
        {"game nim (x)\n  move (x - t) for t >=", "3:1", "expected a number or an expression, found the end"},
        {"game nim (x)\n  move (x - t) for t =", "3:1", "expected a number or an expression, found the end"},
        {"game nim (x)\n  move (x - t) for t in", "3:1", "expected an expression or a set, found the end"},
        {"game nim (x)\n  move (x - t) for S subset", "3:1", "expected an expression or a set, found the end"},
        {"game nim (x)\n  move (x - t) for 1 <= t <= x if", "3:1", "expected an expression, found the end"},
        {"game nim (a...)\n  move (a - 1) in 2 piles", "2:19",
         "expected 'up to' or 'exactly', as in: in up to 2 piles, found '2'"},
        {"game nim (a...)\n  move (a - 1) in up 2 piles", "2:22", "expected 'to', as in: in up to 2 piles, found '2'"},
        {"game nim (a...)\n  move (a - 1) in up to 2", "3:1", "expected 'piles', found the end"},
        {"game nim (a...)\n  move (a - 1) in exactly piles", "3:1", "expected 'piles', found the end"},
        {"game nim (x)\n  move (x - 2t)", "2:13",
         "expected a number, a name or '(', found '2t' (a product needs a sign: 2*x)"},
        {"game nim (x)\n  move (x - 2(x + 1))", "2:14",
         "expected ')' or an operator, found '(' (a product needs a sign: 2*(x + 1))"},
        {"game nim (x)\n  move (x % 2)", "2:11",
         "expected ')' or an operator, found '%' (the remainder is written a mod b)"},
        {"game nim (x)\n  move (x - 1) if x == 2", "2:21",
         "expected a declaration: game, move, let, set, theorem, ... (or an operator), found '=' (equality is written "
         "=)"},
        {"game nim (x)\n  move (x - 1) if x > 2 and", "3:1", "expected a condition, found the end"},
        {"game nim (x)\n  move (x - 1) if not", "3:1", "expected a condition, found the end"},
        {"game nim (x)\n  move (x - 1) if x > 2 or", "3:1", "expected a condition, found the end"},
        {"game nim (x)\n  move (x - 1) if x > 2 iff", "3:1", "expected a condition, found the end"},
        {"game nim (x)\n  move (x - 1) if x > 2 implies", "3:1", "expected a condition, found the end"},
        {"game nim (x)\n  move (x - 1) if x >", "3:1", "expected an expression or a set, found the end"},
        {"game nim (x)\n  move (x - 1) if (x > 2", "3:1", "expected ')' or an operator, found the end"},
        {"game nim (x)\n  move (x - 1) if x in {1, 2", "3:1", "expected '}', ',' or 'for', found the end"},
        {"game nim (x)\n  move (x - 1) if x in {1, }", "2:28", "expected an element, found '}'"},
        {"game nim (x)\n  move (x - 1) if x in {1..}", "2:28", "expected a number or an expression, found '}'"},
        {"game nim (x)\n  parameter f(x) = [1, 2", "3:1", "expected ']' or ',', found the end"},
        {"game nim (x)\n  move (if x > 1 x else 2)", "2:18", "expected 'then' (or an operator), found 'x'"},
        {"game nim (x)\n  move (if x > 1 then x)", "2:24", "expected 'else' (or an operator), found ')'"},
        {"game nim (x)\n  move (x - 1) if forall t >= 1 t > 0", "2:33", "expected ':' before the statement, found 't'"},
        {"game nim (x)\n  move (x * )", "2:13", "expected a number, a name or '(', found ')'"},
        {"game nim (x)\n  move (x ^ )", "2:13", "expected a number, a name or '(', found ')'"},
        {"game nim (x)\n  move (- )", "2:11", "expected a number, a name or '(', found ')'"},
        {"set G", "2:1", "expected '=', found the end"},
        {"set 3 = {}", "1:5", "expected a name, found '3' (a name begins with a letter)"},
        {"set G = ", "2:1", "expected an expression or a set, found the end"},
        {"set G = A |", "2:1", "expected a set, found the end"},
        {"set G = A &", "2:1", "expected a number or an expression, found the end"},
        {"function f = 3", "1:12", "expected the arguments, as in (x), found '='"},
        {"function f(x) 3", "1:15", "expected '=', found '3'"},
        {"theorem: 1 = 1", "1:8", "expected a text in quotes, as in \"Nim\", found ':'"},
        {"theorem \"a\" 1 = 1", "1:13", "expected ':' before the statement, found '1'"},
        {"theorem \"a\":", "2:1", "expected a statement, found the end"},
        {"theorem \"a\" expect: 1 = 1", "1:19", "expected 'refuted', found ':'"},
        {"theorem \"a\" expect refuted at x: 1 = 1", "1:32", "expected '=', found ':'"},
        {"theorem \"a\" expect refuted at x = y: 1 = 1", "1:35", "expected a number, found 'y'"},
        {"theorem \"a\" in: 1 = 1", "1:15", "expected a game's name: lower case words joined by '-', found ':'"},
        {"theorem \"a\" in nim(k = 3: 1 = 1", "1:25", "expected ')' or an operator, found ':'"},
        {"theorem \"a\" in nim with 3: 1 = 1", "1:26", "expected 'piles', found ':'"},
        {"theorem \"a\": grundy repeats", "2:1", "expected a word, as in 0^x 1^x, found the end"},
        {"theorem \"a\": grundy starts 0^", "2:1", "expected how often, as in 0^3, 0^x or 0^(x - r), found the end"},
        {"theorem \"a\": grundy starts (0 1", "2:1", "expected ')' or an operator, found the end"},
        {"theorem \"a\": grundy has", "2:1", "expected 'period', found the end"},
        {"theorem \"a\": grundy has period", "2:1", "expected a number or an expression, found the end"},
        {"theorem \"a\": grundy has period 3 after", "2:1", "expected a number or an expression, found the end"},
        {"theorem \"a\": 1 = 1 to k", "2:1", "expected '<=', found the end"},
        {"theorem \"a\": 1 = 1 to k <=", "2:1", "expected a number, found the end"},
        {"theorem \"a\": 1 = 1 to 5,", "2:1", "expected a bound, as in 200 or k <= 12, found the end"},
        {"theorem \"a\": 1 = 1 note", "2:1", "expected a text in quotes, as in \"Nim\", found the end"},
        {"paper", "2:1", "expected a text in quotes, as in \"Nim\", found the end"},
        {"paper \"a\" by", "2:1", "expected a text in quotes, as in \"Nim\", found the end"},
        {"import", "2:1", "expected a game's name: lower case words joined by '-', found the end"},
        {"import Nim", "1:8",
         "expected a game's name: lower case words joined by '-', found 'Nim' (the name of a game has no capital "
         "letters)"},
        {"nim (x)", "1:1", "expected a declaration: game, move, let, set, theorem, ... (or an operator), found 'nim'"},
        {"game nim (x) move (x - 1) )", "1:27",
         "expected a declaration: game, move, let, set, theorem, ... (or an operator), found ')'"},
        {"game nim (x) move (x - 1) €", "1:27",
         "expected a declaration: game, move, let, set, theorem, ... (or an operator), found '€'"},
        {"game nim (x)\n  move (x - 1) if x = é", "2:23", "expected an expression or a set, found 'é'"},
        {"game for (x)", "1:6", "expected a game's name: lower case words joined by '-', found 'for'"},
    });
}

/// The line is shown with a caret under the place, also when it is very long or holds strange characters.
TEST(Messages, TheLineIsShown) {
    const auto message = [](const std::string& text) { return failure_of([&] { read(text); }).message; };
    EXPECT_EQ(message("game nim (x)\n  move (x - )\n"),
              "t.bouton:2:13: expected a number, a name or '(', found ')'\n    move (x - )\n              ^");
    const std::string sum = [] {
        std::string text = "x";
        for (int i = 0; i < 100; ++i) text += " - 1";
        return text;
    }();
    const std::string shown = message("game nim (x)\n  move (" + sum + " - ) # " + sum + "\n");
    const std::string line = shown.substr(shown.find('\n') + 1), caret = line.substr(line.find('\n') + 1);
    EXPECT_LE(line.find('\n'), 122u);
    EXPECT_EQ(line[caret.find('^')], ')') << shown;
    EXPECT_EQ(message("game nim (x)\n\tmove (x - \x01)\n"),
              "t.bouton:2:12: expected a number, a name or '(', found the byte 0x01\n   move (x -  )\n             ^");
}

TEST(Messages, FilesThatAreNone) {
    const auto message = [](const std::string& text) { return failure_of([&] { read(text); }).message; };
    const std::string nothing = "t.bouton: the file declares nothing; a game starts with: game NAME (x)";
    EXPECT_EQ(message(""), nothing);
    EXPECT_EQ(message("  # only a comment"), nothing);
    EXPECT_EQ(message("paper \"a\"\n"), nothing);
    EXPECT_EQ(message(std::string("game nim (x)\n\0", 14)),
              "t.bouton: this is not a text file (it holds a zero byte); a .bouton file is plain text");
}

/// Signs of other languages get a remedy.
TEST(Messages, Remedies) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"x == 2", "(equality is written =)"},
        {"x > 2 && x < 5", "(write and)"},
        {"x > 2 || x < 5", "(write or)"},
        {"x <> 2", "(write !=)"},
        {"x > 2 => x < 5", "(write implies)"},
        {"x > 2 -> x < 5", "(write implies)"},
        {"x % 2 = 1", "(the remainder is written a mod b)"},
        {"2x = 4", "(a product needs a sign: 2*x)"},
        {"2(x + 1) = 4", "(a product needs a sign: 2*(x + 1))"},
    };
    for (const auto& [condition, remedy] : cases) {
        const Failure failure = failure_of([&, c = condition] { read("game nim (x)\n  move (x - 1) if " + c + "\n"); });
        EXPECT_NE(failure.message.find(remedy), std::string::npos) << condition << ": " << failure.message;
    }
    EXPECT_NE(failure_of([] { read("game nim (x)\n  let h == 3\n"); }).message.find("(equality is written =)"),
              std::string::npos);
}

/// The first thing in a list is missing: said in words, not in names of grammar rules.
TEST(Messages, NothingOfTheGrammarIsShown) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"game nim (3)", "1:11"},
        {"game nim (for)", "1:11"},
        {"game nim ()", "1:11"},
        {"game nim (x)\n  parameter f( = 3", "2:16"},
        {"function f() = 3", "1:12"},
        {"theorem \"a\" expect refuted at: 1 = 1", "1:30"},
        {"theorem \"a\" in nim(: 1 = 1", "1:20"},
        {"theorem \"a\" in nim(): 1 = 1", "1:20"},
        {"theorem \"a\": 1 = 1 to", "2:1"},
        {"game nim (x)\n  move ()", "2:9"},
        {"game nim (x)\n  move (x - ())", "2:14"},
        {"game nim (x)\n  move (x - [])", "2:14"},
        {"game nim (x)\n  move (x - 1) if x in {1, 2", "3:1"},
        {"theorem \"a\": grundy starts ()", "1:29"},
    };
    for (const auto& [text, place] : cases) {
        const Failure failure = failure_of([&, t = text] { read(t + "\n"); });
        EXPECT_TRUE(failure.message.starts_with("t.bouton:" + place + ": expected "))
            << text << ": " << failure.message;
        EXPECT_EQ(failure.message.find("pegtl"), std::string::npos) << text << ": " << failure.message;
    }
}

TEST(Messages, NestedTooDeeply) {
    const auto message = [](const std::string& condition) {
        return failure_of([&] { read("game nim (x)\n  move (x - 1) if " + condition + "\n"); }).message;
    };
    const auto repeated = [](const std::string& text, int count) {
        std::string result;
        for (int i = 0; i < count; ++i) result += text;
        return result;
    };
    const std::string too_deep = "nested too deeply, or too long; name a part of it with let, set or function";
    for (const std::string& condition :
         {repeated("(", 5000) + "x" + repeated(")", 5000) + " = 1", repeated("not ", 5000) + "x = 1",
          repeated("-", 5000) + "x = 1", "x" + repeated(" + 1", 5000) + " = 1",
          repeated("x = 1 implies ", 5000) + "x = 1", "x in " + repeated("{", 5000) + repeated("}", 5000),
          "2" + repeated("^2", 5000) + " = 1", repeated("if x = 1 then 1 else ", 5000) + "1 = 1",
          repeated("forall t >= 1: ", 5000) + "x = 1", repeated("abs(", 5000) + "x" + repeated(")", 5000) + " = 1"})
        EXPECT_NE(message(condition).find(too_deep), std::string::npos) << condition.substr(0, 30) << "\n"
                                                                        << message(condition);
    EXPECT_EQ(message(repeated("(", 30) + "x" + repeated(")", 30) + " = 1" + repeated(" or x = 2", 200)), "");
}

TEST(Messages, LoneTerms) {
    const auto message = [](const std::string& text) {
        return failure_of([&] { lang::parse_term(text, "k"); }).first_line();
    };
    EXPECT_EQ(message(""), "k:1:1: expected a number, an expression or a set, found the end");
    EXPECT_EQ(message("3 4"), "k:1:3: expected an operator, or nothing more, found '4'");
    EXPECT_EQ(message("2,5,"), "k:1:5: expected an element, found the end");
    EXPECT_EQ(message("2, 5..9"), "");
}

}  // namespace
}  // namespace bouton::unit
