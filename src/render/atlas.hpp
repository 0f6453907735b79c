// Atlases: what was made, answers to questions, what re-checking has found.
#pragma once

#include "atlas/make.hpp"
#include "atlas/query.hpp"
#include "atlas/recheck.hpp"
#include "render/render.hpp"

#include <ostream>

namespace bouton::render {

void atlas(std::ostream& out, const atlas::Store& store, const atlas::Made& made, const atlas::Table& summary,
           Format format);
void atlas_query(std::ostream& out, const atlas::Store& store, const std::string& question, const atlas::Table& table,
                 Format format);
void atlas_recheck(std::ostream& out, const atlas::Store& store, const atlas::Rechecked& found, Format format);

}  // namespace bouton::render
