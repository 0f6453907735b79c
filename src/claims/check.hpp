// Claims against the rules, to a bound.
#pragma once

#include "base/watch.hpp"
#include "lang/elaborate.hpp"

#include <string>
#include <vector>

namespace bouton {

struct Verdict {
    enum class Kind { holds, refuted, error };
    std::string file;
    std::string claim;  // theorem 1.1
    Kind kind = Kind::holds;
    bool expect_refuted = false;
    std::vector<std::pair<std::string, std::string>> counterexample;
    std::vector<std::pair<std::string, std::string>> expected_counterexample;
    std::string message;  // of an error
    std::string note;
    std::string bound;
    std::uint64_t cases = 0;  // that were examined
    double seconds = 0;

    /// Holds as it should, or is refuted as the file says, at the place the file says.
    bool as_expected() const;
};

std::string to_text(Verdict::Kind kind);

/// The word of `repeats` and `starts`, written out.
std::vector<std::int64_t> word_of(const std::vector<lang::WordPart>& word, Frame& frame);

/// Checks one claim. `to` replaces the claim's general bound. Instances run in parallel; the answer does not depend on how many at once.
Verdict check(const lang::Document& document, const syntax::Claim& claim, std::optional<std::int64_t> to,
              const Watch& watch, const std::string& engine = "auto");

}  // namespace bouton
