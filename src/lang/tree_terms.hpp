// Terms and bindings of what the grammar has matched; from_tree makes games, claims and files of them.
#pragma once

#include "lang/syntax.hpp"
#include "lang/tree.hpp"

#include <string>
#include <vector>

namespace bouton::lang {

syntax::Place place_of(const Tree& node);
std::string text_of(const Tree& node);      // a word or sign
std::string quoted_text(const Tree& node);  // between quotes
std::vector<std::string> names_of(const Tree& node);

syntax::Term make(syntax::Term::Kind kind, const Tree& node, std::string text = {});
/// Once a term has its parts: how deep it is. Throws Refused if that is too deep.
void settle(syntax::Term& term);

syntax::Term term(const Tree& node);
syntax::Binding binding(const Tree& node);
std::vector<syntax::Binding> bindings_of(const Tree& for_list);

}  // namespace bouton::lang
