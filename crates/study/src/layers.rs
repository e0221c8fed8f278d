//! The nodes of a tree in an order in which every edge goes forward.

use crate::NodeId;

/// How the nodes of a tree are numbered anew.
pub(crate) struct Layers {
    /// The old numbers in the new order: by depth, then as they came.
    pub order: Vec<NodeId>,
    /// Per old number, the new one.
    pub rank: Vec<NodeId>,
    /// Per old number, the most moves that lead there from the root.
    pub depth: Vec<usize>,
}

/// Orders the nodes of a graph by depth, where node 0 is the root and reaches all others.
///
/// # Errors
/// A node on a cycle, if there is one.
pub(crate) fn layers(children: &[Vec<NodeId>]) -> Result<Layers, NodeId> {
    let mut parents = vec![0usize; children.len()];
    for &child in children.iter().flatten() {
        parents[child] += 1;
    }
    let mut depth = vec![0; children.len()];
    let mut ready: Vec<NodeId> = if parents.first() == Some(&0) { vec![0] } else { Vec::new() };
    let mut done = 0;
    while done < ready.len() {
        let node = ready[done];
        done += 1;
        for &child in &children[node] {
            depth[child] = depth[child].max(depth[node] + 1);
            parents[child] -= 1;
            if parents[child] == 0 {
                ready.push(child);
            }
        }
    }
    if done < children.len() {
        return Err(on_cycle(children, &parents));
    }
    let mut order: Vec<NodeId> = (0..children.len()).collect();
    order.sort_by_key(|&node| depth[node]);
    let mut rank = vec![0; children.len()];
    for (new, &old) in order.iter().enumerate() {
        rank[old] = new;
    }
    Ok(Layers { order, rank, depth })
}

/// Walks backwards among the nodes that were never ready: each has such a parent, so the walk meets itself, on a cycle.
fn on_cycle(children: &[Vec<NodeId>], waiting: &[usize]) -> NodeId {
    let mut parent = vec![None; children.len()];
    for (node, list) in children.iter().enumerate().filter(|&(node, _)| waiting[node] > 0) {
        for &child in list {
            parent[child] = Some(node);
        }
    }
    let mut seen = vec![false; children.len()];
    let mut at = waiting.iter().position(|&n| n > 0).unwrap_or(0);
    while !std::mem::replace(&mut seen[at], true) {
        at = parent[at].unwrap_or(at);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_go_forward() {
        let children = vec![vec![2, 1], vec![], vec![3, 1, 1], vec![1]];
        let layers = layers(&children).unwrap_or_else(|_| panic!("no cycle here"));
        assert_eq!(layers.depth, [0, 3, 1, 2]);
        assert_eq!(layers.order, [0, 2, 3, 1]);
        assert_eq!(layers.rank, [0, 3, 1, 2]);
    }

    #[test]
    fn a_cycle_is_named_by_one_of_its_nodes() {
        // 0 -> 1 -> 2 -> 3 -> 2, and 3 -> 4 behind the cycle.
        let children = vec![vec![1], vec![2], vec![3], vec![2, 4], vec![]];
        assert!(matches!(layers(&children), Err(2 | 3)));
        assert!(matches!(layers(&[vec![0]]), Err(0)));
    }
}
