// Phrasings of a law with lemmas that its proof may need.
#pragma once

#include "discover/template.hpp"

#include <map>
#include <optional>
#include <string>

namespace bouton::discover {

/// floor(x/2), where the only move takes 1 to floor(x/2) of x stones, and this is 0 at 0 and rises by at most 1 at a time.
std::optional<std::string> taking_cap(const Sample& sample);

/// A text of the language with other words for some names.
std::string replaced_names(const std::string& text, const std::map<std::string, std::string>& by);

std::vector<Phrasing> with_window_lemma(const Sample& sample, const Guess& guess);
std::vector<Phrasing> with_circle_lemmas(const Sample& sample, const Guess& guess);
std::vector<Phrasing> with_levels(const Sample& sample, const Guess& guess);

}  // namespace bouton::discover
