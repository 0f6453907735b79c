// Folders that are there completely or not at all, also where they replace an older one.
//
// The new folder x is filled beside the old one, as .x.bouton-part, written through to the disk, and exchanged with it in one step
// (renameat2; two steps where the file system cannot). A kill at any moment leaves the old folder or the new one under the name x. What it
// leaves beside it belongs to nobody and is taken over by the next run: whoever is at work holds the lock of .x.bouton-part.
//
// Where x is the folder in which the process stands, it cannot be exchanged: then its entries are, one after the other.
#pragma once

#include <functional>
#include <string>

namespace bouton::store {

/// Makes a folder and those above it; throws when that cannot be done.
void make_folder(const std::string& name);

/// A name that a NewFolder uses on the way: what stands there is nobody's result.
bool is_unfinished(const std::string& name);

class NewFolder {
  public:
    /// Makes .x.bouton-part and the folders above. Throws when it cannot be made, when x is a file, or when another run is filling it.
    explicit NewFolder(const std::string& target);
    NewFolder(NewFolder&& other) noexcept;
    NewFolder& operator=(NewFolder&&) = delete;
    ~NewFolder();  // without commit() all is as it was

    const std::string& target() const { return target_; }
    const std::string& path() const { return part_; }  // where to write until commit()

    /// Copies what stands in the old folder, and has no successor in the new one, if `wanted` says so of its name.
    void carry_over(const std::function<bool(const std::string& name)>& wanted);

    /// Writes all through to the disk and puts it into the place of the old one.
    void commit();

  private:
    void take_over();
    void exchange();
    void exchange_entries();
    void remove_part() noexcept;

    std::string target_;  // as it was given
    std::string place_;   // behind all links
    std::string part_, old_;
    std::string made_;  // the topmost folder that had to be made; empty: none
    int lock_ = -1;
};

}  // namespace bouton::store
