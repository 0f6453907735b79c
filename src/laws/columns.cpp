#include "laws/columns.hpp"

#include <algorithm>

namespace bouton {

bool Columns::supports(const Expr& e) {
    switch (e->op) {
        case Op::number: return e->is_small;
        case Op::variable: return true;
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::negate:
        case Op::floor_divide:
        case Op::modulo:
        case Op::power:
        case Op::minimum:
        case Op::maximum:
        case Op::absolute:
        case Op::bit_xor:
        case Op::root:
        case Op::logarithm:
        case Op::choose:
        case Op::ones:
        case Op::twos:
        case Op::equal:
        case Op::not_equal:
        case Op::less:
        case Op::less_equal:
        case Op::conjunction:
        case Op::disjunction:
        case Op::negation: return std::all_of(e->args.begin(), e->args.end(), supports);
        default: return false;
    }
}

const Columns::Column& Columns::evaluate(const Expr& e, std::size_t rows) {
    rows_ = rows;
    return run(e, 0);
}

/// f(a, b, result) returns whether it failed.
template <class F> void Columns::each(Column& to, const Column& a, const Column& b, F f) {
    for (std::size_t i = 0; i < rows_; ++i) {
        const bool failed = f(a.value[i], b.value[i], to.value[i]);
        to.bad[i] = static_cast<std::uint8_t>(a.bad[i] | b.bad[i] | static_cast<std::uint8_t>(failed));
    }
}

/// Long: a case for each operator.
/// The result is in pool_[depth]; what is needed on the way is further up.
Columns::Column& Columns::run(const Expr& e, std::size_t depth) {
    using Int = std::int64_t;
    while (pool_.size() <= depth) pool_.push_back(std::make_unique<Column>());
    Column& to = *pool_[depth];
    const auto& args = e->args;
    const auto binary = [&](auto f) {
        Column& a = run(args[0], depth);
        each(a, a, run(args[1], depth + 1), f);
    };
    const auto unary = [&](auto f) {
        Column& a = run(args[0], depth);
        each(a, a, a, [&](Int x, Int, Int& r) { return f(x, r); });
    };
    const auto fold = [&](auto f) {
        Column& a = run(args[0], depth);
        for (std::size_t k = 1; k < args.size(); ++k) each(a, a, run(args[k], depth + 1), f);
    };
    switch (e->op) {
        case Op::number:
            std::fill_n(to.value.begin(), rows_, e->small);
            std::fill_n(to.bad.begin(), rows_, 0);
            break;
        case Op::variable: {
            const Column& from = variables_[static_cast<std::size_t>(e->slot)];
            std::copy_n(from.value.begin(), rows_, to.value.begin());
            std::copy_n(from.bad.begin(), rows_, to.bad.begin());
            break;
        }
        case Op::add: binary([](Int a, Int b, Int& r) { return __builtin_add_overflow(a, b, &r); }); break;
        case Op::subtract: binary([](Int a, Int b, Int& r) { return __builtin_sub_overflow(a, b, &r); }); break;
        case Op::multiply: binary([](Int a, Int b, Int& r) { return __builtin_mul_overflow(a, b, &r); }); break;
        case Op::negate: unary([](Int a, Int& r) { return __builtin_sub_overflow(Int{0}, a, &r); }); break;
        case Op::absolute:
            unary([](Int a, Int& r) { return a < 0 ? __builtin_sub_overflow(Int{0}, a, &r) : (r = a, false); });
            break;
        case Op::floor_divide:
            binary([](Int a, Int b, Int& r) {
                if (b == 0 || b == -1) return true;
                r = b > 0 && (b & (b - 1)) == 0 ? a >> __builtin_ctzll(static_cast<unsigned long long>(b))
                                                : a / b - ((a % b != 0) & ((a < 0) != (b < 0)));
                return false;
            });
            break;
        case Op::modulo:
            binary([](Int a, Int b, Int& r) {
                if (b == 0 || b == -1) return true;
                const Int rest = a % b;
                r = rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
                return false;
            });
            break;
        case Op::power:
            binary([](Int base, Int exponent, Int& r) {
                if (exponent < 0) return true;
                if (base == 2) {
                    r = exponent < 63 ? Int{1} << exponent : 0;
                    return exponent >= 63;
                }
                Int result = 1;
                bool over = exponent > 64 && (base > 1 || base < -1);
                if (base >= -1 && base <= 1 && exponent > 64) exponent = 2 + exponent % 2;
                for (Int i = 0; i < exponent && !over; ++i) over = __builtin_mul_overflow(result, base, &result);
                r = result;
                return over;
            });
            break;
        case Op::minimum: fold([](Int a, Int b, Int& r) { return r = std::min(a, b), false; }); break;
        case Op::maximum: fold([](Int a, Int b, Int& r) { return r = std::max(a, b), false; }); break;
        case Op::bit_xor: {
            Column& a = run(args[0], depth);
            each(a, a, a, [](Int x, Int, Int& r) { return r = x, x < 0; });
            for (std::size_t k = 1; k < args.size(); ++k)
                each(a, a, run(args[k], depth + 1), [](Int x, Int y, Int& r) { return r = x ^ y, (x < 0) | (y < 0); });
            break;
        }
        case Op::root: unary([](Int a, Int& r) { return a < 0 ? true : (r = arithmetic::root(a), false); }); break;
        case Op::logarithm:
            unary([](Int a, Int& r) {
                return a < 1 ? true : (r = 63 - __builtin_clzll(static_cast<unsigned long long>(a)), false);
            });
            break;
        case Op::ones:
            unary([](Int a, Int& r) { return r = __builtin_popcountll(static_cast<unsigned long long>(a)), a < 0; });
            break;
        case Op::twos:
            unary([](Int a, Int& r) {
                return a < 1 ? true : (r = __builtin_ctzll(static_cast<unsigned long long>(a)), false);
            });
            break;
        case Op::equal: binary([](Int a, Int b, Int& r) { return r = a == b, false; }); break;
        case Op::not_equal: binary([](Int a, Int b, Int& r) { return r = a != b, false; }); break;
        case Op::less: binary([](Int a, Int b, Int& r) { return r = a < b, false; }); break;
        case Op::less_equal: binary([](Int a, Int b, Int& r) { return r = a <= b, false; }); break;
        case Op::negation: unary([](Int a, Int& r) { return r = a == 0, false; }); break;
        case Op::conjunction:
        case Op::disjunction: {  // what follows a decided part does not count, not even its failures
            const bool until = e->op == Op::disjunction;
            Column& a = run(args[0], depth);
            for (std::size_t k = 1; k < args.size(); ++k) {
                const Column& b = run(args[k], depth + 1);
                for (std::size_t i = 0; i < rows_; ++i) {
                    const bool decided = a.bad[i] || (a.value[i] != 0) == until;
                    a.value[i] = decided ? a.value[i] : b.value[i];
                    a.bad[i] = decided ? a.bad[i] : b.bad[i];
                }
            }
            break;
        }
        case Op::choose: {
            Column& c = run(args[0], depth);
            const Column& a = run(args[1], depth + 1);
            const Column& b = run(args[2], depth + 2);
            for (std::size_t i = 0; i < rows_; ++i) {
                const bool first = c.value[i] != 0;
                c.value[i] = first ? a.value[i] : b.value[i];
                c.bad[i] = static_cast<std::uint8_t>(c.bad[i] | (first ? a.bad[i] : b.bad[i]));
            }
            break;
        }
        default: std::fill_n(to.bad.begin(), rows_, 1);
    }
    return *pool_[depth];
}

}  // namespace bouton
