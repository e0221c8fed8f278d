//! A land in two forms: flat bytes (its identity) and an opened form that moves and reductions work on.
//!
//! # Bytes
//! Every number is a LEB128 varint, so nothing is limited. A land is a row of regions to the end of the bytes:
//! ```text
//! region   = lone spots, word*, 0
//! word     = symbol+, 0                     a boundary, read with the region on one fixed side
//! symbol   = 1        a spot with two lives
//!          | 2        a spot with one life that occurs once
//!          | 3 + 2d   a spot that occurs again d symbols further on in the same word, cyclically
//!          | 4 + 2k   the two-region spot number k of the land
//!
//! 0.1a1a.AB|AB   =   1  1 7 1 7 0  4 6 0  0   0  4 6 0  0
//! ```
//! A distance to the twin needs no renaming and survives rotation. A region of two or three lives has no separators in
//! the notation; here every symbol of it is a word of its own, which comes to the same.
//!
//! # Invariant
//! In a [`Land`] every letter occurs exactly twice, either in one word or in two regions. [`Land::open`] makes that
//! true for any bytes: a letter without its second occurrence is read as `2`.

/// A spot with two lives.
pub(super) const ONE: u32 = 1;
/// A spot with one life that occurs once.
pub(super) const TWO: u32 = 2;
/// Symbol of the letter with id 0; letter `id` is `LETTER + id`.
pub(super) const LETTER: u32 = 3;

/// Code of a spot that occurs again `distance` symbols further on in its word.
pub(super) const fn twin_code(distance: u32) -> u32 {
    3 + 2 * distance
}

/// Code of the two-region spot with this number.
pub(super) const fn letter_code(number: u32) -> u32 {
    4 + 2 * number
}

/// What a code of a symbol means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    One,
    Two,
    /// Forward distance to the other occurrence in the same word.
    Twin(u32),
    /// Number of a two-region spot.
    Letter(u32),
}

/// Reads a code; codes that mean nothing are a `2`.
pub(super) const fn symbol(code: u32) -> Symbol {
    match code {
        ONE => Symbol::One,
        c if c >= 4 && c % 2 == 0 => Symbol::Letter((c - 4) / 2),
        c if c >= 5 => Symbol::Twin((c - 3) / 2),
        _ => Symbol::Two,
    }
}

/// A region: its lone spots (three lives) and the range of its words.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Region {
    pub zeros: u32,
    pub first: u32,
    pub last: u32,
}

/// A boundary: the range of its symbols.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Word {
    pub start: u32,
    pub end: u32,
}

impl Word {
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }
}

impl Region {
    pub fn words(self) -> std::ops::Range<usize> {
        self.first as usize..self.last as usize
    }
}

/// An opened land: symbols are [`ONE`], [`TWO`] or a letter with an id; ids run from 0 to `letters`.
#[derive(Default, Debug)]
pub(super) struct Land {
    pub regions: Vec<Region>,
    pub words: Vec<Word>,
    pub symbols: Vec<u32>,
    /// The code of each symbol, as in the bytes. Equal codes in equal places make two words without letters equal.
    pub codes: Vec<u32>,
    pub letters: u32,
}

impl Land {
    /// Reads the bytes of a land into this one.
    pub fn open(&mut self, bytes: &[u8]) {
        self.regions.clear();
        self.words.clear();
        self.symbols.clear();
        self.codes.clear();
        let mut at = 0;
        while at < bytes.len() {
            let zeros = varint(bytes, &mut at);
            let first = self.words.len() as u32;
            loop {
                let start = self.codes.len() as u32;
                loop {
                    match varint(bytes, &mut at) {
                        0 => break,
                        code => self.codes.push(code),
                    }
                }
                let end = self.codes.len() as u32;
                if start == end {
                    break;
                }
                self.words.push(Word { start, end });
            }
            self.regions.push(Region { zeros, first, last: self.words.len() as u32 });
        }
        self.name_letters();
    }

    /// Gives ids to twins and two-region letters, from the codes.
    fn name_letters(&mut self) {
        let Land { words, symbols, codes, letters, .. } = self;
        symbols.resize(codes.len(), TWO);
        let upper = codes.iter().filter_map(|&c| if let Symbol::Letter(k) = symbol(c) { Some(k + 1) } else { None });
        let upper_letters = upper.max().unwrap_or(0).min(codes.len() as u32);
        *letters = upper_letters;
        for word in words.iter() {
            let (start, len) = (word.start as usize, word.len());
            for at in 0..len {
                symbols[start + at] = match symbol(codes[start + at]) {
                    Symbol::One => ONE,
                    Symbol::Two => TWO,
                    Symbol::Letter(k) if k < upper_letters => LETTER + k,
                    Symbol::Letter(_) => TWO,
                    Symbol::Twin(distance) => {
                        let twin = (at + distance as usize) % len;
                        if twin == at || codes[start + twin] != twin_code(len as u32 - distance % len as u32) {
                            TWO
                        } else if twin < at {
                            symbols[start + twin]
                        } else {
                            *letters += 1;
                            LETTER + *letters - 1
                        }
                    }
                };
            }
        }
        if upper_letters > 0 {
            self.check_letters(upper_letters);
        }
    }

    /// Makes a two-region letter that does not occur in exactly two regions a `2`. Bytes of ours have none.
    fn check_letters(&mut self, upper: u32) {
        let Land { regions, words, symbols, .. } = self;
        let mut places = vec![[0u32; 3]; upper as usize];
        for (r, region) in regions.iter().enumerate() {
            for word in &words[region.words()] {
                for &s in symbols[word.range()].iter().filter(|&&s| s >= LETTER && s < LETTER + upper) {
                    let [count, first, second] = &mut places[(s - LETTER) as usize];
                    *count += 1;
                    *(if *count == 1 { first } else { second }) = r as u32;
                }
            }
        }
        if places.iter().any(|&[count, first, second]| count != 2 || first == second) {
            for s in symbols.iter_mut().filter(|s| **s >= LETTER && **s < LETTER + upper) {
                let [count, first, second] = places[(*s - LETTER) as usize];
                if count != 2 || first == second {
                    *s = TWO;
                }
            }
        }
    }
}

/// Reads a varint and steps over it; past the end of the bytes it reads zeros, too large a number becomes `u32::MAX`.
pub(super) fn varint(bytes: &[u8], at: &mut usize) -> u32 {
    let mut value = 0u64;
    let mut shift = 0;
    while let Some(&byte) = bytes.get(*at) {
        *at += 1;
        value |= u64::from(byte & 0x7f) << shift.min(40);
        shift += 7;
        if byte < 0x80 {
            break;
        }
    }
    value.min(u64::from(u32::MAX)) as u32
}

/// Appends a varint.
#[inline]
pub(super) fn push_varint(mut value: u32, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for value in [0, 1, 127, 128, 16383, 16384, 1 << 21, u32::MAX] {
            let mut bytes = Vec::new();
            push_varint(value, &mut bytes);
            assert_eq!(varint(&bytes, &mut 0), value);
        }
        assert_eq!(varint(&[0xff; 20], &mut 0), u32::MAX);
        assert_eq!(varint(&[], &mut 0), 0);
    }

    #[test]
    fn the_drawing_above_is_right() {
        let mut land = Land::default();
        land.open(&[1, 1, 7, 1, 7, 0, 4, 6, 0, 0, 0, 4, 6, 0, 0]);
        assert_eq!(land.regions.iter().map(|r| (r.zeros, r.first, r.last)).collect::<Vec<_>>(), [(1, 0, 2), (0, 2, 3)]);
        let (a, b, c) = (LETTER, LETTER + 1, LETTER + 2);
        assert_eq!(land.symbols, [ONE, c, ONE, c, a, b, a, b]);
        assert_eq!(land.letters, 3);
    }
}
