// Runs coqc. What it accepts without axioms is `checked`; nothing else may say so.
#pragma once

#include "base/watch.hpp"

#include <filesystem>
#include <mutex>
#include <set>
#include <string>

namespace bouton::formal {

class Coq {
  public:
    /// `sources`: the folder with the library's .v files; `folder`: where copies of them are compiled, as far as they are needed.
    Coq(std::filesystem::path sources, std::filesystem::path folder);

    bool installed() const { return !program_.empty(); }

    /// Empty if coqc accepts the file and says that its theorem uses no axiom; otherwise what is wrong. May be asked by several threads.
    std::string check(const std::filesystem::path& file, const Watch& watch);

  private:
    std::string library(const std::string& text, const Watch& watch);  // compiles what the text requires; empty: done
    std::string compile(const std::string& module, const Watch& watch);
    struct Run {
        int status = -1;  // exit code; -1: stopped
        std::string output;
    };
    Run run(const std::filesystem::path& file, const Watch& watch) const;

    std::filesystem::path sources_, folder_;
    std::string program_;
    std::mutex mutex_;
    std::set<std::string> compiled_;
};

}  // namespace bouton::formal
