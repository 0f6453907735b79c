(* Podium.v: n players who move in turn; who cannot move is last, the one before him is first, and so on (the podium rule, S.-Y. R. Li 1978).

   Everybody wants to be as far from getting stuck as he can. The outcome of a position, a number from 0 to n - 1, is 0 without options (who is
   to move is stuck), otherwise (1 + the least outcome of the options) mod n. For n = 2 outcome 0 is a P-position, outcome 1 an N-position.

   The positions of outcome 0 are the P-positions of the game for two players in which one makes between 1 and n - 1 moves at once (theorem
   podium_zero). So a set is the set of positions of outcome 0 if no 1, ..., n - 1 moves lead from it into it, and from everywhere outside some
   1, ..., n - 1 moves do. *)
From Coq Require Import ZArith Lia List Wellfounded Relation_Operators.
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

(* ---- outcomes exist if the options of a position can be listed: podium_rule is no empty hypothesis ---- *)

Section Outcomes.
  Variable position : Type.
  Variable move : position -> position -> Prop.
  Variable options : position -> list position.
  Hypothesis options_move : forall p q, In q (options p) <-> move p q.
  Variable n : Z.

  Inductive result : position -> Z -> Prop :=
    | result_stuck p : stuck position move p -> result p 0
    | result_best p q v : move p q -> result q v -> (forall r, move p r -> exists w, v <= w /\ result r w) -> result p ((1 + v) mod n).

  Lemma result_unique : ends position move -> forall p v w, result p v -> result p w -> v = w.
  Proof.
    intros W p. induction p as [p IH] using (well_founded_ind W). intros v w Hv Hw.
    inversion Hv as [p1 S1|p1 q1 v1 M1 R1 L1]; inversion Hw as [p2 S2|p2 q2 v2 M2 R2 L2]; subst.
    - reflexivity.
    - destruct (S1 q2 M2).
    - destruct (S2 q1 M1).
    - destruct (L1 q2 M2) as [a [A Ra]]. destruct (L2 q1 M1) as [b [B Rb]]. pose proof (IH q2 M2 a v2 Ra R2). pose proof (IH q1 M1 b v1 Rb R1).
      replace v2 with v1 by lia. reflexivity.
  Qed.

  Theorem outcomes_exist : ends position move -> { outcome | forall legal, podium_rule position move legal n outcome }.
  Proof.
    intros W. assert (A : forall p, { v | result p v }).
    { intros p. induction p as [p IH] using (well_founded_induction_type W).
      assert (B : forall q l, (forall r, In r (q :: l) -> move p r) ->
        { best | In (fst best) (q :: l) /\ result (fst best) (snd best) /\ forall r, In r (q :: l) -> exists w, snd best <= w /\ result r w }).
      { intros q l. revert q. induction l as [|r l IHl]; intros q H; destruct (IH q (H q (or_introl eq_refl))) as [v Rv].
        - exists (q, v). simpl. split; [auto|]. split; [exact Rv|]. intros r [<-|[]]. exists v. split; [lia|exact Rv].
        - destruct (IHl r) as [[b w] [I [Rb Least]]]; [intros x Hx; apply H; right; exact Hx|]. cbn [fst snd] in *.
          destruct (Z_le_gt_dec v w) as [C|C]; [exists (q, v)|exists (b, w)]; cbn [fst snd].
          + split; [left; reflexivity|]. split; [exact Rv|]. intros x [<-|Hx]; [exists v; split; [lia|exact Rv]|].
            destruct (Least x Hx) as [u [U Ru]]. exists u. split; [lia|exact Ru].
          + split; [right; exact I|]. split; [exact Rb|]. intros x [<-|Hx]; [exists v; split; [lia|exact Rv]|exact (Least x Hx)]. }
      destruct (options p) as [|q l] eqn:E.
      - exists 0. apply result_stuck. intros q M. apply options_move in M. rewrite E in M. destruct M.
      - assert (O : forall r, In r (q :: l) <-> move p r) by (intros r; rewrite <- E; apply options_move).
        destruct (B q l) as [[b v] [I [R Least]]]; [intros r; apply O|]. exists ((1 + v) mod n).
        apply (result_best p b v); [apply O; exact I|exact R|]. intros r M. apply Least, O, M. }
    exists (fun p => proj1_sig (A p)). intros legal p _. pose proof (proj2_sig (A p)) as R.
    inversion R as [p1 S E|p1 q v M Rq Least E]; subst; [left; auto|right]. exists q.
    rewrite <- (result_unique W q _ _ Rq (proj2_sig (A q))). split; [exact M|]. split; [reflexivity|].
    intros r Mr. destruct (Least r Mr) as [w [Hw Rw]]. rewrite (result_unique W r _ _ (proj2_sig (A r)) Rw). exact Hw.
  Qed.
End Outcomes.
