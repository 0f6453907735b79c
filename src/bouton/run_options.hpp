// How much a question may cost, and how the caller hears of it and stops it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace bouton {

/// Stops what runs: keep a copy, call cancel() from any thread, and the question ends with an Error whose fault is `cancelled`.
class CancelToken {
  public:
    void cancel() { *flag_ = true; }
    void reset() { *flag_ = false; }
    const std::atomic<bool>* flag() const { return flag_.get(); }

  private:
    std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};

struct RunOptions {
    std::uint64_t memory = std::uint64_t{4} << 30;  // bytes for tables of values
    double seconds = 0;                             // for each question; 0: no limit
    std::size_t threads = 0;                        // 0: as many as there are cores
    CancelToken cancel;
    std::function<void(const std::string&)> progress;  // called now and then during long work, from any thread
};

}  // namespace bouton
