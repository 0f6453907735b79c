#include "answers/library.hpp"

#include "base/error.hpp"
#include "lang/messages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>

namespace bouton {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostImports = 20;  // one through another
constexpr std::uintmax_t kLargestFile = std::uintmax_t{4} << 20;

std::string read_text(const fs::path& file, const std::string& shown) {
    std::error_code error;
    if (fs::is_directory(file, error)) throw bad_input(shown + " is a folder; name a .bouton file");
    if (!fs::exists(file, error)) throw bad_input(shown + ": there is no such file");
    const std::uintmax_t size = fs::file_size(file, error);
    if (!error && size > kLargestFile) throw bad_input(shown + " is larger than 4 MiB; that is no .bouton file");
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw bad_input(shown + " cannot be read");
    std::string text;
    std::array<char, 1 << 14> piece;
    do {  // a pipe has no size
        stream.read(piece.data(), piece.size());
        text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
        if (text.size() > kLargestFile) throw bad_input(shown + " is larger than 4 MiB; that is no .bouton file");
    } while (stream);
    if (stream.bad()) throw bad_input(shown + " cannot be read");
    return text;
}

bool mentions_game(const std::string& text, const std::string& name) {
    for (std::size_t at = text.find("game"); at != std::string::npos; at = text.find("game", at + 4)) {
        std::size_t i = at + 4;
        while (i < text.size() && std::isspace(static_cast<unsigned char>(text[i]))) ++i;
        if (i > at + 4 && text.compare(i, name.size(), name) == 0) return true;
    }
    return false;
}

}  // namespace

Library::Library(fs::path home, KnownProofs proofs) : home_(std::move(home)), proofs_(std::move(proofs)) {}

/// A path as the user knows it: games/nim.bouton for a file of the library, wherever it lies; any other relative to where he stands, if
/// that is shorter, and otherwise as he gave it. So no folder of this machine is shown that he did not name.
std::string Library::shown_path(const fs::path& file) const {
    std::error_code error;
    for (const char* folder : {"games", "papers"}) {
        const fs::path inside = file.lexically_normal().lexically_relative((home_ / folder).lexically_normal());
        if (!inside.empty() && inside != "." && *inside.begin() != "..") return (folder / inside).string();
    }
    const fs::path relative = fs::proximate(file, error);
    return error || relative.string().size() > file.string().size() ? file.string() : relative.string();
}

std::vector<fs::path> Library::files() const {
    std::vector<fs::path> result;
    for (const char* folder : {"games", "papers"}) {
        std::error_code error;
        std::vector<fs::path> here;
        for (const auto& entry : fs::directory_iterator(home_ / folder, error))
            if (entry.path().extension() == ".bouton" && entry.is_regular_file(error)) here.push_back(entry.path());
        std::sort(here.begin(), here.end());
        result.insert(result.end(), here.begin(), here.end());
    }
    return result;
}

lang::DocumentPtr Library::read(const fs::path& file) {
    std::error_code error;
    const std::string key = fs::weakly_canonical(file, error).string();
    const auto found = read_.find(key);
    if (found != read_.end()) return found->second;
    const std::string shown = shown_path(file);
    if (std::find(reading_.begin(), reading_.end(), key) != reading_.end())
        throw bad_input(shown + " imports itself, directly or through another file");
    if (reading_.size() >= kMostImports) throw bad_input(shown + " is imported through too many other files");
    reading_.push_back(key);
    struct Leave {
        std::vector<std::string>& list;
        ~Leave() { list.pop_back(); }
    } leave{reading_};
    auto document = lang::read_document({shown, read_text(file, shown), key}, [&](const std::string& name) {
        const lang::DocumentPtr near = beside(file, name);
        return near ? near : find(name);
    });
    read_[key] = document;
    return document;
}

std::vector<std::string> Library::read_files() const {
    std::vector<std::string> paths;
    for (const auto& [path, document] : read_) paths.push_back(path);
    return paths;
}

lang::DocumentPtr Library::document(const fs::path& file) { return read(file); }

lang::DocumentPtr Library::beside(const fs::path& file, const std::string& name) {
    std::error_code error;
    const fs::path other = file.parent_path() / (name + ".bouton");
    if (!fs::is_regular_file(other, error) || fs::equivalent(other, file, error)) return nullptr;
    const lang::DocumentPtr document = read(other);
    for (const syntax::Game& game : document->file.games)
        if (game.name == name) return document;
    return nullptr;
}

lang::DocumentPtr Library::find(const std::string& name) {
    std::vector<fs::path> candidates = files();
    if (candidates.empty())
        throw bad_input(home_.string() + " holds no games; set BOUTON_HOME to the folder with games/ and papers/");
    std::stable_partition(candidates.begin(), candidates.end(), [&](const fs::path& p) { return p.stem() == name; });
    for (const fs::path& file : candidates) {
        std::error_code error;
        const std::string key = fs::weakly_canonical(file, error).string();
        if (!read_.contains(key) && !mentions_game(read_text(file, shown_path(file)), name)) continue;
        const lang::DocumentPtr document = read(file);
        for (const syntax::Game& game : document->file.games)
            if (game.name == name) return document;
    }
    return nullptr;
}

std::vector<lang::DocumentPtr> Library::about(const lang::GameRef& game) {
    std::vector<lang::DocumentPtr> result{game.document->shared_from_this()};
    const std::string& name = game.game->name;
    for (const fs::path& file : files()) {
        if (read_text(file, shown_path(file)).find("import " + name) == std::string::npos) continue;
        const lang::DocumentPtr document = read(file);
        if (document.get() != game.document && lang::find_game(*document, name).game == game.game)
            result.push_back(document);
    }
    return result;
}

lang::GameRef Library::game(const std::string& spec) {
    const auto hash = spec.rfind('#');
    const bool is_path = hash != std::string::npos || spec.find('/') != std::string::npos || spec.ends_with(".bouton");
    if (!is_path) {
        if (const lang::DocumentPtr document = find(spec)) return lang::find_game(*document, spec);
        std::vector<std::string> known;
        for (const fs::path& file : files())
            for (const syntax::Game& game : read(file)->file.games) known.push_back(game.name);
        throw bad_input(messages::unknown_game(spec, lang::nearest(spec, known)));
    }
    const std::string path = spec.substr(0, hash);
    const lang::DocumentPtr document = read(path);
    const auto& games = document->file.games;
    if (hash != std::string::npos) {
        const lang::GameRef found = lang::find_game(*document, spec.substr(hash + 1));
        std::vector<std::string> names;
        for (const syntax::Game& game : games) names.push_back(game.name);
        if (!found.game)
            throw bad_input(
                fmt::format("{} has no game {}; it has {}", path, spec.substr(hash + 1), fmt::join(names, ", ")));
        return found;
    }
    if (games.empty()) throw bad_input(path + " declares no game");
    if (games.size() > 1) {
        std::vector<std::string> specs;
        for (const syntax::Game& game : games) specs.push_back(path + "#" + game.name);
        throw bad_input(fmt::format("{} holds several games; write {}", path, fmt::join(specs, " or ")));
    }
    return {&games[0], document.get()};
}

}  // namespace bouton
