//! The solver: questions in, answers out, facts kept.

use crate::df_pn::{self, Thresholds};
use crate::key::Key;
use crate::limits::{Halt, Limits, StopReason};
use crate::observer::{CoupleLog, FactLog, Observer, Recall, Stats};
use crate::odds::Odds;
use crate::strategy::{EasiestFirst, Strategy};
use crate::sync::{AtomicBool, RwLockReadGuard, scope};
use crate::table::{ComponentId, Met, Table};
use crate::worker::{Question, Shared, Worker};
use crate::{depth_first, pn_search};
use grundy_core::{Claim, Component, Game, Nimber, NimberSet, Outcome};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// The order in which couples are visited (section 5.5 of the paper). All of them answer every question alike.
#[derive(Clone, Default)]
pub enum Traversal {
    /// Depth-first, in the order of a strategy.
    DepthFirst(Arc<dyn Strategy>),
    /// Best-first by proof numbers.
    ProofNumber,
    /// Depth-first by proof numbers: the fastest, and the default.
    #[default]
    DfPn,
}

impl Traversal {
    /// Depth-first with the default strategy.
    pub fn depth_first() -> Self {
        Traversal::DepthFirst(Arc::new(EasiestFirst))
    }
}

/// How a solver works.
///
/// ```
/// use grundy_core::{Game, Nimber};
/// use grundy_games::cram::Cram;
/// use grundy_search::{Limits, Settings, Solver, StopReason, Traversal};
///
/// let game = Cram::default();
/// let board = game.parse("4x5")?;
/// let limits = Limits { nodes: Some(10), ..Limits::default() };
/// let mut solver = Solver::with(game, Settings { traversal: Traversal::ProofNumber, limits, ..Settings::default() });
/// assert_eq!(solver.nimber(&board), Err(StopReason::Nodes));
/// // What was proved is kept; with other limits the same question goes on from there.
/// solver.settings_mut().limits = Limits::default();
/// assert_eq!(solver.nimber(&board), Ok(Nimber::new(2)));
/// # Ok::<(), grundy_core::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Settings {
    /// The order of the search.
    pub traversal: Traversal,
    /// What it may use.
    pub limits: Limits,
    /// How many threads search. One thread visits the same couples in the same order every time.
    pub threads: usize,
    /// Chooses among equal options; every seed is a reproducible search of its own.
    pub seed: u64,
    /// Whether the theorems of the game are used.
    pub theorems: bool,
    /// What the search does to be fast; all of it, unless someone measures what an idea is worth.
    pub ideas: Ideas,
    /// Who watches.
    pub observer: Option<Arc<dyn Observer>>,
    /// Who hears of every fact that is proved; fixed when the solver is made.
    pub log: Option<Arc<dyn FactLog>>,
    /// Who hears of every couple that is searched.
    pub couples: Option<Arc<dyn CoupleLog>>,
    /// Who remembers facts that the table has no room for.
    pub recall: Option<Arc<dyn Recall>>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            traversal: Traversal::default(),
            limits: Limits::default(),
            threads: 1,
            seed: 0,
            theorems: true,
            ideas: Ideas::default(),
            observer: None,
            log: None,
            couples: None,
            recall: None,
        }
    }
}

/// Ideas that make the search fast and can be switched off one at a time. None of them changes an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ideas {
    /// Stop generating options at the first one known to have the nimber under test.
    pub early_exit: bool,
    /// Start with the numbers of [`Game::leaf`] instead of (1, 1).
    pub leaf_numbers: bool,
    /// Correct these by how likely a couple is losing, by [`Game::odds`]. Looked at once, when the solver is made.
    pub odds: bool,
    /// Keep lists of options instead of generating them at every visit.
    pub kept_lists: bool,
    /// Solve the rungs of [`Game::rungs`] first.
    pub ladder: bool,
}

impl Default for Ideas {
    fn default() -> Self {
        Ideas { early_exit: true, leaf_numbers: true, odds: true, kept_lists: true, ladder: true }
    }
}

/// Evictions without a new fact after which a search gives up.
const PATIENCE: u32 = 4;

/// Evictions in a row between which nothing was proved: the search would go round in circles.
#[derive(Default)]
pub(crate) struct Patience {
    idle: u32,
    known: Option<u64>,
}

/// Answers questions about positions of one game and keeps what it proves for the next question.
///
/// ```
/// use grundy_core::{Game, Nimber, Outcome};
/// use grundy_games::sprouts::Sprouts;
/// use grundy_search::Solver;
///
/// let game = Sprouts::default();
/// let mut solver = Solver::new(game);
/// assert_eq!(solver.outcome(&game.parse("7")?), Ok(Outcome::Loss));
/// assert_eq!(solver.nimber(&game.parse("5")?), Ok(Nimber::new(1)));
/// # Ok::<(), grundy_core::ParseError>(())
/// ```
pub struct Solver<G: Game> {
    pub(crate) game: G,
    pub(crate) shared: Shared,
    pub(crate) settings: Settings,
}

impl<G: Game> Solver<G> {
    /// A solver with the default settings.
    pub fn new(game: G) -> Self {
        Self::with(game, Settings::default())
    }

    /// A solver with these settings.
    pub fn with(game: G, settings: Settings) -> Self {
        let mut shared = Shared::new();
        let table = shared.table.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        table.log = settings.log.clone();
        if settings.ideas.odds && settings.ideas.leaf_numbers {
            table.odds = Odds::of(&game);
        }
        Solver { game, shared, settings }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The settings; changes count from the next question on.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// The outcome of a position: of the couple (position, 0).
    ///
    /// # Errors
    /// Why the search stopped without an answer. What it proved is kept; asking again goes on from there.
    pub fn outcome(&mut self, position: &[Component]) -> Result<Outcome, StopReason> {
        self.couple(position, Nimber::ZERO)
    }

    /// The outcome of a couple: losing exactly when the nimber of the position is `nimber`.
    ///
    /// # Errors
    /// As [`Solver::outcome`].
    pub fn couple(&mut self, position: &[Component], nimber: Nimber) -> Result<Outcome, StopReason> {
        let question = self.climb(position)?;
        self.search(position, question, |worker, traversal, ids| outcome_of_sum(worker, traversal, ids, nimber))
    }

    /// The nimber of a position: the nim-sum of the nimbers of its components.
    ///
    /// # Errors
    /// As [`Solver::outcome`].
    pub fn nimber(&mut self, position: &[Component]) -> Result<Nimber, StopReason> {
        let question = self.climb(position)?;
        self.search(position, question, nimber_of_sum)
    }

    /// The outcome of a position if the facts known now decide it.
    pub fn known_outcome(&self, position: &[Component]) -> Option<Outcome> {
        let table = self.table();
        let (sum, open) = self.meet_all(&table, position)?;
        match open[..] {
            [] => Some(Outcome::of(sum)),
            [id] => table.excludes(id, sum).then_some(Outcome::Win),
            _ => None,
        }
    }

    /// The nimber of a position if the facts known now give it.
    pub fn known_nimber(&self, position: &[Component]) -> Option<Nimber> {
        let (sum, open) = self.meet_all(&self.table(), position)?;
        open.is_empty().then_some(sum)
    }

    /// Nimbers that a position is known not to have, as far as it has at most one component of unknown nimber.
    pub fn excluded(&self, position: &[Component]) -> NimberSet {
        let table = self.table();
        match self.meet_all(&table, position) {
            Some((sum, open)) if open.len() == 1 => table.excluded(open[0]).iter().map(|nimber| nimber ^ sum).collect(),
            _ => NimberSet::new(),
        }
    }

    /// Every component whose nimber is known, with its nimber: the losing couples.
    pub fn facts(&self) -> Vec<(Component, Nimber)> {
        let table = self.table();
        let fact = |id| {
            let mut bytes = Vec::new();
            table.copy_bytes(id, &mut bytes);
            Some((Component::new(bytes), table.nimber(id)?))
        };
        let archived = table.archive.iter().map(|(bytes, nimber)| (Component::new(bytes.to_vec()), nimber));
        table.ids().filter(|&id| !table.record(id).is_archived()).filter_map(fact).chain(archived).collect()
    }

    /// Counts since the solver was made.
    pub fn stats(&self) -> Stats {
        self.shared.stats(&self.table())
    }

    /// Solves the rungs of the ladder that are not known yet; the limits count from the first of them.
    fn climb(&mut self, position: &[Component]) -> Result<Question, StopReason> {
        let question = Question::new(&self.shared);
        let rungs = self.open_rungs(position);
        for (i, rung) in rungs.iter().enumerate() {
            let question = question.on_rung(i + 1, rungs.len());
            self.search(rung, question, |worker, traversal, ids| outcome_of_sum(worker, traversal, ids, Nimber::ZERO))?;
        }
        Ok(question)
    }

    /// The rungs of a position whose outcome is not known.
    pub(crate) fn open_rungs(&self, position: &[Component]) -> Vec<Vec<Component>> {
        if !self.settings.ideas.ladder || self.known_outcome(position).is_some() {
            return Vec::new();
        }
        let mut rungs = self.game.rungs(position);
        rungs.retain(|rung| self.known_outcome(rung).is_none());
        rungs
    }

    /// Searches until there is an answer, and makes the table smaller whenever it is full.
    fn search<T: Send>(
        &self,
        position: &[Component],
        question: Question,
        answer: impl Fn(&mut Worker<'_, G>, &Traversal, &[ComponentId]) -> Result<T, Halt> + Sync,
    ) -> Result<T, StopReason> {
        let mut patience = Patience::default();
        loop {
            match self.search_once(position, question, &answer) {
                Ok(answer) => return Ok(answer),
                Err(Halt::Stop(reason)) => return Err(reason),
                Err(Halt::Answered | Halt::Unwind) => return Err(StopReason::Interrupted),
                Err(Halt::Evict) => self.relieve(&mut patience)?,
            }
        }
    }

    /// Makes a full table smaller, when no worker holds it.
    pub(crate) fn relieve(&self, patience: &mut Patience) -> Result<(), StopReason> {
        let known = self.table().known();
        patience.idle = if patience.known == Some(known) { patience.idle + 1 } else { 0 };
        patience.known = Some(known);
        let waited = || self.settings.recall.as_ref().is_some_and(|recall| recall.wait());
        match !self.shared.evict(&self.settings) || patience.idle >= PATIENCE && !waited() {
            true => Err(StopReason::Memory),
            false => Ok(()),
        }
    }

    pub(crate) fn worker(&self, question: Question, number: usize) -> Worker<'_, G> {
        Worker::new(&self.game, &self.shared, &self.settings, question, number)
    }

    /// Lets every worker look for the answer; the first one that has it ends the search.
    fn search_once<T: Send>(
        &self,
        position: &[Component],
        question: Question,
        answer: impl Fn(&mut Worker<'_, G>, &Traversal, &[ComponentId]) -> Result<T, Halt> + Sync,
    ) -> Result<T, Halt> {
        let (shared, settings) = (&self.shared, &self.settings);
        let ids = self.worker(question, 0).intern_position(position)?;
        let over = AtomicBool::new(false);
        let work = |number| {
            let _all = EndAll(&over);
            let result = answer(&mut self.worker(question, number).until(&over), &settings.traversal, &ids);
            if !matches!(result, Err(Halt::Evict)) {
                over.store(true, Relaxed);
            }
            result
        };
        let results: Vec<Result<T, Halt>> = if settings.threads <= 1 {
            vec![work(0)]
        } else {
            scope(|scope| {
                let work = &work;
                let threads: Vec<_> = (0..settings.threads).map(|number| scope.spawn(move || work(number))).collect();
                threads
                    .into_iter()
                    .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                    .collect()
            })
        };
        let mut halt = Halt::Answered;
        for result in results {
            match result {
                Ok(answer) => {
                    shared.full.store(false, Relaxed);
                    return Ok(answer);
                }
                Err(Halt::Stop(reason)) => halt = Halt::Stop(reason),
                Err(Halt::Evict) if halt == Halt::Answered => halt = Halt::Evict,
                Err(_) => {}
            }
        }
        if halt != Halt::Evict {
            shared.full.store(false, Relaxed);
        }
        Err(halt)
    }

    fn table(&self) -> RwLockReadGuard<'_, Table> {
        self.shared.read()
    }

    /// The nim-sum of the known components and the ids of the others, equal pairs cancelled; `None` if one has never been
    /// met, or if nothing can be trusted.
    fn meet_all(&self, table: &Table, position: &[Component]) -> Option<(Nimber, Vec<ComponentId>)> {
        if table.contradicts_itself() {
            return None;
        }
        let (mut sum, mut open) = (Nimber::ZERO, Vec::new());
        let mut canonical = Vec::new();
        for component in position {
            canonical.clear();
            self.game.canonize(component, &mut canonical);
            match table.meet(&self.game, Key::new(&self.game, &canonical), &canonical) {
                Some(Met::Known(nimber)) => sum ^= nimber,
                Some(Met::Open(id)) => toggle(&mut open, id),
                None => match self.game.theorem(&canonical).filter(|_| self.settings.theorems)?.claim {
                    Claim::Is(nimber) => sum ^= nimber,
                    Claim::IsNot(_) => return None,
                },
            }
        }
        Some((sum, open))
    }
}

/// Ends the work of the other threads when one panics: its search is lost, and the person should not wait for theirs.
struct EndAll<'a>(&'a AtomicBool);

impl Drop for EndAll<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// Adds an id to a sum, or cancels it against its equal.
pub(crate) fn toggle(ids: &mut Vec<ComponentId>, id: ComponentId) {
    match ids.iter().position(|&other| other == id) {
        Some(twin) => drop(ids.swap_remove(twin)),
        None => ids.push(id),
    }
}

fn decide_couple<G: Game>(
    worker: &mut Worker<'_, G>,
    traversal: &Traversal,
    id: ComponentId,
    nimber: Nimber,
) -> Result<(), Halt> {
    match traversal {
        Traversal::DepthFirst(strategy) => depth_first::outcome_of_couple(worker, &**strategy, id, nimber).map(|_| ()),
        Traversal::ProofNumber => pn_search::search_couple(worker, id, nimber),
        Traversal::DfPn => df_pn::search_couple(worker, id, nimber, Thresholds::NONE),
    }
}

/// Algorithm 3 for the question itself, component by component.
pub(crate) fn nimber_of_sum<G: Game>(
    worker: &mut Worker<'_, G>,
    traversal: &Traversal,
    ids: &[ComponentId],
) -> Result<Nimber, Halt> {
    let mut sum = Nimber::ZERO;
    for &id in ids {
        sum ^= nimber_of(worker, traversal, id)?;
    }
    worker.trust(sum)
}

fn nimber_of<G: Game>(worker: &mut Worker<'_, G>, traversal: &Traversal, id: ComponentId) -> Result<Nimber, Halt> {
    loop {
        if let Some(nimber) = worker.table().nimber(id) {
            return Ok(nimber);
        }
        let nimber = worker.table().least_open(id);
        decide_couple(worker, traversal, id, nimber)?;
    }
}

/// Algorithm 2 for the question itself: the easiest component first, by its numbers, until one is left.
pub(crate) fn outcome_of_sum<G: Game>(
    worker: &mut Worker<'_, G>,
    traversal: &Traversal,
    ids: &[ComponentId],
    test: Nimber,
) -> Result<Outcome, Halt> {
    let outcome = if let Traversal::DepthFirst(strategy) = traversal {
        depth_first::outcome_of_sum(worker, &**strategy, ids, test)
    } else {
        easiest_first(worker, traversal, ids, test)
    };
    worker.trust(outcome?)
}

fn easiest_first<G: Game>(
    worker: &mut Worker<'_, G>,
    traversal: &Traversal,
    ids: &[ComponentId],
    test: Nimber,
) -> Result<Outcome, Halt> {
    loop {
        let table = worker.table();
        // One look at each component: another thread may solve it at any moment.
        let mut known = test;
        let mut open: Vec<(u64, ComponentId, Nimber)> = Vec::new();
        for &id in ids {
            match table.nimber(id) {
                Some(nimber) => known ^= nimber,
                None => {
                    let tried = table.least_open(id);
                    open.push((table.numbers(id, tried).least(), id, tried));
                }
            }
        }
        open.sort_unstable();
        match open[..] {
            [] => return Ok(Outcome::of(known)),
            [(_, last, _)] => {
                if let Some(outcome) = worker.decided(last, known) {
                    return Ok(outcome);
                }
                decide_couple(worker, traversal, last, known)?;
            }
            [(_, easiest, tried), (next, ..), ..] if matches!(traversal, Traversal::DfPn) => {
                df_pn::search_couple(worker, easiest, tried, Thresholds::least(next.saturating_add(1)))?;
            }
            [(_, easiest, tried), ..] => decide_couple(worker, traversal, easiest, tried)?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::cram::Cram;
    use grundy_games::sprouts::Sprouts;

    /// A table whose first component is the empty 2x3 board.
    fn with_board() -> (Solver<Cram>, Vec<Component>, ComponentId) {
        let solver = Solver::new(Cram::default());
        let board = solver.game.parse("2x3").expect("a board");
        let ids = solver.worker(Question::new(&solver.shared), 0).intern_position(&board).expect("room");
        let id = ids[0];
        (solver, board, id)
    }

    #[test]
    fn facts_that_contradict_each_other_end_the_search() {
        let (small, large) = (Nimber::new(3), Nimber::new(1 << 20));
        let is = |nimber: Nimber| (nimber, true);
        let is_not = |nimber: Nimber| (nimber, false);
        for [first, second] in [
            [is(small), is(Nimber::new(5))],
            [is(large), is(large ^ small)],
            [is(small), is(large)],
            [is(large), is(small)],
            [is(small), is_not(small)],
            [is_not(small), is(small)],
            [is_not(large), is(large)],
        ] {
            let (mut solver, board, id) = with_board();
            let tell = |solver: &Solver<Cram>, (nimber, is): (Nimber, bool)| {
                let table = solver.table();
                if is { table.set_nimber(id, nimber) } else { table.exclude(id, nimber) }
            };
            tell(&solver, first);
            tell(&solver, first);
            assert!(!solver.table().contradicts_itself(), "{first:?}");
            tell(&solver, second);
            assert_eq!(solver.nimber(&board), Err(StopReason::Contradiction), "{first:?}, {second:?}");
            assert_eq!(solver.outcome(&board), Err(StopReason::Contradiction));
            assert_eq!((solver.known_nimber(&board), solver.known_outcome(&board)), (None, None));
        }
    }

    #[test]
    fn a_nimber_too_large_for_lists_is_not_kept() {
        let (mut solver, board, _) = with_board();
        let huge = Nimber::new(crate::table::WORD_LIMIT);
        assert_eq!(solver.learn([(board[0].clone(), huge)]), Ok(0));
        let truth = Solver::new(Cram::literal()).nimber(&board);
        assert_eq!(solver.nimber(&board), truth);
    }

    /// There are 2^30 numbers for components, and memory for more in large machines.
    #[test]
    fn a_table_with_too_many_components_is_made_smaller() {
        fn compare<G: Game>(game: G, position: &str, most: usize, threads: usize) {
            let position = game.parse(position).expect("a position");
            let mut rich = Solver::new(game.clone());
            let truth = rich.nimber(&position);
            assert!(rich.stats().components as usize > 2 * most, "too few to show anything");
            let mut poor = Solver::with(game, Settings { threads, ..Settings::default() });
            poor.shared.table.get_mut().expect("no panic").most_components = most;
            assert_eq!(poor.nimber(&position), truth);
            assert!(poor.stats().components as usize <= most + 64 * threads);
        }
        for threads in 1..=3 {
            compare(Cram::default(), "5x7", 8_000, threads);
            compare(Sprouts::default(), "12", 8_000, threads);
        }
        // Too few to get anywhere.
        let mut solver = Solver::new(Cram::default());
        solver.shared.table.get_mut().expect("no panic").most_components = 10;
        let board = solver.game.parse("5x7").expect("a board");
        assert_eq!(solver.nimber(&board), Err(StopReason::Memory));
    }
}
