// A prover that proves too much. True claims are changed in one place, in the claim or in the rules, and the prover is asked again.
//   - Whatever it proves must hold on a box three times as large.
//   - Most mutants are false already on their own box, where the check refutes them before the prover is asked. That would hide a prover that
//     proves everything; so for these the goals, and the questions for digits, are made all the same: no proof may be found.
// The claims that a mutant uses are left as they are, and true; so are the rules where a claim uses others.
#include "claims/check.hpp"
#include "proofs/digits/digits.hpp"
#include "proofs/goals/by_goals.hpp"
#include "proofs/prove.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <map>
#include <set>

namespace bouton::unit {
namespace {

using syntax::Claim;

/// What may be changed stands between [[ and ]]; the last claim is the one that is asked for.
struct Seed {
    std::string name, text;
    std::size_t most;  // mutants
};

const std::string kTwoWeights =
    "game two-weights (x, y)\n  let half = floor((2*x + y) / 2)\n"
    "  move (x - t, y - u) for 0 <= t <= x, 0 <= u <= y if [[1 <= 2*t + u <= half]]\n"
    "theorem \"3.1\": { outcome = P } = [[{ (2^n - 1, 0) for n >= 0 }\n"
    "  | { (2^n - i - 1, 2*i - 1) for n >= 0, 1 <= i <= n - 1 }\n"
    "  | { (2^n - n - i, 2*n + 2*i - 1) for n >= 0, 1 <= i <= 2^n - n }]]  to x <= 16, y <= 32\n";

const std::string kJosephusRules =
    "game josephus-nim (x, y)\n  let half = floor((x - 2*y) / 2)\n"
    "  move (x - t, y) for 1 <= t <= x if t <= half\n  move (x, y - u) for 1 <= u <= y if -2*u <= half\n";

const std::string kJosephus =
    "game josephus-nim (x, y)\n  let half = floor(([[x - 2*y]]) / 2)\n"
    "  move (x - t, y) for [[1 <= t <= x if t <= half]]\n  move (x, y - u) for [[1 <= u <= y if -2*u <= half]]\n"
    "theorem \"G_0\": { outcome = P } = [[{ (2^n - 1 + m, m) for n >= 0, 0 <= m <= 2^n - 1 }]]  to 24\n";

const std::string kJosephusLemma =
    kJosephusRules +
    "set G(s) = [[{ ((2*s + 1)*2^n - 1 + m, m) for n >= 0, 0 <= m <= (2*s + 1)*2^n - 1 }\n"
    "  | { (2*k, j) for 0 <= k <= s - 1, 2^(s - k - 1) + k <= j <= 2^(s - k) + k - 1 }\n"
    "  | { (2*k + 1, j) for 0 <= k <= s - 1, 2^(s - k - 1) + k <= j <= 2^(s - k) + k - 1 }]]\n"
    "lemma \"1.2\" for s >= 0, (x, y) in G(s): options(x, y) & G(s) = {}  to 20, s <= 8\n";

const std::string kSubtraction = "game subtraction (x)\n  parameter moves: set\n  move (x - s) for s in moves\n";
const std::string kPair = "in subtraction(moves = {x, y}) for 1 <= x < y, ";
const std::string kTo = "  to 60, y <= 9\n";
const std::string kOneI = kSubtraction + "theorem \"1 (i)\" " + kPair +
                          "m = floor(y/(2*x)) if [[y = (2*m + 1)*x: grundy repeats 0^x 1^x]]" + kTo;
const std::string kOneII =
    kSubtraction + "theorem \"1 (ii)\" " + kPair +
    "m = floor(y/(2*x)), r = y - 2*x*m if [[0 <= r < x: grundy repeats (0^x 1^x)^m 0^r 2^(x - r) 1^r]]" + kTo;
const std::string kOneIII = kSubtraction + "theorem \"1 (iii)\" " + kPair +
                            "m = ceil(y/(2*x)), r = y - 2*x*m if [[-x < r < 0: grundy repeats (0^x 1^x)^m 2^(x + r)]]" +
                            kTo;
const std::string kTwo =
    "theorem \"2\" in subtraction(moves = S) for S subset {1..5}, n >= 0:\n"
    "  grundy(n) = 1 iff (n >= min(S) and grundy(n - min(S)) = 0)  to 40\n";
const std::string kThree = "theorem \"3\" " + kPair +
                           "n >= 0:\n"
                           "  grundy(n) = 2 iff (n >= y and grundy(n - x) = 1 and grundy(n - y) = 0)" +
                           kTo;
const std::string kFour = "theorem \"4\" " + kPair +
                          "n >= y:\n  grundy(n) = 0 iff grundy(n - y) = 1\n"
                          "  by induction on n using \"theorem 2\" using \"theorem 3\"" +
                          kTo;

std::string open_to_change(std::string text, const std::string& part) {
    const auto at = text.find(part);
    return text.substr(0, at) + "[[" + part + "]]" + text.substr(at + part.size());
}

const std::string kThreePrinted =
    kSubtraction + open_to_change(kThree, "grundy(n) = 2 iff (n >= y and grundy(n - x) = 1 and grundy(n - y) = 0)");
const std::string kTwoPrinted =
    kSubtraction + open_to_change(kTwo, "grundy(n) = 1 iff (n >= min(S) and grundy(n - min(S)) = 0)");
const std::string kFourPrinted =
    kSubtraction + kTwo + kThree + open_to_change(kFour, "n >= y:\n  grundy(n) = 0 iff grundy(n - y) = 1\n");
const std::string kProposition3 = kSubtraction + kTwo + kThree + kFour + "proposition \"3\" " + kPair +
                                  "[[n >= x + y: grundy(n - x - y) = grundy(n)]]\n"
                                  "  by induction on n using \"theorem 2\" using \"theorem 3\" using \"theorem 4\"" +
                                  kTo;

const std::string kMaximum =
    "game maximum-nim (x)\n  parameter k where k >= 1\n  parameter f(x) = floor(x/k)\n  move (x - t) for 1 <= t <= "
    "f(x)\n"
    "function f_steps(b, c, x) = b + ones(c mod 2^x)\n";
const std::string kAssumed = "  assuming f(0) = 0 and f(t - 1) <= f(t) and f(t) <= f(t - 1) + 1 for t >= 1\n";
const std::string kSteps =
    "claim \"steps\" in maximum-nim(f(x) = f_steps(0, c, x)) for 0 <= c < 64, x >= 0: [[f(x) <= x]]\n" + kAssumed +
    "  by induction on x  to 12, t <= 13\n";
const std::string kFormula =
    "formula \"2.3\" in maximum-nim(f(x) = f_steps(0, c, x)) for 0 <= c < 64, x >= 0:\n"
    "  grundy(x) = (if x = 0 then 0 else if f(x) > f(x - 1) then f(x) else grundy(x - f(x) - 1))\n" +
    kAssumed + "  to 12, t <= 13\n";
const std::string kMaximumI =
    kMaximum + kFormula +
    "lemma \"3.1 (i)\" in maximum-nim(k) for k >= 2, x >= 0 if [[x mod k = 0: grundy(x) = x/k]]\n"
    "  using \"formula 2.3\" at x = x  to 60, k <= 6\n";
const std::string kMaximumII = kMaximum + kFormula +
                               "lemma \"3.1 (ii)\" in maximum-nim(k) for k >= 2, x >= 0 if [[x mod k != 0: grundy(x) = "
                               "grundy(floor((k - 1)*x/k))]]\n"
                               "  using \"formula 2.3\" at x = x  to 60, k <= 6\n";
const std::string kMaximumSteps = kMaximum + kSteps;

const std::string kTurn =
    "game turn-nim (x, k) where k >= 1\n  parameter f(k)\n  move (x - t, k + 1) for 1 <= t <= min(x, f(k))\n"
    "function low(k, n) = sum(f(k + 2*t - 2) + 1 for 1 <= t <= n)\n"
    "function high(k, n) = sum(f(k + 2*t - 1) + 1 for 1 <= t <= n)\n";
const std::string kInTurn = "in turn-nim(f(k) = 1 + ones(c mod 2^k)) for 0 <= c < 16, ";
const std::string kRising = "  assuming f(1) >= 1 and f(t) <= f(t + 1) for t >= 1\n";
const std::string kPositive =
    "claim \"positive\" " + kInTurn + "j >= 1: f(j) >= 1\n" + kRising + "  by induction on j  to 9\n";
const std::string kFirst = kTurn + "claim \"first term\" " + kInTurn +
                           "j >= 1, n >= 0: [[low(j, n + 1) = f(j) + 1 + low(j + 2, n)]]\n" + kRising +
                           "  by induction on n using \"first term\" at j = j, n = n - 1  to 5, t <= 20\n";
const std::string kHighIsLow = kTurn + "claim \"high is low\" " + kInTurn +
                               "j >= 1, n >= 0: [[high(j, n) = low(j + 1, n)]]\n" + kRising +
                               "  by induction on n using \"high is low\" at j = j, n = n - 1  to 5, t <= 20\n";
const std::string kRisesWithJ = kTurn + "claim \"rises\" " + kInTurn +
                                "j >= 1, n >= 0: [[low(j, n) <= low(j + 1, n)]]\n" + kRising +
                                "  by induction on n using \"rises\" at j = j, n = n - 1  to 5, t <= 20\n";
const std::string kAtLeast =
    kTurn + kPositive + "claim \"at least\" " + kInTurn + "j >= 1, n >= 0: [[low(j, n) >= 2*n]]\n" + kRising +
    "  by induction on n using \"at least\" at j = j, n = n - 1 using \"positive\"  to 5, t <= 20\n";

const std::string kBachet =
    "game bachet (x)\n  parameter k where k >= 1\n  move (x - t) for [[1 <= t <= k]]\n"
    "theorem \"values\" in bachet(k) for k >= 1, x >= 0: [[grundy(x) = x mod (k + 1)]]  to 40, k <= 5\n";
const std::string kNim =
    "game nim2 (x, y)\n  move (x - t, y) for [[1 <= t <= x]]\n  move (x, y - t) for [[1 <= t <= y]]\n"
    "theorem \"P\": { outcome = P } = [[{ (i, i) for i >= 0 }]]  to 12\n";
const std::string kNimValues =
    "game nim2 (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for [[1 <= t <= y]]\n"
    "theorem \"xor\": { outcome = P } = [[{ xor(x, y) = 0 }]]  to 12\n";
const std::string kWythoff =
    "game wythoff (x, y)\n  move (x - t, y) for [[1 <= t <= x]]\n  move (x, y - t) for 1 <= t <= y\n"
    "  move (x - t, y - t) for [[1 <= t <= min(x, y)]]\n"
    "theorem \"P\": { outcome = P } = { (0, 0) } | [[{ (n, fibonacci_shift(n)) for n >= 1 if fibonacci_zeros(n) mod 2 "
    "= 0 }]]\n"
    "  | [[{ (fibonacci_shift(n), n) for n >= 1 if fibonacci_zeros(n) mod 2 = 0 }]]  to 30\n";
const std::string kMoore =
    "game moore (a...)\n  parameter k = 2 where k >= 1\n  move (a - t) for [[1 <= t <= a]] in up to [[k]] piles\n"
    "theorem \"Moore\" in moore(k) with m piles for k >= 1, m >= 1: { outcome = P } = { qsum([[k + 1]], a...) = 0 }  "
    "to 3, k <= 3, m <= 4\n";
const std::string kPodium =
    "game podium (a...)\n  parameter players = 2 where players >= 1\n  parameter lower = 1 where lower >= 1\n  players "
    "players\n"
    "  move (a - t) for 1 <= t <= a in up to [[lower]] piles\n"
    "theorem \"Li\" in podium(players = n, lower = k) with m piles for n >= 2, k >= 1, m >= 1:\n"
    "  { outcome = 0 } = { qsum([[(n - 1)*k + 1]], a...) = 0 }  to 2, n <= 3, k <= 2, m <= 4\n";

const std::vector<Seed>& seeds() {
    static const std::vector<Seed> all = {
        {"two-weights", kTwoWeights, 20},
        {"josephus G_0", kJosephus, 24},
        {"josephus 1.2", kJosephusLemma, 6},
        {"subtraction 1 (i)", kOneI, 12},
        {"subtraction 1 (ii)", kOneII, 5},
        {"subtraction 1 (iii)", kOneIII, 5},
        {"subtraction 2", kTwoPrinted, 3},
        {"subtraction 3", kThreePrinted, 6},
        {"subtraction 4", kFourPrinted, 4},
        {"subtraction proposition 3", kProposition3, 5},
        {"maximum-nim steps", kMaximumSteps, 6},
        {"maximum-nim 3.1 (i)", kMaximumI, 2},
        {"maximum-nim 3.1 (ii)", kMaximumII, 2},
        {"turn-nim first term", kFirst, 16},
        {"turn-nim high is low", kHighIsLow, 10},
        {"turn-nim rises", kRisesWithJ, 10},
        {"turn-nim at least", kAtLeast, 10},
        {"bachet", kBachet, 16},
        {"nim", kNim, 16},
        {"nim by digits", kNimValues, 10},
        {"wythoff", kWythoff, 30},
        {"moore", kMoore, 12},
        {"podium", kPodium, 10},
    };
    return all;
}

// ---- mutants ----

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Everything that one token can become.
std::vector<std::string> changes(const std::string& token, const std::set<std::string>& variables) {
    static const std::map<std::string, std::vector<std::string>> other = {
        {"<=", {"<", ">="}},
        {"<", {"<="}},
        {">=", {">", "<="}},
        {">", {">="}},
        {"=", {"!=", "<="}},
        {"!=", {"="}},
        {"+", {"-"}},
        {"-", {"+"}},
        {"*", {"+"}},
        {"min", {"max"}},
        {"max", {"min"}},
        {"floor", {"ceil"}},
        {"and", {"or"}},
        {"or", {"and"}},
        {"iff", {"implies"}},
        {"low", {"high"}},
        {"high", {"low"}},
        {"xor", {"max"}},
        {"grundy", {"outcome"}},
    };
    if (std::isdigit(static_cast<unsigned char>(token[0]))) {
        const Integer value = integer_from(token);
        std::vector<std::string> result{to_text(Integer(value + 1))};
        if (value > 0) result.push_back(to_text(Integer(value - 1)));
        return result;
    }
    if (variables.contains(token)) {
        std::vector<std::string> result;
        for (const std::string& v : variables)
            if (v != token) result.push_back(v);
        result.push_back("(" + token + " + 1)");
        return result;
    }
    const auto found = other.find(token);
    return found == other.end() ? std::vector<std::string>{} : found->second;
}

struct Marked {
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>> parts;  // begin and end of what may be changed
};

Marked without_marks(const std::string& marked) {
    Marked result;
    auto& [text, parts] = result;
    for (std::size_t i = 0; i < marked.size();) {
        if (marked.compare(i, 2, "[[") == 0 || marked.compare(i, 2, "]]") == 0) {
            if (marked[i] == '[')
                parts.emplace_back(text.size(), 0);
            else
                parts.back().second = text.size();
            i += 2;
        } else {
            text += marked[i++];
        }
    }
    return result;
}

std::vector<std::string> mutants_of(const std::string& marked) {
    const auto [text, parts] = without_marks(marked);
    std::vector<std::string> result;
    for (const auto& [begin, end] : parts) {
        const std::string before = text.substr(0, begin), part = text.substr(begin, end - begin),
                          after = text.substr(end);
        const auto with = [&](std::size_t at, std::size_t size, const std::string& instead) {
            result.push_back(before + part.substr(0, at) + instead + part.substr(at + size) + after);
        };
        // One family less.
        std::vector<std::size_t> families;
        for (std::size_t i = 0; i < part.size(); ++i)
            if (part[i] == '{') families.push_back(i);
        for (std::size_t i = 0; families.size() > 1 && i < families.size(); ++i) {
            const std::size_t close = part.find('}', families[i]);
            if (i + 1 < families.size())
                with(families[i], families[i + 1] - families[i], "");
            else
                with(families[i], close + 1 - families[i], "{}");
        }
        std::set<std::string> variables;
        std::vector<std::pair<std::size_t, std::string>> tokens;
        for (std::size_t i = 0; i < part.size();) {
            std::size_t size = 1;
            if (is_word(part[i]))
                while (i + size < part.size() && is_word(part[i + size])) ++size;
            else if (i + 1 < part.size() && part[i + 1] == '=')
                size = 2;
            if (part[i] != ' ') tokens.emplace_back(i, part.substr(i, size));
            i += size;
        }
        for (const auto& [at, token] : tokens)
            if (token.size() == 1 && std::isalpha(static_cast<unsigned char>(token[0]))) variables.insert(token);
        for (const auto& [at, token] : tokens)
            for (const std::string& instead : changes(token, variables)) with(at, token.size(), instead);
    }
    return result;
}

// ---- without the check ----

enum class Shown { no, yes, unsupported };
constexpr double kEffort = 0.1;   // of the prover's
constexpr double kSeconds = 0.3;  // for one mutant; what takes longer is not proved

/// Is there a proof by goals, and does the checker accept it?
Shown all_goals(const lang::Document& document, const Claim& claim, double effort, const Watch& watch) {
    try {
        const proofs::GoalSearch found = proofs::prove_by_goals(document, claim, effort, watch);
        if (!found.proof) return found.why.starts_with("no formula for") ? Shown::unsupported : Shown::no;
        EXPECT_EQ(judge(document, claim, {found.scheme, *found.proof, {}}, watch).problem, "") << document.source.text;
        return Shown::yes;
    } catch (const kernel::Unsupported&) {
        return Shown::unsupported;
    } catch (const Error& error) {
        if (error.fault() != Fault::limit && error.fault() != Fault::input) throw;
        return error.fault() == Fault::limit ? Shown::no : Shown::unsupported;
    }
}

Shown all_digits(const lang::Document& document, const Claim& claim, const Watch& watch) {
    lang::Bounds bounds;
    for (const auto& [name, value] : claim.bounds) bounds.named[name] = clamp(integer_from(value));
    Shown shown = Shown::unsupported;
    try {
        lang::for_each_instance(document, claim, bounds, [&](lang::ClaimInstance&& instance) {
            if (instance.assumed) return false;
            const Attempt attempt = prove_by_digits(instance, watch, 1 << 26);
            shown = attempt.kind == Attempt::Kind::found ? Shown::yes : Shown::no;
            return shown == Shown::yes;
        });
    } catch (const Error& error) {
        if (error.fault() != Fault::input && error.fault() != Fault::limit) throw;
        return error.fault() == Fault::input ? Shown::unsupported : Shown::no;
    }
    return shown;
}

/// The same claim on a box three times as large; numbers of piles, and values s whose sets grow like 2^s, a little larger.
Claim wider(Claim claim) {
    const auto larger = [](std::string& text, bool little) {
        const Integer value = integer_from(text);
        text = to_text(little ? Integer(value + 1) : Integer(3 * value));
    };
    if (claim.bound) larger(*claim.bound, claim.pile_count.has_value());
    for (auto& [name, value] : claim.bounds) larger(value, claim.pile_count || name == "s");
    return claim;
}

struct Tally {
    std::size_t mutants = 0, proved = 0, refuted = 0, open = 0, errors = 0, goals = 0, digits = 0;
};

void examine(const Seed& seed, const lang::Document& document, Tally& tally) {
    const Claim& claim = document.file.claims.back();
    const std::string where = seed.name + "\n" + document.source.text;
    const Watch watch, hurry({.seconds = kSeconds}), again({.seconds = kSeconds});
    ++tally.mutants;
    const Verdict checked = check(document, claim, std::nullopt, watch);
    if (checked.kind == Verdict::Kind::error) {
        ++tally.errors;
        return;
    }
    if (checked.kind == Verdict::Kind::refuted) {
        ++tally.refuted;
        const Shown goals = all_goals(document, claim, kEffort, hurry);
        EXPECT_NE(goals, Shown::yes) << "all goals of a false claim are shown: " << where;
        const Shown digits = all_digits(document, claim, again);
        EXPECT_NE(digits, Shown::yes) << "a false claim is proved by digits: " << where;
        tally.goals += goals == Shown::no;
        tally.digits += digits == Shown::no;
        return;
    }
    ProofVerdict verdict;
    try {
        verdict = Prover(document, hurry).prove(claim);
    } catch (const Error& error) {
        if (error.fault() != Fault::limit) throw;  // open, then
    }
    if (verdict.kind != ProofVerdict::Kind::proved) {
        ++(verdict.kind == ProofVerdict::Kind::refuted ? tally.refuted : tally.open);
        return;
    }
    ++tally.proved;
    const Watch patience({.seconds = 4});
    Verdict far;
    try {
        far = check(document, wider(claim), std::nullopt, patience);
    } catch (const Error& error) {
        if (error.fault() != Fault::limit) throw;  // no counterexample so far
    }
    EXPECT_EQ(far.kind, Verdict::Kind::holds) << "proved by " << verdict.method << ", but false: " << where;
}

/// The claim as it was, by the same means: a prover that is out of breath before it proves anything shows nothing about mutants.
void examine_original(const Seed& seed) {
    const lang::DocumentPtr document = read(without_marks(seed.text).text);
    const Claim& claim = document->file.claims.back();
    const Watch watch;
    EXPECT_EQ(check(*document, claim, std::nullopt, watch).kind, Verdict::Kind::holds) << seed.name;
    EXPECT_TRUE(all_goals(*document, claim, 1, watch) == Shown::yes ||
                all_digits(*document, claim, watch) == Shown::yes)
        << seed.name;
}

TEST(MutationOfProofs, NothingFalseIsProved) {
    const Watch watch;
    Tally total;
    std::string table;
    for (const Seed& seed : seeds()) {
        const double start = watch.elapsed();
        examine_original(seed);
        const double middle = watch.elapsed();
        std::vector<lang::DocumentPtr> all;
        for (const std::string& text : mutants_of(seed.text)) {
            try {
                all.push_back(read(text));
            } catch (const Error&) {  // no game, or no claim
            }
        }
        Tally tally;
        const std::size_t count = std::min(seed.most, all.size());
        for (std::size_t i = 0; i < count; ++i) {
            const lang::Document& document = *all[i * all.size() / count];
            try {
                examine(seed, document, tally);
            } catch (const std::exception& error) {
                ADD_FAILURE() << error.what() << "\n" << document.source.text;
            }
        }
        table += fmt::format(
            "{:26} {:3} of {:3} mutants: {:2} proved, {:2} refuted ({} goals, {} digits), {} open, {} errors; "
            "{:.1f} + {:.1f} s\n",
            seed.name, tally.mutants, all.size(), tally.proved, tally.refuted, tally.goals, tally.digits, tally.open,
            tally.errors, middle - start, watch.elapsed() - middle);
        total.mutants += tally.mutants;
        total.proved += tally.proved;
        total.goals += tally.goals;
        total.digits += tally.digits;
    }
    EXPECT_GE(total.mutants, 200u);
    EXPECT_GE(total.mutants - total.proved, 150u);
    EXPECT_GE(total.goals, 100u);
    EXPECT_GE(total.digits, 20u);
    if (HasFailure() || std::getenv("BOUTON_TABLE")) std::cout << table;
}

}  // namespace
}  // namespace bouton::unit
