#include "atlas/make.hpp"

#include "atlas/laws.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>

namespace bouton::atlas {

namespace {

constexpr std::uint64_t kMostCounted = 1000000000000;  // larger families are not even counted
constexpr std::uint64_t kManyMembers = 50000000;       // a file of several GB
constexpr double kManySeconds = 3600;
constexpr std::size_t kFirstBatch = 64, kLargestBatch = 65536;
constexpr double kBatchSeconds = 0.4;  // what a kill may cost

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string in_words(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} seconds", seconds);
    if (seconds < 5400) return fmt::format("{:.0f} minutes", seconds / 60);
    if (seconds < 172800) return fmt::format("{:.0f} hours", seconds / 3600);
    return fmt::format("{:.0f} days", seconds / 86400);
}

/// Some members, on all threads: seconds for each.
double seconds_each(const Family& family, std::uint64_t size, Solver& solver, const Watch& watch) {
    constexpr std::uint64_t kSample = 512;
    constexpr double kSeconds = 3;
    const std::vector<Values> members = family.sample(size, kSample);
    const auto start = Clock::now();
    std::atomic<std::size_t> found{0};
    parallel::each(members.size(), [&](std::size_t i) {
        watch.check();
        if (since(start) > kSeconds) return;
        solver.find(members[i * 263 % members.size()]);  // 263 is prime: a mixture of small and large ones
        ++found;
    });
    return since(start) / static_cast<double>(std::max<std::size_t>(1, found));
}

void require_bearable(const Family& family, std::uint64_t size, bool allowed, Solver& solver, const Watch& watch) {
    if (size == 0)
        throw bad_input(fmt::format("the family is empty: no values of {} satisfy the ranges", family.text()));
    if (allowed || size <= 1000) return;
    if (size == kMostCounted)
        throw over_limit(fmt::format("{} has more than {} members; give smaller ranges", family.text(), kMostCounted));
    const double seconds = seconds_each(family, size, solver, watch) * static_cast<double>(size);
    if (size <= kManyMembers && seconds <= kManySeconds) return;
    throw over_limit(
        fmt::format("{} has {} members, for which this machine would need about {} (a sample of them was "
                    "measured); give smaller ranges, or allow it with --large",
                    family.text(), size, in_words(seconds)));
}

class Maker {
  public:
    Maker(const Family& family, Store& store, Solver& solver, const Laws& laws, const Watch& watch)
        : family_(family), store_(store), solver_(solver), laws_(laws), watch_(watch), begun_(store.done()) {}

    void run() {
        std::uint64_t skip = store_.done();
        family_.for_each([&](const Values& values) {
            if (skip > 0) {
                --skip;
                return true;
            }
            next_.push_back({values, {}, -1});
            if (next_.size() == batch_) turn();
            return true;
        });
        turn();
        turn();  // what the last one has found
    }

  private:
    /// Starts on the members that were collected; meanwhile those that were found before are written.
    void turn() {
        watch_.check();
        const auto start = Clock::now();
        parallel::Tasks tasks;
        const std::size_t parts = std::min<std::size_t>(next_.size(), kParts);
        for (std::size_t part = 0; part < parts; ++part)
            tasks.run([this, part, parts] { find(next_.size() * part / parts, next_.size() * (part + 1) / parts); });
        std::exception_ptr failure;
        try {
            if (!found_.empty()) store_.append(found_);
        } catch (...) {
            failure = std::current_exception();
        }
        found_.clear();
        tasks.wait();
        if (failure) std::rethrow_exception(failure);
        if (!refused_.empty()) throw refused_.begin()->second;
        if (!next_.empty()) adapt(since(start));
        std::swap(next_, found_);
        report();
    }

    void find(std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            if (i % 64 == 0) watch_.check();
            try {
                next_[i].findings = solver_.find(next_[i].values);
                next_[i].law = laws_.first(next_[i].values, next_[i].findings);
            } catch (const Error& error) {
                if (error.fault() != Fault::input) throw;
                const std::lock_guard lock(mutex_);
                refused_.emplace(i, error);  // the first one is told, whoever comes first
                return;
            }
        }
    }

    void adapt(double seconds) {
        const double wanted = static_cast<double>(batch_) * kBatchSeconds / std::max(seconds, 1e-3);
        const double bounded = std::clamp(wanted, static_cast<double>(batch_) / 4, static_cast<double>(batch_) * 4);
        batch_ = std::clamp(static_cast<std::size_t>(bounded), std::size_t{1}, kLargestBatch);
    }

    void report() {
        const double done = static_cast<double>(store_.done() - begun_),
                     size = static_cast<double>(store_.manifest().size);
        const double left = size - static_cast<double>(store_.done());
        watch_.report(fmt::format("{} of {} members, about {} left", store_.done(), store_.manifest().size,
                                  done > 0 ? in_words(watch_.elapsed() / done * left) : "?"));
    }

    static constexpr std::size_t kParts = 64;
    const Family& family_;
    Store& store_;
    Solver& solver_;
    const Laws& laws_;
    const Watch& watch_;
    std::uint64_t begun_;
    std::vector<Row> next_, found_;  // being found; found and not yet written
    std::size_t batch_ = kFirstBatch;
    std::mutex mutex_;
    std::map<std::size_t, Error> refused_;  // members without rules
};

}  // namespace

Made make(const Family& family, const FamilyWords& words, const MakeRequest& request, const Watch& watch) {
    Manifest manifest = manifest_of(family, words);
    manifest.command = request.command;
    manifest.limit = request.effort.limit > 0 ? request.effort.limit : usual_limit(family);
    manifest.laws = request.laws;
    manifest.size = family.size(kMostCounted);
    const Laws laws(family.variables(), request.laws);
    Solver solver(family, request.effort, watch);
    require_bearable(family, manifest.size, request.large, solver, watch);
    Store store = Store::begin(request.file, manifest);
    Made made;
    made.before = store.done();
    made.size = manifest.size;
    try {
        if (!store.complete()) Maker(family, store, solver, laws, watch).run();
        store.finish();
    } catch (const Error& error) {
        if (error.fault() == Fault::input) throw;
        throw Error(error.fault(),
                    fmt::format("{}; {} of {} members are in {}, and the same command goes on from there", error.what(),
                                store.done(), manifest.size, request.file),
                    error.setting());
    }
    made.seconds = watch.elapsed();
    return made;
}

}  // namespace bouton::atlas
