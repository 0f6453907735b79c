// What a study says in words, for the page (report.cpp) and the terminal (study_summary.cpp). Nothing here is escaped.
#pragma once

#include "answers/study.hpp"

#include <array>
#include <string>
#include <vector>

namespace bouton::render {

/// Where a claim stands, as a reader counts: each claim has exactly one of these, and what the file did not expect goes before all else.
enum class Standing { unexpected, proved, limited, holds, unfinished, refuted };
inline constexpr std::array kStandings = {Standing::unexpected, Standing::proved,     Standing::limited,
                                          Standing::holds,      Standing::unfinished, Standing::refuted};

struct StandingWords {
    std::string name;   // of its colour in the page
    std::string badge;  // where no single claim is meant
    std::string one;    // counted: 1 holds up to a bound
    std::string many;   // 2 hold up to a bound
    std::string means;  // for a reader who does not know Bouton
};
const StandingWords& words(Standing standing);
const std::string& counted(Standing standing, std::size_t count);

Standing standing(const ProofVerdict& verdict);
std::size_t count(const std::vector<ProofVerdict>& claims, Standing standing);

/// 3 proved for all positions, 1 refuted as the file says
std::string tally(const std::vector<ProofVerdict>& claims);

/// One or two words: proved, holds up to 300, NOT as expected: refuted.
std::string badge(const ProofVerdict& verdict);

/// The same without what the file expects.
std::string kind_words(const ProofVerdict& verdict);

/// How far the verdict goes: "for every position", "up to 300: 45 150 cases", "at x = 1, y = 2".
std::string shown(const ProofVerdict& verdict);

/// What the file says of a claim that is not as expected.
std::string expectation(const ProofVerdict& verdict);

/// Grundy numbers up to (30, 30); empty if nothing was computed.
std::string values_words(const GameStudy& game);

/// 961 positions, 37 of them P-positions
std::string positions_words(const GameStudy& game);

/// 12 345, with blanks that do not break.
std::string grouped(std::uint64_t number);

/// 12.3 s
std::string time_words(double seconds);

/// The claim as it stands in the file, without its note; empty if it is not found there.
std::string statement(const std::string& text, const ProofVerdict& verdict);

}  // namespace bouton::render
