#include "laws/warrant.hpp"

#include <fmt/format.h>

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

std::string Warrant::note() const {
    switch (kind) {
        case Kind::checked: return fmt::format("by {}, checked to {}, not proved", claim, bound);
        case Kind::conjectured: return fmt::format("by {}, checked to {}", claim, bound);
        default: return "";
    }
}

}  // namespace bouton
