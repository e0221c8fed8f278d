//! `grundy check FILE`: is it a proof?

use crate::program::amounts;
use crate::program::exit::{Ended, Failure};
use crate::program::registry;
use crate::search::StopReason;
use clap::Args;
use grundy_check::{Checker, Progress, Refusal, Stop};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

/// Check a certificate, or a database of Glop or SPOTS, by the literal rules of the game
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy prove sprouts 7 --output seven.txt
  $ grundy check seven.txt
  $ grundy check seven.txt --json

The checker shares no code with the search. It prints VERIFIED and what is proved, or REFUSED, the line and the reason.
JSON, one object: valid, kind (certificate, database), game, claim (both null if a certificate is refused, claim null for a database), starts (of a database: the numbers \
of spots that it decides, each with W or L), facts, seconds; line and reason if it is not valid.
FORMATS.md bounds the work for a line and for a file by their sizes; what takes more is refused.
Exit codes: 0 verified, 1 refused, 2 unreadable, 3 stopped by --time or --memory.")]
pub struct Arguments {
    /// A certificate, or an .spr database (- is standard input)
    file: PathBuf,

    /// How many threads check [default: all cores]
    #[arg(long, value_name = "N", value_parser = amounts::threads)]
    threads: Option<usize>,

    /// Stop after this time: 90s, 10m
    #[arg(long, value_name = "TIME", value_parser = amounts::duration)]
    time: Option<Duration>,

    /// Stop when the facts of the file, and 48M for the caches of each thread, take more memory than this: 500M, 8G
    #[arg(long, value_name = "SIZE", value_parser = amounts::memory)]
    memory: Option<usize>,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// No progress on the terminal
    #[arg(short, long)]
    quiet: bool,
}

impl Arguments {
    /// Checks the file. A file that is not a regular one may never send its next line, so another thread waits for it.
    pub fn run(self) -> Ended {
        let Some(time) = self.time else { return self.check() };
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let _ = sender.send(self.check());
        });
        // The checker keeps the limit by itself, unless it waits for input.
        receiver.recv_timeout(time.saturating_add(GRACE)).unwrap_or_else(|_| Err(stopped(Stop::Time)))
    }

    fn check(self) -> Ended {
        let began = Instant::now();
        let name = self.file.display().to_string().escape_debug().to_string();
        let unreadable = |error: io::Error| Failure::input(format!("cannot read {name}: {error}"));
        let mut reader = open(&self.file).map_err(unreadable)?;
        let threads = self.threads.unwrap_or_else(all_cores);
        let is_database = reader.fill_buf().map_err(unreadable)?.first() == Some(&b'[');
        let display = Display::new(self.quiet);
        let mut checker =
            Checker::new().rules(registry::rules).threads(threads).progress(|progress| display.show(progress));
        if let Some(time) = self.time {
            checker = checker.time(time);
        }
        if let Some(memory) = self.memory {
            checker = checker.memory(memory);
        }
        let checked = match is_database {
            true => checker.check_spr(reader).map(of_database),
            false => checker.check(reader).map(|proof| Verdict {
                valid: true,
                kind: "certificate",
                game: Some(proof.game),
                claim: Some(proof.claim.to_string()),
                facts: proof.facts,
                ..Verdict::default()
            }),
        };
        display.clear();
        let mut verdict = match checked {
            Err(Refusal::Stopped(stop)) => return Err(stopped(stop)),
            checked => checked.unwrap_or_else(|refusal| of_refusal(refusal, is_database)),
        };
        verdict.seconds = began.elapsed().as_secs_f64();
        self.print(&verdict, &name)?;
        match verdict.unreadable {
            _ if verdict.valid => Ok(()),
            true => Err(Failure::input(format!("{name}, line {}", verdict.line_and_reason()))),
            false => Err(Failure::Refused(format!("{name} is not a proof"))),
        }
    }

    fn print(&self, verdict: &Verdict, name: &str) -> Ended {
        let mut out = io::stdout().lock();
        if self.json {
            serde_json::to_writer(&mut out, verdict)?;
            writeln!(out)?;
        } else if verdict.valid {
            let what = match &verdict.claim {
                Some(claim) => format!("{} {claim}", verdict.game.as_deref().unwrap_or_default()),
                None => format!("{name}: {}", verdict.decided()),
            };
            writeln!(out, "VERIFIED {what} ({} facts, {:.2} s)", verdict.facts, verdict.seconds)?;
        } else if !verdict.unreadable {
            writeln!(out, "REFUSED line {}", verdict.line_and_reason())?;
        }
        Ok(out.flush()?)
    }
}

/// What is known at the end; also the JSON.
#[derive(Serialize, Default)]
struct Verdict {
    valid: bool,
    kind: &'static str,
    game: Option<String>,
    claim: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    starts: Vec<(u32, char)>,
    facts: usize,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip)]
    unreadable: bool,
}

impl Verdict {
    fn line_and_reason(&self) -> String {
        format!("{}: {}", self.line.unwrap_or(0), self.reason.as_deref().unwrap_or_default())
    }

    /// The start positions that a database decides.
    fn decided(&self) -> String {
        let starts: Vec<String> = self.starts.iter().map(|(spots, outcome)| format!("{outcome} 0*{spots}")).collect();
        if starts.is_empty() { "decides no start position".to_string() } else { starts.join(", ") }
    }
}

/// How much later than the limit the waiting thread gives up.
const GRACE: Duration = Duration::from_millis(300);

fn stopped(stop: Stop) -> Failure {
    let reason = match stop {
        Stop::Time => StopReason::Time,
        Stop::Memory => StopReason::Memory,
        _ => StopReason::Interrupted,
    };
    Failure::Stopped(reason, "the file is not checked".to_string())
}

fn of_database(database: grundy_check::Database) -> Verdict {
    let first = database.unproved.into_iter().next();
    let (line, reason) = first.map_or((None, None), |(line, reason)| (Some(line), Some(reason)));
    Verdict {
        valid: line.is_none(),
        kind: "database",
        game: Some("sprouts".to_string()),
        starts: database.starts.into_iter().map(|(spots, wins)| (spots, if wins { 'W' } else { 'L' })).collect(),
        facts: database.facts,
        line,
        reason,
        ..Verdict::default()
    }
}

fn of_refusal(refusal: Refusal, is_database: bool) -> Verdict {
    let unreadable = matches!(refusal, Refusal::Unreadable { .. });
    let (line, reason) = match refusal {
        Refusal::Refused { line, reason } | Refusal::Unreadable { line, reason } => (line, reason),
        other => (0, other.to_string()),
    };
    let kind = if is_database { "database" } else { "certificate" };
    Verdict { kind, line: Some(line), reason: Some(reason), unreadable, ..Verdict::default() }
}

fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(match file.as_os_str() == "-" {
        true => Box::new(BufReader::new(io::stdin())),
        false => Box::new(BufReader::new(File::open(file)?)),
    })
}

fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Progress on a terminal: one line, redrawn in place, gone at the end.
struct Display {
    /// When the line was drawn last; `None` without a terminal.
    drawn: Option<Mutex<(Instant, bool)>>,
}

impl Display {
    const EVERY: Duration = Duration::from_millis(500);

    fn new(quiet: bool) -> Self {
        let seen = !quiet && io::stderr().is_terminal();
        Display { drawn: seen.then(|| Mutex::new((Instant::now(), false))) }
    }

    fn show(&self, progress: Progress) {
        // Another thread that draws just now does it for this one too.
        if let Some(Ok(mut last)) = self.drawn.as_ref().map(Mutex::try_lock)
            && last.0.elapsed() >= Self::EVERY
        {
            *last = (Instant::now(), true);
            let _ = write!(io::stderr(), "\r{} of {} facts checked\x1b[K", progress.done, progress.facts);
        }
    }

    fn clear(&self) {
        if self.drawn.as_ref().is_some_and(|last| last.lock().is_ok_and(|last| last.1)) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
