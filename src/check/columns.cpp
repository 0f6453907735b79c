// Nim, Moore's Nim and Nim for several players with any number of piles: one column of binary digits at a time.
//
// Rules: lower between 1 and k piles, each as far as one likes. Claim: the positions to lose are those in which every column of binary
// digits adds up to a multiple of q. With n players let a position's distance be the least number of moves to one of these. If no 1..n-1
// moves lead from one of them to another, and the distance from elsewhere is at most n-1, then by induction the outcome is the distance:
// elsewhere 1 + the least distance of an option; on the set 1 + (n-1), which is 0 again. For n = 2 these are the P-positions. j moves lower
// between 1 and j*k piles, and any such change can be made. So let K = (n-1)*k piles be lowered at once. Then:
//
//   above   take the highest column in which something changes, d piles turn 1 into 0 there, 1 <= d <= K. If its sum was T = q*i before
//           and is T - d = q*j after, d is a multiple of q: impossible if K < q.
//   column  go from the highest column down. c piles have been lowered already (their digits below are free), T ones are in the others.
//           If for all 0 <= c <= K and T there are d <= T piles to lower now and g <= c ones for the free digits with c + d <= K and
//           T - d + g divisible by q, the whole position can be brought into the set.
//   first   in the first column whose sum is no multiple of q nothing is free, so d >= 1: something is lowered.
//
// The three are goals in linear arithmetic and products, with n, k and q as the claim has them.
#include "check/goal.hpp"

namespace bouton::kernel {

using syntax::Term;
using About = Goal::About;
using Role = Known::Role;

namespace {

[[noreturn]] void refuse(const std::string& why) { throw Unsupported{why}; }

bool is_name(const Term& term, const std::string& text) { return term.kind == Term::Kind::name && term.text == text; }

/// game (a...), one move: (a - t) for 1 <= t <= a, in one pile or in up to k
void require_plain(const syntax::Game& game) {
    const char* why =
        "this game of piles (columns are for games in which any number is taken from one or several piles)";
    if (game.coordinates.size() != 1 || !game.coordinates[0].ends_with("...") || game.domain || game.misere ||
        !game.lets.empty() || game.moves.size() != 1)
        refuse(why);
    const std::string pile = game.coordinates[0].substr(0, game.coordinates[0].size() - 3);
    const syntax::Move& move = game.moves[0];
    if (move.condition || move.results.size() != 1 || move.results[0].parts.size() != 1 || move.bindings.size() != 1 ||
        (move.pile_count && move.piles != syntax::Move::Piles::up_to))
        refuse(why);
    const syntax::Binding& range = move.bindings[0];
    const Term& after = move.results[0].parts[0];
    if (range.kind != syntax::Binding::Kind::chain || range.terms.size() != 3 ||
        range.operators != std::vector<std::string>{"<=", "<="} || range.terms[0].kind != Term::Kind::number ||
        integer_from(range.terms[0].text) != 1 || range.terms[1].kind != Term::Kind::name ||
        !is_name(range.terms[2], pile))
        refuse(why);
    const std::string& taken = range.terms[1].text;
    if (taken == pile || after.kind != Term::Kind::binary || after.text != "-" || !is_name(after.parts[0], pile) ||
        !is_name(after.parts[1], taken))
        refuse(why);
    for (const syntax::Parameter& parameter : game.parameters)
        if (parameter.name == pile || parameter.name == taken) refuse(why);
}

const std::vector<Term>* equation(const Term& term) {
    if (term.kind != Term::Kind::compare || term.parts.size() != 2 || term.operators != std::vector<std::string>{"="})
        return nullptr;
    return &term.parts;
}

/// The two sides of the one condition in { ... = ... }, the zero left out.
const Term* set_to_zero(const Term& term) {
    if (term.kind != Term::Kind::list || term.parts.size() != 1) return nullptr;
    const auto* sides = equation(term.parts[0]);
    if (!sides) return nullptr;
    for (std::size_t i = 0; i < 2; ++i)
        if (((*sides)[i].kind == Term::Kind::number && integer_from((*sides)[i].text) == 0) ||
            is_name((*sides)[i], "P"))
            return &(*sides)[1 - i];
    return nullptr;
}

}  // namespace

void Theorem::columns() {
    const char* form = "this claim about piles (columns are for { outcome = 0 } = { qsum(q, a...) = 0 })";
    const syntax::Game& game = *game_.game;
    require_plain(game);
    if (claim_.form != syntax::Claim::Form::condition || !claim_.uses.empty() || claim_.assumption) refuse(form);
    const auto* sides = equation(*claim_.statement);
    if (!sides) refuse(form);
    const std::string pile = game.coordinates[0].substr(0, game.coordinates[0].size() - 3);
    const Term* sum = nullptr;
    for (std::size_t i = 0; i < 2; ++i) {
        const Term *lost = set_to_zero((*sides)[i]), *other = set_to_zero((*sides)[1 - i]);
        if (!lost || !other || other->kind != Term::Kind::call || other->parts.empty()) continue;
        if (!is_name(*lost, "outcome") && !(is_name(*lost, "grundy") && !game.players)) continue;
        const Term& last = other->parts.back();
        if (last.kind != Term::Kind::piles || last.text != pile) continue;
        if ((other->text == "xor" && other->parts.size() == 1) || (other->text == "qsum" && other->parts.size() == 2))
            sum = other;
    }
    if (!sum) refuse(form);
    for (const Instance& instance : instances()) {
        FormulaPtr defined = truth();
        const auto number = [&](const Term& term, const ScopePtr& scope) {
            const Meaning m = reader_.integer(term, scope);
            defined = both({defined, m.defined});
            return m.value;
        };
        // One letter each for the modulus and for the number of piles: the claim's n and k stay out of the products.
        const Poly q = terms_.variable("q"), most = terms_.variable("most"), one = constant(1);
        const Poly modulus = sum->text == "xor" ? constant(2) : number(sum->parts[0], instance.choice.scope);
        const syntax::Move& move = game.moves[0];
        const Poly lower = move.pile_count ? number(*move.pile_count, instance.parameters) : one;
        const Poly players = game.players ? number(*game.players, instance.parameters) : constant(2);
        const Known variables{Role::variables, "the variables",
                              both({instance.choice.guard, equal(q, modulus), equal(most, (players - one) * lower)})};
        const auto goal = [&](const std::string& name, std::vector<Known> known) {
            Goal& g = add(About::statement, name, instance);
            g.known = {variables};
            g.known.insert(g.known.end(), known.begin(), known.end());
        };
        const auto fresh = [&](const char* name) { return terms_.variable(name); };
        const auto id = [](const Poly& v) { return v.begin()->first[0]; };
        goal("the numbers make sense",
             {{Role::target, "to be refuted",
               negated(both({defined, at_most(one, q), at_most(one, lower), at_most(one, players)}))}});
        {
            const Poly i = fresh("i"), j = fresh("j"), d = fresh("d");
            goal("above: no column sum stays a multiple",
                 {{Role::variables, "the highest column that changes", both({at_most(one, d), at_most(d, most)})},
                  {Role::target, "to be refuted", equal(q * i - d, q * j)}});
        }
        {
            // T = q*i + r. Two ways are enough: T goes down by r, or g goes up to fill T to q*(i + 1).
            const Poly i = fresh("i"), r = fresh("r"), c = fresh("c"), d = fresh("d"), g = fresh("g");
            const Poly t = q * i + r;
            const FormulaPtr fits = both({at_most({}, d), at_most(d, t), at_most({}, g), at_most(g, c),
                                          at_most(c + d, most), either({equal(r - d + g, {}), equal(r - d + g, q)})});
            goal("column: some change makes its sum a multiple",
                 {{Role::variables, "a column",
                   both({at_most({}, i), at_most({}, r), less(r, q), at_most({}, c), at_most(c, most)})},
                  {Role::target, "to be refuted", for_all({id(d), id(g)}, negated(fits))}});
        }
        {
            const Poly r = fresh("r"), d = fresh("d");
            goal("first: something is lowered",
                 {{Role::variables, "the first column whose sum is no multiple", both({less({}, r), less(r, q)})},
                  {Role::target, "to be refuted: nothing is lowered",
                   both({equal(d, {}), either({equal(r - d, {}), equal(r - d, q)})})}});
        }
    }
}

}  // namespace bouton::kernel
