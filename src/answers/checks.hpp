// Every claim of some documents against the rules.
#pragma once

#include "claims/check.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace bouton {

/// All cores; `done` hears of each verdict in the order of the documents. `to` replaces the general bound of the claims.
std::vector<Verdict> check_documents(const std::vector<lang::DocumentPtr>& documents, std::optional<std::int64_t> to,
                                     const Watch& watch, const std::function<void(const Verdict&)>& done);

}  // namespace bouton
