(* The normal form of a graph: reduced, split into parts, the vertices of each part renamed.

   How a graph is reduced and renamed is proposed by a program that need not be trusted, the [adviser]. Every step is
   checked here; advice that is wrong is not taken. Whatever it proposes, the normal form has the nimber of the graph. *)
Require Import NArith List Lia Bool FMapPositive Mergesort Permutation Orders.
Require Import Grundy.NimSum Grundy.Keys Grundy.Impartial Grundy.SpragueGrundy Grundy.Graph Grundy.Reductions.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

(* ---------- Reductions, checked ---------- *)
Inductive reduction : Type := Drop (c : N) | Untwin (a b c d : N).

Definition around (g : graph) (u : N) : list N :=
  flat_map (fun e : edge => if fst e =? u then [snd e] else if snd e =? u then [fst e] else []) g.

Definition among (x : N) (l : list N) : bool := existsb (N.eqb x) l.

(* The only neighbour of l is n. *)
Definition is_leaf_of (g : graph) (l n : N) : bool := forallb (N.eqb n) (around g l).
Definition can_drop (g : graph) (c : N) : bool :=
  forallb (fun n => negb (n =? c) && existsb (fun l => negb (l =? c) && is_leaf_of g l n) (around g n)) (around g c).
Definition has_neighbours (g : graph) (b a d : N) : bool :=
  let l := around g b in forallb (fun x => (x =? a) || (x =? d)) l && among a l && among d l.
Definition can_untwin (g : graph) (a b c d : N) : bool :=
  negb (among a [b; c; d]) && negb (among b [c; d]) && negb (c =? d) && has_neighbours g b a d && has_neighbours g c a d.

Definition reduce (g : graph) (r : reduction) : graph :=
  match r with
  | Drop c => if can_drop g c then drop c g else g
  | Untwin a b c d => if can_untwin g a b c d then untwin a b c d g else g
  end.

Lemma in_around g u v : In v (around g u) <-> In (u, v) g \/ (In (v, u) g /\ v <> u) \/ (In (v, u) g /\ v = u).
Proof.
  unfold around. rewrite in_flat_map. split.
  - intros [[x y] [He Hv]]. simpl in Hv. destruct (N.eqb_spec x u) as [->|Nx].
    + destruct Hv as [<-|[]]. auto.
    + destruct (N.eqb_spec y u) as [->|]; [|destruct Hv]. destruct Hv as [<-|[]]. auto.
  - intros [H|[[H Ne]|[H ->]]].
    + exists (u, v). split; [exact H|]. simpl. rewrite N.eqb_refl. left. reflexivity.
    + exists (v, u). split; [exact H|]. simpl. apply N.eqb_neq in Ne. rewrite Ne, N.eqb_refl. left. reflexivity.
    + exists (u, u). split; [exact H|]. simpl. rewrite N.eqb_refl. left. reflexivity.
Qed.

Lemma around_adj g u v : In v (around g u) <-> adj g u v.
Proof. rewrite in_around. unfold adj. destruct (N.eq_dec v u) as [->|]; tauto. Qed.

Lemma among_in x l : among x l = true <-> In x l.
Proof.
  unfold among. rewrite existsb_exists. split.
  - intros [y [Hy E]]. apply N.eqb_eq in E. congruence.
  - intros H. exists x. split; [exact H|apply N.eqb_refl].
Qed.

Lemma can_drop_sound g c : can_drop g c = true -> droppable g c.
Proof.
  unfold can_drop. rewrite forallb_forall. intros H n A. apply around_adj in A. apply H in A.
  apply andb_true_iff in A. destruct A as [A1 A2]. apply negb_true_iff, N.eqb_neq in A1. split; [exact A1|].
  apply existsb_exists in A2. destruct A2 as [l [Hl B]]. apply andb_true_iff in B. destruct B as [B1 B2].
  apply negb_true_iff, N.eqb_neq in B1. exists l. split; [exact B1|]. split; [apply adj_sym, around_adj, Hl|].
  intros x Hx. apply around_adj in Hx. unfold is_leaf_of in B2. rewrite forallb_forall in B2. symmetry.
  apply N.eqb_eq, B2, Hx.
Qed.

Lemma has_neighbours_sound g b a d : has_neighbours g b a d = true -> forall x, adj g b x <-> x = a \/ x = d.
Proof.
  unfold has_neighbours. rewrite !andb_true_iff, !among_in, forallb_forall. intros [[H Ha] Hd] x. split.
  - intros A. apply around_adj, H in A. rewrite orb_true_iff, !N.eqb_eq in A. exact A.
  - intros [->| ->]; apply around_adj; assumption.
Qed.

Lemma can_untwin_sound g a b c d : can_untwin g a b c d = true -> twins g a b c d.
Proof.
  unfold can_untwin. rewrite !andb_true_iff, !negb_true_iff. intros [[[[H1 H2] H3] Hb] Hc].
  split; [|split; apply has_neighbours_sound; assumption].
  assert (Na : ~ In a [b; c; d]) by (rewrite <- among_in, H1; discriminate).
  assert (Nb : ~ In b [c; d]) by (rewrite <- among_in, H2; discriminate).
  apply N.eqb_neq in H3. simpl in Na, Nb.
  repeat split; intros E; subst; solve [apply Na; auto | apply Nb; auto | apply H3; auto].
Qed.

Lemma reduce_value g r : value (reduce g r) = value g.
Proof.
  destruct r as [c|a b c d]; simpl.
  - destruct (can_drop g c) eqn:E; [|reflexivity]. symmetry. apply drop_value, can_drop_sound, E.
  - destruct (can_untwin g a b c d) eqn:E; [|reflexivity]. symmetry. apply untwin_value, can_untwin_sound, E.
Qed.

(* ---------- One part, renamed ---------- *)
Notation table := (PositiveMap.t N).
Definition get (t : table) (u : N) : option N := PositiveMap.find (N.succ_pos u) t.
Definition set (t : table) (u v : N) : table := PositiveMap.add (N.succ_pos u) v t.

(* The vertices of a list get the numbers i, i+1, ...; the second table leads back. *)
Fixpoint enumerate (order : list N) (i : N) (to back : table) : table * table :=
  match order with
  | [] => (to, back)
  | u :: order => enumerate order (N.succ i) (set to u i) (set back i u)
  end.

Definition named (to : table) (u : N) : bool := match get to u with Some _ => true | None => false end.
Definition name (to : table) (u : N) : N := match get to u with Some i => i | None => 0 end.
Definition leads_back (to back : table) (u : N) : bool :=
  match get to u with
  | None => false
  | Some i => match get back i with Some w => w =? u | None => false end
  end.
(* Both ends of an edge are in the part, or none is. *)
Definition inside_or_outside (to back : table) (e : edge) : bool :=
  if named to (fst e) then leads_back to back (fst e) && leads_back to back (snd e) else negb (named to (snd e)).
Definition rename (to : table) (e : edge) : edge :=
  let i := name to (fst e) in let j := name to (snd e) in if i <=? j then (i, j) else (j, i).

Module EdgeOrder <: TotalLeBool.
  Definition t := (N * N)%type.
  Definition leb (e f : t) : bool :=
    match N.compare (fst e) (fst f) with Lt => true | Gt => false | Eq => snd e <=? snd f end.
  Theorem leb_total : forall e f, leb e f = true \/ leb f e = true.
  Proof.
    intros [a b] [c d]. unfold leb. simpl. rewrite (N.compare_antisym a c).
    destruct (N.compare a c); simpl; auto. rewrite !N.leb_le. lia.
  Qed.
End EdgeOrder.
Module EdgeSort := Sort EdgeOrder.

(* An edge that is listed twice in a row is listed once. *)
Fixpoint squeeze (g : graph) : graph :=
  match g with
  | [] => []
  | (u, v) :: h => match h with
                   | [] => g
                   | (x, y) :: _ => if (u =? x) && (v =? y) then squeeze h else (u, v) :: squeeze h
                   end
  end.
Definition tidy (g : graph) : graph := squeeze (EdgeSort.sort g).

(* The part with these vertices, renamed, and the rest of the graph. *)
Definition split_off (order : list N) (g : graph) : option (graph * graph) :=
  let (to, back) := enumerate order 0 (PositiveMap.empty N) (PositiveMap.empty N) in
  if forallb (inside_or_outside to back) g then
    Some (tidy (map (rename to) (filter (fun e => named to (fst e)) g)),
          filter (fun e => negb (named to (fst e))) g)
  else None.

Lemma in_squeeze e g : In e (squeeze g) <-> In e g.
Proof.
  induction g as [|[u v] g IH]; [reflexivity|]. destruct g as [|[x y] g]; [reflexivity|].
  cbn [squeeze]. destruct ((u =? x) && (v =? y)) eqn:E.
  - rewrite IH. apply andb_true_iff in E. rewrite !N.eqb_eq in E. destruct E as [-> ->]. simpl. tauto.
  - split; intros [H|H]; [left; exact H|right; apply IH, H|left; exact H|right; apply IH, H].
Qed.

Lemma in_tidy e g : In e (tidy g) <-> In e g.
Proof.
  unfold tidy. rewrite in_squeeze. pose proof (EdgeSort.Permuted_sort g) as P.
  split; apply Permutation_in; [apply Permutation_sym|]; exact P.
Qed.

Lemma adj_renamed to g x y :
  adj (tidy (map (rename to) g)) x y <-> exists u v, adj g u v /\ x = name to u /\ y = name to v.
Proof.
  unfold adj. rewrite !in_tidy, !in_map_iff. split.
  - intros [[[u v] [E H]]|[[u v] [E H]]]; unfold rename in E; simpl in E;
      destruct (name to u <=? name to v); injection E as <- <-; [exists u, v|exists v, u|exists v, u|exists u, v]; auto.
  - intros (u & v & [H|H] & -> & ->).
    + destruct (name to u <=? name to v) eqn:L.
      * left. exists (u, v). unfold rename. simpl. rewrite L. auto.
      * right. exists (u, v). unfold rename. simpl. rewrite L. auto.
    + destruct (name to v <=? name to u) eqn:L.
      * right. exists (v, u). unfold rename. simpl. rewrite L. auto.
      * left. exists (v, u). unfold rename. simpl. rewrite L. auto.
Qed.

Lemma leads_back_sound to back u : leads_back to back u = true -> named to u = true /\ get back (name to u) = Some u.
Proof.
  unfold leads_back, named, name. destruct (get to u) as [i|]; [|discriminate].
  destruct (get back i) as [w|] eqn:E; [|discriminate]. intros H. apply N.eqb_eq in H. subst w. auto.
Qed.

(* The graph is made up of a part p, of which [inside] is an isomorphic image, and of [outside]. *)
Lemma split_off_spec order g inside outside : split_off order g = Some (inside, outside) ->
  exists f p, (forall u v, adj g u v <-> adj p u v \/ adj outside u v) /\ apart p outside /\ isomorphic_by f p inside.
Proof.
  unfold split_off. destruct (enumerate _ _ _ _) as [to back]. destruct (forallb _ g) eqn:F; [|discriminate].
  rewrite forallb_forall in F. intros H. injection H as <- <-.
  set (p := filter (fun e => named to (fst e)) g). set (q := filter (fun e => negb (named to (fst e))) g).
  assert (Hp : forall e, In e p <-> In e g /\ named to (fst e) = true).
  { intros e. apply filter_In. }
  assert (Hq : forall e, In e q <-> In e g /\ named to (fst e) = false).
  { intros e. unfold q. rewrite filter_In, negb_true_iff. reflexivity. }
  assert (In_p : forall u v, adj p u v -> named to u = true /\ get back (name to u) = Some u).
  { intros u v [A|A]; apply Hp in A; destruct A as [A M]; apply F in A; unfold inside_or_outside in A; rewrite M in A;
      apply andb_true_iff in A; destruct A as [A1 A2]; apply leads_back_sound in A1, A2; simpl in *; assumption. }
  assert (In_q : forall u v, adj q u v -> named to u = false).
  { intros u v [A|A]; apply Hq in A; destruct A as [A M]; [exact M|].
    apply F in A. unfold inside_or_outside in A. rewrite M in A. apply negb_true_iff in A. exact A. }
  exists (name to), p. split; [|split; [|split; [|split]]].
  - intros u v. unfold adj. rewrite !Hp, !Hq. simpl. destruct (named to u), (named to v); intuition discriminate.
  - intros u v x y A B ->. apply In_p in A. apply In_q in B. destruct A. congruence.
  - intros u v u' v' A A' E. apply In_p in A, A'. rewrite E in A. destruct A as [_ A], A' as [_ A']. congruence.
  - intros u v A. apply adj_renamed. exists u, v. auto.
  - intros x y A. apply adj_renamed, A.
Qed.

Lemma split_off_value order g inside outside :
  split_off order g = Some (inside, outside) -> value g = N.lxor (value inside) (value outside).
Proof.
  intros H. destruct (split_off_spec _ _ _ _ H) as (f & p & Hs & Ap & I).
  rewrite (parts_of_graph g p outside Hs Ap), (isomorphic_values f p inside I). reflexivity.
Qed.

(* ---------- The whole ---------- *)
Record advice := Advice { reductions : list reduction; orders : list (list N) }.

Fixpoint split_all (orders : list (list N)) (g : graph) : list graph :=
  match orders with
  | [] => match g with [] => [] | _ => [g] end
  | o :: orders => match split_off o g with
                   | Some (inside, outside) => inside :: split_all orders outside
                   | None => split_all orders g
                   end
  end.

Lemma split_all_value orders : forall g, values (split_all orders g) = value g.
Proof.
  induction orders as [|o orders IH]; intros g; simpl.
  - destruct g; [symmetry; apply value_empty|apply nimbers_one].
  - destruct (split_off o g) as [[i r]|] eqn:E; [|apply IH].
    simpl. rewrite IH. symmetry. exact (split_off_value o g i r E).
Qed.

Section Normal.
Variable adviser : graph -> advice.

Definition normal (g : graph) : list graph :=
  let a := adviser g in split_all (orders a) (fold_left reduce (reductions a) g).

Theorem normal_value g : values (normal g) = value g.
Proof.
  unfold normal. rewrite split_all_value. generalize (reductions (adviser g)). intros rs. revert g.
  induction rs as [|r rs IH]; intros g; simpl; [reflexivity|]. rewrite IH. apply reduce_value.
Qed.
End Normal.

(* ---------- Central symmetry, checked ---------- *)
Definition edge_set (g : graph) : Map.t unit :=
  fold_right (fun (e : edge) m => Map.add [fst e; snd e] tt (Map.add [snd e; fst e] tt m)) (Map.empty unit) g.

Lemma edge_set_adj g u v : Map.mem [u; v] (edge_set g) = true <-> adj g u v.
Proof.
  rewrite <- MapFacts.mem_in_iff. induction g as [|[x y] g IH]; simpl.
  - rewrite MapFacts.empty_in_iff. unfold adj. simpl. tauto.
  - rewrite !MapFacts.add_in_iff, IH. unfold Key.eq, adj. simpl. split.
    + intros [E|[E|H]]; [injection E as -> ->; auto|injection E as -> ->; auto|tauto].
    + intros [[E|H]|[E|H]]; [injection E as -> ->; auto|auto|injection E as -> ->; auto|auto].
Qed.

(* The partner of u is as it must be; v is a neighbour of u. *)
Definition well_paired (m : Map.t unit) (partner : table) (u v : N) : bool :=
  match get partner u, get partner v with
  | Some u', Some v' =>
      Map.mem [u'; v'] m && negb (u' =? u) && negb (Map.mem [u; u'] m) &&
      match get partner u' with Some w => w =? u | None => false end
  | _, _ => false
  end.

Definition is_symmetric (pairs : list (N * N)) (g : graph) : bool :=
  let m := edge_set g in
  let partner := fold_left (fun t (p : N * N) => set (set t (fst p) (snd p)) (snd p) (fst p)) pairs (PositiveMap.empty N) in
  forallb (fun e : edge => well_paired m partner (fst e) (snd e) && well_paired m partner (snd e) (fst e)) g.

Theorem is_symmetric_sound pairs g : is_symmetric pairs g = true -> value g = 0.
Proof.
  unfold is_symmetric. set (partner := fold_left _ _ _). rewrite forallb_forall. intros H.
  apply (symmetric_value (fun u => match get partner u with Some x => x | None => u end)). intros u v A.
  assert (W : well_paired (edge_set g) partner u v = true).
  { destruct A as [A|A]; apply H, andb_true_iff in A; simpl in A; tauto. }
  unfold well_paired in W. destruct (get partner u) as [u'|]; [|discriminate].
  destruct (get partner v) as [v'|]; [|discriminate]. rewrite !andb_true_iff, !negb_true_iff in W.
  destruct W as (((W1 & W2) & W3) & W4). apply edge_set_adj in W1. apply N.eqb_neq in W2.
  split; [exact W1|]. split; [|split; [exact W2|]].
  - destruct (get partner u') as [w|]; [|discriminate]. apply N.eqb_eq in W4. exact W4.
  - intros B. apply edge_set_adj in B. congruence.
Qed.
