(* Finite maps from lists of numbers, for the facts of a certificate: the balanced trees of the standard library. *)
Require Import NArith List OrderedType OrderedTypeEx FMapAVL FMapFacts.
Import ListNotations.

Module Key <: OrderedType.
  Definition t := list N.
  Definition eq := @Logic.eq t.
  Fixpoint compare_lists (a b : t) : comparison :=
    match a, b with
    | [], [] => Eq
    | [], _ :: _ => Lt
    | _ :: _, [] => Gt
    | x :: a, y :: b => match N.compare x y with Eq => compare_lists a b | c => c end
    end.
  Definition lt (a b : t) : Prop := compare_lists a b = Lt.

  Lemma compare_eq a : forall b, compare_lists a b = Eq -> a = b.
  Proof.
    induction a as [|x a IH]; intros [|y b]; simpl; try discriminate; auto.
    destruct (N.compare x y) eqn:E; try discriminate. intros H. apply N.compare_eq_iff in E. f_equal; auto.
  Qed.

  Lemma compare_gt a : forall b, compare_lists a b = Gt -> lt b a.
  Proof.
    unfold lt. induction a as [|x a IH]; intros [|y b]; simpl; try discriminate; auto.
    rewrite (N.compare_antisym x y). destruct (N.compare x y); simpl; try discriminate; auto.
  Qed.

  Lemma eq_refl : forall x : t, eq x x.
  Proof. reflexivity. Qed.
  Lemma eq_sym : forall x y : t, eq x y -> eq y x.
  Proof. unfold eq. auto. Qed.
  Lemma eq_trans : forall x y z : t, eq x y -> eq y z -> eq x z.
  Proof. unfold eq. intros x y z -> ->. reflexivity. Qed.

  Lemma lt_trans : forall x y z : t, lt x y -> lt y z -> lt x z.
  Proof.
    unfold lt. induction x as [|a x IH]; intros [|b y] [|c z]; simpl; try discriminate; auto.
    destruct (N.compare_spec a b), (N.compare_spec b c); subst; try discriminate; intros H1 H2.
    - rewrite N.compare_refl. eauto.
    - rewrite (proj2 (N.compare_lt_iff _ _)); auto.
    - rewrite (proj2 (N.compare_lt_iff _ _)); auto.
    - rewrite (proj2 (N.compare_lt_iff _ _)); auto. eapply N.lt_trans; eassumption.
  Qed.

  Lemma lt_not_eq : forall x y : t, lt x y -> ~ eq x y.
  Proof.
    unfold lt, eq. intros x y H <-. induction x as [|a x IH]; simpl in H; [discriminate|].
    rewrite N.compare_refl in H. auto.
  Qed.

  Definition compare (x y : t) : Compare lt eq x y :=
    match compare_lists x y as c return compare_lists x y = c -> Compare lt eq x y with
    | Lt => fun E => LT E
    | Eq => fun E => EQ (compare_eq x y E)
    | Gt => fun E => GT (compare_gt x y E)
    end Logic.eq_refl.

  Definition eq_dec (x y : t) : {eq x y} + {~ eq x y} := list_eq_dec N.eq_dec x y.
End Key.

Module Map := FMapAVL.Make Key.
Module MapFacts := FMapFacts.WFacts_fun Key Map.

Definition same_key (a b : list N) : bool := match Key.compare_lists a b with Eq => true | _ => false end.

Lemma same_key_eq a b : same_key a b = true -> a = b.
Proof. unfold same_key. destruct (Key.compare_lists a b) eqn:E; try discriminate. intros _. exact (Key.compare_eq a b E). Qed.
