//! The published nim-sequences of `tests/vectors/sequences.tsv`: every term, and every period that is stated.

use grundy_core::{Nimber, mex};
use grundy_games::heap::{Heap, Period, Sequence, nim_sequence};
use std::ops::ControlFlow;

struct Row {
    name: String,
    code: String,
    offset: usize,
    terms: Vec<Nimber>,
    period: String,
}

/// All rows but that of Node-Kayles, which is no heap game: `heap_node_kayles.rs` plays it.
fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/sequences.tsv");
    let table = std::fs::read_to_string(path).unwrap();
    let lines = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    let rows = lines.map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        Row {
            name: columns[0].to_string(),
            code: columns[1].to_string(),
            offset: columns[3].parse().unwrap(),
            terms: columns[4].split(',').map(|term| Nimber::new(term.parse().unwrap())).collect(),
            period: columns[5].to_string(),
        }
    });
    rows.filter(|row| row.code != "-").collect()
}

#[test]
fn all_terms() {
    let rows = rows();
    assert_eq!(rows.len(), 11);
    for row in rows {
        let game = Heap::by_name_or_code(&row.code).unwrap();
        let values = nim_sequence(&game, row.offset + row.terms.len() - 1);
        assert_eq!(values[row.offset..], row.terms, "{} {}", row.name, row.code);
    }
}

/// Periods as stated in the table, proved here from computed values. For 0.56 the table, after OEIS A071436, has 326637
/// for the last exception; the values say 326639, and `the_last_exception_of_0_56` shows by plain mex that they are
/// right.
#[test]
fn all_periods() {
    let mut proved = Vec::new();
    for row in rows() {
        let game = Heap::by_name_or_code(&row.code).unwrap();
        let mut sequence = Sequence::new(&game);
        if row.period.starts_with("no period known") {
            assert!(sequence.extend(5000, |_| ControlFlow::Continue(())).is_continue());
            assert_eq!((sequence.period(), sequence.proved_from()), (None, None), "{}", row.code);
            continue;
        }
        assert!(sequence.extend(1_000_000, |_| ControlFlow::Continue(())).is_continue());
        let period = *sequence.period().unwrap();
        assert!(sequence.proved_from().unwrap() > period.checked_to);
        let numbers: Vec<usize> = row
            .period
            .split(|c: char| !c.is_ascii_digit())
            .filter(|digits| !digits.is_empty())
            .map(|digits| digits.parse().unwrap())
            .collect();
        assert_eq!(period.period, numbers[0], "{}: {period}", row.code);
        match (&row.code[..], row.period.contains("last exception"), numbers.get(1)) {
            ("0.56", ..) => assert_eq!((numbers[1], period.last_exception), (326_637, Some(326_639))),
            (_, true, last) => assert_eq!(period.last_exception.as_ref(), last, "{}: {period}", row.code),
            (_, false, Some(&from)) => assert_eq!(period.from(), from, "{}: {period}", row.code),
            (_, false, None) => {}
        }
        proved.push(row.code);
    }
    assert_eq!(proved, ["0.77", "0.137", "0.7777", "0.177", "0.56", "0.117", "0.124", "0.127"]);
}

#[test]
fn the_last_exception_of_0_56() {
    let values = nim_sequence(&Heap::by_name_or_code("0.56").unwrap(), 327_000);
    // 5 at place 1: leave nothing, or two heaps. 6 at place 2: leave one heap, or two.
    let plain = |n: usize| {
        let pairs = |rest: usize| (1..rest).map(move |a| (a, rest - a));
        let sums = pairs(n - 1).chain(pairs(n - 2)).map(|(a, b)| values[a] ^ values[b]);
        mex(sums.chain([values[n - 2]]))
    };
    for n in (3..327_000).step_by(9973).chain(326_630..326_645).chain(326_774..326_789) {
        assert_eq!(values[n], plain(n), "heap {n}");
    }
    assert_ne!(plain(326_639), plain(326_639 + 144));
}

#[test]
fn a_sequence_stops_when_asked_and_goes_on() {
    let game = Heap::by_name_or_code("grundy").unwrap();
    let mut sequence = Sequence::new(&game);
    let mut asked = Vec::new();
    let stop_at_100 = |n| {
        asked.push(n);
        if n < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    assert!(sequence.extend(1000, stop_at_100).is_break());
    assert_eq!(sequence.values().len(), 100);
    assert_eq!(asked, (0..=100).collect::<Vec<_>>());
    assert!(sequence.extend(1000, |_| ControlFlow::Continue(())).is_continue());
    assert!(sequence.extend(10, |_| ControlFlow::Break(())).is_continue(), "nothing is left to do");
    assert_eq!(sequence.values(), nim_sequence(&game, 1000));
    assert_eq!(
        sequence.describe(),
        "no period is known, and no theorem would prove one: 4!.0 forbids moves that its digits allow"
    );
}

#[test]
fn sentences_on_periods() {
    let describe = |code: &str, up_to| {
        let mut sequence = Sequence::new(&Heap::by_name_or_code(code).unwrap());
        let _ = sequence.extend(up_to, |_| ControlFlow::Continue(()));
        sequence.describe()
    };
    assert_eq!(describe("0.77", 165), "no period is proved by the 166 heaps computed");
    assert_eq!(
        describe("0.77", 166),
        "period 12 from n = 71 (last exception 70): proved by Guy-Smith, checked to n = 166"
    );
    assert_eq!(describe("0.3", 50), "period 2 from n = 0 (no exception): proved by Guy-Smith, checked to n = 3");
    assert_eq!(describe("0.0", 50), "period 1 from n = 0 (no exception): proved by Guy-Smith, checked to n = 1");
    assert_eq!(
        describe("0.f", 50),
        "period 2 from n = 0 (no exception): proved by Guy-Smith for three heaps, checked to n = 7"
    );
    assert_eq!(
        describe("0.8", 50),
        "arithmetic period 3 from n = 1 with saltus 1 (last exception 0): proved by the theorem on arithmetic periods, checked to n = 13"
    );
}

/// Values that look periodic up to the last but one that the theorem asks for prove nothing.
#[test]
fn periods_are_not_claimed_too_early() {
    for code in ["0.77", "0.137", "0.117", "0.124", "0.33", "0.1", "0.f", "0.b3", "0.33f"] {
        let game = Heap::by_name_or_code(code).unwrap();
        let values = nim_sequence(&game, 2000);
        let period = Period::find(&game, &values).unwrap();
        let proof = &values[..=period.checked_to];
        assert_eq!(Period::find(&game, proof), Some(period), "{code}");
        let early = Period::find(&game, &proof[..period.checked_to]);
        assert_eq!(early, None, "{code}");
    }
}

/// Periods of octal games from the literature. They are proved here, so a wrong one would be found in either place.
#[test]
fn published_periods_of_octal_games() {
    let table = include_str!("../../../tests/vectors/octal-periods.tsv");
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split('\t').collect()).collect();
    assert!(rows.len() >= 80, "{} rows", rows.len());
    for row in &rows {
        let [code, period, last_exception, _source] = row[..] else { panic!("{row:?}") };
        let mut sequence = Sequence::new(&Heap::by_name_or_code(code).unwrap());
        assert!(sequence.extend(200_000, |_| ControlFlow::Continue(())).is_continue());
        let found = sequence.period().unwrap_or_else(|| panic!("{code}"));
        assert_eq!((found.period, found.saltus), (period.parse().unwrap(), 0), "{code}");
        assert_eq!(found.last_exception, last_exception.parse().ok(), "{code}");
        assert_eq!(found.theorem, Some("Guy-Smith"), "{code}");
    }
}
