#include "state.hpp"

#include "engines/options.hpp"
#include "lang/coordinates.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::web {

namespace {

constexpr std::size_t kMostTexts = 4, kMostSessions = 6;

[[noreturn]] void wrong(const char* key) { throw bad_input(fmt::format("the question has no proper {}", key)); }

const Json* entry(const Json& ask, const char* key) {
    const auto found = ask.find(key);
    return found == ask.end() || found->is_null() ? nullptr : &*found;
}

std::string word(const Json& json) {
    if (json.is_string()) return json.get<std::string>();
    if (json.is_number_integer()) return json.dump();
    throw bad_input("a whole number is needed here");
}

}  // namespace

std::string text_in(const Json& ask, const char* key, const std::string& otherwise) {
    const Json* found = entry(ask, key);
    if (!found) return otherwise;
    if (!found->is_string()) wrong(key);
    return found->get<std::string>();
}

std::int64_t number_in(const Json& ask, const char* key, std::int64_t otherwise) {
    const Json* found = entry(ask, key);
    if (!found) return otherwise;
    if (!found->is_number_integer()) wrong(key);
    return found->get<std::int64_t>();
}

bool flag_in(const Json& ask, const char* key, bool otherwise) {
    const Json* found = entry(ask, key);
    if (!found) return otherwise;
    if (!found->is_boolean()) wrong(key);
    return found->get<bool>();
}

std::vector<std::int64_t> numbers_in(const Json& ask, const char* key) {
    std::vector<std::int64_t> result;
    const Json* found = entry(ask, key);
    if (!found) return result;
    if (!found->is_array()) wrong(key);
    for (const Json& each : *found) {
        if (!each.is_number_integer()) wrong(key);
        result.push_back(each.get<std::int64_t>());
    }
    return result;
}

std::vector<std::string> words_in(const Json& list) {
    if (!list.is_array()) throw bad_input("a position is a list of numbers");
    std::vector<std::string> result;
    for (const Json& each : list) result.push_back(word(each));
    return result;
}

std::vector<std::pair<std::string, std::string>> arguments_in(const Json& ask) {
    std::vector<std::pair<std::string, std::string>> result;
    const Json* found = entry(ask, "arguments");
    if (!found) return result;
    if (!found->is_object()) wrong("arguments");
    for (const auto& [name, value] : found->items()) result.emplace_back(name, word(value));
    return result;
}

What what_in(const Json& ask) {
    const std::string what = text_in(ask, "what", "values");
    if (what != "values" && what != "outcomes") wrong("what");
    return what == "outcomes" ? What::outcome : What::grundy;
}

Opened& State::opened(const Json& ask) {
    const std::string path = text_in(ask, "path", "rules"), text = text_in(ask, "text");
    const auto found = std::find_if(opened_.begin(), opened_.end(),
                                    [&](const auto& each) { return each->path == path && each->text == text; });
    if (found != opened_.end()) {
        std::rotate(opened_.begin(), found, found + 1);
        return *opened_.front();
    }
    auto fresh = std::make_unique<Opened>();
    fresh->path = path;
    fresh->text = text;
    fresh->document = texts.read(path, text);
    fresh->shelf = std::make_unique<TextShelf>(texts, proved, fresh->document);
    opened_.insert(opened_.begin(), std::move(fresh));
    if (opened_.size() > kMostTexts) opened_.pop_back();
    return *opened_.front();
}

std::shared_ptr<Session> State::session(const Json& ask, What what) {
    Opened& from = opened(ask);
    const GameRequest request{text_in(ask, "game"), arguments_in(ask)};
    std::string key = request.game + (what == What::outcome ? "\noutcomes" : "\nvalues");
    for (const auto& [name, given] : request.arguments) key += "\n" + name + "=" + given;
    auto& session = from.sessions[key];
    if (session) return session;
    if (from.sessions.size() > kMostSessions) {
        from.sessions.clear();
        return this->session(ask, what);
    }
    try {
        session = std::make_shared<Session>(*from.shelf, request, what, *watch);
    } catch (...) {
        from.sessions.erase(key);
        throw;
    }
    return session;
}

const syntax::Claim& State::claim(const Json& ask, const Opened& opened) const {
    const auto& claims = opened.document->file.claims;
    const std::int64_t number = number_in(ask, "claim", -1);
    if (number < 0 || static_cast<std::uint64_t>(number) >= claims.size())
        throw bad_input(
            fmt::format("the text makes {} claims; there is none with the number {}", claims.size(), number));
    return claims[static_cast<std::size_t>(number)];
}

Json warrant_json(const Warrant& warrant) { return {{"kind", to_text(warrant.kind)}, {"text", warrant.text()}}; }

Json outcome_json(const Ruleset& rules, const Integer& value) {
    if (rules.players > 0) return nullptr;
    return value == 0 ? "P" : "N";
}

std::vector<std::string> names_of(const Session& session, std::size_t length) {
    const Ruleset& rules = session.rules();
    return coordinate_names(rules, rules.piles < 0 ? 0 : length + 1 - rules.coordinates.size());
}

}  // namespace bouton::web
