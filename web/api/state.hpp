// What the engine keeps from one question to the next, and what all questions share.
#pragma once

#include "answers/answer.hpp"
#include "proofs/prove.hpp"
#include "render/json.hpp"
#include "texts.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bouton::web {

using render::Json;
using render::json_of;

/// Hears what is told while a question is worked on, as JSON (Progress in protocol.ts).
using Tell = std::function<void(const Json&)>;

/// A text with all that was made from it.
struct Opened {
    std::string path, text;
    lang::DocumentPtr document;
    std::unique_ptr<TextShelf> shelf;
    std::map<std::string, std::shared_ptr<Session>> sessions;  // by game, arguments and quantity
    std::unique_ptr<Prover> prover;
    bool prover_had_solver = false;
};

class State {
  public:
    Texts texts;
    Proved proved;
    std::optional<Watch> watch;  // of the question that is asked now; made anew where it stands
    Tell tell;
    std::shared_ptr<const void> cells;  // of the last table, until the next: the caller reads them

    /// The text of a question. Of those read before, the newest few are kept.
    Opened& opened(const Json& ask);

    /// The game of a question.
    std::shared_ptr<Session> session(const Json& ask, What what);

    /// The claim of a question, by its number.
    const syntax::Claim& claim(const Json& ask, const Opened& opened) const;

  private:
    std::vector<std::unique_ptr<Opened>> opened_;  // the newest first
};

/// Reading a question: what is missing or of another kind is bad input, never a crash.
std::string text_in(const Json& ask, const char* key, const std::string& otherwise = "");
std::int64_t number_in(const Json& ask, const char* key, std::int64_t otherwise);
bool flag_in(const Json& ask, const char* key, bool otherwise = false);
std::vector<std::int64_t> numbers_in(const Json& ask, const char* key);
std::vector<std::string> words_in(const Json& list);  // numbers and texts
std::vector<std::pair<std::string, std::string>> arguments_in(const Json& ask);
What what_in(const Json& ask);

Json warrant_json(const Warrant& warrant);
/// P, N, or null for games of several players.
Json outcome_json(const Ruleset& rules, const Integer& value);
std::vector<std::string> names_of(const Session& session, std::size_t length);

// ---- the questions, each in the file of its kind

Json library(State& state);
Json open(State& state, const Json& ask);
Json complete(State& state, const Json& ask);
Json table(State& state, const Json& ask);
Json exported(State& state, const Json& ask);
Json cell(State& state, const Json& ask);
Json value(State& state, const Json& ask);
Json play(State& state, const Json& ask);
Json legal(State& state, const Json& ask);
Json josephus(State& state, const Json& ask);
Json check(State& state, const Json& ask);
Json prove(State& state, const Json& ask);
Json families(State& state, const Json& ask);
Json period(State& state, const Json& ask);
Json discover(State& state, const Json& ask);
Json shape(State& state, const Json& ask);

/// Answers one question, a JSON object, with {"ok": reply} or {"fault": EngineFault}. Throws nothing.
std::string ask(State& state, const std::string& question);

}  // namespace bouton::web
