// Errors, as the library makes them.
#pragma once

#include "bouton/error.hpp"

#include <string>

namespace bouton {

inline Error bad_input(const std::string& message, Setting setting = Setting::none) {
    return {Fault::input, message, setting};
}
inline Error over_limit(const std::string& message, Setting setting = Setting::none) {
    return {Fault::limit, message, setting};
}
inline Error too_large_number() {
    return over_limit("a number with more than 20 million digits arises; use a smaller exponent or position");
}

}  // namespace bouton
