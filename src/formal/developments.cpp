#include "formal/developments.hpp"

#include "base/text.hpp"
#include "store/output.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <fstream>

namespace bouton::formal {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMark = ".file";  // by which a folder is known to belong to one file

/// Coq takes file names that are identifiers only.
std::string module_name(const std::string& claim) {
    std::string name = slug(claim);
    for (char& c : name)
        if (c == '-') c = '_';
    return name.empty() || !std::isalpha(static_cast<unsigned char>(name[0])) ? "claim_" + name : name;
}

/// By which a file is told from others.
const std::string& identity(const lang::Source& source) {
    return source.location.empty() ? source.path : source.location;
}

std::string mark_of(const lang::Source& source) {
    const std::string& whole = identity(source);
    return fmt::format("{:016x}\n", static_cast<std::uint64_t>(XXH3_64bits(whole.data(), whole.size())));
}

}  // namespace

Developments::Developments(const std::string& home, const std::string& folder)
    : folder_(folder), coq_(fs::path(home) / "formal", fs::path(folder) / "library") {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error || !fs::is_directory(folder_, error))
        throw bad_input(folder + ": this folder cannot be made; give another one", Setting::formal);
}

fs::path Developments::folder_of(const lang::Document& document) {
    const std::lock_guard lock(mutex_);
    fs::path& known = folders_[identity(document.source)];
    if (!known.empty()) return known;
    std::string stem = slug(fs::path(document.source.path).stem().string());
    if (stem.empty() || stem == "library") stem = "file-" + stem;
    const std::string mark = mark_of(document.source);
    for (int number = 1;; ++number) {
        const fs::path folder = folder_ / (number == 1 ? stem : fmt::format("{}-{}", stem, number));
        std::error_code error;
        if (fs::create_directory(folder, error)) {
            store::write_file((folder / kMark).string(), mark);
            return known = folder;
        }
        if (error) throw bad_input(folder.string() + ": cannot be made: " + error.message());
        std::ifstream in(folder / kMark);
        std::string line;
        if (std::getline(in, line) && line + "\n" == mark) return known = folder;
    }
}

Outcome Developments::add(const lang::Document& document, const syntax::Claim& claim, const Development& development,
                          const Watch& watch) {
    if (development.text.empty()) return {"", development.why_not, ""};
    std::string name = module_name(claim.kind + " " + claim.label);
    std::size_t same = 0;  // labels that differ in signs only
    for (const syntax::Claim& other : document.file.claims) {
        if (&other == &claim) break;
        same += module_name(other.kind + " " + other.label) == name;
    }
    if (same > 0) name += fmt::format("__{}", same + 1);
    const fs::path file = folder_of(document) / (name + ".v");
    store::write_file(file.string(), development.text);
    Outcome outcome{"written", "", file.string()};
    outcome.why = coq_.installed() ? coq_.check(file, watch) : "coqc is not installed";
    if (outcome.why.empty()) outcome.standing = "checked";
    return outcome;
}

}  // namespace bouton::formal
