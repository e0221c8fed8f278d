//! A position as it was written: lands of regions of boundaries of spots, nothing reduced.
//!
//! The reader keeps a [`Spots`] as the layout of every position, so that drawings show, and people click, what was
//! written.

use std::collections::HashMap;

/// The spots of a position and where they lie: the layout of a position of Sprouts.
///
/// Spots are numbered from 0 in the order of the text: `0*3` is three of them, a letter counts where it occurs first.
///
/// ```
/// use grundy_core::Game;
/// use grundy_games::sprouts::{Spots, Sprouts};
///
/// let position = Sprouts::default().parse("0.1a1a.AB|AB")?;
/// let drawn = position.layout::<Spots>().expect("Sprouts keeps its spots");
/// assert_eq!(drawn.lands, [vec![vec![vec![0], vec![1, 2, 3, 2], vec![4, 5]], vec![vec![4, 5]]]]);
/// assert_eq!(drawn.spots.iter().map(|spot| spot.lives).collect::<Vec<_>>(), [3, 2, 1, 2, 1, 1]);
/// assert_eq!(drawn.spots[4].name, "A");
/// # Ok::<(), grundy_core::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Spots {
    /// For each land its regions, for each region its boundaries, for each boundary its spots in cyclic order. Numbers
    /// refer to [`Spots::spots`].
    pub lands: Vec<Vec<Region>>,
    /// The spots.
    pub spots: Vec<Spot>,
}

/// The boundaries of a region, each with its spots in cyclic order.
pub type Region = Vec<Vec<usize>>;

/// A spot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// As it is written: `0`, `1`, `2`, a letter, or `Z(k)` or `z(k)`.
    pub name: String,
    /// How many more lines it can have.
    pub lives: u8,
}

/// Builds a layout while a text is read.
#[derive(Default)]
pub(super) struct Builder {
    built: Spots,
    /// Letters of the land at hand, and of the boundary at hand.
    upper: HashMap<String, usize>,
    lower: HashMap<String, usize>,
}

impl Builder {
    pub fn land(&mut self) {
        self.upper.clear();
        self.built.lands.push(Vec::new());
    }

    pub fn region(&mut self) {
        if let Some(land) = self.built.lands.last_mut() {
            land.push(Region::new());
        }
    }

    /// `count` boundaries of one lone spot each.
    pub fn lone(&mut self, count: u32) {
        for _ in 0..count {
            self.boundary();
            self.spot("0".to_string(), 3);
        }
    }

    pub fn boundary(&mut self) {
        self.lower.clear();
        if let Some(region) = self.built.lands.last_mut().and_then(|land| land.last_mut()) {
            region.push(Vec::new());
        }
    }

    /// A spot that occurs once.
    pub fn spot(&mut self, name: String, lives: u8) {
        self.built.spots.push(Spot { name, lives });
        self.put(self.built.spots.len() - 1);
    }

    /// A letter, which may have occurred before.
    pub fn letter(&mut self, name: String, is_upper: bool) {
        let letters = if is_upper { &mut self.upper } else { &mut self.lower };
        match letters.get(&name) {
            Some(&spot) => self.put(spot),
            None => {
                letters.insert(name.clone(), self.built.spots.len());
                self.spot(name, 1);
            }
        }
    }

    pub fn finish(self) -> Spots {
        self.built
    }

    fn put(&mut self, spot: usize) {
        let region = self.built.lands.last_mut().and_then(|land| land.last_mut());
        if let Some(boundary) = region.and_then(|region| region.last_mut()) {
            boundary.push(spot);
        }
    }
}
