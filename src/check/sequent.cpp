#include "check/sequent.hpp"

namespace bouton::kernel {

namespace {

void find_bound(const Terms& terms, const FormulaPtr& f, std::set<AtomId>& bound) {
    bound.insert(f->variables.begin(), f->variables.end());
    for (const FormulaPtr& part : f->parts) find_bound(terms, part, bound);
}

void find_universals(const FormulaPtr& f, std::vector<AtomId>& found) {
    if (f->kind == Formula::Kind::exists) return;
    if (f->kind == Formula::Kind::for_all) found.insert(found.end(), f->variables.begin(), f->variables.end());
    for (const FormulaPtr& part : f->parts) find_universals(part, found);
}

}  // namespace

Sequent::Sequent(Theorem& theorem, const Goal& goal) : theorem_(theorem), goal_(goal) {
    for (std::size_t i = 0; i < goal.known.size(); ++i) {
        for (const AtomId v : theorem.terms().variables(goal.known[i].formula)) free_.insert(v);
        add(goal.known[i].formula);
        sources_.resize(entries_.size(), i);
    }
}

std::optional<std::size_t> Sequent::source(std::size_t entry) const {
    if (entry >= sources_.size()) return std::nullopt;
    return sources_[entry];
}

std::vector<AtomId> Sequent::universals(const FormulaPtr& f) {
    std::vector<AtomId> found;
    find_universals(f, found);
    return found;
}

/// Everything that is added passes through here: existential variables that no universal one stands before get new names.
void Sequent::add(const FormulaPtr& f) {
    find_bound(theorem_.terms(), f, bound_);
    add_entries(opened(f, {}), entries_);
}

/// With values for some universal variables. A value is put in where a universal variable stands, also inside a disjunction and below
/// universal variables that stay: what is said of all is said of this one. A name for an existential variable is new, so that nothing
/// else is known of it; inside a disjunction it may be any number if the other side holds.
FormulaPtr Sequent::opened(const FormulaPtr& f, const std::map<AtomId, std::optional<Poly>>& values) {
    Terms& terms = theorem_.terms();
    switch (f->kind) {
        case Formula::Kind::all:
        case Formula::Kind::any: {
            std::vector<FormulaPtr> parts;
            for (const FormulaPtr& part : f->parts) parts.push_back(opened(part, values));
            return f->kind == Formula::Kind::all ? both(std::move(parts)) : either(std::move(parts));
        }
        case Formula::Kind::for_all: {
            std::vector<AtomId> rest;
            Substitution put;
            for (const AtomId v : f->variables) {
                const auto given = values.find(v);
                if (given != values.end() && given->second)
                    put[v] = *given->second;
                else
                    rest.push_back(v);
            }
            const FormulaPtr body = terms.substitute(f->parts[0], put);
            if (rest.empty()) return opened(body, values);
            return for_all(rest, put_in(body, values));  // below a variable that stays nothing gets a name
        }
        case Formula::Kind::exists: {
            Substitution names;
            for (const AtomId v : f->variables) {
                const AtomId name = terms.named_variable("#" + std::to_string(names_++), terms[v].origin);
                free_.insert(name);
                names[v] = Terms::of(name);
            }
            return opened(terms.substitute(f->parts[0], names), values);
        }
        default: return f;
    }
}

/// Values for universal variables, and nothing else.
FormulaPtr Sequent::put_in(const FormulaPtr& f, const std::map<AtomId, std::optional<Poly>>& values) {
    if (f->kind == Formula::Kind::exists || f->parts.empty()) return f;
    std::vector<FormulaPtr> parts;
    for (const FormulaPtr& part : f->parts) parts.push_back(put_in(part, values));
    if (f->kind == Formula::Kind::all) return both(std::move(parts));
    if (f->kind == Formula::Kind::any) return either(std::move(parts));
    std::vector<AtomId> rest;
    Substitution put;
    for (const AtomId v : f->variables) {
        const auto given = values.find(v);
        if (given != values.end() && given->second)
            put[v] = *given->second;
        else
            rest.push_back(v);
    }
    return for_all(rest, theorem_.terms().substitute(parts[0], put));
}

void Sequent::require_known_names(const Poly& p) const {
    for (const AtomId v : theorem_.terms().variables(p))
        if (!free_.contains(v) || bound_.contains(v)) throw Unsupported{"a value with a name that means nothing here"};
}

void Sequent::apply(const Step& step) {
    for (const auto& value : step.values)
        if (value) require_known_names(*value);
    if (step.fact) {
        std::vector<Poly> arguments;
        for (const auto& value : step.values) {
            if (!value) throw Unsupported{"a fact without one of its arguments"};
            arguments.push_back(*value);
        }
        add(theorem_.fact(goal_, *step.fact, arguments));
        return;
    }
    if (step.entry >= entries_.size()) throw Unsupported{"an instance of nothing"};
    const FormulaPtr f = entries_[step.entry];
    const std::vector<AtomId> variables = universals(f);
    if (variables.size() != step.values.size()) throw Unsupported{"an instance with another number of values"};
    std::map<AtomId, std::optional<Poly>> values;
    for (std::size_t i = 0; i < variables.size(); ++i) values[variables[i]] = step.values[i];
    add_entries(opened(f, values), entries_);
}

}  // namespace bouton::kernel
