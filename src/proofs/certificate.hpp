// Certificates: one folder for each proved claim, with manifest.json and the files it names.
//
// manifest.json: format, bouton (version), file, claim, source (the text of the file), imports (texts of imported files), method,
// generality, uses, proof (what the method's checker needs), files (name, size and hash of each), seal (hash of all the rest).
#pragma once

#include "proofs/prove.hpp"

#include <nlohmann/json.hpp>

namespace bouton {

/// A folder for each document, by the names of their files: no two alike.
std::vector<std::string> certificate_folders(const std::string& root, const std::vector<lang::DocumentPtr>& documents);

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

/// The folders with a manifest under a folder, itself included.
std::vector<std::string> certificates_under(const std::string& folder);

}  // namespace bouton
