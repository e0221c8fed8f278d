//! Ctrl-C and SIGTERM: once asks the search to stop, twice leaves at once.

use crate::exit::INTERRUPTED;
use grundy::search::Interrupt;
use std::sync::LazyLock;

/// One for the whole program: a process has one handler, and every search has to hear of it.
static INTERRUPT: LazyLock<Interrupt> = LazyLock::new(|| {
    let interrupt = Interrupt::default();
    let raised = interrupt.clone();
    // Without a handler the first Ctrl-C ends the program: worse, but no reason to refuse the work.
    let _ = ctrlc::set_handler(move || {
        if raised.is_raised() {
            std::process::exit(INTERRUPTED.into());
        }
        raised.raise();
    });
    interrupt
});

/// The flag that the first signal raises. To be called before the first search.
pub fn interrupt() -> Interrupt {
    INTERRUPT.clone()
}
