(* grundy-verified FILE: reads a file, asks the verified checker, prints its verdict. This file is the trusted glue. *)

let text_of_string s =
  let bit c i = (Char.code c lsr i) land 1 = 1 in
  let character c = Verified.Ascii (bit c 0, bit c 1, bit c 2, bit c 3, bit c 4, bit c 5, bit c 6, bit c 7) in
  let rec from i text = if i < 0 then text else from (i - 1) (Verified.String (character s.[i], text)) in
  from (String.length s - 1) Verified.EmptyString

let string_of_text text =
  let buffer = Buffer.create 80 in
  let rec add = function
    | Verified.EmptyString -> Buffer.contents buffer
    | Verified.String (Verified.Ascii (a, b, c, d, e, f, g, h), rest) ->
        let code = List.fold_right (fun bit n -> (2 * n) + Bool.to_int bit) [ a; b; c; d; e; f; g; h ] 0 in
        Buffer.add_char buffer (Char.chr code);
        add rest
  in
  add text

(* The lines of a file, without their ends; the last one may lack its line feed. *)
let lines_of content =
  match List.rev (String.split_on_char '\n' content) with "" :: rest -> List.rev rest | rest -> List.rev rest

let read_file name =
  let channel = if name = "-" then stdin else open_in_bin name in
  set_binary_mode_in channel true;
  let buffer = Buffer.create 65536 in
  (try
     while true do
       Buffer.add_channel buffer channel 1
     done
   with End_of_file -> ());
  Buffer.contents buffer

let fail code message =
  prerr_endline message;
  exit code

let after prefix line = String.sub line (String.length prefix) (String.length line - String.length prefix)

let () =
  let name = match Sys.argv with [| _; name |] -> name | _ -> fail 2 "error: expected one FILE (- is standard input)" in
  let lines = try lines_of (read_file name) with Sys_error reason -> fail 2 ("error: cannot read " ^ reason) in
  let verdict =
    try Verified.verify Adviser.advise Adviser.advise_node Adviser.advise_domination Adviser.pair_off (List.rev (List.rev_map text_of_string lines))
    with Stack_overflow | Out_of_memory -> fail 2 ("error: " ^ name ^ ": too large for this checker")
  in
  let number n = string_of_int (Numbers.int_of_n n) in
  match (verdict, lines) with
  | Verified.Verified facts, _ :: game :: claim :: _ ->
      Printf.printf "VERIFIED %s %s (%s facts, %.2f s)\n" (after "game " game) (after "claim " claim) (number facts)
        (Sys.time ())
  | Verified.Refused (line, reason), _ ->
      Printf.printf "REFUSED line %s: %s\n%!" (number line) (string_of_text reason);
      fail 1 ("refused: " ^ name ^ " is not a proof")
  | Verified.Unreadable (line, reason), _ ->
      fail 2 ("error: " ^ name ^ ", line " ^ number line ^ ": " ^ string_of_text reason)
  | Verified.Unsupported reason, _ -> fail 2 ("error: " ^ name ^ ": " ^ string_of_text reason)
  | Verified.Verified _, _ -> fail 2 "error: the checker broke"
