(* Sprouts: draw a line between two spots, or from a spot to itself, and put a new spot on it; lines do not cross, and
   no spot has more than three lines. The rules as data, after FORMATS.md, section 4.4.

   The rules are a game: lives fall with every move. The equivalences that certificates use are not proved yet; see
   the end of docs/trust.md. So grundy-verified does not check certificates of Sprouts. *)
Require Import NArith List Lia Bool.
Require Import Grundy.Impartial Grundy.SpragueGrundy.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

(* ---------- The rules ---------- *)
(* A spot is a number. A boundary is a cyclic word of spots, a region the list of its boundaries. A land is a list of
   regions, with the lives that are left to each spot. *)
Notation boundary := (list N).
Notation region := (list (list N)).
Record land := Land { regions : list (list (list N)); lives : list (N * N) }.

(* Every way to choose one element of a list: the element, and the others. *)
Fixpoint choose {A} (l : list A) : list (A * list A) :=
  match l with
  | [] => []
  | a :: l => (a, l) :: map (fun c => (fst c, a :: snd c)) (choose l)
  end.
(* Every way to choose two elements, in the order of the list. *)
Fixpoint choose_two {A} (l : list A) : list (A * A * list A) :=
  match l with
  | [] => []
  | a :: l => map (fun c => (a, fst c, snd c)) (choose l) ++ map (fun c => (fst c, a :: snd c)) (choose_two l)
  end.
(* Every way to deal a list to two sides. *)
Fixpoint deal {A} (l : list A) : list (list A * list A) :=
  match l with
  | [] => [([], [])]
  | a :: l => flat_map (fun d => [(a :: fst d, snd d); (fst d, a :: snd d)]) (deal l)
  end.

(* Every way to read a boundary from one of its places: the spot there, and the rest of the word. *)
Fixpoint read_from (before after : boundary) : list (N * boundary) :=
  match after with
  | [] => []
  | x :: after => (x, after ++ before) :: read_from (before ++ [x]) after
  end.
Definition readings (b : boundary) : list (N * boundary) := read_from [] b.
(* Every way to cut the rest of a word at a second spot: what comes before it, the spot, what comes after it. *)
Fixpoint cuts (before after : boundary) : list (boundary * N * boundary) :=
  match after with
  | [] => []
  | y :: after => (before, y, after) :: cuts (before ++ [y]) after
  end.

(* A spot loses a life, if it has one. *)
Fixpoint spend (x : N) (ls : list (N * N)) : option (list (N * N)) :=
  match ls with
  | [] => None
  | (y, n) :: ls => if x =? y then if 1 <=? n then Some ((y, n - 1) :: ls) else None
                    else option_map (cons (y, n)) (spend x ls)
  end.

(* In all moves z is the new spot. A move in a region: the spots x and y at the ends of the line, and the regions that
   are left of the region. The line joins two boundaries x u and y v: they become x u x z y v y z. A spot that is
   alone on its boundary stands there once. *)
Definition twice (x : N) (u : boundary) : boundary := match u with [] => [x] | _ => x :: u ++ [x] end.
Definition join_two (z : N) (r : region) : list (N * N * list region) :=
  flat_map (fun '(b, c, others) =>
    flat_map (fun '(x, u) => map (fun '(y, v) => (x, y, [(twice x u ++ z :: twice y v ++ [z]) :: others])) (readings c))
      (readings b)) (choose_two r).
(* The line joins two spots of one boundary x u y v: the region falls into one with x u y z and one with y v x z; the
   other boundaries lie in the one or in the other. *)
Definition join_one (z : N) (r : region) : list (N * N * list region) :=
  flat_map (fun '(b, others) =>
    flat_map (fun '(x, w) =>
      flat_map (fun '(u, y, v) =>
        if x =? y then [] else
        map (fun '(here, there) => (x, y, [(x :: u ++ [y; z]) :: here; (y :: v ++ [x; z]) :: there])) (deal others))
      (cuts [] w)) (readings b)) (choose r).
(* The line joins a spot of a boundary x u with itself: one region gets x z, the other one x u z. *)
Definition loop (z : N) (r : region) : list (N * N * list region) :=
  flat_map (fun '(b, others) =>
    flat_map (fun '(x, u) =>
      map (fun '(here, there) => (x, x, [[x; z] :: here; (x :: u ++ [z]) :: there])) (deal others))
    (readings b)) (choose r).

Definition fresh (l : land) : N := fold_right (fun s n => N.max (fst s + 1) n) 0 (lives l).
Definition sprouts_moves (l : land) : list (list land) :=
  let z := fresh l in
  flat_map (fun '(r, others) =>
    flat_map (fun '(x, y, rest) =>
      match spend x (lives l) with
      | None => []
      | Some ls => match spend y ls with
                   | None => []
                   | Some ls => [[Land (rest ++ others) ((z, 1) :: ls)]]
                   end
      end) (join_two z r ++ join_one z r ++ loop z r)) (choose (regions l)).

(* The start: n spots of three lives. *)
Definition start (n : nat) : land :=
  let spots := map N.of_nat (seq 0 n) in Land [map (fun s => [s]) spots] (map (fun s => (s, 3)) spots).

(* ---------- Why they are a game: a move uses two lives and adds one ---------- *)
Definition lives_of (ls : list (N * N)) : nat := fold_right (fun s n => (N.to_nat (snd s) + n)%nat) O ls.
Definition sprouts_weight (l : land) : nat := lives_of (lives l).

Lemma spend_lives x ls : forall ls', spend x ls = Some ls' -> lives_of ls = S (lives_of ls').
Proof.
  induction ls as [|[y n] ls IH]; simpl; intros ls' H; [discriminate|].
  destruct (x =? y).
  - destruct (N.leb_spec 1 n); [|discriminate]. injection H as <-. simpl. lia.
  - destruct (spend x ls) as [l|]; [|discriminate]. injection H as <-. simpl. rewrite (IH l eq_refl). lia.
Qed.

Theorem sprouts_shrinks : shrinks land sprouts_moves sprouts_weight.
Proof.
  intros l o H. unfold sprouts_moves in H. apply in_flat_map in H. destruct H as [[r others] [_ H]].
  apply in_flat_map in H. destruct H as [[[x y] rest] [_ H]].
  destruct (spend x (lives l)) as [l1|] eqn:E1; [|destruct H].
  destruct (spend y l1) as [l2|] eqn:E2; [|destruct H].
  destruct H as [<-|[]]. unfold total, sprouts_weight. simpl.
  rewrite (spend_lives _ _ _ E1), (spend_lives _ _ _ E2). lia.
Qed.

(* ---------- The first starts: 0, 1 and 2 spots are lost ---------- *)
Example no_spot : lost land sprouts_moves [start 0].
Proof. apply (lost_iff land sprouts_moves sprouts_weight sprouts_shrinks). vm_compute. reflexivity. Qed.
Example one_spot : lost land sprouts_moves [start 1].
Proof. apply (lost_iff land sprouts_moves sprouts_weight sprouts_shrinks). vm_compute. reflexivity. Qed.
Example two_spots : lost land sprouts_moves [start 2].
Proof. apply (lost_iff land sprouts_moves sprouts_weight sprouts_shrinks). vm_compute. reflexivity. Qed.
