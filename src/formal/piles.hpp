// A game of piles from which one takes any number of stones, in one pile or several, and a claim about it; as written, for formal/Columns.v.
#pragma once

#include "formal/text.hpp"
#include "lang/document.hpp"

namespace bouton::formal {

/// Terms and conditions of a file as Coq text; names are variables of the claim, or parameters with what the claim gives for them.
class Scope {
  public:
    /// The variables of the claim get names.
    Scope(const syntax::Game& game, const syntax::Claim& claim);

    const std::vector<std::string>& variables() const { return variables_; }  // in Coq, in the order of the claim
    std::vector<std::string> guards() const;                                  // what the claim says of them
    std::string in_claim(const syntax::Term& term) const { return text(term, claim_names_); }
    std::string in_game(const syntax::Term& term) const { return text(term, game_names_); }

  private:
    using Texts = std::map<std::string, std::string>;
    static std::string text(const syntax::Term& term, const Texts& names);
    std::string comparison(const syntax::Term& term) const;
    void declare(const std::string& name);

    const syntax::Claim& claim_;
    Names names_;
    std::vector<std::string> variables_;
    Texts claim_names_, game_names_;
};

/// game (a...), one move: (a - t) for 1 <= t <= a, perhaps in up to k piles.
bool is_plain(const syntax::Game& game);

/// { left = right } on both sides: the condition about values, and the one about piles. Null: the claim is of another form.
struct SetEquation {
    const syntax::Term* value = nullptr;  // outcome, grundy
    const syntax::Term* level = nullptr;  // 0, P, s
    const syntax::Term* sum = nullptr;    // xor(a...), qsum(q, a...)
    const syntax::Term* is = nullptr;     // 0, s
};
SetEquation set_equation(const syntax::Claim& claim, const std::string& pile);

bool is_zero(const syntax::Term& term);

}  // namespace bouton::formal
