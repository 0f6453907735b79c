// Files of values: whatever happens to them, a table is right or refused. Small tables, so that every byte of every
// file can be damaged and every place be the place of an interruption.
#include "store/npy.hpp"

#include "unit/support.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

namespace bouton::unit {
namespace {

namespace fs = std::filesystem;

const Watch kWatch;

/// Every progress is a line of the journal.
NpyStore::Pace eager(std::uint64_t chunk) { return {std::chrono::milliseconds(0), chunk}; }

Value wanted(std::uint64_t cell, unsigned width) {
    return static_cast<Value>((cell * 2654435761u + 12345) >> 7) & (0xffffffffu >> (32 - 8 * width));
}

/// Fills rows from values of the row before, as engines do: rows that were taken over wrongly spoil all that follow.
/// Stops before row `stop`.
void fill_rows(Cells& cells, const Done& done, const Filler::Progress& progress, std::int64_t stop) {
    const std::uint64_t row = cells.largest().empty() ? 1 : cells.row_size();
    const std::int64_t from = done.cells / static_cast<std::int64_t>(row);
    const std::int64_t rows = cells.largest().empty() ? 1 : cells.largest()[0] + 1;
    cells.visit([&](auto* values) {
        using T = std::remove_pointer_t<decltype(values)>;
        for (std::int64_t r = from; r < rows; ++r) {
            if (r == stop) throw Error(Fault::cancelled, "stopped");
            for (std::uint64_t i = static_cast<std::uint64_t>(r) * row, end = i + row; i < end; ++i) {
                const Value above = r == 0 ? 0 : values[i - row];
                values[i] = static_cast<T>(3 * above + wanted(i, cells.width()));
            }
            progress((r + 1) * static_cast<std::int64_t>(row));
        }
    });
}

constexpr std::int64_t kToTheEnd = -1;

NpyStore::Engine rows_until(std::int64_t stop) {
    return [stop](Cells& cells, const Done& from, const Filler::Progress& progress) {
        fill_rows(cells, from, progress, stop);
    };
}

TableInfo small(Position largest = {6, 4}, unsigned width = 2) {
    return {"nim(k=2)", digest("rules"), "grundy", std::move(largest), width};
}

class Store : public testing::Test {
  protected:
    Store() {
        const fs::path memory = "/dev/shm";  // where waiting for the disk takes no time
        const bool usable = access(memory.c_str(), W_OK) == 0;
        std::string name = ((usable ? memory : fs::temp_directory_path()) / "bouton-store-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~Store() override { fs::remove_all(folder_); }

    std::string path(const std::string& name = "x.npy") const { return (folder_ / name).string(); }
    std::string read(const std::string& name = "x.npy") const { return text_of_file(folder_ / name); }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary | std::ios::trunc) << text;
    }
    std::vector<std::string> names() const {
        std::vector<std::string> result;
        for (const auto& entry : fs::directory_iterator(folder_)) result.push_back(entry.path().filename());
        std::sort(result.begin(), result.end());
        return result;
    }
    void clear() const {
        for (const std::string& name : names()) fs::remove_all(folder_ / name);
    }

    /// One run of the program; it may throw.
    void run(const TableInfo& info, std::int64_t stop = kToTheEnd, std::uint64_t chunk = 16) const {
        NpyStore(path(), info, kWatch, eager(chunk)).fill(rows_until(stop));
    }
    std::string finished(const TableInfo& info, std::uint64_t chunk = 16) const {
        run(info, kToTheEnd, chunk);
        const std::string bytes = read();
        fs::remove(path());
        return bytes;
    }
    void interrupt(const TableInfo& info, std::int64_t stop, std::uint64_t chunk = 16) const {
        EXPECT_EQ(failure_of([&] { run(info, stop, chunk); }).fault, Fault::cancelled);
    }

    /// Refused, with the file's name and these words.
    template <class Run> void expect_refused(Run run, const std::string& name, const std::string& words) const {
        const Failure failure = failure_of(run);
        EXPECT_EQ(failure.fault, Fault::input);
        EXPECT_NE(failure.message.find(path(name)), std::string::npos) << failure.message;
        EXPECT_NE(failure.message.find(words), std::string::npos) << failure.message;
    }

    fs::path folder_;
};

using Names = std::vector<std::string>;

// ---- the finished file ----

TEST_F(Store, HeaderIsNumPys) {
    const auto header = [](Position largest, unsigned width) {
        const std::string text = store::npy_header(small(std::move(largest), width));
        EXPECT_EQ(text.size() % 64, 0u);
        EXPECT_EQ(text.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
        EXPECT_EQ(static_cast<unsigned char>(text[8]) + 256u * static_cast<unsigned char>(text[9]), text.size() - 10);
        EXPECT_EQ(text.back(), '\n');
        return text.substr(10, text.find('}') - 9);
    };
    EXPECT_EQ(header({0}, 1), "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }");
    EXPECT_EQ(header({6, 4}, 2), "{'descr': '<u2', 'fortran_order': False, 'shape': (7, 5), }");
    EXPECT_EQ(header({6, 4, 9}, 4), "{'descr': '<u4', 'fortran_order': False, 'shape': (7, 5, 10), }");
    EXPECT_EQ(header({}, 4), "{'descr': '<u4', 'fortran_order': False, 'shape': (), }");
    EXPECT_GT(store::npy_header(small(Position(32, 1000000), 4)).size(), 256u);  // a length of two bytes
    EXPECT_EQ(failure_of([] { store::npy_header(small(Position(33, 0))); }).fault, Fault::input);
}

TEST_F(Store, WhatIsWrittenIsRead) {
    Random random(1901);
    for (int round = 0; round < 300; ++round) {
        clear();
        Position largest;
        for (std::int64_t i = random.between(0, 4); i > 0; --i) largest.push_back(random.between(0, 6));
        TableInfo info = small(largest, random.pick(std::vector<unsigned>{1, 2, 4}));
        info.what = random.word({"grundy", "outcome", "podium"});
        run(info, kToTheEnd, static_cast<std::uint64_t>(random.between(1, 200)));
        EXPECT_EQ(names(), Names{"x.npy"});
        const NpyTable table = read_npy(path());
        EXPECT_EQ(table.info(), info);
        Cells plain(largest, info.width);
        fill_rows(
            plain, 0, [](std::int64_t) {}, kToTheEnd);
        ASSERT_EQ(std::memcmp(plain.bytes(), table.cells().bytes(), info.bytes()), 0);
        EXPECT_EQ(read().substr(store::npy_header(info).size(), info.bytes()),
                  std::string(reinterpret_cast<const char*>(plain.bytes()), info.bytes()));
    }
}

TEST_F(Store, RowsLargerThanAChunkAndChunksOfManyRows) {
    for (const Position& largest : {Position{2, 5000000}, Position{5000000, 2}, Position{9000000}}) {
        clear();
        const TableInfo info = small(largest, 1);
        // Telling of every row would be three million lines in the journal: the usual pace.
        NpyStore(path(), info, kWatch).fill(rows_until(kToTheEnd));
        Cells plain(largest, 1);
        fill_rows(
            plain, 0, [](std::int64_t) {}, kToTheEnd);
        EXPECT_EQ(std::memcmp(plain.bytes(), read_npy(path()).cells().bytes(), info.bytes()), 0);
    }
}

TEST_F(Store, EveryDamagedByteIsNoticed) {
    const TableInfo info = small();
    const std::string good = finished(info);
    for (std::size_t at = 0; at < good.size(); ++at)
        for (const int bit : {0, 3, 5, 7}) {
            std::string bad = good;
            bad[at] = static_cast<char>(bad[at] ^ (1 << bit));
            write("x.npy", bad);
            expect_refused([&] { read_npy(path()); }, "x.npy", "");
            expect_refused([&] { run(info); }, "x.npy", "; delete it or choose another name");
            ASSERT_EQ(read(), bad) << "a file that is not ours was touched";
        }
    EXPECT_EQ(names(), Names{"x.npy"});
}

TEST_F(Store, EveryCutIsNoticed) {
    const std::string good = finished(small());
    for (std::size_t size = 0; size < good.size(); ++size) {
        write("x.npy", good.substr(0, size));
        expect_refused([&] { read_npy(path()); }, "x.npy", "");
    }
    write("x.npy", good + "\n");
    expect_refused([&] { read_npy(path()); }, "x.npy", "cut short, or another program made it");
    write("x.npy", good);
    EXPECT_EQ(read_npy(path()).info(), small());
}

TEST_F(Store, ForeignFilesAreRefused) {
    const auto refused = [&](const std::string& words) {
        expect_refused([&] { read_npy(path()); }, "x.npy", words);
        expect_refused([&] { run(small()); }, "x.npy", words);
    };
    expect_refused([&] { read_npy(path()); }, "x.npy", "cannot be read: No such file");
    write("x.npy", "");
    refused("is empty");
    write("x.npy", "my notes\n");
    refused("is not a table made by Bouton");
    write("x.npy", store::npy_header(small()) + std::string(70, '\1'));
    refused("another program made it");
    fs::remove(path());
    fs::create_directory(path());
    refused("is a folder");
    fs::remove(path());
    fs::create_symlink(path("nowhere"), path());
    refused("cannot be read");
}

TEST_F(Store, AFileOfTheSameTableIsTakenAsItIs) {
    run(small());
    const auto when = fs::last_write_time(path());
    for (const unsigned width : {1u, 2u, 4u}) {  // an engine with a worse bound would have made wider cells
        NpyStore again(path(), small({6, 4}, width), kWatch);
        EXPECT_TRUE(again.complete());
        again.fill([](Cells&, const Done&, const Filler::Progress&) { FAIL() << "computed again"; });
    }
    EXPECT_EQ(fs::last_write_time(path()), when);
    EXPECT_EQ(names(), Names{"x.npy"});
}

TEST_F(Store, AnotherTableIsNeverWrittenOver) {
    TableInfo game = small(), rules = small(), what = small();
    game.game = "nim(k=3)";
    rules.rules = digest("other rules");
    what.what = "outcome";
    const std::vector<std::pair<TableInfo, std::string>> others = {
        {game, "grundy of nim(k=3) up to (6, 4), not grundy of nim(k=2) up to (6, 4)"},
        {rules, "the text of the rules was another"},
        {what, "outcome of nim(k=2)"},
        {small({6, 5}), "up to (6, 5), not"},
        {small({6}), "up to (6), not"}};
    for (const auto& [other, words] : others) {
        clear();
        run(other);
        std::string before = read();
        expect_refused([&] { run(small()); }, "x.npy", words);
        EXPECT_EQ(read(), before);
        EXPECT_EQ(names(), Names{"x.npy"});
        clear();
        interrupt(other, 3);
        before = read("x.npy.part") + read("x.npy.journal");
        expect_refused([&] { run(small()); }, "x.npy.part", words);
        expect_refused([&] { run(small()); }, "x.npy.journal", "delete both or choose another name");
        EXPECT_EQ(read("x.npy.part") + read("x.npy.journal"), before);
    }
    clear();
    interrupt(small({6, 4}, 1), 3);
    expect_refused([&] { run(small()); }, "x.npy.part", "in cells of 8 bits, not 16");
}

// ---- interruptions ----

TEST_F(Store, GoesOnWhereItWasStopped) {
    Random random(1902);
    for (int round = 0; round < 200; ++round) {
        clear();
        const TableInfo info =
            small({random.between(1, 30), random.between(0, 9)}, random.pick(std::vector<unsigned>{1, 2, 4}));
        const auto chunk = static_cast<std::uint64_t>(random.between(1, 100));
        const std::string good = finished(info, chunk);
        for (std::int64_t done = 0; done < info.rows();) {
            NpyStore store(path(), info, kWatch, eager(chunk));
            EXPECT_FALSE(store.complete());
            EXPECT_EQ(store.from(), done);
            EXPECT_EQ(store.failed(), 0);
            done = random.between(done + 1, info.rows());
            const Failure failure = failure_of([&] { store.fill(rows_until(done)); });
            if (done == info.rows()) break;
            EXPECT_EQ(failure.message, fmt::format("stopped; {} of {} rows are kept in {}.part, and the same command "
                                                   "goes on from there",
                                                   done, info.rows(), path()));
            EXPECT_EQ(names(), (Names{"x.npy.journal", "x.npy.part"}));
            EXPECT_EQ(failure_of([&] { read_npy(path("x.npy.part")); }).fault, Fault::input);
        }
        EXPECT_EQ(read(), good);
        EXPECT_EQ(names(), Names{"x.npy"});
    }
}

TEST_F(Store, WithoutACompleteRowNothingIsLeft) {
    const Failure failure = failure_of([&] { run(small(), 0); });
    EXPECT_EQ(failure.message, "stopped; no row was complete, and nothing is left behind");
    EXPECT_EQ(names(), Names{});
    run(small());
    EXPECT_EQ(names(), Names{"x.npy"});
}

TEST_F(Store, OtherErrorsKeepTheRowsToo) {
    const auto engine = [](Cells& cells, const Done& from, const Filler::Progress& progress) {
        EXPECT_THROW(fill_rows(cells, from, progress, 3), Error);
        throw std::bad_alloc();
    };
    EXPECT_THROW(NpyStore(path(), small(), kWatch, eager(16)).fill(engine), std::bad_alloc);
    EXPECT_EQ(NpyStore(path(), small(), kWatch).from(), 3);
}

TEST_F(Store, AnEngineThatTellsNothingOnTheWay) {
    const std::string good = finished(small());
    const auto silent = [](Cells& cells, const Done& from, const Filler::Progress&) {
        EXPECT_EQ(from.cells, 0);
        fill_rows(
            cells, from, [](std::int64_t) {}, kToTheEnd);
    };
    NpyStore(path(), small(), kWatch, eager(16)).fill(silent);
    EXPECT_EQ(read(), good);
}

TEST_F(Store, AnEngineMayWriteALittleTooFar) {
    const std::string good = finished(small());
    NpyStore(path(), small(), kWatch, eager(16))
        .fill([](Cells& cells, const Done& from, const Filler::Progress& progress) {
            fill_rows(cells, from, progress, kToTheEnd);
            std::memset(cells.bytes() + cells.size() * cells.width(), 0xaa, 64);
        });
    EXPECT_EQ(read(), good);
}

TEST_F(Store, KilledBetweenTheLastRowAndTheName) {
    const std::string good = finished(small());
    interrupt(small(), 6);
    {
        NpyStore store(path(), small(), kWatch, eager(16));
        const auto last = [](Cells& cells, const Done& from, const Filler::Progress& progress) {
            fill_rows(cells, from, progress, kToTheEnd);
            throw Error(Fault::cancelled, "stopped");
        };
        EXPECT_EQ(failure_of([&] { store.fill(last); }).fault, Fault::cancelled);
    }
    write("x.npy.part", good);  // as it is right before it gets its name
    NpyStore store(path(), small(), kWatch, eager(16));
    EXPECT_EQ(store.from(), 7);
    store.fill([](Cells&, const Done&, const Filler::Progress&) { FAIL() << "there is nothing to compute"; });
    EXPECT_EQ(read(), good);
}

TEST_F(Store, KilledBetweenTheNameAndTheEnd) {
    const std::string good = finished(small());
    interrupt(small(), 3);
    fs::remove(path("x.npy.part"));
    write("x.npy", good);
    EXPECT_TRUE(NpyStore(path(), small(), kWatch).complete());
    EXPECT_EQ(names(), Names{"x.npy"});
    write("x.npy.journal", "my journal\n");
    EXPECT_TRUE(NpyStore(path(), small(), kWatch).complete());
    EXPECT_EQ(read("x.npy.journal"), "my journal\n");
}

TEST_F(Store, Discard) {
    interrupt(small(), 3);
    NpyStore(path(), small(), kWatch).discard();
    EXPECT_EQ(names(), Names{});
}

// ---- damage on the way ----

/// Five rows done, then something happens to the two files. The next run must refuse, or end with the very same bytes.
class Damaged : public Store {
  protected:
    Damaged() : good_(finished(small())) {
        interrupt(small(), 5);
        part_ = read("x.npy.part");
        journal_ = read("x.npy.journal");
    }

    void put(const std::string& part, const std::string& journal) const {
        clear();
        write("x.npy.part", part);
        write("x.npy.journal", journal);
    }

    /// From which row the next run goes on; -1: it refuses.
    std::int64_t from() const {
        std::int64_t from = -1;
        const Failure failure = failure_of([&] {
            NpyStore store(path(), small(), kWatch, eager(16));
            from = store.from();
            store.fill(rows_until(kToTheEnd));
        });
        if (from >= 0) {
            EXPECT_EQ(failure.message, "");
            EXPECT_EQ(read(), good_);
            EXPECT_EQ(names(), Names{"x.npy"});
            return from;
        }
        EXPECT_EQ(failure.fault, Fault::input);
        EXPECT_NE(failure.message.find(path("x.npy.journal")), std::string::npos) << failure.message;
        return -1;
    }

    std::string good_, part_, journal_;
};

TEST_F(Damaged, NotAtAll) {
    put(part_, journal_);
    EXPECT_EQ(from(), 5);
}

TEST_F(Damaged, EveryByteOfTheValues) {
    const std::size_t begin = store::npy_header(small()).size(), row = 10;
    for (std::size_t at = 0; at < part_.size(); ++at) {
        std::string bad = part_;
        bad[at] = static_cast<char>(bad[at] ^ 0x10);
        put(bad, journal_);
        const bool counts = at >= begin && at < begin + 5 * row;
        ASSERT_EQ(from(), counts ? static_cast<std::int64_t>((at - begin) / row) : 5) << at;
    }
}

TEST_F(Damaged, EveryCutOfTheValues) {
    const std::size_t begin = store::npy_header(small()).size(), row = 10;
    for (std::size_t size = 0; size < part_.size(); ++size) {
        put(part_.substr(0, size), journal_);
        // At least the rows that are there; more only where a row ends with the zeros that a longer file would have.
        const std::int64_t there =
            size < begin ? 0 : std::min<std::int64_t>(5, static_cast<std::int64_t>((size - begin) / row));
        ASSERT_GE(from(), there) << size;
    }
}

TEST_F(Damaged, EveryByteOfTheJournal) {
    for (std::size_t at = 0; at < journal_.size(); ++at)
        for (const int bit : {0, 2, 4, 6}) {
            std::string bad = journal_;
            bad[at] = static_cast<char>(bad[at] ^ (1 << bit));
            put(part_, bad);
            const bool first_line = at <= journal_.find('\n');
            ASSERT_EQ(from() < 0, first_line) << at << ' ' << bit;
        }
}

TEST_F(Damaged, EveryCutOfTheJournal) {
    std::int64_t before = -1;
    for (std::size_t size = 0; size <= journal_.size(); ++size) {
        put(part_, journal_.substr(0, size));
        const std::int64_t now = from();
        ASSERT_GE(now, before) << size;
        ASSERT_EQ(now >= 0, size >= journal_.find('\n') + 1) << size;
        before = now;
    }
    EXPECT_EQ(before, 5);
}

TEST_F(Damaged, ATornLineIsReplaced) {
    put(part_, journal_ + "{\"rows\":6,\"chu");
    EXPECT_EQ(failure_of([&] { run(small(), 6); }).fault, Fault::cancelled);
    EXPECT_EQ(read("x.npy.journal").find("chu{"), std::string::npos);
    EXPECT_EQ(from(), 6);
}

TEST_F(Damaged, RowsThatFailedAreForgotten) {
    std::string bad = part_;
    bad[store::npy_header(small()).size() + 2 * 10] ^= 1;
    put(bad, journal_);
    EXPECT_EQ(failure_of([&] { run(small(), 4); }).fault, Fault::cancelled);  // from row 2 on
    EXPECT_EQ(from(), 4);
}

TEST_F(Damaged, StoppedAtOnceChangesNothing) {
    put(part_, journal_);
    const Failure failure = failure_of([&] { run(small(), 5); });
    EXPECT_EQ(failure.message.find("stopped; 5 of 7 rows are kept in "), 0u) << failure.message;
    EXPECT_EQ(read("x.npy.journal"), journal_);
    EXPECT_EQ(from(), 5);
}

TEST_F(Damaged, MarksThatCannotBe) {
    for (const char* line :
         {R"({"rows":-1,"chunks":[],"rest":""})", R"({"rows":1e99,"chunks":[],"rest":""})", R"({"rows":4})", "[]", "",
          R"({"rows":9223372036854775807,"chunks":[],"rest":""})",
          R"({"rows":18446744073709551615,"chunks":[],"rest":""})", R"({"rows":5,"chunks":["",""],"rest":"0"})",
          R"({"rows":6,"chunks":[1],"rest":2})", "null", "\xff\xfe"}) {
        put(part_, journal_ + line + "\n");
        EXPECT_EQ(from(), 5) << line;
    }
}

TEST_F(Damaged, TellsHowManyRowsHaveFailed) {
    std::string bad = part_;
    bad[store::npy_header(small()).size() + 2 * 10] ^= 1;
    put(bad, journal_);
    const NpyStore store(path(), small(), kWatch);
    EXPECT_EQ(store.from(), 2);
    EXPECT_EQ(store.failed(), 3);
}

TEST_F(Damaged, ValuesOrJournalAlone) {
    clear();
    write("x.npy.part", part_);
    expect_refused([&] { run(small()); }, "x.npy.part", "delete it or choose another name");
    EXPECT_EQ(names(), Names{"x.npy.part"});
    clear();
    write("x.npy.journal", journal_);
    EXPECT_EQ(from(), 0);
    write("x.npy.journal", journal_.substr(0, 20));  // killed while the first line was written
    fs::remove(path());
    EXPECT_EQ(from(), 0);
    fs::remove(path());
    write("x.npy.journal", "my journal\n");
    expect_refused([&] { run(small()); }, "x.npy.journal", "or not a journal of Bouton");
    EXPECT_EQ(read("x.npy.journal"), "my journal\n");
    EXPECT_EQ(names(), Names{"x.npy.journal"});
}

TEST_F(Damaged, AnotherSizeOfChunksIsNoObstacle) {
    put(part_, journal_);
    NpyStore store(path(), small(), kWatch, eager(24));
    EXPECT_EQ(store.from(), 5);
    store.fill(rows_until(kToTheEnd));
    EXPECT_EQ(read(), good_);
}

// ---- others on the same disk ----

TEST_F(Store, OneRunAtATime) {
    NpyStore first(path(), small(), kWatch, eager(16));
    const auto second = [&] { run(small()); };
    expect_refused(second, "x.npy.journal", "is in use");
    first.fill([&](Cells& cells, const Done& from, const Filler::Progress& progress) {
        fill_rows(
            cells, from,
            [&](std::int64_t rows) {
                progress(rows);
                expect_refused(second, "x.npy.journal", "is in use");
            },
            kToTheEnd);
    });
    EXPECT_TRUE(NpyStore(path(), small(), kWatch).complete());
}

TEST_F(Store, AFileThatAppearsMeanwhileStays) {
    const auto engine = [&](Cells& cells, const Done& from, const Filler::Progress& progress) {
        fill_rows(cells, from, progress, kToTheEnd);
        write("x.npy", "mine");
    };
    expect_refused([&] { NpyStore(path(), small(), kWatch, eager(16)).fill(engine); }, "x.npy", "7 of 7 rows are kept");
    EXPECT_EQ(read(), "mine");
    fs::remove(path());
    EXPECT_EQ(NpyStore(path(), small(), kWatch).from(), 7);
}

TEST_F(Store, NoFolder) {
    expect_refused([&] { NpyStore(path("none/x.npy"), small(), kWatch); }, "none/x.npy", "No such file or directory");
}

TEST_F(Store, MoreThanTheDiskHas) {
    // A file of 2^46 bytes, which also is more than ext4 can hold.
    const TableInfo info = small({(std::int64_t{1} << 44) - 1}, 4);
    const Failure failure = failure_of([&] { NpyStore(path(), info, kWatch); });
    EXPECT_EQ(failure.fault, Fault::limit);
    EXPECT_NE(failure.message.find(path()), std::string::npos) << failure.message;
    EXPECT_NE(failure.message.find("needs 67109169 MiB"), std::string::npos) << failure.message;
    EXPECT_EQ(names(), Names{});
    const TableInfo uncountable = small(Position(8, std::numeric_limits<std::int64_t>::max() - 1));
    EXPECT_EQ(failure_of([&] { NpyStore(path(), uncountable, kWatch); }).fault, Fault::limit);
    EXPECT_EQ(names(), Names{});
}

/// Files of this process may not grow beyond so many bytes, as with `ulimit -f`. Beyond it a signal would end the
/// process.
class FileSizeLimit {
  public:
    explicit FileSizeLimit(rlim_t bytes) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit now{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &now);
    }
    ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

  private:
    rlimit before_{};
};

TEST_F(Store, MoreThanTheProcessMayWrite) {
    Failure failure;
    {
        const FileSizeLimit limit(1000);
        failure = failure_of([&] { NpyStore(path(), small({1000}), kWatch); });
    }
    EXPECT_EQ(failure.fault, Fault::limit);
    EXPECT_NE(failure.message.find("ulimit -f"), std::string::npos) << failure.message;
    EXPECT_EQ(names(), Names{});
}

TEST_F(Store, AJournalThatCannotGrowKeepsWhatItHas) {
    const TableInfo info = small({400, 0}, 1);  // a file of about 1 KiB and a journal of 16 KiB
    const std::string good = finished(info, 1024);
    Failure failure;
    {
        const FileSizeLimit limit(4096);
        failure = failure_of([&] { run(info, kToTheEnd, 1024); });
    }
    EXPECT_EQ(failure.fault, Fault::limit);
    EXPECT_NE(failure.message.find("rows are kept in"), std::string::npos) << failure.message;
    {
        NpyStore store(path(), info, kWatch, eager(1024));
        EXPECT_GT(store.from(), 50);
        EXPECT_LT(store.from(), 100);
        store.fill(rows_until(kToTheEnd));
    }
    EXPECT_EQ(read(), good);
}

TEST_F(Store, CheckingALargeFileCanBeStopped) {
    run(small());
    const std::atomic<bool> cancel{true};
    const Watch watch({}, &cancel);
    EXPECT_EQ(failure_of([&] { read_npy(path(), watch); }).fault, Fault::cancelled);
    EXPECT_EQ(failure_of([&] { NpyStore(path(), small(), watch); }).message, "stopped");
}

TEST_F(Store, DigestsNeverChange) {
    EXPECT_EQ(digest(""), "99aa06d3014798d86001c324468d497f");  // XXH3's own test vector
    EXPECT_NE(digest("a"), digest("b"));
}

}  // namespace
}  // namespace bouton::unit
