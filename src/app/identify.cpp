#include "answers/identify.hpp"

#include "answers/words.hpp"
#include "app/commands.hpp"
#include "render/identify.hpp"

#include <iostream>

namespace bouton::app {

int identify(const Settings& settings, const std::vector<std::string>& words, const std::string& what,
             const Watch& watch) {
    constexpr double kSeconds = 120, kShare = 0.9;
    Library library = settings.library();
    const Watch work(watch, share_of_time(watch, kShare, kSeconds));
    const What quantity = what == "outcome" ? What::outcome : What::grundy;
    const auto terms = sequence_in(words);
    std::vector<std::string> typed;
    for (const std::string& word : words)
        for (const std::string& part : word.find('=') == std::string::npos ? split_words(word) : std::vector{word})
            typed.push_back(part);
    const Identification result =
        terms ? bouton::identify(library, *terms, quantity, work) : bouton::identify(library, typed, quantity, work);
    if (result.unseen > 0 && result.matches.empty()) throw over_time(work.limits().seconds);  // nobody knows
    render::identification(std::cout, result, settings.json ? render::Format::json : render::Format::text);
    return result.matches.empty() ? 1 : 0;
}

}  // namespace bouton::app
