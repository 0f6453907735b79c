#include "claims/check.hpp"

#include "claims/run.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton {

using syntax::Claim;

namespace {

constexpr std::size_t kLongestWord = 10000000;

std::string bound_text(const lang::Bounds& bounds) {
    std::string text = bounds.general ? std::to_string(*bounds.general) : "";
    for (const auto& [name, value] : bounds.named)
        text += fmt::format("{}{} <= {}", text.empty() ? "" : ", ", name, value);
    return text;
}

}  // namespace

std::vector<std::int64_t> word_of(const std::vector<lang::WordPart>& word, Frame& frame) {
    std::vector<std::int64_t> symbols;
    for (const lang::WordPart& part : word) {
        const std::vector<std::int64_t> once =
            part.is_group ? word_of(part.group, frame) : std::vector<std::int64_t>{clamp(part.symbol)};
        const std::int64_t count = part.count ? evaluate_machine(part.count, frame) : 1;
        if (once.empty()) continue;
        if (count < 0) throw bad_input(fmt::format("a word repeated {} times; exclude that case with `if`", count));
        if (count > 0 && once.size() > kLongestWord / static_cast<std::size_t>(count))
            throw over_limit("a word of more than 10 million values");
        for (std::int64_t i = 0; i < count; ++i) symbols.insert(symbols.end(), once.begin(), once.end());
    }
    return symbols;
}

std::string to_text(Verdict::Kind kind) {
    return kind == Verdict::Kind::holds ? "holds" : kind == Verdict::Kind::refuted ? "refuted" : "error";
}

bool Verdict::as_expected() const {
    if (kind == Kind::error) return false;
    if (expect_refuted != (kind == Kind::refuted)) return false;
    const auto sorted = [](Assignment pairs) {
        std::sort(pairs.begin(), pairs.end());
        return pairs;
    };
    return !expect_refuted || expected_counterexample.empty() ||
           sorted(expected_counterexample) == sorted(counterexample);
}

Verdict check(const lang::Document& document, const Claim& claim, std::optional<std::int64_t> to, const Watch& watch,
              const std::string& engine) {
    Verdict verdict;
    verdict.file = document.source.path;
    verdict.claim = lang::full_name(claim);
    verdict.expect_refuted = claim.expect_refuted;
    verdict.expected_counterexample = claim.counterexample;
    verdict.note = claim.note;
    lang::Bounds bounds = lang::bounds_of(claim);
    if (to) bounds.general = to;
    verdict.bound = bound_text(bounds);
    const double start = watch.elapsed();

    Effort effort;
    effort.engine = engine;
    Finding first = run_instances(document, claim, bounds, watch, effort);
    if (!first.decided() && first.cases == 0)
        first.error = "no case was examined: the ranges and conditions leave none, or the bound is too small";

    verdict.kind = !first.error.empty() ? Verdict::Kind::error
                   : first.refuted      ? Verdict::Kind::refuted
                                        : Verdict::Kind::holds;
    verdict.counterexample = first.at;
    verdict.message = first.error;
    verdict.cases = first.cases;
    verdict.seconds = watch.elapsed() - start;
    return verdict;
}

}  // namespace bouton
