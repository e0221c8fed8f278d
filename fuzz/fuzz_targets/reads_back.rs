//! What every parser promises: an error of one line, or a position that is written so that it reads back as itself.

use grundy_core::{Game, Sum};

/// Reads the bytes as a position, writes it, reads that.
pub fn reads_back<G: Game>(game: &G, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match game.parse(&text) {
        Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
        Ok(components) => {
            let written = Sum::new(game, components).write(game);
            let again = game.parse(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(Sum::new(game, again).write(game), written);
        }
    }
}
