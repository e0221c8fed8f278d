//! Colours of the vertices by their neighbours, and the fingerprint of a graph: equal for isomorphic graphs.
//!
//! Every vertex starts with one colour; in each round it takes a mix of its colour and the sum of its neighbours' mixed
//! colours. Two colours that are equal by accident make a fingerprint weaker, never an identity: `same` and `label`
//! decide.
//!
//! There are two kinds of colours. Those of 16 bits, after [`ROUNDS`] rounds, can be computed with vector instructions
//! where a graph is drawn on a board (Cram does), and [`fingerprint`] uses them so that boards and graphs share facts.
//! Those of 64 bits ([`stable`]) are refined until it does not help any more.

use crate::graph::Graph;

/// Rounds of refinement with 16 bits: a colour depends on the graph up to this distance. Among 55,039 classes of Cram
/// positions from 3x16, 4 rounds merge 259 fingerprints, 5 merge 24 and 6 none; a merged one costs a comparison.
pub const ROUNDS: usize = 5;
/// The first colour of 16 bits.
pub const START: u16 = 0x9e37;
/// What [`mix`] multiplies by.
pub const FACTORS: [u16; 2] = [0x8d53, 0x6ca5];
/// Graphs with more vertices than this have fingerprints of stable colours: on a wide board hundreds of options look
/// alike from within five steps, and each would be compared with each.
pub const MANY: usize = 128;
/// Rounds between two counts of the stable colours, for a fingerprint.
const ROUNDS_OF_MANY: usize = 8;

/// The colour of 16 bits that neighbours see.
#[inline]
pub fn mix(colour: u16) -> u16 {
    let x = (colour ^ colour >> 7).wrapping_mul(FACTORS[0]);
    (x ^ x >> 9).wrapping_mul(FACTORS[1])
}

/// The next colour of 16 bits: seven times the own one keeps it apart from those of at most four neighbours.
#[inline]
pub fn next(own: u16, around: u16) -> u16 {
    (own << 3).wrapping_sub(own).wrapping_add(around)
}

/// What one vertex adds to the fingerprint: a square, which the oldest vector instructions can compute and which is not
/// a sum of what the two colours add.
#[inline]
pub fn weight(last: u16, before: u16) -> u64 {
    let x = u64::from(u32::from(last) << 16 | u32::from(before));
    x * x
}

/// The fingerprint, from the sum of the weights of all vertices.
#[inline]
pub fn finish(total: u64) -> u64 {
    let x = (total ^ total >> 31).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 32
}

/// A number that is equal for isomorphic graphs, and rarely for others.
pub fn fingerprint(graph: &Graph) -> u64 {
    if graph.len() > MANY {
        let colours = stable(graph, vec![1; graph.len()], ROUNDS_OF_MANY);
        return finish(colours.iter().fold(0, |sum, &colour| sum.wrapping_add(finish(colour))));
    }
    let (last, before) = colours(graph);
    finish(last.iter().zip(&before).fold(0, |sum, (&last, &before)| sum.wrapping_add(weight(last, before))))
}

/// Colours that tell the vertices of a graph apart as far as it is worth the time: those of the fingerprint.
pub fn classes(graph: &Graph) -> Vec<u64> {
    if graph.len() > MANY {
        return stable(graph, vec![1; graph.len()], ROUNDS_OF_MANY);
    }
    let (last, before) = colours(graph);
    last.iter().zip(before).map(|(&last, before)| u64::from(last) << 16 | u64::from(before)).collect()
}

/// Colours of 64 bits, refined from the first ones until there are no more of them; they are counted after every so
/// many rounds. How many rounds there are depends on the coloured graph alone, not on the order of its vertices.
pub fn stable(graph: &Graph, mut colours: Vec<u64>, rounds: usize) -> Vec<u64> {
    let mut distinct = 1;
    let mut seen = vec![0; colours.len()];
    let mut sorted = Vec::new();
    loop {
        for _ in 0..rounds {
            seen.iter_mut().zip(&colours).for_each(|(seen, &colour)| *seen = finish(colour.wrapping_add(0x9e37_79b9)));
            for (v, colour) in colours.iter_mut().enumerate() {
                let around = graph.neighbours(v).iter().fold(0u64, |sum, &u| sum.wrapping_add(seen[usize::from(u)]));
                *colour = seen[v].wrapping_mul(7).wrapping_add(around);
            }
        }
        sorted.clone_from(&colours);
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() <= distinct || sorted.len() == colours.len() {
            return colours;
        }
        distinct = sorted.len();
    }
}

/// The colours of 16 bits after the last round and the one before.
pub fn colours(graph: &Graph) -> (Vec<u16>, Vec<u16>) {
    let mut last = vec![START; graph.len()];
    let mut before = last.clone();
    for _ in 0..ROUNDS {
        std::mem::swap(&mut last, &mut before);
        let seen: Vec<u16> = before.iter().map(|&colour| mix(colour)).collect();
        for (v, colour) in last.iter_mut().enumerate() {
            let around = graph.neighbours(v).iter().fold(0u16, |sum, &u| sum.wrapping_add(seen[usize::from(u)]));
            *colour = next(seen[v], around);
        }
    }
    (last, before)
}
