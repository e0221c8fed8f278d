//! The program from outside: every example of the help runs; what bad input gets; exit codes; pipes.

mod batch;
mod limits;
mod period;
mod suggestions;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_grundy");

fn grundy(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().expect("an end")
}

fn fed(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    feed(started(Command::new(PROGRAM).args(arguments)), input)
}

fn started(command: &mut Command) -> Child {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("a program to start")
}

fn feed(mut child: Child, input: impl AsRef<[u8]>) -> Output {
    // A program that refuses its arguments does not wait for its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_ref());
    child.wait_with_output().expect("an end")
}

/// Runs a line as a person would, with our program first in the path.
fn shell(line: &str, folder: &Path) -> Output {
    let programs = Path::new(PROGRAM).parent().expect("a folder");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    Command::new("sh").args(["-c", line]).env("PATH", path).current_dir(folder).output().expect("an end")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The answer to a command that has to succeed.
fn answer(arguments: &[&str]) -> String {
    let output = grundy(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    stdout(&output)
}

/// One line on standard error, nothing on standard output, exit code 2. Returns the line.
fn refused(output: &Output) -> String {
    let line = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert_eq!(stdout(output), "", "{line}");
    assert!(line.starts_with("error: ") && line.ends_with('\n') && line.lines().count() == 1, "{line:?}");
    line
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Lines `$ ...` of a help text.
fn examples(help: &str) -> Vec<String> {
    help.lines().filter_map(|line| line.trim().strip_prefix("$ ")).map(str::to_string).collect()
}

/// The commands that the help lists.
fn verbs() -> Vec<String> {
    let help = answer(&["--help"]);
    let list = help.split("Commands:\n").nth(1).expect("a list of commands");
    // What is told of a command may take several lines, which stand further in.
    let lines = list.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  "));
    let names = lines.filter(|line| !line.starts_with(' ')).filter_map(|line| line.split_whitespace().next());
    names.filter(|&name| name != "help").map(str::to_string).collect()
}

#[test]
fn examples_of_the_help() {
    let folder = std::env::temp_dir().join(format!("grundy-examples-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder to write to");
    let verbs = verbs();
    assert!(verbs.len() >= 6 && verbs.contains(&"inevitable".to_string()), "{verbs:?}");
    let helps = verbs.iter().map(|verb| answer(&[verb, "--help"])).chain([answer(&["--help"])]);
    for help in helps {
        let examples = examples(&help);
        assert!(!examples.is_empty(), "{help}");
        for example in examples {
            // A server that runs until it is stopped: the browser tests start it.
            if example.starts_with("grundy explore") {
                continue;
            }
            let output = shell(&example, &folder);
            assert_eq!(output.status.code(), Some(0), "{example}: {}", stderr(&output));
            let silent = [" -o ", " > "].iter().any(|sign| example.contains(sign));
            assert!(!output.stdout.is_empty() || silent, "{example}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("a folder to remove");
}

/// A command offers nothing that it refuses, tells its own defaults, and has a place of its own in the list.
#[test]
fn the_help_of_a_command_that_differs() {
    let bench = answer(&["bench", "--help"]);
    assert!(bench.contains("every run is the same [default: 1]"), "{bench}");
    for refused_there in ["--store", "--log", "--verbose"] {
        assert!(!bench.contains(refused_there), "{bench}");
    }
    assert!(refused(&grundy(&["bench", "sprouts", "3", "--store", "facts"])).contains("--store"));
    assert!(refused(&grundy(&["bench", "signature", "5"])).contains("fixed set"));
    assert!(answer(&["play", "--help"]).contains("[default: 5s]"));
    let solve = answer(&["solve", "--help"]);
    assert!(solve.contains("[default: all cores]") && solve.contains("--store <DIR>"), "{solve}");
    let verbs = verbs();
    let place = |name| verbs.iter().position(|verb| verb == name);
    assert!(place("bench") < place("tree") && place("play") < place("explore"), "{verbs:?}");
}

/// One thread visits the same couples on every machine. A change of the search changes the file, on purpose:
/// `cargo run --release -- bench signature > bench/signature.tsv`.
#[test]
fn the_signature_of_the_bench() {
    assert_eq!(answer(&["bench", "signature"]), include_str!("../../../../bench/signature.tsv"));
}

#[test]
fn the_papers_example() {
    let text = answer(&["solve", "nim", "7 5 4 2", "--nimber"]);
    assert!(text.starts_with("outcome  win\nnimber   4\nmove     7->3, leaving 3 5 4 2\nnodes "), "{text}");
    let options = answer(&["options", "nim", "7 5 4 2"]);
    let winning: Vec<&str> = options.lines().filter_map(|line| line.strip_prefix("*   0  ")).collect();
    assert_eq!(winning, ["7->3", "5->1", "4->0"]);
    assert_eq!(options.lines().count(), 18);
}

#[test]
fn every_search_gives_the_same_answers() {
    for search in ["dfs", "pn", "dfpn"] {
        assert_eq!(answer(&["solve", "cram", "4x5", "--nimber", "--format", "tsv", "--search", search]), "4x5\tW\t2\n");
        assert_eq!(answer(&["solve", "sprouts", "7", "--format", "tsv", "--search", search]), "7\tL\t\n");
    }
    assert_eq!(
        answer(&["solve", "cram", "3x6", "-n", "--format", "tsv", "--search", "dfs", "--seed", "5"]),
        "3x6\tW\t4\n"
    );
}

#[test]
fn positions_of_a_file() {
    let output = fed(&["solve", "cram", "--file", "-", "--nimber", "--format", "tsv"], "3x4\n3x5\tremark\n\n..#/...\n");
    assert_eq!(stdout(&output), "3x4\tW\t1\n3x5\tW\t1\n..#/...\tL\t0\n");
    let output = fed(&["solve", "nim", "-"], "1 2 3\r\n1 2\n");
    assert_eq!(stdout(&output), "1 2 3: loss\n1 2: win, 2->1\n");
    let output = fed(&["solve", "kayles", "-", "--json"], "5\n5 5\n");
    let lines: Vec<_> = stdout(&output).lines().map(json).collect();
    assert_eq!((&lines[0]["outcome"], &lines[1]["outcome"]), (&"win".into(), &"loss".into()));
    assert_eq!(lines[1]["move"], serde_json::Value::Null);
}

/// A table of Sprouts positions as other programs write it, in which digits are boundaries.
#[test]
fn the_vectors_as_a_file() {
    for (game, file) in [("sprouts", "sprouts-positions.tsv"), ("cram", "cram-positions.tsv")] {
        let path = format!("{}/../../tests/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
        let expected: Vec<String> =
            std::fs::read_to_string(&path).expect("vectors").lines().map(str::to_string).collect();
        let found = answer(&["solve", game, "--file", &path, "--nimber", "--format", "tsv"]);
        let columns = |line: &str| line.split('\t').map(str::to_string).collect::<Vec<_>>();
        for (found, expected) in found.lines().map(columns).zip(expected.iter().map(|line| columns(line))) {
            let outcome = if expected[1] == "0" { "L" } else { "W" };
            assert_eq!(found, [&expected[0], outcome, &expected[1]], "{file}");
        }
        assert_eq!(found.lines().count(), expected.len());
    }
    assert_eq!(stdout(&fed(&["solve", "sprouts", "-", "--format", "tsv"], "1\n3\n12\n")), "1\tL\t\n3\tW\t\n12\tL\t\n");
}

#[test]
fn tables() {
    assert_eq!(answer(&["table", "cram", "3x1..6", "--format", "bfile"]), "1 1\n2 1\n3 0\n4 1\n5 1\n6 4\n");
    let grid = answer(&["table", "cram", "4..5x4..6"]);
    assert_eq!(grid, "       4   5   6\n   4   0   2   0\n   5   -   0   2\n");
    assert_eq!(answer(&["table", "cram", "4..5x4..5", "--format", "tsv"]), "4x4\tL\t0\n4x5\tW\t2\n5x5\tL\t0\n");
    let latex = answer(&["table", "cram", "4..5x4..5", "--format", "latex"]);
    assert_eq!(
        latex,
        "% \\usepackage{booktabs}\n\\begin{tabular}{rcc}\n\\toprule\n & 4 & 5 \\\\\n\\midrule\n4 & 0 & 2 \\\\\n5 & - & 0 \\\\\n\
         \\bottomrule\n\\end{tabular}\n"
    );
    let markdown = answer(&["table", "sprouts", "2..3", "--nimber", "--format", "markdown"]);
    assert_eq!(markdown, "| spots | outcome | nimber |\n|---:|---:|---:|\n| 2 | loss | 0 |\n| 3 | win | 1 |\n");
    assert_eq!(answer(&["table", "sprouts", "2..3"]), "spots  outcome\n    2  loss\n    3  win\n");
    let document = json(&answer(&["table", "0.77", "0..200", "--format", "json"]));
    assert_eq!(document["rows"].as_array().map(Vec::len), Some(201));
    assert_eq!(document["rows"][11]["nimber"], 6);
    assert_eq!((&document["period"]["period"], &document["period"]["preperiod"]), (&12.into(), &71.into()));
    assert_eq!((&document["game"], &document["stopped"]), (&"0.77".into(), &serde_json::Value::Null));
    let folded = answer(&["table", "nim", "0..4", "--format", "latex", "--columns", "2"]);
    assert!(folded.contains("\\begin{tabular}{rc@{\\qquad}rc}\n"), "{folded}");
    assert!(folded.contains("\n0 & 0 & 3 & 3 \\\\\n1 & 1 & 4 & 4 \\\\\n2 & 2 & & \\\\\n\\bottomrule"), "{folded}");
    let output = grundy(&["table", "kayles", "198..200", "--format", "tsv"]);
    let searched =
        [198, 199, 200].map(|heap: u32| answer(&["solve", "kayles", &heap.to_string(), "-n", "--format", "tsv"]));
    assert_eq!(stdout(&output), searched.concat());
    assert!(stderr(&output).starts_with("period 12 "), "{}", stderr(&output));
}

#[test]
fn the_theorem() {
    let found = json(&answer(&["inevitable", "cram", "3x4", "3x4", "--json"]));
    assert_eq!((&found["outcome"], &found["nimber"], &found["equal"]), (&"loss".into(), &1.into(), &true.into()));
    assert!(found["elementary_nodes"].as_u64() > found["nodes_by_nimbers"].as_u64(), "{found}");
    let output = grundy(&["inevitable", "cram", "4x5", "4x5", "--nodes", "100"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(stdout(&output), "");
}

#[test]
fn json_has_every_name() {
    let found = json(&answer(&["solve", "cram", "3x4", "--nimber", "--json"]));
    for name in [
        "game",
        "position",
        "outcome",
        "nimber",
        "move",
        "nodes",
        "expansions",
        "components",
        "facts",
        "seconds",
        "stopped",
    ] {
        assert!(found.get(name).is_some(), "{name}");
    }
    assert_eq!(
        (&found["game"], &found["nimber"], &found["stopped"]),
        (&"cram".into(), &1.into(), &serde_json::Value::Null)
    );
    let after = found["move"]["result"].as_str().expect("a winning move");
    assert_eq!(answer(&["solve", "cram", after, "--format", "tsv"]), format!("{after}\tL\t\n"));
    let options = json(&answer(&["options", "cram", "3x3", "--json"]));
    assert_eq!(options["nimber"], 0);
    assert!(options["options"].as_array().is_some_and(|all| all.iter().all(|option| option["winning"] == false)));
}

#[test]
fn what_bad_input_gets() {
    for (arguments, part) in [
        (&["solve", "xyzzy", "3"][..], "unknown game `xyzzy`: expected nim, cram, sprouts, node-kayles,"),
        (&["solve", "0.7w", "3"], "column 4: found 'w'"),
        (&["solve", "nim", "7 x 2"], "column 3: found 'x', expected"),
        (&["solve", "nim", "99999999999999999999"], "at most"),
        (&["solve", "nim", ""], "the end"),
        (&["solve", "cram", "0x3"], "column 1"),
        (&["solve", "cram", "99999x99999"], "column 1"),
        (&["solve", "cram", "..#/...."], "row"),
        (&["solve", "cram", "hello"], "column 1"),
        (&["solve", "sprouts", "99999999999999999999"], "spots"),
        (&["solve", "sprouts", "AAA"], "column"),
        (&["solve", "sprouts", "0.A"], "column"),
        (&["solve", "nim", "--file", "no/such/file"], "cannot read no/such/file: "),
        (&["solve", "nim", "--file", "."], "cannot read .: "),
        (&["solve", "nim", "3", "--file", "x"], "cannot be used with"),
        (&["solve", "nim"], "required arguments were not provided: <POSITION>"),
        (&["solve"], "required arguments were not provided"),
        (&[], "no command: expected one of solve, options,"),
        (&["foo"], "unrecognized subcommand 'foo'"),
        (&["solve", "nim", "3", "--time", "soon"], "expected a time such as"),
        (&["solve", "nim", "3", "--memory", "lots"], "expected a size such as"),
        (&["solve", "nim", "3", "--nodes", "1e99"], "expected a number such as"),
        (&["solve", "nim", "3", "--search", "bfs"], "[possible values: dfs, pn, dfpn]"),
        (&["solve", "nim", "3", "--threads", "0"], "expected a number from 1 to 1000"),
        (&["solve", "nim", "3", "--threads", "1.5"], "expected a number from 1 to 1000"),
        (&["check", "x", "--threads", "99999999999999999999"], "expected a number from 1 to 1000"),
        (&["prove", "sprouts", "60", "--output", "no/such/file"], "cannot write no/such/file: "),
        (&["solve", "sprouts", "60", "--prove", "."], "cannot write .: "),
        (&["bench", "signature", "--json"], "no --json"),
        (&["solve", "nim", "3", "--seed", "x"], "--seed"),
        (&["options", "cram", "x"], "column 1"),
        (&["table", "cram", "3"], "expected rows and columns, such as 3x1..14"),
        (&["table", "sprouts", "3x3"], "expected one range of sizes"),
        (&["table", "kayles", "5..1"], "a number of at least 5"),
        (&["table", "kayles", "0..999999999"], "at most"),
        (&["table", "cram", "3x0..4"], "column 3"),
        (&["table", "cram", "3..4x3..4", "--format", "bfile"], "b-file"),
        (&["table", "cram", "3x3..99999"], "column"),
        (&["inevitable", "cram", "3x3", "y"], "column 1"),
        (&["man", "foo"], "expected one of solve"),
        (&["completions", "foo"], "possible values: bash"),
    ] {
        let line = refused(&grundy(arguments));
        assert!(line.contains(part), "{arguments:?}: {line}");
    }
    for (input, part) in [
        (&b"3\n\xff\n"[..], "-, line 2: found bytes that are not UTF-8"),
        (b"", "-: found no position"),
        (b"\n \n\t\n", "-: found no position"),
    ] {
        let line = refused(&fed(&["solve", "nim", "--file", "-"], input));
        assert!(line.contains(part), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text() {
    use std::os::unix::ffi::OsStrExt;
    let strange = std::ffi::OsStr::from_bytes(b"\xff\x1b[2J");
    refused(&Command::new(PROGRAM).args(["solve", "nim"]).arg(strange).output().expect("an end"));
    let line = refused(&Command::new(PROGRAM).args(["solve", "nim", "--file"]).arg(strange).output().expect("an end"));
    assert!(!line.contains('\x1b'), "{line:?}");
    let line = refused(&grundy(&["solve", "\x1b[2J\n", "3"]));
    assert!(!line.contains('\x1b'), "{line:?}");
}

#[test]
fn limits_stop_with_what_is_known() {
    let output = grundy(&["solve", "sprouts", "40", "--nodes", "1e3"]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(3), ""));
    assert!(stderr(&output).starts_with("stopped: the limit on nodes was reached; "), "{}", stderr(&output));
    let output = grundy(&["solve", "sprouts", "200", "--time", "300ms"]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(3), ""));
    assert!(stderr(&output).starts_with("stopped: the limit on time was reached; "), "{}", stderr(&output));
    let output = grundy(&["solve", "cram", "6x7", "--nimber", "--json", "--time", "300ms"]);
    let known = json(&stdout(&output));
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        (&known["outcome"], &known["stopped"], &known["excluded"][0]),
        (&"win".into(), &"time".into(), &0.into())
    );
    assert!(stderr(&output).contains("nimber is not 0"), "{}", stderr(&output));
    let output = grundy(&["solve", "cram", "7x8", "--nimber", "--memory", "2M"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let output = grundy(&["table", "cram", "5x5..12", "--format", "tsv", "--time", "1s"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).starts_with("5x5\tL\t0\n"), "{}", stdout(&output));
    let output = grundy(&["options", "sprouts", "30", "--nodes", "100"]);
    assert_eq!(output.status.code(), Some(3));
}

/// Large positions have many options, and options that are large: the clock is looked at all the same.
#[test]
fn limits_hold_on_large_positions() {
    let heaps = (1..=1500).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
    for (game, position) in
        [("cram", "23x23"), ("cram", "3x180"), ("nim", &heaps), ("kayles", "1000000"), ("sprouts", "900")]
    {
        let began = Instant::now();
        let output = grundy(&["solve", game, position, "--nimber", "--json", "--time", "500ms", "--memory", "100M"]);
        assert!(began.elapsed() < Duration::from_secs(30), "{game} {position:.9}: {:?}", began.elapsed());
        assert!(matches!(output.status.code(), Some(0 | 3)), "{game} {position:.9}: {}", stderr(&output));
        assert!(json(&stdout(&output)).is_object());
    }
    let began = Instant::now();
    let output = grundy(&["table", "kayles", "0..16777216", "--format", "tsv", "--time", "300ms"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(began.elapsed() < Duration::from_secs(30));
}

/// What cannot be written is told, wherever it goes.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    for line in ["solve nim 3", "prove cram 3x3", "table nim 0..9", "options nim 3", "draw cram 2x2", "man"] {
        let output = shell(&format!("{PROGRAM} {line} > /dev/full"), Path::new("."));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(stderr(&output).contains("cannot write the answer: "), "{line}: {}", stderr(&output));
    }
    let output = grundy(&["solve", "cram", "3x3", "--log", "/dev/full"]);
    assert_eq!((output.status.code(), stdout(&output).contains("loss")), (Some(0), true));
    assert!(stderr(&output).starts_with("cannot write the log: "), "{}", stderr(&output));
}

/// Starts a command, sends it a signal while its input is open and nothing comes, and gives its code and what it told.
#[cfg(unix)]
fn signalled(command: &str, signal: &str) -> (Option<i32>, String) {
    let mut child = started(Command::new(PROGRAM).args(command.split(' ')));
    let input = child.stdin.take();
    std::thread::sleep(Duration::from_millis(500));
    assert!(shell(&format!("kill -{signal} {}", child.id()), Path::new(".")).status.success());
    let code = child.wait().expect("an end").code();
    drop(input);
    let mut told = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut told).expect("UTF-8");
    (code, told)
}

/// Where nothing is searched, or the program waits for a person, one signal is enough.
#[cfg(unix)]
#[test]
fn signals_end_what_does_not_search() {
    for command in
        ["play nim 3,5", "play sprouts 5 --players people", "solve nim -", "check -", "explore --no-open --port 0"]
    {
        for signal in ["INT", "TERM"] {
            assert_eq!(signalled(command, signal).0, Some(130), "{command}, {signal}");
        }
    }
}

#[cfg(unix)]
#[test]
fn signals_stop_a_search() {
    for command in [
        "solve sprouts 60",
        "options sprouts 60",
        "prove sprouts 60",
        "table sprouts 60 --nimber",
        "bench sprouts 3 60",
        "bench cram 3x3 13x13 --keep --json",
    ] {
        for signal in ["INT", "TERM"] {
            let (code, told) = signalled(command, signal);
            assert_eq!(code, Some(130), "{command}, {signal}");
            assert!(told.starts_with("stopped: interrupted"), "{command}, {signal}: {told}");
        }
    }
}

#[test]
fn a_closed_pipe_is_no_panic() {
    for arguments in [&["table", "kayles", "0..2000000"][..], &["options", "nim", "200000"], &["completions", "bash"]] {
        let mut child = started(Command::new(PROGRAM).args(arguments));
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let output = child.wait_with_output().expect("an end");
        assert!(!line.is_empty() && output.status.code() == Some(0), "{arguments:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
    }
}

#[test]
fn silent_in_a_pipe() {
    let output = grundy(&["solve", "sprouts", "13"]);
    assert_eq!(stderr(&output), "");
    assert!(stdout(&output).starts_with("outcome  loss\n"));
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(answer(&["completions", shell]).contains("inevitable"), "{shell}");
    }
    assert!(answer(&["man"]).contains(".TH grundy 1"));
    assert!(answer(&["man", "solve"]).contains("nimber"));
    assert!(answer(&["--version"]).starts_with("grundy 0."));
}

/// The example is a program with a command line of its own.
#[test]
fn a_game_of_your_own() {
    let example = Path::new(PROGRAM).with_file_name("examples").join("own_game");
    // Test runners build examples under other names, or not at all.
    let built =
        Command::new(env!("CARGO")).args(["build", "--quiet", "-p", "grundy", "--example", "own_game"]).status();
    assert!(built.expect("cargo").success());
    let run = |arguments: &[&str], input: &str| feed(started(Command::new(&example).args(arguments)), input);
    let solved = |position: &str| -> serde_json::Value {
        serde_json::from_str(&stdout(&run(&["solve", position, "--json", "--nimber", "--threads", "1"], "")))
            .expect("JSON")
    };
    let seven = solved("7");
    assert_eq!((&seven["game"], &seven["outcome"]), (&"seats".into(), &"win".into()));
    let left = seven["move"]["result"].as_str().expect("a winning move from 7").to_string();
    assert_eq!(solved(&left)["nimber"], 0, "{seven}");
    assert_eq!(solved("8")["outcome"], "loss");
    assert_eq!(solved("9")["nimber"], 3);
    // All commands, without the name of the game.
    assert!(stdout(&run(&["options", "5"], "")).contains("5 -> 1 + 1"));
    assert!(stdout(&run(&["table", "1..9", "--format", "tsv"], "")).ends_with("9\tW\t3\n"));
    assert!(stdout(&run(&["tree", "4", "--kind", "nimbers"], "")).starts_with("4"));
    assert!(stdout(&run(&["tree", "4", "--format", "svg"], "")).contains(">4</text>"));
    assert!(stdout(&run(&["bench", "9"], "")).contains(" 3 "));
    assert!(stdout(&run(&["--help"], "")).contains("seats"));
    assert!(!stdout(&run(&["solve", "--help"], "")).contains("GAME"));
    let line = refused(&run(&[], ""));
    assert!(line.contains("expected one of solve,") && !line.contains("period"), "{line}");
    // What it proves it can check; another claim, another game and another file it does not accept.
    let proof = stdout(&run(&["prove", "9", "--nimber"], ""));
    let folder = std::env::temp_dir().join(format!("grundy-own-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder to write to");
    let checked = |text: &str| {
        let file = folder.join("seats.cert");
        std::fs::write(&file, text).expect("a file to write");
        run(&["check", &file.to_string_lossy()], "")
    };
    assert!(stdout(&checked(&proof)).starts_with("VERIFIED seats nimber 3 9 ("), "{proof}");
    let lie = checked(&proof.replace("claim nimber 3", "claim nimber 2"));
    assert_eq!(lie.status.code(), Some(1));
    assert!(stdout(&lie).starts_with("REFUSED line 3: "), "{}", stdout(&lie));
    assert!(!checked(&proof.replace("game seats", "game sprouts")).status.success());
    refused(&run(&["check", "no/such/file"], ""));
    let store = folder.join("facts").to_string_lossy().into_owned();
    run(&["solve", "30", "--nimber", "--store", &store], "");
    let verified = run(&["store", "verify", &store], "");
    assert!(verified.status.success() && stdout(&verified).contains("not proved  0\n"), "{}", stderr(&verified));
    std::fs::remove_dir_all(&folder).expect("a folder to remove");
    // From 8 every move loses against the solver.
    let play = stdout(&run(&["play", "8"], "1\n1\n1\n1\n1\n1\n"));
    assert!(play.ends_with("You cannot move: you lose.\n"), "{play}");
    let play = stdout(&run(&["play", "2 + 2"], "huh\n99\nq\n"));
    assert!(play.contains("There is no move \"huh\".") && play.contains("There is no move \"99\"."), "{play}");
}
