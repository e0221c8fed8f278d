(* Nim-sum: the sum of two nimbers is the exclusive or of their binary digits, [N.lxor]. *)
Require Import NArith Lia Bool.
Open Scope N_scope.

Lemma xor_twice a b : N.lxor a (N.lxor a b) = b.
Proof. rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. reflexivity. Qed.

Lemma xor_left_comm a b c : N.lxor a (N.lxor b c) = N.lxor b (N.lxor a c).
Proof. rewrite <- !N.lxor_assoc, (N.lxor_comm a b). reflexivity. Qed.

Lemma xor_move a b c : N.lxor a b = c -> a = N.lxor c b.
Proof. intros <-. rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. reflexivity. Qed.

Lemma xor_cancel a b c : N.lxor a b = N.lxor a c -> b = c.
Proof. intros H. rewrite <- (xor_twice a b), H. apply xor_twice. Qed.

Lemma xor_cancel_r a b c : N.lxor b a = N.lxor c a -> b = c.
Proof. rewrite (N.lxor_comm b), (N.lxor_comm c). apply xor_cancel. Qed.

Lemma xor_odd_1 m : N.odd m = true -> N.lxor m 1 = m - 1.
Proof. destruct m as [|[p|p|]]; simpl; try discriminate; auto. Qed.

(* A nimber that has the highest digit of x becomes smaller when x is added. *)
Lemma xor_lt a x : x <> 0 -> N.testbit a (N.log2 x) = true -> N.lxor a x < a.
Proof.
  intros Hx Hb. set (k := N.log2 x) in *.
  assert (Hk : 2 ^ k <= x < 2 ^ k * 2).
  { destruct (N.log2_spec x) as [H1 H2]; [lia|]. fold k in H1, H2. rewrite N.pow_succ_r' in H2. lia. }
  assert (Hs : N.shiftr x k = 1).
  { rewrite N.shiftr_div_pow2. symmetry. apply N.div_unique with (x - 2 ^ k); lia. }
  assert (Ho : N.odd (N.shiftr a k) = true).
  { rewrite <- N.bit0_odd, N.shiftr_spec', N.add_0_l. exact Hb. }
  assert (Hd : N.shiftr (N.lxor a x) k < N.shiftr a k).
  { rewrite N.shiftr_lxor, Hs, xor_odd_1 by exact Ho.
    assert (N.shiftr a k <> 0) by (intro E; rewrite E in Ho; discriminate). lia. }
  destruct (N.lt_ge_cases (N.lxor a x) a) as [H|H]; [exact H|exfalso].
  rewrite !N.shiftr_div_pow2 in Hd.
  apply (N.div_le_mono _ _ (2 ^ k)) in H; [lia|]. apply N.pow_nonzero; lia.
Qed.

(* A digit of a sum of two is a digit of one of them. *)
Lemma xor_bit a b k : N.testbit (N.lxor a b) k = true -> N.testbit a k = true \/ N.testbit b k = true.
Proof. rewrite N.lxor_spec. destruct (N.testbit a k), (N.testbit b k); auto. Qed.
