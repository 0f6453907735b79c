#include "proofs/certificate.hpp"

#include "proofs/manifest.hpp"
#include "store/file.hpp"
#include "store/input.hpp"
#include "store/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace bouton {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kIndexFormat = "bouton certificates 1";
constexpr const char* kIndex = "certificates.json";
constexpr std::uint64_t kLargestFile = std::uint64_t{256} << 20;  // bytes of a manifest or of a file that it names
constexpr std::size_t kMostFiles = 1000;                          // that a manifest names
constexpr int kDeepest =
    2500;  // lists inside each other: trees have up to 1000 (check/accept.cpp); what is deeper would end in a crash

[[noreturn]] void wrong(const fs::path& where, const std::string& what) {
    throw bad_input(fmt::format("{}: {}", where.string(), what));
}

/// The whole JSON of a file, not deeper than a certificate is.
Json read_json(const fs::path& path, const std::string& text) {
    try {
        return Json::parse(text, [&](int depth, Json::parse_event_t, Json&) {
            if (depth > kDeepest) wrong(path, "lists inside each other without end; this is no certificate");
            return true;
        });
    } catch (const Json::exception&) {
        wrong(path, "this is not JSON; the certificate is truncated or was changed");
    }
}

/// Every character of the text counts.
void require_seal(const Json& json, const std::string& text, const fs::path& path, const std::string& what) {
    Json unsealed = json;
    unsealed.erase("seal");
    if (hash_of(manifest_text(unsealed)) != json["seal"].get<std::string>() || text != manifest_text(json, 1) + "\n")
        wrong(path, what + " was changed");
}

bool is_certificate(const fs::path& folder) {
    std::error_code error;
    return fs::symlink_status(folder, error).type() == fs::file_type::directory &&
           fs::symlink_status(folder / kManifest, error).type() != fs::file_type::not_found;
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
    const fs::path folder = fs::path(base) / certificate_folder(document, claim);
    std::error_code error;
    fs::remove_all(folder, error);
    store::make_folder(folder.string());
    for (const auto& [name, content] : certificate_files(document, verdict))
        store::write_file((folder / name).string(), content);
    return folder.string();
}

Certificate read_certificate(const std::string& folder) {
    Certificate certificate;
    certificate.folder = folder;
    const fs::path path = fs::path(folder) / kManifest;
    const std::string text = store::read_plain_file(path.string(), kLargestFile);
    certificate.manifest = read_json(path, text);
    Json& manifest = certificate.manifest;
    const auto is_text = [&](const char* key) { return manifest.contains(key) && manifest[key].is_string(); };
    if (!manifest.is_object() || !is_text("format") || manifest["format"] != kCertificateFormat)
        wrong(path, "this is not a certificate of Bouton");
    for (const char* key : {"file", "claim", "method", "generality", "source", "seal"})
        if (!is_text(key)) wrong(path, std::string("the entry ") + key + " is missing");
    static const std::set<std::string> known{"format", "bouton", "file",  "claim",  "method",  "generality",
                                             "uses",   "proof",  "files", "source", "imports", "seal"};
    for (const auto& [key, value] : manifest.items())
        if (!known.contains(key)) wrong(path, "the entry " + key + " means nothing");
    require_seal(manifest, text, path, "the manifest");
    try {
        if (manifest.at("files").size() > kMostFiles) wrong(path, "the list of files makes no sense");
        for (const Json& file : manifest.at("files")) {
            const std::string name = file.at("name");
            if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos ||
                name.find('\0') != std::string::npos)
                wrong(path, "a file name that leaves the folder");
            const fs::path where = fs::path(folder) / name;
            const auto size = file.at("size").get<std::uint64_t>();
            std::string content = store::read_plain_file(where.string(), std::min(size, kLargestFile));
            if (content.size() != size || hash_of(content) != file["hash"].get<std::string>())
                wrong(where, "the file was changed or cut off");
            certificate.files.emplace_back(name, std::move(content));
        }
    } catch (const Json::exception&) {
        wrong(path, "the list of files makes no sense");
    }
    return certificate;
}

namespace {

/// Calls f for the folder and every folder under it; a link to a folder is none.
template <class F> void for_each_folder(const std::string& root, F f) {
    std::error_code error;
    if (!fs::is_directory(root, error)) throw bad_input(root + ": there is no such folder");
    f(fs::path(root));
    for (fs::recursive_directory_iterator it(root, error), end; it != end; it.increment(error)) {
        if (error) break;
        if (it->symlink_status(error).type() != fs::file_type::directory) continue;
        if (store::is_unfinished(it->path().filename().string()))
            it.disable_recursion_pending();  // a run that is on its way, or was killed
        else
            f(it->path());
    }
}

}  // namespace

std::vector<std::string> certificates_under(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code error;
    for_each_folder(folder, [&](const fs::path& path) {
        if (fs::symlink_status(path / kManifest, error).type() != fs::file_type::not_found)
            found.push_back(path.string());
    });
    std::sort(found.begin(), found.end());
    return found;
}

// ---- the index ----

namespace {

/// What an index names, as far as it is not there.
void add_missing(const fs::path& folder, std::vector<MissingCertificate>& missing) {
    const fs::path path = folder / kIndex;
    const std::string text = store::read_plain_file(path.string(), kLargestFile);
    const Json index = read_json(path, text);
    try {
        if (index.at("format") != kIndexFormat) wrong(path, "this is not an index of certificates of Bouton");
        require_seal(index, text, path, "the index");
        for (const Json& entry : index.at("certificates")) {
            const fs::path where = folder / fs::path(entry.at("folder").get<std::string>()).filename();
            if (!is_certificate(where))
                missing.push_back({where.string(), index.at("file"), entry.at("claim"),
                                   "the index " + path.string() + " names it, but it is not there"});
        }
    } catch (const Json::exception&) {
        wrong(path, "this is not an index of certificates of Bouton");
    }
}

}  // namespace

std::vector<MissingCertificate> missing_certificates(const std::string& folder) {
    std::vector<MissingCertificate> missing;
    std::error_code error;
    for_each_folder(folder, [&](const fs::path& path) {
        if (fs::symlink_status(path / kIndex, error).type() == fs::file_type::not_found) return;
        try {
            add_missing(path, missing);
        } catch (const Error& failure) {
            missing.push_back({path.string(), path.filename().string(), kIndex, failure.what()});
        }
    });
    return missing;
}

CertificateFolder::CertificateFolder(const std::string& folder, const lang::Document& document, bool all)
    : document_(document), all_(all), folder_(folder) {}

std::string CertificateFolder::add(const syntax::Claim& claim, const ProofVerdict& verdict) {
    const fs::path written = write_certificate(folder_.path(), document_, claim, verdict);
    return (fs::path(folder_.target()) / written.filename()).string();
}

void CertificateFolder::commit() {
    const fs::path part = folder_.path(), target = folder_.target();
    if (!store::exists(target.string()) && fs::is_empty(part)) return;
    folder_.carry_over(
        [&](const std::string& name) { return name != kIndex && !(all_ && is_certificate(target / name)); });
    Json entries = Json::array();
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(part))
        if (is_certificate(entry.path())) folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    for (const fs::path& folder : folders) {
        try {
            entries.push_back({{"folder", folder.filename().string()},
                               {"claim", read_certificate(folder.string()).manifest["claim"]}});
        } catch (const Error&) {  // an earlier one that is bad: `recheck` will say so
        }
    }
    Json index{{"format", kIndexFormat}, {"bouton", BOUTON_VERSION}};
    index["file"] = fs::path(document_.source.path).filename().string();
    index["certificates"] = std::move(entries);
    store::write_file((part / kIndex).string(), sealed(index));
    folder_.commit();
}

}  // namespace bouton
