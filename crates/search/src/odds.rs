//! How likely each nimber is, and what that does to the numbers a couple starts with.
//!
//! A couple (component, n) is losing exactly when the component has nimber n. [`Game::odds`] says how often that happens for
//! components of a kind; given the nimbers already excluded, the others share what is left. A couple that is probably losing
//! gets a smaller disproof and a larger proof number, and the other way round, by the fourth root of how much likelier it is than a
//! couple at large: more trust than that made Cram slower.

use crate::record::{Numbers, Record};
use grundy_core::{Game, Nimber};

/// How likely a couple at large is losing.
const AT_LARGE: f32 = 0.3;
/// No couple is surer than this to be losing.
const SUREST: f32 = 0.95;
/// One, as a factor.
const ONE: u32 = 256;

/// Factors, in 256ths, for proof and disproof number: by kind, by the excluded nimbers below 4, by nimber, 4 for all from there on.
#[derive(Default)]
pub(crate) struct Odds(Option<Box<[[[Numbers; 5]; 16]; 4]>>);

impl Odds {
    /// The odds of a game; none if it takes all nimbers of every kind for equally likely.
    pub fn of<G: Game>(game: &G) -> Self {
        let odds: [[f32; 5]; 4] = std::array::from_fn(|kind| game.odds(kind as u8));
        if odds.iter().all(|kind| *kind == [kind[0]; 5]) {
            return Odds(None);
        }
        let factors = |odds: &[f32; 5], excluded: usize, nimber: usize| {
            let open: f32 = (0..5).filter(|i| excluded >> i & 1 == 0).map(|i| odds[i]).sum();
            let losing = (odds[nimber] / open).min(SUREST);
            let factor =
                |likelier: f32| (likelier.sqrt().sqrt() * ONE as f32).round().clamp(1.0, 64.0 * ONE as f32) as u32;
            Numbers { pn: factor((1.0 - AT_LARGE) / (1.0 - losing)), dn: factor(AT_LARGE / losing) }
        };
        Odds(Some(Box::new(std::array::from_fn(|kind| {
            std::array::from_fn(|excluded| std::array::from_fn(|nimber| factors(&odds[kind], excluded, nimber)))
        }))))
    }

    /// The numbers of a couple that has not been searched.
    #[inline]
    pub fn first_numbers(&self, record: &Record, nimber: Nimber) -> Numbers {
        let Numbers { pn, dn } = record.leaf();
        let Some(factors) = &self.0 else { return Numbers { pn, dn } };
        let by = factors[record.kind()][record.seen() as usize & 15][nimber.get().min(4) as usize];
        let times =
            |number: u32, by: u32| (u64::from(number) * u64::from(by) / u64::from(ONE)).clamp(1, 1 << 30) as u32;
        Numbers { pn: times(pn, by.pn), dn: times(dn, by.dn) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Packed;
    use grundy_core::Leaf;
    use grundy_games::{cram::Cram, sprouts::Sprouts};

    fn record(kind: u8) -> Record {
        let record = Record::default();
        let bytes = Packed::inline(&[1]).expect("short");
        record.fill(bytes, Leaf { difficulty: 1, proof: 100, disproof: 1500, kind });
        record
    }

    #[test]
    fn a_game_without_odds_starts_with_its_own_numbers() {
        let odds = Odds::of(&Sprouts::default());
        assert_eq!(odds.first_numbers(&record(0), Nimber::new(3)), Numbers { pn: 100, dn: 1500 });
    }

    #[test]
    fn likely_nimbers_look_losing_and_more_so_once_others_are_excluded() {
        let odds = Odds::of(&Cram::default());
        let record = record(0);
        let numbers = |nimber| odds.first_numbers(&record, Nimber::new(nimber));
        // With 4 k cells 3 is common and 2 is not.
        let (two, three) = (numbers(2), numbers(3));
        assert!(three.dn < two.dn && three.pn > two.pn, "{two:?} {three:?}");
        record.see(0b0011);
        let later = numbers(3);
        assert!(later.dn < three.dn && later.pn > three.pn, "{three:?} {later:?}");
        assert_eq!(numbers(4), numbers(40));
    }
}
