#include "discover/trial.hpp"

#include "claims/check.hpp"
#include "lang/print.hpp"
#include "proofs/by_digits.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::discover {

namespace {

constexpr double kCheckSeconds = 4;  // for the check beyond the large box, which the law can do without
// The prover counts its effort in steps; the clock stands behind it, for one phrasing and for one with lemmas.
constexpr double kProofSeconds = 25, kLemmaSeconds = 60;
constexpr double kProverEffort = 0.5, kFirstEffort = 0.1;
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

namespace {

/// One law before the prover, in all its phrasings.
class Proving {
  public:
    Proving(const Sample& sample, const Guess& guess, double effort, const Watch& watch, Law& law, NearMiss& miss)
        : sample_(sample), guess_(guess), effort_(effort), watch_(watch), law_(law), miss_(miss) {}

    /// Little effort for the law as it stands; then its other phrasings: by digits, which answer soon; those with lemmas, which were made
    /// for this game; the rest, with all the effort. False: it was refuted.
    bool operator()() {
        if (by_digits(guess_.plain) || by_prover(guess_.plain, kFirstEffort)) return true;
        if (refuted_) return false;
        std::vector<Phrasing> others = guess_.others;
        for (const Rephrase rephrase : rephrasings())
            for (Phrasing& other : rephrase(sample_, guess_)) others.push_back(std::move(other));
        for (const Phrasing& other : others)
            if (other.lemmas.empty() && by_digits(other)) return true;
        for (const Phrasing& other : others)
            if (!other.lemmas.empty() && by_prover(other, kProverEffort)) return true;
        if (guess_.plain.lemmas.empty() && by_prover(guess_.plain, kProverEffort)) return true;
        if (refuted_) return false;
        for (const Phrasing& other : others)
            if (other.lemmas.empty() && by_prover(other, kProverEffort)) return true;
        return true;
    }

  private:
    bool is_plain(const Phrasing& phrasing) const { return &phrasing == &guess_.plain; }

    void failed(const Phrasing& phrasing, const std::string& why) {
        const std::string line = (is_plain(phrasing) ? "" : phrasing.name + ", ") + why;
        if (std::find(law_.tried.begin(), law_.tried.end(), line) == law_.tried.end()) law_.tried.push_back(line);
    }

    std::optional<Stated> statement_of(const Phrasing& phrasing) {
        watch_.check();
        try {
            return stated(sample_, guess_, phrasing, near_bounds(sample_));
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;
            failed(phrasing, error.what());
            return std::nullopt;
        }
    }

    bool by_digits(const Phrasing& phrasing) {
        if (!phrasing.lemmas.empty()) return false;
        const std::optional<Stated> claim = statement_of(phrasing);
        if (!claim) return false;
        const auto quick = quickly(*claim, watch_);
        if (!quick) return false;
        if (!is_plain(phrasing)) {  // its bound is told: as far as this phrasing was compared
            const Verdict near = check(*claim->document, *claim->claim, std::nullopt, watch_);
            if (near.kind != Verdict::Kind::holds) return false;
            law_.bound = near.bound;
            law_.cases = near.cases;
        }
        law_.proved = true;
        law_.method = quick->method;
        law_.generality = quick->generality;
        accepted(law_, guess_, phrasing, claim->text);
        return true;
    }

    bool by_prover(const Phrasing& phrasing, double effort) {
        const std::optional<Stated> claim = statement_of(phrasing);
        if (!claim) return false;
        const bool lemmas = !phrasing.lemmas.empty();
        const Watch part(watch_, {watch_.limits().memory, lemmas ? kLemmaSeconds : kProofSeconds});
        Prover prover(*claim->document, part, (lemmas ? kProverEffort : effort) * effort_);
        const ProofVerdict& verdict = prover.prove(*claim->claim);
        law_.tested = std::max(law_.tested, verdict.tested);
        if (verdict.kind == ProofVerdict::Kind::refuted && is_plain(phrasing)) {
            // another phrasing may be wrong where the law is right
            miss_ = missed(guess_, verdict.counterexample, law_.cases);
            refuted_ = true;
        }
        if (verdict.kind != ProofVerdict::Kind::proved) {
            for (const std::string& why : verdict.tried) failed(phrasing, why);
            return false;
        }
        law_.proved = true;
        law_.method = verdict.method;
        law_.generality = verdict.generality;
        if (!is_plain(phrasing)) {
            law_.bound = verdict.bound;
            law_.cases = verdict.cases;
        }
        accepted(law_, guess_, phrasing, claim->text);
        return true;
    }

    const Sample& sample_;
    const Guess& guess_;
    double effort_;
    const Watch& watch_;
    Law& law_;
    NearMiss& miss_;
    bool refuted_ = false;
};

}  // namespace

bool prove(const Sample& sample, const Guess& guess, double effort, const Watch& watch, Law& law, NearMiss& miss) {
    return Proving(sample, guess, effort, watch, law, miss)();
}

}  // namespace bouton::discover
