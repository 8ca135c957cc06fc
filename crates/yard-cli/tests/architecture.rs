//! The picture of the crates in ARCHITECTURE.md and in the README is what Cargo says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

type Graph = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Which of our crates each one uses; names without `yard-`. What only tests use does not count.
fn used() -> Graph {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let ours = |name: &serde_json::Value| name.as_str()?.strip_prefix("yard-").map(str::to_owned);
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages
        .map(|package| {
            let dependencies = package["dependencies"].as_array().unwrap().iter();
            let normal = dependencies.filter(|dependency| dependency["kind"].is_null());
            let names = normal.filter_map(|dependency| ours(&dependency["name"])).collect();
            (ours(&package["name"]).unwrap(), names)
        })
        .collect()
}

/// All that can be reached from a crate without the one arrow to `without`.
fn reached(graph: &Graph, from: &str, without: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&String> = graph[from].iter().filter(|next| *next != without).collect();
    while let Some(next) = open.pop() {
        if seen.insert(next.clone()) {
            open.extend(&graph[next]);
        }
    }
    seen
}

/// The arrows that do not follow from others.
fn needed(graph: &Graph) -> BTreeSet<(String, String)> {
    let arrows = graph.iter().flat_map(|(from, all)| all.iter().map(move |to| (from, to)));
    let needed = arrows.filter(|(from, to)| !reached(graph, from, to).contains(*to));
    needed.map(|(from, to)| (from.clone(), to.clone())).collect()
}

/// The arrows of the picture in a document: `a --> b & c`.
fn drawn(file: &str) -> BTreeSet<(String, String)> {
    let text = fs::read_to_string(root().join(file)).unwrap();
    let (_, picture) = text.split_once("```mermaid\n").expect("a picture");
    let (picture, _) = picture.split_once("```").expect("its end");
    let arrows = picture.lines().filter_map(|line| line.trim().split_once(" --> "));
    arrows
        .flat_map(|(from, to)| to.split(" & ").map(|to| (from.to_owned(), to.to_owned())))
        .collect()
}

#[test]
fn the_pictures_show_who_depends_on_whom() {
    let wanted = needed(&used());
    for file in ["ARCHITECTURE.md", "README.md"] {
        assert_eq!(drawn(file), wanted, "{file}");
    }
}

/// Nobody depends on plotting to get a hint, or on a database or a network to parse an agent.
#[test]
fn rooms_below_know_nothing_of_those_above() {
    let graph = used();
    let below = |name: &str| reached(&graph, name, "");
    for (room, absent) in [
        ("coach", ["plot", "report", "arena", "server"]),
        ("roster", ["plot", "report", "arena", "server"]),
        ("tabletop", ["server", "roster", "arena", "files"]),
        ("arena", ["plot", "report", "server", "bench"]),
        ("server", ["bench", "cli", "bench", "cli"]),
    ] {
        for name in absent {
            assert!(!below(room).contains(name), "{room} uses {name}");
        }
    }
    assert!(graph["core"].is_empty() && graph["files"].is_empty() && graph["plot"].is_empty());
}

/// Every file that "Where to start" names is there; a name without a folder is beside the one before.
#[test]
fn the_files_to_start_with_exist() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, table) = text.split_once("## Where to start").expect("a table");
    let (table, _) = table.split_once("\n## ").expect("its end");
    let mut files = 0;
    for row in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let column = row.rsplit('|').nth(1).unwrap_or_default();
        let mut folder = PathBuf::new();
        for file in column.split('`').skip(1).step_by(2) {
            let path = match file.contains('/') {
                true => root().join("crates").join(file),
                false => folder.join(file),
            };
            assert!(path.is_file(), "{}", path.display());
            path.parent().unwrap().clone_into(&mut folder);
            files += 1;
        }
    }
    assert!(files >= 10, "{files}");
}

/// ARCHITECTURE.md is to be read at one go.
#[test]
fn the_architecture_fits_on_two_screens() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    assert!(text.lines().count() <= 120, "{} lines", text.lines().count());
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 130, "{} lines", readme.lines().count());
    assert!(!readme.contains('@'), "a figure has not been filled in");
}
