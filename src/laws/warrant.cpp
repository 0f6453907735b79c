#include "laws/warrant.hpp"

#include "base/integer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace bouton {

const char* to_text(Warrant::Kind kind) {
    switch (kind) {
        case Warrant::Kind::computed: return "computed";
        case Warrant::Kind::proved: return "proved";
        case Warrant::Kind::checked: return "checked";
        case Warrant::Kind::conjectured: return "conjectured";
    }
    return "";
}

bool covers(const std::string& cut, const std::vector<std::pair<std::string, std::string>>& values) {
    std::istringstream parts(cut);
    for (std::string part; std::getline(parts, part, ',');) {
        std::istringstream words(part);
        std::string name, sign, bound, more;
        if (!(words >> name >> sign >> bound) || sign != "<=" || (words >> more)) return false;
        const auto found =
            std::find_if(values.begin(), values.end(), [&](const auto& value) { return value.first == name; });
        const auto is_number = [](const std::string& text) {
            return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
        };
        if (found == values.end() || !is_number(found->second) || !is_number(bound)) return false;
        if (integer_from(found->second) > integer_from(bound)) return false;
    }
    return true;
}

std::string Warrant::text() const {
    switch (kind) {
        case Kind::computed: return "computed from the rules";
        case Kind::proved:
            return claim.empty() ? "proved: " + how : fmt::format("proved: {} ({}), {}", claim, file, how);
        case Kind::checked:
            return fmt::format("by {} ({}), which agrees with the rules for all positions up to {}", claim, file,
                               bound);
        case Kind::conjectured:
            return fmt::format(
                "by {} ({}), which nobody has proved; it agrees with the rules for all positions up to {}", claim, file,
                bound);
    }
    return "";
}

std::string Warrant::brief() const {
    switch (kind) {
        case Kind::checked: return fmt::format("checked to {}, not proved", bound);
        case Kind::conjectured: return fmt::format("conjectured, checked to {}", bound);
        default: return to_text(kind);
    }
}

std::string Warrant::note() const {
    switch (kind) {
        case Kind::checked: return fmt::format("by {}, checked to {}, not proved", claim, bound);
        case Kind::conjectured: return fmt::format("by {}, checked to {}", claim, bound);
        default: return "";
    }
}

}  // namespace bouton
