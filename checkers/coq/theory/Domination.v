(* The domination game: choose a vertex such that it or one of its neighbours is not dominated; then it and all of its
   neighbours are dominated. *)
Require Import NArith List Lia Bool Wf_nat String.
Require Import Grundy.NimSum Grundy.Keys Grundy.Impartial Grundy.SpragueGrundy Grundy.Certificate Grundy.Soundness.
Require Import Grundy.Graph Grundy.Normal Grundy.VertexGame Grundy.NodeKayles.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

(* ---------- The rules ---------- *)
(* A vertex has a loop as long as it is not dominated. So [around] lists a vertex itself if it is not dominated. *)
Definition dominates (g : graph) (v : N) : bool := existsb (has_loop g) (around g v).
Definition dominate (g : graph) (v : N) : graph :=
  let l := around g v in filter (fun e => negb ((fst e =? snd e) && among (fst e) l)) g.
Definition domination_moves : graph -> list (list graph) := vertex_moves dominates dominate.

(* ---------- Why they are a game on graphs ---------- *)
(* The vertices that a move on v dominates. *)
Definition trace (g : graph) (v x : N) : Prop := adj g v x /\ adj g x x.

Lemma dominates_trace g v : dominates g v = true <-> exists x, trace g v x.
Proof.
  unfold dominates, trace. rewrite existsb_exists. split; intros [x [A L]]; exists x.
  - rewrite around_adj in A. rewrite has_loop_adj in L. auto.
  - rewrite around_adj, has_loop_adj. auto.
Qed.

Lemma adj_dominate g v x y : adj (dominate g v) x y <-> adj g x y /\ (x = y -> ~ adj g v x).
Proof.
  unfold dominate, adj at 1. rewrite !filter_In, !negb_true_iff, !andb_false_iff. simpl.
  rewrite !N.eqb_neq, !not_among, !around_adj. unfold adj at 3.
  destruct (N.eq_dec x y) as [->|Ne]; [tauto|]. assert (y <> x) by auto. tauto.
Qed.

Lemma dominate_less g v : dominates g v = true -> (List.length (dominate g v) < List.length g)%nat.
Proof.
  intros H. apply dominates_trace in H. destruct H as [x [A L]].
  apply filter_less with (x, x); [destruct L; assumption|].
  apply negb_false_iff, andb_true_iff. simpl. split; [apply N.eqb_refl|apply among_in, around_adj, A].
Qed.

Lemma dominate_sub g v x y : adj (dominate g v) x y -> adj g x y.
Proof. rewrite adj_dominate. tauto. Qed.

Lemma dominate_iso f g h v : isomorphic_by f g h -> (exists w, adj g v w) ->
  dominates h (f v) = dominates g v /\ isomorphic_by f (dominate g v) (dominate h (f v)).
Proof.
  intros I V. pose proof I as (Inj & To & From). destruct V as [w V]. split.
  - apply eq_true_iff_eq. rewrite !dominates_trace. split.
    + intros [x [A L]]. destruct (From _ _ A) as (a & b & B & Ea & ->).
      assert (v = a) as -> by (exact (Inj v w a b V B Ea)). exists b. split; [exact B|].
      apply (isomorphic_adj f g h b b I); eauto using adj_sym.
    + intros [x [A L]]. exists (f x). split; apply To; assumption.
  - split; [|split].
    + intros a b c d A B. apply dominate_sub in A, B. exact (Inj a b c d A B).
    + intros a b A. apply adj_dominate in A. destruct A as (A & Na). apply adj_dominate. split; [exact (To a b A)|].
      intros E B. apply Na; [exact (Inj a b b a A (adj_sym _ _ _ A) E)|].
      apply (isomorphic_adj f g h) in B; eauto.
    + intros x y B. apply adj_dominate in B. destruct B as (B & Nx).
      destruct (From x y B) as (a & b & A & -> & ->). exists a, b. split; [|auto]. apply adj_dominate.
      split; [exact A|]. intros -> N. exact (Nx eq_refl (To v b N)).
Qed.

Lemma dominate_local g h v : apart g h -> (exists w, adj g v w) ->
  dominates (g ++ h) v = dominates g v /\ forall x y, adj (dominate (g ++ h) v) x y <-> adj (dominate g v ++ h) x y.
Proof.
  intros Ap [w V]. assert (No : forall x, ~ adj h v x) by (intros x B; exact (Ap v w v x V B eq_refl)). split.
  - apply eq_true_iff_eq. rewrite !dominates_trace. unfold trace. split; intros [x [A L]]; exists x; rewrite !adj_app in *.
    + destruct A as [A|A]; [|destruct (No x A)]. split; [exact A|]. destruct L as [L|L]; [exact L|].
      destruct (Ap x v x x (adj_sym _ _ _ A) L eq_refl).
    + auto.
  - intros x y. rewrite adj_app, !adj_dominate, !adj_app. pose proof (No x). split.
    + intros [[A|B] D]; [left; split; [exact A|]; intros E N; apply D; auto|auto].
    + intros [[A D]|B]; [split; [auto|]; intros E [N|N]; [exact (D E N)|auto]|].
      split; [auto|]. intros _ [N|N]; [|auto]. exact (Ap x v x y (adj_sym _ _ _ N) B eq_refl).
Qed.

Notation domination_value := (nimber graph domination_moves arc_weight).
Definition domination_shrinks : shrinks graph domination_moves arc_weight := vertex_shrinks dominates dominate dominate_less.

(* ---------- Only the traces matter ---------- *)
Definition traces_in (g h : graph) : Prop :=
  forall v, (exists x, trace g v x) -> exists w, forall x, trace g v x <-> trace h w x.
Definition same_traces (g h : graph) : Prop := (forall x, adj g x x <-> adj h x x) /\ traces_in g h /\ traces_in h g.

Lemma trace_dominate g v u x : trace (dominate g v) u x <-> trace g u x /\ ~ trace g v x.
Proof.
  unfold trace. rewrite !adj_dominate. destruct (N.eq_dec u x) as [->|Ne]; intuition.
Qed.

Lemma same_traces_sym g h : same_traces g h -> same_traces h g.
Proof. intros (L & A & B). split; [intros x; symmetry; apply L|auto]. Qed.

Lemma traces_after g h v w : traces_in g h -> (forall x, trace g v x <-> trace h w x) ->
  traces_in (dominate g v) (dominate h w).
Proof.
  intros T E u [x H]. apply trace_dominate in H. destruct (T u) as [u' Eu]; [exists x; tauto|].
  exists u'. intros y. rewrite !trace_dominate, Eu, E. reflexivity.
Qed.

Lemma same_traces_after g h v w : same_traces g h -> (forall x, trace g v x <-> trace h w x) ->
  same_traces (dominate g v) (dominate h w).
Proof.
  intros (L & A & B) E. split; [|split].
  - intros x. rewrite !adj_dominate. specialize (L x). specialize (E x). unfold trace in E. tauto.
  - exact (traces_after g h v w A E).
  - apply traces_after; [exact B|]. intros x. symmetry. apply E.
Qed.

Lemma can_trace g v : can dominates g v <-> exists x, trace g v x.
Proof.
  unfold can. rewrite dominates_trace. split; [tauto|]. intros [x H]. split; [exists x; apply H|eauto].
Qed.

Theorem same_traces_value g h : same_traces g h -> domination_value g = domination_value h.
Proof.
  remember (List.length g) as n eqn:En. revert g h En. induction n as [n IH] using lt_wf_ind. intros g h -> S.
  apply (same_vals _ _ dominate_less).
  - intros v C. pose proof S as (L & A & B). destruct (A v (proj1 (can_trace g v) C)) as [w E].
    exists w. split.
    + apply can_trace. apply can_trace in C. destruct C as [x T]. exists x. apply E, T.
    + symmetry. apply (IH _ (dominate_less g v (proj2 C)) _ _ eq_refl). exact (same_traces_after g h v w S E).
  - intros w C. pose proof S as (L & A & B). destruct (B w (proj1 (can_trace h w) C)) as [v E].
    assert (Cv : can dominates g v). { apply can_trace. apply can_trace in C. destruct C as [x T]. exists x. apply E, T. }
    exists v. split; [exact Cv|]. apply (IH _ (dominate_less g v (proj2 Cv)) _ _ eq_refl).
    apply (same_traces_after g h v w S). intros x. symmetry. apply E.
Qed.

(* ---------- Checked: a smaller graph with the same traces ---------- *)
Definition undominated (g : graph) : list N := map fst (filter (fun e => fst e =? snd e) g).
(* The vertices of the list l that a move on v dominates, in the order of the list. *)
Definition trace_in (l : list N) (g : graph) (v : N) : list N := let a := around g v in filter (fun w => among w a) l.
Definition covered (l : list N) (g h : graph) : bool :=
  let m := fold_right (fun v m => Map.add (trace_in l h v) tt m) (Map.empty unit) (ends h) in
  forallb (fun v => match trace_in l g v with [] => true | t => Map.mem t m end) (ends g).
Definition has_same_traces (g h : graph) : bool :=
  let l := undominated g in
  forallb (has_loop h) l && forallb (has_loop g) (undominated h) && covered l g h && covered l h g.

Lemma in_undominated g x : In x (undominated g) <-> adj g x x.
Proof.
  unfold undominated, adj. rewrite in_map_iff. split.
  - intros [[a b] [<- H]]. apply filter_In in H. simpl in *. destruct H as [H E]. apply N.eqb_eq in E. subst b. auto.
  - intros H. exists (x, x). split; [reflexivity|]. apply filter_In. simpl. rewrite N.eqb_refl. tauto.
Qed.

Lemma covered_sound l g h : (forall x, In x l <-> adj g x x) -> (forall x, In x l <-> adj h x x) ->
  covered l g h = true -> traces_in g h.
Proof.
  intros Lg Lh C v T. unfold covered in C. rewrite forallb_forall in C.
  assert (Spec : forall k u x, (forall y, In y l <-> adj k y y) -> In x (trace_in l k u) <-> trace k u x).
  { intros k u x Lk. unfold trace_in, trace. rewrite filter_In, among_in, around_adj, Lk. tauto. }
  destruct T as [x T]. assert (V : In v (ends g)) by (apply in_ends; exists x; apply T).
  apply C in V. destruct (trace_in l g v) as [|y t] eqn:E.
  - apply (Spec g v x Lg) in T. rewrite E in T. destruct T.
  - rewrite <- E in V. apply MapFacts.mem_in_iff in V. revert V. clear - Spec Lg Lh.
    assert (G : forall vs, Map.In (trace_in l g v)
        (fold_right (fun v m => Map.add (trace_in l h v) tt m) (Map.empty unit) vs) -> exists w, trace_in l h w = trace_in l g v).
    { induction vs as [|w vs IH]; simpl.
      - rewrite MapFacts.empty_in_iff. tauto.
      - rewrite MapFacts.add_in_iff. intros [Ew|H]; [exists w; exact Ew|exact (IH H)]. }
    intros V. destruct (G _ V) as [w Ew]. exists w. intros z.
    rewrite <- (Spec g v z Lg), <- (Spec h w z Lh), Ew. reflexivity.
Qed.

Lemma has_same_traces_sound g h : has_same_traces g h = true -> same_traces g h.
Proof.
  unfold has_same_traces. rewrite !andb_true_iff, !forallb_forall. intros (((H1 & H2) & H3) & H4).
  assert (Lg : forall x, In x (undominated g) <-> adj g x x) by (intros x; apply in_undominated).
  assert (Lh : forall x, In x (undominated g) <-> adj h x x).
  { intros x. split.
    - intros H. apply has_loop_adj, H1, H.
    - intros H. apply in_undominated, H2, has_loop_adj in H. apply Lg, H. }
  split; [intros x; rewrite <- Lg; apply Lh|].
  split; apply covered_sound with (undominated g); assumption.
Qed.

(* ---------- The checker ---------- *)
Section Advised.
(* A smaller graph with the same traces, if there is one, and the vertices of each part in their new order; not
   trusted. *)
Variable adviser : graph -> option graph * list (list N).

Definition domination_parts (g : graph) : list graph :=
  let (smaller, orders) := adviser g in
  split_all orders (match smaller with Some h => if has_same_traces g h then h else g | None => g end).
Definition domination_check := check graph domination_moves domination_parts graph_key graph_small graph_theorem.

Theorem domination_check_sound c ls n : domination_check c ls = Proved n -> holds graph domination_moves arc_weight c.
Proof.
  apply (check_sound graph domination_moves arc_weight domination_shrinks).
  - intros g. unfold domination_parts. destruct (adviser g) as [smaller orders].
    rewrite (split_all_val _ _ dominate_less dominate_sub dominate_iso dominate_local).
    destruct smaller as [h|]; [|reflexivity]. destruct (has_same_traces g h) eqn:E; [|reflexivity].
    symmetry. apply same_traces_value, has_same_traces_sound, E.
  - intros g h E. rewrite (graph_key_injective g h E). reflexivity.
  - intros t p k. discriminate.
Qed.
End Advised.
