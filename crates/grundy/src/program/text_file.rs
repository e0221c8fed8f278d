//! Text files of any size and origin, read as far as memory allows: what is not text is refused at the first block.

use crate::program::exit::Failure;
use crate::program::signals;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads a file, or standard input if its name is `-`. A signal ends the program while it reads.
///
/// # Errors
/// If it cannot be read, is no UTF-8 text, or is larger than `most` bytes.
pub fn read(file: &Path, most: usize) -> Result<String, Failure> {
    let name = file.display().to_string();
    let name = name.escape_debug();
    let unreadable = |error: io::Error| Failure::input(format!("cannot read {name}: {error}"));
    let mut input: Box<dyn Read> = match file.as_os_str() == "-" {
        true => Box::new(io::stdin().lock()),
        false => Box::new(signals::while_reading(|| File::open(file)).map_err(unreadable)?),
    };
    let mut bytes = Vec::new();
    let mut valid = 0;
    loop {
        const BLOCK: u64 = 1 << 16;
        let read = signals::while_reading(|| input.by_ref().take(BLOCK).read_to_end(&mut bytes)).map_err(unreadable)?;
        let not_text = |at: usize, what: &str| {
            let line = bytes[..at].iter().filter(|&&b| b == b'\n').count() + 1;
            Failure::input(format!("{name}, line {line}: found {what}, expected text"))
        };
        if let Some(at) = bytes[valid..].iter().position(|&b| b == 0) {
            return Err(not_text(valid + at, "a zero byte"));
        }
        match std::str::from_utf8(&bytes[valid..]) {
            Ok(_) => valid = bytes.len(),
            // A character that the end of the block cuts in two.
            Err(error) if error.error_len().is_none() && read > 0 => valid += error.valid_up_to(),
            Err(error) => return Err(not_text(valid + error.valid_up_to(), "bytes that are not UTF-8")),
        }
        if read == 0 {
            break;
        }
        if bytes.len() > most {
            return Err(Failure::input(format!("{name}: larger than {most} bytes, a quarter of --memory")));
        }
    }
    String::from_utf8(bytes).map_err(|_| Failure::input(format!("{name}: expected text in UTF-8")))
}

/// How large a file may be under a limit on memory: what is made of its text takes more than the text.
pub fn most(memory: Option<usize>) -> usize {
    memory.map_or(usize::MAX, |memory| (memory / 4).max(1 << 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_is_refused_at_once() {
        let file = std::env::temp_dir().join(format!("grundy-text-{}", std::process::id()));
        let read_bytes = |bytes: &[u8], most| {
            std::fs::write(&file, bytes).expect("a file to write");
            read(&file, most)
        };
        // A character that begins in one block and ends in the next.
        let long = format!("{}é\nx", "a".repeat((1 << 16) - 1));
        assert_eq!(read_bytes(long.as_bytes(), usize::MAX).ok(), Some(long.clone()));
        assert_eq!(read_bytes(b"", 0).ok().as_deref(), Some(""));
        for (bytes, most, told) in [
            (&b"a\nb\0c"[..], 100, "line 2: found a zero byte"),
            (b"a\n\nb\xff", 100, "line 3: found bytes that are not UTF-8"),
            (b"a\xc3", 100, "line 1: found bytes that are not UTF-8"),
            (b"too long", 3, "larger than 3 bytes"),
        ] {
            let Err(Failure::Input(line)) = read_bytes(bytes, most) else { panic!("{bytes:?}") };
            assert!(line.contains(told), "{line}");
        }
        std::fs::remove_file(&file).expect("a file to remove");
        assert!(matches!(read(Path::new("/dev/zero"), usize::MAX), Err(Failure::Input(_))));
    }
}
