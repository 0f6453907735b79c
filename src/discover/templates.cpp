// The table of templates. One line each; a new one is declared here, defined in a file of its own.
#include "discover/finders.hpp"

namespace bouton::discover {

const std::vector<TemplateEntry>& templates() {
    static const std::vector<TemplateEntry> all = {
        // kind, name, find, steps, for values, for outcomes
        {Kind::period, "period", find_periods, 100000, true, true},
        {Kind::arithmetic_period, "arithmetic period", nullptr, 0, true, false},
        {Kind::columns, "columns", find_columns, 20000, false, true},
        {Kind::combination, "combination", find_combinations, 300000, true, true},
        {Kind::sum, "sum", find_sums, 3000000, true, true},
        {Kind::families, "families", find_families, 400000, false, true},
        {Kind::known, "known sequence", find_known, 20000, true, false},
        {Kind::rows, "rows", find_rows, 20000, false, true},
        {Kind::zeckendorf, "Zeckendorf", find_zeckendorf, 1000, false, true},
        {Kind::beatty, "Beatty", find_beatty, 100000, false, true},
        {Kind::formula, "formula", find_formulas, 6000000, true, true},
        {Kind::recursion, "recursion", find_windows, 1000, true, false},
        {Kind::automaton, "automaton", find_automata, 200000, true, true},
        {Kind::formula, "algebraic formula", find_algebraic, 1500000, true, true},
        {Kind::words, "words", nullptr, 0, true, false},
        {Kind::reduction, "reduction", find_reductions, 20000, true, true},
        {Kind::families, "families of value 0", find_families, 400000, true, false},
        {Kind::partial, "partial formula", nullptr, 0, true, false},
        {Kind::shape, "shape", nullptr, 4000000, false, false},  // only with Request::like
    };
    return all;
}

const char* name_of(Kind kind) {
    for (const TemplateEntry& entry : templates())
        if (entry.kind == kind) return entry.name;
    return "";
}

}  // namespace bouton::discover
