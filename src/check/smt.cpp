// A script is read (smt_script.hpp), its facts are tested (smt_facts.hpp), then the solvers are asked: Z3, cvc5.
#include "check/smt.hpp"

#include "check/smt_facts.hpp"
#include "check/smt_script.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <z3++.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <stop_token>
#include <string_view>
#include <thread>
#include <vector>

extern char** environ;

namespace bouton::recheck {
namespace {

using smt::Assertion;
using smt::Refused;
using smt::Script;
using smt::shortened;

constexpr unsigned effort = 50'000'000;  // of Z3, in its own units; the same on every machine
constexpr unsigned effort_for_vacuity = 2'000'000;

enum class Answer { unsat, sat, unknown };

/// Asks Z3. The watch is looked at from a second thread, as Z3 does not call back.
Answer ask_z3(const std::string& text, const std::string& logic, std::size_t assertions, unsigned limit,
              const Watch& watch) {
    watch.check();
    z3::context context;
    const z3::expr_vector formulas = context.parse_string(text.c_str());
    if (formulas.size() != assertions) throw Refused{"Z3 reads another number of assertions"};
    // First the procedures for the logic that the script names, then Z3's general one, which at times succeeds where they do not.
    for (const bool general : {false, true}) {
        z3::solver solver = general          ? z3::solver(context, z3::solver::simple{})
                            : logic == "ALL" ? z3::solver(context)
                                             : z3::solver(context, logic.c_str());
        z3::params params(context);
        params.set("rlimit", limit);
        params.set("ctrl_c", false);  // the program has a handler of its own
        solver.set(params);
        for (unsigned i = 0; i < formulas.size(); ++i) solver.add(formulas[static_cast<int>(i)]);
        z3::check_result result = z3::unknown;
        {
            std::jthread guard([&](const std::stop_token& stop) {
                while (!stop.stop_requested()) {
                    try {
                        watch.check();
                    } catch (const Error&) {
                        context.interrupt();  // again and again: an interrupt before the search begins is lost
                    }
                    std::this_thread::sleep_for(std::chrono::milliseconds(10));
                }
            });
            result = solver.check();
        }
        watch.check();
        if (result != z3::unknown) return result == z3::unsat ? Answer::unsat : Answer::sat;
    }
    return Answer::unknown;
}

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

void add_remark(ScriptReport& report, const std::string& text) {
    report.remark += (report.remark.empty() ? "" : "; ") + text;
}

void ask_cvc5(const std::string& text, const Watch& watch, ScriptReport& report) {
    const std::string program = cvc5_program();
    if (program.empty()) return add_remark(report, "cvc5 is not installed");
    TemporaryFile file(text);
    if (!file.complete()) return add_remark(report, "cvc5 was not asked: no temporary file could be written");
    std::string answer = Child({program, "--tlimit=20000", file.path()}).output(30, watch);
    answer = answer.substr(0, answer.find('\n'));
    if (answer == "unsat") {
        report.second_opinion = true;
    } else if (answer == "sat") {
        report.problem = "cvc5 finds numbers for which all assertions hold";
    } else {
        add_remark(report, "cvc5 gave up" + (answer.starts_with("(error") ? ": " + shortened(answer) : ""));
    }
}

/// The script without what is to be refuted; `what` says what was left out.
std::string without_goal(const Script& script, std::size_t& left, std::string& what) {
    std::set<std::size_t> dropped;
    for (const Assertion& assertion : script.assertions) {
        if (!assertion.label.starts_with("to be refuted")) continue;
        what = fmt::format("'{}'", assertion.label);
        dropped.insert(assertion.line);
    }
    if (dropped.empty() && !script.assertions.empty()) {
        what = "its first assertion";
        dropped.insert(script.assertions[0].line);
    }
    left = script.assertions.size() - dropped.size();
    std::string text;
    for (std::size_t line = 1; line <= script.lines.size(); ++line)
        if (!dropped.contains(line)) text.append(script.lines[line - 1]).append("\n");
    return text;
}

}  // namespace

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

ScriptReport check_script(const std::string& text, const Watch& watch, std::uint64_t seed, bool second_solver) {
    ScriptReport report;
    try {
        const Script script(text);
        report.assertions = script.assertions.size();
        report.problem = false_fact(script, watch, seed, report);
        if (!report.problem.empty()) return report;
        switch (ask_z3(text, script.logic, report.assertions, effort, watch)) {
            case Answer::unsat: break;
            case Answer::sat: report.problem = "Z3 finds numbers for which all assertions hold"; return report;
            case Answer::unknown: report.problem = "Z3 does not find a contradiction"; return report;
        }
        if (second_solver) ask_cvc5(text, watch, report);
        if (!report.problem.empty()) return report;
        std::size_t left = 0;
        std::string what;
        const std::string rest = without_goal(script, left, what);
        if (ask_z3(rest, script.logic, left, effort_for_vacuity, watch) == Answer::unsat) {
            report.vacuous = true;
            add_remark(report, "holds even without " + what);
        }
    } catch (const Refused& refused) {
        report.problem = refused.why;
    } catch (const z3::exception& failure) {
        watch.check();
        report.problem = fmt::format("Z3 stops: {}", failure.msg());
    }
    return report;
}

}  // namespace bouton::recheck
