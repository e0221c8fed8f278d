//! The prover.

use crate::classes::Id;
use crate::random::Random;
use crate::shrink::{Schedule, anneal};
use crate::source::{Source, Way, simplify};
use crate::tree::{Failed, Taste, Tree};
use grundy_core::{Component, Game, Nimber, Outcome};
use grundy_search::{Settings, Solver, StopReason};

/// What is to be proved of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Who wins.
    Outcome,
    /// The nimber.
    Nimber,
}

/// What was proved of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Its outcome.
    Outcome(Outcome),
    /// Its nimber.
    Nimber(Nimber),
}

/// A component with its nimber.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The component.
    pub component: Component,
    /// Its nimber.
    pub nimber: Nimber,
    /// The theorem that gives it, if it is not shown by other facts.
    pub theorem: Option<&'static str>,
}

/// A proof: facts, each of which follows from those before it, and what follows from them all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The position, as it was given.
    pub position: Vec<Component>,
    /// What is proved of it.
    pub statement: Statement,
    /// The facts.
    pub facts: Vec<Fact>,
}

/// Why there is no proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProveError {
    /// The search stopped before its answer.
    #[error("{0}")]
    Stopped(#[from] StopReason),
    /// The rules of the game contradict each other: equal components have different options, or a theorem is wrong.
    #[error("the rules of the game contradict each other")]
    Contradiction,
}

/// Proves statements about positions of one game.
pub struct Prover<G: Game> {
    source: Source<G>,
}

impl<G: Game> Prover<G> {
    /// A prover with a solver of its own.
    pub fn new(game: G, settings: Settings) -> Self {
        Self::from_solver(Solver::with(game, settings))
    }

    /// A prover that starts from all that a solver knows.
    pub fn from_solver(solver: Solver<G>) -> Self {
        Prover { source: Source::new(solver) }
    }

    /// Proves the outcome or the nimber of a position.
    ///
    /// # Errors
    /// If the search stops before its answer.
    pub fn prove(&mut self, position: &[Component], goal: Goal, moves: u64) -> Result<Proof, ProveError> {
        let source = &mut self.source;
        let (statement, root) = match goal {
            Goal::Outcome => {
                let outcome = source.solver.outcome(position)?;
                source.import();
                (Statement::Outcome(outcome), source.root(position, Goal::Outcome)?)
            }
            Goal::Nimber => {
                let nimber = source.solver.nimber(position)?;
                source.import();
                (Statement::Nimber(nimber), source.root(position, Goal::Nimber)?)
            }
        };
        let mut random = Random::new(1);
        let plain =
            Taste { banned: &[], most: usize::MAX, noise: 0.0, learn: 0.2, power: 1.0, doomed: 1.0, unknown: 1.0 };
        let mut root = root;
        let mut best: Vec<Id> = Vec::new();
        let mut tree;
        let mut nodes = 1;
        loop {
            let t = std::time::Instant::now();
            tree = Tree::new(root);
            tree.favour(&best);
            match tree.settle(source, &mut random, &plain) {
                Ok(()) => {}
                Err(Failed::Prove(error)) => return Err(error),
                Err(Failed::Attempt) => return Err(ProveError::Contradiction),
            }
            tree.commit();
            let start = tree.facts().len();
            best = tree.facts().to_vec();
            if nodes > 13 || moves == 0 {
                break;
            }
            let tb = t.elapsed().as_secs_f32();
            let schedule =
                Schedule { attempts: moves, hot: std::env::var("HOT").map_or(1.5, |h| h.parse().unwrap()), cold: 0.15 };
            anneal(&mut tree, source, &mut random, &schedule, &mut best)?;
            let ta = t.elapsed().as_secs_f32();
            let found = source.explore(&best, 300 * nodes, 100_000 * nodes)?;
            eprintln!(
                "start {start} best {} build {tb:.2} anneal {:.2} explore {:.2} found {found} classes {}",
                best.len(),
                ta - tb,
                t.elapsed().as_secs_f32() - ta,
                source.classes.len()
            );
            root = source.root(position, goal)?;
            nodes += 1;
        }
        let facts = tree.ordered().into_iter().map(|id| source.fact(id)).collect::<Result<_, _>>()?;
        Ok(Proof { position: position.to_vec(), statement, facts })
    }
}

impl<G: Game> Source<G> {
    fn fact(&mut self, id: Id) -> Result<Fact, ProveError> {
        let nimber = self.nimber(id)?;
        let theorem = self.classes.theorem(id);
        Ok(Fact { component: self.classes.component(id), nimber, theorem })
    }

    /// The obligations of the claim itself.
    fn root(&mut self, position: &[Component], goal: Goal) -> Result<Vec<Vec<Way>>, ProveError> {
        let sum = self.classes.intern_sum(position);
        let mut ways = Vec::new();
        if self.classes.value(&sum).is_some() {
            ways.push(sum.clone());
        }
        if goal == Goal::Outcome && self.solver.outcome(position)? == Outcome::Win {
            let mut options = Vec::new();
            for (at, &id) in sum.iter().enumerate() {
                self.classes.list(id);
                for option in self.classes.options(id) {
                    let mut whole = sum.clone();
                    whole.remove(at);
                    whole.extend(option);
                    crate::classes::cancel(&mut whole);
                    options.push(whole);
                }
            }
            self.reach(&options, Nimber::ZERO)?;
            ways.extend(self.ways_to_reach(&options, Nimber::ZERO));
        }
        Ok(simplify(vec![ways]))
    }
}
