#include "render/proofs.hpp"

#include "render/parts.hpp"

#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

namespace bouton::render {

namespace {

/// Times below a second say nothing; they are in the JSON.
std::string took(double seconds) { return seconds < 1 ? "" : fmt::format(" in {:.1f} s", seconds); }

std::array<std::pair<const char*, const PeriodAnswer*>, 2> both_of(const Periods& found) {
    return {{{"nim-values", &found.nim_values}, {"outcomes", &found.outcomes}}};
}

}  // namespace

Json json_of(const ProofVerdict& verdict) {
    Json json;
    json["file"] = verdict.file;
    json["claim"] = verdict.claim;
    json["verdict"] = to_text(verdict.kind);
    json["method"] = text_or_null(verdict.method);
    json["generality"] = text_or_null(verdict.generality);
    json["seconds"] = verdict.seconds;
    json["certificate"] = text_or_null(verdict.certificate);
    json["expected"] = verdict.expect_refuted ? "refuted" : "holds";
    json["as_expected"] = verdict.as_expected();
    if (!verdict.uses.empty()) json["uses"] = verdict.uses;
    if (verdict.kind == ProofVerdict::Kind::refuted) {
        json["counterexample"] = json_of(verdict.counterexample);
        json["replayed"] = verdict.replayed;
    }
    if (verdict.vacuous) json["vacuous"] = true;
    if (!verdict.tried.empty()) json["tried"] = verdict.tried;
    if (verdict.formal_asked) {
        json["formal"] = text_or_null(verdict.formal);
        json["formal_why"] = text_or_null(verdict.formal_why);
        json["formal_file"] = text_or_null(verdict.formal_file);
        json["formal_seconds"] = verdict.formal_seconds;
    }
    return json;
}

Json json_of(const Periods& found) {
    Json json;
    for (const auto& [name, answer] :
         {std::pair{"nim_values", &found.nim_values}, std::pair{"outcomes", &found.outcomes}}) {
        Json entry;
        if (answer->proved) {
            entry["preperiod"] = json_of(answer->preperiod);
            entry["period"] = json_of(answer->period);
            entry["saltus"] = json_of(answer->saltus);
            entry["warrant"] = "proved";
            entry["how"] = answer->how;
            entry["values"] = json_of(answer->first);
            if (answer == &found.outcomes)
                for (Json& value : entry["values"]) value = value == 0 ? "P" : "N";
            entry["evidence"] = answer->certificate;  // `certificate` is a folder, as in `prove`
        } else {
            entry["warrant"] = nullptr;
            entry["why_not"] = answer->why_not;
        }
        json[name] = std::move(entry);
    }
    return json;
}

void proof(std::ostream& out, const ProofVerdict& verdict, Format format) {
    using Kind = ProofVerdict::Kind;
    if (format == Format::json) {
        out << answer_line(json_of(verdict));
        return;
    }
    fmt::print(out, "{} {:<7}  {}", verdict.as_expected() ? " " : "!", verdict_word(verdict), verdict.claim);
    if (verdict.kind == Kind::proved || verdict.kind == Kind::limited) {
        const bool more = verdict.kind == Kind::limited && verdict.formal == "checked";
        fmt::print(out, "  ({}: {}{}{})\n", verdict.method, verdict.generality, more ? "; Coq: all of the claim" : "",
                   verdict.seconds >= 1 ? fmt::format("; {:.1f} s", verdict.seconds) : "");
        if (verdict.formal_asked && !verdict.formal_why.empty())
            fmt::print(out, "      {}: {}\n", verdict.formal.empty() ? "no Coq development" : "not checked by Coq",
                       verdict.formal_why);
    } else if (verdict.kind == Kind::refuted) {
        fmt::print(out, "{}{}\n",
                   verdict.counterexample.empty() ? "" : " at " + assignment_text(verdict.counterexample),
                   verdict.replayed ? "" : "  (not replayed by the reference engine)");
    } else {
        fmt::print(out, "\n");
    }
    if (verdict.vacuous && verdict.kind != Kind::refuted)
        fmt::print(out, "      its hypotheses were never met in what was tried\n");
    for (const std::string& line : verdict.tried) fmt::print(out, "      {}\n", line);
    if (!verdict.as_expected() && verdict.expect_refuted)
        fmt::print(
            out, "      the file says `expect refuted{}`\n",
            verdict.expected_counterexample.empty() ? "" : " at " + assignment_text(verdict.expected_counterexample));
}

void summary(std::ostream& out, const std::vector<ProofVerdict>& verdicts, const std::string& certificates,
             double seconds) {
    using Kind = ProofVerdict::Kind;
    std::map<Kind, std::size_t> counts;
    std::size_t unexpected = 0;
    for (const ProofVerdict& verdict : verdicts) {
        ++counts[verdict.kind];
        unexpected += !verdict.as_expected();
    }
    const std::size_t proved = counts[Kind::proved] + counts[Kind::limited];
    fmt::print(out, "{}: {} proved, {}{} refuted, {} open; {}{}\n", plural(verdicts.size(), "claim"),
               counts[Kind::proved],
               counts[Kind::limited] > 0 ? fmt::format("{} limited, ", counts[Kind::limited]) : "",
               counts[Kind::refuted], counts[Kind::open],
               unexpected == 0 ? "none unexpected" : fmt::format("{} NOT as expected", unexpected), took(seconds));
    if (!certificates.empty() && proved > 0)
        fmt::print(out, "certificates in {}; re-check them with: bouton recheck {}\n", certificates, certificates);
}

void formal_summary(std::ostream& out, const std::vector<ProofVerdict>& verdicts, const std::string& folder,
                    bool installed) {
    std::size_t checked = 0, written = 0;
    for (const ProofVerdict& verdict : verdicts) {
        checked += verdict.formal == "checked";
        written += !verdict.formal.empty();
    }
    fmt::print(out, "{} in {}, {} of them accepted by Coq\n", plural(written, "Coq development"), folder, checked);
    if (!installed) fmt::print(out, "coqc is not installed, so nothing was checked; Debian has it: apt install coq\n");
}

void recheck(std::ostream& out, const RecheckVerdict& verdict, Format format) {
    if (format == Format::json) {
        Json json;
        json["file"] = verdict.file;
        json["claim"] = verdict.claim;
        json["verdict"] = verdict.problem.empty() ? "good" : "bad";
        json["method"] = verdict.method;
        json["generality"] = verdict.generality;
        json["statement"] = verdict.statement;
        if (!verdict.limits.empty()) json["limits"] = verdict.limits;
        json["conditions"] = json_of(verdict.conditions);
        json["second_opinions"] = json_of(verdict.second_opinions);
        json["seconds"] = verdict.seconds;
        json["certificate"] = verdict.folder;
        if (!verdict.problem.empty()) json["problem"] = verdict.problem;
        if (!verdict.remarks.empty()) json["remarks"] = verdict.remarks;
        out << answer_line(json);
        return;
    }
    fmt::print(out, "{} {:<4}  {}: {}", verdict.problem.empty() ? " " : "!", verdict.problem.empty() ? "good" : "BAD",
               verdict.file, verdict.claim);
    if (!verdict.problem.empty())
        fmt::print(out, "\n      {}: {}\n", verdict.folder, verdict.problem);
    else if (verdict.conditions > 0 && verdict.method != "digits")
        fmt::print(out, "  ({}, {}, cvc5 agrees on {})\n", verdict.method, plural(verdict.conditions, "goal"),
                   verdict.second_opinions);
    else
        fmt::print(out, "  ({}{})\n", verdict.method, verdict.limits.empty() ? "" : "; only " + verdict.limits);
    if (!verdict.problem.empty()) return;
    std::istringstream lines(verdict.statement);
    for (std::string line; std::getline(lines, line);) fmt::print(out, "        {}\n", line);
}

void summary(std::ostream& out, const std::vector<RecheckVerdict>& verdicts, double seconds) {
    std::size_t bad = 0;
    std::vector<std::string> remarks;
    for (const RecheckVerdict& verdict : verdicts) {
        bad += !verdict.problem.empty();
        for (const std::string& remark : verdict.remarks)
            if (std::find(remarks.begin(), remarks.end(), remark) == remarks.end()) remarks.push_back(remark);
    }
    for (const std::string& remark : remarks) fmt::print(out, "note: {}\n", remark);
    fmt::print(out, "{}: {}{}\n", plural(verdicts.size(), "certificate"),
               bad == 0 ? "all good" : fmt::format("{} BAD", bad), took(seconds));
}

namespace {

std::string law_text(const Period& law) {
    return fmt::format("period {} after {}{}", law.period, law.preperiod,
                       law.saltus == 0 ? "" : fmt::format(", growing by {} each time", law.saltus));
}

}  // namespace

std::string period_text(const PeriodAnswer& answer) {
    if (!answer.proved) return "no period is known: " + answer.why_not;
    return fmt::format("{} (proved: {})", law_text({answer.preperiod, answer.period, answer.saltus}), answer.how);
}

void periods(std::ostream& out, const Session& session, const Periods& found, const ObservedPeriods& observed,
             Format format) {
    if (format == Format::json) {
        Json json;
        json["game"] = session.rules().instance;
        json.update(json_of(found));
        for (const auto& [name, seen] :
             {std::pair{"nim_values", &observed.nim_values}, std::pair{"outcomes", &observed.outcomes}}) {
            if (!*seen) continue;
            const Period& law = (*seen)->law;
            json[name]["observed"] = {{"preperiod", json_of(law.preperiod)},
                                      {"period", json_of(law.period)},
                                      {"saltus", json_of(law.saltus)},
                                      {"seen_to", json_of((*seen)->to)}};
        }
        out << answer_line(json);
        return;
    }
    std::string told;  // a reason is told once
    for (const auto& [name, answer] : both_of(found)) {
        const auto& seen = answer == &found.nim_values ? observed.nim_values : observed.outcomes;
        const bool again = !answer->proved && answer->why_not == told;
        if (!answer->proved) told = answer->why_not;
        if (seen)
            fmt::print(out, "{}: {} (observed on the heaps up to {}, not proved{})\n", name, law_text(seen->law),
                       seen->to, again ? "" : ": " + answer->why_not);
        else
            fmt::print(out, "{}: {}\n", name, again ? "no period is known, for the same reason" : period_text(*answer));
    }
}

}  // namespace bouton::render
