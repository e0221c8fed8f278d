//! What the commands that draw have in common: where the drawing goes, and what is said when there is none.

use crate::exit::{Ended, Failure};
use crate::games;
use grundy::draw::DrawError;
use grundy::search::{Settings, StopReason};
use grundy::study::StudyError;
use std::io::{self, Write};
use std::path::Path;

/// Writes a drawing to a file, or to standard output.
pub fn put(file: Option<&Path>, drawing: &str) -> Ended {
    match file {
        Some(path) => std::fs::write(path, drawing).map_err(|error| Failure::cannot_write(path, &error)),
        None => Ok(io::stdout().write_all(drawing.as_bytes())?),
    }
}

/// Why there is no drawing. An unknown game is reported as everywhere else.
pub fn failure(game: &str, error: DrawError) -> Failure {
    match error {
        DrawError::Parse(error) => games::open(game, Settings::default(), true).err().unwrap_or_else(|| error.into()),
        DrawError::Study(StudyError::TooLarge { limit }) => {
            Failure::Stopped(StopReason::Nodes, format!("more than {limit} positions; --nodes allows more"))
        }
        DrawError::Study(_) | DrawError::TooLarge { .. } | DrawError::NotPlanar(_) => Failure::input(error.to_string()),
    }
}
