//! Heap games.
