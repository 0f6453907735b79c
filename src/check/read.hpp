// The checker's own reading of a file: from the syntax tree straight to formulas. It shares nothing with the elaborator of src/lang but the
// tree, so that a slip in either shows as a difference between what is computed and what is proved.
//
// Every reading gives two things: what a term or a condition says, and where it has a meaning (no division by 0, no negative exponent,
// grundy of positions only). `a and b` has one where a has one and, if a holds, b has one. Builtin names cannot be redefined here,
// whatever the file says.
//
// Names are looked up:  in rules     parameters of the game <- functions of its file <- coordinates, lets <- variables of the move
//                       in claims    parameters of the game <- definitions of the file <- variables of the claim
//                       in arguments definitions of the file <- variables of the claim
#pragma once

#include "check/term.hpp"
#include "lang/document.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace bouton::kernel {

/// Something that no formula is made of; says what it is and, where there is one, what to write instead.
struct Unsupported {
    std::string what;
};

/// A condition, and where it has a meaning.
struct Condition {
    FormulaPtr holds = truth(), defined = truth();
};

/// A set of numbers: the union of intervals, or a set of positive numbers of which nothing else is known.
struct NumberSet {
    std::string unknown;  // its name
    std::vector<std::pair<Poly, Poly>> intervals;
};

using Point = std::vector<Poly>;
using PointSet = std::function<Condition(const Point&)>;

struct Meaning {
    enum class Kind { integer, condition, fraction, root, logarithm, numbers, points, tuple };
    Kind kind = Kind::integer;
    Poly value;        // integer; numerator; argument of root and logarithm
    Poly denominator;  // of a fraction
    FormulaPtr holds;  // condition
    NumberSet numbers;
    PointSet points;
    std::function<Condition(const PointSet&)>
        some;                // of options: there is an element with the property, said of the moves
    bool no_points = false;  // {}
    Point tuple;
    FormulaPtr defined = truth();

    /// An integer is a fraction over 1.
    Poly over() const { return kind == Kind::fraction ? denominator : constant(1); }
};

struct Scope;
using ScopePtr = std::shared_ptr<const Scope>;

/// What a name stands for: a meaning, or a definition that is filled in where it is called.
struct Entry {
    std::optional<Meaning> meaning;
    const std::vector<std::string>* formals = nullptr;
    const syntax::Term* body = nullptr;  // null: a function of which nothing is known, or a parameter without a value
    ScopePtr scope;  // where the body's names are looked up; null (definitions): the one the entry stands in
    bool is_set = false;
    bool rule_function = false;  // its values are numbers of stones
    bool missing = false;        // a parameter that was not given
};

struct Scope {
    ScopePtr parent;
    std::map<std::string, Entry> names;
    bool variables = true;  // do its names count as taken when a `for` list looks for new ones?
};

/// One way to choose the variables of a `for` list: what they are, what must hold of them, and where that has a meaning.
struct Choice {
    ScopePtr scope;
    std::map<std::string, Poly> values;
    std::vector<AtomId> variables;  // new ones, to be quantified
    FormulaPtr guard = truth(), defined = truth();
};

/// A sum over an interval, as a function of its ends and of what else it depends on.
struct SumBody {
    Poly term;                         // in the placeholders
    std::vector<AtomId> placeholders;  // the index first
};

/// Named sets stay names, of which only used claims say something.
enum class NamedSets { defined, opaque };

/// The names that occur in a term, also those that it binds itself.
void names_in(const syntax::Term& term, std::set<std::string>& names);
/// The names that a binding may bind.
std::set<std::string> bound_by(const syntax::Binding& binding);

class Reader {
  public:
    explicit Reader(Terms& terms) : terms_(terms) {}

    // ---- the game, once it is bound ----
    void set_game(const syntax::Game* game, ScopePtr parameters) {
        game_ = game;
        parameters_ = std::move(parameters);
    }
    /// The definitions of the game's own file: its rules may call the functions among them.
    void set_rule_definitions(const std::vector<syntax::Definition>& definitions) { rule_definitions_ = &definitions; }
    const syntax::Game& game() const { return *game_; }
    const ScopePtr& parameters() const { return parameters_; }
    void set_named_sets(NamedSets named_sets) { named_sets_ = named_sets; }

    /// Natural coordinates, and the game's `where`.
    Condition is_position(const Point& point);
    /// There is a move from the point to a position with the property.
    using Property = std::function<Condition(const Point&)>;
    Condition some_move(const Point& point, const Property& property);
    /// Where every term of the rules has a meaning, at a position.
    FormulaPtr rules_defined(const Point& point);
    Point new_point();
    Point measures(const std::vector<syntax::Term>& terms, const Point& point, FormulaPtr& defined);

    // ---- terms ----
    Meaning read(const syntax::Term& term, const ScopePtr& scope);
    Meaning integer(const syntax::Term& term, const ScopePtr& scope);
    Condition condition(const syntax::Term& term, const ScopePtr& scope);
    NumberSet numbers(const syntax::Term& term, const ScopePtr& scope, FormulaPtr& defined);
    PointSet points(const syntax::Term& term, const ScopePtr& scope);

    /// The ways to choose the variables of a list; those in `fixed` have their values already.
    using Bindings = std::vector<const syntax::Binding*>;
    std::vector<Choice> choices(const Bindings& bindings, const syntax::Term* condition, const ScopePtr& scope,
                                const std::map<std::string, Poly>& fixed = {});
    static Bindings all_of(const std::vector<syntax::Binding>& bindings);

    FormulaPtr contains(const NumberSet& set, const Poly& value);
    const std::map<std::string, SumBody>& sums() const { return sums_; }
    const std::set<std::string>& unknown_functions() const { return unknown_functions_; }
    Terms& terms() { return terms_; }

    /// Refuses a name that has a meaning of its own.
    static void refuse_builtin(const std::string& name);

  private:
    const Entry* find(const std::string& name, const ScopePtr& scope, ScopePtr* where = nullptr) const;
    bool is_variable(const std::string& name, const ScopePtr& scope) const;
    Meaning name(const syntax::Term& term, const ScopePtr& scope);
    Meaning call(const syntax::Term& term, const ScopePtr& scope);
    Meaning apply(const Entry& entry, const ScopePtr& where, const syntax::Term& term, const ScopePtr& scope);
    Meaning builtin(const syntax::Term& term, const ScopePtr& scope);
    Meaning rounded(const syntax::Term& term, const ScopePtr& scope);
    Meaning extremum(const std::vector<Meaning>& args, bool least);
    Meaning of_number_set(const syntax::Term& term, const NumberSet& set, FormulaPtr defined);
    Meaning binary(const syntax::Term& term, const ScopePtr& scope);
    Meaning power(const Meaning& base, const Meaning& exponent);
    Condition connective(const syntax::Term& term, const ScopePtr& scope);
    Condition compare(const syntax::Term& term, const ScopePtr& scope);
    Condition compare_pair(const Meaning& a, const std::string& op, const Meaning& b);
    Condition compare_numbers(const Meaning& a, const std::string& op, const Meaning& b);
    Condition compare_sets(const Meaning& a, const std::string& op, const Meaning& b);
    FormulaPtr contained(const Meaning& a, const PointSet& b);
    Condition quantified(bool all, const std::vector<Choice>& choices,
                         const std::function<Condition(const ScopePtr&)>& body);
    Meaning list(const syntax::Term& term, const ScopePtr& scope);
    Meaning family(const syntax::Term& term, const ScopePtr& scope);
    Meaning where(const syntax::Term& condition, const ScopePtr& scope);
    Meaning set_operation(const syntax::Term& term, const ScopePtr& scope);
    bool is_of_numbers(const syntax::Term& term, const ScopePtr& scope);
    Meaning sum(const syntax::Term& term, const ScopePtr& scope);
    Meaning opaque_set(const Entry& entry, const syntax::Term& term, Meaning filled, const Point& arguments);
    bool depends_on_game(const Entry& entry, const ScopePtr& where, int depth = 0) const;
    bool mentions_game(const syntax::Term& term, const std::set<std::string>& own, const ScopePtr& scope,
                       int depth) const;
    PointSet as_points(const Meaning& m);
    Point as_point(const Meaning& m);
    Meaning value_of(const std::string& function, const Point& point);
    std::shared_ptr<Scope> rule_scope(const Point& point, bool lets = true);

    void bind(const syntax::Binding& binding, const std::map<std::string, Poly>& fixed, std::vector<Choice>& all);
    void bind_chain(const syntax::Binding& binding, const std::map<std::string, Poly>& fixed, std::vector<Choice>& all);
    void bind_element(const syntax::Binding& binding, const std::map<std::string, Poly>& fixed,
                      std::vector<Choice>& all);
    void declare(Choice& choice, const std::string& name, const Poly& value);
    Poly fresh(Choice& choice, const std::string& name, const void* binder);
    int origin(const void* binder, const std::string& name);

    Terms& terms_;
    const syntax::Game* game_ = nullptr;
    ScopePtr parameters_;
    const std::vector<syntax::Definition>* rule_definitions_ = nullptr;
    NamedSets named_sets_ = NamedSets::defined;
    std::map<std::string, SumBody> sums_;
    std::set<std::string> unknown_functions_;
    std::map<const syntax::Term*, std::string> opaque_names_;
    std::map<std::pair<const void*, std::string>, int> origins_;
    int depth_ = 0;
};

}  // namespace bouton::kernel
