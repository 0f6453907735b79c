(* game bachet (x), parameter k >= 1: move (x - t) for 1 <= t <= k
   theorem "values" in bachet(k) for k >= 1, x >= 0: grundy(x) = x mod (k + 1) *)
From Coq Require Import ZArith Lia.
From Bouton Require Import Bouton Arithmetic.
Open Scope Z_scope.

Section Bachet.
  Variable k : Z.
  Hypothesis Hk : 1 <= k.

  Definition position := Z.
  Definition legal (p : position) := let x := p in 0 <= x.
  Definition move (p q : position) := let x := p in let x' := q in
    legal p /\ legal q /\
    ((exists t, 1 <= t /\ t <= k /\ x' = x - t)).
  Definition value (p : position) := let x := p in x mod (k + 1).

  Lemma game_ends : ends position move.
  Proof.
    apply (ends_by _ _ (fun p => let x := p in x)).
    intros x x' M. unfold move, legal in M; cbv beta zeta in *. destruct M as [L1 [L2 M]]. destruct M as [t M]; lia.
  Qed.

  (* q = floor(x/(k+1)), kq = k*q; the value is x - kq - q *)
  Lemma natural (x q kq : Z)
    (h1 : 1 <= k)
    (h2 : x - kq - q + 1 <= 0)
    (h3 : k <= -1 \/ (kq + q <= x /\ x + 1 <= kq + q + k + 1)) : False.
  Proof.
   destruct h3 as [h3v0|[h3v1_0 h3v1_1]].
   { clear -h1 h3v0; lia. }
   { clear -h2 h3v1_0; lia. }
  Qed.

  Lemma different (x t x' q kq q' kq' : Z)
    (h1 : 1 <= k)
    (h2 : 1 <= t)
    (h3 : t <= k)
    (h4 : x' = x - t)
    (h5 : x' - kq' - q' = x - kq - q)
    (h6 : k + 1 <= 0 \/ q <= q' \/ 0 <= kq - kq' - k)
    (h7 : k + 1 <= 0 \/ q' + 1 <= q \/ kq - kq' <= 0) : False.
  Proof.
   destruct h6 as [h6v0|[h6v1|h6v2]].
   { clear -h1 h6v0; lia. }
   {
    destruct h7 as [h7v0|[h7v1|h7v2]].
    { clear -h1 h7v0; lia. }
    { clear -h6v1 h7v1; lia. }
    { clear -h2 h4 h5 h6v1 h7v2; lia. }
   }
   {
    destruct h7 as [h7v0|[h7v1|h7v2]].
    { clear -h1 h7v0; lia. }
    { clear -h3 h4 h5 h6v2 h7v1; lia. }
    { clear -h1 h6v2 h7v2; lia. }
   }
  Qed.

  (* t = x mod (k+1) - v: the position x - t = v + (k+1)*q has the quotient q' *)
  Lemma smaller (x v q kq q' kq' : Z)
    (h1 : 1 <= k)
    (h2 : 0 <= x)
    (h3 : 0 <= v)
    (h4 : v + 1 <= x - kq - q)
    (h5 : k <= -1 \/ (kq + q <= x /\ x + 1 <= kq + q + k + 1))
    (h6 : k <= -1 \/ (kq' + q' <= v + kq + q /\ v + kq + q + 1 <= kq' + q' + k + 1))
    (h7 : k + 1 <= 0 \/ q <= q' \/ 0 <= kq - kq' - k)
    (h8 : k + 1 <= 0 \/ q' <= q \/ 0 <= kq' - kq - k)
    (h9 : q <> q' \/ kq = kq')
    (h10 : k + 1 <= 0 \/ q + 1 <= 0 \/ 0 <= kq)
    (h11 : k + 1 <= 0 \/ 0 <= q \/ 0 <= - kq - k)
    (h12 : 1 <= v - x + kq + q \/ k + 1 <= x - kq - q - v \/ v + kq + q + 1 <= 0 \/ kq' + q' <> kq + q)
    (h13 : k + 1 <= 0 \/ q' + 1 <= q \/ 0 <= kq' - kq) : False.
  Proof.
   destruct h5 as [h5v0|[h5v1_0 h5v1_1]].
   { clear -h1 h5v0; lia. }
   {
    destruct h6 as [h6v0|[h6v1_0 h6v1_1]].
    { clear -h1 h6v0; lia. }
    {
     destruct h7 as [h7v0|[h7v1|h7v2]].
     { clear -h1 h7v0; lia. }
     {
      destruct h8 as [h8v0|[h8v1|h8v2]].
      { clear -h1 h8v0; lia. }
      {
       destruct h9 as [h9v0|h9v1].
       { clear -h7v1 h8v1 h9v0; lia. }
       {
        destruct h11 as [h11v0|[h11v1|h11v2]].
        { clear -h1 h11v0; lia. }
        {
         destruct h10 as [h10v0|[h10v1|h10v2]].
         { clear -h1 h10v0; lia. }
         { clear -h11v1 h10v1; lia. }
         {
          destruct h12 as [h12v0|[h12v1|[h12v2|h12v3]]].
          { clear -h4 h12v0; lia. }
          { clear -h3 h5v1_1 h12v1; lia. }
          { clear -h3 h11v1 h10v2 h12v2; lia. }
          { clear -h7v1 h8v1 h9v1 h12v3; lia. }
         }
        }
        {
         destruct h10 as [h10v0|[h10v1|h10v2]].
         { clear -h1 h10v0; lia. }
         { clear -h2 h5v1_1 h10v1 h11v2; lia. }
         { clear -h1 h11v2 h10v2; lia. }
        }
       }
      }
      { clear -h4 h5v1_1 h6v1_0 h7v1 h8v2; lia. }
     }
     {
      destruct h13 as [h13v0|[h13v1|h13v2]].
      { clear -h1 h13v0; lia. }
      { clear -h3 h6v1_1 h7v2 h13v1; lia. }
      { clear -h1 h7v2 h13v2; lia. }
     }
    }
   }
  Qed.

  Theorem values : forall p, legal p -> grundy position move p (value p).
  Proof.
    apply formula with (legal := legal).
    - intros x x' _ M. unfold move in M; cbv zeta in M. tauto.
    - exact game_ends.
    - intros x. unfold legal, value; cbv zeta. intros L. rewrite !remainder.
      by_cases h (x - k * (x / (k + 1)) - x / (k + 1) + 1 <= 0); [clear -h; linear|]. exfalso.
      apply (natural x (x / (k + 1)) (k * (x / (k + 1))));
      [ exact Hk
      | exact h
      | by_fact (quotient x (k + 1)) ].
    - intros x x'. unfold legal, value, move, legal; cbv zeta. intros L [L1 [L2 M]]. destruct M as [t M]. rewrite !remainder. intros E.
      apply (different x t x' (x / (k + 1)) (k * (x / (k + 1))) (x' / (k + 1)) (k * (x' / (k + 1))));
      [ exact Hk
      | clear -M; lia
      | clear -M; lia
      | clear -M; lia
      | clear -E; linear
      | by_fact (product_nonneg k (x / (k + 1) - x' / (k + 1) - 1))
      | by_fact (product_nonpos k (x / (k + 1) - x' / (k + 1))) ].
    - intros x v. unfold legal, value; cbv zeta. rewrite !remainder. intros L V.
      set (x' := v + k * (x / (k + 1)) + x / (k + 1)).
      by_cases h (1 <= v - x + k * (x / (k + 1)) + x / (k + 1) \/ k + 1 <= x - k * (x / (k + 1)) - x / (k + 1) - v
        \/ v + k * (x / (k + 1)) + x / (k + 1) + 1 <= 0 \/ k * (x' / (k + 1)) + x' / (k + 1) <> k * (x / (k + 1)) + x / (k + 1)).
      { exists x'. rewrite !remainder. split.
        - unfold move, legal; cbv zeta. split; [clear -L; linear|]. split; [clear -h; subst x'; linear|].
          exists (x - x'). clear -h V; subst x'; linear.
        - clear -h; subst x'; linear. }
      exfalso. apply (smaller x v (x / (k + 1)) (k * (x / (k + 1))) (x' / (k + 1)) (k * (x' / (k + 1))));
      [ exact Hk
      | exact L
      | clear -V; linear
      | clear -V; linear
      | by_fact (quotient x (k + 1))
      | by_fact (quotient x' (k + 1))
      | by_fact (product_nonneg k (x / (k + 1) - x' / (k + 1) - 1))
      | by_fact (product_nonneg k (x' / (k + 1) - x / (k + 1) - 1))
      | by_fact (same_value_2 Z.mul k k (x / (k + 1)) (x' / (k + 1)))
      | by_fact (product_nonneg k (x / (k + 1)))
      | by_fact (product_nonneg k (- (x / (k + 1)) - 1))
      | exact h
      | by_fact (product_nonneg k (x' / (k + 1) - x / (k + 1))) ].
  Qed.
End Bachet.
