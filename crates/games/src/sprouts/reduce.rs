//! Reductions: from the raw result of a move to independent, tidy lands.
//!
//! A [`Draft`] is what a move leaves: letters may occur once or stand next to their twins, regions may be dead.
//! [`Tidy::reduce`] applies the rules of both Glop and SPOTS, and the rule that a boundary `22` plays as `1`:
//! 1. dead spots are gone already; a letter next to its equal merges with it ([`Draft::close_word`]);
//! 2. regions with fewer than two lives are dropped, and their letters become `2` elsewhere. Neither changes the lives
//!    of another region, so one pass is enough;
//! 3. in a region of two or three lives separators mean nothing: every symbol becomes a word, every twin a `2`;
//! 4. `22` is `1`: as a whole boundary, and in regions of at most three lives anywhere;
//! 5. regions that share no letter are separate lands.
//!
//! # Why step 3 may forget twins
//! A twin in a region of three lives stands between two other spots of one life each, `xaya`. Joining those two leaves
//! `a` and the new spot on both sides, two regions of two lives; forgetting the twin leaves `22`. Both are worth
//! exactly one more move.

use super::land::{LETTER, Land, ONE, Region, TWO, Word, twin_code};

/// A land under construction. Letter ids below `letters` may be used.
#[derive(Default, Debug)]
pub(super) struct Draft {
    pub regions: Vec<Region>,
    pub words: Vec<Word>,
    pub symbols: Vec<u32>,
    pub letters: u32,
}

impl Draft {
    pub fn clear(&mut self, letters: u32) {
        self.regions.clear();
        self.words.clear();
        self.symbols.clear();
        self.letters = letters;
    }

    /// Forgets all regions from `regions` on.
    pub fn truncate(&mut self, regions: usize) {
        self.regions.truncate(regions);
        let words = self.regions.last().map_or(0, |r| r.last as usize);
        self.words.truncate(words);
        self.symbols.truncate(self.words.last().map_or(0, |w| w.end as usize));
    }

    /// Opens a region; words pushed from now on are in it.
    pub fn open_region(&mut self, zeros: u32) {
        let first = self.words.len() as u32;
        self.regions.push(Region { zeros, first, last: first });
    }

    /// Ends the word made of the symbols pushed since the last word, and merges what must merge.
    pub fn close_word(&mut self) {
        let start = self.words.last().map_or(0, |w| w.end as usize);
        let symbols = &mut self.symbols;
        let mut end = start;
        for at in start..symbols.len() {
            let s = symbols[at];
            if end > start && s >= LETTER && symbols[end - 1] == s {
                symbols[end - 1] = TWO;
            } else {
                symbols[end] = s;
                end += 1;
            }
        }
        if end > start + 1 && symbols[start] >= LETTER && symbols[start] == symbols[end - 1] {
            symbols[start] = TWO;
            end -= 1;
        }
        symbols.truncate(end);
        if end > start {
            self.words.push(Word { start: start as u32, end: end as u32 });
            if let Some(region) = self.regions.last_mut() {
                region.last += 1;
            }
        }
    }

    /// Copies a word of a land without the letters that died.
    pub fn copy_word(&mut self, land: &Land, word: Word, dead: [u32; 2]) {
        let before = self.symbols.len();
        self.symbols.extend(land.symbols[word.range()].iter().filter(|&&s| s != dead[0] && s != dead[1]));
        if self.symbols.len() - before == word.len() {
            self.words.push(Word { start: before as u32, end: self.symbols.len() as u32 });
            if let Some(region) = self.regions.last_mut() {
                region.last += 1;
            }
        } else {
            self.close_word();
        }
    }

    /// Copies a region of a land without the letters that died.
    pub fn copy_region(&mut self, land: &Land, region: Region, dead: [u32; 2]) {
        self.open_region(region.zeros);
        for &word in &land.words[region.words()] {
            self.copy_word(land, word, dead);
        }
    }
}

/// A region of a tidy land.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct TidyRegion {
    pub zeros: u32,
    pub first: u32,
    pub last: u32,
    /// Another region of the same land, or itself: the land's regions form a tree with one root.
    parent: u32,
}

/// A word of a tidy land.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct TidyWord {
    pub start: u32,
    pub end: u32,
    /// How many two-region letters are in it.
    pub letters: u32,
}

/// Reduced lands: symbols are codes as in the bytes, but a two-region letter is `UPPER + id`.
#[derive(Default, Debug)]
pub(super) struct Tidy {
    pub regions: Vec<TidyRegion>,
    pub words: Vec<TidyWord>,
    pub codes: Vec<u32>,
    /// Where each letter occurs: its two places in `codes`.
    pub places: Vec<[u32; 2]>,
    /// Regions of each letter of the draft, plus 1; 0 where it does not occur.
    seen: Vec<[u32; 2]>,
    /// Lives of each region of the draft.
    lives: Vec<u32>,
    /// For each region of the draft, its region here plus 1.
    kept: Vec<u32>,
}

/// Code of the two-region letter with id 0.
pub(super) const UPPER: u32 = 1 << 31;

const NOWHERE: u32 = u32::MAX;

impl Tidy {
    /// Reduces a draft.
    pub fn reduce(&mut self, draft: &Draft, merge_twos: bool) {
        self.regions.clear();
        self.words.clear();
        self.codes.clear();
        self.places.clear();
        self.places.resize(draft.letters as usize, [NOWHERE; 2]);
        self.count_lives(draft);
        self.kept.clear();
        for (r, region) in draft.regions.iter().enumerate() {
            let lives = self.lives[r];
            if lives < 2 {
                self.kept.push(0);
                continue;
            }
            let here = self.regions.len() as u32;
            self.kept.push(here + 1);
            let first = self.words.len() as u32;
            if lives <= 3 {
                self.bag(draft, *region, merge_twos);
            } else {
                for word in &draft.words[region.words()] {
                    self.word(draft, *word, r as u32, merge_twos);
                }
            }
            let last = self.words.len() as u32;
            self.regions.push(TidyRegion { zeros: region.zeros, first, last, parent: here });
        }
        for id in 0..draft.letters as usize {
            let [a, b] = self.seen[id];
            if a != 0 && b != 0 && a != b && self.places[id][1] != NOWHERE {
                let (a, b) = (self.kept[a as usize - 1] - 1, self.kept[b as usize - 1] - 1);
                let (a, b) = (self.find(a), self.find(b));
                self.regions[a.max(b) as usize].parent = a.min(b);
            }
        }
        // Parents come before their children: one pass makes every parent a root.
        for r in 0..self.regions.len() {
            self.regions[r].parent = self.regions[self.regions[r].parent as usize].parent;
        }
    }

    /// The region that stands for the land that a region belongs to: its first one.
    #[inline]
    pub fn root(&self, region: u32) -> u32 {
        self.regions[region as usize].parent
    }

    /// The root of a region while regions are still being tied together.
    fn find(&self, mut region: u32) -> u32 {
        while self.regions[region as usize].parent != region {
            region = self.regions[region as usize].parent;
        }
        region
    }

    fn count_lives(&mut self, draft: &Draft) {
        self.lives.clear();
        self.seen.clear();
        self.seen.resize(draft.letters as usize, [0; 2]);
        for (r, region) in draft.regions.iter().enumerate() {
            let mut lives = region.zeros.saturating_mul(3);
            let first = region.first as usize;
            let last = region.last as usize;
            if first < last {
                for &s in &draft.symbols[draft.words[first].start as usize..draft.words[last - 1].end as usize] {
                    if s < LETTER {
                        lives = lives.saturating_add(3 - s);
                    } else {
                        let seen = &mut self.seen[(s - LETTER) as usize];
                        let region = r as u32 + 1;
                        if seen[0] == 0 {
                            seen[0] = region;
                            lives = lives.saturating_add(1);
                        } else {
                            seen[1] = region;
                            lives = lives.saturating_add(u32::from(seen[0] != region));
                        }
                    }
                }
            }
            self.lives.push(lives);
        }
    }

    /// Whether a letter of a kept region occurs in another kept region as well.
    fn in_two_regions(&self, id: usize) -> bool {
        let [a, b] = self.seen[id];
        b != 0 && a != b && self.lives[a as usize - 1] >= 2 && self.lives[b as usize - 1] >= 2
    }

    fn place(&mut self, id: usize, at: u32) {
        let places = &mut self.places[id];
        let free = usize::from(places[0] != NOWHERE);
        places[free] = at;
    }

    /// Rule 3 and 4 for a region of two or three lives.
    fn bag(&mut self, draft: &Draft, region: Region, merge_twos: bool) {
        let mut twos = 0;
        for word in &draft.words[region.words()] {
            for &s in &draft.symbols[word.range()] {
                if s == ONE {
                    self.single(ONE);
                } else if s == TWO {
                    twos += 1;
                } else {
                    let id = (s - LETTER) as usize;
                    if self.in_two_regions(id) {
                        let at = self.codes.len() as u32;
                        self.place(id, at);
                        self.single(UPPER + id as u32);
                    } else if self.seen[id][0] != self.seen[id][1] {
                        twos += 1;
                    } else if self.places[id][0] == NOWHERE {
                        self.places[id][0] = 0;
                        twos += 1;
                    }
                }
            }
        }
        if merge_twos && twos >= 2 {
            self.single(ONE);
            twos -= 2;
        }
        for _ in 0..twos {
            self.single(TWO);
        }
    }

    fn single(&mut self, code: u32) {
        let start = self.codes.len() as u32;
        self.codes.push(code);
        self.words.push(TidyWord { start, end: start + 1, letters: u32::from(code >= UPPER) });
    }

    fn word(&mut self, draft: &Draft, word: Word, region: u32, merge_twos: bool) {
        let start = self.codes.len() as u32;
        let len = word.len() as u32;
        let mut letters = 0;
        for (at, &s) in draft.symbols[word.range()].iter().enumerate() {
            let at = at as u32;
            let code = if s < LETTER {
                s
            } else {
                let id = (s - LETTER) as usize;
                if self.seen[id][1] == region + 1 && self.seen[id][0] == region + 1 {
                    match self.places[id][0] {
                        NOWHERE => {
                            self.places[id][0] = at;
                            TWO
                        }
                        first => {
                            self.codes[(start + first) as usize] = twin_code(at - first);
                            twin_code(len - (at - first))
                        }
                    }
                } else if self.in_two_regions(id) {
                    letters += 1;
                    self.place(id, start + at);
                    UPPER + id as u32
                } else {
                    TWO
                }
            };
            self.codes.push(code);
        }
        if merge_twos && self.codes[start as usize..] == [TWO, TWO] {
            self.codes.truncate(start as usize);
            self.codes.push(ONE);
        }
        self.words.push(TidyWord { start, end: self.codes.len() as u32, letters });
    }
}
