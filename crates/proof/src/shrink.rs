//! Shrinking: local search over which way meets which obligation, by several threads.
//!
//! It goes in *rounds*. In a round every thread looks for more nimbers near the smallest tree, which makes for more
//! ways (each thread its own share of the components), and then anneals a tree of its own ([`crate::chain`]). After a
//! round all hear what the others found, and go on from the smallest tree.
//!
//! Every thread has a solver and classes of its own, so that nothing depends on who comes first: with a limit on
//! rounds, what comes out depends on the seed, the number of threads and what the solver knew, and on nothing else.

use crate::chain::{Chain, Plan, Report};
use crate::classes::Id;
use crate::clock::Clock;
use crate::progress::{ProofProgress, Stage};
use crate::proof::ProveError;
use crate::source::{Claim, Share, SharedFact, Source};
use grundy_core::Hints;
use grundy_search::{Limits, Settings, Solver};
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

/// How hard a proof is made smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Rounds; with none, the proof is what the search left.
    pub rounds: u32,
    /// No attempt begins after this time.
    pub time: Option<Duration>,
    /// Chooses the attempts. Without a limit on time, and if a single thread searched, every seed gives the same proof
    /// every time with the same number of threads.
    pub seed: u64,
}

impl Effort {
    /// What the search left, at once.
    pub const NONE: Effort = Effort { rounds: 0, time: None, seed: 0 };

    /// As many rounds as fit in this time.
    pub fn for_time(time: Duration) -> Self {
        Effort { rounds: u32::MAX, time: Some(time), seed: 0 }
    }
}

impl Default for Effort {
    fn default() -> Self {
        Effort { rounds: 4, time: None, seed: 0 }
    }
}

/// Attempts of a round for each fact of the tree, and the most in the first round, in the second round twice that, and
/// so on: large trees shrink fast at first whatever is tried.
const ATTEMPTS: u64 = 1000;
const AT_FIRST: u64 = 200_000;
/// Growth that is likely to be kept at the beginning of a round, and what is added for each round that brought nothing,
/// in turn.
const HOT: f32 = 1.0;
const HOTTER: f32 = 0.5;
const TURNS: u32 = 9;
/// What the heat is multiplied with, by thread: what is best depends on the tree.
const SPREAD: [f32; 4] = [1.0, 0.6, 1.5, 0.4];
/// Nodes for a nimber near the tree, in the first round; in the second round twice that, and so on.
const EXPLORED: u64 = 300;

/// Makes a proof of the claim smaller on so many threads: `facts` prove it, and so do those that are returned, in
/// order.
pub(crate) fn shrink<G: Hints>(
    source: &mut Source<'_, G>,
    claim: &Claim<'_>,
    facts: Vec<Id>,
    threads: usize,
    effort: &Effort,
    observe: &mut dyn FnMut(&ProofProgress),
) -> Result<Vec<Id>, ProveError> {
    if effort.rounds == 0 || facts.is_empty() {
        return Ok(facts);
    }
    let mut best = Vec::with_capacity(facts.len());
    for &id in &facts {
        best.push((source.classes.component(id), source.nimber(id)?));
    }
    let limits = source.solver.settings().limits.clone();
    let clock = Clock { began: Instant::now(), time: effort.time, interrupt: limits.interrupt.clone() };
    let mut solvers = more_solvers(source.solver, threads.max(1) - 1, &limits);
    let mut others: Vec<Source<'_, G>> = solvers.iter_mut().map(Source::new).collect();
    let of = others.len() + 1;
    let room = limits.memory.map(|memory| memory / 2 / of);
    let mut first = Chain::new(source, Share { number: 0, of }, effort.seed);
    let others = others.iter_mut().zip(1..);
    let mut others: Vec<_> = others.map(|(s, number)| Chain::new(s, Share { number, of }, effort.seed)).collect();
    let mut found: Vec<SharedFact> = Vec::new();
    let mut idle = 0;
    for round in 0..effort.rounds {
        let memory = others.iter().map(Chain::memory).fold(first.memory(), usize::max);
        if clock.is_over() || room.is_some_and(|room| memory > room) {
            break;
        }
        let attempts = (ATTEMPTS * best.len() as u64).min(AT_FIRST * (u64::from(round) + 1));
        let plan = Plan {
            claim,
            best: &best,
            found: &found,
            heat: HOT + HOTTER * (idle % TURNS) as f32,
            attempts,
            nodes: EXPLORED * (u64::from(round) + 1),
            smallest: AtomicUsize::new(best.len()),
            clock: &clock,
        };
        let stage = Stage::Shrink { round: round + 1 };
        let mut observe = |facts| observe(&ProofProgress { stage, facts, elapsed: clock.began.elapsed() });
        let reports = run_all(&mut first, &mut others, &plan, &mut observe)?;
        // Among equals another one every time: on a plateau it is good to move.
        let turn = |number: usize| (number + round as usize) % of;
        let smallest = (0..of).min_by_key(|&number| (reports[number].facts.len(), turn(number))).unwrap_or(0);
        let stopped = reports.iter().any(|report| report.stopped);
        idle = if reports[smallest].facts.len() < best.len() { 0 } else { idle + 1 };
        found.clear();
        for (number, report) in reports.into_iter().enumerate() {
            if number == smallest {
                best = report.facts;
            }
            if of > 1 {
                found.extend(report.found);
            }
        }
        if stopped {
            break;
        }
    }
    // Only the first chain's classes outlive this: its tree of the best facts gives them an order.
    first.in_order(claim, &best, facts)
}

/// Solvers for the other threads, which know what the first one knows.
fn more_solvers<G: Hints>(solver: &mut Solver<G>, count: usize, limits: &Limits) -> Vec<Solver<G>> {
    if count == 0 {
        return Vec::new();
    }
    let facts = solver.facts();
    let limits = Limits { memory: limits.memory.map(|memory| memory / 4 / count), ..limits.clone() };
    let settings = Settings { threads: 1, observer: None, fact_log: None, limits, ..solver.settings().clone() };
    let game = solver.game().clone();
    std::thread::scope(|scope| {
        let make = || {
            let mut solver = Solver::with_settings(game.clone(), settings.clone());
            // A solver that lacks the room for all facts would leave gaps in the trees: its thread does not take part.
            solver.learn(facts.iter().cloned()).is_ok().then_some(solver)
        };
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(make)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok().flatten()).collect()
    })
}

/// A round of all chains, the first one on this thread.
fn run_all<G: Hints>(
    first: &mut Chain<'_, '_, G>,
    others: &mut [Chain<'_, '_, G>],
    plan: &Plan<'_>,
    observe: &mut dyn FnMut(usize),
) -> Result<Vec<Report>, ProveError> {
    let heat = |number: usize| plan.heat * SPREAD[number % SPREAD.len()];
    std::thread::scope(|scope| {
        let others = others.iter_mut().zip(1..);
        let start = |(chain, number)| scope.spawn(move || Chain::round(chain, plan, heat(number), &mut |_| ()));
        let threads: Vec<_> = others.map(start).collect();
        let mut reports = vec![first.round(plan, heat(0), observe)?];
        for thread in threads {
            reports.push(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(reports)
    })
}
