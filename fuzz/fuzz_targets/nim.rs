//! Positions of Nim.

#![no_main]

mod reads_back;

use grundy_games::nim::Nim;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    reads_back::reads_back(&Nim::default(), bytes);
});
