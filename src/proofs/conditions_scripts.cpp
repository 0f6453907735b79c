// What functions mean wherever they occur, and scripts for the solver.
#include "proofs/conditions.hpp"

#include "proofs/conditions_parts.hpp"

#include <algorithm>

namespace bouton::proofs {

void Conditions::define(Ground& ground, bool with_rules) {
    const Ruleset& rules = claim_.claim.rules;
    const auto is_two_player = !rules.misere && !rules.player_count && rules.piles < 0 && !rules.splits;
    if (is_two_player && with_rules) define_values(ground);
    define_sums(ground);
    define_circle(ground);
}

void Conditions::define_values(Ground& ground) {
    // The arguments of the game are terms in the claim's variables; they are fixed here, and free in the rules.
    ground.define("G", "the value is the least that no option has", [&](const Atom& atom) {
        const std::vector<Poly> position = atom.args;
        const Poly self = terms_.call("G", position);
        const Poly v = terms_.variable("v", kValueOrigin);
        const Env& env = env_;
        return implies(
            reader_.exists(position, env),
            both({at_most({}, self),
                  negated(reader_.some_move(position, env,
                                            [&](const auto& after) { return equal(terms_.call("G", after), self); })),
                  for_all({v.begin()->first[0]}, implies(both({at_most({}, v), less(v, self)}),
                                                         reader_.some_move(position, env, [&](const auto& after) {
                                                             return equal(terms_.call("G", after), v);
                                                         })))}));
    });
    ground.define("O", "P exactly if no option is P", [&](const Atom& atom) {
        const std::vector<Poly> position = atom.args;
        const Poly self = terms_.call("O", position);
        const Env& env = env_;
        const FormulaPtr to_p =
            reader_.some_move(position, env, [&](const auto& after) { return equal(terms_.call("O", after), {}); });
        return implies(reader_.exists(position, env),
                       both({at_most({}, self), at_most(self, constant(1)), implies(equal(self, {}), negated(to_p)),
                             implies(equal(self, constant(1)), to_p)}));
    });
}

void Conditions::define_sums(Ground& ground) {
    for (const auto& [name, sequence] : claim_.sequences) {
        const Loop& loop = *sequence.sum->loop;
        if (sequence.sum->op != Op::sum || loop.binders.size() != 1 || loop.binders[0].kind != Binder::Kind::range ||
            !loop.conditions.empty() || loop.binders[0].lower.size() != 1 || loop.binders[0].upper.size() != 1)
            continue;
        const Expr& last = loop.binders[0].upper[0];
        std::optional<std::size_t> at;
        for (std::size_t i = 0; i < sequence.slots.size(); ++i)
            if (last->op == Op::variable && last->slot == sequence.slots[i]) at = i;
        if (!at || mentions(loop.binders[0].lower[0], {sequence.slots[*at]}) ||
            mentions(sequence.sum->args[0], {sequence.slots[*at]}))
            continue;
        const std::size_t place = *at;
        ground.mention("f_" + name, {}, place);  // the empty sum, often where an induction begins
        ground.define("f_" + name, "the sum " + name + " without its last term",
                      [this, sequence = sequence, place](const Atom& atom) {
                          const Loop& over = *sequence.sum->loop;
                          Env env = env_;
                          for (std::size_t i = 0; i < sequence.slots.size(); ++i) env[sequence.slots[i]] = atom.args[i];
                          const Poly first = reader_.term(over.binders[0].lower[0], env), end = atom.args[place];
                          std::vector<Poly> shorter = atom.args;
                          shorter[place] = end - constant(1);
                          Env inner = env;
                          inner[over.binders[0].slots[0]] = end;
                          const Poly self = terms_.call(atom.name, atom.args);
                          return both({implies(less(end, first), equal(self, {})),
                                       implies(at_most(first, end),
                                               equal(self, terms_.call(atom.name, shorter) +
                                                               reader_.term(sequence.sum->args[0], inner)))});
                      });
    }
}

void Conditions::define_circle(Ground& ground) {
    ground.define("rank", "the circle", [&](const Atom& atom) {
        const Poly n = atom.args[0], k = atom.args[1], m = atom.args[2];
        const Poly self = terms_.call("rank", {n, k, m});
        const FormulaPtr first = equal(terms_.remainder(m - k, n), {});
        const Poly later =
            terms_.call("rank", {n - constant(1), k, terms_.remainder(m - k - constant(1), n) + constant(1)});
        return implies(
            both({at_most(constant(1), k), at_most(constant(1), m), at_most(m, n)}),
            both({implies(equal(n, constant(1)), equal(self, constant(1))),
                  implies(both({at_most(constant(2), n), first}), equal(self, constant(1))),
                  implies(both({at_most(constant(2), n), negated(first)}), equal(self, later + constant(1)))}));
    });
    ground.define("seat", "the circle", [&](const Atom& atom) {
        const Poly n = atom.args[0], k = atom.args[1], i = atom.args[2];
        const Poly self = terms_.call("seat", {n, k, i});
        const Poly inner = terms_.call("seat", {n - constant(1), k, i - constant(1)});
        return implies(
            both({at_most(constant(1), k), at_most(constant(1), i), at_most(i, n)}),
            both({implies(equal(i, constant(1)), equal(self, terms_.remainder(k - constant(1), n) + constant(1))),
                  implies(at_most(constant(2), i),
                          equal(self, terms_.remainder(inner + k - constant(1), n) + constant(1)))}));
    });
}

std::string Conditions::script(const Condition& condition, const Condition::Hint& hint, int rounds,
                               const std::vector<std::string>& comments) {
    if (condition.meaning && meaning_) return meaning_->script(condition, hint, rounds, comments);
    if (hint.opaque && reader_.named_sets() != NamedSets::opaque) {
        // The same list, read in the other way from the beginning: nothing of one reading is left in the other.
        Conditions same(claim_, watch_, NamedSets::opaque);
        const Condition& there = same.list_.at(condition.number);
        if (there.name != condition.name) throw std::logic_error("the two readings of a claim have other conditions");
        return same.script(there, hint, rounds, comments);
    }
    env_ = condition.env;
    Ground ground(terms_);
    ground.copies_first = hint.copies_first;
    using Rules = Condition::Hint::Rules;
    define(ground, hint.rules != Rules::nowhere);
    if (hint.rules == Rules::at_goal)
        for (const Labelled& a : condition.assumptions)
            if (a.label.starts_with("to be refuted"))
                for_each_atom(terms_, a.formula, [&](AtomId id) { ground.only_there(id); });
    for (const Poly& e : hint.exponents) ground.mention(Terms::power_name(2), e);
    for (const auto& [function, argument] : hint.arguments) ground.mention(function, argument);
    for (const Labelled& a : condition.assumptions) ground.assume(a.label, a.formula);
    if (hint.lemmas)
        for (std::size_t i = 0; i < condition.lemmas.size(); ++i)
            if (hint.only_lemma < 0 || hint.only_lemma == static_cast<int>(i % claim_.uses.size()))
                ground.assume(condition.lemmas[i].label, condition.lemmas[i].formula);
    for (const Labelled& a : hint.assumptions) ground.assume(a.label, a.formula);
    for (int i = 0; i < rounds; ++i)
        if (!ground.round()) break;
    std::vector<Labelled> all = ground.instances();
    const std::vector<Labelled> more = facts(terms_, all, natural_);
    all.insert(all.end(), more.begin(), more.end());
    return proofs::script(terms_, all, comments);
}

std::pair<std::string, std::vector<std::string>> Conditions::search_script(int level) {
    if (outside_ < 0) return {};
    const Condition& condition = list_[static_cast<std::size_t>(outside_)];
    Poly sum;
    std::vector<std::string> names;
    for (const Poly& p : searched_) {
        sum = std::move(sum) + p;
        names.push_back(terms_.text(p));
    }
    Condition::Hint hint;
    hint.lemmas = false;
    const Integer low = arithmetic::power(Integer(2), Integer(level));
    hint.assumptions.push_back(
        {"between two powers", both({at_most(constant(low), sum), less(sum, constant(2 * low))})});
    for (int j = 0; j <= level + 3; ++j) hint.exponents.push_back(constant(j));
    return {script(condition, hint, 1, {}), names};
}

}  // namespace bouton::proofs
