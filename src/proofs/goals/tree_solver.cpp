#include "proofs/goals/tree_solver.hpp"

#include "proofs/goals/case_tree.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <new>
#include <set>

namespace bouton::proofs {

using namespace kernel;

namespace {

constexpr std::size_t kMostDivisors = 16;
constexpr std::uint64_t kEasy = 100;  // what is easy takes less than this part of the effort

}  // namespace

// ---- entries

EntryId Entries::add(const FormulaPtr& f) {
    const auto [at, fresh] = ids_.try_emplace(key_of(f), formulas_.size());
    if (fresh) formulas_.push_back(f);
    return at->second;
}

std::vector<EntryId> Entries::add_all(const FormulaPtr& f) {
    std::vector<FormulaPtr> conjuncts;
    add_entries(f, conjuncts);
    std::vector<EntryId> ids;
    for (const FormulaPtr& conjunct : conjuncts) ids.push_back(add(conjunct));
    return ids;
}

bool Entries::is_comparison(EntryId id) const {
    const Formula::Kind kind = formulas_[id]->kind;
    return kind == Formula::Kind::at_most_zero || kind == Formula::Kind::zero;
}

// ---- solvers

#ifdef __EMSCRIPTEN__
extern "C" int bouton_solver_at_hand();  // web/api/z3.js, which also passes on Z3's functions
bool solver_at_hand() { return bouton_solver_at_hand() != 0; }
#else
bool solver_at_hand() { return true; }
#endif

namespace {

/// Z3 keeps to its own limit, but does not survive that the system refuses it memory when it begins: so that is tried out before.
const Watch& with_room(const Watch& watch) {
    constexpr std::size_t kFirst = 32 << 20;  // bytes: a context and two solvers were seen to die of less than 20 MB
    void* const room = mmap(nullptr, kFirst, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) throw std::bad_alloc();
    munmap(room, kFirst);
    static std::once_flag once;
    std::call_once(once, [&] {
        const std::uint64_t mebibytes = std::max<std::uint64_t>(watch.limits().memory >> 20, 1);
        z3::set_param("memory_max_size", std::to_string(mebibytes).c_str());
    });
    return watch;
}

}  // namespace

TreeSolver::TreeSolver(Entries& entries, unsigned effort, const Watch& watch, const Terms* terms)
    : entries_(entries),
      watch_(with_room(watch)),
      terms_(terms),
      effort_(effort),
      general_{new_solver(), Sort::real, {}, {}},
      functions_{new_solver(), Sort::real_function, {}, {}} {}

z3::solver TreeSolver::new_solver() {
    z3::solver solver(context_, z3::solver::simple());
    z3::params params(context_);
    params.set("ctrl_c", false);  // the program has a handler of its own
    params.set("random_seed", 0u);
    params.set("rlimit", static_cast<unsigned>(effort_));
    if (watch_.limits().seconds > 0) {
        const double left = watch_.limits().seconds - watch_.elapsed();
        params.set("timeout", static_cast<unsigned>(std::max(1.0, left * 1000)));
    }
    solver.set(params);
    return solver;
}

z3::check_result TreeSolver::check(z3::solver& solver, z3::expr_vector* assumptions, bool may_be_unknown) {
    watch_.check();
    const z3::check_result result = assumptions ? solver.check(*assumptions) : solver.check();
    // The count is one for the whole context.
    const z3::stats statistics = solver.statistics();
    for (unsigned i = 0; i < statistics.size(); ++i)
        if (statistics.key(i) == "rlimit count") spent_ = statistics.uint_value(i);
    if (spent_ > effort_) throw OutOfEffort();
    watch_.check();
    if (result == z3::unknown && !may_be_unknown) throw OutOfEffort();
    return result;
}

std::optional<std::vector<EntryId>> TreeSolver::core_if_easy(const std::vector<EntryId>& ids) {
    general_.solver.set("rlimit", static_cast<unsigned>(effort_ / kEasy));
    auto found = core(general_, ids, true);
    general_.solver.set("rlimit", static_cast<unsigned>(effort_));
    return found;
}

std::optional<std::vector<EntryId>> TreeSolver::core(Switched& in, const std::vector<EntryId>& ids, bool only_if_easy) {
    z3::expr_vector assumptions(context_);
    for (const EntryId id : ids) {
        auto at = in.names.find(id);
        if (at == in.names.end()) {
            const z3::expr name = context_.bool_const(("e" + std::to_string(names_++)).c_str());
            in.solver.add(z3::implies(name, translated(entries_[id], in.sort)));
            in.by_ast.emplace(name.id(), id);
            at = in.names.emplace(id, name).first;
        }
        assumptions.push_back(at->second);
    }
    if (check(in.solver, &assumptions, only_if_easy) != z3::unsat) return std::nullopt;
    std::set<EntryId> wanted;
    const z3::expr_vector found = in.solver.unsat_core();
    for (unsigned i = 0; i < found.size(); ++i) wanted.insert(in.by_ast.at(found[static_cast<int>(i)].id()));
    std::vector<EntryId> result;
    for (const EntryId id : ids)
        if (wanted.erase(id)) result.push_back(id);
    return result;
}

// ---- translation

z3::expr TreeSolver::number(const Integer& value, bool real) {
    const std::string digits = value.str();
    return real ? context_.real_val(digits.c_str()) : context_.int_val(digits.c_str());
}

z3::expr TreeSolver::unknown(const Monomial& monomial, Sort sort) {
    const auto at = unknowns_.find({monomial, sort});
    if (at != unknowns_.end()) return at->second;
    const bool has_functions = terms_ && (sort == Sort::real_function || sort == Sort::integer_function);
    if (has_functions && monomial.size() == 1 && (*terms_)[monomial[0]].kind != Atom::Kind::variable) {
        const z3::expr made = function(monomial[0], sort);
        unknowns_.emplace(std::pair{monomial, sort}, made);
        return made;
    }
    std::string name = is_real(sort) ? "r" : "i";
    for (const AtomId atom : monomial) name += "_" + std::to_string(atom);
    const z3::expr made = is_real(sort) ? context_.real_const(name.c_str()) : context_.int_const(name.c_str());
    unknowns_.emplace(std::pair{monomial, sort}, made);
    return made;
}

z3::expr TreeSolver::function(AtomId id, Sort sort) {
    const Atom& atom = (*terms_)[id];
    z3::expr_vector arguments(context_);
    for (const Poly& argument : atom.args) arguments.push_back(translated(argument, sort));
    if (atom.kind == Atom::Kind::choose) return z3::ite(translated(atom.condition, sort), arguments[0], arguments[1]);
    const z3::sort range = is_real(sort) ? context_.real_sort() : context_.int_sort();
    z3::sort_vector domain(context_);
    for (std::size_t i = 0; i < atom.args.size(); ++i) domain.push_back(range);
    const std::string name = atom.kind == Atom::Kind::quotient ? "quotient" : "f " + atom.name;
    return context_.function(name.c_str(), domain, range)(arguments);
}

z3::expr TreeSolver::sum(const std::vector<z3::expr>& summands, bool real) {
    if (summands.empty()) return number(0, real);
    if (summands.size() == 1) return summands[0];
    z3::expr_vector all(context_);
    for (const z3::expr& summand : summands) all.push_back(summand);
    return z3::sum(all);
}

z3::expr TreeSolver::translated(const Poly& p, Sort sort) {
    const bool real = is_real(sort);
    std::vector<z3::expr> summands;
    for (const auto& [monomial, c] : p) {
        if (monomial.empty())
            summands.push_back(number(c, real));
        else if (c == 1)
            summands.push_back(unknown(monomial, sort));
        else
            summands.push_back(number(c, real) * unknown(monomial, sort));
    }
    return sum(summands, real);
}

z3::expr TreeSolver::translated(const FormulaPtr& f, Sort sort) {
    const bool real = is_real(sort);
    switch (f->kind) {
        case Formula::Kind::at_most_zero: return translated(f->poly, sort) <= number(0, real);
        case Formula::Kind::zero: return translated(f->poly, sort) == number(0, real);
        case Formula::Kind::not_zero: {
            const z3::expr p = translated(f->poly, sort);
            return real ? p <= number(-1, true) || p >= number(1, true) : p != number(0, false);
        }
        case Formula::Kind::for_all:
        case Formula::Kind::exists: return context_.bool_val(true);
        case Formula::Kind::all:
        case Formula::Kind::any: break;
    }
    z3::expr_vector parts(context_);
    for (const FormulaPtr& part : f->parts) parts.push_back(translated(part, sort));
    return f->kind == Formula::Kind::all ? z3::mk_and(parts) : z3::mk_or(parts);
}

namespace {

/// What a model says of a number.
std::pair<Integer, Integer> fraction(const z3::model& model, const z3::expr& e) {
    const z3::expr value = model.eval(e, true);
    std::string text = Z3_get_numeral_string(e.ctx(), value);
    const auto slash = text.find('/');
    const std::string below = slash == std::string::npos ? "1" : text.substr(slash + 1);
    return {Integer(text.substr(0, slash)), Integer(below)};
}

/// The truth of formulas where the unknowns have the values of a model.
class Point {
  public:
    Point(z3::model model, std::function<z3::expr(const Monomial&)> unknown)
        : model_(std::move(model)), unknown_(std::move(unknown)) {}

    bool holds(const Formula& f) {
        switch (f.kind) {
            case Formula::Kind::at_most_zero: return value(f.poly) <= 0;
            case Formula::Kind::zero: return value(f.poly) == 0;
            case Formula::Kind::not_zero: return abs(value(f.poly)) >= 1;
            case Formula::Kind::for_all:
            case Formula::Kind::exists: return true;
            case Formula::Kind::all:
            case Formula::Kind::any: break;
        }
        const bool is_all = f.kind == Formula::Kind::all;
        for (const FormulaPtr& part : f.parts)
            if (holds(*part) != is_all) return !is_all;
        return is_all;
    }

    using Rational = bouton::Rational;

    Rational value(const Poly& p) {
        Rational sum = 0;
        for (const auto& [monomial, c] : p) {
            if (monomial.empty()) {
                sum += Rational(c);
                continue;
            }
            const auto [at, fresh] = values_.try_emplace(monomial);
            if (fresh) {
                const auto [above, below] = fraction(model_, unknown_(monomial));
                at->second = Rational(above) / Rational(below);
            }
            sum += Rational(c) * at->second;
        }
        return sum;
    }

  private:
    z3::model model_;
    std::function<z3::expr(const Monomial&)> unknown_;
    std::map<Monomial, Rational> values_;
};

/// The monomials of the entries, each with its coefficients: entry by entry, in the order of the ids.
std::map<Monomial, std::vector<std::pair<std::size_t, Integer>>> columns(const Entries& entries,
                                                                         const std::vector<EntryId>& ids) {
    std::map<Monomial, std::vector<std::pair<std::size_t, Integer>>> result;
    for (std::size_t i = 0; i < ids.size(); ++i)
        for (const auto& [monomial, c] : entries[ids[i]]->poly) result[monomial].emplace_back(i, c);
    return result;
}

}  // namespace

std::vector<EntryId> TreeSolver::violated(Switched& in, const std::vector<EntryId>& ids) {
    const z3::model model = in.solver.get_model();
    Point point(model, [&](const Monomial& monomial) { return unknown(monomial, in.sort); });
    std::vector<EntryId> result;
    for (const EntryId id : ids)
        if (!point.holds(*entries_[id])) result.push_back(id);
    return result;
}

std::function<std::string(const Poly&)> TreeSolver::values_there() {
    const auto point = std::make_shared<Point>(
        general_.solver.get_model(), [this](const Monomial& monomial) { return unknown(monomial, general_.sort); });
    return [point](const Poly& p) { return point->value(p).str(); };
}

// ---- multipliers

std::optional<Multipliers> TreeSolver::contradiction(const std::vector<EntryId>& ids) {
    // What was asked last and this mostly begin alike.
    const std::vector<EntryId>& asked = simplex_.entries();
    std::size_t same = 0;
    while (same < asked.size() && same < ids.size() && asked[same] == ids[same]) ++same;
    while (asked.size() > same) simplex_.pop();
    for (std::size_t i = same; i < ids.size(); ++i) simplex_.push(ids[i], *entries_[ids[i]]);
    watch_.check();
    return simplex_.contradiction();
}

// ---- cuts

std::vector<Integer> TreeSolver::divisors(const std::vector<EntryId>& ids) const {
    std::set<Integer> found{2, 3, 4, 5, 6, 7};
    for (const EntryId id : ids)
        for (const auto& [monomial, c] : entries_[id]->poly)
            if (!monomial.empty() && abs(c) > 1) found.insert(abs(c));
    std::vector<Integer> result(found.begin(), found.end());
    if (result.size() > kMostDivisors) result.resize(kMostDivisors);
    return result;
}

z3::expr TreeSolver::number(const Simplex::Rational& value) { return context_.real_val(value.str().c_str()); }

std::optional<std::map<Monomial, z3::expr>> TreeSolver::point(const std::vector<EntryId>& ids) {
    if (contradiction(ids)) return std::nullopt;
    std::map<Monomial, z3::expr> result;
    for (const auto& column : columns(entries_, ids))
        if (!column.first.empty()) result.emplace(column.first, number(simplex_.value(column.first)));
    return result;
}

std::optional<Cut> TreeSolver::cut(const std::vector<EntryId>& ids, const Integer& divisor,
                                   const std::map<Monomial, z3::expr>* point) {
    // Multipliers below the divisor suffice: whole multiples of an entry add nothing. With t the rounded sum, t <= 0 and the entries
    // times u contradict each other; or t > 0 at the point.
    z3::solver solver = new_solver();
    std::vector<z3::expr> multipliers, u;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        multipliers.push_back(context_.int_const(("m" + std::to_string(i)).c_str()));
        solver.add(multipliers[i] >= 0 && multipliers[i] < number(divisor, false));
        if (point) continue;
        u.push_back(context_.real_const(("u" + std::to_string(i)).c_str()));
        if (entries_[ids[i]]->kind == Formula::Kind::at_most_zero) solver.add(u[i] >= 0);
    }
    std::vector<z3::expr> value;  // of what must be positive
    auto all = columns(entries_, ids);
    all[{}];
    std::size_t count = 0;
    for (const auto& [monomial, column] : all) {
        std::vector<z3::expr> whole, real;
        for (const auto& [i, c] : column) {
            whole.push_back(number(c, false) * multipliers[i]);
            if (!point) real.push_back(number(c, true) * u[i]);
        }
        const z3::expr t = context_.int_const(("t" + std::to_string(count++)).c_str());
        const z3::expr below = sum(whole, false), above = number(divisor, false) * t;
        real.push_back(z3::to_real(t));
        if (monomial.empty()) {
            solver.add(below <= above && above < below + number(divisor, false));
            value.push_back(sum(real, true));
        } else {
            solver.add(below == above);
            if (point)
                value.push_back(point->at(monomial) * z3::to_real(t));
            else
                solver.add(sum(real, true) == number(0, true));
        }
    }
    solver.add(sum(value, true) > number(0, true));
    if (check(solver, nullptr) == z3::unsat) return std::nullopt;
    const z3::model model = solver.get_model();
    Cut result;
    result.divisor = divisor;
    Poly total;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const Integer m = fraction(model, multipliers[i]).first;
        if (m == 0) continue;
        result.sum.emplace_back(ids[i], m);
        total = std::move(total) + m * entries_[ids[i]]->poly;
    }
    Poly rounded;
    for (const auto& [monomial, c] : total) {
        const Integer q = -arithmetic::floor_divide(Integer(-c), divisor);
        if (q != 0) rounded[monomial] = q;
    }
    result.formula = at_most(rounded, {});
    return result;
}

std::optional<Cut> TreeSolver::cut(const std::vector<EntryId>& ids) {
    const std::vector<Integer> tried = divisors(ids);
    for (const Integer& divisor : tried)
        if (auto found = cut(ids, divisor, nullptr)) return found;
    const auto at = point(ids);
    if (!at) return std::nullopt;
    for (const Integer& divisor : tried)
        if (auto found = cut(ids, divisor, &*at)) return found;
    return std::nullopt;
}

}  // namespace bouton::proofs
