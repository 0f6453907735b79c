#include "texts.hpp"

#include "base/error.hpp"
#include "lang/messages.hpp"

#include <algorithm>

namespace bouton::web {

namespace {

constexpr std::size_t kLongestText = std::size_t{4} << 20;

/// Does a text look as if it declared the game? Reading it tells for certain.
bool mentions(const LibraryText& file, const std::string& word, const std::string& name) {
    return std::string(file.text).find(word + " " + name) != std::string::npos;
}

}  // namespace

lang::DocumentPtr Texts::document(const std::string& path) {
    if (const auto found = read_.find(path); found != read_.end()) return found->second;
    for (std::size_t i = 0; i < library_text_count; ++i) {
        if (path != library_texts[i].path) continue;
        if (std::find(reading_.begin(), reading_.end(), path) != reading_.end())
            throw bad_input(path + " imports itself, directly or through another file");
        reading_.push_back(path);
        struct Leave {
            std::vector<std::string>& list;
            ~Leave() { list.pop_back(); }
        } leave{reading_};
        return read_[path] = lang::read_document({path, library_texts[i].text},
                                                 [this](const std::string& game) { return declaring(game); });
    }
    return nullptr;
}

lang::DocumentPtr Texts::declaring(const std::string& game) {
    for (std::size_t i = 0; i < library_text_count; ++i) {
        if (!mentions(library_texts[i], "game", game)) continue;
        const lang::DocumentPtr found = document(library_texts[i].path);
        for (const syntax::Game& declared : found->file.games)
            if (declared.name == game) return found;
    }
    return nullptr;
}

std::vector<lang::DocumentPtr> Texts::importing(const lang::GameRef& game) {
    std::vector<lang::DocumentPtr> result;
    for (std::size_t i = 0; i < library_text_count; ++i) {
        if (!mentions(library_texts[i], "import", game.game->name)) continue;
        const lang::DocumentPtr found = document(library_texts[i].path);
        if (lang::find_game(*found, game.game->name).game == game.game) result.push_back(found);
    }
    return result;
}

lang::DocumentPtr Texts::read(const std::string& path, const std::string& text) {
    if (text.size() > kLongestText) throw bad_input("a text of more than 4 MiB is no file of Bouton");
    for (std::size_t i = 0; i < library_text_count; ++i)
        if (path == library_texts[i].path && text == library_texts[i].text) return document(path);
    return lang::read_document({path, text}, [this](const std::string& game) { return declaring(game); });
}

std::optional<ProofRecord> Proved::find(const lang::Document&, const syntax::Claim& claim) const {
    const auto found = records_.find(&claim);
    if (found == records_.end()) return std::nullopt;
    return found->second.second;
}

void Proved::add(const lang::DocumentPtr& document, const syntax::Claim& claim, ProofRecord record) {
    records_.insert_or_assign(&claim, std::pair{document, std::move(record)});
}

lang::GameRef TextShelf::game(const std::string& name) {
    const syntax::File& file = document_->file;
    if (name.empty() && !file.games.empty()) return {&file.games[0], document_.get()};
    std::vector<std::string> names;
    for (const syntax::Game& game : file.games) names.push_back(game.name);
    for (const syntax::Import& import : file.imports) names.push_back(import.game);
    if (names.empty()) throw bad_input("the text declares no game; a game starts with: game NAME (x)");
    const std::string& wanted = name.empty() ? names[0] : name;
    const lang::GameRef found = lang::find_game(*document_, wanted);
    if (!found.game) throw bad_input(messages::unknown_game(wanted, lang::nearest(wanted, names)));
    return found;
}

std::vector<lang::DocumentPtr> TextShelf::about(const lang::GameRef& game) {
    std::vector<lang::DocumentPtr> result{document_};
    const auto add = [&](const lang::DocumentPtr& document) {
        if (std::find(result.begin(), result.end(), document) == result.end()) result.push_back(document);
    };
    add(game.document->shared_from_this());
    for (const lang::DocumentPtr& document : texts_.importing(game)) add(document);
    return result;
}

}  // namespace bouton::web
