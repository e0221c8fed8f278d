//! Shrinking: local search over which way meets which obligation.
//!
//! An *attempt* does without one fact. The fact goes, and all that only it needed; every obligation that used it is met in
//! another way, by the facts there are or by new ones with all they need. The attempt is kept if the tree did not grow, or
//! with a chance that falls with the growth and, over a round, with the heat (simulated annealing). A *round* is one such
//! cooling. Between rounds the solver looks for more nimbers near the smallest tree, which makes for more ways.
//!
//! Half a million attempts a second on trees of a hundred facts are what makes this small: the published way, to prove again in
//! random orders guided by the last proof, looks at every obligation of the tree to try one change.

use crate::classes::Id;
use crate::proof::ProveError;
use crate::random::Random;
use crate::source::{Claim, Source};
use crate::tree::{Failed, Taste, Tree};
use grundy_core::Game;
use grundy_search::Interrupt;
use std::time::{Duration, Instant};

/// How hard a proof is made smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Rounds; with none, the proof is what the search left.
    pub rounds: u32,
    /// No attempt begins after this time.
    pub time: Option<Duration>,
    /// Chooses the attempts. With a solver of one thread and no limit on time, every seed gives the same proof every time.
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

/// A glance at a proof that is being made smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glance {
    /// The round, from 1.
    pub round: u32,
    /// Facts in the smallest proof so far.
    pub facts: usize,
    /// Since shrinking began.
    pub elapsed: Duration,
}

/// Attempts of a round for each fact of the tree, and the most in the first round, in the second round twice that, and so on:
/// large trees shrink fast at first whatever is tried.
const ATTEMPTS: u64 = 1000;
const AT_FIRST: u64 = 200_000;
/// Growth that is likely to be kept at the beginning of a round, and what is added for each round that brought nothing, in turn.
const HOT: f32 = 1.0;
const HOTTER: f32 = 0.5;
const TURNS: u32 = 9;
/// Growth that is likely to be kept at the end of a round.
const COLD: f32 = 0.15;
/// Nodes for a nimber near the tree, in the first round; in the second round twice that, and so on. All of them together may take
/// a fifth of the attempts, which takes about as long.
const EXPLORED: u64 = 300;
/// Attempts between two looks at the clock.
const CLOCK_EVERY: u64 = 256;

/// Makes a proof of the claim smaller: `facts` prove it, and so do those that are returned, in order.
pub(crate) fn shrink<G: Game>(
    source: &mut Source<'_, G>,
    claim: &Claim<'_>,
    facts: Vec<Id>,
    effort: &Effort,
    observe: &mut dyn FnMut(&Glance),
) -> Result<Vec<Id>, ProveError> {
    let limits = source.solver.settings_mut().limits.clone();
    let clock = Clock { began: Instant::now(), time: effort.time, interrupt: limits.interrupt };
    let mut random = Random::new(effort.seed);
    let mut best = facts;
    let mut idle = 0;
    for round in 0..effort.rounds {
        let room = limits.memory.is_none_or(|memory| source.classes.memory() < memory / 2);
        if clock.is_over() || !room || best.is_empty() {
            break;
        }
        // Built anew, so that ways found since are seen, and classes left behind are forgotten.
        let mut tree = match plant(source, claim, &best, &mut random) {
            Ok(tree) => tree,
            Err(ProveError::Stopped(_)) => break,
            Err(error) => return Err(error),
        };
        let mut smallest = tree.facts().to_vec();
        let heat = HOT + HOTTER * (idle % TURNS) as f32;
        let mut glance = |facts| observe(&Glance { round: round + 1, facts, elapsed: clock.began.elapsed() });
        let attempts = (ATTEMPTS * smallest.len() as u64).min(AT_FIRST * (u64::from(round) + 1));
        let cooling = Cooling { heat, attempts, clock: &clock };
        anneal(&mut tree, source, &mut random, &cooling, &mut smallest, &mut glance)?;
        // The same facts again, in an order and without a gap.
        match plant(source, claim, &smallest, &mut random) {
            Ok(tree) => {
                let smaller = tree.facts().len() < best.len();
                idle = if smaller { 0 } else { idle + 1 };
                if tree.facts().len() <= best.len() {
                    best = tree.ordered();
                }
            }
            Err(ProveError::Stopped(_)) => break,
            Err(error) => return Err(error),
        }
        let near = [&best[..], &source.classes.intern_sum(source.solver, claim.position)].concat();
        if clock.is_over() || source.explore(&near, EXPLORED * (u64::from(round) + 1), attempts / 5).is_err() {
            break;
        }
    }
    Ok(best)
}

/// The tree that uses these facts and, if it can, no others.
fn plant<G: Game>(
    source: &mut Source<'_, G>,
    claim: &Claim<'_>,
    facts: &[Id],
    random: &mut Random,
) -> Result<Tree, ProveError> {
    let mut tree = Tree::new(source.ways_to_claim(claim)?);
    tree.favour(facts);
    match tree.settle(source, random, &Taste::default()) {
        Ok(()) => {
            tree.commit();
            Ok(tree)
        }
        Err(Failed::Attempt) => Err(ProveError::Contradiction),
        Err(Failed::Prove(error)) => Err(error),
    }
}

/// One cooling. Leaves in `smallest` the facts of the smallest tree seen.
fn anneal<G: Game>(
    tree: &mut Tree,
    source: &mut Source<'_, G>,
    random: &mut Random,
    cooling: &Cooling<'_>,
    smallest: &mut Vec<Id>,
    glance: &mut dyn FnMut(usize),
) -> Result<(), ProveError> {
    let &Cooling { heat, attempts, clock } = cooling;
    for attempt in 0..attempts {
        if attempt % CLOCK_EVERY == 0 {
            glance(smallest.len());
            if clock.is_over() {
                break;
            }
        }
        let facts = tree.facts();
        if facts.is_empty() {
            break;
        }
        let banned = facts[random.below(facts.len())];
        let heat = heat * (COLD / heat).powf(attempt as f32 / attempts as f32);
        // The growth that chance allows, drawn beforehand: an attempt that needs more ends at once.
        let growth = (-heat * random.unit().max(1e-6).ln()) as usize;
        let gone = tree.remove(banned);
        let second_hand = 0.3 * random.unit();
        let taste = Taste { banned: Some(banned), most: Some(gone + growth), noise: 0.5, second_hand };
        match tree.settle(source, random, &taste) {
            Ok(()) => {
                tree.commit();
                if tree.facts().len() < smallest.len() {
                    smallest.clear();
                    smallest.extend(tree.facts());
                }
            }
            Err(Failed::Attempt) => tree.take_back(),
            Err(Failed::Prove(ProveError::Stopped(_))) => {
                tree.take_back();
                break;
            }
            Err(Failed::Prove(error)) => return Err(error),
        }
    }
    Ok(())
}

/// How a round goes.
struct Cooling<'a> {
    heat: f32,
    attempts: u64,
    clock: &'a Clock,
}

struct Clock {
    began: Instant,
    time: Option<Duration>,
    interrupt: Interrupt,
}

impl Clock {
    fn is_over(&self) -> bool {
        self.interrupt.is_raised() || self.time.is_some_and(|time| self.began.elapsed() >= time)
    }
}
