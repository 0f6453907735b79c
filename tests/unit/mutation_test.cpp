// A checker that says "holds" to everything would pass every paper. So every claim of papers/ that holds is made slightly false: one
// integer of its statement becomes one larger, or one <= becomes < (or the other way round). Most of these mutants must be refuted. Some
// survive because they are true as well (0 <= x - 1 and 0 < x - 1 + 1, a bound that is not sharp); the survivors are listed.
#include "answers/files.hpp"
#include "lang/print.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <iostream>

namespace bouton::unit {
namespace {

using syntax::Claim;
using syntax::Term;

/// Calls visit on every place of the statement that can be changed; the visitor changes it or not.
class Places {
  public:
    using Visit = std::function<void(std::string& number_or_sign)>;
    explicit Places(const Visit& visit) : visit_(visit) {}

    void of(Claim& claim) {
        if (claim.statement) of(*claim.statement);
        if (claim.preperiod) of(*claim.preperiod);
        of(claim.word);
    }

  private:
    void of(Term& term) {
        if (term.kind == Term::Kind::number) visit_(term.text);
        for (std::string& sign : term.operators)
            if (sign == "<" || sign == "<=") visit_(sign);
        for (Term& part : term.parts) of(part);
        for (syntax::Binding& binding : term.bindings)
            for (Term& part : binding.terms) of(part);
    }

    void of(std::vector<syntax::Word>& word) {
        for (syntax::Word& item : word) {
            if (item.group.empty()) visit_(item.symbol);
            of(item.group);
            if (item.count) of(*item.count);
        }
    }

    const Visit& visit_;
};

std::size_t count_places(Claim claim) {
    std::size_t count = 0;
    const Places::Visit visit = [&](std::string&) { ++count; };
    Places(visit).of(claim);
    return count;
}

Claim mutant(Claim claim, std::size_t at) {
    std::size_t count = 0;
    const Places::Visit visit = [&](std::string& text) {
        if (count++ != at) return;
        text = text == "<" ? "<=" : text == "<=" ? "<" : to_text(Integer(integer_from(text) + 1));
    };
    Places(visit).of(claim);
    return claim;
}

std::string statement_of(const Claim& claim) {
    const std::string text = lang::print(claim);
    const auto begin = text.find(":\n  ") + 4;
    return text.substr(begin, std::min<std::size_t>(text.find('\n', begin) - begin, 120));
}

/// The same claim on fewer cases.
std::int64_t reduce(Claim& claim) {
    for (auto& [name, bound] : claim.bounds)
        bound = to_text(std::min<Integer>(integer_from(bound), name == "x" || name == "y" ? 16 : 5));
    for (syntax::Binding& binding : claim.bindings)
        for (Term& term : binding.terms)
            if (term.kind == Term::Kind::number && integer_from(term.text) > 64) term.text = "64";
    const bool many = claim.pile_count || claim.bindings.size() >= 5;
    const std::int64_t most = many ? 3 : claim.form == Claim::Form::condition ? 8 : 24;
    return claim.bound ? std::min(most, clamp(integer_from(*claim.bound))) : most;
}

TEST(Mutation, ClaimsMadeFalseAreRefuted) {
    constexpr std::size_t per_claim = 4;
    Library library(home());
    const Watch watch;
    std::size_t claims = 0, mutants = 0, killed = 0;
    std::string survivors;
    for (const auto& path : bouton_files()) {
        if (path.parent_path().filename() != "papers") continue;
        const lang::DocumentPtr document = library.document(path);
        for (Claim claim : document->file.claims) {
            const std::size_t places = count_places(claim);
            const bool large = claim.label.find("from the rules") != std::string::npos;  // 3.6 million positions
            if (claim.expect_refuted || places == 0 || large) continue;
            const std::int64_t to = reduce(claim);
            if (check(*document, claim, to, watch).kind != Verdict::Kind::holds)
                continue;  // the bound is too small for it
            ++claims;
            for (std::size_t i = 0; i < std::min(per_claim, places); ++i) {
                const Claim changed = mutant(claim, i * places / std::min(per_claim, places));
                Verdict verdict;
                ASSERT_NO_THROW(verdict = check(*document, changed, to, watch)) << lang::print(changed);
                ++mutants;
                if (verdict.kind != Verdict::Kind::holds)
                    ++killed;
                else
                    survivors += fmt::format("  {} {}: {}\n", path.stem().string(), claim.label, statement_of(changed));
            }
        }
    }
    EXPECT_GE(claims, 100u);
    EXPECT_GE(mutants, 300u);
    EXPECT_GE(killed * 100, mutants * 60);
    std::cout << killed << " of " << mutants << " mutants of " << claims << " claims are refuted. Survivors:\n"
              << survivors;
}

}  // namespace
}  // namespace bouton::unit
