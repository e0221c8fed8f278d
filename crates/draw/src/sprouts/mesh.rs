//! A land as a triangulated disc, in which every face of the drawing has room.
//!
//! Lines are cut by *beads*; every boundary of a region gets a *collar* of new vertices; the boundaries inside a region
//! are tied to a *hub*, so that together they have one collar; then the collar outside and the collar inside are
//! joined. Nothing but spots, dead spots and beads is drawn in the end, the rest keeps them apart.
//!
//! # Invariant
//! No two vertices are joined twice and none to itself, so the triangles have a circle packing ([`super::pack`]).

use super::graph::Graph;
use super::islands::Land;
use super::notation::Notation;

/// The least number of beads on a loop.
const BEADS_ON_LOOP: usize = 3;
/// Rings around everything: one for so many vertices outside, and the most. Without them the ends of long drawings are
/// tiny.
const OUTSIDE_OF_A_RING: usize = 16;
const MOST_RINGS: usize = 6;

/// The triangles of a land.
#[derive(Default, Debug)]
pub struct Mesh {
    /// Corners of each triangle, counterclockwise.
    pub triangles: Vec<[usize; 3]>,
    /// The number of vertices. Those of the graph come first, then beads.
    pub vertices: usize,
    /// The vertices around the outside.
    pub outside: Vec<usize>,
    /// The beads of each line of the graph, from its tail to its head.
    pub beads: Vec<Vec<usize>>,
    /// The walks around the faces inside the drawing, as darts of the graph.
    pub faces: Vec<Vec<usize>>,
}

/// Builds the graph and the mesh of a land. The more beads on a line, the less regions shrink that lie in each other.
pub fn build(notation: &Notation, land: &Land, beads: usize) -> (Graph, Mesh) {
    let mut graph = Graph::default();
    let mut vertex_of = vec![usize::MAX; notation.spots.len()];
    let on_words = land.islands.iter().flat_map(|island| island.words.iter().flat_map(|(_, word)| word));
    let lone = land.regions.iter().flat_map(|&r| &notation.regions[r].lone);
    for &spot in on_words.chain(lone) {
        if vertex_of[spot] == usize::MAX {
            vertex_of[spot] = graph.vertex(Some(spot));
        }
    }
    let faces: Vec<_> = land.islands.iter().map(|island| graph.add(island, &notation.spots, &vertex_of)).collect();

    let mut mesh = Mesh { vertices: graph.spots.len(), ..Mesh::default() };
    for line in 0..graph.tails.len() / 2 {
        let is_loop = graph.tails[2 * line] == graph.tails[2 * line + 1];
        let beads = if is_loop { beads.max(BEADS_ON_LOOP) } else { beads };
        let beads = (0..beads).map(|_| mesh.vertex()).collect();
        mesh.beads.push(beads);
    }
    // The region each island lies in comes before the regions it has inside.
    let mut around: Vec<Option<Vec<usize>>> = vec![None; notation.regions.len()];
    let mut inside: Vec<Vec<Vec<usize>>> = vec![Vec::new(); notation.regions.len()];
    let mut reached = vec![false; notation.regions.len()];
    reached[land.outer] = true;
    for (island, (words, dead)) in land.islands.iter().zip(&faces) {
        for face in dead {
            let walk = mesh.walk(&graph, face);
            mesh.cone(&walk);
            mesh.faces.push(face.clone());
        }
        for ((region, _), face) in island.words.iter().zip(words) {
            let walk = mesh.walk(&graph, face);
            if reached[*region] {
                inside[*region].push(walk);
            } else {
                around[*region] = Some(walk);
                mesh.faces.push(face.clone());
            }
        }
        island.words.iter().for_each(|&(region, _)| reached[region] = true);
    }
    for &region in &land.regions {
        let lone = notation.regions[region].lone.iter().map(|&spot| vec![vertex_of[spot]]);
        let walks: Vec<Vec<usize>> = std::mem::take(&mut inside[region]).into_iter().chain(lone).collect();
        let inner = mesh.tied(walks).map(|walk| mesh.collar(&walk));
        let outer = around[region].take().map(|walk| mesh.collar(&walk));
        match (outer, inner) {
            (Some(outer), Some(inner)) => mesh.join(&outer, &inner),
            (Some(ring), None) => mesh.cone(&ring),
            (None, Some(ring)) => mesh.outside = mesh.rings(ring),
            (None, None) => {}
        }
    }
    (graph, mesh)
}

impl Mesh {
    fn vertex(&mut self) -> usize {
        self.vertices += 1;
        self.vertices - 1
    }

    /// The vertices along the walk around a face, beads included.
    fn walk(&self, graph: &Graph, darts: &[usize]) -> Vec<usize> {
        let mut walk = Vec::new();
        for &dart in darts {
            walk.push(graph.tails[dart]);
            let beads = &self.beads[dart / 2];
            if dart % 2 == 0 { walk.extend(beads) } else { walk.extend(beads.iter().rev()) }
        }
        walk
    }

    /// One walk around all walks, by way of a hub if there are several.
    fn tied(&mut self, mut walks: Vec<Vec<usize>>) -> Option<Vec<usize>> {
        if walks.len() < 2 {
            return walks.pop();
        }
        let hub = self.vertex();
        let mut tied = Vec::new();
        for walk in walks {
            // Where a line ends there is most room.
            let end = (0..walk.len()).find(|&i| walk[(i + 1) % walk.len()] == walk[(i + walk.len() - 1) % walk.len()]);
            let from = end.unwrap_or(0);
            tied.push(hub);
            tied.extend(walk[from..].iter().chain(&walk[..from]));
            if walk.len() > 1 {
                tied.push(walk[from]);
            }
        }
        Some(tied)
    }

    /// A ring of new vertices along a walk: one beside each step, and more around the end of a line.
    fn collar(&mut self, walk: &[usize]) -> Vec<usize> {
        let n = walk.len();
        if n == 1 {
            let ring: Vec<usize> = (0..6).map(|_| self.vertex()).collect();
            for i in 0..6 {
                self.triangles.push([walk[0], ring[(i + 1) % 6], ring[i]]);
            }
            return ring;
        }
        let beside: Vec<usize> = (0..n).map(|_| self.vertex()).collect();
        let mut ring = Vec::new();
        for i in 0..n {
            let (before, here, after) = (walk[(i + n - 1) % n], walk[i], walk[(i + 1) % n]);
            self.triangles.push([here, after, beside[i]]);
            let more = if before == after { 3 } else { 0 };
            let mut last = beside[(i + n - 1) % n];
            for _ in 0..more {
                let corner = self.vertex();
                self.triangles.push([here, corner, last]);
                ring.push(corner);
                last = corner;
            }
            self.triangles.push([here, beside[i], last]);
            ring.push(beside[i]);
        }
        ring
    }

    /// Rings of new vertices around a ring with the face on its left; the last one.
    fn rings(&mut self, mut inner: Vec<usize>) -> Vec<usize> {
        for _ in 0..(inner.len() / OUTSIDE_OF_A_RING).min(MOST_RINGS) {
            let outer: Vec<usize> = inner.iter().map(|_| self.vertex()).collect();
            let facing: Vec<usize> = outer.iter().rev().copied().collect();
            self.join(&facing, &inner);
            inner = outer;
        }
        inner
    }

    /// Closes a face around which every vertex stands once.
    fn cone(&mut self, ring: &[usize]) {
        let top = self.vertex();
        for i in 0..ring.len() {
            self.triangles.push([ring[i], ring[(i + 1) % ring.len()], top]);
        }
    }

    /// Closes a face between two rings, both with the face on their left.
    fn join(&mut self, a: &[usize], b: &[usize]) {
        let (m, n) = (a.len(), b.len());
        let (mut i, mut j) = (0, 0);
        // `b` is passed backwards.
        let b_at = |j: usize| b[(n - j % n) % n];
        while i < m || j < n {
            if j == n || (i < m && i * n <= j * m) {
                self.triangles.push([a[i], a[(i + 1) % m], b_at(j)]);
                i += 1;
            } else {
                self.triangles.push([b_at(j + 1), b_at(j), a[i % m]]);
                j += 1;
            }
        }
    }
}
