#include "answers/files.hpp"

#include "store/npy.hpp"

#include <fmt/format.h>

namespace bouton {

namespace fs = std::filesystem;

std::vector<lang::DocumentPtr> documents_named(Library& library, const std::vector<std::string>& files) {
    std::vector<lang::DocumentPtr> documents;
    for (const std::string& file : files) {
        const bool is_path = file.find('/') != std::string::npos || file.ends_with(".bouton");
        lang::DocumentPtr document;
        if (!is_path) {  // a name: of a file in papers/ or games/, or of a game
            for (const fs::path& candidate : library.files())
                if (candidate.stem() == file) document = library.document(candidate);
            std::error_code error;
            if (!document && fs::exists(file, error)) document = library.document(file);
            if (!document) document = library.game(file).document->shared_from_this();
        } else {
            document = library.document(file);
        }
        if (document->file.claims.empty())
            throw bad_input(document->source.path + " makes no claims; add one: theorem \"...\": ...");
        documents.push_back(std::move(document));
    }
    return documents;
}

std::vector<Verdict> check_files(Library& library, const std::vector<std::string>& files,
                                 std::optional<std::int64_t> to, const Watch& watch,
                                 const std::function<void(const Verdict&)>& done) {
    return check_documents(documents_named(library, files), to, watch, done);
}

void store_table(Session& session, const Position& to, const std::string& file,
                 const std::function<void(const std::string&)>& say) {
    const TablePlan plan = session.plan_for_file(to);
    const Ruleset& rules = session.rules();
    const char* what = rules.players > 0 ? "podium" : session.what() == What::outcome ? "outcome" : "grundy";
    NpyStore store(file, {rules.instance, digest(identity(rules)), what, plan.largest, plan.width}, session.watch());
    if (store.complete()) return say(file + " is already there, complete and checked");
    if (store.failed() > 0)
        say(fmt::format("{} rows of an earlier run do not match their checksums and are made again", store.failed()));
    if (const std::string line = store.resuming(); !line.empty()) say(line);
    const auto report = session.progress(plan);
    store.fill([&](Cells& cells, const Done& done, const Filler::Progress& progress) {
        plan.filler->fill(cells, done, [&](std::int64_t count, const Filler::Progress::Beyond& beyond) {
            progress(count, beyond);
            report(count);
        });
    });
}

}  // namespace bouton
