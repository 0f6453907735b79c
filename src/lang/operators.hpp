// What is known of every operator of expressions, in one table: how it is called and written, how tightly it binds, how many arguments a
// file may give it. What it means is in evaluate.cpp, which alone says so.
#pragma once

#include "lang/expr.hpp"

#include <string_view>

namespace bouton {

struct Operator {
    enum class Text : std::uint8_t { function, infix, other };

    Op op;
    const char* name;         // in files and messages; "": it has none of its own
    Text text;                // f(a, b), a f b, or in a way of its own
    int looseness;            // how loosely its text binds, from 1 (powers) on; 0: it needs no parentheses
    int within;               // infix: the loosest argument that needs no parentheses
    bool is_condition;        // 0 or 1
    std::size_t least, most;  // how many arguments a file may call it with; most = 0: it is no function of the language
};

const Operator& properties(Op op);

/// Has it a value whatever the values of its arguments are? Divisions, powers, roots and whatever looks something up may have none.
bool has_value_everywhere(Op op);

/// The function of the language with that name; null: there is none.
const Operator* function_named(std::string_view name);
std::vector<std::string> function_names();

}  // namespace bouton
