// Tables in files that somebody has damaged: a finished .npy, and the journal and values that a killed run leaves. They are refused with an
// Error, or what comes out is the right table, to the byte. The lines of journals and the ends of files are also read on their own.
#include "fuzz/fuzz.hpp"
#include "store/format.hpp"
#include "store/npy.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace {

using namespace bouton;
using namespace bouton::fuzz;

const std::filesystem::path& folder() {
    static const std::filesystem::path path = [] {
        const auto base =
            std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : std::filesystem::temp_directory_path();
        auto made = base / ("bouton-fuzz-" + std::to_string(getpid()));
        std::filesystem::create_directories(made);
        std::atexit([] { std::filesystem::remove_all(folder()); });
        return made;
    }();
    return path;
}
std::string name() { return (folder() / "t.npy").string(); }

constexpr std::int64_t kRows = 40, kColumns = 6;
Value value_at(std::int64_t x, std::int64_t y) { return static_cast<Value>(x * 7 + y) % 251; }

TableInfo info() { return {"g", "digest", "grundy", {kRows - 1, kColumns - 1}, 1}; }

void write(const std::string& file, const std::string& text) {
    std::ofstream(file, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}
std::string read(const std::string& file) { return unit::text_of_file(file); }

struct Stopped {};

/// Makes the table, or as much of it as these rows.
void make(std::int64_t rows) {
    const Watch watch;
    NpyStore table(name(), info(), watch, {std::chrono::milliseconds(0), 64});
    if (table.complete()) return;
    table.fill([&](Cells& cells, const Done& done, const Filler::Progress& progress) {
        for (std::int64_t x = done.cells / kColumns; x < kRows; ++x) {
            if (x == rows) throw bad_input("enough");
            for (std::int64_t y = 0; y < kColumns; ++y)
                cells.as<std::uint8_t>()[x * kColumns + y] = static_cast<std::uint8_t>(value_at(x, y));
            progress((x + 1) * kColumns);
        }
    });
}

void require_right(const NpyTable& table, const std::string& how) {
    if (!(table.info() == info())) finding("it is another table: " + how);
    for (std::int64_t x = 0; x < kRows; ++x)
        for (std::int64_t y = 0; y < kColumns; ++y)
            if (table.cells()[static_cast<std::uint64_t>(x * kColumns + y)] != value_at(x, y))
                finding("a wrong value: " + how);
}

void clear() {
    for (const char* end : {"", ".part", ".journal"}) std::filesystem::remove(name() + end);
}

struct Originals {
    std::string finished, part, journal;
};
const Originals& originals() {
    static const Originals made = [] {
        Originals result;
        clear();
        make(-1);
        result.finished = read(name());
        clear();
        allow_errors([] { make(25); });
        result.part = read(name() + ".part");
        result.journal = read(name() + ".journal");
        clear();
        return result;
    }();
    return made;
}

/// Changes, cuts, doubles or inserts at places that the bytes choose.
std::string damaged(std::string text, Random& random) {
    for (auto count = random.between(0, 3); count > 0 && !text.empty(); --count) {
        const auto at = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(text.size()) - 1));
        switch (random.between(0, 5)) {
            case 0: text.resize(at); break;
            case 1: text.erase(at, static_cast<std::size_t>(random.between(1, 40))); break;
            case 2: text.insert(at, text.substr(at, static_cast<std::size_t>(random.between(1, 60)))); break;
            case 3:
                text.insert(
                    at, random.word({"0", "9", "-1", "99999999999999999999", "\n", "{", "[[[[", "\"", "null", "1e9"}));
                break;
            default: text[at] = static_cast<char>(random.between(0, 255));
        }
    }
    return text;
}

void lines(const std::string& text) {
    allow_errors([&] { store::read_trailer(text, "fuzz"); });
    allow_errors([&] { store::read_journal_line(text); });
    allow_errors([&] { store::read_mark(text); });
}

}  // namespace

/// Before the clock runs.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
    originals();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return input([&] {
        Random random(data, size);
        switch (random.between(0, 3)) {
            case 0: return lines(std::string(reinterpret_cast<const char*>(data), size));
            case 1: return lines(damaged(random.chance(50) ? originals().finished : originals().journal, random));
            case 2: {
                write(name(), damaged(originals().finished, random));
                const Watch watch(small_limits());
                allow_errors([&] { require_right(read_npy(name(), watch), "a damaged file"); });
                break;
            }
            default:
                write(name() + ".part", damaged(originals().part, random));
                write(name() + ".journal", damaged(originals().journal, random));
                if (allow_errors([] { make(-1); })) require_right(read_npy(name()), "continued from damaged files");
        }
        clear();
    });
}
