//! A search on many machines, for the driver in `grundy.cluster`: the coordinator of a run, and a worker.
//!
//! Messages are bytes. Nothing here knows a network: the driver carries them.

use crate::engine::read_memory;
use crate::errors::{Failure, bad_input, exception, parse_error, raise};
use crate::memory;
use crate::run::{Service, run};
use crate::session::unknown;
use grundy::core::Outcome;
use grundy::search::{Interrupt, Stats};
use grundy_cluster::{ClusterError, Goal, Policy, Step, Totals, WorkerSettings};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

/// What a driver has to do: `assign` (worker, bytes), `refuse` (worker, reason), `answered` (outcome, nimber), `done`,
/// `abort` (reason).
type StepOf = (&'static str, Option<u64>, Option<Py<PyBytes>>, Option<String>, Option<u32>);

/// Workers, running jobs, jobs, failed jobs, nodes, facts; verified facts, parts, couples, rung of rungs, numbers.
type TotalsOf = ((usize, usize, u64, u64, u64, usize), (u64, usize, u64, (usize, usize), Option<(u64, u64)>));

/// The coordinator of a run, with its log in a folder.
#[pyclass(frozen, module = "grundy._engine")]
pub struct ClusterRun {
    /// Until it is closed.
    run: Mutex<Option<grundy_cluster::ClusterRun>>,
}

#[pymethods]
impl ClusterRun {
    #[new]
    #[pyo3(signature = (game, position, folder, *, nimber, slice_seconds, lease_seconds, verify_one_in))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn new(
        py: Python<'_>,
        game: &str,
        position: &str,
        folder: PathBuf,
        nimber: bool,
        slice_seconds: f64,
        lease_seconds: f64,
        verify_one_in: u64,
    ) -> PyResult<Self> {
        let goal = if nimber { Goal::Nimber } else { Goal::Outcome };
        let slice_millis = Some((slice_seconds * 1000.0).max(1.0) as u64);
        let policy = Policy { slice_millis, lease_seconds, verify_one_in, ..Policy::default() };
        let opened =
            run(py, &Service::default(), || grundy_cluster::ClusterRun::open(game, position, goal, policy, &folder))?;
        Ok(ClusterRun { run: Mutex::new(Some(opened.map_err(|error| failed(py, error))?)) })
    }

    /// A worker has joined, with this hello.
    fn joined(&self, py: Python<'_>, worker: u64, hello: &[u8]) -> PyResult<()> {
        self.with(py, |run| run.joined(worker, hello))
    }

    /// A worker is gone, with its job.
    fn lost(&self, py: Python<'_>, worker: u64) -> PyResult<()> {
        self.with(py, |run| {
            run.lost(worker);
            Ok(())
        })
    }

    /// A worker leaves on purpose, with the report of its interrupted job if it had one.
    fn left(&self, py: Python<'_>, worker: u64, report: Option<&[u8]>) -> PyResult<()> {
        self.with(py, |run| run.left(worker, report))
    }

    /// A worker has done a job.
    fn reported(&self, py: Python<'_>, worker: u64, report: &[u8]) -> PyResult<()> {
        self.with(py, |run| run.reported(worker, report))
    }

    /// Handles everything that has arrived, at a time in seconds.
    fn step(&self, py: Python<'_>, now: f64) -> PyResult<Vec<StepOf>> {
        let steps = py.detach(|| self.locked().as_mut().map(|run| run.step(now)));
        let steps = steps.ok_or_else(|| closed(py))?.map_err(|error| failed(py, error))?;
        Ok(steps.into_iter().map(|step| as_tuple(py, step)).collect())
    }

    /// Counts for the live view.
    fn totals(&self, py: Python<'_>) -> PyResult<TotalsOf> {
        let of: Totals = self.with(py, |run| Ok(run.totals()))?;
        let work = (of.workers, of.running, of.jobs, of.failed, of.nodes, of.facts);
        Ok((work, (of.verified, of.parts, of.couples, of.rung, of.numbers)))
    }

    /// Facts that were on disk when the run was opened.
    fn resumed(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |run| Ok(run.resumed()))
    }

    /// Closes the log and unlocks the folder.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.locked().take()));
    }
}

impl ClusterRun {
    fn locked(&self) -> MutexGuard<'_, Option<grundy_cluster::ClusterRun>> {
        self.run.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn with<T>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut grundy_cluster::ClusterRun) -> Result<T, ClusterError>,
    ) -> PyResult<T> {
        self.locked().as_mut().map_or_else(|| Err(closed(py)), |run| call(run).map_err(|error| failed(py, error)))
    }
}

/// A worker: the solver of a machine.
#[pyclass(frozen, module = "grundy._engine")]
pub struct ClusterWorker {
    worker: Mutex<grundy_cluster::ClusterWorker>,
    interrupt: Interrupt,
}

#[pymethods]
impl ClusterWorker {
    /// Without a limit, the memory of the machine is divided among `sharing` workers.
    #[new]
    #[pyo3(signature = (game, position, *, threads, memory, sharing, seed))]
    fn new(
        py: Python<'_>,
        game: &str,
        position: &str,
        threads: usize,
        memory: Option<&Bound<'_, PyAny>>,
        sharing: usize,
        seed: u64,
    ) -> PyResult<Self> {
        let bytes = match memory {
            Some(memory) => Some(read_memory(memory)?),
            None => memory::default_limit().map(|free| free / sharing.max(1)),
        };
        let memory = bytes.map(memory::for_search);
        let settings = WorkerSettings { threads: threads.max(1), memory, seed, ..WorkerSettings::default() };
        let made = run(py, &Service::default(), || grundy_cluster::ClusterWorker::new(game, position, settings))?;
        let worker = made.map_err(|error| failed(py, error))?;
        let interrupt = worker.interrupt();
        Ok(ClusterWorker { worker: Mutex::new(worker), interrupt })
    }

    /// The message with which it joins a run.
    fn hello<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let hello = py.detach(|| self.worker.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).hello());
        PyBytes::new(py, &hello)
    }

    /// Does a job and returns its report.
    fn run<'py>(&self, py: Python<'py>, job: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let service = Service { interrupt: self.interrupt.clone(), ..Service::default() };
        let report =
            run(py, &service, || self.worker.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).run(job))?;
        Ok(PyBytes::new(py, &report.map_err(|error| failed(py, error))?))
    }

    /// Ends the present job early. Its report has what was found so far.
    fn interrupt(&self) {
        self.interrupt.raise();
    }
}

fn as_tuple(py: Python<'_>, step: Step) -> StepOf {
    match step {
        Step::Assign(worker, job) => ("assign", Some(worker), Some(PyBytes::new(py, &job).unbind()), None, None),
        Step::Refuse(worker, reason) => ("refuse", Some(worker), None, Some(reason), None),
        Step::Answered(answer) => {
            let outcome = answer.nimber.map_or(answer.outcome, Outcome::of).letter().to_string();
            ("answered", None, None, Some(outcome), answer.nimber.map(|nimber| nimber.get()))
        }
        Step::Done => ("done", None, None, None, None),
        Step::Abort(reason) => ("abort", None, None, Some(reason), None),
    }
}

fn closed(py: Python<'_>) -> PyErr {
    exception(py, "StoreError", ("the run is closed".to_string(),))
}

fn failed(py: Python<'_>, error: ClusterError) -> PyErr {
    match error {
        ClusterError::Game(error) => unknown(py, &error),
        ClusterError::Position(error) => parse_error(py, &error),
        ClusterError::Run(error) => raise(py, Failure::Store(error.to_string()), &Stats::default()),
        other => bad_input(py, other.to_string()),
    }
}
