//! The text of a Sprouts position as spots, regions and boundaries.
//!
//! The text has been read by the game already, so it is taken by its word here; of any other text nothing is promised but that
//! reading it ends. A region of two or three lives has no separators that mean anything, so its spots are one boundary.

use super::{DrawError, MOST_SPOTS};
use std::collections::HashMap;

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

/// Reads a position.
pub fn read(text: &str) -> Result<Notation, DrawError> {
    let text = text.trim();
    let mut reader = Reader::default();
    if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
        reader.lone(text.parse().unwrap_or(usize::MAX))?;
        return Ok(reader.end());
    }
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '.' => reader.end_word(),
            '|' | '}' => reader.end_region(),
            '+' | ']' => reader.end_land(),
            '0' => match rest.strip_prefix('*') {
                None => reader.lone(1)?,
                Some(after) => {
                    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
                    reader.lone(after[..digits].parse().unwrap_or(usize::MAX))?;
                    rest = &after[digits..];
                }
            },
            '1' | '2' => reader.spot(c.to_string(), if c == '1' { 2 } else { 1 })?,
            c if c.is_ascii_alphabetic() => match rest.strip_prefix('(').and_then(|after| after.split_once(')')) {
                None => reader.letter(c.to_string(), c.is_ascii_uppercase())?,
                Some((number, after)) => {
                    let upper = matches!(c, 'Z' | 'n');
                    reader.letter(format!("{}({number})", if upper { 'Z' } else { 'z' }), upper)?;
                    rest = after;
                }
            },
            _ => {}
        }
    }
    Ok(reader.end())
}

#[derive(Default)]
struct Reader {
    notation: Notation,
    region: Region,
    word: Vec<usize>,
    upper: HashMap<String, usize>,
    lower: HashMap<String, usize>,
}

impl Reader {
    fn new_spot(&mut self, name: String, lives: u8) -> Result<usize, DrawError> {
        let spots = &mut self.notation.spots;
        if spots.len() >= MOST_SPOTS {
            return Err(too_large(spots.len() + 1));
        }
        spots.push(Name { name, lives, times: 0 });
        Ok(spots.len() - 1)
    }

    fn lone(&mut self, count: usize) -> Result<(), DrawError> {
        if count > MOST_SPOTS {
            return Err(too_large(count));
        }
        for _ in 0..count {
            let spot = self.new_spot("0".to_string(), 3)?;
            self.region.lone.push(spot);
        }
        Ok(())
    }

    fn spot(&mut self, name: String, lives: u8) -> Result<(), DrawError> {
        let spot = self.new_spot(name, lives)?;
        self.notation.spots[spot].times = 1;
        self.word.push(spot);
        Ok(())
    }

    fn letter(&mut self, name: String, upper: bool) -> Result<(), DrawError> {
        let known = if upper { &self.upper } else { &self.lower }.get(&name).copied();
        let spot = match known {
            Some(spot) => spot,
            None => {
                let spot = self.new_spot(name.clone(), 1)?;
                if upper { &mut self.upper } else { &mut self.lower }.insert(name, spot);
                spot
            }
        };
        self.notation.spots[spot].times += 1;
        self.word.push(spot);
        Ok(())
    }

    fn end_word(&mut self) {
        let word = std::mem::take(&mut self.word);
        self.lower.clear();
        if !word.is_empty() {
            self.region.words.push(word);
        }
    }

    fn end_region(&mut self) {
        self.end_word();
        let mut region = std::mem::take(&mut self.region);
        let lives: u8 = region.words.iter().flatten().map(|&s| self.notation.spots[s].lives).take(4).sum();
        if region.lone.is_empty() && lives <= 3 && region.words.len() > 1 {
            region.words = vec![region.words.concat()];
        }
        self.notation.regions.push(region);
    }

    fn end_land(&mut self) {
        self.end_region();
        self.upper.clear();
    }

    fn end(mut self) -> Notation {
        self.end_land();
        self.notation.regions.retain(|region| !region.lone.is_empty() || !region.words.is_empty());
        self.notation
    }
}

fn too_large(found: usize) -> DrawError {
    DrawError::TooLarge { what: "spots", found, most: MOST_SPOTS }
}
