// The inside of elaborate.hpp, shared by its three files: expressions, games, claims.
#pragma once

#include "lang/elaborate.hpp"
#include "lang/messages.hpp"
#include "lang/names.hpp"

#include <set>

namespace bouton {
struct RecursionGroup;
}

namespace bouton::lang {

/// What a term means. A fraction a/b is not a number until floor or ceil makes it one.
struct Meaning {
    enum class Kind {
        integer,
        condition,
        fraction,
        root,
        logarithm,
        numbers,
        positions,
        tuple,
        piles,
        row,
        sets,
        vectors
    };
    Kind kind = Kind::integer;
    Expr value;        // integer, condition, numerator, argument of root or logarithm
    Expr denominator;  // of a fraction
    Numbers numbers;
    Positions positions;
    std::vector<Expr> tuple;                 // row: its piles
    std::int64_t first = 0;                  // the index of the first of them
    std::vector<Numbers> sets;               // a list of sets
    std::vector<std::vector<Expr>> vectors;  // in rules: a list of tuples
};

std::string kind_name(Meaning::Kind kind);

struct Scope;

/// What a name stands for.
struct Entry {
    enum class Kind { meaning, missing, function, opaque_function, set };
    Kind kind = Kind::meaning;
    Meaning meaning;
    // function or set: its definition and where its own names are looked up
    const std::vector<std::string>* formals = nullptr;
    const syntax::Term* body = nullptr;
    const Source* source = nullptr;
    const Scope* scope = nullptr;
    bool rule_function = false;  // its values are numbers of stones
    bool busy = false;           // being filled in: a second time would be a circle
    Positions set;               // a set's body, once elaborated
    std::vector<int> slots;      // and where it expects its arguments
    // a function that is defined by itself: its group, once elaborated, and which one of the group it is
    enum class Recursive { unknown, no, yes };
    Recursive recursive = Recursive::unknown;
    std::shared_ptr<RecursionGroup> group;
    std::size_t function = 0;
};

struct Scope {
    const Scope* parent = nullptr;
    bool variables = true;  // do its names count as taken when a `for` list looks for new ones?
    mutable std::map<std::string, Entry> names;
};

/// The coordinates of a claim's game, as far as claims need them.
struct Layout {
    struct Row {
        std::string name;
        std::int64_t first;
        std::size_t at, count;  // among the coordinates
    };
    std::vector<std::string> coordinates;
    int piles = -1;
    std::vector<Row> rows;
    bool open = false;  // how many piles a row has is not known yet; the coordinates are those of the default
};

class Elaborator {
  public:
    explicit Elaborator(const Source& source) : source_(&source) {}

    Expr integer(const syntax::Term& term, const Scope& scope);
    Expr condition(const syntax::Term& term, const Scope& scope);
    Numbers numbers(const syntax::Term& term, const Scope& scope);
    Meaning meaning(const syntax::Term& term, const Scope& scope);

    /// How variables without an upper bound are treated.
    enum class Unbounded { refused, bounded, allowed };

    /// Adds the variables to `inner` and returns the loop.
    Loop loop(const std::vector<syntax::Binding>& bindings, const syntax::Term* condition, Scope& inner,
              Unbounded unbounded);
    void bind(const syntax::Binding& binding, Scope& inner, Loop& loop);
    /// Distributes conditions over the loop; those in `implied` hold anyway and serve as bounds only.
    void finish(Loop& loop, const std::vector<Expr>& conditions, Unbounded unbounded, syntax::Place place,
                const std::vector<Expr>& implied = {});

    /// Runs through the values of a binding while things are elaborated (elaborate_rows.cpp).
    void unfold(const syntax::Binding& binding, const Scope& scope, const std::function<void(const Scope&)>& visit);
    std::optional<std::pair<std::int64_t, std::int64_t>> row_ends(const syntax::Row& row, const Scope& scope);
    static void declare_row(const std::string& name, std::int64_t first, const std::vector<Expr>& piles, Scope& scope);

    /// In rules: each tuple of a list or family of tuples, with the variables that the family brings along (elaborate_moves.cpp).
    using VisitVector = std::function<void(const std::vector<Expr>& vector, const Loop& loop)>;
    void for_each_vector(const syntax::Term& term, const Scope& scope, const VisitVector& visit);

    int new_slot() { return next_slot_++; }
    int slot_count() const { return next_slot_; }
    void set_bounds(const Bounds* bounds) { bounds_ = bounds; }
    void set_layout(const Layout* layout) { layout_ = layout; }
    void set_known(std::vector<Expr> facts) { known_ = std::move(facts); }  // about parameters without a value
    const Source& source() const { return *source_; }

    [[noreturn]] void fail(syntax::Place place, const std::string& message) const;
    void refuse_reserved(const std::string& name, syntax::Place place) const;
    void refuse_taken(const std::string& name, const Scope& scope, syntax::Place place);

    /// Runs as in rules: there are no positions of claims, and a named set is what it stands for.
    template <class Run> auto in_rules(Run run) {
        struct Restore {
            Elaborator& e;
            const Layout* layout;
            bool rules;
            ~Restore() {
                e.layout_ = layout;
                e.rules_ = rules;
            }
        } restore{*this, layout_, rules_};
        layout_ = nullptr;
        rules_ = true;
        return run();
    }

    /// Runs with errors placed in another text.
    template <class Run> auto in_source(const Source& source, Run run) {
        struct Restore {
            const Source*& target;
            const Source* old;
            ~Restore() { target = old; }
        } restore{source_, source_};
        source_ = &source;
        return run();
    }

  private:
    Meaning meaning_of(const syntax::Term& term, const Scope& scope);
    Meaning name(const syntax::Term& term, const Scope& scope);
    Meaning call(const syntax::Term& term, const Scope& scope);
    Meaning apply(Entry& entry, const syntax::Term& term, const Scope& scope);
    // elaborate_builtin.cpp
    Meaning builtin(const syntax::Term& term, const Scope& scope);
    void require_count(const syntax::Term& term, std::size_t want);
    Meaning rounded(const syntax::Term& term, const Scope& scope);
    Meaning irrational(const syntax::Term& term, const Scope& scope);
    Meaning of_position(const syntax::Term& term, const Scope& scope);
    Meaning reaches(const syntax::Term& term, const Scope& scope);
    Expr of_numbers(const std::string& f, const Numbers& numbers);
    Meaning of_piles(const syntax::Term& term, const Scope& scope);

    Meaning indexed(const syntax::Term& term, const Scope& scope);
    Meaning over_row(const syntax::Term& term, const Meaning& row, const Scope& scope);
    std::optional<Meaning> unfolded(const syntax::Term& term, const Scope& scope);
    bool is_recursive(Entry& entry, const std::string& name);
    Expr recursive_call(Entry& entry, const std::string& name, std::vector<Expr> arguments);
    void build_group(Entry& entry, const std::string& name);
    Meaning binary(const syntax::Term& term, const Scope& scope);
    Meaning compare(const syntax::Term& term, const Scope& scope);
    Expr compare_pair(const syntax::Term& left, const std::string& op, const syntax::Term& right, const Scope& scope);
    Expr membership(const Meaning& left, const Meaning& right, syntax::Place place);
    Meaning list(const syntax::Term& term, const Scope& scope);
    Meaning family(const syntax::Term& term, const Scope& scope);
    Meaning where(const syntax::Term& condition, const Scope& scope);
    Meaning aggregate(const syntax::Term& term, const Scope& scope);
    Meaning set_operation(const syntax::Term& term, const Scope& scope);
    bool is_of_numbers(const syntax::Term& term, const Scope& scope);
    Positions positions(const Meaning& m, syntax::Place place);
    std::vector<Expr> coordinates(const std::vector<syntax::Term>& parts, const Scope& scope, syntax::Place place);
    void require_dimension(std::size_t got, syntax::Place place);
    void require_claim(const std::string& name, syntax::Place place);
    Expr arithmetic_node(Op op, std::vector<Expr> args, syntax::Place place, std::string text = {});
    Expr as_integer(const Meaning& m, syntax::Place place);
    Expr as_condition(const Meaning& m, syntax::Place place);
    Entry* lookup(const std::string& name, const Scope& scope);
    bool is_variable(const std::string& name, const Scope& scope) const;
    [[noreturn]] void fail_unknown(const syntax::Term& term, const Scope& scope);
    /// A new variable of `inner` and `loop`.
    Expr declare(const std::string& name, Binder binder, syntax::Place place, Scope& inner, Loop& loop);
    void bind_element(const syntax::Binding& binding, Scope& inner, Loop& loop);
    void bind_chain(const syntax::Binding& binding, Scope& inner, Loop& loop);
    Expr bound_term(const syntax::Term& term, const Scope& scope, bool lower, int strict);

    const Source* source_;
    const Bounds* bounds_ = nullptr;
    const Layout* layout_ = nullptr;
    std::vector<Expr> known_;
    bool rules_ = false;
    bool over_piles_ = false;  // may a variable run through the piles?
    int next_slot_ = 0;
    std::size_t nodes_ = 0;
    int depth_ = 0;
};

Meaning integer_meaning(Expr e);
Meaning condition_meaning(Expr e);

/// What the `where` of the parameters says, for parameters that have values.
std::vector<Expr> parameter_conditions(Elaborator& elaborator, const GameRef& ref, const Scope& parameters);

/// The parameters of a game, given, by default or (symbolic) unknown. `argument_scope` is where the arguments' names are looked up.
void bind_parameters(Elaborator& elaborator, const GameRef& game, const std::vector<GivenArgument>& arguments,
                     const Scope& argument_scope, bool symbolic, bool evaluate_arguments, Scope& parameters);

/// The rules, once the parameters are bound.
Ruleset build_rules(Elaborator& elaborator, const GameRef& game, const Scope& parameters, bool symbolic);

/// Why the game ends, shown for all parameters, holds for these rules too.
void take_over_end(Ruleset& rules, const Ruleset& proved);

/// Proves that the game ends, or throws at the move that might go on for ever; fills in measures and never_grows.
void prove_termination(Ruleset& rules, const std::vector<Expr>& hints, const std::vector<Expr>& facts,
                       const Source& source);

/// The coordinates, once the parameters are known; `otherwise`: as long as a row's length is not.
Layout layout_of(Elaborator& elaborator, const syntax::Game& game, const Scope& parameters,
                 const Layout& otherwise = {});

/// The names that occur in indices.
std::set<std::string> index_names(const syntax::Term& term);
void indices_in(const syntax::Binding& binding, std::set<std::string>& names);

/// The variables that a binding brings, and the definitions of a file.
std::set<std::string> names_bound_by(const syntax::Binding& binding);
void add_definitions(const Document& document, Scope& scope);

/// The lines `loopy`, `prefer`, `coalition` and `block` (winning.cpp).
void read_winning(Elaborator& elaborator, const syntax::Game& game, const Scope& parameters, bool symbolic,
                  Ruleset& rules);

/// All names of variables that occur in a term or a binding; names of what is called are not among them.
void names_in(const syntax::Term& term, std::set<std::string>& names);
void names_in(const syntax::Binding& binding, std::set<std::string>& names);

}  // namespace bouton::lang
