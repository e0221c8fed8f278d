//! An independent checker of grundy certificates. It is the code that people are asked to trust.
//!
//! It shares nothing with the engine: no search, no fast rules, no representation. It knows
//! - what a proof is (`verify`: the rules of FORMATS.md; `facts`: how facts are kept, and sets of them without an order),
//! - the literal rules of each game ([`Rules`], one module a game),
//! - when two components are the same (`label` and the exact forms of each game),
//! - when to give up (`work`), and
//! - how a certificate or a `.spr` database is written (`certificate`, `spr`).
//!
//! Start with [`Checker`] to check a file. To judge the code, read `verify` first: it is the proof theory, one page. Then read the
//! rules of the game you care about.

mod certificate;
mod checker;
mod cram;
mod facts;
mod graph;
mod heap;
mod kayles;
mod label;
mod lines;
mod naive;
mod nim;
mod rules;
mod spr;
mod sprouts;
mod verify;
mod work;

pub use certificate::{Claim, FIRST_LINE, Refusal, Verified, readable};
pub use checker::{Checker, Progress};
pub use facts::{FactsError, FactsReport, GivenFact};
pub use naive::naive_nimber;
pub use rules::{Each, Form, Rules, RulesError, game};
pub use spr::{Database, FIRST_LINE as FIRST_LINE_SPR};
pub use work::Stop;
