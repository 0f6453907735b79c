// What several files of render/ share: the heads of answers, and the characters of large tables.
#pragma once

#include "render/json.hpp"
#include "render/render.hpp"

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace bouton::render {

inline const std::string kWarrant = "computed";  // straight from the rules

/// "grundy", "outcome" or "remoteness".
std::string quantity(const Session& session);

/// x = 1, y = 2
std::string assignment_text(const std::vector<std::pair<std::string, std::string>>& pairs);

/// 1 claim, 2 claims
std::string plural(std::uint64_t count, const char* word);

/// Game and quantity.
Json header(const Session& session);

/// For a comment, which ends where the line ends.
std::string one_line(std::string text);

/// The values P and N instead of numbers?
inline bool is_outcome(const Session& session) {
    return session.what() == What::outcome && session.rules().players == 0;
}

/// The largest value that a table shows; 0 if it shows none.
Value largest_value(const TableAnswer& table);

/// The characters of a table on their way to a stream, in blocks: between two of them the watch may stop the work, and hears how much is
/// done. A table of 10^8 values is a gigabyte of text, so there is no formatting by streams here.
class Characters {
  public:
    Characters(std::ostream& out, std::uint64_t values, const Watch& watch)
        : out_(out), values_(values), watch_(watch), block_(kBlock + kSlack) {}

    void add(char c) {
        block_[size_++] = c;
        if (size_ >= kBlock) flush();
    }
    void add(std::string_view text) {
        if (text.size() > kSlack) return add_long(text);
        std::memcpy(block_.data() + size_, text.data(), text.size());
        size_ += text.size();
        if (size_ >= kBlock) flush();
    }
    void number(std::uint64_t number) {
        const fmt::format_int text(number);
        add(std::string_view(text.data(), text.size()));
    }
    /// Blanks first, up to the width.
    void right(std::string_view text, std::size_t width) {
        for (std::size_t i = text.size(); i < width; ++i) add(' ');
        add(text);
    }
    void right(std::uint64_t number, std::size_t width) {
        const fmt::format_int text(number);
        right(std::string_view(text.data(), text.size()), width);
    }

    /// One more value is written.
    void next() { ++done_; }
    void flush();

  private:
    static constexpr std::size_t kBlock = std::size_t{1} << 20, kSlack = 1 << 12;

    void add_long(std::string_view text);

    std::ostream& out_;
    std::uint64_t values_, done_ = 0;
    const Watch& watch_;
    std::vector<char> block_;
    std::size_t size_ = 0;
};

/// As LaTeX for a paper; see latex.cpp.
constexpr std::uint64_t kMostInLatex = 50000;  // values: some hundred pages
void latex(std::ostream& out, const Session& session, const TableAnswer& table, const std::string& command,
           const Watch& watch);

}  // namespace bouton::render
