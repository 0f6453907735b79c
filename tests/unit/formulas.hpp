// What a formula of the checker says of given numbers: b^e, log2, twos, quotients, the Josephus functions with their usual values, grundy
// and outcome from whoever knows them. Everything else, and every function outside its domain, is some number, the same for the
// same arguments.
#pragma once

#include "check/read.hpp"
#include "unit/support.hpp"

#include <functional>
#include <map>

namespace bouton::unit {

class Formulas {
  public:
    Formulas(const kernel::Terms& terms, Random& random) : terms_(terms), random_(random) {}

    /// A number is too large to be made, or a quantifier's variable has no bound in sight.
    struct TooLarge {};

    void set(kernel::AtomId variable, const Integer& value) {
        values_.clear();
        variables_[variable] = value;
    }
    /// Variables without a value get a random one: small, sometimes larger, sometimes near what the caller finds interesting.
    void set_random(std::function<Integer()> next) { next_ = std::move(next); }
    /// Quantifiers are tried with every value from `first` to `last`.
    void set_box(std::int64_t first, std::int64_t last) { first_ = first, last_ = last; }
    /// A function by its name: nothing, if it does not know the value there.
    using Function = std::function<std::optional<Integer>(const std::vector<Integer>&)>;
    void set_function(const std::string& name, Function function) { functions_[name] = std::move(function); }

    /// Sums of terms over an interval, added up one by one; the map is asked each time and must stay where it is.
    void set_sums(const std::map<std::string, kernel::SumBody>& sums) { sums_ = &sums; }

    Integer of(const kernel::Poly& p);
    bool of(const kernel::FormulaPtr& f);

  private:
    Integer of(kernel::AtomId id);
    Integer compute(kernel::AtomId id);
    std::optional<Integer> usual(const std::string& name, const std::vector<Integer>& args);
    std::optional<Integer> sum(const std::string& name, const std::vector<Integer>& args);
    bool tried(const kernel::Formula& f, std::size_t at);

    const kernel::Terms& terms_;
    Random& random_;
    std::function<Integer()> next_;
    std::optional<std::int64_t> first_, last_;
    std::map<std::string, Function> functions_;
    const std::map<std::string, kernel::SumBody>* sums_ = nullptr;
    std::map<kernel::AtomId, Integer> variables_;
    std::map<kernel::AtomId, Integer> values_;  // of the other atoms, for these values of the variables
    std::map<std::pair<std::string, std::vector<Integer>>, Integer> others_;
};

}  // namespace bouton::unit
