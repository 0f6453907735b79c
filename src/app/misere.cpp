#include "answers/misere.hpp"
#include "app/commands.hpp"
#include "render/misere.hpp"

#include <fmt/format.h>

#include <iostream>

namespace bouton::app {

namespace {

constexpr std::int64_t kLargestHeap = 1000;

/// 3,3,12:1000
std::vector<std::pair<std::int64_t, Integer>> parse_sum(const std::string& text, std::int64_t to) {
    std::vector<std::pair<std::int64_t, Integer>> sum;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string part = text.substr(begin, end - begin);
        const std::size_t colon = part.find(':');
        if (part.find_first_not_of(' ') == std::string::npos || colon == 0 || colon + 1 == part.size())
            throw bad_input(
                "--sum: give heaps with commas between them, as in 3,5 or 3,12:1000 for a thousand heaps of 12");
        const Integer heap = parse_number(part.substr(0, colon), "--sum");
        const Integer count = colon == std::string::npos ? Integer(1) : parse_number(part.substr(colon + 1), "--sum");
        if (heap < 0 || heap > to)
            throw bad_input(
                fmt::format("--sum: the quotient is of heaps from 0 to {}; {} is none of them", to, to_text(heap)));
        if (count < 0) throw bad_input("--sum: a negative number of heaps");
        sum.emplace_back(clamp(heap), count);
        begin = end + 1;
    }
    return sum;
}

}  // namespace

int misere(const Settings& settings, const GameWords& words, const MisereWords& misere_words, const Watch& watch) {
    Library library = settings.library();
    const Session session(library, words.request(), What::outcome, watch);
    if (!words.coordinates().empty())
        throw bad_input("the quotient belongs to the game, not to a position; give a position as --sum " +
                        words.coordinates()[0]);
    const Integer bound = parse_number(misere_words.to, "--to");
    if (bound < 0 || bound > kLargestHeap) throw bad_input(fmt::format("--to: give a heap from 0 to {}", kLargestHeap));
    const std::int64_t to = clamp(bound);
    render::MisereReport report;
    report.game = session.rules().instance;
    if (!misere_words.sum.empty()) report.sum = parse_sum(misere_words.sum, to);
    report.quotient = misere_quotient(session, to, watch);
    if (misere_words.genus) report.genus = genus_of_heaps(session, to, watch);
    report.sum_text = misere_words.sum;
    render::misere(std::cout, report, settings.json ? render::Format::json : render::Format::text);
    return 0;
}

}  // namespace bouton::app
