//! Refinement: hashes of the regions and words of a land, and colours of its letters, that do not depend on how the
//! land is written.
//!
//! Only letters change their colour, so a word is seen as the cycle of its letters; what stands between a letter and
//! the next one is hashed once, for either direction of reading. One round hashes all rotations of all cycles in both
//! directions, the words and the regions from those, and gives every letter the hashes of its two places as its new
//! colour.

use super::land::{Symbol, symbol, twin_code};
use super::reduce::{Tidy, TidyWord, UPPER};

/// How often colours travel at most. Measured on all lands below 5 spots: there are 17 % more fast forms than lands
/// with 1 round, 1.0 % with 2, 0.2 % with 3 or 4; the third round costs 2 % of the time.
pub(super) const ROUNDS: usize = 3;

/// A hash for each direction of reading.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Both {
    pub forward: u64,
    pub backward: u64,
}

/// One of the two places of a letter.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Place {
    pub colour: u64,
    /// Hash of the cycle read from here.
    pub hash: Both,
    /// Hash of what stands between here and the next letter, in either direction.
    gap: Both,
    /// Index of the other place.
    pub mate: u32,
    /// Index in the codes.
    pub at: u32,
    /// Index of the word of letters it is in.
    pub word: u32,
}

/// A word that has letters: the range of its places.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct LetterWord {
    pub first: u32,
    pub last: u32,
    pub region: u32,
    pub word: TidyWord,
    pub hash: Both,
    /// Whether it consists of two letters that can be exchanged, see [`Refined::is_pair`].
    pub pair: bool,
    /// Whether its letters are never tangled: it is a pair, or one letter that is the only one of its region.
    pub free: bool,
    /// Whether it is at most two letters and nothing else: then both directions have equal hashes.
    pub even: bool,
}

impl LetterWord {
    /// The number of symbols, letters or not.
    pub fn len(&self) -> u32 {
        self.word.end - self.word.start
    }
}

/// A word without letters, and where its least rotations start.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct PlainWord {
    pub word: TidyWord,
    pub hash: Both,
    pub from: [u32; 2],
}

/// A region: the ranges of its words of both kinds.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct HashedRegion {
    pub zeros: u32,
    pub words: [u32; 2],
    pub plain: [u32; 2],
    base: Both,
    pub hash: Both,
}

/// The land at hand.
#[derive(Default, Debug)]
pub(super) struct Refined {
    pub regions: Vec<HashedRegion>,
    pub words: Vec<LetterWord>,
    pub plain: Vec<PlainWord>,
    pub places: Vec<Place>,
    /// Whether hashes leave something open.
    pub alike: bool,
    /// Index in `places` of each place in the codes that holds a letter.
    index: Vec<u32>,
    colours: Vec<u64>,
}

pub(super) const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes all bits of `x` into all bits of the result.
#[inline]
pub(super) fn mix(x: u64) -> u64 {
    let wide = u128::from(x ^ 0x2545_f491_4f6c_dd1d) * 0xd6e8_feb8_6659_fd93_u128;
    wide as u64 ^ (wide >> 64) as u64
}

/// The code of a symbol when its word is read backwards.
#[inline]
pub(super) fn mirrored(code: u32, len: u32) -> u32 {
    match symbol(code) {
        Symbol::Twin(distance) => twin_code(len - distance),
        _ => code,
    }
}

/// The place of the `k`th symbol of a word of `len` symbols read from `from`.
#[inline]
pub(super) fn turn(from: usize, k: usize, len: usize, mirror: bool) -> usize {
    let at = if mirror { from + len - k } else { from + k };
    if at >= len { at - len } else { at }
}

impl Refined {
    /// Takes the land whose first region is `root` and hashes it.
    pub fn refine(&mut self, tidy: &Tidy, root: u32, rounds: usize) {
        self.collect(tidy, root);
        if self.places.is_empty() {
            self.alike = false;
        } else {
            self.spread(rounds);
        }
    }

    fn collect(&mut self, tidy: &Tidy, root: u32) {
        self.regions.clear();
        self.words.clear();
        self.plain.clear();
        self.places.clear();
        if self.index.len() < tidy.codes.len() {
            self.index.resize(tidy.codes.len(), 0);
        }
        for (r, region) in tidy.regions.iter().enumerate().skip(root as usize) {
            if tidy.root(r as u32) != root {
                continue;
            }
            let (first_word, first_plain) = (self.words.len() as u32, self.plain.len() as u32);
            let zeros = mix(u64::from(region.zeros));
            let mut base = Both { forward: zeros, backward: zeros };
            for &word in &tidy.words[region.first as usize..region.last as usize] {
                let codes = &tidy.codes[word.start as usize..word.end as usize];
                if word.letters == 0 {
                    let plain = plain_word(word, codes);
                    base.forward = base.forward.wrapping_add(mix(plain.hash.forward));
                    base.backward = base.backward.wrapping_add(mix(plain.hash.backward));
                    self.plain.push(plain);
                } else {
                    self.letter_word(word, codes);
                }
            }
            let (words, plain) = ([first_word, self.words.len() as u32], [first_plain, self.plain.len() as u32]);
            self.regions.push(HashedRegion { zeros: region.zeros, words, plain, base, hash: base });
        }
        for i in 0..self.places.len() {
            let code = tidy.codes[self.places[i].at as usize];
            let [p, q] = tidy.places[(code - UPPER) as usize];
            let other = if p == self.places[i].at { q } else { p };
            self.places[i].mate = self.index[other as usize];
        }
        for w in 0..self.words.len() {
            let word = &self.words[w];
            if word.word.letters == 2 && word.len() == 2 {
                let pair = self.is_pair(word);
                (self.words[w].pair, self.words[w].free) = (pair, pair);
            } else if word.word.letters == 1 {
                let [first, last] = self.regions[word.region as usize].words;
                self.words[w].free = last - first == 1;
            }
        }
    }

    fn push_word(&mut self, word: TidyWord, first: usize, even: bool) {
        let (first, last, region) = (first as u32, self.places.len() as u32, self.regions.len() as u32);
        self.words.push(LetterWord {
            first,
            last,
            region,
            word,
            hash: Both::default(),
            pair: false,
            free: false,
            even,
        });
    }

    fn letter_word(&mut self, word: TidyWord, codes: &[u32]) {
        let first = self.places.len();
        if let [_] = codes {
            self.index[word.start as usize] = first as u32;
            let here = self.words.len() as u32;
            self.places.push(Place { colour: BASE, at: word.start, word: here, ..Place::default() });
            return self.push_word(word, first, true);
        }
        let len = codes.len() as u32;
        let mut gap = Both::default();
        let here = self.words.len() as u32;
        let step = |hash: u64, code: u32| hash.wrapping_mul(BASE).wrapping_add(u64::from(code));
        let mut head = 0;
        for (k, &code) in codes.iter().enumerate() {
            if code >= UPPER {
                let at = word.start + k as u32;
                match self.places.get_mut(first..).and_then(|places| places.last_mut()) {
                    Some(last) => last.gap = gap,
                    None => head = k,
                }
                gap = Both::default();
                self.index[at as usize] = self.places.len() as u32;
                self.places.push(Place { colour: BASE, at, word: here, ..Place::default() });
            } else if self.places.len() > first {
                gap.forward = step(gap.forward, code);
            }
        }
        for &code in &codes[..head] {
            gap.forward = step(gap.forward, code);
        }
        let last = self.places.len();
        self.places[last - 1].gap = gap;
        if len > word.letters {
            self.back_gaps(first, word.start, codes);
        }
        self.push_word(word, first, word.letters == len && len <= 2);
    }

    /// Hashes, for every letter of a word, what stands before it, read backwards.
    fn back_gaps(&mut self, first: usize, start: u32, codes: &[u32]) {
        let len = codes.len();
        for place in &mut self.places[first..] {
            place.gap.forward = mix(place.gap.forward);
            let mut hash = 0u64;
            for k in 1..len {
                let code = codes[turn((place.at - start) as usize, k, len, true)];
                if code >= UPPER {
                    break;
                }
                hash = hash.wrapping_mul(BASE).wrapping_add(u64::from(mirrored(code, len as u32)));
            }
            place.gap.backward = mix(hash);
        }
    }

    /// Lets the colours travel until nothing looks alike, a round separates no more letters, or `rounds` are over.
    pub fn spread(&mut self, rounds: usize) {
        self.hash_regions();
        self.alike = self.anything_alike();
        let mut kinds = 0;
        for round in 0..rounds {
            if !self.alike {
                return;
            }
            if round > 0 {
                let now = self.kinds();
                if now == kinds {
                    return;
                }
                kinds = now;
            }
            self.recolour();
            self.hash_regions();
            self.alike = self.anything_alike();
        }
    }

    /// Whether hashes leave open in which order regions or words come, or where a word starts.
    fn anything_alike(&self) -> bool {
        for (i, region) in self.regions.iter().enumerate() {
            let key = region.hash.forward.min(region.hash.backward);
            if self.regions[..i].iter().any(|other| other.hash.forward.min(other.hash.backward) == key) {
                return true;
            }
            let words = &self.words[region.words[0] as usize..region.words[1] as usize];
            let forward = region.hash.forward <= region.hash.backward;
            let both = region.hash.forward == region.hash.backward;
            let side = |hash: Both| if forward { hash.forward } else { hash.backward };
            for (w, word) in words.iter().enumerate() {
                if words[..w].iter().any(|other| side(other.hash) == side(word.hash)) {
                    return true;
                }
                let places = &self.places[word.first as usize..word.last as usize];
                if places.len() > 1 {
                    let (mut least, mut times) = (u64::MAX, 0);
                    for place in places {
                        let hash = side(place.hash);
                        times = if hash < least { 1 } else { times + u32::from(hash == least) };
                        least = least.min(hash);
                    }
                    let tied = times > 1 || (both && word.len() > 2);
                    if tied && !word.pair {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether the two letters of a word can be exchanged: in the other region, too, they make up a boundary of
    /// two or are boundaries of their own.
    fn is_pair(&self, word: &LetterWord) -> bool {
        let mates = [word.first, word.last - 1].map(|o| {
            let mate = self.places[o as usize].mate;
            &self.words[self.places[mate as usize].word as usize]
        });
        mates[0].region == mates[1].region
            && (mates[0].first == mates[1].first && mates[0].len() == 2 || mates[0].len() == 1 && mates[1].len() == 1)
    }

    /// The number of letters with different colours.
    fn kinds(&mut self) -> usize {
        self.colours.clear();
        for (i, place) in self.places.iter().enumerate() {
            if i < place.mate as usize {
                self.colours.push(place.colour.wrapping_add(self.places[place.mate as usize].colour));
            }
        }
        insertion_sort(&mut self.colours, |a, b| a < b);
        1 + self.colours.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// Hashes the rotations of all cycles of letters, the words and the regions.
    fn hash_regions(&mut self) {
        for region in &mut self.regions {
            let mut hash = region.base;
            for word in &mut self.words[region.words[0] as usize..region.words[1] as usize] {
                let places = &mut self.places[word.first as usize..word.last as usize];
                if word.even {
                    let one = hash_even(places);
                    word.hash = Both { forward: one, backward: one };
                    let more = mix(one);
                    hash.forward = hash.forward.wrapping_add(more);
                    hash.backward = hash.backward.wrapping_add(more);
                } else {
                    word.hash = hash_cycle(places);
                    hash.forward = hash.forward.wrapping_add(mix(word.hash.forward));
                    hash.backward = hash.backward.wrapping_add(mix(word.hash.backward));
                }
            }
            // Regions with many lone spots come first: that is how people write lands.
            let zeros = u64::from(255 - region.zeros.min(255)) << 56;
            region.hash = Both { forward: mix(hash.forward) >> 8 | zeros, backward: mix(hash.backward) >> 8 | zeros };
        }
    }

    /// Every letter gets the hashes of where it stands, on this side and on the other.
    fn recolour(&mut self) {
        for word in &self.words {
            let region = self.regions[word.region as usize].hash;
            let (f, b) = (region.forward ^ word.hash.forward, region.backward ^ word.hash.backward);
            for place in &mut self.places[word.first as usize..word.last as usize] {
                let forward = mix(f.wrapping_add(place.hash.forward));
                let backward = mix(b.wrapping_add(place.hash.backward));
                place.colour = forward.wrapping_add(backward) ^ forward.wrapping_mul(backward);
            }
        }
        for i in 0..self.places.len() {
            let mate = self.places[i].mate as usize;
            if i < mate {
                let (a, b) = (self.places[i].colour, self.places[mate].colour);
                self.places[i].colour = mix(a.wrapping_mul(3).wrapping_add(b));
                self.places[mate].colour = mix(b.wrapping_mul(3).wrapping_add(a));
            }
        }
    }
}

/// The same as [`hash_cycle`] for one or two letters with nothing between them.
#[inline]
fn hash_even(places: &mut [Place]) -> u64 {
    let both = |hash: u64| Both { forward: hash, backward: hash };
    match places {
        [only] => {
            only.hash = both(only.colour);
            mix(only.colour)
        }
        [a, b] => {
            let (x, y) = (a.colour, b.colour);
            let (ahead, behind) = (x.wrapping_mul(BASE).wrapping_add(y), y.wrapping_mul(BASE).wrapping_add(x));
            (a.hash, b.hash) = (both(ahead), both(behind));
            mix(ahead).wrapping_add(mix(behind))
        }
        _ => 0,
    }
}

/// Hashes every rotation of a cycle of letters in both directions, as polynomials that roll from one to the next.
#[inline]
fn hash_cycle(places: &mut [Place]) -> Both {
    let forward = |place: &Place| place.colour.wrapping_add(place.gap.forward);
    let backward = |place: &Place| place.colour.wrapping_add(place.gap.backward);
    match places {
        [only] => {
            only.hash = Both { forward: forward(only), backward: backward(only) };
            Both { forward: mix(only.hash.forward), backward: mix(only.hash.backward) }
        }
        [a, b] => {
            let roll = |x: u64, y: u64| x.wrapping_mul(BASE).wrapping_add(y);
            a.hash = Both { forward: roll(forward(a), forward(b)), backward: roll(backward(a), backward(b)) };
            b.hash = Both { forward: roll(forward(b), forward(a)), backward: roll(backward(b), backward(a)) };
            Both {
                forward: mix(a.hash.forward).wrapping_add(mix(b.hash.forward)),
                backward: mix(a.hash.backward).wrapping_add(mix(b.hash.backward)),
            }
        }
        _ => {
            let (mut f, mut b, mut power) = (0u64, 0u64, 1u64);
            for (ahead, behind) in places.iter().zip(places.iter().rev()) {
                f = f.wrapping_mul(BASE).wrapping_add(forward(ahead));
                b = b.wrapping_mul(BASE).wrapping_add(backward(behind));
                power = power.wrapping_mul(BASE);
            }
            let step = power.wrapping_sub(1);
            let mut hash = Both::default();
            for place in places.iter_mut() {
                place.hash.forward = f;
                hash.forward = hash.forward.wrapping_add(mix(f));
                f = f.wrapping_mul(BASE).wrapping_sub(forward(place).wrapping_mul(step));
            }
            for place in places.iter_mut().rev() {
                place.hash.backward = b;
                hash.backward = hash.backward.wrapping_add(mix(b));
                b = b.wrapping_mul(BASE).wrapping_sub(backward(place).wrapping_mul(step));
            }
            hash
        }
    }
}

fn plain_word(word: TidyWord, codes: &[u32]) -> PlainWord {
    let len = codes.len();
    if len <= 2 {
        let (a, b) = (codes[0], if len == 2 { codes[1] } else { 0 });
        let hash = mix(u64::from(a.min(b)) << 32 | u64::from(a.max(b)));
        let from = u32::from(len == 2 && b < a);
        return PlainWord { word, hash: Both { forward: hash, backward: hash }, from: [from; 2] };
    }
    let from = [least_rotation(codes, false), least_rotation(codes, true)];
    let mut hash = Both::default();
    for k in 0..len {
        hash.forward = hash.forward.wrapping_mul(BASE).wrapping_add(u64::from(codes[turn(from[0], k, len, false)]));
        let back = mirrored(codes[turn(from[1], k, len, true)], len as u32);
        hash.backward = hash.backward.wrapping_mul(BASE).wrapping_add(u64::from(back));
    }
    PlainWord {
        word,
        hash: Both { forward: mix(hash.forward), backward: mix(hash.backward) },
        from: from.map(|f| f as u32),
    }
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

/// Sorts a slice that is short as a rule and keeps the order of what is equal.
pub(super) fn insertion_sort<T: Copy>(items: &mut [T], less: impl Fn(&T, &T) -> bool) {
    if items.len() > 64 {
        return items.sort_by(|a, b| less(b, a).cmp(&less(a, b)));
    }
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
