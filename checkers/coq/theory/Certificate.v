(* What a proof is: section 3 of FORMATS.md as a program. Soundness.v proves that it accepts only what is true. *)
Require Import NArith List Bool FMapPositive String.
Require Import Grundy.Keys.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

Inductive claim (P : Type) : Type := Wins (p : P) | Loses (p : P) | HasNimber (n : N) (p : P).
Arguments Wins {P}. Arguments Loses {P}. Arguments HasNimber {P}.

Section Checker.
Variable C : Type.
Variable moves : C -> list (list C).
Variable parts : C -> list C.        (* a component is replaced by a sum of simpler ones of the same nimber *)
Variable key : C -> list N.          (* components with one key have one nimber *)
Variable small : C -> bool.          (* the checker gives up on other components *)
Variable theorem : string -> list C -> option N.   (* the nimber of a position by the theorem of that name *)

Definition facts : Type := Map.t N.

(* Removes c from a list if it is there, and adds it otherwise: equal pairs cancel. *)
Fixpoint toggle (c : C) (p : list C) : list C :=
  match p with
  | [] => [c]
  | d :: p => if same_key (key c) (key d) then p else d :: toggle c p
  end.

(* Adds the known components of p to the nim-sum x, and the others to the list u. *)
Fixpoint add_up (m : facts) (p : list C) (x : N) (u : list C) : N * list C :=
  match p with
  | [] => (x, u)
  | c :: p => match Map.find (key c) m with
              | Some n => add_up m p (N.lxor n x) u
              | None => add_up m p x (toggle c u)
              end
  end.
Definition evaluate (m : facts) (p : list C) : N * list C := add_up m (flat_map parts p) 0 [].

(* The position is known to have nimber k. *)
Definition is (m : facts) (k : N) (p : list C) : bool :=
  match evaluate m p with (x, []) => x =? k | _ => false end.

Fixpoint some {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | a :: l => if f a then true else some f l end.
Fixpoint every {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => true | a :: l => if f a then every f l else false end.

(* A position that evaluates so is known not to have nimber k. *)
Definition is_not (m : facts) (k : N) (v : N * list C) : bool :=
  match v with
  | (x, []) => negb (x =? k)
  | (x, [d]) => if small d then some (is m (N.lxor k x)) (moves d) else false
  | _ => false
  end.

(* The known nimbers among these values, as a set. *)
Definition reached (vs : list (N * list C)) : PositiveMap.t unit :=
  fold_left (fun s v => match v with (x, []) => PositiveMap.add (N.succ_pos x) tt s | _ => s end) vs (PositiveMap.empty unit).
Fixpoint has_all_below (s : PositiveMap.t unit) (n : nat) : bool :=
  match n with
  | O => true
  | S k => if PositiveMap.mem (N.succ_pos (N.of_nat k)) s then has_all_below s k else false
  end.

(* It follows that c has nimber n. *)
Definition follows (m : facts) (c : C) (n : N) : bool :=
  if small c then
    let vs := map (evaluate m) (moves c) in
    if n <=? N.of_nat (List.length vs)
    then if has_all_below (reached vs) (N.to_nat n) then every (is_not m n) vs else false
    else false
  else false.

(* A line of a certificate: a nimber, a position, and the name of a theorem if it holds by one. *)
Record line := Line { says : N; about : list C; by_theorem : option string }.

Definition theorem_says (l : line) : bool :=
  match by_theorem l with
  | None => false
  | Some t => match theorem t (about l) with Some v => v =? says l | None => false end
  end.

(* The facts with those of one more line; nothing if the line is refused. *)
Definition take (m : facts) (l : line) : option facts :=
  let proved := theorem_says l in
  if match by_theorem l with Some _ => negb proved | None => false end then None
  else match evaluate m (about l) with
       | (x, []) => if x =? says l then Some m else None
       | (x, [c]) => let n := N.lxor (says l) x in
                     if (if proved then true else follows m c n) then Some (Map.add (key c) n m) else None
       | _ => None
       end.

(* All lines in order: the facts, or the number of lines before the one that is refused. *)
Fixpoint take_all (m : facts) (ls : list line) (done : N) : facts + N :=
  match ls with
  | [] => inl m
  | l :: ls => match take m l with Some m => take_all m ls (N.succ done) | None => inr done end
  end.

(* A move in one of the components [after] leads to a position of known nimber 0; [before] are the components before
   them. *)
Fixpoint some_move_to_0 (m : facts) (before after : list C) : bool :=
  match after with
  | [] => false
  | c :: after => if (if small c then some (fun o => is m 0 (o ++ before ++ after)) (moves c) else false) then true
                  else some_move_to_0 m (c :: before) after
  end.
Definition wins (m : facts) (p : list C) : bool :=
  match evaluate m p with
  | (x, []) => negb (x =? 0)
  | _ => some_move_to_0 m [] (flat_map parts p)
  end.

Definition shows (m : facts) (c : claim (list C)) : bool :=
  match c with
  | Wins p => wins m p
  | Loses p => is m 0 p
  | HasNimber n p => is m n p
  end.

(* The verdict: the number of facts, or the number of fact lines before the wrong one, or that the claim is not shown. *)
Inductive result : Type := Proved (facts : N) | WrongLine (done : N) | NotShown.
Definition check (c : claim (list C)) (ls : list line) : result :=
  match take_all (Map.empty N) ls 0 with
  | inr done => WrongLine done
  | inl m => if shows m c then Proved (N.of_nat (Map.cardinal m)) else NotShown
  end.
End Checker.
