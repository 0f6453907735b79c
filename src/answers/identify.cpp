#include "answers/identify.hpp"

#include "answers/words.hpp"
#include "base/parallel.hpp"
#include "engines/choose.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace bouton {

namespace {

using Sequence = std::vector<std::int64_t>;

constexpr std::size_t kFewest = 8;        // terms; with fewer nearly every game fits
constexpr std::size_t kMost = 2000;       // terms that are compared
constexpr std::int64_t kFurthest = 32;    // the first term is the value of a heap up to this
constexpr std::int64_t kBefore = 4;       // so many terms may come before heap 0
constexpr std::int64_t kLargestP = 4000;  // in a list of P-positions
constexpr std::size_t kFirstLook = 16;    // terms that are compared before all are computed
constexpr std::int64_t kHeaps = 120;      // values that are taken from a game of one heap
constexpr double kSecondsEach = 0.3;      // for an instance
constexpr std::int64_t kAbsent = -1;      // no position

/// Values of a whole box; kAbsent where there is no position.
struct Box {
    Position largest;
    Sequence values;

    std::int64_t at(const Position& position) const {
        std::size_t index = 0;
        for (std::size_t i = 0; i < position.size(); ++i) {
            if (position[i] < 0 || position[i] > largest[i]) return kAbsent;
            index = index * static_cast<std::size_t>(largest[i] + 1) + static_cast<std::size_t>(position[i]);
        }
        return values[index];
    }
};

Box box_of(const Ruleset& rules, What what, const Position& largest, const Watch& watch) {
    TableMaker maker("auto", rules, what, watch);
    const TablePlan plan = maker.plan(largest);
    Cells cells(plan.largest, plan.width);
    plan.filler->fill(cells, 0, [&](std::int64_t) { watch.check(); });
    Box box{largest, {}};
    for (std::uint64_t i = 0; i < cells.size(); ++i)
        box.values.push_back(cells[i] == cells.absent() ? kAbsent : static_cast<std::int64_t>(cells[i]));
    return box;
}

/// Positions along which a sequence is compared: the one coordinate that runs, or all of them, from 0 on.
struct Line {
    Position start;
    std::size_t along = 0;  // == start.size(): all of them
    std::string text;

    Position at(std::int64_t n) const {
        Position position = start;
        for (std::size_t i = 0; i < position.size(); ++i)
            if (along == i || along == position.size()) position[i] = n;
        return position;
    }
};

std::vector<Line> lines_of(const Ruleset& rules) {
    const std::size_t dimension = rules.coordinates.size();
    if (dimension == 1) return {{{0}, 0, ""}};
    if (dimension > 3) return {};
    std::vector<Line> lines;
    const std::int64_t most = dimension == 2 ? 3 : 1;
    for (std::size_t along = 0; along < dimension; ++along) {
        Position start(dimension, 0);
        for (;;) {
            std::string text;
            for (std::size_t i = 0; i < dimension; ++i)
                if (i != along)
                    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", rules.coordinates[i], start[i]);
            lines.push_back({start, along, text});
            std::size_t i = 0;
            while (i < dimension && (i == along || start[i] == most)) start[i++] = 0;
            if (i == dimension) break;
            ++start[i];
        }
    }
    if (dimension == 2)
        lines.push_back({Position(dimension, 0), dimension, rules.coordinates[0] + " = " + rules.coordinates[1]});
    return lines;
}

/// The values along a line from 0 to length - 1.
Sequence values_along(const Line& line, const Ruleset& rules, What what, std::int64_t length, const Watch& watch) {
    const Box box = box_of(rules, what, line.at(length - 1), watch);
    Sequence values;
    for (std::int64_t n = 0; n < length; ++n) values.push_back(box.at(line.at(n)));
    return values;
}

struct Fit {
    std::int64_t shift = 0;
    std::uint64_t compared = 0;
};

/// The least shift, from 0 on, then -1 to -4, at which all terms agree that can be compared.
std::optional<Fit> fit_of_values(const Sequence& terms, const Sequence& values) {
    const auto count = static_cast<std::int64_t>(terms.size()), known = static_cast<std::int64_t>(values.size());
    for (std::int64_t i = 0; i <= kFurthest + kBefore; ++i) {
        const std::int64_t shift = i <= kFurthest ? i : kFurthest - i;
        const std::int64_t first = std::max<std::int64_t>(0, -shift), end = std::min(count, known - shift);
        if (end - first < static_cast<std::int64_t>(kFewest)) continue;
        bool same = end == count;
        for (std::int64_t n = first; same && n < end; ++n)
            same = values[static_cast<std::size_t>(n + shift)] == terms[static_cast<std::size_t>(n)];
        if (same) return Fit{shift, static_cast<std::uint64_t>(end - first)};
    }
    return std::nullopt;
}

/// The same for a list of P-positions: between its first and its last term it has all heaps of value 0, and no other.
std::optional<Fit> fit_of_positions(const Sequence& terms, const Sequence& values) {
    for (const std::int64_t shift : {0, 1, -1, 2, -2}) {
        std::size_t next = 0;
        bool same = terms[0] + shift >= 0 && terms.back() + shift < static_cast<std::int64_t>(values.size());
        for (std::int64_t heap = terms[0]; same && heap <= terms.back(); ++heap) {
            const bool listed = terms[next] == heap;
            const std::int64_t value = values[static_cast<std::size_t>(heap + shift)];
            same = value != kAbsent && listed == (value == 0);
            next += listed;
        }
        if (same) return Fit{shift, static_cast<std::uint64_t>(terms.back() - terms[0] + 1)};
    }
    return std::nullopt;
}

std::string plain(const std::string& text) {
    std::string result;
    for (const char c : text)
        if (c != ' ' && c != '{' && c != '}') result += c;
    return result;
}

/// Does the claim list the values, or the P-positions?
bool lists(const syntax::Claim& claim, bool values) {
    if (claim.form == syntax::Claim::Form::starts) return values == (claim.quantity == "grundy");
    return !values && claim.statement && lang::print(*claim.statement).starts_with("outcome(");
}

/// The numbers A000000 in the notes of claims that list the values, or the P-positions, of exactly this game.
std::vector<std::string> oeis_of(const Instance& instance, bool of_values) {
    std::vector<std::string> numbers;
    for (const syntax::Claim& claim : instance.game.document->file.claims) {
        if (!lists(claim, of_values) || claim.expect_refuted ||
            lang::claim_game(*instance.game.document, claim) != instance.game.game->name ||
            claim.arguments.size() != instance.arguments.size())
            continue;
        bool same = true;
        for (const syntax::Argument& argument : claim.arguments)
            same = same && std::any_of(instance.arguments.begin(), instance.arguments.end(), [&](const auto& given) {
                       return given.first == argument.name && plain(given.second) == plain(lang::print(argument.value));
                   });
        const std::string& note = claim.note;
        for (std::size_t at = note.find("OEIS A"); same && at != std::string::npos; at = note.find("OEIS A", at + 1)) {
            std::size_t end = at + 6;
            while (end < note.size() && std::isdigit(static_cast<unsigned char>(note[end]))) ++end;
            numbers.push_back(note.substr(at + 5, end - at - 5));
        }
    }
    return numbers;
}

/// One search: what is compared with every instance.
class Search {
  public:
    Search(Library& library, What what, const Watch& watch) : what_(what), watch_(watch) {
        for (const auto& file : library.files()) {
            documents_.push_back(library.document(file));
            for (const syntax::Game& game : documents_.back()->file.games)
                for (Instance& instance : instances_of({&game, documents_.back().get()}))
                    instances_.push_back(std::move(instance));
        }
        std::stable_sort(instances_.begin(), instances_.end(), [](const Instance& a, const Instance& b) {
            const std::string &first = a.game.game->name, &second = b.game.game->name;
            return std::tuple(a.size, first.size(), first) < std::tuple(b.size, second.size(), second);
        });
    }

    /// `matches` of an instance and its rules, under a watch of its own.
    template <class Matches> Identification run(Matches matches) {
        enum class State { waiting, compared, refused, left_out };
        std::vector<State> states(instances_.size(), State::waiting);
        std::vector<std::vector<Match>> found(instances_.size());
        Identification result;
        try {
            parallel::each(instances_.size(), [&](std::size_t i) {
                watch_.check();
                try {
                    const Watch own(watch_, {watch_.limits().memory, kSecondsEach});
                    const Watch::Under under(&own);
                    found[i] = matches(instances_[i], rules_of(instances_[i]), own);
                    states[i] = State::compared;
                } catch (const Error& error) {
                    if (error.fault() != Fault::input && error.fault() != Fault::limit) throw;
                    watch_.check();
                    states[i] = error.fault() == Fault::input ? State::refused : State::left_out;
                }
            });
        } catch (const Error& error) {
            if (error.fault() != Fault::limit) throw;
            watch_.check_whole();
            result.stopped = true;
        }
        for (std::size_t i = 0; i < instances_.size(); ++i) {
            result.instances += states[i] == State::compared;
            result.left_out += states[i] == State::left_out || states[i] == State::waiting;
            if (states[i] != State::compared) continue;
            for (Match& match : found[i]) result.matches.push_back(std::move(match));
        }
        std::stable_sort(result.matches.begin(), result.matches.end(),
                         [](const Match& a, const Match& b) { return a.size < b.size; });
        return result;
    }

    Match match_of(const Instance& instance, Match::Kind kind, const Fit& fit, const std::string& along) const {
        Match match;
        match.kind = kind;
        match.game = instance.game.game->name;
        match.file = instance.game.document->source.path;
        match.arguments = instance.arguments;
        match.shift = fit.shift;
        match.compared = fit.compared;
        match.along = along;
        match.oeis =
            what_ == What::grundy ? oeis_of(instance, kind == Match::Kind::values) : std::vector<std::string>();
        match.size = instance.size + 3 * static_cast<int>(std::abs(fit.shift)) + (along.empty() ? 0 : 10);
        return match;
    }

    Match::Kind kind() const { return what_ == What::outcome ? Match::Kind::outcomes : Match::Kind::values; }
    What what() const { return what_; }

    /// The terms along every line of an instance, and as a list of P-positions.
    std::vector<Match> along_lines(const Instance& instance, const Ruleset& rules, const Sequence& terms,
                                   const Watch& watch) const {
        std::vector<Match> matches;
        if (rules.players > 0) return matches;
        const Sequence begin(terms.begin(), terms.begin() + std::min<std::ptrdiff_t>(
                                                                static_cast<std::ptrdiff_t>(terms.size()), kFirstLook));
        const auto length = [](const Sequence& list) { return static_cast<std::int64_t>(list.size()) + kFurthest; };
        for (const Line& line : lines_of(rules)) {
            if (!fit_of_values(begin, values_along(line, rules, what_, length(begin), watch))) continue;
            const auto fit = fit_of_values(terms, values_along(line, rules, what_, length(terms), watch));
            if (fit) matches.push_back(match_of(instance, kind(), *fit, line.text));
        }
        const bool grows = std::adjacent_find(terms.begin(), terms.end(), std::greater_equal<>()) == terms.end();
        if (!grows || terms.back() > kLargestP || rules.coordinates.size() != 1) return matches;
        const Line heap{{0}, 0, ""};
        if (!begins_like(begin, values_along(heap, rules, What::outcome, begin.back() + 3, watch))) return matches;
        const auto fit = fit_of_positions(terms, values_along(heap, rules, What::outcome, terms.back() + 3, watch));
        if (fit) matches.push_back(match_of(instance, Match::Kind::positions, *fit, ""));
        return matches;
    }

  private:
    static bool begins_like(const Sequence& begin, const Sequence& values) {
        return fit_of_positions(begin, values).has_value();
    }

    What what_;
    const Watch& watch_;
    std::vector<lang::DocumentPtr> documents_;
    std::vector<Instance> instances_;
};

/// How many coordinates a position has when a group of piles has so many.
std::size_t dimension_of(const Ruleset& rules, std::size_t piles) {
    return rules.fixed_size() ? rules.coordinates.size() : rules.coordinates.size() - 1 + piles;
}

/// Two boxes agree wherever both can be asked: mine at a position, the other at the position with its coordinates in another order, all shifted.
std::optional<Fit> fit_of_boxes(const Box& mine, const Box& other) {
    std::vector<std::size_t> order(mine.largest.size());
    for (const std::int64_t shift : {0, 1, -1}) {
        std::iota(order.begin(), order.end(), 0);
        do {
            std::uint64_t compared = 0;
            bool same = true;
            Position position(mine.largest.size(), 0), there = position;
            for (std::size_t i = 0; same;) {
                bool inside = true;
                for (std::size_t j = 0; j < order.size(); ++j) {
                    there[order[j]] = position[j] + shift;
                    inside = inside && there[order[j]] >= 0 && there[order[j]] <= other.largest[order[j]];
                }
                if (inside) {
                    const std::int64_t value = mine.at(position);
                    same = value == other.at(there);
                    compared += value != kAbsent;
                }
                for (i = 0; i < position.size() && position[i] == mine.largest[i]; ++i) position[i] = 0;
                if (i == position.size()) break;
                ++position[i];
            }
            if (same && compared >= kFewest) return Fit{shift, compared};
        } while (order.size() <= 3 && std::next_permutation(order.begin(), order.end()));
    }
    return std::nullopt;
}

Position cube(std::size_t dimension) {
    return Position(dimension, dimension == 2 ? 24 : dimension == 3 ? 8 : dimension == 4 ? 4 : 2);
}

}  // namespace

std::optional<Sequence> sequence_in(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += word + " ";
    Sequence terms;
    bool more = false;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = std::string_view(text).substr(i);
        std::size_t digits = 0;
        while (digits < rest.size() && std::isdigit(static_cast<unsigned char>(rest[digits]))) ++digits;
        if (digits > 0 && digits <= 9 && !more) {
            terms.push_back(std::stoll(std::string(rest.substr(0, digits))));
            i += digits;
        } else if (rest.starts_with("...") || rest.starts_with("\u2026")) {
            more = true;
            i += 3;
        } else if (rest[0] == ' ' || rest[0] == ',' || rest[0] == '\t') {
            ++i;
        } else {
            return std::nullopt;
        }
    }
    if (terms.empty()) return std::nullopt;
    if (terms.size() < kFewest)
        throw bad_input(fmt::format("{} value{} fit{} too many games to tell anything; give at least {}", terms.size(),
                                    terms.size() == 1 ? "" : "s", terms.size() == 1 ? "s" : "", kFewest));
    if (std::all_of(terms.begin(), terms.end(), [&](std::int64_t term) { return term == terms[0]; }))
        throw bad_input("a sequence of one value fits too many games to tell anything; give more of it");
    if (terms.size() > kMost) terms.resize(kMost);
    return terms;
}

Identification identify(Library& library, const Sequence& terms, What what, const Watch& watch) {
    Search search(library, what, watch);
    Identification result = search.run([&](const Instance& instance, const Ruleset& rules, const Watch& own) {
        return search.along_lines(instance, rules, terms, own);
    });
    result.length = terms.size();
    return result;
}

Identification identify(Library& library, const std::vector<std::string>& words, What what, const Watch& watch) {
    const auto [request, coordinates] = read_words(words);
    if (!coordinates.empty())
        throw bad_input(
            fmt::format("{} is no argument; give a game with NAME=VALUE, or nothing but numbers", coordinates[0]));
    const Session session(library, request, what, watch);
    const Ruleset& mine = session.rules();
    const std::string self = identity(mine);
    Search search(library, what, watch);
    const auto is_self = [&](const Ruleset& rules) { return rules.name == mine.name && identity(rules) == self; };
    Identification result;
    std::size_t piles = mine.fixed_size() ? 1 : 2;
    if (dimension_of(mine, piles) == 1 && mine.players == 0) {
        Sequence terms = values_along({{0}, 0, ""}, mine, what, kHeaps, watch);
        const auto first = std::find_if(terms.begin(), terms.end(), [](std::int64_t v) { return v != kAbsent; });
        const std::int64_t begin = first - terms.begin();
        terms.erase(terms.begin(), first);
        if (std::find(terms.begin(), terms.end(), kAbsent) != terms.end() || terms.size() < kFewest)
            throw bad_input(fmt::format("the positions of {} do not follow each other; give its values as a sequence",
                                        mine.instance));
        result = search.run([&](const Instance& instance, const Ruleset& rules, const Watch& own) {
            std::vector<Match> matches;
            if (!is_self(rules)) matches = search.along_lines(instance, rules, terms, own);
            std::erase_if(matches, [](const Match& match) { return match.kind == Match::Kind::positions; });
            for (Match& match : matches) match.shift -= begin;
            return matches;
        });
        result.length = terms.size();
    } else {
        const Box box = box_of(mine, what, cube(dimension_of(mine, piles)), watch);
        const Box more = mine.fixed_size() ? Box() : box_of(mine, what, cube(dimension_of(mine, 3)), watch);
        result = search.run([&](const Instance& instance, const Ruleset& rules,
                                const Watch& own) -> std::vector<Match> {
            const std::size_t dimension = box.largest.size();
            const std::size_t theirs =
                rules.fixed_size() ? 1 : dimension + 1 - std::min(dimension, rules.coordinates.size());
            if (is_self(rules) || (rules.players > 0) != (mine.players > 0) || dimension_of(rules, theirs) != dimension)
                return {};
            const auto fit = fit_of_boxes(box, box_of(rules, what, box.largest, own));
            if (!fit) return {};
            if (!mine.fixed_size() && !rules.fixed_size() && rules.coordinates.size() == mine.coordinates.size() &&
                !fit_of_boxes(more, box_of(rules, what, more.largest, own)))
                return {};
            return {search.match_of(instance, search.kind(), *fit, "")};
        });
        result.length = static_cast<std::uint64_t>(
            std::count_if(box.values.begin(), box.values.end(), [](std::int64_t v) { return v != kAbsent; }));
    }
    result.subject = mine.instance;
    return result;
}

}  // namespace bouton
