// The prover must never say `proved` of something false. Here: claims that were once proved though they are false, facts on real numbers,
// conditions that contradict each other only because of what is to be refuted, one-heap games with a known period, the way from a claim to
// its verdict, and certificates that were changed or forged. Mutants of true claims: proofs_mutation_test.cpp.
#include "claims/check.hpp"
#include "proofs/certificate.hpp"
#include "proofs/conditions.hpp"
#include "proofs/prove.hpp"
#include "proofs/solver.hpp"
#include "theorems.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

namespace bouton::unit {
namespace {

using syntax::Claim;
using Kind = ProofVerdict::Kind;
namespace fs = std::filesystem;
using proofs::operator+, proofs::operator*;

const std::string kOne = "game one (x)\n  move (x - t) for 1 <= t <= 1\n";
const std::string kHeap = "game heap (x)\n  move (x - t) for 1 <= t <= x\n";
const std::string kBachet = "game bachet (x)\n  parameter k where k >= 1\n  move (x - t) for 1 <= t <= min(x, k)\n";
const std::string kLine = "game line (x)\n  parameter f(x)\n  move (x - t) for 1 <= t <= min(x, f(x))\n";
const std::string kSubtraction = "game subtraction (x)\n  parameter moves: set\n  move (x - s) for s in moves\n";
const std::string kNim = "game nim2 (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
const std::string kTwoWeights =
    "game two-weights (x, y)\n  let half = floor((2*x + y) / 2)\n"
    "  move (x - t, y - u) for 0 <= t <= x, 0 <= u <= y if 1 <= 2*t + u <= half\n";
const std::string kTwoWeightsSet =
    "{ (2^n - 1, 0) for n >= 0 } | { (2^n - i - 1, 2*i - 1) for n >= 0, 1 <= i <= n - 1 }\n"
    "  | { (2^n - n - i, 2*n + 2*i - 1) for n >= 0, 1 <= i <= 2^n - n";
const std::string kJosephus =
    "game josephus-nim (x, y)\n  let half = floor((x - 2*y) / 2)\n"
    "  move (x - t, y) for 1 <= t <= x if t <= half\n  move (x, y - u) for 1 <= u <= y if -2*u <= half\n";
const std::string kJosephusP =
    "theorem \"G_0\": { outcome = P } = { (2^n - 1 + m, m) for n >= 0, 0 <= m <= 2^n - 1 }  to 24\n";

/// The verdict on the last claim of a text; open, if it takes more seconds than that.
ProofVerdict proved(const std::string& text, double seconds = 0) {
    const lang::DocumentPtr document = read(text);
    const Watch watch({.seconds = seconds});
    return Prover(*document, watch).prove(document->file.claims.back());
}

std::string all_tried(const ProofVerdict& verdict) { return fmt::format("{}", fmt::join(verdict.tried, "\n")); }

// ---- false claims, all of them true on the box that they name ----

struct FalseClaim {
    std::string what, text;
};

const std::vector<FalseClaim>& false_claims() {
    static const std::vector<FalseClaim> all = {
        {"values from 50 on: nothing is known of the smaller ones",
         kHeap + "theorem \"t\" for s >= 50: { grundy = s } = { (i) for i >= 0 if s <= 1 }  to 60, x <= 40\n"},
        {"even values: nothing is known of the odd ones",
         kHeap + "theorem \"t\" for s >= 50 if s mod 2 = 0: { grundy = s } = { (i) for i >= 0 if s mod 2 = 1 }  to 60, "
                 "x <= 40\n"},
        {"the rules depend on s", kBachet + "theorem \"t\" in bachet(k = s) for s >= 50: { grundy = s } = { (i) for i "
                                            ">= 0 if s = 0 }  to 60, x <= 40\n"},
        {"3^7 is not 2^7",
         kOne + "theorem \"t\": { outcome = P } = { (2*i) for i >= 0 } | { (3^k) for k in {7} }  to 100\n"},
        {"the least element of {5..3, 7} is 7", kHeap + "claim \"t\" for k >= 0: min({k..3, 7}) <= k  to 3\n"},
        {"a quantifier inside `if`, in a used claim",
         kHeap + "claim \"L\" for 0 <= x <= 70: (if (exists 0 <= n <= x: 2^n = x) then 1 else 0) = (if x in {1, 2, 4, "
                 "8, 16, 32, 64} then 1 else 0)\n"
                 "claim \"t\" for x >= 0: x < 200 using \"L\"  to 100\n"},
        {"the same, at two places",
         kHeap + "claim \"L\" for 0 <= x <= 70: (if (exists 0 <= n <= x: 2^n = x) then 1 else 0) = (if x in {1, 2, 4, "
                 "8, 16, 32, 64} then 1 else 0)\n"
                 "claim \"t\" for x >= 0: x < 200 using \"L\" at x = 1 using \"L\" at x = 2  to 100\n"},
        {"a used claim about f(x) = c, for another c",
         kLine + "claim \"L\" in line(f(x) = c) for c >= 1, x >= 0: grundy(x) = x mod (c + 1)  to 50, c <= 6\n"
                 "claim \"t\" in line(f(x) = c) for c >= 1, x >= 0: x < 200\n"
                 "  using \"L\" at c = 1, x = 2 using \"L\" at c = 2, x = 2  to 50, c <= 6\n"},
        {"a used claim about f(x) = c, for another c",
         kLine +
             "claim \"L\" in line(f(x) = c) for c >= 1, x >= c + 1: not ((x - c - 1) in options(x))  to 30, c <= 6\n"
             "claim \"t\" in line(f(x) = c) for c >= 1: c <= 5 using \"L\" at c = 5, x = 6  to 10, c <= 5\n"},
        {"a used claim about every f with k = 2, for k = 5",
         "game g (x)\n  parameter k = 2 where k >= 1\n  parameter f(x)\n  move (x - t) for 1 <= t <= min(x, k) if f(x) "
         ">= 0\n"
         "claim \"L\" in g(f(x) = 1) for u >= 0: grundy(u) = u mod 3 assuming f(t) >= 1 for t >= 0  to 50\n"
         "claim \"t\" in g(k = 5, f(x) = 1) for n >= 0: n <= 2 or grundy(3) = 0 using \"L\" at u = 3  to 2\n"},
        {"a used claim about subsets of {1, 2}, for {3, 4}",
         kSubtraction +
             "claim \"L\" in subtraction(moves = S) for S subset {1..2}, 0 <= n <= 4: n <= 1 or options(n) != {}\n"
             "claim \"t\" in subtraction(moves = {x, y}) for 1 <= x < y: x <= 2 using \"L\" at n = 2  to 10, y <= 3\n"},
        {"a used claim that is proved for k <= 6 only",
         kBachet +
             "claim \"L\" in bachet(k) for k >= 1, x >= 0: grundy(x) = (if k <= 6 then x mod (k + 1) else 0)  to 50, k "
             "<= 6\n"
             "claim \"t\" in bachet(k) for k >= 1: k <= 6 or grundy(1) = 0 using \"L\" at x = 1  to 10, k <= 6\n"},
        {"a used claim at m = 5, where m is another name of our k",
         kBachet + "claim \"L\" in bachet(k) for k >= 1, m = k, x >= 0: grundy(x) = x mod (m + 1)  to 50, k <= 6\n"
                   "claim \"t\" in bachet(k) for k >= 1: k <= 5 using \"L\" at m = 5, x = 6 using \"L\" at m = 6, x = "
                   "6  to 10, k <= 5\n"},
        {"proved for k <= 6 one by one, false at k = 7",
         kBachet + "claim \"t\" in bachet(k) for k >= 1, x >= 0: grundy(x) = (if k <= 6 then x mod (k + 1) else 0)  to "
                   "50, k <= 6\n"},
        {"a division by 0 at x = 60", kHeap + "claim \"t\" for x >= 0: floor(x/(60 - x)) = floor(x/(60 - x))  to 50\n"},
        {"a negative exponent from x = 61 on", kHeap + "claim \"t\" for x >= 0: 2^(60 - x) = 2^(60 - x)  to 50\n"},
        {"the value of what is no position, from x = 61 on",
         kHeap + "claim \"t\" for x >= 0: grundy(60 - x) = grundy(60 - x)  to 50\n"},
        {"the same in a condition of the claim",
         kHeap + "claim \"t\" for x >= 0 if floor(x/(60 - x)) >= 0: x >= 0  to 50\n"},
        {"the same in a family",
         kOne + "theorem \"t\": { outcome = P } = { (2*i + 0*floor(i/(60 - i))) for i >= 0 }  to 50\n"},
        {"a move that has no meaning at x = 60",
         "game g (x)\n  move (x - t) for 1 <= t <= 1 if floor(x/(60 - x)) <= 1000\nclaim \"t\" for x >= 0: grundy(0) = "
         "0  "
         "to 50\n"},
        {"arguments that the game does not allow",
         "game g (x)\n  parameter k where k <= 50\n  move (x - t) for 1 <= t <= k\nclaim \"t\" in g(k) for k >= 1: "
         "grundy(0) = 0  to 10, k <= 10\n"},
        {"a sequence of heaps that are no positions from 51 on",
         "game g (x) where x <= 50\n  move (x - t) for 1 <= t <= 3\nclaim \"t\": grundy repeats 0 1 2 3  to 40\n"},
        {"the induction hypothesis for another game",
         "game spike (x)\n  parameter k where k >= 1\n  move (x - 1) for 1 <= t <= 1 if x = k\n"
         "claim \"t\" in spike(k) for k >= 1, n >= 0: grundy(k) = 1 and n <= 30\n"
         "  by induction on n using \"t\" at k = k + 1, n = n - 1  to 30, k <= 10\n"},
    };
    return all;
}

TEST(Proofs, FalseClaimsThatHoldOnTheirBox) {
    for (const FalseClaim& claim : false_claims()) {
        ProofVerdict verdict;
        Failure failure;  // a file that is refused proves nothing either
        EXPECT_NO_THROW(failure = failure_of([&] { verdict = proved(claim.text); })) << claim.what;
        EXPECT_TRUE(!failure.fault || failure.fault == Fault::input) << claim.what << ": " << failure.message;
        EXPECT_NE(verdict.kind, Kind::proved) << claim.what << " (" << verdict.method << ")\n" << claim.text;
    }
}

/// Without the check: all conditions of the last claim contradictory? No, if it takes more seconds than that.
bool all_conditions(const std::string& text, double seconds = 0) {
    const lang::DocumentPtr document = read(text);
    const Watch watch({.seconds = seconds});
    try {
        const lang::OpenClaim open = lang::open_claim(*document, document->file.claims.back());
        const std::size_t count = proofs::Conditions(open).list().size();
        for (std::size_t i = 0, hint = 0; i < count; ++hint) {
            proofs::Conditions fresh(open);
            const proofs::Condition& condition = fresh.list()[i];
            if (hint == condition.hints.size()) return false;
            const std::string script = fresh.script(condition, condition.hints[hint], 2, {});
            if (proofs::solve(script, 2000000, watch) == proofs::Answer::unsat) ++i, hint = SIZE_MAX;
        }
    } catch (const proofs::Unsupported&) {
        return false;
    } catch (const Error& error) {
        if (error.fault() != Fault::limit) throw;
        return false;
    }
    return true;
}

TEST(Proofs, FalseClaimsWithoutTheCheck) {
    const std::string misere = "game last (x)\n  misere\n  move (x - t) for 1 <= t <= min(x, 2)\n";
    EXPECT_FALSE(all_conditions(misere + "theorem \"t\" for s >= 0: { grundy = s } = { x mod 3 = s }  to 10\n"));
    EXPECT_FALSE(all_conditions(misere + "theorem \"t\": { outcome = P } = { x mod 3 = 0 }  to 10\n"));
    EXPECT_FALSE(all_conditions(misere + "theorem \"t\" for x >= 0: grundy(x) = x mod 3  to 10\n"));
    EXPECT_FALSE(all_conditions(misere + "theorem \"t\" for x >= 0: outcome(x) = P iff x mod 3 = 0  to 10\n"));
    EXPECT_TRUE(all_conditions(misere + "theorem \"t\": { outcome = P } = { x mod 3 = 1 }  to 10\n"));
    EXPECT_FALSE(all_conditions(kOne + "theorem \"t\" for x >= 1: outcome(x) = P iff x mod 2 = 1  to 10\n"));
    EXPECT_FALSE(all_conditions(kOne + "theorem \"t\" for x >= 0 if x mod 2 = 0: outcome(x) = P iff x = x  to 10\n"));
    EXPECT_FALSE(all_conditions(kHeap + "theorem \"t\" for x >= 1: grundy(x) = x - 1  to 10\n"));
}

TEST(Proofs, CrashesThatWere) {
    EXPECT_NO_THROW(
        proved(kHeap + "claim \"t\" for x >= 0: (if (exists 0 <= n <= x: 2^n = x) then 1 else 0) >= 0  to 20\n"));
    EXPECT_NO_THROW(proved(kBachet +
                           "claim \"L\" in bachet(k) for k >= 1, m = 3, x >= 0: grundy(x) <= k + m  to 50, k <= 6\n"
                           "claim \"t\" in bachet(k) for k >= 1: k <= 5 using \"L\" at m = 5, x = 6  to 10, k <= 5\n"));
    const Failure failure = failure_of([] {
        proved(
            "game two (x, y)\n  parameter k where k >= 1\n  move (x - t, y) for 1 <= t <= 1 if x = k\n"
            "claim \"t\" in two(k = a) for (a, b) in { (1, 1), (2, 1) }: grundy(a, 0) = 1  to 30\n");
    });
    EXPECT_TRUE(!failure.fault || failure.fault == Fault::input);
}

// ---- facts on real numbers ----

/// Terms with their meaning: powers, quotients, products. Outside their domain, and all other functions: some number, the same for the
/// same arguments.
class Meaning {
  public:
    Meaning(const proofs::Terms& terms, Random& random) : terms_(terms), random_(random) {}
    struct TooLarge {};

    Integer of(const proofs::Poly& p) {
        Integer sum = 0;
        for (const auto& [monomial, c] : p) {
            Integer product = c;
            for (const proofs::AtomId id : monomial) product *= of(id);
            sum += product;
        }
        return sum;
    }
    bool of(const proofs::FormulaPtr& f) {
        using K = proofs::Formula::Kind;
        const auto part = [&](const proofs::FormulaPtr& g) { return of(g); };
        switch (f->kind) {
            case K::all: return std::all_of(f->parts.begin(), f->parts.end(), part);
            case K::any: return std::any_of(f->parts.begin(), f->parts.end(), part);
            case K::at_most_zero: return of(f->poly) <= 0;
            case K::zero: return of(f->poly) == 0;
            case K::not_zero: return of(f->poly) != 0;
            default: throw std::logic_error("a fact with a quantifier");
        }
    }

  private:
    Integer of(proofs::AtomId id) {
        const auto known = values_.find(id);
        if (known != values_.end()) return known->second;
        const Integer value = compute(terms_[id]);
        return values_[id] = value;
    }
    Integer compute(const proofs::Atom& atom) {
        if (atom.kind == proofs::Atom::Kind::variable) return random_.between(-3, random_.chance(30) ? 40 : 7);
        if (atom.kind == proofs::Atom::Kind::choose) return of(atom.condition) ? of(atom.args[0]) : of(atom.args[1]);
        std::vector<Integer> args;
        for (const proofs::Poly& arg : atom.args) args.push_back(of(arg));
        if (atom.kind == proofs::Atom::Kind::quotient && args[1] > 0) return arithmetic::floor_divide(args[0], args[1]);
        if (atom.name.starts_with("pow") && args[0] >= 0) {
            if (args[0] > 300) throw TooLarge{};
            Integer power = 1;
            for (Integer i = 0; i < args[0]; i += 1) power *= std::stoi(atom.name.substr(3));
            return power;
        }
        if (atom.name == "log2" && args[0] >= 1) {
            Integer log = 0;
            for (Integer n = args[0]; n > 1; n = arithmetic::floor_divide(n, Integer(2))) log += 1;
            return log;
        }
        if (atom.name == "twos" && args[0] >= 1) {
            Integer count = 0;
            for (Integer n = args[0]; n % 2 == 0; n /= 2) count += 1;
            return count;
        }
        const auto [at, fresh] =
            others_.try_emplace({std::to_string(static_cast<int>(atom.kind)) + atom.name, args}, 0);
        if (fresh) at->second = atom.name == "f_f" ? random_.between(0, 9) : random_.between(-9, 9);
        return at->second;
    }

    const proofs::Terms& terms_;
    Random& random_;
    std::map<proofs::AtomId, Integer> values_;
    std::map<std::pair<std::string, std::vector<Integer>>, Integer> others_;
};

proofs::Poly random_term(proofs::Terms& terms, const std::vector<proofs::Poly>& variables, Random& random, int depth) {
    const auto inner = [&] { return random_term(terms, variables, random, depth - 1); };
    const auto small = [&] { return random.pick(variables) + proofs::constant(random.between(-2, 2)); };
    if (depth == 0 || random.chance(20))
        return Integer(random.between(-2, 3)) * random.pick(variables) + proofs::constant(random.between(-3, 3));
    switch (random.between(0, 9)) {
        case 0:
        case 1:
        case 2: return terms.power(2, small());
        case 3: return terms.power(3, small());
        case 4: return terms.quotient(inner(), small());
        case 5:
            return terms.quotient(inner(),
                                  random.chance(50) ? terms.power(2, small()) : proofs::constant(random.between(2, 5)));
        case 6: return inner() * random.pick(variables);
        case 7: return terms.call(random.chance(50) ? "log2" : "twos", {random.chance(50) ? inner() : small()});
        case 8: return terms.call(random.chance(50) ? "f_f" : "G", {small()});
        default: return terms.choose(proofs::at_most(small(), small()), inner(), inner());
    }
}

TEST(Proofs, FactsHoldForNumbers) {
    Random random(20240607);
    std::size_t evaluations = 0, facts = 0;
    for (int i = 0; i < 250; ++i) {
        proofs::Terms terms;
        std::vector<proofs::Poly> variables;
        for (const char* name : {"a", "b", "c"}) variables.push_back(terms.variable(name));
        std::vector<proofs::Labelled> formulas;
        for (std::int64_t j = random.between(1, 3); j > 0; --j) {
            proofs::Poly sum = random_term(terms, variables, random, 2);
            if (random.chance(60)) sum = sum + random_term(terms, variables, random, 2);
            formulas.push_back({"given", proofs::at_most(sum, {})});
        }
        const std::vector<proofs::Labelled> all = proofs::facts(terms, formulas, {"f_f"});
        facts += all.size();
        for (int j = 0; j < 24; ++j) {
            Meaning meaning(terms, random);
            for (std::size_t k = static_cast<std::size_t>(j) % 2; k<all.size(); k += all.size()> 200 ? 3 : 1) {
                try {
                    ++evaluations;
                    ASSERT_TRUE(meaning.of(all[k].formula)) << all[k].label << ": " << terms.text(all[k].formula);
                } catch (const Meaning::TooLarge&) {
                }
            }
        }
    }
    EXPECT_GE(facts, 5000u);
    EXPECT_GE(evaluations, 200000u);
}

// ---- what is to be refuted matters ----

/// Each condition that is contradictory must not be so without what is to be refuted; nor, where it speaks of a set, without the position.
void expect_no_vacuous_condition(const std::string& text) {
    const lang::DocumentPtr document = read(text);
    const Watch watch;
    const lang::OpenClaim open = lang::open_claim(*document, document->file.claims.back());
    const proofs::Conditions plan(open);
    const auto contradictory = [&](std::size_t i, std::size_t way, const std::string& left_out) {
        proofs::Conditions fresh(open);
        proofs::Condition condition = fresh.list()[i];
        const std::size_t dropped = std::erase_if(condition.assumptions, [&](const proofs::Labelled& a) {
            return !left_out.empty() && a.label.starts_with(left_out);
        });
        EXPECT_EQ(dropped, left_out.empty() ? 0u : 1u) << condition.name;
        const std::string script = fresh.script(condition, condition.hints[way / 2], 1 + static_cast<int>(way % 2), {});
        return proofs::solve(script, 2000000, watch) == proofs::Answer::unsat;
    };
    for (std::size_t i = 0; i < plan.list().size(); ++i) {
        const std::string& name = plan.list()[i].name;
        std::size_t way = 0;  // a hint, and one or two rounds
        while (way < 2 * plan.list()[i].hints.size() && !contradictory(i, way, "")) ++way;
        ASSERT_LT(way, 2 * plan.list()[i].hints.size()) << name << "\n" << text;
        EXPECT_FALSE(contradictory(i, way, "to be refuted")) << name << "\n" << text;
        const bool about_a_set = name.starts_with("no move stays") || name.starts_with("every position ");
        EXPECT_FALSE(about_a_set && contradictory(i, way, "a position")) << name << "\n" << text;
    }
}

TEST(Proofs, ConditionsAreNotVacuous) {
    expect_no_vacuous_condition(kTwoWeights + "theorem \"t\": { outcome = P } = " + kTwoWeightsSet + " }  to 9\n");
    expect_no_vacuous_condition(kJosephus + kJosephusP);
    expect_no_vacuous_condition(kNim + "theorem \"t\": { outcome = P } = { (i, i) for i >= 0 }  to 9\n");
    expect_no_vacuous_condition(kHeap + "theorem \"t\" for x >= 0: grundy(x) = x  to 9\n");
    expect_no_vacuous_condition(kHeap + "theorem \"t\" for s >= 0: { grundy = s } = { (s) }  to 9\n");
    expect_no_vacuous_condition(
        kSubtraction +
        "theorem \"3\" in subtraction(moves = {x, y}) for 1 <= x < y, n >= 0:\n"
        "  grundy(n) = 2 iff (n >= y and grundy(n - x) = 1 and grundy(n - y) = 0)  to 30, y <= 5\n");
}

// ---- games with a known period ----

TEST(MutationOfProofs, SubtractionGamesWithAPeriod) {
    Random random(7);
    std::size_t games = 0;
    for (int tries = 0; games < 30 && tries < 400; ++tries) {
        std::set<int> set;
        for (std::int64_t size = random.between(2, 3); std::ssize(set) < size;)
            set.insert(static_cast<int>(random.between(1, 7)));
        std::vector<bool> p;
        for (int x = 0; x < 400; ++x)
            p.push_back(std::none_of(set.begin(), set.end(),
                                     [&](int s) { return s <= x && p[static_cast<std::size_t>(x - s)]; }));
        int period = 1;
        while (period <= 8 && !std::equal(p.begin() + period, p.end(), p.begin())) ++period;
        if (period > 8) continue;
        ++games;
        const std::string game = fmt::format("game g (x)\n  move (x - s) for s in {{{}}}\n", fmt::join(set, ", "));
        const auto claim = [&](std::vector<bool> residues) {
            std::string families;
            for (int r = 0; r < period; ++r)
                if (residues[static_cast<std::size_t>(r)])
                    families += fmt::format("{}{{ ({}*i + {}) for i >= 0 }}", families.empty() ? "" : " | ", period, r);
            return game + "theorem \"t\": { outcome = P } = " + (families.empty() ? "{}" : families);
        };
        const std::string right = claim(p) + "  to 60\n";
        EXPECT_EQ(proved(right).kind, Kind::proved) << right;
        // One residue changed, said of a box that is too small to see it wherever that is possible.
        std::vector<bool> other = p;
        const auto at = static_cast<std::size_t>(random.between(0, period - 1));
        other[at] = !other[at];
        const std::string wrong = claim(other);
        EXPECT_FALSE(all_conditions(wrong + "  to 60\n", 0.2)) << wrong;
        EXPECT_NE(proved(wrong + fmt::format("  to {}\n", at > 0 ? at - 1 : 0), 0.2).kind, Kind::proved) << wrong;
    }
    EXPECT_EQ(games, 30u);
}

// ---- from a claim to its verdict ----

TEST(Proofs, RefutedAsExpected) {
    const ProofVerdict verdict = proved(kBachet +
                                        "theorem \"t\" expect refuted at k = 2, x = 3 in bachet(k) for k >= 1, x >= 0: "
                                        "grundy(x) = x mod (k + 2) or x <= 2  to 20, k <= 5\n");
    EXPECT_EQ(verdict.kind, Kind::refuted);
    EXPECT_TRUE(verdict.replayed);
    const std::vector<std::pair<std::string, std::string>> smallest{{"k", "1"}, {"x", "3"}};
    EXPECT_EQ(verdict.counterexample, smallest);
    EXPECT_FALSE(verdict.as_expected());  // refuted, but at another place
    const ProofVerdict set = proved(
        kNim +
        "theorem \"t\" expect refuted at x = 2, y = 1: { outcome = P } = { (i, i) for i >= 0 } | { (2, 1) }  to 9\n");
    EXPECT_EQ(set.kind, Kind::refuted);
    EXPECT_TRUE(set.replayed && set.as_expected());
}

TEST(Proofs, WhatIsOpenSaysWhy) {
    const ProofVerdict rests = proved(
        kHeap +
        "claim \"L\" for x >= 0: grundy(x) < 50  to 9\nclaim \"t\" for x >= 0: grundy(x) < 50 using \"L\"  to 9\n");
    EXPECT_EQ(rests.kind, Kind::open);
    EXPECT_NE(all_tried(rests).find("claim L"), std::string::npos) << all_tried(rests);
    const ProofVerdict construct = proved(kNim + "claim \"t\" for x >= 0, y >= 0: xor(x, y) <= x + y  to 9\n");
    EXPECT_EQ(construct.kind, Kind::open);
    EXPECT_NE(all_tried(construct).find("xor"), std::string::npos) << all_tried(construct);
}

TEST(Proofs, WhatTheClockCutsOffIsOpen) {
    const lang::DocumentPtr document = read(kJosephus + kJosephusP);
    const Watch watch({.seconds = 1e-6});
    const ProofVerdict verdict = Prover(*document, watch).prove(document->file.claims[0]);
    EXPECT_EQ(verdict.kind, Kind::open);
    EXPECT_NE(all_tried(verdict).find("time limit"), std::string::npos) << all_tried(verdict);
}

TEST(Proofs, ALimitedOneSaysHowFarAndWhyNotAll) {
    const ProofVerdict verdict =
        proved(kBachet +
               "claim \"t\" in bachet(k) for k >= 1, x >= 0: grundy(x) = (if k <= 6 then x mod (k + 1) else 0)  to 50, "
               "k <= 6\n");
    EXPECT_EQ(verdict.kind, Kind::limited);
    EXPECT_NE(verdict.generality.find("for k <= 6 only"), std::string::npos) << verdict.generality;
    EXPECT_NE(all_tried(verdict).find("values"), std::string::npos) << all_tried(verdict);
}

TEST(Proofs, ClaimsThatUseEachOtherAreOpen) {
    const lang::DocumentPtr document =
        read(kHeap +
             "claim \"A\" for x >= 0: x < 50 using \"B\"  to 9\nclaim \"B\" for x >= 0: x < 50 using \"C\"  to 9\n"
             "claim \"C\" for x >= 0: x < 50 using \"A\"  to 9\nclaim \"D\" for x >= 0: x < 50 using \"D\"  to 9\n");
    const Watch watch;
    Prover prover(*document, watch);
    for (const Claim& claim : document->file.claims) EXPECT_EQ(prover.prove(claim).kind, Kind::open) << claim.label;
}

TEST(MutationOfProofs, WrongAtOnePointFarOut) {
    const ProofVerdict verdict = proved(kTwoWeights + "theorem \"t\": { outcome = P } = " + kTwoWeightsSet +
                                        " if not (n = 12 and i = 5) }  to x <= 60, y <= 120\n");
    EXPECT_NE(verdict.kind, Kind::proved);
    const ProofVerdict near = proved(kTwoWeights + "theorem \"t\": { outcome = P } = " + kTwoWeightsSet +
                                     " if not (n = 6 and i = 5) }  to x <= 20, y <= 30\n");
    EXPECT_NE(near.kind, Kind::proved);
    EXPECT_TRUE(near.kind != Kind::refuted || near.replayed);
}

// ---- certificates ----

class ProofCertificates : public testing::Test {
  protected:
    ProofCertificates()
        : root_(fs::temp_directory_path() /
                fmt::format("bouton-proofs-{}", Random(std::random_device()()).between(1, 1000000000))) {
        fs::create_directories(root_);
    }
    ~ProofCertificates() override {
        std::error_code error;
        fs::remove_all(root_, error);
    }

    /// Proves every claim of the text; the certificates are below certificates().
    std::vector<ProofVerdict> prove_all(const std::string& text) {
        put(root_ / "claims.bouton", text);
        Library library(home());
        return prove_files(library, {(root_ / "claims.bouton").string()}, certificates(), "", watch_,
                           [](const ProofVerdict&) {});
    }
    std::string certificates() const { return (root_ / "certificates").string(); }
    static void put(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

    /// Every problem that is found; an error is one too, if it names a file.
    std::vector<std::string> problems(const std::string& folder) {
        std::vector<std::string> found;
        try {
            for (const RecheckVerdict& verdict : recheck_folder(folder, false, watch_, [](const RecheckVerdict&) {}))
                if (!verdict.problem.empty()) found.push_back(verdict.problem);
        } catch (const Error& error) {
            EXPECT_EQ(error.fault(), Fault::input) << error.what();
            found.push_back(error.what());
        }
        return found;
    }

    fs::path root_;
    Watch watch_;
};

TEST_F(ProofCertificates, AreAcceptedAndAnyChangeIsNoticed) {
    const std::string text = kSubtraction +
                             "example \"windows\" in subtraction(moves = {1, 2}): grundy has period 3  to 60\n" +
                             kJosephus + kJosephusP + kHeap +
                             "claim \"L\" for x >= 0: grundy(x) = x  to 9\nclaim \"used\" for x >= 0: grundy(x + 1) = "
                             "grundy(x) + 1 using \"L\"  to 9\n"
                             "claim \"finite\" for 0 <= x <= 20: grundy(x) = x\n" +
                             kNim + "theorem \"digits\": { outcome = P } = { xor(x, y) = 0 }  to 9\n";
    std::set<std::string> methods;
    std::vector<std::string> folders;
    for (const ProofVerdict& verdict : prove_all(text)) {
        EXPECT_EQ(verdict.kind, Kind::proved) << verdict.claim << "\n" << all_tried(verdict);
        methods.insert(verdict.method);
        folders.push_back(verdict.certificate);
    }
    EXPECT_EQ(methods, (std::set<std::string>{"computation", "digits", "induction", "levels", "values", "windows"}));
    EXPECT_EQ(problems(certificates()), std::vector<std::string>{});
    Random random(3);
    std::size_t changes = 0;
    for (const std::string& folder : folders) {
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
        std::sort(files.begin(), files.end());
        for (const fs::path& file : files) {
            const std::string before = text_of_file(file);
            const auto noticed = [&](const std::string& what) {
                const Failure failure = failure_of([&] { read_certificate(folder); });
                EXPECT_EQ(failure.fault, Fault::input) << what << " in " << file << ": " << failure.message;
                EXPECT_NE(failure.message.find(folder), std::string::npos) << failure.message;
                ++changes;
            };
            for (int i = 0; i < 4; ++i) {
                std::string after = before;
                const auto at = static_cast<std::size_t>(random.between(0, std::ssize(before) - 1));
                after[at] = static_cast<char>(after[at] ^ (1 << random.between(0, 6)));
                put(file, after);
                noticed(fmt::format("byte {}", at));
            }
            put(file, before.substr(0, before.size() / 2));
            noticed("half of it");
            put(file, before + " ");
            noticed("a space more");
            fs::remove(file);
            noticed("nothing left");
            put(file, before);
        }
        if (files.size() > 2) {
            const std::string first = text_of_file(files[0]), second = text_of_file(files[1]);
            put(files[0], second), put(files[1], first);
            EXPECT_EQ(failure_of([&] { read_certificate(folder); }).fault, Fault::input) << folder;
            put(files[0], first), put(files[1], second);
        }
    }
    EXPECT_GE(changes, 60u);
    EXPECT_EQ(problems(certificates()), std::vector<std::string>{});
    fs::create_directories(root_ / "foreign");
    put(root_ / "foreign" / "manifest.json", "{\"name\": \"something else\"}\n");
    EXPECT_EQ(problems((root_ / "foreign").string()).size(), 1u);
    EXPECT_NE(problems((root_ / "foreign").string()).at(0).find("manifest.json"), std::string::npos);
    EXPECT_EQ(problems((root_ / "nowhere").string()).size(), 1u);
}

/// Well-formed certificates, sealed as they should be, for what is not proved.
TEST_F(ProofCertificates, ForgedOnesAreRefused) {
    const auto forge = [&](const std::string& text, const std::string& label,
                           const std::function<void(ProofVerdict&)>& change) {
        const lang::DocumentPtr document = read(text);
        for (const Claim& claim : document->file.claims) {
            if (claim.label != label) continue;
            ProofVerdict verdict = Prover(*document, watch_).prove(claim);
            verdict.claim = claim.kind + " " + claim.label;
            change(verdict);
            write_certificate(certificates(), *document, claim, verdict);
        }
        const auto found = problems(certificates());
        fs::remove_all(certificates());
        return found;
    };
    const std::string lemma = kHeap + "claim \"L\" for x >= 0: grundy(x) = x  to 9\n";
    const std::string used = lemma + "claim \"t\" for x >= 0: grundy(x + 1) = grundy(x) + 1 using \"L\"  to 9\n";
    EXPECT_NE(forge(used, "t", [](ProofVerdict&) {}).size(), 0u) << "the certificate of L is not there";
    EXPECT_NE(forge(used, "t", [](ProofVerdict& v) { v.uses.clear(); }).size(), 0u) << "it hides that it uses L";
    EXPECT_EQ(forge(lemma, "L", [](ProofVerdict&) {}).size(), 0u);
    EXPECT_NE(forge(lemma, "L",
                    [](ProofVerdict& v) {
                        v.attempt.data["conditions"].erase(0), v.attempt.files.erase(v.attempt.files.begin());
                    })
                  .size(),
              0u);
    EXPECT_NE(
        forge(lemma, "L",
              [](ProofVerdict& v) { v.attempt.files[0].second = "(set-logic ALL)\n(assert false)\n(check-sat)\n"; })
            .size(),
        0u);
    EXPECT_NE(forge(lemma, "L", [](ProofVerdict& v) { v.method = "computation"; }).size(), 0u);
    // 0 1 2 0 1 2 ... does not repeat 0 1 2 0, but begins so and has a period.
    const std::string heap =
        kSubtraction + "example \"right\" in subtraction(moves = {1, 2}): grundy repeats 0 1 2  to 30\n";
    const ProofVerdict right = proved(heap);
    ASSERT_EQ(right.method, "windows");
    EXPECT_NE(forge(heap + "example \"wrong\" in subtraction(moves = {1, 2}): grundy repeats 0 1 2 0  to 3\n", "wrong",
                    [&](ProofVerdict& v) {
                        v = right;
                        v.claim = "example wrong";
                    })
                  .size(),
              0u)
        << "a word that repeats at another pace";
    // Two false claims, each of which follows from the other.
    const lang::DocumentPtr circle = read(
        kHeap + "claim \"A\" for x >= 0: x < 50 using \"B\"  to 9\nclaim \"B\" for x >= 0: x < 50 using \"A\"  to 9\n");
    for (const Claim& claim : circle->file.claims) {
        const lang::OpenClaim open = lang::open_claim(*circle, claim);
        ProofVerdict verdict;
        verdict.claim = "claim " + claim.label;
        verdict.method = "induction";
        verdict.generality = "every position";
        verdict.uses = {claim.label == "A" ? "claim B" : "claim A"};
        for (std::size_t i = 0; i < proofs::Conditions(open).list().size(); ++i)
            for (std::size_t hint = 0; hint < proofs::Conditions(open).list()[i].hints.size(); ++hint) {
                proofs::Conditions fresh(open);
                const proofs::Condition& condition = fresh.list()[i];
                const std::string script =
                    fresh.script(condition, condition.hints[hint], 2, {verdict.claim, condition.name});
                if (proofs::solve(script, 2000000, watch_) != proofs::Answer::unsat) continue;
                const std::string file = fmt::format("condition-{:02}.smt2", i + 1);
                verdict.attempt.data["conditions"].push_back(
                    {{"name", condition.name}, {"file", file}, {"hint", hint}, {"rounds", 2}, {"with", ""}});
                verdict.attempt.files.emplace_back(file, script);
                break;
            }
        write_certificate(certificates(), *circle, claim, verdict);
    }
    EXPECT_NE(problems(certificates()).size(), 0u) << "A rests on B, and B on A";
}

}  // namespace
}  // namespace bouton::unit
