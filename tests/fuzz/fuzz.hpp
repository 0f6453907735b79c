// Shared by the fuzz targets: what is a finding, and the limits as an oracle.
//
// A target is one function of the fuzzer's bytes. Texts come straight from them, or from a generator that makes every choice from the
// bytes (unit::Random), so that most inputs make sense and a changed byte changes one choice. A bouton::Error is a fine answer anywhere;
// any other exception, a crash, a sanitizer's report, a wrong answer, or more than a second of computing under limits of 50 ms and 16 MiB
// is a finding: the program aborts and libFuzzer keeps the input.
#pragma once

#include "base/error.hpp"
#include "base/watch.hpp"
#include "unit/support.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace bouton::fuzz {

using unit::Random;

[[noreturn]] inline void finding(const std::string& what, const std::string& detail = "") {
    std::fprintf(stderr, "FINDING: %s\n%s\n", what.c_str(), detail.c_str());
    std::abort();
}

/// Errors for the user are fine wherever they arise.
template <class Run> bool allow_errors(Run run) {
    try {
        run();
        return true;
    } catch (const Error&) {
        return false;
    }
}

inline Limits small_limits() { return {16 << 20, 0.05}; }

/// Seconds of computing, of this process: a busy machine is no finding.
inline double computing_time() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

constexpr double kMostSeconds = 1;

/// Runs a target's body; says so when it took too long.
template <class Body> int input(Body body, double most = kMostSeconds) {
    const double start = computing_time();
    const Watch watch(small_limits());
    const Watch::Under under(&watch);  // for loops inside one expression
    body();
    if (const double seconds = computing_time() - start; seconds > most)
        finding("it took " + std::to_string(seconds) + " s of computing");
    return 0;
}

}  // namespace bouton::fuzz
