//! The choices that section 5.5 leaves open: which option first, and which component last.

use crate::arena::{Arena, Id};
use crate::{PlainSum, StudyError};
use grundy_core::Hints;
use std::fmt;

/// Which option is computed first (section 5.5). It changes how many nodes are computed, never the answer.
#[derive(Clone, Copy, Default)]
pub enum Order<'a> {
    /// As the game generates them.
    AsGenerated,
    /// Those with the fewest moves first: likely the easiest.
    #[default]
    FewestOptions,
    /// Those with the smallest value first.
    By(&'a dyn Fn(&PlainSum) -> u64),
}

impl fmt::Debug for Order<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Order::AsGenerated => "AsGenerated",
            Order::FewestOptions => "FewestOptions",
            Order::By(_) => "By(..)",
        })
    }
}

/// Which component of a sum is the one whose nimber Algorithm 2 does not compute.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Last {
    /// The hardest in the eyes of the game ([`grundy_core::Estimate::difficulty`]), then the one with the most moves.
    #[default]
    Hardest,
    /// The one that is met last.
    AsGenerated,
}

/// Both choices together.
#[derive(Clone, Copy, Default, Debug)]
pub struct Strategy<'a> {
    /// Which option first.
    pub order: Order<'a>,
    /// Which component last.
    pub last: Last,
}

impl Order<'_> {
    /// Sorts what `id` reads from each entry; equals stay as they are.
    pub(crate) fn sort<G: Hints, T>(
        self,
        arena: &mut Arena<'_, G>,
        entries: Vec<T>,
        id: impl Fn(&T) -> Id,
    ) -> Result<Vec<T>, StudyError> {
        let mut keyed = Vec::with_capacity(entries.len());
        for entry in entries {
            let key = match self {
                Order::AsGenerated => 0,
                Order::FewestOptions => arena.count(id(&entry))? as u64,
                Order::By(value) => value(&arena.position(id(&entry))),
            };
            keyed.push((key, entry));
        }
        keyed.sort_by_key(|&(key, _)| key);
        Ok(keyed.into_iter().map(|(_, entry)| entry).collect())
    }
}

impl Last {
    /// Moves the chosen component to the end of a list that is not empty.
    pub(crate) fn arrange<G: Hints>(self, arena: &mut Arena<'_, G>, parts: &mut Vec<Id>) -> Result<(), StudyError> {
        if self == Last::Hardest {
            let mut hardest = (0, 0, 0);
            for (i, &part) in parts.iter().enumerate() {
                hardest = hardest.max((arena.difficulty(part), arena.count(part)?, i));
            }
            let part = parts.remove(hardest.2);
            parts.push(part);
        }
        Ok(())
    }
}
