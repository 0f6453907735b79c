#include "proofs/digits/digits.hpp"

#include "engines/choose.hpp"
#include "engines/options.hpp"
#include "proofs/digits/clauses.hpp"
#include "proofs/digits/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace bouton {
namespace digits {

namespace {

constexpr double kMostTried = 2000;            // positions
constexpr std::int64_t kMostCells = 20000000;  // below a counterexample that is compared with the rules

Condition at_most(const std::string& small, const std::string& large, std::int64_t add) {
    Condition c;
    c.sum.add(small, 1);
    if (!large.empty()) c.sum.add(large, -1);
    c.sum.constant = add;
    return c;
}

class Builder {
  public:
    explicit Builder(const lang::ClaimInstance& instance) : rules_(instance.rules), reading_(instance) {}

    Problem problem() {
        problem_.numeration = reading_.numeration();
        problem_.levels = !reading_.by_values() ? "one"
                          : reading_.symbolic() ? "all"
                                                : std::to_string(reading_.last() + 1);
        here_ = reading_.coordinates();
        const Clauses part = reading_.part("");
        const Clauses moves =
            both(reading_.translator().moves(rules_.players > 0 && !reading_.by_values() ? rules_.players - 1 : 1),
                 reading_.part("'"));
        if (rules_.domain && reading_.names_positions())
            ask("e", "the claim speaks of positions of the game only", here_, reading_.own_part(""),
                reading_.translator().domain(""));
        if (reading_.is_partial()) {
            auto both_positions = here_;
            for (const std::string& name : here_) both_positions.push_back(name + "'");
            Clauses legal = both(reading_.translator().moves(1), reading_.translator().domain("'"));
            ask("d", "no move leads out of the positions of the claim", both_positions, both(part, legal),
                reading_.part("'"));
        }
        if (reading_.symbolic())
            all_levels(part, moves);
        else
            for (std::int64_t level = 0; level <= reading_.last(); ++level) one_level(part, moves, level);
        return problem_;
    }

    Reading& reading() { return reading_; }

  private:
    void one_level(const Clauses& part, const Clauses& moves, std::int64_t level) {
        const bool values = reading_.by_values();
        const std::string name = values ? std::to_string(level) : "", set = values ? "V(" + name + ")" : "K";
        const Clauses inside = both(part, reading_.set(constant_value(level), "", ""));
        const Clauses into = both(moves, reading_.set(constant_value(level), "'", "'"));
        ask("a" + name, fmt::format("no move leads from {} to {}", set, set), here_, both(inside, into), {});
        Clauses covered = both({{}}, reading_.set(constant_value(level), "", ""));
        Clauses twice;
        for (std::int64_t below = 0; below < level; ++below) {
            covered = either(covered, reading_.set(constant_value(below), "", ""));
            twice = either(twice, both(inside, reading_.set(constant_value(below), "", "*")));
        }
        covered = either(covered, into);
        if (rules_.misere) {
            ask("t", "every position in K has a move", here_, inside, moves);
            ask("b", "every position outside K has a move into K, or none", here_, both(part, moves), covered);
        } else {
            ask("b" + name,
                fmt::format("every position outside {} has a move into {}", level > 0 ? "V(0), ..., " + set : set, set),
                here_, part, covered);
        }
        if (level > 0)
            ask("c" + name, fmt::format("no position is in {} and in a set before it", set), here_, twice, {});
    }

    void all_levels(const Clauses& part, const Clauses& moves) {
        const std::string s = reading_.level_name(), g = s + "*";
        auto visible = here_;
        visible.push_back(s);
        Clauses range = part;
        if (reading_.bound()) range = both(range, {{at_most(s, "", -*reading_.bound())}});
        const Clauses set = reading_.set(track(s), "", ""),
                      below = both(reading_.set(track(g), "", "*"), {{at_most(g, s, 1)}});
        const Clauses into = both(moves, reading_.set(track(s), "'", "'"));
        ask("a", fmt::format("no move leads from V({}) to V({})", s, s), visible, both(both(range, set), into), {});
        ask("b", fmt::format("every position outside V(0), ..., V({}) has a move into V({})", s, s), visible, range,
            either(either(set, below), into));
        ask("c", fmt::format("no position is in V({}) and in a set before it", s), visible,
            both(both(range, set), below), {});
    }

    void ask(const std::string& name, const std::string& says, const std::vector<std::string>& visible,
             const Clauses& left, const Clauses& right) {
        Question question{name, says, visible, {}, {}};
        question.left = prepared(left, visible, true, reading_.numeration());
        question.right = prepared(right, visible, false, reading_.numeration());
        problem_.questions.push_back(std::move(question));
    }

    const Ruleset& rules_;
    Reading reading_;
    Problem problem_;
    std::vector<std::string> here_;
};

/// Looks for a position that breaks the claim where a question failed: there, or after one move.
class Replay {
  public:
    Replay(const lang::ClaimInstance& instance, Reading& reading, const Watch& watch)
        : rules_(instance.rules), reading_(reading), watch_(watch) {}

    Attempt operator()(const Question& question, const Reply& reply) {
        Attempt attempt;
        attempt.method = "digits";
        const std::size_t count = reading_.coordinates().size();
        std::vector<std::int64_t> tuple;
        for (std::size_t i = 0; i < question.visible.size(); ++i) {
            std::vector<int> digits;
            for (const auto& column : reply.word) digits.push_back(column[i]);
            const auto value = value_of(digits, reading_.numeration());
            if (!value) {
                attempt.why = fmt::format("it fails that {}, at a position too large to compare", question.says);
                return attempt;
            }
            tuple.push_back(*value);
        }
        const Position position(tuple.begin(), tuple.begin() + static_cast<std::ptrdiff_t>(count));
        attempt.why = fmt::format("it fails that {}, at {}", question.says, bouton::to_text(position));
        if (question.name == "d" || question.name == "e") return attempt;
        std::int64_t cells = 1;
        for (std::int64_t c : position) {
            if (c >= kMostCells / cells) return attempt;
            cells *= c + 1;
        }
        std::vector<std::int64_t> levels;
        if (reading_.by_values()) levels = {reading_.symbolic() ? tuple.back() : std::stoll(question.name.substr(1))};
        // The smallest that breaks the claim: near the origin all are tried, otherwise the position and its options.
        std::set<std::pair<std::int64_t, Position>> candidates;
        const auto add = [&](const Position& p) {
            candidates.emplace(std::accumulate(p.begin(), p.end(), std::int64_t{0}), p);
        };
        add(position);
        Options(rules_, &watch_).for_each(position, [&](const std::vector<Position>& option) {
            add(option[0]);
            return true;
        });
        const std::int64_t largest = *std::max_element(position.begin(), position.end());
        double volume = 1;
        for (std::size_t i = 0; i < count; ++i) volume *= static_cast<double>(largest) + 1;
        if (volume <= kMostTried) {
            Position p(count, 0);
            for (std::size_t i = 0; i < count;) {
                add(p);
                for (i = 0; i < count && p[i] == largest; ++i) p[i] = 0;
                if (i < count) ++p[i];
            }
        }
        for (const auto& entry : candidates) {
            const auto wrong = breaks(entry.second, levels);
            if (!wrong) continue;
            attempt.kind = Attempt::Kind::refuted;
            attempt.counterexample = reading_.names(entry.second, wrong->second);
            return attempt;
        }
        return attempt;
    }

  private:
    /// Does the claim fail there, and at which level?
    std::optional<std::pair<bool, std::optional<std::int64_t>>> breaks(const Position& position,
                                                                       const std::vector<std::int64_t>& levels) {
        if (!in_part(position)) return std::nullopt;
        if (!engine_) {
            Ruleset plain = rules_;
            if (reading_.by_values()) plain.players = 0;
            engine_ = make_engine("auto", plain, reading_.by_values() ? What::grundy : What::outcome, watch_);
        }
        const auto truth = static_cast<std::int64_t>(engine_->value(position));
        if (!reading_.by_values()) {
            if (in_set(0, position) == (truth == 0)) return std::nullopt;
            return {{true, std::nullopt}};
        }
        std::vector<std::int64_t> asked = levels;
        asked.push_back(truth);
        if (reading_.only()) asked = {*reading_.only()};
        std::sort(asked.begin(), asked.end());
        for (std::int64_t level : asked) {
            if (level > 1000000 || (reading_.bound() && level > *reading_.bound())) continue;
            if (in_set(level, position) != (truth == level)) return {{true, level}};
        }
        return std::nullopt;
    }

    bool in_part(const Position& position) {
        return in(-1, position, [&] { return reading_.part(""); });
    }
    bool in_set(std::int64_t level, const Position& position) {
        return in(level, position, [&] { return reading_.set(constant_value(level), "", ""); });
    }
    template <class Make> bool in(std::int64_t key, const Position& position, const Make& make) {
        const auto visible = reading_.coordinates();
        auto known = prepared_.find(key);
        if (known == prepared_.end())
            known = prepared_.emplace(key, prepared(make(), visible, true, reading_.numeration())).first;
        return contains(known->second, visible, reading_.numeration(), position);
    }

    const Ruleset& rules_;
    Reading& reading_;
    const Watch& watch_;
    std::unique_ptr<Engine> engine_;
    std::map<std::int64_t, Clauses> prepared_;  // of the levels; -1: of the positions in question
};

nlohmann::ordered_json to_json(const Clauses& clauses) {
    auto result = nlohmann::ordered_json::array();
    for (const Clause& clause : clauses) {
        auto list = nlohmann::ordered_json::array();
        for (const Condition& c : clause) list.push_back(to_text(c));
        result.push_back(list);
    }
    return result;
}

/// FNV-1a of the data and the files: a slip of the disk is found at once. (What is said is checked anyway.)
std::string digest(const Attempt& attempt) {
    std::uint64_t hash = 14695981039346656037U;
    const auto eat = [&](const std::string& text) {
        for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
        hash = (hash ^ 0xff) * 1099511628211U;
    };
    eat(attempt.data.dump());
    for (const auto& [name, content] : attempt.files) {
        eat(name);
        eat(content);
    }
    return fmt::format("{:016x}", hash);
}

}  // namespace

Problem problem_of(const lang::ClaimInstance& instance) { return Builder(instance).problem(); }

}  // namespace digits

Attempt prove_by_digits(const lang::ClaimInstance& instance, const Watch& watch, std::uint64_t memory_cap) {
    using namespace digits;
    Attempt attempt;
    attempt.method = "digits";
    try {
        Builder builder(instance);
        const Problem problem = builder.problem();
        attempt.data["numeration"] = to_text(problem.numeration);
        attempt.data["levels"] = problem.levels;
        attempt.data["questions"] = nlohmann::ordered_json::array();
        for (const Question& question : problem.questions) {
            watch.check();
            const Reply reply = answer(question, problem.numeration, watch, memory_cap);
            if (!reply.holds) return Replay(instance, builder.reading(), watch)(question, reply);
            nlohmann::ordered_json entry;
            entry["name"] = question.name;
            entry["says"] = question.says;
            entry["visible"] = question.visible;
            entry["left"] = to_json(question.left);
            entry["right"] = to_json(question.right);
            entry["file"] = "digits-" + question.name + ".txt";
            attempt.data["questions"].push_back(entry);
            attempt.files.emplace_back(entry["file"], reply.closed);
        }
        attempt.data["digest"] = digest(attempt);
        attempt.kind = Attempt::Kind::found;
    } catch (const Unsupported& trouble) {
        attempt = {};
        attempt.method = "digits";
        attempt.why = trouble.why;
    }
    return attempt;
}

}  // namespace bouton
