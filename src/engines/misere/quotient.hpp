// The misere quotient of all sums of some components (Plambeck and Siegel 2008), learned from outcomes of sums.
//
// Sums X and Y are the same element if X + Z and Y + Z have the same outcome for every sum Z of these components. The elements form a
// commutative monoid; the images of the P-positions are its P-portion. To learn it is to learn a language from questions, after Angluin (1987): a
// table has a row for every sum that stands for an element, and a column for every Z that has told two of them apart; a row says which of X + Z are
// P. Whatever X + g (g a component) has a row of its own becomes an element. A table whose actions X -> X + g commute and lead to what the columns say is a
// guess; somebody else checks it (check/quotient), and a sum whose outcome the guess has wrong yields a column that divides an element in two. So the guess grows to the
// quotient, if that is finite, and nothing in it is superfluous.
//
// Time: elements x components x columns outcomes of small sums.
#pragma once

#include "engines/misere/sums.hpp"

namespace bouton::misere {

/// A guess. Element 0 is the sum of nothing.
struct Quotient {
    std::vector<Sum> elements;                        // a sum that stands for each
    std::vector<std::vector<std::uint32_t>> actions;  // by component, by element: with that component added
    std::vector<bool> p_portion;
};

class Learner {
  public:
    Learner(Sums& sums, std::vector<Component> components, const Watch& watch);

    /// More components, once the quotient of those before is found: what was learned stays.
    void add(Component component);
    Quotient guess();

    /// A sum whose outcome the last guess has wrong, or that has such an option.
    void refute(const Sum& sum);

  private:
    using Row = std::vector<bool>;
    const Row& row_of(const Sum& sum);
    void close();
    bool commute();
    bool consistent();
    void add_column(const Sum& column);
    std::uint32_t walk(const Sum& sum, std::uint32_t from = 0) const;

    Sums& sums_;
    std::vector<Component> components_;
    const Watch& watch_;
    std::vector<Sum> elements_{{}}, columns_{{}};
    std::map<Sum, Row> rows_;
    std::map<Row, std::uint32_t> by_row_;
    std::vector<std::vector<std::uint32_t>> actions_;
    Steps steps_;
};

}  // namespace bouton::misere
