// The rules of a game played straight from the syntax tree, as an independent second opinion on elaborator, Options and engines.
//
// It shares nothing with them but the tree: its own evaluator (fractions of machine integers), its own loops over `for` lists, and
// values by plain recursion over whole sums of components: not even "the value of a sum is the xor" is taken for granted.
// Only for small games whose numbers stay small. A variable without an upper end is tried up to twice the largest number in sight plus 8.
#pragma once

#include "engines/engine.hpp"
#include "lang/syntax.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace bouton::unit {

class Plain {
  public:
    using Sum = std::vector<Position>;  // components, sorted

    Plain(const syntax::Game& game, const std::vector<std::pair<std::string, syntax::Term>>& arguments);

    bool exists(const Position& position);
    std::set<Sum> options(const Position& position);

    long long grundy(const Sum& sum);   // misere: 1 where nobody can move
    long long outcome(const Sum& sum);  // 0: the player who has just moved wins; with players the podium outcome

  private:
    struct Fraction {
        long long top, bottom;  // bottom > 0
    };

    // ---- expressions ----
    Fraction value(const syntax::Term& term);
    long long whole(const syntax::Term& term);
    bool holds(const syntax::Term& term) { return whole(term) != 0; }
    Fraction lookup(const std::string& name);
    Fraction binary(const syntax::Term& term);
    bool compare(const syntax::Term& term);
    Fraction call(const syntax::Term& term);
    long long over_piles(const syntax::Term& term);
    std::vector<long long> elements(const syntax::Term& set);
    static bool related(const Fraction& left, const std::string& op, const Fraction& right);

    // ---- variables ----
    using Body = std::function<void()>;
    void run(const std::vector<syntax::Binding>& bindings, std::size_t at, const Body& body);
    void run_chain(const syntax::Binding& binding, std::size_t at, const Body& then);
    bool known(const std::string& name) const;
    long long horizon() const;

    // ---- moves ----
    void load(const Position& position);
    void several_piles(const syntax::Move& move, const Position& position, std::set<Sum>& found);
    std::set<Sum> sum_options(const Sum& sum);

    const syntax::Game& game_;
    std::map<std::string, const syntax::Term*> given_;
    std::map<std::string, long long> variables_;
    std::vector<long long> piles_;
    std::size_t pile_index_;  // which coordinate is the group of piles; their number: there is none
    std::map<Position, std::set<Sum>> options_;
    std::map<Sum, long long> grundy_, outcome_;
};

}  // namespace bouton::unit
