// The moves of a one-heap game: as Coq text, and as the kinds of moves of formal/Windows.v.
#pragma once

#include "base/watch.hpp"
#include "formal/text.hpp"
#include "lang/rules.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace bouton::formal {

/// One `move` of the file, with names for its variables.
struct WrittenMove {
    std::vector<std::string> variables, guards, results;
    std::size_t sets = 0;  // guards that say In ...
    int open = -1;         // two results: which variable is the first of them
};

/// A kind of move, by which written move it is there, and values for the variables of that.
struct Kind {
    enum class Form { only, one, two };
    Form form = Form::one;
    std::int64_t taken = 0, least = 0;  // only: the heap, and what is left
    bool unequal = false;
    std::size_t move = 0;
    std::vector<std::int64_t> witness;

    std::string text() const;
};

struct HeapRules {
    std::string heap, after;  // names: x and x'
    std::vector<WrittenMove> moves;
    std::vector<Kind> kinds;

    /// Only x - t for t in a set.
    bool subtraction() const;
};

/// Throws Unwritten. `reach`: no move of a large heap takes more.
HeapRules heap_rules(const Ruleset& rules, std::int64_t reach, const Watch& watch);

}  // namespace bouton::formal
