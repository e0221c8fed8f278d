(* Advice for the verified checker: how to reduce a graph, split it into connected parts, and rename the vertices of each
   part so that isomorphic graphs become equal; and how to pair off the cells of a symmetric graph.

   Nothing here is trusted. The verified program checks every step, and advice that is wrong is not taken; a mistake
   here can only make it refuse a certificate. Start at [advise], [advise_node], [advise_domination] and [pair_off]. *)

module IntSet = Set.Make (Int)

open Numbers

(* A graph with vertices 0, 1, ...: the names of the vertices and their neighbours. *)
let read_graph graph =
  let index = Hashtbl.create 64 and names = ref [] and count = ref 0 in
  let vertex name =
    let i = int_of_n name in
    match Hashtbl.find_opt index i with
    | Some v -> v
    | None ->
        let v = !count in
        incr count;
        Hashtbl.add index i v;
        names := name :: !names;
        v
  in
  let edges = List.map (fun (a, b) -> let u = vertex a in (u, vertex b)) graph in
  let around = Array.make !count IntSet.empty in
  List.iter
    (fun (u, v) ->
      around.(u) <- IntSet.add v around.(u);
      around.(v) <- IntSet.add u around.(v))
    edges;
  (Array.of_list (List.rev !names), around)

(* ---------- Reductions ---------- *)

(* Reduces the graph as long as possible; the steps, by the names of the vertices. *)
let reduce names around =
  let steps = ref [] and n = Array.length around in
  let cut u v =
    around.(u) <- IntSet.remove v around.(u);
    around.(v) <- IntSet.remove u around.(v)
  in
  let has_leaf_besides c v = IntSet.exists (fun l -> l <> c && IntSet.cardinal around.(l) = 1) around.(v) in
  let droppable c = (not (IntSet.is_empty around.(c))) && IntSet.for_all (has_leaf_besides c) around.(c) in
  let drop c =
    IntSet.iter (fun v -> cut c v) around.(c);
    steps := Verified.Drop names.(c) :: !steps
  in
  let twin b =
    if IntSet.cardinal around.(b) <> 2 then None
    else
      let a = IntSet.min_elt around.(b) and d = IntSet.max_elt around.(b) in
      let same c = c <> b && c <> a && c <> d && IntSet.equal around.(c) around.(b) in
      Option.map (fun c -> (a, c, d)) (IntSet.find_first_opt (fun _ -> true) (IntSet.filter same around.(a)))
  in
  let changed = ref true in
  while !changed do
    changed := false;
    for c = 0 to n - 1 do
      if droppable c then (drop c; changed := true)
    done;
    if not !changed then
      for b = 0 to n - 1 do
        match twin b with
        | Some (a, c, d) ->
            cut b d;
            cut c a;
            steps := Verified.Untwin (names.(a), names.(b), names.(c), names.(d)) :: !steps;
            changed := true
        | None -> ()
      done
  done;
  List.rev !steps

(* ---------- Canonical labelling ---------- *)

let mix x =
  let x = (x + 1) * 0x1e3779b97f4a7c15 in
  let x = (x lxor (x lsr 30)) * 0x3f58476d1ce4e5b9 in
  let x = (x lxor (x lsr 27)) * 0x14d049bb133111eb in
  x lxor (x lsr 31)

(* Work that is left for one graph; when it is used up, a labelling is not canonical, which may cost a refusal. *)
let fuel = ref 0

(* Colours that tell apart vertices whose neighbours have different colours. The colour of a vertex is the number of
   vertices with smaller colours. *)
let refine neighbours colours =
  let n = Array.length colours in
  let colours = ref colours and count = ref 0 and stable = ref false in
  while not !stable do
    fuel := !fuel - (8 * n);
    let c = !colours in
    let view v = Array.fold_left (fun sum w -> sum + mix c.(w)) 0 neighbours.(v) in
    let views = Array.init n (fun v -> (c.(v), view v, v)) in
    let order (a, x, _) (b, y, _) = if a <> b then Int.compare a b else Int.compare x y in
    Array.stable_sort order views;
    let refined = Array.make n 0 and different = ref 0 and colour = ref 0 in
    Array.iteri
      (fun i ((_, _, v) as view) ->
        if i = 0 || order views.(i - 1) view <> 0 then (incr different; colour := i);
        refined.(v) <- !colour)
      views;
    colours := refined;
    if !different = !count || !different = n then stable := true;
    count := !different
  done;
  !colours

(* The vertices of the smallest colour that several have. *)
let tied colours =
  let n = Array.length colours in
  let members = Array.make (n + 1) 0 in
  Array.iter (fun c -> members.(c) <- members.(c) + 1) colours;
  let rec first c = if c = n then None else if members.(c) > 1 then Some c else first (c + 1) in
  match first 0 with
  | None -> []
  | Some c -> List.filter (fun v -> colours.(v) = c) (List.init n Fun.id)

let favour neighbours colours vertex =
  let shared = colours.(vertex) in
  refine neighbours (Array.mapi (fun v c -> if c = shared && v <> vertex then c + 1 else c) colours)

(* The edges under a labelling, in order, and the labelling. *)
let form neighbours colours =
  let edges = ref [] in
  Array.iter (fun around -> fuel := !fuel - (8 * Array.length around)) neighbours;
  Array.iteri
    (fun u around ->
      Array.iter (fun v -> if colours.(u) < colours.(v) then edges := ((colours.(u) lsl 20) lor colours.(v)) :: !edges) around)
    neighbours;
  (List.sort Int.compare !edges, colours)

(* Ties broken by the numbers of the vertices, whatever their neighbours are. *)
let break_ties colours =
  let order = Array.init (Array.length colours) Fun.id in
  Array.stable_sort (fun u v -> Int.compare colours.(u) colours.(v)) order;
  let broken = Array.make (Array.length colours) 0 in
  Array.iteri (fun i v -> broken.(v) <- i) order;
  broken

let rec first_form neighbours colours =
  match tied colours with
  | [] -> form neighbours colours
  | _ when !fuel <= 0 -> form neighbours (break_ties colours)
  | v :: _ -> first_form neighbours (favour neighbours colours v)

(* The least form over all ways to break ties. Equal forms are images of each other, so one of them is enough. *)
let rec least_form neighbours colours first =
  let least = ref first and seen = ref [] in
  List.iteri
    (fun i v ->
      if !fuel > 0 then begin
        let broken = favour neighbours colours v in
        let below = if i = 0 then first else first_form neighbours broken in
        if not (List.mem (fst below) !seen) then begin
          seen := fst below :: !seen;
          let best = least_form neighbours broken below in
          if compare (fst best) (fst !least) < 0 then least := best
        end
      end)
    (tied colours);
  !least

(* The vertices in canonical order; vertices of a smaller colour come first. *)
let canonical_order neighbours colours =
  let colours = refine neighbours colours in
  let _, labels = least_form neighbours colours (first_form neighbours colours) in
  let order = Array.make (Array.length labels) 0 in
  Array.iteri (fun v label -> order.(label) <- v) labels;
  order

(* ---------- Connected parts ---------- *)

(* The vertices of each connected part; vertices without neighbours are left out. *)
let parts around =
  let seen = Array.make (Array.length around) false in
  let rec visit found = function
    | [] -> List.rev found
    | u :: open_ ->
        let fresh = List.filter (fun v -> not seen.(v)) (IntSet.elements around.(u)) in
        List.iter (fun v -> seen.(v) <- true) fresh;
        visit (u :: found) (List.rev_append fresh open_)
  in
  let parts = ref [] in
  Array.iteri
    (fun u next ->
      if (not seen.(u)) && not (IntSet.is_empty next) then begin
        seen.(u) <- true;
        parts := Array.of_list (visit [] [ u ]) :: !parts
      end)
    around;
  List.rev !parts

let order_of_part names around part =
  let index = Hashtbl.create 64 in
  Array.iteri (fun i u -> Hashtbl.add index u i) part;
  let others u = List.filter (fun v -> v <> u) (IntSet.elements around.(u)) in
  let neighbours = Array.map (fun u -> Array.of_list (List.map (Hashtbl.find index) (others u))) part in
  (* Vertices with a loop are another colour. *)
  let colours = Array.map (fun u -> Bool.to_int (IntSet.mem u around.(u))) part in
  List.map (fun i -> names.(part.(i))) (Array.to_list (canonical_order neighbours colours))

let orders names around = List.map (order_of_part names around) (parts around)

let begin_graph graph =
  fuel := 1_000_000;
  read_graph graph

let advise_anew graph =
  let names, around = begin_graph graph in
  let reductions = reduce names around in
  { Verified.reductions; orders = orders names around }

(* Node-Kayles: of two vertices with the same neighbours, themselves among them, the second is dropped. *)
let advise_node_anew graph =
  let names, around = begin_graph graph in
  let twins = ref [] in
  let drop v =
    let old = around.(v) in
    around.(v) <- IntSet.empty;
    IntSet.iter (fun w -> around.(w) <- IntSet.remove v around.(w)) old
  in
  let changed = ref true in
  while !changed do
    changed := false;
    for u = 0 to Array.length around - 1 do
      let is_twin w = w > u && IntSet.equal around.(u) around.(w) in
      match IntSet.find_first_opt (fun _ -> true) (IntSet.filter is_twin around.(u)) with
      | Some w ->
          twins := (names.(u), names.(w)) :: !twins;
          drop w;
          changed := true
      | None -> ()
    done
  done;
  (List.rev !twins, orders names around)

(* Domination: edges between dominated vertices go, and dominated vertices whose trace another vertex has. *)
let advise_domination_anew graph =
  let names, around = begin_graph graph in
  let n = Array.length around in
  let open_ = Array.init n (fun v -> IntSet.mem v around.(v)) in
  let changed = ref false in
  let keep u v =
    let kept = open_.(u) || open_.(v) in
    if not kept then changed := true;
    kept
  in
  for u = 0 to n - 1 do
    around.(u) <- IntSet.filter (keep u) around.(u)
  done;
  let trace v = IntSet.filter (fun w -> open_.(w)) around.(v) in
  let gone = Array.make n false in
  for c = 0 to n - 1 do
    let same u = u <> c && (not gone.(u)) && IntSet.equal (trace u) (trace c) in
    if (not open_.(c)) && (not (IntSet.is_empty around.(c))) && List.exists same (List.init n Fun.id) then begin
      gone.(c) <- true;
      changed := true
    end
  done;
  for u = 0 to n - 1 do
    around.(u) <- (if gone.(u) then IntSet.empty else IntSet.filter (fun v -> not gone.(v)) around.(u))
  done;
  let edges u = List.filter_map (fun v -> if v >= u then Some (names.(u), names.(v)) else None) (IntSet.elements around.(u)) in
  let smaller = if !changed then Some (List.concat_map edges (List.init n Fun.id)) else None in
  (smaller, orders names around)

(* Options come again and again: advice is kept for some. *)
let most_kept = 200_000

let text_of graph =
  let text = Buffer.create 256 in
  List.iter
    (fun (u, v) ->
      Buffer.add_int32_le text (Int32.of_int (int_of_n u));
      Buffer.add_int32_le text (Int32.of_int (int_of_n v)))
    graph;
  Buffer.contents text

let keeping advise =
  let kept = Hashtbl.create 4096 in
  fun graph ->
    let text = text_of graph in
    match Hashtbl.find_opt kept text with
    | Some advice -> advice
    | None ->
        let advice = advise graph in
        if Hashtbl.length kept >= most_kept then Hashtbl.reset kept;
        Hashtbl.add kept text advice;
        advice

let advise = keeping advise_anew
let advise_node = keeping advise_node_anew
let advise_domination = keeping advise_domination_anew

(* ---------- Pairs for central symmetry ---------- *)

(* Pairs off the cells so that partners of neighbours are neighbours and no two partners are neighbours, by trial and error
   along the neighbours of paired cells. *)
let pair_off graph =
  let names, around = read_graph graph in
  let n = Array.length names in
  let partner = Array.make n (-1) and trials = ref 100_000 in
  let images_in from into =
    IntSet.for_all (fun w -> partner.(w) < 0 || IntSet.mem partner.(w) into) from
  in
  let rec next u found =
    if u = n then found
    else if partner.(u) >= 0 then next (u + 1) found
    else if IntSet.exists (fun v -> partner.(v) >= 0) around.(u) then u
    else next (u + 1) (if found < 0 then u else found)
  in
  let rec search () =
    let u = next 0 (-1) in
    u < 0
    ||
    let possible v =
      v <> u && partner.(v) < 0
      && (not (IntSet.mem v around.(u)))
      && IntSet.cardinal around.(u) = IntSet.cardinal around.(v)
      && images_in around.(u) around.(v)
      && images_in around.(v) around.(u)
    in
    let rec attempt v =
      if v = n || !trials = 0 then false
      else if possible v then begin
        decr trials;
        partner.(u) <- v;
        partner.(v) <- u;
        search ()
        ||
        (partner.(u) <- -1;
         partner.(v) <- -1;
         attempt (v + 1))
      end
      else attempt (v + 1)
    in
    attempt 0
  in
  if n <= 1024 && search () then List.init n (fun u -> (names.(u), names.(partner.(u)))) else []
