#include "discover/enumeration.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <unordered_set>

namespace bouton::discover {

namespace {

using Hash = std::uint64_t;
using Mask = std::vector<std::uint64_t>;

constexpr std::size_t kMostTerms = 100000;
constexpr int kMostCost = 40;
constexpr int kNever = 1 << 29;
constexpr std::size_t kEnough = 12;  // samples of a region whose solution means something
constexpr std::size_t kGroup = 60;   // expressions that agree on the members and are compared pairwise
constexpr int kPairCost = 14;        // two regions that are both solved as cheaply as this end the enumeration
constexpr std::array<Number, 7> kBases = {2, 3, 4, 5, 6, 7, 8};

struct Shape {
    Operation operation;
    int cost;
};
constexpr std::array<Shape, 10> kUnary = {{{Operation::increment, 1},
                                           {Operation::decrement, 1},
                                           {Operation::absolute, 1},
                                           {Operation::twos, 2},
                                           {Operation::logarithm, 2},
                                           {Operation::ones, 2},
                                           {Operation::power_of_two, 2},
                                           {Operation::root, 2},
                                           {Operation::odd_half, 2},
                                           {Operation::low_power, 2}}};
constexpr std::array<Shape, 8> kBinary = {{{Operation::add, 1},
                                           {Operation::subtract, 1},
                                           {Operation::bit_xor, 1},
                                           {Operation::bit_or, 2},
                                           {Operation::minimum, 1},
                                           {Operation::maximum, 1},
                                           {Operation::product, 2},
                                           {Operation::quotient, 2}}};
constexpr std::array<Operation, 3> kScalar = {Operation::times, Operation::divide, Operation::modulo};

class Enumeration {
  public:
    Enumeration(const Problem& problem, Effort& effort)
        : problem_(problem),
          effort_(effort),
          samples_(problem.target.size()),
          words_((samples_ + 63) / 64),
          solutions_(problem.regions.size(), {kNever, nullptr}) {
        std::mt19937_64 random(1901);
        for (std::size_t i = 0; i < samples_; ++i) weights_.push_back(random() | 1);
        const std::size_t region_words = (problem.regions.size() + 63) / 64;
        active_.assign(region_words, 0);
        holding_.assign(samples_, Mask(region_words, 0));
        for (std::size_t r = 0; r < problem.regions.size(); ++r) {
            active_[r / 64] |= std::uint64_t{1} << (r % 64);
            for (std::size_t i = 0; i < samples_; ++i)
                if (problem.regions[r].mask[i / 64] >> (i % 64) & 1)
                    holding_[i][r / 64] |= std::uint64_t{1} << (r % 64);
        }
        members_.assign(words_, 0);
        for (std::size_t i = 0; i < samples_; ++i)
            if (problem.target[i] == 0) members_[i / 64] |= std::uint64_t{1} << (i % 64);
        buffer_.resize(samples_);
        budget_ = effort.left() * 3 / 5;  // the rest is for the middle
        by_cost_.resize(kMostCost + 1);
    }

    std::vector<Solution> run() {
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < problem_.leaves.size(); ++i) order.push_back(i);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return problem_.leaf_costs[a] < problem_.leaf_costs[b]; });
        for (const std::size_t i : order) add_leaf(i);  // of equal columns the cheapest counts
        for (int cost = 2; cost <= kMostCost && !spent(); ++cost) {
            level(cost);
            if (nothing(active_) || cost > solutions_[0].cost + 1) break;
            if (cost >= 7 && has_pair()) break;
        }
        if (!solutions_[0].expression) meet_in_the_middle();
        for (Solution& solution : solutions_)
            if (solution.cost >= kNever) solution.expression = nullptr;
        return std::move(solutions_);
    }

  private:
    struct Term {
        Operation operation;
        std::int32_t a, b;
        Number c;
        int cost;
    };

    Number* column(std::size_t term) { return &values_[term * samples_]; }
    bool has(Operation operation) const {
        return std::find(problem_.operations.begin(), problem_.operations.end(), operation) !=
               problem_.operations.end();
    }
    bool spent() const { return effort_.empty() || used_ >= budget_; }

    Hash hash(const Number* v) const {
        Hash h = 0;
        for (std::size_t i = 0; i < samples_; ++i) h += weights_[i] * static_cast<std::uint32_t>(v[i]);
        return h;
    }

    ExpressionPtr expression(const Term& term) const {
        if (term.operation == Operation::leaf) return problem_.leaves[static_cast<std::size_t>(term.a)];
        std::vector<ExpressionPtr> parts{expression(terms_[static_cast<std::size_t>(term.a)])};
        if (term.b >= 0) parts.push_back(expression(terms_[static_cast<std::size_t>(term.b)]));
        return node(term.operation, std::move(parts), term.c);
    }
    ExpressionPtr expression(std::size_t term) const { return expression(terms_[term]); }

    void add_leaf(std::size_t i) {
        const Number* v = problem_.columns[i].data();
        if (!seen_.insert(hash(v)).second) return;
        keep({Operation::leaf, static_cast<std::int32_t>(i), -1, 0, problem_.leaf_costs[i]}, v);
    }

    void keep(const Term& term, const Number* v) {
        terms_.push_back(term);
        values_.insert(values_.end(), v, v + samples_);
        by_cost_[static_cast<std::size_t>(term.cost)].push_back(static_cast<std::int32_t>(terms_.size() - 1));
        match(v, term);
    }

    void offer(Operation operation, std::int32_t a, std::int32_t b, Number c, int cost) {
        ++used_;
        if (!effort_.spend()) return;
        Number* v = buffer_.data();
        apply(operation, column(static_cast<std::size_t>(a)), b >= 0 ? column(static_cast<std::size_t>(b)) : nullptr, c,
              samples_, v);
        std::size_t undefined = 0;
        for (std::size_t i = 0; i < samples_; ++i) undefined += v[i] == kUndefined;
        if (undefined * 5 > samples_ * 4) return;
        const Term term{operation, a, b, c, cost};
        if (terms_.size() >= kMostTerms) {
            if (!seen_.count(hash(v))) match(v, term);
            return;
        }
        if (seen_.insert(hash(v)).second) keep(term, v);
    }

    void level(int cost) {
        const auto at = [&](int c) { return by_cost_[static_cast<std::size_t>(c)]; };  // a copy: it may grow
        for (const Shape& shape : kUnary) {
            if (!has(shape.operation) || cost <= shape.cost) continue;
            for (const std::int32_t a : at(cost - shape.cost)) {
                if (spent()) return;
                offer(shape.operation, a, -1, 0, cost);
            }
        }
        for (const auto& [number, price] : problem_.constants)
            for (const Operation operation : kScalar) {
                if (!has(operation) || cost <= price) continue;
                for (const std::int32_t a : at(cost - price)) {
                    if (spent()) return;
                    offer(operation, a, -1, number, cost);
                }
            }
        for (const Shape& shape : kBinary) {
            if (!has(shape.operation)) continue;
            const bool commutes = shape.operation != Operation::subtract && shape.operation != Operation::quotient;
            for (int i = 1; i + 1 + shape.cost <= cost; ++i) {
                const int j = cost - shape.cost - i;
                if (commutes && j < i) break;
                const auto first = at(i), second = at(j);
                for (const std::int32_t a : first)
                    for (const std::int32_t b : second) {
                        if (commutes && i == j && b < a) continue;
                        if (a == b && shape.operation != Operation::add && shape.operation != Operation::product)
                            continue;
                        if (spent()) return;
                        offer(shape.operation, a, b, 0, cost);
                    }
            }
        }
    }

    // ---- comparing with the target ----

    void solve(std::size_t region, int cost, ExpressionPtr e) {
        if (cost < solutions_[region].cost) solutions_[region] = {cost, std::move(e)};
    }

    void match(const Number* v, const Term& term) { problem_.zeros ? match_zeros(v, term) : match_values(v, term); }

    static bool nothing(const Mask& mask) {
        return std::all_of(mask.begin(), mask.end(), [](std::uint64_t word) { return word == 0; });
    }

    /// The regions without a solution in which the expression never fails are solved by it. A failure rules out all regions that hold the
    /// sample, so that few failures usually rule out all of them.
    template <class Make> void settle(const Mask& failures, int cost, Make make) {
        alive_ = active_;
        for (std::size_t w = 0; w < words_; ++w)
            for (std::uint64_t rest = failures[w]; rest != 0; rest &= rest - 1) {
                const Mask& hold = holding_[w * 64 + static_cast<std::size_t>(std::countr_zero(rest))];
                std::uint64_t any = 0;
                for (std::size_t k = 0; k < alive_.size(); ++k) any |= alive_[k] &= ~hold[k];
                if (any == 0) return;
            }
        ExpressionPtr e;
        for (std::size_t k = 0; k < alive_.size(); ++k)
            for (std::uint64_t rest = alive_[k]; rest != 0; rest &= rest - 1) {
                if (!e) e = make();
                solve(k * 64 + static_cast<std::size_t>(std::countr_zero(rest)), cost, e);
            }
        for (std::size_t k = 0; k < alive_.size(); ++k) active_[k] &= ~alive_[k];
    }

    void match_values(const Number* v, const Term& term) {
        failures_.assign(words_, 0);
        for (std::size_t i = 0; i < samples_; ++i)
            failures_[i / 64] |= static_cast<std::uint64_t>(v[i] != problem_.target[i]) << (i % 64);
        settle(failures_, term.cost, [&] { return expression(term); });
    }

    void match_zeros(const Number* v, const Term& term) {
        equal_.assign(words_, 0);
        most_.assign(words_, 0);
        undefined_.assign(words_, 0);
        for (std::size_t i = 0; i < samples_; ++i) {
            equal_[i / 64] |= static_cast<std::uint64_t>(v[i] == 0) << (i % 64);
            most_[i / 64] |= static_cast<std::uint64_t>(v[i] <= 0) << (i % 64);
            undefined_[i / 64] |= static_cast<std::uint64_t>(v[i] == kUndefined) << (i % 64);
        }
        const auto settle_by = [&](auto wrong, auto make) {
            for (std::size_t w = 0; w < words_; ++w) failures_[w] = wrong(w) | undefined_[w];
            if (samples_ % 64) failures_.back() &= (std::uint64_t{1} << (samples_ % 64)) - 1;
            settle(failures_, term.cost, make);
        };
        failures_.assign(words_, 0);
        settle_by([&](std::size_t w) { return equal_[w] ^ members_[w]; },
                  [&] {
                      return node(Operation::equal, {expression(term), constant(0)});
                  });
        settle_by([&](std::size_t w) { return most_[w] ^ members_[w]; },
                  [&] {
                      return node(Operation::at_most, {expression(term), constant(0)});
                  });
        settle_by([&](std::size_t w) { return ~most_[w] ^ members_[w]; },
                  [&] {
                      return node(Operation::less, {constant(0), expression(term)});
                  });
    }

    bool has_pair() const {
        for (std::size_t i = 0; i < problem_.regions.size(); ++i) {
            const Region& region = problem_.regions[i];
            if (region.partner < 0 || region.count < kEnough || !solutions_[i].expression) continue;
            const auto other = static_cast<std::size_t>(region.partner);
            if (problem_.regions[other].count >= kEnough && solutions_[other].expression &&
                solutions_[i].cost + solutions_[other].cost <= kPairCost)
                return true;
        }
        return false;
    }

    // ---- the middle ----

    void meet_in_the_middle() {
        const bool pair = has_pair();
        const auto try_region = [&](std::size_t i) {
            if (effort_.empty() || solutions_[i].expression || !problem_.regions[i].middle) return;
            problem_.zeros ? middle_zeros(i) : middle_values(i);
        };
        try_region(0);
        if (solutions_[0].expression || pair) return;
        for (const bool partner_solved : {true, false})
            for (std::size_t i = 1; i < problem_.regions.size(); ++i) {
                const int partner = problem_.regions[i].partner;
                const bool solved = partner >= 0 && solutions_[static_cast<std::size_t>(partner)].expression;
                if (solved == partner_solved) try_region(i);
            }
    }

    std::vector<std::size_t> samples_in(const Region& region) const {
        std::vector<std::size_t> in;
        for (std::size_t i = 0; i < samples_; ++i)
            if (region.mask[i / 64] >> (i % 64) & 1) in.push_back(i);
        return in;
    }

    /// Two expressions that are equal at every member and different everywhere else.
    void middle_zeros(std::size_t which) {
        std::vector<std::size_t> in, out;
        for (const std::size_t i : samples_in(problem_.regions[which]))
            (problem_.target[i] == 0 ? in : out).push_back(i);
        if (in.size() < 6) return;
        std::unordered_map<Hash, std::vector<std::size_t>> groups;
        for (std::size_t t = 0; t < terms_.size(); ++t) {
            if (!effort_.spend()) return;
            const Number* v = column(t);
            Hash h = 0;
            bool constant_there = true, defined = true;
            for (const std::size_t i : in) {
                h += weights_[i] * static_cast<std::uint32_t>(v[i]);
                constant_there = constant_there && v[i] == v[in[0]];
                defined = defined && v[i] != kUndefined;
            }
            for (const std::size_t i : out) defined = defined && v[i] != kUndefined;
            if (!defined || constant_there) continue;
            auto& group = groups[h];
            if (group.size() < kGroup) group.push_back(t);
        }
        // The order of a hash table must not decide: the cheapest pair wins, the earliest among these.
        int best = kNever;
        std::pair<std::size_t, std::size_t> found{0, 0};
        for (const auto& [h, group] : groups)
            for (std::size_t i = 1; i < group.size(); ++i)
                for (std::size_t j = 0; j < i; ++j) {
                    const int cost = terms_[group[i]].cost + terms_[group[j]].cost + 1;
                    const std::pair<std::size_t, std::size_t> pair{group[i], group[j]};
                    if (cost > best || (cost == best && pair > found)) continue;
                    if (!effort_.spend()) return;
                    const Number *a = column(group[i]), *b = column(group[j]);
                    if (std::any_of(out.begin(), out.end(), [&](std::size_t k) { return a[k] == b[k]; })) continue;
                    best = cost;
                    found = pair;
                }
        if (best < kNever)
            solve(which, best, node(Operation::equal, {expression(found.first), expression(found.second)}));
    }

    /// target = A + B, A - B, A xor B or q*A + B.
    void middle_values(std::size_t which) {
        const std::vector<std::size_t> in = samples_in(problem_.regions[which]);
        std::unordered_map<Hash, std::size_t> known;  // the cheapest expression with these values
        known.reserve(terms_.size());
        std::vector<bool> defined(terms_.size());
        for (std::size_t t = 0; t < terms_.size(); ++t) {
            if (!effort_.spend()) return;
            const Number* v = column(t);
            Hash h = 0;
            bool ok = true;
            for (const std::size_t i : in) {
                ok = ok && v[i] != kUndefined;
                h += weights_[i] * static_cast<std::uint32_t>(v[i]);
            }
            defined[t] = ok;
            if (ok) known.try_emplace(h, t);  // terms come in the order of their cost
        }
        const auto lookup = [&](const std::vector<Number>& v) -> std::int64_t {
            Hash h = 0;
            for (std::size_t k = 0; k < in.size(); ++k) h += weights_[in[k]] * static_cast<std::uint32_t>(v[k]);
            const auto found = known.find(h);
            return found == known.end() ? -1 : static_cast<std::int64_t>(found->second);
        };
        const auto cost = [&](std::int64_t t) { return terms_[static_cast<std::size_t>(t)].cost; };
        const auto shown = [&](std::int64_t t) { return expression(static_cast<std::size_t>(t)); };
        std::vector<Number> goal, a(in.size()), b(in.size());
        for (const std::size_t i : in) goal.push_back(problem_.target[i]);
        if (std::all_of(goal.begin(), goal.end(), [](Number g) { return g >= 0; }))
            for (const Number q : kBases) {
                for (std::size_t k = 0; k < in.size(); ++k) {
                    a[k] = goal[k] / q;
                    b[k] = goal[k] % q;
                }
                const std::int64_t high = lookup(a), low = lookup(b);
                if (high >= 0 && low >= 0)
                    solve(which, cost(high) + cost(low) + 3,
                          node(Operation::add, {shown(low), node(Operation::times, {shown(high)}, q)}));
            }
        for (std::size_t t = 0; t < terms_.size(); ++t) {
            if (!defined[t]) continue;
            if (terms_[t].cost + 1 >= solutions_[which].cost || !effort_.spend(3)) return;
            const Number* v = column(t);
            const auto attempt = [&](Operation operation, auto rest) {
                for (std::size_t k = 0; k < in.size(); ++k)
                    if ((a[k] = rest(goal[k], v[in[k]])) == kUndefined) return;
                const std::int64_t other = lookup(a);
                if (other < 0) return;
                const bool first = operation != Operation::subtract;
                const ExpressionPtr mine = expression(t), theirs = shown(other);
                solve(which, terms_[t].cost + cost(other) + 1,
                      node(operation, {first ? mine : theirs, first ? theirs : mine}));
            };
            attempt(Operation::add, [](Number g, Number x) { return g - x; });
            attempt(Operation::subtract, [](Number g, Number x) { return g + x; });
            attempt(Operation::bit_xor, [](Number g, Number x) { return g < 0 || x < 0 ? kUndefined : g ^ x; });
        }
    }

    const Problem& problem_;
    Effort& effort_;
    std::size_t samples_, words_;
    std::vector<Solution> solutions_;
    std::vector<Hash> weights_;
    Mask active_, alive_;        // regions without a solution, as bits
    std::vector<Mask> holding_;  // by sample: the regions that hold it
    Mask members_, equal_, most_, undefined_, failures_;
    std::vector<Number> buffer_, values_;
    std::vector<Term> terms_;
    std::vector<std::vector<std::int32_t>> by_cost_;
    std::unordered_set<Hash> seen_;
    std::uint64_t used_ = 0, budget_ = 0;
};

}  // namespace

std::vector<Solution> enumerate(const Problem& problem, Effort& effort) { return Enumeration(problem, effort).run(); }

}  // namespace bouton::discover
