// What readers of bare answers must be told, on the standard error and each once. With --json the answers carry it themselves.
#pragma once

#include "app/commands.hpp"
#include "play/board.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <set>

namespace bouton::app {

class Notes {
  public:
    explicit Notes(const Settings& settings) : silent_(settings.json) {}

    void tell(const Session& session) {
        if (silent_ || (&session == last_ && session.notes().size() == seen_)) return;
        last_ = &session;
        seen_ = session.notes().size();
        for (const std::string& note : session.notes())
            if (told_.insert(note).second) fmt::print(stderr, "note: {}\n", note);
    }

    void tell(const Board& board) {
        for (const Heap& heap : board.heaps()) tell(*heap.session);
    }

  private:
    bool silent_;
    const Session* last_ = nullptr;  // and how many of its notes were told
    std::size_t seen_ = 0;
    std::set<std::string> told_;
};

}  // namespace bouton::app
