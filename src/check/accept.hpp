// Accepts or rejects the proof of a claim, as it stands in a certificate. Nothing else may call a claim proved by goals.
//
//   {"scheme": "levels", "falls": ["x + y"], "earlier": [],
//    "goals": [{"name": "...", "named_sets": false, "steps": [[3, "(+ x.0 1)", null], ["power_above", "2", "n.1"]], "tree": [...]}, ...]}
//
// A step is an entry with values for its universal variables (null: stays quantified), or a fact with its arguments. A tree is
// ["leaf", entry, multiplier, ...], ["cut", divisor, [entry, multiplier, ...], tree] or ["split", entry, tree, ...]. Numbers that do not fit
// 53 bits are strings. The names of goals are for people.
#pragma once

#include "check/sequent.hpp"

#include <nlohmann/json.hpp>

namespace bouton::kernel {

using Json = nlohmann::ordered_json;

Json to_json(const Tree& tree);
Json to_json(Terms& terms, const Step& step);
Json to_json(const Plan& plan);

/// The other way; throw Unsupported (or Json's exceptions) where the text is none.
Tree tree_of(const Json& json);
Step step_of(Terms& terms, const Json& json);
Plan plan_of(const Json& proof);

/// A term as Terms::text writes it. Throws Unsupported for anything else.
Poly read_term(Terms& terms, const std::string& text);

/// Empty if the proof is good; otherwise what is wrong with it. What the claim uses is for the caller to look after. `seen` is shown what
/// each goal's tree has refuted.
using Seen = std::function<void(const std::vector<FormulaPtr>& entries)>;
std::string check_proof(const lang::Document& document, const syntax::Claim& claim, const Json& proof,
                        const Watch& watch, const Seen& seen = {});

}  // namespace bouton::kernel
