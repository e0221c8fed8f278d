//! `grundy solve GAME POSITION`: the outcome, a winning move, and the nimber if it is asked for.

use super::answer_output::{Format, OutputArgs, write_json};
use super::batch::Batch;
use super::prove;
use crate::program::amounts;
use crate::program::exit::{Ended, Failure, tell};
use crate::program::game_session::{Answer, DynSession, Wanted};
use crate::program::positions;
use crate::program::search_args::SearchArgs;
use crate::proof::{Effort, Goal};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Find the outcome of a position, a winning move, and its nimber
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy solve sprouts 7
  $ grundy solve cram 4x5 --nimber
  $ grundy solve cram '..#/...'
  $ grundy solve kayles '5 9' --nimber --json
  $ printf '3x4\\n3x5\\n' | grundy solve cram --file - --nimber --format tsv
  $ printf '3x4\\tA\\n2x2\\tB\\n' | grundy solve cram --file - --format csv --time-each 9s

Text output has one line for each of: outcome (for the player to move), nimber, move, nodes, time.
TSV: the position as given, W or L, the nimber (empty without --nimber).
CSV, and TSV with --header: position, label (what follows the first tab in the file), outcome, nimber, move (a winning one), \
reason (why something is missing: nodes, time, memory, or what is wrong with the line).
With --file every line has its row, in order; the run continues after a position that was not decided (exit code 3 at the \
end) and after a line that cannot be read (exit code 2 at the end).
In Sprouts, `12` means 12 spots. In a file that also contains other notation, a line of 1s and 2s is read as a boundary.
JSON, one object per line: game, position, label, outcome (win, loss), nimber, move (label, result), excluded (nimbers the \
position is known not to have, when stopped), nodes, expansions, components, facts, memory, seconds, stopped (nodes, time, \
memory, interrupted), error. What is not known or was not asked for is null.")]
pub struct Arguments {
    /// The game: a name or a code (see grundy --help)
    game: String,

    /// The position; - reads positions from standard input
    #[arg(required_unless_present = "file", conflicts_with = "file", value_name = "POSITION")]
    position: Vec<String>,

    #[command(flatten)]
    output: OutputArgs,

    /// Solve every line of a file (- is standard input): a position, up to the first tab; blank lines are skipped
    #[arg(short, long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// Write a certificate of the answer to this file, as `grundy prove` does
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    prove: Option<PathBuf>,

    /// Stop the search of each position of a file after this long: 2s, 500ms (--time holds for the whole file)
    #[arg(long, value_name = "TIME", value_parser = amounts::duration, help_heading = "Limits")]
    time_each: Option<Duration>,

    #[command(flatten)]
    search: SearchArgs,
}

impl Arguments {
    /// Solves the position, or those of the file.
    pub fn run(self) -> Ended {
        self.prove.as_deref().map_or(Ok(()), prove::can_write)?;
        let mut session = self.search.open(&self.game)?;
        let ended = self.solve(&mut *session);
        session.close(ended)
    }

    fn solve(&self, session: &mut dyn DynSession) -> Ended {
        if self.output.header && self.output.format != Format::Tsv {
            return Err(Failure::input("--header: expected --format tsv (CSV always has a header)"));
        }
        let file = match (&self.file, &self.position[..]) {
            (Some(file), _) => Some(file.clone()),
            (None, [only]) if only == "-" => Some(PathBuf::from("-")),
            (None, _) => None,
        };
        match file {
            Some(_) if self.prove.is_some() => Err(Failure::input("--prove takes one position, not a list")),
            Some(file) => self.batch(file).solve(session),
            None if self.output.format == Format::Csv || self.output.header => {
                Err(Failure::input("--format csv and --header are for many positions: expected --file"))
            }
            None => self.solve_one(session, &positions::typed(&self.game, &self.position)?),
        }
    }

    fn batch(&self, file: PathBuf) -> Batch<'_> {
        Batch {
            game: &self.game,
            file,
            output: &self.output,
            time_each: self.time_each,
            time: self.search.limits.time,
            memory: self.search.limits.memory_or_default(),
        }
    }

    fn solve_one(&self, session: &mut dyn DynSession, text: &str) -> Ended {
        session.limit_question(self.time_each);
        self.warn_of_size(text);
        let position = session.parse(text)?;
        let question = Wanted { nimber: self.output.nimber, winning_move: self.output.wants_move() };
        let answer = session.solve(&position, question);
        self.write(session, text, &answer)?;
        self.account(&answer)?;
        match &self.prove {
            Some(file) => {
                let goal = if self.output.nimber { Goal::Nimber } else { Goal::Outcome };
                let effort = Effort { seed: self.search.seed(), ..Effort::default() };
                prove::can_be_checked(session, &position)?;
                let proof = session.prove(&position, goal, &effort)?;
                prove::write(&session.certificate(&proof), file)
            }
            None => Ok(()),
        }
    }

    /// A remark on a number of spots that is far out of reach, if nothing limits the search.
    fn warn_of_size(&self, position: &str) {
        const FAR: u32 = 100;
        let is_far = position.trim().parse::<u32>().is_ok_and(|spots| spots >= FAR);
        let is_sprouts = self.game.trim().eq_ignore_ascii_case("sprouts");
        if is_far && is_sprouts && !self.search.quiet && !self.search.is_limited() {
            tell("this search may take longer than anybody can wait; --time limits it");
        }
    }

    /// Only JSON can say that something is missing; otherwise what a stopped search knows goes to standard error.
    fn write(&self, session: &dyn DynSession, position: &str, answer: &Answer) -> Ended {
        let mut out = io::stdout().lock();
        match self.output.format {
            _ if self.output.json => write_json(&mut out, session, position, None, Ok(answer))?,
            _ if !self.output.answers(answer) => {}
            Format::Text => write_text(&mut out, answer)?,
            Format::Tsv | Format::Csv => write_tsv(&mut out, position, answer)?,
        }
        Ok(out.flush()?)
    }

    /// A search that was stopped ends the command, unless only the winning move is missing.
    fn account(&self, answer: &Answer) -> Ended {
        match answer.stopped {
            Some(reason) if self.output.answers(answer) => {
                if !self.search.quiet {
                    tell(&format!("{reason} before a winning move was found"));
                }
                Ok(())
            }
            Some(reason) => Err(Failure::Stopped(reason, answer.known())),
            None => Ok(()),
        }
    }
}

/// A line for each thing there is to say.
fn write_text(out: &mut impl Write, answer: &Answer) -> io::Result<()> {
    if let Some(outcome) = answer.outcome {
        writeln!(out, "outcome  {outcome}")?;
    }
    if let Some(nimber) = answer.nimber {
        writeln!(out, "nimber   {nimber}")?;
    }
    if let Some(good) = &answer.winning_move {
        // A label such as `0*4 -> 0*3.AB|AB` says already what is left.
        match good.label.ends_with(&format!("-> {}", good.result)) {
            true => writeln!(out, "move     {}", good.label)?,
            false => writeln!(out, "move     {}, leaving {}", good.label, good.result)?,
        }
    }
    writeln!(out, "nodes    {}", answer.stats.nodes)?;
    writeln!(out, "time     {:.3} s", answer.time.as_secs_f64())
}

fn write_tsv(out: &mut impl Write, position: &str, answer: &Answer) -> io::Result<()> {
    let outcome = answer.outcome.map(|outcome| outcome.letter().to_string()).unwrap_or_default();
    let nimber = answer.nimber.map(|nimber| nimber.to_string()).unwrap_or_default();
    writeln!(out, "{position}\t{outcome}\t{nimber}")
}
