// The names that have a meaning of their own, for all that reads a file in check/. The language has such a list too (lang/names.hpp); a
// test compares the two, and the checker does not rest on the other one.
#pragma once

#include <set>
#include <string>

namespace bouton::kernel {

const std::set<std::string>& builtin_names();

}  // namespace bouton::kernel
