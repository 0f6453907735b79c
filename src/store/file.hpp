// Files that hold tables: open, lock, reserve, map, write through to the disk. Every failure is an Error that names the
// file.
//
// A table is filled through a mapping, where a write for which the disk has no room would end the program without a
// word. So the room is reserved first, and what is over the limit of the disk or of the process is a message, before
// anything is computed.
#pragma once

#include "base/watch.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace bouton::store {

class File {
  public:
    enum class Use { read, update };  // update: reading and writing; made when it is missing

    File(std::string name, Use use);
    File(File&& other) noexcept : name_(std::move(other.name_)), descriptor_(std::exchange(other.descriptor_, -1)) {}
    File& operator=(File&& other) noexcept;
    ~File();

    const std::string& name() const { return name_; }
    int descriptor() const { return descriptor_; }
    std::uint64_t size() const;
    std::string text() const;  // all of it

    void write(std::uint64_t at, std::string_view text);
    void resize(std::uint64_t size);
    void sync();  // returns when the disk has it

    /// Makes the file that long with all of its blocks on the disk; throws, with the numbers, when there is no room.
    void reserve(std::uint64_t size, const Watch& watch);

  private:
    std::string name_;
    int descriptor_ = -1;
};

/// The first `size` bytes of a file as memory. What is written there is in the file at once, and on the disk after
/// sync().
class Mapping {
  public:
    Mapping(const File& file, std::uint64_t size, File::Use use);
    Mapping(Mapping&& other) noexcept
        : name_(std::move(other.name_)), memory_(std::exchange(other.memory_, nullptr)), size_(other.size_) {}
    Mapping& operator=(Mapping&&) = delete;
    ~Mapping();

    std::byte* memory() const { return memory_; }
    std::string_view text(std::uint64_t at, std::uint64_t length) const;
    void sync(std::uint64_t begin, std::uint64_t end) const;

  private:
    std::string name_;
    std::byte* memory_ = nullptr;
    std::uint64_t size_ = 0;
};

/// Opens or makes the file that says "this table is being made", for one process at a time; throws when another one has
/// it.
File open_locked(const std::string& name);

/// Of errno: the disk, a quota, a limit on the size of files or the memory is used up.
bool is_no_room(int code);

bool exists(const std::string& name);  // also a link to nothing
void remove(const std::string& name);  // which may be missing

/// A new file's name is on the disk only when its folder is.
void sync_folder_of(const std::string& name);

/// Gives a file its final name, unless there is one of that name, and makes that last.
void publish(const std::string& from, const std::string& to);

}  // namespace bouton::store
