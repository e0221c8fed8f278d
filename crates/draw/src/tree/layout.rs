//! Layers: where the nodes of a tree and its edges go (Sugiyama's method).
//!
//! An edge over several layers gets a place of its own in each layer it passes, so no node hides it. The order in a
//! layer follows the barycentres of the neighbours, up and down, and the order with the fewest crossings is kept; then
//! every node goes as near to its neighbours as the order allows.

use crate::picture::Point;

/// What is laid out: sizes and depths, and edges from a smaller to a larger depth.
pub struct Boxes {
    /// Width and height of each box.
    pub sizes: Vec<Point>,
    /// The layer of each box.
    pub depths: Vec<usize>,
    /// From, to.
    pub edges: Vec<(usize, usize)>,
}

/// Where everything is.
pub struct Placed {
    /// The upper left corner of each box.
    pub corners: Vec<Point>,
    /// For each edge its points from layer to layer: each pair is the piece inside one gap, upper and lower end.
    pub routes: Vec<Vec<[Point; 2]>>,
    /// Extent of the whole.
    pub size: Point,
}

/// Between boxes of a layer, and between layers.
const GAP: f64 = 14.0;
const BETWEEN: f64 = 46.0;
/// Width of the place of an edge that passes a layer.
const LANE: f64 = 4.0;
/// How often the layers are gone through.
const SWEEPS: usize = 24;

/// Lays boxes out.
pub fn place(boxes: &Boxes) -> Placed {
    let mut items = Items::new(boxes);
    items.order();
    let x = items.across();
    items.placed(boxes, &x)
}

/// Boxes and the places of edges that pass layers.
struct Items {
    width: Vec<f64>,
    layer: Vec<usize>,
    layers: Vec<Vec<usize>>,
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    /// The items along each edge.
    chains: Vec<Vec<usize>>,
}

impl Items {
    fn new(boxes: &Boxes) -> Self {
        let mut width: Vec<f64> = boxes.sizes.iter().map(|size| size[0]).collect();
        let mut layer = boxes.depths.clone();
        let mut chains = Vec::new();
        for &(from, to) in &boxes.edges {
            let mut chain = vec![from];
            for depth in boxes.depths[from] + 1..boxes.depths[to] {
                width.push(LANE);
                layer.push(depth);
                chain.push(layer.len() - 1);
            }
            chain.push(to);
            chains.push(chain);
        }
        let mut layers = vec![Vec::new(); layer.iter().max().map_or(0, |most| most + 1)];
        let (mut above, mut below) = (vec![Vec::new(); layer.len()], vec![Vec::new(); layer.len()]);
        for (item, &depth) in layer.iter().enumerate() {
            layers[depth].push(item);
        }
        for pair in chains.iter().flat_map(|chain| chain.windows(2)) {
            below[pair[0]].push(pair[1]);
            above[pair[1]].push(pair[0]);
        }
        Items { width, layer, layers, above, below, chains }
    }

    /// Sorts each layer by barycentres, and keeps the order with the fewest crossings.
    fn order(&mut self) {
        let mut best = (usize::MAX, self.layers.clone());
        for sweep in 0..SWEEPS {
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
            if crossings == 0 {
                break;
            }
            let down = sweep % 2 == 0;
            let count = self.layers.len();
            for step in 1..count {
                let at = if down { step } else { count - 1 - step };
                let position = self.positions();
                let neighbours = if down { &self.above } else { &self.below };
                let key = |item: usize| {
                    let near = &neighbours[item];
                    let sum: usize = near.iter().map(|&n| position[n]).sum();
                    if near.is_empty() { position[item] as f64 } else { sum as f64 / near.len() as f64 }
                };
                let mut keyed: Vec<(f64, usize)> = self.layers[at].iter().map(|&item| (key(item), item)).collect();
                // Stable, so that equal ones keep the order that has proved itself; every third sweep they are turned
                // round.
                if sweep % 3 == 2 {
                    keyed.reverse();
                }
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.layers[at] = keyed.into_iter().map(|(_, item)| item).collect();
            }
        }
        let last = self.crossings();
        if last > best.0 {
            self.layers = best.1;
        }
    }

    fn positions(&self) -> Vec<usize> {
        let mut position = vec![0; self.layer.len()];
        for layer in &self.layers {
            for (i, &item) in layer.iter().enumerate() {
                position[item] = i;
            }
        }
        position
    }

    fn crossings(&self) -> usize {
        let position = self.positions();
        let mut count = 0;
        for layer in &self.layers {
            let mut ends: Vec<usize> = Vec::new();
            for &item in layer {
                let mut mine: Vec<usize> = self.below[item].iter().map(|&b| position[b]).collect();
                mine.sort_unstable();
                count += mine.iter().map(|m| ends.iter().filter(|&end| end > m).count()).sum::<usize>();
                ends.extend(mine);
            }
        }
        count
    }

    /// The middle of each item from left to right.
    fn across(&self) -> Vec<f64> {
        let mut x = vec![0.0; self.layer.len()];
        let settle = |layer: &[usize], wanted: &[f64], x: &mut [f64]| {
            // Offsets of the middles when packed; what is left to decide is increasing, and pools of equal shift solve
            // it.
            let mut offset = Vec::with_capacity(layer.len());
            for (i, &item) in layer.iter().enumerate() {
                offset.push(match i {
                    0 => 0.0,
                    _ => offset[i - 1] + (self.width[layer[i - 1]] + self.width[item]) / 2.0 + GAP,
                });
            }
            let mut pools: Vec<(f64, f64, usize)> = Vec::new();
            for (i, want) in wanted.iter().enumerate() {
                pools.push((want - offset[i], 1.0, 1));
                while let [.., a, b] = pools[..] {
                    if a.0 <= b.0 {
                        break;
                    }
                    pools.truncate(pools.len() - 2);
                    pools.push(((a.0 * a.1 + b.0 * b.1) / (a.1 + b.1), a.1 + b.1, a.2 + b.2));
                }
            }
            let shifts = pools.iter().flat_map(|&(shift, _, count)| std::iter::repeat_n(shift, count));
            for ((i, &item), shift) in layer.iter().enumerate().zip(shifts) {
                x[item] = offset[i] + shift;
            }
        };
        for layer in &self.layers {
            settle(layer, &vec![0.0; layer.len()], &mut x);
        }
        for sweep in 0..SWEEPS {
            for step in 0..self.layers.len() {
                let layer = &self.layers[if sweep % 2 == 0 { step } else { self.layers.len() - 1 - step }];
                let wanted: Vec<f64> = (layer.iter())
                    .map(|&item| {
                        let near: Vec<f64> = self.above[item].iter().chain(&self.below[item]).map(|&n| x[n]).collect();
                        if near.is_empty() { x[item] } else { near.iter().sum::<f64>() / near.len() as f64 }
                    })
                    .collect();
                settle(layer, &wanted, &mut x);
            }
        }
        x
    }

    fn placed(&self, boxes: &Boxes, x: &[f64]) -> Placed {
        let left = (0..x.len()).map(|i| x[i] - self.width[i] / 2.0).fold(f64::INFINITY, f64::min);
        let right = (0..x.len()).map(|i| x[i] + self.width[i] / 2.0).fold(f64::NEG_INFINITY, f64::max);
        let high = |depth: usize| {
            let heights = (0..boxes.sizes.len()).filter(|&i| boxes.depths[i] == depth).map(|i| boxes.sizes[i][1]);
            heights.fold(0.0, f64::max)
        };
        let mut tops = vec![0.0];
        for depth in 0..self.layers.len() {
            tops.push(tops[depth] + high(depth) + BETWEEN);
        }
        // Boxes stand in the middle of their layer; an edge goes straight up or down to the rim of the layer.
        let top = |item: usize| {
            let depth = self.layer[item];
            boxes.sizes.get(item).map_or(tops[depth], |size| tops[depth] + (high(depth) - size[1]) / 2.0)
        };
        let corners = (0..boxes.sizes.len()).map(|i| [x[i] - self.width[i] / 2.0 - left, top(i)]).collect();
        let route = |chain: &Vec<usize>| {
            chain
                .windows(2)
                .map(|pair| {
                    let below = tops[self.layer[pair[0]]] + high(self.layer[pair[0]]);
                    [[x[pair[0]] - left, below], [x[pair[1]] - left, tops[self.layer[pair[1]]]]]
                })
                .collect()
        };
        let height = tops.last().map_or(0.0, |bottom| (bottom - BETWEEN).max(0.0));
        Placed { corners, routes: self.chains.iter().map(route).collect(), size: [(right - left).max(0.0), height] }
    }
}
