#include "lang/document.hpp"

#include "base/text.hpp"
#include "lang/elaborate.hpp"
#include "lang/messages.hpp"
#include "lang/names.hpp"
#include "lang/parse.hpp"

#include <algorithm>
#include <utility>

namespace bouton::lang {

GameRef find_game(const Document& document, const std::string& name) {
    for (const syntax::Game& game : document.file.games)
        if (game.name == name) return {&game, &document};
    for (std::size_t i = 0; i < document.imports.size(); ++i)  // what was imported by name, before what came with it
        if (document.file.imports[i].game == name) return find_game(*document.imports[i], name);
    for (const DocumentPtr& import : document.imports)
        if (const GameRef found = find_game(*import, name); found.game) return found;
    return {};
}

GameRef find_game(const Document& document, const syntax::Claim& claim) {
    const bool only_import = claim.game.empty() && document.file.games.empty() && document.file.imports.size() == 1;
    return find_game(document, only_import ? document.file.imports[0].game : claim.game);
}

std::string nearest(const std::string& name, const std::vector<std::string>& candidates) {
    // Edit distance in which two neighbours that changed places count once, with three rows; only names that differ by at most a third are
    // worth suggesting.
    const auto distance = [&](const std::string& other) {
        std::vector<std::size_t> before, above, row(other.size() + 1);
        for (std::size_t j = 0; j <= other.size(); ++j) row[j] = j;
        for (std::size_t i = 1; i <= name.size(); ++i) {
            before = std::exchange(above, row);
            row[0] = i;
            for (std::size_t j = 1; j <= other.size(); ++j) {
                row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (name[i - 1] == other[j - 1] ? 0 : 1)});
                if (i > 1 && j > 1 && name[i - 1] == other[j - 2] && name[i - 2] == other[j - 1])
                    row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        return row.back();
    };
    std::string best;
    std::size_t least = name.size() / 3 + 1;
    if (name.size() < 2 || name.size() > 100) return best;
    for (const std::string& candidate : candidates) {
        const std::size_t d = distance(candidate);
        if (d < least && d > 0) {
            least = d;
            best = candidate;
        }
    }
    return best;
}

DocumentPtr read_document(Source source, const std::function<DocumentPtr(const std::string&)>& import_game) {
    auto document = std::make_shared<Document>();
    document->source = std::move(source);
    document->source.text = readable(document->source.text);  // what it says will be shown, and written as JSON
    const Source& text = document->source;
    document->file = parse_file(text.text, text.path);
    check_names(document->file, text);
    for (const syntax::Import& import : document->file.imports) {
        const DocumentPtr found = import_game(import.game);
        if (!found) fail_at(text.text, text.path, import.place, messages::unknown_game(import.game, ""));
        document->imports.push_back(found);
    }
    for (const syntax::Game& game : document->file.games) rules_of({&game, document.get()}, {}, true);
    for (const syntax::Claim& claim : document->file.claims) check_claim(*document, claim);
    return document;
}

}  // namespace bouton::lang
