//! What the commands that draw have in common: the format, where the drawing goes, and what is said when there is none.

use crate::draw::DrawError;
use crate::program::exit::{Ended, Failure};
use crate::search::StopReason;
use crate::study::StudyError;
use std::io::{self, Write};
use std::path::Path;

/// The format of a file by its ending. `known` has the endings of each format; a file without an ending is text, and so
/// is standard output.
///
/// # Errors
/// An ending that is not known: a picture in another format than its name says is of no use.
pub fn format_of<F: Copy>(file: Option<&Path>, known: &[(&str, F)], text: F) -> Result<F, Failure> {
    let Some(file) = file else { return Ok(text) };
    let Some(ending) = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()) else {
        return Ok(text);
    };
    if let Some((_, format)) = known.iter().find(|(known, _)| *known == ending) {
        return Ok(*format);
    }
    let endings: Vec<String> = known.iter().map(|(ending, _)| format!(".{ending}")).collect();
    let hint = match &ending[..] {
        "png" | "pdf" | "jpg" | "jpeg" => "; write .svg and convert it, with rsvg-convert or Inkscape",
        _ => ", or --format",
    };
    let name = file.display().to_string();
    Err(Failure::input(format!("{}: expected a name that ends in {}{hint}", name.escape_debug(), endings.join(", "))))
}

/// Writes a drawing to a file, or to standard output.
pub fn put(file: Option<&Path>, drawing: &str) -> Ended {
    match file {
        Some(path) => std::fs::write(path, drawing).map_err(|error| Failure::cannot_write(path, &error)),
        None => Ok(io::stdout().write_all(drawing.as_bytes())?),
    }
}

/// Why there is no drawing of a position.
pub fn failure(error: DrawError) -> Failure {
    match error {
        DrawError::Parse(error) => error.into(),
        DrawError::Study(StudyError::TooLarge { limit }) => {
            Failure::Stopped(StopReason::Nodes, format!("more than {limit} positions; raise --nodes"))
        }
        DrawError::Study(_) | DrawError::TooLarge { .. } | DrawError::NotPlanar(_) => Failure::input(error.to_string()),
    }
}
