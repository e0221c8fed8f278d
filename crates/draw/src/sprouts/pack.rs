//! Circle packing (Koebe, Andreev, Thurston): one disc for each vertex of a triangulated disc, and discs of joined
//! vertices touch.
//!
//! The discs around the outside touch the unit circle from within; in the hyperbolic plane they have infinite radius.
//! The other radii are those for which the discs around each disc close up, found by relaxation (Collins and
//! Stephenson, *A circle packing algorithm*, 2003). A radius `h` is kept as `1 - exp(-2h)`: 1 for an infinite one, and
//! exact for the tiny ones of deep nests.

use super::mesh::Mesh;
use crate::picture::Point;
use std::f64::consts::{PI, TAU};

/// How far the angles around a disc may be from a full turn, all in all, and how often the radii are gone through.
const CLOSE_ENOUGH: f64 = 1e-9;
const MOST_ROUNDS: usize = 5_000;

/// The centres of the discs of the first vertices of a mesh, inside the unit circle.
pub fn pack(mesh: &Mesh, vertices: usize) -> Vec<Point> {
    let flowers = flowers(mesh);
    let radii = relax(mesh.vertices, &flowers);
    let centres = place(mesh.vertices, &flowers, &radii);
    let centres = balance(centres, vertices);
    let centre = |v: usize| {
        let c = centres[v].unwrap_or_default();
        // A hyperbolic disc is a disc, with another centre.
        let rho = (hyperbolic(radii[v]) / 2.0).tanh();
        let at = c.times_real((1.0 - rho * rho) / (1.0 - rho * rho * c.norm2()));
        [at.re, at.im]
    };
    (0..vertices).map(centre).collect()
}

/// The neighbours around each inner vertex, counterclockwise; nothing for the vertices around the outside.
fn flowers(mesh: &Mesh) -> Vec<Vec<usize>> {
    let mut after: Vec<Vec<(usize, usize)>> = vec![Vec::new(); mesh.vertices];
    for &[a, b, c] in &mesh.triangles {
        after[a].push((b, c));
        after[b].push((c, a));
        after[c].push((a, b));
    }
    for &v in &mesh.outside {
        after[v].clear();
    }
    let flower = |pairs: Vec<(usize, usize)>| {
        let mut petals = Vec::with_capacity(pairs.len());
        let mut at = pairs.first().map(|&(first, _)| first);
        while let Some(petal) = at.filter(|_| petals.len() < pairs.len()) {
            petals.push(petal);
            at = pairs.iter().find(|&&(from, _)| from == petal).map(|&(_, to)| to);
        }
        petals
    };
    after.into_iter().map(flower).collect()
}

/// The radii, as `1 - exp(-2h)`.
fn relax(vertices: usize, flowers: &[Vec<usize>]) -> Vec<f64> {
    let mut radii: Vec<f64> = flowers.iter().map(|petals| if petals.is_empty() { 1.0 } else { 0.75 }).collect();
    let (mut last_error, mut last_rate) = (f64::INFINITY, 0.0);
    for _ in 0..MOST_ROUNDS {
        let before = radii.clone();
        let mut error = 0.0;
        for v in (0..vertices).filter(|&v| !flowers[v].is_empty()) {
            let petals = &flowers[v];
            let k = petals.len();
            let sum: f64 = (0..k).map(|i| angle(radii[v], radii[petals[i]], radii[petals[(i + 1) % k]])).sum();
            error += (sum - TAU).abs();
            radii[v] = closing(radii[v], sum, k);
        }
        if error < CLOSE_ENOUGH {
            break;
        }
        // Once the error falls at a steady rate, the radii go on at once as they would for ever, but stay positive and
        // finite.
        let rate = error / last_error;
        let steady = last_rate > 0.0 && rate < 1.0 && (rate - last_rate).abs() < 0.02 * (1.0 - rate);
        if steady {
            let room = |v: usize| {
                let by = radii[v] - before[v];
                let space = if by > 0.0 { 1.0 - radii[v] } else { radii[v] };
                space / (2.0 * by.abs()).max(1e-300)
            };
            let inner = (0..vertices).filter(|&v| !flowers[v].is_empty());
            let far = inner.map(room).fold(rate / (1.0 - rate), f64::min);
            for v in 0..vertices {
                radii[v] += far * (radii[v] - before[v]);
            }
            (last_error, last_rate) = (f64::INFINITY, 0.0);
        } else {
            (last_error, last_rate) = (error, rate);
        }
    }
    radii
}

/// The radius for which `k` equal discs close up around a disc, if around one of radius `v` they make the angle `sum`.
fn closing(v: f64, sum: f64, k: usize) -> f64 {
    let root = (1.0 - v).sqrt();
    let (now, wanted) = ((sum / (2 * k) as f64).sin(), (PI / k as f64).sin());
    let equal = (now * v / (root * (1.0 - now * root)).max(1e-300)).clamp(1e-300, 1.0);
    // With s = 1 - exp(-h): wanted (1 - equal) s^2 - (2 wanted (1 - equal) + equal) s + equal (1 - wanted) = 0.
    let a = wanted * (1.0 - equal);
    let (b, c) = (2.0 * a + equal, equal * (1.0 - wanted));
    let s = 2.0 * c / (b + (b * b - 4.0 * a * c).max(0.0).sqrt());
    (s * (2.0 - s)).clamp(1e-300, 1.0 - 1e-15)
}

/// The angle at `v` between two discs that touch it and each other: the half-angle formula for a hyperbolic triangle.
fn angle(v: f64, a: f64, b: f64) -> f64 {
    let part = |u: f64| u / (v + u - v * u);
    2.0 * ((1.0 - v) * part(a) * part(b)).sqrt().min(1.0).asin()
}

/// The radius itself.
fn hyperbolic(radius: f64) -> f64 {
    -0.5 * (-radius).ln_1p()
}

/// The vertex farthest from the outside: numbers are best near the origin.
fn innermost(flowers: &[Vec<usize>]) -> Option<usize> {
    let mut seen: Vec<bool> = flowers.iter().map(Vec::is_empty).collect();
    let mut order: Vec<usize> = Vec::new();
    order.extend((0..flowers.len()).filter(|&v| !flowers[v].is_empty() && flowers[v].iter().any(|&u| seen[u])));
    order.iter().for_each(|&v| seen[v] = true);
    let mut at = 0;
    while at < order.len() {
        for &u in &flowers[order[at]] {
            if !std::mem::replace(&mut seen[u], true) {
                order.push(u);
            }
        }
        at += 1;
    }
    order.last().copied()
}

/// The hyperbolic centres, from the innermost vertex outwards.
fn place(vertices: usize, flowers: &[Vec<usize>], radii: &[f64]) -> Vec<Option<Complex>> {
    let mut centres: Vec<Option<Complex>> = vec![None; vertices];
    // An ideal point stands for a disc of infinite radius until the end.
    let Some(first) = innermost(flowers) else { return centres };
    centres[first] = Some(Complex::default());
    let mut order = vec![first];
    let mut at = 0;
    while at < order.len() {
        let v = order[at];
        at += 1;
        let petals = &flowers[v];
        let k = petals.len();
        let here = centres[v].unwrap_or_default();
        let known = (0..k).find(|&i| centres[petals[i]].is_some());
        let start = known.unwrap_or(0);
        let mut turn = known.and_then(|i| centres[petals[i]]).map_or(0.0, |c| c.brought_from(here).angle());
        for step in 0..k {
            let petal = petals[(start + step) % k];
            if centres[petal].is_none() {
                // The distance between the centres, seen from the origin.
                let distance = hyperbolic(radii[v]) + hyperbolic(radii[petal]);
                let there = Complex::polar((distance / 2.0).tanh(), turn);
                centres[petal] = Some(there.brought_to(here));
                if !flowers[petal].is_empty() {
                    order.push(petal);
                }
            }
            turn += angle(radii[v], radii[petal], radii[petals[(start + step + 1) % k]]);
        }
    }
    centres
}

/// Moves the hyperbolic plane until the mean of the first vertices is in the middle, so that none of them is small at
/// the rim.
fn balance(mut centres: Vec<Option<Complex>>, vertices: usize) -> Vec<Option<Complex>> {
    for _ in 0..100 {
        let points = centres[..vertices].iter().flatten();
        let (sum, count) = points.fold((Complex::default(), 0.0), |(sum, n), &c| (sum.plus(c), n + 1.0));
        let mean = sum.times_real(1.0 / f64::max(count, 1.0));
        for centre in centres.iter_mut().flatten() {
            *centre = centre.brought_from(mean);
        }
    }
    centres
}

#[derive(Clone, Copy, Default, Debug)]
struct Complex {
    re: f64,
    im: f64,
}

impl Complex {
    fn polar(radius: f64, angle: f64) -> Self {
        Complex { re: radius * angle.cos(), im: radius * angle.sin() }
    }

    fn angle(self) -> f64 {
        self.im.atan2(self.re)
    }

    fn norm2(self) -> f64 {
        self.re * self.re + self.im * self.im
    }

    fn plus(self, o: Self) -> Self {
        Complex { re: self.re + o.re, im: self.im + o.im }
    }

    fn times(self, o: Self) -> Self {
        Complex { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
    }

    fn times_real(self, by: f64) -> Self {
        Complex { re: self.re * by, im: self.im * by }
    }

    fn conjugate(self) -> Self {
        Complex { re: self.re, im: -self.im }
    }

    fn over(self, o: Self) -> Self {
        self.times(o.conjugate()).times_real(1.0 / o.norm2())
    }

    /// Where this point goes when the hyperbolic plane is moved so that `c` comes to the origin.
    fn brought_from(self, c: Self) -> Self {
        let one = Complex { re: 1.0, im: 0.0 };
        self.plus(c.times_real(-1.0)).over(one.plus(c.conjugate().times(self).times_real(-1.0)))
    }

    /// Where this point goes when the origin is moved to `c`.
    fn brought_to(self, c: Self) -> Self {
        self.brought_from(c.times_real(-1.0))
    }
}
