//! A bound on work: no line of a file may keep the checker busy for ever.
//!
//! Work is counted in steps, roughly looks at a spot, a cell or a heap, on the thread that does it. A line may take
//! [`MAX_STEPS`]; one that would take more is refused. Nothing is ever accepted for lack of steps: what is cut short is the search for a
//! canonical form, which then may give one component two forms (see [`crate::label`]), and the line is refused anyway.

use std::cell::Cell;

/// The most steps that one line may take: about a minute. The hardest line of `sprouts-22.spr` takes fifteen
/// million.
pub const MAX_STEPS: u64 = 50_000_000_000;

/// The most steps for reading a position, which is a form or two; checking a line takes thousands of forms.
pub const MAX_READING: u64 = 20_000_000;

/// What a line that takes more is told.
pub const TOO_MUCH: &str = "too large or too symmetric: to check it takes too much work";

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(MAX_STEPS) };
}

/// Begins a new line, which may take so many steps.
pub fn start(steps: u64) {
    LEFT.set(steps);
}

/// Counts steps.
pub fn spend(steps: usize) {
    LEFT.set(LEFT.get().saturating_sub(steps as u64));
}

/// Whether the line has taken all its steps.
pub fn is_spent() -> bool {
    LEFT.get() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_down() {
        start(10);
        spend(9);
        assert!(!is_spent());
        spend(1);
        assert!(is_spent());
        spend(5);
        assert!(is_spent());
        start(1);
        assert!(!is_spent());
    }
}
