// Sums of multiples of tracks, and their elimination, are written here once more (base/linear_form.hpp), on purpose.
#include "check/digits/formula.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace bouton::recheck {

namespace {

constexpr std::size_t kMostClauses = 100000;

std::string text_of(const Sum& sum) {
    std::string text;
    for (const auto& [name, factor] : sum.of) {
        if (text.empty())
            text = factor < 0 ? "-" : "";
        else
            text += factor < 0 ? " - " : " + ";
        if (factor != 1 && factor != -1) text += std::to_string(factor < 0 ? -factor : factor) + "*";
        text += name;
    }
    if (text.empty()) return std::to_string(sum.add);
    if (sum.add > 0) text += " + " + std::to_string(sum.add);
    if (sum.add < 0) text += " - " + std::to_string(-sum.add);
    return text;
}

}  // namespace

// No number that is kept is beyond kLimit, so a product of two fits; it is guarded before it becomes a factor itself.
Sum& Sum::plus(const Sum& other, Long times) {
    guard(times);
    for (const auto& [name, factor] : other.of) {
        of[name] += factor * times;
        if (of[name] == 0) of.erase(name);
    }
    add += other.add * times;
    for (const auto& entry : of) guard(entry.second);
    guard(add);
    return *this;
}

std::string Fact::text() const {
    switch (kind) {
        case '<': return text_of(sum) + " <= 0";
        case '=': return text_of(sum) + " = 0";
        case '%': return text_of(sum) + " = 0 mod " + std::to_string(number);
        case 'x':
        case 'X': return fmt::format("qsum({}; {}) {} 0", number, fmt::join(names, ", "), kind == 'x' ? "=" : "!=");
        case 'p': return names[0] + " is a power";
        case '1': return fmt::format("ones({}) = {} mod {}", names[0], rest, number);
        case '0': return fmt::format("zeros({}) = {} mod {}", names[0], rest, number);
        case 's': return names[1] + " = shift(" + names[0] + ")";
        case 'c': return fmt::format("1 to {} fall of {}", number, fmt::join(names, ", "));
        case 'a': return fmt::format("[{}]({}) = {}", fmt::join(*table, " "), fmt::join(names, ", "), rest);
        default: return names[0] + " is valid";
    }
}

std::set<std::string> Fact::tracks() const {
    std::set<std::string> result(names.begin(), names.end());
    for (const auto& entry : sum.of) result.insert(entry.first);
    return result;
}

Fact linear_fact(char kind, Sum sum, Long number) {
    Fact fact;
    fact.kind = kind;
    fact.sum = std::move(sum);
    fact.number = number;
    return fact;
}
Fact digit_fact(char kind, std::vector<std::string> names, Long number, Long rest) {
    Fact fact;
    fact.kind = kind;
    fact.names = std::move(names);
    fact.number = number;
    fact.rest = rest;
    return fact;
}

// ---- formulas

F all(std::vector<F> parts, const std::string& binds) {
    Formula f{Formula::all, std::move(parts), {}, {}};
    for (const F& part : f.parts)
        for (const std::string& name : part->binds)
            if (!f.binds.insert(name).second) throw Wrong{"the same set or quantifier twice in one condition"};
    if (!binds.empty() && !f.binds.insert(binds).second) throw Wrong{"a variable bound twice"};
    return std::make_shared<Formula>(std::move(f));
}
F any(std::vector<F> parts) {
    Formula f{Formula::any, std::move(parts), {}, {}};
    for (const F& part : f.parts) f.binds.insert(part->binds.begin(), part->binds.end());
    return std::make_shared<Formula>(std::move(f));
}
F leaf(Fact fact) { return std::make_shared<Formula>(Formula{Formula::fact, {}, std::move(fact), {}}); }

// ---- terms: a sum and floors

Term plain(const std::string& name) { return {{{{name, 1}}, 0}, {}}; }
Term fixed(Long value) { return {{{}, value}, {}}; }

Term combined(Term a, const Term& b, Long times) {
    a.sum.plus(b.sum, times);
    for (const Divided& floor : b.floors) {
        bool found = false;
        for (Divided& mine : a.floors) {
            if (mine.by != floor.by || mine.of.of != floor.of.of || mine.of.add != floor.of.add) continue;
            mine.times += times * floor.times;
            Sum::guard(mine.times);
            found = true;
        }
        if (!found) a.floors.push_back({times * floor.times, floor.of, floor.by});
        Sum::guard(a.floors.back().times);
    }
    std::erase_if(a.floors, [](const Divided& floor) { return floor.times == 0; });
    return a;
}

std::string text_of(const Term& term) {
    std::vector<std::string> parts;
    for (const Divided& floor : term.floors)
        parts.push_back(fmt::format("{}*floor(({})/{})", floor.times, text_of(floor.of), floor.by));
    std::sort(parts.begin(), parts.end());
    if (parts.empty() || !term.sum.of.empty() || term.sum.add != 0) parts.insert(parts.begin(), text_of(term.sum));
    return fmt::format("{}", fmt::join(parts, " + "));
}

F by_remainders(const Term& term, const std::function<F(const Sum&, Long)>& then) {
    if (term.floors.empty()) return then(term.sum, 1);
    const Divided floor = term.floors.back();
    if (floor.by > 64) throw Wrong{"a remainder modulo a large number"};
    Term rest = term;
    rest.floors.pop_back();
    std::vector<F> choices;
    for (Long r = 0; r < floor.by; ++r) {
        Fact congruent = linear_fact('%', floor.of, floor.by);
        congruent.sum.add -= r;
        choices.push_back(all({leaf(congruent), by_remainders(rest, [&](const Sum& sum, Long multiple) {
                                   Sum whole;
                                   whole.plus(sum, floor.by).plus(floor.of, floor.times * multiple);
                                   whole.add -= r * floor.times * multiple;
                                   Sum::guard(whole.add);
                                   Sum::guard(multiple * floor.by);
                                   return then(whole, multiple * floor.by);
                               })}));
    }
    return any(choices);
}

F compared(char kind, const Term& term) {
    if (term.floors.empty()) return leaf(linear_fact(kind, term.sum));
    if (term.floors.size() == 1 && (term.floors[0].times == 1 || term.floors[0].times == -1)) {
        const Divided& floor = term.floors[0];
        std::vector<F> bounds;
        for (Long sign : {1, -1}) {  // sign*(sum + times*floor(of/by)) <= 0
            Sum sum;
            sum.plus(term.sum, sign * floor.by).plus(floor.of, sign * floor.times);
            if (sign * floor.times > 0) sum.add -= floor.by - 1;
            bounds.push_back(leaf(linear_fact('<', sum)));
            if (kind == '<') break;
        }
        return all(bounds);
    }
    return by_remainders(term, [&](const Sum& sum, Long) { return leaf(linear_fact(kind, sum)); });
}

// ---- the normal form of clauses

namespace {

using Clause = std::vector<Fact>;

std::vector<Clause> clauses_of(const F& f) {
    if (f->kind == Formula::fact) return {{f->leaf}};
    std::vector<Clause> result;
    if (f->kind == Formula::all) result.emplace_back();
    for (const F& part : f->parts) {
        const auto more = clauses_of(part);
        if (f->kind == Formula::any) {
            result.insert(result.end(), more.begin(), more.end());
        } else {
            std::vector<Clause> product;
            for (const Clause& a : result) {
                for (const Clause& b : more) {
                    product.push_back(a);
                    product.back().insert(product.back().end(), b.begin(), b.end());
                }
            }
            result = std::move(product);
        }
        if (result.size() > kMostClauses) throw Wrong{"the claim falls into too many cases"};
    }
    return result;
}

/// 1: holds always, -1: never, 0: neither is known
int settle(Fact& fact) {
    if (fact.kind == 'x' || fact.kind == 'X') {
        std::sort(fact.names.begin(), fact.names.end());
        if (fact.names.empty() || fact.number == 1) return fact.kind == 'x' ? 1 : -1;
        return 0;
    }
    if (!fact.linear()) return 0;
    auto& of = fact.sum.of;
    if (fact.kind == '%') {
        for (auto& entry : of) entry.second = remainder(entry.second, fact.number);
        std::erase_if(of, [](const auto& entry) { return entry.second == 0; });
        fact.sum.add = remainder(fact.sum.add, fact.number);
        return !of.empty() ? 0 : fact.sum.add == 0 ? 1 : -1;
    }
    const Long add = fact.sum.add;
    if (of.empty()) return (fact.kind == '=' ? add == 0 : add <= 0) ? 1 : -1;
    Long divisor = 0;
    for (const auto& entry : of) divisor = std::gcd(divisor, entry.second);
    if (fact.kind == '=' && add % divisor != 0) return -1;
    const Long sign = fact.kind == '=' && of.begin()->second < 0 ? -1 : 1;
    for (auto& entry : of) entry.second = sign * entry.second / divisor;
    fact.sum.add = fact.kind == '=' ? sign * add / divisor : -quotient(-add, divisor);
    return 0;
}

bool settle_all(Clause& clause) {
    Clause rest;
    for (Fact& fact : clause) {
        const int truth = settle(fact);
        if (truth < 0) return false;
        if (truth == 0) rest.push_back(std::move(fact));
    }
    clause = std::move(rest);
    return true;
}

bool may_be_negative(const std::string& name) { return name.find('#') != std::string::npos; }

/// Puts a sum in the place of a hidden track, if some equation says what it is.
bool solve_one(Clause& clause, const std::set<std::string>& visible) {
    std::vector<std::string> order;
    std::set<std::string> seen;
    for (const Fact& fact : clause) seen.merge(fact.tracks());
    for (bool variables : {true, false})
        for (const std::string& name : seen)
            if (may_be_negative(name) == variables && !visible.contains(name)) order.push_back(name);
    for (const std::string& name : order) {
        bool read = false, summed = true;  // by conditions on digits; in columns only
        for (const Fact& fact : clause) {
            if (std::find(fact.names.begin(), fact.names.end(), name) == fact.names.end()) continue;
            read = true;
            summed = summed && (fact.kind == 'x' || fact.kind == 'X');
        }
        std::map<std::string, std::size_t> equations;
        for (std::size_t i = 0; i < clause.size(); ++i) {
            const auto& of = clause[i].sum.of;
            if (clause[i].kind != '=' || !of.contains(name)) continue;
            const Long factor = of.at(name);
            if (factor != 1 && factor != -1) continue;
            const bool alone = of.size() == 1 && clause[i].sum.add == 0;
            const bool twin = of.size() == 2 && clause[i].sum.add == 0 && of.begin()->second == -of.rbegin()->second;
            if (!read || twin || (alone && summed)) equations.emplace(clause[i].text(), i);
        }
        if (equations.empty()) continue;
        const std::size_t chosen = equations.begin()->second;
        Sum value = clause[chosen].sum;
        const Long factor = value.of.at(name);
        value.of.erase(name);
        Sum negated;
        negated.plus(value, -factor);
        clause.erase(clause.begin() + static_cast<std::ptrdiff_t>(chosen));
        for (Fact& fact : clause) {
            if (fact.sum.of.contains(name)) {
                const Long times = fact.sum.of.at(name);
                fact.sum.of.erase(name);
                fact.sum.plus(negated, times);
            }
            std::vector<std::string> names;
            for (const std::string& old : fact.names) {
                if (old != name)
                    names.push_back(old);
                else if (!negated.of.empty())
                    names.push_back(negated.of.begin()->first);
            }
            fact.names = names;
        }
        if (!may_be_negative(name)) {
            Fact natural = linear_fact('<', {});
            natural.sum.plus(negated, -1);
            clause.push_back(natural);
        }
        return true;
    }
    return false;
}

/// Every variable that is left is at least a sum of natural numbers.
void require_natural(const Clause& clause, const std::set<std::string>& visible) {
    std::set<std::string> open;
    for (const Fact& fact : clause)
        for (const std::string& name : fact.tracks())
            if (may_be_negative(name) && !visible.contains(name)) open.insert(name);
    for (std::size_t before = open.size() + 1; open.size() < before && !open.empty();) {
        before = open.size();
        for (const Fact& fact : clause) {
            if (fact.kind != '<' && fact.kind != '=') continue;
            for (Long sign : {1, -1}) {
                if (sign < 0 && fact.kind == '<') break;
                // sign*sum <= 0: the only negative coefficient is that of the variable
                std::vector<std::string> negative;
                bool good = sign * fact.sum.add >= 0;
                for (const auto& [name, factor] : fact.sum.of) {
                    if (sign * factor < 0)
                        negative.push_back(name);
                    else
                        good = good && !open.contains(name);
                }
                if (good && negative.size() == 1) open.erase(negative[0]);
            }
        }
    }
    if (!open.empty()) throw Wrong{"the variable " + *open.begin() + " may be negative"};
}

}  // namespace

std::vector<Normal> normal(const F& formula, const std::vector<std::string>& visible, bool left, bool zeckendorf) {
    const std::set<std::string> shown(visible.begin(), visible.end());
    std::map<std::string, Normal> sorted;
    for (Clause clause : clauses_of(formula)) {
        if (!settle_all(clause)) continue;
        bool possible = true;
        while (possible && solve_one(clause, shown)) possible = settle_all(clause);
        if (!possible) continue;
        require_natural(clause, shown);
        std::map<std::string, Fact> facts;
        for (const Fact& fact : clause) {
            bool up = true, down = true;  // signs, where it matters
            for (const auto& entry : fact.sum.of) (entry.second < 0 ? up : down) = false;
            const Long add = fact.sum.add;
            if (fact.kind == '<' && up && add > 0) possible = false;
            if (fact.kind == '=' && ((up && add > 0) || (down && add < 0))) possible = false;
            if (fact.kind == '<' && down && add <= 0) continue;
            facts.emplace(fact.text(), fact);
        }
        if (!possible) continue;
        if (zeckendorf) {
            std::set<std::string> tracks;
            for (const auto& entry : facts) tracks.merge(entry.second.tracks());
            for (const std::string& name : visible) {
                tracks.erase(name);
                if (left) tracks.insert(name);
            }
            for (const std::string& name : tracks) {
                const Fact valid = digit_fact('v', {name});
                facts.emplace(valid.text(), valid);
            }
        }
        Normal result;
        std::string key;
        for (const auto& [text, fact] : facts) {
            result.texts.push_back(text);
            result.facts.push_back(fact);
            key += text + "; ";
        }
        sorted.emplace(key, result);
    }
    std::vector<Normal> result;
    for (auto& entry : sorted) result.push_back(std::move(entry.second));
    return result;
}

}  // namespace bouton::recheck
