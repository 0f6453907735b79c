// Words of a command line: a game with its arguments, a position, numbers such as 2^4000-1. Whatever they are, the game answers within the
// limits or an Error says why not.
#include "answers/answer.hpp"
#include "answers/shelf.hpp"
#include "answers/words.hpp"
#include "fuzz/fuzz.hpp"
#include "play/board.hpp"

#include <map>

namespace {

using namespace bouton;
using namespace bouton::fuzz;

/// A few games in memory.
class Few : public Shelf {
  public:
    Few() {
        for (const char* text :
             {"game nim (a...)\n  move (a - t) for 1 <= t <= a\n",
              "game subtraction (x)\n  parameter moves: set\n  move (x - s) for s in moves\n",
              "game maximum-nim (x)\n  parameter k = 2 where k >= 1\n  parameter f(x) = floor(x/k)\n"
              "  move (x - t) for 1 <= t <= f(x)\n",
              "game podium-nim (a...)\n  parameter players = 3 where players >= 1\n  players players\n"
              "  move (a - t) for 1 <= t <= a\n"}) {
            const auto document = unit::read(text);
            documents_[document->file.games[0].name] = document;
        }
    }
    lang::GameRef game(const std::string& spec) override {
        const auto found = documents_.find(spec);
        if (found == documents_.end()) throw bad_input("there is no game " + spec);
        return {&found->second->file.games[0], found->second.get()};
    }
    std::vector<lang::DocumentPtr> about(const lang::GameRef& game) override {
        return {documents_.at(game.game->name)};
    }

  private:
    std::map<std::string, lang::DocumentPtr> documents_;
};

/// Words from the fuzzer's bytes: pieces of what people type, and any characters between them.
std::vector<std::string> words_from(Random& random) {
    static const std::vector<std::string> pieces{"nim",
                                                 "subtraction",
                                                 "maximum-nim",
                                                 "podium-nim",
                                                 "moves=",
                                                 "k=",
                                                 "f=",
                                                 "players=",
                                                 "1",
                                                 "2",
                                                 "5",
                                                 "7",
                                                 "12",
                                                 ",",
                                                 "..",
                                                 "10^100",
                                                 "2^63",
                                                 "-1",
                                                 "9223372036854775807",
                                                 "floor(sqrt(x))",
                                                 "x",
                                                 "x/k",
                                                 "[0, 1, 1, 2]",
                                                 "(",
                                                 ")",
                                                 "{",
                                                 "}",
                                                 "=",
                                                 " ",
                                                 "+",
                                                 "-",
                                                 "*",
                                                 "^",
                                                 "(3, 5)",
                                                 "ones(x)",
                                                 "2^4000-1",
                                                 "1e5",
                                                 "0x10",
                                                 "000",
                                                 "\xc3\xa9",
                                                 "min(x, 3)"};
    std::vector<std::string> words{random.word({"nim", "subtraction", "maximum-nim", "podium-nim", ""})};
    for (auto count = random.between(0, 4); count > 0; --count) {
        std::string word = random.chance(30) ? random.word({"moves=", "k=", "f=", "players=", "f(x)="}) : "";
        for (auto parts = random.between(1, 3); parts > 0; --parts) {
            word += random.pick(pieces);
            if (random.chance(10)) word += static_cast<char>(random.between(0, 255));
        }
        words.push_back(word);
    }
    return words;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Few shelf;
    return input([&] {
        Random random(data, size);
        const Watch watch(small_limits());
        const auto words = words_from(random);
        std::string text;
        for (const std::string& word : words) text += word + " ";
        if (split_words(text).size() > text.size()) finding("more words than characters", text);
        allow_errors([&] { parse_number(words.back(), "the number"); });
        allow_errors([&] {
            if (Board::is_sum(words)) Board::parse(shelf, words, watch, "auto");
        });
        allow_errors([&] {
            const GameAndPosition read = read_words(words);
            Session session(shelf, read.request, random.chance(50) ? What::grundy : What::outcome, watch);
            const LargePosition position = session.parse_large_position(read.coordinates);
            for (const Integer& coordinate : position)
                if (coordinate > 200) return;
            session.answer(position);
        });
    });
}
