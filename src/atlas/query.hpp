// Ready questions to an atlas. The answer is a table of texts; anything else can be asked of the file by SQL.
#pragma once

#include "atlas/store.hpp"
#include "base/watch.hpp"

#include <string>
#include <vector>

namespace bouton::atlas {

enum class Question {
    summary,     // how many, how many settled, the greatest of everything
    longest,     // the members with the longest periods
    preperiods,  // and with the longest preperiods
    records,     // by size (the largest variable): members whose period, outcome period or preperiod no smaller one has
    laws,        // how many members obey each law
    exceptions,  // settled members that obey none
    equal,       // games with the same values, the largest groups first
    unsettled,   // members that are not settled
};

struct QuestionName {
    Question question;
    const char* name;
    const char* about;
};
const std::vector<QuestionName>& question_names();

struct Table {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
    std::uint64_t left_out = 0;  // rows that `most` has cut off
};

struct QueryRequest {
    Question question = Question::summary;
    std::vector<std::string> laws;  // empty: those of the atlas
    std::uint64_t most = 0;         // rows; 0: as many as the question usually has
};

Table query(Store& store, const QueryRequest& request, const Watch& watch);

/// As CSV, with a line of names; numbers and names need no quotes, laws have them.
std::string csv(const Table& table);

}  // namespace bouton::atlas
