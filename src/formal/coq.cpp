#include "formal/coq.hpp"

#include "store/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <sstream>
#include <thread>

extern char** environ;

namespace bouton::formal {

namespace fs = std::filesystem;

namespace {

constexpr double kSeconds = 300;  // of processor time for one file: a busy machine must not change the verdict
constexpr const char* kClosed = "Closed under the global context";

std::string find_program(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::string program = (folder.empty() ? "." : folder) + "/" + name;
        if (access(program.c_str(), X_OK) == 0) return program;
    }
    return "";
}

std::string read_text(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

/// The last line that is not empty.
std::string last_line(const std::string& text) {
    std::istringstream lines(text);
    std::string line, last;
    while (std::getline(lines, line))
        if (!line.empty()) last = line;
    return last;
}

/// What coqc complains of, in one line.
std::string complaint(const std::string& output) {
    const std::size_t error = output.find("Error:");
    std::string text = error == std::string::npos ? output : output.substr(error);
    for (char& c : text)
        if (c == '\n') c = ' ';
    if (text.size() > 200) {
        text.resize(200);
        text += "...";
    }
    return text;
}

/// The modules of the library that a text requires.
std::vector<std::string> required(const std::string& text) {
    std::vector<std::string> modules;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::string start = "From Bouton Require Import ";
        if (!line.starts_with(start) || !line.ends_with('.')) continue;
        std::istringstream words(line.substr(start.size(), line.size() - start.size() - 1));
        for (std::string word; words >> word;) modules.push_back(word);
    }
    return modules;
}

}  // namespace

Coq::Coq(fs::path sources, fs::path folder)
    : sources_(std::move(sources)), folder_(std::move(folder)), program_(find_program("coqc")) {}

std::string Coq::check(const fs::path& file, const Watch& watch) {
    const std::string problem = library(read_text(file), watch);
    if (!problem.empty()) return problem;
    const Run result = run(file, watch);
    // What coqc leaves beside the file is of no use: nothing rests on it.
    std::error_code error;
    for (const char* ending : {".vo", ".vok", ".vos", ".glob"})
        fs::remove(fs::path(file).replace_extension(ending), error);
    fs::remove(file.parent_path() / ("." + file.stem().string() + ".aux"), error);
    if (result.status == -1) return fmt::format("coqc was stopped after {} s", kSeconds);
    if (result.status != 0) return "coqc does not accept it: " + complaint(result.output);
    if (last_line(result.output) != kClosed) return "it rests on axioms: " + complaint(result.output);
    return "";
}

std::string Coq::library(const std::string& text, const Watch& watch) {
    const std::lock_guard lock(mutex_);
    for (const std::string& module : required(text))
        if (const std::string problem = compile(module, watch); !problem.empty()) return problem;
    return "";
}

std::string Coq::compile(const std::string& module, const Watch& watch) {
    if (compiled_.contains(module)) return "";
    const fs::path source = sources_ / (module + ".v"), copy = folder_ / (module + ".v"),
                   object = folder_ / (module + ".vo");
    std::error_code error;
    if (!fs::exists(source, error)) return fmt::format("the library's file {} is missing", source.filename().string());
    const std::string text = read_text(source);
    bool fresh = fs::exists(object, error) && read_text(copy) == text &&
                 fs::last_write_time(object, error) >= fs::last_write_time(copy, error);
    for (const std::string& before : required(text)) {
        if (const std::string problem = compile(before, watch); !problem.empty()) return problem;
        fresh = fresh && fs::last_write_time(object, error) >= fs::last_write_time(folder_ / (before + ".vo"), error);
    }
    if (!fresh) {
        watch.report("compiling the Coq library: " + module);
        fs::create_directories(folder_, error);
        store::write_file(copy.string(), text);
        const Run result = run(copy, watch);
        if (result.status != 0)
            return fmt::format("coqc does not accept the library's file {}: {}", source.filename().string(),
                               complaint(result.output));
    }
    compiled_.insert(module);
    return "";
}

namespace {

double processor_seconds(pid_t process) {
    clockid_t clock = 0;
    timespec spent{};
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &spent) != 0) return 0;
    return static_cast<double>(spent.tv_sec) + static_cast<double>(spent.tv_nsec) * 1e-9;
}

}  // namespace

Coq::Run Coq::run(const fs::path& file, const Watch& watch) const {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(std::tmpfile(), &std::fclose);
    if (!output) throw bad_input("no temporary file can be made for the output of coqc");
    const std::string library = fs::absolute(folder_).string(), path = fs::absolute(file).string();
    std::vector<std::string> words = {program_, "-q", "-noglob", "-Q", library, "Bouton", path};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, fileno(output.get()), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(output.get()), STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, library.c_str());  // where lia keeps its cache
    pid_t child = 0;
    const int failed = posix_spawn(&child, program_.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) return {127, program_ + " cannot be started"};
    int status = 0;
    const auto stop = [&] {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    };
    try {
        for (auto pause = std::chrono::milliseconds(2); waitpid(child, &status, WNOHANG) == 0;) {
            watch.check();
            if (processor_seconds(child) > kSeconds) {
                stop();
                return {-1, ""};
            }
            std::this_thread::sleep_for(pause);
            pause = std::min(2 * pause, std::chrono::milliseconds(50));
        }
    } catch (...) {
        stop();
        throw;
    }
    Run result{WIFEXITED(status) ? WEXITSTATUS(status) : 128, ""};
    std::rewind(output.get());
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, output.get())) > 0;) result.output.append(buffer, n);
    return result;
}

}  // namespace bouton::formal
