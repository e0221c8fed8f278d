//! The documents: every command in them runs and prints what stands below it, every piece of Rust is a piece of an
//! example, every figure is the one that the program draws, and every link leads somewhere.
//!
//! In a block marked `console`, `$ ` begins a command. Below it is what it prints, standard error too; nothing if that
//! is not told; `...` for any number of lines. `? 3` is an exit code other than 0. Times may differ; counts of nodes
//! and facts may not. Commands of a document run in one empty folder, in which `grundy` is this checkout; `cd` changes
//! it.

use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = env!("CARGO_BIN_EXE_grundy");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the checkout")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// An empty folder, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder to write to");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The blocks of a document, each with its mark.
fn blocks(document: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = document.split("```").collect();
    assert!(parts.len() % 2 == 1, "a block without an end");
    parts.iter().skip(1).step_by(2).filter_map(|block| block.split_once('\n')).collect()
}

/// Text with times replaced. Counts stay: with one thread they are the same in every run. What a limit on time leaves
/// behind (`stopped: ...`) is not, so all numbers of such a line are replaced.
fn without_times(text: &str) -> Vec<String> {
    let is_number = |word: &str| {
        let word = word.trim_matches(['(', ')', ',']);
        word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let is_time =
            |i: usize| words.get(i + 1).is_some_and(|unit| unit.trim_end_matches([')', ',', ';', '.']) == "s");
        let shown = |(i, word): (usize, &&str)| {
            let masked = is_number(word) && (is_time(i) || line.starts_with("stopped:"));
            if masked { "N".to_string() } else { word.to_string() }
        };
        words.iter().enumerate().map(shown).collect::<Vec<_>>().join(" ")
    };
    text.trim_end().lines().map(line).collect()
}

/// Whether lines are what was expected, where `...` stands for any lines.
fn agree(expected: &[String], found: &[String]) -> bool {
    match expected.first().map(String::as_str) {
        None => found.is_empty(),
        Some("...") => (0..=found.len()).any(|skip| agree(&expected[1..], &found[skip..])),
        Some(line) => found.first().is_some_and(|f| f == line) && agree(&expected[1..], &found[1..]),
    }
}

/// Runs all commands of a document.
fn session(document: &str, at_least: usize) {
    let (root, text) = (root(), read(document));
    let folder = Folder::new(&document.replace(['/', '.'], "-"));
    std::os::unix::fs::symlink(&root, folder.0.join("grundy")).expect("a link to the checkout");
    let programs = Path::new(PROGRAM).parent().expect("a folder");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let mut here = folder.0.clone();
    let mut count = 0;
    for (mark, block) in blocks(&text) {
        // The reader copies a whole program into the project that was begun.
        let main = here.join("src/main.rs");
        if mark == "rust" && block.contains("fn main") && main.exists() {
            std::fs::write(main, block).expect("a project to write to");
        }
        if mark != "console" {
            continue;
        }
        let start = if block.starts_with("$ ") { 2 } else { panic!("a block begins with a command: {block}") };
        for example in block[start..].split("\n$ ") {
            let (line, expected) = example.split_once('\n').unwrap_or((example, ""));
            if let Some(to) = line.strip_prefix("cd ") {
                here = here.join(to);
                continue;
            }
            // The program is built already; `./test` is what runs this; nothing is installed for the whole machine.
            if ["./test", "git ", "cargo install "].iter().any(|other| line.starts_with(other)) {
                continue;
            }
            let run = line.replace("cargo run --release -- ", "grundy ").replace(
                "cargo run --release --example ",
                &format!("cargo run --quiet --manifest-path {}/Cargo.toml -p grundy --example ", root.display()),
            );
            let output = Command::new("sh")
                .args(["-c", &format!("exec 2>&1; {run}")])
                .env("PATH", &path)
                // A project of the reader's own is built beside ours: nothing is fetched, and the second time it is
                // quick.
                .env("CARGO_NET_OFFLINE", "true")
                .env("CARGO_TARGET_DIR", target_for(line))
                .current_dir(&here)
                .output()
                .expect("an end");
            let found = String::from_utf8(output.stdout).expect("UTF-8");
            let (expected, code) = match expected.trim_end().rsplit_once("? ") {
                Some((told, code)) if code.chars().all(|c| c.is_ascii_digit()) => (told, code.parse().expect("a code")),
                _ => (expected, 0),
            };
            assert_eq!(output.status.code(), Some(code), "{document}: {line}: {found}");
            let told = expected.trim_end() == "" || agree(&without_times(expected), &without_times(&found));
            assert!(told, "{document}: {line}\nexpected\n{expected}\nfound\n{found}");
            count += 1;
        }
    }
    assert!(count >= at_least, "{document}: {count} commands");
}

/// Where cargo builds what a document asks for: projects of the reader's own have other profiles than ours.
fn target_for(line: &str) -> PathBuf {
    let ours = Path::new(PROGRAM).parent().and_then(Path::parent).expect("the target folder").to_path_buf();
    if line.contains("--example") { ours } else { ours.join("documents") }
}

#[test]
fn the_readme() {
    session("README.md", 8);
}

#[test]
fn the_tutorial() {
    session("docs/tutorial.md", 25);
}

#[test]
fn the_page_on_graphs() {
    session("docs/graphs.md", 5);
}

#[test]
fn the_page_on_heap_games() {
    session("docs/heap-games.md", 1);
}

#[test]
fn the_page_on_long_runs() {
    session("docs/long-runs.md", 6);
}

#[test]
fn rust_in_the_documents_is_in_the_examples() {
    let examples = ["own_game", "own_check"].map(|name| read(format!("crates/grundy/examples/{name}.rs")));
    let tutorial = read("docs/tutorial.md");
    let pieces: Vec<&str> = blocks(&tutorial).into_iter().filter(|(mark, _)| *mark == "rust").map(|b| b.1).collect();
    assert!(pieces.len() >= 2);
    for piece in pieces {
        assert!(examples.iter().any(|example| example.contains(piece)), "{piece}");
    }
    // From nothing: all of it is there to be copied.
    assert!(tutorial.contains(&examples[0]));
}

#[test]
fn the_figures_are_those_of_the_program() {
    let folder = Folder::new("figures");
    let made = Command::new(root().join("docs/figures/make.sh")).arg(PROGRAM).arg(&folder.0).status();
    assert!(made.expect("bash").success());
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("docs/figures")).expect("figures") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "svg") {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let drawn = std::fs::read_to_string(folder.0.join(&name)).unwrap_or_default();
            assert!(drawn == read(&path), "{name} is not what the program draws: run docs/figures/make.sh");
            count += 1;
        }
    }
    assert!(count >= 15, "{count} figures");
}

#[test]
fn every_screenshot_is_shown() {
    let page = read("docs/explorer.md");
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("docs/screenshots")).expect("screenshots") {
        let name = entry.expect("a file").file_name().to_string_lossy().into_owned();
        assert!(page.contains(&format!("screenshots/{name}")), "{name}");
        count += 1;
    }
    assert!(count >= 8, "{count} screenshots");
}

/// Documents at the root, under docs and in the atlas.
fn documents() -> Vec<PathBuf> {
    let folders = ["", "docs", "docs/figures", "atlas", "tests/vectors"];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(root().join(folder)).into_iter().flatten());
    let paths = files.map(|entry| entry.expect("a file").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut count = 0;
    for document in documents() {
        let text = read(&document);
        for link in text.split("](").skip(1) {
            // A link may have brackets in it, as those to Wikipedia have; files of ours have none.
            let link = link.split(')').next().unwrap_or_default();
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            if link.starts_with("http") || link.starts_with("mailto:") {
                continue;
            }
            let target = if file.is_empty() { document.clone() } else { document.with_file_name(file) };
            assert!(target.exists(), "{}: {link}", document.display());
            if !place.is_empty() && target.extension().is_some_and(|e| e == "md") {
                let anchor = |heading: &str| {
                    let kept = heading.trim_start_matches('#').trim().to_lowercase();
                    kept.chars()
                        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
                        .collect::<String>()
                        .replace(' ', "-")
                };
                let found =
                    read(&target).lines().filter(|l| l.starts_with('#')).any(|heading| anchor(heading) == place);
                assert!(found, "{}: {link}", document.display());
            }
            count += 1;
        }
    }
    assert!(count >= 20, "{count} links");
}
