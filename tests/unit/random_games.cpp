#include "unit/random_games.hpp"

#include "unit/random_terms.hpp"
#include "unit/terms.hpp"

#include <utility>

namespace bouton::unit {

using namespace build;
using syntax::Binding;
using syntax::Move;
using syntax::Parameter;
using syntax::Term;

namespace {

class Builder : RandomTerms {
  public:
    using RandomTerms::RandomTerms;

    RandomGame build() {
        game_.name = random_.word({"g", "random-game", "g2-x"});
        if (random_.chance(20)) game_.about = "drawn \"at random\"";
        const auto kind = random_.between(1, 100);
        const bool splitting = kind <= 22, in_piles = kind > 75;
        declare_coordinates(splitting, in_piles);
        declare_parameters();
        if (random_.chance(35)) declare_let();
        if (random_.chance(20)) game_.domain = condition(coordinates_, 1);
        end_rule();
        if (random_.chance(10) && coordinates_.size() == 2) game_.measures = {binary("+", name("x"), name("y"))};
        const std::int64_t count = random_.between(1, 3);
        for (std::int64_t i = 0; i < count; ++i)
            game_.moves.push_back(splitting && (i == 0 || random_.chance(40)) ? splitting_move()
                                  : in_piles                                  ? pile_move()
                                                                              : plain_move());
        return {game_, arguments_, largest_};
    }

  private:
    // ---- the frame of a game ----

    void declare_coordinates(bool splitting, bool in_piles) {
        if (in_piles) {
            pile_ = "a";
            game_.coordinates = {"a..."};
            const std::int64_t heaps = random_.between(0, 3);
            largest_.assign(static_cast<std::size_t>(heaps), heaps == 3 ? 2 : 4);
            if (random_.chance(67)) {
                coordinates_ = {"c"};
                const bool first = random_.chance(50);
                game_.coordinates.insert(first ? game_.coordinates.begin() : game_.coordinates.end(), "c");
                largest_.insert(first ? largest_.begin() : largest_.end(), 2);
            }
            return;
        }
        const std::int64_t count = splitting ? (random_.chance(15) ? 2 : 1) : random_.between(1, 3);
        coordinates_ = {"x", "y", "z"};
        coordinates_.resize(static_cast<std::size_t>(count));
        game_.coordinates = coordinates_;
        largest_.assign(coordinates_.size(), count == 1 ? (splitting ? 7 : 12) : count == 2 ? (splitting ? 2 : 5) : 3);
    }

    void declare_parameters() {
        const auto declare = [&](Parameter::Kind kind, const std::string& parameter, std::optional<Term> value) {
            game_.parameters.push_back({kind, parameter, {}, std::move(value), {}, {}});
        };
        if (random_.chance(40)) {
            number_parameter_ = "k";
            declare(Parameter::Kind::number, "k", number(random_.between(1, 3)));
            game_.parameters.back().condition = compare(name("k"), ">=", number(1));
            if (random_.chance(40)) arguments_.emplace_back("k", number(random_.between(1, 4)));
        }
        if (random_.chance(25)) {
            set_parameter_ = "moves";
            const bool given = random_.chance(50);
            declare(Parameter::Kind::set, "moves", given ? std::nullopt : std::optional(positive_set()));
            if (given) arguments_.emplace_back("moves", positive_set());
        }
        if (random_.chance(25)) {
            rule_function_ = "f";
            const std::string piles_here = std::exchange(pile_, "");  // a rule function cannot see them
            Term body = random_.chance(25)
                            ? term(Term::Kind::table, "", {number(0), number(2), number(1), number(3), number(1)})
                        : random_.chance(20)
                            ? random_.chance(50)
                                  ? term(Term::Kind::table, "0.213", {number(0), number(2), number(1), number(3)})
                                  : term(Term::Kind::table, "1.0[32]", {number(1), number(0), number(3), number(2)})
                            : call("abs", {expression({"v"}, 2)});
            pile_ = piles_here;
            declare(Parameter::Kind::function, "f", std::move(body));
            game_.parameters.back().arguments = {"v"};
        }
    }

    void declare_let() {
        game_.lets.push_back({"half", call("floor", {binary("/", expression(coordinates_, 1), number(2))}), {}});
        let_ = "half";
    }

    void end_rule() {
        if (random_.chance(20)) {
            game_.misere = true;
        } else if (random_.chance(20)) {
            game_.players = number(random_.between(1, 4));
            if (random_.chance(40)) {
                const Term condition = compare(name("players"), ">=", number(1));
                game_.parameters.push_back({Parameter::Kind::number, "players", {}, game_.players, condition, {}});
                game_.players = name("players");
            }
        }
    }

    // ---- moves ----

    /// Variables of a move and an amount, surely at least 1, that they give.
    struct Variables {
        std::vector<Binding> bindings;
        std::vector<std::string> names;
        Term amount;
    };

    Variables variables(const std::string& heap) {
        const Term t = name("t"), s = name("s"), one = number(1);
        switch (random_.between(0, 9)) {
            case 0: return {{}, {}, number(random_.between(1, 3))};
            case 1: return {{above("t", random_.word({">=", ">"}), one)}, {"t"}, t};
            case 2: return {{element({"s"}, set_parameter_.empty() ? positive_set() : name(set_parameter_))}, {"s"}, s};
            case 3: return {{chain({one, s, t, bound(heap)}, {"<=", random_.word({"<", "<="}), "<="})}, {"s", "t"}, t};
            case 4: return {{chain({number(0), s, t, bound(heap)}, {"<=", "<", "<="})}, {"s", "t"}, t};
            case 5:
                return {{chain({one, t, bound(heap)}, {"<=", "<="}), equals("u", binary("+", t, small()))},
                        {"t", "u"},
                        name("u")};
            case 6:
                return {{chain({one, t, bound(heap)}, {"<=", "<="}), element({"s"}, list({number(0), number(2)}))},
                        {"t", "s"},
                        binary("+", t, s)};
            case 7:
                return {
                    {chain({one, t, bound(heap)}, {"<=", "<="})},
                    {"t"},
                    number_parameter_.empty() ? binary("*", number(2), t) : binary("*", t, name(number_parameter_))};
            default:
                return {{chain({random_.chance(50) ? one : binary("-", number(2), one), t, bound(heap)}, {"<=", "<="})},
                        {"t"},
                        t};
        }
    }

    /// What the leading coordinate becomes: lower by an amount, or set to something below.
    Term lowered(const std::string& heap, Move& move, std::vector<std::string>& names) {
        if (random_.chance(12)) {
            move.bindings = {chain({number(0), name("w"), name(heap)}, {"<=", "<"})};
            names.push_back("w");
            return name("w");
        }
        if (random_.chance(8)) {
            move.condition = compare(name(heap), ">=", number(2));
            return call("floor", {binary("/", name(heap), number(2))});
        }
        Variables v = variables(heap);
        move.bindings = v.bindings;
        names.insert(names.end(), v.names.begin(), v.names.end());
        return binary("-", name(heap), v.amount);
    }

    void add_condition(Move& move, const std::vector<std::string>& names) {
        if (!random_.chance(45)) return;
        Term more = condition(names, 2);
        move.condition = move.condition ? binary("and", *move.condition, more) : more;
    }

    /// Coordinates before the leading one stay, the later ones may become anything small.
    Move plain_move() {
        Move move;
        const auto leading = static_cast<std::size_t>(random_.between(0, static_cast<int>(coordinates_.size()) - 1));
        std::vector<std::string> names = coordinates_;
        Term next = lowered(coordinates_[leading], move, names);
        std::vector<Term> parts;
        for (std::size_t i = 0; i < coordinates_.size(); ++i)
            parts.push_back(i < leading    ? name(coordinates_[i])
                            : i == leading ? next
                                           : changed(coordinates_[i], names));
        move.results = {tuple(parts)};
        add_condition(move, names);
        return move;
    }

    Term changed(const std::string& coordinate, const std::vector<std::string>& names) {
        const Term here = name(coordinate), other = name(random_.pick(names));
        switch (random_.between(0, 8)) {
            case 0: return binary("+", here, number(1));
            case 1: return binary("-", here, number(1));
            case 2: return binary("-", here, other);
            case 3: return other;
            case 4: return call("min", {here, binary("+", other, number(1))});
            case 5: return call("floor", {binary("/", binary("+", here, other), number(2))});
            case 6: return binary("mod", binary("+", here, other), number(random_.between(2, 5)));
            default: return here;
        }
    }

    Move pile_move() {
        Move move;
        const bool has_other = !coordinates_.empty();
        const bool other_first = has_other && game_.coordinates[0] == "c";
        const auto result = [&](Term pile, Term other) {
            std::vector<Term> parts{std::move(pile)};
            if (has_other) parts.insert(other_first ? parts.begin() : parts.end(), std::move(other));
            move.results = {tuple(parts)};
        };
        if (has_other && random_.chance(30)) {  // the piles stay; c falls
            result(piles(pile_), binary("-", name("c"), number(1)));
            if (random_.chance(60)) move.condition = compare(call("sum", {piles(pile_)}), ">=", small());
            return move;
        }
        std::vector<std::string> names = coordinates_;
        names.push_back(pile_);
        const Term next = lowered(pile_, move, names);
        add_condition(move, names);
        const Term c = name("c");
        result(next, random_.chance(50) ? c : binary(random_.word({"-", "+"}), c, number(random_.between(1, 2))));
        if (random_.chance(50)) {
            move.piles = random_.chance(50) ? Move::Piles::up_to : Move::Piles::exactly;
            move.pile_count = has_other && random_.chance(25) ? binary("+", name("c"), number(1))
                              : number_parameter_.empty()     ? number(random_.between(1, 3))
                                                              : name(number_parameter_);
        }
        return move;
    }

    Move splitting_move() {
        Move move;
        const Term x = name("x"), a = name("a"), taken = number(random_.between(0, 2));
        const Term rest = binary("-", x, a), less = taken.text == "0" ? rest : binary("-", binary("-", x, taken), a);
        const Term one = taken.text == "0" ? number(1) : number(random_.between(0, 1));
        const auto with_rest = [&](Term part) {
            return coordinates_.size() == 1 ? tuple({std::move(part)}) : tuple({std::move(part), name("y")});
        };
        std::vector<std::string> names = coordinates_;
        names.push_back("a");
        switch (random_.between(0, 3)) {
            case 0:
                move.bindings = {chain({one, a, less}, {"<=", "<="})};
                move.results = {with_rest(a), with_rest(less)};
                break;
            case 1:
                move.bindings = {chain({number(1), a, rest}, {"<=", "<"})};
                move.results = {with_rest(a), with_rest(rest)};
                break;
            case 2:
                move.bindings = {chain({number(1), a, x}, {"<=", "<"})};
                move.condition = compare(binary("mod", a, number(2)), "=", number(random_.between(0, 1)));
                move.results = {with_rest(rest), with_rest(a)};
                break;
            default:
                move.bindings = {chain({number(1), a, name("b"), x}, {"<=", "<=", "<"})};
                move.condition = compare(binary("+", a, name("b")), "<", x);
                move.results = {with_rest(a), with_rest(name("b")), with_rest(binary("-", rest, name("b")))};
                names.push_back("b");
        }
        add_condition(move, names);
        return move;
    }

    syntax::Game game_;
    std::vector<std::pair<std::string, Term>> arguments_;
    Position largest_;
    std::vector<std::string> coordinates_;  // without the piles
};

}  // namespace

RandomGame random_game(Random random) { return Builder(std::move(random)).build(); }

}  // namespace bouton::unit
