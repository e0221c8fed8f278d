//! One form for all lands that are the same: a text that does not depend on the names of letters, on the order of
//! regions and boundaries, on where a boundary starts, or on the side from which a region is looked at (every region
//! may be mirrored on its own, all of its boundaries together, since a move takes place in one region).

use super::text::Token;
use super::{Boundary, Land};
use crate::{label, work};
use std::collections::BTreeMap;

/// A land as it is written, which is the same for equal lands.
///
/// Once the shared letters are in a fixed order, everything else can be sorted ([`sorted`]). That order comes from the
/// canonical labelling of a graph that keeps enough of the land to distinguish most letters.
pub(super) fn canonical(land: &Land) -> Vec<Vec<Vec<Token>>> {
    let shared = land.shared();
    let letters: Vec<usize> = (0..shared.len()).filter(|&spot| shared[spot]).collect();
    let mut letter = vec![None; shared.len()];
    letters.iter().zip(0..).for_each(|(&spot, k)| letter[spot] = Some(k));
    if letters.is_empty() {
        sorted(land, &letter)
    } else {
        let by_colour = |colours: &[usize]| {
            let order: Vec<_> = letter.iter().map(|name: &Option<usize>| name.map(|k| colours[k])).collect();
            sorted(land, &order)
        };
        sketch(land, &letter, letters.len()).least_form(letters.len(), &by_colour)
    }
}

/// The land with everything but the names of shared letters put in order: `order` has a number for every shared spot.
fn sorted(land: &Land, order: &[Option<usize>]) -> Vec<Vec<Vec<Token>>> {
    let mut regions: Vec<Vec<Vec<Token>>> = Vec::new();
    for region in &land.regions {
        let seen = |mirror: bool| {
            let mut words: Vec<_> = region.iter().map(|word| least_word(land, word, mirror, order)).collect();
            words.sort_unstable();
            words
        };
        // Words of one or two spots read the same backwards.
        let same = region.iter().all(|word| word.len() <= 2);
        regions.push(if same { seen(false) } else { seen(false).min(seen(true)) });
    }
    regions.sort_unstable();
    regions
}

/// The least way to write a boundary, over all places to start.
fn least_word(land: &Land, word: &Boundary, mirror: bool, order: &[Option<usize>]) -> Vec<Token> {
    let n = word.len();
    work::spend(n * n * (1 + n / 4)); // n places to start, n tokens, and for a letter a look along the word
    let from = |start: usize| {
        let mut twice: Vec<usize> = Vec::new();
        let at = |i: usize| word[if mirror { (start + n - i) % n } else { (start + i) % n }];
        let token = |i: usize| {
            let spot = at(i);
            if let Some(k) = order[spot] {
                Token::Shared(k)
            } else if let Some(k) = twice.iter().position(|&other| other == spot) {
                Token::Twice(k)
            } else if word.iter().filter(|&&other| other == spot).count() == 2 {
                twice.push(spot);
                Token::Twice(twice.len() - 1)
            } else {
                Token::Once(3 - land.lives[spot])
            }
        };
        (0..n).map(token).collect::<Vec<_>>()
    };
    (0..n).map(from).min().unwrap_or_default()
}

/// The least way to write a boundary none of whose spots is shared.
pub(super) fn word_of(land: &Land, word: &Boundary) -> Vec<Token> {
    least_word(land, word, false, &vec![None; land.lives.len()])
}

/// A graph for the labelling: first the shared letters; then, for each region, a vertex for the region and one for
/// every place of its boundaries that have letters, joined to the next place, to the region, and to the letter. A
/// region is coloured by what it looks like when all letters are one, a place by its spot. It need not describe the
/// whole land: [`sorted`] does.
fn sketch(land: &Land, letter: &[Option<usize>], letters: usize) -> label::Graph {
    let mut neighbours = vec![Vec::new(); letters];
    let mut looks: Vec<(usize, Vec<Vec<Token>>)> = vec![(0, Vec::new()); letters];
    let mut join = |u: usize, v: usize| {
        let most = u.max(v);
        if neighbours.len() <= most {
            neighbours.resize(most + 1, Vec::new());
        }
        neighbours[u].push(v);
        neighbours[v].push(u);
    };
    let alike: Vec<Option<usize>> = letter.iter().map(|name| name.map(|_| 0)).collect();
    for region in &land.regions {
        let centre = looks.len();
        let look = |word| least_word(land, word, false, &alike).min(least_word(land, word, true, &alike));
        let mut words: Vec<_> = region.iter().map(look).collect();
        words.sort_unstable();
        looks.push((1, words));
        for word in region.iter().filter(|word| word.iter().any(|&spot| letter[spot].is_some())) {
            let first = looks.len();
            let mut twins = BTreeMap::new();
            for (i, &spot) in word.iter().enumerate() {
                looks.push((2, vec![vec![Token::Once(land.lives[spot])]]));
                join(first + i, centre);
                join(first + i, first + (i + 1) % word.len());
                match letter[spot] {
                    Some(k) => join(first + i, k),
                    None => twins.insert(spot, first + i).into_iter().for_each(|twin| join(first + i, twin)),
                }
            }
        }
    }
    neighbours.resize(looks.len(), Vec::new());
    // Colours are ranks of looks.
    let mut ranks: Vec<_> = looks.iter().collect();
    ranks.sort_unstable();
    ranks.dedup();
    let colours = looks.iter().map(|look| ranks.partition_point(|other| *other < look)).collect();
    label::Graph { neighbours, colours }
}
