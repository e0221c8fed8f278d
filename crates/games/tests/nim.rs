//! Nim: the paper's example, Bouton's theorem against mex, notation, bad input.

use grundy_core::{Claim, Component, Game, Move, Nimber, Sum, Theorem, collect_options, mex};
use grundy_games::nim::{MAX_HEAP, Nim};
use proptest::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow;

fn moves(position: &str) -> Vec<Move> {
    let mut all = Vec::new();
    let take = &mut |m| {
        all.push(m);
        ControlFlow::Continue(())
    };
    let nim = Nim::default();
    assert!(nim.moves(&nim.parse(position).unwrap(), take).is_continue());
    for one in &all {
        assert_eq!(nim.parse(one.result.text()).as_ref(), Ok(&one.result));
    }
    all
}

/// By mex over the whole position, which knows nothing of components.
fn nimber(heaps: &[u32], known: &mut HashMap<Vec<u32>, Nimber>) -> Nimber {
    let mut heaps = heaps.to_vec();
    heaps.sort_unstable();
    if let Some(&nimber) = known.get(&heaps) {
        return nimber;
    }
    let mut options = Vec::new();
    for i in 0..heaps.len() {
        for left in 0..heaps[i] {
            let mut option = heaps.clone();
            option[i] = left;
            options.push(nimber(&option, known));
        }
    }
    let found = mex(options);
    known.insert(heaps, found);
    found
}

fn heaps_of(text: &str) -> Vec<u32> {
    text.split(' ').map(|heap| heap.parse().unwrap()).collect()
}

#[test]
fn the_papers_example() {
    let mut known = HashMap::new();
    assert_eq!(nimber(&[7, 5, 4, 2], &mut known), Nimber::new(4));
    let all = moves("7 5 4 2");
    assert_eq!(all.len(), 18);
    assert_eq!((all[0].label.as_str(), all[0].result.text()), ("7->6", "6 5 4 2"));
    let winning: Vec<_> = all
        .iter()
        .filter(|m| nimber(&heaps_of(m.result.text()), &mut known) == Nimber::ZERO)
        .map(|m| &*m.label)
        .collect();
    assert_eq!(winning, ["7->3", "5->1", "4->0"]);
    assert_eq!(all.iter().find(|m| m.label == "4->0").unwrap().result.text(), "7 5 2");
}

#[test]
fn boutons_theorem_is_the_mex_of_the_options() {
    let searched = Nim::without_theorem();
    let mut nimbers = vec![Nimber::ZERO];
    for size in 1..=300usize {
        let heap = &searched.parse(&size.to_string()).unwrap()[0];
        let options = collect_options(&searched, heap);
        assert_eq!(options.len(), size);
        nimbers.push(mex(options.iter().map(|sum| match sum.components() {
            [] => Nimber::ZERO,
            [heap] => nimbers[searched.write(heap).parse::<usize>().unwrap()],
            _ => unreachable!("a move in Nim leaves one heap at most"),
        })));
        assert_eq!(searched.theorem(heap), None);
        let claim = Claim::Is(nimbers[size]);
        assert_eq!(Nim::default().theorem(heap), Some(Theorem { name: "bouton", claim }));
    }
}

#[test]
fn sums_are_written_as_heaps() {
    let nim = Nim::default();
    let written = |text: &str| Sum::new(&nim, nim.parse(text).unwrap()).write(&nim);
    assert_eq!(written("2, 7+5 0 7"), "2 5");
    assert_eq!(written("3 3"), "0");
    assert_eq!(written("0"), "0");
    assert_eq!(nim.join(&["7", "5", "4", "2"].map(String::from)), "7 5 4 2");
    let only = moves("1").pop().unwrap();
    assert_eq!((only.label.as_str(), only.result.text(), only.result.len()), ("1->0", "0", 0));
    assert_eq!(moves("2 1 2").iter().map(|m| m.result.text()).collect::<Vec<_>>(), ["1 1 2", "1 2", "2 2"]);
}

#[test]
fn large_heaps_are_heaps_and_larger_ones_errors() {
    let nim = Nim::default();
    let largest = &nim.parse(&MAX_HEAP.to_string()).unwrap()[0];
    assert_eq!(nim.write(largest), MAX_HEAP.to_string());
    assert_eq!(nim.theorem(largest).unwrap().claim, Claim::Is(Nimber::new(MAX_HEAP)));
    let mut first = None;
    let stop = &mut |m| {
        first = Some(m);
        ControlFlow::Break(())
    };
    assert!(nim.moves(&nim.parse(&MAX_HEAP.to_string()).unwrap(), stop).is_break());
    assert_eq!(first.unwrap().label, "16777216->16777215");
    assert_eq!(
        nim.parse("3 99999999999").unwrap_err().to_string(),
        "`3 99999999999`, column 3: found heap 99999999999, expected a heap size of at most 16777216"
    );
}

proptest! {
    #[test]
    fn the_nimber_of_a_sum_is_the_nim_sum(heaps in prop::collection::vec(0u32..7, 0..4)) {
        let bouton = heaps.iter().fold(Nimber::ZERO, |sum, &heap| sum ^ Nimber::new(heap));
        prop_assert_eq!(nimber(&heaps, &mut HashMap::new()), bouton);
    }

    #[test]
    fn what_is_written_reads_back(heaps in prop::collection::vec(1..=MAX_HEAP, 1..8)) {
        let nim = Nim::default();
        let texts: Vec<String> = heaps.iter().map(u32::to_string).collect();
        let components = nim.parse(&nim.join(&texts)).unwrap();
        prop_assert_eq!(components.iter().map(|c| nim.write(c)).collect::<Vec<_>>(), texts);
    }

    #[test]
    fn no_text_and_no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let nim = Nim::default();
        let text = String::from_utf8_lossy(&bytes);
        match nim.parse(&text) {
            Ok(position) => drop(nim.moves(&position, &mut |_| ControlFlow::Break(()))),
            Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
        }
        let _ = nim.write(&Component::from(bytes));
    }

    #[test]
    fn nor_do_texts_that_are_almost_positions(text in "[0-9 ,+é-]{0,40}") {
        if let Err(error) = Nim::default().parse(&text) {
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
    }
}
