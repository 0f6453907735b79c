// Parses the command line, runs one command, turns errors into one message and an exit code.
#include "app/command_line.hpp"
#include "app/guard.hpp"
#include "base/parallel.hpp"
#include "base/text.hpp"
#include "render/render.hpp"
#include "store/file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>
#include <new>
#include <system_error>

namespace {

using namespace bouton;

/// Shows progress on a terminal, not before a second has passed and at most five times a second.
class Progress {
  public:
    void operator()(const std::string& message) {
        if (!isatty(STDERR_FILENO)) return;
        const std::lock_guard lock(mutex_);
        const auto now = std::chrono::steady_clock::now();
        if (now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(200)) return;
        last_ = now;
        shown_ = true;
        std::cerr << "\r\033[K" << message << std::flush;
    }
    ~Progress() {
        if (shown_) std::cerr << "\r\033[K" << std::flush;
    }

  private:
    std::mutex mutex_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now(), last_{};
    bool shown_ = false;
};

std::string find_home() {
    if (const char* home = std::getenv("BOUTON_HOME")) return home;
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    return (self.parent_path() / BOUTON_DATA_FROM_BINARY).lexically_normal().string();
}

}  // namespace

std::string bouton::app::with_option(const Error& error) {
    static const std::map<Setting, std::string> options = {
        {Setting::memory, "--memory"}, {Setting::time, "--time"},    {Setting::to, "--to"},
        {Setting::from, "--from"},     {Setting::slice, "--slice"},  {Setting::what, "--what"},
        {Setting::engine, "--engine"}, {Setting::formal, "--formal"}};
    const auto option = options.find(error.setting());
    if (option == options.end()) return error.what();
    return error.fault() == Fault::input ? option->second + ": " + error.what()
                                         : fmt::format("{} ({})", error.what(), option->second);
}

Limits bouton::app::share_of_time(const Watch& watch, double share, double otherwise) {
    Limits limits = watch.limits();
    limits.seconds = limits.seconds > 0 ? std::floor(share * limits.seconds * 100) / 100 : otherwise;
    return limits;
}

int main(int argc, char** argv) {
    app::guard::open_standard_streams();
    app::guard::catch_the_rest();
    // Known before the words are understood, since these may be what is wrong.
    const bool json = std::find(argv + 1, argv + argc, std::string_view("--json")) != argv + argc;
    const auto complain = [&](const std::string& message) {
        std::cout.flush();
        if (json) std::cout << render::error_json(message) << std::flush;
        std::cerr << "error: " << printable(message) << '\n';
    };
    const std::atomic<bool>& interrupted = app::guard::catch_signals(json);
    std::ios::sync_with_stdio(false);
    int code = 0;
    try {
        app::CommandLine line(find_home());
        const auto flush = [] {
            std::cout.flush();
            if (std::cout) return;
            // What went wrong is long forgotten, but it goes wrong again.
            const int code = write(STDOUT_FILENO, "\n", 1) < 0 ? errno : EIO;
            const auto message = "the output could not be written completely: " + std::generic_category().message(code);
            throw store::is_no_room(code) ? over_limit(message) : bad_input(message);
        };
        if (const auto done = line.parse(argc, argv, complain)) {
            if (*done == 0) flush();
            return *done;
        }
        const app::Settings& settings = line.settings();
        Limits limits;
        limits.memory = settings.memory_mib > 0 ? settings.memory_mib << 20 : app::guard::memory_to_use();
        limits.seconds = settings.seconds;
        app::guard::limit_memory(limits.memory, settings.threads);
        if (settings.seconds > 0) app::guard::limit_time(settings.seconds, json);
        Progress progress;
        const Watch watch(limits, &interrupted, [&](const std::string& message) { progress(message); });
        const Watch::Under under(&watch);
        parallel::with_threads(static_cast<std::size_t>(settings.threads), [&] { code = line.run(watch); });
        flush();
    } catch (const Error& error) {
        complain(app::with_option(error));
        return error.fault() == Fault::input ? 2 : error.fault() == Fault::limit ? 3 : 130;
    } catch (const std::bad_alloc&) {
        complain(app::guard::kOutOfMemory);
        return 3;
    } catch (const std::system_error& error) {  // fmt::print, threads
        complain(std::string("the system refused something: ") + error.what());
        return store::is_no_room(error.code().value()) ? 3 : 2;
    } catch (const std::exception& error) {
        complain(std::string("this should not happen, please report it: ") + error.what());
        return 2;
    }
    return code;
}
