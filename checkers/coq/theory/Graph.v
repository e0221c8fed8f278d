(* Graphs, and Arc-Kayles on them: choose an edge and remove its two ends. Cram is this game on the graph of free cells.

   Two facts that connect positions with components: isomorphic graphs have one nimber, and a graph is the sum of its
   connected parts. *)
Require Import NArith List Lia Bool Wf_nat.
Require Import Grundy.NimSum Grundy.Impartial Grundy.SpragueGrundy.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

(* ---------- The rules ---------- *)
(* A graph is the list of its edges; vertices are numbers. *)
Notation edge := (N * N)%type.
Notation graph := (list (N * N)).

Definition touches (u : N) (e : edge) : bool := (fst e =? u) || (snd e =? u).
(* What is left when two vertices are removed. *)
Definition remove (u v : N) (g : graph) : graph := filter (fun e => negb (touches u e || touches v e)) g.
(* A move: choose an edge, remove its ends. *)
Definition arc_moves (g : graph) : list (list graph) := map (fun e => [remove (fst e) (snd e) g]) g.

(* ---------- Why they are a game ---------- *)
Definition arc_weight (g : graph) : nat := length g.

Lemma filter_shorter {A} (f : A -> bool) l : (length (filter f l) <= length l)%nat.
Proof. induction l as [|a l IH]; simpl; [lia|]. destruct (f a); simpl; lia. Qed.

Lemma filter_less {A} (f : A -> bool) l a : In a l -> f a = false -> (length (filter f l) < length l)%nat.
Proof.
  induction l as [|b l IH]; simpl; [tauto|]. intros [->|H] E.
  - rewrite E. pose proof (filter_shorter f l). lia.
  - destruct (f b); simpl; [|pose proof (filter_shorter f l)]; specialize (IH H E); lia.
Qed.

Lemma remove_less g e : In e g -> (length (remove (fst e) (snd e) g) < length g)%nat.
Proof.
  intros H. apply filter_less with e; [exact H|]. unfold touches. rewrite N.eqb_refl. reflexivity.
Qed.

Lemma arc_shrinks : shrinks graph arc_moves arc_weight.
Proof.
  intros g o H. apply in_map_iff in H. destruct H as [e [<- He]]. unfold total, arc_weight. cbn [fold_right].
  pose proof (remove_less g e He). lia.
Qed.

Notation value := (nimber graph arc_moves arc_weight).
Notation values := (nimbers graph arc_moves arc_weight).

(* ---------- Neighbours ---------- *)
Definition adj (g : graph) (u v : N) : Prop := In (u, v) g \/ In (v, u) g.

Lemma adj_sym g u v : adj g u v -> adj g v u.
Proof. unfold adj. tauto. Qed.

Lemma touches_spec u e : touches u e = true <-> fst e = u \/ snd e = u.
Proof. unfold touches. rewrite orb_true_iff, !N.eqb_eq. reflexivity. Qed.

Lemma in_remove u v g x y : In (x, y) (remove u v g) <-> In (x, y) g /\ x <> u /\ x <> v /\ y <> u /\ y <> v.
Proof.
  unfold remove. rewrite filter_In, negb_true_iff, orb_false_iff. unfold touches. simpl.
  rewrite !orb_false_iff, !N.eqb_neq. tauto.
Qed.

Lemma adj_remove u v g x y : adj (remove u v g) x y <-> adj g x y /\ x <> u /\ x <> v /\ y <> u /\ y <> v.
Proof. unfold adj. rewrite !in_remove. tauto. Qed.

(* Options in terms of neighbours: an edge may be taken from either end. *)
Lemma remove_comm u v g : remove u v g = remove v u g.
Proof. unfold remove. apply filter_ext. intros e. rewrite orb_comm. reflexivity. Qed.

Lemma option_of g o : In o (arc_moves g) -> exists u v, adj g u v /\ o = [remove u v g].
Proof.
  intros H. apply in_map_iff in H. destruct H as [[u v] [<- He]]. exists u, v. split; [left; exact He|reflexivity].
Qed.

Lemma is_option g u v : adj g u v -> In [remove u v g] (arc_moves g).
Proof.
  intros [H|H]; [|rewrite remove_comm]; apply in_map_iff.
  - exists (u, v). auto.
  - exists (v, u). auto.
Qed.

Lemma remove_adj_less g u v : adj g u v -> (length (remove u v g) < length g)%nat.
Proof.
  intros [H|H]; [exact (remove_less g (u, v) H)|rewrite remove_comm; exact (remove_less g (v, u) H)].
Qed.

(* Two graphs are equal if every move of the one has an answer of the same value in the other. *)
Lemma same_values g h :
  (forall u v, adj g u v -> exists x y, adj h x y /\ value (remove x y h) = value (remove u v g)) ->
  (forall x y, adj h x y -> exists u v, adj g u v /\ value (remove u v g) = value (remove x y h)) ->
  value g = value h.
Proof.
  intros H1 H2. rewrite <- (nimbers_one graph arc_moves arc_weight h).
  apply (same_options graph arc_moves arc_weight arc_shrinks).
  - intros o Ho. destruct (option_of g o Ho) as (u & v & A & ->). destruct (H1 u v A) as (x & y & B & E).
    exists [remove x y h]. split; [apply step_one, is_option, B|rewrite !nimbers_one; exact E].
  - intros q Hq. apply step_one, option_of in Hq. destruct Hq as (x & y & B & ->).
    destruct (H2 x y B) as (u & v & A & E). exists [remove u v g].
    split; [apply is_option, A|rewrite !nimbers_one; exact E].
Qed.

(* ---------- Isomorphic graphs have one nimber ---------- *)
Definition isomorphic_by (f : N -> N) (g h : graph) : Prop :=
  (forall u v u' v', adj g u v -> adj g u' v' -> f u = f u' -> u = u') /\
  (forall u v, adj g u v -> adj h (f u) (f v)) /\
  (forall x y, adj h x y -> exists u v, adj g u v /\ x = f u /\ y = f v).

Theorem isomorphic_values f g h : isomorphic_by f g h -> value g = value h.
Proof.
  remember (length g) as n eqn:En. revert g h En. induction n as [n IH] using lt_wf_ind.
  intros g h -> (Inj & To & From).
  assert (Step : forall u v, adj g u v -> value (remove u v g) = value (remove (f u) (f v) h)).
  { intros u v A. apply (IH _ (remove_adj_less g u v A) _ _ eq_refl). split; [|split].
    - intros a b c d Hab Hcd. apply adj_remove in Hab, Hcd. exact (Inj a b c d (proj1 Hab) (proj1 Hcd)).
    - intros a b H. apply adj_remove in H. destruct H as (H & N1 & N2 & N3 & N4). apply adj_remove.
      split; [exact (To a b H)|].
      pose proof (adj_sym _ _ _ A) as A'. pose proof (adj_sym _ _ _ H) as H'.
      repeat split; intros E; [apply N1|apply N2|apply N3|apply N4]; eapply Inj; eassumption.
    - intros x y H. apply adj_remove in H. destruct H as (H & N1 & N2 & N3 & N4).
      destruct (From x y H) as (a & b & Hab & -> & ->). exists a, b. split; [|auto].
      apply adj_remove. split; [exact Hab|]. repeat split; intros ->; auto. }
  apply same_values.
  - intros u v A. exists (f u), (f v). split; [exact (To u v A)|symmetry; exact (Step u v A)].
  - intros x y B. destruct (From x y B) as (u & v & A & -> & ->). exists u, v. split; [exact A|exact (Step u v A)].
Qed.

(* The order of the edges, their direction and how often they are listed do not matter. *)
Corollary same_edges g h : (forall u v, adj g u v <-> adj h u v) -> value g = value h.
Proof.
  intros H. apply isomorphic_values with (fun u => u). split; [auto|split].
  - intros u v A. apply H, A.
  - intros x y B. exists x, y. split; [apply H, B|auto].
Qed.

(* ---------- A graph is the sum of parts that have no vertex in common ---------- *)
Definition apart (g h : graph) : Prop := forall u v x y, adj g u v -> adj h x y -> u <> x.

Lemma adj_app g h u v : adj (g ++ h) u v <-> adj g u v \/ adj h u v.
Proof. unfold adj. rewrite !in_app_iff. tauto. Qed.

Lemma remove_app u v g h : remove u v (g ++ h) = remove u v g ++ remove u v h.
Proof. unfold remove. apply filter_app. Qed.

Lemma remove_apart u v h : (forall x y, adj h x y -> x <> u /\ x <> v) -> remove u v h = h.
Proof.
  intros H. unfold remove. induction h as [|[x y] h IH]; [reflexivity|]. simpl.
  destruct (H x y) as [N1 N2]; [left; left; reflexivity|].
  destruct (H y x) as [N3 N4]; [right; left; reflexivity|].
  unfold touches at 1 2. simpl.
  rewrite (proj2 (N.eqb_neq x u) N1), (proj2 (N.eqb_neq x v) N2), (proj2 (N.eqb_neq y u) N3), (proj2 (N.eqb_neq y v) N4).
  simpl. f_equal. apply IH. intros a b A. apply (H a b). destruct A; [left; right|right; right]; assumption.
Qed.

Theorem parts_add_up g h : apart g h -> value (g ++ h) = N.lxor (value g) (value h).
Proof.
  remember (length g + length h)%nat as n eqn:En. revert g h En. induction n as [n IH] using lt_wf_ind.
  intros g h -> Ap.
  assert (In_g : forall u v, adj g u v -> remove u v (g ++ h) = remove u v g ++ h /\
                 value (remove u v g ++ h) = N.lxor (value (remove u v g)) (value h)).
  { intros u v A. split.
    - rewrite remove_app. f_equal. apply remove_apart. intros x y B. split; intros ->.
      + exact (Ap u v u y A B eq_refl).
      + exact (Ap v u v y (adj_sym _ _ _ A) B eq_refl).
    - pose proof (remove_adj_less g u v A). apply (IH (length (remove u v g) + length h)%nat); [lia|reflexivity|].
      intros a b x y Hab. apply adj_remove in Hab. exact (Ap a b x y (proj1 Hab)). }
  assert (In_h : forall u v, adj h u v -> remove u v (g ++ h) = g ++ remove u v h /\
                 value (g ++ remove u v h) = N.lxor (value g) (value (remove u v h))).
  { intros u v B. split.
    - rewrite remove_app. f_equal. apply remove_apart. intros x y A. split; intros ->.
      + exact (Ap u y u v A B eq_refl).
      + exact (Ap v y v u A (adj_sym _ _ _ B) eq_refl).
    - pose proof (remove_adj_less h u v B). apply (IH (length g + length (remove u v h))%nat); [lia|reflexivity|].
      intros a b x y Hab Hxy. apply adj_remove in Hxy. exact (Ap a b x y Hab (proj1 Hxy)). }
  assert (E : values [g; h] = N.lxor (value g) (value h)) by (simpl; rewrite N.lxor_0_r; reflexivity).
  rewrite <- E. apply (same_options graph arc_moves arc_weight arc_shrinks).
  - intros o Ho. apply option_of in Ho. destruct Ho as (u & v & A & ->). apply adj_app in A.
    rewrite nimbers_one. destruct A as [A|B].
    + destruct (In_g u v A) as [-> ->]. exists [remove u v g; h]. split.
      * apply step_two. left. exists [remove u v g]. split; [apply is_option, A|reflexivity].
      * simpl. rewrite N.lxor_0_r. reflexivity.
    + destruct (In_h u v B) as [-> ->]. exists [g; remove u v h]. split.
      * apply step_two. right. exists [remove u v h]. split; [apply is_option, B|reflexivity].
      * simpl. rewrite N.lxor_0_r. reflexivity.
  - intros q Hq. apply step_two in Hq.
    destruct Hq as [(o & Ho & ->)|(o & Ho & ->)]; apply option_of in Ho; destruct Ho as (u & v & A & ->);
      exists [remove u v (g ++ h)]; (split; [apply is_option, adj_app; tauto|]); rewrite nimbers_one.
    + destruct (In_g u v A) as [-> ->]. simpl. rewrite N.lxor_0_r. reflexivity.
    + destruct (In_h u v A) as [-> ->]. simpl. rewrite N.lxor_0_r. reflexivity.
Qed.

(* The same for any list of edges that is made up of the two parts. *)
Corollary parts_of_graph k g h :
  (forall u v, adj k u v <-> adj g u v \/ adj h u v) -> apart g h -> value k = N.lxor (value g) (value h).
Proof.
  intros H Ap. rewrite <- (parts_add_up g h Ap). apply same_edges. intros u v. rewrite adj_app. apply H.
Qed.

Lemma value_empty : value [] = 0.
Proof. rewrite (nimber_is_mex graph arc_moves arc_weight arc_shrinks). reflexivity. Qed.

(* A graph as a list of numbers. *)
Definition graph_key (g : graph) : list N := flat_map (fun e => [fst e; snd e]) g.

Lemma graph_key_injective (g : graph) : forall h : graph, graph_key g = graph_key h -> g = h.
Proof.
  unfold graph_key. induction g as [|[a b] g IH]; intros [|[c d] h]; simpl; try discriminate; [reflexivity|].
  intros E. injection E as -> -> E. f_equal. exact (IH h E).
Qed.
