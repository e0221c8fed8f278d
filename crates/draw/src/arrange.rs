//! Places for the vertices of a graph that has none: distances on paper like those in the graph.
//!
//! Each connected part starts on a circle and is moved by stress majorisation: every vertex goes to the mean of where
//! the others would have it, at their distance in the graph, near ones with more weight. The result depends on the
//! graph alone. Parts stand side by side.

use grundy_graph::Graph;
use std::f64::consts::TAU;

type Place = (f64, f64);

/// Rounds of moving all vertices.
const ROUNDS: usize = 120;
/// Space between two parts.
const GAP: f64 = 1.2;

/// A place for each vertex; neighbours are about 1.5 apart.
pub fn arrange(graph: &Graph) -> Vec<Place> {
    let mut places = vec![(0.0, 0.0); graph.len()];
    let mut left = 0.0;
    for part in graph.parts() {
        let own = arrange_part(&graph.induced(&part));
        let least = |of: fn(&Place) -> f64| own.iter().map(of).fold(f64::INFINITY, f64::min);
        let (x0, y0) = (least(|p| p.0), least(|p| p.1));
        let mut right: f64 = left;
        for (&v, place) in part.iter().zip(&own) {
            places[usize::from(v)] = (left + place.0 - x0, place.1 - y0);
            right = right.max(left + place.0 - x0);
        }
        left = right + GAP;
    }
    places
}

/// The distances from a vertex; the graph is connected.
fn distances(graph: &Graph, from: usize) -> Vec<f64> {
    let mut distance = vec![f64::INFINITY; graph.len()];
    distance[from] = 0.0;
    let mut order = vec![from];
    let mut next = 0;
    while let Some(&v) = order.get(next) {
        next += 1;
        for u in graph.neighbours(v).iter().map(|&u| usize::from(u)) {
            if distance[u].is_infinite() {
                distance[u] = distance[v] + 1.0;
                order.push(u);
            }
        }
    }
    distance
}

fn arrange_part(graph: &Graph) -> Vec<Place> {
    let n = graph.len();
    let wanted: Vec<Vec<f64>> = (0..n).map(|v| distances(graph, v)).collect();
    let widest = wanted.iter().flatten().copied().fold(1.0, f64::max);
    // On a circle in the order of the distance from the first vertex, alternately on both sides.
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&u, &v| wanted[0][u].total_cmp(&wanted[0][v]).then(u.cmp(&v)));
    let mut places = vec![(0.0, 0.0); n];
    for (i, &v) in order.iter().enumerate() {
        let side = if i % 2 == 0 { 1.0 } else { -1.0 };
        let angle = side * TAU * i as f64 / (2 * n) as f64;
        places[v] = (widest * angle.sin(), -widest * angle.cos());
    }
    for _ in 0..ROUNDS {
        for v in 0..n {
            let (mut sum, mut x, mut y) = (0.0, 0.0, 0.0);
            for u in (0..n).filter(|&u| u != v) {
                let distance = 1.5 * wanted[v][u];
                let weight = 1.0 / (distance * distance);
                let (dx, dy) = (places[v].0 - places[u].0, places[v].1 - places[u].1);
                let length = dx.hypot(dy).max(1e-6);
                x += weight * (places[u].0 + distance * dx / length);
                y += weight * (places[u].1 + distance * dy / length);
                sum += weight;
            }
            if sum > 0.0 {
                places[v] = (x / sum, y / sum);
            }
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_graph::read;

    /// No two vertices on each other, and neighbours nearer than vertices far apart, on average.
    #[test]
    fn vertices_have_room() {
        for text in [
            "path 9",
            "cycle 12",
            "petersen 7,2",
            "complete 6",
            "grid 4x5",
            "tree 3,3,4,4,5",
            "0-1 2-3 3-4 5",
            "torus 4x4",
        ] {
            let graph = read(text).unwrap().graph;
            let places = arrange(&graph);
            let apart = |u: usize, v: usize| (places[u].0 - places[v].0).hypot(places[u].1 - places[v].1);
            for u in 0..graph.len() {
                for v in 0..u {
                    assert!(apart(u, v) > 0.4, "{text}: {u} and {v} are {} apart", apart(u, v));
                }
            }
            let edges: Vec<f64> = graph.edges().map(|(u, v)| apart(u.into(), v.into())).collect();
            let mean = edges.iter().sum::<f64>() / edges.len() as f64;
            assert!((0.8..3.0).contains(&mean), "{text}: {mean}");
        }
    }
}
