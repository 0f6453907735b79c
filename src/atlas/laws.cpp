#include "atlas/laws.hpp"

#include "base/error.hpp"
#include "lang/elaborator.hpp"
#include "lang/parse.hpp"

#include <fmt/format.h>

namespace bouton::atlas {

namespace {

// What a law may ask of a member, beside its variables.
const std::vector<std::string> kColumns = {"preperiod",         "period",         "saltus",
                                           "outcome_preperiod", "outcome_period", "largest_value"};

}  // namespace

Laws::Laws(const std::vector<std::string>& variables, const std::vector<std::string>& texts) {
    std::vector<std::string> names = variables;
    names.insert(names.end(), kColumns.begin(), kColumns.end());
    for (const std::string& text : texts) {
        const lang::Source source{"--law", text};
        lang::Elaborator elaborator(source);
        lang::Scope root, scope{&root, true, {}};
        slots_.clear();
        for (const std::string& name : names) {
            slots_.push_back(elaborator.new_slot());
            scope.names[name].meaning = lang::integer_meaning(variable(slots_.back(), name));
        }
        laws_.push_back(elaborator.condition(lang::parse_term(text, "--law"), scope));
        frame_size_ = std::max(frame_size_, static_cast<std::size_t>(elaborator.slot_count()));
    }
}

Laws::~Laws() = default;

int Laws::first(const Values& values, const Findings& findings) const {
    if (!findings.settled || laws_.empty()) return -1;
    thread_local Frame frame;
    frame.slots.resize(frame_size_);
    std::size_t slot = 0;
    const auto set = [&](std::int64_t value) { frame[slots_[slot++]] = value; };
    for (const std::int64_t value : values) set(value);
    for (const std::int64_t value : {findings.preperiod, findings.period, findings.saltus, findings.outcome_preperiod,
                                     findings.outcome_period, findings.largest_value})
        set(value);
    for (std::size_t i = 0; i < laws_.size(); ++i)
        if (test(laws_[i], frame)) return static_cast<int>(i);
    return -1;
}

}  // namespace bouton::atlas
