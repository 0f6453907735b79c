// Any text: it is refused with a bouton::Error, or read. What was read must print to a text that reads as the same tree, and its games
// must be playable within small limits. Any other exception, a crash or a hang is a finding.
#include "engines/reference/reference.hpp"
#include "lang/document.hpp"
#include "lang/elaborate.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"

#include <cstdint>
#include <cstdlib>

using namespace bouton;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    lang::DocumentPtr document;
    try {
        const syntax::File file = lang::parse_file(text, "fuzz");
        if (!(lang::parse_file(lang::print(file), "printed") == file)) std::abort();
        document = lang::read_document({"fuzz", text}, [](const std::string&) { return lang::DocumentPtr(); });
    } catch (const Error&) {
        return 0;
    }
    for (const syntax::Game& game : document->file.games) {
        try {
            Limits limits;
            limits.memory = std::uint64_t{16} << 20;
            limits.seconds = 0.05;
            const Watch watch(limits);
            const Ruleset rules = lang::rules_of({&game, document.get()}, {});
            const Position position(rules.coordinates.size(), 2);
            require_position(rules, position);
            make_reference_engine(rules, What::grundy, watch)->value(position);
        } catch (const Error&) {
        }
    }
    return 0;
}
