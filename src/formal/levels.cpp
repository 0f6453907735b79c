#include "formal/levels.hpp"

#include "formal/logic.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::formal {

using kernel::Formula;
using kernel::Goal;
using kernel::Known;
using kernel::Unsupported;
using Kind = Formula::Kind;

namespace {

/// A used claim at a place.
struct Place {
    const Shown* used;
    std::vector<std::string> values;
};

class Levels {
  public:
    Levels(const lang::Document& document, const Watch& watch, kernel::Theorem& theorem, const std::vector<Goal>& goals,
           const kernel::Json& proof, const std::vector<Shown>& shown)
        : document_(document),
          watch_(watch),
          theorem_(theorem),
          terms_(theorem.terms()),
          goals_(goals),
          proof_(proof),
          shown_(shown),
          plan_(kernel::plan_of(proof)),
          section_(theorem, goals, proof, plan_, &named("every position of no value up to s has a move to value s"),
                   {kernel::truth()}),
          setting_(section_.setting()) {
        read();
    }
    std::string text();
    std::string value_name() const { return Printer::base_name(terms_[value_].name); }

  private:
    const Goal& named(const std::string& name) const;
    void read();
    std::vector<Place> places(const std::string& goal) const;
    std::string at(const Place& place, const std::string& h, const std::string& member) const;
    std::string cases(const std::vector<Place>& all, std::size_t next, const std::string& known) const;

    const lang::Document& document_;
    const Watch& watch_;
    kernel::Theorem& theorem_;
    Terms& terms_;
    const std::vector<Goal>& goals_;
    const kernel::Json& proof_;
    const std::vector<Shown>& shown_;
    kernel::Plan plan_;
    Section section_;
    Setting& setting_;
    AtomId value_ = 0;
    FormulaPtr level_, into_, guard_;
    std::string bound_;  // s < bound_; empty: every s
};

const Goal& Levels::named(const std::string& name) const {
    for (const Goal& goal : goals_)
        if (goal.name == name) return goal;
    throw Unsupported{"a goal that is missing"};
}

void Levels::read() {
    const Goal& outside = named("every position of no value up to s has a move to value s");
    const Known *none = nullptr, *target = nullptr, *here = nullptr;
    for (const Known& known : outside.known) {
        if (known.label == "no value up to s") none = &known;
        if (known.label == "a position") here = &known;
        if (known.role == Known::Role::target) target = &known;
        if (known.role == Known::Role::background) throw Unsupported{"levels of a game with an unknown function"};
    }
    // for all v: v < 0, or s < v, or not in G(v)
    if (!none || !target || !here || none->formula->kind != Kind::for_all || none->formula->parts[0]->parts.size() < 3)
        throw Unsupported{"levels of another form"};
    const std::vector<FormulaPtr>& parts = none->formula->parts[0]->parts;
    const AtomId v = none->formula->variables.at(0);
    const Poly s = parts[1]->poly + Terms::of(v) - kernel::constant(1);
    if (s.size() != 1 || s.begin()->first.size() != 1 || s.begin()->second != 1)
        throw Unsupported{"levels of another form"};
    value_ = s.begin()->first[0];
    level_ = terms_.substitute(kernel::negated(kernel::either({parts.begin() + 2, parts.end()})), {{v, s}});
    into_ = kernel::negated(target->formula);
    // What is asked of s: 0 <= s, and perhaps s <= a number.
    std::vector<FormulaPtr> guard;
    for (const FormulaPtr& part : conjuncts(here->formula)) {
        const std::set<AtomId> variables = terms_.variables(part);
        if (variables.contains(value_) && variables.size() > 1) throw Unsupported{"levels under another condition"};
        if (!variables.contains(value_)) continue;
        const Poly number = part->poly - s;  // s - bound <= 0
        if (part->kind != Kind::at_most_zero) throw Unsupported{"levels under another condition"};
        if (kernel::is_constant(number))
            bound_ = Integer(kernel::constant(1).begin()->second - kernel::constant_part(number)).str();
        guard.push_back(part);
    }
    guard_ = kernel::both(guard);
    if (!setting_.parameters().empty() || !section_.functions().empty())
        throw Unsupported{"levels of a game with parameters"};
}

/// The used claims at the places of a goal's proof, in which sets are names.
std::vector<Place> Levels::places(const std::string& name) const {
    const auto at = static_cast<std::size_t>(&named(name) - goals_.data());
    const kernel::Json& json = proof_.at("goals").at(at);
    const bool names = json.at("named_sets").get<bool>();
    kernel::Theorem other(document_, theorem_.claim(), names ? kernel::NamedSets::opaque : kernel::NamedSets::defined,
                          &watch_);
    const std::vector<Goal> goals = other.goals(plan_);
    const kernel::Sequent sequent(other, goals.at(at));
    std::vector<Place> all;
    for (const kernel::Json& step : json.at("steps")) {
        if (!step.at(0).is_number()) throw Unsupported{"levels whose proof needs arithmetic"};
        const auto source = sequent.source(step.at(0).get<std::size_t>());
        if (!source || goals.at(at).known[*source].role != Known::Role::lemma) continue;
        Place place{nullptr, {}};
        for (const Shown& each : shown_)
            if (lang::full_name(*each.claim) == goals.at(at).known[*source].label) place.used = &each;
        if (!place.used || place.used->formula || place.used->premises > 1 || !place.used->functions.empty() ||
            !place.used->parameters.empty() || place.used->values || place.used->outcomes)
            throw Unsupported{"levels that use a claim of another kind"};
        for (std::size_t i = 0; i < place.used->variables.size(); ++i) {
            if (i + 1 >= step.size() || !step[i + 1].is_string())
                throw Unsupported{"levels that use a claim at no place"};
            const std::string text = step[i + 1].get<std::string>();
            place.values.push_back(text.substr(0, text.find('.')));
        }
        all.push_back(place);
    }
    return all;
}

std::string Levels::at(const Place& place, const std::string& h, const std::string& member) const {
    return fmt::format("pose proof ({}.theorem_strong {}{}) as {}. ", place.used->module, joined(place.values, " "),
                       place.used->premises > 0 ? " " + member : "", h);
}

/// Tactics on the way to "a value up to s, or a move to s": one used claim after the other; where one says nothing the next one is asked.
std::string Levels::cases(const std::vector<Place>& all, std::size_t next, const std::string& known) const {
    if (next == all.size()) return fmt::format("exfalso. clear -G L{}; linear.", known);
    const std::string t = fmt::format("T{}", next);
    std::string text = at(all[next], t, "");
    for (std::size_t i = 0; i < all[next].used->alternatives; ++i)
        text += fmt::format("destruct {0} as [{0}|{0}].\n {{ {1} }}\n ", t, cases(all, next + 1, known + " " + t));
    return text + fmt::format("a_level s {}.", t);
}

std::string Levels::text() {
    Printer inside = setting_.inside();
    inside.declare(value_, "s");
    const std::string p = setting_.pattern(false), q = setting_.pattern(true);
    const std::string range = bound_.empty() ? "0 <= s" : "0 <= s < " + bound_;
    const Property property{level_, "level_set"};
    Printer there = setting_.inside();
    there.declare(value_, "v");
    std::string text = setting_.definitions() + setting_.lemmas();
    text += fmt::format("Definition level_set (s : Z) (p : position) : Prop := {}\n  {}.\n\n", setting_.binder(false),
                        inside.formula(level_));
    const std::string unfold = "unfold level_set, legal in *; cbv beta iota zeta in *. ";
    text += fmt::format(
        "Lemma no_move_inside : forall s p q, {} -> legal p -> level_set s p -> move p q -> level_set s q -> "
        "False.\nProof.\n"
        " intros s {} {} G L A M B. {}unfold move, legal in M; cbv beta iota zeta in M. destruct M as [_ M].\n assert "
        "(X : "
        "{}).\n {{ {} }}\n clear B M. ",
        range, p, q, unfold, inside.formula(into_), setting_.into(into_, property, {}, inside));
    for (const Place& place : places("no move stays inside {grundy = s}")) {
        text += at(place, "T", "A");
        for (std::size_t i = 0; i < place.used->alternatives; ++i)
            text += "destruct T as [T|T]; [clear -T G L; linear|].\n ";
        text += contradiction(kernel::negated(into_), "T", "X") + "\n";
    }
    text += fmt::format(
        "Qed.\n\nLemma outside_move : forall s p, {} -> legal p ->\n  (exists v, 0 <= v <= s /\\ level_set v p) \\/ "
        "exists q, "
        "move p q /\\ level_set s q.\nProof.\n intros s {} G L. {}assert (D : (exists v, 0 <= v <= s /\\ ({})) \\/ "
        "({})).\n {{ {} "
        "}}\n destruct D as [D|A]; [left; exact D|right].\n{}Qed.\n\n",
        range, p, unfold, there.formula(level_), inside.formula(into_),
        cases(places("every position of no value up to s has a move to value s"), 0, ""),
        setting_.out_of(into_, property, {}, inside));
    text += fmt::format(
        "Lemma one_value : forall s w p, {} -> {} -> legal p -> level_set s p -> level_set w p -> s = w.\nProof.\n "
        "intros s w {} "
        "G G' L A B. {}",
        range, bound_.empty() ? "0 <= w" : "0 <= w < " + bound_, p, unfold);
    std::string known;
    for (const Place& place : places("no position has two values")) {
        const std::string t = fmt::format("T{}", known.size());
        text +=
            at(place, t, std::find(place.values.begin(), place.values.end(), "w") == place.values.end() ? "A" : "B");
        known += " " + t;
    }
    text += fmt::format("clear -G G' L{}; linear.\nQed.\n\n", known);
    text += fmt::format(
        "Theorem theorem : forall s p, ({}) -> legal p -> (grundy position move p s <-> level_set s p).\nProof.\n "
        "intros s p G L. "
        "apply ({} game_ends no_move_inside outside_move one_value); [exact L|clear -G; linear].\nQed.\n\n",
        inside.formula(guard_),
        bound_.empty() ? "levels position move legal stays_legal level_set"
                       : "levels_below position move legal stays_legal " + bound_ + " level_set");
    return text;
}

}  // namespace

std::string levels(const lang::Document& document, const Watch& watch, kernel::Theorem& theorem,
                   const std::vector<Goal>& goals, const kernel::Json& proof, const std::vector<Shown>& shown,
                   Shown& now) {
    Levels writer(document, watch, theorem, goals, proof, shown);
    const std::string text = writer.text();
    now.usable = true;
    now.level = writer.value_name();
    now.point = theorem.game().coordinates;
    now.terms = &theorem.terms();
    return text;
}

}  // namespace bouton::formal
