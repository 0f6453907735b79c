#include "claims/check.hpp"

#include "claims/examiner.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>

namespace bouton {

using lang::ClaimInstance;
using lang::WordPart;
using syntax::Claim;

namespace {

constexpr std::size_t kBatch = 256;  // instances that are elaborated before they run in parallel
constexpr std::size_t kLongestWord = 10000000;

using Assignment = std::vector<std::pair<std::string, std::string>>;

struct Finding {
    bool refuted = false;
    Assignment at;
    std::string error;
    std::uint64_t cases = 0;
    bool ran = false;
    std::optional<Error> limit;
    bool decided() const { return refuted || !error.empty() || limit; }
};

/// Runs one instance of a claim.
class Run {
  public:
    Run(const ClaimInstance& instance, const Watch& watch, const std::string& engine)
        : instance_(instance), examiner_(instance, watch, engine) {
        frame_.slots.resize(static_cast<std::size_t>(instance.frame_size));
        frame_.watch = &watch;
    }

    Finding operator()() {
        try {
            if (instance_.assumed && !for_each(instance_.assumed_loop, frame_, &examiner_,
                                               [&] { return test(instance_.assumed, frame_, &examiner_); }))
                throw bad_input("the claim is tried with a rule function that does not satisfy what it assumes");
            for_each(instance_.loop, frame_, &examiner_, [&] { return one_case(); });
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled || error.fault() == Fault::limit) throw;
            finding_.error = error.what();
            const Assignment at = assignment();
            for (std::size_t i = 0; i < at.size(); ++i)
                finding_.error += fmt::format("{}{} = {}", i ? ", " : " (at ", at[i].first, at[i].second);
            if (!at.empty()) finding_.error += ")";
        }
        return finding_;
    }

  private:
    bool one_case() {
        switch (instance_.form) {
            case Claim::Form::condition: return condition();
            case Claim::Form::repeats:
            case Claim::Form::starts: return word();
            case Claim::Form::period: return period();
        }
        return true;
    }

    /// The variables' values, in order.
    Assignment assignment() const {
        Assignment result = instance_.chosen;
        for (const Binder& binder : instance_.loop.binders)
            for (std::size_t i = 0; i < binder.slots.size(); ++i)
                result.emplace_back(binder.names[i], std::to_string(frame_[binder.slots[i]]));
        return result;
    }

    bool refute(const Assignment& more = {}) {
        finding_.refuted = true;
        finding_.at = assignment();
        finding_.at.insert(finding_.at.end(), more.begin(), more.end());
        return false;
    }

    bool condition() {
        const Expr& statement = instance_.statement;
        if (statement->op == Op::sets_equal || statement->op == Op::subset) {
            const auto difference =
                examiner_.first_difference(statement->sets[0], statement->sets[1], statement->op == Op::subset, frame_);
            std::uint64_t cells = 1;
            const auto names = examiner_.coordinate_names();
            for (std::size_t i = 0; i < instance_.box.size(); ++i)
                for (std::size_t j = 0; j < (static_cast<int>(i) == instance_.rules.piles ? instance_.pile_count : 1);
                     ++j)
                    cells *= static_cast<std::uint64_t>(instance_.box[i]) + 1;
            finding_.cases += cells;
            if (!difference) return true;
            Assignment position;
            for (std::size_t i = 0; i < names.size(); ++i) {
                const auto taken = assignment();
                if (std::any_of(taken.begin(), taken.end(), [&](const auto& pair) { return pair.first == names[i]; }))
                    continue;
                position.emplace_back(names[i], std::to_string((*difference)[i]));
            }
            return refute(position);
        }
        ++finding_.cases;
        return test(statement, frame_, &examiner_) || refute();
    }

    std::int64_t value(std::int64_t heap) {
        ++finding_.cases;
        return examiner_.value(instance_.about_outcome ? What::outcome : What::grundy, {heap});
    }

    std::int64_t last_heap() const {
        if (instance_.box[0] < 0)
            throw bad_input("how far are the values to be compared? give the claim a bound, as in: to 100");
        return instance_.box[0];
    }

    bool word() {
        const std::vector<std::int64_t> symbols = word_of(instance_.word, frame_);
        if (symbols.empty()) throw bad_input("the word is empty; exclude that case with `if`");
        const bool repeats = instance_.form == Claim::Form::repeats;
        const auto length = static_cast<std::int64_t>(symbols.size());
        const std::int64_t last = repeats ? last_heap() : length - 1;
        if (length > last + 1)
            throw bad_input(fmt::format("the word has {} values; the bound must be at least {}", length, length - 1));
        for (std::int64_t heap = 0; heap <= last; ++heap)
            if (value(heap) != symbols[static_cast<std::size_t>(heap) % symbols.size()])
                return refute({{instance_.rules.coordinates[0], std::to_string(heap)}});
        return true;
    }

    bool period() {
        const std::int64_t period = evaluate_machine(instance_.statement, frame_, &examiner_);
        const std::int64_t before = instance_.preperiod ? evaluate_machine(instance_.preperiod, frame_, &examiner_) : 0;
        const std::int64_t last = last_heap();
        if (period < 1 || before < 0)
            throw bad_input(fmt::format("a period of {} after {} makes no sense", period, before));
        const Integer needed = Integer(before) + 2 * Integer(period);
        if (last < needed)
            throw bad_input(fmt::format("to see a period of {} after {} the bound must be at least {}", period, before,
                                        to_text(needed)));
        std::vector<std::int64_t> values;
        for (std::int64_t heap = 0; heap <= last; ++heap) values.push_back(value(heap));
        const auto breaks = [&](std::int64_t p) -> std::int64_t {
            for (std::int64_t n = before; n + p <= last; ++n)
                if (values[static_cast<std::size_t>(n)] != values[static_cast<std::size_t>(n + p)]) return n;
            return -1;
        };
        if (const std::int64_t at = breaks(period); at >= 0)
            return refute({{instance_.rules.coordinates[0], std::to_string(at)}});
        for (std::int64_t p = 1; p <= period / 2; ++p)
            if (period % p == 0 && breaks(p) < 0) return refute({{"period", std::to_string(p)}});
        if (before > 0 &&
            values[static_cast<std::size_t>(before - 1)] == values[static_cast<std::size_t>(before - 1 + period)])
            return refute({{"preperiod", std::to_string(before - 1)}});
        return true;
    }

    const ClaimInstance& instance_;
    Examiner examiner_;
    Frame frame_;
    Finding finding_;
};

std::string bound_text(const lang::Bounds& bounds) {
    std::string text = bounds.general ? std::to_string(*bounds.general) : "";
    for (const auto& [name, value] : bounds.named)
        text += fmt::format("{}{} <= {}", text.empty() ? "" : ", ", name, value);
    return text;
}

}  // namespace

std::vector<std::int64_t> word_of(const std::vector<lang::WordPart>& word, Frame& frame) {
    std::vector<std::int64_t> symbols;
    for (const lang::WordPart& part : word) {
        const std::vector<std::int64_t> once =
            part.is_group ? word_of(part.group, frame) : std::vector<std::int64_t>{clamp(part.symbol)};
        const std::int64_t count = part.count ? evaluate_machine(part.count, frame) : 1;
        if (once.empty()) continue;
        if (count < 0) throw bad_input(fmt::format("a word repeated {} times; exclude that case with `if`", count));
        if (count > 0 && once.size() > kLongestWord / static_cast<std::size_t>(count))
            throw over_limit("a word of more than 10 million values");
        for (std::int64_t i = 0; i < count; ++i) symbols.insert(symbols.end(), once.begin(), once.end());
    }
    return symbols;
}

std::string to_text(Verdict::Kind kind) {
    return kind == Verdict::Kind::holds ? "holds" : kind == Verdict::Kind::refuted ? "refuted" : "error";
}

bool Verdict::as_expected() const {
    if (kind == Kind::error) return false;
    if (expect_refuted != (kind == Kind::refuted)) return false;
    const auto sorted = [](Assignment pairs) {
        std::sort(pairs.begin(), pairs.end());
        return pairs;
    };
    return !expect_refuted || expected_counterexample.empty() ||
           sorted(expected_counterexample) == sorted(counterexample);
}

Verdict check(const lang::Document& document, const Claim& claim, std::optional<std::int64_t> to, const Watch& watch,
              const std::string& engine) {
    Verdict verdict;
    verdict.file = document.source.path;
    verdict.claim = claim.kind + " " + claim.label;
    verdict.expect_refuted = claim.expect_refuted;
    verdict.expected_counterexample = claim.counterexample;
    verdict.note = claim.note;
    lang::Bounds bounds = lang::bounds_of(claim);
    if (to) bounds.general = to;
    verdict.bound = bound_text(bounds);
    const double start = watch.elapsed();

    Finding first;
    std::vector<ClaimInstance> batch;
    const auto run_batch = [&] {
        std::vector<Finding> findings(batch.size());
        std::atomic<std::size_t> decided{batch.size()};  // the least index that settles the claim
        const auto run = [&](std::size_t i) {
            if (i > decided.load()) return;
            try {
                findings[i] = Run(batch[i], watch, engine)();
            } catch (const Error& error) {  // counts only if nothing before it settles the claim
                if (error.fault() != Fault::limit) throw;
                findings[i].limit = error;
            }
            findings[i].ran = true;
            std::size_t least = decided.load();
            while (findings[i].decided() && i < least && !decided.compare_exchange_weak(least, i)) {
            }
        };
        // Isolated: while it waits, this thread must not start on another claim, whose time would be counted as this one's.
        tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, batch.size(), run); });
        batch.clear();
        for (Finding& finding : findings) {
            // When another claim fails, the scheduler drops what has not run yet; that must never count as "holds".
            if (!finding.ran) throw Error(Fault::cancelled, "stopped");
            first.cases += finding.cases;
            if (!finding.decided()) continue;
            if (finding.limit) throw *finding.limit;
            finding.cases = first.cases;
            first = std::move(finding);
            return false;
        }
        return true;
    };
    try {
        lang::for_each_instance(document, claim, bounds, [&](ClaimInstance&& instance) {
            batch.push_back(std::move(instance));
            return batch.size() < kBatch || run_batch();
        });
        if (!first.decided() && !batch.empty()) run_batch();
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        first.error = error.what();
    }
    if (!first.decided() && first.cases == 0)
        first.error = "no case was examined: the ranges and conditions leave none, or the bound is too small";

    verdict.kind = !first.error.empty() ? Verdict::Kind::error
                   : first.refuted      ? Verdict::Kind::refuted
                                        : Verdict::Kind::holds;
    verdict.counterexample = first.at;
    verdict.message = first.error;
    verdict.cases = first.cases;
    verdict.seconds = watch.elapsed() - start;
    return verdict;
}

}  // namespace bouton
