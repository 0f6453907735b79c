// A library to be loaded before a program (LD_PRELOAD) that makes one of its calls go wrong:
//   FAULT_CALLS   names of calls that count, with commas between: write, fsync, rename, mmap, truncate, create, allocate
//   FAULT_AT      which of them, from 1 on
//   FAULT_DO      ENOSPC, EIO, ENOMEM: it fails, and nothing has happened; before, after: the process is killed, before the call has done
//                 anything or when it has done all; half: killed in the middle of a write
//   FAULT_TOLD    a file that is made when it happens: without it the program has not made so many calls
// Writing to the terminal does not count, nor does opening a file that is only read, nor what libraries allocate before main begins. What libc
// does by itself is not seen.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

struct Plan {
    const char* calls = "";
    long at = 0;
    int code = 0;  // errno; 0: kill
    bool after = false, half = false;
    const char* told = nullptr;
};

template <class F> F real(const char* name) { return reinterpret_cast<F>(dlsym(RTLD_NEXT, name)); }

const Plan& plan() {
    static const Plan made = [] {
        Plan p;
        if (const char* calls = std::getenv("FAULT_CALLS")) p.calls = calls;
        if (const char* at = std::getenv("FAULT_AT")) p.at = std::atol(at);
        p.told = std::getenv("FAULT_TOLD");
        const char* what = std::getenv("FAULT_DO");
        if (what == nullptr) p.at = 0;
        const auto is = [&](const char* word) { return what != nullptr && std::strcmp(what, word) == 0; };
        p.code = is("ENOSPC") ? ENOSPC : is("EIO") ? EIO : is("ENOMEM") ? ENOMEM : 0;
        p.after = is("after");
        p.half = is("half");
        return p;
    }();
    return made;
}

bool counts(const char* call) {
    const std::size_t length = std::strlen(call);
    for (const char* at = plan().calls; (at = std::strstr(at, call)) != nullptr; at += length)
        if (at[length] == ',' || at[length] == '\0') return true;
    return false;
}

using Main = int (*)(int, char**, char**);
Main main_of_program = nullptr;
std::atomic<bool> begun{false};

int begin(int count, char** words, char** environment) {
    begun = true;
    return main_of_program(count, words, environment);
}

/// Is this the one?
bool is_due(const char* call) {
    static std::atomic<long> count{0};
    if (plan().at == 0 || !counts(call) || ++count != plan().at) return false;
    if (plan().told != nullptr) {
        static const auto open_really = real<int (*)(const char*, int, ...)>("open");
        close(open_really(plan().told, O_CREAT | O_WRONLY | O_CLOEXEC, 0666));
    }
    return true;
}

[[noreturn]] void die() {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/// Does the call, or what was planned instead. `failed` is what it returns when it fails.
template <class R, class Call> R through(const char* call, R failed, Call really) {
    if (!is_due(call)) return really();
    if (plan().code != 0) {
        errno = plan().code;
        return failed;
    }
    if (plan().after) really();
    die();
}

template <class Call> ssize_t through_write(int descriptor, std::size_t count, Call really) {
    if (descriptor <= 2 || !is_due("write")) return really(count);
    if (plan().code != 0) {
        errno = plan().code;
        return -1;
    }
    if (plan().after || plan().half) really(plan().half ? count / 2 : count);
    die();
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* data, size_t count) {
    static const auto call = real<ssize_t (*)(int, const void*, size_t)>("write");
    return through_write(descriptor, count, [&](size_t n) { return call(descriptor, data, n); });
}

ssize_t writev(int descriptor, const iovec* parts, int count) {
    static const auto call = real<ssize_t (*)(int, const iovec*, int)>("writev");
    return through_write(descriptor, 1, [&](size_t) { return call(descriptor, parts, count); });
}

ssize_t pwrite(int descriptor, const void* data, size_t count, off_t at) {
    static const auto call = real<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
    return through_write(descriptor, count, [&](size_t n) { return call(descriptor, data, n, at); });
}

ssize_t pwrite64(int descriptor, const void* data, size_t count, off64_t at) {
    static const auto call = real<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
    return through_write(descriptor, count, [&](size_t n) { return call(descriptor, data, n, at); });
}

ssize_t sendfile(int to, int from, off_t* at, size_t count) {
    static const auto call = real<ssize_t (*)(int, int, off_t*, size_t)>("sendfile");
    return through_write(to, count, [&](size_t n) { return call(to, from, at, n); });
}

int fsync(int descriptor) {
    static const auto call = real<int (*)(int)>("fsync");
    return through("fsync", -1, [&] { return call(descriptor); });
}

int msync(void* memory, size_t size, int flags) {
    static const auto call = real<int (*)(void*, size_t, int)>("msync");
    return through("fsync", -1, [&] { return call(memory, size, flags); });
}

int rename(const char* from, const char* to) {
    static const auto call = real<int (*)(const char*, const char*)>("rename");
    return through("rename", -1, [&] { return call(from, to); });
}

int renameat2(int a, const char* from, int b, const char* to, unsigned flags) {
    static const auto call = real<int (*)(int, const char*, int, const char*, unsigned)>("renameat2");
    return through("rename", -1, [&] { return call(a, from, b, to, flags); });
}

void* mmap(void* at, size_t size, int access, int flags, int descriptor, off_t offset) {
    static const auto call = real<void* (*)(void*, size_t, int, int, int, off_t)>("mmap");
    if (descriptor < 0) return call(at, size, access, flags, descriptor, offset);
    return through("mmap", MAP_FAILED, [&] { return call(at, size, access, flags, descriptor, offset); });
}

void* mmap64(void* at, size_t size, int access, int flags, int descriptor, off64_t offset) {
    return mmap(at, size, access, flags, descriptor, offset);
}

int ftruncate(int descriptor, off_t size) {
    static const auto call = real<int (*)(int, off_t)>("ftruncate");
    return through("truncate", -1, [&] { return call(descriptor, size); });
}

int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

int posix_fallocate(int descriptor, off_t at, off_t size) {
    static const auto call = real<int (*)(int, off_t, off_t)>("posix_fallocate");
    return through("truncate", plan().code, [&] { return call(descriptor, at, size); });
}

int posix_fallocate64(int descriptor, off64_t at, off64_t size) { return posix_fallocate(descriptor, at, size); }

int open(const char* path, int flags, ...) {
    static const auto call = real<int (*)(const char*, int, ...)>("open");
    va_list list;
    va_start(list, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    if ((flags & O_CREAT) == 0) return call(path, flags);
    return through("create", -1, [&] { return call(path, flags, mode); });
}

int open64(const char* path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    return open(path, flags, mode);
}

int mkdir(const char* path, mode_t mode) {
    static const auto call = real<int (*)(const char*, mode_t)>("mkdir");
    return through("create", -1, [&] { return call(path, mode); });
}

int unlink(const char* path) {
    static const auto call = real<int (*)(const char*)>("unlink");
    return through("remove", -1, [&] { return call(path); });
}

int unlinkat(int folder, const char* path, int flags) {
    static const auto call = real<int (*)(int, const char*, int)>("unlinkat");
    return through("remove", -1, [&] { return call(folder, path, flags); });
}

int __libc_start_main(Main program, int count, char** words, void (*init)(), void (*fini)(), void (*last)(),
                      void* stack) {
    using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
    main_of_program = program;
    return real<Start>("__libc_start_main")(begin, count, words, init, fini, last, stack);
}

// What `new` asks for. Before dlsym can be asked glibc's own name is at hand.
void* __libc_malloc(size_t size);
void* malloc(size_t size) {
    static thread_local bool inside = false;  // getenv and dlsym may ask for memory themselves
    if (inside) return __libc_malloc(size);
    inside = true;
    const bool fails = begun && plan().at != 0 && is_due("allocate");
    inside = false;
    if (!fails) return __libc_malloc(size);
    if (plan().code == 0) die();
    errno = ENOMEM;
    return nullptr;
}

}  // extern "C"
