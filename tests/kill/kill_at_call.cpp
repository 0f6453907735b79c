// Runs a program and kills it at its N-th system call after it took the lock of its journal:   kill-at-call N PROGRAM
// ARGUMENT... Both ends of a call count: before it has done anything, and when it has done all. Exit code 0: killed; 1:
// the program had ended before; 2: programs cannot be traced here.
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    const pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(2);
        execv(argv[2], argv + 2);
        _exit(2);
    }
    int status = 0;
    long left = -1;  // negative: the lock has not been taken
    while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
        // Only with this option a stop says which call it is; setting it again does no harm.
        if (ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL) != 0) return 2;
        __ptrace_syscall_info info{};
        if (ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info) < 0) return 2;
        const bool locks = info.op == PTRACE_SYSCALL_INFO_ENTRY && info.entry.nr == SYS_flock;
        if (left < 0 && locks) left = std::atol(argv[1]);
        if (left > 0 && --left == 0) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return 0;
        }
        if (ptrace(PTRACE_SYSCALL, child, nullptr, nullptr) != 0) return 2;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 1 : 2;
}
