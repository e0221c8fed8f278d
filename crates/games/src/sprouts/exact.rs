//! The exact canonical form: every way to break a tie of the refinement is tried, and the least bytes win.
//!
//! The ways form a tree. Two leaves with equal bytes are images of each other under a symmetry of the land that fixes all
//! choices up to the node where their paths part; so the rest of the later branch there has nothing new, and the search
//! jumps back to that node. A land with k equal arms costs about k² / 2 leaves instead of k!.
//!
//! # Bound
//! At most [`LEAVES`] leaves are tried. Beyond that the least of those seen is taken: still a full description of the
//! land, the same for the same input, but perhaps not the same for another description of the land. No land met in play
//! from up to 12 spots came near the bound.

use super::canon::{Canon, Chooser};
use super::reduce::Tidy;
use std::collections::HashMap;

/// The most ways to break ties that are tried for one land.
pub(super) const LEAVES: usize = 4096;

/// Replays a path of choices and goes on with first choices.
#[derive(Default)]
struct Path {
    /// The choice at each tie and the number of ways there.
    choices: Vec<(usize, usize)>,
    depth: usize,
}

impl Chooser for Path {
    fn pick(&mut self, ways: usize) -> usize {
        if self.depth == self.choices.len() {
            self.choices.push((0, ways));
        }
        self.depth += 1;
        self.choices[self.depth - 1].0
    }
}

/// Appends the exact form of the land whose first region in `tidy` is `root`.
pub(super) fn emit_exact(canon: &mut Canon, tidy: &Tidy, root: u32, out: &mut Vec<u8>) {
    let mut path = Path::default();
    let mut best = Vec::new();
    let mut leaves: HashMap<Vec<u8>, Vec<(usize, usize)>> = HashMap::new();
    for count in 1.. {
        let mut bytes = Vec::new();
        path.depth = 0;
        canon.emit(tidy, root, tidy.regions.len().min(8), &mut path, &mut bytes);
        let kept = match leaves.get(&bytes) {
            Some(earlier) => {
                let common = earlier.iter().zip(&path.choices).take_while(|(a, b)| a == b).count();
                common + 1
            }
            None => path.choices.len(),
        };
        path.choices.truncate(kept);
        if best.is_empty() || bytes < best {
            best.clone_from(&bytes);
        }
        // Only a leaf that can be compared with a later one is worth keeping.
        if path.choices.is_empty() || count == LEAVES {
            break;
        }
        leaves.entry(bytes).or_insert_with(|| path.choices.clone());
        while path.choices.last().is_some_and(|&(choice, ways)| choice + 1 == ways) {
            path.choices.pop();
        }
        match path.choices.last_mut() {
            Some((choice, _)) => *choice += 1,
            None => break,
        }
    }
    out.extend_from_slice(&best);
}
