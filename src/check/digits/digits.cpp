#include "check/digits/digits.hpp"

#include "check/digits/claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace bouton {

using namespace recheck;

namespace {

// ---- stepping

constexpr Long kAlways = 2147483647, kNever = -2147483648;

/// One fact with its tracks as indices.
struct Machine {
    const Fact* fact;
    int base;
    bool zeckendorf;
    std::vector<std::size_t> tracks;
    std::vector<Long> factors;

    /// The largest and smallest sum that can come out, over all numbers of digits that may follow: only their signs count.
    Long linear(Long state, Long column) const {
        Long up = 0, down = 0;
        for (Long factor : factors) (factor > 0 ? up : down) += factor;
        const Long add = fact->sum.add;
        bool never_low, never_high, never_above;  // no ending makes it <= 0, >= 0, > 0
        Long next;
        if (!zeckendorf) {
            next = state * base + column;
            // k digits: (next + down)*base^k - down + add up to (next + up)*base^k - up + add
            never_low = next + down >= 0 && next + add > 0;
            never_high = next + up <= 0 && next + add < 0;
            never_above = next + up <= 0 && next + add <= 0;
        } else {
            const Long q = static_cast<std::int16_t>(state % 65536), p = (state - q) / 65536;
            const Long p2 = p + q + column, q2 = p;
            // (p2 + down)*w(k) + q2*w(k-1) - down + add, w = 1, 1, 2, 3, 5, ... from k = -1 on: k = 0 and 1 decide
            const Long a0 = p2 + down + q2, a1 = 2 * (p2 + down) + q2, b0 = p2 + up + q2, b1 = 2 * (p2 + up) + q2;
            never_low = a0 >= 0 && a1 >= 0 && a0 - down + add > 0 && a1 - down + add > 0;
            never_high = b0 <= 0 && b1 <= 0 && b0 - up + add < 0 && b1 - up + add < 0;
            never_above = b0 <= 0 && b1 <= 0 && b0 - up + add <= 0 && b1 - up + add <= 0;
            next = p2 * 65536 + q2;
            if (!never_low && !never_above && (p2 > 20000 || p2 < -20000 || q2 > 20000 || q2 < -20000))
                throw Wrong{"a state is too large"};
        }
        if (never_low || (fact->kind == '=' && never_high)) return kNever;
        return fact->kind == '<' && never_above ? kAlways : next;
    }

    /// Of an automaton of the language: what its table has for a state; 0: the output, from 1 on: what follows on each column.
    Long entry(Long state, Long place) const {
        Long row = 1;
        for (std::size_t i = 0; i < tracks.size(); ++i) row *= base;
        ++row;
        if (state < 0 || state >= static_cast<Long>(fact->table->size()) / row) throw Wrong{"a state that is missing"};
        return (*fact->table)[static_cast<std::size_t>(1 + state * row + place)];
    }

    Long step(Long state, const std::vector<int>& digits) const {
        if (state == kAlways) return state;
        const auto d = [&](std::size_t i) { return static_cast<Long>(digits[tracks[i]]); };
        Long column = 0;
        if (fact->linear()) {
            for (std::size_t i = 0; i < tracks.size(); ++i) column += factors[i] * d(i);
            if (fact->kind != '%') return linear(state, column);
            const Long m = fact->number;
            if (!zeckendorf) return remainder(state * base + column, m);
            return remainder(state / 65536 + state % 65536 + column, m) * 65536 + state / 65536;
        }
        switch (fact->kind) {
            case 'x':
            case 'X':
                for (std::size_t i = 0; i < tracks.size(); ++i) column += d(i);
                if (column % fact->number == 0) return state;
                return fact->kind == 'x' ? kNever : kAlways;
            case 'p': return d(0) == 0 ? state : d(0) == 1 && state == 0 ? 1 : kNever;
            case '1': return (state + d(0)) % fact->number;
            case '0': return d(0) != 0 ? 1 : state == 0 ? 0 : state % fact->number + 1;
            case 's': return state == d(0) ? d(1) : kNever;
            case 'v': return state == 1 && d(0) == 1 ? kNever : d(0);
            case 'a':
                for (std::size_t i = 0; i < tracks.size(); ++i) column = column * base + d(i);
                return entry(state, 1 + column);
            default: break;
        }
        Long changed = 0;
        for (std::size_t i = 0; i < tracks.size(); i += 2) {
            Long bit = state >> (i / 2) & 1;
            if (bit == 0 && d(i) > d(i + 1)) return kNever;
            if (d(i) < d(i + 1)) bit = 1;
            changed += bit;
            column |= bit << (i / 2);
        }
        return changed > fact->number ? kNever : column;
    }

    bool accepts(Long state) const {
        if (state == kAlways) return true;
        Long value = state;
        if (zeckendorf) {
            const Long q = static_cast<std::int16_t>(state % 65536);
            value = (state - q) / 65536 + q;
        }
        switch (fact->kind) {
            case '<': return value + fact->sum.add <= 0;
            case '=': return value + fact->sum.add == 0;
            case '%': return remainder(value + fact->sum.add, fact->number) == 0;
            case 'X': return false;
            case 'p': return state == 1;
            case '1': return state == fact->rest;
            case '0': return state == fact->rest + 1;
            case 's': return state == 0;
            case 'a': return entry(state, 0) == fact->rest;
            case 'c': return state != 0;
            default: return true;
        }
    }
};

using States = std::vector<Long>;  // clause, then a state for each fact

/// A side of a question.
class Side {
  public:
    Side(const std::vector<Normal>& clauses, const std::vector<std::string>& visible, int base, bool zeckendorf)
        : clauses_(clauses), visible_(visible.size()), base_(base) {
        for (const Normal& clause : clauses_) {
            std::vector<std::string> tracks = visible;
            std::set<std::string> hidden;
            for (const Fact& fact : clause.facts) hidden.merge(fact.tracks());
            for (const std::string& name : visible) hidden.erase(name);
            tracks.insert(tracks.end(), hidden.begin(), hidden.end());
            std::vector<Machine> machines;
            for (const Fact& fact : clause.facts) {
                Machine machine{&fact, base, zeckendorf, {}, {}};
                const auto place = [&](const std::string& name) {
                    machine.tracks.push_back(
                        static_cast<std::size_t>(std::find(tracks.begin(), tracks.end(), name) - tracks.begin()));
                };
                for (const auto& [name, factor] : fact.sum.of) {
                    place(name);
                    machine.factors.push_back(factor);
                }
                for (const std::string& name : fact.names) place(name);
                machines.push_back(machine);
            }
            machines_.push_back(machines);
            tracks_.push_back(tracks.size());
        }
    }

    /// Every state that some number of leading zeros leads to.
    std::set<States> start() const {
        std::set<States> seen;
        std::vector<States> open;
        for (std::size_t i = 0; i < clauses_.size(); ++i) {
            States first(clauses_[i].facts.size() + 1, 0);
            first[0] = static_cast<Long>(i);
            if (seen.insert(first).second) open.push_back(first);
        }
        while (!open.empty()) {
            const States states = open.back();
            open.pop_back();
            for (const States& next : after(states, std::vector<int>(visible_, 0)))
                if (seen.insert(next).second) open.push_back(next);
        }
        return seen;
    }

    std::set<States> after(const States& states, const std::vector<int>& column) const {
        std::set<States> found;
        const auto clause = static_cast<std::size_t>(states[0]);
        std::vector<int> digits = column;
        digits.resize(tracks_[clause], 0);
        guess(clause, states, visible_, digits, found);
        return found;
    }

    bool accepts(const States& states) const {
        const auto& machines = machines_[static_cast<std::size_t>(states[0])];
        for (std::size_t i = 0; i < machines.size(); ++i)
            if (!machines[i].accepts(states[i + 1])) return false;
        return true;
    }

    bool fits(const States& states) const {
        return !states.empty() && states[0] >= 0 && states[0] < static_cast<Long>(clauses_.size()) &&
               states.size() == clauses_[static_cast<std::size_t>(states[0])].facts.size() + 1;
    }

  private:
    /// Digits for the hidden tracks, one after the other; a fact that knows all its digits and fails ends the attempt.
    void guess(std::size_t clause, const States& states, std::size_t next, std::vector<int>& digits,
               std::set<States>& found) const {
        const auto& machines = machines_[clause];
        for (std::size_t i = 0; i < machines.size(); ++i) {
            std::size_t last = 0;  // the number of tracks that must have digits
            for (std::size_t track : machines[i].tracks) last = std::max(last, track + 1);
            if (std::max(last, visible_) == next && machines[i].step(states[i + 1], digits) == kNever) return;
        }
        if (next == digits.size()) {
            States result{states[0]};
            for (std::size_t i = 0; i < machines.size(); ++i) result.push_back(machines[i].step(states[i + 1], digits));
            found.insert(result);
            return;
        }
        for (int digit = 0; digit < base_; ++digit) {
            digits[next] = digit;
            guess(clause, states, next + 1, digits, found);
        }
    }

    const std::vector<Normal>& clauses_;
    std::size_t visible_;
    int base_;
    std::vector<std::vector<Machine>> machines_;
    std::vector<std::size_t> tracks_;
};

/// The file of one question.
class Closed {
  public:
    Closed(const Side& left, const Side& right, std::size_t visible, int base, const Watch& watch)
        : left_(left), right_(right), visible_(visible), base_(base), watch_(watch) {}

    void check(const std::string& text) {
        read(text);
        std::set<std::size_t> all;
        for (const States& states : right_.start())
            if (const auto number = numbers_.find(states); number != numbers_.end()) all.insert(number->second);
        for (const States& states : left_.start()) require(states, all, "at the start");
        for (const auto& [states, sets] : pairs_) {
            std::vector<int> column(visible_, 0);
            for (std::size_t index = 0; index < columns(); ++index) {
                std::size_t rest = index;
                for (int& digit : column) {
                    digit = static_cast<int>(rest % static_cast<std::size_t>(base_));
                    rest /= static_cast<std::size_t>(base_);
                }
                const auto lefts = left_.after(states, column);
                if (lefts.empty()) continue;
                for (const auto& set : sets) {
                    watch_.check();
                    std::set<std::size_t> next;
                    for (std::size_t number : set)
                        next.insert(following(number, index, column).begin(), following(number, index, column).end());
                    for (const States& to : lefts) require(to, next, "after a column");
                }
            }
            if (!left_.accepts(states)) continue;
            for (const auto& set : sets)
                if (std::none_of(set.begin(), set.end(),
                                 [&](std::size_t number) { return right_.accepts(states_[number]); }))
                    throw Wrong{"a tuple of the left side is missing on the right side"};
        }
    }

  private:
    std::size_t columns() const {
        std::size_t count = 1;
        for (std::size_t i = 0; i < visible_; ++i) count *= static_cast<std::size_t>(base_);
        if (count > 4096) throw Wrong{"too many kinds of columns"};
        return count;
    }

    void read(const std::string& text) {
        std::istringstream lines(text);
        std::string line, written;
        while (std::getline(lines, line)) {
            std::istringstream words(line);
            std::string word;
            words >> word;
            const bool pair = word == "p";
            if (!pair && (word != "r" || !pairs_.empty())) throw Wrong{"a line that is neither a state nor a pair"};
            States states;
            std::set<std::size_t> set;
            bool colon = false;
            std::string again = word;
            while (words >> word) {
                again += " " + word;
                if (word == ":" && pair && !colon) {
                    colon = true;
                    continue;
                }
                Long value = 0;
                std::size_t end = 0;
                try {
                    value = std::stoll(word, &end);
                } catch (const std::exception&) {
                }
                if (end != word.size() || value < kNever || value > kAlways) throw Wrong{"a word that is no number"};
                if (!colon) {
                    states.push_back(value);
                } else if (value < 0 || value >= static_cast<Long>(states_.size()) ||
                           !set.insert(static_cast<std::size_t>(value)).second) {
                    throw Wrong{"a pair with a state that is not listed"};
                }
            }
            written += again + "\n";
            if (!(pair ? left_ : right_).fits(states) || pair != colon)
                throw Wrong{"a state with the wrong number of parts"};
            if (!pair) {
                if (!numbers_.emplace(states, states_.size()).second) throw Wrong{"a state that is listed twice"};
                states_.push_back(states);
                following_.emplace_back();
            } else {
                pairs_[states].push_back(set);
            }
        }
        if (written != text) throw Wrong{"a file with other spacing than it should have"};
    }

    /// Some pair with this left state and no other right states than these.
    void require(const States& left, const std::set<std::size_t>& right, const char* when) const {
        const auto found = pairs_.find(left);
        if (found != pairs_.end())
            for (const auto& set : found->second)
                if (std::includes(right.begin(), right.end(), set.begin(), set.end())) return;
        throw Wrong{fmt::format("the set of pairs is not closed {}", when)};
    }

    const std::set<std::size_t>& following(std::size_t number, std::size_t index, const std::vector<int>& column) {
        auto& known = following_[number];
        const auto found = known.find(index);
        if (found != known.end()) return found->second;
        std::set<std::size_t> result;
        for (const States& states : right_.after(states_[number], column))
            if (const auto place = numbers_.find(states); place != numbers_.end()) result.insert(place->second);
        return known.emplace(index, std::move(result)).first->second;
    }

    const Side &left_, &right_;
    std::size_t visible_;
    int base_;
    const Watch& watch_;
    std::vector<States> states_;
    std::map<States, std::size_t> numbers_;
    std::map<States, std::vector<std::set<std::size_t>>> pairs_;
    std::vector<std::map<std::size_t, std::set<std::size_t>>> following_;
};

// ---- the certificate

std::string digest(nlohmann::ordered_json data, const std::vector<std::pair<std::string, std::string>>& files) {
    data.erase("digest");
    std::string all_text = data.dump() + "\xff";
    for (const auto& [name, content] : files) all_text += name + "\xff" + content + "\xff";
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
    for (unsigned char c : all_text) {
        hash ^= c;
        hash *= 0x100000001b3;
    }
    return fmt::format("{:016x}", hash);
}

nlohmann::ordered_json listed(const std::vector<Normal>& clauses) {
    auto result = nlohmann::ordered_json::array();
    for (const Normal& clause : clauses) {
        result.push_back(nlohmann::ordered_json::array());
        for (const std::string& text : clause.texts) result.back().push_back(text);
    }
    return result;
}

}  // namespace

std::string check_digits(const lang::ClaimInstance& instance, const nlohmann::ordered_json& data,
                         const std::vector<std::pair<std::string, std::string>>& files, const Watch& watch) {
    if (!instance.rules.computed_only.empty()) return "the game says " + instance.rules.computed_only;
    std::string where;
    try {
        if (data.at("digest") != digest(data, files)) return "the digest does not fit the certificate";
        const Demand demand = demanded(instance, data.at("levels"));
        if (data.at("numeration") != demand.numeration) return "the numeration is not that of the claim";
        const auto& questions = demand.questions;
        const auto& given = data.at("questions");
        if (given.size() != questions.size() || files.size() != questions.size())
            return "the questions are not those of the claim";
        for (std::size_t i = 0; i < questions.size(); ++i) {
            const Asked& asked = questions[i];
            where = "question " + asked.name + ": ";
            const auto left = normal(asked.left, asked.visible, true, demand.zeckendorf);
            const auto right = normal(asked.right, asked.visible, false, demand.zeckendorf);
            if (given[i].at("name") != asked.name || given[i].at("visible") != nlohmann::ordered_json(asked.visible) ||
                given[i].at("left") != listed(left) || given[i].at("right") != listed(right))
                return where + "its clauses are not those of the claim";
            if (given[i].at("file") != files[i].first) return where + "its file is missing";
            const Side left_side(left, asked.visible, demand.base, demand.zeckendorf);
            const Side right_side(right, asked.visible, demand.base, demand.zeckendorf);
            Closed(left_side, right_side, asked.visible.size(), demand.base, watch).check(files[i].second);
        }
    } catch (const Wrong& wrong) {
        return where + wrong.what;
    } catch (const nlohmann::json::exception& error) {
        return where + error.what();
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return where + error.what();
    }
    return "";
}

}  // namespace bouton
