#include "atlas/subsets.hpp"

#include "base/error.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"
#include "lang/ranges.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <map>

namespace bouton::atlas {

namespace {

constexpr std::int64_t kMostElements = 15;

std::vector<std::string> element_names(const std::string& set, std::int64_t count) {
    std::vector<std::string> names;
    for (std::int64_t i = 1; i <= count; ++i) names.push_back(fmt::format("{}{}", set, i));
    return names;
}

/// The ranges of the elements, and conditions in `conditions`.
std::string element_ranges(const syntax::Binding& binding, SetSize size, std::vector<std::string>& conditions) {
    const std::vector<std::string> names = element_names(binding.names[0], size.most);
    const syntax::Term& base = binding.terms[0];
    const bool interval = base.kind == syntax::Term::Kind::list && base.parts.size() == 1 &&
                          base.parts[0].kind == syntax::Term::Kind::range;
    // From the second place on where there may be none: the one before again, if that is the last element.
    for (std::int64_t i = size.least; i + 1 < size.most; ++i) {
        const auto at = static_cast<std::size_t>(i);
        conditions.push_back(
            fmt::format("({} < {} or {} = {})", names[at - 1], names[at], names[at - 1], names.back()));
    }
    std::string text;
    if (interval) {
        text = lang::print(base.parts[0].parts[0]);
        for (std::size_t i = 0; i < names.size(); ++i)
            text += fmt::format(" {} {}", i == 0 || static_cast<std::int64_t>(i) >= size.least ? "<=" : "<", names[i]);
        return text + " <= " + lang::print(base.parts[0].parts[1]);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += fmt::format("{}{} in {}", i == 0 ? "" : ", ", names[i], lang::print(base));
        if (i > 0)
            conditions.push_back(fmt::format("{} {} {}", names[i - 1],
                                             static_cast<std::int64_t>(i) >= size.least ? "<=" : "<", names[i]));
    }
    return text;
}

/// {S1, S2, S3} in the place of S.
void put_sets(syntax::Term& term, const std::map<std::string, syntax::Term>& sets) {
    if (const auto set = sets.find(term.text); term.kind == syntax::Term::Kind::name && set != sets.end()) {
        term = set->second;
        return;
    }
    for (syntax::Term& part : term.parts) put_sets(part, sets);
    for (syntax::Binding& binding : term.bindings)
        for (syntax::Term& part : binding.terms) put_sets(part, sets);
}

}  // namespace

SetSize parse_set_size(const std::string& text) {
    SetSize size;
    const auto number = [&](std::string_view digits) {
        std::int64_t value = 0;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return read.ec == std::errc() && read.ptr == digits.data() + digits.size() ? value : 0;
    };
    const std::size_t dots = text.find("..");
    size.least = number(std::string_view(text).substr(0, std::min(dots, text.size())));
    size.most = dots == std::string::npos ? size.least : number(std::string_view(text).substr(dots + 2));
    if (size.least < 1 || size.most < size.least || size.most > kMostElements)
        throw bad_input(
            fmt::format("--size: give the number of elements, from 1 to {}, as in 3 or 1..3", kMostElements));
    return size;
}

FamilyWords with_elements(const FamilyWords& words, SetSize size) {
    const syntax::Ranges ranges = lang::parse_ranges(words.ranges, "--for");
    std::map<std::string, syntax::Term> sets;
    std::vector<std::string> bindings, conditions;
    for (const syntax::Binding& binding : ranges.bindings) {
        if (binding.kind != syntax::Binding::Kind::subset) {
            bindings.push_back(print_ranges({{binding}, std::nullopt}));
            continue;
        }
        if (size.most == 0)
            throw bad_input(
                fmt::format("--for: how many elements has {}? Say so with --size 3, or --size 1..3 for up to three",
                            binding.names[0]));
        bindings.push_back(element_ranges(binding, size, conditions));
        const auto names = element_names(binding.names[0], size.most);
        sets[binding.names[0]] = lang::parse_term(fmt::format("{{{}}}", fmt::join(names, ", ")), binding.names[0]);
    }
    if (sets.empty()) {
        if (size.most > 0) throw bad_input("--size: no set is chosen; write --for 'S subset {1..20}'");
        return words;
    }
    FamilyWords result = words;
    result.ranges = fmt::format("{}", fmt::join(bindings, ", "));
    if (ranges.condition) {
        syntax::Term condition = *ranges.condition;
        put_sets(condition, sets);
        conditions.push_back(fmt::format("({})", lang::print(condition)));
    }
    if (!conditions.empty()) result.ranges += fmt::format(" if {}", fmt::join(conditions, " and "));
    for (auto& argument : result.arguments) {
        if (argument.second.find(".{") != std::string::npos) continue;  // a code: its digits are numbers
        syntax::Term term = lang::parse_term(argument.second, argument.first);
        put_sets(term, sets);
        argument.second = lang::print(term);
    }
    return result;
}

}  // namespace bouton::atlas
