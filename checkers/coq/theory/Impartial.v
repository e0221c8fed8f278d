(* Impartial games, normal play.

   A game is given by its literal rules: [moves c] lists the options of a component [c]. What is left of a component
   after a move is a list of components, which is their sum. A position is a list of components; a player moves in one
   of them. A player who cannot move loses. *)
Require Import List Lia.
Import ListNotations.

Section Game.
Variable C : Type.
Variable moves : C -> list (list C).

(* One move from position p to position q. *)
Definition step (p q : list C) : Prop :=
  exists before c after o, p = before ++ c :: after /\ In o (moves c) /\ q = before ++ o ++ after.

(* The player to move loses if every move leads to a position that the opponent wins. *)
Inductive lost : list C -> Prop := Lost p : (forall q, step p q -> won q) -> lost p
(* The player to move wins if some move leads to a position that the opponent loses. *)
with won : list C -> Prop := Won p q : step p q -> lost q -> won p.

(* Games end: every component has a weight, and what a move leaves of it weighs less. *)
Variable weight : C -> nat.
Definition total (p : list C) : nat := fold_right (fun c n => weight c + n) 0 p.
Definition shrinks : Prop := forall c o, In o (moves c) -> total o < weight c.

Lemma total_app p q : total (p ++ q) = total p + total q.
Proof. induction p as [|c p IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

Lemma total_in d o : In d o -> weight d <= total o.
Proof using weight. clear moves. induction o as [|e o IH]; simpl; [tauto|]. intros [->|H]; [lia|specialize (IH H); lia]. Qed.

Hypothesis shrink : shrinks.

Lemma step_total p q : step p q -> total q < total p.
Proof. intros (l & c & r & o & -> & Ho & ->). rewrite !total_app. simpl. pose proof (shrink c o Ho). lia. Qed.

(* No position is both lost and won. *)
Lemma lost_not_won p : lost p -> won p -> False.
Proof.
  remember (total p) as n eqn:En. revert p En. induction n as [n IH] using Wf_nat.lt_wf_ind. intros p -> HL HW.
  inversion HL as [p1 Ha]; subst. inversion HW as [p2 q Hq Hl]; subst.
  exact (IH _ (step_total _ _ Hq) q eq_refl Hl (Ha q Hq)).
Qed.
End Game.
