// Makes a table slowly, so that it can be killed on the way:   slow-table table GAME --to ROWS,COLUMNS --out FILE
// Every row is made from the one before, so that a run which goes on from a wrong row ends with wrong values. A row
// takes 3 ms, and the journal gets a line every 50 ms. The game `tiles` is filled as engines do it, by tiles, where 256
// cells take 3 ms: its first coordinate may be short.
#include "engines/tiles.hpp"
#include "store/npy.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <thread>

namespace {

using namespace bouton;

std::atomic<bool> interrupted{false};

extern "C" void on_signal(int) { interrupted = true; }

void fill(Cells& cells, std::int64_t from, const Filler::Progress& progress, const Watch& watch) {
    const std::int64_t columns = cells.largest()[1] + 1;
    auto* values = cells.as<std::uint16_t>();
    for (std::int64_t row = from; row <= cells.largest()[0]; ++row) {
        watch.check();
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        for (std::int64_t column = 0; column < columns; ++column) {
            const std::int64_t above = row == 0 ? 1 : values[(row - 1) * columns + column];
            values[row * columns + column] = static_cast<std::uint16_t>((5 * above + row + column) % 65521);
        }
        progress((row + 1) * columns);
    }
}

void fill_tiles(Cells& cells, const Done& done, const Filler::Progress& progress, const Watch& watch) {
    const std::int64_t columns = cells.largest()[1] + 1;
    auto* values = cells.as<std::uint16_t>();
    for_each_segment(cells, done, 0, watch, progress, [&](const RowSegment& segment) {
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        const std::int64_t row = segment.outer[0];
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(segment.count); ++i) {
            const std::int64_t column = segment.first + i, at = row * columns + column;
            const std::int64_t above = row == 0 ? 1 : values[at - columns], left = column == 0 ? 2 : values[at - 1];
            values[at] = static_cast<std::uint16_t>((5 * above + 3 * left + row + column) % 65521);
        }
    });
}

int make(const std::string& game, const Position& largest, const std::string& out) {
    const Watch watch({}, &interrupted);
    NpyStore store(out, {game, digest(game), "grundy", largest, 2}, watch, {std::chrono::milliseconds(50), 64 << 10});
    if (store.complete()) {
        std::cerr << out << " is already there, complete and checked\n";
        return 0;
    }
    if (store.failed() > 0) std::cerr << store.failed() << " rows do not match their checksums and are made again\n";
    if (!store.resuming().empty()) std::cerr << store.resuming() << '\n';
    store.fill([&](Cells& cells, const Done& done, const Filler::Progress& progress) {
        if (game == "tiles")
            fill_tiles(cells, done, progress, watch);
        else
            fill(cells, done.cells / (largest[1] + 1), progress, watch);
    });
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    long rows = 0, columns = 0;
    if (argc != 7 || std::sscanf(argv[4], "%ld,%ld", &rows, &columns) != 2) return 2;
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
    try {
        return make(argv[2], {rows, columns}, argv[6]);
    } catch (const Error& error) {
        std::cerr << "error: " << error.what() << '\n';
        return error.fault() == Fault::input ? 2 : error.fault() == Fault::limit ? 3 : 130;
    }
}
