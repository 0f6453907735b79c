// Functions that are defined by themselves, or by each other: a(n) = if n = 0 then 1 else floor(3*a(n - 1)/2) + 1.
//
// Their arguments are natural numbers. Before one is evaluated it is proved that its definition has an end (elaborate_recursion.cpp), so that
// evaluation must only see to it that the machine's stack does not: a call that is too deep inside others is put off. The driver keeps what is
// put off on a stack of its own, finds the deepest first and begins again with what waited for it. Every value is found once and kept: one
// evaluation of the body a value, two where it was put off. A mex over all smaller arguments goes on where the last one stopped.
#pragma once

#include "base/hash.hpp"
#include "lang/evaluate.hpp"

#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace bouton {

struct RecursionGroup;

/// One function. Nodes in the bodies of its own group do not own it, all others do.
struct Recursion {
    std::string name;
    std::vector<int> slots;  // of the formals
    std::vector<std::string> formals;
    Expr body;
    const RecursionGroup* group = nullptr;

    // The values found so far: those of a single argument without great gaps in a row (kLarge: not there), all others by their arguments.
    mutable std::vector<std::int64_t> row;
    mutable std::unordered_map<Position, Integer, HashNumbers> others;
};

/// How far the mex of a growing set has come.
struct GrowingMex {
    enum class Fits { unknown, yes, no };
    Fits fits = Fits::unknown;
    std::int64_t next = 0;  // the first value of the variable that was not looked at yet
    std::int64_t mex = 0;
    std::unordered_set<std::int64_t> larger;  // than the mex

    void add(std::int64_t value);
};

/// The functions that need each other.
struct RecursionGroup {
    std::vector<Recursion> functions;
    std::vector<int> outer;  // other slots in the bodies: a call from outside gives their values after the arguments
    std::size_t frame_size = 0;

    // What is known for the values `outer_values`; one thread at a time.
    mutable std::mutex busy;
    mutable std::vector<Integer> outer_values;
    mutable std::unordered_map<const Node*, GrowingMex> growing;
    mutable std::vector<Frame> frames;  // one for each call inside another
    mutable std::size_t depth = 0;
    mutable std::uint64_t bytes = 0;

    std::size_t deepest() const;
};

/// Was the node made in a body of its own group?
inline bool is_inside(const Node& node) { return node.recursion.use_count() == 0; }

/// The function of a node at these arguments; `at` of a node outside of the group ends with the values of `outer`.
Integer recursive_value(const Node& node, const std::vector<Integer>& at, Frame& frame);

/// The same where everything is small and known already; otherwise false.
bool known_value(const Node& node, std::int64_t at, std::int64_t& value);

/// The mex of a body's growing set, if the node is one: the largest value of its variable is `last`. Nothing: it is not.
GrowingMex* growing_mex(const Node& node, Frame& frame);

/// Slots that occur in e without being bound in it.
std::vector<int> outer_slots(const Expr& e, const std::vector<int>& own);

}  // namespace bouton
