#include "base/parallel.hpp"

namespace bouton::parallel {

void each(std::size_t count, const std::function<void(std::size_t)>& job) {
    for (std::size_t i = 0; i < count; ++i) job(i);
}

void each_alone(std::size_t count, const std::function<void(std::size_t)>& job) { each(count, job); }

struct Tasks::Group {
    std::deque<std::function<void()>> jobs;
};

Tasks::Tasks() : group_(std::make_unique<Group>()) {}
Tasks::~Tasks() = default;
void Tasks::run(std::function<void()> job) { group_->jobs.push_back(std::move(job)); }

void Tasks::wait() {
    auto& jobs = group_->jobs;
    try {
        while (!jobs.empty()) {
            const std::function<void()> job = std::move(jobs.front());
            jobs.pop_front();
            job();
        }
    } catch (...) {
        jobs.clear();
        throw;
    }
}

void with_threads(std::size_t, const std::function<void()>& work) { work(); }

}  // namespace bouton::parallel
