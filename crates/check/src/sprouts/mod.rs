//! Sprouts: join two spots, or a spot to itself, by a line that crosses nothing, and put a new spot on that line. A
//! spot has three lives and loses one with every line end; a new spot has one life left.
//!
//! Only the following parts of a drawing matter. Lines and spots cut the plane into *regions*. The border of a region
//! falls into *boundaries*, one for every connected drawing that touches it; walking along one, with the region always
//! on the same hand, meets spots in a cyclic order. A spot with two line ends has two sides: it is met twice, on one
//! boundary or in two regions. Reading order:
//! - `text`: the notation of Glop 2 and SPOTS, read and written.
//! - `moves`: the moves, by the literal rules.
//! - `reduce`: drops what cannot affect the game any more, and says why each rule keeps the nimber.
//! - `form`: one exact form for equal lands.
//!
//! The form of a component is a list of two-byte numbers: the number of spots, their lives, then its spots in the order
//! of boundaries and regions, with [`END_OF_BOUNDARY`] and [`END_OF_REGION`].

mod form;
mod moves;
mod reduce;
mod text;

use crate::rules::{Each, Form, Rules, RulesError, mix};
use crate::work;
use std::ops::ControlFlow;

/// The rules of Sprouts.
pub(crate) struct Sprouts;

/// The number of a spot in its [`Land`].
type Spot = usize;

/// A cyclic word of spots.
type Boundary = Vec<Spot>;

/// Boundaries in no order.
type Region = Vec<Boundary>;

/// Regions in no order, with the lives of their spots. A spot occurs once, twice on one boundary, or once in two
/// regions.
#[derive(Clone)]
struct Land {
    /// Indexed by [`Spot`].
    lives: Vec<u8>,
    regions: Vec<Region>,
}

const END_OF_BOUNDARY: u16 = u16::MAX;
const END_OF_REGION: u16 = u16::MAX - 1;

impl Rules for Sprouts {
    fn parse(&self, text: &str) -> Result<Vec<Form>, RulesError> {
        Ok(text::parse(text).map_err(RulesError::Position)?.into_iter().flat_map(components).collect())
    }

    fn options(&self, component: &Form, each: Each<'_>) -> ControlFlow<()> {
        moves::moves(&Land::of(component), &mut |option| each(&components(option)))
    }

    fn exact(&self, component: &Form) -> Form {
        text::land(&form::canonical(&Land::of(component))).form()
    }

    fn sketch(&self, component: &Form) -> u64 {
        Land::of(component).sketch()
    }

    /// The lives that are left. Every move uses two and makes one, so that options have fewer.
    fn size(&self, component: &Form) -> Option<u64> {
        Some(Land::of(component).lives.iter().map(|&lives| u64::from(lives)).sum())
    }

    fn text(&self, component: &Form) -> String {
        text::write(&form::canonical(&Land::of(component)))
    }
}

/// The lands that a land splits into when everything irrelevant is dropped.
fn components(land: Land) -> Vec<Form> {
    reduce::reduce(land).iter().map(Land::form).collect()
}

impl Land {
    /// The land that a form describes.
    fn of(form: &Form) -> Land {
        let mut numbers = form.chunks_exact(2).map(|bytes| u16::from(bytes[0]) << 8 | u16::from(bytes[1]));
        let count = numbers.next().map_or(0, usize::from);
        let lives = numbers.by_ref().take(count).map(|lives| lives as u8).collect();
        let (mut regions, mut region, mut word) = (Vec::new(), Region::new(), Boundary::new());
        for number in numbers {
            match number {
                END_OF_BOUNDARY => region.push(std::mem::take(&mut word)),
                END_OF_REGION => regions.push(std::mem::take(&mut region)),
                spot => word.push(spot.into()),
            }
        }
        Land { lives, regions }
    }

    /// A form of the land: spots that do not occur are left out, and the others are numbered in the order of their
    /// first places.
    fn form(&self) -> Form {
        let mut name = vec![None; self.lives.len()];
        let (mut lives, mut places) = (Vec::new(), Vec::new());
        for region in &self.regions {
            for word in region {
                for &spot in word {
                    let next = lives.len() as u16;
                    places.push(*name[spot].get_or_insert_with(|| {
                        lives.push(u16::from(self.lives[spot]));
                        next
                    }));
                }
                places.push(END_OF_BOUNDARY);
            }
            places.push(END_OF_REGION);
        }
        work::spend(places.len());
        let numbers = [lives.len() as u16].into_iter().chain(lives).chain(places);
        numbers.flat_map(u16::to_be_bytes).collect()
    }

    /// A number that equal lands share: for every region the lives and the kinds of the spots of its boundaries, and
    /// the regions that its letters lead to.
    fn sketch(&self) -> u64 {
        let shared = self.shared();
        let occurrences = self.occurrences();
        let look = |region: &Region| {
            let kind = |&spot: &Spot| {
                mix(u64::from(self.lives[spot]) << 8 | u64::from(occurrences[spot]) << 1 | u64::from(shared[spot]))
            };
            let word = |word: &Boundary| mix(word.iter().map(kind).fold(word.len() as u64, u64::wrapping_add));
            mix(region.iter().map(word).fold(region.len() as u64, u64::wrapping_add))
        };
        let looks: Vec<u64> = self.regions.iter().map(look).collect();
        // The regions of each letter together.
        let mut both = vec![0u64; self.lives.len()];
        for (region, &look) in self.regions.iter().zip(&looks) {
            region
                .iter()
                .flatten()
                .filter(|&&spot| shared[spot])
                .for_each(|&spot| both[spot] = both[spot].wrapping_add(look));
        }
        let around = |(region, &look): (&Region, &u64)| {
            let letters = region.iter().flatten().filter(|&&spot| shared[spot]);
            mix(letters.fold(look, |sum, &spot| sum.wrapping_add(mix(both[spot]))))
        };
        work::spend(self.lives.len() * 2);
        self.regions.iter().zip(&looks).map(around).fold(0, u64::wrapping_add)
    }

    /// How often each spot occurs.
    fn occurrences(&self) -> Vec<u8> {
        let mut count = vec![0; self.lives.len()];
        self.regions.iter().flatten().flatten().for_each(|&spot| count[spot] += 1);
        count
    }

    /// For each spot, whether it occurs in two regions.
    fn shared(&self) -> Vec<bool> {
        let mut seen_in = vec![None; self.lives.len()];
        let mut shared = vec![false; self.lives.len()];
        for (r, region) in self.regions.iter().enumerate() {
            for &spot in region.iter().flatten() {
                shared[spot] |= seen_in[spot].replace(r).is_some_and(|other| other != r);
            }
        }
        shared
    }
}
