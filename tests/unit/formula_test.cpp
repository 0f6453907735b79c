// Statements as mathematics: what is set for what is typed, and that every statement of the library is well formed in both notations.
#include "render/formula.hpp"
#include "unit/support.hpp"

#include "lang/parse.hpp"
#include "render/html.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace bouton::render {
namespace {

std::string tex(const std::string& text) { return tex_of(lang::parse_term(text, "term")); }
std::string mathml(const std::string& text) { return mathml_of(lang::parse_term(text, "term")); }

TEST(Formula, Tex) {
    const std::pair<const char*, const char*> cases[] = {
        {"2*s + 1", "2 s+1"},
        {"k*n*x", "k n x"},
        {"3*4", "3\\cdot 4"},
        {"half*x", "\\operatorname{half}\\cdot x"},
        {"x*(y + 1)", "x\\cdot (y+1)"},
        {"2*(y + 1)", "2 (y+1)"},
        {"x - (y - z)", "x-(y-z)"},
        {"x - y - z", "x-y-z"},
        {"-x^2", "-{x}^{2}"},
        {"(-x)^2", "{(-x)}^{2}"},
        {"2^(s - k)", "{2}^{s-k}"},
        {"floor(x/2)", "\\left\\lfloor \\frac{x}{2}\\right\\rfloor "},
        {"floor(sqrt(x))", "\\lfloor \\sqrt{x}\\rfloor "},
        {"(x mod 3) + 1", "(x\\bmod 3)+1"},
        {"(x + y) mod 3", "(x+y)\\bmod 3"},
        {"xor(x, y + 1) = 0", "x\\oplus (y+1)=0"},
        {"xor(a...)", "a_{1}\\oplus a_{2}\\oplus \\cdots "},
        {"a1 + G_sn", "a_{1}+G_{\\operatorname{sn}}"},
        {"x <= y and (y > z or x != z)", "x\\le y\\text{ and }(y>z\\text{ or }x\\ne z)"},
        {"if x < y then 0 else if x = y then 1 else 2",
         "\\begin{cases}0 & \\text{if } x<y \\\\ 1 & \\text{if } x=y \\\\ 2 & \\text{otherwise} \\\\ \\end{cases}"},
        {"{ (n, 2*n) for n >= 0 if n mod 2 = 0 }", "\\{(n,\\ 2 n)\\colon n\\ge 0,\\ n\\bmod 2=0\\}"},
        {"sum(2^i for 0 <= i < n)", "\\sum\\limits_{0\\le i<n} {2}^{i}"},
        {"forall x in S: x >= 1", "\\forall x\\in S\\colon x\\ge 1"},
        {"size(S) = 2", "\\lvert S\\rvert =2"},
        {"{1..5}", "\\{1,\\ \\dots ,\\ 5\\}"},
    };
    for (const auto& [typed, set] : cases) EXPECT_EQ(tex(typed), set) << typed;
}

TEST(Formula, MathMlBreaksBetweenFormulasOnly) {
    EXPECT_EQ(mathml("x"), "<math><mi>x</mi></math>");
    EXPECT_EQ(mathml("x = 10"),
              "<math><mi>x</mi></math> <math><mo form=\"infix\" lspace=\"0\">=</mo><mn>10</mn></math>");
    const std::string fraction = mathml("(if x = 1 then 2 else 3)/(x + 1)");
    EXPECT_EQ(fraction.find("</math> <math>"), std::string::npos);
    EXPECT_EQ(mathml("x < y").find("<mo form=\"infix\" lspace=\"0\"><"), std::string::npos);
}

/// Tags closed in order; braces of TeX too.
void expect_well_formed(const std::string& mathml, const std::string& tex) {
    std::vector<std::string> open;
    for (std::size_t at = mathml.find('<'); at != std::string::npos; at = mathml.find('<', at + 1)) {
        const std::string tag = mathml.substr(at + 1, mathml.find_first_of(" >", at) - at - 1);
        if (!tag.starts_with('/')) {
            open.push_back(tag);
            continue;
        }
        ASSERT_FALSE(open.empty()) << mathml;
        ASSERT_EQ(tag.substr(1), open.back()) << mathml;
        open.pop_back();
    }
    EXPECT_TRUE(open.empty()) << mathml;
    int depth = 0;
    for (std::size_t i = 0; i < tex.size(); ++i) {
        if (i > 0 && tex[i - 1] == '\\') continue;
        depth += tex[i] == '{' ? 1 : tex[i] == '}' ? -1 : 0;
        ASSERT_GE(depth, 0) << tex;
    }
    EXPECT_EQ(depth, 0) << tex;
    EXPECT_EQ(mathml.find('\x01'), std::string::npos);
    EXPECT_EQ(tex.find('\x01'), std::string::npos);
}

TEST(Formula, WholeLibrary) {
    std::size_t statements = 0;
    for (const std::filesystem::path& path : unit::bouton_files()) {
        const syntax::File file = lang::parse_file(unit::text_of_file(path), path.string());
        for (const syntax::Definition& each : file.definitions) expect_well_formed(mathml_of(each), tex_of(each));
        for (const syntax::Claim& each : file.claims) {
            expect_well_formed(mathml_of(each.bindings), tex_of(each.bindings));
            expect_well_formed(mathml_of(each.word), tex_of(each.word));
            if (each.statement) expect_well_formed(mathml_of(*each.statement), tex_of(*each.statement));
            ++statements;
        }
    }
    EXPECT_GT(statements, 200U);
}

}  // namespace
}  // namespace bouton::render
