//! The fixed sets of `grundy bench`, with the peers' seconds on one core, default settings, measured on a 2-core machine.

/// A fixed set of questions about one game.
pub struct Set {
    /// What a position is called.
    pub column: &'static str,
    /// Who else answers them.
    pub peer: &'static str,
    /// Nimbers rather than outcomes.
    pub nimbers: bool,
    /// The questions.
    items: &'static [Question],
    /// Further figures of the peer, for positions that are not in the set.
    more: &'static [Question],
}

/// A position and the peer's seconds.
type Question = (&'static str, f64);

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
        self.items.iter().map(|(position, _)| self.item(position)).collect()
    }

    /// The question about this position.
    pub fn item(&self, position: &str) -> Item {
        let known = self.items.iter().chain(self.more).find(|(text, _)| *text == position);
        Item { position: position.to_string(), peer_seconds: known.map(|&(_, seconds)| seconds) }
    }
}

/// SPOTS `dfpn` with a table of 2,000,000 nodes; n = 47 is the figure of its authors.
pub const SPROUTS: Set = Set {
    column: "spots",
    peer: "SPOTS s",
    nimbers: false,
    items: &[
        ("12", 13.7),
        ("13", 19.0),
        ("14", 131.0),
        ("15", 176.0),
        ("16", 28.0),
        ("17", 10.4),
        ("18", 234.0),
        ("22", 143.0),
        ("23", 109.0),
    ],
    more: &[("8", 2.8), ("11", 1.0), ("47", 17_580.0)],
};

/// igsolve 0.1.2, default method, built for the processor. `bench/cram-peers.sh` measures it again on the machine at hand.
pub const CRAM: Set = Set {
    column: "board",
    peer: "igsolve s",
    nimbers: true,
    items: &[
        ("3x12", 0.06),
        ("3x14", 11.77),
        ("3x15", 8.28),
        ("4x9", 0.29),
        ("4x11", 24.33),
        ("5x7", 0.71),
        ("5x8", 3.04),
        ("5x9", 89.68),
    ],
    more: &[("5x6", 0.11), ("6x7", 1284.0), ("7x7", 720.0)],
};
