#include "render/report_claims.hpp"

#include "lang/print.hpp"
#include "render/formula.hpp"
#include "render/parts.hpp"
#include "render/proofs.hpp"

#include <algorithm>
#include <functional>

namespace bouton::render {

namespace {

constexpr std::size_t kShownOfCertificate = 4000;  // characters; the file has the rest

/// What a paper is read for. Lemmas, remarks, examples and claims help, and can wait.
bool is_main(const std::string& name) {
    static constexpr const char* kKinds[] = {"theorem ", "proposition ", "corollary ", "conjecture ", "formula "};
    return std::any_of(std::begin(kKinds), std::end(kKinds), [&](const char* kind) { return name.starts_with(kind); });
}

/// Every name that a term mentions.
void names_in(const syntax::Term& term, std::set<std::string>& names);

void names_in(const std::vector<syntax::Binding>& bindings, std::set<std::string>& names) {
    for (const syntax::Binding& binding : bindings)
        for (const syntax::Term& each : binding.terms) names_in(each, names);
}

void names_in(const syntax::Term& term, std::set<std::string>& names) {
    if (term.kind == syntax::Term::Kind::name || term.kind == syntax::Term::Kind::call) names.insert(term.text);
    for (const syntax::Term& part : term.parts) names_in(part, names);
    names_in(term.bindings, names);
}

/// The definitions of the file that a claim rests on, also through each other, in the order of the file.
std::vector<const syntax::Definition*> definitions_of(const syntax::Claim& claim, const syntax::File& file) {
    std::set<std::string> names;
    for (const auto* term : {&claim.statement, &claim.condition, &claim.assumption, &claim.preperiod})
        if (*term) names_in(**term, names);
    for (const syntax::Argument& argument : claim.arguments) names_in(argument.value, names);
    names_in(claim.bindings, names);
    names_in(claim.assumption_bindings, names);
    for (std::size_t before = 0; before != names.size();) {
        before = names.size();
        for (const syntax::Definition& definition : file.definitions)
            if (names.count(definition.name) > 0) names_in(definition.value, names);
    }
    std::vector<const syntax::Definition*> result;
    for (const syntax::Definition& definition : file.definitions)
        if (names.count(definition.name) > 0) result.push_back(&definition);
    return result;
}

std::string joined(const std::vector<syntax::Term>& terms) {
    std::string text;
    for (const syntax::Term& term : terms) text += (text.empty() ? "" : ", ") + mathml_of(term);
    return text;
}

}  // namespace

ClaimsPart::ClaimsPart(const Study& study, Writer& page) : study_(study), page_(page) {
    bool any = false;
    for (std::size_t i = 0; i < study.claims.size(); ++i) {
        places_.try_emplace(study.claims[i].claim, i);
        any = any || is_main(study.claims[i].claim);
    }
    for (const ProofVerdict& verdict : study.claims)
        main_.push_back(!any || is_main(verdict.claim) || !verdict.as_expected());
}

std::string ClaimsPart::link(std::size_t index) const {
    return fmt::format("<a href=\"#claim-{}\">{}</a>", index + 1, html(study_.claims[index].claim));
}

std::string ClaimsPart::link(const std::string& name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? html(name) : link(found->second);
}

const syntax::Claim* ClaimsPart::written(const ProofVerdict& verdict) const {
    if (!study_.document) return nullptr;
    for (const syntax::Claim& claim : study_.document->file.claims)
        if (lang::full_name(claim) == verdict.claim) return &claim;
    return nullptr;
}

void ClaimsPart::unexpected() {
    const std::size_t wrong = count(study_.claims, Standing::unexpected);
    if (wrong == 0) return;
    page_.add("<section class=\"alarm\" id=\"unexpected\">\n<h2>{} NOT as expected</h2>\n<ul>\n",
              wrong == 1 ? "One claim is" : fmt::format("{} claims are", wrong));
    for (std::size_t i = 0; i < study_.claims.size(); ++i) {
        const ProofVerdict& verdict = study_.claims[i];
        if (verdict.as_expected()) continue;
        page_.add("<li>{}: {} {}; {}.</li>\n", link(i), html(kind_words(verdict)), typeset(shown(verdict)),
                  typeset(expectation(verdict)));
    }
    page_.add("</ul>\n</section>\n");
}

void ClaimsPart::errata() {
    if (count(study_.claims, Standing::refuted) == 0) return;
    page_.add("<section class=\"errata\" id=\"errata\">\n<h2>{}</h2>\n<ul>\n",
              study_.title.empty() ? "False as stated" : "Errata: false as printed");
    for (std::size_t i = 0; i < study_.claims.size(); ++i) {
        const ProofVerdict& verdict = study_.claims[i];
        if (standing(verdict) != Standing::refuted) continue;
        page_.add("<li><b>{}</b> fails {}.", link(i), typeset(shown(verdict)));
        if (!verdict.note.empty()) page_.add(" {}.", typeset(capital(verdict.note)));
        for (const auto& [name, place] : places_)
            if (name.starts_with(verdict.claim + " corrected"))
                page_.add(" <span class=\"one\">{}</span> {}",
                          badge_html(standing(study_.claims[place]), badge(study_.claims[place])), link(place));
        page_.add("</li>\n");
    }
    page_.add("</ul>\n</section>\n");
}

void ClaimsPart::contents() {
    if (study_.claims.empty()) return;
    std::size_t folded = 0;
    page_.add("<li><a href=\"#claims\">Claims</a><ul class=\"across\">\n");
    for (std::size_t i = 0; i < study_.claims.size(); ++i) {
        if (main_[i])
            page_.add("<li><i class=\"dot {}\"></i>{}</li>\n", words(standing(study_.claims[i])).name, link(i));
        else
            ++folded;
    }
    if (folded > 0) page_.add("<li><a href=\"#helpers\">{} more</a></li>\n", folded);
    page_.add("</ul></li>\n");
}

void ClaimsPart::all() {
    page_.add("<section id=\"claims\">\n<h2>Claims</h2>\n<dl class=\"legend\">\n");
    for (const Standing each : kStandings)
        if (const std::size_t n = count(study_.claims, each); n > 0)
            page_.add("<dt>{}</dt><dd>{}</dd>\n", badge_html(each, words(each).badge),
                      html(capital(words(each).means)));
    page_.add("</dl>\n");
    filter();
    page_.add("<ol class=\"claims\">\n");
    for (std::size_t i = 0; i < study_.claims.size(); ++i)
        if (main_[i]) claim(i);
    page_.add("</ol>\n");
    const auto folded = static_cast<std::size_t>(std::count(main_.begin(), main_.end(), false));
    if (folded > 0) {
        page_.add(
            "<details class=\"helpers\" id=\"helpers\"><summary>{}: lemmas, remarks, examples</summary>\n"
            "<ol class=\"claims\">\n",
            plural(folded, "further claim"));
        for (std::size_t i = 0; i < study_.claims.size(); ++i)
            if (!main_[i]) claim(i);
        page_.add("</ol>\n</details>\n");
    }
    page_.add("</section>\n");
}

/// Works without a script: the style hides what the chosen button does not name.
void ClaimsPart::filter() {
    std::size_t kinds = 0;
    for (const Standing each : kStandings) kinds += count(study_.claims, each) > 0;
    if (kinds < 2) return;
    const auto button = [&](const std::string& name, const std::string& text, std::size_t n, bool checked) {
        page_.add(
            "<input type=\"radio\" name=\"show\" class=\"show\" id=\"show-{}\"{} /><label for=\"show-{}\">{} "
            "({})</label>\n",
            name, checked ? " checked=\"checked\"" : "", name, html(text), n);
    };
    button("all", "all", study_.claims.size(), true);
    for (const Standing each : kStandings)
        if (const std::size_t n = count(study_.claims, each); n > 0)
            button(words(each).name, words(each).badge, n, false);
}

void ClaimsPart::claim(std::size_t index) {
    const ProofVerdict& verdict = study_.claims[index];
    page_.add("<li id=\"claim-{}\" class=\"is-{}\">\n<div>{}</div>\n<div class=\"what\">\n<p class=\"label\">{}</p>\n",
              index + 1, words(standing(verdict)).name, badge_html(standing(verdict), badge(verdict)),
              html(capital(verdict.claim)));
    const std::string text = render::statement(study_.text, verdict);
    const syntax::Claim* const claim = written(verdict);
    if (claim) {
        statement(verdict, *claim);
        definitions(*claim);
    } else {
        page_.element("<pre>", text, "</pre>");
    }
    page_.add("<p>{}.</p>\n", result(verdict));
    if (!verdict.as_expected()) page_.add("<p>{}.</p>\n", typeset(capital(expectation(verdict))));
    if (!verdict.note.empty()) page_.add("<p class=\"quiet\">Note: {}</p>\n", typeset(verdict.note));
    if (claim) {
        hints(*claim);
        page_.add("<details><summary>As the file writes it</summary><pre>{}</pre></details>\n", html(text));
    }
    if (!verdict.tried.empty()) tried(verdict);
    certificate(verdict);
    page_.add("</div>\n</li>\n");
}

/// In nim(k = 3) with m piles
std::string ClaimsPart::game_words(const syntax::Claim& claim) const {
    if (claim.game.empty()) return "";
    std::string text = "<b class=\"game\">" + html(claim.game) + "</b>", arguments;
    for (const syntax::Argument& each : claim.arguments) {
        std::string own;
        for (const std::string& name : each.arguments) own += (own.empty() ? "" : ", ") + mathml_of_name(name);
        arguments += (arguments.empty() ? "" : ", ") + mathml_of_name(each.name) +
                     (own.empty() ? "" : "(" + own + ")") + " = " + mathml_of(each.value);
    }
    if (!arguments.empty()) text += " (" + arguments + ")";
    if (claim.pile_count) text += " with " + mathml_of(*claim.pile_count) + " piles";
    return text;
}

/// What it is about and supposes; then what it says.
void ClaimsPart::statement(const ProofVerdict&, const syntax::Claim& claim) {
    std::string given = game_words(claim);
    if (!given.empty()) given = "In " + given;
    if (!claim.bindings.empty()) given += (given.empty() ? "For " : ", for ") + mathml_of(claim.bindings);
    if (claim.condition) given += (given.empty() ? "If " : ", if ") + mathml_of(*claim.condition);
    if (!given.empty()) page_.add("<p class=\"given\">{}:</p>\n", given);
    std::string says;
    switch (claim.form) {
        case syntax::Claim::Form::condition: says = mathml_of(*claim.statement); break;
        case syntax::Claim::Form::repeats:
            says = fmt::format("the sequence of {} values repeats {}", html(claim.quantity), mathml_of(claim.word));
            break;
        case syntax::Claim::Form::starts:
            says = fmt::format("the sequence of {} values starts with {}", html(claim.quantity), mathml_of(claim.word));
            break;
        case syntax::Claim::Form::period:
            says = fmt::format("the sequence of {} values has the least period {}{}", html(claim.quantity),
                               mathml_of(*claim.statement),
                               claim.preperiod ? ", with the least preperiod " + mathml_of(*claim.preperiod) : "");
    }
    page_.add("<div class=\"formula scroll\" tabindex=\"0\">{}</div>\n", says);
    if (claim.assumption)
        page_.add("<p class=\"given\">assuming {}{}</p>\n", mathml_of(*claim.assumption),
                  claim.assumption_bindings.empty() ? "" : " for " + mathml_of(claim.assumption_bindings));
}

/// Open where one of them is new to the reader.
void ClaimsPart::definitions(const syntax::Claim& claim) {
    const auto used = definitions_of(claim, study_.document->file);
    if (used.empty()) return;
    bool fresh = false;
    std::string names;
    for (const syntax::Definition* each : used) {
        fresh = shown_.insert(each->name).second || fresh;
        names += (names.empty() ? "" : ", ") + mathml_of_name(each->name);
    }
    page_.add("<details class=\"where\"{}><summary>where {}</summary>\n<ul>\n", fresh ? " open=\"open\"" : "", names);
    for (const syntax::Definition* each : used)
        page_.add("<li class=\"scroll\" tabindex=\"0\">{}</li>\n", mathml_of(*each));
    page_.add("</ul></details>\n");
}

/// The range that the author asks for, and what he tells the prover: no part of what is claimed.
void ClaimsPart::hints(const syntax::Claim& claim) {
    std::string range, text;
    if (claim.bound) range = "up to " + html(*claim.bound);
    for (const auto& [name, value] : claim.bounds)
        range += (range.empty() ? "" : ", ") + mathml_of_name(name) + " ≤ " + html(value);
    if (!claim.induction.empty()) text = "induction on " + joined(claim.induction);
    for (const syntax::Use& use : claim.uses) {
        text += (text.empty() ? "uses “" : ", uses “") + link(use.claim) + "”";
        for (std::size_t i = 0; i < use.at.size(); ++i)
            text += (i == 0 ? " at " : ", ") + mathml_of_name(use.at[i].first) + " = " + mathml_of(use.at[i].second);
    }
    if (!claim.scales.empty()) text += (text.empty() ? "scale " : ", scale ") + joined(claim.scales);
    if (!range.empty()) page_.add("<p class=\"quiet small\">Range to check: {}.</p>\n", range);
    if (!text.empty())
        page_.add("<details><summary>Hints to the prover</summary><p class=\"quiet small\">{}.</p></details>\n",
                  capital(text));
}

/// Everything about the verdict in one line: how far, by what, how long.
std::string ClaimsPart::result(const ProofVerdict& verdict) const {
    std::string text = typeset(capital(shown(verdict)));
    if (!verdict.method.empty()) text += "; method: " + html(verdict.method);
    for (std::size_t i = 0; i < verdict.uses.size(); ++i)
        text += (i == 0 ? "; uses “" : ", “") + link(verdict.uses[i]) + "”";
    if (verdict.seconds >= 1) text += "; " + time_words(verdict.seconds);
    if (!verdict.formal_file.empty())
        text += fmt::format("; <a href=\"{}\">{}</a>", relative_link(verdict.formal_file),
                            verdict.formal == "checked" ? "Coq development, checked" : "Coq development, not checked");
    return text;
}

void ClaimsPart::tried(const ProofVerdict& verdict) {
    page_.add("<details><summary>{}</summary><ul>\n",
              verdict.kind == ProofVerdict::Kind::limited ? "Why not for all" : "Why it is not proved");
    for (const std::string& line : verdict.tried) page_.element("<li>", line, "</li>");
    page_.add("</ul></details>\n");
}

/// The proof itself, as far as it can be read; the file with all of it is the one that `recheck` reads.
void ClaimsPart::certificate(const ProofVerdict& verdict) {
    if (verdict.certificate.empty()) return;
    std::string text = verdict.evidence.data.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    const bool whole = text.size() <= kShownOfCertificate;
    if (!whole) text.resize(kShownOfCertificate);
    for (const auto& [name, content] : verdict.evidence.files)
        text += fmt::format("\n{}: {} bytes", name, content.size());
    page_.add(
        "<details><summary>Certificate</summary>\n<p class=\"small\">{}<a href=\"{}\">manifest.json</a>; re-check "
        "it with <code>bouton recheck {}</code></p>\n<pre class=\"certificate\" tabindex=\"0\">{}{}</pre></details>\n",
        whole ? "All of it with its sources: " : "The beginning of the proof; all of it: ",
        relative_link(verdict.certificate + "/manifest.json"), html(verdict.certificate), html(text),
        whole ? "" : " …");
}

}  // namespace bouton::render
