// SQLite, as much of it as an atlas needs; what goes wrong is a bouton::Error.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace bouton::atlas {

class Database;

/// One prepared statement.
class Statement {
  public:
    Statement(Database& database, const std::string& sql);
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    // places count from 1
    Statement& bind(int place, std::int64_t value);
    Statement& bind(int place, const std::string& text);
    Statement& bind_null(int place);

    bool step();  // is there a row?
    void reset();
    void run() {  // for statements without rows
        step();
        reset();
    }

    // columns count from 0
    std::int64_t integer(int column) const;
    std::string text(int column) const;  // NULL: empty
    bool is_null(int column) const;
    int columns() const;
    std::string name(int column) const;

  private:
    Database& database_;
    sqlite3_stmt* statement_ = nullptr;
};

class Database {
  public:
    enum class Mode { read, write };  // write: for this process alone, as long as it is open; made if it is not there

    Database(const std::string& file, Mode mode);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void run(const std::string& sql);  // one or more statements
    std::int64_t number(const std::string& sql);
    std::optional<std::string> text(const std::string& sql);

    [[noreturn]] void fail(int code);

  private:
    friend class Statement;
    std::string file_;
    sqlite3* handle_ = nullptr;
};

}  // namespace bouton::atlas
