// Atlases: the sweep over subtraction sets against the definition and against the library's periods, families member by member, laws, and
// what a store keeps, refuses and notices.
#include "atlas/laws.hpp"
#include "atlas/make.hpp"
#include "atlas/query.hpp"
#include "atlas/recheck.hpp"
#include "atlas/subsets.hpp"
#include "atlas/subtraction.hpp"
#include "atlas/twins.hpp"
#include "engines/reference/reference.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <map>
#include <numeric>
#include <set>

namespace bouton::unit {
namespace {

using namespace atlas;

const std::string kSubtraction = "game subtraction (x)\n  parameter moves: set\n  move (x - s) for s in moves\n";

Family family_in(const std::string& text, const FamilyWords& words) {
    const lang::DocumentPtr document = read(text);
    return Family({&document->file.games[0], document.get()}, words);
}

Family three_moves(int most) {
    return family_in(kSubtraction, {"subtraction", {{"moves", "{a,b,c}"}}, fmt::format("1 <= a < b < c <= {}", most)});
}

Family any_moves(const std::vector<std::int64_t>& moves) {
    return family_in(kSubtraction, {"subtraction", {{"moves", fmt::format("{{{}}}", fmt::join(moves, ","))}}, "a = 1"});
}

std::string shown(const Findings& f) {
    return fmt::format("settled {} values {}+{} saltus {} outcomes {}+{} largest {} looked {} hash {:x}", f.settled,
                       f.preperiod, f.period, f.saltus, f.outcome_preperiod, f.outcome_period, f.largest_value,
                       f.looked, f.hash);
}

std::vector<std::int64_t> random_moves(Random& random, std::int64_t most, std::int64_t largest) {
    std::set<std::int64_t> moves;
    const std::int64_t count = random.between(1, most), scale = random.chance(30) ? random.between(2, 5) : 1;
    for (std::int64_t i = 0; i < count; ++i) moves.insert(scale * random.between(1, largest));
    return {moves.begin(), moves.end()};
}

TEST(AtlasSweep, AllSmallSetsByDefinition) {
    const Watch watch;
    SubtractionSweep sweep(watch);
    for (unsigned bits = 1; bits < 512; ++bits) {
        std::vector<std::int64_t> moves;
        for (unsigned i = 0; i < 9; ++i)
            if (bits >> i & 1) moves.push_back(i + 1);
        const Findings found = sweep.find(moves, 100000, true);
        EXPECT_TRUE(found.settled);
        EXPECT_EQ(compare_plainly(any_moves(moves), {1}, found, watch), "") << fmt::format("{}", fmt::join(moves, " "));
    }
}

TEST(AtlasSweep, RandomSetsByDefinition) {
    const Watch watch;
    SubtractionSweep sweep(watch);
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Random random(seed);
        const auto moves = random_moves(random, seed % 3 == 0 ? 15 : 4, seed % 2 == 0 ? 300 : 40);
        const Findings found = sweep.find(moves, 200000, random.chance(50));
        EXPECT_EQ(compare_plainly(any_moves(moves), {1}, found, watch), "")
            << "seed " << seed << ": " << fmt::format("{}", fmt::join(moves, " ")) << " " << shown(found);
    }
}

TEST(AtlasSweep, AsTheLibrarySays) {
    const Watch watch;
    SubtractionSweep sweep(watch);
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        Random random(seed);
        const auto moves = random_moves(random, 5, 60);
        const std::int64_t limit = random.chance(40) ? random.between(1, 400) : 50000;  // not settled, too
        const Findings by_library = by_rules(any_moves(moves).rules({1}), limit, watch);
        for (const bool scaled : {false, true})
            EXPECT_EQ(shown(sweep.find(moves, limit, scaled)), shown(by_library))
                << "seed " << seed << ", to " << limit << ": " << fmt::format("{}", fmt::join(moves, " "));
    }
}

TEST(AtlasSweep, MultiplesAreScaled) {
    const Watch watch;
    SubtractionSweep sweep(watch);
    for (std::int64_t a = 1; a < 12; ++a)
        for (std::int64_t b = a + 1; b < 24; ++b)
            for (const std::int64_t g : {2, 3, 7, 64, 65}) {
                const std::vector<std::int64_t> moves = {g * a, g * b};
                EXPECT_EQ(shown(sweep.find(moves, 100000, true)), shown(sweep.find(moves, 100000, false)));
            }
}

TEST(AtlasSweep, LargeMoves) {
    const Watch watch;
    SubtractionSweep sweep(watch);
    for (const std::vector<std::int64_t>& moves : std::vector<std::vector<std::int64_t>>{{1, 64, 65},
                                                                                         {63, 64, 129},
                                                                                         {64, 128, 200},
                                                                                         {1, 2, 4096},
                                                                                         {513, 1025, 1538},
                                                                                         {1, 65536},
                                                                                         {15, 60, 61, 240}}) {
        const Findings found = sweep.find(moves, 1000000, true);
        EXPECT_EQ(compare_plainly(any_moves(moves), {1}, found, watch), "") << shown(found);
    }
}

// Two moves: the period is a + b, or 2 a if b is an odd multiple of a (papers/two-move-subtraction.bouton).
TEST(AtlasSweep, PublishedPeriods) {
    const Watch watch;
    SubtractionSweep sweep(watch);
    for (std::int64_t a = 1; a < 40; ++a)
        for (std::int64_t b = a + 1; b < 80; ++b) {
            const Findings found = sweep.find({a, b}, 100000, true);
            EXPECT_EQ(found.preperiod, 0);
            EXPECT_EQ(found.period, b % (2 * a) == a ? 2 * a : a + b) << a << " " << b;
        }
}

TEST(AtlasFamily, MembersInOrder) {
    std::vector<Values> members, loops;
    const Family family = three_moves(12);
    family.for_each([&](const Values& values) {
        members.push_back(values);
        return true;
    });
    for (std::int64_t a = 1; a <= 12; ++a)
        for (std::int64_t b = a + 1; b <= 12; ++b)
            for (std::int64_t c = b + 1; c <= 12; ++c) loops.push_back({a, b, c});
    EXPECT_EQ(members, loops);
    EXPECT_EQ(family.size(1000000), loops.size());
    EXPECT_EQ(family.size(100), 100u);
    EXPECT_EQ(family.sample(loops.size(), loops.size()), loops);
    EXPECT_EQ(family.text(), "subtraction(moves = {a, b, c}) for 1 <= a < b < c <= 12");
    EXPECT_TRUE(family.is_subtraction());
}

TEST(AtlasFamily, ConditionsAndSetsOfValues) {
    const Family family = family_in(
        kSubtraction, {"subtraction", {{"moves", "{a, b..b+1}"}}, "a in {2, 5..7}, a < b <= 12 if gcd(a, b) = 1"});
    std::size_t count = 0;
    family.for_each([&](const Values& v) {
        EXPECT_TRUE((v[0] == 2 || (5 <= v[0] && v[0] <= 7)) && v[0] < v[1] && v[1] <= 12 && std::gcd(v[0], v[1]) == 1);
        std::vector<std::int64_t> moves;
        EXPECT_TRUE(family.moves(v, 15, 100, moves));
        EXPECT_EQ(moves, (std::vector<std::int64_t>{v[0], v[1], v[1] + 1}));
        ++count;
        return true;
    });
    EXPECT_EQ(count, 18u);
    EXPECT_EQ(family.size(1000), 18u);
}

TEST(AtlasFamily, Codes) {
    const std::string octal = text_of_game("octal");
    const Family family = family_in(octal, {"octal", {{"code", "0.{a}{b+1}7"}}, "0 <= a <= 7, 0 <= b <= 6"});
    EXPECT_EQ(family.words({1, 4}), "octal(code = 0.157)");
    const Findings kayles =
        by_rules(family_in(octal, {"octal", {{"code", "0.{a}{a}"}}, "a = 7"}).rules({7}), 5000, Watch());
    EXPECT_EQ(kayles.preperiod, 71);  // Guy and Smith 1956
    EXPECT_EQ(kayles.period, 12);
    EXPECT_EQ(kayles.largest_value, 8);
}

TEST(AtlasFamily, Refused) {
    const auto message = [](const std::string& moves, const std::string& ranges) {
        return failure_of([&] { family_in(kSubtraction, {"subtraction", {{"moves", moves}}, ranges}); }).first_line();
    };
    EXPECT_EQ(message("{a,b}", "1 <= a < b"),
              "--for:1:1: the variable a has no upper bound; write for instance 1 <= a <= x");
    EXPECT_NE(message("{a,q}", "1 <= a <= 4").find("q"), std::string::npos);
    EXPECT_NE(message("{a}", "1 <= period <= 4").find("another column"), std::string::npos);
    EXPECT_NE(message("{s for 1 <= s <= a}", "1 <= a <= 4, 1 <= s <= 4").find("take another name"), std::string::npos);
    EXPECT_NE(message("{a}", "1 <= a <= 4 4").find("expected"), std::string::npos);
    EXPECT_NE(failure_of([] {
                  family_in(text_of_game("nim"), {"nim", {}, "1 <= a <= 4"});
              }).message.find("any number"),
              std::string::npos);
}

TEST(AtlasFamily, Sets) {
    const auto elements = [](const std::string& moves, const std::string& ranges, const std::string& size) {
        const FamilyWords words =
            with_elements({"subtraction", {{"moves", moves}}, ranges}, size.empty() ? SetSize() : parse_set_size(size));
        std::set<std::vector<std::int64_t>> sets;
        const Family family = family_in(kSubtraction, words);
        std::uint64_t count = 0;
        family.for_each([&](const Values& values) {
            std::vector<std::int64_t> set;
            EXPECT_TRUE(family.moves(values, 15, 100, set));
            sets.insert(set);
            ++count;
            return true;
        });
        EXPECT_EQ(sets.size(), count) << words.ranges;  // none twice
        return count;
    };
    EXPECT_EQ(elements("S", "S subset {1..8}", "3"), 56u);
    EXPECT_EQ(elements("S", "S subset {1..8}", "1..3"), 8u + 28 + 56);
    EXPECT_EQ(elements("S", "S subset {1..8}", "2..5"), 28u + 56 + 70 + 56);
    EXPECT_EQ(elements("S", "S subset {1, 4, 6, 9}", "1..2"), 4u + 6);
    EXPECT_EQ(elements("{1} | S", "S subset {2..6}, 1 <= q <= 1", "2"), 10u);
    EXPECT_EQ(elements("{a}", "1 <= a <= 4", ""), 4u);
    for (const std::string size : {"", "0", "16", "3..2", "x", "1...2"})
        EXPECT_NE(failure_of([&] { elements("S", "S subset {1..8}", size); }).message.find("--size"),
                  std::string::npos);
}

std::vector<std::int64_t> by_reference(const Ruleset& rules, std::int64_t count) {
    const Watch watch;
    const auto engine = make_reference_engine(rules, What::grundy, watch);
    std::vector<std::int64_t> values;
    for (std::int64_t n = 0; n < count; ++n) values.push_back(engine->value({n}));
    return values;
}

// Codes at the same place have the same values after their zeros; those that are known to be cousins are at one place.
TEST(AtlasTwins, SameCoreSameValues) {
    const Watch watch;
    std::map<std::string, std::pair<std::string, std::vector<std::int64_t>>> by_core;
    std::size_t shared = 0;
    const auto look = [&](const std::string& game, const std::string& code) {
        const Family family = family_in(text_of_game(game), {game, {{"code", code}}, "a = 1"});
        const Ruleset rules = family.rules({1});
        const auto place = place_of(rules, watch);
        if (!place) return std::string();
        std::vector<std::int64_t> values = by_reference(rules, 150);
        for (std::int64_t n = 0; n < place->zeros; ++n) EXPECT_EQ(values[static_cast<std::size_t>(n)], 0) << code;
        values.erase(values.begin(), values.begin() + place->zeros);
        values.resize(130);
        const auto [at, is_new] = by_core.try_emplace(place->core, code, values);
        if (!is_new) ++shared;
        EXPECT_EQ(at->second.second, values) << code << " and " << at->second.first;
        return place->core;
    };
    Random random(11);
    for (int i = 0; i < 160; ++i) {
        std::string code = random.chance(20) ? "4." : "0.";
        for (std::int64_t digits = random.between(1, 3); digits > 0; --digits)
            code += std::to_string(random.between(digits == 1 ? 1 : 0, 7));  // some move
        look("octal", code);
    }
    EXPECT_GT(shared, 10u);
    EXPECT_EQ(look("octal", "0.4"), look("octal", "0.07"));  // Winning Ways, chapter 4
    EXPECT_EQ(look("octal", "0.07"), look("octal", "0.137"));
    EXPECT_EQ(look("octal", "0.45"), look("octal", "0.177"));
    EXPECT_NE(look("octal", "0.4"), "");
    EXPECT_NE(look("octal", "0.4"), look("octal", "0.6"));
    for (const char* code : {"0.8", "0.08", "0.9", "0.1F", "0.0C", "0.F"}) look("hexadecimal", code);
}

TEST(AtlasTwins, SharedValuesGiveTheSameFindings) {
    const Watch watch;
    const Family family =
        family_in(text_of_game("octal"), {"octal", {{"code", "0.{a}{b}"}}, "0 <= a <= 7, 0 <= b <= 7"});
    Solver solver(family, {700, true, true}, watch);
    for (int round = 0; round < 2; ++round)
        for (std::int64_t a = 1; a < 8; ++a)
            for (std::int64_t b = 0; b < 8; ++b)
                EXPECT_EQ(shown(solver.find({a, b})), shown(by_rules(family.rules({a, b}), 700, watch))) << a << b;
}

TEST(AtlasLaws, FirstThatFits) {
    const Laws laws({"a", "b"}, {"period = a + b", "period in {a, 2*a} and preperiod = 0"});
    Findings f;
    f.settled = true;
    f.preperiod = 0;
    f.period = 7;
    EXPECT_EQ(laws.first({2, 5}, f), 0);
    f.period = 4;
    EXPECT_EQ(laws.first({2, 5}, f), 1);
    f.period = 5;
    EXPECT_EQ(laws.first({2, 5}, f), -1);
    f.settled = false;
    f.period = 7;
    EXPECT_EQ(laws.first({2, 5}, f), -1);
    EXPECT_NE(failure_of([] { Laws({"a"}, {"perio = a"}); }).message.find("perio"), std::string::npos);
}

TEST(AtlasLaws, Formulas) {
    const Laws laws({"a"}, {"period = 0", "grundy(x) = x mod a", "grundy(n) = 7 mod (a - 3)"}, 1);
    const auto first = [&](std::int64_t a, std::vector<std::int64_t> values) {
        return laws.first({a}, Findings(), [&] {
            return ValueTable{static_cast<std::int64_t>(values.size()) - 1, values};
        });
    };
    EXPECT_EQ(first(3, {0, 1, 2, 0, 1, 2}), 1);
    EXPECT_EQ(first(3, {0, 1, 2, 0, 1, 1}), -1);  // and a remainder by 0
    EXPECT_EQ(first(5, {1, 1, 1}), 2);
    const Laws two({"a"}, {"grundy(x, y) = a*x + y"}, 2);
    EXPECT_EQ(two.first({5}, Findings(), [] { return ValueTable{1, {0, 1, 5, 6}}; }), 0);
    EXPECT_EQ(two.first({5}, Findings(), [] { return ValueTable{1, {0, 5, 1, 6}}; }), -1);
    for (const std::string text :
         {"grundy(x, y) = 0", "grundy(x) < 1", "grundy(a) = 1", "grundy(x) = y", "grundy(x) = "})
        EXPECT_NE(failure_of([&] { Laws({"a"}, {text}, 1); }).message, "") << text;
    EXPECT_NE(failure_of([&] { Laws({"a"}, {"grundy(x) = 0"}); }).message.find("when the atlas is made"),
              std::string::npos);
}

class AtlasStore : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / fmt::format("bouton-atlas-{}", getpid());
        std::filesystem::create_directories(folder_);
        request_.file = (folder_ / "a.sqlite").string();
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    FamilyWords words(int most) const {
        return {"subtraction", {{"moves", "{a,b,c}"}}, fmt::format("1 <= a < b < c <= {}", most)};
    }

    std::filesystem::path folder_;
    MakeRequest request_;
    Watch watch_;
};

TEST_F(AtlasStore, RowsAreWhatTheEnginesSay) {
    const Family family = three_moves(20);
    request_.laws = {"c = a + b", "period in {a+b, a+c, b+c}"};
    EXPECT_EQ(make(family, words(20), request_, watch_).size, 1140u);
    Store store = Store::open(request_.file);
    EXPECT_TRUE(store.complete());
    Solver generic(family, {1000000, false, false}, watch_);
    std::uint64_t hash = 0, count = 0;
    store.for_each([&](const Row& row) {
        hash = Store::rows_hash(hash, row);
        if (++count % 7 == 0) {
            EXPECT_EQ(shown(row.findings), shown(generic.find(row.values)));
        }
        if (row.values[2] == row.values[0] + row.values[1]) {
            EXPECT_EQ(row.law, 0);
        }
        return true;
    });
    EXPECT_EQ(count, 1140u);
    EXPECT_EQ(hash, store.rows_hash());
    const Rechecked again = recheck(store, family, 2000, 1, watch_);
    EXPECT_TRUE(again.rows_intact);
    EXPECT_GT(again.members, 500u);
    EXPECT_EQ(again.wrong, std::vector<std::string>());
    EXPECT_EQ(make(family, words(20), request_, watch_).before, 1140u);  // a second time there is nothing to do
}

TEST_F(AtlasStore, ChangedRowsAreSeen) {
    const Family family = three_moves(10);
    make(family, words(10), request_, watch_);
    for (const std::string change :
         {"period = 2 * period", "preperiod = preperiod + 1", "outcome_period = 2 * outcome_period",
          "largest_value = largest_value + 1", "hash = hash + 1", "outcome_preperiod = outcome_preperiod + 1"}) {
        const std::string file = (folder_ / "changed.sqlite").string();
        std::filesystem::copy_file(request_.file, file, std::filesystem::copy_options::overwrite_existing);
        {
            Database database(file, Database::Mode::write);
            database.run("UPDATE members SET " + change);
        }
        Store store = Store::open(file);
        const Rechecked found = recheck(store, family, 50, 1, watch_);
        EXPECT_FALSE(found.rows_intact) << change;
        EXPECT_EQ(found.wrong.size(), found.members) << change;
    }
}

TEST_F(AtlasStore, OthersAreRefused) {
    make(three_moves(10), words(10), request_, watch_);
    const auto said = [&](const Family& family, const FamilyWords& words, const MakeRequest& request) {
        return failure_of([&] { make(family, words, request, watch_); }).message;
    };
    EXPECT_NE(said(three_moves(11), words(11), request_).find("is another atlas: it is of subtraction"),
              std::string::npos);
    MakeRequest other = request_;
    other.laws = {"period = 2"};
    EXPECT_NE(said(three_moves(10), words(10), other).find("other laws"), std::string::npos);
    other = request_;
    other.effort.limit = 77;
    EXPECT_NE(said(three_moves(10), words(10), other).find("heaps go to"), std::string::npos);
    const Family changed = family_in(kSubtraction + "  misere\n", words(10));
    EXPECT_NE(said(changed, words(10), request_).find("rules of the game have changed"), std::string::npos);
    {
        const Database busy(request_.file, Database::Mode::write);
        EXPECT_NE(said(three_moves(10), words(10), request_).find("another process"), std::string::npos);
    }
    const std::string text = (folder_ / "text.sqlite").string();
    std::filesystem::copy_file(home() / "README.md", text);
    other = request_;
    other.file = text;
    EXPECT_NE(said(three_moves(10), words(10), other).find("not a database"), std::string::npos);
    EXPECT_NE(failure_of([&] { Store::open((folder_ / "none.sqlite").string()); }).message.find("there is no atlas"),
              std::string::npos);
    EXPECT_NE(
        said(family_in(kSubtraction, {"subtraction", {{"moves", "{a}"}}, "3 <= a <= 2"}), {}, request_).find("empty"),
        std::string::npos);
    const std::string large = said(three_moves(4096), words(4096), request_);
    EXPECT_NE(large.find("has 11444858880 members"), std::string::npos) << large;
}

TEST_F(AtlasStore, Questions) {
    request_.laws = {"c = a + b"};
    make(three_moves(16), words(16), request_, watch_);
    Store store = Store::open(request_.file);
    const auto ask = [&](Question question, std::vector<std::string> laws = {}) {
        return query(store, {question, std::move(laws), 0}, watch_);
    };
    std::int64_t longest = 0, additive = 0;
    store.for_each([&](const Row& row) {
        longest = std::max(longest, row.findings.period);
        additive += row.values[2] == row.values[0] + row.values[1];
        return true;
    });
    const Table rows = ask(Question::longest);
    EXPECT_EQ(rows.rows.size(), 10u);
    EXPECT_EQ(rows.rows[0][4], std::to_string(longest));
    EXPECT_EQ(ask(Question::laws).rows[0][1], std::to_string(additive));
    EXPECT_EQ(ask(Question::exceptions).rows.size(), 560u - static_cast<std::size_t>(additive));
    EXPECT_TRUE(ask(Question::exceptions, {"period >= 2"}).rows.empty());
    EXPECT_TRUE(ask(Question::unsettled).rows.empty());
    const Table records = ask(Question::records);
    EXPECT_EQ(records.rows[0], (std::vector<std::string>{"1", "2", "3", "3", "period", "4"}));
    std::uint64_t in_groups = 0;
    for (const auto& row : query(store, {Question::equal, {}, 100000}, watch_).rows) in_groups += std::stoull(row[0]);
    EXPECT_GT(in_groups, 60u);  // all sets of odd numbers are alike
}

}  // namespace
}  // namespace bouton::unit
