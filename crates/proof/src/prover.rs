//! The prover: asks the solver, extracts a proof from its facts, makes it smaller.

use crate::clock::Clock;
use crate::extract::extract;
use crate::progress::{ProofProgress, Stage};
use crate::proof::{Fact, Goal, Proof, ProveError, Statement};
use crate::shrink::{Effort, shrink};
use crate::source::{Claim, Source};
use grundy_core::{Hints, Position};
use grundy_search::Solver;
use std::time::Instant;

/// Proves outcomes and nimbers of positions, from all that a solver knows and with its help.
///
/// The limits of the solver hold for each question that it is asked, and those on time and by interrupt for the whole
/// work on a proof: they end extraction with an error, and shrinking early.
///
/// ```
/// use grundy_core::{Game, Outcome};
/// use grundy_games::sprouts::Sprouts;
/// use grundy_proof::{Goal, Prover, Statement};
/// use grundy_search::Solver;
///
/// let game = Sprouts::default();
/// let mut solver = Solver::new(game);
/// let proof = Prover::new(&mut solver).prove(&game.parse("2")?, Goal::Outcome)?;
/// assert_eq!(proof.statement, Statement::Outcome(Outcome::Loss));
/// assert_eq!(proof.facts.len(), 3);
/// let text = proof.to_certificate(&game).to_string();
/// assert!(text.starts_with("grundy certificate 1\ngame sprouts\nclaim outcome L 0*2\n"));
/// assert!(text.ends_with("\n0\t0*2\nend 3\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Prover<'a, G: Hints> {
    solver: &'a mut Solver<G>,
    effort: Effort,
    observe: Box<dyn FnMut(&ProofProgress) + 'a>,
}

impl<'a, G: Hints> Prover<'a, G> {
    /// A prover with the default effort.
    pub fn new(solver: &'a mut Solver<G>) -> Self {
        Prover { solver, effort: Effort::default(), observe: Box::new(|_| ()) }
    }

    /// How hard proofs are made smaller.
    #[must_use]
    pub fn effort(self, effort: Effort) -> Self {
        Prover { effort, ..self }
    }

    /// Called now and then while a proof is extracted and made smaller.
    #[must_use]
    pub fn observe(self, observe: impl FnMut(&ProofProgress) + 'a) -> Self {
        Prover { observe: Box::new(observe), ..self }
    }

    /// Proves the outcome or the nimber of a position.
    ///
    /// # Errors
    /// If the search is stopped before its answer, or before a gap in the proof is closed. What it proved is kept.
    pub fn prove(&mut self, position: &Position, goal: Goal) -> Result<Proof, ProveError> {
        let limits = &self.solver.settings().limits;
        let clock = Clock { began: Instant::now(), time: limits.time, interrupt: limits.interrupt.clone() };
        let statement = match goal {
            Goal::Outcome => Statement::Outcome(self.solver.outcome(position)?),
            Goal::Nimber => Statement::Nimber(self.solver.nimber(position)?),
        };
        // The classes of a large proof take hundreds of megabytes, which a table at its limit does not leave.
        self.solver.make_room_beside_facts();
        // Many short questions follow, for which threads would have to be started each time. Extraction and shrinking
        // have their own threads.
        let threads = self.solver.settings().threads;
        self.solver.set_threads(1);
        let mut source = Source::new(self.solver);
        let facts = find(&mut source, &Claim { position, goal }, threads, &clock, &self.effort, &mut self.observe);
        self.solver.set_threads(threads);
        let (facts, extracted) = facts?;
        Ok(Proof { position: position.clone(), statement, facts, extracted })
    }
}

/// The facts of a proof, and how many there were before it was made smaller.
fn find<G: Hints>(
    source: &mut Source<'_, G>,
    claim: &Claim<'_>,
    threads: usize,
    clock: &Clock,
    effort: &Effort,
    observe: &mut dyn FnMut(&ProofProgress),
) -> Result<(Vec<Fact>, usize), ProveError> {
    let ways = source.ways_to_claim(claim)?;
    let began = Instant::now();
    let extracted = extract(source, &ways, threads, clock, &mut |facts, open| {
        observe(&ProofProgress { stage: Stage::Extract { open }, facts, elapsed: began.elapsed() });
    });
    source.solver.end_reading();
    let extracted = extracted?;
    let size = extracted.len();
    let ids = shrink(source, claim, extracted, threads, effort, observe)?;
    let mut facts = Vec::with_capacity(ids.len());
    for id in ids {
        let (nimber, theorem) = (source.nimber(id)?, source.classes.theorem(id));
        facts.push(Fact { component: source.classes.component(id), nimber, theorem });
    }
    Ok((facts, size))
}
