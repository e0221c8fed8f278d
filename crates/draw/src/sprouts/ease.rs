//! Makes a drawing even: forces move spots and beads to where they have room, and nothing ever crosses.
//!
//! After Simonetto, Archambault, Auber and Bourqui, *ImPrEd* (2011): nodes repel each other, lines pull themselves
//! together, nodes and lines keep apart, and lines gain and lose beads as their length asks for.
//!
//! # Invariant
//! Lines, drawn straight from bead to bead, do not cross. A node and a line segment at distance `d` both move by less
//! than `d / 3` in a round, so they never meet; and lines cannot cross unless a node of one passes through the other.

use crate::picture::Point;

/// Nodes and lines of a drawing while it is eased.
#[derive(Clone, Debug)]
pub struct Wires {
    /// Where the nodes are: spots, dead spots, beads.
    pub at: Vec<Point>,
    /// How much room a node needs.
    pub room: Vec<f64>,
    /// The nodes of each line, from end to end; all but the ends are beads.
    pub lines: Vec<Vec<usize>>,
    /// Spots in the middle of a curve: the two lines that end there, each with its end, 0 or 1.
    pub joints: Vec<[(usize, usize); 2]>,
    /// The faces inside the drawing, as the ends that leave on the walks around them.
    pub faces: Vec<Vec<(usize, usize)>>,
}

/// The length of line that a bead stands for, in pixels.
pub const STEP: f64 = 16.0;
/// The room that a spot needs, and a bead.
pub const SPOT_ROOM: f64 = 2.2 * STEP;
pub const BEAD_ROOM: f64 = 0.5 * STEP;
/// The room between a line and everything else.
const LINE_ROOM: f64 = 1.8 * STEP;
/// The room between a line and its own next beads.
const OWN_ROOM: f64 = 0.8 * STEP;
/// The area that a small face needs.
const FACE: f64 = 5.0 * STEP * STEP;
/// How far a node goes for a force; more would make it overshoot.
const EASE: f64 = 0.3;
/// The least distance that is more than an error of numbers.
const CLEAR: f64 = 1e-9;
/// Node and segment pairs to look at, all in all: this bounds the time.
const BUDGET: usize = 15_000_000;
/// Rounds at most and at least.
const MOST_ROUNDS: usize = 800;
const LEAST_ROUNDS: usize = 60;

impl Wires {
    /// Whether every node is clear of every line but its own, and no lines cross.
    pub fn are_sound(&self) -> bool {
        let segments = self.segments();
        let in_use = self.in_use();
        let clear = |v: usize, a: usize, b: usize| {
            v == a || v == b || length(minus(self.at[v], nearest(self.at[v], self.at[a], self.at[b]))) > CLEAR
        };
        let turn = |a: usize, b: usize, c: usize| cross(minus(self.at[b], self.at[a]), minus(self.at[c], self.at[a]));
        let apart = |&[a, b]: &[usize; 2], &[c, d]: &[usize; 2]| {
            let joined = a == c || a == d || b == c || b == d;
            joined || turn(a, b, c) * turn(a, b, d) > 0.0 || turn(c, d, a) * turn(c, d, b) > 0.0
        };
        in_use.iter().all(|&v| segments.iter().all(|&[a, b]| clear(v, a, b)))
            && in_use.iter().enumerate().all(|(i, &v)| in_use[..i].iter().all(|&w| clear(v, w, w)))
            && segments.iter().enumerate().all(|(i, one)| segments[..i].iter().all(|other| apart(one, other)))
    }

    /// The least distance of the first nodes from each other and from lines that do not end there.
    pub fn clearance(&self, nodes: usize) -> f64 {
        let segments = self.segments();
        let mut least = f64::INFINITY;
        for v in 0..nodes {
            let others = (0..v).map(|w| [w, w]);
            for [a, b] in segments.iter().copied().chain(others).filter(|ends| !ends.contains(&v)) {
                least = least.min(length(minus(self.at[v], nearest(self.at[v], self.at[a], self.at[b]))));
            }
        }
        least
    }

    /// Eases the drawing.
    pub fn ease(&mut self) {
        let mut spent = 0;
        let mut round = 0;
        while round < MOST_ROUNDS && (spent < BUDGET || round < LEAST_ROUNDS) {
            if round % 8 == 0 {
                self.adjust_beads();
            }
            let segments = self.segments();
            let in_use = self.in_use();
            spent += in_use.len() * (segments.len() + in_use.len() / 2);
            let cool = 1.0 - (round as f64 / MOST_ROUNDS as f64).max(spent as f64 / BUDGET as f64).min(1.0);
            self.step(&segments, &in_use, STEP * (0.05 + cool));
            round += 1;
        }
    }

    /// The end of a line and the node next to it.
    pub fn end(&self, (line, end): (usize, usize)) -> [usize; 2] {
        match (&self.lines[line][..], end) {
            ([first, second, ..], 0) => [*first, *second],
            ([.., second, first], _) => [*first, *second],
            _ => [0, 0],
        }
    }

    fn segments(&self) -> Vec<[usize; 2]> {
        self.lines.iter().flat_map(|line| line.windows(2).map(|pair| [pair[0], pair[1]])).collect()
    }

    /// The nodes at most five segments away from each.
    fn near(&self, segments: &[[usize; 2]]) -> Vec<Vec<usize>> {
        let mut next = vec![Vec::new(); self.at.len()];
        for &[a, b] in segments {
            next[a].push(b);
            next[b].push(a);
        }
        let around = |v: usize| {
            let (mut near, mut from) = (vec![v], 0);
            for _ in 0..5 {
                let to = near.len();
                for i in from..to {
                    for &w in &next[near[i]] {
                        if !near.contains(&w) {
                            near.push(w);
                        }
                    }
                }
                from = to;
            }
            near
        };
        (0..self.at.len()).map(around).collect()
    }

    /// Ends and beads that lines still have, and spots without lines.
    fn in_use(&self) -> Vec<usize> {
        (0..self.at.len()).filter(|&v| self.room[v] > 0.0).collect()
    }

    /// One round: forces, then moves as far as the invariant allows and not further than `most`.
    fn step(&mut self, segments: &[[usize; 2]], in_use: &[usize], most: f64) {
        let mut force = vec![[0.0; 2]; self.at.len()];
        let mut limit = vec![most; self.at.len()];
        let mut push = |v: usize, [x, y]: Point, by: f64| {
            force[v][0] += x * by;
            force[v][1] += y * by;
        };
        let centre = in_use.iter().fold([0.0; 2], |c, &v| [c[0] + self.at[v][0], c[1] + self.at[v][1]]);
        let centre = centre.map(|x| x / in_use.len().max(1) as f64);
        for (i, &u) in in_use.iter().enumerate() {
            push(u, minus(centre, self.at[u]), 0.04);
            for &v in &in_use[..i] {
                let apart = minus(self.at[u], self.at[v]);
                let distance = length(apart).max(1e-9);
                let room = (self.room[u] + self.room[v]) / 2.0;
                if room < SPOT_ROOM / 2.0 {
                    continue;
                }
                let by = (room / distance).powi(2).min(20.0) / distance * 4.0;
                push(u, apart, by);
                push(v, apart, -by);
            }
        }
        for &[a, b] in segments {
            let apart = minus(self.at[b], self.at[a]);
            push(a, apart, 0.3);
            push(b, apart, -0.3);
        }
        // Curves become straighter: a node goes to the middle between its neighbours, and these go the other way.
        let joints = self.joints.iter().map(|&[a, b]| {
            let ([node, before], [_, after]) = (self.end(a), self.end(b));
            [before, node, after]
        });
        let trios = self.lines.iter().flat_map(|line| line.windows(3)).map(|trio| [trio[0], trio[1], trio[2]]);
        for [before, node, after] in trios.chain(joints) {
            let middle = scaled(plus(self.at[before], self.at[after]), 0.5);
            let off = minus(middle, self.at[node]);
            push(node, off, 0.8);
            push(before, off, -0.4);
            push(after, off, -0.4);
        }
        self.inflate(&mut push);
        let near = self.near(segments);
        for &v in in_use {
            for &[a, b] in segments {
                if v == a || v == b {
                    continue;
                }
                let foot = nearest(self.at[v], self.at[a], self.at[b]);
                let apart = minus(self.at[v], foot);
                let distance = length(apart);
                for node in [v, a, b] {
                    limit[node] = limit[node].min(0.33 * distance);
                }
                if distance >= LINE_ROOM {
                    continue;
                }
                // A line must not be pushed about by its own next beads.
                let room = if near[v].contains(&a) && near[v].contains(&b) { OWN_ROOM } else { LINE_ROOM };
                if distance < room {
                    // Without bound where they are near, or stronger forces would squeeze them together.
                    let by = ((room - distance) / distance.max(1e-9)).powi(2) * 0.4;
                    push(v, apart, by);
                    push(a, apart, -by / 2.0);
                    push(b, apart, -by / 2.0);
                }
            }
        }
        for &v in in_use {
            let size = length(force[v]).max(1e-12);
            self.at[v] = plus(self.at[v], scaled(force[v], (limit[v] / size).min(EASE)));
        }
    }

    /// Presses the lines around small faces outwards.
    fn inflate(&self, push: &mut impl FnMut(usize, Point, f64)) {
        for face in &self.faces {
            let mut nodes = Vec::new();
            for &(line, end) in face {
                let line = &self.lines[line];
                if end == 0 { nodes.extend(&line[..line.len() - 1]) } else { nodes.extend(line[1..].iter().rev()) }
            }
            let sides = || nodes.iter().zip(nodes.iter().cycle().skip(1)).map(|(&a, &b)| (a, b));
            let area: f64 = sides().map(|(a, b)| cross(self.at[a], self.at[b])).sum::<f64>() / 2.0;
            let wanted = FACE * (nodes.len() as f64 / 8.0).max(1.0);
            let pressure = (1.0 - area.abs() / wanted).max(0.0) * 0.7 * area.signum();
            for (a, b) in sides() {
                let along = minus(self.at[b], self.at[a]);
                for node in [a, b] {
                    push(node, [along[1], -along[0]], pressure / 2.0);
                }
            }
        }
    }

    /// Cuts long segments and takes beads out of short ones where nothing lies between.
    fn adjust_beads(&mut self) {
        for l in 0..self.lines.len() {
            let mut line = std::mem::take(&mut self.lines[l]);
            let mut i = 0;
            while i + 1 < line.len() {
                if length(minus(self.at[line[i + 1]], self.at[line[i]])) > 1.7 * STEP && line.len() < 40 {
                    self.at.push(scaled(plus(self.at[line[i]], self.at[line[i + 1]]), 0.5));
                    self.room.push(BEAD_ROOM);
                    line.insert(i + 1, self.at.len() - 1);
                    i += 1;
                }
                i += 1;
            }
            let least = if line.first() == line.last() { 5 } else { 3 };
            let mut i = 1;
            while i + 1 < line.len() {
                let (a, b, c) = (line[i - 1], line[i], line[i + 1]);
                let short = length(minus(self.at[c], self.at[a])) < 1.2 * STEP;
                if short && line.len() > least && self.is_empty_triangle(a, b, c) {
                    line.remove(i);
                    self.room[b] = 0.0;
                }
                i += 1;
            }
            self.lines[l] = line;
        }
    }

    fn is_empty_triangle(&self, a: usize, b: usize, c: usize) -> bool {
        let [p, q, r] = [a, b, c].map(|v| self.at[v]);
        let side = |p: Point, q: Point, x: Point| (q[0] - p[0]) * (x[1] - p[1]) - (q[1] - p[1]) * (x[0] - p[0]);
        self.in_use().into_iter().filter(|&v| v != a && v != b && v != c).all(|v| {
            let x = self.at[v];
            let sides = [side(p, q, x), side(q, r, x), side(r, p, x)];
            sides.iter().any(|&s| s > 0.0) && sides.iter().any(|&s| s < 0.0)
        })
    }
}

fn plus(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1]]
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn scaled(a: Point, by: f64) -> Point {
    [a[0] * by, a[1] * by]
}

fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn length(a: Point) -> f64 {
    a[0].hypot(a[1])
}

/// The point of a segment nearest to a point.
fn nearest(p: Point, a: Point, b: Point) -> Point {
    let along = minus(b, a);
    let to = minus(p, a);
    let t = (to[0] * along[0] + to[1] * along[1]) / (along[0] * along[0] + along[1] * along[1]).max(1e-300);
    plus(a, scaled(along, t.clamp(0.0, 1.0)))
}
