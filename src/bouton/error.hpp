// What can go wrong, as one type: the only exception that leaves the library, beside std::bad_alloc. The message is written for the person
// who gave the input; it says what to do.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>

namespace bouton {

enum class Fault {
    input,      // it can be mended: the text, the arguments, the position (the program's exit code 2)
    limit,      // over the limit of memory or time, or beyond what can be computed (3)
    cancelled,  // the caller asked for it (130)
};

/// What the caller would have to set otherwise. The message does not name it, since everybody calls it by a name of his own: an option
/// of the command line, a field of a struct, a field of a form.
enum class Setting { none, memory, time, to, from, slice, what, engine, formal };

/// A place in a text. Lines and columns count from 1.
struct TextPlace {
    std::string file;
    std::size_t line = 0, column = 0;
};

class Error : public std::runtime_error {
  public:
    Error(Fault fault, const std::string& message, Setting setting = Setting::none)
        : std::runtime_error(message), fault_(fault), setting_(setting) {}
    Error(Fault fault, const std::string& message, TextPlace place)
        : std::runtime_error(message), fault_(fault), place_(std::make_shared<const TextPlace>(std::move(place))) {}

    /// The same error, said in other words.
    Error(const Error& same, const std::string& message)
        : std::runtime_error(message), fault_(same.fault_), setting_(same.setting_), place_(same.place_) {}

    Fault fault() const { return fault_; }
    Setting setting() const { return setting_; }
    const TextPlace* place() const { return place_.get(); }  // null: it is not about a place in a text

  private:
    Fault fault_;
    Setting setting_ = Setting::none;
    std::shared_ptr<const TextPlace> place_;
};

}  // namespace bouton
