// The words after `bouton`: which command, with which options. The one file that knows CLI11.
#pragma once

#include "app/commands.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace bouton::app {

class CommandLine {
  public:
    explicit CommandLine(const std::string& home);  // where games/ and papers/ are
    ~CommandLine();

    /// The exit code, if there is nothing to run: help was asked for, or the words are wrong, which `complain` is told.
    std::optional<int> parse(int argc, char** argv, const std::function<void(const std::string&)>& complain);

    const Settings& settings() const;
    int run(const Watch& watch) const;  // the command; its exit code

  private:
    class Words;
    std::unique_ptr<Words> words_;
};

}  // namespace bouton::app
