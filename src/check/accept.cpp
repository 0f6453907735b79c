#include "check/accept.hpp"

#include <fmt/format.h>

namespace bouton::kernel {

namespace {

constexpr int kDeepest = 1000;  // of a tree

[[noreturn]] void refuse(const std::string& what) { throw Unsupported{what}; }

Json number(const Integer& value) {
    if (fits(value) && abs(value) < (Integer(1) << 53)) return clamp(value);
    return value.str();
}

Integer integer(const Json& json) {
    if (json.is_number_integer()) return Integer(json.get<std::int64_t>());
    if (!json.is_string()) refuse("a number that is none");
    const std::string& text = json.get_ref<const std::string&>();
    const bool negative = text.starts_with('-');
    const std::string digits = text.substr(negative ? 1 : 0);
    if (digits.empty() || digits.size() > 100000 || digits.find_first_not_of("0123456789") != std::string::npos)
        refuse("a number that is none");
    const Integer value = integer_from(digits);
    return negative ? Integer(-value) : value;
}

std::size_t index(const Json& json) {
    if (!json.is_number_unsigned()) refuse("an entry that is none");
    return json.get<std::size_t>();
}

Sum read_sum(const Json& json, std::size_t from) {
    if (!json.is_array() || (json.size() - from) % 2 != 0) refuse("a sum that is none");
    Sum sum;
    for (std::size_t i = from; i + 1 < json.size(); i += 2) sum.emplace_back(index(json[i]), integer(json[i + 1]));
    return sum;
}

Tree read_tree(const Json& json, int depth = 0) {
    if (depth > kDeepest) refuse("a tree that is too deep");
    if (!json.is_array() || json.empty() || !json[0].is_string()) refuse("a tree that is none");
    Tree tree;
    const std::string kind = json[0];
    if (kind == "leaf") {
        tree.sum = read_sum(json, 1);
    } else if (kind == "cut") {
        if (json.size() != 4) refuse("a cut that is none");
        tree.kind = Tree::Kind::cut;
        tree.divisor = integer(json[1]);
        tree.sum = read_sum(json[2], 0);
        tree.cases.push_back(read_tree(json[3], depth + 1));
    } else if (kind == "split" && json.size() >= 2) {
        tree.kind = Tree::Kind::split;
        tree.entry = index(json[1]);
        for (std::size_t i = 2; i < json.size(); ++i) tree.cases.push_back(read_tree(json[i], depth + 1));
    } else {
        refuse("a tree that is none");
    }
    return tree;
}

Step read_step(Terms& terms, const Json& json) {
    if (!json.is_array() || json.empty()) refuse("a step that is none");
    Step step;
    if (json[0].is_string()) {
        step.fact = fact_of(json[0].get<std::string>());
        if (!step.fact) refuse("an unknown fact");
    } else {
        step.entry = index(json[0]);
    }
    for (std::size_t i = 1; i < json.size(); ++i) {
        if (json[i].is_null())
            step.values.emplace_back();
        else if (json[i].is_string())
            step.values.emplace_back(read_term(terms, json[i].get<std::string>()));
        else
            refuse("a value that is no term");
    }
    return step;
}

std::vector<std::string> texts(const Json& json) {
    std::vector<std::string> all;
    if (!json.is_array()) refuse("a list that is none");
    for (const Json& text : json) {
        if (!text.is_string() || text.get_ref<const std::string&>().size() > 1000) refuse("a term that is too long");
        all.push_back(text);
    }
    return all;
}

/// The claim in one of its two readings, with its goals.
struct Reading {
    Reading(const lang::Document& document, const syntax::Claim& claim, NamedSets named_sets, const Plan& plan,
            const Watch& watch)
        : theorem(document, claim, named_sets, &watch), goals(theorem.goals(plan)) {}
    Theorem theorem;
    std::vector<Goal> goals;
};

}  // namespace

Json to_json(const Tree& tree) {
    Json json = Json::array();
    const auto add_sum = [&](Json& to) {
        for (const auto& [entry, multiplier] : tree.sum) {
            to.push_back(entry);
            to.push_back(number(multiplier));
        }
    };
    switch (tree.kind) {
        case Tree::Kind::leaf:
            json.push_back("leaf");
            add_sum(json);
            break;
        case Tree::Kind::cut: {
            json.push_back("cut");
            json.push_back(number(tree.divisor));
            Json sum = Json::array();
            add_sum(sum);
            json.push_back(std::move(sum));
            json.push_back(to_json(tree.cases.at(0)));
            break;
        }
        case Tree::Kind::split:
            json.push_back("split");
            json.push_back(tree.entry);
            for (const Tree& part : tree.cases) json.push_back(to_json(part));
            break;
    }
    return json;
}

Json to_json(Terms& terms, const Step& step) {
    Json json = Json::array();
    if (step.fact)
        json.push_back(name_of(*step.fact));
    else
        json.push_back(step.entry);
    for (const auto& value : step.values) json.push_back(value ? Json(terms.text(*value)) : Json());
    return json;
}

Json to_json(const Plan& plan) {
    return {{"scheme", name_of(plan.scheme)}, {"falls", plan.falls}, {"earlier", plan.earlier}};
}

Tree tree_of(const Json& json) { return read_tree(json); }
Step step_of(Terms& terms, const Json& json) { return read_step(terms, json); }

Plan plan_of(const Json& proof) {
    const auto scheme = scheme_of(proof.at("scheme").get<std::string>());
    if (!scheme) refuse("an unknown scheme");
    return {*scheme, texts(proof.at("falls")), texts(proof.at("earlier"))};
}

std::string check_proof(const lang::Document& document, const syntax::Claim& claim, const Json& proof,
                        const Watch& watch, const Seen& seen) {
    std::string where;
    try {
        const Plan plan = plan_of(proof);
        const Json& goals = proof.at("goals");
        Reading defined(document, claim, NamedSets::defined, plan, watch);
        std::unique_ptr<Reading> opaque;
        if (!goals.is_array() || goals.size() != defined.goals.size())
            return fmt::format("the claim has {} goals, the proof {}", defined.goals.size(), goals.size());
        if (goals.empty()) return "nothing is shown";
        for (std::size_t i = 0; i < goals.size(); ++i) {
            where = defined.goals[i].name + ": ";
            const bool names = goals[i].at("named_sets").get<bool>();
            if (names && !opaque) opaque = std::make_unique<Reading>(document, claim, NamedSets::opaque, plan, watch);
            Reading& reading = names ? *opaque : defined;
            if (reading.goals.size() != defined.goals.size()) return where + "the two readings have other goals";
            Sequent sequent(reading.theorem, reading.goals[i]);
            for (const Json& step : goals[i].at("steps")) {
                watch.check();
                sequent.apply(read_step(reading.theorem.terms(), step));
            }
            const std::string wrong = check_tree(read_tree(goals[i].at("tree")), sequent.entries(), watch);
            if (!wrong.empty()) return where + wrong;
            if (seen) seen(sequent.entries());
        }
    } catch (const Unsupported& unsupported) {
        return where + unsupported.what;
    } catch (const Json::exception&) {
        return where + "the proof does not say what it must";
    }
    return "";
}

}  // namespace bouton::kernel
