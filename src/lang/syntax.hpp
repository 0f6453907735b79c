// What a .bouton file says, as written: names are still names, nothing is checked. `print` gives the text back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bouton::syntax {

struct Place {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    bool operator==(const Place&) const { return true; }  // places do not count when trees are compared
};

struct Binding;

struct Term {
    enum class Kind {
        number,       // text: decimal digits
        name,         // text
        piles,        // text: a...
        indexed,      // text[parts[0]]: one of the piles a[1..n]
        call,         // text(parts)
        tuple,        // (parts), at least two
        list,         // { parts }, each a number, tuple, range or one condition
        range,        // parts[0]..parts[1]
        family,       // { parts[0] for bindings if parts[1] }
        table,        // [parts]
        negate,       // -parts[0]
        binary,       // parts[0] text parts[1]: + - * / ^ mod | & \ and or implies iff
        compare,      // parts joined by the operators in `operators`
        negation,     // not parts[0]
        conditional,  // if parts[0] then parts[1] else parts[2]
        aggregate,  // text(parts[0] for bindings if parts[1]); text: sum, min, max, mex, xor; count: an empty tuple; several bodies: a tuple
        quantifier,  // text bindings if parts[1]: parts[0]; text: forall, exists
    };
    Kind kind = Kind::number;
    std::string text;
    std::vector<Term> parts;
    std::vector<std::string> operators;
    std::vector<Binding> bindings;
    std::uint32_t depth = 1;  // of nesting; bounded when a file is read, so that trees can be walked recursively
    Place place;
    bool operator==(const Term&) const;
};

/// One entry of a `for` list.
struct Binding {
    enum class Kind {
        chain,    // terms joined by operators < <= (names not yet bound become variables)
        above,    // names[0] >= terms[0] or >
        element,  // names in terms[0]; several names: a tuple
        subset,   // names[0] subset terms[0]
        equals,   // names[0] = terms[0]
    };
    Kind kind = Kind::chain;
    std::vector<std::string> names;
    std::vector<Term> terms;
    std::vector<std::string> operators;
    Place place;
    bool operator==(const Binding&) const;
};

// Written out: clang 14 crashes on defaulted comparisons of types that contain each other.
inline bool Term::operator==(const Term& other) const {
    return kind == other.kind && text == other.text && parts == other.parts && operators == other.operators &&
           bindings == other.bindings;
}
inline bool Binding::operator==(const Binding& other) const {
    return kind == other.kind && names == other.names && terms == other.terms && operators == other.operators;
}

struct Parameter {
    enum class Kind { number, set, function, sets };
    Kind kind = Kind::number;
    std::string name;
    std::vector<std::string> arguments;  // of a function
    std::optional<Term> value;           // the default
    std::optional<Term> condition;       // where
    Place place;
    bool operator==(const Parameter&) const = default;
};

struct Let {
    std::string name;
    Term value;
    Place place;
    bool operator==(const Let&) const = default;
};

/// NAME to E, or NAME[I] to E
struct Change {
    Term what;
    Term value;
    bool operator==(const Change&) const = default;
};

struct Move {
    enum class Piles { one, up_to, exactly, some, all };
    std::vector<Term> results;    // tuples; more than one: a sum; none: changes
    std::vector<Change> changes;  // the other coordinates stay as they are
    std::vector<Binding> bindings;
    std::optional<Term> condition;
    Piles piles = Piles::one;
    std::optional<Term> pile_count;  // in up to E piles; in some I of E: the set
    std::string index;               // in some I of ..., in all I of ...
    std::vector<Binding> outer;      // what stands after it: for ... if ...
    std::optional<Term> outer_condition;
    Place place;
    bool plain() const { return changes.empty() && index.empty(); }
    bool operator==(const Move&) const = default;
};

/// Piles in a row: NAME[first..last]
struct Row {
    std::string name;
    Term first, last;
    bool operator==(const Row&) const = default;
};

struct Game {
    std::string name;
    std::vector<std::string> coordinates;  // the group of piles ends with "...", a row is written NAME[]
    std::vector<Row> rows;                 // those coordinates, in order
    std::optional<Term> domain;
    std::string about;
    std::string source;
    std::vector<Parameter> parameters;
    std::vector<Let> lets;
    std::vector<Move> moves;
    std::vector<Term> measures;
    std::optional<Term> players;
    bool misere = false;
    bool loopy = false;        // plays may go on for ever
    bool coalition = false;    // who can be the last to move against all the others
    std::vector<Term> prefer;  // who should be the last to move, best first; a set: indifferent
    std::optional<Term> block;
    Place place;
    bool operator==(const Game&) const = default;
    /// Rules of winning for which there is no theory here: values are computed, nothing is proved.
    bool computed_only() const { return loopy || coalition || !prefer.empty() || block; }
};

/// set NAME(arguments) = value, or function NAME(arguments) = value
struct Definition {
    bool is_set = false;
    std::string name;
    std::vector<std::string> arguments;
    Term value;
    Place place;
    bool operator==(const Definition&) const = default;
};

/// NAME = value, or for a rule function NAME(arguments) = value
struct Argument {
    std::string name;
    std::vector<std::string> arguments;
    Term value;
    Place place;
    bool operator==(const Argument&) const = default;
};

struct Word {
    std::string symbol;       // a number, or empty: a group
    std::vector<Word> group;  // in order
    std::optional<Term> count;
    bool operator==(const Word&) const = default;
};

/// using "2.3" at x = n - 1
struct Use {
    std::string claim;
    std::vector<std::pair<std::string, Term>> at;
    bool operator==(const Use&) const = default;
};

struct Claim {
    enum class Form { condition, repeats, starts, period };
    /// What the author's word for it promises: that it holds for all positions, only up to its bound, or that nobody knows.
    enum class Standing { general, finite, conjectured };
    std::string kind;  // theorem, lemma, ...
    std::string label;
    bool expect_refuted = false;
    std::vector<std::pair<std::string, std::string>> counterexample;  // name, number
    std::string game;                                                 // empty: the game declared last
    std::vector<Argument> arguments;
    std::optional<Term> pile_count;
    std::vector<Binding> bindings;
    std::optional<Term> condition;
    Form form = Form::condition;
    std::string quantity;  // grundy or outcome, for the other forms
    std::vector<Word> word;
    std::optional<Term> statement;  // condition, or the period
    std::optional<Term> preperiod;
    std::optional<std::string> bound;                         // to 200
    std::vector<std::pair<std::string, std::string>> bounds;  // to k <= 12
    std::optional<Term> assumption;  // what the game's rule function must satisfy wherever the claim is used
    std::vector<Binding> assumption_bindings;
    // for the prover: what falls in an induction, which other claims it may use, what to compare with a power of 2
    std::vector<Term> induction;
    std::vector<Use> uses;
    std::vector<Term> scales;
    Standing standing() const {
        if (kind == "example" || kind == "remark") return Standing::finite;
        return kind == "conjecture" ? Standing::conjectured : Standing::general;
    }
    std::string note;
    Place place;
    bool operator==(const Claim&) const = default;
};

/// example podium-nim(players = 3) with 3 piles to 12, 12, 5: which instance of a game a study draws, and how far. It says nothing about
/// the game, so that it is neither elaborated nor proved.
struct Example {
    std::string game;
    std::vector<Argument> arguments;
    std::optional<Term> piles;
    std::vector<std::string> to;  // numbers, one for each coordinate that runs
    Place place;
    bool operator==(const Example&) const = default;
};

struct Import {
    std::string game;
    Place place;
    bool operator==(const Import&) const = default;
};

struct Paper {
    std::string title, by, source, about;
    bool operator==(const Paper&) const = default;
};

struct File {
    std::string path;
    std::optional<Paper> paper;
    std::vector<Import> imports;
    std::vector<Game> games;
    std::vector<Definition> definitions;
    std::vector<Claim> claims;
    std::vector<Example> examples;
    bool operator==(const File& other) const {
        return paper == other.paper && imports == other.imports && games == other.games &&
               definitions == other.definitions && claims == other.claims && examples == other.examples;
    }
};

}  // namespace bouton::syntax
