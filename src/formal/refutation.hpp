// A goal of the checker as two lemmas: one about plain integers, proved by the tree of cases, and one that says what the goal says:
//
//   Lemma inside_cases (x t p0 : Z) (h0 : ...) (h1 : ...) : False.             the used entries, powers and products being unknowns
//   Lemma inside : forall x, 0 <= x -> (exists n, ...) -> ... -> False.        the goal's formulas, or, for those that are to be
//   Lemma outside : forall x, 0 <= x -> (exists n, ...) \/ (exists t, ...).    shown to fail, what they are the negations of
//
// The second is proved step by step as the proof says: existential variables get their names, instances and facts are asserted. Each
// instance of a formula that is to fail decides a case: either it does fail here, with the instance's values as witnesses, or the
// instance holds.
#pragma once

#include "check/accept.hpp"
#include "formal/transport.hpp"

#include <functional>

namespace bouton::formal {

class Section;

struct Premise {
    std::size_t known = 0;
    FormulaPtr formula;
};

class Refutation {
  public:
    /// `fails`: which of the goal's formulas are to be shown to fail; of those in `splits` the parts that say something of all numbers
    /// are, the others are premises. Where one formula is to fail it may say "there is x such that for all y".
    Refutation(kernel::Theorem& theorem, const kernel::Goal& goal, const kernel::Json& proof, const std::string& name,
               Section& section, const std::set<std::size_t>& fails, const std::set<std::size_t>& splits = {},
               const std::set<std::size_t>& weak = {});

    /// What is known for all x: A, or B, or for all y: C, with the parts about all numbers on the other side:
    ///   forall x, (exists y, not C) -> A \/ B
    /// Some instance of the first cannot be false, which is enough where a contradiction is to be shown.
    static std::pair<std::vector<FormulaPtr>, std::vector<FormulaPtr>> weak_parts(const FormulaPtr& f);
    static std::string weak_text(const FormulaPtr& f, const Printer& printer);

    const std::string& text() const { return text_; }
    const std::vector<AtomId>& variables() const { return variables_; }
    const std::vector<Premise>& premises() const { return premises_; }
    const std::vector<FormulaPtr>& conclusions() const { return conclusions_; }
    std::size_t leaves() const { return leaves_; }

  private:
    struct Entry {
        std::string hypothesis;                  // in Coq; empty: none
        std::optional<std::size_t> fails, part;  // from a formula that is to fail: which, and which part of it
        std::size_t parts = 1;                   // of how many
        FormulaPtr whole;                        // that part
        kernel::Substitution values;             // that instances gave
        bool weak = false;
    };
    struct Path {
        FormulaPtr instance;
        std::string witness;  // tactics; @ is the hypothesis that the instance does not hold
    };

    void read_known();
    void fails_here(const FormulaPtr& conclusion);
    void enter(const FormulaPtr& conclusion, std::string& out);
    void step(const kernel::Step& step);
    void instance(const kernel::Step& step, std::size_t first);
    std::string weak_instance(const FormulaPtr& f, const std::string& from, Transport& transport,
                              const kernel::Substitution& values, const FormulaPtr& result, const std::string& h);
    std::vector<Entry> failing_instance(const Entry& entry, const std::vector<FormulaPtr>& results);
    void fact(const kernel::Step& step, std::size_t first);
    bool rule(const kernel::Step& step);
    std::string fact_tactic(const kernel::Step& step) const;
    void finish(const kernel::Tree& tree);
    void used_entries(const kernel::Tree& tree, std::set<std::size_t>& used) const;

    std::vector<std::string> open(const FormulaPtr& f, const std::string& h, std::string& out);
    std::string open_any(const FormulaPtr& f, const std::string& h, std::string& out);
    FormulaPtr opened(const FormulaPtr& f, std::vector<AtomId>& names);
    std::vector<Path> paths(const FormulaPtr& f, const kernel::Substitution& values, Transport& transport, int depth);
    std::string new_hypothesis() { return "h" + std::to_string(hypotheses_++); }
    void add(const std::vector<std::string>& hypotheses);

    std::string tree_text(const kernel::Tree& tree, std::vector<std::string>& hypotheses,
                          std::vector<FormulaPtr>& known, const Printer& ground, int depth);

    Terms& terms_;
    const kernel::Goal& goal_;
    std::string name_;
    Section& section_;
    Printer around_, printer_;
    std::set<std::size_t> fails_, splits_, weak_, used_;  // of the goal's formulas
    kernel::Sequent sequent_;
    std::vector<AtomId> variables_;
    std::vector<Premise> premises_;
    std::vector<FormulaPtr> conclusions_;
    std::vector<Entry> entries_;
    std::size_t names_ = 0, hypotheses_ = 0, leaves_ = 0, cases_ = 0;
    std::string body_, text_;
};

}  // namespace bouton::formal
