#include "atlas/query.hpp"

#include "atlas/laws.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace bouton::atlas {

namespace {

constexpr std::uint64_t kUsualRows = 10;

std::string shown(std::int64_t value) { return value == kUnknown ? "" : std::to_string(value); }

class Answer {
  public:
    Answer(Store& store, const QueryRequest& request, const Watch& watch)
        : store_(store), request_(request), watch_(watch) {
        table_.columns = store.manifest().variables;
    }

    Table operator()() {
        switch (request_.question) {
            case Question::summary: summary(); break;
            case Question::longest: greatest("period"); break;
            case Question::preperiods: greatest("preperiod"); break;
            case Question::records: records(); break;
            case Question::laws: laws(); break;
            case Question::exceptions: exceptions(); break;
            case Question::equal: equal(); break;
            case Question::unsettled: unsettled(); break;
        }
        return std::move(table_);
    }

  private:
    void add_columns(std::initializer_list<const char*> names) {
        table_.columns.insert(table_.columns.end(), names.begin(), names.end());
    }

    /// A row that begins with the member's variables; false: there are enough.
    bool add(const Values& values, std::vector<std::string> rest, std::uint64_t usual) {
        const std::uint64_t most = request_.most > 0 ? request_.most : usual;
        if (most > 0 && table_.rows.size() >= most) {
            ++table_.left_out;
            return false;
        }
        std::vector<std::string> row;
        for (const std::int64_t value : values) row.push_back(std::to_string(value));
        row.insert(row.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
        table_.rows.push_back(std::move(row));
        return true;
    }

    bool add(const Row& row, std::uint64_t usual) {
        const Findings& f = row.findings;
        return add(row.values,
                   {shown(f.preperiod), shown(f.period), shown(f.saltus), shown(f.outcome_preperiod),
                    shown(f.outcome_period), shown(f.largest_value)},
                   usual);
    }

    void all_rows(const std::function<void(const Row&)>& visit) {
        std::uint64_t seen = 0;
        store_.for_each([&](const Row& row) {
            if (++seen % 4096 == 0) watch_.check();
            visit(row);
            return true;
        });
    }

    void summary() {
        table_.columns = {"what", "number", "first at"};
        const auto line = [&](const char* what, std::int64_t number, const std::string& at = {}) {
            table_.rows.push_back({what, std::to_string(number), at});
        };
        Statement all(store_.database(),
                      "SELECT count(*), ifnull(sum(settled), 0), count(law), max(period), max(preperiod), "
                      "max(outcome_period), max(largest_value) FROM members");
        all.step();
        line("members", all.integer(0));
        if (!store_.complete()) line("members of the family", static_cast<std::int64_t>(store_.manifest().size));
        line("settled", all.integer(1));
        if (!store_.manifest().laws.empty()) line("obey a law", all.integer(2));
        const std::vector<std::pair<const char*, const char*>> greatest = {{"longest period", "period"},
                                                                           {"longest preperiod", "preperiod"},
                                                                           {"longest outcome period", "outcome_period"},
                                                                           {"largest value", "largest_value"}};
        for (std::size_t i = 0; i < greatest.size(); ++i) {
            const int column = static_cast<int>(i) + 3;
            if (all.is_null(column)) continue;
            store_.for_each(
                [&](const Row& row) {
                    line(greatest[i].first, all.integer(column), named(store_.manifest().variables, row.values));
                    return false;
                },
                fmt::format("{} = {}", greatest[i].second, all.integer(column)));
        }
    }

    void findings_columns() {
        add_columns({"preperiod", "period", "saltus", "outcome_preperiod", "outcome_period", "largest_value"});
    }

    void greatest(const std::string& column) {
        findings_columns();
        const std::uint64_t most = request_.most > 0 ? request_.most : kUsualRows;
        std::vector<std::int64_t> chosen;
        Statement select(store_.database(),
                         fmt::format("SELECT member FROM members WHERE settled = 1 ORDER BY {} DESC, member LIMIT {}",
                                     column, std::min<std::uint64_t>(most, 1000000000)));
        while (select.step()) chosen.push_back(select.integer(0));
        for (const std::int64_t member : chosen)
            store_.for_each([&](const Row& row) { return add(row, most); }, fmt::format("member = {}", member));
    }

    void records() {
        add_columns({"size", "record", "number"});
        struct Best {
            std::int64_t number = kUnknown;
            Values values;
        };
        struct Of {
            const char* name;
            std::int64_t Findings::*member;
            std::map<std::int64_t, Best> by_size;
        };
        std::vector<Of> quantities = {{"period", &Findings::period, {}},
                                      {"outcome period", &Findings::outcome_period, {}},
                                      {"preperiod", &Findings::preperiod, {}}};
        all_rows([&](const Row& row) {
            const std::int64_t size = *std::max_element(row.values.begin(), row.values.end());
            for (Of& of : quantities) {
                Best& best = of.by_size[size];
                if (row.findings.*of.member > best.number) best = {row.findings.*of.member, row.values};
            }
        });
        for (const Of& of : quantities) {
            std::int64_t greatest = 0;
            for (const auto& [size, best] : of.by_size) {
                if (best.number <= greatest) continue;
                greatest = best.number;
                add(best.values, {std::to_string(size), of.name, std::to_string(best.number)}, 0);
            }
        }
    }

    std::vector<std::string> texts() const { return request_.laws.empty() ? store_.manifest().laws : request_.laws; }

    /// The law that a member obeys, by the atlas or by the laws that were asked for.
    std::function<int(const Row&)> law_of() {
        if (texts().empty())
            throw bad_input("no law was given, and the atlas was made without; give one, as in --law 'period = a + b'");
        if (request_.laws.empty()) return [](const Row& row) { return row.law; };
        auto laws = std::make_shared<Laws>(store_.manifest().variables, request_.laws);
        return [laws](const Row& row) { return laws->first(row.values, row.findings); };
    }

    void laws() {
        const auto law = law_of();
        std::vector<std::uint64_t> counts(texts().size() + 2);
        all_rows([&](const Row& row) {
            const int i = law(row);
            ++counts[i >= 0 ? static_cast<std::size_t>(i) : texts().size() + (row.findings.settled ? 0 : 1)];
        });
        table_.columns = {"law", "members"};
        for (std::size_t i = 0; i < texts().size(); ++i) table_.rows.push_back({texts()[i], std::to_string(counts[i])});
        table_.rows.push_back({"none of these", std::to_string(counts[texts().size()])});
        table_.rows.push_back({"not settled", std::to_string(counts[texts().size() + 1])});
    }

    void exceptions() {
        const auto law = law_of();
        findings_columns();
        all_rows([&](const Row& row) {
            if (row.findings.settled && law(row) < 0) add(row, 0);
        });
    }

    /// Members with the same hash; if they are not settled: the same as far as they were looked at. The groups come from the index alone.
    void equal() {
        const std::uint64_t most = request_.most > 0 ? request_.most : kUsualRows;
        std::vector<std::int64_t> groups;
        Statement select(store_.database(),
                         "SELECT hash, count(*) AS n, min(member) AS first FROM members "
                         "GROUP BY hash HAVING n > 1 ORDER BY n DESC, first");
        while (select.step()) {
            watch_.check();
            groups.push_back(select.integer(0));
        }
        table_.columns = {"members", "preperiod", "period", "looked", "games"};
        for (std::size_t i = 0; i < groups.size(); ++i) {
            watch_.check();
            if (table_.rows.size() >= most) {
                table_.left_out = groups.size() - i;
                return;
            }
            std::vector<std::string> games;
            Findings findings;
            std::uint64_t count = 0;
            store_.for_each(
                [&](const Row& row) {
                    findings = row.findings;
                    if (++count <= kGamesShown) games.push_back(fmt::format("{}", fmt::join(row.values, " ")));
                    return true;
                },
                fmt::format("hash = {}", groups[i]));
            if (count < 2) continue;
            table_.rows.push_back({std::to_string(count), shown(findings.preperiod), shown(findings.period),
                                   shown(findings.looked),
                                   fmt::format("{}{}", fmt::join(games, "; "), count > games.size() ? "; ..." : "")});
        }
    }

    void unsettled() {
        add_columns({"looked", "largest_value"});
        store_.for_each(
            [&](const Row& row) {
                add(row.values, {shown(row.findings.looked), shown(row.findings.largest_value)}, 0);
                return true;
            },
            "settled = 0");
    }

    static constexpr std::size_t kGamesShown = 8;
    Store& store_;
    const QueryRequest& request_;
    const Watch& watch_;
    Table table_;
};

}  // namespace

const std::vector<QuestionName>& question_names() {
    static const std::vector<QuestionName> names = {
        {Question::summary, "summary", "how many members, and the greatest of everything"},
        {Question::longest, "longest", "the longest periods"},
        {Question::preperiods, "preperiods", "the longest preperiods"},
        {Question::records, "records", "record periods and preperiods by the largest variable"},
        {Question::laws, "laws", "how many members obey each --law, the first that fits"},
        {Question::exceptions, "exceptions", "settled members that obey no --law; exit code 1 if there are any"},
        {Question::equal, "equal", "games with the same values"},
        {Question::unsettled, "unsettled", "members that are not settled"},
    };
    return names;
}

Table query(Store& store, const QueryRequest& request, const Watch& watch) { return Answer(store, request, watch)(); }

std::string csv(const Table& table) {
    std::string text;
    const auto line = [&](const std::vector<std::string>& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            std::string cell = cells[i];
            if (cell.find_first_of(",\"\n;") != std::string::npos) {
                for (std::size_t at = 0; (at = cell.find('"', at)) != std::string::npos; at += 2) cell.insert(at, "\"");
                cell = "\"" + cell + "\"";
            }
            text += (i > 0 ? "," : "") + cell;
        }
        text += '\n';
    };
    line(table.columns);
    for (const auto& row : table.rows) line(row);
    return text;
}

}  // namespace bouton::atlas
