//! The canonical form of a land: an order of its regions and words, a mirror image of each region, a rotation of each
//! word and numbers for the letters, all read off hashes that do not depend on any of these.
//!
//! *Refinement*: every rotation of a word that has letters gets a hash in both directions, words and regions get hashes
//! from those, and every letter takes the hashes of its two occurrences as its colour for the next round.
//! *Ordering*: regions by hash, words by hash, the rotation of least hash. What is still tied is decided by letters that
//! have a number already, and after that by a [`Chooser`]: the fast form takes the first, the exact form tries all. In
//! lands with [`TANGLED`] letters or more every choice is marked with a colour of its own and refined further.
//!
//! # Invariant
//! The output is a full description of the land. A hash may choose an order, never an identity: an accident makes two
//! forms of one land, and never one form of two lands.
//!
//! The fast form is idempotent: everything tied keeps the order of the input, and the output is in that order.

use super::land::{Symbol, letter_code, push_varint, symbol, twin_code};
use super::reduce::{Tidy, TidyWord, UPPER};
use std::cmp::Ordering;

/// Decides between alternatives that look alike.
pub(super) trait Chooser {
    /// One of `0..ways`.
    fn pick(&mut self, ways: usize) -> usize;
}

/// Always the first: the fast canonical form.
pub(super) struct First;

impl Chooser for First {
    fn pick(&mut self, _ways: usize) -> usize {
        0
    }
}

/// How often colours travel from a letter to its other occurrence. Measured on all lands below 5 spots: 17 % of them have a
/// second fast form after 1 round, 0.8 % after 2, 0.2 % after 3.
pub(super) const ROUNDS: usize = 3;

/// The least number of letters for which choices are refined further. Without that 6 % of the lands below 5 spots have
/// a second form, all with as many letters.
const TANGLED: u32 = 4;

/// Scratch space for canonizing; one for a thread, reused for every land.
#[derive(Default, Debug)]
pub(super) struct Canon {
    /// Regions of the land, in the order of the output as far as it is known.
    pub order: Vec<u32>,
    /// By place in `codes`: colour of the letter there, hash of the rotation that starts there, forward and backward.
    colours: Vec<u64>,
    forward: Vec<u64>,
    backward: Vec<u64>,
    /// By word, by region: hash in both orientations.
    words: Vec<Both>,
    bases: Vec<Both>,
    regions: Vec<Both>,
    /// By letter: its number in the output, or `UNNUMBERED`.
    numbers: Vec<u32>,
    next_number: u32,
    /// How many letters the land has, and how many choices were marked.
    letters: u32,
    marks: u64,
    /// Whether a choice was made that the hashes do not know of.
    stale: bool,
    /// Scratch for ordering: words of a region, rotations of a word.
    sorted: Vec<u32>,
    tied: Vec<u32>,
}

/// A hash for each orientation of a region.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Both {
    forward: u64,
    backward: u64,
}

const UNNUMBERED: u32 = u32::MAX;
/// Stands for an unnumbered letter in a dry run; no symbol has this code.
const UNKNOWN: u32 = 3;
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes all bits of `x` into all bits of the result.
#[inline]
fn mix(x: u64) -> u64 {
    let wide = u128::from(x ^ 0x2545_f491_4f6c_dd1d) * 0xd6e8_feb8_6659_fd93_u128;
    wide as u64 ^ (wide >> 64) as u64
}

#[inline]
fn colour_of_code(code: u32) -> u64 {
    u64::from(code).wrapping_mul(0xa076_1d64_78bd_642f)
}

/// The code of a symbol when its word is read backwards.
#[inline]
fn mirrored(code: u32, len: u32) -> u32 {
    match symbol(code) {
        Symbol::Twin(distance) => twin_code(len - distance),
        _ => code,
    }
}

impl Canon {
    /// Prepares for the lands of `tidy`: what depends on one word alone.
    pub fn prepare(&mut self, tidy: &Tidy) {
        let places = tidy.codes.len();
        if self.colours.len() < places {
            self.colours.resize(places, 0);
            self.forward.resize(places, 0);
            self.backward.resize(places, 0);
        }
        self.numbers.clear();
        self.numbers.resize(tidy.places.len(), UNNUMBERED);
        self.words.clear();
        self.bases.clear();
        self.regions.clear();
        for region in &tidy.regions {
            let zeros = mix(u64::from(region.zeros));
            let mut base = Both { forward: zeros, backward: zeros };
            for word in &tidy.words[region.first as usize..region.last as usize] {
                if word.letters > 0 {
                    self.words.push(Both::default());
                } else {
                    let hash = plain_hash(&tidy.codes[word.start as usize..word.end as usize]);
                    base.forward = base.forward.wrapping_add(mix(hash.forward));
                    base.backward = base.backward.wrapping_add(mix(hash.backward));
                    self.words.push(hash);
                }
            }
            self.bases.push(base);
            self.regions.push(base);
        }
    }

    /// Collects the regions of the land whose first region is `root`, and refines their hashes.
    pub fn refine(&mut self, tidy: &Tidy, root: u32, rounds: usize) {
        self.order.clear();
        self.order.push(root);
        self.order.extend((root + 1..tidy.regions.len() as u32).filter(|&r| tidy.root(r) == root));
        self.letters = 0;
        if self.order.len() == 1 {
            return;
        }
        for i in 0..self.order.len() {
            let region = tidy.regions[self.order[i] as usize];
            for word in &tidy.words[region.first as usize..region.last as usize] {
                if word.letters > 0 {
                    self.letters += word.letters;
                    self.colours[word.start as usize..word.end as usize].fill(BASE);
                }
            }
        }
        self.spread(tidy, rounds);
    }

    /// Lets the colours travel.
    fn spread(&mut self, tidy: &Tidy, rounds: usize) {
        self.hash_regions(tidy);
        for _ in 0..rounds {
            self.recolour(tidy);
            self.hash_regions(tidy);
        }
    }

    fn hash_regions(&mut self, tidy: &Tidy) {
        for i in 0..self.order.len() {
            let r = self.order[i] as usize;
            let region = tidy.regions[r];
            let mut hash = self.bases[r];
            for w in region.first as usize..region.last as usize {
                let word = tidy.words[w];
                if word.letters > 0 {
                    let both = self.hash_word(&tidy.codes, word);
                    self.words[w] = both;
                    hash.forward = hash.forward.wrapping_add(mix(both.forward));
                    hash.backward = hash.backward.wrapping_add(mix(both.backward));
                }
            }
            // Regions with many lone spots come first: that is how people write lands.
            let zeros = u64::from(255 - region.zeros.min(255)) << 56;
            self.regions[r] =
                Both { forward: mix(hash.forward) >> 8 | zeros, backward: mix(hash.backward) >> 8 | zeros };
        }
    }

    /// Hashes every rotation of a word in both directions, as polynomials that roll from one rotation to the next.
    fn hash_word(&mut self, codes: &[u32], word: TidyWord) -> Both {
        let (start, end) = (word.start as usize, word.end as usize);
        let len = end - start;
        let colour = |at: usize| if codes[at] >= UPPER { self.colours[at] } else { colour_of_code(codes[at]) };
        match len {
            1 => {
                let hash = colour(start);
                self.forward[start] = hash;
                self.backward[start] = hash;
                let hash = mix(hash);
                Both { forward: hash, backward: hash }
            }
            2 => {
                let (a, b) = (colour(start), colour(start + 1));
                let (ab, ba) = (a.wrapping_mul(BASE).wrapping_add(b), b.wrapping_mul(BASE).wrapping_add(a));
                (self.forward[start], self.backward[start]) = (ab, ab);
                (self.forward[start + 1], self.backward[start + 1]) = (ba, ba);
                let hash = mix(ab).wrapping_add(mix(ba));
                Both { forward: hash, backward: hash }
            }
            _ => {
                let back = |at: usize| {
                    if codes[at] >= UPPER { self.colours[at] } else { colour_of_code(mirrored(codes[at], len as u32)) }
                };
                let (mut f, mut b, mut power) = (0u64, 0u64, 1u64);
                for k in 0..len {
                    f = f.wrapping_mul(BASE).wrapping_add(colour(start + k));
                    b = b.wrapping_mul(BASE).wrapping_add(back(end - 1 - k));
                    power = power.wrapping_mul(BASE);
                }
                let step = power.wrapping_sub(1);
                let mut hash = Both::default();
                for k in 0..len {
                    let (at, from) = (start + k, end - 1 - k);
                    let (c, d) = (colour(at), back(from));
                    self.forward[at] = f;
                    self.backward[from] = b;
                    hash.forward = hash.forward.wrapping_add(mix(f));
                    hash.backward = hash.backward.wrapping_add(mix(b));
                    f = f.wrapping_mul(BASE).wrapping_sub(c.wrapping_mul(step));
                    b = b.wrapping_mul(BASE).wrapping_sub(d.wrapping_mul(step));
                }
                hash
            }
        }
    }

    /// Every letter gets the hashes of where it stands, on this side and on the other.
    fn recolour(&mut self, tidy: &Tidy) {
        for i in 0..self.order.len() {
            let r = self.order[i] as usize;
            let region = tidy.regions[r];
            let both = self.regions[r];
            for w in region.first as usize..region.last as usize {
                let word = tidy.words[w];
                if word.letters == 0 {
                    continue;
                }
                let hash = self.words[w];
                let (f, b) = (both.forward ^ hash.forward, both.backward ^ hash.backward);
                for at in word.start as usize..word.end as usize {
                    if tidy.codes[at] >= UPPER {
                        let forward = mix(f.wrapping_add(self.forward[at]));
                        let backward = mix(b.wrapping_add(self.backward[at]));
                        self.colours[at] = forward.wrapping_add(backward) ^ forward.wrapping_mul(backward);
                    }
                }
            }
        }
        for i in 0..self.order.len() {
            let region = tidy.regions[self.order[i] as usize];
            for word in &tidy.words[region.first as usize..region.last as usize] {
                if word.letters == 0 {
                    continue;
                }
                for at in word.start as usize..word.end as usize {
                    let code = tidy.codes[at];
                    if code >= UPPER {
                        let [p, q] = tidy.places[(code - UPPER) as usize];
                        if at == p as usize {
                            let (a, b) = (self.colours[p as usize], self.colours[q as usize]);
                            self.colours[p as usize] = mix(a.wrapping_mul(3).wrapping_add(b));
                            self.colours[q as usize] = mix(b.wrapping_mul(3).wrapping_add(a));
                        }
                    }
                }
            }
        }
    }

    /// Appends the land whose regions are in `order`.
    pub fn emit<C: Chooser>(&mut self, tidy: &Tidy, chooser: &mut C, out: &mut Vec<u8>) {
        self.next_number = 0;
        self.stale = false;
        self.marks = 0;
        self.letters /= 2;
        self.sort_regions(0);
        for i in 0..self.order.len() {
            self.next_region(tidy, i, chooser);
            let r = self.order[i] as usize;
            if self.letters >= TANGLED {
                self.settle(tidy, r, chooser);
                if self.stale {
                    self.spread(tidy, ROUNDS);
                    self.stale = false;
                }
                self.sort_regions(i + 1);
            }
            self.emit_region(tidy, r, chooser, out);
        }
    }

    /// Sorts the regions from place `i` of the order on.
    fn sort_regions(&mut self, i: usize) {
        let hashes = &self.regions;
        let key = |r: u32| hashes[r as usize].forward.min(hashes[r as usize].backward);
        insertion_sort(&mut self.order[i..], |&a, &b| key(a) < key(b));
    }

    /// Chooses between letters of a region that look alike, until there are none. One choice a letter is enough: that bounds
    /// the loop whatever the hashes do.
    fn settle<C: Chooser>(&mut self, tidy: &Tidy, r: usize, chooser: &mut C) {
        let region = tidy.regions[r];
        let mut tied = std::mem::take(&mut self.tied);
        for _ in 0..self.letters {
            tied.clear();
            for word in &tidy.words[region.first as usize..region.last as usize] {
                if word.letters > 0 {
                    tied.extend((word.start..word.end).filter(|&at| {
                        let code = tidy.codes[at as usize];
                        code >= UPPER && self.numbers[(code - UPPER) as usize] == UNNUMBERED
                    }));
                }
            }
            let colour = |at: u32| self.colours[at as usize];
            insertion_sort(&mut tied, |&a, &b| colour(a) < colour(b));
            let Some(first) = tied.windows(2).position(|pair| colour(pair[0]) == colour(pair[1])) else { break };
            let ways = tied[first..].iter().take_while(|&&at| colour(at) == colour(tied[first])).count();
            let chosen = tied[first + chooser.pick(ways)];
            self.mark(chosen as usize);
            self.spread(tidy, ROUNDS);
            self.stale = false;
        }
        self.tied = tied;
    }

    /// Gives the letter at a place a colour of its own.
    fn mark(&mut self, at: usize) {
        self.marks += 1;
        self.colours[at] = mix(self.marks.wrapping_mul(BASE));
    }

    /// Brings the region that comes next to place `i` of the order.
    fn next_region<C: Chooser>(&mut self, tidy: &Tidy, i: usize, chooser: &mut C) {
        let key = |r: u32| self.regions[r as usize].forward.min(self.regions[r as usize].backward);
        let least = key(self.order[i]);
        let ties = self.order[i..].iter().take_while(|&&r| key(r) == least).count();
        if ties == 1 {
            return;
        }
        let lowest = |r: u32| {
            let region = tidy.regions[r as usize];
            let words = &tidy.words[region.first as usize..region.last as usize];
            words.iter().map(|w| self.lowest_number(tidy, *w)).min().unwrap_or(UNNUMBERED)
        };
        let best = (i..i + ties).min_by_key(|&k| lowest(self.order[k])).unwrap_or(i);
        let chosen = if lowest(self.order[best]) == UNNUMBERED { i + chooser.pick(ties) } else { best };
        self.order[i..=chosen].rotate_right(1);
        if self.letters >= TANGLED {
            self.stale = true;
            self.mark_region(tidy, self.order[i] as usize);
        }
    }

    /// Gives all letters of a region colours of their own as a set.
    fn mark_region(&mut self, tidy: &Tidy, r: usize) {
        let region = tidy.regions[r];
        self.marks += 1;
        let mark = mix(self.marks.wrapping_mul(BASE));
        for word in &tidy.words[region.first as usize..region.last as usize] {
            if word.letters > 0 {
                for colour in &mut self.colours[word.start as usize..word.end as usize] {
                    *colour ^= mark;
                }
            }
        }
    }

    /// The least number of a numbered letter in a word. No two words of a region share one.
    fn lowest_number(&self, tidy: &Tidy, word: TidyWord) -> u32 {
        if word.letters == 0 {
            return UNNUMBERED;
        }
        let codes = &tidy.codes[word.start as usize..word.end as usize];
        let numbers = codes.iter().filter(|&&c| c >= UPPER).map(|&c| self.numbers[(c - UPPER) as usize]);
        numbers.min().unwrap_or(UNNUMBERED)
    }

    fn emit_region<C: Chooser>(&mut self, tidy: &Tidy, r: usize, chooser: &mut C, out: &mut Vec<u8>) {
        let Both { forward, backward } = self.regions[r];
        let mirror = match forward.cmp(&backward) {
            Ordering::Less => false,
            Ordering::Greater => true,
            Ordering::Equal if !self.mirror_matters(tidy, r) => false,
            Ordering::Equal => match self.compare_mirrored(tidy, r, out) {
                Ordering::Less => true,
                Ordering::Greater => false,
                Ordering::Equal => chooser.pick(2) == 1,
            },
        };
        self.emit_oriented::<C, false>(tidy, r, mirror, chooser, out);
    }

    /// Whether the two orientations of a region with equal hashes can differ in more than hashes.
    fn mirror_matters(&self, tidy: &Tidy, r: usize) -> bool {
        let region = tidy.regions[r];
        (region.first as usize..region.last as usize).any(|w| {
            let word = tidy.words[w];
            word.end - word.start > 2 && (word.letters > 1 || self.words[w].forward != self.words[w].backward)
        })
    }

    /// Compares the mirror image of a region with the region, by what is known of its letters so far: unnumbered ones
    /// look alike, so that the answer does not depend on how ties are broken.
    fn compare_mirrored(&mut self, tidy: &Tidy, r: usize, out: &mut Vec<u8>) -> Ordering {
        let start = out.len();
        self.emit_oriented::<First, true>(tidy, r, false, &mut First, out);
        let middle = out.len();
        self.emit_oriented::<First, true>(tidy, r, true, &mut First, out);
        let order = out[middle..].cmp(&out[start..middle]);
        out.truncate(start);
        order
    }

    /// Appends a region in one of its orientations. A dry run gives no numbers and writes unnumbered letters alike.
    fn emit_oriented<C: Chooser, const DRY: bool>(
        &mut self,
        tidy: &Tidy,
        r: usize,
        mirror: bool,
        chooser: &mut C,
        out: &mut Vec<u8>,
    ) {
        let region = tidy.regions[r];
        push_varint(region.zeros, out);
        let mut sorted = std::mem::take(&mut self.sorted);
        sorted.clear();
        sorted.extend(region.first..region.last);
        let hash = |w: u32| if mirror { self.words[w as usize].backward } else { self.words[w as usize].forward };
        let plain = |w: u32| tidy.words[w as usize].letters == 0;
        // Words without letters first: the next generation finds equal ones side by side.
        insertion_sort(&mut sorted, |&a, &b| (!plain(a), hash(a)) < (!plain(b), hash(b)));
        for i in 0..sorted.len() {
            if plain(sorted[i]) {
                emit_plain(tidy, tidy.words[sorted[i] as usize], mirror, out);
                continue;
            }
            let hash = |w: u32| if mirror { self.words[w as usize].backward } else { self.words[w as usize].forward };
            let least = hash(sorted[i]);
            let ties = sorted[i..].iter().take_while(|&&w| hash(w) == least).count();
            if ties > 1 {
                let lowest = |w: u32| self.lowest_number(tidy, tidy.words[w as usize]);
                let best = (i..i + ties).min_by_key(|&k| lowest(sorted[k])).unwrap_or(i);
                let chosen = if lowest(sorted[best]) == UNNUMBERED { i + chooser.pick(ties) } else { best };
                sorted[i..=chosen].rotate_right(1);
            }
            self.emit_word::<C, DRY>(tidy, tidy.words[sorted[i] as usize], mirror, chooser, out);
        }
        self.sorted = sorted;
        out.push(0);
    }

    fn emit_word<C: Chooser, const DRY: bool>(
        &mut self,
        tidy: &Tidy,
        word: TidyWord,
        mirror: bool,
        chooser: &mut C,
        out: &mut Vec<u8>,
    ) {
        let (start, len) = (word.start as usize, (word.end - word.start) as usize);
        let hashes = if mirror { &self.backward } else { &self.forward };
        let hashes = &hashes[start..start + len];
        let least = hashes.iter().copied().min().unwrap_or(0);
        let mut from = hashes.iter().position(|&h| h == least).unwrap_or(0);
        if len > 1 && hashes[from + 1..].contains(&least) {
            let mut tied = std::mem::take(&mut self.tied);
            tied.clear();
            tied.extend((0..len as u32).filter(|&k| hashes[k as usize] == least));
            from = self.pick_rotation(tidy, word, mirror, &mut tied, chooser);
            self.tied = tied;
        }
        for k in 0..len {
            let at = start + turn(from, k, len, mirror);
            let code = tidy.codes[at];
            let code = if code >= UPPER {
                match &mut self.numbers[(code - UPPER) as usize] {
                    &mut UNNUMBERED if DRY => UNKNOWN,
                    number => {
                        if *number == UNNUMBERED {
                            *number = self.next_number;
                            self.next_number += 1;
                        }
                        letter_code(*number)
                    }
                }
            } else if mirror {
                mirrored(code, len as u32)
            } else {
                code
            };
            push_varint(code, out);
        }
        out.push(0);
    }

    /// Of rotations with equal hashes, the one whose numbered letters come first; then as the chooser says.
    fn pick_rotation<C: Chooser>(
        &self,
        tidy: &Tidy,
        word: TidyWord,
        mirror: bool,
        tied: &mut Vec<u32>,
        chooser: &mut C,
    ) -> usize {
        let (start, len) = (word.start as usize, (word.end - word.start) as usize);
        let number = |from: u32, k: usize| {
            let code = tidy.codes[start + turn(from as usize, k, len, mirror)];
            if code >= UPPER { self.numbers[(code - UPPER) as usize] } else { UNNUMBERED }
        };
        for k in 0..len {
            let least = tied.iter().map(|&from| number(from, k)).min().unwrap_or(UNNUMBERED);
            if least != UNNUMBERED {
                tied.retain(|&from| number(from, k) == least);
            }
            if tied.len() == 1 {
                return tied[0] as usize;
            }
        }
        tied[chooser.pick(tied.len())] as usize
    }
}

/// The place of the `k`th symbol of a word of `len` symbols read from `from`.
#[inline]
fn turn(from: usize, k: usize, len: usize, mirror: bool) -> usize {
    let at = if mirror { from + len - k } else { from + k };
    if at >= len { at - len } else { at }
}

/// Where the least rotation of a word without letters starts. Words are short: comparing all rotations is fastest.
fn least_rotation(codes: &[u32], mirror: bool) -> usize {
    let len = codes.len();
    let code = |from: usize, k: usize| {
        let code = codes[turn(from, k, len, mirror)];
        if mirror { mirrored(code, len as u32) } else { code }
    };
    let mut best = 0;
    for from in 1..len {
        for k in 0..len {
            let (a, b) = (code(from, k), code(best, k));
            if a != b {
                if a < b {
                    best = from;
                }
                break;
            }
        }
    }
    best
}

fn plain_hash(codes: &[u32]) -> Both {
    let len = codes.len();
    if len <= 2 {
        let (a, b) = (codes[0], if len == 2 { codes[1] } else { 0 });
        let hash = mix(u64::from(a.min(b)) << 32 | u64::from(a.max(b)));
        return Both { forward: hash, backward: hash };
    }
    let (f, b) = (least_rotation(codes, false), least_rotation(codes, true));
    let mut hash = Both::default();
    for k in 0..len {
        hash.forward = hash.forward.wrapping_mul(BASE).wrapping_add(u64::from(codes[turn(f, k, len, false)]));
        let back = mirrored(codes[turn(b, k, len, true)], len as u32);
        hash.backward = hash.backward.wrapping_mul(BASE).wrapping_add(u64::from(back));
    }
    Both { forward: mix(hash.forward), backward: mix(hash.backward) }
}

fn emit_plain(tidy: &Tidy, word: TidyWord, mirror: bool, out: &mut Vec<u8>) {
    let codes = &tidy.codes[word.start as usize..word.end as usize];
    let len = codes.len();
    let from = least_rotation(codes, mirror);
    for k in 0..len {
        let code = codes[turn(from, k, len, mirror)];
        push_varint(if mirror { mirrored(code, len as u32) } else { code }, out);
    }
    out.push(0);
}

/// Sorts a short slice and keeps the order of what is equal.
fn insertion_sort<T: Copy>(items: &mut [T], less: impl Fn(&T, &T) -> bool) {
    for i in 1..items.len() {
        let item = items[i];
        let mut j = i;
        while j > 0 && less(&item, &items[j - 1]) {
            items[j] = items[j - 1];
            j -= 1;
        }
        items[j] = item;
    }
}
