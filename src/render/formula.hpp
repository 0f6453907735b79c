// What a file says, set as mathematics: MathML for pages, which browsers draw without a script or a font of ours, and TeX for papers and
// whoever typesets TeX. One walk over the syntax tree serves both; lang/print.hpp is its sibling for plain text.
//
// x <= y becomes x ≤ y, floor(a/b) a fraction in floor brackets, a1 and G_sn get subscripts, xor(x, y) is x ⊕ y, `if` a brace with cases.
// Parentheses stand where a reader needs them, also where the language does not: (x mod 3) + 1. Cost: linear in the size of the term times
// its depth, which is bounded where files are read.
#pragma once

#include "lang/syntax.hpp"

#include <string>
#include <vector>

namespace bouton::render {

/// One <math> element, or several with blanks between them: browsers break lines between formulas, never inside of one. Escaped for HTML.
std::string mathml_of(const syntax::Term& term);
std::string mathml_of(const syntax::Definition& definition);          // G(s) = ...
std::string mathml_of(const std::vector<syntax::Binding>& bindings);  // s ≥ 0, 1 ≤ k < n
std::string mathml_of(const std::vector<syntax::Word>& word);         // (0^x 1^x)^m 2^r
std::string mathml_of_name(const std::string& name);                  // a1: a with a subscript

/// The same for TeX's mathematics, without the dollar signs. Needs amsmath, or KaTeX.
std::string tex_of(const syntax::Term& term);
std::string tex_of(const syntax::Definition& definition);
std::string tex_of(const std::vector<syntax::Binding>& bindings);
std::string tex_of(const std::vector<syntax::Word>& word);

}  // namespace bouton::render
