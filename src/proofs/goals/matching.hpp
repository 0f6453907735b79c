// How a variable occurs in a formula, and what that says about the values it should get: the questions that ground.cpp asks before it
// makes instances.
#pragma once

#include "check/sequent.hpp"

#include <optional>
#include <vector>

namespace bouton::proofs {

using namespace kernel;

/// Occurs v anywhere but in plain linear arithmetic?
bool is_buried(const Terms& terms, const Poly& p, AtomId v);
bool is_buried(const Terms& terms, const FormulaPtr& f, AtomId v);

/// The value of v that makes argument equal to target, if argument is v or -v and something without v.
std::optional<Poly> solved(const Terms& terms, const Poly& argument, AtomId v, const Poly& target);

/// grundy(...) or outcome(...)
bool is_value(const Atom& atom);

/// Is this v = grundy(...), or its negation? Then v is to be a value.
bool says_value(const Terms& terms, const Formula& f, AtomId v);
bool is_value_somewhere(const Terms& terms, const FormulaPtr& f, AtomId v);

/// The ways through a formula: universal quantifiers left out, of a conjunction one part.
std::vector<FormulaPtr> ways_through(const FormulaPtr& f);

}  // namespace bouton::proofs
