(* Digits.v: statements about the binary digits of finitely many natural numbers, decided by automata that Coq's kernel runs (vm_compute).

   A condition on numbers x1, ..., xn is

     Lin [c1; ...; cn] c        c1*x1 + ... + cn*xn + c <= 0, or
     Col q [m1; ...; mn]        every column of binary digits, each digit times its m, adds up to a multiple of q
                                (for q = 2: the xor of the numbers with m = 1 is 0).

   Read the digits of all numbers at once, the highest first. Of a linear form only its value for the digits read so far matters, and not
   even that once it is so far from 0 that the digits to come cannot change the answer: so a condition is an automaton with finitely many
   states, and so are several conditions together. Two questions are answered by a search through the states:

     impossible   no numbers satisfy all conditions of a list;
     always       for all x1, ..., xn there are numbers y1, ..., yh such that all conditions of one of several lists hold
                  (sets of states, since the y may be chosen as one likes). *)
From Coq Require Import ZArith Lia List Bool Permutation.
From Bouton Require Import Bouton Sums.
Import ListNotations.
Open Scope Z_scope.
Local Arguments Z.mul : simpl never. Local Arguments Z.add : simpl never. Local Arguments Z.pow : simpl never.
Local Arguments Z.div : simpl never. Local Arguments Z.modulo : simpl never. Local Arguments Z.testbit : simpl never.

Fixpoint dot (cs xs : list Z) : Z := match cs, xs with c :: cs', x :: xs' => c * x + dot cs' xs' | _, _ => 0 end.
Definition column (xs : list Z) (k : Z) : list Z := map (fun x => Z.b2z (Z.testbit x k)) xs.
Inductive condition := Lin (cs : list Z) (c : Z) | Col (q : Z) (mask : list Z).
Definition holds (p : condition) (xs : list Z) : Prop :=
  match p with
  | Lin cs c => dot cs xs + c <= 0
  | Col q mask => forall k, 0 <= k -> dot mask (column xs k) mod q = 0
  end.

(* ---- the automaton of one condition: what is known of the digits read so far ---- *)
Inductive state := Exactly (s : Z) | Always.
Definition plus (cs : list Z) := fold_right (fun c s => Z.max c 0 + s) 0 cs.
Definition minus (cs : list Z) := fold_right (fun c s => Z.max (- c) 0 + s) 0 cs.
Definition clip (cs : list Z) (c s : Z) : option state :=
  if (minus cs <=? s) && (0 <? s + c) then None
  else if (s <=? - plus cs) && (s + c <=? 0) then Some Always else Some (Exactly s).
Definition step (p : condition) (st : state) (col : list Z) : option state :=
  match p, st with
  | Lin cs c, Always => Some Always
  | Lin cs c, Exactly s => clip cs c (2 * s + dot cs col)
  | Col q mask, _ => if dot mask col mod q =? 0 then Some Always else None
  end.
Definition start (p : condition) : option state := match p with Lin cs c => clip cs c 0 | Col _ _ => Some Always end.
Definition accepts (p : condition) (st : state) : bool :=
  match p, st with Lin cs c, Exactly s => s + c <=? 0 | _, _ => true end.

Definition bit (b : Z) := b = 0 \/ b = 1.
Definition push (xs col : list Z) := map (fun p => 2 * fst p + snd p) (combine xs col).

Definition known (p : condition) (st : state) (xs : list Z) : Prop :=
  match p, st with
  | Lin cs c, Exactly s => dot cs xs = s
  | Lin cs c, Always => dot cs xs <= - plus cs /\ dot cs xs + c <= 0
  | Col _ _, _ => holds p xs
  end.
Definition hopeless (p : condition) (xs : list Z) : Prop :=
  match p with Lin cs c => minus cs <= dot cs xs /\ 0 < dot cs xs + c | Col _ _ => ~ holds p xs end.

Lemma plus_minus cs : 0 <= minus cs /\ 0 <= plus cs.
Proof. unfold minus, plus. induction cs; simpl; lia. Qed.
Lemma dot_bound cs col : Forall bit col -> - minus cs <= dot cs col <= plus cs.
Proof.
  revert col. induction cs as [|c cs IH]; intros [|b col] H.
  - simpl. lia.
  - simpl. lia.
  - pose proof (plus_minus (c :: cs)). simpl dot. lia.
  - inversion H as [|? ? Hb Hc]; subst. specialize (IH col Hc). simpl dot.
    change (minus (c :: cs)) with (Z.max (- c) 0 + minus cs). change (plus (c :: cs)) with (Z.max c 0 + plus cs).
    destruct Hb as [->| ->]; lia.
Qed.
Lemma dot_push cs xs col : length xs = length col -> dot cs (push xs col) = 2 * dot cs xs + dot cs col.
Proof.
  revert xs col. induction cs as [|c cs IH]; intros [|x xs] [|b col] H; simpl in *; try lia; try discriminate.
  unfold push in IH. rewrite IH by lia. lia.
Qed.
Lemma column_push_0 xs col : Forall bit col -> length xs = length col -> column (push xs col) 0 = col.
Proof.
  revert col. induction xs as [|x xs IH]; intros [|b col] H L; simpl in *; try discriminate; [reflexivity|].
  inversion H as [|? ? Hb Hc]; subst. unfold push in *. rewrite IH; [|assumption|lia]. f_equal.
  destruct Hb as [->| ->]; [rewrite Z.add_0_r, Z.testbit_even_0|rewrite Z.testbit_odd_0]; reflexivity.
Qed.
Lemma column_push_S xs col k : 0 <= k -> Forall bit col -> length xs = length col -> column (push xs col) (k + 1) = column xs k.
Proof.
  intros Hk. revert col. induction xs as [|x xs IH]; intros [|b col] H L; simpl in *; try discriminate; [reflexivity|].
  inversion H as [|? ? Hb Hc]; subst. unfold push in *. rewrite IH; [|assumption|lia]. f_equal. f_equal.
  change (k + 1) with (Z.succ k). destruct Hb as [->| ->]; [rewrite Z.add_0_r, Z.testbit_even_succ|rewrite Z.testbit_odd_succ]; auto.
Qed.
Lemma col_push q mask xs col : Forall bit col -> length xs = length col ->
  (holds (Col q mask) (push xs col) <-> holds (Col q mask) xs /\ dot mask col mod q = 0).
Proof.
  intros Hb L. simpl. split.
  - intros H. split.
    + intros k Hk. rewrite <- (column_push_S xs col k Hk Hb L). apply H. lia.
    + rewrite <- (column_push_0 xs col Hb L) at 1. apply H. lia.
  - intros [H1 H2] k Hk. destruct (Z.eq_dec k 0) as [->|Hk'].
    + rewrite column_push_0 by assumption. exact H2.
    + replace k with ((k - 1) + 1) by lia. rewrite column_push_S by (assumption || lia). apply H1. lia.
Qed.

Lemma clip_known cs c xs st : clip cs c (dot cs xs) = Some st -> known (Lin cs c) st xs.
Proof.
  unfold clip. destruct (_ && _); [intros; discriminate|]. destruct (_ && _) eqn:E; intros H; inversion H; subst; simpl; [|reflexivity].
  apply andb_true_iff in E. rewrite !Z.leb_le in E. lia.
Qed.
Lemma clip_hopeless cs c xs : clip cs c (dot cs xs) = None -> hopeless (Lin cs c) xs.
Proof.
  unfold clip. destruct (_ && _) eqn:E; [|destruct (_ && _) in |- *; intros H; exfalso; clear -H; revert H; congruence]. intros _. simpl.
  apply andb_true_iff in E. rewrite Z.leb_le, Z.ltb_lt in E. exact E.
Qed.
(* reading a column keeps what is known true; if there is no next state, all is lost *)
Lemma step_known p st st' xs col : Forall bit col -> length xs = length col ->
  known p st xs -> step p st col = Some st' -> known p st' (push xs col).
Proof.
  intros Hb L K S. destruct p as [cs c|q mask].
  - pose proof (dot_bound cs col Hb) as B. pose proof (dot_push cs xs col L) as D. destruct st as [s|]; simpl in S.
    + simpl in K. subst s. rewrite <- D in S. apply clip_known. exact S.
    + inversion S; subst. simpl in *. rewrite D. lia.
  - simpl in S. destruct (dot mask col mod q =? 0) eqn:E; [|discriminate]. apply Z.eqb_eq in E.
    assert (H : holds (Col q mask) (push xs col)) by (apply (proj2 (col_push q mask xs col Hb L)); split; [destruct st; exact K|exact E]).
    destruct st'; exact H.
Qed.
Lemma step_hopeless p st xs col : Forall bit col -> length xs = length col ->
  known p st xs -> step p st col = None -> hopeless p (push xs col).
Proof.
  intros Hb L K S. destruct p as [cs c|q mask].
  - destruct st as [s|]; simpl in S; [|discriminate]. simpl in K. subst s. rewrite <- (dot_push cs xs col L) in S.
    apply clip_hopeless. exact S.
  - simpl in S. destruct (dot mask col mod q =? 0) eqn:E; [discriminate|]. apply Z.eqb_neq in E.
    simpl. intros H. apply E. apply (col_push q mask xs col Hb L). exact H.
Qed.
Lemma hopeless_stays p xs col : Forall bit col -> length xs = length col -> hopeless p xs -> hopeless p (push xs col).
Proof.
  intros Hb L H. destruct p as [cs c|q mask].
  - pose proof (dot_bound cs col Hb). pose proof (dot_push cs xs col L) as D. simpl in *. rewrite D. lia.
  - simpl in *. intros H'. apply H. apply (col_push q mask xs col Hb L). exact H'.
Qed.
Lemma hopeless_false p xs : hopeless p xs -> ~ holds p xs.
Proof. destruct p; simpl; [lia|auto]. Qed.
Lemma known_accepts p st xs : known p st xs -> (accepts p st = true <-> holds p xs).
Proof.
  destruct p as [cs c|q mask], st as [s|]; simpl; intros K; try tauto.
  rewrite Z.leb_le. lia.
Qed.

(* ---- all conditions of a clause at once ---- *)
Definition zeros (n : nat) := repeat 0 n.
Fixpoint steps (ps : list condition) (sts : list state) (col : list Z) : option (list state) :=
  match ps, sts with
  | p :: ps', s :: sts' => match step p s col, steps ps' sts' col with Some t, Some ts => Some (t :: ts) | _, _ => None end
  | _, _ => Some []
  end.
Fixpoint starts (ps : list condition) : option (list state) :=
  match ps with [] => Some [] | p :: ps' => match start p, starts ps' with Some t, Some ts => Some (t :: ts) | _, _ => None end end.
Fixpoint all_accept (ps : list condition) (sts : list state) : bool :=
  match ps, sts with p :: ps', s :: sts' => accepts p s && all_accept ps' sts' | _, _ => true end.
Definition all_known ps sts xs := Forall2 (fun p s => known p s xs) ps sts.

Lemma dot_zeros cs n : dot cs (zeros n) = 0.
Proof. revert n. induction cs as [|c cs IH]; intros [|n]; simpl; try reflexivity. unfold zeros in IH. rewrite IH. lia. Qed.
Lemma zeros_col q mask n : holds (Col q mask) (zeros n).
Proof.
  simpl. intros k _. assert (E : column (zeros n) k = zeros n).
  { unfold column, zeros. induction n; simpl; [reflexivity|]. rewrite Z.testbit_0_l. simpl. f_equal. exact IHn. }
  rewrite E, dot_zeros. apply Zmod_0_l.
Qed.
Lemma start_known p st n : start p = Some st -> known p st (zeros n).
Proof.
  destruct p as [cs c|q mask]; simpl start; intros H.
  - rewrite <- (dot_zeros cs n) in H. apply clip_known. exact H.
  - destruct st; apply zeros_col.
Qed.
Lemma start_hopeless p n : start p = None -> hopeless p (zeros n).
Proof.
  destruct p as [cs c|q mask]; simpl start; intros H; [|discriminate].
  rewrite <- (dot_zeros cs n) in H. apply clip_hopeless. exact H.
Qed.
Lemma starts_known ps sts n : starts ps = Some sts -> all_known ps sts (zeros n).
Proof.
  revert sts. induction ps as [|p ps IH]; simpl; intros sts H; [inversion H; constructor|].
  destruct (start p) eqn:E; [|discriminate]. destruct (starts ps) eqn:E'; [|discriminate]. inversion H; subst.
  constructor; [apply start_known; exact E|apply IH; reflexivity].
Qed.
Lemma starts_hopeless ps n : starts ps = None -> Exists (fun p => hopeless p (zeros n)) ps.
Proof.
  induction ps as [|p ps IH]; simpl; [discriminate|]. destruct (start p) eqn:E.
  - destruct (starts ps) eqn:E'; [discriminate|]. intros _. apply Exists_cons_tl. auto.
  - intros _. apply Exists_cons_hd. apply start_hopeless. exact E.
Qed.
Lemma steps_known ps sts sts' xs col : Forall bit col -> length xs = length col ->
  all_known ps sts xs -> steps ps sts col = Some sts' -> all_known ps sts' (push xs col).
Proof.
  intros Hb L K. revert sts'. induction K as [|p s ps sts K1 K2 IH]; simpl; intros sts' H; [inversion H; constructor|].
  destruct (step p s col) eqn:E; [|discriminate]. destruct (steps ps sts col) eqn:E'; [|discriminate]. inversion H; subst.
  constructor; [eapply step_known; eauto|apply IH; reflexivity].
Qed.
Lemma steps_hopeless ps sts xs col : Forall bit col -> length xs = length col ->
  all_known ps sts xs -> steps ps sts col = None -> Exists (fun p => hopeless p (push xs col)) ps.
Proof.
  intros Hb L K. induction K as [|p s ps sts K1 K2 IH]; simpl; [discriminate|].
  destruct (step p s col) eqn:E.
  - destruct (steps ps sts col) eqn:E'; [discriminate|]. intros _. apply Exists_cons_tl. auto.
  - intros _. apply Exists_cons_hd. eapply step_hopeless; eauto.
Qed.
Lemma all_accept_holds ps sts xs : all_known ps sts xs -> (all_accept ps sts = true <-> Forall (fun p => holds p xs) ps).
Proof.
  induction 1 as [|p s ps sts K1 K2 IH]; simpl; [split; auto|]. rewrite andb_true_iff, IH, (known_accepts p s xs K1).
  split; [intros [A B]; constructor; auto|intros A; inversion A; auto].
Qed.

(* ---- numbers are made of digits ---- *)
Lemma by_digits n (Q : list Z -> Prop) :
  Q (zeros n) ->
  (forall xs col, natural xs -> length xs = n -> length col = n -> Forall bit col -> Q xs -> Q (push xs col)) ->
  forall xs, natural xs -> length xs = n -> Q xs.
Proof.
  intros Q0 Q1.
  assert (A : forall b, 0 <= b -> forall xs, natural xs -> length xs = n -> Forall (fun x => x < 2 ^ b) xs -> Q xs).
  { intros b Hb. pattern b. apply natlike_ind; [| |exact Hb].
    - intros xs N L B. assert (E : xs = zeros n).
      { subst n. clear Q0 Q1. induction xs as [|x xs IH]; [reflexivity|]. inversion N; inversion B; subst. simpl in *.
        unfold zeros. simpl. f_equal; [lia|]. apply IH; assumption. }
      rewrite E. exact Q0.
    - intros m Hm IH xs N L B.
      assert (E : xs = push (map (fun x => x / 2) xs) (map (fun x => x mod 2) xs)).
      { clear. induction xs as [|x xs IH]; [reflexivity|]. unfold push in *. simpl. rewrite <- IH. f_equal.
        apply Z.div_mod. lia. }
      rewrite E. apply Q1.
      + unfold natural. apply Forall_map. eapply Forall_impl; [|exact N]. intros x Hx. cbv beta in *. apply Z.div_pos; lia.
      + rewrite map_length. exact L.
      + rewrite map_length. exact L.
      + apply Forall_map. apply Forall_forall. intros x _. unfold bit. assert (0 <= x mod 2 < 2) by (apply Z.mod_pos_bound; lia). lia.
      + apply IH; [|rewrite map_length; exact L|].
        * unfold natural. apply Forall_map. eapply Forall_impl; [|exact N]. intros x Hx. cbv beta in *. apply Z.div_pos; lia.
        * apply Forall_map. eapply Forall_impl; [|exact B]. intros x Hx. cbv beta in *. rewrite Z.pow_succ_r in Hx by exact Hm.
          apply Z.div_lt_upper_bound; lia. }
  intros xs N L. apply (A (fold_right Z.max 0 xs)); [|exact N|exact L|].
  - clear. induction xs; simpl; lia.
  - apply Forall_forall. intros x Hx. apply Z.lt_le_trans with (x + 1); [lia|].
    assert (H : x <= fold_right Z.max 0 xs).
    { clear -Hx. induction xs; simpl in *; [tauto|]. destruct Hx as [->|Hx]; [lia|]. specialize (IHxs Hx). lia. }
    assert (0 <= x). { unfold natural in N. rewrite Forall_forall in N. apply N. exact Hx. }
    assert (P : forall b, 0 <= b -> b + 1 <= 2 ^ b).
    { intros b Hb. pattern b. apply natlike_ind; [reflexivity| |exact Hb]. intros m Hm IH. rewrite Z.pow_succ_r by exact Hm. lia. }
    specialize (P (fold_right Z.max 0 xs)). lia.
Qed.

(* ---- deciding: states are compared by a boolean ---- *)
Definition state_eqb (a b : state) := match a, b with Exactly s, Exactly t => s =? t | Always, Always => true | _, _ => false end.
Lemma state_eqb_eq a b : state_eqb a b = true -> a = b.
Proof. destruct a, b; simpl; try discriminate; [rewrite Z.eqb_eq; intros ->; reflexivity|reflexivity]. Qed.
Fixpoint states_eqb (a b : list state) := match a, b with
  | [], [] => true | s :: a', t :: b' => state_eqb s t && states_eqb a' b' | _, _ => false end.
Lemma states_eqb_eq a b : states_eqb a b = true -> a = b.
Proof.
  revert b. induction a as [|s a IH]; intros [|t b]; simpl; try discriminate; [reflexivity|].
  rewrite andb_true_iff. intros [H1 H2]. rewrite (state_eqb_eq _ _ H1), (IH _ H2). reflexivity.
Qed.
Fixpoint columns (n : nat) : list (list Z) :=
  match n with O => [[]] | S m => map (cons 0) (columns m) ++ map (cons 1) (columns m) end.
Lemma columns_all n col : length col = n -> Forall bit col -> In col (columns n).
Proof.
  revert col. induction n as [|n IH]; intros [|b col] L H; simpl in *; try discriminate; [left; reflexivity|].
  inversion H as [|? ? Hb Hc]; subst. apply in_or_app. destruct Hb as [->| ->]; [left|right]; apply in_map; apply IH; auto.
Qed.
Lemma columns_ok n col : In col (columns n) -> length col = n /\ Forall bit col.
Proof.
  revert col. induction n as [|n IH]; simpl; intros col H.
  - destruct H as [<-|[]]. split; [reflexivity|constructor].
  - apply in_app_or in H. destruct H as [H|H]; apply in_map_iff in H; destruct H as [c [<- Hc]]; destruct (IH c Hc) as [L B];
      (split; [simpl; lia|constructor; [unfold bit; auto|exact B]]).
Qed.

(* ---- no tuple satisfies all conditions: a closed set of states without an accepting one ---- *)
Section Empty.
  Variables (n : nat) (ps : list condition).
  Definition member (s : list state) (R : list (list state)) := existsb (states_eqb s) R.
  Definition closed (R : list (list state)) :=
    match starts ps with None => true | Some s => member s R end &&
    forallb (fun s => negb (all_accept ps s) &&
      forallb (fun col => match steps ps s col with None => true | Some t => member t R end) (columns n)) R.
  (* found by the kernel itself *)
  Fixpoint explore (fuel : nat) (todo seen : list (list state)) : list (list state) :=
    match fuel, todo with
    | S f, s :: rest =>
        if member s seen then explore f rest seen
        else explore f (fold_right (fun col l => match steps ps s col with None => l | Some t => t :: l end) rest (columns n)) (s :: seen)
    | _, _ => seen
    end.
  Lemma member_In s R : member s R = true -> In s R.
  Proof. unfold member. rewrite existsb_exists. intros [t [H E]]. rewrite (states_eqb_eq _ _ E). exact H. Qed.
  Lemma empty R : closed R = true -> forall xs, natural xs -> length xs = n -> ~ Forall (fun p => holds p xs) ps.
  Proof.
    unfold closed. rewrite andb_true_iff. intros [H0 H1]. rewrite forallb_forall in H1.
    assert (A : forall xs, natural xs -> length xs = n ->
      (exists s, In s R /\ all_known ps s xs) \/ Exists (fun p => hopeless p xs) ps).
    { apply by_digits.
      - destruct (starts ps) as [s|] eqn:E; [left|right; apply starts_hopeless; exact E].
        exists s. split; [apply member_In; exact H0|apply starts_known; exact E].
      - intros xs col N L Lc Hb [[s [Hs K]]|H].
        + specialize (H1 s Hs). rewrite andb_true_iff, forallb_forall in H1. destruct H1 as [_ H1].
          specialize (H1 col (columns_all n col Lc Hb)). destruct (steps ps s col) as [t|] eqn:E; [left|right].
          * exists t. split; [apply member_In; exact H1|]. eapply steps_known; eauto. congruence.
          * eapply steps_hopeless; eauto. congruence.
        + right. eapply Exists_impl; [|exact H]. intros p. apply hopeless_stays; [exact Hb|congruence]. }
    intros xs N L F. destruct (A xs N L) as [[s [Hs K]]|H].
    - specialize (H1 s Hs). rewrite andb_true_iff, negb_true_iff in H1. destruct H1 as [H1 _].
      apply (all_accept_holds ps s xs K) in F. congruence.
    - apply Exists_exists in H. destruct H as [p [Hp H]]. rewrite Forall_forall in F. exact (hopeless_false p xs H (F p Hp)).
  Qed.

  Definition impossible := closed (explore (Nat.pow 2 16) (match starts ps with Some s => [s] | None => [] end) []).
  Theorem impossible_spec : impossible = true -> forall xs, natural xs -> length xs = n -> Forall (fun p => holds p xs) ps -> False.
  Proof. exact (empty _). Qed.
End Empty.

(* ---- every tuple satisfies one of several clauses, each with hidden numbers that may be chosen ---- *)
Section Universal.
  Variables (n h : nat) (cls : list (list condition)).      (* n visible numbers, then h hidden ones *)
  Definition item := (nat * list state)%type.
  Definition item_eqb (a b : item) := Nat.eqb (fst a) (fst b) && states_eqb (snd a) (snd b).
  Definition has (a : item) (S : list item) := existsb (item_eqb a) S.
  Definition clause (i : nat) := nth i cls [].
  Definition next (S : list item) (col : list Z) : list item :=
    flat_map (fun a => flat_map (fun hid => match steps (clause (fst a)) (snd a) (col ++ hid) with Some t => [(fst a, t)] | None => [] end)
      (columns h)) S.
  Fixpoint dedupe (S : list item) := match S with [] => [] | a :: T => let T' := dedupe T in if has a T' then T' else a :: T' end.
  Definition first : list item :=
    flat_map (fun i => match starts (clause i) with Some s => [(i, s)] | None => [] end) (seq 0 (length cls)).
  Definition included (S T : list item) := forallb (fun a => has a T) S.
  Definition good (S : list item) := existsb (fun a => all_accept (clause (fst a)) (snd a)) S.
  Definition closed_sets (R : list (list item)) :=
    existsb (fun S => included S first) R &&
    forallb (fun S => good S && forallb (fun col => let T := next S col in existsb (fun S' => included S' T) R) (columns n)) R.
  Fixpoint explore_sets (fuel : nat) (todo seen : list (list item)) : list (list item) :=
    match fuel, todo with
    | S f, s :: rest =>
        if existsb (fun t => included t s) seen then explore_sets f rest seen
        else explore_sets f (map (fun col => dedupe (next s col)) (columns n) ++ rest) (s :: seen)
    | _, _ => seen
    end.
  Lemma item_eqb_eq a b : item_eqb a b = true -> a = b.
  Proof.
    destruct a, b. unfold item_eqb. simpl. rewrite andb_true_iff, Nat.eqb_eq. intros [-> H]. rewrite (states_eqb_eq _ _ H). reflexivity.
  Qed.
  Lemma has_In a S : has a S = true -> In a S.
  Proof. unfold has. rewrite existsb_exists. intros [b [H E]]. rewrite (item_eqb_eq _ _ E). exact H. Qed.
  Definition true_of (a : item) (xs : list Z) :=
    exists hs, natural hs /\ length hs = h /\ all_known (clause (fst a)) (snd a) (xs ++ hs).
  Lemma push_app xs col hs hid : length xs = length col -> push (xs ++ hs) (col ++ hid) = push xs col ++ push hs hid.
  Proof.
    revert col. induction xs as [|x xs IH]; intros [|b col] L; simpl in *; try discriminate; [reflexivity|].
    unfold push in *. simpl. rewrite IH by lia. reflexivity.
  Qed.
  Lemma push_natural xs col : natural xs -> Forall bit col -> length xs = length col -> natural (push xs col) /\ length (push xs col) = length xs.
  Proof.
    intros N B L. split.
    - revert col B L. induction N as [|x xs Hx N IH]; intros [|b col] B L; simpl in *; try discriminate; [constructor|].
      inversion B as [|? ? Hb Hc]; subst. constructor; [simpl; destruct Hb; lia|]. apply IH; auto.
    - unfold push. rewrite map_length, combine_length. lia.
  Qed.
  Lemma universal R : closed_sets R = true -> forall xs, natural xs -> length xs = n ->
    exists i hs, (i < length cls)%nat /\ natural hs /\ length hs = h /\ Forall (fun p => holds p (xs ++ hs)) (clause i).
  Proof.
    unfold closed_sets. rewrite andb_true_iff, existsb_exists, forallb_forall. intros [[S0 [HS0 H0]] H1].
    unfold included in H0. rewrite forallb_forall in H0.
    assert (A : forall xs, natural xs -> length xs = n -> exists S, In S R /\ forall a, In a S -> (fst a < length cls)%nat /\ true_of a xs).
    { apply by_digits.
      - exists S0. split; [exact HS0|]. intros a Ha. specialize (H0 a Ha). apply has_In in H0. unfold first in H0.
        apply in_flat_map in H0. destruct H0 as [i [Hi H0]]. destruct (starts (clause i)) as [s|] eqn:E; [|destruct H0].
        destruct H0 as [<-|[]]. apply in_seq in Hi. split; [simpl; lia|]. exists (zeros h). split; [|split].
        + unfold natural, zeros. apply Forall_forall. intros x Hx. apply repeat_spec in Hx. lia.
        + apply repeat_length.
        + simpl. unfold zeros. rewrite <- repeat_app. apply starts_known. exact E.
      - intros xs col N L Lc Hb [S [HS K]]. specialize (H1 S HS). rewrite andb_true_iff, forallb_forall in H1. destruct H1 as [_ H1].
        specialize (H1 col (columns_all n col Lc Hb)). cbv zeta in H1. rewrite existsb_exists in H1. destruct H1 as [S' [HS' H1]].
        exists S'. split; [exact HS'|]. intros a Ha. unfold included in H1. rewrite forallb_forall in H1. specialize (H1 a Ha).
        apply has_In in H1. unfold next in H1. apply in_flat_map in H1. destruct H1 as [b [Hb1 H1]].
        apply in_flat_map in H1. destruct H1 as [hid [Hh H1]]. destruct (steps (clause (fst b)) (snd b) (col ++ hid)) as [t|] eqn:E; [|destruct H1].
        destruct H1 as [<-|[]]. destruct (K b Hb1) as [I [hs [Nh [Lh Kb]]]]. destruct (columns_ok h hid Hh) as [Lhid Bhid].
        split; [exact I|]. exists (push hs hid). destruct (push_natural hs hid Nh Bhid ltac:(congruence)) as [Nn Ln].
        split; [exact Nn|]. split; [congruence|]. simpl. rewrite <- push_app by congruence. eapply steps_known; eauto.
        + apply Forall_app. auto.
        + rewrite !app_length. congruence. }
    intros xs N L. destruct (A xs N L) as [S [HS K]]. specialize (H1 S HS). rewrite andb_true_iff in H1. destruct H1 as [G _].
    unfold good in G. rewrite existsb_exists in G. destruct G as [a [Ha G]]. destruct (K a Ha) as [I [hs [Nh [Lh Kb]]]].
    exists (fst a), hs. repeat split; try assumption. apply (all_accept_holds _ _ _ Kb). exact G.
  Qed.

  Definition always := closed_sets (explore_sets (Nat.pow 2 16) [first] []).
  Theorem always_spec : always = true -> forall xs, natural xs -> length xs = n ->
    exists i hs, (i < length cls)%nat /\ natural hs /\ length hs = h /\ Forall (fun p => holds p (xs ++ hs)) (clause i).
  Proof. exact (universal _). Qed.
End Universal.

(* ---- the nim-sum in terms of columns ---- *)
Fixpoint pick (mask xs : list Z) : list Z :=
  match mask, xs with m :: mask', x :: xs' => if m =? 0 then pick mask' xs' else x :: pick mask' xs' | _, _ => [] end.
Lemma nim_column mask xs k : Forall bit mask -> 0 <= k -> dot mask (column xs k) mod 2 = Z.b2z (Z.testbit (nim_sum (pick mask xs)) k).
Proof.
  intros Hm Hk. revert xs. induction Hm as [|m mask Hb Hm IH]; intros [|x xs]; try (simpl; rewrite Z.testbit_0_l; reflexivity).
  change (dot (m :: mask) (column (x :: xs) k)) with (m * Z.b2z (Z.testbit x k) + dot mask (column xs k)).
  specialize (IH xs). destruct Hb as [->| ->].
  - rewrite Z.mul_0_l, Z.add_0_l. exact IH.
  - change (nim_sum (pick (1 :: mask) (x :: xs))) with (Z.lxor x (nim_sum (pick mask xs))).
    rewrite Z.lxor_spec, Z.mul_1_l, Z.add_mod, IH by lia.
    destruct (Z.testbit x k), (Z.testbit (nim_sum (pick mask xs)) k); reflexivity.
Qed.
Lemma nim_sum_zero mask xs : Forall bit mask -> (holds (Col 2 mask) xs <-> nim_sum (pick mask xs) = 0).
Proof.
  intros Hm. simpl. split.
  - intros H. apply Z.bits_inj'. intros k Hk. specialize (H k Hk). rewrite nim_column in H by assumption.
    rewrite Z.testbit_0_l. destruct (Z.testbit _ _); [discriminate|reflexivity].
  - intros H k Hk. rewrite nim_column by assumption. rewrite H, Z.testbit_0_l. reflexivity.
Qed.
Lemma nim_sum_value l s : nim_sum (l ++ [s]) = 0 <-> nim_sum l = s.
Proof.
  rewrite nim_sum_app. unfold nim_sum at 2. cbn [fold_right]. rewrite Z.lxor_0_r. split; [apply Z.lxor_eq|].
  intros ->. apply Z.lxor_nilpotent.
Qed.
Lemma nim_sum_permutation l m : Permutation l m -> nim_sum l = nim_sum m.
Proof.
  unfold nim_sum. induction 1; simpl; try congruence. rewrite <- !Z.lxor_assoc, (Z.lxor_comm y x). reflexivity.
Qed.

(* ---- tactics of generated developments ---- *)

(* nim_sum of a short list of variables, in any order *)
Ltac bring x := match goal with |- Permutation _ ?l =>
  let rec go pre l := match l with
    | x :: ?t => apply (Permutation_trans (l' := x :: pre ++ t)); [|apply (Permutation_middle pre t x)]
    | ?y :: ?t => go (pre ++ [y]) t end in
  go (@nil Z) l end.
Ltac permuted := cbn [app]; match goal with
  | |- Permutation [] [] => apply perm_nil
  | |- Permutation (?x :: _) _ => bring x; cbn [app]; apply perm_skip; permuted end.
Ltac nim_sum_permuted := apply nim_sum_permutation; permuted.
(* a list of zeros and ones *)
Ltac bits := repeat (apply Forall_cons; [unfold bit; lia|]); apply Forall_nil.
(* one condition from what is known of the numbers, and back *)
Ltac meets := repeat (apply Forall_cons;
  [first [cbn [holds dot]; lia | apply nim_sum_zero; [bits|cbn [pick Z.eqb]; assumption]]|]); apply Forall_nil.
