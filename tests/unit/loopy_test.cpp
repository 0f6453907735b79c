// Games that need not end: random graphs against plain iteration, values through what they mean in sums with heaps, games that do end
// against the reference engine, questions in any order, limits.
#include "engines/loopy/loopy.hpp"
#include "engines/choose.hpp"
#include "engines/reference/reference.hpp"
#include "lang/print.hpp"
#include "unit/random_games.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace bouton::unit {
namespace {

using Graph = std::vector<std::vector<int>>;  // by node: where one may move

Graph random_graph(Random& random, int nodes) {
    Graph graph(static_cast<std::size_t>(nodes));
    const auto percent = static_cast<int>(random.between(10, 45));
    for (auto& moves : graph)
        for (int to = 0; to < nodes; ++to)
            if (random.chance(percent)) moves.push_back(to);
    return graph;
}

/// The graph as a game: the nodes' moves are the binary digits of a table. With `sum` two of them side by side.
std::string game_of(const Graph& graph, bool sum = false) {
    std::vector<int> rows;
    for (const auto& moves : graph) {
        rows.push_back(0);
        for (const int to : moves) rows.back() += 1 << to;
    }
    const auto last = graph.size() - 1;
    const std::string range = fmt::format("0 <= z <= {}", last);
    std::string text =
        fmt::format("game g {} where x <= {}{}\n  loopy\n  parameter f(x) = [{}]\n", sum ? "(x, y)" : "(x)", last,
                    sum ? fmt::format(" and y <= {}", last) : "", fmt::join(rows, ", "));
    text += fmt::format("  move ({}) for {} if digit(f(x), 2, z) = 1\n", sum ? "z, y" : "z", range);
    if (sum) text += fmt::format("  move (x, z) for {} if digit(f(y), 2, z) = 1\n", range);
    return text;
}

/// The same beside a heap of nim: node and heap.
Graph with_heap(const Graph& graph, int heap) {
    const int size = heap + 1;
    Graph product(graph.size() * static_cast<std::size_t>(size));
    for (std::size_t node = 0; node < graph.size(); ++node)
        for (int h = 0; h < size; ++h) {
            auto& moves = product[node * static_cast<std::size_t>(size) + static_cast<std::size_t>(h)];
            for (const int to : graph[node]) moves.push_back(to * size + h);
            for (int less = 0; less < h; ++less) moves.push_back(static_cast<int>(node) * size + less);
        }
    return product;
}

struct Solved {
    std::vector<char> outcomes;   // P, N, D
    std::vector<int> remoteness;  // -1: none
};

/// Round after round, a node is settled by what was settled before: in round r those of remoteness r.
Solved solve(const Graph& graph, bool misere) {
    Solved all{std::vector<char>(graph.size(), 'D'), std::vector<int>(graph.size(), -1)};
    for (int round = 0; round <= static_cast<int>(graph.size()); ++round) {
        const Solved before = all;
        for (std::size_t node = 0; node < graph.size(); ++node) {
            if (before.outcomes[node] != 'D') continue;
            const auto count = [&](char what) {
                return std::count_if(graph[node].begin(), graph[node].end(),
                                     [&](int to) { return before.outcomes[static_cast<std::size_t>(to)] == what; });
            };
            char outcome = 'D';
            if (count('P') > 0) outcome = 'N';
            if (count('N') == static_cast<long>(graph[node].size()))
                outcome = graph[node].empty() && misere ? 'N' : 'P';
            if (outcome == 'D') continue;
            all.outcomes[node] = outcome;
            all.remoteness[node] = round;
        }
    }
    return all;
}

/// What a value means: n if the sum with a heap of n is P; otherwise loop{K}, where K are the n for which the sum is N.
std::string value_of(const Graph& graph, std::size_t node) {
    const int most = static_cast<int>(graph.size()) + 1;  // no value is larger than a number of options
    const Graph product = with_heap(graph, most);
    const Solved solved = solve(product, false);
    std::vector<int> won;
    for (int heap = 0; heap <= most; ++heap) {
        const char outcome =
            solved.outcomes[node * static_cast<std::size_t>(most + 1) + static_cast<std::size_t>(heap)];
        if (outcome == 'P') return std::to_string(heap);
        if (outcome == 'N') won.push_back(heap);
    }
    return fmt::format("loop{{{}}}", fmt::join(won, ","));
}

TEST(Loopy, RandomGraphs) {
    int infinite = 0, draws = 0;
    for (std::uint64_t seed = 1966; seed < 1966 + 400; ++seed) {
        Random random(seed);
        const Graph graph = random_graph(random, static_cast<int>(random.between(1, 8)));
        const Watch watch;
        for (const bool misere : {false, true}) {
            const Ruleset rules = rules_in(game_of(graph) + (misere ? "  misere\n" : ""));
            const auto outcomes = make_engine("auto", rules, What::outcome, watch);
            const auto remoteness = make_engine("auto", rules, What::remoteness, watch);
            const Solved solved = solve(graph, misere);
            for (std::size_t node = 0; node < graph.size(); ++node) {
                const Position at{static_cast<std::int64_t>(node)};
                ASSERT_EQ("PND"[outcomes->value(at)], solved.outcomes[node]) << "seed " << seed << " node " << node;
                draws += solved.outcomes[node] == 'D';
                const int expected = solved.remoteness[node];
                ASSERT_EQ(remoteness->show(remoteness->value(at)), expected < 0 ? "inf" : std::to_string(expected))
                    << "seed " << seed << " node " << node;
            }
        }
        const Ruleset rules = rules_in(game_of(graph));
        const auto values = make_engine("auto", rules, What::grundy, watch);
        for (std::size_t node = graph.size(); node-- > 0;) {
            const std::string expected = value_of(graph, node);
            infinite += expected[0] == 'l';
            ASSERT_EQ(values->show(values->value({static_cast<std::int64_t>(node)})), expected)
                << "seed " << seed << " node " << node << "\n"
                << game_of(graph);
        }
    }
    EXPECT_GT(infinite, 100);
    EXPECT_GT(draws, 100);
}

/// Smith's theory of sums: finite values add by xor, a finite one shifts the set of an infinite one, two infinite ones make loop{}.
TEST(Loopy, Sums) {
    for (std::uint64_t seed = 1978; seed < 1978 + 60; ++seed) {
        Random random(seed);
        const Graph graph = random_graph(random, static_cast<int>(random.between(2, 6)));
        const Watch watch;
        const auto sums = make_engine("auto", rules_in(game_of(graph, true)), What::grundy, watch);
        std::vector<std::set<int>> sets;  // of each node: K; a finite value alone, with a mark
        std::vector<int> finite;
        for (std::size_t node = 0; node < graph.size(); ++node) {
            const std::string text = value_of(graph, node);
            finite.push_back(text[0] == 'l' ? -1 : std::stoi(text));
            sets.emplace_back();
            for (std::size_t i = 5; text[0] == 'l' && i + 1 < text.size(); i = text.find_first_of(",}", i) + 1)
                sets.back().insert(std::stoi(text.substr(i)));
        }
        for (std::size_t a = 0; a < graph.size(); ++a)
            for (std::size_t b = 0; b < graph.size(); ++b) {
                std::set<int> shifted;
                if (finite[a] >= 0 || finite[b] >= 0)
                    for (const int k : sets[finite[a] >= 0 ? b : a])
                        shifted.insert(k ^ (finite[a] >= 0 ? finite[a] : finite[b]));
                const std::string expected = finite[a] >= 0 && finite[b] >= 0
                                                 ? std::to_string(finite[a] ^ finite[b])
                                                 : fmt::format("loop{{{}}}", fmt::join(shifted, ","));
                ASSERT_EQ(sums->show(sums->value({static_cast<std::int64_t>(a), static_cast<std::int64_t>(b)})),
                          expected)
                    << "seed " << seed;
            }
    }
}

/// A game that ends has the same values whether it says `loopy` or not; also heaps that split, whose sums are positions here.
TEST(Loopy, GamesThatEnd) {
    int done = 0;
    for (std::uint64_t seed = 5; done < 120; ++seed) {
        const RandomGame drawn = random_game(seed);
        if (drawn.game.players || drawn.game.misere) continue;
        ++done;
        syntax::File file, loopy;
        file.games.push_back(drawn.game);
        loopy.games.push_back(drawn.game);
        loopy.games[0].measures.clear();
        loopy.games[0].loopy = true;
        std::vector<std::pair<std::string, std::string>> arguments;
        for (const auto& [name, value] : drawn.arguments) arguments.emplace_back(name, lang::print(value));
        const Ruleset rules = rules_in(lang::print(file), arguments), other = rules_in(lang::print(loopy), arguments);
        const Watch watch;
        const auto reference = make_reference_engine(rules, What::grundy, watch);
        const auto engine = make_engine("auto", other, What::grundy, watch);
        for (const Position& position : box(drawn.largest)) {
            if (!failure_of([&] { require_position(rules, position); }).message.empty()) continue;
            ASSERT_EQ(engine->value(position), reference->value(position))
                << "seed " << seed << " " << to_text(position);
        }
    }
}

/// Asked one by one, forwards and backwards, and all at once.
TEST(Loopy, TheOrderOfQuestionsDoesNotMatter) {
    Random random(7);
    const Graph graph = random_graph(random, 12);
    const Ruleset rules = rules_in(game_of(graph));
    const Watch watch;
    for (const What what : {What::grundy, What::outcome, What::remoteness}) {
        const auto all = make_loopy_engine(rules, what, watch), up = make_loopy_engine(rules, what, watch),
                   down = make_loopy_engine(rules, what, watch);
        all->prepare({11});
        for (std::int64_t i = 0; i < 12; ++i) up->value({i});
        for (std::int64_t i = 12; i-- > 0;) down->value({i});
        for (std::int64_t i = 0; i < 12; ++i) {
            EXPECT_EQ(all->show(all->value({i})), up->show(up->value({i})));
            EXPECT_EQ(all->show(all->value({i})), down->show(down->value({i})));
        }
    }
}

/// The textbook's three: a loop alone is a draw, a loop with a way out to 0 is won by taking it, and *n reverts.
TEST(Loopy, SmallOnes) {
    const Watch watch;
    const auto value = [&](const Graph& graph, std::int64_t node) {
        const auto engine = make_engine("auto", rules_in(game_of(graph)), What::grundy, watch);
        return engine->show(engine->value({node}));
    };
    EXPECT_EQ(value({{0}}, 0), "loop{}");
    EXPECT_EQ(value({{}, {0, 1}}, 1), "loop{0}");
    EXPECT_EQ(value({{}, {0}, {0, 1, 2}}, 2), "loop{0,1}");
    EXPECT_EQ(value({{}, {0, 2}, {0, 1}}, 1), "loop{0}");
    EXPECT_EQ(value({{}, {2}, {0, 1}}, 1), "0");  // whoever is sent to 2 moves to 0
}

TEST(Loopy, Limits) {
    const Ruleset endless = rules_in("game g (x)\n  loopy\n  move (x + 1)\n  move (x - 1)\n");
    Limits limits;
    limits.memory = 4 << 20;
    const Watch watch(limits);
    const auto engine = make_engine("auto", endless, What::outcome, watch);
    const Failure failure = failure_of([&] { engine->value({3}); });
    EXPECT_EQ(failure.fault, Fault::limit);
    EXPECT_NE(failure.message.find("can be reached"), std::string::npos);
    EXPECT_EQ(failure_of([&] { engine->value({3}); }).fault, Fault::limit);  // again
    EXPECT_NE(failure_of([] { rules_in("game g (x)\n  move (x + 1)\n"); }).first_line().find("or let it go on: loopy"),
              std::string::npos);
    EXPECT_EQ(failure_of([&] { make_reference_engine(endless, What::grundy, watch); }).fault, Fault::input);
    EXPECT_EQ(failure_of([&] { make_engine("lines", endless, What::grundy, watch); }).fault, Fault::input);
    const Ruleset misere = rules_in("game g (x)\n  loopy\n  misere\n  move (x - 1)\n");
    EXPECT_EQ(failure_of([&] { make_engine("auto", misere, What::grundy, watch); }).fault, Fault::input);
}

}  // namespace
}  // namespace bouton::unit
