//! Counts, for the couples that searches of Cram boards come to, how many turn out losing; `bench/fit_cram_odds.py`
//! runs it.
//!
//! The first argument is the 29 constants of the odds these searches use, as in `-398,-321,...`, or `none`; the others
//! are boards. A line of the answer is a kind of component (its cells modulo 4), the excluded nimbers below 4 as bits,
//! the nimber asked for (4 for all from there on), the couples of this sort that were decided, and how many of them
//! were losing.

#![allow(clippy::print_stdout)]

use grundy_core::{Component, Game, Hints, Nimber, NimberSet};
use grundy_games::cram::Cram;
use grundy_games::tuning::NimberOdds;
use grundy_search::{Ablation, CoupleLog, Settings, Solver};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

/// The nimbers below 4 that were excluded when a couple was first searched.
#[derive(Default)]
struct Couples(Mutex<HashMap<(Component, Nimber), u8>>);

impl CoupleLog for Couples {
    fn couple(&self, component: &[u8], nimber: Nimber, excluded: &NimberSet) {
        let bits = (0..4).filter(|&n| excluded.contains(Nimber::new(n))).map(|n| 1 << n).sum();
        if let Ok(mut couples) = self.0.lock() {
            couples.entry((Component::from(component), nimber)).or_insert(bits);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut counts = BTreeMap::<(u8, u8, u32), [u64; 2]>::new();
    let mut arguments = std::env::args().skip(1);
    let odds = parse_odds(&arguments.next().ok_or("expected the odds, or none")?)?;
    for board in arguments {
        let game = Cram::default().with_odds(odds.unwrap_or_default());
        let couples = Arc::new(Couples::default());
        let settings = Settings {
            ablation: Ablation { odds: odds.is_some(), ..Ablation::default() },
            couples: Some(couples.clone()),
            ..Settings::default()
        };
        let mut solver = Solver::with_settings(game.clone(), settings);
        solver.nimber(&game.parse(&board)?)?;
        for ((component, nimber), excluded) in couples.0.lock().map_err(|_| "a thread panicked")?.drain() {
            let kind = game.estimate(&component).kind;
            let position = [component];
            let losing = match solver.known_nimber(&position) {
                Some(known) => known == nimber,
                None if solver.excluded(&position).contains(nimber) => false,
                None => continue,
            };
            let count = counts.entry((kind, excluded, nimber.get().min(4))).or_default();
            count[0] += 1;
            count[1] += u64::from(losing);
        }
    }
    for ((kind, excluded, nimber), [decided, losing]) in counts {
        println!("{kind}\t{excluded}\t{nimber}\t{decided}\t{losing}");
    }
    Ok(())
}

fn parse_odds(text: &str) -> Result<Option<NimberOdds>, Box<dyn std::error::Error>> {
    if text == "none" {
        return Ok(None);
    }
    let constants: Vec<i32> = text.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let [by_nimber @ .., a, b, c, d, e, f, g, h, i] = &constants[..] else {
        return Err("there are 29 constants".into());
    };
    let (rows, rest) = by_nimber.as_chunks::<5>();
    let by_nimber = rows.try_into().map_err(|_| "there are 29 constants")?;
    if !rest.is_empty() {
        return Err("there are 29 constants".into());
    }
    Ok(Some(NimberOdds { by_nimber, by_excluded: [*a, *b, *c, *d], by_excluded_for_larger: [*e, *f, *g, *h, *i] }))
}
