//! The law tester: built-in games keep all laws, and a game with each law broken on purpose is told which one, and
//! where.

use grundy::core::{Claim, Component, Game, Hints, Move, Nimber, ParseError, Position, Sink, Theorem};
use grundy::games::cram::Cram;
use grundy::games::heap::Heap;
use grundy::games::nim::Nim;
use grundy::games::sprouts::Sprouts;
use grundy::{Law, laws};
use std::ops::ControlFlow;

#[test]
fn built_in_games_keep_the_laws() {
    assert!(laws(&Nim::default(), ["0", "7 5 4 2", "3,3\n1", "12"]).unwrap() == 12);
    for code in ["kayles", "0.07", "grundy", "4.007", "0.137"] {
        let game = Heap::by_name_or_code(code).unwrap();
        let looked_at = laws(&game, ["0", "20", "7 , 7 3"]).unwrap_or_else(|broken| panic!("{code}: {broken}"));
        assert!(looked_at >= 10, "{code}: {looked_at}");
    }
    let boards = ["#", "3x3", "2x4 + 1x3", "..#/.../#..", ".:./_./..", "graph(0-1,0-2,0-3,3-4)", "..../..#./.##./...."];
    for game in [Cram::default(), Cram::literal()] {
        let looked_at = laws(&game, boards).unwrap_or_else(|broken| panic!("cram: {broken}"));
        assert!(looked_at >= 20, "{looked_at}");
    }
    for game in [Sprouts::default(), Sprouts::of_files()] {
        let looked_at = laws(&game, ["!", "0*3", "0.1a1a.AB|AB + 12|2", "0.0.}]1a1a.}]!"]);
        assert!(looked_at.unwrap_or_else(|broken| panic!("sprouts: {broken}")) >= 20);
    }
}

/// A row of tokens, `a` or `b`; a move takes one away, which splits the row. A row and its mirror image are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Right,
    TextOfPosition,
    TwoLines,
    TextOfComponent,
    TextOfSum,
    ForgetsEnd,
    IgnoresBreak,
    Breaks,
    KeepsDead,
    LeadsBack,
    CanonizeTwice,
    CanonizeLies,
    FormTwice,
    FormLies,
    SameLies,
    FingerprintLies,
    TheoremLies,
    TheoremDenies,
    OptionsDiffer,
    MovesTooFew,
    MovesTooMany,
    Reads,
    Large,
}

impl Row {
    fn rows(text: &str) -> Vec<Component> {
        let rows = text.split(['+', ' ', '-']).filter(|row| !row.is_empty());
        rows.map(|row| Component::from(row.as_bytes())).collect()
    }
}

impl Game for Row {
    fn name(&self) -> String {
        "rows".to_string()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        if let Some((at, _)) = text.char_indices().find(|(_, c)| !"ab+ 0-\n".contains(*c)) {
            return Err(ParseError::unexpected(text, at, "rows of a and b joined by +"));
        }
        let clean = text.replace(['0', '\n'], "");
        let text = match self {
            Row::TextOfPosition => format!("{text}a"),
            Row::TwoLines => format!("{text}\n+ a"),
            _ if clean.trim().is_empty() => "0".to_string(),
            _ => clean.clone(),
        };
        let mut rows = Self::rows(&clean);
        if *self == Row::TwoLines {
            rows.push(Component::from(&b"a"[..]));
        }
        Ok(Position::new(text, rows))
    }

    fn write(&self, row: &[u8]) -> String {
        let text = String::from_utf8_lossy(row).into_owned();
        if *self == Row::TextOfComponent { text.replace('b', "a") } else { text }
    }

    fn join(&self, rows: &[String]) -> String {
        match self {
            Row::TextOfSum => rows.concat(),
            _ if rows.is_empty() => "0".to_string(),
            _ => rows.join(" + "),
        }
    }

    fn options<S: Sink>(&self, row: &[u8], sink: &mut S) -> ControlFlow<()> {
        for taken in 0..row.len() {
            // An `a` can only be taken at an end, so that mirror images matter.
            if row[taken] == b'a' && taken > 0 && taken + 1 < row.len() {
                continue;
            }
            for part in [&row[..taken], &row[taken + 1..]] {
                if !part.is_empty() || *self == Row::KeepsDead {
                    sink.component(part);
                }
            }
            if *self == Row::ForgetsEnd && taken > 0 && taken + 1 == row.len() {
                continue;
            }
            match self {
                Row::IgnoresBreak => drop(sink.end()),
                _ => sink.end()?,
            }
        }
        if *self == Row::LeadsBack && row == b"ab" {
            sink.component(b"ba");
            sink.end()?;
        }
        if *self == Row::LeadsBack && row == b"ba" {
            sink.component(b"ab");
            sink.end()?;
        }
        // Another option of the same nimber as the others, on one side of the mirror only.
        if *self == Row::OptionsDiffer && row == b"ba" {
            sink.option([&b"aaa"[..]])?;
        }
        if *self == Row::Breaks { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn canonize(&self, row: &[u8], out: &mut Vec<u8>) {
        let mirrored: Vec<u8> = row.iter().rev().copied().collect();
        match self {
            Row::CanonizeTwice => out.extend(mirrored),
            Row::CanonizeLies if row.len() == 2 => out.extend(b"b"),
            _ => out.extend(mirrored.min(row.to_vec())),
        }
    }

    fn canonical_form(&self, row: &[u8], out: &mut Vec<u8>) {
        match self {
            Row::FormTwice => out.extend(row.iter().rev()),
            Row::FormLies if row.len() == 3 => out.extend(b"bb"),
            _ => self.canonize(row, out),
        }
    }

    fn fingerprint(&self, row: &[u8]) -> Option<u64> {
        match self {
            Row::SameLies => Some(0),
            Row::FingerprintLies => Some(row.iter().map(|&byte| u64::from(byte)).sum()),
            _ => None,
        }
    }

    fn is_same(&self, a: &[u8], b: &[u8]) -> bool {
        match self {
            Row::SameLies => a == b || a.len() + b.len() == 3,
            // `a` and `b` alone play the same.
            Row::FingerprintLies => a == b || a.len() == 1 && b.len() == 1,
            _ => a == b,
        }
    }

    fn theorem(&self, row: &[u8]) -> Option<Theorem> {
        let claim = match self {
            Row::TheoremLies => Claim::Is(Nimber::new(row.len() as u32)),
            Row::TheoremDenies => Claim::IsNot(Nimber::new(1)),
            _ => return None,
        };
        Some(Theorem { name: "a lie", claim })
    }

    fn moves(&self, position: &Position, each: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        for (i, row) in position.iter().enumerate() {
            grundy::core::each_option(self, row, &mut |option| {
                let rest = position.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, c)| c);
                let mut after: Vec<Component> = rest.chain(option).cloned().collect();
                match self {
                    Row::MovesTooFew if row.len() == 2 => return ControlFlow::Continue(()),
                    Row::MovesTooMany => after.push(Component::from(&b"bbbb"[..])),
                    _ => {}
                }
                each(Move { label: self.label(row, option), result: Position::from_components(self, after) })
            })?;
        }
        ControlFlow::Continue(())
    }
}

impl Hints for Row {}

#[test]
fn each_broken_law_is_named() {
    let positions = ["ab + ba", "aab", "b + b", "0", "abb"];
    assert!(laws(&Row::Right, positions).is_ok());
    for (game, law, at) in [
        (Row::TextOfPosition, Law::PositionText, "ab + baa"),
        (Row::TwoLines, Law::PositionText, "ab + ba\\n+ a"),
        (Row::TextOfComponent, Law::ComponentText, ""),
        (Row::TextOfSum, Law::ComponentText, "abba"),
        (Row::ForgetsEnd, Law::EndedOptions, "b"),
        (Row::IgnoresBreak, Law::Stops, ""),
        (Row::Breaks, Law::Stops, ""),
        (Row::KeepsDead, Law::Split, ""),
        (Row::LeadsBack, Law::Finite, "ab"),
        (Row::CanonizeTwice, Law::Canonize, "a"),
        (Row::CanonizeLies, Law::Canonize, ""),
        (Row::FormTwice, Law::CanonicalForm, "a"),
        (Row::FormLies, Law::CanonicalForm, ""),
        (Row::SameLies, Law::Identity, ""),
        (Row::FingerprintLies, Law::Identity, "b"),
        (Row::TheoremLies, Law::Theorem, ""),
        (Row::TheoremDenies, Law::Theorem, ""),
        (Row::OptionsDiffer, Law::EqualOptions, ""),
        (Row::MovesTooFew, Law::Moves, "ab + ba"),
        (Row::MovesTooMany, Law::Moves, "ab + ba"),
    ] {
        let broken = laws(&game, positions).expect_err(&format!("{game:?}"));
        assert_eq!(broken.law, law, "{game:?}: {broken}");
        assert!(broken.at.contains(at), "{game:?}: {broken}");
        assert_eq!(broken.to_string().lines().count(), 1, "{broken}");
    }
    assert_eq!(laws(&Row::Reads, ["c"]).unwrap_err().law, Law::Readable);
    // A row without a pattern has about 80,000 parts.
    let mut random = 7u32;
    let long: String = (0..400)
        .map(|_| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if random >> 31 == 0 { 'a' } else { 'b' }
        })
        .collect();
    assert_eq!(laws(&Row::Large, [long]).unwrap_err().law, Law::Small);
}
