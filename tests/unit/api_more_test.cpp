// The public interface, as far as it needs more than bouton::core: games of the library, proofs, pictures.
#include "unit/support.hpp"

#include <bouton/bouton.hpp>

#include <gtest/gtest.h>

namespace {

using bouton::Game;

TEST(ApiNamed, GamesOfTheLibrary) {
    const std::string home = bouton::unit::home().string();
    EXPECT_EQ(Game::named("maximum-nim", {{"k", "3"}}, {}, home).value({29}).value,
              Game::from_text("game m (x)\n  move (x - t) for 1 <= t <= floor(x/3)\n").value({29}).value);
    EXPECT_EQ(Game::named("wythoff", {}, {}, home).outcome({3, 5}).winner, Game::Winner::previous);
    EXPECT_THROW(Game::named("no-such-game", {}, {}, home), bouton::Error);
    EXPECT_THROW(Game::named("wythoff", {}, {}, "/nowhere"), bouton::Error);
}

TEST(ApiProve, ForAllPositions) {
    const auto claims = bouton::prove(
        "game nim (a, b)\n  move (a - t, b) for 1 <= t <= a\n  move (a, b - t) for 1 <= t <= b\n"
        "theorem \"equal heaps\": { outcome = P } = { (n, n) for n >= 0 }  to 20\n"
        "theorem \"slip\": { outcome = P } = { (n, n) for n >= 1 }  to 20\n");
    ASSERT_EQ(claims.size(), 2u);
    EXPECT_EQ(claims[0].kind, bouton::ProvedClaim::Kind::proved);
    EXPECT_FALSE(claims[0].generality.empty());
    EXPECT_EQ(claims[1].kind, bouton::ProvedClaim::Kind::refuted);
    EXPECT_FALSE(claims[1].counterexample.empty());
}

TEST(ApiPicture, BytesOfAFile) {
    Game nim = Game::from_text("game nim (a...)\n  move (a - t) for 1 <= t <= a\n");
    const std::string svg = bouton::picture(nim, {7, 7});
    EXPECT_NE(svg.find("<svg"), std::string::npos);
    EXPECT_EQ(bouton::picture(nim, {7}, bouton::PictureFormat::png).substr(1, 3), "PNG");
    EXPECT_THROW(bouton::picture(nim, {2, 2, 2, 2}), bouton::Error);
}

}  // namespace
