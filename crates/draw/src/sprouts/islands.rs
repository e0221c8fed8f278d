//! Boundaries that share spots, glued together: the connected parts of a drawing.
//!
//! Take every boundary for a polygon whose inside is its region, and glue the polygons at the spots they share. What is
//! left of the sphere are *dead* faces, in which no move is possible. A region may be mirrored without changing the
//! game (a move sees one region only), and strings of other programs make use of that; so the first task is to mirror
//! regions until the glued polygons lie on a sphere, which is checked by Euler's formula.

use super::DrawError;
use super::notation::Notation;
use std::collections::HashMap;

/// A connected part of a drawing: boundaries, each with its region on the left, and the dead faces between them.
#[derive(Debug)]
pub struct Island {
    /// Region and spots of each boundary.
    pub words: Vec<(usize, Vec<usize>)>,
    /// Each dead face as the places it passes, with the face on the left: number of the word, place in it.
    pub dead: Vec<Vec<(usize, usize)>>,
}

/// The tree of one land: regions that hold islands, and islands that are faces of regions.
#[derive(Debug)]
pub struct Land {
    /// The region on the outside of the drawing.
    pub outer: usize,
    /// The islands, each after the region it lies in.
    pub islands: Vec<Island>,
    /// The regions of the land.
    pub regions: Vec<usize>,
    /// How deep regions lie in each other.
    pub depth: usize,
}

/// How many times the polygons may be traced before the search for mirrored regions is given up.
const MOST_TRACES: usize = 20_000;

/// Finds the lands of a position, with all regions mirrored so that each land can be drawn.
///
/// # Errors
/// No drawing in the plane has this position.
pub fn lands(notation: &Notation) -> Result<Vec<Land>, DrawError> {
    let parts = connected(notation);
    let mut islands_of = vec![Vec::new(); notation.regions.len()];
    for (i, part) in parts.iter().enumerate() {
        for &(region, _) in part {
            islands_of[region].push(i);
        }
    }
    let depths: Vec<usize> = (0..notation.regions.len()).map(|r| depth(r, &parts, &islands_of)).collect();
    let mut solved: Vec<Option<Island>> = Vec::new();
    for part in parts {
        solved.push(Some(on_the_sphere(part)?));
    }
    let mut seen = vec![false; notation.regions.len()];
    let mut lands = Vec::new();
    // The fullest region goes outside, where there is most room; but deep nests are turned inside out.
    let mut by_room: Vec<usize> = (0..notation.regions.len()).collect();
    let room = |r: usize| notation.regions[r].lone.len() + notation.regions[r].words.len();
    by_room.sort_by_key(|&r| (depths[r].saturating_sub(2), std::cmp::Reverse(room(r))));
    for outer in by_room {
        if seen[outer] {
            continue;
        }
        seen[outer] = true;
        let mut land = Land { outer, islands: Vec::new(), regions: vec![outer], depth: depths[outer] };
        let mut flipped = HashMap::from([(outer, false)]);
        let mut at = 0;
        while at < land.regions.len() {
            let region = land.regions[at];
            at += 1;
            for &i in &islands_of[region] {
                let Some(mut island) = solved[i].take() else { continue };
                island.face(notation, region, flipped[&region]);
                for (other, word) in island.words.iter().filter(|(other, _)| *other != region) {
                    if std::mem::replace(&mut seen[*other], true) {
                        return Err(DrawError::NotPlanar("two boundaries of a region hang together elsewhere"));
                    }
                    flipped.insert(*other, !is_written(notation, *other, word));
                    land.regions.push(*other);
                }
                if island.words.iter().filter(|(other, _)| *other == region).count() > 1 {
                    return Err(DrawError::NotPlanar("two boundaries of a region hang together elsewhere"));
                }
                land.islands.push(island);
            }
        }
        lands.push(land);
    }
    Ok(lands)
}

/// How many islands must be crossed from a region to the one farthest from it.
fn depth(from: usize, parts: &[Vec<(usize, Vec<usize>)>], islands_of: &[Vec<usize>]) -> usize {
    let mut distance = HashMap::from([(from, 0)]);
    let mut order = vec![from];
    let mut at = 0;
    while at < order.len() {
        let region = order[at];
        at += 1;
        for &(next, _) in islands_of[region].iter().flat_map(|&i| &parts[i]) {
            if !distance.contains_key(&next) {
                distance.insert(next, distance[&region] + 1);
                order.push(next);
            }
        }
    }
    order.last().map_or(0, |last| distance[last])
}

/// Whether a word stands in its region as it is, not backwards.
fn is_written(notation: &Notation, region: usize, word: &[usize]) -> bool {
    notation.regions[region].words.iter().any(|written| written == word)
}

impl Island {
    /// Mirrors the island if its boundary in `region` is not the way the region is.
    fn face(&mut self, notation: &Notation, region: usize, flipped: bool) {
        let as_it_should =
            |(r, word): &(usize, Vec<usize>)| *r != region || is_written(notation, region, word) != flipped;
        if !self.words.iter().all(as_it_should) {
            self.words.iter_mut().for_each(|(_, word)| word.reverse());
            self.dead = trace(&self.words.iter().map(|(_, word)| word.as_slice()).collect::<Vec<_>>());
        }
    }
}

/// The boundaries by connected parts.
fn connected(notation: &Notation) -> Vec<Vec<(usize, Vec<usize>)>> {
    let words: Vec<(usize, &Vec<usize>)> =
        notation.regions.iter().enumerate().flat_map(|(r, region)| region.words.iter().map(move |w| (r, w))).collect();
    let mut on = vec![Vec::new(); notation.spots.len()];
    for (w, (_, word)) in words.iter().enumerate() {
        word.iter().for_each(|&spot| on[spot].push(w));
    }
    let mut seen = vec![false; words.len()];
    let mut parts = Vec::new();
    for start in 0..words.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut order = vec![start];
        let mut at = 0;
        while at < order.len() {
            for &w in words[order[at]].1.iter().flat_map(|&spot| &on[spot]) {
                if !std::mem::replace(&mut seen[w], true) {
                    order.push(w);
                }
            }
            at += 1;
        }
        parts.push(order.into_iter().map(|w| (words[w].0, words[w].1.clone())).collect());
    }
    parts
}

/// Mirrors boundaries until they lie on a sphere. Each boundary touches one before it, and a part of a drawing on the
/// sphere is on the sphere, so a wrong choice shows early.
fn on_the_sphere(mut words: Vec<(usize, Vec<usize>)>) -> Result<Island, DrawError> {
    let mut tried = vec![0u8; words.len()];
    let mut traces = 0;
    let mut at = 0;
    loop {
        traces += 1;
        if traces > MOST_TRACES {
            return Err(DrawError::NotPlanar("none was found"));
        }
        let dead = trace(&words[..=at].iter().map(|(_, word)| word.as_slice()).collect::<Vec<_>>());
        if is_sphere(&words[..=at], dead.len()) {
            at += 1;
            if at == words.len() {
                return Ok(Island { words, dead });
            }
            continue;
        }
        // The last boundary the other way round; else the one before it. The first one and short ones look the same
        // both ways.
        loop {
            tried[at] += 1;
            if tried[at] == 1 && at > 0 && words[at].1.len() > 2 {
                words[at].1.reverse();
                break;
            }
            tried[at] = 0;
            if at == 0 {
                return Err(DrawError::NotPlanar("its boundaries cross"));
            }
            at -= 1;
        }
    }
}

/// Euler: vertices - edges + faces = 2.
fn is_sphere(words: &[(usize, Vec<usize>)], dead: usize) -> bool {
    let mut spots: Vec<usize> = words.iter().flat_map(|(_, word)| word.iter().copied()).collect();
    let edges = spots.len();
    spots.sort_unstable();
    spots.dedup();
    spots.len() + words.len() + dead == edges + 2
}

/// The dead faces of polygons glued at their spots.
///
/// A side leads from each place of a word to the next, with the region on its left. Around a spot, counterclockwise:
/// the side that leaves a place, the inside of that place, the side that comes to it, a dead corner; then the same for
/// the next place of the spot. So who goes backwards along a side to the place it leaves goes on backwards along the
/// side that comes to the place *before* it around the spot.
fn trace(words: &[&[usize]]) -> Vec<Vec<(usize, usize)>> {
    let mut places: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
    for (w, word) in words.iter().enumerate() {
        for (i, &spot) in word.iter().enumerate() {
            places.entry(spot).or_default().push((w, i));
        }
    }
    let next = |(w, i): (usize, usize)| {
        let around = &places[&words[w][i]];
        let here = around.iter().position(|&place| place == (w, i)).unwrap_or(0);
        let (w, i) = around[(here + around.len() - 1) % around.len()];
        (w, (i + words[w].len() - 1) % words[w].len())
    };
    let mut seen: Vec<Vec<bool>> = words.iter().map(|word| vec![false; word.len()]).collect();
    let mut faces = Vec::new();
    for (w, word) in words.iter().enumerate() {
        for i in 0..word.len() {
            let mut face = Vec::new();
            let mut place = (w, i);
            while !std::mem::replace(&mut seen[place.0][place.1], true) {
                face.push(place);
                place = next(place);
            }
            if !face.is_empty() {
                faces.push(face);
            }
        }
    }
    faces
}
