// Bouton's engines against plain C++, in one run: ratio of medians, results compared cell by cell.
//
// Each pair is run alternately, so that both see the same machine; times are of the thread's (or, with several threads, the wall's)
// clock. The engine's time includes everything from the rules' shape to the filled table.
#include "answers/answer.hpp"
#include "answers/library.hpp"
#include "base/josephus.hpp"
#include "base/parallel.hpp"
#include "plain.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <iostream>

using namespace bouton;

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double median(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

/// A table made by the engine that is chosen for the rules.
struct Made {
    std::string engine;
    Cells cells;
    double seconds;
};

Made make(Library& library, const GameRequest& request, What what, const Position& largest, std::size_t threads = 1) {
    const Watch watch;
    const Session session(library, request, what, watch);
    const double start = now();
    const TablePlan plan = TableMaker("auto", session.rules(), what, watch).plan(largest);
    Cells cells(largest, plan.width);
    parallel::with_threads(threads, [&] { plan.filler->fill(cells, 0, [](std::int64_t) {}); });
    return {plan.engine, std::move(cells), now() - start};
}

struct Row {
    std::string work, baseline;
    std::string engine;
    double plain = 0, bouton = 0, wanted = 0;

    double ratio() const { return plain / bouton; }
};

class Bench {
  public:
    Bench(Library& library, std::string only) : library_(library), only_(std::move(only)) {}

    /// Compares with a plain function that returns a vector of values. The slower side runs once if it takes long.
    template <class Plain>
    void against(const std::string& work, const std::string& baseline, double wanted, const GameRequest& request,
                 What what, const Position& largest, Plain plain) {
        if (!wants(work)) return;
        std::vector<double> slow, fast;
        Row row{work, baseline, "", 0, 0, wanted};
        for (int turn = 0; turn < 5; ++turn) {
            if (turn == 0 || slow[0] < 2) {
                const double start = now();
                const auto expected = plain();
                slow.push_back(now() - start);
                const Made made = make(library_, request, what, largest);
                row.engine = made.engine;
                fast.push_back(made.seconds);
                for (std::uint64_t i = 0; i < made.cells.size(); ++i)
                    if (made.cells[i] != expected[i])
                        throw std::runtime_error(
                            fmt::format("{}: cell {} is {}, plain C++ says {}", work, i, made.cells[i], expected[i]));
            } else {
                fast.push_back(make(library_, request, what, largest).seconds);
            }
        }
        row.plain = median(slow);
        row.bouton = median(fast);
        add(row);
    }

    /// Compares two ways of running something, wall-clock; `check` looks at the results.
    void times(const std::string& work, const std::string& baseline, double wanted,
               const std::function<double()>& plain, const std::function<double()>& ours) {
        if (!wants(work)) return;
        std::vector<double> slow, fast;
        for (int turn = 0; turn < 5; ++turn) {
            slow.push_back(plain());
            fast.push_back(ours());
        }
        add({work, baseline, "", median(slow), median(fast), wanted});
    }

    const std::vector<Row>& rows() const { return rows_; }

  private:
    bool wants(const std::string& work) const { return work.find(only_) != std::string::npos; }

    void add(const Row& row) {
        rows_.push_back(row);
        std::cerr << fmt::format("{:<52} {:>10.4f} s {:>10.5f} s {:>9.1f}x (wanted {}x)  {}\n", row.work, row.plain,
                                 row.bouton, row.ratio(), row.wanted, row.engine);
    }

    Library& library_;
    std::string only_;
    std::vector<Row> rows_;
};

void run(Library& library, Bench& bench, const std::string& games) {
    const auto subtraction = [&](const std::vector<int>& moves, const std::string& text, double wanted) {
        constexpr std::int64_t n = 10'000'000;
        bench.against(fmt::format("values of {{{}}} to 10^7", text), "mex array", wanted,
                      {"subtraction", {{"moves", text}}}, What::grundy, {n - 1},
                      [&] { return plain::subtraction(moves, n); });
    };
    subtraction({100, 231, 400}, "100,231,400", 20);
    subtraction({1000, 2345, 7777}, "1000,2345,7777", 40);
    subtraction({1, 70, 131}, "1,70,131", 8);
    subtraction({2, 5, 11}, "2,5,11", 30);

    constexpr int n = 2000;
    const Position square = {n - 1, n - 1};
    bench.against("Josephus Nim 2000x2000", "loops", 300, {"josephus-nim", {}}, What::grundy, square,
                  [] { return plain::josephus(n, 2); });
    bench.against("weights 1 and -3, 2000x2000", "loops", 100, {games + "#weights-three", {}}, What::grundy, square,
                  [] { return plain::josephus(n, 3); });
    bench.against("cap floor(total/3), 2000x2000", "loops", 100, {games + "#third", {}}, What::grundy, square,
                  [] { return plain::third(n); });
    bench.against("Wythoff 2000x2000", "loops", 100, {"wythoff", {}}, What::grundy, square,
                  [] { return plain::wythoff(n); });

    const Position small = {499, 499};
    bench.against("two weights, outcomes 500x500", "early exit", 1000, {"two-weights", {}}, What::outcome, small,
                  [] { return plain::two_weights_outcomes(500); });
    bench.against("two weights, values 500x500", "loops", 500, {"two-weights", {}}, What::grundy, small,
                  [] { return plain::two_weights_values(500); });

    bench.against("Maximum Nim k=2 to 10^7", "balanced set", 200, {"maximum-nim", {{"k", "2"}}}, What::grundy,
                  {9'999'999}, [] { return plain::maximum_nim(2, 10'000'000); });
    const auto maximum_nim = [&] {
        return make(library, {"maximum-nim", {{"k", "2"}}}, What::grundy, {9'999'999}).seconds;
    };
    bench.times(
        "Maximum Nim k=2 to 10^7, against a memset", "memset", 1.0 / 3,
        [] {
            const double start = now();
            const Cells cells({9'999'999}, 4);
            std::memset(cells.bytes(), 1, cells.size() * 4);
            return now() - start + (cells[77] == 0 ? 1 : 0);
        },
        maximum_nim);

    struct Code {
        std::string name, game;
        plain::Octal code;
        std::size_t count;
        bool all_splits;
    };
    const std::vector<Code> codes = {
        {"Kayles", "kayles", {{1, 2}, {1, 2}, {1, 2}, true}, 100'000, true},
        {".156", games + "#octal156", {{1, 2}, {3}, {2, 3}, true}, 40'000, true},
        {".127", games + "#octal127", {{1, 3}, {2, 3}, {3}, true}, 100'000, true},
        {".16", games + "#octal16", {{1}, {2}, {2}, true}, 420'000, false},
        {"Grundy's game", "grundys-game", {{}, {}, {0}, false}, 1 << 21, false},
    };
    for (const Code& code : codes) {
        const Position to = {static_cast<std::int64_t>(code.count) - 1};
        bench.against(fmt::format("{} to {}", code.name, code.count), "rare/common", 3, {code.game, {}}, What::grundy,
                      to, [&] { return plain::octal_rare(code.code, code.count); });
        if (code.all_splits)
            bench.against(fmt::format("{} to {}, all splits", code.name, code.count), "all splits", 1, {code.game, {}},
                          What::grundy, to, [&] { return plain::octal(code.code, code.count); });
    }

    const Integer seats = pow(Integer(10), 1000);
    const auto timed = [](const auto& run) {
        const double start = now();
        const Integer result = run();
        return std::pair(now() - start, result);
    };
    Integer survivor;
    bench.times(
        "the last of 10^1000 seats, every 1000th going", "plain recurrence", 5,
        [&] {
            const auto [seconds, result] = timed([&] {
                Integer x = 0;
                while (x < seats * 999) x += x / 999 + 1;
                return Integer(seats * 1000 - x);
            });
            survivor = result;
            return seconds;
        },
        [&] {
            const auto [seconds, result] = timed([&] { return josephus::seat(seats, 1000, seats); });
            if (result != survivor) throw std::runtime_error("another survivor");
            return seconds;
        });

    for (const char* game : {"josephus-nim", "wythoff"}) {
        const auto with = [&](std::size_t threads) {
            return [&, threads] { return make(library, {game, {}}, What::grundy, {7999, 7999}, threads).seconds; };
        };
        bench.times(fmt::format("{} 8000x8000, two threads", game), "one thread", 1.7, with(1), with(2));
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::string home = argc > 1 ? argv[1] : ".", only = argc > 2 ? argv[2] : "";
    Library library(home);
    Bench bench(library, only);
    run(library, bench, home + "/bench/games.bouton");
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const Row& row : bench.rows())
        json.push_back({{"work", row.work},
                        {"engine", row.engine},
                        {"baseline", row.baseline},
                        {"plain_seconds", row.plain},
                        {"bouton_seconds", row.bouton},
                        {"ratio", row.ratio()},
                        {"wanted", row.wanted}});
    std::cout << json.dump(1) << '\n';
}
