//! ARCHITECTURE.md holds: crates depend on what its table says, libraries do not talk to the world, and the files that
//! it names exist.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the checkout")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of the crates, without `grundy-`.
fn crates() -> BTreeSet<String> {
    let folders = std::fs::read_dir(root().join("crates")).expect("crates");
    folders.map(|entry| entry.expect("a folder").file_name().to_string_lossy().into_owned()).collect()
}

/// The dependencies in one section of a manifest.
fn dependencies(manifest: &str, section: &str) -> BTreeSet<String> {
    let inside = manifest.lines().skip_while(|line| line.trim() != section).skip(1);
    let lines = inside.take_while(|line| !line.starts_with('[')).filter(|line| line.contains('='));
    let name = |line: &str| line.split(['=', '.', ' ']).next().unwrap_or_default().to_string();
    lines.filter(|line| !line.starts_with('#')).map(name).collect()
}

/// Those of them that are crates of ours, without `grundy-`.
fn ours(manifest: &str, section: &str) -> BTreeSet<String> {
    let names = dependencies(manifest, section);
    names.iter().filter_map(|name| name.strip_prefix("grundy-")).map(str::to_string).collect()
}

/// The files below a folder whose names end so.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found
}

#[test]
fn crates_depend_on_what_the_table_says() {
    let text = read("ARCHITECTURE.md");
    let rooms = text.split("\n## ").find(|section| section.starts_with("Rooms")).expect("a table of the crates");
    let mut told: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rooms.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim().trim_matches('|').split('|').map(str::trim).collect();
        let name = cells[0].trim_matches('`');
        let depends = match cells.last().copied().unwrap_or_default() {
            nothing if nothing.starts_with("nothing") => BTreeSet::new(),
            list if list.starts_with("all but ") => {
                let left_out: Vec<&str> = list["all but ".len()..].split(", ").collect();
                crates().into_iter().filter(|other| other != name && !left_out.contains(&other.as_str())).collect()
            }
            list => list.split(", ").map(str::to_string).collect(),
        };
        told.insert(name.to_string(), depends);
    }
    assert_eq!(told.keys().cloned().collect::<BTreeSet<_>>(), crates(), "the rows of the table are the crates");
    for (name, told) in told {
        let manifest = read(format!("crates/{name}/Cargo.toml"));
        assert_eq!(ours(&manifest, "[dependencies]"), told, "{name}");
        // Lints that forbid `unsafe` and printing, and want documentation.
        let own_lints = "undocumented_unsafe_blocks = \"deny\"";
        let expected = if name == "pages" { own_lints } else { "[lints]\nworkspace = true" };
        assert!(manifest.contains(expected), "{name}");
    }
}

#[test]
fn the_checker_is_alone() {
    let manifest = read("crates/check/Cargo.toml");
    assert_eq!(dependencies(&manifest, "[dependencies]"), BTreeSet::new());
    assert_eq!(ours(&manifest, "[dev-dependencies]"), BTreeSet::new());
    for file in files(&root().join("crates/check/src"), ".rs") {
        let text = read(&file).replace("grundy_check", "");
        assert!(!text.contains("grundy_"), "{}", file.display());
    }
    // Not even a test of a game knows a search.
    assert_eq!(ours(&read("crates/games/Cargo.toml"), "[dev-dependencies]"), BTreeSet::new());
}

/// People are asked to trust the checkers, so documents say how much there is to read. A figure stands between
/// `<!-- lines PATH -->` and `<!-- end -->` and has to be right within a tenth.
#[test]
fn the_checkers_are_as_small_as_the_documents_say() {
    let is_code = |line: &&str| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with("//") && !line.starts_with('#')
    };
    let mut count = 0;
    for document in ["README.md", "docs/trust.md"] {
        let Ok(text) = std::fs::read_to_string(root().join(document)) else { continue };
        for marked in text.split("<!-- lines ").skip(1) {
            let (path, rest) = marked.split_once(" -->").expect("the end of a mark");
            let told: usize =
                rest.split("<!--").next().expect("a number").replace(',', "").trim().parse().expect("a number");
            let at = root().join(path);
            let sources = if at.is_dir() { files(&at.join("src"), ".rs") } else { vec![at] };
            let lines: usize = sources.iter().map(|file| read(file).lines().filter(is_code).count()).sum();
            assert!(told.abs_diff(lines) * 10 <= lines, "{document}: {path} has {lines} lines, not {told}");
            count += 1;
        }
    }
    assert!(count >= 2, "{count} figures");
}

/// What clippy does not see: streams that are written to without a macro, the environment, signals.
#[test]
fn libraries_do_not_talk_to_the_world() {
    const WORLD: [&str; 9] = [
        "println!",
        "print!(",
        "io::stdout",
        "io::stderr",
        "io::stdin",
        "env::var",
        "env::args",
        "process::exit",
        "clippy::print",
    ];
    let mut count = 0;
    for name in crates().iter().filter(|&name| name != "grundy") {
        for file in files(&root().join("crates").join(name).join("src"), ".rs") {
            for (number, line) in read(&file).lines().enumerate() {
                let code = !line.trim_start().starts_with("//");
                let word = WORLD.iter().find(|&&word| code && line.contains(word));
                assert!(word.is_none(), "{}, line {}: {line}", file.display(), number + 1);
            }
            count += 1;
        }
    }
    assert!(count > 50, "{count} files");
}

#[test]
fn files_that_the_map_names_exist() {
    let all: Vec<String> = ["crates", "bench", "checkers", "docs", "atlas", "tests", "fuzz"]
        .iter()
        .flat_map(|folder| files(&root().join(folder), ""))
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    let mut count = 0;
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = read(document);
        for word in text.split('`').skip(1).step_by(2) {
            let is_file = [".rs", ".py", ".sh", ".tsv", ".md"].iter().any(|end| word.ends_with(end));
            if is_file && !word.contains(' ') {
                let exists = root().join(word).exists() || all.iter().any(|path| path.ends_with(&format!("/{word}")));
                assert!(exists, "{document}: {word}");
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count} names");
}

/// What threads share comes from `sync.rs`, or the model checkers do not see it; but for the flag that stops a search,
/// which is set from elsewhere.
#[test]
fn what_threads_share_is_in_one_place() {
    let sources = files(&root().join("crates/search/src"), ".rs");
    let may = |file: &&PathBuf| {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        ["sync.rs", "limits.rs"].contains(&name.as_str()) || name.ends_with("_models.rs")
    };
    let mut count = 0;
    for file in sources.iter().filter(|file| !may(file)) {
        let text = read(file);
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let Some((_, taken)) = line.split_once("std::sync::") else { continue };
            assert!(taken.starts_with("Arc;") || taken.starts_with("atomic::Ordering"), "{}: {line}", file.display());
            count += 1;
        }
    }
    assert!(count > 5, "{count} uses");
}

/// Functions and types that the map names are in the code.
#[test]
fn names_of_the_map_exist() {
    let code: Vec<String> = files(&root().join("crates"), ".rs").iter().map(read).collect();
    let text = read("ARCHITECTURE.md");
    let is_name = |word: &&str| {
        word.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_')
            && (word.contains('_') || word.starts_with(|c: char| c.is_ascii_uppercase()))
    };
    let mut count = 0;
    for name in text.split('`').skip(1).step_by(2).filter(is_name) {
        let kinds = ["fn", "enum", "struct", "trait", "static", "const"].map(|kind| format!("{kind} {name}"));
        // Names of lints are not ours.
        let is_ours = !name.starts_with("print_");
        assert!(!is_ours || code.iter().any(|text| kinds.iter().any(|kind| text.contains(kind))), "{name}");
        count += 1;
    }
    assert!(count > 10, "{count} names");
}

/// A file opens with what it is.
#[test]
fn every_file_says_what_it_is() {
    for file in files(&root().join("crates"), ".rs") {
        assert!(read(&file).starts_with("//!"), "{}", file.display());
    }
}

/// The modules of a crate and what each of them imports from the same crate: by file, and by the first folder below
/// `src`.
///
/// A file that only re-exports (`pub use`, `pub(crate) use`) hides nothing: what is imported through it counts as
/// imported from the folder. Test modules at the end of a file may import anything.
fn imports(name: &str) -> [BTreeMap<String, BTreeSet<String>>; 2] {
    let source = root().join("crates").join(name).join("src");
    let module = |file: &Path| -> Vec<String> {
        let path = file.strip_prefix(&source).expect("below src").with_extension("");
        let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
        parts.filter(|part| part != "mod" && part != "lib" && part != "main").collect()
    };
    let sources = files(&source, ".rs");
    let modules: BTreeSet<Vec<String>> = sources.iter().map(|file| module(file)).collect();
    let (mut by_file, mut by_folder) = (BTreeMap::<_, BTreeSet<_>>::new(), BTreeMap::<_, BTreeSet<_>>::new());
    for file in &sources {
        let own = module(file);
        if own.is_empty() || own.last().is_some_and(|last| last.ends_with("_models")) {
            continue;
        }
        let text = read(file);
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for statement in
            code.split(';').filter_map(|part| part.rsplit_once("\nuse ").or_else(|| part.split_once("use ")))
        {
            if !statement.0.trim_end_matches(|c| c != '\n').ends_with('\n') && !statement.0.is_empty() {
                continue;
            }
            for path in used_paths(statement.1) {
                let mut target: Vec<String> = match path.first().map(String::as_str) {
                    Some("crate") => path[1..].to_vec(),
                    Some("super") => own[..own.len() - 1].iter().chain(&path[1..]).cloned().collect(),
                    Some("self") => own.iter().chain(&path[1..]).cloned().collect(),
                    _ => continue,
                };
                while !modules.contains(&target) {
                    target.pop();
                }
                if !target.is_empty() && target != own {
                    by_file.entry(own.join("::")).or_default().insert(target.join("::"));
                }
                if !target.is_empty() && target[0] != own[0] {
                    by_folder.entry(own[0].clone()).or_default().insert(target[0].clone());
                }
            }
        }
    }
    [by_file, by_folder]
}

/// The paths that one `use` names: `a::{b::c, d}` is `a::b::c` and `a::d`.
fn used_paths(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    let Some((head, rest)) = tree.split_once('{') else {
        let plain = tree.split(" as ").next().unwrap_or_default();
        return vec![plain.split("::").map(|part| part.trim().to_string()).collect()];
    };
    let head: Vec<String> = head.split("::").map(str::trim).filter(|part| !part.is_empty()).map(String::from).collect();
    let inner = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => parts.push(&inner[std::mem::replace(&mut start, at + 1)..at]),
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let inner = parts.into_iter().filter(|part| !part.trim().is_empty()).flat_map(used_paths);
    inner.map(|path| head.iter().cloned().chain(path).collect()).collect()
}

/// A cycle in a graph, if there is one.
fn cycle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn visit(
        graph: &BTreeMap<String, BTreeSet<String>>,
        path: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        let last = path.last().cloned()?;
        for next in
            graph.get(&last).into_iter().flatten().filter(|next| !done.contains(*next)).cloned().collect::<Vec<_>>()
        {
            if let Some(at) = path.iter().position(|on| *on == next) {
                return Some(path[at..].to_vec());
            }
            path.push(next);
            if let Some(found) = visit(graph, path, done) {
                return Some(found);
            }
            path.pop();
        }
        done.insert(last);
        None
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| visit(graph, &mut vec![start.clone()], &mut done))
}

#[test]
fn modules_of_a_crate_do_not_import_each_other() {
    // The reader of `use` and the search for cycles find what they should.
    let paths = used_paths("crate::{a::{B, c}, d as e}");
    let paths: Vec<String> = paths.iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["crate::a::B", "crate::a::c", "crate::d"]);
    let graph = |edges: &[(&str, &str)]| {
        let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in edges {
            graph.entry(from.to_string()).or_default().insert(to.to_string());
        }
        graph
    };
    assert_eq!(cycle(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    assert_eq!(cycle(&graph(&[("a", "b"), ("b", "c"), ("c", "b")])), Some(vec!["b".to_string(), "c".to_string()]));
    let [by_file, by_folder] = imports("search");
    assert!(by_folder["solver"].contains("worker") && by_file["worker"].contains("table"));

    let cyclic = |name: &String| imports(name).iter().find_map(cycle);
    let found: BTreeMap<String, Vec<String>> =
        crates().into_iter().filter_map(|name| Some((name.clone(), cyclic(&name)?))).collect();
    assert_eq!(found, BTreeMap::new(), "crates with import cycles");
}
