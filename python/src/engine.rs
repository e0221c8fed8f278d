//! The class `Engine`: one game with its facts, as the Python class `Solver` uses it.

use crate::amounts;
use crate::desk::Desk;
use crate::errors::{Failure, bad_input, counts, exception, raise};
use crate::memory;
use crate::own_game::OwnGame;
use crate::rules::Rules;
use crate::run::{Service, Watcher, run};
use crate::session::{OpenSession, Room, Session, unknown};
use grundy::core::{Move, Outcome};
use grundy::games::with_game;
use grundy::proof::{Effort, Goal};
use grundy::search::{Interrupt, Limits, Settings, Shuffled, Stats, Traversal};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

/// How long a thread sleeps that waits for another one's search to end.
const WAIT: Duration = Duration::from_millis(5);

type Counts = (u64, u64, u64, u64, u64);

/// One game with its facts.
#[pyclass(frozen, module = "grundy._engine")]
pub struct Engine {
    session: Mutex<Box<dyn Session>>,
    /// Of a game written in Python.
    desk: Option<Desk>,
    /// How many threads search.
    threads: usize,
    interrupt: Interrupt,
    watcher: Watcher,
    /// Counts when the last question ended.
    stats: Mutex<Stats>,
    /// A panic left the session in an unknown state.
    broken: AtomicBool,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (game, *, threads, memory, time, nodes, seed, store, search))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn new(
        game: &Bound<'_, PyAny>,
        threads: Option<usize>,
        memory: Option<&Bound<'_, PyAny>>,
        time: Option<&Bound<'_, PyAny>>,
        nodes: Option<u64>,
        seed: Option<u64>,
        store: Option<PathBuf>,
        search: &str,
    ) -> PyResult<Self> {
        let py = game.py();
        let is_own = !game.is_instance_of::<PyString>();
        // The interpreter runs the rules of a game written in Python one at a time.
        let all = if is_own { 1 } else { std::thread::available_parallelism().map_or(1, NonZero::get) };
        let threads = threads.unwrap_or(all);
        amounts::threads(&threads.to_string()).map_err(|error| PyValueError::new_err(format!("threads: {error}")))?;
        let bytes = match memory {
            Some(memory) => Some(read_memory(memory)?),
            None => memory::default_limit(),
        };
        let interrupt = Interrupt::default();
        let limits = Limits {
            nodes,
            time: time.map(read_time).transpose()?,
            memory: bytes.map(memory::for_search),
            interrupt: interrupt.clone(),
        };
        let traversal = match (search, seed) {
            ("dfpn", _) => Traversal::DfPn,
            ("pn", _) => Traversal::ProofNumber,
            ("dfs", None) => Traversal::depth_first(),
            ("dfs", Some(seed)) => Traversal::DepthFirst(Arc::new(Shuffled { seed })),
            _ => return Err(PyValueError::new_err(format!("search {search:?}: expected dfpn, pn or dfs"))),
        };
        let watcher = Watcher::default();
        let observer = Some(Arc::new(watcher.clone()) as _);
        let settings =
            Settings { traversal, limits, threads, seed: seed.unwrap_or(0), observer, ..Settings::default() };
        let service = Service { interrupt: interrupt.clone(), ..Service::default() };
        let (opened, desk) = if let Ok(name) = game.cast::<PyString>() {
            let (name, store) = (name.extract::<String>()?, store.as_deref());
            let opened = run(py, &service, || with_game(&name, OpenSession { settings, store }))?;
            (opened.map_err(|error| unknown(py, &error))?, None)
        } else {
            let rules = Rules::new(game)?;
            if store.is_some() {
                return Err(PyValueError::new_err("store: only games that the engine knows by name have a store"));
            }
            let desk = Desk::new(rules);
            let own = OwnGame::new(own_name(game)?, desk.clone());
            (Room::open(own, settings, None).map(|room| Box::new(room) as Box<dyn Session>), Some(desk))
        };
        let session = opened.map_err(|failure| raise(py, failure, &Stats::default()))?;
        Ok(Engine {
            session: Mutex::new(session),
            desk,
            threads,
            interrupt,
            watcher,
            stats: Mutex::default(),
            broken: AtomicBool::new(false),
        })
    }

    /// The name of the game.
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.lock(py)?.name())
    }

    /// Raises `grundy.ParseError` unless it is a position.
    fn check(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = self.text(position)?;
        self.ask(py, None, move |session| session.check(&text))
    }

    /// `W` or `L`.
    #[pyo3(signature = (position, progress=None))]
    fn outcome(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<char> {
        let text = self.text(position)?;
        self.ask(py, progress, move |session| session.outcome(&text)).map(Outcome::letter)
    }

    /// The nimber.
    #[pyo3(signature = (position, progress=None))]
    fn nimber(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let text = self.text(position)?;
        self.ask(py, progress, move |session| session.nimber(&text)).map(|nimber| nimber.get())
    }

    /// A winning move and the position after it; to be called after `outcome` or `nimber`, whose limits it shares.
    #[pyo3(signature = (position, progress=None))]
    fn winning_move<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<(String, Bound<'py, PyAny>)>> {
        let text = self.text(position)?;
        let found = self.ask(py, progress, move |session| session.winning_move(&text))?;
        found.map(|by| self.moved(py, &by)).transpose()
    }

    /// All winning moves.
    #[pyo3(signature = (position, progress=None))]
    fn winning_moves<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let text = self.text(position)?;
        let found = self.ask(py, progress, move |session| session.winning_moves(&text))?;
        found.iter().map(|by| self.moved(py, by)).collect()
    }

    /// All options: the move, the position after it, its nimber.
    #[pyo3(signature = (position, progress=None))]
    fn options<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<(String, Bound<'py, PyAny>, u32)>> {
        let text = self.text(position)?;
        let found = self.ask(py, progress, move |session| session.options(&text))?;
        let option = |option: &grundy::ValuedOption| {
            self.moved(py, &option.by).map(|(label, position)| (label, position, option.nimber.get()))
        };
        found.iter().map(option).collect()
    }

    /// The nimbers of many positions, solved on one set of facts.
    #[pyo3(signature = (positions, progress=None))]
    fn nimbers(
        &self,
        py: Python<'_>,
        positions: Vec<Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<u32>> {
        let texts: Vec<String> = positions.iter().map(|position| self.text(position)).collect::<PyResult<_>>()?;
        self.ask(py, progress, move |session| session.nimbers(&texts))
    }

    /// Whether each of many positions is winning.
    #[pyo3(signature = (positions, progress=None))]
    fn outcomes(
        &self,
        py: Python<'_>,
        positions: Vec<Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<u32>> {
        let texts: Vec<String> = positions.iter().map(|position| self.text(position)).collect::<PyResult<_>>()?;
        self.ask(py, progress, move |session| session.outcomes(&texts))
    }

    /// The outcome, the nimber and the excluded nimbers, as far as they are known without a search.
    fn known(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<(Option<char>, Option<u32>, Vec<u32>)> {
        let text = self.text(position)?;
        let (nimber, known) = self.ask(py, None, move |session| session.known(&text))?;
        let outcome = known.outcome.or(nimber.map(Outcome::of));
        Ok((outcome.map(Outcome::letter), nimber.map(|nimber| nimber.get()), known.excluded))
    }

    /// The text of a certificate, and the number of facts before it was made smaller.
    #[pyo3(signature = (position, nimber, rounds, seed, progress=None))]
    fn prove(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        nimber: bool,
        rounds: u32,
        seed: u64,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(String, usize)> {
        let text = self.text(position)?;
        let goal = if nimber { Goal::Nimber } else { Goal::Outcome };
        let effort = Effort { rounds, time: None, seed };
        let (bytes, extracted) = self.ask(py, progress, move |session| session.prove(&text, goal, &effort))?;
        Ok((String::from_utf8_lossy(&bytes).into_owned(), extracted))
    }

    /// Checks a certificate by the rules of this game: its name, the claim and the number of facts.
    fn verify(&self, py: Python<'_>, certificate: &str) -> PyResult<(String, String, usize)> {
        let interrupt = self.interrupt.clone();
        let verified = self.ask(py, None, move |session| Ok(session.verify(certificate.as_bytes(), &interrupt)))?;
        crate::certificates::verdict(py, verified)
    }

    /// Counts of the solver, of the last question if another thread is asking one.
    fn stats(&self) -> Counts {
        let mut stats = self.stats.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Ok(session) = self.session.try_lock() {
            *stats = session.stats();
        }
        counts(&stats)
    }

    /// Writes to the store what is not there yet.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.ask(py, None, |session| session.close())
    }
}

impl Engine {
    /// A position as the session reads it.
    fn text(&self, position: &Bound<'_, PyAny>) -> PyResult<String> {
        match &self.desk {
            Some(desk) => desk.rules().handle(position),
            None => Ok(position.cast::<PyString>()?.extract()?),
        }
    }

    /// A move as the package shows it.
    fn moved<'py>(&self, py: Python<'py>, by: &Move) -> PyResult<(String, Bound<'py, PyAny>)> {
        match self.desk.as_ref().map(Desk::rules) {
            Some(rules) => Ok((rules.label(py, &by.label)?, rules.position(py, by.result.text())?)),
            None => Ok((by.label.clone(), PyString::new(py, by.result.text()).into_any())),
        }
    }

    /// Asks the session in a thread of its own, and serves it.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        question: impl FnOnce(&mut dyn Session) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        let mut session = self.lock(py)?;
        let service = Service {
            interrupt: self.interrupt.clone(),
            desk: self.desk.as_ref(),
            is_alone: self.threads == 1,
            progress: progress.map(|callback| (&self.watcher, callback)),
        };
        let asked = &mut **session;
        // A flag rather than the result: an exception may hide a panic.
        self.broken.store(true, Relaxed);
        let broken = &self.broken;
        let result = run(py, &service, move || {
            let result = question(asked);
            broken.store(false, Relaxed);
            (result, asked.stats())
        });
        let (result, stats) = result?;
        *self.stats.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = stats;
        result.map_err(|failure| raise(py, failure, &stats))
    }

    /// Waits until no other thread asks, without the interpreter lock, and ready for signals.
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Box<dyn Session>>> {
        loop {
            match self.session.try_lock() {
                Ok(_) if self.broken.load(Relaxed) => {
                    let line = "the engine failed before and cannot answer: make a new Solver".to_string();
                    return Err(exception(py, "EngineError", (line,)));
                }
                Ok(session) => return Ok(session),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    py.detach(|| std::thread::sleep(WAIT));
                    py.check_signals()?;
                }
            }
        }
    }
}

/// The name that certificates carry.
fn own_name(game: &Bound<'_, PyAny>) -> PyResult<String> {
    let name: String = game.getattr("name")?.extract()?;
    match name.is_empty() || name.contains(['\n', '\r', '\t']) {
        true => Err(bad_input(game.py(), format!("the name {name:?} of the game: expected one line without tabs"))),
        false => Ok(name),
    }
}

fn read_time(time: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(text) = time.cast::<PyString>() {
        return amounts::duration(&text.extract::<String>()?)
            .map_err(|error| PyValueError::new_err(format!("time: {error}")));
    }
    let seconds: f64 = time.extract()?;
    Duration::try_from_secs_f64(seconds).map_err(|error| PyValueError::new_err(format!("time: {error}")))
}

/// Bytes, as a number or as text.
pub fn read_memory(memory: &Bound<'_, PyAny>) -> PyResult<usize> {
    let text = match memory.cast::<PyString>() {
        Ok(text) => text.extract()?,
        Err(_) => memory.extract::<usize>()?.to_string(),
    };
    amounts::memory(&text).map_err(|error| PyValueError::new_err(format!("memory: {error}")))
}
