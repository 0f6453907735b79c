// Files of games and papers: found by name, read once.
#pragma once

#include "answers/known_proofs.hpp"
#include "answers/shelf.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace bouton {

/// The family of a game, from the path of its file as it is shown: the folder in games/; empty: a paper or a file of the user's.
std::string family_of(const std::string& shown_path);

/// The files that are there: games/ and papers/ under a folder, with the folders in them, and whatever file the user names.
class Library : public Shelf {
  public:
    explicit Library(std::filesystem::path home, KnownProofs proofs = KnownProofs());

    /// What is known to be proved.
    const KnownProofs& known_proofs() const { return proofs_; }
    const ProofRecords* proofs() const override { return &proofs_; }

    /// NAME, FILE or FILE#NAME.
    lang::GameRef game(const std::string& spec) override;
    lang::DocumentPtr document(const std::filesystem::path& file);
    std::vector<std::filesystem::path> files() const;
    std::vector<std::string> read_files() const;  // what was read until now: no output may replace it

    /// The files that say something about a game: its own, and those of the library that import it.
    std::vector<lang::DocumentPtr> about(const lang::GameRef& game) override;

  private:
    lang::DocumentPtr find(const std::string& name);  // the file that declares a game; null: none
    /// NAME.bouton in the folder of a file that imports NAME; null: there is none, or it does not declare it.
    lang::DocumentPtr beside(const std::filesystem::path& file, const std::string& name);
    lang::DocumentPtr read(const std::filesystem::path& file);
    std::string shown_path(const std::filesystem::path& file) const;

    std::filesystem::path home_;
    KnownProofs proofs_;
    std::map<std::string, lang::DocumentPtr> read_;
    std::vector<std::string> reading_;  // files on the way, to catch a circle of imports
};

}  // namespace bouton
