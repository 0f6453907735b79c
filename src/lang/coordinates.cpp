#include "lang/coordinates.hpp"

namespace bouton {

std::vector<std::string> coordinate_names(const Ruleset& rules, std::size_t piles) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < rules.coordinates.size(); ++i) {
        if (static_cast<int>(i) != rules.piles) names.push_back(rules.coordinates[i]);
        for (std::size_t j = 1; static_cast<int>(i) == rules.piles && j <= piles; ++j)
            names.push_back(rules.coordinates[i] + std::to_string(j));
    }
    return names;
}

}  // namespace bouton
