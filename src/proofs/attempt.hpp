// What one method made of a claim. The prover tries methods in turn; what is found counts once the checker has accepted it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace bouton {

struct Attempt {
    enum class Kind { found, refuted, failed };
    Kind kind = Kind::failed;
    std::string method;  // levels, induction, digits, windows, columns
    std::string why;     // failed: what stood in the way, and what would help
    std::vector<std::pair<std::string, std::string>> counterexample;  // refuted: names and values

    /// What the checker needs besides the claim and the rules, and the files that go beside the manifest: name, content.
    nlohmann::ordered_json data;
    std::vector<std::pair<std::string, std::string>> files;
};

}  // namespace bouton
