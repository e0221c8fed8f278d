//! The front door: how a check is set up.

use crate::certificate::{self, Verified};
use crate::facts_set::{self, FactsError, FactsReport, GivenFact};
use crate::refusal::Refusal;
use crate::rules::{Rules, RulesError};
use crate::run::{Progress, Run};
use crate::spr::{self, Database};
use std::io::BufRead;
use std::sync::Arc;
use std::time::Duration;

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
#[derive(Default)]
pub struct Checker<'a> {
    run: Run<'a>,
}

impl<'a> Checker<'a> {
    /// One thread, no limits, the built-in games.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of threads; 0 means 1. The verdict does not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.run.threads = threads.max(1);
        self
    }

    /// Stops after this time.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.run.time = Some(time);
        self
    }

    /// Stops when the facts and the caches take about this many bytes.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.run.memory = Some(bytes);
        self
    }

    /// Stops soon after this function returns true. It is called about a thousand times a second.
    #[must_use]
    pub fn stop_when(mut self, asked: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.run.asked = Some(Arc::new(asked));
        self
    }

    /// Calls this function after every fact, from any thread.
    #[must_use]
    pub fn progress(mut self, progress: impl Fn(Progress) + Sync + 'a) -> Self {
        self.run.progress = Box::new(progress);
        self
    }

    /// Looks up the game that a certificate names with this function instead of [`game`](crate::game), for games that
    /// are not built in.
    #[must_use]
    pub fn rules(mut self, find: impl Fn(&str) -> Result<Box<dyn Rules + 'a>, RulesError> + 'a) -> Self {
        self.run.find = Box::new(find);
        self
    }

    /// Checks a certificate.
    ///
    /// # Errors
    /// Why it proves nothing.
    pub fn check(&self, reader: impl BufRead) -> Result<Verified, Refusal> {
        certificate::check(&self.run, reader)
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
        spr::check(&self.run, reader)
    }

    /// Checks facts that are in no order. A fact follows from facts on smaller components, those that are trusted
    /// included.
    ///
    /// ```
    /// use grundy_check::{Checker, GivenFact, game};
    /// let fact = |nimber, position: &str| GivenFact { position: position.to_string(), nimber, theorem: None, trusted:
    /// false };
    /// let report = Checker::new().check_facts(&*game("0.77")?, [fact(3, "3"), fact(2, "2"), fact(1, "1"), fact(7,
    /// "4")])?;
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
        facts_set::check_facts(&self.run, rules, facts)
    }
}
