// What the terms of a file are worth, for one game with its arguments. In reading order: terms (compute_terms.cpp, compute_builtins.cpp),
// enclosures (compute_span.cpp), variables (compute_loop.cpp), sets (compute_sets.cpp), moves and values (compute_game.cpp).
//
// Whatever has no value throws Undecided: a fraction where an integer is needed, a division by 0, the value of a tuple that is no
// position, a range that is not seen to end. A claim in which that happens is not proved.
#pragma once

#include "base/integer.hpp"
#include "base/watch.hpp"
#include "lang/syntax.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace bouton::kernel::compute {

using syntax::Binding;
using syntax::Term;

struct Undecided {
    std::string why;
};
struct TooMuch {};  // more steps than anybody wants to wait for

using Position = std::vector<Integer>;
using Heaps = std::vector<Position>;  // the components of a sum, sorted
struct Range {
    Integer first, last;
};
using Numbers = std::vector<Range>;  // ascending, with gaps between
struct Fraction {
    Integer top, bottom;  // bottom > 0
};

/// An end of an enclosure: a number, or beyond all numbers.
struct End {
    int infinite = 0;  // -1, 0 or 1
    Integer value;
};
/// Encloses the values that a term may take.
struct Span {
    End low{-1, 0}, high{1, 0};
};

struct Scope;

/// What a name stands for.
struct Entry {
    enum class Kind { number, span, numbers, piles, position, let, function, set, missing };
    Kind kind = Kind::missing;
    Integer number;
    Span span;                                          // a variable that is not chosen yet
    Numbers numbers;                                    // a set of numbers
    Position piles;                                     // all piles; position: where `grundy` and `outcome` are asked
    const std::vector<std::string>* formals = nullptr;  // let, function and set: the definition
    const Term* body = nullptr;
    const Scope* scope = nullptr;  // where its own names are looked up
    bool rule = false;             // a rule function: its values are natural numbers
    bool recursive = false;        // a function that calls itself: it takes natural numbers, and its values are kept
};

struct Scope {
    const Scope* parent = nullptr;
    bool variables = true;  // are its names taken where a `for` list looks for new ones?
    std::vector<std::pair<std::string, Entry>> names = {};

    Entry& add(const std::string& name, Entry::Kind kind) {
        names.emplace_back(name, Entry{}).second.kind = kind;
        return names.back().second;
    }
    void add_number(const std::string& name, const Integer& value) { add(name, Entry::Kind::number).number = value; }
    const Entry* find(const std::string& name) const;
    bool is_variable(const std::string& name) const;
};

/// Variables to run through, and what is asked of them.
struct Loop {
    std::vector<const Binding*> bindings;
    const Term* condition = nullptr;                                // may be null
    std::vector<std::pair<const Term*, const Integer*>> equations;  // these terms have these values
    std::vector<const Term*> natural;                               // these are not negative; the visitor looks again
    const Term* body = nullptr;  // where this condition is certain to be `dull`, the visitor need not be asked
    bool dull = false;
};

class Evaluator {
  public:
    using Visit = std::function<bool()>;  // false: enough
    using VisitPosition = std::function<bool(const Position&)>;

    explicit Evaluator(const Watch& watch) : watch_(watch) {}

    /// The game from now on. Its parameters' names are in `parameters`, the functions that its rules may call in `functions`, which see the parameters.
    void play(const syntax::Game& game, const Scope& parameters, const Scope& functions);

    // ---- terms
    Integer whole(const Term& term, const Scope& scope);
    Fraction ratio(const Term& term, const Scope& scope);  // a number that need not be whole
    bool holds(const Term& term, const Scope& scope);
    Numbers numbers(const Term& term, const Scope& scope);

    // ---- variables: all assignments; false: the visitor had enough
    bool run(const Loop& loop, Scope& scope, const Visit& visit);

    // ---- sets of positions
    bool contains(const Term& set, const Scope& scope, const Position& position);
    bool for_each(const Term& set, const Scope& scope, const VisitPosition& visit);  // finite sets only

    // ---- the game
    bool exists(const Position& position);
    std::set<Heaps> options(const Position& position);
    Integer grundy(const Position& position);
    Integer outcome(const Position& position);

    void tick();

  private:
    struct Search;

    Position position(const std::vector<Term>& parts, const Scope& scope);
    Position tuple(const Term& term, const Scope& scope);  // (a, b), a number or all piles
    Integer binary(const Term& term, const Scope& scope);
    Integer call(const Term& term, const Scope& scope);
    Integer builtin(const Term& term, const Scope& scope);
    Integer digit(const syntax::Term& table, Integer at, const Scope& scope);
    Integer applied(const Entry& entry, const Term& term, const Scope& scope);
    Scope with_arguments(const Entry& entry, const Term& term, const Scope& scope);
    Integer aggregate(const Term& term, const Scope& scope);
    Integer over_piles(const Term& term, const Scope& scope);
    Integer josephus(const std::string& what, const Integer& n, const Integer& k, const Integer& which);
    bool quantifier(const Term& term, const Scope& scope);
    bool compare(const Term& left, const std::string& op, const Term& right, const Scope& scope);
    bool member(const Term& left, const Term& right, const Scope& scope);
    bool sets_compare(const Term& left, const std::string& op, const Term& right, const Scope& scope);
    bool reaches(const Term& term, const Scope& scope);
    const Entry* callee(const Term& term, const Scope& scope) const;
    bool is_condition(const Term& term, const Scope& scope) const;
    bool is_set(const Term& term, const Scope& scope) const;
    bool is_numbers(const Term& term, const Scope& scope) const;

    std::optional<Span> span(const Term& term, const Scope& scope);
    std::optional<Span> span_of_binary(const Term& term, const Scope& scope);
    std::optional<Span> span_of_call(const Term& term, const Scope& scope);
    std::optional<Span> span_applied(const Entry& entry, const Term& term, const Scope& scope);
    std::optional<bool> truth(const Term& term, const Scope& scope);
    std::optional<bool> related(const Term& left, const std::string& op, const Term& right, const Scope& scope);

    bool step(Search& search, std::size_t at);
    bool range(Search& search, std::size_t at, std::optional<Integer> low, std::optional<Integer> high);
    bool part(Search& search, std::size_t at, const Integer& low, const Integer& high);
    bool positions(Search& search, std::size_t at);
    std::pair<std::optional<Integer>, std::optional<Integer>> bounds(const Search& search, std::size_t at);
    Span enclosure(const Search& search, std::size_t at, const Scope& scope);
    bool impossible(Search& search, std::size_t at, const Span& here);

    bool for_each_number(const Numbers& set, const VisitPosition& visit);
    Scope at_position(const Scope& scope, const Position& position);
    void load(const Position& position, Scope& scope);
    void moves_in(const syntax::Move& move, const Position& position, std::set<Heaps>& found);
    void moves_in_piles(const syntax::Move& move, const Position& position, std::set<Heaps>& found);
    Position sorted(Position position) const;
    std::vector<Heaps> options_of_sum(const Heaps& sum);
    std::uint64_t value(const Heaps& sum, bool podium);

    const Watch& watch_;
    std::uint64_t steps_ = 0;
    int depth_ = 0;
    const syntax::Game* game_ = nullptr;
    Scope rules_;               // the parameters once more: in the rules their names are taken
    std::size_t piles_at_ = 0;  // which coordinate is the group of piles
    std::uint64_t players_ = 0;
    std::map<Heaps, std::uint64_t> values_, podium_;
    std::map<std::pair<Integer, Integer>, std::vector<std::uint64_t>> circles_;
    std::map<std::pair<const Entry*, Position>, Integer> sequences_;  // of functions that call themselves
};

Fraction fraction(const Integer& top, const Integer& bottom);
Integer floor_of(const Fraction& value);
Integer ceil_of(const Fraction& value);
bool looks_like_condition(const Term& term);
std::uint64_t machine(const Integer& value, const char* what);  // a natural number that can be counted up to

}  // namespace bouton::kernel::compute
