// Jobs that need others: each runs once those that it needs are done, in parallel, and the first that can run goes first, so that results
// come about in the order of the jobs. Jobs that need each other in a circle are left to the end and run one by one.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace bouton {

void run_in_order_of_needs(const std::vector<std::vector<std::size_t>>& needs,
                           const std::function<void(std::size_t)>& run);

}  // namespace bouton
