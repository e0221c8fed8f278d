(* Cram: put a domino on two free neighbouring cells of a board. *)
Require Import NArith List Lia Bool Wf_nat String.
Require Import Grundy.NimSum Grundy.Impartial Grundy.SpragueGrundy Grundy.Certificate Grundy.Soundness.
Require Import Grundy.Graph Grundy.Reductions Grundy.Normal.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

(* ---------- The rules ---------- *)
Notation cell := (N * N)%type.                                    (* row and column *)
Record board := Board { free : list cell; walls : list (cell * cell) }.   (* free cells; sides that are walls *)

Definition same_cell (p q : cell) : bool := (fst p =? fst q) && (snd p =? snd q).
(* q lies right of p, or below it. *)
Definition next_to (p q : cell) : bool := same_cell q (fst p, snd p + 1) || same_cell q (fst p + 1, snd p).
Definition is_wall (b : board) (p q : cell) : bool :=
  existsb (fun w => same_cell p (fst w) && same_cell q (snd w)) (walls b).
(* All ways to put a domino: on p and the free cell q right of it or below it, with no wall between them. *)
Definition dominoes (b : board) : list (cell * cell) :=
  flat_map (fun p => map (fun q => (p, q)) (filter (fun q => if next_to p q then negb (is_wall b p q) else false) (free b)))
    (free b).
Definition fill (d : cell * cell) (b : board) : board :=
  Board (filter (fun c => negb (same_cell c (fst d) || same_cell c (snd d))) (free b)) (walls b).
Definition board_moves (b : board) : list (list board) := map (fun d => [fill d b]) (dominoes b).

(* Positions of certificates are boards, or graphs: there a domino covers two neighbouring vertices. *)
Inductive place : Type := OnBoard (b : board) | OnGraph (g : graph).
Definition cram_moves (p : place) : list (list place) :=
  match p with
  | OnBoard b => map (map OnBoard) (board_moves b)
  | OnGraph g => map (map OnGraph) (arc_moves g)
  end.

(* ---------- Why they are a game ---------- *)
Definition board_weight (b : board) : nat := List.length (free b).
Definition cram_weight (p : place) : nat := match p with OnBoard b => board_weight b | OnGraph g => arc_weight g end.

Lemma same_cell_eq p q : same_cell p q = true <-> p = q.
Proof.
  destruct p as [a b], q as [c d]. unfold same_cell. simpl. rewrite andb_true_iff, !N.eqb_eq. split.
  - intros [-> ->]. reflexivity.
  - intros E. injection E as -> ->. auto.
Qed.

Definition fits (b : board) (p q : cell) : Prop := next_to p q = true /\ is_wall b p q = false.

Lemma in_dominoes b p q : In (p, q) (dominoes b) <-> In p (free b) /\ In q (free b) /\ fits b p q.
Proof.
  unfold dominoes, fits. rewrite in_flat_map. split.
  - intros [p' [Hp H]]. apply in_map_iff in H. destruct H as [q' [E H]]. injection E as -> ->.
    apply filter_In in H. destruct H as [Hq F]. destruct (next_to p q); [|discriminate].
    apply negb_true_iff in F. auto.
  - intros (Hp & Hq & F1 & F2). exists p. split; [exact Hp|]. apply in_map, filter_In.
    rewrite F1, F2. auto.
Qed.

Lemma in_fill p q b c : In c (free (fill (p, q) b)) <-> In c (free b) /\ c <> p /\ c <> q.
Proof.
  simpl. rewrite filter_In, negb_true_iff, orb_false_iff, <- !not_true_iff_false, !same_cell_eq. reflexivity.
Qed.

Lemma board_shrinks : shrinks board board_moves board_weight.
Proof.
  intros b o H. apply in_map_iff in H. destruct H as [[p q] [<- H]]. apply in_dominoes in H.
  unfold total, board_weight. cbn [fold_right]. rewrite PeanoNat.Nat.add_0_r.
  apply filter_less with p; [tauto|]. simpl. rewrite (proj2 (same_cell_eq p p) eq_refl). reflexivity.
Qed.

Lemma total_map {C D} (f : C -> D) (v : C -> nat) (w : D -> nat) o :
  (forall c, w (f c) = v c) -> total D w (map f o) = total C v o.
Proof. intros H. unfold total. induction o as [|c o IH]; simpl; [reflexivity|]. rewrite IH, H. reflexivity. Qed.

Lemma cram_shrinks : shrinks place cram_moves cram_weight.
Proof.
  intros [b|g] o H; simpl in H; apply in_map_iff in H; destruct H as [o' [<- H]].
  - rewrite (total_map OnBoard board_weight) by reflexivity. exact (board_shrinks b o' H).
  - rewrite (total_map OnGraph arc_weight) by reflexivity. exact (arc_shrinks g o' H).
Qed.

(* ---------- Only the graph of free cells and neighbours matters ---------- *)
(* Different cells have different numbers: the square of row + column tells their sum, the rest is the column. *)
Definition number (c : cell) : N := (fst c + snd c) * (fst c + snd c) + snd c.

Lemma number_injective p q : number p = number q -> p = q.
Proof.
  destruct p as [a b], q as [c d]. unfold number. simpl. intros E.
  assert (a + b = c + d) as S by nia. rewrite S in E. f_equal; lia.
Qed.

Definition graph_of (b : board) : graph := map (fun d => (number (fst d), number (snd d))) (dominoes b).

Lemma in_graph_of b x y :
  In (x, y) (graph_of b) <-> exists p q, In p (free b) /\ In q (free b) /\ fits b p q /\ x = number p /\ y = number q.
Proof.
  unfold graph_of. rewrite in_map_iff. split.
  - intros [[p q] [E H]]. apply in_dominoes in H. injection E as <- <-. exists p, q. tauto.
  - intros (p & q & Hp & Hq & F & -> & ->). exists (p, q). split; [reflexivity|apply in_dominoes; auto].
Qed.

Lemma fill_is_remove p q b : value (graph_of (fill (p, q) b)) = value (remove (number p) (number q) (graph_of b)).
Proof.
  apply same_edges. intros x y.
  assert (H : forall x y, In (x, y) (graph_of (fill (p, q) b)) <-> In (x, y) (remove (number p) (number q) (graph_of b))).
  { clear x y. intros x y. rewrite in_remove, !in_graph_of. split.
    - intros (r & s & Hr & Hs & F & -> & ->). apply in_fill in Hr, Hs. split; [exists r, s; tauto|].
      destruct Hr as (_ & R1 & R2), Hs as (_ & S1 & S2).
      repeat split; intros E; apply number_injective in E; congruence.
    - intros ((r & s & Hr & Hs & F & -> & ->) & N1 & N2 & N3 & N4). exists r, s. rewrite !in_fill.
      repeat split; try assumption; try apply F; intros ->; auto. }
  unfold adj. rewrite !H. reflexivity.
Qed.

Theorem board_value b : nimber board board_moves board_weight b = value (graph_of b).
Proof.
  remember (board_weight b) as n eqn:En. revert b En. induction n as [n IH] using lt_wf_ind. intros b ->.
  rewrite (nimber_is_mex board board_moves board_weight board_shrinks).
  rewrite (nimber_is_mex graph arc_moves arc_weight arc_shrinks). f_equal.
  unfold board_moves, arc_moves. unfold graph_of at 2. rewrite !map_map. apply map_ext_in. intros [p q] H.
  rewrite !nimbers_one. simpl fst. simpl snd. rewrite <- fill_is_remove.
  apply (IH (board_weight (fill (p, q) b))); [|reflexivity].
  assert (L : In [fill (p, q) b] (board_moves b)) by (unfold board_moves; apply in_map_iff; exists (p, q); auto).
  apply board_shrinks in L. unfold total in L. simpl in L. lia.
Qed.

Definition to_graph (p : place) : graph := match p with OnBoard b => graph_of b | OnGraph g => g end.
Notation cram_nimber := (nimber place cram_moves cram_weight).
Notation cram_nimbers := (nimbers place cram_moves cram_weight).

Lemma place_value p : cram_nimber p = value (to_graph p).
Proof.
  destruct p as [b|g]; simpl.
  - rewrite <- board_value.
    apply (nimber_inside board place board_moves cram_moves board_weight cram_weight board_shrinks cram_shrinks OnBoard).
    reflexivity.
  - apply (nimber_inside graph place arc_moves cram_moves arc_weight cram_weight arc_shrinks cram_shrinks OnGraph).
    reflexivity.
Qed.

Lemma on_graphs_value l : cram_nimbers (map OnGraph l) = values l.
Proof. induction l as [|g l IH]; [reflexivity|]. simpl. rewrite IH, place_value. reflexivity. Qed.

(* ---------- Several boards side by side, as one graph ---------- *)
Definition top (g : graph) : N := fold_right (fun e n => N.max (N.max (fst e) (snd e)) n) 0 g.
Definition shift (k : N) (g : graph) : graph := map (fun e => (fst e + k, snd e + k)) g.
Fixpoint side_by_side (p : list place) : graph :=
  match p with
  | [] => []
  | c :: p => let g := to_graph c in g ++ shift (top g + 1) (side_by_side p)
  end.

Lemma top_adj g u v : adj g u v -> u <= top g.
Proof.
  unfold adj. induction g as [|[x y] g IH]; simpl; [tauto|].
  intros [[E|H]|[E|H]]; try (injection E as -> ->; lia); [specialize (IH (or_introl H))|specialize (IH (or_intror H))]; lia.
Qed.

Lemma adj_shift k g x y : adj (shift k g) x y <-> exists u v, adj g u v /\ x = u + k /\ y = v + k.
Proof.
  unfold adj, shift. rewrite !in_map_iff. split.
  - intros [[[u v] [E H]]|[[u v] [E H]]]; injection E as <- <-; [exists u, v|exists v, u]; simpl; auto.
  - intros (u & v & [H|H] & -> & ->); [left; exists (u, v)|right; exists (v, u)]; auto.
Qed.

Lemma side_by_side_value p : value (side_by_side p) = cram_nimbers p.
Proof.
  induction p as [|c p IH]; simpl; [apply value_empty|]. rewrite parts_add_up.
  - rewrite place_value, <- IH. f_equal. symmetry. apply isomorphic_values with (fun u => u + (top (to_graph c) + 1)).
    split; [intros; lia|split].
    + intros u v A. apply adj_shift. exists u, v. auto.
    + intros x y A. apply adj_shift, A.
  - intros u v x y A B. apply top_adj in A. apply adj_shift in B. destruct B as (a & b & _ & -> & _). lia.
Qed.

(* ---------- The checker ---------- *)
Section Advised.
Variable adviser : graph -> advice.            (* how to reduce, split and rename a graph; not trusted *)
Variable pairing : graph -> list (N * N).      (* how to pair off its cells; not trusted *)

Definition cram_parts (p : place) : list place := map OnGraph (normal adviser (to_graph p)).
Definition cram_key (p : place) : list N := graph_key (to_graph p).
Definition cram_small (p : place) : bool := N.of_nat (List.length (to_graph p)) <=? 2048.
Definition cram_theorem (name : string) (p : list place) : option N :=
  if String.eqb name "central-symmetry" then
    let g := side_by_side p in if is_symmetric (pairing g) g then Some 0 else None
  else None.
Definition cram_check := check place cram_moves cram_parts cram_key cram_small cram_theorem.

Theorem cram_check_sound c ls n : cram_check c ls = Proved n -> holds place cram_moves cram_weight c.
Proof.
  apply (check_sound place cram_moves cram_weight cram_shrinks).
  - intros p. unfold cram_parts. rewrite on_graphs_value, normal_value, place_value. reflexivity.
  - intros p q E. rewrite !place_value. f_equal. exact (graph_key_injective _ _ E).
  - intros t p k. unfold cram_theorem. destruct (String.eqb t "central-symmetry"); [|discriminate].
    destruct (is_symmetric _ _) eqn:S; [|discriminate]. intros E. injection E as <-.
    rewrite <- side_by_side_value. exact (is_symmetric_sound _ _ S).
Qed.
End Advised.
