#include "atlas/spread.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <thread>
#include <unordered_map>

namespace bouton::atlas {

namespace {

using Kind = Ranks::Kind;
using Words = Ranks::Words;
constexpr std::size_t kLargestChunk = 65536;
constexpr double kChunkSeconds = 0.3, kOwnSeconds = 0.05;  // rank 0 must look after the others in between
constexpr std::size_t kWindow = 1 << 18;                   // members on their way
constexpr double kWriteSeconds = 0.3;

struct Numbered {
    std::uint64_t number;
    Row row;
};

/// A member: number, values. What was found of it: number, seconds of the chunk on average, findings, law.
Words packed(const std::vector<Numbered>& chunk) {
    Words words;
    for (const Numbered& each : chunk) {
        words.push_back(static_cast<std::int64_t>(each.number));
        words.insert(words.end(), each.row.values.begin(), each.row.values.end());
    }
    return words;
}

Words text_words(const std::string& text) { return {text.begin(), text.end()}; }

std::string text_in(const Words& words, std::size_t from) {
    std::string text;
    for (std::size_t i = from; i < words.size(); ++i) text += static_cast<char>(words[i]);
    return text;
}

class Rank0 {
  public:
    Rank0(const Family& family, Store& store, Solver& solver, const Laws& laws, Ranks& ranks,
          const std::function<void()>& report, const Watch& watch)
        : family_(family),
          store_(store),
          solver_(solver),
          finder_(solver, laws, watch),
          ranks_(ranks),
          report_(report),
          watch_(watch),
          workers_(static_cast<std::size_t>(ranks.count())),
          next_written_(store.done()) {}

    void run() {
        std::uint64_t number = 0;
        const std::uint64_t there = store_.done();
        family_.for_each([&](const Values& values) {
            if (number++ < there) return true;
            add(number - 1, values);
            while (enough()) step();
            return true;
        });
        while (!waiting_.empty()) step();
        write(true);
    }

  private:
    struct Worker {
        std::deque<Numbered> queue;
        std::size_t chunk = 16;  // members at once
        std::size_t chunks = 0;  // that it has
        double load() const {
            return static_cast<double>(queue.size()) / static_cast<double>(chunk) + static_cast<double>(chunks);
        }
    };

    void add(std::uint64_t number, const Values& values) {
        Numbered member{number, {values, {}, -1, solver_.core_of(values)}};
        std::size_t to = target_;
        const auto owner = member.row.core.empty() ? owners_.end() : owners_.find(member.row.core);
        if (owner != owners_.end()) {
            to = owner->second;
        } else {
            if (given_++ >= workers_[target_].chunk || !member.row.core.empty()) choose_target();
            to = target_;
            if (!member.row.core.empty()) owners_.emplace(member.row.core, to);
        }
        waiting_.emplace(number, std::nullopt);
        workers_[to].queue.push_back(std::move(member));
        ++queued_;
    }

    void choose_target() {
        target_ = static_cast<std::size_t>(
            std::min_element(workers_.begin(), workers_.end(),
                             [](const Worker& a, const Worker& b) { return a.load() < b.load(); }) -
            workers_.begin());
        given_ = 1;
    }

    /// Every rank has enough to do, or so many are on their way that the first ones should come back first.
    bool enough() const {
        return waiting_.size() >= kWindow ||
               std::all_of(workers_.begin(), workers_.end(), [](const Worker& w) { return w.load() >= 4; });
    }

    void step() {
        bool busy = serve();
        if (std::vector<Numbered> chunk = next_chunk(0); !chunk.empty()) {
            std::vector<Row> rows;
            for (Numbered& each : chunk) rows.push_back(std::move(each.row));
            const auto start = Clock::now();
            finder_.find(rows, [&] { serve(); });
            adapt(workers_[0], rows.size(), since(start), kOwnSeconds);
            for (std::size_t i = 0; i < chunk.size(); ++i) waiting_[chunk[i].number] = std::move(rows[i]);
            busy = true;
        }
        watch_.check();
        if (!busy) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    std::vector<Numbered> next_chunk(std::size_t rank) {
        Worker& worker = workers_[rank];
        std::vector<Numbered> chunk;
        while (!worker.queue.empty() && chunk.size() < worker.chunk) {
            chunk.push_back(std::move(worker.queue.front()));
            worker.queue.pop_front();
            --queued_;
        }
        return chunk;
    }

    /// Takes what has come, hands out more, writes what is complete. Was there anything to do?
    bool serve() {
        bool busy = false;
        while (auto message = ranks_.receive()) {
            take(*message);
            busy = true;
        }
        for (std::size_t rank = 1; rank < workers_.size(); ++rank)
            while (workers_[rank].chunks < 2 && !workers_[rank].queue.empty()) {
                ranks_.send(static_cast<int>(rank), Kind::work, packed(next_chunk(rank)));
                ++workers_[rank].chunks;
                busy = true;
            }
        write(false);
        return busy;
    }

    void take(const Ranks::Message& message) {
        const Words& words = message.words;
        if (message.kind == Kind::failed)
            throw Error(static_cast<Fault>(words.at(0)), text_in(words, 2), static_cast<Setting>(words.at(1)));
        if (message.kind != Kind::found) return;
        Worker& worker = workers_[static_cast<std::size_t>(message.from)];
        --worker.chunks;
        RowNumbers numbers;
        const std::size_t each = 1 + family_.variables().size() + numbers.size();
        const std::size_t count = (words.size() - 1) / each;
        adapt(worker, count, static_cast<double>(words[0]) * 1e-6, kChunkSeconds);
        for (std::size_t i = 0; i < count; ++i) {
            auto at = words.begin() + 1 + static_cast<std::ptrdiff_t>(i * each);
            Row row;
            const auto number = static_cast<std::uint64_t>(*at++);
            const auto values_end = at + static_cast<std::ptrdiff_t>(family_.variables().size());
            row.values.assign(at, values_end);
            std::copy_n(values_end, numbers.size(), numbers.begin());
            set_numbers(row, numbers);
            waiting_[number] = std::move(row);
        }
    }

    static void adapt(Worker& worker, std::size_t count, double seconds, double wanted) {
        const double size = static_cast<double>(count);
        const double fitting = std::clamp(size * wanted / std::max(seconds, 1e-4), size / 4, size * 4);
        worker.chunk = std::clamp(static_cast<std::size_t>(fitting), std::size_t{1}, kLargestChunk);
    }

    void write(bool all) {
        if (!all && since(written_at_) < kWriteSeconds) return;
        std::vector<Row> rows;
        while (!waiting_.empty() && waiting_.begin()->first == next_written_ && waiting_.begin()->second) {
            rows.push_back(std::move(*waiting_.begin()->second));
            waiting_.erase(waiting_.begin());
            ++next_written_;
        }
        if (!rows.empty()) {
            store_.append(rows);
            report_();
        }
        written_at_ = Clock::now();
    }

    const Family& family_;
    Store& store_;
    Solver& solver_;
    Finder finder_;
    Ranks& ranks_;
    const std::function<void()>& report_;
    const Watch& watch_;
    std::vector<Worker> workers_;                          // by rank
    std::unordered_map<std::string, std::size_t> owners_;  // of cores
    std::map<std::uint64_t, std::optional<Row>> waiting_;  // members on their way; with a row: found, to be written
    std::size_t target_ = 0, given_ = 0, queued_ = 0;
    std::uint64_t next_written_;
    Clock::time_point written_at_ = Clock::now();
};

}  // namespace

Ranks::Words reading_of(const Manifest& manifest) {
    std::string text = manifest.family + manifest.identity + manifest.version + std::to_string(manifest.limit);
    for (const std::string& law : manifest.laws) text += "\n" + law;
    return {static_cast<std::int64_t>(XXH3_64bits(text.data(), text.size()))};
}

Ranks::Message wait_for_message(Ranks& ranks, const Watch& watch) {
    for (;;) {
        if (auto message = ranks.receive()) return std::move(*message);
        watch.check();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

void spread(const Family& family, Store& store, Solver& solver, const Laws& laws, Ranks& ranks,
            const std::function<void()>& report, const Watch& watch) {
    Rank0(family, store, solver, laws, ranks, report, watch).run();
}

void serve(const Family& family, const MakeRequest& request, Ranks& ranks, const Watch& watch) {
    Solver solver(family, request.effort, watch);
    const Laws laws(family.variables(), request.laws, family.dimension());
    Finder finder(solver, laws, watch);
    for (;;) {
        const Ranks::Message message = wait_for_message(ranks, watch);
        if (message.kind == Kind::stop) return ranks.send(0, Kind::stopped, {});
        if (message.kind != Kind::work) continue;
        const std::size_t each = 1 + family.variables().size();
        std::vector<Row> rows;
        for (auto at = message.words.begin(); at != message.words.end(); at += static_cast<std::ptrdiff_t>(each)) {
            rows.push_back({{at + 1, at + static_cast<std::ptrdiff_t>(each)}, {}, -1, {}});
            rows.back().core = solver.core_of(rows.back().values);
        }
        const auto start = Clock::now();
        try {
            finder.find(rows, [] {});
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled || error.setting() == Setting::time) throw;
            Words words = {static_cast<std::int64_t>(error.fault()), static_cast<std::int64_t>(error.setting())};
            const Words text = text_words(error.what());
            words.insert(words.end(), text.begin(), text.end());
            ranks.send(0, Kind::failed, std::move(words));
            continue;
        }
        Words found = {static_cast<std::int64_t>(since(start) * 1e6)};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            found.push_back(message.words[i * each]);
            found.insert(found.end(), rows[i].values.begin(), rows[i].values.end());
            const RowNumbers numbers = numbers_of(rows[i]);
            found.insert(found.end(), numbers.begin(), numbers.end());
        }
        ranks.send(0, Kind::found, std::move(found));
    }
}

}  // namespace bouton::atlas
