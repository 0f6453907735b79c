#include "app/commands.hpp"
#include "render/render.hpp"

#include <algorithm>
#include <iostream>

namespace bouton::app {

int check(const Settings& settings, const std::vector<std::string>& files, const std::string& to, const Watch& watch) {
    std::optional<std::int64_t> bound;
    if (!to.empty()) {
        const Integer value = parse_number(to, "--to");
        if (value < 0) throw bad_input("--to: the bound is negative");
        if (!fits(value)) throw over_limit("--to: the bound " + to_text(value) + " is too large");
        bound = clamp(value);
    }
    Library library = settings.library();
    std::string file;
    const auto format = settings.json ? render::Format::json : render::Format::text;
    const auto verdicts = check_files(library, files, bound, watch, [&](const Verdict& verdict) {
        if (!settings.json && verdict.file != file) std::cout << (file.empty() ? "" : "\n") << verdict.file << '\n';
        file = verdict.file;
        render::verdict(std::cout, verdict, format);
        std::cout.flush();
    });
    if (!settings.json) {
        std::cout << '\n';
        render::summary(std::cout, verdicts, watch.elapsed());
    }
    return std::all_of(verdicts.begin(), verdicts.end(), [](const Verdict& v) { return v.as_expected(); }) ? 0 : 1;
}

}  // namespace bouton::app
