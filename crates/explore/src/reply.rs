//! The computer's move and why it was made; one step of a solution tree.
//!
//! Both need the outcomes of options, searched here in rounds of growing budgets, as few of them as the answer takes.

use crate::loaded_game::LoadedGame;
use crate::moves::{ListedMove, ListedOption, Moves, Until};
use crate::position_view::outcome_word;
use crate::random;
use crate::spots::Line;
use grundy_core::{Component, Hints, Nimber, Outcome, ParseError};
use grundy_search::{Limits, StopReason};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Budgets of the rounds, in nodes.
const ROUNDS: [u64; 5] = [100, 5_000, 100_000, 2_000_000, u64::MAX];
/// The longest time for which the solver stays locked.
const SLICE: Duration = Duration::from_millis(150);

/// The computer's move.
#[derive(Serialize, Debug)]
pub struct Reply {
    /// The move, or nothing if there is none and the game is over.
    #[serde(rename = "move")]
    pub made: Option<MoveView>,
    /// How it was chosen.
    pub how: ReplyKind,
    /// Why, in one or two sentences.
    pub why: String,
}

/// A move that was made.
#[derive(Serialize, Debug)]
pub struct MoveView {
    /// What is done.
    pub label: String,
    /// The position after it.
    pub result: String,
    /// The spots it joins, in Sprouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spots: Option<[usize; 2]>,
    /// Where its line runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Line>,
}

impl MoveView {
    fn of(listed: &ListedMove) -> Self {
        let (spots, line) = listed.line.clone().unzip();
        MoveView { label: listed.by.label.clone(), result: listed.by.result.to_string(), spots, line }
    }
}

/// How a move was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ReplyKind {
    /// There is none.
    Over,
    /// It wins.
    Winning,
    /// All moves lose.
    Lost,
    /// At random, because of the level.
    Weak,
    /// At random, because the search took too long.
    Unknown,
}

/// One step of a solution tree.
#[derive(Serialize, Debug)]
pub struct SolutionStep {
    /// `win`, `loss`, or nothing if the search took too long.
    pub outcome: Option<&'static str>,
    /// One winning move of a winning position, or one move to each option of a losing one.
    pub children: Vec<Child>,
    /// Why something is missing.
    pub stopped: Option<&'static str>,
}

/// A node below.
#[derive(Serialize, Debug)]
pub struct Child {
    /// The move that leads there.
    #[serde(flatten)]
    pub made: MoveView,
    /// `win` or `loss` for the player who moves there.
    pub outcome: &'static str,
}

/// Chooses a move.
pub fn reply<G: Hints + 'static>(
    loaded: &LoadedGame<G>,
    position: &str,
    weakness: u8,
    time: Duration,
) -> Result<Reply, ParseError> {
    let deadline = Instant::now() + time;
    let moves = loaded.moves(position, &Until { deadline, interrupt: None })?;
    if moves.moves.is_empty() {
        return Ok(Reply { made: None, how: ReplyKind::Over, why: "There is no move left.".to_string() });
    }
    if random::below(100) < usize::from(weakness) {
        let why = "I chose this move at random.";
        return Ok(make(&moves, random::below(moves.moves.len()), ReplyKind::Weak, why.to_string()));
    }
    Ok(match losing_option(loaded, &moves.options, deadline) {
        Found::Option(at) => {
            let option = &moves.options[at];
            make(&moves, option.first, ReplyKind::Winning, explain(loaded, &option.components))
        }
        Found::NoOption if !moves.truncated => {
            let why = "Every move loses against good play: the position has nimber 0. I chose one at random.";
            make(&moves, random::below(moves.moves.len()), ReplyKind::Lost, why.to_string())
        }
        Found::NoOption | Found::Unknown(_) => {
            let open: Vec<usize> = (0..moves.options.len())
                .filter(|&at| loaded.known([&moves.options[at].components[..]])[0].outcome != Some(Outcome::Win))
                .collect();
            let first = open.get(random::below(open.len())).map_or(0, |&at| moves.options[at].first);
            let why = "I ran out of time, so I chose at random among the moves that are not known to lose.";
            make(&moves, first, ReplyKind::Unknown, why.to_string())
        }
    })
}

/// One step of the solution tree of a position: a move that wins, or all options and that they lose.
pub fn unfold<G: Hints + 'static>(
    loaded: &LoadedGame<G>,
    position: &str,
    time: Duration,
) -> Result<SolutionStep, ParseError> {
    let deadline = Instant::now() + time;
    let moves = loaded.moves(position, &Until { deadline, interrupt: None })?;
    let child = |option: &ListedOption, outcome| Child {
        made: MoveView::of(&moves.moves[option.first]),
        outcome: outcome_word(outcome),
    };
    Ok(match losing_option(loaded, &moves.options, deadline) {
        Found::Option(at) => SolutionStep {
            outcome: Some(outcome_word(Outcome::Win)),
            children: vec![child(&moves.options[at], Outcome::Loss)],
            stopped: None,
        },
        Found::NoOption if !moves.truncated => SolutionStep {
            outcome: Some(outcome_word(Outcome::Loss)),
            children: moves.options.iter().map(|option| child(option, Outcome::Win)).collect(),
            stopped: None,
        },
        Found::NoOption => SolutionStep { outcome: None, children: Vec::new(), stopped: Some("moves") },
        Found::Unknown(stopped) => SolutionStep { outcome: None, children: Vec::new(), stopped: Some(stopped) },
    })
}

enum Found {
    /// The first option that was found to be losing.
    Option(usize),
    /// All of them are winning.
    NoOption,
    /// The search stopped; the word says why.
    Unknown(&'static str),
}

fn losing_option<G: Hints + 'static>(loaded: &LoadedGame<G>, options: &[ListedOption], deadline: Instant) -> Found {
    let mut open: Vec<usize> = (0..options.len()).collect();
    for nodes in ROUNDS.into_iter().chain(std::iter::repeat(u64::MAX)) {
        let known = loaded.known(open.iter().map(|&at| &options[at].components[..]));
        if let Some(found) = known.iter().position(|known| known.outcome == Some(Outcome::Loss)) {
            return Found::Option(open[found]);
        }
        let mut still = Vec::new();
        for &at in &open {
            match outcome(loaded, &options[at].components, nodes, deadline) {
                Ok(Outcome::Loss) => return Found::Option(at),
                Ok(Outcome::Win) => {}
                Err(StopReason::Nodes) => still.push(at),
                Err(StopReason::Time) if Instant::now() < deadline => still.push(at),
                Err(StopReason::Memory) => return Found::Unknown("memory"),
                Err(_) => return Found::Unknown("time"),
            }
        }
        if still.is_empty() {
            return Found::NoOption;
        }
        open = still;
    }
    Found::NoOption
}

fn outcome<G: Hints + 'static>(
    loaded: &LoadedGame<G>,
    components: &[Component],
    nodes: u64,
    deadline: Instant,
) -> Result<Outcome, StopReason> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(StopReason::Time);
    }
    let limits = Limits { nodes: Some(nodes), time: Some(left.min(SLICE)), ..Limits::default() };
    loaded.ask(limits, |solver| solver.outcome(components))
}

fn make(moves: &Moves, at: usize, how: ReplyKind, why: String) -> Reply {
    Reply { made: Some(MoveView::of(&moves.moves[at])), how, why }
}

/// Why it is good to leave these components, which are losing together.
fn explain<G: Hints + 'static>(loaded: &LoadedGame<G>, components: &[Component]) -> String {
    let limits = || Limits { nodes: Some(20_000), time: Some(SLICE), ..Limits::default() };
    let nimbers: Result<Vec<Nimber>, StopReason> = components
        .iter()
        .take(8)
        .map(|component| loaded.ask(limits(), |solver| solver.nimber(std::slice::from_ref(component))))
        .collect();
    match nimbers {
        Ok(nimbers) if components.is_empty() && nimbers.is_empty() => {
            "I leave you a position without moves: you lose.".to_string()
        }
        Ok(nimbers) if (2..=8).contains(&components.len()) => {
            let sum: Vec<String> = nimbers.iter().map(ToString::to_string).collect();
            let sum = sum.join(" ⊕ ");
            format!("I leave components with nimbers {sum} = 0: I can balance any change you make to one of them.")
        }
        _ => "I leave a position of nimber 0: I have an answer to every move you can make.".to_string(),
    }
}
