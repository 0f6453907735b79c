// Looks for an earlier stretch of cells again, a vector of places at a time.
#pragma once

#include "engines/cells.hpp"

#include <cstdint>
#include <optional>

namespace bouton {

/// The `length` cells before `end`; at least one.
struct Window {
    std::int64_t end = 0, length = 0;
};

/// The first x in first..last such that the cells before x are those of the window; first - length is a cell. A place
/// that looks right is compared cell by cell, which is taken off the budget: when that is spent there is no answer.
std::optional<std::int64_t> find_window(const Cells& cells, const Window& window, std::int64_t first, std::int64_t last,
                                        std::int64_t& budget);

}  // namespace bouton
