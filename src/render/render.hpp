// Answers as text, CSV and JSON. Only turns values into characters; asks nothing.
#pragma once

#include "answers/answer.hpp"
#include "answers/checks.hpp"
#include "answers/compare.hpp"
#include "play/board.hpp"

#include <ostream>
#include <string>

namespace bouton::render {

enum class Format { text, csv, json, npy, latex, bfile, picture };  // bfile: of the OEIS

/// By the file name's ending; throws for an unknown one.
Format format_of(const std::string& file);

/// `explain`: also on what ground the value stands.
void value(std::ostream& out, const Session& session, const LargePosition& position, const ValueAnswer& answer,
           Format format, bool explain);
void moves(std::ostream& out, const Session& session, const MovesAnswer& answer, Format format);

/// A sum, or a position with more moves than can be listed.
void value(std::ostream& out, const Board& board, Format format, bool outcome, bool explain);
void moves(std::ostream& out, const Board& board, Format format);

/// Throws when a table cannot be written in this format. To be asked before it is made.
void require_fits(const std::vector<Axis>& coordinates, Format format);

/// In blocks, so that tables of any size can be written. `command`: what made the table, for the comments of formats that have them.
void table(std::ostream& out, const Session& session, const TableAnswer& table, Format format,
           const std::string& command, const Watch& watch);

void shape(std::ostream& out, const Session& session, const ShapeAnswer& answer, Format format);
void verdict(std::ostream& out, const Verdict& verdict, Format format);
void summary(std::ostream& out, const std::vector<Verdict>& verdicts, double seconds);

void comparison(std::ostream& out, const Comparison& comparison, Format format);

/// An error as the --json form of every command shows it.
std::string error_json(const std::string& message);

/// (3, 4), or (3) + (4) for a sum.
std::string show(const std::vector<Position>& components);

}  // namespace bouton::render
