//! Simulated clusters: reproducible, right, and faster with more workers.

use crate::{alone, question, small_jobs};
use grundy_cluster::{Cluster, Goal, simulate};
use grundy_games::sprouts::Sprouts;

fn cluster(workers: usize, mean_life: f64) -> Cluster {
    Cluster {
        workers,
        expansions_per_second: 500.0,
        fact: 1e-5,
        couple: 1e-6,
        handling: 1e-5,
        latency: 0.005,
        mean_life,
        replacement: 1.0,
        policy: small_jobs(200),
        seed: 1,
    }
}

#[test]
fn a_simulation_is_reproducible_and_right() {
    let game = Sprouts::default();
    let question = question(&game, "10", Goal::Outcome);
    let expected = alone(&game, &question).outcome;
    let one = simulate(&game, &question, &cluster(1, 0.0));
    assert_eq!(one, simulate(&game, &question, &cluster(1, 0.0)));
    let eight = simulate(&game, &question, &cluster(8, 0.0));
    assert_eq!(eight, simulate(&game, &question, &cluster(8, 0.0)));
    for simulated in [&one, &eight] {
        assert_eq!(simulated.answer.as_ref().map(|answer| answer.outcome), Ok(expected));
        assert!(simulated.utilisation > 0.5 && simulated.nodes > 1_000, "{simulated:?}");
    }
    assert!(eight.seconds < 0.6 * one.seconds, "{} and {} s", eight.seconds, one.seconds);
}

#[test]
fn workers_that_die_cost_time_and_nothing_else() {
    let game = Sprouts::default();
    let question = question(&game, "9", Goal::Nimber);
    let expected = alone(&game, &question);
    let simulated = simulate(&game, &question, &cluster(4, 0.3));
    assert!(simulated.deaths > 2, "{simulated:?}");
    assert_eq!(simulated.answer, Ok(expected));
}
