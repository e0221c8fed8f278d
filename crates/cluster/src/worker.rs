//! A worker: the solver with all cores of a machine, told what to search.
//!
//! It keeps its table from job to job, which is most of what makes it fast. Facts of others come in with a job, its own most expensive
//! ones go out with the report, and all of them when the coordinator asks for them.

use crate::message::{Fact, Hello, Job, JobKind, Report, Verdict, exact, nimber};
use crate::share::most_expensive;
use grundy_core::{Component, Hints, Nimber, Outcome, collect_options};
use grundy_search::{FactLog, Interrupt, LearnError, Limits, Solver, StopReason};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How a worker searches.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// Threads.
    pub threads: usize,
    /// Bytes for the table.
    pub memory: Option<usize>,
    /// Chooses among equal options.
    pub seed: u64,
    /// Whether theorems of the game are used.
    pub theorems: bool,
    /// Raised from elsewhere to end a job early.
    pub interrupt: Interrupt,
}

impl Default for WorkerSettings {
    fn default() -> Self {
        WorkerSettings { threads: 1, memory: None, seed: 0, theorems: true, interrupt: Interrupt::default() }
    }
}

/// Searches what it is told to.
pub struct Worker<G: Hints> {
    game: G,
    settings: WorkerSettings,
    solver: Solver<G>,
    log: Arc<Collected>,
    /// Facts that were not sent yet, not in their exact form.
    unsent: Vec<Fact>,
}

/// Facts as the search proves them.
#[derive(Default)]
struct Collected(Mutex<Vec<(Component, Nimber)>>);

impl FactLog for Collected {
    fn fact(&self, component: &[u8], nimber: Nimber) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((Component::from(component), nimber));
    }
}

impl<G: Hints> Worker<G> {
    /// A worker with an empty table.
    pub fn new(game: G, settings: WorkerSettings) -> Self {
        let log = Arc::new(Collected::default());
        let solver = solver(&game, &settings, Some(log.clone()));
        Worker { game, settings, solver, log, unsent: Vec::new() }
    }

    /// How it introduces itself for a question.
    pub fn hello(&self, question: &[Component]) -> Hello {
        Hello::new(&self.game, question, self.settings.threads)
    }

    /// Does a job.
    pub fn run(&mut self, job: &Job) -> Report {
        let before = self.solver.stats().nodes;
        let verdict = self.learn(&job.facts).unwrap_or_else(|| match &job.kind {
            JobKind::Decide { component, nimber: test, proof, disproof, list } => {
                self.solver.set_limits(self.limits(job));
                self.decide(&Component::from(&component[..]), nimber(*test), (*proof, *disproof), *list)
            }
            JobKind::Verify { component, nimber } => verify(&self.game, &self.settings, component, *nimber, self.limits(job)),
            JobKind::Gather => Verdict::Unverified,
        });
        let nodes = self.solver.stats().nodes - before;
        let facts = self.facts_to_send(job, &verdict);
        Report { id: job.id, verdict, nodes, facts, more_facts: !self.unsent.is_empty() }
    }

    fn limits(&self, job: &Job) -> Limits {
        let mut limits = Limits::default();
        limits.nodes = job.nodes;
        limits.time = job.millis.map(Duration::from_millis);
        limits.memory = self.settings.memory;
        limits.interrupt = self.settings.interrupt.clone();
        limits
    }

    /// Takes over facts of others. Returns a verdict if that cannot be.
    fn learn(&mut self, facts: &[Fact]) -> Option<Verdict> {
        let facts = facts.iter().map(|fact| (Component::from(&fact.component[..]), nimber(fact.nimber)));
        match self.solver.learn(facts) {
            Ok(_) => None,
            Err(LearnError::Contradiction(component, given)) => {
                let text = self.game.write(&component);
                Some(Verdict::Contradiction(format!("{text} is said to have nimber {given}, and is known not to")))
            }
            Err(error) => Some(Verdict::Failed(error.to_string())),
        }
    }

    fn decide(&mut self, component: &Component, test: Nimber, bounds: (u64, u64), list: bool) -> Verdict {
        let found = self.solver.couple_within(component, test, bounds.0, bounds.1);
        let one = std::slice::from_ref(component);
        match found {
            Ok(Some(Outcome::Loss)) => return Verdict::Nimber(test.get()),
            Ok(Some(Outcome::Win)) => {
                return self.solver.known_nimber(one).map_or(Verdict::NotNimber, |known| Verdict::Nimber(known.get()));
            }
            Ok(None) | Err(StopReason::Nodes | StopReason::Time | StopReason::Interrupted) => {}
            Err(StopReason::Contradiction) => return Verdict::Contradiction(StopReason::Contradiction.to_string()),
            Err(reason) => return Verdict::Failed(reason.to_string()),
        }
        let (proof, disproof) = self.solver.numbers(component, test).unwrap_or((1, 1));
        let below = if list { self.numbers_below(component, test) } else { Vec::new() };
        Verdict::Open { proof, disproof, below }
    }

    /// Numbers of the couples that the coordinator will meet below a couple. Options that are known become facts to send.
    fn numbers_below(&mut self, component: &Component, test: Nimber) -> Vec<(Vec<u8>, u32, u64, u64)> {
        let mut below = Vec::new();
        for option in collect_options(&self.game, component) {
            let parts: Vec<Component> = option.iter().cloned().collect();
            let mut known = test;
            let mut open = Vec::new();
            for part in parts {
                match self.solver.known_nimber(std::slice::from_ref(&part)) {
                    Some(nimber) => {
                        known ^= nimber;
                        self.unsent.push(Fact { component: part.to_vec(), nimber: nimber.get(), cost: u32::MAX });
                    }
                    None => open.push(part),
                }
            }
            let single = open.len() == 1;
            for part in open {
                let asked = if single { known } else { self.solver.excluded(std::slice::from_ref(&part)).mex() };
                if let Some((proof, disproof)) = self.solver.numbers(&part, asked) {
                    below.push((exact(&self.game, &part).to_vec(), asked.get(), proof, disproof));
                }
            }
        }
        below
    }

    /// The most expensive facts within the budget of a job, in their exact form.
    fn facts_to_send(&mut self, job: &Job, verdict: &Verdict) -> Vec<Fact> {
        let proved = std::mem::take(&mut *self.log.0.lock().unwrap_or_else(PoisonError::into_inner));
        if matches!(verdict, Verdict::Contradiction(_)) {
            return Vec::new();
        }
        for (component, nimber) in proved {
            let cost = self.game.estimate(&component).difficulty;
            self.unsent.push(Fact { component: component.to_vec(), nimber: nimber.get(), cost });
        }
        let budget = usize::try_from(job.share_bytes).unwrap_or(usize::MAX);
        let sent: Vec<Fact> = most_expensive(self.unsent.iter(), budget).cloned().collect();
        if let Some(least) = sent.last().map(|fact| fact.cost) {
            // Equal costs are cut off at the same place as in the list that was sent.
            let mut equal = sent.iter().filter(|fact| fact.cost == least).count();
            self.unsent.retain(|fact| {
                let goes = fact.cost > least || fact.cost == least && equal > 0;
                equal -= usize::from(goes && fact.cost == least);
                !goes
            });
        }
        let exact_form = |fact: Fact| Fact { component: exact(&self.game, &fact.component).to_vec(), ..fact };
        sent.into_iter().map(exact_form).collect()
    }
}

fn solver<G: Hints>(game: &G, settings: &WorkerSettings, log: Option<Arc<Collected>>) -> Solver<G> {
    let mut builder = Solver::builder(game.clone()).threads(settings.threads).seed(settings.seed).theorems(settings.theorems);
    if let Some(log) = log {
        builder = builder.log(log);
    }
    builder.build()
}

/// Proves a fact again in an empty table.
fn verify<G: Hints>(game: &G, settings: &WorkerSettings, component: &[u8], claimed: u32, limits: Limits) -> Verdict {
    let mut solver = solver(game, settings, None);
    solver.set_limits(limits);
    let component = Component::from(component);
    match solver.couple_within(&component, nimber(claimed), u64::MAX, u64::MAX) {
        Ok(Some(Outcome::Loss)) => Verdict::Nimber(claimed),
        Ok(Some(Outcome::Win)) => {
            let text = game.write(&component);
            Verdict::Contradiction(format!("{text} was reported to have nimber {claimed}, and does not have it"))
        }
        _ => Verdict::Unverified,
    }
}
