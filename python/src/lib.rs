//! The extension module `grundy._engine`: the engine as the Python package sees it.
//!
//! The package `grundy` (in `package/`) has the classes that people use; this module has one class,
//! [`Engine`](engine::Engine), and a few functions that return plain values. No search happens in Python, and no class
//! for users is defined here.
//!
//! Every long call works as `run` says: the search runs in a thread of its own, without the interpreter lock, while the
//! calling Python thread handles signals and reports progress. The search thread calls the rules of a game written in
//! Python itself where the stack allows it; elsewhere the calling thread does (`desk`).
//!
//! Reading order: `run`, `desk` (questions to Python), `own_game` and `rules` (a game written in Python, seen from the
//! search and from the interpreter), `session`, `engine`.

#[allow(dead_code)] // shared with the program, which reads more
#[path = "../../crates/grundy/src/program/amounts.rs"]
mod amounts;
mod certificates;
mod cluster;
mod desk;
mod engine;
mod errors;
mod figures;
#[path = "../../crates/grundy/src/program/memory.rs"]
mod memory;
mod own_game;
mod rules;
mod run;
mod sequences;
mod session;
mod store;

use pyo3::prelude::*;

/// The engine of the package `grundy`; its parts are private to the package.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use super::certificates::check;
    #[pymodule_export]
    use super::cluster::{ClusterRun, ClusterWorker};
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::figures::{inevitable, position_svg, position_text, position_tikz, tree};
    #[pymodule_export]
    use super::run::panic;
    #[pymodule_export]
    use super::sequences::nim_sequence;
    #[pymodule_export]
    use super::session::{game_info, join};
}
