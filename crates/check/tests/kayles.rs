//! Games on graphs: the checker's components, reduced and made canonical, against mex over sets of vertices without any
//! reduction.

use grundy_check::{game, naive_nimber};
use std::collections::HashMap;

/// Bit sets of at most 32 vertices.
struct Literal {
    game: &'static str,
    around: Vec<u32>,
    known: HashMap<u32, u32>,
}

impl Literal {
    /// The nimber of a set: the vertices that are left, or in the domination game those that are dominated.
    fn nimber(&mut self, set: u32) -> u32 {
        if let Some(&nimber) = self.known.get(&set) {
            return nimber;
        }
        let mut values = 0u64;
        let has = |v: usize| set >> v & 1 != 0;
        let closed = |v: usize| self.around[v] | 1 << v;
        let n = self.around.len();
        let options: Vec<u32> = match self.game {
            "node-kayles" => (0..n).filter(|&v| has(v)).map(|v| set & !closed(v)).collect(),
            "arc-kayles" => {
                let pairs = (0..n).flat_map(|u| (0..u).map(move |v| (u, v)));
                let edges = pairs.filter(|&(u, v)| has(u) && has(v) && self.around[u] >> v & 1 != 0);
                edges.map(|(u, v)| set & !(1 << u | 1 << v)).collect()
            }
            "grim" => (0..n).filter(|&v| has(v) && self.around[v] & set != 0).map(|v| set & !(1 << v)).collect(),
            _ => (0..n).map(|v| set | closed(v)).filter(|&after| after != set).collect(),
        };
        for option in options {
            values |= 1 << self.nimber(option);
        }
        let nimber = values.trailing_ones();
        self.known.insert(set, nimber);
        nimber
    }
}

#[test]
fn games_on_graphs_against_literal_rules() {
    let mut random = 12345u64;
    let mut next = move |below: u64| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) % below
    };
    let mut seen = [0u32; 8];
    for round in 0..800 {
        let name = ["node-kayles", "arc-kayles", "domination", "grim"][round % 4];
        let (n, density) = (1 + next(8) as usize, 10 + next(70));
        let mut around = vec![0u32; n];
        let mut entries: Vec<String> = (0..n).map(|v| v.to_string()).collect();
        for (u, v) in (0..n).flat_map(|u| (0..u).map(move |v| (u, v))) {
            if next(100) < density {
                around[u] |= 1 << v;
                around[v] |= 1 << u;
                entries.push(format!("{u}-{v}"));
            }
        }
        let marks: u32 = if name == "domination" { next(1 << n) as u32 & next(1 << n) as u32 } else { 0 };
        entries.extend((0..n).filter(|v| marks >> v & 1 != 0).map(|v| format!("{v}*")));
        let start = if name == "domination" { marks } else { (1 << n) - 1 };
        let literal = Literal { game: name, around, known: HashMap::new() }.nimber(start);
        let text = format!("graph({})", entries.join(","));
        let rules = game(name).expect("a game");
        assert_eq!(naive_nimber(&*rules, &text, 100_000), Some(literal), "{name} {text}");
        for component in rules.parse(&text).expect("a position") {
            let again = rules.parse(&rules.text(&component)).expect("a component");
            assert_eq!(again.len(), 1, "{name} {text}");
            assert_eq!(rules.exact(&again[0]), rules.exact(&component), "{name} {text}");
            assert_eq!(rules.sketch(&again[0]), rules.sketch(&rules.exact(&component)), "{name} {text}");
        }
        seen[literal as usize] += 1;
    }
    assert!(seen[..3].iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn what_is_no_graph() {
    for (name, text) in [
        ("node-kayles", "graph(0-0)"),
        ("node-kayles", "graph(0-1,1-0)"),
        ("node-kayles", "graph(0*)"),
        ("node-kayles", "graph(1024)"),
        ("arc-kayles", "3x3"),
        ("domination", "graph(0*-1)"),
        ("domination", "graph(,)"),
        ("domination", "graph(0"),
    ] {
        assert!(game(name).expect("a game").parse(text).is_err(), "{name} {text}");
    }
    let empty = game("node-kayles").expect("a game").parse("graph() + graph(0,1)");
    assert_eq!(empty.map(|parts| parts.len()), Ok(2));
}
