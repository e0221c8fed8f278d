//! A certificate can be walked through with what the API tells: every fact follows from those before it, option by
//! option.

mod common;

use axum::Router;
use axum::http::StatusCode;
use common::{ask, router, send};
use grundy_core::Game;
use grundy_games::sprouts::Sprouts;
use grundy_proof::{Effort, Goal, Prover};
use grundy_search::Solver;
use serde_json::Value;
use std::collections::HashMap;

/// The facts of earlier lines: nimbers of components.
type Facts = HashMap<String, u64>;

/// The XOR of the known components, and the others with equal pairs cancelled.
fn evaluate(facts: &Facts, components: &Value) -> (u64, Vec<String>) {
    let (mut xor, mut unknown) = (0, Vec::new());
    for component in components.as_array().into_iter().flatten().filter_map(Value::as_str) {
        match (facts.get(component), unknown.iter().position(|other| other == component)) {
            (Some(nimber), _) => xor ^= nimber,
            (None, Some(twin)) => drop(unknown.remove(twin)),
            (None, None) => unknown.push(component.to_string()),
        }
    }
    (xor, unknown)
}

async fn options(router: &Router, position: &str) -> Vec<Value> {
    let (status, look) = ask(router, "position", &[("game", "sprouts"), ("position", position)]).await;
    assert_eq!((status, &look["truncated"]), (StatusCode::OK, &Value::Bool(false)), "{position}");
    look["options"].as_array().cloned().unwrap_or_default()
}

async fn follows(router: &Router, facts: &Facts, component: &str, nimber: u64) {
    let mut seen = vec![false; nimber as usize];
    for option in options(router, component).await {
        let (xor, unknown) = evaluate(facts, &option["components"]);
        match &unknown[..] {
            [] => {
                assert_ne!(xor, nimber, "{component}");
                seen.iter_mut().skip(xor as usize).take(1).for_each(|seen| *seen = true);
            }
            [one] => {
                let below = options(router, one).await;
                let reached = |o: &Value| evaluate(facts, &o["components"]) == (nimber ^ xor, Vec::new());
                assert!(below.iter().any(reached), "{component}: {one} may have nimber {}", nimber ^ xor);
            }
            _ => panic!("{component}: {unknown:?} are unknown"),
        }
    }
    assert!(seen.iter().all(|&seen| seen), "{component}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proof_of_sprouts() {
    let game = Sprouts::default();
    let position = game.parse("4").expect("a position");
    let mut solver = Solver::new(game);
    let proof = Prover::new(&mut solver).effort(Effort::NONE).prove(&position, Goal::Nimber).expect("a proof");
    let certificate = proof.to_certificate(&game).to_string().into_bytes();
    let router = router(1000);
    let (status, body) = send(&router, "POST", "/api/v1/check", certificate).await;
    assert_eq!(status, StatusCode::OK);
    let checked: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!(checked["verdict"], "verified", "{}", checked["reason"]);
    let mut facts = Facts::new();
    for fact in checked["facts"].as_array().expect("facts") {
        let (component, nimber) = (fact["components"][0].as_str().expect("one component"), fact["nimber"].as_u64());
        let nimber = nimber.expect("a nimber");
        follows(&router, &facts, component, nimber).await;
        facts.insert(component.to_string(), nimber);
    }
    assert!(facts.len() > 5);
}
