//! Facts: which nimber a component has, and which nimbers it does not have.
//!
//! # Invariant
//! Facts are proved and only ever added to. Two facts that contradict each other end every search.

use super::archive::Archive;
use super::record::{Added, EXCLUDED_LIMIT, Fact, Facts, Record};
use super::storage::Table;
use super::word::{ComponentId, WORD_LIMIT};
use grundy_core::{Nimber, NimberSet};
use std::sync::atomic::Ordering::*;

impl Table {
    /// The nimber of a component, if it is known.
    #[inline]
    pub fn nimber(&self, id: ComponentId) -> Option<Nimber> {
        self.nimber_in(self.record(id).facts(), id)
    }

    #[inline]
    pub(super) fn nimber_in(&self, facts: Facts, id: ComponentId) -> Option<Nimber> {
        match facts.fact() {
            Fact::Unknown => None,
            Fact::Known(nimber) => Some(nimber),
            Fact::Elsewhere => self.large_nimber(id),
        }
    }

    #[cold]
    fn large_nimber(&self, id: ComponentId) -> Option<Nimber> {
        self.large().nimbers.get(&id).copied()
    }

    /// Keeps the fact that the nimber of the component is `nimber`: the losing couple of the paper.
    ///
    /// One that no list can name is not kept. A search never finds one, since it would take as many options; a theorem
    /// or a file may.
    pub fn set_nimber(&self, id: ComponentId, nimber: Nimber) {
        if nimber.get() >= WORD_LIMIT {
            return;
        }
        if !Record::holds(nimber) {
            // First the nimber, then the word that says where it is.
            let before = self.large().nimbers.insert(id, nimber);
            self.has_large.store(true, Release);
            if before.is_some_and(|before| before != nimber) || self.excludes_large(id, nimber) {
                self.notice(Added::Contradiction);
            }
        }
        if self.notice(self.record(id).set_nimber(nimber)) {
            self.known.fetch_add(1, Relaxed);
            self.count_fresh(id);
            if let Some(log) = &self.log {
                let mut bytes = Vec::new();
                self.copy_bytes(id, &mut bytes);
                log.fact(&bytes, nimber);
            }
        }
    }

    /// Keeps a fact that was known before and is not news.
    pub fn remember(&self, id: ComponentId, nimber: Nimber) {
        if !Record::holds(nimber) {
            self.set_nimber(id, nimber);
        } else if self.notice(self.record(id).set_nimber(nimber)) {
            self.count_fresh(id);
        }
    }

    /// Takes note of what it takes to archive the fact about a component: its place in a list, and the archived fact.
    fn count_fresh(&self, id: ComponentId) {
        const PLACE: usize = size_of::<(u32, ComponentId)>();
        self.fresh_memory.fetch_add(PLACE + Archive::memory_of_fact(self.bytes_len(id)), Relaxed);
    }

    /// Whether a fact was new. Takes note of a contradiction: whatever the reason, nothing that is found from then on
    /// can be trusted.
    pub(super) fn notice(&self, news: Added) -> bool {
        if news == Added::Contradiction {
            self.contradiction.store(true, Relaxed);
        }
        news == Added::New
    }

    /// Whether two facts were found that cannot both be true.
    pub fn contradicts_itself(&self) -> bool {
        self.contradiction.load(Relaxed)
    }

    /// Keeps the fact that the nimber of the component is not `nimber`.
    pub fn exclude(&self, id: ComponentId, nimber: Nimber) {
        if nimber.get() < EXCLUDED_LIMIT {
            self.notice(self.record(id).exclude_bits(1 << nimber.get()));
        } else {
            self.large().excluded.entry(id).or_default().insert(nimber);
            self.has_large.store(true, Release);
        }
    }

    /// Whether the component is known not to have this nimber. Ask only while its nimber is unknown.
    #[inline]
    pub fn excludes(&self, id: ComponentId, nimber: Nimber) -> bool {
        self.excluded_in(self.record(id).facts(), id, nimber)
    }

    #[inline]
    pub(super) fn excluded_in(&self, facts: Facts, id: ComponentId, nimber: Nimber) -> bool {
        facts.excludes(nimber).unwrap_or_else(|| self.excludes_large(id, nimber))
    }

    #[cold]
    fn excludes_large(&self, id: ComponentId, nimber: Nimber) -> bool {
        self.has_large.load(Acquire) && self.large().excluded.get(&id).is_some_and(|set| set.contains(nimber))
    }

    /// The least nimber the component may still have: the next one Algorithm 3 tries.
    #[inline]
    pub fn least_open(&self, id: ComponentId) -> Nimber {
        let low = self.record(id).excluded_bits().trailing_ones();
        let mut nimber = Nimber::new(low);
        while nimber.get() >= EXCLUDED_LIMIT && self.excludes(id, nimber) {
            nimber = Nimber::new(nimber.get() + 1);
        }
        nimber
    }

    /// All nimbers the component is known not to have, by what its options were found to be.
    pub fn excluded(&self, id: ComponentId) -> NimberSet {
        let mut set = self.large().excluded.get(&id).cloned().unwrap_or_default();
        let seen = self.record(id).excluded_bits();
        (0..EXCLUDED_LIMIT).filter(|bit| seen >> bit & 1 == 1).for_each(|bit| {
            set.insert(Nimber::new(bit));
        });
        set
    }
}
