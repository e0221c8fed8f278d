//! The program: its commands and what they share. Only modules in this folder print, read the environment and handle
//! signals.
//!
//! A command (`commands/`) reads its arguments (`search_args`, `limit_args`), finds the game (`registry`), opens a
//! [`game_session`] and prints. A session reports on the terminal (`reporter`, `live_view`) and saves its facts
//! (`fact_store`).

pub(crate) mod commands;
pub(crate) mod exit;
pub(crate) mod registry;
pub(crate) mod signals;

mod amounts;
mod fact_store;
mod facts_text;
mod game_session;
mod heap_store;
mod limit_args;
mod live_view;
mod memory;
mod notation;
mod positions;
mod print_table;
mod range;
mod regularity;
mod reporter;
mod search_args;
mod session_options;
mod suggest;
mod text_file;
mod verify_facts;
mod watchdog;
