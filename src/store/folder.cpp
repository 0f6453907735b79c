#include "store/folder.hpp"

#include "base/error.hpp"
#include "store/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

namespace bouton::store {

namespace fs = std::filesystem;

namespace {

Error failure(const std::string& name, const std::string& what, int code) {
    const std::string message = fmt::format("{} {}: {}", name, what, std::generic_category().message(code));
    return is_no_room(code) ? over_limit(message + "; make room, or choose another place") : bad_input(message);
}

/// Without a slash at the end, behind links where there is something.
fs::path place_of(const std::string& target) {
    fs::path path = fs::path(target).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (!error) return real;
    return path.has_parent_path() || path == "." ? path : fs::path(".") / path;
}

/// The topmost folder above `path`, itself included, that is not there.
fs::path topmost_missing(fs::path path) {
    fs::path missing;
    std::error_code error;
    while (!path.empty() && !fs::exists(path, error)) {
        missing = path;
        if (path == path.parent_path()) break;
        path = path.parent_path();
    }
    return missing;
}

void sync(const fs::path& path) {
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (descriptor < 0) {
        if (errno == ELOOP || errno == ENXIO) return;  // a link, a socket: nothing to write through
        throw failure(path.string(), "cannot be written", errno);
    }
    const int code = fsync(descriptor) == 0 ? 0 : errno;
    close(descriptor);
    if (code != 0 && code != EINVAL && code != EROFS) throw failure(path.string(), "cannot be written", code);
}

void sync_tree(const fs::path& root) {
    std::error_code error;
    for (fs::recursive_directory_iterator it(root, error), end; it != end; it.increment(error)) {
        if (error) break;
        if (it->is_regular_file(error) || it->is_directory(error)) sync(it->path());
    }
    if (error) throw failure(root.string(), "cannot be written", error.value());
    sync(root);
}

}  // namespace

void make_folder(const std::string& name) {
    std::error_code error;
    fs::create_directories(name, error);
    if (error) throw failure(name, "cannot be made", error.value());
}

bool is_unfinished(const std::string& name) {
    return name.starts_with(".") && (name.ends_with(".bouton-part") || name.ends_with(".bouton-old"));
}

NewFolder::NewFolder(const std::string& target) : target_(target) {
    const fs::path place = place_of(target);
    std::error_code error;
    if (fs::exists(place, error) && !fs::is_directory(place, error))
        throw bad_input(target + " is a file; give the name of a folder");
    place_ = place.string();
    const fs::path above = place.parent_path().empty() ? fs::path(".") : place.parent_path();
    part_ = (above / fmt::format(".{}.bouton-part", place.filename().string())).string();
    old_ = (above / fmt::format(".{}.bouton-old", place.filename().string())).string();
    made_ = topmost_missing(above).string();
    make_folder(above.string());
    try {
        take_over();
    } catch (...) {
        remove_part();
        throw;
    }
}

NewFolder::NewFolder(NewFolder&& other) noexcept
    : target_(std::move(other.target_)),
      place_(std::move(other.place_)),
      part_(std::exchange(other.part_, "")),
      old_(std::move(other.old_)),
      made_(std::exchange(other.made_, "")),
      lock_(std::exchange(other.lock_, -1)) {}

NewFolder::~NewFolder() {
    if (lock_ >= 0) remove_part();
}

/// Makes the part and locks it; empties what a killed run has left.
void NewFolder::take_over() {
    for (;;) {
        if (mkdir(part_.c_str(), 0777) != 0 && errno != EEXIST) throw failure(target_, "cannot be made", errno);
        lock_ = open(part_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (lock_ < 0) {
            if (errno == ENOENT) continue;  // its owner has just removed it
            throw failure(part_, "cannot be used", errno);
        }
        if (flock(lock_, LOCK_EX | LOCK_NB) != 0) {
            const int code = errno;
            close(std::exchange(lock_, -1));
            part_.clear();  // it is not ours
            if (code != EWOULDBLOCK) throw failure(target_, "cannot be locked", code);
            throw bad_input(target_ + " is in use: another run is filling it; wait for it or choose another folder");
        }
        struct stat opened {
        }, named{};
        if (fstat(lock_, &opened) == 0 && stat(part_.c_str(), &named) == 0 && opened.st_ino == named.st_ino) break;
        close(std::exchange(lock_, -1));  // its last owner has removed or exchanged it after we opened it
    }
    std::error_code error;
    // Killed between the two steps of an exchange: the old one gets its name back.
    if (exists(old_) && !exists(place_)) fs::rename(old_, place_, error);
    fs::remove_all(old_, error);
    for (const auto& entry : fs::directory_iterator(part_, error)) fs::remove_all(entry.path(), error);
    if (error) throw failure(part_, "cannot be emptied", error.value());
}

void NewFolder::carry_over(const std::function<bool(const std::string& name)>& wanted) {
    std::error_code error;
    if (!exists(place_)) return;
    for (const auto& entry : fs::directory_iterator(place_, error)) {
        const std::string name = entry.path().filename().string();
        const fs::path to = fs::path(part_) / name;
        if (exists(to.string()) || !wanted(name)) continue;
        fs::copy(entry.path(), to, fs::copy_options::recursive | fs::copy_options::copy_symlinks, error);
        if (error) throw failure(to.string(), "cannot be written", error.value());
    }
    if (error) throw failure(place_, "cannot be read", error.value());
}

void NewFolder::commit() {
    sync_tree(part_);
    std::error_code error;
    const fs::path here = fs::current_path(error);
    const fs::path inside =
        error ? fs::path() : here.lexically_relative(fs::absolute(place_, error).lexically_normal());
    if (exists(place_) && !inside.empty() && *inside.begin() != "..")
        exchange_entries();
    else
        exchange();
    sync_folder_of(place_);
    made_.clear();                 // it holds something now
    fs::remove_all(part_, error);  // the old one; if it cannot be removed, the next run does it
    close(std::exchange(lock_, -1));
}

void NewFolder::exchange() {
    if (!exists(place_)) {
        if (rename(part_.c_str(), place_.c_str()) != 0) throw failure(target_, "cannot be made", errno);
        return;
    }
    struct stat there {};
    if (stat(place_.c_str(), &there) == 0) chmod(part_.c_str(), there.st_mode & 07777);
    if (renameat2(AT_FDCWD, part_.c_str(), AT_FDCWD, place_.c_str(), RENAME_EXCHANGE) == 0) return;
    if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) throw failure(target_, "cannot be replaced", errno);
    if (rename(place_.c_str(), old_.c_str()) != 0) throw failure(target_, "cannot be replaced", errno);
    if (rename(part_.c_str(), place_.c_str()) != 0) {
        const int code = errno;
        std::rename(old_.c_str(), place_.c_str());
        throw failure(target_, "cannot be replaced", code);
    }
    std::error_code error;
    fs::remove_all(old_, error);
}

void NewFolder::exchange_entries() {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(place_, error)) {
        const std::string name = entry.path().filename().string();
        if (!exists((fs::path(part_) / name).string())) fs::remove_all(entry.path(), error);
    }
    for (const auto& entry : fs::directory_iterator(part_, error)) {
        const fs::path to = fs::path(place_) / entry.path().filename();
        fs::remove_all(to, error);
        if (rename(entry.path().c_str(), to.c_str()) != 0) throw failure(to.string(), "cannot be replaced", errno);
    }
    if (error) throw failure(target_, "cannot be replaced", error.value());
    sync(place_);
}

/// And the folders above that were made for it, if they are empty.
void NewFolder::remove_part() noexcept {
    std::error_code error;
    if (!part_.empty()) fs::remove_all(part_, error);
    if (lock_ >= 0) close(std::exchange(lock_, -1));  // only now: whoever locks it next makes a part of his own
    if (made_.empty()) return;
    for (fs::path above = fs::path(part_.empty() ? old_ : part_).parent_path(); fs::remove(above, error) && !error;
         above = above.parent_path())
        if (above == made_) return;
}

}  // namespace bouton::store
