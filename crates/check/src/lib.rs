//! An independent checker of grundy certificates. It is the code that people are asked to trust.
//!
//! It shares nothing with the engine: no search, no fast rules, no representation. It knows
//! - what a proof is (`verify`: the rules of FORMATS.md; `facts_set`: sets of facts without an order),
//! - the literal rules of each game ([`Rules`], one module a game),
//! - when two components are the same (`label` and the exact forms of each game),
//! - when to give up (`work`), and
//! - how a certificate or a `.spr` database is written (`certificate`, `spr`).
//!
//! Start with [`Checker`] to check a file. To judge the code, read `verify` first: it is the proof theory, one page.
//! Then read the rules of the game you care about.

mod certificate;
mod checker;
mod cram;
mod facts;
mod facts_set;
mod graph;
mod heap;
mod kayles;
mod label;
mod lines;
mod naive;
mod nim;
mod read;
mod refusal;
mod rules;
mod run;
mod spr;
mod sprouts;
mod verify;
mod work;

pub use certificate::{Claim, FIRST_LINE, Verified, readable};
pub use checker::Checker;
pub use facts_set::{FactsError, FactsReport, GivenFact};
pub use naive::naive_nimber;
pub use refusal::Refusal;
pub use rules::{Each, Form, Rules, RulesError, game};
pub use run::Progress;
pub use spr::{Database, FIRST_LINE as FIRST_LINE_SPR};
pub use work::Stop;
