(* game subtraction (x), parameter moves: set;  move (x - s) for s in moves
   theorem "{2, 5, 7}" in subtraction({2, 5, 7}): grundy has period 22 after 0
   The second theorem is about misère play: who takes the last stone loses. *)
From Coq Require Import ZArith Lia List.
From Bouton Require Import Bouton Windows.
Import ListNotations.
Open Scope Z_scope.

Definition position := Z.
Definition legal (p : position) := let x := p in 0 <= x.
Definition move (p q : position) := let x := p in let x' := q in
  legal p /\ legal q /\
  ((exists s, In s [2; 5; 7] /\ x' = x - s)).

(* the values of the heaps 0, ..., 21 *)
Definition values := Eval vm_compute in table [0; 0; 1; 1; 0; 2; 1; 3; 2; 2; 0; 3; 1; 0; 0; 1; 1; 2; 2; 3; 3; 2].
Definition value := repeating (listed values) 0 22.

Theorem theorem : (forall x, legal x -> grundy position move x (value x)) /\ period_after value 0 22.
Proof.
  split; [exact (subtraction [2; 5; 7] (listed values) 0 22 ltac:(vm_compute; reflexivity))|].
  apply period; [lia|lia|vm_compute; reflexivity].
Qed.

(* misère, {1, 2}: the first player loses exactly if x = 1 mod 3 *)
Definition misere_values := Eval vm_compute in table [1; 0; 2].
Definition misere_value := repeating (listed misere_values) 0 3.
Theorem theorem_misere : (forall x, legal x -> misere_grundy position (subtraction_move [1; 2]) x (misere_value x)) /\ period_after misere_value 0 3.
Proof.
  split; [exact (misere_subtraction [1; 2] (listed misere_values) 0 3 ltac:(vm_compute; reflexivity))|].
  apply period; [lia|lia|vm_compute; reflexivity].
Qed.
