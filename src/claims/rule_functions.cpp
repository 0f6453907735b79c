#include "claims/rule_functions.hpp"

#include "lang/elaborator.hpp"
#include "lang/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>

namespace bouton {

namespace {

constexpr unsigned kSteps = 300;  // steps of a random function; from there on it is constant

/// # stands for the function's argument.
const std::vector<std::string>& shapes() {
    static const std::vector<std::string> list{
        "0",
        "1",
        "2",
        "5",
        "#",
        "max(# - 1, 0)",
        "floor(#/2)",
        "floor(#/3)",
        "floor(#/7)",
        "floor(2*#/3)",
        "floor(sqrt(#))",
        "min(#, 4)",
        "min(#, 30)",
        "# + 1",
        "2*#",
        "#^2",
        "#^2 + 1",
        "# mod 3",
        "floor(#/2) + 1",
        "1 + floor(#/3)",
        "1 + floor(sqrt(#))",
        "max(# - 10, 0)",
        "floor(log2(# + 1))",
        "3*# + 2",
        "if # <= 20 then 1 else 2",
        "if # <= 20 then 0 else # - 20",
    };
    return list;
}

/// The number of steps up before x: binary digits of a random constant, each 1 with the given chance in eight.
std::string random_steps(std::mt19937_64& random, unsigned eighths) {
    Integer digits = 0;
    for (unsigned i = 0; i < kSteps; ++i) digits = (digits << 1) + (random() % 8 < eighths ? 1 : 0);
    return fmt::format("ones({} mod 2^min(#, {}))", digits.str(), kSteps);
}

std::string with_argument(const std::string& shape, const std::string& name) {
    std::string text;
    for (const char c : shape) {
        if (c == '#')
            text += name;
        else
            text += c;
    }
    return text;
}

}  // namespace

std::vector<TriedFunction> with_other_functions(const lang::Document& document, const syntax::Claim& claim,
                                                std::uint64_t seed) {
    std::vector<TriedFunction> result;
    if (!claim.assumption) return result;
    const lang::GameRef game = lang::find_game(document, lang::claim_game(document, claim));
    std::mt19937_64 random(seed);
    std::vector<std::string> functions = shapes();
    for (const unsigned eighths : {1, 2, 4, 6, 7}) {
        functions.push_back(random_steps(random, eighths));
        functions.push_back("1 + " + random_steps(random, eighths));
        functions.push_back(
            fmt::format("{} + {}*{}", random_steps(random, eighths), 2 + random() % 5, random_steps(random, eighths)));
    }
    for (const std::string& shape : functions) {
        TriedFunction tried;
        tried.claim = claim;
        tried.claim.bound.reset();
        tried.claim.bounds.clear();
        tried.claim.uses.clear();
        tried.claim.induction.clear();
        std::erase_if(tried.claim.arguments, [](const syntax::Argument& a) { return !a.arguments.empty(); });
        for (const syntax::Parameter& parameter : game.game->parameters) {
            if (parameter.kind != syntax::Parameter::Kind::function || parameter.arguments.empty()) continue;
            const std::string text = with_argument(shape, parameter.arguments[0]);
            tried.claim.arguments.push_back(
                {parameter.name, parameter.arguments, lang::parse_term(text, "function"), claim.place});
            tried.name = parameter.name + "(" + parameter.arguments[0] + ")";
            tried.text = text;
        }
        if (tried.name.empty()) return {};
        std::set<std::string> used;
        if (claim.statement) lang::names_in(*claim.statement, used);
        if (claim.condition) lang::names_in(*claim.condition, used);
        if (claim.pile_count) lang::names_in(*claim.pile_count, used);
        for (const syntax::Argument& argument : tried.claim.arguments)
            if (argument.arguments.size() == 0) lang::names_in(argument.value, used);
        for (const syntax::Binding& binding : claim.bindings) {
            std::set<std::string> names;
            lang::names_in(binding, names);
            for (const std::string& name : names)
                if (!used.contains(name)) tried.idle.push_back(name);
        }
        result.push_back(std::move(tried));
    }
    return result;
}

}  // namespace bouton
