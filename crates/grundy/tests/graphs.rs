//! Games on graphs: sequences that others published, and graphs that are hard to bring to a canonical form.

use grundy::core::Game;
use grundy::games::kayles::Kayles;
use grundy::search::{Limits, Settings, Solver, StopReason};
use std::time::{Duration, Instant};

fn nimber(solver: &mut Solver<Kayles>, text: &str) -> u32 {
    let position = solver.game().parse(text).unwrap_or_else(|error| panic!("{error}"));
    solver.nimber(&position).unwrap_or_else(|reason| panic!("{text}: {reason}")).get()
}

fn check(game: Kayles, terms: &[u32], text: impl Fn(usize) -> String) {
    let mut solver = Solver::with_settings(game, Settings::default());
    for (i, &expected) in terms.iter().enumerate() {
        assert_eq!(nimber(&mut solver, &text(i)), expected, "{}", text(i));
    }
}

/// A316632: Node-Kayles on grids of three rows.
#[test]
fn grids_of_three_rows() {
    check(Kayles::node(), &[2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3], |i| format!("grid 3x{}", i + 1));
}

/// A316632 says of 2 x n and 4 x n: 1, 0, 1, 0, ... and 0, 0, 0, ...
#[test]
fn grids_of_two_and_four_rows() {
    check(Kayles::node(), &[1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0], |i| format!("ladder {}", i + 1));
    check(Kayles::node(), &[0; 8], |i| format!("grid 4x{}", i + 1));
}

/// A316533: Node-Kayles on generalised Petersen graphs P(n,2), from n = 5.
#[test]
fn petersen_graphs() {
    let terms = [1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    check(Kayles::node(), &terms, |i| format!("petersen {},2", i + 5));
}

/// A344227: Node-Kayles on the graph of a queen.
#[test]
fn queens() {
    check(Kayles::node(), &[1, 1, 2, 1, 3, 1, 2, 3, 1, 0], |i| format!("queen {0}x{0}", i + 1));
}

/// A316629: Node-Kayles on a path with a square on each of its edges.
#[test]
fn linked_squares() {
    let terms = [0, 1, 3, 4, 2, 3, 1, 2, 0, 4, 6, 5, 7, 3, 2, 7];
    check(Kayles::node(), &terms, |i| {
        let squares = (0..=i).map(|k| {
            let (u, v, w, next) = (3 * k, 3 * k + 1, 3 * k + 2, 3 * k + 3);
            format!("{u}-{next} {u}-{v} {v}-{w} {w}-{next}")
        });
        squares.collect::<Vec<_>>().join(" ")
    });
}

/// A317367: Node-Kayles on a path with edges between vertices at distance 3, from four vertices on.
#[test]
fn scalloped_paths() {
    let terms = [0, 2, 1, 3, 0, 1, 1, 3, 0, 2, 3, 3, 2, 2, 3, 4, 2, 4, 0, 4, 2, 5, 3, 2, 2, 3, 3, 2, 0, 3, 1, 1, 0, 3];
    check(Kayles::node(), &terms, |i| {
        let n = i + 4;
        let edges = (0..n).flat_map(|u| [u + 1, u + 3].map(|v| (u, v))).filter(|&(_, v)| v < n);
        edges.map(|(u, v)| format!("{u}-{v}")).collect::<Vec<_>>().join(" ")
    });
}

/// A graph that is answered, or stopped at its limit, never stuck.
#[test]
fn hard_graphs_keep_the_limit() {
    let paley = |q: usize| {
        let is_square = |d: usize| (1..q).any(|x| x * x % q == d);
        let pairs = (0..q).flat_map(|u| (u + 1..q).map(move |v| (u, v))).filter(|(u, v)| is_square(v - u));
        pairs.map(|(u, v)| format!("{u}-{v}")).collect::<Vec<_>>().join(" ")
    };
    let plane = {
        let q = 5;
        let points: Vec<[usize; 3]> = [[1, 0, 0]]
            .into_iter()
            .chain((0..q).map(|a| [a, 1, 0]))
            .chain((0..q * q).map(|i| [i / q, i % q, 1]))
            .collect();
        let n = points.len();
        let on = |a: [usize; 3], b: [usize; 3]| (0..3).map(|i| a[i] * b[i]).sum::<usize>() % q == 0;
        let pairs = (0..n).flat_map(|u| (0..n).map(move |v| (u, v))).filter(|&(u, v)| on(points[u], points[v]));
        pairs.map(|(u, v)| format!("{u}-{}", n + v)).collect::<Vec<_>>().join(" ")
    };
    let cubic = {
        let (n, mut state, mut edges) = (40, 7u64, std::collections::BTreeSet::new());
        for _ in 0..3 {
            let mut order: Vec<usize> = (0..n).collect();
            for i in 1..n {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                order.swap(i, (state >> 33) as usize % (i + 1));
            }
            edges.extend(order.chunks_exact(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))));
        }
        edges.iter().map(|(u, v)| format!("{u}-{v}")).collect::<Vec<_>>().join(" ")
    };
    let graphs = ["queen 10x10".to_string(), "cube 5".to_string(), "rook 5x5".to_string(), paley(29), plane, cubic];
    let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
    for text in &graphs {
        for game in [Kayles::node(), Kayles::arc(), Kayles::domination()] {
            let mut solver = Solver::with_settings(game, Settings { limits: limits.clone(), ..Settings::default() });
            let began = Instant::now();
            let position = solver.game().parse(text).unwrap_or_else(|error| panic!("{error}"));
            let result = solver.nimber(&position);
            assert!(matches!(result, Ok(_) | Err(StopReason::Time)), "{text}: {result:?}");
            assert!(began.elapsed() < Duration::from_secs(60), "{text} took {:?}", began.elapsed());
        }
    }
}
