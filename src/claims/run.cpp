#include "claims/run.hpp"

#include "base/parallel.hpp"
#include "base/period.hpp"
#include "claims/check.hpp"
#include "lang/coordinates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

namespace bouton {

using lang::ClaimInstance;
using syntax::Claim;

namespace {

constexpr std::size_t kBatch = 256;            // instances that are elaborated before they run in parallel
constexpr std::int64_t kFarthestHeap = 20000;  // of a search, for words and periods that ask for more than its box

bool is_comparison(const Expr& statement) { return statement->op == Op::sets_equal || statement->op == Op::subset; }

}  // namespace

Run::Run(const ClaimInstance& instance, const Watch& watch, const Effort& effort)
    : instance_(instance), watch_(watch), effort_(effort), examiner_(instance, watch, effort.engine) {
    if (effort.search) examiner_.set_most_cells(effort.most_cells);
    frame_.slots.resize(static_cast<std::size_t>(instance.frame_size));
    frame_.watch = &watch;
}

bool Run::assumption_holds() {
    if (!instance_.assumed) return true;
    try {
        return for_each(instance_.assumed_loop, frame_, &examiner_,
                        [&] { return test(instance_.assumed, frame_, &examiner_); });
    } catch (const Error& error) {
        if (!effort_.search || error.fault() == Fault::cancelled) throw;
        watch_.check();
        return false;
    }
}

Finding Run::all() {
    try {
        finding_.assumed = assumption_holds();
        if (!finding_.assumed && !effort_.search)
            throw bad_input("the claim is tried with a rule function that does not satisfy what it assumes");
        if (finding_.assumed) for_each(instance_.loop, frame_, &examiner_, [&] { return one_case(); });
    } catch (const Error& error) {
        if (error.fault() == Fault::cancelled) throw;
        if (error.fault() == Fault::limit) {
            if (!effort_.search) throw;
            watch_.check_whole();
            finding_.interrupted = true;
            return finding_;
        }
        if (effort_.search) {
            ++finding_.left_out;
            return finding_;
        }
        finding_.error = error.what();
        const Assignment at = assignment();
        for (std::size_t i = 0; i < at.size(); ++i)
            finding_.error += fmt::format("{}{} = {}", i ? ", " : " (at ", at[i].first, at[i].second);
        if (!at.empty()) finding_.error += ")";
    }
    return finding_;
}

/// Runs one case of a search: what cannot be evaluated is left out. When the clock stops a case, that is the search's business.
bool Run::guarded(const std::function<bool()>& run) {
    watch_.check();  // one case may be long
    try {
        return run();
    } catch (const Error& error) {
        if (error.fault() == Fault::cancelled) throw;
        watch_.check();
        ++finding_.left_out;
        return true;
    }
}

bool Run::one_case() {
    const auto run = [&] {
        switch (instance_.statement.kind) {
            case lang::Statement::Kind::word:
            case lang::Statement::Kind::start: return word();
            case lang::Statement::Kind::period: return period();
            default: return condition();
        }
    };
    return effort_.search ? guarded(run) : run();
}

Finding Run::some(Chooser& chooser, std::uint64_t count, double share) {
    finding_ = {};
    chooser_ = &chooser;
    try {
        finding_.assumed = assumption_holds();
        for (std::uint64_t i = 0; i < count && finding_.assumed; ++i) {
            const Watch one(watch_, {watch_.limits().memory, share});
            frame_.watch = &one;
            if (!guarded([&] { return sample(chooser); })) break;
        }
    } catch (const Error& error) {
        if (error.fault() == Fault::cancelled) throw;
        watch_.check_whole();
        finding_.interrupted = error.fault() == Fault::limit;
    }
    frame_.watch = &watch_;
    chooser_ = nullptr;
    return finding_;
}

bool Run::sample(Chooser& chooser) {
    chooser.begin();
    const Loop& loop = instance_.loop;
    for (std::size_t depth = 0;; ++depth) {
        for (std::size_t i = 0; i < loop.conditions.size(); ++i)
            if (loop.ready[i] == depth && !test(loop.conditions[i], frame_, &examiner_)) return true;
        if (depth == loop.binders.size()) break;
        const Binder& binder = loop.binders[depth];
        const std::string& name = binder.names[0];
        if (binder.kind == Binder::Kind::positions) {
            Position position;
            for (std::size_t i = 0; i < binder.slots.size(); ++i) {
                position.push_back(clamp(chooser.choose(binder.names[i], {0, detail::kNoBound})));
                frame_[binder.slots[i]] = position.back();
            }
            if (!examiner_.contains(binder.positions, position, frame_)) return true;
            continue;
        }
        if (binder.kind == Binder::Kind::value) {
            frame_.set(binder.slots[0], evaluate(binder.lower[0], frame_, &examiner_));
        } else if (binder.kind == Binder::Kind::range) {
            const detail::Interval range = detail::interval(binder, frame_, &examiner_);
            if (range.first > range.last) return true;
            frame_.set(binder.slots[0], chooser.choose(name, range));
            if (!in_range(binder, frame_, &examiner_)) return true;  // ends beyond machine integers were cut off
        } else {
            const auto parts = detail::intervals(*binder.numbers, frame_, &examiner_);
            if (parts.empty()) return true;
            detail::Interval hull = parts[0];
            for (const auto& part : parts) hull = {std::min(hull.first, part.first), std::max(hull.last, part.last)};
            frame_.set(binder.slots[0], chooser.choose(name, hull));
            if (!in_range(binder, frame_, &examiner_)) return true;
        }
    }
    return one_case();
}

Assignment Run::assignment() const {
    Assignment result = instance_.chosen;
    for (const Binder& binder : instance_.loop.binders)
        for (std::size_t i = 0; i < binder.slots.size(); ++i)
            result.emplace_back(binder.names[i], frame_.get(binder.slots[i]).str());
    return result;
}

bool Run::refute(const Assignment& more) {
    finding_.refuted = true;
    finding_.at = assignment();
    finding_.at.insert(finding_.at.end(), more.begin(), more.end());
    return false;
}

Assignment Run::at_position(const Position& position) const {
    Assignment result;
    const auto names = coordinate_names(instance_.rules, instance_.pile_count);
    const auto taken = assignment();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (std::none_of(taken.begin(), taken.end(), [&](const auto& pair) { return pair.first == names[i]; }))
            result.emplace_back(names[i], std::to_string(position[i]));
    return result;
}

bool Run::condition() {
    const Expr& statement = instance_.statement.condition;
    if (is_comparison(statement)) {
        if (chooser_) {
            Position position;
            for (const std::string& name : coordinate_names(instance_.rules, instance_.pile_count))
                position.push_back(clamp(chooser_->choose(name, {0, detail::kNoBound})));
            return compare_at(position);
        }
        const auto difference =
            examiner_.first_difference(statement->sets[0], statement->sets[1], statement->op == Op::subset, frame_);
        std::uint64_t cells = 1;
        for (std::size_t i = 0; i < instance_.box.size(); ++i)
            for (std::size_t j = 0; j < (static_cast<int>(i) == instance_.rules.piles ? instance_.pile_count : 1); ++j)
                cells *= static_cast<std::uint64_t>(instance_.box[i]) + 1;
        finding_.cases += cells;
        return !difference || refute(at_position(*difference));
    }
    const bool holds = test(statement, frame_, &examiner_);
    ++finding_.cases;
    return holds || refute();
}

bool Run::compare_at(const Position& position) {
    const Expr& statement = instance_.statement.condition;
    const bool differ =
        examiner_.differ_at(statement->sets[0], statement->sets[1], statement->op == Op::subset, position, frame_);
    ++finding_.cases;
    return !differ || refute(at_position(position));
}

std::int64_t Run::value(std::int64_t heap) {
    const std::int64_t value =
        examiner_.value(instance_.statement.about_outcome ? What::outcome : What::grundy, {heap});
    ++finding_.cases;
    return value;
}

/// The last heap that is looked at. A search goes as far as the statement needs, if that is not too far.
std::int64_t Run::last_heap(const Integer& at_least) const {
    const std::int64_t last = instance_.box[0];
    if (effort_.search) {
        if (at_least > kFarthestHeap) throw over_limit("the word is too long for a search");
        return std::max(last, clamp(at_least));
    }
    if (last < 0) throw bad_input("how far are the values to be compared? give the claim a bound, as in: to 100");
    return last;
}

bool Run::word() {
    const std::vector<std::int64_t> symbols = word_of(instance_.statement.word, frame_);
    if (symbols.empty()) throw bad_input("the word is empty; exclude that case with `if`");
    const bool repeats = instance_.statement.kind == lang::Statement::Kind::word;
    const auto length = static_cast<std::int64_t>(symbols.size());
    const std::int64_t last = repeats ? last_heap(3 * Integer(length)) : length - 1;
    if (length > last + 1)
        throw bad_input(fmt::format("the word has {} values; the bound must be at least {}", length, length - 1));
    for (std::int64_t heap = 0; heap <= last; ++heap)
        if (value(heap) != symbols[static_cast<std::size_t>(heap) % symbols.size()])
            return refute({{instance_.rules.coordinates[0], std::to_string(heap)}});
    return true;
}

bool Run::period() {
    const std::int64_t period = evaluate_machine(instance_.statement.period, frame_, &examiner_);
    const Expr& preperiod = instance_.statement.preperiod;
    const std::int64_t before = preperiod ? evaluate_machine(preperiod, frame_, &examiner_) : 0;
    if (period < 1 || before < 0)
        throw bad_input(fmt::format("a period of {} after {} makes no sense", period, before));
    const Integer needed = Integer(before) + 2 * Integer(period);
    const std::int64_t last = last_heap(needed + Integer(period) + 100);
    if (last < needed)
        throw bad_input(fmt::format("to see a period of {} after {} the bound must be at least {}", period, before,
                                    to_text(needed)));
    std::vector<std::int64_t> values;
    for (std::int64_t heap = 0; heap <= last; ++heap) values.push_back(value(heap));
    for (std::int64_t n = before; n + period <= last; ++n)
        if (values[static_cast<std::size_t>(n)] != values[static_cast<std::size_t>(n + period)])
            return refute({{instance_.rules.coordinates[0], std::to_string(n)}});
    const Period smallest = least(values, {before, period, 0});
    if (smallest.period < period) return refute({{"period", std::to_string(smallest.period)}});
    if (smallest.preperiod < before) return refute({{"preperiod", std::to_string(before - 1)}});
    return true;
}

Finding run_instances(const lang::Document& document, const Claim& claim, const lang::Bounds& bounds,
                      const Watch& watch, const Effort& effort) {
    Finding first;
    first.assumed = false;
    std::vector<ClaimInstance> batch;
    const auto run_batch = [&] {
        std::vector<Finding> findings(batch.size());
        std::atomic<std::size_t> decided{batch.size()};  // the least index that settles the claim
        const auto run = [&](std::size_t i) {
            if (i > decided.load()) return;
            try {
                findings[i] = Run(batch[i], watch, effort).all();
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
        parallel::each_alone(batch.size(), run);
        batch.clear();
        for (Finding& finding : findings) {
            // When another claim fails, the scheduler drops what has not run yet; that must never count as "holds".
            if (!finding.ran) throw Error(Fault::cancelled, "stopped");
            first.cases += finding.cases;
            first.left_out += finding.left_out;
            first.interrupted |= finding.interrupted;
            first.assumed |= finding.assumed;
            if (!finding.decided()) continue;
            if (finding.limit) throw *finding.limit;
            finding.cases = first.cases;
            finding.left_out = first.left_out;
            first = std::move(finding);
            return false;
        }
        return !first.interrupted;
    };
    try {
        lang::for_each_instance(document, claim, bounds, [&](ClaimInstance&& instance) {
            batch.push_back(std::move(instance));
            return batch.size() < kBatch || run_batch();
        });
        if (!first.decided() && !batch.empty()) run_batch();
    } catch (const Error& error) {
        if (effort.search && error.fault() == Fault::limit) {
            watch.check_whole();
            first.interrupted = true;
            return first;
        }
        if (error.fault() != Fault::input) throw;
        if (effort.search) {
            ++first.left_out;
            return first;
        }
        first.error = error.what();
    }
    return first;
}

}  // namespace bouton
