// Tables of values in NumPy's .npy files: reading them, and making them so that a kill at any moment costs seconds, not
// the table. The format is in format.hpp.
//
// While x.npy is made there are two other files. x.npy.part holds the values; it is mapped, so the engine fills it in
// place and it may be larger than memory; its header stays empty until the end, so that nobody takes it for a table.
// x.npy.journal says what it will be and, in one more line about every second, which cells are on the disk for good,
// with their checksums: so many in lexicographic order, and the beginnings of rows beyond, where an engine works on
// several at once. A line is appended only after the disk has those cells. When all is there, header and trailer are
// written and the file gets its name; then the journal goes.
//
// The next run believes the journal as far as the checksums bear it out, and goes on from there: a torn last line, a
// cut or damaged .part only cost what they touch. A file that says it is something else is never written over.
#pragma once

#include "engines/cells.hpp"
#include "engines/filler.hpp"
#include "store/file.hpp"
#include "store/format.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace bouton {

/// A finished file, mapped: its cells come from the disk as they are needed. They must not be written.
class NpyTable {
  public:
    NpyTable(store::Description description, store::Mapping mapping, std::uint64_t begin);

    const TableInfo& info() const { return description_.info; }
    const Cells& cells() const { return cells_; }

  private:
    store::Description description_;
    store::Mapping mapping_;
    Cells cells_;
};

/// Checks every byte of a finished file; throws, naming it, when it is cut short, damaged, or not one of Bouton's.
NpyTable read_npy(const std::string& path, const Watch& watch = Watch());

/// A table on its way into a file. One process at a time; a second one is refused.
class NpyStore {
  public:
    struct Pace {
        std::chrono::milliseconds between = std::chrono::seconds(1);  // lines of the journal
        std::uint64_t chunk = store::kChunk;                          // bytes under one checksum
    };

    /// Finds out what is already there. Throws when the names are taken by something else, when there is no room on the
    /// disk, or when another run is at work.
    NpyStore(std::string path, TableInfo info, const Watch& watch);
    NpyStore(std::string path, TableInfo info, const Watch& watch, Pace pace);
    NpyStore(NpyStore&&) noexcept;
    ~NpyStore();  // leaves what the journal counts

    /// The finished file was there, for the same table, and every byte of it was checked; or fill() has made it.
    bool complete() const { return complete_; }

    std::int64_t rows() const { return info_.rows(); }  // first coordinates of the whole table
    const Done& kept() const;                           // what former runs have left
    std::int64_t from() const;                          // the rows that are whole in it
    std::int64_t failed() const;                        // rows they had counted that do not match their checksums now
    std::string resuming() const;                       // a line that says where work goes on; empty: at the beginning

    /// Makes the table: `engine` fills the cells that are not done. The cells are followed by 64 bytes that may be
    /// read and written. When the engine throws, what is done is kept for the next run, and the message says so.
    /// Without any cell nothing is left behind.
    using Engine = std::function<void(Cells& cells, const Done& done, const Filler::Progress& progress)>;
    void fill(const Engine& engine);

    /// Gives up: removes what is there of the unfinished table.
    void discard();

  private:
    class Work;
    std::string path_;
    TableInfo info_;
    bool complete_ = false;
    std::unique_ptr<Work> work_;  // null if there was nothing to do
};

}  // namespace bouton
