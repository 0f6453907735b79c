(* Arithmetic.v: the arithmetic facts that proofs about games use beside linear arithmetic, one lemma for each, over the integers.

   A development states each fact it uses as a hypothesis of a lemma about plain numbers, where powers, products and quotients are
   unknowns; the hypothesis is then met by the lemma of this file that the fact is an instance of:

     by_fact (powers_next 2 n m).        proves   n + 1 <= 0 \/ m <> n + 1 \/ 2 ^ m = 2 * 2 ^ n

   and every other linear way to write it. It looks at this one fact only: linear arithmetic with many disjunctions takes for ever.

   In Coq  a / b  is the floor of the quotient, 0 if b = 0, and  b ^ e = 0  for e < 0. *)
From Coq Require Import ZArith Lia Decidable.
Open Scope Z_scope.

(* ---- floor(a / d) ---- *)

Lemma quotient a d : 1 <= d -> d * (a / d) <= a < d * (a / d) + d.
Proof. intros H. pose proof (Z.div_mod a d). pose proof (Z.mod_pos_bound a d). lia. Qed.

Lemma remainder a d : a mod d = a - d * (a / d).
Proof. destruct (Z.eq_dec d 0) as [->|H]; [destruct a; reflexivity|exact (Z.mod_eq a d H)]. Qed.

(* ---- powers of b >= 2 ---- *)

Lemma power_above b e : 2 <= b -> 0 <= e -> e + 1 <= b ^ e.
Proof.
  intros Hb H. pattern e. apply natlike_ind; [reflexivity| |exact H].
  intros m Hm IH. rewrite Z.pow_succ_r by exact Hm. nia.
Qed.

Lemma power_small b j e : e = j -> b ^ e = b ^ j.
Proof. intros ->. reflexivity. Qed.

Lemma power_multiple b j e : 2 <= b -> 0 <= j -> j <= e -> b ^ e mod b ^ j = 0 /\ b ^ j * (e + 1 - j) <= b ^ e.
Proof.
  intros Hb Hj H. pose proof (power_above b (e - j) Hb ltac:(lia)). pose proof (power_above b j Hb Hj).
  assert (E : b ^ e = b ^ (e - j) * b ^ j) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite E. split; [apply Z.mod_mul; lia|nia].
Qed.

(* the same for the number v = b^j, with its quotient *)
Lemma power_divided b j e v :
  b ^ j = v -> 2 <= b -> 0 <= j -> j <= e -> b ^ e = v * (b ^ e / v) /\ b ^ e mod v = 0 /\ v * (e + 1 - j) <= b ^ e.
Proof.
  intros <- Hb Hj H. destruct (power_multiple b j e Hb Hj H) as [M B]. split; [|exact (conj M B)].
  apply Z.div_exact; [|exact M]. pose proof (power_above b j Hb Hj). lia.
Qed.

Lemma power_from b j e : 2 <= b -> j <= e -> b ^ j <= b ^ e.
Proof. intros Hb H. apply Z.pow_le_mono_r; lia. Qed.

(* two powers: exponents that are equal, neighbours, further apart *)
Lemma powers_same b n m : m = n -> b ^ m = b ^ n.
Proof. intros ->. reflexivity. Qed.

Lemma powers_next b n m : 0 <= n -> m = n + 1 -> b ^ m = b * b ^ n.
Proof. intros Hn ->. apply Z.pow_succ_r. exact Hn. Qed.

Lemma powers_far b n m : 2 <= b -> 0 <= n -> n + 2 <= m -> b * b * b ^ n <= b ^ m.
Proof.
  intros Hb Hn H. replace (b * b * b ^ n) with (b ^ (n + 2)); [apply Z.pow_le_mono_r; lia|].
  rewrite Z.pow_add_r, Z.pow_2_r by lia. apply Z.mul_comm.
Qed.

(* ---- products ---- *)

Lemma product_nonneg u v : 0 <= u -> 0 <= v -> 0 <= u * v.
Proof. apply Z.mul_nonneg_nonneg. Qed.

Lemma product_nonpos u v : 0 <= u -> v <= 0 -> u * v <= 0.
Proof. apply Z.mul_nonneg_nonpos. Qed.

(* ---- functions: equal arguments, equal values ---- *)

Lemma same_value (f : Z -> Z) a b : a = b -> f a = f b.
Proof. intros ->. reflexivity. Qed.

Lemma same_value_2 (f : Z -> Z -> Z) a b c d : a = b -> c = d -> f a c = f b d.
Proof. intros -> ->. reflexivity. Qed.

(* ---- between which doubles of c lies e? ---- *)

Lemma level c e : exists l, 1 <= c -> c <= e -> 0 <= l /\ c * 2 ^ l <= e < 2 * (c * 2 ^ l).
Proof.
  exists (Z.log2 (e / c)). intros Hc He.
  assert (Hq : 1 <= e / c) by (apply Z.div_le_lower_bound; lia).
  pose proof (quotient e c Hc). pose proof (Z.log2_nonneg (e / c)).
  pose proof (Z.log2_spec (e / c) ltac:(lia)) as L. rewrite Z.pow_succ_r in L by assumption. nia.
Qed.

(* ---- floor(log2 n) for n >= 1; it is Coq's ---- *)

Lemma logarithm n : 1 <= n -> 0 <= Z.log2 n /\ 2 ^ Z.log2 n <= n /\ n < 2 * 2 ^ Z.log2 n.
Proof.
  intros H. pose proof (Z.log2_nonneg n). pose proof (Z.log2_spec n ltac:(lia)) as L.
  rewrite Z.pow_succ_r in L by assumption. lia.
Qed.

(* ---- how often 2 divides n >= 1 ---- *)

Fixpoint twos_positive (n : positive) : Z := match n with xO m => 1 + twos_positive m | _ => 0 end.
Definition twos (n : Z) : Z := match n with Zpos m => twos_positive m | _ => 0 end.

Lemma twos_odd h : 0 <= h -> twos (1 + 2 * h) = 0.
Proof. destruct h as [|h|h]; [reflexivity|reflexivity|lia]. Qed.

Lemma twos_double n : 1 <= n -> twos (2 * n) = 1 + twos n.
Proof. destruct n; [lia|reflexivity|lia]. Qed.

Lemma twos_of e h : 0 <= e -> 0 <= h -> twos (2 ^ e * (1 + 2 * h)) = e.
Proof.
  intros He Hh. pattern e. apply natlike_ind; [|intros x Hx IH|exact He].
  - rewrite Z.mul_1_l. exact (twos_odd h Hh).
  - pose proof (power_above 2 x ltac:(lia) Hx). rewrite Z.pow_succ_r, <- Z.mul_assoc, twos_double, IH by nia. lia.
Qed.

(* n = 2^e + 2 * 2^e * h: then 2 divides n just e times, and h is floor(n / 2^(e+1)) *)
Lemma odd_part_unique n e h :
  0 <= e -> 1 <= n -> n = 2 ^ e + 2 * (2 ^ e * h) -> twos n = e /\ n / 2 ^ (twos n + 1) = h.
Proof.
  intros He Hn E. pose proof (power_above 2 e ltac:(lia) He). assert (Hh : 0 <= h) by nia.
  assert (T : twos n = e) by (rewrite E; replace (2 ^ e + 2 * (2 ^ e * h)) with (2 ^ e * (1 + 2 * h)) by ring; exact (twos_of e h He Hh)).
  split; [exact T|]. rewrite T, (powers_next 2 e (e + 1)) by lia. symmetry. apply Z.div_unique with (2 ^ e); lia.
Qed.

Lemma odd_part n :
  1 <= n ->
  0 <= twos n /\ n = 2 ^ twos n + 2 ^ (twos n + 1) * (n / 2 ^ (twos n + 1)) /\ 0 <= n / 2 ^ (twos n + 1).
Proof.
  intros Hn. assert (A : exists e h, 0 <= e /\ 0 <= h /\ n = 2 ^ e + 2 * (2 ^ e * h)).
  { destruct n as [|n|n]; try lia. induction n as [n _|n IH|]; [exists 0, (Zpos n); lia| |exists 0, 0; lia].
    destruct IH as [e [h [He [Hh E]]]]; [lia|]. exists (Z.succ e), h. rewrite Z.pow_succ_r by exact He. lia. }
  destruct A as [e [h [He [Hh E]]]]. destruct (odd_part_unique n e h He Hn E) as [T Q]. rewrite Q, T.
  rewrite (powers_next 2 e (e + 1)) by lia. lia.
Qed.

(* ---- tactics of generated developments ---- *)

(* Linear arithmetic in which every power, product and quotient is an unknown, also where lia is told to look into quotients. *)
Ltac linear := intros; Zify.zify_elim_let; Zify.zify_op; Zify.zify_iter_specs; Zify.zify_saturate; xlia zchecker.

(* The goal is an instance of this fact. *)
Ltac by_fact fact := let f := fresh in pose proof fact as f; cbv beta in f; clear -f; linear.
(* The same for a rule of the game at some place, whose conditions follow from what is known of the parameters. *)
Ltac by_rule fact known := let f := fresh in pose proof fact as f; clear -f known; linear.
(* The same where b and j are numbers and the fact has the number b^j in it. *)
Ltac by_power_small b j e := let v := eval compute in (b ^ j) in by_fact (power_small b j e : e = j -> b ^ e = v).
Ltac by_power_from b j e := let v := eval compute in (b ^ j) in by_fact (power_from b j e : 2 <= b -> j <= e -> v <= b ^ e).
Ltac by_power_multiple b j e := let v := eval compute in (b ^ j) in by_fact (power_divided b j e v eq_refl).

(* Either C does not hold (first goal), or it does (second): for linear C. *)
Lemma by_cases_lemma (C G : Prop) : decidable C -> (~ C -> G) -> (C -> G) -> G.
Proof. intros [H|H] N Y; auto. Qed.
Ltac decide_linear := repeat first
  [ apply dec_or | apply dec_and | apply dec_not | apply Z.le_decidable | apply Z.lt_decidable | apply Z.eq_decidable
  | apply dec_Zge | apply dec_Zgt | apply dec_imp | apply dec_True | apply dec_False ].
Tactic Notation "by_cases" ident(h) constr(C) := apply (by_cases_lemma C); [decide_linear | intros h | intros h].

(* ---- tactics of generated developments, continued ---- *)

Lemma product_zero u v : u = 0 -> u * v = 0.
Proof. intros ->. reflexivity. Qed.

(* The goal says what h says, its comparisons perhaps written in another way. *)
Ltac meets h := first [exact h | clear -h; linear | clear -h; tauto].
(* Two ways to write a power, a quotient or another function of numbers. *)
Ltac split_cases := repeat match goal with |- context [if ?c then _ else _] => destruct c eqn:? end.
Ltac same_term := clear; first
  [ reflexivity | solve [f_equal; linear] | solve [split_cases; linear] | solve [do 2 f_equal; linear]
  | solve [Z.to_euclidean_division_equations; lia] ].
(* A quotient by a number. *)
Ltac by_division := clear; Z.to_euclidean_division_equations; lia.
(* if c then a else b *)
Ltac by_choice t := match t with if ?c then _ else _ => clear; destruct c eqn:?; lia end.
