//! The API answers what docs/api.md says.

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use common::{ask, router, send};
use grundy_games::GAMES;
use serde_json::{Value, json};
use tower::ServiceExt;

#[tokio::test(flavor = "multi_thread")]
async fn a_position_has_moves_and_options() {
    let router = router(1000);
    let (status, look) = ask(&router, "position", &[("game", "cram"), ("position", "2x2")]).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((&look["schema"], &look["kind"]), (&json!(1), &json!("board")));
    assert_eq!(look["moves"].as_array().map(Vec::len), Some(4));
    // All four leave a domino, up to symmetry.
    assert_eq!(look["options"].as_array().map(Vec::len), Some(1));
    assert_eq!(look["moves"][0], json!({"label": "a1-b1", "result": "##/..", "option": 0}));
    let (status, wrong) = ask(&router, "position", &[("game", "cram"), ("position", "2y2")]).await;
    assert_eq!((status, &wrong["error"], &wrong["column"]), (StatusCode::BAD_REQUEST, &json!("position"), &json!(2)));
    let (status, body) = send(&router, "DELETE", "/api/v1/position?game=cram&position=2x2", Vec::new()).await;
    let wrong: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!((status, &wrong["error"]), (StatusCode::METHOD_NOT_ALLOWED, &json!("question")));
    let (status, wrong) = ask(&router, "position", &[("game", "chess"), ("position", "1")]).await;
    assert_eq!((status, &wrong["error"]), (StatusCode::BAD_REQUEST, &json!("game")));
    assert_eq!(ask(&router, "nothing", &[]).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_games_is_the_one_list() {
    let (status, list) = ask(&router(1000), "games", &[]).await;
    assert_eq!((status, &list["schema"]), (StatusCode::OK, &json!(1)));
    let games = list["games"].as_array().expect("a list");
    assert_eq!(games.len(), GAMES.len());
    for (view, info) in games.iter().zip(GAMES) {
        assert_eq!((&view["name"], &view["title"]), (&json!(info.name), &json!(info.title)));
        assert_eq!((&view["rules"], &view["example"]), (&json!(info.rules), &json!(info.example)));
    }
    let kayles = games.iter().find(|game| game["name"] == "kayles").expect("Kayles");
    assert_eq!((&kayles["game"], &kayles["kind"]), (&json!("0.77"), &json!("heaps")));
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_and_heaps_are_answered_as_the_game_reads_them() {
    let router = router(1000);
    let (_, look) = ask(&router, "position", &[("game", "cram"), ("position", ".:#/_. + graph(0-1,1-2)")]).await;
    let cell = |free: bool, right: bool, below: bool| json!({"free": free, "right": right, "below": below});
    let rows = json!([
        [cell(true, false, false), cell(false, false, false)],
        [cell(true, false, false), cell(true, false, false)],
    ]);
    assert_eq!(look["boards"], json!([{"rows": rows}, {"edges": [[0, 1], [1, 2]]}]));
    let (_, look) = ask(&router, "position", &[("game", "cram"), ("position", ".:./_./..")]).await;
    assert_eq!(
        (&look["boards"][0]["rows"][0][0]["right"], &look["boards"][0]["rows"][1][0]["below"]),
        (&json!(true), &json!(true))
    );
    let (_, look) = ask(&router, "position", &[("game", "nim"), ("position", "7,0 + 5")]).await;
    assert_eq!((&look["heaps"], &look["boards"]), (&json!([7, 0, 5]), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn spots_are_joined_by_moves() {
    let (_, look) = ask(&router(1000), "position", &[("game", "sprouts"), ("position", "2")]).await;
    assert_eq!(look["options"].as_array().map(Vec::len), Some(2));
    assert_eq!(look["spots"], json!({"lands": [[[[0], [1]]]], "lives": [3, 3]}));
    let pairs: Vec<&Value> = look["moves"].as_array().into_iter().flatten().map(|one| &one["spots"]).collect();
    for pair in [json!([0, 0]), json!([0, 1]), json!([1, 1])] {
        assert_eq!(pairs.iter().filter(|&&found| *found == pair).count(), 1, "{pair}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_tells_every_value_and_ends() {
    let (status, body) = send(&router(20_000), "GET", "/api/v1/search?game=kayles&position=7%205", Vec::new()).await;
    assert_eq!(status, StatusCode::OK);
    let text = String::from_utf8(body).expect("text");
    let told: Vec<Value> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).expect("JSON"))
        .collect();
    let value = |of: &str, index: u64| {
        let about = |told: &&Value| told["of"] == of && told["index"] == index && !told["nimber"].is_null();
        told.iter().find(about).map(|told| told["nimber"].clone())
    };
    // Kayles: heaps of 7 and 5 have nimbers 2 and 4.
    assert_eq!(value("component", 0), Some(json!(2)));
    assert_eq!(value("component", 1), Some(json!(4)));
    assert_eq!(value("position", 0), Some(json!(6)));
    let end = told.last().expect("an end");
    assert_eq!((&end["event"], &end["open"], &end["stopped"]), (&json!("end"), &json!(0), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_wins_what_can_be_won() {
    let router = router(5000);
    let (_, reply) = ask(&router, "reply", &[("game", "nim"), ("position", "3 5")]).await;
    assert_eq!((&reply["move"]["label"], &reply["how"]), (&json!("5->3"), &json!("winning")));
    let (_, reply) = ask(&router, "reply", &[("game", "nim"), ("position", "3 3")]).await;
    assert_eq!(reply["how"], "lost");
    let (_, reply) = ask(&router, "reply", &[("game", "nim"), ("position", "0")]).await;
    assert_eq!((&reply["move"], &reply["how"]), (&Value::Null, &json!("over")));
    let (_, reply) = ask(&router, "reply", &[("game", "nim"), ("position", "3 5"), ("weakness", "100")]).await;
    assert_eq!(reply["how"], "weak");
    let (_, reply) = ask(&router, "reply", &[("game", "cram"), ("position", "11x11"), ("time", "20")]).await;
    assert_eq!(reply["how"], "unknown");
    assert!(reply["move"]["label"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_solution_tree_unfolds() {
    let router = router(5000);
    let (_, step) = ask(&router, "solution", &[("game", "cram"), ("position", "2x3")]).await;
    assert_eq!((&step["outcome"], step["children"].as_array().map(Vec::len)), (&json!("win"), Some(1)));
    assert_eq!(step["children"][0]["outcome"], "loss");
    let (_, step) = ask(&router, "solution", &[("game", "cram"), ("position", "2x2")]).await;
    assert_eq!((&step["outcome"], step["children"].as_array().map(Vec::len)), (&json!("loss"), Some(1)));
}

#[tokio::test(flavor = "multi_thread")]
async fn certificates_are_checked_and_listed() {
    let router = router(1000);
    let good = "grundy certificate 1\ngame 0.77\nclaim nimber 3 3\n# Kayles\n1\t1\n2\t2\n3\t3\nend 3\n";
    let (status, body) = send(&router, "POST", "/api/v1/check", good.into()).await;
    let checked: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!((status, &checked["verdict"]), (StatusCode::OK, &json!("verified")));
    assert_eq!(checked["facts"].as_array().map(Vec::len), Some(3));
    let last = json!({"line": 7, "nimber": 3, "position": "3", "components": ["3"], "theorem": null});
    assert_eq!((&checked["facts"][2], &checked["position"]), (&last, &json!("3")));
    let (_, body) = send(&router, "POST", "/api/v1/check", good.replace("2\t2", "1\t2").into()).await;
    let checked: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!((&checked["verdict"], &checked["line"]), (&json!("refused"), &json!(6)));
    let (_, body) = send(&router, "POST", "/api/v1/check", good.replace("end", "END").into()).await;
    let checked: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!(checked["verdict"], "unreadable");
    let (status, _) = send(&router, "POST", "/api/v1/check", vec![b'x'; 5 << 20]).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_page_itself_is_answered() {
    let router = router(1000);
    let ask = async |pairs: &[(&str, &str)]| {
        let mut request = Request::builder().uri("/api/v1/position?game=nim&position=1");
        for (name, value) in pairs {
            request = request.header(*name, *value);
        }
        router.clone().oneshot(request.body(Body::empty()).expect("a request")).await.expect("an answer")
    };
    assert_eq!(ask(&[("host", "localhost:80")]).await.status(), StatusCode::OK);
    assert_eq!(ask(&[("host", "evil.example")]).await.status(), StatusCode::FORBIDDEN);
    assert_eq!(ask(&[]).await.status(), StatusCode::FORBIDDEN);
    let foreign = [("host", "localhost:80"), ("origin", "http://evil.example")];
    assert_eq!(ask(&foreign).await.status(), StatusCode::FORBIDDEN);
    let response = ask(&[("host", "localhost:80"), ("origin", "http://localhost:80")]).await;
    assert_eq!(response.status(), StatusCode::OK);
    let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().expect("text");
    assert!(policy.starts_with("default-src 'none'"));
    assert_eq!(response.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_there_and_nothing_else() {
    let router = router(1000);
    let (status, body) = send(&router, "GET", "/", Vec::new()).await;
    assert_eq!(status, StatusCode::OK);
    assert!(body.starts_with(b"<!doctype html>"));
    for path in
        ["/Cargo.toml", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fsrc/lib.js", "/etc/passwd", "//etc/passwd"]
    {
        assert_eq!(send(&router, "GET", path, Vec::new()).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn searches_are_bounded_and_end_with_their_listeners() {
    let router = router(60_000);
    let start = async || {
        let request = Request::builder().uri("/api/v1/search?game=cram&position=11x11").header("host", "localhost");
        router.clone().oneshot(request.body(Body::empty()).expect("a request")).await.expect("an answer")
    };
    let (first, second) = (start().await, start().await);
    assert_eq!((first.status(), second.status()), (StatusCode::OK, StatusCode::OK));
    assert_eq!(start().await.status(), StatusCode::TOO_MANY_REQUESTS);
    drop((first, second));
    // Nobody listens any more, so soon there is room again.
    for _ in 0..100 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        if start().await.status() == StatusCode::OK {
            return;
        }
    }
    panic!("a search without a listener goes on");
}
