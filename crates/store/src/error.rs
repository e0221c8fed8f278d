//! What can go wrong with a store. Each completes a line that begins with `store DIR: `.

use std::io;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no store in the directory.
    #[error("there is no store here")]
    Missing,
    /// Another process has it open.
    #[error("in use by another process")]
    InUse,
    /// The facts are of another game.
    #[error("store contains facts for {found}, expected {expected}")]
    OtherGame {
        /// The game of the store.
        found: String,
        /// The game that was asked for.
        expected: String,
    },
    /// The store was written by a version that this one does not know.
    #[error("its format is {found}, expected {expected}")]
    OtherVersion {
        /// The format of the store.
        found: String,
        /// The format this version knows.
        expected: &'static str,
    },
    /// Something in it is not what was written.
    #[error("it is damaged: {0}")]
    Damaged(String),
    /// The system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
}
