//! Reports on a running search: the live view, the log, and errors of the store.
//!
//! The log has one JSON object a line: `event` (`progress`, `end`), `seconds`, `nodes`, `nodes_per_second`,
//! `expansions`, `components`, `facts`, `saved` (facts in the store, all of them on disk), `memory`; while the search
//! runs also `trying` (the nimber), `proof`, `disproof`, `depth`, `open_options` (of the question, for this nimber),
//! `line` (the first couples that are being searched) and `threads` (for each its `number`, `depth`, `nodes_per_second`
//! and the couple where the threads part); at the end `stopped`. While a proof is made of what was found, the event is
//! `proof`, with `seconds`, `stage` (`extract`, `shrink`), `facts` (of the proof), `open` (facts whose needs were not
//! looked at yet) and `round`.

use crate::core::Component;
use crate::program::exit::{Ended, Failure, stopped, tell};
use crate::program::fact_store::FactStore;
use crate::program::live_view::LiveView;
use crate::program::session_options::SessionOptions;
use crate::proof::{ProofProgress, Stage};
use crate::search::{Observer, Progress, Stats, Step, Thread};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The first lines of a log come this fast, later ones as seldom as [`SLOW`].
const FAST: Duration = Duration::from_millis(200);
const SLOW: Duration = Duration::from_secs(10);
/// How many couples of the line that is being searched are logged.
const LOGGED: usize = 4;

type WriteComponent = dyn Fn(&Component) -> String + Send + Sync;

/// Reports on one session.
pub struct Reporter {
    live: Option<Arc<LiveView>>,
    log: Option<Mutex<Log>>,
    fact_store: Option<Arc<FactStore>>,
    write: Arc<WriteComponent>,
    began: Instant,
}

struct Log {
    out: Box<dyn Write + Send>,
    /// When the last line was written, and the nodes then.
    last: (Duration, u64),
    /// A line could not be written, and an error was printed.
    broken: bool,
}

impl Reporter {
    /// A reporter, if there is anything to report to. `write` writes a component.
    ///
    /// # Errors
    /// If the log cannot be written.
    pub fn new(
        options: &SessionOptions,
        fact_store: Option<Arc<FactStore>>,
        write: impl Fn(&Component) -> String + Send + Sync + 'static,
    ) -> Result<Option<Arc<Self>>, Failure> {
        let write: Arc<WriteComponent> = Arc::new(write);
        let shown = write.clone();
        let live = if options.quiet || options.verbose {
            None
        } else {
            LiveView::on_a_terminal(move |component| shown(component))
        };
        let out: Option<Box<dyn Write + Send>> = match &options.log {
            Some(file) => {
                let created = File::create(file);
                Some(Box::new(created.map_err(|error| Failure::cannot_write(file, &error))?))
            }
            None if options.verbose => Some(Box::new(io::stderr())),
            None => None,
        };
        if live.is_none() && out.is_none() && fact_store.is_none() {
            return Ok(None);
        }
        let log = out.map(|out| Mutex::new(Log { out, last: (Duration::ZERO, 0), broken: false }));
        Ok(Some(Arc::new(Reporter { live, log, fact_store, write, began: Instant::now() })))
    }

    /// Takes the live view off the screen.
    pub fn clear(&self) {
        if let Some(live) = &self.live {
            live.clear();
        }
    }

    /// Prints something with the live view off the screen, and kept off meanwhile.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.live {
            Some(live) => live.aside(print),
            None => print(),
        }
    }

    /// Shows a line about what takes a while and is not a search.
    pub fn note(&self, elapsed: Duration, text: &str) {
        if let Some(live) = &self.live {
            live.note(elapsed, text);
        }
    }

    /// Reports on the work on a proof.
    pub fn proof(&self, progress: &ProofProgress) {
        let facts = progress.facts;
        let (stage, open, round, text) = match progress.stage {
            Stage::Extract { open } => ("extract", Some(open), None, format!("proof: {facts} facts, {open} open")),
            Stage::Shrink { round } => ("shrink", None, Some(round), format!("{facts} facts, round {round}")),
        };
        self.note(progress.elapsed, &text);
        if self.log_is_due() {
            self.write_line(|log, now| {
                log.last.0 = now;
                serde_json::to_string(&ProofLine {
                    event: "proof",
                    seconds: now.as_secs_f64(),
                    stage,
                    facts,
                    open,
                    round,
                })
            });
        }
    }

    /// Writes the last line of the log.
    pub fn end(&self, stats: &Stats, ended: &Ended) {
        self.log(stats, |line| Line { event: "end", stopped: stopped(ended), ..line });
    }

    fn log<'a>(&self, stats: &Stats, more: impl FnOnce(Line<'a>) -> Line<'a>) {
        self.write_line(|log, now| {
            let (then, nodes) = log.last;
            let line = Line {
                event: "progress",
                seconds: now.as_secs_f64(),
                nodes: stats.nodes,
                nodes_per_second: stats.nodes.saturating_sub(nodes) as f64 / (now - then).as_secs_f64().max(1e-3),
                expansions: stats.expansions,
                components: stats.components,
                facts: stats.facts,
                saved: self.fact_store.as_ref().map(|fact_store| fact_store.stored()),
                memory: stats.memory,
                ..Line::default()
            };
            log.last = (now, stats.nodes);
            serde_json::to_string(&more(line))
        });
    }

    fn write_line(&self, line: impl FnOnce(&mut Log, Duration) -> serde_json::Result<String>) {
        let Some(log) = &self.log else { return };
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        // A log that cannot be written, on a full disk say, is no reason to stop the search.
        if let Ok(text) = line(&mut log, self.began.elapsed())
            && let Err(error) = writeln!(log.out, "{text}").and_then(|()| log.out.flush())
            && !std::mem::replace(&mut log.broken, true)
        {
            self.clear();
            tell(&format!("cannot write the log: {error}; the search goes on"));
        }
    }

    /// Whether it is time for a line: often at first, then every fiftieth of the time that went by.
    fn log_is_due(&self) -> bool {
        self.log.as_ref().is_some_and(|log| {
            let last = log.lock().unwrap_or_else(PoisonError::into_inner).last.0;
            let now = self.began.elapsed();
            now - last >= (now / 50).clamp(FAST, SLOW)
        })
    }
}

impl Observer for Reporter {
    fn progress(&self, progress: &Progress) {
        if let Some(complaint) = self.fact_store.as_ref().and_then(|fact_store| fact_store.complaint()) {
            self.clear();
            tell(&complaint);
        }
        if let Some(live) = &self.live {
            live.show(progress, self.fact_store.as_ref().map(|fact_store| fact_store.stored()));
        }
        if self.log_is_due() {
            let root = progress.line.first();
            let couple = |step: &Step| Couple { position: (self.write)(&step.component), nimber: step.nimber.get() };
            let parting = progress.parting();
            let thread = |thread: &Thread| ThreadLine {
                number: thread.number,
                depth: thread.depth,
                nodes_per_second: thread.nodes_per_second.round(),
                couple: thread.line.get(parting).or(thread.line.last()).map(couple),
            };
            self.log(&progress.stats, |line| Line {
                trying: root.map(|root| root.nimber.get()),
                proof: root.map(|root| root.proof),
                disproof: root.map(|root| root.disproof),
                depth: Some(progress.depth),
                open_options: progress.open_options,
                line: progress.line.iter().take(LOGGED).map(couple).collect(),
                threads: progress.threads.iter().map(thread).collect(),
                ..line
            });
        }
    }
}

#[derive(Serialize, Default)]
struct Line<'a> {
    event: &'a str,
    seconds: f64,
    nodes: u64,
    nodes_per_second: f64,
    expansions: u64,
    components: u64,
    facts: u64,
    saved: Option<u64>,
    memory: u64,
    trying: Option<u32>,
    proof: Option<u64>,
    disproof: Option<u64>,
    depth: Option<usize>,
    open_options: Option<usize>,
    line: Vec<Couple>,
    threads: Vec<ThreadLine>,
    stopped: Option<&'a str>,
}

#[derive(Serialize)]
struct ProofLine<'a> {
    event: &'a str,
    seconds: f64,
    stage: &'a str,
    facts: usize,
    open: Option<usize>,
    round: Option<u32>,
}

#[derive(Serialize)]
struct Couple {
    position: String,
    nimber: u32,
}

#[derive(Serialize)]
struct ThreadLine {
    number: usize,
    depth: usize,
    nodes_per_second: f64,
    couple: Option<Couple>,
}
