//! Sprouts.
