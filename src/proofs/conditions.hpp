// What must be shown for a claim, made from the rules and the claim: each condition is a list of assumptions that cannot all hold.
//
//   sets     {outcome = P} = K: no move leads from K to K, every position outside K has a move into K. {grundy = s} = G(s) for all s:
//            the same for each G(s) among the positions that are in no G(v) with v < s, and no position is in two of them.
//   formula  grundy(x, ...) = e: no option has the value e, every smaller value is the value of an option.
//   other    the claim itself, by induction if something falls, from what the rules say of grundy and outcome at finitely many places.
//
// In every case: each move leads to a position of the game and lowers a natural number, so that the game ends; the game's arguments are
// what its `where` asks for; and every term of the claim and of the rules has a meaning (meaning.hpp).
#pragma once

#include "proofs/facts.hpp"
#include "proofs/read.hpp"

#include <optional>

namespace bouton::proofs {

struct Condition {
    std::string name;
    std::vector<Labelled> assumptions;
    std::vector<Labelled> lemmas;  // used claims; a hint may leave them out
    /// Further assumptions that always hold, of which one list at a time is tried; with exponents that may matter.
    struct Hint {
        std::string text;
        std::vector<Labelled> assumptions;
        std::vector<Poly> exponents;
        std::vector<std::pair<std::string, Poly>> arguments;  // of functions
        enum class Rules { nowhere, at_goal, everywhere };
        bool lemmas = true;
        int only_lemma = -1;              // this one alone
        bool copies_first = false;        // few instances, see Ground
        bool opaque = false;              // named sets stay names: the used claims say all that matters of them
        Rules rules = Rules::everywhere;  // where it is used what grundy and outcome are
    };
    std::vector<Hint> hints{{}};
    Env env;                 // the claim's variables, as the rules need them
    std::size_t number = 0;  // the same in every reading of the claim
    bool meaning = false;    // that things make sense, not what the claim says of them
};

/// A claim and its conditions, ready to be decided.
class Conditions {
  public:
    explicit Conditions(const lang::OpenClaim& claim, const Watch* watch = nullptr,
                        NamedSets named_sets = NamedSets::defined);

    const std::string& method() const { return method_; }
    std::string generality() const;
    const std::vector<Condition>& list() const { return list_; }

    /// The assumptions of a condition of the list with a hint, instantiated in so many rounds, and facts: an SMT-LIB script.
    std::string script(const Condition& condition, const Condition::Hint& hint, int rounds,
                       const std::vector<std::string>& comments);

    /// A script that looks for a position that contradicts the condition and lies between 2^level and 2^(level+1), all powers plain
    /// numbers; and the names of the position's coordinates in it. Empty where the claim is not about a set.
    std::pair<std::string, std::vector<std::string>> search_script(int level);

    /// Without the last assumption of the condition (what is to be refuted), for tests: must be satisfiable.
    Terms& terms() { return terms_; }

  private:
    struct OnlyMeaning {};
    Conditions(const lang::OpenClaim& claim, const Watch* watch, OnlyMeaning);

    struct Parameters {
        Env env;
        FormulaPtr guard;
    };

    void rules_conditions();
    void drop_trivial();
    void requirements();
    void meaning_conditions();
    bool sets();
    bool outcome_exactly_if();
    void levels(int slot, const Positions& set, const Reader::Choice& choice);
    bool formula_for_values();
    bool is_recursive(const Expr& value, const std::set<int>& slots) const;
    void other();
    Condition& add(const std::string& name, std::vector<Labelled> assumptions, std::vector<Condition::Hint> hints = {});
    Labelled lemma(const lang::UsedClaim& used, const Env& env);
    std::vector<Labelled> lemmas(const Env& env);
    std::vector<Condition::Hint> with_and_without_lemmas(std::vector<Condition::Hint> hints) const;
    void lemma_assumptions();
    std::vector<Labelled> background(const Env& env);
    Env with_position(Env env, const std::vector<Poly>& position) const;
    Env at_position(const Expr& call, const std::vector<Poly>& position, Env env);
    void speaks_of_every_position(const Expr& call, const Reader::Choice& choice);
    Substitution places(const Reader::Choice& choice, const std::map<int, Expr>& at, const Env& env);
    std::vector<Condition::Hint> brackets(const Positions& set, const std::vector<Poly>& position, const Env& env);
    struct Scale {  // e is to be compared with c times a power of 2
        Poly e, c;
    };
    void find_scales(const Positions& set, const std::vector<Poly>& position, const Env& env,
                     std::vector<Scale>& scales);
    void find_scales(const std::vector<Poly>& element, const std::vector<AtomId>& variables,
                     const std::vector<Poly>& position, std::vector<Scale>& scales) const;
    Condition::Hint bracket(const std::vector<Scale>& scales);
    void add_brackets(const Expr& e, const Env& env, std::vector<Condition::Hint>& hints);
    using Measures = std::function<std::vector<Poly>(const Env&)>;  // of which the first that changes falls
    Condition::Hint hypothesis(const Reader::Choice& choice, const std::vector<Poly>& position,
                               const Measures& measures, const std::string& text);
    std::vector<Condition::Hint> inductions(const Reader::Choice& choice, const std::vector<Poly>& position);
    void define(Ground& ground, bool with_rules);
    void define_values(Ground& ground);
    void define_sums(Ground& ground);
    void define_circle(Ground& ground);
    static void order_hints(std::vector<Condition::Hint>& hints, bool lean);
    void mention_boundaries(const Env& env, std::vector<Condition::Hint>& hints);
    std::set<int> rule_slots() const;
    void require_all_values(int slot) const;
    void collect_functions(const Move& move);
    void kernel(const std::function<FormulaPtr(const std::vector<Poly>&)>& in, const FormulaPtr& guard, const Env& env,
                const Positions& set);
    void values(const std::function<Poly(const std::vector<Poly>&, const Env&)>& value, const FormulaPtr& guard,
                const Env& env);

    const lang::OpenClaim& claim_;
    const Watch* watch_;
    Terms terms_;
    Reader reader_;
    std::string method_;
    std::vector<Condition> list_;
    std::set<std::string> natural_;
    Env env_;
    std::unique_ptr<Conditions>
        meaning_;                 // with terms of its own: names, which solvers are sensitive to, are not changed by it
    int outside_ = -1;            // the condition about positions outside a set
    std::vector<Poly> searched_;  // and its position
};

}  // namespace bouton::proofs
