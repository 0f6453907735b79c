#include "discover/shape.hpp"

#include "discover/vocabulary.hpp"
#include "lang/elaborator.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace bouton::discover {

namespace {

using syntax::Term;

constexpr std::size_t kMostHoles = 4;
constexpr std::size_t kTerms[] = {0, 6000, 250, 45, 16};  // by the number of holes
constexpr std::size_t kMostGuesses = 6;
constexpr std::size_t kProbes = 120;  // positions that a filling has to get right before the rest is looked at

std::string hole(std::size_t i) { return fmt::format("hole_{}", i + 1); }

struct Shape {
    std::size_t holes = 0;
    Term body;                          // the term or condition that says the value, holes as names
    std::vector<std::string> position;  // coordinates as written on the left; empty: the shape is a term alone
    bool about_outcome = false;
};

[[noreturn]] void refuse(const std::string& why) {
    throw bad_input(
        fmt::format("the shape: {}; a shape is 'grundy(x, y) = ...' or 'outcome(x, y) = P iff ...' with a ? "
                    "for each term that is to be found",
                    why));
}

/// grundy(x, y), outcome(x, y)
bool asks(const Term& term) {
    return term.kind == Term::Kind::call && (term.text == "grundy" || term.text == "outcome");
}

Shape shape_of(const std::string& text) {
    Shape shape;
    std::string named;
    for (const char c : text) {
        if (c == '?')
            named += " " + hole(shape.holes++) + " ";
        else
            named += c;
    }
    if (shape.holes > kMostHoles) refuse(fmt::format("there are more than {} holes", kMostHoles));
    const Term whole = lang::parse_term(named, "the shape");
    const Term* left = nullptr;
    shape.body = whole;
    if (whole.kind == Term::Kind::compare && whole.operators == std::vector<std::string>{"="} && asks(whole.parts[0])) {
        left = &whole.parts[0];
        shape.body = whole.parts[1];
    } else if (whole.kind == Term::Kind::binary && whole.text == "iff" && whole.parts[0].kind == Term::Kind::compare &&
               whole.parts[0].operators == std::vector<std::string>{"="} && asks(whole.parts[0].parts[0])) {
        left = &whole.parts[0].parts[0];
        shape.body = whole.parts[1];
        shape.about_outcome = true;
    }
    if (!left) return shape;
    for (const Term& part : left->parts) {
        if (part.kind != Term::Kind::name) refuse("on the left stands a position of names");
        shape.position.push_back(part.text);
    }
    return shape;
}

Term filled(Term term, const std::vector<Term>& values) {
    if (term.kind == Term::Kind::name)
        for (std::size_t i = 0; i < values.size(); ++i)
            if (term.text == hole(i)) return values[i];
    for (Term& part : term.parts) part = filled(std::move(part), values);
    return term;
}

/// A term with its values at the probes.
struct Filler {
    ExpressionPtr expression;
    int cost;
    std::vector<Number> column;
};

/// Terms in order of size, none twice.
class Terms {
  public:
    Terms(const Sample& sample, std::size_t most, std::size_t probes, Effort& effort)
        : vocabulary_(sample, Style::closed), most_(most), effort_(effort) {
        const std::size_t step = std::max<std::size_t>(1, near() / probes);
        for (std::size_t i = 0; i < vocabulary_.positions().size(); ++i)
            if (vocabulary_.near()[i] && (i < probes / 2 || i % step == 0)) probes_.push_back(i);
        for (const auto& column : vocabulary_.columns()) {
            columns_.emplace_back();
            for (const std::size_t i : probes_) columns_.back().push_back(column[i]);
        }
        list();
    }

    const std::vector<Filler>& all() const { return all_; }
    const Vocabulary& vocabulary() const { return vocabulary_; }
    const std::vector<std::size_t>& probes() const { return probes_; }

  private:
    std::size_t near() const {
        return static_cast<std::size_t>(std::count(vocabulary_.near().begin(), vocabulary_.near().end(), true));
    }

    bool add(const ExpressionPtr& e, int cost) {
        if (all_.size() == most_ || !effort_.spend()) return false;
        std::vector<Number> column(probes_.size());
        evaluate(e, columns_, 0, probes_.size(), column.data());
        if (std::find(column.begin(), column.end(), kUndefined) == column.end() && seen_.insert(column).second)
            all_.push_back({e, cost, std::move(column)});
        return true;
    }

    void list() {
        for (std::size_t d = 0; d < vocabulary_.positions()[0].size(); ++d) add(vocabulary_.coordinate(d), 1);
        for (Number c = 0; c <= 4; ++c) add(constant(c), 1);
        for (const Leaf& leaf : vocabulary_.leaves())
            if (!vocabulary_.is_recursive(leaf.expression)) add(leaf.expression, leaf.cost);
        for (int cost = 2; all_.size() < most_; ++cost) {
            const std::size_t known = all_.size();
            if (!grow(cost) || (all_.size() == known && cost > 8)) return;
        }
    }

    /// All terms of this cost whose parts are known.
    bool grow(int cost) {
        const std::size_t known = all_.size();
        for (std::size_t i = 0; i < known; ++i) {
            if (all_[i].cost + 1 == cost)
                for (const auto operation : {Operation::increment, Operation::decrement})
                    if (!add(node(operation, {all_[i].expression}), cost)) return false;
            for (const auto& [number, price] : vocabulary_.constants())
                if (all_[i].cost + price + 1 == cost)
                    for (const auto operation : {Operation::times, Operation::divide, Operation::modulo})
                        if (!add(node(operation, {all_[i].expression}, number), cost)) return false;
            for (std::size_t j = 0; j < known; ++j) {
                if (all_[i].cost + all_[j].cost + 1 != cost || i == j) continue;
                if (!add(node(Operation::subtract, {all_[i].expression, all_[j].expression}), cost)) return false;
                if (j < i) continue;
                for (const auto operation :
                     {Operation::add, Operation::bit_xor, Operation::minimum, Operation::maximum})
                    if (!add(node(operation, {all_[i].expression, all_[j].expression}), cost)) return false;
            }
        }
        return true;
    }

    Vocabulary vocabulary_;
    std::size_t most_;
    Effort& effort_;
    std::vector<std::size_t> probes_;
    std::vector<std::vector<Number>> columns_;
    std::vector<Filler> all_;
    std::set<std::vector<Number>> seen_;
};

/// The body of the shape, to be evaluated with numbers in its holes.
class Body {
  public:
    Body(const Shape& shape, const Sample& sample) : elaborator_(source_) {
        lang::Scope scope;
        const auto variable_of = [&](const std::string& name) {
            const int slot = elaborator_.new_slot();
            scope.names[name].meaning = lang::integer_meaning(variable(slot, name));
            return slot;
        };
        for (const std::string& name : sample.coordinates) coordinates_.push_back(variable_of(name));
        for (std::size_t i = 0; i < shape.holes; ++i) holes_.push_back(variable_of(hole(i)));
        meaning_ = elaborator_.meaning(shape.body, scope);
        if (sample.outcomes() && meaning_.kind != lang::Meaning::Kind::condition)
            refuse("for outcomes the right side is a condition");
        if (!sample.outcomes() && meaning_.kind != lang::Meaning::Kind::integer)
            refuse("for values the right side is a number");
        frame_.slots.resize(static_cast<std::size_t>(elaborator_.slot_count()));
    }

    std::optional<std::int64_t> at(const Position& position, const std::vector<std::int64_t>& holes) {
        for (std::size_t d = 0; d < coordinates_.size(); ++d) frame_[coordinates_[d]] = position[d];
        for (std::size_t i = 0; i < holes_.size(); ++i) frame_[holes_[i]] = holes[i];
        try {
            return evaluate_machine(meaning_.value, frame_);
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
            return std::nullopt;
        }
    }

  private:
    lang::Source source_{"the shape", ""};
    lang::Elaborator elaborator_;
    lang::Meaning meaning_;
    std::vector<int> coordinates_, holes_;
    Frame frame_;
};

/// All choices of a term for each hole, by their cost.
std::vector<std::pair<int, std::vector<std::size_t>>> choices(std::size_t holes, const std::vector<Filler>& terms) {
    std::vector<std::pair<int, std::vector<std::size_t>>> all{{0, {}}};
    for (std::size_t i = 0; i < holes; ++i) {
        std::vector<std::pair<int, std::vector<std::size_t>>> more;
        for (const auto& [cost, chosen] : all)
            for (std::size_t t = 0; t < terms.size(); ++t) {
                more.emplace_back(cost + terms[t].cost, chosen);
                more.back().second.push_back(t);
            }
        all = std::move(more);
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return all;
}

Guess stated(const Sample& sample, const Term& body, int cost) {
    Guess guess;
    guess.kind = Kind::shape;
    guess.cost = cost;
    guess.label = sample.outcomes() ? "P-positions" : "values";
    guess.plain.name = "plain";
    guess.plain.variables = sample.variables();
    const std::string text = lang::print(body);
    guess.plain.statement =
        sample.outcomes()
            ? fmt::format("outcome({}) = {} iff ({})", sample.position(), sample.rules().players > 0 ? "0" : "P", text)
            : fmt::format("{}({}) = {}", sample.value_word(), sample.position(), text);
    return guess;
}

}  // namespace

bool fits_shape(const Sample& sample, const std::string& text) {
    const Shape shape = shape_of(text);
    return shape.position.empty() || shape.position == sample.coordinates;
}

std::vector<Guess> find_like(const Sample& sample, const std::string& text, Effort& effort) {
    const Shape shape = shape_of(text);
    if (!shape.position.empty() && shape.about_outcome != sample.outcomes())
        refuse(sample.outcomes() ? "outcomes are asked for" : "values are asked for (or say --what outcomes)");
    Body body(shape, sample);
    const Terms terms(sample, kTerms[shape.holes], kProbes, effort);
    const Vocabulary& vocabulary = terms.vocabulary();
    const auto wanted = [&](std::size_t i) -> std::int64_t {
        return sample.outcomes() ? vocabulary.target()[i] == 0 : vocabulary.target()[i];
    };
    std::vector<Guess> guesses;
    std::vector<std::int64_t> values(shape.holes);
    for (const auto& [cost, chosen] : choices(shape.holes, terms.all())) {
        if (guesses.size() == kMostGuesses || !effort.spend()) break;
        bool holds = true;
        for (std::size_t p = 0; p < terms.probes().size() && holds; ++p) {
            for (std::size_t i = 0; i < chosen.size(); ++i) values[i] = terms.all()[chosen[i]].column[p];
            const std::size_t at = terms.probes()[p];
            holds = body.at(vocabulary.positions()[at], values) == wanted(at);
        }
        if (!holds) continue;
        std::vector<Term> fillers;
        for (const std::size_t i : chosen)
            fillers.push_back(lang::parse_term(discover::text(terms.all()[i].expression), "term"));
        guesses.push_back(stated(sample, filled(shape.body, fillers), cost));
    }
    return guesses;
}

}  // namespace bouton::discover
