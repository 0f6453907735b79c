#include "answers/figures.hpp"

#include "base/josephus.hpp"
#include "claims/examiner.hpp"
#include "lang/unions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton {

namespace {

constexpr std::int64_t kLongestStrip = 100000000;  // heaps: eight bytes for each
constexpr std::int64_t kPeriodSearch = 20000;      // heaps, for a period to be marked

bool about_outcomes(const Session& session) { return session.what() == What::outcome || session.rules().players > 0; }

std::string title_of(const Session& session) {
    return session.rules().instance + (about_outcomes(session) ? ": outcomes" : ": Grundy numbers");
}

/// z = 3, a4 = 0
std::string fixed_of(const TableAnswer& table) {
    std::string text;
    for (const Axis& axis : table.coordinates)
        if (axis.fixed) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", axis.name, axis.from);
    return text;
}

draw::Paper paper_of(const Session& session, const TableAnswer& table, const std::string& command) {
    draw::Paper paper;
    paper.title = title_of(session);
    paper.subtitle = fixed_of(table);
    paper.command = command;
    paper.warrant = Warrant{}.text();
    return paper;
}

/// With several players outcomes are numbers.
std::vector<draw::Category> categories_of(const Session& session) {
    if (!about_outcomes(session)) return {};
    if (session.rules().players == 0) {
        auto kinds = draw::outcome_categories();
        if (session.rules().loopy) kinds.push_back({2, "D"});
        return kinds;
    }
    std::vector<draw::Category> kinds;
    for (int i = 0; i < session.rules().players; ++i) kinds.push_back({i, std::to_string(i)});
    return kinds;
}

std::int64_t at(const TableAnswer& table, std::uint64_t cell) {
    return table.exists(cell) ? static_cast<std::int64_t>((*table.cells)[cell]) : draw::absent;
}

/// The map of two axes; `origin` is its first cell.
draw::ValueMap map_of(const Session& session, const TableAnswer& table, const Axis& across, const Axis& up,
                      std::uint64_t origin) {
    draw::ValueMap map;
    map.across = across.name;
    map.up = up.name;
    map.left = across.from;
    map.bottom = up.from;
    map.columns = static_cast<std::int64_t>(across.count());
    map.rows = static_cast<std::int64_t>(up.count());
    map.legend = about_outcomes(session) ? "outcome" : "Grundy number";
    map.categories = categories_of(session);
    map.fill = [table, across, up, origin](std::int64_t x, std::int64_t y, std::span<std::int64_t> values) {
        std::uint64_t cell = origin + static_cast<std::uint64_t>(x - across.from) * across.stride +
                             static_cast<std::uint64_t>(y - up.from) * up.stride;
        for (std::int64_t& value : values) {
            value = at(table, cell);
            cell += up.stride;
        }
    };
    return map;
}

draw::Strip strip_of(Session& session, const TableAnswer& table, const std::string& command, const Watch& watch) {
    const Axis axis = table.axes()[0];
    draw::Strip strip;
    strip.paper = paper_of(session, table, command);
    strip.across = axis.name;
    strip.up = about_outcomes(session) ? "outcome" : "Grundy number";
    strip.first = axis.from;
    std::uint64_t cell = table.first();
    for (std::uint64_t i = 0; i < axis.count(); ++i, cell += axis.stride) strip.values.push_back(at(table, cell));
    const Ruleset& rules = session.rules();
    if (rules.coordinates.size() == 1 && rules.players == 0 && rules.piles < 0 && !session.computed_only()) {
        const Periods found = periods(session, std::clamp<std::int64_t>(axis.to, 2000, kPeriodSearch), watch);
        const PeriodAnswer& answer = about_outcomes(session) ? found.outcomes : found.nim_values;
        if (answer.proved && answer.preperiod + answer.period <= axis.to)
            strip.period = draw::Period{answer.preperiod, answer.period, answer.saltus};
    }
    return strip;
}

}  // namespace

void require_picture(const std::vector<Axis>& axes) {
    std::vector<Axis> running;
    for (const Axis& axis : axes)
        if (!axis.fixed) running.push_back(axis);
    if (running.size() > 3)
        throw bad_input(
            fmt::format("a picture shows at most three coordinates; fix some of the {}, such as {}=0,{}=0, and "
                        "give bounds for the others",
                        running.size(), running[running.size() - 1].name, running[running.size() - 2].name),
            Setting::slice);
    if (running.empty()) throw bad_input("a picture of one position; let a coordinate run");
    if (running.size() == 3 && running[2].count() > static_cast<std::uint64_t>(kMostPanels))
        throw bad_input(fmt::format("a picture shows up to {} slices, one for each {}; take a smaller bound for it, or "
                                    "one slice, {}={}",
                                    kMostPanels, running[2].name, running[2].name, running[2].from),
                        Setting::slice);
    if (running.size() == 1 && running[0].count() > static_cast<std::uint64_t>(kLongestStrip))
        throw over_limit(
            fmt::format("a picture of more than {} heaps; take a smaller bound, or a window that begins later",
                        kLongestStrip),
            Setting::to);
}

draw::Picture picture_of(Session& session, const TableAnswer& table, const std::string& command, const Watch& watch) {
    if (session.computed_only() && (session.what() != What::outcome || session.rules().players > 0))
        throw bad_input(
            fmt::format("values of {} need not be numbers: a picture shows outcomes of two players, which win or draw",
                        session.rules().name),
            Setting::what);
    require_picture(table.coordinates);
    const std::vector<Axis> axes = table.axes();
    if (axes.size() == 1) return strip_of(session, table, command, watch);
    if (axes.size() == 2) {
        draw::ValueMap map = map_of(session, table, axes[0], axes[1], table.first());
        map.paper = paper_of(session, table, command);
        return map;
    }
    draw::Panels panels;
    panels.paper = paper_of(session, table, command);
    for (std::uint64_t i = 0; i < axes[2].count(); ++i) {
        panels.maps.push_back(map_of(session, table, axes[0], axes[1], table.first() + i * axes[2].stride));
        panels.maps.back().paper.title =
            fmt::format("{} = {}", axes[2].name, axes[2].from + static_cast<std::int64_t>(i));
    }
    return panels;
}

// ---- families

namespace {

/// A part of a union: what the file calls it, and its members.
struct Part {
    std::string name;
    Positions set;
};

/// The parts of the union that a set is, through one definition; with the texts of the file where they go together.
std::vector<Part> parts_of(const Positions& set, const syntax::Term& written, const lang::Document& document) {
    std::vector<Positions> sets = lang::union_parts(set);
    std::vector<std::string> texts = lang::union_texts(written);
    if (sets.size() == 1 && set->kind == PositionSet::Kind::named) {
        sets = lang::union_parts(set->parts[0]);
        for (Positions& part : sets) {  // each is a definition of its own, with the same arguments
            auto own = std::make_shared<PositionSet>(*set);
            own->name += fmt::format(" {}", &part - sets.data());
            own->parts = {part};
            part = std::move(own);
        }
        for (const syntax::Definition& definition : document.file.definitions)
            if (definition.name == written.text) texts = lang::union_texts(definition.value);
    }
    std::vector<Part> parts;
    for (std::size_t i = 0; i < sets.size(); ++i)
        parts.push_back({texts.size() == sets.size() ? texts[i] : fmt::format("family {}", i + 1), sets[i]});
    return parts;
}

bool is_family(const Positions& set) {
    return set->kind == PositionSet::Kind::family ||
           (set->kind == PositionSet::Kind::named && is_family(set->parts[0])) ||
           (set->kind == PositionSet::Kind::join && is_family(set->parts[0]) && is_family(set->parts[1]));
}

/// The side of `... = ...` that the file's text has for the law's set.
const syntax::Term* written_set(const syntax::Claim& claim) {
    if (!claim.statement || claim.statement->kind != syntax::Term::Kind::compare || claim.statement->parts.size() != 2)
        return nullptr;
    for (const syntax::Term& side : claim.statement->parts) {
        const bool is_value = side.kind == syntax::Term::Kind::list && side.parts.size() == 1 &&
                              side.parts[0].kind == syntax::Term::Kind::compare;
        if (!is_value) return &side;
    }
    return nullptr;
}

std::vector<draw::Point> points_of(const std::vector<Position>& positions) {
    std::vector<draw::Point> points;
    for (const Position& p : positions) points.push_back({p[0], p[1]});
    return points;
}

std::optional<draw::Scatter> scatter_of(const Law& law, const lang::Document& document, const syntax::Claim& claim,
                                        const Position& to, const Watch& watch) {
    const syntax::Term* written = written_set(claim);
    if (law.kind() != Law::Kind::value_set || !is_family(law.says().set) || !written) return std::nullopt;
    lang::ClaimInstance instance = *law.instance;
    instance.box = to;
    Examiner examiner(instance, watch);
    Frame frame;  // all variables 0: {grundy = s} is about the P-positions then
    frame.slots.resize(static_cast<std::size_t>(instance.frame_size));
    frame.watch = &watch;
    if (is_number(law.says().level) && law.says().level->number != 0) return std::nullopt;
    draw::Scatter scatter;
    if (law.says().level->op == Op::variable) scatter.paper.subtitle = law.says().level->text + " = 0";
    scatter.columns = to[0] + 1;
    scatter.rows = to[1] + 1;
    for (const Part& part : parts_of(law.says().set, *written, document))
        scatter.families.push_back({part.name, points_of(examiner.members(part.set, frame))});
    // Of {grundy = s} = A(s) | B(s) a part may be empty for s = 0, and beyond the box any may be.
    if (scatter.families.size() > 1) std::erase_if(scatter.families, [](const auto& f) { return f.points.empty(); });
    return scatter;
}

}  // namespace

std::vector<ClaimPicture> pictures_of_claims(Shelf& shelf, Session& session, const Position& to,
                                             const std::string& command, const Watch& watch) {
    std::vector<ClaimPicture> pictures;
    const Ruleset& rules = session.rules();
    if (rules.coordinates.size() != 2 || rules.piles >= 0 || rules.players > 0) return pictures;
    std::vector<draw::Point> lost;
    const TableAnswer table = session.table(TableRequest{to, {}, {}});
    for (std::int64_t x = 0; x <= to[0]; ++x)
        for (std::int64_t y = 0; y <= to[1]; ++y)
            if (at(table, static_cast<std::uint64_t>(x * (to[1] + 1) + y)) == 0) lost.push_back({x, y});
    const auto add = [&](const Law& law, const lang::Document& document, const syntax::Claim& claim, auto words) {
        std::optional<draw::Scatter> scatter = scatter_of(law, document, claim, to, watch);
        if (!scatter) return;
        const auto [brief, warrant] = words();
        scatter->paper.title = fmt::format("{}: P-positions, {}", rules.instance, law.claim);
        scatter->paper.command = command;
        std::string& subtitle = scatter->paper.subtitle;
        subtitle += (subtitle.empty() ? "families: " : "; families: ") + brief;
        scatter->paper.warrant = "positions: " + Warrant{}.text() + "; families: " + warrant;
        scatter->across = rules.coordinates[0];
        scatter->up = rules.coordinates[1];
        scatter->positions = lost;
        pictures.push_back({law.claim, claim.expect_refuted, std::move(*scatter)});
    };
    const Theory& theory = session.theory(2);
    for (const lang::DocumentPtr& document : shelf.about(session.game()))
        for (const syntax::Claim& claim : document->file.claims) {
            for (const Law& law : theory.laws())
                if (law.source == &claim)
                    add(law, *document, claim, [&] {
                        const Warrant& warrant = session.warrant_of(law, theory);
                        return std::pair(warrant.brief(), warrant.text());
                    });
            // No theory has what its file calls false; its exceptions are worth seeing.
            if (!claim.expect_refuted || lang::claim_game(*document, claim) != rules.name) continue;
            if (rules.instance != rules.name) continue;  // a game with arguments
            auto instance = lang::instance_for(*document, claim, {}, 0, rules);
            if (!instance) continue;
            if (const auto law = law_of(*document, claim, std::move(*instance), 2, session.what()))
                add(*law, *document, claim, [] {
                    const std::string word = "refuted, the file says so";
                    return std::pair(word, word);
                });
        }
    return pictures;
}

draw::Picture picture_of_circle(std::int64_t n, const Integer& k, const std::string& command) {
    draw::Circle circle;
    circle.seats = n;
    circle.order = josephus::order(n, k);
    const std::string number = to_text(k), shown = number.size() <= 12 ? number : "k";
    circle.paper.title = fmt::format("Josephus circle: {} seat{}, every {} is removed", n, n == 1 ? "" : "s",
                                     k == 1   ? "one"
                                     : k == 2 ? "second"
                                     : k == 3 ? "third"
                                              : shown + "-th");
    circle.paper.command = command;
    circle.paper.warrant = "computed: the circle was played";
    return circle;
}

}  // namespace bouton
