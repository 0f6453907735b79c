#include "atlas/laws.hpp"

#include "base/error.hpp"
#include "lang/elaborator.hpp"
#include "lang/parse.hpp"

#include <fmt/format.h>

#include <optional>
#include <sstream>

namespace bouton::atlas {

namespace {

// What a law may ask of a member, beside its variables.
const std::vector<std::string> kColumns = {"preperiod",         "period",         "saltus",
                                           "outcome_preperiod", "outcome_period", "largest_value"};

constexpr std::string_view kValues = "grundy(";

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/// Every name gets a slot; the same names in the same order get the same slots in every law.
void add_names(lang::Elaborator& elaborator, lang::Scope& scope, const std::vector<std::string>& names,
               std::vector<int>& slots) {
    slots.clear();
    for (const std::string& name : names) {
        slots.push_back(elaborator.new_slot());
        scope.names[name].meaning = lang::integer_meaning(variable(slots.back(), name));
    }
}

}  // namespace

Laws::Laws(const std::vector<std::string>& variables, const std::vector<std::string>& texts, std::size_t dimension) {
    std::vector<std::string> names = variables;
    names.insert(names.end(), kColumns.begin(), kColumns.end());
    for (const std::string& text : texts) {
        const bool values = trimmed(text).starts_with(kValues);
        if (values && dimension == 0)
            throw bad_input("--law: a formula for values is compared when the atlas is made; give it there");
        laws_.push_back(values ? formula(trimmed(text), names, dimension) : condition(text, names));
    }
}

Laws::~Laws() = default;

Laws::Law Laws::condition(const std::string& text, const std::vector<std::string>& names) {
    const lang::Source source{"--law", text};
    lang::Elaborator elaborator(source);
    lang::Scope root, scope{&root, true, {}};
    add_names(elaborator, scope, names, slots_);
    Law law{elaborator.condition(lang::parse_term(text, "--law"), scope), {}};
    frame_size_ = std::max(frame_size_, static_cast<std::size_t>(elaborator.slot_count()));
    return law;
}

/// grundy(x, y) = FORMULA
Laws::Law Laws::formula(const std::string& text, const std::vector<std::string>& names, std::size_t dimension) {
    const std::size_t close = std::min(text.find(')'), text.size());
    const std::string after = trimmed(text.substr(std::min(close + 1, text.size())));
    std::vector<std::string> coordinates;
    std::istringstream list(text.substr(kValues.size(), close - std::min(close, kValues.size())));
    for (std::string name; std::getline(list, name, ',');) coordinates.push_back(trimmed(name));
    if (coordinates.size() != dimension || !after.starts_with("="))
        throw bad_input(fmt::format("--law: a formula for values is written grundy({}) = ..., with {} name{}",
                                    dimension == 1 ? "x" : "x, y", dimension, dimension == 1 ? "" : "s"));
    const lang::Source source{"--law", after.substr(1)};
    lang::Elaborator elaborator(source);
    lang::Scope root, scope{&root, true, {}};
    add_names(elaborator, scope, names, slots_);
    Law law;
    for (const std::string& name : coordinates)
        if (scope.names.contains(name))
            throw bad_input(fmt::format("--law: {} is a variable of the family already", name));
    add_names(elaborator, scope, coordinates, law.coordinates);
    law.expr = elaborator.integer(lang::parse_term(source.text, "--law"), scope);
    frame_size_ = std::max(frame_size_, static_cast<std::size_t>(elaborator.slot_count()));
    return law;
}

int Laws::first(const Values& values, const Findings& findings, const std::function<ValueTable()>& table) const {
    if (laws_.empty()) return -1;
    thread_local Frame frame;
    frame.slots.resize(frame_size_);
    std::size_t slot = 0;
    const auto set = [&](std::int64_t value) { frame[slots_[slot++]] = value; };
    for (const std::int64_t value : values) set(value);
    for (const std::int64_t value : {findings.preperiod, findings.period, findings.saltus, findings.outcome_preperiod,
                                     findings.outcome_period, findings.largest_value})
        set(value);
    std::optional<ValueTable> made;
    for (std::size_t i = 0; i < laws_.size(); ++i) {
        const Law& law = laws_[i];
        if (law.coordinates.empty()) {
            if (findings.settled && test(law.expr, frame)) return static_cast<int>(i);
            continue;
        }
        if (!made) made = table();
        if (fits(law, *made, frame)) return static_cast<int>(i);
    }
    return -1;
}

bool Laws::fits(const Law& law, const ValueTable& table, Frame& frame) const {
    std::vector<std::int64_t> at(law.coordinates.size(), 0);
    try {
        for (const std::int64_t value : table.values) {
            frame.tick();
            for (std::size_t i = 0; i < at.size(); ++i) frame[law.coordinates[i]] = at[i];
            if (evaluate_clamped(law.expr, frame) != value) return false;
            for (std::size_t i = at.size(); i-- > 0 && ++at[i] > table.limit;) at[i] = 0;
        }
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return false;  // it says nothing of this member: a division by zero, say
    }
    return true;
}

}  // namespace bouton::atlas
