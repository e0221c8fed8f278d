//! Curves through the beads of lines, smooth wherever that crosses nothing.
//!
//! # Invariant
//! Given lines that do not cross when drawn straight from bead to bead, the curves do not cross: a piece that does
//! becomes straight.

use super::ease::Wires;
use crate::picture::Point;
use std::collections::HashMap;

/// Straight pieces that stand for a curved one where crossings are looked for.
const FLAT: usize = 24;

/// The Bézier pieces of each line.
pub fn curves(wires: &Wires) -> Vec<Vec<[Point; 3]>> {
    let at = |v: usize| wires.at[v];
    // For an end in the middle of a curve, the node on its other side.
    let across: HashMap<(usize, usize), usize> =
        (wires.joints.iter()).flat_map(|&[a, b]| [(a, wires.end(b)[1]), (b, wires.end(a)[1])]).collect();
    let through = |line: usize, end: usize| across.get(&(line, end)).copied();
    let mut curves: Vec<Vec<[Point; 3]>> = Vec::new();
    for (l, line) in wires.lines.iter().enumerate() {
        let n = line.len();
        let direction = |i: usize| {
            let before = if i > 0 { Some(line[i - 1]) } else { through(l, 0) };
            let after = if i + 1 < n { Some(line[i + 1]) } else { through(l, 1) };
            let (from, to) = (at(before.unwrap_or(line[i])), at(after.unwrap_or(line[i])));
            let d = [to[0] - from[0], to[1] - from[1]];
            let size = d[0].hypot(d[1]).max(1e-12);
            [d[0] / size, d[1] / size]
        };
        let piece = |i: usize| {
            let (p, q) = (at(line[i]), at(line[i + 1]));
            let third = (q[0] - p[0]).hypot(q[1] - p[1]) / 3.0;
            let (d, e) = (direction(i), direction(i + 1));
            [[p[0] + d[0] * third, p[1] + d[1] * third], [q[0] - e[0] * third, q[1] - e[1] * third], q]
        };
        curves.push((0..n - 1).map(piece).collect());
    }
    straighten(wires, &mut curves);
    curves
}

/// Makes pieces straight until no two pieces meet but where lines do.
fn straighten(wires: &Wires, curves: &mut [Vec<[Point; 3]>]) {
    let mut straight: Vec<Vec<bool>> = curves.iter().map(|curve| vec![false; curve.len()]).collect();
    loop {
        let pieces: Vec<(usize, usize, Vec<Point>)> = (curves.iter().enumerate())
            .flat_map(|(l, curve)| curve.iter().enumerate().map(move |(i, piece)| (l, i, piece)))
            .map(|(l, i, piece)| (l, i, flatten(wires.at[wires.lines[l][i]], piece)))
            .collect();
        let mut bad = Vec::new();
        for (x, (l, i, a)) in pieces.iter().enumerate() {
            for (m, j, b) in &pieces[..x] {
                let (p, q) = ([0, 1].map(|k| wires.lines[*l][i + k]), [0, 1].map(|k| wires.lines[*m][j + k]));
                let shared = p.iter().find(|v| q.contains(v)).map(|&v| wires.at[v]);
                if meet(a, b, shared) {
                    bad.extend([(*l, *i), (*m, *j)]);
                }
            }
        }
        bad.retain(|&(l, i)| !straight[l][i]);
        if bad.is_empty() {
            return;
        }
        for (l, i) in bad {
            straight[l][i] = true;
            let (p, q) = (wires.at[wires.lines[l][i]], wires.at[wires.lines[l][i + 1]]);
            let on = |t: f64| [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
            curves[l][i] = [on(1.0 / 3.0), on(2.0 / 3.0), q];
        }
    }
}

/// Points along a Bézier piece.
fn flatten(from: Point, &[a, b, to]: &[Point; 3]) -> Vec<Point> {
    let at = |t: f64| {
        let s = 1.0 - t;
        let mix = |i: usize| s * s * s * from[i] + 3.0 * s * s * t * a[i] + 3.0 * s * t * t * b[i] + t * t * t * to[i];
        [mix(0), mix(1)]
    };
    (0..=FLAT).map(|k| at(k as f64 / FLAT as f64)).collect()
}

/// Whether two flattened curves meet anywhere but at the point they share.
fn meet(a: &[Point], b: &[Point], shared: Option<Point>) -> bool {
    let span = |c: &[Point], i: usize| {
        c.iter().map(|p| p[i]).fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(x), hi.max(x)))
    };
    let apart = (0..2).any(|i| {
        let ((a0, a1), (b0, b1)) = (span(a, i), span(b, i));
        a1 < b0 || b1 < a0
    });
    let is_shared = |p: Point| shared.is_some_and(|s| (p[0] - s[0]).hypot(p[1] - s[1]) < 1e-6);
    !apart
        && a.windows(2).any(|s| {
            b.windows(2).any(|t| {
                let touching = s.iter().any(|&p| is_shared(p)) && t.iter().any(|&p| is_shared(p));
                !touching && cross(s[0], s[1], t[0], t[1])
            })
        })
}

/// Whether two segments have a point in common.
fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |p: Point, q: Point, x: Point| (q[0] - p[0]) * (x[1] - p[1]) - (q[1] - p[1]) * (x[0] - p[0]);
    let (s, t) = (side(a, b, c) * side(a, b, d), side(c, d, a) * side(c, d, b));
    let apart = |i: usize| a[i].max(b[i]) < c[i].min(d[i]) || c[i].max(d[i]) < a[i].min(b[i]);
    s <= 0.0 && t <= 0.0 && !apart(0) && !apart(1)
}
