//! The front for drivers: a run and a worker of any game by name, with messages as bytes.
//!
//! A driver needs to know neither the game nor what is in a message. It carries the bytes of [`ClusterWorker::hello`]
//! and [`ClusterWorker::run`] to the run, and the bytes of [`Step::Assign`] to the worker that is named there.
//!
//! ```
//! use grundy_cluster::{ClusterRun, ClusterWorker, Goal, Policy, Step, WorkerSettings};
//!
//! let folder = std::env::temp_dir().join(format!("grundy-cluster-doc-{}", std::process::id()));
//! let mut run = ClusterRun::open("sprouts", "8", Goal::Outcome, Policy::default(), &folder)?;
//! let mut worker = ClusterWorker::new("sprouts", "8", WorkerSettings { threads: 2, ..WorkerSettings::default() })?;
//! run.joined(0, &worker.hello())?;
//! let mut answer = None;
//! let mut seconds = 0.0;
//! 'run: loop {
//!     for step in run.step(seconds)? {
//!         match step {
//!             // A real driver sends the job to the machine of the worker and goes on.
//!             Step::Assign(worker_id, job) => run.reported(worker_id, &worker.run(&job)?)?,
//!             Step::Answered(found) => answer = Some(found),
//!             Step::Refuse(_, reason) | Step::Abort(reason) => panic!("{reason}"),
//!             Step::Done => break 'run,
//!         }
//!     }
//!     seconds += 0.01;
//! }
//! assert_eq!(answer.expect("an answer").outcome.to_string(), "loss");
//! # drop(run);
//! # std::fs::remove_dir_all(&folder).expect("a folder to remove");
//! # Ok::<(), grundy_cluster::ClusterError>(())
//! ```

use crate::event::{Action, Answer, Event, Policy, Totals, WorkerId};
use crate::frontier::{Goal, Question};
use crate::message::{Hello, Job, Report};
use crate::run::{Run, RunOpenError};
use crate::worker::{Worker, WorkerSettings};
use grundy_core::{Component, Hints, ParseError};
use grundy_games::{Kind, UnknownGame, WithGame, with_game};
use grundy_search::Interrupt;
use std::path::{Path, PathBuf};

/// Why a run or a worker cannot begin or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// No game has this name.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] ParseError),
    /// The log on disk.
    #[error(transparent)]
    Run(#[from] RunOpenError),
    /// Bytes that are not a message of this version.
    #[error("a message of {0} bytes cannot be read: it is damaged, or of another version")]
    Message(usize),
}

/// What a driver has to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Send these bytes to a worker, for [`ClusterWorker::run`].
    Assign(WorkerId, Vec<u8>),
    /// Dismiss a worker, for this reason.
    Refuse(WorkerId, String),
    /// The question is answered. The run goes on until [`Step::Done`]: facts are gathered.
    Answered(Answer),
    /// Nothing is left to do.
    Done,
    /// The run ends without an answer, for this reason.
    Abort(String),
}

/// The coordinator of a run, of any game, with its log in a folder.
pub struct ClusterRun {
    run: Box<dyn AnyRun>,
    arrived: Vec<Event>,
}

impl ClusterRun {
    /// Begins a run, or continues the one whose log is in the folder.
    ///
    /// # Errors
    /// If the game or the position cannot be read, or if the folder cannot be used, is in use, or belongs to another
    /// question.
    pub fn open(
        game: &str,
        position: &str,
        goal: Goal,
        policy: Policy,
        folder: &Path,
    ) -> Result<ClusterRun, ClusterError> {
        let open = Open { position: position.to_string(), goal, policy, folder: folder.to_path_buf() };
        Ok(ClusterRun { run: with_game(game, open)??, arrived: Vec::new() })
    }

    /// A worker has joined, with this hello. Numbers of workers are never used twice.
    ///
    /// # Errors
    /// If the bytes are no hello.
    pub fn joined(&mut self, worker: WorkerId, hello: &[u8]) -> Result<(), ClusterError> {
        self.arrived.push(Event::Joined(worker, read(Hello::from_bytes(hello), hello)?));
        Ok(())
    }

    /// A worker is gone, with its job.
    pub fn lost(&mut self, worker: WorkerId) {
        self.arrived.push(Event::Lost(worker));
    }

    /// A worker leaves on purpose, with the report of its interrupted job if it had one.
    ///
    /// # Errors
    /// If the bytes are no report.
    pub fn left(&mut self, worker: WorkerId, report: Option<&[u8]>) -> Result<(), ClusterError> {
        let report = report.map(|bytes| read(Report::from_bytes(bytes), bytes)).transpose()?;
        self.arrived.push(Event::Left(worker, report));
        Ok(())
    }

    /// A worker has done a job.
    ///
    /// # Errors
    /// If the bytes are no report. The worker should then be treated as lost.
    pub fn reported(&mut self, worker: WorkerId, report: &[u8]) -> Result<(), ClusterError> {
        self.arrived.push(Event::Reported(worker, read(Report::from_bytes(report), report)?));
        Ok(())
    }

    /// Handles everything that has arrived since the last call, at a time in seconds from any starting point. A driver
    /// calls it when something has arrived, and at least once a second, so that jobs without a report are given out
    /// again.
    ///
    /// # Errors
    /// If the log cannot be written.
    pub fn step(&mut self, now: f64) -> Result<Vec<Step>, ClusterError> {
        let mut events = std::mem::take(&mut self.arrived);
        events.push(Event::Tick);
        Ok(self.run.handle(events, now)?.into_iter().filter_map(as_step).collect())
    }

    /// Counts for the live view.
    pub fn totals(&mut self) -> Totals {
        self.run.totals()
    }

    /// Facts that were on disk when the run was opened.
    pub fn resumed(&self) -> u64 {
        self.run.resumed()
    }
}

/// A worker of any game.
pub struct ClusterWorker {
    worker: Box<dyn AnyWorker>,
    hello: Vec<u8>,
    interrupt: Interrupt,
}

impl ClusterWorker {
    /// A worker with an empty table, for a run of this position.
    ///
    /// # Errors
    /// If the game or the position cannot be read.
    pub fn new(game: &str, position: &str, settings: WorkerSettings) -> Result<ClusterWorker, ClusterError> {
        let interrupt = settings.interrupt.clone();
        let (worker, hello) = with_game(game, Make { position: position.to_string(), settings })??;
        Ok(ClusterWorker { worker, hello: hello.to_bytes(), interrupt })
    }

    /// The message with which it joins a run.
    pub fn hello(&self) -> Vec<u8> {
        self.hello.clone()
    }

    /// Does a job and returns its report. This takes as long as the job says, with all threads.
    ///
    /// # Errors
    /// If the bytes are no job.
    pub fn run(&mut self, job: &[u8]) -> Result<Vec<u8>, ClusterError> {
        let job = read(Job::from_bytes(job), job)?;
        Ok(self.worker.run(&job).to_bytes())
    }

    /// Ends the present job early when it is raised: its report has what was found so far.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }
}

fn read<T, E>(message: Result<T, E>, bytes: &[u8]) -> Result<T, ClusterError> {
    message.map_err(|_| ClusterError::Message(bytes.len()))
}

fn as_step(action: Action) -> Option<Step> {
    Some(match action {
        Action::Assign(worker, job) => Step::Assign(worker, job.to_bytes()),
        Action::Refuse(worker, reason) => Step::Refuse(worker, reason),
        Action::Answered(answer) => Step::Answered(answer),
        Action::Done => Step::Done,
        Action::Abort(error) => Step::Abort(error.to_string()),
        // The run has written them.
        Action::LogFacts(_) | Action::LogFrontier(_) => return None,
    })
}

/// A run whose game is not known any more.
trait AnyRun: Send {
    fn handle(&mut self, events: Vec<Event>, now: f64) -> Result<Vec<Action>, RunOpenError>;
    fn totals(&mut self) -> Totals;
    fn resumed(&self) -> u64;
}

impl<G: Hints> AnyRun for Run<G> {
    fn handle(&mut self, events: Vec<Event>, now: f64) -> Result<Vec<Action>, RunOpenError> {
        Run::handle(self, events, now)
    }

    fn totals(&mut self) -> Totals {
        Run::totals(self)
    }

    fn resumed(&self) -> u64 {
        Run::resumed(self)
    }
}

/// A worker whose game is not known any more.
trait AnyWorker: Send {
    fn run(&mut self, job: &Job) -> Report;
}

impl<G: Hints + 'static> AnyWorker for Worker<G> {
    fn run(&mut self, job: &Job) -> Report {
        Worker::run(self, job)
    }
}

struct Open {
    position: String,
    goal: Goal,
    policy: Policy,
    folder: PathBuf,
}

impl WithGame for Open {
    type Output = Result<Box<dyn AnyRun>, ClusterError>;

    fn with<G: Hints + 'static>(self, game: G, _: Kind) -> Self::Output {
        let question = Question { components: components(&game, &self.position)?, goal: self.goal };
        Ok(Box::new(Run::open(&self.folder, game, &self.position, &question, self.policy)?))
    }
}

struct Make {
    position: String,
    settings: WorkerSettings,
}

impl WithGame for Make {
    type Output = Result<(Box<dyn AnyWorker>, Hello), ClusterError>;

    fn with<G: Hints + 'static>(self, game: G, _: Kind) -> Self::Output {
        let components = components(&game, &self.position)?;
        let worker = Worker::new(game, self.settings);
        let hello = worker.hello(&components);
        Ok((Box::new(worker), hello))
    }
}

fn components<G: Hints>(game: &G, text: &str) -> Result<Vec<Component>, ParseError> {
    Ok(game.parse(text)?.components().to_vec())
}
