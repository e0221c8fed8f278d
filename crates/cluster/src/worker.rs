//! A worker: the solver with all cores of a machine. Each job names the couple to search.
//!
//! The table is kept from job to job, which is most of what makes a worker fast. Facts of other workers arrive with a
//! job. The most expensive facts of this worker go out with its report, and all of them at the end, when the
//! coordinator gathers them.

use crate::message::{Fact, Hello, Job, JobKind, Report, Verdict, exact, nimber};
use crate::share::{prefix_within, take_most_expensive};
use grundy_core::{Component, Hints, Nimber, Outcome, collect_options};
use grundy_search::{FactLog, Interrupt, LearnError, Limits, Solver, Stats, StopReason};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

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

/// Searches the couples of its jobs.
pub struct Worker<G: Hints> {
    game: G,
    settings: WorkerSettings,
    solver: Solver<G>,
    log: Arc<Collected>,
    /// The rung of its last job.
    rung: Option<u32>,
    /// The most expensive facts that were not sent yet.
    unsent: Vec<Fact>,
    /// Facts that are being handed over at the end of the run.
    last: Option<std::vec::IntoIter<(Component, Nimber)>>,
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
        Worker { game, settings, solver, log, rung: None, unsent: Vec::new(), last: None }
    }

    /// The message with which it joins the run of a question.
    pub fn hello(&self, question: &[Component]) -> Hello {
        Hello::new(&self.game, question, self.settings.threads)
    }

    /// Does a job. A panic in the rules of the game fails the job and empties the table; the worker can go on.
    pub fn run(&mut self, job: &Job) -> Report {
        catch_unwind(AssertUnwindSafe(|| self.work(job))).unwrap_or_else(|panic| {
            let said =
                panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
            let verdict = Verdict::Failed(format!("panic: {}", said.unwrap_or("no message")));
            *self = Worker::new(self.game.clone(), self.settings.clone());
            Report { id: job.id, verdict, nodes: 0, expansions: 0, facts: Vec::new(), more_facts: false }
        })
    }

    fn work(&mut self, job: &Job) -> Report {
        if self.rung.replace(job.rung).is_some_and(|last| last != job.rung) {
            // As in a search on one machine: the next rung needs the facts and little else.
            self.solver.keep_facts();
        }
        let before = self.solver.stats();
        self.solver.set_limits(self.limits(job));
        let mut verified = Stats::default();
        let verdict = self.learn(&job.facts).unwrap_or_else(|| match &job.kind {
            JobKind::Decide { component, nimber: test, proof, disproof, list } => {
                self.decide(&Component::from(&component[..]), nimber(*test), (*proof, *disproof), *list)
            }
            JobKind::Verify { component, nimber } => {
                let (verdict, stats) = verify(&self.game, &self.settings, component, *nimber, self.limits(job));
                verified = stats;
                verdict
            }
            JobKind::Gather => Verdict::Unverified,
        });
        let after = self.solver.stats();
        let (facts, more_facts) = match (&job.kind, &verdict) {
            (_, Verdict::Contradiction(_)) => (Vec::new(), false),
            (JobKind::Gather, _) => self.hand_over(job.share_bytes),
            _ => (self.facts_to_send(job.share_bytes), true),
        };
        Report {
            id: job.id,
            verdict,
            nodes: after.nodes - before.nodes + verified.nodes,
            expansions: after.expansions - before.expansions + verified.expansions,
            facts,
            more_facts,
        }
    }

    fn limits(&self, job: &Job) -> Limits {
        Limits {
            nodes: job.nodes,
            time: job.millis.map(Duration::from_millis),
            memory: self.settings.memory,
            interrupt: self.settings.interrupt.clone(),
        }
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
        let found = self.search(component, test, bounds);
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

    /// Searches within bounds. A job that ends after a few nodes would cost more in messages than in work, so the
    /// bounds are doubled until a share of the slice is spent.
    fn search(
        &mut self,
        component: &Component,
        test: Nimber,
        mut bounds: (u64, u64),
    ) -> Result<Option<Outcome>, StopReason> {
        const LEAST_SHARE: u64 = 8;
        let limits = self.solver.settings().limits.clone();
        let (began, first) = (Instant::now(), self.solver.stats().nodes);
        loop {
            let found = self.solver.couple_within(component, test, bounds.0, bounds.1)?;
            let spent = self.solver.stats().nodes - first;
            let enough = limits.nodes.is_some_and(|most| spent >= most / LEAST_SHARE)
                || limits.time.is_some_and(|most| began.elapsed() >= most / LEAST_SHARE as u32);
            if found.is_some() || enough {
                return Ok(found);
            }
            bounds = (bounds.0.saturating_mul(2), bounds.1.saturating_mul(2));
        }
    }

    /// Numbers of the couples that the coordinator will meet below a couple. Options that are known become facts to
    /// send.
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

    /// The most expensive facts within a budget of bytes, in their exact form. Of the others, a few times as many are
    /// kept for the next report; the rest stays in the table until the end.
    fn facts_to_send(&mut self, budget: u64) -> Vec<Fact> {
        const KEPT: usize = 4;
        let budget = usize::try_from(budget).unwrap_or(usize::MAX);
        let proved = std::mem::take(&mut *self.log.0.lock().unwrap_or_else(PoisonError::into_inner));
        for (component, nimber) in proved {
            let cost = self.game.estimate(&component).difficulty;
            self.unsent.push(Fact { component: component.to_vec(), nimber: nimber.get(), cost });
        }
        let mut sent = take_most_expensive(&mut self.unsent, budget);
        let kept = prefix_within(&self.unsent, budget.saturating_mul(KEPT));
        self.unsent.truncate(kept);
        for fact in &mut sent {
            fact.component = exact(&self.game, &fact.component).to_vec();
        }
        sent
    }

    /// The next facts of the whole table, for the end of the run, and whether there are more.
    fn hand_over(&mut self, budget: u64) -> (Vec<Fact>, bool) {
        self.unsent = Vec::new();
        self.log.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let solver = &self.solver;
        let facts = self.last.get_or_insert_with(|| solver.facts().into_iter());
        let (mut handed, mut size) = (Vec::new(), 0);
        for (component, nimber) in facts.by_ref() {
            let fact = Fact { component: exact(&self.game, &component).to_vec(), nimber: nimber.get(), cost: 0 };
            size += fact.size() as u64;
            handed.push(fact);
            if size >= budget {
                break;
            }
        }
        let more = facts.len() > 0;
        if !more {
            self.last = None;
        }
        (handed, more)
    }
}

fn solver<G: Hints>(game: &G, settings: &WorkerSettings, log: Option<Arc<Collected>>) -> Solver<G> {
    let mut builder =
        Solver::builder(game.clone()).threads(settings.threads).seed(settings.seed).theorems(settings.theorems);
    if let Some(log) = log {
        builder = builder.fact_log(log);
    }
    builder.build()
}

/// Proves a fact again in an empty table. Also returns what this took.
fn verify<G: Hints>(
    game: &G,
    settings: &WorkerSettings,
    component: &[u8],
    claimed: u32,
    limits: Limits,
) -> (Verdict, Stats) {
    let mut solver = solver(game, settings, None);
    solver.set_limits(limits);
    let component = Component::from(component);
    let verdict = match solver.couple_within(&component, nimber(claimed), u64::MAX, u64::MAX) {
        Ok(Some(Outcome::Loss)) => Verdict::Nimber(claimed),
        Ok(Some(Outcome::Win)) => {
            let text = game.write(&component);
            Verdict::Contradiction(format!("{text} was reported to have nimber {claimed}, and does not have it"))
        }
        _ => Verdict::Unverified,
    };
    (verdict, solver.stats())
}
