// Trees are compared node by node under a one-to-one renaming of slots that begins with the arguments; a slot that is not an argument must
// be bound by the same binder on both sides, which the walk renames before it looks at what the binder holds for.
#include "lang/sequences.hpp"

namespace bouton::lang {

namespace {

template <class Visit> void for_each_node(const Expr& e, const Visit& visit) {
    visit(*e);
    for (const Expr& arg : e->args) for_each_node(arg, visit);
    const auto numbers = [&](const Numbers& set) {
        if (!set) return;
        for (const auto& interval : set->intervals) {
            for_each_node(interval.first, visit);
            for_each_node(interval.last, visit);
        }
    };
    numbers(e->numbers);
    if (!e->loop) return;
    for (const Binder& binder : e->loop->binders) {
        for (const Expr& bound : binder.lower) for_each_node(bound, visit);
        for (const Expr& bound : binder.upper) for_each_node(bound, visit);
        numbers(binder.numbers);
    }
    for (const Expr& condition : e->loop->conditions) for_each_node(condition, visit);
}

class Comparison {
  public:
    bool pair(int a, int b) {
        const auto [there, new_a] = renamed_.emplace(a, b);
        const auto [back, new_b] = back_.emplace(b, a);
        return there->second == b && back->second == a;
    }

    bool trees(const Expr& a, const Expr& b) {
        if (a->op != b->op || a->number != b->number || (a->op != Op::variable && a->text != b->text)) return false;
        if (a->op == Op::variable) {
            const auto found = renamed_.find(a->slot);
            return found != renamed_.end() && found->second == b->slot;
        }
        if (a->table != b->table || !a->sets.empty() || !b->sets.empty() || !a->loop != !b->loop) return false;
        return (!a->loop || loops(*a->loop, *b->loop)) && lists(a->args, b->args) && numbers(a->numbers, b->numbers);
    }

  private:
    bool lists(const std::vector<Expr>& a, const std::vector<Expr>& b) {
        if (a.size() != b.size()) return false;
        for (std::size_t i = 0; i < a.size(); ++i)
            if (!trees(a[i], b[i])) return false;
        return true;
    }

    bool numbers(const Numbers& a, const Numbers& b) {
        if (!a || !b) return !a && !b;
        if (!a->known || !b->known || a->intervals.size() != b->intervals.size()) return false;
        for (std::size_t i = 0; i < a->intervals.size(); ++i)
            if (!trees(a->intervals[i].first, b->intervals[i].first) ||
                !trees(a->intervals[i].last, b->intervals[i].last))
                return false;
        return true;
    }

    bool loops(const Loop& a, const Loop& b) {
        if (a.binders.size() != b.binders.size() || a.ready != b.ready) return false;
        for (std::size_t i = 0; i < a.binders.size(); ++i) {
            const Binder &x = a.binders[i], &y = b.binders[i];
            if (x.kind != y.kind || x.kind == Binder::Kind::positions) return false;
            if (!pair(x.slots[0], y.slots[0])) return false;
            if (!lists(x.lower, y.lower) || !lists(x.upper, y.upper) || !numbers(x.numbers, y.numbers)) return false;
        }
        return lists(a.conditions, b.conditions);
    }

    std::map<int, int> renamed_, back_;
};

}  // namespace

std::map<int, std::string> variables_in(const Expr& e) {
    std::map<int, std::string> result;
    for_each_node(e, [&](const Node& node) {
        if (node.op == Op::variable) result.emplace(node.slot, node.text);
    });
    return result;
}

bool mentions_sets(const Expr& e) {
    bool found = false;
    for_each_node(e, [&](const Node& node) {
        found = found || !node.sets.empty() || (node.numbers && !node.numbers->known);
        if (!node.loop) return;
        for (const Binder& binder : node.loop->binders)
            found = found || binder.positions || (binder.numbers && !binder.numbers->known);
    });
    return found;
}

bool same(const Sequence& a, const Sequence& b) {
    if (a.slots.size() != b.slots.size()) return false;
    Comparison comparison;
    for (std::size_t i = 0; i < a.slots.size(); ++i)
        if (!comparison.pair(a.slots[i], b.slots[i])) return false;
    return comparison.trees(a.sum, b.sum);
}

}  // namespace bouton::lang
