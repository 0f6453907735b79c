#include "store/format.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "engines/cells.hpp"

#include <fmt/format.h>
#include <xxhash.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>
#include <stdexcept>

namespace bouton {

namespace store {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::string_view kTable = "bouton table 1";
constexpr std::string_view kJournal = "bouton journal 1";
constexpr std::string_view kFooter = "bouton-table ";
constexpr std::size_t kHex = 16;
constexpr std::size_t kFooterSize = kFooter.size() + kHex + 1 + kHex + 1;

std::string to_hex(std::uint64_t number) { return fmt::format("{:016x}", number); }

std::string footer(std::string_view description) {
    return fmt::format("{}{} {}\n", kFooter, to_hex(description.size()),
                       to_hex(XXH3_64bits(description.data(), description.size())));
}

std::string to_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

/// With the program's version for people only: what it computed is worth no less after an update.
Json to_json(const Description& description, std::string_view format) {
    const TableInfo& info = description.info;
    return {{"format", format},      {"bouton", BOUTON_VERSION},
            {"game", info.game},     {"rules", info.rules},
            {"what", info.what},     {"largest", info.largest},
            {"width", info.width},   {"absent", 0xffffffffu >> (32 - 8 * info.width)},
            {"checksum", "XXH3 64"}, {"chunk", description.chunk}};
}

/// Lists inside lists inside lists are nothing of ours, and writing deep ones anew would need a stack without end.
Json parse(std::string_view line) {
    constexpr int kDeepest = 8;
    bool deep = false;
    Json json = Json::parse(
        line,
        [&](int depth, Json::parse_event_t, Json&) {
            deep = deep || depth > kDeepest;
            return !deep;
        },
        false);
    return deep ? Json(nullptr) : json;
}

std::int64_t natural_in(const Json& json) {
    const auto number = json.is_number_unsigned() ? json.get<std::int64_t>() : -1;
    if (number < 0) throw std::invalid_argument("no natural number");
    return number;
}

/// Nothing, if the line is not what to_json made.
std::optional<Description> description_in(std::string_view line, std::string_view format) try {
    const Json json = parse(line);
    if (json.at("format") != format) return {};
    Description result;
    TableInfo& info = result.info;
    json.at("game").get_to(info.game);
    json.at("rules").get_to(info.rules);
    json.at("what").get_to(info.what);
    for (const Json& top : json.at("largest")) info.largest.push_back(natural_in(top));
    const auto width = natural_in(json.at("width"));
    result.chunk = static_cast<std::uint64_t>(natural_in(json.at("chunk")));
    if (result.chunk == 0 || (width != 1 && width != 2 && width != 4)) return {};
    info.width = static_cast<unsigned>(width);
    if (format == kTable) json.at("checksums").get_to(result.checksums);
    return result;
} catch (const std::exception&) {
    return {};
}

}  // namespace

// ---- checksums ----

void Checksums::Free::operator()(void* state) const { XXH3_freeState(static_cast<XXH3_state_t*>(state)); }

Checksums::Checksums(std::uint64_t chunk) : chunk_(chunk), state_(XXH3_createState()) {
    if (!state_) throw std::bad_alloc();
    XXH3_64bits_reset(static_cast<XXH3_state_t*>(state_.get()));
}

void Checksums::add(const std::byte* data, std::uint64_t count) {
    auto* state = static_cast<XXH3_state_t*>(state_.get());
    while (count > 0) {
        const std::uint64_t part = std::min(count, chunk_ - count_ % chunk_);
        XXH3_64bits_update(state, data, part);
        data += part;
        count -= part;
        count_ += part;
        if (count_ % chunk_ != 0) continue;
        full_.push_back(rest());
        XXH3_64bits_reset(state);
    }
}

std::string Checksums::rest() const {
    return to_hex(XXH3_64bits_digest(static_cast<const XXH3_state_t*>(state_.get())));
}

std::vector<std::string> Checksums::all() const {
    auto result = full_;
    if (count_ % chunk_ != 0) result.push_back(rest());
    return result;
}

// ---- header and trailer ----

std::string npy_header(const TableInfo& info) {
    constexpr std::size_t kMostDimensions = 32, kLine = 64;
    if (info.largest.size() > kMostDimensions)
        throw bad_input(fmt::format("a table with {} coordinates cannot be an .npy file: NumPy knows at most {}",
                                    info.largest.size(), kMostDimensions));
    std::string shape;
    for (const std::int64_t top : info.largest) shape += fmt::format("{}, ", top + 1);
    if (info.largest.size() > 1) shape.resize(shape.size() - 2);
    if (info.largest.size() == 1) shape.pop_back();
    const char order = info.width == 1 ? '|' : std::endian::native == std::endian::little ? '<' : '>';
    std::string dictionary =
        fmt::format("{{'descr': '{}u{}', 'fortran_order': False, 'shape': ({}), }}", order, info.width, shape);
    constexpr std::size_t before = kMagic.size() + 4;  // the version, and the length of what follows
    const std::size_t size =
        (before + dictionary.size() + 1 + kLine - 1) / kLine * kLine;  // the values begin on a line
    dictionary.resize(size - before - 1, ' ');
    const std::size_t length = size - before;
    return fmt::format("{}{:c}{:c}{:c}{:c}{}\n", kMagic, 1, 0, static_cast<char>(length & 0xff),
                       static_cast<char>(length >> 8), dictionary);
}

std::string npy_trailer(const Description& description) {
    Json json = to_json(description, kTable);
    json["checksums"] = description.checksums;
    const std::string line = "\n" + to_line(json);  // apart from the values, so that `tail` shows it
    return line + footer(line);
}

std::uint64_t longest_trailer(const Description& description) {
    Description empty = description;
    empty.checksums.clear();
    const std::uint64_t chunks = description.info.bytes() / description.chunk + 1;
    return npy_trailer(empty).size() + chunks * (kHex + 3);  // two quotes and a comma
}

Trailer read_trailer(std::string_view file, const std::string& name) {
    const auto last = file.substr(file.size() - std::min(file.size(), kFooterSize));
    if (!last.starts_with(kFooter)) {
        if (!file.starts_with(kMagic)) throw bad_input(name + " is not a table made by Bouton");
        throw bad_input(name + " does not end as a table made by Bouton: it is cut short, or another program made it");
    }
    // The footer is made again from what it says, so that every character of it counts.
    const auto length = std::strtoull(std::string(last.substr(kFooter.size(), kHex)).c_str(), nullptr, 16);
    const auto rest = file.substr(0, file.size() - kFooterSize);
    const auto line = rest.substr(rest.size() - std::min<std::uint64_t>(length, rest.size()));
    if (footer(line) != last) throw bad_input(name + " is damaged: its description does not match its checksum");
    const auto description = description_in(line, kTable);
    if (!description) throw bad_input(name + " was made by another version of Bouton, which this one cannot read");
    return {*description, line.size() + kFooterSize};
}

// ---- journal ----

std::string journal_line(const Description& description) {
    Json json = to_json(description, kJournal);
    json["check"] = digest(to_line(json));
    return to_line(json);
}

std::optional<Description> read_journal_line(std::string_view line) try {
    Json json = parse(line);
    const auto check = json.at("check").get<std::string>();
    json.erase("check");
    return check == digest(to_line(json)) ? description_in(line, kJournal) : std::nullopt;
} catch (const std::exception&) {
    return {};
}

std::string journal_line(const Mark& mark) {
    Json json{{"rows", mark.rows}};
    if (mark.more > 0) json["more"] = mark.more;
    json["chunks"] = mark.chunks;
    json["rest"] = mark.rest;
    if (mark.steps.empty()) return to_line(json);
    Json runs = Json::array();  // [columns, rows]: most rows of a block of tiles are as long as the one before
    for (std::size_t i = 0, same = 0; i < mark.steps.size(); i += same) {
        for (same = 1; i + same < mark.steps.size() && mark.steps[i + same] == mark.steps[i];) ++same;
        runs.push_back({mark.steps[i], same});
    }
    json["steps"] = runs;
    json["beyond"] = mark.beyond;
    return to_line(json);
}

namespace {

std::vector<std::int64_t> steps_in(const Json& runs) {
    std::vector<std::int64_t> steps;
    for (const Json& run : runs) {
        const std::int64_t columns = natural_in(run.at(0));
        const auto same = static_cast<std::uint64_t>(natural_in(run.at(1)));
        if (same > kMostSteps - steps.size()) throw std::invalid_argument("too many steps");
        steps.insert(steps.end(), same, columns);
    }
    return steps;
}

}  // namespace

std::optional<Mark> read_mark(std::string_view line) try {
    const Json json = parse(line);
    Mark mark;
    mark.rows = natural_in(json.at("rows"));
    json.at("chunks").get_to(mark.chunks);
    json.at("rest").get_to(mark.rest);
    if (json.contains("more")) mark.more = natural_in(json.at("more"));
    if (!json.contains("steps")) return mark;
    mark.steps = steps_in(json.at("steps"));
    json.at("beyond").get_to(mark.beyond);
    return mark;
} catch (const std::exception&) {
    return {};
}

}  // namespace store

std::uint64_t TableInfo::bytes() const { return Cells::count(largest) * width; }

std::string difference(const TableInfo& there, const TableInfo& wanted) {
    const auto show = [](const TableInfo& info) {  // one of them comes from a file, which may be anybody's
        return printable(fmt::format("{} of {} up to {}", info.what, info.game, to_text(info.largest)));
    };
    if (show(there) != show(wanted)) return show(there) + ", not " + show(wanted);
    if (there.rules != wanted.rules) return show(there) + ", but the text of the rules was another";
    return fmt::format("{} in cells of {} bits, not {}", show(there), 8 * there.width, 8 * wanted.width);
}

std::string digest(std::string_view text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return store::to_hex(hash.high64) + store::to_hex(hash.low64);
}

}  // namespace bouton
