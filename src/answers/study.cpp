#include "answers/study.hpp"

#include "answers/figures.hpp"
#include "base/text.hpp"
#include "formal/developments.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace bouton {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kHeaps = 120;            // of one heap
constexpr std::int64_t kPlane = 40;             // of two coordinates
constexpr std::int64_t kFamilies = 70;          // of two coordinates, for P-positions alone
constexpr std::int64_t kSpace = 12;             // of the first two of three coordinates
constexpr std::int64_t kSlices = 5;             // of the third
constexpr std::int64_t kLookInto = 100;         // of two coordinates, with a script
constexpr std::uint64_t kMostLookInto = 11000;  // positions
constexpr std::int64_t kSmall = 12;             // of a table that is read, not looked at
constexpr std::int64_t kSmallHeaps = 23;        // the same for one heap
constexpr std::int64_t kPeriodSearch = 20000;   // heaps
constexpr std::int64_t kFarthestExample = 5000;
constexpr double kObserveSeconds = 4;
constexpr double kLawSeconds = 8;  // for laws of a game without claims; `discover` takes longer

struct Subject {
    lang::DocumentPtr document;
    std::string game;  // empty: all of them
};

/// A file, whole; or one game.
Subject subject_of(Library& library, const StudyRequest& request) {
    const std::string& spec = request.spec;
    const bool is_path = spec.find('/') != std::string::npos || spec.ends_with(".bouton");
    if (request.arguments.empty() && spec.find('#') == std::string::npos) {
        if (is_path) return {library.document(spec), ""};
        for (const fs::path& file : library.files())
            if (file.stem() == spec) return {library.document(file), ""};
    }
    const lang::GameRef game = library.game(spec);
    return {game.document->shared_from_this(), game.game->name};
}

/// The games of the file in its order, then those of other files that its examples and claims are about.
std::vector<std::string> games_of(const Subject& subject) {
    if (!subject.game.empty()) return {subject.game};
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    for (const syntax::Game& game : subject.document->file.games) add(game.name);
    for (const syntax::Example& example : subject.document->file.examples) add(example.game);
    for (const syntax::Claim& claim : subject.document->file.claims) add(lang::claim_game(*subject.document, claim));
    return names;
}

/// Values for parameters that have none: small ones that are not special.
std::vector<std::vector<std::pair<std::string, std::string>>> sample_arguments(const syntax::Game& game) {
    using Arguments = std::vector<std::pair<std::string, std::string>>;
    std::vector<Arguments> all{{}};
    for (const char* number : {"3", "2", "1", "5"}) {
        Arguments arguments;
        for (const syntax::Parameter& parameter : game.parameters) {
            if (parameter.value) continue;
            switch (parameter.kind) {
                case syntax::Parameter::Kind::number: arguments.emplace_back(parameter.name, number); break;
                case syntax::Parameter::Kind::set: arguments.emplace_back(parameter.name, "{1, 3, 4}"); break;
                case syntax::Parameter::Kind::sets: break;
                case syntax::Parameter::Kind::function:
                    arguments.emplace_back(parameter.name, "floor((" + parameter.arguments[0] + " + 1)/2)");
                    break;
            }
        }
        all.push_back(std::move(arguments));
    }
    return all;
}

/// The name by which the library finds a game of a document again.
std::string spec_of(const lang::GameRef& game) {
    const std::string& location = game.document->source.location;
    return location.empty() ? game.game->name : location + "#" + game.game->name;
}

/// The same for people, who may have moved on to another folder.
std::string shown_spec_of(const lang::GameRef& game) {
    std::error_code error;
    const std::string& path = game.document->source.path;
    return fs::exists(path, error) ? path + "#" + game.game->name : game.game->name;
}

/// What a study draws of a game: the file's example, or what the user asks for, or values that are not special.
struct Sample {
    std::vector<std::pair<std::string, std::string>> arguments;
    std::size_t piles = 2;
    Position to;  // empty: as far as usual
};

std::int64_t number_in(const lang::Document& document, const syntax::Example& example, const std::string& text,
                       std::int64_t most) {
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos ||
        std::stoll(text) > most || std::stoll(text) < 1)
        lang::fail_at(document.source.text, document.source.path, example.place,
                      fmt::format("an example needs numbers from 1 to {} here, found {}", most, text));
    return std::stoll(text);
}

std::optional<Sample> example_of(const lang::Document& document, const std::string& game) {
    for (const syntax::Example& example : document.file.examples) {
        if (example.game != game) continue;
        Sample sample;
        for (const syntax::Argument& argument : example.arguments)
            sample.arguments.emplace_back(argument.name, lang::print(argument.value));
        if (example.piles)
            sample.piles = static_cast<std::size_t>(
                number_in(document, example, lang::print(*example.piles), static_cast<std::int64_t>(kMostPanels)));
        for (const std::string& bound : example.to)
            sample.to.push_back(number_in(document, example, bound, kFarthestExample));
        return sample;
    }
    return std::nullopt;
}

TableRequest request_for(const Ruleset& rules, const Sample& sample, std::int64_t heaps, std::int64_t plane) {
    const std::size_t length = rules.coordinates.size() + (rules.piles >= 0 ? sample.piles - 1 : 0);
    TableRequest request;
    if (length == 1) request.to = {heaps};
    if (length == 2) request.to = {plane, plane};
    if (length >= 3) {
        request.to = {std::min(plane, kSpace), std::min(plane, kSpace), kSlices};
        for (std::size_t i = 3; i < length; ++i) request.slice.emplace_back(std::to_string(i + 1), 1);
    }
    return request;
}

/// The request of an example reaches as far as it says.
TableRequest drawn_for(const Ruleset& rules, const Sample& sample) {
    TableRequest request = request_for(rules, sample, kHeaps, kPlane);
    if (sample.to.empty()) return request;
    if (sample.to.size() != request.to.size())
        throw bad_input(fmt::format("the example of {} gives {} bounds; its picture has {}", rules.name,
                                    sample.to.size(), request.to.size()));
    request.to = sample.to;
    return request;
}

/// Numbers and sets that have a default, written out: a reader of a title should not have to look them up.
void add_defaults(const syntax::Game& game, std::vector<std::pair<std::string, std::string>>& arguments) {
    for (const syntax::Parameter& parameter : game.parameters) {
        const bool plain = parameter.value && (parameter.value->kind == syntax::Term::Kind::number ||
                                               parameter.value->kind == syntax::Term::Kind::list);
        const bool given = std::any_of(arguments.begin(), arguments.end(),
                                       [&](const auto& argument) { return argument.first == parameter.name; });
        if (plain && !given) arguments.emplace_back(parameter.name, lang::print(*parameter.value));
    }
}

/// The table cut to where there are positions: a coordinate such as `pass` has two values only.
TableAnswer trimmed(Session& session, TableRequest request) {
    const TableAnswer table = session.table(request);
    Position last(request.to.size(), 0);
    const Axis along = table.axes().back();
    for_each_row(table, [&](const Position& position, std::uint64_t cell) {
        for (std::uint64_t i = 0; i < along.count(); ++i, cell += along.stride) {
            if (!table.exists(cell)) continue;
            std::size_t running = 0;
            for (std::size_t d = 0; d < position.size(); ++d)
                if (!table.coordinates[d].fixed && running + 1 < last.size()) {
                    last[running] = std::max(last[running], position[d]);
                    ++running;
                }
            last.back() = std::max(last.back(), along.from + static_cast<std::int64_t>(i));
        }
    });
    if (last == request.to) return table;
    request.to = last;
    return session.table(request);
}

void count(const TableAnswer& table, GameStudy& result) {
    const Axis along = table.axes().back();
    for_each_row(table, [&](const Position&, std::uint64_t cell) {
        for (std::uint64_t i = 0; i < along.count(); ++i, cell += along.stride) {
            if (!table.exists(cell)) continue;
            const auto value = static_cast<std::int64_t>((*table.cells)[cell]);
            ++result.positions;
            result.losing += result.two_players && value == 0;
            result.largest = std::max(result.largest, value);
        }
    });
}

/// The first values, as rows of text; of two coordinates in the directions of the map.
SmallTable small_table(const Session& session, const TableAnswer& table) {
    const std::vector<Axis> axes = table.axes();
    const bool line = axes.size() == 1;
    const Axis& across = axes.front();
    SmallTable small;
    small.upwards = !line;
    small.columns.push_back(line ? across.name : axes[1].name + " \\ " + across.name);
    for (std::int64_t i = across.from; i <= across.to; ++i) small.columns.push_back(std::to_string(i));
    const std::uint64_t rows = line ? 1 : axes[1].count();
    for (std::uint64_t row = rows; row-- > 0;) {
        std::uint64_t cell = table.first() + (line ? 0 : row * axes[1].stride);
        std::vector<std::string> cells{line ? "value" : std::to_string(axes[1].from + static_cast<std::int64_t>(row))};
        for (std::uint64_t i = 0; i < across.count(); ++i, cell += across.stride)
            cells.push_back(table.exists(cell) ? session.show((*table.cells)[cell]) : "");
        small.cells.push_back(std::move(cells));
    }
    return small;
}

/// What is asked of one game, as far as it goes: what cannot be done becomes a remark.
class GameStudent {
  public:
    GameStudent(Library& library, const lang::Document& file, const lang::GameRef& game, bool claimed,
                const StudyRequest& request, const Watch& watch)
        : library_(library), file_(file), game_(game), claimed_(claimed), request_(request), watch_(watch) {
        result_.name = result_.instance = game.game->name;
        result_.about = game.game->about;
        result_.source = game.game->source;
    }

    /// Before the claims, which may take all the time that is left.
    void compute() {
        timed([&] {
            attempt("values", [&] { open(); });
            if (!session_) return;
            result_.instance = session_->rules().instance;
            result_.rules = rules_as_written();
            attempt("values", [&] { values(); });
            attempt("period", [&] { period(); });
            attempt("observations", [&] { observations(); });
            if (!claimed_) attempt("laws", [&] { laws(); });
        });
    }

    /// After them: pictures of claims say what these are worth.
    GameStudy finish() {
        timed([&] {
            if (session_) attempt("families", [&] { families(); });
        });
        return std::move(result_);
    }

  private:
    /// In this order: what the user gives, the example of the file, small values.
    void open() {
        std::vector<Sample> candidates;
        const std::optional<Sample> example =
            request_.arguments.empty() ? example_of(file_, game_.game->name) : std::nullopt;
        const bool wanted = example || !request_.arguments.empty();
        if (example) candidates = {*example};
        if (!request_.arguments.empty()) candidates = {{request_.arguments, 2, {}}};
        if (!wanted)
            for (auto& arguments : sample_arguments(*game_.game)) candidates.push_back({std::move(arguments), 2, {}});
        std::string why;
        for (const Sample& sample : candidates) {
            try {
                words_ = {spec_of(game_), sample.arguments};
                add_defaults(*game_.game, words_.arguments);
                session_ = std::make_unique<Session>(library_, words_, What::grundy, watch_);
                if (session_->rules().players > 2)
                    session_ = std::make_unique<Session>(library_, words_, What::outcome, watch_);
                sample_ = sample;
                return;
            } catch (const Error& error) {
                session_.reset();
                if (error.fault() != Fault::input || wanted) throw;
                if (why.empty()) why = error.what();
            }
        }
        result_.remarks.push_back(
            fmt::format("no values: {}; give arguments, as in: bouton study {} NAME=VALUE", why, shown_spec_of(game_)));
    }

    /// All that the file says of the game, but what stands elsewhere on the page.
    std::vector<std::string> rules_as_written() const {
        std::vector<std::string> lines;
        std::istringstream text(lang::print(*game_.game));
        for (std::string line; std::getline(text, line);) {
            const auto first = line.find_first_not_of(' ');
            if (first == std::string::npos || line.compare(first, 6, "about ") == 0 ||
                line.compare(first, 7, "source ") == 0)
                continue;
            lines.push_back(std::move(line));
        }
        return lines;
    }

    template <class Work> void timed(Work work) {
        const double start = watch_.elapsed();
        work();
        result_.seconds += watch_.elapsed() - start;
    }

    template <class Work> void attempt(const std::string& what, Work work) {
        try {
            work();
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
            result_.remarks.push_back(what + ": " + error.what());
        }
    }

    std::string command(const TableRequest& request, const std::string& file) const {
        std::string line = "bouton table " + game_.game->name;
        for (const auto& [name, value] : words_.arguments) line += " " + quoted_for_shell(name + "=" + value);
        if (!request.slice.empty()) {
            line += " --slice ";
            for (std::size_t i = 0; i < request.slice.size(); ++i)
                line += fmt::format("{}{}={}", i > 0 ? "," : "", request.slice[i].first, request.slice[i].second);
        }
        return line + fmt::format(" --to {} --out {}", fmt::join(request.to, ","), file);
    }

    void values() {
        TableRequest request = drawn_for(session_->rules(), sample_);
        const TableAnswer table = trimmed(*session_, request);
        request.to.clear();
        for (const Axis& axis : table.axes()) request.to.push_back(axis.to);
        result_.quantity = session_->rules().players > 0 ? "outcome" : "grundy";
        result_.engine = table.engine;
        result_.bound = table.bound();
        result_.two_players = session_->rules().players == 0 || session_->rules().players == 2;
        count(table, result_);
        const std::string name = slug(result_.instance) + "-values";
        std::optional<ValueBox> box = look_into(table);
        const std::string further = box && box->axes[0].to > table.axes()[0].to
                                        ? fmt::format(" Looked into, it goes on to {}.", box->axes[0].to)
                                        : "";
        const bool podium = session_->rules().players > 0;
        result_.figures.push_back({name,
                                   fmt::format("{} of {} for {}.{}", podium ? "Outcomes" : "Grundy numbers",
                                               result_.instance, result_.bound, further),
                                   picture_of(*session_, table, command(request, name + ".svg"), watch_),
                                   std::move(box)});
        if (table.axes().size() <= 2)
            result_.table = small_table(
                *session_, trimmed(*session_, request_for(session_->rules(), sample_, kSmallHeaps, kSmall)));
    }

    /// The same picture for readers with a script: further, if it has two coordinates.
    std::optional<ValueBox> look_into(const TableAnswer& table) {
        TableRequest further;
        for (const Axis& axis : table.axes()) further.to.push_back(axis.to);
        if (further.to.size() != 2 || table.sliced() || further.to[0] != kPlane || further.to[1] != kPlane)
            return value_box(*session_, table, kMostLookInto);
        further.to = {kLookInto, kLookInto};
        return value_box(*session_, session_->table(further), kMostLookInto);
    }

    void period() {
        const Ruleset& rules = session_->rules();
        if (rules.coordinates.size() != 1 || rules.piles >= 0 || rules.players > 0) return;
        result_.periods = periods(*session_, kPeriodSearch, watch_);
    }

    void families() {
        session_->look_for_proofs_again();
        const Position to{kFamilies, kFamilies};
        for (ClaimPicture& found : pictures_of_claims(library_, *session_, to, "bouton study " + request_.spec, watch_))
            result_.figures.push_back(
                {slug(result_.instance + " " + found.claim),
                 fmt::format("The P-positions of {}, and the families of {}{}.", result_.instance, found.claim,
                             found.refuted ? ", which is false: its exceptions are crossed, or in no family" : ""),
                 std::move(found.picture)});
    }

    discover::Subject subject() const {
        discover::Subject subject;
        subject.game = session_->game();
        subject.document = subject.game.document->shared_from_this();
        subject.arguments = words_.arguments;
        subject.rules = session_->rules();
        return subject;
    }

    /// Where there is no table, there is nothing to see.
    void observations() {
        discover::Subject about = subject();
        about.quantity = discover::Quantity::outcomes;
        const Watch part(watch_, {watch_.limits().memory, kObserveSeconds});
        try {
            const auto samples = discover::samples_of(about, part, about.rules.piles >= 0 ? 2 : 0);
            result_.observations = discover::sentences(discover::observed(*samples[0], part));
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
            watch_.check();
        }
    }

    /// What can be found quickly.
    void laws() {
        const discover::Subject subject = this->subject();
        const Watch part(watch_, {watch_.limits().memory, kLawSeconds});
        result_.laws = discover::search(subject, {}, part).laws;
        watch_.check();
        if (result_.laws.empty())
            result_.remarks.push_back(fmt::format("no law was found in {:g} s; search longer with: bouton discover {}",
                                                  kLawSeconds, shown_spec_of(game_)));
    }

    Library& library_;
    const lang::Document& file_;  // that is studied; its games may come from others
    lang::GameRef game_;
    bool claimed_;  // the file says something about it
    const StudyRequest& request_;
    const Watch& watch_;
    GameRequest words_;
    Sample sample_;
    std::unique_ptr<Session> session_;
    GameStudy result_;
};

}  // namespace

void prepare_study(Library& library, const StudyRequest& request) {
    const Subject subject = subject_of(library, request);
    for (const syntax::Game& game : subject.document->file.games)
        if (game.computed_only() && (subject.game.empty() || subject.game == game.name))
            Session(library, {subject.document->source.path + "#" + game.name, request.arguments}, What::outcome,
                    Watch())
                .require_theory();
    if (!subject.game.empty() && !request.arguments.empty())
        Session(library, {request.spec, request.arguments}, What::outcome, Watch());
    if (!request.arguments.empty()) return;
    for (const syntax::Example& example : subject.document->file.examples) {
        const lang::GameRef game = lang::find_game(*subject.document, example.game);
        if (!game.game)
            lang::fail_at(subject.document->source.text, subject.document->source.path, example.place,
                          fmt::format("an example of {}, which this file neither has nor imports", example.game));
        const Sample sample = *example_of(*subject.document, example.game);
        drawn_for(Session(library, {spec_of(game), sample.arguments}, What::outcome, Watch()).rules(), sample);
    }
}

Study study(Library& library, const StudyRequest& request, const Watch& watch) {
    const Subject subject = subject_of(library, request);
    const lang::Document& document = *subject.document;
    Study result;
    result.name = subject.game.empty() ? fs::path(document.source.path).stem().string() : subject.game;
    const fs::path path = document.source.path;  // of a report that travels: no folders of this machine
    result.file = path.is_absolute() ? (path.parent_path().filename() / path.filename()).string() : path.string();
    result.text = document.source.text;
    result.document = subject.document;
    if (document.file.paper && subject.game.empty()) {
        result.title = document.file.paper->title;
        result.by = document.file.paper->by;
        result.source = document.file.paper->source;
        result.about = document.file.paper->about;
    }
    std::vector<std::unique_ptr<GameStudent>> students;
    for (const std::string& name : games_of(subject)) {
        watch.report("studying " + name);
        const auto& claims = document.file.claims;
        const bool claimed = std::any_of(claims.begin(), claims.end(), [&](const syntax::Claim& claim) {
            return lang::claim_game(document, claim) == name;
        });
        students.push_back(
            std::make_unique<GameStudent>(library, document, lang::find_game(document, name), claimed, request, watch));
        students.back()->compute();
    }
    const auto wanted = [&](const lang::Document& in, const syntax::Claim& claim) {
        return subject.game.empty() || lang::claim_game(in, claim) == subject.game;
    };
    std::optional<formal::Developments> developments;
    if (!request.formal.empty() && !document.file.claims.empty()) developments.emplace(request.home, request.formal);
    if (!document.file.claims.empty())
        result.claims = prove_documents(
            {subject.document}, wanted, request.certificates, watch, [](const ProofVerdict&) {}, library.known_proofs(),
            request.effort, developments ? &*developments : nullptr);
    for (const auto& student : students) result.games.push_back(student->finish());
    result.seconds = watch.elapsed();
    return result;
}

}  // namespace bouton
