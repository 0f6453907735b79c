// What a file of values says beside the values. A finished table is, one after the other:
//
//     header        NumPy's .npy, version 1.0: the type of a cell and the size of the box
//     values        in lexicographic order of the positions; no position of the game: the type's largest number
//     description   one line of JSON: which values of which rules, and a checksum for every chunk of them
//     footer        one line: the length and the checksum of the description
//
// NumPy stops reading after the values. Checksums are XXH3, 64 bits, of chunks of bytes: rows may be smaller or larger
// than a chunk.
#pragma once

#include "engines/engine.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bouton {

/// What makes two tables the same table.
struct TableInfo {
    std::string game;   // with its arguments: maximum-nim(k=2)
    std::string rules;  // digest of the rules' text: edited rules are other rules
    std::string what;   // grundy, outcome or podium
    Position largest;
    unsigned width = 1;  // bytes a cell

    std::int64_t rows() const { return largest.empty() ? 1 : largest[0] + 1; }
    std::uint64_t bytes() const;  // of all values; throws when they cannot be counted
    bool operator==(const TableInfo&) const = default;
};

/// How the table that is there differs from the one that is wanted, for a message.
std::string difference(const TableInfo& there, const TableInfo& wanted);

/// 128 bits of a text, as 32 characters.
std::string digest(std::string_view text);

namespace store {

constexpr std::uint64_t kChunk = std::uint64_t{4} << 20;

/// Checksums of bytes that come in order: one for every full chunk, one for the rest.
class Checksums {
  public:
    explicit Checksums(std::uint64_t chunk);
    void add(const std::byte* data, std::uint64_t count);

    std::uint64_t chunk() const { return chunk_; }
    std::uint64_t count() const { return count_; }  // bytes so far
    const std::vector<std::string>& full() const { return full_; }
    std::string rest() const;              // of the bytes after the last full chunk
    std::vector<std::string> all() const;  // the full ones, and the rest if there is one

  private:
    struct Free {
        void operator()(void* state) const;
    };
    std::uint64_t chunk_, count_ = 0;
    std::vector<std::string> full_;
    std::unique_ptr<void, Free> state_;
};

/// NumPy's header; throws when NumPy could not read such a table.
std::string npy_header(const TableInfo& info);

struct Description {
    TableInfo info;
    std::uint64_t chunk = kChunk;
    std::vector<std::string> checksums;  // of a finished table
};

/// The description and the footer of a finished table.
std::string npy_trailer(const Description& description);
std::uint64_t longest_trailer(const Description& description);  // whatever the checksums are

/// Reads the end of a finished table, whose name is for the message if it is none.
struct Trailer {
    Description description;
    std::uint64_t size = 0;
};
Trailer read_trailer(std::string_view file, const std::string& name);

/// The first line of a journal, and the way back (nothing, if it is something else).
std::string journal_line(const Description& description);
std::optional<Description> read_journal_line(std::string_view line);

/// A later line: so many rows (first coordinates) and some more cells are on the disk, with these new full chunks and this rest; and
/// beyond them the beginnings of some rows of the last coordinate (Done, in engines/filler.hpp).
struct Mark {
    std::int64_t rows = 0, more = 0;
    std::vector<std::string> chunks;
    std::string rest;
    std::vector<std::int64_t> steps;
    std::string beyond;  // their checksum; empty without steps
};
constexpr std::size_t kMostSteps = std::size_t{1} << 20;  // of a line that is believed
std::string journal_line(const Mark& mark);
std::optional<Mark> read_mark(std::string_view line);

}  // namespace store
}  // namespace bouton
