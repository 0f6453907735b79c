(* game nim (a...): move (a - t) for 1 <= t <= a
   theorem "Sprague, Grundy" in nim with 3 piles for s >= 0: { grundy = s } = { xor(a...) = s }
   By levels; what has to be shown are statements about binary digits. *)
From Coq Require Import ZArith Lia List.
From Bouton Require Import Bouton Sums Digits.
Import ListNotations.
Open Scope Z_scope.

Definition position := (Z * Z * Z)%type.
Definition legal (p : position) := let '(a1, a2, a3) := p in 0 <= a1 /\ 0 <= a2 /\ 0 <= a3.
Definition move (p q : position) := let '(a1, a2, a3) := p in let '(a1', a2', a3') := q in
  legal p /\ legal q /\
  ((exists t, 1 <= t /\ t <= a1 /\ a1' = a1 - t /\ a2' = a2 /\ a3' = a3)
   \/ (exists t, 1 <= t /\ t <= a2 /\ a1' = a1 /\ a2' = a2 - t /\ a3' = a3)
   \/ (exists t, 1 <= t /\ t <= a3 /\ a1' = a1 /\ a2' = a2 /\ a3' = a3 - t)).
Definition V (s : Z) (p : position) := let '(a1, a2, a3) := p in nim_sum [a1; a2; a3] = s.      (* nim_sum: Z.lxor of all *)

Lemma game_ends : ends position move.
Proof.
  apply (ends_by _ _ (fun p => let '(a1, a2, a3) := p in a1 + a2 + a3)).
  intros [[a1 a2] a3] [[a1' a2'] a3'] M. unfold move, legal in M; cbv beta zeta in *. destruct M as [L1 [L2 M]].
  destruct M as [[t M]|[[t M]|[t M]]]; lia.
Qed.

(* No move inside: pile 1 becomes b. *)
Lemma inside_0 a1 a2 a3 b s : 0 <= a1 -> 0 <= a2 -> 0 <= a3 -> 0 <= b -> 0 <= s -> b < a1 ->
  nim_sum [a1; a2; a3; s] = 0 -> nim_sum [a2; a3; b; s] = 0 -> False.
Proof.
  intros. refine (impossible_spec 5 [Lin [-1; 0; 0; 1; 0] 1; Col 2 [1; 1; 1; 0; 1]; Col 2 [0; 1; 1; 1; 1]] _ [a1; a2; a3; b; s] _ _ _);
  [ vm_compute; reflexivity | repeat constructor; assumption | reflexivity | meets ].
Qed.

(* No move inside: pile 2 becomes b. *)
Lemma inside_1 a1 a2 a3 b s : 0 <= a1 -> 0 <= a2 -> 0 <= a3 -> 0 <= b -> 0 <= s -> b < a2 ->
  nim_sum [a1; a2; a3; s] = 0 -> nim_sum [a1; a3; b; s] = 0 -> False.
Proof.
  intros. refine (impossible_spec 5 [Lin [0; -1; 0; 1; 0] 1; Col 2 [1; 1; 1; 0; 1]; Col 2 [1; 0; 1; 1; 1]] _ [a1; a2; a3; b; s] _ _ _);
  [ vm_compute; reflexivity | repeat constructor; assumption | reflexivity | meets ].
Qed.

(* No move inside: pile 3 becomes b. *)
Lemma inside_2 a1 a2 a3 b s : 0 <= a1 -> 0 <= a2 -> 0 <= a3 -> 0 <= b -> 0 <= s -> b < a3 ->
  nim_sum [a1; a2; a3; s] = 0 -> nim_sum [a1; a2; b; s] = 0 -> False.
Proof.
  intros. refine (impossible_spec 5 [Lin [0; 0; -1; 1; 0] 1; Col 2 [1; 1; 1; 0; 1]; Col 2 [1; 1; 0; 1; 1]] _ [a1; a2; a3; b; s] _ _ _);
  [ vm_compute; reflexivity | repeat constructor; assumption | reflexivity | meets ].
Qed.

(* From outside: a pile can become b, or the value is b <= s. *)
Lemma outside a1 a2 a3 s : 0 <= a1 -> 0 <= a2 -> 0 <= a3 -> 0 <= s ->
  (exists b, 0 <= b < a1 /\ nim_sum [a2; a3; s; b] = 0)
  \/ (exists b, 0 <= b < a2 /\ nim_sum [a1; a3; s; b] = 0)
  \/ (exists b, 0 <= b < a3 /\ nim_sum [a1; a2; s; b] = 0)
  \/ (exists b, 0 <= b <= s /\ nim_sum [a1; a2; a3; b] = 0).
Proof.
  intros. destruct (always_spec 4 1 [[Lin [-1; 0; 0; 0; 1] 1; Col 2 [0; 1; 1; 1; 1]]; [Lin [0; -1; 0; 0; 1] 1; Col 2 [1; 0; 1; 1; 1]]; [Lin [0; 0; -1; 0; 1] 1; Col 2 [1; 1; 0; 1; 1]]; [Lin [0; 0; 0; -1; 1] 0; Col 2 [1; 1; 1; 0; 1]]]
    ltac:(vm_compute; reflexivity) [a1; a2; a3; s] ltac:(repeat constructor; assumption) ltac:(reflexivity)) as [i [hs [Hi [Nh [Lh F]]]]].
  destruct hs as [|b [|]]; try discriminate. cbn [app length] in *. inversion Nh; subst.
  destruct i as [|[|[|[|i]]]]; [left|right; left|right; right; left|right; right; right|lia].
  all: cbn [clause nth] in F; inversion F as [|? ? F1 F2]; subst; inversion F2 as [|? ? F3 F4]; subst; cbn [holds dot] in F1.
  all: apply nim_sum_zero in F3; [|bits]; cbn [pick Z.eqb] in F3; exists b; split; [lia|exact F3].
Qed.

Theorem theorem : forall p s, legal p -> 0 <= s -> (grundy position move p s <-> V s p).
Proof.
  apply levels with (legal := legal).
  - intros [[a1 a2] a3] [[a1' a2'] a3'] _ M. unfold move in M. tauto.
  - exact game_ends.
  - intros s [[a1 a2] a3] [[a1' a2'] a3'] Hs L K M K'. unfold move, legal, V in *. destruct M as [L1 [L2 M]].
    destruct M as [[t M]|[[t M]|[t M]]].
    + destruct M as [M1 [M2 [E1 [E2 E3]]]]. subst a1' a2' a3'. apply (inside_0 a1 a2 a3 (a1 - t) s); try lia.
      * apply (nim_sum_value [a1; a2; a3]). exact K.
      * apply (nim_sum_value [a2; a3; a1 - t]). rewrite <- K'. nim_sum_permuted.
    + destruct M as [M1 [M2 [E1 [E2 E3]]]]. subst a1' a2' a3'. apply (inside_1 a1 a2 a3 (a2 - t) s); try lia.
      * apply (nim_sum_value [a1; a2; a3]). exact K.
      * apply (nim_sum_value [a1; a3; a2 - t]). rewrite <- K'. nim_sum_permuted.
    + destruct M as [M1 [M2 [E1 [E2 E3]]]]. subst a1' a2' a3'. apply (inside_2 a1 a2 a3 (a3 - t) s); try lia.
      * apply (nim_sum_value [a1; a2; a3]). exact K.
      * apply (nim_sum_value [a1; a2; a3 - t]). rewrite <- K'. nim_sum_permuted.
  - intros s [[a1 a2] a3] Hs L. unfold legal in L.
    destruct (outside a1 a2 a3 s) as [[b [B F]]|[[b [B F]]|[[b [B F]]|[b [B F]]]]]; try lia.
    + right. exists (b, a2, a3). unfold move, legal, V. split.
      * split; [lia|]. split; [lia|]. left; exists (a1 - b). lia.
      * apply (nim_sum_value [b; a2; a3]). rewrite <- F. nim_sum_permuted.
    + right. exists (a1, b, a3). unfold move, legal, V. split.
      * split; [lia|]. split; [lia|]. right; left; exists (a2 - b). lia.
      * apply (nim_sum_value [a1; b; a3]). rewrite <- F. nim_sum_permuted.
    + right. exists (a1, a2, b). unfold move, legal, V. split.
      * split; [lia|]. split; [lia|]. right; right; exists (a3 - b). lia.
      * apply (nim_sum_value [a1; a2; b]). rewrite <- F. nim_sum_permuted.
    + left. exists b. split; [lia|]. unfold V. apply (nim_sum_value [a1; a2; a3]). exact F.
  - intros s t [[a1 a2] a3] _ _ _ H1 H2. unfold V in *. congruence.
Qed.
