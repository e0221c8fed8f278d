//! What a generated component costs: random descents from two boards, in nanoseconds a component.
//!
//! `cargo run --release -p grundy-games --example cram_speed`
#![allow(clippy::print_stdout, reason = "an example that reports")]

use grundy_core::{Component, Game, Hints, Sink, collect_options};
use grundy_games::cram::Cram;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

/// Counts components, and does to each what a search does when it meets one for the first time.
struct Meter<'g> {
    game: &'g Cram,
    level: usize,
    buffer: Vec<u8>,
    components: u64,
    options: u64,
}

impl Sink for Meter<'_> {
    fn component(&mut self, bytes: &[u8]) {
        self.components += 1;
        if self.level >= 1 {
            self.buffer.clear();
            self.game.canonize(bytes, &mut self.buffer);
            black_box(&self.buffer);
        }
        if self.level >= 2 {
            black_box(self.game.fingerprint(bytes));
        }
        if self.level >= 3 {
            black_box((self.game.estimate(bytes), self.game.theorem(bytes)));
        }
        black_box(bytes);
    }

    fn end(&mut self) -> ControlFlow<()> {
        self.options += 1;
        ControlFlow::Continue(())
    }
}

fn main() {
    let game = Cram::default();
    for board in ["5x9", "3x16", "3x24"] {
        let positions = descents(&game, board);
        for (level, what) in
            ["options alone", "+ canonize", "+ fingerprint", "+ leaf and theorem"].into_iter().enumerate()
        {
            let mut meter = Meter { game: &game, level, buffer: Vec::new(), components: 0, options: 0 };
            let pass = fastest(|| {
                (meter.components, meter.options) = (0, 0);
                positions.iter().for_each(|position| {
                    let _ = game.options(position, &mut meter);
                });
            });
            let (component, option) = (pass / meter.components as f64, pass / meter.options as f64);
            println!("{board:>5} {what:<20} {component:7.1} ns a component {option:7.1} ns an option");
        }
        let exact = |component: &Component| {
            let mut out = Vec::new();
            game.canonical_form(component, &mut out);
            Component::from(out)
        };
        let forms: Vec<Component> = positions.iter().map(exact).collect();
        let count = positions.len() as f64;
        let labelling = fastest(|| positions.iter().for_each(|component| drop(black_box(exact(component))))) / count;
        let comparison = fastest(|| assert!(positions.iter().zip(&forms).all(|(a, b)| game.is_same(a, b)))) / count;
        println!(
            "{board:>5} exact form {labelling:.0} ns, comparison of two drawings {comparison:.0} ns, {count} components"
        );
    }
}

/// Nanoseconds of the fastest of many passes.
fn fastest(mut pass: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut best = f64::INFINITY;
    while start.elapsed().as_millis() < 400 {
        let start = Instant::now();
        pass();
        best = best.min(start.elapsed().as_nanos() as f64);
    }
    best
}

/// Components met on random lines of play; few, so that a pass is short and some pass runs undisturbed.
fn descents(game: &Cram, board: &str) -> Vec<Component> {
    let mut state = 1u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    let mut met = Vec::new();
    for _ in 0..8 {
        let mut open = game.parse(board).expect("a board").into_components();
        while let Some(component) = open.pop() {
            let options = collect_options(game, &component);
            met.push(component);
            if !options.is_empty() {
                open.extend(options[below(options.len())].components().iter().cloned());
            }
        }
    }
    met
}
