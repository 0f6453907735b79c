#include "engines/tiles.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>

namespace bouton {

namespace {

constexpr std::int64_t kWide = 256;  // cells of the last coordinate in a tile
constexpr std::int64_t kTileCells = 1 << 14;

/// All cells with first coordinates begin .. end - 1 and last coordinates left .. right - 1.
struct Tile {
    std::int64_t begin, end, left, right;
};

void fill_tile(const Tile& tile, const Cells& cells, std::int64_t growth, const Watch& watch,
               const std::function<void(const RowSegment&)>& fill) {
    const Position& largest = cells.largest();
    const std::size_t dimension = largest.size();
    Position outer(largest.size(), 0);
    for (std::int64_t x = tile.begin; x < tile.end; ++x) {
        watch.check();
        outer[0] = x;
        // With growth the far end of a row is out of reach of the positions that are asked for.
        const std::int64_t right = std::min(tile.right, largest.back() + 1 - growth * x);
        if (right <= tile.left) continue;
        for (;;) {
            for (outer.back() = tile.left; outer.back() < right; outer.back() += kLongestSegment)
                fill({outer.data(), outer.back(),
                      static_cast<std::size_t>(std::min(kLongestSegment, right - outer.back())), cells.index(outer)});
            std::size_t i = dimension - 1;
            while (i-- > 1) {
                if (++outer[i] <= largest[i]) break;
                outer[i] = 0;
            }
            if (i == 0 || i >= dimension) break;
        }
    }
}

}  // namespace

void for_each_segment(const Cells& cells, std::int64_t from, std::int64_t growth, const Watch& watch,
                      const Filler::Progress& progress, const std::function<void(const RowSegment&)>& fill) {
    const Position& largest = cells.largest();
    if (largest.size() == 1) {  // the one coordinate is a single row
        for (std::int64_t x = from; x <= largest[0]; x += kLongestSegment) {
            const std::int64_t count = std::min(kLongestSegment, largest[0] + 1 - x);
            fill({nullptr, x, static_cast<std::size_t>(count), static_cast<std::uint64_t>(x)});
            if ((x - from) % kTileCells < kLongestSegment) {
                watch.check();
                progress(x + count);
            }
        }
        progress(largest[0] + 1);
        return;
    }
    const std::int64_t rows = largest[0] + 1, width = largest.back() + 1;
    const std::int64_t wide = growth > 0 ? width : std::min(kWide, width);
    const std::int64_t middle = static_cast<std::int64_t>(cells.size()) / rows / width;
    const std::int64_t high = std::clamp<std::int64_t>(kTileCells / wide / middle, 1, 64);
    const std::int64_t down = (rows - from + high - 1) / high, across = (width + wide - 1) / wide;
    if (down <= 0) return;
    // A tile waits for the one before it in each direction.
    const auto owner = std::make_unique<std::atomic<int>[]>(static_cast<std::size_t>(down * across));
    std::atomic<int>* const waits = owner.get();
    for (std::int64_t i = 0; i < down; ++i)
        for (std::int64_t j = 0; j < across; ++j) waits[static_cast<std::size_t>(i * across + j)] = (i > 0) + (j > 0);
    std::atomic<std::int64_t> done = 0;
    parallel::Tasks tasks;
    const std::function<void(std::int64_t)> make = [&](std::int64_t number) {
        waits[static_cast<std::size_t>(number)].load(std::memory_order_acquire);  // sees all that it waited for
        const std::int64_t i = number / across, j = number % across;
        const std::int64_t begin = from + i * high, end = std::min(rows, begin + high);
        fill_tile({begin, end, j * wide, std::min(width, (j + 1) * wide)}, cells, growth, watch, fill);
        if (j + 1 == across) progress(end);
        const auto release = [&](std::int64_t next) {
            if (--waits[static_cast<std::size_t>(next)] == 0) tasks.run([&make, next] { make(next); });
        };
        if (i + 1 < down) release(number + across);
        if (j + 1 < across) release(number + 1);
        done.fetch_add(1, std::memory_order_release);
    };
    tasks.run([&make] { make(0); });
    tasks.wait();
    if (done.load(std::memory_order_acquire) != down * across) throw std::logic_error("tiles were left out");
}

}  // namespace bouton
