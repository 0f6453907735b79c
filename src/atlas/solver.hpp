// The findings of a member of a family, by the engine that suits it: subtraction.hpp where the game is to take a number that is in a set,
// the library's periods (found by proofs/windows, accepted by check/windows) everywhere else.
#pragma once

#include "atlas/family.hpp"
#include "atlas/findings.hpp"
#include "base/watch.hpp"

#include <cstdint>
#include <memory>

namespace bouton::atlas {

struct Effort {
    std::int64_t limit = 0;  // the last heap that is looked at; 0: usual_limit
    bool fast = true;        // no: the library's periods alone
    bool symmetry = true;    // a set of multiples of g is answered by the set divided by g
};

/// A million; 65536 where heaps split.
std::int64_t usual_limit(const Family& family);

/// Asked by several threads at once.
class Solver {
  public:
    Solver(const Family& family, const Effort& effort, const Watch& watch);
    ~Solver();

    Findings find(const Values& values);

  private:
    struct Workspaces;
    const Family& family_;
    Effort effort_;
    const Watch& watch_;
    std::unique_ptr<Workspaces> workspaces_;
};

/// By the library's periods.
Findings by_rules(const Ruleset& rules, std::int64_t limit, const Watch& watch);

}  // namespace bouton::atlas
