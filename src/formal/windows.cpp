#include "formal/windows.hpp"

#include "formal/heap_rules.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bouton::formal {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::int64_t kMostPairs = 8'000'000;  // of heaps that Coq adds up: about a minute

std::string written(const WrittenMove& move, const std::string& result) {
    std::string text = move.variables.empty() ? "(" : fmt::format("(exists {}, ", fmt::join(move.variables, " "));
    for (const std::string& guard : move.guards) text += guard + " /\\ ";
    return text + result + ")";
}

/// h0, h1, ... for the guards of a move, and E for what it leads to, after the names of its variables.
std::string pattern(const WrittenMove& move) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < move.guards.size(); ++i) parts.push_back(fmt::format("h{}", i));
    parts.push_back("E");
    std::string text = conjunction_pattern(parts);
    for (std::size_t i = move.variables.size(); i-- > 0;) text = "[" + move.variables[i] + " " + text + "]";
    return text;
}

class Writer {
  public:
    Writer(const HeapRules& rules, const Ruleset& set, const syntax::Claim& claim, const lang::ClaimInstance& instance,
           const Json& period)
        : rules_(rules),
          misere_(set.misere),
          claim_(claim),
          word_(word(instance)),
          preperiod_(period["preperiod"]),
          period_(period["period"]) {
        for (const Json& each : period["values"]) values_.push_back(std::to_string(each.get<std::int64_t>()));
        values_.resize(static_cast<std::size_t>(preperiod_ + period_));
    }

    std::string operator()() const {
        std::string text =
            "From Coq Require Import ZArith Lia List.\nFrom Bouton Require Import Bouton Sums Windows.\n"
            "Import ListNotations.\nOpen Scope Z_scope.\n\n"
            "Ltac conjuncts := cbn [In]; repeat match goal with |- _ /\\ _ => split end; first [lia | reflexivity | "
            "repeat f_equal; lia].\n\n";
        const std::string body = rules_.subtraction() ? subtraction() : splitting();
        if (body.find(" / ") != std::string::npos ||
            body.find(" mod ") != std::string::npos)  // then lia must know them
            text += "Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.\n\n";
        return text + body + "\nPrint Assumptions theorem.\n";
    }

    /// Pairs of heaps that are added up.
    std::int64_t work() const {
        if (rules_.subtraction()) return 0;
        const std::int64_t last = 2 * (preperiod_ + period_) + period_;
        return last * last / 4 * static_cast<std::int64_t>(rules_.kinds.size());
    }

  private:
    static std::vector<std::string> word(const lang::ClaimInstance& instance) {
        std::vector<std::string> letters;
        Frame frame;
        frame.slots.resize(static_cast<std::size_t>(instance.frame_size));
        const auto add = [&](const auto& self, const std::vector<lang::WordPart>& parts) -> void {
            for (const lang::WordPart& part : parts) {
                const std::int64_t count = part.count ? evaluate_machine(part.count, frame) : 1;
                for (std::int64_t i = 0; i < count; ++i)
                    if (part.is_group)
                        self(self, part.group);
                    else
                        letters.push_back(part.symbol.str());
            }
        };
        add(add, instance.statement.word);
        return letters;
    }

    bool repeats() const { return claim_.form == syntax::Claim::Form::repeats; }

    /// The sequence, and what is said of it.
    std::string sequence() const {
        if (repeats())
            return fmt::format(
                "Definition word := {}.\nDefinition value ({} : Z) := nth (Z.to_nat ({} mod {})) word 0.\n\n",
                list(word_), rules_.heap, rules_.heap, word_.size());
        return fmt::format(
            "(* the values of the heaps 0, ..., {} *)\nDefinition values := Eval vm_compute in table {}.\n"
            "(* from the heap {} on they repeat with the period {} *)\n"
            "Definition value := repeating (listed values) {} {}.\n\n",
            values_.size() - 1, list(values_), preperiod_, period_, preperiod_, period_);
    }
    std::string lookup() const { return repeats() ? "(fun n => nth (Z.to_nat n) word 0)" : "(listed values)"; }
    std::string shape() const {
        return repeats() ? fmt::format("0 {}", word_.size()) : fmt::format("{} {}", preperiod_, period_);
    }
    std::string period() const {
        return repeats() ? "" : fmt::format(" /\\ period_after value {} {}", preperiod_, period_);
    }
    std::string begin() const {
        return repeats() ? "Proof.\n" : "Proof.\n  split; [|apply period; [lia|lia|vm_compute; reflexivity]].\n";
    }
    /// value is written as n mod p, the library's sequence as 0 + (n - 0) mod p.
    std::string same_sequence(const std::string& heap) const {
        return fmt::format("  assert (V : value {0} = repeating {1} {2} {0}).\n  {{ {3} }}\n  rewrite V.\n", heap,
                           lookup(), shape(),
                           repeats() ? fmt::format("unfold value, repeating. destruct (Z.ltb_spec {0} 0); [lia|]. "
                                                   "replace ({0} - 0) with {0} by lia. reflexivity.",
                                                   heap)
                                     : "reflexivity.");
    }

    std::string rule_for(const Kind& kind, const std::string& open) const {
        const WrittenMove& move = rules_.moves[kind.move];
        std::string text = choice_of(kind.move, rules_.moves.size());
        for (std::size_t i = 0; i < kind.witness.size(); ++i)
            text += fmt::format("exists ({}); ", kind.form == Kind::Form::two && move.open == static_cast<int>(i)
                                                     ? open
                                                     : std::to_string(kind.witness[i]));
        return text + "conjuncts.";
    }

    std::string subtraction() const {
        std::vector<std::string> taken;
        for (const Kind& kind : rules_.kinds) taken.push_back(std::to_string(kind.taken));
        const std::string &x = rules_.heap, &y = rules_.after;
        std::string text = fmt::format(
            "Definition position := Z.\nDefinition legal (p : position) := let {0} := p in 0 <= {0}.\n"
            "Definition move (p q : position) := let {0} := p in let {1} := q in\n  legal p /\\ legal q /\\\n  (",
            x, y);
        for (std::size_t i = 0; i < rules_.moves.size(); ++i) {
            WrittenMove move = rules_.moves[i];
            move.guards.pop_back();  // that the result is natural: legal q
            text += (i > 0 ? "\n   \\/ " : "") + written(move, y + " = " + move.results[0]);
        }
        text += fmt::format(
            ").\n\nDefinition taken := {}.\nLemma same_rules : forall {} {}, subtraction_move taken {} {} <-> move {} "
            "{}.\nProof.\n"
            "  intros {} {}. unfold subtraction_move, taken, move, legal; cbv zeta. split.\n"
            "  - intros [L [L' [s [I E]]]]. split; [exact L|]. split; [exact L'|]. cbn [In] in I. destruct I as ",
            list(taken), x, y, x, y, x, y, x, y);
        std::vector<std::string> cases(taken.size(), "<-");
        cases.push_back("[]");
        text += disjunction_pattern(cases) + ".\n";
        for (const Kind& kind : rules_.kinds) text += "    + " + rule_for(kind, "") + "\n";
        text += "  - intros [L [L' M]]. split; [exact L|]. split; [exact L'|]. ";
        std::vector<std::string> patterns;
        for (WrittenMove move : rules_.moves) {
            move.guards.pop_back();
            patterns.push_back(pattern(move));
        }
        text += fmt::format("destruct M as {}.\n", disjunction_pattern(patterns));
        for (std::size_t i = 0; i < rules_.moves.size(); ++i)
            text += fmt::format("    + exists ({} - {}). split; [cbn [In] in *; lia|lia].\n", x, y);
        text +=
            "Qed.\nLemma taken_ends : ends Z (subtraction_move taken).\nProof. apply subtraction_ends. unfold taken. "
            "cbn [In]. lia. Qed.\n\n";
        text += sequence();
        text += fmt::format("Theorem theorem : {}forall {}, legal {} -> {}grundy position move {} (value {}){}{}.\n",
                            repeats() ? "" : "(", x, x, misere_ ? "misere_" : "", x, x, repeats() ? "" : ")", period());
        text += begin() + fmt::format("  intros {} H. unfold legal in H; cbv zeta in H.\n", x) + same_sequence(x);
        const std::string check = fmt::format("{}subtraction taken {} {}", misere_ ? "misere_" : "", lookup(), shape());
        if (!misere_)
            return text + fmt::format(
                              "  apply (same_moves Z (subtraction_move taken) move taken_ends same_rules).\n"
                              "  exact ({} ltac:(vm_compute; reflexivity) {} H).\nQed.\n",
                              check, x);
        return text + fmt::format(
                          "  apply (same_moves (Datatypes.option Z) (misere_move Z (subtraction_move taken)) "
                          "(misere_move Z move) (misere_ends Z _ taken_ends)).\n"
                          "  - intros [n|] [m|]; cbn [misere_move]; [apply same_rules| |tauto|tauto].\n"
                          "    unfold stuck. split; intros S m M; apply (S m); apply same_rules; exact M.\n"
                          "  - exact ({} ltac:(vm_compute; reflexivity) {} H).\nQed.\n",
                          check, x);
    }

    std::string splitting() const {
        if (misere_) throw Unwritten{"misère play of such a game is not in formal/Windows.v"};
        const std::string& x = rules_.heap;
        std::string text = fmt::format("Definition option ({} : Z) (parts : list Z) :=\n  ", x);
        std::vector<std::string> kinds, patterns;
        for (std::size_t i = 0; i < rules_.moves.size(); ++i) {
            const WrittenMove& move = rules_.moves[i];
            text += (i > 0 ? "\n  \\/ " : "") + written(move, "parts = " + list(move.results));
            patterns.push_back(pattern(move));
        }
        for (const Kind& kind : rules_.kinds) kinds.push_back(kind.text());
        text +=
            ".\nDefinition move := heaps_move option.       (* one heap of a list of heaps becomes the heaps of an "
            "option *)\n\n";
        text += fmt::format(
            "Definition rules := {}.\nLemma same_rules {} parts : 0 <= {} -> (option {} parts <-> splitting rules {} "
            "parts).\nProof.\n"
            "  intros Hx. unfold option, splitting, rules. split.\n  - intros {}; subst parts; cbn [In] in *.\n",
            list(kinds), x, x, x, x, disjunction_pattern(patterns));
        for (std::size_t i = 0; i < rules_.moves.size(); ++i) text += "    + " + forth(i) + "\n";
        std::vector<std::string> cases(kinds.size(), "<-");
        cases.push_back("[]");
        text += fmt::format("  - intros [r [I O]]. cbn [In] in I. destruct I as {}; cbn [allowed_by] in O.\n",
                            disjunction_pattern(cases));
        for (const Kind& kind : rules_.kinds) {
            text += "    + ";
            if (kind.form == Kind::Form::only) text += "destruct O as [-> ->]. ";
            if (kind.form == Kind::Form::one) text += "destruct O as [L ->]. ";
            if (kind.form == Kind::Form::two) text += "destruct O as [b [c [Sum [L [U ->]]]]]. ";
            if (kind.unequal) text += "specialize (U eq_refl). ";
            if (kind.form == Kind::Form::two && !kind.unequal) text += "clear U. ";
            text += rule_for(kind, "b") + "\n";
        }
        text += "Qed.\n\n" + sequence();
        text += fmt::format("Theorem theorem : {}forall {}, 0 <= {} -> grundy (list Z) move [{}] (value {}){}{}.\n",
                            repeats() ? "" : "(", x, x, x, x, repeats() ? "" : ")", period());
        text += begin() + fmt::format("  intros {} H.\n", x) + same_sequence(x);
        return text + fmt::format(
                          "  replace (repeating {0} {1} {2}) with (value_of_heaps (repeating {0} {1}) [{2}]) by apply "
                          "Z.lxor_0_r.\n"
                          "  apply (splitting_heaps option rules); [exact same_rules|vm_compute; reflexivity|repeat "
                          "constructor; exact H].\nQed.\n",
                          lookup(), shape(), x);
    }

    /// A written move is one of its kinds.
    std::string forth(std::size_t index) const {
        const WrittenMove& move = rules_.moves[index];
        const std::string& x = rules_.heap;
        std::vector<std::string> conditions;
        std::vector<const Kind*> kinds;
        const std::string left = move.results.size() == 1 ? move.results[0] : move.results[0] + " + " + move.results[1];
        for (const Kind& kind : rules_.kinds) {
            if (kind.move != index) continue;
            kinds.push_back(&kind);
            conditions.push_back(kind.form == Kind::Form::only
                                     ? fmt::format("({} = {} /\\ {} = {})", x, kind.taken, left, kind.least)
                                     : fmt::format("({} = {} - {})", left, x, kind.taken));
        }
        if (kinds.empty()) return "exfalso; lia.";
        std::string text = fmt::format("assert (D : {}) by lia.", fmt::join(conditions, " \\/ "));
        if (kinds.size() > 1)
            text += fmt::format(" destruct D as {}.", disjunction_pattern(std::vector<std::string>(kinds.size(), "D")));
        for (const Kind* kind : kinds) {
            text += fmt::format("\n      {{ exists ({}). split; [cbn [In]; tauto|]. cbn [allowed_by]. ", kind->text());
            if (kind->form == Kind::Form::two)
                text += fmt::format(
                    "exists ({}), ({}). split; [lia|]. split; [lia|]. split; [intros U; (discriminate U || "
                    "lia)|reflexivity]. }}",
                    move.results[0], move.results[1]);
            else
                text += "split; [lia|repeat f_equal; lia]. }";
        }
        return text;
    }

    const HeapRules& rules_;
    bool misere_;
    const syntax::Claim& claim_;
    std::vector<std::string> word_;
    std::int64_t preperiod_, period_;
    std::vector<std::string> values_;
};

/// The largest number of stones that a move of a large heap takes, by the certificate.
std::int64_t reach(const Json& period) {
    std::int64_t most = 1;
    for (const Json& taken : period["removals"]) most = std::max(most, taken.get<std::int64_t>());
    for (const Json& split : period["splits"]) most = std::max(most, split["removed"].get<std::int64_t>());
    return most;
}

}  // namespace

Development by_windows(const lang::Document& document, const syntax::Claim& claim, const Json& period,
                       const Watch& watch) {
    if (period["argument"] == "all-but")
        return no_development("the library has no games in which all but some numbers may be taken");
    if (period["what"] != "nim-values") return no_development("the library has periods of nim-values, not of outcomes");
    if (!period["heaps"].empty())
        return no_development("the library has no moves to a fixed heap from every large one");
    if (period["values"].size() < period["preperiod"].get<std::size_t>() + period["period"].get<std::size_t>())
        return no_development("the certificate holds too few values");
    Development result;
    lang::for_each_instance(document, claim, {}, [&](lang::ClaimInstance&& instance) {
        try {
            const HeapRules rules = heap_rules(instance.rules, reach(period), watch);
            const Writer write(rules, instance.rules, claim, instance, period);
            if (rules.moves.empty()) throw Unwritten{"the game has no moves"};
            if (write.work() > kMostPairs)
                throw Unwritten{"the period is too long: Coq would add up millions of pairs of heaps"};
            const auto game = lang::find_game(document, lang::claim_game(document, claim));
            result.text = comment(lang::print(*game.game) + "\n" + lang::print(claim)) + write();
        } catch (const Unwritten& unwritten) {
            result.why_not = unwritten.why;
        }
        return false;
    });
    return result;
}

}  // namespace bouton::formal
