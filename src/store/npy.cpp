#include "store/npy.hpp"

#include "store/journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace bouton {

using store::Checksums;
using store::Description;
using store::File;
using store::Journal;
using store::Mapping;
using store::Mark;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kSlack = 64;  // behind the values, as behind Cells with memory of their own

/// Adds the bytes up to `end` to the checksums; long, so that it can be stopped.
void add_up_to(std::uint64_t end, const std::byte* values, Checksums& checksums, const std::string& name,
               const Watch& watch) {
    while (checksums.count() < end) {
        watch.check();
        watch.report(fmt::format("checking {}: {} of {} MiB", name, checksums.count() >> 20, end >> 20));
        checksums.add(values + checksums.count(), std::min(store::kChunk, end - checksums.count()));
    }
}

void check_values(const std::byte* values, const Description& description, const std::string& name,
                  const Watch& watch) {
    Checksums checksums(description.chunk);
    add_up_to(description.info.bytes(), values, checksums, name, watch);
    const auto found = checksums.all();
    const auto& wanted = description.checksums;
    const auto [wrong, _] = std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end());
    if (wrong == found.end() && found.size() == wanted.size()) return;
    const auto cell = static_cast<std::uint64_t>(wrong - found.begin()) * description.chunk / description.info.width;
    throw bad_input(fmt::format("{} is damaged: from its cell {} on, values do not match their checksum", name, cell));
}

}  // namespace

NpyTable::NpyTable(Description description, Mapping mapping, std::uint64_t begin)
    : description_(std::move(description)),
      mapping_(std::move(mapping)),
      cells_(description_.info.largest, description_.info.width, mapping_.memory() + begin) {}

NpyTable read_npy(const std::string& path, const Watch& watch) {
    const File file(path, File::Use::read);
    const std::uint64_t size = file.size();
    if (size == 0) throw bad_input(path + " is empty");
    Mapping mapping(file, size, File::Use::read);
    auto [description, trailer] = store::read_trailer(mapping.text(0, size), path);
    const std::string header = store::npy_header(description.info);
    if (size != header.size() + description.info.bytes() + trailer)
        throw bad_input(path + " is damaged: it has not the length that belongs to its description");
    if (mapping.text(0, header.size()) != header)
        throw bad_input(path + " is damaged: its header does not match its description");
    check_values(mapping.memory() + header.size(), description, path, watch);
    return {std::move(description), std::move(mapping), header.size()};
}

// ---- a table on its way ----

class NpyStore::Work {
  public:
    Work(Journal journal, const std::string& part, const TableInfo& info, const Watch& watch, const Pace& pace)
        : journal_(std::move(journal)),
          description_(journal_.begin({info, pace.chunk, {}}, part)),
          total_(static_cast<std::int64_t>(Cells::count(info.largest))),
          row_(total_ / info.rows()),
          columns_(info.largest.empty() ? 1 : info.largest.back() + 1),
          begin_(store::npy_header(info).size()),
          size_(begin_ + info.bytes() + std::max(kSlack, store::longest_trailer(description_))),
          part_(reserved(part, watch)),
          mapping_(part_, size_, File::Use::update),
          cells_(info.largest, info.width, mapping_.memory() + begin_),
          checksums_(description_.chunk),
          between_(pace.between) {
        recall(watch);
        next_ = Clock::now() + between_;
    }

    const Done& kept() const { return kept_; }
    std::int64_t from() const { return kept_.cells / row_; }
    std::int64_t failed() const { return (failed_ + row_ - 1) / row_; }

    std::string resuming() const {
        if (!any(kept_)) return "";
        return fmt::format("resuming at row {} of {}{}", from(), description_.info.rows(),
                           more(kept_) > 0 ? fmt::format("; {} more cells are there", more(kept_)) : "");
    }

    void fill(const NpyStore::Engine& engine, const std::string& path) {
        if (kept_.cells < total_)
            engine(cells_, kept_,
                   [this](std::int64_t cells, const Filler::Progress::Beyond& beyond) { advance(cells, beyond); });
        advance(total_, {});
        mark();
        finish(path);
    }

    /// After an error: keeps what can be kept, and tells of it.
    std::string keep() {
        try {
            mark();
        } catch (const Error&) {  // the first error is the one that matters
        }
        if (any(marked_))
            return fmt::format("; {} of {} rows {}are kept in {}, and the same command goes on from there",
                               marked_.cells / row_, description_.info.rows(),
                               more(marked_) > 0 ? fmt::format("and {} more cells ", more(marked_)) : "", part_.name());
        discard();
        return "; no row was complete, and nothing is left behind";
    }

    void discard() const {  // the values first: alone, nobody would know what they are
        store::remove(part_.name());
        store::remove(journal_.name());
    }

  private:
    static bool any(const Done& done) { return done.cells > 0 || !done.steps.empty(); }

    /// Cells beside whole rows.
    std::int64_t more(const Done& done) const {
        std::int64_t cells = done.cells % row_;
        for (const std::int64_t step : done.steps) cells += step;
        return done.steps.empty() ? cells : cells - done.cells % columns_;  // the first step counts those too
    }

    std::uint64_t bytes(std::int64_t cells) const {
        return static_cast<std::uint64_t>(cells) * description_.info.width;
    }
    const std::byte* values() const { return mapping_.memory() + begin_; }

    /// The file of the values, with room for all of them. Without room things stay as they were.
    File reserved(const std::string& name, const Watch& watch) const {
        const bool is_new = !store::exists(name);
        try {
            File file(name, File::Use::update);
            file.reserve(size_, watch);
            store::sync_folder_of(name);
            return file;
        } catch (const Error&) {
            if (is_new) {
                store::remove(name);
                store::remove(journal_.name());
            }
            throw;
        }
    }

    /// Takes over what former runs have left, as far as it matches its checksums.
    void recall(const Watch& watch) {
        const auto& marks = journal_.marks();
        const std::int64_t promised = marks.empty() ? 0 : cells_in(marks.back());
        std::size_t good = 0;
        while (good < marks.size() && is_true(marks[good], watch)) done_.cells = cells_in(marks[good++]);
        if (checksums_.count() != bytes(done_.cells)) {  // it has read into a mark that was not true
            checksums_ = Checksums(description_.chunk);
            add_up_to(bytes(done_.cells), values(), checksums_, part_.name(), watch);
        }
        failed_ = std::clamp<std::int64_t>(promised, done_.cells, total_) - done_.cells;
        if (good > 0) recall_steps(marks[good - 1]);
        journal_.keep(good);
        kept_ = marked_ = done_;
        marked_chunks_ = checksums_.full().size();
    }

    /// What stands beyond, if every bit of it is right.
    void recall_steps(const Mark& mark) {
        const std::int64_t first = done_.cells / columns_, rows = total_ / columns_;
        if (mark.steps.empty() || static_cast<std::int64_t>(mark.steps.size()) > rows - first) return;
        const bool falls = std::is_sorted(mark.steps.rbegin(), mark.steps.rend());
        if (!falls || mark.steps.back() < 0 || mark.steps.front() > columns_) return;
        if (checksum(mark.steps) == mark.beyond)
            done_.steps = mark.steps;
        else
            failed_ += mark.steps.front();
    }

    /// The cells that a mark counts in order; -1 if there are not so many.
    std::int64_t cells_in(const Mark& mark) const {
        const bool possible = mark.rows >= 0 && mark.rows <= total_ / row_ && mark.more >= 0 && mark.more < row_;
        const std::int64_t cells = possible ? mark.rows * row_ + mark.more : -1;
        return cells <= total_ ? cells : -1;
    }

    bool is_true(const Mark& mark, const Watch& watch) {
        const std::int64_t cells = cells_in(mark);
        if (cells < done_.cells || (cells == done_.cells && mark.steps.empty())) return false;
        const std::size_t before = checksums_.full().size();
        add_up_to(bytes(cells), values(), checksums_, part_.name(), watch);
        const auto& full = checksums_.full();
        return std::equal(full.begin() + static_cast<std::ptrdiff_t>(before), full.end(), mark.chunks.begin(),
                          mark.chunks.end()) &&
               checksums_.rest() == mark.rest;
    }

    std::uint64_t begin_of_step(std::size_t i) const {
        return bytes((done_.cells / columns_ + static_cast<std::int64_t>(i)) * columns_);
    }

    std::string checksum(const std::vector<std::int64_t>& steps) const {
        Checksums sum(std::numeric_limits<std::uint64_t>::max());
        for (std::size_t i = 0; i < steps.size(); ++i) sum.add(values() + begin_of_step(i), bytes(steps[i]));
        return sum.rest();
    }

    /// The engine says that so many cells are final, and more beyond. The first are still in the processor's cache: now
    /// is the time for their checksums.
    void advance(std::int64_t cells, const Filler::Progress::Beyond& beyond) {
        cells = std::min(cells, total_);
        if (cells > done_.cells) {
            checksums_.add(values() + bytes(done_.cells), bytes(cells) - bytes(done_.cells));
            done_ = cells;
        }
        const auto now = Clock::now();
        if (cells == done_.cells && beyond && (now >= next_look_ || now >= next_)) {
            done_.steps = beyond();
            if (done_.steps.size() > store::kMostSteps) done_.steps.resize(store::kMostSteps);
            next_look_ = now + kBetweenLooks;
        }
        if (now >= next_) mark();
    }

    /// Brings what is final to the disk, then says so in the journal.
    void mark() {
        if (done_ == marked_) return;
        const std::size_t steps = done_.steps.size();
        const std::uint64_t end =
            steps == 0 ? bytes(done_.cells) : begin_of_step(steps - 1) + bytes(done_.steps.back());
        const std::uint64_t from =
            bytes(marked_.steps.empty() ? marked_.cells : marked_.cells - marked_.cells % columns_);
        mapping_.sync(begin_ + from, begin_ + std::max(end, bytes(done_.cells)));
        const auto& full = checksums_.full();
        journal_.append({done_.cells / row_,
                         done_.cells % row_,
                         {full.begin() + static_cast<std::ptrdiff_t>(marked_chunks_), full.end()},
                         checksums_.rest(),
                         done_.steps,
                         steps == 0 ? "" : checksum(done_.steps)});
        marked_ = done_;
        marked_chunks_ = full.size();
        next_ = Clock::now() + between_;
    }

    void finish(const std::string& path) {
        Description description = description_;
        description.checksums = checksums_.all();
        const std::string trailer = store::npy_trailer(description);
        const std::uint64_t end = begin_ + bytes(total_);
        part_.write(end, trailer);
        part_.resize(end + trailer.size());
        part_.write(0, store::npy_header(description.info));
        part_.sync();
        store::publish(part_.name(), path);
        store::remove(journal_.name());
    }

    static constexpr std::chrono::milliseconds kBetweenLooks{50};  // at what stands beyond

    Journal journal_;
    Description description_;
    std::int64_t total_, row_, columns_;  // cells: all, of a first coordinate, of a row of the last one
    std::uint64_t begin_, size_;          // where the values begin; the file while it is made
    File part_;
    Mapping mapping_;
    Cells cells_;
    Checksums checksums_;  // of done_.cells
    Done kept_;            // by former runs
    std::int64_t failed_ = 0;
    Done done_, marked_;  // final; final and in the journal
    std::size_t marked_chunks_ = 0;
    std::chrono::milliseconds between_;
    Clock::time_point next_, next_look_;
};

namespace {

/// Is the finished file there? Throws when something else bears its name.
bool already_there(const std::string& path, TableInfo wanted, const Watch& watch) {
    constexpr auto kRemedy = "; delete it or choose another name";
    if (!store::exists(path)) return false;
    TableInfo there;
    try {
        there = read_npy(path, watch).info();
    } catch (const Error& error) {
        throw Error(error, error.what() + std::string(error.fault() == Fault::input ? kRemedy : ""));
    }
    wanted.width = there.width;  // the same numbers, however wide their cells are
    if (there != wanted) throw bad_input(path + " holds another table: " + difference(there, wanted) + kRemedy);
    return true;
}

/// A run that was killed right after it gave the file its name has left its journal.
void tidy(const Journal& journal, const std::string& part, const TableInfo& info) {
    if (!store::exists(part) && journal.may_be_of(info)) store::remove(journal.name());
}

}  // namespace

NpyStore::NpyStore(std::string path, TableInfo info, const Watch& watch)
    : NpyStore(std::move(path), std::move(info), watch, Pace()) {}

NpyStore::NpyStore(std::string path, TableInfo info, const Watch& watch, Pace pace)
    : path_(std::move(path)), info_(std::move(info)) {
    const std::string part = path_ + ".part", journal = path_ + ".journal";
    info_.bytes();  // these two throw, before any file is made, when there can be no such table
    store::npy_header(info_);
    if (already_there(path_, info_, watch)) {
        complete_ = true;
        try {
            if (store::exists(journal)) tidy(Journal(journal), part, info_);
        } catch (const Error&) {  // somebody is using it; or a folder that cannot be written
        }
        return;
    }
    Journal locked(journal);
    if (already_there(path_, info_, watch)) {  // another run has just finished it
        complete_ = true;
        tidy(locked, part, info_);
        return;
    }
    work_ = std::make_unique<Work>(std::move(locked), part, info_, watch, pace);
}

NpyStore::NpyStore(NpyStore&&) noexcept = default;
NpyStore::~NpyStore() = default;

const Done& NpyStore::kept() const {
    static const Done none;
    return work_ ? work_->kept() : none;
}

std::string NpyStore::resuming() const { return work_ ? work_->resuming() : ""; }
std::int64_t NpyStore::from() const { return work_ ? work_->from() : 0; }
std::int64_t NpyStore::failed() const { return work_ ? work_->failed() : 0; }

void NpyStore::fill(const Engine& engine) {
    if (complete_) return;
    try {
        work_->fill(engine, path_);
        complete_ = true;
    } catch (const Error& error) {
        throw Error(error, error.what() + work_->keep());
    } catch (...) {
        work_->keep();
        throw;
    }
}

void NpyStore::discard() {
    if (!complete_) work_->discard();
}

}  // namespace bouton
