//! The front for drivers: games by name, bytes only, workers in threads of their own, a run that is killed and
//! continued.

use crate::resume::Folder;
use grundy_check::Checker;
use grundy_cluster::{ClusterError, ClusterRun, ClusterWorker, Goal, Policy, Step, WorkerId, WorkerSettings};
use grundy_core::Game;
use grundy_games::kayles::Kayles;
use grundy_proof::{Effort, Prover};
use grundy_search::Solver;
use grundy_store::Store;
use std::sync::mpsc;
use std::thread;

fn policy() -> Policy {
    Policy { slice_nodes: Some(60), slice_millis: Some(1_000), ..Policy::default() }
}

/// One life of a driver with workers in threads of their own. It ends with the answer, or after so many jobs.
fn live(game: &str, position: &str, folder: &Folder, workers: WorkerId, most_jobs: usize) -> Option<String> {
    let mut run = ClusterRun::open(game, position, Goal::Nimber, policy(), &folder.0).expect("a run");
    let (to_driver, reports) = mpsc::channel();
    let mut inboxes = Vec::new();
    thread::scope(|scope| {
        for id in 0..workers {
            let (to_worker, jobs) = mpsc::channel::<Vec<u8>>();
            let mut worker = ClusterWorker::new(game, position, WorkerSettings { seed: id, ..Default::default() })
                .expect("a worker");
            run.joined(id, &worker.hello()).expect("a hello");
            inboxes.push(to_worker);
            let to_driver = to_driver.clone();
            scope.spawn(move || {
                for job in jobs {
                    let _ = to_driver.send((id, worker.run(&job).expect("a job")));
                }
            });
        }
        let (mut answer, mut jobs, mut seconds) = (None, 0, 0.0);
        'run: while jobs < most_jobs {
            seconds += 0.01;
            for step in run.step(seconds).expect("a log") {
                match step {
                    Step::Assign(id, job) => inboxes[id as usize].send(job).expect("a worker"),
                    Step::Answered(found) => answer = Some(found.nimber.expect("a nimber").to_string()),
                    Step::Done => break 'run,
                    Step::Refuse(_, reason) | Step::Abort(reason) => panic!("{reason}"),
                }
            }
            let (id, report) = reports.recv().expect("a report");
            run.reported(id, &report).expect("a report");
            jobs += 1;
        }
        inboxes.clear();
        answer
    })
}

#[test]
fn every_kind_of_game_gets_its_nimber() {
    for (game, position, nimber) in [
        ("nim", "3 5", "6"),
        ("cram", "3x5", "1"),
        ("sprouts", "5", "1"),
        ("node-kayles", "path 9", "3"),
        ("0.77", "12", "4"),
    ] {
        let folder = Folder::new(&format!("front-{game}"));
        assert_eq!(live(game, position, &folder, 2, usize::MAX), Some(nimber.to_string()), "{game} {position}");
    }
}

#[test]
fn a_driver_that_is_killed_goes_on_and_its_store_gives_a_certificate() {
    let folder = Folder::new("front-killed");
    let mut lives = 1;
    let found = loop {
        match live("node-kayles", "grid 5x6", &folder, 2, 2 + lives) {
            Some(found) => break found,
            None => lives += 1,
        }
        assert!(lives < 200, "no progress");
    };
    assert!(lives > 2, "it was too quick to show anything: {lives}");
    let game = Kayles::node();
    let position = game.parse("grid 5x6").expect("a graph");
    assert_eq!(found, Solver::new(game.clone()).nimber(&position).expect("an answer").to_string());
    let mut solver = Solver::new(game.clone());
    solver.learn(Store::existing(&folder.0).expect("a store").facts().expect("facts")).expect("no contradiction");
    let proof =
        Prover::new(&mut solver).effort(Effort::NONE).prove(&position, grundy_proof::Goal::Nimber).expect("a proof");
    let certificate = proof.to_certificate(&game).to_string();
    let verified = Checker::new().check(certificate.as_bytes()).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(verified.facts, proof.facts.len());
}

#[test]
fn bad_input_gets_one_line() {
    let folder = Folder::new("front-bad");
    let open = |game, position| ClusterRun::open(game, position, Goal::Outcome, policy(), &folder.0).map(drop);
    assert!(matches!(open("crm", "3x3"), Err(ClusterError::Game(_))));
    assert!(matches!(open("cram", "3y3"), Err(ClusterError::Position(_))));
    let mut run = ClusterRun::open("cram", "3x3", Goal::Outcome, policy(), &folder.0).expect("a run");
    let error = run.reported(0, b"nonsense").expect_err("no report");
    assert_eq!(error.to_string(), "a message of 8 bytes cannot be read: it is damaged, or of another version");
    let mut worker = ClusterWorker::new("cram", "3x3", WorkerSettings::default()).expect("a worker");
    assert!(matches!(worker.run(&[0xff; 3]), Err(ClusterError::Message(3))));
}
