//! `grundy prove GAME POSITION`: a certificate that can be checked without trusting the search.

use crate::core::Position;
use crate::program::amounts;
use crate::program::exit::{Ended, Failure};
use crate::program::game_session::DynSession;
use crate::program::positions;
use crate::program::registry;
use crate::program::search_args::SearchArgs;
use crate::proof::{Certificate, Effort, Goal};
use clap::Args;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Prove the outcome or the nimber of a position with a certificate that can be checked
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy prove sprouts 7 --output seven.txt
  $ grundy check seven.txt
  $ grundy prove cram 4x5 --nimber --effort 0
  $ grundy prove kayles '5 9' --output heaps.txt --json

A certificate is a list of facts, each of which follows from those before it; FORMATS.md describes it. With --threads 1 and no \
limit on time, every seed gives the same certificate every time.
JSON, one object: game, position, claim, facts, extracted (facts before the proof was made smaller), output, seconds.")]
pub struct Arguments {
    /// The game: a name or a code (see grundy --help)
    game: String,

    /// The position
    #[arg(required = true, value_name = "POSITION")]
    position: Vec<String>,

    /// Prove the nimber, not only who wins
    #[arg(short, long)]
    nimber: bool,

    /// Where the certificate goes [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    shrinking: Shrinking,

    /// Print JSON about the certificate
    #[arg(long, requires = "output")]
    json: bool,

    #[command(flatten)]
    search: SearchArgs,
}

/// How hard a certificate is made smaller.
#[derive(Args, Clone, Debug)]
pub struct Shrinking {
    /// Rounds in which the proof is made smaller; 0 for what the search left
    #[arg(long, value_name = "N", default_value_t = Effort::default().rounds)]
    effort: u32,

    /// Make the proof smaller for this long instead: 90s, 10m
    #[arg(long, value_name = "TIME", value_parser = amounts::duration, conflicts_with = "effort")]
    shrink: Option<Duration>,
}

impl Shrinking {
    /// The effort, with the seed of the search.
    pub fn effort(&self, seed: u64) -> Effort {
        match self.shrink {
            Some(time) => Effort { seed, ..Effort::for_time(time) },
            None => Effort { rounds: self.effort, time: None, seed },
        }
    }
}

impl Arguments {
    /// Proves it.
    pub fn run(self) -> Ended {
        self.output.as_deref().map_or(Ok(()), can_write)?;
        let mut session = self.search.open(&self.game)?;
        let ended = self.prove(&mut *session);
        session.close(ended)
    }

    fn prove(&self, session: &mut dyn DynSession) -> Ended {
        let began = Instant::now();
        let goal = if self.nimber { Goal::Nimber } else { Goal::Outcome };
        let text = positions::typed(&self.game, &self.position)?;
        let position = session.parse(&text)?;
        can_be_checked(session, &position)?;
        let proof = session.prove(&position, goal, &self.shrinking.effort(self.search.seed()))?;
        let certificate = session.certificate(&proof);
        let mut out = io::stdout().lock();
        let Some(file) = &self.output else {
            let mut buffered = BufWriter::new(&mut out);
            certificate.write(&mut buffered)?;
            return Ok(buffered.flush()?);
        };
        write(&certificate, file)?;
        let seconds = began.elapsed().as_secs_f64();
        if self.json {
            let seen = Json {
                game: &session.name(),
                position: &text,
                claim: certificate.claim(),
                facts: certificate.facts(),
                extracted: certificate.extracted(),
                output: &file.display().to_string(),
                seconds,
            };
            serde_json::to_writer(&mut out, &seen)?;
            writeln!(out)?;
        } else {
            writeln!(out, "claim    {}", certificate.claim())?;
            writeln!(
                out,
                "facts    {} ({} before the proof was made smaller)",
                certificate.facts(),
                certificate.extracted()
            )?;
            writeln!(out, "time     {seconds:.3} s")?;
        }
        Ok(out.flush()?)
    }
}

/// Makes sure, before all the work, that the checkers can read a position: a certificate that they cannot read proves
/// nothing.
pub fn can_be_checked(session: &dyn DynSession, position: &Position) -> Ended {
    let rules = registry::rules(&session.name());
    let readable = rules.map_err(|error| error.to_string()).and_then(|rules| {
        let claim = format!("nimber {} {position}", u32::MAX);
        grundy_check::readable(&*rules, &claim)
    });
    readable.map_err(|reason| Failure::input(format!("the checkers cannot read this position: {reason}")))
}

/// Makes sure, before all the work, that a certificate can be written to a file. What is there stays.
pub fn can_write(file: &Path) -> Ended {
    let is_new = !file.exists();
    let opened = File::options().write(true).create(true).truncate(false).open(file);
    opened.map_err(|error| Failure::cannot_write(file, &error))?;
    if is_new {
        // If the search is stopped, no empty certificate is left behind.
        let _ = std::fs::remove_file(file);
    }
    Ok(())
}

/// Writes a certificate to a file.
pub fn write(certificate: &Certificate<'_>, file: &Path) -> Ended {
    let written = File::create(file).map(BufWriter::new).and_then(|mut out| {
        certificate.write(&mut out)?;
        out.flush()
    });
    written.map_err(|error| Failure::cannot_write(file, &error))
}

#[derive(Serialize)]
struct Json<'a> {
    game: &'a str,
    position: &'a str,
    claim: &'a str,
    facts: usize,
    extracted: usize,
    output: &'a str,
    seconds: f64,
}
