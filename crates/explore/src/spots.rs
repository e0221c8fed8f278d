//! Sprouts as it is drawn: which two spots a move joins, and what goes to which side.
//!
//! The options of a land do not tell between which spots the line was drawn, but a person clicks spots. So the literal
//! rules are applied here to the spots as they were read ([`Spots`]); every result is text that the game reads. Spots
//! are numbered from 0 in the order of the text: `0*3` is three of them, a letter counts where it occurs first.
//!
//! # Invariant
//! Every move of a position that [`of`] understands is given to the caller of [`moves`], which may stop at any time.

use grundy_core::Position;
use grundy_games::sprouts::Spots;
use serde::Serialize;
use std::ops::ControlFlow;

type Word = Vec<usize>;
type Region = Vec<Word>;

/// Where a line runs, in terms of the text: enough to draw it into any drawing of the position.
#[derive(Clone, Serialize, Debug)]
pub struct Line {
    /// The region, counted from 0 over the whole text.
    pub region: usize,
    /// Where it begins: a boundary of the region, and a place on it.
    pub from: [usize; 2],
    /// Where it ends.
    pub to: [usize; 2],
    /// The boundaries on the side of the places from `from` to `to`, if both are on one boundary.
    pub left: Vec<usize>,
}

/// A position as lands of regions of boundaries of spots.
#[derive(Clone, Serialize, Debug)]
pub struct Drawn {
    lands: Vec<Vec<Region>>,
    /// How many more lines each spot can have.
    lives: Vec<u8>,
}

/// The spots of a position that Sprouts has read. `None` if there are too many to draw.
pub fn of(position: &Position) -> Option<Drawn> {
    const MOST_SPOTS: usize = 1000;
    let Spots { lands, spots } = position.layout::<Spots>()?;
    let lives = spots.iter().map(|spot| spot.lives).collect();
    (spots.len() <= MOST_SPOTS).then(|| Drawn { lands: lands.clone(), lives })
}

impl Drawn {
    /// The position with these lives, and one land replaced.
    fn write(&self, replaced: usize, regions: &[Region], lives: &[u8]) -> String {
        let mut times = vec![0; lives.len()];
        let lands = || self.lands.iter().enumerate().map(|(l, land)| if l == replaced { regions } else { &land[..] });
        lands().flatten().flatten().flatten().for_each(|&spot| times[spot] += 1);
        let word = |word: &Word| -> String {
            let alive = word.iter().filter(|&&spot| lives[spot] > 0);
            let sign = |&spot: &usize| match (lives[spot], times[spot]) {
                (3, _) => "0".to_string(),
                (2, _) => "1".to_string(),
                (_, 1) => "2".to_string(),
                // Every spot has its own letter. Lower case is for a spot that occurs twice on one boundary.
                _ if word.iter().filter(|&&other| other == spot).count() == 2 => format!("z({})", 26 + spot),
                _ => format!("Z({})", 26 + spot),
            };
            alive.map(sign).collect()
        };
        let region = |region: &Region| -> String {
            let words = region.iter().map(word).filter(|word| !word.is_empty());
            words.collect::<Vec<_>>().join(".")
        };
        let land = |land: &[Region]| -> String {
            let regions = land.iter().map(region).filter(|region| !region.is_empty());
            regions.collect::<Vec<_>>().join("|")
        };
        let lands: Vec<String> = lands().map(land).filter(|land| !land.is_empty()).collect();
        let text = lands.join("+");
        match text.bytes().all(|b| b.is_ascii_digit()) {
            true if text.is_empty() => "!".to_string(),
            // Digits alone would be read as a number of spots; a region with one life changes nothing.
            true => format!("{text}|2"),
            false => text,
        }
    }
}

/// Calls `each` with every move: the spots it joins, the smaller one first, where it runs, and the position after it.
pub fn moves(drawn: &Drawn, each: Each<'_>) -> ControlFlow<()> {
    let mut before = 0;
    for (l, land) in drawn.lands.iter().enumerate() {
        for (r, region) in land.iter().enumerate() {
            let place = Place { drawn, land: l, region: r, number: before + r };
            for b in 0..region.len() {
                place.within(b, each)?;
                for c in b + 1..region.len() {
                    place.between(b, c, each)?;
                }
            }
        }
        before += land.len();
    }
    ControlFlow::Continue(())
}

/// A region of a position.
struct Place<'a> {
    drawn: &'a Drawn,
    land: usize,
    region: usize,
    /// The number of the region in the whole text.
    number: usize,
}

/// Receives the boundaries that go to either side, by number.
type EachDeal<'a> = &'a mut dyn FnMut(&[usize], &[usize]) -> ControlFlow<()>;

type Each<'a> = &'a mut dyn FnMut([usize; 2], &Line, String) -> ControlFlow<()>;

impl Place<'_> {
    fn words(&self) -> &Region {
        &self.drawn.lands[self.land][self.region]
    }

    /// The lives after joining two spots, with a new spot that has one; `None` if that is not allowed.
    fn join(&self, x: usize, y: usize, loops: bool) -> Option<Vec<u8>> {
        if x == y && !loops {
            return None;
        }
        let mut lives = self.drawn.lives.clone();
        lives[x] = lives[x].checked_sub(1)?;
        lives[y] = lives[y].checked_sub(1)?;
        lives.push(1);
        Some(lives)
    }

    /// Lines that join two places of a boundary, or one place to itself: the region is cut in two.
    fn within(&self, b: usize, each: Each<'_>) -> ControlFlow<()> {
        let word = &self.words()[b];
        let new = self.drawn.lives.len();
        for i in 0..word.len() {
            for j in i..word.len() {
                let Some(lives) = self.join(word[i], word[j], i == j) else { continue };
                let (mut one, mut two) = match i == j {
                    true => (vec![word[i]], [&word[i..], &word[..i]].concat()),
                    false => (word[i..=j].to_vec(), [&word[j..], &word[..=i]].concat()),
                };
                one.push(new);
                two.push(new);
                self.deal(b, &mut |left, right| {
                    let side = |first: &Word, others: &[usize]| -> Region {
                        std::iter::once(first.clone()).chain(others.iter().map(|&k| self.words()[k].clone())).collect()
                    };
                    let line = Line { region: self.number, from: [b, i], to: [b, j], left: left.to_vec() };
                    each(ordered(word[i], word[j]), &line, self.after(&[side(&one, left), side(&two, right)], &lives))
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// All ways to distribute the boundaries other than `b` over two sides. Of lone spots only the number matters.
    fn deal(&self, b: usize, each: EachDeal<'_>) -> ControlFlow<()> {
        let lone = |c: &usize| {
            let word = &self.words()[*c];
            word.len() == 1 && self.drawn.lives[word[0]] == 3
        };
        let (zeros, rest): (Vec<usize>, Vec<usize>) = (0..self.words().len()).filter(|&c| c != b).partition(lone);
        // With so many boundaries the caller stops long before the end.
        for sides in 0..1u64 << rest.len().min(63) {
            let goes_left = |k: usize| sides >> k.min(63) & 1 == 1;
            for count in 0..=zeros.len() {
                let (mut left, mut right): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
                for (k, &c) in rest.iter().enumerate() {
                    if goes_left(k) { left.push(c) } else { right.push(c) }
                }
                left.extend(&zeros[..count]);
                right.extend(&zeros[count..]);
                each(&left, &right)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Lines from one boundary to another: the two become one.
    fn between(&self, b: usize, c: usize, each: Each<'_>) -> ControlFlow<()> {
        let words = self.words();
        let new = self.drawn.lives.len();
        let around = |word: &Word, at: usize| -> Word {
            let mut around = [&word[at..], &word[..at]].concat();
            // The boundary returns to the spot, unless the spot is alone.
            around.extend((word.len() > 1).then_some(word[at]));
            around
        };
        for i in 0..words[b].len() {
            for j in 0..words[c].len() {
                let (x, y) = (words[b][i], words[c][j]);
                let Some(lives) = self.join(x, y, false) else { continue };
                let joined = [&around(&words[b], i)[..], &[new], &around(&words[c], j), &[new]].concat();
                let others = words.iter().enumerate().filter(|&(k, _)| k != b && k != c).map(|(_, word)| word.clone());
                let region: Region = std::iter::once(joined).chain(others).collect();
                let line = Line { region: self.number, from: [b, i], to: [c, j], left: Vec::new() };
                each(ordered(x, y), &line, self.after(&[region], &lives))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The position with this region replaced.
    fn after(&self, regions: &[Region], lives: &[u8]) -> String {
        let land = &self.drawn.lands[self.land];
        let others = land.iter().enumerate().filter(|&(r, _)| r != self.region).map(|(_, region)| region);
        let regions: Vec<Region> = others.chain(regions).cloned().collect();
        self.drawn.write(self.land, &regions, lives)
    }
}

fn ordered(x: usize, y: usize) -> [usize; 2] {
    [x.min(y), x.max(y)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::{Component, Game, Sum, collect_options};
    use grundy_games::sprouts::Sprouts;
    use grundy_study::PlainSum;
    use std::collections::HashSet;

    /// A sum cancels equal lands, a drawing keeps them; and where exactly one move is left, the game may say so with
    /// one spot.
    fn tidy(lands: &[Component]) -> Sum {
        let game = Sprouts::default();
        let text = |land: &Component| match game.write(land).as_str() {
            "AB|AB" | "1|2" => "1|2".to_string(),
            other => other.to_string(),
        };
        let exact = |land: &Component| {
            let mut exact = Vec::new();
            game.canonical_form(&game.parse(&text(land)).expect("a land")[0], &mut exact);
            Component::from(exact)
        };
        Sum::from_canonical(lands.iter().map(exact))
    }

    /// The options that joining spots leads to.
    fn joined(position: &str) -> HashSet<PlainSum> {
        let game = Sprouts::default();
        let drawn = of(&game.parse(position).expect("a position")).expect("spots");
        let mut options = HashSet::new();
        let _ = moves(&drawn, &mut |[a, b], _, result| {
            assert!(a <= b && b < drawn.lives.len());
            options.insert(
                game.parse(&result)
                    .map(|read| PlainSum::of(&game, &read))
                    .unwrap_or_else(|error| panic!("{position}: {error}")),
            );
            ControlFlow::Continue(())
        });
        options
    }

    #[test]
    fn joining_spots_gives_the_options_of_the_game_and_no_others() {
        let game = Sprouts::default();
        let mut positions: Vec<String> = (1..=4).map(|n| n.to_string()).collect();
        let mut met = HashSet::new();
        while let Some(position) = positions.pop() {
            // One land at a time, as the game gives options.
            for land in game.parse(&position).expect("a position") {
                let text = game.write(&land);
                if met.len() > 1500 || !met.insert(text.clone()) {
                    continue;
                }
                let options = collect_options(&game, &land);
                let expected: HashSet<Sum> = options.iter().map(|sum| tidy(sum)).collect();
                let found: HashSet<Sum> = joined(&text).iter().map(|position| tidy(position.components())).collect();
                assert_eq!(found, expected, "{text}");
                positions.extend(options.iter().map(|sum| sum.write(&game)));
            }
        }
        assert!(met.len() > 200);
    }

    #[test]
    fn too_many_spots_are_no_drawing() {
        let spots =
            |text: &str| of(&Sprouts::default().parse(text).expect("a position")).map(|drawn| drawn.lives.len());
        assert_eq!([spots("3"), spots("1000"), spots("1001")], [Some(3), Some(1000), None]);
        assert_eq!([spots("0*2.AB|1a2a.AB"), spots("1|2 + 0"), spots("!")], [Some(7), Some(3), Some(0)]);
    }
}
