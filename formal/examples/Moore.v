(* game moore (a...), parameter k: move (a - t) for 1 <= t <= a in up to k piles
   theorem "Moore" in moore(k) with m piles for k >= 1, m >= 1: { outcome = P } = { qsum(k + 1, a...) = 0 }
   The same with n players: { outcome = 0 } = { qsum((n - 1)*k + 1, a...) = 0 } *)
From Coq Require Import ZArith List.
From Bouton Require Import Bouton Sums Podium Columns.
Open Scope Z_scope.

(* lowered p q: how many piles of p are lower in q;  column j p: the sum of the binary digits at 2^j *)
Definition move (k : Z) (p q : list Z) := Forall2 (fun a a' => 0 <= a' <= a) p q /\ 1 <= lowered p q <= k.
Definition Pset (k : Z) (p : list Z) := forall j, 0 <= j -> column j p mod (k + 1) = 0.

Theorem theorem : forall k, 1 <= k -> forall p, natural p -> (P_position (list Z) (move k) p <-> Pset k p).
Proof. exact moore. Qed.

(* podium_rule n outcome: outcome is 0 without options, otherwise (1 + the least outcome of the options) mod n *)
Theorem theorem_players : forall n k outcome, 2 <= n -> 1 <= k -> podium_rule (list Z) (move k) natural n outcome ->
  forall p, natural p -> (outcome p = 0 <-> Pset ((n - 1) * k) p).
Proof. exact podium_moore. Qed.
