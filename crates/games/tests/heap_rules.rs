//! Heap games against a naive mex over the rules taken literally, written here a second time.

use grundy_core::{Component, Game, Move, Nimber, Sum, collect_options, mex};
use grundy_games::heap::{Heap, Sequence, nim_sequence};
use proptest::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// All ways to make `heaps` heaps of `objects` objects, in every order, none of them empty.
fn compositions(objects: usize, heaps: usize) -> Vec<Vec<usize>> {
    if heaps == 0 {
        return if objects == 0 { vec![vec![]] } else { vec![] };
    }
    let mut all = Vec::new();
    for first in 1..=objects {
        for mut rest in compositions(objects - first, heaps - 1) {
            rest.push(first);
            all.push(rest);
        }
    }
    all
}

/// What the moves from a heap leave, by the code read digit by digit.
fn literal_moves(code: &str, heap: usize) -> Vec<Vec<usize>> {
    if code == "couples-are-forever" {
        return if heap == 2 { vec![] } else { compositions(heap, 2) };
    }
    let letters: Vec<char> = code.chars().filter(|&c| c != '.').chain(['0']).collect();
    let digits = letters.windows(2).filter(|two| !"!?=".contains(two[0]));
    let mut moves = Vec::new();
    for (taken, two) in digits.enumerate().take_while(|&(taken, _)| taken <= heap) {
        let digit = two[0].to_digit(32).unwrap();
        let is_allowed = |left: &Vec<usize>| {
            let mut different = left.clone();
            different.sort_unstable();
            different.dedup();
            match two[1] {
                _ if left.len() < 2 => true,
                '!' => different.len() == left.len(),
                '?' => different.len() > 1,
                '=' => different.len() == 1,
                _ => true,
            }
        };
        for heaps in (0..5).filter(|heaps| digit >> heaps & 1 == 1) {
            moves.extend(compositions(heap - taken, heaps).into_iter().filter(is_allowed));
        }
    }
    moves
}

fn naive_sequence(code: &str, up_to: usize) -> Vec<Nimber> {
    let mut values: Vec<Nimber> = Vec::new();
    for heap in 0..=up_to {
        let sum = |left: &Vec<usize>| left.iter().fold(Nimber::ZERO, |sum, &h| sum ^ values[h]);
        let value = mex(literal_moves(code, heap).iter().map(sum));
        values.push(value);
    }
    values
}

/// The nimber of a heap by nothing but the `Game` trait.
fn by_options(game: &Heap, heap: &Component, known: &mut HashMap<Component, Nimber>) -> Nimber {
    if let Some(&nimber) = known.get(heap) {
        return nimber;
    }
    let options = collect_options(game, heap);
    assert!(!options.is_empty(), "{} has no moves in {}", game.write(heap), game.name());
    let nimber = mex(options
        .iter()
        .map(|sum| sum.iter().map(|c| by_options(game, c, known)).fold(Nimber::ZERO, |a, b| a ^ b))
        .collect::<Vec<_>>());
    known.insert(heap.clone(), nimber);
    nimber
}

fn check_code(code: &str, up_to: usize) {
    let game = Heap::by_name_or_code(code).unwrap();
    let naive = naive_sequence(code, up_to);
    assert_eq!(nim_sequence(&game, up_to), naive, "{code}");
    let mut computed = Sequence::without_theorem(&game);
    assert!(computed.extend(up_to, |_| ControlFlow::Continue(())).is_continue());
    assert_eq!(computed.values(), naive, "{code} computed");
    let mut known = HashMap::new();
    for (heap, &value) in naive.iter().enumerate().take(41) {
        match &game.parse(&heap.to_string()).unwrap()[..] {
            [] => assert!(literal_moves(code, heap).is_empty(), "{code} drops {heap}"),
            [c] => assert_eq!(by_options(&game, c, &mut known), value, "{code} {heap}"),
            _ => unreachable!("one heap is one component"),
        }
    }
}

fn moves(game: &Heap, position: &str) -> Vec<Move> {
    let mut all = Vec::new();
    let take = &mut |m| {
        all.push(m);
        ControlFlow::Continue(())
    };
    assert!(game.moves(&game.parse(position).unwrap(), take).is_continue());
    for one in &all {
        assert_eq!(game.parse(one.result.text()).as_ref(), Ok(&one.result));
    }
    all
}

fn octal_code() -> impl Strategy<Value = String> {
    (prop::sample::select(vec!["0", "4"]), "[0-7]{1,6}").prop_map(|(first, rest)| format!("{first}.{rest}"))
}

fn hexadecimal_code() -> impl Strategy<Value = String> {
    (prop::sample::select(vec!["0", "4", "8", "c"]), "[0-9a-f]{1,4}")
        .prop_map(|(first, rest)| format!("{first}.{rest}"))
}

/// Digits beyond f, and signs after digits.
fn signed_code() -> impl Strategy<Value = String> {
    let sign = || prop::sample::select(vec!["", "", "!", "?", "="]);
    let first = (prop::sample::select(vec!["0", "0", "4", "8", "c", "g", "s"]), sign());
    let rest = prop::collection::vec(("[0-9a-v]", sign()), 1..4);
    (first, rest).prop_map(|((first, sign), rest)| {
        rest.iter().fold(format!("{first}{sign}."), |code, (digit, sign)| format!("{code}{digit}{sign}"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn octal_codes_agree_with_the_literal_rules(code in octal_code()) {
        check_code(&code, 120);
    }

    #[test]
    fn hexadecimal_codes_agree_with_the_literal_rules(code in hexadecimal_code()) {
        check_code(&code, 30);
    }

    #[test]
    fn codes_with_signs_agree_with_the_literal_rules(code in signed_code()) {
        check_code(&code, 18);
        let game = Heap::by_name_or_code(&code).unwrap();
        prop_assert_eq!(Heap::by_name_or_code(&game.to_string()), Ok(game));
    }

    #[test]
    fn octal_codes_with_signs_agree_with_the_literal_rules(
        code in "[04][!=]?[.]([0-7][!?=]?){1,4}",
    ) {
        check_code(&code, 90);
    }

    /// Computing far past what the theorem asks for finds no value that it would have filled in otherwise.
    #[test]
    fn proved_periods_are_what_computing_finds(code in "0[.][0-7]{1,4}|0[.][0-9a-f]{1,2}") {
        let game = Heap::by_name_or_code(&code).unwrap();
        let mut computed = Sequence::without_theorem(&game);
        let _ = computed.extend(900, |_| ControlFlow::Continue(()));
        prop_assert_eq!(nim_sequence(&game, 900), computed.values(), "{}", code);
        if let Some(p) = computed.period() {
            for n in p.from()..=900 - p.period {
                let (before, after) = (computed.values()[n].get(), computed.values()[n + p.period].get());
                prop_assert_eq!(before + p.saltus, after, "{} {}: {}", code, n, p);
            }
        }
    }

    #[test]
    fn moves_are_the_options_of_the_heaps(code in hexadecimal_code(), heaps in prop::collection::vec(0u32..14, 1..4)) {
        let game = Heap::by_name_or_code(&code).unwrap();
        let position = heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let mut shown: Vec<Sum> = moves(&game, &position)
            .iter()
            .map(|m| Sum::new(&game, m.result.clone()))
            .collect();
        let mut literal = Vec::new();
        for (i, &heap) in heaps.iter().enumerate() {
            for left in literal_moves(&code, heap as usize) {
                let rest = heaps.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, h)| h.to_string());
                let text: Vec<String> = rest.chain(left.iter().map(usize::to_string)).chain(["0".into()]).collect();
                literal.push(Sum::new(&game, game.parse(&text.join("+")).unwrap()));
            }
        }
        shown.sort();
        shown.dedup();
        literal.sort();
        literal.dedup();
        prop_assert_eq!(shown, literal);
    }

    #[test]
    fn no_text_and_no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let text = String::from_utf8_lossy(&bytes);
        let game = match Heap::by_name_or_code(&text) {
            Ok(game) => game,
            Err(error) => {
                prop_assert_eq!(error.to_string().lines().count(), 1);
                Heap::by_name_or_code("0.77").unwrap()
            }
        };
        match game.parse(&text) {
            Ok(position) => drop(game.moves(&position, &mut |_| ControlFlow::Break(()))),
            Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
        }
        let _ = game.write(&bytes);
    }

    #[test]
    fn nor_do_texts_that_are_almost_codes(text in "[ 0-9a-fA-F.!é-]{0,12}", position in "[0-9 ,+é]{0,20}") {
        match Heap::by_name_or_code(&text) {
            Ok(game) => {
                prop_assert_eq!(Heap::by_name_or_code(&game.name()), Ok(game.clone()));
                if let Ok(position) = game.parse(&position) {
                    let _ = game.moves(&position, &mut |_| ControlFlow::Break(()));
                }
            }
            Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
        }
    }
}

#[test]
fn long_sequences_agree_with_the_literal_rules() {
    // Long enough for the mask of the sparse space to be chosen many times over.
    for code in
        ["0.77", "0.137", "0.007", "0.6", "0.56", "0.127", "4.7", "4!.0", "couples-are-forever", "0.3031", "0.0001777"]
    {
        check_code(code, 500);
    }
    for code in ["0.8", "8.0", "0.2048", "0.c9", "4.08"] {
        check_code(code, 90);
    }
}

/// The nimber of a position as a whole, with all moves in all heaps, is the nim-sum.
#[test]
fn the_nimber_of_a_sum_is_the_nim_sum() {
    fn nimber(code: &str, heaps: &[usize], known: &mut HashMap<Vec<usize>, Nimber>) -> Nimber {
        let mut heaps: Vec<usize> = heaps.to_vec();
        heaps.sort_unstable();
        if let Some(&nimber) = known.get(&heaps) {
            return nimber;
        }
        let mut options = Vec::new();
        for i in 0..heaps.len() {
            for left in literal_moves(code, heaps[i]) {
                let option: Vec<usize> = [&heaps[..i], &left, &heaps[i + 1..]].concat();
                options.push(nimber(code, &option, known));
            }
        }
        let found = mex(options);
        known.insert(heaps, found);
        found
    }
    for code in ["0.77", "0.137", "4.3", "0.8f", "4!.0"] {
        let values = nim_sequence(&Heap::by_name_or_code(code).unwrap(), 9);
        let mut known = HashMap::new();
        for (a, b) in (0..=9).flat_map(|a| (0..=a).map(move |b| (a, b))) {
            assert_eq!(nimber(code, &[a, b], &mut known), values[a] ^ values[b], "{code} {a} {b}");
        }
    }
}

#[test]
fn moves_keep_the_order_of_the_heaps() {
    let game = Heap::by_name_or_code("0.07").unwrap();
    let shown = moves(&game, "5 2 6 2");
    let lines: Vec<String> = shown.iter().map(|m| format!("{} : {}", m.label, m.result)).collect();
    assert_eq!(
        lines,
        [
            "5->3 : 3 2 6 2",
            "5->1+2 : 1 2 2 6 2",
            "2->0 : 5 6 2",
            "6->4 : 5 2 4 2",
            "6->2+2 : 5 2 2 2 2",
            "6->1+3 : 5 2 1 3 2"
        ]
    );
    let game = Heap::by_name_or_code("0.8").unwrap();
    assert_eq!(moves(&game, "6").iter().map(|m| &*m.label).collect::<Vec<_>>(), ["6->1+1+3", "6->1+2+2"]);
    assert_eq!(moves(&Heap::by_name_or_code("0.1").unwrap(), "1")[0].result.text(), "0");
}

#[test]
fn couples_are_forever_is_the_officers_game_one_object_larger() {
    let officers = nim_sequence(&Heap::by_name_or_code("officers").unwrap(), 2000);
    let couples = nim_sequence(&Heap::by_name_or_code("couples-are-forever").unwrap(), 2001);
    assert_eq!(couples[1..], officers);
}

#[test]
fn dawsons_kayles_is_dawsons_chess_one_pin_longer() {
    let chess = nim_sequence(&Heap::by_name_or_code("dawson-chess").unwrap(), 2000);
    let kayles = nim_sequence(&Heap::by_name_or_code("dawson-kayles").unwrap(), 2001);
    assert_eq!(kayles[1..], chess);
}

#[test]
fn treblecross_on_a_strip_is_a_heap_two_objects_larger() {
    // A cross next to a cross, or one cell from it, loses at once: play leaves two cells free on both sides.
    fn strip(cells: u32, crosses: u32, known: &mut HashMap<u32, Nimber>) -> Nimber {
        if let Some(&nimber) = known.get(&crosses) {
            return nimber;
        }
        let near = |i: u32| (0b11111u32 << i >> 2) & ((1 << cells) - 1);
        let options: Vec<Nimber> =
            (0..cells).filter(|&i| crosses & near(i) == 0).map(|i| strip(cells, crosses | 1 << i, known)).collect();
        let nimber = mex(options);
        known.insert(crosses, nimber);
        nimber
    }
    let values = nim_sequence(&Heap::by_name_or_code("treblecross").unwrap(), 20);
    for cells in 1..=18 {
        assert_eq!(strip(cells, 0, &mut HashMap::new()), values[cells as usize + 2], "{cells} cells");
    }
}
