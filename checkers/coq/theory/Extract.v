(* The program in OCaml. [ExtrOcamlBasic] maps bool, option, pairs and lists to the types of OCaml; numbers stay binary
   numbers of Coq, and texts stay lists of characters of eight bits each. *)
Require Import Extraction ExtrOcamlBasic.
Require Import Grundy.Program.
Extraction Language OCaml.
Extraction "build/verified.ml" verify.
