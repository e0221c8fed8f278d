//! `grundy inevitable GAME P1 P2`: section 4 of the paper on a sum of your choice.

use crate::program::amounts;
use crate::program::exit::{Ended, Failure};
use crate::program::limit_args::LimitArgs;
use crate::program::registry;
use crate::search::{Settings, StopReason};
use crate::study::{Comparison, Other, Side, StudyError};
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};

/// Solve P1 + P2 the elementary way and by nimbers, and read a nimber off the elementary solution
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy inevitable nim 5 5
  $ grundy inevitable kayles 8 11
  $ grundy inevitable cram 3x4 2x5

The theorem (Nimbers are inevitable, section 4): a solution tree of P1 + P2 contains the nimber of one of the two, and tells \
whether the other has the same. Nodes are the positions, or couples, that were computed.
JSON: game, first, second, outcome, elementary_nodes, solution_tree_nodes, nodes_by_nimbers, known (first, second), nimber, \
equal, nodes_read.")]
pub struct Arguments {
    /// The game: a name or a code (see grundy --help)
    game: String,

    /// The first position
    #[arg(value_name = "P1")]
    first: String,

    /// The second position
    #[arg(value_name = "P2")]
    second: String,

    /// Give up when one of the two ways has met this many positions: 1000000, 1e7
    #[arg(long, help_heading = "Limits", value_name = "N", value_parser = amounts::count, default_value = "2e6")]
    nodes: u64,

    /// Print JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArgs,
}

impl Arguments {
    /// Solves the sum twice. There is nothing to save, so Ctrl-C ends the program at once.
    pub fn run(self) -> Ended {
        self.limits.watch();
        let session = registry::open(&self.game, Settings::default())?;
        let (first, second) = (session.parse(&self.first)?, session.parse(&self.second)?);
        let limit = usize::try_from(self.nodes).unwrap_or(usize::MAX);
        let comparison = session.inevitable(&first, &second, limit).map_err(|error| match error {
            StudyError::TooLarge { limit } => {
                Failure::Stopped(StopReason::Nodes, format!("more than {limit} positions; raise --nodes"))
            }
            StudyError::LeadsBack { .. } | StudyError::NotTheSum => Failure::input(error.to_string()),
        })?;
        let mut out = io::stdout().lock();
        if self.json {
            serde_json::to_writer(&mut out, &self.as_json(&session.name(), &comparison))?;
            return Ok(writeln!(out)?);
        }
        Ok(self.write(&mut out, &comparison)?)
    }

    fn write(&self, out: &mut impl Write, comparison: &Comparison) -> io::Result<()> {
        let Comparison { elementary, by_nimbers, inevitable } = comparison;
        let (known, other) = match inevitable.known {
            Side::First => ("P1", "P2"),
            Side::Second => ("P2", "P1"),
        };
        let relation = match inevitable.other {
            Other::Equal => "the same",
            Other::Different => "another",
        };
        writeln!(out, "P1 + P2     {} + {}", self.first, self.second)?;
        writeln!(out, "outcome     {}", elementary.outcome)?;
        writeln!(
            out,
            "elementary  {} nodes, {} in the solution tree",
            elementary.computed,
            elementary.tree.nodes().len()
        )?;
        writeln!(out, "by nimbers  {} nodes", by_nimbers.computed)?;
        writeln!(
            out,
            "theorem     {known} has nimber {}, {other} has {relation}: read off {} nodes of the solution tree",
            inevitable.nimber, inevitable.read
        )
    }

    fn as_json<'a>(&'a self, game: &'a str, comparison: &Comparison) -> Json<'a> {
        Json {
            game,
            first: &self.first,
            second: &self.second,
            outcome: comparison.elementary.outcome.to_string(),
            elementary_nodes: comparison.elementary.computed,
            solution_tree_nodes: comparison.elementary.tree.nodes().len(),
            nodes_by_nimbers: comparison.by_nimbers.computed,
            known: match comparison.inevitable.known {
                Side::First => "first",
                Side::Second => "second",
            },
            nimber: comparison.inevitable.nimber.get(),
            equal: comparison.inevitable.other == Other::Equal,
            nodes_read: comparison.inevitable.read,
        }
    }
}

#[derive(Serialize)]
struct Json<'a> {
    game: &'a str,
    first: &'a str,
    second: &'a str,
    outcome: String,
    elementary_nodes: usize,
    solution_tree_nodes: usize,
    nodes_by_nimbers: usize,
    known: &'static str,
    nimber: u32,
    equal: bool,
    nodes_read: usize,
}
