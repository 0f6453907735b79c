#include "answers/files.hpp"
#include "answers/library.hpp"
#include "api/home.hpp"
#include "api/parts.hpp"

#include <cstdlib>

namespace bouton {

std::string home_of_library(const std::string& home) {
    if (!home.empty()) return home;
    if (const char* variable = std::getenv("BOUTON_HOME")) return variable;
    throw bad_input("the folder with games/ and papers/ is not known; give it, or set BOUTON_HOME to it");
}

Game Game::named(const std::string& name, const Arguments& arguments, const RunOptions& options,
                 const std::string& home) {
    return Game(parts_of(std::make_unique<Library>(home_of_library(home)), name, arguments, options));
}

std::vector<CheckedClaim> check_file(const std::string& file, const RunOptions& options, std::optional<std::int64_t> to,
                                     const std::string& home) {
    std::optional<Watch> watch;
    return ask(watch, options, [&] {
        Library library(home_of_library(home));
        return told(check_files(library, {file}, to, *watch, [](const Verdict&) {}));
    });
}

}  // namespace bouton
