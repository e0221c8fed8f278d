//! What may go wrong in a cluster: the answer stays right, or there is none.

use crate::{Local, alone, question, small_jobs};
use grundy_cluster::{
    Event, Fact, Goal, Hello, Job, JobKind, Policy, Report, RunError, Verdict, Worker, WorkerSettings,
};
use grundy_core::{Component, Game, Hints, ParseError, Position, Sink};
use grundy_games::cram::Cram;
use grundy_games::sprouts::Sprouts;
use std::ops::ControlFlow;

#[test]
fn workers_die_all_the_time() {
    let game = Sprouts::default();
    let question = question(&game, "8", Goal::Nimber);
    let expected = alone(&game, &question);
    let mut local = Local::new(game, question, small_jobs(30), 3);
    let mut steps = 0;
    while !local.done {
        steps += 1;
        assert!(steps < 20_000, "no end");
        if steps % 5 == 0 {
            let (victim, _) = local.workers[steps % 3];
            local.kill(victim);
            local.join();
        }
        local.step();
    }
    assert_eq!(local.answer, Some(Ok(expected)));
    assert!(local.coordinator.totals().failed > 3);
}

#[test]
fn a_job_that_outlives_its_lease_is_given_to_another_and_its_late_report_is_welcome() {
    let game = Cram::default();
    let question = question(&game, "4x5", Goal::Nimber);
    let expected = alone(&game, &question);
    let policy = Policy { lease_seconds: 5.0, ..small_jobs(40) };
    let mut local = Local::new(game, question, policy, 2);
    // The first job is kept back.
    let late = local.queue.pop_front().expect("a job");
    for _ in 0..30 {
        local.step();
    }
    local.time += 100.0;
    local.tell(Event::Tick);
    for _ in 0..10 {
        local.step();
    }
    if !local.done {
        local.queue.push_front(late);
    }
    assert_eq!(local.run(), expected);
}

#[test]
fn no_worker_is_idle_while_another_one_searches_the_question_itself() {
    let game = Cram::default();
    let question = question(&game, "4x5", Goal::Nimber);
    let expected = alone(&game, &question);
    // At first the question is the only leaf.
    let mut local = Local::new(game, question, small_jobs(40), 3);
    assert_eq!(local.queue.len(), 3);
    assert_eq!(local.run(), expected);
}

#[test]
fn the_end_does_not_wait_for_a_worker_that_is_cut_off() {
    let game = Cram::default();
    let question = question(&game, "4x5", Goal::Nimber);
    let expected = alone(&game, &question);
    let mut local = Local::new(game, question, Policy { lease_seconds: 5.0, ..small_jobs(40) }, 2);
    while local.answer.is_none() {
        local.step();
    }
    assert!(!local.done && !local.queue.is_empty(), "facts are still to be gathered");
    // No report comes any more.
    local.queue.clear();
    local.tell(Event::Tick);
    assert!(!local.done, "the lease is not over");
    local.time += 100.0;
    local.tell(Event::Tick);
    assert!(local.done);
    assert_eq!(local.answer, Some(Ok(expected)));
}

/// A number below a bound, by a fixed sequence.
fn next(state: &mut u64, bound: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % bound
}

#[test]
fn messages_may_be_delayed_overtake_each_other_and_arrive_twice() {
    let game = Sprouts::default();
    for seed in 0..4 {
        let question = question(&game, "7", Goal::Nimber);
        let expected = alone(&game, &question);
        let mut local = Local::new(game, question, Policy { lease_seconds: 3.0, ..small_jobs(30) }, 4);
        let mut random = seed;
        let mut travelling: Vec<(u64, Report)> = Vec::new();
        let mut steps = 0;
        while !local.done {
            steps += 1;
            assert!(steps < 50_000, "no end");
            // Any job may be the next one to arrive, and any report; every third report arrives again later.
            if !local.queue.is_empty() && next(&mut random, 2) == 0 {
                let at = next(&mut random, local.queue.len());
                let (id, job) = local.queue.remove(at).expect("a job");
                let (_, worker) = local.workers.iter_mut().find(|(other, _)| *other == id).expect("a worker");
                travelling.push((id, worker.run(&job)));
            } else if !travelling.is_empty() {
                let at = next(&mut random, travelling.len());
                let (id, report) =
                    if next(&mut random, 3) == 0 { travelling[at].clone() } else { travelling.remove(at) };
                local.tell(Event::Reported(id, report));
            } else {
                local.tell(Event::Tick);
            }
        }
        assert_eq!(local.answer, Some(Ok(expected)), "seed {seed}");
    }
}

#[test]
fn a_worker_that_leaves_gives_its_job_back() {
    let game = Cram::default();
    let question = question(&game, "4x5", Goal::Nimber);
    let expected = alone(&game, &question);
    let mut local = Local::new(game, question, small_jobs(40), 2);
    for step in 0..6 {
        let Some((id, job)) = local.queue.pop_front() else { break };
        let (_, worker) = local.workers.iter_mut().find(|(other, _)| *other == id).expect("a worker");
        let report = worker.run(&job);
        let facts = local.facts.len();
        local.workers.retain(|(other, _)| *other != id);
        local.queue.retain(|(other, _)| *other != id);
        // With its report, or without one: its job had not begun.
        local.tell(Event::Left(id, (step % 2 == 0).then_some(report.clone())));
        assert!(step % 2 == 1 || report.facts.is_empty() || local.facts.len() > facts, "its facts are kept");
        local.join();
    }
    assert_eq!(local.run(), expected);
    assert_eq!(local.coordinator.totals().workers, 2);
}

#[test]
fn a_panic_in_the_rules_fails_the_job_and_the_worker_goes_on() {
    let mut worker = Worker::new(Trap, WorkerSettings::default());
    let job = |stones: u8, id: u64| {
        let kind = JobKind::Decide { component: vec![stones], nimber: 0, proof: u64::MAX, disproof: u64::MAX };
        Job {
            id,
            kind,
            rung: 0,
            nodes: None,
            millis: None,
            facts: Vec::new(),
            couples: Vec::new(),
            verify_one_in: 0,
            share_bytes: 1000,
            couple_bytes: 1000,
        }
    };
    let report = worker.run(&job(7, 1));
    assert!(matches!(&report.verdict, Verdict::Failed(reason) if reason.contains("sprung")), "{:?}", report.verdict);
    assert_eq!(worker.run(&job(3, 2)).verdict, Verdict::Nimber(0));
}

/// Take one or two stones away, but the rules panic at five.
#[derive(Clone)]
struct Trap;

impl Game for Trap {
    fn name(&self) -> String {
        "trap".to_string()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let stones = text.parse().map_err(|_| ParseError::new(text, 0, "a word", "a number of stones"))?;
        Ok(Position::new(text, vec![Component::from(vec![stones])]))
    }

    fn write(&self, heap: &[u8]) -> String {
        heap[0].to_string()
    }

    fn options<S: Sink>(&self, heap: &[u8], sink: &mut S) -> ControlFlow<()> {
        assert!(heap[0] != 5, "sprung");
        for taken in (1..=2).filter(|&taken| taken <= heap[0]) {
            sink.component(&[heap[0] - taken]);
            sink.end()?;
        }
        ControlFlow::Continue(())
    }
}

impl Hints for Trap {}

#[test]
fn a_poisoned_leaf_is_expanded_by_the_coordinator() {
    let game = Cram::default();
    let question = question(&game, "3x5", Goal::Nimber);
    let expected = alone(&game, &question);
    let mut local = Local::new(game, question, small_jobs(1_000_000), 1);
    let (_, poison) = local.queue.front().cloned().expect("a job");
    let mut refused = 0;
    while !local.done {
        let Some((worker, job)) = local.queue.front().cloned() else { panic!("no job") };
        if job.kind == poison.kind {
            local.queue.pop_front();
            refused += 1;
            let report = Report {
                id: job.id,
                verdict: Verdict::Failed("a trap".into()),
                nodes: 0,
                expansions: 0,
                facts: vec![],
                more_facts: false,
                couples: vec![],
            };
            local.tell(Event::Reported(worker, report));
        } else {
            local.step();
        }
    }
    assert_eq!(refused, 3, "as often as the policy allows");
    assert_eq!(local.answer, Some(Ok(expected)));
}

#[test]
fn a_wrong_fact_ends_the_run_without_an_answer() {
    let game = Cram::default();
    for flipped in 0..12 {
        let question = question(&game, "4x5", Goal::Nimber);
        let expected = alone(&game, &question);
        let mut local = Local::new(game.clone(), question, Policy { verify_one_in: 1, ..small_jobs(60) }, 2);
        let mut seen = 0;
        let mut changed = false;
        while !local.done && local.answer.as_ref().is_none_or(Result::is_ok) {
            let Some((id, job)) = local.queue.pop_front() else { panic!("no job") };
            let Some((_, worker)) = local.workers.iter_mut().find(|(other, _)| *other == id) else { continue };
            let mut report = worker.run(&job);
            for fact in &mut report.facts {
                seen += 1;
                if seen == 1 + 5 * flipped {
                    fact.nimber ^= 1;
                    changed = true;
                }
            }
            local.tell(Event::Reported(id, report));
        }
        match local.answer.expect("an end") {
            Err(RunError::Contradiction(what)) => assert!(changed && !what.is_empty()),
            Ok(answer) => assert!(!changed || answer == expected, "a wrong fact gave a wrong answer"),
            Err(other) => panic!("{other}"),
        }
    }
}

/// A worker that calls every couple winning, and every other worker that believes it: the run must not end with a wrong
/// answer as long as what is received is verified.
#[test]
fn couples_that_are_not_winning_do_not_give_a_wrong_answer_where_all_are_verified() {
    let game = Sprouts::default();
    let question = question(&game, "8", Goal::Nimber);
    let expected = alone(&game, &question);
    let mut local = Local::new(game, question, Policy { verify_one_in: 1, ..small_jobs(60) }, 3);
    let mut changed = 0;
    while !local.done && local.answer.as_ref().is_none_or(Result::is_ok) {
        let Some((id, job)) = local.queue.pop_front() else { panic!("no job") };
        let Some((_, worker)) = local.workers.iter_mut().find(|(other, _)| *other == id) else { continue };
        let mut report = worker.run(&job);
        if id == 1 {
            changed += report.couples.len();
            report.couples.iter_mut().for_each(|couple| *couple = couple.as_winning());
        }
        local.tell(Event::Reported(id, report));
    }
    assert!(changed > 5, "{changed}");
    match local.answer.expect("an end") {
        Err(RunError::Contradiction(what)) => assert!(what.contains("another worker"), "{what}"),
        Ok(answer) => assert_eq!(answer, expected),
        Err(other) => panic!("{other}"),
    }
}

/// Couples belong to the rung in which they were found: a report that comes in time reaches the other worker, and the
/// same report after the next rung has begun does not.
#[test]
fn couples_of_an_earlier_rung_are_not_passed_on() {
    for late in [false, true] {
        let game = Sprouts::default();
        let question = question(&game, "27", Goal::Outcome);
        let mut local = Local::new(game, question, small_jobs(2000), 2);
        let (held, rung) = loop {
            let (id, job) = local.queue.pop_front().expect("a job");
            let report = local.workers[usize::try_from(id).unwrap()].1.run(&job);
            if id == 1 && report.couples.len() > 5 {
                break (report, job.rung);
            }
            local.tell(Event::Reported(id, report));
        };
        let couples = held.couples.clone();
        // Worker 1 is silent meanwhile.
        while late && local.queue.iter().all(|(_, job)| job.rung == rung) {
            assert!(local.step(), "worker 0 goes on alone");
        }
        local.tell(Event::Reported(1, held));
        let mut passed_on = 0;
        for _ in 0..5 {
            let at = local.queue.iter().position(|(id, _)| *id == 0).expect("a job of worker 0");
            local.queue.swap(0, at);
            passed_on += local.queue[0].1.couples.iter().filter(|couple| couples.contains(couple)).count();
            assert!(local.step());
        }
        assert_eq!(passed_on > 0, !late, "{passed_on} couples of rung {rung}");
    }
}

#[test]
fn a_worker_of_another_program_is_refused() {
    let game = Sprouts::default();
    let question = question(&game, "5", Goal::Outcome);
    let mut coordinator = grundy_cluster::Coordinator::new(game, &question, Policy::default());
    let good = coordinator.expected_hello();
    for bad in [
        Hello { version: "0.0.0".into(), ..good.clone() },
        Hello { game: "cram".into(), ..good.clone() },
        Hello { signature: good.signature ^ 1, ..good.clone() },
        Hello { protocol: 99, ..good.clone() },
    ] {
        let actions = coordinator.handle(Event::Joined(1, bad), 0.0);
        assert!(matches!(&actions[..], [grundy_cluster::Action::Refuse(1, _)]), "{actions:?}");
    }
    let actions = coordinator.handle(Event::Joined(2, Hello { threads: 8, ..good }), 0.0);
    assert!(actions.iter().any(|action| matches!(action, grundy_cluster::Action::Assign(2, _))));
}

#[test]
fn a_report_of_an_unknown_worker_changes_nothing() {
    let game = Sprouts::default();
    let question = question(&game, "5", Goal::Outcome);
    let expected = alone(&game, &question);
    let mut local = Local::new(game, question, small_jobs(20), 1);
    let lie = Fact { component: vec![5, 0], nimber: 9, cost: 1 };
    let report = Report {
        id: 0,
        verdict: Verdict::Nimber(9),
        nodes: 1,
        expansions: 1,
        facts: vec![lie],
        more_facts: false,
        couples: vec![],
    };
    local.tell(Event::Reported(77, report));
    assert_eq!(local.run().outcome, expected.outcome);
}
