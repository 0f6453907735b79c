#include "lang/unions.hpp"

#include "lang/print.hpp"

namespace bouton::lang {

namespace {

void split(const Positions& set, std::vector<Positions>& parts) {
    if (set->kind == PositionSet::Kind::join)
        for (const Positions& part : set->parts) split(part, parts);
    else
        parts.push_back(set);
}

void split(const syntax::Term& term, std::vector<std::string>& parts) {
    if (term.kind == syntax::Term::Kind::binary && term.text == "|")
        for (const syntax::Term& part : term.parts) split(part, parts);
    else
        parts.push_back(print(term));
}

}  // namespace

std::vector<Positions> union_parts(const Positions& set) {
    std::vector<Positions> parts;
    split(set, parts);
    return parts;
}

std::vector<std::string> union_texts(const syntax::Term& written) {
    std::vector<std::string> parts;
    split(written, parts);
    return parts;
}

}  // namespace bouton::lang
