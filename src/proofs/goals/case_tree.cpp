// The search. First the given formulas are thinned out: an unsatisfiable core, the core of the core, then one after the other is left
// out if it can be, facts first. All this is about rationals if that suffices, else about integers. Then cases:
//
//   the comparisons contradict each other over the rationals    a leaf
//   they do so only over the integers                           cuts, until they do over the rationals
//   otherwise                                                   a split on a clause of a core: one with at most one case that is not
//                                                               closed at once, else clauses of the problem before facts, p != 0
//                                                               last, and the fewest such cases
//
// A case that is closed without what it assumes replaces the split. What was closed before, by entries that are all known again, is not
// closed anew.
#include "proofs/goals/case_tree.hpp"

#include "base/error.hpp"
#include "proofs/goals/tree_solver.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>
#include <tuple>

namespace bouton::proofs {

using namespace kernel;

namespace {

constexpr std::size_t kMostLeaves = 20000;   // a certificate of a few megabytes
constexpr std::size_t kMostNodes = 40000;    // leaves and splits that are made; a tree may hold one of them often
constexpr std::size_t kMostCuts = 16;        // on one branch, for one leaf
constexpr std::size_t kMostDeletions = 150;  // formulas of a core that are tried one by one
constexpr std::size_t kMostClauses = 12;     // the same in a node
constexpr std::size_t kMostAtOnce = 20;      // facts that are added to a first try
constexpr int kCoresOfCores = 4;

/// A tree that speaks of entries, not of their places on the branch.
struct Node {
    Tree::Kind kind = Tree::Kind::leaf;
    EntryId entry = 0;  // split; cut: what it adds
    Multipliers sum;    // leaf, cut
    Integer divisor;
    std::vector<std::shared_ptr<const Node>> cases;
    std::set<EntryId> needs;  // entries that have to be known
    std::size_t leaves = 1;
};
using NodePtr = std::shared_ptr<const Node>;

using Ids = std::vector<EntryId>;

class Finder {
  public:
    Finder(std::vector<GroundFormula>& formulas, unsigned effort, const Watch& watch, const MoreFacts& more,
           const Terms* terms);
    Search find(FoundTree& result);
    std::uint64_t spent() const { return solver_.spent(); }

  private:
    bool is_fact(EntryId whole) const { return fact_wholes_.contains(whole); }
    void take(const GroundFormula& f);
    Ids more_violated(const std::set<AtomId>& atoms);
    std::optional<Ids> likely_core(const Ids& ids);
    std::optional<Ids> first_core(const Ids& ids);
    bool thin_out();
    NodePtr refute(Ids comparisons, Ids clauses, bool is_core);
    NodePtr close_with_cuts(Ids comparisons);
    NodePtr leaf(Multipliers sum);
    NodePtr split(EntryId clause, const Ids& comparisons, const Ids& clauses, bool is_core);
    NodePtr known_already(const Ids& comparisons, const Ids& clauses) const;
    NodePtr remember(Node node);
    void sort_into(const Ids& ids, Ids& comparisons, Ids& clauses) const;
    Ids core_clauses(const Ids& comparisons, const Ids& clauses);
    std::size_t living_cases(EntryId clause, const Ids& comparisons, std::size_t enough);
    const std::vector<Ids>& cases_of(EntryId clause);
    std::tuple<bool, bool, std::size_t> order(EntryId clause);
    Tree numbered(const Node& node, std::map<EntryId, std::size_t>& places, std::size_t size);
    void number_root(const Node& root, FoundTree& result);

    std::vector<GroundFormula>& formulas_;
    const Watch& watch_;
    const MoreFacts& more_;
    const Terms* terms_;
    Entries entries_;
    std::vector<Ids> given_;  // the conjuncts of each formula
    std::vector<EntryId> wholes_;
    std::set<EntryId> facts_, fact_wholes_;
    TreeSolver solver_;
    std::vector<std::size_t> kept_;
    std::vector<NodePtr> closed_;
    std::map<EntryId, std::vector<Ids>> cases_;
    std::size_t nodes_ = 0;
};

Finder::Finder(std::vector<GroundFormula>& formulas, unsigned effort, const Watch& watch, const MoreFacts& more,
               const Terms* terms)
    : formulas_(formulas), watch_(watch), more_(more), terms_(terms), solver_(entries_, effort, watch, terms) {
    for (const GroundFormula& f : formulas) take(f);
    std::set<EntryId> others;
    for (std::size_t i = 0; i < formulas.size(); ++i) {
        std::set<EntryId>& to = formulas[i].is_fact ? facts_ : others;
        to.insert(given_[i].begin(), given_[i].end());
    }
    for (const EntryId id : others) facts_.erase(id);
}

void Finder::take(const GroundFormula& f) {
    wholes_.push_back(entries_.add(f.formula));
    given_.push_back(entries_.add_all(f.formula));
    if (!f.is_fact) return;
    fact_wholes_.insert(wholes_.back());
}

/// Further facts that do not hold where everything so far does.
Ids Finder::more_violated(const std::set<AtomId>& atoms) {
    Ids added;
    if (!more_) return added;
    for (const GroundFormula& f : more_(solver_.values_there(), atoms)) {
        formulas_.push_back(f);
        take(f);
        facts_.insert(given_.back().begin(), given_.back().end());
        added.push_back(wholes_.back());
    }
    return added;
}

namespace {

/// Takes what is violated, a few at a time, from those that wait to those that are asked about.
void activate(Ids violated, Ids& active, Ids& waiting) {
    if (violated.size() > kMostAtOnce) violated.resize(kMostAtOnce);
    active.insert(active.end(), violated.begin(), violated.end());
    const std::set<EntryId> added(violated.begin(), violated.end());
    waiting.erase(std::remove_if(waiting.begin(), waiting.end(), [&](EntryId id) { return added.contains(id); }),
                  waiting.end());
}

}  // namespace

/// Among many formulas the few that matter, if calls are what they are: facts are added when something satisfies all the others but not
/// them.
std::optional<Ids> Finder::likely_core(const Ids& ids) {
    Ids active, waiting = ids;
    while (true) {
        if (auto core = solver_.likely_core(active)) return core;
        Ids violated = solver_.likely_violated(waiting);
        if (violated.empty() && solver_.uses_likely_integers()) return std::nullopt;
        if (violated.empty()) solver_.use_likely_integers();
        activate(std::move(violated), active, waiting);
    }
}

/// A contradiction among those that matter, with the facts about their calls that are needed.
std::optional<Ids> Finder::first_core(const Ids& ids) {
    const auto likely = likely_core(ids);
    if (!likely) return std::nullopt;
    const std::set<EntryId> matter(likely->begin(), likely->end());
    Ids active = *likely, waiting;
    for (const EntryId id : ids)
        if (is_fact(id) && !matter.contains(id)) waiting.push_back(id);
    std::set<AtomId> atoms;
    if (terms_)
        for (const EntryId id : active) for_each_atom(*terms_, entries_[id], [&](AtomId atom) { atoms.insert(atom); });
    while (true) {
        if (auto core = solver_.core(active)) return core;
        Ids violated = solver_.violated(waiting);
        if (violated.empty()) violated = more_violated(atoms);
        if (violated.empty() && solver_.uses_integers()) return std::nullopt;
        if (violated.empty()) solver_.use_integers();
        activate(std::move(violated), active, waiting);
    }
}

/// Leaves the formulas that are needed for a contradiction in kept_; false if there is none.
bool Finder::thin_out() {
    std::map<EntryId, std::size_t> first;  // equal formulas: the first
    Ids ids;
    for (std::size_t i = 0; i < wholes_.size(); ++i)
        if (first.emplace(wholes_[i], i).second) ids.push_back(wholes_[i]);
    const auto contradiction = first_core(ids);
    if (!contradiction) return false;
    for (std::size_t i = 0; i < wholes_.size(); ++i) first.emplace(wholes_[i], i);  // those that came later
    ids = *contradiction;
    solver_.forget();
    for (int i = 0; i < kCoresOfCores; ++i) {
        const auto core = solver_.core(ids);
        if (!core) throw std::logic_error("a core that is none");
        const bool is_smaller = core->size() < ids.size();
        ids = *core;
        if (!is_smaller) break;
        solver_.forget();
    }
    // Facts with many cases make the widest trees: they go first.
    Ids candidates = ids;
    std::stable_sort(candidates.begin(), candidates.end(), [&](EntryId a, EntryId b) {
        const auto rank = [&](EntryId id) {
            const GroundFormula& f = formulas_[first.at(id)];
            return std::pair{f.is_fact, f.formula->parts.size()};
        };
        return rank(a) > rank(b);
    });
    if (candidates.size() > kMostDeletions) candidates.resize(kMostDeletions);
    for (const EntryId candidate : candidates) {
        const auto at = std::find(ids.begin(), ids.end(), candidate);
        if (at == ids.end()) continue;
        Ids fewer = ids;
        fewer.erase(fewer.begin() + (at - ids.begin()));
        if (const auto core = solver_.core_if_easy(fewer)) ids = *core;
    }
    for (const EntryId id : ids) kept_.push_back(first.at(id));
    std::sort(kept_.begin(), kept_.end());
    solver_.forget();
    return true;
}

void Finder::sort_into(const Ids& ids, Ids& comparisons, Ids& clauses) const {
    for (const EntryId id : ids) {
        const bool is_comparison = entries_.is_comparison(id);
        if (!is_comparison && !parts_of(entries_[id])) continue;  // a quantifier says nothing here
        Ids& to = is_comparison ? comparisons : clauses;
        if (std::find(to.begin(), to.end(), id) == to.end()) to.push_back(id);
    }
}

const std::vector<Ids>& Finder::cases_of(EntryId clause) {
    const auto [at, fresh] = cases_.try_emplace(clause);
    if (!fresh) return at->second;
    const auto parts = parts_of(entries_[clause]);
    for (const FormulaPtr& part : *parts) {
        at->second.push_back(entries_.add_all(part));
        if (facts_.contains(clause)) facts_.insert(at->second.back().begin(), at->second.back().end());
    }
    return at->second;
}

NodePtr Finder::remember(Node node) {
    if (++nodes_ > kMostNodes || node.leaves > kMostLeaves) throw OutOfEffort();
    closed_.push_back(std::make_shared<const Node>(std::move(node)));
    return closed_.back();
}

NodePtr Finder::known_already(const Ids& comparisons, const Ids& clauses) const {
    std::set<EntryId> known(comparisons.begin(), comparisons.end());
    known.insert(clauses.begin(), clauses.end());
    for (const NodePtr& node : closed_)
        if (std::includes(known.begin(), known.end(), node->needs.begin(), node->needs.end())) return node;
    return nullptr;
}

NodePtr Finder::leaf(Multipliers sum) {
    Node node;
    node.sum = std::move(sum);
    for (const auto& [entry, m] : node.sum) node.needs.insert(entry);
    return remember(std::move(node));
}

NodePtr Finder::close_with_cuts(Ids comparisons) {
    std::vector<std::pair<EntryId, Cut>> cuts;
    NodePtr inner;
    while (!inner) {
        if (auto sum = solver_.contradiction(comparisons)) {
            inner = leaf(std::move(*sum));
            break;
        }
        if (cuts.size() == kMostCuts) throw OutOfEffort();
        auto cut = solver_.cut(comparisons);
        if (!cut) throw OutOfEffort();
        const EntryId id = entries_.add(cut->formula);
        comparisons.push_back(id);
        cuts.emplace_back(id, std::move(*cut));
    }
    for (auto cut = cuts.rbegin(); cut != cuts.rend(); ++cut) {
        if (!inner->needs.contains(cut->first)) continue;
        Node node;
        node.kind = Tree::Kind::cut;
        node.entry = cut->first;
        node.sum = cut->second.sum;
        node.divisor = cut->second.divisor;
        node.cases = {inner};
        node.needs = inner->needs;
        node.needs.erase(cut->first);
        for (const auto& [entry, m] : node.sum) node.needs.insert(entry);
        inner = remember(std::move(node));
    }
    return inner;
}

/// The clauses that are needed for a contradiction.
Ids Finder::core_clauses(const Ids& comparisons, const Ids& clauses) {
    const auto with_clauses = [&](const Ids& some) {
        Ids all = comparisons;
        all.insert(all.end(), some.begin(), some.end());
        return all;
    };
    const auto clauses_in = [&](const Ids& core) {
        Ids result;
        for (const EntryId id : core)
            if (!entries_.is_comparison(id)) result.push_back(id);
        return result;
    };
    const auto core = solver_.core(with_clauses(clauses));
    if (!core) throw std::logic_error("a case that cannot be closed");
    Ids result = clauses_in(*core);
    if (result.size() > kMostClauses) return result;
    Ids candidates = result;
    std::stable_sort(candidates.begin(), candidates.end(), [&](EntryId a, EntryId b) { return order(a) > order(b); });
    for (const EntryId candidate : candidates) {
        const auto at = std::find(result.begin(), result.end(), candidate);
        if (at == result.end()) continue;
        Ids fewer = result;
        fewer.erase(fewer.begin() + (at - result.begin()));
        if (const auto smaller = solver_.core_if_easy(with_clauses(fewer))) result = clauses_in(*smaller);
    }
    return result;
}

std::tuple<bool, bool, std::size_t> Finder::order(EntryId clause) {
    return {entries_[clause]->kind == Formula::Kind::not_zero, facts_.contains(clause), cases_of(clause).size()};
}

/// How many cases the comparisons do not close at once; stops counting at `enough`.
std::size_t Finder::living_cases(EntryId clause, const Ids& comparisons, std::size_t enough) {
    std::size_t living = 0;
    for (const Ids& added : std::vector<Ids>(cases_of(clause))) {
        Ids with = comparisons, rest;
        sort_into(added, with, rest);
        if (known_already(with, {})) continue;
        if (auto sum = solver_.contradiction(with)) {
            leaf(std::move(*sum));
            continue;
        }
        const bool is_closed = std::any_of(rest.begin(), rest.end(), [&](EntryId id) {
            return entries_[id]->kind == Formula::Kind::not_zero && living_cases(id, with, 1) == 0;
        });
        if (!is_closed && ++living >= enough) break;
    }
    return living;
}

NodePtr Finder::split(EntryId clause, const Ids& comparisons, const Ids& clauses, bool is_core) {
    Node node;
    node.kind = Tree::Kind::split;
    node.entry = clause;
    node.leaves = 0;
    node.needs.insert(clause);
    for (const Ids& added : std::vector<Ids>(cases_of(clause))) {
        Ids inner_comparisons = comparisons, inner_clauses;
        for (const EntryId id : clauses)
            if (id != clause) inner_clauses.push_back(id);
        sort_into(added, inner_comparisons, inner_clauses);
        const NodePtr inner = refute(std::move(inner_comparisons), std::move(inner_clauses), is_core);
        const std::set<EntryId> assumed(added.begin(), added.end());
        bool is_used = false;
        for (const EntryId id : inner->needs) {
            if (assumed.contains(id))
                is_used = true;
            else
                node.needs.insert(id);
        }
        if (!is_used) return inner;
        node.leaves += inner->leaves;
        node.cases.push_back(inner);
    }
    return remember(std::move(node));
}

NodePtr Finder::refute(Ids comparisons, Ids clauses, bool is_core) {
    if (const NodePtr node = known_already(comparisons, clauses)) return node;
    if (auto sum = solver_.contradiction(comparisons)) return leaf(std::move(*sum));
    if (!is_core) clauses = core_clauses(comparisons, clauses);
    if (clauses.empty()) {
        const auto core = solver_.core(comparisons);
        if (!core || !solver_.uses_integers()) throw std::logic_error("a case that cannot be closed");
        return close_with_cuts(*core);
    }
    std::stable_sort(clauses.begin(), clauses.end(), [&](EntryId a, EntryId b) { return order(a) < order(b); });
    std::optional<std::tuple<bool, bool, std::size_t>> best;
    EntryId chosen = 0;
    for (const EntryId clause : clauses) {
        const auto [is_last, is_fact, size] = order(clause);
        const bool is_same_kind = best && std::get<0>(*best) == is_last && std::get<1>(*best) == is_fact;
        const std::size_t enough = !best ? size + 1 : is_same_kind ? std::get<2>(*best) : 2;
        const std::size_t living = living_cases(clause, comparisons, enough);
        if (living <= 1) return split(clause, comparisons, clauses, true);
        const auto rank = std::tuple{is_last, is_fact, living};
        if (best && *best <= rank) continue;
        best = rank;
        chosen = clause;
    }
    return split(chosen, comparisons, clauses, false);
}

// ---- numbering

Tree Finder::numbered(const Node& node, std::map<EntryId, std::size_t>& places, std::size_t size) {
    Tree tree;
    tree.kind = node.kind;
    tree.divisor = node.divisor;
    for (const auto& [entry, m] : node.sum) tree.sum.emplace_back(places.at(entry), m);
    if (node.kind == Tree::Kind::split) tree.entry = places.at(node.entry);
    for (std::size_t i = 0; i < node.cases.size(); ++i) {
        Ids added;
        if (node.kind == Tree::Kind::split)
            added = cases_of(node.entry)[i];
        else
            added = {node.entry};
        Ids fresh;
        std::size_t place = size;
        for (const EntryId id : added)
            if (places.emplace(id, place++).second) fresh.push_back(id);
        tree.cases.push_back(numbered(*node.cases[i], places, place));
        for (const EntryId id : fresh) places.erase(id);
    }
    return tree;
}

void Finder::number_root(const Node& root, FoundTree& result) {
    std::set<EntryId> missing = root.needs;
    std::map<EntryId, std::size_t> places;
    std::vector<FormulaPtr> known;
    result.used.clear();
    for (const std::size_t i : kept_) {
        bool is_used = false;
        for (const EntryId id : given_[i]) is_used = missing.erase(id) > 0 || is_used;
        if (!is_used) continue;
        result.used.push_back(i);
        for (const EntryId id : given_[i]) {
            places.emplace(id, known.size());
            known.push_back(entries_[id]);
        }
    }
    result.tree = numbered(root, places, known.size());
    const std::string wrong = check_tree(result.tree, known, watch_);
    if (!wrong.empty()) throw std::logic_error(fmt::format("a tree of cases that is wrong: {}", wrong));
}

Search Finder::find(FoundTree& result) {
    if (!thin_out()) return Search::satisfiable;
    Ids comparisons, clauses;
    for (const std::size_t i : kept_) sort_into(given_[i], comparisons, clauses);
    number_root(*refute(std::move(comparisons), std::move(clauses), false), result);
    return Search::found;
}

}  // namespace

Search find_tree(std::vector<GroundFormula>& formulas, unsigned effort, const Watch& watch, FoundTree& result,
                 const MoreFacts& more, const Terms* terms) {
    try {
        Finder finder(formulas, effort, watch, more, terms);
        try {
            const Search answer = finder.find(result);
            result.spent = finder.spent();
            return answer;
        } catch (const OutOfEffort&) {
            result.spent = finder.spent();
            return Search::gave_up;
        }
    } catch (const z3::exception& error) {
        if (error.msg() == std::string_view("out of memory"))  // Z3 has no other name for it once its context is gone
            throw over_limit("the search for a proof needs more memory than is allowed", Setting::memory);
        throw std::logic_error(fmt::format("Z3: {}", error.msg()));
    }
}

}  // namespace bouton::proofs
