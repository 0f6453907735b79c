#include "answers/checks.hpp"

#include "base/parallel.hpp"

#include <fmt/format.h>

#include <mutex>

namespace bouton {

std::vector<Verdict> check_documents(const std::vector<lang::DocumentPtr>& documents, std::optional<std::int64_t> to,
                                     const Watch& watch, const std::function<void(const Verdict&)>& done) {
    struct Job {
        lang::DocumentPtr document;
        const syntax::Claim* claim;
    };
    std::vector<Job> jobs;
    for (const lang::DocumentPtr& document : documents)
        for (const syntax::Claim& claim : document->file.claims) jobs.push_back({document, &claim});
    std::vector<std::optional<Verdict>> verdicts(jobs.size());
    std::mutex mutex;
    std::size_t told = 0, finished = 0;
    parallel::each(jobs.size(), [&](std::size_t i) {
        Verdict verdict;
        try {
            verdict = check(*jobs[i].document, *jobs[i].claim, to, watch);
        } catch (const Error& error) {
            if (error.fault() != Fault::limit) throw;
            throw Error(error, fmt::format("{}, {} {}: {}", jobs[i].document->source.path, jobs[i].claim->kind,
                                           jobs[i].claim->label, error.what()));
        }
        const std::lock_guard lock(mutex);
        verdicts[i] = std::move(verdict);
        watch.report(fmt::format("{} of {} claims checked", ++finished, jobs.size()));
        while (told < jobs.size() && verdicts[told]) done(*verdicts[told++]);
    });
    std::vector<Verdict> result;
    for (auto& verdict : verdicts) result.push_back(std::move(*verdict));
    return result;
}

}  // namespace bouton
