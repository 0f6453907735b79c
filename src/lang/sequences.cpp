#include "lang/sequences.hpp"

#include "lang/messages.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <set>

namespace bouton {

namespace {

/// A call that is to be found first.
struct PutOff {
    const Recursion* function;
    Position at;
};

constexpr std::int64_t kLongestGap = 1024;  // in a row of values

std::int64_t machine_argument(const Recursion& function, const Integer& value) {
    if (value < 0) throw messages::negative_recursion(function.name, value);
    if (!fits(value)) throw messages::value_too_large(value);
    return clamp(value);
}

/// What is known already; null: nothing.
const Integer* find_large(const Recursion& function, const Position& at) {
    const auto found = function.others.find(at);
    return found == function.others.end() ? nullptr : &found->second;
}

bool find_small(const Recursion& function, std::int64_t at, std::int64_t& value) {
    if (at < 0 || static_cast<std::uint64_t>(at) >= function.row.size()) return false;
    value = function.row[static_cast<std::size_t>(at)];
    return value != kLarge;
}

bool is_known(const Recursion& function, const Position& at, Integer* value = nullptr) {
    std::int64_t small = 0;
    if (at.size() == 1 && find_small(function, at[0], small)) {
        if (value) *value = small;
        return true;
    }
    const Integer* large = find_large(function, at);
    if (large && value) *value = *large;
    return large;
}

void keep(const Recursion& function, const Position& at, const Integer& value, const Frame& frame) {
    const RecursionGroup& group = *function.group;
    const bool in_row = at.size() == 1 && fits(value) && clamp(value) != kLarge &&
                        at[0] <= static_cast<std::int64_t>(function.row.size()) + kLongestGap;
    if (in_row) {
        const auto place = static_cast<std::size_t>(at[0]);
        if (place >= function.row.size()) {
            group.bytes += 16 * (place + 1 - function.row.size());  // twice the size of an entry: a vector grows ahead
            function.row.resize(place + 1, kLarge);
        }
        function.row[place] = clamp(value);
    } else {
        function.others.emplace(at, value);
        group.bytes += 128 + (value == 0 ? 0 : msb(Integer(abs(value))) / 8);
    }
    const Watch* watch = frame.watch ? frame.watch : Watch::current();
    if (watch && group.bytes > watch->limits().memory) throw messages::recursion_memory(function.name);
}

/// The body at these arguments, in a frame of its own.
Integer computed(const Recursion& function, const Position& at) {
    const RecursionGroup& group = *function.group;
    Frame& frame = group.frames[group.depth];
    for (std::size_t i = 0; i < at.size(); ++i) frame[function.slots[i]] = at[i];
    struct Deeper {
        std::size_t& depth;
        explicit Deeper(std::size_t& d) : depth(d) { ++depth; }
        ~Deeper() { --depth; }
    };
    Integer value;
    {
        const Deeper deeper(group.depth);
        frame.tick();
        value = evaluate(function.body, frame);
    }
    keep(function, at, value, frame);
    return value;
}

/// Values in a chain, each needing the one before: found from the start they need no stack. Where one has no value, nothing is lost.
void find_upwards(const Recursion& function, std::int64_t last) {
    std::int64_t n = static_cast<std::int64_t>(function.row.size());
    try {
        for (; n <= last; ++n)
            if (!is_known(function, {n})) computed(function, {n});
    } catch (const PutOff&) {
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
    }
}

void begin(const RecursionGroup& group, const std::vector<Integer>& outer_values, const Frame& caller) {
    if (group.outer_values != outer_values) {
        for (const Recursion& function : group.functions) {
            function.row.clear();
            function.others.clear();
        }
        group.growing.clear();
        group.frames.clear();
        group.bytes = 0;
        group.outer_values = outer_values;
    }
    const std::size_t size = std::max(caller.slots.size(), group.frame_size);
    if (group.frames.empty() || group.frames[0].slots.size() < size) {
        Frame frame;
        frame.slots.resize(size);
        frame.group = &group;
        for (std::size_t i = 0; i < group.outer.size(); ++i) frame.set(group.outer[i], outer_values[i]);
        group.frames.assign(group.deepest() + 1, frame);
    }
    for (Frame& frame : group.frames) frame.watch = caller.watch;
    group.depth = 0;
}

}  // namespace

void GrowingMex::add(std::int64_t value) {
    if (value < mex) return;
    if (value > mex) {
        larger.insert(value);
        return;
    }
    ++mex;
    while (larger.erase(mex) > 0) ++mex;
}

/// So many calls inside each other that their bodies do not use up the stack.
std::size_t RecursionGroup::deepest() const {
    int depth = 1;
    for (const Recursion& function : functions) depth = std::max(depth, function.body->depth);
    return static_cast<std::size_t>(std::clamp(300 / depth, 2, 40));
}

bool known_value(const Node& node, std::int64_t at, std::int64_t& value) {
    return find_small(*node.recursion, at, value);
}

Integer recursive_value(const Node& node, const std::vector<Integer>& arguments, Frame& frame) {
    const Recursion& function = *node.recursion;
    const RecursionGroup& group = *function.group;
    Position at;
    for (std::size_t i = 0; i < function.slots.size(); ++i) at.push_back(machine_argument(function, arguments[i]));
    Integer value;
    if (is_inside(node)) {
        if (is_known(function, at, &value)) return value;
        if (group.depth >= group.frames.size()) throw PutOff{&function, at};
        return computed(function, at);
    }
    const std::lock_guard lock(group.busy);
    begin(group, {arguments.begin() + static_cast<std::ptrdiff_t>(function.slots.size()), arguments.end()}, frame);
    std::vector<PutOff> waiting{{&function, at}};
    while (!waiting.empty()) {
        const PutOff top = waiting.back();
        try {
            if (!is_known(*top.function, top.at)) computed(*top.function, top.at);
            waiting.pop_back();
        } catch (const PutOff& first) {
            const auto reach = static_cast<std::int64_t>(16 * group.frames.size());
            if (first.at.size() == 1 && top.at.size() == 1 && top.at[0] - first.at[0] <= reach) {
                group.depth = 0;
                find_upwards(*first.function, first.at[0]);
            }
            waiting.push_back(first);
        }
        group.depth = 0;
    }
    is_known(function, at, &value);
    return value;
}

GrowingMex* growing_mex(const Node& node, Frame& frame) {
    if (!frame.group) return nullptr;
    GrowingMex& mex = frame.group->growing[&node];
    if (mex.fits == GrowingMex::Fits::unknown) {
        const Loop& loop = *node.loop;
        bool simple = loop.binders.size() == 1 && loop.conditions.empty() &&
                      loop.binders[0].kind == Binder::Kind::range && loop.binders[0].lower.size() == 1 &&
                      is_number(loop.binders[0].lower[0]) && loop.binders[0].lower[0]->is_small;
        if (simple) {
            std::vector<int> own = frame.group->outer;
            own.push_back(loop.binders[0].slots[0]);
            for (const Expr& body : node.args) simple = simple && outer_slots(body, own).empty();
            mex.next = loop.binders[0].lower[0]->small;
        }
        mex.fits = simple ? GrowingMex::Fits::yes : GrowingMex::Fits::no;
    }
    return mex.fits == GrowingMex::Fits::yes ? &mex : nullptr;
}

std::vector<int> outer_slots(const Expr& e, const std::vector<int>& own) {
    std::set<int> free, bound(own.begin(), own.end());
    Walk walk([&](const Node& node) {
        if (node.op == Op::variable) free.insert(node.slot);
        if (node.loop)
            for (const Binder& binder : node.loop->binders) bound.insert(binder.slots.begin(), binder.slots.end());
    });
    walk(e);
    std::vector<int> result;
    for (const int slot : free)
        if (!bound.contains(slot)) result.push_back(slot);
    return result;
}

}  // namespace bouton
