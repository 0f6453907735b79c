// What `prove` has proved on this machine, so that later answers may say so.
//
// One small file a claim. Its name is a hash of everything that the theorem depends on: the rules, the file's definitions, the claim
// without its name, hints and bounds, and the version of the language and the checker. All of that stands in the file too and is
// compared when it is read, so that neither a damaged file nor one of the same name can pass for another theorem. A file that is not in
// order is as good as none. Files are written beside and renamed: two processes cannot disturb each other.
#pragma once

#include "laws/warrant.hpp"

#include <filesystem>
#include <memory>

namespace bouton {

class KnownProofs : public ProofRecords {
  public:
    /// An empty path: nothing is known from before, and all is forgotten when the program ends.
    explicit KnownProofs(std::filesystem::path folder = {});

    /// $XDG_CACHE_HOME/bouton/proofs, or ~/.cache/bouton/proofs; empty where there is neither.
    static std::filesystem::path usual_folder();

    std::optional<ProofRecord> find(const lang::Document& document, const syntax::Claim& claim) const override;

    /// For a claim that the checker has accepted. Where nothing can be written nothing is remembered.
    void add(const lang::Document& document, const syntax::Claim& claim, const ProofRecord& proof) const;

  private:
    struct Memory;
    std::optional<ProofRecord> read(const std::string& identity) const;

    std::filesystem::path folder_;
    std::shared_ptr<Memory> here_;  // of this process
};

/// Everything that the truth of a claim depends on, as text.
std::string theorem_identity(const lang::Document& document, const syntax::Claim& claim);

}  // namespace bouton
