//! A nim-sequence on disk: the nimbers of heaps 0, 1, 2, ... as the facts of an ordinary store, so that a long run can
//! be killed at any moment and continued.
//!
//! # Invariant
//! A heap without moves is no component, hence no fact; its nimber is 0. What [`HeapStore::open`] returns has no gaps.

use crate::core::{Component, Game, Nimber};
use crate::games::heap::{Heap, Sequence};
use crate::program::exit::{Ended, Failure};
use crate::program::fact_store::failure;
use grundy_store::Store;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The store of one sequence.
pub struct HeapStore {
    store: Store,
    dir: PathBuf,
    game: Heap,
    /// The heaps below this one are on disk.
    saved: usize,
}

impl HeapStore {
    /// Opens the store in a directory, or makes one, and returns the values that it has from heap 0 on.
    ///
    /// # Errors
    /// If the store cannot be used, or has facts of another game.
    pub fn open(dir: &Path, game: &Heap) -> Result<(Self, Vec<Nimber>), Failure> {
        let store = Store::open(dir, &game.name()).map_err(|error| failure(dir, error))?;
        let mut known: HashMap<usize, Nimber> = HashMap::new();
        let read = store.each(|component, nimber| {
            if let Ok(heap) = game.write(component).parse() {
                known.insert(heap, nimber);
            }
        });
        read.map_err(|error| failure(dir, error))?;
        let mut values = Vec::new();
        while values.len() < Sequence::LONGEST {
            match (known.get(&values.len()), component(game, values.len())) {
                (Some(&nimber), _) => values.push(nimber),
                // Heaps without moves go on for ever in a game without moves.
                (None, None) if values.len() < known.len() + 2 * crate::games::heap::MAX_DIGITS => {
                    values.push(Nimber::ZERO);
                }
                (None, _) => break,
            }
        }
        let saved = values.len();
        Ok((HeapStore { store, dir: dir.to_path_buf(), game: game.clone(), saved }, values))
    }

    /// Writes the values that are not on disk yet, and returns when they are.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn save(&mut self, values: &[Nimber]) -> Ended {
        const AT_ONCE: usize = 100_000;
        while self.saved < values.len() {
            let end = values.len().min(self.saved + AT_ONCE);
            let heaps = self.saved..end;
            let facts: Vec<(Component, Nimber)> =
                heaps.filter_map(|heap| Some((component(&self.game, heap)?, values[heap]))).collect();
            let facts = facts.iter().map(|(component, nimber)| (&component[..], *nimber));
            self.store.append(facts).map_err(|error| failure(&self.dir, error))?;
            self.saved = end;
        }
        Ok(())
    }
}

/// A heap as a component, if it has a move.
fn component(game: &Heap, heap: usize) -> Option<Component> {
    game.parse(&heap.to_string()).ok()?.into_components().pop()
}
