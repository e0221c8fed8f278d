//! The table and the interner under loom: small histories of two threads, explored whole.
//!
//! Loom runs a model once for every order of events, and lets a load see every value that its memory order allows: a
//! `Relaxed` where `Release` is needed fails here on every machine, not once in a year on one with a weak memory. Each
//! model is a few calls of the table, because the number of orders explodes; whole searches are left to shuttle.

use crate::observer::FactLog;
use crate::settings::Settings;
use crate::shared::{Question, Shared};
use crate::sync::AtomicU64;
use crate::table::{
    Chunked, ComponentId, Demand, Fact, Key, LAST, Lookup, Numbers, Open, Place, Record, Reserve, Table,
};
use crate::worker::Worker;
use grundy_core::{Component, Estimate, Game, Hints, Nimber, ParseError, Position, Sink};
use loom::sync::Arc;
use loom::thread;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

/// A game of which only the identity matters.
#[derive(Clone, Copy)]
enum Letters {
    /// Components are their bytes.
    Plain,
    /// All have the same fingerprint, and capitals are the same as small letters.
    OnePrint,
}

impl Hints for Letters {
    fn estimate(&self, component: &[u8]) -> Estimate {
        Estimate { difficulty: component.len() as u32, proof: 3, disproof: 5, ..Estimate::default() }
    }
}

impl Game for Letters {
    fn name(&self) -> String {
        "letters".to_string()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        Ok(Position::new(text, vec![Component::new(text.as_bytes().to_vec())]))
    }

    fn write(&self, component: &[u8]) -> String {
        String::from_utf8_lossy(component).into_owned()
    }

    fn options<S: Sink>(&self, _: &[u8], _: &mut S) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn fingerprint(&self, _: &[u8]) -> Option<u64> {
        matches!(self, Letters::OnePrint).then_some(7)
    }

    fn is_same(&self, a: &[u8], b: &[u8]) -> bool {
        a.eq_ignore_ascii_case(b)
    }
}

const SHORT: &[u8] = b"component";
/// Too long for a record: it goes to the arena.
const LONG: &[u8] = b"a component of many bytes";

fn intern(table: &Table, game: Letters, component: &[u8]) -> ComponentId {
    let key = Key::new(&game, component);
    table.intern(&game, key, component, &mut Reserve::new(1)).expect("room")
}

fn lookup(table: &Table, game: Letters, component: &[u8]) -> Option<ComponentId> {
    match table.lookup(&game, Key::new(&game, component), component) {
        Some(Lookup::Open(id)) => Some(id),
        Some(Lookup::Known(_)) => panic!("no thread proved a fact"),
        None => None,
    }
}

fn bytes(table: &Table, id: ComponentId) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.copy_bytes(id, &mut bytes);
    bytes
}

/// Explores `left` beside `right` on one table; what they return goes to `after`, when both have ended.
///
/// Both in both roles: loom lets the first thread go on as long as it can, and remembers only the last access to an
/// atomic, so that a load of the first thread is forgotten when the other one loads before it stores.
fn side_by_side<A: 'static, B: 'static>(
    prepare: impl Fn(&mut Table) -> ComponentId + Send + Sync + Copy + 'static,
    left: impl Fn(&Table, ComponentId) -> A + Send + Sync + Copy + 'static,
    right: impl Fn(&Table, ComponentId) -> B + Send + Sync + Copy + 'static,
    after: impl Fn(&Table, ComponentId, A, B) + Send + Sync + Copy + 'static,
) {
    explore(prepare, left, right, after);
    explore(prepare, right, left, move |table, id, b, a| after(table, id, a, b));
}

/// Explores two threads that do the same.
fn twice<A: 'static>(
    prepare: impl Fn(&mut Table) -> ComponentId + Send + Sync + Copy + 'static,
    work: impl Fn(&Table, ComponentId) -> A + Send + Sync + Copy + 'static,
    after: impl Fn(&Table, ComponentId, A, A) + Send + Sync + Copy + 'static,
) {
    explore(prepare, work, work, after);
}

fn explore<A: 'static, B: 'static>(
    prepare: impl Fn(&mut Table) -> ComponentId + Send + Sync + 'static,
    first: impl Fn(&Table, ComponentId) -> A + Send + Sync + 'static,
    second: impl Fn(&Table, ComponentId) -> B + Send + Sync + Copy + 'static,
    after: impl Fn(&Table, ComponentId, A, B) + Send + Sync + 'static,
) {
    loom::model(move || {
        let mut table = Table::new();
        let id = prepare(&mut table);
        let table = Arc::new(table);
        let other = {
            let table = table.clone();
            thread::spawn(move || second(&table, id))
        };
        let a = first(&table, id);
        let b = other.join().expect("no panic");
        after(&table, id, a, b);
    });
}

fn nothing(_: &mut Table) -> ComponentId {
    ComponentId(0)
}

/// A component that is there when the threads begin.
fn one(table: &mut Table) -> ComponentId {
    intern(table, Letters::Plain, SHORT)
}

/// The same with a list of one option.
fn listed(table: &mut Table) -> ComponentId {
    let id = one(table);
    table.set_options(id, &[LAST], &mut Reserve::new(1)).expect("room");
    id
}

// ---- The interner
// -----------------------------------------------------------------------------------------------------

fn one_record_for(component: &'static [u8]) {
    twice(
        nothing,
        move |table, _| intern(table, Letters::Plain, component),
        move |table, _, a, b| {
            assert_eq!(a, b, "two records for one component");
            assert_eq!(table.ids().collect::<Vec<_>>(), [a], "the slower thread left its record behind");
            assert_eq!(bytes(table, a), component);
        },
    );
}

#[test]
fn two_threads_intern_a_short_component() {
    one_record_for(SHORT);
}

#[test]
fn two_threads_intern_a_long_component() {
    one_record_for(LONG);
}

#[test]
fn two_threads_intern_what_the_game_takes_for_the_same() {
    side_by_side(
        nothing,
        |table, _| intern(table, Letters::OnePrint, b"same"),
        |table, _| intern(table, Letters::OnePrint, b"SAME"),
        |table, _, a, b| {
            assert_eq!(a, b);
            assert_eq!(table.ids().count(), 1);
        },
    );
}

#[test]
fn two_components_with_one_hash_stay_two() {
    side_by_side(
        nothing,
        |table, _| intern(table, Letters::OnePrint, b"left"),
        |table, _| intern(table, Letters::OnePrint, LONG),
        |table, _, a, b| {
            assert_ne!(a, b, "a hash decided an identity");
            assert_eq!((bytes(table, a), bytes(table, b)), (b"left".to_vec(), LONG.to_vec()));
            assert_eq!(lookup(table, Letters::OnePrint, b"LEFT"), Some(a));
            assert_eq!(lookup(table, Letters::OnePrint, LONG), Some(b));
        },
    );
}

/// A thread that finds a component sees all of it.
fn found_whole(component: &'static [u8]) {
    side_by_side(
        nothing,
        move |table, _| intern(table, Letters::Plain, component),
        move |table, _| {
            let met = lookup(table, Letters::Plain, component);
            if let Some(id) = met {
                assert_eq!(bytes(table, id), component);
                assert_eq!(table.record(id).difficulty(), component.len() as u32);
                assert_eq!(table.numbers(id, Nimber::ZERO), Numbers { pn: 3, dn: 5 });
            }
            met
        },
        |_, _, interned, met| assert!(met.is_none_or(|id| id == interned)),
    );
}

#[test]
fn a_short_component_is_found_whole_or_not_at_all() {
    found_whole(SHORT);
}

#[test]
fn a_long_component_is_found_whole_or_not_at_all() {
    found_whole(LONG);
}

// ---- Room
// -------------------------------------------------------------------------------------------------------------

#[test]
fn claims_of_two_threads_do_not_overlap_nor_pass_the_end() {
    loom::model(|| {
        let mut array: Chunked<AtomicU64> = Chunked::new();
        array.make_room(4);
        let array = Arc::new(array);
        // Claims of one and of three, ahead by two: together more than there is room for.
        let claim = |array: &Chunked<AtomicU64>| {
            let mut reserve = 0..0;
            let sizes = [1, 3].into_iter();
            let claims = sizes.filter_map(|n| Some((array.claim_from(&mut reserve, n, 2)?, n)));
            claims.flat_map(|(start, n)| start..start + n).collect::<Vec<_>>()
        };
        let other = {
            let array = array.clone();
            thread::spawn(move || claim(&array))
        };
        let mut all = claim(&array);
        all.extend(other.join().expect("no panic"));
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "claimed twice: {all:?}");
        assert!(all.iter().all(|&index| index < 4) && !all.is_empty());
    });
}

/// Two workers fill a table that has room for four more components: one grows it while the other interns, or grows it
/// too.
#[test]
fn one_thread_grows_the_table_while_another_interns() {
    let mut model = loom::model::Builder::new();
    // All schedules with at most two switches that a thread did not ask for; without a bound there are millions.
    model.preemption_bound = Some(2);
    model.check(|| {
        let shared = Arc::new(Shared::new());
        for name in [b"1", b"2", b"3", b"4"] {
            intern(&shared.read(), Letters::Plain, name);
        }
        let room_before = shared.read().records.memory();
        let fill = |shared: &Shared, names: [&str; 3]| {
            let settings = Settings { threads: 2, ..Settings::default() };
            let mut worker = Worker::new(&Letters::Plain, shared, &settings, Question::new(shared), 0);
            names.map(|name| {
                let position = Letters::Plain.parse(name).expect("any text");
                let ids = worker.intern_position(&position).expect("no limit");
                worker.visit(ids[0], Nimber::ZERO, |_| Ok(())).expect("no limit");
                ids[0]
            })
        };
        let other = {
            let shared = shared.clone();
            thread::spawn(move || fill(&shared, ["a", "b", "both"]))
        };
        let mine = fill(&shared, ["c", "d", "both"]);
        let others = other.join().expect("no panic");
        let table = shared.read();
        assert!(table.records.memory() > room_before, "the model is too small: nobody had to grow");
        assert_eq!(mine[2], others[2]);
        for (name, id) in ["c", "d", "both"].into_iter().zip(mine).chain(["a", "b"].into_iter().zip(others)) {
            assert_eq!(lookup(&table, Letters::Plain, name.as_bytes()), Some(id), "{name} was lost");
            assert_eq!(bytes(&table, id), name.as_bytes());
            assert_eq!(table.busy(id), 0);
        }
        assert_eq!(table.ids().count(), 4 + 5);
    });
}

// ---- Facts
// ------------------------------------------------------------------------------------------------------------

struct Heard(std::sync::atomic::AtomicU32);

impl FactLog for Heard {
    fn fact(&self, component: &[u8], nimber: Nimber) {
        assert_eq!((component, nimber.get() % 65_536), (SHORT, 6));
        self.0.fetch_add(1, Relaxed);
    }
}

/// A fact that two threads prove is new once, and a lookup returns nothing or the fact.
fn proved_twice(nimber: Nimber) {
    loom::model(move || {
        let heard = std::sync::Arc::new(Heard(0.into()));
        let mut table = Table::new();
        table.log = Some(heard.clone());
        let id = one(&mut table);
        let table = Arc::new(table);
        let prove = move |table: &Table| {
            let before = table.record(id).facts().fact() != Fact::Unknown;
            let heard = table.nimber(id);
            assert!(heard.is_none_or(|heard| heard == nimber), "an impossible nimber");
            assert!(!before || heard.is_some(), "a fact that is known and cannot be found");
            table.set_nimber(id, nimber);
            assert_eq!(table.nimber(id), Some(nimber));
        };
        let other = {
            let table = table.clone();
            thread::spawn(move || prove(&table))
        };
        prove(&table);
        other.join().expect("no panic");
        assert_eq!((table.known(), heard.0.load(Relaxed)), (1, 1));
    });
}

#[test]
fn a_fact_proved_twice_is_news_once() {
    proved_twice(Nimber::new(6));
}

#[test]
fn a_large_fact_proved_twice_is_news_once() {
    proved_twice(Nimber::new(65_536 + 6));
}

/// Facts of one component share a word: none is lost, and none appears that was not proved.
#[test]
fn exclusions_and_the_nimber_of_a_component_are_all_kept() {
    side_by_side(
        one,
        |table, id| {
            table.exclude(id, Nimber::ZERO);
            table.exclude(id, Nimber::new(2));
        },
        |table, id| {
            table.exclude(id, Nimber::new(1));
            let seen = table.record(id).excluded_bits();
            assert!(seen & 2 == 2 && seen & !7 == 0, "{seen:b} was never proved");
            table.set_nimber(id, Nimber::new(3));
        },
        |table, id, (), ()| {
            assert_eq!((table.record(id).excluded_bits(), table.nimber(id)), (7, Some(Nimber::new(3))));
            assert_eq!(table.record(id).difficulty(), SHORT.len() as u32);
        },
    );
}

#[test]
fn a_large_exclusion_is_heard_of_in_time() {
    side_by_side(
        one,
        |table, id| table.exclude(id, Nimber::new(40)),
        |table, id| {
            table.exclude(id, Nimber::new(41));
            assert!(table.excludes(id, Nimber::new(41)) && !table.excludes(id, Nimber::new(42)));
        },
        |table, id, (), ()| assert!((40..42).all(|nimber| table.excludes(id, Nimber::new(nimber)))),
    );
}

// ---- Lists of options
// -------------------------------------------------------------------------------------------------

const WORDS: [u32; 3] = [5, 9 | LAST, 6 | LAST];

fn list(table: &Table, id: ComponentId) -> Option<Vec<u32>> {
    let Place { start, len } = table.options(id)?;
    Some((start..start + len).map(|at| table.word(at)).collect())
}

#[test]
fn a_list_is_read_whole_or_not_at_all() {
    side_by_side(
        one,
        |table, id| table.set_options(id, &WORDS, &mut Reserve::new(1)).expect("room"),
        |table, id| {
            let read = list(table, id);
            assert!(read.as_deref().is_none_or(|words| words == WORDS), "{read:?}");
        },
        |table, id, (), ()| assert_eq!(list(table, id).as_deref(), Some(&WORDS[..])),
    );
}

/// Both generate the options of one component; it gets one `Open`.
#[test]
fn two_threads_list_one_component() {
    let work = |table: &Table, id| {
        table.set_options(id, &[5 | LAST], &mut Reserve::new(1)).expect("room");
        table.record(id).more()
    };
    twice(one, work, |table, id, a, b| {
        assert!(a.is_some() && a == b, "two records of search for one component");
        assert_eq!(list(table, id), Some(vec![5 | LAST]));
    });
}

// ---- Hints
// ------------------------------------------------------------------------------------------------------------

#[test]
fn visits_end_at_zero_threads() {
    let visit = |table: &Table, id| {
        let open: &Open = table.open(id).expect("listed");
        open.enter();
        assert!((1..=2).contains(&open.busy()));
        open.leave();
    };
    twice(listed, visit, |table, id, (), ()| {
        assert_eq!(table.busy(id), 0);
        assert_eq!(table.open(id).map(Open::visits), Some(2));
    });
}

/// A generator's flag and a second thread's `Open` share a word.
#[test]
fn a_busy_flag_does_not_hide_the_list() {
    side_by_side(
        one,
        |table, id| {
            table.record(id).set_busy(true);
            let busy = table.busy(id);
            table.record(id).set_busy(false);
            busy
        },
        |table, id| table.set_options(id, &WORDS, &mut Reserve::new(1)).expect("room"),
        |table, id, busy, ()| {
            assert!(busy <= 1 && table.busy(id) == 0);
            assert_eq!(list(table, id).as_deref(), Some(&WORDS[..]));
        },
    );
}

const ONE: Numbers = Numbers { pn: 11, dn: 12 };
const TWO: Numbers = Numbers { pn: 21, dn: 22 };

/// Hints may belong to another couple, but no thread reads halves of two, nor a slot that was never written.
#[test]
fn numbers_are_read_as_they_were_written() {
    let read = |table: &Table, id, nimber| {
        let kept = table.kept_numbers(id, Nimber::new(nimber));
        assert!(kept.is_none_or(|numbers| numbers == ONE || numbers == TWO), "{kept:?} was never written");
    };
    for right_nimber in [0, 1] {
        side_by_side(
            listed,
            move |table, id| {
                table.set_numbers(id, Nimber::ZERO, ONE);
                read(table, id, right_nimber);
            },
            move |table, id| {
                read(table, id, 0);
                table.set_numbers(id, Nimber::new(right_nimber), TWO);
            },
            move |table, id, (), ()| {
                read(table, id, 0);
                read(table, id, right_nimber);
            },
        );
    }
}

/// With both slots taken numbers go to a shard behind a lock, where none is lost.
#[test]
fn spilled_numbers_are_kept() {
    side_by_side(
        |table| {
            let id = listed(table);
            table.set_numbers(id, Nimber::ZERO, ONE);
            table.set_numbers(id, Nimber::new(1), ONE);
            id
        },
        |table, id| table.set_numbers(id, Nimber::new(2), ONE),
        |table, id| {
            table.set_numbers(id, Nimber::new(3), TWO);
            let kept = table.kept_numbers(id, Nimber::new(2));
            assert!(kept.is_none_or(|numbers| numbers == ONE));
        },
        |table, id, (), ()| {
            assert_eq!(table.kept_numbers(id, Nimber::new(2)), Some(ONE));
            assert_eq!(table.kept_numbers(id, Nimber::new(3)), Some(TWO));
        },
    );
}

/// What `room` promises the models: a table so small that it fills up within a few calls.
#[test]
fn tables_are_small_here() {
    loom::model(|| {
        let mut table = Table::new();
        assert_eq!(table.records.memory(), 8 * size_of::<Record>());
        table.make_room(Demand { components: 1, ..Demand::default() }, usize::MAX);
        assert_eq!(table.records.memory(), 12 * size_of::<Record>());
    });
}
