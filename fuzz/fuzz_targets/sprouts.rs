//! Positions of Sprouts, in both readings of digits.

#![no_main]

mod reads_back;

use grundy_games::sprouts::Sprouts;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    reads_back::reads_back(&Sprouts::default(), bytes);
    reads_back::reads_back(&Sprouts::of_files(), bytes);
});
