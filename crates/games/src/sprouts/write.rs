//! Lands as text that Glop 2 and SPOTS read.

use super::land::{Land, Region, Symbol, symbol};
use std::fmt::Write;

/// Writes a land. Regions of two or three lives have no separators, as in files of SPOTS. A land that would come out as
/// digits alone, which would be read as a number of spots, gets a region of one life, which counts for nothing.
pub(super) fn write(bytes: &[u8]) -> String {
    let mut land = Land::default();
    land.open(bytes);
    let regions: Vec<String> = land.regions.iter().map(|&region| write_region(&land, region)).collect();
    let text = regions.join("|");
    match text.as_str() {
        "" => "!".to_string(),
        "0" => "0*1".to_string(),
        digits if digits.bytes().all(|b| b.is_ascii_digit()) => format!("{digits}|2"),
        _ => text,
    }
}

fn write_region(land: &Land, region: Region) -> String {
    let mut words = Vec::new();
    match region.zeros {
        0 => {}
        1 => words.push("0".to_string()),
        zeros => words.push(format!("0*{zeros}")),
    }
    words.extend(land.words[region.words()].iter().map(|word| write_word(&land.codes[word.range()])));
    let lives = 3 * u64::from(region.zeros)
        + land.words[region.words()]
            .iter()
            .flat_map(|w| &land.codes[w.range()])
            .map(|&c| if c == 1 { 2 } else { 1 })
            .sum::<u64>();
    words.join(if lives <= 3 && region.zeros == 0 { "" } else { "." })
}

fn write_word(codes: &[u32]) -> String {
    let mut text = String::new();
    let mut names = vec![0; codes.len()];
    let mut next = 0;
    for (at, &code) in codes.iter().enumerate() {
        match symbol(code) {
            Symbol::One => text.push('1'),
            Symbol::Two => text.push('2'),
            Symbol::Twin(distance) => {
                let twin = (at + distance as usize) % codes.len();
                if twin > at {
                    next += 1;
                    names[at] = next;
                } else {
                    names[at] = names[twin];
                }
                push_name(&mut text, names[at], b'a');
            }
            Symbol::Letter(number) => push_name(&mut text, number.saturating_add(1), b'A'),
        }
    }
    text
}

/// Letter number `k`, from 1: `A` to `Y`, then `Z(26)`, `Z(27)`, ...; the same in lower case.
fn push_name(text: &mut String, k: u32, first: u8) {
    match u8::try_from(k) {
        Ok(k @ 1..=25) => text.push(char::from(first + k - 1)),
        // Writing to a string cannot fail.
        _ => _ = write!(text, "{}({k})", char::from(first + 25)),
    }
}
