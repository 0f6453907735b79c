// Formulas over natural numbers whose digits can be read, and their normal form: a sorted list of clauses, each a sorted list of facts, as
// proofs/automaton.hpp describes it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace bouton::recheck {

/// The certificate, or the claim it is given for, is not what it should be.
struct Wrong {
    std::string what;
};

using Long = std::int64_t;
constexpr Long kLimit = 1000000;

inline Long remainder(Long a, Long b) { return ((a % b) + b) % b; }         // b > 0
inline Long quotient(Long a, Long b) { return (a - remainder(a, b)) / b; }  // rounded down

struct Sum {
    std::map<std::string, Long> of;
    Long add = 0;

    Sum& plus(const Sum& other, Long times);
    static void guard(Long value) {
        if (value > kLimit || value < -kLimit) throw Wrong{"the claim needs numbers that are too large"};
    }
};

/// One condition. kind: '<' sum <= 0, '=' sum = 0, '%' sum = 0 mod number, 'x' columns, 'X' not all columns, 'p' power, '1' ones, '0' zeros,
/// 's' shift, 'c' changed, 'v' valid, 'a' an automaton of the language gives `rest` for the names.
struct Fact {
    char kind = 0;
    Sum sum;
    Long number = 0, rest = 0;
    std::vector<std::string> names;
    std::shared_ptr<const std::vector<Long>> table = nullptr;  // of 'a': base, then output and successors of each state

    bool linear() const { return kind == '<' || kind == '=' || kind == '%'; }
    std::string text() const;
    std::set<std::string> tracks() const;
};
Fact linear_fact(char kind, Sum sum, Long number = 0);
Fact digit_fact(char kind, std::vector<std::string> names, Long number = 0, Long rest = 0);

struct Formula;
using F = std::shared_ptr<const Formula>;
struct Formula {
    enum Kind { all, any, fact } kind;
    std::vector<F> parts;
    Fact leaf;
    std::set<std::string> binds;  // hidden variables
};

/// `binds`: a variable that is bound here. In a conjunction the same variable bound twice would be one number where there are two.
F all(std::vector<F> parts, const std::string& binds = "");
F any(std::vector<F> parts);
F leaf(Fact fact);
inline F yes() { return all({}); }
inline F no() { return any({}); }

/// times * floor(of / by)
struct Divided {
    Long times;
    Sum of;
    Long by;
};
struct Term {
    Sum sum;
    std::vector<Divided> floors;
    bool fixed() const { return sum.of.empty() && floors.empty(); }
};
Term plain(const std::string& name);
Term fixed(Long value);
Term combined(Term a, const Term& b, Long times);  // a + times*b
std::string text_of(const Term& term);

/// For each choice of remainders: (product of the divisors) * term without floors, and that product.
F by_remainders(const Term& term, const std::function<F(const Sum&, Long)>& then);

/// term <= 0 or term = 0
F compared(char kind, const Term& term);

struct Normal {
    std::vector<Fact> facts;
    std::vector<std::string> texts;
};

/// Sorted clauses, sorted facts, each once. Zeckendorf: the hidden numbers are valid, on the left side the visible ones too.
std::vector<Normal> normal(const F& formula, const std::vector<std::string>& visible, bool left, bool zeckendorf);

}  // namespace bouton::recheck
