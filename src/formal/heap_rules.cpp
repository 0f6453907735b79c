#include "formal/heap_rules.hpp"

#include "lang/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace bouton::formal {

namespace {

constexpr std::int64_t kHeaps = 200;       // that are looked at, at least
constexpr std::int64_t kMostHeaps = 2000;  // and at most
constexpr std::size_t kMostKinds = 120;    // more make Coq slow

using Values = std::vector<std::int64_t>;

/// 2 <= s <= 5 or a list of single numbers.
std::string member(const std::string& name, const NumberSet& set, Frame& frame, bool& is_list) {
    std::vector<std::string> singles, ranges;
    for (const auto& range : detail::intervals(set, frame, nullptr)) {
        if (range.first == range.last)
            singles.push_back(std::to_string(range.first));
        else
            ranges.push_back(fmt::format("({} <= {} /\\ {} <= {})", range.first, name, name, range.last));
    }
    is_list = !singles.empty();
    std::string text = is_list ? fmt::format("In {} {}", name, list(singles)) : "";
    for (const std::string& range : ranges) text += (text.empty() ? "" : " \\/ ") + range;
    return ranges.size() + is_list > 1 ? "(" + text + ")" : text;
}

WrittenMove written(const Move& move, const std::string& heap, int heap_slot, Frame& frame) {
    WrittenMove result;
    Names names;
    SlotNames known{{heap_slot, names.fresh(heap)}};
    const auto guard = [&](const std::string& text) {
        if (std::find(result.guards.begin(), result.guards.end(), text) == result.guards.end())
            result.guards.push_back(text);
    };
    for (const Binder& binder : move.loop.binders) {
        if (binder.kind > Binder::Kind::numbers || (binder.numbers && !binder.numbers->known))
            throw Unwritten{"a variable of its moves runs through positions or an unknown set"};
        const std::string name = names.fresh(binder.names[0]);
        result.variables.push_back(name);
        if (binder.kind == Binder::Kind::numbers) {
            bool is_list = false;
            guard(member(name, *binder.numbers, frame, is_list));
            result.sets += is_list;
        }
        if (binder.kind == Binder::Kind::value) guard(name + " = " + term(binder.lower[0], known));
        if (binder.kind == Binder::Kind::range) {
            for (const Expr& low : binder.lower) guard(term(low, known) + " <= " + name);
            for (const Expr& high : binder.upper) guard(name + " <= " + term(high, known));
        }
        known[binder.slots[0]] = name;
    }
    for (const Expr& each : move.loop.conditions) guard(condition(each, known));
    for (const auto& component : move.results) {
        result.results.push_back(term(component[0], known));
        guard("0 <= " + result.results.back());
    }
    for (std::size_t i = 0; i < move.loop.binders.size() && move.results.size() == 2; ++i)
        if (move.results[0][0]->op == Op::variable && move.results[0][0]->slot == move.loop.binders[i].slots[0])
            result.open = static_cast<int>(i);
    return result;
}

/// What the moves of one kind do, for each heap: values of the variables, and the smaller parts.
struct Seen {
    std::map<std::int64_t, std::set<Values>> choices;
    std::map<std::int64_t, std::set<std::int64_t>> parts;
};

class Reader {
  public:
    Reader(const Ruleset& rules, std::int64_t reach, const Watch& watch)
        : rules_(rules), last_(std::clamp(3 * reach + 40, kHeaps, kMostHeaps)), watch_(watch) {
        frame_.slots.resize(static_cast<std::size_t>(rules.frame_size));
        frame_.watch = &watch;
        if (3 * reach + 40 > kMostHeaps) throw Unwritten{"its moves take too many stones for Coq"};
    }

    HeapRules read() {
        HeapRules result;
        Names names;
        result.heap = names.fresh(rules_.coordinates[0]);
        result.after = names.fresh(result.heap + "'");
        for (std::size_t i = 0; i < rules_.moves.size(); ++i) {
            const Move& move = rules_.moves[i];
            if (move.results.empty() || move.results.size() > 2) throw Unwritten{"a heap becomes more than two heaps"};
            result.moves.push_back(written(move, rules_.coordinates[0], rules_.slots[0], frame_));
            for (const auto& [taken, seen] : look(move))
                if (move.results.size() == 1)
                    single(i, taken, seen, result.kinds);
                else
                    pair(i, taken, seen, result.moves.back(), result.kinds);
            if (result.kinds.size() > kMostKinds) throw Unwritten{"there are too many kinds of moves for Coq"};
        }
        return result;
    }

  private:
    std::map<std::int64_t, Seen> look(const Move& move) {
        std::map<std::int64_t, Seen> all;
        for (std::int64_t heap = 0; heap <= last_; ++heap) {
            watch_.check();
            frame_[rules_.slots[0]] = heap;
            for_each(move.loop, frame_, nullptr, [&] {
                Values results, values;
                for (const auto& component : move.results) results.push_back(evaluate_machine(component[0], frame_));
                for (const Binder& binder : move.loop.binders) values.push_back(frame_[binder.slots[0]]);
                if (*std::min_element(results.begin(), results.end()) < 0) return true;
                if (results.size() == 2 && results[0] > results[1])
                    throw Unwritten{"a heap is split in both orders: write it with the smaller part first (a <= ...)"};
                std::int64_t taken = heap;
                for (const std::int64_t each : results) taken -= each;
                Seen& seen = all[taken];
                seen.choices[heap].insert(std::move(values));
                seen.parts[heap].insert(results[0]);
                return true;
            });
        }
        return all;
    }

    /// x - taken from some heap on, and at single heaps.
    void single(std::size_t move, std::int64_t taken, const Seen& seen, std::vector<Kind>& kinds) const {
        std::int64_t from = last_ + 1;
        while (from > 0 && seen.choices.contains(from - 1)) --from;
        if (from <= last_) {
            if (from > last_ / 2) throw Unwritten{"its moves are of a kind that is not in formal/Windows.v"};
            Kind kind{Kind::Form::one, taken, from - taken, false, move, {}};
            kind.witness = common(seen, from);
            kinds.push_back(kind);
        }
        for (const auto& [heap, choices] : seen.choices)
            if (heap < from) kinds.push_back({Kind::Form::only, heap, heap - taken, false, move, *choices.begin()});
    }

    /// Values that are good for all heaps from there on.
    Values common(const Seen& seen, std::int64_t from) const {
        for (const Values& values : seen.choices.at(last_)) {
            bool good = true;
            for (std::int64_t heap = from; heap < last_ && good; ++heap) good = seen.choices.at(heap).contains(values);
            if (good) return values;
        }
        throw Unwritten{"its moves are of a kind that is not in formal/Windows.v"};
    }

    void pair(std::size_t move, std::int64_t taken, const Seen& seen, const WrittenMove& text,
              std::vector<Kind>& kinds) const {
        const auto strange = [] { return Unwritten{"its splits are of a kind that is not in formal/Windows.v"}; };
        if (text.open < 0 || !seen.parts.contains(last_) || !seen.parts.contains(last_ - 1)) throw strange();
        Kind kind{Kind::Form::two, taken, *seen.parts.at(last_).begin(), true, move, *seen.choices.at(last_).begin()};
        for (const std::int64_t heap : {last_, last_ - 1})
            if ((heap - taken) % 2 == 0 && seen.parts.at(heap).contains((heap - taken) / 2)) kind.unequal = false;
        for (std::int64_t heap = 0; heap <= last_; ++heap) {
            std::set<std::int64_t> wanted;
            for (std::int64_t b = kind.least; 2 * b + kind.unequal <= heap - taken; ++b) wanted.insert(b);
            const auto found = seen.parts.find(heap);
            if (wanted != (found == seen.parts.end() ? std::set<std::int64_t>{} : found->second)) throw strange();
        }
        kinds.push_back(kind);
    }

    const Ruleset& rules_;
    std::int64_t last_;
    const Watch& watch_;
    Frame frame_;
};

}  // namespace

std::string Kind::text() const {
    switch (form) {
        case Form::only: return fmt::format("Only {} {}", taken, least);
        case Form::one: return fmt::format("One {} {}", taken, least);
        case Form::two: return fmt::format("Two {} {} {}", taken, least, unequal);
    }
    return "";
}

bool HeapRules::subtraction() const {
    return std::all_of(kinds.begin(), kinds.end(),
                       [](const Kind& k) { return k.form == Kind::Form::one && k.least == 0; });
}

HeapRules heap_rules(const Ruleset& rules, std::int64_t reach, const Watch& watch) {
    return Reader(rules, reach, watch).read();
}

}  // namespace bouton::formal
