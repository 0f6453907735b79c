#include "play/board.hpp"

#include "answers/words.hpp"
#include "engines/misere/sums.hpp"
#include "engines/options.hpp"
#include "lang/coordinates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace bouton {

namespace {

std::optional<Position> small(const LargePosition& position) {
    Position result;
    for (const Integer& c : position) {
        if (!fits(c)) return std::nullopt;
        result.push_back(clamp(c));
    }
    return result;
}

/// The options of a position; nothing: more than `most`.
std::optional<std::vector<LargeOption>> options_of(Session& session, const LargePosition& position, std::size_t most) {
    const auto here = small(position);
    if (!here) return session.large_moves(position, most);
    std::vector<LargeOption> result;
    std::set<std::vector<Position>> seen;
    bool complete = true;
    try {
        Options(session.rules(), &session.watch()).for_each(*here, [&](const std::vector<Position>& components) {
            complete = result.size() < most;
            if (!complete || !seen.insert(components).second) return complete;
            result.emplace_back();
            for (const Position& part : components) result.back().emplace_back(part.begin(), part.end());
            return true;
        });
    } catch (const Error& error) {
        if (error.fault() != Fault::limit) throw;
        session.watch().check();  // was it the clock?
        complete = false;
    }
    if (!complete) return std::nullopt;
    return result;
}

/// The parts of a word that may hold a whole sum. Arguments (f=x + 1) and numbers (3 + 4) stay in one piece.
std::vector<std::string> parts_of(const std::string& word) {
    std::vector<std::string> parts = split_words(word);
    if (parts.size() < 2) return parts;
    const std::string head = parts[0].substr(0, parts[0].find('('));
    const bool name =
        !head.empty() && head.find('=') == std::string::npos && !std::isdigit(static_cast<unsigned char>(head[0]));
    return name || parts[0] == "+" ? parts : std::vector<std::string>{word};
}

}  // namespace

bool Board::several_games() const {
    return std::any_of(heaps_.begin(), heaps_.end(),
                       [&](const Heap& heap) { return heap.session != heaps_[0].session; });
}

Board::Board(std::vector<Heap> heaps, std::shared_ptr<misere::Sums> sums)
    : heaps_(std::move(heaps)), sums_(std::move(sums)) {
    if (heaps_.empty()) throw bad_input("a sum needs at least one position");
    const bool several = several_games();
    for (const Heap& heap : heaps_) {
        const Ruleset& rules = heap.session->rules();
        heap.session->require_theory();
        if (several && rules.players > 0)
            throw bad_input(fmt::format("{} cannot be part of a sum: sums are played by two players", rules.name));
        if (rules.misere != heaps_[0].session->rules().misere)
            throw bad_input(fmt::format(
                "{} and {} cannot be added: in one of them the last to move wins, in the other one he loses",
                heaps_[0].session->rules().name, rules.name));
    }
    if (several && !plain() && !sums_) sums_ = std::make_shared<misere::Sums>(heaps_[0].session->watch());
}

bool Board::is_sum(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        const auto parts = parts_of(word);
        if (std::find(parts.begin(), parts.end(), "+") != parts.end()) return true;
    }
    // one word such as 'maximum-nim(k=3) 29'
    const auto first = words.empty() ? std::vector<std::string>{} : parts_of(words[0]);
    return (first.size() > 1 && words[0].find(".bouton") == std::string::npos) ||
           (!first.empty() && first[0].ends_with(")") && first[0].find('(') != std::string::npos &&
            first[0].find('(') > 0);
}

Board Board::parse(Shelf& shelf, const std::vector<std::string>& words, const Watch& watch, const std::string& engine) {
    std::vector<std::vector<std::string>> terms(1);
    for (const std::string& word : words)
        for (const std::string& part : parts_of(word)) {
            if (part == "+")
                terms.emplace_back();
            else
                terms.back().push_back(part);
        }
    std::vector<Heap> heaps;
    for (const auto& term : terms) {
        if (term.empty())
            throw bad_input("a sum has a game and a position on both sides of +, as in: nim 3 5 + kayles 7");
        const auto [request, coordinates] = read_words(term);
        auto session = std::make_shared<Session>(shelf, request, What::grundy, watch, engine);
        LargePosition position = session->parse_large_position(coordinates);
        heaps.push_back({std::move(session), std::move(position)});
    }
    return Board(std::move(heaps));
}

Board Board::start(Shelf& shelf, const std::vector<std::string>& words, const Watch& watch, const std::string& engine) {
    auto session = std::make_shared<Session>(shelf, read_words(words).request, What::grundy, watch, engine);
    const Ruleset& rules = session->rules();
    const std::size_t count = rules.coordinates.size() + (rules.piles >= 0 ? 2 : 0);  // a group: three piles
    std::optional<Board> some;
    // 15, (7, 5), (5, 4, 3) and the like: few enough stones to count, more than can be seen through at once.
    for (int less = 0; less < 12; ++less) {
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < count; ++i) {
            const int stones = count == 1   ? 15 - less
                               : count == 2 ? 7 - 2 * static_cast<int>(i)
                                            : 5 - static_cast<int>(i);
            texts.push_back(std::to_string(std::max(0, i + 1 == count && count > 1 ? stones - less : stones)));
        }
        try {
            Board board({{session, session->parse_large_position(texts)}});
            if (board.over()) continue;
            if (board.value().value != 0) return board;
            if (!some) some = std::move(board);
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;  // `where` may allow no such position
        }
    }
    if (!some) throw bad_input(fmt::format("give the position to start from, as in  {} {}", words[0], "5 4 3"));
    return *some;
}

std::string Board::taken(const BoardMove& move) const {
    if (move.to.size() != 1) return "";
    const Heap& heap = heaps_[move.heap];
    const auto names =
        coordinate_names(heap.session->rules(), Places(heap.session->rules(), heap.position.size()).pile_count);
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Integer stones = heap.position[i] - move.to[0][i];
        if (stones < 0) return "";
        if (stones > 0) parts.push_back(fmt::format("{} from {}", to_text(stones), names[i]));
    }
    return parts.empty() ? "" : fmt::format("takes {}", fmt::join(parts, ", "));
}

std::string Board::show() const {
    std::vector<std::string> texts;
    bool several = false;
    for (const Heap& heap : heaps_) several |= heap.session != heaps_[0].session;
    for (const Heap& heap : heaps_)
        texts.push_back((several ? heap.session->rules().instance + " " : "") + to_text(heap.position));
    return fmt::format("{}", fmt::join(texts, " + "));
}

std::string Board::show(const BoardMove& move) const {
    std::vector<std::string> texts;
    for (const LargePosition& position : move.to) texts.push_back(to_text(position));
    const std::string to = texts.empty() ? "nothing" : fmt::format("{}", fmt::join(texts, " + "));
    if (heaps_.size() == 1) return to;
    return fmt::format("{} {} to {}", heaps_[move.heap].session->rules().name, to_text(heaps_[move.heap].position), to);
}

std::vector<Heap> Board::heaps_after(const BoardMove& move) const {
    std::vector<Heap> result = heaps_;
    const auto session = result[move.heap].session;
    const auto at = result.begin() + static_cast<std::ptrdiff_t>(move.heap);
    const auto place = result.erase(at);
    std::vector<Heap> fresh;
    // Of a heap that splits, parts without stones need not be shown: nothing can be done there.
    const auto gone = [&](const LargePosition& position) {
        return session->rules().splits &&
               std::all_of(position.begin(), position.end(), [](const Integer& c) { return c == 0; });
    };
    for (const LargePosition& position : move.to)
        if (!gone(position) || (result.empty() && fresh.empty() && &position == &move.to.back()))
            fresh.push_back({session, position});
    result.insert(place, fresh.begin(), fresh.end());
    return result;
}

Integer Board::value_of(const std::vector<Heap>& heaps) const {
    if (plain()) {
        Integer total = 0;
        if (heaps.size() == 1) return heaps[0].session->answer(heaps[0].position, true).value;
        for (const Heap& heap : heaps) total = arithmetic::bit_xor(total, heap.session->answer(heap.position).value);
        return total;
    }
    if (heaps.size() == 1 && !sums_) return heaps[0].session->answer(heaps[0].position).value;
    std::vector<Position> components;
    for (const Heap& heap : heaps) {
        const auto position = small(heap.position);
        if (!position) throw over_limit("sums of positions this large cannot be computed from the rules");
        components.push_back(*position);
    }
    if (!sums_) return heaps_[0].session->value_of_sum(components);
    misere::Sum sum;
    for (std::size_t i = 0; i < heaps.size(); ++i)
        sum = misere::Sums::joined(sum, sums_->component(sums_->game(heaps[i].session->rules()), components[i]));
    return Integer(sums_->value(sum));
}

ValueAnswer Board::value() const {
    if (heaps_.size() == 1) return heaps_[0].session->answer(heaps_[0].position, true);
    ValueAnswer result{value_of(heaps_), {}, true, {}};
    if (!plain()) return result;
    std::map<std::string, std::string> proved;  // by game
    for (const Heap& heap : heaps_) {
        const Warrant warrant = heap.session->answer(heap.position).warrant;
        if (warrant.kind == Warrant::Kind::proved)
            proved[heap.session->rules().instance] =
                warrant.claim.empty() ? "has " + warrant.how : fmt::format("by {}, {}", warrant.claim, warrant.how);
        if (warrant.kind > result.warrant.kind) result.warrant = warrant;  // the weakest counts
    }
    if (result.warrant.kind == Warrant::Kind::proved && proved.size() > 1) {
        std::vector<std::string> parts;
        for (const auto& [game, how] : proved) parts.push_back(game + " " + how);
        result.warrant.claim.clear();
        result.warrant.how = fmt::format("{}", fmt::join(parts, "; "));
    }
    return result;
}

std::optional<std::vector<BoardMove>> Board::moves(std::size_t most) const {
    std::vector<BoardMove> result;
    for (std::size_t i = 0; i < heaps_.size(); ++i) {
        bool seen = false;  // the same heap of the same game
        for (std::size_t j = 0; j < i; ++j)
            seen |= heaps_[j].session == heaps_[i].session && heaps_[j].position == heaps_[i].position;
        if (seen) continue;
        const auto options = options_of(*heaps_[i].session, heaps_[i].position, most);
        if (!options || result.size() + options->size() > most) return std::nullopt;
        for (const LargeOption& option : *options) result.push_back({i, option, std::nullopt});
    }
    for (BoardMove& move : result) move.value = value_of(heaps_after(move));
    return result;
}

bool Board::over() const {
    return std::all_of(heaps_.begin(), heaps_.end(), [](const Heap& heap) {
        const auto position = small(heap.position);
        if (!position)
            return heap.session->answer(heap.position, true).value == 0 && !heap.session->first_move(heap.position);
        bool any = false;
        Options(heap.session->rules()).for_each(*position, [&](const std::vector<Position>&) {
            any = true;
            return false;
        });
        return !any;
    });
}

std::optional<BoardMove> Board::best() const {
    if (plain()) {
        const Integer total = value_of(heaps_);
        if (total == 0) return std::nullopt;
        for (std::size_t i = 0; i < heaps_.size(); ++i) {
            const Integer mine = heaps_[i].session->answer(heaps_[i].position, heaps_.size() == 1).value;
            const Integer wanted = arithmetic::bit_xor(mine, total);
            if (wanted >= mine) continue;
            Session& session = *heaps_[i].session;
            if (const auto options = options_of(session, heaps_[i].position, 5000)) {
                for (const LargeOption& option : *options) {
                    Integer value = 0;
                    for (const LargePosition& part : option)
                        value = arithmetic::bit_xor(value, session.answer(part, wanted == 0).value);
                    if (value == wanted) return BoardMove{i, option, Integer(0)};
                }
                continue;
            }
            if (const auto next = session.move_to(heaps_[i].position, wanted)) return BoardMove{i, *next, Integer(0)};
        }
        return std::nullopt;
    }
    if (const auto all = moves()) {
        std::optional<BoardMove> best;
        for (const BoardMove& move : *all)
            if (!best || *move.value < *best->value) best = move;
        if (best && rules().players == 0 && *best->value != 0) return std::nullopt;
        return best;
    }
    if (heaps_.size() == 1)
        if (const auto next = heaps_[0].session->move_to(heaps_[0].position, 0))
            return BoardMove{0, *next, std::nullopt};
    return std::nullopt;
}

std::optional<BoardMove> Board::delay() const {
    constexpr std::size_t kLookedAt = 300;
    if (const auto all = moves(kLookedAt)) {
        std::optional<BoardMove> best;
        double least = 2;
        Integer most = -1;
        for (const BoardMove& move : *all) {
            const Board next(heaps_after(move), sums_);
            const auto answers = next.moves(kLookedAt);
            double share = 1;
            if (answers && !answers->empty()) {
                const auto winning =
                    std::count_if(answers->begin(), answers->end(), [](const BoardMove& m) { return *m.value == 0; });
                share = static_cast<double>(winning) / static_cast<double>(answers->size());
            }
            Integer stones = 0;
            for (const LargePosition& position : move.to)
                for (const Integer& c : position) stones += c;
            if (share < least || (share == least && stones > most)) {
                least = share;
                most = stones;
                best = move;
            }
        }
        return best;
    }
    for (std::size_t i = 0; i < heaps_.size(); ++i)
        if (const auto next = heaps_[i].session->first_move(heaps_[i].position))
            return BoardMove{i, *next, std::nullopt};
    return std::nullopt;
}

std::string Board::reason(const BoardMove& move) const {
    const Board next(heaps_after(move), sums_);
    const ValueAnswer value = next.value();
    const std::string ground = value.warrant.kind == Warrant::Kind::computed ? "" : " (" + value.warrant.text() + ")";
    if (rules().players > 2)
        return fmt::format("it leaves outcome {}, the least that can be had, so you end up on outcome {}{}",
                           value.value.str(), Integer((value.value + 1) % rules().players).str(), ground);
    if (value.value != 0) return "every move loses against perfect play; this one makes it hard to see";
    if (plain() && heaps_.size() > 1)
        return fmt::format("it makes the nim-sum of all values 0, and whatever follows you can make it 0 again{}",
                           ground);
    return fmt::format("it leaves {}, a position from which every move loses{}", next.show(), ground);
}

std::optional<BoardMove> Board::legal(std::size_t heap, const std::vector<LargePosition>& to) const {
    Session& session = *heaps_[heap].session;
    if (const auto options = options_of(session, heaps_[heap].position, 200000)) {
        LargeOption wanted = to;
        std::sort(wanted.begin(), wanted.end());
        for (LargeOption option : *options) {
            std::sort(option.begin(), option.end());
            if (option == wanted) return BoardMove{heap, to, std::nullopt};
        }
        return std::nullopt;
    }
    if (session.is_move(heaps_[heap].position, to)) return BoardMove{heap, to, std::nullopt};
    return std::nullopt;
}

Board Board::after(const BoardMove& move) const { return Board(heaps_after(move), sums_); }

}  // namespace bouton
