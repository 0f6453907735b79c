#include "answers/theorems.hpp"

#include "answers/chain.hpp"
#include "base/parallel.hpp"
#include "base/schedule.hpp"
#include "base/text.hpp"
#include "check/verdict.hpp"
#include "formal/developments.hpp"
#include "formal/formal.hpp"
#include "lang/print.hpp"
#include "proofs/certificate.hpp"
#include "proofs/cvc5.hpp"
#include "store/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
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
        if (lang::full_name(claim) == name) return &claim;
    return nullptr;
}

/// What a claim says, without hints, bounds and notes.
std::string statement_of(syntax::Claim claim) {
    claim.bound.reset();
    claim.bounds.clear();
    claim.uses.clear();
    claim.induction.clear();
    claim.scales.clear();
    claim.note.clear();
    std::string text = lang::print(claim);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
    return text;
}

/// A certificate, what it says read once more, and the certificates that it rests on.
struct Reading {
    Certificate certificate;
    lang::DocumentPtr document;
    const syntax::Claim* claim = nullptr;
    std::vector<std::size_t> rests_on;
    RecheckVerdict verdict;
    bool checked = false;
};

/// Nothing of it goes to a terminal as it is: it may come from anybody.
std::string text_in(const Json& manifest, const char* key) { return printable(manifest[key].get<std::string>()); }

Reading read_again(const std::string& folder) {
    Reading reading;
    RecheckVerdict& verdict = reading.verdict;
    verdict.folder = printable(folder);
    verdict.file = printable(std::filesystem::path(folder).parent_path().filename().string());  // until it is read
    verdict.claim = printable(std::filesystem::path(folder).filename().string());
    try {
        reading.certificate = read_certificate(folder);
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        verdict.unreadable = true;
        verdict.problem = error.what();
        return reading;
    }
    const Json& manifest = reading.certificate.manifest;
    verdict.file = text_in(manifest, "file");
    verdict.claim = text_in(manifest, "claim");
    verdict.method = text_in(manifest, "method");
    verdict.generality = text_in(manifest, "generality");
    try {
        reading.document = document_of(reading.certificate);
        reading.claim = claim_of(*reading.document, verdict.claim);
        if (!reading.claim) verdict.problem = "its text makes no such claim";
        if (reading.claim) verdict.statement = statement_of(*reading.claim);
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        verdict.problem = error.what();
    }
    return reading;
}

/// Finds what each one rests on: certificates of the same text. What the manifest says of it counts for nothing.
void tie(std::vector<Reading>& all) {
    for (Reading& reading : all) {
        if (!reading.claim || !may_be_used(reading.verdict.method)) continue;
        for (const syntax::Claim* used : claims_used(*reading.document, *reading.claim)) {
            const std::string name = lang::full_name(*used);
            const auto found = std::find_if(all.begin(), all.end(), [&](const Reading& other) {
                return !other.verdict.unreadable && other.verdict.claim == name && may_be_used(other.verdict.method) &&
                       other.certificate.manifest["source"] == reading.certificate.manifest["source"] &&
                       other.certificate.manifest["imports"] == reading.certificate.manifest["imports"];
            });
            if (found == all.end())
                reading.verdict.problem = "it rests on " + name + ", whose certificate is not here";
            else
                reading.rests_on.push_back(static_cast<std::size_t>(found - all.begin()));
        }
    }
    // What is left after taking away, again and again, all that rests on nothing left: circles.
    std::vector<bool> founded(all.size(), false);
    for (bool more = true; more;) {
        more = false;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (!founded[i] &&
                std::all_of(all[i].rests_on.begin(), all[i].rests_on.end(), [&](std::size_t j) { return founded[j]; }))
                more = founded[i] = true;
    }
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!founded[i]) {
            all[i].verdict.problem = "it rests on itself, by way of the claims that it uses";
            all[i].rests_on.clear();
        }
}

/// Is this what the user's file says? The rules, the definitions, the claim and those that it uses, but for notes and bounds of the check.
std::string differs(const lang::Document& document, const syntax::Claim& claim, const lang::Document& file) {
    const auto plain = [](syntax::Claim c) {
        c.bound.reset();
        c.bounds.clear();
        c.note.clear();
        return c;
    };
    const auto same_claim = [&](const syntax::Claim& mine) {
        const syntax::Claim* theirs = claim_of(file, lang::full_name(mine));
        return theirs && plain(*theirs) == plain(mine);
    };
    if (!same_claim(claim)) return "the file makes another claim of this name, or none";
    for (const syntax::Claim* used : claims_used(document, claim))
        if (!same_claim(*used)) return "the file has another \"" + used->label + "\", which the claim uses";
    if (document.file.definitions != file.file.definitions) return "the file has other definitions";
    const auto game = [&](const lang::Document& d) {
        return lang::find_game(d, claim.game.empty() ? d.file.imports.at(0).game : claim.game);
    };
    if (claim.game.empty() && (document.file.imports.empty() || file.file.imports.empty()))
        return "the file is about another game";
    const lang::GameRef mine = game(document), theirs = game(file);
    const bool same = mine.game && theirs.game && *mine.game == *theirs.game &&
                      mine.document->file.definitions == theirs.document->file.definitions;  // rules may use them
    if (!same) return "the file has other rules";
    return "";
}

void check_again(const Reading& reading, const RecheckRequest& request, const Watch& watch, RecheckVerdict& verdict) {
    const Json& manifest = reading.certificate.manifest;
    const bool may_use = may_be_used(verdict.method);
    Json uses = Json::array();
    for (const syntax::Claim* used : claims_used(*reading.document, *reading.claim))
        if (may_use) uses.push_back(lang::full_name(*used));
    if (manifest.at("uses") != uses) verdict.problem = "it says that it rests on other claims than the claim names";
    if (request.against && verdict.problem.empty())
        verdict.problem = differs(*reading.document, *reading.claim, *request.against);
    if (!verdict.problem.empty()) return;
    const Judgement judgement =
        judge(*reading.document, *reading.claim, {verdict.method, manifest["proof"], reading.certificate.files}, watch,
              request.ask_cvc5 ? kernel::AskSolver(ask_cvc5) : kernel::AskSolver());
    verdict.problem = judgement.problem;
    verdict.limits = judgement.cut;
    verdict.conditions = judgement.parts;
    verdict.second_opinions = judgement.second_opinions;
    if (verdict.problem.empty() && judgement.generality != verdict.generality)
        verdict.problem =
            fmt::format("it says \"{}\", but what is proved is \"{}\"", verdict.generality, judgement.generality);
}

/// The Coq file of a proof.
void develop(const lang::Document& document, const syntax::Claim& claim, Prover& prover,
             formal::Developments& developments, const Watch& watch, ProofVerdict& verdict) {
    using Kind = ProofVerdict::Kind;
    verdict.formal_asked = true;
    if (verdict.kind != Kind::proved && verdict.kind != Kind::limited) {
        verdict.formal_why = "the claim is not proved";
        return;
    }
    const double start = watch.elapsed();
    try {
        const std::vector<formal::Proven> chain = chain_of(document, claim, prover);
        const formal::Development development = formal::develop(document, chain, verdict.kind == Kind::proved, watch);
        const formal::Outcome outcome = developments.add(document, claim, development, watch);
        verdict.formal = outcome.standing;
        verdict.formal_why = outcome.why;
        verdict.formal_file = outcome.file;
    } catch (const Error& error) {
        if (error.fault() != Fault::limit) throw;
        verdict.formal_why = error.what();
    }
    verdict.formal_seconds = watch.elapsed() - start;
}

/// What is proved may be said of later answers.
void remember(const lang::Document& document, const syntax::Claim& claim, const ProofVerdict& verdict,
              const KnownProofs& known) {
    if (verdict.kind == ProofVerdict::Kind::proved || verdict.kind == ProofVerdict::Kind::limited)
        known.add(document, claim, {verdict.method, verdict.generality, verdict.cut, verdict.formal == "checked"});
}

}  // namespace

std::vector<ProofVerdict> prove_files(Library& library, const std::vector<std::string>& files,
                                      const std::string& certificates, const std::string& only, const Watch& watch,
                                      const std::function<void(const ProofVerdict&)>& done,
                                      formal::Developments* developments) {
    const auto wanted = [&](const lang::Document&, const syntax::Claim& claim) {
        return only.empty() || lang::full_name(claim).find(only) != std::string::npos;
    };
    return prove_documents(documents_named(library, files), wanted, certificates, watch, done, library.known_proofs(),
                           1, developments);
}

std::vector<ProofVerdict> prove_documents(
    const std::vector<lang::DocumentPtr>& documents,
    const std::function<bool(const lang::Document&, const syntax::Claim&)>& wanted, const std::string& certificates,
    const Watch& watch, const std::function<void(const ProofVerdict&)>& done, const KnownProofs& known, double effort,
    formal::Developments* developments) {
    struct Job {
        std::size_t document;
        const syntax::Claim* claim;
        bool asked;
    };
    const std::vector<std::string> names = certificate_folders(certificates, documents);
    std::vector<CertificateFolder> folders;
    for (std::size_t d = 0; d < documents.size() && !certificates.empty(); ++d) {
        const auto& claims = documents[d]->file.claims;
        const bool all = std::all_of(claims.begin(), claims.end(),
                                     [&](const syntax::Claim& claim) { return wanted(*documents[d], claim); });
        if (!documents[d]->source.location.empty())
            store::require_no_input_in(names[d], {documents[d]->source.location});
        folders.emplace_back(names[d], *documents[d], all);
    }
    std::vector<std::unique_ptr<Prover>> provers;
    std::vector<Job> jobs;
    for (std::size_t d = 0; d < documents.size(); ++d) {
        provers.push_back(std::make_unique<Prover>(*documents[d], watch, effort));
        for (const syntax::Claim& claim : documents[d]->file.claims)
            jobs.push_back({d, &claim, wanted(*documents[d], claim)});
    }
    const auto asked =
        static_cast<std::size_t>(std::count_if(jobs.begin(), jobs.end(), [](const Job& j) { return j.asked; }));
    std::vector<std::optional<ProofVerdict>> results(jobs.size());
    std::mutex mutex;
    std::size_t finished = 0, told = 0;
    const auto run = [&](std::size_t i) {
        const Job& job = jobs[i];
        ProofVerdict verdict = provers[job.document]->prove(*job.claim);
        if ((verdict.kind == ProofVerdict::Kind::proved || verdict.kind == ProofVerdict::Kind::limited) &&
            !certificates.empty())
            verdict.certificate = folders[job.document].add(*job.claim, verdict);
        if (developments)
            develop(*documents[job.document], *job.claim, *provers[job.document], *developments, watch, verdict);
        remember(*documents[job.document], *job.claim, verdict, known);
        verdict.evidence.files.clear();
        const std::lock_guard lock(mutex);
        results[i] = std::move(verdict);
        watch.report(fmt::format("{} of {} claims examined", ++finished, asked));
        for (; told < jobs.size() && (results[told] || !jobs[told].asked); ++told)
            if (results[told]) done(*results[told]);
    };
    std::map<const syntax::Claim*, std::size_t> numbers;
    for (std::size_t i = 0; i < jobs.size(); ++i) numbers.emplace(jobs[i].claim, i);
    std::vector<std::vector<std::size_t>> needs(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i)
        for (const syntax::Claim* used : claims_used(*documents[jobs[i].document], *jobs[i].claim))
            needs[i].push_back(numbers.at(used));
    run_in_order_of_needs(needs, [&](std::size_t i) {
        if (jobs[i].asked) run(i);
    });
    for (CertificateFolder& folder : folders) folder.commit();
    if (developments) developments->commit();
    std::vector<ProofVerdict> all;
    for (auto& verdict : results)
        if (verdict) all.push_back(std::move(*verdict));
    return all;
}

std::vector<std::string> prove_laws(const std::vector<const Law*>& laws, const KnownProofs& known, const Watch& watch) {
    std::vector<std::string> open;
    for (const Law* law : laws) {
        const auto is_known = [&] {
            const auto proof = known.find(*law->document, *law->source);
            return proof && covers(proof->cut, law->instance->chosen);
        };
        if (is_known()) continue;
        Prover prover(*law->document, watch);
        watch.report("proving " + law->claim);
        remember(*law->document, *law->source, prover.prove(*law->source), known);
        watch.check();  // a search that the clock has cut off says nothing
        if (!is_known()) open.push_back(law->claim);
    }
    return open;
}

std::vector<RecheckVerdict> recheck_folder(const RecheckRequest& request, const Watch& watch,
                                           const std::function<void(const RecheckVerdict&)>& done) {
    std::vector<Reading> all;
    for (const std::string& path : certificates_under(request.folder)) all.push_back(read_again(path));
    const std::vector<MissingCertificate> all_missing = missing_certificates(request.folder);
    if (all.empty() && all_missing.empty())
        throw bad_input(request.folder + ": holds no certificate (no manifest.json)");
    if (!all.empty() &&
        std::all_of(all.begin(), all.end(), [](const Reading& reading) { return reading.verdict.unreadable; }))
        throw bad_input(printable(all.front().verdict.problem));
    for (const MissingCertificate& missing : all_missing) {
        Reading reading;
        reading.verdict.folder = missing.folder;
        reading.verdict.file = printable(missing.file);
        reading.verdict.claim = printable(missing.claim);
        reading.verdict.problem = missing.problem;
        all.push_back(std::move(reading));
    }
    if (request.against) {
        const auto name = std::filesystem::path(request.against->source.path).filename().string();
        std::erase_if(
            all, [&](const Reading& reading) { return !reading.verdict.unreadable && reading.verdict.file != name; });
        if (all.empty()) throw bad_input(fmt::format("{}: holds no certificate for {}", request.folder, name));
    }
    tie(all);
    std::mutex mutex;
    std::size_t told = 0, finished = 0;
    const std::function<bool(Reading&)> settled = [&](Reading& reading) {
        if (!reading.checked) return false;
        for (const std::size_t i : reading.rests_on) {
            if (!settled(all[i])) return false;
            if (!all[i].verdict.problem.empty() && reading.verdict.problem.empty())
                reading.verdict.problem = "it rests on " + all[i].verdict.claim + ", whose certificate is bad";
        }
        return true;
    };
    parallel::each(all.size(), [&](std::size_t i) {
        RecheckVerdict verdict = all[i].verdict;
        const double start = watch.elapsed();
        try {
            if (verdict.problem.empty()) check_again(all[i], request, watch, verdict);
        } catch (const Json::exception&) {
            verdict.problem = "the manifest does not say what this kind of proof needs";
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
            watch.check();  // the clock stops all of them, any other limit this one alone
            verdict.problem = error.what();
        }
        verdict.seconds = watch.elapsed() - start;
        verdict.problem = printable(verdict.problem);
        const std::lock_guard lock(mutex);
        all[i].verdict = std::move(verdict);
        all[i].checked = true;
        watch.report(fmt::format("{} of {} certificates re-checked", ++finished, all.size()));
        while (told < all.size() && settled(all[told])) done(all[told++].verdict);
    });
    std::vector<RecheckVerdict> verdicts;
    for (Reading& reading : all) verdicts.push_back(std::move(reading.verdict));
    return verdicts;
}

}  // namespace bouton
