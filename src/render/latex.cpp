// Tables for a paper: tabulars of booktabs, cut into pieces that fit on a page of the class article (letters of 10 pt, 345 pt wide). One
// coordinate: two lines; two: a grid, rows are the first; more: a list. P-positions are bold.
#include "render/parts.hpp"

#include <algorithm>

namespace bouton::render {

namespace {

constexpr double kPageWidth = 345, kDigit = 5.75, kGap = 6;  // in pt; a bold digit; what is between two columns
constexpr std::size_t kPageRows = 40;

/// a1 is an a with an index, a word is set as a word.
std::string symbol(const std::string& name) {
    const std::size_t end = name.find_last_not_of("0123456789") + 1;
    std::string letters;
    for (const char c : name.substr(0, end)) letters += c == '_' ? std::string("\\_") : std::string(1, c);
    if (end > 1) letters = "\\mathit{" + letters + "}";
    return end < name.size() ? letters + "_{" + name.substr(end) + "}" : letters;
}

std::string math(const std::string& text) { return "$" + text + "$"; }

class LatexWriter {
  public:
    LatexWriter(std::ostream& out, const Session& session, const TableAnswer& table, const Watch& watch)
        : session_(session),
          table_(table),
          axes_(table.axes()),
          outcome_(is_outcome(session)),
          value_width_(outcome_ ? 1 : std::to_string(largest_value(table)).size()),
          text_(out, table.count(), watch) {}

    void write(const std::string& command) {
        const bool two_players = session_.rules().players == 0;
        text_.add("% Made by: " + command + "\n");
        text_.add("% Needs \\usepackage{booktabs} in the preamble.");
        text_.add(two_players ? " Bold: P-positions, which the player who moves next loses.\n" : "\n");
        text_.add("\\begingroup\n\\setlength{\\tabcolsep}{3pt}\n\\noindent\n");
        if (axes_.size() == 1)
            lines();
        else if (axes_.size() == 2)
            grid();
        else
            list();
        text_.add("\\endgroup\n");
        text_.flush();
    }

  private:
    /// How many columns of that many characters stand beside a column of labels.
    static std::int64_t columns(std::size_t characters, std::size_t labels) {
        const double left = kPageWidth - kDigit * static_cast<double>(labels) - kGap;
        return std::max<std::int64_t>(
            1, static_cast<std::int64_t>(left / (kDigit * static_cast<double>(characters) + kGap)));
    }

    std::size_t width_of(const Axis& axis) const { return std::max(value_width_, std::to_string(axis.to).size()); }

    /// From the first cell of an axis to the one at a coordinate.
    static std::uint64_t steps(const Axis& axis, std::int64_t coordinate) {
        return static_cast<std::uint64_t>(coordinate - axis.from) * axis.stride;
    }

    void begin(const std::string& columns) {
        if (!first_) text_.add("\n\\medskip\\noindent\n");
        first_ = false;
        text_.add("\\begin{tabular}{@{}" + columns + "@{}}\n\\toprule\n");
    }
    void rule() { text_.add("\\midrule\n"); }
    void end_row() { text_.add(" \\\\\n"); }
    void end() { text_.add("\\bottomrule\n\\end{tabular}\n"); }

    void labels(std::int64_t from, std::int64_t to) {
        for (std::int64_t i = from; i <= to; ++i) text_.add(fmt::format(" & {}", i));
        end_row();
    }

    /// The values from that cell on.
    void values(const Axis& axis, std::uint64_t cell, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i, cell += axis.stride) {
            text_.add(" & ");
            value(cell);
        }
        end_row();
    }

    void value(std::uint64_t cell) {
        text_.next();
        if (!table_.exists(cell)) return text_.add("$\\cdot$");
        const Value value = (*table_.cells)[cell];
        std::string shown = session_.show(value);
        for (std::size_t i = 0; i < shown.size(); ++i)
            if (shown[i] == '{' || shown[i] == '}') shown.insert(i++, "\\");
        text_.add(value == 0 && session_.rules().players == 0 ? "\\textbf{" + shown + "}" : shown);
    }

    std::string value_name() const { return quantity(session_) == "grundy" ? "$\\mathcal{G}$" : "outcome"; }

    void lines() {
        const Axis& axis = axes_[0];
        const std::int64_t wide =
            columns(width_of(axis), std::max<std::size_t>(axis.name.size(), quantity(session_) == "grundy" ? 2 : 7));
        for (std::int64_t from = axis.from; from <= axis.to; from += wide) {
            const std::int64_t to = std::min(axis.to, from + wide - 1);
            begin(fmt::format("l*{{{}}}{{r}}", to - from + 1));
            text_.add(math(symbol(axis.name)));
            labels(from, to);
            rule();
            text_.add(value_name());
            values(axis, table_.first() + steps(axis, from), to - from + 1);
            end();
        }
    }

    void grid() {
        const Axis &down = axes_[0], &across = axes_[1];
        const std::string corner = math(symbol(down.name) + "\\backslash " + symbol(across.name));
        const std::size_t left = std::max(std::to_string(down.to).size(), down.name.size() + across.name.size() + 1);
        const std::int64_t wide = columns(width_of(across), left);
        const auto high = static_cast<std::int64_t>(kPageRows);
        for (std::int64_t top = down.from; top <= down.to; top += high)
            for (std::int64_t from = across.from; from <= across.to; from += wide) {
                const std::int64_t to = std::min(across.to, from + wide - 1);
                begin(fmt::format("r*{{{}}}{{r}}", to - from + 1));
                text_.add(corner);
                labels(from, to);
                rule();
                for (std::int64_t i = top; i <= std::min(down.to, top + high - 1); ++i) {
                    text_.add(fmt::format("{}", i));
                    values(across, table_.first() + steps(down, i) + steps(across, from), to - from + 1);
                }
                end();
            }
    }

    void list() {
        const Axis& along = axes_.back();
        std::size_t rows = 0;
        for_each_row(table_, [&](const Position& position, std::uint64_t cell) {
            std::string before;
            for (std::size_t c = 0, running = 1; running < axes_.size(); ++c) {
                if (table_.coordinates[c].fixed) continue;
                before += fmt::format("{} & ", position[c]);
                ++running;
            }
            for (std::int64_t i = along.from; i <= along.to; ++i, cell += along.stride) {
                if (rows % kPageRows == 0) {
                    if (rows > 0) end();
                    head();
                }
                ++rows;
                text_.add(fmt::format("{}{} & ", before, i));
                value(cell);
                end_row();
            }
        });
        end();
    }

    void head() {
        begin(fmt::format("*{{{}}}{{r}}", axes_.size() + 1));
        for (const Axis& axis : axes_) text_.add(math(symbol(axis.name)) + " & ");
        text_.add(value_name());
        end_row();
        rule();
    }

    const Session& session_;
    const TableAnswer& table_;
    const std::vector<Axis> axes_;
    const bool outcome_;
    const std::size_t value_width_;
    Characters text_;
    bool first_ = true;
};

}  // namespace

void latex(std::ostream& out, const Session& session, const TableAnswer& table, const std::string& command,
           const Watch& watch) {
    LatexWriter(out, session, table, watch).write(command);
}

}  // namespace bouton::render
