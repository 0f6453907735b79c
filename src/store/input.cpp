#include "store/input.hpp"

#include "base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace bouton::store {

namespace fs = std::filesystem;

namespace {

struct Opened {
    int descriptor;
    ~Opened() {
        if (descriptor >= 0) close(descriptor);
    }
};

Error unreadable(const std::string& file, int code) {
    if (code == ELOOP) return bad_input(file + ": is a link, not a plain file");
    return bad_input(fmt::format("{}: cannot be read: {}", file, std::generic_category().message(code)));
}

}  // namespace

std::string read_plain_file(const std::string& file, std::uint64_t most) {
    // Without O_NONBLOCK opening a pipe would wait for somebody who writes to it.
    const Opened opened{open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)};
    if (opened.descriptor < 0) throw unreadable(file, errno);
    struct stat there {};
    if (fstat(opened.descriptor, &there) != 0) throw unreadable(file, errno);
    if (!S_ISREG(there.st_mode))
        throw bad_input(file + (S_ISDIR(there.st_mode) ? ": is a folder" : ": is not a plain file"));
    const auto too_large = [&] {
        return bad_input(fmt::format("{}: is larger than {} MiB; that is no such file of Bouton's", file, most >> 20));
    };
    if (static_cast<std::uint64_t>(there.st_size) > most) throw too_large();
    std::string text(static_cast<std::size_t>(there.st_size), '\0');
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t count = read(opened.descriptor, text.data() + done, text.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw unreadable(file, errno);
        if (count == 0) break;
        done += static_cast<std::size_t>(count);
    }
    text.resize(done);
    return text;
}

void require_not_input(const std::string& output, const std::vector<std::string>& inputs) {
    struct stat there {};
    if (stat(output.c_str(), &there) != 0 || !S_ISREG(there.st_mode)) return;
    for (const std::string& input : inputs) {
        struct stat other {};
        if (stat(input.c_str(), &other) == 0 && other.st_dev == there.st_dev && other.st_ino == there.st_ino)
            throw bad_input(output + " is the file that the rules were read from; choose another name");
    }
}

void require_no_input_in(const std::string& folder, const std::vector<std::string>& inputs) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) return;
    const fs::path root = fs::canonical(folder, error);
    if (error) return;
    for (const std::string& input : inputs) {
        const fs::path inside = fs::weakly_canonical(input, error).lexically_relative(root);
        if (error || inside.empty() || *inside.begin() == "..") continue;
        throw bad_input(fmt::format("{} holds {}, which was read; choose another folder", folder, inside.string()));
    }
}

}  // namespace bouton::store
