// What must be shown for a claim, as goals: lists of formulas that cannot all hold. Few schemes, each with its hypotheses; a proof names the
// scheme and what it leaves open (which numbers fall), everything else is read from the file here.
//
//   p_positions  {outcome = P} = K, or outcome(x, ...) = P iff K. A game that ends has exactly one set K with: no move leads from K to K,
//                and from every position outside K a move leads into K. (Misère: outside counts only where there is a move, and positions
//                of K have moves.)
//   levels       {grundy = s} = K(s), the claim's domain being D(s, ...): D has no gaps (with s every 0 <= v < s, and 0 <= s); no move
//                stays inside K(s); a position in no K(v), 0 <= v <= s, has a move into K(s); none is in two of them. By induction on s.
//   formula      grundy(x, ...) = e for every position: e is natural, no option has the same, each smaller number is some option's.
//   induction    any statement: it holds where it holds for everything earlier. Earlier: a list of natural numbers, the same for all parts
//                of the statement, is less in lexicographic order, the game being the same.
//   columns      Nim-like games with any number of piles, see columns.cpp.
//
// In every scheme also: the game ends (a list of natural numbers falls with every move); its arguments are such as its `where` asks for; the
// claims that are used may be used; every term of the claim and of the rules has a meaning.
#pragma once

#include "check/read.hpp"

namespace bouton::kernel {

enum class Scheme { p_positions, levels, formula, induction, columns };
std::string name_of(Scheme scheme);
std::optional<Scheme> scheme_of(const std::string& name);

/// What a proof chooses. The numbers that fall are terms of the language.
struct Plan {
    Scheme scheme = Scheme::induction;
    std::vector<std::string> falls;    // with every move: in the game's coordinates
    std::vector<std::string> earlier;  // of the induction: in the claim's variables
};

struct Known {
    enum class Role { background, variables, lemma, hypothesis, target };
    Role role = Role::background;
    std::string label;
    FormulaPtr formula;
};

struct Goal {
    enum class About { inside, outside, values, statement, natural, arguments, lemma, ends, meaning };
    About about = About::statement;
    std::string name;
    std::vector<Known> known;
    Point point;          // the position that is spoken of, if there is one
    Poly value;           // formula: a smaller value, if one is spoken of
    ScopePtr parameters;  // of the game
    ScopePtr scope;       // of the claim's variables
    ScopePtr other;       // levels, two values: with the other value in the place of s
};

/// The facts that a step may bring in; fact() in facts.cpp says what each is.
enum class Fact {
    quotient,
    power_above,
    power_small,
    power_multiple,
    power_from,
    powers_same,
    powers_next,
    powers_far,
    product,
    product_zero,
    logarithm,
    odd_part,
    odd_part_of,
    level,
    choice,
    congruence,
    cases,
    natural,
    value,
    outcome,
    sum,
    rank,
    seat
};
std::string name_of(Fact fact);
std::optional<Fact> fact_of(const std::string& name);

/// A claim as the checker reads it.
class Theorem {
  public:
    Theorem(const lang::Document& document, const syntax::Claim& claim, NamedSets named_sets = NamedSets::defined,
            const Watch* watch = nullptr);
    Theorem(const Theorem&) = delete;
    Theorem& operator=(const Theorem&) = delete;

    std::vector<Goal> goals(const Plan& plan);
    /// A true formula; throws Unsupported where the arguments do not fit the fact.
    FormulaPtr fact(const Goal& goal, Fact fact, const std::vector<Poly>& arguments);

    Terms& terms() { return terms_; }
    Reader& reader() { return reader_; }
    const syntax::Claim& claim() const { return claim_; }
    const syntax::Game& game() const { return *game_.game; }
    /// The claims of the file that this one uses, itself not among them.
    std::vector<const syntax::Claim*> used_claims() const;
    bool any_function() const { return claim_.assumption.has_value(); }
    bool any_set() const;

  private:
    struct Instance {
        Choice choice;
        ScopePtr parameters;
        FormulaPtr allowed = truth(), allowed_defined = truth();  // what the game asks of its arguments
    };
    using Values = std::map<std::string, Poly>;

    // claim.cpp
    std::vector<Instance> instances(const Values& fixed = {});
    Instance the_instance(const Values& fixed);  // with every variable fixed
    void enter(const Instance& instance) { reader_.set_game(game_.game, instance.parameters); }
    ScopePtr definitions(const ScopePtr& parameters) const;
    void bind_parameters(const ScopePtr& arguments, Instance& instance);
    void parameter_conditions(Instance& instance);
    std::set<std::string> rule_variables() const;
    std::size_t chosen_count() const;
    Condition statement(const syntax::Claim& claim, const ScopePtr& scope);
    Condition sequence(const syntax::Claim& claim, const ScopePtr& scope);
    Poly word_length(const std::vector<syntax::Word>& word, const ScopePtr& scope, FormulaPtr& defined);
    Poly word_value(const std::vector<syntax::Word>& word, const Poly& index, const ScopePtr& scope);

    // lemmas.cpp
    void background(const Instance& instance, Goal& goal);
    void lemmas(const Instance& instance, Goal& goal);
    FormulaPtr lemma(const syntax::Claim& used, const Instance& instance);
    Values match(const syntax::Claim& used, const Instance& instance, const std::shared_ptr<Scope>& sets,
                 std::vector<std::pair<const syntax::Term*, Poly>>& equal);
    void lemma_goals(const Instance& instance);

    // goals.cpp
    Goal& add(Goal::About about, const std::string& name, const Instance& instance);
    void p_positions();
    void levels();
    void formula();
    void induction(const Plan& plan);
    void columns();
    void kernel(const Instance& instance, const Point& point, const PointSet& inside);
    void values(const Instance& instance, const Point& point, const std::function<Poly(const Point&)>& value);
    void speaks_of_all(const Instance& instance, const Values& at, const Point& point);
    Values at_point(const Instance& instance, const std::vector<std::string>& names, const Point& point) const;
    FormulaPtr hypothesis(const Instance& instance, const Plan& plan, const std::vector<Poly>& now);
    std::vector<Poly> measure(const std::vector<std::string>& texts, const ScopePtr& scope, FormulaPtr& defined);
    const syntax::Term& parsed(const std::string& text);
    void game_ends(const Instance& instance, const Plan& plan);
    void rest(const Plan& plan);

    const lang::Document& document_;
    const syntax::Claim& claim_;
    lang::GameRef game_;
    Terms terms_;
    Reader reader_;
    std::vector<Goal> goals_;
    std::map<std::string, std::unique_ptr<syntax::Term>> parsed_;
};

}  // namespace bouton::kernel
