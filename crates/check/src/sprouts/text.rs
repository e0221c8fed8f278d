//! The notation of Glop 2 and SPOTS, as in FORMATS.md.
//!
//! Lands are joined by `+`, regions by `|`, boundaries by `.`; `!` is a position without anything. `0`, `1`, `2` are
//! spots with 3, 2, 1 lives that occur once; `0*5` is five boundaries `0`. A lower-case letter occurs twice on its
//! boundary and means nothing outside it. An upper-case letter occurs in two regions of its land. Both have one life.
//! `Z(26)` or `n(26)` is a further upper-case letter, `z(26)` or `m(26)` a lower-case one; only the value of the number
//! matters, not its leading zeros.

use super::{Boundary, Land, Region};
use crate::rules::printable;
use std::collections::BTreeMap;

/// The most spots of a position, and the most places of one boundary.
const MAX_SPOTS: usize = 1000;

/// The most ways to deal the boundaries of a region to the two sides of a line.
const MAX_WAYS: usize = 1 << 20;

/// Reads a position: its lands as they stand, nothing dropped.
pub(super) fn parse(text: &str) -> Result<Vec<Land>, String> {
    let mut lands = Vec::new();
    let mut spots = 0;
    for land in text.split('+').map(|land| land.trim_matches(' ')).filter(|land| *land != "!") {
        let land = parse_land(land)?;
        spots += land.lives.len();
        lands.push(land);
        if spots > MAX_SPOTS {
            return Err(too_many_spots());
        }
    }
    Ok(lands)
}

fn too_many_spots() -> String {
    format!("more than {} spots", MAX_SPOTS)
}

/// By letter, or by the number of a numbered one: its spot, and the regions where it was met.
type Letters = BTreeMap<(char, Option<u32>), (usize, Vec<usize>)>;

fn parse_land(text: &str) -> Result<Land, String> {
    let mut land = Land { lives: Vec::new(), regions: Vec::new() };
    let mut upper = Letters::new();
    for (r, region) in text.split('|').enumerate() {
        let mut boundaries: Region = Vec::new();
        let mut ways: usize = 1;
        for boundary in region.split('.') {
            if let Some(count) = boundary.strip_prefix("0*") {
                let count = crate::rules::number(count, MAX_SPOTS as u32)? as usize;
                ways = ways.saturating_mul(count + 1);
                for _ in 0..count {
                    boundaries.push(vec![land.lives.len()]);
                    land.lives.push(3);
                }
            } else {
                boundaries.push(parse_boundary(boundary, r, &mut land.lives, &mut upper)?);
                ways = ways.saturating_mul(2);
            }
            if land.lives.len() > MAX_SPOTS {
                return Err(too_many_spots());
            }
            if ways > MAX_WAYS {
                return Err(format!("region '{}' has too many boundaries", printable(region)));
            }
        }
        land.regions.push(boundaries);
    }
    match upper.iter().find(|(_, (_, met))| met.len() != 2 || met[0] == met[1]) {
        Some((name, _)) => Err(format!("letter {} does not occur once in each of two regions", letter(*name))),
        None => Ok(land),
    }
}

fn parse_boundary(text: &str, region: usize, lives: &mut Vec<u8>, upper: &mut Letters) -> Result<Boundary, String> {
    let mut word = Vec::new();
    let mut lower = Letters::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        // A letter may have a number: `Z(26)`, `n(26)`, `z(26)` or `m(26)`.
        let (mut length, mut name) = (c.len_utf8(), (c, None));
        if matches!(c, 'Z' | 'n' | 'z' | 'm') && rest[1..].starts_with('(') {
            length = 1 + rest.find(')').ok_or("a '(' without ')'")?;
            let number = crate::rules::number(&rest[2..length - 1], u32::MAX)?;
            name = (if matches!(c, 'Z' | 'n') { 'Z' } else { 'z' }, Some(number));
        }
        rest = &rest[length..];
        let new = lives.len();
        let letters = match c {
            '0'..='2' => {
                lives.push(b'3' - c as u8);
                word.push(new);
                continue;
            }
            'A'..='Z' => &mut *upper,
            'n' if name.1.is_some() => &mut *upper,
            'a'..='z' => &mut lower,
            _ => return Err(format!("'{}' is no spot", c.escape_debug())),
        };
        let (spot, met) = letters.entry(name).or_insert((new, Vec::new()));
        if met.is_empty() {
            lives.push(1);
        }
        met.push(region);
        word.push(*spot);
    }
    if word.is_empty() {
        return Err("a boundary without spots".to_string());
    }
    if word.len() > MAX_SPOTS {
        return Err(too_many_spots());
    }
    if word.len() > 1 && word.iter().any(|&spot| lives[spot] == 3) {
        return Err(format!("boundary '{}': a spot 0 stands alone", printable(text)));
    }
    match lower.iter().find(|(_, (_, met))| met.len() != 2) {
        Some((name, _)) => {
            Err(format!("boundary '{}': letter {} does not occur twice", printable(text), letter(*name)))
        }
        None => Ok(word),
    }
}

fn letter((letter, number): (char, Option<u32>)) -> String {
    number.map_or(letter.to_string(), |number| format!("{letter}({number})"))
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

/// The land with this notation.
pub(super) fn land(regions: &[Vec<Vec<Token>>]) -> Land {
    let mut lives = Vec::new();
    let mut letters: BTreeMap<Token, usize> = BTreeMap::new();
    let mut new_spot = |count| {
        lives.push(count);
        lives.len() - 1
    };
    let mut land_regions = Vec::new();
    for region in regions {
        let mut boundaries = Region::new();
        for word in region {
            letters.retain(|token, _| matches!(token, Token::Shared(_)));
            let spot = |token: &Token| match token {
                Token::Once(gone) => new_spot(3 - gone),
                letter => *letters.entry(*letter).or_insert_with(|| new_spot(1)),
            };
            boundaries.push(word.iter().map(spot).collect());
        }
        land_regions.push(boundaries);
    }
    Land { lives, regions: land_regions }
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
