// Sets of positions as unions of families linear in i, n and g^n: { (2^n + i - 1, i) for n >= 0, 0 <= i <= 2^n - 1 }.
//
// Runs, maximal arithmetic progressions of members in a small direction, are chained: where start and length of one run follow from those
// of the one before by f(n + 1) - g f(n) = e + n d with the same d, each of them is a g^n + b n + c. A chain needs four runs for the three
// unknowns of a component, so every fit is over-determined. The family that explains most is taken away, and so on until nothing but a
// few small positions is left; those are listed. Families are fitted on one box and have to hold on one of 16 times as many positions.
// Time: directions times pairs of runs.
#include "discover/families.hpp"

#include "discover/finders.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace bouton::discover {

namespace {

constexpr std::array<std::int64_t, 3> kBases{2, 3, 4};
constexpr std::size_t kMostFamilies = 14, kMostRuns = 150, kMostPoints = 120, kMostChains = 6;
constexpr std::int64_t kLargestRest = 14, kLargestSlope = 3, kLatestStart = 6;
constexpr std::int64_t kDensest = 6;     // members a row
constexpr std::int64_t kSmallPart = 16;  // members below 1/16 of the side may stand alone

struct Direction {
    std::int64_t x, y;
};

constexpr Direction kDirections[] = {{1, 1},  {-1, 1}, {-1, 2}, {-2, 1}, {1, 2},  {2, 1}, {0, 1},  {1, 0},  {-1, 3},
                                     {-3, 1}, {1, 3},  {3, 1},  {-2, 3}, {-3, 2}, {2, 3}, {3, 2},  {-1, 4}, {-4, 1},
                                     {1, 4},  {4, 1},  {0, 2},  {2, 0},  {0, 3},  {3, 0}, {0, 4},  {4, 0},  {0, 5},
                                     {5, 0},  {0, 6},  {6, 0},  {0, 8},  {8, 0},  {2, 2}, {-2, 2}, {-2, 4}, {-4, 2}};

struct Run {
    std::int64_t x, y, length;
    bool begins_inside, ends_inside;  // of the box: otherwise it may go on beyond
};

using Chain = std::vector<Run>;

std::int64_t power(std::int64_t base, std::int64_t exponent) {
    std::int64_t result = 1;
    while (exponent-- > 0) result *= base;
    return result;
}

std::vector<Run> runs_of(const Grid& members, Direction d) {
    std::vector<Run> runs;
    for (std::int64_t x = 0; x < members.width(); ++x)
        for (std::int64_t y = 0; y < members.height(); ++y) {
            if (!members.at(x, y) || members.at(x - d.x, y - d.y)) continue;
            Run run{x, y, 1, true, true};
            run.begins_inside = x - d.x < members.width() && y - d.y < members.height();
            while (members.at(x + d.x * run.length, y + d.y * run.length)) ++run.length;
            const std::int64_t u = x + d.x * run.length, v = y + d.y * run.length;
            run.ends_inside = u < 0 || v < 0 || (u < members.width() && v < members.height());
            runs.push_back(run);
        }
    return runs;
}

/// Chains of at least four runs, longest first.
class Chains {
  public:
    Chains(const Grid& members, std::vector<Run> runs, std::int64_t base, bool points)
        : runs_(std::move(runs)), base_(base), points_(points), lengths_(members.width(), members.height()) {
        for (const Run& run : runs_) lengths_.set(run.x, run.y, static_cast<std::int32_t>(run.length));
        std::stable_sort(runs_.begin(), runs_.end(),
                         [](const Run& a, const Run& b) { return a.x + a.y + a.length < b.x + b.y + b.length; });
    }

    std::vector<Chain> all(Effort& effort) const {
        std::vector<Chain> chains;
        for (const Run& first : runs_) {
            if (!effort.spend(runs_.size() / 50 + 1)) break;
            for (const Run& second : runs_) extend(first, second, chains);
        }
        std::stable_sort(chains.begin(), chains.end(),
                         [](const Chain& a, const Chain& b) { return a.size() > b.size(); });
        if (chains.size() > kMostChains) chains.resize(kMostChains);
        return chains;
    }

  private:
    void extend(const Run& first, const Run& second, std::vector<Chain>& chains) const {
        if (second.x + second.y <= first.x + first.y) return;
        const std::int64_t ex = second.x - base_ * first.x, ey = second.y - base_ * first.y;
        const std::int64_t el = points_ ? 0 : second.length - base_ * first.length;
        if (std::max({std::abs(ex), std::abs(ey), std::abs(el)}) > kLargestRest) return;
        for (std::int64_t dx = -kLargestSlope; dx <= kLargestSlope; ++dx)
            for (std::int64_t dy = -kLargestSlope; dy <= kLargestSlope; ++dy) {
                Chain chain{first, second};
                std::int64_t dl = 0;
                for (std::int64_t n = 1;; ++n) {
                    const Run& last = chain.back();
                    Run next{base_ * last.x + ex + n * dx, base_ * last.y + ey + n * dy, 0, true, true};
                    next.length = lengths_.at(next.x, next.y);
                    if (next.length == 0) break;
                    const std::int64_t rest = points_ ? 0 : next.length - base_ * last.length - el;
                    if (n == 1) dl = rest;
                    if (std::abs(dl) > kLargestSlope || rest != n * dl) break;
                    chain.push_back(next);
                }
                if (chain.size() >= 4) chains.push_back(std::move(chain));
            }
    }

    std::vector<Run> runs_;
    std::int64_t base_;
    bool points_;
    Grid lengths_;
};

/// a g^n + b n + c through the values at first, first + 1, ...
std::optional<PowerLine> line_through(const std::vector<std::int64_t>& values, std::int64_t base, std::int64_t first) {
    const std::int64_t unit = power(base, first);
    const std::int64_t bend = values[2] - 2 * values[1] + values[0], step = unit * (base - 1) * (base - 1);
    if (bend % step != 0) return std::nullopt;
    PowerLine line;
    line.power = bend / step;
    line.slope = values[1] - values[0] - line.power * unit * (base - 1);
    line.constant = values[0] - line.power * unit - line.slope * first;
    for (std::size_t j = 0; j < values.size(); ++j)
        if (line.at(base, first + static_cast<std::int64_t>(j)) != values[j]) return std::nullopt;
    return line;
}

std::int64_t weight(const PowerLine& line) {
    return std::abs(line.power) + 2 * std::abs(line.slope) + std::abs(line.constant);
}

/// The family of a chain with the smallest coefficients, each run read from either end.
std::optional<Family> family_of(const Chain& chain, std::int64_t base, Direction d, bool points) {
    std::optional<Family> best;
    std::int64_t least = 0;
    for (const bool backwards : {false, true}) {
        if (points && backwards) break;
        std::array<std::vector<std::int64_t>, 3> values;
        for (const Run& run : chain) {
            const std::int64_t i = backwards ? run.length - 1 : 0;
            values[0].push_back(run.x + d.x * i);
            values[1].push_back(run.y + d.y * i);
            values[2].push_back(points ? 1 : run.length);
        }
        for (std::int64_t first = 0; first <= kLatestStart; ++first) {
            const auto x = line_through(values[0], base, first), y = line_through(values[1], base, first),
                       length = line_through(values[2], base, first);
            if (!x || !y || !length || (x->power == 0 && y->power == 0)) continue;
            const std::int64_t cost = 2 * (weight(*x) + weight(*y) + weight(*length)) + backwards;
            if (best && cost >= least) continue;
            least = cost;
            const std::int64_t sign = backwards ? -1 : 1;
            best = Family{base, points ? 0 : sign * d.x, points ? 0 : sign * d.y, *x, *y, *length, first, false};
        }
    }
    return best;
}

bool inside(const std::vector<Cell>& cells, const Grid& members) {
    return std::all_of(cells.begin(), cells.end(), [&](const Cell& c) { return members.at(c.x, c.y) != 0; });
}

/// From the smallest n on for which all of it are members.
void extend_down(Family& family, const Grid& members) {
    while (family.first > 0) {
        const std::int64_t n = family.first - 1, length = family.length.at(family.base, n);
        for (std::int64_t i = 0; i < length; ++i)
            if (!members.at(family.x.at(family.base, n) + family.dx * i, family.y.at(family.base, n) + family.dy * i))
                return;
        family.first = n;
    }
}

class Cover {
  public:
    Cover(const Grid& members, Effort& effort) : members_(members), left_(members), effort_(effort) {
        side_ = std::max(members.width(), members.height());
    }

    /// Families and the members that stand alone; nothing: some large members are in no family.
    std::optional<Union> found() {
        Union all;
        while (all.families.size() < kMostFamilies && large_left()) {
            if (effort_.empty()) return std::nullopt;
            best_.reset();
            gain_ = 0;
            try_rays();
            if (!best_) try_chains();
            if (!best_ || gain_ < 6) try_points();
            if (!best_ || !take(*best_)) return std::nullopt;
            all.families.push_back(*best_);
        }
        if (large_left()) return std::nullopt;
        for (const Cell& cell : left()) all.alone.push_back(cell);
        drop_redundant(all);
        return all;
    }

  private:
    /// What is left at a distance from the far ends, where families may be cut off.
    std::vector<Cell> left() const {
        std::vector<Cell> cells;
        for (std::int64_t x = 0; x < left_.width(); ++x)
            for (std::int64_t y = 0; y < left_.height(); ++y)
                if (left_.at(x, y) && x + y < side_ / 2) cells.push_back({x, y});
        return cells;
    }

    bool large_left() const {
        for (const Cell& cell : left())
            if (std::max(cell.x, cell.y) >= side_ / kSmallPart) return true;
        return false;
    }

    void consider(const Family& family, double share) {
        const std::vector<Cell> cells = family.cells(members_.width(), members_.height());
        if (!inside(cells, members_)) return;
        const auto fresh = std::count_if(cells.begin(), cells.end(), [&](const Cell& c) { return left_.at(c.x, c.y); });
        if (fresh == 0) return;
        const double gain = static_cast<double>(fresh) - family.cost() * share;
        if (best_ && gain <= gain_) return;
        best_ = family;
        gain_ = gain;
    }

    void try_rays() {
        for (const Direction d : kDirections) {
            if (std::min(d.x, d.y) < 0) continue;
            effort_.spend(left_.cells() / 100);
            for (const Run& run : runs_of(left_, d))
                if (!run.ends_inside && run.length >= std::max<std::int64_t>(8, side_ / 16))
                    consider({2, d.x, d.y, {0, 0, run.x}, {0, 0, run.y}, {}, 0, true}, 0);
        }
    }

    void try_chains() {
        for (const Direction d : kDirections) {
            std::vector<Run> closed = runs_of(left_, d);
            effort_.spend(left_.cells() / 100);
            std::erase_if(closed, [](const Run& r) { return r.length < 2 || !r.begins_inside || !r.ends_inside; });
            if (closed.size() >= 4 && closed.size() <= kMostRuns) try_bases(closed, d, false);
        }
    }

    void try_points() {
        std::vector<Run> points;
        for (std::int64_t x = 0; x < left_.width(); ++x)
            for (std::int64_t y = 0; y < left_.height(); ++y)
                if (left_.at(x, y)) points.push_back({x, y, 1, true, true});
        if (points.size() >= 4 && points.size() <= kMostPoints) try_bases(points, {0, 0}, true);
    }

    void try_bases(const std::vector<Run>& runs, Direction d, bool points) {
        for (const std::int64_t base : kBases)
            for (const Chain& chain : Chains(left_, runs, base, points).all(effort_)) {
                std::optional<Family> family = family_of(chain, base, d, points);
                if (!family) continue;
                extend_down(*family, members_);
                consider(*family, points ? 0.2 : 0.5);
            }
    }

    /// Takes its members away; false: there were none.
    bool take(const Family& family) {
        bool fresh = false;
        for (const Cell& cell : family.cells(members_.width(), members_.height())) {
            fresh |= left_.at(cell.x, cell.y) != 0;
            left_.set(cell.x, cell.y, 0);
        }
        return fresh;
    }

    /// What the others say too.
    void drop_redundant(Union& all) const {
        for (std::size_t k = all.families.size(); k-- > 0 && all.families.size() > 1;) {
            Union others = all;
            others.families.erase(others.families.begin() + static_cast<std::ptrdiff_t>(k));
            const std::int64_t w = members_.width(), h = members_.height();
            if (others.members(w, h) == all.members(w, h)) all = others;
        }
    }

    const Grid& members_;
    Grid left_;
    Effort& effort_;
    std::int64_t side_ = 0;
    std::optional<Family> best_;
    double gain_ = 0;
};

Grid zeros_of(const Table& table) {
    const auto& extent = table.extent();
    Grid grid(extent[0], extent.size() > 1 ? extent[1] : 1);
    for (std::int64_t x = 0; x < grid.width(); ++x)
        for (std::int64_t y = 0; y < grid.height(); ++y)
            grid.set(x, y, table[static_cast<std::size_t>(x * grid.height() + y)] == 0);
    return grid;
}

/// The first name that neither coordinates nor parameters have.
std::string free_name(const Sample& sample, std::initializer_list<const char*> names) {
    const auto& parameters = sample.subject->game.game->parameters;
    for (const char* name : names)
        if (std::find(sample.coordinates.begin(), sample.coordinates.end(), name) == sample.coordinates.end() &&
            std::none_of(parameters.begin(), parameters.end(), [&](const auto& p) { return p.name == name; }))
            return name;
    return "n_";
}

/// Sides of the boxes to fit on and to test on.
Sides family_sides(std::size_t dimension) { return dimension == 1 ? Sides{1000, 16000} : Sides{160, 640}; }

}  // namespace

std::optional<Union> union_of_families(const Grid& members, Effort& effort) {
    const std::int64_t count = members.count();
    if (count < 4 || count > kDensest * std::max(members.width(), members.height())) return std::nullopt;
    return Cover(members, effort).found();
}

std::vector<Guess> find_families(const Sample& sample, Effort& effort) {
    const std::size_t dimension = sample.dimension();
    if (dimension > 2 || *std::min_element(sample.large.extent().begin(), sample.large.extent().end()) < 100) return {};
    const auto [near, far] = family_sides(dimension);
    const Grid rough = zeros_of(sample.large);
    if (rough.count() > kDensest * std::max(rough.width(), rough.height())) return {};
    const std::optional<Table> fit = sample.table(std::vector<std::int64_t>(dimension, near));
    if (!fit) return {};
    const std::optional<Union> law = union_of_families(zeros_of(*fit), effort);
    if (!law) return {};
    Guess guess;
    guess.kind = Kind::families;
    guess.label = "P-positions";
    guess.cost = law->cost();
    guess.part = !sample.outcomes();
    if (guess.part) guess.note = "positions of value 0";
    const Names names{free_name(sample, {"n", "m", "p"}), free_name(sample, {"i", "j", "l"})};
    guess.plain.statement = fmt::format("{{ {} }} = {}", guess.part ? sample.value_word() + " = 0" : sample.zero(),
                                        law->text(names, dimension));
    if (const std::optional<Table> test = sample.table(std::vector<std::int64_t>(dimension, far))) {
        const Grid want = zeros_of(*test), got = law->members(want.width(), want.height());
        if (const auto wrong = got.first_difference(want)) {
            effort.missed({guess.kind, guess.cost, guess.plain.statement,
                           fmt::format("({}{})", wrong->x, dimension > 1 ? fmt::format(", {}", wrong->y) : ""),
                           static_cast<std::uint64_t>(wrong->x * want.height() + wrong->y)});
            return {};
        }
    }
    return {guess};
}

}  // namespace bouton::discover
