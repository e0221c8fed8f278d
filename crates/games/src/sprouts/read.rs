//! Text to lands: the notations of Glop 2, SPOTS and Glop 1, and numbers of spots.
//!
//! Positions that cannot occur are refused with the place and the reason: a lone spot that is not alone, a lower-case
//! letter that does not occur exactly twice on its boundary or crosses another one (`abab`: a walk around a drawing in
//! the plane cannot), an upper-case letter that does not occur exactly once on each of two regions.

use super::land::{LETTER, ONE, TWO};
use super::layout::{Builder, Spots};
use super::reduce::Draft;
use grundy_core::ParseError;
use std::collections::HashMap;

/// The most spots that are read. No search solves a position anywhere near this size.
pub(super) const MOST_SPOTS: u32 = 10_000;

/// Reads a position as one draft for each `+` part, and as it was written. `counts`: digits alone are a number of lone
/// spots.
pub(super) fn read(text: &str, counts: bool) -> Result<(Vec<Draft>, Spots), ParseError> {
    let body = text.trim_matches(|c: char| c.is_ascii_whitespace());
    let from = text.len() - text.trim_start_matches(|c: char| c.is_ascii_whitespace()).len();
    let mut reader =
        Reader { text, at: from, end: from + body.len(), spots: 0, lands: Vec::new(), layout: Builder::default() };
    if body.is_empty() {
        return Err(ParseError::unexpected(text, from, "a position such as `12`, `0*12` or `0.1a1a.AB|AB`"));
    }
    if counts && body.bytes().all(|b| b.is_ascii_digit()) {
        let zeros = reader.number()?;
        reader.count(from, zeros)?;
        let mut draft = Draft::default();
        draft.open_region(zeros);
        reader.layout.land();
        reader.layout.region();
        reader.layout.lone(zeros);
        return Ok((vec![draft], reader.layout.finish()));
    }
    if is_terminated(body) {
        reader.terminated()?;
    } else {
        reader.separated()?;
    }
    Ok((reader.lands, reader.layout.finish()))
}

/// The text of a position that [`read`] accepts in the notation of certificates: one line, `0*12` for a number of
/// spots, separators instead of the terminators of Glop 1, and `Z(k)`, `z(k)` for its further letters.
pub(super) fn one_line(text: &str, counts: bool) -> String {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if counts && text.bytes().all(|b| b.is_ascii_digit()) {
        return match text.trim_start_matches('0') {
            "" => "!".to_string(),
            spots => format!("0*{spots}"),
        };
    }
    let text = text.replace("n(", "Z(").replace("m(", "z(");
    if !is_terminated(&text) {
        return text.replace('+', " + ");
    }
    let boundaries = |region: &str| if region.is_empty() { "0*0" } else { region.trim_end_matches('.') }.to_string();
    let regions = |land: &str| land.split_terminator('}').map(boundaries).collect::<Vec<_>>().join("|");
    let lands = text.trim_end_matches('!').split_terminator(']').map(regions).filter(|land| !land.is_empty());
    let lands: Vec<String> = lands.collect();
    match lands.join(" + ") {
        text if text.is_empty() => "!".to_string(),
        // Digits alone would be read as a number of spots. A region of one life counts for nothing.
        text if counts && text == "0" => "0*1".to_string(),
        text if counts && text.bytes().all(|b| b.is_ascii_digit()) => format!("{text}|2"),
        text => text,
    }
}

/// Whether a text is in the notation of Glop 1, which ends every boundary, region, land and position. Only its strings
/// hold braces, brackets or a final `!`.
fn is_terminated(text: &str) -> bool {
    text.contains(['}', ']']) || text.len() > 1 && text.ends_with('!')
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Where the text without the blanks after it ends.
    end: usize,
    spots: u32,
    lands: Vec<Draft>,
    layout: Builder,
}

/// A land while it is read: letters by name, and where they stood.
#[derive(Default)]
struct Names {
    upper: HashMap<Name, Vec<Sighting>>,
    /// Lower-case letters of the boundary at hand.
    lower: HashMap<Name, Vec<Sighting>>,
}

/// A letter, or a number of the overflow letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Name {
    Letter(u8),
    Overflow(u32),
}

impl Name {
    fn text(self, is_upper: bool) -> String {
        match self {
            Name::Letter(byte) => char::from(byte).to_string(),
            Name::Overflow(number) => format!("{}({number})", if is_upper { 'Z' } else { 'z' }),
        }
    }
}

#[derive(Clone, Copy)]
struct Sighting {
    offset: usize,
    region: usize,
    /// Index in the symbols of the draft.
    symbol: usize,
}

const SPOT: &str = "a spot (`0`, `1`, `2` or a letter)";

impl Reader<'_> {
    /// `land + land`, each `region|region`, each `boundary.boundary`.
    fn separated(&mut self) -> Result<(), ParseError> {
        loop {
            self.blanks();
            if self.peek() == Some(b'!') {
                self.at += 1;
            } else {
                self.separated_land()?;
            }
            self.blanks();
            match self.peek() {
                None => return Ok(()),
                Some(b'+') => self.at += 1,
                _ => return Err(self.unexpected("`.`, `|`, `+`, a spot or the end")),
            }
        }
    }

    fn separated_land(&mut self) -> Result<(), ParseError> {
        let (mut draft, mut names) = (Draft::default(), Names::default());
        draft.open_region(0);
        self.layout.land();
        self.layout.region();
        loop {
            self.boundary(&mut draft, &mut names)?;
            match self.peek() {
                Some(b'.') => self.at += 1,
                Some(b'|') => {
                    self.at += 1;
                    draft.open_region(0);
                    self.layout.region();
                }
                _ => break,
            }
        }
        self.finish(draft, names)
    }

    /// Glop 1: `boundary.` `}` after the boundaries of a region, `]` after a land, `!` after everything.
    fn terminated(&mut self) -> Result<(), ParseError> {
        loop {
            if self.peek() == Some(b'!') {
                self.at += 1;
                return if self.at == self.end { Ok(()) } else { Err(self.unexpected("the end after `!`")) };
            }
            let (mut draft, mut names) = (Draft::default(), Names::default());
            self.layout.land();
            while self.peek() != Some(b']') {
                draft.open_region(0);
                self.layout.region();
                while self.peek() != Some(b'}') {
                    self.boundary(&mut draft, &mut names)?;
                    if self.peek() != Some(b'.') {
                        return Err(self.unexpected("a spot, or `.` after the boundary, as in Glop 1"));
                    }
                    self.at += 1;
                }
                self.at += 1;
            }
            self.at += 1;
            self.finish(draft, names)?;
        }
    }

    /// One boundary, or `0*n` for n of them, pushed to the last region of the draft.
    fn boundary(&mut self, draft: &mut Draft, names: &mut Names) -> Result<(), ParseError> {
        let start = self.at;
        names.lower.clear();
        if self.peek() == Some(b'0') {
            self.at += 1;
            let mut zeros = 1;
            if self.peek() == Some(b'*') {
                self.at += 1;
                zeros = self.number()?;
            }
            self.count(start, zeros)?;
            self.layout.lone(zeros);
            if let Some(region) = draft.regions.last_mut() {
                // `count` keeps the sum small.
                region.zeros += zeros;
            }
            return match self.peek() {
                Some(b) if b.is_ascii_alphanumeric() => Err(self.error(
                    self.at,
                    "a spot beside a `0`",
                    "`.`, `|` or `+`: a spot with three lives is alone on its boundary",
                )),
                _ => Ok(()),
            };
        }
        let first = draft.symbols.len();
        let region = draft.regions.len();
        self.layout.boundary();
        while let Some(byte) = self.peek() {
            let offset = self.at;
            let sighting = Sighting { offset, region, symbol: draft.symbols.len() };
            match byte {
                b'1' | b'2' => {
                    draft.symbols.push(if byte == b'1' { ONE } else { TWO });
                    self.layout.spot(char::from(byte).to_string(), if byte == b'1' { 2 } else { 1 });
                    self.at += 1;
                }
                b'0' => {
                    let expected = "`1`, `2` or a letter: a spot with three lives is alone on its boundary";
                    return Err(self.unexpected(expected));
                }
                b'A'..=b'Z' | b'a'..=b'z' => {
                    let (name, upper) = self.letter(byte)?;
                    self.layout.letter(name.text(upper), upper);
                    let seen = if upper { &mut names.upper } else { &mut names.lower };
                    seen.entry(name).or_default().push(sighting);
                    draft.symbols.push(TWO);
                }
                _ => break,
            }
            self.count(offset, 1)?;
        }
        if self.at == start {
            return Err(self.unexpected(SPOT));
        }
        self.twins(draft, names, first)?;
        // Merging shortens the word behind the sightings of upper-case letters, so it waits until the land is read.
        draft.words.push(super::land::Word { start: first as u32, end: draft.symbols.len() as u32 });
        if let Some(region) = draft.regions.last_mut() {
            region.last += 1;
        }
        Ok(())
    }

    /// Gives ids to the lower-case letters of a boundary that starts at symbol `first`.
    fn twins(&self, draft: &mut Draft, names: &Names, first: usize) -> Result<(), ParseError> {
        let mut pairs = Vec::new();
        let mut sorted: Vec<&Vec<Sighting>> = names.lower.values().collect();
        sorted.sort_by_key(|seen| seen[0].offset);
        for seen in sorted {
            let &[a, b] = &seen[..] else {
                let found = format!("a lower-case letter {}", times(seen.len()));
                return Err(self.error(seen[seen.len() - 1].offset, found, "it twice on its boundary"));
            };
            pairs.push((a, b));
            for sighting in [a, b] {
                draft.symbols[sighting.symbol] = LETTER + draft.letters;
            }
            draft.letters += 1;
        }
        // Pairs are nested or apart: a stack of open letters sees a crossing as a wrong top.
        let mut open = Vec::new();
        for (at, &s) in draft.symbols[first..].iter().enumerate().filter(|&(_, &s)| s >= LETTER) {
            if open.last() == Some(&s) {
                open.pop();
            } else if open.contains(&s) {
                let place = pairs.iter().flat_map(|&(a, b)| [a, b]).find(|sighting| sighting.symbol == first + at);
                let offset = place.map_or(self.at, |sighting| sighting.offset);
                let found = "a lower-case letter that crosses another";
                return Err(self.error(offset, found, "pairs that are nested or apart, as on a plane"));
            } else {
                open.push(s);
            }
        }
        Ok(())
    }

    /// Checks the upper-case letters of a land, gives them ids, and merges what must merge.
    fn finish(&mut self, mut raw: Draft, names: Names) -> Result<(), ParseError> {
        let mut sorted: Vec<Vec<Sighting>> = names.upper.into_values().collect();
        sorted.sort_by_key(|seen| seen[0].offset);
        for seen in sorted {
            let expected = "it once on each of two regions";
            match seen[..] {
                [a, b] if a.region != b.region => {
                    for sighting in [a, b] {
                        raw.symbols[sighting.symbol] = LETTER + raw.letters;
                    }
                    raw.letters += 1;
                }
                [_, b] => return Err(self.error(b.offset, "an upper-case letter twice on one region", expected)),
                [.., last] => {
                    let found = format!("an upper-case letter {} in its land", times(seen.len()));
                    return Err(self.error(last.offset, found, expected));
                }
                [] => {}
            }
        }
        let mut draft = Draft::default();
        draft.clear(raw.letters);
        for region in &raw.regions {
            draft.open_region(region.zeros);
            for word in &raw.words[region.words()] {
                draft.symbols.extend_from_slice(&raw.symbols[word.range()]);
                draft.close_word();
            }
        }
        self.lands.push(draft);
        Ok(())
    }

    /// Reads a letter, or `X(k)`; returns whether it is upper-case.
    fn letter(&mut self, byte: u8) -> Result<(Name, bool), ParseError> {
        self.at += 1;
        if self.peek() != Some(b'(') {
            return Ok((Name::Letter(byte), byte.is_ascii_uppercase()));
        }
        if !matches!(byte, b'Z' | b'n' | b'z' | b'm') {
            return Err(self.unexpected("a spot: only `Z(k)`, `n(k)`, `z(k)` and `m(k)` have numbers"));
        }
        self.at += 1;
        let number = self.number()?;
        if self.peek() != Some(b')') {
            return Err(self.unexpected("`)` after the number of the letter"));
        }
        self.at += 1;
        Ok((Name::Overflow(number), matches!(byte, b'Z' | b'n')))
    }

    fn number(&mut self) -> Result<u32, ParseError> {
        let start = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
        if start == self.at {
            return Err(self.unexpected("a number"));
        }
        self.text[start..self.at].parse().map_err(|_| self.error(start, "too large a number", most()))
    }

    /// Counts spots against the limit.
    fn count(&mut self, offset: usize, spots: u32) -> Result<(), ParseError> {
        self.spots = self.spots.saturating_add(spots);
        if self.spots > MOST_SPOTS { Err(self.error(offset, "too many spots", most())) } else { Ok(()) }
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        if self.at < self.end { Some(self.text.as_bytes()[self.at]) } else { None }
    }

    fn unexpected(&self, expected: &str) -> ParseError {
        ParseError::unexpected(&self.text[..self.end], self.at, expected)
    }

    fn error(&self, offset: usize, found: impl Into<String>, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.text, offset, found, expected)
    }
}

fn most() -> String {
    format!("at most {MOST_SPOTS} spots")
}

fn times(n: usize) -> String {
    match n {
        1 => "that occurs once".to_string(),
        _ => format!("that occurs {n} times"),
    }
}
