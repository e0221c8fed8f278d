//! Heaps as stacks of tokens on the ground.

use crate::DrawError;
use crate::picture::{Class, Form, Picture};

/// More tokens than this in a heap are drawn as a broken stack with a number.
const TALL: u32 = 12;
/// Width and height of a token, from heap to heap at least, and of a digit of a label.
const WIDE: f64 = 34.0;
const HIGH: f64 = 9.0;
const STEP: f64 = 46.0;
const DIGIT: f64 = 8.0;
/// The most heaps in one picture.
pub(crate) const MOST_HEAPS: usize = 200;

/// Draws heaps side by side, each with its label below it. Tokens carry `data-heap` and `data-token` (from the ground,
/// from 1).
///
/// # Errors
/// Too many heaps.
pub fn picture(sizes: &[u32], labels: &[String]) -> Result<Picture, DrawError> {
    if sizes.len() > MOST_HEAPS {
        return Err(DrawError::TooLarge { what: "heaps", found: sizes.len(), most: MOST_HEAPS });
    }
    let shown = |size: u32| size.min(TALL);
    let top = sizes.iter().copied().map(shown).max().unwrap_or(0);
    let ground = f64::from(top.max(1)) * HIGH + 4.0;
    let letters = labels.iter().map(|label| label.chars().count()).max().unwrap_or(1);
    let step = STEP.max(letters as f64 * DIGIT + 6.0);
    let mut picture = Picture { width: step * sizes.len().max(1) as f64, height: ground + 20.0, ..Picture::default() };
    picture.line(Class::Ground, [2.0, ground], [picture.width - 2.0, ground]);
    for (heap, (&size, label)) in sizes.iter().zip(labels).enumerate() {
        let x = step * heap as f64 + (step - WIDE) / 2.0;
        // The middle of a tall stack is left out.
        let above = if size > TALL { TALL / 2 - 1 } else { 0 };
        let below = if size > TALL { TALL / 2 } else { size };
        for (level, token) in (1..=below).enumerate() {
            picture.token(x, ground, level, heap, token);
        }
        if above > 0 {
            let y = ground - (f64::from(below) + 0.5) * HIGH;
            picture.text(Class::Sign, [x + WIDE / 2.0, y], 12.0, "⋮");
        }
        for (level, token) in (size - above + 1..=size).enumerate() {
            picture.token(x, ground, below as usize + 1 + level, heap, token);
        }
        picture.text(Class::Name, [x + WIDE / 2.0, ground + 11.0], 13.0, label);
    }
    Ok(picture)
}

impl Picture {
    fn token(&mut self, x: f64, ground: f64, level: usize, heap: usize, token: u32) {
        let y = ground - (level + 1) as f64 * HIGH;
        let form = Form::Rectangle { x, y, width: WIDE, height: HIGH - 1.0, round: 3.5 };
        self.push_with(Class::Token, form, vec![("heap", heap.to_string()), ("token", token.to_string())]);
    }
}

/// The sizes of heaps as labels.
pub(crate) fn sizes(sizes: &[u32]) -> Vec<String> {
    sizes.iter().map(u32::to_string).collect()
}

/// Heaps as text: one line each, with its label first.
pub fn text(sizes: &[u32], labels: &[String]) -> String {
    const MOST: u32 = 60;
    let width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let line = |(&size, label): (&u32, &String)| match size {
        0 => format!("{label:>width$}\n"),
        1..=MOST => format!("{label:>width$}  {}\n", "o".repeat(size as usize)),
        _ => format!("{label:>width$}  {}...\n", "o".repeat(MOST as usize - 3)),
    };
    sizes.iter().zip(labels).map(line).collect()
}
