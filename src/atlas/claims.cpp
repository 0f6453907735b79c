#include "atlas/claims.hpp"

#include "lang/claim_builder.hpp"
#include "lang/elaborator.hpp"
#include "lang/print.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace bouton::atlas {

namespace {

using lang::Scope;
using syntax::Claim;
using syntax::Term;

/// One claim, elaborated once for all members.
class PeriodClaim {
  public:
    PeriodClaim(const lang::Document& document, const Claim& claim, const Family& family)
        : elaborator_(document.source) {
        why_not_ = reason(claim, family);
        if (!why_not_.empty()) return;
        lang::add_definitions(document, definitions_);
        loop_ = elaborator_.loop(claim.bindings, claim.condition ? &*claim.condition : nullptr, variables_,
                                 lang::Elaborator::Unbounded::allowed);
        outcomes_ = claim.quantity == "outcome";
        period_ = elaborator_.integer(*claim.statement, variables_);
        preperiod_ = claim.preperiod ? elaborator_.integer(*claim.preperiod, variables_) : number(0);
        for (const Term& part : claim.arguments[0].value.parts) moves_.push_back(elaborator_.integer(part, variables_));
        frame_.slots.resize(static_cast<std::size_t>(elaborator_.slot_count()));
        for (const Binder& binder : loop_.binders)
            if (binder.kind != Binder::Kind::value && !is_move(binder.slots[0]))
                why_not_ = "the moves do not say what " + binder.names[0] + " is";
    }

    const std::string& why_not() const { return why_not_; }

    /// Does the claim hold for the member? Nothing: it does not speak of it.
    std::optional<bool> holds(const std::vector<std::int64_t>& moves, const Findings& found) {
        if (moves.size() != moves_.size()) return std::nullopt;
        for (std::size_t i = 0; i < moves.size(); ++i)
            if (moves_[i]->op == Op::variable) frame_[moves_[i]->slot] = moves[i];
        for (const Binder& binder : loop_.binders) {
            const int slot = binder.slots[0];
            if (binder.kind == Binder::Kind::value && !is_move(slot))
                frame_[slot] = evaluate_machine(binder.lower[0], frame_);
            else if (!in_range(binder, frame_))
                return std::nullopt;
        }
        for (const Expr& condition : loop_.conditions)
            if (!test(condition, frame_)) return std::nullopt;
        for (std::size_t i = 0; i < moves.size(); ++i)
            if (evaluate_clamped(moves_[i], frame_) != moves[i]) return std::nullopt;
        return (outcomes_ ? found.outcome_period : found.period) == evaluate_clamped(period_, frame_) &&
               (outcomes_ ? found.outcome_preperiod : found.preperiod) == evaluate_clamped(preperiod_, frame_);
    }

  private:
    static std::string reason(const Claim& claim, const Family& family) {
        if (!family.is_subtraction()) return "the atlas is not of subtraction sets";
        if (claim.form != Claim::Form::period) return "it does not say what the period is";
        if (claim.arguments.size() != 1 || claim.arguments[0].value.kind != Term::Kind::list)
            return "its set of moves is not given by its elements";
        for (const syntax::Binding& binding : claim.bindings)
            if (binding.kind == syntax::Binding::Kind::element || binding.kind == syntax::Binding::Kind::subset)
                return "a variable runs through a set";
        return "";
    }

    bool is_move(int slot) const {
        return std::any_of(moves_.begin(), moves_.end(),
                           [&](const Expr& e) { return e->op == Op::variable && e->slot == slot; });
    }

    lang::Elaborator elaborator_;
    Scope root_, definitions_{&root_, false, {}}, variables_{&definitions_, true, {}};
    std::string why_not_;
    Loop loop_;
    bool outcomes_ = false;
    Expr period_, preperiod_;
    std::vector<Expr> moves_;
    Frame frame_;
};

}  // namespace

std::vector<ClaimVerdict> compare_claims(Store& store, const Family& family, const lang::Document& document,
                                         const Watch& watch) {
    std::vector<ClaimVerdict> verdicts;
    std::vector<std::unique_ptr<PeriodClaim>> claims;
    for (const Claim& claim : document.file.claims) {
        if (lang::claim_game(document, claim) != family.game().game->name) continue;
        claims.push_back(std::make_unique<PeriodClaim>(document, claim, family));
        ClaimVerdict verdict;
        verdict.claim = lang::full_name(claim);
        verdict.why_not = claims.back()->why_not();
        verdict.expect_refuted = claim.expect_refuted;
        verdicts.push_back(std::move(verdict));
    }
    std::vector<std::int64_t> moves;
    std::uint64_t seen = 0;
    store.for_each([&](const Row& row) {
        if (++seen % 4096 == 0) watch.check();
        if (!row.findings.settled || !family.moves(row.values, 1000, 1000000, moves)) return true;
        for (std::size_t i = 0; i < claims.size(); ++i) {
            if (!verdicts[i].why_not.empty()) continue;
            const auto holds = claims[i]->holds(moves, row.findings);
            if (!holds) continue;
            ++verdicts[i].members;
            if (*holds) continue;
            if (verdicts[i].exceptions++ == 0) verdicts[i].first = row;
        }
        return true;
    });
    return verdicts;
}

}  // namespace bouton::atlas
