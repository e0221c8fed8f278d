//! What may go wrong in a cluster: the answer stays right, or there is none.

use crate::{Local, alone, question, small_jobs};
use grundy_cluster::{Event, Fact, Goal, Hello, Policy, Report, RunError, Verdict};
use grundy_games::cram::Cram;
use grundy_games::sprouts::Sprouts;

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
fn a_poisoned_leaf_is_expanded_by_the_coordinator() {
    let game = Cram::default();
    let question = question(&game, "3x5", Goal::Nimber);
    let expected = alone(&game, &question);
    let mut local = Local::new(game, question, Policy { leaves_per_worker: 1, ..small_jobs(1_000_000) }, 1);
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
    let report =
        Report { id: 0, verdict: Verdict::Nimber(9), nodes: 1, expansions: 1, facts: vec![lie], more_facts: false };
    local.tell(Event::Reported(77, report));
    assert_eq!(local.run().outcome, expected.outcome);
}
