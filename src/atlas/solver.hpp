// The findings of a member of a family, by the engine that suits it: subtraction.hpp where the game is to take a number that is in a set,
// the library's periods (found by proofs/windows, accepted by check/windows) everywhere else.
#pragma once

#include "atlas/family.hpp"
#include "atlas/findings.hpp"
#include "base/watch.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bouton::atlas {

struct Effort {
    std::int64_t limit = 0;  // the last heap that is looked at; 0: usual_limit
    bool fast = true;        // no: the library's periods alone
    bool symmetry =
        true;  // a set of multiples of g is answered by the set divided by g; twins (twins.hpp) share their values
};

/// A million; 65536 where heaps split; 30 where a position is two numbers, 10 where it is more.
std::int64_t usual_limit(const Family& family);

/// Asked by several threads at once.
class Solver {
  public:
    Solver(const Family& family, const Effort& effort, const Watch& watch);
    ~Solver();

    Findings find(const Values& values);

    /// The first values of a member, for laws about values.
    ValueTable table(const Values& values) const;

    /// Members with the same core have their values in common: it is best to find them one after the other. Empty: none is known.
    std::string core_of(const Values& values) const;

  private:
    struct Workspaces;
    const Family& family_;
    Effort effort_;
    const Watch& watch_;
    bool shares_ = false;  // look for twins
    std::unique_ptr<Workspaces> workspaces_;
};

/// By the library's periods. `seen`: values of the first heaps of a game that splits, if they are known; then those that were made.
Findings by_rules(const Ruleset& rules, std::int64_t limit, const Watch& watch, std::vector<std::int64_t>& seen);
Findings by_rules(const Ruleset& rules, std::int64_t limit, const Watch& watch);

}  // namespace bouton::atlas
