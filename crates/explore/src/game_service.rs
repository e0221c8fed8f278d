//! One game with its solver, behind the trait that a name can choose.
//!
//! # Invariants
//! - The solver is lent for short slices only ([`Service::ask`]), so that a long search never keeps a click waiting.
//! - When its memory is full the solver is replaced by a new one: a service never holds more than its share.

use crate::fair::Fair;
use crate::moves::{Moves, Until};
use crate::prove::{self, ProofLimits, Tell};
use crate::reply::{self, Reply, SolutionStep};
use crate::search_stream::{self, Event};
use crate::spots::{Drawn, Line};
use grundy_core::{Component, Hints, Nimber, Outcome, ParseError, Position};
use grundy_proof::Goal;
use grundy_search::{Interrupt, Limits, Solver, StopReason};
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Draws a position as SVG; the second argument says whether the picture stands alone. The error is one line.
pub type Painter = dyn Fn(&str, bool) -> Result<String, String> + Send + Sync;

type FileReader = dyn Fn(&str) -> Result<Position, ParseError> + Send + Sync;

/// How positions of a game look, which decides how they are drawn and chosen on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Heaps of objects.
    Heaps,
    /// Boards of cells.
    Board,
    /// Spots and lines.
    Spots,
    /// Vertices and edges.
    Graph,
}

/// A game that was chosen by name, with its solver. All methods may take a while: call them where waiting is allowed.
pub trait GameService: Send + Sync {
    /// The canonical name of the game.
    fn name(&self) -> String;

    /// How its positions look.
    fn kind(&self) -> Kind;

    /// A position with its moves and options and what is known of them, without any search.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn look(&self, position: &str, time: Duration) -> Result<PositionView, ParseError>;

    /// Searches outcomes and nimbers of a position, its components and its options, and tells what it finds.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn search(
        &self,
        position: &str,
        time: Duration,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<(), ParseError>;

    /// A move for the computer. `weakness` is how often in a hundred moves it does not think.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn reply(&self, position: &str, weakness: u8, time: Duration) -> Result<Reply, ParseError>;

    /// One step of the solution tree.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn unfold(&self, position: &str, time: Duration) -> Result<SolutionStep, ParseError>;

    /// Proves the outcome or the nimber of a position.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn prove(&self, position: &str, goal: Goal, limits: ProofLimits, tell: &Tell) -> Result<(), ParseError>;

    /// A position as SVG. A picture that stands alone brings its own style sheet.
    ///
    /// # Errors
    /// Why there is none, in one line.
    fn picture(&self, position: &str, standalone: bool) -> Result<String, String>;

    /// The components of a position of a file, as the other methods write components.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn read_file(&self, position: &str) -> Result<Vec<String>, ParseError>;
}

/// What is known of a position.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its outcome.
    pub outcome: Option<Outcome>,
    /// Its nimber.
    pub nimber: Option<Nimber>,
}

/// A position with all its moves.
#[derive(Serialize, Debug)]
pub struct PositionView {
    /// The canonical name of the game.
    pub game: String,
    /// How the game looks.
    pub kind: Kind,
    /// The position as it was given.
    pub position: String,
    /// `win`, `loss`, or nothing.
    pub outcome: Option<&'static str>,
    /// The nimber, if it is known.
    pub nimber: Option<u32>,
    /// Its components in canonical form.
    pub components: Vec<Part>,
    /// The moves.
    pub moves: Vec<Played>,
    /// The distinct options.
    pub options: Vec<Choice>,
    /// Whether there are more moves than are listed.
    pub truncated: bool,
    /// The spots of a Sprouts position and where they lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spots: Option<Drawn>,
}

/// A component of a position.
#[derive(Serialize, Debug)]
pub struct Part {
    /// Its canonical text.
    pub text: String,
    /// Its nimber, if it is known.
    pub nimber: Option<u32>,
}

/// A move.
#[derive(Serialize, Debug)]
pub struct Played {
    /// What is done.
    pub label: String,
    /// The position after it.
    pub result: String,
    /// The number of its option.
    pub option: usize,
    /// The spots it joins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spots: Option<[usize; 2]>,
    /// Where its line runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Line>,
}

/// A distinct option.
#[derive(Serialize, Debug)]
pub struct Choice {
    /// The number of the first move that leads there.
    pub first: usize,
    /// The canonical texts of its components.
    pub components: Vec<String>,
    /// `win` or `loss` for the player who moves there: a loss is a winning move.
    pub outcome: Option<&'static str>,
    /// Its nimber.
    pub nimber: Option<u32>,
}

/// One game and its solver.
pub struct Service<G: Hints> {
    game: G,
    read_file: Box<FileReader>,
    kind: Kind,
    memory: usize,
    painter: Option<Box<Painter>>,
    solver: Fair<Option<Solver<G>>>,
    /// The moves that were listed last, and of which position: a search follows the look at a position.
    listed: Mutex<Option<(String, Arc<Moves>)>>,
}

impl<G: Hints + 'static> Service<G> {
    /// A service whose solver may take that many bytes.
    pub fn new(game: G, kind: Kind, memory: usize) -> Self {
        Service {
            solver: Fair::new(None),
            listed: Mutex::new(None),
            read_file: {
                let game = game.clone();
                Box::new(move |text| game.parse(text))
            },
            game,
            kind,
            memory,
            painter: None,
        }
    }

    /// The same with another reader for the positions in certificates, whose notation may differ.
    #[must_use]
    pub fn reading_files(
        self,
        read_file: impl Fn(&str) -> Result<Position, ParseError> + Send + Sync + 'static,
    ) -> Self {
        Service { read_file: Box::new(read_file), ..self }
    }

    /// The same with pictures.
    #[must_use]
    pub fn drawn_by(self, painter: impl Fn(&str, bool) -> Result<String, String> + Send + Sync + 'static) -> Self {
        Service { painter: Some(Box::new(painter)), ..self }
    }

    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    /// The moves of a position. Those of the last position are remembered.
    pub(crate) fn moves(&self, position: &str, until: &Until) -> Result<Arc<Moves>, ParseError> {
        let last = || self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, moves)) = last().as_ref().filter(|(text, _)| text == position) {
            return Ok(moves.clone());
        }
        let moves = Arc::new(match self.kind {
            Kind::Spots => Moves::joining_spots(&self.game, position, until)?,
            Kind::Heaps | Kind::Board | Kind::Graph => Moves::written(&self.game, position, until)?,
        });
        // A list that was cut off may be longer the next time.
        if !moves.truncated {
            *last() = Some((position.to_string(), moves.clone()));
        }
        Ok(moves)
    }

    /// What the facts say of some positions.
    pub(crate) fn known<'a>(&self, positions: impl IntoIterator<Item = &'a [Component]>) -> Vec<Known> {
        self.with_solver(|solver| {
            let known = |position| match solver.known_nimber(position) {
                Some(nimber) => Known { nimber: Some(nimber), outcome: Some(Outcome::of(nimber)) },
                None => Known { nimber: None, outcome: solver.known_outcome(position) },
            };
            positions.into_iter().map(known).collect()
        })
    }

    /// Asks the solver within these limits; the memory is that of the service.
    pub(crate) fn ask<T>(
        &self,
        limits: Limits,
        question: impl FnOnce(&mut Solver<G>) -> Result<T, StopReason>,
    ) -> Result<T, StopReason> {
        self.with_solver(|solver| {
            solver.set_limits(Limits { memory: Some(self.memory), ..limits });
            let answer = question(solver);
            if matches!(answer, Err(StopReason::Memory | StopReason::Contradiction)) {
                *solver = Solver::new(self.game.clone());
            }
            answer
        })
    }

    /// Runs `with` on the solver, which is made when it is needed first: a name alone costs no table.
    pub(crate) fn with_solver<T>(&self, with: impl FnOnce(&mut Solver<G>) -> T) -> T {
        self.solver.with(|solver| with(solver.get_or_insert_with(|| Solver::new(self.game.clone()))))
    }

    /// The canonical text of a component.
    pub(crate) fn text(&self, component: &[u8]) -> String {
        let mut exact = Vec::new();
        self.game.canonical_form(component, &mut exact);
        self.game.write(&exact)
    }

    /// The same before the deadline; later one that is faster found, and may be another for an equal component.
    fn text_until(&self, component: &[u8], deadline: Instant) -> String {
        if Instant::now() < deadline {
            return self.text(component);
        }
        let mut canonical = Vec::new();
        self.game.canonize(component, &mut canonical);
        self.game.write(&canonical)
    }
}

impl<G: Hints + 'static> GameService for Service<G> {
    fn name(&self) -> String {
        self.game.name()
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn look(&self, position: &str, time: Duration) -> Result<PositionView, ParseError> {
        let components = self.game.parse(position)?;
        let moves = self.moves(position, &Until::after(time))?;
        let deadline = Instant::now() + time;
        let whole = self.known([&components[..]])[0];
        let parts = self.known(components.iter().map(std::slice::from_ref));
        let options = self.known(moves.options.iter().map(|option| &option.components[..]));
        let part = |(component, known): (&Component, Known)| Part {
            text: self.text_until(component, deadline),
            nimber: known.nimber.map(Nimber::get),
        };
        Ok(PositionView {
            game: self.name(),
            kind: self.kind,
            position: position.to_string(),
            outcome: whole.outcome.map(word),
            nimber: whole.nimber.map(Nimber::get),
            components: components.iter().zip(parts).map(part).collect(),
            options: (moves.options.iter().zip(options))
                .map(|(option, known)| Choice {
                    first: option.first,
                    components: (option.components.iter())
                        .map(|component| self.text_until(component, deadline))
                        .collect(),
                    outcome: known.outcome.map(word),
                    nimber: known.nimber.map(Nimber::get),
                })
                .collect(),
            moves: (moves.moves.iter())
                .map(|listed| {
                    let (spots, line) = listed.line.clone().unzip();
                    let (label, result) = (listed.by.label.clone(), listed.by.result.to_string());
                    Played { label, result, option: listed.option, spots, line }
                })
                .collect(),
            truncated: moves.truncated,
            spots: moves.drawn.clone(),
        })
    }

    fn search(
        &self,
        position: &str,
        time: Duration,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<(), ParseError> {
        search_stream::search(self, position, time, interrupt, tell)
    }

    fn reply(&self, position: &str, weakness: u8, time: Duration) -> Result<Reply, ParseError> {
        reply::reply(self, position, weakness, time)
    }

    fn unfold(&self, position: &str, time: Duration) -> Result<SolutionStep, ParseError> {
        reply::unfold(self, position, time)
    }

    fn prove(&self, position: &str, goal: Goal, limits: ProofLimits, tell: &Tell) -> Result<(), ParseError> {
        let memory = limits.memory.min(self.memory);
        prove::prove(&self.game, position, goal, &ProofLimits { memory, ..limits }, tell)
    }

    fn picture(&self, position: &str, standalone: bool) -> Result<String, String> {
        match &self.painter {
            Some(paint) => paint(position, standalone),
            None => Err(format!("there are no pictures of {}", self.name())),
        }
    }

    fn read_file(&self, position: &str) -> Result<Vec<String>, ParseError> {
        let components = (self.read_file)(position)?;
        Ok(components.iter().map(|component| self.text(component)).collect())
    }
}

/// An outcome as JSON has it.
pub(crate) fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
    }
}
