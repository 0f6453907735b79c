#include "render/misere.hpp"

#include "render/parts.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

namespace bouton::render {

namespace {

std::vector<std::string> p_elements(const MisereQuotient& quotient) {
    std::vector<std::string> result;
    for (std::size_t x = 0; x < quotient.elements.size(); ++x)
        if (quotient.p_portion[x]) result.push_back(quotient.elements[x]);
    return result;
}

void json(std::ostream& out, const MisereReport& report) {
    const MisereQuotient& quotient = report.quotient;
    Json json;
    json["game"] = report.game;
    json["largest_heap"] = json_of(quotient.to);
    json["generators"] = Json::array();
    for (const auto& [letter, heap] : quotient.generators)
        json["generators"].push_back({{"name", letter}, {"heap", json_of(heap)}});
    json["relations"] = Json::array();
    for (const auto& [left, right] : quotient.relations)
        json["relations"].push_back({{"left", left}, {"right", right}});
    json["elements"] = quotient.elements;
    json["p_portion"] = p_elements(quotient);
    json["heaps"] = Json::array();
    for (const std::uint32_t x : quotient.heaps) json["heaps"].push_back(quotient.elements[x]);
    if (report.genus) {
        json["genus"] = Json::array();
        for (const misere::Genus& genus : report.genus->heaps) json["genus"].push_back(genus.text());
        json["tame"] = report.genus->tame;
    }
    if (!report.sum_text.empty()) {
        const std::uint32_t x = quotient.element_of(report.sum);
        json["asked"] = {{"question", report.sum_text},
                         {"element", quotient.elements[x]},
                         {"outcome", quotient.p_portion[x] ? "P" : "N"}};
    }
    json["warrant"] = "proved";
    json["pairs"] = json_of(static_cast<std::uint64_t>(quotient.pairs));
    out << answer_line(json);
}

}  // namespace

void misere(std::ostream& out, const MisereReport& report, Format format) {
    if (format == Format::json) return json(out, report);
    const MisereQuotient& quotient = report.quotient;
    fmt::print(out, "{}, heaps 0 to {}: misere quotient of order {}\n", report.game, quotient.to,
               quotient.elements.size());
    std::vector<std::string> generators, relations;
    for (const auto& [letter, heap] : quotient.generators)
        generators.push_back(fmt::format("{} (heap {})", letter, heap));
    for (const auto& [left, right] : quotient.relations) relations.push_back(left + " = " + right);
    fmt::print(out, "generators: {}\n", generators.empty() ? "none" : fmt::format("{}", fmt::join(generators, ", ")));
    fmt::print(out, "relations: {}\n", relations.empty() ? "none" : fmt::format("{}", fmt::join(relations, ", ")));
    const auto p = p_elements(quotient);
    fmt::print(out, "P-portion: {}\n", p.empty() ? "empty" : fmt::format("{}", fmt::join(p, ", ")));
    for (std::size_t h = 0; h < quotient.heaps.size(); ++h)
        fmt::print(out, "  heap {}: {}{}\n", h, quotient.elements[quotient.heaps[h]],
                   report.genus ? fmt::format("  genus {}{}", report.genus->heaps[h].text(),
                                              report.genus->heaps[h].tame() ? "" : "  wild")
                                : "");
    if (report.genus)
        fmt::print(out, "{}\n",
                   report.genus->tame
                       ? "tame: every position that can be reached has the genus of a sum of nim-heaps"
                       : "not tame: some position that can be reached has a genus that no sum of nim-heaps has");
    if (!report.sum_text.empty()) {
        const std::uint32_t x = quotient.element_of(report.sum);
        fmt::print(out, "sum {}: {}, {}\n", report.sum_text, quotient.elements[x], quotient.p_portion[x] ? "P" : "N");
    }
    fmt::print(
        out,
        "proved: a sum of such heaps, of any number, is a P-position of misere play exactly if its element is in the "
        "P-portion ({} checked)\n",
        plural(quotient.pairs, "pair"));
}

}  // namespace bouton::render
