//! Games on graphs against the rules, word for word, on all connected graphs with up to eight vertices.

use grundy_core::{Component, Game, Position, collect_options};
use grundy_games::heap::{Heap, nim_sequence};
use grundy_games::kayles::{Kayles, Rule};
use grundy_graph::{Graph, read};
use std::collections::HashMap;
use std::ops::ControlFlow;

const RULES: [Rule; 4] = [Rule::Node, Rule::Arc, Rule::Domination, Rule::Grim];

/// The least number that is not in the list.
fn mex(values: &[u32]) -> u32 {
    (0..).find(|n| !values.contains(n)).expect("a list is finite")
}

/// Nimbers by the rules alone. A position is the set of vertices that are left, or, in the domination game, that are
/// dominated. Nothing is split, nothing reduced, nothing shared with the game.
struct Brute<'g> {
    rule: Rule,
    around: Vec<usize>,
    graph: &'g Graph,
    known: HashMap<usize, u32>,
}

impl<'g> Brute<'g> {
    fn new(rule: Rule, graph: &'g Graph) -> Self {
        let set = |v: usize| graph.neighbours(v).iter().fold(0, |set, &u| set | 1 << u);
        Brute { rule, around: (0..graph.len()).map(set).collect(), graph, known: HashMap::new() }
    }

    fn nimber(&mut self, set: usize) -> u32 {
        if let Some(&known) = self.known.get(&set) {
            return known;
        }
        let mut values = Vec::new();
        match self.rule {
            Rule::Node => {
                for v in (0..self.graph.len()).filter(|v| set >> v & 1 == 1) {
                    values.push(self.nimber(set & !self.around[v] & !(1 << v)));
                }
            }
            Rule::Arc => {
                for (u, v) in self.graph.edges().filter(|(u, v)| set >> u & 1 == 1 && set >> v & 1 == 1) {
                    values.push(self.nimber(set & !(1 << u) & !(1 << v)));
                }
            }
            Rule::Grim => {
                for v in (0..self.graph.len()).filter(|v| set >> v & 1 == 1) {
                    if set & self.around[v] != 0 {
                        values.push(self.nimber(set & !(1 << v)));
                    }
                }
            }
            Rule::Domination => {
                for v in 0..self.graph.len() {
                    let after = set | self.around[v] | 1 << v;
                    if after != set {
                        values.push(self.nimber(after));
                    }
                }
            }
        }
        let value = mex(&values);
        self.known.insert(set, value);
        value
    }

    /// The nimber of the whole graph.
    fn of_start(rule: Rule, graph: &'g Graph) -> u32 {
        let start = if rule == Rule::Domination { 0 } else { (1 << graph.len()) - 1 };
        Brute::new(rule, graph).nimber(start)
    }
}

/// Nimbers of components through the options that the game gives.
struct Through {
    game: Kayles,
    known: HashMap<Component, u32>,
}

impl Through {
    fn of(&mut self, component: &Component) -> u32 {
        let mut canonical = Vec::new();
        self.game.canonize(component, &mut canonical);
        let canonical = Component::from(canonical);
        if let Some(&known) = self.known.get(&canonical) {
            return known;
        }
        let options = collect_options(&self.game, &canonical);
        assert!(!options.is_empty(), "a component has a move");
        let values: Vec<u32> =
            options.iter().map(|sum| sum.iter().fold(0, |nimber, part| nimber ^ self.of(part))).collect();
        let value = mex(&values);
        self.known.insert(canonical, value);
        value
    }

    fn position(&mut self, position: &Position) -> u32 {
        position.components().iter().fold(0, |nimber, component| nimber ^ self.of(component))
    }
}

fn games() -> Vec<Through> {
    let games = RULES.map(Kayles::new);
    games
        .into_iter()
        .flat_map(|game| [game.clone(), game.literal()])
        .map(|game| Through { game, known: HashMap::new() })
        .collect()
}

#[test]
fn all_connected_graphs_with_up_to_eight_vertices() {
    let mut games = games();
    for line in include_str!("../../../tests/vectors/connected-graphs.g6").lines() {
        let graph = read(line).expect("graph6").graph;
        for through in &mut games {
            let expected = Brute::of_start(through.game.rule, &graph);
            let position = through.game.parse(line).expect("graph6");
            assert_eq!(
                through.position(&position),
                expected,
                "{} {:?} {line}",
                through.game.name(),
                through.game.reductions
            );
        }
    }
}

/// Positions within a game: every set of vertices of graphs that are too large for the list above.
#[test]
fn all_positions_of_some_graphs() {
    let mut games = games();
    for text in [
        "grid 3x4",
        "king 3x3",
        "petersen 5,2",
        "cube 3",
        "wheel 7",
        "triangular 3x3",
        "tree 3,3,4,5,5,1",
        "bipartite 3,5",
    ] {
        let graph = read(text).expect("a family").graph;
        for through in &mut games {
            let mut brute = Brute::new(through.game.rule, &graph);
            for set in 0..1usize << graph.len() {
                let text = position(&graph, set, through.game.rule);
                let position = through.game.parse(&text).expect("a position");
                assert_eq!(through.position(&position), brute.nimber(set), "{} {text}", through.game.name());
                // What is written is read back as itself.
                for component in position.components() {
                    let written = through.game.write(component);
                    assert_eq!(
                        through.game.parse(&written).expect("what was written").components(),
                        std::slice::from_ref(component),
                        "{written}"
                    );
                }
            }
        }
    }
}

/// The text of a position: the vertices that are left, or all of them with marks.
fn position(graph: &Graph, set: usize, rule: Rule) -> String {
    let is_in = |v: u16| set >> v & 1 == 1;
    let vertices = (0..graph.len() as u16).filter_map(|v| match rule {
        Rule::Domination => Some(if is_in(v) { format!("{v}*") } else { v.to_string() }),
        _ => is_in(v).then(|| v.to_string()),
    });
    let edges = graph.edges().filter(|&(u, v)| rule == Rule::Domination || is_in(u) && is_in(v));
    let entries: Vec<String> = vertices.chain(edges.map(|(u, v)| format!("{u}-{v}"))).collect();
    format!("graph({})", entries.join(","))
}

/// Moves as a person sees them lead to the same nimbers as the options of the components, and keep the numbers of the
/// vertices.
#[test]
fn moves_of_a_person() {
    for mut through in games() {
        let position = through.game.parse("grid 2x3 + 7-9 9-11").expect("a sum");
        let mut values = Vec::new();
        let mut labels = Vec::new();
        let game = through.game.clone();
        let _ = game.moves(&position, &mut |by| {
            let read = game.parse(by.result.text()).expect("a result");
            assert_eq!(read, by.result, "{}", by.label);
            values.push(through.position(&by.result));
            labels.push(by.label);
            ControlFlow::Continue(())
        });
        assert_eq!(mex(&values), through.position(&position));
        let expected = match game.rule {
            Rule::Arc => ["1:0-1", "2:9-11"],
            _ => ["1:0", "2:11"],
        };
        assert_eq!([&labels[0], &labels[labels.len() - 1]], expected);
    }
}

#[test]
fn wrong_positions() {
    for (game, text, message) in [
        (
            Kayles::node(),
            "0-1 + 2*",
            "`0-1 + 2*`, column 8: found '*', expected a vertex without mark: only domination has marks",
        ),
        (
            Kayles::node(),
            "0-1 + 2-2",
            "`0-1 + 2-2`, column 7: found a loop at vertex 2, expected an edge between two different vertices",
        ),
        (
            Kayles::arc(),
            "complete 200",
            "`complete 200`, column 1: found a graph with 19900 edges, expected at most 6000",
        ),
        (Kayles::domination(), "", "``, column 1: found the end, expected a number of vertices"),
        (Kayles::arc(), "grid 3y3", "`grid 3y3`, column 7: found 'y', expected rows and columns, such as 3x9"),
    ] {
        assert_eq!(game.parse(text).expect_err(text).to_string(), message);
    }
}

/// No bytes make it panic.
#[test]
fn any_bytes() {
    let mut state = 1u64;
    for length in 0..40 {
        for _ in 0..200 {
            let bytes: Vec<u8> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    (state >> 56) as u8
                })
                .collect();
            for game in RULES.map(Kayles::new) {
                let mut out = Vec::new();
                game.canonize(&bytes, &mut out);
                let text = game.write(&bytes);
                assert!(text.starts_with("graph("), "{text}");
                collect_options(&game, &out);
            }
        }
    }
}

/// Grim on a path is the octal game 0.6.
#[test]
fn grim_on_paths() {
    let code = Heap::by_name_or_code("0.6").expect("a code");
    let mut through = Through { game: Kayles::grim(), known: HashMap::new() };
    let game = through.game.clone();
    for (n, expected) in nim_sequence(&code, 60).iter().enumerate().skip(1) {
        let path = game.parse(&format!("path {n}")).expect("a family");
        assert_eq!(through.position(&path), expected.get(), "path {n}");
    }
}

/// The path is Dawson's chess. A move on a cycle of n vertices leaves the path of n - 3, so the cycle has nimber 1 if
/// that has nimber 0, and nimber 0 otherwise.
#[test]
fn paths_and_cycles() {
    let code = Heap::by_name_or_code("0.137").expect("a code");
    let dawson: Vec<u32> = nim_sequence(&code, 60).iter().map(|nimber| nimber.get()).collect();
    let mut through = Through { game: Kayles::node(), known: HashMap::new() };
    let game = through.game.clone();
    let mut nimber = |text: String| through.position(&game.parse(&text).expect("a family"));
    for (n, &expected) in dawson.iter().enumerate().skip(1) {
        assert_eq!(nimber(format!("path {n}")), expected, "path {n}");
    }
    for n in 3..=60 {
        assert_eq!(nimber(format!("cycle {n}")), u32::from(dawson[n - 3] == 0), "cycle {n}");
    }
}
