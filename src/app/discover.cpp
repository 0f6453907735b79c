#include "app/commands.hpp"
#include "discover/search.hpp"
#include "render/laws.hpp"
#include "store/input.hpp"
#include "store/output.hpp"

#include <fmt/format.h>
#include <iostream>

namespace bouton::app {

namespace {

/// Then the search ends and tells what it has found, which takes a moment, too.
Limits search_limits(const Settings& settings, const Watch& watch) {
    constexpr double kSeconds = 60, kShare = 0.95;
    Limits limits = watch.limits();
    limits.seconds = settings.seconds > 0 ? kShare * settings.seconds : kSeconds;
    return limits;
}

}  // namespace

int discover(const Settings& settings, const GameWords& words, const DiscoverWords& options, const Watch& watch) {
    if (!words.coordinates().empty())
        throw bad_input("a law belongs to the game, not to a position; leave the numbers out");
    if (!options.out.empty() && !options.out.ends_with(".bouton"))
        throw bad_input("--out: laws are written in the language; give FILE.bouton");
    Library library = settings.library();
    const GameRequest request = words.request();
    if (!options.out.empty()) store::require_writable(options.out);
    const Session session(library, request, What::grundy, watch, words.engine);
    if (!options.out.empty()) store::require_not_input(options.out, library.read_files());
    if (options.piles > 0 && session.rules().piles < 0)
        throw bad_input(fmt::format("{} has no group of piles; leave --piles out", session.rules().name));
    discover::Subject subject;
    subject.game = session.game();
    subject.document = subject.game.document->shared_from_this();
    subject.arguments = request.arguments;
    subject.rules = session.rules();
    subject.quantity = options.what == "outcomes" ? discover::Quantity::outcomes : discover::Quantity::values;
    discover::Request search;
    search.piles = options.piles;
    const discover::Report report = discover::search(subject, search, Watch(watch, search_limits(settings, watch)));
    render::laws(std::cout, subject, report, settings.json ? render::Format::json : render::Format::text);
    if (!options.out.empty() && !report.laws.empty()) {
        std::string command = "bouton discover " + words.game;
        for (const std::string& word : words.words) command += " " + word;
        if (options.piles > 0) command += fmt::format(" --piles {}", options.piles);
        if (options.what == "outcomes") command += " --what outcomes";
        const std::string text = discover::paper(subject, report.laws, command);
        store::write_file(options.out, std::string_view(text));
    }
    return report.laws.empty() ? 1 : 0;
}

}  // namespace bouton::app
