// A claim that says what values positions have, for the arguments at hand.
//
//   grundy(x, y) = E, perhaps with `if`; E may speak of other values     (formula, recursion)
//   outcome(x, y) = P iff a condition                                      (zeros)
//   { grundy = s } = a set, for every s; { outcome = P } = a set          (value_set)
//   grundy repeats a word                                                  (word)
//   grundy has a period: later values are those of small heaps             (period)
#pragma once

#include "base/floor_map.hpp"
#include "base/watch.hpp"
#include "engines/engine.hpp"
#include "lang/elaborate.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bouton {

struct Law {
    using Kind = lang::Statement::Kind;

    std::string claim, file;  // theorem 1.1, papers/josephus-nim.bouton
    const lang::Document* document = nullptr;
    const syntax::Claim* source = nullptr;
    std::shared_ptr<const lang::ClaimInstance> instance;
    std::vector<int> slots;    // zeros, formula, recursion: the coordinates, by place
    bool zero_or_not = false;  // of a value it says only whether it is 0
    bool checked = false;      // compared with the rules
    bool refuted = false;      // the claim is false somewhere: it is not used
    bool assumed = true;       // what the claim assumes of the rule function is known to hold always

    const lang::Statement& says() const { return instance->statement; }
    Kind kind() const { return says().kind; }
};

/// The law that a claim is for positions with `length` coordinates; nothing: it does not say what values they have, or asks for values
/// where only outcomes are known (`what`).
std::optional<Law> law_of(const lang::Document& document, const syntax::Claim& claim, lang::ClaimInstance&& instance,
                          std::size_t length, What what);

/// grundy(x) = `value` = grundy(floor(p x / d)) for every x that d does not divide: falling to a multiple of d.
std::optional<FloorMap> floor_law(const Law& law, const Expr& value);

// words such as 0 1 (2 3)^k
Integer length_of(const std::vector<lang::WordPart>& word, Frame& frame);
Integer symbol_at(const std::vector<lang::WordPart>& word, Integer place, Frame& frame);

}  // namespace bouton
