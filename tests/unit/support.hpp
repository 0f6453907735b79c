// Shared by the unit tests: text to document, what an error says, all positions of a box, a random source that can be replayed.
#pragma once

#include "base/error.hpp"
#include "engines/engine.hpp"
#include "lang/document.hpp"
#include "lang/elaborate.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace bouton::unit {

/// Reads a text as the file t.bouton, which can import nothing.
lang::DocumentPtr read(const std::string& text);

/// The rules of the first game of a text, with these arguments.
Ruleset rules_in(const std::string& text, const std::vector<std::pair<std::string, std::string>>& arguments = {});

/// The folder that holds games/ and papers/.
std::filesystem::path home();
std::vector<std::filesystem::path> bouton_files();
std::string text_of_file(const std::filesystem::path& file);
std::string text_of_game(const std::string& name);  // the file NAME.bouton of the library

/// Every position from (0, ..., 0) to `largest`, in lexicographic order.
std::vector<Position> box(const Position& largest);

/// What goes wrong, as far as it is a bouton::Error; the message is empty if nothing does.
struct Failure {
    std::optional<Fault> fault;
    std::string message;
    Setting setting = Setting::none;
    std::string first_line() const { return message.substr(0, message.find('\n')); }
};
template <class Run> Failure failure_of(Run run) {
    try {
        run();
    } catch (const Error& error) {
        return {error.fault(), error.what(), error.setting()};
    }
    return {};
}

/// 1, or what BOUTON_TEST_EFFORT says: how much longer than usual tests may search that can be as long as one likes.
double effort();

/// The same numbers on every machine for the same seed, so that a printed seed is enough to repeat a failure. A fuzzer hands over its bytes
/// instead: each choice takes as many as it needs, and when they are used up every choice is the first one (which ends what is being made).
class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(std::in_place, seed) {}
    Random(const std::uint8_t* bytes, std::size_t count) : bytes_(bytes), left_(count) {}

    std::int64_t between(std::int64_t low, std::int64_t high) {
        const std::uint64_t choices = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + number(choices) % choices);
    }
    bool chance(int percent) { return between(1, 100) <= percent; }
    template <class T> const T& pick(const std::vector<T>& list) {
        return list[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(list.size()) - 1))];
    }
    std::string word(const std::vector<std::string>& list) { return pick(list); }
    std::size_t left() const { return left_; }  // bytes of the fuzzer that were not used

  private:
    std::uint64_t number(std::uint64_t choices) {
        if (engine_) return (*engine_)();
        std::uint64_t result = 0;
        for (std::uint64_t most = choices - 1; most > 0 && left_ > 0; most >>= 8, --left_)
            result = result << 8 | *bytes_++;
        return result;
    }

    std::optional<std::mt19937_64> engine_;
    const std::uint8_t* bytes_ = nullptr;
    std::size_t left_ = 0;
};

}  // namespace bouton::unit
