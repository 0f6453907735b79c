#include "check/quotient/quotient.hpp"

#include "lang/evaluate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace bouton {

namespace {

struct Wrong {
    std::string what;
};

void require(bool good, const std::string& what) {
    if (!good) throw Wrong{what};
}

using Element = std::uint32_t;
using Subset = std::vector<std::uint64_t>;  // of Q, as bits
using Heaps = std::vector<std::int64_t>;

constexpr std::size_t kMostPairs = 20'000'000;

class Check {
  public:
    Check(const Ruleset& rules, const QuotientClaim& claim, const Watch& watch)
        : rules_(rules), claim_(claim), watch_(watch), words_((claim.size + 63) / 64) {}

    void run(QuotientJudgement& result) {
        require(rules_.computed_only.empty() && rules_.coordinates.size() == 1 && rules_.piles < 0 &&
                    rules_.players == 0 && !rules_.domain,
                "the game is not one heap of any size for two players, with nothing unusual in its rules");
        require(claim_.size > 0 && claim_.p_portion.size() == claim_.size && !claim_.maps.empty(),
                "something is missing");
        for (const auto& map : claim_.maps) {
            require(map.size() == claim_.size, "a map is not one of all elements");
            require(std::all_of(map.begin(), map.end(), [&](Element x) { return x < claim_.size; }),
                    "a map leads outside");
        }
        read_moves();
        monoid();
        separated();
        transitions(result);
    }

  private:
    void tick() {
        if (++steps_ % 4096 == 0) watch_.check();
    }

    Element act(std::int64_t heap, Element x) const { return claim_.maps[static_cast<std::size_t>(heap)][x]; }

    /// The options of every heap, straight from the rules.
    void read_moves() {
        Frame frame;
        frame.slots.resize(static_cast<std::size_t>(rules_.frame_size));
        const auto count = static_cast<std::int64_t>(claim_.maps.size());
        for (std::int64_t heap = 0; heap < count; ++heap) {
            std::set<Heaps> options;
            for (const Move& move : rules_.moves) {
                frame[rules_.slots[0]] = heap;
                for_each(move.loop, frame, nullptr, [&] {
                    tick();
                    Heaps parts;
                    for (const auto& component : move.results) {
                        const std::int64_t part = evaluate_machine(component[0], frame);
                        if (part < 0) return true;  // not legal
                        require(part < heap, "a move leads to a heap that is no smaller");
                        parts.push_back(part);
                    }
                    std::sort(parts.begin(), parts.end());
                    options.insert(std::move(parts));
                    return true;
                });
            }
            options_.emplace_back(options.begin(), options.end());
        }
    }

    /// (1) and (2).
    void monoid() {
        const auto count = static_cast<std::int64_t>(claim_.maps.size());
        for (std::int64_t g = 0; g < count; ++g) {
            for (Element x = 0; x < claim_.size; ++x)
                require(!options_[static_cast<std::size_t>(g)].empty() || act(g, x) == x,
                        fmt::format("the heap {} has no move and is not the identity", g));
            for (std::int64_t h = 0; h < g; ++h)
                for (Element x = 0; x < claim_.size; ++x) {
                    tick();
                    require(act(h, act(g, x)) == act(g, act(h, x)),
                            fmt::format("the heaps {} and {} do not commute", g, h));
                }
        }
        std::vector<bool> met(claim_.size, false);
        std::vector<Element> queue{0};
        met[0] = true;
        for (std::size_t i = 0; i < queue.size(); ++i)
            for (std::int64_t h = 0; h < count; ++h) {
                const Element next = act(h, queue[i]);
                if (met[next]) continue;
                met[next] = true;
                queue.push_back(next);
            }
        require(queue.size() == claim_.size, "not every element is the image of a sum of heaps");
    }

    /// (4): elements that no heap and no further element tells apart would stay in one class.
    void separated() {
        std::vector<std::size_t> classes(claim_.size);
        for (Element x = 0; x < claim_.size; ++x) classes[x] = claim_.p_portion[x] ? 1 : 0;
        for (std::size_t before = 0;;) {
            std::map<std::vector<std::size_t>, std::size_t> names;
            std::vector<std::size_t> next(claim_.size);
            for (Element x = 0; x < claim_.size; ++x) {
                std::vector<std::size_t> key{classes[x]};
                for (const auto& map : claim_.maps) key.push_back(classes[map[x]]);
                tick();
                next[x] = names.try_emplace(std::move(key), names.size()).first->second;
            }
            classes = std::move(next);
            if (names.size() == claim_.size) return;
            require(names.size() > before, "two elements are not told apart");
            before = names.size();
        }
    }

    Subset images(const std::vector<Heaps>& options, Element x) const {
        Subset set(words_, 0);
        for (const Heaps& parts : options) {
            Element y = x;
            for (const std::int64_t part : parts) y = act(part, y);
            set[y / 64] |= std::uint64_t{1} << (y % 64);
        }
        return set;
    }

    bool meets_p(const Subset& set) const {
        for (Element x = 0; x < claim_.size; ++x)
            if (claim_.p_portion[x] && (set[x / 64] >> (x % 64) & 1)) return true;
        return false;
    }

    /// (3). A pair is kept with the pair and the heap that it came from, for the sum that refutes the claim.
    void transitions(QuotientJudgement& result) {
        struct From {
            std::size_t pair;
            std::int64_t heap;
        };
        using Pair = std::pair<Element, Subset>;
        std::map<Pair, std::size_t> known;
        std::vector<const Pair*> pairs;
        std::vector<From> from;
        const auto add = [&](Pair pair, From origin) {
            const auto [found, is_new] = known.try_emplace(std::move(pair), pairs.size());
            if (!is_new) return;
            pairs.push_back(&found->first);
            from.push_back(origin);
        };
        // Heaps of the same image and the same options' images do the same.
        std::map<Pair, std::int64_t> kinds;
        for (std::size_t h = 0; h < options_.size(); ++h)
            if (!options_[h].empty())
                kinds.try_emplace({act(static_cast<std::int64_t>(h), 0), images(options_[h], 0)},
                                  static_cast<std::int64_t>(h));
        require(!claim_.p_portion[0], "the empty sum is in the P-portion");
        add({0, Subset(words_, 0)}, {0, -1});
        const std::uint64_t bytes = 150 + 8 * words_;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (pairs.size() > kMostPairs || pairs.size() * bytes > watch_.limits().memory)
                throw over_limit(
                    fmt::format("the transition algebra of a quotient of {} elements is too large to be checked",
                                claim_.size),
                    Setting::memory);
            const auto& [x, set] = *pairs[i];
            if (i > 0 && claim_.p_portion[x] == meets_p(set)) {
                for (std::size_t at = i; at > 0; at = from[at].pair) result.refuted.push_back(from[at].heap);
                std::sort(result.refuted.begin(), result.refuted.end());
                throw Wrong{fmt::format("the sum of the heaps {} is called {}", fmt::join(result.refuted, ", "),
                                        claim_.p_portion[x] ? "P" : "N")};
            }
            for (const auto& [kind, heap] : kinds) {
                tick();
                Subset next = images(options_[static_cast<std::size_t>(heap)], x);
                for (Element y = 0; y < claim_.size; ++y)
                    if (set[y / 64] >> (y % 64) & 1) {
                        const Element z = act(heap, y);
                        next[z / 64] |= std::uint64_t{1} << (z % 64);
                    }
                add({act(heap, x), std::move(next)}, {i, heap});
            }
        }
        result.pairs = pairs.size();
    }

    const Ruleset& rules_;
    const QuotientClaim& claim_;
    const Watch& watch_;
    const std::size_t words_;
    std::vector<std::vector<Heaps>> options_;
    std::uint64_t steps_ = 0;
};

}  // namespace

QuotientJudgement check_quotient(const Ruleset& rules, const QuotientClaim& claim, const Watch& watch) {
    QuotientJudgement result;
    try {
        Check(rules, claim, watch).run(result);
    } catch (const Wrong& wrong) {
        result.problem = wrong.what;
    }
    return result;
}

}  // namespace bouton
