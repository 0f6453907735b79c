#include "atlas/make.hpp"

#include "atlas/spread.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>

namespace bouton::atlas {

namespace {

constexpr std::uint64_t kMostCounted = 1000000000000;  // larger families are not even counted
constexpr std::uint64_t kManyMembers = 50000000;       // a file of several GB
constexpr double kManySeconds = 3600;
constexpr std::size_t kFirstBatch = 64, kLargestBatch = 65536;
constexpr double kBatchSeconds = 0.4;  // what a kill may cost

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

void require_bearable(const Family& family, std::uint64_t size, bool allowed, Solver& solver, int ranks,
                      const Watch& watch) {
    if (size == 0)
        throw bad_input(fmt::format("the family is empty: no values of {} satisfy the ranges", family.text()));
    if (allowed || size <= 1000) return;
    if (size == kMostCounted)
        throw over_limit(fmt::format("{} has more than {} members; give smaller ranges", family.text(), kMostCounted));
    const double seconds = seconds_each(family, size, solver, watch) * static_cast<double>(size) / ranks;
    if (size <= kManyMembers && seconds <= kManySeconds) return;
    throw over_limit(
        fmt::format("{} has {} members, for which {} would need about {} (a sample of them was "
                    "measured); give smaller ranges, or allow it with --large",
                    family.text(), size, ranks > 1 ? fmt::format("{} machines like this one", ranks) : "this machine",
                    in_words(seconds)));
}

class Maker {
  public:
    Maker(const Family& family, Store& store, Solver& solver, const Laws& laws, const std::function<void()>& report,
          const Watch& watch)
        : family_(family),
          store_(store),
          solver_(solver),
          finder_(solver, laws, watch),
          report_(report),
          watch_(watch) {}

    void run() {
        std::uint64_t skip = store_.done();
        family_.for_each([&](const Values& values) {
            if (skip > 0) {
                --skip;
                return true;
            }
            next_.push_back({values, {}, -1, solver_.core_of(values)});
            // Members that have their values in common cost no more than one of them.
            if (next_.back().core.empty() || cores_.insert(next_.back().core).second) ++work_;
            if (work_ >= batch_ || next_.size() == kLargestBatch) turn();
            return true;
        });
        turn();
        turn();  // what the last one has found
    }

  private:
    /// Finds the members that were collected; meanwhile those that were found before are written.
    void turn() {
        watch_.check();
        const auto start = Clock::now();
        finder_.find(next_, [&] {
            if (!found_.empty()) store_.append(found_);
            found_.clear();
        });
        if (!next_.empty()) adapt(since(start));
        std::swap(next_, found_);
        cores_.clear();
        work_ = 0;
        report_();
    }

    void adapt(double seconds) {
        const double wanted = static_cast<double>(batch_) * kBatchSeconds / std::max(seconds, 1e-3);
        const double bounded = std::clamp(wanted, static_cast<double>(batch_) / 4, static_cast<double>(batch_) * 4);
        batch_ = std::clamp(static_cast<std::size_t>(bounded), std::size_t{2}, kLargestBatch);
    }

    const Family& family_;
    Store& store_;
    Solver& solver_;
    Finder finder_;
    const std::function<void()>& report_;
    const Watch& watch_;
    std::vector<Row> next_, found_;  // being found; found and not yet written
    std::set<std::string> cores_;    // of the next ones
    std::size_t work_ = 0, batch_ = kFirstBatch;
};

/// What rank 0 and the others must have in common; the others read it once they are told to.
void begin_together(const Manifest& manifest, Ranks& ranks, const Watch& watch) {
    for (int rank = 1; rank < ranks.count(); ++rank) ranks.send(rank, Ranks::Kind::begin, reading_of(manifest));
    for (int rank = 1; rank < ranks.count(); ++rank) {
        const Ranks::Message answer = wait_for_message(ranks, watch);
        if (answer.kind != Ranks::Kind::begin || answer.words != reading_of(manifest))
            throw bad_input(
                fmt::format("rank {} has another Bouton, or reads other rules, than rank 0; all ranks need the same "
                            "program and files",
                            answer.from));
    }
}

Manifest manifest_for(const Family& family, const FamilyWords& words, const MakeRequest& request) {
    Manifest manifest = manifest_of(family, words);
    manifest.command = request.command;
    manifest.limit = request.effort.limit > 0 ? request.effort.limit : usual_limit(family);
    manifest.laws = request.laws;
    return manifest;
}

}  // namespace

Made make(const Family& family, const FamilyWords& words, const MakeRequest& request, const Watch& watch) {
    Manifest manifest = manifest_for(family, words, request);
    manifest.size = family.size(kMostCounted);
    const Laws laws(family.variables(), request.laws, family.dimension());
    Solver solver(family, request.effort, watch);
    if (request.ranks) begin_together(manifest, *request.ranks, watch);
    require_bearable(family, manifest.size, request.large, solver, request.ranks ? request.ranks->count() : 1, watch);
    Store store = Store::begin(request.file, manifest);
    Made made;
    made.before = store.done();
    made.size = manifest.size;
    const std::function<void()> report = [&] {
        const auto done = static_cast<double>(store.done() - made.before);
        const double left = static_cast<double>(made.size) - static_cast<double>(store.done());
        const std::string message = fmt::format("{} of {} members, about {} left", store.done(), made.size,
                                                done > 0 ? in_words(watch.elapsed() / done * left) : "?");
        watch.report(message);
        if (request.report) request.report(message);
    };
    try {
        if (!store.complete() && request.ranks)
            spread(family, store, solver, laws, *request.ranks, report, watch);
        else if (!store.complete())
            Maker(family, store, solver, laws, report, watch).run();
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

void help(const Family& family, const FamilyWords& words, const MakeRequest& request, const Watch& watch) {
    request.ranks->send(0, Ranks::Kind::begin, reading_of(manifest_for(family, words, request)));
    serve(family, request, *request.ranks, watch);
}

}  // namespace bouton::atlas
