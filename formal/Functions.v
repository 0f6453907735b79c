(* Functions.v: the functions that claims speak of beside powers, quotients and logarithms: sums over an interval, and the Josephus circle.
   For each the equations that a proof may use, in the form that by_fact (Arithmetic.v) takes. *)
From Coq Require Import ZArith Lia Setoid.
From Bouton Require Import Arithmetic.
Open Scope Z_scope.

(* ---- the sum of f(i) for first <= i <= last; 0 if there is no such i ---- *)

Fixpoint sum_steps (f : Z -> Z) (first : Z) (steps : nat) : Z :=
  match steps with O => 0 | S n => sum_steps f first n + f (first + Z.of_nat n) end.
Definition sum_over (f : Z -> Z) (first last : Z) : Z := sum_steps f first (Z.to_nat (last - first + 1)).

Lemma sum_rule f first last :
  (last < first -> sum_over f first last = 0)
  /\ (first <= last -> sum_over f first last = sum_over f first (last - 1) + f last).
Proof.
  unfold sum_over. split; intros H.
  - replace (Z.to_nat (last - first + 1)) with O by lia. reflexivity.
  - replace (Z.to_nat (last - first + 1)) with (S (Z.to_nat (last - 1 - first + 1))) by lia.
    cbn [sum_steps]. do 2 f_equal. lia.
Qed.

Lemma sum_same f h first last : (forall i, f i = h i) -> sum_over f first last = sum_over h first last.
Proof. intros E. unfold sum_over. induction (Z.to_nat (last - first + 1)); cbn [sum_steps]; [reflexivity|]. rewrite IHn, E. reflexivity. Qed.

(* ---- the Josephus circle: of the numbers 1 to n in a circle every k-th is removed ----
   rank n k m: m is the rank-th number that is removed; the last one left counts as the n-th.
   seat n k m: the number that is removed as the m-th. *)

Fixpoint rank_within (steps : nat) (n k m : Z) : Z :=
  match steps with
  | O => 0
  | S rest =>
      if n =? 1 then 1
      else if (m - k) mod n =? 0 then 1
      else rank_within rest (n - 1) k ((m - k - 1) mod n + 1) + 1
  end.
Definition rank (n k m : Z) : Z := rank_within (Z.to_nat n) n k m.

Fixpoint seat_within (steps : nat) (n k m : Z) : Z :=
  match steps with
  | O => 0
  | S rest => if m =? 1 then (k - 1) mod n + 1 else (seat_within rest (n - 1) k (m - 1) + k - 1) mod n + 1
  end.
Definition seat (n k m : Z) : Z := seat_within (Z.to_nat m) n k m.

Lemma rank_rule n k m :
  1 <= k -> 1 <= m -> m <= n ->
  (n = 1 -> rank n k m = 1)
  /\ (2 <= n -> (m - k) mod n = 0 -> rank n k m = 1)
  /\ (2 <= n -> (m - k) mod n <> 0 -> rank n k m = rank (n - 1) k ((m - k - 1) mod n + 1) + 1).
Proof.
  intros Hk Hm Hn. unfold rank. replace (Z.to_nat n) with (S (Z.to_nat (n - 1))) by lia. cbn [rank_within].
  destruct (Z.eqb_spec n 1), (Z.eqb_spec ((m - k) mod n) 0); repeat split; intros; try lia; reflexivity.
Qed.

Lemma seat_rule n k m :
  1 <= k -> 1 <= m -> m <= n ->
  (m = 1 -> seat n k m = (k - 1) mod n + 1)
  /\ (2 <= m -> seat n k m = (seat (n - 1) k (m - 1) + k - 1) mod n + 1).
Proof.
  intros Hk Hm Hn. unfold seat. replace (Z.to_nat m) with (S (Z.to_nat (m - 1))) by lia. cbn [seat_within].
  destruct (Z.eqb_spec m 1); repeat split; intros; try lia; reflexivity.
Qed.

(* ---- equal arguments, equal values: more arguments ---- *)

Lemma same_value_3 (f : Z -> Z -> Z -> Z) a b c d e h : a = b -> c = d -> e = h -> f a c e = f b d h.
Proof. intros -> -> ->. reflexivity. Qed.
Lemma same_value_4 (f : Z -> Z -> Z -> Z -> Z) a b c d e h i j : a = b -> c = d -> e = h -> i = j -> f a c e i = f b d h j.
Proof. intros -> -> -> ->. reflexivity. Qed.

(* ---- tactics of generated developments ---- *)

(* One part of a disjunction follows. *)
Ltac some_part tactic := first [solve [tactic] | left; solve [tactic] | right; some_part tactic].
(* What h says of a used claim, its parts perhaps written in another way. *)
Ltac as_used h := first [exact h | clear -h; linear | clear -h; tauto | clear -h; firstorder linear].
(* Two definitions of the same sum, which stand side by side in the text. *)
Ltac same_sum := intros; first [reflexivity | apply sum_same; intros; cbv beta; first [linear | ring]].
(* A contradiction may be drawn from both cases of anything. *)
Lemma either_way (C : Prop) : (C -> False) -> (~ C -> False) -> False.
Proof. intros H N. exact (N H). Qed.

(* Sets of numbers as functions that are 1 for their elements: every comparison is decided. *)
Ltac set_cases := cbv beta in *; repeat match goal with
  | |- context [?a =? ?b] => destruct (Z.eqb_spec a b)
  | H : context [?a =? ?b] |- _ => destruct (Z.eqb_spec a b)
  | |- context [?a <=? ?b] => destruct (Z.leb_spec a b)
  | H : context [?a <=? ?b] |- _ => destruct (Z.leb_spec a b)
  end; cbn [orb] in *.
(* ... as a set with its least element is described. *)
Ltac a_set := cbv beta; repeat split; intros; set_cases; lia.

(* The goal: some number up to s is the value, or a move leads to the value s; t says one of these. *)
Ltac a_level s t := first
  [ left; exists s; split; [lia|clear -t; solve [tauto]]
  | right; clear -t; solve [tauto]
  | left; let i := fresh "i" in destruct t as [i t]; exists i; clear -t; solve [tauto]
  | destruct t as [t|t]; a_level s t ].
