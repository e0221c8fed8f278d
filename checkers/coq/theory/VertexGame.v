(* Games on graphs in which a move chooses a vertex: Node-Kayles and the domination game.

   A graph is a list of edges, as in Graph.v. A vertex that exists by itself is listed as an edge to itself, a loop.
   What is proved for all such games: isomorphic graphs have one nimber, and a graph is the sum of its parts. *)
Require Import NArith List Lia Bool Wf_nat.
Require Import Grundy.NimSum Grundy.Impartial Grundy.SpragueGrundy Grundy.Graph Grundy.Normal.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

Definition has_loop (g : graph) (v : N) : bool := existsb (fun e => (fst e =? v) && (snd e =? v)) g.
Definition ends (g : graph) : list N := flat_map (fun e => [fst e; snd e]) g.

(* A move chooses a vertex that may be played. *)
Definition vertex_moves (playable : graph -> N -> bool) (play : graph -> N -> graph) (g : graph) : list (list graph) :=
  map (fun v => [play g v]) (filter (playable g) (ends g)).

Lemma has_loop_adj g v : has_loop g v = true <-> adj g v v.
Proof.
  unfold has_loop, adj. rewrite existsb_exists. split.
  - intros [[x y] [H E]]. simpl in E. apply andb_true_iff in E. rewrite !N.eqb_eq in E. destruct E as [-> ->]. auto.
  - intros H. exists (v, v). simpl. rewrite N.eqb_refl. split; [tauto|reflexivity].
Qed.

Lemma in_ends g v : In v (ends g) <-> exists w, adj g v w.
Proof.
  unfold ends, adj. rewrite in_flat_map. split.
  - intros [[x y] [H [E|[E|[]]]]]; simpl in E; subst v; eauto.
  - intros [w [H|H]]; [exists (v, w)|exists (w, v)]; simpl; auto.
Qed.

Lemma same_is_isomorphic g h : (forall u v, adj g u v <-> adj h u v) -> isomorphic_by (fun u => u) g h.
Proof.
  intros H. split; [auto|split].
  - intros u v A. apply H, A.
  - intros x y B. exists x, y. split; [apply H, B|auto].
Qed.

Lemma isomorphic_adj f g h u v : isomorphic_by f g h -> (exists w, adj g u w) -> (exists w, adj g v w) ->
  adj h (f u) (f v) <-> adj g u v.
Proof.
  intros (Inj & To & From) [u' Hu] [v' Hv]. split; [|apply To].
  intros B. destruct (From _ _ B) as (a & b & A & Eu & Ev).
  rewrite (Inj u u' a b Hu A Eu), (Inj v v' b a Hv (adj_sym _ _ _ A) Ev). exact A.
Qed.

Section VertexGame.
Variable playable : graph -> N -> bool.
Variable play : graph -> N -> graph.
Hypothesis play_less : forall g v, playable g v = true -> (length (play g v) < length g)%nat.
Hypothesis play_sub : forall g v x y, adj (play g v) x y -> adj g x y.
Hypothesis play_iso : forall f g h v, isomorphic_by f g h -> (exists w, adj g v w) ->
  playable h (f v) = playable g v /\ isomorphic_by f (play g v) (play h (f v)).
Hypothesis play_local : forall g h v, apart g h -> (exists w, adj g v w) ->
  playable (g ++ h) v = playable g v /\ forall x y, adj (play (g ++ h) v) x y <-> adj (play g v ++ h) x y.

Notation moves := (vertex_moves playable play).
Notation val := (nimber graph moves arc_weight).

Lemma vertex_shrinks : shrinks graph moves arc_weight.
Proof.
  intros g o H. apply in_map_iff in H. destruct H as [v [<- H]]. apply filter_In in H.
  unfold total, arc_weight. cbn [fold_right]. pose proof (play_less g v (proj2 H)). lia.
Qed.

Definition can (g : graph) (v : N) : Prop := (exists w, adj g v w) /\ playable g v = true.

Lemma in_moves g o : In o (moves g) <-> exists v, can g v /\ o = [play g v].
Proof.
  unfold vertex_moves, can. rewrite in_map_iff. split.
  - intros [v [<- H]]. apply filter_In in H. rewrite in_ends in H. eauto.
  - intros [v [H ->]]. exists v. rewrite filter_In, in_ends. auto.
Qed.

(* Two graphs are equal if every move of the one has an answer of the same value in the other. *)
Lemma same_vals g h :
  (forall v, can g v -> exists x, can h x /\ val (play h x) = val (play g v)) ->
  (forall x, can h x -> exists v, can g v /\ val (play g v) = val (play h x)) -> val g = val h.
Proof.
  intros H1 H2. rewrite <- (nimbers_one graph moves arc_weight h).
  apply (same_options graph moves arc_weight vertex_shrinks).
  - intros o Ho. apply in_moves in Ho. destruct Ho as (v & A & ->). destruct (H1 v A) as (x & B & E).
    exists [play h x]. split; [apply step_one, in_moves; eauto|rewrite !nimbers_one; exact E].
  - intros q Hq. apply step_one, in_moves in Hq. destruct Hq as (x & B & ->).
    destruct (H2 x B) as (v & A & E). exists [play g v]. split; [apply in_moves; eauto|rewrite !nimbers_one; exact E].
Qed.

Theorem isomorphic_vals f g h : isomorphic_by f g h -> val g = val h.
Proof.
  remember (length g) as n eqn:En. revert g h En. induction n as [n IH] using lt_wf_ind. intros g h -> I.
  assert (Step : forall v, can g v -> can h (f v) /\ val (play g v) = val (play h (f v))).
  { intros v [V P]. destruct (play_iso f g h v I V) as [E J]. split.
    - split; [|congruence]. destruct V as [w A]. exists (f w). apply I, A.
    - exact (IH _ (play_less g v P) _ _ eq_refl J). }
  apply same_vals.
  - intros v C. exists (f v). destruct (Step v C). auto.
  - intros x [[y B] P]. destruct I as (Inj & To & From). destruct (From x y B) as (v & w & A & -> & ->).
    assert (C : can g v). { split; [eauto|]. rewrite <- P. symmetry. apply (play_iso f g h v); [split; auto|eauto]. }
    exists v. split; [exact C|apply Step, C].
Qed.

Corollary same_edges_vals g h : (forall u v, adj g u v <-> adj h u v) -> val g = val h.
Proof. intros H. apply isomorphic_vals with (fun u => u). apply same_is_isomorphic, H. Qed.

Lemma vertex_parts_add_up g h : apart g h -> val (g ++ h) = N.lxor (val g) (val h).
Proof.
  remember (length g + length h)%nat as n eqn:En. revert g h En. induction n as [n IH] using lt_wf_ind.
  intros g h -> Ap.
  assert (Swap : forall a b u v, adj (a ++ b) u v <-> adj (b ++ a) u v) by (intros; rewrite !adj_app; tauto).
  assert (Ap' : apart h g) by (intros u v x y A B E; symmetry in E; exact (Ap x y u v B A E)).
  assert (In_g : forall v, can g v -> can (g ++ h) v /\ val (play (g ++ h) v) = N.lxor (val (play g v)) (val h)).
  { intros v [V P]. destruct (play_local g h v Ap V) as [E L]. split.
    - split; [|congruence]. destruct V as [w A]. exists w. apply adj_app. auto.
    - rewrite (same_edges_vals _ _ L). pose proof (play_less g v P).
      apply (IH (length (play g v) + length h)%nat); [lia|reflexivity|].
      intros a b x y A. exact (Ap a b x y (play_sub _ _ _ _ A)). }
  assert (In_h : forall v, can h v -> can (g ++ h) v /\ val (play (g ++ h) v) = N.lxor (val g) (val (play h v))).
  { intros v [V P]. destruct (play_local h g v Ap' V) as [E L].
    assert (Vg : exists w, adj (h ++ g) v w) by (destruct V as [w A]; exists w; apply adj_app; auto).
    destruct (play_iso _ _ _ v (same_is_isomorphic _ _ (Swap h g)) Vg) as [E' J]. split.
    - split; [|congruence]. destruct V as [w A]. exists w. apply adj_app. auto.
    - rewrite <- (isomorphic_vals _ _ _ J), (same_edges_vals _ _ L), (same_edges_vals _ _ (Swap _ _)).
      pose proof (play_less h v P). apply (IH (length g + length (play h v))%nat); [lia|reflexivity|].
      intros a b x y A B. exact (Ap a b x y A (play_sub _ _ _ _ B)). }
  assert (Only : forall v, can (g ++ h) v -> can g v \/ can h v).
  { intros v [[w A] P]. apply adj_app in A. destruct A as [A|A]; [left|right]; (split; [eauto|]).
    - rewrite <- P. symmetry. apply play_local; eauto.
    - rewrite <- P. symmetry. destruct (play_local h g v Ap') as [E _]; [eauto|]. rewrite <- E.
      apply (play_iso _ _ _ v (same_is_isomorphic _ _ (Swap h g))). exists w. apply adj_app. auto. }
  assert (E : nimbers graph moves arc_weight [g; h] = N.lxor (val g) (val h)) by (simpl; rewrite N.lxor_0_r; reflexivity).
  rewrite <- E. apply (same_options graph moves arc_weight vertex_shrinks).
  - intros o Ho. apply in_moves in Ho. destruct Ho as (v & A & ->). rewrite nimbers_one.
    destruct (Only v A) as [B|B].
    + exists [play g v; h]. split; [apply step_two; left; exists [play g v]; split; [apply in_moves; eauto|reflexivity]|].
      simpl. rewrite N.lxor_0_r. symmetry. apply In_g, B.
    + exists [g; play h v]. split; [apply step_two; right; exists [play h v]; split; [apply in_moves; eauto|reflexivity]|].
      simpl. rewrite N.lxor_0_r. symmetry. apply In_h, B.
  - intros q Hq. apply step_two in Hq.
    destruct Hq as [(o & Ho & ->)|(o & Ho & ->)]; apply in_moves in Ho; destruct Ho as (v & A & ->);
      exists [play (g ++ h) v]; rewrite nimbers_one.
    + destruct (In_g v A) as [B ->]. split; [apply in_moves; eauto|]. simpl. rewrite N.lxor_0_r. reflexivity.
    + destruct (In_h v A) as [B ->]. split; [apply in_moves; eauto|]. simpl. rewrite N.lxor_0_r. reflexivity.
Qed.

Lemma val_empty : val [] = 0.
Proof. rewrite (nimber_is_mex graph moves arc_weight vertex_shrinks). reflexivity. Qed.

(* Splitting a graph as in Normal.v keeps the nimber. *)
Lemma split_all_val orders : forall g, nimbers graph moves arc_weight (split_all orders g) = val g.
Proof.
  induction orders as [|o orders IH]; intros g; simpl.
  - destruct g; [symmetry; apply val_empty|apply nimbers_one].
  - destruct (split_off o g) as [[i r]|] eqn:E; [|apply IH].
    simpl. rewrite IH. destruct (split_off_spec o g i r E) as (f & p & Hs & Ap & I).
    rewrite <- (isomorphic_vals f p i I), <- (vertex_parts_add_up p r Ap). apply same_edges_vals.
    intros u v. rewrite adj_app. symmetry. apply Hs.
Qed.
End VertexGame.
