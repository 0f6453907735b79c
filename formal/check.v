(* check.v: no theorem uses an axiom. Both commands must print "Closed under the global context".
   (All theorems in one tuple: what they stand on is looked through once.) *)
From Bouton Require Bouton Arithmetic Functions Sums Windows Digits Podium Columns Wythoff.
From Bouton.examples Require TwoWeights Josephus Bachet TwoMoves3 Subtraction Kayles Nim3 Moore MaximumNim.

Definition library :=
  ( @Bouton.induction_by_measures, @Bouton.ends_by_measures, @Bouton.grundy_unique, @Bouton.zero_is_P, @Bouton.P_iff_zero, @Bouton.kernel,
    @Bouton.formula, @Bouton.levels_below, @Bouton.levels, @Bouton.grundy_mex, @Bouton.outcome_rules, @Bouton.grundy_iff, @Bouton.same_moves, @Bouton.misere_kernel,
    @Bouton.misere_formula, @Bouton.values_exist, @Bouton.value_within_grundy,
    @Arithmetic.quotient, @Arithmetic.power_divided, @Arithmetic.powers_far, @Arithmetic.level, @Arithmetic.logarithm, @Arithmetic.odd_part,
    @Arithmetic.odd_part_unique,
    @Functions.sum_rule, @Functions.sum_same, @Functions.rank_rule, @Functions.seat_rule,
    @Sums.sprague_grundy, @Sums.nim, @Sums.bouton,
    @Windows.subtraction, @Windows.misere_subtraction, @Windows.splitting_heaps, @Windows.period,
    @Digits.impossible_spec, @Digits.always_spec,
    @Podium.podium_zero, @Podium.podium_kernel, @Podium.outcomes_exist,
    @Columns.moore, @Columns.podium_moore, @Columns.podium_moore_outcomes, @Columns.podium_moore_all, @Columns.nim_sum_columns,
    @Wythoff.wythoff, @Wythoff.wythoff_digits ).
Print Assumptions library.

Definition examples :=
  ( @TwoWeights.theorem,
    @Josephus.theorem,
    @Bachet.values,
    @TwoMoves3.theorem_3, @TwoMoves3.values_of,
    @Subtraction.theorem, @Subtraction.theorem_misere,
    @Kayles.theorem,
    @Nim3.theorem,
    @Moore.theorem, @Moore.theorem_players,
    @MaximumNim.formula_2_3, @MaximumNim.lemma_3_1 ).
Print Assumptions examples.
