#include "engines/regions/regions.hpp"

#include "engines/regions/boxes.hpp"
#include "engines/regions/intervals.hpp"
#include "engines/regions/maxima.hpp"

#include <algorithm>

namespace bouton {

namespace {

class Regions : public Filler {
  public:
    Regions(std::shared_ptr<const Shape> shape, std::vector<Region> regions, Values values, const Watch& watch)
        : shape_(std::move(shape)), regions_(std::move(regions)), values_(values), watch_(watch) {
        std::size_t most = 0;
        for (const Region& region : regions_) most = std::max(most, region.conditions.size());
        const bool plain_outcomes = values_.players == 2 && values_.terminal == 0;
        method_ = most > 1 ? Method::intervals : most == 1 || plain_outcomes ? Method::maxima : Method::boxes;
    }

    /// A value is at most the length of the longest play; where positions without options have the value 1, one more.
    Value bound(const Position& largest) const override {
        const Value longest = longest_play(*shape_, largest);
        if (longest >= 0xfffffffeu)
            throw over_limit("values in a table of this size may exceed 32 bits; take smaller bounds");
        if (values_.players == 0) return longest + values_.terminal;
        return std::max(values_.terminal, std::min(values_.players - 1, longest));
    }

    std::uint64_t working_memory(const Position& largest) const override {
        switch (method_) {
            case Method::boxes: return regions::memory_of_boxes(regions_, bound(largest), largest);
            case Method::maxima: return regions::memory_of_maxima(regions_, values_, bound(largest), largest);
            case Method::intervals: return regions::memory_of_intervals(values_, bound(largest), largest);
        }
        return 0;
    }

    void fill(Cells& cells, const Done& from, const Progress& progress) const override {
        const regions::Task task{regions_, values_, cells, from.cells, progress, watch_};
        switch (method_) {
            case Method::boxes: return regions::fill_by_boxes(task, bound(cells.largest()));
            case Method::maxima: return regions::fill_by_maxima(task);
            case Method::intervals: return regions::fill_by_intervals(task);
        }
    }

  private:
    enum class Method { boxes, maxima, intervals };

    std::shared_ptr<const Shape> shape_;
    std::vector<Region> regions_;
    Values values_;
    const Watch& watch_;
    Method method_;
};

}  // namespace

std::unique_ptr<Filler> make_regions(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                     std::string& why_not) {
    std::optional<std::vector<Region>> regions = regions_of(shape->rules, why_not);
    if (!regions) return nullptr;
    const Values values = values_of(shape->rules, what);
    return std::make_unique<Regions>(std::move(shape), std::move(*regions), values, watch);
}

}  // namespace bouton
