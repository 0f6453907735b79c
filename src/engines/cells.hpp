// A dense table: one value for every position of a box.
#pragma once

#include "engines/engine.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace bouton {

/// The values of all positions 0..largest, in lexicographic order, in the narrowest of three unsigned types that holds the largest
/// value to be expected. A position outside the game's domain holds `absent`, the type's largest number, which is never a value.
class Cells {
  public:
    /// Bytes a cell: 1, 2 or 4, so that values up to `bound` fit and `absent` is none of them.
    static unsigned width_for(Value bound) { return bound < 0xff ? 1 : bound < 0xffff ? 2 : 4; }

    /// How many cells a box has; throws when the machine could not even count them.
    static std::uint64_t count(const Position& largest);

    Cells(Position largest, unsigned width);                     // memory of its own, not cleared
    Cells(Position largest, unsigned width, std::byte* memory);  // somebody else's memory, such as a mapped file

    const Position& largest() const { return largest_; }
    std::size_t dimension() const { return largest_.size(); }
    std::uint64_t size() const { return size_; }
    unsigned width() const { return width_; }
    std::byte* bytes() const { return memory_; }
    Value absent() const { return static_cast<Value>(0xffffffffu >> (32 - 8 * width_)); }

    /// How far apart two cells are whose i-th coordinates differ by one.
    const std::vector<std::int64_t>& strides() const { return strides_; }
    std::uint64_t row_size() const {
        return size_ / (static_cast<std::uint64_t>(largest_[0]) + 1);
    }  // cells of one first coordinate

    bool covers(const Position& position) const;
    std::uint64_t index(const Position& position) const;

    template <class T> T* as() const { return reinterpret_cast<T*>(memory_); }

    Value operator[](std::uint64_t i) const {
        return width_ == 1 ? as<std::uint8_t>()[i] : width_ == 2 ? as<std::uint16_t>()[i] : as<std::uint32_t>()[i];
    }

    /// Calls f with a pointer of the right type.
    template <class F> decltype(auto) visit(F f) const {
        if (width_ == 1) return f(as<std::uint8_t>());
        if (width_ == 2) return f(as<std::uint16_t>());
        return f(as<std::uint32_t>());
    }

  private:
    void measure();

    Position largest_;
    unsigned width_;
    std::uint64_t size_ = 0;
    std::vector<std::int64_t> strides_;
    struct Free {
        void operator()(std::byte* p) const;
    };
    std::unique_ptr<std::byte, Free> own_;
    std::byte* memory_ = nullptr;
};

}  // namespace bouton
