//! Lists of options: words in an arena, one list for each component that is searched.
//!
//! A word is the number of a component or, marked [`LITERAL`], the nimber of components that were known when the list
//! was written. [`LAST`] marks the last word of an option.

use super::codec::{Numbers, Place};
use super::reserve::Reserve;
use super::storage::{Full, Table};
use super::word::{ComponentId, LAST, LITERAL};
use grundy_core::Nimber;
use std::sync::atomic::Ordering::Relaxed;

impl Table {
    /// Where the options of a component are.
    #[inline]
    pub fn options(&self, id: ComponentId) -> Option<Place> {
        self.open(id)?.options()
    }

    /// Keeps the options of a component: options of one or more words, the last of each marked [`LAST`].
    pub fn set_options(&self, id: ComponentId, words: &[u32], reserve: &mut Reserve) -> Result<(), Full> {
        debug_assert!(words.last().is_some_and(|word| word & LAST != 0) && words.len() <= Place::MAX_LEN);
        let start = self.lists.claim_from(&mut reserve.lists, words.len(), 16 * reserve.block).ok_or(Full)?;
        let record = self.record(id);
        let open = match record.more() {
            Some(open) => open,
            None => record.set_more(self.opens.claim_from(&mut reserve.opens, 1, reserve.block).ok_or(Full)?),
        };
        for (i, &word) in words.iter().enumerate() {
            self.lists.get(start + i).store(word, Relaxed);
        }
        self.opens.get(open).set_options(Some(Place { start, len: words.len() }));
        Ok(())
    }

    /// Keeps the numbers of a couple whose component is not listed, as another machine found them. `false` if there is
    /// no room.
    pub fn set_numbers_unlisted(
        &self,
        id: ComponentId,
        nimber: Nimber,
        numbers: Numbers,
        reserve: &mut Reserve,
    ) -> bool {
        let record = self.record(id);
        if record.more().is_none() {
            let Some(open) = self.opens.claim_from(&mut reserve.opens, 1, reserve.block) else { return false };
            record.set_more(open);
        }
        self.set_numbers(id, nimber, numbers);
        true
    }

    /// Asks for the memory of the records of all components in a list, which lie far apart.
    pub fn prefetch_records(&self, place: Place) {
        for at in place.start..place.start + place.len {
            let word = self.word(at);
            if word & LITERAL == 0 {
                self.records.prefetch((word & !LAST) as usize);
            }
        }
    }

    /// One word of a list of options.
    #[inline(always)]
    pub fn word(&self, at: usize) -> u32 {
        self.lists.get(at).load(Relaxed)
    }

    /// Changes one word of a list, when no thread searches.
    pub fn set_word(&self, at: usize, word: u32) {
        self.lists.get(at).store(word, Relaxed);
    }

    /// Words of lists in use.
    pub fn lists_len(&self) -> usize {
        self.lists.len()
    }
}
