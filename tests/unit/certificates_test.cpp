// Certificates with one thing changed and every hash and seal made anew, through the folder that `recheck` reads. Whatever is accepted must be
// a proof of the same statement; where the text itself was changed, of a statement that the check does not refute on a larger box.
// (The files of digit proofs are changed in digits_test.cpp.)
#include "answers/theorems.hpp"
#include "check/verdict.hpp"
#include "claims/check.hpp"
#include "proofs/goals/by_goals.hpp"
#include "unit/support.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace bouton::unit {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const std::string kHeap = "game heap (x)\n  move (x - t) for 1 <= t <= x\n";
const std::string kNim = "game nim2 (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";

struct Seed {
    std::string method, text;
    int edits;  // of the text; of each number and word there is one change anyway
};

const std::vector<Seed>& seeds() {
    static const std::vector<Seed> all = {
        {"kernel", kNim + "theorem \"t\": { outcome = P } = { (i, i) for i >= 0 }  to 9\n", 60},
        {"levels", kHeap + "theorem \"t\" for s >= 0: { grundy = s } = { (i) for i >= 0 if i = s }  to 9\n", 60},
        {"formula",
         "game bachet (x)\n  parameter k where k >= 1\n  move (x - t) for 1 <= t <= min(x, k)\n"
         "theorem \"t\" in bachet(k) for k >= 1, x >= 0: grundy(x) = x mod (k + 1)  to 20, k <= 5\n",
         60},
        {"induction",
         kHeap + "lemma \"L\" for x >= 0: grundy(x) = x  to 9\n"
                 "claim \"t\" for x >= 0: grundy(x + 1) = grundy(x) + 1 using \"L\"  to 9\n",
         60},
        {"induction", kHeap + "claim \"t\" for n >= 0: 2^n >= n + 1 by induction on n  to 9\n", 60},
        {"computation", kHeap + "claim \"t\" for 0 <= x <= 12: grundy(x) = x\n", 60},
        {"windows",
         "game subtraction (x)\n  parameter moves: set\n  move (x - s) for s in moves\n"
         "example \"t\" in subtraction(moves = {1, 2}): grundy has period 3  to 60\n",
         60},
        {"digits", kNim + "theorem \"t\": { outcome = P } = { xor(x, y) = 0 }  to 9\n", 40},
        {"columns",
         "game nim (a...)\n  move (a - t) for 1 <= t <= a\n"
         "theorem \"t\" in nim with m piles for m >= 1: { outcome = P } = { xor(a...) = 0 }  to 5, m <= 3\n",
         60},
    };
    return all;
}

std::string hash_of(const std::string& text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

void put(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

struct Accepted {
    std::string statement, source;
};

class SealedAnew : public testing::Test {
  protected:
    SealedAnew()
        : root_(fs::temp_directory_path() /
                fmt::format("bouton-sealed-{}", Random(std::random_device()()).between(1, 1000000000))) {
        fs::create_directories(root_);
    }
    ~SealedAnew() override {
        std::error_code error;
        fs::remove_all(root_, error);
    }

    /// The folder of the last claim's certificate; others lie beside it.
    fs::path prove(const Seed& seed) {
        fs::remove_all(root_ / "c");
        put(root_ / "claims.bouton", seed.text);
        Library library(home());
        const auto verdicts = prove_files(library, {(root_ / "claims.bouton").string()}, (root_ / "c").string(), "",
                                          watch_, [](const ProofVerdict&) {});
        EXPECT_EQ(verdicts.back().method, seed.method) << seed.text;
        return verdicts.back().certificate;
    }

    /// Writes the manifest with a new seal, and asks for a verdict on this certificate.
    std::optional<Accepted> recheck(const fs::path& folder, Json manifest) {
        manifest.erase("seal");
        manifest["seal"] = hash_of(manifest.dump());
        put(folder / "manifest.json", manifest.dump(1) + "\n");
        ++asked_;
        const Watch hurry({.seconds = 20});
        try {
            for (const RecheckVerdict& verdict :
                 recheck_folder({(root_ / "c").string(), nullptr, false}, hurry, [](const RecheckVerdict&) {}))
                if (fs::path(verdict.folder) == folder && verdict.problem.empty())
                    return Accepted{verdict.statement, manifest["source"]};
        } catch (const Error& error) {
            EXPECT_TRUE(error.fault() == Fault::input || error.fault() == Fault::limit) << error.what();
        }
        return std::nullopt;
    }

    fs::path root_;
    Watch watch_;
    std::size_t asked_ = 0;
};

/// Every number and word of a JSON value but the text of the file.
void places(const Json& json, const Json::json_pointer& at, std::vector<Json::json_pointer>& all) {
    if (json.is_structured()) {
        for (const auto& [key, value] : json.items())
            places(value, json.is_array() ? at / static_cast<std::size_t>(std::stoull(key)) : at / key, all);
        return;
    }
    const std::string text = at.to_string();
    if (text != "/seal" && text != "/source" && !text.starts_with("/files")) all.push_back(at);
}

void change(Json& json, Random& random) {
    if (json.is_number_integer()) {
        json = json.get<std::int64_t>() + random.pick(std::vector<std::int64_t>{1, -1, 2, -2, 1000});
    } else if (json.is_boolean()) {
        json = !json.get<bool>();
    } else if (json.is_string()) {
        std::string text = json;
        const auto digit = text.find_first_of("0123456789");
        if (digit != std::string::npos && random.chance(60))
            text[digit] = static_cast<char>('0' + (text[digit] - '0' + random.between(1, 9)) % 10);
        else
            text =
                random.word({"", "x", "x.0", "0", "induction", "kernel", "computation", "every position", text + " "});
        json = text;
    } else {
        json = random.chance(50) ? Json("0") : Json(0);
    }
}

/// One character of the text, or a few: another number, another sign, something left out or doubled.
std::string edited(std::string text, Random& random) {
    const auto at = static_cast<std::size_t>(random.between(0, std::ssize(text) - 1));
    switch (random.between(0, 4)) {
        case 0:
            if (const auto digit = text.find_first_of("0123456789", at); digit != std::string::npos)
                text[digit] = static_cast<char>('0' + random.between(0, 9));
            break;
        case 1:
            if (const auto sign = text.find_first_of("<>=+-", at); sign != std::string::npos)
                text.replace(sign, text[sign + 1] == '=' ? 2 : 1, random.word({"<", "<=", "=", ">=", "+", "-"}));
            break;
        case 2: text.erase(at, static_cast<std::size_t>(random.between(1, 3))); break;
        case 3: text.insert(at, text.substr(at, static_cast<std::size_t>(random.between(1, 4)))); break;
        default:
            if (const auto letter = text.find_first_of("xyitskn", at); letter != std::string::npos)
                text[letter] = random.word({"x", "y", "i", "t", "s", "k", "n"})[0];
    }
    return text;
}

TEST_F(SealedAnew, ChangesProveNothingElse) {
    Random random(5);
    std::size_t same = 0, other = 0;
    for (const Seed& seed : seeds()) {
        const fs::path folder = prove(seed);
        if (HasFailure()) return;
        const Json manifest = Json::parse(text_of_file(folder / "manifest.json"));
        const auto before = recheck(folder, manifest);
        ASSERT_TRUE(before) << seed.text;
        std::vector<Json::json_pointer> all;
        places(manifest, Json::json_pointer(), all);
        // A long proof has thousands of numbers: some hundred of them, at equal distances.
        const std::size_t step = std::max<std::size_t>(1, all.size() / static_cast<std::size_t>(150 * effort()));
        for (std::size_t i = 0; i < all.size(); i += step) {
            Json changed = manifest;
            change(changed[all[i]], random);
            if (changed == manifest) continue;
            const auto verdict = recheck(folder, changed);
            if (!verdict) continue;
            ++same;
            EXPECT_EQ(verdict->statement, before->statement) << all[i].to_string() << "\n" << seed.text;
        }
        for (int i = 0; i < seed.edits; ++i) {
            Json changed = manifest;
            changed["source"] = edited(seed.text, random);
            const auto verdict = recheck(folder, changed);
            if (!verdict || verdict->source == seed.text) continue;
            ++other;
            const lang::DocumentPtr document = read(verdict->source);
            for (const syntax::Claim& claim : document->file.claims)
                if (claim.label == "t") {
                    const Verdict checked = check(*document, claim, claim.pile_count ? 5 : 40, Watch({.seconds = 20}));
                    EXPECT_NE(checked.kind, Verdict::Kind::refuted) << verdict->source;
                }
        }
        put(folder / "manifest.json", manifest.dump(1) + "\n");
    }
    EXPECT_GE(asked_, 1200u);
    if (std::getenv("BOUTON_VERBOSE"))
        std::printf("%zu asked, %zu accepted of the same text, %zu of another\n", asked_, same, other);
    EXPECT_LE(same + other, asked_ / 4);
}

// ---- other rules ----

/// The game's lines of a text, each with one number one larger or smaller, one <= for < or the other way round, one name for another.
std::vector<std::string> with_other_rules(const std::string& text) {
    const std::size_t end = text.find("\nlemma "), claim = text.find("\nclaim "), theorem = text.find("\ntheorem "),
                      example = text.find("\nexample ");
    const std::size_t rules = std::min({end, claim, theorem, example});
    std::vector<std::string> all;
    const auto add = [&](std::size_t at, std::size_t length, const std::string& other) {
        all.push_back(text.substr(0, at) + other + text.substr(at + length));
    };
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
    for (std::size_t i = text.find('\n'); i < rules; ++i) {
        if (std::isdigit(static_cast<unsigned char>(text[i]))) {
            add(i, 1, std::to_string(text[i] - '0' + 1));
            if (text[i] > '0') add(i, 1, std::to_string(text[i] - '0' - 1));
        }
        if (text[i] == '<') add(i, text[i + 1] == '=' ? 2 : 1, text[i + 1] == '=' ? "<" : "<=");
        if (text[i] == '-') add(i, 1, "+ 1 -"), add(i, 1, "- 1 -");
        if (is_letter(text[i]) && !is_letter(text[i - 1]) && !is_letter(text[i + 1]))
            for (const char* other : {"x", "y", "t", "k"})
                if (text[i] != other[0]) add(i, 1, other);
    }
    return all;
}

/// The proof of a claim about other rules: the one that was found for the rules as they were, and one that is looked for anew.
TEST(OtherRules, ProveNothingFalse) {
    std::size_t mutants = 0, refuted = 0, proved = 0, open = 0, taken_over = 0;
    for (const Seed& seed : seeds()) {
        const lang::DocumentPtr document = read(seed.text);
        const Watch watch;
        const ProofVerdict right = Prover(*document, watch).prove(document->file.claims.back());
        ASSERT_EQ(right.method, seed.method);
        for (const std::string& text : with_other_rules(seed.text)) {
            lang::DocumentPtr other;
            if (failure_of([&] { other = read(text); }).fault) continue;
            ++mutants;
            SCOPED_TRACE(text);
            const syntax::Claim& claim = other->file.claims.back();
            const auto far = [&] {
                return check(*other, claim, claim.pile_count ? 6 : 60, Watch({.seconds = 20}), "reference").kind;
            };
            const Watch hurry({.seconds = 5});
            const bool same_proof = judge(*other, claim, right.evidence, hurry).problem.empty();
            // What it rests on may be false with these rules; a certificate alone says nothing then.
            if (same_proof && claim.uses.empty()) {
                ++taken_over;
                EXPECT_NE(far(), Verdict::Kind::refuted) << "the old proof";
            }
            if (check(*other, claim, std::nullopt, watch).kind != Verdict::Kind::holds) {
                ++refuted;
                const Failure failure = failure_of([&] {  // with nothing that stands before the proof
                    const proofs::GoalSearch found = proofs::prove_by_goals(*other, claim, 0.02, hurry);
                    EXPECT_TRUE(!found.proof || !claim.uses.empty() ||
                                !judge(*other, claim, {found.scheme, *found.proof, {}}, watch).problem.empty());
                });
                EXPECT_TRUE(!failure.fault || failure.fault == Fault::limit || failure.fault == Fault::input)
                    << failure.message;
                continue;
            }
            ProofVerdict verdict;
            const Failure failure = failure_of([&] { verdict = Prover(*other, hurry, 0.1).prove(claim); });
            EXPECT_TRUE(!failure.fault || failure.fault == Fault::limit) << failure.message;
            ++(verdict.kind == ProofVerdict::Kind::proved ? proved : open);
            if (verdict.kind == ProofVerdict::Kind::proved) {
                EXPECT_NE(far(), Verdict::Kind::refuted) << "by " << verdict.method;
            }
        }
    }
    if (std::getenv("BOUTON_VERBOSE"))
        std::printf("%zu mutants: %zu refuted on their box, %zu proved, %zu open; %zu with the old proof\n", mutants,
                    refuted, proved, open, taken_over);
    EXPECT_GE(mutants, 70u);
    EXPECT_GE(refuted, 40u);
    EXPECT_GE(proved, 5u);
}

/// What would overflow the stack is refused when it is read.
TEST_F(SealedAnew, DeepListsAreRefused) {
    const fs::path folder = root_ / "c" / "deep";
    fs::create_directories(folder);
    for (const std::size_t depth : {std::size_t{3000}, std::size_t{400000}}) {
        put(folder / "manifest.json",
            R"({"format":"bouton certificate 2","proof":)" + std::string(depth, '[') + std::string(depth, ']') + "}");
        const Failure failure = failure_of([&] {
            recheck_folder({(root_ / "c").string(), nullptr, false}, watch_, [](const RecheckVerdict&) {});
        });
        EXPECT_EQ(failure.fault, Fault::input);
        EXPECT_NE(failure.message.find("lists inside each other"), std::string::npos) << failure.message;
    }
}

}  // namespace
}  // namespace bouton::unit
