#include "app/guard.hpp"

#include "app/commands.hpp"
#include "base/integer.hpp"
#include "base/watch.hpp"
#include "render/render.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <limits>
#include <new>
#include <sstream>
#include <string_view>

namespace bouton::app::guard {

namespace {

/// A message that a signal handler can give: everything is written out beforehand.
struct LastWords {
    std::string text, json;
    int code = 0;

    void prepare(const std::string& message, int exit_code, bool with_json) {
        text = "error: " + message + "\n";
        if (with_json) json = render::error_json(message);
        code = exit_code;
    }
    [[noreturn]] void say_and_end() const {
        put(STDOUT_FILENO, json);
        put(STDERR_FILENO, text);
        _exit(code);
    }

  private:
    static void put(int descriptor, std::string_view words) {
        while (!words.empty()) {
            const ssize_t written = write(descriptor, words.data(), words.size());
            if (written <= 0) return;
            words.remove_prefix(static_cast<std::size_t>(written));
        }
    }
};

std::atomic<bool> interrupted{false};
LastWords stopped, late;
timer_t timer;
bool has_timer = false;

void set_timer(double seconds) {
    if (!has_timer) return;
    itimerspec when{};
    when.it_value.tv_sec = static_cast<std::time_t>(seconds);
    when.it_value.tv_nsec = static_cast<long>((seconds - std::floor(seconds)) * 1e9);
    timer_settime(timer, 0, &when, nullptr);
}

extern "C" void on_signal(int signal) {
    if (interrupted.exchange(true)) {  // a second time: at once
        std::signal(signal, SIG_DFL);
        std::raise(signal);
        return;
    }
    const int error = errno;
    set_timer(kAfterSignal);
    errno = error;
}

extern "C" void on_timer(int) { (interrupted ? stopped : late).say_and_end(); }

void make_timer() {
    if (has_timer) return;
    struct sigaction action = {};
    action.sa_handler = on_timer;
    sigaction(SIGALRM, &action, nullptr);
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGALRM;
    has_timer = timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

/// A number after a word in a file of the kernel's, times the unit of its line.
std::uint64_t number_after(const char* file, std::string_view word, std::uint64_t unit) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);)
        if (line.starts_with(word)) return std::strtoull(line.c_str() + word.size(), nullptr, 10) * unit;
    return 0;
}

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t number_in(const std::string& file, std::uint64_t otherwise) {
    std::ifstream stream(file);
    std::uint64_t number = 0;
    return stream >> number ? number : otherwise;  // "max" is no number
}

/// What the control groups of this process have left. Both versions of the kernel's interface; files that are missing limit nothing.
std::uint64_t left_in_groups() {
    std::uint64_t left = kUnlimited;
    std::ifstream groups("/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        const auto colon = line.find(':'), second = line.find(':', colon + 1);
        if (colon == std::string::npos || second == std::string::npos) continue;
        const std::string kinds = line.substr(colon + 1, second - colon - 1);
        const bool unified = kinds.empty();
        if (!unified && ("," + kinds + ",").find(",memory,") == std::string::npos) continue;
        const std::string root = unified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
        const std::string most = unified ? "/memory.max" : "/memory.limit_in_bytes";
        const std::string used = unified ? "/memory.current" : "/memory.usage_in_bytes";
        for (std::string group = line.substr(second + 1);; group.erase(group.rfind('/'))) {
            const std::uint64_t limit = number_in(root + group + most, kUnlimited);
            if (limit != kUnlimited) left = std::min(left, limit - std::min(limit, number_in(root + group + used, 0)));
            if (group.find('/') == std::string::npos) break;
        }
    }
    return left;
}

}  // namespace

void open_standard_streams() {
    // Whoever closed the standard output does not get an answer, so writing to it stays an error.
    constexpr int kinds[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int descriptor = 0; descriptor < 3; ++descriptor)
        if (fcntl(descriptor, F_GETFD) == -1 && open("/dev/null", kinds[descriptor]) != descriptor) _exit(2);
}

const std::atomic<bool>& catch_signals(bool json) {
    stopped.prepare("stopped", 130, json);
    make_timer();
    struct sigaction action = {};  // without SA_RESTART: waiting for input ends too
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    return interrupted;
}

void limit_time(double seconds, bool json) {
    late.prepare(with_option(over_time(seconds)), 3, json);
    set_timer(seconds + kAfterTime);
}

void limit_memory(std::uint64_t bytes, int threads) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    constexpr std::uint64_t kBeside = 50'000'000,
                            kStack = 4'500'000;  // oneTBB's threads have 4 MiB of stack, never used up
    const auto cores = static_cast<std::uint64_t>(threads > 0 ? threads : sysconf(_SC_NPROCESSORS_ONLN));
    const std::uint64_t beside = kBeside + kStack * cores;
    const std::uint64_t now = number_after("/proc/self/status", "VmData:", 1024);
    rlimit limit{};
    if (now == 0 || bytes > kUnlimited - now - beside || getrlimit(RLIMIT_DATA, &limit) != 0) return;
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, now + bytes + beside);
    setrlimit(RLIMIT_DATA, &limit);
    throw_when_memory_ends();
#else
    static_cast<void>(bytes), static_cast<void>(threads);
#endif
}

std::uint64_t memory_to_use() {
    const auto all =
        static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
    const std::uint64_t available = number_after("/proc/meminfo", "MemAvailable:", 1024);
    std::uint64_t usable = std::min(all / 4 * 3, left_in_groups() / 4 * 3);
    if (available > 0) usable = std::min(usable, available);
    constexpr std::uint64_t kLeast = 64 << 20;  // below this nothing can be done; the system will say so itself
    return std::max(usable, kLeast);
}

void catch_the_rest() {
    std::set_terminate([] {
        LastWords words;
        try {
            if (const auto exception = std::current_exception()) std::rethrow_exception(exception);
            words.prepare("the program came to an end that it does not know; please report this", 2, false);
        } catch (const std::bad_alloc&) {
            words.prepare(kOutOfMemory, 3, false);
        } catch (const std::exception& error) {
            words.prepare(error.what(), 2, false);
        } catch (...) {
            words.prepare("something unknown was thrown; please report this", 2, false);
        }
        words.say_and_end();
    });
}

}  // namespace bouton::app::guard
