#include "tex.hpp"

#include "render/formula.hpp"

namespace bouton::web {

using render::tex_of;
using syntax::Claim;

namespace {

std::string hypotheses(const Claim& claim) {
    std::string text = tex_of(claim.bindings);
    if (claim.condition) text += (text.empty() ? "" : ",\\; ") + tex_of(*claim.condition);
    return text;
}

}  // namespace

std::string tex(const syntax::Term& term) { return tex_of(term); }
std::string tex(const syntax::Definition& definition) { return tex_of(definition); }

std::string tex(const Claim& claim) {
    const std::string quantity = "\\mathrm{" + claim.quantity + "}";  // grundy or outcome
    std::string text;
    switch (claim.form) {
        case Claim::Form::condition: text = tex_of(*claim.statement); break;
        case Claim::Form::repeats: text = quantity + " = \\left(" + tex_of(claim.word) + "\\right)^{\\infty}"; break;
        case Claim::Form::starts: text = quantity + " = " + tex_of(claim.word) + " \\dots"; break;
        case Claim::Form::period:
            text = quantity + "\\text{ has period } " + tex_of(*claim.statement);
            if (claim.preperiod) text += "\\text{ after } " + tex_of(*claim.preperiod);
    }
    if (const std::string known = hypotheses(claim); !known.empty()) text += " \\qquad \\text{for } " + known;
    if (claim.assumption) {
        text += " \\qquad \\text{assuming } " + tex_of(*claim.assumption);
        if (!claim.assumption_bindings.empty()) text += "\\text{ for } " + tex_of(claim.assumption_bindings);
    }
    return text;
}

}  // namespace bouton::web
