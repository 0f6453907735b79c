(* two-move-subtraction, theorem 3: in subtraction(moves = {x, y}) for 1 <= x < y, n >= 0:
   grundy(n) = 2 iff (n >= y and grundy(n - x) = 1 and grundy(n - y) = 0)
   By induction on n. *)
From Coq Require Import ZArith Lia List Bool.
From Bouton Require Import Bouton Arithmetic.
Import ListNotations.
Open Scope Z_scope.
Lemma condition_1 (x_0 y_0 n_0 G_0 G_1 G_2 G_4 G_5 G_9 G_10 G_11 G_17 : Z)
  (h0 : 1 <= x_0)
  (h1 : x_0 + 1 <= y_0)
  (h2 : 0 <= n_0)
  (h3 : G_0 = 2)
  (h4 : n_0 + 1 <= y_0 \/ G_1 <> 1 \/ G_2 <> 0)
  (h10 : n_0 + 1 <= x_0 \/ n_0 + 1 <= x_0 + y_0 \/ G_4 <> G_1)
  (h12 : n_0 + 1 <= y_0 \/ n_0 + 1 <= x_0 + y_0 \/ G_4 <> G_2)
  (h16 : x_0 <= 0 \/ y_0 <= x_0 \/ n_0 + 1 <= x_0 + y_0 \/ x_0 + y_0 <= 0 \/ ((G_4 <> 2 \/ (x_0 + 2 * y_0 <= n_0 /\ G_9 = 1 /\ G_10 = 0)) /\ (n_0 + 1 <= x_0 + 2 * y_0 \/ G_9 <> 1 \/ G_10 <> 0 \/ G_4 = 2)))
  (h25 : n_0 + 1 <= 0 \/ G_0 <= 0 \/ (x_0 <= n_0 /\ G_1 = 0) \/ (y_0 <= n_0 /\ G_2 = 0))
  (h26 : n_0 + 1 <= 0 \/ G_0 <= 1 \/ (x_0 <= n_0 /\ G_1 = 1) \/ (y_0 <= n_0 /\ G_2 = 1))
  (h69 : n_0 + 1 <= y_0 \/ G_1 + 1 <= 0 \/ G_2 <= G_1 \/ (x_0 + y_0 <= n_0 /\ G_4 = G_1) \/ (2 * y_0 <= n_0 /\ G_5 = G_1))
  (h88 : n_0 + 1 <= x_0 + y_0 \/ 0 <= G_4)
  (h92 : n_0 + 1 <= 2 * y_0 \/ n_0 + 1 <= x_0 + 2 * y_0 \/ G_10 <> G_5)
  (h111 : n_0 + y_0 + 1 <= x_0 \/ n_0 + 1 <= x_0 \/ G_1 <> G_11)
  (h127 : n_0 + y_0 + 1 <= 0 \/ 0 <= G_17)
  (h287 : n_0 + 1 <= x_0 + y_0 \/ G_4 <= 1 \/ (2 * x_0 + y_0 <= n_0 /\ G_9 = 1) \/ (x_0 + 2 * y_0 <= n_0 /\ G_10 = 1))
  (h288 : n_0 + 1 <= x_0 + y_0 \/ G_4 <= 2 \/ (2 * x_0 + y_0 <= n_0 /\ G_9 = 2) \/ (x_0 + 2 * y_0 <= n_0 /\ G_10 = 2))
  (h305 : n_0 + 1 <= x_0 + y_0 \/ G_17 + 1 <= 0 \/ G_4 <= G_17 \/ (2 * x_0 + y_0 <= n_0 /\ G_9 = G_17) \/ (x_0 + 2 * y_0 <= n_0 /\ G_10 = G_17))
  (h914 : n_0 + y_0 + 1 <= 0 \/ G_1 + 1 <= 0 \/ G_17 <= G_1 \/ (x_0 <= n_0 + y_0 /\ G_11 = G_1) \/ (0 <= n_0 /\ G_0 = G_1)) : False.
Proof.
 destruct h127 as [h127v0|h127v1].
 { clear -h0 h1 h2 h127v0; lia. }
 {
  destruct h88 as [h88v0|h88v1].
  {
   destruct h25 as [h25v0|[h25v1|[[h25v2_0 h25v2_1]|[h25v3_0 h25v3_1]]]].
   { clear -h2 h25v0; lia. }
   { clear -h3 h25v1; lia. }
   {
    destruct h26 as [h26v0|[h26v1|[[h26v2_0 h26v2_1]|[h26v3_0 h26v3_1]]]].
    { clear -h2 h26v0; lia. }
    { clear -h3 h26v1; lia. }
    { clear -h25v2_1 h26v2_1; lia. }
    {
     destruct h69 as [h69v0|[h69v1|[h69v2|[[h69v3_0 h69v3_1]|[h69v4_0 h69v4_1]]]]].
     { clear -h26v3_0 h69v0; lia. }
     { clear -h25v2_1 h69v1; lia. }
     { clear -h25v2_1 h26v3_1 h69v2; lia. }
     { clear -h88v0 h69v3_0; lia. }
     { clear -h1 h88v0 h69v4_0; lia. }
    }
   }
   {
    destruct h4 as [h4v0|[h4v1|h4v2]].
    { clear -h25v3_0 h4v0; lia. }
    {
     destruct h26 as [h26v0|[h26v1|[[h26v2_0 h26v2_1]|[h26v3_0 h26v3_1]]]].
     { clear -h2 h26v0; lia. }
     { clear -h3 h26v1; lia. }
     { clear -h4v1 h26v2_1; lia. }
     { clear -h25v3_1 h26v3_1; lia. }
    }
    { clear -h25v3_1 h4v2; lia. }
   }
  }
  {
   destruct h111 as [h111v0|[h111v1|h111v2]].
   { clear -h1 h2 h111v0; lia. }
   {
    destruct h25 as [h25v0|[h25v1|[[h25v2_0 h25v2_1]|[h25v3_0 h25v3_1]]]].
    { clear -h2 h25v0; lia. }
    { clear -h3 h25v1; lia. }
    { clear -h111v1 h25v2_0; lia. }
    { clear -h1 h111v1 h25v3_0; lia. }
   }
   {
    destruct h25 as [h25v0|[h25v1|[[h25v2_0 h25v2_1]|[h25v3_0 h25v3_1]]]].
    { clear -h2 h25v0; lia. }
    { clear -h3 h25v1; lia. }
    {
     destruct h26 as [h26v0|[h26v1|[[h26v2_0 h26v2_1]|[h26v3_0 h26v3_1]]]].
     { clear -h2 h26v0; lia. }
     { clear -h3 h26v1; lia. }
     { clear -h25v2_1 h26v2_1; lia. }
     {
      destruct h914 as [h914v0|[h914v1|[h914v2|[[h914v3_0 h914v3_1]|[h914v4_0 h914v4_1]]]]].
      { clear -h0 h1 h26v3_0 h914v0; lia. }
      { clear -h25v2_1 h914v1; lia. }
      {
       destruct h10 as [h10v0|[h10v1|h10v2]].
       { clear -h25v2_0 h10v0; lia. }
       {
        destruct h69 as [h69v0|[h69v1|[h69v2|[[h69v3_0 h69v3_1]|[h69v4_0 h69v4_1]]]]].
        { clear -h26v3_0 h69v0; lia. }
        { clear -h25v2_1 h69v1; lia. }
        { clear -h25v2_1 h26v3_1 h69v2; lia. }
        { clear -h10v1 h69v3_0; lia. }
        { clear -h1 h10v1 h69v4_0; lia. }
       }
       {
        destruct h69 as [h69v0|[h69v1|[h69v2|[[h69v3_0 h69v3_1]|[h69v4_0 h69v4_1]]]]].
        { clear -h26v3_0 h69v0; lia. }
        { clear -h25v2_1 h69v1; lia. }
        { clear -h25v2_1 h26v3_1 h69v2; lia. }
        { clear -h10v2 h69v3_1; lia. }
        {
         destruct h12 as [h12v0|[h12v1|h12v2]].
         { clear -h26v3_0 h12v0; lia. }
         { clear -h1 h69v4_0 h12v1; lia. }
         {
          destruct h16 as [h16v0|[h16v1|[h16v2|[h16v3|[h16v4_0 h16v4_1]]]]].
          { clear -h0 h16v0; lia. }
          { clear -h1 h16v1; lia. }
          { clear -h1 h69v4_0 h16v2; lia. }
          { clear -h0 h1 h16v3; lia. }
          {
           destruct h16v4_0 as [h16v4_0v0|[h16v4_0v1_0 [h16v4_0v1_1 h16v4_0v1_2]]].
           {
            destruct h287 as [h287v0|[h287v1|[[h287v2_0 h287v2_1]|[h287v3_0 h287v3_1]]]].
            { clear -h1 h69v4_0 h287v0; lia. }
            { clear -h88v1 h25v2_1 h26v3_1 h10v2 h12v2 h287v1; lia. }
            {
             destruct h288 as [h288v0|[h288v1|[[h288v2_0 h288v2_1]|[h288v3_0 h288v3_1]]]].
             { clear -h1 h69v4_0 h288v0; lia. }
             { clear -h88v1 h25v2_1 h26v3_1 h10v2 h12v2 h16v4_0v0 h288v1; lia. }
             { clear -h287v2_1 h288v2_1; lia. }
             {
              destruct h305 as [h305v0|[h305v1|[h305v2|[[h305v3_0 h305v3_1]|[h305v4_0 h305v4_1]]]]].
              { clear -h0 h1 h288v3_0 h305v0; lia. }
              { clear -h127v1 h305v1; lia. }
              { clear -h88v1 h25v2_1 h914v2 h10v2 h305v2; lia. }
              { clear -h25v2_1 h914v2 h287v2_1 h305v3_1; lia. }
              { clear -h25v2_1 h914v2 h288v3_1 h305v4_1; lia. }
             }
            }
            {
             destruct h288 as [h288v0|[h288v1|[[h288v2_0 h288v2_1]|[h288v3_0 h288v3_1]]]].
             { clear -h0 h1 h287v3_0 h288v0; lia. }
             { clear -h88v1 h25v2_1 h26v3_1 h10v2 h12v2 h16v4_0v0 h288v1; lia. }
             {
              destruct h305 as [h305v0|[h305v1|[h305v2|[[h305v3_0 h305v3_1]|[h305v4_0 h305v4_1]]]]].
              { clear -h0 h1 h287v3_0 h305v0; lia. }
              { clear -h127v1 h305v1; lia. }
              { clear -h88v1 h25v2_1 h914v2 h10v2 h305v2; lia. }
              { clear -h25v2_1 h914v2 h288v2_1 h305v3_1; lia. }
              { clear -h25v2_1 h914v2 h287v3_1 h305v4_1; lia. }
             }
             { clear -h287v3_1 h288v3_1; lia. }
            }
           }
           {
            destruct h92 as [h92v0|[h92v1|h92v2]].
            { clear -h69v4_0 h92v0; lia. }
            { clear -h16v4_0v1_0 h92v1; lia. }
            { clear -h25v2_1 h69v4_1 h16v4_0v1_2 h92v2; lia. }
           }
          }
         }
        }
       }
      }
      { clear -h111v2 h914v3_1; lia. }
      { clear -h3 h25v2_1 h914v4_1; lia. }
     }
    }
    {
     destruct h4 as [h4v0|[h4v1|h4v2]].
     { clear -h25v3_0 h4v0; lia. }
     {
      destruct h26 as [h26v0|[h26v1|[[h26v2_0 h26v2_1]|[h26v3_0 h26v3_1]]]].
      { clear -h2 h26v0; lia. }
      { clear -h3 h26v1; lia. }
      { clear -h4v1 h26v2_1; lia. }
      { clear -h25v3_1 h26v3_1; lia. }
     }
     { clear -h25v3_1 h4v2; lia. }
    }
   }
  }
 }
Qed.

Lemma condition_2 (x_0 y_0 n_0 G_0 G_1 G_2 : Z)
  (h1 : x_0 + 1 <= y_0)
  (h2 : 0 <= n_0)
  (h4 : y_0 <= n_0)
  (h5 : G_1 = 1)
  (h6 : G_2 = 0)
  (h7 : G_0 <> 2)
  (h8 : n_0 + 1 <= 0 \/ 0 <= G_0)
  (h9 : n_0 + 1 <= 0 \/ n_0 + 1 <= x_0 \/ G_1 <> G_0)
  (h10 : n_0 + 1 <= 0 \/ n_0 + 1 <= y_0 \/ G_2 <> G_0)
  (h19 : n_0 + 1 <= 0 \/ G_0 <= 2 \/ (x_0 <= n_0 /\ G_1 = 2) \/ (y_0 <= n_0 /\ G_2 = 2)) : False.
Proof.
 destruct h8 as [h8v0|h8v1].
 { clear -h2 h8v0; lia. }
 {
  destruct h9 as [h9v0|[h9v1|h9v2]].
  { clear -h2 h9v0; lia. }
  { clear -h1 h4 h9v1; lia. }
  {
   destruct h10 as [h10v0|[h10v1|h10v2]].
   { clear -h2 h10v0; lia. }
   { clear -h4 h10v1; lia. }
   {
    destruct h19 as [h19v0|[h19v1|[[h19v2_0 h19v2_1]|[h19v3_0 h19v3_1]]]].
    { clear -h2 h19v0; lia. }
    { clear -h5 h6 h7 h8v1 h9v2 h10v2 h19v1; lia. }
    { clear -h5 h19v2_1; lia. }
    { clear -h6 h19v3_1; lia. }
   }
  }
 }
Qed.

Section Theorem3.
  Variables x y : Z.
  Hypothesis Hxy : 1 <= x /\ x < y.

  Definition position := Z.
  Definition legal (p : position) := let n := p in 0 <= n.
  Definition move (p q : position) := let n := p in let n' := q in
    legal p /\ legal q /\
    ((n' = n - x) \/ (n' = n - y)).

  Lemma game_ends : ends position move.
  Proof.
    apply (ends_by _ _ (fun p => let n := p in n)).
    intros n n' M. unfold move, legal in M; cbv beta zeta in *. destruct M as [L1 [L2 M]]. destruct M as [M|M]; lia.
  Qed.

  (* grundy(n) is g n: a hypothesis that is met, see values_of below *)
  Variable g : position -> Z.
  Hypothesis Hg : forall p, legal p -> grundy position move p (g p).

  (* The rules at any place; where an option stands is said by an equation, so that an instance may write it as it likes. *)
  Lemma stays_legal p q : legal p -> move p q -> legal q.
  Proof. unfold move; cbv zeta. tauto. Qed.
  Lemma rule_natural n : 0 <= n -> 0 <= g n.
  Proof. intros H. apply (grundy_rules _ _ legal stays_legal g game_ends Hg n H). Qed.
  Lemma rule_different_0 n n' : 0 <= n -> n' = n - x -> 0 <= n' -> g n' <> g n.
  Proof. intros H E H'. apply (grundy_rules _ _ legal stays_legal g game_ends Hg n H). unfold move, legal; cbv zeta. tauto. Qed.
  Lemma rule_different_1 n n' : 0 <= n -> n' = n - y -> 0 <= n' -> g n' <> g n.
  Proof. intros H E H'. apply (grundy_rules _ _ legal stays_legal g game_ends Hg n H). unfold move, legal; cbv zeta. tauto. Qed.
  Lemma rule_smaller n n0 n1 v : 0 <= n -> n0 = n - x -> n1 = n - y -> 0 <= v -> v < g n -> (x <= n /\ g n0 = v) \/ (y <= n /\ g n1 = v).
  Proof.
    intros H -> -> V1 V2. destruct (grundy_rules _ _ legal stays_legal g game_ends Hg n H) as [_ [_ S]].
    destruct (S v (conj V1 V2)) as [q [M E]]. unfold move, legal in M; cbv zeta in M. destruct M as [L1 [L2 M]].
    destruct M as [M|M]; subst q; [left|right]; (split; [clear -L2; lia|exact E]).
  Qed.

  Definition claim (n : Z) := 0 <= n -> (g n = 2 <-> (n >= y /\ g (n - x) = 1 /\ g (n - y) = 0)).
  Theorem theorem_3 : forall n, claim n.
  Proof.
    apply (induction_by (fun n => n)). unfold claim. intros n IH Hn. split.
    - intros A. by_cases B (n + 1 <= y \/ g (n - x) <> 1 \/ g (n - y) <> 0); [clear -B; lia|]. exfalso.
      apply (condition_1 x y n (g n) (g (n - x)) (g (n - y)) (g (n - x - y)) (g (n - 2 * y)) (g (n - 2 * x - y)) (g (n - x - 2 * y)) (g (n - x + y)) (g (n + y)));
      [ clear -Hxy Hn; lia
      | clear -Hxy Hn; lia
      | clear -Hxy Hn; lia
      | clear -A; lia
      | exact B
      | by_rule (rule_different_1 (n - x) (n - x - y)) Hxy
      | by_rule (rule_different_0 (n - y) (n - x - y)) Hxy
      | specialize (IH (n - x - y)); replace (n - x - y - x) with (n - 2 * x - y) in IH by (clear; lia);
        replace (n - x - y - y) with (n - x - 2 * y) in IH by (clear; lia); clear -Hxy Hn IH; lia
      | by_rule (rule_smaller n (n - x) (n - y) 0) Hxy
      | by_rule (rule_smaller n (n - x) (n - y) 1) Hxy
      | by_rule (rule_smaller (n - y) (n - x - y) (n - 2 * y) (g (n - x))) Hxy
      | by_rule (rule_natural (n - x - y)) Hxy
      | by_rule (rule_different_0 (n - 2 * y) (n - x - 2 * y)) Hxy
      | by_rule (rule_different_1 (n - x + y) (n - x)) Hxy
      | by_rule (rule_natural (n + y)) Hxy
      | by_rule (rule_smaller (n - x - y) (n - 2 * x - y) (n - x - 2 * y) 1) Hxy
      | by_rule (rule_smaller (n - x - y) (n - 2 * x - y) (n - x - 2 * y) 2) Hxy
      | by_rule (rule_smaller (n - x - y) (n - 2 * x - y) (n - x - 2 * y) (g (n + y))) Hxy
      | by_rule (rule_smaller (n + y) (n - x + y) n (g (n - x))) Hxy ].
    - intros A. by_cases B (g n <> 2); [clear -B; lia|]. exfalso.
      apply (condition_2 x y n (g n) (g (n - x)) (g (n - y)));
      [ clear -Hxy Hn; lia
      | clear -Hxy Hn; lia
      | clear -A; lia
      | clear -A; lia
      | clear -A; lia
      | exact B
      | by_rule (rule_natural n) Hxy
      | by_rule (rule_different_0 n (n - x)) Hxy
      | by_rule (rule_different_1 n (n - y)) Hxy
      | by_rule (rule_smaller n (n - x) (n - y) 2) Hxy ].
  Qed.
End Theorem3.

(* Such a g exists. *)
Theorem values_of x y : 1 <= x /\ x < y -> { g | forall p, grundy position (move x y) p (g p) }.
Proof.
  intros H. apply values_exist with (options := fun n =>
    (if (0 <=? n) && (0 <=? n - x) then [n - x] else []) ++ (if (0 <=? n) && (0 <=? n - y) then [n - y] else [])); [|exact (game_ends x y H)].
  intros n n'. unfold move, legal; cbv zeta. rewrite in_app_iff.
  destruct (Z.leb_spec 0 n), (Z.leb_spec 0 (n - x)), (Z.leb_spec 0 (n - y)); simpl; split; intuition lia.
Qed.
