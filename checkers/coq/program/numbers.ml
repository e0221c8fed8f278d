(* Binary numbers of Coq as numbers of OCaml. *)
let rec int_of_positive = function
  | Verified.XH -> 1
  | Verified.XO p -> 2 * int_of_positive p
  | Verified.XI p -> (2 * int_of_positive p) + 1

let int_of_n = function Verified.N0 -> 0 | Verified.Npos p -> int_of_positive p
