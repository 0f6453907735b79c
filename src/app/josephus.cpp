#include "base/josephus.hpp"
#include "answers/figures.hpp"
#include "app/commands.hpp"
#include "base/text.hpp"
#include "render/json.hpp"
#include "store/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

namespace bouton::app {

namespace {

int picture(const Integer& n, const Integer& k, const std::string& out) {
    const auto format = draw::format_of(out);
    if (!format) throw bad_input(out + ": a circle can be drawn as .svg, .png or .pdf");
    if (n < 1 || k < 1) bouton::josephus::seat(n, k, 1);  // says what is wrong
    constexpr int kMostSeats = 5000;
    if (n > kMostSeats)
        throw bad_input(
            fmt::format("a circle of more than {} seats cannot be seen; without --out it is answered at any "
                        "size",
                        kMostSeats));
    store::require_writable(out);
    const std::string command =
        fmt::format("bouton josephus {} {} --out {}", to_text(n), to_text(k), quoted_for_shell(out));
    store::write_file(out, draw::paint(picture_of_circle(clamp(n), k, command), *format));
    return 0;
}

}  // namespace

int josephus(const Settings& settings, const JosephusWords& words, const Watch& watch) {
    const Integer n = parse_number(words.n, "N"), k = parse_number(words.k, "K");
    if (!words.out.empty() && (words.survivor || words.order || !words.rank.empty() || !words.seat.empty()))
        throw bad_input("--out draws the whole circle; leave --survivor, --rank, --seat and --order out");
    if (!words.out.empty()) return picture(n, k, words.out);
    using render::json_of;
    render::Json json{{"n", json_of(n)}, {"k", json_of(k)}};
    if (words.order) {
        if (n > watch.limits().memory / 16)
            throw over_limit("the whole order of " + to_text(n) +
                             " seats needs more than the memory limit; ask for single seats with --seat");
        if (n < 1) bouton::josephus::seat(n, k, 1);  // says what is wrong
        const auto order = bouton::josephus::order(clamp(n), k);
        json["order"] = json_of(order);
        if (settings.json)
            std::cout << render::answer_line(json);
        else
            std::cout << fmt::format("{}\n", fmt::join(order, " "));
        return 0;
    }
    std::string name = "survivor";
    Integer result;
    if (!words.rank.empty()) {
        name = "rank";
        const Integer seat = parse_number(words.rank, "--rank");
        json["seat"] = json_of(seat);
        result = bouton::josephus::rank(n, k, seat);
    } else if (!words.seat.empty()) {
        name = "seat";
        const Integer i = parse_number(words.seat, "--seat");
        json["i"] = json_of(i);
        result = bouton::josephus::seat(n, k, i);
    } else {
        result = bouton::josephus::seat(n, k, n);
    }
    json[name] = json_of(result);
    std::cout << (settings.json ? render::answer_line(json) : result.str() + "\n");
    return 0;
}

}  // namespace bouton::app
