// tools/compare-random: random rulesets, every engine that accepts them, 1, 2 and 7 threads, tables continued from several rows, single
// positions, certified periods and laws, all against plain recursion over the syntax tree (tests/independent), which shares no code with
// them. What differs first is written as a .bouton file, with the command that shows it again.
//
//     bouton-compare-random COUNT [SEED] [FOLDER]      seeds SEED .. SEED + COUNT - 1; FOLDER: where a difference is written
#include "base/parallel.hpp"
#include "compare/edge_games.hpp"
#include "engines/choose.hpp"
#include "engines/reference/reference.hpp"
#include "independent/game.hpp"
#include "lang/print.hpp"
#include "laws/period_law.hpp"
#include "laws/theory.hpp"
#include "unit/random_games.hpp"
#include "unit/random_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>
#include <map>
#include <set>

namespace bouton::compare {
namespace {

using independent::Walk;
using unit::Random;

struct Difference {
    std::string what, command;
};

struct Counts {
    std::map<std::string, std::uint64_t> of;
    void add(const std::string& name, std::uint64_t count = 1) { of[name] += count; }
};

const Limits kLimits{std::uint64_t{512} << 20, 30};

/// One ruleset and what its values are.
class Case {
  public:
    Case(const std::string& text, Position largest, std::uint64_t seed, Counts& counts)
        : largest_(std::move(largest)), random_(seed ^ 0x9e3779b97f4a7c15u), counts_(counts) {
        document_ = unit::read(text);
        rules_ = lang::rules_of({&document_->file.games[0], document_.get()}, {});
    }

    const Position& largest() const { return largest_; }

    /// By plain recursion. False: it does not get to the end.
    bool walk() {
        const std::int64_t far = largest_.empty() ? 0 : *std::max_element(largest_.begin(), largest_.end());
        walk_ = std::make_unique<Walk>(document_->file.games[0], Walk::Arguments{}, 3 * far + 12);
        try {
            for (const Position& position : unit::box(largest_))
                for (const bool outcome : {false, true})
                    expected_[outcome].push_back(
                        walk_->exists(position)
                            ? static_cast<Value>(outcome ? walk_->outcome(position) : walk_->grundy(position))
                            : 0xffffffff);
        } catch (const independent::TooMuch&) {
            counts_.add("rulesets too large for the recursion");
            return false;
        } catch (const independent::Undefined&) {
            undefined_ = true;
        }
        return true;
    }

    /// By a formula.
    void know(std::uint32_t (*value)(const Position&)) {
        for (const Position& position : unit::box(largest_)) {
            const Value v = value(position);
            expected_[0].push_back(v);
            expected_[1].push_back(rules_.players ? v : v != 0);
        }
        known_ = true;
    }

    void compare() {
        for (const What what : {What::grundy, What::outcome}) {
            for (const std::string& engine : engine_names()) tables(engine, what);
            singles(what);
            if (!undefined_ && !known_ && largest_.size() == 1) period(what);
        }
        counts_.add("rulesets");
    }

  private:
    [[noreturn]] void differ(const std::string& engine, What what, const std::string& how) const {
        throw Difference{how, fmt::format("bouton table FILE --to {} --engine {}{}", fmt::join(largest_, ","), engine,
                                          what == What::outcome ? " --what outcome" : "")};
    }

    void tables(const std::string& engine, What what) {
        if (largest_.empty()) return;  // no piles: a table has at least one coordinate
        const Watch watch(kLimits);
        std::string why_not;
        const auto filler = make_filler(engine, shape_of(rules_, largest_.size()), what, watch, why_not);
        if (!filler) return;
        if (known_ && (engine == "sweep" || engine == "reference") && largest_[0] > 1000) return;  // minutes
        counts_.add("rulesets in " + engine);
        const std::int64_t rows = largest_[0] + 1;
        std::set<std::int64_t> resume{0, 1, rows - 1, random_.between(0, rows)};
        for (const std::size_t threads : {1, 2, 7}) {
            for (const std::int64_t from : resume) {
                if (from > rows || (from > 0 && undefined_)) continue;
                table(*filler, engine, what, threads, from);
                if (known_) break;
            }
        }
    }

    void table(const Filler& filler, const std::string& engine, What what, std::size_t threads, std::int64_t from) {
        const auto& expected = expected_[what == What::outcome];
        Cells cells(largest_, Cells::width_for(filler.bound(largest_)));
        std::memset(cells.bytes(), 0x5a, cells.size() * cells.width());
        const auto told = [&](const std::string& how) {
            differ(engine, what, fmt::format("{} ({} threads, from row {})", how, threads, from));
        };
        for (std::uint64_t i = 0; from > 0 && i < static_cast<std::uint64_t>(from) * cells.row_size(); ++i)
            cells.visit([&](auto* data) {
                data[i] =
                    static_cast<std::remove_reference_t<decltype(*data)>>(std::min<Value>(expected[i], cells.absent()));
            });
        try {
            parallel::with_threads(threads, [&] { filler.fill(cells, from, [](std::int64_t) {}); });
        } catch (const Error& error) {
            if (undefined_) return;
            if (error.fault() == Fault::limit &&
                error.setting() == Setting::engine) {  // it says which engine to use instead
                counts_.add("tables that an engine leaves to another");
                return;
            }
            told(fmt::format("it fails: {}", error.what()));
        }
        counts_.add("tables");
        if (undefined_) told("a table of rules that have no value somewhere in it");
        counts_.add("cells", cells.size());
        for (std::uint64_t i = 0; i < cells.size(); ++i) {
            const Value found = cells[i] == cells.absent() ? 0xffffffff : cells[i];
            if (found != expected[i])
                told(fmt::format("at {} it is {}, not {}", to_text(unit::box(largest_)[i]), found, expected[i]));
        }
    }

    /// Positions one by one, in any order, as `value` asks for them.
    void singles(What what) {
        if (undefined_) return;
        const Watch watch(kLimits);
        const auto engine = make_engine("auto", rules_, what, watch);
        const auto positions = unit::box(largest_);
        for (int i = 0; i < 12; ++i) {
            const auto at =
                static_cast<std::size_t>(random_.between(0, static_cast<std::int64_t>(positions.size()) - 1));
            const Value expected = expected_[what == What::outcome][at];
            if (expected == 0xffffffff) continue;
            Value found = 0;
            try {
                found = engine->value(positions[at]);
            } catch (const Error& error) {
                differ("auto", what,
                       fmt::format("the position {} alone fails: {}", to_text(positions[at]), error.what()));
            }
            if (found != expected)
                differ("auto", what, fmt::format("alone {} is {}, not {}", to_text(positions[at]), found, expected));
            counts_.add("single positions");
        }
    }

    /// A certified period says what any heap is worth, and which moves lead to a value.
    void period(What what) {
        const Watch watch(kLimits);
        std::unique_ptr<const PeriodLaw> law;
        try {
            law = PeriodLaw::find(rules_, what, watch);
        } catch (const Error& error) {
            if (error.fault() == Fault::limit) return;
            differ("auto", what, fmt::format("no period: {}", error.what()));
        }
        if (!law) return;
        counts_.add("certified periods");
        const auto& expected = expected_[what == What::outcome];
        for (std::size_t n = 0; n < expected.size(); ++n) {
            if (expected[n] == 0xffffffff) continue;
            if (law->value(Integer(n)) != expected[n])
                differ("auto", what,
                       fmt::format("by its {} heap {} is worth {}, not {}", law->how(), n,
                                   to_text(law->value(Integer(n))), expected[n]));
            counts_.add("values by a period");
        }
        const auto heap = static_cast<std::int64_t>(expected.size()) - 1;
        moves_by(*law, heap, what);
    }

    void moves_by(const PeriodLaw& law, std::int64_t heap, What what) {
        if (what == What::outcome || rules_.players || document_->file.games[0].misere ||
            expected_[0].back() == 0xffffffff)
            return;
        std::set<std::int64_t> reached;
        const auto& options = walk_->options({heap});
        for (const auto& sum : options) reached.insert(walk_->value(sum, false));
        for (std::int64_t wanted = 0; wanted <= static_cast<std::int64_t>(expected_[0].back()) + 3; ++wanted) {
            const auto move = law.move_to(heap, wanted);
            if (move.has_value() != reached.contains(wanted))
                differ("auto", what,
                       fmt::format("from heap {} {} move to a heap of value {}", heap,
                                   move ? "it finds a" : "it finds no", wanted));
            if (!move) continue;
            Walk::Sum sum;
            for (const LargePosition& part : *move) sum.push_back({static_cast<std::int64_t>(part[0])});
            std::sort(sum.begin(), sum.end());
            if (!options.contains(sum) || walk_->value(sum, false) != wanted)
                differ("auto", what, fmt::format("from heap {} its move to value {} is none", heap, wanted));
            counts_.add("moves by a period");
        }
    }

    lang::DocumentPtr document_;
    Ruleset rules_;
    Position largest_;
    std::vector<Value> expected_[2];
    std::unique_ptr<Walk> walk_;
    bool undefined_ = false, known_ = false;
    Random random_;
    Counts& counts_;
};

/// A random game with its arguments written in as defaults.
unit::TableGame written_out(unit::RandomGame game) {
    for (auto& parameter : game.game.parameters)
        for (const auto& [name, value] : game.arguments)
            if (parameter.name == name) parameter.value = value;
    syntax::File file;
    file.games = {game.game};
    return {lang::print(file), game.largest};
}

std::string words_of(const LargePosition& position) {
    std::string result;
    for (const Integer& coordinate : position) result += (result.empty() ? "" : " ") + coordinate.str();
    return result;
}

/// Heaps under limits: the value of any position is known by a theorem, which the file states as its law.
void exact_law(Random& random, Counts& counts, std::string& text) {
    const auto heaps = random.between(1, 3);
    std::vector<std::int64_t> most;
    std::vector<std::string> names{"x", "y", "z"};
    names.resize(static_cast<std::size_t>(heaps));
    std::string moves;
    std::vector<std::string> terms;
    for (std::size_t i = 0; i < names.size(); ++i) {
        most.push_back(random.between(1, 9));
        std::vector<std::string> after = names;
        after[i] += " - t";
        moves += fmt::format("  move ({}) for 1 <= t <= {}\n", fmt::join(after, ", "), most[i]);
        terms.push_back(fmt::format("{} mod {}", names[i], most[i] + 1));
    }
    const std::string formula = heaps == 1 ? terms[0] : fmt::format("xor({})", fmt::join(terms, ", "));
    text = fmt::format("game g ({0})\n{1}claim \"law\" for {2} >= 0: grundy({0}) = {3}\n", fmt::join(names, ", "),
                       moves, fmt::join(names, " >= 0, "), formula);
    const auto document = unit::read(text);
    const Ruleset rules = lang::rules_of({&document->file.games[0], document.get()}, {});
    const Watch watch(kLimits);
    for (const What what : {What::grundy, What::outcome}) {
        const auto engine = make_engine("auto", rules, what, watch);
        Theory theory({document}, {}, rules, names.size(), what, *engine, watch);
        for (int i = 0; i < 40; ++i) {
            LargePosition position;
            Integer expected = 0;
            for (const std::int64_t m : most) {
                Integer heap = random.between(0, 300);
                if (random.chance(50))
                    heap = (Integer(1) << static_cast<unsigned>(random.between(8, 200))) + random.between(-9, 9);
                position.push_back(heap);
                expected ^= heap % (m + 1);
            }
            const auto answer = theory.value(position);
            const bool outcome = what == What::outcome;
            const bool right = answer && (outcome ? (answer->value != 0) == (expected != 0)
                                                  : answer->exact && answer->value == expected);
            if (!right)
                throw Difference{
                    fmt::format("by its law {} is {}, not {}", to_text(position),
                                answer ? to_text(answer->value) : "unknown", to_text(expected)),
                    fmt::format("bouton value FILE {}{}", words_of(position), outcome ? " --what outcome" : "")};
            counts.add("values by a law");
            if (outcome || expected == 0) continue;
            const auto move = theory.move_to(position, 0);
            bool good = move && move->size() == 1;
            Integer after = 0;
            int changed = 0;
            for (std::size_t h = 0; good && h < most.size(); ++h) {
                const Integer taken = position[h] - (*move)[0][h];
                changed += taken != 0;
                good = taken >= 0 && taken <= most[h] && (*move)[0][h] >= 0;
                after ^= (*move)[0][h] % (most[h] + 1);
            }
            if (!good || changed != 1 || after != 0)
                throw Difference{fmt::format("by its law {} has no good move to a P-position", to_text(position)),
                                 fmt::format("bouton moves FILE {}", words_of(position))};
            counts.add("moves by a law");
        }
    }
    counts.add("rulesets with a law");
}

void one(std::uint64_t seed, Counts& counts, std::string& text) {
    Random random(seed);
    const auto kind = random.between(0, 99);
    if (kind < 4) return exact_law(random, counts, text);
    unit::TableGame game;
    const WideGame wide = wide_game(random);
    if (kind < 6)
        game = {wide.text, wide.largest};
    else if (kind < 30)
        game = written_out(unit::random_game(seed));
    else if (kind < 55)
        game = unit::random_table_game(static_cast<int>(seed % unit::kTableShapes), seed);
    else
        game = edge_game(random);
    for (std::int64_t& size : game.largest)  // plain recursion is slow
        if (kind >= 6)
            size = std::min<std::int64_t>(size, game.largest.size() == 1 ? 300 : game.largest.size() == 2 ? 24 : 8);
    text = game.text;
    std::unique_ptr<Case> ready;
    try {
        ready = std::make_unique<Case>(game.text, game.largest, seed, counts);
    } catch (const Error& error) {
        counts.add("rulesets refused");
        return;
    }
    if (kind < 6)
        ready->know(wide.value);
    else if (!ready->walk())
        return;
    ready->compare();
}

}  // namespace
}  // namespace bouton::compare

namespace {

volatile std::sig_atomic_t stopped = 0;  // Ctrl-C: the counts so far are still told

}  // namespace

int main(int count, char** words) {
    using namespace bouton;
    for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { stopped = 1; });
    if (count < 2) {
        fmt::print(stderr, "how many rulesets?  bouton-compare-random COUNT [SEED] [FOLDER]\n");
        return 2;
    }
    const std::uint64_t first = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1;
    const std::uint64_t last = first + std::strtoull(words[1], nullptr, 10);
    compare::Counts counts;
    int differences = 0;
    for (std::uint64_t seed = first; seed < last && !stopped; ++seed) {
        std::string text;
        std::string what, command;
        try {
            compare::one(seed, counts, text);
            continue;
        } catch (const compare::Difference& difference) {
            what = difference.what;
            command = difference.command;
        } catch (const std::exception& error) {
            what = fmt::format("not an answer: {}", error.what());
            command = "bouton shape FILE";
        }
        if (++differences > 1) continue;
        const std::string file = fmt::format("{}/difference-{}.bouton", count > 3 ? words[3] : ".", seed);
        std::ofstream(file) << "# " << what << "\n" << text;
        const auto at = command.find("FILE");
        fmt::print("first difference, seed {}: {}\n  {}\n  tools/compare-random 1 {}\n", seed, what,
                   command.replace(at, 4, file), seed);
        std::fflush(stdout);
    }
    for (const auto& [name, number] : counts.of) fmt::print("{:>12} {}\n", number, name);
    fmt::print("{:>12} differences\n", differences);
    return differences == 0 ? 0 : 1;
}
