// Claims that are right on a small box and wrong beyond: what a prover must never prove. The first counterexample is at 10 to 100.
#pragma once

#include "unit/support.hpp"

#include <string>

namespace bouton::unit {

struct WrongClaim {
    std::string text;   // a file with one game and one claim, whose bound is smaller than the first counterexample
    std::string shape;  // which kind of statement
};

/// One of every shape of statement in turn; the numbers are random.
WrongClaim wrong_claim(Random& random, std::size_t number);

/// How many shapes there are.
std::size_t wrong_shapes();

}  // namespace bouton::unit
