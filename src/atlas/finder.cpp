#include "atlas/finder.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <exception>

namespace bouton::atlas {

void Finder::find(std::vector<Row>& rows, const std::function<void()>& meanwhile) {
    constexpr std::size_t kParts = 64;
    refused_.clear();
    parallel::Tasks tasks;
    // Members that have their values in common go to one thread, one after the other; the rest in runs.
    std::map<std::string, std::vector<std::size_t>> together;
    std::vector<std::size_t> alone;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].core.empty())
            alone.push_back(i);
        else
            together[rows[i].core].push_back(i);
    for (const auto& group : together)
        tasks.run([this, &rows, &members = group.second] {
            for (const std::size_t i : members) find_one(rows, i);
        });
    const std::size_t parts = std::min(alone.size(), kParts);
    for (std::size_t part = 0; part < parts; ++part)
        tasks.run([this, &rows, &alone, part, parts] {
            for (std::size_t k = alone.size() * part / parts; k < alone.size() * (part + 1) / parts; ++k) {
                if (k % 64 == 0) watch_.check();
                find_one(rows, alone[k]);
            }
        });
    std::exception_ptr failure;
    try {
        meanwhile();
    } catch (...) {
        failure = std::current_exception();
    }
    tasks.wait();
    if (failure) std::rethrow_exception(failure);
    if (!refused_.empty()) throw refused_.begin()->second;
}

void Finder::find_one(std::vector<Row>& rows, std::size_t i) {
    Row& row = rows[i];
    try {
        row.findings = solver_.find(row.values);
        row.law = laws_.first(row.values, row.findings, [&] { return solver_.table(row.values); });
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        const std::lock_guard lock(mutex_);
        refused_.emplace(i, error);  // the first one is told, whoever comes first
    }
}

}  // namespace bouton::atlas
