#include "check/digits/instances.hpp"

#include "base/error.hpp"

#include <set>

namespace bouton {

namespace {

/// Which variables are chosen before the game is fixed.
std::set<std::string> chosen_names(const lang::Document& document, const syntax::Claim& claim) {
    std::set<std::string> names;
    lang::Bounds all;
    for (const auto& [name, value] : claim.bounds) all.named[name] = clamp(integer_from(value));
    lang::for_each_instance(document, claim, all, [&](lang::ClaimInstance&& instance) {
        for (const auto& pair : instance.chosen) names.insert(pair.first);
        return false;
    });
    return names;
}

/// Are there more choices than that without any bound?
bool more_without(const lang::Document& document, const syntax::Claim& claim, std::size_t count) {
    std::size_t found = 0;
    try {
        lang::for_each_instance(document, claim, {}, [&](lang::ClaimInstance&&) { return ++found <= count; });
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return true;  // no end was found
    }
    return found > count;
}

}  // namespace

void for_each_digit_instance(const lang::Document& document, const syntax::Claim& claim, std::string& cut,
                             const std::function<bool(lang::ClaimInstance&&)>& visit) {
    const std::set<std::string> chosen = chosen_names(document, claim);
    lang::Bounds bounds;
    cut.clear();
    for (const auto& [name, value] : claim.bounds) {
        if (!chosen.contains(name)) continue;
        bounds.named[name] = clamp(integer_from(value));
        cut += (cut.empty() ? "" : ", ") + name + " <= " + value;
    }
    std::size_t count = 0;
    bool complete = true;
    lang::for_each_instance(document, claim, bounds, [&](lang::ClaimInstance&& instance) {
        ++count;
        if (instance.rules.piles >= 0 && !claim.pile_count && !instance.statement.is_sequence() &&
            instance.statement.condition->op == Op::sets_equal)
            throw bad_input("the claim does not say how many piles there are");
        return complete = visit(std::move(instance));
    });
    if (complete && !cut.empty() && !more_without(document, claim, count)) cut.clear();
}

}  // namespace bouton
