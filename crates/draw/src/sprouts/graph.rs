//! An island as a plane graph that Sprouts could have drawn.
//!
//! The dead faces of an [`Island`] are closed as far as they can be, like zips: a spot with one life gets its two
//! lines, a spot with two lives its one line, and where lines must part there is a dead spot with three. Nothing is
//! left of the sides of the polygons: every line of the graph comes from a dead face.

use super::islands::Island;
use super::notation::Name;

/// A plane graph. Dart `d` leaves its tail and has the twin `d ^ 1`; line `e` is the darts `2e` and `2e + 1`.
#[derive(Default, Debug)]
pub struct Graph {
    /// The spot of each vertex; dead spots have none.
    pub spots: Vec<Option<usize>>,
    /// The vertex each dart leaves.
    pub tails: Vec<usize>,
    /// The darts that leave each vertex, counterclockwise.
    pub around: Vec<Vec<usize>>,
}

impl Graph {
    /// A vertex.
    pub fn vertex(&mut self, spot: Option<usize>) -> usize {
        self.spots.push(spot);
        self.around.push(Vec::new());
        self.spots.len() - 1
    }

    /// A line; its first dart. The caller says where it stands around its ends.
    fn line(&mut self, from: usize, to: usize) -> usize {
        self.tails.extend([from, to]);
        self.tails.len() - 2
    }

    /// The dart that follows on the walk around the face on the left.
    fn next(&self, dart: usize) -> usize {
        let around = &self.around[self.tails[dart ^ 1]];
        let at = around.iter().position(|&d| d == dart ^ 1).unwrap_or(0);
        around[(at + around.len() - 1) % around.len()]
    }

    /// The walk around the face on the left of a dart.
    pub fn face(&self, dart: usize) -> Vec<usize> {
        let mut walk = vec![dart];
        let mut at = self.next(dart);
        while at != dart {
            walk.push(at);
            at = self.next(at);
        }
        walk
    }

    /// Adds an island; `vertex_of` has the vertex of each of its spots. Gives the walks around the faces of its words,
    /// in their order, and those around its dead faces.
    pub fn add(&mut self, island: &Island, names: &[Name], vertex_of: &[usize]) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
        let first_dart = self.tails.len();
        let mut leaving: Vec<usize> = vec![0; island.words.len()];
        for dead in &island.dead {
            let corners: Vec<Corner> = (dead.iter())
                .map(|&(w, i)| {
                    let spot = island.words[w].1[i];
                    let keep = names[spot].lives == 1 && names[spot].times == 1;
                    Corner { vertex: vertex_of[spot], keep, first_of: (i == 0).then_some(w) }
                })
                .collect();
            let darts = self.close(&corners);
            for (corner, dart) in corners.iter().zip(darts) {
                if let Some(word) = corner.first_of {
                    leaving[word] = dart;
                }
            }
        }
        let faces: Vec<Vec<usize>> = leaving.iter().map(|&dart| self.face(dart)).collect();
        let mut seen = vec![false; self.tails.len()];
        faces.iter().flatten().for_each(|&dart| seen[dart] = true);
        let mut dead = Vec::new();
        for dart in first_dart..self.tails.len() {
            if !seen[dart] {
                let face = self.face(dart);
                face.iter().for_each(|&dart| seen[dart] = true);
                dead.push(face);
            }
        }
        (faces, dead)
    }

    /// Draws what is left of a dead face. Gives for each corner the dart that leaves it with, on its left, the region
    /// of the corner.
    fn close(&mut self, corners: &[Corner]) -> Vec<usize> {
        match corners {
            // A single line ends in a dead spot with a loop.
            [one] if !one.keep => {
                let dead = self.vertex(None);
                let (line, loop_) = (self.line(one.vertex, dead), self.line(dead, dead));
                self.around[one.vertex].push(line);
                self.around[dead] = vec![line ^ 1, loop_, loop_ ^ 1];
                vec![line]
            }
            [a, b] if !a.keep && !b.keep => {
                let line = self.line(a.vertex, b.vertex);
                self.around[a.vertex].push(line);
                self.around[b.vertex].push(line ^ 1);
                vec![line, line ^ 1]
            }
            _ if corners.iter().all(|corner| !corner.keep) => self.tree(corners),
            _ => self.ring(corners),
        }
    }

    /// Three or more spots, joined by dead spots without a face between them.
    fn tree(&mut self, corners: &[Corner]) -> Vec<usize> {
        let (a, b) = (corners.len().div_ceil(3), corners.len() - corners.len() / 3);
        let centre = self.vertex(None);
        let mut darts = Vec::new();
        for part in [&corners[..a], &corners[a..b], &corners[b..]] {
            let down = self.branch(centre, part, &mut darts);
            self.around[centre].push(down);
        }
        darts
    }

    /// Joins a vertex to all corners of a part; gives the dart that leaves the vertex.
    fn branch(&mut self, from: usize, part: &[Corner], darts: &mut Vec<usize>) -> usize {
        if let [corner] = part {
            let line = self.line(from, corner.vertex);
            self.around[corner.vertex].push(line ^ 1);
            darts.push(line ^ 1);
            return line;
        }
        let node = self.vertex(None);
        let line = self.line(from, node);
        self.around[node].push(line ^ 1);
        let (left, right) = part.split_at(part.len() / 2);
        for half in [left, right] {
            let down = self.branch(node, half, darts);
            self.around[node].push(down);
        }
        line
    }

    /// A ring around the dead face, with the spots that lie on it and dead spots for the lines that come to it. If
    /// several spots lie on it, lines inside part them: each is alone on its side, or it could still be played there.
    fn ring(&mut self, corners: &[Corner]) -> Vec<usize> {
        let several = corners.iter().filter(|corner| corner.keep).count() > 1;
        let mut nodes = Vec::new();
        for corner in corners {
            nodes.push((if corner.keep { corner.vertex } else { self.vertex(None) }, Some(corner)));
            if corner.keep && several {
                nodes.push((self.vertex(None), None));
            }
        }
        let k = nodes.len();
        let sides: Vec<usize> = (0..k).map(|i| self.line(nodes[i].0, nodes[(i + 1) % k].0)).collect();
        for (&(node, _), &ahead) in nodes.iter().zip(&sides) {
            self.around[node].push(ahead);
        }
        let inside = nodes.iter().filter(|(_, corner)| corner.is_none());
        let inside: Vec<Corner> = inside.map(|&(vertex, _)| Corner { vertex, keep: false, first_of: None }).collect();
        if several {
            self.close(&inside);
        }
        let mut darts = Vec::new();
        for (i, &(node, corner)) in nodes.iter().enumerate() {
            let back = sides[(i + k - 1) % k] ^ 1;
            self.around[node].push(back);
            match corner {
                None => {}
                Some(corner) if corner.keep => darts.push(back),
                Some(corner) => {
                    let line = self.line(node, corner.vertex);
                    self.around[node].push(line);
                    self.around[corner.vertex].push(line ^ 1);
                    darts.push(line ^ 1);
                }
            }
        }
        darts
    }
}

/// A corner of a dead face.
struct Corner {
    vertex: usize,
    /// A spot that occurs once with one life: its other side is dead, so both its lines lie on the dead face.
    keep: bool,
    /// The word whose first place this is.
    first_of: Option<usize>,
}
