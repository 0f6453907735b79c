(* game two-weights (x, y): let half = floor((2*x + y) / 2)
     move (x - t, y - u) for 0 <= t <= x, 0 <= u <= y if 1 <= 2*t + u <= half
   set Pset0 = { (2^n - 1, 0) for n >= 0 } | { (2^n - i - 1, 2*i - 1) for n >= 0, 1 <= i <= n - 1 }
             | { (2^n - n - i, 2*n + 2*i - 1) for n >= 0, 1 <= i <= 2^n - n }
   theorem "3.1 corrected": { outcome = P } = Pset0 *)
From Coq Require Import ZArith Lia.
From Bouton Require Import Bouton Arithmetic.
Open Scope Z_scope.
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

Definition position := (Z * Z)%type.
Definition legal (p : position) := let '(x, y) := p in 0 <= x /\ 0 <= y.
Definition move (p q : position) := let '(x, y) := p in let '(x', y') := q in
  legal p /\ legal q /\
  ((exists t u, 0 <= t /\ t <= x /\ 0 <= u /\ u <= y /\ 1 <= 2 * t + u /\ 2 * t + u <= (2 * x + y) / 2 /\ x' = x - t /\ y' = y - u)).
Definition Pset0 (p : position) := let '(x, y) := p in
  (exists n, n >= 0 /\ x = 2 ^ n - 1 /\ y = 0)
  \/ (exists n i, n >= 0 /\ 1 <= i /\ i <= n - 1 /\ x = 2 ^ n - i - 1 /\ y = 2 * i - 1)
  \/ (exists n i, n >= 0 /\ 1 <= i /\ i <= 2 ^ n - n /\ x = 2 ^ n - n - i /\ y = 2 * n + 2 * i - 1).

Lemma game_ends : ends position move.
Proof.
  apply (ends_by _ _ (fun p => let '(x, y) := p in x + y)).
  intros [x y] [x' y'] M. unfold move, legal in M; cbv zeta in M. destruct M as [L1 [L2 M]].
  destruct M as [t [u M]]; lia.
Qed.

Lemma inside_0_0_0 (n n_ t u x x' y p0 p1 : Z)
  (h0 : 0 <= x)
  (h2 : 0 <= x')
  (h4 : 0 <= n)
  (h5 : x + 1 = p0)
  (h6 : y = 0)
  (h7 : 0 <= t)
  (h9 : 0 <= u)
  (h10 : u <= y)
  (h11 : 1 <= 2 * t + u)
  (h12 : 2 * t + u <= ((2 * x + y) / 2))
  (h13 : x' + t = x)
  (h15 : 0 <= n_)
  (h16 : x' + 1 = p1)
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
    { clear -h15 h1022v0; lia. }
    {
     destruct h1023 as [h1023v0|[h1023v1|h1023v2]].
     { clear -h15 h1023v0; lia. }
     { clear -h1018v1 h1019v1 h1020v1 h1022v1 h1023v1; lia. }
     { clear -h2 h5 h6 h9 h12 h13 h16 h1023v2; lia. }
    }
    { clear -h5 h6 h9 h12 h13 h16 h1022v2; lia. }
   }
   { clear -h0 h5 h7 h13 h16 h1020v2; lia. }
  }
  { clear -h0 h5 h7 h13 h16 h1019v2; lia. }
 }
 { clear -h5 h6 h10 h11 h13 h16 h1018v2; lia. }
Qed.
Lemma inside_0_0_1 (i_ u y y' : Z)
  (h6 : y = 0)
  (h9 : 0 <= u)
  (h14 : y' + u = y)
  (h16 : 1 <= i_)
  (h19 : y' + 1 = 2 * i_) : False.
Proof.
 clear -h6 h9 h14 h16 h19; lia.
Qed.
Lemma inside_0_0_2 (i_ n_ u y y' : Z)
  (h6 : y = 0)
  (h9 : 0 <= u)
  (h14 : y' + u = y)
  (h15 : 0 <= n_)
  (h16 : 1 <= i_)
  (h19 : y' + 1 = 2 * i_ + 2 * n_) : False.
Proof.
 clear -h6 h9 h14 h15 h16 h19; lia.
Qed.
Lemma inside_1_0_0 (i n n_ t u x x' y y' p0 p1 : Z)
  (h0 : 0 <= x)
  (h2 : 0 <= x')
  (h4 : 0 <= n)
  (h5 : 1 <= i)
  (h7 : i + x + 1 = p0)
  (h8 : y + 1 = 2 * i)
  (h9 : 0 <= t)
  (h14 : 2 * t + u <= ((2 * x + y) / 2))
  (h15 : x' + t = x)
  (h16 : y' + u = y)
  (h17 : 0 <= n_)
  (h18 : x' + 1 = p1)
  (h19 : y' = 0)
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
    { clear -h17 h1022v0; lia. }
    {
     destruct h1023 as [h1023v0|[h1023v1|h1023v2]].
     { clear -h17 h1023v0; lia. }
     { clear -h1018v1 h1019v1 h1020v1 h1022v1 h1023v1; lia. }
     { clear -h2 h7 h8 h14 h15 h16 h18 h19 h1023v2; lia. }
    }
    { clear -h7 h8 h14 h15 h16 h18 h19 h1022v2; lia. }
   }
   { clear -h0 h5 h7 h9 h15 h18 h1020v2; lia. }
  }
  { clear -h0 h5 h7 h9 h15 h18 h1019v2; lia. }
 }
 { clear -h5 h7 h9 h15 h18 h1018v2; lia. }
Qed.
Lemma inside_1_0_1 (i i_ n n_ t u x x' y y' p0 p1 : Z)
  (h0 : 0 <= x)
  (h1 : 0 <= y)
  (h2 : 0 <= x')
  (h4 : 0 <= n)
  (h7 : i + x + 1 = p0)
  (h8 : y + 1 = 2 * i)
  (h13 : 1 <= 2 * t + u)
  (h14 : 2 * t + u <= ((2 * x + y) / 2))
  (h15 : x' + t = x)
  (h16 : y' + u = y)
  (h17 : 0 <= n_)
  (h18 : 1 <= i_)
  (h20 : x' + i_ + 1 = p1)
  (h21 : y' + 1 = 2 * i_)
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
    { clear -h17 h1022v0; lia. }
    {
     destruct h1023 as [h1023v0|[h1023v1|h1023v2]].
     { clear -h17 h1023v0; lia. }
     { clear -h1018v1 h1019v1 h1020v1 h1022v1 h1023v1; lia. }
     { clear -h2 h7 h8 h14 h15 h16 h18 h20 h21 h1023v2; lia. }
    }
    { clear -h7 h8 h14 h15 h16 h20 h21 h1022v2; lia. }
   }
   { clear -h0 h1 h7 h8 h13 h15 h16 h20 h21 h1020v2; lia. }
  }
  { clear -h0 h1 h7 h8 h13 h15 h16 h20 h21 h1019v2; lia. }
 }
 { clear -h7 h8 h13 h15 h16 h20 h21 h1018v2; lia. }
Qed.
Lemma inside_1_0_2 (i i_ n n_ t u x x' y y' p0 p1 : Z)
  (h5 : 1 <= i)
  (h6 : i + 1 <= n)
  (h7 : i + x + 1 = p0)
  (h8 : y + 1 = 2 * i)
  (h11 : 0 <= u)
  (h14 : 2 * t + u <= ((2 * x + y) / 2))
  (h15 : x' + t = x)
  (h16 : y' + u = y)
  (h17 : 0 <= n_)
  (h18 : 1 <= i_)
  (h20 : x' + i_ + n_ = p1)
  (h21 : y' + 1 = 2 * i_ + 2 * n_)
  (h1003 : n <= 0 \/ (p0 = 2 * (p0 / 2) /\ 2 * n <= p0))
  (h1023 : n_ + 1 <= 0 \/ n <= n_ + 1 \/ 4 * p1 <= p0) : False.
Proof.
 destruct h1003 as [h1003v0|[h1003v1_0 h1003v1_1]].
 { clear -h5 h6 h1003v0; lia. }
 {
  destruct h1023 as [h1023v0|[h1023v1|h1023v2]].
  { clear -h17 h1023v0; lia. }
  { clear -h6 h8 h11 h16 h18 h21 h1023v1; lia. }
  { clear -h5 h6 h7 h8 h14 h15 h16 h20 h21 h1003v1_1 h1023v2; lia. }
 }
Qed.
Lemma inside_2_0_0 (i n n_ t u x x' y y' p0 p1 : Z)
  (h2 : 0 <= x')
  (h4 : 0 <= n)
  (h5 : 1 <= i)
  (h6 : i + n <= p0)
  (h7 : i + n + x = p0)
  (h8 : y + 1 = 2 * i + 2 * n)
  (h9 : 0 <= t)
  (h13 : 1 <= 2 * t + u)
  (h14 : 2 * t + u <= ((2 * x + y) / 2))
  (h15 : x' + t = x)
  (h16 : y' + u = y)
  (h17 : 0 <= n_)
  (h18 : x' + 1 = p1)
  (h19 : y' = 0)
  (h1001 : n <> 0 \/ p0 = 1)
  (h1018 : n + 1 <= 0 \/ n_ <> n \/ p1 = p0)
  (h1019 : n + 1 <= 0 \/ n_ <> n + 1 \/ p1 = 2 * p0)
  (h1020 : n + 1 <= 0 \/ n_ <= n + 1 \/ 4 * p0 <= p1)
  (h1022 : n_ + 1 <= 0 \/ n <> n_ + 1 \/ p0 = 2 * p1)
  (h1023 : n_ + 1 <= 0 \/ n <= n_ + 1 \/ 4 * p1 <= p0) : False.
Proof.
 destruct h1001 as [h1001v0|h1001v1].
 {
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
     { clear -h17 h1022v0; lia. }
     {
      destruct h1023 as [h1023v0|[h1023v1|h1023v2]].
      { clear -h17 h1023v0; lia. }
      { clear -h1018v1 h1019v1 h1020v1 h1022v1 h1023v1; lia. }
      { clear -h2 h7 h8 h14 h15 h16 h18 h19 h1023v2; lia. }
     }
     { clear -h7 h8 h14 h15 h16 h18 h19 h1022v2; lia. }
    }
    { clear -h4 h5 h6 h7 h9 h15 h18 h1020v2; lia. }
   }
   { clear -h4 h5 h6 h7 h9 h15 h18 h1019v2; lia. }
  }
  { clear -h4 h5 h7 h9 h15 h18 h1001v0 h1018v2; lia. }
 }
 { clear -h7 h8 h13 h14 h1001v1; lia. }
Qed.
Lemma inside_2_0_1 (i i_ n n_ t u x x' y y' p0 p1 : Z)
  (h4 : 0 <= n)
  (h5 : 1 <= i)
  (h7 : i + n + x = p0)
  (h8 : y + 1 = 2 * i + 2 * n)
  (h9 : 0 <= t)
  (h13 : 1 <= 2 * t + u)
  (h14 : 2 * t + u <= ((2 * x + y) / 2))
  (h15 : x' + t = x)
  (h16 : y' + u = y)
  (h17 : 0 <= n_)
  (h18 : 1 <= i_)
  (h19 : i_ + 1 <= n_)
  (h20 : x' + i_ + 1 = p1)
  (h21 : y' + 1 = 2 * i_)
  (h1012 : n_ <= 0 \/ (p1 = 2 * (p1 / 2) /\ 2 * n_ <= p1))
  (h1018 : n + 1 <= 0 \/ n_ <> n \/ p1 = p0)
  (h1019 : n + 1 <= 0 \/ n_ <> n + 1 \/ p1 = 2 * p0)
  (h1020 : n + 1 <= 0 \/ n_ <= n + 1 \/ 4 * p0 <= p1)
  (h1022 : n_ + 1 <= 0 \/ n <> n_ + 1 \/ p0 = 2 * p1)
  (h1023 : n_ + 1 <= 0 \/ n <= n_ + 1 \/ 4 * p1 <= p0) : False.
Proof.
 destruct h1012 as [h1012v0|[h1012v1_0 h1012v1_1]].
 { clear -h18 h19 h1012v0; lia. }
 {
  destruct h1019 as [h1019v0|[h1019v1|h1019v2]].
  { clear -h4 h1019v0; lia. }
  {
   destruct h1020 as [h1020v0|[h1020v1|h1020v2]].
   { clear -h4 h1020v0; lia. }
   {
    destruct h1018 as [h1018v0|[h1018v1|h1018v2]].
    { clear -h4 h1018v0; lia. }
    {
     destruct h1022 as [h1022v0|[h1022v1|h1022v2]].
     { clear -h17 h1022v0; lia. }
     {
      destruct h1023 as [h1023v0|[h1023v1|h1023v2]].
      { clear -h17 h1023v0; lia. }
      { clear -h1019v1 h1020v1 h1018v1 h1022v1 h1023v1; lia. }
      { clear -h7 h8 h14 h15 h16 h18 h19 h20 h21 h1012v1_1 h1023v2; lia. }
     }
     { clear -h7 h8 h14 h15 h16 h20 h21 h1022v2; lia. }
    }
    { clear -h5 h7 h9 h15 h19 h20 h1019v1 h1020v1 h1018v2; lia. }
   }
   { clear -h7 h8 h13 h15 h16 h18 h19 h20 h21 h1012v1_1 h1020v2; lia. }
  }
  { clear -h7 h8 h13 h15 h16 h18 h19 h20 h21 h1012v1_1 h1019v2; lia. }
 }
Qed.
Lemma inside_2_0_2 (i i_ n n_ t u x x' y y' p0 p1 : Z)
  (h1 : 0 <= y)
  (h4 : 0 <= n)
  (h5 : 1 <= i)
  (h6 : i + n <= p0)
  (h7 : i + n + x = p0)
  (h8 : y + 1 = 2 * i + 2 * n)
  (h13 : 1 <= 2 * t + u)
  (h14 : 2 * t + u <= ((2 * x + y) / 2))
  (h15 : x' + t = x)
  (h16 : y' + u = y)
  (h17 : 0 <= n_)
  (h18 : 1 <= i_)
  (h19 : i_ + n_ <= p1)
  (h20 : x' + i_ + n_ = p1)
  (h21 : y' + 1 = 2 * i_ + 2 * n_)
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
    { clear -h17 h1022v0; lia. }
    {
     destruct h1023 as [h1023v0|[h1023v1|h1023v2]].
     { clear -h17 h1023v0; lia. }
     { clear -h1018v1 h1019v1 h1020v1 h1022v1 h1023v1; lia. }
     { clear -h7 h8 h14 h15 h16 h17 h18 h19 h20 h21 h1023v2; lia. }
    }
    { clear -h7 h8 h14 h15 h16 h20 h21 h1022v2; lia. }
   }
   { clear -h4 h5 h6 h7 h8 h13 h15 h16 h20 h21 h1020v2; lia. }
  }
  { clear -h1 h6 h7 h8 h13 h15 h16 h20 h21 h1019v2; lia. }
 }
 { clear -h7 h8 h13 h15 h16 h20 h21 h1018v2; lia. }
Qed.
Lemma no_move_inside p q : legal p -> Pset0 p -> move p q -> Pset0 q -> False.
Proof.
  destruct p as [x y], q as [x' y']. unfold legal, Pset0, move, legal; cbv zeta. intros L K [L1 [L2 M]] K'.
  destruct K as [[n K]|[[n [i K]]|[n [i K]]]]; destruct M as [t [u M]]; destruct K' as [[n_ K_]|[[n_ [i_ K_]]|[n_ [i_ K_]]]].
  - apply (inside_0_0_0 n n_ t u x x' y (2 ^ (n)) (2 ^ (n_)));
    [ clear -L L1 L2 K M K_; lia ..
    | by_fact (powers_same 2 n n_)
    | by_fact (powers_next 2 n n_)
    | by_fact (powers_far 2 n n_)
    | by_fact (powers_next 2 n_ n)
    | by_fact (powers_far 2 n_ n) ].
  - apply (inside_0_0_1 i_ u y y'); clear -L L1 L2 K M K_; lia.
  - apply (inside_0_0_2 i_ n_ u y y'); clear -L L1 L2 K M K_; lia.
  - apply (inside_1_0_0 i n n_ t u x x' y y' (2 ^ (n)) (2 ^ (n_)));
    [ clear -L L1 L2 K M K_; lia ..
    | by_fact (powers_same 2 n n_)
    | by_fact (powers_next 2 n n_)
    | by_fact (powers_far 2 n n_)
    | by_fact (powers_next 2 n_ n)
    | by_fact (powers_far 2 n_ n) ].
  - apply (inside_1_0_1 i i_ n n_ t u x x' y y' (2 ^ (n)) (2 ^ (n_)));
    [ clear -L L1 L2 K M K_; lia ..
    | by_fact (powers_same 2 n n_)
    | by_fact (powers_next 2 n n_)
    | by_fact (powers_far 2 n n_)
    | by_fact (powers_next 2 n_ n)
    | by_fact (powers_far 2 n_ n) ].
  - apply (inside_1_0_2 i i_ n n_ t u x x' y y' (2 ^ (n)) (2 ^ (n_)));
    [ clear -L L1 L2 K M K_; lia ..
    | by_power_multiple 2 1 n
    | by_fact (powers_far 2 n_ n) ].
  - apply (inside_2_0_0 i n n_ t u x x' y y' (2 ^ (n)) (2 ^ (n_)));
    [ clear -L L1 L2 K M K_; lia ..
    | by_power_small 2 0 n
    | by_fact (powers_same 2 n n_)
    | by_fact (powers_next 2 n n_)
    | by_fact (powers_far 2 n n_)
    | by_fact (powers_next 2 n_ n)
    | by_fact (powers_far 2 n_ n) ].
  - apply (inside_2_0_1 i i_ n n_ t u x x' y y' (2 ^ (n)) (2 ^ (n_)));
    [ clear -L L1 L2 K M K_; lia ..
    | by_power_multiple 2 1 n_
    | by_fact (powers_same 2 n n_)
    | by_fact (powers_next 2 n n_)
    | by_fact (powers_far 2 n n_)
    | by_fact (powers_next 2 n_ n)
    | by_fact (powers_far 2 n_ n) ].
  - apply (inside_2_0_2 i i_ n n_ t u x x' y y' (2 ^ (n)) (2 ^ (n_)));
    [ clear -L L1 L2 K M K_; lia ..
    | by_fact (powers_same 2 n n_)
    | by_fact (powers_next 2 n n_)
    | by_fact (powers_far 2 n n_)
    | by_fact (powers_next 2 n_ n)
    | by_fact (powers_far 2 n_ n) ].
Qed.

Lemma outside (l x y p0 p1 : Z)
  (h0 : 0 <= x)
  (h1 : 0 <= y)
  (h2 : 0 <= l)
  (h3 : p0 <= x + y + 1)
  (h4 : x + y + 2 <= 2 * p0)
  (h9 : l + 1 <= 0 \/ x + 1 <> p0 \/ y <> 0)
  (h16 : l + 1 <= 0 \/ p0 <= x + 1 \/ l + x + 1 <= p0 \/ 2 * x + y + 3 <> 2 * p0)
  (h22 : l <= 0 \/ p1 + 1 <= l + x \/ x + 1 <= 0 \/ 2 * x + y + 1 <> 2 * p1)
  (h23 : l + 1 <= 0 \/ p0 <= l + x \/ x + 1 <= 0 \/ 2 * x + y + 1 <> 2 * p0)
  (h29 : x + 2 <= p1 \/ p1 <= 0 \/ y + 1 <= 0 \/ 2 * x + y + 2 <= 2 * p1 \/ 2 * p1 + ((2 * x + y) / 2) <= 2 * x + y + 1 \/ l <= 0)
  (h30 : x + 2 <= p0 \/ p0 <= 0 \/ y + 1 <= 0 \/ 2 * x + y + 2 <= 2 * p0 \/ 2 * p0 + ((2 * x + y) / 2) <= 2 * x + y + 1 \/ l + 1 <= 0)
  (h39 : x + 1 <= 0 \/ 2 * x + y + 4 <= 2 * p0 \/ 2 * p0 <= 2 * x + 2 \/ 2 * x + y + 3 <= 2 * p0 \/ 2 * p0 + ((2 * x + y) / 2) <= 2 * x + y + 2 \/ l + 1 <= 0 \/ p0 <= x + 1 \/ l + x + 1 <= p0)
  (h51 : x + 1 <= 0 \/ 2 * x + y + 2 <= 2 * p1 \/ 2 * p1 <= 2 * x \/ 2 * x + y + 1 <= 2 * p1 \/ 2 * p1 + ((2 * x + y) / 2) <= 2 * x + y \/ l <= 0 \/ p1 + 1 <= l + x)
  (h53 : l + x + 1 <= p1 \/ p1 + 1 <= l \/ y + 2 <= 2 * l \/ 2 * l <= 0 \/ 2 * x + y + 1 <= 2 * p1 \/ 2 * p1 + ((2 * x + y) / 2) <= 2 * x + y \/ l <= 0)
  (h54 : x + 1 <= 0 \/ 2 * x + y + 2 <= 2 * p0 \/ 2 * p0 <= 2 * x \/ 2 * x + y + 1 <= 2 * p0 \/ 2 * p0 + ((2 * x + y) / 2) <= 2 * x + y \/ l + 1 <= 0 \/ p0 <= l + x)
  (h1001 : l <> 0 \/ p0 = 1)
  (h1005 : l <= 1 \/ (p0 = 4 * (p0 / 4) /\ 4 * l <= p0 + 4))
  (h1038 : l <= 0 \/ p0 = 2 * p1) : False.
Proof.
 destruct h9 as [h9v0|[h9v1|h9v2]].
 { clear -h2 h9v0; lia. }
 {
  destruct h1001 as [h1001v0|h1001v1].
  {
   destruct h1038 as [h1038v0|h1038v1].
   { clear -h2 h1001v0 h1038v0; lia. }
   {
    destruct h22 as [h22v0|[h22v1|[h22v2|h22v3]]].
    { clear -h2 h1001v0 h22v0; lia. }
    {
     destruct h23 as [h23v0|[h23v1|[h23v2|h23v3]]].
     { clear -h2 h23v0; lia. }
     {
      destruct h16 as [h16v0|[h16v1|[h16v2|h16v3]]].
      { clear -h2 h16v0; lia. }
      {
       destruct h30 as [h30v0|[h30v1|[h30v2|[h30v3|[h30v4|h30v5]]]]].
       { clear -h16v1 h30v0; lia. }
       { clear -h0 h1 h4 h30v1; lia. }
       { clear -h1 h30v2; lia. }
       { clear -h1 h9v1 h16v1 h30v3; lia. }
       { clear -h1 h4 h30v4; lia. }
       { clear -h2 h30v5; lia. }
      }
      { clear -h23v1 h16v2; lia. }
      {
       destruct h29 as [h29v0|[h29v1|[h29v2|[h29v3|[h29v4|h29v5]]]]].
       {
        destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
        { clear -h22v1 h29v0 h1005v0; lia. }
        { clear -h1038v1 h22v1 h23v1 h29v0 h1005v1_1; lia. }
       }
       { clear -h0 h1 h4 h1038v1 h29v1; lia. }
       { clear -h1 h29v2; lia. }
       { clear -h0 h3 h1038v1 h29v3; lia. }
       {
        destruct h30 as [h30v0|[h30v1|[h30v2|[h30v3|[h30v4|h30v5]]]]].
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h30v0 h39v2; lia. }
         { clear -h1038v1 h16v3 h29v4 h39v3; lia. }
         { clear -h0 h4 h30v0 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h30v0 h39v6; lia. }
         { clear -h23v1 h39v7; lia. }
        }
        { clear -h0 h1 h4 h30v1; lia. }
        { clear -h1 h30v2; lia. }
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h1 h9v1 h30v3 h39v2; lia. }
         { clear -h1038v1 h16v3 h29v4 h39v3; lia. }
         { clear -h0 h1 h9v1 h30v3 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h1 h9v1 h30v3 h39v6; lia. }
         { clear -h23v1 h39v7; lia. }
        }
        { clear -h1 h4 h30v4; lia. }
        { clear -h2 h30v5; lia. }
       }
       { clear -h2 h1001v0 h29v5; lia. }
      }
     }
     { clear -h0 h23v2; lia. }
     {
      destruct h29 as [h29v0|[h29v1|[h29v2|[h29v3|[h29v4|h29v5]]]]].
      {
       destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
       { clear -h22v1 h29v0 h1005v0; lia. }
       {
        destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
        { clear -h22v1 h53v0; lia. }
        { clear -h1038v1 h22v1 h29v0 h1005v1_1 h53v1; lia. }
        { clear -h3 h1038v1 h29v0 h1005v1_1 h53v2; lia. }
        { clear -h2 h1001v0 h53v3; lia. }
        { clear -h3 h1038v1 h22v1 h29v0 h1005v1_1 h53v4; lia. }
        {
         destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
         { clear -h0 h54v0; lia. }
         { clear -h1038v1 h53v5 h54v1; lia. }
         { clear -h1038v1 h22v1 h29v0 h1005v1_1 h54v2; lia. }
         { clear -h1038v1 h23v3 h53v5 h54v3; lia. }
         { clear -h4 h1038v1 h22v1 h29v0 h1005v1_1 h54v4; lia. }
         { clear -h2 h54v5; lia. }
         { clear -h1038v1 h22v1 h29v0 h1005v1_1 h54v6; lia. }
        }
        { clear -h2 h1001v0 h53v6; lia. }
       }
      }
      { clear -h0 h1 h4 h1038v1 h29v1; lia. }
      { clear -h1 h29v2; lia. }
      { clear -h0 h3 h1038v1 h29v3; lia. }
      {
       destruct h30 as [h30v0|[h30v1|[h30v2|[h30v3|[h30v4|h30v5]]]]].
       {
        destruct h16 as [h16v0|[h16v1|[h16v2|h16v3]]].
        { clear -h2 h16v0; lia. }
        { clear -h30v0 h16v1; lia. }
        {
         destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
         { clear -h22v1 h53v0; lia. }
         {
          destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
          { clear -h1038v1 h22v1 h30v0 h53v1 h1005v0; lia. }
          { clear -h1038v1 h22v1 h16v2 h53v1 h1005v1_1; lia. }
         }
         { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
         { clear -h2 h1001v0 h53v3; lia. }
         { clear -h0 h3 h22v1 h29v4 h16v2 h53v4; lia. }
         {
          destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
          { clear -h0 h54v0; lia. }
          { clear -h1038v1 h53v5 h54v1; lia. }
          { clear -h30v0 h54v2; lia. }
          { clear -h1038v1 h23v3 h53v5 h54v3; lia. }
          { clear -h0 h4 h30v0 h54v4; lia. }
          { clear -h2 h54v5; lia. }
          { clear -h16v2 h54v6; lia. }
         }
         { clear -h2 h1001v0 h53v6; lia. }
        }
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h30v0 h39v2; lia. }
         { clear -h1038v1 h29v4 h16v3 h39v3; lia. }
         { clear -h0 h4 h30v0 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h30v0 h39v6; lia. }
         {
          destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
          { clear -h22v1 h53v0; lia. }
          {
           destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
           { clear -h1038v1 h22v1 h30v0 h53v1 h1005v0; lia. }
           { clear -h1038v1 h22v1 h39v7 h53v1 h1005v1_1; lia. }
          }
          { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
          { clear -h2 h1001v0 h53v3; lia. }
          { clear -h0 h3 h22v1 h29v4 h39v7 h53v4; lia. }
          {
           destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
           { clear -h0 h54v0; lia. }
           { clear -h1038v1 h53v5 h54v1; lia. }
           { clear -h30v0 h54v2; lia. }
           { clear -h1038v1 h23v3 h53v5 h54v3; lia. }
           { clear -h0 h4 h30v0 h54v4; lia. }
           { clear -h2 h54v5; lia. }
           { clear -h39v7 h54v6; lia. }
          }
          { clear -h2 h1001v0 h53v6; lia. }
         }
        }
       }
       { clear -h0 h1 h4 h30v1; lia. }
       { clear -h1 h30v2; lia. }
       {
        destruct h16 as [h16v0|[h16v1|[h16v2|h16v3]]].
        { clear -h2 h16v0; lia. }
        { clear -h1 h9v1 h30v3 h16v1; lia. }
        {
         destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
         { clear -h22v1 h53v0; lia. }
         {
          destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
          { clear -h1038v1 h22v1 h16v2 h53v1 h1005v0; lia. }
          { clear -h1038v1 h22v1 h16v2 h53v1 h1005v1_1; lia. }
         }
         { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
         { clear -h2 h1001v0 h53v3; lia. }
         { clear -h0 h3 h22v1 h29v4 h16v2 h53v4; lia. }
         { clear -h1038v1 h30v3 h53v5; lia. }
         { clear -h2 h1001v0 h53v6; lia. }
        }
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h1 h9v1 h30v3 h39v2; lia. }
         { clear -h1038v1 h29v4 h16v3 h39v3; lia. }
         { clear -h0 h1 h9v1 h30v3 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h1 h9v1 h30v3 h39v6; lia. }
         {
          destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
          { clear -h22v1 h53v0; lia. }
          {
           destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
           { clear -h1038v1 h22v1 h39v7 h53v1 h1005v0; lia. }
           { clear -h1038v1 h22v1 h39v7 h53v1 h1005v1_1; lia. }
          }
          { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
          { clear -h2 h1001v0 h53v3; lia. }
          { clear -h0 h3 h22v1 h29v4 h39v7 h53v4; lia. }
          { clear -h1038v1 h30v3 h53v5; lia. }
          { clear -h2 h1001v0 h53v6; lia. }
         }
        }
       }
       { clear -h1 h4 h30v4; lia. }
       { clear -h2 h30v5; lia. }
      }
      { clear -h2 h1001v0 h29v5; lia. }
     }
    }
    { clear -h0 h22v2; lia. }
    {
     destruct h23 as [h23v0|[h23v1|[h23v2|h23v3]]].
     { clear -h2 h23v0; lia. }
     {
      destruct h16 as [h16v0|[h16v1|[h16v2|h16v3]]].
      { clear -h2 h16v0; lia. }
      {
       destruct h30 as [h30v0|[h30v1|[h30v2|[h30v3|[h30v4|h30v5]]]]].
       { clear -h16v1 h30v0; lia. }
       { clear -h0 h1 h4 h30v1; lia. }
       { clear -h1 h30v2; lia. }
       { clear -h1 h9v1 h16v1 h30v3; lia. }
       { clear -h1 h4 h30v4; lia. }
       { clear -h2 h30v5; lia. }
      }
      { clear -h23v1 h16v2; lia. }
      {
       destruct h29 as [h29v0|[h29v1|[h29v2|[h29v3|[h29v4|h29v5]]]]].
       {
        destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
        { clear -h0 h1038v1 h23v1 h29v0 h1005v0; lia. }
        { clear -h0 h1038v1 h23v1 h29v0 h1005v1_1; lia. }
       }
       { clear -h0 h1 h4 h1038v1 h29v1; lia. }
       { clear -h1 h29v2; lia. }
       { clear -h0 h3 h1038v1 h29v3; lia. }
       {
        destruct h30 as [h30v0|[h30v1|[h30v2|[h30v3|[h30v4|h30v5]]]]].
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h30v0 h39v2; lia. }
         { clear -h1038v1 h16v3 h29v4 h39v3; lia. }
         { clear -h0 h4 h30v0 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h30v0 h39v6; lia. }
         { clear -h23v1 h39v7; lia. }
        }
        { clear -h0 h1 h4 h30v1; lia. }
        { clear -h1 h30v2; lia. }
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h1 h9v1 h30v3 h39v2; lia. }
         { clear -h1038v1 h16v3 h29v4 h39v3; lia. }
         { clear -h0 h1 h1038v1 h30v3 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h1 h9v1 h30v3 h39v6; lia. }
         { clear -h23v1 h39v7; lia. }
        }
        { clear -h1 h4 h30v4; lia. }
        { clear -h2 h30v5; lia. }
       }
       { clear -h2 h1001v0 h29v5; lia. }
      }
     }
     { clear -h0 h23v2; lia. }
     {
      destruct h29 as [h29v0|[h29v1|[h29v2|[h29v3|[h29v4|h29v5]]]]].
      {
       destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
       { clear -h0 h51v0; lia. }
       { clear -h0 h3 h1038v1 h51v1; lia. }
       { clear -h29v0 h51v2; lia. }
       { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
       {
        destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
        { clear -h0 h54v0; lia. }
        { clear -h1038v1 h51v4 h54v1; lia. }
        { clear -h1 h4 h29v0 h51v4 h54v2; lia. }
        { clear -h1038v1 h23v3 h51v4 h54v3; lia. }
        { clear -h0 h4 h1038v1 h29v0 h54v4; lia. }
        { clear -h2 h54v5; lia. }
        {
         destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
         { clear -h0 h1038v1 h29v0 h54v6 h1005v0; lia. }
         { clear -h0 h1038v1 h29v0 h54v6 h1005v1_1; lia. }
        }
       }
       { clear -h2 h1001v0 h51v5; lia. }
       {
        destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
        { clear -h29v0 h51v6 h1005v0; lia. }
        {
         destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
         { clear -h51v6 h53v0; lia. }
         { clear -h1038v1 h29v0 h51v6 h1005v1_1 h53v1; lia. }
         { clear -h3 h1038v1 h29v0 h1005v1_1 h53v2; lia. }
         { clear -h2 h1001v0 h53v3; lia. }
         { clear -h3 h1038v1 h29v0 h51v6 h1005v1_1 h53v4; lia. }
         {
          destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
          { clear -h0 h54v0; lia. }
          { clear -h1038v1 h53v5 h54v1; lia. }
          { clear -h1038v1 h29v0 h51v6 h1005v1_1 h54v2; lia. }
          { clear -h1038v1 h23v3 h53v5 h54v3; lia. }
          { clear -h4 h1038v1 h29v0 h51v6 h1005v1_1 h54v4; lia. }
          { clear -h2 h54v5; lia. }
          { clear -h1038v1 h29v0 h51v6 h1005v1_1 h54v6; lia. }
         }
         { clear -h2 h1001v0 h53v6; lia. }
        }
       }
      }
      { clear -h0 h1 h4 h1038v1 h29v1; lia. }
      { clear -h1 h29v2; lia. }
      { clear -h0 h3 h1038v1 h29v3; lia. }
      {
       destruct h30 as [h30v0|[h30v1|[h30v2|[h30v3|[h30v4|h30v5]]]]].
       {
        destruct h16 as [h16v0|[h16v1|[h16v2|h16v3]]].
        { clear -h2 h16v0; lia. }
        { clear -h30v0 h16v1; lia. }
        {
         destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
         { clear -h0 h54v0; lia. }
         {
          destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
          { clear -h0 h51v0; lia. }
          { clear -h0 h3 h29v4 h30v0 h51v1; lia. }
          {
           destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
           { clear -h2 h51v2 h53v0; lia. }
           { clear -h1038v1 h16v2 h51v2 h53v1; lia. }
           { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
           { clear -h2 h1001v0 h53v3; lia. }
           { clear -h3 h30v0 h51v2 h53v4; lia. }
           { clear -h1038v1 h54v1 h53v5; lia. }
           { clear -h2 h1001v0 h53v6; lia. }
          }
          { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
          { clear -h1038v1 h54v1 h51v4; lia. }
          { clear -h2 h1001v0 h51v5; lia. }
          {
           destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
           { clear -h51v6 h53v0; lia. }
           {
            destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
            { clear -h1038v1 h30v0 h51v6 h53v1 h1005v0; lia. }
            { clear -h1038v1 h16v2 h51v6 h53v1 h1005v1_1; lia. }
           }
           { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
           { clear -h2 h1001v0 h53v3; lia. }
           { clear -h0 h3 h1038v1 h22v3 h53v4; lia. }
           { clear -h1038v1 h54v1 h53v5; lia. }
           { clear -h2 h1001v0 h53v6; lia. }
          }
         }
         { clear -h30v0 h54v2; lia. }
         {
          destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
          { clear -h0 h51v0; lia. }
          { clear -h0 h3 h29v4 h30v0 h51v1; lia. }
          {
           destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
           { clear -h2 h51v2 h53v0; lia. }
           { clear -h1038v1 h16v2 h51v2 h53v1; lia. }
           { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
           { clear -h2 h1001v0 h53v3; lia. }
           { clear -h3 h30v0 h51v2 h53v4; lia. }
           { clear -h1038v1 h23v3 h54v3 h53v5; lia. }
           { clear -h2 h1001v0 h53v6; lia. }
          }
          { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
          { clear -h1038v1 h23v3 h54v3 h51v4; lia. }
          { clear -h2 h1001v0 h51v5; lia. }
          {
           destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
           { clear -h51v6 h53v0; lia. }
           {
            destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
            { clear -h1038v1 h30v0 h51v6 h53v1 h1005v0; lia. }
            { clear -h1038v1 h16v2 h51v6 h53v1 h1005v1_1; lia. }
           }
           { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
           { clear -h2 h1001v0 h53v3; lia. }
           { clear -h0 h3 h1038v1 h22v3 h53v4; lia. }
           { clear -h1038v1 h23v3 h54v3 h53v5; lia. }
           { clear -h2 h1001v0 h53v6; lia. }
          }
         }
         { clear -h0 h4 h30v0 h54v4; lia. }
         { clear -h2 h54v5; lia. }
         { clear -h16v2 h54v6; lia. }
        }
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h30v0 h39v2; lia. }
         { clear -h1038v1 h29v4 h16v3 h39v3; lia. }
         { clear -h0 h4 h30v0 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h30v0 h39v6; lia. }
         {
          destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
          { clear -h0 h54v0; lia. }
          {
           destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
           { clear -h0 h51v0; lia. }
           { clear -h0 h3 h29v4 h30v0 h51v1; lia. }
           {
            destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
            { clear -h2 h51v2 h53v0; lia. }
            { clear -h1038v1 h39v7 h51v2 h53v1; lia. }
            { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
            { clear -h2 h1001v0 h53v3; lia. }
            { clear -h3 h30v0 h51v2 h53v4; lia. }
            { clear -h1038v1 h54v1 h53v5; lia. }
            { clear -h2 h1001v0 h53v6; lia. }
           }
           { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
           { clear -h1038v1 h54v1 h51v4; lia. }
           { clear -h2 h1001v0 h51v5; lia. }
           {
            destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
            { clear -h51v6 h53v0; lia. }
            {
             destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
             { clear -h1038v1 h30v0 h51v6 h53v1 h1005v0; lia. }
             { clear -h1038v1 h39v7 h51v6 h53v1 h1005v1_1; lia. }
            }
            { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
            { clear -h2 h1001v0 h53v3; lia. }
            { clear -h0 h3 h1038v1 h22v3 h53v4; lia. }
            { clear -h1038v1 h54v1 h53v5; lia. }
            { clear -h2 h1001v0 h53v6; lia. }
           }
          }
          { clear -h30v0 h54v2; lia. }
          {
           destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
           { clear -h0 h51v0; lia. }
           { clear -h0 h3 h29v4 h30v0 h51v1; lia. }
           {
            destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
            { clear -h2 h51v2 h53v0; lia. }
            { clear -h1038v1 h39v7 h51v2 h53v1; lia. }
            { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
            { clear -h2 h1001v0 h53v3; lia. }
            { clear -h3 h30v0 h51v2 h53v4; lia. }
            { clear -h1038v1 h23v3 h54v3 h53v5; lia. }
            { clear -h2 h1001v0 h53v6; lia. }
           }
           { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
           { clear -h1038v1 h23v3 h54v3 h51v4; lia. }
           { clear -h2 h1001v0 h51v5; lia. }
           {
            destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
            { clear -h51v6 h53v0; lia. }
            {
             destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
             { clear -h1038v1 h30v0 h51v6 h53v1 h1005v0; lia. }
             { clear -h1038v1 h39v7 h51v6 h53v1 h1005v1_1; lia. }
            }
            { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
            { clear -h2 h1001v0 h53v3; lia. }
            { clear -h0 h3 h1038v1 h22v3 h53v4; lia. }
            { clear -h1038v1 h23v3 h54v3 h53v5; lia. }
            { clear -h2 h1001v0 h53v6; lia. }
           }
          }
          { clear -h0 h4 h30v0 h54v4; lia. }
          { clear -h2 h54v5; lia. }
          { clear -h39v7 h54v6; lia. }
         }
        }
       }
       { clear -h0 h1 h4 h30v1; lia. }
       { clear -h1 h30v2; lia. }
       {
        destruct h16 as [h16v0|[h16v1|[h16v2|h16v3]]].
        { clear -h2 h16v0; lia. }
        { clear -h1 h9v1 h30v3 h16v1; lia. }
        {
         destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
         { clear -h0 h51v0; lia. }
         { clear -h0 h1 h29v4 h51v1; lia. }
         {
          destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
          { clear -h2 h51v2 h53v0; lia. }
          { clear -h1038v1 h16v2 h51v2 h53v1; lia. }
          { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
          { clear -h2 h1001v0 h53v3; lia. }
          { clear -h1 h51v2 h53v4; lia. }
          { clear -h1038v1 h30v3 h53v5; lia. }
          { clear -h2 h1001v0 h53v6; lia. }
         }
         { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
         { clear -h1038v1 h30v3 h51v4; lia. }
         { clear -h2 h1001v0 h51v5; lia. }
         {
          destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
          { clear -h51v6 h53v0; lia. }
          {
           destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
           { clear -h1038v1 h16v2 h51v6 h53v1 h1005v0; lia. }
           { clear -h1038v1 h16v2 h51v6 h53v1 h1005v1_1; lia. }
          }
          { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
          { clear -h2 h1001v0 h53v3; lia. }
          { clear -h0 h3 h1038v1 h22v3 h53v4; lia. }
          { clear -h1038v1 h30v3 h53v5; lia. }
          { clear -h2 h1001v0 h53v6; lia. }
         }
        }
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h1 h9v1 h30v3 h39v2; lia. }
         { clear -h1038v1 h29v4 h16v3 h39v3; lia. }
         { clear -h0 h1 h1038v1 h30v3 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h1 h9v1 h30v3 h39v6; lia. }
         {
          destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
          { clear -h0 h51v0; lia. }
          { clear -h0 h1 h29v4 h51v1; lia. }
          {
           destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
           { clear -h2 h51v2 h53v0; lia. }
           { clear -h1038v1 h39v7 h51v2 h53v1; lia. }
           { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
           { clear -h2 h1001v0 h53v3; lia. }
           { clear -h1 h51v2 h53v4; lia. }
           { clear -h1038v1 h30v3 h53v5; lia. }
           { clear -h2 h1001v0 h53v6; lia. }
          }
          { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
          { clear -h1038v1 h30v3 h51v4; lia. }
          { clear -h2 h1001v0 h51v5; lia. }
          {
           destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
           { clear -h51v6 h53v0; lia. }
           {
            destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
            { clear -h1038v1 h39v7 h51v6 h53v1 h1005v0; lia. }
            { clear -h1038v1 h39v7 h51v6 h53v1 h1005v1_1; lia. }
           }
           { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
           { clear -h2 h1001v0 h53v3; lia. }
           { clear -h0 h3 h1038v1 h22v3 h53v4; lia. }
           { clear -h1038v1 h30v3 h53v5; lia. }
           { clear -h2 h1001v0 h53v6; lia. }
          }
         }
        }
       }
       { clear -h1 h4 h30v4; lia. }
       { clear -h2 h30v5; lia. }
      }
      { clear -h2 h1001v0 h29v5; lia. }
     }
    }
   }
  }
  { clear -h0 h1 h4 h9v1 h1001v1; lia. }
 }
 {
  destruct h1001 as [h1001v0|h1001v1].
  {
   destruct h1038 as [h1038v0|h1038v1].
   { clear -h2 h1001v0 h1038v0; lia. }
   {
    destruct h22 as [h22v0|[h22v1|[h22v2|h22v3]]].
    { clear -h2 h1001v0 h22v0; lia. }
    {
     destruct h23 as [h23v0|[h23v1|[h23v2|h23v3]]].
     { clear -h2 h23v0; lia. }
     {
      destruct h16 as [h16v0|[h16v1|[h16v2|h16v3]]].
      { clear -h2 h16v0; lia. }
      {
       destruct h30 as [h30v0|[h30v1|[h30v2|[h30v3|[h30v4|h30v5]]]]].
       { clear -h16v1 h30v0; lia. }
       { clear -h0 h1 h4 h30v1; lia. }
       { clear -h1 h30v2; lia. }
       { clear -h1 h9v2 h16v1 h30v3; lia. }
       { clear -h1 h4 h30v4; lia. }
       { clear -h2 h30v5; lia. }
      }
      { clear -h23v1 h16v2; lia. }
      {
       destruct h29 as [h29v0|[h29v1|[h29v2|[h29v3|[h29v4|h29v5]]]]].
       {
        destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
        { clear -h22v1 h29v0 h1005v0; lia. }
        { clear -h1038v1 h22v1 h23v1 h29v0 h1005v1_1; lia. }
       }
       { clear -h0 h1 h4 h1038v1 h29v1; lia. }
       { clear -h1 h29v2; lia. }
       { clear -h0 h3 h1038v1 h29v3; lia. }
       {
        destruct h30 as [h30v0|[h30v1|[h30v2|[h30v3|[h30v4|h30v5]]]]].
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h30v0 h39v2; lia. }
         { clear -h1038v1 h16v3 h29v4 h39v3; lia. }
         { clear -h0 h4 h30v0 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h30v0 h39v6; lia. }
         { clear -h23v1 h39v7; lia. }
        }
        { clear -h0 h1 h4 h30v1; lia. }
        { clear -h1 h30v2; lia. }
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h1 h9v2 h30v3 h39v2; lia. }
         { clear -h1038v1 h16v3 h29v4 h39v3; lia. }
         { clear -h0 h1 h9v2 h30v3 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h1 h9v2 h30v3 h39v6; lia. }
         { clear -h23v1 h39v7; lia. }
        }
        { clear -h1 h4 h30v4; lia. }
        { clear -h2 h30v5; lia. }
       }
       { clear -h2 h1001v0 h29v5; lia. }
      }
     }
     { clear -h0 h23v2; lia. }
     {
      destruct h29 as [h29v0|[h29v1|[h29v2|[h29v3|[h29v4|h29v5]]]]].
      {
       destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
       { clear -h22v1 h29v0 h1005v0; lia. }
       {
        destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
        { clear -h22v1 h53v0; lia. }
        { clear -h1038v1 h22v1 h29v0 h1005v1_1 h53v1; lia. }
        { clear -h3 h1038v1 h29v0 h1005v1_1 h53v2; lia. }
        { clear -h2 h1001v0 h53v3; lia. }
        { clear -h3 h1038v1 h22v1 h29v0 h1005v1_1 h53v4; lia. }
        {
         destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
         { clear -h0 h54v0; lia. }
         { clear -h1038v1 h53v5 h54v1; lia. }
         { clear -h1038v1 h22v1 h29v0 h1005v1_1 h54v2; lia. }
         { clear -h1038v1 h23v3 h53v5 h54v3; lia. }
         { clear -h4 h1038v1 h22v1 h29v0 h1005v1_1 h54v4; lia. }
         { clear -h2 h54v5; lia. }
         { clear -h1038v1 h22v1 h29v0 h1005v1_1 h54v6; lia. }
        }
        { clear -h2 h1001v0 h53v6; lia. }
       }
      }
      { clear -h0 h1 h4 h1038v1 h29v1; lia. }
      { clear -h1 h29v2; lia. }
      { clear -h0 h3 h1038v1 h29v3; lia. }
      {
       destruct h30 as [h30v0|[h30v1|[h30v2|[h30v3|[h30v4|h30v5]]]]].
       {
        destruct h16 as [h16v0|[h16v1|[h16v2|h16v3]]].
        { clear -h2 h16v0; lia. }
        { clear -h30v0 h16v1; lia. }
        {
         destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
         { clear -h22v1 h53v0; lia. }
         {
          destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
          { clear -h1038v1 h22v1 h30v0 h53v1 h1005v0; lia. }
          { clear -h1038v1 h22v1 h16v2 h53v1 h1005v1_1; lia. }
         }
         { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
         { clear -h2 h1001v0 h53v3; lia. }
         { clear -h0 h3 h22v1 h29v4 h16v2 h53v4; lia. }
         {
          destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
          { clear -h0 h54v0; lia. }
          { clear -h1038v1 h53v5 h54v1; lia. }
          { clear -h30v0 h54v2; lia. }
          { clear -h1038v1 h23v3 h53v5 h54v3; lia. }
          { clear -h0 h4 h30v0 h54v4; lia. }
          { clear -h2 h54v5; lia. }
          { clear -h16v2 h54v6; lia. }
         }
         { clear -h2 h1001v0 h53v6; lia. }
        }
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h30v0 h39v2; lia. }
         { clear -h1038v1 h29v4 h16v3 h39v3; lia. }
         { clear -h0 h4 h30v0 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h30v0 h39v6; lia. }
         {
          destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
          { clear -h22v1 h53v0; lia. }
          {
           destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
           { clear -h1038v1 h22v1 h30v0 h53v1 h1005v0; lia. }
           { clear -h1038v1 h22v1 h39v7 h53v1 h1005v1_1; lia. }
          }
          { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
          { clear -h2 h1001v0 h53v3; lia. }
          { clear -h0 h3 h22v1 h29v4 h39v7 h53v4; lia. }
          {
           destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
           { clear -h0 h54v0; lia. }
           { clear -h1038v1 h53v5 h54v1; lia. }
           { clear -h30v0 h54v2; lia. }
           { clear -h1038v1 h23v3 h53v5 h54v3; lia. }
           { clear -h0 h4 h30v0 h54v4; lia. }
           { clear -h2 h54v5; lia. }
           { clear -h39v7 h54v6; lia. }
          }
          { clear -h2 h1001v0 h53v6; lia. }
         }
        }
       }
       { clear -h0 h1 h4 h30v1; lia. }
       { clear -h1 h30v2; lia. }
       {
        destruct h16 as [h16v0|[h16v1|[h16v2|h16v3]]].
        { clear -h2 h16v0; lia. }
        { clear -h1 h9v2 h30v3 h16v1; lia. }
        {
         destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
         { clear -h22v1 h53v0; lia. }
         {
          destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
          { clear -h1038v1 h22v1 h16v2 h53v1 h1005v0; lia. }
          { clear -h1038v1 h22v1 h16v2 h53v1 h1005v1_1; lia. }
         }
         { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
         { clear -h2 h1001v0 h53v3; lia. }
         { clear -h0 h3 h22v1 h29v4 h16v2 h53v4; lia. }
         { clear -h1038v1 h30v3 h53v5; lia. }
         { clear -h2 h1001v0 h53v6; lia. }
        }
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h1 h9v2 h30v3 h39v2; lia. }
         { clear -h1038v1 h29v4 h16v3 h39v3; lia. }
         { clear -h0 h1 h9v2 h30v3 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h1 h9v2 h30v3 h39v6; lia. }
         {
          destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
          { clear -h22v1 h53v0; lia. }
          {
           destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
           { clear -h1038v1 h22v1 h39v7 h53v1 h1005v0; lia. }
           { clear -h1038v1 h22v1 h39v7 h53v1 h1005v1_1; lia. }
          }
          { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
          { clear -h2 h1001v0 h53v3; lia. }
          { clear -h0 h3 h22v1 h29v4 h39v7 h53v4; lia. }
          { clear -h1038v1 h30v3 h53v5; lia. }
          { clear -h2 h1001v0 h53v6; lia. }
         }
        }
       }
       { clear -h1 h4 h30v4; lia. }
       { clear -h2 h30v5; lia. }
      }
      { clear -h2 h1001v0 h29v5; lia. }
     }
    }
    { clear -h0 h22v2; lia. }
    {
     destruct h23 as [h23v0|[h23v1|[h23v2|h23v3]]].
     { clear -h2 h23v0; lia. }
     {
      destruct h16 as [h16v0|[h16v1|[h16v2|h16v3]]].
      { clear -h2 h16v0; lia. }
      {
       destruct h30 as [h30v0|[h30v1|[h30v2|[h30v3|[h30v4|h30v5]]]]].
       { clear -h16v1 h30v0; lia. }
       { clear -h0 h1 h4 h30v1; lia. }
       { clear -h1 h30v2; lia. }
       { clear -h1 h9v2 h16v1 h30v3; lia. }
       { clear -h1 h4 h30v4; lia. }
       { clear -h2 h30v5; lia. }
      }
      { clear -h23v1 h16v2; lia. }
      {
       destruct h29 as [h29v0|[h29v1|[h29v2|[h29v3|[h29v4|h29v5]]]]].
       {
        destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
        { clear -h1 h4 h1038v1 h23v1 h29v0 h1005v0; lia. }
        { clear -h0 h1038v1 h23v1 h29v0 h1005v1_1; lia. }
       }
       { clear -h0 h1 h4 h1038v1 h29v1; lia. }
       { clear -h1 h29v2; lia. }
       { clear -h0 h3 h1038v1 h29v3; lia. }
       {
        destruct h30 as [h30v0|[h30v1|[h30v2|[h30v3|[h30v4|h30v5]]]]].
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h30v0 h39v2; lia. }
         { clear -h1038v1 h16v3 h29v4 h39v3; lia. }
         { clear -h0 h4 h30v0 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h30v0 h39v6; lia. }
         { clear -h23v1 h39v7; lia. }
        }
        { clear -h0 h1 h4 h30v1; lia. }
        { clear -h1 h30v2; lia. }
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h1 h9v2 h30v3 h39v2; lia. }
         { clear -h1038v1 h16v3 h29v4 h39v3; lia. }
         { clear -h0 h1 h1038v1 h30v3 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h1 h9v2 h30v3 h39v6; lia. }
         { clear -h23v1 h39v7; lia. }
        }
        { clear -h1 h4 h30v4; lia. }
        { clear -h2 h30v5; lia. }
       }
       { clear -h2 h1001v0 h29v5; lia. }
      }
     }
     { clear -h0 h23v2; lia. }
     {
      destruct h29 as [h29v0|[h29v1|[h29v2|[h29v3|[h29v4|h29v5]]]]].
      {
       destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
       { clear -h0 h51v0; lia. }
       { clear -h0 h3 h1038v1 h51v1; lia. }
       { clear -h29v0 h51v2; lia. }
       { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
       {
        destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
        { clear -h0 h54v0; lia. }
        { clear -h1038v1 h51v4 h54v1; lia. }
        { clear -h1 h4 h29v0 h51v4 h54v2; lia. }
        { clear -h1038v1 h23v3 h51v4 h54v3; lia. }
        { clear -h0 h4 h1038v1 h29v0 h54v4; lia. }
        { clear -h2 h54v5; lia. }
        {
         destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
         { clear -h1 h4 h1038v1 h29v0 h54v6 h1005v0; lia. }
         { clear -h0 h1038v1 h29v0 h54v6 h1005v1_1; lia. }
        }
       }
       { clear -h2 h1001v0 h51v5; lia. }
       {
        destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
        { clear -h29v0 h51v6 h1005v0; lia. }
        {
         destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
         { clear -h51v6 h53v0; lia. }
         { clear -h1038v1 h29v0 h51v6 h1005v1_1 h53v1; lia. }
         { clear -h3 h1038v1 h29v0 h1005v1_1 h53v2; lia. }
         { clear -h2 h1001v0 h53v3; lia. }
         { clear -h3 h1038v1 h29v0 h51v6 h1005v1_1 h53v4; lia. }
         {
          destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
          { clear -h0 h54v0; lia. }
          { clear -h1038v1 h53v5 h54v1; lia. }
          { clear -h1038v1 h29v0 h51v6 h1005v1_1 h54v2; lia. }
          { clear -h1038v1 h23v3 h53v5 h54v3; lia. }
          { clear -h4 h1038v1 h29v0 h51v6 h1005v1_1 h54v4; lia. }
          { clear -h2 h54v5; lia. }
          { clear -h1038v1 h29v0 h51v6 h1005v1_1 h54v6; lia. }
         }
         { clear -h2 h1001v0 h53v6; lia. }
        }
       }
      }
      { clear -h0 h1 h4 h1038v1 h29v1; lia. }
      { clear -h1 h29v2; lia. }
      { clear -h0 h3 h1038v1 h29v3; lia. }
      {
       destruct h30 as [h30v0|[h30v1|[h30v2|[h30v3|[h30v4|h30v5]]]]].
       {
        destruct h16 as [h16v0|[h16v1|[h16v2|h16v3]]].
        { clear -h2 h16v0; lia. }
        { clear -h30v0 h16v1; lia. }
        {
         destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
         { clear -h0 h54v0; lia. }
         {
          destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
          { clear -h0 h51v0; lia. }
          { clear -h0 h3 h1038v1 h51v1; lia. }
          {
           destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
           { clear -h2 h51v2 h53v0; lia. }
           { clear -h1038v1 h16v2 h51v2 h53v1; lia. }
           { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
           { clear -h2 h1001v0 h53v3; lia. }
           { clear -h1 h51v2 h53v4; lia. }
           { clear -h1038v1 h54v1 h53v5; lia. }
           { clear -h2 h1001v0 h53v6; lia. }
          }
          { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
          { clear -h1038v1 h54v1 h51v4; lia. }
          { clear -h2 h1001v0 h51v5; lia. }
          {
           destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
           { clear -h51v6 h53v0; lia. }
           {
            destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
            { clear -h1038v1 h30v0 h51v6 h53v1 h1005v0; lia. }
            { clear -h1038v1 h16v2 h51v6 h53v1 h1005v1_1; lia. }
           }
           { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
           { clear -h2 h1001v0 h53v3; lia. }
           { clear -h0 h3 h1038v1 h22v3 h53v4; lia. }
           { clear -h1038v1 h54v1 h53v5; lia. }
           { clear -h2 h1001v0 h53v6; lia. }
          }
         }
         { clear -h30v0 h54v2; lia. }
         {
          destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
          { clear -h0 h51v0; lia. }
          { clear -h0 h3 h1038v1 h51v1; lia. }
          {
           destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
           { clear -h2 h51v2 h53v0; lia. }
           { clear -h1038v1 h16v2 h51v2 h53v1; lia. }
           { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
           { clear -h2 h1001v0 h53v3; lia. }
           { clear -h1 h51v2 h53v4; lia. }
           { clear -h1038v1 h23v3 h54v3 h53v5; lia. }
           { clear -h2 h1001v0 h53v6; lia. }
          }
          { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
          { clear -h1038v1 h23v3 h54v3 h51v4; lia. }
          { clear -h2 h1001v0 h51v5; lia. }
          {
           destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
           { clear -h51v6 h53v0; lia. }
           {
            destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
            { clear -h1038v1 h30v0 h51v6 h53v1 h1005v0; lia. }
            { clear -h1038v1 h16v2 h51v6 h53v1 h1005v1_1; lia. }
           }
           { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
           { clear -h2 h1001v0 h53v3; lia. }
           { clear -h0 h3 h1038v1 h22v3 h53v4; lia. }
           { clear -h1038v1 h23v3 h54v3 h53v5; lia. }
           { clear -h2 h1001v0 h53v6; lia. }
          }
         }
         { clear -h0 h4 h30v0 h54v4; lia. }
         { clear -h2 h54v5; lia. }
         { clear -h16v2 h54v6; lia. }
        }
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h30v0 h39v2; lia. }
         { clear -h1038v1 h29v4 h16v3 h39v3; lia. }
         { clear -h0 h4 h30v0 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h30v0 h39v6; lia. }
         {
          destruct h54 as [h54v0|[h54v1|[h54v2|[h54v3|[h54v4|[h54v5|h54v6]]]]]].
          { clear -h0 h54v0; lia. }
          {
           destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
           { clear -h0 h51v0; lia. }
           { clear -h0 h3 h1038v1 h51v1; lia. }
           {
            destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
            { clear -h2 h51v2 h53v0; lia. }
            { clear -h1038v1 h39v7 h51v2 h53v1; lia. }
            { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
            { clear -h2 h1001v0 h53v3; lia. }
            { clear -h1 h51v2 h53v4; lia. }
            { clear -h1038v1 h54v1 h53v5; lia. }
            { clear -h2 h1001v0 h53v6; lia. }
           }
           { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
           { clear -h1038v1 h54v1 h51v4; lia. }
           { clear -h2 h1001v0 h51v5; lia. }
           {
            destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
            { clear -h51v6 h53v0; lia. }
            {
             destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
             { clear -h1038v1 h30v0 h51v6 h53v1 h1005v0; lia. }
             { clear -h1038v1 h39v7 h51v6 h53v1 h1005v1_1; lia. }
            }
            { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
            { clear -h2 h1001v0 h53v3; lia. }
            { clear -h0 h3 h1038v1 h22v3 h53v4; lia. }
            { clear -h1038v1 h54v1 h53v5; lia. }
            { clear -h2 h1001v0 h53v6; lia. }
           }
          }
          { clear -h30v0 h54v2; lia. }
          {
           destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
           { clear -h0 h51v0; lia. }
           { clear -h0 h3 h1038v1 h51v1; lia. }
           {
            destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
            { clear -h2 h51v2 h53v0; lia. }
            { clear -h1038v1 h39v7 h51v2 h53v1; lia. }
            { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
            { clear -h2 h1001v0 h53v3; lia. }
            { clear -h1 h51v2 h53v4; lia. }
            { clear -h1038v1 h23v3 h54v3 h53v5; lia. }
            { clear -h2 h1001v0 h53v6; lia. }
           }
           { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
           { clear -h1038v1 h23v3 h54v3 h51v4; lia. }
           { clear -h2 h1001v0 h51v5; lia. }
           {
            destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
            { clear -h51v6 h53v0; lia. }
            {
             destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
             { clear -h1038v1 h30v0 h51v6 h53v1 h1005v0; lia. }
             { clear -h1038v1 h39v7 h51v6 h53v1 h1005v1_1; lia. }
            }
            { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
            { clear -h2 h1001v0 h53v3; lia. }
            { clear -h0 h3 h1038v1 h22v3 h53v4; lia. }
            { clear -h1038v1 h23v3 h54v3 h53v5; lia. }
            { clear -h2 h1001v0 h53v6; lia. }
           }
          }
          { clear -h0 h4 h30v0 h54v4; lia. }
          { clear -h2 h54v5; lia. }
          { clear -h39v7 h54v6; lia. }
         }
        }
       }
       { clear -h0 h1 h4 h30v1; lia. }
       { clear -h1 h30v2; lia. }
       {
        destruct h16 as [h16v0|[h16v1|[h16v2|h16v3]]].
        { clear -h2 h16v0; lia. }
        { clear -h1 h9v2 h30v3 h16v1; lia. }
        {
         destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
         { clear -h0 h51v0; lia. }
         { clear -h0 h1 h29v4 h51v1; lia. }
         {
          destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
          { clear -h2 h51v2 h53v0; lia. }
          { clear -h1038v1 h16v2 h51v2 h53v1; lia. }
          { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
          { clear -h2 h1001v0 h53v3; lia. }
          { clear -h1 h51v2 h53v4; lia. }
          { clear -h1038v1 h30v3 h53v5; lia. }
          { clear -h2 h1001v0 h53v6; lia. }
         }
         { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
         { clear -h1038v1 h30v3 h51v4; lia. }
         { clear -h2 h1001v0 h51v5; lia. }
         {
          destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
          { clear -h51v6 h53v0; lia. }
          {
           destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
           { clear -h1038v1 h16v2 h51v6 h53v1 h1005v0; lia. }
           { clear -h1038v1 h16v2 h51v6 h53v1 h1005v1_1; lia. }
          }
          { clear -h1038v1 h29v4 h16v2 h53v2; lia. }
          { clear -h2 h1001v0 h53v3; lia. }
          { clear -h0 h3 h1038v1 h22v3 h53v4; lia. }
          { clear -h1038v1 h30v3 h53v5; lia. }
          { clear -h2 h1001v0 h53v6; lia. }
         }
        }
        {
         destruct h39 as [h39v0|[h39v1|[h39v2|[h39v3|[h39v4|[h39v5|[h39v6|h39v7]]]]]]].
         { clear -h0 h39v0; lia. }
         { clear -h1038v1 h29v4 h39v1; lia. }
         { clear -h1 h9v2 h30v3 h39v2; lia. }
         { clear -h1038v1 h29v4 h16v3 h39v3; lia. }
         { clear -h0 h1 h1038v1 h30v3 h39v4; lia. }
         { clear -h2 h39v5; lia. }
         { clear -h1 h9v2 h30v3 h39v6; lia. }
         {
          destruct h51 as [h51v0|[h51v1|[h51v2|[h51v3|[h51v4|[h51v5|h51v6]]]]]].
          { clear -h0 h51v0; lia. }
          { clear -h0 h1 h29v4 h51v1; lia. }
          {
           destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
           { clear -h2 h51v2 h53v0; lia. }
           { clear -h1038v1 h39v7 h51v2 h53v1; lia. }
           { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
           { clear -h2 h1001v0 h53v3; lia. }
           { clear -h1 h51v2 h53v4; lia. }
           { clear -h1038v1 h30v3 h53v5; lia. }
           { clear -h2 h1001v0 h53v6; lia. }
          }
          { clear -h0 h3 h1038v1 h22v3 h51v3; lia. }
          { clear -h1038v1 h30v3 h51v4; lia. }
          { clear -h2 h1001v0 h51v5; lia. }
          {
           destruct h53 as [h53v0|[h53v1|[h53v2|[h53v3|[h53v4|[h53v5|h53v6]]]]]].
           { clear -h51v6 h53v0; lia. }
           {
            destruct h1005 as [h1005v0|[h1005v1_0 h1005v1_1]].
            { clear -h1038v1 h39v7 h51v6 h53v1 h1005v0; lia. }
            { clear -h1038v1 h39v7 h51v6 h53v1 h1005v1_1; lia. }
           }
           { clear -h1038v1 h29v4 h39v7 h53v2; lia. }
           { clear -h2 h1001v0 h53v3; lia. }
           { clear -h0 h3 h1038v1 h22v3 h53v4; lia. }
           { clear -h1038v1 h30v3 h53v5; lia. }
           { clear -h2 h1001v0 h53v6; lia. }
          }
         }
        }
       }
       { clear -h1 h4 h30v4; lia. }
       { clear -h2 h30v5; lia. }
      }
      { clear -h2 h1001v0 h29v5; lia. }
     }
    }
   }
  }
  { clear -h0 h1 h4 h9v2 h1001v1; lia. }
 }
Qed.
Lemma outside_move x y : legal (x, y) -> Pset0 (x, y) \/ exists q, move (x, y) q /\ Pset0 q.
Proof.
  unfold legal; cbv zeta. intros L. destruct (level 1 (x + y + 1)) as [l Hl].
  by_cases h9 (l + 1 <= 0 \/ x + 1 <> 2 ^ (l) \/ y <> 0).
  { clear -L Hl h9. left. unfold Pset0; cbv zeta. left; exists (l); lia. }
  by_cases h16 (l + 1 <= 0 \/ 2 ^ (l) <= x + 1 \/ l + x + 1 <= 2 ^ (l) \/ 2 * x + y + 3 <> 2 * 2 ^ (l)).
  { clear -L Hl h16. left. unfold Pset0; cbv zeta. right; left; exists (l), (- x + 2 ^ (l) - 1); lia. }
  by_cases h22 (l <= 0 \/ 2 ^ (l - 1) + 1 <= l + x \/ x + 1 <= 0 \/ 2 * x + y + 1 <> 2 * 2 ^ (l - 1)).
  { clear -L Hl h22. left. unfold Pset0; cbv zeta. right; right; exists (l - 1), (- l - x + 2 ^ (l - 1) + 1); lia. }
  by_cases h23 (l + 1 <= 0 \/ 2 ^ (l) <= l + x \/ x + 1 <= 0 \/ 2 * x + y + 1 <> 2 * 2 ^ (l)).
  { clear -L Hl h23. left. unfold Pset0; cbv zeta. right; right; exists (l), (- l - x + 2 ^ (l)); lia. }
  by_cases h29 (x + 2 <= 2 ^ (l - 1) \/ 2 ^ (l - 1) <= 0 \/ y + 1 <= 0 \/ 2 * x + y + 2 <= 2 * 2 ^ (l - 1) \/ 2 * 2 ^ (l - 1) + ((2 * x + y) / 2) <= 2 * x + y + 1 \/ l <= 0).
  { clear -L Hl h29. right. exists (2 ^ (l - 1) - 1, 0). split.
    - unfold move, legal; cbv zeta. split; [lia|]. split; [lia|]. exists (x - 2 ^ (l - 1) + 1), (y); lia.
    - unfold Pset0; cbv zeta. left; exists (l - 1); lia. }
  by_cases h30 (x + 2 <= 2 ^ (l) \/ 2 ^ (l) <= 0 \/ y + 1 <= 0 \/ 2 * x + y + 2 <= 2 * 2 ^ (l) \/ 2 * 2 ^ (l) + ((2 * x + y) / 2) <= 2 * x + y + 1 \/ l + 1 <= 0).
  { clear -L Hl h30. right. exists (2 ^ (l) - 1, 0). split.
    - unfold move, legal; cbv zeta. split; [lia|]. split; [lia|]. exists (x - 2 ^ (l) + 1), (y); lia.
    - unfold Pset0; cbv zeta. left; exists (l); lia. }
  by_cases h39 (x + 1 <= 0 \/ 2 * x + y + 4 <= 2 * 2 ^ (l) \/ 2 * 2 ^ (l) <= 2 * x + 2 \/ 2 * x + y + 3 <= 2 * 2 ^ (l) \/ 2 * 2 ^ (l) + ((2 * x + y) / 2) <= 2 * x + y + 2 \/ l + 1 <= 0 \/ 2 ^ (l) <= x + 1 \/ l + x + 1 <= 2 ^ (l)).
  { clear -L Hl h39. right. exists (x, - 2 * x + 2 * 2 ^ (l) - 3). split.
    - unfold move, legal; cbv zeta. split; [lia|]. split; [lia|]. exists (0), (2 * x + y - 2 * 2 ^ (l) + 3); lia.
    - unfold Pset0; cbv zeta. right; left; exists (l), (- x + 2 ^ (l) - 1); lia. }
  by_cases h51 (x + 1 <= 0 \/ 2 * x + y + 2 <= 2 * 2 ^ (l - 1) \/ 2 * 2 ^ (l - 1) <= 2 * x \/ 2 * x + y + 1 <= 2 * 2 ^ (l - 1) \/ 2 * 2 ^ (l - 1) + ((2 * x + y) / 2) <= 2 * x + y \/ l <= 0 \/ 2 ^ (l - 1) + 1 <= l + x).
  { clear -L Hl h51. right. exists (x, - 2 * x + 2 * 2 ^ (l - 1) - 1). split.
    - unfold move, legal; cbv zeta. split; [lia|]. split; [lia|]. exists (0), (2 * x + y - 2 * 2 ^ (l - 1) + 1); lia.
    - unfold Pset0; cbv zeta. right; right; exists (l - 1), (- l - x + 2 ^ (l - 1) + 1); lia. }
  by_cases h53 (l + x + 1 <= 2 ^ (l - 1) \/ 2 ^ (l - 1) + 1 <= l \/ y + 2 <= 2 * l \/ 2 * l <= 0 \/ 2 * x + y + 1 <= 2 * 2 ^ (l - 1) \/ 2 * 2 ^ (l - 1) + ((2 * x + y) / 2) <= 2 * x + y \/ l <= 0).
  { clear -L Hl h53. right. exists (- l + 2 ^ (l - 1), 2 * l - 1). split.
    - unfold move, legal; cbv zeta. split; [lia|]. split; [lia|]. exists (l + x - 2 ^ (l - 1)), (- 2 * l + y + 1); lia.
    - unfold Pset0; cbv zeta. right; right; exists (l - 1), (1); lia. }
  by_cases h54 (x + 1 <= 0 \/ 2 * x + y + 2 <= 2 * 2 ^ (l) \/ 2 * 2 ^ (l) <= 2 * x \/ 2 * x + y + 1 <= 2 * 2 ^ (l) \/ 2 * 2 ^ (l) + ((2 * x + y) / 2) <= 2 * x + y \/ l + 1 <= 0 \/ 2 ^ (l) <= l + x).
  { clear -L Hl h54. right. exists (x, - 2 * x + 2 * 2 ^ (l) - 1). split.
    - unfold move, legal; cbv zeta. split; [lia|]. split; [lia|]. exists (0), (2 * x + y - 2 * 2 ^ (l) + 1); lia.
    - unfold Pset0; cbv zeta. right; right; exists (l), (- l - x + 2 ^ (l)); lia. }
  exfalso. apply (outside l x y (2 ^ (l)) (2 ^ (l - 1)));
    [ clear -L Hl; lia ..
    | exact h9
    | exact h16
    | exact h22
    | exact h23
    | exact h29
    | exact h30
    | exact h39
    | exact h51
    | exact h53
    | exact h54
    | by_power_small 2 0 l
    | by_power_multiple 2 2 l
    | by_fact (powers_next 2 (l - 1) l) ].
Qed.

Theorem theorem : forall p, legal p -> (P_position position move p <-> Pset0 p).
Proof.
  apply kernel with (legal := legal).
  - intros [x y] [x' y'] _ M. unfold move in M. tauto.
  - exact game_ends.
  - exact no_move_inside.
  - intros [x y]. exact (outside_move x y).
Qed.
