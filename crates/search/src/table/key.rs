//! Where a component is looked for, and how it is decided whether two are the same.

use grundy_core::Hints;

/// Where to look for a component: a hash, and whether the game has an identity of its own, finer than equal bytes.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    hash: u64,
    own_identity: bool,
}

impl Key {
    pub fn new<G: Hints>(game: &G, component: &[u8]) -> Self {
        match game.fingerprint(component) {
            Some(print) => Key { hash: rapidhash::v3::rapidhash_v3(&print.to_le_bytes()), own_identity: true },
            None => Key { hash: rapidhash::v3::rapidhash_v3(component), own_identity: false },
        }
    }

    pub fn own_identity(self) -> bool {
        self.own_identity
    }

    /// The half of the hash that the table keeps.
    pub fn upper(self) -> u64 {
        self.hash >> 32
    }

    /// Whether a component with this key is the one with these bytes, given that their hashes are equal.
    pub fn accepts<G: Hints>(self, game: &G, component: &[u8], stored: &[u8]) -> bool {
        component == stored || self.own_identity && game.is_same(component, stored)
    }

    /// Whether two components with these keys are the same.
    pub fn same<G: Hints>(self, game: &G, a: &[u8], other: Key, b: &[u8]) -> bool {
        self.hash == other.hash && self.accepts(game, a, b)
    }
}
