//! Pictures of positions and trees, and section 4 of the paper on a sum of one's choice.

use crate::errors::{draw_error, exception, parse_error};
use crate::run::{Service, run};
use crate::session::unknown;
use grundy::core::{Hints, ParseError};
use grundy::draw::tree::{Kind as TreeKind, develop};
use grundy::draw::{self, DrawError, Style, svg, tikz};
use grundy::games::{Kind, WithGame, with_game};
use grundy::study::{Comparison, Other, PlainSum, Side, Strategy, StudyError, compare};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A position as SVG.
#[pyfunction]
pub fn position_svg(py: Python<'_>, game: &str, position: &str) -> PyResult<String> {
    drawn(py, || draw::svg(game, position, &Style::default()))
}

/// A position as TikZ.
#[pyfunction]
pub fn position_tikz(py: Python<'_>, game: &str, position: &str) -> PyResult<String> {
    drawn(py, || draw::tikz(game, position))
}

/// A position as lines of text.
#[pyfunction]
pub fn position_text(py: Python<'_>, game: &str, position: &str) -> PyResult<String> {
    drawn(py, || draw::text(game, position))
}

/// A tree of a position as SVG, text, DOT and TikZ.
#[pyfunction]
pub fn tree(
    py: Python<'_>,
    game: &str,
    position: &str,
    kind: &str,
    depth: Option<usize>,
    max_nodes: usize,
    limit: usize,
) -> PyResult<(String, String, String, String)> {
    let kind = match kind {
        "game" => TreeKind::Game,
        "outcomes" => TreeKind::Outcomes,
        "nimbers" => TreeKind::Nimbers,
        "solution" => TreeKind::Solution,
        "nimber-proof" => TreeKind::NimberProof,
        _ => {
            let line = format!("kind {kind:?}: expected game, outcomes, nimbers, solution or nimber-proof");
            return Err(PyValueError::new_err(line));
        }
    };
    drawn(py, || {
        let mut tree = develop(game, position, kind, limit)?;
        tree.fold(depth.unwrap_or(usize::MAX), max_nodes.max(1));
        let picture = tree.picture()?;
        let svg = svg::write(&picture, position, &Style::default());
        Ok((svg, tree.text(), tree.dot(), tikz::write(&picture, position)))
    })
}

fn drawn<T: Send>(py: Python<'_>, draw: impl FnOnce() -> Result<T, DrawError> + Send) -> PyResult<T> {
    run(py, &Service::default(), draw)?.map_err(|error| draw_error(py, &error))
}

/// Two positions whose sum is solved both ways: outcome, positions met the elementary way, positions in its solution
/// tree, couples met by nimbers, which nimber was read off (0: the first's, 1: the second's), that nimber, whether the
/// other has the same, and how many positions were read.
type BothWays = (char, usize, usize, usize, u8, u32, bool, usize);

/// Section 4 of the paper: the sum of two positions solved the elementary way and by nimbers.
#[pyfunction]
pub fn inevitable(py: Python<'_>, game: &str, first: &str, second: &str, limit: usize) -> PyResult<BothWays> {
    let both = run(py, &Service::default(), || with_game(game, BothWaysOf { first, second, limit }))?;
    let both = both.map_err(|error| unknown(py, &error))?;
    let both = both.map_err(|error| parse_error(py, &error))?;
    let Comparison { elementary, by_nimbers, inevitable } =
        both.map_err(|error| exception(py, "DrawError", (error.to_string(),)))?;
    Ok((
        elementary.outcome.letter(),
        elementary.computed,
        elementary.tree.nodes().len(),
        by_nimbers.computed,
        u8::from(matches!(inevitable.known, Side::Second)),
        inevitable.nimber.get(),
        matches!(inevitable.other, Other::Equal),
        inevitable.read,
    ))
}

/// What is compared, once the game is known.
struct BothWaysOf<'a> {
    first: &'a str,
    second: &'a str,
    limit: usize,
}

impl WithGame for BothWaysOf<'_> {
    type Output = Result<Result<Comparison, StudyError>, ParseError>;

    fn with<G: Hints>(self, game: G, _: Kind) -> Self::Output {
        let sum = |text| Ok(PlainSum::of(&game, &game.parse(text)?));
        Ok(compare(&game, &sum(self.first)?, &sum(self.second)?, Strategy::default(), self.limit))
    }
}
