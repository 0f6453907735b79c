#include "answers/instances.hpp"

#include "lang/parse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <list>

namespace bouton {

namespace {

using syntax::Parameter;

constexpr std::size_t kMostInstances = 1000;  // of one game
constexpr int kLargestNumber = 9;

struct Choice {
    std::string value;  // empty: the default
    int size = 0;
};

std::vector<Choice> numbers() {
    std::vector<Choice> choices;
    for (int n = 0; n <= kLargestNumber; ++n) choices.push_back({std::to_string(n), 1 + n});
    return choices;
}

/// {1..n}, and every set of at most three numbers up to 9.
std::vector<Choice> sets() {
    std::vector<Choice> choices;
    for (int a = 1; a <= kLargestNumber; ++a) {
        choices.push_back({std::to_string(a), 2 + a});
        if (a >= 4) choices.push_back({fmt::format("1..{}", a), 3 + a});
        for (int b = a + 1; b <= kLargestNumber; ++b) {
            choices.push_back({fmt::format("{},{}", a, b), 4 + b});
            for (int c = b + 1; c <= kLargestNumber; ++c) choices.push_back({fmt::format("{},{},{}", a, b, c), 8 + c});
        }
    }
    return choices;
}

/// 0.1 to 0.777, 4.1 to 4.77, 0.8 to 0.FF; a game refuses the digits that have no meaning in it.
std::vector<Choice> codes() {
    std::vector<Choice> choices;
    const auto add = [&](const std::string& code) {
        const int size = 3 * static_cast<int>(code.size() - 2) + (code[0] == '0' ? 0 : 2);
        if (code.back() != '0') choices.push_back({code, size});  // a last digit 0 says nothing
    };
    for (int n = 1; n < 8; ++n) add(fmt::format("0.{:o}", n));
    for (int n = 1; n < 8 * 8; ++n) add(fmt::format("0.{:02o}", n));
    for (int n = 1; n < 8; ++n) add(fmt::format("4.{:o}", n));
    for (int n = 1; n < 8 * 8 * 8; ++n) add(fmt::format("0.{:03o}", n));
    for (int n = 1; n < 8 * 8; ++n) add(fmt::format("4.{:02o}", n));
    for (int n = 8; n < 16; ++n) add(fmt::format("0.{:X}", n));
    for (int n = 8; n < 16 * 16; ++n)
        if (n / 16 >= 8 || n % 16 >= 8) add(fmt::format("0.{:02X}", n));
    return choices;
}

std::vector<Choice> functions(const std::string& of) {
    std::vector<Choice> choices;
    for (const char* shape :
         {"1", "2", "3", "4", "{}", "{} + 1", "2*{}", "floor({}/2)", "ceil({}/2)", "floor({}/3)", "floor(2*{}/3)",
          "floor(sqrt({}))", "floor(log2(max(1, {})))", "{}^2", "2^{}", "ones({})"}) {
        const std::string text = fmt::format(fmt::runtime(shape), of);
        choices.push_back({text, static_cast<int>(text.size()) + 2});
    }
    return choices;
}

std::vector<Choice> choices_for(const Parameter& parameter) {
    std::vector<Choice> choices;
    if (parameter.kind == Parameter::Kind::number) choices = numbers();
    if (parameter.kind == Parameter::Kind::set) choices = sets();
    if (parameter.kind ==
        Parameter::Kind::function)  // what `where` asks of every value only codes and tables can answer
        choices = parameter.condition ? codes() : functions(parameter.arguments.empty() ? "x" : parameter.arguments[0]);
    if (parameter.value) choices.insert(choices.begin(), Choice{});
    return choices;
}

}  // namespace

std::vector<Instance> instances_of(const lang::GameRef& game) {
    std::vector<Instance> result{{game, {}, 0}};
    for (const Parameter& parameter : game.game->parameters) {
        std::vector<Instance> longer;
        for (const Instance& begun : result)
            for (const Choice& choice : choices_for(parameter)) {
                longer.push_back(begun);
                longer.back().size += choice.size;
                if (!choice.value.empty()) longer.back().arguments.emplace_back(parameter.name, choice.value);
            }
        std::stable_sort(longer.begin(), longer.end(),
                         [](const Instance& a, const Instance& b) { return a.size < b.size; });
        if (longer.size() > kMostInstances) longer.resize(kMostInstances);
        result = std::move(longer);
    }
    return result;
}

Ruleset rules_of(const Instance& instance) {
    std::list<lang::Source> texts;  // while the rules are made; they keep nothing of it
    std::vector<lang::GivenArgument> given;
    for (const auto& [name, value] : instance.arguments) {
        texts.push_back({name, value});
        syntax::Argument argument;
        argument.name = name;
        argument.place = {1, 1};
        argument.value = lang::parse_term(value, name);
        given.push_back({std::move(argument), &texts.back()});
    }
    return lang::rules_of(instance.game, given);
}

}  // namespace bouton
