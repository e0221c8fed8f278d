//! How hard a component looks: the cheapest straight line that cuts it in two.
//!
//! A line through c edges that leaves l and r cells on its sides costs max(l, r) and a part of min(l, r) and of c:
//! after a few moves along the line the larger side is what is left to search. In a prototype this ordered moves better
//! than counting cells. Proof and disproof numbers are powers of the cost. [`FirstNumbers`] says which;
//! `bench/tune_cram_leaf.py` chose them.

use super::board::Board;
use grundy_core::{Estimate, Nimber, NimberSet};
use grundy_graph::bits::Bits;
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The constants of [`FirstNumbers`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CutConstants {
    /// What a cell on the smaller side of a cut costs, in eighths of one on the larger side.
    pub smaller: u32,
    /// What an edge that is cut costs, in the same eighths.
    pub crossing: u32,
    /// How much the logarithm of the proof number grows with a cell on the larger side, in thousandths.
    pub growth: u32,
    /// How many times the proof number the disproof number is, for a component that costs 20 cells.
    pub ratio: u32,
    /// How much the logarithm of that ratio shrinks with every cell more, in thousandths.
    pub narrowing: u32,
}

impl Default for CutConstants {
    fn default() -> Self {
        CutConstants { smaller: 4, crossing: 20, growth: 165, ratio: 24, narrowing: 15 }
    }
}

/// The proof and disproof number a component starts with, by what the cheapest cut costs.
#[derive(Clone, PartialEq, Eq)]
pub struct FirstNumbers {
    constants: CutConstants,
    /// By the cost in eighths.
    numbers: Arc<[[u32; 2]]>,
}

/// The proof number of the smallest component, two cells.
const UNIT: f64 = 4.0;
const STEPS: usize = 1024;
/// Numbers stay below this.
const MOST: f64 = (1u32 << 28) as f64;

impl FirstNumbers {
    /// With these constants.
    pub fn new(constants: CutConstants) -> Self {
        let CutConstants { smaller, crossing, growth, ratio, narrowing } = constants;
        let thousandths = |value: u32| f64::from(value) / 1000.0;
        let least = f64::from(8 + smaller + crossing) / 8.0;
        let numbers = (0..STEPS).map(|eighths| {
            let cost = eighths as f64 / 8.0;
            let proof = UNIT * (thousandths(growth) * (cost - least)).exp();
            let disproof = proof * f64::from(ratio) * (-thousandths(narrowing) * (cost - 20.0)).exp();
            [proof, disproof].map(|number| number.clamp(1.0, MOST).round() as u32)
        });
        FirstNumbers { constants, numbers: numbers.collect() }
    }

    /// The constants it was made with.
    #[cfg(any(test, feature = "tuning"))]
    pub fn constants(&self) -> CutConstants {
        self.constants
    }

    /// The numbers of a component whose cheapest cut costs so many eighths.
    fn at(&self, eighths: u32) -> Estimate {
        let [proof, disproof] = self.numbers[(eighths as usize).min(STEPS - 1)];
        Estimate { difficulty: eighths, proof, disproof, kind: 0 }
    }

    /// The numbers of a graph with this many cells, without looking for a cut.
    pub(super) fn of_size(&self, cells: usize) -> Estimate {
        Estimate { kind: (cells % 4) as u8, ..self.at(16 * cells as u32) }
    }

    /// The numbers a search of this component starts with.
    pub(super) fn of_board<B: Bits>(&self, board: &Board<B>) -> Estimate {
        let CutConstants { smaller, crossing, .. } = self.constants;
        let cells = board.cells();
        let total = cells.count();
        let mut best = u32::MAX;
        let mut line = |side: u32, edges: u32| {
            let other = total - side;
            best = best.min(8 * side.max(other) + smaller * side.min(other) + crossing * edges);
        };
        let mut above = 0;
        for y in 1..board.rows {
            let row = B::below(board.columns).up((y - 1) * board.columns);
            above += (cells & row).count();
            line(above, (board.down & row).count());
        }
        let mut before = 0;
        let mut column = (0..board.rows).fold(B::default(), |set, y| set | B::bit(y * board.columns));
        for _ in 1..board.columns {
            before += (cells & column).count();
            line(before, (board.right & column).count());
            column = column.up(1);
        }
        Estimate { kind: (total % 4) as u8, ..self.at(if best == u32::MAX { 0 } else { best }) }
    }
}

impl Default for FirstNumbers {
    fn default() -> Self {
        static MADE: LazyLock<FirstNumbers> = LazyLock::new(|| FirstNumbers::new(CutConstants::default()));
        MADE.clone()
    }
}

impl fmt::Debug for FirstNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.constants.fmt(f)
    }
}

/// How likely it is that a component has the nimber a search asks for: log-odds in hundredths, fitted by
/// `bench/fit_cram_odds.py`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NimberOdds {
    /// For nimber 0, 1, 2, 3 and the larger ones, by the number of cells modulo 4.
    pub by_nimber: [[i32; 5]; 4],
    /// What is added if 0, 1, 2 or 3 of the other nimbers below 4 are excluded.
    pub by_excluded: [i32; 4],
    /// The same, from 0 to 4, if the question is about a larger nimber.
    pub by_excluded_for_larger: [i32; 5],
}

impl Default for NimberOdds {
    fn default() -> Self {
        NimberOdds {
            by_nimber: [
                [-398, -322, -417, -329, -338],
                [-340, -346, -420, -314, -340],
                [-307, -386, -327, -415, -341],
                [-346, -342, -309, -420, -338],
            ],
            by_excluded: [0, 92, 200, 343],
            by_excluded_for_larger: [0, 18, 25, 74, 277],
        }
    }
}

impl NimberOdds {
    /// How likely it is that a component of this kind has this nimber.
    pub(super) fn losing(&self, kind: u8, excluded: &NimberSet, nimber: Nimber) -> f32 {
        let count = excluded.iter().take_while(|nimber| nimber.get() < 4).count();
        let nimber = nimber.get().min(4) as usize;
        let by_excluded = if nimber < 4 { self.by_excluded[count.min(3)] } else { self.by_excluded_for_larger[count] };
        let hundredths = self.by_nimber[usize::from(kind % 4)][nimber] + by_excluded;
        1.0 / (1.0 + (-hundredths as f32 / 100.0).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Cram;
    use super::*;
    use grundy_core::{Game, Hints};

    /// Leaf numbers: a long strip is easier than a square of as many cells, larger is harder, and nothing overflows.
    #[test]
    fn leaves_are_ordered() {
        let game = Cram::default();
        let leaf = |text: &str| game.estimate(&game.parse(text).unwrap()[0]);
        let sizes = ["1x2", "1x4", "2x3", "3x3", "4x5", "5x7", "5x9", "7x9", "16x16", "32x32"].map(leaf);
        for pair in sizes.windows(2) {
            assert!(pair[0].difficulty < pair[1].difficulty && pair[0].proof <= pair[1].proof);
        }
        assert!(sizes[7].proof > sizes[6].proof);
        assert!(sizes.iter().all(|l| l.disproof >= l.proof && l.disproof <= 1 << 28));
        assert!(leaf("3x12").difficulty < leaf("6x6").difficulty);
        // 5x9: the line between columns 4 and 5 leaves 20 and 25 cells and crosses 5 edges; in eighths.
        let CutConstants { smaller, crossing, ratio, .. } = game.numbers.constants();
        assert_eq!(leaf("5x9").difficulty, 8 * 25 + smaller * 20 + crossing * 5);
        // The ratio is given for a cost of 20 cells; 3x5, cut into 6 and 9 cells, costs about that.
        let middle = leaf("3x5");
        assert!((15 * 8..25 * 8).contains(&middle.difficulty));
        assert!((ratio * 9 / 10..=ratio * 11 / 10).contains(&(middle.disproof / middle.proof)), "{middle:?}");
    }
}
