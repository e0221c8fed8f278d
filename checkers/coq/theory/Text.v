(* Reading certificates: texts, numbers, heaps, boards, names of games, claims (FORMATS.md, sections 2 and 4). *)
Require Import NArith List Bool String Ascii.
Require Import Grundy.Certificate Grundy.Keys Grundy.Graph Grundy.Heap Grundy.Cram Grundy.VertexGame.
Import ListNotations.
Open Scope string_scope.
Open Scope list_scope.
Open Scope N_scope.

(* ---------- Texts ---------- *)
Definition is_char (c d : ascii) : bool := Ascii.eqb c d.
Definition tab : ascii := "009"%char.

(* The rest of a text that begins so. *)
Fixpoint strip_prefix (prefix s : string) : option string :=
  match prefix, s with
  | "", _ => Some s
  | String a prefix, String b s => if is_char a b then strip_prefix prefix s else None
  | _, _ => None
  end.

Fixpoint strip_last (c : ascii) (s : string) : option string :=
  match s with
  | "" => None
  | String a "" => if is_char a c then Some "" else None
  | String a s => option_map (String a) (strip_last c s)
  end.

(* The pieces between separators. *)
Fixpoint split (separator : ascii -> bool) (s : string) : list string :=
  match s with
  | "" => [""]
  | String a s => match split separator s with
                  | [] => []
                  | piece :: pieces => if separator a then "" :: piece :: pieces else String a piece :: pieces
                  end
  end.

(* The pieces before and after the first c. *)
Fixpoint split_once (c : ascii) (s : string) : option (string * string) :=
  match s with
  | "" => None
  | String a s => if is_char a c then Some ("", s)
                  else match split_once c s with Some (l, r) => Some (String a l, r) | None => None end
  end.

Fixpoint trim_left (s : string) : string :=
  match s with String a r => if is_char a " " then trim_left r else s | "" => "" end.
Fixpoint trim_right (s : string) : string :=
  match s with
  | "" => ""
  | String a s => match trim_right s with "" => if is_char a " " then "" else String a "" | r => String a r end
  end.
Definition trim (s : string) : string := trim_right (trim_left s).

(* A list of what is there, or nothing if one is missing. *)
Fixpoint all {A} (l : list (option A)) : option (list A) :=
  match l with
  | [] => Some []
  | None :: _ => None
  | Some a :: l => option_map (cons a) (all l)
  end.

(* ---------- Numbers ---------- *)
Definition digit (c : ascii) : option N :=
  let n := N_of_ascii c in if (48 <=? n) && (n <=? 57) then Some (n - 48) else None.

Fixpoint read_digits (limit : N) (s : string) (n : N) : option N :=
  match s with
  | "" => Some n
  | String c s => match digit c with
                  | None => None
                  | Some d => let n := 10 * n + d in if n <=? limit then read_digits limit s n else None
                  end
  end.
(* Decimal digits, at most [limit]. *)
Definition read_number (limit : N) (s : string) : option N := match s with "" => None | _ => read_digits limit s 0 end.
Definition read_nimber : string -> option N := read_number 4294967295.

(* ---------- Heaps ---------- *)
Definition between_heaps (c : ascii) : bool := is_char c " " || is_char c "," || is_char c "+".
Definition read_heaps (s : string) : option (list N) :=
  match filter (fun w => negb (String.eqb w "")) (split between_heaps s) with
  | [] => None
  | words => all (map (read_number 16777216) words)
  end.

(* ---------- Boards ---------- *)
Definition read_edge (s : string) : option edge :=
  match split_once "-" s with
  | None => None
  | Some (u, v) => match read_number 1023 u, read_number 1023 v with
                   | Some u, Some v => if u =? v then None else Some (u, v)
                   | _, _ => None
                   end
  end.

(* A cell of a row, and whether there is a wall on its right. *)
Notation square := (ascii * bool)%type.
(* The squares read so far are in reverse. *)
Fixpoint read_row (s : string) (row : list square) : option (list square) :=
  match s with
  | "" => match row with [] => None | (_, true) :: _ => None | _ => Some (rev row) end
  | String c s =>
      if is_char c "." || is_char c "#" || is_char c "_" then read_row s ((c, false) :: row)
      else if is_char c ":" then match row with (a, false) :: row => read_row s ((a, true) :: row) | _ => None end
      else None
  end.

(* Every square with its place. *)
Fixpoint place_row (r c : N) (row : list square) : list (cell * square) :=
  match row with [] => [] | q :: row => ((r, c), q) :: place_row r (c + 1) row end.
Fixpoint place_rows (r : N) (rows : list (list square)) : list (cell * square) :=
  match rows with [] => [] | row :: rows => place_row r 0 row ++ place_rows (r + 1) rows end.

(* `#` is a filled cell, `.` a free one, `_` a free one with a wall below it; `:` is a wall on the right. *)
Definition board_of (rows : list (list square)) : board :=
  let squares := place_rows 0 rows in
  Board
    (map fst (filter (fun q => negb (is_char (fst (snd q)) "#")) squares))
    (flat_map (fun q : cell * square =>
                 let '((r, c), (a, wall)) := q in
                 (if wall then [((r, c), (r, c + 1))] else []) ++
                 (if is_char a "_" then [((r, c), (r + 1, c))] else [])) squares).

Definition length_is (n : nat) (row : list square) : bool := Nat.eqb (List.length row) n.
Definition rectangle (rows : list (list square)) : option board :=
  match rows with
  | [] => None
  | row :: _ =>
      let n := List.length row in
      if forallb (length_is n) rows && negb (Nat.eqb n 0) && (N.of_nat (List.length rows) * N.of_nat n <=? 1024)
      then Some (board_of rows) else None
  end.

Definition read_place (s : string) : option place :=
  match match strip_prefix "graph(" s with Some t => strip_last ")" t | None => None end with
  | Some edges => option_map OnGraph (all (map read_edge (split (is_char ",") edges)))
  | None => match split_once "x" s with
            | Some (height, width) =>
                match read_number 1024 height, read_number 1024 width with
                | Some h, Some w =>
                    if h * w <=? 1024 then
                      option_map OnBoard (rectangle (repeat (repeat ("."%char, false) (N.to_nat w)) (N.to_nat h)))
                    else None
                | _, _ => None
                end
            | None => match all (map (fun row => read_row row []) (split (fun c => is_char c "/" || is_char c "|") s)) with
                      | Some rows => option_map OnBoard (rectangle rows)
                      | None => None
                      end
            end
  end.

Definition read_places (s : string) : option (list place) :=
  let boards := split (is_char "+") s in
  if Nat.leb (List.length boards) 64 then all (map (fun b => read_place (trim b)) boards) else None.

(* ---------- Graphs ---------- *)
(* An entry of a graph: an edge, a vertex, or a dominated vertex. *)
Inductive entry : Type := Joined (u v : N) | Single (v : N) | Dominated (v : N).
Definition read_entry (s : string) : option entry :=
  match split_once "-" s with
  | Some _ => option_map (fun e : edge => Joined (fst e) (snd e)) (read_edge s)
  | None => match strip_last "*" s with
            | Some t => option_map Dominated (read_number 1023 t)
            | None => option_map Single (read_number 1023 s)
            end
  end.

Definition joined (e : entry) : graph := match e with Joined u v => [(u, v)] | _ => [] end.
Definition mentioned (e : entry) : list N := match e with Joined u v => [u; v] | Single v | Dominated v => [v] end.
Definition dominated (e : entry) : list N := match e with Dominated v => [v] | _ => [] end.

(* No edge is listed twice. *)
Fixpoint no_edge_twice (g : graph) (seen : Map.t unit) : bool :=
  match g with
  | [] => true
  | (u, v) :: g => if Map.mem [u; v] seen then false
                   else no_edge_twice g (Map.add [u; v] tt (Map.add [v; u] tt seen))
  end.

(* The edges of a graph, its vertices, and those that are dominated. *)
Definition read_entries (s : string) : option (graph * list N * list N) :=
  match match strip_prefix "graph(" s with Some t => strip_last ")" t | None => None end with
  | None => None
  | Some "" => Some ([], [], [])
  | Some t =>
      match all (map read_entry (split (is_char ",") t)) with
      | None => None
      | Some es =>
          let g := flat_map joined es in
          if no_edge_twice g (Map.empty unit) && (N.of_nat (List.length g) <=? 6000)
          then Some (g, flat_map mentioned es, flat_map dominated es) else None
      end
  end.

(* In Arc-Kayles a graph is the list of its edges. *)
Definition read_arc_graph (s : string) : option graph :=
  match read_entries s with Some (g, _, []) => Some g | _ => None end.
(* In Node-Kayles every vertex has a loop, in the domination game every vertex that is not dominated. *)
Definition with_loops (g : graph) (vs : list N) : graph := g ++ map (fun v => (v, v)) (nodup N.eq_dec vs).
Definition read_node_graph (s : string) : option graph :=
  match read_entries s with Some (g, vs, []) => Some (with_loops g vs) | _ => None end.
Definition read_domination_graph (s : string) : option graph :=
  match read_entries s with
  | Some (g, vs, ds) => Some (with_loops g (filter (fun v => negb (existsb (N.eqb v) ds)) vs))
  | None => None
  end.

(* Graphs joined by `+`. *)
Definition read_graphs (read : string -> option graph) (s : string) : option (list graph) :=
  all (map (fun g => read (trim g)) (split (is_char "+") s)).

(* ---------- Games ---------- *)
Inductive game : Type := Nim | HeapGame (g : code) | Cram | ArcKayles | NodeKayles | Domination | Sprouts.

Definition hexadecimal (c : ascii) : option N :=
  let n := N_of_ascii c in
  if (48 <=? n) && (n <=? 57) then Some (n - 48)
  else if (97 <=? n) && (n <=? 102) then Some (n - 87)
  else if (65 <=? n) && (n <=? 70) then Some (n - 55) else None.
Fixpoint hexadecimals (s : string) : option (list N) :=
  match s with
  | "" => Some []
  | String c s => match hexadecimal c, hexadecimals s with Some d, Some ds => Some (d :: ds) | _, _ => None end
  end.

Definition anything (a b : N) : bool := false.
Definition read_code (s : string) : option code :=
  match split_once "." s with
  | None => None
  | Some (before, after) =>
      match hexadecimals (match before with "" => "0" | _ => before end), hexadecimals after with
      | Some [d], Some ds => if (N.land d 3 =? 0) && Nat.leb (List.length ds) 1000 then Some (Code (d :: ds) anything) else None
      | _, _ => None
      end
  end.

Definition heap_game (s : string) : option code :=
  if String.eqb s "kayles" then read_code "0.77"
  else if String.eqb s "dawson-chess" then read_code "0.137"
  else if String.eqb s "dawson-kayles" then read_code "0.07"
  else if String.eqb s "treblecross" then read_code "0.007"
  else if String.eqb s "officers" then read_code "0.6"
  else if String.eqb s "grundy" || String.eqb s "4!.0" then Some (Code [4] N.eqb)
  else if String.eqb s "couples-are-forever" then Some (Code [4] (fun a b => a + b =? 2))
  else read_code s.

Definition read_game (s : string) : option game :=
  if String.eqb s "nim" then Some Nim
  else if String.eqb s "cram" then Some Cram
  else if String.eqb s "arc-kayles" then Some ArcKayles
  else if String.eqb s "node-kayles" then Some NodeKayles
  else if String.eqb s "domination" then Some Domination
  else if String.eqb s "sprouts" then Some Sprouts
  else option_map HeapGame (heap_game (match strip_prefix "heap " s with Some t => t | None => s end)).

(* The second line of a certificate. *)
Definition read_game_line (s : string) : option game :=
  match strip_prefix "game " s with Some name => read_game name | None => None end.

(* ---------- Claims and facts ---------- *)
Section Position.
Variable C : Type.
Variable read : string -> option (list C).

(* The third line of a certificate. *)
Definition read_claim (s : string) : option (claim (list C)) :=
  match strip_prefix "claim outcome W " s with
  | Some p => option_map Wins (read p)
  | None => match strip_prefix "claim outcome L " s with
            | Some p => option_map Loses (read p)
            | None => match strip_prefix "claim nimber " s with
                      | None => None
                      | Some t => match split_once " " t with
                                  | None => None
                                  | Some (n, p) => match read_nimber n, read p with
                                                   | Some n, Some p => Some (HasNimber n p)
                                                   | _, _ => None
                                                   end
                                  end
                      end
            end
  end.

Definition read_fact (s : string) : option (line C) :=
  let fact n p t := match read_nimber n, read p with Some n, Some p => Some (Line C n p t) | _, _ => None end in
  match split (is_char tab) s with
  | [n; p] => fact n p None
  | [n; p; t] => match strip_prefix "theorem " t with Some name => fact n p (Some name) | None => None end
  | _ => None
  end.
End Position.

(* ---------- Lines ---------- *)
(* Bytes that make up UTF-8: [more] bytes must follow, the first of them from [low] to [high]. *)
Fixpoint utf8 (s : string) (more : nat) (low high : N) : bool :=
  match s, more with
  | "", O => true
  | "", S _ => false
  | String c s, S k => let n := N_of_ascii c in if (low <=? n) && (n <=? high) then utf8 s k 128 191 else false
  | String c s, O =>
      let n := N_of_ascii c in
      if n <? 128 then utf8 s 0 0 0
      else if (194 <=? n) && (n <=? 223) then utf8 s 1 128 191
      else if n =? 224 then utf8 s 2 160 191
      else if n =? 237 then utf8 s 2 128 159
      else if (225 <=? n) && (n <=? 239) then utf8 s 2 128 191
      else if n =? 240 then utf8 s 3 144 191
      else if (241 <=? n) && (n <=? 243) then utf8 s 3 128 191
      else if n =? 244 then utf8 s 3 128 143
      else false
  end.
Fixpoint shorter (s : string) (n : N) : bool :=
  match s with "" => 0 <? n | String _ s => if n =? 0 then false else shorter s (N.pred n) end.
(* A line is text of fewer than 65536 bytes. *)
Definition is_line (s : string) : bool := shorter s 65536 && utf8 s 0 0 0.
