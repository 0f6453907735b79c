#include "unit/oracle.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace bouton::unit {

using syntax::Binding;
using syntax::Term;

Plain::Plain(const syntax::Game& game, const std::vector<std::pair<std::string, Term>>& arguments) : game_(game) {
    for (const auto& [name, value] : arguments) given_[name] = &value;
    const auto& names = game.coordinates;
    pile_index_ = static_cast<std::size_t>(
        std::find_if(names.begin(), names.end(), [](const std::string& n) { return n.ends_with("..."); }) -
        names.begin());
}

// ---- values ----

std::set<Plain::Sum> Plain::sum_options(const Sum& sum) {
    std::set<Sum> result;
    for (std::size_t i = 0; i < sum.size(); ++i) {
        for (const Sum& parts : options(sum[i])) {
            Sum next = parts;
            for (std::size_t j = 0; j < sum.size(); ++j)
                if (j != i) next.push_back(sum[j]);
            std::sort(next.begin(), next.end());
            result.insert(next);
        }
    }
    return result;
}

long long Plain::grundy(const Sum& sum) {
    if (const auto found = grundy_.find(sum); found != grundy_.end()) return found->second;
    std::set<long long> seen;
    const auto all = sum_options(sum);
    for (const Sum& next : all) seen.insert(grundy(next));
    long long mex = 0;
    while (seen.contains(mex)) ++mex;
    return grundy_[sum] = all.empty() && game_.misere ? 1 : mex;
}

long long Plain::outcome(const Sum& sum) {
    if (const auto found = outcome_.find(sum); found != outcome_.end()) return found->second;
    variables_.clear();
    const long long players = game_.players ? whole(*game_.players) : 2;
    long long least = players;
    const auto all = sum_options(sum);
    for (const Sum& next : all) least = std::min(least, outcome(next));
    return outcome_[sum] = all.empty() ? (game_.misere ? 1 : 0) : (least + 1) % players;
}

// ---- moves ----

void Plain::load(const Position& position) {
    variables_.clear();
    piles_.clear();
    const std::size_t count = position.size() + 1 - game_.coordinates.size();
    for (std::size_t i = 0, at = 0; i < game_.coordinates.size(); ++i) {
        if (i == pile_index_)
            for (std::size_t j = 0; j < count; ++j) piles_.push_back(position[at++]);
        else
            variables_[game_.coordinates[i]] = position[at++];
    }
}

bool Plain::exists(const Position& position) {
    if (std::any_of(position.begin(), position.end(), [](std::int64_t c) { return c < 0; })) return false;
    load(position);
    return !game_.domain || holds(*game_.domain);
}

std::set<Plain::Sum> Plain::options(const Position& position) {
    if (const auto found = options_.find(position); found != options_.end()) return found->second;
    std::set<Sum> found;
    for (const syntax::Move& move : game_.moves) {
        load(position);
        if (move.pile_count) {
            several_piles(move, position, found);
            continue;
        }
        const bool group = pile_index_ < game_.coordinates.size();
        const bool one_pile = group && move.results[0].parts[pile_index_].kind != Term::Kind::piles;
        const std::string pile = group ? game_.coordinates[pile_index_].substr(0, 1) : "";
        std::vector<Sum> sums;
        for (std::size_t chosen = 0; chosen < (one_pile ? piles_.size() : 1); ++chosen) {
            if (one_pile) variables_[pile] = piles_[chosen];
            run(move.bindings, 0, [&] {
                if (move.condition && !holds(*move.condition)) return;
                Sum parts;
                for (const Term& result : move.results) {
                    Position part;
                    for (std::size_t i = 0; i < result.parts.size(); ++i) {
                        if (i != pile_index_) {
                            part.push_back(whole(result.parts[i]));
                            continue;
                        }
                        for (std::size_t j = 0; j < piles_.size(); ++j)
                            part.push_back(one_pile && j == chosen ? whole(result.parts[i]) : piles_[j]);
                    }
                    parts.push_back(part);
                }
                std::sort(parts.begin(), parts.end());
                sums.push_back(parts);
            });
        }
        for (const Sum& sum : sums)
            if (std::all_of(sum.begin(), sum.end(), [&](const Position& p) { return exists(p); })) found.insert(sum);
    }
    return options_[position] = found;
}

/// Every choice of piles by its bits, each pile with a move of its own.
void Plain::several_piles(const syntax::Move& move, const Position& position, std::set<Sum>& found) {
    const long long count = whole(*move.pile_count);
    const std::string pile = game_.coordinates[pile_index_].substr(0, 1);
    std::vector<std::set<long long>> heaps(piles_.size());
    std::vector<Term> others = move.results[0].parts;
    for (std::size_t i = 0; i < piles_.size(); ++i) {
        variables_[pile] = piles_[i];
        run(move.bindings, 0, [&] {
            if (!move.condition || holds(*move.condition)) heaps[i].insert(whole(others[pile_index_]));
        });
    }
    std::set<Position> results;
    for (unsigned chosen = 1; chosen < 1u << piles_.size(); ++chosen) {
        const auto size = __builtin_popcount(chosen);
        if (move.piles == syntax::Move::Piles::exactly ? size != count : size > count) continue;
        std::vector<std::vector<long long>> choices{{}};
        for (std::size_t i = 0; i < piles_.size(); ++i) {
            std::vector<std::vector<long long>> longer;
            for (const auto& start : choices) {
                const std::set<long long> next = chosen >> i & 1 ? heaps[i] : std::set<long long>{piles_[i]};
                for (long long heap : next) {
                    longer.push_back(start);
                    longer.back().push_back(heap);
                }
            }
            choices = longer;
        }
        for (const auto& choice : choices) {
            Position result;
            for (std::size_t i = 0; i < others.size(); ++i) {
                if (i == pile_index_)
                    result.insert(result.end(), choice.begin(), choice.end());
                else
                    result.push_back(whole(others[i]));
            }
            results.insert(result);
        }
    }
    for (const Position& result : results)
        if (exists(result)) found.insert({result});
    load(position);
}

// ---- variables ----

bool Plain::known(const std::string& name) const {
    const auto named = [&](const auto& entry) { return entry.name == name; };
    return variables_.contains(name) || std::any_of(game_.lets.begin(), game_.lets.end(), named) ||
           std::any_of(game_.parameters.begin(), game_.parameters.end(), named);
}

long long Plain::horizon() const {
    long long largest = 0;
    for (const auto& entry : variables_) largest = std::max(largest, entry.second);
    for (long long heap : piles_) largest = std::max(largest, heap);
    return 2 * largest + 8;
}

void Plain::run(const std::vector<Binding>& bindings, std::size_t at, const Body& body) {
    if (at == bindings.size()) return body();
    const Binding& binding = bindings[at];
    const auto bind = [&](long long value) {
        variables_[binding.names[0]] = value;
        run(bindings, at + 1, body);
        variables_.erase(binding.names[0]);
    };
    switch (binding.kind) {
        case Binding::Kind::equals: return bind(whole(binding.terms[0]));
        case Binding::Kind::above: {
            const long long first = whole(binding.terms[0]) + (binding.operators[0] == ">" ? 1 : 0), last = horizon();
            for (long long v = first; v <= last; ++v) bind(v);
            return;
        }
        case Binding::Kind::element:
            for (long long v : elements(binding.terms[0])) bind(v);
            return;
        case Binding::Kind::chain: return run_chain(binding, 0, [&] { run(bindings, at + 1, body); });
        case Binding::Kind::subset: break;
    }
    throw std::logic_error("a binding that is not used in rules");
}

/// Term by term from the left; a name that means nothing yet is tried with all values that the sign before it allows.
void Plain::run_chain(const Binding& binding, std::size_t at, const Body& then) {
    if (at == binding.terms.size()) return then();
    const Term& here = binding.terms[at];
    const auto fits = [&] {
        return at == 0 || related(value(binding.terms[at - 1]), binding.operators[at - 1], value(here));
    };
    if (here.kind == Term::Kind::name && !known(here.text)) {
        const Fraction before = value(binding.terms.at(at - 1));
        const long long first = before.top / before.bottom - 1, last = horizon();
        for (long long v = first; v <= last; ++v) {
            variables_[here.text] = v;
            if (fits()) run_chain(binding, at + 1, then);
            variables_.erase(here.text);
        }
    } else if (fits()) {
        run_chain(binding, at + 1, then);
    }
}

}  // namespace bouton::unit
