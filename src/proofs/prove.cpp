#include "proofs/prove.hpp"

#include "check/windows/claim.hpp"
#include "claims/check.hpp"
#include "claims/refute.hpp"
#include "lang/print.hpp"
#include "proofs/by_digits.hpp"
#include "proofs/goals/by_goals.hpp"
#include "proofs/windows/windows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton {

using syntax::Claim;

namespace {

constexpr std::int64_t kPeriodSearch = 200000;  // heaps
// Coordinates up to which a found position is compared with the rules: a heap, and a position of several.
constexpr std::int64_t kLargestHeapReplay = 2000000, kLargestReplay = 20000;
constexpr double kRefuterSeconds = 2;

Attempt failed(const std::string& method, const std::string& why) {
    Attempt attempt;
    attempt.method = method;
    attempt.why = why;
    return attempt;
}

/// The largest number in a counterexample, as far as numbers have at most nine digits; a larger one counts as too large.
template <class Pairs> std::int64_t largest_of(const Pairs& counterexample) {
    std::int64_t largest = 0;
    for (const auto& pair : counterexample) {
        if (pair.second.empty() || pair.second.find_first_not_of("0123456789") != std::string::npos) continue;
        largest =
            std::max<std::int64_t>(largest, pair.second.size() <= 9 ? std::stoll(pair.second) : kLargestHeapReplay + 1);
    }
    return largest;
}

/// Tested where the author did not look. True: that settles the claim.
bool settled_by_refuter(const lang::Document& document, const Claim& claim, double seconds, const Watch& watch,
                        ProofVerdict& verdict) {
    if (!claim.bound && claim.bounds.empty() && !claim.assumption) return false;  // the check has seen every case
    const RefuterReport report = refute(document, claim, watch, seconds);
    verdict.tested = report.cases;
    verdict.vacuous = !report.hypotheses_met;
    if (!report.found && verdict.vacuous && claim.assumption)
        verdict.tried.push_back("refuter: no rule function that was tried satisfies what it assumes");
    if (!report.found) return verdict.vacuous && claim.assumption;
    verdict.counterexample = report.found->counterexample;
    verdict.replayed = report.found->replayed;
    verdict.method = "refuter";
    if (claim.standing() == syntax::Claim::Standing::finite) {  // these speak of what there is up to their bound
        std::string at;
        for (const auto& [name, value] : verdict.counterexample)
            at += fmt::format("{} {} = {}", at.empty() ? " at" : ",", name, value);
        verdict.tried.push_back("refuter: it holds up to its bound only and is false" + at);
        return true;
    }
    verdict.kind = ProofVerdict::Kind::refuted;
    return true;
}

/// What stood in a method's way; a reason that another method gave already is told once, for both.
void note_failure(std::vector<std::string>& tried, const Attempt& attempt) {
    if (attempt.why.empty()) return;
    for (std::string& line : tried)
        if (line.ends_with(": " + attempt.why)) {
            line.insert(line.size() - attempt.why.size() - 2, ", " + attempt.method);
            return;
        }
    tried.push_back(attempt.method + ": " + attempt.why);
}

bool has_hints(const Claim& claim) { return !claim.uses.empty() || !claim.induction.empty(); }

}  // namespace

bool ProofVerdict::as_expected() const {
    const auto sorted = [](auto pairs) {
        std::sort(pairs.begin(), pairs.end());
        return pairs;
    };
    if (!expect_refuted) return kind != Kind::refuted;
    if (cut_off) return true;  // nobody knows
    return kind == Kind::refuted &&
           (expected_counterexample.empty() || sorted(expected_counterexample) == sorted(counterexample));
}

std::string to_text(ProofVerdict::Kind kind) {
    switch (kind) {
        case ProofVerdict::Kind::proved: return "proved";
        case ProofVerdict::Kind::limited: return "limited";
        case ProofVerdict::Kind::refuted: return "refuted";
        case ProofVerdict::Kind::open: break;
    }
    return "open";
}

std::string verdict_word(const ProofVerdict& verdict) {
    return verdict.formal == "checked" ? "formal" : to_text(verdict.kind);
}

const ProofVerdict& Prover::prove(const Claim& claim, Chain chain) {
    {
        const std::lock_guard lock(mutex_);
        const auto found = done_.find(&claim);
        if (found != done_.end()) return found->second;
    }
    chain.push_back(&claim);
    const double start = watch_.elapsed();
    ProofVerdict verdict = about(claim);
    try {
        examine(claim, chain, verdict);
    } catch (const Error& error) {
        if (error.fault() != Fault::limit) throw;
        ProofVerdict cut = about(claim);
        cut.bound = verdict.bound;
        cut.cases = verdict.cases;
        cut.cut_off = true;
        verdict = std::move(cut);
        verdict.tried.push_back(error.what());
    }
    verdict.seconds = watch_.elapsed() - start;
    const std::lock_guard lock(mutex_);
    return done_.try_emplace(&claim, std::move(verdict)).first->second;
}

ProofVerdict Prover::about(const Claim& claim) const {
    ProofVerdict verdict;
    verdict.file = document_.source.path;
    verdict.claim = lang::full_name(claim);
    verdict.expect_refuted = claim.expect_refuted;
    verdict.expected_counterexample = claim.counterexample;
    verdict.note = claim.note;
    return verdict;
}

void Prover::examine(const Claim& claim, const Chain& chain, ProofVerdict& verdict) {
    // On a box first: what is false there needs no prover, and what is proved has been seen to hold.
    const auto refuted = [&](const Verdict& checked) {
        verdict.kind = ProofVerdict::Kind::refuted;
        verdict.tried.clear();
        verdict.counterexample = checked.counterexample;
        verdict.method = "check";
        const std::int64_t largest = largest_of(checked.counterexample);
        try {
            const std::optional<std::int64_t> to =
                claim.bound && claim.form == Claim::Form::condition ? std::optional(largest) : std::nullopt;
            const Verdict again = check(document_, claim, to, watch_, "reference");
            verdict.replayed = again.kind == Verdict::Kind::refuted && again.counterexample == checked.counterexample;
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
        }
    };
    const Verdict checked = check(document_, claim, std::nullopt, watch_);
    if (checked.kind == Verdict::Kind::refuted) return refuted(checked);
    verdict.bound = checked.bound;
    verdict.cases = checked.cases;
    if (checked.kind == Verdict::Kind::error) {
        verdict.tried.push_back("check: " + checked.message);
        return;
    }
    const lang::GameRef game = lang::find_game(document_, claim);
    if (game.game && game.game->computed_only()) {
        verdict.tried.push_back("there is no theory of games that say loopy, prefer, coalition or block");
        return;
    }
    if (settled_by_refuter(document_, claim, effort_ * kRefuterSeconds, watch_, verdict)) return;
    const auto settle = [&](Attempt attempt, bool quiet = false) {
        if (attempt.kind != Attempt::Kind::found) {
            note_failure(verdict.tried, attempt);
            return false;
        }
        // Whoever finds a proof is never the one who accepts it.
        Evidence evidence{attempt.method, std::move(attempt.data), std::move(attempt.files)};
        const Judgement judgement = judge(document_, claim, evidence, watch_);
        if (!judgement.problem.empty()) {
            if (!quiet)
                verdict.tried.push_back(fmt::format("{}: the checker rejects the proof that was found: {}",
                                                    evidence.method, judgement.problem));
            return false;
        }
        verdict.cut = judgement.cut;
        verdict.kind = judgement.cut.empty() ? ProofVerdict::Kind::proved : ProofVerdict::Kind::limited;
        verdict.method = evidence.method;
        verdict.generality = judgement.generality;
        verdict.evidence = std::move(evidence);
        if (judgement.cut.empty()) verdict.tried.clear();  // what stood in the way of a proof for all
        return true;
    };

    // Finitely many cases: nothing has to be found, the checker computes them by itself, or says that they are too many.
    if (!claim.assumption && !has_hints(claim)) {
        Attempt attempt;
        attempt.kind = Attempt::Kind::found;
        attempt.method = "computation";
        attempt.data = nlohmann::ordered_json::object();
        if (settle(std::move(attempt), true)) return;
    }
    if (settle(by_windows(claim))) return;
    if (settle(by_goals(claim, chain, verdict))) return;
    verdict.uses.clear();  // what follows rests on nothing else
    Attempt digits = by_digits(claim);
    if (digits.kind == Attempt::Kind::refuted) {
        // Found by the automata; it counts once the rules say so too.
        const std::int64_t largest = largest_of(digits.counterexample);
        if (largest <= (digits.counterexample.size() == 1 ? kLargestHeapReplay : kLargestReplay)) {
            const Verdict far = check(document_, claim, largest, watch_);
            if (far.kind == Verdict::Kind::refuted) return refuted(far);
        }
        std::string at;
        for (const auto& [name, value] : digits.counterexample)
            at += fmt::format("{}{} = {}", at.empty() ? "" : ", ", name, value);
        digits = failed("digits", "a counterexample that was not confirmed by the rules, at " + at);
    }
    if (settle(std::move(digits))) return;
}

Attempt Prover::by_goals(const Claim& claim, const Chain& chain, ProofVerdict& verdict) {
    for (const Claim* other : claims_used(document_, claim)) {
        if (std::find(chain.begin(), chain.end(), other) != chain.end())
            return failed("goals", fmt::format("{} uses this claim itself", lang::full_name(*other)));
        const ProofVerdict& below = prove(*other, chain);
        if (below.kind != ProofVerdict::Kind::proved)
            return failed("goals", fmt::format("it rests on {}, which is not proved", lang::full_name(*other)));
        if (!may_be_used(below.method))
            return failed("goals", fmt::format("it rests on {}, which is proved by {} only", lang::full_name(*other),
                                               below.method));
        verdict.uses.push_back(lang::full_name(*other));
    }
    try {
        proofs::GoalSearch found = proofs::prove_by_goals(document_, claim, effort_, watch_);
        if (!found.proof) return failed(found.scheme, found.why);
        Attempt attempt;
        attempt.kind = Attempt::Kind::found;
        attempt.method = found.scheme;
        attempt.data = std::move(*found.proof);
        return attempt;
    } catch (const kernel::Unsupported& unsupported) {
        return failed("goals", "no formula for " + unsupported.what);
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return failed("goals", error.what());
    }
}

Attempt Prover::by_digits(const Claim& claim) {
    return proofs::digits_attempt(
        document_, claim, watch_,
        std::min(watch_.limits().memory / 4, static_cast<std::uint64_t>(effort_ * (1 << 29))));
}

Attempt Prover::by_windows(const Claim& claim) {
    using Form = Claim::Form;
    if (!claim.uses.empty()) return failed("windows", "");  // its author knows another way
    if (!is_arithmetic_period(claim)) {
        if (claim.form != Form::period && claim.form != Form::repeats) return failed("windows", "");
        if (!claim.bindings.empty() || claim.condition) return failed("windows", "");  // left to induction
    }
    if (claim.assumption) return failed("windows", "an assumption about a rule function");
    Attempt attempt = failed("windows", "");
    lang::for_each_instance(document_, claim, {}, [&](lang::ClaimInstance&& instance) {
        const PeriodAnswer answer = find_period(
            instance.rules, instance.statement.about_outcome ? What::outcome : What::grundy, kPeriodSearch, watch_);
        attempt.why = answer.why_not;
        if (!answer.proved) return false;
        attempt.kind = Attempt::Kind::found;
        attempt.data["period"] = answer.certificate;
        return false;
    });
    return attempt;
}

}  // namespace bouton
