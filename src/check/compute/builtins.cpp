// The functions of the language, each by its definition and not by a faster way.
#include "check/compute/evaluator.hpp"

#include <algorithm>

namespace bouton::kernel::compute {

using Kind = Term::Kind;

namespace {

Integer natural(const Integer& value, const std::string& function) {
    if (value < 0) throw Undecided{function + " of a negative number"};
    return value;
}

Integer positive(const Integer& value, const std::string& function) {
    if (value < 1) throw Undecided{function + " of a number below 1"};
    return value;
}

/// The binary digits of the numbers, added column by column modulo q, read in base q. `from`: the first number.
Integer column_sum(const Integer& q, const std::vector<Integer>& numbers, std::size_t from) {
    positive(q, "qsum");
    std::size_t columns = 0;
    for (std::size_t i = from; i < numbers.size(); ++i)
        if (natural(numbers[i], "a sum of digits") > 0) columns = std::max<std::size_t>(columns, msb(numbers[i]) + 1);
    Integer result = 0;
    for (std::size_t column = columns; column-- > 0;) {
        Integer ones = 0;
        for (std::size_t i = from; i < numbers.size(); ++i)
            if (bit_test(numbers[i], static_cast<unsigned>(column))) ones += 1;
        result = result * q + ones % q;
    }
    return result;
}

/// n as a sum of Fibonacci numbers 1, 2, 3, 5, ..., the largest that fits first: their places, largest first. The list goes one beyond.
std::vector<std::size_t> zeckendorf(Integer n, std::vector<Integer>& fibonacci) {
    fibonacci = {1, 2};
    while (fibonacci.back() <= n) fibonacci.push_back(fibonacci[fibonacci.size() - 2] + fibonacci.back());
    std::vector<std::size_t> places;
    for (std::size_t i = fibonacci.size(); i-- > 0;) {
        if (fibonacci[i] > n) continue;
        n -= fibonacci[i];
        places.push_back(i);
    }
    return places;
}

/// The least number that is none of a'b xor ab' xor a'b' for a' < a, b' < b (Conway). Small numbers only.
Integer nim_product(const Integer& a, const Integer& b) {
    constexpr std::size_t kMost = 48;
    if (a >= kMost || b >= kMost) throw Undecided{"nim products of numbers that large"};
    static const std::vector<std::vector<unsigned>> table = [] {
        std::vector<std::vector<unsigned>> t(kMost, std::vector<unsigned>(kMost));
        for (std::size_t x = 0; x < kMost; ++x)
            for (std::size_t y = 0; y < kMost; ++y) {
                std::vector<bool> seen(4096);
                for (std::size_t i = 0; i < x; ++i)
                    for (std::size_t j = 0; j < y; ++j) seen[t[i][y] ^ t[x][j] ^ t[i][j]] = true;
                while (seen[t[x][y]]) ++t[x][y];
            }
        return t;
    }();
    return table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

/// The numbers below 16 are a field.
Integer nim_quotient(const Integer& a, const Integer& b) {
    if (a >= 16 || b >= 16) throw Undecided{"nim quotients of numbers that large"};
    Integer c = 0;
    while (nim_product(c, b) != a) ++c;
    return c;
}

}  // namespace

/// Long: one line or two for each function of the language.
Integer Evaluator::builtin(const Term& term, const Scope& scope) {
    const std::string& f = term.text;
    const auto& parts = term.parts;
    const auto need = [&](std::size_t count) {
        if (parts.size() != count) throw Undecided{"another number of arguments for " + f};
    };
    if (f == "grundy" || f == "outcome") {
        const Position at = position(parts, scope);
        return f == "grundy" ? grundy(at) : outcome(at);
    }
    if (parts.empty()) throw Undecided{f + " of nothing"};
    if (parts.back().kind == Kind::piles) return over_piles(term, scope);
    if (f == "floor" || f == "ceil") {
        need(1);
        const bool root = parts[0].kind == Kind::call && parts[0].text == "sqrt" && !callee(parts[0], scope);
        const bool logarithm = parts[0].kind == Kind::call && parts[0].text == "log2" && !callee(parts[0], scope);
        if (!root && !logarithm) {
            const Fraction value = ratio(parts[0], scope);
            return f == "floor" ? floor_of(value) : ceil_of(value);
        }
        if (f != "floor" || parts[0].parts.size() != 1) throw Undecided{"only the floor of a root or logarithm"};
        const Integer inside = floor_of(ratio(parts[0].parts[0], scope));  // the floor does not see the difference
        if (root) return sqrt(natural(inside, "sqrt"));
        return msb(positive(inside, "log2"));
    }
    if (parts.size() == 1 && (f == "size" || f == "min" || f == "max") && is_numbers(parts[0], scope)) {
        const Numbers set = numbers(parts[0], scope);
        Integer size = 0;
        for (const Range& range : set) size += range.last - range.first + 1;
        if (f == "size") return size;
        if (set.empty()) throw Undecided{"the " + f + " of nothing"};
        return f == "min" ? set.front().first : set.back().last;
    }
    std::vector<Integer> v;
    for (const Term& part : parts) v.push_back(whole(part, scope));
    if (f == "min") return *std::min_element(v.begin(), v.end());
    if (f == "max") return *std::max_element(v.begin(), v.end());
    if (f == "xor") return column_sum(2, v, 0);
    if (f == "qsum") return column_sum(v[0], v, 1);
    if (f == "gcd") {
        Integer result = 0;
        for (const Integer& value : v) result = boost::multiprecision::gcd(result, value);
        return result;
    }
    if (f == "digit") {
        need(3);
        if (v[1] < 2 || v[2] < 0) throw Undecided{"digit needs a base of at least 2 and a place of at least 0"};
        Integer rest = natural(v[0], f);
        for (Integer i = 0; i < v[2] && rest > 0; ++i) rest /= v[1];
        return rest % v[1];
    }
    if (f == "nim_times") {
        Integer result = 1;
        for (const Integer& value : v) result = nim_product(result, natural(value, f));
        return result;
    }
    if (f == "nim_divided") {
        need(2);
        return nim_quotient(natural(v[0], f), positive(v[1], f));
    }
    if (f == "josephus_rank" || f == "josephus_seat") {
        need(3);
        return josephus(f, v[0], v[1], v[2]);
    }
    need(1);
    if (f == "abs") return abs(v[0]);
    if (f == "ones") {
        Integer count = 0;
        for (Integer rest = natural(v[0], f); rest > 0; rest /= 2) count += rest % 2;
        return count;
    }
    if (f == "twos") {
        Integer count = 0;
        for (Integer rest = positive(v[0], f); rest % 2 == 0; rest /= 2) count += 1;
        return count;
    }
    std::vector<Integer> fibonacci;
    if (f == "fibonacci_shift") {
        Integer sum = 0;
        for (const std::size_t place : zeckendorf(natural(v[0], f), fibonacci)) sum += fibonacci[place + 1];
        return sum;
    }
    if (f == "fibonacci_zeros") return zeckendorf(positive(v[0], f), fibonacci).back();
    throw Undecided{"there is no function " + f};
}

Integer Evaluator::over_piles(const Term& term, const Scope& scope) {
    const std::string& f = term.text;
    const Entry* entry = scope.find(term.parts.back().text + "...");
    if (!entry || entry->kind != Entry::Kind::piles) throw Undecided{"there are no piles " + term.parts.back().text};
    if (term.parts.size() != (f == "qsum" ? 2u : 1u)) throw Undecided{"another number of arguments for " + f};
    const Position& piles = entry->piles;
    if (f == "count") return piles.size();
    if (f == "qsum") return column_sum(whole(term.parts[0], scope), piles, 0);
    if (f == "xor") return column_sum(2, piles, 0);
    Integer sum = 0;
    for (const Integer& pile : piles) sum += pile;
    if (f == "sum" || piles.empty()) return sum;
    if (f == "max") return *std::max_element(piles.begin(), piles.end());
    if (f == "min") return *std::min_element(piles.begin(), piles.end());
    throw Undecided{f + " of all piles"};
}

/// The circle played out, seat by seat: who goes first, second, ...
Integer Evaluator::josephus(const std::string& what, const Integer& n, const Integer& k, const Integer& which) {
    const std::uint64_t size = machine(positive(n, what), "a circle's size");
    if (size > 1000000) throw TooMuch{};
    if (k < 1 || which < 1 || which > n) throw Undecided{what + " of what is not in the circle"};
    if (circles_.size() > 1000) circles_.clear();
    std::vector<std::uint64_t>& order = circles_[{n, k}];
    if (order.empty()) {
        std::vector<std::uint64_t> seats;
        for (std::uint64_t seat = 1; seat <= size; ++seat) {
            tick();
            seats.push_back(seat);
        }
        for (std::size_t at = 0; !seats.empty();) {
            at = Integer((k - 1 + at) % seats.size()).convert_to<std::size_t>();
            for (std::size_t i = at; i < seats.size(); i += 64) tick();
            order.push_back(seats[at]);
            seats.erase(seats.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
    const std::uint64_t index = which.convert_to<std::uint64_t>();
    if (what == "josephus_seat") return order[index - 1];
    return static_cast<std::uint64_t>(std::find(order.begin(), order.end(), index) - order.begin()) + 1;
}

}  // namespace bouton::kernel::compute
