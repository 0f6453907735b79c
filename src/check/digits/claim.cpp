#include "check/digits/claim.hpp"

#include "check/digits/reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::recheck {

namespace {

/// Which digits the functions of the claim and the rules need.
struct Digits {
    bool binary = false, zeckendorf = false;
    std::set<Long> bases;

    void look(const Expr& e) {
        if (!e) return;
        static const std::set<Op> bits = {Op::bit_xor, Op::piles_xor, Op::qsum, Op::piles_qsum, Op::ones, Op::twos};
        if (bits.contains(e->op)) binary = true;
        if (e->op == Op::fibonacci_shift || e->op == Op::fibonacci_zeros) zeckendorf = true;
        if (e->op == Op::power && is_number(e->args[0]) && !is_number(e->args[1]))
            bases.insert(clamp(e->args[0]->number));
        if (e->op == Op::automaton) {
            if (e->table.empty()) throw Wrong{"an automaton of another shape"};
            if (e->table[0] == 0)
                zeckendorf = true;
            else
                bases.insert(clamp(e->table[0]));
        }
        for (const Expr& arg : e->args) look(arg);
        if (e->loop) look(*e->loop);
        for (const Positions& set : e->sets) look(set);
    }
    void look(const Loop& loop) {
        for (const Binder& binder : loop.binders) {
            for (const Expr& e : binder.lower) look(e);
            for (const Expr& e : binder.upper) look(e);
            if (binder.positions) look(binder.positions);
        }
        for (const Expr& e : loop.conditions) look(e);
    }
    void look(const Positions& set) {
        look(set->condition);
        for (const Expr& e : set->element) look(e);
        if (set->loop) look(*set->loop);
        for (const Positions& part : set->parts) look(part);
    }
    int base() const {
        if (bases.size() > 1 || (zeckendorf && (binary || !bases.empty()))) throw Wrong{"different digits at once"};
        const Long base = bases.empty() ? 2 : *bases.begin();
        if (base < 2 || base > 10 || (binary && base != 2)) throw Wrong{"digits that cannot be read"};
        return static_cast<int>(base);
    }
};

class Claimed {
  public:
    Claimed(const lang::ClaimInstance& instance, const std::string& levels)
        : instance_(instance),
          rules_(instance.rules),
          digits_(digits_in(instance)),
          reader_(rules_, instance.pile_count, digits_.base(), digits_.zeckendorf) {
        if (rules_.tested) throw Wrong{"nobody has shown that the game ends"};
        if (instance.statement.is_sequence() || instance.assumed || rules_.splits || reader_.coordinates("").empty())
            throw Wrong{"another kind of claim"};
        const Expr& statement = instance.statement.condition;  // what it is classified as counts for nothing here
        bool read = false;
        for (const std::size_t first : {0, 1}) {
            if (read) break;
            positive_ = true, grundy_ = false;  // nothing is left of the other try
            asked_ = value_asked_ = condition_ = value_ = nullptr;
            if (statement->op == Op::sets_equal) read = sets(statement->sets[first], statement->sets[1 - first]);
            if (statement->op == Op::equal) read = values(statement->args[first], statement->args[1 - first]);
        }
        if (!read) throw Wrong{"another kind of claim"};
        require_own_names();
        if (grundy_ && (rules_.misere || (rules_.players != 0 && rules_.players != 2)))
            throw Wrong{"Grundy values in such a game"};
        level_range();
        if (!grundy_) {
            if (levels != "one") throw Wrong{"the certificate speaks of levels"};
            last_ = 0;
        } else if (levels == "all") {
            if (only_) throw Wrong{"the claim is about one level"};
            symbolic_ = true;
        } else {
            // one by one: up to the last of which the claim speaks
            if (level_slot_ < 0 || !last_ || levels != std::to_string(*last_ + 1) || *last_ > 1000)
                throw Wrong{"not all levels"};
        }
    }

    Demand demand() {
        return {digits_.zeckendorf ? "Zeckendorf" : fmt::format("base {}", digits_.base()), digits_.base(),
                digits_.zeckendorf, questions()};
    }

  private:
    /// A number in digits is known by its name: a2 must not be both the second pile and a coordinate.
    void require_own_names() const {
        std::set<std::string> names;
        if (!level_name_.empty()) names.insert(level_name_);
        for (const std::string& name : reader_.coordinates(""))
            if (!names.insert(name).second) throw Wrong{"two numbers are called " + name};
    }

    std::vector<Asked> questions() {
        std::vector<Asked> result;
        const auto here = reader_.coordinates("");
        const int turns = rules_.players > 0 && !grundy_ ? rules_.players - 1 : 1;
        const auto moves = [&] { return all({reader_.moves(turns), part("'")}); };
        if (rules_.domain && !arguments_.empty()) result.push_back({"e", here, own_part(""), reader_.domain("")});
        if (partial()) {
            auto two = here;
            for (const std::string& name : reader_.coordinates("'")) two.push_back(name);
            result.push_back({"d", two, all({part(""), reader_.moves(1), reader_.domain("'")}), part("'")});
        }
        if (symbolic_) {
            auto visible = here;
            visible.push_back(level_name_);
            const std::string other = level_name_ + "*";
            std::vector<F> range{part("")};
            if (last_) range.push_back(leaf(linear_fact('<', {{{level_name_, 1}}, -*last_})));
            const F own = set(plain(level_name_), "", ""), into = all({moves(), set(plain(level_name_), "'", "'")});
            const F below =
                all({set(plain(other), "", "*"), leaf(linear_fact('<', {{{other, 1}, {level_name_, -1}}, 1}))});
            result.push_back({"a", visible, all({all(range), own, into}), no()});
            result.push_back({"b", visible, all(range), any({own, below, into})});
            result.push_back({"c", visible, all({all(range), own, below}), no()});
            return result;
        }
        for (Long level = 0; level <= *last_; ++level) {
            const std::string mark = grundy_ ? std::to_string(level) : "";
            const F own = set(fixed(level), "", ""), into = all({moves(), set(fixed(level), "'", "'")});
            std::vector<F> covered{own, into}, twice;
            for (Long below = 0; below < level; ++below) {
                covered.push_back(set(fixed(below), "", ""));
                twice.push_back(all({part(""), own, set(fixed(below), "", "*")}));
            }
            result.push_back({"a" + mark, here, all({part(""), own, into}), no()});
            if (rules_.misere) {
                result.push_back({"t", here, all({part(""), own}), moves()});
                result.push_back({"b", here, all({part(""), moves()}), any(covered)});
            } else {
                result.push_back({"b" + mark, here, part(""), any(covered)});
            }
            if (level > 0) result.push_back({"c" + mark, here, any(twice), no()});
        }
        return result;
    }

    static Digits digits_in(const lang::ClaimInstance& instance) {
        Digits digits;
        digits.look(instance.loop);
        digits.look(instance.statement.condition);
        digits.look(instance.rules.domain);
        for (const Move& move : instance.rules.moves) {
            digits.look(move.loop);
            for (const auto& component : move.results)
                for (const Expr& e : component) digits.look(e);
        }
        return digits;
    }

    /// outcome = P, grundy = 0 and the like, or grundy = something.
    bool asks(const Expr& e) {
        if (e->op != Op::equal && e->op != Op::not_equal) return false;
        const bool turned = e->args[1]->op == Op::outcome || e->args[1]->op == Op::grundy;
        asked_ = e->args[turned ? 1 : 0];
        const Expr& value = e->args[turned ? 0 : 1];
        if (asked_->op != Op::outcome && asked_->op != Op::grundy) return false;
        const bool two_players = rules_.players == 0 || rules_.players == 2;
        if (is_number(value) && (value->number == 0 || asked_->op == Op::outcome)) {
            if (value->number != 0 && (value->number != 1 || !two_players)) return false;
            if (asked_->op == Op::grundy && (!two_players || rules_.misere)) return false;
            positive_ = (value->number == 0) == (e->op == Op::equal);
            return true;
        }
        if (e->op != Op::equal || asked_->op != Op::grundy) return false;
        grundy_ = true;
        value_asked_ = value;
        return true;
    }

    bool sets(const Positions& question, const Positions& set) {
        if (question->kind != PositionSet::Kind::where || !asks(question->condition)) return false;
        // the question must be about the position itself
        if (asked_->args.size() != rules_.coordinates.size()) return false;
        for (std::size_t i = 0; i < asked_->args.size(); ++i) {
            const Expr& e = asked_->args[i];
            const bool group = static_cast<int>(i) == rules_.piles;
            if (group ? e->op != Op::piles : (e->op != Op::variable || e->slot != question->slots[i])) return false;
        }
        set_ = set;
        const Loop& loop = instance_.loop;
        if (!loop.conditions.empty()) return false;
        if (!grundy_) return loop.binders.empty();
        if (value_asked_->op == Op::variable) {
            if (loop.binders.size() != 1 || loop.binders[0].kind != Binder::Kind::range) return false;
            level_slot_ = loop.binders[0].slots[0];
            level_name_ = loop.binders[0].names[0];
            return level_slot_ == value_asked_->slot;
        }
        if (!is_number(value_asked_) || value_asked_->number < 0 || !loop.binders.empty()) return false;
        if (set->kind != PositionSet::Kind::named || set->element.size() != 1 || !is_number(set->element[0]) ||
            set->element[0]->number != value_asked_->number)
            return false;
        only_ = clamp(value_asked_->number);
        level_slot_ = set->slots[0];
        set_ = set->parts[0];
        return true;
    }

    bool values(const Expr& left, const Expr& right) {
        if (is_condition(left->op) && is_condition(right->op)) {
            if (!asks(left) || grundy_) return false;
            condition_ = right;
        } else if (left->op == Op::grundy) {
            asked_ = left;
            grundy_ = true;
            value_ = right;
            level_name_ = "grundy";
        } else {
            return false;
        }
        arguments_ = asked_->args;
        if (arguments_.size() != reader_.coordinates("").size()) return false;
        std::set<int> slots;
        for (const Expr& e : arguments_) {
            if (e->op == Op::variable && !slots.insert(e->slot).second) return false;
            if (e->op != Op::variable && (!is_number(e) || e->number < 0 || e->number > kLimit)) return false;
        }
        std::set<int> natural;
        for (const Binder& binder : instance_.loop.binders) {
            if (binder.kind == Binder::Kind::value) continue;
            if (binder.kind != Binder::Kind::range || !slots.contains(binder.slots[0])) return false;
            // digits know no negative numbers: a variable that may be one would be proved for the others only
            if (std::none_of(binder.lower.begin(), binder.lower.end(),
                             [&](const Expr& e) { return is_natural(e, natural); }))
                return false;
            natural.insert(binder.slots[0]);
        }
        return true;
    }

    /// Certainly not negative, given that those variables are not.
    static bool is_natural(const Expr& e, const std::set<int>& variables) {
        if (e->op == Op::variable) return variables.contains(e->slot);
        if (is_number(e)) return e->number >= 0;
        return (e->op == Op::add || e->op == Op::multiply) &&
               std::all_of(e->args.begin(), e->args.end(), [&](const Expr& arg) { return is_natural(arg, variables); });
    }

    void level_range() {
        if (only_) last_ = only_;
        if (!grundy_ || level_slot_ < 0 || only_) return;
        const Binder& binder = instance_.loop.binders[0];
        std::optional<Integer> first;
        for (const Expr& e : binder.lower) {
            if (!is_number(e)) throw Wrong{"a bound of the level that is no number"};
            if (!first || e->number > *first) first = e->number;
        }
        if (!first || *first != 0) throw Wrong{"the levels do not start with 0"};
        for (const Expr& e : binder.upper) {
            if (!is_number(e) || e->number < 0 || e->number > kLimit)
                throw Wrong{"a bound of the level that is no number"};
            if (!last_ || clamp(e->number) < *last_) last_ = clamp(e->number);
        }
    }

    Names names(const std::string& suffix) {
        Names names;
        const auto here = reader_.position(suffix);
        for (std::size_t i = 0; i < arguments_.size(); ++i)
            if (arguments_[i]->op == Op::variable) names.slots[arguments_[i]->slot].term = here[i];
        if (arguments_.empty()) return names;
        for (const Binder& binder : instance_.loop.binders) {
            if (binder.kind != Binder::Kind::value) continue;
            if (names.slots.contains(binder.slots[0])) throw Wrong{"a coordinate that is defined"};
            std::vector<Term> found;
            const F simple = reader_.with(binder.lower[0], names, [&](const Term& term) {
                found.push_back(term);
                return yes();
            });
            if (found.size() != 1 || simple->kind != Formula::all || !simple->parts.empty())
                throw Wrong{"a definition with cases"};
            names.slots[binder.slots[0]].term = found[0];
        }
        return names;
    }

    /// What the claim itself says about its positions.
    F own_part(const std::string& suffix) {
        if (arguments_.empty()) return yes();
        const Names here = names(suffix);
        const auto position = reader_.position(suffix);
        std::vector<F> parts;
        for (std::size_t i = 0; i < arguments_.size(); ++i)
            if (is_number(arguments_[i]))
                parts.push_back(compared('=', combined(position[i], fixed(clamp(arguments_[i]->number)), -1)));
        for (const Binder& binder : instance_.loop.binders) {
            if (binder.kind != Binder::Kind::range) continue;
            const Expr self = variable(binder.slots[0], binder.names[0]);
            for (const Expr& e : binder.lower) parts.push_back(reader_.at_most(e, self, 0, here));
            for (const Expr& e : binder.upper) parts.push_back(reader_.at_most(self, e, 0, here));
        }
        for (const Expr& e : instance_.loop.conditions) parts.push_back(reader_.condition(e, here, true));
        return all(parts);
    }

    F part(const std::string& suffix) { return all({reader_.domain(suffix), own_part(suffix)}); }

    bool partial() {
        for (const Normal& clause : normal(own_part(""), reader_.coordinates(""), false, false))
            if (clause.facts.empty()) return false;
        return true;
    }

    F set(const Term& level, const std::string& at, const std::string& copy) {
        Names here = names(at);
        here.suffix = copy;
        if (level_slot_ >= 0) here.slots[level_slot_] = {level, "", 0, 0};
        if (set_) return reader_.member(set_, here, reader_.position(at), positive_);
        if (condition_) return reader_.condition(condition_, here, positive_);
        return reader_.with(value_, here, [&](const Term& term) { return compared('=', combined(level, term, -1)); });
    }

    const lang::ClaimInstance& instance_;
    const Ruleset& rules_;
    Digits digits_;
    Reader reader_;
    bool positive_ = true, grundy_ = false, symbolic_ = false;
    Expr asked_, value_asked_, condition_, value_;
    Positions set_;
    std::vector<Expr> arguments_;
    int level_slot_ = -1;
    std::string level_name_;
    std::optional<Long> last_, only_;
};

}  // namespace

Demand demanded(const lang::ClaimInstance& instance, const std::string& levels) {
    return Claimed(instance, levels).demand();
}

}  // namespace bouton::recheck
