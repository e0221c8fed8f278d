//! Drops what cannot affect the game any more. Every rule keeps the nimber, for the reason given with it.
//!
//! 1. A spot without lives takes part in no move: it is dropped, and a boundary without spots too.
//! 2. A spot that is met twice in a row on a boundary counts once: a line to the one place or to the other leaves
//!    the same boundaries once the spot, which dies of it, is dropped; and no move comes between the two places.
//! 3. A move uses two lives of one region and brings none in. A region with fewer than two is dropped.
//! 4. Regions that share no spot will never share one: they are separate lands, and the position is their sum.
//! 5. A boundary of exactly two spots with one life that occur nowhere else (`22`) plays like one spot with two lives
//!    (`1`). Joining the two, or looping the one, leaves nothing of them. Joining one of the two to some spot outside
//!    leaves the other where the one spot with its last life would be. Lines elsewhere leave both as they are.
//! 6. In a region of two or three lives only the *set* of its spots counts, not how boundaries arrange them: any two of
//!    them can be joined. With two lives, the line uses both. With three, one life is left over, at a spot `w`, and the
//!    new spot has one. If `w` is shared with another region it is met once in here, so it comes to lie in one region
//!    with the new spot. If not, `w` and the new spot stand apart from everything else, in one region or in both, and
//!    one move is left there, no matter how. For the same reason two spots of one life that occur only in here can be
//!    one with two lives: both ways there is a line that uses both lives, and, with a third life, one that leaves a
//!    single move.

use super::{Land, Region};
use crate::work;

/// The lands that a land splits into.
pub(super) fn reduce(mut land: Land) -> Vec<Land> {
    let places: usize = land.regions.iter().flatten().map(Vec::len).sum();
    work::spend(10 * places + places * places / 8);
    drop_dead(&mut land);
    let mut lands = split(land);
    for land in &mut lands {
        simplify(land);
    }
    lands
}

/// Rules 1, 2 and 3. Once is enough: no rule takes lives away, and dropping a region changes no other one.
fn drop_dead(land: &mut Land) {
    let Land { lives, regions } = land;
    for region in regions.iter_mut() {
        for word in region.iter_mut() {
            word.retain(|&spot| lives[spot] > 0);
            word.dedup();
            while word.len() > 1 && word.first() == word.last() {
                word.pop(); // the word is cyclic
            }
        }
        region.retain(|word| !word.is_empty());
    }
    regions.retain(|region| region_lives(lives, region) >= 2);
}

/// The lives of the spots of a region, each spot counted once.
fn region_lives(lives: &[u8], region: &Region) -> u32 {
    spots(region).iter().map(|&spot| u32::from(lives[spot])).sum()
}

/// The spots of a region, each once.
fn spots(region: &Region) -> Vec<usize> {
    let mut spots: Vec<usize> = region.iter().flatten().copied().collect();
    spots.sort_unstable();
    spots.dedup();
    spots
}

/// Rule 4.
fn split(land: Land) -> Vec<Land> {
    let mut rest = land.regions;
    let mut lands = Vec::new();
    while let Some(region) = rest.pop() {
        let mut regions = vec![region];
        // Take every region that shares a spot with one already taken, until there is none.
        let mut next = 0;
        while next < regions.len() {
            let here = spots(&regions[next]);
            let meets = |region: &Region| region.iter().flatten().any(|spot| here.binary_search(spot).is_ok());
            let (taken, left) = rest.into_iter().partition(meets);
            regions.extend::<Vec<Region>>(taken);
            rest = left;
            next += 1;
        }
        lands.push(Land { lives: land.lives.clone(), regions });
    }
    lands
}

/// Rules 5 and 6.
fn simplify(land: &mut Land) {
    let (occurrences, shared) = (land.occurrences(), land.shared());
    let Land { lives, regions } = land;
    for region in regions {
        for word in region.iter_mut() {
            if word.len() == 2 && word.iter().all(|&spot| lives[spot] == 1 && occurrences[spot] == 1) {
                lives[word[0]] = 2;
                word.pop();
            }
        }
        if region_lives(lives, region) <= 3 {
            let mut word = spots(region);
            let single: Vec<usize> = word.iter().copied().filter(|&s| lives[s] == 1 && !shared[s]).collect();
            if let [one, other, ..] = single[..] {
                lives[one] = 2;
                word.retain(|&spot| spot != other);
            }
            *region = word.into_iter().map(|spot| vec![spot]).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Sprouts, moves};
    use super::*;
    use crate::{Form, Rules};
    use std::collections::{HashMap, HashSet};
    use std::ops::ControlFlow;

    type Known = HashMap<Form, u32>;

    fn exact(land: &Land) -> Form {
        Sprouts.exact(&land.form())
    }

    /// Rules 1 to 4 only.
    fn without_rules_5_and_6(mut land: Land) -> Vec<Form> {
        drop_dead(&mut land);
        split(land).iter().map(exact).collect()
    }

    fn components(land: Land) -> Vec<Form> {
        super::super::components(land).iter().map(|component| Sprouts.exact(component)).collect()
    }

    /// The nimber by mex over all options, taken apart by `parts`.
    fn nimber(component: &Form, parts: fn(Land) -> Vec<Form>, known: &mut Known) -> u32 {
        if let Some(&nimber) = known.get(component) {
            return nimber;
        }
        let mut values = HashSet::new();
        let _ = moves::moves(&Land::of(component), &mut |option| {
            values.insert(parts(option).iter().fold(0, |sum, part| sum ^ nimber(part, parts, known)));
            ControlFlow::Continue(())
        });
        let mex = (0..).find(|n| !values.contains(n)).expect("a mex");
        known.insert(component.clone(), mex);
        mex
    }

    /// Rules 5 and 6 keep the nimber of every land below four spots.
    #[test]
    fn rules_5_and_6_keep_nimbers() {
        let (mut plain, mut known) = (Known::new(), Known::new());
        nimber(&Sprouts.parse("0*4").expect("a position")[0], without_rules_5_and_6, &mut plain);
        let mut changed = 0;
        for (component, &value) in &plain {
            let reduced = components(Land::of(component));
            changed += usize::from(reduced != [component.clone()]);
            let sum = reduced.iter().fold(0, |sum, part| sum ^ nimber(part, components, &mut known));
            assert_eq!(sum, value, "{}", Sprouts.text(component));
        }
        assert!(
            plain.len() > 1188 && changed > 100 && known.len() == 1122,
            "{} {changed} {}",
            plain.len(),
            known.len()
        );
    }
}
