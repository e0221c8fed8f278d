(* The mex (minimal excludant) of a list: the least number that is not in it. *)
Require Import NArith List Lia FinFun.
Import ListNotations.
Open Scope N_scope.

Fixpoint mex_from (fuel : nat) (k : N) (l : list N) : N :=
  match fuel with
  | O => k
  | S f => if in_dec N.eq_dec k l then mex_from f (k + 1) l else k
  end.
Definition mex (l : list N) : N := mex_from (S (length l)) 0 l.

Lemma mex_from_below f : forall k l, (forall j, j < k -> In j l) -> forall j, j < mex_from f k l -> In j l.
Proof.
  induction f as [|f IH]; simpl; intros k l H j Hj; [auto|].
  destruct (in_dec N.eq_dec k l) as [Hk|Hk]; [|auto].
  apply (IH (k + 1) l); [|exact Hj]. intros i Hi. destruct (N.eq_dec i k) as [->|]; [exact Hk|apply H; lia].
Qed.

Lemma mex_from_end f : forall k l, ~ In (mex_from f k l) l \/ mex_from f k l = k + N.of_nat f.
Proof.
  induction f as [|f IH]; intros k l; [right; simpl; lia|].
  cbn [mex_from]. destruct (in_dec N.eq_dec k l) as [Hk|Hk]; [|left; exact Hk].
  destruct (IH (k + 1) l) as [H|H]; [left; exact H|right; lia].
Qed.

(* Everything below the mex is in the list, *)
Lemma mex_below l k : k < mex l -> In k l.
Proof. apply mex_from_below. intros j Hj. lia. Qed.

(* the mex is not, *)
Lemma mex_not_in l : ~ In (mex l) l.
Proof.
  destruct (mex_from_end (S (length l)) 0 l) as [H|H]; [exact H|].
  exfalso. fold (mex l) in H. rewrite N.add_0_l in H.
  assert (Hi : incl (map N.of_nat (seq 0 (S (length l)))) l).
  { intros x Hx. apply in_map_iff in Hx. destruct Hx as [i [<- Hi]]. apply in_seq in Hi.
    apply mex_below. rewrite H. lia. }
  assert (Hn : NoDup (map N.of_nat (seq 0 (S (length l))))).
  { apply Injective_map_NoDup; [intros x y E; lia|apply seq_NoDup]. }
  pose proof (NoDup_incl_length Hn Hi) as L. rewrite map_length, seq_length in L. lia.
Qed.

(* and no other number is so. *)
Lemma mex_unique l n : ~ In n l -> (forall k, k < n -> In k l) -> mex l = n.
Proof.
  intros Hn Hb. destruct (N.lt_trichotomy (mex l) n) as [H|[H|H]]; [|exact H|].
  - exfalso. exact (mex_not_in l (Hb _ H)).
  - exfalso. exact (Hn (mex_below l n H)).
Qed.
