#include "atlas/picture.hpp"

#include "atlas/laws.hpp"
#include "base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace bouton::atlas {

namespace {

constexpr std::int64_t kMostCells = 1 << 24;
constexpr std::size_t kMostMaps = 36;

/// One member's number, or the law it obeys.
class Colours {
  public:
    Colours(const Store& store, const PictureRequest& request)
        : shown_(request.shown), texts_(request.laws.empty() ? store.manifest().laws : request.laws) {
        if (shown_ != Shown::law) return;
        if (texts_.empty())
            throw bad_input(
                "the atlas was made without laws; give some to colour by, as in --law 'period = a + b', or --show "
                "period");
        if (!request.laws.empty()) laws_ = std::make_unique<Laws>(store.manifest().variables, texts_);
    }

    std::int64_t of(const Row& row) const {
        const Findings& f = row.findings;
        if (shown_ == Shown::law) {
            const int law = laws_ ? laws_->first(row.values, f) : row.law;
            if (!f.settled && law < 0) return draw::absent;
            return law < 0 ? static_cast<std::int64_t>(texts_.size()) : law;
        }
        const std::int64_t number = shown_ == Shown::period              ? f.period
                                    : shown_ == Shown::preperiod         ? f.preperiod
                                    : shown_ == Shown::outcome_period    ? f.outcome_period
                                    : shown_ == Shown::outcome_preperiod ? f.outcome_preperiod
                                                                         : f.largest_value;
        return number == kUnknown ? draw::absent : number;
    }

    std::string legend() const {
        switch (shown_) {
            case Shown::law: return "the first law that fits";
            case Shown::period: return "period";
            case Shown::preperiod: return "preperiod";
            case Shown::outcome_period: return "period of the outcomes";
            case Shown::outcome_preperiod: return "preperiod of the outcomes";
            case Shown::largest_value: return "largest value";
        }
        return "";
    }

    std::vector<draw::Category> categories() const {
        std::vector<draw::Category> result;
        if (shown_ != Shown::law) return result;
        for (std::size_t i = 0; i < texts_.size(); ++i) result.push_back({static_cast<std::int64_t>(i), texts_[i]});
        result.push_back({static_cast<std::int64_t>(texts_.size()), "none of these"});
        return result;
    }

  private:
    Shown shown_;
    std::vector<std::string> texts_;
    std::unique_ptr<Laws> laws_;  // null: what the rows say
};

/// The members with these values of the other variables.
class Maps {
  public:
    Maps(Store& store, const PictureRequest& request, const Watch& watch)
        : store_(store), request_(request), watch_(watch), colours_(store, request) {
        const auto& names = store.manifest().variables;
        for (const auto& [name, value] : request.fixed) {
            if (std::find(names.begin(), names.end(), name) == names.end())
                throw bad_input(fmt::format("the atlas has no variable {}; it has {}", name, fmt::join(names, ", ")),
                                Setting::slice);
            fixed_[name].push_back(value);
        }
        for (std::size_t i = 0; i < names.size(); ++i)
            if (!fixed_.contains(names[i])) axes_.push_back(i);
        if (axes_.size() != 2)
            throw bad_input(fmt::format("a map has two variables, and here are {}; fix others, as in {}=8",
                                        axes_.size(), names.back()),
                            Setting::slice);
        std::size_t several = 0, count = 1;
        for (const auto& [name, values] : fixed_) {
            if (values.size() == 1) continue;
            ++several;
            count = values.size();
        }
        if (several > 1 || count > kMostMaps)
            throw bad_input(fmt::format("several values may be given for one variable only, at most {}", kMostMaps),
                            Setting::slice);
    }

    draw::Picture picture() {
        std::vector<draw::ValueMap> maps;
        std::map<std::string, std::int64_t> at;
        const std::vector<std::int64_t>* several = nullptr;
        std::string name;
        for (const auto& [variable, values] : fixed_) {
            at[variable] = values[0];
            if (values.size() == 1) continue;
            several = &values;
            name = variable;
        }
        if (!several) return one(at, fmt::format("{}", at.empty() ? "" : words(at)));
        for (const std::int64_t value : *several) {
            at[name] = value;
            maps.push_back(one(at, ""));
            maps.back().paper.title = fmt::format("{} = {}", name, value);
        }
        draw::Panels panels;
        panels.paper = paper("");
        panels.maps = std::move(maps);
        return panels;
    }

  private:
    static std::string words(const std::map<std::string, std::int64_t>& at) {
        std::vector<std::string> parts;
        for (const auto& [name, value] : at) parts.push_back(fmt::format("{} = {}", name, value));
        return fmt::format("{}", fmt::join(parts, ", "));
    }

    draw::Paper paper(const std::string& where) const {
        draw::Paper paper;
        paper.title = store_.manifest().family;
        paper.subtitle = where;
        paper.command = request_.command;
        paper.warrant =
            "computed, each period on a window that makes it certain; cells without a colour are not settled or no "
            "members";
        return paper;
    }

    draw::ValueMap one(const std::map<std::string, std::int64_t>& at, const std::string& where) {
        std::vector<std::pair<draw::Point, std::int64_t>> cells;
        std::vector<std::string> conditions = {"1"};
        for (const auto& [name, value] : at) conditions.push_back(fmt::format("\"{}\" = {}", name, value));
        draw::Point low{INT64_MAX, INT64_MAX}, high{INT64_MIN, INT64_MIN};
        store_.for_each(
            [&](const Row& row) {
                if (cells.size() % 4096 == 0) watch_.check();
                const draw::Point point{row.values[axes_[0]], row.values[axes_[1]]};
                low = {std::min(low.x, point.x), std::min(low.y, point.y)};
                high = {std::max(high.x, point.x), std::max(high.y, point.y)};
                cells.emplace_back(point, colours_.of(row));
                return true;
            },
            fmt::format("{}", fmt::join(conditions, " AND ")));
        if (cells.empty()) throw bad_input(fmt::format("the atlas has no member with {}", words(at)), Setting::slice);
        draw::ValueMap map;
        map.paper = paper(where);
        map.across = store_.manifest().variables[axes_[0]];
        map.up = store_.manifest().variables[axes_[1]];
        map.left = low.x;
        map.bottom = low.y;
        map.columns = high.x - low.x + 1;
        map.rows = high.y - low.y + 1;
        if (map.columns > kMostCells || map.rows > kMostCells || map.columns * map.rows > kMostCells)
            throw over_limit("the map would have more than 16 million cells; take a smaller atlas");
        auto table =
            std::make_shared<std::vector<std::int64_t>>(static_cast<std::size_t>(map.columns * map.rows), draw::absent);
        for (const auto& [point, colour] : cells)
            (*table)[static_cast<std::size_t>((point.x - low.x) * map.rows + point.y - low.y)] = colour;
        map.fill = [table, inner = draw::from_array(*table, map.left, map.bottom, map.rows)](
                       std::int64_t x, std::int64_t y, std::span<std::int64_t> values) { inner(x, y, values); };
        map.legend = colours_.legend();
        map.zero = "0";
        map.hole = "not settled, or no member";
        map.categories = colours_.categories();
        map.write_values = false;
        return map;
    }

    Store& store_;
    const PictureRequest& request_;
    const Watch& watch_;
    Colours colours_;
    std::map<std::string, std::vector<std::int64_t>> fixed_;
    std::vector<std::size_t> axes_;
};

}  // namespace

draw::Picture picture(Store& store, const PictureRequest& request, const Watch& watch) {
    return Maps(store, request, watch).picture();
}

}  // namespace bouton::atlas
