//! The fixed sets of `grundy bench`. The peers' times come from `bench/data/peers.tsv`, as do those of the documents.

/// Seconds of other programs: game, position, program, seconds, source.
const PEERS: &str = include_str!("../../../../../bench/data/peers.tsv");

/// A fixed set of questions about one game.
pub struct Set {
    /// What a position is called.
    pub column: &'static str,
    /// The head of the peer's column.
    pub peer: &'static str,
    /// Whether nimbers are asked for, rather than outcomes.
    pub nimbers: bool,
    game: &'static str,
    program: &'static str,
    positions: &'static [&'static str],
}

/// A question of a set, or of the user's.
#[derive(Clone)]
pub struct Item {
    /// The position.
    pub position: String,
    /// The peer's seconds, where they are known.
    pub peer_seconds: Option<f64>,
}

impl Set {
    /// The questions of the set.
    pub fn items(&self) -> Vec<Item> {
        self.positions.iter().map(|position| self.item(position)).collect()
    }

    /// The question about this position, with the fastest time that was measured for the peer.
    pub fn item(&self, position: &str) -> Item {
        let seconds = PEERS.lines().filter_map(|line| {
            let mut cells = line.split('\t');
            let row = [cells.next()?, cells.next()?, cells.next()?];
            if row == [self.game, position, self.program] { cells.next()?.parse().ok() } else { None }
        });
        Item { position: position.to_string(), peer_seconds: seconds.min_by(f64::total_cmp) }
    }
}

/// SPOTS `dfpn` with a table of 2,000,000 nodes.
pub const SPROUTS: Set = Set {
    column: "spots",
    peer: "SPOTS s",
    nimbers: false,
    game: "sprouts",
    program: "SPOTS",
    positions: &["12", "13", "14", "15", "16", "17", "18", "22", "23"],
};

/// igsolve 0.1.2, default method, built for the processor. `bench/cram-peers.sh` measures it on the machine at hand.
pub const CRAM: Set = Set {
    column: "board",
    peer: "igsolve s",
    nimbers: true,
    game: "cram",
    program: "igsolve",
    positions: &["3x12", "3x14", "3x15", "4x9", "4x11", "5x7", "5x8", "5x9"],
};

/// The mex of all options with bit sets and a table: `crates/grundy/examples/plain_node_kayles.rs`.
pub const NODE_KAYLES: Set = Set {
    column: "graph",
    peer: "plain s",
    nimbers: true,
    game: "node-kayles",
    program: "plain",
    positions: &["grid 3x12", "grid 3x13", "grid 3x14", "grid 3x15", "grid 3x16", "grid 3x17", "grid 3x18"],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_a_set_has_a_time_of_the_peer() {
        for set in [SPROUTS, CRAM, NODE_KAYLES] {
            assert!(set.items().iter().all(|item| item.peer_seconds.is_some_and(|seconds| seconds > 0.0)));
        }
        assert_eq!(SPROUTS.item("47").peer_seconds, Some(17_580.0));
        assert_eq!(SPROUTS.item("3").peer_seconds, None);
    }
}
