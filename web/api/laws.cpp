// What holds of a game as a whole: periods, laws that are found, the shape of its moves.
#include "state.hpp"
#include "tex.hpp"

#include "answers/periods.hpp"
#include "discover/search.hpp"
#include "lang/parse.hpp"
#include "render/laws.hpp"
#include "render/render.hpp"

#include <algorithm>
#include <sstream>

namespace bouton::web {

namespace {

Json one_period(const PeriodAnswer& answer, const std::optional<ObservedPeriod>& seen, bool outcomes) {
    if (!answer.proved) {
        Json observed;
        if (seen)
            observed = {{"preperiod", json_of(seen->law.preperiod)},
                        {"period", json_of(seen->law.period)},
                        {"saltus", json_of(seen->law.saltus)},
                        {"to", json_of(seen->to)}};
        return {{"proved", false}, {"why", answer.why_not}, {"observed", observed}};
    }
    (void)outcomes;
    return {{"proved", true},
            {"preperiod", json_of(answer.preperiod)},
            {"period", json_of(answer.period)},
            {"saltus", json_of(answer.saltus)},
            {"how", answer.how},
            {"first", json_of(answer.first)},
            {"evidence", answer.certificate}};
}

/// The statement as TeX; null where it is no term of the language.
Json tex_of(const std::string& statement) {
    try {
        return tex(lang::parse_term(statement, "law"));
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return nullptr;
    }
}

Json law_json(const discover::Law& law) {
    const Json full = render::json_of(law);
    Json json;
    for (const char* key :
         {"law", "needs", "statement", "verdict", "bound", "template", "method", "generality", "cases", "whole"})
        json[key] = full.contains(key) ? full[key] : Json();
    json["tex"] = tex_of(law.statement);
    json["text"] = render::law_text(law);
    json["words"] = render::law_words(law);
    return json;
}

}  // namespace

Json period(State& state, const Json& ask) {
    const auto session = state.session(ask, What::grundy);
    constexpr std::int64_t kUsual = 200000, kMost = 10000000;
    const std::int64_t to = std::clamp<std::int64_t>(number_in(ask, "to", kUsual), 1, kMost);
    const Periods found = periods(*session, to, *state.watch);
    const ObservedPeriods seen = observed_periods(*session, found, to, *state.watch);
    return {{"instance", session->rules().instance},
            {"values", one_period(found.nim_values, seen.nim_values, false)},
            {"outcomes", one_period(found.outcomes, seen.outcomes, true)}};
}

Json discover(State& state, const Json& ask) {
    constexpr double kSeconds = 60, kShare = 0.95;  // what is found has to be told within the limit, too
    const auto session = state.session(ask, What::grundy);
    discover::Subject subject;
    subject.game = session->game();
    subject.document = subject.game.document->shared_from_this();
    subject.arguments = arguments_in(ask);
    subject.rules = session->rules();
    subject.quantity = what_in(ask) == What::outcome ? discover::Quantity::outcomes : discover::Quantity::values;
    const Limits& limits = state.watch->limits();
    const Watch work(*state.watch, Limits{limits.memory, limits.seconds > 0 ? kShare * limits.seconds : kSeconds});
    discover::Request request;
    request.piles = static_cast<std::size_t>(std::clamp<std::int64_t>(number_in(ask, "piles", 0), 0, 3));
    request.found = [&](const discover::Law& law) {
        if (state.tell) state.tell({{"law", law_json(law)}});
    };
    const discover::Report report = discover::search(subject, request, work);
    Json laws = Json::array(), tried = Json::array(), nearest = Json::array();
    for (const discover::Law& law : report.laws) laws.push_back(law_json(law));
    for (const discover::Try& each : report.tried)
        tried.push_back(
            {{"template", each.name}, {"guesses", json_of(each.guesses)}, {"refuted", json_of(each.refuted)}});
    for (const discover::NearMiss& miss : report.misses)
        nearest.push_back({{"law", miss.law}, {"template", name_of(miss.kind)}, {"exception", miss.exception}});
    return {{"instance", subject.rules.instance},
            {"laws", laws},
            {"stopped", report.stopped},
            {"tried", tried},
            {"nearest", nearest},
            {"seconds", report.seconds}};
}

Json shape(State& state, const Json& ask) {
    const auto session = state.session(ask, What::grundy);
    const Ruleset& rules = session->rules();
    const auto piles = static_cast<std::size_t>(std::clamp<std::int64_t>(number_in(ask, "piles", 3), 1, 8));
    const ShapeAnswer answer = session->shape(rules.coordinates.size() + (rules.piles < 0 ? 0 : piles - 1));
    std::ostringstream out;
    render::shape(out, *session, answer, render::Format::text);
    return {{"instance", rules.instance}, {"engine", answer.engine}, {"text", out.str()}};
}

}  // namespace bouton::web
