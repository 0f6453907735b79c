// What a Game is made of, and how every question runs: one at a time, with a clock of its own, with the caller's threads.
#pragma once

#include "answers/answer.hpp"
#include "answers/checks.hpp"
#include "base/parallel.hpp"
#include "bouton/claims.hpp"
#include "bouton/game.hpp"
#include "proofs/windows/windows.hpp"

#include <memory>
#include <mutex>
#include <new>
#include <optional>

namespace bouton {

/// One text in memory.
class TextShelf : public Shelf {
  public:
    explicit TextShelf(const std::string& text);

    lang::GameRef game(const std::string& name) override;  // "": the first
    std::vector<lang::DocumentPtr> about(const lang::GameRef& game) override;

  private:
    lang::DocumentPtr document_;
};

/// Reads a text that imports nothing.
lang::DocumentPtr document_in(const std::string& text);

/// Verdicts as users see them.
std::vector<CheckedClaim> told(const std::vector<Verdict>& verdicts);

/// Runs a question. The watch is made anew where it stands, so that those who refer to it see the new clock.
template <class Question> auto ask(std::optional<Watch>& watch, const RunOptions& options, const Question& question) {
    watch.emplace(Limits{options.memory, options.seconds}, options.cancel.flag(), options.progress);
    try {
        std::optional<decltype(question())> answer;
        parallel::with_threads(options.threads, [&] { answer.emplace(question()); });
        return std::move(*answer);
    } catch (const std::bad_alloc&) {
        throw over_limit("the memory of the machine is used up; take a smaller position or bound", Setting::memory);
    }
}

struct Game::Parts {
    Parts(std::unique_ptr<Shelf> games, GameRequest asked, RunOptions run);

    Session& session(What what);  // made when it is needed

    template <class Question> auto ask(const Question& question) {
        const std::lock_guard lock(mutex);
        return bouton::ask(watch, options, question);
    }

    RunOptions options;
    std::optional<Watch> watch;
    std::unique_ptr<Shelf> shelf;
    GameRequest request;
    std::unique_ptr<Session> grundy, outcome;
    std::optional<Periods> periods;
    std::mutex mutex;
};

/// The game, once it is known that it can be asked.
std::unique_ptr<Game::Parts> parts_of(std::unique_ptr<Shelf> shelf, const std::string& name,
                                      const Game::Arguments& arguments, const RunOptions& options);

}  // namespace bouton
