//! Cram against a literal solver written here from the rules alone: cells or edges, no reductions, no splitting.

use grundy_core::{Claim, Component, Game, Nimber, Position, collect_options, mex};
use grundy_games::cram::{Boards, Cram};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// A small generator of numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

/// A board as a person draws it, with walls to the right of and below cells.
#[derive(Clone)]
struct Picture {
    columns: usize,
    rows: usize,
    free: Vec<bool>,
    wall_right: Vec<bool>,
    wall_below: Vec<bool>,
}

impl Picture {
    fn random(random: &mut Random, columns: usize, rows: usize, percent: usize, walls: usize) -> Self {
        let mut cells = |percent: usize| (0..columns * rows).map(|_| random.below(100) < percent).collect();
        Picture { columns, rows, free: cells(percent), wall_right: cells(walls), wall_below: cells(walls) }
    }

    /// Reads the notation, independently of the crate.
    fn read(text: &str) -> Self {
        if let Some((rows, columns)) = text.split_once('x') {
            let (rows, columns): (usize, usize) = (rows.parse().unwrap(), columns.parse().unwrap());
            let none = vec![false; rows * columns];
            return Picture {
                columns,
                rows,
                free: vec![true; rows * columns],
                wall_right: none.clone(),
                wall_below: none,
            };
        }
        let rows = text.split('/').count();
        let cells: Vec<char> = text.chars().filter(|c| ".#_".contains(*c)).collect();
        let mut wall_right = Vec::new();
        let signs: Vec<char> = text.chars().collect();
        for (i, sign) in signs.iter().enumerate().filter(|(_, sign)| ".#_".contains(**sign)) {
            assert!(".#_:/".contains(*sign));
            wall_right.push(signs.get(i + 1) == Some(&':'));
        }
        let columns = cells.len() / rows;
        let free = cells.iter().map(|&c| c != '#').collect();
        Picture { columns, rows, free, wall_right, wall_below: cells.iter().map(|&c| c == '_').collect() }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for i in 0..self.free.len() {
            if i > 0 && i % self.columns == 0 {
                text.push('/');
            }
            text.push(if !self.free[i] {
                '#'
            } else if self.wall_below[i] {
                '_'
            } else {
                '.'
            });
            if self.wall_right[i] && (i + 1) % self.columns != 0 {
                text.push(':');
            }
        }
        text
    }

    fn edges(&self) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        for i in 0..self.free.len() {
            let (right, below) = (i + 1, i + self.columns);
            if right % self.columns != 0 && self.free[i] && self.free[right] && !self.wall_right[i] {
                edges.push((i, right));
            }
            if below < self.free.len() && self.free[i] && self.free[below] && !self.wall_below[i] {
                edges.push((i, below));
            }
        }
        edges
    }

    /// The image under one of the eight symmetries, on a board with `margin` more rows and columns around.
    fn image(&self, symmetry: usize, margin: usize) -> Self {
        let (columns, rows) = if symmetry & 4 == 0 { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let (columns, rows) = (columns + 2 * margin, rows + 2 * margin);
        let at = |i: usize| {
            let (mut x, mut y) = (i % self.columns, i / self.columns);
            if symmetry & 1 != 0 {
                x = self.columns - 1 - x;
            }
            if symmetry & 2 != 0 {
                y = self.rows - 1 - y;
            }
            if symmetry & 4 != 0 {
                (x, y) = (y, x);
            }
            (y + margin) * columns + x + margin
        };
        let mut image = Picture {
            columns,
            rows,
            free: vec![false; columns * rows],
            wall_right: vec![true; columns * rows],
            wall_below: vec![true; columns * rows],
        };
        self.free.iter().enumerate().filter(|(_, free)| **free).for_each(|(i, _)| image.free[at(i)] = true);
        for (u, v) in self.edges() {
            let (u, v) = (at(u).min(at(v)), at(u).max(at(v)));
            if v == u + 1 && columns > 1 { image.wall_right[u] = false } else { image.wall_below[u] = false }
        }
        image
    }
}

/// The nimber of a graph by the rules of Arc-Kayles, over the set of vertices that are left.
fn literal(edges: &[(usize, usize)]) -> Nimber {
    let mut names: Vec<usize> = edges.iter().flat_map(|&(u, v)| [u, v]).collect();
    names.sort_unstable();
    names.dedup();
    assert!(names.len() <= 32);
    let bit = |v: usize| 1u32 << names.binary_search(&v).unwrap();
    let dominoes: Vec<u32> = edges.iter().map(|&(u, v)| bit(u) | bit(v)).collect();
    fn solve(left: u32, dominoes: &[u32], known: &mut HashMap<u32, Nimber>) -> Nimber {
        if let Some(&nimber) = known.get(&left) {
            return nimber;
        }
        let moves = dominoes.iter().filter(|&&domino| domino & left == domino);
        let nimber = mex(moves.map(|domino| solve(left & !domino, dominoes, known)).collect::<Vec<_>>());
        known.insert(left, nimber);
        nimber
    }
    solve(u32::MAX, &dominoes, &mut HashMap::new())
}

fn edges_of(text: &str) -> Vec<(usize, usize)> {
    match text.strip_prefix("graph(").and_then(|rest| rest.strip_suffix(')')) {
        None => Picture::read(text).edges(),
        Some(edges) => edges
            .split(',')
            .map(|edge| edge.split_once('-').unwrap())
            .map(|(u, v)| (u.parse().unwrap(), v.parse().unwrap()))
            .collect(),
    }
}

fn literal_sum(game: &Cram, components: &[Component]) -> Nimber {
    components.iter().fold(Nimber::ZERO, |sum, component| sum ^ literal(&edges_of(&game.write(component))))
}

fn exact(game: &Cram, component: &[u8]) -> Component {
    let mut out = Vec::new();
    game.canonical_form(component, &mut out);
    out.into()
}

fn canonical(game: &Cram, component: &[u8]) -> Component {
    let mut out = Vec::new();
    game.canonize(component, &mut out);
    out.into()
}

fn random_picture(random: &mut Random) -> Picture {
    let (columns, rows) = (1 + random.below(7), 1 + random.below(5));
    let most = if columns * rows > 14 { 1400 / (columns * rows) } else { 100 };
    let walls = [0, 0, 10, 30][random.below(4)];
    Picture::random(random, columns, rows, most, walls)
}

#[test]
fn reductions_and_splitting_keep_the_nimber() {
    let (reduced, plain) = (Cram::default(), Cram::literal());
    let mut random = Random(1);
    let (mut smaller, mut cut) = (0, 0);
    for round in 0..3000 {
        let mut picture = random_picture(&mut random);
        if round % 30 == 0 {
            // A ring with a twin inside is cut but not split, whatever else is filled.
            picture = Picture::read("..../..#./.##./....");
            let (filled, cell) = (random.below(4), random.below(16));
            picture.free[cell] = filled == 0;
        }
        let nimber = literal(&picture.edges());
        let (fewer, all) = (reduced.parse(&picture.text()).unwrap(), plain.parse(&picture.text()).unwrap());
        assert_eq!(literal_sum(&plain, &all), nimber, "{} split", picture.text());
        assert_eq!(literal_sum(&reduced, &fewer), nimber, "{} reduced", picture.text());
        let edges =
            |components: &[Component]| components.iter().map(|c| edges_of(&plain.write(c)).len()).sum::<usize>();
        assert_eq!(edges(&all), picture.edges().len());
        smaller += usize::from(edges(&fewer) < edges(&all));
        cut += usize::from(
            !picture.text().contains([':', '_']) && fewer.iter().any(|c| plain.write(c).contains([':', '_'])),
        );
    }
    assert!(smaller > 1000 && cut > 20, "{smaller} {cut}");
}

#[test]
fn each_reduction_alone() {
    let game = Cram::default();
    // Two leaves on one cell; a bridge between two carriers; twin corners that split; twin corners on a ring.
    for (before, after) in [
        ("...", "1x2"),
        ("#.#/...", "1x2"),
        (".....", "1x2 + 1x2"),
        ("#.#.#/.....", "1x2 + 1x2"),
        ("2x2", "1x2 + 1x2"),
        ("..##/..../##..", "1x4 + 1x2 + 1x2"),
        ("..../..#./.##./....", ".:.../.:.#./.##./...."),
    ] {
        let read = |text: &str| {
            let mut parts: Vec<_> = game.parse(text).unwrap().iter().map(|c| exact(&game, c)).collect();
            parts.sort();
            parts
        };
        assert_eq!(read(before), read(after), "{before}");
        assert_eq!(literal_sum(&game, &read(before)), literal(&Picture::read(before).edges()), "{before}");
    }
}

#[test]
fn options_are_the_moves() {
    let mut random = Random(2);
    for round in 0..700 {
        let picture = random_picture(&mut random);
        for game in [Cram::default(), Cram::literal()] {
            for component in game.parse(&picture.text()).unwrap() {
                let edges = edges_of(&game.write(&component));
                let expected: HashSet<Nimber> = edges
                    .iter()
                    .map(|&(u, v)| {
                        let meets = |&&(a, b): &&(usize, usize)| a != u && a != v && b != u && b != v;
                        literal(&edges.iter().filter(meets).copied().collect::<Vec<_>>())
                    })
                    .collect();
                let found: HashSet<Nimber> =
                    collect_options(&game, &component).iter().map(|option| literal_sum(&game, option)).collect();
                assert_eq!(found, expected, "{} in round {round}", game.write(&component));
                if round % 10 == 0 {
                    let graph = exact_graph(&game, &edges);
                    let found: HashSet<Nimber> =
                        collect_options(&game, &graph).iter().map(|option| literal_sum(&game, option)).collect();
                    assert_eq!(found, expected, "{} as a graph", game.write(&graph));
                }
            }
        }
    }
}

/// The same edges as a component that is a graph; the vertices keep their order.
fn exact_graph(game: &Cram, edges: &[(usize, usize)]) -> Component {
    let edges: Vec<String> = edges.iter().map(|(u, v)| format!("{u}-{v}")).collect();
    let parts = game.parse(&format!("graph({})", edges.join(","))).unwrap();
    assert_eq!(parts.len(), 1, "a component stays one");
    parts[0].clone()
}

/// Fingerprint, `same` and exact form do not see symmetries, margins, or whether a component is drawn at all.
#[test]
fn identity_is_the_graph() {
    let mut random = Random(3);
    for round in 0..400 {
        let large = round % 4 == 0;
        let picture = if large { Picture::random(&mut random, 9, 9, 75, 8) } else { random_picture(&mut random) };
        let game = if round % 2 == 0 { Cram::literal() } else { Cram::default() };
        let parts = |picture: &Picture| {
            let mut parts = game.parse(&picture.text()).unwrap().into_components();
            parts.sort_by_key(|c| (exact(&game, c), canonical(&game, c)));
            parts
        };
        let first = parts(&picture);
        for symmetry in 0..8 {
            let image = parts(&picture.image(symmetry, round % 3 * 4));
            assert_eq!(image.len(), first.len());
            for (a, b) in first.iter().zip(&image) {
                assert_eq!(game.fingerprint(a), game.fingerprint(b));
                assert!(game.is_same(a, b) && game.is_same(b, a));
                assert_eq!(exact(&game, a), exact(&game, b));
                // The twin cut prefers a direction, so only without reductions the shape is the same.
                assert!(game == Cram::default() || canonical(&game, a) == canonical(&game, b));
            }
        }
        for component in &first {
            let graph = exact_graph(&game, &edges_of(&game.write(component)));
            assert_eq!(game.fingerprint(component), game.fingerprint(&graph));
            assert!(game.is_same(component, &graph));
            assert_eq!(exact(&game, component), exact(&game, &graph));
            for form in [canonical(&game, component), exact(&game, component), canonical(&game, &graph)] {
                assert_eq!(canonical(&game, &form), form, "idempotent");
                assert_eq!(exact(&game, &form), exact(&game, component));
                assert_eq!(game.parse(&game.write(&form)).unwrap().components(), [form]);
            }
        }
    }
}

/// Components with one exact form have one nimber; with different ones they are not the same, whatever the fingerprint
/// says.
#[test]
fn exact_forms_are_classes() {
    let game = Cram::default();
    let mut random = Random(4);
    let mut classes: HashMap<Component, (Component, Nimber)> = HashMap::new();
    let mut shapes = HashSet::new();
    for _ in 0..6000 {
        let (columns, rows) = (2 + random.below(3), 2 + random.below(3));
        for component in game.parse(&Picture::random(&mut random, columns, rows, 85, 5).text()).unwrap() {
            let canonical = canonical(&game, &component);
            if shapes.insert(canonical.clone()) {
                let nimber = literal(&edges_of(&game.write(&component)));
                let (first, known) =
                    classes.entry(exact(&game, &component)).or_insert((canonical.clone(), nimber)).clone();
                assert!(game.is_same(&first, &canonical));
                assert_eq!(nimber, known);
            }
        }
    }
    let forms: Vec<_> = classes.values().map(|(first, _)| first).collect();
    for (i, a) in forms.iter().enumerate().take(300) {
        assert!(forms[..i].iter().all(|b| !game.is_same(a, b)));
    }
    let prints: HashSet<_> = forms.iter().map(|c| game.fingerprint(c)).collect();
    assert!(prints.len() + 3 > forms.len(), "{} fingerprints for {} classes", prints.len(), forms.len());
    assert!(shapes.len() > forms.len() + 100, "{} shapes, {} classes", shapes.len(), forms.len());
}

#[test]
fn one_graph_many_shapes() {
    let game = Cram::literal();
    for shapes in [
        vec!["1x6", "6x1", "...#/##../###.", "..../###./###.", "graph(3-1,1-4,4-0,0-5,5-2)"],
        vec!["2x3", "3x2", "graph(0-1,1-2,3-4,4-5,0-3,1-4,2-5)"],
        vec!["_._/...", "graph(0-1,1-2,1-4,3-4,4-5)", "#.##/..../##.#"],
    ] {
        let forms: Vec<_> = shapes.iter().map(|text| game.parse(text).unwrap()[0].clone()).collect();
        for form in &forms {
            assert!(game.is_same(&forms[0], form), "{shapes:?}");
            assert_eq!(exact(&game, form), exact(&game, &forms[0]));
            assert_eq!(game.fingerprint(form), game.fingerprint(&forms[0]));
        }
    }
}

/// A walk of `cells` cells over a large board that never touches itself but along its way: a bent path.
fn bent_path(random: &mut Random, cells: usize, side: usize) -> Picture {
    loop {
        let mut free = vec![false; side * side];
        let (mut x, mut y, mut placed) = (random.below(4), random.below(4), 1);
        free[y * side + x] = true;
        while placed < cells {
            let (nx, ny) = if random.below(2) == 0 { (x + 1, y) } else { (x, y + 1) };
            if nx >= side || ny >= side {
                break;
            }
            (x, y) = (nx, ny);
            free[y * side + x] = true;
            placed += 1;
        }
        if placed == cells {
            let none = vec![false; side * side];
            return Picture { columns: side, rows: side, free, wall_right: none.clone(), wall_below: none };
        }
    }
}

#[test]
fn large_boxes_hold_small_graphs() {
    let mut random = Random(5);
    let game = Cram::literal();
    for round in 0..60 {
        let cells = 4 + round % 16;
        let path = bent_path(&mut random, cells, 18);
        let [component] = &game.parse(&path.text()).unwrap()[..] else { panic!("one path") };
        let [straight] = &game.parse(&format!("1x{cells}")).unwrap()[..] else { panic!("one row") };
        assert!(game.is_same(component, straight));
        assert_eq!(exact(&game, component), exact(&game, straight));
        assert_eq!(game.fingerprint(component), game.fingerprint(straight));
        let options = |c: &Component| {
            collect_options(&game, c).iter().map(|option| literal_sum(&game, option)).collect::<HashSet<_>>()
        };
        assert_eq!(options(component), options(straight));
        // A thick board bent around a corner, far from the origin of a board of up to 1,024 cells.
        let mut thick = Picture::random(&mut random, 30, 30, 0, 0);
        for i in 0..12 {
            thick.free[(20 + i % 2) * 30 + 10 + i / 2 + random.below(2)] = true;
            thick.free[(12 + i / 2) * 30 + 16 + i % 2] = random.below(4) > 0;
        }
        for game in [Cram::default(), Cram::literal()] {
            let parts = game.parse(&thick.text()).unwrap();
            assert_eq!(literal_sum(&game, &parts), literal(&thick.edges()), "{}", thick.text());
        }
    }
}

#[test]
fn central_symmetry_is_true() {
    let game = Cram::default();
    let mut random = Random(6);
    let (mut zero, mut not_zero, mut silent) = (0, 0, 0);
    for _ in 0..3000 {
        let (columns, rows) = (1 + random.below(6), 1 + random.below(4));
        let mut picture = Picture::random(&mut random, columns, rows, if columns * rows > 15 { 65 } else { 85 }, 0);
        let n = columns * rows;
        (0..n / 2).for_each(|i| picture.free[n - 1 - i] = picture.free[i]);
        for game in [&game, &Cram::default().without_reductions()] {
            for component in game.parse(&picture.text()).unwrap() {
                let edges = edges_of(&game.write(&component));
                let graph = exact_graph(game, &edges);
                let (drawn, plain) = (game.theorem(&component), game.theorem(&graph));
                for theorem in [drawn, plain].into_iter().flatten() {
                    assert_eq!(theorem.name, "central-symmetry");
                    match theorem.claim {
                        Claim::Is(nimber) => assert_eq!(literal(&edges), nimber, "{}", game.write(&component)),
                        Claim::IsNot(nimber) => assert_ne!(literal(&edges), nimber, "{}", game.write(&component)),
                    }
                }
                assert!(drawn.is_none() || drawn == plain, "the graph shows what the drawing shows");
                match drawn.map(|theorem| theorem.claim) {
                    Some(Claim::Is(_)) => zero += 1,
                    Some(Claim::IsNot(_)) => not_zero += 1,
                    None => silent += 1,
                }
            }
        }
        assert_eq!(Cram::literal().theorem(&[1, 2, 0, 1]), None);
    }
    assert!(zero > 200 && not_zero > 200 && silent > 200, "{zero} {not_zero} {silent}");
    for (board, claim) in [
        ("6x10", Some(Claim::Is(Nimber::ZERO))),
        ("16x16", Some(Claim::Is(Nimber::ZERO))),
        ("7x10", Some(Claim::IsNot(Nimber::ZERO))),
        ("10x7", Some(Claim::IsNot(Nimber::ZERO))),
        ("1x2", Some(Claim::IsNot(Nimber::ZERO))),
        ("9x9", None),
    ] {
        let component = &game.parse(board).unwrap()[0];
        assert_eq!(game.theorem(component).map(|theorem| theorem.claim), claim, "{board}");
    }
}

#[test]
fn people_see_their_board() {
    let game = Cram::default();
    let list = |text: &str| {
        let mut moves = Vec::new();
        let flow = game.moves(&game.parse(text).unwrap(), &mut |m| {
            // What is read again is what the move leads to.
            assert_eq!(game.parse(m.result.text()).as_ref(), Ok(&m.result));
            // A graph without edges is written, and read back, as a filled cell.
            let boards = |position: &Position| position.layout::<Boards>().map(Boards::to_vec);
            assert!(m.result.text() == "#" || boards(&m.result) == boards(&game.parse(m.result.text()).unwrap()));
            moves.push((m.label, m.result.to_string()));
            ControlFlow::Continue(())
        });
        assert_eq!(flow, ControlFlow::Continue(()));
        moves
    };
    let own = |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect::<Vec<_>>();
    assert_eq!(
        list("..#/..."),
        own(&[
            ("a1-b1", "###/..."),
            ("a1-a2", "#.#/#.."),
            ("b1-b2", ".##/.#."),
            ("a2-b2", "..#/##."),
            ("b2-c2", "..#/.##")
        ])
    );
    assert_eq!(list("1x3\n+ ..")[2], ("2:a1-b1".into(), "1x3 + ##".into()));
    assert_eq!(list("graph(0-1,1-2)")[0], ("0-1".into(), "#".into()));
    assert_eq!(list("1x30")[25].0, "z1-aa1");
    assert_eq!(list("#"), []);
    // The moves lead to what the options lead to.
    let mut random = Random(7);
    for _ in 0..200 {
        let text = random_picture(&mut random).text();
        for (label, result) in list(&text) {
            assert_eq!(
                literal(&Picture::read(&result).edges()),
                literal_sum(&game, &game.parse(&result).unwrap()),
                "{label}"
            );
        }
    }
    let mut first = 0;
    let count = &mut |_| {
        first += 1;
        ControlFlow::Break(())
    };
    assert!(game.moves(&game.parse("3x3 + 2x2").unwrap(), count).is_break());
    assert_eq!(first, 1);
}
