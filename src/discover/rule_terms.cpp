#include "discover/rule_terms.hpp"

#include "lang/expr.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace bouton::discover {

namespace {

constexpr std::uint64_t kLongestTerm = 12;  // nodes
constexpr std::size_t kMostTerms = 24;

class Collector {
  public:
    Collector(const Subject& subject, const std::vector<std::string>& coordinates) : rules_(subject.rules) {
        const auto fixed = rules_.coordinates.size() - (rules_.piles >= 0 ? 1 : 0);
        const auto piles = rules_.piles >= 0 ? coordinates.size() - fixed : 0;
        std::size_t at = 0;
        for (std::size_t d = 0; d < rules_.coordinates.size(); ++d) {
            if (static_cast<int>(d) == rules_.piles) {
                for (std::size_t pile = 0; pile < piles; ++pile) piles_.push_back(variable(next_--, coordinates[at++]));
                continue;
            }
            names_[rules_.slots[d]] = coordinates[at++];
        }
    }

    /// Sums and the like over all piles, written out; null: it cannot be.
    Expr written_out(const Expr& e) const {
        return rewritten(e, [&](const Expr& node) -> Expr {
            Op op;
            switch (node->op) {
                case Op::piles_sum: op = Op::add; break;
                case Op::piles_least: op = Op::minimum; break;
                case Op::piles_greatest: op = Op::maximum; break;
                case Op::piles_xor: op = Op::bit_xor; break;
                case Op::piles_count: return number(Integer(piles_.size()));
                case Op::multiply:
                    for (const int i : {0, 1})
                        if (is_number(node->args[static_cast<std::size_t>(i)]) &&
                            node->args[static_cast<std::size_t>(i)]->number == 1)
                            return written_out(node->args[static_cast<std::size_t>(1 - i)]);
                    return nullptr;
                case Op::add: {  // x + -1*y as x - y
                    const Expr &a = node->args[0], &b = node->args[1];
                    if (b->op != Op::multiply || !is_number(b->args[0]) || b->args[0]->number >= 0) return nullptr;
                    const Expr times = make(Op::multiply, {number(Integer(-b->args[0]->number)), b->args[1]});
                    return make(Op::subtract, {written_out(a), written_out(times)});
                }
                case Op::natural:
                case Op::nonzero: return written_out(node->args[0]);
                default: return nullptr;
            }
            Expr all = piles_.empty() ? number(Integer(0)) : piles_[0];
            for (std::size_t i = 1; i < piles_.size(); ++i) all = make(op, {all, piles_[i]});
            return all;
        });
    }

    /// May it stand in a claim: coordinates, numbers and operations that the language has words for.
    bool sayable(const Expr& e) const {
        switch (e->op) {
            case Op::number: return true;
            case Op::variable: return e->slot < 0 || names_.count(e->slot) > 0;  // below 0: a pile of its own
            case Op::table:
            case Op::apply:
            case Op::member:
            case Op::piles:
            case Op::piles_qsum:
            case Op::sum:
            case Op::least:
            case Op::greatest:
            case Op::count:
            case Op::for_all:
            case Op::exists: return false;
            default: break;
        }
        return std::all_of(e->args.begin(), e->args.end(), [&](const Expr& a) { return sayable(a); });
    }

    void add_constants(const Expr& e) {
        if (e->op == Op::number && e->is_small && e->small > 0 && e->small <= kLargestConstant)
            constants_.insert(e->small);
        for (const Expr& a : e->args) add_constants(a);
        if (e->numbers)
            for (const auto& [first, last] : e->numbers->intervals) {
                add_constants(first);
                add_constants(last);
            }
    }

    void add(const Expr& raw) {
        add_constants(raw);
        add_parts(written_out(raw));
    }

    void add_binder(const Binder& binder) {
        for (const Expr& e : binder.lower) add(e);
        for (const Expr& e : binder.upper) add(e);
        if (binder.numbers)
            for (const auto& [first, last] : binder.numbers->intervals) {
                add(first);
                add(last);
            }
    }

    std::vector<std::string> terms() const {
        std::vector<std::string> texts;
        for (const auto& [size, text] : terms_) {
            if (texts.size() == kMostTerms) break;
            texts.push_back(text);
        }
        return texts;
    }
    std::vector<std::int64_t> constants() const { return {constants_.begin(), constants_.end()}; }

  private:
    void add_parts(const Expr& e) {
        if (!is_simple(e) && !is_condition(e->op) && e->size <= kLongestTerm && sayable(e) && !is_constant(e) &&
            known_.insert(claim_text(e)).second)
            terms_.emplace(e->size, claim_text(e));
        for (const Expr& a : e->args) add_parts(a);
    }

    /// A name, a number, or their sum: formulas find these by themselves.
    static bool is_simple(const Expr& e) {
        const auto atom = [](const Expr& a) { return a->op == Op::number || a->op == Op::variable; };
        if (e->op != Op::add && e->op != Op::subtract) return atom(e);
        return atom(e->args[0]) && atom(e->args[1]) && (e->args[0]->op == Op::number || e->args[1]->op == Op::number);
    }

    static bool is_constant(const Expr& e) {
        if (e->op == Op::variable) return false;
        return std::all_of(e->args.begin(), e->args.end(), is_constant);
    }

    const Ruleset& rules_;
    std::map<int, std::string> names_;
    std::vector<Expr> piles_;
    int next_ = -2;  // slots of piles, which are never evaluated
    std::multimap<std::uint64_t, std::string> terms_;
    std::set<std::string> known_;
    std::set<std::int64_t> constants_;
};

}  // namespace

std::string claim_text(const Expr& e) {
    std::string text = infix(e);
    for (const std::string word : {"sqrt(", "log2("})
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 7)) {
            if (at >= 6 && text.compare(at - 6, 6, "floor(") == 0) continue;
            std::size_t end = at + word.size();
            for (int depth = 1; end < text.size() && depth > 0; ++end) depth += (text[end] == '(') - (text[end] == ')');
            text.insert(end, ")");
            text.insert(at, "floor(");
        }
    return text;
}

RuleTerms rule_terms(const Subject& subject, const std::vector<std::string>& coordinates) {
    RuleTerms result;
    Collector collector(subject, coordinates);
    if (subject.rules.domain) {
        const Expr domain = collector.written_out(subject.rules.domain);
        if (collector.sayable(domain)) result.domain = claim_text(domain);
        collector.add_constants(domain);
    }
    for (const Move& move : subject.rules.moves) {
        for (const Binder& binder : move.loop.binders) collector.add_binder(binder);
        for (const Expr& condition : move.loop.conditions) collector.add(condition);
        for (const auto& result_of : move.results)
            for (const Expr& e : result_of) collector.add_constants(e);
    }
    result.terms = collector.terms();
    result.constants = collector.constants();
    return result;
}

}  // namespace bouton::discover
