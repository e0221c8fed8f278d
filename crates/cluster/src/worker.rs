//! A worker: the solver with all cores of a machine. Each job names the couple to search.
//!
//! The table is kept from job to job, which is most of what makes a worker fast. Facts of other workers arrive with a
//! job, and couples that they found to be winning or hard. The most expensive facts of this worker go out with its report, and all of them at the end, when the
//! coordinator gathers them.

use crate::couples::{Board, Exchange};
use crate::event::WorkerId;
use crate::message::{Fact, Hello, Job, JobKind, Report, Verdict, exact, nimber};
use crate::share::{prefix_within, take_most_expensive};
use grundy_core::{Component, Hints, Nimber, Outcome};
use grundy_search::{Interrupt, LearnError, Limits, Solver, Stats, StopReason};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Couples of other workers that a worker keeps, if it has the memory.
const COUPLES: usize = 1 << 21;
/// What each of them takes, about.
const COUPLE_BYTES: usize = 64;

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

impl WorkerSettings {
    /// How many couples of other workers are kept: they take a sixteenth of the memory at most.
    fn couples(&self) -> usize {
        self.memory.map_or(COUPLES, |memory| (memory / 16 / COUPLE_BYTES).min(COUPLES))
    }
}

impl Default for WorkerSettings {
    fn default() -> Self {
        WorkerSettings { threads: 1, memory: None, seed: 0, theorems: true, interrupt: Interrupt::default() }
    }
}

/// Searches the couples of its jobs.
pub struct Worker<G: Hints + 'static> {
    game: G,
    settings: WorkerSettings,
    solver: Solver<G>,
    exchange: Arc<Exchange<G>>,
    /// The rung of its last job.
    rung: Option<u32>,
    /// The most expensive facts that were not sent yet.
    unsent: Vec<Fact>,
    /// Facts that are being handed over at the end of the run.
    last: Option<std::vec::IntoIter<(Component, Nimber)>>,
}

impl<G: Hints + 'static> Worker<G> {
    /// A worker with an empty table.
    pub fn new(game: G, settings: WorkerSettings) -> Self {
        let exchange = Exchange::new(game.clone(), settings.couples());
        Worker::with_exchange(game, settings, exchange)
    }

    /// A worker in a simulation, which reads the couples of the others from the board of the coordinator.
    pub(crate) fn at_board(game: G, settings: WorkerSettings, board: Arc<Mutex<Board>>, id: WorkerId) -> Self {
        let exchange = Exchange::new(game.clone(), 0).at(board, id);
        Worker::with_exchange(game, settings, exchange)
    }

    /// In a simulation: sees what is on the board now. Returns how many couples are new.
    pub(crate) fn look_at_board(&self) -> u64 {
        self.exchange.look()
    }

    fn with_exchange(game: G, settings: WorkerSettings, exchange: Exchange<G>) -> Self {
        let exchange = Arc::new(exchange);
        let solver = solver(&game, &settings, Some(exchange.clone()));
        Worker { game, settings, solver, exchange, rung: None, unsent: Vec::new(), last: None }
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
            Report {
                id: job.id,
                verdict,
                nodes: 0,
                expansions: 0,
                facts: Vec::new(),
                more_facts: false,
                couples: Vec::new(),
            }
        })
    }

    fn work(&mut self, job: &Job) -> Report {
        if self.rung.replace(job.rung).is_some_and(|last| last != job.rung) {
            // As in a search on one machine: the next rung needs the facts and little else.
            self.solver.keep_facts();
            self.exchange.clear();
        }
        let before = self.solver.stats();
        self.solver.set_limits(self.limits(job));
        self.exchange.learn(&job.couples, job.verify_one_in);
        let mut verified = Stats::default();
        let verdict = self.learn(&job.facts).unwrap_or_else(|| match &job.kind {
            JobKind::Decide { component, nimber: test, proof, disproof } => {
                self.decide(&Component::from(&component[..]), nimber(*test), (*proof, *disproof))
            }
            JobKind::Verify { component, nimber } => {
                let (verdict, stats) = verify(&self.game, &self.settings, component, *nimber, self.limits(job));
                verified = stats;
                verdict
            }
            JobKind::Gather => Verdict::Unverified,
        });
        let after = self.solver.stats();
        let verdict = self.exchange.denied().map_or(verdict, |(component, nimber)| {
            let text = self.game.write(&component);
            Verdict::Contradiction(format!("{text} has nimber {nimber}, and another worker found that it has not"))
        });
        let couples = self.exchange.take_found(job.couple_bytes);
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
            couples,
        }
    }

    fn limits(&self, job: &Job) -> Limits {
        Limits {
            nodes: job.nodes,
            time: job.millis.map(Duration::from_millis),
            memory: self.settings.memory.map(|memory| memory - COUPLE_BYTES * self.settings.couples()),
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

    fn decide(&mut self, component: &Component, test: Nimber, bounds: (u64, u64)) -> Verdict {
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
        Verdict::Open { proof, disproof }
    }

    /// Searches within bounds. A job that ends after a few nodes would cost more in messages than in work, so the
    /// bounds are doubled until a share of the slice is spent.
    fn search(
        &mut self,
        component: &Component,
        test: Nimber,
        mut bounds: (u64, u64),
    ) -> Result<Option<Outcome>, StopReason> {
        const LEAST_SHARE: u64 = 3;
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

    /// The most expensive facts within a budget of bytes, in their exact form. Of the others, a few times as many are
    /// kept for the next report; the rest stays in the table until the end.
    fn facts_to_send(&mut self, budget: u64) -> Vec<Fact> {
        const KEPT: usize = 4;
        let budget = usize::try_from(budget).unwrap_or(usize::MAX);
        for (component, nimber) in self.exchange.take_facts() {
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
        self.exchange.take_facts();
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

fn solver<G: Hints + 'static>(game: &G, settings: &WorkerSettings, exchange: Option<Arc<Exchange<G>>>) -> Solver<G> {
    let mut builder =
        Solver::builder(game.clone()).threads(settings.threads).seed(settings.seed).theorems(settings.theorems);
    if let Some(exchange) = exchange {
        builder = builder.fact_log(exchange.clone()).exchange(exchange);
    }
    builder.build()
}

/// Proves a fact again in an empty table. Also returns what this took.
fn verify<G: Hints + 'static>(
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
