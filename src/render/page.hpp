// What the parts of a study's page share. Every text of the study goes through html(), and only fixed markup does not: what a file says can
// never become a tag.
#pragma once

#include "render/html.hpp"
#include "render/study_words.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>

namespace bouton::render {

/// As it is set on paper: k ≤ 6 instead of k <= 6; a line does not break inside "P-position". For sentences, not for what was typed.
std::string typeset(const std::string& sentence);

/// At the beginning of a sentence; but a letter of its own is a variable and stays, unless it is the article.
std::string capital(std::string text);

std::string badge_html(Standing standing, const std::string& text);

/// A page on its way, from top to bottom.
class Writer {
  public:
    template <typename... Arguments> void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(page_), format, std::forward<Arguments>(arguments)...);
    }

    /// An element with a text of the study, or nothing where there is none.
    void element(const char* open, const std::string& text, const char* close) {
        if (!text.empty()) add("{}{}{}\n", open, html(text), close);
    }

    /// An entry of a <dl>; the content is markup.
    void fact(const char* name, const std::string& content) {
        if (!content.empty()) add("<dt>{}</dt><dd>{}</dd>\n", name, content);
    }

    std::string take() { return std::move(page_); }

  private:
    std::string page_;
};

}  // namespace bouton::render
