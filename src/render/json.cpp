#include "render/json.hpp"

namespace bouton::render {

Json json_of(const Integer& value) {
    if (fits(value)) return json_of(clamp(value));
    return value.str();
}

Json json_of(const Session& session, const Integer& value) {
    const std::string text = session.show(value);
    if (text == "P" || text == "N") return text;
    if (session.computed_only()) return json_of_text(text);
    return json_of(value);
}

Json json_of_text(const std::string& text) {
    const std::string digits = text.substr(text.starts_with("-") ? 1 : 0);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) return text;
    const Integer value = integer_from(digits);
    return json_of(digits.size() < text.size() ? Integer(-value) : value);
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json json_of(const std::vector<std::pair<std::string, std::string>>& assignment) {
    Json json = Json::object();
    for (const auto& [name, value] : assignment) json[name] = json_of_text(value);
    return json;
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json answer_json(const Json& object) {
    Json json{{"bouton", BOUTON_MAJOR_MINOR}};
    json.update(object);
    return json;
}

std::string answer_line(const Json& object) { return dump(answer_json(object)) + "\n"; }

}  // namespace bouton::render
