(* Heap games by code (Guy and Smith 1956): Kayles is 0.77, Dawson's Kayles is 0.07, Grundy's game is 4!.0. *)
Require Import NArith List Lia Bool String.
Require Import Grundy.Impartial Grundy.SpragueGrundy Grundy.Certificate Grundy.Soundness Grundy.Nim.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

(* ---------- The rules ---------- *)
(* The digit at place k says what may be left of a heap from which k objects are taken: bit 0 (value 1) nothing, bit 1
   one heap, bit 2 two heaps, bit 3 three heaps. Heaps that are left are not empty. Place 0 stands before the point.
   [forbidden a b]: the two heaps a and b may not be left although the digit allows it. *)
Record code := Code { digits : list N; forbidden : N -> N -> bool }.

Notation when b l := (if b then l else []).

(* What may be left when the digit is d, k objects are taken and [rest] remain. *)
Definition leave (forbidden : N -> N -> bool) (d k rest : N) : list (list N) :=
  when (N.testbit d 0 && (0 <? k) && (rest =? 0)) [[]] ++
  when (N.testbit d 1 && (0 <? k) && (0 <? rest)) [[rest]] ++
  when (N.testbit d 2)
    (map (fun a => [a; rest - a])
      (filter (fun a => negb (forbidden a (rest - a))) (upto (N.to_nat (rest / 2)) 1))) ++
  when (N.testbit d 3)
    (flat_map (fun a => map (fun b => [a; b; rest - a - b]) (upto (N.to_nat ((rest - a) / 2 - a + 1)) a))
      (upto (N.to_nat (rest / 3)) 1)).

(* The digits ds are those at the places k, k+1, ... *)
Fixpoint take_from (forbidden : N -> N -> bool) (ds : list N) (k n : N) : list (list N) :=
  match ds with
  | [] => []
  | d :: ds => if k <=? n then leave forbidden d k (n - k) ++ take_from forbidden ds (N.succ k) n else []
  end.

Definition heap_moves (g : code) (n : N) : list (list N) := take_from (forbidden g) (digits g) 0 n.

(* ---------- Why they are a game ---------- *)
(* Breaking a heap without taking anything must lower the weight too. *)
Definition heap_weight (n : N) : nat := pred (2 * N.to_nat n).

Lemma in_when {A} (b : bool) (l : list A) x : In x (when b l) -> b = true /\ In x l.
Proof. destruct b; simpl; [auto|tauto]. Qed.

Lemma leave_shrinks f d k n o : k <= n -> In o (leave f d k (n - k)) -> (total N heap_weight o < heap_weight n)%nat.
Proof.
  intros Hk H. unfold leave in H. set (rest := n - k) in *. unfold heap_weight, total.
  apply in_app_or in H. destruct H as [H|H]; [|apply in_app_or in H; destruct H as [H|H];
    [|apply in_app_or in H; destruct H as [H|H]]]; apply in_when in H; destruct H as [B H].
  - apply andb_true_iff in B. destruct B as [B1 B2]. apply andb_true_iff in B1. destruct B1 as [_ B1].
    apply N.ltb_lt in B1. destruct H as [<-|[]]. simpl. unfold rest in *. lia.
  - apply andb_true_iff in B. destruct B as [B1 B2]. apply andb_true_iff in B1. destruct B1 as [_ B1].
    apply N.ltb_lt in B1, B2. destruct H as [<-|[]]. simpl. unfold rest in *. lia.
  - apply in_map_iff in H. destruct H as [a [<- H]]. apply filter_In in H. destruct H as [H _].
    apply in_upto in H. rewrite N2Nat.id in H. pose proof (N.mul_div_le rest 2). simpl. unfold rest in *. lia.
  - apply in_flat_map in H. destruct H as [a [Ha H]]. apply in_upto in Ha. rewrite N2Nat.id in Ha.
    apply in_map_iff in H. destruct H as [b [<- H]]. apply in_upto in H. rewrite N2Nat.id in H.
    pose proof (N.mul_div_le rest 3). pose proof (N.mul_div_le (rest - a) 2). simpl. unfold rest in *. lia.
Qed.

Lemma heap_shrinks g : shrinks N (heap_moves g) heap_weight.
Proof.
  intros n o. unfold heap_moves. generalize 0. induction (digits g) as [|d ds IH]; intros k; simpl; [tauto|].
  destruct (k <=? n) eqn:E; [|simpl; tauto]. apply N.leb_le in E. intros H. apply in_app_or in H.
  destruct H as [H|H]; [exact (leave_shrinks _ d k n o E H)|exact (IH _ H)].
Qed.

(* ---------- The checker ---------- *)
(* A heap in which there is no move is no component. Two heaps 1 and rest - 1 are tried before all others. *)
Definition can_leave (f : N -> N -> bool) (d k rest : N) : bool :=
  if N.testbit d 3 && (3 <=? rest) then true
  else if N.testbit d 2 && (2 <=? rest) && negb (f 1 (rest - 1)) then true
  else match leave f d k rest with [] => false | _ => true end.
Fixpoint can_take (f : N -> N -> bool) (ds : list N) (k n : N) : bool :=
  match ds with
  | [] => false
  | d :: ds => if k <=? n then if can_leave f d k (n - k) then true else can_take f ds (N.succ k) n else false
  end.
Definition heap_parts (g : code) (n : N) : list N := if can_take (forbidden g) (digits g) 0 n then [n] else [].

Lemma can_take_complete f n : forall ds k, can_take f ds k n = false -> take_from f ds k n = [].
Proof.
  induction ds as [|d ds IH]; intros k; simpl; [reflexivity|]. destruct (k <=? n); [|reflexivity].
  destruct (can_leave f d k (n - k)) eqn:E; [discriminate|]. intros H. rewrite (IH _ H), app_nil_r.
  unfold can_leave in E. destruct (N.testbit d 3 && _); [discriminate|].
  destruct (N.testbit d 2 && _ && _); [discriminate|]. destruct (leave f d k (n - k)); [reflexivity|discriminate].
Qed.

(* The number of options is about n for every digit, and n * n if three heaps may be left. *)
Definition heap_small (g : code) (n : N) : bool :=
  if existsb (fun d => N.testbit d 3) (digits g) then n <=? 300 else n * N.of_nat (List.length (digits g)) <=? 200000.
Definition no_theorem (name : string) (p : list N) : option N := None.
Definition heap_check (g : code) := check N (heap_moves g) (heap_parts g) heap_key (heap_small g) no_theorem.

Theorem heap_check_sound g c ls n : heap_check g c ls = Proved n -> holds N (heap_moves g) heap_weight c.
Proof.
  apply (check_sound N (heap_moves g) heap_weight (heap_shrinks g)).
  - intros k. unfold heap_parts. destruct (can_take _ _ _ k) eqn:E; [apply nimbers_one|].
    rewrite (nimber_is_mex N (heap_moves g) heap_weight (heap_shrinks g)).
    unfold heap_moves. rewrite (can_take_complete _ _ _ _ E). reflexivity.
  - intros a b E. injection E as ->. reflexivity.
  - intros t p k. discriminate.
Qed.
