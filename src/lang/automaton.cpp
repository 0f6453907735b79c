#include "lang/automaton.hpp"

#include "base/watch.hpp"
#include "lang/messages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace bouton {

using syntax::Place;
using syntax::Term;

namespace {

constexpr const char* kWord = "automaton";
constexpr std::size_t kMostColumns = 4096;
constexpr std::size_t kMostStates = 10000;
constexpr std::size_t kLongestNumber = 9;  // digits

Term numeral(const std::string& text, Place place) {
    Term term;
    term.kind = Term::Kind::number;
    term.text = text;
    term.place = place;
    return term;
}

/// How many columns of digits there are; 0: too many, or no base.
std::size_t columns_of(std::size_t base, std::size_t numbers) {
    if (base > 10 || base == 1) return 0;
    std::size_t columns = 1;
    for (std::size_t i = 0; i < numbers && columns <= kMostColumns; ++i) columns *= base == 0 ? 2 : base;
    return columns > kMostColumns ? 0 : columns;
}

// ---- digits, least significant first

std::vector<std::uint8_t> digits_of(std::int64_t value, std::size_t base) {
    std::vector<std::uint8_t> digits;
    for (auto rest = static_cast<std::uint64_t>(value); rest > 0; rest /= base)
        digits.push_back(static_cast<std::uint8_t>(rest % base));
    return digits;
}

std::vector<std::uint8_t> digits_of(Integer value, std::size_t base) {
    std::vector<std::uint8_t> digits;
    std::int64_t chunk = 1;  // as many digits at once as fit a machine word
    std::size_t length = 0;
    for (; chunk < (std::int64_t{1} << 58); ++length) chunk *= static_cast<std::int64_t>(base);
    while (value > 0) {
        Watch::check_current();
        auto part = clamp(Integer(value % chunk));
        value /= chunk;
        for (std::size_t i = 0; i < length; ++i, part /= static_cast<std::int64_t>(base))
            digits.push_back(static_cast<std::uint8_t>(part % static_cast<std::int64_t>(base)));
    }
    return digits;
}

template <class N> std::vector<std::uint8_t> fibonacci_digits(N value) {
    std::size_t length = 0;
    N here(1), next(2);  // the weights of this digit and the next
    for (; here <= value; ++length) {
        N after = here + next;
        here = std::exchange(next, after);
    }
    std::vector<std::uint8_t> digits(length);
    while (length > 0) {
        N before = next - here;
        next = std::exchange(here, before);
        if (here > value) {
            --length;
            continue;
        }
        digits[--length] = 1;
        value -= here;
    }
    return digits;
}

template <class N> Integer output(const std::vector<Integer>& table, const std::vector<N>& numbers) {
    const auto at = [&](std::size_t i) { return static_cast<std::size_t>(table[i]); };
    const std::size_t base = at(0), width = base == 0 ? 2 : base;
    std::vector<std::vector<std::uint8_t>> digits;
    std::size_t length = 0;
    for (const N& number : numbers) {
        digits.push_back(base == 0 ? fibonacci_digits(number) : digits_of(number, base));
        length = std::max(length, digits.back().size());
    }
    const std::size_t row = columns_of(base, numbers.size()) + 1;
    std::size_t state = 0;
    for (std::size_t i = length; i-- > 0;) {
        std::size_t column = 0;
        for (const auto& number : digits) column = column * width + (i < number.size() ? number[i] : 0);
        state = at(2 + state * row + column);
    }
    return table[1 + state * row];
}

}  // namespace

std::string automaton_fault(const AutomatonText& text, std::size_t arguments, Place& where) {
    where = text.place;
    if (text.base.size() > 2) return messages::automaton_base();
    const std::size_t columns = columns_of(std::stoul(text.base), arguments);
    if (columns == 0) return messages::automaton_base();
    if (text.states.size() > kMostStates) return messages::automaton_states(kMostStates);
    for (std::size_t i = 0; i < text.states.size(); ++i) {
        const auto& numbers = text.states[i].numbers;
        where = text.states[i].place;
        if (std::any_of(numbers.begin(), numbers.end(), [](const auto& n) { return n.size() > kLongestNumber; }))
            return messages::automaton_number();
        if (std::stoul(numbers[0]) != i) return messages::automaton_order(i);
        if (numbers.size() != columns + 2) return messages::automaton_columns(columns, numbers.size() - 2);
        for (std::size_t j = 2; j < numbers.size(); ++j)
            if (std::stoul(numbers[j]) >= text.states.size()) return messages::automaton_unknown(numbers[j]);
        if (i == 0 && std::stoul(numbers[2]) != 0) return messages::automaton_zeros();
    }
    return "";
}

Term automaton_term(const AutomatonText& text, const std::vector<std::string>& arguments) {
    Term call;
    call.kind = Term::Kind::call;
    call.text = kWord;
    call.place = text.place;
    call.depth = 3;
    call.parts.push_back(numeral(std::to_string(std::stoul(text.base)), text.place));
    for (const auto& state : text.states) {
        Term row;
        row.kind = Term::Kind::table;
        row.place = state.place;
        row.depth = 2;
        for (std::size_t i = 1; i < state.numbers.size(); ++i)
            row.parts.push_back(numeral(std::to_string(std::stoul(state.numbers[i])), state.place));
        call.parts.push_back(std::move(row));
    }
    for (const std::string& argument : arguments) {
        Term name = numeral(argument, text.place);
        name.kind = Term::Kind::name;
        call.parts.push_back(std::move(name));
    }
    return call;
}

bool is_automaton(const Term& term) { return term.kind == Term::Kind::call && term.text == kWord; }

std::string automaton_body(const Term& term) {
    const std::string& base = term.parts[0].text;
    std::string text = "base " + (base == "0" ? "fibonacci" : base) + "\n";
    std::size_t number = 0;
    for (const Term& row : term.parts) {
        if (row.kind != Term::Kind::table) continue;
        text += fmt::format("  state {} gives {}:", number++, row.parts[0].text);
        for (std::size_t i = 1; i < row.parts.size(); ++i) text += " " + row.parts[i].text;
        text += "\n";
    }
    return text;
}

Expr automaton_node(const Term& term, const std::vector<Expr>& arguments, const std::string& name) {
    auto node = std::make_shared<Node>(*make(Op::automaton, arguments, name));
    node->table.push_back(integer_from(term.parts[0].text));
    for (const Term& row : term.parts)
        if (row.kind == Term::Kind::table)
            for (const Term& number : row.parts) node->table.push_back(integer_from(number.text));
    return node;
}

Integer automaton_output(const std::vector<Integer>& table, const std::vector<Integer>& numbers) {
    return output(table, numbers);
}

Integer automaton_output(const std::vector<Integer>& table, const std::vector<std::int64_t>& numbers) {
    // Fibonacci numbers above the number must fit, too.
    if (std::any_of(numbers.begin(), numbers.end(), [](std::int64_t n) { return n > std::int64_t{1} << 60; }))
        return output(table, std::vector<Integer>(numbers.begin(), numbers.end()));
    return output(table, numbers);
}

}  // namespace bouton
