//! Positions as the paper's figures show them: equal parts stay.
//!
//! [`grundy_core::Sum`] cancels equal pairs, which is right for nimbers and wrong for a picture of a game: `P + P` has
//! moves, and the elementary computation (section 4.1) has to make them.

use grundy_core::{Component, Game, ParseError, Sum};

/// A position as the multiset of its components in their perfect canonical form ([`Game::exact`]), sorted.
///
/// # Invariant
/// Equal positions up to the symmetries the game knows and the order of the components have equal values (section 2.3:
/// "identifying similar positions respectively to symmetry").
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Position(Vec<Component>);

impl Position {
    /// The position with these components, in any form.
    pub fn new<'a, G: Game>(game: &G, components: impl IntoIterator<Item = &'a [u8]>) -> Self {
        Self::from_exact(components.into_iter().map(|component| exact(game, component)).collect())
    }

    /// The position that the game reads from a text.
    ///
    /// # Errors
    /// As [`Game::parse`].
    pub fn parse<G: Game>(game: &G, text: &str) -> Result<Self, ParseError> {
        Ok(Self::new(game, game.parse(text)?.iter().map(|component| &component[..])))
    }

    /// Components that are in their perfect canonical form already.
    pub(crate) fn from_exact(mut components: Vec<Component>) -> Self {
        components.sort_unstable();
        Position(components)
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
    pub fn plus(&self, other: &Position) -> Position {
        Self::from_exact(self.0.iter().chain(&other.0).cloned().collect())
    }

    /// This position after a move in `component`, or `None` if that is no component of it.
    pub fn play(&self, component: &Component, option: &Position) -> Option<Position> {
        let at = self.0.binary_search(component).ok()?;
        let rest = self.0[..at].iter().chain(&self.0[at + 1..]);
        Some(Self::from_exact(rest.chain(&option.0).cloned().collect()))
    }

    /// The same position with equal pairs cancelled, which has the same nimber.
    pub fn to_sum(&self) -> Sum {
        Sum::from_canonical(self.0.iter().cloned())
    }

    /// The position in the game's own notation.
    pub fn write<G: Game>(&self, game: &G) -> String {
        game.join(&self.0.iter().map(|c| game.write(c)).collect::<Vec<_>>())
    }
}

/// The perfect canonical form of a component.
pub(crate) fn exact<G: Game>(game: &G, component: &[u8]) -> Component {
    let mut bytes = Vec::new();
    game.exact(component, &mut bytes);
    bytes.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_parts_stay() {
        let position = |parts: &[&str]| Position::from_exact(parts.iter().map(|p| p.as_bytes().into()).collect());
        let double = position(&["b"]).plus(&position(&["a", "b"]));
        assert_eq!(double, position(&["b", "b", "a"]));
        assert_eq!(double.play(&b"b"[..].into(), &position(&["c", "a"])), Some(position(&["a", "a", "b", "c"])));
        assert_eq!(double.play(&b"c"[..].into(), &position(&[])), None);
        assert_eq!(double.to_sum().components(), position(&["a"]).components());
    }
}
