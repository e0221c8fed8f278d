//! Spots, regions and boundaries as the drawing needs them, from what the game has read.
//!
//! A region of two or three lives has no separators that mean anything, so its spots are one boundary.

use super::{DrawError, MOST_SPOTS};
use grundy_games::sprouts::Spots;

/// A position: its spots, and its regions.
#[derive(Default, Debug)]
pub struct Notation {
    pub spots: Vec<Name>,
    pub regions: Vec<Region>,
}

/// A spot as it is written.
#[derive(Debug)]
pub struct Name {
    pub name: String,
    pub lives: u8,
    /// How often it stands on a boundary.
    pub times: usize,
}

/// A region: lone spots, and boundaries read with the region on one fixed side.
#[derive(Default, Debug)]
pub struct Region {
    pub lone: Vec<usize>,
    pub words: Vec<Vec<usize>>,
}

impl Notation {
    /// The spots and regions of a position.
    ///
    /// # Errors
    /// Too many spots.
    pub fn new(drawn: &Spots) -> Result<Self, DrawError> {
        let found = drawn.spots.len();
        if found > MOST_SPOTS {
            return Err(DrawError::TooLarge { what: "spots", found, most: MOST_SPOTS });
        }
        let name = |spot: &grundy_games::sprouts::Spot| Name { name: spot.name.clone(), lives: spot.lives, times: 0 };
        let mut spots: Vec<Name> = drawn.spots.iter().map(name).collect();
        let mut regions = Vec::new();
        for boundaries in drawn.lands.iter().flatten().filter(|boundaries| !boundaries.is_empty()) {
            let is_lone = |boundary: &&Vec<usize>| boundary[..].iter().any(|&spot| spots[spot].lives == 3);
            let mut region = Region {
                lone: boundaries.iter().filter(is_lone).flatten().copied().collect(),
                words: boundaries.iter().filter(|boundary| !is_lone(boundary)).cloned().collect(),
            };
            let lives: u8 = region.words.iter().flatten().map(|&spot| spots[spot].lives).take(4).sum();
            if region.lone.is_empty() && lives <= 3 && region.words.len() > 1 {
                region.words = vec![region.words.concat()];
            }
            region.words.iter().flatten().for_each(|&spot| spots[spot].times += 1);
            regions.push(region);
        }
        Ok(Notation { spots, regions })
    }
}
