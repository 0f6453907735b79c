(* Columns.v: games in which several piles are lowered at once: Moore's Nim for any number of piles, for two players and for n.

   A position is a list of piles. In Moore's game a move lowers at least one and at most k piles, each as far as one likes. The P-positions
   are those in which every column of binary digits adds up to a multiple of k + 1 (Moore 1910; k = 1 is Bouton 1901):

     inside    Let both p and what it is lowered to be of this kind. In the highest column in which something changes, d of the digits go
               from 1 to 0, 1 <= d <= k, and d is a multiple of k + 1: impossible.
     outside   Go from the highest column down. c piles have been lowered already, their digits from here on are free; the others have T
               ones in this column; let T = r modulo k + 1. If c + r <= k, lower r more of those that have a one; otherwise k + 1 - r of the
               free digits become ones. Either way the column is all right, and at most k piles are lowered in the end.

   With n players under the podium rule (Podium.v) the positions of outcome 0 are those in which every column adds up to a multiple of
   (n - 1) k + 1: for two players, 1, ..., n - 1 moves at once are moves that lower up to (n - 1) k piles. *)
From Coq Require Import ZArith Lia List Bool.
From Bouton Require Import Bouton Sums Podium.
Import ListNotations.
Open Scope Z_scope.

Local Arguments Z.add : simpl never. Local Arguments Z.mul : simpl never. Local Arguments Z.pow : simpl never.

(* ---- the game, and the claim ---- *)

Definition sum (xs : list Z) := fold_right Z.add 0 xs.
(* how many of the piles p are lower in q *)
Fixpoint lowered (p q : list Z) : Z :=
  match p, q with a :: p', b :: q' => (if b <? a then 1 else 0) + lowered p' q' | _, _ => 0 end.
Definition below (p q : list Z) := Forall2 (fun a b => 0 <= b <= a) p q.

Definition moore_move (k : Z) (p q : list Z) := below p q /\ 1 <= lowered p q <= k.

Definition column (j : Z) (p : list Z) := sum (map (fun a => Z.b2z (Z.testbit a j)) p).
Definition balanced (modulus : Z) (p : list Z) := forall j, 0 <= j -> column j p mod modulus = 0.

(* ---- one digit of a number ---- *)

Lemma low_digits n a j : 0 <= j < n -> Z.testbit (a mod 2 ^ n) j = Z.testbit a j.
Proof. intros H. apply Z.mod_pow2_bits_low. lia. Qed.

Lemma top_digit n a : 0 <= n -> 0 <= a < 2 ^ (n + 1) -> Z.b2z (Z.testbit a n) = a / 2 ^ n.
Proof.
  intros Hn Ha. rewrite Z.testbit_spec' by exact Hn. apply Z.mod_small. split; [apply Z.div_pos; lia|].
  apply Z.div_lt_upper_bound; [lia|]. rewrite Z.pow_add_r in Ha by lia. lia.
Qed.

(* a = 2^n * t + rest, t = 0 or 1 *)
Lemma split_top n a : 0 <= n -> 0 <= a < 2 ^ (n + 1) ->
  0 <= a mod 2 ^ n < 2 ^ n /\ exists t, (t = 0 \/ t = 1) /\ a = 2 ^ n * t + a mod 2 ^ n /\ Z.b2z (Z.testbit a n) = t.
Proof.
  intros Hn Ha. assert (Hp : 0 < 2 ^ n) by (apply Z.pow_pos_nonneg; lia). split; [apply Z.mod_pos_bound; exact Hp|].
  exists (a / 2 ^ n). pose proof (top_digit n a Hn Ha) as T. rewrite <- T. repeat split.
  - destruct (Z.testbit a n); simpl; auto.
  - rewrite T. apply Z.div_mod. lia.
Qed.

Lemma join_top n t y : 0 <= n -> t = 0 \/ t = 1 -> 0 <= y < 2 ^ n ->
  0 <= 2 ^ n * t + y < 2 ^ (n + 1) /\ Z.b2z (Z.testbit (2 ^ n * t + y) n) = t
  /\ forall j, 0 <= j < n -> Z.testbit (2 ^ n * t + y) j = Z.testbit y j.
Proof.
  intros Hn Ht Hy. assert (B : 0 <= 2 ^ n * t + y < 2 ^ (n + 1)) by (rewrite Z.pow_add_r by lia; destruct Ht as [-> | ->]; lia).
  split; [exact B|]. split.
  - rewrite top_digit by assumption. symmetry. apply Z.div_unique with y; lia.
  - intros j Hj. rewrite <- (low_digits n (2 ^ n * t + y) j Hj). f_equal. symmetry. apply Z.mod_unique with t; lia.
Qed.

Lemma no_digits n p j : Forall (fun a => 0 <= a < 2 ^ n) p -> 0 <= n <= j -> column j p = 0.
Proof.
  intros H Hj. unfold column. induction H as [|a p Ha _ IH]; [reflexivity|]. cbn [map sum fold_right]. unfold sum in IH. rewrite IH.
  replace (Z.testbit a j) with false; [reflexivity|]. symmetry. destruct (Z.eq_dec a 0) as [->|]; [apply Z.testbit_0_l|].
  apply Z.bits_above_log2; [lia|]. apply Z.log2_lt_pow2; [lia|]. apply Z.lt_le_trans with (2 ^ n); [lia|]. apply Z.pow_le_mono_r; lia.
Qed.

(* ---- inside ---- *)

Lemma inside k n p q : 0 <= n -> 0 <= k -> Forall (fun a => a < 2 ^ n) p -> below p q -> lowered p q <= k ->
  balanced (k + 1) p -> balanced (k + 1) q -> lowered p q = 0.
Proof.
  intros Hn Hk. revert p q. pattern n. apply natlike_ind; [| |exact Hn].
  - intros p q B L _ _ _. clear -B L. induction L as [|a b p q H L IH]; [reflexivity|]. inversion B; subst. cbn [lowered].
    rewrite IH by assumption. destruct (Z.ltb_spec b a); lia.
  - clear n Hn. intros n Hn IH p q B L Few Bp Bq.
    set (rest := map (fun a => a mod 2 ^ n)).
    (* the digits that go from 1 to 0 in the highest column, and the lower digits *)
    assert (A : 0 <= column n p - column n q <= lowered p q
                /\ (column n p - column n q = 0 ->
                    below (rest p) (rest q) /\ lowered (rest p) (rest q) = lowered p q /\ Forall (fun a => a < 2 ^ n) (rest p))).
    { clear -Hn B L. unfold column, rest. induction L as [|a b p q H L IH]; [simpl; repeat split; (constructor || lia)|].
      inversion B as [|a' p' Ha B']; subst. specialize (IH B'). cbn [map sum fold_right lowered]. unfold sum in IH.
      cbv beta in Ha. change (Z.succ n) with (n + 1) in Ha.
      destruct (split_top n a Hn ltac:(lia)) as [Ra [s [Hs [Ea Ds]]]]. destruct (split_top n b Hn ltac:(lia)) as [Rb [t [Ht [Eb Dt]]]].
      rewrite Ds, Dt. destruct (Z.ltb_spec b a) as [Hlt|Hge].
      - split; [nia|]. intros E. assert (s = t) as -> by nia. destruct IH as [I1 I2]. destruct I2 as [I2 [I3 I4]]; [nia|].
        rewrite I3. split; [constructor; [lia|exact I2]|]. split; [|constructor; [lia|exact I4]].
        destruct (Z.ltb_spec (b mod 2 ^ n) (a mod 2 ^ n)); lia.
      - assert (b = a) as -> by lia. assert (s = t) as -> by lia. split; [lia|]. intros E.
        destruct IH as [I1 I2]. destruct I2 as [I2 [I3 I4]]; [lia|]. rewrite I3, Z.ltb_irrefl.
        repeat split; (assumption || (constructor; (assumption || lia)) || lia). }
    destruct A as [A1 A2].
    assert (D : column n p - column n q = 0).
    { specialize (Bp n Hn). specialize (Bq n Hn). apply Z.mod_divide in Bp, Bq; try lia. destruct Bp as [u Eu], Bq as [v Ev].
      rewrite Eu, Ev in *. assert (u = v) as -> by nia. lia. }
    assert (Low : forall x, balanced (k + 1) x -> balanced (k + 1) (rest x)).
    { intros x Bx j Hj. destruct (Z_lt_le_dec j n) as [H|H].
      - rewrite <- (Bx j Hj). f_equal. unfold column, rest. rewrite map_map. f_equal. apply map_ext. intros a.
        rewrite low_digits by lia. reflexivity.
      - rewrite (no_digits n); [apply Z.mod_0_l; lia| |lia]. unfold rest. apply Forall_map, Forall_forall. intros a _.
        apply Z.mod_pos_bound, Z.pow_pos_nonneg; lia. }
    destruct (A2 D) as [A3 [A4 A5]]. rewrite <- A4. apply IH; auto. lia.
Qed.

(* ---- outside ---- *)

(* A pile on the way down: (true, _) has been lowered, its digits are free; (false, x) has the digits of x still to come. *)
Definition pile := (bool * Z)%type.
Definition fits (n : Z) (e : pile) := 0 <= snd e < 2 ^ n.
Definition free (l : list pile) := sum (map (fun e : pile => Z.b2z (fst e)) l).
Definition ones (n : Z) (l : list pile) := sum (map (fun e : pile => if fst e then 0 else Z.b2z (Z.testbit (snd e) n)) l).
(* what a pile may become, and whether it is lowered by that *)
Definition may (n : Z) (e : pile) (y : Z) := 0 <= y < 2 ^ n /\ (fst e = false -> y <= snd e).
Fixpoint cost (l : list pile) (ys : list Z) : Z :=
  match l, ys with e :: l', y :: ys' => (if fst e || (y <? snd e) then 1 else 0) + cost l' ys' | _, _ => 0 end.

Lemma counts_natural n l : 0 <= free l /\ 0 <= ones n l.
Proof. unfold free, ones, sum. induction l as [|[[] x] l IH]; simpl; try lia. destruct (Z.testbit x n); simpl; lia. Qed.

(* One column: d more piles are lowered, g of the free digits become ones; t is the digit of a pile, e' the pile for the columns below. *)
Definition next (n : Z) (e : pile) (r : Z * pile) := let '(t, e') := r in
  (t = 0 \/ t = 1) /\ fits n e' /\ (fst e = true -> fst e' = true)
  /\ (fst e = false -> fst e' = false -> snd e = 2 ^ n * t + snd e')
  /\ (fst e = false -> fst e' = true -> t = 0 /\ 2 ^ n <= snd e).

Lemma one_column n l : 0 <= n -> Forall (fits (n + 1)) l -> forall d g, 0 <= d <= ones n l -> 0 <= g <= free l ->
  exists r, Forall2 (next n) l r /\ sum (map fst r) = ones n l - d + g /\ free (map snd r) = free l + d.
Proof.
  intros Hn F. assert (Hp : 0 < 2 ^ n) by (apply Z.pow_pos_nonneg; lia).
  assert (Zero : fits n (true, 0)) by (unfold fits; simpl; lia).
  pose proof (counts_natural n) as Counts.
  induction F as [|[[] x] l Fx F IH]; intros d g Hd Hg.
  - exists []. unfold ones, free, sum in *. simpl in *. split; [constructor|lia].
  - (* free: a one if ones are wanted *)
    change (ones n ((true, x) :: l)) with (0 + ones n l) in *. change (free ((true, x) :: l)) with (1 + free l) in *.
    set (t := if 0 <? g then 1 else 0). assert (Ht : (t = 0 \/ t = 1) /\ 0 <= g - t <= free l)
      by (unfold t; specialize (Counts l); destruct (Z.ltb_spec 0 g); lia).
    destruct (IH d (g - t)) as [r [R1 [R2 R3]]]; [lia|lia|]. exists ((t, (true, 0)) :: r). split; [|split].
    + constructor; [|exact R1]. simpl. repeat split; (tauto || discriminate || auto).
    + cbn [map fst]. change (sum (t :: map fst r)) with (t + sum (map fst r)). lia.
    + cbn [map snd]. change (free ((true, 0) :: map snd r)) with (1 + free (map snd r)). lia.
  - change (ones n ((false, x) :: l)) with (Z.b2z (Z.testbit x n) + ones n l) in *. change (free ((false, x) :: l)) with (0 + free l) in *.
    destruct (split_top n x Hn Fx) as [Rx [t [Ht [Ex Dx]]]]. rewrite Dx in *. specialize (Counts l).
    destruct (Z_lt_le_dec 0 (t * d)) as [Lower|Keep].
    + (* it has a one and is lowered *)
      assert (t = 1) as -> by nia. destruct (IH (d - 1) g) as [r [R1 [R2 R3]]]; [lia|lia|]. exists ((0, (true, 0)) :: r). split; [|split].
      * constructor; [|exact R1]. simpl. repeat split; (tauto || discriminate || auto); lia.
      * cbn [map fst]. change (sum (0 :: map fst r)) with (0 + sum (map fst r)). lia.
      * cbn [map snd]. change (free ((true, 0) :: map snd r)) with (1 + free (map snd r)). lia.
    + destruct (IH d g) as [r [R1 [R2 R3]]]; [nia|lia|]. exists ((t, (false, x mod 2 ^ n)) :: r). split; [|split].
      * constructor; [|exact R1]. unfold fits. simpl. repeat split; (tauto || discriminate || lia).
      * cbn [map fst]. change (sum (t :: map fst r)) with (t + sum (map fst r)). lia.
      * cbn [map snd]. change (free ((false, x mod 2 ^ n) :: map snd r)) with (0 + free (map snd r)). lia.
Qed.

Lemma all_columns k n l : 0 <= n -> 0 <= k -> Forall (fits n) l -> free l <= k ->
  exists ys, Forall2 (may n) l ys /\ cost l ys <= k /\ balanced (k + 1) ys.
Proof.
  intros Hn Hk. revert l. pattern n. apply natlike_ind; [| |exact Hn].
  - intros l F Few. exists (map (fun _ => 0) l). repeat split.
    + induction F as [|e l He F IH]; constructor; [|apply IH].
      * unfold may, fits in *. change (2 ^ 0) with 1 in *. lia.
      * unfold free, sum in *. simpl in Few. destruct (fst e); simpl in Few; lia.
    + apply Z.le_trans with (free l); [|exact Few]. clear -F. induction F as [|[f x] l He F IH]; [reflexivity|].
      unfold fits in He. change (2 ^ 0) with 1 in He. cbn [map cost]. unfold free, sum in *. simpl in *.
      destruct f; simpl; [lia|]. destruct (Z.ltb_spec 0 x); lia.
    + intros j Hj. replace (column j _) with 0; [apply Z.mod_0_l; lia|]. unfold column, sum. clear.
      induction l as [|e l IH]; [reflexivity|]. simpl. rewrite Z.testbit_0_l. exact IH.
  - clear n Hn. intros n Hn IH l F Few. change (Z.succ n) with (n + 1) in *.
    pose proof (counts_natural n l) as Counts.
    (* how many to lower, how many free ones *)
    assert (Choice : exists d g, 0 <= d <= ones n l /\ 0 <= g <= free l /\ free l + d <= k /\ (ones n l - d + g) mod (k + 1) = 0).
    { set (T := ones n l) in *. set (r := T mod (k + 1)). assert (Hr : 0 <= r < k + 1) by (apply Z.mod_pos_bound; lia).
      assert (ET : T = (k + 1) * (T / (k + 1)) + r) by (apply Z.div_mod; lia).
      assert (0 <= T / (k + 1)) by (apply Z.div_pos; lia).
      destruct (Z_le_gt_dec (free l + r) k).
      - exists r, 0. repeat split; try lia; try nia. replace (T - r + 0) with (T / (k + 1) * (k + 1)) by lia. apply Z.mod_mul. lia.
      - exists 0, (k + 1 - r). repeat split; try lia. replace (T - 0 + (k + 1 - r)) with ((T / (k + 1) + 1) * (k + 1)) by lia. apply Z.mod_mul. lia. }
    destruct Choice as [d [g [Hd [Hg [Hfew Hcol]]]]].
    destruct (one_column n l Hn F d g Hd Hg) as [r [R [S Fr]]].
    destruct (IH (map snd r)) as [ys [Y1 [Y2 Y3]]].
    { clear -R. induction R as [|e [t e'] l r N R IH]; constructor; [|exact IH]. apply N. }
    { lia. }
    (* the digit of this column before those of the others *)
    assert (Join : exists zs, Forall2 (may (n + 1)) l zs /\ cost l zs = cost (map snd r) ys /\ column n zs = sum (map fst r)
                    /\ forall j, 0 <= j < n -> column j zs = column j ys).
    { clear -R Y1 Hn. revert ys Y1. induction R as [|e [t e'] l r N R IH]; intros ys Y; inversion Y as [|? y ? ys' Hy Y']; subst.
      - exists []. repeat split. constructor.
      - destruct (IH ys' Y') as [zs [Z1 [Z2 [Z3 Z4]]]]. exists (2 ^ n * t + y :: zs).
        destruct N as [Ht [Fe' [N1 [N2 N3]]]]. destruct Hy as [Hy1 Hy2].
        destruct (join_top n t y Hn Ht Hy1) as [J1 [J2 J3]]. repeat split.
        + constructor; [split; [exact J1|]|exact Z1]. intros E. destruct (fst e').
          * destruct (N3 E eq_refl) as [-> Hx]. lia.
          * rewrite (N2 E eq_refl). specialize (Hy2 eq_refl). lia.
        + cbn [cost map snd]. rewrite Z2. f_equal. destruct (fst e), (fst e'); cbn [orb]; try reflexivity.
          * discriminate (N1 eq_refl).
          * destruct (N3 eq_refl eq_refl) as [-> Hx]. destruct (Z.ltb_spec (2 ^ n * 0 + y) (snd e)); [reflexivity|lia].
          * rewrite (N2 eq_refl eq_refl). destruct (Z.ltb_spec (2 ^ n * t + y) (2 ^ n * t + snd e')), (Z.ltb_spec y (snd e')); (reflexivity || lia).
        + unfold column in *. cbn [map fst sum fold_right]. unfold sum in *. rewrite Z3, J2. reflexivity.
        + intros j Hj. unfold column in *. cbn [map sum fold_right]. rewrite (J3 j Hj).
          specialize (Z4 j Hj). unfold sum in Z4. rewrite Z4. reflexivity. }
    destruct Join as [zs [Z1 [Z2 [Z3 Z4]]]]. exists zs. repeat split; [exact Z1|lia|].
    intros j Hj. destruct (Z.lt_trichotomy j n) as [H|[->|H]].
    + rewrite Z4 by lia. apply Y3. exact Hj.
    + rewrite Z3, S. exact Hcol.
    + rewrite (no_digits (n + 1)); [apply Z.mod_0_l; lia| |lia]. clear -Z1. induction Z1 as [|e z l zs Hz]; constructor; [apply Hz|assumption].
Qed.

Lemma outside k p : 0 <= k -> natural p ->
  exists q, below p q /\ lowered p q <= k /\ balanced (k + 1) q /\ (lowered p q = 0 -> q = p).
Proof.
  intros Hk N.
  destruct (all_columns k (sum p) (map (pair false) p)) as [q [M [C B]]]; [| exact Hk| | |].
  - induction N; simpl; unfold sum in *; simpl; lia.
  - apply Forall_map, Forall_forall. intros a Ha. unfold fits. simpl.
    assert (0 <= a <= sum p).
    { split; [unfold natural in N; rewrite Forall_forall in N; apply N, Ha|]. clear -N Ha. unfold sum.
      induction N as [|b p Hb N IH]; [destruct Ha|]. assert (0 <= fold_right Z.add 0 p) by (clear -N; induction N; simpl; lia).
      simpl. destruct Ha as [->|Ha]; [lia|]. specialize (IH Ha). lia. }
    split; [lia|]. apply Z.le_lt_trans with (sum p); [lia|]. apply Z.pow_gt_lin_r; lia.
  - unfold free. rewrite map_map. simpl. clear -Hk. unfold sum. induction p; simpl; lia.
  - exists q. assert (A : below p q /\ lowered p q = cost (map (pair false) p) q /\ (lowered p q = 0 -> q = p) /\ 0 <= lowered p q).
    { clear -M. revert q M. generalize (sum p) as n. intros n. induction p as [|a p IH]; intros q M; inversion M as [|? y ? q' Hy M']; subst.
      { split; [constructor|]. split; [reflexivity|]. split; [reflexivity|simpl; lia]. }
      destruct (IH q' M') as [I1 [I2 [I3 I4]]]. destruct Hy as [Hy1 Hy2]. simpl in Hy2. specialize (Hy2 eq_refl).
      cbn [map cost lowered fst snd orb]. rewrite <- I2. repeat split.
      - constructor; [lia|exact I1].
      - destruct (Z.ltb_spec y a); intros E; [lia|]. rewrite I3 by lia. f_equal. lia.
      - destruct (y <? a); lia. }
    destruct A as [A1 [A2 [A3 _]]]. repeat split; [exact A1|lia|exact B|exact A3].
Qed.

(* ---- Moore's theorem ---- *)

Lemma lowered_sum p q : below p q -> 0 <= lowered p q /\ 0 <= sum q /\ sum q + lowered p q <= sum p.
Proof.
  induction 1 as [|a b p q H L IH]; simpl; [lia|]. unfold sum in *. simpl. destruct (Z.ltb_spec b a); lia.
Qed.

Lemma moore_ends k : ends (list Z) (moore_move k).
Proof. apply (ends_by _ _ sum). intros p q [B L]. pose proof (lowered_sum p q B). lia. Qed.

Lemma moore_legal k p q : natural p -> moore_move k p q -> natural q.
Proof. intros _ [B _]. induction B; constructor; [lia|assumption]. Qed.

Lemma not_inside k p q : 0 <= k -> natural p -> below p q -> 1 <= lowered p q <= k -> balanced (k + 1) p -> balanced (k + 1) q -> False.
Proof.
  intros Hk N B L Bp Bq. assert (lowered p q = 0); [|lia].
  assert (S : 0 <= sum p /\ Forall (fun a => a <= sum p) p).
  { clear -N. unfold sum. induction N as [|a p Ha N [IH1 IH2]]; simpl; [split; [lia|constructor]|].
    split; [lia|]. constructor; [lia|]. eapply Forall_impl; [|exact IH2]. simpl. lia. }
  apply (inside k (sum p) p q); try assumption; try lia. eapply Forall_impl; [|apply S]. cbv beta. intros a Ha.
  apply Z.le_lt_trans with (sum p); [exact Ha|]. apply Z.pow_gt_lin_r; lia.
Qed.

Theorem moore k : 1 <= k -> forall p, natural p -> (P_position (list Z) (moore_move k) p <-> balanced (k + 1) p).
Proof.
  intros Hk. apply kernel with (legal := natural).
  - exact (moore_legal k).
  - exact (moore_ends k).
  - intros p q N Bp [B L] Bq. exact (not_inside k p q ltac:(lia) N B L Bp Bq).
  - intros p N. destruct (outside k p ltac:(lia) N) as [q [B [L [Bq Same]]]]. pose proof (lowered_sum p q B).
    destruct (Z.eq_dec (lowered p q) 0) as [E|E]; [left; rewrite <- (Same E); exact Bq|right].
    exists q. split; [split; [exact B|lia]|exact Bq].
Qed.

(* ---- n players: n - 1 moves at once lower up to (n - 1) * k piles, and any such change can be made by them ---- *)

Lemma lower_again p q r : below p q -> below q r -> below p r /\ lowered p q <= lowered p r <= lowered p q + lowered q r.
Proof.
  intros B. revert r. induction B as [|a b p q H B IH]; intros r C; inversion C as [|? c ? r' Hc C']; subst; [simpl; split; [constructor|lia]|].
  destruct (IH r' C') as [I1 I2]. cbn [lowered]. split; [constructor; [lia|exact I1]|].
  destruct (Z.ltb_spec b a), (Z.ltb_spec c a), (Z.ltb_spec c b); lia.
Qed.

Lemma lower_some p q c : below p q -> 0 <= c <= lowered p q ->
  exists r, below p r /\ below r q /\ lowered p r = c /\ lowered r q = lowered p q - c.
Proof.
  intros B. revert c. induction B as [|a b p q H B IH]; intros c Hc; cbn [lowered] in *; [exists []; repeat split; constructor || (simpl; lia)|].
  pose proof (lowered_sum p q B). set (first := (0 <? c) && (b <? a)).
  assert (F : (if first then 1 else 0) <= (if b <? a then 1 else 0) /\ 0 <= c - (if first then 1 else 0) <= lowered p q)
    by (unfold first; destruct (Z.ltb_spec 0 c), (Z.ltb_spec b a); cbn [andb]; lia).
  destruct (IH (c - (if first then 1 else 0)) (proj2 F)) as [r [R1 [R2 [R3 R4]]]].
  exists ((if first then b else a) :: r). cbn [lowered]. rewrite R3, R4.
  unfold first in *. repeat split; try (constructor; [|assumption]); destruct (Z.ltb_spec 0 c), (Z.ltb_spec b a); cbn [andb] in *;
    rewrite ?Z.ltb_irrefl; try lia; destruct (Z.ltb_spec b a); lia.
Qed.

Lemma moves_lower k count p q : 0 <= k -> natural p -> moves (list Z) (moore_move k) count p q ->
  below p q /\ lowered p q <= Z.of_nat count * k /\ (1 <= Z.of_nat count -> 1 <= lowered p q).
Proof.
  intros Hk. revert p. induction count as [|m IH]; intros p N.
  - intros <-. assert (E : below p p /\ lowered p p = 0); [|destruct E as [E ->]; repeat split; (assumption || lia)].
    clear -N. induction N as [|a p Ha N [I1 I2]]; [split; [constructor|reflexivity]|]. cbn [lowered]. rewrite I2, Z.ltb_irrefl.
    split; [constructor; [lia|exact I1]|reflexivity].
  - intros [r [M H]]. destruct (IH r (moore_legal k p r N M) H) as [I1 [I2 _]]. destruct M as [B L].
    destruct (lower_again p r q B I1) as [A1 A2]. repeat split; [exact A1|lia|lia].
Qed.

Lemma lower_by_moves k count p q : 1 <= k -> below p q -> 1 <= lowered p q <= Z.of_nat count * k ->
  exists few, 1 <= Z.of_nat few <= Z.of_nat count /\ moves (list Z) (moore_move k) few p q.
Proof.
  intros Hk. revert p. induction count as [|m IH]; intros p B L; [lia|].
  destruct (Z_le_gt_dec (lowered p q) k) as [E|E].
  - exists 1%nat. split; [lia|]. exists q. split; [split; [exact B|lia]|reflexivity].
  - destruct (lower_some p q k B ltac:(lia)) as [r [R1 [R2 [R3 R4]]]].
    destruct (IH r R2 ltac:(lia)) as [few [F M]]. exists (S few). split; [lia|]. exists r. split; [split; [exact R1|lia]|exact M].
Qed.

Theorem podium_moore n k outcome : 2 <= n -> 1 <= k -> podium_rule (list Z) (moore_move k) natural n outcome ->
  forall p, natural p -> (outcome p = 0 <-> balanced ((n - 1) * k + 1) p).
Proof.
  intros Hn Hk Rule. apply (podium_kernel (list Z) (moore_move k) natural (moore_legal k) n Hn outcome Rule _ (moore_ends k)).
  - intros p q N Bp [count [C M]] Bq. destruct (moves_lower k count p q ltac:(lia) N M) as [B [L1 L2]].
    apply (not_inside ((n - 1) * k) p q); try assumption; [nia|]. split; [lia|nia].
  - intros p N. destruct (outside ((n - 1) * k) p ltac:(nia) N) as [q [B [L [Bq Same]]]]. pose proof (lowered_sum p q B).
    destruct (Z.eq_dec (lowered p q) 0) as [E|E]; [left; rewrite <- (Same E); exact Bq|right].
    exists q. split; [|exact Bq]. destruct (lower_by_moves k (Z.to_nat (n - 1)) p q Hk B) as [few [F M]].
    + rewrite Z2Nat.id by lia. lia.
    + exists few. split; [lia|exact M].
Qed.

(* There are such outcomes: all positions below p can be listed. *)
Fixpoint all_below (p : list Z) : list (list Z) :=
  match p with [] => [[]] | a :: p' => flat_map (fun b => map (cons (Z.of_nat b)) (all_below p')) (seq 0 (Z.to_nat (a + 1))) end.
Lemma in_all_below p q : In q (all_below p) <-> below p q.
Proof.
  revert q. induction p as [|a p IH]; intros q; cbn [all_below].
  - split; [intros [<-|[]]; constructor|]. intros H. inversion H. left. reflexivity.
  - rewrite in_flat_map. setoid_rewrite in_map_iff. setoid_rewrite in_seq. split.
    + intros [b [Hb [r [<- Hr]]]]. constructor; [lia|apply IH; exact Hr].
    + intros H. inversion H as [|? b ? r Hb Hr]; subst. exists (Z.to_nat b). split; [lia|]. exists r.
      rewrite Z2Nat.id by lia. split; [reflexivity|apply IH; exact Hr].
Qed.

Theorem podium_moore_outcomes n k : { outcome | podium_rule (list Z) (moore_move k) natural n outcome }.
Proof.
  destruct (outcomes_exist (list Z) (moore_move k) (fun p => filter (fun q => (1 <=? lowered p q) && (lowered p q <=? k)) (all_below p)))
    with (n := n) as [outcome H].
  - intros p q. rewrite filter_In, in_all_below, andb_true_iff, !Z.leb_le. reflexivity.
  - exact (moore_ends k).
  - exists outcome. apply H.
Qed.

(* One player is always stuck in the end: every position has the outcome 0, and every number is a multiple of 1. *)
Corollary podium_moore_all n k outcome : 1 <= n -> 1 <= k -> podium_rule (list Z) (moore_move k) natural n outcome ->
  forall p, natural p -> (outcome p = 0 <-> balanced ((n - 1) * k + 1) p).
Proof.
  intros Hn Hk Rule p N. destruct (Z.eq_dec n 1) as [->|]; [|apply (podium_moore n k outcome); (assumption || lia)].
  split; intros _.
  - intros j _. replace ((1 - 1) * k + 1) with 1 by lia. apply Z.mod_1_r.
  - destruct (Rule p N) as [[_ E]|[q [_ [-> _]]]]; [exact E|apply Z.mod_1_r].
Qed.

(* Bouton's nim-sum is 0 exactly if every column adds up to an even number. *)
Theorem nim_sum_columns p : nim_sum p = 0 <-> balanced 2 p.
Proof.
  assert (B : forall j, Z.testbit (nim_sum p) j = Z.odd (column j p)).
  { intros j. unfold nim_sum, column, sum. induction p as [|a p IH]; cbn [map fold_right]; [apply Z.testbit_0_l|].
    rewrite Z.lxor_spec, Z.odd_add, IH. f_equal. destruct (Z.testbit a j); reflexivity. }
  split.
  - intros E j _. rewrite Zmod_odd, <- B, E, Z.testbit_0_l. reflexivity.
  - intros H. apply Z.bits_inj_0. intros j. destruct (Z_lt_le_dec j 0) as [Hj|Hj]; [apply Z.testbit_neg_r; exact Hj|].
    specialize (H j Hj). rewrite Zmod_odd in H. rewrite B. destruct (Z.odd (column j p)); [discriminate H|reflexivity].
Qed.
