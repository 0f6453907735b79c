(* Windows.v: one heap, and moves that take a bounded number of stones. Values that repeat for a while repeat for ever.

     subtraction   x may become x - s for s in a finite set;
     splitting     x may become x - t, or two heaps b + c = x - t, for finitely many t (Kayles, all octal games, Grundy's game).

   The sequence f is given by its first values and its period: f(n) = lookup(n) for n < a + p, then it repeats with period p from a on.
   Whether f(n) is the least number that is not the value of an option is a finite computation for the heaps n below some N, which
   Coq's kernel does (vm_compute); a larger heap has the same set of values of options as the heap n - p:

     subtraction   N = a + T + p if at most T stones are taken, since options go down by at most T;
     splitting     N = 2 a + 2 p + T, since of two parts b + c = n - t >= 2 a + 2 p - 1 the larger one is at least a + p
                   (Guy, Smith 1956); if equal parts are forbidden, N = 2 a + 3 p + T.

   Then the period is shown to be the least one, and the preperiod too. *)
From Coq Require Import ZArith Lia List Bool FMapPositive.
From Bouton Require Import Bouton Sums.
Import ListNotations.
Open Scope Z_scope.

(* ---- sequences that repeat ---- *)

Definition repeating (lookup : Z -> Z) (a p : Z) (n : Z) := lookup (if n <? a then n else a + (n - a) mod p).

(* A table of the values of 0, 1, 2, ... Nothing has to be proved of it: a wrong table fails the check. *)
Definition table (values : list Z) : PositiveMap.t Z :=
  snd (fold_left (fun nt v => (Pos.succ (fst nt), PositiveMap.add (fst nt) v (snd nt))) values (1%positive, PositiveMap.empty Z)).
Definition listed (t : PositiveMap.t Z) (n : Z) : Z := match PositiveMap.find (Z.to_pos (n + 1)) t with Some v => v | None => 0 end.

(* the numbers 0, ..., n - 1 *)
Fixpoint numbers_from (m : Z) (count : nat) : list Z := match count with O => [] | S n => m :: numbers_from (m + 1) n end.
Definition upto (n : Z) := numbers_from 0 (Z.to_nat n).
Lemma in_upto n m : In m (upto n) <-> 0 <= m < n.
Proof.
  unfold upto. assert (A : forall k j, In m (numbers_from j k) <-> j <= m < j + Z.of_nat k).
  { induction k as [|k IH]; intros j; cbn [numbers_from In]; [lia|]. rewrite IH. lia. }
  rewrite A. lia.
Qed.

(* f has the period p from a on, and no shorter one, from wherever on; nor does any period begin before a. *)
Definition period_after (f : Z -> Z) (a p : Z) :=
  (forall n, a <= n -> f (n + p) = f n)
  /\ forall m q, 0 <= m -> 1 <= q -> (forall n, m <= n -> f (n + q) = f n) -> a <= m /\ p <= q.

Lemma mex_unique l v : 0 <= v -> ~ In v l -> (forall w, 0 <= w < v -> In w l) -> mex l = v.
Proof.
  intros H0 H1 H2. destruct (mex_spec l) as [M0 [M1 M2]]. destruct (Z.lt_trichotomy (mex l) v) as [H|[H|H]]; [|exact H|]; exfalso.
  - apply M1, H2. lia.
  - apply H1, M2. lia.
Qed.
Lemma mex_same l m : (forall v, In v l <-> In v m) -> mex l = mex m.
Proof.
  intros H. destruct (mex_spec m) as [M0 [M1 M2]]. apply mex_unique; [exact M0|rewrite H; exact M1|]. intros w Hw. apply H, M2, Hw.
Qed.

(* The same number, faster: the numbers of the list in a search tree. *)
Definition key (v : Z) : positive := match v with Z0 => 1 | Zpos n => n~0 | Zneg n => n~1 end.
Definition tree (l : list Z) : PositiveMap.t unit := fold_right (fun v t => PositiveMap.add (key v) tt t) (PositiveMap.empty unit) l.
Fixpoint mex_in (t : PositiveMap.t unit) (steps : nat) (v : Z) : Z :=
  match steps with
  | O => v
  | S n => if PositiveMap.find (key v) t then mex_in t n (v + 1) else v
  end.
Definition fast_mex (l : list Z) := mex_in (tree l) (length l) 0.
Lemma fast_mex_spec l : fast_mex l = mex l.
Proof.
  assert (Key : forall v w, key v = key w -> v = w) by (intros [] []; simpl; congruence).
  assert (Find : forall v, match PositiveMap.find (key v) (tree l) with Some _ => true | None => false end = existsb (Z.eqb v) l).
  { intros v. induction l as [|w l IH]; cbn [tree fold_right existsb]; [rewrite PositiveMap.gempty; reflexivity|]. fold (tree l).
    destruct (Z.eqb_spec v w) as [->|Ne]; [rewrite PositiveMap.gss; reflexivity|].
    rewrite PositiveMap.gso by (intros E; apply Ne, Key, E). exact IH. }
  unfold fast_mex, mex. generalize (length l), 0. induction n as [|n IH]; intros v; cbn [mex_in mex_from]; [reflexivity|].
  rewrite <- Find. destruct (PositiveMap.find (key v) (tree l)); [apply IH|reflexivity].
Qed.

Section Repeating.
  Variables (lookup : Z -> Z) (a p : Z).
  Hypothesis Ha : 0 <= a.
  Hypothesis Hp : 1 <= p.
  Let f := repeating lookup a p.

  Lemma repeats n : a <= n -> f (n + p) = f n.
  Proof.
    intros H. unfold f, repeating. destruct (Z.ltb_spec n a); [lia|]. destruct (Z.ltb_spec (n + p) a); [lia|].
    replace (n + p - a) with (n - a + 1 * p) by lia. rewrite Z.mod_add by lia. reflexivity.
  Qed.
  Lemma repeats_often n k : a <= n -> 0 <= k -> f (n + k * p) = f n.
  Proof.
    intros H Hk. pattern k. apply natlike_ind; [f_equal; lia| |exact Hk].
    intros x Hx IH. replace (n + Z.succ x * p) with (n + x * p + p) by lia. rewrite repeats by nia. exact IH.
  Qed.

  (* What holds for the heaps up to m + p - 1 and goes on from n to n + p holds for all. *)
  Lemma all_heaps (Q : Z -> Prop) m : 0 <= m ->
    (forall n, 0 <= n < m + p -> Q n) -> (forall n, m <= n -> Q n -> Q (n + p)) -> forall n, 0 <= n -> Q n.
  Proof.
    intros Hm First Next.
    assert (A : forall k, 0 <= k -> forall n, 0 <= n < m + p + k -> Q n).
    { intros k Hk. pattern k. apply natlike_ind; [intros n Hn; apply First; lia| |exact Hk].
      intros x Hx IH n Hn. destruct (Z_lt_le_dec n (m + p + x)) as [H|H]; [apply IH; lia|].
      replace n with (n - p + p) by lia. apply Next; [lia|]. apply IH. lia. }
    intros n Hn. apply (A n Hn). lia.
  Qed.

  Definition is_least : bool :=
    forallb (fun q => existsb (fun i => negb (f (a + i + q) =? f (a + i))) (upto p)) (map Z.succ (upto (p - 1)))
    && ((a =? 0) || negb (f (a - 1 + p) =? f (a - 1))).

  Theorem period : is_least = true -> period_after f a p.
  Proof.
    unfold is_least. intros Least. split; [exact repeats|]. revert Least.
    rewrite andb_true_iff, forallb_forall, orb_true_iff, negb_true_iff, Z.eqb_eq, Z.eqb_neq.
    intros [Periods Start] m q Hm Hq H. split.
    - destruct Start as [->|Ne]; [exact Hm|]. destruct (Z_lt_le_dec m a) as [Hlt|]; [exfalso; apply Ne|assumption].
      assert (A : forall k, 0 <= k -> f (a - 1 + k * q) = f (a - 1)).
      { intros k Hk. pattern k. apply natlike_ind; [f_equal; lia| |exact Hk].
        intros x Hx IH. replace (a - 1 + Z.succ x * q) with (a - 1 + x * q + q) by lia. rewrite H by nia. exact IH. }
      rewrite <- (A p) by lia. replace (a - 1 + p * q) with (a - 1 + p + (q - 1) * p) by lia. symmetry. apply repeats_often; lia.
    - destruct (Z_lt_le_dec q p) as [Hlt|]; [exfalso|assumption].
      assert (E : In q (map Z.succ (upto (p - 1)))) by (apply in_map_iff; exists (q - 1); rewrite in_upto; lia).
      apply Periods, existsb_exists in E. destruct E as [i [Hi E]]. apply in_upto in Hi.
      apply negb_true_iff, Z.eqb_neq in E. apply E.
      rewrite <- (repeats_often (a + i) m), <- (repeats_often (a + i + q) m) by lia.
      replace (a + i + q + m * p) with (a + i + m * p + q) by lia. apply H. nia.
  Qed.
End Repeating.

(* ---- subtraction games: game subtraction (x), parameter moves: set;  move (x - s) for s in moves ---- *)

Definition subtraction_move (moves : list Z) (x y : Z) := 0 <= x /\ 0 <= y /\ exists s, In s moves /\ y = x - s.

Section Subtraction.
  Variables (moves : list Z) (lookup : Z -> Z) (a p : Z) (misere : bool).
  Let f := repeating lookup a p.
  Let most := fold_right Z.max 0 moves.

  (* In misère play a heap without options has the value 1, as if it had an option of value 0. *)
  Definition subtraction_values (n : Z) :=
    match filter (fun s => s <=? n) moves with
    | [] => if misere then [0] else []
    | possible => map (fun s => f (n - s)) possible
    end.
  Definition subtraction_check : bool :=
    (0 <=? a) && (1 <=? p) && forallb (fun s => 1 <=? s) moves
    && forallb (fun n => fast_mex (subtraction_values n) =? f n) (upto (a + most + p)).

  Lemma in_subtraction_values n v : In v (subtraction_values n) <->
    (exists s, In s moves /\ s <= n /\ f (n - s) = v) \/ (misere = true /\ v = 0 /\ forall s, In s moves -> n < s).
  Proof.
    assert (Possible : forall s, In s (filter (fun s => s <=? n) moves) <-> In s moves /\ s <= n)
      by (intros s; rewrite filter_In, Z.leb_le; reflexivity).
    unfold subtraction_values. destruct (filter _ moves) as [|s0 rest]; [|rewrite in_map_iff].
    - assert (None : forall s, In s moves -> n < s).
      { intros s Hs. destruct (Z_lt_le_dec n s) as [|H]; [assumption|]. destruct (proj2 (Possible s) (conj Hs H)). }
      split.
      + destruct misere; [intros [<-|[]]; auto|intros []].
      + intros [[s [Hs [H _]]]|[-> [-> _]]]; [specialize (None s Hs); lia|left; reflexivity].
    - split.
      + intros [s [E Hs]]. apply Possible in Hs. left. exists s. tauto.
      + intros [[s [Hs [H E]]]|[_ [_ None]]]; [exists s; split; [exact E|apply Possible; auto]|].
        destruct (proj1 (Possible s0) (or_introl eq_refl)) as [Hs H]. specialize (None s0 Hs). lia.
  Qed.

  Lemma subtraction_all : subtraction_check = true ->
    (forall s, In s moves -> 1 <= s) /\ forall n, 0 <= n -> mex (subtraction_values n) = f n.
  Proof.
    unfold subtraction_check. rewrite !andb_true_iff, Z.leb_le, Z.leb_le, !forallb_forall. intros [[[Ha Hp] Positive] Check].
    assert (Most : forall s, In s moves -> 1 <= s <= most).
    { intros s Hs. split; [apply Z.leb_le, Positive, Hs|]. unfold most. clear -Hs.
      induction moves as [|m l IH]; [destruct Hs|]. simpl. destruct Hs as [->|Hs]; [lia|]. specialize (IH Hs). lia. }
    split; [intros s Hs; apply Most, Hs|].
    assert (0 <= most) by (unfold most; clear; induction moves; simpl; lia).
    apply (all_heaps p Hp _ (a + most)); [lia| |].
    - intros n Hn. rewrite <- fast_mex_spec. apply Z.eqb_eq, Check, in_upto. lia.
    - intros n Hn E. unfold f. rewrite repeats by lia. fold f. rewrite <- E. apply mex_same. intros v. rewrite !in_subtraction_values.
      split; (intros [[s [Hs [Le E1]]]|[M [V None]]]; [left; specialize (Most s Hs); exists s|
        right; repeat split; try assumption; intros s Hs; specialize (None s Hs); specialize (Most s Hs); lia]);
        (split; [exact Hs|]; split; [lia|]); rewrite <- E1; replace (n + p - s) with (n - s + p) by lia; [symmetry|]; apply repeats; lia.
  Qed.

  Lemma subtraction_ends : (forall s, In s moves -> 1 <= s) -> ends Z (subtraction_move moves).
  Proof. intros Positive. apply (ends_by Z _ (fun n => n)). intros n m [Hn [Hm [s [Hs ->]]]]. specialize (Positive s Hs). lia. Qed.

  (* f(n) against the options: what both theorems below say in their words *)
  Lemma subtraction_values_spec : subtraction_check = true -> forall n, 0 <= n ->
    0 <= f n
    /\ (forall m, subtraction_move moves n m -> f m <> f n)
    /\ (misere = true -> f n = 0 -> exists m, subtraction_move moves n m)
    /\ (forall v, 0 <= v < f n -> (exists m, subtraction_move moves n m /\ f m = v)
          \/ (misere = true /\ v = 0 /\ stuck Z (subtraction_move moves) n)).
  Proof.
    intros Check n Hn. destruct (subtraction_all Check) as [Positive All]. specialize (All n Hn).
    destruct (mex_spec (subtraction_values n)) as [M0 [M1 M2]]. rewrite All in *. split; [exact M0|]. split; [|split].
    - intros m [_ [Hm [s [Hs ->]]]] E. apply M1. apply in_subtraction_values. left. exists s. split; [exact Hs|]. split; [lia|exact E].
    - intros M E. destruct (filter (fun s => s <=? n) moves) as [|s rest] eqn:Possible.
      + exfalso. apply M1. rewrite E. unfold subtraction_values. rewrite Possible, M. left. reflexivity.
      + assert (Hs : In s (filter (fun s => s <=? n) moves)) by (rewrite Possible; left; reflexivity).
        apply filter_In in Hs. rewrite Z.leb_le in Hs. exists (n - s). split; [exact Hn|]. split; [lia|]. exists s. tauto.
    - intros v Hv. apply M2, in_subtraction_values in Hv. destruct Hv as [[s [Hs [Le E]]]|[M [V None]]]; [left|right].
      + exists (n - s). split; [|exact E]. split; [exact Hn|]. split; [lia|]. exists s. auto.
      + repeat split; try assumption. intros m [_ [Hm [s [Hs ->]]]]. specialize (None s Hs). lia.
  Qed.
End Subtraction.

Theorem subtraction moves lookup a p : subtraction_check moves lookup a p false = true ->
  forall n, 0 <= n -> grundy Z (subtraction_move moves) n (repeating lookup a p n).
Proof.
  intros Check. pose proof (subtraction_values_spec moves lookup a p false Check) as Spec.
  apply (formula Z _ (fun n => 0 <= n)).
  - intros n m _ M. apply M.
  - apply subtraction_ends. apply (subtraction_all moves lookup a p false Check).
  - intros n Hn. apply (Spec n Hn).
  - intros n m Hn M. apply (Spec n Hn). exact M.
  - intros n v Hn Hv. destruct (proj2 (proj2 (proj2 (Spec n Hn))) v Hv) as [H|[H _]]; [exact H|discriminate].
Qed.

Theorem misere_subtraction moves lookup a p : subtraction_check moves lookup a p true = true ->
  forall n, 0 <= n -> misere_grundy Z (subtraction_move moves) n (repeating lookup a p n).
Proof.
  intros Check. pose proof (subtraction_values_spec moves lookup a p true Check) as Spec.
  apply (misere_formula Z _ (fun n => 0 <= n)).
  - intros n m _ M. apply M.
  - apply subtraction_ends. apply (subtraction_all moves lookup a p true Check).
  - intros n Hn. apply (Spec n Hn).
  - intros n Hn. apply (Spec n Hn). reflexivity.
  - intros n m Hn M. apply (Spec n Hn). exact M.
  - intros n v Hn Hv. destruct (proj2 (proj2 (proj2 (Spec n Hn))) v Hv) as [H|[_ H]]; auto.
Qed.

(* ---- heaps that split ---- *)

Inductive rule :=
  | Only (heap rest : Z)                         (* the heap `heap` may become `rest` *)
  | One (taken least : Z)                        (* x may become x - taken, if at least `least` stones are left *)
  | Two (taken least : Z) (unequal : bool).      (* x may become two heaps of together x - taken stones and of at least `least` each *)

Definition allowed_by (x : Z) (parts : list Z) (r : rule) : Prop :=
  match r with
  | Only heap rest => x = heap /\ parts = [rest]
  | One taken least => least <= x - taken /\ parts = [x - taken]
  | Two taken least unequal =>
      exists b c, b + c = x - taken /\ least <= b <= c /\ (unequal = true -> b < c) /\ parts = [b; c]
  end.
Definition splitting (rules : list rule) (x : Z) (parts : list Z) := exists r, In r rules /\ allowed_by x parts r.

(* The octal game 0.d1 d2 d3 ...: if d_t has the digit 1, a heap of t may be taken; 2: t stones, if some are left; 4: t stones, if what is
   left is split into two heaps. *)
Definition octal (digits : list Z) : list rule :=
  flat_map (fun td => let '(t, d) := td in
      (if Z.testbit d 0 then [Only t 0] else []) ++ (if Z.testbit d 1 then [One t 1] else [])
      ++ (if Z.testbit d 2 then [Two t 1 false] else []))
    (combine (map Z.succ (upto (Z.of_nat (length digits)))) digits).

Section Splitting.
  Variables (rules : list rule) (lookup : Z -> Z) (a p : Z).
  Let f := repeating lookup a p.

  Definition values_by (n : Z) (r : rule) : list Z :=
    match r with
    | Only heap rest => if n =? heap then [f rest] else []
    | One taken least => if least <=? n - taken then [f (n - taken)] else []
    | Two taken least unequal =>
        map (fun i => let b := least + i in Z.lxor (f b) (f (n - taken - b)))
          (upto (let rest := n - taken - 2 * least in if unequal then (rest + 1) / 2 else rest / 2 + 1))
    end.
  Definition splitting_values (n : Z) := flat_map (values_by n) rules.

  Definition fits (r : rule) : bool :=
    match r with
    | Only heap rest => (0 <=? rest) && (rest <? heap)
    | One taken least => (1 <=? taken) && (0 <=? least)
    | Two taken least _ => (0 <=? taken) && (0 <=? least) && (1 <=? taken + least)
    end.
  (* from which heap on the options of n + p have the values of those of n *)
  Definition settled (r : rule) : Z :=
    match r with
    | Only heap _ => heap + 1
    | One taken least => Z.max a least + taken
    | Two taken least false => 2 * Z.max a least + p + taken
    | Two taken least true => 2 * (Z.max a least + p) + taken
    end.
  Definition all_settled := fold_right (fun r m => Z.max (settled r) m) 0 rules.
  Definition splitting_check : bool :=
    (0 <=? a) && (1 <=? p) && forallb fits rules
    && forallb (fun n => fast_mex (splitting_values n) =? f n) (upto (Z.max a all_settled + p)).

  Lemma in_values_by n r v : fits r = true ->
    (In v (values_by n r) <-> exists parts, allowed_by n parts r /\ value_of_heaps f parts = v).
  Proof.
    unfold value_of_heaps. destruct r as [heap rest|taken least|taken least unequal]; cbn [values_by allowed_by fits]; intros F.
    - destruct (Z.eqb_spec n heap) as [E|E].
      + split; [intros [<-|[]]; exists [rest]; split; [auto|apply Z.lxor_0_r]|].
        intros [parts [[_ ->] <-]]. left. symmetry. apply Z.lxor_0_r.
      + split; [intros []|intros [parts [[H _] _]]; contradiction].
    - destruct (Z.leb_spec least (n - taken)) as [E|E].
      + split; [intros [<-|[]]; exists [n - taken]; split; [auto|apply Z.lxor_0_r]|].
        intros [parts [[_ ->] <-]]. left. symmetry. apply Z.lxor_0_r.
      + split; [intros []|intros [parts [[H _] _]]; lia].
    - rewrite in_map_iff. setoid_rewrite in_upto. cbv zeta.
      assert (H : forall i, i < (if unequal then (n - taken - 2 * least + 1) / 2 else (n - taken - 2 * least) / 2 + 1)
                  <-> least + i <= n - taken - (least + i) /\ (unequal = true -> least + i < n - taken - (least + i))).
      { intros i. assert (D : forall z, 2 * (z / 2) <= z < 2 * (z / 2) + 2)
          by (intros z; pose proof (Z.div_mod z 2); pose proof (Z.mod_pos_bound z 2); lia).
        destruct unequal; [specialize (D (n - taken - 2 * least + 1))|specialize (D (n - taken - 2 * least))];
          split; intros X; [split; intros; lia|destruct X as [X Y]; specialize (Y eq_refl); lia|split; [lia|discriminate]|lia]. }
      split.
      + intros [i [E Hi]]. pose proof (proj1 (H i) (proj2 Hi)) as [X Y].
        exists [least + i; n - taken - (least + i)]. split; [|simpl; rewrite Z.lxor_0_r; exact E].
        exists (least + i), (n - taken - (least + i)). repeat split; auto; lia.
      + intros [parts [[b [c [S [L [U ->]]]]] E]]. exists (b - least).
        replace (least + (b - least)) with b in * by lia. replace (n - taken - b) with c by lia. split.
        * simpl in E. rewrite Z.lxor_0_r in E. exact E.
        * split; [lia|]. apply H. replace (least + (b - least)) with b by lia. split; [lia|]. intros T. specialize (U T). lia.
  Qed.

  Hypothesis Hp : 1 <= p.

  (* A large heap has options of the same values as the heap with p stones more. *)
  Lemma rule_repeats r n v : fits r = true -> settled r <= n ->
    ((exists parts, allowed_by (n + p) parts r /\ value_of_heaps f parts = v) <->
     (exists parts, allowed_by n parts r /\ value_of_heaps f parts = v)).
  Proof.
    intros F H. unfold value_of_heaps.
    assert (R : forall m, a <= m -> f (m + p) = f m) by (intros; unfold f; apply repeats; lia).
    destruct r as [heap rest|taken least|taken least unequal]; cbn [settled allowed_by fits] in *.
    - split; intros [parts [[E _] _]]; lia.
    - split; intros [parts [[L ->] <-]]; [exists [n - taken]|exists [n + p - taken]]; (split; [split; [lia|reflexivity]|]);
        replace (n + p - taken) with (n - taken + p) by lia; simpl; rewrite R by lia; reflexivity.
    - rewrite !andb_true_iff, !Z.leb_le in F. set (start := Z.max a least) in *.
      assert (H' : 2 * start + p + taken <= n) by (destruct unequal; lia).
      split; intros [parts [[b [c [S [L [U ->]]]]] <-]]; simpl; rewrite !Z.lxor_0_r.
      + assert (C : f c = f (c - p)) by (rewrite <- (R (c - p)) by lia; f_equal; lia).
        destruct (Z.lt_trichotomy b (c - p)) as [T|[T|T]].
        * exists [b; c - p]. split; [exists b, (c - p); repeat split; auto; lia|]. simpl. rewrite Z.lxor_0_r, C. reflexivity.
        * destruct unequal.
          -- exists [b - p; b + p]. split; [exists (b - p), (b + p); repeat split; auto; lia|]. simpl.
             rewrite Z.lxor_0_r, R, C, T by lia. rewrite <- (R (c - p - p)) by lia.
             replace (c - p - p + p) with (c - p) by lia. reflexivity.
          -- exists [b; c - p]. split; [exists b, (c - p); repeat split; auto; try lia; discriminate|]. simpl. rewrite Z.lxor_0_r, C. reflexivity.
        * exists [c - p; b]. split; [exists (c - p), b; repeat split; auto; lia|]. simpl. rewrite Z.lxor_0_r, C. apply Z.lxor_comm.
      + exists [b; c + p]. split; [exists b, (c + p); repeat split; auto; try lia; intros T; specialize (U T); lia|].
        simpl. rewrite Z.lxor_0_r, R by lia. reflexivity.
  Qed.

  Lemma rules_fit : forallb fits rules = true -> forall x parts, 0 <= x -> splitting rules x parts ->
    natural parts /\ total (fun z => z * z) parts < x * x.
  Proof.
    rewrite forallb_forall. intros F x parts Hx [r [Hr O]]. specialize (F r Hr). unfold natural, total.
    destruct r as [heap rest|taken least|taken least unequal]; cbn [fits allowed_by] in *;
      rewrite !andb_true_iff, ?Z.leb_le, ?Z.ltb_lt in F; rewrite ?Forall_cons_iff.
    - destruct O as [-> ->]. rewrite Forall_cons_iff. simpl. split; [split; [lia|constructor]|nia].
    - destruct O as [L ->]. rewrite Forall_cons_iff. simpl. split; [split; [lia|constructor]|nia].
    - destruct O as [b [c [S [L [_ ->]]]]]. rewrite !Forall_cons_iff. simpl.
      split; [repeat split; [lia|lia|constructor]|]. assert (b * b + c * c <= c * x) by nia. nia.
  Qed.
End Splitting.

(* For any way to state the options that says the same as a list of rules. *)
Theorem splitting_heaps (option : Z -> list Z -> Prop) rules lookup a p :
  (forall x parts, 0 <= x -> (option x parts <-> splitting rules x parts)) ->
  splitting_check rules lookup a p = true ->
  forall heaps, natural heaps -> grundy (list Z) (heaps_move option) heaps (value_of_heaps (repeating lookup a p) heaps).
Proof.
  intros Same. unfold splitting_check. rewrite !andb_true_iff, Z.leb_le, Z.leb_le. intros [[[Ha Hp] Fit] Check].
  pose proof (rules_fit rules Fit) as Parts. rewrite forallb_forall in Fit, Check. set (f := repeating lookup a p) in *.
  assert (In_values : forall n v, 0 <= n -> (In v (splitting_values rules lookup a p n) <->
            exists parts, option n parts /\ value_of_heaps f parts = v)).
  { intros n v Hn. unfold splitting_values. rewrite in_flat_map. split.
    - intros [r [Hr H]]. apply (in_values_by lookup a p n r v (Fit r Hr)) in H. destruct H as [parts [O E]].
      exists parts. split; [apply Same; [exact Hn|exists r; auto]|exact E].
    - intros [parts [O E]]. apply Same in O; [|exact Hn]. destruct O as [r [Hr O]]. exists r. split; [exact Hr|].
      apply (in_values_by lookup a p n r v (Fit r Hr)). exists parts. auto. }
  assert (All : forall n, 0 <= n -> mex (splitting_values rules lookup a p n) = f n).
  { apply (all_heaps p Hp _ (Z.max a (all_settled rules a p))); [lia| |].
    - intros n Hn. rewrite <- fast_mex_spec. apply Z.eqb_eq, Check, in_upto. exact Hn.
    - intros n Hn E. unfold f. rewrite repeats by lia. fold f. rewrite <- E. apply mex_same. intros v. unfold splitting_values.
      rewrite !in_flat_map.
      assert (Settled : forall r, In r rules -> settled a p r <= n).
      { intros r Hr. assert (settled a p r <= all_settled rules a p); [|lia]. unfold all_settled. clear -Hr.
        induction rules as [|m l IH]; [destruct Hr|]. simpl. destruct Hr as [->|Hr]; [lia|]. specialize (IH Hr). lia. }
      split; intros [r [Hr H]]; exists r; (split; [exact Hr|]); apply (in_values_by lookup a p _ r v (Fit r Hr));
        apply (in_values_by lookup a p _ r v (Fit r Hr)) in H; apply (rule_repeats lookup a p Hp r n v (Fit r Hr) (Settled r Hr)); exact H. }
  apply sprague_grundy.
  - intros x parts Hx O. apply (Parts x); [exact Hx|apply Same; assumption].
  - intros n Hn. rewrite <- (All n Hn). apply mex_spec.
  - intros n parts Hn O E. rewrite <- (All n Hn) in E. apply (proj1 (proj2 (mex_spec (splitting_values rules lookup a p n)))).
    apply In_values; [exact Hn|]. exists parts. auto.
  - intros n v Hn Hv. rewrite <- (All n Hn) in Hv. apply mex_spec, In_values in Hv; auto.
  - apply heaps_end with (weight := fun z => z * z).
    + intros x parts Hx O. apply (Parts x); [exact Hx|apply Same; assumption].
    + intros x Hx. nia.
    + intros x parts Hx O. apply (Parts x); [exact Hx|apply Same; assumption].
Qed.
