(* The reductions of Cram graphs (FORMATS.md, section 4.3) keep nimbers, and so does the pairing strategy. *)
Require Import NArith List Lia Bool Wf_nat.
Require Import Grundy.NimSum Grundy.Impartial Grundy.SpragueGrundy Grundy.Graph.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

(* Splits what is known and what is to be shown about equal and different cells into single cases. *)
Ltac finish :=
  repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | |- _ /\ _ => split
  | |- ~ _ => intro
  | H : _ \/ _ |- _ => destruct H
  end; subst; repeat match goal with H : ?x = ?x -> _ |- _ => specialize (H eq_refl) end; try congruence; auto.

(* ---------- A cell whose neighbours all have another leaf can be dropped ---------- *)
Definition drop (c : N) (g : graph) : graph := filter (fun e => negb (touches c e)) g.

Lemma adj_drop c g x y : adj (drop c g) x y <-> adj g x y /\ x <> c /\ y <> c.
Proof.
  unfold adj, drop. rewrite !filter_In, !negb_true_iff. unfold touches. simpl.
  rewrite !orb_false_iff, !N.eqb_neq. tauto.
Qed.

Definition leaf_of (g : graph) (l n : N) : Prop := adj g l n /\ forall x, adj g l x -> x = n.
Definition droppable (g : graph) (c : N) : Prop :=
  forall n, adj g c n -> n <> c /\ exists l, l <> c /\ leaf_of g l n.

Lemma droppable_remove g c u v : droppable g c -> adj g u v -> u <> c -> v <> c -> droppable (remove u v g) c.
Proof.
  intros D A Hu Hv n Hn. apply adj_remove in Hn. destruct Hn as (Hn & _ & _ & N1 & N2).
  destruct (D n Hn) as (Nc & l & Lc & L1 & L2). split; [exact Nc|]. exists l. split; [exact Lc|]. split.
  - apply adj_remove. split; [exact L1|]. repeat split; try assumption; intros ->.
    + apply N2. symmetry. exact (L2 v A).
    + apply N1. symmetry. exact (L2 u (adj_sym _ _ _ A)).
  - intros x Hx. apply adj_remove in Hx. exact (L2 x (proj1 Hx)).
Qed.

Theorem drop_value c g : droppable g c -> value g = value (drop c g).
Proof.
  remember (length g) as n eqn:En. revert g En. induction n as [n IH] using lt_wf_ind. intros g -> D.
  assert (Same : forall u v, adj g u v -> u <> c -> v <> c -> value (remove u v g) = value (remove u v (drop c g))).
  { intros u v A Hu Hv. rewrite (IH _ (remove_adj_less g u v A) _ eq_refl (droppable_remove g c u v D A Hu Hv)).
    apply same_edges. intros x y. rewrite adj_drop, !adj_remove, adj_drop. tauto. }
  (* Playing c with its neighbour n leaves what playing n with its leaf leaves without c. *)
  assert (At_c : forall m, adj g c m -> exists x y, adj (drop c g) x y /\ value (remove x y (drop c g)) = value (remove c m g)).
  { intros m A. destruct (D m A) as (Nm & l & Lc & L1 & L2). exists m, l. split.
    - apply adj_drop. split; [exact (adj_sym _ _ _ L1)|auto].
    - apply same_edges. intros x y. rewrite !adj_remove, adj_drop. split; [tauto|].
      intros (B & N1 & N2 & N3 & N4). repeat split; try assumption; intros ->.
      + apply N4, L2, B.
      + apply N2, L2, adj_sym, B. }
  apply same_values.
  - intros u v A. destruct (N.eq_dec u c) as [->|Hu]; [exact (At_c v A)|].
    destruct (N.eq_dec v c) as [->|Hv]; [rewrite remove_comm; exact (At_c u (adj_sym _ _ _ A))|].
    exists u, v. split; [apply adj_drop; auto|symmetry; exact (Same u v A Hu Hv)].
  - intros x y B. apply adj_drop in B. destruct B as (B & Hx & Hy). exists x, y. split; [exact B|exact (Same x y B Hx Hy)].
Qed.

(* ---------- Two cells with the same two neighbours become two leaves ---------- *)
Definition joins (u v : N) (e : edge) : bool := (fst e =? u) && (snd e =? v) || (fst e =? v) && (snd e =? u).
Definition untwin (a b c d : N) (g : graph) : graph := filter (fun e => negb (joins b d e || joins c a e)) g.

Lemma joins_false u v x y : joins u v (x, y) = false <-> (x = u -> y <> v) /\ (x = v -> y <> u).
Proof. unfold joins. simpl. rewrite orb_false_iff, !andb_false_iff, !N.eqb_neq. lia. Qed.

Lemma adj_untwin a b c d g x y : adj (untwin a b c d g) x y <->
  adj g x y /\ (x = b -> y <> d) /\ (x = d -> y <> b) /\ (x = c -> y <> a) /\ (x = a -> y <> c).
Proof. unfold adj, untwin. rewrite !filter_In, !negb_true_iff, !orb_false_iff, !joins_false. tauto. Qed.

Definition twins (g : graph) (a b c d : N) : Prop :=
  (a <> b /\ a <> c /\ a <> d /\ b <> c /\ b <> d /\ c <> d) /\
  (forall x, adj g b x <-> x = a \/ x = d) /\ (forall x, adj g c x <-> x = a \/ x = d).

(* Both removed edges have an end that is played: nothing differs. *)
Lemma untwin_touched a b c d g u v : b = u \/ b = v \/ d = u \/ d = v -> c = u \/ c = v \/ a = u \/ a = v ->
  value (remove u v g) = value (remove u v (untwin a b c d g)).
Proof.
  intros H1 H2. apply same_edges. intros x y. rewrite !adj_remove, adj_untwin. split; [|tauto].
  intros (A & N1 & N2 & N3 & N4). repeat split; try assumption; intros -> ->; finish.
Qed.

(* One of the two ends a and d is played with another cell: the other end has two leaves, of which one is enough. *)
Lemma untwin_leaf a b c d g u v : twins g a b c d -> a = u \/ a = v -> b <> u /\ b <> v -> c <> u /\ c <> v ->
  d <> u /\ d <> v -> value (remove u v g) = value (remove u v (untwin a b c d g)).
Proof.
  intros (Ne & Hb & Hc) Ha Nb Nc Nd. rewrite (drop_value b (remove u v g)).
  - apply same_edges. intros x y. rewrite adj_drop, !adj_remove, adj_untwin. split.
    + intros ((A & N1 & N2 & N3 & N4) & X & Y). repeat split; try assumption; intros -> ->; finish.
    + intros ((A & B1 & B2 & _ & _) & N1 & N2 & N3 & N4). repeat split; try assumption; intros ->.
      * apply Hb in A. finish.
      * apply adj_sym, Hb in A. finish.
  - intros n A. apply adj_remove in A. destruct A as (A & N1 & N2 & N3 & N4). apply Hb in A.
    assert (n = d) as -> by finish. split; [finish|]. exists c. split; [finish|].
    split.
    + apply adj_remove. split; [apply Hc; auto|]. finish.
    + intros x B. apply adj_remove in B. destruct B as (B & _ & _ & X1 & X2). apply Hc in B. finish.
Qed.

Lemma twins_turned g a b c d : twins g a b c d -> twins g d c b a.
Proof. intros (Ne & Hb & Hc). split; [finish|]. split; intros x; rewrite ?Hb, ?Hc; tauto. Qed.

Lemma untwin_turned a b c d g : untwin a b c d g = untwin d c b a g.
Proof. unfold untwin. apply filter_ext. intros e. rewrite orb_comm. reflexivity. Qed.

(* Playing a with c instead of b: the other one is left as a leaf of d. *)
Definition swap (b c x : N) : N := if x =? b then c else if x =? c then b else x.

Lemma swap_b b c : swap b c b = c.
Proof. unfold swap. rewrite N.eqb_refl. reflexivity. Qed.
Lemma swap_other b c x : x <> b -> x <> c -> swap b c x = x.
Proof. intros H1 H2. unfold swap. apply N.eqb_neq in H1, H2. rewrite H1, H2. reflexivity. Qed.

Lemma untwin_swap a b c d g : twins g a b c d -> value (remove a c g) = value (remove a b (untwin a b c d g)).
Proof.
  intros ((D1 & D2 & D3 & D4 & D5 & D6) & Hb & Hc). apply isomorphic_values with (swap b c).
  assert (Keep : forall x y, adj (remove a c g) x y -> adj (remove a b (untwin a b c d g)) (swap b c x) (swap b c y)).
  { intros x y A. apply adj_remove in A. destruct A as (A & N1 & N2 & N3 & N4). rewrite adj_remove, adj_untwin.
    destruct (N.eq_dec x b) as [->|Xb].
    - apply Hb in A. destruct A as [->| ->]; [congruence|]. rewrite swap_b, swap_other by auto.
      split; [split; [apply Hc; auto|]|]; finish.
    - rewrite (swap_other b c x) by auto. destruct (N.eq_dec y b) as [->|Yb].
      + apply adj_sym, Hb in A. destruct A as [->| ->]; [congruence|]. rewrite swap_b.
        split; [split; [apply adj_sym, Hc; auto|]|]; finish.
      + rewrite (swap_other b c y) by auto. split; [split; [exact A|]|]; finish. }
  split; [|split; [exact Keep|]].
  - intros u v u' v' A A'. apply adj_remove in A, A'. unfold swap.
    destruct (N.eqb_spec u b), (N.eqb_spec u c), (N.eqb_spec u' b), (N.eqb_spec u' c); finish.
  - intros x y B. exists (swap b c x), (swap b c y). apply adj_remove in B. destruct B as (B & N1 & N2 & N3 & N4).
    apply adj_untwin in B. destruct B as (B & B1 & B2 & B3 & B4).
    assert (Inv : forall z, swap b c (swap b c z) = z).
    { intros z. unfold swap. destruct (N.eqb_spec z b) as [->|Zb].
      - rewrite N.eqb_refl. destruct (N.eqb_spec c b); congruence.
      - destruct (N.eqb_spec z c) as [->|Zc]; [rewrite N.eqb_refl; reflexivity|].
        destruct (N.eqb_spec z b); [congruence|]. destruct (N.eqb_spec z c); congruence. }
    rewrite !Inv. split; [|auto]. apply adj_remove.
    assert (Sc : swap b c c = b). { unfold swap. destruct (N.eqb_spec c b); [congruence|]. rewrite N.eqb_refl. reflexivity. }
    destruct (N.eq_dec x c) as [->|Xc].
    + apply Hc in B. destruct B as [->| ->]; [congruence|]. rewrite Sc, swap_other by auto.
      split; [apply Hb; auto|]. finish.
    + rewrite (swap_other b c x) by auto. destruct (N.eq_dec y c) as [->|Yc].
      * apply adj_sym, Hc in B. destruct B as [->| ->]; [congruence|]. rewrite Sc.
        split; [apply adj_sym, Hb; auto|]. finish.
      * rewrite (swap_other b c y) by auto. split; [exact B|]. finish.
Qed.

Theorem untwin_value a b c d g : twins g a b c d -> value g = value (untwin a b c d g).
Proof.
  remember (length g) as n eqn:En. revert g En. induction n as [n IH] using lt_wf_ind. intros g -> T.
  assert (Same : forall u v, adj (untwin a b c d g) u v -> value (remove u v g) = value (remove u v (untwin a b c d g))).
  { intros u v A. apply adj_untwin in A. destruct A as (A & B1 & B2 & B3 & B4).
    pose proof T as ((D1 & D2 & D3 & D4 & D5 & D6) & Hb & Hc).
    assert (Dec : forall x, (x = u \/ x = v) \/ (x <> u /\ x <> v)) 
      by (intros x; destruct (N.eq_dec x u), (N.eq_dec x v); auto).
    destruct (Dec b) as [Eb|Nb].
    { apply untwin_touched; [tauto|]. destruct Eb as [<-|<-]; [|apply adj_sym in A]; apply Hb in A; finish. }
    destruct (Dec c) as [Ec|Nc].
    { apply untwin_touched; [|tauto]. destruct Ec as [<-|<-]; [|apply adj_sym in A]; apply Hc in A; finish. }
    destruct (Dec a) as [Ea|Na], (Dec d) as [Ed|Nd].
    - apply untwin_touched; tauto.
    - exact (untwin_leaf a b c d g u v T Ea Nb Nc Nd).
    - rewrite untwin_turned. exact (untwin_leaf d c b a g u v (twins_turned g a b c d T) Ed Nc Nb Na).
    - rewrite (IH _ (remove_adj_less g u v A) _ eq_refl).
      + apply same_edges. intros x y. rewrite adj_untwin, !adj_remove, adj_untwin. tauto.
      + split; [tauto|]. split; intros x; rewrite adj_remove; [rewrite Hb|rewrite Hc]; split; intros; finish. }
  assert (Ac : exists x y, adj (untwin a b c d g) x y /\ value (remove x y (untwin a b c d g)) = value (remove a c g)).
  { exists a, b. split; [|symmetry; exact (untwin_swap a b c d g T)].
    destruct T as (Ne & Hb & Hc). apply adj_untwin. split; [apply adj_sym, Hb; auto|]. finish. }
  assert (Bd : exists x y, adj (untwin a b c d g) x y /\ value (remove x y (untwin a b c d g)) = value (remove d b g)).
  { exists d, c. rewrite untwin_turned. split; [|symmetry; exact (untwin_swap d c b a g (twins_turned g a b c d T))].
    destruct T as (Ne & Hb & Hc). apply adj_untwin. split; [apply adj_sym, Hc; auto|]. finish. }
  apply same_values.
  - intros u v A. destruct (joins b d (u, v)) eqn:J1; [|destruct (joins c a (u, v)) eqn:J2].
    + unfold joins in J1. simpl in J1. apply orb_true_iff in J1. rewrite !andb_true_iff, !N.eqb_eq in J1.
      destruct J1 as [[-> ->]|[-> ->]]; [rewrite (remove_comm b d)|]; exact Bd.
    + unfold joins in J2. simpl in J2. apply orb_true_iff in J2. rewrite !andb_true_iff, !N.eqb_eq in J2.
      destruct J2 as [[-> ->]|[-> ->]]; [rewrite (remove_comm c a)|]; exact Ac.
    + apply joins_false in J1, J2. assert (A' : adj (untwin a b c d g) u v) by (apply adj_untwin; tauto).
      exists u, v. split; [exact A'|symmetry; exact (Same u v A')].
  - intros x y B. exists x, y. split; [apply adj_untwin in B; tauto|exact (Same x y B)].
Qed.

(* ---------- Central symmetry: the second player answers every domino with the partners of its cells ---------- *)
Definition symmetric_by (f : N -> N) (g : graph) : Prop :=
  forall u v, adj g u v -> adj g (f u) (f v) /\ f (f u) = u /\ f u <> u /\ ~ adj g u (f u).

Theorem symmetric_value f g : symmetric_by f g -> value g = 0.
Proof.
  remember (length g) as n eqn:En. revert g En. induction n as [n IH] using lt_wf_ind. intros g -> S.
  apply (nimber_unique graph arc_moves arc_weight arc_shrinks); [|intros k; lia].
  intros o Ho. apply option_of in Ho. destruct Ho as (u & v & A & ->). rewrite nimbers_one.
  pose proof (S u v A) as (A1 & I1 & F1 & M1). pose proof (S v u (adj_sym _ _ _ A)) as (A2 & I2 & F2 & M2).
  assert (Legal : adj (remove u v g) (f u) (f v)).
  { apply adj_remove. split; [exact A1|]. repeat split; try assumption; intros E.
    - apply M1. rewrite E. exact A.
    - apply M2. rewrite E. apply adj_sym, A. }
  assert (Zero : value (remove (f u) (f v) (remove u v g)) = 0).
  { pose proof (remove_adj_less _ _ _ Legal). pose proof (remove_adj_less g u v A).
    apply (IH (length (remove (f u) (f v) (remove u v g)))); [lia|reflexivity|].
    intros x y B. rewrite !adj_remove in B. destruct B as ((B & X1 & X2 & Y1 & Y2) & X3 & X4 & Y3 & Y4).
    pose proof (S x y B) as (B1 & J1 & G1 & K1). pose proof (S y x (adj_sym _ _ _ B)) as (B2 & J2 & G2 & K2).
    split; [|split; [exact J1|split; [exact G1|]]].
    - rewrite !adj_remove. repeat split; try assumption; congruence.
    - rewrite !adj_remove. tauto. }
  pose proof (nimber_avoids graph arc_moves arc_weight arc_shrinks _ _ (is_option _ _ _ Legal)) as Av.
  rewrite nimbers_one, Zero in Av. auto.
Qed.
