// Where a session finds its game and what is said about it: files (library.hpp), or texts in memory.
#pragma once

#include "laws/warrant.hpp"

#include <string>
#include <vector>

namespace bouton {

class Shelf {
  public:
    virtual ~Shelf() = default;

    /// The game of that name; throws if there is none.
    virtual lang::GameRef game(const std::string& spec) = 0;

    /// The documents that say something about a game, its own first.
    virtual std::vector<lang::DocumentPtr> about(const lang::GameRef& game) = 0;

    /// What is known to be proved; null: nothing.
    virtual const ProofRecords* proofs() const { return nullptr; }
};

}  // namespace bouton
