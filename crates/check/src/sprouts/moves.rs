//! The moves of Sprouts, by the literal rules.
//!
//! A move happens in one region. A line that joins two places of one boundary cuts the region in two, and every other
//! boundary comes to lie on either side. A line that joins two boundaries makes one of them. Nothing else changes.

use super::{Boundary, Land, Region, Spot, form::word_of};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Receives the land after a move, with everything dead still in it.
type EachLand<'a> = &'a mut dyn FnMut(Land) -> ControlFlow<()>;

/// All moves of a land. All of its spots are alive.
pub(super) fn moves(land: &Land, each: EachLand<'_>) -> ControlFlow<()> {
    for r in 0..land.regions.len() {
        let kinds = kinds(land, &land.regions[r]);
        for b in (0..kinds.len()).filter(|&b| kinds[b] == b) {
            within(land, r, b, &kinds, each)?;
        }
        let mut seen = BTreeSet::new();
        for b in 0..kinds.len() {
            for c in b + 1..kinds.len() {
                if seen.insert((kinds[b], kinds[c])) {
                    between(land, r, b, c, each)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// For each boundary of a region, the first one that it is a copy of: the same word, and no spot of it occurs outside.
/// A move with one copy is the same as that move with another, so only one is tried; and when boundaries are dealt to
/// two sides, only the number of copies on each side matters.
fn kinds(land: &Land, region: &Region) -> Vec<usize> {
    let shared = land.shared();
    let mut words = BTreeMap::new();
    let mut kinds = Vec::new();
    for (b, boundary) in region.iter().enumerate() {
        let own = boundary.iter().all(|&spot| !shared[spot]);
        kinds.push(if own { *words.entry(word_of(land, boundary)).or_insert(b) } else { b });
    }
    kinds
}

/// Moves that join two places of boundary `b`, or one place to itself.
fn within(land: &Land, r: usize, b: usize, kinds: &[usize], each: EachLand<'_>) -> ControlFlow<()> {
    let word = &land.regions[r][b];
    for i in 0..word.len() {
        for j in i..word.len() {
            let Some((mut next, new)) = join(land, word[i], word[j], i == j) else { continue };
            // Walking along the boundary from place i to place j, and back along the new line, where the new spot is
            // met; and the other way round. Both ends of the line are met on both sides.
            let (mut one, mut two): (Boundary, Boundary) = (word[i..=j].to_vec(), [&word[j..], &word[..=i]].concat());
            if i == j {
                // A spot joined to itself by a loop. It dies, unless it is a lone `0`, which is then met once on each
                // side.
                (one, two) = (vec![word[i]], [&word[i..], &word[..i]].concat());
            }
            one.push(new);
            two.push(new);
            next.regions.swap_remove(r);
            deal(land, r, b, kinds, &mut |mut left, mut right| {
                let mut next = next.clone();
                left.push(one.clone());
                right.push(two.clone());
                next.regions.push(left);
                next.regions.push(right);
                each(next)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// All ways to deal the boundaries of a region, except `b`, to two sides.
fn deal(
    land: &Land,
    r: usize,
    b: usize,
    kinds: &[usize],
    each: &mut dyn FnMut(Region, Region) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // The others, copies of one kind together.
    let mut copies: BTreeMap<usize, Vec<&Boundary>> = BTreeMap::new();
    for (c, boundary) in land.regions[r].iter().enumerate().filter(|&(c, _)| c != b) {
        copies.entry(kinds[c]).or_default().push(boundary);
    }
    // `left[k]` copies of the k-th kind go to the left, the rest to the right: all combinations, counted like an
    // odometer.
    let copies: Vec<Vec<&Boundary>> = copies.into_values().collect();
    let mut left = vec![0; copies.len()];
    loop {
        let pick = |side: fn(usize, usize) -> bool| -> Region {
            let chosen = copies.iter().zip(&left).flat_map(|(kind, &n)| {
                kind.iter().enumerate().filter(move |&(i, _)| side(i, n)).map(|(_, &boundary)| boundary.clone())
            });
            chosen.collect()
        };
        each(pick(|i, n| i < n), pick(|i, n| i >= n))?;
        let Some(k) = (0..left.len()).find(|&k| left[k] < copies[k].len()) else { return ControlFlow::Continue(()) };
        left[k] += 1;
        left[..k].fill(0);
    }
}

/// Moves that join a place of boundary `b` to a place of boundary `c`.
fn between(land: &Land, r: usize, b: usize, c: usize, each: EachLand<'_>) -> ControlFlow<()> {
    let (first, second) = (&land.regions[r][b], &land.regions[r][c]);
    for i in 0..first.len() {
        for j in 0..second.len() {
            let Some((mut next, new)) = join(land, first[i], second[j], false) else { continue };
            // Once around the first boundary, over the line, once around the second, and back on the line's other side.
            let mut word = around(first, i);
            word.push(new);
            word.extend(around(second, j));
            word.push(new);
            let region = &mut next.regions[r];
            region.remove(c); // c > b
            region.remove(b);
            region.push(word);
            each(next)?;
        }
    }
    ControlFlow::Continue(())
}

/// The walk around a boundary that starts and ends at place `i`, where a line ends now. A spot that is alone on its
/// boundary is met once.
fn around(word: &Boundary, i: usize) -> Boundary {
    let end = if word.len() == 1 { &word[..i] } else { &word[..=i] };
    [&word[i..], end].concat()
}

/// The land with the lives that a line from `x` to `y` costs and with a new spot; `None` if the lives do not suffice.
fn join(land: &Land, x: Spot, y: Spot, same_place: bool) -> Option<(Land, Spot)> {
    // Two places of one spot: it is met twice, so it has one life, and a line would need two.
    if x == y && !same_place {
        return None;
    }
    let mut next = land.clone();
    for end in [x, y] {
        next.lives[end] = next.lives[end].checked_sub(1)?;
    }
    next.lives.push(1);
    Some((next, land.lives.len()))
}
