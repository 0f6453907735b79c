// Take-and-break codes as rule functions: 0.156, 4.0707, 0.3F, 0.33[00300].
//
// A code is a function of the place: the digit before the point is its value at 0, the digits after it those at 1, 2, 3, ...; each is one
// hexadecimal digit. Beyond the last digit it is 0; a block in brackets is repeated for ever instead. As a term it is a table (its digits)
// that has a text (the code as written).
#pragma once

#include "lang/expr.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace bouton::lang {

/// How many of its last digits a code repeats; 0: none.
std::size_t repeated_digits(const syntax::Term& code);

/// The digits of a code, as terms at this place of the file.
std::vector<syntax::Term> digits_of(const std::string& code, syntax::Place place);

/// The digit of a code at a place, for a function of this name.
Expr digit_at(const syntax::Term& code, const Expr& place, const std::string& name);

/// Conditions that say nothing but which digits a variable's place may have ("digit(code(t), 2, 1) = 1") choose finitely many places, if the
/// digit 0 beyond the end does not satisfy them: the variable then runs through a set of numbers, and what bounded its range by the
/// position becomes a condition. So the moves of a finite code are what they would be if its digits were written out. Returns false if
/// some variable has no place at all, so that there is no such move.
bool pick_places(Loop& loop, std::vector<Expr>& conditions);

}  // namespace bouton::lang
