//! The canonical form of a land: an order of its regions and words, a direction for each region, a rotation of each
//! word and numbers for the letters, all read off the hashes of [`super::refine`].
//!
//! Regions are ordered by hash, words by hash, and a word starts at the letter of least hash. What is still tied is
//! decided by letters that have a number already, and after that by a [`Chooser`]: the fast form takes the first, the
//! exact form tries all. In lands with [`TANGLED`] letters or more that do not simply hang on, a choice gets a colour
//! of its own and the hashes are refined further.
//!
//! # Invariant
//! The output is a full description of the land. A hash may choose an order, never an identity: an accident makes two
//! forms of one land, and never one form of two lands.
//!
//! The fast form is idempotent where everything tied keeps the order of the input and the output is in that order. Only
//! a picked letter may come out behind one that it was tied with, see [`Canon::may_pick_others`].

use super::land::{letter_code, push_varint};
use super::reduce::{Tidy, UPPER};
use super::refine::{BASE, Both, LetterWord, PlainWord, ROUNDS, Refined, insertion_sort, mirrored, mix, turn};
use std::cmp::Ordering;

/// Decides between alternatives that look alike.
pub(super) trait Chooser {
    /// One of `0..ways`.
    fn pick(&mut self, ways: usize) -> usize;

    /// The same for letters, whose places in the output are not settled by the choice itself.
    fn pick_letter(&mut self, ways: usize) -> usize {
        self.pick(ways)
    }

    /// Tells, when all is written, the places in the output of the letters that were picked, in the order of picking.
    fn written(&mut self, _places: impl Iterator<Item = u32>) {}
}

/// Always the first: the fast canonical form.
pub(super) struct First;

impl Chooser for First {
    fn pick(&mut self, _ways: usize) -> usize {
        0
    }
}

/// The least number of tangled letters for which choices are refined further. Without that there are 5.8 % more fast
/// forms than lands below 5 spots, with it 0.2 %; it costs 18 % of the time.
const TANGLED: usize = 4;

/// With more letters than this, choices are not refined further: each costs a refinement of the whole land, and with
/// hundreds of equal letters one land would take minutes. Such a land may have more forms than one, also exact ones.
const MOST_TANGLED: usize = 64;

/// Scratch space for canonizing; one for a thread, reused for every land.
#[derive(Default, Debug)]
pub(super) struct Canon {
    refined: Refined,
    /// Regions of the land, in the order of the output as far as it is known.
    order: Vec<u32>,
    /// By letter: its number in the output, or `UNNUMBERED`.
    numbers: Vec<u32>,
    next_number: u32,
    /// By place of a letter: whether it may need a choice that others have to know of. Empty if there are too few.
    tangled: Vec<bool>,
    marks: u64,
    /// Places of the letters that were picked.
    picked: Vec<u32>,
    /// For each of them, the places it was tied with: up to `tie_ends` of `ties`.
    ties: Vec<u32>,
    tie_ends: Vec<usize>,
    /// By place: when it was written. Kept only if something was picked.
    ranks: Vec<u32>,
    next_rank: u32,
    /// Whether a choice was made that the hashes do not know of.
    stale: bool,
    /// Scratch for ordering: words of a region, places of a word.
    sorted: Vec<u32>,
    tied: Vec<u32>,
}

const UNNUMBERED: u32 = u32::MAX;
/// Stands for an unnumbered letter in a dry run; no symbol has this code.
const UNKNOWN: u32 = 3;

impl Canon {
    /// Appends the land of `tidy` whose first region is `root`.
    pub fn emit<C: Chooser>(&mut self, tidy: &Tidy, root: u32, rounds: usize, chooser: &mut C, out: &mut Vec<u8>) {
        self.refined.refine(tidy, root, rounds);
        self.numbers.clear();
        self.numbers.resize(tidy.places.len(), UNNUMBERED);
        self.next_number = 0;
        self.marks = 0;
        self.picked.clear();
        self.ties.clear();
        self.tie_ends.clear();
        self.next_rank = 0;
        self.stale = false;
        self.order.clear();
        self.order.extend(0..self.refined.regions.len() as u32);
        self.find_tangled();
        self.sort_regions(0);
        for i in 0..self.order.len() {
            self.next_region(tidy, i, chooser);
            let r = self.order[i] as usize;
            if !self.tangled.is_empty() {
                self.settle(tidy, r, chooser);
                if self.stale {
                    self.spread();
                }
                self.sort_regions(i + 1);
            }
            self.emit_region(tidy, r, chooser, out);
        }
        chooser.written(self.picked.iter().map(|&o| self.place_in_output(tidy, o as usize)));
    }

    /// Whether reading the last output again might pick other letters: if one that was tied with a picked letter came
    /// out before it.
    pub fn may_pick_others(&self) -> bool {
        let rank = |o: u32| self.ranks[o as usize];
        let mut start = 0;
        self.picked.iter().zip(&self.tie_ends).any(|(&picked, &end)| {
            let ties = &self.ties[start..end];
            start = end;
            ties.iter().any(|&o| rank(o) < rank(picked))
        })
    }

    /// Which occurrence of a letter in the output a place became.
    fn place_in_output(&self, tidy: &Tidy, place: usize) -> u32 {
        let region = |o: usize| self.refined.words[self.refined.places[o].word as usize].region;
        let mate = region(self.refined.places[place].mate as usize);
        let first = self.order.iter().find(|&&r| r == region(place) || r == mate) == Some(&region(place));
        2 * self.number(tidy, place) + u32::from(first)
    }

    /// Marks the letters that are tangled. A letter that is the only one of one of its regions is not: it is a
    /// decoration of the other region. Nor are two letters that make up a boundary of two in one region and the same,
    /// or single boundaries, in another one: they can be exchanged.
    fn find_tangled(&mut self) {
        self.tangled.clear();
        let Refined { places, words, .. } = &self.refined;
        if !self.refined.alike || places.len() < 2 * TANGLED || places.len() > 2 * MOST_TANGLED {
            return;
        }
        let free = |o: u32| words[places[o as usize].word as usize].free;
        let free_words = words.iter().filter(|word| word.free);
        if places.len() < 2 * TANGLED + free_words.map(|word| (word.last - word.first) as usize).sum::<usize>() {
            return;
        }
        self.tangled.extend(places.iter().map(|place| !words[place.word as usize].free && !free(place.mate)));
        if self.tangled.iter().filter(|&&t| t).count() < 2 * TANGLED {
            self.tangled.clear();
        }
    }

    /// Sorts the regions from place `i` of the order on.
    fn sort_regions(&mut self, i: usize) {
        let regions = &self.refined.regions;
        let key = |r: u32| regions[r as usize].hash.forward.min(regions[r as usize].hash.backward);
        insertion_sort(&mut self.order[i..], |&a, &b| key(a) < key(b));
    }

    /// The range of the places of letters in a region.
    fn places(&self, r: usize) -> std::ops::Range<usize> {
        let [first, last] = self.refined.regions[r].words;
        match self.refined.words[first as usize..last as usize] {
            [] => 0..0,
            [only] => only.first as usize..only.last as usize,
            [first, .., last] => first.first as usize..last.last as usize,
        }
    }

    /// The number of the letter at a place.
    fn number(&self, tidy: &Tidy, place: usize) -> u32 {
        self.numbers[(tidy.codes[self.refined.places[place].at as usize] - UPPER) as usize]
    }

    /// Chooses between letters of a region that look alike, until there are none. One choice a letter is enough: that
    /// bounds the loop whatever the hashes do.
    fn settle<C: Chooser>(&mut self, tidy: &Tidy, r: usize, chooser: &mut C) {
        let places = self.places(r);
        let mut tied = std::mem::take(&mut self.tied);
        for _ in places.clone() {
            if !self.refined.alike && !self.stale {
                break;
            }
            tied.clear();
            let open = |&o: &usize| self.tangled[o] && self.number(tidy, o) == UNNUMBERED;
            tied.extend(places.clone().filter(open).map(|o| o as u32));
            let colour = |o: u32| self.refined.places[o as usize].colour;
            insertion_sort(&mut tied, |&a, &b| colour(a) < colour(b));
            let Some(first) = tied.windows(2).position(|pair| colour(pair[0]) == colour(pair[1])) else { break };
            let ways = tied[first..].iter().take_while(|&&o| colour(o) == colour(tied[first])).count();
            let chosen = tied[first + chooser.pick_letter(ways)];
            self.picked.push(chosen);
            self.ties.extend_from_slice(&tied[first..first + ways]);
            self.tie_ends.push(self.ties.len());
            self.marks += 1;
            self.refined.places[chosen as usize].colour = mix(self.marks.wrapping_mul(BASE));
            self.spread();
        }
        self.tied = tied;
    }

    fn spread(&mut self) {
        self.refined.spread(ROUNDS);
        self.stale = false;
    }

    /// Brings the region that comes next to place `i` of the order.
    fn next_region<C: Chooser>(&mut self, tidy: &Tidy, i: usize, chooser: &mut C) {
        if !self.refined.alike {
            return;
        }
        let regions = &self.refined.regions;
        let key = |r: u32| regions[r as usize].hash.forward.min(regions[r as usize].hash.backward);
        let least = key(self.order[i]);
        let ties = self.order[i..].iter().take_while(|&&r| key(r) == least).count();
        if ties == 1 {
            return;
        }
        let lowest = |r: u32| self.lowest_number(tidy, self.places(r as usize));
        let best = (i..i + ties).min_by_key(|&k| lowest(self.order[k])).unwrap_or(i);
        let chosen = if lowest(self.order[best]) == UNNUMBERED { i + chooser.pick(ties) } else { best };
        self.order[i..=chosen].rotate_right(1);
        let places = self.places(self.order[i] as usize);
        if !self.tangled.is_empty() && places.clone().any(|o| self.tangled[o]) {
            self.stale = true;
            self.marks += 1;
            let mark = mix(self.marks.wrapping_mul(BASE));
            for place in &mut self.refined.places[places] {
                place.colour ^= mark;
            }
        }
    }

    /// The least number of a numbered letter at these places. No two words of a region share one.
    fn lowest_number(&self, tidy: &Tidy, places: std::ops::Range<usize>) -> u32 {
        places.map(|place| self.number(tidy, place)).min().unwrap_or(UNNUMBERED)
    }

    fn emit_region<C: Chooser>(&mut self, tidy: &Tidy, r: usize, chooser: &mut C, out: &mut Vec<u8>) {
        let Both { forward, backward } = self.refined.regions[r].hash;
        let mirror = match forward.cmp(&backward) {
            Ordering::Less => false,
            Ordering::Greater => true,
            Ordering::Equal if !self.mirror_matters(r) => false,
            Ordering::Equal => match self.compare_mirrored(tidy, r, out) {
                Ordering::Less => true,
                Ordering::Greater => false,
                Ordering::Equal => chooser.pick(2) == 1,
            },
        };
        self.emit_oriented::<C, false>(tidy, r, mirror, chooser, out);
    }

    /// Whether the two directions of a region with equal hashes can differ in more than hashes.
    fn mirror_matters(&self, r: usize) -> bool {
        let region = &self.refined.regions[r];
        let unlike = |hash: Both| hash.forward != hash.backward;
        self.refined.words[region.words[0] as usize..region.words[1] as usize]
            .iter()
            .any(|word| word.len() > 2 && (word.word.letters > 1 || unlike(word.hash)))
            || self.refined.plain[region.plain[0] as usize..region.plain[1] as usize]
                .iter()
                .any(|word| unlike(word.hash))
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

    /// Appends a region in one of its directions. A dry run gives no numbers and writes unnumbered letters alike.
    fn emit_oriented<C: Chooser, const DRY: bool>(
        &mut self,
        tidy: &Tidy,
        r: usize,
        mirror: bool,
        chooser: &mut C,
        out: &mut Vec<u8>,
    ) {
        let region = self.refined.regions[r];
        push_varint(region.zeros, out);
        // Where nothing is alike, the words of a region that is read in the direction of its lesser hash have no ties.
        let untied = !self.refined.alike && (!mirror || region.hash.forward != region.hash.backward);
        let mut sorted = std::mem::take(&mut self.sorted);
        let side = |hash: Both| if mirror { hash.backward } else { hash.forward };
        // Words without letters come first, equal ones side by side: the next generation counts them.
        let plain = &self.refined.plain;
        sorted.clear();
        sorted.extend(region.plain[0]..region.plain[1]);
        insertion_sort(&mut sorted, |&a, &b| side(plain[a as usize].hash) < side(plain[b as usize].hash));
        for &w in &sorted {
            emit_plain(tidy, &plain[w as usize], mirror, out);
        }
        sorted.clear();
        sorted.extend(region.words[0]..region.words[1]);
        let hash = |words: &[LetterWord], w: u32| side(words[w as usize].hash);
        if self.picked.is_empty() {
            insertion_sort(&mut sorted, |&a, &b| hash(&self.refined.words, a) < hash(&self.refined.words, b));
        } else {
            let key = |w: u32| (self.pick_in(&self.refined.words[w as usize]).0, hash(&self.refined.words, w));
            insertion_sort(&mut sorted, |&a, &b| key(a) < key(b));
        }
        for i in 0..sorted.len() {
            let words = &self.refined.words;
            let least = hash(words, sorted[i]);
            let ties = if untied { 1 } else { sorted[i..].iter().take_while(|&&w| hash(words, w) == least).count() };
            if ties > 1 {
                let places = |w: u32| words[w as usize].first as usize..words[w as usize].last as usize;
                let lowest = |w: u32| self.lowest_number(tidy, places(w));
                let best = (i..i + ties).min_by_key(|&k| lowest(sorted[k])).unwrap_or(i);
                let chosen = if lowest(sorted[best]) == UNNUMBERED { i + chooser.pick(ties) } else { best };
                sorted[i..=chosen].rotate_right(1);
            }
            self.emit_word::<C, DRY>(tidy, self.refined.words[sorted[i] as usize], mirror, chooser, out);
        }
        self.sorted = sorted;
        out.push(0);
    }

    fn emit_word<C: Chooser, const DRY: bool>(
        &mut self,
        tidy: &Tidy,
        word: LetterWord,
        mirror: bool,
        chooser: &mut C,
        out: &mut Vec<u8>,
    ) {
        let (start, len) = (word.word.start as usize, (word.word.end - word.word.start) as usize);
        let mut from = word.first as usize;
        let (pick, picked) = self.pick_in(&word);
        if pick < usize::MAX {
            from = picked as usize;
        } else if word.last - word.first > 1 {
            from = self.rotation(tidy, word, mirror, chooser);
        }
        if !DRY && !self.picked.is_empty() {
            self.rank_places(word, from, mirror);
        }
        let from = self.refined.places[from].at as usize - start;
        let codes = &tidy.codes[start..start + len];
        let Canon { numbers, next_number, .. } = self;
        let mut code = |k: usize| {
            let code = codes[turn(from, k, len, mirror)];
            if code >= UPPER {
                match &mut numbers[(code - UPPER) as usize] {
                    &mut UNNUMBERED if DRY => UNKNOWN,
                    number => {
                        if *number == UNNUMBERED {
                            *number = *next_number;
                            *next_number += 1;
                        }
                        letter_code(*number)
                    }
                }
            } else if mirror {
                mirrored(code, len as u32)
            } else {
                code
            }
        };
        (0..len).for_each(|k| push_varint(code(k), out));
        out.push(0);
    }

    /// Where a word of several letters starts: at the place of least hash, or of least numbers.
    fn rotation<C: Chooser>(&mut self, tidy: &Tidy, word: LetterWord, mirror: bool, chooser: &mut C) -> usize {
        let first = word.first as usize;
        let places = &self.refined.places[first..word.last as usize];
        let side = |hash: Both| if mirror { hash.backward } else { hash.forward };
        let (mut from, mut least, mut alone) = (0, side(places[0].hash), true);
        for (k, place) in places.iter().enumerate().skip(1) {
            let hash = side(place.hash);
            if hash <= least {
                alone = hash < least;
                if alone {
                    (from, least) = (k, hash);
                }
            }
        }
        if alone {
            return first + from;
        }
        if word.pair {
            return match self.number(tidy, first).cmp(&self.number(tidy, first + 1)) {
                Ordering::Less => first,
                Ordering::Greater => first + 1,
                Ordering::Equal => first + chooser.pick(2),
            };
        }
        let mut tied = std::mem::take(&mut self.tied);
        tied.clear();
        tied.extend((word.first..word.last).filter(|&o| side(self.refined.places[o as usize].hash) == least));
        let from = self.pick_rotation(tidy, word, mirror, &mut tied, chooser);
        self.tied = tied;
        from
    }

    /// The first picked letter in a word, and when it was picked. Picked letters come first, so that reading the output
    /// again picks the same, as far as that can be had.
    fn pick_in(&self, word: &LetterWord) -> (usize, u32) {
        let inside = |&(_, &o): &(usize, &u32)| (word.first..word.last).contains(&o);
        self.picked.iter().enumerate().find(inside).map_or((usize::MAX, 0), |(pick, &o)| (pick, o))
    }

    /// Notes the order in which the places of a word are written.
    fn rank_places(&mut self, word: LetterWord, from: usize, mirror: bool) {
        let (first, len) = (word.first as usize, (word.last - word.first) as usize);
        if self.ranks.len() < self.refined.places.len() {
            self.ranks.resize(self.refined.places.len(), 0);
        }
        for k in 0..len {
            self.ranks[first + turn(from - first, k, len, mirror)] = self.next_rank;
            self.next_rank += 1;
        }
    }

    /// Of rotations with equal hashes, the one whose numbered letters come first; then as the chooser says.
    fn pick_rotation<C: Chooser>(
        &self,
        tidy: &Tidy,
        word: LetterWord,
        mirror: bool,
        tied: &mut Vec<u32>,
        chooser: &mut C,
    ) -> usize {
        let (first, len) = (word.first as usize, (word.last - word.first) as usize);
        let number = |from: u32, k: usize| self.number(tidy, first + turn(from as usize - first, k, len, mirror));
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

fn emit_plain(tidy: &Tidy, plain: &PlainWord, mirror: bool, out: &mut Vec<u8>) {
    let codes = &tidy.codes[plain.word.start as usize..plain.word.end as usize];
    let len = codes.len();
    let from = plain.from[usize::from(mirror)] as usize;
    for k in 0..len {
        let code = codes[turn(from, k, len, mirror)];
        push_varint(if mirror { mirrored(code, len as u32) } else { code }, out);
    }
    out.push(0);
}
