// Proofs of true claims, changed at random: no crash, and for a claim that is false nothing is accepted, whatever the evidence looks like.
#include "check/verdict.hpp"
#include "fuzz/fuzz.hpp"
#include "proofs/prove.hpp"

#include <functional>

namespace {

using namespace bouton;
using namespace bouton::fuzz;
using Json = nlohmann::ordered_json;

struct Proof {
    lang::DocumentPtr document;
    Evidence evidence;
};
struct Material {
    std::vector<Proof> proofs;
    std::vector<lang::DocumentPtr> lies;  // the same games, claims that are false
};

const std::string kHeap = "game g (x)\n  move (x - t) for 1 <= t <= 3\n";
const std::string kTwo = "game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
const std::string kKayles = "game g (x)\n  move (a) + (x - 2 - a) for 0 <= a <= x - 2 - a\n  move (x - 1)\n";

const Material& material() {
    static const Material made = [] {
        Material result;
        const Watch watch;
        for (const std::string& text : {
                 kHeap + "claim \"c\": grundy has period 4 to 60\n",
                 kHeap + "claim \"c\": grundy repeats 0 1 2 3 to 60\n",
                 kHeap + "claim \"c\" for x >= 0: grundy(x) = x mod 4 to 60\n",
                 kTwo + "claim \"c\" for x >= 0, y >= 0: grundy(x, y) = xor(x, y) to 12\n",
                 kTwo + "claim \"c\" for x >= 0, y >= 0: outcome(x, y) = P iff x = y to 12\n",
                 kTwo + "claim \"c\": { outcome = P } = { (n, n) for n >= 0 } to 12\n",
                 kTwo + "claim \"c\": sum(i for 1 <= i <= 10) = 55\n",
                 kTwo + "claim \"c\": grundy(3, 5) = 6\n",
             }) {
            const auto document = unit::read(text);
            Prover prover(*document, watch);
            const ProofVerdict& verdict = prover.prove(document->file.claims[0]);
            if (verdict.kind == ProofVerdict::Kind::proved) result.proofs.push_back({document, verdict.evidence});
        }
        if (result.proofs.size() < 7) finding("too few of the claims can be proved to begin with");
        for (const std::string& text : {
                 kHeap + "claim \"c\": grundy has period 5 to 60\n",
                 kHeap + "claim \"c\": grundy has period 2 to 60\n",
                 kHeap + "claim \"c\": grundy repeats 0 1 2 3 0 1 2 to 60\n",
                 kHeap + "claim \"c\" for x >= 0: grundy(x) = (if x < 40 then x mod 4 else 0) to 60\n",
                 kHeap + "claim \"c\" for x >= 0: grundy(x) = x mod 5 to 60\n",
                 kTwo + "claim \"c\" for x >= 0, y >= 0: grundy(x, y) = x + y to 12\n",
                 kTwo + "claim \"c\" for x >= 0, y >= 0: grundy(x, y) = (if x < 30 then xor(x, y) else 0) to 12\n",
                 kTwo + "claim \"c\" for x >= 0, y >= 0: outcome(x, y) = P iff (x = y and x < 40) to 12\n",
                 kTwo + "claim \"c\" for x >= 0, y >= 0: outcome(x, y) = P iff x <= y to 12\n",
                 kTwo + "claim \"c\": { outcome = P } = { (n, n) for 0 <= n < 40 } to 12\n",
                 kTwo + "claim \"c\": { outcome = P } = { (n, n + 1) for n >= 0 } to 12\n",
                 kTwo + "claim \"c\": sum(i for 1 <= i <= 10) = 54\n",
                 kTwo + "claim \"c\": sum(1 for 2^64 <= i <= 0 - 2) < 0\n",
                 kTwo + "claim \"c\": grundy(3, 5) = 5\n",
                 kKayles + "claim \"c\": grundy has period 6 to 60\n",
             })
            result.lies.push_back(unit::read(text));
        return result;
    }();
    return made;
}

void collect(Json& json, std::vector<Json*>& parts) {
    parts.push_back(&json);
    if (json.is_structured())
        for (Json& part : json) collect(part, parts);
}

void change(Json& data, const Json& other, Random& random) {
    std::vector<Json*> parts;
    collect(data, parts);
    Json& part = *parts[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(parts.size()) - 1))];
    switch (random.between(0, 8)) {
        case 0: part = nullptr; break;
        case 1: part = Json::array(); break;
        case 2: part = random.between(-3, 70); break;
        case 3:
            part = random.word({"", "x", "y", "grundy", "0", "-1", "9223372036854775808", "induction", "P", "x - 1"});
            break;
        case 4:
            if (part.is_array() && !part.empty()) part.erase(part.size() - 1);
            break;
        case 5: {
            const Json copy = part;
            if (part.is_array() && !part.empty()) part.push_back(Json(copy[0]));
            break;
        }
        case 6: {
            std::vector<Json*> theirs;
            Json copy = other;
            collect(copy, theirs);
            part = Json(
                *theirs[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(theirs.size()) - 1))]);
            break;
        }
        case 7: {
            const Json copy =
                *parts[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(parts.size()) - 1))];
            part = copy;
            break;
        }
        default:
            if (part.is_number_integer())
                part = part.get<std::int64_t>() + random.pick(std::vector<std::int64_t>{1, -1, 1000000});
            if (part.is_string() && !part.get_ref<std::string&>().empty()) {
                auto& text = part.get_ref<std::string&>();
                text[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(text.size()) - 1))] =
                    random.word({"0", "1", "x", "y", "+", "-", "<", "(", " "})[0];
            }
    }
}

}  // namespace

/// Before the clock runs.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
    material();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Material& all = material();
    return input([&] {
        Random random(data, size);
        const Proof& proof = random.pick(all.proofs);
        Evidence evidence = proof.evidence;
        for (auto count = random.between(0, 3); count > 0; --count)
            change(evidence.data, random.pick(all.proofs).evidence.data, random);
        if (!evidence.files.empty() && random.chance(40)) {
            std::string& text = evidence
                                    .files[static_cast<std::size_t>(
                                        random.between(0, static_cast<std::int64_t>(evidence.files.size()) - 1))]
                                    .second;
            if (!text.empty())
                text[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(text.size()) - 1))] =
                    static_cast<char>(random.between(0, 255));
            if (random.chance(10)) text.resize(text.size() / 2);
        }
        if (random.chance(5))
            evidence.method = random.word({"", "digits", "windows", "computation", "induction", "values"});
        const bool lie = random.chance(70);
        const lang::DocumentPtr document = lie ? random.pick(all.lies) : proof.document;
        const Watch watch(small_limits());
        allow_errors([&] {
            const Judgement judgement = judge(*document, document->file.claims[0], evidence, watch);
            if (lie && judgement.problem.empty() && judgement.cut.empty())
                finding("a false claim is accepted",
                        document->source.text + "\n" + evidence.method + "\n" + evidence.data.dump(1));
        });
    });
}
