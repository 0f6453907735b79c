// Tables as text, CSV, JSON, NumPy's arrays and b-files. Time and memory: one pass over the values (two, where columns are lined up), and
// one block of characters.
#include "render/parts.hpp"
#include "store/format.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace bouton::render {

void Characters::flush() {
    watch_.check();
    watch_.report(fmt::format("writing: {} of {} values", done_, values_));
    out_.write(block_.data(), static_cast<std::streamsize>(size_));
    size_ = 0;
}

void Characters::add_long(std::string_view text) {
    for (; text.size() > kSlack; text.remove_prefix(kSlack)) add(text.substr(0, kSlack));
    add(text);
}

std::string one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
    return text;
}

Value largest_value(const TableAnswer& table) {
    Value largest = 0;
    const Axis along = table.axes().back();
    for_each_row(table, [&](const Position&, std::uint64_t cell) {
        for (std::uint64_t i = 0; i < along.count(); ++i, cell += along.stride)
            if (table.exists(cell)) largest = std::max(largest, (*table.cells)[cell]);
    });
    return largest;
}

namespace {

std::size_t digits(std::int64_t number) { return std::to_string(number).size(); }

/// One table on its way into one format.
class TableWriter {
  public:
    TableWriter(std::ostream& out, const Session& session, const TableAnswer& table, const Watch& watch)
        : session_(session),
          table_(table),
          axes_(table.axes()),
          along_(axes_.back()),
          outcome_(is_outcome(session)),
          in_words_(session.computed_only()),
          text_(out, table.count(), watch) {}

    void text() {
        if (table_.sliced()) text_.add(fixed_text() + "\n");
        if (axes_.size() == 2)
            grid();
        else
            list();
        text_.flush();
    }

    /// Every line has the whole position, also what a slice has fixed.
    void csv() {
        for (const Axis& axis : table_.coordinates) text_.add(axis.name + ",");
        text_.add(quantity(session_) + "\n");
        for_each_row(table_, [&](const Position& position, std::uint64_t cell) {
            std::string before, after = ",";
            bool passed = false;
            for (std::size_t d = 0; d < position.size(); ++d) {
                if (d == along_at())
                    passed = true;
                else
                    (passed ? after : before) += std::to_string(position[d]) + ",";
            }
            along(cell, [&](std::int64_t i, std::uint64_t at) {
                text_.add(before);
                text_.number(static_cast<std::uint64_t>(i));
                text_.add(after);
                if (table_.exists(at)) value(at);
                text_.add('\n');
            });
        });
        text_.flush();
    }

    void json() {
        Json json = header(session_);
        json["coordinates"] = Json::array();
        for (const Axis& axis : axes_) json["coordinates"].push_back(axis.name);
        if (table_.window) json["from"] = Json::array();
        for (const Axis& axis : axes_) {
            if (table_.window) json["from"].push_back(json_of(axis.from));
            json["to"].push_back(json_of(axis.to));
        }
        if (table_.sliced()) json["slice"] = Json::object();
        for (const Axis& axis : table_.coordinates)
            if (axis.fixed) json["slice"][axis.name] = json_of(axis.from);
        json["warrant"] = kWarrant;
        const std::string head = dump(answer_json(json));
        text_.add(head.substr(0, head.size() - 1));  // the closing brace comes after the values
        text_.add(",\"values\":");
        nested(0, table_.first());
        text_.add("}\n");
        text_.flush();
    }

    /// Values as in the store's files, without their checksums.
    void npy() {
        TableInfo info;
        for (const Axis& axis : axes_) info.largest.push_back(axis.to - axis.from);
        info.width = table_.cells->width();
        text_.add(store::npy_header(info));
        for_each_row(table_, [&](const Position&, std::uint64_t cell) {
            along(cell, [&](std::int64_t, std::uint64_t at) {
                text_.add(std::string_view(reinterpret_cast<const char*>(table_.cells->bytes()) + at * info.width,
                                           info.width));
            });
        });
        text_.flush();
    }

    /// The form of the OEIS: n and a(n), n without gaps.
    void bfile(const std::string& command) {
        text_.add(fmt::format(
            "# {} of {}{}\n# {}\n",
            outcome_ ? "Outcomes (P = 0, N = 1)" : (quantity(session_) == "grundy" ? "Grundy numbers" : "Outcomes"),
            one_line(session_.rules().instance), table_.sliced() ? ", " + fixed_text() : "", command));
        bool begun = false;
        std::int64_t gap = -1;
        along(table_.first(), [&](std::int64_t n, std::uint64_t at) {
            if (!table_.exists(at)) {
                if (begun && gap < 0) gap = n;
                return;
            }
            if (gap >= 0)
                throw bad_input(
                    fmt::format("a b-file has no gaps, but {} = {} is no position of {}; end before it, or write .csv",
                                along_.name, gap, session_.rules().instance),
                    Setting::to);
            begun = true;
            text_.number(static_cast<std::uint64_t>(n));
            text_.add(' ');
            if (outcome_)
                text_.add((*table_.cells)[at] == 0 ? '0' : '1');
            else
                value(at);
            text_.add('\n');
        });
        text_.flush();
    }

  private:
    std::size_t along_at() const {
        std::size_t d = table_.coordinates.size() - 1;
        while (table_.coordinates[d].fixed) --d;
        return d;
    }

    /// Calls f(coordinate, cell) along a row.
    template <class F> void along(std::uint64_t cell, F f) {
        for (std::int64_t i = along_.from; i <= along_.to; ++i, cell += along_.stride) {
            f(i, cell);
            text_.next();
        }
    }

    void value(std::uint64_t cell) {
        const Value value = (*table_.cells)[cell];
        if (in_words_) {
            const std::string text = session_.show(value);
            text_.add(text.find(',') == std::string::npos ? text : '"' + text + '"');
        } else if (outcome_)
            text_.add(value == 0 ? 'P' : 'N');
        else
            text_.number(value);
    }

    std::string fixed_text() const {
        std::string text;
        for (const Axis& axis : table_.coordinates)
            if (axis.fixed) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", axis.name, axis.from);
        return text;
    }

    /// Rows are the first coordinate, columns the second.
    void grid() {
        const std::size_t values = in_words_  ? widest()
                                   : outcome_ ? 1
                                              : digits(static_cast<std::int64_t>(largest_value(table_)));
        const std::size_t width = std::max(digits(along_.to), values);
        const std::string corner = axes_[0].name + "\\" + along_.name;
        const std::size_t left = std::max(corner.size(), digits(axes_[0].to));
        text_.right(corner, left);
        for (std::int64_t j = along_.from; j <= along_.to; ++j) text_.right(static_cast<std::uint64_t>(j), width + 1);
        text_.add('\n');
        std::int64_t i = axes_[0].from;
        for_each_row(table_, [&](const Position&, std::uint64_t cell) {
            text_.right(static_cast<std::uint64_t>(i++), left);
            along(cell, [&](std::int64_t, std::uint64_t at) { aligned(at, width + 1); });
            text_.add('\n');
        });
    }

    std::size_t widest() {
        std::size_t width = 1;
        for_each_row(table_, [&](const Position&, std::uint64_t cell) {
            for (std::uint64_t i = 0; i < along_.count(); ++i, cell += along_.stride)
                if (table_.exists(cell)) width = std::max(width, session_.show((*table_.cells)[cell]).size());
        });
        return width;
    }

    void aligned(std::uint64_t cell, std::size_t width) {
        const Value value = (*table_.cells)[cell];
        if (value == table_.cells->absent())
            text_.right(".", width);
        else if (in_words_)
            text_.right(session_.show(value), width);
        else if (outcome_)
            text_.right(value == 0 ? "P" : "N", width);
        else
            text_.right(static_cast<std::uint64_t>(value), width);
    }

    /// A line for each position.
    void list() {
        std::vector<std::size_t> widths;
        for (const Axis& axis : axes_) widths.push_back(std::max(axis.name.size(), digits(axis.to)));
        for (std::size_t d = 0; d < axes_.size(); ++d) text_.right(axes_[d].name + " ", widths[d] + 1);
        text_.add(quantity(session_) + "\n");
        for_each_row(table_, [&](const Position& position, std::uint64_t cell) {
            std::string before;
            std::size_t d = 0;
            for (std::size_t c = 0; c < along_at(); ++c)
                if (!table_.coordinates[c].fixed) before += fmt::format("{:>{}} ", position[c], widths[d++]);
            along(cell, [&](std::int64_t i, std::uint64_t at) {
                text_.add(before);
                text_.right(static_cast<std::uint64_t>(i), widths.back());
                text_.add(' ');
                aligned(at, 0);
                text_.add('\n');
            });
        });
    }

    void nested(std::size_t depth, std::uint64_t cell) {
        const Axis& axis = axes_[depth];
        char before = '[';
        if (depth + 1 == axes_.size()) {
            along(cell, [&](std::int64_t, std::uint64_t at) {
                text_.add(std::exchange(before, ','));
                if (!table_.exists(at))
                    text_.add("null");
                else if (in_words_)
                    text_.add(dump(json_of(session_, (*table_.cells)[at])));
                else if (outcome_)
                    text_.add((*table_.cells)[at] == 0 ? "\"P\"" : "\"N\"");
                else
                    value(at);
            });
        } else {
            for (std::uint64_t i = 0; i < axis.count(); ++i, cell += axis.stride) {
                text_.add(std::exchange(before, ','));
                nested(depth + 1, cell);
            }
        }
        text_.add(']');
    }

    const Session& session_;
    const TableAnswer& table_;
    const std::vector<Axis> axes_;
    const Axis along_;  // the last of them
    const bool outcome_;
    const bool in_words_;  // values need not be numbers
    Characters text_;
};

struct Ending {
    const char* text;
    Format format;
};

/// The last that fits counts: .b.txt before .txt.
constexpr Ending kEndings[] = {{".txt", Format::text},    {".csv", Format::csv},     {".json", Format::json},
                               {".tex", Format::latex},   {".npy", Format::npy},     {".b.txt", Format::bfile},
                               {".svg", Format::picture}, {".png", Format::picture}, {".pdf", Format::picture}};

}  // namespace

Format format_of(const std::string& file) {
    const auto found = std::find_if(std::rbegin(kEndings), std::rend(kEndings),
                                    [&](const Ending& ending) { return file.ends_with(ending.text); });
    if (found != std::rend(kEndings)) return found->format;
    std::vector<std::string> endings;
    for (const Ending& ending : kEndings) endings.push_back(ending.text);
    const std::string last = endings.back();
    endings.pop_back();
    throw bad_input(fmt::format("{}: a table can be written as {} or {}", file, fmt::join(endings, ", "), last));
}

void require_fits(const std::vector<Axis>& coordinates, Format format) {
    const auto running = std::count_if(coordinates.begin(), coordinates.end(), [](const Axis& a) { return !a.fixed; });
    if (format == Format::bfile && running != 1)
        throw bad_input(
            fmt::format("a b-file holds one sequence, but this table has {} coordinates; fix all but one of them, "
                        "or write .csv",
                        running),
            Setting::slice);
    std::uint64_t values = 1;
    for (const Axis& axis : coordinates)
        if (__builtin_mul_overflow(values, axis.count(), &values)) values = ~std::uint64_t{0};
    if (format == Format::latex && values > kMostInLatex)
        throw bad_input(fmt::format("a LaTeX table of {} values would fill more than a hundred pages (at most {} are "
                                    "written); cut a window, "
                                    "or write .csv",
                                    values, kMostInLatex),
                        Setting::from);
}

void table(std::ostream& out, const Session& session, const TableAnswer& table, Format format,
           const std::string& command, const Watch& watch) {
    require_fits(table.coordinates, format);
    if (session.computed_only() && (format == Format::npy || format == Format::bfile))
        throw bad_input(fmt::format("values of {} need not be numbers: write the table as .txt, .csv, .json or .tex",
                                    session.rules().name));
    TableWriter writer(out, session, table, watch);
    switch (format) {
        case Format::text: return writer.text();
        case Format::csv: return writer.csv();
        case Format::json: return writer.json();
        case Format::npy: return writer.npy();
        case Format::bfile: return writer.bfile(one_line(command));
        case Format::picture: throw std::logic_error("a picture is not written as text");
        case Format::latex: return latex(out, session, table, one_line(command), watch);
    }
}

}  // namespace bouton::render
