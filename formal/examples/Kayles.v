(* game kayles (x): move (a) + (x - 1 - a) for 0 <= a <= x - 1 - a    move (a) + (x - 2 - a) for 0 <= a <= x - 2 - a
   theorem "Guy, Smith": grundy has period 12 after 71 *)
From Coq Require Import ZArith Lia List.
From Bouton Require Import Bouton Sums Windows.
Import ListNotations.
Open Scope Z_scope.

Definition option (x : Z) (parts : list Z) :=
  (exists a, 0 <= a /\ a <= x - 1 - a /\ parts = [a; x - 1 - a])
  \/ (exists a, 0 <= a /\ a <= x - 2 - a /\ parts = [a; x - 2 - a]).
Definition move := heaps_move option.       (* one heap of a list of heaps becomes the heaps of an option *)

Definition rules := [Two 1 0 false; Two 2 0 false].
Lemma same_rules x parts : 0 <= x -> (option x parts <-> splitting rules x parts).
Proof.
  intros _. unfold option, splitting, rules. split.
  - intros [[a H]|[a H]].
    + exists (Two 1 0 false). split; [simpl; tauto|]. exists a, (x - 1 - a). intuition (lia || discriminate).
    + exists (Two 2 0 false). split; [simpl; tauto|]. exists a, (x - 2 - a). intuition (lia || discriminate).
  - intros [r [[<-|[<-|[]]] [b [c [S [L [U ->]]]]]]].
    + left. exists b. replace c with (x - 1 - b) in * by lia. intuition lia.
    + right. exists b. replace c with (x - 2 - b) in * by lia. intuition lia.
Qed.

(* the values of the heaps 0, ..., 82 *)
Definition values := Eval vm_compute in table [0; 1; 2; 3; 1; 4; 3; 2; 1; 4; 2; 6; 4; 1; 2; 7; 1; 4; 3; 2; 1; 4; 6; 7; 4; 1; 2; 8; 5; 4; 7; 2; 1; 8; 6; 7; 4; 1; 2; 3; 1; 4; 7; 
2; 1; 8; 2; 7; 4; 1; 2; 8; 1; 4; 7; 2; 1; 4; 2; 7; 4; 1; 2; 8; 1; 4; 7; 2; 1; 8; 6; 7; 4; 1; 2; 8; 1; 4; 7; 2; 1; 8; 2].
Definition value := repeating (listed values) 71 12.

Theorem theorem : (forall x, 0 <= x -> grundy (list Z) move [x] (value x)) /\ period_after value 71 12.
Proof.
  split; [|apply period; [lia|lia|vm_compute; reflexivity]].
  intros x H. replace (value x) with (value_of_heaps value [x]) by apply Z.lxor_0_r.
  apply (splitting_heaps option rules); [exact same_rules|vm_compute; reflexivity|repeat constructor; exact H].
Qed.
