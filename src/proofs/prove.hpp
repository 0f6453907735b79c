// From a claim to its verdict: checked on a box, proved for all positions, or open with everything that was tried.
#pragma once

#include "base/watch.hpp"
#include "check/verdict.hpp"
#include "lang/elaborate.hpp"
#include "proofs/attempt.hpp"

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace bouton {

struct ProofVerdict {
    enum class Kind { proved, limited, refuted, open };  // limited: proved, but only for what `generality` names
    std::string file;
    std::string claim;  // theorem 1.1
    Kind kind = Kind::open;
    bool expect_refuted = false;
    std::vector<std::pair<std::string, std::string>> counterexample, expected_counterexample;
    bool replayed = false;     // refuted: the reference engine says so too
    std::string bound;         // how far it was compared with the rules; empty: it is about finitely many cases
    std::uint64_t cases = 0;   // that were compared; 0: not even that was finished
    std::uint64_t tested = 0;  // cases beyond the file's own bounds that the refuter looked at
    bool vacuous = false;      // in none of them what the claim supposes was true
    bool cut_off = false;      // by the clock: open, and no more is known
    std::string method, generality;
    std::string cut;                 // limited: to these values, as in "k <= 6"
    std::vector<std::string> uses;   // proved claims that the proof rests on
    std::vector<std::string> tried;  // open: each with what became of it
    std::string note;
    std::string certificate;  // the folder
    // a Coq development, where one was asked for: checked (coqc accepts it), written (a file, not accepted), empty (none)
    bool formal_asked = false;
    std::string formal, formal_why, formal_file;  // why: it is not checked
    double formal_seconds = 0;
    double seconds = 0;
    Evidence evidence;  // of a proof: what goes into the certificate

    bool as_expected() const;
};

std::string to_text(ProofVerdict::Kind kind);

/// The same in one word for people: `formal` where Coq has accepted the claim.
std::string verdict_word(const ProofVerdict& verdict);

/// The claims of one file. A claim that uses others is proved only if they are. May be asked by several threads at once.
class Prover {
  public:
    /// `effort`: the share of the usual effort that is spent on a claim before it is left open.
    Prover(const lang::Document& document, const Watch& watch, double effort = 1)
        : document_(document), watch_(watch), effort_(effort) {}

    const ProofVerdict& prove(const syntax::Claim& claim) { return prove(claim, {}); }

  private:
    using Chain = std::vector<const syntax::Claim*>;  // claims on the way, to catch a circle
    const ProofVerdict& prove(const syntax::Claim& claim, Chain chain);
    ProofVerdict about(const syntax::Claim& claim) const;
    void examine(const syntax::Claim& claim, const Chain& chain, ProofVerdict& verdict);
    Attempt by_goals(const syntax::Claim& claim, const Chain& chain, ProofVerdict& verdict);
    Attempt by_digits(const syntax::Claim& claim);
    Attempt by_windows(const syntax::Claim& claim);

    const lang::Document& document_;
    const Watch& watch_;
    double effort_;
    std::mutex mutex_;
    std::map<const syntax::Claim*, ProofVerdict> done_;
};

}  // namespace bouton
