(* Node-Kayles: choose a vertex; it and its neighbours are deleted. *)
Require Import NArith List Lia Bool Wf_nat String.
Require Import Grundy.NimSum Grundy.Impartial Grundy.SpragueGrundy Grundy.Certificate Grundy.Soundness.
Require Import Grundy.Graph Grundy.Reductions Grundy.Normal Grundy.VertexGame.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

(* ---------- The rules ---------- *)
(* Every vertex has a loop, so it is among its own neighbours ([around]). *)
Definition delete (l : list N) (g : graph) : graph := filter (fun e => negb (among (fst e) l || among (snd e) l)) g.
Definition node_play (g : graph) (v : N) : graph := delete (around g v) g.
Definition node_moves : graph -> list (list graph) := vertex_moves has_loop node_play.

(* ---------- Why they are a game on graphs ---------- *)
Lemma not_among x l : among x l = false <-> ~ In x l.
Proof. rewrite <- among_in, not_true_iff_false. reflexivity. Qed.

Lemma adj_node_play g v x y : adj (node_play g v) x y <-> adj g x y /\ ~ adj g v x /\ ~ adj g v y.
Proof.
  unfold node_play, delete, adj at 1. rewrite !filter_In, !negb_true_iff, !orb_false_iff. simpl.
  rewrite !not_among, !around_adj. unfold adj at 5. tauto.
Qed.

Lemma node_play_less g v : has_loop g v = true -> (List.length (node_play g v) < List.length g)%nat.
Proof.
  intros H. apply has_loop_adj in H. apply filter_less with (v, v); [destruct H; assumption|].
  apply negb_false_iff, orb_true_iff. left. apply among_in, around_adj, H.
Qed.

Lemma node_play_sub g v x y : adj (node_play g v) x y -> adj g x y.
Proof. rewrite adj_node_play. tauto. Qed.

Lemma node_play_iso f g h v : isomorphic_by f g h -> (exists w, adj g v w) ->
  has_loop h (f v) = has_loop g v /\ isomorphic_by f (node_play g v) (node_play h (f v)).
Proof.
  intros I V. split.
  - apply eq_true_iff_eq. rewrite !has_loop_adj. apply isomorphic_adj; assumption.
  - pose proof I as (Inj & To & From). split; [|split].
    + intros a b c d A B. apply node_play_sub in A, B. exact (Inj a b c d A B).
    + intros a b A. apply adj_node_play in A. destruct A as (A & Na & Nb). apply adj_node_play.
      split; [exact (To a b A)|]. rewrite !(isomorphic_adj f g h) by eauto using adj_sym. auto.
    + intros x y B. apply adj_node_play in B. destruct B as (B & Nx & Ny).
      destruct (From x y B) as (a & b & A & -> & ->). exists a, b. split; [|auto]. apply adj_node_play.
      split; [exact A|]. split; intros N; [apply Nx|apply Ny]; apply To, N.
Qed.

Lemma node_play_local g h v : apart g h -> (exists w, adj g v w) ->
  has_loop (g ++ h) v = has_loop g v /\ forall x y, adj (node_play (g ++ h) v) x y <-> adj (node_play g v ++ h) x y.
Proof.
  intros Ap [w V]. assert (No : forall x, ~ adj h v x) by (intros x B; exact (Ap v w v x V B eq_refl)). split.
  - apply eq_true_iff_eq. rewrite !has_loop_adj, adj_app. specialize (No v). tauto.
  - intros x y. rewrite adj_app, !adj_node_play, !adj_app. pose proof (No x). pose proof (No y). split; [tauto|].
    intros [A|B]; [tauto|]. split; [tauto|]. split; intros [A|A]; try tauto.
    + exact (Ap x v x y (adj_sym _ _ _ A) B eq_refl).
    + exact (Ap y v y x (adj_sym _ _ _ A) (adj_sym _ _ _ B) eq_refl).
Qed.

Notation node_value := (nimber graph node_moves arc_weight).
Definition node_shrinks : shrinks graph node_moves arc_weight := vertex_shrinks has_loop node_play node_play_less.

(* ---------- Of two true twins one is enough ---------- *)
Definition true_twins (g : graph) (u w : N) : Prop := u <> w /\ adj g u u /\ forall x, adj g u x <-> adj g w x.

Theorem twin_value u w g : true_twins g u w -> node_value g = node_value (drop w g).
Proof.
  remember (List.length g) as n eqn:En. revert g En. induction n as [n IH] using lt_wf_ind. intros g -> (Ne & Lu & T).
  assert (Lw : adj g w w). { apply T, adj_sym, T, Lu. }
  assert (Canned : forall v, can has_loop g v -> v <> w -> can has_loop (drop w g) v /\
    node_value (node_play (drop w g) v) = node_value (node_play g v)).
  { intros v [_ L] Nv. pose proof L as L'. apply has_loop_adj in L. split.
    - assert (A : adj (drop w g) v v) by (apply adj_drop; auto). split; [eauto|apply has_loop_adj, A].
    - destruct (among u (around g v)) eqn:E.
      + apply among_in, around_adj in E. apply (same_edges_vals _ _ node_play_less node_play_iso).
        intros x y. rewrite !adj_node_play, !adj_drop. split.
        * intros ((A & X & Y) & N1 & N2). tauto.
        * intros (A & N1 & N2). assert (Aw : adj g v w) by (apply adj_sym, T, adj_sym, E).
          assert (x <> w) by (intros ->; tauto). assert (y <> w) by (intros ->; tauto). tauto.
      + apply not_among in E. rewrite around_adj in E.
        assert (Ew : ~ adj g v w) by (intros A; apply E, adj_sym, T, adj_sym, A).
        symmetry. rewrite (IH _ (node_play_less g v L') _ eq_refl).
        * apply (same_edges_vals _ _ node_play_less node_play_iso).
          intros x y. rewrite adj_drop, !adj_node_play, !adj_drop. tauto.
        * split; [exact Ne|]. split; [apply adj_node_play; tauto|].
          intros x. rewrite !adj_node_play, T. tauto. }
  apply (same_vals _ _ node_play_less).
  - intros v C. destruct (N.eq_dec v w) as [->|Nv].
    + exists u. assert (A : adj (drop w g) u u) by (apply adj_drop; auto).
      split; [split; [eauto|apply has_loop_adj, A]|].
      apply (same_edges_vals _ _ node_play_less node_play_iso). intros x y. rewrite !adj_node_play, !adj_drop, !T. split.
      * tauto.
      * intros (B & N1 & N2). assert (x <> w) by (intros ->; tauto). assert (y <> w) by (intros ->; tauto). tauto.
    + exists v. apply Canned; assumption.
  - intros x [[y A] L]. apply has_loop_adj in L. apply adj_drop in L. destruct L as (L & Nx & _).
    assert (C : can has_loop g x) by (split; [eauto|apply has_loop_adj, L]).
    exists x. split; [exact C|]. symmetry. apply Canned; assumption.
Qed.

Definition are_twins (g : graph) (u w : N) : bool :=
  let a := around g u in let b := around g w in
  negb (u =? w) && among u a && forallb (fun x => among x b) a && forallb (fun x => among x a) b.
Definition drop_twin (g : graph) (t : N * N) : graph := if are_twins g (fst t) (snd t) then drop (snd t) g else g.

Lemma drop_twin_value g t : node_value (drop_twin g t) = node_value g.
Proof.
  unfold drop_twin. destruct t as [u w]. simpl. destruct (are_twins g u w) eqn:E; [|reflexivity].
  symmetry. apply twin_value with u. unfold are_twins in E. rewrite !andb_true_iff, !forallb_forall in E.
  destruct E as (((E1 & E2) & E3) & E4). apply negb_true_iff, N.eqb_neq in E1. apply among_in, around_adj in E2.
  split; [exact E1|]. split; [exact E2|]. intros x. rewrite <- !around_adj.
  split; intros H; [apply E3 in H|apply E4 in H]; apply among_in, H.
Qed.

(* ---------- The checker ---------- *)
Definition graph_small (g : graph) : bool := N.of_nat (List.length g) <=? 2048.
Definition graph_theorem (name : string) (p : list graph) : option N := None.

Section Advised.
(* Pairs of twins of which the second is dropped, and the vertices of each part in their new order; not trusted. *)
Variable adviser : graph -> list (N * N) * list (list N).

Definition node_parts (g : graph) : list graph :=
  let (twins, orders) := adviser g in split_all orders (fold_left drop_twin twins g).
Definition node_check := check graph node_moves node_parts graph_key graph_small graph_theorem.

Theorem node_check_sound c ls n : node_check c ls = Proved n -> holds graph node_moves arc_weight c.
Proof.
  apply (check_sound graph node_moves arc_weight node_shrinks).
  - intros g. unfold node_parts. destruct (adviser g) as [twins orders].
    rewrite (split_all_val _ _ node_play_less node_play_sub node_play_iso node_play_local).
    revert g. induction twins as [|t twins IH]; intros g; simpl; [reflexivity|].
    rewrite IH. apply drop_twin_value.
  - intros g h E. rewrite (graph_key_injective g h E). reflexivity.
  - intros t p k. discriminate.
Qed.
End Advised.
