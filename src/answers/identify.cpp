#include "answers/identify.hpp"

#include "answers/fits.hpp"
#include "answers/words.hpp"
#include "base/parallel.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <tuple>

namespace bouton {

namespace {

constexpr std::size_t kMost = 2000;       // terms that are compared
constexpr std::int64_t kLargestP = 4000;  // in a list of P-positions
constexpr std::size_t kFirstLook = 16;    // terms that are compared before all are computed
constexpr std::int64_t kHeaps = 120;      // values that are taken from a game of one heap
constexpr double kSecondsEach = 2;        // for an instance

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

/// A text that differs for different rules and does not name the game: the same rules may be in the library twice.
std::string nameless(Ruleset rules) {
    rules.name.clear();
    return identity(rules);
}

/// One search: what is compared with every instance.
class Search {
  public:
    /// `fits`: of a game as written, whether it can be compared at all.
    template <class Fits>
    Search(Library& library, What what, const Watch& watch, Fits fits) : what_(what), watch_(watch) {
        for (const auto& file : library.files()) {
            documents_.push_back(library.document(file));
            for (const syntax::Game& game : documents_.back()->file.games) {
                if (!fits(game)) continue;
                for (Instance& instance : instances_of({&game, documents_.back().get()}))
                    instances_.push_back(std::move(instance));
            }
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
                    const Ruleset rules = rules_of(instances_[i]);
                    found[i] = matches(instances_[i], rules, own);
                    for (Match& match : found[i]) match.rules = nameless(rules);
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
        }
        for (std::size_t i = 0; i < instances_.size(); ++i) {
            result.instances += states[i] == State::compared;
            result.left_out += states[i] == State::left_out;
            result.unseen += states[i] == State::waiting;
            if (states[i] != State::compared) continue;
            for (Match& match : found[i]) result.matches.push_back(std::move(match));
        }
        std::stable_sort(result.matches.begin(), result.matches.end(),
                         [](const Match& a, const Match& b) { return a.size < b.size; });
        std::set<std::tuple<std::string, std::string, Match::Kind>> seen;
        std::erase_if(result.matches,
                      [&](const Match& match) { return !seen.emplace(match.rules, match.along, match.kind).second; });
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
    std::vector<Match> along_lines(const Instance& instance, const Ruleset& rules, const Terms& terms,
                                   const Watch& watch) const {
        std::vector<Match> matches;
        const Terms begin(terms.begin(), terms.begin() + std::min<std::ptrdiff_t>(
                                                             static_cast<std::ptrdiff_t>(terms.size()), kFirstLook));
        const auto length = [](const Terms& list) { return static_cast<std::int64_t>(list.size()) + kFurthest; };
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
    static bool begins_like(const Terms& begin, const Terms& values) {
        return fit_of_positions(begin, values).has_value();
    }

    What what_;
    const Watch& watch_;
    std::vector<lang::DocumentPtr> documents_;
    std::vector<Instance> instances_;
};

bool has_lines(const syntax::Game& game) { return !game.players && game.coordinates.size() <= 3; }

/// How many coordinates a position has when a group of piles has so many.
std::size_t dimension_of(const Ruleset& rules, std::size_t piles) {
    return rules.fixed_size() ? rules.coordinates.size() : rules.coordinates.size() - 1 + piles;
}

Position cube(std::size_t dimension) {
    constexpr std::int64_t sides[] = {0, kHeaps, 24, 8, 4};
    return Position(dimension, dimension < std::size(sides) ? sides[dimension] : 2);
}

/// A game of one heap: its values as a sequence, along every line of every other game.
Identification identify_heap(Library& library, const Ruleset& mine, What what, const Watch& watch) {
    Terms terms = values_along({{0}, 0, ""}, mine, what, kHeaps, watch);
    const auto first = std::find_if(terms.begin(), terms.end(), [](std::int64_t v) { return v != kAbsent; });
    const std::int64_t begin = first - terms.begin();
    terms.erase(terms.begin(), first);
    if (std::find(terms.begin(), terms.end(), kAbsent) != terms.end() || terms.size() < kFewestTerms)
        throw bad_input(
            fmt::format("the positions of {} do not follow each other; give its values as a sequence", mine.instance));
    Search search(library, what, watch, has_lines);
    Identification result = search.run([&](const Instance& instance, const Ruleset& rules, const Watch& own) {
        std::vector<Match> matches;
        if (identity(rules) != identity(mine)) matches = search.along_lines(instance, rules, terms, own);
        std::erase_if(matches, [](const Match& match) { return match.kind == Match::Kind::positions; });
        for (Match& match : matches) match.shift -= begin;
        return matches;
    });
    result.length = terms.size();
    return result;
}

/// A game of several coordinates: on a box; of a group of piles there are two, and three where the other game has a group too.
Identification identify_box(Library& library, const Ruleset& mine, What what, const Watch& watch) {
    const std::size_t dimension = dimension_of(mine, 2);
    const Box box = box_of(mine, what, cube(dimension), watch);
    const Box more = mine.fixed_size() ? Box() : box_of(mine, what, cube(dimension + 1), watch);
    Search search(library, what, watch, [&](const syntax::Game& game) {
        const bool piles = std::any_of(game.coordinates.begin(), game.coordinates.end(),
                                       [](const std::string& name) { return name.ends_with("..."); });
        return game.players.has_value() == (mine.players > 0) &&
               (piles ? game.coordinates.size() <= dimension : game.coordinates.size() == dimension);
    });
    Identification result =
        search.run([&](const Instance& instance, const Ruleset& rules, const Watch& own) -> std::vector<Match> {
            if (identity(rules) == identity(mine)) return {};
            const auto fit = fit_of_boxes(box, box_of(rules, what, box.largest, own));
            const bool both = !mine.fixed_size() && !rules.fixed_size();
            if (!fit || (both && !fit_of_boxes(more, box_of(rules, what, more.largest, own)))) return {};
            return {search.match_of(instance, search.kind(), *fit, "")};
        });
    result.length = static_cast<std::uint64_t>(
        std::count_if(box.values.begin(), box.values.end(), [](std::int64_t v) { return v != kAbsent; }));
    return result;
}

}  // namespace

std::optional<Terms> sequence_in(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += word + " ";
    Terms terms;
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
    if (terms.size() < kFewestTerms)
        throw bad_input(fmt::format("{} value{} fit{} too many games to tell anything; give at least {}", terms.size(),
                                    terms.size() == 1 ? "" : "s", terms.size() == 1 ? "s" : "", kFewestTerms));
    if (std::all_of(terms.begin(), terms.end(), [&](std::int64_t term) { return term == terms[0]; }))
        throw bad_input("a sequence of one value fits too many games to tell anything; give more of it");
    if (terms.size() > kMost) terms.resize(kMost);
    return terms;
}

Identification identify(Library& library, const Terms& terms, What what, const Watch& watch) {
    Search search(library, what, watch, has_lines);
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
    const bool heap = mine.fixed_size() && mine.coordinates.size() == 1 && mine.players == 0;
    Identification result = heap ? identify_heap(library, mine, what, watch) : identify_box(library, mine, what, watch);
    result.subject = mine.instance;
    return result;
}

}  // namespace bouton
