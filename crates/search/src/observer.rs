//! Progress leaves through an observer; the search itself never prints.

use grundy_core::{Component, Nimber, NimberSet};
use std::time::Duration;

/// Progress callback, called about ten times a second from a thread that searches. Implementations must be quick.
pub trait Observer: Send + Sync {
    /// Called with the progress of the search.
    fn progress(&self, progress: &Progress);
}

/// Called once for every fact, as it is proved, from the threads that search. Implementations must be quick.
pub trait FactLog: Send + Sync {
    /// The component with these canonical bytes has this nimber.
    fn fact(&self, component: &[u8], nimber: Nimber);
}

/// Called for every couple just before its options are generated, from the threads that search. For studies of the
/// search.
pub trait CoupleLog: Send + Sync {
    /// It is asked whether the component with these canonical bytes has this nimber; it is known not to have those
    /// excluded.
    fn couple(&self, component: &[u8], nimber: Nimber, excluded: &NimberSet);
}

/// What other machines found out about couples that are not facts, where several search one question. Called from the
/// threads that search, at every visit. Only df-pn asks.
pub trait CoupleExchange: Send + Sync {
    /// What another machine found of the couple of the component with these canonical bytes. [`CoupleState::Winning`] is
    /// believed like a fact.
    fn state(&self, component: &[u8], nimber: Nimber) -> Option<CoupleState>;

    /// A visit of so many nodes has found this state.
    fn found(&self, component: &[u8], nimber: Nimber, state: CoupleState, nodes: u64);
}

/// What is known of a couple that is not known to be losing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoupleState {
    /// The component does not have the nimber.
    Winning,
    /// Nothing is decided.
    Open {
        /// Proof number.
        proof: u64,
        /// Disproof number.
        disproof: u64,
    },
}

/// Fallback lookup of facts that were logged and that the table had to drop. Called from the threads that search, once
/// before the options of a component are generated.
pub trait FactSource: Send + Sync {
    /// The nimber of the component with these canonical bytes.
    fn nimber(&self, component: &[u8]) -> Option<Nimber>;

    /// Called when a search would give up for lack of memory. A source that cannot look up all facts yet waits a moment
    /// and returns `true`: the search is then tried once more.
    fn wait(&self) -> bool {
        false
    }
}

/// The progress of a search.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Since the question was asked.
    pub elapsed: Duration,
    /// What was done so far.
    pub stats: Stats,
    /// The couples from the question down to where the search is now, the first few of them.
    pub line: Vec<Step>,
    /// How many couples deep the search is.
    pub depth: usize,
    /// How many options of the first couple of the line are undecided. If that couple turns out to be losing, they are
    /// all that is left to search; the numbers of a large position tell little of how far the search is.
    pub open_options: Option<usize>,
    /// If an easier position is solved first: which one of how many, counted from 1.
    pub rung: Option<(usize, usize)>,
    /// What each thread was doing a moment ago, the one that reports first; threads without a report yet are left out.
    pub threads: Vec<Thread>,
}

impl Progress {
    /// Where the threads part: how many couples from the question on are the same for all of them.
    pub fn parting(&self) -> usize {
        let Some((first, others)) = self.threads.split_first() else { return 0 };
        let shared = |at: usize| {
            let of = |thread: &Thread| thread.line.get(at).map(|step| (step.component.clone(), step.nimber));
            others.iter().all(|thread| of(thread) == of(first))
        };
        (0..first.line.len()).find(|&at| !shared(at)).unwrap_or(first.line.len())
    }
}

/// What one thread is doing.
#[derive(Clone, Debug)]
pub struct Thread {
    /// Its number, from 0.
    pub number: usize,
    /// The couples from the question down to where it is, the first few of them.
    pub line: Vec<Step>,
    /// How many couples deep it is.
    pub depth: usize,
    /// Visits per second since its last report.
    pub nodes_per_second: f64,
}

/// One couple on the line that is being searched.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its component.
    pub component: Component,
    /// The nimber being tried.
    pub nimber: Nimber,
    /// Proof number, as last seen.
    pub proof: u64,
    /// Disproof number, as last seen.
    pub disproof: u64,
}

/// Counts of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// Visits of couples: calls of Algorithm 1.
    pub nodes: u64,
    /// Times the options of a component were generated, to the end or to an early exit.
    pub expansions: u64,
    /// Distinct components met and kept.
    pub components: u64,
    /// Components whose nimber is known: losing couples.
    pub facts: u64,
    /// Bytes held by the table.
    pub memory: u64,
}
