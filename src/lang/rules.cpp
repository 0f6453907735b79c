#include "lang/rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bouton {

std::string identity(const Ruleset& rules) {
    std::string text = fmt::format("{}; {}; players {}; misere {}", rules.name, fmt::join(rules.coordinates, ","),
                                   rules.players, rules.misere);
    if (!rules.computed_only.empty())
        text += fmt::format("; {} {} {} {} {}", rules.computed_only, rules.loopy, rules.coalition, rules.prefer,
                            rules.block);
    const auto add = [&](const char* what, const Expr& e) {
        if (e) text += fmt::format("; {} {}", what, to_text(e));
    };
    add("where", rules.domain);
    for (const Move& move : rules.moves) {
        text += fmt::format("; move {}", static_cast<int>(move.piles));
        add("piles", move.pile_count);
        for (const auto& component : move.results)
            for (const Expr& e : component) add("to", e);
        text += to_text(move.loop);
    }
    return text;
}

}  // namespace bouton
