//! The prover.

use crate::classes::Id;
use crate::random::Random;
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
        let mut tree = Tree::new(root);
        let mut random = Random::new(1);
        let plain = Taste { banned: &[], most: usize::MAX, noise: 0.0, orphan: 0.0 };
        match tree.settle(source, &mut random, &plain) {
            Ok(()) => {}
            Err(Failed::Prove(error)) => return Err(error),
            Err(Failed::Attempt) => return Err(ProveError::Contradiction),
        }
        tree.commit();
        let _ = moves;
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
        if let Some(value) = self.classes.value(&sum)
            && (goal == Goal::Nimber || value != Nimber::ZERO || true)
        {
            ways.push(sum.clone());
            let _ = value;
        }
        if goal == Goal::Outcome && self.solver.outcome(position)? == Outcome::Win && ways.is_empty() {
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
            ways = self.ways_to_reach(&options, Nimber::ZERO);
            if ways.is_empty() {
                self.reach(&options, Nimber::ZERO)?;
                ways = self.ways_to_reach(&options, Nimber::ZERO);
            }
        }
        Ok(simplify(vec![ways]))
    }
}
