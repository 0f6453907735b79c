// What may stand after `for`, alone: 1 <= a < b <= 64 if gcd(a, b) = 1.
#pragma once

#include "lang/syntax.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bouton::syntax {

struct Ranges {
    std::vector<Binding> bindings;
    std::optional<Term> condition;
};

}  // namespace bouton::syntax

namespace bouton::lang {

/// As typed on the command line; `what` names it in errors.
syntax::Ranges parse_ranges(std::string_view text, const std::string& what);

}  // namespace bouton::lang
