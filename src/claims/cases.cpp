#include "claims/cases.hpp"

#include "lang/walk.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace bouton {

namespace {

constexpr std::size_t kMostConstants = 24;

bool has_positions(const Loop& loop) {
    return std::any_of(loop.binders.begin(), loop.binders.end(),
                       [](const Binder& b) { return b.kind == Binder::Kind::positions && !is_exact(*b.positions); });
}

/// A difference of sets, or a member of one that should be empty, counts wherever it is found. Inside of a statement that is not so: that no
/// member was found up to some bound shows nothing.
bool asks_of_whole_sets(const Expr& e, bool top) {
    bool asks = false;
    Walk walk([&](const Node& node) {
        const bool root = top && &node == e.get();
        if (node.op == Op::sets_equal || node.op == Op::subset) asks |= !root;
        if (node.op == Op::is_empty) asks |= !root && !is_exact(*node.sets[0]);
        if (node.loop) asks |= has_positions(*node.loop);
    });
    walk(e);
    return asks;
}

/// Does the statement speak of all positions up to a bound?
bool needs_box(const lang::ClaimInstance& instance) {
    bool needs = has_positions(instance.loop);
    Walk walk([&](const Node& node) {
        if (node.op == Op::sets_equal || node.op == Op::subset) needs = true;
        if (node.op == Op::is_empty) needs |= !is_exact(*node.sets[0]);
        if (node.loop) needs |= has_positions(*node.loop);
    });
    walk(instance.statement.condition);
    walk(instance.loop);
    return needs;
}

bool is_whole_number(const std::string& text) {
    return !text.empty() && text.size() < 18 && text.find_first_not_of("-0123456789") == std::string::npos;
}

}  // namespace

CaseSpace space_of(const lang::ClaimInstance& instance) {
    CaseSpace space;
    for (const auto& [name, value] : instance.chosen)
        if (is_whole_number(value)) space.dimensions.push_back({Dimension::Kind::chosen, name, std::stoll(value), 1});
    for (const Binder& binder : instance.loop.binders) {
        if (binder.kind == Binder::Kind::positions) space.samples = false;
        if (binder.kind != Binder::Kind::range) continue;
        Dimension dimension{Dimension::Kind::variable, binder.names[0], 0, 1};
        bool known = false;
        for (const Expr& low : binder.lower) {
            if (!is_number(low) || !low->is_small) continue;
            dimension.base = known ? std::max(dimension.base, low->small) : low->small;
            known = true;
        }
        space.dimensions.push_back(dimension);
    }
    const Ruleset& rules = instance.rules;
    const lang::Statement& statement = instance.statement;
    if (statement.is_sequence()) {
        space.dimensions.push_back({Dimension::Kind::coordinate, rules.coordinates[0], 0, 0});
    } else if (needs_box(instance)) {
        for (std::size_t i = 0; i < rules.coordinates.size(); ++i) {
            const bool piles = static_cast<int>(i) == rules.piles;
            space.dimensions.push_back({piles ? Dimension::Kind::piles : Dimension::Kind::coordinate,
                                        rules.coordinates[i], 0, piles ? instance.pile_count : 1});
        }
    }
    for (const Dimension& dimension : space.dimensions) space.free += dimension.copies;

    if (!statement.is_sequence()) {
        std::vector<Expr> parts{statement.condition};
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const Expr part = parts[i];
            if (part->op == Op::conjunction)
                parts.insert(parts.end(), part->args.begin(), part->args.end());
            else
                space.depends_on_box |= asks_of_whole_sets(part, true);
        }
    }
    for (const Expr& condition : instance.loop.conditions) space.depends_on_box |= asks_of_whole_sets(condition, false);
    for (const Binder& binder : instance.loop.binders)
        if (binder.kind == Binder::Kind::positions && binder.positions->condition)
            space.depends_on_box |= asks_of_whole_sets(binder.positions->condition, false);

    std::set<Integer> constants;
    bool asks_for_options = false;
    const auto look_for_options = [&](const PositionSet& set) {
        asks_for_options |= set.kind == PositionSet::Kind::options;
    };
    const auto look = [&](const Node& node) {
        if (node.op == Op::number && node.number > 2) constants.insert(node.number);
        if (node.op == Op::power && is_number(node.args[0]) && is_number(node.args[1]) && node.args[1]->is_small &&
            node.args[1]->small < 2000 && node.args[1]->small > 0) {
            Integer power = 1;
            for (std::int64_t i = 0; i < node.args[1]->small; ++i) power *= node.args[0]->number;
            constants.insert(power);
        }
        // the circle and loops take as long as their numbers are large
        space.asks |= node.op == Op::grundy || node.op == Op::outcome || node.op == Op::reaches ||
                      node.op == Op::josephus_rank || node.op == Op::josephus_seat || node.loop != nullptr;
    };
    Walk walk(look, look_for_options);
    for (const Expr& e : {statement.condition, statement.period, statement.preperiod}) walk(e);
    walk(instance.loop);
    space.asks |= statement.is_sequence() || asks_for_options;
    walk(rules);
    for (const Integer& constant : constants)
        if (space.constants.size() < kMostConstants) space.constants.push_back(constant);
    return space;
}

double volume(const CaseSpace& space, const Sides& sides) {
    double cells = 1;
    for (std::size_t i = 0; i < sides.size(); ++i)
        cells *= std::pow(static_cast<double>(sides[i]) + 1, static_cast<double>(space.dimensions[i].copies));
    return cells;
}

std::vector<Sides> boxes(const CaseSpace& space, std::int64_t size, double most, bool cube_always) {
    const std::size_t count = space.dimensions.size();
    const Sides cube(count, size);
    std::vector<Sides> result;
    if (cube_always || volume(space, cube) <= most) return {cube};
    // The largest side of the others that keeps the box small.
    const auto filled = [&](Sides sides, const std::set<std::size_t>& far, double share) {
        for (std::int64_t side = std::min<std::int64_t>(size, 12); side >= 0; --side) {
            for (std::size_t i = 0; i < count; ++i) sides[i] = far.contains(i) ? size : side;
            if (volume(space, sides) <= share) {
                result.push_back(sides);
                return;
            }
        }
    };
    const double share = most / static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i)
        if (space.dimensions[i].copies == 1 || count == 1) filled(cube, {i}, share);
    if (count > 2)
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = i + 1; j < count; ++j) filled(cube, {i, j}, share);
    return result;
}

lang::Bounds bounds_for(const CaseSpace& space, const Sides& sides, const Sides& from) {
    lang::Bounds bounds;
    for (std::size_t i = 0; i < space.dimensions.size(); ++i) {
        const Dimension& dimension = space.dimensions[i];
        const bool variable = dimension.kind == Dimension::Kind::variable || dimension.kind == Dimension::Kind::chosen;
        (variable ? bounds.named : bounds.coordinates)[dimension.name] = dimension.base + sides[i];
        if (variable && !from.empty()) bounds.from[dimension.name] = dimension.base + from[i];
    }
    return bounds;
}

constexpr std::uint64_t kNear = 5,
                        kOthers = 3;  // constant - 2 to constant + 2; the others are 0, 1 or 2 beyond their least value

CornerChooser::CornerChooser(const CaseSpace& space, std::int64_t most) : space_(space) {
    for (const Integer& constant : space.constants)
        if (constant <= most) constants_.push_back(clamp(constant));
}

std::uint64_t CornerChooser::count() const { return constants_.size() * space_.dimensions.size() * kNear * kOthers; }

Integer CornerChooser::choose(const std::string& name, detail::Interval range) {
    std::uint64_t rest = case_;
    const auto digit = [&](std::uint64_t base) {
        const std::uint64_t value = rest % base;
        rest /= base;
        return static_cast<std::int64_t>(value);
    };
    const std::int64_t other = digit(kOthers), near = digit(kNear) - 2;
    const Dimension& marked = space_.dimensions[static_cast<std::size_t>(digit(space_.dimensions.size()))];
    const std::int64_t constant = constants_[static_cast<std::size_t>(rest % constants_.size())];
    const std::int64_t base = range.first == std::numeric_limits<std::int64_t>::min() ? 0 : range.first;
    const std::int64_t value = name == marked.name ? constant + near : base + other;
    return std::clamp(value, range.first, range.last);
}

RandomChooser::RandomChooser(const CaseSpace& space, std::uint64_t seed, std::int64_t most, unsigned bits)
    : space_(space), random_(seed), most_(most), bits_(bits) {
    std::set<std::int64_t> marks{0, 1, 2};
    for (const std::int64_t mark : {std::int64_t{99}, std::int64_t{100}, most}) marks.insert(std::min(mark, most));
    for (const Integer& constant : space.constants)
        for (int near = -1; near <= 1; ++near)
            if (constant + near <= most) marks.insert(clamp(constant) + near);
    marks_.assign(marks.begin(), marks.end());
}

void RandomChooser::begin() {
    switch (between(0, 3)) {
        case 0: manner_ = Manner::marks; break;
        case 1: manner_ = Manner::uniform; break;
        default: manner_ = Manner::mixed;
    }
}

std::int64_t RandomChooser::between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_() % (static_cast<std::uint64_t>(high - low) + 1));
}

/// Near a power, near a number of the claim, or any number of a random length.
Integer RandomChooser::far() {
    const Integer near = between(-2, 2);
    switch (between(0, 3)) {
        case 0: return (Integer(1) << static_cast<unsigned>(between(1, bits_))) + near;
        case 1: {
            if (space_.constants.empty()) break;
            const Integer& constant = space_.constants[static_cast<std::size_t>(
                between(0, static_cast<std::int64_t>(space_.constants.size()) - 1))];
            if (between(0, 1) == 0) return constant + near;
            Integer power = constant;
            for (std::int64_t i = between(0, 20); i > 0 && msb(power) + msb(constant) + 2 < bits_; --i)
                power *= constant;
            return power + near;
        }
        default: break;
    }
    const auto length = static_cast<unsigned>(between(1, bits_));
    Integer value = 1;
    while (msb(value) + 1 < length) value = (value << 1) + between(0, 1);
    return value + near;
}

Integer RandomChooser::mixed(std::int64_t base, detail::Interval range) {
    switch (between(0, 7)) {
        case 0: return base + between(0, 2);
        case 1: return base + between(0, 12);
        case 2:
        case 3: return base + between(0, std::min<std::int64_t>(most_, 100));
        case 4: return base + between(0, most_);
        case 5:
            if (range.last != detail::kNoBound) return Integer(range.last) - between(0, 3);
            break;
        default: break;
    }
    const Integer value = far();
    return bits_ < 40 && value > most_ ? Integer(between(0, most_)) : value;
}

Integer RandomChooser::choose(const std::string& name, detail::Interval range) {
    std::int64_t base = range.first;
    if (base == std::numeric_limits<std::int64_t>::min()) base = -100;
    for (const Dimension& dimension : space_.dimensions)
        if (dimension.name == name && range.last - 1 > dimension.base) base = std::max(base, dimension.base);
    Integer value;
    switch (manner_) {
        case Manner::marks:
            value = marks_[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(marks_.size()) - 1))];
            break;
        case Manner::uniform: value = base + between(0, std::min<std::int64_t>(most_, 100)); break;
        case Manner::mixed: value = mixed(base, range); break;
    }
    if (value < range.first) value = base;
    if (range.last != detail::kNoBound && value > range.last)
        value = range.first + (value - range.first) % (Integer(range.last) - range.first + 1);
    return value;
}

}  // namespace bouton
