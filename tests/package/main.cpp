// Another project that uses the installed library: a game from memory, its value, and the error of a bad one.
#include <bouton/answers/answer.hpp>
#include <bouton/engines/reference/reference.hpp>
#include <bouton/lang/elaborate.hpp>

#include <cstdio>

int main() {
    const auto no_imports = [](const std::string&) { return bouton::lang::DocumentPtr(); };
    const auto document =
        bouton::lang::read_document({"memory", "game bachet (x) move (x - t) for 1 <= t <= 3"}, no_imports);
    const bouton::Watch watch;
    const auto rules = bouton::lang::rules_of(bouton::lang::find_game(*document, "bachet"), {});
    const auto engine = bouton::make_reference_engine(rules, bouton::What::grundy, watch);
    if (engine->value({10}) != 2) return 1;
    try {
        bouton::lang::read_document({"memory", "game endless (x) move (x)"}, no_imports);
        return 1;
    } catch (const bouton::Error& error) {
        std::puts(error.what());
    }
    return 0;
}
