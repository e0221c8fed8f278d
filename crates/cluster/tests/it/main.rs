//! Whole runs in one process: a loop carries messages between the coordinator and real workers.

#![allow(missing_docs)]

mod answers;
mod failures;
mod front;
mod resume;
mod simulation;

use grundy_cluster::{
    Action, Answer, Coordinator, Event, Goal, Job, Policy, Question, RunError, Worker, WorkerId, WorkerSettings,
};
use grundy_core::{Hints, Nimber, Outcome};
use grundy_search::Solver;
use std::collections::VecDeque;

/// A policy with jobs so short that the frontier has work to do.
pub fn small_jobs(slice_nodes: u64) -> Policy {
    Policy { slice_nodes: Some(slice_nodes), slice_millis: None, verify_one_in: 31, ..Policy::default() }
}

/// The question about a text.
pub fn question<G: Hints>(game: &G, text: &str, goal: Goal) -> Question {
    Question { components: game.parse(text).expect("a position").components().to_vec(), goal }
}

/// The answer of one machine.
pub fn alone<G: Hints>(game: &G, question: &Question) -> Answer {
    let mut solver = Solver::new(game.clone());
    match question.goal {
        Goal::Outcome => Answer { outcome: solver.outcome(&question.components).expect("an answer"), nimber: None },
        Goal::Nimber => {
            let nimber = solver.nimber(&question.components).expect("an answer");
            Answer { outcome: Outcome::of(nimber), nimber: Some(nimber) }
        }
    }
}

/// A cluster in one process.
pub struct Local<G: Hints + 'static> {
    pub game: G,
    pub coordinator: Coordinator<G>,
    pub workers: Vec<(WorkerId, Worker<G>)>,
    pub queue: VecDeque<(WorkerId, Job)>,
    pub facts: Vec<(Vec<u8>, Nimber)>,
    question: Question,
    next: WorkerId,
    pub time: f64,
    pub answer: Option<Result<Answer, RunError>>,
    pub done: bool,
}

impl<G: Hints + 'static> Local<G> {
    pub fn new(game: G, question: Question, policy: Policy, workers: usize) -> Self {
        let coordinator = Coordinator::new(game.clone(), &question, policy);
        let mut local = Local {
            game,
            coordinator,
            workers: Vec::new(),
            queue: VecDeque::new(),
            facts: Vec::new(),
            question,
            next: 0,
            time: 0.0,
            answer: None,
            done: false,
        };
        for _ in 0..workers {
            local.join();
        }
        local
    }

    pub fn join(&mut self) -> WorkerId {
        let id = self.next;
        self.next += 1;
        let worker = Worker::new(self.game.clone(), WorkerSettings { seed: id, ..WorkerSettings::default() });
        let hello = worker.hello(&self.question.components);
        self.workers.push((id, worker));
        self.tell(Event::Joined(id, hello));
        id
    }

    /// A worker dies with its job.
    pub fn kill(&mut self, id: WorkerId) {
        self.workers.retain(|(other, _)| *other != id);
        self.queue.retain(|(other, _)| *other != id);
        self.tell(Event::Lost(id));
    }

    pub fn tell(&mut self, event: Event) {
        self.time += 0.1;
        for action in self.coordinator.handle(event, self.time) {
            match action {
                Action::Assign(worker, job) => self.queue.push_back((worker, job)),
                Action::Answered(answer) => self.answer = Some(Ok(answer)),
                Action::Abort(error) => self.answer = Some(Err(error)),
                Action::LogFacts(facts) => self.facts.extend(facts.into_iter().map(|(c, n)| (c.to_vec(), n))),
                Action::Done => self.done = true,
                Action::LogFrontier(_) => {}
                Action::Refuse(worker, reason) => panic!("worker {worker} was refused: {reason}"),
            }
        }
    }

    /// Does the job that waits longest. Returns whether there was one.
    pub fn step(&mut self) -> bool {
        let Some((id, job)) = self.queue.pop_front() else { return false };
        // Messages travel as bytes.
        let job = Job::from_bytes(&job.to_bytes()).expect("a job");
        if let Some((_, worker)) = self.workers.iter_mut().find(|(other, _)| *other == id) {
            let report = worker.run(&job);
            let report = grundy_cluster::Report::from_bytes(&report.to_bytes()).expect("a report");
            self.tell(Event::Reported(id, report));
        }
        true
    }

    /// Runs to the end.
    pub fn run(&mut self) -> Answer {
        while !self.done && self.answer.as_ref().is_none_or(Result::is_ok) {
            assert!(self.step(), "no job is out and there is no answer");
        }
        self.answer.clone().expect("an end").expect("an answer")
    }
}
