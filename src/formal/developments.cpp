#include "formal/developments.hpp"

#include "base/text.hpp"
#include "lang/print.hpp"
#include "store/file.hpp"
#include "store/input.hpp"
#include "store/output.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

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

/// Nothing, if somebody else made the folder.
std::string mark_in(const std::string& folder) try {
    return store::read_plain_file((fs::path(folder) / kMark).string(), 1 << 10);
} catch (const Error&) {
    return "";
}

}  // namespace

Developments::Developments(const std::string& home, const std::string& folder)
    : folder_(folder), coq_(fs::path(home) / "formal", fs::path(folder) / "library") {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error || !fs::is_directory(folder_, error))
        throw bad_input(folder + ": this folder cannot be made; give another one", Setting::formal);
}

store::NewFolder& Developments::folder_of(const lang::Document& document) {
    const std::lock_guard lock(mutex_);
    const auto known = folders_.find(identity(document.source));
    if (known != folders_.end()) return known->second;
    std::string stem = slug(fs::path(document.source.path).stem().string());
    if (stem.empty() || stem == "library") stem = "file-" + stem;
    const std::string mark = mark_of(document.source);
    for (int number = 1;; ++number) {
        const std::string folder = (folder_ / (number == 1 ? stem : fmt::format("{}-{}", stem, number))).string();
        const bool taken = std::any_of(folders_.begin(), folders_.end(),
                                       [&](const auto& each) { return each.second.target() == folder; });
        if (taken || (store::exists(folder) && mark_in(folder) != mark)) continue;
        store::NewFolder& made = folders_.emplace(identity(document.source), folder).first->second;
        store::write_file((fs::path(made.path()) / kMark).string(), mark);
        return made;
    }
}

void Developments::commit() {
    const std::lock_guard lock(mutex_);
    for (auto& [file, folder] : folders_) {
        folder.carry_over([](const std::string&) { return true; });
        folder.commit();
    }
    folders_.clear();
}

Outcome Developments::add(const lang::Document& document, const syntax::Claim& claim, const Development& development,
                          const Watch& watch) {
    if (development.text.empty()) return {"", development.why_not, ""};
    std::string name = module_name(lang::full_name(claim));
    std::size_t same = 0;  // labels that differ in signs only
    for (const syntax::Claim& other : document.file.claims) {
        if (&other == &claim) break;
        same += module_name(lang::full_name(other)) == name;
    }
    if (same > 0) name += fmt::format("__{}", same + 1);
    const store::NewFolder& folder = folder_of(document);
    const fs::path file = fs::path(folder.path()) / (name + ".v");
    store::write_file(file.string(), development.text);
    Outcome outcome{"written", "", (fs::path(folder.target()) / file.filename()).string()};
    outcome.why = coq_.installed() ? coq_.check(file, watch) : "coqc is not installed";
    if (outcome.why.empty()) outcome.standing = "checked";
    return outcome;
}

}  // namespace bouton::formal
