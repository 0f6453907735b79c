#include "engines/reference/table.hpp"

#include "engines/reference/reference.hpp"
#include "engines/winning.hpp"

#include <algorithm>

namespace bouton {

namespace {

constexpr double kSecondsBetweenReports = 0.1;

class ReferenceFiller : public Filler {
  public:
    ReferenceFiller(const Ruleset& rules, What what, const Watch& watch) : rules_(rules), what_(what), watch_(watch) {}

    Value bound(const Position&) const override {
        if (!rules_.computed_only.empty()) return largest_winning(rules_);
        const Values values = values_of(rules_, what_);
        return values.players > 0 ? std::max<Value>(values.players - 1, values.terminal) : 0xfffffffe;
    }
    std::uint64_t working_memory(const Position& largest) const override {
        return Cells::count(largest) * sizeof(Value);
    }

    void fill(Cells& cells, const Done& from, const Progress& progress) const override {
        const auto engine = make_reference_engine(rules_, what_, watch_);
        engine->prepare(cells.largest());
        Frame frame;
        frame.slots.resize(static_cast<std::size_t>(rules_.frame_size));
        Position position(cells.dimension(), 0);
        for (std::size_t d = 0; d < position.size(); ++d)
            position[d] = from.cells / cells.strides()[d] % (cells.largest()[d] + 1);
        double last_report = watch_.elapsed();
        for (auto i = static_cast<std::uint64_t>(from.cells); i < cells.size(); ++i) {
            if (rules_.domain) load(rules_, position, frame);
            const Value value = !rules_.domain || test(rules_.domain, frame) ? engine->value(position) : cells.absent();
            cells.visit([&](auto* data) { data[i] = static_cast<std::remove_reference_t<decltype(*data)>>(value); });
            for (std::size_t d = position.size(); d-- > 0;) {
                if (++position[d] <= cells.largest()[d] || d == 0) break;
                position[d] = 0;
            }
            if (watch_.elapsed() < last_report + kSecondsBetweenReports && i + 1 < cells.size()) continue;
            progress(static_cast<std::int64_t>(i) + 1);
            last_report = watch_.elapsed();
        }
    }

  private:
    const Ruleset rules_;
    What what_;
    const Watch& watch_;
};

}  // namespace

std::unique_ptr<Filler> make_reference_filler(const Ruleset& rules, What what, const Watch& watch) {
    return std::make_unique<ReferenceFiller>(rules, what, watch);
}

}  // namespace bouton
