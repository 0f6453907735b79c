#include "lang/codes.hpp"

#include "lang/evaluate.hpp"

#include <algorithm>
#include <optional>

namespace bouton::lang {

namespace {

std::int64_t digit_value(char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; }

/// The last place of the table that stands for a finite code, if e is the digit at the variable in this slot: there it is 0 for ever.
std::optional<std::int64_t> last_place(const Expr& e, int slot) {
    if (e->op != Op::table || e->args[0]->op != Op::minimum || e->args[0]->args.size() != 2) return std::nullopt;
    const Expr &place = e->args[0]->args[0], &last = e->args[0]->args[1];
    if (place->op != Op::variable || place->slot != slot || !is_number(last)) return std::nullopt;
    if (last->number != Integer(e->table.size() - 1)) return std::nullopt;
    return static_cast<std::int64_t>(e->table.size()) - 1;
}

/// From which value of the variable on the condition is always the same: it mentions no other variable, and this one only as the place of
/// a digit.
std::optional<std::int64_t> settled_from(const Expr& condition, int slot) {
    std::int64_t from = -1;
    const Expr rest = rewritten(condition, [&](const Expr& e) -> Expr {
        const auto last = last_place(e, slot);
        if (!last) return nullptr;
        from = std::max(from, *last);
        return number(0);
    });
    const std::vector<bool> seen = slots_in(rest);
    if (from < 0 || std::find(seen.begin(), seen.end(), true) != seen.end()) return std::nullopt;
    return from;
}

/// What bounds the range of a variable beside the numbers first..last.
struct Ends {
    std::optional<std::int64_t> first, last;
    std::vector<Expr> others;
};

Ends ends_of(const Binder& binder) {
    Ends ends;
    Frame empty;
    const Expr v = variable(binder.slots[0], binder.names[0]);
    const auto constant = [](const Expr& e) {
        const std::vector<bool> seen = slots_in(e);
        return std::find(seen.begin(), seen.end(), true) == seen.end();
    };
    for (const Expr& e : binder.lower) {
        if (constant(e))
            ends.first = std::max(ends.first.value_or(clamp(evaluate(e, empty))), clamp(evaluate(e, empty)));
        else
            ends.others.push_back(make(Op::less_equal, {e, v}));
    }
    for (const Expr& e : binder.upper) {
        if (constant(e))
            ends.last = std::min(ends.last.value_or(clamp(evaluate(e, empty))), clamp(evaluate(e, empty)));
        else
            ends.others.push_back(make(Op::less_equal, {v, e}));
    }
    return ends;
}

/// The numbers first..last-1 at which all conditions hold.
std::shared_ptr<NumberSet> places(const std::vector<Expr>& conditions, int slot, std::int64_t first,
                                  std::int64_t last) {
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(slot) + 1);
    auto set = std::make_shared<NumberSet>();
    for (std::int64_t v = first; v < last; ++v) {
        frame[slot] = v;
        const auto holds = [&](const Expr& e) { return test(e, frame); };
        if (!std::all_of(conditions.begin(), conditions.end(), holds)) continue;
        if (!set->intervals.empty() && set->intervals.back().last->small == v - 1)
            set->intervals.back().last = number(v);
        else
            set->intervals.push_back({number(v), number(v)});
    }
    return set;
}

bool fails_at(const Expr& condition, int slot, std::int64_t place) {
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(slot) + 1);
    frame[slot] = place;
    return !test(condition, frame);
}

void split_conjunction(const Expr& e, std::vector<Expr>& parts) {
    if (e->op != Op::conjunction) return parts.push_back(e);
    for (const Expr& part : e->args) split_conjunction(part, parts);
}

}  // namespace

std::size_t repeated_digits(const syntax::Term& code) {
    const auto open = code.text.find('[');
    return open == std::string::npos ? 0 : code.text.size() - open - 2;
}

std::vector<syntax::Term> digits_of(const std::string& code, syntax::Place place) {
    std::vector<syntax::Term> digits;
    for (const char c : code) {
        if (c == '.' || c == '[' || c == ']') continue;
        syntax::Term digit;
        digit.text = std::to_string(digit_value(c));
        digit.place = place;
        digits.push_back(std::move(digit));
    }
    return digits;
}

Expr digit_at(const syntax::Term& code, const Expr& place, const std::string& name) {
    auto node = std::make_shared<Node>();
    node->op = Op::table;
    node->text = name;
    for (const syntax::Term& digit : code.parts) node->table.push_back(integer_from(digit.text));
    const auto count = static_cast<std::int64_t>(node->table.size());
    Expr index;
    if (const auto block = static_cast<std::int64_t>(repeated_digits(code)); block == 0) {
        node->table.push_back(0);
        index = make(Op::minimum, {place, number(count)});
    } else {
        // Before the block this is the place itself, since begin + ... is larger; in it and after it, the place in the first block.
        const Expr begin = number(count - block);
        const Expr later = make(Op::modulo, {make(Op::subtract, {place, begin}), number(block)});
        index = make(Op::minimum, {place, make(Op::add, {begin, later})});
    }
    node->args = {index, place};
    node->depth = std::max(index->depth, place->depth) + 1;
    node->size = index->size + place->size + 1;
    return node;
}

bool pick_places(Loop& loop, std::vector<Expr>& conditions) {
    std::vector<Expr> parts;
    for (const Expr& e : conditions) split_conjunction(e, parts);
    for (Binder& binder : loop.binders) {
        if (binder.kind != Binder::Kind::range) continue;
        const int slot = binder.slots[0];
        std::vector<Expr> chosen;
        std::int64_t last = -1;
        for (const Expr& e : parts) {
            const auto from = settled_from(e, slot);
            if (!from) continue;
            chosen.push_back(e);
            if (fails_at(e, slot, *from)) last = last < 0 ? *from : std::min(last, *from);
        }
        if (last < 0) continue;  // also digits beyond the end may be meant
        const Ends ends = ends_of(binder);
        if (!ends.first || *ends.first < 0) continue;
        if (ends.last && *ends.last < last) last = *ends.last + 1;
        binder.kind = Binder::Kind::numbers;
        binder.numbers = places(chosen, slot, *ends.first, last);
        binder.lower.clear();
        binder.upper.clear();
        std::erase_if(parts, [&](const Expr& e) { return std::find(chosen.begin(), chosen.end(), e) != chosen.end(); });
        parts.insert(parts.end(), ends.others.begin(), ends.others.end());
        if (binder.numbers->intervals.empty()) return false;
    }
    conditions = std::move(parts);
    return true;
}

}  // namespace bouton::lang
