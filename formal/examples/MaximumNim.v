(* game maximum-nim (x), parameter f: move (x - t) for 1 <= t <= f(x)
   formula "2.3 (i) and (ii)" for every f with f(0) = 0 and steps 0 or 1; lemma "3.1" for f(x) = floor(x/k), k >= 2
   Written by hand: a rule function as a parameter, what is assumed of it as a hypothesis, and a claim proved together with a stronger one. *)
From Coq Require Import ZArith Lia.
From Bouton Require Import Bouton.
Open Scope Z_scope.

Section MaximumNim.
  Variable f : Z -> Z.
  Definition position := Z.
  Definition legal (x : position) := 0 <= x.
  Definition move (x y : position) := legal x /\ legal y /\ exists t, 1 <= t <= f x /\ y = x - t.

  Hypothesis f0 : f 0 = 0.                                           (* assuming f(0) = 0 and f(t - 1) <= f(t) <= f(t - 1) + 1 for t >= 1 *)
  Hypothesis steps : forall t, t >= 1 -> f (t - 1) <= f t <= f (t - 1) + 1.
  Variable g : Z -> Z.                                               (* grundy(x) *)
  Hypothesis Hg : forall x, legal x -> grundy position move x (g x).

  Lemma game_ends : ends position move.
  Proof. apply (ends_by _ _ (fun x => x)). intros x y M. unfold move, legal in M. destruct M as [? [? [t M]]]. lia. Qed.
  Lemma f_small x : 0 <= x -> 0 <= f x <= x.
  Proof.
    intros Hx. pattern x. apply natlike_ind; [lia| |exact Hx]. intros y Hy IH. specialize (steps (Z.succ y) ltac:(lia)).
    replace (Z.succ y - 1) with y in steps by lia. lia.
  Qed.
  Lemma rule0 x : 0 <= x -> 0 <= g x.
  Proof. intros Hx. apply (grundy_rules _ _ legal (fun p q _ M => proj1 (proj2 M)) g game_ends Hg x Hx). Qed.
  Lemma rule1 x i : 0 <= x -> x - f x <= i < x -> g i <> g x.
  Proof.
    intros Hx Hi. apply (grundy_rules _ _ legal (fun p q _ M => proj1 (proj2 M)) g game_ends Hg x Hx).
    pose proof (f_small x Hx). split; [exact Hx|]. split; [unfold legal; lia|]. exists (x - i). lia.
  Qed.
  Lemma rule2 x v : 0 <= x -> 0 <= v < g x -> exists i, x - f x <= i < x /\ g i = v.
  Proof.
    intros Hx Hv. destruct (grundy_rules _ _ legal (fun p q _ M => proj1 (proj2 M)) g game_ends Hg x Hx) as [_ [_ H]].
    destruct (H v Hv) as [q [M E]]. exists q. split; [|exact E]. unfold move, legal in M. destruct M as [? [? [t M]]]. lia.
  Qed.

  Definition window x :=
    (forall i, x - f x <= i <= x -> g i <= f x)
    /\ (forall v, 0 <= v <= f x -> exists i, x - f x <= i <= x /\ g i = v)
    /\ (forall i j, x - f x <= i < j -> j <= x -> g i <> g j).
  Definition formula x := g x = if x =? 0 then 0 else if f (x - 1) <? f x then f x else g (x - f x - 1).

  Lemma claim_window x : 0 <= x -> window x /\ formula x.
  Proof.
    intros Hx. pattern x. apply natlike_ind; [| |exact Hx].
    - assert (G0 : g 0 = 0).
      { pose proof (rule0 0 ltac:(lia)). destruct (Z.eq_dec (g 0) 0) as [E|E]; [exact E|].
        destruct (rule2 0 0 ltac:(lia) ltac:(lia)) as [i [Hi _]]. rewrite f0 in Hi. lia. }
      split; [|exact G0]. unfold window. rewrite f0. repeat split.
      + intros i Hi. replace i with 0 by lia. lia.
      + intros v Hv. exists 0. lia.
      + intros i j Hi Hj. lia.
    - intros y Hy [[A [B C]] _]. set (z := Z.succ y). pose proof (steps z ltac:(lia)) as st.
      replace (z - 1) with y in st by lia. pose proof (f_small y Hy). pose proof (rule0 z ltac:(lia)).
      unfold formula. replace (z =? 0) with false by (symmetry; apply Z.eqb_neq; lia). replace (z - 1) with y by lia.
      destruct (Z.ltb_spec (f y) (f z)) as [Hs|Hs].
      + (* a step: the options are the whole window before *)
        assert (F : f z = f y + 1) by lia.
        assert (G : g z = f z).
        { destruct (Z_lt_le_dec (g z) (f z)) as [H1|H1].
          - destruct (B (g z) ltac:(lia)) as [i [Hi E]]. exfalso. apply (rule1 z i ltac:(lia) ltac:(lia)). exact E.
          - destruct (Z.eq_dec (g z) (f z)) as [E|E]; [exact E|].
            destruct (rule2 z (f z) ltac:(lia) ltac:(lia)) as [i [Hi E']]. specialize (A i ltac:(lia)). lia. }
        split; [|exact G]. repeat split.
        * intros i Hi. destruct (Z.eq_dec i z) as [->|]; [lia|]. specialize (A i ltac:(lia)). lia.
        * intros v Hv. destruct (Z.eq_dec v (f z)) as [->|]; [exists z; lia|]. destruct (B v ltac:(lia)) as [i Hi]. exists i. lia.
        * intros i j Hi Hj. destruct (Z.eq_dec j z) as [->|]; [specialize (A i ltac:(lia)); lia|]. apply C; lia.
      + (* no step: all but the first of the window before *)
        assert (F : f z = f y) by lia. pose proof (f_small z ltac:(lia)).
        assert (Hw : 0 <= z - f z - 1) by lia.
        assert (G : g z = g (z - f z - 1)).
        { pose proof (A (z - f z - 1) ltac:(lia)). pose proof (rule0 (z - f z - 1) Hw).
          destruct (Z.lt_trichotomy (g z) (g (z - f z - 1))) as [T|[T|T]]; [|exact T|].
          - destruct (B (g z) ltac:(lia)) as [i [Hi E]]. destruct (Z.eq_dec i (z - f z - 1)) as [->|]; [lia|].
            exfalso. apply (rule1 z i ltac:(lia) ltac:(lia)). exact E.
          - destruct (rule2 z (g (z - f z - 1)) ltac:(lia) ltac:(lia)) as [i [Hi E]].
            exfalso. apply (C (z - f z - 1) i ltac:(lia) ltac:(lia)). symmetry. exact E. }
        split; [|exact G]. repeat split.
        * intros i Hi. destruct (Z.eq_dec i z) as [->|]; [rewrite G|]; rewrite F; apply A; lia.
        * intros v Hv. destruct (B v ltac:(lia)) as [i [Hi E]]. destruct (Z.eq_dec i (z - f z - 1)) as [->|]; [exists z|exists i]; lia.
        * intros i j Hi Hj. destruct (Z.eq_dec j z) as [->|]; [rewrite G; apply not_eq_sym; apply C; lia|]. apply C; lia.
  Qed.
  Theorem formula_2_3 x : 0 <= x -> formula x.
  Proof. intros Hx. apply claim_window. exact Hx. Qed.
End MaximumNim.

(* lemma "3.1": f(x) = floor(x/k) *)
Theorem lemma_3_1 k g : k >= 2 -> (forall x, legal x -> grundy position (move (fun x => x / k)) x (g x)) ->
  forall x, x >= 0 -> (x mod k = 0 -> g x = x / k) /\ (x mod k <> 0 -> g x = g (((k - 1) * x) / k)).
Proof.
  intros Hk Hg x Hx.
  assert (Step : forall t, t >= 1 -> (t - 1) / k <= t / k <= (t - 1) / k + 1).
  { intros t Ht. split; [apply Z.div_le_mono; lia|]. replace ((t - 1) / k + 1) with ((t - 1 + 1 * k) / k) by (apply Z.div_add; lia).
    apply Z.div_le_mono; lia. }
  pose proof (formula_2_3 (fun x => x / k) (Z.div_0_l k ltac:(lia)) Step g Hg x ltac:(lia)) as F. unfold formula in F. cbv beta in F.
  pose proof (Z.div_mod x k ltac:(lia)) as E. pose proof (Z.mod_pos_bound x k ltac:(lia)) as B.
  assert (Hprev : forall r, x mod k = r -> (x - 1) / k = if r =? 0 then x / k - 1 else x / k).
  { intros r <-. destruct (Z.eqb_spec (x mod k) 0) as [H|H]; symmetry.
    - apply Z.div_unique with (k - 1); [lia|nia].
    - apply Z.div_unique with (x mod k - 1); [lia|nia]. }
  specialize (Hprev _ eq_refl). split; intros H.
  - rewrite H in Hprev. simpl in Hprev. destruct (Z.eqb_spec x 0) as [->|]; [rewrite F; symmetry; apply Z.div_0_l; lia|].
    rewrite Hprev in F. destruct (Z.ltb_spec (x / k - 1) (x / k)); [exact F|lia].
  - destruct (Z.eqb_spec (x mod k) 0); [lia|]. rewrite Hprev in F. rewrite Z.ltb_irrefl in F.
    destruct (Z.eqb_spec x 0) as [->|]; [rewrite Z.mod_0_l in H; lia|]. rewrite F. f_equal.
    apply Z.div_unique with (k - x mod k); [lia|nia].
Qed.
