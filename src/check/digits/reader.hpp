// Conditions, sets and moves of checked trees as formulas over numbers whose digits can be read. The names of the numbers and the cases into
// which terms fall are those of proofs/clauses.hpp. A term is handed to `then`, once for each case.
#pragma once

#include "check/digits/formula.hpp"
#include "lang/rules.hpp"

#include <optional>

namespace bouton::recheck {

struct Names {
    struct Meaning {
        Term term;
        std::string power;
        Long offset = 0;
        std::optional<Long> least;
    };
    std::map<int, Meaning> slots;
    std::vector<Term> piles;
    std::string suffix;
};

class Reader {
  public:
    using Then = std::function<F(const Term&)>;

    Reader(const Ruleset& rules, std::size_t piles, int base, bool zeckendorf)
        : rules_(rules), pile_count_(piles), base_(base), zeckendorf_(zeckendorf) {}

    std::vector<std::string> coordinates(const std::string& suffix) const;
    std::vector<Term> position(const std::string& suffix) const;
    Names placed(Names names, const std::vector<int>& slots, const std::vector<Term>& position) const;

    // ---- terms

    bool known(const Expr& e, const Names& names) const;
    std::optional<Long> constant(const Expr& e, const Names& names) const;
    Long needed(const Expr& e, const Names& names) const;

    /// What `then` makes of the values of all of `list`, in order.
    F with_all(const std::vector<Expr>& list, const Names& names,
               const std::function<F(const std::vector<Term>&)>& then, std::vector<Term> so_far = {});
    F with(const Expr& e, const Names& names, const Then& then);

    // ---- conditions

    F condition(const Expr& e, const Names& names, bool positive);

    /// left + add <= right
    F at_most(const Expr& left, const Expr& right, Long add, const Names& names);

    // ---- sets and variables

    F member(const Positions& set, const Names& names, const std::vector<Term>& at, bool positive);

    using Body = std::function<F(const Names&)>;
    F run(const Loop& loop, std::size_t i, const std::vector<Expr>& uses, const Names& names, const Body& body);

    // ---- the rules

    F domain(const std::string& suffix);
    F moves(int turns);

  private:
    F moves_in_a_row(int turns);
    void choose_piles(const Move& move, Long wanted, std::size_t next, std::vector<std::size_t>& chosen,
                      std::vector<F>& choices);

    /// The only coordinate is the group of piles, and (a - t) for 1 <= t <= a is the move.
    bool takes(const Move& move);
    F moved(const Move& move, const std::vector<std::size_t>& chosen);
    bool is_natural(const Sum& sum) const;
    void require_natural(const Term& term) const;

    /// The name of a number that is equal to the term.
    std::string named(const Term& term, std::vector<F>& parts);
    F exclusive(const std::vector<Term>& terms, const Then& then);
    F extreme(const std::vector<Term>& terms, bool least, const Then& then);
    F divided(const Term& term, Long by, const Then& then);
    std::optional<Long> offset(const Expr& e, int slot, const Names& names) const;
    F with_product(const Expr& e, const Names& names, const Then& then);
    F with_quotient(const Expr& e, const Names& names, const Then& then);
    F with_digit(const Expr& e, const Names& names, const Then& then);
    F with_automaton(const Expr& e, const Names& names, const Then& then);
    F with_power(const Expr& e, const Names& names, const Then& then);
    F equality(const Expr& a, const Expr& b, const Names& names, bool same);

    /// Null: it is no condition on digits.
    F about_digits(const Expr& function, const Expr& value, const Names& names, bool same);

    // A variable is awkward where it is not part of a linear term (or of 2^(n + c)).
    struct Use {
        bool plain = false, exponent = false, awkward = false;
        Long least = 0;
    };
    void use(const Expr& e, int slot, const Names& names, Use& found) const;
    void use(const Loop& loop, std::size_t from, int slot, const Names& names, Use& found) const;
    F range(const Loop& loop, std::size_t i, const std::vector<Expr>& uses, const Names& names, const Body& body);

    const Ruleset& rules_;
    std::size_t pile_count_;
    int base_;
    bool zeckendorf_;
    std::set<std::string> natural_;
};

}  // namespace bouton::recheck
