// A Coq file for one claim, or why there is none.
#pragma once

#include <cstddef>
#include <string>

namespace bouton::formal {

struct Development {
    std::string text;     // a whole file, which ends with `Print Assumptions theorem.`; empty: there is none
    std::string why_not;  // then
    std::size_t leaves = 0;
};

inline Development no_development(std::string why) { return {{}, std::move(why), 0}; }

}  // namespace bouton::formal
