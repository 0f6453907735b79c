#include "store/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace bouton::store {

namespace {

Error failure(const std::string& name, const std::string& what, int code) {
    const std::string message = fmt::format("{} {}: {}", name, what, std::generic_category().message(code));
    return is_no_room(code) ? over_limit(message) : bad_input(message);
}

std::uint64_t mebibytes(std::uint64_t bytes) { return (bytes >> 20) + (bytes % (1 << 20) != 0); }

/// A process that writes beyond its limit on the size of files is killed by a signal, so it must not try.
void require_size_allowed(const std::string& name, std::uint64_t size) {
    rlimit limit{};
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur) return;
    throw over_limit(fmt::format("{} would have {} bytes; files of this process may have at most {} (ulimit -f)", name,
                                 size, limit.rlim_cur));
}

Error no_room(const std::string& name, std::uint64_t size, const std::string& has) {
    return over_limit(fmt::format("{} needs {} MiB and the disk {}; take a smaller bound or another disk", name,
                                  mebibytes(size), has));
}

/// Reserving until the disk is full would take its last block from everybody else, so the free space is asked for
/// first.
void require_free_space(const std::string& name, int descriptor, std::uint64_t size) {
    struct statvfs disk {};
    struct stat file {};
    if (fstatvfs(descriptor, &disk) != 0 || fstat(descriptor, &file) != 0) return;  // then reserving will tell
    if (disk.f_blocks == 0) return;                                                 // a disk that has no size
    const std::uint64_t there = static_cast<std::uint64_t>(file.st_blocks) * 512;
    const std::uint64_t free = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
    if (size > there && size - there > free) throw no_room(name, size, fmt::format("has {} MiB free", free >> 20));
}

bool is_named(const File& file) {
    struct stat opened {
    }, named{};
    return fstat(file.descriptor(), &opened) == 0 && stat(file.name().c_str(), &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

}  // namespace

File::File(std::string name, Use use) : name_(std::move(name)) {
    struct stat there {};
    if (stat(name_.c_str(), &there) == 0 && !S_ISREG(there.st_mode))
        throw bad_input(name_ + (S_ISDIR(there.st_mode) ? " is a folder" : " is not a plain file"));
    const int flags = use == Use::read ? O_RDONLY : O_RDWR | O_CREAT;
    descriptor_ = open(name_.c_str(), flags | O_CLOEXEC, 0666);
    if (descriptor_ < 0) throw failure(name_, use == Use::read ? "cannot be read" : "cannot be written", errno);
}

File& File::operator=(File&& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

File::~File() {
    if (descriptor_ >= 0) close(descriptor_);
}

std::uint64_t File::size() const {
    struct stat there {};
    if (fstat(descriptor_, &there) != 0) throw failure(name_, "cannot be read", errno);
    return static_cast<std::uint64_t>(there.st_size);
}

std::string File::text() const {
    std::string text(size(), '\0');
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t count = pread(descriptor_, text.data() + done, text.size() - done, static_cast<off_t>(done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw failure(name_, "cannot be read", errno);
        if (count == 0) break;
        done += static_cast<std::size_t>(count);
    }
    text.resize(done);
    return text;
}

void File::write(std::uint64_t at, std::string_view text) {
    require_size_allowed(name_, at + text.size());
    while (!text.empty()) {
        const ssize_t count = pwrite(descriptor_, text.data(), text.size(), static_cast<off_t>(at));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw failure(name_, "cannot be written", errno);
        at += static_cast<std::uint64_t>(count);
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

void File::resize(std::uint64_t size) {
    require_size_allowed(name_, size);
    if (ftruncate(descriptor_, static_cast<off_t>(size)) != 0) throw failure(name_, "cannot be written", errno);
}

void File::sync() {
    if (fsync(descriptor_) != 0) throw failure(name_, "cannot be written", errno);
}

void File::reserve(std::uint64_t size, const Watch& watch) {
    require_size_allowed(name_, size);
    require_free_space(name_, descriptor_, size);
    int code = 0;
    while ((code = posix_fallocate(descriptor_, 0, static_cast<off_t>(size))) == EINTR) watch.check();
    if (code == ENOSPC || code == EDQUOT) throw no_room(name_, size, "does not give it");
    if (code != 0) throw failure(name_, "cannot be written", code);
}

Mapping::Mapping(const File& file, std::uint64_t size, File::Use use) : name_(file.name()), size_(size) {
    const int access = use == File::Use::read ? PROT_READ : PROT_READ | PROT_WRITE;
    void* memory = mmap(nullptr, size, access, MAP_SHARED, file.descriptor(), 0);
    if (memory == MAP_FAILED) throw failure(name_, "cannot be mapped into memory", errno);
    memory_ = static_cast<std::byte*>(memory);
}

Mapping::~Mapping() {
    if (memory_) munmap(memory_, size_);
}

std::string_view Mapping::text(std::uint64_t at, std::uint64_t length) const {
    return {reinterpret_cast<const char*>(memory_) + at, length};
}

void Mapping::sync(std::uint64_t begin, std::uint64_t end) const {
    static const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    begin -= begin % page;
    if (msync(memory_ + begin, end - begin, MS_SYNC) != 0) throw failure(name_, "cannot be written", errno);
}

File open_locked(const std::string& name) {
    for (;;) {
        File file(name, File::Use::update);
        if (flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0) {
            if (errno != EWOULDBLOCK) throw failure(name, "cannot be locked", errno);
            throw bad_input(name + " is in use: another run is making this table; wait for it or choose another name");
        }
        if (is_named(file)) return file;  // otherwise its last owner has removed it after we opened it
    }
}

bool is_no_room(int code) { return code == ENOSPC || code == EDQUOT || code == EFBIG || code == ENOMEM; }

bool exists(const std::string& name) {
    struct stat there {};
    return lstat(name.c_str(), &there) == 0;
}

void remove(const std::string& name) {
    if (unlink(name.c_str()) != 0 && errno != ENOENT) throw failure(name, "cannot be removed", errno);
}

void sync_folder_of(const std::string& name) {
    const auto folder = std::filesystem::path(name).parent_path();
    const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor);  // some file systems cannot, and need not
    close(descriptor);
}

void publish(const std::string& from, const std::string& to) {
    int result = renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
    if (result != 0 && (errno == EINVAL || errno == ENOSYS) && !exists(to)) result = rename(from.c_str(), to.c_str());
    if (result != 0) throw failure(to, "cannot be written", errno);
    sync_folder_of(to);
}

}  // namespace bouton::store
