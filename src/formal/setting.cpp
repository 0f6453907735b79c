#include "formal/setting.hpp"

#include "lang/parse.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::formal {

using kernel::Condition;
using kernel::Formula;
using kernel::Point;
using kernel::Substitution;
using kernel::Unsupported;
using Kind = Formula::Kind;

namespace {

Point point_of(const std::vector<AtomId>& variables) {
    Point point;
    for (const AtomId v : variables) point.push_back(Terms::of(v));
    return point;
}

std::vector<FormulaPtr> conjuncts(const FormulaPtr& f) {
    return f->kind == Kind::all ? f->parts : std::vector<FormulaPtr>{f};
}

const kernel::Known& first_of(const kernel::Goal& goal) {
    for (const kernel::Known& known : goal.known)
        if (known.role == kernel::Known::Role::variables) return known;
    throw Unsupported{"a goal about no position"};
}

}  // namespace

Setting::Setting(kernel::Theorem& theorem, const kernel::Goal& goal, const kernel::Plan& plan,
                 const std::vector<FormulaPtr>& about, const Printer& functions)
    : theorem_(theorem), terms_(theorem.terms()), plan_(plan), around_(functions), inside_(terms_), both_(terms_) {
    kernel::Reader& reader = theorem.reader();
    reader.set_game(&theorem.game(), goal.parameters);
    for (const Poly& p : goal.point.empty() ? reader.new_point() : goal.point) point_.push_back(p.begin()->first.at(0));
    const Point point = point_of(point_), primed = reader.new_point();
    for (const Poly& p : primed) primed_.push_back(p.begin()->first.at(0));
    legal_ = reader.is_position(point).holds;
    move_ = reader
                .some_move(point,
                           [&](const Point& after) {
                               std::vector<FormulaPtr> same;
                               for (std::size_t i = 0; i < after.size(); ++i)
                                   same.push_back(kernel::equal(primed[i], after[i]));
                               return Condition{kernel::both(std::move(same)), kernel::truth()};
                           })
                .holds;
    std::set<AtomId> free = terms_.variables(legal_);
    free.merge(terms_.variables(move_));
    for (const FormulaPtr& f : about) free.merge(terms_.variables(f));
    for (const AtomId v : point_) free.erase(v);
    for (const AtomId v : primed_) free.erase(v);
    for (const AtomId v : free) {
        parameters_.push_back(v);
        around_.declare(v);
    }
    inside_ = around_;
    for (std::size_t i = 0; i < point_.size(); ++i) inside_.declare(point_[i]);
    both_ = inside_;
    for (std::size_t i = 0; i < point_.size(); ++i) both_.declare(primed_[i], inside_.atom(point_[i]) + "'");
    // What the claim asks of the parameters: the goal's first formula says that there is a position, and nothing of the set.
    std::vector<FormulaPtr> guard;
    for (const kernel::Known& known : {first_of(goal)})
        for (const FormulaPtr& part : conjuncts(known.formula)) {
            const std::set<AtomId> variables = terms_.variables(part);
            const bool only = !variables.empty() && std::all_of(variables.begin(), variables.end(),
                                                                [&](AtomId v) { return free.contains(v); });
            if (only && known.role == kernel::Known::Role::variables) guard.push_back(part);
        }
    guard_ = kernel::both(guard);
    if (!is_truth(guard_)) given_ = " given";
    for (const FormulaPtr& f : branches_of(move_)) {
        Branch branch = taken_apart(f);
        if (branch.parts.size() < point_.size()) throw Unsupported{"a move that is none"};
        const std::size_t first = branch.parts.size() - point_.size();
        for (std::size_t i = 0; i < point_.size(); ++i) {
            const Poly& p = branch.parts[first + i]->poly;  // +-(x' - after)
            const auto own = p.find({primed_[i]});
            if (own == p.end() || branch.parts[first + i]->kind != Kind::zero) throw Unsupported{"a move that is none"};
            branch.after.push_back(own->second > 0 ? primed[i] - p : primed[i] + p);
        }
        moves_.push_back(std::move(branch));
    }
}

std::vector<FormulaPtr> Setting::branches_of(const FormulaPtr& f) const {
    return f->kind == Kind::any ? f->parts : std::vector<FormulaPtr>{f};
}

Setting::Branch Setting::taken_apart(const FormulaPtr& f) const {
    Branch branch;
    if (f->kind == Kind::exists) branch.variables = f->variables;
    branch.parts = conjuncts(f->kind == Kind::exists ? f->parts[0] : f);
    return branch;
}

std::string Setting::names(bool primed) const {
    std::string text;
    for (const AtomId v : primed ? primed_ : point_) text += (text.empty() ? "" : " ") + both_.atom(v);
    return text;
}

std::string Setting::pattern(bool primed) const {
    std::string text;
    for (const AtomId v : primed ? primed_ : point_)
        text = text.empty() ? both_.atom(v) : "[" + text + " " + both_.atom(v) + "]";
    return text;
}

std::string Setting::binder(bool primed) const {
    std::string text;
    for (const AtomId v : primed ? primed_ : point_) text += (text.empty() ? "" : ", ") + both_.atom(v);
    if (point_.size() > 1) text = "'(" + text + ")";
    return fmt::format("let {} := {} in ", text, primed ? "q" : "p");
}

std::string Setting::variables() const {
    if (parameters_.empty()) return "";
    std::string text = "Variables";
    for (const AtomId v : parameters_) text += " " + around_.atom(v);
    return text + " : Z.\n";
}

std::string Setting::hypothesis() const {
    return given_.empty() ? "" : "Hypothesis given : " + around_.formula(guard_) + ".\n";
}

std::string Setting::definitions() const {
    std::string type = "Z", text;
    for (std::size_t i = 1; i < point_.size(); ++i) type += " * Z";
    text += fmt::format("\nDefinition position : Type := ({})%type.\n", type);
    text +=
        fmt::format("Definition legal (p : position) : Prop := {}\n  {}.\n", binder(false), inside_.formula(legal_));
    text +=
        fmt::format("Definition move (p q : position) : Prop := {}{}\n  legal p /\\\n  (", binder(false), binder(true));
    const auto branches = branches_of(move_);
    for (std::size_t i = 0; i < branches.size(); ++i)
        text += (i ? " \\/\n   (" : "(") + both_.formula(branches[i]) + ")";
    return text + ").\n\n";
}

/// Takes apart h, which says that this move is made, and puts the new position in the place of the primed one.
std::string Setting::enter(const Branch& branch, Printer& printer, const std::string& h) const {
    std::string text, pattern = h;
    std::vector<std::string> variables;
    for (const AtomId v : branch.variables) variables.push_back(printer.declare(v));
    for (auto name = variables.rbegin(); name != variables.rend(); ++name) pattern = "[" + *name + " " + pattern + "]";
    if (!variables.empty()) text += "destruct " + h + " as " + pattern + ". ";
    for (std::size_t i = 0; i < branch.after.size(); ++i)
        text += fmt::format("assert (E{0} : {1} = {2}) by (clear -{3}; linear). subst {1}. ", i, both_.atom(primed_[i]),
                            printer.poly(branch.after[i]), h);
    return text;
}

std::string Setting::lemmas() {
    const std::string heads = fmt::format("intros {} {}", pattern(false), pattern(true));
    const std::string unfolded = " unfold move, legal in *; cbv beta iota zeta in *. destruct M as [L0 M].";
    const std::vector<std::string> all(moves_.size(), "M");
    const std::string cases = moves_.size() > 1 ? " destruct M as " + any_pattern(all) + "." : "";
    std::string text = "Lemma stays_legal : forall p q, legal p -> move p q -> legal q.\nProof.\n " + heads + " L M." +
                       unfolded + cases + "\n";
    for (const Branch& branch : moves_) {
        Printer printer = both_;
        text += " { " + enter(branch, printer, "M") + "clear -M; linear. }\n";
    }
    std::vector<syntax::Term> terms;
    for (const std::string& falls : plan_.falls) terms.push_back(lang::parse_term(falls, "what falls"));
    FormulaPtr defined = kernel::truth();
    std::string measures;
    for (const Poly& p : theorem_.reader().measures(terms, point_of(point_), defined))
        measures += (measures.empty() ? "" : "; ") + ("fun p : position => " + binder(false) + inside_.poly(p));
    text += fmt::format(
        "Qed.\n\nLemma game_ends : ends position move.\nProof using All.\n apply (ends_by_measures _ _ [{}]).\n {} M. "
        "cbn "
        "[falls].{}{}\n",
        measures, heads, unfolded, cases);
    for (const Branch& branch : moves_) {
        Printer printer = both_;
        text += " { " + enter(branch, printer, "M");
        std::string known;
        for (const AtomId v : branch.variables)
            if (!of_all_.empty()) {
                known += " K" + std::to_string(v);
                text += fmt::format("pose proof ({} {}) as K{}. ", of_all_, printer.atom(v), v);
            }
        text += "clear -M L0" + given_ + known + (known.empty() ? "" : " assumed_0") + "; linear. }\n";
    }
    return text + "Qed.\n\n";
}

std::string Setting::arguments(const Refutation& goal, const std::map<AtomId, std::string>& known) const {
    std::string text;
    for (const AtomId v : goal.variables()) {
        std::string value = "0";
        for (const AtomId c : point_)
            if (Printer::base_name(terms_[c].name) == Printer::base_name(terms_[v].name)) value = inside_.atom(c);
        if (const auto found = known.find(v); found != known.end()) value = found->second;
        text += " " + value;
    }
    return text;
}

std::string Setting::premise(const FormulaPtr& f, const Property& property, const std::string& h,
                             const std::string& from) const {
    if (!has_quantifier(f)) return "clear -" + from + given_ + "; linear.";
    const std::vector<FormulaPtr> parts = conjuncts(f), own = conjuncts(property.formula);
    std::vector<std::string> quantified, names;
    for (std::size_t i = 0; i < own.size(); ++i) {
        names.push_back(h + "_" + std::to_string(i));
        if (has_quantifier(own[i])) quantified.push_back(names.back());
    }
    std::string text = own.size() > 1 ? fmt::format("pose proof {} as {}. ", h, all_pattern(names))
                                      : fmt::format("pose proof {} as {}. ", h, names[0]);
    text += conjunction_of(parts.size());
    std::size_t next = 0;
    for (const FormulaPtr& part : parts) {
        if (has_quantifier(part) && next == quantified.size()) throw Unsupported{"a condition with a quantifier"};
        text += has_quantifier(part) ? "{ exact " + quantified[next++] + ". }"
                                     : "{ clear -" + from + given_ + "; linear. }";
    }
    return text;
}

std::string Setting::into(const FormulaPtr& into, const Property& property, const Substitution& values,
                          const Printer& start) {
    const std::vector<FormulaPtr> branches = branches_of(into);
    if (branches.size() != moves_.size()) throw Unsupported{"a move that never leads there"};
    std::string text =
        moves_.size() > 1 ? " destruct M as " + any_pattern(std::vector<std::string>(moves_.size(), "M")) + ".\n" : "";
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        Printer printer = start;
        for (std::size_t k = 0; k < primed_.size(); ++k) printer.declare(primed_[k], both_.atom(primed_[k]));
        text += " { " + enter(moves_[i], printer, "M");
        Substitution at = values;
        for (std::size_t k = 0; k < point_.size(); ++k) at[point_[k]] = moves_[i].after[k];
        Transport transport(terms_, printer, at);
        std::string given;
        for (const AtomId v : moves_[i].variables) given += (given.empty() ? "exists " : ", ") + printer.atom(v);
        if (!given.empty()) given += ". ";
        std::string choice = selecting(i, moves_.size());
        if (!choice.empty()) choice = choice.substr(0, choice.size() - 2) + ". ";
        text += choice + given;
        const Branch branch = taken_apart(branches[i]);
        if (!has_quantifier(property.formula)) {
            text += transport.rewriting(property.formula, " in B") + "clear -M L B" + given_ + "; linear. }\n";
            continue;
        }
        const std::vector<FormulaPtr> own = conjuncts(property.formula);
        std::vector<std::string> names;
        for (std::size_t k = 0; k < own.size(); ++k) names.push_back("B_" + std::to_string(k));
        text += own.size() > 1 ? "destruct B as " + all_pattern(names) + ". " : "rename B into B_0. ";
        text += conjunction_of(branch.parts.size());
        std::size_t next = 0;
        std::string plain;
        for (std::size_t k = 0; k < own.size(); ++k)
            if (!has_quantifier(own[k])) {
                text += transport.rewriting(own[k], " in " + names[k]);
                plain += " " + names[k];
            }
        for (const FormulaPtr& part : branch.parts) {
            while (has_quantifier(part) && next < own.size() && !has_quantifier(own[next])) ++next;
            if (has_quantifier(part) && next == own.size())
                throw Unsupported{"a move whose condition has a quantifier"};
            text += has_quantifier(part) ? "\n { " + transport.forward(own[next], names[next]) + " }"
                                         : "{ clear -M L" + plain + given_ + "; linear. }";
            if (has_quantifier(part)) ++next;
        }
        text += " }\n";
    }
    return text;
}

std::string Setting::out_of(const FormulaPtr& into, const Property& property, const Substitution& values,
                            const Printer& start) {
    const std::vector<FormulaPtr> branches = branches_of(into);
    if (branches.size() != moves_.size()) throw Unsupported{"a move that never leads there"};
    std::string text =
        moves_.size() > 1 ? " destruct A as " + any_pattern(std::vector<std::string>(moves_.size(), "A")) + ".\n" : "";
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        Printer printer = start;
        const Branch branch = taken_apart(branches[i]);
        if (branch.variables.size() < moves_[i].variables.size()) throw Unsupported{"a move that is none"};
        Substitution renamed;
        std::string pattern = "A", given;
        std::vector<std::string> variables;
        for (std::size_t k = 0; k < branch.variables.size(); ++k) {
            variables.push_back(printer.declare(branch.variables[k]));
            if (k < moves_[i].variables.size()) renamed[moves_[i].variables[k]] = Terms::of(branch.variables[k]);
        }
        if (branch.variables.size() != moves_[i].variables.size()) throw Unsupported{"a move that is none"};
        for (auto name = variables.rbegin(); name != variables.rend(); ++name)
            pattern = "[" + *name + " " + pattern + "]";
        for (const std::string& name : variables) given += (given.empty() ? "exists " : ", ") + name;
        if (!given.empty()) given += ". ";
        text += " { " + (variables.empty() ? "" : "destruct A as " + pattern + ". ");
        Substitution at = values;
        Point after;
        for (std::size_t k = 0; k < point_.size(); ++k) {
            after.push_back(terms_.substitute(moves_[i].after[k], renamed));
            at[point_[k]] = after.back();
        }
        Transport transport(terms_, printer, at);
        std::string choice = selecting(i, moves_.size());
        if (!choice.empty()) choice = choice.substr(0, choice.size() - 2) + ". ";
        std::vector<std::string> names;
        std::string plain;
        for (std::size_t k = 0; k < branch.parts.size(); ++k) {
            names.push_back("A_" + std::to_string(k));
            if (!has_quantifier(branch.parts[k])) plain += " " + names.back();
        }
        text += branch.parts.size() > 1 ? "destruct A as " + all_pattern(names) + ". " : "rename A into A_0. ";
        text += fmt::format(
            "exists {}. split.\n  {{ unfold move, legal; cbv beta iota zeta. split; [exact L|]. {}{}clear -L{}{}; "
            "linear. }}\n  {{ {}cbv beta iota zeta. ",
            printer.tuple(after), choice, given, plain, given_,
            property.definition.empty() ? "" : "unfold " + property.definition + "; ");
        if (!has_quantifier(property.formula)) {
            text += transport.rewriting(property.formula, "") + "clear -" + plain + "; linear. } }\n";
            continue;
        }
        const std::vector<FormulaPtr> own = conjuncts(property.formula);
        text += conjunction_of(own.size());
        std::size_t next = 0;
        for (const FormulaPtr& part : own) {
            while (has_quantifier(part) && next < names.size() && !has_quantifier(branch.parts[next])) ++next;
            if (has_quantifier(part) && next == names.size()) throw Unsupported{"a set that is plain at some position"};
            if (has_quantifier(part))
                text += "\n { " + transport.backward(part, names[next++]) + " }";
            else
                text += "{ " + transport.rewriting(part, "") + "clear -" + plain + "; linear. }";
        }
        text += " } }\n";
    }
    return text;
}

}  // namespace bouton::formal
