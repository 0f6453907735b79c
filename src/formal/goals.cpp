// Each scheme: which lemmas it needs, what they give for the theorem of formal/Bouton.v, and the theorem.
#include "formal/goals.hpp"

#include "formal/setting.hpp"
#include "formal/statement.hpp"
#include "lang/elaborate.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

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

class Writer {
  public:
    Writer(const lang::Document& document, const Accepted& accepted, const Watch& watch, const std::string& name,
           std::vector<Shown>& shown)
        : name_(name),
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
        if (claim_.assumption || theorem_.any_set())
            throw Unsupported{"a game with an unknown function or an unknown set in its rules"};
    }

    std::string operator()() {
        const std::string text = comment(lang::print(claim_));
        switch (plan_.scheme) {
            case Scheme::p_positions: return text + section(p_positions());
            case Scheme::formula: return text + section(formula());
            case Scheme::levels: return text + section(levels());
            case Scheme::induction: return text + induction();
            default: throw Unsupported{"the scheme " + name_of(plan_.scheme)};
        }
    }
    std::string game_text() const { return comment(lang::print(theorem_.game())); }
    std::size_t leaves() const { return leaves_; }

  private:
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

    Refutation refutation(const Goal& goal, const std::string& name, const Setting& setting,
                          const std::set<std::size_t>& fails) {
        const auto at = static_cast<std::size_t>(&goal - goals_.data());
        const Json& json = proof_.at("goals").at(at);
        if (json.at("named_sets").get<bool>()) throw Unsupported{"sets that stay names"};
        for (const Known& known : goal.known)
            if (known.role == Known::Role::lemma || known.role == Known::Role::background)
                throw Unsupported{"a claim that uses others"};
        Refutation result(theorem_, goal, json, name, setting.around(), fails);
        leaves_ += result.leaves();
        return result;
    }

    static std::string section(const std::string& text) { return "Section Claim.\n" + text + "End Claim.\n\n"; }

    std::string induction() {
        const Statement statement(theorem_, goals_, proof_, name_, shown_);
        leaves_ += statement.leaves();
        shown_.push_back(statement.shown());
        return statement.text();
    }
    std::string p_positions();
    std::string formula();
    std::string levels();

    std::string name_;
    std::vector<Shown>& shown_;
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
    Setting setting(theorem_, outside, plan_, {in});
    const Property property{in, "inside_set"};
    std::string text = setting.definitions();
    text += fmt::format("Definition inside_set (p : position) : Prop := {}\n  {}.\n\n", setting.binder(false),
                        setting.inside().formula(in));
    text += setting.lemmas();
    const Refutation stays = refutation(inside, "inside", setting, {});
    const Refutation goes = refutation(outside, "outside", setting, {not_in, known(outside, Known::Role::target)});
    text += stays.text() + goes.text();
    // No move inside.
    text += fmt::format(
        "Lemma no_move_inside : forall p q, legal p -> inside_set p -> move p q -> inside_set q -> False.\nProof.\n "
        "intros {} {} L A M B. {}destruct M as [_ M].\n"
        " apply (inside{}).\n",
        setting.pattern(false), setting.pattern(true), kUnfold, setting.arguments(stays));
    for (const Premise& premise : stays.premises()) {
        if (premise.known != known(inside, Known::Role::target))
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
    for (const Premise& premise : goes.premises())
        text += "  { " + setting.premise(premise.formula, property, "L", "L") + " }\n";
    text += " }\n destruct A as [A|A]; [left; exact A|right].\n" +
            setting.out_of(goes.conclusions()[1], property, {}, setting.inside());
    text += fmt::format(
        "Qed.\n\nTheorem {} : forall p, legal p -> (P_position position move p <-> inside_set p).\nProof.\n"
        " exact (kernel position move legal stays_legal inside_set game_ends no_move_inside outside_move).\nQed.\n",
        name_);
    return text;
}

std::string Writer::formula() {
    const Goal &natural = find("values are natural numbers"), &different = find("no option has the same value"),
               &smaller = find("every smaller value is that of an option");
    const Poly value = target(natural)->poly - kernel::constant(1);  // value + 1 <= 0
    Setting setting(theorem_, natural, plan_, {target(natural)});
    const Poly wanted = theorem_.terms().variable("wanted");
    const Property property{kernel::equal(value, wanted), "value"};
    std::string text = setting.definitions();
    text += fmt::format("Definition value (p : position) : Z := {}{}.\n\n", setting.binder(false),
                        setting.inside().poly(value));
    text += setting.lemmas();
    const std::size_t last = known(natural, Known::Role::target);
    const Refutation is_natural = refutation(natural, "natural", setting, {last});
    const Refutation differs = refutation(different, "different", setting, {});
    const Refutation smaller_one = refutation(smaller, "smaller", setting, {known(smaller, Known::Role::target)});
    text += is_natural.text() + differs.text() + smaller_one.text();
    const AtomId w = wanted.begin()->first[0], v = smaller.value.begin()->first[0];
    const std::string unfold = "unfold move, legal, value in *; cbv beta iota zeta in *. ";
    text += fmt::format(
        "Lemma value_natural : forall p, legal p -> 0 <= value p.\nProof.\n intros {} L. {}"
        "assert (A : {}).\n {{ apply (natural{}).\n",
        setting.pattern(false), unfold, setting.inside().formula(is_natural.conclusions()[0]),
        setting.arguments(is_natural));
    for (const Premise& premise : is_natural.premises())
        text += "  { " + setting.premise(premise.formula, property, "L", "L") + " }\n";
    text += fmt::format(
        " }}\n clear -A; linear.\nQed.\n\nLemma value_different : forall p q, legal p -> move p q -> value q = value p "
        "-> False.\nProof.\n intros {} {} L M B. {}destruct M as [_ M].\n"
        " apply (different{}).\n",
        setting.pattern(false), setting.pattern(true), unfold, setting.arguments(differs));
    for (const Premise& premise : differs.premises()) {
        if (premise.known != known(different, Known::Role::target))
            text += " { " + setting.premise(premise.formula, property, "L", "L") + " }\n";
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
        text += "  { " + setting.premise(premise.formula, property, "L", "L V") + " }\n";
    text += " }\n" + setting.out_of(smaller_one.conclusions()[0], property, {{w, smaller.value}}, printer);
    text += "Qed.\n\nTheorem " + name_ +
            " : forall p, legal p -> grundy position move p (value p).\nProof.\n"
            " exact (formula position move legal stays_legal value game_ends value_natural value_different "
            "value_smaller).\nQed.\n";
    return text;
}

std::string Writer::levels() { throw Unsupported{"the scheme levels"}; }

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
            where = last ? "" : " (in " + chain[i].claim->kind + " " + chain[i].claim->label + ")";
            writers.push_back(std::make_unique<Writer>(document, chain[i], watch,
                                                       last ? "theorem" : fmt::format("used_{}", i), shown));
            text += (*writers.back())();
            result.leaves += writers.back()->leaves();
        }
        result.text = writers.back()->game_text() +
                      "From Coq Require Import ZArith Lia List Bool.\nFrom Bouton Require Import Bouton "
                      "Arithmetic.\nImport ListNotations.\n"
                      "Open Scope Z_scope.\n\n" +
                      text + "Print Assumptions theorem.\n";
    } catch (const Unsupported& unsupported) {
        result.why_not = "no Coq text for " + unsupported.what + where;
    } catch (const Json::exception&) {
        result.why_not = "the proof does not say what it must";
    }
    return result;
}

}  // namespace bouton::formal
