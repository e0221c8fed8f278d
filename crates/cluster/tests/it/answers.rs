//! The same answers as one machine, whatever the number of workers.

use crate::{Local, alone, question, small_jobs};
use grundy_cluster::Goal;
use grundy_core::{Game, Hints};
use grundy_games::cram::Cram;
use grundy_games::heap::Heap;
use grundy_games::sprouts::Sprouts;
use grundy_search::Solver;

fn compare<G: Hints>(game: &G, texts: &[&str], slice: u64) -> usize {
    let mut count = 0;
    for text in texts {
        for goal in [Goal::Outcome, Goal::Nimber] {
            let question = question(game, text, goal);
            let expected = alone(game, &question);
            for workers in 1..=4 {
                let mut local = Local::new(game.clone(), question.clone(), small_jobs(slice), workers);
                let answer = local.run();
                assert_eq!(answer.outcome, expected.outcome, "{text}, {workers} workers");
                if goal == Goal::Nimber {
                    assert_eq!(answer.nimber, expected.nimber, "{text}, {workers} workers");
                }
                // Every fact that was logged is true.
                let mut judge = Solver::new(game.clone());
                for (component, nimber) in &local.facts {
                    let found = judge.nimber(&[component.clone().into()]);
                    assert_eq!(found, Ok(*nimber), "{}", game.write(component));
                }
                count += 1;
            }
        }
    }
    count
}

#[test]
fn sprouts() {
    let texts = ["0", "2", "3", "4", "5", "6", "7", "0*3.1a1a + 0*4", "0.AB|0*2.AB", "5 + 3"];
    let texts: Vec<&str> = texts.into_iter().filter(|text| Sprouts::default().parse(text).is_ok()).collect();
    assert!(texts.len() >= 8, "{texts:?}");
    assert!(compare(&Sprouts::default(), &texts, 40) >= 64);
}

#[test]
fn cram() {
    let texts =
        ["1x1", "2x3", "3x3", "3x4", "3x5", "4x5", "3x3 + 3x4", "..#./..../.#..", "3x6", "graph(0-1,1-2,2-3,3-0,0-4)"];
    assert_eq!(compare(&Cram::default(), &texts, 25), 80);
}

#[test]
fn heaps() {
    let kayles = Heap::by_name_or_code("0.77").expect("a code");
    assert!(compare(&kayles, &["5", "9 4", "20", "17 17 3"], 5) == 32);
}
