// What is remembered as proved: found again for the same theorem only, never from a damaged file, by any number of writers at once.
#include "answers/known_proofs.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

namespace bouton::unit {
namespace {

namespace fs = std::filesystem;

class KnownProofsTest : public ::testing::Test {
  protected:
    KnownProofsTest() : folder_(fs::path(::testing::TempDir()) / "bouton-known-proofs") { fs::remove_all(folder_); }
    ~KnownProofsTest() override { fs::remove_all(folder_); }

    fs::path only_file() const { return fs::directory_iterator(folder_)->path(); }

    static std::string text_of(const fs::path& file) {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    const fs::path folder_;
};

const std::string kGame = "game g (x)\n  move (x - t) for 1 <= t <= 2\n";
const std::string kText = kGame + "function f(n) = n mod 3\ntheorem \"a\" for x >= 0: grundy(x) = f(x) to 9\n";

const syntax::Claim& last(const lang::DocumentPtr& document) { return document->file.claims.back(); }

TEST_F(KnownProofsTest, TheSameTheoremOnly) {
    const lang::DocumentPtr document = read(kText);
    KnownProofs(folder_).add(*document, last(document), {"induction", "every position", "", false});
    const KnownProofs known(folder_);
    const auto is_known = [&](const std::string& text) {
        const lang::DocumentPtr other = read(text);
        return known.find(*other, last(other)).has_value();
    };
    EXPECT_TRUE(is_known(kText));
    // other names, bounds, hints, layout
    EXPECT_TRUE(is_known(
        kGame +
        "function f(n) = n mod 3\nlemma \"b\" for x >= 0:\n  grundy(x) = f(x) by induction on x to 20 note \"x\"\n"));
    // another claim, another definition, other rules
    EXPECT_FALSE(is_known(kGame + "function f(n) = n mod 3\ntheorem \"a\" for x >= 1: grundy(x) = f(x) to 9\n"));
    EXPECT_FALSE(is_known(kGame + "function f(n) = n mod 4\ntheorem \"a\" for x >= 0: grundy(x) = f(x) to 9\n"));
    EXPECT_FALSE(
        is_known("game g (x)\n  move (x - t) for 1 <= t <= 3\n"
                 "function f(n) = n mod 3\ntheorem \"a\" for x >= 0: grundy(x) = f(x) to 9\n"));
    // the claim that the theorem was named after
    EXPECT_FALSE(is_known(kGame + "function f(n) = n mod 3\ntheorem \"a\" for x >= 0: grundy(x) = f(x) + 0*x to 9\n"));
}

TEST_F(KnownProofsTest, WhatIsSaid) {
    const lang::DocumentPtr document = read(kText);
    const KnownProofs known(folder_);
    EXPECT_FALSE(known.find(*document, last(document)));
    known.add(*document, last(document), {"digits", "every\nposition", "", false});
    known.add(*document, last(document), {"induction", "all", "", true});  // Coq's word is the firmer one
    const auto proof = KnownProofs(folder_).find(*document, last(document));
    ASSERT_TRUE(proof);
    EXPECT_EQ(proof->method, "induction");
    EXPECT_TRUE(proof->formal);
    KnownProofs(folder_).add(*document, last(document), {"digits", "all", "", false});
    EXPECT_TRUE(KnownProofs(folder_).find(*document, last(document))->formal);
}

TEST_F(KnownProofsTest, WhatIsCovered) {
    EXPECT_TRUE(covers("", {}));
    EXPECT_TRUE(covers("m <= 4", {{"m", "4"}}));
    EXPECT_TRUE(covers("k <= 3, m <= 4", {{"m", "2"}, {"k", "3"}, {"s", "100"}}));
    EXPECT_FALSE(covers("m <= 4", {{"m", "5"}}));
    EXPECT_FALSE(covers("k <= 3, m <= 4", {{"m", "2"}, {"k", "4"}}));
    EXPECT_FALSE(covers("m <= 4", {{"n", "1"}}));
    EXPECT_FALSE(covers("m <= 4", {{"m", "{1, 2}"}}));
    EXPECT_FALSE(covers("m <= 4", {{"m", "100000000000000000000000000"}}));
    EXPECT_FALSE(covers("something else", {{"m", "1"}}));
    // A proof for all values is kept, whatever comes later.
    const lang::DocumentPtr document = read(kText);
    KnownProofs(folder_).add(*document, last(document), {"digits", "for k <= 3 only", "k <= 3", false});
    EXPECT_EQ(KnownProofs(folder_).find(*document, last(document))->cut, "k <= 3");
    KnownProofs(folder_).add(*document, last(document), {"induction", "all", "", false});
    KnownProofs(folder_).add(*document, last(document), {"digits", "for k <= 3 only", "k <= 3", false});
    EXPECT_EQ(KnownProofs(folder_).find(*document, last(document))->cut, "");
}

TEST_F(KnownProofsTest, EveryDamageIsSeen) {
    const lang::DocumentPtr document = read(kText);
    KnownProofs(folder_).add(*document, last(document), {"induction", "every position", "", false});
    const fs::path file = only_file();
    const std::string good = text_of(file);
    const auto is_known = [&](const std::string& text) {
        std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
        return KnownProofs(folder_).find(*document, last(document)).has_value();
    };
    EXPECT_TRUE(is_known(good));
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] ^ 1);
        EXPECT_FALSE(is_known(bad)) << i;
        if (i % 7 == 0) {
            EXPECT_FALSE(is_known(good.substr(0, i))) << i;
        }
    }
    EXPECT_FALSE(is_known(good + "x"));
    EXPECT_FALSE(is_known(std::string(1 << 21, '(')));
    // A record of another theorem under this one's name.
    const lang::DocumentPtr other = read(kGame + "theorem \"a\" for x >= 0: grundy(x) = 0 to 0\n");
    const fs::path elsewhere = folder_ / "elsewhere";
    KnownProofs(elsewhere).add(*other, last(other), {"induction", "every position", "", false});
    EXPECT_FALSE(is_known(text_of(fs::directory_iterator(elsewhere)->path())));
}

TEST_F(KnownProofsTest, SeveralWriters) {
    const lang::DocumentPtr document = read(kText);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int j = 0; j < 50; ++j) {
                const KnownProofs mine(folder_);
                mine.add(*document, last(document), {"induction", "every position", "", j % 2 == 0});
                EXPECT_TRUE(KnownProofs(folder_).find(*document, last(document)));
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);  // and nothing left beside it
}

TEST_F(KnownProofsTest, WithoutAFolder) {
    const lang::DocumentPtr document = read(kText);
    const KnownProofs known;
    known.add(*document, last(document), {"induction", "every position", "", false});
    EXPECT_TRUE(known.find(*document, last(document)));
    EXPECT_FALSE(KnownProofs().find(*document, last(document)));
    const KnownProofs nowhere("/dev/null/proofs");
    nowhere.add(*document, last(document), {"induction", "every position", "", false});  // does not throw
    EXPECT_FALSE(KnownProofs("/dev/null/proofs").find(*document, last(document)));
}

}  // namespace
}  // namespace bouton::unit
