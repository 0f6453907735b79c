(* check.v: no theorem uses an axiom. Each line below must print "Closed under the global context". *)
From Bouton Require Bouton Arithmetic Sums Windows Digits Podium Columns.
From Bouton.examples Require TwoWeights Josephus Bachet TwoMoves3 Subtraction Kayles Nim3 Moore.

Print Assumptions Bouton.induction_by_measures.
Print Assumptions Bouton.ends_by_measures.
Print Assumptions Bouton.grundy_unique.
Print Assumptions Bouton.zero_is_P.
Print Assumptions Bouton.kernel.
Print Assumptions Bouton.formula.
Print Assumptions Bouton.levels_below.
Print Assumptions Bouton.levels.
Print Assumptions Bouton.grundy_mex.
Print Assumptions Bouton.grundy_iff.
Print Assumptions Bouton.same_moves.
Print Assumptions Bouton.misere_kernel.
Print Assumptions Bouton.misere_formula.
Print Assumptions Bouton.values_exist.
Print Assumptions Bouton.value_within_grundy.
Print Assumptions Arithmetic.quotient.
Print Assumptions Arithmetic.power_divided.
Print Assumptions Arithmetic.powers_far.
Print Assumptions Arithmetic.level.
Print Assumptions Arithmetic.logarithm.
Print Assumptions Arithmetic.odd_part.
Print Assumptions Arithmetic.odd_part_unique.
Print Assumptions Sums.sprague_grundy.
Print Assumptions Sums.nim.
Print Assumptions Sums.bouton.
Print Assumptions Windows.subtraction.
Print Assumptions Windows.splitting_heaps.
Print Assumptions Windows.period.
Print Assumptions Digits.impossible_spec.
Print Assumptions Digits.always_spec.
Print Assumptions Podium.podium_zero.
Print Assumptions Podium.podium_kernel.
Print Assumptions Columns.moore.
Print Assumptions Columns.podium_moore.
Print Assumptions TwoWeights.theorem.
Print Assumptions Josephus.theorem.
Print Assumptions Bachet.values.
Print Assumptions TwoMoves3.theorem_3.
Print Assumptions TwoMoves3.values_of.
Print Assumptions Subtraction.theorem.
Print Assumptions Kayles.theorem.
Print Assumptions Nim3.theorem.
Print Assumptions Moore.theorem.
Print Assumptions Moore.theorem_players.
