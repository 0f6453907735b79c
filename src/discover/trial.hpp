// One guess against the rules: as a document of the language, on the large box, further out, and before the prover.
#pragma once

#include "discover/search.hpp"

#include <optional>

namespace bouton::discover {

/// The game's rules as a text. They use nothing of the rest of their file.
std::string rules_text(const Subject& subject);

struct Stated {
    lang::DocumentPtr document;
    const syntax::Claim* claim = nullptr;
    std::string text;  // of the claim
};

/// A phrasing as a document; throws bad input where the front end refuses it. `bounds`: after `to`.
Stated stated(const Sample& sample, const Guess& guess, const Phrasing& phrasing, const std::string& bounds);

/// How far claims are checked: the large box, and the box beyond.
std::string near_bounds(const Sample& sample);
std::string far_bounds(const Sample& sample);

/// A guess that holds as far as it was checked, or nothing, with the exception in `miss`.
std::optional<Law> tested(const Sample& sample, const Guess& guess, const Watch& watch, NearMiss& miss);

/// Tries to prove it, phrasing by phrasing; false: it was refuted after all, and `miss` says where.
bool prove(const Sample& sample, const Guess& guess, double effort, const Watch& watch, Law& law, NearMiss& miss);

}  // namespace bouton::discover
