// What keeps the promises about time, memory and signals when the loops do not.
//
// Long loops ask Watch, and end in good order. But not every step is short (one product of numbers with millions of digits, a solver that
// does not listen, a read from a pipe), so a timer of the system stands behind them: when it runs out the process says what happened and
// ends, wherever it is. Files are then as after a kill, which they survive. Memory is limited where the system gives it, whoever asks for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace bouton::app::guard {

constexpr double kAfterTime = 0.6;  // seconds that loops have for ending in good order: after --time
constexpr const char* kOutOfMemory =
    "more memory would be needed than is allowed or there; give a smaller position or bound, or a larger --memory";

constexpr double kAfterSignal = 0.25;  // after the first Ctrl-C or SIGTERM; people wait for this one

/// Before anything else: a standard stream that is closed would give its number to the next file that is opened, and messages would go there.
void open_standard_streams();

/// The first SIGINT or SIGTERM sets this, and the process ends soon after; the second one ends it at once.
const std::atomic<bool>& catch_signals(bool json);

/// Ends the process so many seconds from now, unless it has ended by then.
void limit_time(double seconds, bool json);

/// Asked for more than this and 50 MB (which the program itself and its threads need), the system says no: std::bad_alloc.
void limit_memory(std::uint64_t bytes, int threads);

/// Three quarters of what the machine has, but no more than is free now, here and in the control groups that the process belongs to.
std::uint64_t memory_to_use();

/// For exceptions that leave through a function that promised none: the message and the exit code that main() has for them.
void catch_the_rest();

}  // namespace bouton::app::guard
