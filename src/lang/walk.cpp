#include "lang/walk.hpp"

namespace bouton {

void Walk::all(const std::vector<Expr>& list) {
    for (const Expr& e : list) (*this)(e);
}

void Walk::operator()(const Expr& e) {
    if (!e || !seen_.insert(e.get()).second) return;
    visit_(*e);
    all(e->args);
    (*this)(e->numbers);
    if (e->loop) (*this)(*e->loop);
    for (const Positions& set : e->sets) (*this)(set);
}

void Walk::operator()(const Positions& set) {
    if (!set || !seen_.insert(set.get()).second) return;
    if (visit_set_) visit_set_(*set);
    all(set->element);
    if (set->loop) (*this)(*set->loop);
    (*this)(set->condition);
    for (const Positions& part : set->parts) (*this)(part);
}

void Walk::operator()(const Loop& loop) {
    for (const Binder& binder : loop.binders) {
        all(binder.lower);
        all(binder.upper);
        (*this)(binder.numbers);
        (*this)(binder.positions);
    }
    all(loop.conditions);
}

void Walk::operator()(const Numbers& numbers) {
    if (!numbers) return;
    for (const auto& interval : numbers->intervals) {
        (*this)(interval.first);
        (*this)(interval.last);
    }
}

void Walk::operator()(const Ruleset& rules) {
    (*this)(rules.domain);
    for (const Move& move : rules.moves) {
        (*this)(move.loop);
        (*this)(move.pile_count);
        for (const auto& component : move.results) all(component);
    }
}

}  // namespace bouton
