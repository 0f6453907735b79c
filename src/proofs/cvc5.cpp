#include "proofs/cvc5.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

extern char** environ;

namespace bouton {

using kernel::Opinion;

namespace {

/// A file with the script, gone at the end of the scope.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& text) {
        std::error_code failure;
        std::filesystem::path folder = std::filesystem::temp_directory_path(failure);
        if (failure) folder = "/tmp";
        path_ = (folder / "bouton-XXXXXX.smt2").string();
        const int file = mkostemps(path_.data(), 5, O_CLOEXEC);
        if (file < 0) {
            path_.clear();
            return;
        }
        std::size_t written = 0;
        while (written < text.size()) {
            const ssize_t count = write(file, text.data() + written, text.size() - written);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) break;
            written += static_cast<std::size_t>(count);
        }
        const bool closed = close(file) == 0;
        complete_ = closed && written == text.size();
    }
    ~TemporaryFile() {
        if (!path_.empty()) unlink(path_.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    bool complete() const { return complete_; }
    std::string& path() { return path_; }

  private:
    std::string path_;
    bool complete_ = false;
};

/// A running program whose output is read; killed at the end of the scope if it still runs.
class Child {
  public:
    explicit Child(std::vector<std::string> words) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) return;
        output_ = ends[0];
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        if (posix_spawn(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ) != 0) pid_ = -1;
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
    }
    ~Child() {
        if (output_ >= 0) close(output_);
        if (pid_ <= 0) return;
        kill(pid_, SIGKILL);
        while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// What it printed (of a long text, the beginning) until it ended or the time was over; nothing if it could not be started.
    std::string output(double seconds, const Watch& watch) const {
        std::string text;
        if (pid_ <= 0) return text;
        const double end = watch.elapsed() + seconds;
        while (watch.elapsed() < end && text.size() < 1000) {
            watch.check();
            pollfd ready{output_, POLLIN, 0};
            if (poll(&ready, 1, 20) <= 0) continue;
            std::array<char, 256> part{};
            const ssize_t count = read(output_, part.data(), part.size());
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) break;
            text.append(part.data(), static_cast<std::size_t>(count));
        }
        return text;
    }

  private:
    pid_t pid_ = -1;
    int output_ = -1;
};

}  // namespace

Opinion ask_cvc5(const std::string& script, const Watch& watch) {
    const std::string program = cvc5_program();
    if (program.empty()) return Opinion::none;
    TemporaryFile file(script);
    if (!file.complete()) return Opinion::none;
    std::string answer = Child({program, "--tlimit=20000", file.path()}).output(30, watch);
    answer = answer.substr(0, answer.find('\n'));
    return answer == "unsat" ? Opinion::agrees : answer == "sat" ? Opinion::disagrees : Opinion::none;
}

std::string cvc5_program() {
    const char* variable = std::getenv("PATH");
    std::string_view path = variable ? variable : "";
    while (!path.empty()) {
        const std::size_t end = std::min(path.find(':'), path.size());
        const std::string folder(path.substr(0, end));
        path.remove_prefix(std::min(end + 1, path.size()));
        if (!folder.starts_with('/')) continue;
        const std::string program = folder + "/cvc5";
        std::error_code failure;
        if (std::filesystem::is_regular_file(program, failure) && access(program.c_str(), X_OK) == 0) return program;
    }
    return "";
}

}  // namespace bouton
