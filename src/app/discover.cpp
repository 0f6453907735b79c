#include "answers/theorems.hpp"
#include "app/commands.hpp"
#include "discover/lift.hpp"
#include "discover/search.hpp"
#include "discover/words.hpp"
#include "formal/developments.hpp"
#include "render/laws.hpp"
#include "store/input.hpp"
#include "store/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <iostream>
#include <optional>

namespace bouton::app {

namespace {

constexpr std::int64_t kLongestRange = 50, kUsualRange = 7, kMostValue = 1000000;

/// 2..6
std::optional<std::pair<std::int64_t, std::int64_t>> range_in(const std::string& text) {
    const std::size_t dots = text.find("..");
    if (dots == std::string::npos || dots == 0 || dots + 2 == text.size()) return std::nullopt;
    const std::string first = text.substr(0, dots), last = text.substr(dots + 2);
    for (const std::string& end : {first, last})
        if (end.size() > 9 || end.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
    return std::pair{std::stoll(first), std::stoll(last)};
}

discover::Subject subject_of(Library& library, const GameRequest& request, const GameWords& words,
                             discover::Quantity quantity, const Watch& watch) {
    const Session session(library, request, What::grundy, watch, words.engine);
    session.require_theory();
    discover::Subject subject;
    subject.game = session.game();
    subject.document = subject.game.document->shared_from_this();
    subject.arguments = request.arguments;
    subject.rules = session.rules();
    subject.quantity = quantity;
    return subject;
}

/// The number parameters that are given as a range, or not at all though they need a value; taken out of the request.
std::vector<discover::Range> ranges_of(Library& library, GameRequest& request) {
    std::vector<discover::Range> ranges;
    for (const syntax::Parameter& parameter : library.game(request.game).game->parameters) {
        if (parameter.kind != syntax::Parameter::Kind::number) continue;
        auto& given = request.arguments;
        const auto at =
            std::find_if(given.begin(), given.end(), [&](const auto& a) { return a.first == parameter.name; });
        if (at == given.end()) {
            if (!parameter.value) ranges.push_back({parameter.name, -1, -1});
            continue;
        }
        const auto ends = range_in(at->second);
        if (!ends) continue;
        if (ends->second <= ends->first || ends->second - ends->first >= kLongestRange || ends->second > kMostValue)
            throw bad_input(fmt::format("{}={}: give a range of 2 to {} values, the least first, as in {}=2..6",
                                        at->first, at->second, kLongestRange, at->first));
        ranges.push_back({parameter.name, ends->first, ends->second});
        given.erase(at);
    }
    return ranges;
}

/// The set of moves, or the rule function, that was not given though the game needs one; empty: none, or several are missing.
std::string missing(Library& library, const GameRequest& request, syntax::Parameter::Kind kind) {
    std::string name;
    for (const syntax::Parameter& parameter : library.game(request.game).game->parameters) {
        const auto& given = request.arguments;
        if (parameter.value || parameter.kind != kind ||
            std::any_of(given.begin(), given.end(), [&](const auto& a) { return a.first == parameter.name; }))
            continue;
        if (!name.empty()) return "";
        name = parameter.name;
    }
    return name;
}

/// Seven values for what was not given, from the least positive one that the rules allow.
void fill_in(std::vector<discover::Range>& ranges, const discover::Instance& instance) {
    if (std::none_of(ranges.begin(), ranges.end(), [](const auto& r) { return r.first < 0; })) return;
    for (std::int64_t least = 1;; ++least) {
        std::vector<std::int64_t> values;
        for (const discover::Range& range : ranges) values.push_back(range.first < 0 ? least : range.first);
        try {
            instance(values);
        } catch (const Error& error) {
            if (error.fault() != Fault::input || least == 4) throw;
            continue;
        }
        for (discover::Range& range : ranges)
            if (range.first < 0) range = {range.name, least, least + kUsualRange - 1};
        return;
    }
}

/// maximum-nim(k = 1) -> maximum-nim(k = 1..7)
std::string with_ranges(std::string text, const std::vector<discover::Range>& ranges) {
    for (const discover::Range& range : ranges) {
        const std::string one = fmt::format("{} = {}", range.name, range.first);
        if (const std::size_t at = text.find(one); at != std::string::npos)
            text.insert(at + one.size(), fmt::format("..{}", range.last));
    }
    return text;
}

void write(const GameWords& words, const DiscoverWords& options, const discover::Subject& subject,
           const discover::Report& report) {
    std::string command = "bouton discover " + words.game;
    for (const std::string& word : words.words) command += " " + word;
    if (options.piles > 0) command += fmt::format(" --piles {}", options.piles);
    if (options.what == "outcomes") command += " --what outcomes";
    const std::string text = discover::paper(subject, report.laws, command);
    store::write_file(options.out, std::string_view(text));
}

/// Each law that is proved, proved once more from its own text and written for Coq: `formal` is what coqc accepted.
void make_formal(const std::string& home, const std::string& folder, const discover::Subject& subject,
                 std::vector<discover::Law>& laws, const KnownProofs& known, const Watch& watch) {
    formal::Developments developments(home, folder);
    std::vector<lang::DocumentPtr> documents;
    std::vector<discover::Law*> proved;
    for (discover::Law& law : laws) {
        if (!law.proved) continue;
        proved.push_back(&law);
        documents.push_back(
            lang::read_document({fmt::format("law-{}.bouton", proved.size()), paper(subject, {law}, "discover")},
                                [](const std::string&) { return lang::DocumentPtr{}; }));
    }
    const auto is_law = [](const lang::Document& document, const syntax::Claim& claim) {
        return &claim == &document.file.claims.back();
    };
    const auto verdicts = prove_documents(
        documents, is_law, "", watch, [](const ProofVerdict&) {}, known, 1, &developments);
    for (std::size_t i = 0; i < verdicts.size(); ++i) proved[i]->formal = verdicts[i].formal;
}

}  // namespace

int discover(const Settings& settings, const GameWords& words, const DiscoverWords& options, const Watch& watch) {
    if (!words.coordinates().empty())
        throw bad_input("a law belongs to the game, not to a position; leave the numbers out");
    if (!options.out.empty() && !options.out.ends_with(".bouton"))
        throw bad_input("--out: laws are written in the language; give FILE.bouton");
    Library library = settings.library();
    GameRequest request = words.request();
    if (!options.out.empty()) store::require_writable(options.out);
    constexpr double kSeconds = 60, kShare = 0.95;
    const Watch work(watch, share_of_time(watch, kShare, kSeconds));
    const discover::Quantity quantity =
        options.what == "outcomes" ? discover::Quantity::outcomes : discover::Quantity::values;
    std::vector<discover::Range> ranges = ranges_of(library, request);
    const auto instance = [&](const std::vector<std::int64_t>& values) {
        GameRequest one = request;
        for (std::size_t i = 0; i < values.size(); ++i)
            one.arguments.emplace_back(ranges[i].name, std::to_string(values[i]));
        return subject_of(library, one, words, quantity, work);
    };
    const std::string set =
        ranges.empty() && options.what != "outcomes" ? missing(library, request, syntax::Parameter::Kind::set) : "";
    const std::string function = ranges.empty() && options.what == "outcomes"
                                     ? missing(library, request, syntax::Parameter::Kind::function)
                                     : "";
    const auto function_instance = [&](const std::vector<std::int64_t>& values) {
        GameRequest one = request;
        one.arguments.emplace_back(function, fmt::format("[{}]", fmt::join(values, ", ")));
        return subject_of(library, one, words, quantity, work);
    };
    const auto pair_instance = [&](const std::vector<std::int64_t>& values) {
        GameRequest one = request;
        one.arguments.emplace_back(set, fmt::format("{},{}", values[0], values[1]));
        return subject_of(library, one, words, quantity, work);
    };
    fill_in(ranges, instance);
    std::vector<std::int64_t> first;
    for (const discover::Range& range : ranges) first.push_back(range.first);
    discover::Subject subject = !set.empty()        ? pair_instance({1, 2})
                                : !function.empty() ? function_instance(std::vector<std::int64_t>(1000, 1))
                                                    : instance(first);
    if (!options.out.empty()) store::require_not_input(options.out, library.read_files());
    if (options.piles > 0 && subject.rules.piles < 0)
        throw bad_input(fmt::format("{} has no group of piles; leave --piles out", subject.rules.name));
    discover::Request search;
    search.piles = options.piles;
    search.like = options.like;
    discover::Report report;
    if (!set.empty()) {
        report = discover::lift_set(pair_instance, set, search, work).report;
        subject.rules.instance = fmt::format("{}({} = {{x, y}})", subject.rules.name, set);
    } else if (!function.empty()) {
        report = discover::lift_function(function_instance, function, search, work).report;
        subject.rules.instance = fmt::format("{}({})", subject.rules.name, function);
    } else if (ranges.empty()) {
        report = discover::search(subject, search, work);
    } else {
        report = discover::lift(instance, ranges, search, work).report;
        subject.rules.instance = with_ranges(subject.rules.instance, ranges);
    }
    if (!options.formal.empty() && !report.laws.empty())
        make_formal(settings.home, options.formal, subject, report.laws, library.known_proofs(), watch);
    render::laws(std::cout, subject, report, settings.json ? render::Format::json : render::Format::text);
    if (!options.out.empty() && !report.laws.empty()) write(words, options, subject, report);
    if (report.stopped) watch.check();  // what was found is told, and then who stopped it
    return report.laws.empty() ? 1 : 0;
}

}  // namespace bouton::app
