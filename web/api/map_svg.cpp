#include "map_svg.hpp"

#include "base/error.hpp"
#include "draw/colour.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::web {

namespace {

constexpr std::uint64_t kMostSquares = 250000;
constexpr double kMargin = 34;

std::string hex(draw::Colour c) { return fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue); }

/// Text of anybody's, between tags.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '&')
            result += "&amp;";
        else
            result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return result;
}

class Map {
  public:
    Map(const Session& session, const TableAnswer& table) : session_(session), table_(table), axes_(table.axes()) {
        if (axes_.empty() || axes_.size() > 2)
            throw bad_input("a picture shows one or two coordinates; fix the others", Setting::slice);
        if (table.count() > kMostSquares)
            throw bad_input(fmt::format("a picture of more than {} squares; take a smaller bound", kMostSquares),
                            Setting::to);
        columns_ = static_cast<double>(axes_[0].count());
        rows_ = axes_.size() == 2 ? static_cast<double>(axes_[1].count()) : 1;
        size_ = std::clamp(640 / std::max(columns_, rows_), 1.0, 26.0);
        for_each([&](std::int64_t, std::int64_t, Value v) { high_ = std::max<std::int64_t>(high_, v); });
    }

    std::string text() {
        const double width = columns_ * size_ + 2 * kMargin, height = rows_ * size_ + 2 * kMargin + 18;
        out_ = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.1f} {:.1f}\" width=\"{:.1f}\" "
            "height=\"{:.1f}\" "
            "font-family=\"DejaVu Sans, sans-serif\">\n<title>{}</title>\n<desc>{}; computed straight from the "
            "rules</desc>\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<text x=\"{}\" y=\"18\" "
            "font-size=\"12\">{}</text>\n",
            width, height, width, height, escaped(session_.rules().instance), escaped(table_.bound()), kMargin,
            escaped(fmt::format("{}, {}", session_.rules().instance, table_.bound())));
        squares();
        labels();
        return out_ + "</svg>\n";
    }

  private:
    /// Columns are the first coordinate, rows the second, upwards.
    template <class F> void for_each(F f) const {
        for (std::uint64_t i = 0; i < axes_[0].count(); ++i)
            for (std::uint64_t j = 0; j < (axes_.size() == 2 ? axes_[1].count() : 1); ++j) {
                const std::uint64_t cell =
                    table_.first() + i * axes_[0].stride + (axes_.size() == 2 ? j * axes_[1].stride : 0);
                if (table_.exists(cell))
                    f(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j), (*table_.cells)[cell]);
            }
    }
    double left(std::int64_t i) const { return kMargin + static_cast<double>(i) * size_; }
    double top(std::int64_t j) const { return kMargin + (rows_ - 1 - static_cast<double>(j)) * size_; }

    void squares() {
        const bool outcome = session_.what() == What::outcome && session_.rules().players == 0;
        const bool numbers = size_ >= 12;
        out_ += "<g shape-rendering=\"crispEdges\">\n";
        std::string texts;
        for_each([&](std::int64_t i, std::int64_t j, Value value) {
            const draw::Colour colour =
                outcome ? (value == 0 ? draw::p_colour : draw::pale) : draw::colour_of({1, high_}, value);
            out_ += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>\n",
                                left(i), top(j), size_, size_, hex(colour));
            if (!numbers) return;
            const std::string shown = session_.show(value);
            const double font = std::min(size_ * 0.5, size_ * 1.4 / static_cast<double>(shown.size() + 1));
            texts += fmt::format(
                "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.1f}\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
                left(i) + size_ / 2, top(j) + size_ / 2 + font * 0.36, font, hex(draw::ink_on(colour)), shown);
        });
        out_ += "</g>\n" + texts;
    }

    void labels() {
        const auto step = [](std::uint64_t count) {
            std::int64_t wide = 1;
            for (const std::int64_t next : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 20000, 100000})
                if (static_cast<double>(count) / static_cast<double>(wide = next) <= 12) break;
            return wide;
        };
        const double bottom = kMargin + rows_ * size_;
        const auto label = [&](double x, double y, const char* anchor, const std::string& text) {
            out_ += fmt::format(
                "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"9\" text-anchor=\"{}\" fill=\"#262626\">{}</text>\n", x, y,
                anchor, escaped(text));
        };
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(axes_[0].count()); i += step(axes_[0].count()))
            label(left(i) + size_ / 2, bottom + 12, "middle", std::to_string(axes_[0].from + i));
        label(kMargin + columns_ * size_ / 2, bottom + 26, "middle", axes_[0].name);
        if (axes_.size() < 2) return;
        for (std::int64_t j = 0; j < static_cast<std::int64_t>(axes_[1].count()); j += step(axes_[1].count()))
            label(kMargin - 4, top(j) + size_ / 2 + 3, "end", std::to_string(axes_[1].from + j));
        label(kMargin - 4, kMargin - 4, "end", axes_[1].name);
    }

    const Session& session_;
    const TableAnswer& table_;
    const std::vector<Axis> axes_;
    double columns_ = 0, rows_ = 0, size_ = 0;
    std::int64_t high_ = 1;
    std::string out_;
};

}  // namespace

std::string map_svg(const Session& session, const TableAnswer& table) { return Map(session, table).text(); }

}  // namespace bouton::web
