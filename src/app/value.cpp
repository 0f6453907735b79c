#include "answers/theorems.hpp"
#include "answers/words.hpp"
#include "app/notes.hpp"
#include "render/render.hpp"

#include <fmt/format.h>

#include <charconv>
#include <iostream>
#include <set>
#include <sstream>
#include <utility>

namespace bouton::app {

namespace {

/// A line of natural numbers that a machine integer holds, with spaces between them.
bool plain_numbers(const std::string& line, Position& numbers) {
    const char* at = line.data();
    const char* const end = at + line.size();
    while (at != end) {
        if (*at == ' ') {
            ++at;
            continue;
        }
        std::int64_t value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        if (error != std::errc() || value < 0 || (next != end && *next != ' ')) return false;
        numbers.push_back(value);
        at = next;
    }
    return !numbers.empty();
}

/// Answers; with --prove the claims that one rests on are proved first.
class Asker {
  public:
    Asker(Session& session, const Library& library, bool prove, const Watch& watch)
        : session_(session), library_(library), prove_(prove), watch_(watch) {}

    ValueAnswer operator()(const LargePosition& position) {
        for (;;) {
            const ValueAnswer answer = session_.answer(position);
            if (!prove_ || answer.warrant.kind <= Warrant::Kind::proved) return answer;
            std::vector<const Law*> untried;
            for (const Law* law : answer.laws)
                if (tried_.insert(law).second) untried.push_back(law);
            // Another law may say the same and be easier to prove.
            for (const Law& law : session_.theory(position.size()).laws())
                if (untried.empty() && tried_.insert(&law).second) untried.push_back(&law);
            if (untried.empty()) return answer;
            for (const std::string& claim : prove_laws(untried, library_.known_proofs(), watch_))
                fmt::print(stderr, "note: {} could not be proved\n", claim);
            session_.look_for_proofs_again();
        }
    }

    bool proves() const { return prove_; }

  private:
    Session& session_;
    const Library& library_;
    bool prove_;
    const Watch& watch_;
    std::set<const Law*> tried_;
};

/// Positions from the standard input, one a line. Lines of plain numbers are collected and asked together.
class Batch {
  public:
    Batch(Session& session, Asker& ask, render::Format format, bool explain, Notes& notes, const Watch& watch)
        : session_(session),
          ask_(ask),
          notes_(notes),
          format_(format),
          explain_(explain),
          watch_(watch),
          length_(session.rules().coordinates.size()) {
        coordinates_.resize(length_ * Columns::kRows);
        collects_ = format == render::Format::text && !explain && !ask.proves() && session.rules().fixed_size();
    }

    void add(const std::string& line) {
        ++number_;
        numbers_.clear();
        if (!collects_ || !plain_numbers(line, numbers_) || numbers_.size() != length_) {
            flush();
            one(line, number_);
            return;
        }
        for (std::size_t c = 0; c < length_; ++c) coordinates_[c * Columns::kRows + rows_] = numbers_[c];
        if (++rows_ == Columns::kRows) flush();
    }

    void flush() {
        if (rows_ == 0) return;
        watch_.check();
        session_.quick(coordinates_, rows_, results_, answered_);
        notes_.tell(session_);
        const std::size_t rows = std::exchange(rows_, 0);
        fmt::memory_buffer out;
        for (std::size_t i = 0; i < rows; ++i) {
            if (!answered_[i]) {
                std::cout.write(out.data(), static_cast<std::streamsize>(out.size()));
                out.clear();
                std::string line;
                for (std::size_t c = 0; c < length_; ++c)
                    line += std::to_string(coordinates_[c * Columns::kRows + i]) + " ";
                one(line, number_ - rows + i + 1);
                continue;
            }
            if (session_.what() == What::outcome) {
                out.push_back(results_[i] == 0 ? 'P' : 'N');
            } else {
                const fmt::format_int text(results_[i]);
                out.append(text.data(), text.data() + text.size());
            }
            out.push_back('\n');
        }
        std::cout.write(out.data(), static_cast<std::streamsize>(out.size()));
    }

  private:
    void one(const std::string& line, std::size_t number) {
        std::istringstream split(line);
        std::vector<std::string> texts;
        for (std::string text; split >> text;) texts.push_back(text);
        if (texts.empty()) return;
        if (line.find_first_of("(,") != std::string::npos) texts = {line};  // (3, 5)
        try {
            const LargePosition position = session_.parse_large_position(texts);
            render::value(std::cout, session_, position, ask_(position), format_, explain_);
            notes_.tell(session_);
        } catch (const Error& error) {
            throw Error(error, fmt::format("input line {}: {}", number, error.what()));
        }
    }

    Session& session_;
    Asker& ask_;
    Notes& notes_;
    render::Format format_;
    bool explain_, collects_ = false;
    const Watch& watch_;
    std::size_t length_, rows_ = 0, number_ = 0;
    std::vector<std::int64_t> coordinates_, results_;  // coordinates: all first ones, all second ones, ...
    std::vector<std::uint8_t> answered_;
    Position numbers_;
};

}  // namespace

void require_no_remoteness(const GameWords& words) {
    if (words.quantity() == What::remoteness)
        throw bad_input("--what remoteness is for one position: GAME NAME=VALUE... POSITION, without quotes and +");
}

GameRequest GameWords::request() const { return read_words(all()).request; }

std::vector<std::string> GameWords::coordinates() const { return read_words(all()).coordinates; }

std::vector<std::string> GameWords::all() const {
    std::vector<std::string> result{game};
    result.insert(result.end(), words.begin(), words.end());
    return result;
}

int value(const Settings& settings, const GameWords& words, const Watch& watch) {
    Library library = settings.library();
    Notes notes(settings);
    if (Board::is_sum(words.all())) {
        require_no_remoteness(words);
        const Board board = Board::parse(library, words.all(), watch, words.engine);
        if (words.prove)
            for (const Heap& heap : board.heaps()) Asker(*heap.session, library, true, watch)(heap.position);
        render::value(std::cout, board, settings.json ? render::Format::json : render::Format::text,
                      words.quantity() == What::outcome, words.explain);
        notes.tell(board);
        return 0;
    }
    Session session(library, words.request(), words.quantity(), watch, words.engine);
    Asker ask(session, library, words.prove, watch);
    const auto format = settings.json ? render::Format::json : render::Format::text;
    const auto coordinates = words.coordinates();
    if (coordinates.size() != 1 || coordinates[0] != "-") {
        const LargePosition position = session.parse_large_position(coordinates);
        render::value(std::cout, session, position, ask(position), format, words.explain);
        notes.tell(session);
        return 0;
    }
    Batch batch(session, ask, format, words.explain, notes, watch);
    std::string line;
    std::cin.tie(nullptr);
    while (std::getline(std::cin, line)) {
        batch.add(line);
        if (std::cin.rdbuf()->in_avail() > 0) continue;
        batch.flush();  // somebody may be waiting for the answer
        std::cout.flush();
    }
    batch.flush();
    watch.check();  // Ctrl-C while waiting for input
    if (std::cin.bad()) throw bad_input("the standard input cannot be read");
    return 0;
}

}  // namespace bouton::app
