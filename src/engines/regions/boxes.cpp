#include "engines/regions/boxes.hpp"

namespace bouton::regions {

namespace {

std::size_t words_of(Value bound) { return static_cast<std::size_t>(bound) / 64 + 1; }

/// kOneWord: no value is larger than 63.
template <class Cell, bool kOneWord> class Boxes {
  public:
    Boxes(const Task& task, Value bound, Cell* cells)
        : task_(task),
          cells_(cells),
          words_(words_of(bound)),
          length_(static_cast<std::size_t>(task.cells.largest().back()) + 1),
          row_(task.cells.largest()),
          sets_(task.regions.size(), std::vector<std::uint64_t>(row_.layer * length_ * words_)),
          all_(words_),
          ticker_(task.watch) {}

    void fill() {
        const std::size_t rows = row_.rows(), known = static_cast<std::size_t>(task_.from) / length_;
        std::uint64_t unreported = 0;
        for (std::size_t r = 0; r < rows; ++r) {
            row_.go_to(r);
            for (std::size_t k = 0; k < sets_.size(); ++k) unite_rows(k);
            for (std::size_t y = 0; y < length_; ++y) {
                Cell& cell = cells_[r * length_ + y];
                unite(y);
                if (r >= known) cell = static_cast<Cell>(value());
                include(y, cell);
            }
            ticker_.work(length_);
            unreported += length_;
            if (r < known || (unreported < kReport && r + 1 < rows)) continue;
            unreported = 0;
            task_.progress(static_cast<std::int64_t>((r + 1) * length_));
        }
    }

  private:
    static constexpr std::uint64_t kReport = 1 << 16;

    std::size_t words() const { return kOneWord ? 1 : words_; }
    std::size_t used() const { return kOneWord ? 1 : used_; }

    /// The set of cell y of the row at hand.
    std::uint64_t* set(std::size_t k, std::size_t y) {
        return sets_[k].data() + (row_.in_layer * length_ + y) * words();
    }

    /// What the cells of the row have from the rows before, for one region. Its place still holds the row before in the first coordinate.
    void unite_rows(std::size_t k) {
        const Region& region = task_.regions[k];
        const std::size_t count = length_ * words();
        std::uint64_t* here = set(k, 0);
        if (!region.takes_from(0)) std::fill(here, here + count, 0);
        std::size_t stride = count;
        for (std::size_t i = row_.at.size(); i-- > 1;) {
            const std::uint64_t* before = here - stride;
            if (region.takes_from(i) && row_.at[i] > 0)
                for (std::size_t w = 0; w < count; ++w) here[w] |= before[w];
            stride *= static_cast<std::size_t>(task_.cells.largest()[i]) + 1;
        }
    }

    /// The values of the options of cell y: for each region also from the cell before, and all together.
    void unite(std::size_t y) {
        const std::size_t last = row_.at.size(), count = used();
        std::fill(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(count), 0);
        for (std::size_t k = 0; k < sets_.size(); ++k) {
            std::uint64_t* here = set(k, y);
            if (y > 0 && task_.regions[k].takes_from(last))
                for (std::size_t w = 0; w < count; ++w) here[w] |= (here - words())[w];
            for (std::size_t w = 0; w < count; ++w) all_[w] |= here[w];
        }
    }

    Value value() const {
        const std::size_t count = used();
        std::size_t w = 0;
        while (w < count && all_[w] == 0) ++w;
        if (w == count) return task_.values.terminal;
        const Value players = task_.values.players;
        if (players > 0)
            return (static_cast<Value>(64 * w) + static_cast<Value>(std::countr_zero(all_[w])) + 1) % players;
        for (w = 0; w < count && ~all_[w] == 0; ++w) {
        }
        return static_cast<Value>(64 * w) + static_cast<Value>(w < count ? std::countr_one(all_[w]) : 0);
    }

    void include(std::size_t y, Value value) {
        used_ = std::max(used_, value / 64 + std::size_t{1});
        for (std::size_t k = 0; k < sets_.size(); ++k) set(k, y)[value / 64] |= std::uint64_t{1} << value % 64;
    }

    const Task& task_;
    Cell* cells_;
    std::size_t words_;     // of a set
    std::size_t used_ = 1;  // of them, so far: no value beyond has occurred
    std::size_t length_;
    Row row_;
    std::vector<std::vector<std::uint64_t>>
        sets_;  // by region: of all cells with the first coordinate at hand, or the one before
    std::vector<std::uint64_t> all_;
    Ticker ticker_;
};

}  // namespace

void fill_by_boxes(const Task& task, Value bound) {
    task.cells.visit([&](auto* cells) {
        using Cell = std::remove_pointer_t<decltype(cells)>;
        if (words_of(bound) == 1)
            Boxes<Cell, true>(task, bound, cells).fill();
        else
            Boxes<Cell, false>(task, bound, cells).fill();
    });
}

std::uint64_t memory_of_boxes(const std::vector<Region>& regions, Value bound, const Position& largest) {
    return regions.size() * words_of(bound) * sizeof(std::uint64_t) * Row(largest).layer *
           (static_cast<std::uint64_t>(largest.back()) + 1);
}

}  // namespace bouton::regions
