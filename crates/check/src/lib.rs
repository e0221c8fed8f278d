//! An independent checker of grundy certificates. It is the code that people are asked to trust.
//!
//! It shares nothing with the engine: no search, no fast rules, no representation. It knows
//! - the literal rules of each game ([`Rules`], one module a game),
//! - when two components are the same (`label` and the `form` of each game),
//! - what a proof is ([`verify`]: the four rules of FORMATS.md),
//! - when to give up ([`work`]), and
//! - how a certificate or a `.spr` database is written ([`certificate`], [`spr`]).
//!
//! Read [`verify`] first: it is the proof theory, one page. Then the rules of the game you care about.

pub mod certificate;
pub mod cram;
pub mod heap;
pub mod label;
pub mod nim;
pub mod rules;
pub mod spr;
pub mod sprouts;
pub mod verify;
pub mod work;

pub use certificate::{Claim, Refusal, Verified, check, check_with};
pub use rules::{Form, Rules, game, naive_nimber};
pub use spr::{Database, check_spr};
pub use verify::Progress;
