//! The index: facts by component, for a search whose facts outgrow memory.
//!
//! A key per fact costs 6 microseconds, fifty times what a batch costs, so a store has no index until a search asks for
//! one. The index is built from the batches, the oldest first. A note says how many batches it covers, so this process
//! or a later one can continue, and a program that does not know about the index may add batches meanwhile.
//!
//! # Invariant
//! What the index says of a component, a batch with a right checksum says too. It may lack what the last batches say.

use crate::batch;
use crate::engine::{BATCHES, NOTES, Redb, engine_error, guarded};
use crate::error::StoreError;
use grundy_core::Nimber;
use redb::{ReadableTable, TableDefinition, TableError};

/// From the bytes of a component to its nimber: equal bytes decide, not a hash.
const INDEX: TableDefinition<'_, &[u8], u32> = TableDefinition::new("index");
/// The note that says how many batches are in the index.
const INDEXED: &str = "indexed";

impl Redb {
    /// Indexes batches that are not in the index yet, until at least this many facts have been indexed, in one commit.
    /// Returns whether there are more.
    pub fn index_more(&self, facts: usize) -> Result<bool, StoreError> {
        guarded(|| extend(self, facts))
    }

    /// The nimber of a component, if it is in the index.
    pub fn look_up(&self, component: &[u8]) -> Result<Option<Nimber>, StoreError> {
        guarded(|| look_up(self, component))
    }
}

fn extend(engine: &Redb, facts: usize) -> Result<bool, StoreError> {
    let commit = engine.database.begin_write().map_err(engine_error)?;
    let more = {
        let batches = commit.open_table(BATCHES).map_err(engine_error)?;
        let mut notes = commit.open_table(NOTES).map_err(engine_error)?;
        let noted = notes.get(INDEXED).map_err(engine_error)?.map(|note| note.value().to_string());
        let first = noted.and_then(|note| note.parse::<u64>().ok()).unwrap_or(0);
        let (mut entries, mut next) = (Vec::new(), first);
        for entry in batches.range(first..).map_err(engine_error)? {
            if entries.len() >= facts {
                break;
            }
            let (number, bytes) = entry.map_err(engine_error)?;
            let damaged = || StoreError::Damaged(format!("the checksum of batch {} is wrong", number.value()));
            let enter = &mut |component: &[u8], nimber: Nimber| entries.push((component.to_vec(), nimber.get()));
            batch::read(bytes.value(), enter).ok_or_else(damaged)?;
            next = number.value() + 1;
        }
        if next == first {
            return Ok(false);
        }
        // Neighbours share a page.
        entries.sort_unstable();
        let mut index = commit.open_table(INDEX).map_err(engine_error)?;
        for (component, nimber) in &entries {
            index.insert(&component[..], nimber).map_err(engine_error)?;
        }
        notes.insert(INDEXED, &*next.to_string()).map_err(engine_error)?;
        batches.last().map_err(engine_error)?.is_some_and(|(last, _)| last.value() >= next)
    };
    commit.commit().map_err(engine_error)?;
    Ok(more)
}

fn look_up(engine: &Redb, component: &[u8]) -> Result<Option<Nimber>, StoreError> {
    let index = match engine.reader()?.open_table(INDEX) {
        Err(TableError::TableDoesNotExist(_)) => return Ok(None),
        index => index.map_err(engine_error)?,
    };
    let nimber = index.get(component).map_err(engine_error)?;
    Ok(nimber.map(|nimber| Nimber::new(nimber.value())))
}

#[cfg(test)]
mod tests {
    use crate::{Saver, Store};
    use grundy_core::Nimber;
    use std::time::{Duration, Instant};

    fn component(i: u32) -> Vec<u8> {
        i.to_le_bytes().repeat(1 + i as usize % 5)
    }

    /// The answer when the index is complete.
    fn in_the_end(saver: &Saver, i: u32) -> Option<Nimber> {
        let began = Instant::now();
        while saver.nimber(&component(i)).is_none() && began.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        saver.nimber(&component(i))
    }

    #[test]
    fn facts_are_found_in_this_run_and_in_the_next() {
        let dir = std::env::temp_dir().join(format!("grundy-index-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        let bytes: Vec<Vec<u8>> = (0..30_000).map(component).collect();
        let mut store = Store::open(&dir, "test").expect("a store");
        let facts = (0..).map(|i| Nimber::new(i % 300));
        for some in bytes.chunks(7000).zip((0..).step_by(7000)) {
            let some = some.0.iter().zip(facts.clone().skip(some.1)).map(|(bytes, nimber)| (&bytes[..], nimber));
            store.append(some).expect("room on the disk");
        }
        let saver = Saver::start(store).expect("a thread");
        assert_eq!(saver.nimber(b"nobody"), None);
        assert_eq!(in_the_end(&saver, 29_999), Some(Nimber::new(299)));
        for i in (0..30_000).step_by(97) {
            assert_eq!(saver.nimber(&component(i)), Some(Nimber::new(i % 300)));
            assert_eq!(saver.nimber(&component(i + 30_000)), None);
        }
        saver.push(&component(77_777), Nimber::new(5));
        assert_eq!(in_the_end(&saver, 77_777), Some(Nimber::new(5)), "a fact of this run");
        saver.finish().expect("room on the disk");
        assert_eq!(saver.nimber(&component(0)), None, "closed");

        // A program without an index adds to it.
        let mut store = Store::open(&dir, "test").expect("a store");
        store.append([(&component(88_888)[..], Nimber::new(6))]).expect("room on the disk");
        let saver = Saver::start(store).expect("a thread");
        assert_eq!(in_the_end(&saver, 88_888), Some(Nimber::new(6)));
        assert_eq!(saver.nimber(&component(77_777)), Some(Nimber::new(5)));
        saver.finish().expect("room on the disk");
        assert_eq!(Store::existing(&dir).and_then(|store| store.info()).expect("a store").facts, 30_002);
        std::fs::remove_dir_all(&dir).expect("a folder to remove");
    }
}
