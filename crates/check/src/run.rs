//! One check: its settings, and the threads that do the work.

use crate::facts::Facts;
use crate::rules::{Rules, RulesError, game};
use crate::verify::Known;
use crate::work::{self, Halt, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How far a check is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Facts checked.
    pub done: usize,
    /// Facts in all.
    pub facts: usize,
}

/// Gives the rules of the game with a name.
type Find<'a> = Box<dyn Fn(&str) -> Result<Box<dyn Rules + 'a>, RulesError> + 'a>;

/// The settings of a check.
pub(crate) struct Run<'a> {
    pub(crate) threads: usize,
    pub(crate) time: Option<Duration>,
    pub(crate) memory: Option<usize>,
    pub(crate) asked: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
    pub(crate) progress: Box<dyn Fn(Progress) + Sync + 'a>,
    pub(crate) find: Find<'a>,
}

impl Default for Run<'_> {
    fn default() -> Self {
        Run {
            threads: 1,
            time: None,
            memory: None,
            asked: None,
            progress: Box::new(|_| ()),
            // A closure, because the function itself returns rules of one lifetime only.
            #[expect(clippy::redundant_closure)]
            find: Box::new(|name| game(name)),
        }
    }
}

impl<'a> Run<'a> {
    /// The rules of the game with that name.
    pub(crate) fn find(&self, name: &str) -> Result<Box<dyn Rules + 'a>, RulesError> {
        (self.find)(name)
    }

    /// When this check must end.
    pub(crate) fn halt(&self) -> Arc<Halt> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Halt::new(deadline, self.asked.clone())
    }

    /// Why the check must end, if it must; to be called for every line read.
    pub(crate) fn stops(&self, halt: &Halt, facts: &Facts) -> Option<Stop> {
        if self.memory.is_some_and(|memory| facts.memory() + self.threads * PER_THREAD > memory) {
            halt.stop(Stop::Memory);
        }
        halt.poll()
    }

    /// Checks that the facts at these places follow: the places of those that do not, in order, and why. If `all` is
    /// false, the first of them is enough. All of it together may take `steps`; the fact at which it takes more is one
    /// that does not follow.
    pub(crate) fn unproved(
        &self,
        rules: &dyn Rules,
        facts: &Facts,
        open: &[usize],
        steps: u64,
        all: bool,
        halt: &Arc<Halt>,
    ) -> Result<Checked, Stop> {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (spent, ended) = (AtomicU64::new(0), AtomicBool::new(false));
        let progress = &*self.progress;
        let work = || {
            let before = work::obey(Some(halt.clone()));
            let mut known = Known::new(rules, facts);
            let mut checked = Vec::new();
            // Facts are taken in order: when one has failed, all before it have been taken, and will be finished.
            while !ended.load(Relaxed) {
                let index = next.fetch_add(1, Relaxed);
                let Some(&place) = open.get(index) else { break };
                let fact = &facts.list()[place];
                work::start(work::line(fact.bytes));
                let result = known.follows(&fact.component, fact.nimber, fact.rank);
                let line = (work::spent(), work::line(fact.bytes));
                let total = spent.fetch_add(work::spent(), Relaxed).saturating_add(work::spent());
                if (result.is_err() && !all) || total > steps || halt.stopped().is_some() {
                    ended.store(true, Relaxed);
                }
                checked.push((index, line, result));
                progress(Progress { done: done.fetch_add(1, Relaxed) + 1, facts: open.len() });
            }
            work::obey(before);
            checked
        };
        let mut checked = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads.min(open.len())).map(|_| scope.spawn(work)).collect();
            let mut checked = work();
            for helper in helpers {
                // Nothing here panics; if it did, nothing would be proved.
                checked.extend(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            checked
        });
        if let Some(stop) = halt.stopped() {
            return Err(stop);
        }
        checked.sort_unstable_by_key(|(index, ..)| *index);
        let (mut failures, mut total, mut hardest) = (Vec::new(), 0u64, (0, 1));
        for (index, line, result) in checked {
            total = total.saturating_add(line.0);
            if u128::from(line.0) * u128::from(hardest.1) > u128::from(hardest.0) * u128::from(line.1) {
                hardest = line;
            }
            let reason = if total > steps { Err(work::TOO_MUCH_FILE.to_string()) } else { result };
            failures.extend(reason.err().map(|reason| (open[index], reason)));
            if !failures.is_empty() && !all {
                break;
            }
        }
        Ok(Checked { failures, steps: total, hardest })
    }
}

/// What became of a list of facts.
pub(crate) struct Checked {
    /// The places of those that do not follow, in order, and why.
    pub(crate) failures: Vec<(usize, String)>,
    /// The steps of all lines together.
    pub(crate) steps: u64,
    /// The steps of the line that came closest to its bound, and this bound.
    pub(crate) hardest: (u64, u64),
}

/// The most bytes of the caches of one thread.
const PER_THREAD: usize = 48 << 20;
