// A random expression is worth what the independent evaluator says: evaluated with machine integers first, with large ones only, and by the
// checker of finite claims, which must never accept a wrong value.
#include "check/verdict.hpp"
#include "fuzz/fuzz.hpp"
#include "fuzz/wild_terms.hpp"
#include "independent/terms.hpp"
#include "lang/print.hpp"
#include "unit/terms.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace {

using namespace bouton;
using namespace bouton::fuzz;
using namespace bouton::unit::build;
using syntax::Term;

/// A document with one game and one claim for x and y with these values.
std::shared_ptr<lang::Document> document_with(const Term& statement, std::int64_t x, std::int64_t y) {
    static const syntax::Game game = unit::read("game g (h)\n  move (h - t) for 1 <= t <= h\n")->file.games[0];
    auto document = std::make_shared<lang::Document>();
    document->source = {"fuzz.bouton", ""};
    document->file.games = {game};
    syntax::Claim claim;
    claim.kind = "claim";
    claim.label = "c";
    claim.game = "g";
    claim.bindings = {equals("x", unit::build::number(x)), equals("y", unit::build::number(y))};
    claim.statement = statement;
    document->file.claims = {claim};
    return document;
}

struct Result {
    std::optional<bool> truth;
    std::optional<Fault> fault;
    std::string message;
};

Result holds(const lang::Document& document) {
    Result result;
    const Watch watch(small_limits());
    try {
        lang::for_each_instance(document, document.file.claims[0], {}, [&](lang::ClaimInstance&& instance) {
            Frame frame;
            frame.watch = &watch;
            frame.slots.resize(static_cast<std::size_t>(instance.frame_size));
            for_each(instance.loop, frame, nullptr, [&] {
                result.truth = test(instance.statement.condition, frame);
                return true;
            });
            return true;
        });
    } catch (const Error& error) {
        result.fault = error.fault();
        result.message = error.what();
    }
    return result;
}

/// Conditions that do not depend on a loop's variable are tested before it, so that a part without a value may be met that a stricter order
/// of evaluation never reaches. A refusal, not a wrong answer.
bool undefined_part(const std::string& message) {
    for (const char* text : {"division by zero", "no base", "exponent", "negative", "log2", "twos", "fibonacci",
                             "of no values", "seat", "circle", "removed"})
        if (message.find(text) != std::string::npos) return true;
    return false;
}

Term literal(const Integer& value) {
    const Term digits = unit::build::term(Term::Kind::number, Integer(abs(value)).str());
    return value < 0 ? unit::build::term(Term::Kind::negate, "", {digits}) : digits;
}

void require(const Term& statement, bool expected, std::int64_t x, std::int64_t y) {
    const auto document = document_with(statement, x, y);
    const auto shown = [&] { return lang::print(document->file); };
    const Result result = holds(*document);
    if (result.fault == Fault::limit || undefined_part(result.message)) return;
    if (result.fault) finding("it has a value, but not here: " + result.message, shown());
    if (result.truth != expected) finding(expected ? "this is true" : "this is false", shown());
    if (expected) return;
    const Watch watch(small_limits());
    allow_errors([&] {
        if (judge(*document, document->file.claims[0], {"computation", {}, {}}, watch).problem.empty())
            finding("the checker accepts what is false", shown());
    });
}

/// The order in which the parts of a loop are looked at is nobody's business: a false condition may spare a range without a value.
bool has_loop(const Term& term) {
    return !term.bindings.empty() || std::any_of(term.parts.begin(), term.parts.end(), has_loop);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return input([&] {
        Random random(data, size);
        const std::int64_t how = random.between(0, 2);
        const bool patient = random.chance(10);  // long loops are few: they cost as much as hundreds of short ones
        const std::int64_t x = random.between(-20, 200), y = random.between(0, 1) == 0 ? 3 : random.between(0, 1 << 20);
        WildTerms wild(random);
        wild.names = {"x", "y"};
        const Term term = wild.expression(static_cast<int>(random.between(1, 4)));
        independent::Terms terms;
        terms.variables = {{"x", x}, {"y", y}};
        terms.most_steps = patient ? 60000 : 2500;
        try {
            const Integer value = terms.whole(term);
            if (value != 0 && msb(abs(value)) > 5000) return;
            switch (how) {
                case 0: require(compare(term, "=", literal(value)), true, x, y); break;
                case 1: require(compare(term, "=", literal(value + 1)), false, x, y); break;
                default: {  // a number that no machine integer holds sends all of it through large ones
                    const Term far = binary("^", unit::build::number(2), unit::build::number(80));
                    require(compare(binary("+", far, term), "=", literal((Integer(1) << 80) + value)), true, x, y);
                }
            }
        } catch (const independent::Undefined&) {
            const auto document = document_with(compare(term, "=", unit::build::number(0)), x, y);
            if (holds(*document).truth && !has_loop(term)) finding("this has no value", lang::print(document->file));
        } catch (const independent::TooMuch&) {  // but it must not crash, nor take long
            if (patient) holds(*document_with(compare(term, "=", unit::build::number(0)), x, y));
        }
    });
}
