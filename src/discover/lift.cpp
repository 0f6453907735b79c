#include "discover/lift.hpp"

#include "claims/check.hpp"
#include "discover/trial.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace bouton::discover {

namespace {

constexpr std::size_t kMostBases = 8,
                      kCostlyBases = 2;   // choices of values to guess from: with cheap templates, with all
constexpr std::uint64_t kCheap = 400000;  // steps of a cheap template
constexpr double kShare = 0.4;            // of the usual effort, for each template
constexpr std::size_t kMostHeld = 3;      // laws of one template that are read
constexpr std::size_t kMostReadings = 3000, kMostNumbers = 10;
constexpr std::int64_t kBeyond = 3;       // values of a parameter beyond its range
constexpr std::int64_t kQuickValues = 5;  // of a parameter, in the first check

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::set<std::string> names_in(const std::string& text) {
    std::set<std::string> names;
    for (std::size_t at = 0; at < text.size();) {
        if (!is_word(text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && is_word(text[end])) ++end;
        names.insert(text.substr(at, end - at));
        at = end;
    }
    return names;
}

/// Names for the parameters that nothing else in the law has: their own where these are short.
std::vector<std::string> variables_for(const std::vector<Range>& ranges, const Sample& sample, const Guess& guess) {
    std::set<std::string> taken = names_in(guess.plain.variables + " " + guess.plain.statement);
    taken.insert(sample.coordinates.begin(), sample.coordinates.end());
    std::vector<std::string> names;
    for (const Range& range : ranges) {
        std::vector<std::string> wishes{"n", "k", "p", "q", "c", "d", "e"};
        if (range.name.size() <= 2) wishes.insert(wishes.begin(), range.name);
        for (const std::string& wish : wishes)
            if (taken.insert(wish).second) {
                names.push_back(wish);
                break;
            }
    }
    return names;
}

/// in maximum-nim(k = 5) with 2 piles -> in maximum-nim(k = k) with 2 piles
std::string where_with(std::string where, const std::vector<Range>& ranges, const std::vector<std::int64_t>& base,
                       const std::vector<std::string>& names) {
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const std::string given = fmt::format("{} = {}", ranges[i].name, base[i]);
        const std::size_t at = where.find(given);
        if (at == std::string::npos) return "";
        where.replace(at, given.size(),
                      ranges[i].name == names[i] ? names[i] : fmt::format("{} = {}", ranges[i].name, names[i]));
    }
    return where;
}

/// The side of the box of positions for checks with many values of the parameters: a first one, and a long one.
std::string side(const Sample& sample, bool quick) {
    switch (sample.dimension()) {
        case 1: return quick ? "60" : "300";
        case 2: return quick ? "14" : "40";
        case 3: return quick ? "5" : "10";
        default: return quick ? "3" : "5";
    }
}

std::string bounds_for(const Sample& sample, const Guess& guess, const std::vector<Range>& ranges,
                       const std::vector<std::string>& names, bool quick) {
    std::string bounds = side(sample, quick);
    if (!guess.plain.bounds.empty() && !quick) bounds = guess.plain.bounds;
    if (!guess.plain.bounds.empty() && quick) bounds = "12";
    const std::size_t named = guess.plain.bounds.find(',');
    if (named != std::string::npos) bounds = (quick ? "3" : "4") + guess.plain.bounds.substr(named);
    for (std::size_t i = 0; i < ranges.size(); ++i)
        bounds += fmt::format(", {} <= {}", names[i],
                              quick ? std::min(ranges[i].last, ranges[i].first + kQuickValues)
                                    : ranges[i].last + (ranges.size() == 1 ? kBeyond : 1));
    return bounds;
}

/// One choice of readings, and what it costs.
struct Choice {
    int cost;
    std::vector<std::size_t> index;
};

std::vector<Choice> choices(const std::vector<std::vector<Reading>>& options) {
    std::vector<Choice> all{{0, {}}};
    for (const auto& readings_here : options) {
        std::vector<Choice> longer;
        for (const Choice& choice : all)
            for (std::size_t i = 0; i < readings_here.size(); ++i) {
                Choice next = choice;
                next.cost += readings_here[i].cost;
                next.index.push_back(i);
                longer.push_back(std::move(next));
            }
        std::stable_sort(longer.begin(), longer.end(),
                         [](const Choice& a, const Choice& b) { return a.cost < b.cost; });
        if (longer.size() > kMostReadings) longer.resize(kMostReadings);
        all = std::move(longer);
    }
    return all;
}

std::string joined(const Cut& cut, const std::vector<std::vector<Reading>>& options,
                   const std::vector<std::size_t>& index, std::size_t first) {
    std::string text = cut.texts[0];
    for (std::size_t i = 0; i < cut.numbers.size(); ++i)
        text += options[first + i][index[first + i]].text + cut.texts[i + 1];
    return text;
}

class Lifter {
  public:
    Lifter(const Instance& instance, const std::vector<Range>& ranges, const Request& request, const Watch& watch)
        : instance_(instance), ranges_(ranges), request_(request), watch_(watch) {}

    LiftReport run() {
        const auto bases = ordered_bases();
        std::size_t number = 0;
        try {
            for (const auto& base : bases) {
                if (settled()) break;
                from(base, number++ < kCostlyBases);
            }
            for (const Waiting& part : waiting_) prove_now(*part.sample, part.guess, part.at);
        } catch (const Error& error) {
            if (error.fault() == Fault::input || result_.subject.document == nullptr) throw;
            result_.report.stopped = true;
        }
        drop_refuted();
        std::stable_sort(result_.report.laws.begin(), result_.report.laws.end(), [](const Law& a, const Law& b) {
            return a.part != b.part ? b.part : a.proved != b.proved ? a.proved : a.cost < b.cost;
        });
        result_.report.seconds = watch_.elapsed();
        return std::move(result_);
    }

  private:
    /// All choices of values, those first where few numbers coincide: powers of two and numbers next to them come late.
    std::vector<std::vector<std::int64_t>> ordered_bases() const {
        std::vector<std::vector<std::int64_t>> all{{}};
        for (const Range& range : ranges_) {
            std::vector<std::vector<std::int64_t>> longer;
            for (const auto& some : all)
                for (std::int64_t v = range.first; v <= range.last; ++v) {
                    longer.push_back(some);
                    longer.back().push_back(v);
                }
            all = std::move(longer);
        }
        const auto power = [](std::int64_t v) { return v > 0 && (v & (v - 1)) == 0; };
        const auto score = [&](const std::vector<std::int64_t>& base) {
            double sum = 0;
            for (const std::int64_t v : base)
                sum += power(v) + power(v + 1) + 0.1 * static_cast<double>(std::abs(v - 5));
            return sum + (std::set<std::int64_t>(base.begin(), base.end()).size() < base.size() ? 3 : 0);
        };
        std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return score(a) < score(b); });
        if (all.size() > kMostBases) all.resize(kMostBases);
        return all;
    }

    bool settled() const {
        return std::any_of(result_.report.laws.begin(), result_.report.laws.end(),
                           [](const Law& law) { return law.proved && !law.part; });
    }

    void from(const std::vector<std::int64_t>& base, bool all_templates) {
        // Samples point to their subject, and laws are told with it.
        subjects_.push_back(std::make_unique<Subject>(instance_(base)));
        const Subject* subject = subjects_.back().get();
        for (auto& one : samples_of(*subject, watch_, request_.piles)) samples_.push_back(std::move(one));
        const auto first =
            std::find_if(samples_.begin(), samples_.end(), [&](const auto& one) { return one->subject == subject; });
        const Sample& sample = **first;
        if (!result_.subject.document) {
            result_.subject = *subject;
            result_.report.boxes = fmt::format("fitted on {} positions", fmt::join(sample.small.extent(), " x "));
        }
        for (const TemplateEntry& entry : templates()) {
            if (!entry.find || !(sample.outcomes() ? entry.outcomes : entry.values)) continue;
            if (entry.steps > kCheap && !all_templates) continue;
            watch_.check();
            watch_.report(fmt::format("{}: {} …", subject->rules.instance, entry.name));
            Effort effort(static_cast<std::uint64_t>(static_cast<double>(entry.steps) * kShare), watch_);
            std::vector<Guess> guesses = entry.find(sample, effort);
            std::stable_sort(guesses.begin(), guesses.end(),
                             [](const Guess& a, const Guess& b) { return a.cost < b.cost; });
            result_.report.tried.push_back({entry.name, sample.piles, effort.spent(), guesses.size()});
            std::size_t held = 0;
            for (const Guess& guess : guesses) {
                if (held == kMostHeld || settled()) break;
                if (!guess.plain.definitions.empty() || !guess.plain.lemmas.empty()) continue;
                held += read(sample, guess, base);
            }
            if (settled()) return;
        }
    }

    /// Does the law hold at its own values? If so, all of it is tried for more.
    bool read(const Sample& sample, const Guess& guess, const std::vector<std::int64_t>& base) {
        NearMiss miss;
        try {
            if (!tested(sample, guess, watch_, miss)) {
                ++result_.report.tried.back().refuted;
                return false;
            }
            if (const std::optional<Guess> lifted = reading_of(sample, guess, base)) keep(sample, *lifted);
            for (const Phrasing& other : guess.others) {
                if (settled()) break;
                Guess alone = guess;
                alone.plain = other;
                alone.others.clear();
                if (const std::optional<Guess> lifted = reading_of(sample, alone, base)) keep(sample, *lifted);
            }
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;
            return false;
        }
        return true;
    }

    void keep(const Sample& sample, const Guess& guess) {
        NearMiss miss;
        std::optional<Law> law = tested(sample, guess, watch_, miss);
        if (!law || !known_.insert(law->statement).second) return;
        law->seconds = watch_.elapsed();
        result_.report.laws.push_back(*law);  // there even if the proof is interrupted
        const std::size_t at = result_.report.laws.size() - 1;
        if (guess.part)
            waiting_.push_back({&sample, guess, at});
        else
            prove_now(sample, guess, at);
    }

    void prove_now(const Sample& sample, const Guess& guess, std::size_t at) {
        NearMiss miss;
        Law law = result_.report.laws[at];
        watch_.report(fmt::format("proving {}", law.statement));
        const bool stands = prove(sample, guess, request_.effort, watch_, law, miss);
        law.seconds = watch_.elapsed();
        if (stands)
            result_.report.laws[at] = law;
        else
            refuted_.insert(at);
    }

    void drop_refuted() {
        std::vector<Law> laws;
        for (std::size_t i = 0; i < result_.report.laws.size(); ++i)
            if (!refuted_.count(i)) laws.push_back(std::move(result_.report.laws[i]));
        result_.report.laws = std::move(laws);
    }

    /// The cheapest reading that holds over the range.
    std::optional<Guess> reading_of(const Sample& sample, const Guess& guess, const std::vector<std::int64_t>& base) {
        const std::vector<std::string> names = variables_for(ranges_, sample, guess);
        if (names.size() < ranges_.size()) return std::nullopt;
        Guess lifted = guess;
        lifted.expression = nullptr;
        lifted.others.clear();
        lifted.note = fmt::format("read from {}", sample.rules().instance);
        lifted.plain.where =
            where_with(guess.plain.where.empty() ? sample.where : guess.plain.where, ranges_, base, names);
        if (lifted.plain.where.empty()) return std::nullopt;
        const Cut variables = cut_at_numbers(guess.plain.variables), statement = cut_at_numbers(guess.plain.statement);
        if (variables.numbers.size() + statement.numbers.size() > kMostNumbers) return std::nullopt;
        std::vector<std::pair<std::string, std::int64_t>> parameters;
        std::string loops;
        for (std::size_t i = 0; i < ranges_.size(); ++i) {
            parameters.emplace_back(names[i], base[i]);
            loops += fmt::format("{}{} >= {}", i ? ", " : "", names[i], ranges_[i].first);
        }
        std::vector<std::vector<Reading>> options;
        for (const std::int64_t number : variables.numbers) options.push_back(readings(number, parameters));
        for (const std::int64_t number : statement.numbers) options.push_back(readings(number, parameters));
        for (const Choice& choice : choices(options)) {
            watch_.check();
            const std::string rest = joined(variables, options, choice.index, 0);
            lifted.plain.variables = loops + (rest.empty() ? "" : rest.starts_with("if ") ? " " + rest : ", " + rest);
            lifted.plain.statement = joined(statement, options, choice.index, variables.numbers.size());
            const std::string quick = bounds_for(sample, guess, ranges_, names, true);
            lifted.plain.bounds = bounds_for(sample, guess, ranges_, names, false);
            lifted.cost = guess.cost + choice.cost;
            if (holds(sample, lifted, quick)) return lifted;
        }
        return std::nullopt;
    }

    bool holds(const Sample& sample, Guess guess, const std::string& bounds) const {
        guess.plain.bounds = bounds;
        try {
            const Stated claim = stated(sample, guess, guess.plain, bounds);
            return check(*claim.document, *claim.claim, std::nullopt, watch_).kind == Verdict::Kind::holds;
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;
            return false;
        }
    }

    const Instance& instance_;
    const std::vector<Range>& ranges_;
    const Request& request_;
    const Watch& watch_;
    LiftReport result_;
    std::set<std::string> known_;
    /// Parts of laws are proved last. Samples and subjects live as long.
    struct Waiting {
        const Sample* sample;
        Guess guess;
        std::size_t at;
    };
    std::vector<Waiting> waiting_;
    std::set<std::size_t> refuted_;
    std::vector<std::unique_ptr<Subject>> subjects_;
    std::vector<std::unique_ptr<Sample>> samples_;
};

}  // namespace

std::vector<Reading> readings(std::int64_t number,
                              const std::vector<std::pair<std::string, std::int64_t>>& parameters) {
    std::vector<Reading> all{{0, std::to_string(number)}};
    const auto add = [&](int cost, std::int64_t value, const std::string& text) {
        if (value == number) all.push_back({cost, text});
    };
    for (const auto& [k, v] : parameters) {
        add(1, v, k);
        for (const std::int64_t d : {1, 2}) {
            add(2, v + d, fmt::format("({} + {})", k, d));
            add(2, v - d, fmt::format("({} - {})", k, d));
        }
        add(2, 2 * v, fmt::format("(2*{})", k));
        add(3, 2 * v + 1, fmt::format("(2*{} + 1)", k));
        add(3, 2 * v - 1, fmt::format("(2*{} - 1)", k));
        add(3, v * v, fmt::format("{}^2", k));
        if (v > 2 && v < 20) add(3, std::int64_t{1} << v, fmt::format("2^{}", k));
    }
    for (std::size_t i = 0; i < parameters.size(); ++i)
        for (std::size_t j = i + 1; j < parameters.size(); ++j) {
            const auto& [k, v] = parameters[i];
            const auto& [l, w] = parameters[j];
            add(3, v * w, fmt::format("({}*{})", k, l));
            for (const std::int64_t a : {-1, 0, 1}) {
                const std::string rest = a == 0 ? "" : a > 0 ? " + 1" : " - 1";
                const int cost = 3 + (a != 0);
                add(cost, v + w + a, fmt::format("({} + {}{})", k, l, rest));
                for (const auto& [z, name] : {std::pair{v, k}, std::pair{w, l}}) {
                    add(cost + 1, v * w - z + a, fmt::format("({}*{} - {}{})", k, l, name, rest));
                    add(cost + 1, v * w + z + a, fmt::format("({}*{} + {}{})", k, l, name, rest));
                }
            }
        }
    // A parameter is the likelier reading of its own value than the number is: constants cost as much.
    if (all.size() > 1 && all[1].cost == 1) all[0].cost = 1;
    std::stable_sort(all.begin(), all.end(), [](const Reading& a, const Reading& b) { return a.cost < b.cost; });
    return all;
}

Cut cut_at_numbers(const std::string& text) {
    Cut cut{{""}, {}};
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_word(text[end])) ++end;
        const std::string word = text.substr(at, end - at);
        if (word.empty()) {
            cut.texts.back() += text[at++];
            continue;
        }
        if (word.size() < 10 && word.find_first_not_of("0123456789") == std::string::npos) {
            cut.numbers.push_back(std::stoll(word));
            cut.texts.emplace_back();
        } else {
            cut.texts.back() += word;
        }
        at = end;
    }
    return cut;
}

LiftReport lift(const Instance& instance, const std::vector<Range>& ranges, const Request& request,
                const Watch& watch) {
    return Lifter(instance, ranges, request, watch).run();
}

}  // namespace bouton::discover
