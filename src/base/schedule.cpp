#include "base/schedule.hpp"

#include "base/parallel.hpp"

#include <mutex>
#include <set>

namespace bouton {

void run_in_order_of_needs(const std::vector<std::vector<std::size_t>>& needs,
                           const std::function<void(std::size_t)>& run) {
    std::vector<std::size_t> missing(needs.size());
    std::vector<std::vector<std::size_t>> needed_by(needs.size());
    std::set<std::size_t> ready, rest;
    for (std::size_t i = 0; i < needs.size(); ++i) {
        missing[i] = needs[i].size();
        for (const std::size_t need : needs[i]) needed_by[need].push_back(i);
        (needs[i].empty() ? ready : rest).insert(i);
    }
    std::mutex mutex;
    parallel::Tasks group;
    // As many tasks as jobs that can run; each takes the first of them, whichever it was made for.
    const std::function<void()> next = [&] {
        std::size_t job = 0;
        {
            const std::lock_guard lock(mutex);
            job = *ready.begin();
            ready.erase(ready.begin());
        }
        run(job);
        const std::lock_guard lock(mutex);
        for (const std::size_t other : needed_by[job])
            if (--missing[other] == 0) {
                rest.erase(other);
                ready.insert(other);
                group.run(next);
            }
    };
    for (std::size_t i = 0, first = ready.size(); i < first; ++i) group.run(next);
    group.wait();
    for (const std::size_t job : rest) run(job);
}

}  // namespace bouton
