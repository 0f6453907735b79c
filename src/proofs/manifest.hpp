// A certificate as texts: manifest.json and the files that it names. certificate.hpp puts them into folders and reads them back; a page
// gives them to download.
#pragma once

#include "proofs/prove.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace bouton {

constexpr const char* kCertificateFormat = "bouton certificate 2";
constexpr const char* kManifest = "manifest.json";

/// What a text is recognised by.
std::string hash_of(const std::string& text);

/// One line, or indented. What is no UTF-8, such as the name of a file, must not be what a certificate fails at.
std::string manifest_text(const nlohmann::ordered_json& json, int indent = -1);

/// With a hash of all the rest, as it stands in a file.
std::string sealed(nlohmann::ordered_json json);

/// What the folder of a file or claim is called.
std::string folder_name(const std::string& name);
/// The same for a claim of a document: labels that differ in signs only share a slug, and are numbered.
std::string certificate_folder(const lang::Document& document, const syntax::Claim& claim);

/// The files of a certificate, name and content; the manifest is the last: a folder without it is no certificate.
std::vector<std::pair<std::string, std::string>> certificate_files(const lang::Document& document,
                                                                   const ProofVerdict& verdict);

}  // namespace bouton
