//! Speed of the rules of Sprouts: time per generated land, on random lines of play and on all lands below 5 spots, and
//! how often the fast canonical form tells one land in two ways.

#![allow(clippy::print_stdout)]

use grundy_core::{Component, Game, Hints, Sink};
use grundy_games::sprouts::Sprouts;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::time::Instant;

/// Keeps every land once, and counts.
#[derive(Default)]
struct Counter {
    lands: usize,
    options: usize,
    bytes: usize,
    kept: Option<Vec<Vec<Component>>>,
    current: Vec<Component>,
}

impl Sink for Counter {
    fn component(&mut self, bytes: &[u8]) {
        self.canonical(bytes);
    }

    fn canonical(&mut self, bytes: &[u8]) {
        self.lands += 1;
        self.bytes += bytes.len();
        if self.kept.is_some() {
            self.current.push(bytes.into());
        }
    }

    fn end(&mut self) -> ControlFlow<()> {
        self.options += 1;
        if let Some(kept) = &mut self.kept {
            kept.push(std::mem::take(&mut self.current));
        }
        ControlFlow::Continue(())
    }
}

fn options(game: &Sprouts, land: &[u8]) -> Vec<Vec<Component>> {
    let mut sink = Counter { kept: Some(Vec::new()), ..Counter::default() };
    let _ = game.options(land, &mut sink);
    sink.kept.unwrap_or_default()
}

/// Processor time of this thread in nanoseconds where the system tells it, or time on the wall.
fn cpu_time(start: Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let cpu = stat.and_then(|stat| stat.split(' ').next()?.parse::<f64>().ok());
    cpu.unwrap_or(start.elapsed().as_nanos() as f64)
}

fn measure(game: &Sprouts, name: &str, lands: &[Component]) {
    let mut sink = Counter::default();
    let clock = Instant::now();
    let start = cpu_time(clock);
    for land in lands {
        let _ = game.options(land, &mut sink);
    }
    let middle = cpu_time(clock);
    let time = middle - start;
    let difficulty: u64 = lands.iter().map(|land| u64::from(game.estimate(land).difficulty)).sum();
    let leaf = (cpu_time(clock) - middle) / lands.len() as f64;
    println!(
        "{name}: {} generations, {:.1} options each (estimated {:.1}), {:.1} lands, {:.0} ns per land, {:.1} bytes; leaf {leaf:.0} ns",
        lands.len(),
        sink.options as f64 / lands.len() as f64,
        difficulty as f64 / lands.len() as f64,
        sink.lands as f64 / lands.len() as f64,
        time / sink.lands as f64,
        sink.bytes as f64 / sink.lands as f64,
    );
}

fn main() {
    let game = Sprouts::default();
    // Lands that a search from 22 spots met.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/sprouts-22.spr");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let positions = text.lines().skip(1).filter_map(|line| line.split(' ').next());
    let lands = positions.filter_map(|position| Sprouts::of_files().parse(position).ok()).flatten().collect::<Vec<_>>();
    measure(&game, "lands of a search from 22 spots", &lands);
    if std::env::args().nth(1).as_deref() == Some("search") {
        return;
    }
    measure_random(&game);
    measure_all(&game);
}

/// Lands on random lines of play.
fn measure_random(game: &Sprouts) {
    let mut state = 88_172_645_463_325_252u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    for spots in [14, 24] {
        let mut lands = Vec::new();
        while lands.len() < 3000 {
            let mut open = game.parse(&spots.to_string()).expect("a number").into_components();
            while !open.is_empty() {
                let land = open.swap_remove(random(open.len()));
                let mut all = options(game, &land);
                open.extend(all.swap_remove(random(all.len())));
                lands.push(land);
            }
        }
        measure(game, &format!("random play from {spots} spots"), &lands);
    }
}

/// All lands below 5 spots, and those with more than one fast form.
fn measure_all(game: &Sprouts) {
    let mut fast: HashSet<Component> = HashSet::new();
    let mut exact: HashMap<Component, Component> = HashMap::new();
    let mut open = game.parse("5").expect("a number").into_components();
    while let Some(land) = open.pop() {
        if fast.insert(land.clone()) {
            let mut form = Vec::new();
            game.canonical_form(&land, &mut form);
            exact.entry(form.into()).or_insert_with(|| land.clone());
            open.extend(options(game, &land).into_iter().flatten());
        }
    }
    let lands: Vec<Component> = fast.iter().cloned().collect();
    measure(game, "all lands below 5 spots", &lands);
    println!("{} fast forms of {} lands", fast.len(), exact.len());
    if std::env::args().nth(1).as_deref() == Some("duplicates") {
        for land in &fast {
            let mut form = Vec::new();
            game.canonical_form(land, &mut form);
            let first = &exact[&Component::from(form)];
            if first != land {
                println!("{}   {}", game.write(land), game.write(first));
            }
        }
    }
}
