#include "app/commands.hpp"
#include "formal/developments.hpp"
#include "render/proofs.hpp"

#include <algorithm>
#include <iostream>

namespace bouton::app {

int prove(const Settings& settings, const std::vector<std::string>& files, const std::string& certificates,
          const std::string& formal, const std::string& only, const Watch& watch) {
    Library library = settings.library();
    std::optional<formal::Developments> developments;
    if (!formal.empty()) developments.emplace(settings.home, formal);
    std::string file;
    const auto format = settings.json ? render::Format::json : render::Format::text;
    const auto verdicts = prove_files(
        library, files, certificates, only, watch,
        [&](const ProofVerdict& verdict) {
            if (!settings.json && verdict.file != file) std::cout << (file.empty() ? "" : "\n") << verdict.file << '\n';
            file = verdict.file;
            render::proof(std::cout, verdict, format);
            std::cout.flush();
        },
        developments ? &*developments : nullptr);
    if (verdicts.empty()) throw bad_input("no claim's name holds \"" + only + "\"");
    if (!settings.json) {
        std::cout << '\n';
        render::summary(std::cout, verdicts, certificates, watch.elapsed());
        if (developments) render::formal_summary(std::cout, verdicts, formal, developments->coq_installed());
    }
    return std::all_of(verdicts.begin(), verdicts.end(), [](const auto& v) { return v.as_expected(); }) ? 0 : 1;
}

int recheck(const Settings& settings, const std::vector<std::string>& words, bool second_solver, const Watch& watch) {
    RecheckRequest request{words.back(), nullptr, second_solver};
    Library library = settings.library();
    if (words.size() > 1) request.against = documents_named(library, {words[0]}).front();
    const auto format = settings.json ? render::Format::json : render::Format::text;
    const auto verdicts = recheck_folder(request, watch, [&](const RecheckVerdict& verdict) {
        render::recheck(std::cout, verdict, format);
        std::cout.flush();
    });
    if (!settings.json) {
        std::cout << '\n';
        render::summary(std::cout, verdicts, watch.elapsed());
    }
    if (std::any_of(verdicts.begin(), verdicts.end(), [](const auto& v) { return v.unreadable; })) return 2;
    return std::all_of(verdicts.begin(), verdicts.end(), [](const auto& v) { return v.problem.empty(); }) ? 0 : 1;
}

int period(const Settings& settings, const GameWords& words, const std::string& to, const Watch& watch) {
    Library library = settings.library();
    Session session(library, words.request(), What::grundy, watch, words.engine);
    if (!words.coordinates().empty())
        throw bad_input("a period belongs to the game, not to a position; leave the numbers out");
    session.require_theory();
    std::int64_t limit = session.rules().splits ? 50000 : 1000000;
    if (!to.empty()) {
        const Integer value = parse_number(to, "--to");
        if (value < 1) throw bad_input("--to: give a heap of at least 1");
        if (value > 100000000) throw over_limit("--to: heaps up to 100000000 are searched at most");
        limit = clamp(value);
    }
    const Periods found = periods(session, limit, watch);
    const ObservedPeriods observed = observed_periods(session, found, limit, watch);
    render::periods(std::cout, session, found, observed, settings.json ? render::Format::json : render::Format::text);
    return 0;
}

}  // namespace bouton::app
