// From syntax to rules. A file of any kind of nonsense is accepted or refused with an Error, and gives itself back when printed and read;
// a small game that makes sense is accepted, and its legal moves at a small position are those of the independent walk.
#include "engines/options.hpp"
#include "fuzz/fuzz.hpp"
#include "independent/game.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"
#include "unit/random_files.hpp"
#include "unit/random_games.hpp"

#include <algorithm>
#include <memory>
#include <set>

namespace {

using namespace bouton;
using namespace bouton::fuzz;

void nonsense(Random random) {
    const syntax::File file = unit::random_file(random);
    const std::string text = lang::print(file);
    allow_errors([&] {
        const auto document = lang::read_document({"fuzz", text}, [](const std::string&) { return nullptr; });
        const std::string again = lang::print(document->file);
        if (!(lang::parse_file(again, "fuzz") == document->file))
            finding("printed and read, it is another file", again);
        for (const syntax::Game& game : document->file.games)
            allow_errors([&] { lang::rules_of({&game, document.get()}, {}); });
    });
}

void moves(Random random) {
    Position position;
    const auto sizes =
        std::vector{random.between(0, 4), random.between(0, 4), random.between(0, 4), random.between(0, 2)};
    const unit::RandomGame made = unit::random_game(random);
    position.assign(sizes.begin(),
                    sizes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(made.largest.size(), 4)));
    auto document = std::make_shared<lang::Document>();
    document->source = {"fuzz", ""};
    document->file.games = {made.game};
    const syntax::Game& game = document->file.games[0];
    const auto shown = [&] { return lang::print(document->file); };
    const lang::Source source{"argument", ""};
    std::vector<lang::GivenArgument> given;
    for (const auto& [name, value] : made.arguments) given.push_back({{name, {}, value, {}}, &source});
    Ruleset rules;
    std::set<std::vector<Position>> found;
    bool exists = true;
    const Watch watch(small_limits());
    try {
        rules = lang::rules_of({&game, document.get()}, given);
    } catch (const Error& error) {  // such as a parameter outside its condition
        return;
    }
    try {
        exists = allow_errors([&] { require_position(rules, position); });
        if (exists) {
            for (auto option : Options(rules, &watch).all(position)) {
                std::sort(option.begin(), option.end());
                found.insert(option);
            }
        }
    } catch (const Error& error) {
        if (error.fault() == Fault::limit) return;
        finding(std::string("its moves fail: ") + error.what(), shown());
    }
    try {
        independent::Walk walk(game, made.arguments, 60);
        if (walk.exists(position) != exists) finding("does the position exist?", shown() + to_text(position));
        if (exists && walk.options(position) != found) finding("other moves", shown() + to_text(position));
    } catch (const independent::TooMuch&) {
    } catch (const independent::Undefined&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return input([&] {
        Random random(data, size);
        if (random.chance(35))
            nonsense(random);
        else
            moves(random);
    });
}
