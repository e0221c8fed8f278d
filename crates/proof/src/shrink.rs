//! Shrinking: local search over which way meets which obligation.
//!
//! An attempt does without one fact: every obligation that uses it is met in another way, by the facts there are or by new ones
//! with all they need; what nothing uses any more goes. It is kept if the tree did not grow, or, early on, with a chance that
//! falls with the growth (simulated annealing).

use crate::classes::Id;
use crate::prover::ProveError;
use crate::random::Random;
use crate::source::Source;
use crate::tree::{Failed, Taste, Tree};
use grundy_core::Game;

pub(crate) struct Schedule {
    pub attempts: u64,
    pub hot: f32,
    pub cold: f32,
}

/// Anneals; leaves in `best` the facts of the smallest tree seen.
pub(crate) fn anneal<G: Game>(
    tree: &mut Tree,
    source: &mut Source<G>,
    random: &mut Random,
    schedule: &Schedule,
    best: &mut Vec<Id>,
) -> Result<(), ProveError> {
    let env = |name: &str, or: f32| std::env::var(name).map_or(or, |v| v.parse().unwrap());
    let (learn, power, noise, more) = (env("LEARN", 0.2), env("POWER", 1.0), env("NOISE", 0.5), env("MORE", 0.0));
    for attempt in 0..schedule.attempts {
        let facts = tree.facts().len();
        if facts == 0 {
            return Ok(());
        }
        let heat = schedule.hot * (schedule.cold / schedule.hot).powf(attempt as f32 / schedule.attempts as f32);
        let id = tree.facts()[random.below(facts)];
        // The growth that chance would allow, drawn first.
        let allowed = -heat * (random.unit() + 1e-9).ln();
        let banned = [id];
        let gone = tree.remove(id);
        let taste = Taste {
            banned: &banned,
            most: gone + allowed as usize + more as usize,
            noise,
            learn,
            power,
            doomed: env("DOOMED", 0.3) * random.unit(),
            unknown: env("UNKNOWN", 1.0),
        };
        match tree.settle(source, random, &taste) {
            Ok(()) if tree.facts().len() as f32 <= facts as f32 + allowed => {
                tree.commit();
                if tree.facts().len() < best.len() {
                    best.clear();
                    best.extend(tree.facts());
                }
            }
            Ok(()) | Err(Failed::Attempt) => tree.take_back(),
            Err(Failed::Prove(error)) => return Err(error),
        }
    }
    Ok(())
}
