// Misere play: sums of different games against plain recursion, genus sequences against their definition, quotients against the outcomes of
// all small sums, the orders that are known, and a checker that refuses whatever is changed.
#include "answers/misere.hpp"
#include "answers/shelf.hpp"
#include "api/parts.hpp"
#include "check/quotient/quotient.hpp"
#include "engines/misere/quotient.hpp"
#include "engines/misere/sums.hpp"
#include "play/board.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace bouton::unit {
namespace {

using misere::Sum;
using misere::Sums;

constexpr auto kNim = "game nim-heap (x)\n  move (x - t) for 1 <= t <= x\n";
constexpr auto kKayles =
    "game kayles (x)\n  move (a) + (x - 1 - a) for 0 <= a <= x - 1 - a\n  move (a) + (x - 2 - a) for 0 <= a <= x - 2 - "
    "a\n";
constexpr auto kLasker = "game lasker (x)\n  move (x - t) for 1 <= t <= x\n  move (a) + (x - a) for 1 <= a <= x - a\n";
/// 0.123: one stone if it is the whole heap, two if some are left, three in any case.
constexpr auto kWild = "game wild (x)\n  move (x - 1) if x = 1\n  move (x - 2) if x > 2\n  move (x - 3) if x >= 3\n";

/// Random heaps: takes and splits.
std::string random_heaps(Random& random) {
    std::string text = "game g (x)\n";
    const std::int64_t count = random.between(1, 3);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t taken = random.between(1, 4);
        if (random.chance(50))
            text += fmt::format("  move (x - {}){}\n", taken,
                                random.chance(30) ? fmt::format(" if x != {}", taken + 2) : "");
        else
            text += fmt::format("  move (a) + (x - {} - a) for {} <= a <= x - {} - a\n", taken, random.between(0, 1),
                                taken);
    }
    return text;
}

/// Plain recursion over lists of heaps, one game.
class Plain {
  public:
    explicit Plain(Ruleset rules) : rules_(std::move(rules)), options_(rules_) {}

    int value(std::vector<std::int64_t> heaps) {
        std::sort(heaps.begin(), heaps.end());
        if (const auto known = values_.find(heaps); known != values_.end()) return known->second;
        std::set<int> seen;
        for (std::size_t i = 0; i < heaps.size(); ++i)
            for (const auto& parts : options_.all({heaps[i]})) {
                auto after = heaps;
                after.erase(after.begin() + static_cast<std::ptrdiff_t>(i));
                for (const Position& part : parts) after.push_back(part[0]);
                seen.insert(value(after));
            }
        int mex = 0;
        while (seen.contains(mex)) ++mex;
        return values_[heaps] = seen.empty() ? 1 : mex;
    }

  private:
    Ruleset rules_;
    Options options_;
    std::map<std::vector<std::int64_t>, int> values_;
};

/// Every list of at most `count` heaps up to `largest`, in order.
void for_each_sum(std::int64_t largest, std::size_t count,
                  const std::function<void(const std::vector<std::int64_t>&)>& visit) {
    std::vector<std::int64_t> heaps;
    const std::function<void(std::int64_t)> go = [&](std::int64_t least) {
        visit(heaps);
        if (heaps.size() == count) return;
        for (std::int64_t h = least; h <= largest; ++h) {
            heaps.push_back(h);
            go(h);
            heaps.pop_back();
        }
    };
    go(0);
}

Sum sum_of(Sums& sums, const Ruleset& rules, const std::vector<std::int64_t>& heaps) {
    Sum sum;
    for (const std::int64_t heap : heaps) sum = Sums::joined(sum, sums.component(sums.game(rules), {heap}));
    return sum;
}

TEST(Misere, SumsOfHeaps) {
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        Random random(seed);
        const std::string text = random_heaps(random);
        const Ruleset rules = rules_in(text);
        const Watch watch;
        Sums sums(watch);
        Plain plain(rules);
        for_each_sum(6, 3, [&](const auto& heaps) {
            const Sum sum = sum_of(sums, rules, heaps);
            ASSERT_EQ(static_cast<int>(sums.value(sum)), plain.value(heaps)) << text;
            ASSERT_EQ(sums.is_p(sum), plain.value(heaps) == 0) << text;
        });
    }
}

/// The genus by its definition: misere values beside heaps of two.
TEST(Misere, Genus) {
    const Ruleset nim = rules_in(kNim);
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        Random random(seed);
        const Ruleset rules = seed == 1 ? rules_in(kKayles) : rules_in(random_heaps(random));
        const Watch watch;
        Sums sums(watch);
        const Sum two = sums.component(sums.game(nim), {2});
        for (std::int64_t heap = 0; heap <= 9; ++heap) {
            Sum sum = sum_of(sums, rules, {heap});
            const misere::Genus genus = sums.genus(sum);
            for (std::size_t n = 0; n < 6; ++n) {
                ASSERT_EQ(genus.at(n), sums.value(sum)) << "seed " << seed << " heap " << heap;
                sum = Sums::joined(sum, two);
            }
        }
    }
}

/// Conway, On Numbers and Games, chapter 12: 0^120, 1^031, 2^20, 3^31, 4^46, ... for heaps of nim, 0^02 for 2 + 2.
TEST(Misere, GenusOfNim) {
    const Ruleset nim = rules_in(kNim);
    const Watch watch;
    Sums sums(watch);
    const auto genus = [&](const std::vector<std::int64_t>& heaps) { return sums.genus(sum_of(sums, nim, heaps)); };
    EXPECT_EQ(genus({0}).text(), "0^120");
    EXPECT_EQ(genus({1}).text(), "1^031");
    EXPECT_EQ(genus({2}).text(), "2^20");
    EXPECT_EQ(genus({3}).text(), "3^31");
    EXPECT_EQ(genus({4}).text(), "4^46");
    EXPECT_EQ(genus({2, 2}).text(), "0^02");
    EXPECT_EQ(genus({2, 3}).text(), "1^13");
    for_each_sum(5, 3, [&](const auto& heaps) { EXPECT_TRUE(genus(heaps).tame()); });
    EXPECT_TRUE(sums.all_tame());
    const Ruleset kayles = rules_in(kKayles);
    bool wild = false;
    for (std::int64_t heap = 0; heap <= 9; ++heap) wild = wild || !sums.genus(sum_of(sums, kayles, {heap})).tame();
    EXPECT_TRUE(wild);
}

MisereQuotient quotient(const std::string& text, std::int64_t to, std::uint64_t memory = 1 << 30) {
    TextShelf shelf(text);
    Limits limits;
    limits.memory = memory;
    const Watch watch(limits);
    const Session session(shelf, {"", {}}, What::outcome, watch);
    return misere_quotient(session, to, watch);
}

void expect_outcomes(const MisereQuotient& found, const std::string& text, std::size_t count) {
    Plain plain(rules_in(text));
    for_each_sum(found.to, count, [&](const std::vector<std::int64_t>& heaps) {
        std::vector<std::pair<std::int64_t, Integer>> sum;
        for (const std::int64_t heap : heaps) sum.emplace_back(heap, 1);
        ASSERT_EQ(found.p_portion[found.element_of(sum)], plain.value(heaps) == 0) << text;
    });
}

TEST(Misere, QuotientsGiveTheOutcomesOfSums) {
    expect_outcomes(quotient(kKayles, 7), kKayles, 4);
    expect_outcomes(quotient(kLasker, 5), kLasker, 4);
    expect_outcomes(quotient(kWild, 7), kWild, 4);
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        Random random(seed);
        const std::string text = random_heaps(random);
        const Failure failure = failure_of([&] {  // some quotients are large, or infinite
            expect_outcomes(quotient(text, 6, 4 << 20), text, 4);
            ++found;
        });
        EXPECT_TRUE(!failure.fault || failure.fault == Fault::limit) << failure.message;
    }
    EXPECT_GE(found, 4);
}

/// Plambeck and Siegel, Misere quotients for impartial games (2008): the quotient of nim up to 2^n - 1 is T_n, of order 2^n + 2 (and 2 for n = 1).
TEST(Misere, QuotientsOfNim) {
    EXPECT_EQ(quotient(kNim, 0).elements.size(), 1u);
    const MisereQuotient one = quotient(kNim, 1);
    EXPECT_EQ(one.elements, (std::vector<std::string>{"1", "a"}));
    EXPECT_EQ(one.relations, (std::vector<std::pair<std::string, std::string>>{{"a^2", "1"}}));
    const MisereQuotient two = quotient(kNim, 3);
    EXPECT_EQ(two.elements.size(), 6u);
    EXPECT_EQ(two.relations, (std::vector<std::pair<std::string, std::string>>{{"a^2", "1"}, {"b^3", "b"}}));
    EXPECT_EQ(quotient(kNim, 7).elements.size(), 10u);
    EXPECT_EQ(quotient(kNim, 15).elements.size(), 18u);
}

/// Elements that a column of the finder's table tells apart are told apart by the quotient itself: codes that once had one too many, and
/// all codes of two digits.
TEST(Misere, NoElementTooMany) {
    const auto code = [](int first, int second) {
        std::string text = "game g (x)\n  move (x - 9) if x = 9\n";
        for (const auto& [taken, digit] : {std::pair(1, first), std::pair(2, second)}) {
            if (digit & 1) text += fmt::format("  move (x - {0}) if x = {0}\n", taken);
            if (digit & 2) text += fmt::format("  move (x - {0}) if x > {0}\n", taken);
            if (digit & 4) text += fmt::format("  move (a) + (x - {0} - a) for 1 <= a <= x - {0} - a\n", taken);
        }
        return text;
    };
    EXPECT_EQ(quotient(code(7, 1), 5).elements.size(), 14u);
    for (int digits = 0; digits < 64; ++digits) {
        const std::string text = code(digits / 8, digits % 8);
        const Failure failure = failure_of([&] { expect_outcomes(quotient(text, 5, 4 << 20), text, 3); });
        EXPECT_TRUE(!failure.fault || failure.fault == Fault::limit) << text << failure.message;
    }
}

/// The order for Kayles up to the heap 12, where literature was unclear. That 24 elements differ was also seen by plain recursion over sums of
/// the elements; that there are no more is what the checker proves.
TEST(Misere, QuotientsOfKayles) {
    const MisereQuotient found = quotient(kKayles, 12);
    EXPECT_EQ(found.elements.size(), 24u);
    expect_outcomes(found, kKayles, 3);
    EXPECT_EQ(quotient(kKayles, 8).elements.size(), 12u);
    EXPECT_EQ(quotient(kKayles, 11).elements.size(), 18u);
}

/// Any number of heaps: a thousand of them leave what the cycle leaves.
TEST(Misere, SumsOfAnySize) {
    const MisereQuotient found = quotient(kNim, 3);
    const auto is_p = [&](const std::vector<std::pair<std::int64_t, Integer>>& sum) {
        return found.p_portion[found.element_of(sum)];
    };
    EXPECT_TRUE(is_p({{1, Integer("1000000000000000000000001")}}));
    EXPECT_FALSE(is_p({{1, Integer("1000000000000000000000000")}}));
    EXPECT_TRUE(is_p({{2, Integer("1000000000000000000000000")}}));
    EXPECT_FALSE(is_p({{2, Integer("1000000000000000000000000")}, {3, 1}}));
}

QuotientClaim claim_of(const MisereQuotient& found) { return {found.elements.size(), found.actions, found.p_portion}; }

TEST(Misere, TheCheckerRefusesWhateverIsChanged) {
    const Ruleset rules = rules_in(kKayles);
    const Watch watch;
    const QuotientClaim good = claim_of(quotient(kKayles, 6));
    ASSERT_EQ(check_quotient(rules, good, watch).problem, "");
    Random random(48);
    for (std::size_t x = 0; x < good.size; ++x) {
        QuotientClaim claim = good;
        claim.p_portion[x] = !claim.p_portion[x];
        EXPECT_NE(check_quotient(rules, claim, watch).problem, "") << x;
    }
    for (int i = 0; i < 300; ++i) {
        QuotientClaim claim = good;
        auto& map = claim.maps[static_cast<std::size_t>(random.between(0, 6))];
        auto& entry = map[static_cast<std::size_t>(random.between(0, static_cast<int>(good.size) - 1))];
        const auto other = static_cast<std::uint32_t>(random.between(0, static_cast<int>(good.size) - 1));
        if (entry == other) continue;
        entry = other;
        EXPECT_NE(check_quotient(rules, claim, watch).problem, "");
    }
    // an element twice: not reduced
    QuotientClaim twice = good;
    ++twice.size;
    for (auto& map : twice.maps) map.push_back(map[good.size - 1]);
    twice.p_portion.push_back(twice.p_portion[good.size - 1]);
    EXPECT_NE(check_quotient(rules, twice, watch).problem, "");
    // the quotient of other rules, and of fewer heaps
    EXPECT_NE(check_quotient(rules_in(kNim), good, watch).problem, "");
    EXPECT_NE(check_quotient(rules, claim_of(quotient(kNim, 6)), watch).problem, "");
    EXPECT_NE(check_quotient(rules, {}, watch).problem, "");
    EXPECT_NE(check_quotient(rules_in("game g (x)\n  loopy\n  move (x - 1)\n"), good, watch).problem, "");
}

/// Sums of two games on the board, and moves in them.
TEST(Misere, Boards) {
    const std::string text = std::string("game one (x)\n  misere\n  move (x - t) for 1 <= t <= 2\n") +
                             "game two (x)\n  misere\n  move (a) + (x - 1 - a) for 0 <= a <= x - 1 - a\n" +
                             "game normal (x)\n  move (x - 1)\n";
    TextShelf shelf(text);
    const Watch watch;
    const auto value = [&](const std::string& words) { return Board::parse(shelf, {words}, watch).value().value; };
    EXPECT_EQ(value("one 1 + two 1"), 1);  // two moves are left: who moves first does not make the last one
    EXPECT_EQ(value("one 1 + one 1 + two 1"), 0);
    EXPECT_EQ(value("one 2 + two 1"), 3);
    EXPECT_EQ(failure_of([&] { value("one 1 + normal 1"); }).fault, Fault::input);
    const auto moves = Board::parse(shelf, {"one 2 + two 1"}, watch).moves();
    ASSERT_TRUE(moves);
    ASSERT_EQ(moves->size(), 3u);  // 2 -> 1 leaves 1 + 1; 2 -> 0 leaves 1; 1 -> nothing leaves 2
    std::multiset<Integer> values;
    for (const BoardMove& move : *moves) values.insert(*move.value);
    EXPECT_EQ(values, (std::multiset<Integer>{0, 1, 2}));
}

}  // namespace
}  // namespace bouton::unit
