//! Heaps as stacks of tokens on the ground.

use crate::DrawError;
use crate::picture::{Class, Form, Picture};

/// More tokens than this in a heap are drawn as a broken stack with a number.
const TALL: u32 = 12;
/// Width and height of a token, and from heap to heap.
const WIDE: f64 = 34.0;
const HIGH: f64 = 9.0;
const STEP: f64 = 46.0;
/// The most heaps in one picture.
const MOST_HEAPS: usize = 200;

/// Draws heaps side by side, each with its size below it. Tokens carry `data-heap` and `data-token` (from the ground, from 1).
pub fn picture(sizes: &[u32]) -> Result<Picture, DrawError> {
    if sizes.len() > MOST_HEAPS {
        return Err(DrawError::TooLarge { what: "heaps", found: sizes.len(), most: MOST_HEAPS });
    }
    let shown = |size: u32| size.min(TALL);
    let top = sizes.iter().copied().map(shown).max().unwrap_or(0);
    let ground = f64::from(top.max(1)) * HIGH + 4.0;
    let mut picture = Picture { width: STEP * sizes.len().max(1) as f64, height: ground + 20.0, ..Picture::default() };
    picture.line(Class::Ground, [2.0, ground], [picture.width - 2.0, ground]);
    for (heap, &size) in sizes.iter().enumerate() {
        let x = STEP * heap as f64 + (STEP - WIDE) / 2.0;
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
        picture.text(Class::Name, [x + WIDE / 2.0, ground + 11.0], 13.0, size.to_string());
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

/// Heaps as text: one line each.
pub fn text(sizes: &[u32]) -> String {
    const MOST: u32 = 60;
    let width = sizes.iter().map(|size| size.to_string().len()).max().unwrap_or(0);
    let line = |&size: &u32| match size {
        0 => format!("{size:>width$}\n"),
        1..=MOST => format!("{size:>width$}  {}\n", "o".repeat(size as usize)),
        _ => format!("{size:>width$}  {}...\n", "o".repeat(MOST as usize - 3)),
    };
    sizes.iter().map(line).collect()
}
