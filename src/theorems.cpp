#include "theorems.hpp"

#include "check/digits.hpp"
#include "check/smt.hpp"
#include "check/windows.hpp"
#include "proofs/certificate.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <set>

namespace bouton {

using Json = nlohmann::ordered_json;

namespace {

/// The text of a certificate, read as a file of its own.
lang::DocumentPtr document_of(const Certificate& certificate) {
    const Json& manifest = certificate.manifest;
    return lang::read_document({manifest["file"].get<std::string>(), manifest["source"].get<std::string>()},
                               [&](const std::string& game) -> lang::DocumentPtr {
                                   if (!manifest.contains("imports") || !manifest["imports"].contains(game))
                                       return nullptr;
                                   return lang::read_document({game, manifest["imports"][game].get<std::string>()},
                                                              [](const std::string&) { return lang::DocumentPtr{}; });
                               });
}

const syntax::Claim* claim_of(const lang::Document& document, const std::string& name) {
    for (const syntax::Claim& claim : document.file.claims)
        if (claim.kind + " " + claim.label == name) return &claim;
    return nullptr;
}

std::string check_digit_proof(const lang::Document& document, const syntax::Claim& claim,
                              const Certificate& certificate, const Watch& watch) {
    lang::Bounds bounds;
    for (const auto& [name, value] : claim.bounds) bounds.named[name] = clamp(integer_from(value));
    const Json& instances = certificate.manifest["proof"]["instances"];
    std::size_t next = 0;
    std::string problem;
    lang::for_each_instance(document, claim, bounds, [&](lang::ClaimInstance&& instance) {
        if (next >= instances.size()) {
            problem = "a choice of the game's arguments is missing";
            return false;
        }
        const Json& entry = instances[next++];
        std::vector<std::pair<std::string, std::string>> files;
        for (const Json& file : entry["files"]) {
            const std::string stored = file["file"];
            const auto found = std::find_if(certificate.files.begin(), certificate.files.end(),
                                            [&](const auto& f) { return f.first == stored; });
            if (found == certificate.files.end()) {
                problem = "the file " + stored + " is missing";
                return false;
            }
            files.emplace_back(file["name"], found->second);
        }
        problem = check_digits(instance, entry["data"], files, watch);
        return problem.empty();
    });
    if (problem.empty() && (next == 0 || next != instances.size()))
        problem = "another number of choices of the game's arguments";
    return problem;
}

std::string check_window_proof(const lang::Document& document, const syntax::Claim& claim,
                               const Certificate& certificate, const Watch& watch) {
    std::string problem = "the claim has no instance";
    const Json& period = certificate.manifest["proof"]["period"];
    lang::for_each_instance(document, claim, lang::bounds_of(claim), [&](lang::ClaimInstance&& instance) {
        problem = check_period(instance.rules, period, watch);
        if (!problem.empty() || claim.form != syntax::Claim::Form::period) return false;
        Frame frame;
        frame.slots.resize(static_cast<std::size_t>(instance.frame_size));
        if (evaluate(instance.statement, frame) != period["period"].get<std::int64_t>() ||
            (instance.preperiod ? evaluate(instance.preperiod, frame) : Integer(0)) !=
                period["preperiod"].get<std::int64_t>())
            problem = "the period is not the claim's";
        return false;
    });
    if (problem.empty() && check(document, claim, std::nullopt, watch, "reference").kind != Verdict::Kind::holds)
        problem = "the first values are not the claim's";
    return problem;
}

void check_again(const Certificate& certificate, bool second_solver, const Watch& watch, RecheckVerdict& verdict,
                 std::set<std::string>& missing) {
    const lang::DocumentPtr document = document_of(certificate);
    const syntax::Claim* claim = claim_of(*document, verdict.claim);
    if (!claim) {
        verdict.problem = "its text makes no such claim";
        return;
    }
    if (verdict.method == "computation") {
        syntax::Claim finite = *claim;
        finite.bound.reset();
        finite.bounds.clear();
        if (check(*document, finite, std::nullopt, watch, "reference").kind != Verdict::Kind::holds)
            verdict.problem = "the reference engine does not confirm it";
    } else if (verdict.method == "digits") {
        verdict.problem = check_digit_proof(*document, *claim, certificate, watch);
        verdict.conditions = certificate.files.size();
    } else if (verdict.method == "windows") {
        verdict.problem = check_window_proof(*document, *claim, certificate, watch);
    } else {
        verdict.problem = made_again(*document, *claim, certificate);
        for (const Json& used : certificate.manifest["uses"]) missing.insert(used.get<std::string>());
        for (const auto& [name, text] : certificate.files) {
            if (!verdict.problem.empty()) return;
            const recheck::ScriptReport report = recheck::check_script(text, watch, 1901, second_solver);
            ++verdict.conditions;
            verdict.second_opinions += report.second_opinion ? 1 : 0;
            if (!report.problem.empty()) verdict.problem = name + ": " + report.problem;
            if (!report.remark.empty() &&
                std::find(verdict.remarks.begin(), verdict.remarks.end(), report.remark) == verdict.remarks.end())
                verdict.remarks.push_back(report.remark);
        }
        if (certificate.files.empty()) verdict.problem = "it has no conditions";
    }
}

}  // namespace

std::vector<ProofVerdict> prove_files(Library& library, const std::vector<std::string>& files,
                                      const std::string& certificates, const std::string& only, const Watch& watch,
                                      const std::function<void(const ProofVerdict&)>& done) {
    struct Job {
        std::size_t document;
        const syntax::Claim* claim;
        bool asked;
    };
    const std::vector<lang::DocumentPtr> documents = documents_named(library, files);
    std::vector<std::unique_ptr<Prover>> provers;
    std::vector<Job> jobs;
    for (std::size_t d = 0; d < documents.size(); ++d) {
        provers.push_back(std::make_unique<Prover>(*documents[d], watch));
        for (const syntax::Claim& claim : documents[d]->file.claims)
            jobs.push_back(
                {d, &claim, only.empty() || (claim.kind + " " + claim.label).find(only) != std::string::npos});
    }
    const auto asked =
        static_cast<std::size_t>(std::count_if(jobs.begin(), jobs.end(), [](const Job& j) { return j.asked; }));
    std::vector<std::optional<ProofVerdict>> results(jobs.size());
    std::mutex mutex;
    std::size_t finished = 0, told = 0;
    const auto run = [&](std::size_t i) {
        const Job& job = jobs[i];
        ProofVerdict verdict = provers[job.document]->prove(*job.claim);
        if (verdict.kind == ProofVerdict::Kind::proved && !certificates.empty())
            verdict.certificate = write_certificate(certificates, *documents[job.document], *job.claim, verdict);
        verdict.attempt.files.clear();
        const std::lock_guard lock(mutex);
        results[i] = std::move(verdict);
        watch.report(fmt::format("{} of {} claims examined", ++finished, asked));
        for (; told < jobs.size() && (results[told] || !jobs[told].asked); ++told)
            if (results[told]) done(*results[told]);
    };
    // In waves: first what uses nothing, then what uses only that, and so on; a circle is left to the end.
    std::set<const syntax::Claim*> settled;
    std::vector<bool> started(jobs.size(), false);
    for (bool last = false;;) {
        std::vector<std::size_t> wave;
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            if (started[i]) continue;
            const auto used = provers[jobs[i].document]->used_by(*jobs[i].claim);
            const bool ready =
                last || std::all_of(used.begin(), used.end(), [&](const auto* c) { return settled.contains(c); });
            if (ready) wave.push_back(i);
        }
        if (wave.empty()) {
            if (last) break;
            last = true;
            continue;
        }
        for (const std::size_t i : wave) started[i] = true;
        const auto step = [&](std::size_t k) {
            if (jobs[wave[k]].asked) run(wave[k]);
        };
        if (last)
            for (std::size_t k = 0; k < wave.size(); ++k) step(k);
        else
            tbb::parallel_for(
                tbb::blocked_range<std::size_t>(0, wave.size(), 1),
                [&](const auto& range) {
                    for (std::size_t k = range.begin(); k != range.end(); ++k) step(k);
                },
                tbb::simple_partitioner());
        for (const std::size_t i : wave) settled.insert(jobs[i].claim);
    }
    std::vector<ProofVerdict> all;
    for (auto& verdict : results)
        if (verdict) all.push_back(std::move(*verdict));
    return all;
}

std::vector<RecheckVerdict> recheck_folder(const std::string& folder, bool second_solver, const Watch& watch,
                                           const std::function<void(const RecheckVerdict&)>& done) {
    const std::vector<std::string> folders = certificates_under(folder);
    std::vector<Certificate> all;
    for (const std::string& path : folders) all.push_back(read_certificate(path));
    std::set<std::string> present;
    for (const Certificate& certificate : all)
        present.insert(certificate.manifest["file"].get<std::string>() + ": " +
                       certificate.manifest["claim"].get<std::string>());
    std::vector<RecheckVerdict> verdicts(all.size());
    std::vector<bool> ready(all.size(), false);
    std::mutex mutex;
    std::size_t told = 0, finished = 0;
    tbb::parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) {
        const Certificate& certificate = all[i];
        RecheckVerdict verdict;
        verdict.folder = certificate.folder;
        verdict.file = certificate.manifest["file"];
        verdict.claim = certificate.manifest["claim"];
        verdict.method = certificate.manifest["method"];
        verdict.generality = certificate.manifest["generality"];
        const double start = watch.elapsed();
        std::set<std::string> used;
        try {
            check_again(certificate, second_solver, watch, verdict, used);
        } catch (const Json::exception&) {
            verdict.problem = "the manifest does not say what this kind of proof needs";
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;
            verdict.problem = error.what();
        }
        for (const std::string& name : used)
            if (!present.contains(verdict.file + ": " + name) && verdict.problem.empty())
                verdict.problem = "it rests on " + name + ", whose certificate is not here";
        verdict.seconds = watch.elapsed() - start;
        const std::lock_guard lock(mutex);
        verdicts[i] = std::move(verdict);
        ready[i] = true;
        watch.report(fmt::format("{} of {} certificates re-checked", ++finished, all.size()));
        while (told < ready.size() && ready[told]) done(verdicts[told++]);
    });
    return verdicts;
}

Periods periods(Session& session, std::int64_t search_limit, const Watch& watch) {
    Periods found = find_periods(session.rules(), search_limit, watch);
    for (PeriodAnswer* answer : {&found.nim_values, &found.outcomes}) {
        if (!answer->proved) continue;
        const std::string wrong = check_period(session.rules(), answer->certificate, watch);
        if (wrong.empty()) continue;
        answer->proved = false;
        answer->why_not = "the proof did not pass its check: " + wrong;
    }
    return found;
}

}  // namespace bouton
