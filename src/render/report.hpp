// A study as a page to send to a colleague, as a few lines for the terminal, and as JSON.
#pragma once

#include "answers/study.hpp"
#include "render/json.hpp"

#include <ostream>
#include <string>

namespace bouton::render {

/// One HTML page that needs no other file, no network and no script. Certificates are linked by their relative paths.
std::string report(const Study& study);

/// To be read in ten seconds: each game, the claims by verdict, those that are not as expected, where the page is.
void study_summary(std::ostream& out, const Study& study, const std::string& report_file);

/// The claims have the keys of `prove --json`, the periods those of `period --json`.
Json study_json(const Study& study);

}  // namespace bouton::render
