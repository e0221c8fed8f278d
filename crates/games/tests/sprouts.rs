//! Sprouts against published counts and values, and against itself under everything that should not matter.

use grundy_core::{Component, Game, Nimber, Sum, collect_options, mex};
use grundy_games::sprouts::Sprouts;
use std::collections::{HashMap, HashSet};

fn exact(game: &Sprouts, land: &[u8]) -> Component {
    let mut out = Vec::new();
    game.exact(land, &mut out);
    out.into()
}

/// The number of different lands that can be reached from `spots` spots, by their exact forms.
fn reachable(game: &Sprouts, spots: usize) -> usize {
    let mut seen: HashSet<Component> = HashSet::new();
    let mut open: Vec<Component> = game.parse(&spots.to_string()).unwrap();
    let mut from = 0;
    while from < open.len() {
        let land = exact(game, &open[from]);
        from += 1;
        if seen.insert(land.clone()) {
            for option in collect_options(game, &land) {
                open.extend(option.components().iter().cloned());
            }
        }
    }
    seen.len()
}

#[test]
fn published_numbers_of_reachable_lands() {
    let with = Sprouts::default();
    let without = Sprouts { merge_twos: false, ..with };
    for (n, lands, lands_without) in [(2, 15, 17), (3, 118, 126), (4, 1122, 1188), (5, 12631, 13342)] {
        assert_eq!(reachable(&with, n), lands, "{n} spots");
        assert_eq!(reachable(&without, n), lands_without, "{n} spots without 22 = 1");
    }
}

/// Nimbers by mex over all options, with a memory.
struct Naive {
    game: Sprouts,
    known: HashMap<Component, Nimber>,
}

impl Naive {
    fn land(&mut self, land: &Component) -> Nimber {
        if let Some(&nimber) = self.known.get(land) {
            return nimber;
        }
        let options = collect_options(&self.game, land);
        let nimber = mex(options.iter().map(|option| self.sum(option)).collect::<Vec<_>>());
        self.known.insert(land.clone(), nimber);
        nimber
    }

    fn sum(&mut self, sum: &Sum) -> Nimber {
        sum.components().iter().fold(Nimber::ZERO, |total, land| total ^ self.land(land))
    }
}

/// Lives of a position as text: an upper bound on the moves left, read without any code under test.
fn lives(text: &str) -> usize {
    text.split(['.', '|'])
        .map(|word| match word.strip_prefix("0*") {
            Some(n) => 6 * n.parse::<usize>().unwrap(),
            None => word
                .bytes()
                .map(|b| match b {
                    b'0' => 6,
                    b'1' => 4,
                    b'2' => 2,
                    _ => 1,
                })
                .sum(),
        })
        .sum::<usize>()
        / 2
}

#[test]
fn small_lands_of_all_files_have_their_nimbers() {
    let game = Sprouts::of_files();
    let mut naive = Naive { game, known: HashMap::new() };
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/");
    for (file, least) in
        [("sprouts-positions.tsv", 600), ("sprouts-13.spr", 400), ("sprouts-17.spr", 300), ("sprouts-22.spr", 2000)]
    {
        let mut checked = 0;
        for line in std::fs::read_to_string(format!("{root}{file}")).unwrap().lines() {
            let Some((text, nimber)) = line.split_once(['\t', ' ']) else { continue };
            let position = Sum::new(&game, game.parse(text).unwrap());
            assert_eq!(position.len(), 1, "{text} is one land");
            if lives(text) <= 13 {
                assert_eq!(naive.sum(&position).to_string(), nimber, "{text} of {file}");
                checked += 1;
            }
        }
        assert!(checked >= least, "{file}: only {checked} lines were small enough");
    }
}
