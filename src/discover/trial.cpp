#include "discover/trial.hpp"

#include "claims/check.hpp"
#include "lang/print.hpp"
#include "proofs/by_digits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace bouton::discover {

namespace {

constexpr double kCheckSeconds = 4;   // for the check beyond the large box, which the law can do without
constexpr double kProofSeconds = 12;  // for one phrasing
constexpr double kLemmaSeconds = 45;  // for one with lemmas
constexpr double kProverEffort = 0.5;
constexpr double kQuickSeconds = 6;  // for a first try by digits, which its memory bounds
constexpr std::uint64_t kQuickMemory = 24 << 20;

/// How far claims go beyond the large box, by dimension: the side of the box.
std::int64_t far_side(std::size_t dimension) {
    constexpr std::int64_t sides[] = {0, 20000, 400, 60, 18, 10};
    return dimension < std::size(sides) ? sides[dimension] : 7;
}

std::size_t long_coordinates(const Sample& sample) {
    const auto& extent = sample.large.extent();
    const std::int64_t most = *std::max_element(extent.begin(), extent.end());
    return static_cast<std::size_t>(std::count(extent.begin(), extent.end(), most));
}

std::string at_text(const std::vector<std::pair<std::string, std::string>>& counterexample) {
    std::string text;
    for (const auto& [name, value] : counterexample)
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
    return text;
}

NearMiss missed(const Guess& guess, const std::vector<std::pair<std::string, std::string>>& at, std::uint64_t cases) {
    return {guess.kind, guess.cost, guess.plain.statement, at_text(at), cases};
}

/// What is shown is what was proved.
void accepted(Law& law, const Guess& guess, const Phrasing& phrasing, const std::string& claim) {
    law.tried.clear();
    law.phrasing.clear();
    if (&phrasing == &guess.plain) return;
    law.phrasing = phrasing.name;
    law.claim = claim;
    law.statement = phrasing.statement;
    law.definitions = phrasing.definitions;
    law.lemmas = phrasing.lemmas;
    law.game = phrasing.game;
}

/// Digits first: with little memory they either answer at once or give up, before the search for goals takes all the time there is.
std::optional<proofs::Judged> quickly(const Stated& claim, const Watch& watch) {
    const Watch part(watch, {watch.limits().memory, kQuickSeconds});
    try {
        return proofs::proved_by_digits(*claim.document, *claim.claim, part, kQuickMemory);
    } catch (const Error& error) {
        if (error.fault() == Fault::cancelled) throw;
        watch.check();
        return std::nullopt;
    }
}

}  // namespace

/// The game, and the definitions that its rules use, directly or through others.
std::string rules_text(const Subject& subject) {
    syntax::File file;
    file.games = {*subject.game.game};
    std::string text = lang::print(file);
    const auto named = [&](const std::string& name) {
        const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
        for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
            const std::size_t end = at + name.size();
            if ((at == 0 || !in_name(text[at - 1])) && (end == text.size() || !in_name(text[end]))) return true;
        }
        return false;
    };
    const auto& all = subject.game.document->file.definitions;
    std::vector<bool> taken(all.size(), false);
    for (bool more = true; more;) {
        more = false;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (taken[i] || !named(all[i].name)) continue;
            taken[i] = more = true;
            file.definitions.push_back(all[i]);
            text = lang::print(file);
        }
    }
    return text;
}

Stated stated(const Sample& sample, const Guess& guess, const Phrasing& phrasing, const std::string& bounds) {
    Stated result;
    result.text = fmt::format(
        "claim \"{}\" {}{}{}: {}{}{}  to {}\n", guess.label, phrasing.where.empty() ? sample.where : phrasing.where,
        phrasing.variables.empty() ? "" : " for ", phrasing.variables, phrasing.statement,
        phrasing.hints.empty() ? "" : "\n  ", phrasing.hints, phrasing.bounds.empty() ? bounds : phrasing.bounds);
    const std::string rules = phrasing.game.empty() ? rules_text(*sample.subject) : phrasing.game;
    result.document = lang::read_document(
        {"discover", fmt::format("{}\n{}\n{}\n{}", rules, phrasing.definitions, phrasing.lemmas, result.text)},
        [](const std::string&) { return lang::DocumentPtr{}; });
    result.claim = &result.document->file.claims.back();
    return result;
}

std::string near_bounds(const Sample& sample) {
    const auto& extent = sample.large.extent();
    return std::to_string(*std::max_element(extent.begin(), extent.end()) - 1);
}

/// Beyond the numbers that the rules name, as far as that can be afforded: what they say of x > 70000 shows there.
std::string far_bounds(const Sample& sample) {
    constexpr std::int64_t most[] = {0, 1000000, 1500, 120, 30, 15};
    const std::size_t dimension = long_coordinates(sample);
    std::int64_t side = far_side(dimension);
    syntax::Game game = *sample.subject->game.game;
    game.about.clear();  // years and pages are no numbers of the game
    game.source.clear();
    const std::string rules = lang::print(game);
    for (std::size_t i = 0; i < rules.size();) {
        const std::size_t end = std::min(rules.find_first_not_of("0123456789", i), rules.size());
        if (end > i && end - i <= 7 && dimension < std::size(most)) {
            const std::int64_t named = std::stoll(rules.substr(i, end - i));
            if (2 * named <= most[dimension]) side = std::max(side, 2 * named);
        }
        i = std::max(end, i) + 1;
    }
    return std::to_string(side);
}

std::optional<Law> tested(const Sample& sample, const Guess& guess, const Watch& watch, NearMiss& miss) {
    const Stated near = stated(sample, guess, guess.plain, near_bounds(sample));
    const Verdict verdict = check(*near.document, *near.claim, std::nullopt, watch);
    miss = missed(guess, verdict.counterexample, verdict.cases);
    if (verdict.kind == Verdict::Kind::error) miss.exception = verdict.message;
    if (verdict.kind != Verdict::Kind::holds) return std::nullopt;
    Law law;
    law.kind = guess.kind;
    law.claim = near.text;
    law.statement = guess.plain.statement;
    law.definitions = guess.plain.definitions;
    law.lemmas = guess.plain.lemmas;
    law.game = guess.plain.game;
    law.cost = guess.cost;
    law.part = guess.part;
    law.bound = verdict.bound;
    law.cases = verdict.cases;
    law.note = guess.note;
    law.search = guess.search;
    if (!guess.plain.bounds.empty()) return law;
    // Further out, as far as that is quick.
    try {
        const Watch part(watch, {watch.limits().memory, kCheckSeconds});
        const Stated far = stated(sample, guess, guess.plain, far_bounds(sample));
        const Verdict again = check(*far.document, *far.claim, std::nullopt, part);
        if (again.kind == Verdict::Kind::refuted) {
            miss = missed(guess, again.counterexample, again.cases);
            return std::nullopt;
        }
        if (again.kind == Verdict::Kind::holds) {
            law.claim = far.text;
            law.bound = again.bound;
            law.cases = again.cases;
        }
    } catch (const Error& error) {
        if (error.fault() != Fault::limit) throw;
    }
    return law;
}

bool prove(const Sample& sample, const Guess& guess, double effort, const Watch& watch, Law& law, NearMiss& miss) {
    // Others are made only when the first stays open; the list may grow while it is walked.
    std::deque<Phrasing> more(guess.others.begin(), guess.others.end());
    std::vector<const Phrasing*> phrasings{&guess.plain};
    for (const Phrasing& other : more) phrasings.push_back(&other);
    std::size_t asked = 0;
    for (std::size_t next = 0;; ++next) {
        watch.check();
        while (next == phrasings.size() && asked < rephrasings().size())
            for (Phrasing& other : rephrasings()[asked++](sample, guess))
                phrasings.push_back(&more.emplace_back(std::move(other)));
        if (next == phrasings.size()) return true;
        const Phrasing* phrasing = phrasings[next];
        Stated claim;
        try {
            claim = stated(sample, guess, *phrasing, near_bounds(sample));
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;
            law.tried.push_back(phrasing->name + ": " + error.what());
            continue;
        }
        if (phrasing->lemmas.empty())
            if (const auto quick = quickly(claim, watch)) {
                if (phrasing != &guess.plain) {  // its bound is told: as far as this phrasing was compared
                    const Verdict near = check(*claim.document, *claim.claim, std::nullopt, watch);
                    if (near.kind != Verdict::Kind::holds) continue;
                    law.bound = near.bound;
                    law.cases = near.cases;
                }
                law.proved = true;
                law.method = quick->method;
                law.generality = quick->generality;
                accepted(law, guess, *phrasing, claim.text);
                return true;
            }
        const Watch part(watch, {watch.limits().memory, phrasing->lemmas.empty() ? kProofSeconds : kLemmaSeconds});
        Prover prover(*claim.document, part, kProverEffort * effort);
        const ProofVerdict& verdict = prover.prove(*claim.claim);
        law.tested = std::max(law.tested, verdict.tested);
        if (verdict.kind == ProofVerdict::Kind::refuted) {
            if (phrasing != &guess.plain) continue;  // another phrasing may be wrong where the law is right
            miss = missed(guess, verdict.counterexample, law.cases);
            return false;
        }
        if (verdict.kind != ProofVerdict::Kind::proved) {
            for (const std::string& why : verdict.tried)
                law.tried.push_back((phrasing == &guess.plain ? "" : phrasing->name + ", ") + why);
            continue;
        }
        law.proved = true;
        law.method = verdict.method;
        law.generality = verdict.generality;
        if (phrasing != &guess.plain) {
            law.bound = verdict.bound;
            law.cases = verdict.cases;
        }
        accepted(law, guess, *phrasing, claim.text);
        return true;
    }
}

}  // namespace bouton::discover
