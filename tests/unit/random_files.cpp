#include "unit/random_files.hpp"

#include "unit/random_games.hpp"
#include "unit/support.hpp"
#include "unit/terms.hpp"

#include <functional>
#include <utility>

namespace bouton::unit {

using namespace build;
using syntax::Binding;
using syntax::Claim;
using syntax::Parameter;
using syntax::Term;

namespace {

class Writer {
  public:
    explicit Writer(Random random) : random_(std::move(random)) {}

    Term any(int depth) {
        if (depth <= 0) return leaf();
        const auto part = [&] { return any(depth - 1); };
        switch (random_.between(-1, 17)) {
            case -1: return term(Term::Kind::indexed, a_name(), {part()});
            case 0: return call(a_name(), several(0, 3, part));
            case 1: return tuple(several(2, 3, part));
            case 2: return list(several(0, 3, [&] { return entry(depth - 1); }));
            case 3: return with_cases(Term::Kind::family, "", entry(depth - 1), depth);
            case 4:
                if (random_.chance(30))
                    return term(Term::Kind::table, "4.0[a7]", {number(4), number(0), number(10), number(7)});
                return term(Term::Kind::table, "", several(1, 3, part));
            case 5: return term(Term::Kind::negate, "", {part()});
            case 6: return negation(part());
            case 7: return choose(part(), part(), part());
            case 8:
                return with_cases(Term::Kind::aggregate, random_.word({"sum", "min", "mex", "xor", "count", "f"}),
                                  part(), depth);
            case 9: return with_cases(Term::Kind::aggregate, "count", tuple({}), depth);
            case 10: return with_cases(Term::Kind::quantifier, random_.word({"forall", "exists"}), part(), depth);
            case 11:
            case 12: {
                std::vector<Term> parts = several(2, 4, part);
                std::vector<std::string> operators;
                for (std::size_t i = 1; i < parts.size(); ++i)
                    operators.push_back(random_.word({"=", "!=", "<", "<=", ">", ">=", "in", "subset"}));
                return compare(parts, operators);
            }
            default:
                return binary(
                    random_.word({"+", "-", "*", "/", "^", "mod", "|", "&", "\\", "and", "or", "implies", "iff"}),
                    part(), part());
        }
    }

    syntax::File file() {
        syntax::File result;
        if (random_.chance(60)) result.paper = syntax::Paper{text(), text(), text(), text()};
        for (std::int64_t i = random_.between(0, 2); i > 0; --i) result.imports.push_back({game_name(), {}});
        for (std::int64_t i = random_.between(0, 2); i > 0; --i) result.games.push_back(game());
        for (std::int64_t i = random_.between(0, 2); i > 0; --i) {
            const bool is_set = random_.chance(50);
            result.definitions.push_back({is_set, a_name(), names(is_set ? 0 : 1, 3), any(3), {}});
        }
        for (std::int64_t i = random_.between(1, 3); i > 0; --i) {
            result.claims.push_back(claim());
            // A claim that names no game is given the one above it.
            if (result.claims.back().game.empty() && !result.games.empty())
                result.claims.back().game = result.games.back().name;
        }
        for (std::int64_t i = random_.between(0, 1); i > 0; --i)
            result.examples.push_back({game_name(),
                                       arguments(),
                                       perhaps([&] { return any(1); }),
                                       several(0, 2, [&] { return digits(); }),
                                       {}});
        return result;
    }

  private:
    template <class Make> auto several(int least, int most, Make make) -> std::vector<decltype(make())> {
        std::vector<decltype(make())> result;
        for (std::int64_t i = random_.between(least, most); i > 0; --i) result.push_back(make());
        return result;
    }

    /// Words that are special elsewhere are ordinary names here.
    std::string a_name() {
        return random_.word({"x",     "y",   "t",     "f",     "grundy",  "P",         "players", "period",
                             "piles", "_a",  "block", "loopy", "prefer",  "coalition", "x2",      "forall_",
                             "iff2",  "Mod", "by",    "has",   "repeats", "at",        "after",   "refuted"});
    }
    std::vector<std::string> names(int least, int most) {
        return several(least, most, [&] { return a_name(); });
    }
    std::string game_name() { return random_.word({"nim", "misere-nim", "g2", "to-x", "for2", "in-a-row"}); }
    std::string text() {
        return random_.word({"", "a", "say \"x\"", "back\\slash\\", "# no comment", "a\tb", "\xc3\xa9"});
    }
    std::vector<syntax::Argument> arguments() {
        return several(0, 2, [&] { return syntax::Argument{a_name(), names(0, 2), any(2), {}}; });
    }
    std::string digits() { return std::to_string(random_.between(0, 1000)); }

    Term leaf() {
        if (random_.chance(10)) return piles(a_name());
        if (random_.chance(3)) return term(Term::Kind::number, "123456789012345678901234567890");
        return random_.chance(50) ? name(a_name()) : number(random_.between(0, 20));
    }

    Term entry(int depth) { return random_.chance(25) ? range(any(depth - 1), any(depth - 1)) : any(depth); }

    Term with_cases(Term::Kind kind, const std::string& text, Term body, int depth) {
        std::vector<Term> parts{std::move(body)};
        if (random_.chance(40)) parts.push_back(any(depth - 1));
        return over(kind, text, parts, bindings(depth - 1));
    }

    std::vector<Binding> bindings(int depth) {
        return several(1, 2, [&] { return binding(depth); });
    }

    Binding binding(int depth) {
        switch (random_.between(0, 4)) {
            case 0: {
                std::vector<Term> terms = several(2, 4, [&] { return any(depth); });
                std::vector<std::string> operators;
                for (std::size_t i = 1; i < terms.size(); ++i) operators.push_back(random_.word({"<", "<="}));
                return chain(terms, operators);
            }
            case 1: return above(a_name(), random_.word({">", ">="}), any(depth));
            case 2: return element(names(1, 3), any(depth));
            case 3: return subset(a_name(), any(depth));
            default: return equals(a_name(), any(depth));
        }
    }

    template <class Make> auto perhaps(Make make) -> std::optional<decltype(make())> {
        if (random_.chance(50)) return make();
        return std::nullopt;
    }

    syntax::Game game() {
        if (random_.chance(30)) return random_game(static_cast<std::uint64_t>(random_.between(0, 1000000))).game;
        const auto a_term = [&] { return any(2); };
        syntax::Game game;
        game.name = game_name();
        game.coordinates = several(1, 3, [&] { return a_name() + (random_.chance(20) ? "..." : ""); });
        for (std::string& coordinate : game.coordinates) {
            if (coordinate.ends_with("...") || !random_.chance(20)) continue;
            game.rows.push_back({coordinate, any(1), any(1)});
            coordinate += "[]";
        }
        game.domain = perhaps(a_term);
        game.about = text();
        game.source = text();
        game.parameters = several(0, 2, [&] {
            Parameter p{Parameter::Kind::number, a_name(), {}, perhaps(a_term), perhaps(a_term), {}};
            p.kind = random_.pick(std::vector{Parameter::Kind::number, Parameter::Kind::set, Parameter::Kind::function,
                                              Parameter::Kind::sets});
            if (p.kind == Parameter::Kind::function) p.arguments = names(1, 2);
            return p;
        });
        game.lets = several(0, 2, [&] { return syntax::Let{a_name(), any(2), {}}; });
        game.moves = several(0, 2, [&] { return move(); });
        game.measures = several(0, 2, a_term);
        game.players = perhaps(a_term);
        game.misere = random_.chance(50);
        game.loopy = random_.chance(30);
        game.coalition = random_.chance(30);
        if (random_.chance(30)) game.prefer = several(1, 3, a_term);
        game.block = perhaps(a_term);
        return game;
    }

    syntax::Move move() {
        syntax::Move move;
        const auto coordinate = [&] { return random_.chance(20) ? piles(a_name()) : binary("-", number(1), any(2)); };
        if (random_.chance(30)) {
            move.changes = several(1, 3, [&] {
                const bool pile = random_.chance(50);
                return syntax::Change{pile ? term(Term::Kind::indexed, a_name(), {any(1)}) : name(a_name()), any(2)};
            });
        } else {
            move.results = several(1, 2, [&] { return tuple(several(1, 3, coordinate)); });
        }
        if (random_.chance(60)) move.bindings = bindings(1);
        move.condition = perhaps([&] { return any(2); });
        move.pile_count = perhaps([&] { return any(2); });
        if (move.pile_count)
            move.piles = random_.chance(50) ? syntax::Move::Piles::up_to : syntax::Move::Piles::exactly;
        if (move.pile_count && random_.chance(40)) {
            move.piles = random_.chance(50) ? syntax::Move::Piles::some : syntax::Move::Piles::all;
            move.index = a_name();
            if (random_.chance(50)) move.outer = bindings(1);
            move.outer_condition = perhaps([&] { return any(2); });
        }
        return move;
    }

    std::vector<syntax::Word> word(int depth) {
        return several(1, 3, [&] {
            syntax::Word item;
            if (depth > 0 && random_.chance(40))
                item.group = word(depth - 1);
            else
                item.symbol = digits();
            item.count = perhaps([&] { return any(1); });
            return item;
        });
    }

    Claim claim() {
        Claim claim;
        claim.kind = random_.word({"theorem", "lemma", "proposition", "corollary", "definition", "example", "remark",
                                   "conjecture", "claim", "formula"});
        claim.label = text();
        const auto assignment = [&] { return std::pair{a_name(), (random_.chance(30) ? "-" : "") + digits()}; };
        claim.expect_refuted = random_.chance(30);
        if (claim.expect_refuted) claim.counterexample = several(0, 2, assignment);
        if (random_.chance(70)) {
            claim.game = game_name();
            claim.arguments = arguments();
            claim.pile_count = perhaps([&] { return any(1); });
        }
        if (random_.chance(70)) claim.bindings = bindings(2);
        claim.condition = perhaps([&] { return any(2); });
        claim.form = random_.pick(
            std::vector{Claim::Form::condition, Claim::Form::repeats, Claim::Form::starts, Claim::Form::period});
        if (claim.form == Claim::Form::condition || claim.form == Claim::Form::period) claim.statement = any(4);
        if (claim.form != Claim::Form::condition) claim.quantity = random_.word({"grundy", "outcome"});
        if (claim.form == Claim::Form::period) claim.preperiod = perhaps([&] { return any(1); });
        if (claim.form == Claim::Form::repeats || claim.form == Claim::Form::starts) claim.word = word(2);
        claim.assumption = perhaps([&] { return any(2); });
        if (claim.assumption && random_.chance(70)) claim.assumption_bindings = bindings(2);
        if (random_.chance(20)) claim.induction = several(1, 2, [&] { return any(2); });
        claim.uses = several(0, 2, [&] {
            return syntax::Use{text(), several(0, 2, [&] { return std::pair{a_name(), any(2)}; })};
        });
        if (random_.chance(20)) claim.scales = several(1, 2, [&] { return any(2); });
        claim.bound = perhaps([&] { return digits(); });
        claim.bounds = several(0, 2, [&] { return std::pair{a_name(), digits()}; });
        claim.note = text();
        return claim;
    }

    Random random_;
};

}  // namespace

Term random_term(Random random, int depth) { return Writer(std::move(random)).any(depth); }
syntax::File random_file(Random random) { return Writer(std::move(random)).file(); }

}  // namespace bouton::unit
