//! Positions as people type them: several words, `5 x 7` for a board, a number in words.

use crate::program::exit::Failure;
use crate::program::suggest;

/// The position that these words of a command line are, in the notation of the game.
///
/// # Errors
/// A number of spots in words, with what was meant.
pub fn typed(game: &str, words: &[String]) -> Result<String, Failure> {
    let text = words.join(" ");
    if let Some(line) = suggest::number_in_words(game, &text) {
        return Err(Failure::input(line));
    }
    Ok(if game.trim().eq_ignore_ascii_case("cram") { boards(&text) } else { text })
}

/// The text with every board that is written as rows and columns in the form `5x7`: `5 x 7`, `5×7`, `5*7`, `5,7`.
pub fn boards(text: &str) -> String {
    let parts: Vec<Option<String>> = text.split('+').map(board).collect();
    // Boards that are drawn may stand beside them, and keep their text.
    if parts.iter().all(Option::is_none) {
        return text.to_string();
    }
    let texts = text.split('+').zip(parts).map(|(given, read)| read.unwrap_or_else(|| given.trim().to_string()));
    texts.collect::<Vec<_>>().join(" + ")
}

fn board(part: &str) -> Option<String> {
    let (rows, columns) = part.split_once(['x', 'X', '×', '*', ','])?;
    let (rows, columns) = (rows.trim(), columns.trim());
    let is_number = |side: &str| !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit());
    (is_number(rows) && is_number(columns)).then(|| format!("{rows}x{columns}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_as_they_are_typed() {
        for typed in ["5x7", "5 x 7", "5×7", "5*7", "5,7", "5 X 7", " 5 × 7 "] {
            assert_eq!(boards(typed), "5x7", "{typed}");
        }
        assert_eq!(boards("3 x 4 + 2×2"), "3x4 + 2x2");
        assert_eq!(boards("3 x 4+..#/..."), "3x4 + ..#/...");
        for drawn in ["..#/...", "graph(0-1,1-2)", "5x", "x7", "5", "", "5x7x3", "graph(5,7)"] {
            assert_eq!(boards(drawn), drawn);
        }
        assert!(typed("sprouts", &["five".to_string()]).is_err());
        assert_eq!(typed("nim", &["3".to_string(), "4".to_string()]).ok().as_deref(), Some("3 4"));
    }
}
