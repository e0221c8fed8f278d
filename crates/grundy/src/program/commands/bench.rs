//! `grundy bench GAME`: a fixed set of questions, each from a cold start, with CPU time and the peer's figure beside
//! it.
//!
//! `grundy bench signature` is for the tests: node counts of a small set, which one thread repeats exactly. A change
//! that leaves the signature as it was has not changed the search.

use crate::core::{Hints, Outcome};
use crate::games::cram::Cram;
use crate::games::kayles::Kayles;
use crate::games::sprouts::Sprouts;
use crate::program::commands::bench_sets::{CRAM, Item, NODE_KAYLES, SPROUTS, Set};
use crate::program::exit::{Ended, Failure, stopped};
use crate::program::game_session::Wanted;
use crate::program::registry;
use crate::program::search_args::SearchArgs;
use crate::search::{Settings, Solver, Stats, StopReason, Traversal};
use clap::{Args, ValueEnum};
use cpu_time::ProcessTime;
use serde::Serialize;
use std::io::{self, Write};

/// Time a fixed set of questions, the peers' figures beside them
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy bench signature
  $ grundy bench sprouts 8 11
  $ grundy bench cram 3x6 4x5 --without leaf-numbers

Without positions, the fixed set of the game. CPU seconds are those of the whole process. The peer's seconds were measured on one core \
of a machine like the one the set was made for: compare ratios.
JSON: game, peer, rows (position, answer, cpu_seconds, nodes, expansions, components, facts, memory, peer_seconds), stopped (why rows \
are missing).")]
pub struct Arguments {
    /// What to time
    #[arg(value_enum)]
    what: What,

    /// Positions to time instead of the fixed set
    positions: Vec<String>,

    /// Switch an idea off, to measure what it is worth
    #[arg(long, value_enum, value_name = "IDEA")]
    without: Vec<Idea>,

    /// Keep one table for all positions instead of a cold start for each
    #[arg(long)]
    keep: bool,

    /// JSON instead of a table
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    search: SearchArgs,
}

/// The help of a command that searches with one thread, and keeps and logs nothing.
pub fn own_help(command: clap::Command) -> clap::Command {
    ["store", "log", "verbose"]
        .into_iter()
        .fold(command, |command, refused| command.mut_arg(refused, |arg| arg.hide(true)))
        .mut_arg("threads", |arg| arg.help("How many threads search; with one, every run is the same [default: 1]"))
}

#[derive(ValueEnum, Clone, Copy)]
enum What {
    /// n-spot Sprouts, outcomes; the peer is SPOTS
    Sprouts,
    /// Empty Cram boards, nimbers; the peer is igsolve
    Cram,
    /// Node-Kayles on grids of three rows, nimbers; the peer is a plain mex with bit sets
    NodeKayles,
    /// Node counts of a small fixed set
    Signature,
    /// The game of this program: positions that are given
    #[value(hide = true)]
    Own,
}

#[derive(ValueEnum, Clone, Copy, PartialEq)]
enum Idea {
    /// Stop generating at the first option known to have the nimber under test
    EarlyExit,
    /// The game's estimates as first proof numbers, instead of (1, 1)
    LeafNumbers,
    /// How likely each nimber is, for these estimates
    Odds,
    /// Lists of options kept, instead of generated at every visit
    KeptLists,
    /// Easier positions first
    Ladder,
    /// Reductions beyond the literal rules
    Reductions,
    /// Theorems of the game
    Theorems,
}

#[derive(Serialize)]
struct Row {
    position: String,
    answer: String,
    cpu_seconds: f64,
    nodes: u64,
    expansions: u64,
    components: u64,
    facts: u64,
    memory: u64,
    peer_seconds: Option<f64>,
}

impl Arguments {
    /// Times the set and prints a row as soon as it is known.
    pub fn run(self) -> Ended {
        self.search.neither_store_nor_log()?;
        let reductions = !self.without.contains(&Idea::Reductions);
        match self.what {
            What::Sprouts if reductions => self.set(&Sprouts::default(), &SPROUTS),
            What::Sprouts => self.set(&Sprouts::default().without_reductions(), &SPROUTS),
            What::Cram if reductions => self.set(&Cram::default(), &CRAM),
            What::Cram => self.set(&Cram::default().without_reductions(), &CRAM),
            What::NodeKayles if reductions => self.set(&Kayles::node(), &NODE_KAYLES),
            What::NodeKayles => self.set(&Kayles::node().literal(), &NODE_KAYLES),
            What::Signature if !self.positions.is_empty() || !self.without.is_empty() || self.json => Err(
                Failure::input("the signature is of a fixed set: it takes no positions, no --without and no --json"),
            ),
            What::Signature => signature(),
            What::Own => self.own(),
        }
    }

    /// Times positions of the game of this program, each from a cold start.
    fn own(&self) -> Ended {
        let game = registry::own_name().ok_or_else(|| Failure::input("this program has no game of its own"))?;
        if self.positions.is_empty() {
            return Err(Failure::input("no positions: expected at least one to time"));
        }
        let mut out = io::stdout().lock();
        if !self.json {
            writeln!(out, "{:>9}  {HEADING}", "position")?;
        }
        let mut rows = Vec::new();
        for position in &self.positions {
            let mut session = registry::open(&game, self.settings())?;
            let read = session.parse(position)?;
            let began = ProcessTime::now();
            let answer = session.solve(&read, Wanted { nimber: true, winning_move: false });
            let cpu_seconds = began.elapsed().as_secs_f64();
            let Some(nimber) = answer.nimber else {
                let reason = answer.stopped.unwrap_or(StopReason::Nodes);
                return Err(Failure::Stopped(reason, format!("at {position}")));
            };
            let Stats { nodes, expansions, components, facts, memory, .. } = answer.stats;
            let (position, answer, peer_seconds) = (position.clone(), nimber.to_string(), None);
            let row = Row { position, answer, cpu_seconds, nodes, expansions, components, facts, memory, peer_seconds };
            if !self.json {
                writeln!(out, "{row}")?;
            }
            rows.push(row);
        }
        if self.json {
            writeln!(out, "{}", serde_json::json!({ "game": game, "rows": rows }))?;
        }
        Ok(out.flush()?)
    }

    fn settings(&self) -> Settings {
        let has = |idea| !self.without.contains(&idea);
        let mut settings = self.search.settings_with_threads(1);
        settings.theorems = has(Idea::Theorems);
        settings.ablation.early_exit = has(Idea::EarlyExit);
        settings.ablation.leaf_numbers = has(Idea::LeafNumbers);
        settings.ablation.odds = has(Idea::Odds);
        settings.ablation.kept_lists = has(Idea::KeptLists);
        settings.ablation.ladder = has(Idea::Ladder);
        settings
    }

    fn set<G: Hints>(&self, game: &G, set: &Set) -> Ended {
        let given: Vec<Item> = self.positions.iter().map(|p| set.item(p)).collect();
        let items = if given.is_empty() { set.items() } else { given };
        let mut out = io::stdout().lock();
        if !self.json {
            writeln!(out, "{:>9}  {HEADING}  {:>9}  {:>6}", set.column, set.peer, "ratio")?;
        }
        let settings = self.settings();
        let mut solver = Solver::with_settings(game.clone(), settings.clone());
        let mut rows = Vec::new();
        let mut ended = Ok(());
        for item in items {
            if !self.keep {
                solver = Solver::with_settings(game.clone(), settings.clone());
            }
            match time(&mut solver, &item, set.nimbers) {
                Ok(row) => {
                    if !self.json {
                        writeln!(out, "{row}")?;
                        out.flush()?;
                    }
                    rows.push(row);
                }
                Err(failure) => {
                    ended = Err(failure);
                    break;
                }
            }
        }
        // What was timed before a limit or a signal is printed all the same.
        if self.json {
            let stopped = stopped(&ended);
            let all = serde_json::json!({ "game": game.name(), "peer": set.peer, "rows": rows, "stopped": stopped });
            writeln!(out, "{all}")?;
        } else if !rows.is_empty() {
            writeln!(out, "{}", total(&rows))?;
        }
        ended
    }
}

const HEADING: &str = "answer     cpu s      nodes expansions components     facts      MB";

/// Answers one question and counts what it took.
fn time<G: Hints>(solver: &mut Solver<G>, item: &Item, nimbers: bool) -> Result<Row, Failure> {
    let position = solver.game().parse(&item.position)?;
    let (before, began) = (solver.stats(), ProcessTime::now());
    let answer = if nimbers {
        solver.nimber(&position).map(|nimber| nimber.to_string())
    } else {
        solver.outcome(&position).map(|outcome| outcome.to_string())
    };
    let answer = answer.map_err(|reason| Failure::Stopped(reason, format!("at {}", item.position)))?;
    let (stats, cpu_seconds) = (solver.stats(), began.elapsed().as_secs_f64());
    Ok(Row {
        position: item.position.clone(),
        answer,
        cpu_seconds,
        nodes: stats.nodes - before.nodes,
        expansions: stats.expansions - before.expansions,
        components: stats.components,
        facts: stats.facts,
        memory: stats.memory,
        peer_seconds: item.peer_seconds,
    })
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:>9}  {:6} {:>9.2} {:>10} {:>10} {:>10} {:>9} {:>7.1}  {}",
            self.position,
            self.answer,
            self.cpu_seconds,
            self.nodes,
            self.expansions,
            self.components,
            self.facts,
            self.memory as f64 / f64::from(1 << 20),
            beside(self.cpu_seconds, self.peer_seconds),
        )
    }
}

/// The peer's time and how many times faster ours is.
fn beside(ours: f64, peer: Option<f64>) -> String {
    match peer {
        Some(peer) => format!("{peer:>9.2}  {:>6.1}", peer / ours.max(0.001)),
        None => format!("{:>9}  {:>6}", "-", "-"),
    }
}

/// The last line: sums, and the ratio over the rows that the peer has.
fn total(rows: &[Row]) -> String {
    let (mut ours, mut compared, mut peer) = (0.0, 0.0, 0.0);
    for row in rows {
        ours += row.cpu_seconds;
        if let Some(seconds) = row.peer_seconds {
            compared += row.cpu_seconds;
            peer += seconds;
        }
    }
    let peer = (peer > 0.0).then_some(peer);
    let filler = " ".repeat(HEADING.len() - 16);
    format!("{:>9}  {:6} {ours:>9.2}{filler}  {}", "total", "", beside(compared, peer))
}

/// Counts of a small set, one thread, every traversal: the same on every machine.
fn signature() -> Ended {
    let traversals = [("dfpn", Traversal::DfPn), ("pn", Traversal::ProofNumber), ("dfs", Traversal::depth_first())];
    let mut out = io::stdout().lock();
    for (name, traversal) in traversals {
        let settings = Settings { traversal, ..Settings::default() };
        count(&mut out, name, Sprouts::default(), &settings, &["5", "7", "9", "0*3.AB|0*2.AB"])?;
        count(&mut out, name, Cram::default(), &settings, &["3x7", "4x5", "5x5", "...#/..../#..."])?;
    }
    Ok(())
}

fn count<G: Hints>(out: &mut impl Write, search: &str, game: G, settings: &Settings, positions: &[&str]) -> Ended {
    for text in positions {
        let mut solver = Solver::with_settings(game.clone(), settings.clone());
        let position = game.parse(text)?;
        let nimber = solver.nimber(&position).map_err(|reason| Failure::Stopped(reason, String::new()))?;
        let Stats { nodes, expansions, components, facts, .. } = solver.stats();
        let outcome = Outcome::of(nimber).letter();
        let name = game.name();
        writeln!(out, "{name}\t{text}\t{search}\t{outcome}\t{nimber}\t{nodes}\t{expansions}\t{components}\t{facts}")?;
    }
    Ok(())
}
