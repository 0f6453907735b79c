// Limits, progress and cancellation of a long computation. The library never prints: it calls back.
#pragma once

#include "base/error.hpp"

#include <fmt/format.h>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace bouton {

struct Limits {
    std::uint64_t memory = std::uint64_t{4} << 30;  // bytes for tables of values
    double seconds = 0;                             // 0: no limit
};

/// Shared by all threads of one command.
class Watch {
  public:
    using Report = std::function<void(const std::string&)>;

    explicit Watch(Limits limits = {}, const std::atomic<bool>* cancel = nullptr, Report report = {})
        : limits_(limits), cancel_(cancel), report_(std::move(report)), start_(Clock::now()) {}

    /// A part of a longer computation, with limits of its own; what stops the whole stops the part too.
    Watch(const Watch& whole, Limits limits) : limits_(limits), whole_(&whole), start_(Clock::now()) {}

    const Limits& limits() const { return limits_; }
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    /// Throws when the user or the clock says stop. Cheap enough for every few thousand steps.
    void check() const {
        if (whole_) whole_->check();
        if (cancel_ && cancel_->load(std::memory_order_relaxed)) throw Error(Fault::cancelled, "stopped");
        if (limits_.seconds > 0 && elapsed() > limits_.seconds)
            throw over_limit(
                fmt::format("stopped after the time limit of {} s; allow more, or take a smaller position or bound",
                            limits_.seconds),
                Setting::time);
    }

    /// The same for the whole alone: a part that ran out of its own time may still end in good order.
    void check_whole() const {
        if (whole_) whole_->check();
    }

    void report(const std::string& message) const {
        if (report_) report_(message);
        if (whole_) whole_->report(message);
    }

  private:
    using Clock = std::chrono::steady_clock;
    Limits limits_;
    const Watch* whole_ = nullptr;
    const std::atomic<bool>* cancel_ = nullptr;
    Report report_;
    Clock::time_point start_;
};

}  // namespace bouton
