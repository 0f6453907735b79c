// Claims: against the rules, for all positions, and what they say as sets to be drawn.
#include "state.hpp"

#include "answers/chain.hpp"
#include "claims/check.hpp"
#include "claims/examiner.hpp"
#include "formal/formal.hpp"
#include "lang/print.hpp"
#include "lang/unions.hpp"
#include "proofs/goals/case_tree.hpp"
#include "proofs/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace bouton::web {

namespace {

/// A counterexample that names all coordinates, as a position.
Json position_json(const lang::Document& document, const syntax::Claim& claim,
                   const std::vector<std::pair<std::string, std::string>>& counterexample) {
    const lang::GameRef game = lang::find_game(document, lang::claim_game(document, claim));
    if (!game.game || counterexample.empty()) return nullptr;
    const auto find = [&](const std::string& name) {
        return std::find_if(counterexample.begin(), counterexample.end(),
                            [&](const auto& pair) { return pair.first == name; });
    };
    Json position = Json::array();
    for (std::string name : game.game->coordinates) {
        const bool piles = name.ends_with("...");
        if (piles) name.resize(name.size() - 3);
        for (int pile = 1;; ++pile) {
            const auto found = find(piles ? name + std::to_string(pile) : name);
            if (found == counterexample.end()) {
                if (piles && pile > 1) break;
                return nullptr;
            }
            position.push_back(render::json_of_text(found->second));
            if (!piles) break;
        }
    }
    return position;
}

Json formal_json(const lang::Document& document, const syntax::Claim& claim, Prover& prover, bool whole,
                 const Watch& watch) {
    const formal::Development development = formal::develop(document, chain_of(document, claim, prover), whole, watch);
    return {{"file", certificate_folder(document, claim) + ".v"},
            {"text", render::text_or_null(development.text)},
            {"why", development.why_not}};
}

}  // namespace

Json check(State& state, const Json& ask) {
    const Opened& from = state.opened(ask);
    const syntax::Claim& claim = state.claim(ask, from);
    std::optional<std::int64_t> to;
    if (ask.contains("to") && !ask["to"].is_null()) to = number_in(ask, "to", 0);
    const Verdict verdict = bouton::check(*from.document, claim, to, *state.watch);
    return {{"claim", verdict.claim},
            {"verdict", to_text(verdict.kind)},
            {"asExpected", verdict.as_expected()},
            {"counterexample", json_of(verdict.counterexample)},
            {"at", position_json(*from.document, claim, verdict.counterexample)},
            {"bound", verdict.bound},
            {"cases", json_of(verdict.cases)},
            {"message", verdict.message},
            {"seconds", verdict.seconds}};
}

Json prove(State& state, const Json& ask) {
    Opened& from = state.opened(ask);
    const lang::Document& document = *from.document;
    const syntax::Claim& claim = state.claim(ask, from);
    const bool solver = proofs::solver_at_hand();
    // What was open without the solver need not be so with it.
    if (!from.prover || from.prover_had_solver != solver)
        from.prover = std::make_unique<Prover>(document, *state.watch);
    from.prover_had_solver = solver;
    const ProofVerdict verdict = from.prover->prove(claim);
    using Kind = ProofVerdict::Kind;
    const bool shown = verdict.kind == Kind::proved || verdict.kind == Kind::limited;
    Json certificate, development;
    if (shown) state.proved.add(from.document, claim, {verdict.method, verdict.generality, verdict.cut, false});
    if (shown && flag_in(ask, "certificate")) {
        certificate = {{"folder", certificate_folder(document, claim)}, {"files", Json::array()}};
        for (const auto& [name, text] : certificate_files(document, verdict))
            certificate["files"].push_back({{"name", name}, {"text", text}});
    }
    if (shown && flag_in(ask, "formal"))
        development = formal_json(document, claim, *from.prover, verdict.kind == Kind::proved, *state.watch);
    if (verdict.cut_off) from.prover.reset();  // by the clock: the next question may have more time
    for (auto& [key, session] : from.sessions) session->look_for_proofs_again();
    return {{"claim", verdict.claim},
            {"verdict", to_text(verdict.kind)},
            {"asExpected", verdict.as_expected()},
            {"method", verdict.method},
            {"generality", verdict.generality},
            {"uses", verdict.uses},
            {"counterexample", json_of(verdict.counterexample)},
            {"at", position_json(document, claim, verdict.counterexample)},
            {"bound", verdict.bound},
            {"cases", json_of(verdict.cases)},
            {"tried", verdict.tried},
            {"solverWanted", !solver && (verdict.kind == Kind::open || verdict.kind == Kind::limited)},
            {"seconds", verdict.seconds},
            {"certificate", certificate},
            {"formal", development}};
}

// ---- families

namespace {

/// The sets of one case of a claim, as far as they lie in the box.
class Drawing {
  public:
    Drawing(const lang::ClaimInstance& instance, const syntax::Claim& claim, std::size_t most, const Watch& watch)
        : instance_(instance), claim_(claim), most_(most), examiner_(instance, watch) {
        frame_.slots.resize(static_cast<std::size_t>(instance.frame_size));
        frame_.watch = &watch;
    }

    void all() {
        for_each(instance_.loop, frame_, &examiner_, [&] {
            one();
            return !cut_;
        });
    }

    Json families = Json::array();
    std::set<Position> exceptions;
    bool cut() const { return cut_; }

  private:
    void one() {
        const lang::Statement& says = instance_.statement;
        if (says.kind == lang::Statement::Kind::value_set) {
            std::vector<std::string> texts;
            for (const syntax::Term& side : claim_.statement->parts)
                if (!is_value(side)) texts = lang::union_texts(side);
            const std::set<Position> named = add(says.set, texts, json_of(evaluate(says.level, frame_, &examiner_)));
            compare(named, members(says.whole));
        } else if (says.condition && (says.condition->op == Op::sets_equal || says.condition->op == Op::subset)) {
            std::vector<std::set<Position>> sides;
            for (std::size_t i = 0; i < 2; ++i) {
                std::vector<std::string> texts;
                if (i < claim_.statement->parts.size()) texts = lang::union_texts(claim_.statement->parts[i]);
                sides.push_back(add(says.condition->sets[i], texts, nullptr));
            }
            compare(sides[0], sides[1], says.condition->op == Op::subset);
        }
    }

    static bool is_value(const syntax::Term& side) {
        return side.kind == syntax::Term::Kind::list && side.parts.size() == 1 &&
               side.parts[0].kind == syntax::Term::Kind::compare;
    }

    std::set<Position> members(const Positions& set) {
        const auto list = examiner_.members(set, frame_);
        return {list.begin(), list.end()};
    }

    std::set<Position> add(const Positions& set, const std::vector<std::string>& texts, const Json& value) {
        const std::vector<Positions> parts = lang::union_parts(set);
        std::set<Position> all;
        Json variables = Json::object();
        for (const auto& [name, chosen] : instance_.chosen) variables[name] = render::json_of_text(chosen);
        for (const Binder& binder : instance_.loop.binders)
            for (std::size_t i = 0; i < binder.slots.size(); ++i)
                variables[binder.names[i]] =
                    json_of(evaluate(variable(binder.slots[i], binder.names[i]), frame_, &examiner_));
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::set<Position> found = members(parts[i]);
            all.insert(found.begin(), found.end());
            if (found.empty()) continue;
            total_ += found.size();
            cut_ = cut_ || total_ > most_;
            if (cut_) break;
            families.push_back({{"name", texts.size() == parts.size() ? texts[i] : fmt::format("family {}", i + 1)},
                                {"variables", variables},
                                {"value", value},
                                {"members", json_of(std::vector<Position>(found.begin(), found.end()))}});
        }
        return all;
    }

    /// What is in one of them and not in the other; `subset`: in the first and not in the second.
    void compare(const std::set<Position>& a, const std::set<Position>& b, bool subset = false) {
        for (const Position& p : a)
            if (!b.contains(p)) exceptions.insert(p);
        if (subset) return;
        for (const Position& p : b)
            if (!a.contains(p)) exceptions.insert(p);
    }

    const lang::ClaimInstance& instance_;
    const syntax::Claim& claim_;
    std::size_t most_, total_ = 0;
    bool cut_ = false;
    Examiner examiner_;
    Frame frame_;
};

}  // namespace

Json families(State& state, const Json& ask) {
    constexpr std::int64_t kMost = 20000;
    const Opened& from = state.opened(ask);
    const syntax::Claim& claim = state.claim(ask, from);
    const Position to = numbers_in(ask, "to");
    const auto most = static_cast<std::size_t>(std::clamp<std::int64_t>(number_in(ask, "most", kMost), 1, 10 * kMost));
    Json about = ask;
    about["game"] = lang::claim_game(*from.document, claim);
    // A claim may be about many games, one for each choice of arguments: the one that is looked at, or else the first.
    std::string wanted;
    try {
        wanted = identity(state.session(about, What::grundy)->rules());
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
    }
    lang::Bounds bounds = lang::bounds_of(claim);
    const std::int64_t largest = to.empty() ? 0 : *std::max_element(to.begin(), to.end());
    if (!bounds.general) bounds.general = largest;
    std::optional<lang::ClaimInstance> chosen;
    lang::for_each_instance(*from.document, claim, bounds, [&](lang::ClaimInstance&& instance) {
        state.watch->check();
        const bool right = wanted.empty() || identity(instance.rules) == wanted;
        if (right) chosen = std::move(instance);
        return !right;
    });
    if (!chosen) throw bad_input(lang::full_name(claim) + " is not about the game with these arguments");
    if (chosen->rules.piles >= 0 || to.size() != chosen->rules.coordinates.size())
        throw bad_input("a bound for each coordinate is needed");
    chosen->box = to;
    Drawing drawing(*chosen, claim, most, *state.watch);
    drawing.all();
    return {{"claim", lang::full_name(claim)},
            {"instance", chosen->rules.instance},
            {"families", drawing.families},
            {"exceptions", json_of(std::vector<Position>(drawing.exceptions.begin(), drawing.exceptions.end()))},
            {"cut", drawing.cut()}};
}

}  // namespace bouton::web
