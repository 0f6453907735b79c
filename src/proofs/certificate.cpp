#include "proofs/certificate.hpp"

#include "base/text.hpp"
#include "store/output.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace bouton {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kFormat = "bouton certificate 2";
constexpr const char* kManifest = "manifest.json";
constexpr int kDeepest =
    2500;  // lists inside each other: trees have up to 1000 (check/accept.cpp); what is deeper would end in a crash

std::string hash_of(const std::string& text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string folder_name(const std::string& name) {
    const std::string result = slug(name);
    return result.empty() ? "claim" : result;
}

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw bad_input(path.string() + ": cannot be read");
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace

std::vector<std::string> certificate_folders(const std::string& root, const std::vector<lang::DocumentPtr>& documents) {
    std::vector<std::string> folders;
    for (const lang::DocumentPtr& document : documents) {
        const std::string name = folder_name(fs::path(document->source.path).stem().string());
        std::string folder = (fs::path(root) / name).string();
        for (int i = 2; std::find(folders.begin(), folders.end(), folder) != folders.end(); ++i)
            folder = (fs::path(root) / fmt::format("{}-{}", name, i)).string();
        folders.push_back(std::move(folder));
    }
    return folders;
}

std::string write_certificate(const std::string& base, const lang::Document& document, const syntax::Claim& claim,
                              const ProofVerdict& verdict) {
    fs::path folder = fs::path(base) / folder_name(verdict.claim);
    // Labels that differ in signs only share a slug.
    std::size_t same = 0;
    for (const syntax::Claim& other : document.file.claims) {
        if (&other == &claim) break;
        if (folder_name(other.kind + " " + other.label) == folder_name(verdict.claim)) ++same;
    }
    if (same > 0) folder += fmt::format("-{}", same + 1);
    Json manifest;
    manifest["format"] = kFormat;
    manifest["bouton"] = BOUTON_VERSION;
    manifest["file"] = fs::path(document.source.path).filename().string();
    manifest["claim"] = verdict.claim;
    manifest["method"] = verdict.method;
    manifest["generality"] = verdict.generality;
    manifest["uses"] = verdict.uses;
    manifest["proof"] = verdict.evidence.data;
    manifest["files"] = Json::array();
    for (const auto& [name, content] : verdict.evidence.files)
        manifest["files"].push_back({{"name", name}, {"size", content.size()}, {"hash", hash_of(content)}});
    manifest["source"] = document.source.text;
    manifest["imports"] = Json::object();
    for (const auto& import : document.imports)
        for (const syntax::Game& game : import->file.games) manifest["imports"][game.name] = import->source.text;
    manifest["seal"] = hash_of(manifest.dump());
    std::error_code error;
    fs::remove_all(folder, error);
    fs::create_directories(folder, error);
    if (error) throw bad_input(folder.string() + ": cannot be made: " + error.message());
    for (const auto& [name, content] : verdict.evidence.files) store::write_file((folder / name).string(), content);
    // Last: a folder without it is no certificate.
    store::write_file((folder / kManifest).string(), manifest.dump(1) + "\n");
    return folder.string();
}

Certificate read_certificate(const std::string& folder) {
    Certificate certificate;
    certificate.folder = folder;
    const fs::path path = fs::path(folder) / kManifest;
    const auto wrong = [&](const fs::path& where, const std::string& what) {
        throw bad_input(fmt::format("{}: {}", where.string(), what));
    };
    const std::string text = read_file(path);
    try {
        certificate.manifest = Json::parse(text, [&](int depth, Json::parse_event_t, Json&) {
            if (depth > kDeepest) wrong(path, "lists inside each other without end; this is no certificate");
            return true;
        });
    } catch (const Json::exception&) {
        wrong(path, "this is not JSON; the certificate is truncated or was changed");
    }
    Json& manifest = certificate.manifest;
    const auto is_text = [&](const char* key) { return manifest.contains(key) && manifest[key].is_string(); };
    if (!manifest.is_object() || !is_text("format") || manifest["format"] != kFormat)
        wrong(path, "this is not a certificate of Bouton");
    for (const char* key : {"file", "claim", "method", "generality", "source", "seal"})
        if (!is_text(key)) wrong(path, std::string("the entry ") + key + " is missing");
    static const std::set<std::string> known{"format", "bouton", "file",  "claim",  "method",  "generality",
                                             "uses",   "proof",  "files", "source", "imports", "seal"};
    for (const auto& [key, value] : manifest.items())
        if (!known.contains(key)) wrong(path, "the entry " + key + " means nothing");
    const std::string seal = manifest["seal"];
    Json unsealed = manifest;
    unsealed.erase("seal");
    if (hash_of(unsealed.dump()) != seal || text != manifest.dump(1) + "\n") wrong(path, "the manifest was changed");
    try {
        for (const Json& file : manifest.at("files")) {
            const std::string name = file.at("name");
            if (name.find('/') != std::string::npos) wrong(path, "a file name that leaves the folder");
            const fs::path where = fs::path(folder) / name;
            std::string content = read_file(where);
            if (content.size() != file["size"].get<std::size_t>() ||
                hash_of(content) != file["hash"].get<std::string>())
                wrong(where, "the file was changed or cut off");
            certificate.files.emplace_back(name, std::move(content));
        }
    } catch (const Json::exception&) {
        wrong(path, "the list of files makes no sense");
    }
    return certificate;
}

std::vector<std::string> certificates_under(const std::string& folder) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) throw bad_input(folder + ": there is no such folder");
    std::vector<std::string> found;
    if (fs::exists(fs::path(folder) / kManifest, error)) found.push_back(folder);
    for (fs::recursive_directory_iterator it(folder, error), end; it != end; it.increment(error)) {
        if (error) break;
        if (it->is_directory(error) && fs::exists(it->path() / kManifest, error)) found.push_back(it->path().string());
    }
    std::sort(found.begin(), found.end());
    if (found.empty()) throw bad_input(folder + ": holds no certificate (no manifest.json)");
    return found;
}

}  // namespace bouton
