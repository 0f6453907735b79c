#include "discover/search.hpp"

#include "discover/shape.hpp"
#include "discover/trial.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <set>

namespace bouton::discover {

namespace {

constexpr std::size_t kMostTested = 12;  // guesses of one template that are checked
constexpr std::size_t kMostProved = 2;   // laws of one template that are given to the prover
constexpr std::size_t kMostMisses = 5;   // that are told

bool better(const Law& a, const Law& b) {
    if (a.part != b.part) return b.part;
    if (a.proved != b.proved) return a.proved;
    return a.cost < b.cost;
}

class Searcher {
  public:
    Searcher(const Subject& subject, const Request& request, const Watch& watch)
        : subject_(subject), request_(request), watch_(watch) {}

    Report run() {
        const auto samples = samples_of(subject_, watch_, request_.piles);
        report_.boxes =
            fmt::format("fitted on {} positions, tested on {}", fmt::join(samples[0]->small.extent(), " x "),
                        fmt::join(samples[0]->large.extent(), " x "));
        try {
            if (request_.like.empty())
                ask_all(samples);
            else
                ask_for_shape(samples);
            if (request_.like.empty() && !determined() && values_say_more()) {
                values_ = subject_;
                values_->quantity = Quantity::values;
                value_samples_ = samples_of(*values_, watch_, request_.piles);
                ask_all(value_samples_);
            }
            for (Candidate& candidate : candidates_)
                if (candidate.law.part && !settled()) prove_now(candidate, nullptr);
        } catch (const Error& error) {
            if (error.fault() == Fault::input) throw;
            report_.stopped = true;
        }
        rank();
        if (report_.laws.empty() || report_.laws[0].part) observe(*samples[0]);
        report_.seconds = watch_.elapsed();
        return std::move(report_);
    }

  private:
    /// A guess that holds as far as it was checked.
    struct Candidate {
        const Sample* sample;
        Guess guess;
        Law law;
        bool refuted = false;
    };

    void ask_all(const std::vector<std::unique_ptr<Sample>>& samples) {
        for (const auto& sample : samples)
            for (const TemplateEntry& entry : templates())
                if (!settled() && entry.find && (sample->outcomes() ? entry.outcomes : entry.values))
                    ask(entry, *sample, entry.find);
    }

    /// Some law determines everything, proved or not.
    bool determined() const {
        return std::any_of(candidates_.begin(), candidates_.end(),
                           [](const Candidate& c) { return !c.refuted && !c.law.part; });
    }

    /// P-positions are where the Grundy number is 0: a law of values is one of outcomes.
    bool values_say_more() const {
        return subject_.quantity == Quantity::outcomes && subject_.rules.players == 0 && !subject_.rules.misere;
    }

    bool settled() const {
        return std::any_of(candidates_.begin(), candidates_.end(),
                           [](const Candidate& c) { return c.law.proved && !c.law.part; });
    }

    const Law* best() const {
        const Law* best = nullptr;
        for (const Candidate& candidate : candidates_)
            if (!candidate.refuted && (!best || better(candidate.law, *best))) best = &candidate.law;
        return best;
    }

    /// Quick; a search that the clock has stopped still has the time that it left over for this.
    void observe(const Sample& sample) {
        const double seconds = watch_.limits().seconds;
        const Watch brief({watch_.limits().memory, seconds > 0 ? std::min(1.0, seconds / 30) : 1.0});
        try {
            report_.observations = observed(sample, report_.stopped ? brief : watch_);
        } catch (const Error& error) {
            if (error.fault() == Fault::input) throw;
        }
    }

    void ask_for_shape(const std::vector<std::unique_ptr<Sample>>& samples) {
        const auto& all = templates();
        const auto entry = std::find_if(all.begin(), all.end(), [](const auto& e) { return e.kind == Kind::shape; });
        bool fits = false;
        for (const auto& sample : samples) {
            if (settled() || !fits_shape(*sample, request_.like)) continue;
            fits = true;
            ask(*entry, *sample,
                [&](const Sample& one, Effort& effort) { return find_like(one, request_.like, effort); });
        }
        if (!fits)
            throw bad_input(fmt::format("the shape: the positions are ({}); write grundy({}) or outcome({})",
                                        samples[0]->position(), samples[0]->position(), samples[0]->position()));
    }

    void ask(const TemplateEntry& entry, const Sample& sample,
             const std::function<std::vector<Guess>(const Sample&, Effort&)>& find) {
        watch_.check();
        const Law* so_far = best();
        watch_.report(so_far ? fmt::format("{} …  (best so far: {})", entry.name, so_far->statement)
                             : fmt::format("{} …", entry.name));
        report_.tried.push_back({entry.name, sample.piles});
        Try& attempt = report_.tried.back();
        Effort effort(static_cast<std::uint64_t>(static_cast<double>(entry.steps) * request_.effort), watch_);
        std::vector<Guess> guesses;
        try {
            guesses = find(sample, effort);
        } catch (const Error& error) {
            attempt.cut = true;
            attempt.steps = effort.spent();
            keep_misses(effort.misses());
            throw;
        }
        attempt.steps = effort.spent();
        attempt.guesses = guesses.size();
        keep_misses(effort.misses());
        std::stable_sort(guesses.begin(), guesses.end(),
                         [](const Guess& a, const Guess& b) { return a.cost < b.cost; });
        if (guesses.size() > kMostTested) guesses.resize(kMostTested);
        std::size_t kept = 0;
        for (Guess& guess : guesses) {
            if (kept == kMostProved || settled()) break;
            if (!known_.insert(sample.where + guess.plain.variables + guess.plain.statement).second) continue;
            guess.label = free_label(guess.label);
            if (sample.quantity() != subject_.quantity) guess.note = "P-positions are where it is 0";
            kept += take(sample, guess, attempt);
        }
    }

    bool take(const Sample& sample, const Guess& guess, Try& attempt) {
        NearMiss miss;
        std::optional<Law> law;
        try {
            law = tested(sample, guess, watch_, miss);
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;
            miss = {guess.kind, guess.cost, guess.plain.statement, error.what(), 0};
        }
        if (!law) {
            ++attempt.refuted;
            keep_misses({miss});
            return false;
        }
        law->seconds = watch_.elapsed();
        labels_.insert(guess.label);
        candidates_.push_back({&sample, guess, *law});             // there even if the proof is interrupted
        if (!guess.part) prove_now(candidates_.back(), &attempt);  // parts of a law can wait
        return !candidates_.back().refuted;
    }

    void prove_now(Candidate& candidate, Try* attempt) {
        watch_.report(fmt::format("proving {}", candidate.law.statement));
        NearMiss miss;
        Law law = candidate.law;
        if (!prove(*candidate.sample, candidate.guess, request_.effort, watch_, law, miss)) {
            candidate.refuted = true;
            if (attempt) ++attempt->refuted;
            keep_misses({miss});
            return;
        }
        law.seconds = watch_.elapsed();
        candidate.law = law;
        if (request_.found) request_.found(law);
    }

    std::string free_label(const std::string& label) const {
        std::string name = label;
        for (int i = 2; labels_.count(name); ++i) name = fmt::format("{}, {}", label, i);
        return name;
    }

    void keep_misses(const std::vector<NearMiss>& misses) {
        report_.misses.insert(report_.misses.end(), misses.begin(), misses.end());
        std::stable_sort(report_.misses.begin(), report_.misses.end(),
                         [](const NearMiss& a, const NearMiss& b) { return a.holds > b.holds; });
        std::set<std::string> seen;
        std::erase_if(report_.misses, [&](const NearMiss& miss) { return !seen.insert(miss.law).second; });
        if (report_.misses.size() > kMostMisses) report_.misses.resize(kMostMisses);
    }

    /// Laws that determine all values say the same; of each kind the best one is kept, and of parts those that say more than a whole.
    void rank() {
        for (Candidate& candidate : candidates_)
            if (!candidate.refuted) report_.laws.push_back(std::move(candidate.law));
        std::stable_sort(report_.laws.begin(), report_.laws.end(), better);
        const bool whole = !report_.laws.empty() && !report_.laws[0].part && report_.laws[0].proved;
        std::set<Kind> kinds;
        std::erase_if(report_.laws, [&](const Law& law) {
            if (law.part) return whole;
            return !kinds.insert(law.kind).second;
        });
    }

    const Subject& subject_;
    const Request& request_;
    const Watch& watch_;
    Report report_;
    std::optional<Subject> values_;
    std::vector<std::unique_ptr<Sample>> value_samples_;
    std::deque<Candidate> candidates_;
    std::set<std::string> known_, labels_;
};

/// Names of definitions and labels of claims that a text declares.
std::vector<std::string> declared(const std::string& text) {
    std::vector<std::string> names;
    const syntax::File file = lang::parse_file(text, "laws");
    for (const auto& game : file.games) names.push_back("game " + game.name);
    for (const auto& definition : file.definitions) names.push_back("definition " + definition.name);
    for (const auto& claim : file.claims) names.push_back(lang::full_name(claim));
    return names;
}

}  // namespace

Report search(const Subject& subject, const Request& request, const Watch& watch) {
    return Searcher(subject, request, watch).run();
}

std::string paper(const Subject& subject, const std::vector<Law>& laws, const std::string& command) {
    std::string text =
        fmt::format("# Laws of {}, found by: {}\n\n{}\n", subject.rules.instance, command, rules_text(subject));
    std::set<std::string> used;
    for (const std::string& name : declared(rules_text(subject))) used.insert(name);
    for (const Law& law : laws) {
        const std::string body = law.game + (law.game.empty() ? "" : "\n") + law.definitions +
                                 (law.definitions.empty() ? "" : "\n") + law.lemmas + (law.lemmas.empty() ? "" : "\n") +
                                 law.claim;
        const std::vector<std::string> names = declared(body);
        const std::string remark =
            law.proved ? fmt::format("# proved, by {}", law.method) : "# checked to " + law.bound;
        if (std::any_of(names.begin(), names.end(), [&](const std::string& name) { return used.count(name) > 0; })) {
            text += fmt::format("\n# Another law, whose definitions would clash with those above: {}\n", law.statement);
            continue;
        }
        used.insert(names.begin(), names.end());
        text += fmt::format("\n{} (found as: {})\n{}", remark, name_of(law.kind), body);
    }
    return text;
}

}  // namespace bouton::discover
