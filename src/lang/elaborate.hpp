// Syntax -> checked rules and claims. Names are resolved, definitions filled in (a call becomes the body with its arguments put in),
// types checked, fractions removed, conditions that bound a variable made part of its range.
#pragma once

#include "lang/document.hpp"
#include "lang/evaluate.hpp"
#include "lang/rules.hpp"
#include "lang/statement.hpp"

#include <map>
#include <optional>

namespace bouton::lang {

/// How far a claim is checked: `to 200, k <= 12`.
struct Bounds {
    std::optional<std::int64_t> general;
    std::map<std::string, std::int64_t> named;
    // For whoever chooses cases of his own: where a variable starts, and the box of positions where it is not that of the variables.
    std::map<std::string, std::int64_t> from, coordinates;
    std::optional<std::int64_t> of(const std::string& name) const;
};

/// An argument for a parameter, with the text it was written in.
struct GivenArgument {
    syntax::Argument argument;
    const Source* source = nullptr;
    bool unknown = false;  // any rule function: nothing is known of it
};

/// The ruleset of a game. With `symbolic` parameters need no value: what depends on them stays unknown, nothing can be computed, but
/// everything can be checked and termination proved (Ruleset::measures and never_grows are filled in).
Ruleset rules_of(const GameRef& game, const std::vector<GivenArgument>& arguments, bool symbolic = false);

/// One claim for one choice of the variables that the game's arguments depend on.
struct ClaimInstance {
    std::vector<std::pair<std::string, std::string>> chosen;  // those variables and their values
    Ruleset rules;
    std::size_t pile_count = 0;
    Loop loop;  // the other variables and the conditions
    Statement statement;
    Loop assumed_loop;              // what is assumed of the rule function, for every choice of these variables
    Expr assumed;                   // null: nothing
    std::vector<std::int64_t> box;  // the largest coordinates, for sets of positions; piles: one entry
    int frame_size = 0;
};

/// Calls visit for every choice, in order, until it returns false. `bounds` comes from the claim and the caller.
void for_each_instance(const Document& document, const syntax::Claim& claim, const Bounds& bounds,
                       const std::function<bool(ClaimInstance&&)>& visit);

/// The claim for a game whose arguments (and number of piles) the user has given: variables that the claim's arguments name get their
/// values from there, and no bound of the check limits the others. Nothing if the claim does not speak of that game.
std::optional<ClaimInstance> instance_for(const Document& document, const syntax::Claim& claim,
                                          const std::vector<GivenArgument>& given, std::size_t piles,
                                          const Ruleset& rules);

/// The name of the game that a claim is about.
std::string claim_game(const Document& document, const syntax::Claim& claim);

/// The bounds written in the claim.
Bounds bounds_of(const syntax::Claim& claim);

/// Throws what is wrong with a claim, without values for anything.
void check_claim(const Document& document, const syntax::Claim& claim);

}  // namespace bouton::lang
