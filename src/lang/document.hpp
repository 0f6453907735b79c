// A file that has been read, with the files it imports.
#pragma once

#include "lang/syntax.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bouton::lang {

struct Source {
    std::string path;  // as the user knows it; files of the library: seen from its folder
    std::string text;
    std::string location = {};  // where the file lies; empty: it is none
};

struct Document : std::enable_shared_from_this<Document> {
    Source source;
    syntax::File file;
    std::vector<std::shared_ptr<const Document>> imports;
};
using DocumentPtr = std::shared_ptr<const Document>;

/// A game and the text it stands in.
struct GameRef {
    const syntax::Game* game = nullptr;
    const Document* document = nullptr;
};

/// A game declared in the document or imported by it; null if there is none.
GameRef find_game(const Document& document, const std::string& name);
/// The game that a claim is about, which may be the only one that is imported.
GameRef find_game(const Document& document, const syntax::Claim& claim);

/// Parses and checks a file: every name is known, every game ends, every claim is well formed. `import_game` finds the document
/// that declares a game (null: there is none).
DocumentPtr read_document(Source source, const std::function<DocumentPtr(const std::string& game)>& import_game);

/// The candidate that looks most like a misspelt name, or "".
std::string nearest(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace bouton::lang
