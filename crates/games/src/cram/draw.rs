//! A drawing of a graph on the board, so that exact forms are boards like all others: short, fast to play, and to be
//! read.
//!
//! Which drawing is found depends on the graph as it is numbered and on nothing else; for a canonically labelled graph
//! it is therefore canonical. Vertices are placed one after the other, the one with the fewest free places first, and
//! each where it needs the fewest walls and the smallest box. A graph that is not drawn within a number of steps stays
//! a graph.

use super::board::{Board, MAX_CELLS, MAX_SIDE};
use grundy_graph::Graph;
use grundy_graph::bits::{Bits, Wide};

/// A board whose graph this is, if one is found.
pub(super) fn draw(graph: &Graph) -> Option<Board<Wide<16>>> {
    let n = graph.len();
    if n == 0 || (0..n).any(|v| graph.degree(v) > 4) || !graph.is_bipartite() {
        return None;
    }
    let distances = distances(graph);
    if crowded(n, &distances) {
        return None;
    }
    let side = (2 * n + 1).min(SIDE);
    let mut pen = Pen {
        graph,
        side,
        vertex: vec![EMPTY; side * side],
        place: vec![OPEN; n],
        corners: [side / 2; 4],
        on_cycle: on_cycle(graph),
        distances,
        budget: 20 * n + 2000,
    };
    let centre = side / 2 * side + side / 2;
    let first = pen.on_cycle.iter().position(|&on| on).unwrap_or(0);
    pen.put(first, centre);
    if !pen.complete(n - 1) {
        return None;
    }
    let [left, top, end, bottom] = pen.corners;
    let (columns, rows) = (end + 1 - left, bottom + 1 - top);
    if columns.max(rows) > MAX_SIDE || columns * rows > MAX_CELLS {
        return None;
    }
    let mut board = Board { columns, rows, right: Wide::default(), down: Wide::default() };
    for (u, v) in graph.edges() {
        let (from, to) = (pen.place[usize::from(u)], pen.place[usize::from(v)]);
        let (from, to) = (from.min(to), from.max(to));
        let bit = Wide::bit((from / side - top) * columns + from % side - left);
        if to == from + 1 {
            board.right = board.right | bit;
        } else {
            board.down = board.down | bit;
        }
    }
    Some(board)
}

/// The longest side of the sheet.
const SIDE: usize = 257;
const EMPTY: u16 = u16::MAX;
const OPEN: usize = usize::MAX;

/// A partial drawing on a sheet of `side` x `side`.
struct Pen<'g> {
    graph: &'g Graph,
    side: usize,
    /// The vertex at each place of the sheet.
    vertex: Vec<u16>,
    /// The place of each vertex.
    place: Vec<usize>,
    /// Left, top, right and bottom of the box around what is drawn.
    corners: [usize; 4],
    /// Whether a vertex lies on a cycle or between two.
    on_cycle: Vec<bool>,
    /// The distance in the graph from each vertex to each.
    distances: Vec<u16>,
    budget: usize,
}

/// Where a vertex can go.
struct Places {
    list: [usize; 4],
    count: usize,
}

/// The distances between all pairs of vertices, those from each vertex in a row.
fn distances(graph: &Graph) -> Vec<u16> {
    let n = graph.len();
    let mut distances = vec![u16::MAX; n * n];
    let mut reached = Vec::with_capacity(n);
    for (from, distance) in distances.chunks_exact_mut(n).enumerate() {
        distance[from] = 0;
        reached.clear();
        reached.push(from);
        let mut next = 0;
        while next < reached.len() {
            let v = reached[next];
            next += 1;
            for u in graph.neighbours(v).iter().map(|&u| usize::from(u)) {
                if distance[u] == u16::MAX {
                    distance[u] = distance[v] + 1;
                    reached.push(u);
                }
            }
        }
    }
    distances
}

/// Whether some vertex has more vertices around it than a board has room for within that distance: then there is no
/// drawing, and no need to try for long.
fn crowded(n: usize, distances: &[u16]) -> bool {
    let mut within = Vec::new();
    distances.chunks_exact(n).any(|row| {
        within.clear();
        within.resize(n, 0usize);
        row.iter().filter(|&&distance| distance < u16::MAX).for_each(|&distance| within[usize::from(distance)] += 1);
        let mut sum = 0;
        within.iter().enumerate().any(|(r, count)| {
            sum += count;
            sum > 2 * r * (r + 1) + 1
        })
    })
}

/// Which vertices are left when leaves are taken off again and again.
fn on_cycle(graph: &Graph) -> Vec<bool> {
    let mut degree: Vec<usize> = (0..graph.len()).map(|v| graph.neighbours(v).len()).collect();
    let mut leaves: Vec<usize> = (0..graph.len()).filter(|&v| degree[v] <= 1).collect();
    while let Some(v) = leaves.pop() {
        degree[v] = 0;
        for u in graph.neighbours(v).iter().map(|&u| usize::from(u)) {
            if degree[u] > 0 {
                degree[u] -= 1;
                if degree[u] == 1 {
                    leaves.push(u);
                }
            }
        }
    }
    degree.into_iter().map(|degree| degree > 0).collect()
}

impl Pen<'_> {
    /// Places the `left` vertices that are left.
    fn complete(&mut self, left: usize) -> bool {
        if left == 0 {
            return true;
        }
        // Where there is no choice first; then what lies on cycles, which trees can be bent around; then the fewest
        // places.
        let open = (0..self.place.len()).filter(|&v| self.place[v] == OPEN);
        let urgency = |v: usize, places: &Places| (places.count > 1, !self.on_cycle[v], places.count, v);
        let next = open.filter_map(|v| self.places(v).map(|places| (v, places)));
        let Some((v, places)) = next.min_by_key(|(v, places)| urgency(*v, places)) else { return false };
        let mut places = places;
        let places = &mut places.list[..places.count];
        places.sort_by_key(|&place| (self.walls(v, place), self.area(place)));
        for &mut place in places {
            if self.budget == 0 {
                return false;
            }
            self.budget -= 1;
            if !self.within_reach(v, place) {
                continue;
            }
            let corners = self.corners;
            self.put(v, place);
            if self.around(place).all(|near| self.has_room(near)) && self.has_room(place) && self.complete(left - 1) {
                return true;
            }
            self.vertex[place] = EMPTY;
            self.place[v] = OPEN;
            self.corners = corners;
        }
        false
    }

    /// Where `v` can go next to its neighbours; `None` if none of them is drawn yet.
    fn places(&self, v: usize) -> Option<Places> {
        let mut drawn =
            self.graph.neighbours(v).iter().map(|&u| self.place[usize::from(u)]).filter(|&place| place != OPEN);
        let first = drawn.next()?;
        let mut places = Places { list: [OPEN; 4], count: 0 };
        for place in self.around(first).filter(|&place| self.vertex[place] == EMPTY) {
            if drawn.clone().all(|other| self.around(place).any(|near| near == other)) {
                places.list[places.count] = place;
                places.count += 1;
            }
        }
        Some(places)
    }

    fn around(&self, place: usize) -> impl Iterator<Item = usize> + use<> {
        let (x, y, side) = (place % self.side, place / self.side, self.side);
        let sides =
            [(x + 1 < side, 1), (y + 1 < side, side), (x > 0, 1usize.wrapping_neg()), (y > 0, side.wrapping_neg())];
        sides.into_iter().filter(|&(inside, _)| inside).map(move |(_, step)| place.wrapping_add(step))
    }

    /// Whether the vertex at the place has a free place for each neighbour that is not drawn yet.
    fn has_room(&self, place: usize) -> bool {
        let v = self.vertex[place];
        v == EMPTY || {
            let waiting = self.graph.neighbours(usize::from(v)).iter().filter(|&&u| self.place[usize::from(u)] == OPEN);
            waiting.count() <= self.around(place).filter(|&near| self.vertex[near] == EMPTY).count()
        }
    }

    /// Whether no drawn vertex is farther away on the sheet than in the graph.
    fn within_reach(&self, v: usize, place: usize) -> bool {
        let (x, y) = (place % self.side, place / self.side);
        let n = self.graph.len();
        self.place.iter().zip(&self.distances[v * n..]).all(|(&other, &distance)| {
            other == OPEN || (other % self.side).abs_diff(x) + (other / self.side).abs_diff(y) <= usize::from(distance)
        })
    }

    /// Drawn vertices beside the place that are no neighbours of `v`.
    fn walls(&self, v: usize, place: usize) -> usize {
        let strangers = self.around(place).map(|near| self.vertex[near]);
        strangers.filter(|&u| u != EMPTY && !self.graph.neighbours(v).contains(&u)).count()
    }

    /// The area of the box once the place is drawn on.
    fn area(&self, place: usize) -> usize {
        let [left, top, right, bottom] = self.grown(place);
        (right + 1 - left) * (bottom + 1 - top)
    }

    fn grown(&self, place: usize) -> [usize; 4] {
        let ([left, top, right, bottom], x, y) = (self.corners, place % self.side, place / self.side);
        [left.min(x), top.min(y), right.max(x), bottom.max(y)]
    }

    fn put(&mut self, v: usize, place: usize) {
        self.vertex[place] = v as u16;
        self.place[v] = place;
        self.corners = self.grown(place);
    }
}
