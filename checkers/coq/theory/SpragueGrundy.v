(* Nimbers, and the theorem of Sprague and Grundy: a position is lost exactly if its nimber is 0. *)
Require Import NArith List Lia Bool Wf_nat.
Require Import Grundy.NimSum Grundy.Mex Grundy.Impartial.
Import ListNotations.
Open Scope N_scope.

Section Game.
Variable C : Type.
Variable moves : C -> list (list C).
Variable weight : C -> nat.
Hypothesis shrink : shrinks C moves weight.
Notation total := (total C weight).
Notation step := (step C moves).
Notation lost := (lost C moves).
Notation won := (won C moves).

(* The nimber of a component is the mex of the nimbers of its options; that of a sum is the nim-sum. The recursion is
   on a bound of the weight. *)
Fixpoint nimber_within (bound : nat) (c : C) : N :=
  match bound with
  | O => 0
  | S b => mex (map (fun o => fold_right (fun d x => N.lxor (nimber_within b d) x) 0 o) (moves c))
  end.
Definition nimber (c : C) : N := nimber_within (S (weight c)) c.
Definition nimbers (p : list C) : N := fold_right (fun d x => N.lxor (nimber d) x) 0 p.

Lemma sum_ext (u v : C -> N) o : (forall d, In d o -> u d = v d) ->
  fold_right (fun d x => N.lxor (u d) x) 0 o = fold_right (fun d x => N.lxor (v d) x) 0 o.
Proof. induction o as [|d o IH]; simpl; intros H; [reflexivity|]. rewrite IH, (H d) by auto. reflexivity. Qed.

Lemma bound_is_enough f1 : forall f2 c,
  (weight c < f1)%nat -> (weight c < f2)%nat -> nimber_within f1 c = nimber_within f2 c.
Proof.
  induction f1 as [|f1 IH]; intros [|f2] c H1 H2; try lia. simpl. f_equal.
  apply map_ext_in. intros o Ho. apply sum_ext. intros d Hd.
  pose proof (shrink c o Ho). pose proof (total_in C weight d o Hd). apply IH; lia.
Qed.

(* The equation that defines nimbers. *)
Theorem nimber_is_mex c : nimber c = mex (map nimbers (moves c)).
Proof.
  unfold nimber. simpl. f_equal. apply map_ext_in. intros o Ho. apply sum_ext. intros d Hd.
  pose proof (shrink c o Ho). pose proof (total_in C weight d o Hd). apply bound_is_enough; lia.
Qed.

Lemma nimber_reaches c k : k < nimber c -> exists o, In o (moves c) /\ nimbers o = k.
Proof. rewrite nimber_is_mex. intros H. apply mex_below, in_map_iff in H. destruct H as [o [E Ho]]. eauto. Qed.

Lemma nimber_avoids c o : In o (moves c) -> nimbers o <> nimber c.
Proof.
  intros Ho E. apply (mex_not_in (map nimbers (moves c))). rewrite <- nimber_is_mex, <- E. apply in_map. exact Ho.
Qed.

Lemma nimber_unique c n : (forall o, In o (moves c) -> nimbers o <> n) ->
  (forall k, k < n -> exists o, In o (moves c) /\ nimbers o = k) -> nimber c = n.
Proof.
  intros Ha Hr. rewrite nimber_is_mex. apply mex_unique.
  - intros Hi. apply in_map_iff in Hi. destruct Hi as [o [E Ho]]. exact (Ha o Ho E).
  - intros k Hk. destruct (Hr k Hk) as [o [Ho <-]]. apply in_map, Ho.
Qed.

Lemma nimbers_app p q : nimbers (p ++ q) = N.lxor (nimbers p) (nimbers q).
Proof. induction p as [|c p IH]; simpl; [reflexivity|]. rewrite IH, N.lxor_assoc. reflexivity. Qed.

Lemma nimbers_one c : nimbers [c] = nimber c.
Proof. simpl. apply N.lxor_0_r. Qed.

(* What is true of the options of a component is true of those of a sum. *)
Lemma step_avoids p q : step p q -> nimbers q <> nimbers p.
Proof.
  intros (l & c & r & o & -> & Ho & ->) E. apply (nimber_avoids c o Ho).
  rewrite !nimbers_app in E. simpl in E. apply xor_cancel in E. exact (xor_cancel_r _ _ _ E).
Qed.

Lemma component_with_bit k p :
  N.testbit (nimbers p) k = true -> exists c, In c p /\ N.testbit (nimber c) k = true.
Proof.
  induction p as [|c p IH]; simpl; [discriminate|]. intros H.
  destruct (xor_bit _ _ _ H) as [Hc|Hp]; [eauto|]. destruct (IH Hp) as [d [Hd Ht]]. eauto.
Qed.

Lemma step_reaches p k : k < nimbers p -> exists q, step p q /\ nimbers q = k.
Proof.
  intros Hk. set (x := N.lxor k (nimbers p)).
  assert (Hx : x <> 0) by (intros E; apply N.lxor_eq in E; lia).
  assert (Hb : N.testbit (nimbers p) (N.log2 x) = true).
  { destruct (N.testbit (nimbers p) (N.log2 x)) eqn:E; [reflexivity|exfalso].
    assert (Ht : N.testbit k (N.log2 x) = true).
    { pose proof (N.bit_log2 x Hx) as B. unfold x in B at 1. rewrite N.lxor_spec, E, xorb_false_r in B. exact B. }
    pose proof (xor_lt k x Hx Ht) as L. unfold x in L. rewrite xor_twice in L. lia. }
  destruct (component_with_bit _ _ Hb) as [c [Hc Ht]].
  destruct (nimber_reaches c _ (xor_lt _ _ Hx Ht)) as [o [Ho Eo]].
  apply in_split in Hc. destruct Hc as (l & r & ->).
  exists (l ++ o ++ r). split; [exists l, c, r, o; auto|].
  rewrite !nimbers_app, Eo. unfold x. rewrite nimbers_app. simpl.
  apply N.bits_inj. intros i. rewrite !N.lxor_spec.
  destruct (N.testbit (nimbers l) i), (N.testbit (nimber c) i), (N.testbit (nimbers r) i), (N.testbit k i); reflexivity.
Qed.

Theorem sprague_grundy : forall p, (nimbers p = 0 -> lost p) /\ (nimbers p <> 0 -> won p).
Proof.
  intros p. remember (total p) as n eqn:En. revert p En.
  induction n as [n IH] using lt_wf_ind. intros p ->. split; intros Hp.
  - constructor. intros q Hq. apply (IH _ (step_total _ _ _ shrink _ _ Hq) _ eq_refl).
    pose proof (step_avoids p q Hq). congruence.
  - destruct (step_reaches p 0) as [q [Hq E]]; [lia|].
    apply (Won _ _ p q Hq). exact (proj1 (IH _ (step_total _ _ _ shrink _ _ Hq) _ eq_refl) E).
Qed.

Corollary lost_iff p : lost p <-> nimbers p = 0.
Proof.
  split; [|apply sprague_grundy]. intros H. destruct (N.eq_dec (nimbers p) 0) as [E|E]; [exact E|].
  exfalso. exact (lost_not_won C moves weight shrink p H (proj2 (sprague_grundy p) E)).
Qed.

Corollary won_iff p : won p <-> nimbers p <> 0.
Proof.
  split; [|apply sprague_grundy]. intros H E. apply lost_iff in E. exact (lost_not_won C moves weight shrink p E H).
Qed.

(* A component is equal to a sum if their options have the same nimbers. *)
Lemma same_options c p :
  (forall o, In o (moves c) -> exists q, step p q /\ nimbers q = nimbers o) ->
  (forall q, step p q -> exists o, In o (moves c) /\ nimbers o = nimbers q) -> nimber c = nimbers p.
Proof.
  intros H1 H2. apply nimber_unique.
  - intros o Ho E. destruct (H1 o Ho) as [q [Hq Eq]]. apply (step_avoids p q Hq). congruence.
  - intros k Hk. destruct (step_reaches p k Hk) as [q [Hq <-]]. exact (H2 q Hq).
Qed.

Lemma step_one c q : step [c] q <-> In q (moves c).
Proof.
  split.
  - intros (l & d & r & o & E & Ho & ->). destruct l as [|x l]; simpl in E.
    + injection E as <- <-. rewrite app_nil_r. exact Ho.
    + injection E as _ E. destruct l; discriminate.
  - intros H. exists [], c, [], q. rewrite app_nil_r. auto.
Qed.

Lemma step_two c d q : step [c; d] q <->
  (exists o, In o (moves c) /\ q = o ++ [d]) \/ (exists o, In o (moves d) /\ q = c :: o).
Proof.
  split.
  - intros (l & e & r & o & E & Ho & ->). destruct l as [|x l]; simpl in E; injection E as <- E.
    + subst r. left. eauto.
    + destruct l as [|y l]; simpl in E; injection E as <- E; [|destruct l; discriminate].
      subst r. right. exists o. rewrite app_nil_r. auto.
  - intros [(o & Ho & ->)|(o & Ho & ->)].
    + exists [], c, [d], o. auto.
    + exists [c], d, [], o. rewrite app_nil_r. auto.
Qed.
End Game.

(* A game that contains another one: what is equal in all moves has one nimber. *)
Section Inside.
Variables (C D : Type) (moves_c : C -> list (list C)) (moves_d : D -> list (list D)).
Variables (weight_c : C -> nat) (weight_d : D -> nat).
Hypothesis shrink_c : shrinks C moves_c weight_c.
Hypothesis shrink_d : shrinks D moves_d weight_d.
Variable f : C -> D.
Hypothesis same_moves : forall c, moves_d (f c) = map (map f) (moves_c c).

Lemma nimber_inside c : nimber D moves_d weight_d (f c) = nimber C moves_c weight_c c.
Proof.
  remember (weight_c c) as n eqn:En. revert c En. induction n as [n IH] using lt_wf_ind. intros c ->.
  rewrite (nimber_is_mex D moves_d weight_d shrink_d), (nimber_is_mex C moves_c weight_c shrink_c), same_moves, map_map.
  f_equal. apply map_ext_in. intros o Ho. pose proof (shrink_c c o Ho) as L.
  assert (Sub : forall x, In x o -> (weight_c x < weight_c c)%nat).
  { intros x Hx. pose proof (total_in C weight_c x o Hx). lia. }
  clear Ho L. induction o as [|x o IHo]; [reflexivity|]. simpl.
  rewrite IHo by (intros y Hy; apply Sub; right; exact Hy). f_equal.
  exact (IH _ (Sub x (or_introl eq_refl)) x eq_refl).
Qed.

Lemma nimbers_inside p : nimbers D moves_d weight_d (map f p) = nimbers C moves_c weight_c p.
Proof. induction p as [|c p IH]; [reflexivity|]. simpl. rewrite IH, nimber_inside. reflexivity. Qed.
End Inside.
