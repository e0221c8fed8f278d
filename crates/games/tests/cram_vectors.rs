//! Cram against the corpus: every position and the small boards, by mex over the options, nothing looked up.

use grundy_core::{Component, Game, Nimber, Sum, collect_options, mex};
use grundy_games::cram::Cram;
use std::collections::HashMap;

/// Nimbers by mex over all options.
struct Mex {
    game: Cram,
    known: HashMap<Component, Nimber>,
}

impl Mex {
    fn new(game: Cram) -> Self {
        Mex { game, known: HashMap::new() }
    }

    fn position(&mut self, text: &str) -> Nimber {
        let components = self.game.parse(text).unwrap();
        let sum = Sum::new(&self.game, components);
        self.sum(&sum)
    }

    fn sum(&mut self, sum: &Sum) -> Nimber {
        sum.components().iter().fold(Nimber::ZERO, |nimber, component| nimber ^ self.component(component))
    }

    fn component(&mut self, component: &Component) -> Nimber {
        if let Some(&nimber) = self.known.get(component) {
            return nimber;
        }
        let options = collect_options(&self.game, component);
        let nimber = mex(options.iter().map(|option| self.sum(option)).collect::<Vec<_>>());
        self.known.insert(component.clone(), nimber);
        nimber
    }
}

fn lines(corpus: &str) -> impl Iterator<Item = Vec<&str>> {
    corpus.lines().filter(|line| !line.starts_with('#') || line.contains('\t')).map(|line| line.split('\t').collect())
}

#[test]
fn all_positions_of_the_corpus() {
    let mut mex = Mex::new(Cram::default());
    let mut literal = Mex::new(Cram::literal());
    let mut count = 0;
    for fields in lines(include_str!("../../../tests/vectors/cram-positions.tsv")) {
        let nimber = Nimber::new(fields[1].parse().unwrap());
        assert_eq!(mex.position(fields[0]), nimber, "{}", fields[0]);
        if count % 4 == 0 {
            assert_eq!(literal.position(fields[0]), nimber, "{} without reductions", fields[0]);
        }
        count += 1;
    }
    assert_eq!(count, 889);
}

#[test]
fn small_boards_of_the_corpus() {
    let mut mex = Mex::new(Cram::default());
    let mut count = 0;
    for fields in lines(include_str!("../../../tests/vectors/cram-boards.tsv")).skip(1) {
        let (rows, columns): (usize, usize) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
        if let (Ok(nimber), true) = (fields[2].parse(), rows * columns <= 25) {
            assert_eq!(mex.position(&format!("{rows}x{columns}")), Nimber::new(nimber), "{rows}x{columns}");
            assert_eq!(mex.position(&format!("{columns}x{rows}")), Nimber::new(nimber), "{columns}x{rows}");
            count += 1;
        }
    }
    assert!(count >= 12, "{count}");
}

/// One row is Dawson's Kayles, the octal game 0.07: a literal recurrence over rows gives its sequence.
#[test]
fn rows_are_dawsons_kayles() {
    let mut mex_of_rows: Vec<Nimber> = vec![Nimber::ZERO; 2];
    for n in 2..=100 {
        mex_of_rows.push(mex((0..=n - 2).map(|i| mex_of_rows[i] ^ mex_of_rows[n - 2 - i])));
    }
    let mut mex = Mex::new(Cram::default());
    for n in (1..=100).chain([255]) {
        let nimber = mex.position(&format!("1x{n}"));
        assert!(n > 100 || nimber == mex_of_rows[n], "1x{n}");
        assert_eq!(nimber, mex.position(&format!("{n}x1")), "{n}x1");
    }
}
