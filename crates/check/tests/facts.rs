//! Sets of facts without an order: what follows from what, and that nothing is circular.

use grundy_check::{Checker, FactsError, GivenFact, Rules, RulesError, Stop, game};
use std::time::Duration;

fn fact(nimber: u32, position: &str) -> GivenFact<'static> {
    GivenFact { position: position.to_string(), nimber, theorem: None, trusted: false }
}

/// The places of the facts that are not proved.
fn unproved(name: &str, facts: &[GivenFact<'static>], threads: usize) -> Vec<usize> {
    let rules = game(name).expect("a game");
    let report = Checker::new().threads(threads).check_facts(&*rules, facts.to_vec()).expect("no limits");
    assert_eq!(report.proved + report.by_theorem + report.unproved.len(), facts.iter().filter(|f| !f.trusted).count());
    report.unproved.into_iter().map(|(place, _)| place).collect()
}

#[test]
fn any_order_will_do() {
    let kayles: Vec<_> = [(4, "5"), (1, "1"), (1, "4"), (2, "2"), (3, "3"), (3, "6")].map(|(n, p)| fact(n, p)).into();
    for threads in [1, 3] {
        assert_eq!(unproved("0.77", &kayles, threads), []);
        // Without 1, nothing above it follows: a fact that is not proved is of no use to others.
        assert_eq!(unproved("0.77", &kayles[2..], threads), [0, 1, 2, 3]);
        assert_eq!(unproved("0.77", &[&kayles[2..], &[fact(1, "1")]].concat(), threads), [], "6 needs no 5");
    }
}

/// All nimbers shifted by one: each of the facts would follow if those on larger or equal components were believed.
#[test]
fn false_facts_do_not_hold_each_other_up() {
    let nim: Vec<_> = (1..20).map(|n| fact(n + 1, &n.to_string())).collect();
    assert_eq!(unproved("nim", &nim, 2).len(), 19);
    let cram: Vec<_> = [(0, "1x2"), (1, "1x4"), (1, "2x2"), (1, "2x3")].map(|(n, p)| fact(n, p)).into();
    assert_eq!(unproved("cram", &cram, 1), [0, 1, 2, 3]);
    // A fact does not prove itself, nor an equal one.
    assert_eq!(unproved("sprouts", &[fact(0, "0*2"), fact(0, "0*2")], 1), [0, 1]);
}

#[test]
fn trust_and_theorems() {
    let trusted = |nimber, position: &str| GivenFact { trusted: true, ..fact(nimber, position) };
    assert_eq!(unproved("nim", &[trusted(1, "1"), trusted(2, "2"), fact(3, "3")], 1), []);
    assert_eq!(unproved("nim", &[trusted(2, "2"), fact(3, "3")], 1), [1]);
    let bouton = |nimber| GivenFact { theorem: Some("bouton"), ..fact(nimber, "77") };
    assert_eq!(unproved("nim", &[bouton(77)], 1), []);
    assert_eq!(unproved("nim", &[bouton(76)], 1), [0]);
    // Sums and positions without moves.
    assert_eq!(unproved("nim", &[fact(1, "1"), fact(0, "1 1"), fact(0, "0"), fact(1, "1 0"), fact(3, "1 2")], 1), [4]);
    // Two facts on one component.
    assert_eq!(unproved("nim", &[fact(1, "1"), fact(2, "1"), fact(1, "01")], 1), [1]);
    assert_eq!(unproved("nim", &[fact(1, "1"), fact(2, "x")], 1), [1]);
}

#[test]
fn limits() {
    let rules = game("nim").expect("a game");
    let many = || (1..3000).map(|n| fact(n, &n.to_string()));
    let stopped = |checker: Checker<'_>| checker.check_facts(&*rules, many()).expect_err("it is stopped");
    assert_eq!(stopped(Checker::new().time(Duration::ZERO)), FactsError::Stopped(Stop::Time));
    assert_eq!(stopped(Checker::new().memory(1 << 20)), FactsError::Stopped(Stop::Memory));
    assert_eq!(stopped(Checker::new().stop_when(|| true)), FactsError::Stopped(Stop::Interrupted));
}

/// Rules without a size give no order to prove facts in.
struct NoSize;

impl Rules for NoSize {
    fn parse(&self, text: &str) -> Result<Vec<grundy_check::Form>, RulesError> {
        Ok(vec![text.as_bytes().into()])
    }

    fn options(&self, _: &grundy_check::Form, each: grundy_check::Each<'_>) -> std::ops::ControlFlow<()> {
        each(&[])
    }

    fn text(&self, component: &grundy_check::Form) -> String {
        String::from_utf8_lossy(component).into_owned()
    }
}

#[test]
fn rules_without_a_size_are_refused() {
    let refused = Checker::new().check_facts(&NoSize, [fact(1, "a")]);
    assert_eq!(refused, Err(FactsError::Rules(RulesError::NoSize)));
}
