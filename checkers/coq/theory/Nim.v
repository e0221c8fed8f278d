(* Nim: take one object or more from one heap. *)
Require Import NArith List Lia Bool String.
Require Import Grundy.NimSum Grundy.Impartial Grundy.SpragueGrundy Grundy.Certificate Grundy.Soundness.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

(* The n numbers from a on. *)
Fixpoint upto (n : nat) (a : N) : list N := match n with O => [] | S n => a :: upto n (N.succ a) end.

Lemma in_upto n : forall a x, In x (upto n a) <-> a <= x < a + N.of_nat n.
Proof. induction n as [|n IH]; intros a x; simpl; [lia|]. rewrite IH. lia. Qed.

(* ---------- The rules ---------- *)
(* A component is a heap, given by its size. A move replaces a heap by a smaller one. *)
Definition nim_moves (n : N) : list (list N) := map (fun left => [left]) (upto (N.to_nat n) 0).

(* ---------- Why they are a game, and Bouton's theorem ---------- *)
Definition nim_weight (n : N) : nat := N.to_nat n.

Lemma nim_shrinks : shrinks N nim_moves nim_weight.
Proof.
  intros c o H. apply in_map_iff in H. destruct H as [k [<- Hk]]. apply in_upto in Hk.
  unfold total, nim_weight. simpl. lia.
Qed.

Lemma bouton n : nimber N nim_moves nim_weight n = n.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  apply (nimber_unique N nim_moves nim_weight nim_shrinks).
  - intros o Ho. apply in_map_iff in Ho. destruct Ho as [k [<- Hk]]. apply in_upto in Hk.
    rewrite nimbers_one, IH by lia. lia.
  - intros k Hk. exists [k]. split; [apply in_map_iff; exists k; split; [reflexivity|apply in_upto; lia]|].
    rewrite nimbers_one. apply IH, Hk.
Qed.

Definition xor_all (p : list N) : N := fold_right N.lxor 0 p.

Theorem bouton_sum p : nimbers N nim_moves nim_weight p = xor_all p.
Proof. induction p as [|n p IH]; simpl; [reflexivity|]. rewrite IH, bouton. reflexivity. Qed.

(* ---------- The checker ---------- *)
Definition heap_key (n : N) : list N := [n].
Definition nim_parts (n : N) : list N := if n =? 0 then [] else [n].
Definition nim_small (n : N) : bool := n <=? 65536.
Definition nim_theorem (name : string) (p : list N) : option N :=
  if String.eqb name "bouton" then Some (xor_all p) else None.
Definition nim_check := check N nim_moves nim_parts heap_key nim_small nim_theorem.

Theorem nim_check_sound c ls n : nim_check c ls = Proved n -> holds N nim_moves nim_weight c.
Proof.
  apply (check_sound N nim_moves nim_weight nim_shrinks).
  - intros k. unfold nim_parts. destruct (N.eqb_spec k 0) as [->|]; [symmetry; apply bouton|apply nimbers_one].
  - intros a b E. injection E as ->. reflexivity.
  - intros t p k. unfold nim_theorem. destruct (String.eqb t "bouton"); [|discriminate].
    intros E. injection E as <-. apply bouton_sum.
Qed.
