// Values of one heap after the other, by the fastest of the methods that fits: a certain period is copied, a sparse space is used, and
// else all splits of a heap are looked at.
#pragma once

#include "engines/filler.hpp"
#include "engines/splits/block.hpp"
#include "engines/splits/heap_rules.hpp"
#include "engines/splits/sparse.hpp"
#include "engines/splits/steady.hpp"
#include "engines/splits/triples.hpp"

#include <optional>
#include <vector>

namespace bouton::splits {

/// The values of a growing run of heaps, as a set.
class RunSet {
  public:
    /// The set of the values of the heaps first..last, values being below 64 * words. Cheap if the run is the previous one, made longer.
    template <class T> std::span<const std::uint64_t> of(const T* values, const Run& run, std::size_t words) {
        if (run.first != first_ || run.last < last_ || words != set_.size()) {
            set_.assign(words, 0);
            first_ = run.first;
            last_ = run.first - 1;
        }
        for (; last_ < run.last; ++last_) {
            const std::size_t v = values[last_ + 1];
            set_[v / 64] |= std::uint64_t{1} << v % 64;
        }
        return set_;
    }

  private:
    std::int64_t first_ = 0, last_ = -1;
    std::vector<std::uint64_t> set_;
};

/// T: uint16_t or uint32_t. Values that do not fit stop the work with an error.
template <class T> class Solver {
  public:
    Solver(const HeapRules& rules, const std::optional<SteadyRules>& steady, const Watch& watch);

    /// Heaps from..count-1; those before have their values. `progress` is called with a number of heaps that are done.
    void run(T* values, std::int64_t from, std::int64_t count, const Filler::Progress& progress);

  private:
    bool is_steady(std::int64_t heap) const { return steady_ && heap >= steady_->from; }
    void learn(const T* values, std::int64_t heap);
    Value value_of(const T* values, std::int64_t heap);
    void begin_block(const T* values, std::int64_t heap);
    bool can_be_narrow(std::int64_t heap) const;
    std::int64_t run_narrow(T* values, std::int64_t heap, std::int64_t end);
    T checked(Value value, std::int64_t heap) const;
    void steady_options(const T* values, std::int64_t heap, const Seen& seen);
    void mark_runs(const T* values, const Seen& seen);
    bool can_use_space(std::int64_t heap) const;
    template <class Add> void unite(Add add);
    void repeat(T* values, std::int64_t period, std::int64_t from, std::int64_t count,
                const Filler::Progress& progress);

    const HeapRules& rules_;
    const std::optional<SteadyRules>& steady_;
    const Watch& watch_;
    Frame frame_;
    HeapOptions options_;
    SparseSpace<T> space_;
    Block<T> block_;
    std::vector<Split> splits_;       // into two, of steady heaps
    std::int64_t narrow_from_ = 0;    // narrow values can be looked for from this heap on
    std::int64_t narrow_small_ = 64;  // for which splits with parts below this are always looked at
    std::int64_t most_removed_ = 0;
    Value largest_ = 0;
    Value expected_ = 0;  // a value that will hardly be exceeded by the next one
    std::vector<std::uint64_t> also_ = std::vector<std::uint64_t>(1);  // values of options that come as sets
    bool any_also_ = false;
    std::vector<RunSet> run_sets_;
    std::vector<TripleSets> triples_;
};

extern template class Solver<std::uint16_t>;
extern template class Solver<std::uint32_t>;

}  // namespace bouton::splits
