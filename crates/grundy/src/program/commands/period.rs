//! `grundy period CODE`: the nim-sequence of a heap game, its period and what proves it.

use crate::core::Nimber;
use crate::games::heap::{Heap, Sequence};
use crate::program::amounts;
use crate::program::exit::{Ended, Failure, tell};
use crate::program::heap_store::HeapStore;
use crate::program::limit_args::LimitArgs;
use crate::program::registry::{self, Family};
use crate::program::regularity::{Regularity, Statistics};
use crate::search::StopReason;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Find the period of the nim-sequence of a heap game
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy period kayles
  $ grundy period 0.137 --to 1e4 --json
  $ grundy period 0.137 --format rows
  $ grundy period 0.16 --to 3e5 --store nimbers
  $ grundy period 0.77 --to 100 --format bfile

The nimber of a heap comes from those of smaller heaps. A period is proved by the theorem of Guy and Smith: once it has been \
checked through the heap that the theorem names, it holds for ever. Arithmetic periods (nimbers that grow by the saltus from \
one period to the next) are proved by a theorem of their own; what only seems to be one is called seen, not proved. \
docs/heap-games.md has both theorems.
With --store the nimbers are kept in a directory; the same command continues from there, also after a crash.
Formats rows and latex print the sequence with one period on a line, or --width heaps.
JSON: game, period, preperiod, last_exception, saltus, proved, theorem, checked_to, computed_to, summary, statistics (largest, \
largest_at, losing, last_losing, frequencies, sparse_space), stopped.")]
pub struct Arguments {
    /// The heap game: a name or a code, such as kayles or 0.77
    game: String,

    /// Compute the nimbers of heaps up to this one, unless a period is proved before: 100000, 1e6
    #[arg(long, value_name = "N", value_parser = amounts::count, default_value = "1e5")]
    to: u64,

    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "json")]
    format: Format,

    /// Print the report as JSON
    #[arg(long)]
    json: bool,

    /// Heaps on a line of the formats rows and latex [default: the period, or 20]
    #[arg(long, value_name = "N")]
    width: Option<usize>,

    /// Keep the nimbers in this directory, and start from those that are there
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitArgs,

    /// No remarks on standard error
    #[arg(short, long)]
    quiet: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Debug)]
enum Format {
    /// The period, what proves it, and statistics
    Text,
    /// The sequence, one period on a line
    Rows,
    /// The sequence as a b-file of the OEIS
    Bfile,
    /// The sequence as a LaTeX table, one period on a line (package booktabs)
    Latex,
}

impl Arguments {
    /// Computes the sequence and prints what was asked for.
    pub fn run(self) -> Ended {
        let Family::Heaps(heap) = registry::game(&self.game)?.family() else {
            return Err(Failure::input(format!("`{}` is not a heap game: expected a code such as 0.77", self.game)));
        };
        if self.width == Some(0) {
            return Err(Failure::input("--width 0: expected at least 1"));
        }
        let to = usize::try_from(self.to).ok().filter(|&to| to < Sequence::LONGEST);
        let to =
            to.ok_or_else(|| Failure::input(format!("--to {}: expected at most {}", self.to, Sequence::LONGEST - 1)))?;
        let (sequence, stopped) = self.compute(&heap, to)?;
        let mut out = BufWriter::new(io::stdout().lock());
        match self.format {
            _ if self.json => self.write_json(&mut out, &sequence, stopped)?,
            Format::Text => write_text(&mut out, &sequence)?,
            Format::Rows => self.write_rows(&mut out, &sequence, to)?,
            Format::Latex => self.write_latex(&mut out, &sequence, to)?,
            Format::Bfile => {
                for (heap, nimber) in heaps(&sequence, to) {
                    writeln!(out, "{heap} {nimber}")?;
                }
            }
        }
        out.flush()?;
        if self.format != Format::Text && !self.json && !self.quiet {
            tell(&sequence.describe());
        }
        match stopped {
            None => Ok(()),
            Some(reason) => {
                let (count, kept) = (sequence.values().len(), self.store.as_ref().map(|dir| dir.display().to_string()));
                let kept =
                    kept.map(|dir| format!(" and saved in {}; run the same command to resume", dir.escape_debug()));
                Err(Failure::Stopped(reason, format!("{count} nimbers computed{}", kept.unwrap_or_default())))
            }
        }
    }

    /// The sequence as far as the limits allow, or until its period is proved.
    fn compute(&self, heap: &Heap, to: usize) -> Result<(Sequence, Option<StopReason>), Failure> {
        const SAVE_EVERY: Duration = Duration::from_secs(2);
        let (mut store, known) = match &self.store {
            Some(dir) => HeapStore::open(dir, heap).map(|(store, values)| (Some(store), values))?,
            None => (None, Vec::new()),
        };
        if !known.is_empty() && !self.quiet {
            tell(&format!("continues after {} stored nimbers", known.len()));
        }
        let mut sequence = Sequence::after(heap, known);
        let guard = self.limits.start();
        let (mut stopped, mut last) = (None, Instant::now());
        while sequence.values().len() <= to && sequence.period().is_none() && stopped.is_none() {
            let mut save_now = false;
            let _ = sequence.extend_until_proved(to, |heap| {
                stopped = guard.reached().or_else(|| guard.exceeded(heap * BYTES_A_HEAP));
                // The clock is cheap, but not as cheap as the nimber of a heap.
                save_now = store.is_some() && heap % 64 == 0 && last.elapsed() >= SAVE_EVERY;
                if stopped.is_some() || save_now { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if let Some(store) = &mut store {
                store.save(sequence.values())?;
                last = Instant::now();
            }
        }
        Ok((sequence, stopped))
    }

    fn write_json(&self, out: &mut impl Write, sequence: &Sequence, stopped: Option<StopReason>) -> Ended {
        #[derive(Serialize)]
        struct Json {
            game: String,
            #[serde(flatten)]
            regularity: Regularity,
            statistics: Statistics,
            stopped: Option<&'static str>,
        }
        let seen = Json {
            game: sequence.game().to_string(),
            regularity: Regularity::of(sequence),
            statistics: Statistics::of(sequence),
            stopped: stopped.map(StopReason::as_str),
        };
        serde_json::to_writer(&mut *out, &seen)?;
        Ok(writeln!(out)?)
    }

    fn width(&self, sequence: &Sequence) -> usize {
        const WITHOUT_PERIOD: usize = 20;
        const WIDEST: usize = 1000;
        let period = Regularity::of(sequence).period.filter(|&period| period <= WIDEST);
        self.width.or(period).unwrap_or(WITHOUT_PERIOD)
    }

    fn write_rows(&self, out: &mut impl Write, sequence: &Sequence, to: usize) -> io::Result<()> {
        let (width, last) = (self.width(sequence), shown(sequence, to));
        let digits = last.to_string().len();
        let largest = heaps(sequence, to).map(|(_, nimber)| nimber.get()).max().unwrap_or(0);
        let cell = largest.to_string().len();
        for (heap, nimber) in heaps(sequence, to) {
            if heap % width == 0 {
                write!(out, "{heap:>digits$}+")?;
            }
            write!(out, " {:>cell$}", nimber.get())?;
            if heap % width == width - 1 || heap == last {
                writeln!(out)?;
            }
        }
        Ok(())
    }

    fn write_latex(&self, out: &mut impl Write, sequence: &Sequence, to: usize) -> io::Result<()> {
        let (width, last) = (self.width(sequence), shown(sequence, to));
        writeln!(out, "% \\usepackage{{booktabs}}")?;
        writeln!(out, "\\begin{{tabular}}{{r*{{{width}}}{{r}}}}\n\\toprule")?;
        let head: Vec<String> = (0..width).map(|column| column.to_string()).collect();
        writeln!(out, "$n$ & {} \\\\\n\\midrule", head.join(" & "))?;
        for (heap, nimber) in heaps(sequence, to) {
            if heap % width == 0 {
                write!(out, "{heap}")?;
            }
            write!(out, " & {nimber}")?;
            if heap % width == width - 1 || heap == last {
                writeln!(out, " \\\\")?;
            }
        }
        writeln!(out, "\\bottomrule\n\\end{{tabular}}")
    }
}

/// What a value takes in memory while a vector of them grows to twice its size.
pub const BYTES_A_HEAP: usize = 3 * size_of::<Nimber>();

/// The last heap that is printed: all that were asked for if a period gives them, else all that were computed.
fn shown(sequence: &Sequence, to: usize) -> usize {
    if sequence.period().is_some() { to } else { to.min(sequence.values().len().saturating_sub(1)) }
}

fn heaps(sequence: &Sequence, to: usize) -> impl Iterator<Item = (usize, Nimber)> + '_ {
    (0..=shown(sequence, to)).filter_map(|heap| Some((heap, sequence.nimber(heap)?)))
}

fn write_text(out: &mut impl Write, sequence: &Sequence) -> io::Result<()> {
    let found = Regularity::of(sequence);
    let number = |number: Option<usize>| number.map_or("none".to_string(), |number| number.to_string());
    writeln!(out, "game            {}", sequence.game())?;
    writeln!(out, "computed to     {}", number(found.computed_to))?;
    writeln!(out, "period          {}", found.period.map_or("none found".to_string(), |period| period.to_string()))?;
    if found.period.is_some() {
        writeln!(out, "preperiod       {}", number(found.preperiod))?;
        writeln!(out, "last exception  {}", number(found.last_exception))?;
        writeln!(out, "saltus          {}", found.saltus.unwrap_or(0))?;
        let checked = number(found.checked_to);
        match found.theorem {
            Some(theorem) => writeln!(out, "proved          by {theorem}, checked through heap {checked}")?,
            None => writeln!(out, "proved          no, seen through heap {checked}")?,
        }
    }
    let counts = Statistics::of(sequence);
    writeln!(out, "largest nimber  {}, first at heap {}", counts.largest, counts.largest_at)?;
    let last = counts.last_losing.map_or(String::new(), |last| format!(", the last is {last}"));
    writeln!(out, "losing heaps    {}{last}", counts.losing)?;
    writeln!(out, "nimbers         {} different", counts.frequencies.len())?;
    if let Some(space) = counts.sparse_space {
        let positions = if space.positions { " and the parity of the heap" } else { "" };
        let last = space.last_rare_heap.map_or(String::new(), |last| format!(", the last is {last}"));
        writeln!(out, "sparse space    mask {:b}{positions}: {} rare heaps{last}", space.mask, space.rare_heaps)?;
        let some: Vec<String> = space.rare_values.iter().take(20).map(u32::to_string).collect();
        let more = if space.rare_values.len() > 20 { ", ..." } else { "" };
        writeln!(out, "rare nimbers    {}{more}", some.join(", "))?;
    }
    Ok(())
}
