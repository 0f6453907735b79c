// The checker's own reading of a file against what computes: rules against the oracle of random games, statements against the check of
// claims, which rests on the elaborator, its evaluator and the engines. What the reader calls meaningful must have a value there, and this
// value; where no quantifier or set may end a search early, what it calls meaningless must have none.
#include "check/compute/compute.hpp"
#include "check/goal.hpp"
#include "claims/check.hpp"
#include "lang/print.hpp"
#include "unit/formulas.hpp"
#include "unit/oracle.hpp"
#include "unit/random_games.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace bouton::unit {
namespace {

using namespace kernel;

Point point_of(const Position& position) {
    Point point;
    for (const auto coordinate : position) point.push_back(constant(coordinate));
    return point;
}

Condition is_exactly(const Point& after, const Position& target) {
    std::vector<FormulaPtr> same;
    for (std::size_t i = 0; i < after.size(); ++i) same.push_back(equal(after[i], constant(target[i])));
    return {both(std::move(same)), truth()};
}

// ---- rules ----

struct Tally {
    std::size_t games = 0, positions = 0, options = 0, strangers = 0;
};

/// Positions, and some that are none; every move, and no other.
void compare_rules(Theorem& theorem, const RandomGame& game, Random& random, Tally& tally) {
    const std::vector<Goal> goals = theorem.goals({Scheme::induction, {}, {}});
    Reader& reader = theorem.reader();
    reader.set_game(&theorem.game(), goals.at(0).parameters);
    Plain plain(theorem.game(), game.arguments);
    Formulas numbers(theorem.terms(), random);
    numbers.set_box(-4, game.largest.size() == 1 ? 40 : 14);
    numbers.set_sums(reader.sums());
    const std::vector<Position> all = box(game.largest);
    for (const Position& position : all) {
        const Point here = point_of(position);
        ASSERT_EQ(numbers.of(reader.is_position(here).holds), plain.exists(position));
        ASSERT_TRUE(numbers.of(reader.rules_defined(here)));
        ++tally.positions;
        if (!plain.exists(position)) {
            ++tally.strangers;
            continue;
        }
        if (!random.chance(30)) continue;
        const auto options = plain.options(position);
        for (const Position& target : all) {
            const FormulaPtr reached =
                reader.some_move(here, [&](const Point& after) { return is_exactly(after, target); }).holds;
            const bool expected = options.contains({target});
            ASSERT_EQ(numbers.of(reached), expected) << fmt::format("{} -> {}", position[0], target[0]);
            tally.options += expected ? 1 : 0;
        }
    }
    Position outside = all.back();
    outside[0] = -1;
    ASSERT_FALSE(numbers.of(reader.is_position(point_of(outside)).holds));
}

TEST(Reading, RandomRules) {
    Tally tally;
    Random random(7);
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        const RandomGame drawn = random_game(seed);
        std::string arguments;
        for (const auto& [name, value] : drawn.arguments)
            arguments += fmt::format("{}{} = {}", arguments.empty() ? "(" : ", ", name, lang::print(value));
        if (!arguments.empty()) arguments += ")";
        const std::string text =
            lang::print(drawn.game) + fmt::format("claim \"c\" in {}{}: 1 = 1\n", drawn.game.name, arguments);
        SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
        const lang::DocumentPtr document = read(text);
        try {
            Theorem theorem(*document, document->file.claims[0]);
            compare_rules(theorem, drawn, random, tally);
            if (HasFatalFailure()) return;
            ++tally.games;
        } catch (const Unsupported&) {  // piles, splits, players, functions that no formula is made of
        } catch (const Formulas::TooLarge&) {
        }
    }
    EXPECT_GE(tally.games, 80u);
    EXPECT_GE(tally.positions, 1500u);
    EXPECT_GE(tally.strangers, 100u);
    EXPECT_GE(tally.options, 500u);
}

// ---- statements ----

/// Statements that often mean nothing somewhere. `sets`: also quantifiers and sets, whose search may end before it meets that place.
class Statements {
  public:
    Statements(Random& random, bool sets, bool plane) : random_(random), sets_(sets), plane_(plane) {}

    std::string condition(int depth) {
        const auto number = [&] { return this->number(depth - 1); };
        if (depth > 0) switch (random_.between(0, sets_ ? 12 : 6)) {
                case 0: return "(" + condition(depth - 1) + " and " + condition(depth - 1) + ")";
                case 1: return "(" + condition(depth - 1) + " or " + condition(depth - 1) + ")";
                case 2: return "(" + condition(depth - 1) + " implies " + condition(depth - 1) + ")";
                case 3: return "(" + condition(depth - 1) + " iff " + condition(depth - 1) + ")";
                case 4: return "(not (" + condition(depth - 1) + "))";
                case 5: return "(if " + condition(depth - 1) + " then " + condition(0) + " else " + condition(0) + ")";
                case 6: return "(" + number() + " in {" + number() + ", " + small() + ".." + small() + "})";
                case 7:
                case 8: return quantified(depth);
                case 9:
                case 10: return "(" + position(depth) + " in " + set(depth) + ")";
                case 11: return "(options" + position(depth) + " & " + set(depth) + " = {})";
                default: return "(options" + position(depth) + " subset " + set(depth) + ")";
            }
        const std::string a = number(), b = number(), c = number();
        const std::string sign = random_.word({"<", "<=", ">", ">=", "=", "!="});
        switch (random_.between(0, 3)) {
            case 0: return fmt::format("({}/{} {} {}/{})", a, b, sign, c, number());
            case 1: return fmt::format("({} {} {}/{})", a, sign, b, c);
            case 2: return fmt::format("({} {} {} <= {})", a, random_.word({"<", "<="}), b, c);
            default: return fmt::format("({} {} {})", a, sign, b);
        }
    }

  private:
    std::string small() {
        if (inner_ > 0 && random_.chance(40)) return fmt::format("t{}", random_.between(1, inner_));
        if (!inside_ && random_.chance(60)) return random_.word({"a", "b"});
        return std::to_string(random_.between(0, 5));
    }

    std::string number(int depth) {
        if (depth <= 0) return small();
        const auto inner = [&] { return number(depth - 1); };
        switch (random_.between(0, 19)) {
            case 0: return "(" + inner() + " + " + inner() + ")";
            case 1: return "(" + inner() + " - " + inner() + ")";
            case 2: return "(" + small() + " * " + inner() + ")";
            case 3: return "floor(" + inner() + "/" + inner() + ")";
            case 4: return "ceil(" + inner() + "/" + inner() + ")";
            case 5: return "floor(" + inner() + "/(0 - 3))";
            case 6: return "(" + inner() + " mod " + inner() + ")";
            case 7: return "2^(" + inner() + ")";
            case 8: return "(" + small() + ")^" + std::to_string(random_.between(0, 3));
            case 9: return "min(" + inner() + ", " + inner() + ", " + small() + ")";
            case 10: return "max(" + inner() + ", " + inner() + ")";
            case 11: return "abs(" + inner() + ")";
            case 12: return "floor(log2(" + inner() + "))";
            case 13: return "twos(" + inner() + ")";
            case 14: return random_.word({"grundy", "outcome"}) + place(depth);
            case 15: return "half(" + inner() + ")";
            case 16: return "mixed(" + inner() + ", " + small() + ")";
            case 17: return "(if " + condition(depth - 1) + " then " + inner() + " else " + inner() + ")";
            case 18: return random_.word({"size", "min", "max"}) + "({" + inner() + ", " + small() + "})";
            default: return sum(depth);
        }
    }

    std::string sum(int depth) {
        const std::string from = small(), to = small(), t = fmt::format("t{}", ++inner_);
        const std::string body = number(depth - 1);
        --inner_;
        return fmt::format("sum({} for {} {} {} {} {})", body, from, random_.word({"<=", "<"}), t,
                           random_.word({"<=", "<"}), to);
    }

    std::string quantified(int depth) {
        const std::string from = small(), to = small(), t = fmt::format("t{}", ++inner_);
        const std::string condition = random_.chance(30) ? " if " + this->condition(0) : "";
        const std::string body = this->condition(depth - 1);
        --inner_;
        return fmt::format("({} {} <= {} <= {}{}: {})", random_.word({"forall", "exists"}), from, t, to, condition,
                           body);
    }

    /// The arguments of grundy, outcome and options, and what may be in a set.
    std::string place(int depth) {
        return plane_ ? fmt::format("({}, {})", number(depth - 1), small()) : fmt::format("({})", number(depth - 1));
    }
    std::string position(int depth) { return place(std::min(depth, 2)); }

    std::string set(int depth) {
        if (depth > 1 && random_.chance(40))
            return "(" + set(depth - 1) + random_.word({" | ", " & ", " \\ "}) + set(depth - 1) + ")";
        if (random_.chance(20)) return "Named(" + small() + ")";
        const std::string u = plane_ ? ", v" : "";
        if (random_.chance(30) && !inside_ && inner_ == 0) {  // the coordinates have their names in here
            inside_ = true;
            const std::string other = number(1);
            inside_ = false;
            return plane_ ? fmt::format("{{ x + y {} {} }}", random_.word({"<", "=", "!="}), other)
                          : fmt::format("{{ grundy {} {} }}", random_.word({"<", "=", "!="}), other);
        }
        const std::string from = small(), to = small(), t = fmt::format("t{}", ++inner_);
        const std::string element =
            plane_ ? fmt::format("({}, {})", number(1), small()) : fmt::format("({})", number(1));
        const std::string condition = random_.chance(40) ? " if " + this->condition(0) : "";
        --inner_;
        return fmt::format("{{ {} for {} <= {} <= {}{} }}", element, from, t, to, condition);
    }

    Random& random_;
    bool sets_, plane_;
    bool inside_ = false;
    int inner_ = 0;
};

const std::string kLine =
    "game line (x) where x mod 3 != 1\n  move (x - t) for 1 <= t <= min(x, 4)\n"
    "function half(n) = floor(n/2)\nfunction mixed(n, m) = if n > m then n mod m else 2^n + m\n"
    "set Named(s) = { (2*n - s) for 0 <= n <= 6 if n != s } | { x = s }\n";
const std::string kPlane =
    "game plane (x, y) where x + y != 3\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= min(y, 2)\n"
    "function half(n) = floor(n/2)\nfunction mixed(n, m) = if n > m then n mod m else 2^n + m\n"
    "set Named(s) = { (n, 2*n - s) for 0 <= n <= 6 if n != s } | { x = s and y <= 4 }\n";

constexpr std::int64_t kFirst = -8, kLast = 22;  // what a variable of a quantifier is tried with

/// Numbers in a quantified formula that may ask for variables beyond those.
void require_small(const FormulaPtr& f, bool quantified = false) {
    quantified = quantified || !f->variables.empty();
    for (const auto& [monomial, c] : f->poly)
        if (quantified && (c > kLast - 2 || c < 2 - kLast)) throw Formulas::TooLarge{};
    for (const FormulaPtr& part : f->parts) require_small(part, quantified);
}

/// What the reader makes of a claim without free variables: nothing where it has no meaning.
std::optional<bool> as_read(Theorem& theorem, Plain& plain, Random& random) {
    const std::vector<Goal> goals = theorem.goals({Scheme::induction, {}, {}});
    Formulas numbers(theorem.terms(), random);
    numbers.set_box(kFirst, kLast);
    numbers.set_sums(theorem.reader().sums());
    for (const bool outcome : {false, true})
        numbers.set_function(outcome ? "O" : "G",
                             [&, outcome](const std::vector<Integer>& at) -> std::optional<Integer> {
                                 Position position;
                                 for (const Integer& c : at) {
                                     if (c < 0) return std::nullopt;
                                     if (c > 24) throw Formulas::TooLarge{};
                                     position.push_back(clamp(c));
                                 }
                                 if (!plain.exists(position)) return std::nullopt;
                                 return Integer(outcome ? plain.outcome({position}) : plain.grundy({position}));
                             });
    const auto refuted = [&](const Goal& goal) {
        for (const Known& known : goal.known) require_small(known.formula);
        return !std::all_of(goal.known.begin(), goal.known.end(),
                            [&](const Known& known) { return numbers.of(known.formula); });
    };
    bool holds = true;
    for (const Goal& goal : goals) {
        if (goal.about == Goal::About::meaning && goal.name.find("of the rules") == std::string::npos && !refuted(goal))
            return std::nullopt;
        if (goal.about == Goal::About::statement) holds = holds && refuted(goal);
    }
    return holds;
}

void compare_statements(bool sets, bool plane, std::uint64_t seeds) {
    seeds = static_cast<std::uint64_t>(static_cast<double>(seeds) * effort());
    std::size_t meaningless = 0, held = 0, failed = 0, errors = 0, unsupported = 0, too_large = 0, decided = 0;
    const std::string game = plane ? kPlane : kLine;
    const lang::DocumentPtr rules = read(game);
    Plain plain(rules->file.games[0], {});
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Random random(seed);
        const std::string statement = Statements(random, sets, plane).condition(static_cast<int>(random.between(1, 3)));
        const std::string text = game + fmt::format("claim \"c\" for a = {}, b = {}: {}\n", random.between(-2, 6),
                                                    random.between(-1, 5), statement);
        SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
        lang::DocumentPtr document;
        if (failure_of([&] { document = read(text); }).fault) continue;
        const syntax::Claim& claim = document->file.claims[0];
        std::optional<bool> expected;
        try {
            Theorem theorem(*document, claim);
            expected = as_read(theorem, plain, random);
        } catch (const Unsupported&) {
            ++unsupported;
            continue;
        } catch (const Formulas::TooLarge&) {
            ++too_large;
            continue;
        }
        const Verdict verdict = check(*document, claim, std::nullopt, Watch({.seconds = 20}));
        // The checker's evaluator is a third one: what it computes is so, for the others too.
        std::uint64_t cases = 0;
        const std::string computed = check_by_computation(*document, claim, Watch({.seconds = 20}), cases);
        const bool is_true = computed.empty(), is_false = computed.starts_with("it is false");
        decided += is_true || is_false;
        if (is_true || is_false) {
            if (expected) {
                ASSERT_EQ(*expected, is_true) << computed;
            }
            if (verdict.kind != Verdict::Kind::error) {
                ASSERT_EQ(verdict.kind == Verdict::Kind::holds, is_true) << computed;
            }
            if (!sets) {
                ASSERT_TRUE(expected) << computed;
            }
        }
        if (verdict.message.starts_with("no case was examined")) continue;  // a position without moves
        if (!expected) {
            ++meaningless;
            if (!sets) {
                ASSERT_EQ(verdict.kind, Verdict::Kind::error);
            }
            continue;
        }
        if (sets &&
            verdict.kind ==
                Verdict::Kind::error) {  // the check may look at a condition before it sees that nothing is left
            ++errors;
            continue;
        }
        ASSERT_EQ(verdict.kind, *expected ? Verdict::Kind::holds : Verdict::Kind::refuted) << verdict.message;
        ++(*expected ? held : failed);
    }
    const std::string tally =
        fmt::format("{} without a meaning, {} hold, {} do not, {} errors, {} not read, {} too large", meaningless, held,
                    failed, errors, unsupported, too_large);
    EXPECT_LE(errors, (held + failed) / 20) << tally;
    EXPECT_GE(decided, (held + failed) * 9 / 10) << tally;
    if (std::getenv("BOUTON_VERBOSE")) std::printf("%s\n", tally.c_str());
    EXPECT_GE(meaningless, seeds / 20) << tally;
    EXPECT_GE(held, seeds / 20) << tally;
    EXPECT_GE(failed, seeds / 20) << tally;
}

// What the comparison has found: values of the check that the language does not say.
TEST(Reading, DifferencesThatWere) {
    const auto kind = [](const std::string& statement) {
        const lang::DocumentPtr document = read(kLine + "claim \"c\" for a = 3, b = 0: " + statement + "\n");
        return check(*document, document->file.claims[0], std::nullopt, Watch{}).kind;
    };
    // A set holds each element once.
    for (const char* statement :
         {"size({a, 3}) = 1", "size({1..3, 2..5}) = 5", "sum(t for t in {1, 1, 2}) = 3",
          "count(for t in {2..4, 1..3}) = 4", "size({3, 1..2}) = 3", "sum(1 for t in {5, a, 3, 1..4}) = 5"})
        EXPECT_EQ(kind(statement), Verdict::Kind::holds) << statement;
    // A division by 0 has no value, also where the 0 is written out or is inside of a fraction.
    for (const char* statement : {"1/5 = a/0", "not (1/5 = a/0)", "1/(3/b) = 0", "a/0 < 1", "b/(1/b) = 0"})
        EXPECT_EQ(kind(statement), Verdict::Kind::error) << statement;
}

// ---- words ----

/// Mostly zeros, in groups inside each other, with counts that may be 0 or mean nothing.
std::string random_word(Random& random, int depth) {
    std::string word;
    const auto items = random.between(1, 3);
    for (std::int64_t i = 0; i < items; ++i) {
        word += depth > 0 && random.chance(40) ? "(" + random_word(random, depth - 1) + ")"
                : random.chance(88)            ? "0"
                                               : "1";
        if (random.chance(50)) word += "^" + random.word({"0", "1", "2", "3", "a", "b", "(a - 1)", "(a - b)", "(2*b)"});
        word += " ";
    }
    return word;
}

/// Of a game in which nobody can move, so that a word is right where every 1 in it is repeated 0 times.
TEST(Reading, Words) {
    const std::string game = "game still (x)\n  move (x - 1) if x < 0\n";
    const lang::DocumentPtr rules = read(game);
    Plain plain(rules->file.games[0], {});
    std::size_t meaningless = 0, held = 0, failed = 0, errors = 0;
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        Random random(seed);
        const std::string text =
            game + fmt::format("claim \"c\" for a = {}, b = {}: {} {} {} to {}\n", random.between(0, 3),
                               random.between(0, 3), random.word({"grundy", "outcome"}),
                               random.word({"starts", "repeats"}), random_word(random, 2), kLast);
        SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
        const lang::DocumentPtr document = read(text);
        const syntax::Claim& claim = document->file.claims[0];
        std::optional<bool> expected;
        try {
            Theorem theorem(*document, claim);
            expected = as_read(theorem, plain, random);
        } catch (const Formulas::TooLarge&) {
            continue;
        }
        const Verdict verdict = check(*document, claim, std::nullopt, Watch({.seconds = 20}));
        if (verdict.message.starts_with("the word has ")) continue;  // more letters than heaps that are tried here
        meaningless += !expected;
        held += expected.value_or(false);
        failed += !expected.value_or(true);
        if (!expected) {  // the check does not look into a group that is repeated 0 times; the reader asks for more
            errors += verdict.kind == Verdict::Kind::error;
        } else if (verdict.kind == Verdict::Kind::error) {  // a word without letters is an error there, and false here
            ASSERT_FALSE(*expected) << verdict.message;
        } else {
            ASSERT_EQ(verdict.kind, *expected ? Verdict::Kind::holds : Verdict::Kind::refuted) << verdict.message;
        }
    }
    EXPECT_GE(errors, meaningless * 9 / 10);
    EXPECT_GE(meaningless, 20u);
    EXPECT_GE(held, 200u);
    EXPECT_GE(failed, 200u);
}

TEST(Reading, StatementsAboutNumbers) { compare_statements(false, false, 4000); }
TEST(Reading, StatementsAboutNumbersInThePlane) { compare_statements(false, true, 2000); }
TEST(Reading, StatementsWithSets) { compare_statements(true, false, 3000); }
TEST(Reading, StatementsWithSetsInThePlane) { compare_statements(true, true, 3000); }

}  // namespace
}  // namespace bouton::unit
