// An expression for many rows of variables at once, with machine integers: a few nanoseconds a row and operation. Rows for which something
// overflows or fails are marked, to be asked one by one.
#pragma once

#include "lang/expr.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace bouton {

class Columns {
  public:
    static constexpr std::size_t kRows = 256;
    struct Column {
        std::array<std::int64_t, kRows> value;
        std::array<std::uint8_t, kRows> bad;
    };

    explicit Columns(std::size_t slots) : variables_(slots) {}

    /// Can it be evaluated this way?
    static bool supports(const Expr& e);

    Column& variable(int slot) { return variables_[static_cast<std::size_t>(slot)]; }

    /// For the first `rows` rows of the variables; valid until the next call.
    const Column& evaluate(const Expr& e, std::size_t rows);

  private:
    Column& run(const Expr& e, std::size_t depth);
    template <class F> void each(Column& to, const Column& a, const Column& b, F f);

    std::vector<Column> variables_;
    std::vector<std::unique_ptr<Column>> pool_;
    std::size_t rows_ = 0;
};

}  // namespace bouton
