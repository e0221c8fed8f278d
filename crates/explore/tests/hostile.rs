//! Ten thousand random and hostile requests: no panic, no 5xx, flat memory.

mod common;

use axum::http::StatusCode;
use common::{encode, router, send};

/// Lots that a seed fixes (xorshift).
struct Lots(u64);

impl Lots {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn one<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn text(&mut self, signs: &str, most: usize) -> String {
        let signs: Vec<char> = signs.chars().collect();
        (0..self.below(most + 1)).map(|_| self.one(&signs)).collect()
    }
}

const GAMES: [&str; 12] = [
    "cram",
    "sprouts",
    "nim",
    "kayles",
    "0.77",
    "0.f",
    "4!.0",
    "<script>",
    "",
    "../../etc/passwd",
    "0.\u{0}",
    "sprouts\n",
];

const POSITIONS: [&str; 26] = [
    "4x5",
    "1x1",
    "0x0",
    "32x32",
    "33x33",
    "99999999999x2",
    "1024x1",
    "...#/####/.",
    "graph(0-1,1-2)",
    "graph(0-0)",
    "2x2 + 2x2",
    "4",
    "0*7",
    "0*1000",
    "1000",
    "0.AB|AB",
    "1a1a",
    "AB|BC|CA",
    "!",
    "7 5 4 2",
    "16777216",
    "16777216 16777216",
    "99999999999",
    "0",
    "<img src=x onerror=alert(1)>",
    "\u{202e}\u{0}é",
];

fn position(lots: &mut Lots) -> String {
    match lots.below(6) {
        0 => lots.text(".#_:/|+", 30),
        1 => lots.text("012abAB.|+*!", 14),
        2 => lots.text("0123456789 +,", 12),
        3 => lots.text("\u{0}\n<>&\"'%é∞🂡 xX-()", 40),
        4 => "1.".repeat(lots.below(12)),
        _ => lots.one(&POSITIONS).to_string(),
    }
}

fn path(lots: &mut Lots) -> String {
    let question = lots.one(&[
        "position",
        "picture",
        "search",
        "reply",
        "solution",
        "position",
        "check",
        "",
        "x",
        "../v1/position",
    ]);
    let mut pairs = Vec::new();
    for (key, value) in [
        ("game", lots.one(&GAMES).to_string()),
        ("position", position(lots)),
        ("time", lots.one(&["0", "1", "5", "-1", "99999999999999999999", "x"]).to_string()),
        ("weakness", lots.one(&["0", "50", "100", "101", "256", "-1"]).to_string()),
    ] {
        if lots.below(20) > 0 {
            pairs.push(format!("{key}={}", encode(&value)));
        }
    }
    // What is long costs little, for time is short; but not all of it may be escaped well.
    match lots.below(30) {
        0 => format!("/api/v1/{question}?{}", lots.text("game=poit&%41;", 60)),
        1 => format!("/{}", encode(&lots.text("./%abc\\:", 30))),
        2 => format!("/api/v1/position?game=cram&position={}", ".".repeat(lots.below(30_000))),
        _ => format!("/api/v1/{question}?{}", pairs.join("&")),
    }
}

/// Bytes of memory in use, where the system tells.
fn resident() -> Option<usize> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    pages.split_whitespace().nth(1)?.parse::<usize>().ok().map(|pages| pages * 4096)
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_requests() {
    let router = router(3);
    let mut lots = Lots(0x9e37_79b9_7f4a_7c15);
    let mut answered = [0; 6];
    let mut half = None;
    for number in 0..10_000 {
        if number == 5_000 {
            half = resident();
        }
        let path = path(&mut lots);
        let method = lots.one(&["GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);
        let body = lots.text("grundy certificate 1\ngame nim\nclaim nimber 3 3\n1\t1\nend \u{0}é", 80).into_bytes();
        let began = std::time::Instant::now();
        let (status, _) = send(&router, method, &path, body).await;
        assert!(began.elapsed().as_secs() < 10, "{method} {path} took {:?}", began.elapsed());
        assert!(!status.is_server_error(), "{method} {path}: {status}");
        answered[usize::from(status.as_u16() / 100)] += 1;
    }
    // Both the good and the bad were among them.
    assert!(answered[2] > 500 && answered[4] > 500, "{answered:?}");
    if let (Some(half), Some(end)) = (half, resident()) {
        // Four games hold at most 64 MiB each, and all of them were met in the first half.
        assert!(end < half + (128 << 20), "{half} bytes grew to {end}");
    }
    assert_eq!(send(&router, "GET", "/api/v1/position?game=nim&position=1", Vec::new()).await.0, StatusCode::OK);
}
