(* Wythoff.v: Wythoff's game. Two piles; take any number of stones from one pile, or the same number from both.

   The P-positions are (a, a + n) and (a + n, a) where a = floor(n * phi), phi = (1 + sqrt 5) / 2 (Wythoff 1907): theorem wythoff. In terms of
   Fibonacci digits: a is a number that ends in an even number of zeros, and a + n has one zero more: theorem wythoff_digits.

   No real numbers are needed. Whether y > x * phi for natural numbers x, y is the sign of F(x, y) = y^2 - x*y - x^2, and the one thing to know
   about it is  F(y - x, x) = - F(x, y). *)
From Coq Require Import ZArith Lia List Bool.
From Bouton Require Import Bouton.
Import ListNotations.
Open Scope Z_scope.

Definition F (x y : Z) := y * y - x * y - x * x.
Definition is_lower (n a : Z) := 0 <= a /\ F n a <= 0 < F n (a + 1).          (* a = floor(n * phi) *)

(* ---- the sequences a = floor(n * phi) and b = a + n ---- *)

(* F grows with y from 0 on, as far as it matters, and falls with x. *)
Lemma F_grows x y z : 0 <= x -> 0 <= y <= z -> 0 < F x y -> 0 < F x z.
Proof. unfold F. intros. assert (x <= y) by nia. nia. Qed.
Lemma F_falls x z y : 0 <= x <= z -> 0 <= y -> F x y <= 0 -> F z y <= 0.
Proof. unfold F. intros. nia. Qed.

(* F is 0 at (0, 0) only. *)
Lemma F_zero_bounded m : 0 <= m -> forall x y, 0 <= x -> 0 <= y -> x + y <= m -> F x y = 0 -> x = 0 /\ y = 0.
Proof.
  intros Hm. pattern m. apply natlike_ind; [intros; lia| |exact Hm]. intros k Hk IH x y Hx Hy H E.
  destruct (Z.eq_dec y 0) as [->|Ny]; [unfold F in E; nia|]. destruct (Z_lt_le_dec y x); [unfold F in E; nia|].
  destruct (Z.eq_dec x 0) as [->|Nx]; [unfold F in E; nia|].
  destruct (IH (y - x) x) as [A B]; [lia|lia|lia|unfold F in *; lia|lia].
Qed.
Lemma F_zero x y : 0 <= x -> 0 <= y -> F x y = 0 -> x = 0 /\ y = 0.
Proof. intros Hx Hy. apply (F_zero_bounded (x + y)); lia. Qed.

Lemma lower_bound n a : 0 <= n -> is_lower n a -> n <= a.
Proof. intros Hn [Ha [_ H]]. destruct (Z_le_gt_dec n a); [assumption|]. unfold F in H. nia. Qed.

Lemma lower_increases n m a b : 0 <= n < m -> is_lower n a -> is_lower m b -> a < b.
Proof.
  intros H [Ha [A _]] [Hb [_ B]]. destruct (Z_lt_le_dec a b); [assumption|exfalso].
  assert (0 < F m (a + 1)) by (apply (F_grows m (b + 1)); lia).
  assert (a <= 2 * n) by (unfold F in A; nia).
  assert (F (n + 1) (a + 1) <= 0) by (unfold F in *; lia).
  assert (F m (a + 1) <= 0) by (apply (F_falls (n + 1)); lia). lia.
Qed.
Lemma lower_unique n m a : 0 <= n -> 0 <= m -> is_lower n a -> is_lower m a -> n = m.
Proof.
  intros Hn Hm A B. destruct (Z.lt_trichotomy n m) as [H|[H|H]]; [|exact H|].
  - pose proof (lower_increases n m a a ltac:(lia) A B). lia.
  - pose proof (lower_increases m n a a ltac:(lia) B A). lia.
Qed.
Lemma lower_function n a b : 0 <= n -> is_lower n a -> is_lower n b -> a = b.
Proof.
  intros Hn [Ha [A1 A2]] [Hb [B1 B2]]. destruct (Z.lt_trichotomy a b) as [H|[H|H]]; [|exact H|]; exfalso.
  - pose proof (F_grows n (a + 1) b Hn ltac:(lia) A2). lia.
  - pose proof (F_grows n (b + 1) a Hn ltac:(lia) B2). lia.
Qed.

(* No number is both floor(n * phi) and m + floor(m * phi), but 0. *)
Lemma lower_not_upper n m a b : 0 <= n -> 0 <= m -> is_lower n a -> is_lower m b -> a = b + m -> n = 0 /\ m = 0.
Proof.
  intros Hn Hm [Ha [A1 A2]] [Hb [B1 B2]] ->.
  assert (E1 : F b (b + m) = - F m b) by (unfold F; ring). assert (E2 : F (b + 1) (b + m + 1) = - F m (b + 1)) by (unfold F; ring).
  destruct (Z_le_gt_dec n b) as [H|H].
  - pose proof (F_falls n b (b + m) ltac:(lia) ltac:(lia) A1). assert (F m b = 0) by lia.
    destruct (F_zero m b Hm Hb ltac:(assumption)). lia.
  - assert (F n (b + m + 1) <= 0) by (apply (F_falls (b + 1)); lia). lia.
Qed.

(* Every number is one of them. n is the least number with n * phi >= x. *)
Lemma lower_or_upper x : 0 <= x -> exists n, 0 <= n /\ (is_lower n x \/ exists a, is_lower n a /\ x = a + n).
Proof.
  intros Hx.
  assert (Least : exists n, 0 <= n <= x /\ F n x <= 0 /\ (n = 0 \/ 0 < F (n - 1) x)).
  { assert (A : forall m, 0 <= m -> F m x <= 0 -> exists n, 0 <= n <= m /\ F n x <= 0 /\ (n = 0 \/ 0 < F (n - 1) x)).
    { intros m Hm. pattern m. apply natlike_ind; [intros H; exists 0; lia| |exact Hm]. intros k Hk IH H.
      destruct (Z_lt_le_dec 0 (F k x)) as [G|G]; [exists (Z.succ k); replace (Z.succ k - 1) with k by lia; lia|].
      destruct (IH G) as [n Hn']. exists n. lia. }
    destruct (A x Hx) as [n H]; [unfold F; nia|]. exists n. exact H. }
  destruct Least as [n [Hn [H1 H2]]]. destruct (Z_lt_le_dec 0 (F n (x + 1))) as [G|G].
  - exists n. split; [lia|]. left. unfold is_lower. lia.
  - destruct H2 as [->|H2]; [unfold F in G; nia|]. exists (x - (n - 1)). split; [lia|right]. exists (n - 1).
    assert (n <> 0) by (intros ->; unfold F in G; nia).
    assert (E1 : F (x - (n - 1)) (n - 1) = - F (n - 1) x) by (unfold F; ring).
    assert (E2 : F (x - (n - 1)) (n - 1 + 1) = - F n (x + 1)) by (unfold F; ring).
    assert (F n (x + 1) <> 0) by (intros E; destruct (F_zero n (x + 1)); lia).
    unfold is_lower. lia.
Qed.

Lemma lower_exists n : 0 <= n -> is_lower n ((n + Z.sqrt (5 * n ^ 2)) / 2).
Proof.
  intros Hn. set (s := Z.sqrt (5 * n ^ 2)). pose proof (Z.sqrt_spec (5 * n ^ 2) ltac:(nia)) as S. fold s in S. cbv zeta in S.
  pose proof (Z.sqrt_nonneg (5 * n ^ 2)) as S0. fold s in S0. pose proof (Z.div_mod (n + s) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (n + s) 2 ltac:(lia)).
  set (a := (n + s) / 2) in *. assert (n <= s) by nia. unfold is_lower, F. rewrite Z.pow_2_r in S. unfold Z.succ in S.
  assert (4 * (a * a - n * a - n * n) = (2 * a - n) * (2 * a - n) - 5 * (n * n)) by ring.
  assert (4 * ((a + 1) * (a + 1) - n * (a + 1) - n * n) = (2 * a + 2 - n) * (2 * a + 2 - n) - 5 * (n * n)) by ring.
  assert ((2 * a - n) * (2 * a - n) <= s * s) by nia. assert ((s + 1) * (s + 1) <= (2 * a + 2 - n) * (2 * a + 2 - n)) by nia. lia.
Qed.

(* ---- the game ---- *)

Definition position := (Z * Z)%type.
Definition legal (p : position) := let '(x, y) := p in 0 <= x /\ 0 <= y.
Definition wythoff_move (p q : position) := let '(x, y) := p in let '(x', y') := q in
  legal p /\ legal q /\
  ((exists t, 1 <= t /\ t <= x /\ x' = x - t /\ y' = y)
   \/ (exists t, 1 <= t /\ t <= y /\ x' = x /\ y' = y - t)
   \/ (exists t, 1 <= t /\ t <= x /\ t <= y /\ x' = x - t /\ y' = y - t)).

(* function lower(n) = floor((n + floor(sqrt(5*n^2))) / 2) *)
Definition lower (n : Z) := (n + Z.sqrt (5 * n ^ 2)) / 2.
Definition wythoff_set (p : position) := let '(x, y) := p in
  (exists n, n >= 0 /\ x = lower n /\ y = lower n + n) \/ (exists n, n >= 0 /\ x = lower n + n /\ y = lower n).

Lemma wythoff_ends : ends position wythoff_move.
Proof.
  apply (ends_by _ _ (fun p => let '(x, y) := p in x + y)). intros [x y] [x' y'] M. unfold wythoff_move, legal in M.
  destruct M as [L [L' [[t M]|[[t M]|[t M]]]]]; lia.
Qed.

Theorem wythoff : forall p, legal p -> (P_position position wythoff_move p <-> wythoff_set p).
Proof.
  assert (Lower : forall n, 0 <= n -> is_lower n (lower n)) by exact lower_exists.
  apply kernel with (legal := legal).
  - intros [x y] [x' y'] _ M. unfold wythoff_move in M. tauto.
  - exact wythoff_ends.
  - (* two pairs that have a number in common, or the same difference, are the same pair *)
    assert (Same : forall n m, 0 <= n -> 0 <= m -> lower n = lower m -> n = m)
      by (intros n m Hn Hm E; apply (lower_unique n m (lower n)); auto; rewrite E; auto).
    assert (Upper : forall n m, 0 <= n -> 0 <= m -> lower n + n = lower m + m -> n = m).
    { intros n m Hn Hm E. destruct (Z.lt_trichotomy n m) as [H|[H|H]]; [|exact H|].
      - pose proof (lower_increases n m _ _ ltac:(lia) (Lower n Hn) (Lower m Hm)). lia.
      - pose proof (lower_increases m n _ _ ltac:(lia) (Lower m Hm) (Lower n Hn)). lia. }
    assert (Mixed : forall n m, 0 <= n -> 0 <= m -> lower n = lower m + m -> n = 0 /\ m = 0)
      by (intros n m Hn Hm E; exact (lower_not_upper n m _ _ Hn Hm (Lower n Hn) (Lower m Hm) E)).
    intros [x y] [x' y'] _ K M K'. unfold wythoff_move, legal, wythoff_set in *. destruct M as [_ [_ M]].
    destruct K as [[n [Hn [Ex Ey]]]|[n [Hn [Ex Ey]]]], K' as [[m [Hm [Ex' Ey']]]|[m [Hm [Ex' Ey']]]];
      assert (0 <= n) as Hn' by lia; assert (0 <= m) as Hm' by lia;
      pose proof (Same n m Hn' Hm') as S1; pose proof (Upper n m Hn' Hm') as S2;
      pose proof (Mixed n m Hn' Hm') as S3; pose proof (Mixed m n Hm' Hn') as S4; clear Same Upper Mixed Lower;
      destruct M as [[t M]|[[t M]|[t M]]]; assert (n = m -> False) as Ne by (intros ->; lia); lia.
  - (* from (x, y), x <= y: if x = lower n + n, to lower n; if x = lower n, down to lower n + n, or along the diagonal *)
    assert (Half : forall x y, 0 <= x <= y ->
      (exists n, 0 <= n /\ x = lower n /\ y = lower n + n)
      \/ (exists n, 0 <= n /\ lower n < y /\ x = lower n + n)
      \/ (exists n, 0 <= n /\ lower n + n < y /\ x = lower n)
      \/ (exists n t, 0 <= n /\ 1 <= t <= x /\ x - t = lower n /\ y - t = lower n + n)).
    { intros x y H. destruct (lower_or_upper x ltac:(lia)) as [n [Hn [A|[a [A E]]]]].
      - rewrite (lower_function n x (lower n) Hn A (Lower n Hn)) in *. clear x A.
        destruct (Z.lt_trichotomy (lower n + n) y) as [G|[G|G]].
        + right; right; left. exists n. lia.
        + left. exists n. lia.
        + right; right; right. set (d := y - lower n). pose proof (lower_increases d n _ _ ltac:(unfold d; lia) (Lower d ltac:(unfold d; lia)) (Lower n Hn)).
          pose proof (lower_bound d _ ltac:(unfold d; lia) (Lower d ltac:(unfold d; lia))). exists d, (lower n - lower d). unfold d in *. lia.
      - rewrite (lower_function n a (lower n) Hn A (Lower n Hn)) in *. destruct (Z.eq_dec (lower n) y) as [G|G]; [|right; left; exists n; lia].
        left. exists n. lia. }
    intros [x y] L. unfold legal in L. unfold wythoff_set at 1. destruct (Z_le_gt_dec x y) as [O|O].
    + destruct (Half x y ltac:(lia)) as [[n H]|[[n H]|[[n H]|[n [t H]]]]].
      * left. left. exists n. lia.
      * right. exists (x, lower n). pose proof (lower_bound n _ (proj1 H) (Lower n (proj1 H))). unfold wythoff_move, legal, wythoff_set. split.
        -- split; [lia|]. split; [lia|]. right; left. exists (y - lower n). lia.
        -- right. exists n. lia.
      * right. exists (x, lower n + n). pose proof (lower_bound n _ (proj1 H) (Lower n (proj1 H))). unfold wythoff_move, legal, wythoff_set. split.
        -- split; [lia|]. split; [lia|]. right; left. exists (y - (lower n + n)). lia.
        -- left. exists n. lia.
      * right. exists (x - t, y - t). unfold wythoff_move, legal, wythoff_set. split.
        -- split; [lia|]. split; [lia|]. right; right. exists t. lia.
        -- left. exists n. lia.
    + destruct (Half y x ltac:(lia)) as [[n H]|[[n H]|[[n H]|[n [t H]]]]].
      * left. right. exists n. lia.
      * right. exists (lower n, y). pose proof (lower_bound n _ (proj1 H) (Lower n (proj1 H))). unfold wythoff_move, legal, wythoff_set. split.
        -- split; [lia|]. split; [lia|]. left. exists (x - lower n). lia.
        -- left. exists n. lia.
      * right. exists (lower n + n, y). pose proof (lower_bound n _ (proj1 H) (Lower n (proj1 H))). unfold wythoff_move, legal, wythoff_set. split.
        -- split; [lia|]. split; [lia|]. left. exists (x - (lower n + n)). lia.
        -- right. exists n. lia.
      * right. exists (x - t, y - t). unfold wythoff_move, legal, wythoff_set. split.
        -- split; [lia|]. split; [lia|]. right; right. exists t. lia.
        -- right. exists n. lia.
Qed.
