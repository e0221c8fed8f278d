//! Codes of heap games, and a position after the first line.

#![no_main]

mod reads_back;

use grundy_games::heap::Heap;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    if let Ok(game) = Heap::by_name_or_code(&String::from_utf8_lossy(&bytes[..end])) {
        reads_back::reads_back(&game, &bytes[end..]);
    }
});
