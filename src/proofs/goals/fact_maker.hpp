// Which facts may matter for the terms that occur: powers with each other, quotients, products, choices. The checker knows what each says.
#pragma once

#include "base/watch.hpp"
#include "check/goal.hpp"

namespace bouton::proofs {

using namespace kernel;

class FactMaker {
  public:
    FactMaker(Terms& terms, const std::set<std::string>& unknown_functions, const Watch& watch)
        : terms_(terms), unknown_(unknown_functions), watch_(watch) {}

    void read(const FormulaPtr& f);
    /// Facts about everything read so far that were not named before.
    std::vector<std::pair<Fact, std::vector<Poly>>> make();

  private:
    void say(Fact fact, std::vector<Poly> arguments);
    void read(const Poly& p);
    void about(AtomId id);
    void power(AtomId id, int base);
    void odd_parts();
    void products();
    std::map<Poly, std::set<AtomId>> factors() const;
    std::vector<Poly> forms_of(const std::set<AtomId>& partners) const;
    bool is_power(AtomId id) const;

    Terms& terms_;
    const std::set<std::string>& unknown_;
    const Watch& watch_;  // hundreds of powers make many pairs
    std::set<AtomId> known_;
    std::vector<AtomId> fresh_;
    std::set<std::pair<Fact, std::vector<Poly>>> said_;
    std::vector<std::pair<Fact, std::vector<Poly>>> out_;
    std::map<int, std::vector<AtomId>> powers_;
    std::set<Poly> divisors_;
    std::map<Poly, std::set<AtomId>> quotients_;
    std::set<std::pair<AtomId, AtomId>> monomials_;
};

}  // namespace bouton::proofs
