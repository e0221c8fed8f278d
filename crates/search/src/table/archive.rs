//! Facts in few bytes: what remains of solved components when memory is short.
//!
//! A fact is three bytes of its hash, its length, its nimber, then the canonical bytes; facts whose hashes are
//! neighbours share a block that is read from its beginning. That is 5 bytes and the component, and half a byte for the
//! index of blocks: about 15 bytes for a fact of Cram. An archive is read by many threads and changed when no thread
//! searches.
//!
//! ```text
//! shard: the upper 8 bits of 32     block: the lower 24 bits, scaled
//! entry: | hash 3 | length 1 | nimber 1 | bytes |
//! ```

use super::key::Key;
use grundy_core::{Hints, Nimber};

const SHARDS: usize = 256;
/// Facts in a block, on average.
const BLOCK: usize = 8;
const HEAD: usize = 5;

/// Facts (component, nimber) that can be looked up.
#[derive(Default)]
pub(crate) struct Archive {
    shards: Vec<Shard>,
    facts: usize,
}

#[derive(Default)]
struct Shard {
    /// Where each block begins, and the end of the last one.
    starts: Vec<u32>,
    bytes: Vec<u8>,
}

/// A fact on its way into an archive: the upper half of the hash, the nimber, and the canonical bytes.
pub(crate) struct Entry {
    pub upper: u32,
    pub nimber: u8,
    pub bytes: Box<[u8]>,
}

impl Archive {
    /// Whether a fact can be kept here.
    pub fn takes(len: usize, nimber: Nimber) -> bool {
        len <= usize::from(u8::MAX) && nimber.get() <= u32::from(u8::MAX)
    }

    pub fn is_empty(&self) -> bool {
        self.facts == 0
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        self.shards.iter().map(|shard| 4 * shard.starts.capacity() + shard.bytes.capacity()).sum()
    }

    /// Bytes that the fact about a component of this many bytes takes, and its share of the index.
    pub fn memory_of_fact(len: usize) -> usize {
        HEAD + len + 4usize.div_ceil(BLOCK)
    }

    /// The nimber of a component, if it is here.
    pub fn get<G: Hints>(&self, game: &G, key: Key, component: &[u8]) -> Option<Nimber> {
        let upper = key.upper() as u32;
        let shard = self.shards.get((upper >> 24) as usize)?;
        let block = shard.block(upper)?;
        let same = |entry: &View<'_>| entry.hash == upper & 0xFF_FFFF && key.accepts(game, component, entry.bytes);
        entries(block).find(same).map(|entry| Nimber::new(u32::from(entry.nimber)))
    }

    /// Asks for the memory that says where the block of this key is.
    #[inline]
    pub fn prefetch_start(&self, key: Key) {
        let upper = key.upper() as u32;
        if let Some(shard) = self.shards.get((upper >> 24) as usize)
            && let Some(blocks) = shard.starts.len().checked_sub(1)
        {
            prefetch_index::prefetch_index(&shard.starts[..], Shard::place(upper, blocks));
        }
    }

    /// Asks for the memory of the block of this key.
    #[inline]
    pub fn prefetch_block(&self, key: Key) {
        let upper = key.upper() as u32;
        if let Some(block) = self.shards.get((upper >> 24) as usize).and_then(|shard| shard.block(upper)) {
            prefetch_index::prefetch_index(block, 0);
        }
    }

    /// All facts.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], Nimber)> {
        let all = self.shards.iter().flat_map(|shard| entries(&shard.bytes));
        all.map(|entry| (entry.bytes, Nimber::new(u32::from(entry.nimber))))
    }

    /// Adds facts that are not here yet, given shard by shard so that little more than one shard is held twice.
    pub fn extend(&mut self, mut of_shard: impl FnMut(u32) -> Vec<Entry>) {
        self.shards.resize_with(SHARDS, Shard::default);
        for (number, shard) in self.shards.iter_mut().enumerate() {
            let new = of_shard(number as u32);
            self.facts += new.len();
            if !new.is_empty() {
                *shard = shard.with(new);
            }
        }
    }
}

impl Shard {
    /// The block that holds a hash, if there are any.
    fn block(&self, upper: u32) -> Option<&[u8]> {
        let blocks = self.starts.len().checked_sub(1)?;
        let at = Self::place(upper, blocks);
        Some(&self.bytes[self.starts[at] as usize..self.starts[at + 1] as usize])
    }

    fn place(upper: u32, blocks: usize) -> usize {
        ((u64::from(upper & 0xFF_FFFF) * blocks as u64) >> 24) as usize
    }

    /// This shard and more facts. What is here is in order already and only copied.
    fn with(&self, mut new: Vec<Entry>) -> Shard {
        new.sort_unstable_by(|a, b| a.view().order().cmp(&b.view().order()));
        let blocks = (entries(&self.bytes).count() + new.len()).div_ceil(BLOCK);
        let size: usize = new.iter().map(|entry| HEAD + entry.bytes.len()).sum();
        let mut starts = Vec::with_capacity(blocks + 1);
        let mut bytes = Vec::with_capacity(self.bytes.len() + size);
        let mut push = |entry: View<'_>| {
            while starts.len() <= Self::place(entry.hash, blocks) {
                starts.push(bytes.len() as u32);
            }
            bytes.extend_from_slice(&entry.hash.to_le_bytes()[..3]);
            bytes.extend_from_slice(&[entry.bytes.len() as u8, entry.nimber]);
            bytes.extend_from_slice(entry.bytes);
        };
        let mut old = entries(&self.bytes).peekable();
        for entry in &new {
            while let Some(before) = old.next_if(|old| old.order() < entry.view().order()) {
                push(before);
            }
            push(entry.view());
        }
        old.for_each(push);
        starts.resize(blocks + 1, bytes.len() as u32);
        Shard { starts, bytes }
    }
}

impl Entry {
    fn view(&self) -> View<'_> {
        View { hash: self.upper & 0xFF_FFFF, nimber: self.nimber, bytes: &self.bytes }
    }
}

struct View<'a> {
    hash: u32,
    nimber: u8,
    bytes: &'a [u8],
}

impl View<'_> {
    /// Entries are in this order.
    fn order(&self) -> (u32, &[u8]) {
        (self.hash, self.bytes)
    }
}

fn entries(mut block: &[u8]) -> impl Iterator<Item = View<'_>> {
    std::iter::from_fn(move || {
        let (head, rest) = block.split_first_chunk::<HEAD>()?;
        let (bytes, rest) = rest.split_at_checked(usize::from(head[3]))?;
        block = rest;
        Some(View { hash: u32::from_le_bytes([head[0], head[1], head[2], 0]), nimber: head[4], bytes })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use grundy_games::cram::Cram;
    use grundy_games::nim::Nim;
    use grundy_games::sprouts::Sprouts;

    /// Bytes for each fact that a search of this position proves.
    fn bytes_a_fact<G: Hints + Clone>(game: &G, position: &str) -> f64 {
        let mut solver = Solver::new(game.clone());
        solver.nimber(&game.parse(position).expect("a position")).expect("no limit");
        let entry = |(component, nimber): (grundy_core::Component, Nimber)| Entry {
            upper: Key::new(game, &component).upper() as u32,
            nimber: nimber.get() as u8,
            bytes: component.to_vec().into(),
        };
        let mut facts: Vec<Entry> = solver.facts().into_iter().map(entry).collect();
        let count = facts.len();
        let mut archive = Archive::default();
        archive.extend(|shard| facts.extract_if(.., |entry| entry.upper >> 24 == shard).collect());
        archive.memory() as f64 / count as f64
    }

    #[test]
    fn a_fact_is_small() {
        let (cram, sprouts) = (bytes_a_fact(&Cram::default(), "4x9"), bytes_a_fact(&Sprouts::default(), "13"));
        assert!(cram < 16.0, "{cram} bytes for a fact of Cram");
        assert!(sprouts < 30.0, "{sprouts} bytes for a fact of Sprouts");
    }

    #[test]
    fn what_goes_in_comes_out() {
        let game = Nim::default();
        let component = |i: u32| i.to_le_bytes().repeat(1 + i as usize % 9);
        let fact = |i: u32| Entry {
            upper: Key::new(&game, &component(i)).upper() as u32,
            nimber: (i % 251) as u8,
            bytes: component(i).into(),
        };
        let mut archive = Archive::default();
        assert!(archive.is_empty() && archive.get(&game, Key::new(&game, b"x"), b"x").is_none());
        for round in 0..4 {
            let mut facts: Vec<Entry> = (round * 5000..(round + 1) * 5000).map(fact).collect();
            archive.extend(|shard| facts.extract_if(.., |entry| entry.upper >> 24 == shard).collect());
            assert!(facts.is_empty());
        }
        for i in 0..20_000 {
            let bytes = component(i);
            assert_eq!(archive.get(&game, Key::new(&game, &bytes), &bytes), Some(Nimber::new(i % 251)));
        }
        for i in 20_000..30_000 {
            let bytes = component(i);
            assert_eq!(archive.get(&game, Key::new(&game, &bytes), &bytes), None);
        }
        assert_eq!(archive.iter().count(), 20_000);
        for shard in &archive.shards {
            let order: Vec<_> = entries(&shard.bytes).map(|entry| (entry.hash, entry.bytes)).collect();
            assert!(order.is_sorted(), "a merge keeps the order");
        }
        let payload: usize = (0..20_000).map(|i| component(i).len()).sum();
        assert!(archive.memory() < payload + 6 * 20_000, "{} bytes for {payload}", archive.memory());
    }
}
