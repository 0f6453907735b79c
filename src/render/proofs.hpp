// Verdicts of proofs, re-checked certificates and periods, as text and JSON.
#pragma once

#include "answers/theorems.hpp"
#include "render/json.hpp"
#include "render/render.hpp"

namespace bouton::render {

void proof(std::ostream& out, const ProofVerdict& verdict, Format format);
void summary(std::ostream& out, const std::vector<ProofVerdict>& verdicts, const std::string& certificates,
             double seconds);
/// Where the Coq files are, how many of them Coq has accepted, and how to get Coq.
void formal_summary(std::ostream& out, const std::vector<ProofVerdict>& verdicts, const std::string& folder,
                    bool installed);
void recheck(std::ostream& out, const RecheckVerdict& verdict, Format format);
void summary(std::ostream& out, const std::vector<RecheckVerdict>& verdicts, double seconds);
void periods(std::ostream& out, const Session& session, const Periods& found, const ObservedPeriods& observed,
             Format format);

/// What --json shows.
Json json_of(const ProofVerdict& verdict);
Json json_of(const Periods& found);

/// period 12 after 71 (proved: ...), or why none is known.
std::string period_text(const PeriodAnswer& answer);

}  // namespace bouton::render
