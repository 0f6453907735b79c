// For the tests of templates: samples with values that somebody made up, and what a guess says far from them.
#pragma once

#include "discover/finders.hpp"
#include "unit/support.hpp"

#include <memory>

namespace bouton::unit {

/// A game whose rules are of no help, so that templates look at the values alone.
inline discover::Subject subject_of(const std::string& text, discover::Quantity quantity) {
    discover::Subject subject;
    subject.document = read(text);
    subject.game = {&subject.document->file.games[0], subject.document.get()};
    subject.rules = rules_in(text);
    subject.quantity = quantity;
    return subject;
}

inline discover::Subject blank(std::size_t dimension, discover::Quantity quantity = discover::Quantity::values) {
    static const char* const games[] = {"game g (x)\n  move (x - t) for 1 <= t <= floor(sqrt(x))\n",
                                        "game g (x, y)\n  move (x - t, y) for 1 <= t <= floor(sqrt(x*y))\n",
                                        "game g (x, y, z)\n  move (x - t, y, z) for 1 <= t <= floor(sqrt(x*y))\n"};
    return subject_of(games[dimension - 1], quantity);
}

inline std::unique_ptr<discover::Sample> plant(const discover::Subject& subject,
                                               const std::function<std::int32_t(const Position&)>& f) {
    return discover::planted(subject, subject.rules.coordinates, f);
}

/// The same for the same seed, without a pattern that any template could mean.
inline std::int32_t noise(const Position& position) {
    std::uint64_t h = 0x9e3779b97f4a7c15u;
    for (const std::int64_t c : position) {
        h ^= static_cast<std::uint64_t>(c) + 0x632be59bd9b4e019u;
        h *= 0xbf58476d1ce4e5b9u;
        h ^= h >> 29;
    }
    return static_cast<std::int32_t>(h % 5);
}

/// Does the formula of the guess give f at positions far beyond the tables?
inline bool right_far_out(const discover::Sample& sample, const discover::Guess& guess,
                          const std::function<std::int32_t(const Position&)>& f) {
    Random random(1901);
    std::vector<Position> far;
    for (int i = 0; i < 300; ++i) {
        Position position;
        for (std::size_t d = 0; d < sample.dimension(); ++d) position.push_back(random.between(0, 100000));
        far.push_back(position);
    }
    const auto values = sample.evaluate(discover::text(guess.expression), far);
    for (std::size_t i = 0; i < far.size(); ++i) {
        const std::int32_t want = sample.outcomes() ? f(far[i]) == 0 : f(far[i]);
        if (!values[i] || *values[i] != want) return false;
    }
    return true;
}

}  // namespace bouton::unit
