//! Numbers of components, and the words that lists of options are made of.

/// The dense number of an interned component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, bytemuck::Zeroable)]
pub struct ComponentId(pub(crate) u32);

/// In a list of options: this word ends its option.
pub(crate) const LAST: u32 = 1 << 31;
/// In a list of options: this word is the nimber of components already known, not a component.
pub(crate) const LITERAL: u32 = 1 << 30;
/// Ids and literal nimbers are smaller than this.
pub(crate) const WORD_LIMIT: u32 = 1 << 30;
