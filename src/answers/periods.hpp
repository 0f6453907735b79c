// Both periods of a game of one heap, each proof re-checked; what could not be proved says why.
#pragma once

#include "answers/answer.hpp"
#include "proofs/windows/windows.hpp"

namespace bouton {

Periods periods(Session& session, std::int64_t search_limit, const Watch& watch);

}  // namespace bouton
