// Laws against the rules, before they are used.
#include "claims/cases.hpp"
#include "claims/refute.hpp"
#include "engines/choose.hpp"
#include "laws/theory.hpp"

#include <fmt/format.h>

#include <vector>

namespace bouton {

namespace {

constexpr double kLeastDoubt = 0.02;  // seconds for one comparison
constexpr std::int64_t kFarthestCompared =
    500000;  // a coordinate near a number of the rules, while the others are small
constexpr std::int64_t kOthers = 5;
constexpr std::int64_t kDiagonal = 300;  // both coordinates

/// A law and the rules say different things.
class Disagreement : public Error {
  public:
    explicit Disagreement(const std::string& message) : Error(Fault::input, message) {}
};

}  // namespace

bool Theory::ensure_checked(std::size_t number) {
    Law& law = laws_[number];
    if (law.checked || comparing_) return !law.refuted;
    struct Compare {
        bool& flag;
        Engine*& source;
        Engine& usual;
        Compare(bool& f, Engine*& s, Engine& u) : flag(f), source(s), usual(u) { flag = true; }
        ~Compare() {
            flag = false;
            source = &usual;
        }
    };
    {
        const Compare compare(comparing_, source_, engine_);
        compare_on_box(law);
        compare_far(law);
    }
    law.checked = true;
    const double start = watch_.elapsed();
    const RefuterReport report = refute(*law.document, *law.source, watch_, doubt_ / 4 + kLeastDoubt, 1901, false);
    doubt_ = std::max(0.0, doubt_ - (watch_.elapsed() - start));
    if (!report.found) return true;
    law.refuted = true;
    std::string at;
    for (const auto& [name, value] : report.found->counterexample)
        at += fmt::format("{}{} = {}", at.empty() ? "" : ", ", name, value);
    refused_.push_back(fmt::format("{}: it is false for {}", law.claim, at));
    return false;
}

/// Throws if the law says something else than the rules.
void Theory::compare(Law& law, const Position& position, Engine& engine) {
    if (!is_position(LargePosition(position.begin(), position.end()))) return;
    const Value expected = engine.value(position);
    LargePosition here(position.begin(), position.end());
    std::optional<LawAnswer> answer;
    if (rules_.players > 2) {
        if (const auto outcome = podium_outcome(here, nullptr)) answer = LawAnswer{*outcome, true, {}};
    } else {
        bool moved = false;
        answer = apply(law, here, moved);
        if (moved && is_position(here))  // it says that this is the value of a smaller heap
            answer = LawAnswer{engine.value(clamped(here)), true, {}};
    }
    const bool zero_only =
        answer && rules_.players <= 2 && (!answer->exact || law.zero_or_not || what_ == What::outcome);
    if (answer && (zero_only ? (answer->value == 0) != (expected == 0) : answer->value != expected))
        throw Disagreement(fmt::format(
            "{} ({}) is wrong at {}: it says {}, the rules give {}; mend it, or remove it from the file", law.claim,
            law.file, to_text(position), zero_only && answer->value != 0 ? "not 0" : to_text(answer->value), expected));
}

void Theory::compare_on_box(Law& law) {
    engine_.prepare(box_);
    Position position(length_, 0);
    while (true) {
        watch_.check();  // at each: a law may be dear
        compare(law, position, engine_);
        std::size_t i = length_;
        while (i-- > 0) {
            if (++position[i] <= box_[i]) break;
            position[i] = 0;
        }
        if (i >= length_) break;
    }
}

/// Where rules like to change. What is too dear is left out: the box has been compared.
void Theory::compare_far(Law& law) {
    std::vector<std::int64_t> marks;  // numbers that are mentioned first: the time may be short
    for (const Integer& constant : space_of(*law.instance).constants)
        for (int near = -2; near <= 2; ++near)
            if (constant <= kFarthestCompared) marks.push_back(clamp(constant) + near);
    for (const int mark : {100, 127, 128, 129, 255, 256, 257, 1000, 1023, 1024, 2000, 4095, 4096, 20000})
        marks.push_back(mark);
    const double start = watch_.elapsed();
    const Watch part(watch_, {watch_.limits().memory / 2, doubt_ / 2 + kLeastDoubt});
    // An engine for each direction: one alone would fill a table as far in all of them.
    const auto with_engine = [&](const auto& compare_all) {
        const auto engine = make_engine("auto", rules_, what_, part);
        source_ = engine.get();
        try {
            compare_all(*engine);
        } catch (const Disagreement&) {
            throw;
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
            watch_.check();
        }
        source_ = &engine_;
    };
    for (std::size_t i = 0; i < length_; ++i) {
        with_engine([&](Engine& engine) {
            for (const std::int64_t mark : marks) {
                for (std::int64_t other = 0; other <= (length_ == 1 ? 0 : kOthers); ++other) {
                    Position position(length_, 0);
                    for (std::size_t j = 0; j < length_; ++j)
                        if (j == i || other > 0) position[j] = j == i ? mark : j < i + 2 ? other : 0;
                    part.check();
                    compare(law, position, engine);
                }
            }
        });
    }
    if (length_ == 2) {
        with_engine([&](Engine& engine) {
            for (const std::int64_t mark : marks)
                for (std::int64_t near = -2; mark <= kDiagonal && near <= 2; ++near)
                    if (mark + near >= 0) compare(law, {mark, mark + near}, engine);
        });
    }
    doubt_ = std::max(0.0, doubt_ - (watch_.elapsed() - start));
}

}  // namespace bouton
