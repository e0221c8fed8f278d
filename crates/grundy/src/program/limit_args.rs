//! `--time` and `--memory`, for every command that may take long, and the guard that its loops look at.

use crate::program::{amounts, memory, signals, watchdog};
use crate::search::{Interrupt, StopReason};
use clap::Args;
use std::time::{Duration, Instant};

/// What a command may use.
#[derive(Args, Clone, Default, Debug)]
pub struct LimitArgs {
    /// Stop after this long: 90s, 10m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = amounts::duration, help_heading = "Limits")]
    pub time: Option<Duration>,

    /// Memory for the whole program: 500M, 8G [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = amounts::memory, help_heading = "Limits")]
    pub memory: Option<usize>,
}

impl LimitArgs {
    /// The limits count from now on. Ctrl-C is reported by the guard, to loops that look at it.
    pub fn start(&self) -> Guard {
        let memory = self.memory_or_default();
        watchdog::start(self.time, memory);
        Guard { deadline: self.time.map(|time| Instant::now() + time), memory, interrupt: signals::interrupt() }
    }

    /// The same for work without such loops: Ctrl-C ends the program at once.
    pub fn watch(&self) {
        watchdog::start(self.time, self.memory_or_default());
    }

    /// The memory that was given, or what the machine has to give.
    pub fn memory_or_default(&self) -> Option<usize> {
        self.memory.or_else(memory::default_limit)
    }
}

/// The limits of a command that has begun.
pub struct Guard {
    deadline: Option<Instant>,
    memory: Option<usize>,
    interrupt: Interrupt,
}

impl Guard {
    /// Why the work has to stop, if it has to.
    pub fn reached(&self) -> Option<StopReason> {
        if self.interrupt.is_raised() {
            return Some(StopReason::Interrupted);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(StopReason::Time)
    }

    /// Whether that many bytes are too many.
    pub fn exceeded(&self, bytes: usize) -> Option<StopReason> {
        self.memory.is_some_and(|memory| bytes > memory).then_some(StopReason::Memory)
    }
}
