(* Sums.v: games with several heaps. The value of a position is the nim-sum (Bouton, Sprague, Grundy).

   A position is a list of numbers, the heaps. A move picks one heap a and replaces it by the heaps `parts`, if  option a parts : none if
   the heap is taken away, one if some of it is, two if it is split. If f(a) is always the least number that is not the nim-sum of the
   values f of the parts that a can become, then every position a1, ..., am has the value  f(a1) xor ... xor f(am).

   The first example is Nim itself, where f(a) = a: theorem nim, for any number of piles. *)
From Coq Require Import ZArith Lia List Bool.
From Bouton Require Import Bouton.
Import ListNotations.
Open Scope Z_scope.

Definition natural (xs : list Z) := Forall (fun x => 0 <= x) xs.
Definition nim_sum (xs : list Z) := fold_right Z.lxor 0 xs.

Lemma nim_sum_app l r : nim_sum (l ++ r) = Z.lxor (nim_sum l) (nim_sum r).
Proof.
  unfold nim_sum. induction l as [|x l IH]; cbn [app fold_right]; [symmetry; apply Z.lxor_0_l|].
  rewrite IH, Z.lxor_assoc. reflexivity.
Qed.

Lemma nim_sum_natural xs : natural xs -> 0 <= nim_sum xs.
Proof. induction 1; [reflexivity|]. apply Z.lxor_nonneg. tauto. Qed.

(* If the sum is to change by d, it is enough to change one number by d. *)
Lemma nim_sum_change l a r d : Z.lxor (nim_sum (l ++ a :: r)) d = nim_sum (l ++ Z.lxor a d :: r).
Proof.
  rewrite !nim_sum_app. unfold nim_sum at 2 4. cbn [fold_right]. fold (nim_sum r).
  rewrite !Z.lxor_assoc, (Z.lxor_comm (nim_sum r) d). reflexivity.
Qed.

(* A digit of the sum is a digit of one of the numbers. *)
Lemma nim_sum_digit xs k : Z.testbit (nim_sum xs) k = true -> exists l a r, xs = l ++ a :: r /\ Z.testbit a k = true.
Proof.
  induction xs as [|a xs IH]; cbn [nim_sum fold_right]; [rewrite Z.testbit_0_l; discriminate|]. fold (nim_sum xs).
  rewrite Z.lxor_spec. destruct (Z.testbit a k) eqn:E; [exists [], a, xs; auto|].
  rewrite xorb_false_l. intros H. destruct (IH H) as [l [b [r [-> Hb]]]]. exists (a :: l), b, r. auto.
Qed.

(* Changing digits makes a number smaller if and only if the highest digit that changes was 1. *)
Lemma lxor_smaller a d :
  0 <= a -> 0 < d -> (Z.testbit a (Z.log2 d) = true -> Z.lxor a d < a) /\ (Z.testbit a (Z.log2 d) = false -> a < Z.lxor a d).
Proof.
  intros Ha Hd. set (k := Z.log2 d). pose proof (Z.log2_nonneg d) as Hk. fold k in Hk.
  assert (Hp : 0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
  assert (Top : Z.lxor a d / 2 ^ (k + 1) = a / 2 ^ (k + 1)).       (* the digits above k are the same *)
  { assert (0 <= d < 2 ^ (k + 1)) by (split; [lia|exact (proj2 (Z.log2_spec d Hd))]).
    rewrite <- !Z.shiftr_div_pow2, Z.shiftr_lxor, (Z.shiftr_div_pow2 d), (Z.div_small d) by lia. apply Z.lxor_0_r. }
  assert (Digit : Z.testbit (Z.lxor a d) k = negb (Z.testbit a k))
    by (rewrite Z.lxor_spec; unfold k; rewrite (Z.bit_log2 d Hd); apply xorb_true_r).
  assert (Split : forall x, x = 2 ^ (k + 1) * (x / 2 ^ (k + 1)) + 2 ^ k * Z.b2z (Z.testbit x k) + x mod 2 ^ k).
  { intros x. rewrite Z.testbit_spec' by exact Hk. rewrite Z.pow_add_r, Z.pow_1_r by lia.
    pose proof (Z.div_mod x (2 ^ k * 2) ltac:(lia)) as D. rewrite Z.rem_mul_r in D by lia. lia. }
  pose proof (Split a) as Sa. pose proof (Split (Z.lxor a d)) as Sd. rewrite Top, Digit in Sd.
  pose proof (Z.mod_pos_bound a (2 ^ k) Hp). pose proof (Z.mod_pos_bound (Z.lxor a d) (2 ^ k) Hp).
  split; intros E; rewrite E in *; cbn [negb Z.b2z] in *; lia.
Qed.

Section Heaps.
  Variable option : Z -> list Z -> Prop.

  Definition heaps_move (p q : list Z) :=
    natural p /\ exists l a r parts, p = l ++ a :: r /\ q = l ++ parts ++ r /\ option a parts.

  Hypothesis parts_natural : forall a parts, 0 <= a -> option a parts -> natural parts.

  Lemma heaps_stay p q : natural p -> heaps_move p q -> natural q.
  Proof.
    intros _ [N [l [a [r [parts [-> [-> O]]]]]]]. unfold natural in *. rewrite !Forall_app in *. destruct N as [Nl Nr].
    inversion Nr; subst. repeat split; try assumption. apply (parts_natural a); assumption.
  Qed.

  (* The game ends if every heap has a weight that is more than those of its parts together. *)
  Definition total (weight : Z -> Z) (p : list Z) := fold_right Z.add 0 (map weight p).

  Lemma total_app weight l r : total weight (l ++ r) = total weight l + total weight r.
  Proof. unfold total. induction l as [|x l IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

  Lemma heaps_end weight :
    (forall a, 0 <= a -> 0 <= weight a) ->
    (forall a parts, 0 <= a -> option a parts -> total weight parts < weight a) ->
    ends (list Z) heaps_move.
  Proof.
    intros Natural Falls. apply (ends_by _ _ (total weight)). intros p q M. split.
    - destruct M as [N M]. pose proof (heaps_stay p q N (conj N M)) as Nq. clear -Natural Nq.
      induction Nq; cbn [total map fold_right]; [reflexivity|]. specialize (Natural x H). unfold total in IHNq. lia.
    - destruct M as [N [l [a [r [parts [-> [-> O]]]]]]]. rewrite !total_app. change (a :: r) with ([a] ++ r). rewrite total_app.
      unfold natural in N. rewrite Forall_app in N. destruct N as [_ N]. inversion N; subst.
      specialize (Falls a parts ltac:(assumption) O). unfold total at 5. simpl. lia.
  Qed.

  Variable f : Z -> Z.
  Definition value_of_heaps (p : list Z) := nim_sum (map f p).
  Hypothesis f_natural : forall a, 0 <= a -> 0 <= f a.
  Hypothesis f_different : forall a parts, 0 <= a -> option a parts -> value_of_heaps parts <> f a.
  Hypothesis f_smaller : forall a v, 0 <= a -> 0 <= v < f a -> exists parts, option a parts /\ value_of_heaps parts = v.

  Theorem sprague_grundy : ends (list Z) heaps_move -> forall p, natural p -> grundy (list Z) heaps_move p (value_of_heaps p).
  Proof.
    intros W. unfold value_of_heaps in *.
    assert (Natural : forall p, natural p -> 0 <= nim_sum (map f p)).
    { intros p N. apply nim_sum_natural. apply Forall_map. eapply Forall_impl; [|exact N]. exact f_natural. }
    assert (Heap : forall l a r, natural (l ++ a :: r) -> 0 <= a).
    { intros l a r N. unfold natural in N. rewrite Forall_forall in N. apply N. apply in_elt. }
    apply (formula _ _ natural heaps_stay (fun p => nim_sum (map f p)) W).
    - exact Natural.
    - intros p q _ [N [l [a [r [parts [-> [-> O]]]]]]] E. apply (f_different a parts (Heap _ _ _ N) O).
      rewrite !map_app, !nim_sum_app in E. cbn [map nim_sum fold_right] in E. fold (nim_sum (map f r)) in E.
      apply (f_equal (fun z => Z.lxor (Z.lxor (nim_sum (map f l)) z) (nim_sum (map f r)))) in E.
      rewrite <- !Z.lxor_assoc, !Z.lxor_nilpotent, !Z.lxor_0_l, !Z.lxor_assoc, !Z.lxor_nilpotent, !Z.lxor_0_r in E. exact E.
    - intros p v N Hv. set (s := nim_sum (map f p)) in *. set (d := Z.lxor s v).
      assert (Back : Z.lxor s d = v) by (unfold d; rewrite <- Z.lxor_assoc, Z.lxor_nilpotent; apply Z.lxor_0_l).
      assert (Hd : 0 < d).
      { assert (0 <= d) by (apply Z.lxor_nonneg; lia). assert (d <> 0) by (intros E; apply Z.lxor_eq in E; lia). lia. }
      assert (Top : Z.testbit s (Z.log2 d) = true).
      { destruct (Z.testbit s (Z.log2 d)) eqn:E; [reflexivity|]. apply (proj2 (lxor_smaller s d ltac:(lia) Hd)) in E. lia. }
      destruct (nim_sum_digit _ _ Top) as [l' [b [r' [E Hb]]]].
      apply map_eq_app in E. destruct E as [l [r1 [-> [<- E]]]]. apply map_eq_cons in E. destruct E as [a [r [-> [<- <-]]]].
      pose proof (Heap _ _ _ N) as Ha. pose proof (proj1 (lxor_smaller (f a) d (f_natural a Ha) Hd) Hb).
      destruct (f_smaller a (Z.lxor (f a) d) Ha) as [parts [O V]].
      { split; [apply Z.lxor_nonneg; pose proof (f_natural a Ha); lia|assumption]. }
      exists (l ++ parts ++ r). split; [split; [exact N|exists l, a, r, parts; auto]|].
      rewrite <- Back. unfold s. rewrite !map_app. cbn [map]. rewrite nim_sum_change, !nim_sum_app, V. reflexivity.
  Qed.
End Heaps.

(* ---- Nim: game nim (a...): move (a - t) for 1 <= t <= a ---- *)

Definition nim_option (a : Z) (parts : list Z) := exists b, parts = [b] /\ 0 <= b < a.
Definition nim_move := heaps_move nim_option.

Lemma nim_ends : ends (list Z) nim_move.
Proof.
  apply (heaps_end nim_option) with (weight := fun a => a).
  - intros a parts _ [b [-> H]]. repeat constructor. lia.
  - auto.
  - intros a parts _ [b [-> H]]. unfold total. simpl. lia.
Qed.

Theorem nim : forall p, natural p -> grundy (list Z) nim_move p (nim_sum p).
Proof.
  intros p N. rewrite <- (map_id p) at 2. apply (sprague_grundy nim_option) with (f := fun a => a); try exact N; try exact nim_ends; auto.
  - intros a parts _ [b [-> H]]. repeat constructor. lia.
  - intros a parts _ [b [-> H]] E. unfold value_of_heaps, nim_sum in E. simpl in E. rewrite Z.lxor_0_r in E. lia.
  - intros a v _ Hv. exists [v]. split; [exists v; auto|]. apply Z.lxor_0_r.
Qed.

Corollary bouton : forall p, natural p -> (P_position (list Z) nim_move p <-> nim_sum p = 0).
Proof. intros p N. exact (P_iff_zero _ _ nim_ends p _ (nim p N)). Qed.
