//! An explorer of the games there are, asked without a network.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use grundy_core::Game;
use grundy_explore::{Explorer, GameService, LoadedGame, Settings};
use grundy_games::Kind;
use grundy_games::cram::Cram;
use grundy_games::heap::Heap;
use grundy_games::nim::Nim;
use grundy_games::sprouts::Sprouts;
use http_body_util::BodyExt;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tower::ServiceExt;

fn open(name: &str, memory: usize) -> Result<Arc<dyn GameService>, String> {
    Ok(match name.trim() {
        "nim" => Arc::new(LoadedGame::new(Nim::default(), Kind::Heaps, memory)),
        "cram" => Arc::new(LoadedGame::new(Cram::default(), Kind::Board, memory)),
        "sprouts" => {
            let loaded = LoadedGame::new(Sprouts::default(), Kind::Spots, memory)
                .reading_files(|text| Sprouts::of_files().parse(text));
            Arc::new(loaded.drawn_by(|position, _| Ok(format!("<svg><!-- {} --></svg>", position.len()))))
        }
        _ => {
            let heap = Heap::by_name_or_code(name).map_err(|error| error.to_string())?;
            Arc::new(LoadedGame::new(heap, Kind::Heaps, memory))
        }
    })
}

/// The routes, with little time for everything.
pub fn router(millis: u64) -> Router {
    router_with_memory(millis, 64 << 20)
}

/// The same with that many bytes for each game.
pub fn router_with_memory(millis: u64, memory: usize) -> Router {
    let time = Duration::from_millis(millis);
    let settings = Settings { search: time, reply: time, ..Settings::default() };
    Explorer::new(settings, move |name| open(name, memory)).router()
}

/// Sends a request from the page itself.
pub async fn send(router: &Router, method: &str, path: &str, body: Vec<u8>) -> (StatusCode, Vec<u8>) {
    let request = Request::builder().method(method).uri(path).header("host", "127.0.0.1:8000");
    let response = router.clone().oneshot(request.body(Body::from(body)).expect("a request")).await.expect("an answer");
    let status = response.status();
    (status, response.into_body().collect().await.expect("a body").to_bytes().to_vec())
}

/// The JSON that a question is answered with.
#[allow(dead_code, reason = "not every test asks for JSON")]
pub async fn ask(router: &Router, question: &str, pairs: &[(&str, &str)]) -> (StatusCode, Value) {
    let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}={}", encode(value))).collect();
    let (status, body) = send(router, "GET", &format!("/api/v1/{question}?{}", pairs.join("&")), Vec::new()).await;
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

/// A text as part of an address.
pub fn encode(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}
