#include "proofs/goals/by_goals.hpp"

#include "lang/elaborate.hpp"
#include "lang/print.hpp"
#include "proofs/goals/case_tree.hpp"
#include "proofs/goals/ground.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::proofs {

using syntax::Claim;
using syntax::Term;

namespace {

constexpr unsigned kEffort = 16000000;       // of the solver, for one list of formulas
constexpr double kMostEffort = 5 * kEffort;  // for one claim: ten seconds and more
constexpr int kMostRounds = 3;

bool has_hints(const Claim& claim) { return !claim.uses.empty() || !claim.induction.empty(); }

/// The steps that a tree needs, made once more with nothing else around them, and the tree over their entries.
class Replay {
  public:
    Replay(const Ground& ground, const std::vector<std::size_t>& entries) : ground_(ground) {
        needed_.resize(ground.steps().size(), false);
        for (const std::size_t entry : entries) need_entry(entry);
    }

    /// On a fresh reading of the claim, whose names up to the goal are the same.
    Json operator()(Theorem& from, Theorem& theorem, const Goal& goal, const Tree& tree,
                    const std::vector<std::size_t>& used) {
        Sequent sequent(theorem, goal);
        std::map<std::size_t, std::size_t> entries;
        for (std::size_t i = 0; i < sequent.entries().size(); ++i) entries[i] = i;
        std::map<std::string, std::string> names;
        for (std::size_t i = 0; i < sequent.names(); ++i) names["#" + std::to_string(i)] = "#" + std::to_string(i);
        Json steps = Json::array();
        for (std::size_t i = 0; i < needed_.size(); ++i) {
            if (!needed_[i]) continue;
            const Ground::Done& done = ground_.steps()[i];
            Json json = to_json(from.terms(), done.step);
            if (!done.step.fact) json[0] = entries.at(done.step.entry);
            for (std::size_t k = 1; k < json.size(); ++k)
                if (json[k].is_string()) json[k] = renamed(json[k].get<std::string>(), names);
            const std::size_t entry = sequent.entries().size(), name = sequent.names();
            Step step = done.step;
            if (!step.fact) step.entry = json[0].get<std::size_t>();
            for (std::size_t k = 0; k < step.values.size(); ++k)
                if (step.values[k]) step.values[k] = read_term(theorem.terms(), json[k + 1].get<std::string>());
            sequent.apply(step);
            for (std::size_t k = 0; k < done.entries; ++k) entries[done.first_entry + k] = entry + k;
            for (std::size_t k = 0; k < done.names; ++k)
                names["#" + std::to_string(done.first_name + k)] = "#" + std::to_string(name + k);
            steps.push_back(std::move(json));
        }
        std::vector<std::size_t> map;
        for (const std::size_t entry : used) map.push_back(entries.at(entry));
        return {{"name", goal.name},
                {"named_sets", false},
                {"steps", steps},
                {"tree", to_json(renumbered(tree, map, sequent.entries().size()))}};
    }

  private:
    void need_entry(std::size_t entry) {
        for (std::size_t i = 0; i < ground_.steps().size(); ++i) {
            const Ground::Done& done = ground_.steps()[i];
            if (entry >= done.first_entry && entry < done.first_entry + done.entries) return need_step(i);
        }
    }
    void need_step(std::size_t i) {
        if (needed_[i]) return;
        needed_[i] = true;
        const Ground::Done& done = ground_.steps()[i];
        if (!done.step.fact) need_entry(done.step.entry);
        const Terms& terms = ground_.theorem().terms();
        for (const auto& value : done.step.values) {
            if (!value) continue;
            for (const AtomId v : terms.variables(*value)) {
                if (!terms[v].name.starts_with('#')) continue;
                const std::size_t name = std::stoul(terms[v].name.substr(1));
                for (std::size_t j = 0; j < ground_.steps().size(); ++j) {
                    const Ground::Done& other = ground_.steps()[j];
                    if (name >= other.first_name && name < other.first_name + other.names) need_step(j);
                }
            }
        }
    }

    static std::string renamed(const std::string& text, const std::map<std::string, std::string>& names) {
        std::string result;
        for (std::size_t i = 0; i < text.size();) {
            if (text[i] != '#') {
                result += text[i++];
                continue;
            }
            std::size_t end = i + 1;
            while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
            result += names.at(text.substr(i, end - i));
            i = end;
        }
        return result;
    }

    static Tree renumbered(Tree tree, const std::vector<std::size_t>& map, std::size_t entries) {
        const auto number = [&](std::size_t i) { return i < map.size() ? map[i] : i - map.size() + entries; };
        tree.entry = number(tree.entry);
        for (auto& part : tree.sum) part.first = number(part.first);
        for (Tree& part : tree.cases) part = renumbered(std::move(part), map, entries);
        return tree;
    }

    const Ground& ground_;
    std::vector<bool> needed_;
};

class Searcher {
  public:
    Searcher(const lang::Document& document, const Claim& claim, double effort, const Watch& watch)
        : document_(document), claim_(claim), effort_(effort), watch_(watch) {}

    GoalSearch operator()() {
        GoalSearch result;
        for (const Scheme scheme : schemes()) {
            result.scheme = name_of(scheme);
            for (const auto& earlier : measures(scheme)) {
                Plan plan{scheme, {}, earlier};
                try {
                    plan.falls = falls(plan);
                    if (auto proof = prove(plan, result.why)) {
                        result.proof = std::move(proof);
                        return result;
                    }
                } catch (const Unsupported& unsupported) {
                    if (result.why.empty() || scheme == Scheme::induction || scheme == Scheme::columns)
                        result.why = "no formula for " + unsupported.what;
                    break;
                }
            }
        }
        return result;
    }

    Json careless(const Plan& plan, std::vector<std::string>& unshown) {
        Theorem theorem(document_, claim_, NamedSets::defined, &watch_);
        const std::vector<Goal> list = theorem.goals(plan);
        Json proof = to_json(plan);
        proof["goals"] = Json::array();
        for (std::size_t i = 0; i < list.size(); ++i) {
            auto shown = search(plan, i);
            if (!shown) unshown.push_back(list[i].name);
            const Json nothing = {
                {"name", list[i].name}, {"named_sets", false}, {"steps", Json::array()}, {"tree", {"leaf"}}};
            proof["goals"].push_back(shown ? std::move(*shown) : nothing);
        }
        return proof;
    }

  private:
    /// What a claim says, by its first instance; none: it has no case, or none can be chosen without bounds.
    std::optional<lang::Statement> statement_of(const Claim& claim) const {
        std::optional<lang::Statement> first;
        try {
            lang::for_each_instance(document_, claim, lang::bounds_of(claim), [&](lang::ClaimInstance&& instance) {
                first = std::move(instance.statement);
                return false;
            });
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;
        }
        return first;
    }

    /// The schemes whose form the claim has; a formula with grundy in it, or one that used claims about values give, is left to induction.
    std::vector<Scheme> schemes() const {
        const lang::GameRef game = lang::find_game(document_, lang::claim_game(document_, claim_));
        if (game.game->coordinates.size() == 1 && game.game->coordinates[0].ends_with("...")) return {Scheme::columns};
        std::vector<Scheme> all{Scheme::p_positions, Scheme::levels};
        const auto own = statement_of(claim_);
        bool recursive = claim_.condition || (own && own->kind == lang::Statement::Kind::recursion);
        for (const Claim& other : document_.file.claims)
            for (const syntax::Use& use : claim_.uses)
                if (!recursive && (use.claim == other.label || use.claim == lang::full_name(other))) {
                    const auto used = statement_of(other);
                    recursive = used && used->condition && used->kind != lang::Statement::Kind::arithmetic;
                }
        if (!recursive || claim_.form == Claim::Form::repeats) all.push_back(Scheme::formula);
        all.push_back(Scheme::induction);
        return all;
    }

    /// What may fall in an induction: as the claim says, or nothing, or each variable's distance from its least value.
    std::vector<std::vector<std::string>> measures(Scheme scheme) const {
        if (scheme != Scheme::induction) return {{}};
        if (!claim_.induction.empty()) {
            std::vector<std::string> texts;
            for (const Term& term : claim_.induction) texts.push_back(lang::print(term));
            return {texts};
        }
        std::vector<std::vector<std::string>> all{{}};
        if (!claim_.uses.empty()) return all;  // who says what is used says what falls
        for (auto binding = claim_.bindings.rbegin(); binding != claim_.bindings.rend(); ++binding) {
            if (binding->kind == syntax::Binding::Kind::above)
                all.push_back({fmt::format("{} - ({})", binding->names[0], lang::print(binding->terms[0]))});
            if (binding->kind != syntax::Binding::Kind::chain) continue;
            for (std::size_t i = binding->terms.size(); i-- > 1;)
                if (binding->terms[i].kind == Term::Kind::name)
                    all.push_back({fmt::format("{} - ({})", binding->terms[i].text, lang::print(binding->terms[0]))});
        }
        return all;
    }

    /// What falls with every move: the first list with which the game is seen to end.
    std::vector<std::string> falls(Plan plan) {
        if (plan.scheme == Scheme::columns) return {};
        const lang::GameRef game = lang::find_game(document_, lang::claim_game(document_, claim_));
        const Ruleset symbolic = lang::rules_of(game, {}, true);
        std::vector<std::vector<std::string>> candidates{{fmt::format("{}", fmt::join(game.game->coordinates, " + "))}};
        candidates.push_back(symbolic.measures);
        std::size_t declared = 0;
        for (std::string& text : candidates.back())
            if (text == "measure" && declared < game.game->measures.size())
                text = lang::print(game.game->measures[declared++]);
        if (found_falls_) return *found_falls_;
        for (const auto& candidate : candidates) {
            plan.falls = candidate;
            Theorem theorem(document_, claim_, NamedSets::defined, &watch_);
            const auto goals = theorem.goals(plan);
            bool ends = true;
            for (std::size_t i = 0; ends && i < goals.size(); ++i)
                if (goals[i].about == Goal::About::ends) ends = search(plan, i).has_value();
            if (!ends) continue;
            found_falls_ = candidate;
            return candidate;
        }
        throw Unsupported{"the end of the game (no sum of coordinates is seen to fall with every move)"};
    }

    std::optional<Json> prove(const Plan& plan, std::string& why) {
        std::vector<Goal> list;
        {
            Theorem theorem(document_, claim_, NamedSets::defined, &watch_);
            list = theorem.goals(plan);
        }
        Json goals = Json::array();
        for (std::size_t i = 0; i < list.size(); ++i) {
            auto shown = search(plan, i);
            if (!shown) {
                why = fmt::format("\"{}\" was not shown ({})", list[i].name, last_);
                return std::nullopt;
            }
            goals.push_back(std::move(*shown));
        }
        Json proof = to_json(plan);
        proof["goals"] = std::move(goals);
        return proof;
    }

    /// A goal with one hint, round after round.
    struct Trial {
        std::unique_ptr<Theorem> theorem;
        std::vector<Goal> goals;
        Hint hint;
        std::unique_ptr<Ground> ground;
        bool exhausted = false;  // no round brings anything new
    };

    Trial trial(const Plan& plan, std::size_t number, std::size_t hint_number, bool opaque) {
        Trial result;
        result.theorem =
            std::make_unique<Theorem>(document_, claim_, opaque ? NamedSets::opaque : NamedSets::defined, &watch_);
        result.goals = result.theorem->goals(plan);
        result.hint = hints_for(*result.theorem, result.goals[number]).at(hint_number);
        return result;
    }

    /// One goal: from few instances to many, hints of one kind in all rounds before hints that use more.
    std::optional<Json> search(const Plan& plan, std::size_t number) {
        last_ = "no contradiction found";
        std::vector<bool> opaque;
        std::vector<std::size_t> ends;  // of the groups of hints of one kind
        {
            Theorem theorem(document_, claim_, NamedSets::defined, &watch_);
            const auto goals = theorem.goals(plan);
            const auto hints = hints_for(theorem, goals[number]);
            for (std::size_t i = 1; i <= hints.size(); ++i) {
                opaque.push_back(hints[i - 1].opaque);
                if (i == hints.size() || hints[i].kind() != hints[i - 1].kind()) ends.push_back(i);
            }
        }
        std::size_t first = 0;
        for (const std::size_t end : ends) {
            std::vector<Trial> trials;
            for (std::size_t j = first; j < end; ++j) trials.push_back(trial(plan, number, j, opaque[j]));
            for (int rounds = 1; rounds <= (has_hints(claim_) ? kMostRounds : kMostRounds - 1); ++rounds)
                for (Trial& one : trials) {
                    if (spent_ > effort_ * kMostEffort) return std::nullopt;
                    if (auto shown = attempt(plan, number, one)) return shown;
                }
            first = end;
        }
        return std::nullopt;
    }

    /// One more round of instances, and a tree, if there is one now.
    std::optional<Json> attempt(const Plan& plan, std::size_t number, Trial& trial) {
        watch_.check();
        if (trial.exhausted) return std::nullopt;
        if (!trial.ground)
            trial.ground = std::make_unique<Ground>(*trial.theorem, trial.goals[number], trial.hint, watch_);
        Ground& ground = *trial.ground;
        trial.exhausted = !ground.round();
        ground.finish();
        FoundTree found;
        std::vector<GroundFormula> formulas;
        std::vector<std::size_t> entries;  // of the formulas
        const auto take = [&](std::size_t entry, bool is_fact) {
            entries.push_back(entry);
            return GroundFormula{ground.sequent().entries()[entry], is_fact};
        };
        for (const Ground::Entry& entry : ground.ground()) formulas.push_back(take(entry.entry, entry.is_fact));
        const auto more = [&](const ValueThere& value, const std::set<AtomId>& atoms) {
            std::vector<GroundFormula> all;
            for (const std::size_t entry : ground.congruences(value, atoms)) all.push_back(take(entry, true));
            return all;
        };
        const Search answer =
            find_tree(formulas, static_cast<unsigned>(effort_ * kEffort), watch_, found, more, &trial.theorem->terms());
        spent_ += static_cast<double>(found.spent);
        if (answer == Search::gave_up) last_ = "the solver gave up";
        if (answer != Search::found) return std::nullopt;
        std::vector<std::size_t> used;
        for (const std::size_t i : found.used) used.push_back(entries[i]);
        Theorem fresh(document_, claim_, trial.hint.opaque ? NamedSets::opaque : NamedSets::defined, &watch_);
        const std::vector<Goal> again = fresh.goals(plan);
        Json json = Replay(ground, used)(*trial.theorem, fresh, again[number], found.tree, used);
        json["named_sets"] = trial.hint.opaque;
        return json;
    }

    const lang::Document& document_;
    const Claim& claim_;
    double effort_;
    const Watch& watch_;
    std::string last_;
    double spent_ = 0;  // of the effort for the claim
    std::optional<std::vector<std::string>> found_falls_;
};

}  // namespace

GoalSearch prove_by_goals(const lang::Document& document, const Claim& claim, double effort, const Watch& watch) {
    if (!solver_at_hand()) return {std::nullopt, "goals", "the solver Z3 is not loaded"};
    return Searcher(document, claim, effort, watch)();
}

Json careless_proof(const lang::Document& document, const Claim& claim, const Plan& plan, double effort,
                    const Watch& watch, std::vector<std::string>& unshown) {
    return Searcher(document, claim, effort, watch).careless(plan, unshown);
}

}  // namespace bouton::proofs
