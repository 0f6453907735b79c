// What the pictures, comparisons and studies say is what the values are.
#include "answers/figures.hpp"
#include "answers/compare.hpp"
#include "answers/study.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

class Figures : public testing::Test {
  protected:
    Session session(const std::string& game, std::vector<std::pair<std::string, std::string>> arguments = {},
                    What what = What::grundy) {
        return Session(library_, {game, std::move(arguments)}, what, watch_);
    }

    /// Every cell of a map against the value of its position; `rest` follows the two coordinates.
    void expect_values(const draw::ValueMap& map, Session& from, const Position& rest) {
        std::size_t there = 0;
        for (std::int64_t x = map.left; x < map.left + map.columns; ++x) {
            std::vector<std::int64_t> column(static_cast<std::size_t>(map.rows));
            map.fill(x, map.bottom, column);
            for (std::int64_t y = map.bottom; y < map.bottom + map.rows; ++y) {
                const std::int64_t drawn = column[static_cast<std::size_t>(y - map.bottom)];
                if (drawn == draw::absent) continue;
                Position position{x, y};
                position.insert(position.end(), rest.begin(), rest.end());
                EXPECT_EQ(drawn, static_cast<std::int64_t>(from.value(position))) << to_text(position);
                ++there;
            }
        }
        EXPECT_GT(there, 0u);
    }

    Watch watch_;
    Library library_{home()};
};

TEST_F(Figures, AMapShowsTheValues) {
    Session wythoff = session("wythoff");
    const TableAnswer table = wythoff.table({{9, 14}, {2, 5}, {}});
    const auto map = std::get<draw::ValueMap>(picture_of(wythoff, table, "command", watch_));
    EXPECT_EQ(map.left, 2);
    EXPECT_EQ(map.bottom, 5);
    EXPECT_EQ(map.columns, 8);
    EXPECT_EQ(map.rows, 10);
    EXPECT_EQ(map.paper.command, "command");
    EXPECT_TRUE(map.categories.empty());
    expect_values(map, wythoff, {});
    Session outcomes = session("wythoff", {}, What::outcome);
    const auto kinds = std::get<draw::ValueMap>(picture_of(outcomes, outcomes.table({{9, 9}, {}, {}}), "", watch_));
    EXPECT_EQ(kinds.categories.size(), 2u);
    expect_values(kinds, outcomes, {});
}

TEST_F(Figures, SlicesAreDrawnOneByOne) {
    Session moore = session("moore", {{"k", "2"}});
    const auto panels = std::get<draw::Panels>(picture_of(moore, moore.table({{4, 5, 3}, {0, 0, 1}, {}}), "", watch_));
    ASSERT_EQ(panels.maps.size(), 3u);
    for (std::size_t i = 0; i < panels.maps.size(); ++i) {
        EXPECT_EQ(panels.maps[i].paper.title, fmt::format("a3 = {}", i + 1));
        expect_values(panels.maps[i], moore, {static_cast<std::int64_t>(i) + 1});
    }
    const auto slice = std::get<draw::ValueMap>(picture_of(moore, moore.table({{4, 5}, {}, {{"a3", 2}}}), "", watch_));
    expect_values(slice, moore, {2});
    EXPECT_EQ(slice.paper.subtitle, "a3 = 2");
}

TEST_F(Figures, AStripHasThePeriodThatIsProved) {
    Session game = session("subtraction", {{"moves", "{2, 5}"}});
    const auto strip = std::get<draw::Strip>(picture_of(game, game.table({{40}, {}, {}}), "", watch_));
    ASSERT_TRUE(strip.period);
    EXPECT_EQ(strip.period->length, 7);
    EXPECT_EQ(strip.period->preperiod, 0);
    for (std::int64_t n = 0; n <= 40; ++n)
        EXPECT_EQ(strip.values[static_cast<std::size_t>(n)], static_cast<std::int64_t>(game.value({n})));
    Session grundy = session("grundys-game");
    EXPECT_FALSE(std::get<draw::Strip>(picture_of(grundy, grundy.table({{40}, {}, {}}), "", watch_)).period);
    // A period that begins beyond what is shown is not marked.
    Session kayles = session("kayles");
    EXPECT_FALSE(std::get<draw::Strip>(picture_of(kayles, kayles.table({{60}, {}, {}}), "", watch_)).period);
}

TEST_F(Figures, FamiliesAreThoseOfTheClaim) {
    Session game = session("two-weights");
    const auto pictures = pictures_of_claims(library_, game, {30, 30}, "", watch_);
    const auto found = std::find_if(pictures.begin(), pictures.end(),
                                    [](const ClaimPicture& p) { return p.claim == "theorem 3.1 corrected"; });
    ASSERT_NE(found, pictures.end());
    const auto& scatter = std::get<draw::Scatter>(found->picture);
    EXPECT_EQ(scatter.families.size(), 3u);
    std::set<draw::Point> members, lost(scatter.positions.begin(), scatter.positions.end());
    for (const draw::Family& family : scatter.families) members.insert(family.points.begin(), family.points.end());
    EXPECT_EQ(members, lost);
    EXPECT_TRUE(members.contains({2, 1}));
    EXPECT_FALSE(members.contains({2, 0}));
    for (const draw::Point& point : lost) EXPECT_EQ(game.value({point.x, point.y}), 0);
}

TEST_F(Figures, TooManyCoordinatesAreRefused) {
    const std::vector<Axis> four{{"a", 0, 3}, {"b", 0, 3}, {"c", 0, 3}, {"d", 0, 3}};
    EXPECT_EQ(failure_of([&] { require_picture(four); }).fault, Fault::input);
    EXPECT_FALSE(failure_of([&] { require_picture({four[0], four[1], four[2]}); }).fault);
    EXPECT_EQ(failure_of([&] { require_picture({four[0], four[1], {"c", 0, 12}}); }).fault, Fault::input);
}

TEST_F(Figures, ComparisonsFindTheFirstDifference) {
    CompareRequest request{"wythoff", "xor(x, y)", What::grundy, {{12, 9}, {}, {}}, ""};
    const Comparison comparison = compare(library_, request, true, watch_);
    Session wythoff = session("wythoff");
    std::uint64_t different = 0;
    std::optional<Position> first;
    for (std::int64_t x = 0; x <= 12; ++x)
        for (std::int64_t y = 0; y <= 9; ++y) {
            if (static_cast<std::int64_t>(wythoff.value({x, y})) == (x ^ y)) continue;
            ++different;
            if (!first) first = Position{x, y};
        }
    EXPECT_EQ(comparison.different, different);
    EXPECT_EQ(comparison.at, first);
    EXPECT_EQ(comparison.positions, 130u);
    const auto& map = std::get<draw::ValueMap>(*comparison.picture);
    ASSERT_TRUE(map.ring);
    EXPECT_EQ(*map.ring, (draw::Point{(*first)[0], (*first)[1]}));
    std::vector<std::int64_t> column(10);
    map.fill(1, 0, column);
    for (std::int64_t y = 0; y <= 9; ++y)
        EXPECT_EQ(column[static_cast<std::size_t>(y)],
                  static_cast<std::int64_t>(wythoff.value({1, y})) == (1 ^ y) ? 0 : 1);
    request.second = "k-wythoff k=1";
    EXPECT_TRUE(compare(library_, request, false, watch_).equal());
    request.box = {{12, 9}, {3, 4}, {}};
    EXPECT_EQ(compare(library_, request, false, watch_).positions, 60u);
}

TEST_F(Figures, AStudyCountsWhatThereIs) {
    StudyRequest request;
    request.spec = "bachet";
    request.arguments = {{"k", "3"}};
    request.effort = 1;
    const Study result = study(library_, request, watch_);
    ASSERT_EQ(result.games.size(), 1u);
    EXPECT_EQ(result.games[0].positions, 121u);
    EXPECT_EQ(result.games[0].losing, 31u);
    EXPECT_EQ(result.games[0].largest, 3);
    ASSERT_TRUE(result.games[0].periods);
    EXPECT_EQ(result.games[0].periods->nim_values.period, 4);
    EXPECT_EQ(result.games[0].table->cells.at(0).at(1 + 7), "3");
    for (const ProofVerdict& verdict : result.claims)
        EXPECT_EQ(verdict.kind, ProofVerdict::Kind::proved) << verdict.claim;
    EXPECT_EQ(result.claims.size(), 3u);
    // A clock that has run out leaves remarks and open claims.
    const Study hurried = study(library_, request, Watch({.seconds = 1e-9}));
    EXPECT_FALSE(hurried.games[0].remarks.empty());
    for (const ProofVerdict& verdict : hurried.claims)
        EXPECT_EQ(verdict.kind, ProofVerdict::Kind::open) << verdict.claim;
}

}  // namespace
}  // namespace bouton::unit
