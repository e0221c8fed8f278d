//! Components and sums (sections 2.7 and 5.1 of the paper).

use crate::Game;
use std::fmt;
use std::ops::Deref;

/// One independent part of a position, as the bytes its [`Game`] gave it. Equal bytes, equal positions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component(Box<[u8]>);

impl Component {
    /// The component with these bytes.
    pub fn new(bytes: impl Into<Box<[u8]>>) -> Self {
        Component(bytes.into())
    }
}

impl Deref for Component {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl<T: Into<Box<[u8]>>> From<T> for Component {
    fn from(bytes: T) -> Self {
        Component(bytes.into())
    }
}

impl fmt::Debug for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Component({:02x?})", &self.0)
    }
}

/// A position as the multiset of its canonical components, sorted, with equal pairs cancelled: `P + P` is worth 0 for
/// every `P`.
///
/// The empty sum is the position without moves.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Sum(Vec<Component>);

impl Sum {
    /// The sum of these components, which need not be canonical yet.
    pub fn new<G: Game>(game: &G, components: impl IntoIterator<Item = Component>) -> Self {
        let mut canonical = Vec::new();
        Self::from_canonical(components.into_iter().map(|component| {
            canonical.clear();
            game.canonize(&component, &mut canonical);
            Component::from(&canonical[..])
        }))
    }

    /// The sum of components that are canonical already.
    pub fn from_canonical(components: impl IntoIterator<Item = Component>) -> Self {
        let mut components: Vec<_> = components.into_iter().collect();
        components.sort_unstable();
        let mut kept: Vec<Component> = Vec::with_capacity(components.len());
        for component in components {
            if kept.last() == Some(&component) {
                kept.pop();
            } else {
                kept.push(component);
            }
        }
        Sum(kept)
    }

    /// The components, sorted, no two equal.
    pub fn components(&self) -> &[Component] {
        &self.0
    }

    /// The sum in the game's own notation.
    pub fn write<G: Game>(&self, game: &G) -> String {
        game.join(&self.0.iter().map(|c| game.write(c)).collect::<Vec<_>>())
    }
}

impl Deref for Sum {
    type Target = [Component];

    fn deref(&self) -> &[Component] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_pairs_cancel() {
        let sum = |parts: &[&str]| Sum::from_canonical(parts.iter().map(|p| Component::from(p.as_bytes())));
        assert_eq!(sum(&["b", "a", "b"]), sum(&["a"]));
        assert_eq!(sum(&["b", "b", "b"]), sum(&["b"]));
        assert!(sum(&["a", "b", "a", "b"]).is_empty());
    }
}
