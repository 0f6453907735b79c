#include "proofs/digits.hpp"

#include "engines/choose.hpp"
#include "engines/options.hpp"
#include "proofs/clauses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace bouton {
namespace digits {

namespace {

constexpr std::int64_t kMostLevels = 16;
constexpr double kMostTried = 2000;            // positions
constexpr std::int64_t kMostCells = 20000000;  // below a counterexample that is compared with the rules

bool asks(const Expr& e, Op op) { return e->op == op; }

/// What the claim says, and the clauses of its parts.
class Reading {
  public:
    explicit Reading(const lang::ClaimInstance& instance)
        : instance_(instance),
          rules_(instance.rules),
          numeration_(numeration_of(instance)),
          translator_(instance.rules, instance.pile_count, numeration_) {
        if (instance.form != syntax::Claim::Form::condition)
            throw Unsupported{"it is about a sequence of values, not about sets of positions"};
        if (instance.assumed) throw Unsupported{"it is about any rule function"};
        if (rules_.splits) throw Unsupported{"heaps that split"};
        if (translator_.coordinates().empty()) throw Unsupported{"there are no coordinates"};
        const Expr& statement = instance.statement;
        if (statement->op == Op::sets_equal)
            read_sets(statement->sets[0], statement->sets[1]);
        else if (statement->op == Op::equal)
            read_values(statement->args[0], statement->args[1]);
        else
            throw Unsupported{kForms};
        if (values_ && rules_.misere) throw Unsupported{"Grundy values under misere play; outcome = P can be proved"};
        if (values_ && rules_.players != 0 && rules_.players != 2)
            throw Unsupported{"Grundy values with several players"};
        choose_levels();
    }

    const Numeration& numeration() const { return numeration_; }
    bool by_values() const { return values_; }
    bool symbolic() const { return symbolic_; }
    std::int64_t last() const { return last_; }                          // of the levels that are proved one by one
    const std::optional<std::int64_t>& only() const { return only_; }    // the claim is about this level only
    const std::optional<std::int64_t>& bound() const { return bound_; }  // of a symbolic level
    const std::string& level_name() const { return level_name_; }
    std::vector<std::string> coordinates() const { return translator_.coordinates(); }
    Translator& translator() { return translator_; }

    /// The positions in question, at the position with that suffix.
    Clauses part(const std::string& suffix) {
        Clauses result = translator_.domain(suffix);
        if (!arguments_.empty()) result = both(result, own_part(suffix));
        return result;
    }

    /// Without the domain of the game.
    Clauses own_part(const std::string& suffix) {
        const Scope scope = scope_of(suffix);
        const auto here = position(suffix);
        Clauses result{{}};
        for (std::size_t i = 0; i < arguments_.size(); ++i) {
            if (!is_number(arguments_[i])) continue;
            Value difference = here[i];
            difference.sum.constant = -need_small(arguments_[i]->number);
            result = both(result, translator_.compare(Condition::Kind::equal, difference));
        }
        for (const Binder& binder : instance_.loop.binders) {
            if (binder.kind != Binder::Kind::range) continue;
            const Expr self = variable(binder.slots[0], binder.names[0]);
            for (const Expr& e : binder.lower)
                result = both(result, translator_.compare(Condition::Kind::at_most, e, self, scope));
            for (const Expr& e : binder.upper)
                result = both(result, translator_.compare(Condition::Kind::at_most, self, e, scope));
        }
        for (const Expr& e : instance_.loop.conditions) result = both(result, translator_.condition(e, scope));
        return result;
    }

    /// outcome(x, y), not { outcome = P }?
    bool names_positions() const { return !arguments_.empty(); }

    /// Only if the claim leaves something out.
    bool is_partial() {
        if (arguments_.empty()) return false;
        const auto visible = coordinates();
        for (const Clause& clause : own_part("")) {
            const auto simple = simplify(clause, visible);
            if (simple && simple->empty()) return false;
        }
        return true;
    }

    /// The set with that level (a track, if the level is symbolic) at the position with the suffix `at`. `copy` goes behind the names of the
    /// set's own variables.
    Clauses set(const Value& level, const std::string& at, const std::string& copy) {
        Scope scope = scope_of(at);
        scope.suffix = copy;
        if (level_slot_ >= 0) {
            scope.slots[level_slot_].value = level;
            scope.slots[level_slot_].least = 0;
        }
        if (set_) return translator_.member(set_, scope, position(at), positive_);
        if (condition_) return translator_.condition(condition_, scope, positive_);
        Clauses result;
        for (const Translator::Case& one : translator_.cases(value_, scope)) {
            Value difference = level;
            add(difference, one.value, -1);
            result = either(result, both({one.guard}, translator_.compare(Condition::Kind::equal, difference)));
        }
        return result;
    }

    /// The values of the claim's variables at a position.
    std::vector<std::pair<std::string, std::string>> names(const Position& position,
                                                           std::optional<std::int64_t> level) const {
        std::vector<std::pair<std::string, std::string>> result;
        if (level && arguments_.empty() && !only_) result.emplace_back(level_name_, std::to_string(*level));
        const auto coordinates = translator_.coordinates();
        if (arguments_.empty())
            for (std::size_t i = 0; i < coordinates.size(); ++i)
                result.emplace_back(coordinates[i], std::to_string(position[i]));
        for (const Binder& binder : arguments_.empty() ? std::vector<Binder>{} : instance_.loop.binders)
            for (std::size_t i = 0; i < arguments_.size(); ++i)
                if (asks(arguments_[i], Op::variable) && arguments_[i]->slot == binder.slots[0])
                    result.emplace_back(binder.names[0], std::to_string(position[i]));
        return result;
    }

  private:
    static constexpr const char* kForms =
        "it is none of { outcome = P } = SET, { grundy = s } = SET, outcome(x, ...) = P iff CONDITION, grundy(x, ...) "
        "= TERM";

    static Numeration numeration_of(const lang::ClaimInstance& instance) {
        NumerationFinder finder;
        finder.look(instance.rules);
        finder.look(instance.loop);
        finder.look(instance.statement);
        return finder.found();
    }

    std::vector<Value> position(const std::string& suffix) const {
        std::vector<Value> result;
        for (const std::string& name : translator_.coordinates(suffix)) result.push_back(track(name));
        return result;
    }

    /// {outcome = P}, {grundy = s} and the like: which values, or nothing.
    bool read_question(const Expr& e) {
        if (e->op != Op::equal && e->op != Op::not_equal) return false;
        for (std::size_t i : {0, 1}) {
            const Expr &asked = e->args[i], &value = e->args[1 - i];
            if (!asks(asked, Op::outcome) && !asks(asked, Op::grundy)) continue;
            question_ = asked;
            if (is_number(value) && (value->number == 0 || asks(asked, Op::outcome))) {
                const bool two = rules_.players == 0 || rules_.players == 2;
                if (value->number != 0 && !(two && value->number == 1))
                    throw Unsupported{"an outcome other than P or 0"};
                positive_ = (value->number == 0) == (e->op == Op::equal);
                values_ = false;
                if (asks(asked, Op::grundy) && rules_.players > 2)
                    throw Unsupported{"Grundy values with several players"};
                return true;
            }
            if (e->op != Op::equal || asks(asked, Op::outcome)) return false;
            values_ = true;
            asked_value_ = value;
            return true;
        }
        return false;
    }

    void read_sets(const Positions& a, const Positions& b) {
        for (bool turned : {false, true}) {
            const Positions &left = turned ? b : a, &right = turned ? a : b;
            if (left->kind != PositionSet::Kind::where || !read_question(left->condition)) continue;
            for (std::size_t i = 0; i < question_->args.size(); ++i) {
                const Expr& e = question_->args[i];
                const bool group = static_cast<int>(i) == rules_.piles;
                if (group ? !asks(e, Op::piles) : !asks(e, Op::variable) || e->slot != left->slots[i])
                    throw Unsupported{"a value of another position than the set's own"};
            }
            set_ = right;
            const Loop& loop = instance_.loop;
            if (!loop.conditions.empty() || loop.binders.size() > (values_ ? 1U : 0U))
                throw Unsupported{"variables other than the s in { grundy = s }; drop them or choose values"};
            if (!values_) return;
            if (asked_value_->op == Op::variable && loop.binders.size() == 1 &&
                loop.binders[0].slots[0] == asked_value_->slot && loop.binders[0].kind == Binder::Kind::range) {
                level_slot_ = asked_value_->slot;
                level_name_ = loop.binders[0].names[0];
                return;
            }
            if (!is_number(asked_value_) || !loop.binders.empty())
                throw Unsupported{"{ grundy = ... } with something else than s or a number"};
            // { grundy = 2 } = G(2): proved with { grundy = 0 } = G(0) and { grundy = 1 } = G(1), if those hold
            if (set_->kind != PositionSet::Kind::named || set_->element.size() != 1 || !is_number(set_->element[0]) ||
                set_->element[0]->number != asked_value_->number || asked_value_->number < 0)
                throw Unsupported{
                    "one Grundy value without those below; state it as: for s >= 0: { grundy = s } = G(s)"};
            only_ = clamp(asked_value_->number);
            level_slot_ = set_->slots[0];
            level_name_ = "s";
            set_ = set_->parts[0];
            return;
        }
        throw Unsupported{kForms};
    }

    void read_values(const Expr& a, const Expr& b) {
        for (bool turned : {false, true}) {
            const Expr &left = turned ? b : a, &right = turned ? a : b;
            if (is_condition(left->op) && is_condition(right->op)) {
                if (!read_question(left)) continue;
                if (values_) throw Unsupported{"grundy(...) = s iff ...; state it as { grundy = s } = SET"};
                condition_ = right;
            } else if (asks(left, Op::grundy)) {
                question_ = left;
                values_ = true;
                value_ = right;
                level_name_ = "grundy";
            } else {
                continue;
            }
            arguments_ = question_->args;
            read_arguments();
            return;
        }
        throw Unsupported{kForms};
    }

    /// Each coordinate is a variable of its own, or a number.
    void read_arguments() {
        if (arguments_.size() != translator_.coordinates().size())
            throw Unsupported{"the position must be written with one variable for each coordinate"};
        std::set<int> seen;
        for (const Expr& e : arguments_) {
            if (is_number(e) && e->number >= 0) continue;
            if (!asks(e, Op::variable) || !seen.insert(e->slot).second)
                throw Unsupported{
                    fmt::format("the coordinate {}; each must be a variable of its own, or a number", infix(e))};
        }
        for (const Binder& binder : instance_.loop.binders) {
            const bool range = binder.kind == Binder::Kind::range && seen.contains(binder.slots[0]);
            if (!range && binder.kind != Binder::Kind::value)
                throw Unsupported{fmt::format("the variable {}, which is no coordinate", binder.names[0])};
        }
    }

    Scope scope_of(const std::string& suffix) {
        Scope scope;
        if (arguments_.empty()) return scope;
        const auto here = position(suffix);
        for (std::size_t i = 0; i < arguments_.size(); ++i)
            if (asks(arguments_[i], Op::variable)) scope.slots[arguments_[i]->slot].value = here[i];
        for (const Binder& binder : instance_.loop.binders) {
            if (binder.kind != Binder::Kind::value) continue;
            const auto cases = translator_.cases(binder.lower[0], scope);
            if (cases.size() != 1 || !cases[0].guard.empty() || scope.slots.contains(binder.slots[0]))
                throw Unsupported{
                    fmt::format("the definition of {}; put it in the place where it is used", binder.names[0])};
            scope.slots[binder.slots[0]].value = cases[0].value;
        }
        return scope;
    }

    static std::int64_t need_small(const Integer& value) {
        if (value > 1000000) throw Unsupported{"the number " + bouton::to_text(value) + " is too large for digits"};
        return clamp(value);
    }

    /// All levels at once if the set can be read with s in digits, one by one otherwise.
    void choose_levels() {
        if (!values_) return;
        std::optional<std::int64_t> first, last;
        if (level_slot_ >= 0 && !only_) {
            const Binder& binder = instance_.loop.binders[0];
            for (const Expr& e : binder.lower) {
                if (!is_number(e)) throw Unsupported{fmt::format("the lower bound of {}", level_name_)};
                first = std::max(first.value_or(clamp(e->number)), need_small(e->number));
            }
            if (!first || *first != 0) throw Unsupported{fmt::format("{} does not start with 0", level_name_)};
            for (const Expr& e : binder.upper) {
                if (!is_number(e)) throw Unsupported{fmt::format("the upper bound of {}", level_name_)};
                last = std::min(last.value_or(1000000), need_small(e->number));
            }
        }
        if (only_) last = only_;
        bound_ = last;
        symbolic_ = true;
        try {
            set(track(level_name_), "", "");
            if (!only_) return;
        } catch (const Unsupported& trouble) {
            if (level_slot_ < 0) throw;
            if (!last)
                throw Unsupported{fmt::format("{}; with a bound such as {} <= 8 the values are proved one by one",
                                              trouble.why, level_name_)};
        }
        symbolic_ = false;
        if (*last >= kMostLevels)
            throw Unsupported{fmt::format("values must be proved one by one, and {} is too many; at most {} <= {}",
                                          *last + 1, level_name_, kMostLevels - 1)};
        last_ = *last;
    }

    const lang::ClaimInstance& instance_;
    const Ruleset& rules_;
    Numeration numeration_;
    Translator translator_;
    bool positive_ = true, values_ = false, symbolic_ = false;
    Expr question_, asked_value_;
    Positions set_;                // { ... } = set
    Expr condition_;               // ... iff condition
    Expr value_;                   // grundy(...) = value
    std::vector<Expr> arguments_;  // (...) of the last two
    int level_slot_ = -1;
    std::string level_name_;
    std::int64_t last_ = 0;
    std::optional<std::int64_t> only_, bound_;
};

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
        attempt.kind = Attempt::Kind::proved;
        attempt.generality = instance.rules.piles >= 0 ? fmt::format("{} pile{}, any heights", instance.pile_count,
                                                                     instance.pile_count == 1 ? "" : "s")
                                                       : "every position";
        if (builder.reading().is_partial()) attempt.generality = "every position that the claim speaks of";
        if (builder.reading().by_values() && builder.reading().bound() && !builder.reading().only())
            attempt.generality += fmt::format(", {} <= {}", builder.reading().level_name(), *builder.reading().bound());
    } catch (const Unsupported& trouble) {
        attempt = {};
        attempt.method = "digits";
        attempt.why = trouble.why;
    }
    return attempt;
}

}  // namespace bouton
