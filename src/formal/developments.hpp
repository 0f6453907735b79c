// The folder that `prove --formal` fills: a file for each claim that has a development, and the library that they stand on.
#pragma once

#include "formal/coq.hpp"
#include "formal/development.hpp"
#include "lang/document.hpp"
#include "store/folder.hpp"

#include <map>
#include <mutex>
#include <string>

namespace bouton::formal {

struct Outcome {
    std::string standing;  // checked: coqc accepted it, without axioms; written: a file, not accepted; empty: no file
    std::string why;       // it is not checked
    std::string file;
};

class Developments {
  public:
    /// `home`: where formal/ is. The folder is made at once, so that a bad name is known before any work.
    Developments(const std::string& home, const std::string& folder);

    bool coq_installed() const { return coq_.installed(); }

    /// Writes <claim>.v for DIR/<file>/, where it will be after commit(), and has it compiled. May be called by several threads.
    Outcome add(const lang::Document& document, const syntax::Claim& claim, const Development& development,
                const Watch& watch);

    /// Puts what was added into the place of what an earlier run has left; without it nothing has happened.
    void commit();

  private:
    store::NewFolder& folder_of(const lang::Document& document);

    std::filesystem::path folder_;
    Coq coq_;
    std::mutex mutex_;
    std::map<std::string, store::NewFolder> folders_;  // by where the file lies
};

}  // namespace bouton::formal
