(* Arc-Kayles on graphs: choose an edge; both of its ends are deleted. The rules and what is proved of them are in
   Graph.v, Reductions.v and Normal.v. *)
Require Import NArith List String.
Require Import Grundy.Certificate Grundy.Soundness Grundy.Graph Grundy.Normal Grundy.NodeKayles.

Section Advised.
Variable adviser : graph -> advice.
Definition arc_check := check graph arc_moves (normal adviser) graph_key graph_small graph_theorem.

Theorem arc_check_sound c ls n : arc_check c ls = Proved n -> holds graph arc_moves arc_weight c.
Proof.
  apply (check_sound graph arc_moves arc_weight arc_shrinks).
  - apply normal_value.
  - intros g h E. rewrite (graph_key_injective g h E). reflexivity.
  - intros t p k. discriminate.
Qed.
End Advised.
