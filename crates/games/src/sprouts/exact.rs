//! The exact canonical form: every way to break a tie of the refinement is tried, and the least bytes win.
//!
//! The ways form a tree. Two leaves with equal bytes are images of each other under a symmetry of the land. If it fixes
//! all choices up to the node where their paths part, the rest of the later branch there has nothing new, and the
//! search jumps back to that node. Choices of regions, words and rotations are written down at once, in equal places of
//! equal bytes; for choices of letters the places in the output are compared. A land with k equal arms costs about k² /
//! 2 leaves instead of k!.
//!
//! # Bound
//! At most [`LEAVES`] leaves are tried. Beyond that the least of those seen is taken: still a full description of the
//! land, the same for the same input, but perhaps not the same for another description of the land. On 3,000 random
//! lines of play from 3 to 24 spots no land needed more than 12.

use super::canon::{Canon, Chooser};
use super::reduce::Tidy;
use std::collections::HashMap;

/// The most ways to break ties that are tried for one land.
pub(super) const LEAVES: usize = 4096;

/// A choice that was made.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Choice {
    pick: usize,
    ways: usize,
    /// For a letter, its place in the output; 0 for what is written down at once.
    place: u32,
}

/// Replays a path of choices and goes on with first choices.
#[derive(Default)]
struct Path {
    choices: Vec<Choice>,
    depth: usize,
    /// Which of the choices are letters.
    letters: Vec<usize>,
}

impl Path {
    fn rewind(&mut self) {
        self.depth = 0;
        self.letters.clear();
    }

    /// Goes on to the next leaf; `false` if there is none.
    fn advance(&mut self) -> bool {
        while self.choices.last().is_some_and(|choice| choice.pick + 1 == choice.ways) {
            self.choices.pop();
        }
        self.choices.last_mut().map(|choice| choice.pick += 1).is_some()
    }
}

impl Chooser for Path {
    fn pick(&mut self, ways: usize) -> usize {
        if self.depth == self.choices.len() {
            self.choices.push(Choice { pick: 0, ways, place: 0 });
        }
        self.depth += 1;
        self.choices[self.depth - 1].pick
    }

    fn pick_letter(&mut self, ways: usize) -> usize {
        self.letters.push(self.depth);
        self.pick(ways)
    }

    fn written(&mut self, places: impl Iterator<Item = u32>) {
        for (&choice, place) in self.letters.iter().zip(places) {
            self.choices[choice].place = place + 1;
        }
    }
}

/// Appends the exact form of the land whose first region in `tidy` is `root`.
pub(super) fn emit_exact(canon: &mut Canon, tidy: &Tidy, root: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&least(canon, tidy, root, true).0);
}

/// The least bytes of all leaves, and how many leaves were tried. `jump`: whether symmetries are used.
fn least(canon: &mut Canon, tidy: &Tidy, root: u32, jump: bool) -> (Vec<u8>, usize) {
    let mut path = Path::default();
    let mut best: Option<Vec<u8>> = None;
    let mut leaves: HashMap<Vec<u8>, Vec<Vec<Choice>>> = HashMap::new();
    let mut count = 0;
    loop {
        let mut bytes = Vec::new();
        path.rewind();
        canon.emit(tidy, root, tidy.regions.len().min(8), &mut path, &mut bytes);
        count += 1;
        if best.as_ref().is_none_or(|best| bytes < *best) {
            best = Some(bytes.clone());
        }
        if jump && !path.choices.is_empty() {
            let earlier = leaves.entry(bytes).or_default();
            let parted = earlier.iter().filter_map(|leaf| same_up_to(leaf, &path.choices)).min();
            match parted {
                Some(at) => path.choices.truncate(at + 1),
                None => earlier.push(path.choices.clone()),
            }
        }
        if count == LEAVES || !path.advance() {
            return (best.unwrap_or_default(), count);
        }
    }
}

/// Where two paths part, if what they choose there and before has equal places in the output.
fn same_up_to(a: &[Choice], b: &[Choice]) -> Option<usize> {
    let at = a.iter().zip(b).position(|(a, b)| a.pick != b.pick)?;
    a[..=at].iter().zip(b).all(|(a, b)| a.place == b.place).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::super::{Bench, Sprouts};
    use super::*;
    use grundy_core::{Game, collect_options};

    /// Symmetries may save leaves, and must not change the result.
    #[test]
    fn jumping_back_changes_nothing() {
        let game = Sprouts::default();
        let mut seed = 1u64;
        let mut bench = Bench::default();
        let (mut with, mut without) = (0, 0);
        for line in 0..150 {
            let mut open = game.parse(&(3 + line % 8).to_string()).unwrap().into_components();
            while let Some(land) = open.pop() {
                assert!(bench.tidy_up(&land, true));
                let (form, leaves) = least(&mut bench.canon, &bench.tidy, 0, true);
                let (slow, all) = least(&mut bench.canon, &bench.tidy, 0, false);
                assert!(leaves <= all);
                if all < LEAVES {
                    assert_eq!(form, slow, "{}", game.write(&land));
                    with += leaves;
                    without += all;
                }
                let options = collect_options(&game, &land);
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                open.extend(options[(seed >> 33) as usize % options.len()].components().iter().cloned());
            }
        }
        assert!(with < without, "{with} of {without} leaves");
    }
}
