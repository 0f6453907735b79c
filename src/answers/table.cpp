#include "answers/table.hpp"

#include "base/error.hpp"
#include "lang/coordinates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace bouton {

namespace {

/// How many coordinates the positions have. Where there are piles, as many as the request speaks of.
std::size_t length_of(const TableRequest& request, const Ruleset& rules) {
    if (rules.fixed_size()) return rules.coordinates.size();
    const std::size_t length = request.to.size() + request.slice.size(), least = rules.coordinates.size() - 1;
    if (length < least) throw bad_input(fmt::format("at least {} bounds are needed", least), Setting::to);
    return length;
}

Axis& axis_named(const std::string& name, std::vector<Axis>& axes, const Ruleset& rules) {
    for (Axis& axis : axes)
        if (axis.name == name) return axis;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc() && end == name.data() + name.size() && number >= 1 && number <= axes.size())
        return axes[number - 1];
    std::vector<std::string> names;
    for (const Axis& axis : axes) names.push_back(axis.name);
    throw bad_input(
        fmt::format("{} has no coordinate {}; here it has {}", rules.instance, name, fmt::join(names, ", ")),
        Setting::slice);
}

void require_bounds(std::size_t given, const std::vector<Axis>& axes, const Ruleset& rules, bool sliced) {
    std::vector<std::string> left;
    for (const Axis& axis : axes)
        if (!axis.fixed) left.push_back(axis.name);
    if (left.empty())
        throw bad_input(
            fmt::format("every coordinate of {} is fixed; ask for the value of this one position", rules.instance),
            Setting::slice);
    if (given != left.size())
        throw bad_input(fmt::format("{} needed, one for each coordinate{}: {}",
                                    left.size() == 1 ? "1 bound is" : fmt::format("{} bounds are", left.size()),
                                    sliced ? " that the slice leaves" : "", fmt::join(left, ", ")),
                        Setting::to);
}

}  // namespace

std::vector<Axis> axes_of(const TableRequest& request, const Ruleset& rules) {
    std::vector<Axis> axes;
    const Places places(rules, length_of(request, rules));
    for (const std::string& name : coordinate_names(rules, places.pile_count)) axes.push_back({name});
    for (const auto& [name, value] : request.slice) {
        Axis& axis = axis_named(name, axes, rules);
        if (axis.fixed) throw bad_input(fmt::format("the coordinate {} is given twice", axis.name), Setting::slice);
        if (value < 0) throw bad_input(fmt::format("{} is negative; positions start at 0", axis.name), Setting::slice);
        axis.fixed = true;
        axis.from = axis.to = value;
    }
    require_bounds(request.to.size(), axes, rules, !request.slice.empty());
    if (!request.from.empty() && request.from.size() != request.to.size())
        throw bad_input(fmt::format("as many lower bounds are needed as upper ones: {}", request.to.size()),
                        Setting::from);
    std::size_t i = 0;
    for (Axis& axis : axes) {
        if (axis.fixed) continue;
        axis.to = request.to[i];
        if (axis.to < 0) throw bad_input("natural numbers are needed", Setting::to);
        if (!request.from.empty()) axis.from = request.from[i];
        if (axis.from < 0) throw bad_input("a bound is negative; positions start at 0", Setting::from);
        if (axis.from > axis.to)
            throw bad_input(fmt::format("{} begins at {}, but ends at {}", axis.name, axis.from, axis.to),
                            Setting::from);
        ++i;
    }
    return axes;
}

TableAnswer::TableAnswer(std::shared_ptr<const Cells> values, std::vector<Axis> axes, std::string by)
    : cells(std::move(values)), coordinates(std::move(axes)), engine(std::move(by)) {
    for (std::size_t i = 0; i < coordinates.size(); ++i)
        coordinates[i].stride = static_cast<std::uint64_t>(cells->strides()[i]);
}

std::vector<Axis> TableAnswer::axes() const {
    std::vector<Axis> running;
    std::copy_if(coordinates.begin(), coordinates.end(), std::back_inserter(running),
                 [](const Axis& axis) { return !axis.fixed; });
    return running;
}

std::string TableAnswer::bound() const {
    std::vector<std::string> parts;
    for (const Axis& axis : coordinates)
        parts.push_back(axis.fixed      ? fmt::format("{} = {}", axis.name, axis.from)
                        : axis.from > 0 ? fmt::format("{} <= {} <= {}", axis.from, axis.name, axis.to)
                                        : fmt::format("{} <= {}", axis.name, axis.to));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::uint64_t TableAnswer::first() const {
    std::uint64_t cell = 0;
    for (const Axis& axis : coordinates) cell += static_cast<std::uint64_t>(axis.from) * axis.stride;
    return cell;
}

std::uint64_t TableAnswer::count() const {
    std::uint64_t count = 1;
    for (const Axis& axis : coordinates) count *= axis.count();
    return count;
}

}  // namespace bouton
