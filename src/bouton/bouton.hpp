// Bouton as a library: from the rules of a Nim-like game to values, laws and proofs. docs/cpp.md has an example.
#pragma once

#include "bouton/claims.hpp"   // check, prove
#include "bouton/error.hpp"    // Error
#include "bouton/game.hpp"     // Game
#include "bouton/laws.hpp"     // find_laws
#include "bouton/number.hpp"   // Number
#include "bouton/picture.hpp"  // picture
