#include "store/journal.hpp"

#include <fmt/format.h>

namespace bouton::store {

namespace {

/// Empty if it was never finished.
std::string_view first_line(std::string_view text) {
    const auto end = text.find('\n');
    return end == std::string_view::npos ? std::string_view() : text.substr(0, end);
}

}  // namespace

Journal::Journal(const std::string& name) : file_(open_locked(name)) {
    constexpr std::uint64_t kLargest = std::uint64_t{1} << 30;  // a line a second for years
    if (file_.size() > kLargest) throw bad_input(name + " is larger than 1 GiB; that is no journal of Bouton's");
    text_ = file_.text();
}

bool Journal::may_be_of(const TableInfo& info) const {
    const auto there = read_journal_line(first_line(text_));
    return text_.empty() || (there && there->info == info);
}

Description Journal::begin(const Description& wanted, const std::string& part) {
    const std::string line = journal_line(wanted);
    if (text_.size() < line.size() && line.starts_with(text_)) {  // new, or killed while this line was written
        if (exists(part)) {
            if (text_.empty()) remove(name());
            throw bad_input(fmt::format(
                "{} is there without a {} that says what it is; delete it or choose another name", part, name()));
        }
        file_.write(0, line);
        file_.sync();
        ends_ = {line.size()};
        return wanted;
    }
    const auto there = read_journal_line(first_line(text_));
    if (!there) throw bad_input(name() + " is damaged, or not a journal of Bouton; delete it or choose another name");
    if (there->info != wanted.info)
        throw bad_input(fmt::format("{} and {} belong to another table: {}; delete both or choose another name", part,
                                    name(), difference(there->info, wanted.info)));
    read_marks();
    return *there;
}

void Journal::read_marks() {
    ends_ = {first_line(text_).size() + 1};
    for (;;) {
        const auto line = first_line(std::string_view(text_).substr(ends_.back()));
        const auto mark = read_mark(line);
        if (!mark) return;
        marks_.push_back(*mark);
        ends_.push_back(ends_.back() + line.size() + 1);
    }
}

void Journal::keep(std::size_t count) {
    marks_.resize(count);
    ends_.resize(count + 1);
    file_.resize(ends_.back());
}

void Journal::append(const Mark& mark) {
    const std::string line = journal_line(mark);
    file_.write(ends_.back(), line);
    file_.sync();
    ends_.push_back(ends_.back() + line.size());
}

}  // namespace bouton::store
