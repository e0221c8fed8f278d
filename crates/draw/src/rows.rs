//! Heap games as themselves: rows of pins, and strips of cells. Each row has a label beside it: its size, and its
//! nimber if that is known.

use crate::DrawError;
use crate::heaps::MOST_HEAPS;
use crate::picture::{Class, Form, Picture};
use grundy_games::heap::Heap;

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
        let Ok(game) = Heap::by_name_or_code(game) else { return Look::Stacks };
        match game.to_string().as_str() {
            "0.77" | "0.07" | "0.6" => Look::Pins,
            "0.137" => Look::Cells,
            "0.007" => Look::Crosses,
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
/// Width of a digit of a label, and the room between a label and its row.
const DIGIT: f64 = 8.0;
const GAP: f64 = 10.0;

/// Draws rows one below the other, each with its label on the left. Pins and cells carry `data-heap` from 0 and
/// `data-token` from 1, as tokens of a stack do.
///
/// # Errors
/// Too many heaps.
pub fn picture(look: Look, sizes: &[u32], labels: &[String]) -> Result<Picture, DrawError> {
    if sizes.len() > MOST_HEAPS {
        return Err(DrawError::TooLarge { what: "heaps", found: sizes.len(), most: MOST_HEAPS });
    }
    let longest = sizes.iter().map(|&size| look.cells(size).min(LONG)).max().unwrap_or(0).max(1);
    let letters = labels.iter().map(|label| label.chars().count()).max().unwrap_or(1);
    let left = letters as f64 * DIGIT + GAP;
    let width = left + f64::from(longest) * STEP;
    let mut picture = Picture { width, height: HIGH * sizes.len().max(1) as f64, ..Picture::default() };
    for (heap, (&size, label)) in sizes.iter().zip(labels).enumerate() {
        let y = (heap as f64 + 0.5) * HIGH;
        picture.text(Class::Name, [(left - GAP) / 2.0, y], 13.0, label);
        for (place, token) in shown(look.cells(size)).enumerate() {
            let x = left + (place as f64 + 0.5) * STEP;
            let Some(token) = token else {
                picture.text(Class::Sign, [x, y], 12.0, "…");
                continue;
            };
            let (class, form) = match look {
                Look::Cells | Look::Crosses => {
                    let (x, y) = (x - STEP / 2.0, y - STEP / 2.0);
                    (Class::Cell, Form::Rectangle { x, y, width: STEP, height: STEP, round: 0.0 })
                }
                Look::Pins | Look::Stacks => (Class::Token, Form::Circle { at: [x, y], radius: 8.0 }),
            };
            picture.push_with(class, form, vec![("heap", heap.to_string()), ("token", token.to_string())]);
        }
    }
    Ok(picture)
}

/// The numbers of the pins that are drawn of a row, from 1; `None` stands for those that are left out of a long one.
fn shown(cells: u32) -> impl Iterator<Item = Option<u32>> {
    let after = LONG / 2 - 1;
    (0..cells.min(LONG)).map(move |place| match place {
        _ if cells <= LONG || place < LONG / 2 => Some(place + 1),
        _ if place == LONG / 2 => None,
        _ => Some(cells - after + (place - LONG / 2)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(look: Look, sizes: &[u32]) -> Vec<u32> {
        let labels: Vec<String> = sizes.iter().map(u32::to_string).collect();
        let drawn = picture(look, sizes, &labels).expect("a picture");
        let tokens = drawn.shapes.iter().filter(|shape| matches!(shape.class, Class::Token | Class::Cell));
        tokens.map(|shape| shape.data[1].1.parse().expect("a number")).collect()
    }

    #[test]
    fn rows_have_a_pin_for_every_object_until_they_are_long() {
        assert_eq!(tokens(Look::Pins, &[5, 0, 3]), [1, 2, 3, 4, 5, 1, 2, 3]);
        assert_eq!(tokens(Look::Crosses, &[5, 1]), [1, 2, 3]);
        assert_eq!(tokens(Look::Cells, &[LONG]), (1..=LONG).collect::<Vec<_>>());
        let long = tokens(Look::Cells, &[1000]);
        assert_eq!(long, [1, 2, 3, 4, 5, 6, 7, 8, 994, 995, 996, 997, 998, 999, 1000]);
        let many = vec![1; MOST_HEAPS + 1];
        assert!(picture(Look::Pins, &many, &vec![String::new(); many.len()]).is_err());
    }

    #[test]
    fn names_and_codes_look_alike() {
        for (name, look) in [
            ("Kayles", Look::Pins),
            ("0.77", Look::Pins),
            (" .137", Look::Cells),
            ("treblecross", Look::Crosses),
            ("nim", Look::Stacks),
            ("4!.0", Look::Stacks),
            ("no game", Look::Stacks),
        ] {
            assert_eq!(Look::of(name), look, "{name}");
        }
    }
}
