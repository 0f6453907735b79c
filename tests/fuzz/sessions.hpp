// Games of games/ and papers/, ready to be asked, made once: their laws are compared with the rules when the first position comes.
#pragma once

#include "answers/answer.hpp"
#include "answers/library.hpp"
#include "engines/reference/reference.hpp"
#include "fuzz/fuzz.hpp"

#include <list>
#include <memory>
#include <optional>

namespace bouton::fuzz {

/// One game with the reference engine beside it.
struct Asked {
    std::unique_ptr<Session> session;
    std::unique_ptr<Engine> reference;
    Position largest;  // small: the reference engine knows the values at once
};

/// The watch of all sessions, made anew where it stands for every input, so that each has the whole time. Little memory: tables stay
/// small, what is larger is asked of the laws.
inline const Watch& sessions_watch(double seconds) {
    static std::optional<Watch> watch;
    return watch.emplace(Limits{std::uint64_t{4} << 20, seconds});
}

inline std::vector<Asked>& asked() {
    static Library library(unit::home());
    static const Watch& watch = sessions_watch(0);
    static std::vector<Asked> list = [] {
        struct Row {
            const char* game;
            std::vector<std::pair<std::string, std::string>> arguments;
            What what;
            Position largest;
        };
        std::vector<Asked> result;
        for (const Row& row : std::vector<Row>{
                 {"nim", {}, What::grundy, {9, 9, 9}},
                 {"nim", {}, What::outcome, {9, 9}},
                 {"wythoff", {}, What::outcome, {30, 30}},
                 {"subtraction", {{"moves", "2,5,7"}}, What::grundy, {200}},
                 {"subtraction", {{"moves", "1,8,9"}}, What::outcome, {200}},
                 {"maximum-nim", {{"k", "2"}}, What::grundy, {200}},
                 {"josephus-nim", {}, What::grundy, {24, 24}},
                 {"podium-nim", {{"players", "3"}}, What::grundy, {5, 5, 5}},
                 {"kayles", {}, What::grundy, {150}},
                 {"dawsons-kayles", {}, What::grundy, {120}},
                 {"two-weights", {}, What::grundy, {20, 20}},
             }) {
            Asked made;
            made.session = std::make_unique<Session>(library, GameRequest{row.game, row.arguments}, row.what, watch);
            made.reference = make_reference_engine(made.session->rules(), row.what, watch);
            made.largest = row.largest;
            for (const unsigned bits : {2, 80})  // the laws are compared with the rules now, not on somebody's time
                allow_errors([&] { made.session->answer(LargePosition(row.largest.size(), Integer(1) << bits)); });
            result.push_back(std::move(made));
        }
        return result;
    }();
    return list;
}

}  // namespace bouton::fuzz
