// Where the page's games come from: the texts of games/ and papers/, which are compiled in, and the text that the user has in front of him.
#pragma once

#include "answers/shelf.hpp"

#include <map>
#include <string>
#include <vector>

namespace bouton::web {

/// A file of the library, compiled in (made by web/engine/texts.py).
struct LibraryText {
    const char* path;  // games/nim.bouton
    const char* text;
};
extern const LibraryText library_texts[];
extern const std::size_t library_text_count;

/// Documents of the library, read when somebody needs them.
class Texts {
  public:
    /// Of a path of the library; null: there is none.
    lang::DocumentPtr document(const std::string& path);
    /// The document that declares a game; null: none does.
    lang::DocumentPtr declaring(const std::string& game);
    /// Those of the library that import the game.
    std::vector<lang::DocumentPtr> importing(const lang::GameRef& game);

    /// A text of the user. The one of the library if it is the same, word by word: then what other files say of its games counts, too.
    lang::DocumentPtr read(const std::string& path, const std::string& text);

  private:
    std::map<std::string, lang::DocumentPtr> read_;  // of the library, by path
    std::vector<std::string> reading_;               // on the way, to catch a circle of imports
};

/// What was proved since the engine was started, in documents that are still in use.
class Proved : public ProofRecords {
  public:
    std::optional<ProofRecord> find(const lang::Document& document, const syntax::Claim& claim) const override;
    void add(const lang::DocumentPtr& document, const syntax::Claim& claim, ProofRecord record);

  private:
    std::map<const syntax::Claim*, std::pair<lang::DocumentPtr, ProofRecord>> records_;
};

/// One document, with the library behind it.
class TextShelf : public Shelf {
  public:
    TextShelf(Texts& texts, const Proved& proved, lang::DocumentPtr document)
        : texts_(texts), proved_(proved), document_(std::move(document)) {}

    lang::GameRef game(const std::string& name) override;  // "": the first that is declared, or else imported
    std::vector<lang::DocumentPtr> about(const lang::GameRef& game) override;
    const ProofRecords* proofs() const override { return &proved_; }

  private:
    Texts& texts_;
    const Proved& proved_;
    lang::DocumentPtr document_;
};

}  // namespace bouton::web
