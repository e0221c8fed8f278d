//! A run goes on from its folder after its coordinator was killed.

use crate::{alone, question, small_jobs};
use grundy_cluster::{Action, Event, Goal, Policy, Run, RunOpenError, Worker, WorkerSettings};
use grundy_games::sprouts::Sprouts;
use grundy_store::StoreError;
use std::path::PathBuf;

pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("grundy-cluster-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_killed_coordinator_goes_on() {
    let game = Sprouts::default();
    let question = question(&game, "9", Goal::Nimber);
    let expected = alone(&game, &question);
    let folder = Folder::new("killed");
    let (mut answer, mut saved, mut lives) = (None, 0, 0);
    while answer.is_none() {
        lives += 1;
        assert!(lives < 500, "no progress");
        // A new life: new coordinator, new workers, the same folder.
        let mut run = Run::open(&folder.0, game, "9", &question, small_jobs(200)).expect("a run");
        assert!(run.resumed() >= saved, "facts that were logged are lost: {} of {saved}", run.resumed());
        let mut worker = Worker::new(game, WorkerSettings::default());
        let hello = worker.hello(&question.components);
        let mut jobs = run.handle([Event::Joined(0, hello)], 0.0).expect("a log");
        for step in 0..12 {
            let mut next = Vec::new();
            for action in jobs.drain(..) {
                match action {
                    Action::Assign(0, job) => {
                        next.extend(run.handle([Event::Reported(0, worker.run(&job))], f64::from(step)).expect("a log"))
                    }
                    Action::Answered(found) => answer = Some(found),
                    Action::Done => {}
                    other => panic!("{other:?}"),
                }
            }
            jobs = next;
        }
        saved = run.totals().facts as u64;
        drop(run);
        // What a crash leaves behind: half a line.
        use std::io::Write;
        let mut log = std::fs::OpenOptions::new().append(true).open(folder.0.join("frontier.log")).expect("a log");
        write!(log, "+ 0a0").expect("a disk");
    }
    assert_eq!(answer, Some(expected));
    assert!(lives > 1, "it was too quick to show anything");
}

#[test]
fn a_run_goes_on_at_its_rung() {
    // 27 spots have a ladder: 15 spots first.
    let game = Sprouts::default();
    let question = question(&game, "27", Goal::Outcome);
    let folder = Folder::new("rung");
    let policy = || Policy { verify_one_in: 0, ..small_jobs(5_000) };
    let mut run = Run::open(&folder.0, game, "27", &question, policy()).expect("a run");
    let mut workers: Vec<_> = (0..2).map(|_| Worker::new(game, WorkerSettings::default())).collect();
    let joined = |(id, worker): (usize, &Worker<Sprouts>)| Event::Joined(id as u64, worker.hello(&question.components));
    let mut jobs = run.handle(workers.iter().enumerate().map(joined), 0.0).expect("a log");
    assert_eq!(run.totals().rung, (1, 2));
    let mut on_second = 0;
    while on_second < 24 {
        let reports = jobs.drain(..).map(|action| match action {
            Action::Assign(id, job) => Event::Reported(id, workers[id as usize].run(&job)),
            other => panic!("{other:?}"),
        });
        let reports: Vec<Event> = reports.collect();
        jobs = run.handle(reports, 0.0).expect("a log");
        on_second += usize::from(run.totals().rung == (2, 2));
    }
    let before = run.totals();
    drop(run);
    let mut run = Run::open(&folder.0, game, "27", &question, policy()).expect("a run");
    let after = run.totals();
    assert_eq!(after.rung, (2, 2));
    // The frontier of this rung is there again. Parts of the first rung are not.
    assert!(after.numbers.is_some() && (20..=before.parts).contains(&after.parts), "{after:?}");
}

#[test]
fn a_second_coordinator_and_another_question_are_refused() {
    let game = Sprouts::default();
    let folder = Folder::new("second");
    let first = question(&game, "5", Goal::Nimber);
    let run = Run::open(&folder.0, game, "5", &first, small_jobs(50)).expect("a run");
    let second = Run::open(&folder.0, game, "5", &first, small_jobs(50));
    assert!(matches!(second, Err(RunOpenError::Store(StoreError::InUse))));
    drop(run);
    let other = Run::open(&folder.0, game, "6", &question(&game, "6", Goal::Nimber), small_jobs(50));
    assert!(matches!(other, Err(RunOpenError::OtherQuestion { .. })));
    std::fs::write(folder.0.join("frontier.log"), "grundy frontier 1\nquestion nimber 5\nnonsense\n").expect("a disk");
    assert!(matches!(Run::open(&folder.0, game, "5", &first, small_jobs(50)), Err(RunOpenError::Frontier(_))));
}
