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

/// Good questions.
const GOOD: [(&str, &str); 14] = [
    ("cram", "4x5"),
    ("cram", "1x1"),
    ("cram", "...#/####/."),
    ("cram", "graph(0-1,1-2)"),
    ("cram", "2x2 + 2x2"),
    ("sprouts", "4"),
    ("sprouts", "0*3"),
    ("sprouts", "0.AB|AB"),
    ("sprouts", "!"),
    ("sprouts", "1a1a+0"),
    ("nim", "7 5 4 2"),
    ("nim", "0"),
    ("kayles", "9 5"),
    ("4!.0", "10"),
];

/// Good questions that cannot be answered in a lifetime.
const HEAVY: [(&str, &str); 8] = [
    ("cram", "32x32"),
    ("cram", "1x1024 + 12x12"),
    ("sprouts", "1000"),
    ("sprouts", "1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1"),
    ("sprouts", "0*300.1a1a.12|22.0"),
    ("nim", "16777216 16777216"),
    ("0.f", "16777216"),
    ("0.77", "9999 9999"),
];

/// No questions at all, or only for some game.
const ODD: [&str; 12] = [
    "0x0",
    "33x33",
    "99999999999x2",
    "graph(0-0)",
    "0*1001",
    "AB|BC|CA",
    "99999999999",
    "1.2.",
    "",
    "\u{feff}4",
    "<img src=x onerror=alert(1)>",
    "\u{202e}\u{0}é",
];

fn position(lots: &mut Lots) -> String {
    match lots.below(6) {
        0 => lots.text(".#_:/|+", 30),
        1 => lots.text("012abAB.|+*!", 14),
        2 => lots.text("0123456789 +,", 8),
        3 => lots.text("\u{0}\n<>&\"'%é∞🂡 xX-()", 40),
        4 => "1.".repeat(lots.below(6)),
        _ => lots.one(&ODD).to_string(),
    }
}

fn game_and_position(lots: &mut Lots) -> (String, String) {
    let (game, position) = match lots.below(400) {
        0 => lots.one(&HEAVY),
        1..200 => lots.one(&GOOD),
        _ => return (lots.one(&GAMES).to_string(), position(lots)),
    };
    (game.to_string(), position.to_string())
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
    let (game, position) = game_and_position(lots);
    let (time, weakness) = match lots.below(8) {
        0 => (lots.one(&["-1", "99999999999999999999", "x", ""]), lots.one(&["256", "-1", "é"])),
        _ => (lots.one(&["0", "1", "5", "10000"]), lots.one(&["0", "50", "100", "101"])),
    };
    for (key, value) in [("game", game), ("position", position), ("time", time.into()), ("weakness", weakness.into())] {
        if lots.below(40) > 0 {
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
    assert!(answered[2] > 1000 && answered[4] > 500, "{answered:?}");
    if let (Some(half), Some(end)) = (half, resident()) {
        // Four games hold at most 64 MiB each, and all of them were met in the first half.
        assert!(end < half + (128 << 20), "{half} bytes grew to {end}");
    }
    assert_eq!(send(&router, "GET", "/api/v1/position?game=nim&position=1", Vec::new()).await.0, StatusCode::OK);
}
