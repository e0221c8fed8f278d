//! The games that have a name: the one list that feeds names, help, errors, tables and the explorer.
//!
//! This file knows no rules. `by_name` is where a name becomes a game.

/// How positions of a game look, which decides how they are drawn, chosen and counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Heaps of objects, written as sizes.
    Heaps,
    /// Boards of cells.
    Board,
    /// Spots and lines.
    Spots,
    /// Graphs.
    Graph,
    /// Anything else: positions are shown as text.
    Text,
}

/// What people should know about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The name in a title.
    pub title: &'static str,
    /// How its positions look.
    pub kind: Kind,
    /// The code, if it is a heap game with one: what its certificates and stores are named by.
    pub code: Option<&'static str>,
    /// A position to begin with.
    pub example: &'static str,
    /// The rules in one line.
    pub rules: &'static str,
    /// How positions are written, in one line.
    pub notation: &'static str,
}

const HEAPS: &str = "heap sizes: '9 5'";

const fn heap(name: &'static str, title: &'static str, code: &'static str, rules: &'static str) -> GameInfo {
    let (aliases, kind, example) = (&[], Kind::Heaps, "9");
    GameInfo { name, aliases, title, kind, code: Some(code), example, rules, notation: HEAPS }
}

const fn graph(name: &'static str, title: &'static str, example: &'static str, rules: &'static str) -> GameInfo {
    let notation = "a graph by its edges or by name: '0-1 1-2', 'grid 3x4'";
    GameInfo { name, aliases: &[], title, kind: Kind::Graph, code: None, example, rules, notation }
}

/// The games that have a name. Heap games also have codes such as `0.77`, see [`Heap`](crate::heap::Heap).
///
/// Couples-are-Forever is not an octal game of its own, and is often called 0.6: a heap of `n + 1` there is a heap of
/// `n` of 0.6, which is the Officers game. Here both names mean the heaps of their own rules.
pub const GAMES: &[GameInfo] = &[
    GameInfo {
        name: "nim",
        aliases: &[],
        title: "Nim",
        kind: Kind::Heaps,
        code: None,
        example: "7 5 4 2",
        rules: "take any number of objects, at least one, from one heap",
        notation: "heap sizes: '7 5 4 2'",
    },
    GameInfo {
        name: "cram",
        aliases: &[],
        title: "Cram",
        kind: Kind::Board,
        code: None,
        example: "4x5",
        rules: "place a domino on two free neighbouring cells",
        notation: "a board, empty or drawn: 5x7, '..#/...'",
    },
    GameInfo {
        name: "sprouts",
        aliases: &[],
        title: "Sprouts",
        kind: Kind::Spots,
        code: None,
        example: "4",
        rules: "join two spots by a line with a new spot on it; lines do not cross, and a spot has at most three ends",
        notation: "a number of spots or a position: 12, '0.1a1a.AB|AB'",
    },
    graph("node-kayles", "Node-Kayles", "cycle 5", "choose a vertex of a graph; it is deleted with its neighbours"),
    graph("arc-kayles", "Arc-Kayles", "path 6", "choose an edge of a graph; its ends are deleted"),
    graph(
        "domination",
        "Domination",
        "cycle 5",
        "choose a vertex of a graph that dominates a vertex not yet dominated",
    ),
    graph("grim", "Grim", "cycle 5", "choose a vertex of a graph that has a neighbour; it is deleted"),
    heap("kayles", "Kayles", "0.77", "a row of n pins: knock down one or two neighbours"),
    heap("dawson-chess", "Dawson's Chess", "0.137", "n files of pawns that must capture, as an impartial game"),
    heap(
        "dawson-kayles",
        "Dawson's Kayles",
        "0.07",
        "knock down two neighbours; a row of n + 1 is Dawson's chess on n files",
    ),
    heap(
        "treblecross",
        "Treblecross",
        "0.007",
        "a heap of n + 2 is a strip of n cells on which three crosses in a row win",
    ),
    heap("officers", "Officers", "0.6", "take one object and leave something: one heap or two"),
    heap(
        "couples-are-forever",
        "Couples are Forever",
        "couples-are-forever",
        "break any heap but a couple in two; a heap of n + 1 is a heap of n of 0.6",
    ),
    heap("grundy", "Grundy's Game", "4!.0", "break a heap into two unequal heaps"),
];

/// The game with this name or alias, in any case of letters.
pub fn find(name: &str) -> Option<&'static GameInfo> {
    let word = name.trim().to_ascii_lowercase();
    GAMES.iter().find(|game| game.name == word || game.aliases.contains(&word.as_str()))
}

/// The names of all games, for an error message.
pub fn names() -> String {
    let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    format!("{}, or a code such as 0.77", names.join(", "))
}
