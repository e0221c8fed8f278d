//! The partial tree that suffices for a nimber (section 4.3 of the paper).
//!
//! That P has nimber n is proved by an option with nimber k for every k < n, and by every other option being different
//! from n. That Q is different from n is proved by an option of Q with nimber n, or by the nimber that Q has: the
//! moves in the position part and in the nimber part of the couple (Q, n), which is thereby winning (section 5.1).

use crate::layers::layers;
use crate::{GameTree, NodeId, PlainSum};
use grundy_core::{Nimber, NimberSet};
use std::collections::HashMap;

/// A part of a game tree that proves the nimber of its root.
///
/// # Invariant
/// Node 0 is the root and labelled with its nimber. A node `Is(n)` has one child for every option of its position: for
/// every k < n at least one of them is `Is(k)`, and each is `Is(m)` with m ≠ n, or `IsNot(n)`. A node `IsNot(n)` has
/// one child, an option that `Is(n)`. A position is either one node `Is`, or one node for each `IsNot` asked of it.
/// Nodes stand by depth, and children have larger numbers.
#[derive(Clone, Debug)]
pub struct NimberProof {
    nodes: Vec<ProofNode>,
}

/// A position in a [`NimberProof`].
#[derive(Clone, Debug)]
pub struct ProofNode {
    /// The position.
    pub position: PlainSum,
    /// What is proved of it.
    pub label: Label,
    /// What proves it.
    pub children: Vec<NodeId>,
    /// The most moves that lead here from the root: the layer to draw the node on.
    pub depth: usize,
}

/// What is proved of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// Its nimber.
    Is(Nimber),
    /// A nimber it does not have.
    IsNot(Nimber),
}

impl NimberProof {
    /// A small proof of the nimber of the root of a game tree, and a part of that tree.
    ///
    /// Every claim has a price: the size of its cheapest proof written out as a tree. From the root down, each node
    /// takes the witnesses that add the least to what is wanted already. A node of which only "different" is asked gets
    /// its nimber proved instead if no option shows it, or if that is cheaper. Then the same again with what the last
    /// round wanted for free, as long as the proof shrinks. The proof is small, not always the smallest.
    pub fn new(tree: &GameTree) -> Self {
        let mut choice = Choice::new(tree);
        let mut best = choice.round();
        loop {
            let next = choice.round();
            if next.len() >= best.len() {
                return best.build();
            }
            best = next;
        }
    }

    /// The position whose nimber is proved.
    pub fn root(&self) -> &ProofNode {
        &self.nodes[0]
    }

    /// All nodes, the root first.
    pub fn nodes(&self) -> &[ProofNode] {
        &self.nodes
    }

    /// How many nodes are only proved different from a nimber.
    pub fn different(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node.label, Label::IsNot(_))).count()
    }
}

/// What is wanted of each node of the game tree, and what it costs.
#[derive(Clone)]
struct Choice<'t> {
    tree: &'t GameTree,
    /// The price of the nimber of each node; nothing for those whose nimber the last round wanted.
    price: Vec<f64>,
    /// The nodes whose nimber is wanted.
    is: Vec<bool>,
    /// The nimbers each node is wanted to be different from, each with the option that shows it once that is settled.
    is_not: Vec<Vec<(Nimber, NodeId)>>,
    asked: Vec<NimberSet>,
}

/// Prices grow exponentially with the height; beyond this they are all alike.
const DEAREST: f64 = 1e300;

impl<'t> Choice<'t> {
    fn new(tree: &'t GameTree) -> Self {
        let n = tree.nodes().len();
        let mut choice = Choice {
            tree,
            price: vec![0.0; n],
            is: vec![false; n],
            is_not: vec![Vec::new(); n],
            asked: vec![NimberSet::new(); n],
        };
        for id in (0..n).rev() {
            let node = &tree.nodes()[id];
            let others: f64 = node.options.iter().map(|&option| choice.price_different(option, node.nimber)).sum();
            let witnesses: f64 = choice.witnesses(id).into_iter().map(|w| choice.extra(w, node.nimber)).sum();
            choice.price[id] = (1.0 + others + witnesses).min(DEAREST);
        }
        choice
    }

    /// Settles every node from the root down, and makes what was wanted free for the next round.
    fn round(&mut self) -> Self {
        let mut round = self.clone();
        round.is[0] = true;
        for id in 0..self.tree.nodes().len() {
            round.settle(id);
        }
        for (price, _) in self.price.iter_mut().zip(&round.is).filter(|&(_, &wanted)| wanted) {
            *price = 0.0;
        }
        round
    }

    /// The number of claims.
    fn len(&self) -> usize {
        self.is.iter().zip(&self.is_not).map(|(&is, is_not)| if is { 1 } else { is_not.len() }).sum()
    }

    /// The cheapest option of a node with this nimber.
    fn cheapest(&self, id: NodeId, nimber: Nimber) -> Option<NodeId> {
        let price = |option: &NodeId| if self.is[*option] { 0.0 } else { self.price[*option] };
        let options = self.tree.nodes()[id].options.iter().copied();
        options
            .filter(|&option| self.tree.nodes()[option].nimber == nimber)
            .min_by(|a, b| price(a).total_cmp(&price(b)))
    }

    /// The price of showing that a node is different from a nimber it does not have.
    fn price_different(&self, id: NodeId, nimber: Nimber) -> f64 {
        if self.is[id] || self.asked[id].contains(nimber) {
            return 0.0;
        }
        let shown = |option: NodeId| if self.is[option] { 1.0 } else { 1.0 + self.price[option] };
        self.cheapest(id, nimber).map_or(self.price[id], |option| shown(option).min(self.price[id]))
    }

    /// What it costs to prove the nimber of an option of a node with nimber `n`, beyond showing that it is not `n`.
    fn extra(&self, option: NodeId, n: Nimber) -> f64 {
        if self.is[option] { 0.0 } else { (self.price[option] - self.price_different(option, n)).max(0.0) }
    }

    /// For every nimber below that of a node, the option to prove it with.
    fn witnesses(&self, id: NodeId) -> Vec<NodeId> {
        let node = &self.tree.nodes()[id];
        let mut best: HashMap<Nimber, (f64, NodeId)> = HashMap::new();
        for &option in &node.options {
            let nimber = self.tree.nodes()[option].nimber;
            if nimber < node.nimber {
                let extra = self.extra(option, node.nimber);
                let entry = best.entry(nimber).or_insert((extra, option));
                if extra < entry.0 {
                    *entry = (extra, option);
                }
            }
        }
        node.nimber.below().filter_map(|k| best.get(&k).map(|&(_, option)| option)).collect()
    }

    /// Decides how a node proves what is wanted of it. All that can want something of it has been settled before.
    fn settle(&mut self, id: NodeId) {
        let asked: Vec<Nimber> = self.asked[id].iter().collect();
        if !self.is[id] && !asked.is_empty() {
            let shown: Option<Vec<NodeId>> = asked.iter().map(|&n| self.cheapest(id, n)).collect();
            let cost = |option: &NodeId| 1.0 + if self.is[*option] { 0.0 } else { self.price[*option] };
            match shown {
                Some(shown) if shown.iter().map(cost).sum::<f64>() <= self.price[id] => {
                    for &option in &shown {
                        self.is[option] = true;
                    }
                    self.is_not[id] = asked.into_iter().zip(shown).collect();
                }
                _ => self.is[id] = true,
            }
        }
        if self.is[id] {
            let node = &self.tree.nodes()[id];
            for witness in self.witnesses(id) {
                self.is[witness] = true;
            }
            for &option in &node.options {
                if !self.is[option] {
                    self.asked[option].insert(node.nimber);
                }
            }
        }
    }

    fn build(self) -> NimberProof {
        let mut claims: Vec<(NodeId, Label)> = Vec::new();
        for (id, node) in self.tree.nodes().iter().enumerate() {
            if self.is[id] {
                claims.push((id, Label::Is(node.nimber)));
            } else {
                claims.extend(self.is_not[id].iter().map(|&(n, _)| (id, Label::IsNot(n))));
            }
        }
        let numbers: HashMap<(NodeId, Label), NodeId> =
            claims.iter().enumerate().map(|(i, &claim)| (claim, i)).collect();
        let label = |option: NodeId, n: Nimber| match self.is[option] {
            true => Label::Is(self.tree.nodes()[option].nimber),
            false => Label::IsNot(n),
        };
        let children: Vec<Vec<NodeId>> = (claims.iter())
            .map(|&(id, claim)| match claim {
                Label::Is(n) => self.tree.nodes()[id].options.iter().map(|&o| numbers[&(o, label(o, n))]).collect(),
                Label::IsNot(n) => {
                    let shown = self.is_not[id].iter().filter(|&&(m, _)| m == n);
                    shown.map(|&(_, option)| numbers[&(option, Label::Is(n))]).collect()
                }
            })
            .collect();
        let layers = layers(&children).unwrap_or_else(|_| unreachable!("a part of a game tree has no cycle"));
        let node = |&old: &NodeId| ProofNode {
            position: self.tree.nodes()[claims[old].0].position.clone(),
            label: claims[old].1,
            children: children[old].iter().map(|&child| layers.rank[child]).collect(),
            depth: layers.depth[old],
        };
        NimberProof { nodes: layers.order.iter().map(node).collect() }
    }
}
