// Compiled once for every instruction set that Highway knows; the loops are plain, the compiler makes them SIMD.
#include "engines/rows.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstdlib>

HWY_BEFORE_NAMESPACE();
namespace bouton::HWY_NAMESPACE {

using Step = RowProgram::Step;

template <class T, class F> HWY_ATTR HWY_INLINE void each(T* HWY_RESTRICT to, std::size_t count, F f) {
    for (std::size_t i = 0; i < count; ++i) to[i] = f(i);
}

/// floor(a / c) for a known c > 0 and |a| < 2^52, where a division of doubles is exact enough; the shift makes a non-negative.
template <class T>
HWY_ATTR void divide(T* HWY_RESTRICT to, const T* HWY_RESTRICT a, std::size_t count, std::int64_t c) {
    if ((c & (c - 1)) == 0) {
        const int bits = __builtin_ctzll(static_cast<unsigned long long>(c));
        for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<T>(a[i] >> bits);
    } else if constexpr (sizeof(T) == 4) {
        const std::int64_t turns = (std::int64_t{1} << 31) / c + 1;
        const double shift = static_cast<double>(turns * c), divisor = static_cast<double>(c);
        const auto back = static_cast<std::int32_t>(turns);
        for (std::size_t i = 0; i < count; ++i)
            to[i] = static_cast<T>((static_cast<double>(a[i]) + shift) / divisor) - back;
    } else {
        for (std::size_t i = 0; i < count; ++i) to[i] = arithmetic::floor_divide<std::int64_t>(a[i], c);
    }
}

template <class T>
HWY_ATTR void run(const Step* steps, std::size_t step_count, T* registers, std::size_t stride, std::size_t count) {
    for (const Step* step = steps; step != steps + step_count; ++step) {
        T* HWY_RESTRICT to = registers + step->to * stride;
        const T* HWY_RESTRICT a = registers + step->a * stride;
        const T* HWY_RESTRICT b = registers + step->b * stride;
        const T* HWY_RESTRICT c = registers + step->c * stride;
        const auto all = [&](auto f) HWY_ATTR { each(to, count, f); };
        switch (step->op) {
            case Op::add: all([=](std::size_t i) HWY_ATTR { return static_cast<T>(a[i] + b[i]); }); break;
            case Op::subtract: all([=](std::size_t i) HWY_ATTR { return static_cast<T>(a[i] - b[i]); }); break;
            case Op::multiply: all([=](std::size_t i) HWY_ATTR { return static_cast<T>(a[i] * b[i]); }); break;
            case Op::negate: all([=](std::size_t i) HWY_ATTR { return static_cast<T>(-a[i]); }); break;
            case Op::minimum: all([=](std::size_t i) HWY_ATTR { return a[i] < b[i] ? a[i] : b[i]; }); break;
            case Op::maximum: all([=](std::size_t i) HWY_ATTR { return a[i] > b[i] ? a[i] : b[i]; }); break;
            case Op::absolute:
                all([=](std::size_t i) HWY_ATTR { return a[i] < 0 ? static_cast<T>(-a[i]) : a[i]; });
                break;
            case Op::bit_xor: all([=](std::size_t i) HWY_ATTR { return static_cast<T>(a[i] ^ b[i]); }); break;
            case Op::choose: all([=](std::size_t i) HWY_ATTR { return a[i] != 0 ? b[i] : c[i]; }); break;
            case Op::equal: all([=](std::size_t i) HWY_ATTR { return static_cast<T>(a[i] == b[i]); }); break;
            case Op::not_equal: all([=](std::size_t i) HWY_ATTR { return static_cast<T>(a[i] != b[i]); }); break;
            case Op::less: all([=](std::size_t i) HWY_ATTR { return static_cast<T>(a[i] < b[i]); }); break;
            case Op::less_equal: all([=](std::size_t i) HWY_ATTR { return static_cast<T>(a[i] <= b[i]); }); break;
            case Op::conjunction: all([=](std::size_t i) HWY_ATTR { return static_cast<T>(a[i] & b[i]); }); break;
            case Op::disjunction: all([=](std::size_t i) HWY_ATTR { return static_cast<T>(a[i] | b[i]); }); break;
            case Op::negation: all([=](std::size_t i) HWY_ATTR { return static_cast<T>(a[i] == 0); }); break;
            case Op::floor_divide:
                if (step->constant > 0)
                    divide(to, a, count, step->constant);
                else
                    for (std::size_t i = 0; i < count; ++i)
                        to[i] = static_cast<T>(arithmetic::floor_divide<std::int64_t>(a[i], b[i]));
                break;
            case Op::modulo:
                if (step->constant > 0) {
                    divide(to, a, count, step->constant);
                    const T divisor = static_cast<T>(step->constant);
                    for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<T>(a[i] - divisor * to[i]);
                } else {
                    for (std::size_t i = 0; i < count; ++i)
                        to[i] = static_cast<T>(arithmetic::modulo<std::int64_t>(a[i], b[i]));
                }
                break;
            case Op::root:
                for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<T>(arithmetic::root(std::int64_t{a[i]}));
                break;
            case Op::logarithm:
                for (std::size_t i = 0; i < count; ++i)
                    to[i] = static_cast<T>(arithmetic::logarithm(std::int64_t{a[i]}));
                break;
            default: std::abort();  // compile() makes no other steps
        }
    }
}

HWY_ATTR void run32(const Step* steps, std::size_t n, std::int32_t* registers, std::size_t stride, std::size_t count) {
    run(steps, n, registers, stride, count);
}
HWY_ATTR void run64(const Step* steps, std::size_t n, std::int64_t* registers, std::size_t stride, std::size_t count) {
    run(steps, n, registers, stride, count);
}

}  // namespace bouton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "lang/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace bouton {

HWY_EXPORT(run32);
HWY_EXPORT(run64);

namespace {

constexpr std::int64_t kSafe32 = std::int64_t{1} << 30, kSafe64 = std::int64_t{1} << 51;
__extension__ using Wide = __int128;

std::optional<Range> narrow(Wide least, Wide greatest) {
    if (least < -kSafe64 || greatest > kSafe64) return std::nullopt;
    return Range{static_cast<std::int64_t>(least), static_cast<std::int64_t>(greatest)};
}

/// The range of f over the four corners of two ranges, f monotone in each argument.
template <class F> std::optional<Range> corners(const Range& a, const Range& b, F f) {
    const Wide values[] = {f(a.first, b.first), f(a.first, b.last), f(a.last, b.first), f(a.last, b.last)};
    return narrow(*std::min_element(values, values + 4), *std::max_element(values, values + 4));
}

}  // namespace

RowProgram::RowProgram(const Ruleset& rules, const Position& largest) : rules_(rules), largest_(largest) {
    for (const std::int64_t top : largest)
        if (top >= std::numeric_limits<std::int32_t>::max())
            throw over_limit(fmt::format("a table up to {} goes beyond 2147483646; take smaller bounds", top));
}

std::uint32_t RowProgram::new_register(Range range, bool varies) {
    registers_.push_back({range, varies, 0, -1});
    if (range.first < -kSafe32 || range.last > kSafe32) width_ = Width::machine64;
    return static_cast<std::uint32_t>(registers_.size() - 1);
}

std::size_t RowProgram::add(const Expr& e) {
    outputs_.push_back({e, compile(e)});
    return outputs_.size() - 1;
}

std::optional<Range> RowProgram::range_of(const Expr& e) {
    const auto at = compile(e);
    return at ? std::optional(registers_[*at].range) : std::nullopt;
}

/// What a step can give; nothing if it might fail or outgrow the machine.
std::optional<Range> RowProgram::result_range(const Node& node, const std::vector<Range>& args) {
    const auto wide = [](std::int64_t v) { return static_cast<Wide>(v); };
    const auto truth = Range{0, 1};
    switch (node.op) {
        case Op::add: return narrow(wide(args[0].first) + args[1].first, wide(args[0].last) + args[1].last);
        case Op::subtract: return narrow(wide(args[0].first) - args[1].last, wide(args[0].last) - args[1].first);
        case Op::multiply:
            return corners(args[0], args[1], [&](std::int64_t a, std::int64_t b) { return wide(a) * b; });
        case Op::negate: return Range{-args[0].last, -args[0].first};
        case Op::minimum: return Range{std::min(args[0].first, args[1].first), std::min(args[0].last, args[1].last)};
        case Op::maximum: return Range{std::max(args[0].first, args[1].first), std::max(args[0].last, args[1].last)};
        case Op::absolute:
            return Range{args[0].first > 0  ? args[0].first
                         : args[0].last < 0 ? -args[0].last
                                            : 0,
                         std::max(-args[0].first, args[0].last)};
        case Op::floor_divide:
            if (args[1].first <= 0 && args[1].last >= 0) return std::nullopt;
            return corners(args[0], args[1],
                           [](std::int64_t a, std::int64_t b) { return Wide(arithmetic::floor_divide(a, b)); });
        case Op::modulo:
            if (args[1].first <= 0) return std::nullopt;
            return Range{0, args[1].last - 1};
        case Op::bit_xor: {
            if (args[0].first < 0 || args[1].first < 0) return std::nullopt;
            std::int64_t ones = 1;
            while (ones <= std::max(args[0].last, args[1].last)) ones *= 2;
            return Range{0, ones - 1};
        }
        case Op::root:
            if (args[0].first < 0) return std::nullopt;
            return Range{arithmetic::root(args[0].first), arithmetic::root(args[0].last)};
        case Op::logarithm:
            if (args[0].first < 1) return std::nullopt;
            return Range{arithmetic::logarithm(args[0].first), arithmetic::logarithm(args[0].last)};
        case Op::choose: return Range{std::min(args[1].first, args[2].first), std::max(args[1].last, args[2].last)};
        case Op::equal:
        case Op::not_equal:
        case Op::less:
        case Op::less_equal:
        case Op::conjunction:
        case Op::disjunction:
        case Op::negation: return truth;
        default: return std::nullopt;
    }
}

/// Long: a case for each operator.
std::optional<std::uint32_t> RowProgram::compile(const Expr& e) {
    const std::string text = to_text(e);
    if (const auto found = known_.find(text); found != known_.end()) return found->second;
    const auto remember = [&](std::uint32_t at) {
        known_[text] = at;
        return at;
    };
    if (e->op == Op::number) {
        if (!e->is_small || !narrow(e->small, e->small)) return std::nullopt;
        const std::uint32_t at = new_register({e->small, e->small}, false);
        registers_[at].constant = e->small;
        return remember(at);
    }
    if (e->op == Op::variable) {
        const auto found = std::find(rules_.slots.begin(), rules_.slots.end(), e->slot);
        if (found == rules_.slots.end()) return std::nullopt;
        const auto coordinate = static_cast<std::size_t>(found - rules_.slots.begin());
        const std::uint32_t at = new_register({0, largest_[coordinate]}, coordinate + 1 == largest_.size());
        registers_[at].coordinate = static_cast<int>(coordinate);
        coordinates_.push_back(at);
        return remember(at);
    }
    // A rule function that is never negative here is its expression.
    if (e->op == Op::natural) {
        const auto at = compile(e->args[0]);
        return at && registers_[*at].range.first >= 0 ? std::optional(remember(*at)) : std::nullopt;
    }
    if (e->op == Op::nonzero) {
        const auto at = compile(e->args[0]);
        if (!at || (registers_[*at].range.first <= 0 && registers_[*at].range.last >= 0)) return std::nullopt;
        return remember(*at);
    }
    // A power with a small known exponent is a product.
    if (e->op == Op::power) {
        if (!is_number(e->args[1]) || e->args[1]->number < 1 || e->args[1]->number > 8) return std::nullopt;
        Expr product = e->args[0];
        for (std::int64_t i = 1; i < e->args[1]->small; ++i) product = make(Op::multiply, {product, e->args[0]});
        const auto at = compile(product);
        return at ? std::optional(remember(*at)) : std::nullopt;
    }
    if (e->loop || e->args.empty()) return std::nullopt;
    const bool folds = e->op == Op::minimum || e->op == Op::maximum || e->op == Op::conjunction ||
                       e->op == Op::disjunction || e->op == Op::bit_xor;
    if (folds && e->args.size() == 1) return compile(e->args[0]);
    if (folds && e->op != Op::bit_xor) {  // what stands there twice counts once
        std::map<std::string, Expr> different;
        for (const Expr& arg : e->args) different.emplace(to_text(arg), arg);
        if (different.size() < e->args.size()) {
            std::vector<Expr> rest;
            for (const auto& [name, arg] : different) rest.push_back(arg);
            const auto at = compile(make(e->op, rest));
            return at ? std::optional(remember(*at)) : std::nullopt;
        }
    }
    if (folds && e->args.size() > 2) {
        std::vector<Expr> rest(e->args.begin(), e->args.end() - 1);
        const auto at = compile(make(e->op, {make(e->op, rest), e->args.back()}));
        return at ? std::optional(remember(*at)) : std::nullopt;
    }
    if (e->args.size() > 3) return std::nullopt;
    std::vector<std::uint32_t> in;
    std::vector<Range> ranges;
    bool varies = false;
    for (const Expr& arg : e->args) {
        const auto at = compile(arg);
        if (!at) return std::nullopt;
        in.push_back(*at);
        ranges.push_back(registers_[*at].range);
        varies = varies || registers_[*at].varies;
    }
    const auto range = result_range(*e, ranges);
    if (!range) return std::nullopt;
    const auto is = [&](std::size_t i, std::int64_t c) { return ranges[i].first == c && ranges[i].last == c; };
    if (e->op == Op::multiply && is(0, 1)) return remember(in[1]);
    if (e->op == Op::multiply && is(1, 1)) return remember(in[0]);
    if (e->op == Op::subtract && in[0] == in[1]) return remember(*compile(number(0)));
    Step step{e->op, new_register(*range, varies), in[0], in.size() > 1 ? in[1] : in[0], in.size() > 2 ? in[2] : in[0],
              0};
    const bool divides = e->op == Op::floor_divide || e->op == Op::modulo;
    if (divides && ranges[1].first == ranges[1].last) step.constant = ranges[1].first;
    steps_.push_back(step);
    return remember(step.to);
}

RowProgram::Scratch RowProgram::scratch() const {
    Scratch scratch;
    scratch.frame.slots.resize(static_cast<std::size_t>(rules_.frame_size));
    scratch.values.assign(outputs_.size(), std::vector<std::int32_t>(kMost));
    scratch.registers.resize(registers_.size() * kMost);
    const auto place_constants = [&](auto* registers) {
        for (std::size_t r = 0; r < registers_.size(); ++r)
            std::fill_n(registers + r * kMost, kMost, registers_[r].range.first);
    };
    if (width_ == Width::machine32)
        place_constants(reinterpret_cast<std::int32_t*>(scratch.registers.data()));
    else
        place_constants(scratch.registers.data());
    return scratch;
}

template <class T>
void RowProgram::run_steps(Scratch& scratch, const std::int64_t* outer, std::int64_t first, std::size_t count) const {
    T* registers = reinterpret_cast<T*>(scratch.registers.data());
    for (const std::uint32_t r : coordinates_) {
        const Register& reg = registers_[r];
        T* at = registers + r * kMost;
        if (reg.varies) {
            if (at[0] == static_cast<T>(first) && at[1] != at[0]) continue;  // still there from the row before
            const auto start = static_cast<std::make_unsigned_t<T>>(first);
            for (std::size_t i = 0; i < kMost; ++i)
                at[i] = static_cast<T>(start + static_cast<std::make_unsigned_t<T>>(i));
        } else if (at[0] != static_cast<T>(outer[reg.coordinate])) {
            std::fill_n(at, kMost, static_cast<T>(outer[reg.coordinate]));
        }
    }
    if constexpr (sizeof(T) == 4)
        HWY_DYNAMIC_DISPATCH(run32)(steps_.data(), steps_.size(), registers, kMost, count);
    else
        HWY_DYNAMIC_DISPATCH(run64)(steps_.data(), steps_.size(), registers, kMost, count);
}

namespace {

std::int32_t cut_off(std::int64_t value) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, std::numeric_limits<std::int32_t>::min(),
                                                              std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

const std::int32_t* RowProgram::values(const Scratch& scratch, std::size_t output) const {
    if (outputs_[output].in && width_ == Width::machine32)
        return reinterpret_cast<const std::int32_t*>(scratch.registers.data()) + *outputs_[output].in * kMost;
    return scratch.values[output].data();
}

void RowProgram::run(Scratch& scratch, const std::int64_t* outer, std::int64_t first, std::size_t count,
                     std::optional<std::size_t> where) const {
    if (width_ == Width::machine32) {
        run_steps<std::int32_t>(scratch, outer, first, count);
    } else {
        run_steps<std::int64_t>(scratch, outer, first, count);
        for (std::size_t o = 0; o < outputs_.size(); ++o)
            for (std::size_t i = 0; outputs_[o].in && i < count; ++i)
                scratch.values[o][i] = cut_off(scratch.registers[*outputs_[o].in * kMost + i]);
    }
    if (std::any_of(outputs_.begin(), outputs_.end(), [](const Output& o) { return !o.in; }))
        run_one_by_one(scratch, outer, first, count, where);
}

void RowProgram::run_one_by_one(Scratch& scratch, const std::int64_t* outer, std::int64_t first, std::size_t count,
                                std::optional<std::size_t> where) const {
    Frame& frame = scratch.frame;
    const std::size_t last = largest_.size() - 1;
    for (std::size_t i = 0; i < last; ++i) frame[rules_.slots[i]] = outer[i];
    for (std::size_t i = 0; i < count; ++i) {
        frame[rules_.slots[last]] = first + static_cast<std::int64_t>(i);
        const auto evaluate_output = [&](std::size_t o) {
            if (!outputs_[o].in) scratch.values[o][i] = cut_off(evaluate_clamped(outputs_[o].expression, frame));
        };
        try {
            if (where) {
                evaluate_output(*where);
                if (values(scratch, *where)[i] == 0) continue;
            }
            for (std::size_t o = 0; o < outputs_.size(); ++o)
                if (o != where) evaluate_output(o);
        } catch (const Error& error) {
            Position position(outer, outer + last);
            position.push_back(frame[rules_.slots[last]]);
            throw messages::met_at(error, to_text(position), rules_.name);
        }
    }
}

}  // namespace bouton
#endif
