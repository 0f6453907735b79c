// The one function that the worker calls. The reply lives until the next question.
#include "state.hpp"

#include <emscripten.h>

EM_JS(void, bouton_tell, (const char* json), {
    if (Module['progress']) Module['progress'](UTF8ToString(json));
});

extern "C" const char* bouton_ask(const char* question) {
    using namespace bouton::web;
    static State* const state = [] {
        auto* fresh = new State;
        fresh->tell = [](const Json& json) { bouton_tell(bouton::render::dump(json).c_str()); };
        return fresh;
    }();
    static std::string reply;
    reply = ask(*state, question);
    return reply.c_str();
}
