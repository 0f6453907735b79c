#include "render/atlas.hpp"
#include "answers/words.hpp"
#include "app/commands.hpp"
#include "app/ranks.hpp"
#include "atlas/claims.hpp"
#include "atlas/picture.hpp"
#include "atlas/spread.hpp"
#include "atlas/subsets.hpp"
#include "base/parallel.hpp"
#include "discover/search.hpp"
#include "store/input.hpp"
#include "store/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <thread>

namespace bouton::app {

namespace {

render::Format format_of(const Settings& settings) {
    return settings.json ? render::Format::json : render::Format::text;
}

/// The words after the task: FILE, and perhaps more.
const std::string& file_in(const AtlasWords& words) {
    if (words.words.size() < 2)
        throw bad_input(fmt::format("bouton atlas {} needs the file of an atlas: bouton atlas {} FILE.sqlite",
                                    words.words[0], words.words[0]));
    return words.words[1];
}

void require_words(const AtlasWords& words, std::size_t most) {
    if (words.words.size() > most) throw bad_input("there is a word too much: " + words.words[most]);
}

/// The family that a store is of, by the rules as they are now.
atlas::Family family_of(const atlas::Store& store, Library& library) {
    const atlas::Manifest& manifest = store.manifest();
    atlas::Family family(library.game(manifest.words.game), manifest.words);
    if (atlas::manifest_of(family, manifest.words).identity != manifest.identity)
        throw bad_input(fmt::format("{}: the rules of {} have changed since this atlas was made", store.file(),
                                    manifest.words.game));
    return family;
}

std::int64_t limit_in(const std::string& to) {
    if (to.empty()) return 0;
    const Integer value = parse_number(to, "--to");
    if (value < 1) throw bad_input("--to: give a heap of at least 1");
    if (value > 100000000) throw over_limit("--to: heaps up to 100000000 are looked at at most");
    return clamp(value);
}

/// What `discover` finds of some members, evenly spread: formulas for their values, after the laws that were given. An atlas that was begun
/// has them already.
std::vector<std::string> laws_with_discovered(const atlas::Family& family, const AtlasWords& words,
                                              const Watch& watch) {
    constexpr double kSecondsEach = 10;
    std::vector<std::string> laws = words.laws;
    std::error_code error;
    if (std::filesystem::exists(words.out, error)) {
        const std::vector<std::string> there = atlas::Store::open(words.out).manifest().laws;
        const bool begins = there.size() >= laws.size() && std::equal(laws.begin(), laws.end(), there.begin());
        return begins ? there : laws;
    }
    for (const atlas::Values& member : family.sample(family.size(1000000), words.discover)) {
        discover::Subject subject;
        subject.game = family.game();
        subject.document = subject.game.document->shared_from_this();
        subject.arguments = family.arguments(member);
        subject.rules = family.rules(member);
        subject.quantity = discover::Quantity::values;
        Limits limits = watch.limits();
        limits.seconds = kSecondsEach;
        for (const discover::Law& law : discover::search(subject, {.effort = 0.2}, Watch(watch, limits)).laws) {
            // A formula, and not a recursion: the value of a position from its coordinates alone.
            const std::string left = fmt::format("grundy({}) = ", fmt::join(subject.rules.coordinates, ", "));
            const bool formula = law.statement.starts_with(left) && law.statement.rfind("grundy(") == 0 &&
                                 law.definitions.empty() && law.game.empty() && !law.part;
            if (formula && std::find(laws.begin(), laws.end(), law.statement) == laws.end())
                laws.push_back(law.statement);
        }
    }
    return laws;
}

/// At most every five seconds a line: in the log of a job nobody sees a line that is written again and again.
std::function<void(const std::string&)> lines_in_log(const atlas::Ranks& ranks) {
    using Clock = std::chrono::steady_clock;
    return [count = ranks.count(), last = Clock::now()](const std::string& message) mutable {
        if (Clock::now() - last < std::chrono::seconds(5)) return;
        last = Clock::now();
        fmt::print(stderr, "{} ranks: {}\n", count, message);
    };
}

int make_one(const Settings& settings, const AtlasWords& words, atlas::Ranks* ranks, const Watch& watch);

/// Under mpirun all ranks come here, with the same words: rank 0 makes the atlas, the others help it.
int make(const Settings& settings, const AtlasWords& words, const Watch& watch) {
    atlas::Ranks* const ranks = ranks_of_mpirun();
    if (!ranks) return make_one(settings, words, nullptr, watch);
    // The machine's cores are divided among its ranks.
    const auto cores = static_cast<int>(std::thread::hardware_concurrency());
    const int threads = settings.threads > 0 ? settings.threads : std::max(1, cores / ranks->on_this_machine());
    int code = 0;
    parallel::with_threads(static_cast<std::size_t>(threads), [&] {
        if (ranks->rank() == 0)
            code = make_one(settings, words, ranks, watch);
        else
            code = help_rank0(*ranks, watch, [&] { make_one(settings, words, ranks, watch); });
    });
    return code;
}

int make_one(const Settings& settings, const AtlasWords& words, atlas::Ranks* ranks, const Watch& watch) {
    if (words.on == "gpu") throw bad_input("--on gpu: this Bouton has no engine for graphics processors; leave it out");
    GameAndPosition read = read_words(words.words);
    if (!read.coordinates.empty())
        throw bad_input(fmt::format("{} is no argument; arguments are given by name, as in moves='{{a,b,c}}'",
                                    read.coordinates[0]));
    if (words.ranges.empty())
        throw bad_input("an atlas needs variables and their ranges, as in --for '1 <= a < b <= 20'");
    if (words.out.empty()) throw bad_input("an atlas needs a file, as in --out atlas.sqlite");
    Library library = settings.library();
    const atlas::FamilyWords family_words =
        atlas::with_elements({read.request.game, read.request.arguments, words.ranges},
                             words.size.empty() ? atlas::SetSize() : atlas::parse_set_size(words.size));
    const atlas::Family family(library.game(family_words.game), family_words);
    family.refuse_if_constant();
    store::require_not_input(words.out, library.read_files());
    atlas::MakeRequest request;
    request.file = words.out;
    request.laws = words.laws;
    request.large = words.large;
    request.effort.limit = limit_in(words.to);
    request.effort.symmetry = !words.no_symmetry;
    request.command = fmt::format("bouton atlas {} --for '{}'", fmt::join(words.words, " "), words.ranges);
    if (!words.size.empty()) request.command += " --size " + words.size;
    if (words.discover > 0) {
        if (ranks) throw bad_input("--discover: begin the atlas without mpirun; it may go on with it");
        request.command += fmt::format(" --discover {}", words.discover);
        request.laws = laws_with_discovered(family, words, watch);
    }
    for (const std::string& law : words.laws) request.command += fmt::format(" --law '{}'", law);
    if (!words.to.empty()) request.command += " --to " + words.to;
    request.ranks = ranks;
    if (ranks && ranks->rank() > 0) {
        atlas::help(family, family_words, request, watch);
        return 0;
    }
    if (ranks) request.report = lines_in_log(*ranks);
    const atlas::Made made = atlas::make(family, family_words, request, watch);
    atlas::Store store = atlas::Store::open(words.out);
    render::atlas(std::cout, store, made, atlas::query(store, {}, watch), format_of(settings));
    return 0;
}

int query(const Settings& settings, const AtlasWords& words, const Watch& watch) {
    atlas::Store store = atlas::Store::open(file_in(words));
    require_words(words, 3);
    const std::string asked = words.words.size() > 2 ? words.words[2] : "summary";
    atlas::QueryRequest request;
    request.laws = words.laws;
    request.most = words.rows;
    const auto& names = atlas::question_names();
    const auto name = std::find_if(names.begin(), names.end(), [&](const auto& q) { return q.name == asked; });
    if (name == names.end())
        throw bad_input(fmt::format("there is no question {}; there are: {}", asked, atlas_questions()));
    request.question = name->question;
    const atlas::Table table = atlas::query(store, request, watch);
    if (words.out.empty())
        render::atlas_query(std::cout, store, asked, table, format_of(settings));
    else
        store::write_file(words.out, std::string_view(atlas::csv(table)));
    if (!store.complete())
        fmt::print(stderr, "note: the atlas is not complete: {} of {} members\n", store.done(), store.manifest().size);
    if (table.left_out > 0 && !settings.json)
        fmt::print(stderr, "note: {} more rows; ask for them with --rows\n", table.left_out);
    return request.question == atlas::Question::exceptions && !table.rows.empty() ? 1 : 0;
}

/// atlas query FILE claims PAPER: what a file says of the periods, against the atlas.
int query_claims(const Settings& settings, const AtlasWords& words, const Watch& watch) {
    atlas::Store store = atlas::Store::open(file_in(words));
    if (words.words.size() != 4)
        throw bad_input("give the file whose claims are compared: bouton atlas query FILE.sqlite claims NAME.bouton");
    Library library = settings.library();
    const atlas::Family family = family_of(store, library);
    const auto verdicts = atlas::compare_claims(store, family, *documents_named(library, {words.words[3]})[0], watch);
    if (verdicts.empty())
        throw bad_input(fmt::format("{} has no claim about {}", words.words[3], family.game().game->name));
    atlas::Table table;
    table.columns = {"claim", "members", "exceptions", "first exception", "note"};
    for (const atlas::ClaimVerdict& verdict : verdicts)
        table.rows.push_back({verdict.claim, std::to_string(verdict.members), std::to_string(verdict.exceptions),
                              verdict.exceptions > 0 ? atlas::named(family.variables(), verdict.first.values) : "",
                              verdict.why_not.empty() ? "" : "not compared: " + verdict.why_not});
    if (words.out.empty())
        render::atlas_query(std::cout, store, "claims", table, format_of(settings));
    else
        store::write_file(words.out, std::string_view(atlas::csv(table)));
    return std::all_of(verdicts.begin(), verdicts.end(), [](const auto& v) { return v.as_expected(); }) ? 0 : 1;
}

int recheck_atlas(const Settings& settings, const AtlasWords& words, const Watch& watch) {
    atlas::Store store = atlas::Store::open(file_in(words));
    require_words(words, 2);
    Library library = settings.library();
    const atlas::Family family = family_of(store, library);
    const atlas::Rechecked found = atlas::recheck(store, family, words.sample, words.seed, watch);
    render::atlas_recheck(std::cout, store, found, format_of(settings));
    return found.rows_intact && found.wrong.empty() ? 0 : 1;
}

int picture(const AtlasWords& words, const Watch& watch) {
    atlas::Store store = atlas::Store::open(file_in(words));
    require_words(words, 2);
    const auto format = draw::format_of(words.out);
    if (!format) throw bad_input("a picture needs a file that ends with .svg, .png or .pdf, as in --out atlas.svg");
    store::require_writable(words.out);
    store::require_not_input(words.out, {store.file()});
    atlas::PictureRequest request;
    using atlas::Shown;
    for (const auto& [name, shown] :
         std::vector<std::pair<std::string, Shown>>{{"law", Shown::law},
                                                    {"period", Shown::period},
                                                    {"preperiod", Shown::preperiod},
                                                    {"outcome-period", Shown::outcome_period},
                                                    {"outcome-preperiod", Shown::outcome_preperiod},
                                                    {"largest-value", Shown::largest_value}})
        if (words.show == name) request.shown = shown;
    request.laws = words.laws;
    request.command = fmt::format("bouton atlas picture {} --show {}", store.file(), words.show);
    if (!words.slice.empty()) request.command += " --slice " + words.slice;
    for (const std::string& law : words.laws) request.command += fmt::format(" --law '{}'", law);
    for (std::size_t at = 0; at < words.slice.size();) {
        const std::size_t end = std::min(words.slice.find(',', at), words.slice.size());
        const std::string piece = words.slice.substr(at, end - at);
        const std::size_t equals = piece.find('=');
        if (equals == std::string::npos) throw bad_input(piece + " fixes no variable; write c=64", Setting::slice);
        request.fixed.emplace_back(piece.substr(0, equals), clamp(parse_number(piece.substr(equals + 1), "--slice")));
        at = end + 1;
    }
    const std::string bytes = draw::paint(atlas::picture(store, request, watch), *format);
    store::write_file(words.out, std::string_view(bytes));
    return 0;
}

}  // namespace

std::string atlas_questions() {
    std::vector<std::string> names;
    for (const atlas::QuestionName& each : atlas::question_names())
        names.push_back(fmt::format("{} ({})", each.name, each.about));
    names.push_back("claims PAPER (what a file claims of the periods, against all members)");
    return fmt::format("{}", fmt::join(names, ", "));
}

int atlas(const Settings& settings, const AtlasWords& words, const Watch& watch) {
    if (words.words[0] == "query" && words.words.size() > 2 && words.words[2] == "claims")
        return query_claims(settings, words, watch);
    if (words.words[0] == "query") return query(settings, words, watch);
    if (words.words[0] == "recheck") return recheck_atlas(settings, words, watch);
    if (words.words[0] == "picture") return picture(words, watch);
    return make(settings, words, watch);
}

}  // namespace bouton::app
