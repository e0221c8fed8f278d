//! Certificates, as the checker reads them: verified or refused, never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = grundy_check::Checker::new().check(bytes);
});
