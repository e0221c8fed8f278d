//! What a session of the program does besides searching.

use std::path::PathBuf;

/// What a session does besides searching: by default it shows a live view on a terminal, and keeps and logs nothing.
#[derive(Clone, Default, Debug)]
pub struct SessionOptions {
    /// No live view, no remarks.
    pub quiet: bool,
    /// Where facts are kept.
    pub store: Option<PathBuf>,
    /// Where lines about the search go.
    pub log: Option<PathBuf>,
    /// Such lines go to standard error.
    pub verbose: bool,
}
