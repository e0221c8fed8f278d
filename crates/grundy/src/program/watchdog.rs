//! Limits that hold whatever a command is doing.
//!
//! Searches and long loops look at their limits themselves and end with all that they know. Other work does not:
//! reading a large file, canonical forms of a huge graph, listing 2^30 moves. So every command that takes limits starts
//! this thread, which looks at the clock, at Ctrl-C and at the memory of the process a few times a second. If a limit
//! has been exceeded and the command has not ended by itself within [`GRACE`], the thread saves what there is to save
//! and ends the program with the exit code of that limit. On a machine with other work to do, the grace is counted in
//! time of the processor.
//!
//! # Invariant
//! A command that has a result ([`release`]) is never ended by this thread: it only has to write it.

use crate::program::exit::{INTERRUPTED, tell};
use crate::program::signals;
use crate::search::StopReason;
use cpu_time::ProcessTime;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// How long a command may take to end by itself.
pub const GRACE: Duration = Duration::from_millis(800);
const LOOK_EVERY: Duration = Duration::from_millis(25);

/// The command has a result, or must not be watched for another reason.
static RELEASED: AtomicBool = AtomicBool::new(false);
static STARTED: OnceLock<()> = OnceLock::new();
/// When the time is over.
static END: Mutex<Option<Instant>> = Mutex::new(None);
/// What is to be saved before the program ends.
static LAST_ACTION: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Starts the watchdog. The memory is that of the whole process. A second call does nothing.
pub fn start(time: Option<Duration>, memory: Option<usize>) {
    STARTED.get_or_init(|| {
        set_time(time);
        // Without the thread the limits are still kept by what looks at them.
        let _ = thread::Builder::new().name("watchdog".to_string()).spawn(move || watch(memory));
    });
}

/// Limits the time from now on; `None` takes the limit away. For commands that wait for input.
pub fn set_time(time: Option<Duration>) {
    let end = time.and_then(|time| Instant::now().checked_add(time));
    *END.lock().unwrap_or_else(PoisonError::into_inner) = end;
}

/// From now on the command is left alone: it has a result to write, or is closing its store.
pub fn release() {
    RELEASED.store(true, Relaxed);
}

/// What to do before the program is ended, for at most [`SAVING`].
pub fn before_exit(action: impl FnOnce() + Send + 'static) {
    *LAST_ACTION.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(action));
}

/// How long saving may take.
const SAVING: Duration = Duration::from_secs(5);

fn watch(memory: Option<usize>) {
    let interrupt = signals::flag();
    let mut exceeded: Option<(Instant, ProcessTime)> = None;
    while !RELEASED.load(Relaxed) {
        let now = Instant::now();
        let used = memory.and_then(|memory| Some((resident()?, allowed(memory))));
        let is_over = used.is_some_and(|(bytes, allowed)| bytes > allowed);
        // Memory that grows this fast leaves no time to end in order.
        let is_far_over = used.is_some_and(|(bytes, allowed)| bytes > allowed.saturating_add(allowed / 32));
        let reason = if interrupt.is_raised() {
            Some(StopReason::Interrupted)
        } else if END.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|end| now >= end) {
            Some(StopReason::Time)
        } else {
            is_over.then_some(StopReason::Memory)
        };
        match (reason, exceeded) {
            (Some(reason), _) if is_far_over => return end(reason),
            (None, _) => exceeded = None,
            (Some(_), None) => exceeded = Some((now, ProcessTime::now())),
            (Some(reason), Some((since, computed_since))) => {
                // Memory is used up faster than time, also after the time has passed.
                let grace = if is_over { GRACE / 4 } else { GRACE };
                let (waited, computed) = (now - since, computed_since.elapsed());
                if waited >= 20 * GRACE || (waited >= grace && computed >= grace) {
                    return end(reason);
                }
            }
        }
        let is_near = used.is_some_and(|(bytes, allowed)| bytes > allowed / 2);
        thread::sleep(if is_near { LOOK_EVERY / 5 } else { LOOK_EVERY });
    }
}

/// What the process may take in all: the limit, and what a program takes that does nothing yet.
fn allowed(memory: usize) -> usize {
    const PROGRAM: usize = 48 << 20;
    memory.saturating_add(memory / 20).saturating_add(PROGRAM)
}

/// The memory of this process in bytes that no file backs, where the system says so.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    value.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

fn end(reason: StopReason) {
    let action = LAST_ACTION.lock().unwrap_or_else(PoisonError::into_inner).take();
    if RELEASED.load(Relaxed) {
        return;
    }
    let (done, saved) = mpsc::channel();
    if let Some(action) = action {
        let saving = thread::Builder::new().spawn(move || {
            action();
            let _ = done.send(());
        });
        if saving.is_ok() {
            let _ = saved.recv_timeout(SAVING);
        }
    }
    tell(&format!("stopped: {reason}"));
    std::process::exit(if reason == StopReason::Interrupted { INTERRUPTED.into() } else { 3 });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_process_grows_with_what_it_holds() {
        let Some(before) = resident() else { return };
        let held = vec![1u8; 64 << 20];
        assert!(resident().is_some_and(|now| now > before + (32 << 20)), "{}", held.len());
        assert!(allowed(1 << 30) > 1 << 30 && allowed(usize::MAX) == usize::MAX);
    }
}
