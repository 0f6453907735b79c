#include "proofs/digits/automaton.hpp"

#include "base/hash.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <unordered_map>

namespace bouton::digits {

// ---- unions of clauses

namespace {

constexpr std::size_t kMostColumns = 4096;

class Meter {
  public:
    Meter(std::uint64_t cap, const Watch& watch) : cap_(cap), watch_(watch) {}
    void add(std::size_t bytes) {
        used_ += bytes;
        if (used_ > cap_) throw Unsupported{fmt::format("its automata need more than {} bytes", cap_)};
        if (++calls_ % 1024 == 0) watch_.check();
    }

  private:
    std::uint64_t cap_, used_ = 0;
    const Watch& watch_;
    std::uint32_t calls_ = 0;
};

using Id = std::uint32_t;

/// States are (clause, states of its conditions); found as they are reached.
class Automaton {
  public:
    Automaton(const Clauses& clauses, const std::vector<std::string>& visible, const Numeration& numeration,
              Meter& meter)
        : base_(numeration.base), visible_(visible.size()), meter_(meter) {
        columns_ = 1;
        for (std::size_t i = 0; i < visible.size(); ++i) {
            columns_ *= static_cast<std::size_t>(base_);
            if (columns_ > kMostColumns)
                throw Unsupported{
                    fmt::format("there are too many coordinates: columns of more than {} kinds", kMostColumns)};
        }
        for (const Clause& clause : clauses) plans_.push_back(plan(clause, visible, numeration));
    }

    std::size_t columns() const { return columns_; }
    std::size_t size() const { return states_.size(); }
    bool accepting(Id id) const { return accepting_[id]; }
    const std::vector<State>& state(Id id) const { return *states_[id]; }

    /// With any number of leading zeros.
    std::vector<Id> start() {
        std::set<Id> seen;
        std::vector<Id> open;
        for (std::size_t i = 0; i < plans_.size(); ++i) {
            std::vector<State> first(plans_[i].components.size() + 1, 0);
            first[0] = static_cast<State>(i);
            open.push_back(id(first));
            seen.insert(open.back());
        }
        while (!open.empty()) {
            const Id current = open.back();
            open.pop_back();
            for (Id after : next(current)[0])
                if (seen.insert(after).second) open.push_back(after);
        }
        return {seen.begin(), seen.end()};
    }

    /// By column.
    const std::vector<std::vector<Id>>& next(Id id) {
        if (next_[id].empty()) expand(id);
        return next_[id];
    }

  private:
    struct Plan {
        std::vector<Component> components;
        std::vector<std::size_t> hidden;  // tracks in the order in which they get digits
        std::vector<std::vector<std::size_t>>
            ready;  // conditions that can be stepped once so many hidden tracks have digits
        std::size_t tracks = 0;
    };

    Plan plan(const Clause& clause, const std::vector<std::string>& visible, const Numeration& numeration) const {
        Plan plan;
        std::vector<std::string> tracks = visible;
        const auto declare = [&](const std::string& name) {
            if (std::find(tracks.begin(), tracks.end(), name) == tracks.end()) tracks.push_back(name);
        };
        for (const Condition& c : clause) {
            for (const auto& entry : c.sum.terms) declare(entry.first);
            for (const std::string& name : c.tracks) declare(name);
        }
        plan.tracks = tracks.size();
        for (const Condition& c : clause) plan.components.emplace_back(c, numeration, tracks);
        // Next come the tracks of the condition that lacks the fewest.
        std::vector<bool> known(tracks.size()), done(clause.size());
        std::fill_n(known.begin(), visible.size(), true);
        const auto missing = [&](std::size_t i) {
            std::set<std::size_t> open;
            for (std::size_t track : plan.components[i].tracks())
                if (!known[track]) open.insert(track);
            return open;
        };
        for (;;) {
            plan.ready.emplace_back();
            std::set<std::size_t> best;
            for (std::size_t i = 0; i < clause.size(); ++i) {
                if (done[i]) continue;
                const auto open = missing(i);
                if (open.empty()) {
                    done[i] = true;
                    plan.ready.back().push_back(i);
                } else if (best.empty() || open.size() < best.size()) {
                    best = open;
                }
            }
            if (best.empty()) return plan;
            known[*best.begin()] = true;
            plan.hidden.push_back(*best.begin());
        }
    }

    Id id(const std::vector<State>& states) {
        const auto [place, fresh] = ids_.emplace(states, static_cast<Id>(states_.size()));
        if (!fresh) return place->second;
        meter_.add(64 + states.size() * sizeof(State) + columns_ * sizeof(std::vector<Id>));
        const Plan& plan = plans_[static_cast<std::size_t>(states[0])];
        bool accepting = true;
        for (std::size_t i = 0; i < plan.components.size() && accepting; ++i)
            accepting = plan.components[i].accepts(states[i + 1]);
        states_.push_back(&place->first);
        accepting_.push_back(accepting);
        next_.emplace_back();
        return place->second;
    }

    void expand(Id from) {
        const std::vector<State> states = state(from);
        const Plan& plan = plans_[static_cast<std::size_t>(states[0])];
        std::vector<std::vector<Id>> found(columns_);
        std::vector<int> digits(plan.tracks);
        std::vector<State> after = states;
        for (std::size_t column = 0; column < columns_; ++column) {
            std::size_t rest = column;
            for (std::size_t i = 0; i < visible_; ++i) {
                digits[i] = static_cast<int>(rest % static_cast<std::size_t>(base_));
                rest /= static_cast<std::size_t>(base_);
            }
            guess(plan, 0, states, digits, after, found[column]);
            std::sort(found[column].begin(), found[column].end());
            found[column].erase(std::unique(found[column].begin(), found[column].end()), found[column].end());
            meter_.add(found[column].size() * sizeof(Id));
        }
        next_[from] = std::move(found);
    }

    void guess(const Plan& plan, std::size_t depth, const std::vector<State>& states, std::vector<int>& digits,
               std::vector<State>& after, std::vector<Id>& found) {
        for (std::size_t i : plan.ready[depth]) {
            after[i + 1] = plan.components[i].step(states[i + 1], digits);
            if (after[i + 1] == kDead) return;
        }
        if (depth == plan.hidden.size()) {
            found.push_back(id(after));
            return;
        }
        for (int digit = 0; digit < base_; ++digit) {
            digits[plan.hidden[depth]] = digit;
            guess(plan, depth + 1, states, digits, after, found);
        }
    }

    int base_;
    std::size_t visible_, columns_ = 1;
    Meter& meter_;
    std::vector<Plan> plans_;
    std::unordered_map<std::vector<State>, Id, HashNumbers> ids_;
    std::vector<const std::vector<State>*> states_;
    std::vector<bool> accepting_;
    std::vector<std::vector<std::vector<Id>>> next_;
};

/// Pairs (a state of left, the states of right), as an antichain.
class Search {
  public:
    Search(const Question& question, const Numeration& numeration, const Watch& watch, std::uint64_t memory)
        : question_(question),
          numeration_(numeration),
          meter_(memory, watch),
          left_(question.left, question.visible, numeration, meter_),
          right_(question.right, question.visible, numeration, meter_) {}

    Reply operator()() {
        const std::vector<Id> all = right_.start();
        for (Id left : left_.start()) push(left, all, kNone, 0);
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            if (!pairs_[i].alive) continue;
            if (bad(pairs_[i])) return counterexample(i);
            const Id left = pairs_[i].left;
            for (std::size_t column = 0; column < left_.columns(); ++column) {
                if (left_.next(left)[column].empty()) continue;
                const std::vector<Id> right = after(pairs_[i].right, column);
                for (std::size_t j = 0; j < left_.next(left)[column].size(); ++j)
                    push(left_.next(left)[column][j], right, i, column);
            }
        }
        return closed();
    }

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    struct Pair {
        Id left;
        std::vector<Id> right;
        std::uint64_t signature;  // a bit for each right state: a quick test for inclusion
        std::size_t parent, column;
        bool alive = true;
    };

    bool bad(const Pair& pair) const {
        return left_.accepting(pair.left) &&
               std::none_of(pair.right.begin(), pair.right.end(), [&](Id id) { return right_.accepting(id); });
    }

    std::vector<Id> after(const std::vector<Id>& states, std::size_t column) {
        std::vector<Id> result;
        for (Id id : states) {
            const auto& next = right_.next(id)[column];
            result.insert(result.end(), next.begin(), next.end());
        }
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }

    void push(Id left, const std::vector<Id>& right, std::size_t parent, std::size_t column) {
        meter_.add(0);  // is it time to stop?
        std::uint64_t signature = 0;
        for (Id id : right) signature |= std::uint64_t{1} << (id % 64);
        const auto within = [](const Pair& a, std::uint64_t sb, const std::vector<Id>& b) {
            return (a.signature & ~sb) == 0 && std::includes(b.begin(), b.end(), a.right.begin(), a.right.end());
        };
        if (by_left_.size() <= left) by_left_.resize(left + 1);
        std::vector<std::size_t>& here = by_left_[left];
        for (std::size_t i : here)
            if (within(pairs_[i], signature, right)) return;
        std::erase_if(here, [&](std::size_t i) {
            Pair& old = pairs_[i];
            if ((signature & ~old.signature) != 0 ||
                !std::includes(old.right.begin(), old.right.end(), right.begin(), right.end()))
                return false;
            old.alive = false;
            return true;
        });
        meter_.add(sizeof(Pair) + right.size() * sizeof(Id));
        here.push_back(pairs_.size());
        pairs_.push_back({left, right, signature, parent, column});
    }

    Reply counterexample(std::size_t i) const {
        Reply reply;
        for (; pairs_[i].parent != kNone; i = pairs_[i].parent) {
            std::vector<int> digits;
            std::size_t rest = pairs_[i].column;
            for (std::size_t j = 0; j < question_.visible.size(); ++j) {
                digits.push_back(static_cast<int>(rest % static_cast<std::size_t>(numeration_.base)));
                rest /= static_cast<std::size_t>(numeration_.base);
            }
            reply.word.push_back(digits);
        }
        std::reverse(reply.word.begin(), reply.word.end());
        return reply;
    }

    /// r CLAUSE STATES: a state of right, numbered from 0; p CLAUSE STATES : NUMBERS: a pair
    Reply closed() {
        Reply reply;
        reply.holds = true;
        reply.states = left_.size() + right_.size();
        std::map<Id, std::size_t> numbers;
        std::string pairs;
        for (const Pair& pair : pairs_) {
            if (!pair.alive) continue;
            ++reply.pairs;
            pairs += fmt::format("p {} :", fmt::join(left_.state(pair.left), " "));
            for (Id id : pair.right) {
                const auto [place, fresh] = numbers.emplace(id, numbers.size());
                if (fresh) reply.closed += fmt::format("r {}\n", fmt::join(right_.state(id), " "));
                pairs += fmt::format(" {}", place->second);
            }
            pairs += "\n";
            meter_.add(4 * pair.right.size());
        }
        reply.closed += pairs;
        return reply;
    }

    const Question& question_;
    const Numeration& numeration_;
    Meter meter_;
    Automaton left_, right_;
    std::vector<Pair> pairs_;
    std::vector<std::vector<std::size_t>> by_left_;
};

}  // namespace

Reply answer(const Question& question, const Numeration& numeration, const Watch& watch, std::uint64_t memory) {
    return Search(question, numeration, watch, memory)();
}

bool contains(const Clauses& clauses, const std::vector<std::string>& visible, const Numeration& numeration,
              const std::vector<std::int64_t>& tuple) {
    const Watch watch;
    Meter meter(std::uint64_t{1} << 30, watch);
    Automaton automaton(clauses, visible, numeration, meter);
    std::vector<std::vector<int>> digits;
    std::size_t length = 0;
    for (std::int64_t value : tuple) {
        digits.push_back(digits_of(value, numeration));
        length = std::max(length, digits.back().size());
    }
    std::vector<Id> states = automaton.start();
    for (std::size_t i = 0; i < length; ++i) {
        std::size_t column = 0, weight = 1;
        for (const auto& number : digits) {
            const std::size_t skipped = length - number.size();
            column += weight * static_cast<std::size_t>(i < skipped ? 0 : number[i - skipped]);
            weight *= static_cast<std::size_t>(numeration.base);
        }
        std::set<Id> next;
        for (Id id : states) next.insert(automaton.next(id)[column].begin(), automaton.next(id)[column].end());
        states.assign(next.begin(), next.end());
    }
    return std::any_of(states.begin(), states.end(), [&](Id id) { return automaton.accepting(id); });
}

std::vector<int> digits_of(std::int64_t value, const Numeration& numeration) {
    std::vector<int> digits;
    if (numeration.zeckendorf) {
        std::vector<std::int64_t> weights{1, 2};
        while (weights.back() <= value) weights.push_back(weights.back() + weights[weights.size() - 2]);
        for (std::size_t i = weights.size(); i-- > 0;) {
            digits.push_back(value >= weights[i] ? 1 : 0);
            if (digits.back()) value -= weights[i];
        }
        return digits;
    }
    for (; value > 0; value /= numeration.base) digits.push_back(static_cast<int>(value % numeration.base));
    std::reverse(digits.begin(), digits.end());
    return digits;
}

std::optional<std::int64_t> value_of(const std::vector<int>& digits, const Numeration& numeration) {
    constexpr std::int64_t kMost = std::int64_t{1} << 58;
    std::int64_t p = 0, q = 0;  // Zeckendorf: p*w(k) + q*w(k-1) when k digits follow
    for (int digit : digits) {
        if (p > kMost / std::max(2, numeration.base)) return std::nullopt;
        const std::int64_t next = numeration.zeckendorf ? p + q + digit : p * numeration.base + digit;
        q = numeration.zeckendorf ? p : 0;
        p = next;
    }
    return p + q;
}

}  // namespace bouton::digits
