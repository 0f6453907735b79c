// Positions as they come from the standard input, line by line: read or refused; what is answered together (quick) is what is answered one by
// one; small ones are worth what the reference engine says.
#include "fuzz/sessions.hpp"

#include "laws/columns.hpp"

#include <sstream>

namespace {

using namespace bouton;
using namespace bouton::fuzz;

void line(Asked& game, const std::string& text) {
    Session& session = *game.session;
    std::istringstream split(text);
    std::vector<std::string> words;
    for (std::string word; split >> word;) words.push_back(word);
    if (words.empty()) return;
    if (text.find_first_of("(,") != std::string::npos) words = {text};
    const LargePosition position = session.parse_large_position(words);
    for (const Integer& coordinate : position)
        if (coordinate < 0) finding("a negative coordinate", text);
    if (position.size() != game.largest.size()) return;
    for (std::size_t i = 0; i < position.size(); ++i)
        if (position[i] > game.largest[i]) return;
    Position machine;
    for (const Integer& coordinate : position) machine.push_back(clamp(coordinate));
    const ValueAnswer answer = session.answer(position);
    if (answer.exact && answer.value != game.reference->value(machine))
        finding("another value than the rules give", text);
    if (!session.rules().fixed_size()) return;
    std::vector<std::int64_t> columns(machine.size() * Columns::kRows), results;
    std::vector<std::uint8_t> answered;
    for (std::size_t c = 0; c < machine.size(); ++c) columns[c * Columns::kRows] = machine[c];
    session.quick(columns, 1, results, answered);
    if (answered[0] && Integer(results[0]) != answer.value)
        finding("together it is worth something else than alone", text);
}

}  // namespace

/// Before the clock runs.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
    asked();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return input([&] {
        if (size == 0) return;
        Asked& game = asked()[data[0] % asked().size()];
        std::istringstream lines(std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
        std::string text;
        for (int i = 0; i < 8 && std::getline(lines, text); ++i) allow_errors([&] { line(game, text); });
    });
}
