// Cairo's SVG is edited as text: it has no metadata, its images are smoothed by browsers, and its ids (glyph0-1, clip1, image5) are the same in
// every file. Cairo writes attributes in one way only, which is what the searches here rely on; tests/unit/draw_test.cpp would notice a change.
#include "base/error.hpp"
#include "base/utf8.hpp"
#include "draw/files.hpp"

#include <fmt/format.h>
#include <array>
#include <map>

namespace bouton::draw {
namespace {

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : readable(text)) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += c;
        }
    }
    return result;
}

std::string description(const Paper& paper) {
    std::string result;
    if (!paper.title.empty()) result += fmt::format("<title>{}</title>\n", escaped(paper.title));
    if (!paper.command.empty()) result += fmt::format("<desc>{}</desc>\n", escaped(paper.command));
    if (!paper.warrant.empty()) result += fmt::format("<metadata>{}</metadata>\n", escaped(paper.warrant));
    return result;
}

/// Every occurrence of `mark` with `insert` after it.
void insert_after(std::string& text, std::string_view mark, std::string_view insert) {
    std::string result;
    std::size_t done = 0;
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, done)) {
        result.append(text, done, at + mark.size() - done).append(insert);
        done = at + mark.size();
    }
    text = result.append(text, done);
}

/// Names the ids anew. Cairo counts surfaces and images through the life of a process (image587), so that the same picture would differ.
class Renaming {
  public:
    explicit Renaming(std::string_view prefix) : prefix_(prefix) {}

    std::string apply(const std::string& text) {
        std::string result;
        std::size_t done = 0;
        while (true) {
            const auto [at, end] = next_name(text, done);
            if (at == std::string::npos) break;
            result.append(text, done, at - done).append(name_for(text.substr(at, end - at)));
            done = end;
        }
        return result.append(text, done);
    }

  private:
    /// Where an id or a reference to one stands at or after this place.
    static std::pair<std::size_t, std::size_t> next_name(const std::string& text, std::size_t from) {
        constexpr std::array<std::string_view, 3> marks = {" id=\"", "href=\"#", "url(#"};
        std::size_t best = std::string::npos;
        for (std::size_t at = text.find_first_of(" hu", from); at != std::string::npos && best == std::string::npos;
             at = text.find_first_of(" hu", at + 1))
            for (const std::string_view mark : marks)
                if (text.compare(at, mark.size(), mark) == 0) best = at + mark.size();
        return {best, best == std::string::npos ? best : text.find_first_of("\")", best)};
    }

    const std::string& name_for(const std::string& old) {
        std::string& name = names_[old];
        if (name.empty()) {
            const std::string kind = old.substr(0, old.find_first_of("0123456789"));
            name = fmt::format("{}{}{}", prefix_, kind, ++counts_[kind]);
        }
        return name;
    }

    std::string prefix_;
    std::map<std::string, std::string> names_;
    std::map<std::string, int> counts_;
};

struct Parts {
    std::size_t tag;   // where "<svg" begins
    std::size_t body;  // after its ">"
};

Parts parts_of(const std::string& svg) {
    const std::size_t tag = svg.find("<svg");
    const std::size_t end = tag == std::string::npos ? tag : svg.find('>', tag);
    if (end == std::string::npos) throw over_limit("Cairo gave no SVG");
    return {tag, end + 1};
}

/// The cells of an image stay sharp when it is enlarged.
void keep_sharp(std::string& body) { insert_after(body, "<image ", "style=\"image-rendering:pixelated\" "); }

void check_prefix(std::string_view prefix) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    bool good = !prefix.empty() && letter(prefix.front());
    for (const char c : prefix) good = good && (letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_');
    if (!good)
        throw bad_input(
            fmt::format("'{}' cannot begin the ids of a picture: a letter, then letters, digits, - and _", prefix));
}

}  // namespace

std::string readable(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = utf8_length(text.substr(i));
        const bool good = length > 0;
        const bool control = lead < 0x20 || lead == 0x7F;
        if (control) {
            result += ' ';
        } else if (good) {
            result.append(text.substr(i, length));
        } else {
            result += '?';
        }
        i += good ? length : 1;
    }
    return result;
}

std::string with_texts(const std::string& svg, const Scene& scene) {
    constexpr std::size_t short_text = 3;  // fits its place in any font
    std::string texts, last;
    for (const Item& item : scene.items) {
        const Text* const text = std::get_if<Text>(&item);
        if (!text || text->content.empty()) continue;
        const bool brief = text->content.size() <= short_text && !text->upright;
        const std::string like = fmt::format("font-size=\"{:.4g}\"{}{}", text->size,
                                             text->face == Face::bold      ? " font-weight=\"bold\""
                                             : text->face == Face::slanted ? " font-style=\"italic\""
                                                                           : "",
                                             brief ? " text-anchor=\"middle\"" : "");
        if (like != last) texts += (last.empty() ? "<g " : "</g>\n<g ") + like + ">\n";
        last = like;
        const Box& box = text->box;
        const double x = text->upright ? text->at.x : brief ? box.x + box.width / 2 : box.x;
        const double y = text->upright ? box.bottom() : text->at.y;
        texts += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" fill=\"#{:02x}{:02x}{:02x}\"", x, y, text->colour.red,
                             text->colour.green, text->colour.blue);
        if (!brief)
            texts += fmt::format(" textLength=\"{:.2f}\" lengthAdjust=\"spacingAndGlyphs\"",
                                 text->upright ? box.height : box.width);
        if (text->upright) texts += fmt::format(" transform=\"rotate(-90 {:.2f} {:.2f})\"", x, y);
        texts += ">" + escaped(text->content) + "</text>\n";
    }
    const std::size_t end = svg.rfind("</svg>");
    if (texts.empty() || end == std::string::npos) return svg;
    return svg.substr(0, end) + "<g font-family=\"DejaVu Sans, Verdana, sans-serif\">\n" + texts + "</g>\n</g>\n" +
           svg.substr(end);
}

std::string described_svg(const std::string& svg, const Paper& paper) {
    const Parts parts = parts_of(svg);
    std::string body = svg.substr(parts.body);
    keep_sharp(body);
    body = Renaming("").apply(body);
    return svg.substr(0, parts.body) + "\n" + description(paper) + body.substr(body.starts_with('\n') ? 1 : 0);
}

std::string inlined_svg(const std::string& svg, const Paper& paper, std::string_view prefix, double width,
                        double height) {
    check_prefix(prefix);
    std::string body = svg.substr(parts_of(svg).body);
    keep_sharp(body);
    body = Renaming(prefix).apply(body);
    const std::string head = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 {0} "
        "{1}\" width=\"100%\" "
        "style=\"max-width:{2}px;height:auto\" role=\"img\"{3}>\n",
        width, height, width * 4 / 3,
        paper.title.empty() ? "" : fmt::format(" aria-label=\"{}\"", escaped(paper.title)));
    return head + description(paper) + body.substr(body.starts_with('\n') ? 1 : 0);
}

}  // namespace bouton::draw
