//! How hard a component looks: the cheapest cut of its canonical order in two.
//!
//! The canonical order runs along the graph, so the edges between the first k vertices and the others are few. A cut
//! with c edges that leaves l and r vertices costs max(l, r) and a part of min(l, r) and of c: after a few moves at the
//! cut the larger side is what is left to search. Proof and disproof numbers are powers of the cost.

use super::Rule;
use grundy_core::Estimate;
use grundy_graph::bits::Bits;
use grundy_graph::masks::Masks;

/// The constants of the estimate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CutNumbers {
    /// What a vertex on the smaller side of a cut costs, in eighths of one on the larger side.
    pub smaller: u32,
    /// What an edge that is cut costs, in the same eighths.
    pub crossing: u32,
    /// How much the logarithm of the proof number grows with a vertex on the larger side, in thousandths.
    pub growth: u32,
    /// How many times the proof number the disproof number is.
    pub ratio: u32,
}

impl Eq for CutNumbers {}

/// Numbers stay below this.
const MOST: f32 = (1u32 << 28) as f32;

impl CutNumbers {
    /// The constants that were chosen for a game.
    pub fn of(_rule: Rule) -> Self {
        CutNumbers { smaller: 4, crossing: 2, growth: 120, ratio: 8 }
    }

    /// The numbers a search of this component starts with.
    pub(super) fn estimate<B: Bits>(&self, graph: &Masks<B>, marks: B) -> Estimate {
        let n = graph.len() as u32;
        let (mut best, mut crossing) = (8 * n, 0u32);
        for v in 0..graph.len() {
            let around = graph.around(v);
            let back = (around & B::below(v)).count();
            crossing = crossing + around.count() - 2 * back;
            let (side, other) = (v as u32 + 1, n - 1 - v as u32);
            best = best.min(8 * side.max(other) + self.smaller * side.min(other) + self.crossing * crossing);
        }
        let proof = (self.growth as f32 / 8000.0 * best as f32).exp();
        let numbers = [proof, proof * self.ratio as f32].map(|number| number.clamp(1.0, MOST) as u32);
        let kind = ((n - marks.count()) % 4) as u8;
        Estimate { difficulty: best, proof: numbers[0], disproof: numbers[1], kind }
    }
}
