// The claims of a study in its page: what is wrong in print on top, statements set as mathematics, theorems before what helps them.
#pragma once

#include "render/page.hpp"

#include <map>
#include <set>

namespace bouton::render {

class ClaimsPart {
  public:
    ClaimsPart(const Study& study, Writer& page);

    void unexpected();  // first of all: what the reader must not miss
    void errata();      // what is false as printed, with the counterexample and the correction
    void contents();    // links to the main claims, for the list of contents
    void all();         // the section itself, with its filter

  private:
    void filter();
    void list(const char* heading, bool main);
    void claim(std::size_t index);
    void statement(const ProofVerdict& verdict, const syntax::Claim& claim);
    void definitions(const syntax::Claim& claim);
    void hints(const syntax::Claim& claim);
    void tried(const ProofVerdict& verdict);
    void certificate(const ProofVerdict& verdict);
    std::string link(std::size_t index) const;
    std::string link(const std::string& name) const;
    std::string result(const ProofVerdict& verdict) const;
    std::string game_words(const syntax::Claim& claim) const;
    const syntax::Claim* written(const ProofVerdict& verdict) const;

    const Study& study_;
    Writer& page_;
    std::map<std::string, std::size_t> places_;  // of claims, by name
    std::vector<bool> main_;                     // not folded
    std::set<std::string> shown_;                // definitions that the reader has seen
};

}  // namespace bouton::render
