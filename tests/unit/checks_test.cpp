// What a person reads whose file is well written but makes no sense: unknown names, numbers where conditions are needed, moves that fit no
// position, claims about games that are not there. Each with its place.
#include "unit/messages.hpp"

#include <cstdlib>

namespace bouton::unit {
namespace {

TEST(Checks, Table) {
    expect_messages({
        {"game g (x)\n  move (x - t)", "2:13", "the name t is not known here"},
        {"game g (x, x)\n  move (x - 1, x)", "1:1", "x is defined twice; choose another name"},
        {"game g (x)\n  move (x - 1)\ngame g (x)\n  move (x - 1)", "3:1", "g is defined twice; choose another name"},
        {"game g (x)\n  parameter x\n  move (x - 1)", "2:3", "x is defined twice; choose another name"},
        {"game g (x)\n  parameter k\n  parameter k\n  move (x - 1)", "3:3", "k is defined twice; choose another name"},
        {"game g (x)\n  let h = 1\n  let h = 2\n  move (x - 1)", "3:3", "h is defined twice; choose another name"},
        {"game g (x)\n  move (x - (x > 1))", "2:14", "a number is needed here, not a condition"},
        {"game g (x)\n  move (x - 1) if x", "2:19", "a condition is needed here, as in x >= 1, not a number"},
        {"game g (x)\n  move (x/2)", "2:9",
         "a fraction is not a whole number; write floor(... / ...) or ceil(... / ...)"},
        {"game g (x)\n  move (sqrt(x))", "2:9",
         "a square root or logarithm is not a whole number; write floor(sqrt(...)) or floor(log2(...))"},
        {"game g (x)\n  move (ceil(sqrt(x)))", "2:9",
         "only the floor of a square root or logarithm is supported; write floor(...)"},
        {"game g (x)\n  move (x - t) for t in x + (1, 2)", "2:29", "a number is needed here, not a tuple"},
        {"game g (x)\n  move (x - abs(x, 1))", "2:13", "abs takes 1 argument, not 2"},
        {"game g (x)\n  move (x - floor(x, 1))", "2:13", "floor takes 1 argument, not 2"},
        {"game g (x, y)\n  move (x - 1)", "2:8", "a position of this game has 2 coordinates, not 1"},
        {"game g (x)\n  move (x - grundy(x))", "2:13", "grundy can be used in claims only, not in rules"},
        {"game g (x)\n  move (x - x(1))", "2:13", "x is not a function"},
        {"game g (x)\n  parameter f(x)\n  move (x - f)", "3:13", "f is a function; write f(...)"},
        {"game g (x)\n  parameter f(x)\n  move (x - f(1, 2))", "3:13", "f takes 1 argument, not 2"},
        {"game g (x)\n  move (x - 1) for 1 <= 2 <= x", "2:20", "a range must bind a new variable, as in 1 <= t <= x"},
        {"game g (x)\n  move (x - 1) for 1 <= x <= 3, 1 <= t <= 3, t = 5", "2:20",
         "a range must bind a new variable, as in 1 <= t <= x"},
        {"game g (x)\n  move (x - 1) for 1 <= t <= 3, t = 5", "2:33",
         "the variable t is bound already; choose another name"},
        {"game g (x)\n  move (x - 1) for t >= 1", "2:3",
         "the variable t has no upper bound; write for instance 1 <= t <= x"},
        {"game g (x)\n  move (x - t) for t <= x", "2:3",
         "the variable t has no lower bound; write for instance 1 <= t"},
        {"game g (x)", "1:1", "a game needs at least one move, as in: move (x - t) for 1 <= t <= x"},
        {"game g (x...,y...)\n  move (x - 1, y)", "1:1", "a game has at most one group of piles"},
        {"game g (x)\n  move (x - 1) in up to 2 piles", "2:3",
         "`in ... piles` needs a game with a group of piles, as in: game nim (a...)"},
        {"game g (a...)\n  move (a...) in up to 2 piles", "2:3",
         "`in ... piles` needs a move that changes a pile, as in (a - t)"},
        {"game g (a...)\n  move (a - 1) + (0)", "2:3",
         "a pile of a group cannot split; describe one heap, as in: game kayles (x)"},
        {"game g (a..., c)\n  move (a - t, c - t) for 1 <= t <= a in up to 2 piles", "2:3",
         "the new c depends on the chosen pile, but several piles may be chosen"},
        {"game g (a...)\n  move (a - 1) in up to a piles", "2:3",
         "the new number of piles depends on the chosen pile, but several piles may be chosen"},
        {"game g (a...)\n  move (a - abs(a...))", "2:13",
         "all piles (a...) can only stand in sum, min, max, count, xor, qsum or as a coordinate"},
        {"game g (x)\n  move (x - [1, 2])", "2:13", "a table can only define a rule function, as in f=[0, 1, 1, 2]"},
        {"game g (x)\n  move (x - t) for S subset {1, 2}", "2:20",
         "`subset` can only bind a variable that the game's arguments use"},
        {"import nim", "1:1", "there is no game nim; `bouton games` lists them"},
        {"theorem \"a\": 1 = 1", "1:1", "which game is this about? write: in GAME"},
        {"game g (x)\n  move (x - 1)\ntheorem \"a\" in h: 1 = 1", "3:1",
         "there is no game h; `bouton games` lists them (declare it, or import it: import h)"},
        {"game g (x)\n  move (x - 1)\ntheorem \"a\" in g(k = 1): 1 = 1", "3:18", "g has no parameter k: it has none"},
        {"game g (x)\n  parameter k = 1\n  move (x - 1)\ntheorem \"a\" in g(j = 1): 1 = 1", "4:18",
         "g has no parameter j: it has k"},
        {"game g (x)\n  move (x - 1)\ntheorem \"a\" in g with 2 piles: 1 = 1", "3:23",
         "`in ... piles` needs a game with a group of piles, as in: game nim (a...)"},
        {"game g (x)\n  move (x - 1)\ntheorem \"a\": 1 = 1 to k <= 5", "3:1",
         "the bound k <= 5 names no variable or coordinate of this claim"},
        {"game g (x)\n  move (x - 1)\ntheorem \"a\" expect refuted at k = 5: 1 = 1", "3:1",
         "the counterexample's k is no variable or coordinate of this claim"},
        {"game g (x)\n  move (x - 1)\ntheorem \"a\": mex repeats 0 1", "3:1",
         "only grundy or outcome can repeat, start or have a period"},
        {"game g (x, y)\n  move (x - 1, y)\ntheorem \"a\": grundy repeats 0 1", "3:1",
         "a sequence of values belongs to a game with one coordinate"},
        {"game g (x, y)\n  move (x - 1, y)\ntheorem \"a\": grundy(1) = 1", "3:14",
         "a position of this game has 2 coordinates, not 1"},
        {"game g (x, y)\n  move (x - 1, y)\ntheorem \"a\": (1, 2, 3) in {(1, 2)}", "3:14",
         "a position of this game has 2 coordinates, not 3"},
        {"game g (x)\n  move (x - 1)\ntheorem \"a\": {1, (1, 2)} = {}", "3:18",
         "a position of this game has 1 coordinate, not 2"},
        {"game g (x)\n  move (x - 1)\ntheorem \"a\": {1} < {2}", "3:14", "sets are compared with =, != or subset"},
        {"game g (x)\n  move (x - 1)\nfunction f(x) = f(x + 1)\ntheorem \"a\": f(1) = 1", "3:17",
         "f is defined by itself, and nothing shows that this has an end: the arguments must fall with every call, as "
         "in: if "
         "n = 0 then 1 else f(n - 1) + 1 (arguments are natural numbers)"},
        {"game g (x)\n  move (x - 1)\nset A = B\nset B = A\ntheorem \"a\": A = B to 5", "4:9",
         "A is defined by itself"},
        {"game g (x)\n  move (x - 1)\nfunction f(x) = 1\nset f = {1}\ntheorem \"a\": 1 = 1", "4:1",
         "f is defined twice; choose another name"},
        {"game g (x)\n  move (x - 1)\ntheorem \"a\": count(x for 1 <= x <= 3) = 1", "3:20",
         "count counts cases: write count(for ... if ...)"},
        {"game g (x)\n  move (x - 1)\ntheorem \"a\": sum(for 1 <= x <= 3) = 1", "3:14",
         "sum needs an expression before `for`"},
        {"game g (x)\n  move (x - 1)\ntheorem \"a\": prod(x for 1 <= x <= 3) = 1", "3:14",
         "the name prod(... for ...) is not known here; did you mean sum, min, max, mex, xor or count?"},
        {"game g (x)\n  move (x - 1)\ntheorem \"a\": reaches(1, {0}) = 1", "3:14", "reaches takes 3 arguments, not 2"},
        {"game g (x)\n  move (x - 1)\ntheorem \"a\": 1", "3:14",
         "a condition is needed here, as in x >= 1, not a number"},
        {"game g (x)\n  move (x - a...)", "2:13", "the name a... is not known here"},
        {"game g (x) where grundy(x) = 1\n  move (x - 1)", "1:18", "grundy can be used in claims only, not in rules"},
        {"game g (x)\n  parameter f(x) = grundy(x)\n  move (x - t) for 1 <= t <= f(x)", "2:20",
         "grundy can be used in claims only, not in rules"},
        {"game g (x) where x in {(1,2)}\n  move (x - 1)", "1:18",
         "the tuples of this list have 2 numbers, what may be one of them has 1"},
    });
}

/// Small as written, large once its definitions are filled in.
TEST(Checks, DefinitionsThatExplode) {
    std::string text = "game nim (x)\n  move (x - 1)\nfunction f0(x) = x + 1\n";
    for (int i = 1; i <= 30; ++i) {
        const std::string before = "f" + std::to_string(i - 1) + "(x)";
        text += "function f" + std::to_string(i) + "(x) = " + before + " + " + before + "\n";
    }
    const Failure failure = failure_of([&] { read(text + "theorem \"a\" for x >= 0: f30(x) = 1 to 3\n"); });
    EXPECT_NE(failure.message.find("the rule becomes too large when its definitions are filled in"), std::string::npos)
        << failure.message;
}

/// Reads a text in a process of its own, which ends well also if the text is refused.
void read_and_exit(const std::string& text) {
    failure_of([&] { read(text); });
    std::exit(0);
}

std::string chain_of_definitions(int count, const std::string& first, const std::string& before,
                                 const std::string& after) {
    std::string text = "game nim (x)\n  move (x - 1)\nfunction f0(x) = " + first + "\n";
    for (int i = 1; i <= count; ++i)
        text +=
            "function f" + std::to_string(i) + "(x) = " + before + "f" + std::to_string(i - 1) + "(x)" + after + "\n";
    return text;
}

std::string repeated(const std::string& text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += text;
    return result;
}

/// Deep once its definitions are filled in: an error, not the end of the program.
TEST(ChecksDeathTest, DefinitionsNestedDeeply) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        read_and_exit(chain_of_definitions(300, "x", "", repeated(" + 1", 900)) + "theorem \"a\": f300(1) = 1\n"),
        ::testing::ExitedWithCode(0), "");
    EXPECT_EXIT(
        read_and_exit(chain_of_definitions(400, "x = 0", repeated("not ", 190), "") + "theorem \"a\": f400(1)\n"),
        ::testing::ExitedWithCode(0), "");
    EXPECT_EXIT(read_and_exit(chain_of_definitions(30000, "x", "", "") + "theorem \"a\": f30000(1) = 1\n"),
                ::testing::ExitedWithCode(0), "");
}

/// A range inside braces counts as a level of nesting like everything else.
TEST(ChecksDeathTest, RangesNestedDeeply) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    std::string text = "1";
    for (int i = 0; i < 25; ++i) text = "size({1..(" + repeated("1 + ", 990) + text + ")})";
    EXPECT_EXIT(read_and_exit("game nim (x)\n  move (x - 1)\ntheorem \"a\": " + text + " = 1\n"),
                ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace bouton::unit
