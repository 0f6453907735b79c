// Verdicts of proofs, re-checked certificates and periods, as text and JSON.
#pragma once

#include "render/render.hpp"
#include "theorems.hpp"

namespace bouton::render {

void proof(std::ostream& out, const ProofVerdict& verdict, Format format);
void summary(std::ostream& out, const std::vector<ProofVerdict>& verdicts, const std::string& certificates,
             double seconds);
void recheck(std::ostream& out, const RecheckVerdict& verdict, Format format);
void summary(std::ostream& out, const std::vector<RecheckVerdict>& verdicts, double seconds);
void periods(std::ostream& out, const Session& session, const Periods& found, Format format);

}  // namespace bouton::render
