// Where an expression has a value: no division by 0, no power of a negative exponent, grundy and outcome of positions only.
//
// To a solver every term has some value. A claim is proved only if all its terms have one for a person too, wherever the evaluator would
// look: `a and b` looks at b only where a holds.
#pragma once

#include "proofs/read.hpp"

namespace bouton::proofs {

class Meaning {
  public:
    Meaning(Reader& reader, const std::map<std::string, lang::Sequence>& sequences)
        : reader_(reader), sequences_(sequences) {}

    FormulaPtr of(const Expr& e, const Env& env);

    /// Of the statement, for one choice of the claim's variables.
    FormulaPtr of_statement(const lang::ClaimInstance& claim, const Env& env);

    /// Of a loop's bounds and conditions, and of its body wherever they hold.
    using Body = std::function<FormulaPtr(const Env&)>;
    FormulaPtr of_loop(const Loop& loop, const Env& env, const Body& body);

    /// Of the moves and the game's `where`, at a position.
    FormulaPtr of_rules(const std::vector<Poly>& position, const Env& env);

  private:
    FormulaPtr of_all(const std::vector<Expr>& list, const Env& env);
    FormulaPtr of_set(const Positions& set, const std::vector<Poly>& position, const Env& env);
    FormulaPtr of_binder(const Binder& binder, const Env& env);
    FormulaPtr of_numbers(const NumberSet& set, const Env& env);
    FormulaPtr of_word(const std::vector<lang::WordPart>& word, const Env& env);
    FormulaPtr is_position(const std::vector<Expr>& coordinates, const Env& env);

    Reader& reader_;
    const std::map<std::string, lang::Sequence>& sequences_;
};

}  // namespace bouton::proofs
