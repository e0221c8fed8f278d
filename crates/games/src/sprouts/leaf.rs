//! How hard a land looks: the numbers that a search starts with, from the sizes of its regions. Nothing is generated.
//!
//! `E` is one more than an estimate of the number of options, `m` the most lone spots in a region, `u` the number of
//! two-region spots. Scaled by 8, disproof is `a E^(1 + b) exp(c m + d u)` and proof `E^f exp(g m + h u)`: to disprove
//! a couple all options must be looked at, and the proof number must stay near 1 (raising it with the size of the land
//! loses). `bench/fit_sprouts_leaf.py` fits the constants on solved runs; those it found were no better than these on
//! runs it had not seen.

use super::land::varint;
use grundy_core::Estimate;

/// The constants of the first proof numbers, in thousandths; in the order `a`, `b`, `c`, `d`, `f`, `g`, `h` of
/// `leaf.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafWeights(pub [i32; 7]);

#[cfg(feature = "tuning")]
impl LeafWeights {
    /// Disproof is the number of options, proof is 1: what a search would start with if nothing had been measured.
    pub const NEUTRAL: LeafWeights = LeafWeights([1000, 0, 0, 0, 0, 0, 0]);
}

impl Default for LeafWeights {
    fn default() -> Self {
        LeafWeights([1060, 0, 60, 0, 60, 0, 60])
    }
}

pub(super) fn leaf(weights: LeafWeights, bytes: &[u8]) -> Estimate {
    let (mut options, mut most_zeros, mut letters) = (1f32, 0u32, 0u32);
    let mut at = 0;
    while at < bytes.len() {
        let zeros = varint(bytes, &mut at);
        most_zeros = most_zeros.max(zeros);
        let (mut words, mut symbols, mut pairs, mut squares) = (0i32, 0f32, 0f32, 0f32);
        loop {
            let mut len = 0f32;
            loop {
                let code = varint(bytes, &mut at);
                if code == 0 {
                    break;
                }
                len += 1.0;
                letters += u32::from(code >= 4 && code.is_multiple_of(2));
            }
            if len == 0.0 {
                break;
            }
            words += 1;
            symbols += len;
            pairs += len * (len - 1.0) / 2.0;
            squares += len * len;
        }
        let zeros = zeros as f32;
        // Lines inside a boundary, times the distributions of the rest; a loop of a lone spot; lines between
        // boundaries.
        let sides = (zeros + 1.0) * 2f32.powi((words - 1).clamp(0, 60));
        let loops = if zeros > 0.0 { (zeros + 1.0) / 2.0 * 2f32.powi(words.min(60)) } else { 0.0 };
        let merges = (symbols * symbols - squares) / 2.0 + zeros.min(1.0) * symbols + (zeros - 1.0).clamp(0.0, 1.0);
        options += pairs * sides + loops + merges;
    }
    let options = options.min(1e7);
    let (log, zeros, letters) = (options.ln(), most_zeros.min(60) as f32, (letters / 2).min(200) as f32);
    let [a, b, c, d, f, g, h] = weights.0.map(|weight| weight as f32 / 1000.0);
    let disproof = 8.0 * a * options * (b * log + c * zeros + d * letters).exp();
    let proof = 8.0 * (f * log + g * zeros + h * letters).exp();
    Estimate {
        difficulty: options as u32,
        proof: proof.clamp(1.0, 1e9) as u32,
        disproof: disproof.clamp(1.0, 1e9) as u32,
        kind: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_lone_spots_are_harder_and_nothing_overflows() {
        let leaf = |bytes: &[u8]| leaf(LeafWeights::default(), bytes);
        let leaves: Vec<Estimate> = (1..120).map(|n| leaf(&[n, 0])).collect();
        assert!(leaves.windows(2).all(|w| w[0].difficulty <= w[1].difficulty && w[0].disproof < w[1].disproof));
        let many: Vec<u8> = [100].into_iter().chain([4, 6, 0].repeat(200)).chain([0]).collect();
        assert!(leaf(&many).disproof <= 1_000_000_000);
        assert!(leaf(&[0xff; 40]).proof > 0);
    }
}
