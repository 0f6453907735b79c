// The journal of a table that is being made: what it will be, then a mark for every stretch of rows that is on the disk
// for good. It is also the lock: who holds it open makes the table.
#pragma once

#include "store/file.hpp"
#include "store/format.hpp"

#include <string>
#include <vector>

namespace bouton::store {

class Journal {
  public:
    /// Opens or makes it; throws when another process has it.
    explicit Journal(const std::string& name);

    const std::string& name() const { return file_.name(); }

    /// Of this table, or of none yet?
    bool may_be_of(const TableInfo& info) const;

    /// What will be made: what a former run has begun, if that is the same table, otherwise what is wanted now. Throws
    /// when the journal or the file `part` of the values is something else.
    Description begin(const Description& wanted, const std::string& part);

    /// The marks of former runs, in order; what follows the first that cannot be read, such as a torn line, does not
    /// count.
    const std::vector<Mark>& marks() const { return marks_; }

    /// Forgets all marks but the first ones.
    void keep(std::size_t count);

    void append(const Mark& mark);  // returns when the disk has it

  private:
    void read_marks();

    File file_;
    std::string text_;  // when it was opened
    std::vector<Mark> marks_;
    std::vector<std::uint64_t> ends_;  // in the file: of the first line, and of every mark
};

}  // namespace bouton::store
