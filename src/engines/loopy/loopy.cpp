#include "engines/loopy/loopy.hpp"

#include "engines/loopy/graph.hpp"
#include "lang/messages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace bouton {

namespace {

using loopy::Graph;
using loopy::Node;

constexpr Value kOpen = kInfinite - 1;  // not yet labelled

enum Outcome : std::uint8_t { previous = 0, next = 1, draw = 2 };

/// Who moves to a node, among the nodes from `first` on: nothing else is asked for.
class Predecessors {
  public:
    Predecessors(const Graph& graph, Node first) : begin_(graph.size() + std::size_t{1}, 0) {
        for_each_edge(graph, first, [&](Node, Node to) { ++begin_[to + 1]; });
        for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
        nodes_.resize(begin_.back());
        std::vector<std::uint64_t> at(begin_.begin(), begin_.end() - 1);
        for_each_edge(graph, first, [&](Node from, Node to) { nodes_[at[to]++] = from; });
    }

    template <class Visit> void of(Node node, const Visit& visit) const {
        for (std::uint64_t i = begin_[node]; i < begin_[node + 1]; ++i) visit(nodes_[i]);
    }

    template <class Visit> static void for_each_edge(const Graph& graph, Node first, const Visit& visit) {
        for (Node from = first; from < graph.size(); ++from)
            for (const Node* to = graph.begin(from); to != graph.end(from); ++to) visit(from, *to);
    }

  private:
    std::vector<std::uint64_t> begin_;
    std::vector<Node> nodes_;
};

class LoopyEngine : public Engine {
  public:
    LoopyEngine(const Ruleset& rules, What what, const Watch& watch) : rules_(rules), what_(what), watch_(watch) {
        if (rules.players > 0 || rules.block > 0)
            throw bad_input(fmt::format("{} has no remoteness: that is of two players and plain rules", rules.name));
        if (rules.misere && what == What::grundy)
            throw bad_input(
                fmt::format("{} is loopy and misere: such games have outcomes, no values; ask for the outcome",
                            rules.name),
                Setting::what);
        steps_.watch = &watch_;
        reset();
    }

    Value value(const Position& position) override { return value_of_sum({position}); }

    Value value_of_sum(const std::vector<Position>& components) override {
        require({components});
        const Node node = graph_->at(components);
        if (what_ == What::outcome) return outcomes_[node];
        return what_ == What::remoteness ? remoteness_[node] : values_[node];
    }

    /// Everything up to there is found first and solved at once.
    void prepare(const Position& largest) override {
        constexpr std::size_t kAtOnce = 1 << 12;
        Frame frame;
        frame.slots.resize(static_cast<std::size_t>(rules_.frame_size));
        Position position(largest.size(), 0);
        std::vector<std::vector<Position>> some;
        try {
            for (bool more = true; more;) {
                if (rules_.domain) load(rules_, position, frame);
                if (!rules_.domain || test(rules_.domain, frame)) some.push_back({position});
                more = false;
                for (std::size_t d = position.size(); d-- > 0 && !more;) {
                    more = ++position[d] <= largest[d];
                    if (!more) position[d] = 0;
                }
                if (more && some.size() < kAtOnce) continue;
                graph_->explore(some);
                some.clear();
            }
            solve();
        } catch (...) {
            reset();
            throw;
        }
    }

    std::string show(Value value) const override {
        if (!is_infinite(value)) return std::to_string(value);
        if (what_ == What::remoteness) return "inf";
        return fmt::format("loop{{{}}}", fmt::join(sets_[value - kInfinite], ","));
    }

  private:
    void reset() {
        graph_ = std::make_unique<Graph>(rules_, watch_);
        for (std::vector<Value>* labels : {&remoteness_, &values_}) labels->clear();
        outcomes_.clear();
        solved_ = 0;
    }

    void require(const std::vector<std::vector<Position>>& asked) {
        if (std::all_of(asked.begin(), asked.end(), [&](const auto& c) { return graph_->knows(c); })) return;
        try {
            graph_->explore(asked);
            solve();
        } catch (...) {
            reset();  // half a graph answers nothing
            throw;
        }
    }

    void solve() {
        if (solved_ == graph_->size()) return;
        const Predecessors predecessors(*graph_, solved_);
        if (what_ == What::grundy)
            solve_values(predecessors);
        else
            solve_outcomes(predecessors);
        solved_ = graph_->size();
    }

    // ---- outcomes: nodes in the order of their remoteness

    void solve_outcomes(const Predecessors& predecessors) {
        outcomes_.resize(graph_->size(), draw);
        remoteness_.resize(graph_->size(), kInfinite);
        std::vector<std::uint32_t> open(graph_->size() - solved_);  // options that are not known to be N
        std::vector<std::vector<Node>> waiting(1);                  // by remoteness
        const auto settle = [&](Node node, Outcome outcome, Value remoteness) {
            outcomes_[node] = outcome;
            remoteness_[node] = remoteness;
            if (waiting.size() <= remoteness) waiting.resize(remoteness + std::size_t{1});
            waiting[remoteness].push_back(node);
        };
        std::vector<bool> queued(solved_, false);
        for (Node node = solved_; node < graph_->size(); ++node) {
            open[node - solved_] = static_cast<std::uint32_t>(graph_->end(node) - graph_->begin(node));
            if (open[node - solved_] == 0) settle(node, rules_.misere ? next : previous, 0);
            for (const Node* to = graph_->begin(node); to != graph_->end(node); ++to) {
                if (*to >= solved_ || queued[*to] || outcomes_[*to] == draw) continue;
                queued[*to] = true;  // settled before; it tells its new predecessors
                settle(*to, static_cast<Outcome>(outcomes_[*to]), remoteness_[*to]);
            }
        }
        for (Value remoteness = 0; remoteness < waiting.size(); ++remoteness) {
            for (std::size_t i = 0; i < waiting[remoteness].size(); ++i) {
                steps_.tick();
                const Node node = waiting[remoteness][i];
                predecessors.of(node, [&](Node before) {
                    if (outcomes_[before] != draw) return;
                    if (outcomes_[node] == previous)
                        settle(before, next, remoteness + 1);
                    else if (--open[before - solved_] == 0)
                        settle(before, previous, remoteness + 1);
                });
            }
            waiting[remoteness] = {};
        }
    }

    // ---- values: one stage for each m

    void solve_values(const Predecessors& predecessors) {
        values_.resize(graph_->size(), kOpen);
        for (Value m = 0;; ++m) {
            watch_.check();
            if (!stage(m, predecessors)) break;
        }
        std::map<std::vector<Value>, Value> known;
        for (std::size_t i = 0; i < sets_.size(); ++i) known.emplace(sets_[i], static_cast<Value>(i));
        for (Node node = solved_; node < graph_->size(); ++node) {
            if (!is_infinite(values_[node])) continue;
            std::vector<Value> finite;
            for (const Node* to = graph_->begin(node); to != graph_->end(node); ++to)
                if (!is_infinite(values_[*to])) finite.push_back(values_[*to]);
            std::sort(finite.begin(), finite.end());
            finite.erase(std::unique(finite.begin(), finite.end()), finite.end());
            const auto [found, is_new] = known.try_emplace(finite, static_cast<Value>(sets_.size()));
            if (is_new) sets_.push_back(finite);
            values_[node] = kInfinite + found->second;
        }
    }

    /// Gives the value m to whom it belongs; false: nobody is left without a label.
    bool stage(Value m, const Predecessors& predecessors) {
        const Node size = graph_->size(), first = solved_;
        std::vector<bool> answers(size - first, false);       // has an option of value m
        std::vector<std::uint32_t> unanswered(size - first);  // options, none of a smaller value, that have none
        std::vector<Node> fresh;
        const auto lower = [&](Node node) { return values_[node] < m; };
        for (Node node = first; node < size; ++node) {
            if (lower(node)) continue;
            for (const Node* to = graph_->begin(node); to != graph_->end(node); ++to) {
                steps_.tick();
                if (lower(*to)) continue;
                if (*to >= first)
                    ++unanswered[node - first];
                else if (values_[*to] == m)
                    answers[node - first] = true;
                else if (is_infinite(values_[*to]) && !contains(values_[*to], m))
                    ++unanswered[node - first];
            }
        }
        const auto try_label = [&](Node node) {
            if (values_[node] != kOpen || answers[node - first] || unanswered[node - first] > 0) return;
            values_[node] = m;
            fresh.push_back(node);
        };
        const auto answer = [&](Node node) {  // it has an option of value m
            predecessors.of(node, [&](Node before) {
                if (lower(before)) return;
                --unanswered[before - first];
                try_label(before);
            });
        };
        // Those that can be answered because of what was known before tell it first, so that each is counted once.
        for (Node node = first; node < size; ++node)
            if (answers[node - first] && !lower(node)) answer(node);
        for (Node node = first; node < size; ++node) try_label(node);
        while (!fresh.empty()) {
            steps_.tick();
            const Node node = fresh.back();
            fresh.pop_back();
            predecessors.of(node, [&](Node before) {
                if (lower(before) || answers[before - first]) return;
                answers[before - first] = true;
                answer(before);
            });
        }
        bool left = false;
        for (Node node = first; node < size; ++node) {
            if (values_[node] != kOpen) continue;
            if (answers[node - first])
                left = true;
            else
                values_[node] = kInfinite;  // which one: when all values are known
        }
        return left;
    }

    bool contains(Value infinite, Value m) const {
        const std::vector<Value>& set = sets_[infinite - kInfinite];
        return std::binary_search(set.begin(), set.end(), m);
    }

    const Ruleset rules_;
    What what_;
    const Watch& watch_;
    std::unique_ptr<Graph> graph_;
    Node solved_ = 0;  // nodes from here on have no labels yet
    std::vector<std::uint8_t> outcomes_;
    std::vector<Value> remoteness_, values_;
    std::vector<std::vector<Value>>
        sets_;  // of the infinite values; they stay, since values that were given out refer to them
    Steps steps_;
};

}  // namespace

std::unique_ptr<Engine> make_loopy_engine(const Ruleset& rules, What what, const Watch& watch) {
    return std::make_unique<LoopyEngine>(rules, what, watch);
}

}  // namespace bouton
