// The criteria. The game: one coordinate, no group of piles, no `where` (so every heap 0, 1, 2, ... is a position), two players; G is the
// nim-value (misere: 1 for a heap without moves, otherwise the mex) or the outcome, 0 for P and 1 for N, which is min(G, 1) of the
// nim-values under either play. n0, p, s: first heap compared, period, saltus.
//
// (1) subtraction. Hypotheses: from heap F on, the options of x are exactly x - t for t in a finite set T of positive numbers, and some
//     fixed heaps (fewer stones than F); no move splits; s = 0. If G(n + p) = G(n) for n0 <= n < max(n0 + max T, F), then for all n >= n0.
// (2) splitting. Hypotheses: normal play; nim-values; the options of x >= F are those of (1) and, for finitely many (r, l, unequal), all
//     a + b = x - r with a, b >= l (a != b if unequal); k is the largest t or r; n0 >= every l; s = 0. If G(n + p) = G(n) for
//     n0 <= n < max(2 n0 + p + k, F), or < max(2 n0 + 2p + k + 1, F) where some split is unequal, then for all n >= n0. Outcomes: those of the
//     nim-values, whose period is certified first; the outcomes' own period divides it.
// (3) all-but. Hypotheses: for every x the options are the y with c <= y < x and x - y not in a finite set E; M = max E (0 if empty); no
//     move splits; n0 >= c, under misere play n0 >= c + M + 1. If G(n + p) = G(n) + s for n0 <= n <= n0 + 2M, then for all n >= n0.
//     Outcomes: if z >= c is a P-position, every heap above z + M is an N-position.
// Least. If G(n + p) = G(n) + s for all n >= m, the least period divides p (with its part of s), and the preperiod m is the least one if
//     it is 0 or the equation fails at m - 1. So p/q for the primes q that divide p, and m - 1, are all that must be refuted.
// Proofs: proofs/windows/windows.hpp. Nothing is shared with base/period.hpp, on purpose.
#include "check/windows/windows.hpp"

#include "base/integer.hpp"
#include "check/windows/rules.hpp"
#include "check/windows/values.hpp"
#include "lang/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace bouton {

namespace recheck::windows {

namespace {

using Json = nlohmann::ordered_json;

constexpr Number kMostHeaps = 50'000'000;    // more are not recomputed
constexpr Number kMostExcluded = 1'000'000;  // the largest removal of which an all-but set may speak
constexpr Number kEvaluated = 40;            // so many small heaps are also valued straight from the rules

class Check {
  public:
    Check(const Ruleset& rules, const Json& certificate, std::vector<Number>& known, const Watch& watch)
        : rules_(rules), certificate_(certificate), known_(known), watch_(watch) {}

    void run() {
        require(certificate_.at("method") == "windows", "the method is not windows");
        const auto what = certificate_.at("what").get<std::string>();
        require(what == "nim-values" || what == "outcomes", "it is neither about nim-values nor about outcomes");
        outcomes_ = what == "outcomes";
        require(rules_.computed_only.empty(), "the game says " + rules_.computed_only);
        require(rules_.coordinates.size() == 1 && rules_.piles < 0 && rules_.players == 0 && !rules_.domain,
                "the game is not one heap of any size for two players");
        preperiod_ = natural("preperiod");
        period_ = natural("period");
        saltus_ = natural("saltus");
        start_ = natural("start");
        end_ = natural("end");
        require(period_ >= 1, "the period is not positive");
        const auto argument = certificate_.at("argument").get<std::string>();
        if (argument == "all-but")
            all_but();
        else if (argument == "subtraction" || argument == "splitting")
            steady(argument == "splitting");
        else
            throw Wrong{"the argument is not known"};
        listed_values();
        no_other_fields(argument);
    }

  private:
    static void require(bool good, const std::string& what) {
        if (!good) throw Wrong{what};
    }
    static void require_equal(Number claimed, Number found, const char* name) {
        require(claimed == found, fmt::format("{} is {}, not {}", name, found, claimed));
    }

    Number natural(const Json& json, const char* name) const {
        const Json& field = json.at(name);
        require(field.is_number_integer(), fmt::format("{} is not a number", name));
        const auto value = field.get<Number>();
        require(value >= 0 && value <= kMostHeaps, fmt::format("{} is negative or too large to be checked", name));
        return value;
    }
    Number natural(const char* name) const { return natural(certificate_, name); }

    std::set<Number> list(const char* name) const {
        std::set<Number> result;
        require(certificate_.at(name).is_array(), fmt::format("{} is not a list", name));
        for (const Json& item : certificate_.at(name)) {
            require(item.is_number_integer(), fmt::format("{} are not numbers", name));
            require(result.insert(item.get<Number>()).second, fmt::format("{} has a number twice", name));
        }
        return result;
    }

    Number value(Number n) const { return values_[static_cast<std::size_t>(n)]; }

    // ---- (1) and (2)

    void steady(bool splitting) {
        require(!rules_.splits || !rules_.misere, "misere play of heaps that split");
        const Reader reader(rules_, watch_);
        for (const Option& option : reader.options()) read(option);
        std::set<Number> removals, heaps;
        Number from = 0, reach = 0, least = 0;
        for (const Single& single : singles_) {
            const Number settled = single.heaps.settled();
            from = std::max(from, settled);
            if (!single.heaps.contains(settled)) continue;
            (single.removal ? removals : heaps).insert(single.number);
            if (single.removal) reach = std::max(reach, single.number);
        }
        require(removals == list("removals"), "these are not the removals of the rules");
        require(heaps == list("heaps"), "these are not the fixed heaps of the rules");
        bool unequal = false;
        std::vector<SplitClaim> claims;
        require(certificate_.at("splits").is_array(), "splits is not a list");
        for (const Json& json : certificate_.at("splits")) {
            claims.push_back({natural(json, "removed"), natural(json, "least"), json.at("unequal").get<bool>()});
            reach = std::max(reach, claims.back().removed);
            least = std::max(least, claims.back().least);
            unequal = unequal || claims.back().unequal;
        }
        require(claims.empty() != splitting, "the argument is for other moves");
        for (const Pair& pair : pairs_) from = std::max(from, read(pair, claims));
        for (const SplitClaim& claim : claims) require(claim.used, "the rules have no such split");
        require(reach <= kMostHeaps && from <= kMostHeaps, "the moves take too many stones to be checked");

        Number preperiod = preperiod_, period = period_;
        const bool derived = splitting && outcomes_;
        if (derived) {
            preperiod = natural(certificate_.at("nim_values"), "preperiod");
            period = natural(certificate_.at("nim_values"), "period");
            require(period >= 1, "the period is not positive");
        }
        require_equal(start_, std::max(preperiod, least), "start");
        const Number end = !splitting ? start_ + reach
                           : unequal  ? 2 * (start_ + period) + reach + 1
                                      : 2 * start_ + period + reach;
        require_equal(end_, end, "end");
        make_values(std::max({end, from, preperiod + period, preperiod_ + 2 * period_}) + period);
        if (outcomes_ && !derived) reduce_to_outcomes();
        require(saltus_ == 0, "the values are bounded: there is no saltus");
        compare(preperiod, std::max(end, from), period, 0);
        require_least(preperiod, period, 0);
        if (!derived) return;
        reduce_to_outcomes();
        require(preperiod_ <= preperiod && period % period_ == 0, "the nim-values have a shorter period");
        compare(preperiod_, preperiod + period, period_, 0);
        require_least(preperiod_, period_, 0);
    }

    void read(const Option& option) {
        if (!option.open) {
            const Heaps heaps = heaps_of(option.at_most, option.not_zero, option.tests);
            if (heaps.empty()) return;
            require(option.results.size() == 1, "a split has a part of fixed size");
            const Form& after = option.results[0];
            require(after.x == 0 || after.x == 1, "what the heap becomes is a multiple of it");
            const bool removal = after.x == 1;
            require(!removal || after.c < 0, "a move does not make the heap smaller");
            require(removal || after.c < heaps.first, "a move does not make the heap smaller");
            singles_.push_back({removal, removal ? -after.c : after.c, heaps});
            return;
        }
        require(option.results.size() == 2, "a move takes a number of stones that depends on the heap");
        const Form &a = option.results[0], &b = option.results[1];
        require((a.v == 1 || a.v == -1) && b.v == -a.v && a.x + b.x == 1, "the parts are not all that is left");
        Pair pair;
        pair.removed = -add(a.c, b.c);
        // u = a.x X + a.v V + a.c, so V = a.v (u - a.x X - a.c)
        const Form rest{a.x, 0, a.c};
        for (const Form& f : option.at_most) pair.at_most.push_back(replaced(f, a.v, rest));
        for (const Form& f : option.not_zero) pair.not_zero.push_back(replaced(f, a.v, rest));
        std::vector<Formula> tests = option.tests;
        for (Formula& test : tests) test.change([&](const Form& f) { return replaced(f, a.v, rest); });
        pair.heaps = heaps_of(pair.at_most, pair.not_zero, tests);
        if (!pair.heaps.empty()) pairs_.push_back(std::move(pair));
    }

    /// Finds the claim for these pairs, and returns from which heap on it is true.
    static Number read(const Pair& pair, std::vector<SplitClaim>& claims) {
        const Number from = pair.heaps.settled();
        if (!pair.heaps.contains(from)) return from;
        for (SplitClaim& claim : claims) {
            if (claim.removed != pair.removed) continue;
            // Large enough for every corner, if it is true at all.
            const Number sizes = add(add(claim.least, claim.removed), 1);
            Number enough = multiply(2, sizes);
            for (const Form& f : pair.at_most)
                enough = std::max(
                    enough, multiply(4, add(magnitude(f.c), multiply(add(magnitude(f.v), magnitude(f.x)), sizes))));
            enough = std::max(enough, from);
            if (!is_split(pair, claim, enough)) continue;
            claim.used = true;
            return enough;
        }
        throw Wrong{"the rules have a split that is not listed"};
    }

    void make_values(Number count) {
        require(count <= kMostHeaps, "too many heaps to be checked");
        if (static_cast<Number>(known_.size()) < count)
            known_ = values_of(singles_, pairs_, rules_.misere, count, watch_);
        values_.assign(known_.begin(), known_.begin() + count);
        compare_with_rules();
    }

    /// Of two players: a position is lost for the one to move exactly if its value is 0.
    void reduce_to_outcomes() {
        for (Number& v : values_) v = std::min<Number>(v, 1);
    }

    /// The first values once more, with the language's own evaluation of the moves.
    void compare_with_rules() {
        Frame frame;
        frame.slots.resize(static_cast<std::size_t>(rules_.frame_size));
        Mex mex;
        std::vector<Number> values;
        for (Number n = 0; n < std::min(kEvaluated, static_cast<Number>(values_.size())); ++n) {
            for (const Move& move : rules_.moves) {
                frame[rules_.slots[0]] = n;
                for_each(move.loop, frame, nullptr, [&] {
                    Number sum = 0;
                    for (const auto& component : move.results) {
                        const Number part = evaluate_machine(component[0], frame);
                        if (part < 0) return true;
                        require(part < n, "a move does not make the heap smaller");
                        sum ^= values[static_cast<std::size_t>(part)];
                    }
                    mex.mark(sum);
                    return true;
                });
            }
            values.push_back(mex.take(rules_.misere));
            require(value(n) == values.back(), fmt::format("heap {} has another value by the rules", n));
        }
    }

    // ---- (3)

    void all_but() {
        std::optional<Number> least;
        std::set<Number> excluded;
        const Reader reader(rules_, watch_);
        for (const Option& option : reader.options()) {
            require(option.results.size() == 1, "a heap splits");
            if (!option.open) {
                read(option);
                continue;
            }
            const auto one = removals_of(option);
            require(!least || *least == one.first, "moves leave different numbers of stones");
            if (least)
                std::erase_if(excluded, [&](Number e) { return !one.second.contains(e); });
            else
                excluded = one.second;
            least = one.first;
        }
        require(least.has_value(), "no move takes any number of stones");
        for (const Single& single : singles_) {
            require(single.removal && single.heaps.first == single.number && single.heaps.last == kForEver &&
                        single.heaps.tests.empty() && *least == 0,
                    "a move is for some heaps only");
            excluded.erase(single.number);
        }
        require_equal(natural("least"), *least, "least");
        require(excluded == list("excluded"), "these are not the excluded numbers of the rules");
        const Number most = excluded.empty() ? 0 : *excluded.rbegin();
        std::vector<bool> is_excluded(static_cast<std::size_t>(most) + 1);
        for (const Number e : excluded) is_excluded[static_cast<std::size_t>(e)] = true;

        const Number count = std::max({end_, preperiod_ + period_, *least + 2 * most + 4}) + period_ + 1;
        require(count <= kMostHeaps, "too many heaps to be checked");
        Mex mex;
        for (Number n = 0; n < count; ++n) {
            if (n % 64 == 0) watch_.check();
            if (n - most - 1 >= *least) mex.enter(value(n - most - 1));
            for (Number y = std::max(*least, n - most); y < n; ++y)
                if (!is_excluded[static_cast<std::size_t>(n - y)]) mex.mark(value(y));
            values_.push_back(mex.take(rules_.misere));
        }
        compare_with_rules();
        if (outcomes_) {
            reduce_to_outcomes();
            const auto zero = std::find(values_.begin() + *least, values_.end(), 0) - values_.begin();
            require_equal(start_, zero, "start");
            require_equal(end_, zero + most + 1, "end");
            require_equal(period_, 1, "the period");
            require_equal(saltus_, 0, "the saltus");
            compare(preperiod_, end_, 1, 0);
            require(value(std::max(preperiod_, end_)) == 1, "large heaps are N-positions");
        } else {
            require_equal(start_, std::max(preperiod_, *least + (rules_.misere ? most + 1 : 0)), "start");
            require_equal(end_, start_ + 2 * most + 1, "end");
            compare(preperiod_, end_, period_, saltus_);
        }
        require_least(preperiod_, period_, saltus_);
    }

    /// The fewest stones that stay, and the removals that are not allowed.
    static std::pair<Number, std::set<Number>> removals_of(const Option& option) {
        const Form& a = option.results[0];
        require((a.v == 1 || a.v == -1) && (a.x == 0 || a.x == 1), "what is left is not any number");
        // r = X - a, so V = a.v (X - r - a.x X - a.c); with -r in the place of V'
        const auto of_removal = [&](const Form& f) {
            Form g = replaced(f, a.v, Form{a.x - 1, 0, a.c});
            g.v = -g.v;
            return g;
        };
        Number least = 0, reach = 0;
        std::vector<Form> at_most, not_zero;
        const auto keep = [&](const Form& f, std::vector<Form>& to) {
            require(f.x == 0, "what may be taken depends on the heap");
            reach = std::max(reach, reach_of(f.v, f.c));
            to.push_back(f);
        };
        for (const Form& from : option.at_most) {
            const Form f = of_removal(from);
            if (f.x == -1 && f.v == 1)
                least = std::max(least, f.c);                // r + c <= x
            else if (!(f.x < 0 && f.v == 0 && f.c <= -f.x))  // x >= 1 says nothing where there is a move
                keep(f, at_most);
        }
        for (const Form& from : option.not_zero) keep(of_removal(from), not_zero);
        std::vector<Formula> tests = option.tests;
        for (Formula& test : tests) {
            test.change(of_removal);
            std::vector<Form> leaves;
            test.look([&](const Form& f) { keep(f, leaves); });
        }
        require(reach <= kMostExcluded, "the excluded numbers are too large to be checked");
        const auto allowed = [&](Number r) {
            return std::all_of(at_most.begin(), at_most.end(), [&](const Form& f) { return at(f, 0, r) <= 0; }) &&
                   std::all_of(not_zero.begin(), not_zero.end(), [&](const Form& f) { return at(f, 0, r) != 0; }) &&
                   std::all_of(tests.begin(), tests.end(), [&](const Formula& f) { return f.holds(0, r); });
        };
        for (Number r = -reach - 1; r <= 0; ++r) require(!allowed(r), "a move does not make the heap smaller");
        require(allowed(reach + 1), "not every large number may be taken");
        std::set<Number> excluded;
        for (Number r = 1; r <= reach; ++r)
            if (!allowed(r)) excluded.insert(r);
        return {least, excluded};
    }

    // ---- sequences

    void compare(Number first, Number end, Number period, Number saltus) const {
        for (Number n = first; n < end; ++n)
            if (value(n + period) != value(n) + saltus)
                throw Wrong{fmt::format("heap {} does not follow heap {}", n + period, n)};
    }

    /// No smaller period, nor an earlier begin.
    void require_least(Number preperiod, Number period, Number saltus) const {
        require(preperiod == 0 || value(preperiod - 1 + period) != value(preperiod - 1) + saltus,
                "the preperiod is not the least one");
        Number rest = period;
        const auto refuse = [&](Number q) {
            if (saltus % q != 0) return;
            const Number d = period / q;
            for (Number n = preperiod; n < preperiod + period; ++n)
                if (value(n + d) != value(n) + saltus / q) return;
            throw Wrong{fmt::format("{} is a period too", d)};
        };
        for (Number q = 2; q * q <= rest; ++q) {
            if (rest % q == 0) refuse(q);
            while (rest % q == 0) rest /= q;
        }
        if (rest > 1) refuse(rest);
    }

    void no_other_fields(const std::string& argument) const {
        std::set<std::string> known{"method", "argument", "what", "preperiod", "period",
                                    "saltus", "start",    "end",  "values"};
        if (argument == "all-but")
            known.insert({"least", "excluded"});
        else
            known.insert({"removals", "heaps", "splits"});
        if (argument == "splitting" && outcomes_) known.insert("nim_values");
        for (const auto& [key, field] : certificate_.items())
            require(known.contains(key), fmt::format("{} is not used", key));
    }

    void listed_values() const {
        const Json& listed = certificate_.at("values");
        require(listed.is_array(), "the values are not a list");
        const auto count = std::min<Number>(1000, preperiod_ + period_);
        require_equal(static_cast<Number>(listed.size()), count, "the number of values");
        for (std::size_t n = 0; n < listed.size(); ++n)
            if (!listed[n].is_number_integer() || listed[n].get<Number>() != values_[n])
                throw Wrong{fmt::format("heap {} has the value {}", n, values_[n])};
    }

    const Ruleset& rules_;
    const Json& certificate_;
    std::vector<Number>& known_;  // values of the first heaps by (1) or (2), which follow from the rules alone
    const Watch& watch_;
    bool outcomes_ = false;
    Number preperiod_ = 0, period_ = 0, saltus_ = 0, start_ = 0, end_ = 0;
    std::vector<Single> singles_;
    std::vector<Pair> pairs_;
    std::vector<Number> values_;
};

}  // namespace

}  // namespace recheck::windows

std::string check_period(const Ruleset& rules, const nlohmann::ordered_json& certificate, const Watch& watch) {
    std::vector<std::int64_t> known;
    return check_period(rules, certificate, known, watch);
}

std::string check_period(const Ruleset& rules, const nlohmann::ordered_json& certificate,
                         std::vector<std::int64_t>& known, const Watch& watch) {
    if (rules.tested) return "nobody has shown that the game ends: its measure is only tested";
    try {
        recheck::windows::Check(rules, certificate, known, watch).run();
    } catch (const recheck::windows::Wrong& wrong) {
        return wrong.what;
    } catch (const nlohmann::ordered_json::exception& error) {
        return fmt::format("the certificate is not of the right form: {}", error.what());
    } catch (const Overflow&) {
        return "numbers too large to be checked";
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return fmt::format("the rules fail: {}", error.what());
    }
    return {};
}

}  // namespace bouton
