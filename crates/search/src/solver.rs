//! The solver: questions in, answers out, facts kept.

use crate::limits::{Halt, Limits, StopReason};
use crate::observer::{CoupleExchange, FactLog, FactSource, Observer, Stats};
use crate::settings::{Settings, Traversal};
use crate::shared::{Question, Shared};
use crate::sync::{AtomicBool, RwLockReadGuard, ScopedJoinHandle, scope};
use crate::table::{ComponentId, Key, Lookup, Odds, Table};
use crate::traverse::{nimber_of_sum, outcome_of_sum};
use crate::worker::{Worker, toggle};
use grundy_core::{Claim, Component, Hints, Nimber, NimberSet, Outcome};
use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

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
pub struct Solver<G: Hints> {
    pub(crate) game: G,
    pub(crate) shared: Shared,
    pub(crate) settings: Settings,
}

impl<G: Hints> Solver<G> {
    /// A solver with the default settings.
    pub fn new(game: G) -> Self {
        Self::builder(game).build()
    }

    /// Chooses threads, limits, seed and the like before the solver is made.
    ///
    /// ```
    /// use grundy_core::{Game, Nimber};
    /// use grundy_games::cram::Cram;
    /// use grundy_search::{Limits, Solver, StopReason, Traversal};
    ///
    /// let game = Cram::default();
    /// let board = game.parse("4x5")?;
    /// let few = Limits { nodes: Some(10), ..Limits::default() };
    /// let mut solver = Solver::builder(game).traversal(Traversal::ProofNumber).limits(few).build();
    /// assert_eq!(solver.nimber(&board), Err(StopReason::Nodes));
    /// // What was proved is kept; with other limits the same question goes on from there.
    /// solver.set_limits(Limits::default());
    /// assert_eq!(solver.nimber(&board), Ok(Nimber::new(2)));
    /// # Ok::<(), grundy_core::ParseError>(())
    /// ```
    pub fn builder(game: G) -> SolverBuilder<G> {
        SolverBuilder::new(game)
    }

    /// A solver with these settings.
    pub fn with_settings(game: G, settings: Settings) -> Self {
        let mut shared = Shared::new();
        let table = shared.table_mut();
        table.log = settings.fact_log.clone();
        (table.theorems, table.leaf_numbers) = (settings.theorems, settings.ablation.leaf_numbers);
        if settings.ablation.odds && settings.ablation.leaf_numbers {
            table.odds = Odds::of(&game);
        }
        Solver { game, shared, settings }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets the limits of the questions from the next one on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.settings.limits = limits;
    }

    /// Sets the number of threads for the questions from the next one on.
    pub fn set_threads(&mut self, threads: usize) {
        self.settings.threads = threads;
    }

    /// Sets the order of the search, and the seed that chooses among equal options, for the questions from the next one
    /// on.
    pub fn set_traversal(&mut self, traversal: Traversal, seed: u64) {
        self.settings.traversal = traversal;
        self.settings.seed = seed;
    }

    /// Sets or removes the progress callback for the questions from the next one on.
    pub fn set_observer(&mut self, observer: Option<Arc<dyn Observer>>) {
        self.settings.observer = observer;
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
        let (sum, open) = self.lookup_all(&table, position)?;
        match open[..] {
            [] => Some(Outcome::of(sum)),
            [id] => table.excludes(id, sum).then_some(Outcome::Win),
            _ => None,
        }
    }

    /// The nimber of a position if the facts known now give it.
    pub fn known_nimber(&self, position: &[Component]) -> Option<Nimber> {
        let (sum, open) = self.lookup_all(&self.table(), position)?;
        open.is_empty().then_some(sum)
    }

    /// Nimbers that a position is known not to have, as far as it has at most one component of unknown nimber.
    pub fn excluded(&self, position: &[Component]) -> NimberSet {
        let table = self.table();
        match self.lookup_all(&table, position) {
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

    /// Drops all that is known but facts: lists of options, proof numbers, excluded nimbers. A search that goes on with
    /// another position is often faster without them.
    pub fn keep_facts(&mut self) {
        self.shared.keep_facts(&[]);
    }

    /// [`Solver::keep_facts`], and gives the memory back, if the table takes more than half of the limit on memory: for
    /// work with the facts that needs memory of its own.
    pub fn make_room_beside_facts(&mut self) {
        let memory = self.stats().memory as usize;
        if self.settings.limits.memory.is_some_and(|limit| memory > limit / 2) {
            self.shared.table_mut().shrink_to_facts();
        }
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
            // The next rung needs the facts and little else; without the old lists and numbers it is a third faster.
            // What the rungs were asked for stays too, even where it is only an excluded nimber.
            let open =
                |rung: &Vec<Component>| self.lookup_all(&self.table(), rung).map_or_else(Vec::new, |(_, open)| open);
            let answered: Vec<ComponentId> = rungs[..=i].iter().flat_map(open).collect();
            self.shared.keep_facts(&answered);
        }
        Ok(question)
    }

    /// The rungs of a position whose outcome is not known.
    pub(crate) fn open_rungs(&self, position: &[Component]) -> Vec<Vec<Component>> {
        if !self.settings.ablation.ladder || self.known_outcome(position).is_some() {
            return Vec::new();
        }
        let mut rungs = self.game.ladder(position);
        rungs.retain(|rung| self.known_outcome(rung).is_none());
        rungs
    }

    /// Searches until there is an answer, and evicts the table whenever it is full.
    pub(crate) fn search<T: Send>(
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
                Err(Halt::Evict) => self.evict(&mut patience)?,
            }
        }
    }

    /// Makes a full table smaller, when no worker holds it.
    pub(crate) fn evict(&self, patience: &mut Patience) -> Result<(), StopReason> {
        let known = self.table().known();
        patience.idle = if patience.known == Some(known) { patience.idle + 1 } else { 0 };
        patience.known = Some(known);
        let waited = || self.settings.fact_source.as_ref().is_some_and(|source| source.wait());
        match !self.shared.evict(&self.settings) || patience.idle >= PATIENCE && !waited() {
            true => Err(StopReason::Memory),
            false => Ok(()),
        }
    }

    pub(crate) fn worker(&self, question: Question, number: usize) -> Worker<'_, G> {
        Worker::new(&self.game, &self.shared, &self.settings, question, number)
    }

    /// Lets the first worker look for the answer, and the others too if it takes long. The first one that has it ends
    /// the search.
    fn search_once<T: Send>(
        &self,
        position: &[Component],
        question: Question,
        answer: impl Fn(&mut Worker<'_, G>, &Traversal, &[ComponentId]) -> Result<T, Halt> + Sync,
    ) -> Result<T, Halt> {
        let ids = self.worker(question, 0).intern_position(position)?;
        let over = AtomicBool::new(false);
        let work = |number: usize, helpers: Option<&dyn Fn()>| {
            let _all = EndAll(&over);
            let mut worker = self.worker(question, number).until(&over).with_helpers(helpers);
            worker.start_helpers();
            let result = answer(&mut worker, &self.settings.traversal, &ids).and_then(|answer| worker.trust(answer));
            if !matches!(result, Err(Halt::Evict)) {
                over.store(true, Relaxed);
            }
            result
        };
        let results: Vec<Result<T, Halt>> = if self.settings.threads <= 1 {
            vec![work(0, None)]
        } else {
            scope(|scope| {
                let (work, others) = (&work, RefCell::new(Vec::new()));
                let start = || {
                    let threads = (1..self.settings.threads).map(|number| scope.spawn(move || work(number, None)));
                    others.borrow_mut().extend(threads);
                };
                let first = work(0, Some(&start));
                let join = |thread: ScopedJoinHandle<'_, _>| thread.join().unwrap_or_else(|panic| resume_unwind(panic));
                std::iter::once(first).chain(others.take().into_iter().map(join)).collect()
            })
        };
        let mut halt = Halt::Answered;
        for result in results {
            match result {
                Ok(answer) => {
                    self.shared.full.store(false, Relaxed);
                    return Ok(answer);
                }
                Err(Halt::Stop(reason)) => halt = Halt::Stop(reason),
                Err(Halt::Evict) if halt == Halt::Answered => halt = Halt::Evict,
                Err(_) => {}
            }
        }
        if halt != Halt::Evict {
            self.shared.full.store(false, Relaxed);
        }
        Err(halt)
    }

    pub(crate) fn table(&self) -> RwLockReadGuard<'_, Table> {
        self.shared.read()
    }

    /// The nim-sum of the known components and the ids of the others, equal pairs cancelled; `None` if one has never
    /// been met, or if nothing can be trusted.
    pub(crate) fn lookup_all(&self, table: &Table, position: &[Component]) -> Option<(Nimber, Vec<ComponentId>)> {
        let (mut sum, mut open) = (Nimber::ZERO, Vec::new());
        let mut canonical = Vec::new();
        for component in position {
            match self.lookup(table, component, &mut canonical)? {
                Lookup::Known(nimber) => sum ^= nimber,
                Lookup::Open(id) => toggle(&mut open, id),
            }
        }
        Some((sum, open))
    }

    /// What is known of one component, canonical or not; `None` if it has never been met, or if nothing can be trusted.
    pub(crate) fn lookup(&self, table: &Table, component: &[u8], canonical: &mut Vec<u8>) -> Option<Lookup> {
        if table.contradicts_itself() {
            return None;
        }
        canonical.clear();
        self.game.canonize(component, canonical);
        let by_theorem = || match self.game.theorem(canonical).filter(|_| self.settings.theorems)?.claim {
            Claim::Is(nimber) => Some(Lookup::Known(nimber)),
            Claim::IsNot(_) => None,
        };
        table.lookup(&self.game, Key::new(&self.game, canonical), canonical).or_else(by_theorem)
    }
}

/// Collects the settings of a [`Solver`]: see [`Solver::builder`].
pub struct SolverBuilder<G: Hints> {
    game: G,
    settings: Settings,
}

impl<G: Hints> SolverBuilder<G> {
    fn new(game: G) -> Self {
        SolverBuilder { game, settings: Settings::default() }
    }

    /// Takes all settings from a value; methods called later change it.
    pub fn settings(self, settings: Settings) -> Self {
        SolverBuilder { settings, ..self }
    }

    /// How many threads search (1 without this call).
    pub fn threads(mut self, threads: usize) -> Self {
        self.settings.threads = threads;
        self
    }

    /// What a search may use.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.settings.limits = limits;
        self
    }

    /// Chooses among equal options; every seed is a reproducible search of its own.
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }

    /// The order of the search.
    pub fn traversal(mut self, traversal: Traversal) -> Self {
        self.settings.traversal = traversal;
        self
    }

    /// Whether the theorems of the game are used.
    pub fn theorems(mut self, theorems: bool) -> Self {
        self.settings.theorems = theorems;
        self
    }

    /// Progress callback.
    pub fn observer(mut self, observer: Arc<dyn Observer>) -> Self {
        self.settings.observer = Some(observer);
        self
    }

    /// Called for every fact that is proved.
    pub fn fact_log(mut self, log: Arc<dyn FactLog>) -> Self {
        self.settings.fact_log = Some(log);
        self
    }

    /// What other machines know of couples, in a cluster.
    pub fn exchange(mut self, exchange: Arc<dyn CoupleExchange>) -> Self {
        self.settings.exchange = Some(exchange);
        self
    }

    /// Fallback lookup of facts that the table had to drop.
    pub fn fact_source(mut self, source: Arc<dyn FactSource>) -> Self {
        self.settings.fact_source = Some(source);
        self
    }

    /// The solver.
    pub fn build(self) -> Solver<G> {
        Solver::with_settings(self.game, self.settings)
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

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Game;
    use grundy_games::cram::Cram;
    use grundy_games::sprouts::Sprouts;

    /// A table whose first component is the empty 2x3 board.
    fn with_board() -> (Solver<Cram>, grundy_core::Position, ComponentId) {
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
        fn compare<G: Hints>(game: G, position: &str, most: usize, threads: usize) {
            let position = game.parse(position).expect("a position");
            let mut rich = Solver::new(game.clone());
            let truth = rich.nimber(&position);
            assert!(rich.stats().components as usize > 2 * most, "too few to show anything");
            let mut poor = Solver::with_settings(game, Settings { threads, ..Settings::default() });
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
