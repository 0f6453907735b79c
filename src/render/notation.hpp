// How the parts of a formula are written in MathML and in TeX: the two know nothing of the language, formula.cpp nothing of them but these
// names. A part may contain the mark kBreak where a line may be broken; what is put into an element of its own loses its marks.
#pragma once

#include "render/html.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bouton::render {

constexpr char kBreak = '\x01';

inline std::string without_breaks(std::string text) {
    std::erase(text, kBreak);
    return text;
}

enum class Sign {
    plus,
    minus,
    times,
    juxtaposed,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    element,
    subset,
    join,
    meet,
    without,
    xor_,
    iff,
    implies,
    and_,
    or_,
    not_,
    mod,
    colon,
    comma,
    dots,
    centred_dots,
    forall,
    exists,
    with,
    sum,
    minimum,
    maximum,
    number_of,
    negative
};
struct SignText {
    const char *mathml, *tex;
};
inline constexpr std::array<SignText, 34> kSigns = {{
    {"+", "+"},
    {"−", "-"},
    {"⋅", "\\cdot "},
    {"\u2062", " "},
    {"&lt;", "<"},
    {"≤", "\\le "},
    {"&gt;", ">"},
    {"≥", "\\ge "},
    {"=", "="},
    {"≠", "\\ne "},
    {"∈", "\\in "},
    {"⊆", "\\subseteq "},
    {"∪", "\\cup "},
    {"∩", "\\cap "},
    {"∖", "\\setminus "},
    {"⊕", "\\oplus "},
    {"⟺", "\\iff "},
    {"⟹", "\\implies "},
    {"and", "\\text{ and }"},
    {"or", "\\text{ or }"},
    {"not", "\\text{not }"},
    {"mod", "\\bmod "},
    {":", "\\colon "},
    {",", ",\\ "},
    {"…", "\\dots "},
    {"⋯", "\\cdots "},
    {"∀", "\\forall "},
    {"∃", "\\exists "},
    {"with", "\\text{ with }"},
    {"∑", "\\sum"},
    {"min", "\\min"},
    {"max", "\\max"},
    {"#", "\\#"},
    {"−", "-"},
}};

/// Delimiters, by their place in the three tables below.
enum class Fence { round, brace, square, floor, ceiling, bars };

struct MathMl {
    static std::string sign(Sign sign) {
        const char* const text = kSigns[static_cast<std::size_t>(sign)].mathml;
        switch (sign) {
            case Sign::dots:
            case Sign::centred_dots: return std::string("<mi>") + text + "</mi>";
            case Sign::forall:
            case Sign::exists:
            case Sign::not_: return std::string("<mo form=\"prefix\" rspace=\"0.2em\">") + text + "</mo>";
            case Sign::comma: return "<mo form=\"infix\" rspace=\"0.3em\">,</mo>";
            case Sign::number_of:
            case Sign::negative: return std::string("<mo form=\"prefix\">") + text + "</mo>";
            default: return std::string("<mo form=\"infix\">") + text + "</mo>";
        }
    }
    static std::string number(std::string_view digits) { return "<mn>" + html(digits) + "</mn>"; }
    static std::string word(std::string_view name) { return "<mi>" + html(name) + "</mi>"; }
    static std::string group(const std::string& part) { return "<mrow>" + without_breaks(part) + "</mrow>"; }
    static std::string raised(const std::string& base, const std::string& up) {
        return "<msup>" + group(base) + group(up) + "</msup>";
    }
    static std::string lowered(const std::string& base, const std::string& down) {
        return "<msub>" + group(base) + group(down) + "</msub>";
    }
    static std::string fraction(const std::string& over, const std::string& under) {
        return "<mfrac>" + group(over) + group(under) + "</mfrac>";
    }
    static std::string root(const std::string& of) { return "<msqrt>" + without_breaks(of) + "</msqrt>"; }
    static std::string repeated(const std::string& part) {
        return "<mover>" + group(part) + "<mo stretchy=\"true\">‾</mo></mover>";
    }
    static std::string over(Sign sign, const std::string& below) {
        return std::string("<munder><mo movablelimits=\"false\">") + kSigns[static_cast<std::size_t>(sign)].mathml +
               "</mo>" + group(below) + "</munder>";
    }
    /// High delimiters around high parts; low ones leave the line breakable.
    static std::string fenced(Fence fence, const std::string& part) {
        static constexpr const char* kFences[][2] = {{"(", ")"}, {"{", "}"}, {"[", "]"},
                                                     {"⌊", "⌋"}, {"⌈", "⌉"}, {"|", "|"}};
        const auto& [open, close] = kFences[static_cast<std::size_t>(fence)];
        const bool high = part.find("<mfrac") != std::string::npos || part.find("<mtable") != std::string::npos;
        const std::string how = high ? "" : " stretchy=\"false\"";
        const std::string all = "<mo form=\"prefix\"" + how + ">" + open + "</mo>" + part + "<mo form=\"postfix\"" +
                                how + ">" + close + "</mo>";
        return high ? group(all) : all;
    }
    static std::string cases(const std::vector<std::pair<std::string, std::string>>& rows) {
        std::string text = "<mrow><mo form=\"prefix\" stretchy=\"true\">{</mo><mtable>";
        for (const auto& [value, condition] : rows)
            text += "<mtr><mtd style=\"text-align:left\">" + without_breaks(value) +
                    "</mtd><mtd style=\"text-align:left\"><mtext>" + (condition.empty() ? "otherwise" : "if\u00A0") +
                    "</mtext>" + without_breaks(condition) + "</mtd></mtr>";
        return text + "</mtable></mrow>";
    }
};

struct Tex {
    static std::string sign(Sign sign) { return kSigns[static_cast<std::size_t>(sign)].tex; }
    static std::string number(std::string_view digits) { return std::string(digits); }
    static std::string word(std::string_view name) {
        return name.size() == 1 ? std::string(name) : "\\operatorname{" + escaped(name) + "}";
    }
    static std::string group(const std::string& part) { return "{" + without_breaks(part) + "}"; }
    static std::string raised(const std::string& base, const std::string& up) { return group(base) + "^" + group(up); }
    static std::string lowered(const std::string& base, const std::string& down) { return base + "_" + group(down); }
    static std::string fraction(const std::string& over, const std::string& under) {
        return "\\frac" + group(over) + group(under);
    }
    static std::string root(const std::string& of) { return "\\sqrt" + group(of); }
    static std::string repeated(const std::string& part) { return "\\overline" + group(part); }
    static std::string over(Sign sign, const std::string& below) {
        return Tex::sign(sign) + "\\limits_" + group(below) + " ";
    }
    static std::string fenced(Fence fence, const std::string& part) {
        static constexpr const char* kFences[][2] = {{"(", ")"},
                                                     {"\\{", "\\}"},
                                                     {"[", "]"},
                                                     {"\\lfloor ", "\\rfloor "},
                                                     {"\\lceil ", "\\rceil "},
                                                     {"\\lvert ", "\\rvert "}};
        const auto& [open, close] = kFences[static_cast<std::size_t>(fence)];
        const bool high = part.find("\\frac") != std::string::npos || part.find("\\begin") != std::string::npos;
        if (!high) return open + part + close;
        return std::string("\\left") + open + without_breaks(part) + "\\right" + close;
    }
    static std::string cases(const std::vector<std::pair<std::string, std::string>>& rows) {
        std::string text = "\\begin{cases}";
        for (const auto& [value, condition] : rows)
            text += without_breaks(value) + " & " +
                    (condition.empty() ? "\\text{otherwise}" : "\\text{if } " + without_breaks(condition)) + " \\\\ ";
        return text + "\\end{cases}";
    }
    static std::string escaped(std::string_view name) {
        std::string text;
        for (const char c : name) {
            if (std::string_view("_#$%&{}").find(c) != std::string_view::npos) text += '\\';
            text += c;
        }
        return text;
    }
};

}  // namespace bouton::render
