//! `grundy store info|verify|merge|import|export DIR`: facts on disk, looked at, proved anew, brought together.

use crate::core::{Component, Nimber};
use crate::program::amounts;
use crate::program::exit::{Ended, Failure, tell};
use crate::program::fact_store::{Facts, failure};
use crate::program::facts_text::{self, ByForm, Lines};
use crate::program::limit_args::LimitArgs;
use crate::program::notation::Notation;
use crate::program::registry;
use crate::program::signals;
use crate::program::text_file;
use crate::program::verify_facts::{Report, verify_facts};
use crate::program::watchdog;
use crate::search::StopReason;
use clap::{Args, Subcommand, ValueEnum};
use grundy_store::{Store, StoreError};
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// Look at the facts that --store keeps, prove them anew, merge, import and export them
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy solve cram 4x5 --store facts
  $ grundy store info facts
  $ grundy store verify facts
  $ grundy store export facts > facts.txt
  $ grundy store import other-facts facts.txt

Exit codes: 0 done, 1 something does not hold (a fact that does not follow, a contradiction), 2 bad usage or input.")]
pub struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Say which game a store is of, how many facts it has, and what it takes on disk
    Info {
        /// The directory of the store
        dir: PathBuf,
        /// Print JSON: game, facts, batches, bytes
        #[arg(long)]
        json: bool,
    },
    /// Prove every fact anew from the others, by the rules of the checker, and name those that do not follow
    Verify {
        /// The directory of the store
        dir: PathBuf,
        /// How many threads check [default: all cores]
        #[arg(long, value_name = "N", value_parser = amounts::threads)]
        threads: Option<usize>,
        #[command(flatten)]
        limits: LimitArgs,
    },
    /// Add the facts of other stores to a store; a contradiction leaves it as it was
    Merge {
        /// The directory of the store that grows, or is made
        dir: PathBuf,
        /// The directories of the others
        #[arg(required = true)]
        others: Vec<PathBuf>,
        #[command(flatten)]
        limits: LimitArgs,
    },
    /// Add the facts of a file to a store, if they can be proved from each other and from those in the store
    Import {
        /// The directory of the store that grows, or is made
        dir: PathBuf,
        /// A file that `store export` wrote, or an .spr database
        file: PathBuf,
        /// Add the facts without proving them
        #[arg(long)]
        trust: bool,
        #[command(flatten)]
        limits: LimitArgs,
    },
    /// Write the facts as text, sorted: nimber, tab, position
    Export {
        /// The directory of the store
        dir: PathBuf,
        /// How to write them
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
        #[command(flatten)]
        limits: LimitArgs,
    },
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Debug)]
enum Format {
    /// Nimber, tab, position
    Text,
    /// The databases of Glop and SPOTS; for Sprouts only
    Spr,
}

impl Arguments {
    /// Does what the verb says.
    pub fn run(self) -> Ended {
        match self.verb {
            Verb::Info { dir, json } => info(&dir, json),
            Verb::Verify { dir, threads, limits } => {
                limits.watch();
                verify(&dir, threads)
            }
            Verb::Merge { dir, others, limits } => {
                limits.watch();
                merge(&dir, &others)
            }
            Verb::Import { dir, file, trust, limits } => import(&dir, &file, trust, &limits),
            Verb::Export { dir, format, limits } => {
                limits.watch();
                export(&dir, format)
            }
        }
    }
}

/// The store in a directory, its notation and its facts.
fn open(dir: &Path) -> Result<(Store, Box<dyn Notation>, Facts), Failure> {
    let store = Store::existing(dir).map_err(|error| failure(dir, error))?;
    let notation = registry::game(store.game())?.notation();
    let facts = store.facts().map_err(|error| failure(dir, error))?;
    Ok((store, notation, facts))
}

/// The store that facts are to be added to.
///
/// A store that does not exist is made only when the facts have been checked, so a refused file leaves nothing behind
/// and there is never anything to remove: another process may have made a store of that name in the meantime.
struct Target<'a> {
    dir: &'a Path,
    store: Option<Store>,
    notation: Box<dyn Notation>,
    facts: Facts,
}

impl<'a> Target<'a> {
    /// Opens the store in `dir` if there is one.
    ///
    /// # Errors
    /// If the store cannot be used, or has facts of another game.
    fn open(dir: &'a Path, game: &str) -> Result<Self, Failure> {
        let notation = registry::game(game)?.notation();
        let expected = notation.game_name();
        let store = match Store::existing(dir) {
            Ok(store) if store.game() == expected => Some(store),
            Ok(store) => {
                return Err(failure(dir, StoreError::OtherGame { found: store.game().to_string(), expected }));
            }
            Err(StoreError::Missing) => None,
            Err(error) => return Err(failure(dir, error)),
        };
        let facts = match &store {
            Some(store) => store.facts().map_err(|error| failure(dir, error))?,
            None => Facts::new(),
        };
        Ok(Target { dir, store, notation, facts })
    }

    /// Adds facts in batches of a size that a disk takes at once.
    ///
    /// # Errors
    /// If they cannot be written, or if another process made the store after this one had looked for it.
    fn add(self, facts: &[(Component, Nimber)]) -> Ended {
        const AT_ONCE: usize = 100_000;
        let broken = |error| failure(self.dir, error);
        let mut store = match self.store {
            Some(store) => store,
            None => {
                let store = Store::open(self.dir, &self.notation.game_name()).map_err(broken)?;
                if store.each(|_, _| ()).map_err(broken)? > 0 {
                    let meanwhile = "another process made it in the meantime; run the command again";
                    return Err(failure(self.dir, meanwhile));
                }
                store
            }
        };
        for some in facts.chunks(AT_ONCE) {
            let facts = some.iter().map(|(component, nimber)| (&component[..], *nimber));
            store.append(facts).map_err(broken)?;
        }
        Ok(())
    }
}

fn info(dir: &Path, json: bool) -> Ended {
    let store = Store::existing(dir).map_err(|error| failure(dir, error))?;
    let info = store.info().map_err(|error| failure(dir, error))?;
    let mut out = io::stdout().lock();
    if json {
        let seen = Json { game: &info.game, facts: info.facts, batches: info.batches, bytes: info.bytes };
        serde_json::to_writer(&mut out, &seen)?;
        return Ok(writeln!(out)?);
    }
    writeln!(out, "game     {}", info.game)?;
    writeln!(out, "facts    {}", info.facts)?;
    writeln!(out, "batches  {}", info.batches)?;
    Ok(writeln!(out, "bytes    {}", info.bytes)?)
}

#[derive(Serialize)]
struct Json<'a> {
    game: &'a str,
    facts: u64,
    batches: u64,
    bytes: u64,
}

fn verify(dir: &Path, threads: Option<usize>) -> Ended {
    let (_store, notation, facts) = open(dir)?;
    let threads = threads.unwrap_or_else(all_cores);
    let report = verify_facts(&*notation, &facts, 0, threads, &signals::interrupt())?;
    if report.interrupted {
        return Err(Failure::Stopped(StopReason::Interrupted, "the facts are not checked".to_string()));
    }
    let mut out = io::stdout().lock();
    writeln!(out, "facts       {}", facts.len())?;
    writeln!(out, "proved      {}", report.proved)?;
    writeln!(out, "by theorem  {}", report.by_theorem)?;
    writeln!(out, "not proved  {}", report.unproved.len())?;
    for (place, reason) in &report.unproved {
        let (component, nimber) = &facts[*place];
        writeln!(out, "{nimber}\t{}\t{reason}", notation.text(component))?;
    }
    refuse_unproved(&report, &format!("store {}", dir.display().to_string().escape_debug()))
}

fn refuse_unproved(report: &Report, what: &str) -> Ended {
    match report.unproved.len() {
        0 => Ok(()),
        1 => Err(Failure::Refused(format!("{what}: 1 fact does not follow from the others"))),
        n => Err(Failure::Refused(format!("{what}: {n} facts do not follow from the others"))),
    }
}

fn merge(dir: &Path, others: &[PathBuf]) -> Ended {
    let mut first_game = None;
    let mut given = Facts::new();
    for other in others {
        let (store, _, facts) = open(other)?;
        let game: &String = first_game.get_or_insert_with(|| store.game().to_string());
        if game != store.game() {
            return Err(failure(other, format!("store contains facts for {}, expected {game}", store.game())));
        }
        given.extend(facts);
    }
    let target = Target::open(dir, &first_game.unwrap_or_default())?;
    let notation = &*target.notation;
    let mut known = facts_text::by_form(notation, &target.facts)?;
    let before = known.len();
    let mut news = Facts::new();
    for (component, nimber) in given {
        let form = notation.exact_form(&component);
        facts_text::agree(notation, &form, nimber, known.get(&form).copied())?;
        if known.insert(form, nimber).is_none() {
            news.push((component, nimber));
        }
    }
    watchdog::release();
    target.add(&news)?;
    Ok(writeln!(io::stdout(), "{before} facts before, {} new, {} now", news.len(), known.len())?)
}

fn import(dir: &Path, file: &Path, trust: bool, limits: &LimitArgs) -> Ended {
    limits.watch();
    let name = file.display().to_string().escape_debug().to_string();
    let text = text_file::read(file, text_file::most(limits.memory_or_default()))?;
    let lines = Lines::read(&text, &name)?;
    let target = Target::open(dir, &lines.game)?;
    let (notation, before) = (&*target.notation, target.facts.len());
    let known = facts_text::by_form(notation, &target.facts)?;
    let news = lines.news(notation, &known)?;
    if !trust {
        let mut all: Facts = known.into_iter().collect();
        let believed = all.len();
        all.extend(news.iter().cloned());
        let report = verify_facts(notation, &all, believed, all_cores(), &signals::interrupt())?;
        if report.interrupted {
            return Err(Failure::Stopped(StopReason::Interrupted, "nothing is imported".to_string()));
        }
        for (place, reason) in report.unproved.iter().take(10) {
            let (component, nimber) = &all[*place];
            tell(&format!("{nimber}\t{}\t{reason}", notation.text(component)));
        }
        refuse_unproved(&report, &format!("{name}, of which nothing is imported"))?;
    }
    watchdog::release();
    target.add(&news)?;
    Ok(writeln!(io::stdout(), "{before} facts before, {} new, {} now", news.len(), before + news.len())?)
}

fn export(dir: &Path, format: Format) -> Ended {
    let (store, notation, facts) = open(dir)?;
    if format == Format::Spr && store.game() != "sprouts" {
        return Err(failure(dir, format!("store contains facts for {}; .spr is for sprouts", store.game())));
    }
    let facts: ByForm = facts_text::by_form(&*notation, &facts)?;
    let mut out = BufWriter::new(io::stdout().lock());
    facts_text::write(&mut out, &*notation, &facts, format == Format::Spr)?;
    Ok(out.flush()?)
}

fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}
