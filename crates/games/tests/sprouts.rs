//! Sprouts against published counts and values, and against itself under everything that should not matter.

use grundy_core::{Component, Game, Hints, Nimber, Sum, collect_options, mex};
use grundy_games::sprouts::Sprouts;
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

fn exact(game: &Sprouts, land: &[u8]) -> Component {
    let mut out = Vec::new();
    game.canonical_form(land, &mut out);
    out.into()
}

/// All lands that can be reached from `spots` spots: how many exact forms there are, and how many fast ones.
fn reachable(game: &Sprouts, spots: usize) -> (usize, usize) {
    let mut fast: HashSet<Component> = HashSet::new();
    let mut seen: HashSet<Component> = HashSet::new();
    let mut open: Vec<Component> = game.parse(&spots.to_string()).unwrap().into_components();
    while let Some(land) = open.pop() {
        if fast.insert(land.clone()) && seen.insert(exact(game, &land)) {
            for option in collect_options(game, &land) {
                open.extend(option.components().iter().cloned());
            }
        }
    }
    (seen.len(), fast.len())
}

#[test]
fn published_numbers_of_reachable_lands() {
    let with = Sprouts::default();
    let without = with.without_reductions();
    for (n, lands, lands_without) in [(2, 15, 17), (3, 118, 126), (4, 1122, 1188), (5, 12631, 13342)] {
        assert_eq!(reachable(&without, n).0, lands_without, "{n} spots without 22 = 1");
        let (exact, fast) = reachable(&with, n);
        assert_eq!(exact, lands, "{n} spots");
        assert!(fast * 100 <= exact * 101, "{n} spots: {fast} fast forms of {exact} lands");
    }
}

/// Nimbers by mex over all options, with a memory.
struct Naive {
    game: Sprouts,
    known: HashMap<Component, Nimber>,
}

impl Naive {
    fn land(&mut self, land: &Component) -> Nimber {
        if let Some(&nimber) = self.known.get(land) {
            return nimber;
        }
        let options = collect_options(&self.game, land);
        let nimber = mex(options.iter().map(|option| self.sum(option)).collect::<Vec<_>>());
        self.known.insert(land.clone(), nimber);
        nimber
    }

    fn sum(&mut self, sum: &Sum) -> Nimber {
        sum.components().iter().fold(Nimber::ZERO, |total, land| total ^ self.land(land))
    }
}

/// Lives of a position as text: an upper bound on the moves left, read without any code under test.
fn lives(text: &str) -> usize {
    text.split(['.', '|'])
        .map(|word| match word.strip_prefix("0*") {
            Some(n) => 6 * n.parse::<usize>().unwrap(),
            None => word
                .bytes()
                .map(|b| match b {
                    b'0' => 6,
                    b'1' => 4,
                    b'2' => 2,
                    _ => 1,
                })
                .sum(),
        })
        .sum::<usize>()
        / 2
}

#[test]
fn small_lands_of_all_files_have_their_nimbers() {
    let game = Sprouts::of_files();
    let mut naive = Naive { game, known: HashMap::new() };
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/");
    for (file, least) in
        [("sprouts-positions.tsv", 500), ("sprouts-13.spr", 300), ("sprouts-17.spr", 200), ("sprouts-22.spr", 1000)]
    {
        let mut checked = 0;
        for line in std::fs::read_to_string(format!("{root}{file}")).unwrap().lines() {
            let Some((text, nimber)) = line.split_once(['\t', ' ']) else { continue };
            let position = Sum::new(&game, game.parse(text).unwrap());
            assert_eq!(position.len(), 1, "{text} is one land");
            if lives(text) <= 12 {
                assert_eq!(naive.sum(&position).to_string(), nimber, "{text} of {file}");
                checked += 1;
            }
        }
        assert!(checked >= least, "{file}: only {checked} lines were small enough");
    }
}

#[test]
fn notations_of_all_programs() {
    let game = Sprouts::default();
    let files = Sprouts::of_files();
    let same = |game: &Sprouts, a: &str, b: &str| {
        let sum = |text: &str| {
            Sum::new(game, game.parse(text).unwrap_or_else(|e| panic!("{e}")).iter().map(|l| exact(game, l)))
        };
        assert_eq!(sum(a), sum(b), "{a} and {b}");
    };
    same(&game, "12", "0*12");
    same(&game, "12", " 0.0*10.0\n");
    same(&game, "0", "!");
    same(&game, "1", "0*1");
    same(&files, "0", "0*1");
    same(&files, "12", "2.1");
    same(&files, "22", "1");
    same(&files, "22.1", "1.1");
    same(&game, "1.2", "12|2");
    same(&game, "1a1a.0.AB|BA + ! + 0*3", "0*3+AB|1b1b.AB.0");
    // Glop 1, and the overflow letters of Glop and SPOTS.
    same(&game, "0.1a1a.AB.}AB.}]0*3.}]!", "0.1a1a.AB|AB+0*3");
    same(&game, "0*5.}]!", "5");
    same(&game, "0.n(1)n(2)|n(2)n(1)", "0.AB|AB");
    same(&game, "0.Z(31)A|AZ(31)", "0.AB|AB");
    same(&game, "0.1m(1)1m(1)", "0.1z(40)1z(40)");
    same(&game, "2aa.0*2", "22.0*2");
    // Reductions: small regions, dead regions, merging neighbours, letters that lose their partner.
    same(&game, "0.12A|A", "0.122|2");
    same(&game, "0*2.1aab2b+AB.C|A.B.C", "0*2.12b2b+ABC|ABC");
    let sum = game.parse("0*30.1|0.AB|AB").unwrap();
    assert_eq!(sum.len(), 2);
}

#[test]
fn impossible_positions_are_refused_with_place_and_reason() {
    let game = Sprouts::default();
    for (text, column, what) in [
        ("", 1, "found the end"),
        ("0.1x|", 4, "occurs once"),
        ("0.AB|A", 4, "upper-case letter that occurs once"),
        ("0.AB|AB|A", 9, "occurs 3 times"),
        ("0.AB.A|B", 6, "twice on one region"),
        ("0.1a1a1a", 8, "occurs 3 times"),
        ("0.1a.1a", 4, "lower-case letter that occurs once"),
        ("0.1a2b1a2b", 8, "crosses"),
        ("0.10", 4, "three lives is alone"),
        ("01", 1, ""),
        ("0*3.01", 6, "three lives is alone"),
        ("0..1", 3, "expected a spot"),
        ("0.1|", 5, "expected a spot"),
        ("0+", 3, "expected a spot"),
        ("0*", 3, "a number"),
        ("0.3", 3, "expected a spot"),
        ("2x", 2, "occurs once"),
        ("0*10001", 1, "at most 10000 spots"),
        ("99999999999999999999", 1, "too large"),
        ("0.A(3)|A(3)", 4, "have numbers"),
        ("0.Z(3|Z(3)", 6, "`)`"),
        ("0.1.}]", 7, "expected a spot"),
        ("0.1.}]!x", 8, "after `!`"),
        ("0.1é", 4, "'é'"),
    ] {
        match game.parse(text) {
            Ok(_) => assert!(what.is_empty(), "{text} was read"),
            Err(error) => {
                assert!(error.to_string().contains(what), "{error}");
                assert_eq!(error.column(), column, "{error}");
            }
        }
    }
}

#[test]
fn large_positions_start() {
    let game = Sprouts::default();
    for n in [0usize, 1, 2, 50, 200, 10_000] {
        let lands = game.parse(&n.to_string()).unwrap();
        assert_eq!(lands.len(), usize::from(n > 0));
        if n >= 2 {
            assert_eq!(collect_options(&game, &lands[0]).len(), 1 + (n - 1) / 2 + 1);
            assert_eq!(game.write(&lands[0]), format!("0*{n}"));
        }
    }
    // More letters than the alphabet has, in both cases.
    let names = |letter: &str| (1..=60).map(|k| format!("{letter}({k})")).collect::<Vec<_>>();
    let (twins, letters) = (names("m"), names("n"));
    let there: String = twins.iter().flat_map(|name| ["1", name]).collect();
    let back: String = twins.iter().rev().flat_map(|name| ["1", name]).collect();
    let text = format!("0*99.{there}{back}|{}|1.{}", letters.concat(), letters.concat());
    let lands = game.parse(&text.replacen('|', &format!(".{}|", "A"), 1).replacen("|1.", "|1A.", 1)).unwrap();
    assert_eq!(lands.len(), 1);
    let text = game.write(&lands[0]);
    assert!(text.contains("z(60)") && text.contains("Z(61)"), "{text}");
    assert_eq!(exact(&game, &game.parse(&text).unwrap()[0]), exact(&game, &lands[0]));
}

/// From every start up to 200 spots and far larger lands, a few options come at once, whatever the number of all of
/// them is.
#[test]
fn options_begin_at_once() {
    let game = Sprouts::default();
    for n in 0..=200usize {
        let mut random = dice(n as u64);
        let mut open = game.parse(&n.to_string()).unwrap().into_components();
        for _ in 0..12 {
            let Some(land) = open.pop() else { break };
            let mut few = Begun { left: 1 + random(40), option: Vec::new(), last: Vec::new() };
            let _ = game.options(&land, &mut few);
            open.extend(few.last);
        }
    }
    let names: Vec<String> = (1..=500).map(|k| format!("n({k})")).collect();
    let arms: Vec<String> = names.iter().map(|name| format!("0.{name}")).collect();
    let different: Vec<String> = (1..=60).map(|k| format!("1{}", "2".repeat(k))).collect();
    for text in [
        // As many letters, regions or different boundaries, and two to the power of 60 options.
        format!("0.{0}|0.{0}", names.join(".")),
        format!("{}|{}", names.join("."), arms.join("|")),
        format!("0*9.{}", different.join(".")),
    ] {
        let [land] = &game.parse(&text).unwrap()[..] else { panic!("one land") };
        let mut few = Begun { left: 3, option: Vec::new(), last: Vec::new() };
        assert!(game.options(land, &mut few).is_break());
        assert!(few.last.iter().all(|land| canonized(&game, land) == *land));
        assert!(game.estimate(land).disproof > 0);
    }
}

/// A sink that takes a few options and keeps the last of them.
struct Begun {
    left: usize,
    option: Vec<Component>,
    last: Vec<Component>,
}

impl grundy_core::Sink for Begun {
    fn component(&mut self, bytes: &[u8]) {
        self.option.push(bytes.into());
    }

    fn end(&mut self) -> std::ops::ControlFlow<()> {
        self.last = std::mem::take(&mut self.option);
        self.left -= 1;
        if self.left == 0 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    }
}

/// A land as text, taken apart here without any code under test: regions, boundaries, spots.
type Parts = Vec<Vec<Vec<String>>>;

fn take_apart(text: &str) -> Parts {
    let spots = |word: &str| {
        let mut spots: Vec<String> = Vec::new();
        for c in word.chars() {
            match spots.last_mut() {
                Some(last) if c == '(' || c == ')' || (last.contains('(') && !last.ends_with(')')) => last.push(c),
                _ => spots.push(c.to_string()),
            }
        }
        spots
    };
    let words = |region: &str| {
        let words = region.split('.').flat_map(|word| match word.strip_prefix("0*") {
            Some(n) => vec![vec!["0".to_string()]; n.parse().unwrap()],
            None => vec![spots(word)],
        });
        words.collect::<Vec<_>>()
    };
    text.split('|').map(words).collect()
}

fn put_together(parts: &Parts) -> String {
    let word = |word: &Vec<String>| word.concat();
    let region = |region: &Vec<Vec<String>>| region.iter().map(word).collect::<Vec<_>>().join(".");
    parts.iter().map(region).collect::<Vec<_>>().join("|")
}

/// The same land told differently: regions and boundaries in another order, boundaries turned, regions mirrored,
/// letters renamed.
fn retell(text: &str, random: &mut impl FnMut(usize) -> usize) -> String {
    let mut parts = take_apart(text);
    shuffle(&mut parts, random);
    let mut names: Vec<String> = ('A'..='Y').map(String::from).chain((1..40).map(|k| format!("n({k})"))).collect();
    shuffle(&mut names, random);
    let mut upper: HashMap<String, String> = HashMap::new();
    for region in &mut parts {
        shuffle(region, random);
        let mirror = random(2) == 1;
        for word in region {
            let turn = random(word.len());
            word.rotate_left(turn);
            if mirror {
                word.reverse();
            }
            let mut names_here: Vec<String> =
                ('a'..='y').map(String::from).chain((1..40).map(|k| format!("m({k})"))).collect();
            shuffle(&mut names_here, random);
            let mut lower: HashMap<String, String> = HashMap::new();
            for spot in word {
                if spot.starts_with(char::is_uppercase) {
                    let next = names[upper.len()].clone();
                    *spot = upper.entry(spot.clone()).or_insert(next).clone();
                } else if spot.starts_with(char::is_lowercase) {
                    let next = names_here[lower.len()].clone();
                    *spot = lower.entry(spot.clone()).or_insert(next).clone();
                }
            }
        }
    }
    put_together(&parts)
}

fn shuffle<T>(items: &mut [T], random: &mut impl FnMut(usize) -> usize) {
    for i in (1..items.len()).rev() {
        items.swap(i, random(i + 1));
    }
}

/// Random numbers below a bound, from a seed.
fn dice(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(2).wrapping_add(0x9e37_79b9_7f4a_7c15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below.max(1)
    }
}

/// The lands on a random line of play.
fn line_of_play(game: &Sprouts, spots: usize, random: &mut impl FnMut(usize) -> usize) -> Vec<Component> {
    let mut lands = Vec::new();
    let mut open = game.parse(&spots.to_string()).unwrap().into_components();
    while !open.is_empty() {
        let land = open.swap_remove(random(open.len()));
        let options = collect_options(game, &land);
        open.extend(options[random(options.len())].components().iter().cloned());
        lands.push(land);
    }
    lands
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn forms_do_not_depend_on_how_a_land_is_told(seed: u64, spots in 1usize..12, merge_twos: bool) {
        let with = Sprouts::default();
        let game = if merge_twos { with } else { with.without_reductions() };
        let mut random = dice(seed);
        for land in line_of_play(&game, spots, &mut random) {
            let text = game.write(&land);
            let mut canonical = Vec::new();
            game.canonize(&land, &mut canonical);
            prop_assert_eq!(&canonical[..], &land[..], "options are canonical, canonizing twice is canonizing once");
            let form = exact(&game, &land);
            prop_assert_eq!(&exact(&game, &form), &form);
            prop_assert_eq!(&game.parse(&game.write(&form)).unwrap()[..], &[canonized(&game, &form)][..]);
            for _ in 0..4 {
                let other = retell(&text, &mut random);
                let lands = game.for_files().parse(&other).unwrap();
                prop_assert_eq!(lands.len(), 1, "{} retold as {}", text, other);
                prop_assert_eq!(&exact(&game, &lands[0]), &form, "{} retold as {}", text, other);
                prop_assert_eq!(game.estimate(&lands[0]), game.estimate(&land), "{} retold as {}", text, other);
            }
        }
    }

    #[test]
    fn what_is_written_is_read_as_itself(seed: u64, spots in 1usize..60) {
        let mut random = dice(seed);
        for land in line_of_play(&Sprouts::default(), spots, &mut random) {
            for game in [Sprouts::default(), Sprouts::of_files()] {
                let text = game.write(&land);
                prop_assert_eq!(&game.parse(&text).unwrap()[..], &[land.clone()][..], "{}", text);
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(?s).{0,40}", notation in "[0-2ABCabcnZ().*|+!}\\] ]{0,30}") {
        for text in [&text, &notation] {
            for game in [Sprouts::default(), Sprouts::of_files()] {
                if let Ok(lands) = game.parse(text) {
                    for land in lands {
                        let again = game.parse(&game.write(&land)).unwrap();
                        prop_assert_eq!(again.len(), 1);
                        prop_assert_eq!(exact(&game, &again[0]), exact(&game, &land), "{}", text);
                    }
                }
            }
        }
    }

    #[test]
    fn any_bytes_can_be_asked_about(bytes: Vec<u8>) {
        let game = Sprouts::default();
        let mut out = Vec::new();
        let small = &bytes[..bytes.len().min(12)];
        game.canonize(small, &mut out);
        game.canonical_form(small, &mut out);
        game.estimate(small);
        game.write(small);
        let mut few = Few(20);
        let _ = game.options(small, &mut few);
    }
}

/// A sink that has enough after a few options.
struct Few(usize);

impl grundy_core::Sink for Few {
    fn component(&mut self, _bytes: &[u8]) {}

    fn end(&mut self) -> std::ops::ControlFlow<()> {
        self.0 -= 1;
        if self.0 == 0 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    }
}

fn canonized(game: &Sprouts, land: &[u8]) -> Component {
    let mut out = Vec::new();
    game.canonize(land, &mut out);
    out.into()
}
