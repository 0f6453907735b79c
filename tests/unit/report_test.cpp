// The page of a study: what a file says is text and never markup, every tag is closed, every id is there once, nothing is left out. The
// summary for the terminal word for word.
#include "render/report.hpp"
#include "render/html.hpp"
#include "render/study_words.hpp"
#include "render/viewer_data.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <set>
#include <sstream>

namespace bouton::render {
namespace {

using Kind = ProofVerdict::Kind;

ProofVerdict claim(const std::string& name, Kind kind, bool expect_refuted = false) {
    ProofVerdict verdict;
    verdict.file = "papers/p.bouton";
    verdict.claim = name;
    verdict.kind = kind;
    verdict.expect_refuted = expect_refuted;
    if (kind == Kind::proved || kind == Kind::limited) {
        verdict.method = "levels";
        verdict.generality = kind == Kind::proved ? "every position" : "for m <= 5 only, any heights";
    }
    if (kind == Kind::refuted) {
        verdict.counterexample = {{"x", "1"}, {"y", "2"}};
        verdict.replayed = true;
    }
    return verdict;
}

ProofVerdict checked(const std::string& name, const std::string& bound, std::uint64_t cases) {
    ProofVerdict verdict = claim(name, Kind::open);
    verdict.bound = bound;
    verdict.cases = cases;
    verdict.tried = {"digits: more than one <variable>"};
    return verdict;
}

Figure figure(const std::string& name, const std::string& title) {
    draw::ValueMap map;
    map.paper.title = title;
    map.columns = map.rows = 3;
    map.fill = [](std::int64_t x, std::int64_t y, std::span<std::int64_t> out) {
        for (std::int64_t& value : out) value = x ^ y++;
    };
    return {name, "values of " + name, map};
}

GameStudy game(const std::string& name) {
    GameStudy game;
    game.name = game.instance = name;
    game.about = "x stones and y stones";
    game.rules = {"game " + name + " (x, y)", "  move (x - t, y) for 1 <= t <= x"};
    game.quantity = "grundy";
    game.engine = "lines";
    game.bound = "(120, 120)";
    game.positions = 14641;
    game.losing = 121;
    game.largest = 127;
    game.table = SmallTable{{"x \\ y", "0", "1"}, {{"0", "0", "1"}, {"1", "1", ""}}};
    game.figures = {figure(name + "-a", name), figure(name + "-b", name)};
    game.remarks = {"type more"};
    return game;
}

/// One claim for each way to stand.
Study paper() {
    Study study;
    study.name = "p";
    study.file = "papers/p.bouton";
    study.title = "On Nim";
    study.by = "C. L. Bouton";
    study.source = "https://example.org/nim";
    study.text =
        "game nim (x, y)\n\ntheorem \"1\" in nim: a <= b\n  to 300\n  note \"a note\"\n\nlemma \"2\": c\nlemma \"3\": "
        "d";
    study.command = "bouton study p --out out";
    study.version = "1.2.3";
    study.games = {game("nim"), game("kayles")};
    Periods periods;
    periods.nim_values.proved = true;
    periods.nim_values.period = 12;
    periods.nim_values.preperiod = 71;
    periods.nim_values.how = "it repeats for 71 <= n < 156";
    periods.outcomes.why_not = "too few values";
    study.games[1].periods = periods;
    study.claims = {claim("theorem 1", Kind::proved),  claim("lemma 2", Kind::limited),
                    checked("lemma 3", "300", 45150),  checked("lemma 4", "x <= 3, y <= 4", 1),
                    checked("lemma 5", "300", 0),      claim("remark 6", Kind::refuted, true),
                    claim("theorem 7", Kind::refuted), claim("theorem 8", Kind::proved, true)};
    study.claims[0].certificate = "certificates/p theorem: 1";
    study.claims[0].uses = {"lemma 2", "lemma 99"};
    study.claims[0].seconds = 12.34;
    study.claims[0].note = "a note";
    study.claims[7].expected_counterexample = {{"x", "9"}};
    study.seconds = 61.25;
    return study;
}

Study tiny() {
    Study study;
    study.name = "nim";
    study.file = "games/nim.bouton";
    study.games = {game("nim(k = 3)")};
    study.games[0].quantity = "outcome";
    study.games[0].positions = 1;
    study.games[0].losing = 1;
    study.games[0].bound = "(0, 0)";
    study.claims = {checked("claim 1", "10", 11)};
    return study;
}

/// Every text a user can write, replaced.
Study with_texts(const std::string& text) {
    Study study = paper();
    for (std::string* each : {&study.name, &study.file, &study.title, &study.by, &study.source, &study.about,
                              &study.text, &study.command, &study.version})
        *each = text;
    for (GameStudy& game : study.games) {
        for (std::string* each : {&game.name, &game.instance, &game.about, &game.source, &game.engine, &game.bound})
            *each = text;
        game.rules = game.remarks = {text, text};
        game.table = SmallTable{{text, text}, {{text, text}}};
        for (Figure& figure : game.figures) figure.name = figure.caption = text;
        std::get<draw::ValueMap>(game.figures[0].picture).paper = {text, text, text, 2};
    }
    study.games[1].periods->nim_values.how = study.games[1].periods->outcomes.why_not = text;
    for (ProofVerdict& verdict : study.claims) {
        for (std::string* each : {&verdict.claim, &verdict.bound, &verdict.method, &verdict.generality, &verdict.note,
                                  &verdict.certificate})
            *each = text;
        verdict.uses = verdict.tried = {text};
        verdict.counterexample = verdict.expected_counterexample = {{text, text}};
    }
    return study;
}

std::string summary_of(const Study& study) {
    std::ostringstream out;
    study_summary(out, study, "out/index.html");
    return out.str();
}

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
    return count;
}

/// What stands between < and >, quotes heeded; the style has none of either.
std::vector<std::string> tags(const std::string& page) {
    std::vector<std::string> result;
    for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at)) {
        char quote = 0;
        std::size_t end = at + 1;
        for (; end < page.size() && (quote != 0 || page[end] != '>'); ++end) {
            if (quote != 0)
                quote = page[end] == quote ? '\0' : quote;
            else if (page[end] == '"')
                quote = '"';
            EXPECT_TRUE(quote != 0 || page[end] != '<') << page.substr(at, 80);
        }
        result.push_back(page.substr(at + 1, end - at - 1));
        at = end;
    }
    return result;
}

void expect_balanced(const std::string& page) {
    std::vector<std::string> open;
    for (const std::string& tag : tags(page)) {
        const std::string name = tag.substr(0, tag.find_first_of(" \n/", 1));
        if (tag.starts_with('!') || name == "meta" || tag.ends_with('/')) continue;
        if (!tag.starts_with('/')) {
            open.push_back(name);
            continue;
        }
        ASSERT_FALSE(open.empty()) << tag;
        ASSERT_EQ('/' + open.back(), tag);
        open.pop_back();
    }
    EXPECT_TRUE(open.empty());
}

std::vector<std::string> attributes(const std::string& page, const std::string& name) {
    std::vector<std::string> result;
    for (const std::string& tag : tags(page)) {
        const std::size_t at = tag.find(" " + name + "=\"");
        if (at == std::string::npos) continue;
        const std::size_t start = at + name.size() + 3;
        result.push_back(tag.substr(start, tag.find('"', start) - start));
    }
    return result;
}

TEST(Html, TextStaysText) {
    EXPECT_EQ(html("<a href=\"x\" id='y'>&amp;"), "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;");
    EXPECT_EQ(html(std::string("a\0b\x1b\r\n\tc\x7f", 9)), "a b  \n\tc ");
    EXPECT_EQ(html("\u00e9 \u2264 \U0001F600"), "\u00e9 \u2264 \U0001F600");
    EXPECT_EQ(html("\xff|\xc3|\xc0\xbc|\xed\xa0\x80|\xf4\x90\x80\x80|\xe2\x82"),
              "\uFFFD|\uFFFD|\uFFFD\uFFFD|\uFFFD\uFFFD\uFFFD|\uFFFD\uFFFD\uFFFD\uFFFD|\uFFFD\uFFFD");
    EXPECT_EQ(html("a\u202Eb\u2066c\u0085d"), "a\uFFFDb\uFFFDc\uFFFDd");
    EXPECT_EQ(plain("a\x1b[31m\nb\xff <&> 1\u202F000"), "a [31m b\uFFFD <&> 1 000");
}

TEST(Html, LinksAreRelative) {
    EXPECT_EQ(relative_link("a/b c"), "./a/b%20c");
    EXPECT_EQ(relative_link("javascript:alert(1)\"<>?#%"), "./javascript%3Aalert%281%29%22%3C%3E%3F%23%25");
}

TEST(StudyWords, Numbers) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(9999), "9999");
    EXPECT_EQ(plain(grouped(10000)), "10 000");
    EXPECT_EQ(plain(grouped(123456)), "123 456");
    EXPECT_EQ(plain(grouped(1234567)), "1 234 567");
    EXPECT_EQ(plain(grouped(std::numeric_limits<std::uint64_t>::max())), "18 446 744 073 709 551 615");
}

TEST(StudyWords, EveryClaimStandsSomewhere) {
    const std::vector<ProofVerdict> claims = paper().claims;
    std::size_t all = 0;
    for (const Standing each : kStandings) all += count(claims, each);
    EXPECT_EQ(all, claims.size());
    EXPECT_EQ(tally(claims),
              "2 NOT as expected, 1 proved for all positions, 1 limited, 2 hold up to a bound, 1 not finished, "
              "1 refuted as the file says");
    EXPECT_EQ(tally({checked("a", "3", 1)}), "1 holds up to a bound");
}

TEST(StudyWords, StatementIsThatOfTheFile) {
    const Study study = paper();
    EXPECT_EQ(statement(study.text, study.claims[0]), "theorem \"1\" in nim: a <= b\n  to 300");
    EXPECT_EQ(statement(study.text, study.claims[1]), "lemma \"2\": c");
    EXPECT_EQ(statement(study.text, study.claims[2]), "lemma \"3\": d");
    EXPECT_EQ(statement(study.text, study.claims[3]), "");
    EXPECT_EQ(statement("", study.claims[0]), "");
}

TEST(Report, SummaryOfAPaper) {
    EXPECT_EQ(
        summary_of(paper()),
        "On Nim (papers/p.bouton)\n"
        "  nim: Grundy numbers up to (120, 120), 14 641 positions, 121 of them P-positions\n"
        "  kayles: Grundy numbers up to (120, 120), 14 641 positions, 121 of them P-positions; nim-values have period "
        "12 "
        "after 71\n"
        "8 claims: 2 NOT as expected, 1 proved for all positions, 1 limited, 2 hold up to a bound, 1 not finished, 1 "
        "refuted as the file says\n"
        "  ! theorem 7: refuted at x = 1, y = 2; the file says that it holds\n"
        "  ! theorem 8: proved for every position; the file says that it is refuted at x = 9\n"
        "report: out/index.html (61.2 s)\n");
}

TEST(Report, SummaryOfAGame) {
    EXPECT_EQ(summary_of(tiny()),
              "nim (games/nim.bouton)\n"
              "  nim(k = 3): outcomes up to (0, 0), 1 position, 1 of them a P-position\n"
              "1 claim: 1 holds up to a bound\n"
              "report: out/index.html (less than 0.1 s)\n");
}

TEST(Report, SummaryIsShort) {
    Study study = paper();
    study.games.resize(30, game("nim"));
    study.claims.resize(100, claim("theorem", Kind::refuted));
    EXPECT_LE(occurrences(summary_of(study), "\n"), 22U);
    EXPECT_NE(summary_of(study).find("  and 22 more, in the report\n"), std::string::npos);
    EXPECT_NE(summary_of(study).find("  and 86 more, in the report\n"), std::string::npos);
}

TEST(Report, EverythingIsThere) {
    const Study study = paper();
    const std::string page = report(study);
    for (std::size_t i = 1; i <= study.claims.size(); ++i)
        EXPECT_EQ(occurrences(page, fmt::format("<li id=\"claim-{}\" class=\"is-", i)), 1U);
    for (int i = 1; i <= 4; ++i) EXPECT_EQ(occurrences(page, fmt::format("<b>Figure {}.</b>", i)), 1U);
    EXPECT_EQ(occurrences(page, "<svg "), 4U);
    for (const char* text : {"<title>On Nim</title>",
                             "C. L. Bouton",
                             "<h3>kayles</h3>",
                             "  move (x - t, y) for 1 &lt;= t &lt;= x",
                             "theorem &quot;1&quot; in nim: a &lt;= b\n  to 300</pre>",
                             "Up to 300: 45\u202F150 cases.",
                             "holds up to 300</span>",
                             "Up to x ≤ 3, y ≤ 4: 1 case.",
                             "For m ≤ 5 only, any heights; method: levels",
                             "href=\"./certificates/p%20theorem%3A%201/manifest.json\"",
                             "uses “<a href=\"#claim-2\">lemma 2</a>”, “lemma 99”; 12.3 s",
                             "At x = 1, y = 2",
                             "Note: a note",
                             "<li>digits: more than one &lt;variable&gt;</li>",
                             "<td class=\"p\">0</td>",
                             "<td class=\"none\"></td>",
                             "Period 12 after 71 (proved: it repeats for 71 ≤ n &lt; 156)",
                             "No period is known: too few values",
                             "<li>type more</li>",
                             "2 claims are NOT as expected",
                             "Made by Bouton 1.2.3 with: <code>bouton study p --out out</code>"})
        EXPECT_NE(page.find(text), std::string::npos) << text;
}

TEST(Report, StandsAlone) {
    const std::string page = report(paper());
    EXPECT_EQ(page.find("<script"), std::string::npos);
    EXPECT_EQ(page.find("<link"), std::string::npos);
    EXPECT_EQ(page.find("@import"), std::string::npos);
    EXPECT_EQ(occurrences(page, "http:") + occurrences(page, "https:"),
              occurrences(page, "=\"http://www.w3.org/") + 1);  // name spaces, and the source
    const std::vector<std::string> ids = attributes(page, "id");
    const std::set<std::string> known(ids.begin(), ids.end());
    EXPECT_EQ(known.size(), ids.size());
    for (const std::string& link : attributes(page, "href"))
        EXPECT_TRUE(link.starts_with("./") || known.contains(link.substr(1))) << link;
}

TEST(Report, IsWellFormed) {
    Study nothing;
    for (const Study& study : {paper(), tiny(), nothing}) expect_balanced(report(study));
}

TEST(Report, NoTextBecomesMarkup) {
    const std::string plain_page = report(with_texts("word"));
    for (const std::string nasty :
         {"<script>alert(1)</script>", "</style></title></pre></textarea>", "\" onload=\"alert(1)", "<!-- ", "]]>",
          "\xff\xc0\xbcscript>", "javascript:alert(1)", "{} {0} %s", "&lt;b&gt;"}) {
        const std::string page = report(with_texts(nasty));
        expect_balanced(page);
        EXPECT_EQ(page.find("<script"), std::string::npos);
        EXPECT_EQ(page.find("<!-- "), std::string::npos);
        EXPECT_EQ(occurrences(page, "<li"), occurrences(plain_page, "<li")) << nasty;
        EXPECT_EQ(page.find('\xff'), std::string::npos);
        for (const std::string& tag : tags(page)) EXPECT_EQ(tag.find(" onload=\"alert(1)\""), std::string::npos) << tag;
        for (const std::string& link : attributes(page, "href")) EXPECT_TRUE(link[0] == '#' || link[0] == '.') << link;
        EXPECT_FALSE(study_json(with_texts(nasty)).empty());
    }
}

TEST(Report, ErrataNameCounterexampleAndCorrection) {
    Study study = paper();
    study.claims = {claim("theorem 1", Kind::refuted, true), claim("theorem 1 corrected", Kind::proved),
                    claim("theorem 12", Kind::proved)};
    study.claims[0].note = "printed with a slip";
    const std::string page = report(study);
    const std::size_t box = page.find("id=\"errata\"");
    ASSERT_NE(box, std::string::npos);
    EXPECT_LT(box, page.find("id=\"games\""));
    const std::string errata = page.substr(box, page.find("</section>", box) - box);
    EXPECT_NE(errata.find("<a href=\"#claim-1\">theorem 1</a></b> fails at x = 1, y = 2. Printed with a slip."),
              std::string::npos)
        << errata;
    EXPECT_NE(errata.find("<a href=\"#claim-2\">theorem 1 corrected</a>"), std::string::npos) << errata;
    EXPECT_EQ(errata.find("theorem 12"), std::string::npos);
    EXPECT_EQ(report(tiny()).find("id=\"errata\""), std::string::npos);
}

TEST(Report, TheoremsFirstHelpersFolded) {
    Study study = paper();
    study.claims = {claim("lemma 1", Kind::proved), claim("theorem 2", Kind::proved), claim("remark 3", Kind::refuted)};
    const std::string page = report(study);
    const std::size_t fold = page.find("<details class=\"helpers\"");
    ASSERT_NE(fold, std::string::npos);
    EXPECT_LT(page.find("id=\"claim-2\""), fold);
    EXPECT_LT(page.find("id=\"claim-3\""), fold);  // not as expected: never folded
    EXPECT_GT(page.find("id=\"claim-1\""), fold);
    EXPECT_NE(page.find("<li><a href=\"#helpers\">1 more</a></li>"), std::string::npos);
    EXPECT_EQ(occurrences(page, "<input type=\"radio\""), 3U);  // all, unexpected, proved
    EXPECT_EQ(report(tiny()).find("helpers\""), std::string::npos);
}

TEST(Report, StatementsAreMathematics) {
    Study study = tiny();
    study.document = lang::read_document(
        {"g.bouton",
         "game g (x)\n  move (x - t) for 1 <= t <= x\nfunction h(x) = floor(x/2)\n\n"
         "lemma \"0\" in g for x >= 0: h(x) <= x  to 9\n"
         "theorem \"1\" in g for x >= 0 if x >= h(x): grundy(x) = x  by induction on x using \"0\"  to 9\n"},
        [](const std::string&) { return lang::DocumentPtr(); });
    study.text = study.document->source.text;
    study.claims = {checked("theorem 1", "9", 10)};
    const std::string page = report(study);
    expect_balanced(page);
    for (const char* text :
         {"In <b class=\"game\">g</b>, for <math><mi>x</mi><mo form=\"infix\">≥</mo><mn>0</mn></math>, if ",
          "<div class=\"formula scroll\" tabindex=\"0\"><math><mi>grundy</mi>",
          "<details class=\"where\" open=\"open\"><summary>where <math><mi>h</mi></math></summary>",
          "<mfrac><mrow><mi>x</mi></mrow><mrow><mn>2</mn></mrow></mfrac>", "Range to check: up to 9.",
          "Induction on <math><mi>x</mi></math>, uses “0”."})
        EXPECT_NE(page.find(text), std::string::npos) << text;
}

TEST(Report, AFigureToLookIntoBringsTheOneScript) {
    Study study = paper();
    ValueBox box;
    box.axes = {{"x", 0, 2, false, 1}};
    box.values = {0, 1, -1};
    box.moves = {{}, {{{-1}, {0}, 1}}, {}};
    study.games[0].figures[0].box = box;
    const std::string page = report(study);
    EXPECT_EQ(occurrences(page, "<script"), 1U);
    EXPECT_NE(page.find(fmt::format("<script>{}</script>", viewer_script())), std::string::npos);
    EXPECT_LT(viewer_script().size(), 7168U);
    EXPECT_NE(page.find("script-src 'sha256-"), std::string::npos);
    EXPECT_NE(page.find(" data-axes=\"[{&quot;name&quot;:&quot;x&quot;,&quot;from&quot;:0,&quot;to&quot;:2}]\""),
              std::string::npos);
    box.values[1] = 40000;  // more than a number of the page can be
    EXPECT_EQ(viewer_attributes(box), "");
}

TEST(Report, Base64) {  // RFC 4648, section 10
    const char* const known[][2] = {{"", ""},
                                    {"f", "Zg=="},
                                    {"fo", "Zm8="},
                                    {"foo", "Zm9v"},
                                    {"foob", "Zm9vYg=="},
                                    {"fooba", "Zm9vYmE="},
                                    {"foobar", "Zm9vYmFy"}};
    for (const auto& [bytes, text] : known) EXPECT_EQ(base64(bytes), text);
}

TEST(Report, APictureThatCannotBeDrawnIsSaid) {
    Study study = paper();
    std::get<draw::ValueMap>(study.games[0].figures[0].picture).columns = 0;
    const std::string page = report(study);
    EXPECT_NE(page.find("This picture could not be drawn: "), std::string::npos);
    EXPECT_EQ(occurrences(page, "<svg "), 3U);
    expect_balanced(page);
}

TEST(Report, Json) {
    const nlohmann::ordered_json json = study_json(paper());
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"bouton", "name", "file", "command", "games", "claims", "seconds"}));
    EXPECT_EQ(json["games"][1]["periods"]["nim_values"]["period"], 12);
    EXPECT_TRUE(json["games"][0]["periods"].is_null());
    EXPECT_EQ(json["claims"][6]["counterexample"]["y"], 2);
    EXPECT_EQ(json["claims"][6]["as_expected"], false);
}

}  // namespace
}  // namespace bouton::render
