// Makes a table slowly, so that it can be killed on the way:   slow-table table GAME --to ROWS,COLUMNS --out FILE
// Every row is made from the one before, so that a run which goes on from a wrong row ends with wrong values. A row
// takes 3 ms, and the journal gets a line every 50 ms.
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
        progress(row + 1);
    }
}

int make(const std::string& game, const Position& largest, const std::string& out) {
    const Watch watch({}, &interrupted);
    NpyStore store(out, {game, digest(game), "grundy", largest, 2}, watch, {std::chrono::milliseconds(50), 64 << 10});
    if (store.complete()) {
        std::cerr << out << " is already there, complete and checked\n";
        return 0;
    }
    if (store.failed() > 0) std::cerr << store.failed() << " rows do not match their checksums and are made again\n";
    if (store.from() > 0) std::cerr << "resuming at row " << store.from() << " of " << store.rows() << '\n';
    store.fill(
        [&](Cells& cells, std::int64_t from, const Filler::Progress& progress) { fill(cells, from, progress, watch); });
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
