#include "answers/known_proofs.hpp"

#include "base/error.hpp"
#include "lang/elaborate.hpp"
#include "lang/print.hpp"
#include "store/output.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>

namespace bouton {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLargestFile = 1 << 20;  // of a record: papers have some kilobytes
constexpr const char* kHead = "bouton proof 1";

std::string hash_of(const std::string& text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

/// A line of its own.
std::string one_line(std::string text) {
    for (char& c : text)
        if (c == '\n' || c == '\r') c = ' ';
    return text;
}

std::string body_of(const ProofRecord& proof, const std::string& identity) {
    return fmt::format("method: {}\ngenerality: {}\ncut: {}\nformal: {}\n\n{}", one_line(proof.method),
                       one_line(proof.generality), one_line(proof.cut), proof.formal ? "yes" : "no", identity);
}

/// Of two records of one theorem the firmer one is kept.
int firmness(const ProofRecord& proof) { return proof.formal ? 2 : proof.cut.empty() ? 1 : 0; }

fs::path file_of(const fs::path& folder, const std::string& identity) { return folder / hash_of(identity); }

std::string definitions_of(const lang::Document& document) {
    syntax::File file;
    file.definitions = document.file.definitions;
    return lang::print(file);
}

}  // namespace

std::string theorem_identity(const lang::Document& document, const syntax::Claim& original) {
    syntax::Claim claim = original;
    claim.kind = "claim";
    claim.label.clear();
    claim.note.clear();
    claim.bound.reset();
    claim.bounds.clear();
    claim.uses.clear();
    claim.induction.clear();
    claim.scales.clear();
    const lang::GameRef ref = lang::find_game(document, lang::claim_game(document, original));
    syntax::Game game = *ref.game;
    game.about.clear();
    game.source.clear();
    std::string text = fmt::format("{} {}\n", BOUTON_VERSION, BOUTON_CHECKER);
    text += lang::print(game) + "\n";
    if (ref.document != &document) text += definitions_of(*ref.document) + "\n";
    return text + definitions_of(document) + "\n" + lang::print(claim);
}

fs::path KnownProofs::usual_folder() {
    const auto from = [](const char* name) {
        const char* value = std::getenv(name);
        return fs::path(value ? value : "");
    };
    if (const fs::path cache = from("XDG_CACHE_HOME"); cache.is_absolute()) return cache / "bouton" / "proofs";
    if (const fs::path home = from("HOME"); home.is_absolute()) return home / ".cache" / "bouton" / "proofs";
    return {};
}

struct KnownProofs::Memory {
    std::mutex mutex;
    std::map<std::string, ProofRecord> proofs;  // by identity
};

KnownProofs::KnownProofs(fs::path folder) : folder_(std::move(folder)), here_(std::make_shared<Memory>()) {}

std::optional<ProofRecord> KnownProofs::find(const lang::Document& document, const syntax::Claim& claim) const {
    const std::string identity = theorem_identity(document, claim);
    {
        const std::lock_guard lock(here_->mutex);
        if (const auto found = here_->proofs.find(identity); found != here_->proofs.end()) return found->second;
    }
    return folder_.empty() ? std::nullopt : read(identity);
}

std::optional<ProofRecord> KnownProofs::read(const std::string& identity) const {
    const fs::path path = file_of(folder_, identity);
    std::error_code trouble;
    if (!fs::is_regular_file(path, trouble) || fs::file_size(path, trouble) > kLargestFile || trouble)
        return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    // head, hash of all that follows, the record; nothing is taken from a file that differs in one character.
    std::istringstream lines(text);
    std::string head, hash, line;
    std::getline(lines, head);
    std::getline(lines, hash);
    ProofRecord proof;
    while (std::getline(lines, line) && !line.empty()) {
        const auto value = [&](std::string_view name) -> std::optional<std::string> {
            if (line.rfind(name, 0) != 0) return std::nullopt;
            return line.substr(name.size());
        };
        if (const auto method = value("method: ")) proof.method = *method;
        if (const auto generality = value("generality: ")) proof.generality = *generality;
        if (const auto cut = value("cut: ")) proof.cut = *cut;
        if (const auto formal = value("formal: ")) proof.formal = *formal == "yes";
    }
    const std::string body = body_of(proof, identity);
    if (text != fmt::format("{}\n{}\n{}", kHead, hash_of(body), body)) return std::nullopt;
    return proof;
}

void KnownProofs::add(const lang::Document& document, const syntax::Claim& claim, const ProofRecord& proof) const {
    const std::string identity = theorem_identity(document, claim);
    {
        const std::lock_guard lock(here_->mutex);
        const auto [found, is_new] = here_->proofs.try_emplace(identity, proof);
        if (!is_new && firmness(found->second) < firmness(proof)) found->second = proof;
    }
    if (folder_.empty()) return;
    if (const auto known = read(identity); known && firmness(*known) >= firmness(proof)) return;
    const std::string body = body_of(proof, identity);
    try {
        std::error_code trouble;
        fs::create_directories(folder_, trouble);
        store::write_file(file_of(folder_, identity).string(), fmt::format("{}\n{}\n{}", kHead, hash_of(body), body));
    } catch (const Error& error) {
        if (error.fault() == Fault::cancelled) throw;
        // a full or read-only disk: the proof is good all the same
    }
}

}  // namespace bouton
