// What formulas of a sample are made of: its coordinates, terms of its rules, values of earlier positions, and conditions on these.
#pragma once

#include "discover/expression.hpp"
#include "discover/sample.hpp"

#include <vector>

namespace bouton::discover {

struct Leaf {
    ExpressionPtr expression;
    int cost = 1;
};

struct Condition {
    ExpressionPtr expression;
    int cost = 2;
};

enum class Style { closed, recursive, algebraic };  // algebraic: products and quotients of coordinates instead of bits

/// All of it, with the values at every position of the large table.
class Vocabulary {
  public:
    Vocabulary(const Sample& sample, Style style);

    const std::vector<Position>& positions() const { return positions_; }  // by their sum
    const std::vector<Number>& target() const { return target_; }
    const std::vector<bool>& near() const { return near_; }  // in the small box
    const std::vector<Leaf>& leaves() const { return leaves_; }
    const std::vector<Condition>& conditions() const { return conditions_; }
    const std::vector<std::pair<Number, int>>& constants() const { return constants_; }
    const std::vector<Operation>& operations() const { return operations_; }
    /// By the index of a leaf, at all positions.
    const std::vector<std::vector<Number>>& columns() const { return columns_; }
    bool is_recursive(const ExpressionPtr& e) const;
    ExpressionPtr coordinate(std::size_t d) const { return coordinates_[d]; }

  private:
    void add_positions();
    ExpressionPtr opaque(const std::string& text, std::vector<Number> column);
    void add_rule_terms();
    void add_symmetric_leaves();
    void add_recursive_leaves();
    void add_value_at(const std::vector<ExpressionPtr>& at, int cost);
    void add_products();
    void choose_constants();
    void add_conditions_of_one();
    void add_conditions_of_several();
    void add(int cost, ExpressionPtr condition) { conditions_.push_back({std::move(condition), cost}); }

    const Sample& sample_;
    std::vector<Position> positions_;
    std::vector<Number> target_;
    std::vector<bool> near_;
    std::vector<ExpressionPtr> coordinates_, rule_terms_;
    std::vector<Leaf> leaves_;
    std::vector<Condition> conditions_;
    std::vector<std::pair<Number, int>> constants_;
    std::vector<Operation> operations_;
    std::vector<std::vector<Number>> columns_;
    std::vector<bool> recursive_;  // by the index of a leaf
};

}  // namespace bouton::discover
