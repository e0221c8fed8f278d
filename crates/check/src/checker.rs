//! The front door: how a check is set up, and the threads that do it.

use crate::certificate::{self, Refusal, Verified};
use crate::facts::{self, Facts, FactsError, FactsReport, GivenFact};
use crate::rules::{Rules, RulesError, game};
use crate::spr::{self, Database};
use crate::verify::Known;
use crate::work::{self, Halt, Stop};
use std::io::BufRead;
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

/// Checks certificates, databases and sets of facts.
///
/// ```
/// use grundy_check::{Checker, Refusal};
/// let certificate = "grundy certificate 1\ngame 0.77\nclaim nimber 3 3\n1\t1\n2\t2\n3\t3\nend 3\n";
/// let verified = Checker::new().threads(2).check(certificate.as_bytes())?;
/// assert_eq!((verified.claim.to_string().as_str(), verified.facts), ("nimber 3 3", 3));
///
/// let wrong = certificate.replace("2\t2\n", "1\t2\n");
/// let refusal = Checker::new().check(wrong.as_bytes()).unwrap_err();
/// assert_eq!(refusal.to_string(), "line 5 does not follow: its option '1' has nimber 1");
/// # Ok::<(), Refusal>(())
/// ```
pub struct Checker<'a> {
    threads: usize,
    time: Option<Duration>,
    memory: Option<usize>,
    asked: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
    progress: Box<dyn Fn(Progress) + Sync + 'a>,
    find: Find<'a>,
}

impl Default for Checker<'_> {
    fn default() -> Self {
        Checker {
            threads: 1,
            time: None,
            memory: None,
            asked: None,
            progress: Box::new(|_| ()),
            find: Box::new(|name| game(name)),
        }
    }
}

impl<'a> Checker<'a> {
    /// One thread, no limits, the built-in games.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of threads; 0 means 1. The verdict does not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Stops after this time.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Stops when the facts and the caches take about this many bytes.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Stops soon after this function returns true. It is called about a thousand times a second.
    #[must_use]
    pub fn stop_when(mut self, asked: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.asked = Some(Arc::new(asked));
        self
    }

    /// Calls this function after every fact, from any thread.
    #[must_use]
    pub fn progress(mut self, progress: impl Fn(Progress) + Sync + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Looks up the game that a certificate names with this function instead of [`game`], for games that are not built in.
    #[must_use]
    pub fn rules(mut self, find: impl Fn(&str) -> Result<Box<dyn Rules + 'a>, RulesError> + 'a) -> Self {
        self.find = Box::new(find);
        self
    }

    /// Checks a certificate.
    ///
    /// # Errors
    /// Why it proves nothing.
    pub fn check(&self, reader: impl BufRead) -> Result<Verified, Refusal> {
        certificate::check(self, reader)
    }

    /// Checks a `.spr` database.
    ///
    /// ```
    /// use grundy_check::Checker;
    /// let database = Checker::new().check_spr("[Positions+Nimber]\n0 0\n1 1\nAB|AB 1\n".as_bytes())?;
    /// assert_eq!((database.facts, database.starts), (3, vec![(1, false)]));
    /// # Ok::<(), grundy_check::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// If it cannot be read, or if a limit was reached.
    pub fn check_spr(&self, reader: impl BufRead) -> Result<Database, Refusal> {
        spr::check(self, reader)
    }

    /// Checks facts that are in no order. A fact follows from facts on smaller components, those that are trusted included.
    ///
    /// ```
    /// use grundy_check::{Checker, GivenFact, game};
    /// let fact = |nimber, position: &str| GivenFact { position: position.to_string(), nimber, theorem: None, trusted: false };
    /// let report = Checker::new().check_facts(&*game("0.77")?, [fact(3, "3"), fact(2, "2"), fact(1, "1"), fact(7, "4")])?;
    /// assert_eq!((report.proved, report.unproved.len()), (3, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a limit was reached, or if the rules define no size.
    pub fn check_facts<'f>(
        &self,
        rules: &dyn Rules,
        facts: impl IntoIterator<Item = GivenFact<'f>>,
    ) -> Result<FactsReport, FactsError> {
        facts::check_facts(self, rules, facts)
    }

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

    /// Checks that the facts at these places follow: the places of those that do not, in order, and why. If `all` is false, the
    /// first of them is enough. All of it together may take `steps`; the fact at which it takes more is one that does not follow.
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
