//! Study.
