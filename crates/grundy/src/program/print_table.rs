//! Tables on paper: plain, TSV, JSON, Markdown, LaTeX, and the b-files of the OEIS.
//!
//! A table is a *list* (one line each) or a *grid* of boards as in the paper. Values come one by one, in the order of
//! the lines, and are written as they come, but for JSON, which is one document at the end.

use crate::core::{Nimber, Outcome};
use crate::program::exit::Ended;
use crate::program::regularity::Regularity;
use clap::ValueEnum;
use serde::Serialize;
use std::io::Write;
use std::ops::RangeInclusive;

/// How a table is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people
    Text,
    /// Tab-separated: position, W or L, nimber
    Tsv,
    /// One JSON document
    Json,
    /// A Markdown table
    Markdown,
    /// A LaTeX tabular
    Latex,
    /// A b-file of the OEIS: index, nimber
    Bfile,
}

/// The shape of a table.
pub enum Shape {
    /// One line for each value, named in the first column.
    List {
        /// What the lines are: `heap`, `spots`, `board`.
        head: &'static str,
        /// The width of the longest name.
        width: usize,
        /// Whether nimbers are wanted.
        nimbers: bool,
        /// Whether outcomes are wanted.
        outcomes: bool,
    },
    /// Boards; these are the columns.
    Grid(RangeInclusive<u32>),
}

/// One value of a table.
#[derive(Serialize)]
pub struct Row {
    /// The position as the game reads it.
    pub position: String,
    /// The index in a b-file.
    #[serde(skip)]
    pub index: u32,
    /// `win` or `loss`.
    #[serde(serialize_with = "as_word")]
    pub outcome: Outcome,
    /// The nimber, if it is wanted.
    #[serde(serialize_with = "as_number")]
    pub nimber: Option<Nimber>,
}

/// Writes one table.
pub struct Printer<'a, W: Write> {
    out: &'a mut W,
    format: Format,
    shape: Shape,
    /// How many values were written.
    written: usize,
    /// Lines of a LaTeX list are held back if they are folded into several columns.
    columns: usize,
    held: Vec<String>,
    /// Whether a line of a grid has begun and not ended.
    in_line: bool,
}

/// What JSON says of a table besides its rows.
#[derive(Serialize)]
pub struct About<'a> {
    /// The canonical name of the game.
    pub game: &'a str,
    /// The range as given.
    pub range: &'a str,
    /// The period of a nim-sequence.
    pub period: Option<Regularity>,
    /// Why rows are missing.
    pub stopped: Option<&'static str>,
}

impl<'a, W: Write> Printer<'a, W> {
    /// Begins a table.
    pub fn begin(
        out: &'a mut W,
        format: Format,
        shape: Shape,
        columns: usize,
    ) -> Result<Self, crate::program::exit::Failure> {
        let columns = if matches!(shape, Shape::Grid(_)) { 1 } else { columns };
        let printer = Printer { out, format, shape, written: 0, columns, held: Vec::new(), in_line: false };
        let head = printer.head();
        match (format, &printer.shape) {
            (Format::Json, _) => write!(printer.out, "{{\"rows\":[")?,
            (Format::Tsv | Format::Bfile, _) => {}
            (Format::Text, Shape::List { width, .. }) => {
                let width = *width;
                writeln!(printer.out, "{:>width$}  {}", head[0], head[1..].join("  "))?;
            }
            (Format::Text, Shape::Grid(..)) => {
                let cells: String = head.iter().map(|cell| format!("{cell:>4}")).collect();
                writeln!(printer.out, "{cells}")?;
            }
            (Format::Markdown, _) => {
                writeln!(printer.out, "| {} |", head.join(" | "))?;
                writeln!(printer.out, "|{}", "---:|".repeat(head.len()))?;
            }
            (Format::Latex, _) => {
                let block = format!("r{}", "c".repeat(head.len() - 1));
                let blocks = vec![block; columns].join("@{\\qquad}");
                writeln!(printer.out, "% \\usepackage{{booktabs}}\n\\begin{{tabular}}{{{blocks}}}\n\\toprule")?;
                writeln!(printer.out, "{} \\\\\n\\midrule", vec![head.join(" & "); columns].join(" & "))?;
            }
        }
        Ok(printer)
    }

    /// Writes one value of a list, or of a grid's cells.
    pub fn row(&mut self, row: Row) -> Ended {
        let nimber = row.nimber.map(|nimber| nimber.to_string()).unwrap_or_default();
        self.written += 1;
        match (self.format, &self.shape) {
            (Format::Json, _) => {
                if self.written > 1 {
                    write!(self.out, ",")?;
                }
                serde_json::to_writer(&mut *self.out, &row)?;
            }
            (Format::Tsv, _) => writeln!(self.out, "{}\t{}\t{nimber}", row.position, row.outcome.letter())?,
            (Format::Bfile, _) => writeln!(self.out, "{} {nimber}", row.index)?,
            (_, Shape::Grid(..)) => self.cell(if row.nimber.is_some() { &nimber } else { "?" })?,
            (_, Shape::List { width, outcomes, nimbers, .. }) => {
                let (width, mut cells) = (*width, vec![row.position]);
                cells.extend(outcomes.then(|| row.outcome.to_string()));
                cells.extend(nimbers.then_some(nimber));
                match self.format {
                    Format::Markdown => writeln!(self.out, "| {} |", cells.join(" | "))?,
                    Format::Latex if self.columns > 1 => self.held.push(cells.join(" & ")),
                    Format::Latex => writeln!(self.out, "{} \\\\", cells.join(" & "))?,
                    _ => writeln!(self.out, "{}", plain_line(&cells, width, *outcomes && *nimbers))?,
                }
            }
        }
        // Half a line on a terminal would be wiped out with the live view.
        if self.in_line { Ok(()) } else { Ok(self.out.flush()?) }
    }

    /// Begins a line of a grid.
    pub fn begin_line(&mut self, rows: u32) -> Ended {
        self.in_line = true;
        match self.format {
            Format::Text => write!(self.out, "{rows:>4}")?,
            Format::Markdown => write!(self.out, "| {rows} |")?,
            Format::Latex => write!(self.out, "{rows}")?,
            Format::Tsv | Format::Json | Format::Bfile => {}
        }
        Ok(())
    }

    /// A board that stands in the grid already, lying on its other side.
    pub fn mirrored(&mut self) -> Ended {
        self.cell("-")
    }

    /// Ends a line of a grid.
    pub fn end_line(&mut self) -> Ended {
        self.in_line = false;
        match self.format {
            Format::Text | Format::Markdown => writeln!(self.out)?,
            Format::Latex => writeln!(self.out, " \\\\")?,
            Format::Tsv | Format::Json | Format::Bfile => {}
        }
        Ok(())
    }

    /// Ends the table, even if its last line is not full.
    pub fn end(mut self, about: &About<'_>) -> Ended {
        if self.in_line {
            self.end_line()?;
        }
        match self.format {
            Format::Latex => {
                self.fold()?;
                writeln!(self.out, "\\bottomrule\n\\end{{tabular}}")?;
            }
            Format::Json => {
                // The rows are out already, in an object that was begun with them.
                let about = serde_json::to_string(about)?;
                writeln!(self.out, "],{}", about.strip_prefix('{').unwrap_or(&about))?;
            }
            Format::Text | Format::Tsv | Format::Markdown | Format::Bfile => {}
        }
        Ok(self.out.flush()?)
    }

    /// Writes the lines that were held back, in columns of equal length, read downwards.
    fn fold(&mut self) -> Ended {
        let height = self.held.len().div_ceil(self.columns);
        let empty = " &".repeat(self.head().len() - 1);
        for line in 0..height {
            let cells: Vec<&str> = (0..self.columns)
                .map(|column| self.held.get(column * height + line).unwrap_or(&empty).trim())
                .collect();
            writeln!(self.out, "{} \\\\", cells.join(" & "))?;
        }
        Ok(())
    }

    fn cell(&mut self, text: &str) -> Ended {
        match self.format {
            Format::Text => write!(self.out, "{text:>4}")?,
            Format::Markdown => write!(self.out, " {text} |")?,
            Format::Latex => write!(self.out, " & {text}")?,
            Format::Tsv | Format::Json | Format::Bfile => {}
        }
        Ok(())
    }

    fn head(&self) -> Vec<String> {
        match &self.shape {
            Shape::List { head, nimbers, outcomes, .. } => {
                let columns = [Some(*head), outcomes.then_some("outcome"), nimbers.then_some("nimber")];
                columns.into_iter().flatten().map(str::to_string).collect()
            }
            Shape::Grid(columns) => {
                std::iter::once(String::new()).chain(columns.clone().map(|c| c.to_string())).collect()
            }
        }
    }
}

/// The columns stand under the heads that [`Printer::begin`] wrote.
fn plain_line(cells: &[String], width: usize, both: bool) -> String {
    let rest = if both { format!("{:<7}  {}", cells[1], cells[2]) } else { cells[1..].join("  ") };
    format!("{:>width$}  {rest}", cells[0])
}

fn as_word<S: serde::Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(outcome)
}

fn as_number<S: serde::Serializer>(nimber: &Option<Nimber>, serializer: S) -> Result<S::Ok, S::Error> {
    nimber.map(Nimber::get).serialize(serializer)
}
