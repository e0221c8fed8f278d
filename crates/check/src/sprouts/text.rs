//! The notation of Glop 2 and SPOTS, as in FORMATS.md.
//!
//! Lands are joined by `+`, regions by `|`, boundaries by `.`; `!` is a position without anything. `0`, `1`, `2` are spots
//! with 3, 2, 1 lives that occur once; `0*5` is five boundaries `0`. A lower-case letter occurs twice on its boundary and
//! means nothing outside it. An upper-case letter occurs in two regions of its land. Both have one life. `Z(26)` and `n(26)`
//! are further upper-case letters, `z(26)` is a lower-case one.

use super::{Boundary, Land, Region};
use crate::rules::printable;
use std::collections::BTreeMap;

/// How large a position may be.
pub(super) struct Limits {
    /// The most spots, and the most places of one boundary.
    spots: usize,
    /// The most ways to deal the boundaries of a region to the two sides of a line.
    ways: usize,
}

/// For texts of a user's.
pub(super) const LIMITS: Limits = Limits { spots: 1000, ways: 1 << 20 };

/// For texts that we wrote.
pub(super) const NO_LIMITS: Limits = Limits { spots: u32::MAX as usize, ways: usize::MAX };

/// Reads a position: its lands as they stand, nothing dropped.
pub(super) fn parse(text: &str, limits: &Limits) -> Result<Vec<Land>, String> {
    let mut lands = Vec::new();
    let mut spots = 0;
    for land in text.split('+').map(|land| land.trim_matches(' ')).filter(|land| *land != "!") {
        let land = parse_land(land, limits)?;
        spots += land.lives.len();
        lands.push(land);
        if spots > limits.spots {
            return Err(too_many_spots(limits));
        }
    }
    Ok(lands)
}

fn too_many_spots(limits: &Limits) -> String {
    format!("more than {} spots", limits.spots)
}

/// A letter: its spot, and the regions where it was met.
type Letters = BTreeMap<String, (usize, Vec<usize>)>;

fn parse_land(text: &str, limits: &Limits) -> Result<Land, String> {
    let mut land = Land { lives: Vec::new(), regions: Vec::new() };
    let mut upper = Letters::new();
    for (r, region) in text.split('|').enumerate() {
        let mut boundaries: Region = Vec::new();
        let mut ways: usize = 1;
        for boundary in region.split('.') {
            if let Some(count) = boundary.strip_prefix("0*") {
                let count = crate::rules::number(count, limits.spots as u32)? as usize;
                ways = ways.saturating_mul(count + 1);
                for _ in 0..count {
                    boundaries.push(vec![land.lives.len()]);
                    land.lives.push(3);
                }
            } else {
                boundaries.push(parse_boundary(boundary, r, &mut land.lives, &mut upper, limits)?);
                ways = ways.saturating_mul(2);
            }
            if land.lives.len() > limits.spots {
                return Err(too_many_spots(limits));
            }
            if ways > limits.ways {
                return Err(format!("region '{}' has too many boundaries", printable(region)));
            }
        }
        land.regions.push(boundaries);
    }
    match upper.iter().find(|(_, (_, met))| met.len() != 2 || met[0] == met[1]) {
        Some((name, _)) => Err(format!("letter {name} does not occur once in each of two regions")),
        None => Ok(land),
    }
}

fn parse_boundary(
    text: &str,
    region: usize,
    lives: &mut Vec<u8>,
    upper: &mut Letters,
    limits: &Limits,
) -> Result<Boundary, String> {
    let mut word = Vec::new();
    let mut lower = Letters::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        // A letter may be `Z(26)`, `n(26)` or `z(26)`.
        let mut token = &rest[..c.len_utf8()];
        if matches!(c, 'Z' | 'n' | 'z') && rest[1..].starts_with('(') {
            token = &rest[..=rest.find(')').ok_or("a '(' without ')'")?];
            crate::rules::number(&token[2..token.len() - 1], u32::MAX)?;
        }
        rest = &rest[token.len()..];
        let new = lives.len();
        let letters = match c {
            '0'..='2' => {
                lives.push(b'3' - c as u8);
                word.push(new);
                continue;
            }
            'A'..='Z' => &mut *upper,
            'n' if token.len() > 1 => &mut *upper,
            'a'..='z' => &mut lower,
            _ => return Err(format!("'{}' is no spot", c.escape_debug())),
        };
        let (spot, met) = letters.entry(token.to_string()).or_insert((new, Vec::new()));
        if met.is_empty() {
            lives.push(1);
        }
        met.push(region);
        word.push(*spot);
    }
    if word.is_empty() {
        return Err("a boundary without spots".to_string());
    }
    if word.len() > limits.spots {
        return Err(too_many_spots(limits));
    }
    if word.len() > 1 && word.iter().any(|&spot| lives[spot] == 3) {
        return Err(format!("boundary '{}': a spot 0 stands alone", printable(text)));
    }
    match lower.iter().find(|(_, (_, met))| met.len() != 2) {
        Some((name, _)) => Err(format!("boundary '{}': letter {name} does not occur twice", printable(text))),
        None => Ok(word),
    }
}

/// A spot in a form: what is written, before letters have names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Token {
    /// Occurs once, with that many lives gone.
    Once(u8),
    /// Occurs twice on its boundary; numbered in the order in which the boundary is written.
    Twice(usize),
    /// Occurs in two regions.
    Shared(usize),
}

/// Writes a land. Shared letters are named in the order in which they are written first.
pub(super) fn write(regions: &[Vec<Vec<Token>>]) -> String {
    let mut names: BTreeMap<Token, usize> = BTreeMap::new();
    let mut text = String::new();
    for (r, region) in regions.iter().enumerate() {
        text.push_str(if r > 0 { "|" } else { "" });
        let lone = region.iter().filter(|word| **word == [Token::Once(0)]).count();
        if lone > 1 {
            text.push_str(&format!("0*{lone}"));
        }
        let others = region.iter().filter(|word| lone <= 1 || **word != [Token::Once(0)]);
        for (b, word) in others.enumerate() {
            text.push_str(if b > 0 || lone > 1 { "." } else { "" });
            for token in word {
                match *token {
                    Token::Once(gone) => text.push(char::from(b'0' + gone)),
                    Token::Twice(k) => push_letter(&mut text, b'a', k),
                    Token::Shared(_) => {
                        let next = names.len();
                        push_letter(&mut text, b'A', *names.entry(*token).or_insert(next));
                    }
                }
            }
        }
    }
    text
}

/// Letter number `k` from 0: `A` to `Y`, then `Z(26)`, `Z(27)` and so on; the same in lower case.
fn push_letter(text: &mut String, first: u8, k: usize) {
    match k {
        0..25 => text.push(char::from(first + k as u8)),
        _ => text.push_str(&format!("{}({})", char::from(first + 25), k + 1)),
    }
}
