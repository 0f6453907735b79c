(* Podium.v: n players who move in turn; who cannot move is last, the one before him is first, and so on (the podium rule, S.-Y. R. Li 1978).

   Everybody wants to be as far from getting stuck as he can. The outcome of a position, a number from 0 to n - 1, is 0 without options (who is
   to move is stuck), otherwise (1 + the least outcome of the options) mod n. For n = 2 outcome 0 is a P-position, outcome 1 an N-position.

   The positions of outcome 0 are the P-positions of the game for two players in which one makes between 1 and n - 1 moves at once (theorem
   podium_zero). So a set is the set of positions of outcome 0 if no 1, ..., n - 1 moves lead from it into it, and from everywhere outside some
   1, ..., n - 1 moves do. *)
From Coq Require Import ZArith Lia Wellfounded Relation_Operators.
From Bouton Require Import Bouton.
Open Scope Z_scope.

Section Podium.
  Variable position : Type.
  Variable move : position -> position -> Prop.
  Variable legal : position -> Prop.
  Hypothesis stays_legal : forall p q, legal p -> move p q -> legal q.

  (* ---- definitions ---- *)

  Definition podium_rule (n : Z) (outcome : position -> Z) := forall p, legal p ->
    (stuck position move p /\ outcome p = 0)
    \/ exists q, move p q /\ outcome p = (1 + outcome q) mod n /\ forall r, move p r -> outcome q <= outcome r.

  Fixpoint moves (count : nat) (p q : position) : Prop :=
    match count with O => p = q | S m => exists r, move p r /\ moves m r q end.
  Definition at_once (most : Z) (p q : position) := exists count, 1 <= Z.of_nat count <= most /\ moves count p q.

  (* ---- the game with several moves at once ---- *)

  Lemma moves_legal count p q : legal p -> moves count p q -> legal q.
  Proof. revert p. induction count as [|m IH]; intros p L; [intros <-; exact L|]. intros [r [M H]]. exact (IH r (stays_legal p r L M) H). Qed.

  Lemma at_once_legal most p q : legal p -> at_once most p q -> legal q.
  Proof. intros L [count [_ H]]. exact (moves_legal count p q L H). Qed.

  Lemma at_once_ends most : ends position move -> ends position (at_once most).
  Proof.
    intros W. apply wf_clos_trans in W. apply (wf_incl _ _ (clos_trans _ (fun q p => move p q))); [|exact W].
    intros q p [count [H M]]. destruct count as [|m]; [lia|]. clear H. revert p M.
    induction m as [|m IH]; intros p [r [M H]]; [simpl in H; subst; apply t_step; exact M|].
    apply t_trans with r; [exact (IH r H)|apply t_step; exact M].
  Qed.

  (* ---- outcomes ---- *)

  Variable n : Z.
  Hypothesis players : 2 <= n.
  Variable outcome : position -> Z.
  Hypothesis rule : podium_rule n outcome.

  Lemma outcome_range p : legal p -> 0 <= outcome p < n.
  Proof. intros L. destruct (rule p L) as [[_ ->]|[q [_ [-> _]]]]; [lia|]. apply Z.mod_pos_bound. lia. Qed.

  (* If a position of outcome 0 can be reached by at most n - 1 moves, the outcome is not larger than their number. *)
  Lemma outcome_near count p q : legal p -> Z.of_nat count <= n - 1 -> moves count p q -> outcome q = 0 ->
    outcome p <= Z.of_nat count /\ (1 <= Z.of_nat count -> 1 <= outcome p).
  Proof.
    revert p. induction count as [|m IH]; intros p L Few; [intros -> ->; lia|]. intros [r [M H]] E.
    destruct (IH r (stays_legal p r L M) ltac:(lia) H E) as [A _].
    destruct (rule p L) as [[S _]|[b [Mb [-> Least]]]]; [destruct (S r M)|]. specialize (Least r M).
    pose proof (outcome_range b (stays_legal p b L Mb)). rewrite Z.mod_small by lia. lia.
  Qed.

  (* From a position of outcome v one can reach one of outcome 0 by v moves. *)
  Lemma outcome_far v p : legal p -> outcome p = Z.of_nat v -> exists q, moves v p q /\ outcome q = 0.
  Proof.
    revert p. induction v as [|v IH]; intros p L E; [exists p; split; [reflexivity|exact E]|].
    destruct (rule p L) as [[_ Z0]|[q [M [Eq _]]]]; [lia|]. pose proof (outcome_range q (stays_legal p q L M)) as B.
    assert (outcome q = Z.of_nat v).
    { destruct (Z.eq_dec (1 + outcome q) n) as [N|N]; [rewrite N, Z.mod_same in Eq by lia; lia|]. rewrite Z.mod_small in Eq by lia. lia. }
    destruct (IH q (stays_legal p q L M) ltac:(assumption)) as [r [N R]]. exists r. split; [exists q; auto|exact R].
  Qed.

  Theorem podium_zero : ends position move -> forall p, legal p -> (outcome p = 0 <-> P_position position (at_once (n - 1)) p).
  Proof.
    intros W p L. symmetry. revert p L.
    apply (kernel position (at_once (n - 1)) legal (at_once_legal (n - 1)) (fun p => outcome p = 0) (at_once_ends (n - 1) W)).
    - intros p q L Ep [count [H M]] Eq. destruct (outcome_near count p q L ltac:(lia) M Eq) as [_ A]. lia.
    - intros p L. pose proof (outcome_range p L). destruct (Z.eq_dec (outcome p) 0) as [E|E]; [left; exact E|right].
      destruct (outcome_far (Z.to_nat (outcome p)) p L ltac:(lia)) as [q [M Eq]]. exists q. split; [|exact Eq].
      exists (Z.to_nat (outcome p)). split; [lia|exact M].
  Qed.

  Corollary podium_kernel (K : position -> Prop) :
    ends position move ->
    (forall p q, legal p -> K p -> at_once (n - 1) p q -> K q -> False) ->
    (forall p, legal p -> K p \/ exists q, at_once (n - 1) p q /\ K q) ->
    forall p, legal p -> (outcome p = 0 <-> K p).
  Proof.
    intros W Inside Outside p L. rewrite (podium_zero W p L).
    exact (kernel position (at_once (n - 1)) legal (at_once_legal (n - 1)) K (at_once_ends (n - 1) W) Inside Outside p L).
  Qed.
End Podium.
