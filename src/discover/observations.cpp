#include "discover/observations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace bouton::discover {

namespace {

constexpr std::size_t kShown = 16;        // P-positions that are listed
constexpr std::size_t kMostShown = 4;     // terms of a growth law that may come before it holds
constexpr std::size_t kLeastTerms = 8;    // that a growth law must explain
constexpr std::int64_t kMostFactor = 12;  // in it
constexpr std::int64_t kLongHeap = 200000;

std::vector<std::int64_t> part_of(const std::vector<std::int64_t>& extent, std::int64_t divisor) {
    const std::int64_t most = *std::max_element(extent.begin(), extent.end());
    std::vector<std::int64_t> part = extent;
    for (std::int64_t& side : part)
        if (side == most) side = std::max<std::int64_t>(1, side / divisor);
    return part;
}

/// Steps along the last coordinate, predicted from the last two steps and the step beside them.
double bits_of(const Table& table, const Watch& watch) {
    struct Counts {
        std::map<std::int32_t, double> of;
        double all = 0;
    };
    std::map<std::array<std::int32_t, 3>, Counts> seen;
    double bits = 0, coded = 0;
    for (std::size_t cell = 0; cell < table.size(); ++cell) {
        if (cell % 65536 == 0) watch.check();
        if (table[cell] == Table::kNone) continue;
        const Position here = table.position(cell);
        const auto at = [&](std::int64_t back, std::int64_t aside) {
            Position p = here;
            p.back() -= back;
            if (p.size() > 1) p[p.size() - 2] -= aside;
            return table.covers(p) ? table.at(p) : 0;
        };
        const std::int32_t step = table[cell] - at(1, 0);
        const std::array<std::int32_t, 3> context{at(1, 0) - at(2, 0), at(2, 0) - at(3, 0),
                                                  here.size() > 1 ? at(0, 1) - at(1, 1) : at(3, 0) - at(4, 0)};
        Counts& counts = seen[context];
        double& count = counts.of[step];
        // Krichevsky and Trofimov; what has not been met here yet is told apart from the largest values it might be.
        const double kinds = static_cast<double>(counts.of.size());
        bits -= std::log2((count + 0.5) / (counts.all + 0.5 * (kinds + 1)));
        if (count == 0) bits += std::log2(2.0 + std::abs(static_cast<double>(step)));
        ++count;
        ++counts.all;
        ++coded;
    }
    return coded == 0 ? 0 : bits / coded;
}

/// How many aligned blocks there are, and how many different ones.
std::pair<std::uint64_t, std::uint64_t> blocks_of(const Table& table, std::int64_t side, const Watch& watch) {
    std::map<Position, std::vector<bool>> blocks;
    const auto& extent = table.extent();
    for (std::size_t cell = 0; cell < table.size(); ++cell) {
        if (cell % 65536 == 0) watch.check();
        Position block = table.position(cell);
        bool whole = true;
        for (std::size_t d = 0; d < block.size(); ++d) {
            block[d] /= side;
            whole = whole && (block[d] + 1) * side <= std::max(extent[d], side);
        }
        if (whole) blocks[block].push_back(table[cell] == 0);
    }
    std::set<std::vector<bool>> different;
    for (const auto& entry : blocks) different.insert(entry.second);
    return {blocks.size(), different.size()};
}

Observations::Scale scale_of(const Table& whole, const std::vector<std::int64_t>& extent, std::int64_t block,
                             const Watch& watch) {
    const Table table = whole.part(extent);
    Observations::Scale scale;
    scale.extent = extent;
    for (const std::int32_t value : table.values()) {
        scale.positions += value != Table::kNone;
        scale.losing += value == 0;
    }
    scale.bits = bits_of(table, watch);
    std::tie(scale.blocks, scale.different) = blocks_of(table, block, watch);
    return scale;
}

/// Lines in the nearer half of the box only: the P-position of a line may be further out.
Observations::Lines lines_of(const Table& table, std::size_t fixed, const std::string& name) {
    Observations::Lines lines;
    lines.fixed = name;
    std::map<std::int64_t, std::uint64_t> counts;
    for (std::size_t cell = 0; cell < table.size(); ++cell)
        if (table[cell] == 0) ++counts[table.position(cell)[fixed]];
    lines.checked = table.extent()[fixed] / 2;
    for (const auto& [line, count] : counts) {
        lines.most = std::max(lines.most, count);
        lines.with_one += line < lines.checked && count == 1;
    }
    return lines;
}

std::optional<Table> long_heaps(const Sample& sample) {
    if (!sample.table) return std::nullopt;
    try {
        return sample.table({kLongHeap});
    } catch (const Error& error) {  // the clock of the search, which may be over
        if (error.fault() == Fault::input) throw;
        return std::nullopt;
    }
}

std::string shown(const Position& position) {
    return position.size() == 1 ? std::to_string(position[0]) : fmt::format("({})", fmt::join(position, ", "));
}

}  // namespace

std::optional<Growth> growth_of(const std::vector<std::int64_t>& sequence) {
    std::optional<Growth> best;
    const auto weight = [](const Growth& g) {
        return g.a + g.c + std::abs(g.b) + 2 * static_cast<std::int64_t>(g.from);
    };
    for (std::size_t from = 0; from < kMostShown; ++from) {
        if (sequence.size() < from + kLeastTerms + 1) break;
        for (std::int64_t c = 1; c <= kMostFactor; ++c) {
            for (std::int64_t a = c + 1; a <= kMostFactor; ++a) {
                if (std::gcd(a, c) > 1) continue;
                std::int64_t low = -1000, high = 1000;  // c*q <= a*p + b <= c*q + c - 1
                for (std::size_t i = from; i + 1 < sequence.size() && low <= high; ++i) {
                    low = std::max(low, c * sequence[i + 1] - a * sequence[i]);
                    high = std::min(high, c * sequence[i + 1] - a * sequence[i] + c - 1);
                }
                if (low > high) continue;
                const std::int64_t b = low > 0 ? low : high < 0 ? high : 0;
                const Growth growth{a, b, c, from, sequence.size() - 1 - from, sequence.back()};
                if (!best || weight(growth) < weight(*best)) best = growth;
            }
        }
    }
    return best;
}

Observations observed(const Sample& sample, const Watch& watch) {
    const Table& table = sample.large;
    Observations result;
    std::vector<Position> losing;
    for (std::size_t cell = 0; cell < table.size(); ++cell)
        if (table[cell] == 0) losing.push_back(table.position(cell));
    const auto sum = [](const Position& p) { return std::accumulate(p.begin(), p.end(), std::int64_t{0}); };
    std::stable_sort(losing.begin(), losing.end(), [&](const auto& p, const auto& q) { return sum(p) < sum(q); });
    result.losing.assign(losing.begin(), losing.begin() + std::min<std::ptrdiff_t>(std::ssize(losing), kShown));
    result.word = sample.rules().players > 0 ? "positions of outcome 0" : "P-positions";
    result.several = sample.dimension() > 1;
    result.symmetric = sample.symmetric;
    if (sample.dimension() == 2)
        for (std::size_t d = 0; d < 2; ++d) result.lines.push_back(lines_of(table, d, sample.coordinates[d]));
    result.block = sample.dimension() == 1 ? 16 : sample.dimension() == 2 ? 8 : 2;
    for (const std::int64_t divisor : {4, 2, 1})
        result.scales.push_back(scale_of(table, part_of(table.extent(), divisor), result.block, watch));
    if (sample.dimension() == 1) {
        std::vector<std::int64_t> sequence;
        const std::optional<Table> wide = long_heaps(sample);
        const Table& far = wide ? *wide : table;
        for (std::size_t cell = 0; cell < far.size(); ++cell)
            if (far[cell] == 0) sequence.push_back(static_cast<std::int64_t>(cell));
        result.growth = growth_of(sequence);
    }
    return result;
}

std::vector<std::string> sentences(const Observations& o) {
    std::vector<std::string> lines;
    std::vector<std::string> first;
    for (const Position& position : o.losing) first.push_back(shown(position));
    const Observations::Scale& whole = o.scales.back();
    lines.push_back(fmt::format("{}: {}{}", o.word, fmt::join(first, ", "),
                                whole.losing > first.size()
                                    ? fmt::format(", ... ({} below {})", whole.losing, fmt::join(whole.extent, " x "))
                                    : ""));
    if (o.growth) {
        const Growth& g = *o.growth;
        const std::string p = g.a == 1 ? "p(n)" : fmt::format("{}*p(n)", g.a);
        const std::string top = g.b == 0 ? p : fmt::format("{} {} {}", p, g.b < 0 ? "-" : "+", std::abs(g.b));
        lines.push_back(fmt::format("growth: p(n + 1) = {} for n >= {}, as far as heap {} ({} terms)",
                                    g.c == 1 ? top : fmt::format("floor(({})/{})", top, g.c), g.from, g.to, g.terms));
    }
    if (o.several) lines.push_back(o.symmetric ? "the coordinates can be exchanged" : "the coordinates differ");
    for (const auto& line : o.lines)
        lines.push_back(fmt::format("at most {} of them for each {}; exactly one for {} of the first {}", line.most,
                                    line.fixed, line.with_one, line.checked));
    std::vector<std::string> counts, bits, blocks;
    for (const auto& scale : o.scales) {
        const auto all = static_cast<double>(std::max<std::uint64_t>(1, scale.positions));
        counts.push_back(fmt::format("{} ({:.2g} %)", scale.losing, 100 * static_cast<double>(scale.losing) / all));
        bits.push_back(fmt::format("{:.3f}", scale.bits));
        blocks.push_back(fmt::format("{} of {}", scale.different, scale.blocks));
    }
    lines.push_back(
        fmt::format("how many in boxes of a quarter, a half and the whole side: {}", fmt::join(counts, ", ")));
    lines.push_back(fmt::format("bits a position there: {} (falling: order)", fmt::join(bits, ", ")));
    lines.push_back(
        fmt::format("different blocks of side {} there: {} (few new ones: order)", o.block, fmt::join(blocks, ", ")));
    return lines;
}

}  // namespace bouton::discover
