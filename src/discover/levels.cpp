// Values as levels: a formula with halves of odd parts or logarithms, as sets of positions { grundy = s } = G(s), and lemmas about them.
//
// Every case of the formula becomes a set S_i(s) without odd parts and logarithms: floor(u/2^(twos(u) + 1)) = s says u = (2 s + 1) 2^n, and
// v + floor(log2(u)) = s says 2^(s - v) <= u < 2^(s - v + 1). G(s) is their union. The lemmas say that each position is in the set of its
// value, in no other, that no move stays within a set and that every smaller one is reached; they give { grundy = s } = G(s), and that the
// formula. All of them are claims of the language, proved or not as any other.
#include "discover/scaffolds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace bouton::discover {

namespace {

constexpr std::int64_t kTo = 60, kLevels = 30, kFewLevels = 12;
constexpr std::size_t kMostCases = 4;

/// A sum of atoms with whole coefficients.
struct Linear {
    std::map<std::string, std::int64_t> terms;
    std::map<std::string, ExpressionPtr> logarithms;  // atoms that are logarithms, and of what
    std::int64_t constant = 0;

    void add(const Linear& other, std::int64_t times) {
        for (const auto& [atom, c] : other.terms)
            if ((terms[atom] += c * times) == 0) terms.erase(atom);
        logarithms.insert(other.logarithms.begin(), other.logarithms.end());
        constant += other.constant * times;
    }
    std::string text() const {
        std::string result;
        const auto append = [&](std::int64_t c, const std::string& atom) {
            const std::string term = atom.empty()       ? std::to_string(std::abs(c))
                                     : std::abs(c) == 1 ? atom
                                                        : fmt::format("{}*{}", std::abs(c), atom);
            result += c < 0 ? (result.empty() ? "0 - " : " - ") : (result.empty() ? "" : " + ");
            result += term;
        };
        for (const bool positive : {true, false}) {
            for (const auto& [atom, c] : terms)
                if ((c > 0) == positive) append(c, atom);
            if (constant != 0 && (constant > 0) == positive) append(constant, "");
        }
        return result.empty() ? "0" : result;
    }
};

/// One case: the conditions, as texts, and its value.
struct Case {
    std::vector<std::string> conditions;
    ExpressionPtr value;
};

void cases_of(const ExpressionPtr& e, std::vector<std::string> conditions, std::vector<Case>& cases) {
    if (e->operation != Operation::choose) {
        cases.push_back({std::move(conditions), e});
        return;
    }
    auto other = conditions;
    conditions.push_back(text(e->parts[0]));
    other.push_back(fmt::format("not ({})", text(e->parts[0])));
    cases_of(e->parts[1], std::move(conditions), cases);
    cases_of(e->parts[2], std::move(other), cases);
}

class Reader {
  public:
    Reader(const Sample& sample, const std::vector<std::string>& conditions) : sample_(sample) {
        const std::string all =
            conditions.empty() ? "1" : fmt::format("if {} then 1 else 0", fmt::join(conditions, " and "));
        std::vector<Position> positions;
        for (std::size_t cell = 0; cell < sample.small.size(); ++cell)
            if (sample.small[cell] != Table::kNone) positions.push_back(sample.small.position(cell));
        const auto holds = sample.evaluate(all, positions);
        for (std::size_t i = 0; i < positions.size(); ++i)
            if (holds[i] == 1) positions_.push_back(positions[i]);
    }

    Linear linear(const ExpressionPtr& e) const {
        Linear result;
        const auto add_part = [&](std::size_t i, std::int64_t times) { result.add(linear(e->parts[i]), times); };
        switch (e->operation) {
            case Operation::number: result.constant = e->number; return result;
            case Operation::increment:
            case Operation::decrement:
                add_part(0, 1);
                result.constant += e->operation == Operation::increment ? 1 : -1;
                return result;
            case Operation::times: add_part(0, e->number); return result;
            case Operation::add:
            case Operation::subtract:
                add_part(0, 1);
                add_part(1, e->operation == Operation::add ? 1 : -1);
                return result;
            case Operation::divide: return divided(linear(e->parts[0]), e->number);
            case Operation::absolute: {
                const Linear inner = linear(e->parts[0]);
                const int sign = sign_of(inner.text());
                if (sign == 0) break;
                result.add(inner, sign);
                return result;
            }
            case Operation::logarithm: {
                const std::string atom = fmt::format("floor(log2({}))", linear(e->parts[0]).text());
                result.terms[atom] = 1;
                result.logarithms[atom] = e->parts[0];
                return result;
            }
            default: break;
        }
        result.terms[e->operation == Operation::leaf ? e->text : "(" + discover::text(e) + ")"] = 1;
        return result;
    }

  private:
    /// floor((x - 2*y)/2) is floor(x/2) - y.
    static Linear divided(const Linear& sum, std::int64_t by) {
        Linear whole, rest;
        for (const auto& [atom, c] : sum.terms) (c % by == 0 ? whole : rest).terms[atom] = c % by == 0 ? c / by : c;
        if (rest.terms.empty()) {
            whole.constant = sum.constant >= 0 ? sum.constant / by : -((by - 1 - sum.constant) / by);
            return whole;
        }
        rest.constant = sum.constant;
        const bool bare = rest.constant == 0 && rest.terms.size() == 1 && rest.terms.begin()->second == 1;
        whole.terms[fmt::format("floor({}/{})", bare ? rest.text() : "(" + rest.text() + ")", by)] = 1;
        return whole;
    }

    /// 1 or -1 where a term has this sign (or is 0) at all positions of the case that were sampled; 0: neither.
    int sign_of(const std::string& term) const {
        bool positive = true, negative = true;
        for (const auto& value : sample_.evaluate(term, positions_)) {
            if (!value) return 0;
            positive = positive && *value >= 0;
            negative = negative && *value <= 0;
        }
        return positive ? 1 : negative ? -1 : 0;
    }

    const Sample& sample_;
    std::vector<Position> positions_;
};

/// A case as a set of the positions that have the value s, and its value as a term.
struct Level {
    std::string set, value, condition;
    std::string
        scale;  // what is compared with powers of 2 where a smaller level is to be reached; empty: left to the prover
    bool special = false;  // has an odd part or a logarithm
};

std::optional<Level> odd_level(const Sample& sample, const Reader& reader, const Case& one, Level level) {
    const Linear of = reader.linear(one.value->parts[0]);
    const auto found = std::find_if(sample.coordinates.begin(), sample.coordinates.end(), [&](const std::string& x) {
        const auto term = of.terms.find(x);
        return term != of.terms.end() && term->second == 1;
    });
    if (found == sample.coordinates.end()) return std::nullopt;
    std::map<std::string, std::string> renamed;
    std::string element, loops = "n >= 0";
    Linear rest;
    for (const std::string& x : sample.coordinates)
        if (x != *found) renamed[x] = "m_" + x;
    for (const auto& [atom, c] : of.terms)
        if (atom != *found) rest.terms[replaced_names(atom, renamed)] = -c;
    rest.constant = -of.constant;
    rest.terms["(2*s + 1)*2^n"] = 1;
    for (const std::string& x : sample.coordinates) {
        element += (element.empty() ? "" : ", ") + (x == *found ? rest.text() : renamed[x]);
        if (x != *found) loops += fmt::format(", {} >= 0", renamed[x]);
    }
    renamed[*found] = "(" + rest.text() + ")";
    const std::string condition = level.condition.empty() ? "" : " if " + replaced_names(level.condition, renamed);
    level.set = fmt::format("{{ ({}) for {}{} }}", element, loops, condition);
    level.value = fmt::format("floor(({0})/2^(twos({0}) + 1))", of.text());
    level.scale = of.text();
    level.special = true;
    return level;
}

std::optional<Level> level_of(const Sample& sample, const Case& one) {
    const Reader reader(sample, one.conditions);
    Level level;
    level.condition = fmt::format("{}", fmt::join(one.conditions, " and "));
    if (one.value->operation == Operation::odd_half) return odd_level(sample, reader, one, level);
    Linear sum = reader.linear(one.value);
    const std::string before = level.condition.empty() ? "" : level.condition + " and ";
    level.value = sum.text();
    if (sum.logarithms.size() == 1 && sum.terms[sum.logarithms.begin()->first] == 1) {
        const std::string of = reader.linear(sum.logarithms.begin()->second).text();
        sum.terms.erase(sum.logarithms.begin()->first);
        const std::string v = sum.text();
        level.set = fmt::format("{{ {0}{1} <= s and 2^(s - ({1})) <= {2} < 2^(s - ({1}) + 1) }}", before, v, of);
        level.special = true;
    } else {
        level.set = fmt::format("{{ {}{} = s }}", before, level.value);
    }
    return level;
}

/// if c1 then v1 else if c2 ... with the values of the levels, in the order of the cases.
std::string formula_text(const ExpressionPtr& e, const std::vector<Level>& levels, std::size_t& next) {
    if (e->operation != Operation::choose) return levels[next++].value;
    const std::string yes = formula_text(e->parts[1], levels, next), no = formula_text(e->parts[2], levels, next);
    return fmt::format("(if {} then {} else {})", text(e->parts[0]), yes, no);
}

}  // namespace

std::vector<Phrasing> with_levels(const Sample& sample, const Guess& guess) {
    if (!guess.expression || sample.outcomes() || guess.kind != Kind::formula || sample.rules().players > 0 ||
        sample.piles > 0 || !sample.domain.empty())
        return {};
    for (const char* name : {"s", "n", "i"})
        if (std::count(sample.coordinates.begin(), sample.coordinates.end(), name) > 0) return {};
    std::vector<Case> cases;
    cases_of(guess.expression, {}, cases);
    if (cases.size() > kMostCases) return {};
    std::vector<Level> levels;
    for (const Case& one : cases) {
        const std::optional<Level> level = level_of(sample, one);
        if (!level) return {};
        levels.push_back(*level);
    }
    if (std::none_of(levels.begin(), levels.end(), [](const Level& level) { return level.special; })) return {};
    std::size_t next = 0;
    const std::string formula = formula_text(guess.expression, levels, next), position = "(" + sample.position() + ")";
    const std::string all = sample.variables();
    std::string at, sets, use, values;
    for (const std::string& x : sample.coordinates) at += fmt::format("{}{} = {}", at.empty() ? "" : ", ", x, x);
    Phrasing levels_phrasing = guess.plain;
    std::string& lemmas = levels_phrasing.lemmas;
    const auto claim = [&](const std::string& label, const std::string& loops, const std::string& body,
                           std::int64_t most_levels) {
        lemmas += fmt::format("claim \"{}\" {} for {}: {}  to {}{}\n", label, sample.where, loops, body, kTo,
                              most_levels > 0 ? fmt::format(", s <= {}", most_levels) : "");
    };
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const Level& level = levels[i];
        levels_phrasing.definitions += fmt::format("set S{}(s) = {}\n", i, level.set);
        sets += fmt::format("{}S{}(s)", i ? " | " : "", i);
        const std::string where = level.condition.empty() ? "" : " if " + level.condition;
        claim(fmt::format("has {}", i), all + where, fmt::format("{} in S{}({})", position, i, level.value), 0);
        claim(fmt::format("reach {}", i),
              fmt::format("s >= 0, {} if {}{}s < {}", all, level.condition, level.condition.empty() ? "" : " and ",
                          level.value),
              fmt::format("options{} & G(s) != {{}}{}{}", position, level.scale.empty() ? "" : " scale ", level.scale),
              kLevels);
        use += fmt::format(" using \"has {0}\" at {1} using \"reach {0}\" at s = s, {1}", i, at);
        values += fmt::format("{}using \"values {}\" at {}", i ? " " : "", i, at);
    }
    levels_phrasing.definitions += fmt::format("set G(s) = {}\n", sets);
    claim("one value", fmt::format("s >= 0, {} in G(s)", position), fmt::format("s = ({})", formula), kLevels);
    claim("inside", fmt::format("s >= 0, {} in G(s)", position), fmt::format("options{} & G(s) = {{}}", position),
          kLevels);
    claim("outside", fmt::format("s >= 0, {} if not (exists 0 <= i <= s: {} in G(i))", all, position),
          fmt::format("options{} & G(s) != {{}}\n {}", position, use), kFewLevels);
    claim(
        "sets", "s >= 0",
        fmt::format("{{ grundy = s }} = G(s)\n  using \"inside\" at s = s, {0} using \"one value\" at s = s, {0} using "
                    "\"outside\" at s = s, {0}",
                    at),
        0);
    for (std::size_t i = 0; i < levels.size(); ++i)
        claim(fmt::format("values {}", i), all + (levels[i].condition.empty() ? "" : " if " + levels[i].condition),
              fmt::format("grundy{0} = {1}\n  using \"has {2}\" at {3} using \"sets\" at s = {1}", position,
                          levels[i].value, i, at),
              0);
    levels_phrasing.name = "values as levels";
    levels_phrasing.statement = fmt::format("grundy{} = {}", position, formula);
    levels_phrasing.hints = values;
    return {levels_phrasing};
}

}  // namespace bouton::discover
