// Terms as text: s-expressions, as Terms::text writes them.
#include "check/accept.hpp"

namespace bouton::kernel {

namespace {

constexpr int kDeepest = 500;

[[noreturn]] void refuse() { throw Unsupported{"a term that cannot be read"}; }

class TermReader {
  public:
    TermReader(Terms& terms, const std::string& text) : terms_(terms), text_(text) {}

    Poly whole() {
        Poly p = term();
        skip();
        if (at_ != text_.size()) refuse();
        return p;
    }

  private:
    void skip() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    bool eat(char c) {
        skip();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    std::string word() {
        skip();
        const std::size_t start = at_;
        while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '(' && text_[at_] != ')') ++at_;
        if (start == at_) refuse();
        return text_.substr(start, at_ - start);
    }
    static bool is_number(const std::string& word) {
        return word.find_first_not_of("0123456789") == std::string::npos && word.size() <= 10000;
    }
    std::vector<Poly> rest() {
        std::vector<Poly> all;
        while (!eat(')')) all.push_back(term());
        return all;
    }

    Poly term() {
        if (++depth_ > kDeepest) refuse();
        Poly result = inner();
        --depth_;
        return result;
    }

    Poly inner() {
        if (!eat('(')) {
            const std::string name = word();
            if (is_number(name)) return constant(integer_from(name));
            if (const auto variable = terms_.find_variable(name)) return Terms::of(*variable);
            if (name.starts_with("least_")) return terms_.call(name, {});
            refuse();
        }
        const std::string head = word();
        if (head == "ite") {
            const FormulaPtr condition = formula();
            const std::vector<Poly> both = rest();
            if (both.size() != 2) refuse();
            return terms_.choose(condition, both[0], both[1]);
        }
        const std::vector<Poly> args = rest();
        const auto need = [&](std::size_t count) {
            if (args.size() != count) refuse();
        };
        if (head == "+") {
            Poly sum;
            for (const Poly& p : args) sum = std::move(sum) + p;
            return sum;
        }
        if (head == "-") return need(1), Integer(-1) * args[0];
        if (head == "*" || head == "mul") return need(2), args[0] * args[1];
        if (head == "div" || head == "quo") return need(2), terms_.quotient(args[0], args[1]);
        if (head.starts_with("pow") && head.size() > 3 && head.size() < 8 && is_number(head.substr(3))) {
            need(1);
            return terms_.power(std::stoi(head.substr(3)), args[0]);
        }
        // What else begins with pow is no function of the file: those have names with f_ before them.
        if (args.empty() || head.starts_with("pow") || head.find_first_of("<=>&|#.$") != std::string::npos) refuse();
        return terms_.call(head, args);
    }

    /// The condition of an `ite`: no quantifiers.
    FormulaPtr formula() {
        if (++depth_ > kDeepest) refuse();
        FormulaPtr result;
        if (!eat('(')) {
            const std::string name = word();
            if (name != "true" && name != "false") refuse();
            result = name == "true" ? truth() : falsity();
        } else {
            const std::string head = word();
            if (head == "<=" || head == "=") {
                const std::vector<Poly> sides = rest();
                if (sides.size() != 2) refuse();
                result = head == "=" ? equal(sides[0], sides[1]) : at_most(sides[0], sides[1]);
            } else {
                std::vector<FormulaPtr> parts;
                while (!eat(')')) parts.push_back(formula());
                if (head == "not" && parts.size() == 1)
                    result = negated(parts[0]);
                else if (head == "and" || head == "or")
                    result = head == "and" ? both(std::move(parts)) : either(std::move(parts));
                else
                    refuse();
            }
        }
        --depth_;
        return result;
    }

    Terms& terms_;
    const std::string& text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

Poly read_term(Terms& terms, const std::string& text) { return TermReader(terms, text).whole(); }

}  // namespace bouton::kernel
