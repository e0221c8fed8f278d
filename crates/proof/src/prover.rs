//! The prover: asks the solver, extracts a proof from what it knows, makes it smaller.

use crate::extract::extract;
use crate::proof::{Fact, Goal, Proof, ProveError, Statement};
use crate::shrink::{Effort, Glance, shrink};
use crate::source::{Claim, Source};
use grundy_core::{Hints, Position};
use grundy_search::Solver;

/// Proves the outcome or the nimber of a position, from all that the solver knows and with its help. The limits of the solver
/// hold for each question that it is asked; `observe` is called now and then while the proof is made smaller, which an
/// interrupt of the solver ends early.
///
/// ```
/// use grundy_core::{Game, Outcome};
/// use grundy_games::sprouts::Sprouts;
/// use grundy_proof::{Effort, Goal, Statement, prove};
/// use grundy_search::Solver;
///
/// let game = Sprouts::default();
/// let proof = prove(&mut Solver::new(game), &game.parse("2")?, Goal::Outcome, &Effort::default(), &mut |_| ())?;
/// assert_eq!(proof.statement, Statement::Outcome(Outcome::Loss));
/// assert_eq!(proof.facts.len(), 3);
/// let mut certificate = Vec::new();
/// proof.write(&game, &mut certificate)?;
/// let text = String::from_utf8(certificate)?;
/// assert!(text.starts_with("grundy certificate 1\ngame sprouts\nclaim outcome L 0*2\n"));
/// assert!(text.ends_with("\n0\t0*2\nend 3\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the search is stopped before its answer, or before a gap in the proof is closed. What it proved is kept.
pub fn prove<G: Hints>(
    solver: &mut Solver<G>,
    position: &Position,
    goal: Goal,
    effort: &Effort,
    observe: &mut dyn FnMut(&Glance),
) -> Result<Proof, ProveError> {
    let statement = match goal {
        Goal::Outcome => Statement::Outcome(solver.outcome(position)?),
        Goal::Nimber => Statement::Nimber(solver.nimber(position)?),
    };
    // Many short questions follow, for which threads would have to be started each time. Shrinking has threads of its own.
    let threads = std::mem::replace(&mut solver.settings_mut().threads, 1);
    let mut source = Source::new(solver);
    let proof = find(&mut source, position, goal, statement, threads, effort, observe);
    solver.settings_mut().threads = threads;
    proof
}

fn find<G: Hints>(
    source: &mut Source<'_, G>,
    position: &Position,
    goal: Goal,
    statement: Statement,
    threads: usize,
    effort: &Effort,
    observe: &mut dyn FnMut(&Glance),
) -> Result<Proof, ProveError> {
    let claim = Claim { position, goal };
    let ways = source.ways_to_claim(&claim)?;
    let extracted = extract(source, &ways)?;
    let size = extracted.len();
    let ids = shrink(source, &claim, extracted, threads, effort, observe)?;
    let mut facts = Vec::with_capacity(ids.len());
    for id in ids {
        let (nimber, theorem) = (source.nimber(id)?, source.classes.theorem(id));
        facts.push(Fact { component: source.classes.component(id), nimber, theorem });
    }
    Ok(Proof { position: position.clone(), statement, facts, extracted: size })
}
