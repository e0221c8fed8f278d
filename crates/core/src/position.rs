//! A position that was read: its text, its components, and what its reader keeps for people.

use crate::{Component, Game};
use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A position of a game, as [`Game::parse`] returns it and as everything else accepts it.
///
/// It consists of
/// - the *text*: one line in the notation of certificates, which the game reads back as the same position. It says what
///   was asked, with nothing reduced. [`fmt::Display`] writes it;
/// - the *components*, which the game may have reduced already. A position dereferences to them, so it can be passed
///   wherever `&[Component]` is expected;
/// - optionally a *layout*: what the game's reader keeps for people, such as the cells of a board. Listing moves and
///   drawing use it, so the text is read once.
///
/// ```
/// use grundy_core::{Component, Position};
///
/// let position = Position::new("3 1", vec![Component::from([3]), Component::from([1])]).with_layout(vec![3u32, 1]);
/// assert_eq!(position.to_string(), "3 1");
/// assert_eq!(position.len(), 2);
/// assert_eq!(position.layout::<Vec<u32>>(), Some(&vec![3, 1]));
/// assert_eq!(position.layout::<String>(), None);
/// ```
#[derive(Clone)]
pub struct Position {
    text: String,
    components: Vec<Component>,
    layout: Option<Arc<dyn Any + Send + Sync>>,
}

impl Position {
    /// The position that is written as `text` and has these components. Blanks around the text are removed. The caller
    /// makes sure that the text is one line and is read back as the same position.
    pub fn new(text: impl AsRef<str>, components: Vec<Component>) -> Self {
        Position { text: text.as_ref().trim().to_string(), components, layout: None }
    }

    /// The position with these components, in the notation of the game.
    pub fn from_components<G: Game>(game: &G, components: Vec<Component>) -> Self {
        let texts: Vec<String> = components.iter().map(|component| game.write(component)).collect();
        Position { text: game.join(&texts), components, layout: None }
    }

    /// The same position with a layout, which replaces the one it has.
    #[must_use]
    pub fn with_layout<T: Any + Send + Sync>(self, layout: T) -> Self {
        Position { layout: Some(Arc::new(layout)), ..self }
    }

    /// The text: one line, in the notation of certificates.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The components. They need not be canonical, and equal ones are all there.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The layout, if the game keeps one of this type.
    pub fn layout<T: Any>(&self) -> Option<&T> {
        self.layout.as_deref()?.downcast_ref()
    }

    /// The components, by value.
    pub fn into_components(self) -> Vec<Component> {
        self.components
    }
}

impl Deref for Position {
    type Target = [Component];

    fn deref(&self) -> &[Component] {
        &self.components
    }
}

impl AsRef<[Component]> for Position {
    fn as_ref(&self) -> &[Component] {
        &self.components
    }
}

impl IntoIterator for Position {
    type Item = Component;
    type IntoIter = std::vec::IntoIter<Component>;

    /// The components, by value.
    fn into_iter(self) -> Self::IntoIter {
        self.components.into_iter()
    }
}

impl<'a> IntoIterator for &'a Position {
    type Item = &'a Component;
    type IntoIter = std::slice::Iter<'a, Component>;

    /// The components.
    fn into_iter(self) -> Self::IntoIter {
        self.components.iter()
    }
}

/// Two positions are equal if their texts and their components are; the layout follows from the text.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.text == other.text && self.components == other.components
    }
}

impl Eq for Position {}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position").field("text", &self.text).field("components", &self.components).finish()
    }
}
