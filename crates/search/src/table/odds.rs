//! How likely each nimber is, and what that does to the numbers a couple starts with.
//!
//! A couple (component, n) is losing exactly when the component has nimber n. [`Hints::likelihood`] says how likely
//! that is for components of a kind, given the nimbers already excluded. A couple that is more likely losing than
//! couples at large gets a smaller disproof and a larger proof number, and the other way round, by a root of how much
//! likelier it is: more trust than that made Cram slower.

use super::codec::Numbers;
use super::record::{Facts, Record};
use grundy_core::{Hints, Nimber};

/// How likely a couple at large is losing.
const AT_LARGE: f32 = 0.05;
/// How much of it goes into proof and disproof number, as exponents.
const TRUST: (f32, f32) = (0.5, 0.3);
/// No couple is surer than this to be losing, or to be winning.
const SURE: (f32, f32) = (0.002, 0.95);
/// One, as a factor.
const ONE: u64 = 256;

/// Factors, in 256ths, for proof and disproof number: by kind, by the excluded nimbers below 4, by nimber, 4 for all
/// from there on.
#[derive(Default)]
pub(crate) struct Odds(Option<Box<[[[Numbers; 5]; 16]; 4]>>);

impl Odds {
    /// The odds of a game; none if it does not know them.
    pub fn of<G: Hints>(game: &G) -> Self {
        let factors = |losing: f32| {
            let losing = losing.clamp(SURE.0, SURE.1);
            let factor = |likelier: f32, trust: f32| (likelier.powf(trust) * ONE as f32).round().max(1.0) as u64;
            let pn = factor((1.0 - AT_LARGE) / (1.0 - losing), TRUST.0);
            Numbers { pn, dn: factor(AT_LARGE / losing, TRUST.1) }
        };
        let mut table = Box::new([[[Numbers { pn: ONE, dn: ONE }; 5]; 16]; 4]);
        for (kind, by_excluded) in table.iter_mut().enumerate() {
            for (mask, by_nimber) in by_excluded.iter_mut().enumerate() {
                let excluded = (0..4).filter(|bit| mask >> bit & 1 == 1).map(Nimber::new).collect();
                for (nimber, numbers) in by_nimber.iter_mut().enumerate() {
                    let nimber = Nimber::new(nimber as u32);
                    let Some(losing) = game.likelihood(kind as u8, &excluded, nimber) else { return Odds(None) };
                    *numbers = factors(losing);
                }
            }
        }
        Odds(Some(table))
    }

    /// The numbers of a couple that has not been searched.
    #[inline]
    pub fn first_numbers(&self, record: &Record, facts: Facts, nimber: Nimber) -> Numbers {
        let Numbers { pn, dn } = record.leaf();
        let Some(factors) = &self.0 else { return Numbers { pn, dn } };
        let by = factors[facts.kind()][facts.excluded_bits() as usize & 15][nimber.get().min(4) as usize];
        let times = |number: u64, by: u64| (number * by / ONE).clamp(1, 1 << 30);
        Numbers { pn: times(pn, by.pn), dn: times(dn, by.dn) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::codec::Packed;
    use crate::table::record::Added;
    use grundy_core::Estimate;
    use grundy_games::{cram::Cram, sprouts::Sprouts};

    fn record(kind: u8) -> Record {
        let record = Record::default();
        let bytes = Packed::inline(&[1]).expect("short");
        record.fill(bytes, Estimate { difficulty: 1, proof: 100, disproof: 1500, kind });
        record
    }

    #[test]
    fn a_game_without_odds_starts_with_its_own_numbers() {
        let odds = Odds::of(&Sprouts::default());
        assert_eq!(odds.first_numbers(&record(0), record(0).facts(), Nimber::new(3)), Numbers { pn: 100, dn: 1500 });
    }

    #[test]
    fn likely_nimbers_look_losing_and_more_so_once_others_are_excluded() {
        let odds = Odds::of(&Cram::default());
        let record = record(0);
        let numbers = |nimber| odds.first_numbers(&record, record.facts(), Nimber::new(nimber));
        // With 4 k cells 3 is common and 2 is not.
        let (two, three) = (numbers(2), numbers(3));
        assert!(three.dn < two.dn && three.pn > two.pn, "{two:?} {three:?}");
        assert_eq!(record.exclude_bits(0b0011), Added::New);
        let later = numbers(3);
        assert!(later.dn < three.dn && later.pn > three.pn, "{three:?} {later:?}");
        assert_eq!(numbers(4), numbers(40));
    }
}
