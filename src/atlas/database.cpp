#include "atlas/database.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <new>

namespace bouton::atlas {

Statement::Statement(Database& database, const std::string& sql) : database_(database) {
    const int code = sqlite3_prepare_v2(database.handle_, sql.c_str(), -1, &statement_, nullptr);
    if (code != SQLITE_OK) database.fail(code);
}

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement& Statement::bind(int place, std::int64_t value) {
    sqlite3_bind_int64(statement_, place, value);
    return *this;
}

Statement& Statement::bind(int place, const std::string& text) {
    const int code = sqlite3_bind_text(statement_, place, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    if (code != SQLITE_OK) database_.fail(code);
    return *this;
}

Statement& Statement::bind_null(int place) {
    sqlite3_bind_null(statement_, place);
    return *this;
}

bool Statement::step() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    database_.fail(code);
}

void Statement::reset() { sqlite3_reset(statement_); }

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_, column); }

std::string Statement::text(int column) const {
    const auto* text = sqlite3_column_text(statement_, column);
    return text ? reinterpret_cast<const char*>(text) : std::string();
}

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
int Statement::columns() const { return sqlite3_column_count(statement_); }
std::string Statement::name(int column) const { return sqlite3_column_name(statement_, column); }

Database::Database(const std::string& file, Mode mode) : file_(file) {
    const bool write = mode == Mode::write;
    // For reading, too, it is opened for writing where that is allowed: what a killed process has left half done is undone first.
    const int flags = SQLITE_OPEN_READWRITE | (write ? SQLITE_OPEN_CREATE : 0);
    const int code = sqlite3_open_v2(file.c_str(), &handle_, flags, nullptr);
    try {
        if (code != SQLITE_OK) fail(code);
        sqlite3_extended_result_codes(handle_, 1);
        if (!write) {
            run("PRAGMA query_only = 1");
            return;
        }
        // A lock for as long as the file is open; a process that is killed loses it. Every commit is on the disk before it is over.
        run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;"
            "BEGIN EXCLUSIVE; COMMIT;");
    } catch (...) {
        sqlite3_close(handle_);
        throw;
    }
}

Database::~Database() { sqlite3_close(handle_); }

void Database::run(const std::string& sql) {
    const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) fail(code);
}

std::int64_t Database::number(const std::string& sql) {
    Statement statement(*this, sql);
    return statement.step() ? statement.integer(0) : 0;
}

std::optional<std::string> Database::text(const std::string& sql) {
    Statement statement(*this, sql);
    return statement.step() ? std::optional(statement.text(0)) : std::nullopt;
}

void Database::fail(int code) {
    const std::string why = handle_ ? sqlite3_errmsg(handle_) : sqlite3_errstr(code);
    switch (code & 0xff) {
        case SQLITE_NOMEM: throw std::bad_alloc();
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            throw bad_input(file_ + ": another process works on this atlas; wait for it, or give another file");
        case SQLITE_FULL:
            throw over_limit(file_ +
                             ": no room is left on the disk; what was written until now is kept, and the same "
                             "command goes on when there is room");
        case SQLITE_IOERR:
            throw over_limit(
                fmt::format("{}: it could not be written or read completely ({}); the disk may be full", file_, why));
        case SQLITE_NOTADB: throw bad_input(file_ + ": this is not a database of SQLite, hence no atlas");
        case SQLITE_CORRUPT: throw bad_input(file_ + ": the database is damaged; delete it and make the atlas anew");
        case SQLITE_CANTOPEN: throw bad_input(file_ + ": it cannot be opened or made; does the folder exist?");
        case SQLITE_READONLY: throw bad_input(file_ + ": it may not be written");
        default: throw bad_input(fmt::format("{}: {}", file_, why));
    }
}

}  // namespace bouton::atlas
