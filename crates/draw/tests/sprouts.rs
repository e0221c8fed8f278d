//! What a drawing of Sprouts must be: no two curves cross, and the position can be read back from it.
//!
//! Reading back knows nothing of how the drawing was made: it takes places and curves, goes around the faces by the
//! angles at which curves leave their spots, and finds by geometry which part of the drawing lies in which face.

use grundy_core::{Game, Sum, collect_options};
use grundy_draw::DrawError;
use grundy_draw::sprouts::{Sketch, sketch};
use grundy_games::sprouts::Sprouts;
use grundy_study::PlainSum;
use std::collections::HashMap;

type Point = [f64; 2];

/// The points of each curve from its first spot to its last.
fn sketched(position: &str) -> Result<Vec<Sketch>, DrawError> {
    let read = Sprouts::default().parse(position)?;
    sketch(read.layout().expect("Sprouts keeps its spots"))
}

fn flat(sketch: &Sketch) -> Vec<Vec<Point>> {
    const PARTS: usize = 12;
    let flatten = |curve: &grundy_draw::sprouts::Curve| {
        let mut points = vec![sketch.spots[curve.from].at];
        for &[a, b, to] in &curve.pieces {
            let from = points[points.len() - 1];
            for k in 1..=PARTS {
                let t = k as f64 / PARTS as f64;
                let s = 1.0 - t;
                points.push([0, 1].map(|i| {
                    s * s * s * from[i] + 3.0 * s * s * t * a[i] + 3.0 * s * t * t * b[i] + t * t * t * to[i]
                }));
            }
        }
        points
    };
    sketch.curves.iter().map(flatten).collect()
}

fn side(p: Point, q: Point, x: Point) -> f64 {
    (q[0] - p[0]) * (x[1] - p[1]) - (q[1] - p[1]) * (x[0] - p[0])
}

/// Whether two segments meet anywhere but at a common end, where they must part in different directions.
fn meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let far = |p: Point, q: Point| (p[0] - q[0]).hypot(p[1] - q[1]) > 1e-9;
    for (a, b, c, d) in [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)] {
        if !far(a, c) {
            let (u, v) = ([b[0] - a[0], b[1] - a[1]], [d[0] - c[0], d[1] - c[1]]);
            let (dot, cross) = (u[0] * v[0] + u[1] * v[1], u[0] * v[1] - u[1] * v[0]);
            return dot > 0.0 && cross.abs() < 1e-6 * dot;
        }
    }
    let apart = |i: usize| a[i].max(b[i]) < c[i].min(d[i]) || c[i].max(d[i]) < a[i].min(b[i]);
    !apart(0) && !apart(1) && side(a, b, c) * side(a, b, d) <= 0.0 && side(c, d, a) * side(c, d, b) <= 0.0
}

fn crossings(curves: &[Vec<Point>]) -> usize {
    let segments: Vec<[Point; 2]> =
        curves.iter().flat_map(|points| points.windows(2).map(|pair| [pair[0], pair[1]])).collect();
    let mut count = 0;
    for (i, &[a, b]) in segments.iter().enumerate() {
        for &[c, d] in &segments[..i] {
            count += usize::from(meet(a, b, c, d));
        }
    }
    count
}

/// A walk around a face: spots along it, and the polygon.
struct Face {
    spots: Vec<usize>,
    polygon: Vec<Point>,
    part: usize,
}

impl Face {
    fn area(&self) -> f64 {
        let p = &self.polygon;
        (0..p.len()).map(|i| p[i][0] * p[(i + 1) % p.len()][1] - p[i][1] * p[(i + 1) % p.len()][0]).sum::<f64>() / 2.0
    }

    fn contains(&self, x: Point) -> bool {
        let p = &self.polygon;
        let crossed = |i: &usize| {
            let (a, b) = (p[*i], p[(i + 1) % p.len()]);
            (a[1] > x[1]) != (b[1] > x[1]) && x[0] < (b[0] - a[0]) * (x[1] - a[1]) / (b[1] - a[1]) + a[0]
        };
        (0..p.len()).filter(crossed).count() % 2 == 1
    }
}

/// The position that a drawing shows.
fn read_back(sketch: &Sketch) -> String {
    let curves = flat(sketch);
    // Dart 2c leaves the first spot of curve c, 2c + 1 its last one.
    let path = |dart: usize| -> Vec<Point> {
        let points = curves[dart / 2].clone();
        if dart & 1 == 0 { points } else { points.into_iter().rev().collect() }
    };
    let tail = |dart: usize| if dart & 1 == 0 { sketch.curves[dart / 2].from } else { sketch.curves[dart / 2].to };
    let mut around = vec![Vec::new(); sketch.spots.len()];
    for dart in 0..2 * curves.len() {
        let points = path(dart);
        let angle = (points[1][1] - points[0][1]).atan2(points[1][0] - points[0][0]);
        around[tail(dart)].push((angle, dart));
    }
    around.iter_mut().for_each(|darts| darts.sort_by(|a, b| a.0.total_cmp(&b.0)));
    for (spot, darts) in sketch.spots.iter().zip(&around) {
        assert_eq!(usize::from(3 - spot.lives), darts.len(), "a spot has three lines or lives");
    }
    let mut part: Vec<usize> = (0..sketch.spots.len()).collect();
    for curve in &sketch.curves {
        let (a, b) = (part[curve.from], part[curve.to]);
        part.iter_mut().filter(|p| **p == a).for_each(|p| *p = b);
    }
    let mut seen = vec![false; 2 * curves.len()];
    let mut faces: Vec<Face> = Vec::new();
    for start in 0..2 * curves.len() {
        let mut face = Face { spots: Vec::new(), polygon: Vec::new(), part: part[tail(start)] };
        let mut dart = start;
        while !std::mem::replace(&mut seen[dart], true) {
            face.spots.push(tail(dart));
            let points = path(dart);
            face.polygon.extend(&points[..points.len() - 1]);
            let darts = &around[tail(dart ^ 1)];
            let at = darts.iter().position(|&(_, d)| d == dart ^ 1).unwrap();
            dart = darts[(at + darts.len() - 1) % darts.len()].1;
        }
        if !face.spots.is_empty() {
            faces.push(face);
        }
    }
    // Angles grow as the coordinates turn, so inner faces have a positive area; the one outside a part has the least.
    let is_inner = |f: &usize| faces.iter().any(|o| o.part == faces[*f].part && o.area() < faces[*f].area());
    let inner: Vec<usize> = (0..faces.len()).filter(is_inner).collect();
    let mut regions: HashMap<Option<usize>, Vec<Vec<usize>>> = HashMap::new();
    let home = |part_of: usize, at: Point| {
        let holds = inner.iter().copied().filter(|&f| faces[f].part != part_of && faces[f].contains(at));
        holds.min_by(|&a, &b| faces[a].area().total_cmp(&faces[b].area()))
    };
    for (f, face) in faces.iter().enumerate() {
        let region = if inner.contains(&f) { Some(f) } else { home(face.part, face.polygon[0]) };
        regions.entry(region).or_default().push(face.spots.clone());
    }
    for (spot, darts) in around.iter().enumerate() {
        if darts.is_empty() {
            regions.entry(home(part[spot], sketch.spots[spot].at)).or_default().push(vec![spot]);
        }
    }
    let mut texts = Vec::new();
    for words in regions.values() {
        let word = |word: &Vec<usize>| -> String {
            let name = |&spot: &usize| match sketch.spots[spot].lives {
                0 => String::new(),
                3 => "0".to_string(),
                2 => "1".to_string(),
                _ if word.iter().filter(|&&other| other == spot).count() == 2 => format!("z({})", spot + 100),
                _ => format!("Z({})", spot + 100),
            };
            word.iter().map(name).collect()
        };
        let words: Vec<String> = words.iter().map(word).filter(|word| !word.is_empty()).collect();
        texts.push(words.join("."));
    }
    texts.retain(|text| !text.is_empty());
    match texts.join("|") {
        text if text.is_empty() => "!".to_string(),
        // One region of digits alone would be a number of spots.
        text if text.bytes().all(|b| b.is_ascii_digit()) => format!("{text}|2"),
        text => text,
    }
}

fn check(position: &str) {
    let game = Sprouts::default();
    let sketches = sketched(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    for sketch in &sketches {
        let here = flat(sketch);
        assert_eq!(crossings(&here), 0, "{position}");
        for spot in sketch.spots.iter().filter(|spot| spot.lives > 0) {
            assert!(spot.at.iter().all(|x| x.is_finite()), "{position}");
        }
    }
    let read: Vec<String> = sketches.iter().map(read_back).collect();
    let read = if read.is_empty() { "!".to_string() } else { read.join("+") };
    let parsed = game
        .parse(position)
        .map(|read| PlainSum::of(&game, &read))
        .unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(PlainSum::of(&game, &game.parse(&read).unwrap()), parsed, "{position} was drawn as {read}");
}

/// Knuth's generator: the same positions in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

#[test]
fn known_positions() {
    for position in [
        "0*1",
        "2",
        "5",
        "0*12",
        "1a1a",
        "AB|AB",
        "0.1a1a.AB|AB",
        "0.22",
        "0.2",
        "1.1",
        "12|2",
        "0.222.1",
        "1a2a1b2b.0",
        "0*2.ABC|ABC.1a1a",
        "0.A2B2|AB.1.1",
        "ABC|ADE.0|BDF.0|CEF.0*2",
        "1a1a+AB|AB.0",
        "!",
        "2A.0|A.1aBa.0|B.0",
        "0*2.2.aAa1|BC|DEF|1a1a.DE.A|2CF|GH|BHG",
    ] {
        check(position);
    }
}

#[test]
fn random_positions_up_to_twelve_spots() {
    let game = Sprouts::default();
    let mut dice = Dice(8);
    let mut drawn = 0;
    for n in 2..=12 {
        for game_number in 0..3 {
            let mut position = Sum::new(&game, game.parse(&n.to_string()).unwrap());
            while !position.is_empty() {
                let component = dice.below(position.len());
                let mut options = collect_options(&game, &position[component]);
                // Every other game is played so that much hangs together: those drawings are the hard ones.
                if game_number % 2 == 0 {
                    let longest = options.iter().map(|o| o.iter().map(|c| c.len()).max()).max().unwrap_or_default();
                    options.retain(|o| o.iter().map(|c| c.len()).max() >= longest.map(|most| most * 3 / 4));
                }
                let option = &options[dice.below(options.len())];
                let rest = position.iter().enumerate().filter(|&(i, _)| i != component).map(|(_, c)| c);
                position = Sum::from_canonical(rest.chain(option.iter()).cloned().collect::<Vec<_>>());
                if !position.is_empty() && dice.below(3) == 0 {
                    check(&position.write(&game));
                    drawn += 1;
                }
            }
        }
    }
    assert!(drawn > 100, "{drawn}");
}

#[test]
fn what_no_plane_has_is_refused() {
    for position in ["0.AB.0|0.A.B.0", "A.B.0.0|A.B.0.0", "ABCD.0|ACBD.0"] {
        assert!(Sprouts::default().parse(position).is_ok());
        assert!(sketched(position).is_err(), "{position}");
    }
    assert!(sketched("0*10000").is_err());
}
