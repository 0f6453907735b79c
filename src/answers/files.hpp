// Answers that read or write files: claims in the files that a user names, tables that are streamed to the disk.
#pragma once

#include "answers/answer.hpp"
#include "answers/checks.hpp"
#include "answers/library.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bouton {

/// The documents that a user names: paths, names of papers and games; each makes at least one claim.
std::vector<lang::DocumentPtr> documents_named(Library& library, const std::vector<std::string>& files);

/// Checks every claim of the files, as check_documents does.
std::vector<Verdict> check_files(Library& library, const std::vector<std::string>& files,
                                 std::optional<std::int64_t> to, const Watch& watch,
                                 const std::function<void(const Verdict&)>& done);

/// Streams a whole table into a .npy file; an interrupted run goes on where it stopped. `say` hears what was found there.
void store_table(Session& session, const Position& to, const std::string& file,
                 const std::function<void(const std::string&)>& say);

}  // namespace bouton
