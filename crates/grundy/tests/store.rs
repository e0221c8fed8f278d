//! Stores through the program: kills, interrupts, limits, warm starts, strangers.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

/// A fresh directory, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("grundy-store-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).expect("a folder to write to");
        Folder(dir)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in UTF-8").to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn grundy(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    grundy(arguments).output().expect("the program runs")
}

/// What a command that ends with this code prints.
fn ends(arguments: &[&str], code: i32) -> (String, String) {
    let output = run(arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{out}\n{err}");
    (out, err)
}

fn start(arguments: &[&str]) -> Child {
    grundy(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
}

/// The facts of a store, as it says itself.
fn facts(dir: &str) -> u64 {
    let (out, _) = ends(&["store", "info", dir, "--json"], 0);
    let info: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert!(info["bytes"].as_u64().is_some_and(|bytes| bytes > 0) && info["game"].is_string());
    info["facts"].as_u64().expect("a number")
}

/// The last number of saved facts that a log reports.
fn reported(log: &Path) -> u64 {
    let text = fs::read_to_string(log).unwrap_or_default();
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let saved = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["saved"].as_u64();
    whole.filter_map(saved).next_back().unwrap_or(0)
}

/// The bench script `bench/kill.sh` does the same a hundred times.
#[test]
fn a_search_that_is_killed_again_and_again_ends_with_the_right_answer() {
    let folder = Folder::new("kill");
    let (store, log) = (folder.path("facts"), folder.path("log"));
    let mut least = 0;
    for kill in 0..5 {
        let jitter = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |t| t.subsec_micros() % 100);
        let mut search = start(&["solve", "cram", "5x7", "--nimber", "--store", &store, "--log", &log]);
        sleep(Duration::from_millis(u64::from(40 + 150 * kill + jitter)));
        search.kill().expect("a process to kill");
        search.wait().expect("a process that ends");
        least = least.max(reported(Path::new(&log)));
        // A kill before the store was there leaves none, and nothing was reported.
        if least > 0 || Path::new(&store).join("facts.redb").exists() {
            let found = facts(&store);
            assert!(found >= least, "{least} facts were reported as saved, {found} are there");
            least = found;
        }
    }
    let (out, _) = ends(&["solve", "cram", "5x7", "--nimber", "--store", &store, "--json"], 0);
    let answer: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((answer["nimber"].as_u64(), answer["outcome"].as_str()), (Some(1), Some("win")));
    let certificate = folder.path("certificate");
    ends(&["prove", "cram", "5x7", "--nimber", "--store", &store, "--output", &certificate, "--effort", "0"], 0);
    assert!(fs::read_to_string(&certificate).expect("a file").contains("\nclaim nimber 1 5x7\n"));
    ends(&["check", &certificate], 0);
    ends(&["store", "verify", &store], 0);
}

/// Forty spots are out of reach, so that the signal always meets a search.
#[test]
fn an_interrupted_search_leaves_facts_that_are_a_proof() {
    let folder = Folder::new("interrupt");
    let (store, log) = (folder.path("facts"), folder.path("log"));
    let search = start(&["solve", "sprouts", "40", "--store", &store, "--log", &log, "--threads", "1"]);
    let began = Instant::now();
    while reported(Path::new(&log)) == 0 && began.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(20));
    }
    let saved = reported(Path::new(&log));
    let signal = Command::new("kill").args(["-INT", &search.id().to_string()]).status().expect("kill is there");
    let output = search.wait_with_output().expect("a process that ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((signal.success(), output.status.code()), (true, Some(130)), "{said}");
    assert!(said.contains("run the same command to resume"), "{said}");
    let left = facts(&store);
    assert!(saved > 0 && left >= saved, "{saved} facts were reported as saved, {left} are there");

    ends(&["solve", "sprouts", "12", "--store", &store, "--threads", "1"], 0);
    let (spr, _) = ends(&["store", "export", &store, "--format", "spr"], 0);
    let database = grundy_check::Checker::new().threads(2).check_spr(spr.as_bytes()).expect("a database");
    assert_eq!(database.unproved, []);
    assert!(database.starts.contains(&(12, false)), "12 spots are a loss");
}

#[test]
fn a_second_run_is_at_home_at_once() {
    let folder = Folder::new("warm");
    let store = folder.path("facts");
    let command = ["solve", "cram", "4x7", "--nimber", "--store", &store, "--json", "--threads", "1"];
    let nodes = |out: &str| serde_json::from_str::<serde_json::Value>(out).expect("JSON")["nodes"].as_u64();
    let (first, _) = ends(&command, 0);
    let before = facts(&store);
    let (second, _) = ends(&command, 0);
    assert!(nodes(&second) < nodes(&first).map(|n| n / 10), "{first}{second}");
    // Only the winning move may have asked for more.
    assert!(facts(&store) >= before);
}

#[test]
fn a_limit_says_what_is_known_and_how_to_go_on() {
    let folder = Folder::new("limit");
    let store = folder.path("facts");
    let (out, said) = ends(&["solve", "cram", "5x9", "--nimber", "--nodes", "3000", "--store", &store], 3);
    assert!(out.is_empty() && said.contains("facts saved in") && said.contains("nodes"), "{said}");
    assert!(facts(&store) > 0);
}

/// Take one or two from a heap: the nimber is the rest modulo 3. The search needs the facts that were learned first,
/// and those had to make room for the others.
#[test]
fn facts_that_outgrow_memory_are_found_in_the_store() {
    const FACTS: u32 = 150_000;
    let folder = Folder::new("outgrow");
    let (store, text) = (folder.path("facts"), folder.path("facts.txt"));
    let lines: String = (1..=FACTS).rev().map(|heap| format!("{}\t{heap}\n", heap % 3)).collect();
    fs::write(&text, format!("grundy facts 1\ngame 0.33\n{lines}end {FACTS}\n")).expect("a file to write");
    ends(&["store", "import", &store, &text, "--trust"], 0);
    let solve =
        ["solve", "0.33", "150020", "--nimber", "--threads", "1", "--memory", "4M", "--json", "--search", "dfs"];
    let before = fs::metadata(folder.path("facts/facts.redb")).expect("a file").len();
    let (out, _) = ends(&[&solve[..], &["--store", &store]].concat(), 0);
    let answer: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(answer["nimber"].as_u64(), Some(150_020 % 3));
    assert!(fs::metadata(folder.path("facts/facts.redb")).expect("a file").len() > before, "there is an index");
    let (_, said) = ends(&solve, 3);
    assert!(said.contains("the limit on memory was reached"), "{said}");
}

#[test]
fn stores_of_others_are_refused_in_one_line() {
    let folder = Folder::new("others");
    let store = folder.path("facts");
    ends(&["solve", "cram", "3x4", "--store", &store], 0);
    let refused = |arguments: &[&str], reason: &str| {
        let (out, said) = ends(arguments, 2);
        assert!(out.is_empty() && said.lines().count() == 1 && said.contains(reason), "{said}");
    };
    refused(&["solve", "sprouts", "4", "--store", &store], "contains facts for cram, expected sprouts");
    refused(&["store", "export", &store, "--format", "spr"], "facts for cram");
    refused(&["store", "info", &folder.path("nothing")], "there is no store");
    fs::write(folder.path("facts/facts.redb"), b"something else").expect("a file to write");
    refused(&["solve", "cram", "3x4", "--store", &store], "damaged");
    fs::write(folder.path("file"), b"").expect("a file to write");
    refused(&["solve", "cram", "3x4", "--store", &folder.path("file")], "store ");
}

#[test]
fn two_processes_do_not_share_a_store() {
    let folder = Folder::new("two");
    let (store, log) = (folder.path("facts"), folder.path("log"));
    let mut first = start(&["solve", "sprouts", "40", "--store", &store, "--log", &log]);
    let began = Instant::now();
    while !Path::new(&log).exists() && began.elapsed() < Duration::from_secs(20) {
        sleep(Duration::from_millis(20));
    }
    let (_, said) = ends(&["solve", "sprouts", "4", "--store", &store], 2);
    first.kill().expect("a process to kill");
    first.wait().expect("a process that ends");
    assert!(said.contains("in use by another process"), "{said}");
    ends(&["solve", "sprouts", "4", "--store", &store], 0);
}

#[test]
fn facts_travel_as_text_and_false_ones_are_refused() {
    let folder = Folder::new("text");
    let [first, second, third] = ["first", "second", "third"].map(|name| folder.path(name));
    ends(&["solve", "cram", "4x5", "--nimber", "--store", &first], 0);
    ends(&["solve", "cram", "3x5", "--nimber", "--store", &second], 0);
    let (text, _) = ends(&["store", "export", &first], 0);
    let file = folder.path("facts.txt");
    fs::write(&file, &text).expect("a file to write");
    ends(&["store", "import", &third, &file], 0);
    assert_eq!(ends(&["store", "export", &third], 0).0, text, "sorted, and the same whatever the history");
    ends(&["store", "merge", &third, &first, &second], 0);
    ends(&["store", "merge", &second, &first], 0);
    assert_eq!(ends(&["store", "export", &third], 0), ends(&["store", "export", &second], 0));
    ends(&["store", "verify", &third], 0);

    let lie = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        fs::write(&file, text.replacen(from, to, 1)).expect("a file to write");
    };
    lie("\n2\t1x4\n", "\n3\t1x4\n");
    let fresh = folder.path("fresh");
    assert!(ends(&["store", "import", &fresh, &file], 1).1.contains("follow from the others"));
    assert!(!Path::new(&fresh).exists(), "a store for nothing");
    assert!(ends(&["store", "import", &third, &file], 1).1.contains("contradicts"));
    ends(&["store", "import", &fresh, &file, "--trust"], 0);
    assert!(ends(&["store", "verify", &fresh], 1).0.contains("3\t1x4"));
    assert!(ends(&["store", "merge", &first, &fresh], 1).1.contains("cannot have nimber"));
    lie("\nend ", "\nend 1");
    assert!(ends(&["store", "import", &fresh, &file], 2).1.contains("expected `end"));
}

/// Every line `$ ...` of the help and of docs/long-runs.md, in a folder of its own.
#[test]
fn examples_of_the_help_and_the_docs() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/long-runs.md");
    let program = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    for (name, text) in
        [("help", ends(&["store", "--help"], 0).0), ("docs", fs::read_to_string(docs).expect("docs/long-runs.md"))]
    {
        let folder = Folder::new(name);
        let lines: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("$ ")).collect();
        assert!(lines.len() >= 5, "{name}");
        for line in lines {
            let mut shell = Command::new("sh");
            let output = shell.args(["-c", line]).env("PATH", &path).current_dir(&folder.0).output().expect("a shell");
            assert_eq!(output.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

/// Writes to a FIFO in parts, so that something can happen while the program reads.
fn named_pipe(path: &str) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
}

/// A store that another process made while `import` was reading stays, whether it is open or closed by then.
#[test]
fn import_removes_no_store_that_another_process_made() {
    use std::io::Write;
    let folder = Folder::new("meanwhile");
    let (store, pipe) = (folder.path("facts"), folder.path("pipe"));
    for (round, line) in ["1\t1x2\nend 1\n", "2\t1x2\nend 1\n"].into_iter().enumerate() {
        let _ = fs::remove_dir_all(&store);
        let _ = fs::remove_file(&pipe);
        named_pipe(&pipe);
        let import = start(&["store", "import", &store, &pipe]);
        let mut writer = fs::OpenOptions::new().write(true).open(&pipe).expect("a reader at the other end");
        writer.write_all(b"grundy facts 1\ngame cram\n").expect("a pipe to write to");
        // Round 0: the other process still has the store open when the import goes on. Round 1: it has closed it.
        let mut other = start(&["solve", "cram", if round == 0 { "7x7" } else { "3x4" }, "--store", &store, "-q"]);
        if round == 0 {
            wait_for(|| Path::new(&store).join("facts.redb").exists());
        } else {
            assert!(other.wait().expect("an end").success());
        }
        writer.write_all(line.as_bytes()).expect("a pipe to write to");
        drop(writer);
        let output = import.wait_with_output().expect("an end");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(1 | 2)), "{message}");
        assert!(Path::new(&store).join("facts.redb").exists(), "{message}");
        if round == 0 {
            assert!(message.contains("in use by another process"), "{message}");
        }
        // In round 1 it has ended already.
        let _ = other.kill();
        let _ = other.wait();
        let _ = facts(&store);
    }
}

fn wait_for(condition: impl Fn() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < Duration::from_secs(30), "it takes too long");
        sleep(Duration::from_millis(10));
    }
}

/// What was refused leaves nothing behind, and removes nothing: neither a folder nor a link that was there.
#[test]
fn a_refused_import_changes_nothing() {
    let folder = Folder::new("refused");
    let (link, empty, new, file) = (folder.path("link"), folder.path("empty"), folder.path("new"), folder.path("f"));
    std::os::unix::fs::symlink(folder.path("nowhere"), &link).expect("a link");
    fs::create_dir(&empty).expect("a folder");
    fs::write(&file, "grundy facts 1\ngame cram\n2\t1x2\nend 1\n").expect("a file");
    for dir in [&link, &empty, &new] {
        ends(&["store", "import", dir, "/dev/null"], 2);
        ends(&["store", "import", dir, &file], 1);
        ends(&["store", "merge", dir, &folder.path("nothing")], 2);
    }
    assert!(fs::symlink_metadata(&link).expect("the link is still there").is_symlink());
    assert_eq!(fs::read_dir(&empty).expect("the folder is still there").count(), 0);
    assert!(!Path::new(&new).exists());
}
