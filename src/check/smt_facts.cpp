// A fact costs a few hundred evaluations, with machine integers unless they overflow.
#include "check/smt_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

namespace bouton::recheck::smt {
namespace {

const std::set<std::string_view> fact_labels = {
    "power", "powers", "quotient", "product", "logarithm", "odd part", "equal arguments, equal values"};

using Random = std::mt19937_64;

std::int64_t between(Random& random, std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}

/// An exponent is too large to be written out: this choice of constants tests nothing.
struct TooLarge {};

template <class N> N to(const Number& value) {
    if constexpr (std::is_same_v<N, Integer>) {
        return value.exact;
    } else {
        if (value.wide) throw Overflow{};
        return value.machine;
    }
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t next) {
    hash = (hash ^ next) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

/// The value of a function where it may have any, moved on purpose.
struct Override {
    int function;
    std::vector<Integer> arguments;
    Integer value;
};

/// Room for evaluations, shared by all facts of a script.
struct Workspace {
    explicit Workspace(const Script& script)
        : constants(script.constants.size()),
          stamps(script.nodes.size()),
          machine(script.nodes.size()),
          exact(script.nodes.size()) {}

    // One choice of numbers for everything that a fact leaves open.
    std::vector<Number> constants;
    std::vector<Override> overrides;
    std::uint64_t seed = 0;  // of all other values that functions may choose

    // The value of a node counts if its stamp is that of the present evaluation.
    std::uint64_t now = 0;
    std::vector<std::uint64_t> stamps;
    std::vector<std::int64_t> machine;
    std::vector<Integer> exact;
};

class Fact {
  public:
    Fact(const Script& script, int formula, Workspace& work, Random& random)
        : script_(script), formula_(formula), work_(work), random_(random) {
        std::set<int> seen;
        collect(formula, true, seen, leaves_);
        Integer largest = 0;
        for (int number : seen)
            if (at(number).op == Op::number && at(number).value.exact > 1) pool_.push_back(at(number).value.exact);
        for (const Integer& value : pool_) largest = std::max(largest, value);
        cap_ = 60 + (largest == 0
                         ? 0
                         : 2 * static_cast<std::int64_t>(msb(largest)) + std::min<std::int64_t>(clamp(largest), 1000));
    }

    /// Looks for numbers that make the fact false: a text that gives them, or nothing. Says in `idle` whether its guards never held.
    std::optional<std::string> refute(int trials, bool& idle) {
        // (part, truth value to be aimed at); the last part is the conclusion, the others are guards.
        std::vector<std::pair<int, bool>> parts;
        const Node& top = at(formula_);
        if (top.op == Op::disjunction)
            for (int part : top.arguments) parts.emplace_back(part, false);
        else if (top.op == Op::implication)
            parts = {{top.arguments[0], true}, {top.arguments[1], false}};
        else
            parts = {{formula_, false}};
        idle = true;
        int done = 0;
        for (int trial = 0; done < trials && trial < 8 * trials; ++trial) {
            choose(trial);
            try {
                if (trial % 2 == 1) {
                    const std::size_t count = parts.size() - (trial % 4 == 1 ? 1 : 0);
                    for (int pass = 0; pass < 2; ++pass)
                        for (std::size_t p = 0; p < count; ++p) make(parts[p].first, parts[p].second);
                }
                bool guarded = true;
                for (std::size_t p = 0; p + 1 < parts.size() && guarded; ++p)
                    guarded = holds(parts[p].first) == parts[p].second;
                ++done;
                if (!guarded) continue;
                idle = false;
                if (!holds(formula_)) return described();
            } catch (const TooLarge&) {
            }
        }
        if (done < trials / 6) return "no numbers small enough to test it were found";
        return std::nullopt;
    }

  private:
    const Node& at(int number) const { return script_.nodes[static_cast<std::size_t>(number)]; }

    Meaning meaning(const Node& node) const { return script_.functions[static_cast<std::size_t>(node.which)].meaning; }

    /// What can be chosen below a node, constants and values of functions (those with a meaning have a choice outside their domain):
    /// all of it, or what is not inside an application.
    void collect(int number, bool all, std::set<int>& seen, std::vector<int>& leaves) const {
        if (!seen.insert(number).second) return;
        const Node& node = at(number);
        if (node.op == Op::constant || (node.op == Op::apply && meaning(node) != Meaning::product))
            leaves.push_back(number);
        if (node.op == Op::apply && !all) return;
        for (int argument : node.arguments) collect(argument, all, seen, leaves);
    }

    // Numbers.

    Integer some(Random& random, int kind) const {
        switch (kind) {
            case 0: return between(random, -2, 4);
            case 1: return between(random, -12, 16);
            case 2: return between(random, -3, cap_);
            case 3: {  // near a number of the fact, or near a power of 2
                Integer value = pool_.empty() || random() % 4 == 0
                                    ? Integer(1) << static_cast<unsigned>(random() % 62)
                                    : pool_[random() % pool_.size()] * between(random, 1, 3);
                if (random() % 3 == 0) value = -value;
                return value + between(random, -1, 1);
            }
            case 4: return between(random, -2000, 4000);
            case 5: return between(random, -(std::int64_t{1} << 40), std::int64_t{1} << 40);
            default:
                return Integer(between(random, -(std::int64_t{1} << 60), std::int64_t{1} << 60)) *
                       between(random, 1, 1 << 30);
        }
    }

    void choose(int trial) {
        static constexpr std::array<int, 16> kinds = {0, 1, 2, 0, 1, 3, 1, 4, 0, 2, 1, 5, 0, 3, 1, 6};
        const int common = kinds[static_cast<std::size_t>(trial) % kinds.size()];
        std::vector<Integer> before;
        for (int leaf : leaves_) {
            if (at(leaf).op != Op::constant) continue;
            Integer value;
            if (!before.empty() && random_() % 5 == 0)  // neighbours
                value = before[random_() % before.size()] + between(random_, -2, 2);
            else
                value = some(random_, random_() % 3 != 0 ? common : kinds[random_() % kinds.size()]);
            work_.constants[static_cast<std::size_t>(at(leaf).which)] = value;
            before.push_back(value);
        }
        work_.overrides.clear();
        work_.seed = random_();
        large_ = false;
        ++work_.now;
    }

    /// The value of a function at a place where it may have any.
    Integer arbitrary(int function, const std::vector<Integer>& arguments) const {
        for (const Override& given : work_.overrides)
            if (given.function == function && given.arguments == arguments) return given.value;
        std::uint64_t hash = mixed(work_.seed, static_cast<std::uint64_t>(function));
        for (const Integer& argument : arguments)
            hash = mixed(hash, static_cast<std::uint64_t>(Integer(abs(argument) % Integer(0xffffffffffffffc5u))) * 2 +
                                   (argument < 0));
        // A generator for a single number; the engine of random_ would take longer to set up than to evaluate the fact.
        const auto pick = [&](std::int64_t low, std::int64_t high) {
            return low + static_cast<std::int64_t>(mixed(hash, 77) % static_cast<std::uint64_t>(high - low + 1));
        };
        switch (hash % 7) {
            case 0:
            case 1: return pick(-2, 4);
            case 2:
            case 3: return pick(-10, 20);
            case 4: return pool_.empty() ? Integer(pick(-3, 60)) : pool_[hash / 7 % pool_.size()] + pick(-1, 1);
            default: return pick(-3000, 3000);
        }
    }

    // Evaluation.

    template <class Ask> auto evaluated(const Ask& ask) {
        try {
            if (!large_) return ask.template operator()<std::int64_t>();
        } catch (const Overflow&) {
            large_ = true;  // for the rest of this choice
            ++work_.now;
        }
        return ask.template operator()<Integer>();
    }
    bool holds(int number) {
        return evaluated([&]<class N>() { return truth<N>(number); });
    }
    Integer value(int number) {
        return evaluated([&]<class N>() { return Integer(integer<N>(number)); });
    }

    template <class N> N integer(int number) {
        const std::size_t place = static_cast<std::size_t>(number);
        N* known = nullptr;
        if constexpr (std::is_same_v<N, Integer>)
            known = &work_.exact[place];
        else
            known = &work_.machine[place];
        if (work_.stamps[place] == work_.now) return *known;
        *known = fresh_integer<N>(at(number));
        work_.stamps[place] = work_.now;
        return *known;
    }

    template <class N> N fresh_integer(const Node& node) {
        const auto argument = [&](std::size_t i) { return integer<N>(node.arguments[i]); };
        switch (node.op) {
            case Op::number: return to<N>(node.value);
            case Op::constant: return to<N>(work_.constants[static_cast<std::size_t>(node.which)]);
            case Op::add:
            case Op::multiply: {
                N result = argument(0);
                for (std::size_t i = 1; i < node.arguments.size(); ++i)
                    result = node.op == Op::add ? arithmetic::add(result, argument(i))
                                                : arithmetic::multiply(result, argument(i));
                return result;
            }
            case Op::subtract:
                return node.arguments.size() == 1 ? arithmetic::subtract(N(0), argument(0))
                                                  : arithmetic::subtract(argument(0), argument(1));
            case Op::divide:
            case Op::modulo: {  // SMT-LIB: the remainder is never negative
                const N a = argument(0), d = argument(1);
                if (d == 0) return to<N>(arbitrary(node.op == Op::divide ? -1 : -2, {Integer(a)}));
                N quotient = arithmetic::floor_divide<N>(a, d);
                if (d < 0 && arithmetic::multiply(quotient, d) != a) quotient = arithmetic::add(quotient, N(1));
                return node.op == Op::divide ? quotient : arithmetic::subtract(a, arithmetic::multiply(quotient, d));
            }
            case Op::choose: return truth<N>(node.arguments[0]) ? argument(1) : argument(2);
            case Op::apply: return applied<N>(node);
            default: throw Refused{"a fact of unknown shape"};
        }
    }

    template <class N> N applied(const Node& node) {
        const Function& function = script_.functions[static_cast<std::size_t>(node.which)];
        const N first = integer<N>(node.arguments[0]);
        switch (function.meaning) {
            case Meaning::product: return arithmetic::multiply(first, integer<N>(node.arguments[1]));
            case Meaning::quotient: {
                const N divisor = integer<N>(node.arguments[1]);
                if (divisor != 0) return arithmetic::floor_divide<N>(first, divisor);
                break;
            }
            case Meaning::power:
                if (first < 0) break;
                if (first > cap_) throw TooLarge{};
                return arithmetic::power(N(function.base), first);
            case Meaning::logarithm:
                if (first >= 1) return arithmetic::logarithm(first);
                break;
            case Meaning::twos:
                if (first >= 1) return arithmetic::twos(first);
                break;
            case Meaning::rule: break;
        }
        std::vector<Integer> arguments;
        for (int argument : node.arguments) arguments.emplace_back(integer<N>(argument));
        return to<N>(arbitrary(node.which, arguments));
    }

    template <class N> bool truth(int number) {
        const Node& node = at(number);
        const auto argument = [&](std::size_t i) { return truth<N>(node.arguments[i]); };
        switch (node.op) {
            case Op::truth: return true;
            case Op::falsity: return false;
            case Op::conjunction: return std::ranges::all_of(node.arguments, [&](int part) { return truth<N>(part); });
            case Op::disjunction: return std::ranges::any_of(node.arguments, [&](int part) { return truth<N>(part); });
            case Op::negation: return !argument(0);
            case Op::implication: return !argument(0) || argument(1);
            case Op::choice: return argument(0) ? argument(1) : argument(2);
            case Op::equal: return integer<N>(node.arguments[0]) == integer<N>(node.arguments[1]);
            case Op::at_most: return integer<N>(node.arguments[0]) <= integer<N>(node.arguments[1]);
            default: throw Refused{"a fact of unknown shape"};
        }
    }

    // Moving a choice to where the guards of the fact hold.

    /// Changes numbers so that the formula gets this truth value, if that is easy.
    void make(int number, bool wanted) {
        const Node& node = at(number);
        switch (node.op) {
            case Op::negation: return make(node.arguments[0], !wanted);
            case Op::conjunction:
            case Op::disjunction:
                if ((node.op == Op::conjunction) == wanted) {
                    for (int part : node.arguments) make(part, wanted);
                } else if (holds(number) != wanted) {
                    make(node.arguments[random_() % node.arguments.size()], wanted);
                }
                return;
            case Op::implication:
                if (!wanted) {
                    make(node.arguments[0], true);
                    make(node.arguments[1], false);
                }
                return;
            case Op::equal:
            case Op::at_most: return move(number, wanted);
            default: return;
        }
    }

    Integer difference(const Node& atom) { return value(atom.arguments[1]) - value(atom.arguments[0]); }

    /// Secant steps for an equation or inequality, each on one leaf, until it has the truth value that is wanted.
    void move(int number, bool wanted) {
        const Node& atom = at(number);
        if (holds(number) == wanted) return;
        std::int64_t target = between(random_, -1, 1);
        if (atom.op == Op::equal && wanted) target = 0;
        if (atom.op == Op::at_most) target = wanted ? between(random_, 0, 1) : between(random_, -2, -1);
        const auto& [near, all] = leaves_below(number);
        for (int attempt = 0; attempt < 5 && !all.empty(); ++attempt) {
            const std::vector<int>& among = near.empty() || attempt == 4 ? all : near;
            const int leaf = among[random_() % among.size()];
            const Integer old = value(leaf), here = difference(atom), missing = target - here;
            const Number kept =
                at(leaf).op == Op::constant ? work_.constants[static_cast<std::size_t>(at(leaf).which)] : Number();
            const std::vector<Override> kept_overrides = work_.overrides;
            const auto restore = [&] {
                if (at(leaf).op == Op::constant) work_.constants[static_cast<std::size_t>(at(leaf).which)] = kept;
                work_.overrides = kept_overrides;
                ++work_.now;
            };
            try {
                set(leaf, old + 1);
                const Integer slope = difference(atom) - here;
                restore();
                if (slope == 0) continue;
                Integer step = arithmetic::floor_divide<Integer>(missing, slope);
                if (slope * step != missing && wanted == (slope > 0)) step += 1;
                set(leaf, old + step);
                if (holds(number) == wanted) return;
            } catch (const TooLarge&) {
            }
            restore();
        }
    }

    const std::pair<std::vector<int>, std::vector<int>>& leaves_below(int number) {
        auto [place, first] = below_.try_emplace(number);
        if (first) {
            std::set<int> seen, again;
            collect(number, false, seen, place->second.first);
            collect(number, true, again, place->second.second);
        }
        return place->second;
    }

    void set(int leaf, const Integer& wanted) {
        const Node& node = at(leaf);
        if (node.op == Op::constant) {
            work_.constants[static_cast<std::size_t>(node.which)] = wanted;
            ++work_.now;
            return;
        }
        Override given{node.which, {}, wanted};
        for (int argument : node.arguments) given.arguments.push_back(value(argument));
        std::erase_if(work_.overrides, [&](const Override& older) {
            return older.function == given.function && older.arguments == given.arguments;
        });
        work_.overrides.push_back(std::move(given));
        ++work_.now;
    }

    std::string described() {
        std::string text = "false for";
        int shown = 0;
        for (int leaf : leaves_) {
            if (shown == 12) return text + ", ...";
            const Node& node = at(leaf);
            std::string name;
            if (node.op == Op::constant) {
                name = script_.constants[static_cast<std::size_t>(node.which)];
            } else {
                name = script_.functions[static_cast<std::size_t>(node.which)].name + "(";
                for (std::size_t i = 0; i < node.arguments.size(); ++i)
                    name += (i ? ", " : "") + to_text(value(node.arguments[i]));
                name += ")";
            }
            text += fmt::format("{} {} = {}", shown++ ? "," : "", name, to_text(value(leaf)));
        }
        return shown ? text : "false";
    }

    const Script& script_;
    int formula_;
    Workspace& work_;
    Random& random_;
    std::vector<int> leaves_;
    std::map<int, std::pair<std::vector<int>, std::vector<int>>>
        below_;                  // of an atom: leaves outside applications, all leaves
    std::vector<Integer> pool_;  // the numbers in the fact
    std::int64_t cap_;           // the largest exponent that is evaluated: powers must pass every number of the fact
    bool large_ = false;         // this choice leads beyond machine integers
};

}  // namespace

std::string false_fact(const Script& script, const Watch& watch, std::uint64_t seed, ScriptReport& report) {
    std::vector<const Assertion*> facts;
    std::unordered_set<std::string_view> seen;
    for (const Assertion& assertion : script.assertions) {
        if (!fact_labels.contains(assertion.label)) continue;
        ++report.facts;
        if (assertion.quantified)
            return fmt::format("line {}: a fact with a quantifier: {}", assertion.line, shortened(assertion.text));
        if (seen.insert(assertion.text).second) facts.push_back(&assertion);
    }
    // All facts of very long scripts are tested too, with fewer numbers each.
    const int trials =
        static_cast<int>(std::clamp<std::size_t>(300'000 / std::max<std::size_t>(1, facts.size()), 100, 300));
    Workspace work(script);
    for (const Assertion* assertion : facts) {
        watch.check();
        Random random(mixed(mixed(seed, assertion->line), 12345));
        bool idle = false;
        const std::optional<std::string> wrong = Fact(script, assertion->formula, work, random).refute(trials, idle);
        if (wrong)
            return fmt::format("line {}: the fact {} ({}): {}", assertion->line, shortened(assertion->text),
                               assertion->label, *wrong);
        if (idle) ++report.idle;
    }
    return "";
}

}  // namespace bouton::recheck::smt
