// A claim for digits.hpp, taken apart.
#pragma once

#include "lang/elaborate.hpp"
#include "proofs/digits/clauses.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bouton::digits {

/// What the claim says, and the clauses of its parts.
class Reading {
  public:
    explicit Reading(const lang::ClaimInstance& instance);

    const Numeration& numeration() const { return numeration_; }
    bool by_values() const { return values_; }
    bool symbolic() const { return symbolic_; }
    std::int64_t last() const { return last_; }                          // of the levels that are proved one by one
    const std::optional<std::int64_t>& only() const { return only_; }    // the claim is about this level only
    const std::optional<std::int64_t>& bound() const { return bound_; }  // of a symbolic level
    const std::string& level_name() const { return level_name_; }
    std::vector<std::string> coordinates() const { return translator_.coordinates(); }
    Translator& translator() { return translator_; }

    /// The positions in question, at the position with that suffix.
    Clauses part(const std::string& suffix);

    /// Without the domain of the game.
    Clauses own_part(const std::string& suffix);

    /// outcome(x, y), not { outcome = P }?
    bool names_positions() const { return !arguments_.empty(); }

    /// Only if the claim leaves something out.
    bool is_partial();

    /// The set with that level (a track, if the level is symbolic) at the position with the suffix `at`. `copy` goes behind the names of the
    /// set's own variables.
    Clauses set(const Value& level, const std::string& at, const std::string& copy);

    /// The values of the claim's variables at a position.
    std::vector<std::pair<std::string, std::string>> names(const Position& position,
                                                           std::optional<std::int64_t> level) const;

  private:
    static Numeration numeration_of(const lang::ClaimInstance& instance);
    std::vector<Value> position(const std::string& suffix) const;

    void read_level();  // of {outcome = P}, {grundy = s} and the like
    void read_sets();
    void read_values();

    /// Each coordinate is a variable of its own, or a number.
    void read_arguments();
    Scope scope_of(const std::string& suffix);
    static std::int64_t need_small(const Integer& value);

    /// All levels at once if the set can be read with s in digits, one by one otherwise.
    void choose_levels();

    const lang::ClaimInstance& instance_;
    const Ruleset& rules_;
    Numeration numeration_;
    Translator translator_;
    bool positive_ = true, values_ = false, symbolic_ = false;
    Positions set_;                // { ... } = set
    Expr condition_;               // ... iff condition
    Expr value_;                   // grundy(...) = value
    std::vector<Expr> arguments_;  // (...) of the last two
    int level_slot_ = -1;
    std::string level_name_;
    std::int64_t last_ = 0;
    std::optional<std::int64_t> only_, bound_;
};

}  // namespace bouton::digits
