//! The coordinator: events in, actions out.
//!
//! It keeps the frontier, gives the most promising free leaf to each idle worker, enters what workers report, passes
//! facts on, and expands leaves that a worker did not decide. It knows no clock and no network: the driver says what
//! time it is and carries the actions out.
//!
//! # Invariants
//! - The frontier counts a job from the moment it is given out until its report, the loss of its worker or the end of
//!   its lease.
//! - Every fact is compared with what is known before it is used. A contradiction ends the run without an answer.

use crate::couples::Board;
use crate::event::{Action, Answer, Event, Policy, Record, RunError, Totals, WorkerId};
use crate::frontier::{Frontier, Goal, Leaf, News, PartId, Question};
use crate::message::{Fact, Hello, Job, JobId, JobKind, Report, Verdict, nimber};
use crate::share::{Entered, Ledger};
use grundy_core::{Component, Hints, Nimber};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A job that is out.
struct Out {
    worker: WorkerId,
    target: Target,
    rung: usize,
    since: f64,
    /// It outlived its lease: the leaf was given to another worker.
    stale: bool,
}

#[derive(Clone)]
enum Target {
    Leaf(Leaf),
    Verify(Fact),
    Gather,
}

/// The state of a run.
pub struct Coordinator<G: Hints> {
    frontier: Frontier<G>,
    policy: Policy,
    question: Vec<Component>,
    /// What is solved, in order; the question last.
    rungs: Vec<(Vec<PartId>, Goal)>,
    rung: usize,
    ledger: Ledger,
    board: Arc<Mutex<Board>>,
    workers: BTreeSet<WorkerId>,
    idle: BTreeSet<WorkerId>,
    out: BTreeMap<JobId, Out>,
    next_job: JobId,
    to_verify: VecDeque<(Fact, WorkerId)>,
    /// Numbers for the log.
    records: Vec<Record>,
    received: u64,
    /// Workers that have handed over all their facts.
    gathered: HashMap<WorkerId, bool>,
    answer: Option<Answer>,
    over: bool,
    totals: Totals,
    /// The couples on the way to the last leaf of each worker: its table knows what is below them.
    homes: HashMap<WorkerId, Vec<(PartId, Nimber)>>,
}

impl<G: Hints> Coordinator<G> {
    /// A run that starts from nothing.
    pub fn new(game: G, question: &Question, policy: Policy) -> Self {
        let board = Arc::new(Mutex::new(Board::new()));
        let mut frontier = Frontier::new(game, policy.theorems, board.clone(), policy.verify_one_in);
        let mut rungs = Vec::new();
        if policy.ladder {
            for rung in frontier.game().ladder(&question.components) {
                rungs.push((frontier.intern_all(&rung), Goal::Outcome));
            }
        }
        rungs.push((frontier.intern_all(&question.components), question.goal));
        frontier.restart(&rungs[0].0);
        Coordinator {
            frontier,
            policy,
            question: question.components.clone(),
            rungs,
            rung: 0,
            ledger: Ledger::default(),
            board,
            workers: BTreeSet::new(),
            idle: BTreeSet::new(),
            out: BTreeMap::new(),
            next_job: 0,
            to_verify: VecDeque::new(),
            records: Vec::new(),
            received: 0,
            gathered: HashMap::new(),
            answer: None,
            over: false,
            totals: Totals::default(),
            homes: HashMap::new(),
        }
    }

    /// Repeats what an earlier run logged: facts and changes of the frontier.
    ///
    /// # Errors
    /// If the facts contradict each other.
    pub fn resume(
        &mut self,
        facts: impl IntoIterator<Item = (Component, Nimber)>,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<(), RunError> {
        for (component, nimber) in facts {
            let cost = self.frontier.game().estimate(&component).difficulty;
            self.enter(Fact { component: component.to_vec(), nimber: nimber.get(), cost }, None)?;
        }
        for record in records {
            match record {
                Record::Rung(rung) => {
                    self.rung = usize::try_from(rung).unwrap_or(usize::MAX).min(self.rungs.len() - 1);
                    self.frontier.restart(&self.rungs[self.rung].0);
                }
                Record::Expanded(component) => {
                    if let Some(id) = self.frontier.find(&component) {
                        self.frontier.expand(id);
                        self.enter_known_parts()?;
                    }
                }
                Record::NotNimber(component, nimber) => {
                    if let Some(id) = self.frontier.find(&component) {
                        self.frontier.learn_not(id, nimber);
                    }
                }
                Record::Numbers(component, nimber, proof, disproof) => {
                    if let Some(id) = self.frontier.find(&component) {
                        self.frontier.report_numbers(id, nimber, proof, disproof);
                    }
                }
            }
        }
        self.frontier.settle();
        self.frontier.take_news();
        self.ledger.mark_logged();
        self.consistent()
    }

    /// The message with which a worker has to join, but for its threads.
    pub fn expected_hello(&self) -> Hello {
        Hello::new(self.frontier.game(), &self.question, 0)
    }

    /// Counts for the live view.
    pub fn totals(&mut self) -> Totals {
        let numbers = self.rungs.get(self.rung).cloned().and_then(|(parts, goal)| self.frontier.numbers(&parts, goal));
        Totals {
            workers: self.workers.len(),
            running: self.out.len(),
            facts: self.ledger.len(),
            couples: self.board().entered(),
            parts: self.frontier.len(),
            rung: ((self.rung + 1).min(self.rungs.len()), self.rungs.len()),
            numbers,
            ..self.totals
        }
    }

    /// The answer, once it is known.
    pub fn answer(&self) -> Option<Answer> {
        self.answer
    }

    /// Takes an event at a time in seconds, from any starting point, and says what to do.
    pub fn handle(&mut self, event: Event, now: f64) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.over {
            return actions;
        }
        let entered = match event {
            Event::Joined(worker, hello) => {
                self.join(worker, &hello, &mut actions);
                Ok(())
            }
            Event::Lost(worker) => {
                self.lose(worker);
                Ok(())
            }
            Event::Left(worker, report) => {
                let entered = report.map_or(Ok(()), |report| self.report(worker, report));
                self.lose(worker);
                entered
            }
            Event::Reported(worker, report) => self.report(worker, report),
            Event::Tick => {
                self.expire(now);
                Ok(())
            }
        };
        if let Err(error) = entered.and_then(|()| self.consistent()) {
            self.over = true;
            return vec![Action::Abort(error)];
        }
        loop {
            self.log(&mut actions);
            self.conclude(&mut actions);
            self.give_out(now, &mut actions);
            // Expanding leaves for the idle workers may have answered the question.
            if !self.is_rung_answered() {
                break;
            }
        }
        if let Err(error) = self.consistent() {
            self.over = true;
            return vec![Action::Abort(error)];
        }
        self.log(&mut actions);
        self.finish(&mut actions);
        actions
    }

    fn join(&mut self, worker: WorkerId, hello: &Hello, actions: &mut Vec<Action>) {
        let expected = self.expected_hello();
        let same = Hello { threads: 0, ..hello.clone() } == expected;
        if same {
            self.workers.insert(worker);
            self.idle.insert(worker);
        } else {
            let reason = format!(
                "it is version {} for {} with signature {:016x}; this run needs version {} for {} with signature {:016x}",
                hello.version, hello.game, hello.signature, expected.version, expected.game, expected.signature
            );
            actions.push(Action::Refuse(worker, reason));
        }
    }

    fn lose(&mut self, worker: WorkerId) {
        self.workers.remove(&worker);
        self.idle.remove(&worker);
        self.gathered.remove(&worker);
        self.homes.remove(&worker);
        self.ledger.forget(worker);
        self.board().forget(worker);
        let jobs: Vec<JobId> = self.out.iter().filter(|(_, out)| out.worker == worker).map(|(&id, _)| id).collect();
        for id in jobs {
            if let Some(out) = self.out.remove(&id) {
                self.totals.failed += 1;
                self.give_back(&out, true);
            }
        }
    }

    /// A job ended without a result.
    fn give_back(&mut self, out: &Out, failed: bool) {
        self.end(out);
        match &out.target {
            Target::Leaf(leaf) if failed && !out.stale => {
                self.frontier.part_mut(leaf.part).failures += 1;
                if self.frontier.part(leaf.part).failures >= self.policy.attempts {
                    self.frontier.expand(leaf.part);
                }
            }
            Target::Verify(fact) if !out.stale => self.to_verify.push_back((fact.clone(), out.worker)),
            Target::Leaf(..) | Target::Verify(_) | Target::Gather => {}
        }
    }

    /// The frontier does not count this job any more.
    fn end(&mut self, out: &Out) {
        if let (Target::Leaf(leaf), false) = (&out.target, out.stale) {
            self.frontier.end(leaf);
        }
    }

    /// Jobs that outlived their lease are given out again, and the end of the run does not wait for them. Their reports
    /// are welcome when they come.
    fn expire(&mut self, now: f64) {
        let lease = self.policy.lease_seconds;
        for out in self.out.values_mut().filter(|out| !out.stale && now - out.since > lease) {
            out.stale = true;
            match &out.target {
                Target::Leaf(leaf) => self.frontier.end(leaf),
                Target::Verify(fact) => self.to_verify.push_back((fact.clone(), out.worker)),
                Target::Gather => {}
            }
        }
    }

    fn report(&mut self, worker: WorkerId, report: Report) -> Result<(), RunError> {
        if !self.workers.contains(&worker) {
            return Ok(());
        }
        let out = self.out.remove(&report.id);
        if !self.out.values().any(|out| out.worker == worker) {
            self.idle.insert(worker);
        }
        self.gathered.insert(worker, !report.more_facts);
        for fact in report.facts {
            self.received += 1;
            let sampled = self.policy.verify_one_in > 0 && self.received.is_multiple_of(self.policy.verify_one_in);
            if sampled {
                self.to_verify.push_back((fact.clone(), worker));
            }
            self.enter(fact, Some(worker))?;
        }
        // Couples are of use for the rung in which they were found.
        let couples = if out.as_ref().is_some_and(|out| out.rung == self.rung) { report.couples } else { Vec::new() };
        for couple in couples {
            if self.board().enter(couple, worker) {
                self.frontier.report_couple(&couple);
            }
        }
        self.frontier.settle();
        // A report that comes a second time has nothing else to say.
        let Some(out) = out else { return Ok(()) };
        self.totals.jobs += 1;
        self.totals.nodes += report.nodes;
        self.totals.expansions += report.expansions;
        match (out.target.clone(), report.verdict) {
            (_, Verdict::Contradiction(what)) => return Err(RunError::Contradiction(what)),
            (_, Verdict::Failed(_)) => {
                self.totals.failed += 1;
                self.give_back(&out, true);
            }
            (Target::Verify(fact), Verdict::Nimber(found)) if found == fact.nimber => self.totals.verified += 1,
            (Target::Verify(_) | Target::Gather, _) | (_, Verdict::Unverified) => self.end(&out),
            (Target::Leaf(Leaf { part, .. }), Verdict::Nimber(found)) => {
                self.end(&out);
                let component = self.frontier.part(part).bytes.to_vec();
                let cost = u32::MAX;
                self.enter(Fact { component, nimber: found, cost }, Some(worker))?;
            }
            (Target::Leaf(Leaf { part, nimber: test, .. }), Verdict::NotNimber) => {
                self.end(&out);
                self.frontier.learn_not(part, test);
            }
            (Target::Leaf(Leaf { part, nimber: test, .. }), Verdict::Open { proof, disproof }) => {
                self.end(&out);
                self.frontier.report_numbers(part, test, proof, disproof);
                self.frontier.settle();
                if self.frontier.part(part).is_leaf() {
                    let component = self.frontier.part(part).bytes.clone();
                    self.records.push(Record::Numbers(component, test, proof, disproof));
                }
            }
        }
        Ok(())
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The couples of all workers, for a simulation.
    pub(crate) fn shared_board(&self) -> Arc<Mutex<Board>> {
        self.board.clone()
    }

    /// Enters a fact: into the ledger, and into the frontier if the component was met there.
    fn enter(&mut self, fact: Fact, from: Option<WorkerId>) -> Result<(), RunError> {
        if let Some(part) = self.frontier.find(&fact.component) {
            self.frontier.learn(part, nimber(fact.nimber));
            self.consistent()?;
        }
        let (component, claimed) = (fact.component.clone(), fact.nimber);
        match self.ledger.enter(fact, from) {
            Entered::Contradiction(known) => {
                let text = self.frontier.game().write(&component);
                Err(RunError::Contradiction(format!("{text} is said to have nimbers {known} and {claimed}")))
            }
            Entered::New | Entered::Known => Ok(()),
        }
    }

    /// Parts that came into the frontier may have facts in the ledger already.
    fn enter_known_parts(&mut self) -> Result<(), RunError> {
        for (part, known) in self.frontier.unknown_parts(|component| self.ledger.nimber(component)) {
            self.frontier.learn(part, nimber(known));
        }
        self.consistent()
    }

    fn consistent(&self) -> Result<(), RunError> {
        match self.frontier.contradiction() {
            Some(what) => Err(RunError::Contradiction(what.to_string())),
            None => Ok(()),
        }
    }

    /// What was found out goes to the log; facts that the coordinator concluded are shared.
    fn log(&mut self, actions: &mut Vec<Action>) {
        let mut records = std::mem::take(&mut self.records);
        for news in self.frontier.take_news() {
            let bytes = |id: PartId| self.frontier.part(id).bytes.clone();
            match news {
                News::Nimber(part, nimber) => {
                    let component = bytes(part).to_vec();
                    self.ledger.enter(Fact { component, nimber: nimber.get(), cost: u32::MAX }, None);
                }
                News::NotNimber(part, nimber) => records.push(Record::NotNimber(bytes(part), nimber)),
                News::Expanded(part) => records.push(Record::Expanded(bytes(part))),
            }
        }
        let facts = self.ledger.take_unlogged();
        if !facts.is_empty() {
            actions.push(Action::LogFacts(facts));
        }
        if !records.is_empty() {
            actions.push(Action::LogFrontier(records));
        }
    }

    /// Goes on to the next rung as long as the present one is answered.
    fn conclude(&mut self, actions: &mut Vec<Action>) {
        while let Some((parts, goal)) = self.rungs.get(self.rung) {
            let Some((outcome, nimber)) = self.frontier.answer(parts, *goal) else { return };
            self.rung += 1;
            if let Some((next, _)) = self.rungs.get(self.rung) {
                self.frontier.restart(next);
                self.board().clear();
                self.homes.clear();
                // Jobs of the last rung are still out; what they report is used.
                for out in self.out.values_mut().filter(|out| !out.stale) {
                    if let Target::Leaf(leaf) = &out.target {
                        self.frontier.end(leaf);
                        out.stale = true;
                    }
                }
                self.records.push(Record::Rung(u32::try_from(self.rung).unwrap_or(u32::MAX)));
            } else {
                let answer = Answer { outcome, nimber };
                self.answer = Some(answer);
                actions.push(Action::Answered(answer));
            }
        }
    }

    fn is_rung_answered(&self) -> bool {
        self.rungs.get(self.rung).is_some_and(|(parts, goal)| self.frontier.answer(parts, *goal).is_some())
    }

    /// Gives a job to every idle worker.
    fn give_out(&mut self, now: f64, actions: &mut Vec<Action>) {
        let idle: Vec<WorkerId> = self.idle.iter().copied().collect();
        for worker in idle {
            let Some(target) = self.next_target(worker) else { continue };
            self.idle.remove(&worker);
            let id = self.next_job;
            self.next_job += 1;
            let kind = match &target {
                Target::Leaf(leaf) => {
                    let known = self.frontier.part(leaf.part);
                    JobKind::Decide {
                        component: known.bytes.to_vec(),
                        nimber: leaf.nimber.get(),
                        proof: leaf.bounds.proof,
                        disproof: leaf.bounds.disproof,
                    }
                }
                Target::Verify(fact) => JobKind::Verify { component: fact.component.clone(), nimber: fact.nimber },
                Target::Gather => JobKind::Gather,
            };
            let gathers = matches!(target, Target::Gather);
            let job = Job {
                id,
                kind,
                rung: u32::try_from(self.rung).unwrap_or(u32::MAX),
                nodes: self.policy.slice_nodes,
                millis: self.policy.slice_millis,
                facts: if gathers { Vec::new() } else { self.ledger.serve(worker, self.policy.share_down) },
                couples: if gathers { Vec::new() } else { self.board().serve(worker, self.policy.couples_down) },
                verify_one_in: self.policy.verify_one_in,
                couple_bytes: if gathers { 0 } else { self.policy.couples_up },
                share_bytes: if gathers { 8 << 20 } else { self.policy.share_up },
            };
            self.out.insert(id, Out { worker, target, rung: self.rung, since: now, stale: false });
            actions.push(Action::Assign(worker, job));
        }
    }

    /// What a worker should do next.
    fn next_target(&mut self, worker: WorkerId) -> Option<Target> {
        if self.answer.is_some() {
            let has_more = self.policy.gather && !self.gathered.get(&worker).copied().unwrap_or(false);
            return has_more.then_some(Target::Gather);
        }
        // A sample of what others reported comes first, now and then; with one worker, of its own facts too.
        let other = self.to_verify.iter().position(|(_, from)| *from != worker || self.workers.len() == 1);
        if let Some((fact, _)) = other.and_then(|at| self.to_verify.remove(at)) {
            return Some(Target::Verify(fact));
        }
        let leaf = self.next_leaf(worker)?;
        self.frontier.begin(&leaf);
        self.homes.insert(worker, leaf.path.clone());
        Some(Target::Leaf(leaf))
    }

    /// The most promising leaf that no job searches. Where the walk ends at one that is being searched, that leaf is
    /// expanded: at the start of a rung the question itself is the only one.
    fn next_leaf(&mut self, worker: WorkerId) -> Option<Leaf> {
        let (parts, goal) = self.rungs.get(self.rung)?.clone();
        let home = self.homes.remove(&worker).unwrap_or_default();
        loop {
            let leaf = self.frontier.select(&parts, goal, &home)?;
            if !self.frontier.is_searched(&leaf) {
                return Some(leaf);
            }
            self.frontier.expand(leaf.part);
            self.enter_known_parts().ok()?;
            if self.is_rung_answered() {
                return None;
            }
        }
    }

    /// After the answer: the run is over when all facts are here.
    fn finish(&mut self, actions: &mut Vec<Action>) {
        let waits = self.out.values().any(|out| self.policy.gather && self.workers.contains(&out.worker) && !out.stale);
        if self.answer.is_some() && !waits {
            self.over = true;
            actions.push(Action::Done);
        }
    }
}
