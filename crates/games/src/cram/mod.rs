//! Cram.
