#include "proofs/digits/reading.hpp"

#include "lang/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace bouton::digits {

namespace {

constexpr std::int64_t kMostLevels = 16;
constexpr const char* kForms =
    "neither a set of positions of one value nor a formula for values that asks for no other value";

bool asks(const Expr& e, Op op) { return e->op == op; }

}  // namespace

Reading::Reading(const lang::ClaimInstance& instance)
    : instance_(instance),
      rules_(instance.rules),
      numeration_(numeration_of(instance)),
      translator_(instance.rules, instance.pile_count, numeration_) {
    const lang::Statement& statement = instance.statement;
    if (statement.is_sequence()) throw Unsupported{"it is about a sequence of values, not about sets of positions"};
    if (instance.assumed) throw Unsupported{"it is about any rule function"};
    if (rules_.splits) throw Unsupported{"no formula for a game whose heaps split"};
    if (translator_.coordinates().empty()) throw Unsupported{"there are no coordinates"};
    switch (statement.kind) {
        case lang::Statement::Kind::value_set: read_sets(); break;
        case lang::Statement::Kind::zeros:
        case lang::Statement::Kind::formula: read_values(); break;
        default:
            if (rules_.players > 2) throw Unsupported{"outcomes of several players, other than { outcome = 0 } = SET"};
            throw Unsupported{kForms};
    }
    if (values_ && rules_.misere) throw Unsupported{"Grundy values under misere play; outcome = P can be proved"};
    if (values_ && rules_.players != 0 && rules_.players != 2) throw Unsupported{"Grundy values with several players"};
    choose_levels();
}

Clauses Reading::part(const std::string& suffix) {
    Clauses result = translator_.domain(suffix);
    if (!arguments_.empty()) result = both(result, own_part(suffix));
    return result;
}

Clauses Reading::own_part(const std::string& suffix) {
    const Scope scope = scope_of(suffix);
    const auto here = position(suffix);
    Clauses result{{}};
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        if (!is_number(arguments_[i])) continue;
        Value difference = here[i];
        difference.sum.constant = -need_small(arguments_[i]->number);
        result = both(result, translator_.compare(Condition::Kind::equal, difference));
    }
    for (const Binder& binder : instance_.loop.binders) {
        if (binder.kind != Binder::Kind::range) continue;
        const Expr self = variable(binder.slots[0], binder.names[0]);
        for (const Expr& e : binder.lower)
            result = both(result, translator_.compare(Condition::Kind::at_most, e, self, scope));
        for (const Expr& e : binder.upper)
            result = both(result, translator_.compare(Condition::Kind::at_most, self, e, scope));
    }
    for (const Expr& e : instance_.loop.conditions) result = both(result, translator_.condition(e, scope));
    return result;
}

bool Reading::is_partial() {
    if (arguments_.empty()) return false;
    const auto visible = coordinates();
    for (const Clause& clause : own_part("")) {
        const auto simple = simplify(clause, visible);
        if (simple && simple->empty()) return false;
    }
    return true;
}

Clauses Reading::set(const Value& level, const std::string& at, const std::string& copy) {
    Scope scope = scope_of(at);
    scope.suffix = copy;
    if (level_slot_ >= 0) {
        scope.slots[level_slot_].value = level;
        scope.slots[level_slot_].least = 0;
    }
    if (set_) return translator_.member(set_, scope, position(at), positive_);
    if (condition_) return translator_.condition(condition_, scope, positive_);
    Clauses result;
    for (const Translator::Case& one : translator_.cases(value_, scope)) {
        Value difference = level;
        add(difference, one.value, -1);
        result = either(result, both({one.guard}, translator_.compare(Condition::Kind::equal, difference)));
    }
    return result;
}

std::vector<std::pair<std::string, std::string>> Reading::names(const Position& position,
                                                                std::optional<std::int64_t> level) const {
    std::vector<std::pair<std::string, std::string>> result;
    if (level && arguments_.empty() && !only_) result.emplace_back(level_name_, std::to_string(*level));
    const auto coordinates = translator_.coordinates();
    if (arguments_.empty())
        for (std::size_t i = 0; i < coordinates.size(); ++i)
            result.emplace_back(coordinates[i], std::to_string(position[i]));
    for (const Binder& binder : arguments_.empty() ? std::vector<Binder>{} : instance_.loop.binders)
        for (std::size_t i = 0; i < arguments_.size(); ++i)
            if (asks(arguments_[i], Op::variable) && arguments_[i]->slot == binder.slots[0])
                result.emplace_back(binder.names[0], std::to_string(position[i]));
    return result;
}

Numeration Reading::numeration_of(const lang::ClaimInstance& instance) {
    NumerationFinder finder;
    Walk walk([&](const Node& node) { finder.look(node); });
    walk(instance.rules);
    walk(instance.loop);
    walk(instance.statement.condition);
    return finder.found();
}

std::vector<Value> Reading::position(const std::string& suffix) const {
    std::vector<Value> result;
    for (const std::string& name : translator_.coordinates(suffix)) result.push_back(track(name));
    return result;
}

void Reading::read_level() {
    const lang::Statement& statement = instance_.statement;
    const Expr& level = statement.level;
    if (!is_number(level) || (level->number != 0 && !statement.about_outcome)) {
        if (!statement.equals || statement.about_outcome) throw Unsupported{kForms};
        values_ = true;
        return;
    }
    const bool two = rules_.players == 0 || rules_.players == 2;
    if (level->number != 0 && !(two && level->number == 1)) throw Unsupported{"an outcome other than P or 0"};
    if (!statement.about_outcome && rules_.players > 2) throw Unsupported{"Grundy values with several players"};
    positive_ = (level->number == 0) == statement.equals;
}

void Reading::read_sets() {
    read_level();
    set_ = instance_.statement.set;
    const Expr& level = instance_.statement.level;
    const Loop& loop = instance_.loop;
    if (!loop.conditions.empty() || loop.binders.size() > (values_ ? 1U : 0U))
        throw Unsupported{"variables other than the s in { grundy = s }; drop them or choose values"};
    if (!values_) return;
    if (level->op == Op::variable && loop.binders.size() == 1 && loop.binders[0].slots[0] == level->slot &&
        loop.binders[0].kind == Binder::Kind::range) {
        level_slot_ = level->slot;
        level_name_ = loop.binders[0].names[0];
        return;
    }
    if (!is_number(level) || !loop.binders.empty())
        throw Unsupported{"{ grundy = ... } with something else than s or a number"};
    // { grundy = 2 } = G(2): proved with { grundy = 0 } = G(0) and { grundy = 1 } = G(1), if those hold
    if (set_->kind != PositionSet::Kind::named || set_->element.size() != 1 || !is_number(set_->element[0]) ||
        set_->element[0]->number != level->number || level->number < 0)
        throw Unsupported{"one Grundy value without those below; state it as: for s >= 0: { grundy = s } = G(s)"};
    only_ = clamp(level->number);
    level_slot_ = set_->slots[0];
    level_name_ = "s";
    set_ = set_->parts[0];
}

void Reading::read_values() {
    const lang::Statement& statement = instance_.statement;
    if (statement.kind == lang::Statement::Kind::zeros) {
        read_level();
        if (values_) throw Unsupported{"grundy(...) = s iff ...; state it as { grundy = s } = SET"};
        condition_ = statement.right;
    } else {
        if (statement.about_outcome) throw Unsupported{kForms};
        values_ = true;
        value_ = statement.right;
        level_name_ = "grundy";
    }
    arguments_ = statement.question->args;
    read_arguments();
}

void Reading::read_arguments() {
    if (arguments_.size() != translator_.coordinates().size())
        throw Unsupported{"the position must be written with one variable for each coordinate"};
    std::set<int> seen;
    for (const Expr& e : arguments_) {
        if (is_number(e) && e->number >= 0) continue;
        if (!asks(e, Op::variable) || !seen.insert(e->slot).second)
            throw Unsupported{
                fmt::format("the coordinate {}; each must be a variable of its own, or a number", infix(e))};
    }
    for (const Binder& binder : instance_.loop.binders) {
        const bool range = binder.kind == Binder::Kind::range && seen.contains(binder.slots[0]);
        if (!range && binder.kind != Binder::Kind::value)
            throw Unsupported{fmt::format("the variable {}, which is no coordinate", binder.names[0])};
    }
}

Scope Reading::scope_of(const std::string& suffix) {
    Scope scope;
    if (arguments_.empty()) return scope;
    const auto here = position(suffix);
    for (std::size_t i = 0; i < arguments_.size(); ++i)
        if (asks(arguments_[i], Op::variable)) scope.slots[arguments_[i]->slot].value = here[i];
    for (const Binder& binder : instance_.loop.binders) {
        if (binder.kind != Binder::Kind::value) continue;
        const auto cases = translator_.cases(binder.lower[0], scope);
        if (cases.size() != 1 || !cases[0].guard.empty() || scope.slots.contains(binder.slots[0]))
            throw Unsupported{
                fmt::format("the definition of {}; put it in the place where it is used", binder.names[0])};
        scope.slots[binder.slots[0]].value = cases[0].value;
    }
    return scope;
}

std::int64_t Reading::need_small(const Integer& value) {
    if (value > 1000000) throw Unsupported{"the number " + bouton::to_text(value) + " is too large for digits"};
    return clamp(value);
}

void Reading::choose_levels() {
    if (!values_) return;
    std::optional<std::int64_t> first, last;
    if (level_slot_ >= 0 && !only_) {
        const Binder& binder = instance_.loop.binders[0];
        for (const Expr& e : binder.lower) {
            if (!is_number(e)) throw Unsupported{fmt::format("the lower bound of {}", level_name_)};
            first = std::max(first.value_or(clamp(e->number)), need_small(e->number));
        }
        if (!first || *first != 0) throw Unsupported{fmt::format("{} does not start with 0", level_name_)};
        for (const Expr& e : binder.upper) {
            if (!is_number(e)) throw Unsupported{fmt::format("the upper bound of {}", level_name_)};
            last = std::min(last.value_or(1000000), need_small(e->number));
        }
    }
    if (only_) last = only_;
    bound_ = last;
    symbolic_ = true;
    try {
        set(track(level_name_), "", "");
        if (!only_) return;
    } catch (const Unsupported& trouble) {
        if (level_slot_ < 0) throw;
        if (!last)
            throw Unsupported{fmt::format("{}; with a bound such as {} <= 8 the values are proved one by one",
                                          trouble.why, level_name_)};
    }
    symbolic_ = false;
    if (*last >= kMostLevels)
        throw Unsupported{fmt::format("values must be proved one by one, and {} is too many; at most {} <= {}",
                                      *last + 1, level_name_, kMostLevels - 1)};
    last_ = *last;
}

}  // namespace bouton::digits
