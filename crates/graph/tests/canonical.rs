//! Canonical forms: equal for isomorphic graphs, different for others, and bounded for those that are hard.

use grundy_graph::{Graph, canonical_along, label, pack, read, refine, same};
use std::collections::HashSet;

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n as u64) as usize
    }

    fn order(&mut self, n: usize) -> Vec<u16> {
        let mut order: Vec<u16> = (0..n as u16).collect();
        (1..n).for_each(|i| order.swap(i, self.below(i + 1)));
        order
    }
}

fn graph(text: &str) -> Graph {
    read(text).unwrap_or_else(|error| panic!("{text}: {error}")).graph
}

fn canonical(graph: &Graph) -> Option<Graph> {
    label::canonical(graph, &vec![0; graph.len()], label::BUDGET).map(|order| graph.induced(&order))
}

/// The bytes of the canonical form of a graph with marks.
fn form(graph: &Graph, marks: &[bool]) -> Vec<u8> {
    let order = canonical_along(graph, marks, label::BUDGET).expect("within the budget");
    let marks: Vec<bool> = order.iter().map(|&v| marks[usize::from(v)]).collect();
    let mut bytes = Vec::new();
    pack::pack(&graph.induced(&order), Some(&marks), &mut bytes);
    bytes
}

/// The connected graphs with up to eight vertices: 1, 1, 2, 6, 21, 112, 853, 11117.
fn connected() -> Vec<Graph> {
    include_str!("../../../tests/vectors/connected-graphs.g6").lines().map(graph).collect()
}

#[test]
fn all_connected_graphs_with_eight_vertices_differ() {
    let graphs = connected();
    assert_eq!(graphs.len(), 12113);
    let mut random = Random(1);
    let (mut forms, mut labelled) = (HashSet::new(), HashSet::new());
    for graph in &graphs {
        let unmarked = vec![false; graph.len()];
        let own = form(graph, &unmarked);
        let other = graph.induced(&random.order(graph.len()));
        assert_eq!(form(&other, &unmarked), own);
        assert_eq!(canonical(&other), canonical(graph));
        assert_eq!(same::isomorphic(graph, &other), Some(true));
        assert_eq!(refine::fingerprint(graph), refine::fingerprint(&other));
        forms.insert(own);
        labelled.insert(canonical(graph).expect("within the budget"));
    }
    assert_eq!((forms.len(), labelled.len()), (12113, 12113));
}

/// Marks are colours: forms of one graph with marks are equal exactly if an automorphism maps the marks to each other.
#[test]
fn marks_are_colours() {
    let mut random = Random(2);
    for text in ["path 6", "cycle 6", "cycle 7", "grid 2x3", "star 5", "petersen 5,2", "0-1 1-2 2-0 2-3 3-4"] {
        let graph = graph(text);
        let n = graph.len();
        let permutations = if n <= 7 { permutations(n) } else { Vec::new() };
        let is_automorphism =
            |p: &Vec<u16>| graph.edges().all(|(u, v)| graph.joins(p[usize::from(u)].into(), p[usize::from(v)].into()));
        let group: Vec<Vec<u16>> = permutations.into_iter().filter(is_automorphism).collect();
        let marks_of = |set: usize| (0..n).map(|v| set >> v & 1 == 1).collect::<Vec<bool>>();
        let mut forms = HashSet::new();
        for set in 0..1usize << n {
            let marks = marks_of(set);
            let own = form(&graph, &marks);
            let order = random.order(n);
            let moved: Vec<bool> = order.iter().map(|&v| marks[usize::from(v)]).collect();
            assert_eq!(form(&graph.induced(&order), &moved), own, "{text}");
            forms.insert(own);
        }
        if !group.is_empty() {
            let image = |set: usize, p: &Vec<u16>| {
                (0..n).filter(|v| set >> v & 1 == 1).fold(0usize, |image, v| image | 1 << p[v])
            };
            let orbits: HashSet<usize> =
                (0..1usize << n).map(|set| group.iter().map(|p| image(set, p)).min().unwrap_or(set)).collect();
            assert_eq!(forms.len(), orbits.len(), "{text}");
        }
    }
}

fn permutations(n: usize) -> Vec<Vec<u16>> {
    if n == 0 {
        return vec![vec![]];
    }
    let shorter = permutations(n - 1);
    let insert = |p: &Vec<u16>, at: usize| {
        let mut longer = p.clone();
        longer.insert(at, n as u16 - 1);
        longer
    };
    shorter.iter().flat_map(|p| (0..n).map(move |at| insert(p, at))).collect()
}

/// The Paley graph of a prime that is 1 modulo 4: strongly regular and self-complementary.
fn paley(q: usize) -> Graph {
    let squares: HashSet<usize> = (1..q).map(|x| x * x % q).collect();
    let edges = (0..q).flat_map(|u| (u + 1..q).map(move |v| (u, v))).filter(|(u, v)| squares.contains(&(v - u)));
    Graph::new(q, edges.map(|(u, v)| (u as u16, v as u16)))
}

/// Cells of a Latin square, joined if they share row, column or symbol: strongly regular.
fn latin(n: usize, symbol: impl Fn(usize, usize) -> usize) -> Graph {
    let cell = |i: usize| (i / n, i % n, symbol(i / n, i % n));
    let share = |a: (usize, usize, usize), b: (usize, usize, usize)| a.0 == b.0 || a.1 == b.1 || a.2 == b.2;
    let pairs = (0..n * n).flat_map(|u| (0..u).map(move |v| (u, v)));
    Graph::new(n * n, pairs.filter(|&(u, v)| share(cell(u), cell(v))).map(|(u, v)| (u as u16, v as u16)))
}

/// Each vertex of Z4 x Z4 joined to (0,1), (1,0), (1,1) further: the Shrikhande graph, with the parameters of `rook
/// 4x4`.
fn shrikhande() -> Graph {
    let at = |y: usize, x: usize| (y % 4 * 4 + x % 4) as u16;
    let cells = (0..16).map(|i| (i / 4, i % 4));
    Graph::new(16, cells.flat_map(|(y, x)| [(0, 1), (1, 0), (1, 1)].map(|(dy, dx)| (at(y, x), at(y + dy, x + dx)))))
}

/// A random cubic graph: three random pairings, where they do not collide.
fn cubic(n: usize, random: &mut Random) -> Graph {
    let mut edges = Vec::new();
    for _ in 0..3 {
        let order = random.order(n);
        edges.extend(order.chunks_exact(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))));
    }
    Graph::new(n, edges)
}

#[test]
fn symmetric_graphs_are_quick() {
    let mut random = Random(3);
    let mut graphs: Vec<(String, Graph)> = [
        "cube 5",
        "cube 6",
        "rook 4x4",
        "rook 6x6",
        "torus 6x6",
        "torus 5x7",
        "petersen 12,2",
        "complete 45",
        "bipartite 20,20",
        "bipartite 12,30",
        "wheel 40",
        "queen 8x8",
        "knight 8x8",
        "bishop 8x8",
        "moebius 3x12",
        "cylinder 4x9",
        "prism 30",
        "triangular 6x6",
        "hex 6x6",
        "tree parents 0,0,1,1,2,2,3,3,4,4,5,5,6,6",
        "star 60",
    ]
    .iter()
    .map(|text| (text.to_string(), graph(text)))
    .collect();
    graphs.push(("paley 29".to_string(), paley(29)));
    graphs.push(("paley 61".to_string(), paley(61)));
    graphs.push(("shrikhande".to_string(), shrikhande()));
    graphs.push(("latin 5".to_string(), latin(5, |r, c| (r + c) % 5)));
    graphs.push(("latin 6".to_string(), latin(6, |r, c| (r + c) % 6)));
    graphs.push(("cubic 40".to_string(), cubic(40, &mut random)));
    graphs.push(("cubic 200".to_string(), cubic(200, &mut random)));
    for (name, graph) in &graphs {
        let own = canonical(graph);
        assert!(own.is_some(), "{name} takes too long");
        for _ in 0..3 {
            let other = graph.induced(&random.order(graph.len()));
            assert_eq!(canonical(&other), own, "{name}");
        }
    }
    assert_ne!(canonical(&shrikhande()), canonical(&graph("rook 4x4")));
    assert_eq!(same::isomorphic(&shrikhande(), &graph("rook 4x4")), Some(false));
}

/// Points and lines of the projective plane over a prime field: the canonical form of such a graph is hard to find.
fn plane(q: usize) -> Graph {
    let mut points = vec![(1, 0, 0)];
    points.extend((0..q).map(|a| (a, 1, 0)));
    points.extend((0..q * q).map(|i| (i / q, i % q, 1)));
    let n = points.len();
    let incident =
        |a: (usize, usize, usize), b: (usize, usize, usize)| (a.0 * b.0 + a.1 * b.1 + a.2 * b.2).is_multiple_of(q);
    let pairs = (0..n).flat_map(|u| (0..n).map(move |v| (u, v)));
    let edges = pairs.filter(|&(u, v)| incident(points[u], points[v])).map(|(u, v)| (u as u16, (n + v) as u16));
    Graph::new(2 * n, edges)
}

#[test]
fn the_budget_is_kept() {
    let hard = plane(7);
    assert_eq!((hard.len(), hard.size()), (114, 456));
    assert_eq!(label::canonical(&hard, &vec![0; hard.len()], 20_000), None);
    // Whatever the budget, what is found is canonical.
    let mut random = Random(5);
    for budget in [10_000, 100_000, 1_000_000, label::BUDGET] {
        let other = hard.induced(&random.order(hard.len()));
        let forms = [&hard, &other]
            .map(|graph| label::canonical(graph, &vec![0; graph.len()], budget).map(|order| graph.induced(&order)));
        if let [Some(one), Some(two)] = &forms {
            assert_eq!(one, two);
        }
    }
}
