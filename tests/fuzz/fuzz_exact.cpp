// Answers by laws and certified periods: at small positions what the reference engine says; at large ones a move to a smaller value exists,
// is legal, and has that value, and no move leads to the same value.
#include "fuzz/sessions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace {

using namespace bouton;
using namespace bouton::fuzz;

Integer coordinate(Random& random, std::int64_t largest) {
    if (random.chance(60)) return random.between(0, largest);
    const Integer power = Integer(1) << static_cast<unsigned>(random.between(66, 90));
    return std::max<Integer>(0, power + random.between(-40, 40));
}

Integer value_of(Session& session, const LargeOption& option, bool& known) {
    Integer total = 0;
    for (const LargePosition& part : option) {
        const ValueAnswer answer = session.answer(part);
        known = known && answer.exact && answer.warrant.kind <= Warrant::Kind::checked;
        total ^= answer.value;
    }
    return total;
}

void ask(Random random) {
    Asked& game = asked()[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(asked().size()) - 1))];
    Session& session = *game.session;
    LargePosition position;
    for (const std::int64_t largest : game.largest) position.push_back(coordinate(random, largest));
    const auto shown = [&] { return session.rules().instance + " " + to_text(position); };
    const ValueAnswer answer = session.answer(position);
    bool small = true;
    Position machine;
    for (std::size_t i = 0; i < position.size(); ++i) {
        small = small && position[i] <= game.largest[i];
        machine.push_back(clamp(position[i]));
    }
    if (small) {
        const Value expected = game.reference->value(machine);
        if (answer.exact ? answer.value != expected : expected == 0)
            finding(fmt::format("{} instead of {}", to_text(answer.value), expected), shown());
    }
    if (session.rules().players || session.rules().misere || !answer.exact) return;
    if (answer.value != 0) {
        const Integer wanted =
            session.what() == What::outcome ? Integer(0) : Integer(random.between(0, 1 << 16) % answer.value);
        const auto move = session.move_to(position, wanted);
        if (!move) return;  // not every law finds moves
        if (!session.is_move(position, *move)) finding("a move that is none", shown());
        bool known = true;
        if (value_of(session, *move, known) != wanted && known) finding("a move to another value", shown());
    }
    if (answer.value == 0) {
        const auto move = session.move_to(position, 0);
        if (move) finding("a move from a P-position to the P-position " + to_text(move->at(0)), shown());
    }
}

}  // namespace

/// Before the clock runs.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
    asked();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    sessions_watch(small_limits().seconds);
    return input([&] { allow_errors([&] { ask(Random(data, size)); }); });
}
