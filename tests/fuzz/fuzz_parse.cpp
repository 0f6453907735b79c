// Any text at all: it is read, or refused with a bouton::Error. What was read is printed and read again, which must give the same tree,
// and every game whose parameters have defaults is asked for the values of a few tiny positions, under limits of 50 ms and 16 MiB.
// Anything else that happens (another exception, a crash, a sanitizer's report, a text that takes seconds) is a finding.
#include "engines/reference/reference.hpp"
#include "fuzz/fuzz.hpp"
#include "lang/document.hpp"
#include "lang/elaborate.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"

#include <algorithm>

namespace {

using namespace bouton;
using namespace bouton::fuzz;

void print_and_read_again(const lang::Document& document) {
    const std::string text = lang::print(document.file);
    try {
        if (!(lang::parse_file(text, "printed") == document.file))
            finding("printed and read, it is another file:", text);
    } catch (const Error& error) {
        finding("what was printed cannot be read:", text + "\n" + error.what());
    }
}

void compute(const lang::Document& document, const syntax::Game& game) {
    const auto& parameters = game.parameters;
    if (!std::all_of(parameters.begin(), parameters.end(), [](const auto& p) { return p.value.has_value(); })) return;
    const Ruleset rules = lang::rules_of({&game, &document}, {});
    const Watch watch(small_limits());
    for (const What what : {What::grundy, What::outcome}) {
        const auto engine = make_reference_engine(rules, what, watch);
        for (const std::int64_t size : {0, 1, 3}) {
            const Position position(rules.coordinates.size() + (rules.piles >= 0 ? 1 : 0), size);
            allow_errors([&] {
                require_position(rules, position);
                engine->prepare(position);
                engine->value(position);
            });
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    return input([&] {
        allow_errors([&] {
            const auto document = lang::read_document({"fuzz", text}, [](const std::string&) { return nullptr; });
            print_and_read_again(*document);
            for (const syntax::Game& game : document->file.games) allow_errors([&] { compute(*document, game); });
        });
    });
}
