// The convention of everything that --json prints (docs/json.md), in one place: an integer is a number up to 2^53, beyond that, where many
// readers of JSON would round it, a text of digits; a position is a list of integers; keys are snake_case; an answer is one line, an object
// whose key "bouton" names the version. docs/bouton.schema.json says the same for programs, and tests/json holds every command against it.
#pragma once

#include "answers/answer.hpp"

#include <nlohmann/json.hpp>

#include <concepts>
#include <string>
#include <utility>
#include <vector>

namespace bouton::render {

using Json = nlohmann::ordered_json;

Json json_of(const Integer& value);

template <std::integral T> Json json_of(T value) {
    constexpr T most = T(sizeof(T) < 8 ? 0 : std::uint64_t{1} << 53);
    if constexpr (sizeof(T) < 8)
        return value;
    else if constexpr (std::signed_integral<T>)
        return -most <= value && value <= most ? Json(value) : Json(std::to_string(value));
    else
        return value <= most ? Json(value) : Json(std::to_string(value));
}

/// Positions, and lists of them.
template <class T> Json json_of(const std::vector<T>& list) {
    Json json = Json::array();
    for (const T& each : list) json.push_back(json_of(each));
    return json;
}

/// P and N are texts, all other values integers.
Json json_of(const Session& session, const Integer& value);

/// What is written in digits is an integer, all else a text: P, {2, 5}.
Json json_of_text(const std::string& text);
Json text_or_null(const std::string& text);

/// {"x": 1, "y": 2}
Json json_of(const std::vector<std::pair<std::string, std::string>>& assignment);

/// Bytes that are no UTF-8 (from a file or the command line) are shown as the replacement character.
std::string dump(const Json& json);

/// The object with the version in front; and as a line.
Json answer_json(const Json& object);
std::string answer_line(const Json& object);

}  // namespace bouton::render
