//! The arguments that every command with a search takes, and the one place where they become [`Settings`].

use crate::program::exit::{Ended, Failure};
use crate::program::game_session::DynSession;
use crate::program::limit_args::LimitArgs;
use crate::program::registry;
use crate::program::session_options::SessionOptions;
use crate::program::{amounts, memory, signals, watchdog};
use crate::search::{Limits, Settings, Shuffled, Traversal};
use clap::{Args, ValueEnum};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;

/// How to search, and what the search may use. Limits hold for the whole command.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// Print no live view and no remarks
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Stop after this many nodes: 1000000, 1e9
    #[arg(long, value_name = "N", value_parser = amounts::count, help_heading = "Limits")]
    nodes: Option<u64>,

    /// Keep every proved fact in this directory, and start from those that are there
    #[arg(long, value_name = "DIR", help_heading = "Search")]
    store: Option<PathBuf>,

    /// How many threads search; with one, every run is the same [default: all cores]
    #[arg(long, value_name = "N", value_parser = amounts::threads, help_heading = "Search")]
    threads: Option<usize>,

    /// The order of the search
    #[arg(long, value_enum, default_value_t = Search::Dfpn, help_heading = "Search")]
    search: Search,

    /// Choose among options that look equal by this number; with one thread, a seed always gives the same run
    #[arg(long, value_name = "N", help_heading = "Search")]
    seed: Option<u64>,

    /// Write a line of JSON about the search to this file every few seconds
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    log: Option<PathBuf>,

    /// Write the JSON log to standard error
    #[arg(short, long, conflicts_with = "quiet", help_heading = "Search")]
    verbose: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Search {
    /// Depth-first: Algorithms 1, 2 and 3 as printed
    Dfs,
    /// Best-first by proof numbers
    Pn,
    /// Depth-first by proof numbers
    Dfpn,
}

impl SearchArgs {
    /// A session with the game of this name, searched as the arguments say.
    pub fn open(&self, game: &str) -> Result<Box<dyn DynSession>, Failure> {
        watchdog::start(self.limits.time, self.limits.memory_or_default());
        self.open_with(game, self.settings())
    }

    /// The same with settings that were changed, and with a time that does not hold for the whole command.
    pub fn open_with(&self, game: &str, settings: Settings) -> Result<Box<dyn DynSession>, Failure> {
        watchdog::start(None, self.limits.memory_or_default());
        let options = SessionOptions {
            quiet: self.quiet,
            store: self.store.clone(),
            log: self.log.clone(),
            verbose: self.verbose,
        };
        registry::game(game)?.session(settings, &options)
    }

    /// Refuses what a benchmark does not do.
    ///
    /// # Errors
    /// If a store or a log is asked for.
    pub fn neither_store_nor_log(&self) -> Ended {
        match self.store.is_some() || self.log.is_some() || self.verbose {
            true => Err(Failure::input("`bench` does not accept --store, --log or --verbose")),
            false => Ok(()),
        }
    }

    /// Whether the user limits how long a search takes.
    pub fn is_limited(&self) -> bool {
        self.limits.time.is_some() || self.nodes.is_some()
    }

    /// The seed, for all that is chosen by chance.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// The settings of a search, which from now on looks at Ctrl-C.
    pub fn settings(&self) -> Settings {
        self.settings_with_threads(std::thread::available_parallelism().map_or(1, NonZero::get))
    }

    /// The same with another default for the number of threads.
    pub fn settings_with_threads(&self, threads: usize) -> Settings {
        let traversal = match (self.search, self.seed) {
            (Search::Dfs, None) => Traversal::depth_first(),
            (Search::Dfs, Some(seed)) => Traversal::DepthFirst(Arc::new(Shuffled { seed })),
            (Search::Pn, _) => Traversal::ProofNumber,
            (Search::Dfpn, _) => Traversal::DfPn,
        };
        let threads = self.threads.unwrap_or(threads);
        let memory = self.limits.memory_or_default().map(memory::for_search);
        let limits = Limits { nodes: self.nodes, time: self.limits.time, memory, interrupt: signals::interrupt() };
        Settings { traversal, limits, threads, seed: self.seed(), ..Settings::default() }
    }
}
