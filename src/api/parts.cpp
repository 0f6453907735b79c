#include "api/parts.hpp"

#include "lang/messages.hpp"

namespace bouton {

lang::DocumentPtr document_in(const std::string& text) {
    return lang::read_document({"text", text}, [](const std::string&) { return lang::DocumentPtr(); });
}

TextShelf::TextShelf(const std::string& text) : document_(document_in(text)) {
    if (document_->file.games.empty()) throw bad_input("the text declares no game");
}

lang::GameRef TextShelf::game(const std::string& name) {
    const auto& games = document_->file.games;
    if (name.empty()) return {&games[0], document_.get()};
    const lang::GameRef found = lang::find_game(*document_, name);
    if (found.game) return found;
    std::vector<std::string> names;
    for (const syntax::Game& game : games) names.push_back(game.name);
    throw bad_input(messages::unknown_game(name, lang::nearest(name, names)));
}

std::vector<lang::DocumentPtr> TextShelf::about(const lang::GameRef&) { return {document_}; }

Game::Parts::Parts(std::unique_ptr<Shelf> games, GameRequest asked, RunOptions run)
    : options(std::move(run)), shelf(std::move(games)), request(std::move(asked)) {}

Session& Game::Parts::session(What what) {
    auto& session = what == What::grundy ? grundy : outcome;
    if (!session) session = std::make_unique<Session>(*shelf, request, what, *watch);
    return *session;
}

std::unique_ptr<Game::Parts> parts_of(std::unique_ptr<Shelf> shelf, const std::string& name,
                                      const Game::Arguments& arguments, const RunOptions& options) {
    auto parts = std::make_unique<Game::Parts>(std::move(shelf), GameRequest{name, arguments}, options);
    parts->ask([&] {  // whatever is wrong is told now
        parts->session(What::grundy).require_theory();
        return true;
    });
    return parts;
}

}  // namespace bouton
