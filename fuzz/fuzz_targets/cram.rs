//! Positions of Cram.

#![no_main]

mod reads_back;

use grundy_games::cram::Cram;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    reads_back::reads_back(&Cram::default(), bytes);
});
