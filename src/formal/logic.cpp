#include "formal/logic.hpp"

#include <fmt/format.h>

namespace bouton::formal {

using kernel::Formula;
using kernel::Unsupported;
using Kind = Formula::Kind;

std::vector<FormulaPtr> conjuncts(const FormulaPtr& f) {
    return f->kind == Kind::all ? f->parts : std::vector<FormulaPtr>{f};
}

std::string joined(const std::vector<std::string>& all, const char* between) {
    return fmt::format("{}", fmt::join(all, between));
}

std::string contradiction(const FormulaPtr& f, const std::string& h, const std::string& n, int depth) {
    if (!has_quantifier(f)) return fmt::format("clear -{} {}; linear.", h, n);
    if (is_refusal(f)) return fmt::format("exact ({} {}).", h, n);
    const std::size_t count = f->parts.size();
    std::vector<std::string> parts, variables;
    const bool all = f->kind == Kind::all, outer = f->kind == Kind::exists;
    const std::string &cases = all ? n : h, &list = all ? h : n;
    if (all || f->kind == Kind::any) {
        for (std::size_t i = 0; i < count; ++i) parts.push_back(fmt::format("{}_{}", list, i));
        std::string text = fmt::format("destruct {} as {}. destruct {} as {}.", list, all_pattern(parts), cases,
                                       any_pattern(std::vector<std::string>(count, cases)));
        for (std::size_t i = 0; i < count; ++i)
            text += "\n { " + contradiction(f->parts[i], all ? parts[i] : h, all ? n : parts[i], depth + 1) + " }";
        return text;
    }
    const std::string &some = outer ? h : n, &every = outer ? n : h;
    std::string pattern = some;
    for (std::size_t i = 0; i < f->variables.size(); ++i) variables.push_back(fmt::format("w{}_{}", depth, i));
    for (auto name = variables.rbegin(); name != variables.rend(); ++name) pattern = "[" + *name + " " + pattern + "]";
    return fmt::format("destruct {} as {}. specialize ({} {}). ", some, pattern, every, joined(variables, " ")) +
           contradiction(f->parts[0], h, n, depth + 1);
}

std::string for_every(const FormulaPtr& f, const std::string& end, Printer& printer, int depth) {
    const auto within = [&](const std::string& tactics) {
        std::string text = end;
        return text.replace(text.find('@'), 1, tactics);
    };
    const std::string c = "c" + std::to_string(depth);
    if (!has_quantifier(f))
        return fmt::format("by_cases {} ({}).\n {{ exfalso. {} }}\n exact {}.", c, printer.formula(f),
                           within("clear -" + c + "; linear."), c);
    if (is_refusal(f)) return fmt::format("intros {}. {}", c, within("exact " + c + "."));
    if (f->kind == Kind::for_all) {
        std::vector<std::string> names;
        for (const AtomId v : f->variables) names.push_back(printer.declare(v));
        return fmt::format("intros {}. ", joined(names, " ")) +
               for_every(f->parts[0], within("exists " + joined(names, ", ") + ". @"), printer, depth + 1);
    }
    const auto chosen = [](std::string choice) {
        return choice.empty() ? choice : choice.substr(0, choice.size() - 2) + ". ";
    };
    const std::size_t count = f->parts.size();
    if (f->kind == Kind::all) {
        std::string text = conjunction_of(count);
        for (std::size_t i = 0; i < count; ++i)
            text +=
                "\n { " + for_every(f->parts[i], within(chosen(selecting(i, count)) + "@"), printer, depth + 1) + " }";
        return text;
    }
    std::vector<FormulaPtr> plain;
    std::string witness = conjunction_of(count);
    std::size_t at = count;
    for (std::size_t i = 0; i < count; ++i) {
        if (has_quantifier(f->parts[i]) && at < count)
            throw Unsupported{"a choice between two statements about all numbers"};
        if (has_quantifier(f->parts[i])) at = i;
        if (!has_quantifier(f->parts[i])) plain.push_back(f->parts[i]);
        witness += has_quantifier(f->parts[i]) ? "{ @ }" : "{ clear -" + c + "; linear. }";
    }
    if (f->kind != Kind::any || at == count) throw Unsupported{"a claim \"there is x such that for all y\""};
    return fmt::format("by_cases {} ({}).\n {{ {}{} }}\n clear -{}; tauto.", c, printer.formula(kernel::either(plain)),
                       chosen(selecting(at, count)), for_every(f->parts[at], within(witness), printer, depth + 1), c);
}

}  // namespace bouton::formal
