//! A proof speaks of the options that the checker sees. So for every game the options of a component must be those of
//! the checker, one by one, in the checker's own forms: otherwise a proof that is complete for the search has gaps for
//! the checker.

use grundy_check::{Form, Rules};
use grundy_core::{Component, Game, Hints, collect_options};
use grundy_games::cram::Cram;
use grundy_games::heap::Heap;
use grundy_games::nim::Nim;
use grundy_games::sprouts::Sprouts;
use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

type Options = BTreeSet<BTreeSet<Form>>;

/// Adds a component, or cancels its equal.
fn toggle(sum: &mut BTreeSet<Form>, form: Form) {
    if !sum.remove(&form) {
        sum.insert(form);
    }
}

fn forms(rules: &dyn Rules, texts: &[String]) -> BTreeSet<Form> {
    let mut sum = BTreeSet::new();
    for text in texts {
        rules
            .parse(text)
            .unwrap_or_else(|reason| panic!("{text}: {reason}"))
            .into_iter()
            .for_each(|f| toggle(&mut sum, rules.exact(&f)));
    }
    sum
}

/// Compares the options of the component as the game and as the checker see them; gives the components of the former.
fn compare<G: Hints>(game: &G, rules: &dyn Rules, component: &Component) -> Vec<Component> {
    let text = game.write(component);
    let form = rules.parse(&text).unwrap();
    assert_eq!(form.len(), 1, "{text} is one component");
    let options = collect_options(game, component);
    let of_game: Options = options
        .iter()
        .map(|option| forms(rules, &option.components().iter().map(|c| game.write(c)).collect::<Vec<_>>()))
        .collect();
    let mut of_checker = Options::new();
    let _ = rules.options(&form[0], &mut |option| {
        let mut sum = BTreeSet::new();
        option.iter().for_each(|form| toggle(&mut sum, rules.exact(form)));
        of_checker.insert(sum);
        ControlFlow::Continue(())
    });
    let print = |sums: BTreeSet<&BTreeSet<Form>>| {
        sums.into_iter().map(|sum| sum.iter().map(|f| rules.text(f)).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    assert!(
        of_game == of_checker,
        "options of {text}\nonly the game: {:?}\nonly the checker: {:?}",
        print(of_game.difference(&of_checker).collect()),
        print(of_checker.difference(&of_game).collect()),
    );
    options.iter().flat_map(|option| option.components().to_vec()).collect()
}

/// Compares all components met on the way down from these positions, at most so many.
fn compare_all<G: Hints>(game: &G, positions: &[&str], most: usize) -> usize {
    let rules = grundy_check::game(&game.name()).unwrap();
    let mut seen: HashSet<Component> = HashSet::new();
    let mut open: Vec<Component> = Vec::new();
    for position in positions {
        let components = grundy_core::Sum::new(game, game.parse(position).unwrap());
        open.extend(components.components().iter().cloned());
    }
    while let Some(component) = open.pop() {
        let mut exact = Vec::new();
        game.canonical_form(&component, &mut exact);
        if seen.len() < most && seen.insert(exact.into()) {
            open.extend(compare(game, &*rules, &component));
        }
    }
    seen.len()
}

#[test]
fn sprouts() {
    assert_eq!(compare_all(&Sprouts::default(), &["3"], usize::MAX), 118);
    assert_eq!(compare_all(&Sprouts::default(), &["4"], usize::MAX), 1122);
    assert_eq!(compare_all(&Sprouts::default(), &["0*3.1a1a.AB|AB", "6"], 400), 400);
}

#[test]
fn sprouts_of_the_vectors() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/");
    let game = Sprouts::of_files();
    let rules = grundy_check::game("sprouts").unwrap();
    let file = std::fs::read_to_string(format!("{root}sprouts-22.spr")).unwrap();
    for line in file.lines().skip(1).step_by(97) {
        let text = line.split(' ').next().unwrap();
        for component in game.parse(text).unwrap() {
            let _ = compare(&game, &*rules, &component);
        }
    }
}

#[test]
fn cram() {
    assert!(
        compare_all(&Cram::default(), &["3x4", "4x4", "2x7", "..#/.../#..", "graph(0-1,1-2,2-0,2-3,3-4)"], 1000) > 60
    );
    assert_eq!(compare_all(&Cram::default(), &["5x5"], 300), 300);
}

#[test]
fn heaps() {
    assert_eq!(compare_all(&Nim::default(), &["20"], usize::MAX), 20);
    for code in ["0.77", "0.137", "4.0", "8.0", "0.3f", "4!.0", "couples-are-forever"] {
        let game: Heap = code.parse().unwrap();
        assert!(compare_all(&game, &["20"], usize::MAX) >= 10, "{code}");
    }
}
