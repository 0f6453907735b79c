// Each scheme: which lemmas it needs, what they give for the theorem of formal/Bouton.v, and the theorem.
#include "formal/goals.hpp"

#include "formal/levels.hpp"
#include "formal/logic.hpp"
#include "formal/statement.hpp"
#include "lang/elaborate.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace bouton::formal {

using kernel::Formula;
using kernel::Goal;
using kernel::Json;
using kernel::Known;
using kernel::Plan;
using kernel::Scheme;
using kernel::Substitution;
using kernel::Theorem;
using kernel::Unsupported;

namespace {

/// Comments in Coq nest, and strings in them must be closed.
std::string comment(std::string text) {
    for (const char* mark : {"(*", "*)"})
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
            text.insert(at + 1, " ");
    return std::count(text.begin(), text.end(), '"') % 2 ? "" : "(* " + text + " *)\n";
}

bool mentions(const syntax::Term& term, const std::string& name) {
    return term.text == name || std::any_of(term.parts.begin(), term.parts.end(),
                                            [&](const syntax::Term& part) { return mentions(part, name); });
}

class Writer {
  public:
    Writer(const lang::Document& document, const Accepted& accepted, const Watch& watch,
           const std::vector<Shown>& shown)
        : document_(document),
          watch_(watch),
          shown_(shown),
          proof_(*accepted.proof),
          plan_(kernel::plan_of(proof_)),
          claim_(*accepted.claim),
          theorem_(document, claim_, kernel::NamedSets::defined, &watch),
          goals_(theorem_.goals(plan_)) {
        if (std::count_if(goals_.begin(), goals_.end(),
                          [](const Goal& goal) { return goal.name == "the game ends"; }) != 1)
            throw Unsupported{"a claim about several games at once (its arguments run through a list)"};
        if (theorem_.game().misere) throw Unsupported{"misère play"};
        const Json& proofs = proof_.at("goals");
        if (plan_.scheme != Scheme::levels && std::any_of(proofs.begin(), proofs.end(), [](const Json& goal) {
                return goal.at("named_sets").get<bool>();
            }))
            refuse_names(document, watch);
    }

    std::string operator()() {
        const std::string text = comment(lang::print(claim_));
        switch (plan_.scheme) {
            case Scheme::p_positions: return text + section(p_positions());
            case Scheme::formula: return text + section(formula());
            case Scheme::levels: return text + levels(document_, watch_, theorem_, goals_, proof_, shown_, now_);
            case Scheme::induction: return text + induction();
            default: throw Unsupported{"the scheme " + name_of(plan_.scheme)};
        }
    }
    std::string game_text() const { return comment(lang::print(theorem_.game())); }
    std::size_t leaves() const { return leaves_; }
    Shown shown(const std::string& module) const {
        Shown result = now_;
        result.claim = &claim_;
        result.module = module;
        return result;
    }

  private:
    /// Sets that stay names are functions of which only used claims say something. Where no set is one, both readings are the same.
    void refuse_names(const lang::Document& document, const Watch& watch) const {
        Theorem opaque(document, claim_, kernel::NamedSets::opaque, &watch);
        opaque.goals(plan_);
        for (std::size_t i = 0; i < opaque.terms().size(); ++i)
            if (opaque.terms()[static_cast<kernel::AtomId>(i)].name.starts_with("in_"))
                throw Unsupported{"sets that stay names"};
    }
    const Goal& find(const std::string& name) const {
        for (const Goal& goal : goals_)
            if (goal.name == name) return goal;
        throw Unsupported{"a goal that is missing"};
    }
    static std::size_t known(const Goal& goal, Known::Role role, std::size_t last = 0) {
        for (std::size_t i = goal.known.size(); i-- > 0;)
            if (goal.known[i].role == role && last-- == 0) return i;
        throw Unsupported{"a goal of another form"};
    }
    const FormulaPtr& target(const Goal& goal) const { return goal.known[known(goal, Known::Role::target)].formula; }

    Refutation refutation(const Goal& goal, const std::string& name, Section& section, const Uses& uses,
                          const std::set<std::size_t>& fails) {
        const auto at = static_cast<std::size_t>(&goal - goals_.data());
        const Json& json = proof_.at("goals").at(at);
        std::set<std::size_t> weak;
        for (std::size_t i = 0; i < goal.known.size(); ++i)
            if (goal.known[i].role == Known::Role::lemma && uses.is_weak(goal.known[i])) weak.insert(i);
        Refutation result(theorem_, goal, json, name, section, fails, {}, weak);
        for (const Premise& premise : result.premises())
            kernel::for_each_atom(theorem_.terms(), premise.formula, [&](kernel::AtomId id) {
                const std::string& function = theorem_.terms()[id].name;
                if (theorem_.terms()[id].kind == kernel::Atom::Kind::call &&
                    ((function == "G" && !section.has_values()) || (function == "O" && !section.has_outcomes())))
                    throw Unsupported{"what the values are, shown with values"};
            });
        leaves_ += result.leaves();
        return result;
    }

    /// Tactics for a premise that the claim has from elsewhere; empty: it has not.
    std::string from_elsewhere(const Goal& goal, const Premise& premise, Uses& uses, const Printer& printer,
                               const std::string& from) const {
        const Known& known = goal.known[premise.known];
        if (known.role == Known::Role::background) {
            std::size_t number = 0;
            for (std::size_t i = 0; i < premise.known; ++i) number += goal.known[i].role == Known::Role::background;
            return fmt::format("exact assumed_{}.", number);
        }
        if (known.role != Known::Role::lemma) return "";
        return uses.premise(known, "U", printer, from) + "exact U.";
    }

    static std::string section(const std::string& text) { return "Section Claim.\n" + text + "End Claim.\n\n"; }

    std::string induction() {
        Statement statement(theorem_, goals_, proof_, shown_);
        leaves_ += statement.leaves();
        now_ = statement.shown();
        return statement.text();
    }
    std::string p_positions();
    std::string formula();

    const lang::Document& document_;
    const Watch& watch_;
    const std::vector<Shown>& shown_;
    Shown now_;
    const Json& proof_;
    Plan plan_;
    const syntax::Claim& claim_;
    Theorem theorem_;
    std::vector<Goal> goals_;
    std::size_t leaves_ = 0;
};

constexpr const char* kUnfold = "unfold move, legal, inside_set in *; cbv beta iota zeta in *. ";

std::string Writer::p_positions() {
    const Goal &inside = find("no move stays inside the set"),
               &outside = find("every position outside has a move into the set");
    const std::size_t not_in = known(outside, Known::Role::variables);  // the last but one: outside the set
    const FormulaPtr in = kernel::negated(outside.known[not_in].formula);
    Section around(theorem_, goals_, proof_, plan_, &outside, {in});
    Setting& setting = around.setting();
    Uses uses(theorem_, around, goals_, proof_, shown_);
    const Property property{in, "inside_set"};
    std::string text = uses.lemmas();
    const std::string definition = fmt::format("Definition inside_set (p : position) : Prop := {}\n  {}.\n\n",
                                               setting.binder(false), setting.inside().formula(in));
    const std::string from = "L" + setting.given();
    const Refutation stays = refutation(inside, "inside", around, uses, {});
    const Refutation goes = refutation(outside, "outside", around, uses, {not_in, known(outside, Known::Role::target)});
    text += stays.text() + goes.text();
    // No move inside.
    text += fmt::format(
        "Lemma no_move_inside : forall p q, legal p -> inside_set p -> move p q -> inside_set q -> False.\nProof.\n "
        "intros {} {} L A M B. {}destruct M as [_ M].\n"
        " apply (inside{}).\n",
        setting.pattern(false), setting.pattern(true), kUnfold, setting.arguments(stays));
    for (const Premise& premise : stays.premises()) {
        if (const std::string other = from_elsewhere(inside, premise, uses, setting.inside(), from); !other.empty())
            text += " { " + other + " }\n";
        else if (premise.known != known(inside, Known::Role::target))
            text += " { " + setting.premise(premise.formula, property, "A", "L A") + " }\n";
        else
            text += " { " + setting.into(premise.formula, property, {}, setting.inside()) + " }\n";
    }
    text += fmt::format(
        "Qed.\n\nLemma outside_move : forall p, legal p -> inside_set p \\/ exists q, move p q /\\ inside_set "
        "q.\nProof.\n intros {} L. unfold legal, inside_set in L |- *; cbv beta iota zeta in L |- *. "
        "assert (A : ({}) \\/\n  ({})).\n {{ apply (outside{}).\n",
        setting.pattern(false), setting.inside().formula(goes.conclusions()[0]),
        setting.inside().formula(goes.conclusions()[1]), setting.arguments(goes));
    for (const Premise& premise : goes.premises()) {
        const std::string other = from_elsewhere(outside, premise, uses, setting.inside(), from);
        text += "  { " + (other.empty() ? setting.premise(premise.formula, property, "L", "L") : other) + " }\n";
    }
    text += " }\n destruct A as [A|A]; [left; exact A|right].\n" +
            setting.out_of(goes.conclusions()[1], property, {}, setting.inside());
    // A claim may say it of outcomes or of the value 0.
    const bool value = mentions(*claim_.statement, "grundy") && !around.has_values();
    text += fmt::format(
        "Qed.\n\nTheorem theorem : forall p, legal p -> ({} <-> inside_set p).\nProof using All.\n{}"
        " exact (kernel position move legal stays_legal inside_set game_ends no_move_inside outside_move).\nQed.\n",
        value ? "grundy position move p 0" : "P_position position move p",
        value ? " intros p L. rewrite (zero_is_P position move game_ends p). revert p L.\n" : "");
    return around.variables() + around.game() + definition + around.rules() + text;
}

std::string Writer::formula() {
    const Goal &natural = find("values are natural numbers"), &different = find("no option has the same value"),
               &smaller = find("every smaller value is that of an option");
    const Poly value = target(natural)->poly - kernel::constant(1);  // value + 1 <= 0
    Section around(theorem_, goals_, proof_, plan_, &natural, {target(natural)});
    Setting& setting = around.setting();
    Uses uses(theorem_, around, goals_, proof_, shown_);
    const Poly wanted = theorem_.terms().variable("wanted");
    const Property property{kernel::equal(value, wanted), "value"};
    std::string text = uses.lemmas();
    const std::string definition = fmt::format("Definition value (p : position) : Z := {}{}.\n\n",
                                               setting.binder(false), setting.inside().poly(value));
    const std::string from = "L" + setting.given();
    for (std::size_t i = 0; i < goals_.size(); ++i) {
        if (goals_[i].name != "the word is not empty") continue;
        const Refutation word = refutation(goals_[i], "word", around, uses, {goals_[i].known.size() - 1});
        text += word.text() + fmt::format("Lemma word_not_empty : {}.\nProof using All.\n apply word.",
                                          around.around().formula(word.conclusions().at(0)));
        for (std::size_t k = 0; k < word.premises().size(); ++k) text += " { exact given. }";
        text += "\nQed.\n\n";
        now_.word = true;
    }
    const std::size_t last = known(natural, Known::Role::target);
    const Refutation is_natural = refutation(natural, "natural", around, uses, {last});
    const Refutation differs = refutation(different, "different", around, uses, {});
    const Refutation smaller_one = refutation(smaller, "smaller", around, uses, {known(smaller, Known::Role::target)});
    text += is_natural.text() + differs.text() + smaller_one.text();
    const AtomId w = wanted.begin()->first[0], v = smaller.value.begin()->first[0];
    const std::string unfold = "unfold move, legal, value in *; cbv beta iota zeta in *. ";
    text += fmt::format(
        "Lemma value_natural : forall p, legal p -> 0 <= value p.\nProof.\n intros {} L. {}"
        "assert (A : {}).\n {{ apply (natural{}).\n",
        setting.pattern(false), unfold, setting.inside().formula(is_natural.conclusions()[0]),
        setting.arguments(is_natural));
    const auto elsewhere = [&](const Goal& goal, const Premise& premise, const std::string& otherwise) {
        const std::string other = from_elsewhere(goal, premise, uses, setting.inside(), from);
        return other.empty() ? otherwise : other;
    };
    for (const Premise& premise : is_natural.premises())
        text += "  { " + elsewhere(natural, premise, setting.premise(premise.formula, property, "L", "L")) + " }\n";
    text += fmt::format(
        " }}\n clear -A; linear.\nQed.\n\nLemma value_different : forall p q, legal p -> move p q -> value q = value p "
        "-> False.\nProof.\n intros {} {} L M B. {}destruct M as [_ M].\n"
        " apply (different{}).\n",
        setting.pattern(false), setting.pattern(true), unfold, setting.arguments(differs));
    for (const Premise& premise : differs.premises()) {
        if (premise.known != known(different, Known::Role::target))
            text +=
                " { " + elsewhere(different, premise, setting.premise(premise.formula, property, "L", "L")) + " }\n";
        else
            text += " { " + setting.into(premise.formula, property, {{w, value}}, setting.inside()) + " }\n";
    }
    Printer printer = setting.inside();
    const std::string name = printer.declare(v);
    text += fmt::format(
        "Qed.\n\nLemma value_smaller : forall p {0}, legal p -> 0 <= {0} < value p -> exists q, move p q /\\ value q = "
        "{0}.\nProof.\n intros {1} {0} L V. unfold legal, value in L, V; cbv beta iota zeta in L, V. "
        "assert (A : {2}).\n {{ apply (smaller{3}).\n",
        name, setting.pattern(false), printer.formula(smaller_one.conclusions()[0]),
        setting.arguments(smaller_one, {{v, name}}));
    for (const Premise& premise : smaller_one.premises())
        text += "  { " + elsewhere(smaller, premise, setting.premise(premise.formula, property, "L", "L V")) + " }\n";
    text += " }\n" + setting.out_of(smaller_one.conclusions()[0], property, {{w, smaller.value}}, printer);
    text +=
        "Qed.\n\nTheorem theorem : forall p, legal p -> grundy position move p (value p).\nProof using All.\n"
        " exact (formula position move legal stays_legal value game_ends value_natural value_different "
        "value_smaller).\nQed.\n";
    now_.take(around, theorem_);
    now_.formula = true;
    now_.point = {"heap"};
    if (claim_.form == syntax::Claim::Form::condition)
        for (const syntax::Term& side : claim_.statement->parts)
            if (side.text == "grundy" && side.kind == syntax::Term::Kind::call) {
                now_.point.clear();
                for (const syntax::Term& part : side.parts) now_.point.push_back(part.text);
            }
    return around.variables() + around.game() + definition + around.rules() + text;
}

}  // namespace

Development by_goals(const lang::Document& document, const std::vector<Accepted>& chain, const Watch& watch) {
    Development result;
    if (chain.empty()) return {"", "nothing was proved", 0};
    std::string where;
    try {
        std::vector<Shown> shown;
        std::string text;
        std::vector<std::unique_ptr<Writer>> writers;  // what is shown refers to their formulas
        for (std::size_t i = 0; i < chain.size(); ++i) {
            const bool last = i + 1 == chain.size();
            where = last ? "" : " (in " + lang::full_name(*chain[i].claim) + ")";
            writers.push_back(std::make_unique<Writer>(document, chain[i], watch, shown));
            const std::string module = fmt::format("Used_{}", i), one = (*writers.back())();
            text += last ? one : fmt::format("Module {0}.\n{1}End {0}.\n\n", module, one);
            shown.push_back(writers.back()->shown(module));
            result.leaves += writers.back()->leaves();
        }
        result.text = writers.back()->game_text() +
                      "From Coq Require Import ZArith Lia List Bool.\nFrom Bouton Require Import Bouton "
                      "Arithmetic Functions.\nImport ListNotations.\n"
                      "Open Scope Z_scope.\n\n" +
                      text + "Print Assumptions theorem.\n";
    } catch (const Unsupported& unsupported) {
        result.why_not = "no Coq text for " + unsupported.what + where;
    } catch (const Json::exception&) {
        result.why_not = "the proof does not say what it must";
    } catch (const std::out_of_range&) {  // a name or a part that this form of proof does not have
        result.why_not = "no Coq text for a proof of this form" + where;
    }
    return result;
}

}  // namespace bouton::formal
