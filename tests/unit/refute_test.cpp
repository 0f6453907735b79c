// The refuter: false claims are found false wherever their authors stopped looking, true ones are left alone.
#include "claims/refute.hpp"

#include "answers/library.hpp"
#include "claims/check.hpp"
#include "unit/random_claims.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace bouton::unit {
namespace {

RefuterReport report_on(const std::string& text, double seconds = 2, std::size_t claim = 0) {
    const lang::DocumentPtr document = read(text);
    return refute(*document, document->file.claims.at(claim), Watch(), seconds);
}

std::string shown(const RefuterReport& report) {
    if (!report.found) return report.hypotheses_met ? "nothing" : "never met";
    std::string text;
    for (const auto& [name, value] : report.found->counterexample)
        text += (text.empty() ? "" : ", ") + name + " = " + value;
    return text;
}

constexpr auto kHeap = "game heap (x)\n  move (x - t) for 1 <= t <= x\n";
constexpr auto kFunction = "game limit (x)\n  parameter f(x)\n  move (x - t) for 1 <= t <= min(x, f(x))\n";

// Which claims of which attack are false at numbers that can be reached. The others are no business of a refuter: they are about what names
// mean (05), refused when they are read (08), true as they stand (09 "negative"), or need heaps of 10^9 (06b).
TEST(Refuter, Attacks) {
    const std::vector<std::pair<std::string, std::vector<std::string>>> wrong{
        {"00-mixed-inductions", {"small numbers", "anything follows"}},
        {"00b-mixed-inductions-more", {"iff", "chain", "cases", "one part", "three", "period style", "natural"}},
        {"01-digits-named-bound", {"false beyond 5", "false beyond 7 (values)"}},
        {"01b-digits-named-bound-levels", {"levels limited by name", "levels limited by name, xor"}},
        {"03-levels-gap", {"gap by pair", "gap by set"}},
        {"04-columns-fixed-position", {"fixed position", "fixed position, m", "fixed position grundy"}},
        {"06-exact-false-formula", {"nim", "two"}},
        {"07-negative-s", {"negative s", "negative s digits"}},
        {"09-non-positions", {"everything is in All", "where too"}},
    };
    for (const auto& [file, labels] : wrong) {
        const lang::DocumentPtr document = read(text_of_file(home() / "tests/attacks" / (file + ".bouton")));
        for (const std::string& label : labels) {
            bool seen = false;
            for (const syntax::Claim& claim : document->file.claims) {
                if (claim.label != label) continue;
                seen = true;
                const RefuterReport report = refute(*document, claim, Watch());
                EXPECT_TRUE(report.found) << file << " " << label << ": " << report.reach;
                if (report.found) {
                    EXPECT_TRUE(report.found->replayed) << file << " " << label << ": " << shown(report);
                }
            }
            EXPECT_TRUE(seen) << file << " " << label;
        }
    }
}

TEST(Refuter, HypothesesThatNothingMeets) {
    EXPECT_EQ(shown(report_on(kHeap + std::string("claim \"c\" for x >= 0 if x < 0: grundy(x) = 7 to 5\n"))),
              "never met");
    EXPECT_EQ(shown(report_on(kFunction + std::string("claim \"c\" in limit(f(x) = x) for x >= 0: grundy(x) = 7\n"
                                                      "  assuming f(t) <= 3 and f(t) >= 5 for t >= 1 to 5\n"))),
              "never met");
    EXPECT_EQ(shown(report_on(kFunction + std::string("claim \"c\" in limit(f(x) = x) for x >= 0: grundy(x) <= x\n"
                                                      "  assuming f(t) <= t for t >= 0 to 5\n"))),
              "nothing");
}

TEST(Refuter, LargeNumbersWhereTheyAreCheap) {
    const std::vector<std::string> wrong{
        "for n >= 0: n < 10^30 to 5",        "for n >= 0: n mod 4096 != 4095 or n < 5000 to 5",
        "for n >= 0: xor(n, 1) < 2^40 to 5", "for n >= 1000: n < 1050 to 1020",
        "for n >= 0: n < 9876543 to 5",
    };
    for (const std::string& claim : wrong)
        EXPECT_TRUE(report_on(kHeap + ("claim \"c\" " + claim) + "\n").found) << claim;
}

TEST(Refuter, TrueClaimsAreLeftAlone) {
    const std::vector<std::string> right{
        "for x >= 0: grundy(x) = x to 5",
        "for s >= 0: { grundy = s } = { x = s } to 5",
        "for m >= 0, n >= 0: (m + n)^2 >= 4*m*n to 5",
        ": grundy starts 0 1 2 3",
        "for x >= 0: outcome(x) = P iff x = 0 to 3",
    };
    for (const std::string& claim : right) {
        const RefuterReport report = report_on(kHeap + ("claim \"c\" " + claim) + "\n");
        EXPECT_EQ(shown(report), "nothing") << claim;
        EXPECT_GT(report.cases, claim.find("starts") == std::string::npos ? 20000U : 3U)
            << claim << ": " << report.reach;
    }
}

TEST(Refuter, TheSameForTheSameSeed) {
    const std::string text =
        kHeap + std::string("claim \"c\" for a >= 0, b >= 0, c >= 0: a < 77 or b < 83 or c != 91 to 5\n");
    EXPECT_EQ(shown(report_on(text)), shown(report_on(text)));
    EXPECT_TRUE(report_on(text).found);
}

TEST(Refuter, ObeysTheClock) {
    const lang::DocumentPtr document = read(
        kHeap + std::string("claim \"c\" for x >= 0, y >= 0: forall 0 <= i <= x: forall 0 <= j <= y: exists 0 <= k <= "
                            "x + y: grundy(k) = xor(xor(i, j), 0) or grundy(k) = k to 3\n"));
    const Watch watch({std::uint64_t{1} << 30, 0.2});
    EXPECT_EQ(failure_of([&] { refute(*document, document->file.claims[0], watch, 60); }).fault, Fault::limit);
    EXPECT_LT(watch.elapsed(), 3);
}

// A claim of papers/ or games/ that the refuter refutes is a falsehood that was shipped, unless the file says so itself.
TEST(Refuter, ClaimsOfTheLibrary) {
    Library library(home().string());
    for (const auto& path : bouton_files()) {
        const lang::DocumentPtr document = library.document(path);
        for (const syntax::Claim& claim : document->file.claims) {
            if (claim.expect_refuted || claim.kind == "example" || claim.kind == "remark") continue;
            const RefuterReport report = refute(*document, claim, Watch(), 0.05, 1901, false);
            EXPECT_FALSE(report.found) << path << " " << claim.label << " at " << shown(report);
            EXPECT_TRUE(report.hypotheses_met) << path << " " << claim.label;
        }
    }
}

// Right on a small box, wrong beyond. BOUTON_RANDOM_CLAIMS sets how many (tools/random-claims), BOUTON_SEED where they start.
TEST(Refuter, RandomClaims) {
    const char* const many = std::getenv("BOUTON_RANDOM_CLAIMS");
    const char* const from = std::getenv("BOUTON_SEED");
    const std::size_t count = many ? std::stoull(many) : 2000;
    const std::uint64_t seed = from ? std::stoull(from) : 1901;
    Random random(seed);
    std::map<std::string, std::pair<int, int>> found;  // by shape: refuted, replayed
    std::map<std::string, double> seconds;
    for (std::size_t i = 0; i < count; ++i) {
        const WrongClaim wrong = wrong_claim(random, i);
        const lang::DocumentPtr document = read(wrong.text);
        const syntax::Claim& claim = document->file.claims.at(0);
        if (i < 4 * wrong_shapes()) {
            ASSERT_EQ(check(*document, claim, std::nullopt, Watch()).kind, Verdict::Kind::holds) << wrong.text;
        }
        // More than the two seconds of `prove`: whether a counterexample is found must not hang on what else the machine does.
        const RefuterReport report = refute(*document, claim, Watch(), 30);
        EXPECT_TRUE(report.found) << "seed " << seed << ", number " << i << " (" << wrong.shape << ")\n"
                                  << wrong.text << report.reach;
        if (!report.found) continue;
        ++found[wrong.shape].first;
        found[wrong.shape].second += report.found->replayed;
        seconds[wrong.shape] += report.seconds;
    }
    for (const auto& [shape, counts] : found) {
        EXPECT_EQ(counts.first, counts.second) << shape << ": counterexamples that were not replayed";
        if (std::getenv("BOUTON_VERBOSE"))
            std::printf("%-28s %d claims, %.4f s each\n", shape.c_str(), counts.first, seconds[shape] / counts.first);
    }
    EXPECT_EQ(found.size(), std::min(count, wrong_shapes()));
}

}  // namespace
}  // namespace bouton::unit
