#include "atlas/family.hpp"

#include "base/error.hpp"
#include "lang/claim_builder.hpp"
#include "lang/elaborator.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"
#include "lang/ranges.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace bouton::atlas {

using lang::Scope;
using syntax::Binding;
using syntax::Parameter;
using syntax::Term;

namespace {

/// Calls body with every interval of the innermost variable, the others having their values; it returns whether to go on.
class Intervals {
  public:
    using Body = std::function<bool(detail::Interval)>;
    Intervals(const Loop& loop, Frame& frame, const Body& body) : loop_(loop), frame_(frame), body_(body) {}

    bool run(std::size_t depth = 0) {
        if (!holds(depth)) return true;
        const Binder& binder = loop_.binders[depth];
        if (binder.kind == Binder::Kind::numbers) {
            const auto parts = detail::intervals(binder, frame_, nullptr);
            return std::all_of(parts.begin(), parts.end(), [&](auto part) { return over(depth, part); });
        }
        const detail::Interval range = detail::interval(binder, frame_, nullptr);
        if (range.first > range.last) return true;
        detail::require_countable(binder, range);
        return over(depth, range);
    }

  private:
    bool holds(std::size_t depth) {
        for (std::size_t i = 0; i < loop_.conditions.size(); ++i)
            if (loop_.ready[i] == depth && !test(loop_.conditions[i], frame_)) return false;
        return true;
    }

    bool over(std::size_t depth, detail::Interval range) {
        const std::size_t count = loop_.binders.size();
        const bool last = depth + 1 == count;
        if (last && std::find(loop_.ready.begin(), loop_.ready.end(), count) == loop_.ready.end()) return body_(range);
        for (std::int64_t value = range.first;; ++value) {
            frame_.tick();
            frame_[loop_.binders[depth].slots[0]] = value;
            if (last ? holds(count) && !body_({value, value}) : !run(depth + 1)) return false;
            if (value == range.last) return true;
        }
    }

    const Loop& loop_;
    Frame& frame_;
    const Body& body_;
};

Term number_term(std::int64_t value) {
    Term term;
    term.text =
        std::to_string(value < 0 ? -static_cast<unsigned long long>(value) : static_cast<unsigned long long>(value));
    if (value >= 0) return term;
    Term negative;
    negative.kind = Term::Kind::negate;
    negative.parts.push_back(std::move(term));
    return negative;
}

/// Numbers in the place of the variables.
void put_numbers(Term& term, const std::vector<std::string>& variables, const Values& values) {
    if (term.kind == Term::Kind::name) {
        const auto at = std::find(variables.begin(), variables.end(), term.text);
        if (at != variables.end()) term = number_term(values[static_cast<std::size_t>(at - variables.begin())]);
        return;
    }
    for (Term& part : term.parts) put_numbers(part, variables, values);
    for (Binding& binding : term.bindings)
        for (Term& part : binding.terms) put_numbers(part, variables, values);
}

/// 0.{a}3{b + 1}[{c}]: a code in which at least one digit is an expression.
bool is_code(const std::string& text) {
    std::string digits;  // with 0 in the place of {...}
    int depth = 0;
    for (const char c : text) {
        if (c == '{' && depth++ == 0) digits += '0';
        if (depth == 0) digits += c;
        if (c == '}' && --depth < 0) return false;
    }
    if (depth != 0 || digits.size() < 3 || digits[1] != '.') return false;
    return text.find('{') != std::string::npos && std::all_of(digits.begin(), digits.end(), [](unsigned char c) {
               return std::isxdigit(c) || c == '.' || c == '[' || c == ']';
           });
}

const Parameter* parameter_named(const syntax::Game& game, const std::string& name) {
    for (const Parameter& parameter : game.parameters)
        if (parameter.name == name) return &parameter;
    return nullptr;
}

}  // namespace

struct Family::Piece {
    std::string text;  // as it stands, if there is no digit to compute
    Expr digit;
};

struct Family::Argument {
    std::string name;
    lang::Source source;
    std::vector<Piece> code;  // empty: a term
    Term term;
};

struct Family::Reading {
    lang::Source ranges;
    lang::Elaborator elaborator{ranges};
    Scope root, inner{&root, true, {}};
};

std::string print_ranges(const syntax::Ranges& ranges) {
    Term counted;
    counted.kind = Term::Kind::aggregate;
    counted.text = "count";
    counted.bindings = ranges.bindings;
    counted.parts.resize(1);
    counted.parts[0].kind = Term::Kind::tuple;
    if (ranges.condition) counted.parts.push_back(*ranges.condition);
    const std::string text = lang::print(counted);  // count(for ... if ...)
    return text.substr(10, text.size() - 11);
}

std::string named(const std::vector<std::string>& variables, const Values& values) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < variables.size(); ++i) parts.push_back(fmt::format("{} = {}", variables[i], values[i]));
    return fmt::format("{}", fmt::join(parts, ", "));
}

Family::Family(const lang::GameRef& game, const FamilyWords& words)
    : game_(game), document_(game.document->shared_from_this()), reading_(std::make_unique<Reading>()) {
    const auto& coordinates = game.game->coordinates;
    if (std::any_of(coordinates.begin(), coordinates.end(), [](const auto& name) { return name.ends_with("..."); }))
        throw bad_input(
            fmt::format("an atlas is of games with a fixed number of heaps; {} has any number", game.game->name));
    read_ranges(words.ranges);
    for (const auto& [name, text] : words.arguments) read_argument(name, text);
    frame_size_ = static_cast<std::size_t>(reading_->elaborator.slot_count());
    find_subtraction();
    std::vector<std::string> shown;
    for (const auto& argument : arguments_)
        shown.push_back(fmt::format("{} = {}", argument->name,
                                    argument->code.empty() ? lang::print(argument->term) : argument->source.text));
    text_ = fmt::format("{}({}) for {}", game.game->name, fmt::join(shown, ", "), ranges_);
}

void Family::refuse_if_constant() const {
    if (std::any_of(variables_.begin(), variables_.end(), [&](const auto& name) { return used_.contains(name); }))
        return;
    throw bad_input(fmt::format("{} stands in no argument of {}, so that all members would be one game",
                                fmt::join(variables_, ", "), game_.game->name));
}

Family::~Family() = default;
Family::Family(Family&&) noexcept = default;

void Family::read_ranges(const std::string& text) {
    lang::Source& source = reading_->ranges;
    source = {"--for", text};
    const syntax::Ranges ranges = lang::parse_ranges(text, "--for");
    for (const Binding& binding : ranges.bindings)
        if (binding.kind == Binding::Kind::subset)
            throw bad_input("--for: a family of sets has a size, as in moves=S --for 'S subset {1..20}' --size 3");
    loop_ = reading_->elaborator.loop(ranges.bindings, ranges.condition ? &*ranges.condition : nullptr, reading_->inner,
                                      lang::Elaborator::Unbounded::refused);
    if (loop_.binders.size() > kMostVariables)
        throw bad_input(fmt::format("--for: at most {} variables", kMostVariables));
    std::set<std::string> taken = {
        "member",  "preperiod", "period", "saltus", "outcome_preperiod", "outcome_period", "largest_value",
        "settled", "looked",    "hash",   "law"};
    for (const Binder& binder : loop_.binders) {
        variables_.push_back(binder.names[0]);
        slots_.push_back(binder.slots[0]);
        std::string lower = binder.names[0];
        for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        if (!taken.insert(lower).second)
            throw bad_input(fmt::format("--for: {} is the name of another column; take another name", binder.names[0]));
        for (const Parameter& parameter : game_.game->parameters)
            if (std::find(parameter.arguments.begin(), parameter.arguments.end(), binder.names[0]) !=
                parameter.arguments.end())
                throw bad_input(fmt::format("--for: {} is what the rule function {} is asked for; take another name",
                                            binder.names[0], parameter.name));
    }
    ranges_ = print_ranges(ranges);
}

void Family::read_argument(const std::string& name, const std::string& text) {
    if (text.size() > 10000) throw bad_input(name + "= is too long");
    for (const auto& other : arguments_)
        if (other->name == name) throw bad_input("the parameter " + name + " is given twice");
    auto argument = std::make_unique<Argument>();
    argument->name = name;
    argument->source = {name, text};
    const Parameter* parameter = parameter_named(*game_.game, name);
    const auto elaborated = [&](const Term& term, auto read) {
        return reading_->elaborator.in_source(argument->source, [&] { return read(term, reading_->inner); });
    };
    lang::Elaborator& elaborator = reading_->elaborator;
    const auto integer = [&](const Term& term, const Scope& scope) { return elaborator.integer(term, scope); };
    if (parameter && parameter->kind == Parameter::Kind::function && is_code(text)) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t open = std::min(text.find('{', at), text.size());
            if (open > at) argument->code.push_back({text.substr(at, open - at), nullptr});
            if (open == text.size()) break;
            at = text.find('}', open) + 1;
            const std::string digit = text.substr(open + 1, at - open - 2);
            const Term term = lang::parse_term(digit, name);
            lang::names_in(term, used_);
            argument->code.push_back({"{" + digit + "}", elaborated(term, integer)});
        }
    } else {
        argument->term = lang::parse_term(text, name);
        lang::names_in(argument->term, used_);
        std::set<std::string> bound;
        const std::function<void(const Term&)> collect = [&](const Term& term) {
            for (const Binding& binding : term.bindings) {
                bound.merge(lang::names_bound_by(binding));
                for (const Term& part : binding.terms) collect(part);
            }
            for (const Term& part : term.parts) collect(part);
        };
        collect(argument->term);
        for (const std::string& variable : variables_)
            if (bound.contains(variable))
                throw bad_input(
                    fmt::format("{}: {} is a variable of the family already; take another name", name, variable));
        if (parameter && parameter->kind == Parameter::Kind::number) elaborated(argument->term, integer);
        if (parameter && parameter->kind == Parameter::Kind::set)
            elaborated(argument->term,
                       [&](const Term& term, const Scope& scope) { return elaborator.numbers(term, scope); });
    }
    arguments_.push_back(std::move(argument));
}

/// game NAME (x) with one set and one line: move (x - s) for s in moves
void Family::find_subtraction() {
    const syntax::Game& game = *game_.game;
    if (game.domain || game.players || game.misere || !game.lets.empty() || game.parameters.size() != 1 ||
        game.moves.size() != 1 || arguments_.size() != 1)
        return;
    const Parameter& set = game.parameters[0];
    const syntax::Move& move = game.moves[0];
    if (set.kind != Parameter::Kind::set || set.condition || arguments_[0]->name != set.name || move.condition ||
        move.pile_count || move.results.size() != 1 || move.bindings.size() != 1)
        return;
    const Binding& binding = move.bindings[0];
    if (binding.kind != Binding::Kind::element || binding.names.size() != 1) return;
    const auto text = [](const Term& term) { return lang::print(term); };
    const std::string wanted = fmt::format("{} - {}", game.coordinates[0], binding.names[0]);
    if (text(binding.terms[0]) != set.name ||
        (text(move.results[0]) != wanted && text(move.results[0]) != "(" + wanted + ")"))
        return;
    subtraction_ = reading_->elaborator.in_source(
        arguments_[0]->source, [&] { return reading_->elaborator.numbers(arguments_[0]->term, reading_->inner); });
    frame_size_ = static_cast<std::size_t>(reading_->elaborator.slot_count());
}

std::string Family::identity() const {
    std::string text = text_ + "\n" + lang::print(*game_.game);
    for (const syntax::Definition& definition : document_->file.definitions)
        text += definition.name + " = " + lang::print(definition.value) + "\n";
    return text;
}

Frame Family::frame_of(const Values& values) const {
    Frame frame;
    frame.slots.resize(frame_size_);
    for (std::size_t i = 0; i < values.size(); ++i) frame[slots_[i]] = values[i];
    return frame;
}

void Family::for_each(const std::function<bool(const Values&)>& visit) const {
    Frame frame = frame_of({});
    Values values(variables_.size());
    Intervals(loop_, frame, [&](detail::Interval range) {
        for (std::size_t i = 0; i + 1 < values.size(); ++i) values[i] = frame[slots_[i]];
        for (std::int64_t value = range.first;; ++value) {
            frame.tick();
            values.back() = value;
            if (!visit(values)) return false;
            if (value == range.last) return true;
        }
    }).run();
}

std::uint64_t Family::size(std::uint64_t most) const {
    Frame frame = frame_of({});
    std::uint64_t size = 0;
    Intervals(loop_, frame, [&](detail::Interval range) {
        frame.tick();
        const auto count = static_cast<std::uint64_t>(range.last - range.first) + 1;
        size = count < most - size ? size + count : most;
        return size < most;
    }).run();
    return size;
}

std::vector<Values> Family::sample(std::uint64_t size, std::uint64_t count) const {
    std::vector<Values> result;
    Frame frame = frame_of({});
    std::uint64_t passed = 0;
    Values values(variables_.size());
    // The i-th is the member of this number: in the middle of the i-th of `count` equal parts.
    const auto wanted = [&] {
        return static_cast<std::uint64_t>((static_cast<double>(result.size()) + 0.5) * static_cast<double>(size) /
                                          static_cast<double>(count));
    };
    Intervals(loop_, frame, [&](detail::Interval range) {
        frame.tick();
        for (std::size_t i = 0; i + 1 < values.size(); ++i) values[i] = frame[slots_[i]];
        const auto here = static_cast<std::uint64_t>(range.last - range.first) + 1;
        while (result.size() < count && wanted() < passed + here) {
            values.back() = range.first + static_cast<std::int64_t>(wanted() - passed);
            result.push_back(values);
        }
        passed += here;
        return result.size() < count;
    }).run();
    return result;
}

std::vector<std::pair<std::string, std::string>> Family::arguments(const Values& values) const {
    std::vector<std::pair<std::string, std::string>> result;
    for (const auto& argument : arguments_) {
        std::string text;
        if (argument->code.empty()) {
            Term term = argument->term;
            put_numbers(term, variables_, values);
            text = lang::print(term);
        }
        Frame frame = frame_of(values);
        for (const Piece& piece : argument->code) {
            if (!piece.digit) {
                text += piece.text;
                continue;
            }
            const std::int64_t digit = evaluate_clamped(piece.digit, frame);
            if (digit < 0 || digit > 15)
                throw bad_input(
                    fmt::format("{}: the digit {} is {}; digits go from 0 to 15", argument->name, piece.text, digit));
            text += fmt::format("{:X}", digit);
        }
        result.emplace_back(argument->name, text);
    }
    return result;
}

std::string Family::words(const Values& values) const {
    std::vector<std::string> parts;
    for (const auto& [name, text] : arguments(values)) parts.push_back(fmt::format("{} = {}", name, text));
    return fmt::format("{}({})", game_.game->name, fmt::join(parts, ", "));
}

Ruleset Family::rules(const Values& values) const {
    std::vector<std::unique_ptr<lang::Source>> texts;
    std::vector<lang::GivenArgument> given;
    for (const auto& [name, text] : arguments(values)) {
        texts.push_back(std::make_unique<lang::Source>(lang::Source{name, text}));
        syntax::Argument argument;
        argument.name = name;
        argument.place = {1, 1};
        const bool known = parameter_named(*game_.game, name) != nullptr;
        if (known) argument.value = lang::parse_term(text, name);
        given.push_back({argument, known ? texts.back().get() : nullptr});
    }
    return lang::rules_of(game_, given);
}

bool Family::moves(const Values& values, std::size_t most, std::int64_t largest,
                   std::vector<std::int64_t>& moves) const {
    thread_local Frame frame;
    frame.slots.resize(frame_size_);
    for (std::size_t i = 0; i < values.size(); ++i) frame[slots_[i]] = values[i];
    moves.clear();
    for (const NumberSet::Interval& part : subtraction_->intervals) {
        const std::int64_t first = evaluate_clamped(part.first, frame), last = evaluate_clamped(part.last, frame);
        if (first > last) continue;
        if (first < 1 || last > largest || last - first >= static_cast<std::int64_t>(most)) return false;
        for (std::int64_t move = first; move <= last; ++move) moves.push_back(move);
    }
    std::sort(moves.begin(), moves.end());
    moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
    return !moves.empty() && moves.size() <= most;
}

}  // namespace bouton::atlas
