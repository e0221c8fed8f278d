//! A worker: one thread that searches the shared table. Visits, limits, safe points, expansion.
//!
//! A worker holds the table for reading while it searches. When the table is full, or another worker waits to grow it,
//! the worker releases it at its next visit, a *safe point*: ids stay valid across one, places of lists do not.

use crate::expand::{Buffers, Expanded, expand};
use crate::limits::{Halt, StopReason};
use crate::observer::CoupleState;
use crate::settings::Settings;
use crate::shared::{Question, Shared};
use crate::sync::{AtomicBool, MODEL, RwLockReadGuard, with_stack, yield_now};
use crate::table::{ComponentId, Key, Numbers, Reserve, Table, WORD_LIMIT};
use crate::weigh::Weighed;
use grundy_core::{Component, Hints, Nimber, Outcome};
use std::sync::atomic::Ordering::*;
use std::time::{Duration, Instant};

/// How often an observer is called.
const GLANCE: Duration = Duration::from_millis(100);
/// Visits between two looks at the clock.
const CLOCK_EVERY: u64 = 64;
/// Visits of the first thread, for each thread there is to start, before the others start. Starting one takes as long
/// as some ten visits; most questions of a session are known or need less than that. In models they start at once.
const HELP_AFTER: u64 = if MODEL { 0 } else { 32 };
/// Visits between two looks whether another thread has decided a couple further up.
const UNWIND_EVERY: u64 = 8;
/// Depth from which the path is searched for a couple that repeats, at every doubling.
const CYCLE_DEPTH: usize = 1 << 12;

/// How a visit is known to other threads.
enum Mark {
    /// In the count of a component that has a list.
    Listed,
    /// At a component whose options are being generated.
    Unlisted,
    /// It is not.
    None,
}

pub(crate) struct Worker<'a, G: Hints> {
    game: &'a G,
    pub(crate) shared: &'a Shared,
    pub(crate) settings: &'a Settings,
    pub(crate) question: Question,
    /// The number of this worker; the first one reports progress.
    pub(crate) number: usize,
    /// Another worker has the answer, or cannot go on: this one ends.
    over: Option<&'a AtomicBool>,
    table: Option<RwLockReadGuard<'a, Table>>,
    began: Instant,
    /// The last glance, and the nodes of this worker since then.
    glanced: Instant,
    pub(crate) since: u64,
    pub(crate) path: Vec<(ComponentId, Nimber)>,
    buffers: Buffers,
    /// Starts the other threads of the question, which wait until it proves to be worth it.
    helpers: Option<&'a dyn Fn()>,
    /// The open options of the couples on the path, as they were last weighed.
    pub weighed: Vec<Weighed>,
    /// Whether the numbers on the path are brought up to date when a limit stops the search, for a cluster.
    pub keeps_numbers: bool,
    /// How often the table was let go: lists may have moved each time.
    era: u64,
    /// Counts not yet added to the shared ones.
    nodes: u64,
    expansions: u64,
}

impl<'a, G: Hints> Worker<'a, G> {
    pub fn new(game: &'a G, shared: &'a Shared, settings: &'a Settings, question: Question, number: usize) -> Self {
        Worker {
            game,
            shared,
            settings,
            question,
            number,
            over: None,
            table: Some(shared.read()),
            began: Instant::now(),
            glanced: question.asked,
            since: 0,
            path: Vec::new(),
            buffers: shared.take_buffers(settings),
            helpers: None,
            weighed: Vec::new(),
            keeps_numbers: false,
            era: 0,
            nodes: 0,
            expansions: 0,
        }
    }

    /// The same worker, which ends when this flag is set.
    pub fn until(mut self, over: &'a AtomicBool) -> Self {
        self.over = Some(over);
        self
    }

    /// The same worker, which calls `helpers` once, when the question has taken [`HELP_AFTER`] visits for each thread.
    pub fn with_helpers(mut self, helpers: Option<&'a dyn Fn()>) -> Self {
        self.helpers = helpers;
        self
    }

    /// Starts the other threads if the question has proved to be worth it.
    pub fn start_helpers(&mut self) {
        let visited = self.shared.counts.nodes.load(Relaxed) - self.question.nodes_before;
        if let Some(start) = self.helpers.take_if(|_| visited >= HELP_AFTER * self.settings.threads as u64) {
            start();
        }
    }

    #[inline(always)]
    pub fn table(&self) -> &Table {
        self.table.as_ref().expect("held between safe points")
    }

    /// Places of lists are valid as long as this stays the same.
    pub fn era(&self) -> u64 {
        self.era
    }

    /// Whether options are generated so fast that weighing them is felt.
    pub fn lists_fast(&self) -> bool {
        self.buffers.takes_windows()
    }

    /// What is already known of a couple.
    #[inline]
    pub fn decided(&self, id: ComponentId, nimber: Nimber) -> Option<Outcome> {
        match self.table().nimber(id) {
            Some(known) if known == nimber => Some(Outcome::Loss),
            Some(_) => Some(Outcome::Win),
            None => self.table().excludes(id, nimber).then_some(Outcome::Win),
        }
    }

    /// An answer, unless two facts contradict each other, so that nothing can be trusted.
    pub fn trust<T>(&self, answer: T) -> Result<T, Halt> {
        if self.table().contradicts_itself() { Err(StopReason::Contradiction.into()) } else { Ok(answer) }
    }

    /// Visits a couple: counts it, keeps the limits, and runs `visit` on a stack that cannot overflow.
    /// `Ok` means that `visit` ended, or that the couple was decided elsewhere meanwhile.
    pub fn visit(
        &mut self,
        id: ComponentId,
        nimber: Nimber,
        visit: impl FnOnce(&mut Self) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        self.safe_point()?;
        self.path.push((id, nimber));
        check_finite(&self.path)?;
        let weighed = self.weighed.len();
        let marked = self.mark(id);
        let result = with_stack(|| visit(self));
        match marked {
            Mark::Listed => self.table().open(id).into_iter().for_each(|open| open.leave()),
            Mark::Unlisted => self.table().record(id).set_busy(false),
            Mark::None => {}
        }
        self.path.pop();
        self.weighed.truncate(weighed);
        match result {
            Err(Halt::Unwind) if self.decided(id, nimber).is_some() => Ok(()),
            result => result,
        }
    }

    /// Counts a visit, and marks it for other threads.
    fn mark(&self, id: ComponentId) -> Mark {
        let alone = self.settings.threads <= 1;
        match self.table().open(id) {
            Some(open) if alone => open.count_visit(),
            Some(open) => {
                open.enter();
                return Mark::Listed;
            }
            None if alone => {}
            None => {
                self.table().record(id).set_busy(true);
                return Mark::Unlisted;
            }
        }
        Mark::None
    }

    /// The ids of the components of a position, equal pairs cancelled.
    pub fn intern_position(&mut self, position: &[Component]) -> Result<Vec<ComponentId>, Halt> {
        let mut ids = Vec::new();
        let mut canonical = Vec::new();
        for component in position {
            canonical.clear();
            self.game.canonize(component, &mut canonical);
            let key = Key::new(self.game, &canonical);
            let id = loop {
                let mut reserve = std::mem::take(&mut self.buffers.reserve);
                let interned = self.table().intern(self.game, key, &canonical, &mut reserve);
                self.buffers.reserve = reserve;
                match interned {
                    Ok(id) => break id,
                    Err(_) => self.make_room()?,
                }
            };
            toggle(&mut ids, id);
        }
        Ok(ids)
    }

    /// Makes sure that the options of an open component are in its list, unless that is not needed to decide the
    /// couple.
    pub fn list_options(&mut self, id: ComponentId, test: Nimber) -> Result<Option<Outcome>, Halt> {
        if self.table().options(id).is_some() && self.settings.ablation.kept_lists {
            return Ok(None);
        }
        if self.table().forgetful
            && let Some(nimber) = self.recall(id)
        {
            self.table().remember(id, nimber);
            return Ok(self.decided(id, test));
        }
        if let Some(log) = &self.settings.couples {
            let mut bytes = Vec::new();
            self.table().copy_bytes(id, &mut bytes);
            log.couple(&bytes, test, &self.table().excluded(id));
        }
        loop {
            self.expansions += 1;
            let mut buffers = std::mem::take(&mut self.buffers);
            let halt = |bytes| self.out_of_limits(bytes);
            let cache_before = buffers.cache_memory();
            let expanded = expand(self.game, self.table(), self.settings, id, test, &mut buffers, &halt);
            self.shared.count_cache(cache_before, buffers.cache_memory());
            self.buffers = buffers;
            match expanded {
                Ok(Expanded::Listed) => return Ok(None),
                Ok(Expanded::Refuted) => return Ok(Some(Outcome::Win)),
                Ok(Expanded::Solved(nimber)) => {
                    self.table().set_nimber(id, nimber);
                    return Ok(self.decided(id, test));
                }
                Ok(Expanded::TooMany) => return Err(StopReason::Memory.into()),
                Ok(Expanded::CutShort) => return Err(StopReason::CutShort.into()),
                Ok(Expanded::Unfinished) => return Err(StopReason::Unfinished.into()),
                Ok(Expanded::Halted(halt)) => return Err(halt),
                Err(_) => self.make_room()?,
            }
        }
    }

    /// The nimber of a component that the table has dropped, if the fact source has it. A nimber too large for the
    /// table is ignored.
    #[cold]
    fn recall(&self, id: ComponentId) -> Option<Nimber> {
        let mut bytes = Vec::new();
        self.table().copy_bytes(id, &mut bytes);
        self.settings.fact_source.as_ref()?.nimber(&bytes).filter(|nimber| nimber.get() < WORD_LIMIT)
    }

    /// What another machine found of a couple, if it is open here: its numbers if its component was not searched here,
    /// and it is not the couple that was asked for. A couple that is winning elsewhere is winning here.
    pub fn found_elsewhere(&mut self, id: ComponentId, nimber: Nimber) -> Option<Numbers> {
        if self.decided(id, nimber).is_some() {
            return None;
        }
        let state = self.settings.exchange.as_ref()?.state(&self.component(id), nimber)?;
        match state {
            CoupleState::Winning => self.table().exclude(id, nimber),
            CoupleState::Open { proof, disproof } => {
                if !self.path.is_empty() && self.table().kept_numbers(id, nimber).is_none() {
                    let numbers = Numbers { pn: proof, dn: disproof }.rounded();
                    let mut reserve = std::mem::take(&mut self.buffers.reserve);
                    let kept = self.table().set_numbers_unlisted(id, nimber, numbers, &mut reserve);
                    self.buffers.reserve = reserve;
                    // Numbers that are not kept would lead the couple above here again, for ever.
                    return kept.then_some(numbers);
                }
            }
        }
        None
    }

    /// Reports what a visit of so many nodes found of a couple. A fact is reported by the log of facts.
    pub fn report_couple(&self, id: ComponentId, test: Nimber, nodes: u64) {
        let Some(exchange) = &self.settings.exchange else { return };
        let state = match self.decided(id, test) {
            _ if self.table().nimber(id).is_some() => return,
            Some(_) => CoupleState::Winning,
            None => match self.table().kept_numbers(id, test) {
                Some(Numbers { pn, dn }) => CoupleState::Open { proof: pn, disproof: dn },
                None => return,
            },
        };
        exchange.found(&self.component(id), test, state, nodes);
    }

    /// Nodes that this worker has visited since its last report of progress.
    pub fn visited(&self) -> u64 {
        self.since + self.nodes
    }

    fn component(&self, id: ComponentId) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.table().copy_bytes(id, &mut bytes);
        bytes
    }

    fn safe_point(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        if self.shared.pause.load(Relaxed) > 0 {
            self.table = None;
            // Without yielding this thread would take the lock again before the waiting one wakes up.
            while self.shared.pause.load(Relaxed) > 0 {
                yield_now();
            }
            self.take_table();
        }
        if self.shared.full.load(Relaxed) {
            return Err(Halt::Evict);
        }
        // Not at every visit: the records at the top of the path are what all threads write to.
        if self.settings.threads > 1
            && self.nodes.is_multiple_of(UNWIND_EVERY)
            && self.path.iter().any(|&(id, nimber)| self.decided(id, nimber).is_some())
        {
            return Err(Halt::Unwind);
        }
        let limit = self.settings.limits.nodes.unwrap_or(u64::MAX);
        if self.nodes.is_multiple_of(CLOCK_EVERY) || self.nodes >= limit {
            self.count();
            if self.shared.counts.nodes.load(Relaxed) - self.question.nodes_before > limit {
                return Err(StopReason::Nodes.into());
            }
            self.start_helpers();
            self.look_at_the_clock()?;
        }
        Ok(())
    }

    /// Takes the table again after it may have changed: what was claimed ahead is void.
    fn take_table(&mut self) {
        self.table = Some(self.shared.read());
        self.era += 1;
        self.buffers.reserve = Reserve::new(self.settings.threads);
    }

    /// Adds this worker's counts to the shared ones.
    fn count(&mut self) {
        self.since += self.nodes;
        self.shared.counts.nodes.fetch_add(std::mem::take(&mut self.nodes), Relaxed);
        self.shared.counts.expansions.fetch_add(std::mem::take(&mut self.expansions), Relaxed);
    }

    /// Why the search has to stop, if it has, now that `bytes` are held outside the table.
    fn out_of_limits(&self, bytes: usize) -> Option<Halt> {
        let limits = &self.settings.limits;
        if limits.interrupt.is_raised() {
            Some(StopReason::Interrupted.into())
        } else if self.table().contradicts_itself() {
            Some(StopReason::Contradiction.into())
        } else if self.over.is_some_and(|over| over.load(Relaxed)) {
            Some(Halt::Answered)
        } else if self.shared.full.load(Relaxed) {
            Some(Halt::Evict)
        } else if limits.time.is_some_and(|limit| self.question.asked.elapsed() >= limit) {
            Some(StopReason::Time.into())
        } else if limits.memory.is_some_and(|limit| bytes > limit) {
            Some(StopReason::Memory.into())
        } else {
            None
        }
    }

    /// Looks at the limits now: a thousand short searches might never do it.
    pub fn check_limits(&self) -> Result<(), Halt> {
        self.out_of_limits(0).map_or(Ok(()), Err)
    }

    fn look_at_the_clock(&mut self) -> Result<(), Halt> {
        self.check_limits()?;
        let now = Instant::now();
        if let Some(observer) = &self.settings.observer
            && now - self.glanced >= GLANCE
        {
            let threads = self.tell(now - self.glanced.max(self.began));
            (self.glanced, self.since) = (now, 0);
            if self.number == 0 {
                observer.progress(&self.progress(now - self.question.asked, threads));
            }
        }
        Ok(())
    }

    /// Grows the table, or, at the limit on memory, drops the lists of solved components, or asks for an eviction.
    fn make_room(&mut self) -> Result<(), Halt> {
        self.shared.pause.fetch_add(1, SeqCst);
        self.table = None;
        let grown = {
            let mut table = self.shared.write();
            table.grow(self.buffers.demand(), self.shared.table_limit(self.settings))
        };
        if grown.is_err() {
            self.shared.full.store(true, Relaxed);
        }
        self.shared.pause.fetch_sub(1, SeqCst);
        self.take_table();
        grown.map_err(|_| Halt::Evict)
    }
}

/// Refuses a path on which a couple repeats. Looks only at every doubling of the depth, so that it costs nothing.
pub(crate) fn check_finite(path: &[(ComponentId, Nimber)]) -> Result<(), StopReason> {
    if path.len() >= CYCLE_DEPTH && path.len().is_power_of_two() {
        let mut couples = path.to_vec();
        couples.sort_unstable();
        if couples.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(StopReason::Endless);
        }
    }
    Ok(())
}

impl<G: Hints> Drop for Worker<'_, G> {
    fn drop(&mut self) {
        self.count();
        self.shared.give_back(std::mem::take(&mut self.buffers));
    }
}

/// Adds an id to a sum, or cancels it against its equal.
pub(crate) fn toggle(ids: &mut Vec<ComponentId>, id: ComponentId) {
    match ids.iter().position(|&other| other == id) {
        Some(twin) => drop(ids.swap_remove(twin)),
        None => ids.push(id),
    }
}
