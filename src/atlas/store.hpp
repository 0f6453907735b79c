// An atlas in a file: a database of SQLite with the table `members`, one row for each game, in the order of the family.
//
// Rows are appended in transactions, each of which also says how many there are and what they hash to. So whatever happens, and whenever,
// the file holds the first n members and nothing else: a run that was stopped goes on with the next one. One process writes at a time.
// docs/atlas.md describes tables and columns.
#pragma once

#include "atlas/database.hpp"
#include "atlas/family.hpp"
#include "atlas/findings.hpp"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bouton::atlas {

/// What an atlas is of, and how it was made.
struct Manifest {
    FamilyWords words;
    std::string family;    // Family::text
    std::string identity;  // a hash of the rules and the family
    std::string command;
    std::string version;  // of Bouton
    std::int64_t limit = 0;
    std::vector<std::string> variables, laws;
    std::uint64_t size = 0;  // of the family
};

Manifest manifest_of(const Family& family, const FamilyWords& words);

struct Row {
    Values values;
    Findings findings;
    int law = -1;  // the number of the first one that fits; -1: none
    std::string
        core;  // not stored: members with the same core, if it is not empty, are best found one after the other (twins.hpp)
};

/// The findings and the law as numbers, in the order of finding_columns().
using RowNumbers = std::array<std::int64_t, 10>;
RowNumbers numbers_of(const Row& row);
void set_numbers(Row& row, const RowNumbers& numbers);

class Store {
  public:
    /// For writing: a new atlas, or one that was begun with the same manifest (but for the command). Throws if it is another one.
    static Store begin(const std::string& file, const Manifest& manifest);
    /// For reading.
    static Store open(const std::string& file);

    const Manifest& manifest() const { return manifest_; }
    const std::string& file() const { return file_; }
    std::uint64_t done() const { return done_; }
    bool complete() const { return done_ == manifest_.size; }

    void append(const std::vector<Row>& rows);
    void finish();  // indices

    /// All rows in order, or those of a condition in SQL; until `visit` returns false.
    void for_each(const std::function<bool(const Row&)>& visit, const std::string& where = {});

    std::uint64_t rows_hash() const { return rows_hash_; }
    static std::uint64_t rows_hash(std::uint64_t before, const Row& row);

    Database& database() { return *database_; }

  private:
    Store(std::string file, Database::Mode mode);
    void require_atlas();
    void read_manifest();
    void create(const Manifest& manifest);

    std::string file_;
    std::unique_ptr<Database> database_;
    Manifest manifest_;
    std::uint64_t done_ = 0, rows_hash_ = 0;
};

/// The columns of a member after its variables.
const std::vector<std::string>& finding_columns();

}  // namespace bouton::atlas
