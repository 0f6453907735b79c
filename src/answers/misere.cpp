#include "answers/misere.hpp"

#include "check/quotient/quotient.hpp"
#include "engines/misere/quotient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace bouton {

namespace {

constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

void require_heaps(const Session& session) {
    session.require_theory();
    const Ruleset& rules = session.rules();
    if (rules.coordinates.size() != 1 || rules.piles >= 0 || rules.players > 0 || rules.domain || !rules.never_grows[0])
        throw bad_input(fmt::format(
            "the misere quotient is of a game of heaps: one coordinate of any size that never grows, two players; {} "
            "is not such a game",
            rules.name));
}

/// Monomials as words with letters in order.
class NormalForms {
  public:
    using Word = std::vector<std::size_t>;

    NormalForms(const std::vector<std::vector<std::uint32_t>>& generators, std::size_t size)
        : generators_(generators), words_(size), known_(size, false) {
        std::vector<Word> level{{}};
        known_[0] = true;
        while (!level.empty()) {
            std::vector<Word> next;
            for (const Word& word : level)
                for (std::size_t g = word.empty() ? 0 : word.back(); g < generators_.size(); ++g) {
                    next.push_back(word);
                    next.back().push_back(g);
                }
            std::sort(next.begin(), next.end());
            level.clear();
            for (const Word& word : next) {
                const std::uint32_t x = element(word);
                if (!known_[x]) {
                    known_[x] = true;
                    order_.push_back(x);
                    words_[x] = word;
                    level.push_back(word);
                } else if (divisors_are_normal(word)) {
                    relations_.emplace_back(word, words_[x]);
                }
            }
        }
    }

    const std::vector<std::uint32_t>& order() const { return order_; }  // of the elements: by their monomials
    const std::vector<Word>& words() const { return words_; }
    const std::vector<std::pair<Word, Word>>& relations() const { return relations_; }

    /// a, b, ..., z, a1, b1, ...
    static std::string letter(std::size_t g) {
        return std::string(1, static_cast<char>('a' + g % 26)) + (g < 26 ? "" : std::to_string(g / 26));
    }
    static std::string text(const Word& word) {
        std::string text;
        for (std::size_t i = 0; i < word.size();) {
            std::size_t end = i;
            while (end < word.size() && word[end] == word[i]) ++end;
            text += letter(word[i]) + (end - i > 1 ? fmt::format("^{}", end - i) : "");
            i = end;
        }
        return text.empty() ? "1" : text;
    }

  private:
    std::uint32_t element(const Word& word) const {
        std::uint32_t x = 0;
        for (const std::size_t g : word) x = generators_[g][x];
        return x;
    }
    bool divisors_are_normal(const Word& word) const {
        for (std::size_t i = 0; i < word.size(); ++i) {
            Word part = word;
            part.erase(part.begin() + static_cast<std::ptrdiff_t>(i));
            const std::uint32_t x = element(part);
            if (!known_[x] || words_[x] != part) return false;
        }
        return true;
    }

    const std::vector<std::vector<std::uint32_t>>& generators_;
    std::vector<Word> words_;
    std::vector<bool> known_;
    std::vector<std::uint32_t> order_{0};
    std::vector<std::pair<Word, Word>> relations_;
};

/// Which heaps are needed to make all others, the smallest first.
std::vector<std::int64_t> needed(const std::vector<std::vector<std::uint32_t>>& actions, std::size_t size) {
    std::vector<std::int64_t> generators;
    std::vector<bool> made(size, false);
    made[0] = true;
    for (std::size_t h = 0; h < actions.size(); ++h) {
        if (made[actions[h][0]]) continue;
        generators.push_back(static_cast<std::int64_t>(h));
        std::vector<std::uint32_t> queue;
        for (std::uint32_t x = 0; x < size; ++x)
            if (made[x]) queue.push_back(x);
        for (std::size_t i = 0; i < queue.size(); ++i)
            for (const std::int64_t g : generators) {
                const std::uint32_t next = actions[static_cast<std::size_t>(g)][queue[i]];
                if (made[next]) continue;
                made[next] = true;
                queue.push_back(next);
            }
    }
    return generators;
}

/// The same with the elements in another order: element order[i] becomes the i-th.
QuotientClaim reordered(const QuotientClaim& claim, const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> place(claim.size);
    for (std::uint32_t i = 0; i < claim.size; ++i) place[order[i]] = i;
    QuotientClaim result{claim.size, {}, {}};
    for (const std::uint32_t x : order) result.p_portion.push_back(claim.p_portion[x]);
    for (const auto& map : claim.maps) {
        result.maps.emplace_back();
        for (const std::uint32_t x : order) result.maps.back().push_back(place[map[x]]);
    }
    return result;
}

MisereQuotient described(QuotientClaim claim, std::size_t pairs) {
    std::vector<std::vector<std::uint32_t>> first;  // the generators' actions, before the elements are in order
    for (const std::int64_t heap : needed(claim.maps, claim.size))
        first.push_back(claim.maps[static_cast<std::size_t>(heap)]);
    claim = reordered(claim, NormalForms(first, claim.size).order());
    MisereQuotient result;
    result.to = static_cast<std::int64_t>(claim.maps.size()) - 1;
    result.pairs = pairs;
    result.actions = std::move(claim.maps);
    result.p_portion = std::move(claim.p_portion);
    std::vector<std::vector<std::uint32_t>> generators;
    for (const std::int64_t heap : needed(result.actions, claim.size)) {
        result.generators.emplace_back(NormalForms::letter(generators.size()), heap);
        generators.push_back(result.actions[static_cast<std::size_t>(heap)]);
    }
    const NormalForms forms(generators, claim.size);
    for (const auto& word : forms.words()) result.elements.push_back(NormalForms::text(word));
    for (const auto& [left, right] : forms.relations())
        result.relations.emplace_back(NormalForms::text(left), NormalForms::text(right));
    for (const auto& action : result.actions) result.heaps.push_back(action[0]);
    return result;
}

}  // namespace

MisereQuotient misere_quotient(const Session& session, std::int64_t to, const Watch& watch) {
    require_heaps(session);
    const Ruleset& rules = session.rules();
    misere::Sums sums(watch);
    misere::Learner learner(sums, {}, watch);
    std::map<misere::Component, std::size_t> components;  // to their place in the guess
    std::vector<misere::Sum> heaps;
    QuotientClaim claim;
    std::size_t pairs = 0, order = 0;
    std::int64_t heap = 0;
    try {
        for (; heap <= to; ++heap) {
            heaps.push_back(sums.component(sums.game(rules), {heap}));
            if (!heaps.back().empty() && components.emplace(heaps.back()[0], components.size()).second)
                learner.add(heaps.back()[0]);
            for (;;) {
                const misere::Quotient guess = learner.guess();
                claim = {guess.elements.size(), {}, guess.p_portion};
                std::vector<std::uint32_t> identity(claim.size);
                for (std::uint32_t x = 0; x < claim.size; ++x) identity[x] = x;
                for (const misere::Sum& one : heaps)
                    claim.maps.push_back(one.empty() ? identity : guess.actions[components.at(one[0])]);
                const QuotientJudgement judgement = check_quotient(rules, claim, watch);
                if (judgement.problem.empty()) {
                    pairs = judgement.pairs;
                    break;
                }
                if (judgement.refuted.empty())
                    throw bad_input("the checker does not accept the quotient that was found: " + judgement.problem);
                misere::Sum sum;
                for (const std::int64_t h : judgement.refuted)
                    sum = misere::Sums::joined(sum, heaps[static_cast<std::size_t>(h)]);
                learner.refute(sum);
            }
            order = claim.size;
            watch.report(fmt::format("heaps up to {}: order {}", heap, order));
        }
    } catch (const Error& error) {
        if (error.fault() != Fault::limit || heap == 0) throw;
        throw Error(
            error,
            fmt::format(
                "heaps up to {} have a quotient of order {}; with the heap {} it has more elements than could be "
                "found, or infinitely many ({})",
                heap - 1, order, heap, error.what()));
    }
    return described(std::move(claim), pairs);
}

std::uint32_t MisereQuotient::element_of(const std::vector<std::pair<std::int64_t, Integer>>& sum) const {
    std::uint32_t x = 0;
    for (const auto& [heap, count] : sum) {
        const auto& action = actions[static_cast<std::size_t>(heap)];
        // Many times the same: it runs into a cycle.
        std::vector<std::uint32_t> met;
        std::vector<std::uint32_t> at(elements.size(), kNone);
        Integer left = count;
        while (left > 0 && at[x] == kNone) {
            at[x] = static_cast<std::uint32_t>(met.size());
            met.push_back(x);
            x = action[x];
            --left;
        }
        if (left == 0) continue;
        const std::size_t begin = at[x], period = met.size() - begin;
        x = met[begin + static_cast<std::size_t>(clamp(Integer(left % period)))];
    }
    return x;
}

GenusAnswer genus_of_heaps(const Session& session, std::int64_t to, const Watch& watch) {
    require_heaps(session);
    misere::Sums sums(watch);
    GenusAnswer answer;
    for (std::int64_t heap = 0; heap <= to; ++heap)
        answer.heaps.push_back(sums.genus(sums.component(sums.game(session.rules()), {heap})));
    answer.tame = sums.all_tame();
    return answer;
}

}  // namespace bouton
