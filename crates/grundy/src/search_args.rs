//! The arguments that every command with a search takes, and the one place where they become [`Settings`].

use crate::exit::{Ended, Failure};
use crate::games::{self, Session};
use crate::{amounts, memory, signals};
use clap::{Args, ValueEnum};
use grundy::search::{Limits, Settings, Shuffled, Traversal};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How to search, and what the search may use. Limits hold for the whole command.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// The order of the search
    #[arg(long, value_enum, default_value_t = Search::Dfpn)]
    search: Search,

    /// How many threads search; with one, every run is the same [default: all cores]
    #[arg(long, value_name = "N", value_parser = amounts::threads)]
    threads: Option<usize>,

    /// Stop after this long: 90s, 10m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = amounts::duration)]
    time: Option<Duration>,

    /// Memory for the search: 500M, 8G [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = amounts::memory)]
    memory: Option<usize>,

    /// Stop after this many nodes: 1000000, 1e9
    #[arg(long, value_name = "N", value_parser = amounts::count)]
    nodes: Option<u64>,

    /// Chooses among options that look equal (depth-first: the whole order); with one thread every seed is reproducible
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Keep every proved fact in this directory, and start from those that are there
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,

    /// Write a line of JSON about the search to this file now and then
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Write such lines to standard error
    #[arg(short, long, conflicts_with = "quiet")]
    verbose: bool,

    /// No live view of the search, no remarks
    #[arg(short, long)]
    pub quiet: bool,
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

/// What goes with a search besides its settings.
#[derive(Clone, Default, Debug)]
pub struct Extras {
    /// No live view, no remarks.
    pub quiet: bool,
    /// Where facts are kept.
    pub store: Option<PathBuf>,
    /// Where lines about the search go.
    pub log: Option<PathBuf>,
    /// Such lines go to standard error.
    pub verbose: bool,
}

impl SearchArgs {
    /// A session with the game of this name, searched as the arguments say.
    pub fn open(&self, game: &str) -> Result<Box<dyn Session>, Failure> {
        self.open_with(game, self.settings())
    }

    /// The same with settings that were changed.
    pub fn open_with(&self, game: &str, settings: Settings) -> Result<Box<dyn Session>, Failure> {
        let extras =
            Extras { quiet: self.quiet, store: self.store.clone(), log: self.log.clone(), verbose: self.verbose };
        games::open_with(game, settings, &extras)
    }

    /// Refuses what a benchmark does not do.
    ///
    /// # Errors
    /// If a store or a log is asked for.
    pub fn neither_store_nor_log(&self) -> Ended {
        match self.store.is_some() || self.log.is_some() || self.verbose {
            true => Err(Failure::input("a benchmark has no --store, --log and --verbose")),
            false => Ok(()),
        }
    }

    /// The seed, for all that is chosen by chance.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// The settings of a search. Installs the handler of Ctrl-C.
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
        let memory = self.memory.or_else(memory::default_limit).map(|memory| memory::for_table(memory, threads));
        let limits = Limits { nodes: self.nodes, time: self.time, memory, interrupt: signals::interrupt() };
        Settings { traversal, limits, threads, seed: self.seed(), ..Settings::default() }
    }
}
