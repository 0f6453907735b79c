// An integer of any size, as the library takes and gives it: a value with its decimal digits. It can be compared and printed, and counts
// with nobody's arithmetic: users who compute with large numbers do so with the library that they have, by way of the digits.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>

namespace bouton {

class Number {
  public:
    Number() : digits_("0") {}
    template <std::integral N> Number(N value) : digits_(std::to_string(value)) {}

    /// A number as one writes it: 29, 10^30, 2^4000 - 1. Throws Error for anything else.
    Number(const std::string& text);
    Number(const char* text) : Number(std::string(text)) {}

    const std::string& str() const { return digits_; }  // decimal, with a - if it is negative
    std::optional<std::int64_t> small() const;          // nothing: it does not fit

    bool operator==(const Number&) const = default;
    std::strong_ordering operator<=>(const Number& other) const;

  private:
    std::string digits_;
};

}  // namespace bouton
