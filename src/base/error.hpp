// What can go wrong, as one type. The kind decides the exit code; the message is written for the person who typed the input.
#pragma once

#include <stdexcept>
#include <string>

namespace bouton {

enum class Fault {
    input,      // exit code 2: the user can mend it
    limit,      // exit code 3: over --memory or --time, or beyond what can be computed
    cancelled,  // exit code 130: Ctrl-C
};

class Error : public std::runtime_error {
  public:
    Error(Fault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}
    Fault fault() const { return fault_; }

  private:
    Fault fault_;
};

inline Error bad_input(const std::string& message) { return {Fault::input, message}; }
inline Error over_limit(const std::string& message) { return {Fault::limit, message}; }
inline Error too_large_number() {
    return over_limit("a number with more than 20 million digits arises; use a smaller exponent or position");
}

}  // namespace bouton
