#include "proofs/prove.hpp"

#include "claims/check.hpp"
#include "claims/refute.hpp"
#include "proofs/conditions.hpp"
#include "proofs/digits.hpp"
#include "proofs/solver.hpp"
#include "proofs/windows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace bouton {

using syntax::Claim;

namespace {

constexpr unsigned kEffort = 4000000;  // of the solver, for one script
constexpr std::size_t kShortScript = 300000;
constexpr std::size_t kLongestScript = 2000000;  // characters
constexpr std::size_t kMostText = 6000000;       // of all scripts for one condition
constexpr std::size_t kMostInstances = 300;      // of a claim that is proved one by one
constexpr std::int64_t kPeriodSearch = 200000;   // heaps
constexpr int kHighestLevel = 24;                // of the search for a counterexample
constexpr std::int64_t kLargestReplay = 20000;   // coordinate up to which a found position is compared with the rules
constexpr int kMostRounds = 3;
constexpr double kRefuterSeconds = 2;

std::string full_name(const Claim& claim) { return claim.kind + " " + claim.label; }

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
            std::max<std::int64_t>(largest, pair.second.size() <= 9 ? std::stoll(pair.second) : kLargestReplay + 1);
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
    if (claim.kind == "example" || claim.kind == "remark") {  // these speak of what there is up to their bound
        std::string at;
        for (const auto& [name, value] : verdict.counterexample) at += fmt::format(" {} = {}", name, value);
        verdict.tried.push_back("refuter: it holds up to its bound only and is false at" + at);
        return true;
    }
    verdict.kind = ProofVerdict::Kind::refuted;
    return true;
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

std::vector<const Claim*> claims_used(const lang::Document& document, const Claim& claim) {
    std::vector<const Claim*> used;
    for (const Claim& other : document.file.claims) {
        if (&other == &claim) continue;
        if (std::any_of(claim.uses.begin(), claim.uses.end(), [&](const syntax::Use& use) {
                return use.claim == other.label || use.claim == full_name(other);
            }))
            used.push_back(&other);
    }
    return used;
}

bool is_general(const std::string& method) {
    return method == "levels" || method == "values" || method == "induction" || method == "columns";
}

std::string limits_of(const Claim& claim, const std::set<std::string>& chosen) {
    std::string limits;
    for (const auto& [name, value] : claim.bounds)
        if (chosen.contains(name)) limits += (limits.empty() ? "" : ", ") + name + " <= " + value;
    return limits;
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
    verdict.claim = full_name(claim);
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
    if (settled_by_refuter(document_, claim, effort_ * kRefuterSeconds, watch_, verdict)) return;
    const auto settle = [&](Attempt attempt) {
        if (attempt.kind != Attempt::Kind::proved) {
            if (!attempt.why.empty()) verdict.tried.push_back(attempt.method + ": " + attempt.why);
            return false;
        }
        verdict.kind = attempt.limited ? ProofVerdict::Kind::limited : ProofVerdict::Kind::proved;
        verdict.method = attempt.method;
        verdict.generality = attempt.generality;
        verdict.attempt = std::move(attempt);
        if (!verdict.attempt.limited) verdict.tried.clear();  // what stood in the way of a proof for all
        return true;
    };

    // A claim about finitely many cases has just been proved.
    Claim finite = claim;
    finite.bound.reset();
    finite.bounds.clear();
    if (!claim.assumption && !has_hints(claim)) {
        const Verdict whole =
            claim.bound || !claim.bounds.empty() ? check(document_, finite, std::nullopt, watch_) : checked;
        if (whole.kind == Verdict::Kind::holds) {
            Attempt attempt;
            attempt.kind = Attempt::Kind::proved;
            attempt.method = "computation";
            attempt.generality =
                whole.cases == 1 ? "the one case of the claim" : fmt::format("all {} cases of the claim", whole.cases);
            attempt.data["cases"] = whole.cases;
            settle(std::move(attempt));
            return;
        }
    }
    if (settle(by_windows(claim))) return;
    if (settle(by_conditions(claim, chain, verdict))) return;
    verdict.uses.clear();  // what follows rests on nothing else
    Attempt digits = by_digits(claim);
    if (digits.kind == Attempt::Kind::refuted) {
        // Found by the automata; it counts once the rules say so too.
        const std::int64_t largest = largest_of(digits.counterexample);
        if (largest <= kLargestReplay) {
            const Verdict far = check(document_, claim, largest, watch_);
            if (far.kind == Verdict::Kind::refuted) return refuted(far);
        }
        std::string at;
        for (const auto& [name, value] : digits.counterexample)
            at += fmt::format("{}{} = {}", at.empty() ? "" : ", ", name, value);
        digits = failed("digits", "a counterexample that was not confirmed by the rules, at " + at);
    }
    if (settle(std::move(digits))) return;

    // A set that is wrong only far out: the levels of its powers one by one.
    try {
        const lang::OpenClaim open = lang::open_claim(document_, claim);
        std::string searched;
        for (int level = 0; level <= effort_ * kHighestLevel; ++level) {
            proofs::Conditions conditions(open, &watch_);
            const auto [script, names] = conditions.search_script(level);
            if (script.empty() || script.size() > kLongestScript) break;
            const auto found = proofs::model(script, names, static_cast<unsigned>(effort_ * kEffort), watch_);
            searched = fmt::format(
                "search for a position outside the set without a move into it: none found with coordinates of sum "
                "below 2^{}",
                level + 1);
            if (found.empty()) continue;
            const std::int64_t largest = largest_of(found);
            searched =
                fmt::format("search for a counterexample: stopped at one that was too large to compare with the rules");
            if (largest > kLargestReplay) break;
            const Verdict far = check(document_, claim, largest, watch_);
            if (far.kind == Verdict::Kind::refuted) return refuted(far);
            searched = "search for a counterexample: a position that the conditions do not cover holds by the rules";
            break;
        }
        if (!searched.empty()) verdict.tried.push_back(searched);
    } catch (const proofs::Unsupported&) {
    } catch (const Error& error) {
        if (error.fault() == Fault::cancelled) throw;
    }
}

Attempt Prover::by_conditions(const Claim& claim, const Chain& chain, ProofVerdict& verdict) {
    Attempt attempt = failed("conditions", "");
    try {
        const lang::OpenClaim open = lang::open_claim(document_, claim);
        const proofs::Conditions plan(open, &watch_);
        attempt.method = plan.method();
        attempt.generality = plan.generality();
        for (const Claim* other : claims_used(document_, claim)) {
            if (std::find(chain.begin(), chain.end(), other) != chain.end())
                return failed(attempt.method, fmt::format("{} uses this claim itself", full_name(*other)));
            const ProofVerdict& below = prove(*other, chain);
            if (below.kind == ProofVerdict::Kind::proved && !is_general(below.method))
                return failed(attempt.method, fmt::format("it rests on {}, which is proved by {} only",
                                                          full_name(*other), below.method));
            if (below.kind != ProofVerdict::Kind::proved)
                return failed(attempt.method, fmt::format("it rests on {}, which is not proved", full_name(*other)));
            verdict.uses.push_back(full_name(*other));
        }
        attempt.data["solver"] = proofs::solver_version();
        attempt.data["conditions"] = nlohmann::ordered_json::array();
        for (std::size_t i = 0; i < plan.list().size(); ++i) {
            const proofs::Condition& condition = plan.list()[i];
            std::set<std::string> seen;
            std::size_t text_size = 0;
            bool shown = false, larger = false;
            std::string last = "no contradiction found";
            // From few instances to many: hints of one kind in all rounds, before hints that use more.
            const bool hinted = has_hints(claim);
            const double text_limit = effort_ * static_cast<double>(hinted ? kMostText : kMostText / 3);
            const auto kind_of = [&](std::size_t j) {
                const auto& hint = condition.hints[j];
                return std::tuple(hint.opaque, hint.rules, !hint.copies_first, hint.lemmas && hint.only_lemma < 0);
            };
            for (std::size_t first = 0; first < condition.hints.size() && !shown;) {
                std::size_t end = first;
                while (end < condition.hints.size() && kind_of(end) == kind_of(first)) ++end;
                for (int rounds = 1; rounds <= (hinted ? kMostRounds : kMostRounds - 1) && !shown; ++rounds) {
                    for (std::size_t j = first; j < end && !shown; ++j) {
                        if (static_cast<double>(text_size) > text_limit) break;
                        watch_.check();
                        // Names depend on what was made before: each script is made from scratch, so that it can be made again.
                        proofs::Conditions fresh(open, &watch_);
                        const proofs::Condition& same = fresh.list()[i];
                        const std::string script =
                            fresh.script(same, same.hints[j], rounds, {full_name(claim), same.name});
                        if (!seen.insert(script).second) continue;
                        if (script.size() > kLongestScript) {
                            larger = true;
                            break;  // the next rounds are longer still
                        }
                        text_size += script.size();
                        const unsigned full = script.size() < kShortScript || hinted ? kEffort : kEffort / 2;
                        const proofs::Answer answer =
                            proofs::solve(script, static_cast<unsigned>(effort_ * full), watch_);
                        if (answer == proofs::Answer::unknown) last = "the solver gave up";
                        if (answer != proofs::Answer::unsat) continue;
                        shown = true;
                        const std::string file = fmt::format("condition-{:02}.smt2", i + 1);
                        attempt.data["conditions"].push_back({{"name", same.name},
                                                              {"file", file},
                                                              {"hint", j},
                                                              {"rounds", rounds},
                                                              {"with", same.hints[j].text}});
                        attempt.files.emplace_back(file, script);
                    }
                    if (larger) break;
                }
                larger = larger && !shown;
                first = end;
            }
            if (!shown)
                return failed(attempt.method, fmt::format("\"{}\" was not shown ({}{})", condition.name, last,
                                                          larger ? "; some lists of instances were too long" : ""));
        }
        attempt.kind = Attempt::Kind::proved;
    } catch (const proofs::Unsupported& unsupported) {
        return failed(attempt.method, "no formula for " + unsupported.what);
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return failed(attempt.method, error.what());
    }
    return attempt;
}

Attempt Prover::by_digits(const Claim& claim) {
    Attempt all = failed("digits", "");
    try {
        // Only what the game's arguments depend on is bounded.
        lang::Bounds bounds;
        for (const auto& [name, value] : claim.bounds) bounds.named[name] = clamp(integer_from(value));
        all.data["instances"] = nlohmann::ordered_json::array();
        std::size_t count = 0;
        std::set<std::string> chosen;
        Attempt found;
        std::string why;
        lang::for_each_instance(document_, claim, bounds, [&](lang::ClaimInstance&& instance) {
            if (instance.assumed) why = "an assumption about a rule function";
            if (++count > kMostInstances) why = "too many choices of the game's arguments";
            if (!why.empty()) return false;
            const Attempt one =
                prove_by_digits(instance, watch_,
                                std::min(watch_.limits().memory / 4, static_cast<std::uint64_t>(effort_ * (1 << 29))));
            if (one.kind == Attempt::Kind::refuted) {
                found = one;
                found.method = "digits";
                return false;
            }
            if (one.kind != Attempt::Kind::proved) {
                why = one.why;
                if (why.starts_with("it is none of"))
                    why = "not a claim about a set of positions or a formula for values";
                return false;
            }
            nlohmann::ordered_json entry;
            for (const auto& [name, value] : instance.chosen) {
                entry["chosen"][name] = value;
                chosen.insert(name);
            }
            entry["data"] = one.data;
            entry["files"] = nlohmann::ordered_json::array();
            for (const auto& [name, content] : one.files) {
                const std::string file = fmt::format("{:03}-{}", count, name);
                entry["files"].push_back({{"name", name}, {"file", file}});
                all.files.emplace_back(file, content);
            }
            all.data["instances"].push_back(std::move(entry));
            all.generality = one.generality;
            return true;
        });
        if (found.kind == Attempt::Kind::refuted) return found;
        if (!why.empty()) return failed("digits", why);
        if (count == 0) return failed("digits", "no case to prove");
        if (!chosen.empty()) {
            const std::string limits = limits_of(claim, chosen);
            all.limited = !limits.empty();
            all.generality = (limits.empty() ? "" : "for " + limits + " only, ") + "any heights";
        }
        all.kind = Attempt::Kind::proved;
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return failed("digits", error.what());
    }
    return all;
}

Attempt Prover::by_windows(const Claim& claim) {
    using Form = Claim::Form;
    if (claim.form != Form::period && claim.form != Form::repeats) return failed("windows", "");
    if (!claim.bindings.empty()) return failed("windows", "");  // left to induction
    if (claim.assumption) return failed("windows", "an assumption about a rule function");
    Attempt attempt = failed("windows", "");
    lang::for_each_instance(document_, claim, lang::bounds_of(claim), [&](lang::ClaimInstance&& instance) {
        const PeriodAnswer answer =
            find_period(instance.rules, instance.about_outcome ? What::outcome : What::grundy, kPeriodSearch, watch_);
        if (!answer.proved) {
            attempt.why = answer.why_not;
            return false;
        }
        Frame frame;
        frame.slots.resize(static_cast<std::size_t>(instance.frame_size));
        bool same = answer.saltus == 0;
        if (claim.form == Form::period) {
            same = same && evaluate(instance.statement, frame) == answer.period &&
                   (instance.preperiod ? evaluate(instance.preperiod, frame) : Integer(0)) == answer.preperiod;
        } else {
            // The check compared the whole word; a period that divides its length does the rest.
            const std::int64_t length = std::ssize(word_of(instance.word, frame));
            same = same && answer.preperiod == 0 && length % answer.period == 0 && instance.box[0] + 1 >= length;
        }
        if (!same) {
            attempt.why = "the period found is another one";
            return false;
        }
        attempt.kind = Attempt::Kind::proved;
        attempt.generality = "every heap";
        attempt.data["period"] = answer.certificate;
        return false;
    });
    return attempt;
}

}  // namespace bouton
