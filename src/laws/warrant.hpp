// On what ground an answer stands.
#pragma once

#include "lang/document.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bouton {

struct Warrant {
    enum class Kind { computed, proved, checked, conjectured };  // from the firmest on
    Kind kind = Kind::computed;
    std::string claim, file;  // the claim whose law gave the answer, or the weakest of several; empty: none was needed
    std::string bound;        // checked, conjectured: how far the law was compared with the rules for these arguments
    std::string how;          // proved: a certified period, or how the claim was proved

    std::string text() const;
    std::string brief() const;  // "checked to 64, not proved"
    std::string note() const;   // what a reader of the bare value must be told; empty: nothing
};

const char* to_text(Warrant::Kind kind);

/// How a claim was proved, as `prove` left it.
struct ProofRecord {
    std::string method, generality;
    std::string cut;      // proved for these values of its variables only: "k <= 6, m <= 4"; empty: for all
    bool formal = false;  // Coq has accepted it too
};

/// Is a claim for these values of its variables among those that were proved?
bool covers(const std::string& cut, const std::vector<std::pair<std::string, std::string>>& values);

/// What is known to be proved. Whoever answers this has it from the checker (check/verdict.hpp).
class ProofRecords {
  public:
    virtual ~ProofRecords() = default;
    virtual std::optional<ProofRecord> find(const lang::Document& document, const syntax::Claim& claim) const = 0;
};

}  // namespace bouton
