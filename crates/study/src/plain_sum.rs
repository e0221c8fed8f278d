//! Positions as the paper's figures show them: equal parts stay.
//!
//! [`grundy_core::Sum`] cancels equal pairs, which is right for nimbers and wrong for a picture of a game: `P + P` has
//! moves, and the elementary computation (section 4.1) has to make them.

use grundy_core::{Component, Game};

/// A position as the multiset of its components in their perfect canonical form ([`Game::canonical_form`]), sorted.
///
/// # Invariant
/// Equal positions up to the symmetries the game knows and the order of the components have equal values (section 2.3:
/// "identifying similar positions respectively to symmetry").
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct PlainSum(Vec<Component>);

impl PlainSum {
    /// The position with these components, in any form.
    pub fn new<'a, G: Game>(game: &G, components: impl IntoIterator<Item = &'a [u8]>) -> Self {
        Self::from_exact(components.into_iter().map(|component| exact(game, component)).collect())
    }

    /// The sum of the components of a position, in any form.
    pub fn of<G: Game>(game: &G, position: &[Component]) -> Self {
        Self::new(game, position.iter().map(|component| &component[..]))
    }

    /// Components that are in their perfect canonical form already.
    pub(crate) fn from_exact(mut components: Vec<Component>) -> Self {
        components.sort_unstable();
        PlainSum(components)
    }

    /// The components, sorted; equal ones stand next to each other.
    pub fn components(&self) -> &[Component] {
        &self.0
    }

    /// Whether there is nothing left to move in.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The sum of two positions, both taken as they are.
    pub fn plus(&self, other: &PlainSum) -> PlainSum {
        Self::from_exact(self.0.iter().chain(&other.0).cloned().collect())
    }

    /// This position after a move in `component`, or `None` if that is no component of it.
    pub fn play(&self, component: &Component, option: &PlainSum) -> Option<PlainSum> {
        let at = self.0.binary_search(component).ok()?;
        let rest = self.0[..at].iter().chain(&self.0[at + 1..]);
        Some(Self::from_exact(rest.chain(&option.0).cloned().collect()))
    }

    /// The position in the game's own notation.
    pub fn write<G: Game>(&self, game: &G) -> String {
        game.join(&self.0.iter().map(|c| game.write(c)).collect::<Vec<_>>())
    }
}

/// The perfect canonical form of a component.
pub(crate) fn exact<G: Game>(game: &G, component: &[u8]) -> Component {
    let mut bytes = Vec::new();
    game.canonical_form(component, &mut bytes);
    bytes.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_parts_stay() {
        let position = |parts: &[&str]| PlainSum::from_exact(parts.iter().map(|p| p.as_bytes().into()).collect());
        let double = position(&["b"]).plus(&position(&["a", "b"]));
        assert_eq!(double, position(&["b", "b", "a"]));
        assert_eq!(double.play(&b"b"[..].into(), &position(&["c", "a"])), Some(position(&["a", "a", "b", "c"])));
        assert_eq!(double.play(&b"c"[..].into(), &position(&[])), None);
    }
}
