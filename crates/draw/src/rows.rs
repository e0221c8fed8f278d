//! Heap games as themselves: rows of pins, and strips of cells. Each row has its size beside it.

use crate::DrawError;
use crate::heaps::MOST_HEAPS;
use crate::picture::{Class, Form, Picture};

/// How the heaps of a game look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Stacks of tokens: Nim, and games without a picture of their own.
    Stacks,
    /// A row of pins: Kayles and its kin.
    Pins,
    /// A strip of cells: Dawson's Chess.
    Cells,
    /// A strip that is two cells shorter than the heap: Treblecross.
    Crosses,
}

impl Look {
    /// How the game with this name or code looks.
    pub fn of(game: &str) -> Self {
        match game.trim().to_ascii_lowercase().as_str() {
            "kayles" | "0.77" | "dawson-kayles" | "0.07" | "officers" | "0.6" => Look::Pins,
            "dawson-chess" | "0.137" => Look::Cells,
            "treblecross" | "0.007" => Look::Crosses,
            _ => Look::Stacks,
        }
    }

    fn cells(self, size: u32) -> u32 {
        if self == Look::Crosses { size.saturating_sub(2) } else { size }
    }
}

/// Longer rows are drawn with a gap in the middle.
const LONG: u32 = 16;
/// From pin to pin, and from row to row.
const STEP: f64 = 22.0;
const HIGH: f64 = 30.0;
/// Room for the size of a row.
const NUMBER: f64 = 40.0;

/// Draws rows one below the other. Pins and cells carry `data-heap` from 0 and `data-token` from 1, as tokens of a stack do.
///
/// # Errors
/// Too many heaps.
pub fn picture(look: Look, sizes: &[u32]) -> Result<Picture, DrawError> {
    if sizes.len() > MOST_HEAPS {
        return Err(DrawError::TooLarge { what: "heaps", found: sizes.len(), most: MOST_HEAPS });
    }
    let longest = sizes.iter().map(|&size| look.cells(size).min(LONG)).max().unwrap_or(0).max(1);
    let width = f64::from(longest) * STEP + NUMBER;
    let mut picture = Picture { width, height: HIGH * sizes.len().max(1) as f64, ..Picture::default() };
    for (heap, &size) in sizes.iter().enumerate() {
        let y = (heap as f64 + 0.5) * HIGH;
        let cells = look.cells(size);
        for place in 0..cells.min(LONG) {
            let x = (f64::from(place) + 0.5) * STEP;
            if cells > LONG && place == LONG / 2 {
                picture.text(Class::Sign, [x, y], 12.0, "…");
                continue;
            }
            // After the gap the last ones follow.
            let token = if cells > LONG && place > LONG / 2 { cells - (LONG - 1 - place) } else { place + 1 };
            let (class, form) = match look {
                Look::Cells | Look::Crosses => {
                    let (x, y) = (x - STEP / 2.0, y - STEP / 2.0);
                    (Class::Cell, Form::Rectangle { x, y, width: STEP, height: STEP, round: 0.0 })
                }
                Look::Pins | Look::Stacks => (Class::Token, Form::Circle { at: [x, y], radius: 8.0 }),
            };
            picture.push_with(class, form, vec![("heap", heap.to_string()), ("token", token.to_string())]);
        }
        picture.text(Class::Name, [width - NUMBER / 2.0, y], 13.0, size.to_string());
    }
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(look: Look, sizes: &[u32]) -> usize {
        let drawn = picture(look, sizes).expect("a picture");
        drawn.shapes.iter().filter(|shape| matches!(shape.class, Class::Token | Class::Cell)).count()
    }

    #[test]
    fn rows_have_a_pin_for_every_object_until_they_are_long() {
        assert_eq!(tokens(Look::Pins, &[5, 0, 3]), 8);
        assert_eq!(tokens(Look::Crosses, &[5, 1]), 3);
        assert_eq!(tokens(Look::Cells, &[1000]), LONG as usize - 1);
        assert!(picture(Look::Pins, &vec![1; MOST_HEAPS + 1]).is_err());
    }
}
