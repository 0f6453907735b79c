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
  pose proof (Z.sqrt_nonneg (5 * n ^ 2)) as S0. fold s in S0.
  pose proof (Z.div_mod (n + s) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (n + s) 2 ltac:(lia)).
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
        + right; right; right. assert (Hd : 0 <= y - lower n) by lia. set (d := y - lower n) in *.
          pose proof (lower_increases d n _ _ ltac:(unfold d; lia) (Lower d Hd) (Lower n Hn)). pose proof (lower_bound d _ Hd (Lower d Hd)).
          exists d, (lower n - lower d). unfold d in *. lia.
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

(* ---- Fibonacci digits ---- *)

(* Digits from the lowest on, with the weights w, v, w + v, ...; a number n has the weights 1, 2, 3, 5, 8, ... and no two ones side by side
   (Zeckendorf). fibonacci_shift(n) is the number with one zero more at the end: weights 2, 3, 5, 8, ...; fibonacci_zeros(n): the zeros at
   the end of n. *)
Fixpoint weighed (w v : Z) (digits : list bool) : Z :=
  match digits with [] => 0 | d :: rest => (if d then w else 0) + weighed v (w + v) rest end.
Fixpoint no_two_ones (digits : list bool) : Prop :=
  match digits with [] => True | d :: rest => (d = true -> match rest with [] => True | e :: _ => e = false end) /\ no_two_ones rest end.
Fixpoint zeros (digits : list bool) : Z := match digits with false :: rest => 1 + zeros rest | _ => 0 end.
Definition fibonacci (n : Z) (digits : list bool) := no_two_ones digits /\ weighed 1 2 digits = n.

Definition digits_set (p : position) := let '(x, y) := p in
  (x = 0 /\ y = 0)
  \/ (exists n digits, n >= 1 /\ fibonacci n digits /\ zeros digits mod 2 = 0 /\ x = n /\ y = weighed 2 3 digits)
  \/ (exists n digits, n >= 1 /\ fibonacci n digits /\ zeros digits mod 2 = 0 /\ x = weighed 2 3 digits /\ y = n).

(* All weights are linear in w and v: weighed w v = X*w + Y*v. *)
Lemma weighed_linear digits : exists X Y, 0 <= X /\ 0 <= Y /\ (forall w v, weighed w v digits = X * w + Y * v)
  /\ - (X + 3 * Y + 1) < F X Y < 2 * X + Y + 1
  /\ (1 <= weighed 1 2 digits -> (zeros digits mod 2 = 0 -> F X Y < 0) /\ (zeros digits mod 2 = 1 -> 0 < F X Y)).
Proof.
  induction digits as [|d digits [X [Y [HX [HY [W [B S]]]]]]].
  - exists 0, 0. unfold F. cbn [weighed]. repeat split; intros; lia.
  - exists ((if d then 1 else 0) + Y), (X + Y). split; [destruct d; lia|]. split; [lia|].
    split; [intros w v; cbn [weighed]; rewrite W; destruct d; ring|].
    assert (E0 : F (0 + Y) (X + Y) = - F X Y) by (unfold F; ring).
    assert (E1 : F (1 + Y) (X + Y) = - F X Y - (X + 3 * Y + 1)) by (unfold F; ring).
    destruct d.
    + rewrite E1. split; [lia|]. intros _. cbn [zeros]. split; [lia|discriminate].
    + rewrite E0. split; [lia|]. intros H. cbn [weighed zeros] in *. rewrite !W in *.
      destruct S as [S0 S1]; [lia|]. pose proof (Z.div_mod (zeros digits) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (zeros digits) 2 ltac:(lia)).
      pose proof (Z.div_mod (1 + zeros digits) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (1 + zeros digits) 2 ltac:(lia)).
      split; intros E; [specialize (S1 ltac:(lia))|specialize (S0 ltac:(lia))]; lia.
Qed.

(* An even number of zeros: the number is floor(n * phi), and the one with a zero more is n more. *)
Lemma even_is_lower digits : 1 <= weighed 1 2 digits -> zeros digits mod 2 = 0 ->
  0 <= weighed 2 3 digits - weighed 1 2 digits /\ is_lower (weighed 2 3 digits - weighed 1 2 digits) (weighed 1 2 digits).
Proof.
  intros H E. destruct (weighed_linear digits) as [X [Y [HX [HY [W [B S]]]]]]. destruct (S H) as [S0 _]. specialize (S0 E).
  rewrite !W in *. split; [lia|]. unfold is_lower.
  replace (F (X * 2 + Y * 3 - (X * 1 + Y * 2)) (X * 1 + Y * 2)) with (F X Y) by (unfold F; ring).
  replace (F (X * 2 + Y * 3 - (X * 1 + Y * 2)) (X * 1 + Y * 2 + 1)) with (F X Y + X + 3 * Y + 1) by (unfold F; ring). lia.
Qed.

(* Every number has such digits: if it is at least the weight of the digit k + 1 but not of the digit k + 2, that one is 1. *)
Definition weight (k : nat) := weighed 1 2 (repeat false k ++ [true]).
Lemma weight_next k : weight (S (S k)) = weight (S k) + weight k.
Proof.
  unfold weight. generalize 1, 2. induction k as [|k IH]; intros w v; [simpl; lia|].
  specialize (IH v (w + v)). cbn [repeat app weighed] in *. lia.
Qed.
Lemma weighed_app w v l r : weighed w v (l ++ r) = weighed w v l + weighed w v (repeat false (length l) ++ r).
Proof. revert w v. induction l as [|d l IH]; intros w v; simpl; [reflexivity|]. rewrite IH. lia. Qed.
Lemma no_two_ones_app l r : no_two_ones l -> no_two_ones r -> no_two_ones (l ++ false :: r).
Proof.
  intros Hl Hr. induction l as [|d l IH]; simpl in *; [split; [discriminate|exact Hr]|]. destruct Hl as [H1 H2].
  split; [|exact (IH H2)]. intros E. specialize (H1 E). destruct l; simpl; auto.
Qed.
Lemma digits_exist n : 0 <= n -> exists digits, fibonacci n digits.
Proof.
  intros Hn. unfold fibonacci.
  assert (A : forall k, (Z.of_nat k < weight k /\ Z.of_nat k + 1 < weight (S k))
    /\ (forall m, 0 <= m < weight k -> exists ds, length ds = k /\ no_two_ones ds /\ weighed 1 2 ds = m)
    /\ (forall m, 0 <= m < weight (S k) -> exists ds, length ds = S k /\ no_two_ones ds /\ weighed 1 2 ds = m)).
  { induction k as [|k [W [I0 I1]]].
    - unfold weight. simpl. split; [lia|]. split; intros m H.
      + exists []. simpl. lia.
      + exists [m =? 1]. destruct (Z.eqb_spec m 1); simpl; repeat split; (auto || lia).
    - pose proof (weight_next k) as Next. split; [lia|]. split; [exact I1|]. intros m H.
      destruct (Z_lt_le_dec m (weight (S k))) as [Small|Large].
      + destruct (I1 m ltac:(lia)) as [ds [L [N E]]]. exists (ds ++ [false]). rewrite app_length, L, weighed_app, E.
        split; [simpl; lia|]. split; [apply no_two_ones_app; simpl; auto|].
        clear. generalize 1, 2. induction (length ds) as [|j IH]; intros w v; simpl; [lia|]. rewrite IH. lia.
      + destruct (I0 (m - weight (S k)) ltac:(lia)) as [ds [L [N E]]]. exists (ds ++ [false; true]). rewrite app_length, L, weighed_app, E, L.
        split; [simpl; lia|]. split; [apply no_two_ones_app; simpl; auto|].
        replace (repeat false k ++ [false; true]) with (repeat false (S k) ++ [true]); [unfold weight; lia|].
        cbn [repeat]. rewrite repeat_cons, <- app_assoc. reflexivity. }
  destruct (A (Z.to_nat n)) as [W [I0 _]]. destruct (I0 n ltac:(lia)) as [ds [_ D]]. exists ds. exact D.
Qed.

Theorem wythoff_digits : forall p, legal p -> (P_position position wythoff_move p <-> digits_set p).
Proof.
  intros p L. rewrite (wythoff p L). revert p L.
  assert (Lower : forall n, 0 <= n -> is_lower n (lower n)) by exact lower_exists.
  (* pairs of one kind are pairs of the other *)
  assert (To : forall n, 1 <= n -> exists ds, 1 <= lower n /\ fibonacci (lower n) ds /\ zeros ds mod 2 = 0 /\ weighed 2 3 ds = lower n + n).
  { intros n Hn. pose proof (Lower n ltac:(lia)) as A. pose proof (lower_bound n _ ltac:(lia) A).
    destruct (digits_exist (lower n) ltac:(lia)) as [ds D]. exists ds. split; [lia|]. split; [exact D|]. destruct D as [_ D].
    assert (Even : zeros ds mod 2 = 0).
    { (* otherwise the number is an even one with a zero more: not lower n *)
      destruct ds as [|[] rest]; [reflexivity|reflexivity|]. cbn [zeros weighed] in *. change (1 + 2) with 3 in D.
      pose proof (Z.mod_pos_bound (1 + zeros rest) 2 ltac:(lia)). destruct (Z.eq_dec ((1 + zeros rest) mod 2) 0) as [E|E]; [exact E|exfalso].
      assert (Er : zeros rest mod 2 = 0).
      { pose proof (Z.div_mod (zeros rest) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (zeros rest) 2 ltac:(lia)).
        pose proof (Z.div_mod (1 + zeros rest) 2 ltac:(lia)). lia. }
      assert (1 <= weighed 1 2 rest) by (destruct (weighed_linear rest) as [X [Y [HX [HY [W _]]]]]; rewrite W in *; lia).
      destruct (even_is_lower rest ltac:(assumption) Er) as [M0 M].
      destruct (lower_not_upper n _ (lower n) (weighed 1 2 rest) ltac:(lia) M0 A M); lia. }
    split; [exact Even|]. destruct (even_is_lower ds ltac:(lia) Even) as [M0 M]. rewrite D in *.
    rewrite (lower_unique n _ (lower n) ltac:(lia) M0 A M) at 2. lia. }
  assert (Zero : lower 0 = 0) by reflexivity.
  assert (From : forall m ds, m >= 1 -> fibonacci m ds -> zeros ds mod 2 = 0 -> exists n, n >= 0 /\ m = lower n /\ weighed 2 3 ds = lower n + n).
  { intros m ds Hm [_ D] E. destruct (even_is_lower ds ltac:(lia) E) as [M0 M]. rewrite D in *. exists (weighed 2 3 ds - m).
    rewrite <- (lower_function _ _ _ M0 M (Lower _ M0)). lia. }
  intros [x y] L. unfold wythoff_set, digits_set. split.
  - intros [[n [Hn [-> ->]]]|[n [Hn [-> ->]]]]; (destruct (Z.eq_dec n 0) as [->|Ne]; [left; rewrite Zero; lia|right]);
      destruct (To n ltac:(lia)) as [ds [H1 [H2 [H3 H4]]]]; [left|right]; exists (lower n), ds; rewrite H4; repeat split; (apply H2 || lia).
  - intros [[-> ->]|[[m [ds [Hm [Fm [E [-> ->]]]]]]|[m [ds [Hm [Fm [E [-> ->]]]]]]]].
    + left. exists 0. rewrite Zero. lia.
    + destruct (From m ds Hm Fm E) as [n H]. left. exists n. lia.
    + destruct (From m ds Hm Fm E) as [n H]. right. exists n. lia.
Qed.
