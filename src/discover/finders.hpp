// The templates, one file each; templates.cpp says in which order they are asked.
#pragma once

#include "discover/template.hpp"

namespace bouton::discover {

std::vector<Guess> find_periods(const Sample& sample, Effort& effort);
std::vector<Guess> find_columns(const Sample& sample, Effort& effort);
std::vector<Guess> find_combinations(const Sample& sample, Effort& effort);
std::vector<Guess> find_sums(const Sample& sample, Effort& effort);
std::vector<Guess> find_families(const Sample& sample, Effort& effort);
std::vector<Guess> find_rows(const Sample& sample, Effort& effort);
std::vector<Guess> find_windows(const Sample& sample, Effort& effort);
std::vector<Guess> find_zeckendorf(const Sample& sample, Effort& effort);
std::vector<Guess> find_beatty(const Sample& sample, Effort& effort);
std::vector<Guess> find_known(const Sample& sample, Effort& effort);
std::vector<Guess> find_formulas(const Sample& sample, Effort& effort);
std::vector<Guess> find_algebraic(const Sample& sample, Effort& effort);
std::vector<Guess> find_automata(const Sample& sample, Effort& effort);
std::vector<Guess> find_reductions(const Sample& sample, Effort& effort);

}  // namespace bouton::discover
