#include "unit/support.hpp"

#include "lang/parse.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <list>
#include <sstream>

namespace bouton::unit {

lang::DocumentPtr read(const std::string& text) {
    return lang::read_document({"t.bouton", text}, [](const std::string&) { return nullptr; });
}

Ruleset rules_in(const std::string& text, const std::vector<std::pair<std::string, std::string>>& arguments) {
    const lang::DocumentPtr document = read(text);
    std::list<lang::Source> sources;
    std::vector<lang::GivenArgument> given;
    for (const auto& [name, value] : arguments) {
        sources.push_back({name, value});
        given.push_back({{name, {}, lang::parse_term(value, name), {}}, &sources.back()});
    }
    return lang::rules_of({&document->file.games.at(0), document.get()}, given);
}

std::filesystem::path home() {
    const char* folder = std::getenv("BOUTON_HOME");
    return folder ? folder : BOUTON_SOURCE_DIR;
}

std::vector<std::filesystem::path> bouton_files() {
    std::vector<std::filesystem::path> files;
    for (const char* folder : {"games", "papers"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(home() / folder))
            if (entry.path().extension() == ".bouton") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

std::string text_of_game(const std::string& name) {
    for (const auto& file : bouton_files())
        if (file.stem() == name) return text_of_file(file);
    return "no game " + name;
}

std::string text_of_file(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

std::vector<Position> box(const Position& largest) {
    std::vector<Position> result{{}};
    for (std::int64_t top : largest) {
        std::vector<Position> longer;
        for (const Position& start : result) {
            for (std::int64_t value = 0; value <= top; ++value) {
                longer.push_back(start);
                longer.back().push_back(value);
            }
        }
        result = std::move(longer);
    }
    return result;
}

double effort() {
    const char* text = std::getenv("BOUTON_TEST_EFFORT");
    return text ? std::max(1.0, std::atof(text)) : 1;
}

}  // namespace bouton::unit
