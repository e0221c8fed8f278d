//! The notation of Glop 2 and SPOTS, as in FORMATS.md.
//!
//! Lands are joined by `+`, regions by `|`, boundaries by `.`; `!` is a position without anything. `0`, `1`, `2` are spots
//! with 3, 2, 1 lives that occur once; `0*5` is five boundaries `0`. A lower-case letter occurs twice on its boundary and
//! means nothing outside it. An upper-case letter occurs twice in its land. Both have one life. `Z(26)` and `n(26)` are
//! further upper-case letters.

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
    if text == "!" {
        return Ok(Vec::new());
    }
    let mut lands = Vec::new();
    let mut spots = 0;
    for land in text.split('+') {
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

/// Where an upper-case letter was met.
struct Met {
    spot: usize,
    at: Vec<(usize, usize)>, // region, boundary
}

fn parse_land(text: &str, limits: &Limits) -> Result<Land, String> {
    let mut land = Land { lives: Vec::new(), regions: Vec::new() };
    let mut upper: BTreeMap<String, Met> = BTreeMap::new();
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
                let b = boundaries.len();
                let word = parse_boundary(boundary, (r, b), &mut land.lives, &mut upper, limits)?;
                boundaries.push(word);
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
    for (name, Met { at, .. }) in upper {
        let possible = at.len() == 2 && (at[0].0 != at[1].0 || at[0].1 == at[1].1);
        if !possible {
            return Err(format!("letter {name} does not occur in two regions, or twice on one boundary"));
        }
    }
    Ok(land)
}

fn parse_boundary(
    text: &str,
    place: (usize, usize),
    lives: &mut Vec<u8>,
    upper: &mut BTreeMap<String, Met>,
    limits: &Limits,
) -> Result<Boundary, String> {
    let mut word = Vec::new();
    let mut lower: BTreeMap<char, Vec<usize>> = BTreeMap::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let overflow = matches!(c, 'Z' | 'n') && rest[1..].starts_with('(');
        let token = if overflow { &rest[..=rest.find(')').ok_or("a '(' without ')'")?] } else { &rest[..c.len_utf8()] };
        rest = &rest[token.len()..];
        if overflow {
            crate::rules::number(&token[2..token.len() - 1], u32::MAX)?;
        }
        let spot = lives.len(); // unless it was met before
        match c {
            '0'..='2' => {
                lives.push(b'3' - c as u8);
                word.push(spot);
            }
            'A'..='Z' | 'n' if overflow || c != 'n' => {
                let met = upper.entry(token.to_string()).or_insert(Met { spot, at: Vec::new() });
                if met.at.is_empty() {
                    lives.push(1);
                }
                met.at.push(place);
                word.push(met.spot);
            }
            'a'..='z' => {
                let places = lower.entry(c).or_default();
                places.push(word.len());
                if places.len() == 1 {
                    lives.push(1);
                    word.push(spot);
                } else {
                    word.push(word[places[0]]);
                }
            }
            _ => return Err(format!("'{}' is no spot", c.escape_debug())),
        }
        if word.len() > limits.spots {
            return Err(too_many_spots(limits));
        }
    }
    if word.is_empty() {
        return Err("a boundary without spots".to_string());
    }
    if text.contains('0') && word.iter().any(|&spot| lives[spot] == 3) && word.len() > 1 {
        return Err(format!("boundary '{}': a spot 0 stands alone", printable(text)));
    }
    if let Some((letter, _)) = lower.iter().find(|(_, places)| places.len() != 2) {
        return Err(format!("boundary '{}': letter {letter} does not occur twice", printable(text)));
    }
    Ok(word)
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
    // Letters that occur twice on a boundary beyond `z` are written as upper-case letters above all others.
    let mut beyond = regions.iter().flatten().flatten().count();
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
                    Token::Twice(k) if k < 26 => text.push(char::from(b'a' + k as u8)),
                    Token::Twice(k) => text.push_str(&format!("Z({})", beyond + k)),
                    Token::Shared(_) => {
                        let next = names.len();
                        match *names.entry(*token).or_insert(next) {
                            k if k < 25 => text.push(char::from(b'A' + k as u8)),
                            k => text.push_str(&format!("Z({k})")),
                        }
                    }
                }
            }
            beyond += word.len();
        }
    }
    text
}
