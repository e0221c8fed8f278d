//! Traversals: the orders in which couples are visited (section 5.5 of the paper).
//!
//! Where to start: `algorithms` (Algorithms 2 and 3, once for all orders), `depth_first` (Algorithm 1 as printed),
//! `df_pn` (the order that is fast), `pn_search`; `order` chooses between them.

mod algorithms;
mod depth_first;
mod df_pn;
mod order;
mod pn_search;

pub(crate) use algorithms::{nimber_of_sum, outcome_of_sum};
pub(crate) use df_pn::{Thresholds, search_couple};
