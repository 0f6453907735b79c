// Several threads: all that Bouton needs of them, behind one seam. parallel_tbb.cpp has oneTBB behind it; parallel_serial.cpp does one thing
// after the other, for builds without threads (BOUTON_THREADS=OFF). Results never depend on how many threads there are.
//
// What a job throws is thrown to whoever waits for the jobs: the first exception. Jobs that have not begun by then never run.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace bouton::parallel {

/// job(0), ..., job(count - 1), each of them long.
void each(std::size_t count, const std::function<void(std::size_t)>& job);

/// The same for short jobs that belong together: while it waits, this thread does not start on anything else.
void each_alone(std::size_t count, const std::function<void(std::size_t)>& job);

/// Jobs that lead to more jobs: a job may call run().
class Tasks {
  public:
    Tasks();
    ~Tasks();  // after wait()
    void run(std::function<void()> job);
    void wait();  // for all of them

  private:
    struct Group;
    std::unique_ptr<Group> group_;
};

/// Does the work with so many threads at most, of which this one is the first; 0: as many as there are cores.
void with_threads(std::size_t most, const std::function<void()>& work);

/// One T for each thread that asks, made by `make` when it asks for the first time.
template <class T> class PerThread {
  public:
    explicit PerThread(std::function<T()> make) : make_(std::move(make)), serial_(next_serial()++) {}

    T& local() {
        thread_local Last last;  // no lock as long as a thread asks the same object
        if (last.serial != serial_) last = {serial_, &find()};
        return *last.value;
    }

  private:
    struct Last {
        std::uint64_t serial = 0;
        T* value = nullptr;
    };
    struct Owned {
        explicit Owned(const std::function<T()>& make) : thread(std::this_thread::get_id()), value(make()) {}
        std::thread::id thread;
        T value;  // made in place: it need not be one that can be moved
    };
    static std::atomic<std::uint64_t>& next_serial() {
        static std::atomic<std::uint64_t> next{1};
        return next;
    }
    T& find() {
        const std::lock_guard lock(mutex_);
        for (Owned& owned : all_)
            if (owned.thread == std::this_thread::get_id()) return owned.value;
        return all_.emplace_back(make_).value;
    }

    std::function<T()> make_;
    std::uint64_t serial_;
    std::mutex mutex_;
    std::deque<Owned> all_;  // a deque: what is there stays where it is
};

}  // namespace bouton::parallel
