// Does a certified period prove a claim about the sequence of values of a one-heap game?
#pragma once

#include "base/watch.hpp"
#include "lang/document.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace bouton {

/// Empty if the certificate of a period (check/windows.hpp) proves the claim for all heaps, otherwise what is wrong. `to` counts for nothing.
///
///   has period p after n   p and n are the certificate's, which are the least ones
///   repeats WORD           the certificate has the preperiod 0, its period divides the length of the word, and the word is the first values:
///                          then G(i) = G(i mod period) = G(i mod length) is the word's letter, for every i
///   grundy(x + p) = grundy(x) + s for x >= n
///                          written like that, with the certificate's p and s and no smaller n than its preperiod
///
/// Numbers of the claim, the word, and the first values of the certificate are computed by check/compute.hpp from the text of the file.
std::string check_window_claim(const lang::Document& document, const syntax::Claim& claim,
                               const nlohmann::ordered_json& period, const Watch& watch);

/// Is it written like the last of these, whatever the numbers?
bool is_arithmetic_period(const syntax::Claim& claim);

}  // namespace bouton
