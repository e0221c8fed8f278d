(* The checker as a whole: from the lines of a file to a verdict, and the theorem about it. *)
Require Import NArith List Bool String Ascii.
Require Import Grundy.Certificate Grundy.Soundness Grundy.Graph Grundy.Normal Grundy.Nim Grundy.Heap Grundy.Cram.
Require Import Grundy.ArcKayles Grundy.NodeKayles Grundy.Domination Grundy.Text.
Import ListNotations.
Open Scope string_scope.
Open Scope list_scope.
Open Scope N_scope.

Inductive verdict : Type :=
  | Verified (facts : N)
  | Refused (line : N) (reason : string)
  | Unreadable (line : N) (reason : string)
  | Unsupported (reason : string).

Section Reader.
Variable C : Type.
Variable read : string -> option (list C).
Variable check : claim (list C) -> list (line C) -> result.

(* The fact lines from line [no] on; facts and the numbers of their lines are collected in reverse. *)
Fixpoint read_facts (ls : list string) (no count : N) (facts : list (line C)) (places : list N)
  : verdict + (list (line C) * list N) :=
  match ls with
  | [] => inl (Unreadable no "the file ends where a fact, or 'end' and the number of facts should stand")
  | s :: ls =>
      if negb (is_line s) then inl (Unreadable no "not a line of text")
      else if match s with String c _ => is_char c "#" | "" => false end then read_facts ls (no + 1) count facts places
      else match strip_prefix "end " s with
           | Some n =>
               if match read_nimber n with Some k => k =? count | None => false end then
                 match ls with
                 | [] => inr (rev' facts, rev' places)
                 | _ => inl (Unreadable (no + 1) "nothing may follow the end")
                 end
               else inl (Unreadable no "this is not the number of facts before it")
           | None =>
               match read_fact C read s with
               | Some l => read_facts ls (no + 1) (count + 1) (l :: facts) (no :: places)
               | None => inl (Unreadable no "expected NIMBER, tab, POSITION")
               end
           end
  end.

Definition place_of (places : list N) (i : N) : N := nth (N.to_nat i) places 0.

Definition verify_with (claim_line : string) (ls : list string) : verdict :=
  match read_claim C read claim_line with
  | None => Unreadable 3 "expected 'claim outcome W|L POSITION' or 'claim nimber N POSITION'"
  | Some c =>
      match read_facts ls 4 0 [] [] with
      | inl v => v
      | inr (facts, places) =>
          match check c facts with
          | Proved n => Verified n
          | WrongLine i => Refused (place_of places i) "it does not follow from the lines before it"
          | NotShown => Refused 3 "the facts do not prove the claim"
          end
      end
  end.

Lemma read_facts_no_verdict ls : forall no count facts places n, read_facts ls no count facts places <> inl (Verified n).
Proof.
  induction ls as [|s ls IH]; intros no count facts places n; cbn [read_facts]; [discriminate|].
  destruct (negb (is_line s)); [discriminate|]. destruct (match s with "" => false | _ => _ end); [apply IH|].
  destruct (strip_prefix "end " s) as [s0|].
  - destruct (read_nimber s0) as [k|]; [|discriminate]. destruct (k =? count); [|discriminate]. destruct ls; discriminate.
  - destruct (read_fact C read s); [apply IH|discriminate].
Qed.

Lemma verify_with_sound claim_line ls n : verify_with claim_line ls = Verified n ->
  exists c facts, read_claim C read claim_line = Some c /\ check c facts = Proved n.
Proof.
  unfold verify_with. destruct (read_claim C read claim_line) as [c|]; [|discriminate].
  destruct (read_facts ls 4 0 [] []) as [v|[facts places]] eqn:E.
  - intros ->. exfalso. exact (read_facts_no_verdict _ _ _ _ _ _ E).
  - destruct (check c facts) as [k| |] eqn:F; try discriminate. intros H. injection H as ->. eauto.
Qed.
End Reader.

Section Advised.
(* Programs that propose; none of them is trusted. *)
Variable adviser : graph -> advice.
Variable node_adviser : graph -> list (N * N) * list (list N).
Variable domination_adviser : graph -> option graph * list (list N).
Variable pairing : graph -> list (N * N).

Definition verify (ls : list string) : verdict :=
  match ls with
  | [] => Unreadable 1 "the file is empty"
  | first :: ls =>
      if negb (String.eqb first "grundy certificate 1") then Unreadable 1 "expected 'grundy certificate 1'" else
      match ls with
      | [] => Unreadable 2 "the file ends where a game should stand"
      | game_line :: ls =>
          match read_game_line game_line with
          | None => Unreadable 2 "expected 'game NAME', the name of a game"
          | Some g =>
              match ls with
              | [] => Unreadable 3 "the file ends where a claim should stand"
              | claim_line :: ls =>
                  if negb (is_line claim_line) then Unreadable 3 "not a line of text" else
                  match g with
                  | Nim => verify_with N read_heaps nim_check claim_line ls
                  | HeapGame code => verify_with N read_heaps (heap_check code) claim_line ls
                  | Cram => verify_with place read_places (cram_check adviser pairing) claim_line ls
                  | ArcKayles => verify_with graph (read_graphs read_arc_graph) (arc_check adviser) claim_line ls
                  | NodeKayles => verify_with graph (read_graphs read_node_graph) (node_check node_adviser) claim_line ls
                  | Domination =>
                      verify_with graph (read_graphs read_domination_graph) (domination_check domination_adviser) claim_line ls
                  | Sprouts => Unsupported "certificates of Sprouts are not checked by the verified checker yet"
                  end
              end
          end
      end
  end.

(* What lines 2 and 3 of a certificate say is true of the game, by its literal rules. *)
Definition true_claim (game_line claim_line : string) : Prop :=
  match read_game_line game_line with
  | Some Nim => exists c, read_claim N read_heaps claim_line = Some c /\ holds N nim_moves nim_weight c
  | Some (HeapGame g) => exists c, read_claim N read_heaps claim_line = Some c /\ holds N (heap_moves g) heap_weight c
  | Some Cram => exists c, read_claim place read_places claim_line = Some c /\ holds place cram_moves cram_weight c
  | Some ArcKayles =>
      exists c, read_claim graph (read_graphs read_arc_graph) claim_line = Some c /\ holds graph arc_moves arc_weight c
  | Some NodeKayles =>
      exists c, read_claim graph (read_graphs read_node_graph) claim_line = Some c /\ holds graph node_moves arc_weight c
  | Some Domination =>
      exists c, read_claim graph (read_graphs read_domination_graph) claim_line = Some c /\
                holds graph domination_moves arc_weight c
  | Some Sprouts | None => False
  end.

(* The program accepts only files whose claim is true, whatever the adviser proposes. *)
Theorem verify_sound ls n : verify ls = Verified n ->
  exists first game_line claim_line rest, ls = first :: game_line :: claim_line :: rest /\ true_claim game_line claim_line.
Proof.
  destruct ls as [|first [|game_line [|claim_line rest]]]; simpl; try discriminate;
    (destruct (negb (String.eqb first _)); [discriminate|]); try discriminate.
  - destruct (read_game_line game_line); discriminate.
  - unfold true_claim. destruct (read_game_line game_line) as [[|g| | | | |]|] eqn:G; try discriminate;
      (destruct (negb (is_line claim_line)); [discriminate|]); intros H; try discriminate;
      apply verify_with_sound in H; destruct H as (c & facts & Hc & H);
      exists first, game_line, claim_line, rest; (split; [reflexivity|]); rewrite G; exists c; (split; [exact Hc|]).
    + exact (nim_check_sound c facts n H).
    + exact (heap_check_sound g c facts n H).
    + exact (cram_check_sound adviser pairing c facts n H).
    + exact (arc_check_sound adviser c facts n H).
    + exact (node_check_sound node_adviser c facts n H).
    + exact (domination_check_sound domination_adviser c facts n H).
Qed.
End Advised.
