// One claim, case by case: what check() and the refuter share. The caller says how far, and what to do about a case that fails.
#pragma once

#include "claims/examiner.hpp"
#include "lang/elaborate.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bouton {

using Assignment = std::vector<std::pair<std::string, std::string>>;

/// How a claim is run. The default is what a check does.
struct Effort {
    bool search = false;           // look for a counterexample only: what cannot be evaluated is left out
    std::uint64_t most_cells = 0;  // search: positions whose box is larger are not asked for
    std::string engine = "auto";
};

struct Finding {
    bool refuted = false;
    Assignment at;
    std::string error;
    std::uint64_t cases = 0;
    std::uint64_t left_out = 0;  // search: could not be evaluated
    bool ran = false;
    bool assumed = true;       // what the claim assumes of the rule function holds
    bool interrupted = false;  // search: stopped by the clock
    std::optional<Error> limit;
    bool decided() const { return refuted || !error.empty() || limit; }
};

/// Chooses one value after another, for one case.
class Chooser {
  public:
    virtual ~Chooser() = default;
    virtual void begin() {}  // another case
    /// A value in the range (whose ends may be those of the machine integers: no bound), for a variable or a coordinate.
    virtual Integer choose(const std::string& name, detail::Interval range) = 0;
};

/// Runs one instance of a claim.
class Run {
  public:
    Run(const lang::ClaimInstance& instance, const Watch& watch, const Effort& effort);

    /// Every case.
    Finding all();

    /// `count` cases, as they are chosen; those that do not meet the conditions are no cases. `share`: seconds for one of them.
    Finding some(Chooser& chooser, std::uint64_t count, double share);

  private:
    bool assumption_holds();
    bool one_case();
    bool guarded(const std::function<bool()>& run);
    bool sample(Chooser& chooser);
    bool condition();
    bool compare_at(const Position& position);
    bool word();
    bool period();
    std::int64_t value(std::int64_t heap);
    std::int64_t last_heap(const Integer& at_least) const;
    Assignment assignment() const;
    Assignment at_position(const Position& position) const;
    bool refute(const Assignment& more = {});

    const lang::ClaimInstance& instance_;
    const Watch& watch_;
    Effort effort_;
    Examiner examiner_;
    Frame frame_;
    Finding finding_;
    Chooser* chooser_ = nullptr;  // of positions, for statements about sets
};

/// All instances within the bounds, in parallel; the first that settles the claim counts, whatever the number of threads.
Finding run_instances(const lang::Document& document, const syntax::Claim& claim, const lang::Bounds& bounds,
                      const Watch& watch, const Effort& effort);

}  // namespace bouton
