#include "base/parallel.hpp"

#include "base/watch.hpp"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <functional>
#include <optional>

namespace bouton::parallel {

namespace {

/// The job, wherever it is run, under the watch of the thread that starts it.
template <class Job> auto watched(Job job) {
    return [job = std::move(job), watch = Watch::current()](auto... i) {
        const Watch::Under under(watch);
        job(i...);
    };
}

}  // namespace

void each(std::size_t count, const std::function<void(std::size_t)>& job) {
    const auto one = watched(std::cref(job));
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t i = range.begin(); i != range.end(); ++i) one(i);
        },
        tbb::simple_partitioner());
}

void each_alone(std::size_t count, const std::function<void(std::size_t)>& job) {
    tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, count, watched(std::cref(job))); });
}

struct Tasks::Group {
    tbb::task_group tasks;
};

Tasks::Tasks() : group_(std::make_unique<Group>()) {}
Tasks::~Tasks() = default;
void Tasks::run(std::function<void()> job) { group_->tasks.run(watched(std::move(job))); }
void Tasks::wait() { group_->tasks.wait(); }

void with_threads(std::size_t most, const std::function<void()>& work) {
    if (most == 0) return work();
    // An arena limits its own work alone. More threads than cores are given only to those who ask for them in so many words.
    std::optional<tbb::global_control> control;
    if (most > static_cast<std::size_t>(tbb::info::default_concurrency()))
        control.emplace(tbb::global_control::max_allowed_parallelism, most);
    tbb::task_arena arena(static_cast<int>(most));
    arena.execute(watched(std::cref(work)));
}

}  // namespace bouton::parallel
