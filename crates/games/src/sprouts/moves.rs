//! The moves in a land, over multisets: equal boundaries without letters are a class with a count, lone spots another,
//! and no distribution of them over the two sides of a line is met twice.
//!
//! A move joins two spots of one region (or one to itself) by a line with a new spot of one life on it:
//! - inside one boundary the line splits the region: the word `u..v..` becomes `u..v n` and `v..u n` in two regions,
//!   and the other boundaries go to either side;
//! - between two boundaries the words become one: `u..u n v..v n`.
//!
//! A spot `1` that is joined has one life left and two occurrences; a `2` or a letter dies.
//!
//! # What is skipped
//! Moves that a rotation of the boundary onto itself carries into each other, and, where every boundary of the region
//! is its own mirror image, moves that are mirror images. Renaming letters counts: a boundary of letters that is found
//! again in another region (a *ring*, as in `0*5.ABCD|ABCD`) can be turned and mirrored together with its image there,
//! and two letters that make up a boundary elsewhere count as equal (`A1B` is its own mirror image beside a region with
//! `AB`). If such a symmetry exchanges the two sides of the line, only one of two complementary distributions is made.
//! Mirroring one region alone is allowed because a move sees one region only.

use super::land::{LETTER, Land, ONE, Symbol, Word, symbol, twin_code};
use super::reduce::Draft;
use std::ops::ControlFlow;

/// Equal boundaries of a region, with the symmetries of one of them.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// The words are `first..first + count`.
    first: u32,
    count: u32,
    /// Least rotation that maps the word to itself, or a ring to itself with other names.
    period: u32,
    /// `i -> mirror - i` maps the word to itself backwards; `NONE` if nothing does.
    mirror: u32,
}

const NONE: u32 = u32::MAX;
/// No symbol: stands for "no letter died".
const NOBODY: u32 = 0;

/// Generates moves; keeps its buffers.
#[derive(Default, Debug)]
pub(super) struct Mover {
    classes: Vec<Class>,
    /// Whether every class of the region has a mirror.
    achiral: bool,
    /// The two symbols of each letter, the word of each symbol, the region of each word.
    places: Vec<[u32; 2]>,
    word_of: Vec<u32>,
    region_of: Vec<u32>,
    /// How many of each class, and of the lone spots (last), are to be distributed, and how many are on the first side.
    supply: Vec<u32>,
    taken: Vec<u32>,
    /// The two sides of a line inside a boundary.
    sides: [Vec<u32>; 2],
    draft: Draft,
    /// Whether symmetries are left alone.
    #[cfg(test)]
    literal: bool,
}

impl Mover {
    /// Calls `each` with the draft of every move in the land.
    pub fn moves(&mut self, land: &Land, each: &mut impl FnMut(&Draft) -> ControlFlow<()>) -> ControlFlow<()> {
        self.find_places(land);
        for r in 0..land.regions.len() {
            self.classify(land, r);
            self.splits(land, r, each)?;
            self.merges(land, r, each)?;
        }
        ControlFlow::Continue(())
    }

    fn find_places(&mut self, land: &Land) {
        self.places.clear();
        self.places.resize(land.letters as usize, [NONE; 2]);
        self.word_of.clear();
        self.region_of.clear();
        for (r, region) in land.regions.iter().enumerate() {
            for w in region.words() {
                self.region_of.push(r as u32);
                for at in land.words[w].range() {
                    self.word_of.push(w as u32);
                    if land.symbols[at] >= LETTER {
                        let places = &mut self.places[(land.symbols[at] - LETTER) as usize];
                        places[usize::from(places[0] != NONE)] = at as u32;
                    }
                }
            }
        }
    }

    fn classify(&mut self, land: &Land, r: usize) {
        self.classes.clear();
        self.achiral = true;
        for w in land.regions[r].words() {
            let codes = &land.codes[land.words[w].range()];
            if let Some(class) = self.classes.last_mut() {
                let plain = codes.iter().all(|&c| !matches!(symbol(c), Symbol::Letter(_)));
                if plain && land.codes[land.words[class.first as usize].range()] == *codes {
                    class.count += 1;
                    continue;
                }
            }
            let alike = |i: usize, j: usize| codes[i] == codes[j] || self.exchangeable(land, w, i, j);
            let (mut period, mut mirror) = (period(codes.len(), alike), mirror(codes, alike));
            if let Some(image) = self.ring(land, w) {
                period = 1;
                if mirror == NONE && self.image_turns_over(land, r, image) {
                    mirror = 0;
                }
            }
            #[cfg(test)]
            if self.literal {
                (period, mirror) = (codes.len() as u32, NONE);
            }
            self.achiral &= mirror != NONE;
            self.classes.push(Class { first: w as u32, count: 1, period, mirror });
        }
    }

    /// Whether two symbols of a word are letters that can be exchanged without a trace elsewhere: in another region
    /// they make up a boundary of two, or are boundaries of their own.
    fn exchangeable(&self, land: &Land, w: usize, i: usize, j: usize) -> bool {
        let start = land.words[w].start as usize;
        let elsewhere = |at: usize| {
            let places = self.places[land.symbols[at].checked_sub(LETTER)? as usize];
            let mate = places[usize::from(places[0] as usize == at)];
            self.word_of.get(mate as usize).map(|&word| word as usize).filter(|&word| word != w)
        };
        let (Some(one), Some(two)) = (elsewhere(start + i), elsewhere(start + j)) else { return false };
        self.region_of[one] == self.region_of[two]
            && land.words[one].len() == land.words[two].len()
            && land.words[one].len() == if one == two { 2 } else { 1 }
    }

    /// If a word consists of letters that, in another region, make up one word in the same or the opposite order, or
    /// are words of their own: that region, and whether they are one word.
    fn ring(&self, land: &Land, w: usize) -> Option<(u32, bool)> {
        let word = land.words[w];
        let letters = &land.symbols[word.range()];
        if letters.len() < 2 || letters.iter().any(|&s| s < LETTER) {
            return None;
        }
        let mate = |k: usize| {
            let places = self.places[(letters[k] - LETTER) as usize];
            places[usize::from(places[0] == word.start + k as u32)]
        };
        let image = *self.word_of.get(mate(0) as usize)?;
        if image == w as u32 {
            return None;
        }
        let (image_word, region) = (land.words[image as usize], self.region_of[image as usize]);
        let len = letters.len();
        if image_word.len() == 1 {
            let single = |k: usize| {
                let image = self.word_of.get(mate(k) as usize).map(|&image| image as usize);
                image.is_some_and(|image| land.words[image].len() == 1 && self.region_of[image] == region)
            };
            return (1..len).all(single).then_some((region, false));
        }
        if image_word.len() != len || image_word.range().any(|at| land.symbols[at] < LETTER) {
            return None;
        }
        let place = |k: usize| (mate(k) - image_word.start) as usize;
        let inside = |k: usize| image_word.range().contains(&(mate(k) as usize));
        let follows = |k: usize, step: usize| (place(k - 1) + step) % len == place(k);
        let around = |step: usize| (1..len).all(|k| inside(k) && follows(k, step));
        (around(1) || around(len - 1)).then_some((region, true))
    }

    /// Whether the region of a ring's image can be mirrored with the ring: all its other words stay, or are images of
    /// rings of the region at hand, which are mirrored as well.
    fn image_turns_over(&self, land: &Land, r: usize, (region, one_word): (u32, bool)) -> bool {
        let stays = |w: usize| {
            let codes = &land.codes[land.words[w].range()];
            mirror(codes, |i, j| codes[i] == codes[j]) != NONE
                || self.ring(land, w).is_some_and(|(image, one_word)| image as usize == r && one_word)
        };
        !one_word || land.regions[region as usize].words().all(stays)
    }

    /// Lines inside one boundary, and loops.
    fn splits(&mut self, land: &Land, r: usize, each: &mut impl FnMut(&Draft) -> ControlFlow<()>) -> ControlFlow<()> {
        let new = LETTER + land.letters;
        for c in 0..self.classes.len() {
            let class = self.classes[c];
            let word = land.words[class.first as usize];
            let symbols = &land.symbols[word.range()];
            let len = symbols.len();
            for i in 0..len {
                for j in i + 1..len {
                    let Some(swaps) = self.split_is_first(class, len, i, j) else { continue };
                    let (a, b) = (symbols[i], symbols[j]);
                    if a == b && a >= LETTER {
                        continue;
                    }
                    let kept = [(a, new + 1), (b, new + 2)].map(|(s, kept)| if s == ONE { kept } else { NOBODY });
                    let dead = [a, b].map(dies);
                    let lives = |s: &&u32| **s != NOBODY && !dead.contains(*s);
                    let [one, two] = &mut self.sides;
                    one.clear();
                    one.extend([kept[0]].iter().chain(&symbols[i + 1..j]).chain(&[kept[1], new]).filter(lives));
                    two.clear();
                    let rest = symbols[j + 1..].iter().chain(&symbols[..i]);
                    two.extend([kept[1]].iter().chain(rest).chain(&[kept[0], new]).filter(lives));
                    self.distribute(land, r, c, dead, swaps, each)?;
                }
                if symbols[i] == ONE && self.place_is_first(class, len, i) {
                    let [one, two] = &mut self.sides;
                    one.clear();
                    one.push(new);
                    two.clear();
                    two.extend([new].iter().chain(&symbols[i + 1..]).chain(&symbols[..i]));
                    self.distribute(land, r, c, [NOBODY; 2], len == 1, each)?;
                }
            }
        }
        if land.regions[r].zeros > 0 {
            for side in &mut self.sides {
                side.clear();
                side.extend([new, new + 1]);
            }
            self.distribute(land, r, self.classes.len(), [NOBODY; 2], true, each)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether a line between two places is the first of those that symmetries carry into each other, and if so whether
    /// a symmetry that keeps it exchanges its two sides.
    fn split_is_first(&self, class: Class, len: usize, i: usize, j: usize) -> Option<bool> {
        let mut swaps = false;
        for turn in (0..len).step_by(class.period as usize) {
            let (p, q) = ((i + turn) % len, (j + turn) % len);
            if (p.min(q), p.max(q)) < (i, j) {
                return None;
            }
            swaps |= (p, q) == (j, i);
            if self.achiral {
                let flip = |place: usize| (class.mirror as usize + len - place) % len;
                let (p, q) = (flip(p), flip(q));
                if (p.min(q), p.max(q)) < (i, j) {
                    return None;
                }
                // Mirrored, the way from i to j becomes the way from the image of j to the image of i.
                swaps |= (p, q) == (i, j);
            }
        }
        Some(swaps)
    }

    /// Whether a place of a boundary is the first of those that symmetries carry into each other.
    fn place_is_first(&self, class: Class, len: usize, i: usize) -> bool {
        let period = class.period as usize;
        i < period && (!self.achiral || i <= (class.mirror as usize + len - i) % period)
    }

    /// Makes the two regions of a split for every distribution of the other boundaries.
    fn distribute(
        &mut self,
        land: &Land,
        r: usize,
        used: usize,
        dead: [u32; 2],
        swaps: bool,
        each: &mut impl FnMut(&Draft) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.supply.clear();
        self.supply.extend(self.classes.iter().map(|class| class.count));
        self.supply.push(land.regions[r].zeros);
        self.supply[used] -= 1;
        self.taken.clear();
        self.taken.resize(self.supply.len(), 0);
        self.start(land, r, dead);
        let others = self.draft.regions.len();
        loop {
            // Of two complementary distributions the one with more on the second side stands for both.
            let complement = self.supply.iter().zip(&self.taken).map(|(&supply, &taken)| supply - taken);
            if !swaps || complement.ge(self.taken.iter().copied()) {
                for side in 0..2 {
                    self.side(land, side, used, dead);
                }
                each(&self.draft)?;
                self.draft.truncate(others);
            }
            let Some(next) = (0..self.taken.len()).rev().find(|&k| self.taken[k] < self.supply[k]) else {
                return ControlFlow::Continue(());
            };
            self.taken[next] += 1;
            self.taken[next + 1..].fill(0);
        }
    }

    /// One of the two regions of a split.
    fn side(&mut self, land: &Land, side: usize, used: usize, dead: [u32; 2]) {
        let zeros = self.supply.len() - 1;
        let share = |k: usize| if side == 0 { self.taken[k] } else { self.supply[k] - self.taken[k] };
        self.draft.open_region(share(zeros));
        for k in 0..zeros {
            // The first word of the class that is split is the one used up; copies own different letters.
            let first = self.classes[k].first + u32::from(k == used);
            let from = if side == 0 { first } else { first + self.taken[k] };
            for w in from..from + share(k) {
                self.draft.copy_word(land, land.words[w as usize], dead);
            }
        }
        self.draft.symbols.extend_from_slice(&self.sides[side]);
        self.draft.close_word();
    }

    /// Starts a draft with all regions but one.
    fn start(&mut self, land: &Land, r: usize, dead: [u32; 2]) {
        self.draft.clear(land.letters + 3);
        for (other, &region) in land.regions.iter().enumerate() {
            if other != r {
                self.draft.copy_region(land, region, dead);
            }
        }
    }

    /// Lines between two boundaries.
    fn merges(&mut self, land: &Land, r: usize, each: &mut impl FnMut(&Draft) -> ControlFlow<()>) -> ControlFlow<()> {
        let zeros = land.regions[r].zeros;
        for c in 0..self.classes.len() {
            let class = self.classes[c];
            let len = land.words[class.first as usize].len();
            for i in 0..class.period as usize {
                if zeros > 0 && self.place_is_first(class, len, i) {
                    self.merge(land, r, [Some((class.first, i)), None], each)?;
                }
                for d in c..self.classes.len() {
                    let other = self.classes[d];
                    let same = d == c;
                    if same && class.count == 1 {
                        continue;
                    }
                    let other_len = land.words[other.first as usize].len();
                    for j in if same { i } else { 0 }..other.period as usize {
                        if self.achiral {
                            let flip = |class: Class, len: usize, place: usize| {
                                (class.mirror as usize + len - place) % class.period as usize
                            };
                            let (p, q) = (flip(class, len, i), flip(other, other_len, j));
                            if (if same { (p.min(q), p.max(q)) } else { (p, q) }) < (i, j) {
                                continue;
                            }
                        }
                        self.merge(land, r, [Some((class.first, i)), Some((other.first + u32::from(same), j))], each)?;
                    }
                }
            }
        }
        if zeros > 1 {
            self.merge(land, r, [None, None], each)?;
        }
        ControlFlow::Continue(())
    }

    /// Joins two ends: a place in a word, or a lone spot.
    fn merge(
        &mut self,
        land: &Land,
        r: usize,
        ends: [Option<(u32, usize)>; 2],
        each: &mut impl FnMut(&Draft) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let joined = ends.map(|end| end.map(|(w, place)| land.symbols[land.words[w as usize].start as usize + place]));
        let dead = joined.map(|s| s.map_or(NOBODY, dies));
        self.start(land, r, dead);
        let region = land.regions[r];
        self.draft.open_region(region.zeros - ends.iter().filter(|end| end.is_none()).count() as u32);
        for w in region.words() {
            if ends.iter().all(|end| end.is_none_or(|(used, _)| used as usize != w)) {
                self.draft.copy_word(land, land.words[w], dead);
            }
        }
        let new = LETTER + land.letters;
        for (end, kept) in ends.into_iter().zip([new + 1, new + 2]) {
            match end {
                None => self.draft.symbols.push(ONE),
                Some((w, place)) => self.around(land, land.words[w as usize], place, kept, dead),
            }
            self.draft.symbols.push(new);
        }
        self.draft.close_word();
        each(&self.draft)
    }

    /// Pushes the walk around a word from a place back to it; a `1` there becomes the letter `kept` at both ends.
    fn around(&mut self, land: &Land, word: Word, place: usize, kept: u32, dead: [u32; 2]) {
        let symbols = &land.symbols[word.range()];
        let end = (symbols[place] == ONE).then_some(kept);
        let walk = symbols[place + 1..].iter().chain(&symbols[..place]).copied();
        self.draft.symbols.extend(end);
        self.draft.symbols.extend(walk.filter(|s| !dead.contains(s)));
        self.draft.symbols.extend(end);
    }
}

/// The letter that has to go everywhere when the spot is joined.
fn dies(symbol: u32) -> u32 {
    if symbol >= LETTER { symbol } else { NOBODY }
}

/// The least rotation that maps a word to itself, up to letters that are alike. Others allow none but the full turn.
fn period(len: usize, alike: impl Fn(usize, usize) -> bool) -> u32 {
    let fits = |p: usize| len.is_multiple_of(p) && (0..len).all(|i| alike(i, (i + p) % len));
    (1..len).find(|&p| fits(p)).unwrap_or(len) as u32
}

/// A number `m` such that `i -> m - i` maps the word to itself backwards, up to letters that are alike, or `NONE`.
fn mirror(codes: &[u32], alike: impl Fn(usize, usize) -> bool) -> u32 {
    let len = codes.len();
    let fits = |m: usize| {
        (0..len).all(|i| {
            let j = (m + len - i) % len;
            match symbol(codes[i]) {
                Symbol::Twin(distance) => codes[j] == twin_code((len as u32).saturating_sub(distance)),
                _ => alike(i, j),
            }
        })
    };
    (0..len).find(|&m| fits(m)).map_or(NONE, |m| m as u32)
}

#[cfg(test)]
mod tests {
    use super::super::exact::emit_exact;
    use super::super::{Bench, Sprouts};
    use super::*;
    use grundy_core::{Game, collect_options};
    use std::collections::BTreeSet;

    /// The exact forms of all options, and how many moves were made for them.
    fn options(mover: &mut Mover, bytes: &[u8]) -> (BTreeSet<Vec<Vec<u8>>>, usize) {
        let (mut land, mut bench) = (Land::default(), Bench::default());
        land.open(bytes);
        let (mut options, mut moves) = (BTreeSet::new(), 0);
        let flow = mover.moves(&land, &mut |draft| {
            bench.tidy.reduce(draft, true);
            let roots = (0..bench.tidy.regions.len() as u32).filter(|&r| bench.tidy.root(r) == r);
            let mut lands: Vec<Vec<u8>> = Vec::new();
            for root in roots.collect::<Vec<_>>() {
                lands.push(Vec::new());
                emit_exact(&mut bench.canon, &bench.tidy, root, lands.last_mut().unwrap());
            }
            lands.sort();
            options.insert(lands);
            moves += 1;
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        (options, moves)
    }

    /// Moves that symmetries skip must have an equal that is not skipped.
    #[test]
    fn symmetries_lose_no_option() {
        let game = Sprouts::default();
        let (mut fast, mut literal) = (Mover::default(), Mover { literal: true, ..Mover::default() });
        let (mut made, mut all, mut seed) = (0, 0, 7u64);
        let mut compare = |bytes: &[u8]| {
            let ((found, few), (expected, many)) = (options(&mut fast, bytes), options(&mut literal, bytes));
            assert_eq!(found, expected, "{}", game.write(bytes));
            (made, all) = (made + few, all + many);
        };
        for text in ["0.A1B|0.AB", "A1B1.C|0.A.B|1C", "0.A1B.C2D|0.AB|0.C.D", "0*2.A1B2|1.BA.C|C2.1", "1A2B.12a1a|0.AB"]
        {
            for land in game.parse(text).unwrap() {
                compare(&land);
            }
        }
        for line in 0..300 {
            let mut open = game.parse(&(2 + line % 9).to_string()).unwrap().into_components();
            while let Some(land) = open.pop() {
                compare(&land);
                let options = collect_options(&game, &land);
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                open.extend(options[(seed >> 33) as usize % options.len()].components().iter().cloned());
            }
        }
        assert!(5 * made < 4 * all, "{made} of {all} moves");
    }
}
