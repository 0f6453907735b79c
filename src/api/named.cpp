#include "answers/library.hpp"
#include "api/parts.hpp"

#include <cstdlib>

namespace bouton {

Game Game::named(const std::string& name, const Arguments& arguments, const RunOptions& options,
                 const std::string& home) {
    const char* variable = std::getenv("BOUTON_HOME");
    if (home.empty() && !variable)
        throw bad_input("the folder with games/ and papers/ is not known; give it, or set BOUTON_HOME to it");
    auto library = std::make_unique<Library>(home.empty() ? std::string(variable) : home);
    return Game(parts_of(std::move(library), name, arguments, options));
}

}  // namespace bouton
