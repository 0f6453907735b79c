#include "formal/section.hpp"

#include "formal/logic.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::formal {

using kernel::Atom;
using kernel::Fact;
using kernel::Formula;
using kernel::Goal;
using kernel::Known;
using kernel::Unsupported;
using Kind = Formula::Kind;

namespace {

/// Goals that become lemmas; that a game ends and that terms have a meaning is shown in other ways, or not at all.
bool is_written(const Goal& goal) {
    using About = Goal::About;
    return goal.about != About::ends && goal.about != About::meaning &&
           (goal.about != About::arguments || goal.name == "the word is not empty");
}

bool has_step(const std::vector<Goal>& goals, const kernel::Json& proof, const std::string& fact) {
    for (std::size_t i = 0; i < goals.size(); ++i) {
        if (!is_written(goals[i])) continue;
        for (const kernel::Json& step : proof.at("goals").at(i).at("steps"))
            if (step.at(0).is_string() && step.at(0).get<std::string>() == fact) return true;
    }
    return false;
}

std::string placeholder_name(std::size_t i) { return i == 0 ? "i_" : fmt::format("e{}_", i); }

std::string chosen(std::string choice) { return choice.empty() ? choice : choice.substr(0, choice.size() - 2) + ". "; }

}  // namespace

Section::Section(kernel::Theorem& theorem, const std::vector<Goal>& goals, const kernel::Json& proof,
                 const kernel::Plan& plan, const Goal* goal, const std::vector<FormulaPtr>& about)
    : theorem_(theorem), terms_(theorem.terms()), functions_(terms_) {
    find_functions();
    for (const Goal& each : goals)
        for (const Known& known : each.known)
            if (is_written(each))
                kernel::for_each_atom(terms_, known.formula, [&](AtomId id) {
                    if (terms_[id].kind != Atom::Kind::call) return;
                    values_ = values_ || terms_[id].name == "G";
                    outcomes_ = outcomes_ || terms_[id].name == "O";
                });
    // A theorem that says what the values are must not begin with "if there are values".
    if (plan.scheme != kernel::Scheme::induction) {
        values_ = outcomes_ = false;  // unless what they are compared with speaks of values
        for (const FormulaPtr& f : about)
            kernel::for_each_atom(terms_, f, [&](AtomId id) {
                values_ = values_ || (terms_[id].kind == Atom::Kind::call && terms_[id].name == "G");
                outcomes_ = outcomes_ || (terms_[id].kind == Atom::Kind::call && terms_[id].name == "O");
            });
        if ((has_step(goals, proof, "value") && !values_) || (has_step(goals, proof, "outcome") && !outcomes_))
            throw Unsupported{"what the values are, shown with values"};
    }
    values_ = values_ || has_step(goals, proof, "value");
    outcomes_ = outcomes_ || has_step(goals, proof, "outcome");
    const Goal* first = nullptr;
    for (const Goal& each : goals) {
        if (each.about == Goal::About::statement && !goal) goal = &each;
        if (!first && std::any_of(each.known.begin(), each.known.end(),
                                  [](const Known& known) { return known.role == Known::Role::background; }))
            first = &each;
    }
    if (first)
        for (const Known& known : first->known)
            if (known.role == Known::Role::background) assumed_.push_back(known.formula);
    if (!about.empty() || values_ || outcomes_) {
        if (!goal) throw Unsupported{"a game of which nothing is said"};
        setting_ = std::make_unique<Setting>(theorem, *goal, plan, about, functions_);
        if (theorem.any_set() && assumed_.size() == 1) setting_->know_of_all("proj2 (proj2 assumed_0)");
    }
}

void Section::find_functions() {
    std::map<std::string, std::size_t> found;
    for (std::size_t i = 0; i < terms_.size(); ++i) {
        const Atom& atom = terms_[static_cast<AtomId>(i)];
        if (atom.kind != Atom::Kind::call) continue;
        const bool rule = theorem_.reader().unknown_functions().contains(atom.name);
        if (rule || atom.name.starts_with("member_") || atom.name.starts_with("least_"))
            found[atom.name] = atom.args.size();
    }
    for (const auto& [name, arity] : found) {
        const std::string function = Printer::function_name(name);
        if (functions_.fresh(function) != function) throw Unsupported{"a function called " + function};
        arities_.emplace_back(function, arity);
        if (theorem_.reader().unknown_functions().contains(name)) natural_.push_back(function);
    }
    for (const auto& [symbol, body] : theorem_.reader().sums()) functions_.fresh(symbol);
}

bool Section::is_empty() const {
    return arities_.empty() && assumed_.empty() && (!setting_ || setting_->parameters().empty()) && !values_ &&
           !outcomes_;
}

std::string Section::variables() const {
    std::string text = setting_ ? setting_->variables() : "";
    for (const auto& [name, arity] : arities_) {
        text += "Variable " + name + " :";
        for (std::size_t i = 0; i < arity; ++i) text += " Z ->";
        text += " Z.\n";
    }
    for (const std::string& name : natural_) {
        const auto arity =
            std::find_if(arities_.begin(), arities_.end(), [&](const auto& a) { return a.first == name; });
        std::string arguments, conditions;
        for (std::size_t i = 0; i < arity->second; ++i) {
            arguments += fmt::format(" a{}", i);
            conditions += fmt::format("0 <= a{} -> ", i);
        }
        text += fmt::format("Hypothesis {0}_natural : forall{1}, {2}0 <= {0}{1}.\n", name, arguments, conditions);
    }
    for (std::size_t i = 0; i < assumed_.size(); ++i)
        text += fmt::format("Hypothesis assumed_{} : {}.\n", i, functions_.formula(assumed_[i]));
    if (setting_) text += setting_->hypothesis();
    return text;
}

std::string Section::sums() const {
    std::string text;
    for (const auto& [symbol, body] : theorem_.reader().sums()) {
        Printer inner = around();
        std::string index, others;
        for (std::size_t i = 0; i < body.placeholders.size(); ++i) {
            const std::string name = placeholder_name(i);
            inner.declare(body.placeholders[i], name);
            if (i == 0)
                index = name;
            else
                others += " " + name;
        }
        text += fmt::format("Definition {} (last first{} : Z) : Z := sum_over (fun {} => {}) first last.\n", symbol,
                            others, index, inner.poly(body.term));
    }
    return text;
}

std::string Section::game() {
    std::string text;
    if (setting_) text = setting_->definitions() + setting_->lemmas();
    text += sums();
    if (values_)
        text +=
            "Variable g : position -> Z.\nHypothesis values : forall p, legal p -> grundy position move p (g p).\n\n";
    if (outcomes_)
        text +=
            "Variable o : position -> Z.\nHypothesis outcomes : forall p, legal p ->\n  (o p = 0 /\\ P_position "
            "position "
            "move p) \\/ (o p = 1 /\\ N_position position move p).\n\n";
    return text;
}

std::string Section::position() const {
    std::vector<Poly> point;
    for (const AtomId v : setting_->point()) point.push_back(Terms::of(v));
    return setting_->inside().tuple(point);
}

/// The end of a proof that no move leads to such a position: @ shows that one does.
std::string Section::option_end(const Property& property, const kernel::Substitution& at, const FormulaPtr& option,
                                const std::string& refuted) {
    return fmt::format("assert (A : {}).\n {{ @ }}\n clear -A L D{}{}. {}{} }}\n", setting_->inside().formula(option),
                       refuted.find(" z ") == std::string::npos ? "" : " z", setting_->given(), refuted,
                       setting_->out_of(option, property, at, setting_->inside()));
}

std::string Section::value_rule(const FormulaPtr& f) {
    const std::vector<FormulaPtr>& parts = f->parts.back()->parts;
    const FormulaPtr smaller = parts.back(), different = kernel::both({parts.begin() + 1, parts.end() - 1});
    const Poly wanted = terms_.variable("wanted");
    std::vector<Poly> point;
    for (const AtomId v : setting_->point()) point.push_back(Terms::of(v));
    const Poly self = terms_.call("G", point);
    const Property property{kernel::equal(self, wanted), ""};
    const AtomId w = wanted.begin()->first[0], v = smaller->variables.at(0);
    Printer printer = setting_->inside();
    const std::string p = position();
    const FormulaPtr none = kernel::negated(different);
    std::string text = fmt::format(
        " pose proof (grundy_rules position move legal stays_legal g game_ends values {} L) as [N [D S]].\n"
        " assert (D' : {}).\n {{ ",
        p, printer.formula(different));
    text +=
        for_every(different,
                  option_end(property, {{w, self}}, none,
                             fmt::format("enough (E : exists q, move {0} q /\\ g q = g {0}) by (destruct E as [q [M "
                                         "E]]; exact (D q M E)). {{ ",
                                         p)),
                  printer);
    text += " }\n";
    // every smaller value
    const std::vector<FormulaPtr>& cases = smaller->parts[0]->parts;
    const FormulaPtr range = kernel::either({cases.begin(), cases.begin() + 2}),
                     option = kernel::either({cases.begin() + 2, cases.end()});
    printer = setting_->inside();
    const std::string name = printer.declare(v);
    text += fmt::format(
        " assert (S' : {}).\n {{ intros {}. by_cases r ({}).\n  2: {{ clear -r; tauto. }}\n"
        "  destruct (S {}) as [{} [M B]]; [clear -r; linear|]. unfold move in M; cbv beta iota zeta in M. destruct M "
        "as "
        "[_ M].\n  assert (I : {}).\n  {{ {} }}\n  clear -I; tauto. }}\n",
        setting_->inside().formula(smaller), name, printer.formula(range), name, setting_->pattern(true),
        printer.formula(option), setting_->into(option, property, {{w, Terms::of(v)}}, printer));
    std::string all = "S'";
    const std::size_t middle = parts.size() - 2;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < middle; ++i) names.push_back("D" + std::to_string(i));
    for (std::size_t i = middle; i-- > 0;) all = "(conj " + names[i] + " " + all + ")";
    text += middle > 1 ? " destruct D' as " + all_pattern(names) + ".\n" : " rename D' into D0.\n";
    return text + " exact (conj N " + all + ").\n";
}

std::string Section::outcome_rule(const FormulaPtr& f) {
    const std::vector<FormulaPtr>& parts = f->parts.back()->parts;  // 0 <= o, o <= 1, o = 0: ..., o = 1: ...
    if (parts.size() != 4) throw Unsupported{"a game in which every position has a move"};
    std::vector<Poly> point;
    for (const AtomId v : setting_->point()) point.push_back(Terms::of(v));
    const Poly self = terms_.call("O", point);
    const Property property{kernel::equal(self, {}), ""};
    const Printer inside = setting_->inside();
    const std::string p = position();
    const std::vector<FormulaPtr>& last = parts[3]->parts;
    const FormulaPtr option = kernel::either({last.begin() + 1, last.end()}), none = kernel::negated(option);
    Printer printer = inside;
    std::string text = fmt::format(
        " pose proof (outcome_rules position move legal stays_legal o game_ends outcomes {} L) as [N [D S]].\n"
        " assert (D' : {}).\n {{ by_cases z (o {} = 0).\n  {{ left; exact z. }}\n  assert (D0 : {}).\n  {{ ",
        p, inside.formula(parts[2]), p, inside.formula(none));
    text +=
        for_every(none,
                  option_end(property, {}, option,
                             fmt::format("enough (E : exists q, move {} q /\\ o q = 0) by (destruct E as [q [M E]]; "
                                         "exact (D z q M E)). {{ ",
                                         p)),
                  printer);
    text += fmt::format(
        " }}\n  clear -D0; tauto. }}\n assert (S' : {}).\n {{ by_cases z (o {} = 1).\n  {{ left; exact z. }}\n"
        "  destruct (S z) as [{} [M B]]. unfold move in M; cbv beta iota zeta in M. destruct M as [_ M].\n"
        "  assert (I : {}).\n  {{ {} }}\n  clear -I; tauto. }}\n",
        inside.formula(parts[3]), p, setting_->pattern(true), inside.formula(option),
        setting_->into(option, property, {}, inside));
    return text + " exact (conj (proj1 N) (conj (proj2 N) (conj D' S'))).\n";
}

const Rule& Section::rule(const Goal& goal, Fact fact, const std::vector<Poly>& arguments) {
    const bool position = fact == Fact::value || fact == Fact::outcome;
    std::string key = name_of(fact);
    std::vector<Poly> given;
    std::vector<AtomId> variables;
    const auto fresh = [&](std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            given.push_back(terms_.variable("a" + std::to_string(i)));
            variables.push_back(given.back().begin()->first[0]);
        }
    };
    const Atom* sum = nullptr;
    if (fact == Fact::sum) {
        sum = &terms_[arguments.at(0).begin()->first.at(0)];
        key += "_" + sum->name;
    }
    if (const auto found = rules_.find(key); found != rules_.end()) return found->second;
    Printer printer = around();
    if (position) {
        variables = setting_->point();
        for (const AtomId v : variables) given.push_back(Terms::of(v));
        printer = setting_->inside();
    } else {
        fresh(sum ? sum->args.size() : arguments.size());
        for (const AtomId v : variables) printer.declare(v);
        if (sum) given = {terms_.call(sum->name, given)};
    }
    const FormulaPtr f = theorem_.fact(goal, fact, given);
    std::vector<std::string> names;
    for (const AtomId v : variables) names.push_back(printer.atom(v));
    std::string text =
        fmt::format("Lemma {}_rule_here : forall {},\n  {}.\nProof.\n", key, joined(names, " "), printer.formula(f));
    if (position) {
        if (f->kind != Kind::any || f->parts.back()->kind != Kind::all) throw Unsupported{"rules of another form"};
        const std::size_t guards = f->parts.size() - 1;
        text += fmt::format(" intros {}. by_cases L ({}).\n {{ some_part ltac:(clear -L; linear). }}\n {}\n",
                            joined(names, " "), setting_->inside().formula(setting_->legal()),
                            chosen(selecting(guards, guards + 1)));
        text += fact == Fact::value ? value_rule(f) : outcome_rule(f);
    } else if (sum) {
        const kernel::SumBody body = theorem_.reader().sums().at(sum->name);
        kernel::Substitution at{{body.placeholders[0], Terms::of(variables[0])}};
        for (std::size_t i = 1; i < body.placeholders.size(); ++i)
            at[body.placeholders[i]] = Terms::of(variables.at(i + 1));
        Printer inner = printer;  // the names of the definition, so that terms stand in its order
        for (std::size_t i = 0; i < body.placeholders.size(); ++i)
            inner.declare(body.placeholders[i], placeholder_name(i));
        Transport transport(terms_, inner, at);
        text += fmt::format(
            " intros {0}. unfold {1}.\n match goal with |- context [sum_over ?F ?a ?b] => pose proof (sum_rule F {2} "
            "{3}) as "
            "the_rule end. cbv beta in the_rule. {4}clear -the_rule; linear.\n",
            joined(names, " "), sum->name, names.at(1), names.at(0),
            transport.rewriting(kernel::equal(body.term, {}), " in the_rule"));
    } else if (fact == Fact::rank || fact == Fact::seat) {
        const std::string &n = names.at(0), &k = names.at(1), &m = names.at(2);
        text += fmt::format(" intros {}. pose proof ({}_rule {} {} {}) as the_rule. rewrite !remainder in the_rule.\n",
                            joined(names, " "), name_of(fact), n, k, m);
        if (fact == Fact::rank)
            for (std::size_t i = 0; i < terms_.size(); ++i) {
                const Atom& atom = terms_[static_cast<AtomId>(i)];
                if (atom.kind != Atom::Kind::call || atom.name != "rank" ||
                    atom.args[0] != given[0] - kernel::constant(1))
                    continue;
                text += fmt::format(
                    " replace ({0} - {1} - 1 - {2} * (({0} - {1} - 1) / {2}) + 1) with ({3}) in the_rule by ring.\n", m,
                    k, n, printer.poly(atom.args[2]));
            }
        text += " clear -the_rule; linear.\n";
    } else {
        throw Unsupported{"the fact " + name_of(fact)};
    }
    rules_text_ += text + "Qed.\n\n";
    return rules_[key] = {key + "_rule_here", kernel::for_all(variables, f), variables};
}

}  // namespace bouton::formal
