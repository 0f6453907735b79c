#include "store/output.hpp"

#include "base/error.hpp"
#include "store/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <streambuf>
#include <system_error>
#include <utility>

namespace bouton::store {

namespace fs = std::filesystem;

namespace {

std::string reason(int code) { return std::generic_category().message(code); }

std::string folder_of(const std::string& file) {
    const std::string folder = fs::path(file).parent_path().string();
    return folder.empty() ? "." : folder;
}

/// Where the bytes go.
struct Target {
    std::string name;     // behind all symbolic links
    bool direct = false;  // a device, a pipe, an open file under /proc: no renaming there
    mode_t mode = 0;      // of the file that is replaced; 0: there is none
};

Target resolve(const std::string& file) {
    constexpr int kMostLinks = 40;  // as the kernel has it
    Target target{file};
    std::error_code error;
    for (int links = 0; links < kMostLinks && fs::is_symlink(target.name, error); ++links) {
        target.direct = target.direct || target.name.starts_with("/proc/");
        target.name = (fs::path(target.name).parent_path() / fs::read_symlink(target.name, error)).string();
    }
    struct stat there {};
    if (stat(file.c_str(), &there) != 0) return target;
    if (S_ISDIR(there.st_mode))
        throw bad_input(fmt::format("{} is a folder; give the name of a file, such as {}", file,
                                    (fs::path(file) / ("table" + fs::path(file).extension().string())).string()));
    if (access(file.c_str(), W_OK) != 0)
        throw bad_input(fmt::format("{} cannot be written: {}; choose another name", file, reason(errno)));
    target.direct = target.direct || !S_ISREG(there.st_mode);
    if (target.direct) target.name = file;
    target.mode = there.st_mode & 07777;
    return target;
}

void require_folder(const std::string& file, const Target& target) {
    if (target.direct) return;
    const std::string folder = folder_of(target.name);
    std::error_code error;
    if (!fs::is_directory(folder, error))
        throw bad_input(fmt::format("{} cannot be written: there is no folder {}; make it first", file, folder));
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        throw bad_input(
            fmt::format("{} cannot be written: {}; choose a folder that you may write to", file, reason(errno)));
}

/// An open file under a name that nobody else uses; without commit() it vanishes.
class Part {
  public:
    Part(const std::string& file, Target target) : file_(file), target_(std::move(target)) {
        name_ = target_.name;
        const int flags = O_WRONLY | O_CLOEXEC | (target_.direct ? O_APPEND : O_CREAT | O_EXCL);
        for (int attempt = 0;; ++attempt) {
            if (!target_.direct) name_ = fmt::format("{}.{}-{}.part", target_.name, getpid(), attempt);
            descriptor_ = open(name_.c_str(), flags, 0666);
            if (descriptor_ >= 0 || errno != EEXIST) break;
        }
        if (descriptor_ < 0 && is_no_room(errno)) throw incomplete(errno);
        if (descriptor_ < 0)
            throw bad_input(
                fmt::format("{} cannot be written: {}; choose a folder that you may write to", file_, reason(errno)));
        if (target_.mode != 0 && !target_.direct) fchmod(descriptor_, target_.mode);
        rlimit limit{};
        if (!target_.direct && getrlimit(RLIMIT_FSIZE, &limit) == 0) most_ = limit.rlim_cur;
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part() {
        if (descriptor_ >= 0) close(descriptor_);
        if (!target_.direct && !name_.empty()) unlink(name_.c_str());
    }

    void write(std::string_view text) {
        size_ += text.size();
        if (size_ > most_) throw incomplete(EFBIG);  // trying would end the process by a signal
        while (!text.empty()) {
            const ssize_t count = ::write(descriptor_, text.data(), text.size());
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) throw incomplete(errno);
            text.remove_prefix(static_cast<std::size_t>(count));
        }
    }

    /// Onto the disk before it gets its name, so that nobody finds an empty file of this name after a power failure.
    void commit() {
        if (!target_.direct && fsync(descriptor_) != 0) throw incomplete(errno);
        if (close(std::exchange(descriptor_, -1)) != 0) throw incomplete(errno);
        if (target_.direct) return;
        if (rename(name_.c_str(), target_.name.c_str()) != 0) throw incomplete(errno);
        name_.clear();
        sync_folder_of(target_.name);
    }

  private:
    Error incomplete(int code) const {
        const std::string message = fmt::format(
            "{} could not be written completely: {}; {}", file_, reason(code),
            target_.direct ? "choose another place" : "nothing was left behind. Make room, or choose another place");
        return is_no_room(code) ? over_limit(message) : bad_input(message);
    }

    std::string file_;  // as the user calls it
    Target target_;
    std::string name_;
    int descriptor_ = -1;
    rlim_t size_ = 0, most_ = RLIM_INFINITY;
};

class PartBuffer : public std::streambuf {
  public:
    explicit PartBuffer(Part& part) : part_(part) {}

  protected:
    std::streamsize xsputn(const char* text, std::streamsize count) override {
        part_.write({text, static_cast<std::size_t>(count)});
        return count;
    }
    int overflow(int c) override {
        const char one = static_cast<char>(c);
        if (c != traits_type::eof()) part_.write({&one, 1});
        return traits_type::not_eof(c);
    }

  private:
    Part& part_;
};

}  // namespace

void require_writable(const std::string& file) { require_folder(file, resolve(file)); }

void write_file(const std::string& file, const std::function<void(std::ostream&)>& write) {
    Target target = resolve(file);
    require_folder(file, target);
    Part part(file, std::move(target));
    PartBuffer buffer(part);
    std::ostream stream(&buffer);
    stream.exceptions(std::ios::badbit);  // what the buffer throws comes through
    write(stream);
    part.commit();
}

void write_file(const std::string& file, std::string_view text) {
    write_file(file, [&](std::ostream& out) { out.write(text.data(), static_cast<std::streamsize>(text.size())); });
}

}  // namespace bouton::store
