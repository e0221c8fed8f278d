//! The table: every component met, interned once, with everything known about it.
//!
//! All threads of a search share one [`Table`]. They read and write it through `&self` with atomics. Growing and
//! evicting need `&mut self`, that is, a moment when no thread searches.
//!
//! Where to start: `storage` (the parts of a table), `identity` (from bytes to a number), `facts` (what is proved),
//! `couples` (hints about what is open), `lists` (options), then `grow` and `evict` (what happens when the table is
//! full).

mod archive;
mod chunked;
mod codec;
mod couples;
mod evict;
mod facts;
mod grow;
mod identity;
mod key;
mod lists;
mod odds;
mod open;
mod record;
mod reserve;
mod storage;
mod word;

#[cfg(all(test, loom))]
pub(crate) use chunked::Chunked;
pub(crate) use codec::{Numbers, Place};
pub(crate) use couples::Weight;
pub(crate) use identity::Lookup;
pub(crate) use key::Key;
pub(crate) use odds::Odds;
#[cfg(all(test, loom))]
pub(crate) use open::Open;
#[cfg(all(test, loom))]
pub(crate) use record::{Fact, Record};
pub(crate) use reserve::{Demand, Reserve};
pub(crate) use storage::{Full, Table};
pub use word::ComponentId;
pub(crate) use word::{LAST, LITERAL, WORD_LIMIT};
