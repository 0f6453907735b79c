#include "render/study_words.hpp"

#include "render/parts.hpp"

#include <algorithm>
#include <sstream>

namespace bouton::render {

namespace {

using Kind = ProofVerdict::Kind;

std::string cases_words(std::uint64_t cases) { return grouped(cases) + (cases == 1 ? " case" : " cases"); }

/// theorem 1.1 stands in the file as: theorem "1.1"
bool opens(const std::string& line, const std::string& claim) {
    const std::size_t blank = claim.find(' ');
    if (blank == std::string::npos) return line.starts_with(claim);
    const std::string quoted = claim.substr(0, blank) + " \"" + claim.substr(blank + 1) + '"';
    return line.starts_with(quoted);
}

bool is_note(const std::string& line) {
    const std::size_t start = line.find_first_not_of(" \t");
    return start != std::string::npos && line.compare(start, 6, "note \"") == 0 && line.ends_with('"');
}

}  // namespace

const StandingWords& words(Standing standing) {
    static const std::array<StandingWords, kStandings.size()> all = {{
        {"unexpected", "NOT as expected", "NOT as expected", "NOT as expected",
         "the file says otherwise: the file or the statement needs a correction"},
        {"proved", "proved", "proved for all positions", "proved for all positions",
         "shown for everything that the line names, not only up to a bound"},
        {"limited", "limited", "limited", "limited",
         "proved, but only for some of the values that the claim speaks of, which the line names"},
        {"holds", "holds up to a bound", "holds up to a bound", "hold up to a bound",
         "compared with the rules that far, without a counterexample; this is not a proof"},
        {"unfinished", "not finished", "not finished", "not finished",
         "the comparison with the rules did not come to an end in the time allowed"},
        {"refuted", "refuted", "refuted as the file says", "refuted as the file says",
         "there is a counterexample, and the file expects it"},
    }};
    return all[static_cast<std::size_t>(standing)];
}

const std::string& counted(Standing standing, std::size_t count) {
    return count == 1 ? words(standing).one : words(standing).many;
}

Standing standing(const ProofVerdict& verdict) {
    if (!verdict.as_expected()) return Standing::unexpected;
    switch (verdict.kind) {
        case Kind::proved: return Standing::proved;
        case Kind::limited: return Standing::limited;
        case Kind::refuted: return Standing::refuted;
        case Kind::open: break;
    }
    return verdict.cases > 0 ? Standing::holds : Standing::unfinished;
}

std::size_t count(const std::vector<ProofVerdict>& claims, Standing which) {
    return static_cast<std::size_t>(std::count_if(
        claims.begin(), claims.end(), [&](const ProofVerdict& verdict) { return standing(verdict) == which; }));
}

std::string tally(const std::vector<ProofVerdict>& claims) {
    std::string text;
    for (const Standing each : kStandings)
        if (const std::size_t n = count(claims, each); n > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, counted(each, n));
    return text;
}

std::string kind_words(const ProofVerdict& verdict) {
    if (verdict.kind != Kind::open) return verdict_word(verdict);
    if (verdict.cases == 0) return "not finished";
    if (verdict.bound.empty()) return "holds in all cases";
    const bool short_enough = verdict.bound.find(' ') == std::string::npos;
    return "holds up to " + (short_enough ? verdict.bound : "a bound");
}

std::string badge(const ProofVerdict& verdict) {
    return (verdict.as_expected() ? "" : "NOT as expected: ") + kind_words(verdict);
}

std::string shown(const ProofVerdict& verdict) {
    switch (verdict.kind) {
        case Kind::proved:
        case Kind::limited: return (verdict.generality.starts_with("for ") ? "" : "for ") + verdict.generality;
        case Kind::refuted:
            return (verdict.counterexample.empty() ? "there is a counterexample"
                                                   : "at " + assignment_text(verdict.counterexample)) +
                   (verdict.replayed ? "" : " (not replayed by the reference engine)");
        case Kind::open: break;
    }
    if (verdict.cases == 0) return "the comparison with the rules was not finished";
    if (verdict.bound.empty()) return "in all " + cases_words(verdict.cases);
    return fmt::format("up to {}: {}", verdict.bound, cases_words(verdict.cases));
}

std::string expectation(const ProofVerdict& verdict) {
    if (!verdict.expect_refuted) return "the file says that it holds";
    return "the file says that it is refuted" +
           (verdict.expected_counterexample.empty() ? "" : " at " + assignment_text(verdict.expected_counterexample));
}

std::string values_words(const GameStudy& game) {
    if (game.positions == 0) return "";
    return (game.quantity == "grundy" ? "Grundy numbers" : "outcomes") + std::string(" up to ") + game.bound;
}

std::string positions_words(const GameStudy& game) {
    std::string text = grouped(game.positions) + (game.positions == 1 ? " position" : " positions");
    if (game.losing == 1) return text + ", 1 of them a P-position";
    if (game.losing > 0) text += fmt::format(", {} of them P-positions", grouped(game.losing));
    return text;  // where players are ranked there are none
}

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    if (text.size() < 5) return text;
    for (std::size_t at = text.size() - 3; at < text.size() && at > 0; at = at > 3 ? at - 3 : 0)
        text.insert(at, "\u202F");
    return text;
}

std::string time_words(double seconds) { return seconds < 0.1 ? "less than 0.1 s" : fmt::format("{:.1f} s", seconds); }

std::string statement(const std::string& text, const ProofVerdict& verdict) {
    std::istringstream lines(text);
    std::string line, found;
    while (std::getline(lines, line) && !opens(line, verdict.claim)) {
    }
    if (!lines) return "";
    do {
        while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back()))) line.pop_back();
        if (!is_note(line)) found += (found.empty() ? "" : "\n") + line;
    } while (std::getline(lines, line) && !line.empty() && (line[0] == ' ' || line[0] == '\t') &&
             line.find_first_not_of(" \t\r") != std::string::npos);
    return found;
}

}  // namespace bouton::render
