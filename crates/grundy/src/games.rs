//! What the program does with a game that was chosen by its name.

use crate::exit::{Ended, Failure};
use crate::search_args::Extras;
use crate::session::GameSession;
use crate::suggest;
use grundy::cli::{PlayError, Players};
use grundy::core::{Claim, Component, Game, Hints, Move, Nimber, Outcome, ParseError, Position};
use grundy::games::heap::Heap;
use grundy::games::{Kind, UnknownGame, WithGame, with_game};
use grundy::proof::{Certificate, Effort, Goal};
use grundy::search::{Settings, Stats, StopReason};
use grundy::study::{Comparison, StudyError};
use grundy::{Trouble, ValuedOption};
use grundy_draw::{Style, svg};
use grundy_explore::{GameService, LoadedGame};
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// A game that was chosen by name, with its solver.
pub trait Session {
    /// The canonical name of the game.
    fn name(&self) -> String;

    /// Whether the text is a position of the game.
    fn check(&self, position: &str) -> Result<(), ParseError>;

    /// Limits the time of each of the next questions; `None` leaves only the limits of the session.
    fn limit_question(&mut self, time: Option<Duration>);

    /// Shows a line about the whole work on a terminal.
    fn note(&self, elapsed: Duration, text: &str);

    /// Solves a position, as far as the limits allow.
    fn solve(&mut self, position: &str, question: Question) -> Result<Answer, ParseError>;

    /// Solves many positions, on several threads side by side where that pays: the outcome of each, and its nimber if that is wanted, in
    /// order, as they are found.
    fn solve_all(
        &mut self,
        positions: &[String],
        nimbers: bool,
        each: &mut dyn FnMut(usize, Outcome, Option<Nimber>) -> ControlFlow<()>,
    ) -> Result<(), Trouble>;

    /// Every distinct option of a position with its nimber, as they are found.
    fn options(&mut self, position: &str, each: &mut dyn FnMut(ValuedOption) -> ControlFlow<()>)
    -> Result<(), Trouble>;

    /// Proves the outcome or the nimber of a position.
    fn prove(&mut self, position: &str, goal: Goal, effort: &Effort) -> Result<Certificate, Failure>;

    /// Writes to the store what is not there yet. To be called at the end, with how the command ended; if it was stopped, the
    /// result says how to go on.
    fn close(&mut self, ended: Ended) -> Ended;

    /// The sum of two positions solved the elementary way and by nimbers, each with at most `limit` positions.
    fn inevitable(&self, first: &str, second: &str, limit: usize)
    -> Result<Result<Comparison, StudyError>, ParseError>;

    /// A play from a position; the limits hold for each move.
    fn play(
        &mut self,
        position: &str,
        players: Players,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(), PlayError>;
}

/// What is asked of a position besides its outcome.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Its nimber.
    pub nimber: bool,
    /// A winning move, if there is one.
    pub winning_move: bool,
}

/// What is known of a position when its search has ended.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its outcome.
    pub outcome: Option<Outcome>,
    /// Its nimber, if it was asked for.
    pub nimber: Option<Nimber>,
    /// A winning move.
    pub winning_move: Option<Move>,
    /// Nimbers it is known not to have, if the nimber was asked for and not found.
    pub excluded: Vec<Nimber>,
    /// What this question took; for components, facts and memory, what there is now.
    pub stats: Stats,
    /// How long this question took.
    pub time: Duration,
    /// Why something that was asked for is missing.
    pub stopped: Option<StopReason>,
}

/// What the range of a table counts.
#[derive(Clone, Debug)]
pub enum Family {
    /// The heaps of a heap game, whose nimbers need no search.
    Heaps(Box<Heap>),
    /// Positions that are written as one number, of which people want the nimber.
    Sizes,
    /// Positions that are written as one number, of which people want the outcome.
    Spots,
    /// Boards, `rows x columns`.
    Boards,
    /// Graphs of a family: `grid 3x1..30`.
    Graphs,
}

/// A game by name or code: `cram`, `kayles`, `0.77`.
pub fn open(name: &str, settings: Settings, quiet: bool) -> Result<Box<dyn Session>, Failure> {
    open_with(name, settings, &Extras { quiet, ..Extras::default() })
}

/// The same with a store and a log, if these are wanted.
pub fn open_with(name: &str, settings: Settings, extras: &Extras) -> Result<Box<dyn Session>, Failure> {
    struct Open<'a>(Settings, &'a Extras);
    impl WithGame for Open<'_> {
        type Output = Result<Box<dyn Session>, Failure>;

        fn with<G: Hints + 'static>(self, game: G, _: Kind) -> Self::Output {
            Ok(Box::new(GameSession::new(game, self.0, self.1)?))
        }
    }
    with_game(name, Open(settings, extras)).map_err(unknown)?
}

/// A game for the explorer, whose solver may take that many bytes. The error is one line.
pub fn service(name: &str, memory: usize) -> Result<Arc<dyn GameService>, String> {
    struct Load(usize);
    impl WithGame for Load {
        type Output = Arc<dyn GameService>;

        fn with<G: Hints + 'static>(self, game: G, kind: Kind) -> Arc<dyn GameService> {
            let (name, of_files) = (game.name(), game.for_files());
            let loaded = LoadedGame::new(game, kind, self.0).reading_files(move |text| of_files.parse(text));
            Arc::new(loaded.drawn_by(move |position, standalone| draw(&name, position, standalone)))
        }
    }
    with_game(name, Load(memory)).map_err(|error| error.to_string())
}

fn draw(game: &str, position: &str, standalone: bool) -> Result<String, String> {
    svg(game, position, &Style { standalone }).map_err(|error| error.to_string())
}

/// The notation of a game, as files write it.
pub fn notation(name: &str) -> Result<Box<dyn Notation>, Failure> {
    struct Files;
    impl WithGame for Files {
        type Output = Box<dyn Notation>;

        fn with<G: Hints + 'static>(self, game: G, _: Kind) -> Box<dyn Notation> {
            Box::new(game.for_files())
        }
    }
    with_game(name, Files).map_err(unknown)
}

/// What of a game is needed to read and write facts.
pub trait Notation: Sync {
    /// The canonical name of the game.
    fn game_name(&self) -> String;

    /// Reads a position and splits it.
    fn read(&self, text: &str) -> Result<Position, ParseError>;

    /// Writes a component.
    fn text(&self, component: &[u8]) -> String;

    /// The form that is equal for equal components.
    fn exact_form(&self, component: &[u8]) -> Component;

    /// The name of a theorem that gives the nimber of the component.
    fn theorem_name(&self, component: &[u8]) -> Option<&'static str>;
}

impl<G: Game> Notation for G {
    fn game_name(&self) -> String {
        self.name()
    }

    fn read(&self, text: &str) -> Result<Position, ParseError> {
        self.parse(text)
    }

    fn text(&self, component: &[u8]) -> String {
        self.write(component)
    }

    fn exact_form(&self, component: &[u8]) -> Component {
        let mut bytes = Vec::new();
        self.canonical_form(component, &mut bytes);
        bytes.into()
    }

    fn theorem_name(&self, component: &[u8]) -> Option<&'static str> {
        self.theorem(component).filter(|theorem| matches!(theorem.claim, Claim::Is(_))).map(|theorem| theorem.name)
    }
}

/// What the tables of a game count.
pub fn family(name: &str) -> Result<Family, Failure> {
    struct Count<'a>(&'a str);
    impl WithGame for Count<'_> {
        type Output = Family;

        fn with<G: Hints>(self, _: G, kind: Kind) -> Family {
            match (kind, Heap::by_name_or_code(self.0)) {
                (Kind::Board, _) => Family::Boards,
                (Kind::Spots, _) => Family::Spots,
                (Kind::Graph, _) => Family::Graphs,
                (Kind::Heaps, Ok(heap)) => Family::Heaps(Box::new(heap)),
                _ => Family::Sizes,
            }
        }
    }
    with_game(name, Count(name)).map_err(unknown)
}

/// How the lines of a file of positions are written on the command line.
///
/// Only Sprouts makes a difference. On the command line digits alone are a number of spots, but in tables and databases of
/// positions they are a boundary (`12`: a spot with two lives and one with one). A file in which all lines are digits is a list
/// of numbers of spots; otherwise digits that can be a boundary are one.
pub fn lines_as_positions(game: &str, lines: &[&str]) -> Vec<String> {
    let is_number = |line: &&str| line.trim().bytes().all(|b| b.is_ascii_digit());
    let is_boundary = |line: &str| line.trim().bytes().all(|b| matches!(b, b'1' | b'2'));
    let as_it_is = !game.trim().eq_ignore_ascii_case("sprouts") || lines.iter().all(is_number);
    let position = |&line: &&str| match line.trim() {
        _ if as_it_is => line.to_string(),
        "0" => "0*1".to_string(),
        // A second region of one life changes nothing, and makes it a land.
        boundary if is_boundary(boundary) => format!("{boundary}|2"),
        _ => line.to_string(),
    };
    lines.iter().map(position).collect()
}

fn unknown(error: UnknownGame) -> Failure {
    if error.wrong_code().is_some() {
        return Failure::input(error.to_string());
    }
    let shown: String = error.name().chars().take(40).collect();
    Failure::input(format!("unknown game `{}`: {}", shown.escape_debug(), suggest::game(error.name())))
}
