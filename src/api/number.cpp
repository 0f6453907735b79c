#include "bouton/number.hpp"

#include "answers/answer.hpp"

#include <charconv>

namespace bouton {

namespace {

/// As Number keeps them: no sign but a -, no 0 in front.
bool are_digits(const std::string& text) {
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    return text.size() > first && text.find_first_not_of("0123456789", first) == std::string::npos &&
           (text[first] != '0' || text == "0");
}

}  // namespace

Number::Number(const std::string& text) : digits_(are_digits(text) ? text : parse_number(text, "number").str()) {}

std::optional<std::int64_t> Number::small() const {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits_.data(), digits_.data() + digits_.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

std::strong_ordering Number::operator<=>(const Number& other) const {
    const bool negative = digits_[0] == '-';
    if (negative != (other.digits_[0] == '-'))
        return negative ? std::strong_ordering::less : std::strong_ordering::greater;
    const auto by_length = digits_.size() <=> other.digits_.size();
    const auto above_zero = by_length != 0 ? by_length : digits_.compare(other.digits_) <=> 0;
    return negative ? 0 <=> above_zero : above_zero;
}

}  // namespace bouton
