// From a claim to its verdict: checked on a box, proved for all positions, or open with everything that was tried.
#pragma once

#include "base/watch.hpp"
#include "lang/elaborate.hpp"
#include "proofs/attempt.hpp"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace bouton {

struct ProofVerdict {
    enum class Kind { proved, refuted, open };
    std::string file;
    std::string claim;  // theorem 1.1
    Kind kind = Kind::open;
    bool expect_refuted = false;
    std::vector<std::pair<std::string, std::string>> counterexample, expected_counterexample;
    bool replayed = false;  // refuted: the reference engine says so too
    std::string method, generality;
    std::vector<std::string> uses;   // proved claims that the proof rests on
    std::vector<std::string> tried;  // open: each with what became of it
    std::string note;
    std::string certificate;  // the folder
    double seconds = 0;
    Attempt attempt;  // of a proof: what goes into the certificate

    bool as_expected() const;
};

std::string to_text(ProofVerdict::Kind kind);

/// The claims of one file. A claim that uses others is proved only if they are. May be asked by several threads at once.
class Prover {
  public:
    Prover(const lang::Document& document, const Watch& watch) : document_(document), watch_(watch) {}

    const ProofVerdict& prove(const syntax::Claim& claim) { return prove(claim, {}); }

    /// The claims that a claim uses, itself not among them.
    std::vector<const syntax::Claim*> used_by(const syntax::Claim& claim) const;

  private:
    using Chain = std::vector<const syntax::Claim*>;  // claims on the way, to catch a circle
    const ProofVerdict& prove(const syntax::Claim& claim, Chain chain);
    ProofVerdict examine(const syntax::Claim& claim, const Chain& chain);
    Attempt by_conditions(const syntax::Claim& claim, const Chain& chain, ProofVerdict& verdict);
    Attempt by_digits(const syntax::Claim& claim);
    Attempt by_windows(const syntax::Claim& claim);

    const lang::Document& document_;
    const Watch& watch_;
    std::mutex mutex_;
    std::map<const syntax::Claim*, ProofVerdict> done_;
};

}  // namespace bouton
