// Names: what a file may not call its own, what it may not declare twice, which names hide others without harm, and what `assuming`
// may speak of. And that a function is its definition in its scope, not its name.
#include "lang/names.hpp"
#include "check/builtins.hpp"
#include "lang/elaborate.hpp"
#include "unit/messages.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace bouton::unit {
namespace {

constexpr const char* kReserved[] = {"grundy",
                                     "outcome",
                                     "options",
                                     "reaches",
                                     "floor",
                                     "ceil",
                                     "sqrt",
                                     "log2",
                                     "size",
                                     "sum",
                                     "count",
                                     "min",
                                     "max",
                                     "abs",
                                     "gcd",
                                     "xor",
                                     "ones",
                                     "twos",
                                     "fibonacci_shift",
                                     "fibonacci_zeros",
                                     "digit",
                                     "qsum",
                                     "josephus_rank",
                                     "josephus_seat",
                                     "nim_times",
                                     "nim_divided",
                                     "P",
                                     "N"};

constexpr auto kHeap = "game heap (x)\n  move (x - t) for 1 <= t <= x\n";

/// Every way to give a name, with NAME in its place.
const std::vector<std::string> kDeclarations = {
    "game g (NAME)\n  move (NAME - 1)",
    "game g (NAME...)\n  move (NAME - 1)",
    "game g (x)\n  parameter NAME = 1\n  move (x - 1)",
    "game g (x)\n  parameter NAME: set\n  move (x - 1)",
    "game g (x)\n  parameter NAME(x) = 1\n  move (x - 1)",
    "game g (x)\n  parameter f(NAME) = 1\n  move (x - 1 - f(x))",
    "game g (x)\n  let NAME = x\n  move (x - 1)",
    "game g (x)\n  move (x - 1) for 1 <= NAME <= x",
    "game g (x)\n  move (x - 1) for NAME in {1, 2}",
    "game g (x)\n  move (x - 1) for NAME = 3",
    "game g (x)\n  move (x - 1) if exists 0 <= NAME <= x: NAME = 2",
    "HEAPfunction NAME(x) = 0",
    "HEAPfunction f(NAME) = 0",
    "HEAPset NAME = { (0) }",
    "HEAPset S(NAME) = { (0) }",
    "HEAPclaim \"c\" for NAME >= 0: 1 = 1 to 3",
    "HEAPclaim \"c\" for 0 <= NAME <= 3: 1 = 1",
    "HEAPclaim \"c\" for x >= 0, NAME = x: 1 = 1 to 3",
    "HEAPclaim \"c\" for (NAME) in { outcome = P }: 1 = 1 to 3",
    "HEAPclaim \"c\" for x >= 0: forall 0 <= NAME <= 3: 1 = 1 to 3",
    "HEAPclaim \"c\": { (NAME) for NAME >= 0 } = { outcome = P } to 3",
    "HEAPclaim \"c\": sum(NAME for 0 <= NAME <= 3) = 6",
    "game g (x)\n  parameter s: set\n  move (x - t) for t in s\nclaim \"c\" in g(s = NAME) for NAME subset {1..3}: 1 = "
    "1 to 3",
    "game g (x)\n  parameter f(x)\n  move (x - 1 - f(x))\nclaim \"c\" in g(f(NAME) = 1) for n >= 0: 1 = 1 to 3",
};

std::string filled(std::string text, const std::string& name) {
    for (const auto& [word, value] : {std::pair<std::string, std::string>{"NAME", name}, {"HEAP", kHeap}})
        for (auto at = text.find(word); at != std::string::npos; at = text.find(word))
            text.replace(at, word.size(), value);
    return text;
}

TEST(Names, BuiltinsAreReserved) {
    for (const std::string& declaration : kDeclarations) {
        EXPECT_EQ(failure_of([&] { read(filled(declaration, "q7") + "\n"); }).message, "") << declaration;
        for (const std::string name : kReserved) {
            if (declaration.find("...") != std::string::npos && name == "N") continue;  // the same name twice over
            const Failure failure = failure_of([&] { read(filled(declaration, name) + "\n"); });
            EXPECT_NE(failure.message.find(name + " has a meaning of its own in every file; choose another name"),
                      std::string::npos)
                << filled(declaration, name) << "\n"
                << failure.message;
        }
    }
    for (const std::string name : kReserved) EXPECT_TRUE(lang::is_reserved(name)) << name;
    for (const std::string name : {"x", "grundys", "Grundy", "p", "n", "Sum"})
        EXPECT_FALSE(lang::is_reserved(name)) << name;
}

/// The language and the checker each have a list; a name on one of them only would mean something in a proof that it does not mean elsewhere.
TEST(Names, TheCheckerReservesTheSame) {
    EXPECT_EQ(kernel::builtin_names(), std::set<std::string>(std::begin(kReserved), std::end(kReserved)));
    for (const std::string& name : kernel::builtin_names()) EXPECT_TRUE(lang::is_reserved(name)) << name;
}

TEST(Names, GivenOnce) {
    const std::string heap = kHeap;
    const std::string game = "game g (x)\n  parameter k = 1\n  parameter f(x, y) = 1\n  move (x - t) for 1 <= t <= k\n";
    expect_messages({
        {"game g (x, x)\n  move (x - 1, x)", "1:1", "x is defined twice; choose another name"},
        {"game g (x)\n  move (x - 1)\ngame g (y)\n  move (y - 1)", "3:1", "g is defined twice; choose another name"},
        {"game g (x)\n  parameter x = 1\n  move (x - 1)", "2:3", "x is defined twice; choose another name"},
        {"game g (x)\n  parameter k = 1\n  let k = 2\n  move (x - k)", "3:3",
         "k is defined twice; choose another name"},
        {"game g (x)\n  parameter f(x, x)\n  move (x - 1)", "2:3", "x is defined twice; choose another name"},
        {"game g (x)\n  players 2\n  players 3\n  move (x - 1)", "3:3",
         "`players` stands here a second time; leave one of the two out"},
        {heap + "function f(a, a) = a", "3:1", "a is defined twice; choose another name"},
        {heap + "set S(a, a) = { (a) }", "3:1", "a is defined twice; choose another name"},
        {heap + "function f(a) = a\nset f = { (0) }", "4:1", "f is defined twice; choose another name"},
        {heap + "claim \"c\": 1 = 1\nclaim \"c\": 2 = 2", "4:1",
         "there are two of the name claim \"c\"; give one another label"},
        {heap + "claim \"c\": 1 = 1 to 3, 4", "3:24", "the check has two bounds after `to`; leave one of the two out"},
        {heap + "claim \"c\" for m >= 0: m = m to m <= 3, m <= 4", "3:1",
         "m has two bounds after `to`; leave one of the two out"},
        {game + "claim \"c\" in g(k = 1, k = 2): 1 = 1", "5:23", "k is given twice; leave one of the two out"},
        {game + "claim \"c\" in g(f(u, u) = 1): 1 = 1", "5:16", "u is defined twice; choose another name"},
        {heap + "claim \"c\" expect refuted at m = 0, m = 1 for m >= 0: m = 2 to 3", "3:1",
         "m is given twice; leave one of the two out"},
        {heap + "claim \"a\" for m >= 0: m = m to 3\nclaim \"c\" for n >= 0: n = n using \"a\" at m = 1, m = 2 to 3",
         "4:53", "m is given twice; leave one of the two out"},
    });
    // The kind tells claims of one label apart.
    EXPECT_EQ(failure_of([&] { read(heap + "claim \"c\": 1 = 1\nlemma \"c\": 2 = 2\n"); }).message, "");
}

TEST(Names, NothingIsHidden) {
    const std::string game = "game g (x)\n  parameter k = 3\n  move (x - t) for 1 <= t <= k\n";
    const std::string bare = "game g (x)\n  parameter k\n  parameter f(x) = k\n  move (x - t) for 1 <= t <= f(x)\n";
    expect_messages({
        {game + "function k(a) = a\nclaim \"c\": 1 = 1", "4:1", "the game g has a parameter k; choose another name"},
        {game + "function x(a) = a\nclaim \"c\": 1 = 1", "4:1", "the game g has a coordinate x; choose another name"},
        // k is 3 here, and a variable of that name would be another number
        {game + "claim \"c\" in g for k >= 0: k = 3 to 5", "4:20",
         "k is a variable of the claim and a parameter of g that is something else here; choose another name, or write "
         "in "
         "g(k)"},
        {game + "claim \"c\" in g(k = j) for j >= 1, 0 <= m <= k: m <= j to 5", "4:35",
         "k is a variable of the claim and a parameter of g that is something else here; choose another name, or write "
         "in "
         "g(k)"},
        // the range of a family: k as a new variable would make it all positions
        {game + "set S = { (m) for 0 <= m <= k }\nclaim \"c\": S = { x <= 3 } to 9", "4:19",
         "k is already a parameter of the game or a definition; choose another name for the variable"},
        {game + "function f(a) = a\nclaim \"c\" for f >= 0: f = f to 3", "5:15",
         "f is already a parameter of the game or a definition; choose another name for the variable"},
        {game + "claim \"c\" for n >= 0, n >= 1: n = n to 3", "4:23",
         "the variable n is bound already; choose another name"},
    });
    // An argument of its own name, a parameter without a value, and formals hide nothing that could be meant.
    for (const std::string& text : {game + "claim \"c\" in g(k) for k >= 1: k = k to 5\n",
                                    bare + "claim \"c\" in g(f(x) = k) for k >= 1: k = k to 5\n",
                                    game + "function h(k, x) = k + x\nclaim \"c\" for n >= 0: h(n, 0) = n to 5\n"})
        EXPECT_EQ(failure_of([&] { read(text); }).message, "") << text;
}

TEST(Names, Assuming) {
    const std::string plain = kHeap;
    const std::string game = "game g (x)\n  parameter f(x)\n  move (x - t) for 1 <= t <= f(x)\n";
    const std::string about =
        "`assuming` must say something about a rule function of g: f; put other conditions after `if`";
    const auto play = [](const std::string& name) {
        return fmt::format(
            "`assuming` may speak of the rules only, not of what follows from them: {} has no place there; "
            "state it as a claim of its own and name that with `using`",
            name);
    };
    expect_messages({
        {plain + "claim \"c\" for n >= 0: grundy(n) = n assuming t <= 100 for t >= 1 to 5", "3:46",
         "`assuming` is about a rule function, and heap has none; put the condition after `if`, where it limits the "
         "cases"},
        {plain + "claim \"c\" for n >= 0: grundy(n) = n assuming grundy(t) = 7 for t >= 1 to 5", "3:46",
         play("grundy")},
        {game + "claim \"c\" in g(f(x) = 1) for n >= 0: f(n) = 1 assuming t <= 100 for t >= 1 to 5", "4:56", about},
        {game + "claim \"c\" in g(f(x) = 1) for n >= 0: f(n) = 1 assuming f(t) = outcome(t) for t >= 1 to 5", "4:56",
         play("outcome")},
        {game + "function h(n) = grundy(n)\nclaim \"c\" in g(f(x) = 1) for n >= 0: f(n) = 1 assuming f(t) <= h(t) for "
                "t >= 1 to 5",
         "5:56", play("grundy")},
        {game + "claim \"c\" in g(f(x) = 1) for n >= 0: f(n) = 1 assuming f(t) = 1 and options(t) = {} for t >= 1 to 5",
         "4:56", play("options")},
    });
    EXPECT_EQ(failure_of([&] {
                  read(game +
                       "function h(n) = f(n) + 1\n"
                       "claim \"c\" in g(f(x) = 1) for n >= 0: f(n) = 1 assuming h(t) = 2 for t >= 0 to 5\n");
              }).message,
              "");
}

}  // namespace
}  // namespace bouton::unit
