#include "answers/study.hpp"
#include "app/commands.hpp"
#include "base/text.hpp"
#include "render/report.hpp"
#include "store/folder.hpp"
#include "store/input.hpp"
#include "store/output.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

namespace bouton::app {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMark = "study.json";  // by which a folder is known to be a study, which may be written anew

constexpr std::uint64_t kLargestMark = std::uint64_t{256} << 20;

/// What a study consists of; anything else in its folder is the user's.
bool is_part(const std::string& name) {
    return name == "figures" || name == "proofs" || name == "formal" || name == "index.html" || name == kMark;
}

/// A folder that an earlier study filled.
bool is_study(const fs::path& folder) try {
    const auto json =
        nlohmann::json::parse(store::read_plain_file((folder / kMark).string(), kLargestMark), nullptr, false);
    return json.is_object() && json.contains("command") && json.contains("games") && json.contains("claims");
} catch (const Error&) {
    return false;
}

/// A new folder that will stand where none was, or an empty one, or an earlier study.
store::NewFolder prepare(const fs::path& folder, const Library& library) {
    std::error_code error;
    if (fs::exists(folder, error) && !fs::is_directory(folder, error))
        throw bad_input(folder.string() + " is a file; give --out a folder");
    if (fs::exists(folder, error) && !fs::is_empty(folder, error) && !is_study(folder))
        throw bad_input(folder.string() + " holds other files; give --out a folder that is new or empty");
    store::require_no_input_in(folder.string(), library.read_files());
    store::NewFolder made(folder.string());
    store::make_folder((fs::path(made.path()) / "figures").string());
    return made;
}

void write(const fs::path& folder, Study& result, const std::string& json) {
    for (const GameStudy& game : result.games)
        for (const Figure& figure : game.figures)
            for (const auto& [format, ending] :
                 {std::pair{draw::Format::svg, ".svg"}, std::pair{draw::Format::pdf, ".pdf"}})
                store::write_file((folder / "figures" / (figure.name + ending)).string(),
                                  draw::paint(figure.picture, format));
    store::write_file((folder / "index.html").string(), render::report(result));
    store::write_file((folder / kMark).string(), json);
}

std::string default_folder(const GameWords& words) {
    const auto hash = words.game.find('#');
    const std::string name =
        hash == std::string::npos ? fs::path(words.game).stem().string() : words.game.substr(hash + 1);
    return slug(name) + "-study";
}

std::string command_line(const Settings& settings, const GameWords& words, const StudyWords& study) {
    std::string line = "bouton study";
    for (const std::string& word : words.all()) line += " " + quoted_for_shell(word);
    if (study.formal) line += " --formal";
    if (study.thorough) line += " --thorough";
    if (settings.seconds > 0) line += fmt::format(" --time {}", settings.seconds);
    if (!study.out.empty()) line += " --out " + quoted_for_shell(study.out);
    return line;
}

}  // namespace

int study(const Settings& settings, const GameWords& words, const StudyWords& study_words, const Watch& watch) {
    if (!words.coordinates().empty())
        throw bad_input("study takes no position, only arguments such as k=3; `bouton value " + words.game + " " +
                        words.coordinates()[0] + "` gives a single value");
    const fs::path folder = study_words.out.empty() ? default_folder(words) : study_words.out;
    Library library = settings.library();
    StudyRequest request;
    request.spec = words.game;
    request.arguments = words.request().arguments;
    request.home = settings.home;
    if (study_words.thorough) request.effort = 1;
    prepare_study(library, request);  // bad input before any folder is made
    // Without --time no clock decides what is proved: effort is counted in steps of the prover, and every comparison with the rules ends.
    constexpr double kShare = 0.8;  // of --time; then claims stay open, and the page still has to be written
    const Watch work(watch, share_of_time(watch, kShare, 0));
    store::NewFolder made = prepare(folder, library);
    const fs::path root = made.path();
    request.certificates = (root / "proofs").string();
    if (study_words.formal) request.formal = (root / "formal").string();
    Study result = bouton::study(library, request, work);
    result.command = command_line(settings, words, study_words);
    result.version = BOUTON_VERSION;
    for (ProofVerdict& claim : result.claims)
        for (std::string* each : {&claim.certificate, &claim.formal_file})
            if (!each->empty()) *each = fs::path(*each).lexically_relative(root).string();
    const std::string json = render::dump(render::study_json(result)) + "\n";
    write(root, result, json);
    made.carry_over([](const std::string& name) { return !is_part(name); });
    made.commit();
    const fs::path page = folder / "index.html";
    if (settings.json)
        std::cout << json;
    else
        render::study_summary(std::cout, result, page.string());
    return std::all_of(result.claims.begin(), result.claims.end(), [](const auto& c) { return c.as_expected(); }) ? 0
                                                                                                                  : 1;
}

}  // namespace bouton::app
