// Closed and recursive formulas: samples of the small box, expressions by enumeration (enumeration.hpp), decision lists over regions, then
// the large box. What fails there goes back into the samples, a few rounds long (counterexample-guided).
//
// A solution must be worth its size: a region with fewer samples than its formula has symbols proves nothing.
#include "discover/formula.hpp"

#include "discover/enumeration.hpp"
#include "discover/finders.hpp"
#include "discover/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>

namespace bouton::discover {

namespace {

constexpr std::size_t kRounds = 4;
constexpr std::size_t kMostConditions = 70;  // that split the samples
constexpr std::size_t kMostNested = 26;      // of these, inside of another
constexpr std::size_t kMostCandidates = 60;  // that are tried on the large box, a round
constexpr std::size_t kMostLaws = 3;
constexpr std::size_t kChunk = 1024;
constexpr double kLeastPart = 0.15;  // of the positions, for a law of some of them
constexpr double kEvidence = 1.3;    // samples a symbol
constexpr int kAsymmetric = 3;       // added for a formula that treats alike coordinates differently

std::size_t sample_count(std::size_t dimension) { return dimension == 1 ? 160 : dimension == 2 ? 220 : 300; }

struct Candidate {
    int cost = 0;
    ExpressionPtr expression;
};

/// A text in which the order of what commutes does not show.
std::string canonical(const ExpressionPtr& e, const std::map<std::int32_t, std::string>& names) {
    if (e->operation == Operation::leaf) {
        const auto name = names.find(e->number);
        return name == names.end() ? e->text : name->second;
    }
    std::vector<std::string> parts;
    for (const ExpressionPtr& part : e->parts) parts.push_back(canonical(part, names));
    const bool mirrored = e->operation == Operation::absolute && e->parts[0]->operation == Operation::subtract;
    if (mirrored) {
        parts = {canonical(e->parts[0]->parts[0], names), canonical(e->parts[0]->parts[1], names)};
        std::sort(parts.begin(), parts.end());
    }
    switch (e->operation) {
        case Operation::add:
        case Operation::bit_xor:
        case Operation::bit_or:
        case Operation::minimum:
        case Operation::maximum:
        case Operation::product:
        case Operation::equal:
        case Operation::conjunction:
        case Operation::disjunction: std::sort(parts.begin(), parts.end()); break;
        default: break;
    }
    std::string text = fmt::format("{}#{}(", static_cast<int>(e->operation), e->number);
    for (const std::string& part : parts) text += part + ",";
    return text + ")";
}

class FormulaSearch {
  public:
    FormulaSearch(const Sample& sample, Style style, Effort& effort)
        : sample_(sample), effort_(effort), vocabulary_(sample, style), random_(1901) {}

    std::vector<Guess> run() {
        if (vocabulary_.positions().size() < 20) return {};
        for (std::size_t round = 0; round < kRounds && !effort_.empty(); ++round) {
            choose_samples();
            state_problem();
            Effort share(effort_.left() / 2, effort_.watch());
            const std::vector<Solution> solutions = enumerate(problem_, share);
            effort_.spend(share.spent());
            const std::size_t known = extra_.size();
            std::vector<Guess> laws = tested(assembled(solutions));
            if (!laws.empty()) return laws;
            if (!zeros()) part_ = best_part(solutions);
            if (extra_.size() == known) break;
        }
        if (!part_) return {};
        return {*part_};
    }

  private:
    bool zeros() const { return sample_.outcomes(); }

    // ---- samples ----

    /// All small positions, then random ones of the small box; for sets half of them members or beside a member; what failed before.
    void choose_samples() {
        const std::size_t wanted = std::min<std::size_t>(sample_count(sample_.dimension()), 900);
        std::vector<std::size_t> near;
        for (std::size_t i = 0; i < vocabulary_.positions().size(); ++i)
            if (vocabulary_.near()[i]) near.push_back(i);
        std::set<std::size_t> chosen(near.begin(),
                                     near.begin() + static_cast<std::ptrdiff_t>(std::min(wanted / 4, near.size())));
        if (zeros()) {
            std::vector<std::size_t> members;
            for (const std::size_t i : near)
                if (vocabulary_.target()[i] == 0) members.push_back(i);
            for (std::size_t k = 0; k < members.size() && k < wanted / 6; ++k) chosen.insert(members[k]);
            std::shuffle(members.begin(), members.end(), random_);
            for (std::size_t k = 0; k < members.size() && k < wanted / 6; ++k) {
                chosen.insert(members[k]);
                add_neighbour(members[k], chosen);
            }
        }
        std::shuffle(near.begin(), near.end(), random_);
        for (std::size_t k = 0; k < near.size() && chosen.size() < wanted; ++k) chosen.insert(near[k]);
        for (const std::size_t i : extra_) chosen.insert(i);
        samples_.assign(chosen.begin(), chosen.end());
    }

    void add_neighbour(std::size_t member, std::set<std::size_t>& chosen) {
        if (index_.empty())
            for (std::size_t i = 0; i < vocabulary_.positions().size(); ++i) index_[vocabulary_.positions()[i]] = i;
        Position beside = vocabulary_.positions()[member];
        beside[random_() % beside.size()] += random_() % 2 ? 1 : -1;
        const auto found = index_.find(beside);
        if (found != index_.end() && vocabulary_.near()[found->second]) chosen.insert(found->second);
    }

    // ---- the problem ----

    std::vector<Number> at_samples(const ExpressionPtr& e) const {
        std::vector<std::vector<Number>> columns;
        for (const auto& column : vocabulary_.columns()) {
            columns.emplace_back();
            for (const std::size_t i : samples_) columns.back().push_back(column[i]);
        }
        std::vector<Number> values(samples_.size());
        evaluate(e, columns, 0, samples_.size(), values.data());
        return values;
    }

    void state_problem() {
        problem_ = {};
        problem_.zeros = zeros();
        problem_.constants = vocabulary_.constants();
        problem_.operations = vocabulary_.operations();
        for (const std::size_t i : samples_) problem_.target.push_back(vocabulary_.target()[i]);
        std::vector<std::vector<Number>> gathered;
        for (const auto& column : vocabulary_.columns()) {
            gathered.emplace_back();
            for (const std::size_t i : samples_) gathered.back().push_back(column[i]);
        }
        for (const Leaf& leaf : vocabulary_.leaves()) {
            problem_.leaves.push_back(leaf.expression);
            problem_.leaf_costs.push_back(leaf.cost);
            problem_.columns.emplace_back(samples_.size());
            evaluate(leaf.expression, gathered, 0, samples_.size(), problem_.columns.back().data());
        }
        choose_conditions(gathered);
        add_regions();
    }

    using Bits = std::vector<std::uint64_t>;

    static std::size_t count(const Bits& bits) {
        std::size_t n = 0;
        for (const std::uint64_t word : bits) n += static_cast<std::size_t>(__builtin_popcountll(word));
        return n;
    }
    Bits complement(Bits bits) const {
        for (std::uint64_t& word : bits) word = ~word;
        if (samples_.size() % 64) bits.back() &= (std::uint64_t{1} << (samples_.size() % 64)) - 1;
        return bits;
    }

    /// Conditions that split the samples, each split once.
    void choose_conditions(const std::vector<std::vector<Number>>& columns) {
        conditions_.clear();
        masks_.clear();
        std::set<Bits> seen;
        const std::size_t least = sample_.dimension() == 1 ? 1 : 5;
        std::vector<Number> values(samples_.size());
        for (const Condition& condition : vocabulary_.conditions()) {
            if (conditions_.size() == kMostConditions) break;
            evaluate(condition.expression, columns, 0, samples_.size(), values.data());
            Bits bits((samples_.size() + 63) / 64, 0);
            for (std::size_t i = 0; i < values.size(); ++i)
                if (values[i] != kUndefined && values[i] != 0) bits[i / 64] |= std::uint64_t{1} << (i % 64);
            const std::size_t in = count(bits);
            if (in < least || in + least > samples_.size()) continue;
            if (seen.count(bits) || seen.count(complement(bits))) continue;
            seen.insert(bits);
            conditions_.push_back(condition);
            masks_.push_back(bits);
        }
    }

    /// Region 0: all; 1 + 2*i and 2 + 2*i: where condition i is true and false; then pairs of the first conditions.
    void add_regions() {
        const Bits all = complement(Bits((samples_.size() + 63) / 64, 0));
        problem_.regions.push_back({all, samples_.size(), -1, true});
        for (std::size_t i = 0; i < conditions_.size(); ++i) {
            const Bits rest = complement(masks_[i]);
            const auto at = static_cast<int>(problem_.regions.size());
            problem_.regions.push_back({masks_[i], count(masks_[i]), at + 1, count(masks_[i]) >= 20});
            problem_.regions.push_back({rest, count(rest), at, count(rest) >= 20});
        }
        nested_.clear();
        const std::size_t most = std::min(conditions_.size(), kMostNested);
        for (std::size_t i = 0; i < most; ++i)
            for (std::size_t j = 0; j < most; ++j) {
                if (i == j) continue;
                for (const bool first : {true, false})
                    for (const bool second : {true, false}) {
                        Bits bits = first ? masks_[i] : complement(masks_[i]);
                        const Bits other = second ? masks_[j] : complement(masks_[j]);
                        for (std::size_t w = 0; w < bits.size(); ++w) bits[w] &= other[w];
                        if (count(bits) < 4) continue;
                        nested_[{i, first, j, second}] = problem_.regions.size();
                        problem_.regions.push_back({bits, count(bits), -1, false});
                    }
            }
    }

    // ---- decision lists ----

    std::vector<Candidate> assembled(const std::vector<Solution>& solutions) const {
        std::vector<const Solution*> best(solutions.size(), nullptr);
        for (std::size_t i = 0; i < solutions.size(); ++i)
            if (solutions[i].expression &&
                (solutions[i].cost <= 3 ||
                 solutions[i].cost * kEvidence <= static_cast<double>(problem_.regions[i].count)))
                best[i] = &solutions[i];
        const auto in = [&](std::size_t i, bool truth) { return best[1 + 2 * i + (truth ? 0 : 1)]; };
        const auto inside = [&](std::size_t i, bool first, std::size_t j, bool second) -> const Solution* {
            const auto found = nested_.find({i, first, j, second});
            return found == nested_.end() ? nullptr : best[found->second];
        };
        const auto list = [](const ExpressionPtr& p, const ExpressionPtr& a, const ExpressionPtr& b) {
            return node(Operation::choose, {p, a, b});
        };
        std::vector<Candidate> all;
        if (best[0]) all.push_back({best[0]->cost, best[0]->expression});
        for (std::size_t i = 0; i < conditions_.size(); ++i) {
            const Solution *yes = in(i, true), *no = in(i, false);
            const ExpressionPtr p = conditions_[i].expression;
            if (yes && no)
                all.push_back(
                    {yes->cost + no->cost + conditions_[i].cost + 2, list(p, yes->expression, no->expression)});
            for (std::size_t j = 0; j < conditions_.size(); ++j) {
                if (j == i) continue;
                const ExpressionPtr q = conditions_[j].expression;
                const int price = conditions_[i].cost + conditions_[j].cost + 4;
                for (const bool side : {true, false}) {  // the solved side of the first condition
                    const Solution* solved = side ? yes : no;
                    const Solution *u = inside(i, !side, j, true), *v = inside(i, !side, j, false);
                    if (!solved || !u || !v) continue;
                    const ExpressionPtr rest = list(q, u->expression, v->expression);
                    all.push_back({solved->cost + u->cost + v->cost + price,
                                   side ? list(p, solved->expression, rest) : list(p, rest, solved->expression)});
                }
            }
        }
        add_residues(best, all);
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.cost < b.cost; });
        return all;
    }

    /// One formula for every residue of one modulus.
    void add_residues(const std::vector<const Solution*>& best, std::vector<Candidate>& all) const {
        std::map<std::pair<std::int32_t, Number>, std::map<Number, std::size_t>> classes;
        for (std::size_t i = 0; i < conditions_.size(); ++i) {
            const ExpressionPtr& p = conditions_[i].expression;
            if (p->operation != Operation::equal || p->parts[0]->operation != Operation::modulo ||
                p->parts[0]->parts[0]->operation != Operation::leaf)
                continue;
            classes[{p->parts[0]->parts[0]->number, p->parts[0]->number}][p->parts[1]->number] = i;
        }
        for (const auto& [which, by_rest] : classes) {
            const Number m = which.second;
            if (m < 3 || by_rest.size() < static_cast<std::size_t>(m)) continue;
            ExpressionPtr e;
            int cost = 0;
            for (Number r = m - 1; r >= 0; --r) {
                const std::size_t i = by_rest.at(r);
                const Solution* solution = best[1 + 2 * i];
                if (!solution) {
                    e = nullptr;
                    break;
                }
                e = e ? node(Operation::choose, {conditions_[i].expression, solution->expression, e})
                      : solution->expression;
                cost += solution->cost + (r < m - 1 ? 3 : 0);
            }
            if (e) all.push_back({cost, e});
        }
    }

    // ---- laws of some positions ----

    /// Where no formula explains everything: the one that explains most, under one condition, at all positions of the large box.
    std::optional<Guess> best_part(const std::vector<Solution>& solutions) {
        std::optional<Guess> best;
        double most = kLeastPart;
        for (std::size_t r = 1; r <= 2 * conditions_.size(); ++r) {
            const Solution& solution = solutions[r];
            if (!solution.expression || problem_.regions[r].count < 25 || !effort_.spend(1000)) continue;
            if (vocabulary_.is_recursive(solution.expression)) continue;  // as in grundy(x, y) = grundy(y, x)
            const Condition& condition = conditions_[(r - 1) / 2];
            const ExpressionPtr p =
                r % 2 == 1 ? condition.expression : node(Operation::negation, {condition.expression});
            const double share = part_explained(p, solution.expression);
            if (share <= most + 0.01) continue;
            most = share;
            best = guess_of({solution.cost + condition.cost, solution.expression}, solution.expression);
            best->kind = Kind::partial;
            best->label = "values, part";
            best->part = true;
            best->expression = nullptr;  // it is not the value everywhere
            best->note = fmt::format("{:.0f} % of the positions", 100 * share);
            best->plain.variables += (sample_.domain.empty() ? " if " : " and ") + text(p);
        }
        return best;
    }

    /// The share of positions where the condition holds, 0 if the formula fails at one of them.
    double part_explained(const ExpressionPtr& p, const ExpressionPtr& e) const {
        const std::size_t total = vocabulary_.positions().size();
        std::vector<Number> where(kChunk), values(kChunk);
        std::size_t in = 0;
        for (std::size_t first = 0; first < total; first += kChunk) {
            const std::size_t size = std::min(kChunk, total - first);
            evaluate(p, vocabulary_.columns(), first, size, where.data());
            evaluate(e, vocabulary_.columns(), first, size, values.data());
            for (std::size_t i = 0; i < size; ++i) {
                if (where[i] == kUndefined || where[i] == 0) continue;
                if (values[i] != vocabulary_.target()[first + i]) return 0;
                ++in;
            }
        }
        return static_cast<double>(in) / static_cast<double>(total);
    }

    // ---- the large box ----

    /// Where the formula first fails, in the order of the positions; nothing: it holds on the whole large table.
    std::optional<std::size_t> first_exception(const ExpressionPtr& e, std::vector<std::size_t>& more) const {
        const std::size_t total = vocabulary_.positions().size();
        std::vector<Number> values(kChunk);
        for (std::size_t first = 0; first < total; first += kChunk) {
            const std::size_t size = std::min(kChunk, total - first);
            evaluate(e, vocabulary_.columns(), first, size, values.data());
            for (std::size_t i = 0; i < size; ++i) {
                const Number want = zeros() ? vocabulary_.target()[first + i] == 0 : vocabulary_.target()[first + i];
                if (values[i] != want && more.size() < 2) more.push_back(first + i);
            }
            if (!more.empty()) return more[0];
        }
        return std::nullopt;
    }

    bool symmetric_text(const ExpressionPtr& e) const {
        std::vector<std::int32_t> index;
        for (std::size_t d = 0; d < sample_.dimension(); ++d) index.push_back(vocabulary_.coordinate(d)->number);
        std::map<std::int32_t, std::string> names;
        for (std::size_t d = 0; d < index.size(); ++d) names[index[d]] = "c" + std::to_string(d);
        const std::string own = canonical(e, names);
        for (std::size_t d = 0; d + 1 < index.size(); ++d) {
            std::swap(names[index[d]], names[index[d + 1]]);
            if (canonical(e, names) != own) return false;
            std::swap(names[index[d]], names[index[d + 1]]);
        }
        return true;
    }

    std::vector<Guess> tested(const std::vector<Candidate>& candidates) {
        std::vector<Guess> laws;
        std::set<std::string> seen;
        std::size_t looked = 0;
        for (const Candidate& candidate : candidates) {
            if (looked == kMostCandidates || laws.size() == kMostLaws) break;
            const ExpressionPtr e = zeros() ? simplified_condition(candidate.expression) : candidate.expression;
            const std::string text = discover::text(e);
            if (!seen.insert(text).second) continue;
            ++looked;
            if (!effort_.spend(vocabulary_.positions().size() / 100)) break;
            std::vector<std::size_t> failures;
            const auto exception = first_exception(candidate.expression, failures);
            if (!exception) {
                laws.push_back(guess_of(candidate, e));
                continue;
            }
            const Position& at = vocabulary_.positions()[*exception];
            std::string where;
            for (std::size_t d = 0; d < at.size(); ++d)
                where += fmt::format("{}{} = {}", d ? ", " : "", sample_.coordinates[d], at[d]);
            effort_.missed({Kind::formula, static_cast<double>(candidate.cost), statement(text), where, *exception});
            if (extra_.size() < 100)
                for (const std::size_t i : failures) extra_.insert(i);
        }
        return laws;
    }

    std::string statement(const std::string& text) const {
        if (zeros())
            return fmt::format("outcome({}) = {} iff ({})", sample_.position(), sample_.rules().players > 0 ? "0" : "P",
                               text);
        return fmt::format("{}({}) = {}", sample_.value_word(), sample_.position(), text);
    }

    Guess guess_of(const Candidate& candidate, const ExpressionPtr& e) const {
        Guess guess;
        guess.kind = vocabulary_.is_recursive(candidate.expression) ? Kind::recursion : Kind::formula;
        guess.label = zeros() ? "P-positions" : "values";
        guess.cost = candidate.cost;
        if (sample_.symmetric && !symmetric_text(candidate.expression)) guess.cost += kAsymmetric;
        guess.plain.name = "plain";
        guess.plain.variables = sample_.variables();
        guess.plain.statement = statement(text(e));
        guess.expression = e;
        return guess;
    }

    const Sample& sample_;
    Effort& effort_;
    Vocabulary vocabulary_;
    std::mt19937_64 random_;
    std::vector<std::size_t> samples_;
    std::set<std::size_t> extra_;
    std::map<Position, std::size_t> index_;
    std::optional<Guess> part_;
    Problem problem_;
    std::vector<Condition> conditions_;
    std::vector<Bits> masks_;
    std::map<std::tuple<std::size_t, bool, std::size_t, bool>, std::size_t> nested_;
};

}  // namespace

std::vector<Guess> find_formulas(const Sample& sample, Effort& effort) {
    return FormulaSearch(sample, Style::recursive, effort).run();
}

std::vector<Guess> find_closed_formulas(const Sample& sample, Effort& effort) {
    return FormulaSearch(sample, Style::closed, effort).run();
}

std::vector<Guess> find_algebraic(const Sample& sample, Effort& effort) {
    if (sample.dimension() > 2) return {};
    return FormulaSearch(sample, Style::algebraic, effort).run();
}

}  // namespace bouton::discover
