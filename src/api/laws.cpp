#include "bouton/laws.hpp"

#include "api/parts.hpp"
#include "discover/search.hpp"

namespace bouton {

std::vector<FoundLaw> find_laws(Game& game, Quantity quantity) {
    constexpr double kSeconds = 60, kShare = 0.95;  // what is found has to be told within the limit, too
    Game::Parts& parts = game.parts();
    return parts.ask([&] {
        const Session& session = parts.session(What::grundy);
        discover::Subject subject;
        subject.game = session.game();
        subject.document = subject.game.document->shared_from_this();
        subject.arguments = parts.request.arguments;
        subject.rules = session.rules();
        subject.quantity = quantity == Quantity::values ? discover::Quantity::values : discover::Quantity::outcomes;
        const double seconds = parts.options.seconds > 0 ? kShare * parts.options.seconds : kSeconds;
        const Watch work(*parts.watch, Limits{parts.options.memory, seconds});
        std::vector<FoundLaw> laws;
        for (const discover::Law& law : discover::search(subject, {}, work).laws)
            laws.push_back(
                {law.claim, law.definitions + law.lemmas, law.proved, law.bound, name_of(law.kind), law.generality});
        return laws;
    });
}

}  // namespace bouton
