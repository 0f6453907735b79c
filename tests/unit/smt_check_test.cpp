// The second look at SMT-LIB scripts: good ones pass, and whatever is changed in one (a fact, a number, a command, the end) is noticed.
#include "check/smt.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cctype>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace bouton::unit {
namespace {

using recheck::check_script;
using recheck::ScriptReport;

ScriptReport report_on(const std::string& text) { return check_script(text, Watch(), 1); }
std::string problem(const std::string& text) { return report_on(text).problem; }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    return text.replace(place, from.size(), to);
}

/// Without PATH no program is found.
class WithoutPath {
  public:
    WithoutPath() : before_(std::getenv("PATH") ? std::getenv("PATH") : "") { setenv("PATH", "/nowhere", 1); }
    ~WithoutPath() { setenv("PATH", before_.c_str(), 1); }
    WithoutPath(const WithoutPath&) = delete;
    WithoutPath& operator=(const WithoutPath&) = delete;

  private:
    std::string before_;
};

// 2^(x+1) = 2*2^x, so y = 2^(x+1) is not 2*2^x + 1. Functions are declared, applications defined.
const std::string declared = R"((set-logic QF_UFLIA)
(declare-fun x.0 () Int)
(declare-fun y.0 () Int)
(declare-fun pow2 (Int) Int)
(define-fun pow2@0 () Int (pow2 x.0))
(define-fun pow2@1 () Int (pow2 (+ x.0 1)))
; a position
(assert (<= 0 x.0))
(assert (= y.0 pow2@1))
; to be refuted: it is one more
(assert (= y.0 (+ 1 (* 2 pow2@0))))
; powers
(assert (or (<= (+ 1 x.0) 0) (= pow2@1 (* 2 pow2@0))))
(check-sat)
)";

// The same flat, with a quantifier: every constant says in a comment what it stands for.
const std::string flat = R"((set-logic ALL)
(declare-fun x.0 () Int)
(declare-fun pow2@0 () Int) ; (pow2 x.0)
(declare-fun pow2@1 () Int) ; (pow2 (+ 1 x.0))
; a position
(assert (<= 0 x.0))
; to be refuted: no number is the half
(assert (forall ((i.0 Int)) (not (= pow2@1 (* 2 i.0)))))
; powers
(assert (=> (and true (<= 0 x.0)) (= pow2@1 (* 2 pow2@0))))
(check-sat)
)";

TEST(SmtCheck, AcceptsGoodScripts) {
    for (const std::string& text : {declared, flat}) {
        const ScriptReport report = report_on(text);
        EXPECT_EQ(report.problem, "") << text;
        EXPECT_EQ(report.facts, 1u);
        EXPECT_EQ(report.idle, 0u);
        EXPECT_FALSE(report.vacuous);
        if (!recheck::cvc5_program().empty()) {
            EXPECT_TRUE(report.second_opinion);
            EXPECT_EQ(report.remark, "");
        }
    }
    EXPECT_EQ(report_on(declared).assertions, 4u);
}

TEST(SmtCheck, RefusesWhatIsNotContradictory) {
    EXPECT_NE(problem(replaced(declared, "(+ 1 (* 2 pow2@0))", "(* 2 pow2@0)")).find("Z3 finds numbers"),
              std::string::npos);
    EXPECT_NE(problem("(set-logic ALL)\n(check-sat)\n").find("Z3 finds numbers"), std::string::npos);
}

/// A script whose only contradiction is plain, with one fact under a label.
std::string with_fact(const std::string& label, const std::string& fact, bool is_flat) {
    std::string text = "(set-logic ALL)\n";
    for (const char* name : {"a.0", "b.0", "c.0", "d.0"}) text += fmt::format("(declare-fun {} () Int)\n", name);
    const std::vector<std::pair<std::string, std::string>> functions = {
        {"pow2", "Int"}, {"pow3", "Int"}, {"quo", "Int Int"}, {"mul", "Int Int"},
        {"log2", "Int"}, {"twos", "Int"}, {"G", "Int"},       {"rank", "Int Int Int"}};
    if (!is_flat)
        for (const auto& [name, sorts] : functions) text += fmt::format("(declare-fun {} ({}) Int)\n", name, sorts);
    const std::vector<std::pair<std::string, std::string>> applications = {
        {"pow2@0", "(pow2 a.0)"},         {"pow2@1", "(pow2 (+ (- 1) b.0))"}, {"pow3@0", "(pow3 a.0)"},
        {"quo@0", "(quo a.0 (* 2 b.0))"}, {"mul@0", "(mul b.0 quo@0)"},       {"mul@1", "(mul a.0 b.0)"},
        {"mul@2", "(mul a.0 c.0)"},       {"twos@0", "(twos a.0)"},           {"pow2@2", "(pow2 (+ 1 twos@0))"},
        {"quo@1", "(quo a.0 pow2@2)"},    {"mul@3", "(mul pow2@2 quo@1)"},    {"pow2@3", "(pow2 twos@0)"},
        {"log2@0", "(log2 a.0)"},         {"pow2@4", "(pow2 log2@0)"},        {"G@0", "(G (+ a.0 b.0))"},
        {"G@1", "(G (* 2 c.0))"},         {"rank@0", "(rank a.0 b.0 G@0)"},   {"rank@1", "(rank c.0 d.0 G@1)"},
    };
    for (const auto& [name, meaning] : applications)
        text += is_flat ? fmt::format("(declare-fun {} () Int) ; {}\n", name, meaning)
                        : fmt::format("(define-fun {} () Int {})\n", name, meaning);
    return text + "; a position\n(assert (<= 1 a.0))\n; to be refuted\n(assert (<= a.0 0))\n; " + label + "\n(assert " +
           fact + ")\n(check-sat)\n";
}

struct FactCase {
    std::string label, right;
    std::vector<std::string> wrong;
};

const std::vector<FactCase> fact_cases = {
    {"power",
     "(or (<= (+ 1 a.0) 0) (<= (+ 1 a.0) pow2@0))",
     {"(or (<= (+ 1 a.0) 0) (<= (+ 2 a.0) pow2@0))", "(<= 1 pow2@0)"}},
    {"power",
     "(or (<= a.0 2) (and (= pow2@0 (* 8 (div pow2@0 8))) (<= (* 8 a.0) (+ 16 pow2@0))))",
     {"(or (<= a.0 2) (and (= pow2@0 (* 8 (div pow2@0 8))) (<= (* 8 a.0) (+ 15 pow2@0))))",
      "(or (<= a.0 2) (= pow2@0 (* 16 (div pow2@0 16))))", "(or (<= a.0 1) (= pow2@0 (* 8 (div pow2@0 8))))",
      "(or (<= a.0 2) (= 1 (mod pow2@0 8)))"}},
    {"power", "(or (not (= a.0 2)) (= pow3@0 9))", {"(or (not (= a.0 2)) (= pow3@0 8))"}},
    {"power",
     "(or (<= a.0 70) (<= 1180591620717411303424 pow2@0))",
     {"(or (<= a.0 69) (<= pow2@0 1180591620717411303424))"}},
    {"powers",
     "(or (<= b.0 0) (not (= a.0 b.0)) (= pow2@0 (* 2 pow2@1)))",
     {"(or (<= b.0 0) (not (= a.0 b.0)) (= pow2@0 (* 3 pow2@1)))", "(or (not (= a.0 b.0)) (= pow2@0 (* 2 pow2@1)))",
      "(or (<= b.0 0) (= pow2@0 (* 2 pow2@1)))"}},
    {"powers",
     "(or (<= b.0 0) (<= a.0 b.0) (<= (* 4 pow2@1) pow2@0))",
     {"(or (<= b.0 0) (<= a.0 b.0) (<= (* 5 pow2@1) pow2@0))",
      "(or (<= b.0 0) (<= (+ 1 a.0) b.0) (<= (* 4 pow2@1) pow2@0))"}},
    {"quotient",
     "(or (<= (* 2 b.0) 0) (and (<= (* 2 mul@0) a.0) (<= (+ 1 a.0) (+ (* 2 b.0) (* 2 mul@0)))))",
     {"(or (<= (* 2 b.0) 0) (and (<= (* 2 mul@0) a.0) (<= (+ 2 a.0) (+ (* 2 b.0) (* 2 mul@0)))))",
      "(or (<= (* 2 b.0) 0) (<= (+ 1 (* 2 mul@0)) a.0))", "(<= (* 2 mul@0) a.0)"}},
    {"product",
     "(or (<= (+ 1 a.0) 0) (<= b.0 (+ 1 c.0)) (<= (+ (* 2 a.0) mul@2) mul@1))",
     {"(or (<= (+ 1 a.0) 0) (<= b.0 (+ 1 c.0)) (<= mul@1 (+ (* 2 a.0) mul@2)))",
      "(or (<= (+ 1 a.0) 0) (<= b.0 c.0) (<= (+ (* 2 a.0) mul@2) mul@1))",
      "(or (<= b.0 (+ 1 c.0)) (<= (+ (* 2 a.0) mul@2) mul@1))"}},
    {"product", "(or (<= 1 a.0) (<= (+ 1 b.0) 0) (<= mul@1 0))", {"(or (<= 1 a.0) (<= (+ 1 b.0) 0) (<= 0 mul@1))"}},
    {"odd part",
     "(or (<= a.0 0) (and (<= 0 twos@0) (= a.0 (+ mul@3 pow2@3)) (<= 0 quo@1)))",
     {"(or (<= a.0 0) (and (<= 0 twos@0) (= a.0 (+ 1 mul@3 pow2@3)) (<= 0 quo@1)))",
      "(or (<= a.0 0) (and (<= 1 twos@0) (= a.0 (+ mul@3 pow2@3))))", "(or (<= a.0 0) (= a.0 (+ mul@3 pow2@2)))",
      "(= a.0 (+ mul@3 pow2@3))"}},
    {"logarithm",
     "(or (<= a.0 0) (and (<= 0 log2@0) (<= pow2@4 a.0) (<= (+ 1 a.0) (* 2 pow2@4))))",
     {"(or (<= a.0 0) (and (<= 0 log2@0) (<= pow2@4 a.0) (<= (+ 2 a.0) (* 2 pow2@4))))",
      "(or (<= a.0 0) (<= (+ 1 pow2@4) a.0))", "(<= 0 log2@0)"}},
    {"equal arguments, equal values",
     "(=> (and true (= (+ a.0 b.0) (* 2 c.0))) (= G@0 G@1))",
     {"(=> (and true (= (+ 1 a.0 b.0) (* 2 c.0))) (= G@0 G@1))", "(= G@0 G@1)"}},
    {"equal arguments, equal values",
     "(=> (and true (= a.0 c.0) (= b.0 d.0) (= G@0 G@1)) (= rank@0 rank@1))",
     {"(=> (and true (= a.0 c.0) (= b.0 d.0)) (= rank@0 rank@1))",
      "(=> (and true (= a.0 c.0) (= G@0 G@1)) (= rank@0 rank@1))",
      "(=> (and true (= b.0 d.0) (= G@0 G@1)) (= rank@0 rank@1))"}},
};

TEST(SmtCheck, TellsTrueFactsFromFalseOnes) {
    for (const FactCase& known : fact_cases)
        for (const bool is_flat : {false, true}) {
            const ScriptReport report = report_on(with_fact(known.label, known.right, is_flat));
            EXPECT_EQ(report.problem, "") << known.right;
            EXPECT_EQ(report.facts, 1u);
            EXPECT_EQ(report.idle, 0u) << known.right;
            for (const std::string& fact : known.wrong)
                for (const std::uint64_t seed : {1, 2, 3}) {
                    const std::string found =
                        check_script(with_fact(known.label, fact, is_flat), Watch(), seed).problem;
                    EXPECT_NE(found.find("false for"), std::string::npos) << fact << "\n" << found;
                    EXPECT_NE(found.find(fact), std::string::npos) << found;
                }
        }
}

TEST(SmtCheck, AFactIsWhatItsLabelSays) {
    // About the game: not a fact, whatever it says.
    EXPECT_EQ(problem(with_fact("natural", "(<= 0 G@0)", false)), "");
    EXPECT_NE(problem(with_fact("power", "(<= 0 G@0)", false)), "");
    EXPECT_NE(problem(with_fact("power", "(forall ((i.0 Int)) (<= i.0 i.0))", false)).find("quantifier"),
              std::string::npos);
    // A constant that does not say what it stands for is any number.
    EXPECT_NE(problem(replaced(flat, " ; (pow2 x.0)", "")).find("false for"), std::string::npos);
}

TEST(SmtCheck, ReportsWhatHoldsAnyway) {
    const std::string text = replaced(declared, "; to be refuted: it is one more",
                                      "(assert (<= x.0 (- 1)))\n; to be refuted: it is one more");
    const ScriptReport report = report_on(text);
    EXPECT_EQ(report.problem, "");
    EXPECT_TRUE(report.vacuous);
    EXPECT_NE(report.remark.find("holds even without 'to be refuted: it is one more'"), std::string::npos)
        << report.remark;
    const std::string unlabelled =
        "(set-logic ALL)\n(declare-fun x.0 () Int)\n(assert (<= x.0 5))\n(assert (= 1 (* 2 x.0)))\n(check-sat)\n";
    EXPECT_TRUE(report_on(unlabelled).vacuous);
    EXPECT_NE(report_on(unlabelled).remark.find("without its first assertion"), std::string::npos);
}

TEST(SmtCheck, RefusesEverythingUnexpected) {
    const std::vector<std::pair<std::string, std::string>> changes = {
        {"(check-sat)", "(push 1)\n(check-sat)"},
        {"(check-sat)", "(pop 1)\n(check-sat)"},
        {"(check-sat)", "(exit)"},
        {"(check-sat)", "(check-sat)\n(check-sat)"},
        {"(check-sat)", "(check-sat) (exit)"},
        {"(check-sat)", "(check-sat"},
        {"(check-sat)", "(check-sat))"},
        {"(check-sat)", "; (check-sat)"},
        {"(check-sat)", "(assert false)\n(check-sat)"},
        {"(check-sat)", "(assert  false )\n(check-sat)"},
        {"(check-sat)", "(assert (not (and true true)))\n(check-sat)"},
        {"(check-sat)", "(assert (forall ((z.0 Int)) (=> true false)))\n(check-sat)"},
        {"(check-sat)", "(assert true) ; why\n(check-sat)"},
        {"(check-sat)", "(assert (or true\n true))\n(check-sat)"},
        {"(check-sat)", "(assert (! true :named goal))\n(check-sat)"},
        {"(check-sat)", "(assert (let ((z 1)) (= z 1)))\n(check-sat)"},
        {"(check-sat)", "(assert (= x.0 |y.0|))\n(check-sat)"},
        {"(check-sat)", "(assert (distinct x.0 y.0))\n(check-sat)"},
        {"(check-sat)", "(assert (= x.0 z.0))\n(check-sat)"},
        {"(check-sat)", "(assert (= x.0 (pow3 1)))\n(check-sat)"},
        {"(check-sat)", "(assert (= x.0 (pow2 1 2)))\n(check-sat)"},
        {"(check-sat)", "(assert (= x.0 (x.0 1)))\n(check-sat)"},
        {"(check-sat)", "(assert x.0)\n(check-sat)"},
        {"(check-sat)", "(assert (= x.0 (not true)))\n(check-sat)"},
        {"(check-sat)", "(assert (= x.0 01))\n(check-sat)"},
        {"(check-sat)", "(assert (= x.0 -1))\n(check-sat)"},
        {"(check-sat)", "(assert ())\n(check-sat)"},
        {"(check-sat)", "(assert (= x.0 y.0\t))\n(check-sat)"},
        {"(check-sat)", "(declare-const z.0 Int)\n(check-sat)"},
        {"(check-sat)", "(declare-fun x.0 () Int)\n(check-sat)"},
        {"(check-sat)", "(declare-fun z.0 () Bool)\n(check-sat)"},
        {"(check-sat)", "(declare-fun div () Int)\n(check-sat)"},
        {"(check-sat)", "(declare-fun mul (Int) Int)\n(check-sat)"},
        {"(check-sat)", "(define-fun z.0 () Int 3)\n(check-sat)"},
        {"(check-sat)", "(define-fun pow2@2 () Int (+ 1 x.0))\n(check-sat)"},
        {"(check-sat)", "(define-fun mul@0 () Int (pow2 x.0))\n(check-sat)"},
        {"(check-sat)", "(define-fun pow2@2 () Int (pow2 pow2@2))\n(check-sat)"},
        {"(check-sat)", "(define-fun pow2@2 ((z.0 Int)) Int (pow2 z.0))\n(check-sat)"},
        {"QF_UFLIA", "QF_BV"},
        {"(set-logic QF_UFLIA)\n", ""},
        {"(assert (<= 0 x.0))", "(assert (exists ((z.0 Int)) (= z.0 x.0)))"},
        {"(assert (<= 0 x.0))", "(assert (<= 0 x.0)"},
        {"; powers", ";powers"},
    };
    for (const auto& [from, to] : changes)
        EXPECT_NE(problem(replaced(declared, from, to)).find("line "), std::string::npos) << to;
    const std::vector<std::pair<std::string, std::string>> flat_changes = {
        {"; (pow2 x.0)", "; (mul x.0 x.0)"},
        {"; (pow2 x.0)", "; (pow2 pow2@1)"},
        {"; (pow2 x.0)", "; (pow2 x.0) and more"},
        {"; (pow2 x.0)", "; a power"},
        {"((i.0 Int))", "((x.0 Int))"},
        {"((i.0 Int))", "((i.0 Bool))"},
        {"((i.0 Int))", "()"},
    };
    for (const auto& [from, to] : flat_changes)
        EXPECT_NE(problem(replaced(flat, from, to)).find("line "), std::string::npos) << to;
    EXPECT_NE(problem("(set-logic ALL)\n(assert " + std::string(100000, '(')), "");
    EXPECT_NE(problem(""), "");
}

TEST(SmtCheck, RefusesTruncatedText) {
    for (const std::string& text : {declared, flat})
        for (std::size_t length = 0; length + 1 < text.size(); ++length)
            EXPECT_NE(problem(text.substr(0, length)), "") << length;
}

TEST(SmtCheck, NoticesAnyChangedNumber) {
    // One more or one less in any number or name of these scripts, and the reader, the facts or Z3 object. Left out are labels, and the
    // lines about the game under the first two: with another number they say something else, which may well be contradictory, too.
    for (const std::string& text : {declared, flat}) {
        std::size_t changed = 0;
        bool skipped = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text.compare(i, 12, "\n; a positio") == 0) skipped = true;
            if (text.compare(i, 11, "\n(assert (o") == 0 || text.compare(i, 12, "\n(assert (=>") == 0) skipped = false;
            if (skipped || !std::isdigit(static_cast<unsigned char>(text[i]))) continue;
            for (const int step : {-1, 1}) {
                std::string other = text;
                other[i] = static_cast<char>(text[i] + step);
                if (!std::isdigit(static_cast<unsigned char>(other[i]))) continue;
                ++changed;
                EXPECT_NE(problem(other), "") << other;
            }
        }
        EXPECT_GT(changed, 20u);
    }
    // Where the game's lines leave no room, a change there is noticed, too.
    EXPECT_NE(problem(replaced(declared, "(+ 1 (* 2 pow2@0))", "(+ 0 (* 2 pow2@0))")), "");
    EXPECT_NE(problem(replaced(declared, "(= y.0 pow2@1)", "(= y.0 pow2@0)")), "");
}

TEST(SmtCheck, MissingCvc5IsOnlyARemark) {
    const WithoutPath hidden;
    EXPECT_EQ(recheck::cvc5_program(), "");
    const ScriptReport report = report_on(declared);
    EXPECT_EQ(report.problem, "");
    EXPECT_FALSE(report.second_opinion);
    EXPECT_EQ(report.remark, "cvc5 is not installed");
}

TEST(SmtCheck, StopsWhenTold) {
    const std::atomic<bool> cancel = true;
    EXPECT_THROW(check_script(declared, Watch({}, &cancel), 1), Error);
}

TEST(SmtCheck, TheSameSeedGivesTheSameReport) {
    const std::string text = with_fact("power", "(or (<= (+ 1 a.0) 0) (<= (+ 2 a.0) pow2@0))", false);
    EXPECT_EQ(check_script(text, Watch(), 5).problem, check_script(text, Watch(), 5).problem);
}

}  // namespace
}  // namespace bouton::unit
