// What kind of moves a game has, in words.
#include "render/json.hpp"
#include "render/render.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bouton::render {

namespace {

using Kind = MoveShape::Kind;

const char* name_of(Kind kind) {
    switch (kind) {
        case Kind::jump: return "jump";
        case Kind::line: return "line";
        case Kind::region: return "region";
        case Kind::split: return "split";
        case Kind::other: return "other";
    }
    return "";
}

std::string list(const std::vector<Expr>& bounds) {
    std::vector<std::string> texts;
    for (const Expr& e : bounds) texts.push_back(infix(e));
    return fmt::format("{}", fmt::join(texts, ", "));
}

/// From .. to, as the move's variable runs.
std::string range(const MoveShape::Interval& interval) {
    const std::string low = interval.lower.size() == 1 ? list(interval.lower) : "max(" + list(interval.lower) + ")";
    const std::string high = interval.upper.size() == 1 ? list(interval.upper) : "min(" + list(interval.upper) + ")";
    return low == high ? low : low + " to " + high;
}

/// Which coordinates fall, rise or stay.
std::string direction(const Shape& shape, const MoveShape& move) {
    std::vector<std::string> along, beside;
    for (std::size_t i = 0; i < shape.dimension; ++i) {
        const std::string& name = shape.rules.coordinates[i];
        const bool moves = std::any_of(move.steps.begin(), move.steps.end(), [&](const auto& s) { return s[i] != 0; });
        if (moves) along.push_back(name);
        if (!moves && move.offset[i] != 0) beside.push_back(fmt::format("{} changes by {}", name, move.offset[i]));
    }
    std::string text;
    if (move.kind == Kind::jump)
        text = "one option";
    else if (along.size() == 1)
        text = fmt::format("an interval along {}", along[0]);
    else if (move.kind == Kind::line)
        text = fmt::format("an interval along the diagonal of {}", fmt::join(along, ", "));
    else
        text = fmt::format("a region in {}", fmt::join(along, ", "));
    if (!beside.empty()) text += fmt::format("; {}", fmt::join(beside, ", "));
    return text;
}

std::string words(const Shape& shape, const MoveShape& move) {
    switch (move.kind) {
        case Kind::split: return fmt::format("a heap becomes {} heaps", move.move->results.size());
        case Kind::other: return "what is left depends on the position in another way; options are listed one by one";
        default: break;
    }
    std::string text = direction(shape, move);
    if (move.kind == Kind::line && move.intervals.size() <= 4) {
        std::vector<std::string> ranges;
        for (const auto& interval : move.intervals) ranges.push_back(range(interval));
        text += fmt::format(": {} {}", move.absolute >= 0 ? "to" : "take", fmt::join(ranges, ", "));
    } else if (move.kind == Kind::line) {
        text += fmt::format(": {} intervals", move.intervals.size());
    }
    if (!move.conditions.empty()) text += fmt::format(", if {}", list(move.conditions));
    if (move.needs_tests) text += ", with a test for each option";
    return text;
}

const char* method(const std::string& engine) {
    static const std::pair<const char*, const char*> texts[] = {
        {"subtraction", "vectors of heaps at a time until the period is certain; then copies of it"},
        {"heap", "one step a heap where the window grows evenly, a logarithm of steps otherwise"},
        {"splits", "sparse spaces where there are any, all splits otherwise"},
        {"regions", "running maxima over the cells below: a few steps a cell"},
        {"lines", "a set of values for every line, kept as bits; the first bit missing in all of them is the value"},
        {"sweep", "cell by cell, options looked up by their place in the table"},
        {"levels", "level by level of what every move lowers, by one of the engines above"},
        {"reference", "the definition, position by position"},
        {"loopy", "all positions that can be reached, then backwards from those whose value is certain"},
    };
    for (const auto& [name, text] : texts)
        if (engine == name) return text;
    return "";
}

}  // namespace

void shape(std::ostream& out, const Session& session, const ShapeAnswer& answer, Format format) {
    const Shape& shape = *answer.shape;
    if (format == Format::json) {
        Json json;
        json["game"] = session.rules().instance;
        json["dimension"] = json_of(shape.dimension);
        json["move_kinds"] = Json::array();
        for (const MoveShape& move : shape.moves)
            json["move_kinds"].push_back({{"kind", name_of(move.kind)}, {"words", words(shape, move)}});
        json["boxed"] = shape.boxed;
        json["growth"] = json_of(shape.growth);
        if (shape.removals) json["removals"] = json_of(*shape.removals);
        json["engine"] = answer.engine;
        json["engines"] = Json::array();
        for (const Candidate& candidate : answer.engines)
            json["engines"].push_back(
                {{"name", candidate.name}, {"fits", candidate.why_not.empty()}, {"why_not", candidate.why_not}});
        out << answer_line(json);
        return;
    }
    const Ruleset& rules = shape.rules;
    fmt::print(out, "{}: {} coordinate{} ({}){}{}\n", session.rules().instance, shape.dimension,
               shape.dimension == 1 ? "" : "s", fmt::join(rules.coordinates, ", "), rules.misere ? ", misere" : "",
               rules.players > 0 ? fmt::format(", {} players", rules.players) : "");
    constexpr std::size_t kMost = 12;
    for (std::size_t i = 0; i < std::min(kMost, shape.moves.size()); ++i)
        fmt::print(out, "  move {}: {}\n", i + 1, words(shape, shape.moves[i]));
    if (shape.moves.size() > kMost) fmt::print(out, "  ... and {} more moves\n", shape.moves.size() - kMost);
    if (rules.domain) fmt::print(out, "  positions: only where {}\n", infix(rules.domain));
    if (shape.removals && shape.removals->size() <= 20)
        fmt::print(out, "  a fixed set of removals: {}\n", fmt::join(*shape.removals, ", "));
    if (!shape.boxed)
        fmt::print(out, "  positions below a box may lie outside it\n");
    else if (shape.growth > 0)
        fmt::print(out, "  {} may grow by {} a move, never without {} falling\n", rules.coordinates.back(),
                   shape.growth, rules.coordinates.front());
    else if (!rules.splits && !rules.loopy)
        fmt::print(out, "  values: at most the sum of the coordinates, since every move lowers it\n");
    fmt::print(out, "engine: {} ({})\n", answer.engine, method(answer.engine));
    for (const Candidate& candidate : answer.engines)
        if (!candidate.why_not.empty()) fmt::print(out, "  not {}: {}\n", candidate.name, candidate.why_not);
}

}  // namespace bouton::render
