(* Each arithmetic fact in the form in which a certificate has it, met by the tactic that a development names for it. *)
From Coq Require Import ZArith Lia.
From Bouton Require Import Arithmetic.
Open Scope Z_scope.
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.      (* as in files that divide by numbers *)

Section Facts.
  Variables a b c d e h k m n u v x : Z.
  Variable g : Z -> Z.

  Goal d <= 0 \/ (d * (a / d) <= a /\ a + 1 <= d + d * (a / d)). Proof. by_fact (quotient a d). Qed.
  Goal k <= -1 \/ (k * (x / (k + 1)) + x / (k + 1) <= x /\ x <= k + k * (x / (k + 1)) + x / (k + 1)). Proof. by_fact (quotient x (k + 1)). Qed.
  Goal e + 1 <= 0 \/ e + 1 <= 2 ^ (e). Proof. by_fact (power_above 2 e). Qed.
  Goal e <> 3 \/ 2 ^ (e) = 8. Proof. by_power_small 2 3 e. Qed.
  Goal n - 1 <> 0 \/ 3 ^ (n - 1) = 1. Proof. by_power_small 3 0 (n - 1). Qed.
  Goal e <= 1 \/ (2 ^ (e) = 4 * (2 ^ (e) / 4) /\ 4 * e <= 2 ^ (e) + 4). Proof. by_power_multiple 2 2 e. Qed.
  Goal e <= 3 \/ 16 <= 2 ^ (e). Proof. by_power_from 2 4 e. Qed.
  Goal n + 1 <= 0 \/ m <> n \/ 2 ^ (m) = 2 ^ (n). Proof. by_fact (powers_same 2 n m). Qed.
  Goal n <= 0 \/ 2 ^ (n) = 2 * 2 ^ (n - 1). Proof. by_fact (powers_next 2 (n - 1) n). Qed.
  Goal n + 1 <= 0 \/ m <= n + 1 \/ 9 * 3 ^ (n) <= 3 ^ (m). Proof. by_fact (powers_far 3 n m). Qed.
  Goal k + 1 <= 0 \/ a + 1 <= b \/ k * b <= k * a. Proof. by_fact (product_nonneg k (a - b)). Qed.
  Goal k + 1 <= 0 \/ b <= a + 2 \/ k * a + 2 * k <= k * b. Proof. by_fact (product_nonpos k (a - b + 2)). Qed.
  Goal u <> v \/ g u = g v. Proof. by_fact (same_value g u v). Qed.
  Goal u <> v \/ k * u = k * v. Proof. by_fact (same_value_2 Z.mul k k u v). Qed.
  Goal n <= 0 \/ (0 <= Z.log2 n /\ 2 ^ (Z.log2 n) <= n /\ n + 1 <= 2 * 2 ^ (Z.log2 n)). Proof. by_fact (logarithm n). Qed.
  Goal n <= 0 \/ (0 <= twos n /\ n = 2 ^ (twos n) + 2 ^ (twos n + 1) * (n / 2 ^ (twos n + 1)) /\ 0 <= n / 2 ^ (twos n + 1)).
  Proof. by_fact (odd_part n). Qed.
  Goal e + 1 <= 0 \/ n <= 0 \/ n <> 2 ^ (e) + 2 * (2 ^ (e) * h) \/ (twos n = e /\ n / 2 ^ (twos n + 1) = h).
  Proof. by_fact (odd_part_unique n e h). Qed.
  Goal exists l, c <= 0 \/ e + 1 <= c \/ (0 <= l /\ c * 2 ^ (l) <= e /\ e + 1 <= 2 * (c * 2 ^ (l))).
  Proof. destruct (level c e) as [l Hl]. exists l. by_fact Hl. Qed.
End Facts.
