// Case by case: every min, max and abs is a comparison, every remainder of a linear term mod m follows from the remainders of the
// coordinates. Comparisons come first, then the remainders of one coordinate after the other; in each case constants are put together, and a
// case whose branches are all alike is none. Right because in every case only equals are put in for equals.
#include "discover/cases.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace bouton::discover {

namespace {

constexpr std::size_t kMostComparisons = 2;
constexpr std::size_t kMostResidues = 16;  // cases by remainders
constexpr Number kLargestModulus = 6;

bool is_number(const ExpressionPtr& e) { return e->operation == Operation::number; }

/// The value of a linear term at these coordinates; nothing: it is none.
std::optional<std::int64_t> linear_at(const ExpressionPtr& e, const std::map<std::int32_t, Number>& at) {
    const auto part = [&](std::size_t i) { return linear_at(e->parts[i], at); };
    switch (e->operation) {
        case Operation::number: return e->number;
        case Operation::leaf: {
            const auto found = at.find(e->number);
            if (found == at.end()) return std::nullopt;
            return found->second;
        }
        case Operation::increment:
            if (const auto a = part(0)) return *a + 1;
            return std::nullopt;
        case Operation::decrement:
            if (const auto a = part(0)) return *a - 1;
            return std::nullopt;
        case Operation::times:
            if (const auto a = part(0)) return *a * e->number;
            return std::nullopt;
        case Operation::add:
        case Operation::subtract: {
            const auto a = part(0), b = part(1);
            if (!a || !b) return std::nullopt;
            return e->operation == Operation::add ? *a + *b : *a - *b;
        }
        default: return std::nullopt;
    }
}

class CaseWriter {
  public:
    explicit CaseWriter(const std::vector<ExpressionPtr>& coordinates) : coordinates_(coordinates) {}

    ExpressionPtr write(const ExpressionPtr& e) {
        look(e);
        std::size_t residues = 1;
        for (std::size_t d = 0; d < coordinates_.size() && modulus_ > 0; ++d)
            residues *= static_cast<std::size_t>(modulus_);
        if (several_moduli_ || modulus_ > kLargestModulus || residues > kMostResidues) modulus_ = 0;
        if (comparisons_.size() > kMostComparisons || (comparisons_.empty() && modulus_ == 0)) return nullptr;
        return by_comparison(e, 0);
    }

  private:
    /// What there is to split by.
    void look(const ExpressionPtr& e) {
        for (const ExpressionPtr& part : e->parts) look(part);
        ExpressionPtr question;
        if (e->operation == Operation::minimum || e->operation == Operation::maximum)
            question = node(Operation::at_most, {e->parts[0], e->parts[1]});
        if (e->operation == Operation::absolute) question = absolute_question(e->parts[0]);
        if (question && seen_.insert(text(question)).second) comparisons_.push_back(question);
        if (e->operation != Operation::modulo) return;
        several_moduli_ = several_moduli_ || (modulus_ != 0 && modulus_ != e->number);
        modulus_ = e->number;
    }

    static ExpressionPtr absolute_question(const ExpressionPtr& inside) {
        if (inside->operation == Operation::subtract)
            return node(Operation::at_most, {inside->parts[1], inside->parts[0]});
        return node(Operation::at_most, {constant(0), inside});
    }

    ExpressionPtr by_comparison(const ExpressionPtr& e, std::size_t next) {
        if (next == comparisons_.size()) return by_residue(e, 0);
        const ExpressionPtr& question = comparisons_[next];
        answers_[text(question)] = true;
        const ExpressionPtr yes = by_comparison(e, next + 1);
        answers_[text(question)] = false;
        const ExpressionPtr no = by_comparison(e, next + 1);
        answers_.erase(text(question));
        return split(question, yes, no);
    }

    ExpressionPtr by_residue(const ExpressionPtr& e, std::size_t coordinate) {
        if (modulus_ == 0 || coordinate == coordinates_.size()) return in_case(e);
        const ExpressionPtr& x = coordinates_[coordinate];
        ExpressionPtr list;
        for (Number r = modulus_ - 1; r >= 0; --r) {
            residues_[x->number] = r;
            const ExpressionPtr one = by_residue(e, coordinate + 1);
            const ExpressionPtr question =
                node(Operation::equal, {node(Operation::modulo, {x}, modulus_), constant(r)});
            list = list ? split(question, one, list) : one;
        }
        residues_.erase(x->number);
        return list;
    }

    static ExpressionPtr split(const ExpressionPtr& question, const ExpressionPtr& yes, const ExpressionPtr& no) {
        if (text(yes) == text(no)) return yes;
        return node(Operation::choose, {question, yes, no});
    }

    /// The expression where all questions are answered, constants put together.
    ExpressionPtr in_case(const ExpressionPtr& e) const {
        if (e->parts.empty()) return e;
        if (e->operation == Operation::modulo && e->number == modulus_)
            if (const auto value = linear_at(e->parts[0], residues_))
                return constant(static_cast<Number>(((*value % modulus_) + modulus_) % modulus_));
        std::vector<ExpressionPtr> parts;
        for (const ExpressionPtr& part : e->parts) parts.push_back(in_case(part));
        if (e->operation == Operation::minimum || e->operation == Operation::maximum) {
            const bool first_is_less = answers_.at(text(node(Operation::at_most, {e->parts[0], e->parts[1]})));
            return parts[first_is_less == (e->operation == Operation::minimum) ? 0 : 1];
        }
        if (e->operation == Operation::absolute) {
            const bool positive = answers_.at(text(absolute_question(e->parts[0])));
            if (is_number(parts[0])) return constant(std::abs(parts[0]->number));
            if (positive) return parts[0];
            if (parts[0]->operation == Operation::subtract)
                return node(Operation::subtract, {parts[0]->parts[1], parts[0]->parts[0]});
            return node(Operation::subtract, {constant(0), parts[0]});
        }
        if (e->operation == Operation::choose)
            return is_number(parts[0]) ? parts[parts[0]->number != 0 ? 1 : 2] : split(parts[0], parts[1], parts[2]);
        const ExpressionPtr whole = node(e->operation, parts, e->number);
        // After min(x, y) became x, the remainder is known too.
        if (e->operation == Operation::modulo && e->number == modulus_)
            if (const auto value = linear_at(parts[0], residues_))
                return constant(static_cast<Number>(((*value % modulus_) + modulus_) % modulus_));
        if (!std::all_of(parts.begin(), parts.end(), is_number)) return whole;
        Number value = 0;
        evaluate(whole, {}, 0, 1, &value);
        return value == kUndefined ? whole : constant(value);
    }

    const std::vector<ExpressionPtr>& coordinates_;
    std::vector<ExpressionPtr> comparisons_;
    std::set<std::string> seen_;
    std::map<std::string, bool> answers_;
    std::map<std::int32_t, Number> residues_;
    Number modulus_ = 0;
    bool several_moduli_ = false;
};

}  // namespace

ExpressionPtr by_cases(const ExpressionPtr& e, const std::vector<ExpressionPtr>& coordinates) {
    return CaseWriter(coordinates).write(e);
}

}  // namespace bouton::discover
