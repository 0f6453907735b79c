// Checked expressions, sets and rules as formulas: definitions are filled in, every bound variable gets a name of its own.
#pragma once

#include "lang/elaborate.hpp"
#include "check/term.hpp"

#include <functional>

namespace bouton::proofs {

using namespace kernel;  // terms and formulas

/// Something that no formula is made of; says what it is and, where there is one, what to write instead.
struct Unsupported {
    std::string what;
};

using Env = std::map<int, Poly>;  // slots and their terms

/// What becomes of a named set: its definition is filled in, or it stays a name of which nothing else is known.
enum class NamedSets { defined, opaque };

class Reader {
  public:
    Reader(Terms& terms, const Ruleset& rules, NamedSets named_sets = NamedSets::defined)
        : terms_(terms), rules_(rules), named_sets_(named_sets) {}

    Poly term(const Expr& e, const Env& env);
    FormulaPtr formula(const Expr& e, const Env& env);

    /// The ways to choose a loop's variables: new variables (or, for explicit elements, their values), and what must hold of them.
    struct Choice {
        Env env;
        std::vector<AtomId> variables;
        FormulaPtr guard;
    };
    std::vector<Choice> choices(const Loop& loop, const Env& env);

    FormulaPtr member(const Positions& set, const std::vector<Poly>& position, const Env& env);
    FormulaPtr numbers_contain(const NumberSet& set, const Poly& value, const Env& env);

    /// There is a move from the position to one with the property.
    using Property = std::function<FormulaPtr(const std::vector<Poly>&)>;
    FormulaPtr some_move(const std::vector<Poly>& position, const Env& env, const Property& property);

    /// Natural coordinates, and the game's `where`.
    FormulaPtr exists(const std::vector<Poly>& position, const Env& env);

    /// A new variable for each coordinate.
    std::vector<Poly> new_position();
    std::vector<AtomId> atoms(const std::vector<Poly>& variables) const;

    /// What the claim says, for one choice of its variables.
    FormulaPtr statement(const lang::ClaimInstance& claim, const Env& env);

    /// The value of a word at an index, and its length.
    Poly word_length(const std::vector<lang::WordPart>& word, const Env& env);
    Poly word_value(const std::vector<lang::WordPart>& word, const Poly& index, const Env& env);

    NamedSets named_sets() const { return named_sets_; }
    const Ruleset& rules() const { return rules_; }
    Terms& terms() { return terms_; }
    std::string value_name(bool outcome) const { return outcome ? "O" : "G"; }

  private:
    std::vector<Poly> coordinates(const std::vector<Expr>& args, const Env& env);
    FormulaPtr in_range(const Binder& binder, const Poly& value, const Env& env);
    FormulaPtr quantified(bool all, const Loop& loop, const Env& env,
                          const std::function<FormulaPtr(const Env&)>& body);
    std::string opaque_name(const PositionSet& set);

    Terms& terms_;
    const Ruleset& rules_;
    NamedSets named_sets_;
    std::map<Positions, std::string> opaque_names_;  // by definition; empty: it must be filled in
};

}  // namespace bouton::proofs
