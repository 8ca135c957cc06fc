//! Links in the documents lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The documents of a folder and of those in it, without what is built, installed or hidden.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let foreign = name.starts_with('.')
            || ["target", "runs", "node_modules"].contains(&name.as_str())
            || path.join("CACHEDIR.TAG").exists();
        if path.is_dir() && !foreign {
            documents(&path, found);
        } else if name.ends_with(".md") && path.is_file() {
            found.push(path);
        }
    }
}

/// The text without its code, which may look like links.
fn without_code(text: &str) -> String {
    let mut fenced = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    // Every second part between backticks is code; a paragraph that has an odd one keeps its rest.
    let paragraphs = prose.split("\n\n").map(|paragraph| {
        let parts: Vec<&str> = paragraph.split('`').collect();
        let last = parts.len() - 1;
        let keep = |index: &usize| index.is_multiple_of(2) || (*index == last && last % 2 == 1);
        (0..parts.len()).filter(keep).map(|index| parts[index]).collect::<String>()
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// What links and images of a text point to.
fn targets(text: &str) -> Vec<String> {
    let prose = without_code(text);
    let mut targets = Vec::new();
    for (start, end) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
        let ends = prose.split(start).skip(1).filter_map(|rest| rest.split(end).next());
        targets.extend(ends.map(str::to_owned));
    }
    // References: `[name]: target` on a line of its own.
    let references = prose.lines().filter(|line| line.starts_with('['));
    targets.extend(references.filter_map(|line| Some(line.split_once("]: ")?.1.to_owned())));
    // A title may follow the target.
    targets.iter().map(|target| target.split(' ').next().unwrap_or("").to_owned()).collect()
}

/// The file that a target names; `None` where it leads out of here or stays on its page.
fn file_of<'a>(document: &Path, target: &'a str) -> Option<(PathBuf, &'a str)> {
    let path = target.split('#').next().unwrap_or("");
    let elsewhere = ["http:", "https:", "mailto:"].iter().any(|start| target.starts_with(start));
    (!elsewhere && !path.is_empty()).then(|| (document.parent().unwrap().join(path), path))
}

#[test]
fn every_relative_link_leads_to_a_file() {
    let root = root();
    let mut found = Vec::new();
    documents(&root, &mut found);
    assert!(found.len() > 20, "the documents are there");
    let mut broken = Vec::new();
    let mut links = 0;
    for document in &found {
        for target in targets(&fs::read_to_string(document).unwrap()) {
            let Some((file, path)) = file_of(document, &target) else { continue };
            links += 1;
            if !file.exists() {
                broken.push(format!("{}: {path}", document.strip_prefix(&root).unwrap().display()));
            }
        }
    }
    assert!(links > 100, "only {links} links were seen");
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

/// Results are kept once, as SVG and as tables; what git keeps besides must be shown somewhere.
#[test]
fn copies_of_results_are_kept_only_where_a_document_links_to_them() {
    let root = root();
    let results = root.join("research/results");
    let mut found = Vec::new();
    documents(&root, &mut found);
    let linked: Vec<PathBuf> = found
        .iter()
        .flat_map(|document| {
            let targets = targets(&fs::read_to_string(document).unwrap());
            let file = |target: &String| file_of(document, target)?.0.canonicalize().ok();
            targets.iter().filter_map(file).collect::<Vec<_>>()
        })
        .collect();
    let ignored = fs::read_to_string(results.join(".gitignore")).unwrap();
    let exceptions: Vec<&str> = ignored.lines().filter_map(|l| l.strip_prefix("!/")).collect();
    assert!(!exceptions.is_empty(), "the README shows a picture");
    for exception in exceptions {
        let file = results.join(exception).canonicalize();
        let file = file.unwrap_or_else(|error| panic!("{exception}: {error}"));
        assert!(linked.contains(&file), "no document links to {exception}");
    }
}

#[test]
fn links_are_found_and_code_is_not() {
    let text = "[a](one.md) and ![b](two.png#x \"title\"), `[c](three.md)`, [`d`](four.md)\n\n\
                ```\n[e](five.md)\n```\n<img src=\"six.svg\">\n[f]: seven.md\n";
    let mut found = targets(text);
    found.sort();
    assert_eq!(found, ["four.md", "one.md", "seven.md", "six.svg", "two.png#x"]);
    let page = Path::new("/docs/page.md");
    assert_eq!(file_of(page, "two.png#x"), Some((PathBuf::from("/docs/two.png"), "two.png")));
    assert_eq!(file_of(page, "https://example.org"), None);
    assert_eq!(file_of(page, "#below"), None);
}

/// The Rust sources of a folder, as one text.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            *text += &fs::read_to_string(&path).unwrap();
        }
    }
}

/// A promise whose test was renamed or dropped is none.
#[test]
fn every_promise_has_its_tests() {
    let mut code = String::new();
    for folder in [
        "crates/yard-service/src",
        "crates/yard-server/src",
        "crates/yard-server/tests",
        "crates/yard-cli/tests",
    ] {
        sources(&root().join(folder), &mut code);
    }
    let page = fs::read_to_string(root().join("SECURITY.md")).unwrap();
    let (_, table) = page.split_once("## Which test holds which promise").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    let names: Vec<&str> = table.split('`').skip(1).step_by(2).collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        assert!(code.contains(&format!("fn {name}(")), "there is no test {name}");
    }
}
