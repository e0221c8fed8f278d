(* The checker of Certificate.v accepts only claims that are true. *)
Require Import NArith List Lia Bool FMapPositive String.
Require Import Grundy.NimSum Grundy.Impartial Grundy.SpragueGrundy Grundy.Keys Grundy.Certificate.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

(* What a claim means. *)
Definition holds (C : Type) (moves : C -> list (list C)) (weight : C -> nat) (c : claim (list C)) : Prop :=
  match c with
  | Wins p => won C moves p
  | Loses p => lost C moves p
  | HasNimber n p => nimbers C moves weight p = n
  end.

Section Checker.
Variable C : Type.
Variable moves : C -> list (list C).
Variable weight : C -> nat.
Hypothesis shrink : shrinks C moves weight.
Notation nimber := (nimber C moves weight).
Notation nimbers := (nimbers C moves weight).

Variable parts : C -> list C.
Hypothesis parts_sound : forall c, nimbers (parts c) = nimber c.
Variable key : C -> list N.
Hypothesis key_sound : forall c d, key c = key d -> nimber c = nimber d.
Variable small : C -> bool.
Variable theorem : string -> list C -> option N.
Hypothesis theorem_sound : forall t p n, theorem t p = Some n -> nimbers p = n.

Notation evaluate := (evaluate C parts key).
Notation is := (is C parts key).
Notation is_not := (is_not C moves parts key small).
Notation follows := (follows C moves parts key small).

Definition true_facts (m : facts) : Prop := forall c n, Map.find (key c) m = Some n -> nimber c = n.

Lemma some_exists {A} (f : A -> bool) l : some f l = true -> exists a, In a l /\ f a = true.
Proof.
  induction l as [|a l IH]; simpl; [discriminate|]. destruct (f a) eqn:E; [eauto|].
  intros H. destruct (IH H) as [b [Hb Eb]]. eauto.
Qed.

Lemma every_forall {A} (f : A -> bool) l : every f l = true -> forall a, In a l -> f a = true.
Proof.
  induction l as [|a l IH]; simpl; [tauto|]. destruct (f a) eqn:E; [|discriminate]. intros H b [<-|Hb]; auto.
Qed.

Lemma parts_of_sum p : nimbers (flat_map parts p) = nimbers p.
Proof.
  induction p as [|c p IH]; simpl; [reflexivity|].
  rewrite (nimbers_app C moves weight), parts_sound, IH. reflexivity.
Qed.

Lemma toggle_sound c p : nimbers (toggle C key c p) = N.lxor (nimber c) (nimbers p).
Proof.
  induction p as [|d p IH]; simpl; [reflexivity|].
  destruct (same_key (key c) (key d)) eqn:E; simpl.
  - rewrite (key_sound c d (same_key_eq _ _ E)), xor_twice. reflexivity.
  - rewrite IH. apply xor_left_comm.
Qed.

Lemma add_up_sound m p : true_facts m -> forall x u y v,
  add_up C key m p x u = (y, v) -> N.lxor y (nimbers v) = N.lxor (nimbers p) (N.lxor x (nimbers u)).
Proof.
  intros Hm. induction p as [|c p IH]; simpl; intros x u y v H.
  - injection H as <- <-. reflexivity.
  - destruct (Map.find (key c) m) as [n|] eqn:E; apply IH in H; rewrite H.
    + rewrite (Hm c n E), !N.lxor_assoc. apply xor_left_comm.
    + rewrite toggle_sound, (xor_left_comm x), <- (xor_left_comm (nimber c)), N.lxor_assoc. reflexivity.
Qed.

Lemma evaluate_sound m p x u : true_facts m -> evaluate m p = (x, u) -> nimbers p = N.lxor x (nimbers u).
Proof.
  intros Hm H. apply (add_up_sound m _ Hm) in H. simpl in H.
  rewrite parts_of_sum, !N.lxor_0_r in H. symmetry. exact H.
Qed.

Lemma is_sound m k p : true_facts m -> is m k p = true -> nimbers p = k.
Proof.
  unfold Certificate.is. intros Hm. destruct (evaluate m p) as [x [|d u]] eqn:E; [|discriminate].
  intros H. apply N.eqb_eq in H. rewrite (evaluate_sound m p _ _ Hm E). simpl. rewrite N.lxor_0_r. exact H.
Qed.

Lemma is_not_sound m k p : true_facts m -> is_not m k (evaluate m p) = true -> nimbers p <> k.
Proof.
  intros Hm. destruct (evaluate m p) as [x u] eqn:E. rewrite (evaluate_sound m p _ _ Hm E). clear E.
  destruct u as [|d [|]]; simpl; try discriminate; rewrite ?N.lxor_0_r; intros H.
  - apply negb_true_iff, N.eqb_neq in H. exact H.
  - destruct (small d); [|discriminate].
    apply some_exists in H. destruct H as [o [Ho Hi]]. apply is_sound in Hi; [|exact Hm].
    intros Hk. apply (nimber_avoids C moves weight shrink d o Ho).
    rewrite Hi. rewrite N.lxor_comm in Hk. rewrite (xor_move _ _ _ Hk). reflexivity.
Qed.

Lemma reached_sound (vs : list (N * list C)) : forall s x,
  PositiveMap.mem (N.succ_pos x)
    (fold_left (fun s v => match v with (x, []) => PositiveMap.add (N.succ_pos x) tt s | _ => s end) vs s) = true ->
  PositiveMap.mem (N.succ_pos x) s = true \/ In (x, []) vs.
Proof.
  induction vs as [|[y u] vs IH]; simpl; intros s x H; [auto|]. apply IH in H. destruct H as [H|H]; [|auto].
  destruct u as [|d u]; [|auto]. destruct (N.eq_dec y x) as [->|Hn]; [auto|left].
  rewrite PositiveMap.mem_find in *. rewrite PositiveMap.gso in H; [exact H|].
  intros E. apply Hn. apply (f_equal Pos.pred_N) in E. rewrite !N.pos_pred_succ in E. congruence.
Qed.

Lemma has_all_below_sound s n : has_all_below s n = true ->
  forall k, k < N.of_nat n -> PositiveMap.mem (N.succ_pos k) s = true.
Proof.
  induction n as [|n IH]; simpl; [lia|]. destruct (PositiveMap.mem (N.succ_pos (N.of_nat n)) s) eqn:E; [|discriminate].
  intros H k Hk. destruct (N.eq_dec k (N.of_nat n)) as [->|]; [exact E|apply IH; [exact H|lia]].
Qed.

Lemma follows_sound m c n : true_facts m -> follows m c n = true -> nimber c = n.
Proof.
  intros Hm. unfold Certificate.follows. destruct (small c); [|discriminate].
  destruct (n <=? _); [|discriminate].
  destruct (has_all_below _ _) eqn:Hr; [|discriminate]. intros He.
  apply (nimber_unique C moves weight shrink).
  - intros o Ho. apply (is_not_sound m n o Hm). apply (every_forall _ _ He). apply in_map, Ho.
  - intros k Hk. pose proof (has_all_below_sound _ _ Hr k) as H. rewrite N2Nat.id in H. specialize (H Hk).
    apply reached_sound in H. destruct H as [H|H].
    + rewrite PositiveMap.mem_find, PositiveMap.gempty in H. discriminate.
    + apply in_map_iff in H. destruct H as [o [E Ho]]. exists o. split; [exact Ho|].
      rewrite (evaluate_sound m o _ _ Hm E). simpl. apply N.lxor_0_r.
Qed.

Lemma add_sound m c n : true_facts m -> nimber c = n -> true_facts (Map.add (key c) n m).
Proof.
  intros Hm Hc d k H. rewrite MapFacts.add_o in H. destruct (Key.eq_dec (key c) (key d)) as [E|E].
  - injection H as <-. rewrite <- Hc. symmetry. apply key_sound, E.
  - exact (Hm d k H).
Qed.

Notation take := (take C moves parts key small theorem).

Lemma take_sound m l m' : true_facts m -> take m l = Some m' -> true_facts m'.
Proof.
  intros Hm. unfold Certificate.take.
  destruct (match by_theorem C l with Some _ => _ | None => _ end); [discriminate|].
  destruct (evaluate m (about C l)) as [x u] eqn:E.
  destruct u as [|c [|d u]]; [destruct (x =? _); [|discriminate]; intros H; injection H as <-; exact Hm| |discriminate].
  destruct (theorem_says C theorem l) eqn:T.
  2: { destruct (follows m c _) eqn:F; [|discriminate]. intros H. injection H as <-.
       apply add_sound; [exact Hm|exact (follows_sound m c _ Hm F)]. }
  intros H. injection H as <-. apply add_sound; [exact Hm|].
  unfold theorem_says in T. destruct (by_theorem C l) as [t|]; [|discriminate].
  destruct (theorem t (about C l)) as [v|] eqn:Ht; [|discriminate].
  apply N.eqb_eq in T. apply theorem_sound in Ht. apply (evaluate_sound m _ _ _ Hm) in E.
  simpl in E. rewrite N.lxor_0_r in E. rewrite <- T, <- Ht, E, N.lxor_comm, xor_twice. reflexivity.
Qed.

Lemma take_all_sound ls : forall m done m', true_facts m ->
  take_all C moves parts key small theorem m ls done = inl m' -> true_facts m'.
Proof.
  induction ls as [|l ls IH]; simpl; intros m done m' Hm H; [injection H as <-; exact Hm|].
  destruct (take m l) as [m1|] eqn:E; [|discriminate]. exact (IH m1 _ m' (take_sound m l m1 Hm E) H).
Qed.

Lemma some_move_sound m after : true_facts m -> forall before,
  some_move_to_0 C moves parts key small m before after = true -> nimbers (before ++ after) <> 0.
Proof.
  intros Hm. induction after as [|c after IH]; intros before; simpl; [discriminate|].
  destruct (if small c then _ else _) eqn:E.
  - intros _. destruct (small c); [|discriminate]. apply some_exists in E. destruct E as [o [Ho Hi]].
    apply is_sound in Hi; [|exact Hm]. pose proof (nimber_avoids C moves weight shrink c o Ho) as Ha.
    rewrite !(nimbers_app C moves weight) in *. simpl. intros H0. apply Ha.
    rewrite xor_left_comm in H0. rewrite <- H0 in Hi. exact (xor_cancel_r _ _ _ Hi).
  - intros H. apply IH in H. rewrite !(nimbers_app C moves weight) in *. simpl in *.
    rewrite xor_left_comm, <- N.lxor_assoc. exact H.
Qed.

Lemma shows_sound m c : true_facts m -> shows C moves parts key small m c = true -> holds C moves weight c.
Proof.
  intros Hm. destruct c as [p|p|n p]; simpl.
  - unfold wins. intros H. apply (won_iff C moves weight shrink).
    destruct (evaluate m p) as [x u] eqn:E. destruct u as [|d u].
    + rewrite (evaluate_sound m p _ _ Hm E). simpl. rewrite N.lxor_0_r. apply negb_true_iff, N.eqb_neq in H. exact H.
    + apply (some_move_sound m _ Hm) in H. simpl in H. rewrite parts_of_sum in H. exact H.
  - intros H. apply (lost_iff C moves weight shrink). exact (is_sound m 0 p Hm H).
  - exact (is_sound m n p Hm).
Qed.

Lemma no_facts_true : true_facts (Map.empty N).
Proof. intros c n H. rewrite MapFacts.empty_o in H. discriminate. Qed.

(* The theorem that makes a certificate a proof. *)
Theorem check_sound c ls n :
  check C moves parts key small theorem c ls = Proved n -> holds C moves weight c.
Proof.
  unfold check. destruct (take_all _ _ _ _ _ _ _ _ _) as [m|] eqn:E; [|discriminate].
  destruct (shows _ _ _ _ _ m c) eqn:F; [|discriminate]. intros _.
  apply (shows_sound m c); [|exact F]. exact (take_all_sound ls _ _ m no_facts_true E).
Qed.
End Checker.
