#include "proofs/manifest.hpp"

#include "base/text.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>
#include <xxhash.h>

namespace bouton {

using Json = nlohmann::ordered_json;

std::string hash_of(const std::string& text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string manifest_text(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string sealed(Json json) {
    json["seal"] = hash_of(manifest_text(json));
    return manifest_text(json, 1) + "\n";
}

std::string folder_name(const std::string& name) {
    const std::string result = slug(name);
    return result.empty() ? "claim" : result;
}

std::string certificate_folder(const lang::Document& document, const syntax::Claim& claim) {
    const std::string name = folder_name(lang::full_name(claim));
    std::size_t same = 0;
    for (const syntax::Claim& other : document.file.claims) {
        if (&other == &claim) break;
        if (folder_name(lang::full_name(other)) == name) ++same;
    }
    return same > 0 ? fmt::format("{}-{}", name, same + 1) : name;
}

std::vector<std::pair<std::string, std::string>> certificate_files(const lang::Document& document,
                                                                   const ProofVerdict& verdict) {
    const std::string& path = document.source.path;
    Json manifest;
    manifest["format"] = kCertificateFormat;
    manifest["bouton"] = BOUTON_VERSION;
    manifest["file"] = path.substr(path.find_last_of('/') + 1);
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
    auto files = verdict.evidence.files;
    files.emplace_back(kManifest, sealed(manifest));
    return files;
}

}  // namespace bouton
