// The inside of elaborate.hpp for claims, shared by its files: instances (elaborate_claim.cpp), the instance for a user's arguments
// (claim_given.cpp), the hints for provers (claim_hints.cpp).
//
// Where names are looked up:  root <- parameters of the game <- definitions of the file <- variables of the claim
// and for the arguments:      root <- definitions of the file <- chosen variables
#pragma once

#include "lang/elaborator.hpp"

#include <set>

namespace bouton::lang {

class ClaimBuilder {
  public:
    using Visit = std::function<bool(ClaimInstance&&)>;

    ClaimBuilder(const Document& document, const syntax::Claim& claim, const Bounds& bounds);

    /// Elaborates everything, hints too, with the chosen variables unknown.
    void check();

    /// One instance for each choice of the variables that the game's arguments depend on.
    void for_each(const Visit& visit);

    /// One instance, for the arguments that a user gave.
    std::optional<ClaimInstance> given(const std::vector<GivenArgument>& user, std::size_t piles, const Ruleset& rules);

  private:
    [[noreturn]] void fail(syntax::Place place, const std::string& message) const;
    Elaborator new_elaborator() const;

    // names
    void check_definition_names(const Scope& parameters) const;
    void check_variable_names() const;
    void mentioned(const syntax::Term& term, std::set<std::string>& names) const;
    void check_assumption() const;
    void check_bound_names() const;

    // instances
    bool choose(std::size_t i, std::size_t count, const Scope& outer, const ClaimInstance& so_far);
    bool choose_subset(std::size_t i, std::size_t count, const Scope& outer, const ClaimInstance& so_far,
                       Elaborator& elaborator);
    /// The scopes that a claim's own text is read in.
    struct Scopes {
        Scope root, parameters, definitions, variables;
    };
    enum class Detail { names, instance };  // names: the chosen variables have no values, there are no rules
    void build(Elaborator& elaborator, const Scope& chosen, ClaimInstance& instance, Detail detail, Scopes& scopes);
    Statement statement(Elaborator& elaborator, const syntax::Claim& claim, const Scope& variables) const;
    void read_assumption(Elaborator& elaborator, const syntax::Claim& claim, const Scope& definitions,
                         ClaimInstance& instance) const;
    void add_unknown_set(const syntax::Binding& binding, Scope& scope) const;

    // claim_given.cpp
    void forget_examples();
    void match_number(const syntax::Term& term, const Integer& value, Scope& chosen) const;
    void match_arguments(const std::vector<GivenArgument>& user, Scope& chosen);
    bool match_bindings(Scope& chosen, ClaimInstance& instance);

    // claim_hints.cpp
    void check_hints();
    void check_use(Elaborator& elaborator, const Scopes& scopes, const Scope& here, const syntax::Use& use) const;
    const syntax::Claim& claim_named(const std::string& label) const;
    void require_variable(const std::string& name, const Scope& scope, syntax::Place place) const;
    void match_used(Elaborator& elaborator, const Scope& parameters, const Scope& here, const syntax::Claim& other,
                    Scope& scope) const;

    const Document& document_;
    const syntax::Claim& claim_;
    const Bounds& bounds_;
    GameRef game_;
    Layout layout_;
    std::vector<GivenArgument> arguments_;
    Ruleset symbolic_;
    bool unlimited_ = false;  // no bound of the check limits a variable
    const Visit* visit_ = nullptr;
};

// What claims bind, for these files (elaborate_claim.cpp).
bool binds(const syntax::Claim& claim, const std::string& name);
std::size_t chosen_count(const syntax::Claim& claim);  // how many bindings must be chosen before the game is fixed
std::size_t unused_count(const syntax::Claim& claim);  // those before the first that the statement or condition needs

/// Adds the numbers of a set; false: there are more than `most` (and some are left out).
bool add_elements(const NumberSet& set, std::size_t most, std::set<std::int64_t>& elements);

}  // namespace bouton::lang
