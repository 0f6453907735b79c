#include "formal/columns.hpp"

#include "formal/piles.hpp"
#include "lang/elaborate.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bouton::formal {

using syntax::Claim;

namespace {

constexpr const char* kHeader =
    "From Coq Require Import ZArith Lia List Wellfounded.\nFrom Bouton Require Import Bouton Sums Podium Columns.\n"
    "Import ListNotations.\nOpen Scope Z_scope.\n\n";

/// forall k m, k >= 1 -> m >= 1 ->, and the names to introduce them by.
struct Opening {
    std::string statement, names;
};

Opening opening(const Scope& scope) {
    Opening result;
    if (!scope.variables().empty()) {
        result.statement = fmt::format("forall {}, ", fmt::join(scope.variables(), " "));
        result.names = fmt::format("{} ", fmt::join(scope.variables(), " "));
    }
    std::size_t count = 0;
    for (const std::string& guard : scope.guards()) {
        result.statement += guard + " -> ";
        result.names += fmt::format("G{} ", count++);
    }
    return result;
}

/// with m piles
std::string piles_of(const Scope& scope, const Claim& claim) {
    return claim.pile_count ? fmt::format("Z.of_nat (length p) = {} -> ", scope.in_claim(*claim.pile_count)) : "";
}

std::string columns(const syntax::Game& game, const Claim& claim) {
    const std::string pile = game.coordinates[0].substr(0, game.coordinates[0].size() - 3);
    const SetEquation sets = set_equation(claim, pile);
    if (!is_plain(game) || !sets.sum || !is_zero(*sets.level) || !is_zero(*sets.is))
        throw Unwritten{"a claim about piles of another form"};
    const Scope scope(game, claim);
    const bool xor_sum = sets.sum->text == "xor";
    const auto& move = game.moves[0];
    const std::string lower = move.pile_count ? scope.in_game(*move.pile_count) : "1";
    const std::string modulus = xor_sum ? "2" : scope.in_claim(sets.sum->parts[0]);
    const Opening open = opening(scope);
    std::string text = kHeader;
    text +=
        "(* Every pile stays or is lowered, at least one and at most `lower` of them are. lowered p q: how many piles "
        "of p are lower in q. *)\n"
        "Definition move (lower : Z) (p q : list Z) := Forall2 (fun a a' => 0 <= a' <= a) p q /\\ 1 <= lowered p q <= "
        "lower.\n";
    if (xor_sum)
        text += "(* nim_sum: Z.lxor of all piles *)\nDefinition inside_set (p : list Z) := nim_sum p = 0.\n\n";
    else
        text +=
            "(* column j p: the sum of the binary digits at 2^j *)\n"
            "Definition inside_set (modulus : Z) (p : list Z) := forall j, 0 <= j -> column j p mod modulus = 0.\n\n";
    const std::string inside = xor_sum ? "inside_set p" : fmt::format("inside_set {} p", modulus);
    const std::string finish =
        xor_sum ? "  unfold inside_set. rewrite nim_sum_columns. exact H.\nQed.\n" : "  exact H.\nQed.\n";
    const std::string length = claim.pile_count ? " _" : "";
    if (game.players) {
        const std::string players = scope.in_game(*game.players);
        text +=
            "(* podium_rule n outcome: outcome is 0 without options, otherwise (1 + the least outcome of the options) "
            "mod n *)\n";
        text += fmt::format(
            "Theorem theorem : {}forall outcome, podium_rule (list Z) (move {}) natural {} outcome ->\n"
            "  forall p, natural p -> {}(outcome p = 0 <-> {}).\nProof.\n  intros {}outcome Rule p N{}.\n"
            "  pose proof (podium_moore_all {} {} outcome ltac:(lia) ltac:(lia) Rule p N) as H.\n"
            "  assert (E : ({} - 1) * {} + 1 = {}) by ring. try rewrite E in H.\n",
            open.statement, lower, players, piles_of(scope, claim), inside, open.names, length, players, lower, players,
            lower, modulus);
    } else {
        text += fmt::format(
            "Theorem theorem : {}forall p, natural p -> {}(P_position (list Z) (move {}) p <-> {}).\nProof.\n  intros "
            "{}p N{}.\n"
            "  pose proof (moore {} ltac:(lia) p N) as H. assert (E : {} + 1 = {}) by ring. try rewrite E in H.\n",
            open.statement, piles_of(scope, claim), lower, inside, open.names, length, lower, lower, modulus);
    }
    return text + finish;
}

/// { grundy = s } = { xor(a...) = s }, for any number of piles.
std::string values_of_nim(const syntax::Game& game, const Claim& claim) {
    const std::string pile =
        game.coordinates[0].ends_with("...") ? game.coordinates[0].substr(0, game.coordinates[0].size() - 3) : "";
    const SetEquation sets = set_equation(claim, pile);
    if (!is_plain(game) || game.players || game.moves[0].pile_count || !sets.sum || sets.sum->text != "xor" ||
        sets.value->text != "grundy" || !(*sets.level == *sets.is))
        throw Unwritten{""};
    const Scope scope(game, claim);
    const Opening open = opening(scope);
    const std::string level = scope.in_claim(*sets.level);
    return std::string(kHeader) +
           fmt::format(
               "(* One pile a becomes a - t. *)\nDefinition option (a : Z) (parts : list Z) := exists t, 1 <= t /\\ t "
               "<= a /\\ parts = [a - t].\n"
               "Definition move := heaps_move option.       (* one heap of a list of heaps becomes the heaps of an "
               "option *)\n"
               "Lemma same_moves_as_nim : forall p q, nim_move p q <-> move p q.\nProof.\n"
               "  assert (O : forall a parts, nim_option a parts <-> option a parts).\n"
               "  {{ intros a parts. unfold nim_option, option. split.\n"
               "    - intros [b [-> H]]. exists (a - b). repeat split; try lia. f_equal. lia.\n"
               "    - intros [t [H1 [H2 ->]]]. exists (a - t). split; [reflexivity|lia]. }}\n"
               "  intros p q. unfold nim_move, move, heaps_move. setoid_rewrite O. reflexivity.\nQed.\n\n"
               "Theorem theorem : {}forall p, natural p -> {}(grundy (list Z) move p {} <-> nim_sum p = {}).\nProof.\n "
               " intros {}p N{}.\n"
               "  pose proof (same_moves (list Z) nim_move move nim_ends same_moves_as_nim p (nim_sum p) (nim p N)) as "
               "H.\n"
               "  assert (W : ends (list Z) move).\n"
               "  {{ apply (wf_incl _ _ (fun q p => nim_move p q)); [|exact nim_ends]. intros q r. apply "
               "same_moves_as_nim. }}\n"
               "  split; [intros G; exact (grundy_unique _ _ W p _ _ H G)|intros E; rewrite <- E; exact H].\nQed.\n",
               open.statement, piles_of(scope, claim), level, level, open.names, claim.pile_count ? " _" : "");
}

/// The game and the claim of games/wythoff/wythoff.bouton, by the letter.
std::string wythoff(const syntax::Game& game, const Claim& claim) {
    const auto one_line = [](const std::string& text) {
        std::string result;
        for (const char c : text)
            if (!std::isspace(static_cast<unsigned char>(c))) result += c;
        return result;
    };
    syntax::Game bare = game;
    bare.name = "wythoff";
    bare.about = bare.source = "";
    const char* rules =
        "game wythoff (x, y) move (x - t, y) for 1 <= t <= x move (x, y - t) for 1 <= t <= y move (x - t, y - t) for 1 "
        "<= t <= min(x, y)";
    const char* statement =
        "{ outcome = P } = { (0, 0) } | { (n, fibonacci_shift(n)) for n >= 1 if fibonacci_zeros(n) mod 2 = 0 }"
        " | { (fibonacci_shift(n), n) for n >= 1 if fibonacci_zeros(n) mod 2 = 0 }";
    if (one_line(lang::print(bare)) != one_line(rules) || claim.form != Claim::Form::condition ||
        !claim.bindings.empty() || claim.condition || claim.assumption ||
        one_line(lang::print(*claim.statement)) != one_line(statement))
        throw Unwritten{""};
    return "From Coq Require Import ZArith Lia List.\nFrom Bouton Require Import Bouton Wythoff.\nImport "
           "ListNotations.\nOpen Scope Z_scope.\n\n"
           "Definition position := (Z * Z)%type.\n"
           "Definition legal (p : position) := let '(x, y) := p in 0 <= x /\\ 0 <= y.\n"
           "Definition move (p q : position) := let '(x, y) := p in let '(x', y') := q in\n  legal p /\\ legal q /\\\n"
           "  ((exists t, 1 <= t /\\ t <= x /\\ x' = x - t /\\ y' = y)\n"
           "   \\/ (exists t, 1 <= t /\\ t <= y /\\ x' = x /\\ y' = y - t)\n"
           "   \\/ (exists t, 1 <= t /\\ t <= x /\\ t <= y /\\ x' = x - t /\\ y' = y - t)).\n"
           "(* fibonacci n digits: no two neighbours are ones, and with the weights 1, 2, 3, 5, ... the digits, the "
           "lowest first, give n.\n"
           "   zeros: how many zeros the number ends with. weighed 2 3: the number with one zero more. *)\n"
           "Definition inside_set (p : position) := let '(x, y) := p in\n  (x = 0 /\\ y = 0)\n"
           "  \\/ (exists n digits, n >= 1 /\\ fibonacci n digits /\\ zeros digits mod 2 = 0 /\\ x = n /\\ y = weighed "
           "2 3 digits)\n"
           "  \\/ (exists n digits, n >= 1 /\\ fibonacci n digits /\\ zeros digits mod 2 = 0 /\\ x = weighed 2 3 "
           "digits /\\ y = n).\n\n"
           "Theorem theorem : forall p, legal p -> (P_position position move p <-> inside_set p).\nProof. exact "
           "wythoff_digits. Qed.\n";
}

template <class Write> Development written(const lang::Document& document, const Claim& claim, const Write& write) {
    try {
        const lang::GameRef game = lang::find_game(document, lang::claim_game(document, claim));
        if (!game.game) throw Unwritten{"the claim is about no game"};
        return {comment(lang::print(*game.game) + "\n" + lang::print(claim)) + write(*game.game, claim) +
                    "\nPrint Assumptions theorem.\n",
                {},
                0};
    } catch (const Unwritten& unwritten) {
        return no_development(unwritten.why);
    }
}

}  // namespace

Development by_columns(const lang::Document& document, const Claim& claim) { return written(document, claim, columns); }

Development by_library(const lang::Document& document, const Claim& claim) {
    for (const auto& write : {values_of_nim, wythoff})
        if (Development development = written(document, claim, write); !development.text.empty()) return development;
    return no_development("the claim is no theorem of the library");
}

}  // namespace bouton::formal
