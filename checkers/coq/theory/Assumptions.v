(* The main theorem of each game. The tests require that each is closed under the global context: no axioms. *)
Require Import Grundy.SpragueGrundy Grundy.Soundness Grundy.Nim Grundy.Heap Grundy.Cram Grundy.ArcKayles Grundy.NodeKayles.
Require Import Grundy.Domination Grundy.Program Grundy.Sprouts.
Print Assumptions sprague_grundy.
Print Assumptions check_sound.
Print Assumptions nim_check_sound.
Print Assumptions heap_check_sound.
Print Assumptions cram_check_sound.
Print Assumptions arc_check_sound.
Print Assumptions node_check_sound.
Print Assumptions domination_check_sound.
Print Assumptions verify_sound.
Print Assumptions sprouts_shrinks.
