// Polynomials are written here once more (lang/linear.hpp), on purpose; proofs/goals and formal/ use these.
#include "check/term.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace bouton::kernel {

Poly constant(const Integer& value) {
    Poly p;
    if (value != 0) p[{}] = value;
    return p;
}

Poly operator+(Poly a, const Poly& b) {
    for (const auto& [monomial, c] : b) {
        const auto at = a.try_emplace(monomial, 0).first;
        at->second += c;
        if (at->second == 0) a.erase(at);
    }
    return a;
}

Poly operator*(const Integer& c, Poly a) {
    if (c == 0) return {};
    for (auto& term : a) term.second *= c;
    return a;
}

Poly operator-(Poly a, const Poly& b) { return std::move(a) + Integer(-1) * b; }

Poly operator*(const Poly& a, const Poly& b) {
    Poly product;
    for (const auto& [m, c] : a)
        for (const auto& [n, d] : b) {
            Monomial both = m;
            both.insert(both.end(), n.begin(), n.end());
            std::sort(both.begin(), both.end());
            product = std::move(product) + Poly{{both, c * d}};
        }
    return product;
}

bool is_constant(const Poly& p) { return p.empty() || (p.size() == 1 && p.begin()->first.empty()); }

Integer constant_part(const Poly& p) {
    const auto found = p.find({});
    return found == p.end() ? Integer(0) : found->second;
}

namespace {

FormulaPtr make(Formula::Kind kind, std::vector<FormulaPtr> parts) {
    auto f = std::make_shared<Formula>();
    f->kind = kind;
    f->parts = std::move(parts);
    return f;
}

FormulaPtr compare(Formula::Kind kind, Poly p) {
    if (is_constant(p)) {
        const Integer c = constant_part(p);
        const bool holds = kind == Formula::Kind::zero ? c == 0 : kind == Formula::Kind::not_zero ? c != 0 : c <= 0;
        return holds ? truth() : falsity();
    }
    auto f = std::make_shared<Formula>();
    f->kind = kind;
    f->poly = std::move(p);
    return f;
}

FormulaPtr joined(Formula::Kind kind, std::vector<FormulaPtr> parts) {
    const auto other = kind == Formula::Kind::all ? Formula::Kind::any : Formula::Kind::all;
    std::vector<FormulaPtr> flat;
    for (const FormulaPtr& part : parts) {
        if (part->kind == other && part->parts.empty()) return part;  // false in a conjunction, true in a disjunction
        if (part->kind == kind)
            flat.insert(flat.end(), part->parts.begin(), part->parts.end());
        else
            flat.push_back(part);
    }
    return flat.size() == 1 ? flat[0] : make(kind, std::move(flat));
}

FormulaPtr quantified(Formula::Kind kind, std::vector<AtomId> variables, const FormulaPtr& body) {
    const bool is_plain = body->kind == Formula::Kind::all || body->kind == Formula::Kind::any;
    if (is_plain && body->parts.empty()) return body;  // true or false
    if (variables.empty() || body->kind == kind) {
        if (variables.empty()) return body;
        std::vector<AtomId> all = std::move(variables);
        all.insert(all.end(), body->variables.begin(), body->variables.end());
        return quantified(kind, std::move(all), body->parts[0]);
    }
    auto f = std::make_shared<Formula>();
    f->kind = kind;
    f->variables = std::move(variables);
    f->parts = {body};
    return f;
}

}  // namespace

FormulaPtr truth() { return make(Formula::Kind::all, {}); }
FormulaPtr falsity() { return make(Formula::Kind::any, {}); }
FormulaPtr both(std::vector<FormulaPtr> parts) { return joined(Formula::Kind::all, std::move(parts)); }
FormulaPtr either(std::vector<FormulaPtr> parts) { return joined(Formula::Kind::any, std::move(parts)); }
FormulaPtr implies(const FormulaPtr& a, const FormulaPtr& b) { return either({negated(a), b}); }
FormulaPtr at_most(const Poly& a, const Poly& b) { return compare(Formula::Kind::at_most_zero, a - b); }
FormulaPtr less(const Poly& a, const Poly& b) { return compare(Formula::Kind::at_most_zero, a - b + constant(1)); }
FormulaPtr equal(const Poly& a, const Poly& b) { return compare(Formula::Kind::zero, a - b); }
FormulaPtr not_equal(const Poly& a, const Poly& b) { return compare(Formula::Kind::not_zero, a - b); }
FormulaPtr for_all(std::vector<AtomId> variables, const FormulaPtr& body) {
    return quantified(Formula::Kind::for_all, std::move(variables), body);
}
FormulaPtr exists(std::vector<AtomId> variables, const FormulaPtr& body) {
    return quantified(Formula::Kind::exists, std::move(variables), body);
}

FormulaPtr negated(const FormulaPtr& f) {
    const auto parts = [&] {
        std::vector<FormulaPtr> result;
        for (const FormulaPtr& part : f->parts) result.push_back(negated(part));
        return result;
    };
    switch (f->kind) {
        case Formula::Kind::all: return either(parts());
        case Formula::Kind::any: return both(parts());
        case Formula::Kind::at_most_zero: return less({}, f->poly);
        case Formula::Kind::zero: return compare(Formula::Kind::not_zero, f->poly);
        case Formula::Kind::not_zero: return compare(Formula::Kind::zero, f->poly);
        case Formula::Kind::for_all: return exists(f->variables, negated(f->parts[0]));
        case Formula::Kind::exists: return for_all(f->variables, negated(f->parts[0]));
    }
    return f;
}

// ---- Terms

namespace {

std::string key_of(const Poly& p) {
    std::string key;
    for (const auto& [monomial, c] : p) {
        key += c.str();
        for (const AtomId atom : monomial) key += "*" + std::to_string(atom);
        key += "+";
    }
    return key;
}

}  // namespace

std::string key_of(const FormulaPtr& f) {
    std::string key = std::to_string(static_cast<int>(f->kind)) + "[" + key_of(f->poly);
    for (const AtomId v : f->variables) key += "," + std::to_string(v);
    for (const FormulaPtr& part : f->parts) key += ";" + key_of(part);
    return key + "]";
}

AtomId Terms::intern(Atom atom) {
    if (watch_ && ++steps_ % 256 == 0) watch_->check();
    std::string key = std::to_string(static_cast<int>(atom.kind)) + atom.name;
    for (const Poly& arg : atom.args) key += "|" + key_of(arg);
    if (atom.condition) key += "?" + key_of(atom.condition);
    const auto [at, fresh] = ids_.try_emplace(key, static_cast<AtomId>(atoms_.size()));
    if (!fresh) return at->second;
    if (atom.kind == Atom::Kind::variable) atom.bound.insert(at->second);
    for (const Poly& arg : atom.args) atom.bound.merge(variables(arg));
    if (atom.condition) atom.bound.merge(variables(atom.condition));
    atoms_.push_back(std::move(atom));
    return at->second;
}

AtomId Terms::new_variable(const std::string& name, int origin) {
    std::string clean;
    for (const char c : name) clean += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    const int copy = names_[clean]++;
    Atom atom;
    atom.name = fmt::format("{}.{}", clean, copy);
    atom.origin = origin;
    return intern(std::move(atom));
}

AtomId Terms::named_variable(const std::string& name, int origin) {
    Atom atom;
    atom.name = name;
    atom.origin = origin;
    return intern(std::move(atom));
}

std::optional<AtomId> Terms::find_variable(const std::string& name) const {
    const auto found = ids_.find(std::to_string(static_cast<int>(Atom::Kind::variable)) + name);
    if (found == ids_.end()) return std::nullopt;
    return found->second;
}

AtomId Terms::call_id(const std::string& function, std::vector<Poly> args) {
    Atom atom;
    atom.kind = Atom::Kind::call;
    atom.name = function;
    atom.args = std::move(args);
    return intern(std::move(atom));
}

Poly Terms::quotient(const Poly& dividend, const Poly& divisor) {
    if (is_constant(divisor)) {
        const Integer d = constant_part(divisor);
        if (d < 0) return quotient(Integer(-1) * dividend, constant(-d));
        if (d == 1) return dividend;
        if (d > 0) {  // multiples of the divisor come out
            Poly whole, rest;
            for (const auto& [monomial, c] : dividend) {
                const Integer q = arithmetic::floor_divide(c, d);
                whole = std::move(whole) + Poly{{monomial, q}};
                if (q == 0) whole.erase(monomial);
                if (c - q * d != 0) rest[monomial] = c - q * d;
            }
            if (is_constant(rest)) return whole;  // less than the divisor
            Atom atom;
            atom.kind = Atom::Kind::quotient;
            atom.args = {rest, divisor};
            return whole + of(intern(std::move(atom)));
        }
    }
    Atom atom;
    atom.kind = Atom::Kind::quotient;
    atom.args = {dividend, divisor};
    return of(intern(std::move(atom)));
}

Poly Terms::remainder(const Poly& dividend, const Poly& divisor) {
    return dividend - divisor * quotient(dividend, divisor);
}

Poly Terms::power(int base, const Poly& exponent) {
    if (is_constant(exponent)) {
        const Integer e = constant_part(exponent);
        if (e >= 0 && e <= 4096) return constant(arithmetic::power(Integer(base), e));
    }
    return call(power_name(base), {exponent});
}

Poly Terms::choose(const FormulaPtr& condition, const Poly& then, const Poly& otherwise) {
    if (condition->parts.empty() && condition->kind == Formula::Kind::all) return then;
    if (condition->parts.empty() && condition->kind == Formula::Kind::any) return otherwise;
    if (then == otherwise) return then;
    Atom atom;
    atom.kind = Atom::Kind::choose;
    atom.args = {then, otherwise};
    atom.condition = condition;
    return of(intern(std::move(atom)));
}

std::set<AtomId> Terms::variables(const Poly& p) const {
    std::set<AtomId> result;
    for (const auto& term : p)
        for (const AtomId atom : term.first) {
            const auto& bound = (*this)[atom].bound;
            result.insert(bound.begin(), bound.end());
        }
    return result;
}

std::set<AtomId> Terms::variables(const FormulaPtr& f) const {
    std::set<AtomId> result = variables(f->poly);
    for (const FormulaPtr& part : f->parts) result.merge(variables(part));
    for (const AtomId v : f->variables) result.erase(v);
    return result;
}

Poly Terms::substitute(const Poly& p, const Substitution& s) {
    Poly result;
    for (const auto& [monomial, c] : p) {
        Poly term = constant(c);
        for (const AtomId id : monomial) {
            const Atom& atom = (*this)[id];
            const bool touched =
                std::any_of(atom.bound.begin(), atom.bound.end(), [&](AtomId v) { return s.contains(v); });
            if (!touched) {
                term = term * of(id);
                continue;
            }
            if (atom.kind == Atom::Kind::variable) {
                term = term * s.at(id);
                continue;
            }
            std::vector<Poly> args;
            for (const Poly& arg : atom.args) args.push_back(substitute(arg, s));
            switch (atom.kind) {
                case Atom::Kind::quotient: term = term * quotient(args[0], args[1]); break;
                case Atom::Kind::choose: term = term * choose(substitute(atom.condition, s), args[0], args[1]); break;
                default:
                    if (atom.name.starts_with("pow"))
                        term = term * power(std::stoi(atom.name.substr(3)), args[0]);
                    else
                        term = term * call(atom.name, std::move(args));
            }
        }
        result = std::move(result) + term;
    }
    return result;
}

FormulaPtr Terms::substitute(const FormulaPtr& f, const Substitution& s) {
    std::vector<FormulaPtr> parts;
    for (const FormulaPtr& part : f->parts) parts.push_back(substitute(part, s));
    switch (f->kind) {
        case Formula::Kind::all: return both(std::move(parts));
        case Formula::Kind::any: return either(std::move(parts));
        case Formula::Kind::for_all: return for_all(f->variables, parts[0]);
        case Formula::Kind::exists: return exists(f->variables, parts[0]);
        default: return compare(f->kind, substitute(f->poly, s));
    }
}

// ---- text

std::string number_text(const Integer& value) { return value < 0 ? "(- " + Integer(-value).str() + ")" : value.str(); }

std::string Terms::atom_text(AtomId id) const {
    if (names_in_text_) {
        const auto found = names_in_text_->atoms.find(id);
        if (found != names_in_text_->atoms.end()) return found->second;
    }
    const Atom& atom = (*this)[id];
    switch (atom.kind) {
        case Atom::Kind::variable: return atom.name;
        case Atom::Kind::quotient:
            return fmt::format("({} {} {})", is_constant(atom.args[1]) ? "div" : "quo", text(atom.args[0]),
                               text(atom.args[1]));
        case Atom::Kind::choose:
            return fmt::format("(ite {} {} {})", text(atom.condition), text(atom.args[0]), text(atom.args[1]));
        case Atom::Kind::call: break;
    }
    if (atom.args.empty()) return atom.name;
    std::string result = "(" + atom.name;
    for (const Poly& arg : atom.args) result += " " + text(arg);
    return result + ")";
}

std::string Terms::text(const Poly& p) const {
    if (p.empty()) return "0";
    std::vector<std::string> parts;
    for (const auto& [monomial, c] : p) {
        std::string product;
        if (names_in_text_ && monomial.size() > 1) {
            const auto found = names_in_text_->products.find(monomial);
            if (found != names_in_text_->products.end()) product = found->second;
        }
        const bool named = !product.empty();
        for (const AtomId atom : monomial) {
            if (named) break;
            product = product.empty() ? atom_text(atom) : "(mul " + product + " " + atom_text(atom) + ")";
        }
        if (product.empty())
            parts.push_back(number_text(c));
        else if (c == 1)
            parts.push_back(product);
        else
            parts.push_back("(* " + number_text(c) + " " + product + ")");
    }
    if (parts.size() == 1) return parts[0];
    return fmt::format("(+ {})", fmt::join(parts, " "));
}

std::string Terms::text(const FormulaPtr& f) const {
    const auto parts = [&](const char* op) {
        std::string result = std::string("(") + op;
        for (const FormulaPtr& part : f->parts) result += " " + text(part);
        return result + ")";
    };
    const auto quantifier = [&](const char* op) {
        std::string names;
        for (const AtomId v : f->variables) names += fmt::format("({} Int)", atom_text(v));
        return fmt::format("({} ({}) {})", op, names, text(f->parts[0]));
    };
    // p <= 0 and p = 0 with the positive terms on one side and the negative ones on the other
    const auto comparison = [&](const char* op) {
        Poly left, right;
        for (const auto& [monomial, c] : f->poly) (c > 0 ? left : right)[monomial] = c > 0 ? c : Integer(-c);
        return fmt::format("({} {} {})", op, text(left), text(right));
    };
    switch (f->kind) {
        case Formula::Kind::all: return f->parts.empty() ? "true" : parts("and");
        case Formula::Kind::any: return f->parts.empty() ? "false" : parts("or");
        case Formula::Kind::at_most_zero: return comparison("<=");
        case Formula::Kind::zero: return comparison("=");
        case Formula::Kind::not_zero: return "(not " + comparison("=") + ")";
        case Formula::Kind::for_all: return quantifier("forall");
        case Formula::Kind::exists: return quantifier("exists");
    }
    return "";
}

void for_each_atom(const Terms& terms, const Poly& p, const std::function<void(AtomId)>& visit) {
    for (const auto& term : p)
        for (const AtomId id : term.first) {
            const Atom& atom = terms[id];
            for (const Poly& arg : atom.args) for_each_atom(terms, arg, visit);
            if (atom.condition) for_each_atom(terms, atom.condition, visit);
            visit(id);
        }
}

void for_each_atom(const Terms& terms, const FormulaPtr& f, const std::function<void(AtomId)>& visit) {
    for_each_atom(terms, f->poly, visit);
    for (const FormulaPtr& part : f->parts) for_each_atom(terms, part, visit);
}

}  // namespace bouton::kernel
