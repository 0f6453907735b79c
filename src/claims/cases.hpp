// Which cases the refuter looks at: boxes of different shapes, and values at random.
#pragma once

#include "claims/run.hpp"

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace bouton {

/// A variable or coordinate whose size the refuter chooses.
struct Dimension {
    enum class Kind { chosen, variable, coordinate, piles };  // chosen: the game depends on it
    Kind kind = Kind::variable;
    std::string name;
    std::int64_t base = 0;   // its least value, as far as that is a number
    std::size_t copies = 1;  // piles: how many of them; 0: the heap of a sequence, whose length counts as one case
};

/// Everything about a claim that the choice of cases depends on.
struct CaseSpace {
    std::vector<Dimension> dimensions;
    std::vector<Integer> constants;  // that occur in the claim or the rules
    bool asks = false;               // values of the game, so that large numbers are dear
    bool samples = true;             // one case can be chosen alone
    bool depends_on_box = false;     // whether a case is true depends on how far sets are looked at: no box settles it
    std::size_t free = 0;            // how many dimensions, piles counted one by one
};

/// Reads it off one instance of the claim.
CaseSpace space_of(const lang::ClaimInstance& instance);

/// The sides of a box, by dimension: how far beyond the base.
using Sides = std::vector<std::int64_t>;

/// The boxes of one size: the cube, or long boxes where it would have more than `most` cases.
std::vector<Sides> boxes(const CaseSpace& space, std::int64_t size, double most, bool cube_always);

/// How many cases a box has, if no condition excludes any.
double volume(const CaseSpace& space, const Sides& sides);

/// The bounds of a box. `from`: where each dimension starts, beyond its base (empty: at its base).
lang::Bounds bounds_for(const CaseSpace& space, const Sides& sides, const Sides& from = {});

/// One dimension near a number that is mentioned, the others small: every such case in turn.
class CornerChooser : public Chooser {
  public:
    CornerChooser(const CaseSpace& space, std::int64_t most);
    std::uint64_t count() const;
    void begin() override { ++case_; }
    Integer choose(const std::string& name, detail::Interval range) override;

  private:
    const CaseSpace& space_;
    std::vector<std::int64_t> constants_;
    std::uint64_t case_ = ~std::uint64_t{0};
};

/// Values at random, in three manners, case by case: all from a few marks (small ones, 99, 100, near the claim's constants), so that
/// corners are met; all uniformly up to 100; or small, near powers, and large as far as `bits` allows, mixed.
class RandomChooser : public Chooser {
  public:
    RandomChooser(const CaseSpace& space, std::uint64_t seed, std::int64_t most, unsigned bits);
    void begin() override;
    Integer choose(const std::string& name, detail::Interval range) override;
    std::int64_t between(std::int64_t low, std::int64_t high);  // uniformly

  private:
    enum class Manner { marks, uniform, mixed };
    Integer far();
    Integer mixed(std::int64_t base, detail::Interval range);
    const CaseSpace& space_;
    std::mt19937_64 random_;
    std::int64_t most_;  // where values are dear
    unsigned bits_;
    std::vector<std::int64_t> marks_;
    Manner manner_ = Manner::mixed;
};

}  // namespace bouton
