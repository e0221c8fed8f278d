//! Games on graphs: the rules of Arc-Kayles, which Cram uses.

pub(crate) mod arc;
