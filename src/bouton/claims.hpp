// The claims of a text: checked against the rules up to a bound, or proved for all positions.
#pragma once

#include "bouton/run_options.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bouton {

struct CheckedClaim {
    enum class Kind { holds, refuted, error };  // holds: in all cases up to the bound
    std::string claim;                          // theorem 1.1
    Kind kind = Kind::holds;
    bool as_expected = true;  // the text may say that a claim is to be refuted
    std::vector<std::pair<std::string, std::string>> counterexample;
    std::string bound;        // how far it was checked
    std::uint64_t cases = 0;  // that were examined
    std::string message;      // of an error
};

/// Every claim of the text, in its order. `to` replaces the general bound of the claims. The text imports nothing.
std::vector<CheckedClaim> check(const std::string& text, const RunOptions& options = {},
                                std::optional<std::int64_t> to = {});

/// The same for a file, or a game or paper of the library, by name. Needs bouton::files; `home` as for Game::named, "" where nothing of the
/// library is asked for.
std::vector<CheckedClaim> check_file(const std::string& file, const RunOptions& options = {},
                                     std::optional<std::int64_t> to = {}, const std::string& home = "");

struct ProvedClaim {
    enum class Kind { proved, limited, refuted, open };  // limited: proved, but only for what `generality` names
    std::string claim;
    Kind kind = Kind::open;
    bool as_expected = true;
    std::string generality;                                           // proved: for what
    std::string method;                                               // proved: how
    std::vector<std::pair<std::string, std::string>> counterexample;  // refuted
    std::vector<std::string> tried;                                   // open: each with what became of it
};

/// The same, for all positions. What counts as proved was accepted by the checker, whoever found it. Needs bouton::proofs.
std::vector<ProvedClaim> prove(const std::string& text, const RunOptions& options = {});
/// The same for a file; what is proved is remembered, so that later answers say so.
std::vector<ProvedClaim> prove_file(const std::string& file, const RunOptions& options = {},
                                    const std::string& home = "");

}  // namespace bouton
