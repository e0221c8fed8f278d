//! The rules of the checker against slower and simpler ways to say the same.

mod common;

use common::{Random, rules};
use grundy_check::{Form, game, naive_nimber};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

/// Components are told apart exactly: as many as others count (without repeats, with the rule `22` = `1`).
#[test]
fn number_of_lands_below_n_spots() {
    for (n, lands) in [(1, 2), (2, 15), (3, 118), (4, 1122)] {
        assert_eq!(below("sprouts", &format!("0*{n}")).len(), lands, "{n} spots");
    }
}

fn below(name: &str, position: &str) -> HashSet<Form> {
    let rules = rules(name);
    let mut seen = HashSet::new();
    let mut open = rules.parse(position).expect("a position");
    while let Some(component) = open.pop() {
        if seen.insert(component.clone()) {
            let _ = rules.options(&component, &mut |option| {
                open.extend(option.iter().cloned());
                ControlFlow::Continue(())
            });
        }
    }
    seen
}

/// What is written is read back as itself.
#[test]
fn forms_are_read_back() {
    for (name, position) in [("sprouts", "0*3"), ("cram", "3x5"), ("0.77", "20"), ("nim", "9")] {
        let rules = rules(name);
        for form in below(name, position) {
            let text = rules.text(&form);
            assert_eq!(rules.parse(&text), Ok(vec![form]), "{text}");
        }
    }
}

/// Cells with numbers of two bytes: a path of 300 cells falls into two paths, and what is written is read back.
#[test]
fn large_boards() {
    let rules = rules("cram");
    let path = |cells: usize| rules.parse(&format!("1x{cells}")).expect("a board");
    let whole = path(300);
    assert_eq!(rules.parse(&rules.text(&whole[0])), Ok(whole.clone()));
    let mut options: HashSet<Vec<Form>> = HashSet::new();
    let _ = rules.options(&whole[0], &mut |option| {
        let mut option = option.to_vec();
        option.sort();
        options.insert(option);
        ControlFlow::Continue(())
    });
    let expected = (0..=149).map(|left| {
        let mut parts = [path(left.max(1)), path(298 - left)].concat(); // a single cell is no component
        parts.sort();
        parts
    });
    assert!(options == expected.collect());
    let grid = rules.parse("9x31").expect("a board");
    assert_eq!(rules.parse(&rules.text(&grid[0])), Ok(grid));
}

/// The moves in a heap, as the code says them: every list of at most four heaps that are not empty is tried.
#[test]
fn heap_moves_by_definition() {
    let plain = ["0.8", "8.0", "c.0", "0.f", "0.08", "4.8", "0.37", "0.124", "8.421", "0.0f", "0.v", "g.0"];
    let signed = ["4!.0", "0.4!", "0.f!", "0.c?", "0.v?3", "8!.0", "0.8=", "c=.1", "0.g=", "g!.4?8=", "0.v!", "o?.0"];
    for code in plain.into_iter().chain(signed) {
        let rules = rules(code);
        let letters: Vec<char> = code.chars().filter(|&c| c != '.').chain(['0']).collect();
        let digits: Vec<(u32, char)> =
            letters.windows(2).filter_map(|two| Some((two[0].to_digit(32)?, two[1]))).collect();
        let moves = |n: u32| {
            let lists = (0..=n).flat_map(move |a| {
                (a..=n).flat_map(move |b| (b..=n).flat_map(move |c| (c..=n).map(move |d| [a, b, c, d])))
            });
            let allowed = lists.filter(|list| {
                let (left, heaps) = (list.iter().sum::<u32>(), list.iter().filter(|&&heap| heap > 0).count());
                let different = list.iter().filter(|&&heap| heap > 0).collect::<HashSet<_>>().len();
                left <= n
                    && digits.get((n - left) as usize).is_some_and(|(digit, sign)| {
                        let is_allowed = match sign {
                            _ if heaps < 2 => true,
                            '!' => different == heaps,
                            '?' => different > 1,
                            '=' => different == 1,
                            _ => true,
                        };
                        is_allowed && digit >> heaps & 1 == 1
                    })
            });
            allowed.collect::<Vec<[u32; 4]>>()
        };
        for n in 1..16 {
            let text = |list: [u32; 4]| {
                let movable = list.into_iter().filter(|&heap| !moves(heap).is_empty());
                movable.map(|heap| heap.to_string()).collect::<Vec<_>>()
            };
            let expected: BTreeSet<Vec<String>> = moves(n).into_iter().map(text).collect();
            let mut options = BTreeSet::new();
            for form in rules.parse(&n.to_string()).expect("a heap") {
                let _ = rules.options(&form, &mut |option| {
                    let mut sizes: Vec<u32> =
                        option.iter().map(|part| rules.text(part).parse().expect("a number")).collect();
                    sizes.sort_unstable();
                    options.insert(sizes.iter().map(u32::to_string).collect::<Vec<_>>());
                    ControlFlow::Continue(())
                });
            }
            assert_eq!(options, expected, "{code}: {n}");
        }
    }
}

/// Also with more letters than the alphabet has, and with as many spots as can be read, of which an option has one
/// more.
#[test]
fn large_lands_are_read_back() {
    let rules = rules("sprouts");
    let shared: String = (0..30).map(|k| format!("{}Z({k})", "1".repeat(k % 3))).collect();
    let twice = |from: usize| (from..from + 30).map(|k| format!("2z({k})1z({k})")).collect::<String>();
    for text in
        [format!("{shared}|{shared}.{}.0", twice(90)), format!("{}.0|{}.2", twice(0), twice(30)), "0*1000".to_string()]
    {
        let forms = rules.parse(&text).expect("a position");
        let mut count = 0;
        for form in &forms {
            assert_eq!(rules.parse(&rules.text(form)), Ok(vec![form.clone()]), "{text}");
            let _ = rules.options(form, &mut |option| {
                let second = option.iter().any(|part| rules.options(part, &mut |_| ControlFlow::Break(())).is_break());
                assert!(second && option.iter().all(|part| !option.is_empty() && !form.eq(part)));
                count += 1;
                if count < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        assert!(count >= 20, "{count}");
    }
}

/// Dropping cells and edges keeps the nimber: random graphs, against the mex over sets of cells without any reduction.
#[test]
fn cram_without_reductions() {
    let mut random = Random(7);
    for round in 0..3000 {
        let cells = 3 + random.below(7);
        let mut edges = BTreeSet::new();
        for _ in 0..cells + random.below(6) {
            let (u, v) = (random.below(cells), random.below(cells));
            if u != v {
                edges.insert((u.min(v), u.max(v)));
            }
        }
        if edges.is_empty() {
            continue;
        }
        let edges: Vec<(usize, usize)> = edges.into_iter().collect();
        let text: Vec<String> = edges.iter().map(|(u, v)| format!("{u}-{v}")).collect();
        let brute = arc_kayles(&edges, (1 << cells) - 1, &mut HashMap::new());
        assert_eq!(naive_nimber(&*rules("cram"), &graph(&text), 100_000), Some(brute), "{round}: {text:?}");
        // Another naming of the cells is the same position.
        let mut names: Vec<usize> = (0..1000).collect();
        (0..1000).for_each(|i| names.swap(i, random.below(1000)));
        let renamed: Vec<String> = edges.iter().map(|(u, v)| format!("{}-{}", names[*v], names[*u])).collect();
        let read = |text: &[String]| {
            let mut forms = rules("cram").parse(&graph(text)).expect("a position");
            forms.sort();
            forms
        };
        assert_eq!(read(&text), read(&renamed), "{text:?} {renamed:?}");
    }
}

fn graph(edges: &[String]) -> String {
    format!("graph({})", edges.join(","))
}

fn arc_kayles(edges: &[(usize, usize)], free: u32, known: &mut HashMap<u32, u32>) -> u32 {
    if let Some(&nimber) = known.get(&free) {
        return nimber;
    }
    let mut values = HashSet::new();
    for &(u, v) in edges {
        let both = 1 << u | 1 << v;
        if free & both == both {
            values.insert(arc_kayles(edges, free & !both, known));
        }
    }
    let nimber = (0..).find(|n| !values.contains(n)).expect("a mex");
    known.insert(free, nimber);
    nimber
}

/// Boards are the same after every turn and reflection, and with other boards beside them.
#[test]
fn cram_boards() {
    let rules = rules("cram");
    let read = |text: &str| rules.parse(text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
    assert_eq!(read("..#/..."), read("#../..."));
    assert_eq!(read("..#|..."), read("../../#."));
    assert_eq!(read("2x3"), read(".../..."));
    assert_eq!(read("1x5"), read("graph(0-1,1-2,2-3,3-4)"));
    assert_eq!(read(".:.").len(), 0, "a wall on the right");
    assert_eq!(read("_/.").len(), 0, "a wall below");
    assert_eq!(read(".#_/..#/..."), read(".##/..#/..."));
    assert_eq!(read("_:./.."), read("#./.."), "walls on both sides");
    assert_eq!(read(".:./.."), read("graph(0-1,1-2,2-3)"));
    assert_eq!(read("../_."), read("../.."), "nothing is below the last row");
    assert_eq!(read(".. + .#."), read(".."));
    assert_eq!(read("#"), vec![]);
    assert_eq!(read("2x2").len(), 2, "a square plays like two dominoes apart");
}

#[test]
fn central_symmetry() {
    let rules = rules("cram");
    let even = [
        "4x4",
        "2x6",
        ".../.#./...",
        "###/.../.#./...",
        "#..#/..../..../#..#",
        "#.#",
        "..:..",
        ".. + ..",
        "graph(0-1,2-3)",
    ];
    for text in even {
        assert_eq!(rules.theorem("central-symmetry", text), Ok(0), "{text}");
        assert_eq!(naive_nimber(&*rules, text, 100_000), Some(0), "{text}");
    }
    assert_eq!(rules.theorem("central-symmetry", "10x12"), Ok(0));
    for text in
        ["3x4", "3x3", "..#/...", "1x2", "graph(0-1)", "..", "../.#", "..._/..../..../....", "#./..", ".:../...", "1x4"]
    {
        assert!(rules.theorem("central-symmetry", text).is_err(), "{text}");
    }
    // Whatever the pairs, the nimber is 0: all small graphs that the theorem takes.
    let mut random = Random(5);
    let mut taken = 0;
    for _ in 0..4000 {
        let cells = 4 + 2 * random.below(3);
        let mut edges = Vec::new();
        for _ in 0..2 + random.below(4) {
            let (u, v) = (random.below(cells), random.below(cells));
            if u != v {
                edges.push(format!("{u}-{v}"));
                edges.push(format!("{}-{}", cells - 1 - u, cells - 1 - v));
            }
        }
        if !edges.is_empty() && rules.theorem("central-symmetry", &graph(&edges)) == Ok(0) {
            assert_eq!(naive_nimber(&*rules, &graph(&edges), 100_000), Some(0), "{edges:?}");
            taken += 1;
        }
    }
    assert!(taken > 500, "{taken}");
    assert!(rules.theorem("bouton", "4x4").is_err());
}

/// Spots, regions and boundaries in another order, words started elsewhere, regions mirrored, letters renamed: the same
/// form.
#[test]
fn sprouts_forms_do_not_depend_on_how_a_land_is_written() {
    let rules = rules("sprouts");
    let mut random = Random(3);
    for line in include_str!("../../../tests/vectors/sprouts-positions.tsv").lines() {
        let position = line.split('\t').next().expect("a position");
        for _ in 0..5 {
            let other = rewritten(position, &mut random);
            assert_eq!(rules.parse(position), rules.parse(&other), "{position} {other}");
        }
    }
}

fn rewritten(position: &str, random: &mut Random) -> String {
    let mut names: Vec<char> = ('A'..='Y').collect();
    (0..25).for_each(|i| names.swap(i, random.below(25)));
    let mut regions: Vec<String> = Vec::new();
    for region in position.split('|') {
        let mirror = random.below(2) == 1;
        let mut words: Vec<String> = Vec::new();
        for word in region.split('.') {
            if word.contains('*') {
                words.push(word.to_string());
                continue;
            }
            let mut spots: Vec<char> = word.chars().collect();
            if mirror {
                spots.reverse();
            }
            spots.rotate_left(random.below(word.len()));
            let rename = |&c: &char| if c.is_ascii_uppercase() { names[c as usize - 'A' as usize] } else { c };
            words.push(spots.iter().map(rename).collect());
        }
        (0..words.len()).for_each(|i| words.swap(i, random.below(i + 1)));
        regions.push(words.join("."));
    }
    (0..regions.len()).for_each(|i| regions.swap(i, random.below(i + 1)));
    regions.join("|")
}

/// Lands that look alike and are not the same.
#[test]
fn sprouts_forms_tell_different_lands_apart() {
    let rules = rules("sprouts");
    let different =
        ["2a2a2b2b", "2a2b2b2a.2", "2a22a2", "1a2a2", "AB.CD|AB.CD", "ABCD|ABCD", "ABCD|ACBD", "AB|BC|AC.0"];
    for (i, one) in different.iter().enumerate() {
        for other in &different[..i] {
            assert_ne!(rules.parse(one), rules.parse(other), "{one} {other}");
        }
    }
    // Two regions in the same sense and in the opposite sense: each may be mirrored, so they are the same.
    assert_eq!(rules.parse("1ABC|1ABC"), rules.parse("1ABC|1CBA"));
    // Two boundaries of one region are mirrored together.
    assert_ne!(rules.parse("12AB.12CD|AB|CD"), rules.parse("12AB.21CD|AB|CD"));
}

#[test]
fn sprouts_reductions() {
    let rules = rules("sprouts");
    let same = |one: &str, other: &str| assert_eq!(rules.parse(one), rules.parse(other), "{one} {other}");
    same("!", "2");
    same("2", "A|A");
    same("aa.0", "2.0");
    same("1aa1.0", "121.0");
    same("a11a.0", "121.0");
    same("A|A.0", "2.0");
    same("22.0", "1.0");
    same("2.2", "1");
    same("2a2a", "12");
    same("1.A|0.A", "1A|0.A");
    same("2.2.A|0.A", "1A|0.A");
    same("0+0", "0+0");
    assert_eq!(rules.parse("0.0|0").map(|lands| lands.len()), Ok(2), "two lands");
    same("Z(30)n(5)|Z(30)n(5)", "AB|AB");
    same("z(30)1z(30)1", "1a1a");
    same("0 + 1a1a+ !", "0+1a1a");
}

/// Every option that a person finds with a pencil.
#[test]
fn sprouts_options() {
    let rules = rules("sprouts");
    let options = |position: &str| {
        let mut found = BTreeSet::new();
        for component in rules.parse(position).expect("a position") {
            let _ = rules.options(&component, &mut |option| {
                let mut parts = option.to_vec();
                parts.sort();
                found.insert(parts);
                ControlFlow::Continue(())
            });
        }
        found
    };
    let forms = |texts: &[&str]| -> BTreeSet<_> {
        let form = |text: &&str| {
            let mut parts = rules.parse(text).expect("a position");
            parts.sort();
            parts
        };
        texts.iter().map(form).collect()
    };
    assert_eq!(options("0"), forms(&["AB|AB"]));
    assert_eq!(options("1"), forms(&["!"]));
    assert_eq!(options("AB|AB"), forms(&["!"]));
    assert_eq!(options("0*2"), forms(&["0.AB|AB", "1a1a"]));
    assert_eq!(options("0*3"), forms(&["0*2.AB|AB", "0.1a1a", "0.AB|0.AB"]));
    // Join the two 1s; join a 1 to the letter, on either side; loop a 1.
    assert_eq!(options("1a1a"), forms(&["1AB|AB", "1a2a", "ABCD|ABCD"]));
    // With a copy beside it: that on either side (1, 2 and 2 ways), or 1-1, 1-a and a-a of the two.
    assert_eq!(options("1a1a.1a1a").len(), 8);
}

#[test]
fn what_is_no_position() {
    let refused = [
        ("nim", &["", " ", "x", "-1", "3 x", "99999999999", "16777217", "1.5", "\u{663}"][..]),
        ("0.77", &["", "x", "3;4", "16777217"]),
        (
            "cram",
            &[
                "x",
                "3x",
                "33x33",
                "99999999999x2",
                ".a",
                "graph(0-0)",
                "graph(0-1,2)",
                "graph(0-1024)",
                "graph(1024-0)",
                "graph()",
                "graph(0-1",
                "0-1",
                "1x1x1",
                "é",
                "",
                "./..",
                ".:",
                ":.",
                ".::.",
                "..//..",
                ".]",
                "33x32",
                "0x3",
            ],
        ),
        (
            "sprouts",
            &[
                "",
                "3",
                "A",
                "a",
                "aab",
                "A|A|A",
                "A.A",
                "0A|A",
                "00",
                "0*",
                "0*x",
                "0*1001",
                "0*999999999",
                "0*-1",
                "|",
                "0|",
                ".0",
                "+",
                "0+",
                "Z(",
                "Z()",
                "Z(x)",
                "n",
                "n(3)",
                "1é",
                "aA|aA",
                "0*2*3",
                "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0",
            ],
        ),
    ];
    for (name, texts) in refused {
        for text in texts {
            assert!(rules(name).parse(text).is_err(), "{name} {text:?}");
        }
    }
    let mut long = "0*600+0*600".to_string();
    assert!(rules("sprouts").parse(&long).is_err());
    long = "1".repeat(1001);
    assert!(rules("sprouts").parse(&long).is_err());
    assert!(rules("sprouts").parse("0*200").is_ok());
    assert!(rules("cram").parse("32x32").is_ok());
    assert!(rules("cram").parse(&["."; 1024].join("/")).is_ok());
    assert!(rules("cram").parse(&["."; 1025].join("/")).is_err());
    // The last cell of one board and the first one of the next are not the same cell.
    assert_eq!(rules("cram").parse("graph(1023-1022)+graph(0-1)").map(|forms| forms.len()), Ok(2));
    assert!(game(&format!("0.{}", "7".repeat(1000))).is_ok());
    assert!(game(&format!("0.{}", "7".repeat(1001))).is_err());
    for name in
        ["", "chess", "0", "0.", "1.7", "2.0", "00.7", "0.w", "77", "heap", "heap 0.7x", "4!!.1", "4.!1", "1!.7", "0.é"]
    {
        assert!(name == "0." || game(name).is_err(), "{name}");
    }
}

#[test]
fn heap_codes() {
    let value = |code: &str, n: u32| naive_nimber(&*rules(code), &n.to_string(), 10_000);
    assert_eq!(value("kayles", 11), value("0.77", 11));
    assert_eq!(value("heap .77", 11), Some(6));
    assert_eq!(value("dawson-kayles", 10), Some(3));
    assert_eq!(value("dawson-chess", 9), value("dawson-kayles", 10));
    assert_eq!(value("treblecross", 9), Some(3));
    assert_eq!(value("grundy", 8), Some(2));
    // A heap of n + 1 is a heap of n of the Officers game.
    for n in 0..30 {
        assert_eq!(value("couples-are-forever", n + 1), value("officers", n), "{n}");
    }
    // Three heaps may be left: 4 = 1 + 1 + 1 with one taken. 0.8 has no move below 4.
    assert_eq!([3, 4, 5].map(|n| value("0.8", n)), [Some(0), Some(1), Some(1)]);
    assert_eq!([2, 3, 4].map(|n| value("8.0", n)), [Some(0), Some(1), Some(1)]);
    assert_eq!(value("0.F", 4), value("0.f", 4));
    assert_eq!(naive_nimber(&*rules("nim"), "7 5 4 2", 100), Some(4));
    assert_eq!(rules("nim").theorem("bouton", "7 5 4 2"), Ok(4));
    assert!(rules("nim").theorem("central-symmetry", "7").is_err());
    assert!(rules("0.77").theorem("bouton", "7").is_err());
}

#[test]
fn the_naive_solver_gives_up() {
    assert_eq!(naive_nimber(&*rules("sprouts"), "0*4", 100), None);
    assert_eq!(naive_nimber(&*rules("sprouts"), "0*", 100), None);
    assert_eq!(naive_nimber(&*rules("nim"), "16777216", 100), None);
    // Fewer than fifty heaps below it, but more than a hundred ways to break it in three: none of them may be left out.
    assert_eq!(naive_nimber(&*rules("8.0"), "40", 50), None);
    assert!(naive_nimber(&*rules("8.0"), "40", 200).is_some());
    assert_eq!(naive_nimber(&*rules("0.77"), "1000", 2000), Some(1));
}

/// Heaps of Nim: an empty one is no component (as one, it would have the option to take nothing, and nimber 1); sizes
/// of several bytes are kept; Bouton's theorem adds without carry.
#[test]
fn nim_heaps() {
    let nim = rules("nim");
    assert_eq!(nim.parse("0 0"), Ok(vec![]));
    let heaps = nim.parse("300 0 70000 5").expect("heaps");
    assert_eq!(heaps.iter().map(|heap| nim.text(heap)).collect::<Vec<_>>(), ["300", "70000", "5"]);
    let mut options = Vec::new();
    let _ = nim.options(&heaps[0], &mut |option| {
        options.push(option.iter().map(|heap| nim.text(heap)).collect::<Vec<_>>());
        ControlFlow::Continue(())
    });
    assert_eq!(options[0], Vec::<String>::new());
    assert_eq!(options[1..].concat(), (1..300).map(|left| left.to_string()).collect::<Vec<_>>());
    assert_eq!(nim.theorem("bouton", "3 1"), Ok(2));
    assert_eq!(nim.theorem("bouton", "300 300 7,5+0"), Ok(2));
    assert!(nim.theorem("bouton", "").is_err() && nim.theorem("central-symmetry", "3 1").is_err());
}

/// A theorem belongs to its game.
#[test]
fn games_without_theorems() {
    for (name, position) in [("sprouts", "0*2"), ("sprouts", "1"), ("0.77", "3 3"), ("grundy", "5"), ("4.0", "0")] {
        for theorem in ["bouton", "central-symmetry", ""] {
            assert!(rules(name).theorem(theorem, position).is_err(), "{name} {theorem} {position}");
        }
    }
    assert!(rules("cram").theorem("bouton", "2x2").is_err());
}

/// `n`, `z` and `Z` are letters like others, unless a number follows.
#[test]
fn letters_of_sprouts() {
    let rules = rules("sprouts");
    let same = |a: &str, b: &str| assert_eq!(rules.parse(a).expect(a), rules.parse(b).expect(b), "{a} {b}");
    same("1n1n", "1a1a");
    same("1z1z.0", "1a1a.0");
    same("1z(7)1z(7)", "1a1a");
    same("YZ.0|YZ.1", "AB.0|AB.1");
    same("Z(3)Z.0|Z(3)Z.1", "AB.0|AB.1");
    same("n(3)n(4).0|n(3)n(4).1", "AB.0|AB.1");
    same("1n1nz(0)2z(0)2", "1a1ab2b2");
    for text in ["n|n", "n.n", "z|z", "Z.Z", "ZZ", "n(1)n(1)", "z(1)|z(1)", "A(3)B|A(3)B", "1a(3)1a(3)", "Z(1)|Z(2)"] {
        assert!(rules.parse(text).is_err(), "{text}");
    }
}

/// Where a position becomes too large to be read.
#[test]
fn limits_of_sprouts() {
    let rules = rules("sprouts");
    let read = |text: &str| rules.parse(text).is_ok();
    // Ways to deal: 101^3 < 2^20 < 102^3, and 2 for each boundary.
    assert!(read("0*100.0*100.0*100") && !read("0*101.0*101.0*101"));
    assert!(read(&["0"; 20].join(".")) && !read(&["0"; 21].join(".")));
    // Places of a boundary, of which a letter has two.
    assert!(!read(&(0..501).map(|k| format!("z({k})z({k})")).collect::<String>()));
    assert!(read("0*500 + 0*500") && !read("0*500 + 0*501"));
}
