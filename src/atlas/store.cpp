#include "atlas/store.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>
#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>

namespace bouton::atlas {

namespace {

constexpr std::int64_t kApplication = 0x426F7574;  // "Bout"
constexpr std::int64_t kSchema = 1;

std::string quoted(const std::string& name) { return "\"" + name + "\""; }

std::string quoted_list(const std::vector<std::string>& names) {
    std::vector<std::string> result;
    for (const std::string& name : names) result.push_back(quoted(name));
    return fmt::format("{}", fmt::join(result, ", "));
}

constexpr std::size_t kHash = 8;  // the only one of which -1 is a value

}  // namespace

RowNumbers numbers_of(const Row& row) {
    const Findings& f = row.findings;
    return {f.preperiod,
            f.period,
            f.saltus,
            f.outcome_preperiod,
            f.outcome_period,
            f.largest_value,
            f.settled,
            f.looked,
            static_cast<std::int64_t>(f.hash),
            row.law};
}

void set_numbers(Row& row, const RowNumbers& n) {
    Findings& f = row.findings;
    f.preperiod = n[0];
    f.period = n[1];
    f.saltus = n[2];
    f.outcome_preperiod = n[3];
    f.outcome_period = n[4];
    f.largest_value = n[5];
    f.settled = n[6] == 1;
    f.looked = n[7];
    f.hash = static_cast<std::uint64_t>(n[8]);
    row.law = static_cast<int>(n[9]);
}

const std::vector<std::string>& finding_columns() {
    static const std::vector<std::string> columns = {
        "preperiod", "period", "saltus", "outcome_preperiod", "outcome_period", "largest_value", "settled",
        "looked",    "hash",   "law"};
    return columns;
}

Manifest manifest_of(const Family& family, const FamilyWords& words) {
    Manifest manifest;
    manifest.words = words;
    manifest.family = family.text();
    const std::string identity = family.identity();
    manifest.identity = fmt::format("{:016x}", XXH3_64bits(identity.data(), identity.size()));
    manifest.version = BOUTON_VERSION;
    manifest.variables = family.variables();
    return manifest;
}

Store::Store(std::string file, Database::Mode mode)
    : file_(std::move(file)), database_(std::make_unique<Database>(file_, mode)) {}

void Store::require_atlas() {
    if (database_->number("PRAGMA application_id") != kApplication)
        throw bad_input(file_ + ": this database is no atlas of Bouton; give another file");
    if (const std::int64_t schema = database_->number("PRAGMA user_version"); schema != kSchema)
        throw bad_input(fmt::format("{}: this atlas has the form {}, and this Bouton knows the form {}; make it anew",
                                    file_, schema, kSchema));
}

Store Store::open(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        throw bad_input(fmt::format("there is no atlas {}; bouton atlas GAME ... --out {} makes one", file, file));
    Store store(file, Database::Mode::read);
    store.require_atlas();
    store.read_manifest();
    return store;
}

Store Store::begin(const std::string& file, const Manifest& manifest) {
    Store store(file, Database::Mode::write);
    if (store.database_->number("SELECT count(*) FROM sqlite_schema") == 0) {
        store.create(manifest);
        return store;
    }
    store.require_atlas();
    store.read_manifest();
    const Manifest& there = store.manifest_;
    const auto refuse = [&](const std::string& what) {
        throw bad_input(fmt::format("{} is another atlas: {}; give another file, or delete this one", file, what));
    };
    if (there.family != manifest.family) refuse("it is of " + there.family);
    if (there.identity != manifest.identity) refuse("the rules of the game have changed");
    if (there.version != manifest.version) refuse("it was begun by Bouton " + there.version);
    if (there.limit != manifest.limit) refuse(fmt::format("its heaps go to {}", there.limit));
    if (there.laws != manifest.laws) refuse("it was begun with other laws");
    return store;
}

void Store::create(const Manifest& manifest) {
    manifest_ = manifest;
    std::vector<std::string> columns = {"member INTEGER PRIMARY KEY"};
    for (const std::string& name : manifest.variables) columns.push_back(quoted(name) + " INTEGER NOT NULL");
    for (const std::string& name : finding_columns()) columns.push_back(name + " INTEGER");
    database_->run(
        fmt::format("BEGIN; CREATE TABLE members({}); CREATE TABLE laws(law INTEGER PRIMARY KEY, text TEXT NOT NULL);"
                    "CREATE TABLE manifest(name TEXT PRIMARY KEY, value TEXT NOT NULL);"
                    "PRAGMA application_id = {}; PRAGMA user_version = {};",
                    fmt::join(columns, ", "), kApplication, kSchema));
    {
        Statement law(*database_, "INSERT INTO laws VALUES(?, ?)");
        for (std::size_t i = 0; i < manifest.laws.size(); ++i)
            law.bind(1, static_cast<std::int64_t>(i)).bind(2, manifest.laws[i]).run();
        Statement entry(*database_, "INSERT INTO manifest VALUES(?, ?)");
        const auto add = [&](const std::string& name, const std::string& value) {
            entry.bind(1, name).bind(2, value).run();
        };
        add("bouton", manifest.version);
        add("command", manifest.command);
        add("family", manifest.family);
        add("identity", manifest.identity);
        add("game", manifest.words.game);
        add("arguments", nlohmann::json(manifest.words.arguments).dump());
        add("ranges", manifest.words.ranges);
        add("variables", nlohmann::json(manifest.variables).dump());
        add("limit", std::to_string(manifest.limit));
        add("size", std::to_string(manifest.size));
        add("done", "0");
        add("rows", "0");
    }
    database_->run("COMMIT");
}

void Store::read_manifest() {
    std::map<std::string, std::string> found;
    try {
        Statement entries(*database_, "SELECT name, value FROM manifest");
        while (entries.step()) found[entries.text(0)] = entries.text(1);
        manifest_.version = found.at("bouton");
        manifest_.command = found.at("command");
        manifest_.family = found.at("family");
        manifest_.identity = found.at("identity");
        manifest_.words.game = found.at("game");
        manifest_.words.arguments =
            nlohmann::json::parse(found.at("arguments")).get<decltype(FamilyWords::arguments)>();
        manifest_.words.ranges = found.at("ranges");
        manifest_.variables = nlohmann::json::parse(found.at("variables")).get<std::vector<std::string>>();
        manifest_.limit = std::stoll(found.at("limit"));
        manifest_.size = std::stoull(found.at("size"));
        done_ = std::stoull(found.at("done"));
        rows_hash_ = std::stoull(found.at("rows"));
        Statement laws(*database_, "SELECT text FROM laws ORDER BY law");
        while (laws.step()) manifest_.laws.push_back(laws.text(0));
    } catch (const std::logic_error&) {  // a name is missing, or is no number
        throw bad_input(file_ + ": the manifest of this atlas is damaged; make it anew");
    } catch (const nlohmann::json::exception&) {
        throw bad_input(file_ + ": the manifest of this atlas is damaged; make it anew");
    }
}

std::uint64_t Store::rows_hash(std::uint64_t before, const Row& row) {
    std::int64_t words[kMostVariables + 10];
    std::size_t count = 0;
    for (const std::int64_t value : row.values) words[count++] = value;
    for (const std::int64_t value : numbers_of(row)) words[count++] = value;
    return XXH3_64bits_withSeed(words, count * sizeof words[0], before);
}

void Store::append(const std::vector<Row>& rows) {
    database_->run("BEGIN");
    try {
        std::vector<std::string> places(1 + manifest_.variables.size() + finding_columns().size(), "?");
        Statement insert(*database_, fmt::format("INSERT INTO members VALUES({})", fmt::join(places, ",")));
        std::uint64_t done = done_, hash = rows_hash_;
        for (const Row& row : rows) {
            int place = 1;
            insert.bind(place++, static_cast<std::int64_t>(++done));
            for (const std::int64_t value : row.values) insert.bind(place++, value);
            const RowNumbers found = numbers_of(row);
            for (std::size_t i = 0; i < found.size(); ++i)
                if (found[i] == kUnknown && i != kHash)
                    insert.bind_null(place++);
                else
                    insert.bind(place++, found[i]);
            insert.run();
            hash = rows_hash(hash, row);
        }
        Statement note(*database_, "UPDATE manifest SET value = ? WHERE name = ?");
        note.bind(1, std::to_string(done)).bind(2, "done").run();
        note.bind(1, std::to_string(hash)).bind(2, "rows").run();
        database_->run("COMMIT");
        done_ = done;
        rows_hash_ = hash;
    } catch (...) {
        try {
            database_->run("ROLLBACK");
        } catch (const Error&) {  // SQLite has done so already
        }
        throw;
    }
}

void Store::finish() {
    database_->run(
        "CREATE INDEX IF NOT EXISTS members_by_hash ON members(hash);"
        "CREATE INDEX IF NOT EXISTS members_by_period ON members(period);"
        "CREATE INDEX IF NOT EXISTS members_by_preperiod ON members(preperiod);");
}

void Store::for_each(const std::function<bool(const Row&)>& visit, const std::string& where) {
    Statement select(*database_,
                     fmt::format("SELECT {}, {} FROM members {} ORDER BY member", quoted_list(manifest_.variables),
                                 quoted_list(finding_columns()), where.empty() ? "" : "WHERE " + where));
    Row row;
    row.values.resize(manifest_.variables.size());
    RowNumbers found;
    while (select.step()) {
        int column = 0;
        for (std::int64_t& value : row.values) value = select.integer(column++);
        for (std::int64_t& value : found) {
            value = select.is_null(column) ? kUnknown : select.integer(column);
            ++column;
        }
        set_numbers(row, found);
        if (!visit(row)) return;
    }
}

}  // namespace bouton::atlas
