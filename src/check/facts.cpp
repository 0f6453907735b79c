// The facts that a proof may use: of whole numbers, and of what functions mean. Each holds for all integers that its arguments stand for
// (b^e, log2, twos and quotients having their usual values where these exist, and any value elsewhere). formal/Arithmetic.v proves those
// about numbers once more.
#include "check/goal.hpp"

#include <algorithm>
#include <array>

namespace bouton::kernel {

namespace {

[[noreturn]] void refuse() { throw Unsupported{"a fact whose arguments do not fit"}; }

constexpr std::array<const char*, 23> kNames{
    "quotient",    "power_above", "power_small", "power_multiple", "power_from", "powers_same",
    "powers_next", "powers_far",  "product",     "product_zero",   "logarithm",  "odd_part",
    "odd_part_of", "level",       "choice",      "congruence",     "cases",      "natural",
    "value",       "outcome",     "sum",         "rank",           "seat"};

int small_number(const Poly& p, int least, int most) {
    if (!is_constant(p) || constant_part(p) < least || constant_part(p) > most) refuse();
    return static_cast<int>(clamp(constant_part(p)));
}

const Atom& single(const Terms& terms, const Poly& p) {
    if (p.size() != 1 || p.begin()->second != 1 || p.begin()->first.size() != 1) refuse();
    return terms[p.begin()->first[0]];
}

FormulaPtr all_natural(const std::vector<Poly>& numbers) {
    std::vector<FormulaPtr> parts;
    for (const Poly& p : numbers) parts.push_back(at_most({}, p));
    return both(std::move(parts));
}

/// b^e, for a plain number b.
FormulaPtr of_power(Terms& terms, Fact fact, const std::vector<Poly>& a) {
    const int b = small_number(a[0], 2, 1000);
    const Poly &e = a[1], p = terms.power(b, e);
    if (fact == Fact::power_above) return implies(at_most({}, e), at_most(e + constant(1), p));
    const Poly j = constant(small_number(a.at(2), 0, 64)), bj = terms.power(b, j);
    if (fact == Fact::power_small) return implies(equal(e, j), equal(p, bj));
    if (fact == Fact::power_from) return implies(at_most(j, e), at_most(bj, p));
    return implies(at_most(j, e), both({equal(terms.remainder(p, bj), {}), at_most(bj * (e + constant(1) - j), p)}));
}

/// b^m from b^n for m >= n >= 0.
FormulaPtr of_powers(Terms& terms, Fact fact, const std::vector<Poly>& a) {
    const int b = small_number(a[0], 2, 1000);
    const Poly &n = a[1], &m = a[2], p = terms.power(b, n), q = terms.power(b, m);
    const FormulaPtr natural = at_most({}, n);
    if (fact == Fact::powers_same) return implies(both({natural, equal(m, n)}), equal(q, p));
    if (fact == Fact::powers_next) return implies(both({natural, equal(m, n + constant(1))}), equal(q, Integer(b) * p));
    return implies(both({natural, at_most(n + constant(2), m)}), at_most(Integer(b * b) * p, q));
}

FormulaPtr of_odd_part(Terms& terms, Fact fact, const std::vector<Poly>& a) {
    const Poly& n = a[0];
    const Poly w = terms.call("twos", {n}), high = terms.power(2, w + constant(1)), rest = terms.quotient(n, high);
    if (fact == Fact::odd_part)  // n = 2^w + 2^(w+1) * floor(n / 2^(w+1))
        return implies(at_most(constant(1), n),
                       both({at_most({}, w), equal(n, terms.power(2, w) + high * rest), at_most({}, rest)}));
    const Poly &e = a[1], &h = a[2], p = terms.power(2, e);
    return implies(both({at_most({}, e), at_most(constant(1), n), equal(n, p + Integer(2) * (p * h))}),
                   both({equal(w, e), equal(rest, h)}));
}

FormulaPtr of_circle(Terms& terms, Fact fact, const std::vector<Poly>& a) {
    const Poly &n = a[0], &k = a[1], &m = a[2], one = constant(1);
    const FormulaPtr there = both({at_most(one, k), at_most(one, m), at_most(m, n)});
    if (fact == Fact::rank) {
        const Poly self = terms.call("rank", {n, k, m});
        const FormulaPtr first = equal(terms.remainder(m - k, n), {}), more = at_most(constant(2), n);
        const Poly later = terms.call("rank", {n - one, k, terms.remainder(m - k - one, n) + one});
        return implies(there,
                       both({implies(equal(n, one), equal(self, one)), implies(both({more, first}), equal(self, one)),
                             implies(both({more, negated(first)}), equal(self, later + one))}));
    }
    const Poly self = terms.call("seat", {n, k, m}), inner = terms.call("seat", {n - one, k, m - one});
    return implies(there,
                   both({implies(equal(m, one), equal(self, terms.remainder(k - one, n) + one)),
                         implies(at_most(constant(2), m), equal(self, terms.remainder(inner + k - one, n) + one))}));
}

FormulaPtr of_congruence(const Terms& terms, const Poly& x, const Poly& y) {
    const Atom &a = single(terms, x), &b = single(terms, y);
    const bool functions = a.kind == Atom::Kind::call || a.kind == Atom::Kind::quotient;
    if (!functions || a.kind != b.kind || a.name != b.name || a.args.size() != b.args.size()) refuse();
    std::vector<FormulaPtr> same;
    for (std::size_t i = 0; i < a.args.size(); ++i) same.push_back(equal(a.args[i], b.args[i]));
    return implies(both(std::move(same)), equal(x, y));
}

}  // namespace

std::string name_of(Fact fact) { return kNames.at(static_cast<std::size_t>(fact)); }

std::optional<Fact> fact_of(const std::string& name) {
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (name == kNames[i]) return static_cast<Fact>(i);
    return std::nullopt;
}

/// Long: a case for each kind of fact, so that all that is taken for true stands in one place.
FormulaPtr Theorem::fact(const Goal& goal, Fact fact, const std::vector<Poly>& a) {
    reader_.set_game(game_.game, goal.parameters);
    const auto need = [&](std::size_t count) {
        if (a.size() != count) refuse();
    };
    switch (fact) {
        case Fact::quotient: {
            need(2);
            const Poly &d = a[1], q = terms_.quotient(a[0], d);
            if (is_constant(d) && constant_part(d) < 1) refuse();
            return implies(at_most(constant(1), d), both({at_most(d * q, a[0]), less(a[0], d * q + d)}));
        }
        case Fact::power_above: need(2); return of_power(terms_, fact, a);
        case Fact::power_small:
        case Fact::power_multiple:
        case Fact::power_from: need(3); return of_power(terms_, fact, a);
        case Fact::powers_same:
        case Fact::powers_next:
        case Fact::powers_far: need(3); return of_powers(terms_, fact, a);
        case Fact::product: need(2); return implies(all_natural(a), at_most({}, a[0] * a[1]));
        case Fact::product_zero: need(2); return implies(equal(a[0], {}), equal(a[0] * a[1], {}));
        case Fact::logarithm: {
            need(1);
            const Poly l = terms_.call("log2", a), p = terms_.power(2, l);
            return implies(at_most(constant(1), a[0]),
                           both({at_most({}, l), at_most(p, a[0]), less(a[0], Integer(2) * p)}));
        }
        case Fact::odd_part: need(1); return of_odd_part(terms_, fact, a);
        case Fact::odd_part_of: need(3); return of_odd_part(terms_, fact, a);
        case Fact::level: {
            need(2);
            const Poly &c = a[0], &e = a[1], l = terms_.variable("level");
            const Poly p = c * terms_.power(2, l);
            return exists({l.begin()->first[0]},
                          implies(both({at_most(constant(1), c), at_most(c, e)}),
                                  both({at_most({}, l), at_most(p, e), less(e, Integer(2) * p)})));
        }
        case Fact::choice: {
            need(1);
            const Atom& atom = single(terms_, a[0]);
            if (atom.kind != Atom::Kind::choose) refuse();
            return either({both({atom.condition, equal(a[0], atom.args[0])}),
                           both({negated(atom.condition), equal(a[0], atom.args[1])})});
        }
        case Fact::congruence: need(2); return of_congruence(terms_, a[0], a[1]);
        case Fact::cases: need(1); return either({at_most(a[0], {}), at_most(constant(1), a[0])});
        case Fact::natural: {
            need(1);
            const Atom& atom = single(terms_, a[0]);
            if (atom.kind != Atom::Kind::call || !reader_.unknown_functions().contains(atom.name)) refuse();
            return implies(all_natural(atom.args), at_most({}, a[0]));
        }
        case Fact::rank:
        case Fact::seat: need(3); return of_circle(terms_, fact, a);
        case Fact::sum: {
            need(1);
            const Atom& atom = single(terms_, a[0]);
            const auto found = reader_.sums().find(atom.name);
            if (atom.kind != Atom::Kind::call || found == reader_.sums().end() ||
                atom.args.size() != found->second.placeholders.size() + 1)
                refuse();
            const SumBody body = found->second;
            std::vector<Poly> shorter = atom.args;  // the last index, the first, what else it depends on
            const Poly last = atom.args[0], first = atom.args[1];
            shorter[0] = last - constant(1);
            Substitution at;
            at[body.placeholders[0]] = last;
            for (std::size_t i = 1; i < body.placeholders.size(); ++i) at[body.placeholders[i]] = atom.args.at(i + 1);
            const Poly rest = terms_.call(atom.name, shorter), term = terms_.substitute(body.term, at);
            return both(
                {implies(less(last, first), equal(a[0], {})), implies(at_most(first, last), equal(a[0], rest + term))});
        }
        case Fact::value:
        case Fact::outcome: break;
    }
    // What the rules say of grundy and outcome at a position; normal play of two players.
    if (game_.game->misere || game_.game->players) refuse();
    // There are such values because the game ends: nothing that shows this may use them, nor what is not about the claim's variables. (And
    // because a position has finitely many options: a file with a move's variable that has no upper end is refused when it is read.)
    const bool about_variables = std::any_of(goal.known.begin(), goal.known.end(),
                                             [](const Known& known) { return known.role == Known::Role::variables; });
    if (goal.about == Goal::About::ends || !about_variables) refuse();
    need(game_.game->coordinates.size());
    const FormulaPtr here = reader_.is_position(a).holds;
    const auto option = [&](const char* symbol, const Poly& wanted) {
        return reader_
            .some_move(a,
                       [&](const Point& after) {
                           return Condition{equal(terms_.call(symbol, after), wanted), truth()};
                       })
            .holds;
    };
    if (fact == Fact::outcome) {
        const Poly self = terms_.call("O", a);
        const FormulaPtr to_p = option("O", {});
        return implies(here, both({at_most({}, self), at_most(self, constant(1)),
                                   implies(equal(self, {}), negated(to_p)), implies(equal(self, constant(1)), to_p)}));
    }
    constexpr int kValueOrigin = -2;  // of variables that stand for a value
    const Poly self = terms_.call("G", a), v = terms_.variable("v", kValueOrigin);
    return implies(
        here, both({at_most({}, self), negated(option("G", self)),
                    for_all({v.begin()->first[0]}, implies(both({at_most({}, v), less(v, self)}), option("G", v)))}));
}

}  // namespace bouton::kernel
