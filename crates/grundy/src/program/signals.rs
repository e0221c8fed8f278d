//! Ctrl-C and SIGTERM: the first signal asks the search to stop, the second ends the program at once. Without a search,
//! the first one does.

use crate::program::exit::INTERRUPTED;
use crate::search::Interrupt;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{LazyLock, mpsc};
use std::time::Duration;

/// One for the whole program: a process has one handler, and every search has to hear of it.
static INTERRUPT: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);
/// Somebody looks at it.
static HEEDED: AtomicBool = AtomicBool::new(false);
/// Nobody looks at it just now.
static READING: AtomicBool = AtomicBool::new(false);

/// Installs the handler. To be called once, first of all.
pub fn install() {
    // Without a handler the first Ctrl-C ends the program: worse, but no reason to refuse the work.
    let _ = ctrlc::set_handler(|| {
        if !HEEDED.load(Relaxed) || READING.load(Relaxed) || INTERRUPT.is_raised() {
            std::process::exit(INTERRUPTED.into());
        }
        INTERRUPT.raise();
    });
}

/// The flag that the first signal raises, for work that looks at it now and then.
pub fn interrupt() -> Interrupt {
    HEEDED.store(true, Relaxed);
    INTERRUPT.clone()
}

/// The same flag, for a thread that only watches.
pub fn flag() -> Interrupt {
    INTERRUPT.clone()
}

/// Reads something that may never come, before there is any work to be lost: a signal ends the program.
pub fn while_reading<T>(read: impl FnOnce() -> T) -> T {
    READING.store(true, Relaxed);
    let result = read();
    READING.store(false, Relaxed);
    result
}

/// Standard input that a signal wakes up, with an error.
pub struct Input {
    chunks: mpsc::Receiver<io::Result<Vec<u8>>>,
    /// What is left of the last chunk.
    rest: io::Cursor<Vec<u8>>,
}

impl Input {
    /// Begins to read standard input.
    pub fn new() -> Self {
        let (sender, chunks) = mpsc::sync_channel(1);
        // It waits for input and ends with the program.
        std::thread::spawn(move || {
            loop {
                let mut chunk = vec![0; 1 << 12];
                let read = io::stdin().lock().read(&mut chunk).map(|length| {
                    chunk.truncate(length);
                    chunk
                });
                if sender.send(read).is_err() {
                    return;
                }
            }
        });
        Input { chunks, rest: io::Cursor::default() }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        const LOOK_EVERY: Duration = Duration::from_millis(50);
        loop {
            match self.rest.read(buffer)? {
                0 if !buffer.is_empty() => {}
                length => return Ok(length),
            }
            match self.chunks.recv_timeout(LOOK_EVERY) {
                Ok(chunk) => {
                    let chunk = chunk?;
                    if chunk.is_empty() {
                        return Ok(0);
                    }
                    self.rest = io::Cursor::new(chunk);
                }
                Err(_) if INTERRUPT.is_raised() => return Err(io::Error::other("interrupted")),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}
