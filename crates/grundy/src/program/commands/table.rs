//! `grundy table GAME RANGE`: nimbers and outcomes of many positions, as tables like those of the paper.

use super::period::BYTES_A_HEAP;
use crate::core::{Nimber, Outcome, ParseError};
use crate::games::heap::{Heap, Sequence};
use crate::program::exit::{Ended, Failure, stopped, tell};
use crate::program::game_session::DynSession;
use crate::program::print_table::{About, Format, Printer, Row, Shape};
use crate::program::range::Range;
use crate::program::registry::{self, Family};
use crate::program::regularity::Regularity;
use crate::program::search_args::SearchArgs;
use crate::search::StopReason;
use clap::Args;
use grundy_graph::{Error as GraphError, families};
use std::io;
use std::ops::{ControlFlow, RangeInclusive};

/// Make a table of nimbers and outcomes
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy table cram 3x1..10
  $ grundy table cram 4..5x4..6 --format markdown
  $ grundy table sprouts 0..8
  $ grundy table sprouts 0..5 --nimber --format json
  $ grundy table 0.77 0..100 --format bfile
  $ grundy table node-kayles 'grid 3x1..12' --format bfile
  $ grundy table kayles 1..60 --format latex --columns 4

A range includes both ends. Mirror images appear once, with fewer rows than columns.
Heap games need no search: their nimbers come from those of smaller heaps; standard error says which period is proved (see \
`grundy period`). --store is not used for them; `grundy period --store` keeps their nimbers.
TSV: the position, W or L, the nimber (empty for sprouts without --nimber). LaTeX needs the package booktabs.
JSON: game, range, rows (position, outcome, nimber), period (null, or an object as `grundy period --json` prints), stopped.")]
pub struct Arguments {
    /// The game: a name or a code (see grundy --help)
    game: String,

    /// Sizes, 0..20, boards, 3x1..14 or 4..6x4..8, or graphs of a family, 'grid 3x1..30'
    range: String,

    /// Nimbers too, where the table would have outcomes only (sprouts)
    #[arg(short, long)]
    nimber: bool,

    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Fold a long LaTeX table into this many columns
    #[arg(long, value_name = "N", default_value_t = 1)]
    columns: usize,

    #[command(flatten)]
    search: SearchArgs,
}

impl Arguments {
    /// Prints the table, row by row.
    pub fn run(self) -> Ended {
        if self.columns == 0 || (self.columns > 1 && self.format != Format::Latex) {
            return Err(Failure::input("--columns: expected at least 1, and --format latex"));
        }
        let family = registry::game(&self.game)?.family();
        let nimbers = self.nimber || self.format == Format::Bfile || !matches!(family, Family::Spots);
        let is_wrapped = matches!(family, Family::Boards) && self.range.contains(':');
        if matches!(family, Family::Graphs) || is_wrapped {
            return self.graphs();
        }
        match (family, Range::parse(&self.range)?) {
            (Family::Heaps(heap), Range::Sizes(sizes)) => self.heaps(&heap, sizes),
            (Family::Sizes, Range::Sizes(sizes)) => self.sizes("heap", &sizes, nimbers),
            (Family::Spots, Range::Sizes(sizes)) => self.sizes("spots", &sizes, nimbers),
            (Family::Boards, Range::Boards(rows, columns)) => self.boards(rows, columns),
            (Family::Boards, Range::Sizes(_)) => {
                Err(Failure::input(format!("`{}`: expected rows and columns, such as 3x1..14", self.range)))
            }
            (Family::Graphs, _) => self.graphs(),
            (_, Range::Boards(..)) => {
                Err(Failure::input(format!("`{}`: expected one range of sizes, such as 0..20", self.range)))
            }
        }
    }

    fn heaps(&self, heap: &Heap, sizes: RangeInclusive<u32>) -> Ended {
        let end = *sizes.end() as usize;
        if end >= Sequence::LONGEST {
            let most = Sequence::LONGEST - 1;
            return Err(Failure::input(format!("`{}`: expected heaps of at most {most}", self.range)));
        }
        let guard = self.search.limits.start();
        let mut out = io::stdout().lock();
        let shape = list("heap", sizes.end().to_string(), true, false);
        let mut printer = Printer::begin(&mut out, self.format, shape, self.columns)?;
        let mut sequence = Sequence::new(heap);
        let mut stopped = None;
        let (mut next, mut block) = (*sizes.start() as usize, 1000);
        while next <= end && stopped.is_none() {
            let _ = sequence.extend_until_proved(end.min(block), |heap| {
                stopped = guard.reached().or_else(|| guard.exceeded(heap * BYTES_A_HEAP));
                if stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            while let Some(nimber) = sequence.nimber(next).filter(|_| next <= end && stopped.is_none()) {
                let outcome = Outcome::of(nimber);
                printer.row(Row { position: next.to_string(), index: next as u32, outcome, nimber: Some(nimber) })?;
                next += 1;
                if next.is_multiple_of(4096) {
                    stopped = guard.reached();
                }
            }
            block *= 2;
        }
        if !self.search.quiet {
            tell(&sequence.describe());
        }
        let about = About {
            game: &heap.to_string(),
            range: &self.range,
            period: Some(Regularity::of(&sequence)),
            stopped: stopped.map(StopReason::as_str),
        };
        printer.end(&about)?;
        stopped.map_or(Ok(()), |reason| Err(reason.into()))
    }

    fn sizes(&self, head: &'static str, sizes: &RangeInclusive<u32>, nimbers: bool) -> Ended {
        let mut session = self.search.open(&self.game)?;
        session.parse(&sizes.start().to_string())?;
        session.parse(&sizes.end().to_string())?;
        let shape = list(head, sizes.end().to_string(), nimbers, head == "spots");
        self.print(&mut *session, shape, sizes.clone().map(|n| Cell::Value(n.to_string(), n)), nimbers)
    }

    fn boards(&self, rows: RangeInclusive<u32>, columns: RangeInclusive<u32>) -> Ended {
        let mut session = self.search.open(&self.game)?;
        session.parse(&board(*rows.start(), *columns.start()))?;
        session.parse(&board(*rows.end(), *columns.end()))?;
        // A row or a column of boards is a list; its other side is the index.
        let is_list = rows.start() == rows.end() || columns.start() == columns.end();
        let index = |r, c| if rows.start() == rows.end() { c } else { r };
        if !is_list && self.format == Format::Bfile {
            return Err(Failure::input(format!("`{}`: expected one row or column of boards for a b-file", self.range)));
        }
        let shape = match is_list {
            true => list("board", board(*rows.end(), *columns.end()), true, false),
            false => Shape::Grid(columns.clone()),
        };
        let cell = |r: u32, c: u32| match r > c && rows.contains(&c) && columns.contains(&r) {
            true => Cell::Mirrored,
            false => Cell::Value(board(r, c), index(r, c)),
        };
        let line = |r| {
            let (begin, end) = ((!is_list).then_some(Cell::BeginLine(r)), (!is_list).then_some(Cell::EndLine));
            begin.into_iter().chain(columns.clone().map(move |c| cell(r, c))).chain(end)
        };
        self.print(&mut *session, shape, rows.clone().flat_map(line), true)
    }

    /// Graphs of a family, or boards with joined sides, with one number that runs.
    fn graphs(&self) -> Ended {
        let wrong = |error: GraphError| {
            Failure::from(ParseError::new(&self.range, error.offset(), error.found(), error.expected()))
        };
        let row = families::Row::parse(&self.range).map_err(wrong)?;
        let mut session = self.search.open(&self.game)?;
        let (first, last) = (*row.range.start(), *row.range.end());
        session.parse(&row.text(first))?;
        session.parse(&row.text(last))?;
        let cells = row.range.clone().map(|n| Cell::Value(row.text(n), n));
        self.print(&mut *session, list("graph", row.text(last), true, false), cells, true)
    }

    /// Prints a table whose values are searched, each as soon as those before it are known.
    fn print(
        &self,
        session: &mut dyn DynSession,
        shape: Shape,
        mut cells: impl Iterator<Item = Cell>,
        nimbers: bool,
    ) -> Ended {
        let name = session.name();
        let mut out = io::stdout().lock();
        let mut printer = Printer::begin(&mut out, self.format, shape, self.columns)?;
        let ended = loop {
            let block: Vec<Cell> = cells.by_ref().take(AT_ONCE).collect();
            if block.is_empty() {
                break Ok(());
            }
            if let Err(failure) = self.print_block(session, &mut printer, &block, nimbers) {
                break Err(failure);
            }
        };
        let stopped = stopped(&ended);
        if ended.is_err() && stopped.is_none() {
            return ended;
        }
        let printed = printer.end(&About { game: &name, range: &self.range, period: None, stopped });
        session.close(printed.and(ended))
    }

    fn print_block(
        &self,
        session: &mut dyn DynSession,
        printer: &mut TablePrinter<'_>,
        cells: &[Cell],
        nimbers: bool,
    ) -> Ended {
        let positions = cells.iter().filter_map(Cell::position).map(|text| session.parse(text));
        let positions = positions.collect::<Result<Vec<_>, _>>()?;
        let mut rest = cells.iter();
        let (mut answered, mut printed) = (0, Ok(()));
        let solved = session.solve_all(&positions, nimbers, &mut |_, outcome, nimber| {
            answered += 1;
            printed = print_value(printer, &mut rest, outcome, nimber);
            if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        printed?;
        match solved {
            Ok(()) => rest.try_for_each(|cell| cell.print(printer)),
            Err(reason) => {
                let next = cells.iter().filter_map(Cell::position).nth(answered);
                Err(Failure::Stopped(reason, format!("at {}", next.map_or("the end", String::as_str))))
            }
        }
    }
}

/// Cells that are solved together. A range may be longer than memory, and no machine has more threads.
const AT_ONCE: usize = 4096;

/// What a table is made of, in the order of printing.
enum Cell {
    /// A position to be solved, and its index in a list.
    Value(String, u32),
    /// A board whose mirror image has a cell.
    Mirrored,
    BeginLine(u32),
    EndLine,
}

type TablePrinter<'a> = Printer<'a, io::StdoutLock<'static>>;

impl Cell {
    fn position(&self) -> Option<&String> {
        if let Cell::Value(position, _) = self { Some(position) } else { None }
    }

    /// Prints what needs no answer.
    fn print(&self, printer: &mut TablePrinter<'_>) -> Ended {
        match self {
            Cell::Value(..) => Ok(()),
            Cell::Mirrored => printer.mirrored(),
            Cell::BeginLine(rows) => printer.begin_line(*rows),
            Cell::EndLine => printer.end_line(),
        }
    }
}

/// Prints the next value, and what comes before it.
fn print_value(
    printer: &mut TablePrinter<'_>,
    rest: &mut std::slice::Iter<'_, Cell>,
    outcome: Outcome,
    nimber: Option<Nimber>,
) -> Ended {
    for cell in rest {
        match cell {
            Cell::Value(position, index) => {
                return printer.row(Row { position: position.clone(), index: *index, outcome, nimber });
            }
            other => other.print(printer)?,
        }
    }
    Ok(())
}

fn list(head: &'static str, longest: String, nimbers: bool, outcomes: bool) -> Shape {
    Shape::List { head, width: longest.len().max(head.len()), nimbers, outcomes }
}

fn board(rows: u32, columns: u32) -> String {
    format!("{rows}x{columns}")
}
