// Laws over a family: conditions about a member's variables and what was found of it, such as  period = a + b  or  preperiod < c^2.
//
// Written in the language, with the columns of a member as variables. A law speaks of settled members only.
#pragma once

#include "atlas/store.hpp"
#include "lang/evaluate.hpp"

#include <memory>
#include <string>
#include <vector>

namespace bouton::atlas {

class Laws {
  public:
    Laws(const std::vector<std::string>& variables, const std::vector<std::string>& texts);
    ~Laws();

    bool empty() const { return laws_.empty(); }

    /// The number of the first law that the member obeys; -1: none, or it is not settled.
    int first(const Values& values, const Findings& findings) const;

  private:
    std::vector<int> slots_;
    std::vector<Expr> laws_;
    std::size_t frame_size_ = 0;
};

}  // namespace bouton::atlas
