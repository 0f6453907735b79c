(* game josephus-nim (x, y): let half = floor((x - 2*y) / 2)
     move (x - t, y) for 1 <= t <= x if t <= half       move (x, y - u) for 1 <= u <= y if -2*u <= half
   set G0 = { (2^n - 1 + m, m) for n >= 0, 0 <= m <= 2^n - 1 }      theorem 1.1 for s = 0: { outcome = P } = G0 *)
From Coq Require Import ZArith Lia.
From Bouton Require Import Bouton Arithmetic.
Open Scope Z_scope.
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

Definition position := (Z * Z)%type.
Definition legal (p : position) := let '(x, y) := p in 0 <= x /\ 0 <= y.
Definition move (p q : position) := let '(x, y) := p in let '(x', y') := q in
  legal p /\ legal q /\
  ((exists t, 1 <= t /\ t <= x /\ t <= (x - 2 * y) / 2 /\ x' = x - t /\ y' = y)
   \/ (exists u, 1 <= u /\ u <= y /\ (- 2) * u <= (x - 2 * y) / 2 /\ x' = x /\ y' = y - u)).
Definition G0 (p : position) := let '(x, y) := p in
  (exists n m, n >= 0 /\ 0 <= m /\ m <= 2 ^ n - 1 /\ x = 2 ^ n - 1 + m /\ y = m).

Lemma game_ends : ends position move.
Proof.
  apply (ends_by _ _ (fun p => let '(x, y) := p in x + y)).
  intros [x y] [x' y'] M. unfold move, legal in M; cbv zeta in M. destruct M as [L1 [L2 M]].
  destruct M as [[t M]|[u M]]; lia.
Qed.

Lemma inside_0_0_0 (m m_ n n_ t x x' y y' p0 p1 : Z)
  (h1 : 0 <= y)
  (h4 : 0 <= n)
  (h5 : 0 <= m)
  (h6 : m + 1 <= p0)
  (h7 : x + 1 = m + p0)
  (h8 : y = m)
  (h9 : 1 <= t)
  (h10 : t <= x)
  (h11 : t <= ((x - 2 * y) / 2))
  (h12 : x' + t = x)
  (h13 : y' = y)
  (h14 : 0 <= n_)
  (h15 : 0 <= m_)
  (h16 : m_ + 1 <= p1)
  (h17 : x' + 1 = m_ + p1)
  (h18 : y' = m_)
  (h1018 : n + 1 <= 0 \/ n_ <> n \/ p1 = p0)
  (h1019 : n + 1 <= 0 \/ n_ <> n + 1 \/ p1 = 2 * p0)
  (h1020 : n + 1 <= 0 \/ n_ <= n + 1 \/ 4 * p0 <= p1)
  (h1022 : n_ + 1 <= 0 \/ n <> n_ + 1 \/ p0 = 2 * p1)
  (h1023 : n_ + 1 <= 0 \/ n <= n_ + 1 \/ 4 * p1 <= p0) : False.
Proof.
 destruct h1018 as [h1018v0|[h1018v1|h1018v2]].
 { clear -h4 h1018v0; lia. }
 {
  destruct h1019 as [h1019v0|[h1019v1|h1019v2]].
  { clear -h4 h1019v0; lia. }
  {
   destruct h1020 as [h1020v0|[h1020v1|h1020v2]].
   { clear -h4 h1020v0; lia. }
   {
    destruct h1022 as [h1022v0|[h1022v1|h1022v2]].
    { clear -h14 h1022v0; lia. }
    {
     destruct h1023 as [h1023v0|[h1023v1|h1023v2]].
     { clear -h14 h1023v0; lia. }
     { clear -h1018v1 h1019v1 h1020v1 h1022v1 h1023v1; lia. }
     { clear -h1 h5 h7 h11 h12 h16 h17 h1023v2; lia. }
    }
    { clear -h5 h7 h11 h12 h13 h17 h18 h1022v2; lia. }
   }
   { clear -h6 h7 h9 h10 h12 h15 h17 h1020v2; lia. }
  }
  { clear -h6 h7 h9 h12 h15 h17 h1019v2; lia. }
 }
 { clear -h7 h8 h9 h12 h13 h17 h18 h1018v2; lia. }
Qed.
Lemma inside_0_1_0 (m m_ n n_ u x x' y y' p0 p1 : Z)
  (h4 : 0 <= n)
  (h6 : m + 1 <= p0)
  (h7 : x + 1 = m + p0)
  (h8 : y = m)
  (h9 : 1 <= u)
  (h10 : u <= y)
  (h12 : x' = x)
  (h13 : y' + u = y)
  (h14 : 0 <= n_)
  (h15 : 0 <= m_)
  (h16 : m_ + 1 <= p1)
  (h17 : x' + 1 = m_ + p1)
  (h18 : y' = m_)
  (h1018 : n + 1 <= 0 \/ n_ <> n \/ p1 = p0)
  (h1019 : n + 1 <= 0 \/ n_ <> n + 1 \/ p1 = 2 * p0)
  (h1020 : n + 1 <= 0 \/ n_ <= n + 1 \/ 4 * p0 <= p1)
  (h1022 : n_ + 1 <= 0 \/ n <> n_ + 1 \/ p0 = 2 * p1)
  (h1023 : n_ + 1 <= 0 \/ n <= n_ + 1 \/ 4 * p1 <= p0) : False.
Proof.
 destruct h1018 as [h1018v0|[h1018v1|h1018v2]].
 { clear -h4 h1018v0; lia. }
 {
  destruct h1019 as [h1019v0|[h1019v1|h1019v2]].
  { clear -h4 h1019v0; lia. }
  {
   destruct h1020 as [h1020v0|[h1020v1|h1020v2]].
   { clear -h4 h1020v0; lia. }
   {
    destruct h1022 as [h1022v0|[h1022v1|h1022v2]].
    { clear -h14 h1022v0; lia. }
    {
     destruct h1023 as [h1023v0|[h1023v1|h1023v2]].
     { clear -h14 h1023v0; lia. }
     { clear -h1018v1 h1019v1 h1020v1 h1022v1 h1023v1; lia. }
     { clear -h7 h8 h9 h10 h12 h15 h16 h17 h1023v2; lia. }
    }
    { clear -h7 h8 h9 h10 h12 h16 h17 h1022v2; lia. }
   }
   { clear -h6 h7 h8 h9 h10 h12 h15 h17 h1020v2; lia. }
  }
  { clear -h6 h7 h12 h15 h17 h1019v2; lia. }
 }
 { clear -h7 h8 h9 h12 h13 h17 h18 h1018v2; lia. }
Qed.
Lemma no_move_inside p q : legal p -> G0 p -> move p q -> G0 q -> False.
Proof.
  destruct p as [x y], q as [x' y']. unfold legal, G0, move, legal; cbv zeta. intros L K [L1 [L2 M]] K'.
  destruct K as [n [m K]]; destruct M as [[t M]|[u M]]; destruct K' as [n_ [m_ K_]].
  - apply (inside_0_0_0 m m_ n n_ t x x' y y' (2 ^ (n)) (2 ^ (n_)));
    [ clear -L L1 L2 K M K_; lia ..
    | by_fact (powers_same 2 n n_)
    | by_fact (powers_next 2 n n_)
    | by_fact (powers_far 2 n n_)
    | by_fact (powers_next 2 n_ n)
    | by_fact (powers_far 2 n_ n) ].
  - apply (inside_0_1_0 m m_ n n_ u x x' y y' (2 ^ (n)) (2 ^ (n_)));
    [ clear -L L1 L2 K M K_; lia ..
    | by_fact (powers_same 2 n n_)
    | by_fact (powers_next 2 n n_)
    | by_fact (powers_far 2 n n_)
    | by_fact (powers_next 2 n_ n)
    | by_fact (powers_far 2 n_ n) ].
Qed.

Lemma outside (l x y p0 : Z)
  (h0 : 0 <= x)
  (h1 : 0 <= y)
  (h2 : 0 <= l)
  (h3 : p0 <= x + 1)
  (h4 : x + 2 <= 2 * p0)
  (h9 : l + 1 <= 0 \/ x + 2 <= p0 \/ 2 * p0 <= x + 1 \/ p0 + y <> x + 1)
  (h16 : x + 1 <= p0 + y \/ p0 + y <= 0 \/ p0 + y + ((x - 2 * y) / 2) <= x \/ y + 1 <= 0 \/ l + 1 <= 0 \/ p0 <= y)
  (h23 : p0 + y <= x + 1 \/ x + 2 <= p0 \/ 2 * p0 + 2 * y + ((x - 2 * y) / 2) <= 2 * x + 1 \/ x + 1 <= 0 \/ l + 1 <= 0 \/ 2 * p0 <= x + 1) : False.
Proof.
 destruct h9 as [h9v0|[h9v1|[h9v2|h9v3]]].
 { clear -h2 h9v0; lia. }
 { clear -h3 h9v1; lia. }
 { clear -h4 h9v2; lia. }
 {
  destruct h16 as [h16v0|[h16v1|[h16v2|[h16v3|[h16v4|h16v5]]]]].
  {
   destruct h23 as [h23v0|[h23v1|[h23v2|[h23v3|[h23v4|h23v5]]]]].
   { clear -h9v3 h16v0 h23v0; lia. }
   { clear -h3 h23v1; lia. }
   { clear -h4 h16v0 h23v2; lia. }
   { clear -h0 h23v3; lia. }
   { clear -h2 h23v4; lia. }
   { clear -h4 h23v5; lia. }
  }
  { clear -h0 h1 h4 h16v1; lia. }
  { clear -h4 h16v2; lia. }
  { clear -h1 h16v3; lia. }
  { clear -h2 h16v4; lia. }
  {
   destruct h23 as [h23v0|[h23v1|[h23v2|[h23v3|[h23v4|h23v5]]]]].
   { clear -h4 h16v5 h23v0; lia. }
   { clear -h3 h23v1; lia. }
   { clear -h4 h16v5 h23v2; lia. }
   { clear -h0 h23v3; lia. }
   { clear -h2 h23v4; lia. }
   { clear -h4 h23v5; lia. }
  }
 }
Qed.
Lemma outside_move x y : legal (x, y) -> G0 (x, y) \/ exists q, move (x, y) q /\ G0 q.
Proof.
  unfold legal; cbv zeta. intros L. destruct (level 1 (x + 1)) as [l Hl].
  by_cases h9 (l + 1 <= 0 \/ x + 2 <= 2 ^ (l) \/ 2 * 2 ^ (l) <= x + 1 \/ 2 ^ (l) + y <> x + 1).
  { clear -L Hl h9. left. unfold G0; cbv zeta. exists (l), (x - 2 ^ (l) + 1); lia. }
  by_cases h16 (x + 1 <= 2 ^ (l) + y \/ 2 ^ (l) + y <= 0 \/ 2 ^ (l) + y + ((x - 2 * y) / 2) <= x \/ y + 1 <= 0 \/ l + 1 <= 0 \/ 2 ^ (l) <= y).
  { clear -L Hl h16. right. exists (y + 2 ^ (l) - 1, y). split.
    - unfold move, legal; cbv zeta. split; [lia|]. split; [lia|]. left; exists (x - y - 2 ^ (l) + 1); lia.
    - unfold G0; cbv zeta. exists (l), (y); lia. }
  by_cases h23 (2 ^ (l) + y <= x + 1 \/ x + 2 <= 2 ^ (l) \/ 2 * 2 ^ (l) + 2 * y + ((x - 2 * y) / 2) <= 2 * x + 1 \/ x + 1 <= 0 \/ l + 1 <= 0 \/ 2 * 2 ^ (l) <= x + 1).
  { clear -L Hl h23. right. exists (x, x - 2 ^ (l) + 1). split.
    - unfold move, legal; cbv zeta. split; [lia|]. split; [lia|]. right; exists (- x + y + 2 ^ (l) - 1); lia.
    - unfold G0; cbv zeta. exists (l), (x - 2 ^ (l) + 1); lia. }
  exfalso. apply (outside l x y (2 ^ (l)));
    [ clear -L Hl; lia ..
    | exact h9
    | exact h16
    | exact h23 ].
Qed.

Theorem theorem : forall p, legal p -> (P_position position move p <-> G0 p).
Proof.
  apply kernel with (legal := legal).
  - intros [x y] [x' y'] _ M. unfold move in M. tauto.
  - exact game_ends.
  - exact no_move_inside.
  - intros [x y]. exact (outside_move x y).
Qed.
