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

inline Error over_time(double seconds) {
    return over_limit(
        fmt::format("stopped after the time limit of {} s; allow more, or take a smaller position or bound", seconds),
        Setting::time);
}

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
        if (limits_.seconds > 0 && elapsed() > limits_.seconds) throw over_time(limits_.seconds);
    }

    /// The same for the whole alone: a part that ran out of its own time may still end in good order.
    void check_whole() const {
        if (whole_) whole_->check();
    }

    /// Loops to which nobody hands a watch, such as those inside one expression, ask the one that their thread works under.
    /// parallel.hpp hands it on to the jobs that the thread starts.
    static const Watch* current() { return current_; }
    static void check_current() {
        if (current_) current_->check();
    }

    /// The thread works under this watch, or under none, as long as this lives.
    class Under {
      public:
        explicit Under(const Watch* watch) : before_(current_) { current_ = watch; }
        ~Under() { current_ = before_; }
        Under(const Under&) = delete;
        Under& operator=(const Under&) = delete;

      private:
        const Watch* before_;
    };

    void report(const std::string& message) const {
        if (report_) report_(message);
        if (whole_) whole_->report(message);
    }

  private:
    using Clock = std::chrono::steady_clock;
    inline static thread_local const Watch* current_ = nullptr;
    Limits limits_;
    const Watch* whole_ = nullptr;
    const std::atomic<bool>* cancel_ = nullptr;
    Report report_;
    Clock::time_point start_;
};

/// Counts the steps of a loop and asks now and then: the clock costs as much as some hundred steps.
class Steps {
  public:
    const Watch* watch = nullptr;  // without one: that of the thread

    void tick(std::uint64_t weight = 1) {
        steps_ += weight;
        if (steps_ < kOften) return;
        steps_ = 0;
        if (watch)
            watch->check();
        else
            Watch::check_current();
    }

  private:
    static constexpr std::uint64_t kOften = 4096;
    std::uint64_t steps_ = 0;
};

}  // namespace bouton
