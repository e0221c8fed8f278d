//! Arithmetic periods: those of `tests/vectors/arithmetic-periods.tsv` are proved, what is proved agrees with values
//! that are computed, and what only seems so is not called proved.

use grundy_core::{Nimber, mex};
use grundy_games::heap::{Heap, Period, Sequence};
use std::ops::ControlFlow;

/// Values that were all computed.
fn computed(game: &Heap, up_to: usize) -> Vec<Nimber> {
    let mut sequence = Sequence::without_theorem(game);
    let _ = sequence.extend(up_to, |_| ControlFlow::Continue(()));
    sequence.values().to_vec()
}

fn heap(code: &str) -> Heap {
    Heap::by_name_or_code(code).unwrap()
}

#[test]
fn the_periods_of_the_table_are_proved() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/arithmetic-periods.tsv");
    let table = std::fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| !line.starts_with('#')).skip(1).map(|row| row.split('\t').collect()).collect();
    assert_eq!(rows.len(), 88);
    for row in rows {
        let mut sequence = Sequence::new(&heap(row[0]));
        assert!(sequence.extend_until_proved(10_000, |_| ControlFlow::Continue(())).is_continue());
        let found = sequence.period().unwrap();
        assert_eq!(found.period, row[1].parse().unwrap(), "{row:?}");
        assert_eq!(found.saltus, row[2].parse().unwrap(), "{row:?}");
        assert_eq!(found.last_exception, row[3].parse().ok(), "{row:?}");
        assert!(found.theorem.is_some() && sequence.values().len() < 700, "{row:?}: {found}");
    }
}

/// Of all hexadecimal codes with two digits: whatever values prove a period, it holds for the values that come after
/// them.
#[test]
fn what_is_proved_early_holds_later() {
    const COMPUTED: usize = 500;
    let digits = "0123456789abcdef";
    let mut proved = 0;
    for (first, second) in digits.chars().flat_map(|first| digits.chars().map(move |second| (first, second))) {
        let game = heap(&format!("0.{first}{second}"));
        let values = computed(&game, COMPUTED);
        let Some((length, found)) =
            (1..COMPUTED).step_by(3).find_map(|n| Some((n, Period::find(&game, &values[..n])?)))
        else {
            continue;
        };
        for n in found.from()..=COMPUTED - found.period {
            let expected = values[n].get() + found.saltus;
            assert_eq!(values[n + found.period].get(), expected, "{game}: {found}, from {length} values, heap {n}");
        }
        proved += usize::from(found.saltus > 0);
    }
    assert!(proved > 60, "{proved}");
}

/// 0.f6 has period 43 and saltus 32 for 1300 heaps, and then no more.
#[test]
fn what_is_seen_is_not_proved() {
    let game = heap("0.f6");
    let values = computed(&game, 2000);
    assert_eq!(Period::find(&game, &values[..1500]), None);
    let seen = Period::observe(&values[..1500]).unwrap();
    assert_eq!((seen.period, seen.saltus, seen.last_exception, seen.theorem), (43, 32, Some(603), None));
    let breaks = (604..1900).find(|&n| values[n + 43].get() != values[n].get() + 32);
    assert_eq!(breaks, Some(1886));
}

#[test]
fn a_proved_period_answers_for_large_heaps() {
    let kenyon = heap("0.3f");
    let mut sequence = Sequence::new(&kenyon);
    assert!(sequence.extend_until_proved(1_000_000_000, |_| ControlFlow::Continue(())).is_continue());
    assert!(sequence.values().len() < 100);
    assert_eq!(sequence.nimber(6_000_000_005).map(Nimber::get), Some(3_000_000_000 + sequence.values()[5].get()));
    assert_eq!(sequence.nimber(usize::MAX), None, "no nimber is so large");
    // Filled in and computed, they are the same; plain mex is the judge.
    assert!(sequence.extend(400, |_| ControlFlow::Continue(())).is_continue());
    let values = computed(&kenyon, 400);
    assert_eq!(sequence.values(), values);
    for n in (2..400).step_by(13) {
        let sums = |rest: usize| {
            let threes = (1..rest).flat_map(move |a| (1..rest - a).map(move |b| [a, b, rest - a - b]));
            let twos = (1..rest).map(move |a| [a, rest - a, 0]);
            threes.chain(twos).map(|[a, b, c]| values[a] ^ values[b] ^ values[c]).collect::<Vec<_>>()
        };
        // 3 at place 1: leave nothing or one heap. f at place 2: leave up to three.
        let all = [values[n - 1], values[n - 2]].into_iter().chain(sums(n - 2));
        assert_eq!(values[n], mex(all), "heap {n}");
    }
}
