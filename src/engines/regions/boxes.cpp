#include "engines/regions/boxes.hpp"

namespace bouton::regions {

namespace {

std::size_t words_of(Value bound) { return static_cast<std::size_t>(bound) / 64 + 1; }

template <class Cell> class Boxes {
  public:
    Boxes(const Task& task, Value bound, Cell* cells)
        : task_(task),
          cells_(cells),
          words_(words_of(bound)),
          length_(static_cast<std::size_t>(task.cells.largest().back()) + 1),
          row_(task.cells.largest()),
          sets_(task.regions.size(), std::vector<std::uint64_t>(row_.layer * length_ * words_)),
          below_(task.regions.size()),
          all_(words_),
          ticker_(task.watch) {}

    void fill() {
        const std::size_t rows = row_.rows(), known = static_cast<std::size_t>(task_.from) * row_.layer;
        std::uint64_t unreported = 0;
        for (std::size_t r = 0; r < rows; ++r) {
            row_.go_to(r);
            find_neighbours();
            for (std::size_t y = 0; y < length_; ++y) {
                Cell& cell = cells_[r * length_ + y];
                unite(y);
                if (r >= known) cell = static_cast<Cell>(value());
                include(y, cell);
            }
            ticker_.work(length_);
            unreported += length_;
            if (r < known || (r + 1) % row_.layer != 0 || (unreported < kReport && r + 1 < rows)) continue;
            unreported = 0;
            task_.progress(static_cast<std::int64_t>((r + 1) / row_.layer));
        }
    }

  private:
    static constexpr std::uint64_t kReport = 1 << 16;

    /// How far back the sets lie from which that of a cell is made. The row before in the first coordinate is overwritten.
    struct Below {
        bool keeps = false;              // what is there, from the row before in the first coordinate
        bool in_row = false;             // also from the cell before
        std::vector<std::size_t> words;  // further rows
    };

    void find_neighbours() {
        for (std::size_t k = 0; k < below_.size(); ++k) {
            const Region& region = task_.regions[k];
            Below& below = below_[k];
            below.keeps = region.takes_from(0);
            below.in_row = region.takes_from(row_.at.size());
            below.words.clear();
            std::size_t stride = length_ * words_;
            for (std::size_t i = row_.at.size(); i-- > 1;) {
                if (region.takes_from(i) && row_.at[i] > 0) below.words.push_back(stride);
                stride *= static_cast<std::size_t>(task_.cells.largest()[i]) + 1;
            }
        }
    }

    std::uint64_t* set(std::size_t k, std::size_t y) {
        return sets_[k].data() + (row_.in_layer * length_ + y) * words_;
    }

    /// The values of the options of cell y, for each region and all together.
    void unite(std::size_t y) {
        std::fill(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(used_), 0);
        for (std::size_t k = 0; k < below_.size(); ++k) {
            const Below& below = below_[k];
            std::uint64_t* here = set(k, y);
            if (!below.keeps) std::fill(here, here + used_, 0);
            if (below.in_row && y > 0) add(here, here - words_);
            for (const std::size_t back : below.words) add(here, here - back);
            add(all_.data(), here);
        }
    }

    void add(std::uint64_t* to, const std::uint64_t* from) const {
        for (std::size_t w = 0; w < used_; ++w) to[w] |= from[w];
    }

    Value value() const {
        const bool mex = task_.values.players == 0;
        std::size_t w = 0;
        while (w < used_ && all_[w] == 0) ++w;
        if (w == used_) return task_.values.terminal;
        if (!mex) return static_cast<Value>((64 * w + 1 + static_cast<std::size_t>(std::countr_zero(all_[w]))) % task_.values.players);
        for (w = 0; w < used_ && ~all_[w] == 0; ++w) {}
        return static_cast<Value>(64 * w + (w < used_ ? static_cast<std::size_t>(std::countr_one(all_[w])) : 0));
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
    std::vector<std::vector<std::uint64_t>> sets_;  // by region: of all cells with the first coordinate at hand, or the one before
    std::vector<Below> below_;                      // by region
    std::vector<std::uint64_t> all_;
    Ticker ticker_;
};

}  // namespace

void fill_by_boxes(const Task& task, Value bound) {
    task.cells.visit([&](auto* cells) { Boxes<std::remove_pointer_t<decltype(cells)>>(task, bound, cells).fill(); });
}

std::uint64_t memory_of_boxes(const std::vector<Region>& regions, Value bound, const Position& largest) {
    return regions.size() * words_of(bound) * sizeof(std::uint64_t) * Row(largest).layer *
           (static_cast<std::uint64_t>(largest.back()) + 1);
}

}  // namespace bouton::regions
