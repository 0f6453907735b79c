#include "answers/answer.hpp"

#include "base/period.hpp"
#include "engines/options.hpp"
#include "engines/winning.hpp"
#include "lang/elaborate.hpp"
#include "lang/elaborator.hpp"
#include "lang/messages.hpp"
#include "lang/parse.hpp"
#include "laws/turns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace bouton {

namespace {

constexpr std::size_t kLongestNumber = 100000;  // characters of a coordinate or argument

Integer value_of(const syntax::Term& term, const lang::Source& source) {
    lang::Elaborator elaborator(source);
    Frame empty;
    return evaluate(elaborator.integer(term, lang::Scope()), empty);
}

}  // namespace

Integer parse_number(const std::string& text, const std::string& what) {
    if (text.size() > kLongestNumber)
        throw bad_input(
            fmt::format("{} has {} characters; numbers of up to {} are accepted", what, text.size(), kLongestNumber));
    const lang::Source source{what, text};
    return value_of(lang::parse_term(text, what), source);
}

// ---- one game ----

Session::Session(Shelf& shelf, const GameRequest& request, What what, const Watch& watch, const std::string& engine)
    : shelf_(shelf),
      game_(shelf.game(request.game)),
      rules_(read_rules(request)),
      what_(rules_.block > 0 && what == What::grundy ? What::outcome : what),
      watch_(watch),
      engine_(make_engine(engine, rules_, what_, watch)),
      maker_(engine, rules_, what_, watch) {}

Ruleset Session::read_rules(const GameRequest& request) {
    const lang::GameRef& game = game_;
    std::vector<lang::GivenArgument>& given = given_;
    for (const auto& [name, value] : request.arguments) {
        if (value.size() > kLongestNumber) throw bad_input(name + "= is too long");
        if (value.find_first_not_of(" \t") == std::string::npos)
            throw bad_input(fmt::format("the parameter {} has no value; give it as {}=...", name, name));
        for (const auto& other : given)
            if (other.argument.name == name) throw bad_input("the parameter " + name + " is given twice");
        texts_.push_back(std::make_unique<lang::Source>(lang::Source{name, value}));
        syntax::Argument argument;
        argument.name = name;
        argument.place = {1, 1};
        const auto& parameters = game.game->parameters;
        const bool known =
            std::any_of(parameters.begin(), parameters.end(), [&, n = name](const auto& p) { return p.name == n; });
        if (known) argument.value = lang::parse_term(value, name);  // the others are refused by their name alone
        given.push_back({argument, known ? texts_.back().get() : nullptr});
    }
    return lang::rules_of(game, given);
}

LargePosition Session::parse_large_position(const std::vector<std::string>& texts) const {
    std::vector<Integer> numbers;
    if (texts.empty()) {
        std::vector<std::string> wanted = rules_.coordinates;
        if (rules_.piles >= 0) wanted[static_cast<std::size_t>(rules_.piles)] += "...";
        throw bad_input(fmt::format("a position of {} is missing: give {}", rules_.name, fmt::join(wanted, " ")));
    }
    for (const std::string& text : texts) {
        if (text.size() > kLongestNumber)
            throw bad_input(fmt::format("a coordinate of {} characters is too long; up to {} are accepted", text.size(),
                                        kLongestNumber));
        const lang::Source source{"position", text};
        const syntax::Term term = lang::parse_term(text, "position");
        if (term.kind == syntax::Term::Kind::name)
            throw bad_input(text + " is not a number; a position is given by its coordinates, as in 3 5");
        const bool several = term.kind == syntax::Term::Kind::list || term.kind == syntax::Term::Kind::tuple;
        for (const syntax::Term& part : several ? term.parts : std::vector<syntax::Term>{term})
            numbers.push_back(value_of(part, source));
    }
    require_position(rules_, numbers);
    return numbers;
}

Position Session::parse_position(const std::vector<std::string>& texts) const {
    Position position;
    for (const Integer& value : parse_large_position(texts)) {
        if (!fits(value))
            throw over_limit(
                fmt::format("the coordinate {} is beyond what can be computed from the rules; take a smaller position",
                            to_text(value)));
        position.push_back(clamp(value));
    }
    return position;
}

namespace {

constexpr std::int64_t kFewCells = 1 << 20;                 // computed from the rules even if there is a law
constexpr std::int64_t kMostCells = std::int64_t{1} << 40;  // no table has more

}  // namespace

Theory& Session::theory(std::size_t length) {
    auto& theory = theories_[length];
    if (!theory) {
        theory = std::make_unique<Theory>(shelf_.about(game_), given_, rules_, length, what_, *engine_, watch_);
        prefer_proved(*theory);
    }
    return *theory;
}

/// Nothing: it is not known to be proved for these arguments.
std::optional<ProofRecord> Session::proof_of(const Law& law) const {
    const ProofRecords* proofs = shelf_.proofs();
    auto proof = proofs ? proofs->find(*law.document, *law.source) : std::nullopt;
    return proof && covers(proof->cut, law.instance->chosen) ? proof : std::nullopt;
}

void Session::look_for_proofs_again() {
    warrants_.clear();
    notes_.clear();
    noted_ = nullptr;
    for (auto& [length, theory] : theories_) prefer_proved(*theory);
}

void Session::prefer_proved(Theory& theory) const {
    theory.prefer([this](const Law& law) { return proof_of(law).has_value(); });
}

/// The certified period of a one-heap game, if a short search finds one.
const PeriodLaw* Session::period() {
    if (!period_searched_ && !computed_only()) period_ = PeriodLaw::find(rules_, what_, watch_);
    period_searched_ = true;
    return period_.get();
}

void Session::add_note(const Warrant& warrant) {
    const std::string note = warrant.note();
    if (!note.empty() && std::find(notes_.begin(), notes_.end(), note) == notes_.end()) notes_.push_back(note);
}

const Warrant& Session::warrant_of(const Law& law, const Theory& laws) {
    const auto [found, is_new] = warrants_.try_emplace(&law);
    Warrant& warrant = found->second;
    if (!is_new) return warrant;
    warrant = {law.source->standing() == syntax::Claim::Standing::conjectured ? Warrant::Kind::conjectured
                                                                              : Warrant::Kind::checked,
               law.claim, law.file, laws.bound(), ""};
    // A theorem speaks of these arguments only if what it assumes of the rule function is known of all its values.
    const auto proof = law.assumed ? proof_of(law) : std::nullopt;
    if (proof) {
        warrant.kind = Warrant::Kind::proved;
        warrant.bound.clear();
        warrant.how = proof->method + (proof->cut.empty() ? "" : " for " + proof->cut) +
                      (proof->formal ? ", accepted by Coq" : "");
    }
    return warrant;
}

/// The weakest of the laws counts.
ValueAnswer Session::by_law(const LawAnswer& answer, const Theory& laws) {
    const Law* weakest = answer.laws.back();
    for (const Law* law : answer.laws)
        if (warrant_of(*law, laws).kind > warrant_of(*weakest, laws).kind) weakest = law;
    const Warrant& warrant = warrant_of(*weakest, laws);
    if (weakest != noted_) add_note(warrant);  // a batch asks millions of times
    noted_ = weakest;
    return {answer.value, warrant, answer.exact, answer.laws};
}

ValueAnswer Session::answer(const LargePosition& position, bool zero_or_not) {
    const Integer cells = cells_below(position);
    const auto computed = [&] { return ValueAnswer{value(clamped(position)), {}, true, {}}; };
    if (computed_only()) {
        if (!std::all_of(position.begin(), position.end(), [](const Integer& c) { return fits(c); }))
            throw over_limit(
                fmt::format("this position is too large to be computed from the rules of {}", rules_.instance));
        return computed();
    }
    if (cells <= kFewCells) return computed();
    if (const PeriodLaw* law = period())
        return {law->value(position[0]), {Warrant::Kind::proved, "", "", "", law->how()}, true, {}};
    Theory& laws = theory(position.size());
    std::string hint;
    Setting remedy = Setting::none;
    if (!laws.empty()) {
        if (const auto answer = laws.value(position)) {
            if (answer->exact || zero_or_not) return by_law(*answer, laws);
            hint = fmt::format("; {} says that its value is not 0 and no more; ask for the outcome",
                               answer->laws.back()->claim);
            remedy = Setting::what;
        }
    }
    if (cells <= kMostCells) return computed();
    if (const auto outcome = turn_outcome(rules_, position, watch_)) {
        if (*outcome == 0 || what_ == What::outcome || zero_or_not)
            return {*outcome, {}, *outcome == 0 || what_ == What::outcome, {}};
        hint = "; its value is not 0, no more is known; ask for the outcome";
        remedy = Setting::what;
    }
    if (hint.empty()) {
        hint = laws.empty() ? "; no claim about this game gives the value of a position of any size"
                            : "; the claims about this game do not settle it";
        if (!laws.refused().empty()) hint += " (" + laws.refused().front() + ")";
    }
    throw over_limit(
        fmt::format("this position is too large to be computed from the rules of {}{}", rules_.instance, hint), remedy);
}

Value Session::value(const Position& position) {
    if (!rules_.loopy && what_ != What::remoteness) engine_->prepare(position);  // there it would be all below
    return engine_->value(position);
}

void Session::quick(const std::vector<std::int64_t>& coordinates, std::size_t rows, std::vector<std::int64_t>& results,
                    std::vector<std::uint8_t>& answered) {
    const std::size_t length = coordinates.size() / Columns::kRows;
    std::vector<std::uint8_t> large(rows);  // the others are computed from the rules
    for (std::size_t i = 0; i < rows; ++i) {
        double cells = 1;
        for (std::size_t c = 0; c < length; ++c) cells *= static_cast<double>(coordinates[c * Columns::kRows + i]) + 1;
        large[i] = cells > kFewCells;
    }
    answered.assign(rows, 0);
    if (computed_only()) return;
    if (std::find(large.begin(), large.end(), 1) == large.end()) return;
    if (const PeriodLaw* law = period(); law && law->period().saltus == 0) {
        const PeriodAnswer& known = law->period();
        results.assign(rows, 0);
        for (std::size_t i = 0; i < rows; ++i) {
            if (!large[i]) continue;
            results[i] = value_at(known.first, {known.preperiod, known.period, 0}, coordinates[i]);
            answered[i] = 1;
        }
        return;
    }
    Theory& laws = theory(length);
    laws.quick(coordinates, rows, results, answered);
    for (std::size_t i = 0; i < rows; ++i) answered[i] &= large[i];
    if (const Law* law = laws.quick_law(); law && std::find(answered.begin(), answered.end(), 1) != answered.end())
        add_note(warrant_of(*law, laws));
}

std::vector<std::string> Session::rule_texts() const {
    const std::string& text = game_.document->source.text;
    std::vector<std::string> lines(1);
    for (const char c : text) {
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    }
    std::vector<std::string> result;
    const auto add = [&](syntax::Place place) {
        if (place.line < 1 || place.line > lines.size()) return;
        std::string line =
            lines[place.line - 1].substr(std::min<std::size_t>(place.column - 1, lines[place.line - 1].size()));
        if (const auto comment = line.find('#'); comment != std::string::npos) line.resize(comment);
        if (const auto last = line.find_last_not_of(" \t\r"); last != std::string::npos) line.resize(last + 1);
        if (std::find(result.begin(), result.end(), line) == result.end()) result.push_back(line);
    };
    for (const syntax::Let& let : game_.game->lets) add(let.place);
    for (const syntax::Move& move : game_.game->moves) add(move.place);
    return result;
}

Value Session::value_of_sum(const std::vector<Position>& components) {
    for (const Position& position : components)
        if (!rules_.loopy && what_ != What::remoteness) engine_->prepare(position);
    return engine_->value_of_sum(components);
}

std::optional<LargeOption> Session::move_to(const LargePosition& position, const Integer& wanted) {
    const PeriodLaw* law = rules_.splits && what_ == What::outcome ? nullptr : period();
    auto next = law ? law->move_to(position[0], wanted) : theory(position.size()).move_to(position, wanted);
    if (!next || rules_.players > 0) return next;
    // A law led to it. What it leads to must have the value on whatever ground is the firmest here, too.
    bool exact = what_ == What::grundy;
    Integer value = 0;
    for (const LargePosition& part : *next) {
        const ValueAnswer there = answer(part, next->size() == 1);
        exact = exact && there.exact;
        value = arithmetic::bit_xor(value, there.value);
    }
    return (exact ? value == wanted : (value == 0) == (wanted == 0)) ? next : std::nullopt;
}

std::optional<LargeOption> Session::first_move(const LargePosition& position) {
    if (const PeriodLaw* law = period()) return law->first_move(position[0]);
    return theory(position.size()).first_move(position);
}

std::optional<std::vector<LargeOption>> Session::large_moves(const LargePosition& position, std::size_t most) {
    const PeriodLaw* law = period();
    return law ? law->moves(position[0], most) : std::nullopt;
}

bool Session::is_move(const LargePosition& from, const LargeOption& to) {
    return std::all_of(to.begin(), to.end(), [&](const auto& part) { return part.size() == from.size(); }) &&
           theory(from.size()).is_move(from, to);
}

namespace {

/// The same where the least value is not the best one.
void mark_best(const Ruleset& rules, What what, MovesAnswer& answer) {
    if (what ==
        What::remoteness) {  // what is left to the opponent is a P-position: an even number of moves, misere an odd one
        for (Option& option : answer.options)
            option.best = !is_infinite(option.value) && option.value % 2 == (rules.misere ? 1U : 0U);
        return;
    }
    if (rules.block > 0 && answer.value == 0)  // all that would win may be forbidden
        for (Option& option : answer.options) option.best = false;
    if (rules.players == 0 || answer.options.empty()) return;
    const Winning winning(rules);
    auto least = winning.rank(answer.options[0].value);
    for (const Option& option : answer.options) least = std::min(least, winning.rank(option.value));
    for (Option& option : answer.options) option.best = winning.rank(option.value) == least;
}

}  // namespace

MovesAnswer Session::moves(const Position& position) {
    MovesAnswer answer{position, value(position), {}};
    for (const auto& components : Options(rules_).all(position))
        answer.options.push_back({components, engine_->value_of_sum(components), false});
    Value least = 0;  // two players: an option wins if it leaves a P-position
    if (rules_.players > 0 && !answer.options.empty()) {
        least = answer.options[0].value;
        for (const Option& option : answer.options) least = std::min(least, option.value);
    }
    for (Option& option : answer.options) option.best = option.value == least;
    if (computed_only()) mark_best(rules_, what_, answer);
    return answer;
}

namespace {

/// The largest bounds of the same proportions that need no more than a share of the memory.
Position scaled(const std::vector<Axis>& axes, long double share) {
    Position result;
    const auto running = std::count_if(axes.begin(), axes.end(), [](const Axis& axis) { return !axis.fixed; });
    const long double factor = std::pow(share, 1 / static_cast<long double>(running));
    for (const Axis& axis : axes)
        if (!axis.fixed)
            result.push_back(static_cast<std::int64_t>(static_cast<long double>(axis.to) * factor * 0.95L));
    return result;
}

Position tops(const std::vector<Axis>& axes) {
    Position largest;
    for (const Axis& axis : axes) largest.push_back(axis.to);
    return largest;
}

/// A slice or window outside of the game is a slip; a whole table shows where positions are.
void require_any_position(const TableAnswer& answer, const std::string& game) {
    bool any = false;
    const Axis along = answer.axes().back();
    for_each_row(answer, [&](const Position&, std::uint64_t cell) {
        for (std::uint64_t i = 0; !any && i < along.count(); ++i) any = answer.exists(cell + i * along.stride);
    });
    if (!any)
        throw bad_input(fmt::format(
            "{} has no position there: what the slice and the lower bounds leave lies outside of its domain", game));
}

}  // namespace

Filler::Progress Session::progress(const TablePlan& plan) const {
    watch_.report(fmt::format("{}: {} positions with the engine {}, {} MiB", rules_.instance,
                              Cells::count(plan.largest), plan.engine, (plan.bytes() >> 20) + 1));
    const auto cells = static_cast<std::int64_t>(Cells::count(plan.largest));
    return [this, cells, rows = plan.largest[0] + 1, start = watch_.elapsed()](std::int64_t done) {
        const double spent = watch_.elapsed() - start, share = static_cast<double>(done) / static_cast<double>(cells);
        watch_.report(fmt::format("{}: {} of {} rows, about {:.0f} s left", rules_.instance, done / (cells / rows),
                                  rows, share > 0 ? spent / share - spent : 0.0));
    };
}

/// Position by position: for values that need not be numbers, which one engine must have given out to know what they mean.
TableAnswer Session::table_by_engine(const TableRequest& request, const std::vector<Axis>& axes) {
    const Position largest = tops(axes);
    if (Cells::count(largest) > watch_.limits().memory / sizeof(Value))
        throw over_limit(fmt::format("this table has {} positions, more than the memory limit of {} MiB holds",
                                     Cells::count(largest), watch_.limits().memory >> 20),
                         Setting::memory);
    auto cells = std::make_shared<Cells>(largest, sizeof(Value));
    engine_->prepare(largest);
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(rules_.frame_size));
    Position position(largest.size(), 0);
    for (std::uint64_t i = 0; i < cells->size(); ++i) {
        if (i % 1024 == 0) watch_.check();
        if (rules_.domain) load(rules_, position, frame);
        cells->as<std::uint32_t>()[i] =
            !rules_.domain || test(rules_.domain, frame) ? engine_->value(position) : cells->absent();
        for (std::size_t d = position.size(); d-- > 0;) {
            if (++position[d] <= largest[d] || d == 0) break;
            position[d] = 0;
        }
    }
    TableAnswer answer(cells, axes, "loopy");
    answer.window = !request.from.empty();
    if (!request.whole()) require_any_position(answer, rules_.instance);
    return answer;
}

TableAnswer Session::table(const TableRequest& request) {
    const std::vector<Axis> axes = axes_of(request, rules_);
    if (rules_.loopy || what_ == What::remoteness) return table_by_engine(request, axes);
    const TablePlan plan = maker_.plan(tops(axes), false);
    const std::uint64_t memory = watch_.limits().memory;
    if (plan.bytes() > memory)
        throw over_limit(
            fmt::format(
                "this table has {} positions and needs about {} MiB; the memory limit is {} MiB. A table up to {} "
                "would fit{}",
                Cells::count(plan.largest), (plan.bytes() >> 20) + 1, memory >> 20,
                fmt::join(scaled(axes, static_cast<long double>(memory) / static_cast<long double>(plan.bytes())), ","),
                request.whole() ? "; a .npy file may be larger than the memory" : ""),
            Setting::memory);
    auto cells = std::make_shared<Cells>(plan.largest, plan.width);
    plan.filler->fill(*cells, 0, progress(plan));
    TableAnswer answer(cells, axes, plan.engine);
    answer.window = !request.from.empty();
    if (!request.whole()) require_any_position(answer, rules_.instance);
    return answer;
}

TablePlan Session::plan_for_file(const Position& to) {
    if (rules_.loopy || what_ == What::remoteness || (rules_.players > 0 && !rules_.computed_only.empty()))
        throw bad_input(
            fmt::format("values of {} need not be numbers: write the table as .txt, .csv or .json", rules_.name));
    TablePlan plan = maker_.plan(tops(axes_of({to, {}, {}}, rules_)), true);
    if (plan.work_bytes > watch_.limits().memory)
        throw over_limit(fmt::format("this table needs about {} MiB beside the file; the memory limit is {} MiB",
                                     (plan.work_bytes >> 20) + 1, watch_.limits().memory >> 20),
                         Setting::memory);
    return plan;
}

void Session::require_theory() const {
    if (!rules_.computed_only.empty()) throw bad_input(messages::computed_only(rules_.name, rules_.computed_only));
}

ShapeAnswer Session::shape(std::size_t length) {
    ShapeAnswer answer;
    answer.shape = shape_of(rules_, length);
    answer.engines = candidates(answer.shape, what_);
    for (const Candidate& candidate : answer.engines)
        if (candidate.why_not.empty() && answer.engine.empty()) answer.engine = candidate.name;
    return answer;
}

std::string Session::show(Value value) const {
    if (what_ == What::outcome && rules_.players == 0) return value == 0 ? "P" : value == 1 ? "N" : "D";
    return engine_->show(value);
}

std::string Session::show(const Integer& value) const {
    if (computed_only()) return show(static_cast<Value>(clamp(value)));
    return what_ == What::outcome && rules_.players == 0 ? show(Value{value != 0}) : value.str();
}

}  // namespace bouton
