//! The position of a claim: what was asked, in the words of FORMATS.md, nothing reduced.
//!
//! A search reads a position and makes it smaller at once. A claim about what is left would be true, but the checker would
//! never see the question. So the claim keeps the text that was given, and only its *notation* is changed here, where games
//! read more than certificates may say: line breaks, numbers of spots, the terminators of Glop 1. Nothing in this file knows a rule of a
//! game. A text that the game refuses gives some text that says nothing.

/// The longest position that fits in a line of a certificate.
const MAX_LENGTH: usize = 65_000;

/// The most boards that a position in a certificate may have.
const MAX_BOARDS: usize = 64;

/// The position in the notation of certificates; `None` if that has no way to say it.
pub(crate) fn asked(game: &str, text: &str) -> Option<String> {
    let position = match game {
        "cram" => cram(text)?,
        "sprouts" => sprouts(text),
        _ if text.contains(['\n', '\r']) && !is_heaps(text) => return None,
        _ if is_heaps(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        // A game that we do not know: its own reader has the last word.
        _ => text.to_string(),
    };
    (!position.is_empty() && position.len() <= MAX_LENGTH).then_some(position)
}

/// Heap sizes and what may stand between them.
fn is_heaps(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || c == ',' || c == '+' || c.is_whitespace())
}

/// Rows may stand on lines of their own, with blanks around everything; `3X4` and the graph without edges are read too.
fn cram(text: &str) -> Option<String> {
    let boards: Vec<String> = text
        .split('+')
        .map(|board| {
            let rows = board.trim().replace('\n', "/");
            let board: String = rows.chars().filter(|c| !c.is_whitespace()).collect();
            if board == "graph()" { "#".to_string() } else { board.replace('X', "x") }
        })
        .collect();
    (boards.len() <= MAX_BOARDS).then(|| boards.join(" + "))
}

/// Digits alone are a number of spots; Glop 1 ends what others separate, and has names of its own for further letters.
fn sprouts(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
        return match text.trim_start_matches('0') {
            "" => "!".to_string(),
            spots => format!("0*{spots}"),
        };
    }
    let text = text.replace("n(", "Z(").replace("m(", "z(");
    let is_terminated = text.contains(['}', ']']) || text.len() > 1 && text.ends_with('!');
    if is_terminated { separated(&text) } else { text.replace('+', " + ") }
}

/// Lands end with `]`, regions with `}`, boundaries with `.`, and everything with `!`.
fn separated(text: &str) -> String {
    let boundaries = |region: &str| if region.is_empty() { "0*0" } else { region.trim_end_matches('.') }.to_string();
    let regions = |land: &str| land.split_terminator('}').map(boundaries).collect::<Vec<_>>().join("|");
    let lands = text.trim_end_matches('!').split_terminator(']').map(regions).filter(|land| !land.is_empty());
    let lands: Vec<String> = lands.collect();
    if lands.is_empty() { "!".to_string() } else { lands.join(" + ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_notation_changes() {
        for (game, given, said) in [
            ("cram", "3x1", "3x1"),
            ("cram", " 2X7+..#/... ", "2x7 + ..#/..."),
            ("cram", "..#\n #.. |...\n", "..#/#..|..."),
            ("cram", "graph( 0 - 1, 1-2 )+graph()", "graph(0-1,1-2) + #"),
            ("sprouts", "12", "0*12"),
            ("sprouts", " 2\n", "0*2"),
            ("sprouts", "1", "0*1"),
            ("sprouts", "00", "!"),
            ("sprouts", "!", "!"),
            ("sprouts", "0.1a1a.AB|AB+ 12|2", "0.1a1a.AB|AB + 12|2"),
            ("sprouts", "0.n(26)n(27).}Z(26)Z(27).}]0.}]!", "0.Z(26)Z(27)|Z(26)Z(27) + 0"),
            ("sprouts", "1m(3)1m(3)", "1z(3)1z(3)"),
            ("sprouts", "}0.0.}]!", "0*0|0.0"),
            ("sprouts", "]]!", "!"),
            ("nim", " 7,5\t4\n2", "7,5 4 2"),
            ("0.77", "5 + 0", "5 + 0"),
            ("seats", " a  seat", " a  seat"),
        ] {
            assert_eq!(asked(game, given).as_deref(), Some(said), "{game} {given:?}");
        }
    }

    #[test]
    fn what_no_line_can_say() {
        assert_eq!(asked("seats", "a\nb"), None);
        assert_eq!(asked("seats", ""), None);
        assert_eq!(asked("cram", &["1x2"; 64].join("+")).map(|text| text.len()), Some(63 * 6 + 3));
        assert_eq!(asked("cram", &["1x2"; 65].join("+")), None);
        assert_eq!(asked("nim", &"1 ".repeat(40_000)), None);
    }
}
