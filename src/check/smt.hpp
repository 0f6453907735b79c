// Checks the SMT-LIB scripts of a proof once more, without trusting the program that wrote them.
//
// A script declares integer constants and functions, asserts formulas under labels (comment lines), and ends with (check-sat); the proof
// says that its assertions contradict each other. What is checked, and why:
//
// 1. The text is read by a small reader of its own, one command a line, which knows the few commands and operators that such scripts need
//    and refuses everything else. So nothing can hide in a place that only a solver would see.
// 2. Assertions under the labels "power", "powers", "quotient", "product", "logarithm", "odd part" and "equal arguments, equal values"
//    are facts: they must hold whatever the constants are, and here the functions have their meaning, pow2(e) = 2^e (powB for base B),
//    quo(a, d) = floor(a/d), mul(a, b) = a*b, log2, twos (how often 2 divides); other functions, and these outside their domain, are
//    arbitrary. Each fact is evaluated with exact integers for hundreds of choices of the constants: small ones, large ones, numbers that
//    occur in it, and choices moved by secant steps until the fact's guards hold. One choice that makes it false, and the script is
//    refused. This is a test, not a proof: it finds slips of the writer.
// 3. Z3, started afresh, must find the assertions contradictory; cvc5, if it is installed, is asked for a second opinion.
// 4. The assertions without what is to be refuted should not contradict each other. They may, where a case is impossible; it is reported.
//
// Other labels ("induction hypothesis", "bracket", "natural", ...) speak about the game; whoever calls compares them with the rules.
#pragma once

#include "base/watch.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace bouton::recheck {

struct ScriptReport {
    std::string problem;          // empty: fine
    std::size_t assertions = 0;   // in the script
    std::size_t facts = 0;        // of these, tested with numbers
    std::size_t idle = 0;         // facts whose guards held for no choice that was tried
    bool second_opinion = false;  // cvc5 said unsat
    bool vacuous = false;         // contradictory even without what is to be refuted
    std::string remark;           // what a reader should know though it is no problem: cvc5 is not installed, ...
};

/// The seed picks the numbers that facts are tested with; the same seed gives the same report. Throws Error when the watch says stop.
ScriptReport check_script(const std::string& text, const Watch& watch, std::uint64_t seed, bool second_solver = true);

/// The full path of cvc5, looked up in PATH; empty if it is not there.
std::string cvc5_program();

}  // namespace bouton::recheck
