(* Bouton.v: impartial games, their P-positions and their Grundy values, and how these are recognised.

   A game is a set of positions with a relation `move p q`: from p one may go to q. It ends if there is no infinite play. Two players
   move in turn; who cannot move has lost. (Misère play, where who cannot move has won, is at the end.)

     P-position   all options are N-positions: who moves here loses.
     N-position   some option is a P-position: who moves here wins.
     value v      v is the least natural number that is not the value of an option.

   The theorems are those that every later proof ends with:

     kernel    a set without moves inside, into which one can move from everywhere outside, is the set of P-positions;
     formula   a function e with  e(p) = least number that is not e of an option  gives the values;
     levels    the same for the sets { value = 0 }, { value = 1 }, ..., all of them or the first ones;
     rules     conversely, what is known of the values of a game.

   Everything is constructive: "from everywhere outside" reads  K p \/ exists q, move p q /\ K q,  and no axiom is used (check.v).
   Positions are often tuples of integers of which only some are meant: these are the legal ones, and moves lead from legal positions to
   legal ones. *)
From Coq Require Import ZArith Lia List Bool FinFun.
Import ListNotations.
Open Scope Z_scope.

(* ---- measures, one or several, the first of them the most important: natural numbers that fall ---- *)

Fixpoint falls {A : Type} (measures : list (A -> Z)) (p q : A) : Prop :=
  match measures with
  | [] => False
  | m :: rest => 0 <= m q < m p \/ (m q = m p /\ falls rest p q)
  end.

Theorem induction_by_measures {A : Type} (measures : list (A -> Z)) (Q : A -> Prop) :
  (forall p, (forall q, falls measures p q -> Q q) -> Q p) -> forall p, Q p.
Proof.
  enough (W : well_founded (fun q p => falls measures p q)) by exact (well_founded_ind W Q). clear Q.
  induction measures as [|m rest IH]; [intros p; constructor; intros q []|].
  assert (B : forall n p, (Z.to_nat (m p) < n)%nat -> Acc (fun q p => falls (m :: rest) p q) p).
  { induction n as [|n IHn]; [lia|]. intros p. induction p as [p IHp] using (well_founded_ind IH). intros Hp.
    constructor. intros q [Hq|[E Hq]]; [apply IHn; lia|apply IHp; [exact Hq|rewrite E; exact Hp]]. }
  intros p. apply (B (S (Z.to_nat (m p)))). lia.
Qed.

Corollary induction_by {A : Type} (measure : A -> Z) (Q : A -> Prop) :
  (forall p, (forall q, 0 <= measure q < measure p -> Q q) -> Q p) -> forall p, Q p.
Proof. intros H. apply (induction_by_measures [measure]). intros p IH. apply H. intros q Hq. apply IH. left. exact Hq. Qed.

Section Games.
  Variable position : Type.
  Variable move : position -> position -> Prop.

  (* ---- definitions: what a reader of a theorem must understand ---- *)

  Inductive P_position : position -> Prop :=
    | P_intro p : (forall q, move p q -> N_position q) -> P_position p
  with N_position : position -> Prop :=
    | N_intro p q : move p q -> P_position q -> N_position p.

  (* grundy p v: the value of p is v. Every smaller number is the value of an option; every option has another value, which is to say
     that it has a smaller one, or that from it one can go on to a position of value v. `grundy_mex` below says the same in one line for
     games all of whose positions have values; the definition as it stands needs no such assumption. *)
  Inductive grundy : position -> Z -> Prop :=
    | grundy_intro p v :
        0 <= v ->
        (forall w, 0 <= w < v -> exists q, move p q /\ grundy q w) ->
        (forall q, move p q -> another q v) ->
        grundy p v
  with another : position -> Z -> Prop :=
    | smaller q v w : w < v -> grundy q w -> another q v
    | larger q v r : move q r -> grundy r v -> another q v.

  Definition ends := well_founded (fun q p => move p q).

  (* A game ends if with every move a natural number falls, or the first of several that changes. *)
  Theorem ends_by_measures measures : (forall p q, move p q -> falls measures p q) -> ends.
  Proof.
    intros H. unfold ends, well_founded. apply (induction_by_measures measures). intros p IH. constructor. intros q M. apply IH, H, M.
  Qed.

  Corollary ends_by (measure : position -> Z) : (forall p q, move p q -> 0 <= measure q < measure p) -> ends.
  Proof. intros H. apply (ends_by_measures [measure]). intros p q M. left. exact (H p q M). Qed.

  (* ---- no position is both, none has two values ---- *)

  Theorem not_both : ends -> forall p, P_position p -> N_position p -> False.
  Proof.
    intros W p. induction p as [p IH] using (well_founded_ind W). intros HP HN.
    inversion HP as [p' H]; subst. inversion HN as [p' q M Q]; subst. exact (IH q M Q (H q M)).
  Qed.

  Lemma not_another : ends -> forall p v, grundy p v -> another p v -> False.
  Proof.
    intros W p. induction p as [p IH] using (well_founded_ind W). intros v G A.
    inversion G as [p1 v1 N1 S1 D1]; subst. inversion A as [p2 v2 w Hw Gw|p2 v2 r M Gr]; subst.
    - inversion Gw as [p3 w3 N3 S3 D3]; subst. destruct (S1 w) as [q [M Gq]]; [lia|]. exact (IH q M w Gq (D3 q M)).
    - exact (IH r M v Gr (D1 r M)).
  Qed.

  Theorem grundy_unique : ends -> forall p v w, grundy p v -> grundy p w -> v = w.
  Proof.
    intros W p v w Hv Hw. destruct (Z.lt_trichotomy v w) as [H|[H|H]]; [|exact H|]; exfalso.
    - exact (not_another W p w Hw (smaller p w v H Hv)).
    - exact (not_another W p v Hv (smaller p v w H Hw)).
  Qed.

  Theorem zero_is_P : ends -> forall p, grundy p 0 <-> P_position p.
  Proof.
    intros W.
    assert (A : forall p, (grundy p 0 -> P_position p) /\ (P_position p -> grundy p 0)
                       /\ (another p 0 -> N_position p) /\ (N_position p -> another p 0)).
    { intros p. induction p as [p IH] using (well_founded_ind W). refine (conj _ (conj _ (conj _ _))); intros H.
      - inversion H as [p1 v1 N1 S1 D1]; subst. constructor. intros q M. apply (IH q M), D1, M.
      - inversion H as [p1 D1]; subst. constructor; [lia|lia|]. intros q M. apply (IH q M), D1, M.
      - inversion H as [p1 v1 w Hw Gw|p1 v1 r M Gr]; subst; [inversion Gw; lia|].
        apply (N_intro p r M). apply (IH r M). exact Gr.
      - inversion H as [p1 q M Hq]; subst. apply (larger p 0 q M). apply (IH q M). exact Hq. }
    intros p. split; apply A.
  Qed.

  Corollary P_iff_zero : ends -> forall p v, grundy p v -> (P_position p <-> v = 0).
  Proof.
    intros W p v G. rewrite <- (zero_is_P W). split; [exact (fun H => grundy_unique W p v 0 G H)|]. intros <-. exact G.
  Qed.

  (* ---- how P-positions and values are recognised ---- *)

  Variable legal : position -> Prop.
  Hypothesis stays_legal : forall p q, legal p -> move p q -> legal q.

  Theorem kernel (K : position -> Prop) :
    ends ->
    (forall p q, legal p -> K p -> move p q -> K q -> False) ->
    (forall p, legal p -> K p \/ exists q, move p q /\ K q) ->
    forall p, legal p -> (P_position p <-> K p).
  Proof.
    intros W Inside Outside.
    assert (A : forall p, legal p -> (K p -> P_position p) /\ (K p \/ N_position p)).
    { intros p. induction p as [p IH] using (well_founded_ind W). intros L. split.
      - intros HK. constructor. intros q M. destruct (proj2 (IH q M (stays_legal _ _ L M))) as [Kq|Nq]; [|exact Nq].
        exfalso. exact (Inside p q L HK M Kq).
      - destruct (Outside p L) as [HK|[q [M Kq]]]; [left; exact HK|right].
        apply (N_intro p q M). exact (proj1 (IH q M (stays_legal _ _ L M)) Kq). }
    intros p L. destruct (A p L) as [A1 [HK|HN]]; split; auto.
    intros HP. exfalso. exact (not_both W p HP HN).
  Qed.

  Theorem formula (e : position -> Z) :
    ends ->
    (forall p, legal p -> 0 <= e p) ->
    (forall p q, legal p -> move p q -> e q = e p -> False) ->
    (forall p v, legal p -> 0 <= v < e p -> exists q, move p q /\ e q = v) ->
    forall p, legal p -> grundy p (e p).
  Proof.
    intros W Natural Different Smaller.
    assert (A : forall p, legal p -> grundy p (e p) /\ forall v, 0 <= v -> v <> e p -> another p v).
    { intros p. induction p as [p IH] using (well_founded_ind W). intros L.
      assert (S : forall v, 0 <= v < e p -> exists q, move p q /\ grundy q v).
      { intros v Hv. destruct (Smaller p v L Hv) as [q [M <-]]. exists q. split; [exact M|].
        exact (proj1 (IH q M (stays_legal _ _ L M))). }
      assert (G : grundy p (e p)).
      { constructor; [exact (Natural p L)|exact S|]. intros q M. apply (IH q M (stays_legal _ _ L M)); [exact (Natural p L)|].
        intros E. exact (Different p q L M (eq_sym E)). }
      split; [exact G|]. intros v Hv Ne. destruct (Z_lt_le_dec v (e p)) as [H|H].
      - destruct (S v) as [q [M Gq]]; [lia|]. exact (larger p v q M Gq).
      - apply (smaller p v (e p)); [lia|exact G]. }
    intros p L. exact (proj1 (A p L)).
  Qed.

  (* The conditions speak of the values below `bound` only, and so does the conclusion. *)
  Theorem levels_below (bound : Z) (G : Z -> position -> Prop) :
    ends ->
    (forall s p q, 0 <= s < bound -> legal p -> G s p -> move p q -> G s q -> False) ->
    (forall s p, 0 <= s < bound -> legal p -> (exists v, 0 <= v <= s /\ G v p) \/ exists q, move p q /\ G s q) ->
    (forall s t p, 0 <= s < bound -> 0 <= t < bound -> legal p -> G s p -> G t p -> s = t) ->
    forall p s, legal p -> 0 <= s < bound -> (grundy p s <-> G s p).
  Proof.
    intros W Inside Outside One.
    assert (A : forall p, legal p -> (forall s, 0 <= s < bound -> G s p -> grundy p s)
                /\ (forall s, 0 <= s < bound -> (exists v, 0 <= v <= s /\ G v p) \/ exists q, move p q /\ grundy q s)).
    { intros p. induction p as [p IH] using (well_founded_ind W). intros L.
      assert (O : forall s, 0 <= s < bound -> (exists v, 0 <= v <= s /\ G v p) \/ exists q, move p q /\ grundy q s).
      { intros s Hs. destruct (Outside s p Hs L) as [H|[q [M Gq]]]; [left; exact H|right]. exists q. split; [exact M|].
        apply (IH q M (stays_legal _ _ L M)); assumption. }
      split; [|exact O]. intros s Hs Gs. constructor; [lia| |].
      - intros w Hw. destruct (O w) as [[v [Hv Gv]]|H]; [lia| |exact H].
        specialize (One v s p ltac:(lia) Hs L Gv Gs). lia.
      - intros q M. destruct (IH q M (stays_legal _ _ L M)) as [Iq Oq]. destruct (Oq s Hs) as [[v [Hv Gv]]|[r [Mr Gr]]].
        + destruct (Z.eq_dec v s) as [->|Ne]; [exfalso; exact (Inside s p q Hs L Gs M Gv)|].
          apply (smaller q s v); [lia|]. apply Iq; [lia|exact Gv].
        + exact (larger q s r Mr Gr). }
    intros p s L Hs. destruct (A p L) as [I O]. split; [|exact (I s Hs)]. intros Gp.
    destruct (O s Hs) as [[v [Hv Gv]]|[q [M Gq]]].
    - assert (v = s) as <- by (apply (grundy_unique W p); [apply I; [lia|exact Gv]|exact Gp]). exact Gv.
    - exfalso. exact (not_another W p s Gp (larger p s q M Gq)).
  Qed.

  Theorem levels (G : Z -> position -> Prop) :
    ends ->
    (forall s p q, 0 <= s -> legal p -> G s p -> move p q -> G s q -> False) ->
    (forall s p, 0 <= s -> legal p -> (exists v, 0 <= v <= s /\ G v p) \/ exists q, move p q /\ G s q) ->
    (forall s t p, 0 <= s -> 0 <= t -> legal p -> G s p -> G t p -> s = t) ->
    forall p s, legal p -> 0 <= s -> (grundy p s <-> G s p).
  Proof.
    intros W Inside Outside One p s L Hs. apply (levels_below (s + 1) G W); try assumption; try lia.
    - intros t a b Ht. apply Inside. lia.
    - intros t a Ht. apply Outside. lia.
    - intros t u a Ht Hu. apply One; lia.
  Qed.

  (* ---- what the rules say of values that are given as a function g ---- *)

  Theorem grundy_rules (g : position -> Z) :
    ends -> (forall p, legal p -> grundy p (g p)) ->
    forall p, legal p ->
      0 <= g p
      /\ (forall q, move p q -> g q <> g p)
      /\ (forall v, 0 <= v < g p -> exists q, move p q /\ g q = v).
  Proof.
    intros W H p L. pose proof (H p L) as Gp. inversion Gp as [p1 v1 N1 S1 D1]; subst. split; [exact N1|]. split.
    - intros q M E. apply (not_another W q (g p)); [rewrite <- E; exact (H q (stays_legal _ _ L M))|exact (D1 q M)].
    - intros v Hv. destruct (S1 v Hv) as [q [M Gq]]. exists q. split; [exact M|].
      exact (grundy_unique W q _ _ (H q (stays_legal _ _ L M)) Gq).
  Qed.

  (* So the definition says what it should: g gives the values exactly if g(p) is always the least number missing among the options. *)
  Corollary grundy_mex (g : position -> Z) :
    ends ->
    ((forall p, legal p -> grundy p (g p)) <->
     (forall p, legal p -> 0 <= g p /\ (forall q, move p q -> g q <> g p)
                           /\ (forall v, 0 <= v < g p -> exists q, move p q /\ g q = v))).
  Proof.
    intros W. split; [exact (grundy_rules g W)|]. intros H. apply (formula g W).
    - intros p L. apply (H p L).
    - intros p q L M E. exact (proj1 (proj2 (H p L)) q M E).
    - intros p v L. apply (H p L).
  Qed.

  (* ---- the same for outcomes that are given as a function o: 0 for P-positions, 1 for N-positions ---- *)

  Theorem outcome_rules (o : position -> Z) :
    ends -> (forall p, legal p -> (o p = 0 /\ P_position p) \/ (o p = 1 /\ N_position p)) ->
    forall p, legal p ->
      0 <= o p <= 1
      /\ (o p = 0 -> forall q, move p q -> o q <> 0)
      /\ (o p = 1 -> exists q, move p q /\ o q = 0).
  Proof.
    intros W H p L. destruct (H p L) as [[E K]|[E K]]; (split; [lia|split]); intros E'; try lia.
    - intros q M Eq. destruct (H q (stays_legal _ _ L M)) as [[_ Q]|[Q _]]; [|lia].
      inversion K as [p1 N1]; subst. exact (not_both W q Q (N1 q M)).
    - inversion K as [p1 q M Q]; subst. exists q. split; [exact M|].
      destruct (H q (stays_legal _ _ L M)) as [[Eq _]|[_ N]]; [exact Eq|]. exfalso. exact (not_both W q Q N).
  Qed.

  Corollary grundy_iff (g : position -> Z) :
    ends -> (forall p, legal p -> grundy p (g p)) -> forall p v, legal p -> (grundy p v <-> g p = v).
  Proof.
    intros W H p v L. split; [exact (grundy_unique W p _ _ (H p L))|]. intros <-. exact (H p L).
  Qed.
End Games.

(* Rules that say the same give the same values. *)
Theorem same_moves position (move move' : position -> position -> Prop) :
  ends position move -> (forall p q, move p q <-> move' p q) ->
  forall p v, grundy position move p v -> grundy position move' p v.
Proof.
  intros W Same.
  enough (A : forall p v, (grundy position move p v -> grundy position move' p v)
                       /\ (another position move p v -> another position move' p v)) by (intros p v; apply A).
  intros p. induction p as [p IH] using (well_founded_ind W).
  assert (G : forall v, grundy position move p v -> grundy position move' p v).
  { intros v H. inversion H as [p1 v1 N1 S1 D1]; subst. constructor; [exact N1| |].
    - intros w Hw. destruct (S1 w Hw) as [q [M Gq]]. exists q. split; [apply Same, M|apply (IH q M), Gq].
    - intros q M. apply Same in M. apply (IH q M), D1, M. }
  intros v. split; [apply G|]. intros H. inversion H as [p1 v1 w Hw Gw|p1 v1 r M Gr]; subst.
  - exact (smaller _ _ p v w Hw (G w Gw)).
  - apply (larger _ _ p v r); [apply Same, M|apply (IH r M), Gr].
Qed.

(* ---- misère play: who cannot move has won ----
   The same as normal play if a player who is stuck makes one more move, to a position None where the other is stuck. *)

Section Misere.
  Variable position : Type.
  Variable move : position -> position -> Prop.

  Definition stuck (p : position) := forall q, ~ move p q.
  Definition misere_move (a b : option position) : Prop :=
    match a, b with
    | Some p, Some q => move p q
    | Some p, None => stuck p
    | None, _ => False
    end.
  Definition misere_P (p : position) := P_position (option position) misere_move (Some p).
  Definition misere_grundy (p : position) := grundy (option position) misere_move (Some p).

  Lemma misere_ends : ends position move -> ends (option position) misere_move.
  Proof.
    intros W.
    assert (N : Acc (fun b a => misere_move a b) None) by (constructor; intros b []).
    assert (S : forall p, Acc (fun b a => misere_move a b) (Some p)).
    { intros p. induction p as [p IH] using (well_founded_ind W). constructor. intros [q|] M; [exact (IH q M)|exact N]. }
    intros [p|]; auto.
  Qed.

  Variable legal : position -> Prop.
  Hypothesis stays_legal : forall p q, legal p -> move p q -> legal q.
  Let legal' (a : option position) := match a with Some p => legal p | None => True end.
  Let stays_legal' : forall a b, legal' a -> misere_move a b -> legal' b.
  Proof. intros [p|] [q|] L M; simpl in *; eauto; tauto. Qed.

  Theorem misere_kernel (K : position -> Prop) :
    ends position move ->
    (forall p, legal p -> K p -> exists q, move p q) ->
    (forall p q, legal p -> K p -> move p q -> K q -> False) ->
    (forall p, legal p -> K p \/ stuck p \/ exists q, move p q /\ K q) ->
    forall p, legal p -> (misere_P p <-> K p).
  Proof.
    intros W Alive Inside Outside p L.
    apply (kernel _ misere_move legal' stays_legal' (fun a => match a with Some p => K p | None => True end)).
    - exact (misere_ends W).
    - intros [a|] [b|] La Ka M Kb; simpl in *; eauto. destruct (Alive a La Ka) as [q Mq]. exact (M q Mq).
    - intros [a|] La; simpl in *; [|left; exact I]. destruct (Outside a La) as [Ka|[Sa|[q [M Kq]]]]; [left; exact Ka|right|right].
      + exists None. simpl. auto.
      + exists (Some q). simpl. auto.
    - exact L.
  Qed.

  (* The value of a position without moves is 1, all other values are as usual. *)
  Theorem misere_formula (e : position -> Z) :
    ends position move ->
    (forall p, legal p -> 0 <= e p) ->
    (forall p, legal p -> e p = 0 -> exists q, move p q) ->
    (forall p q, legal p -> move p q -> e q = e p -> False) ->
    (forall p v, legal p -> 0 <= v < e p -> (v = 0 /\ stuck p) \/ exists q, move p q /\ e q = v) ->
    forall p, legal p -> misere_grundy p (e p).
  Proof.
    intros W Natural Alive Different Smaller p L.
    apply (formula _ misere_move legal' stays_legal' (fun a => match a with Some p => e p | None => 0 end) (misere_ends W))
      with (p := Some p); [| | |exact L].
    - intros [a|] La; simpl in *; [auto|lia].
    - intros [a|] [b|] La M E; simpl in *; eauto. destruct (Alive a La (eq_sym E)) as [q Mq]. exact (M q Mq).
    - intros [a|] v La Hv; simpl in *; [|lia]. destruct (Smaller a v La Hv) as [[-> Sa]|[q [M Eq]]].
      + exists None. simpl. auto.
      + exists (Some q). simpl. auto.
  Qed.
End Misere.

(* ---- values exist, and can be computed, if the options of a position can be listed ---- *)

(* The least natural number that is not in the list. *)
Fixpoint mex_from (l : list Z) (steps : nat) (v : Z) : Z :=
  match steps with
  | O => v
  | S n => if existsb (Z.eqb v) l then mex_from l n (v + 1) else v
  end.
Definition mex (l : list Z) := mex_from l (length l) 0.

Lemma in_list v l : existsb (Z.eqb v) l = true <-> In v l.
Proof.
  rewrite existsb_exists. split; [intros [w [H E]]; apply Z.eqb_eq in E; subst; exact H|]. intros H. exists v. split; [exact H|apply Z.eqb_refl].
Qed.

Lemma mex_from_spec l n v :
  v <= mex_from l n v /\ (forall w, v <= w < mex_from l n v -> In w l) /\ (In (mex_from l n v) l -> mex_from l n v = v + Z.of_nat n).
Proof.
  revert v. induction n as [|n IH]; intros v; cbn [mex_from]; [repeat split; intros; lia|].
  destruct (existsb (Z.eqb v) l) eqn:E.
  - destruct (IH (v + 1)) as [A [B C]]. apply in_list in E. repeat split; [lia| |intros H; rewrite (C H); lia].
    intros w Hw. destruct (Z.eq_dec w v) as [->|]; [exact E|apply B; lia].
  - repeat split; intros; [lia|lia|]. apply in_list in H. congruence.
Qed.

Lemma mex_spec l : 0 <= mex l /\ ~ In (mex l) l /\ forall w, 0 <= w < mex l -> In w l.
Proof.
  unfold mex. destruct (mex_from_spec l (length l) 0) as [A [B C]]. repeat split; [exact A| |exact B].
  intros H. specialize (C H). rewrite C in *.
  assert (D : (length (map Z.of_nat (seq 0 (S (length l)))) <= length l)%nat).     (* length + 1 different numbers in the list *)
  { apply NoDup_incl_length; [apply Injective_map_NoDup; [intros a b; lia|apply seq_NoDup]|].
    intros w Hw. apply in_map_iff in Hw. destruct Hw as [k [<- Hk]]. apply in_seq in Hk.
    destruct (Nat.eq_dec k (length l)) as [->|]; [exact H|apply B; lia]. }
  rewrite map_length, seq_length in D. lia.
Qed.

Section Values.
  Variable position : Type.
  Variable move : position -> position -> Prop.
  Variable options : position -> list position.
  Hypothesis options_move : forall p q, In q (options p) <-> move p q.

  (* So  forall p, legal p -> grundy p (g p)  is no empty hypothesis. *)
  Theorem values_exist : ends position move -> { g | forall p, grundy position move p (g p) }.
  Proof.
    intros W. enough (A : forall p, { v | grundy position move p v }).
    { exists (fun p => proj1_sig (A p)). intros p. exact (proj2_sig (A p)). }
    intros p. induction p as [p IH] using (well_founded_induction_type W).
    assert (B : forall l, (forall q, In q l -> move p q) -> { vs | Forall2 (grundy position move) l vs }).
    { induction l as [|q l IHl]; intros H; [exists []; constructor|].
      destruct (IH q (H q (or_introl eq_refl))) as [v Hv]. destruct IHl as [vs Hvs]; [intros r Hr; apply H; right; exact Hr|].
      exists (v :: vs). constructor; assumption. }
    destruct (B (options p)) as [vs Hvs]; [intros q; apply options_move|]. exists (mex vs). destruct (mex_spec vs) as [M0 [M1 M2]].
    assert (S : forall w, 0 <= w < mex vs -> exists q, move p q /\ grundy position move q w).
    { intros w Hw. apply M2 in Hw. clear -Hvs Hw options_move. setoid_rewrite <- options_move.
      induction Hvs as [|q v l vs Hq _ IHl]; [destruct Hw|]. destruct Hw as [->|Hw]; [exists q; simpl; auto|].
      destruct (IHl Hw) as [r [Hr Gr]]. exists r. simpl. auto. }
    constructor; [exact M0|exact S|]. intros q M.
    assert (E : exists w, In w vs /\ grundy position move q w).
    { apply options_move in M. clear -Hvs M. induction Hvs as [|r v l vs Hr _ IHl]; [destruct M|].
      destruct M as [->|M]; [exists v; simpl; auto|]. destruct (IHl M) as [w [Hw Gw]]. exists w. simpl. auto. }
    destruct E as [w [Hw Gw]]. assert (Ne : w <> mex vs) by (intros ->; contradiction).
    destruct (Z_lt_le_dec w (mex vs)); [exact (smaller _ _ q _ w l Gw)|].
    inversion Gw as [q1 w1 N1 S1 D1]; subst. destruct (S1 (mex vs)) as [r [Mr Gr]]; [lia|]. exact (larger _ _ q _ r Mr Gr).
  Qed.

  (* A program for them, to compare a game with what other programs say of it; `plays` bounds the length of a play. *)
  Fixpoint value_within (plays : nat) (p : position) : Z :=
    match plays with O => 0 | S n => mex (map (value_within n) (options p)) end.

  Theorem value_within_grundy (measure : position -> Z) :
    (forall p q, move p q -> 0 <= measure q < measure p) ->
    forall plays p, measure p < Z.of_nat plays -> grundy position move p (value_within plays p).
  Proof.
    intros Falls.
    assert (Same : forall n m p, measure p < Z.of_nat n -> measure p < Z.of_nat m -> value_within n p = value_within m p).
    { assert (None : forall p, measure p < 0 -> options p = []).
      { intros p Hp. destruct (options p) as [|q l] eqn:E; [reflexivity|].
        assert (M : move p q) by (apply options_move; rewrite E; left; reflexivity). specialize (Falls p q M). lia. }
      induction n as [|n IH]; intros [|m] p Hn Hm; cbn [value_within]; [reflexivity| | |].
      1, 2: rewrite None by exact Hn || exact Hm; reflexivity.
      f_equal. apply map_ext_in. intros q Hq. pose proof (Falls p q (proj1 (options_move p q) Hq)). apply IH; lia. }
    intros plays p Hp. rewrite (Same plays (S (Z.to_nat (measure p))) p) by lia. clear plays Hp.
    apply (formula position move (fun _ => True) ltac:(auto) (fun p => value_within (S (Z.to_nat (measure p))) p));
      [exact (ends_by _ _ measure Falls)| | | |exact I].
    all: clear p; intros p.
    2: intros q _ M E. 3: intros v _ Hv.
    all: cbn [value_within] in *; set (l := map _ (options p)) in *; destruct (mex_spec l) as [M0 [M1 M2]].
    - auto.
    - apply M1. rewrite <- E. apply in_map_iff. exists q. split; [|apply options_move; exact M].
      pose proof (Falls p q M). symmetry. apply (Same (S (Z.to_nat (measure q)))); lia.
    - apply M2, in_map_iff in Hv. destruct Hv as [q [E Hq]]. apply options_move in Hq. exists q.
      split; [exact Hq|]. rewrite <- E. pose proof (Falls p q Hq). apply (Same (S (Z.to_nat (measure q)))); lia.
  Qed.
End Values.
