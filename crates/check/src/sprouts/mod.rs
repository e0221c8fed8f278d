//! Sprouts: join two spots, or a spot to itself, by a line that crosses nothing, and put a new spot on that line. A spot
//! has three lives and loses one with every line end; a new spot has one life left.
//!
//! What counts of a drawing is this. Lines and spots cut the plane into *regions*. The border of a region falls into
//! *boundaries*, one for every connected drawing that touches it; walking along one, with the region always on the same
//! hand, meets spots in a cyclic order. A spot with two line ends has two sides: it is met twice, on one boundary or in
//! two regions. Reading order:
//! - `text`: the notation of Glop 2 and SPOTS, read and written.
//! - `moves`: the moves, literally.
//! - `reduce`: what cannot matter any more is dropped, each rule with its argument.
//! - `form`: the same land, the same form. The form is the text itself.

mod form;
mod moves;
mod reduce;
mod text;

use crate::rules::{Each, Form, Rules};
use std::ops::ControlFlow;

/// The rules of Sprouts.
pub struct Sprouts;

/// The number of a spot in its [`Land`].
type Spot = usize;

/// A cyclic word of spots.
type Boundary = Vec<Spot>;

/// Boundaries in no order.
type Region = Vec<Boundary>;

/// Regions in no order, with the lives of their spots. A spot occurs once, twice on one boundary, or once in two regions.
#[derive(Clone)]
struct Land {
    /// Indexed by [`Spot`].
    lives: Vec<u8>,
    regions: Vec<Region>,
}

impl Rules for Sprouts {
    fn parse(&self, text: &str) -> Result<Vec<Form>, String> {
        Ok(text::parse(text, &text::LIMITS)?.into_iter().flat_map(components).collect())
    }

    fn options(&self, component: &Form, each: Each<'_>) -> ControlFlow<()> {
        // A form is a text of one land. If it were not, then its only option would be itself, and nothing could be proved.
        let Some(land) = land(component) else { return each(std::slice::from_ref(component)) };
        moves::moves(&land, &mut |option| each(&components(option)))
    }

    fn text(&self, component: &Form) -> String {
        String::from_utf8_lossy(component).into_owned()
    }
}

/// The lives that are left in a component. Every move uses two and makes one, so that options have fewer.
pub fn lives(component: &Form) -> u32 {
    land(component).map_or(0, |land| land.lives.iter().map(|&lives| u32::from(lives)).sum())
}

/// The land that a form describes.
fn land(form: &Form) -> Option<Land> {
    let mut lands = text::parse(std::str::from_utf8(form).ok()?, &text::NO_LIMITS).ok()?;
    if lands.len() == 1 { lands.pop() } else { None }
}

/// The forms of the lands that a land falls into when everything without meaning is dropped.
fn components(land: Land) -> Vec<Form> {
    reduce::reduce(land).iter().map(form::form).collect()
}

impl Land {
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
