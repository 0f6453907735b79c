// Certificates: one folder for each proved claim, with manifest.json and the files it names.
//
// manifest.json: format, bouton (version), file, claim, source (the text of the file), imports (texts of imported files), method,
// generality, uses, proof (what the method's checker needs), files (name, size and hash of each), seal (hash of all the rest).
//
// The certificates of one file stand in one folder, which is replaced as a whole or not at all, with an index: certificates.json: format,
// file, certificates (folder and claim of each), seal. A certificate that the index names and that is gone is noticed.
//
// Certificates may come from anybody: what is read of them is bounded, in plain files of the folder alone.
#pragma once

#include "proofs/prove.hpp"
#include "store/folder.hpp"

#include <nlohmann/json.hpp>

namespace bouton {

/// A folder for each document, by the names of their files: no two alike.
std::vector<std::string> certificate_folders(const std::string& root, const std::vector<lang::DocumentPtr>& documents);

/// The certificates of one document on their way into its folder.
class CertificateFolder {
  public:
    /// `all`: every claim of the document is asked for, so that certificates of an earlier run have no place there any more.
    CertificateFolder(const std::string& folder, const lang::Document& document, bool all);

    /// Writes one and returns the path that it will have. May be called by several threads.
    std::string add(const syntax::Claim& claim, const ProofVerdict& verdict);

    void commit();  // without it nothing has happened

  private:
    const lang::Document& document_;
    bool all_;
    store::NewFolder folder_;
};

/// Writes the claim's folder into that of its document and returns its path.
std::string write_certificate(const std::string& base, const lang::Document& document, const syntax::Claim& claim,
                              const ProofVerdict& verdict);

struct Certificate {
    std::string folder;
    nlohmann::ordered_json manifest;
    std::vector<std::pair<std::string, std::string>> files;  // name, content
};

/// Reads a folder; throws (bad input) naming the file that is missing, truncated, changed or not a certificate at all.
Certificate read_certificate(const std::string& folder);

/// The folders with a manifest under a folder, itself included; links are not followed. There may be none.
std::vector<std::string> certificates_under(const std::string& folder);

/// What indices under a folder name and what is not there; and indices that cannot be read, without a claim.
struct MissingCertificate {
    std::string folder, file, claim, problem;
};
std::vector<MissingCertificate> missing_certificates(const std::string& folder);

}  // namespace bouton
