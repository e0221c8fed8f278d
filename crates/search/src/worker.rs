//! A worker: one thread's hands on the shared table. Counts, limits, safe points, expansion.
//!
//! A worker holds the table for reading while it searches. When the table is full, or somebody waits to grow it, the worker
//! lets go at its next visit, a *safe point*: ids stay valid across one, places of lists do not.

use crate::expand::{Buffers, Expanded, expand};
use crate::limits::{Limits, StopReason};
use crate::observer::{Observer, Progress, Stats, Step};
use crate::solver::toggle;
use crate::table::{ComponentId, Table};
use grundy_core::{Component, Game, Nimber, Outcome};
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::sync::{RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

/// How often an observer is called.
const GLANCE: Duration = Duration::from_millis(100);
/// Visits between two looks at the clock.
const CLOCK_EVERY: u64 = 64;
/// Depth from which the path is searched for a couple that repeats, at every doubling.
const CYCLE_DEPTH: usize = 1 << 12;

/// What all workers of one solver share.
pub(crate) struct Shared {
    pub table: RwLock<Table>,
    /// Somebody waits to change the table.
    pub pause: AtomicBool,
}

pub(crate) struct Worker<'a, G: Game> {
    pub game: &'a G,
    shared: &'a Shared,
    table: Option<RwLockReadGuard<'a, Table>>,
    limits: &'a Limits,
    observer: Option<&'a dyn Observer>,
    theorems: bool,
    started: Instant,
    glanced: Instant,
    path: Vec<(ComponentId, Nimber)>,
    buffers: Buffers,
    pub nodes: u64,
    pub expansions: u64,
}

impl<'a, G: Game> Worker<'a, G> {
    pub fn new(
        game: &'a G,
        shared: &'a Shared,
        limits: &'a Limits,
        observer: Option<&'a dyn Observer>,
        theorems: bool,
    ) -> Self {
        let now = Instant::now();
        Worker {
            game,
            shared,
            table: Some(read(shared)),
            limits,
            observer,
            theorems,
            started: now,
            glanced: now,
            path: Vec::new(),
            buffers: Buffers::default(),
            nodes: 0,
            expansions: 0,
        }
    }

    #[inline(always)]
    pub fn table(&self) -> &Table {
        self.table.as_ref().expect("held between safe points")
    }

    /// What is already known of a couple.
    #[inline]
    pub fn decided(&self, id: ComponentId, nimber: Nimber) -> Option<Outcome> {
        match self.table().record(id).nimber() {
            Some(known) if known == nimber => Some(Outcome::Loss),
            Some(_) => Some(Outcome::Win),
            None => self.table().excludes(id, nimber).then_some(Outcome::Win),
        }
    }

    /// Visits a couple: counts it, keeps the limits, and runs `visit` on a stack that cannot overflow.
    pub fn visit<T>(
        &mut self,
        id: ComponentId,
        nimber: Nimber,
        visit: impl FnOnce(&mut Self) -> Result<T, StopReason>,
    ) -> Result<T, StopReason> {
        self.safe_point()?;
        self.path.push((id, nimber));
        self.table().record(id).count_visit();
        check_finite(&self.path)?;
        let result = stacker::maybe_grow(64 << 10, 2 << 20, || visit(self));
        self.path.pop();
        result
    }

    /// The ids of the components of a position, equal pairs cancelled.
    pub fn intern_position(&mut self, position: &[Component]) -> Result<Vec<ComponentId>, StopReason> {
        let mut ids = Vec::new();
        let mut canonical = Vec::new();
        for component in position {
            canonical.clear();
            self.game.canonize(component, &mut canonical);
            let hash = Table::hash(self.game, &canonical);
            let id = loop {
                match self.table().intern(self.game, hash, &canonical, self.theorems) {
                    Ok(id) => break id,
                    Err(_) => self.make_room()?,
                }
            };
            toggle(&mut ids, id);
        }
        Ok(ids)
    }

    /// Makes sure that the options of an open component are in its list, unless that is not needed to decide the couple.
    pub fn list_options(&mut self, id: ComponentId, test: Nimber) -> Result<Option<Outcome>, StopReason> {
        if self.table().record(id).options().is_some() {
            return Ok(None);
        }
        loop {
            self.expansions += 1;
            let mut buffers = std::mem::take(&mut self.buffers);
            let expanded = expand(self.game, self.table(), id, Some(test), self.theorems, &mut buffers);
            self.buffers = buffers;
            match expanded {
                Ok(Expanded::Listed) => return Ok(None),
                Ok(Expanded::Refuted) => return Ok(Some(Outcome::Win)),
                Ok(Expanded::Solved(nimber)) => {
                    self.table().set_nimber(id, nimber);
                    return Ok(self.decided(id, test));
                }
                Ok(Expanded::TooMany) => return Err(StopReason::Memory),
                Err(_) => self.make_room()?,
            }
        }
    }

    fn safe_point(&mut self) -> Result<(), StopReason> {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|limit| self.nodes > limit) {
            return Err(StopReason::Nodes);
        }
        if self.shared.pause.load(Relaxed) {
            self.table = None;
            self.table = Some(read(self.shared));
        }
        if self.nodes.is_multiple_of(CLOCK_EVERY) { self.look_at_the_clock() } else { Ok(()) }
    }

    fn look_at_the_clock(&mut self) -> Result<(), StopReason> {
        if self.limits.interrupt.is_raised() {
            return Err(StopReason::Interrupted);
        }
        let now = Instant::now();
        if self.limits.time.is_some_and(|limit| now - self.started >= limit) {
            return Err(StopReason::Time);
        }
        if let Some(observer) = self.observer
            && now - self.glanced >= GLANCE
        {
            self.glanced = now;
            observer.progress(&self.progress(now - self.started));
        }
        Ok(())
    }

    fn progress(&self, elapsed: Duration) -> Progress {
        const SHOWN: usize = 12;
        let step = |&(id, nimber): &(ComponentId, Nimber)| {
            let mut bytes = Vec::new();
            self.table().copy_bytes(id, &mut bytes);
            let numbers = self.table().numbers(id, nimber);
            Step { component: Component::new(bytes), nimber, proof: numbers.pn, disproof: numbers.dn }
        };
        Progress {
            elapsed,
            stats: self.stats(),
            line: self.path.iter().take(SHOWN).map(step).collect(),
            depth: self.path.len(),
        }
    }

    pub fn stats(&self) -> Stats {
        let table = self.table();
        Stats {
            nodes: self.nodes,
            expansions: self.expansions,
            components: table.components() as u64,
            facts: table.known(),
            memory: table.memory() as u64,
        }
    }

    /// Grows the table, or, at the limit on memory, drops lists of options that can be generated again.
    fn make_room(&mut self) -> Result<(), StopReason> {
        self.shared.pause.store(true, SeqCst);
        self.table = None;
        let grown = {
            let mut table = self.shared.table.write().unwrap_or_else(|poisoned| poisoned.into_inner());
            grow(&mut table, self.buffers.demand(), self.limits.memory)
        };
        self.shared.pause.store(false, SeqCst);
        self.table = Some(read(self.shared));
        grown
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

fn read(shared: &Shared) -> RwLockReadGuard<'_, Table> {
    shared.table.read().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Grows within the limit; else drops lists, first of solved components, then of those least visited; else gives up.
fn grow(table: &mut Table, room: (usize, usize, usize), limit: Option<usize>) -> Result<(), StopReason> {
    let limit = limit.unwrap_or(usize::MAX);
    let (components, bytes, lists) = room;
    if table.memory_with_room(components, bytes, lists) > limit {
        let before = table.memory();
        table.compact(|_| true);
        if table.memory() > before / 8 * 7 {
            let visits = table.median_visits();
            table.compact(|record| record.visits() > visits);
        }
        if table.memory_with_room(components, bytes, lists) > limit {
            return Err(StopReason::Memory);
        }
    }
    table.make_room(components, bytes, lists);
    Ok(())
}
