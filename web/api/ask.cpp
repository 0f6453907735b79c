// One question: its limits, its answer, and what went wrong as data.
#include "state.hpp"

#include "base/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>

namespace bouton::web {

namespace {

constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 30;

using Question = Json (*)(State&, const Json&);
constexpr std::array<std::pair<const char*, Question>, 16> kQuestions{{
    {"library", [](State& state, const Json&) { return library(state); }},
    {"open", open},
    {"complete", complete},
    {"table", table},
    {"export", exported},
    {"cell", cell},
    {"value", value},
    {"play", play},
    {"legal", legal},
    {"josephus", josephus},
    {"check", check},
    {"prove", prove},
    {"families", families},
    {"period", period},
    {"discover", discover},
    {"shape", shape},
}};

const char* setting_name(Setting setting) {
    switch (setting) {
        case Setting::none: return "";
        case Setting::memory: return "memory";
        case Setting::time: return "time";
        case Setting::to: return "to";
        case Setting::from: return "from";
        case Setting::slice: return "slice";
        case Setting::what: return "what";
        case Setting::engine: return "engine";
        case Setting::formal: return "formal";
    }
    return "";
}

const char* fault_name(Fault fault) {
    return fault == Fault::input ? "input" : fault == Fault::limit ? "limit" : "cancelled";
}

/// Editors count UTF-16 units, the language counts bytes.
std::size_t editor_column(const std::string& text, std::size_t line, std::size_t column) {
    std::size_t begin = 0;
    for (std::size_t i = 1; i < line; ++i) {
        const auto next = text.find('\n', begin);
        if (next == std::string::npos) return column;
        begin = next + 1;
    }
    std::size_t units = 0;
    for (std::size_t i = begin; i < std::min(text.size(), begin + column - 1) && text[i] != '\n'; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xc0) != 0x80) units += byte >= 0xf0 ? 2 : 1;
    }
    return units + 1;
}

/// "rules:2:30: expected ..." and the line with its caret: what stands between.
std::string bare_message(const Error& error) {
    std::string message = error.what();
    const TextPlace* place = error.place();
    if (!place) return message;
    const std::string head = fmt::format("{}:{}:{}: ", place->file, place->line, place->column);
    if (message.starts_with(head)) message.erase(0, head.size());
    return message.substr(0, message.find('\n'));
}

Json fault_json(const Error& error, const Json& question) {
    Json place = nullptr;
    if (const TextPlace* at = error.place()) {
        const auto text = question.is_object() ? question.find("text") : question.end();
        const bool in_text = question.is_object() && at->file == question.value("path", std::string("rules"));
        if (in_text && text != question.end() && text->is_string())
            place = {{"line", at->line}, {"column", editor_column(text->get<std::string>(), at->line, at->column)}};
    }
    // What is wrong with an argument (k=2x) has its place there; the message then says which one it is.
    const std::string message = place.is_null() ? error.what() : bare_message(error);
    return {{"fault", fault_name(error.fault())},
            {"message", message},
            {"place", place},
            {"setting", setting_name(error.setting())}};
}

Json plain_fault(const char* fault, const std::string& message, const char* setting = "") {
    return {{"fault", fault}, {"message", message}, {"place", nullptr}, {"setting", setting}};
}

Json answer(State& state, const Json& question) {
    const std::string wanted = text_in(question, "do");
    const auto found =
        std::find_if(kQuestions.begin(), kQuestions.end(), [&](const auto& q) { return wanted == q.first; });
    if (found == kQuestions.end()) throw bad_input("there is no question " + wanted);
    const auto memory = static_cast<std::uint64_t>(std::max<std::int64_t>(0, number_in(question, "memory", 0)));
    const double seconds =
        question.contains("seconds") && question["seconds"].is_number() ? question["seconds"].get<double>() : 0;
    const auto report = [&state](const std::string& message) {
        if (state.tell) state.tell({{"message", message}});
    };
    state.watch.emplace(Limits{memory > 0 ? std::min(memory, kMostMemory) : kMostMemory, seconds}, nullptr, report);
    const Watch::Under under(&*state.watch);
    Json reply;
    parallel::with_threads(1, [&] { reply = found->second(state, question); });
    return reply;
}

}  // namespace

std::string ask(State& state, const std::string& text) {
    Json question, reply;
    try {
        question = Json::parse(text);
        if (!question.is_object()) throw bad_input("a question is an object");
        reply["ok"] = answer(state, question);
    } catch (const Error& error) {
        reply = {{"fault", fault_json(error, question)}};
    } catch (const std::bad_alloc&) {
        reply = {{"fault", plain_fault("limit", "the memory is used up; take a smaller position or bound", "memory")}};
    } catch (const Json::exception& error) {
        reply = {{"fault", plain_fault("input", fmt::format("the question cannot be read: {}", error.what()))}};
    } catch (const std::exception& error) {
        reply = {{"fault", plain_fault("internal", error.what())}};
    }
    return render::dump(reply);
}

}  // namespace bouton::web
