// What a term of the language is worth, worked out from the syntax tree with fractions of any size: a second opinion on elaboration,
// evaluation (machine integers first) and its shortcuts. Shares only the tree and the number type with the library.
//
// Loops run through every case. Where there are more than `kMostCases`, a sum over one variable whose body is a polynomial in it is found
// from its coefficients and the sums of powers, and everything else is given up (TooMuch).
#pragma once

#include "base/integer.hpp"
#include "lang/syntax.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bouton::independent {

struct Undefined {};  // it has no value: a division by zero, a logarithm of 0, the largest of nothing
struct TooMuch {};    // it may have one, but this is not the place to find it

using Bindings = std::vector<syntax::Binding>;
using syntax::Term;

class Terms {
  public:
    static constexpr int kMostCases = 12000;

    std::map<std::string, Integer> variables;
    std::vector<Integer> piles;
    std::map<std::string, std::vector<Integer>> sets;  // by the name of a parameter
    std::map<std::string, const Term*> lets;           // names for terms
    struct Row {
        Integer first;
        std::vector<Integer> piles;
    };
    std::map<std::string, Row> rows;                                     // a[1..n]
    std::map<std::string, std::vector<std::vector<Integer>>> set_lists;  // lists of sets, by the name of a parameter
    const std::vector<syntax::Definition>* definitions = nullptr;        // functions and sets of the file
    std::function<std::optional<Integer>(const Term&, Terms&)>
        function;                    // what else may be called: grundy, rule functions
    std::optional<Integer> horizon;  // variables of loops without an end, or far beyond, stop at it; none: TooMuch

    Integer whole(const Term& term);
    Rational value(const Term& term);
    bool holds(const Term& term) { return whole(term) != 0; }

    /// All assignments; the body says false when it has seen enough.
    using Body = std::function<bool()>;
    bool run(const Bindings& bindings, const Term* condition, const Body& body);

    void tick();  // throws TooMuch after many steps

    /// All tuples of a list, a family, a union of such or a named set, in variables of these names.
    bool run_tuples(const Term& set, const std::vector<std::string>& names, const Body& body);
    std::vector<std::vector<Integer>> tuples(const Term& set);
    /// The numbers of a set.
    std::vector<Integer> elements(const Term& set);

    std::uint64_t steps = 0, most_steps = 200000;

  private:
    std::map<std::pair<std::string, std::vector<Integer>>, Integer> found_;  // values of functions of the file

    bool step(const Bindings& bindings, std::size_t at, const Body& body);
    bool run_chain(const syntax::Binding& binding, std::size_t at, const Body& body);
    bool known(const std::string& name) const;
    bool computable(const Term& term) const;
    bool over(const std::string& name, Integer first, Integer last, const Body& body);
    Rational binary(const Term& term);
    bool compare(const Term& term);
    bool element(const Integer& value, const Term& set);
    Rational call(const Term& term);
    std::optional<Rational> defined(const Term& term);
    const syntax::Definition* definition(const std::string& name) const;
    Rational aggregate(const Term& term);
    std::optional<Rational> polynomial_sum(const Term& term);
    std::optional<std::vector<Rational>> coefficients(const Term& term, const std::string& name);
};

}  // namespace bouton::independent
